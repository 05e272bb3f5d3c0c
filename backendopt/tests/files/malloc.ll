; test pass=malloc,simplify
; prelude
struct #Pair gc : #object { a: Signed, b: Signed }
struct #Box gc { p: *#Pair }
struct #Node gc { next: *#Node, v: Signed }
; A phi of two objects, nested in a box.
graph @choose(%c: Bool, %x: Signed) -> Signed {
block0(%c, %x):
    if %c then block1(%x) else block2(%x)
block1(%x1: Signed):
    %p1: *#Pair = malloc #Pair
    setfield %p1, .a, %x1
    goto block3(%p1, %x1)
block2(%x2: Signed):
    %p2: *#Pair = malloc #Pair
    setfield %p2, .b, %x2
    goto block3(%p2, 7)
block3(%p3: *#Pair, %y: Signed):
    %bx: *#Box = malloc #Box
    setfield %bx, .p, %p3
    goto block4(%bx, %y)
block4(%bx4: *#Box, %y4: Signed):
    %p4: *#Pair = getfield %bx4, .p
    %up: *#object = cast_pointer %p4
    %down: *#Pair = cast_pointer %up
    %a: Signed = getfield %down, .a
    setfield %down, .b, %y4
    %b: Signed = getfield %p4, .b
    %nz: Bool = ptr_nonzero %p4
    %nzi: Signed = cast_bool_to_int %nz
    %s: Signed = int_add %a, %b
    %s2: Signed = int_add %s, %nzi
    return %s2
}
; run: @choose(true, 5) == 11
; run: @choose(false, 5) == 8
; without in @choose: malloc
; Escapes: must stay.
graph @escape(%x: Signed) -> *#Pair {
block0(%x):
    %p: *#Pair = malloc #Pair
    setfield %p, .a, %x
    return %p
}
graph @uses_escape(%x: Signed) -> Signed {
block0(%x):
    %p: *#Pair = direct_call @escape, %x
    %r: Signed = getfield %p, .a
    return %r
}
; run: @uses_escape(3) == 3
; Two objects alive at once across a loop: the old and the new one must not be confused.
graph @swap(%n: Signed) -> Signed {
block0(%n):
    %p: *#Pair = malloc #Pair
    setfield %p, .a, 1
    goto block1(%p, %n)
block1(%p1: *#Pair, %n1: Signed):
    %q: *#Pair = malloc #Pair
    %a: Signed = getfield %p1, .a
    %a2: Signed = int_add %a, %a
    setfield %q, .a, %a2
    %n2: Signed = int_sub %n1, 1
    %c: Bool = int_gt %n2, 0
    if %c then block1(%q, %n2) else block2(%p1, %q)
block2(%p2: *#Pair, %q2: *#Pair):
    %x: Signed = getfield %p2, .a
    %y: Signed = getfield %q2, .a
    %z: Signed = int_mul %y, 100
    %w: Signed = int_add %x, %z
    return %w
}
; run: @swap(1) == 201
; run: @swap(3) == 804
; Protected malloc: the handler goes with it.
graph @protected(%n: Signed) -> Signed {
block0(%n):
    %p: *#Pair = malloc #Pair
    catch -> block1(%p, %n), $MemoryError(%t, %v) -> return(-1)
block1(%p1: *#Pair, %n1: Signed):
    setfield %p1, .a, %n1
    %a: Signed = getfield %p1, .a
    return %a
}
; run: @protected(4) == 4
; without in @protected: malloc, catch
; Stored in itself.
graph @knot(%n: Signed) -> Signed {
block0(%n):
    %p: *#Node = malloc #Node
    setfield %p, .next, %p
    setfield %p, .v, %n
    %q: *#Node = getfield %p, .next
    %a: Signed = getfield %q, .v
    return %a
}
; run: @knot(4) == 4
; expect:
; graph @choose(%c0: Bool, %x1: Signed) -> Signed {
; block0(%c0, %x1):
;     if %c0 then block1(%x1, %x1) else block1(0, 7)
; block1(%a2: Signed, %y3: Signed):
;     %s4: Signed = int_add %a2, %y3
;     %s5: Signed = int_add %s4, 1
;     return %s5
; }
; graph @escape(%x0: Signed) -> *#Pair {
; block0(%x0):
;     %p1: *#Pair = malloc #Pair
;     setfield %p1, .a, %x0
;     return %p1
; }
; graph @uses_escape(%x0: Signed) -> Signed {
; block0(%x0):
;     %p1: *#Pair = direct_call @escape, %x0
;     %r2: Signed = getfield %p1, .a
;     return %r2
; }
; graph @swap(%n0: Signed) -> Signed {
; block0(%n0):
;     %p1: *#Pair = malloc #Pair
;     setfield %p1, .a, 1
;     goto block1(%p1, %n0)
; block1(%p2: *#Pair, %n3: Signed):
;     %q4: *#Pair = malloc #Pair
;     %a5: Signed = getfield %p2, .a
;     %a6: Signed = int_add %a5, %a5
;     setfield %q4, .a, %a6
;     %n7: Signed = int_sub %n3, 1
;     %c8: Bool = int_gt %n7, 0
;     if %c8 then block1(%q4, %n7) else block2(%p2, %q4)
; block2(%p9: *#Pair, %q10: *#Pair):
;     %x11: Signed = getfield %p9, .a
;     %y12: Signed = getfield %q10, .a
;     %z13: Signed = int_mul %y12, 100
;     %w14: Signed = int_add %x11, %z13
;     return %w14
; }
; graph @protected(%n0: Signed) -> Signed {
; block0(%n0):
;     return %n0
; }
; graph @knot(%n0: Signed) -> Signed {
; block0(%n0):
;     %p1: *#Node = malloc #Node
;     setfield %p1, .next, %p1
;     setfield %p1, .v, %n0
;     %q2: *#Node = getfield %p1, .next
;     %a3: Signed = getfield %q2, .v
;     return %a3
; }
