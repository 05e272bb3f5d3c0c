; The same power, but nothing about it is a place in a guest program: all variables are red.
level rtyped
jitdriver "power" greens [] reds ["x", "n", "result"]
entry @power
graph @power(%x: Signed, %n: Signed) -> Signed {
block0(%x, %n):
    goto block1(%x, %n, 1)
block1(%x1: Signed, %n1: Signed, %result1: Signed):
    jit_marker "jit_merge_point", 0, %x1, %n1, %result1
    %more: Bool = int_gt %n1, 0
    if %more then block2(%x1, %n1, %result1) else return(%result1)
block2(%x2: Signed, %n2: Signed, %result2: Signed):
    %product: Signed = int_mul %result2, %x2
    %less: Signed = int_sub %n2, 1
    goto block1(%x2, %less, %product)
}
