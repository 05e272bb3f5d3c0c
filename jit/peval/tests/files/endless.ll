; A specialisation that would not end in reasonable time is given up.
; limits: operations=2000
jitdriver "d" greens ["k"] reds ["n"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, 0, %n
    return %r
}
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    goto block1(%k, %n)
block1(%k1: Signed, %n1: Signed):
    jit_marker "jit_merge_point", 0, %k1, %n1
    %up: Signed = int_add %k1, 1
    %c: Bool = int_eq %up, %n1
    if %c then return(%up) else block1(%up, %n1)
}
; error: specialisation has not ended after 2000 operations
; expect:
