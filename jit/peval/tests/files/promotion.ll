; A promoted value is read from an array of few values: there is code for each.
struct #table gc immutable_items { pad: Signed } items Signed
object $table: #table { 0 } [ 2, 5, 2, 5, 9 ]
jitdriver "d" greens ["t"] reds ["n"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, $table, %n
    return %r
}
graph @portal(%t: *#table, %n: Signed) -> Signed {
block0(%t, %n):
    jit_marker "jit_merge_point", 0, %t, %n
    %x: Signed = getarrayitem %t, %n
    %known: Signed = hint %x, "promote"
    %r: Signed = int_mul %known, %known
    %other: Signed = hint %n, "promote"
    %sum: Signed = int_add %r, %other
    return %sum
}
; run: 0 == 4
; run: 3 == 28
; run: 4 == 85
; expect:
; 1 functions, 1 places of the guest program in 1 variants
; 8 blocks, 7 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %x1: Signed = getarrayitem $table, %p0
;     switch %x1: 2 -> block1(%p0), 5 -> block2(%p0), default -> block3(%p0)
; block1(%v2: Signed):
;     %sum3: Signed = int_add 4, %v2
;     return %sum3
; block2(%v4: Signed):
;     %sum5: Signed = int_add 25, %v4
;     return %sum5
; block3(%v6: Signed):
;     %sum7: Signed = int_add 81, %v6
;     return %sum7
; }
