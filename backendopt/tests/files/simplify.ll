; test pass=simplify
; prelude
struct #Base gc : #object {}
struct #Sub gc : #Base { v: Signed }
graph @casts(%n: Signed) -> Signed {
block0(%n):
    %s: *#Sub = malloc #Sub
    setfield %s, .v, %n
    %b: *#Base = cast_pointer %s
    %o: *#object = cast_pointer %b
    %r: GcRef = cast_opaque_ptr %o
    %o2: *#object = cast_opaque_ptr %r
    %s2: *#Sub = cast_pointer %o2
    %v: Signed = getfield %s2, .v
    %dead: Signed = int_mul %v, 3
    %dead2: *#Sub = malloc #Sub
    return %v
}
; run: @casts(3) == 3
; without in @casts: cast_, int_mul
; Jumps: an `and` of two conditions tested through a variable.
graph @both(%a: Bool, %b: Bool) -> Signed {
block0(%a, %b):
    if %a then block1(%b) else block2(%a)
block1(%b1: Bool):
    goto block2(%b1)
block2(%c: Bool):
    %n: Bool = bool_not %c
    %m: Bool = same_as %n
    if %m then block3() else block4()
block3():
    goto block5(1)
block4():
    goto block5(2)
block5(%r: Signed):
    return %r
}
; run: @both(true, true) == 2
; run: @both(true, false) == 1
; run: @both(false, true) == 1
; without in @both: bool_not, same_as
graph @thread(%a: Bool, %b: Bool) -> Signed {
block0(%a, %b):
    if %a then block1(%b) else block2(false)
block1(%b1: Bool):
    goto block2(%b1)
block2(%c: Bool):
    if %c then return(1) else return(0)
}
; run: @thread(true, true) == 1
; run: @thread(false, true) == 0
; Dead values around a loop.
graph @deadloop(%n: Signed, %x: Signed) -> Signed {
block0(%n, %x):
    goto block1(%n, %x, 0)
block1(%n1: Signed, %x1: Signed, %acc: Signed):
    %c: Bool = int_gt %n1, 0
    if %c then block2(%n1, %x1, %acc) else return(%acc)
block2(%n2: Signed, %x2: Signed, %acc2: Signed):
    %x3: Signed = int_mul %x2, 3
    %n3: Signed = int_sub %n2, 1
    %acc3: Signed = int_add %acc2, %n2
    goto block1(%n3, %x3, %acc3)
}
; run: @deadloop(4, 9) == 10
; without in @deadloop: int_mul
graph @same(%x: Signed) -> Signed {
block0(%x):
    switch %x: 1 -> block1(), 2 -> block2(), 3 -> return(9), default -> return(9)
block1():
    %a: Signed = int_add 1, 1
    return %a
block2():
    %b: Signed = int_add 1, 1
    return %b
}
; run: @same(1) == 2
; run: @same(2) == 2
; run: @same(3) == 9
; The class is known on one of the ways: no test there.
graph @known_class(%c: Bool, %t: *#vtable) -> Signed {
block0(%c, %t):
    if %c then block1($KeyError) else block1(%t)
block1(%t1: *#vtable):
    %e: Bool = ptr_eq %t1, $KeyError
    if %e then return(1) else return(2)
}
graph @use_known(%c: Bool) -> Signed {
block0(%c):
    %r: Signed = direct_call @known_class, %c, $IndexError
    return %r
}
; run: @use_known(true) == 1
; run: @use_known(false) == 2
; with in @known_class: if %c0 then return(1)
; expect:
; graph @casts(%n0: Signed) -> Signed {
; block0(%n0):
;     %s1: *#Sub = malloc #Sub
;     setfield %s1, .v, %n0
;     %v2: Signed = getfield %s1, .v
;     return %v2
; }
; graph @both(%a0: Bool, %b1: Bool) -> Signed {
; block0(%a0, %b1):
;     if %a0 then block1(%b1) else return(1)
; block1(%c2: Bool):
;     if %c2 then return(2) else return(1)
; }
; graph @thread(%a0: Bool, %b1: Bool) -> Signed {
; block0(%a0, %b1):
;     if %a0 then block1(%b1) else return(0)
; block1(%c2: Bool):
;     if %c2 then return(1) else return(0)
; }
; graph @deadloop(%n0: Signed, %x1: Signed) -> Signed {
; block0(%n0, %x1):
;     goto block1(%n0, 0)
; block1(%n2: Signed, %acc3: Signed):
;     %c4: Bool = int_gt %n2, 0
;     if %c4 then block2(%n2, %acc3) else return(%acc3)
; block2(%n5: Signed, %acc6: Signed):
;     %n7: Signed = int_sub %n5, 1
;     %acc8: Signed = int_add %acc6, %n5
;     goto block1(%n7, %acc8)
; }
; graph @same(%x0: Signed) -> Signed {
; block0(%x0):
;     switch %x0: 1 -> block1(), 2 -> block1(), default -> return(9)
; block1():
;     %a1: Signed = int_add 1, 1
;     return %a1
; }
; graph @known_class(%c0: Bool, %t1: *#vtable) -> Signed {
; block0(%c0, %t1):
;     if %c0 then return(1) else block1(%t1)
; block1(%t2: *#vtable):
;     %e3: Bool = ptr_eq %t2, $KeyError
;     if %e3 then return(1) else return(2)
; }
; graph @use_known(%c0: Bool) -> Signed {
; block0(%c0):
;     %r1: Signed = direct_call @known_class, %c0, $IndexError
;     return %r1
; }
