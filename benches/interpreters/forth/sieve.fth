\ bench 1000000 short 10000 test 300 main
\ The sieve of Eratosthenes, twenty times over; prints how many primes there are.
variable size
1000000 array flags

: clear  size @ 0 do 1 flags i + ! loop ;
: strike ( prime -- )  dup dup * begin dup size @ < while 0 over flags + ! over + repeat 2drop ;
: sieve ( -- count )
  clear 0
  size @ 2 do
    flags i + @ if 1+ i i * size @ < if i strike then then
  loop ;
: main ( n -- )  size ! 0 20 0 do drop sieve loop . cr ;
