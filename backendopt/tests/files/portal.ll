; test pass=cse,simplify
; prelude
jitdriver "d" greens ["k"] reds ["n", "acc"]
; The product is known before the loop, but only greens and reds may be alive at the merge point.
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    %m: Signed = int_mul %k, 3
    goto block1(%k, %n, %m)
block1(%k1: Signed, %n1: Signed, %acc: Signed):
    jit_marker "jit_merge_point", 0, %k1, %n1, %acc
    %m1: Signed = int_mul %k1, 3
    %acc1: Signed = int_add %acc, %m1
    %n2: Signed = int_sub %n1, 1
    %c: Bool = int_gt %n2, 0
    if %c then block1(%k1, %n2, %acc1) else return(%acc1)
}
; run: @portal(2, 3) == 24
; with in @portal: int_mul %k3
; expect:
; graph @portal(%k0: Signed, %n1: Signed) -> Signed {
; block0(%k0, %n1):
;     %m2: Signed = int_mul %k0, 3
;     goto block1(%k0, %n1, %m2)
; block1(%k3: Signed, %n4: Signed, %acc5: Signed):
;     jit_marker "jit_merge_point", 0, %k3, %n4, %acc5
;     %m6: Signed = int_mul %k3, 3
;     %acc7: Signed = int_add %acc5, %m6
;     %n8: Signed = int_sub %n4, 1
;     %c9: Bool = int_gt %n8, 0
;     if %c9 then block1(%k3, %n8, %acc7) else return(%acc7)
; }
