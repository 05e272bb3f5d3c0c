; The interpreter calls itself for a call of the guest: a specialised function calls itself. The number is an argument.
jitdriver "d" greens ["code"] reds ["n"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, 7, 20
    %q: Signed = direct_call @portal, 7, %n
    %s: Signed = int_sub %q, %r
    return %s
}
graph @portal(%code: Signed, %n: Signed) -> Signed {
block0(%code, %n):
    jit_marker "jit_merge_point", 0, %code, %n
    %last: Bool = int_le %n, 0
    if %last then return(%code) else block1(%code, %n)
block1(%code1: Signed, %n1: Signed):
    %less: Signed = int_sub %n1, 1
    %r: Signed = direct_call @portal, %code1, %less
    %s: Signed = int_add %r, %code1
    return %s
}
; run: 20 == 0
; run: 22 == 14
; expect:
; 1 functions, 1 places of the guest program in 1 variants
; 7 blocks, 5 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, 20
;     %q2: Signed = direct_call @portal.1, %p0
;     %s3: Signed = int_sub %q2, %r1
;     return %s3
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %last1: Bool = int_le %p0, 0
;     if %last1 then return(7) else block1(%p0)
; block1(%v2: Signed):
;     %less3: Signed = int_sub %v2, 1
;     %r4: Signed = direct_call @portal.1, %less3
;     %s5: Signed = int_add %r4, 7
;     return %s5
; }
