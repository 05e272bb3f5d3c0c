\ bench 120 short 28 test 6
\ Product of two matrices, three loops deep, and the sum of all items.
40000 constant room
room array a
room array b
room array c
variable n
: at ( row column matrix -- address ) rot n @ * + + ;
: fill  n @ 0 do n @ 0 do
    i j 2 * + 7 mod j i a at !
    i 3 * j + 5 mod j i b at !
  loop loop ;
: item ( row column -- sum )
  0 n @ 0 do
    2 pick i a at @ i 3 pick b at @ * +
  loop nip nip ;
: multiply  n @ 0 do n @ 0 do j i item j i c at ! loop loop ;
: sum  0 n @ 0 do n @ 0 do j i c at @ + loop loop ;
: main
  n ! fill
  0 10 0 do multiply sum + i a +! loop . cr ;
