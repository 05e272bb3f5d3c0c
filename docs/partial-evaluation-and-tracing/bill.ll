; What n telephone calls cost. 64 calls in a row have the same rate.
level rtyped
struct #rates gc immutable_items { pad: Signed } items Signed
object $rates: #rates { 0 } [ 3, 5, 8, 13 ]
jitdriver "bill" greens [] reds ["n", "i", "total"]
entry @bill
graph @bill(%n: Signed) -> Signed {
block0(%n):
    goto block1(%n, 0, 0)
block1(%n1: Signed, %i1: Signed, %total1: Signed):
    jit_marker "jit_merge_point", 0, %n1, %i1, %total1
    %more: Bool = int_lt %i1, %n1
    if %more then block2(%n1, %i1, %total1) else return(%total1)
block2(%n2: Signed, %i2: Signed, %total2: Signed):
    %high: Signed = int_rshift %i2, 6
    %band: Signed = int_and %high, 3
    %rate: Signed = getarrayitem $rates, %band
    %twice: Signed = int_mul %rate, 2
    %price: Signed = int_add %twice, 1
    %sum: Signed = int_add %total2, %price
    %up: Signed = int_add %i2, 1
    goto block1(%n2, %up, %sum)
}
