; test pass=fast_cases,simplify
; prelude
struct #Box gc { value: Signed }
object $last: #Box { 0 }
; Too much to be inlined.
graph @work(%x: Signed) -> Signed {
block0(%x):
    goto block1(%x, 0)
block1(%i: Signed, %s: Signed):
    %c: Bool = int_gt %i, 0
    if %c then block2(%i, %s) else return(%s)
block2(%i1: Signed, %s1: Signed):
    %j: Signed = int_sub %i1, 1
    %t: Signed = int_add %s1, %j
    goto block1(%j, %t)
}
; A test, then what is fast; otherwise what is not, and calls the function itself.
graph @half(%x: Signed) -> Signed {
block0(%x):
    %m: Signed = int_and %x, 1
    %c: Bool = int_eq %m, 0
    if %c then block1(%x) else block2(%x)
block1(%x1: Signed):
    %h: Signed = int_rshift %x1, 1
    return %h
block2(%x2: Signed):
    %w: Signed = direct_call @work, %x2
    %y: Signed = int_mul %x2, 2
    %z: Signed = direct_call @half, %y
    %r: Signed = int_add %z, %w
    return %r
}
; The fast case allocates and writes, behind its last test; that of what it calls is part of it.
graph @remember(%x: Signed) -> Signed {
block0(%x):
    %h: Signed = direct_call @half, %x
    %c: Bool = int_lt %h, 1000
    if %c then block1(%h) else block2(%x)
block1(%h1: Signed):
    %b: *#Box = malloc #Box
    setfield %b, .value, %h1
    setfield $last, .value, %h1
    %v: Signed = getfield %b, .value
    return %v
block2(%x2: Signed):
    %w: Signed = direct_call @work, %x2
    return %w
}
; It writes before its last test: what is behind it cannot be done again.
graph @counts(%x: Signed) -> Signed {
block0(%x):
    %n: Signed = getfield $last, .value
    %n1: Signed = int_add %n, 1
    setfield $last, .value, %n1
    %c: Bool = int_lt %x, 50
    if %c then return(%n1) else block1(%x)
block1(%x1: Signed):
    %w: Signed = direct_call @work, %x1
    return %w
}
; The sum of small numbers; overflow is no fast case.
graph @sum(%x: Signed) -> Signed {
block0(%x):
    %s: Signed = int_add_ovf %x, 4611686018427387903
    catch -> return(%s), $OverflowError(_, _) -> block1(%x)
block1(%x1: Signed):
    %w: Signed = direct_call @work, 3
    return %w
}
; A loop around a large switch.
graph @interpret(%n: Signed, %x: Signed) -> Signed {
block0(%n, %x):
    goto block1(%n, %x)
block1(%i: Signed, %acc: Signed):
    %m: Signed = int_and %i, 7
    switch %m: 0 -> return(%acc), 1 -> block2(%i, %acc), 2 -> block3(%i, %acc), 3 -> block4(%i, %acc), 4 -> block5(%i, %acc), 5 -> block6(%i, %acc), 6 -> block6(%i, %acc), default -> block6(%i, %acc)
block2(%i2: Signed, %a2: Signed):
    %r2: Signed = direct_call @half, %a2
    goto block7(%i2, %r2)
block3(%i3: Signed, %a3: Signed):
    %r3: Signed = direct_call @remember, %a3
    goto block7(%i3, %r3)
block4(%i4: Signed, %a4: Signed):
    %r4: Signed = direct_call @counts, %a4
    goto block7(%i4, %r4)
block5(%i5: Signed, %a5: Signed):
    %r5: Signed = direct_call @sum, %a5
    goto block7(%i5, %r5)
block6(%i6: Signed, %a6: Signed):
    %r6: Signed = int_add %a6, %i6
    goto block7(%i6, %r6)
block7(%i7: Signed, %a7: Signed):
    %i8: Signed = int_rshift %i7, 3
    goto block1(%i8, %a7)
}
; Here nothing is.
graph @outside(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @half, %x
    return %r
}
; run: @interpret(1, 10) == 5
; run: @interpret(1, 3) == 6
; run: @interpret(2, 12) == 6
; run: @interpret(2, 7) == 28
; run: @interpret(3, 12) == 1
; run: @interpret(3, 52) == 1326
; run: @interpret(27, 12) == 2
; run: @interpret(4, 5) == 4611686018427387908
; run: @interpret(4, 4611686018427387905) == 3
; run: @outside(9) == 45
; with in @interpret: @half, @remember, @counts, @sum, int_rshift, malloc, int_add_ovf
; without in @interpret: int_mul, @work
; without in @outside: int_rshift
; expect:
; graph @work(%x0: Signed) -> Signed {
; block0(%x0):
;     goto block1(%x0, 0)
; block1(%i1: Signed, %s2: Signed):
;     %c3: Bool = int_gt %i1, 0
;     if %c3 then block2(%i1, %s2) else return(%s2)
; block2(%i4: Signed, %s5: Signed):
;     %j6: Signed = int_sub %i4, 1
;     %t7: Signed = int_add %s5, %j6
;     goto block1(%j6, %t7)
; }
; graph @half(%x0: Signed) -> Signed {
; block0(%x0):
;     %m1: Signed = int_and %x0, 1
;     %c2: Bool = int_eq %m1, 0
;     if %c2 then block2(%x0) else block1(%x0)
; block1(%x3: Signed):
;     %w4: Signed = direct_call @work, %x3
;     %y5: Signed = int_mul %x3, 2
;     %z6: Signed = direct_call @half, %y5
;     %r7: Signed = int_add %z6, %w4
;     return %r7
; block2(%x8: Signed):
;     %h9: Signed = int_rshift %x8, 1
;     return %h9
; }
; graph @remember(%x0: Signed) -> Signed {
; block0(%x0):
;     %m1: Signed = int_and %x0, 1
;     %c2: Bool = int_eq %m1, 0
;     if %c2 then block5(%x0, %x0) else block1(%x0, %x0)
; block1(%x3: Signed, %x4: Signed):
;     %v5: Signed = direct_call @half, %x3
;     goto block2(%v5, %x4)
; block2(%h6: Signed, %x7: Signed):
;     %c8: Bool = int_lt %h6, 1000
;     if %c8 then block4(%h6) else block3(%x7)
; block3(%x9: Signed):
;     %w10: Signed = direct_call @work, %x9
;     return %w10
; block4(%h11: Signed):
;     %b12: *#Box = malloc #Box
;     setfield %b12, .value, %h11
;     setfield $last, .value, %h11
;     %v13: Signed = getfield %b12, .value
;     return %v13
; block5(%x14: Signed, %x15: Signed):
;     %h16: Signed = int_rshift %x14, 1
;     goto block2(%h16, %x15)
; }
; graph @counts(%x0: Signed) -> Signed {
; block0(%x0):
;     %n1: Signed = getfield $last, .value
;     %n2: Signed = int_add %n1, 1
;     setfield $last, .value, %n2
;     %c3: Bool = int_lt %x0, 50
;     if %c3 then return(%n2) else block1(%x0)
; block1(%x4: Signed):
;     %w5: Signed = direct_call @work, %x4
;     return %w5
; }
; graph @sum(%x0: Signed) -> Signed {
; block0(%x0):
;     %s1: Signed = int_add_ovf %x0, 4611686018427387903
;     catch -> return(%s1), $OverflowError(_, _) -> block1()
; block1():
;     %w2: Signed = direct_call @work, 3
;     return %w2
; }
; graph @interpret(%n0: Signed, %x1: Signed) -> Signed {
; block0(%n0, %x1):
;     goto block1(%n0, %x1)
; block1(%i2: Signed, %acc3: Signed):
;     %m4: Signed = int_and %i2, 7
;     switch %m4: 0 -> return(%acc3), 1 -> block2(%i2, %acc3), 2 -> block6(%i2, %acc3), 3 -> block10(%i2, %acc3), 4 -> block11(%i2, %acc3), default -> block13(%i2, %acc3)
; block2(%i5: Signed, %a6: Signed):
;     %m7: Signed = int_and %a6, 1
;     %c8: Bool = int_eq %m7, 0
;     if %c8 then block5(%a6, %i5) else block3(%a6, %i5)
; block3(%x9: Signed, %i10: Signed):
;     %v11: Signed = direct_call @half, %x9
;     goto block4(%i10, %v11)
; block4(%i12: Signed, %a13: Signed):
;     %i14: Signed = int_rshift %i12, 3
;     goto block1(%i14, %a13)
; block5(%x15: Signed, %i16: Signed):
;     %h17: Signed = int_rshift %x15, 1
;     goto block4(%i16, %h17)
; block6(%i18: Signed, %a19: Signed):
;     %m20: Signed = int_and %a19, 1
;     %c21: Bool = int_eq %m20, 0
;     if %c21 then block8(%a19, %a19, %i18) else block7(%a19, %i18)
; block7(%x22: Signed, %i23: Signed):
;     %v24: Signed = direct_call @remember, %x22
;     goto block4(%i23, %v24)
; block8(%x25: Signed, %x26: Signed, %i27: Signed):
;     %h28: Signed = int_rshift %x25, 1
;     %c29: Bool = int_lt %h28, 1000
;     if %c29 then block9(%h28, %i27) else block7(%x26, %i27)
; block9(%h30: Signed, %i31: Signed):
;     %b32: *#Box = malloc #Box
;     setfield %b32, .value, %h30
;     setfield $last, .value, %h30
;     %v33: Signed = getfield %b32, .value
;     goto block4(%i31, %v33)
; block10(%i34: Signed, %a35: Signed):
;     %r36: Signed = direct_call @counts, %a35
;     goto block4(%i34, %r36)
; block11(%i37: Signed, %a38: Signed):
;     %s39: Signed = int_add_ovf %a38, 4611686018427387903
;     catch -> block4(%i37, %s39), $OverflowError(_, _) -> block12(%a38, %i37)
; block12(%x40: Signed, %i41: Signed):
;     %v42: Signed = direct_call @sum, %x40
;     goto block4(%i41, %v42)
; block13(%i43: Signed, %a44: Signed):
;     %r45: Signed = int_add %a44, %i43
;     goto block4(%i43, %r45)
; }
; graph @outside(%x0: Signed) -> Signed {
; block0(%x0):
;     %r1: Signed = direct_call @half, %x0
;     return %r1
; }
