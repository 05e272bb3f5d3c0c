\ bench 20000000 short 120000 test 500
\ Points in a quarter of a circle, by a linear congruential generator, and a histogram.
variable seed
16 array histogram
: random ( -- n ) seed @ 1103515245 * 12345 + 2147483647 and dup seed ! 16 rshift 4095 and ;
: note ( n -- ) 8 rshift 15 and histogram + 1 swap +! ;
: main
  42 seed !
  0 swap 0 do
    random dup note dup * random dup * + 4095 4095 * <= if 1+ then
  loop . cr
  16 0 do histogram i + @ . loop cr ;
