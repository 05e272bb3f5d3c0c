; A number that the program knows and that grows without bound: after some variants it is taken as unknown.
; limits: variants=3
jitdriver "d" greens ["k"] reds ["n"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, 3, %n
    return %r
}
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    jit_marker "jit_merge_point", 0, %k, %n
    goto block1(%k, %n, 0)
block1(%k1: Signed, %n1: Signed, %i: Signed):
    %more: Bool = int_lt %i, %n1
    if %more then block2(%k1, %n1, %i) else block3(%k1, %i)
block2(%k2: Signed, %n2: Signed, %i2: Signed):
    %up: Signed = int_add %i2, %k2
    goto block1(%k2, %n2, %up)
block3(%k3: Signed, %i3: Signed):
    %r: Signed = int_mul %i3, %k3
    return %r
}
; run: 0 == 0
; run: 4 == 18
; run: 100 == 306
; expect:
; 1 functions, 1 places of the guest program in 1 variants
; warning: too many different things are known here: they are taken as unknown from here on
; 17 blocks, 9 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %more1: Bool = int_lt 0, %p0
;     if %more1 then block1(%p0) else return(0)
; block1(%v2: Signed):
;     %more3: Bool = int_lt 3, %v2
;     if %more3 then block2(%v2) else return(9)
; block2(%v4: Signed):
;     %more5: Bool = int_lt 6, %v4
;     if %more5 then block3(%v4, 9) else return(18)
; block3(%v6: Signed, %v7: Signed):
;     %more8: Bool = int_lt %v7, %v6
;     if %more8 then block5(%v6, %v7) else block4(%v7)
; block4(%v9: Signed):
;     %r10: Signed = int_mul %v9, 3
;     return %r10
; block5(%v11: Signed, %v12: Signed):
;     %up13: Signed = int_add %v12, 3
;     goto block3(%v11, %up13)
; }
