; The same with the counter green: it says where in the guest program we are, and there is no end of places.
level rtyped
jitdriver "steps" greens ["i"] reds ["n"]
entry @count
graph @count(%step: Signed, %n: Signed) -> Signed {
block0(%step, %n):
    goto block1(%step, %n, 0)
block1(%step1: Signed, %n1: Signed, %i1: Signed):
    jit_marker "jit_merge_point", 0, %i1, %n1
    %more: Bool = int_lt %i1, %n1
    if %more then block2(%step1, %n1, %i1) else return(%i1)
block2(%step2: Signed, %n2: Signed, %i2: Signed):
    %up: Signed = int_add %i2, %step2
    goto block1(%step2, %n2, %up)
}
