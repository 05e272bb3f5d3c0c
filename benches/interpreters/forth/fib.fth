\ bench 36 short 27 test 12
: fib ( n -- n ) dup 2 < if exit then dup 1- recurse swap 2 - recurse + ;
: main fib . cr ;
