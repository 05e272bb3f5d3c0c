; A loop that counts two variables, up to zero, and leaves with what one of them was before.
jitdriver "d" greens ["k"] reds ["x", "s"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, 3, %n
    return %r
}
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    goto block1(%k, %n, 10)
block1(%k1: Signed, %x: Signed, %s: Signed):
    jit_marker "jit_merge_point", 0, %k1, %x, %s
    %x1: Signed = int_add %x, 1
    %s1: Signed = int_sub %s, 5
    %more: Bool = int_ne %x1, 0
    if %more then block1(%k1, %x1, %s1) else block2(%s, %s1)
block2(%before: Signed, %s2: Signed):
    %m: Signed = int_mul %before, 1000
    %r: Signed = int_add %m, %s2
    return %r
}
; run: -1 == 10005
; run: -2 == 5000
; run: -100 == -485490
; expect:
; 1 functions, 1 places of the guest program in 1 variants
; 7 blocks, 6 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %v1: Signed = int_add %p0, 1
;     %v2: Signed = int_sub 0, %v1
;     %v3: Signed = int_mul %v2, -5
;     %v4: Signed = int_add 10, %v3
;     %v5: Signed = int_mul %v2, -5
;     %v6: Signed = int_add 10, %v5
;     %v7: Signed = int_add %v6, -5
;     %m8: Signed = int_mul %v4, 1000
;     %r9: Signed = int_add %m8, %v7
;     return %r9
; }
