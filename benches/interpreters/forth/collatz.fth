\ bench 700000 short 6000 test 200
variable best
variable start
: steps ( n -- steps )
  0 swap begin dup 1 <> while
    dup 1 and if 3 * 1+ else 2/ then swap 1+ swap
  repeat drop ;
: main
  1 do
    i steps dup best @ > if best ! i start ! else drop then
  loop
  start @ . best @ . cr ;
