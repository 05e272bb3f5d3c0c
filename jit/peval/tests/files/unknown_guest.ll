; What the interpreter is to be specialised for is not known.
jitdriver "d" greens ["k"] reds ["n"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, %n, 3
    return %r
}
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    jit_marker "jit_merge_point", 0, %k, %n
    %r: Signed = int_mul %k, %n
    return %r
}
; error: the green variable `k` is not known when the program is translated
; expect:
