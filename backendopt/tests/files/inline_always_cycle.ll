; test pass=inline,fast_cases,simplify
entry @main
; What must be inlined, on a cycle of the call graph: what it calls for the rest does not become a part of it, although it is called
; from there only.
graph @get(%n: Signed, %m: Signed) -> Signed [always_inline] {
block0(%n, %m):
    %c: Bool = int_lt %n, %m
    if %c then return(%n) else block1(%n, %m)
block1(%n1: Signed, %m1: Signed):
    %r: Signed = direct_call @get_rest, %n1, %m1
    return %r
}
graph @get_rest(%n: Signed, %m: Signed) -> Signed {
block0(%n, %m):
    %h: Signed = int_rshift %n, 1
    %r: Signed = direct_call @get, %h, %m
    return %r
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
    %g: Signed = direct_call @get, %s3, 5
    goto block1(%y3, %g)
}
graph @main(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @run, %x
    return %r
}
; run: @main(0) == 0
; run: @main(502) == 3
; run: @main(54) == 12
; with in @run: @get_rest
; with in @get: @get_rest
; expect:
; graph @get(%n0: Signed, %m1: Signed) -> Signed [always_inline] {
; block0(%n0, %m1):
;     %c2: Bool = int_lt %n0, %m1
;     if %c2 then return(%n0) else block1(%n0, %m1)
; block1(%n3: Signed, %m4: Signed):
;     %h5: Signed = int_rshift %n3, 1
;     %c6: Bool = int_lt %h5, %m4
;     if %c6 then return(%h5) else block2(%h5, %m4, %n3, %m4)
; block2(%n7: Signed, %m8: Signed, %n9: Signed, %m10: Signed):
;     %h11: Signed = int_rshift %n7, 1
;     %c12: Bool = int_lt %h11, %m8
;     if %c12 then return(%h11) else block3(%n9, %m10)
; block3(%n13: Signed, %m14: Signed):
;     %v15: Signed = direct_call @get_rest, %n13, %m14
;     return %v15
; }
; graph @get_rest(%n0: Signed, %m1: Signed) -> Signed {
; block0(%n0, %m1):
;     %h2: Signed = int_rshift %n0, 1
;     %r3: Signed = direct_call @get, %h2, %m1
;     return %r3
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
;     %c11: Bool = int_lt %s10, 5
;     if %c11 then block1(%y9, %s10) else block4(%s10, 5, %y9)
; block4(%n12: Signed, %m13: Signed, %y14: Signed):
;     %h15: Signed = int_rshift %n12, 1
;     %c16: Bool = int_lt %h15, %m13
;     if %c16 then block1(%y14, %h15) else block5(%n12, %m13, %y14)
; block5(%n17: Signed, %m18: Signed, %y19: Signed):
;     %v20: Signed = direct_call @get_rest, %n17, %m18
;     goto block1(%y19, %v20)
; }
; graph @main(%x0: Signed) -> Signed {
; block0(%x0):
;     goto block1(%x0, 0)
; block1(%x1: Signed, %s2: Signed):
;     %o3: Signed = int_and %x1, 7
;     %y4: Signed = int_rshift %x1, 3
;     switch %o3: 0 -> return(%s2), 1 -> block2(%y4, %s2, 1), 2 -> block2(%y4, %s2, 2), 3 -> block2(%y4, %s2, 3), 4 -> block2(%y4, %s2, 4), 5 -> block2(%y4, %s2, 5), 6 -> block2(%y4, %s2, 6), default -> block3(%y4, %s2)
; block2(%y5: Signed, %s6: Signed, %k7: Signed):
;     %t8: Signed = int_add %s6, %k7
;     goto block1(%y5, %t8)
; block3(%y9: Signed, %s10: Signed):
;     %c11: Bool = int_lt %s10, 5
;     if %c11 then block1(%y9, %s10) else block4(%s10, 5, %y9)
; block4(%n12: Signed, %m13: Signed, %y14: Signed):
;     %h15: Signed = int_rshift %n12, 1
;     %c16: Bool = int_lt %h15, %m13
;     if %c16 then block1(%y14, %h15) else block5(%n12, %m13, %y14)
; block5(%n17: Signed, %m18: Signed, %y19: Signed):
;     %v20: Signed = direct_call @get_rest, %n17, %m18
;     goto block1(%y19, %v20)
; }
