; Goes up from 0 in steps until n is reached. The step is green. The counter starts at a known number, but where it ends is not known.
level rtyped
jitdriver "steps" greens ["step"] reds ["n"]
entry @count
graph @count(%step: Signed, %n: Signed) -> Signed {
block0(%step, %n):
    jit_marker "jit_merge_point", 0, %step, %n
    goto block1(%step, %n, 0)
block1(%step1: Signed, %n1: Signed, %i1: Signed):
    %more: Bool = int_lt %i1, %n1
    if %more then block2(%step1, %n1, %i1) else return(%i1)
block2(%step2: Signed, %n2: Signed, %i2: Signed):
    %up: Signed = int_add %i2, %step2
    goto block1(%step2, %n2, %up)
}
