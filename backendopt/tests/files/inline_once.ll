; test pass=inline,simplify,unreachable
; prelude
struct #V { f: fn(Signed) -> Signed }
entry @main
; Called from one place: inlined although it is large, with what it calls itself.
graph @inner(%x: Signed, %y: Signed) -> Signed {
block0(%x, %y):
    %a0: Signed = int_mul %x, %y
    %a1: Signed = int_py_div %a0, 3
    %a2: Signed = int_py_div %a1, 5
    %a3: Signed = int_py_div %a2, 7
    %a4: Signed = int_py_div %a3, 9
    %a5: Signed = int_py_mod %a4, 11
    %a6: Signed = int_py_mod %a5, 13
    %a7: Signed = int_py_mod %a6, 15
    %a8: Signed = int_add %a7, %x
    %a9: Signed = int_py_mod %a8, 1001
    %b1: Signed = int_xor %a9, %y
    return %b1
}
graph @outer(%x: Signed) -> Signed {
block0(%x):
    goto block1(%x, 0)
block1(%i: Signed, %s: Signed):
    %c: Bool = int_gt %i, 0
    if %c then block2(%i, %s) else return(%s)
block2(%i2: Signed, %s2: Signed):
    %v: Signed = direct_call @inner, %i2, %s2
    %j: Signed = int_sub %i2, 1
    goto block1(%j, %v)
}
; Called from two places, or through a pointer: stays.
graph @twice(%x: Signed) -> Signed {
block0(%x):
    %a1: Signed = int_py_div %x, 5
    %a2: Signed = int_py_div %a1, 7
    %a3: Signed = int_py_mod %a2, 11
    %a4: Signed = int_py_mod %a3, 13
    %a5: Signed = int_py_mod %a4, 15
    %a6: Signed = int_py_div %a5, 5
    %a7: Signed = int_py_div %a6, 7
    %a8: Signed = int_py_mod %a7, 11
    %a9: Signed = int_py_mod %a8, 13
    %b0: Signed = int_py_mod %a9, 15
    return %b0
}
graph @pointed(%x: Signed) -> Signed {
block0(%x):
    %a1: Signed = int_py_div %x, 6
    %a2: Signed = int_py_div %a1, 7
    %a3: Signed = int_py_mod %a2, 11
    %a4: Signed = int_py_mod %a3, 13
    %a5: Signed = int_py_mod %a4, 15
    %a6: Signed = int_py_div %a5, 5
    %a7: Signed = int_py_div %a6, 7
    %a8: Signed = int_py_mod %a7, 11
    %a9: Signed = int_py_mod %a8, 13
    %b0: Signed = int_py_mod %a9, 15
    return %b0
}
object $v: #V { @pointed }
graph @main(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = direct_call @outer, %x
    %b: Signed = direct_call @twice, %x
    %c: Signed = direct_call @twice, %a
    %d: Signed = direct_call @pointed, %x
    %e: Signed = int_add %a, %b
    %f: Signed = int_add %c, %d
    %g: Signed = int_add %e, %f
    %h: fn(Signed) -> Signed = getfield $v, .f
    return %g
}
; run: @main(0) == 0
; run: @main(12345) == 777
; without in @main: @outer, @inner
; with in @main: @twice, @pointed
; expect:
; graph @twice(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = int_py_div %x0, 5
;     %a2: Signed = int_py_div %a1, 7
;     %a3: Signed = int_py_mod %a2, 11
;     %a4: Signed = int_py_mod %a3, 13
;     %a5: Signed = int_py_mod %a4, 15
;     %a6: Signed = int_py_div %a5, 5
;     %a7: Signed = int_py_div %a6, 7
;     %a8: Signed = int_py_mod %a7, 11
;     %a9: Signed = int_py_mod %a8, 13
;     %b10: Signed = int_py_mod %a9, 15
;     return %b10
; }
; graph @pointed(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = int_py_div %x0, 6
;     %a2: Signed = int_py_div %a1, 7
;     %a3: Signed = int_py_mod %a2, 11
;     %a4: Signed = int_py_mod %a3, 13
;     %a5: Signed = int_py_mod %a4, 15
;     %a6: Signed = int_py_div %a5, 5
;     %a7: Signed = int_py_div %a6, 7
;     %a8: Signed = int_py_mod %a7, 11
;     %a9: Signed = int_py_mod %a8, 13
;     %b10: Signed = int_py_mod %a9, 15
;     return %b10
; }
; graph @main(%x0: Signed) -> Signed {
; block0(%x0):
;     goto block1(%x0, 0, %x0)
; block1(%i1: Signed, %s2: Signed, %x3: Signed):
;     %c4: Bool = int_gt %i1, 0
;     if %c4 then block3(%i1, %s2, %x3) else block2(%x3, %s2)
; block2(%x5: Signed, %a6: Signed):
;     %b7: Signed = direct_call @twice, %x5
;     %c8: Signed = direct_call @twice, %a6
;     %d9: Signed = direct_call @pointed, %x5
;     %e10: Signed = int_add %a6, %b7
;     %f11: Signed = int_add %c8, %d9
;     %g12: Signed = int_add %e10, %f11
;     return %g12
; block3(%i13: Signed, %s14: Signed, %x15: Signed):
;     %a16: Signed = int_mul %i13, %s14
;     %a17: Signed = int_py_div %a16, 3
;     %a18: Signed = int_py_div %a17, 5
;     %a19: Signed = int_py_div %a18, 7
;     %a20: Signed = int_py_div %a19, 9
;     %a21: Signed = int_py_mod %a20, 11
;     %a22: Signed = int_py_mod %a21, 13
;     %a23: Signed = int_py_mod %a22, 15
;     %a24: Signed = int_add %a23, %i13
;     %a25: Signed = int_py_mod %a24, 1001
;     %b26: Signed = int_xor %a25, %s14
;     %j27: Signed = int_sub %i13, 1
;     goto block1(%j27, %b26, %x15)
; }
