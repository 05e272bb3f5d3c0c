; test pass=fast_cases,simplify
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
    return %w
}
; No case of it is fast, so the loop calls it: it gets the fast cases of what it calls.
graph @rest(%x: Signed) -> Signed {
block0(%x):
    %w: Signed = direct_call @work, %x
    %h: Signed = direct_call @half, %w
    return %h
}
; No loop calls it.
graph @other(%x: Signed) -> Signed {
block0(%x):
    %h: Signed = direct_call @half, %x
    return %h
}
graph @run(%code: Signed) -> Signed {
block0(%code):
    goto block1(%code, 0)
block1(%x: Signed, %s: Signed):
    %o: Signed = int_and %x, 7
    %y: Signed = int_rshift %x, 3
    switch %o: 0 -> return(%s), 1 -> block2(%y, %s, 1), 2 -> block2(%y, %s, 2), 3 -> block2(%y, %s, 3), 4 -> block2(%y, %s, 4), 5 -> block2(%y, %s, 5), 6 -> block2(%y, %s, 6), default -> block3(%y, %s)
block2(%y2: Signed, %s2: Signed, %k: Signed):
    %t: Signed = int_add %s2, %k
    goto block1(%y2, %t)
block3(%y3: Signed, %s3: Signed):
    %g: Signed = direct_call @rest, %s3
    goto block1(%y3, %g)
}
; run: @run(0) == 0
; run: @run(1013) == 1486
; run: @run(57) == 0
; run: @other(6) == 3
; with in @run: @rest
; with in @rest: int_rshift
; without in @other: int_rshift
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
;     return %w4
; block2(%x5: Signed):
;     %h6: Signed = int_rshift %x5, 1
;     return %h6
; }
; graph @rest(%x0: Signed) -> Signed {
; block0(%x0):
;     %w1: Signed = direct_call @work, %x0
;     %m2: Signed = int_and %w1, 1
;     %c3: Bool = int_eq %m2, 0
;     if %c3 then block2(%w1) else block1(%w1)
; block1(%x4: Signed):
;     %v5: Signed = direct_call @half, %x4
;     return %v5
; block2(%x6: Signed):
;     %h7: Signed = int_rshift %x6, 1
;     return %h7
; }
; graph @other(%x0: Signed) -> Signed {
; block0(%x0):
;     %h1: Signed = direct_call @half, %x0
;     return %h1
; }
; graph @run(%code0: Signed) -> Signed {
; block0(%code0):
;     goto block1(%code0, 0)
; block1(%x1: Signed, %s2: Signed):
;     %o3: Signed = int_and %x1, 7
;     %y4: Signed = int_rshift %x1, 3
;     switch %o3: 0 -> return(%s2), 1 -> block2(%y4, %s2, 1), 2 -> block2(%y4, %s2, 2), 3 -> block2(%y4, %s2, 3), 4 -> block2(%y4, %s2, 4), 5 -> block2(%y4, %s2, 5), 6 -> block2(%y4, %s2, 6), default -> block3(%y4, %s2)
; block2(%y5: Signed, %s6: Signed, %k7: Signed):
;     %t8: Signed = int_add %s6, %k7
;     goto block1(%y5, %t8)
; block3(%y9: Signed, %s10: Signed):
;     %g11: Signed = direct_call @rest, %s10
;     goto block1(%y9, %g11)
; }
