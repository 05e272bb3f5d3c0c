\ short 12 test 4
\ A very short run.
: row ( n -- ) 0 do 42 emit loop cr ;
: main ." a triangle: " cr 1+ 1 do i row loop ;
