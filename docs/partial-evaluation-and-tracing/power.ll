; x to the power of n, by multiplying n times.
level rtyped
jitdriver "power" greens ["n"] reds ["x", "result"]
entry @power
graph @power(%x: Signed, %n: Signed) -> Signed {
block0(%x, %n):
    goto block1(%n, %x, 1)
block1(%n1: Signed, %x1: Signed, %result1: Signed):
    jit_marker "jit_merge_point", 0, %n1, %x1, %result1
    %more: Bool = int_gt %n1, 0
    if %more then block2(%n1, %x1, %result1) else return(%result1)
block2(%n2: Signed, %x2: Signed, %result2: Signed):
    %product: Signed = int_mul %result2, %x2
    %less: Signed = int_sub %n2, 1
    goto block1(%less, %x2, %product)
}
