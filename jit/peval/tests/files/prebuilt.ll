; Fields of prebuilt objects are known if no function writes to them; C code may write to raw memory.
struct #node gc { value: Signed, count: Signed }
struct #raw { x: Signed }
object $node: #node { 6, 7 }
object $raw: #raw { 8 }
jitdriver "d" greens ["node"] reds ["n"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, $node, %n
    return %r
}
graph @portal(%node: *#node, %n: Signed) -> Signed {
block0(%node, %n):
    jit_marker "jit_merge_point", 0, %node, %n
    %v: Signed = getfield %node, .value
    %c: Signed = getfield %node, .count
    %x: Signed = getfield $raw, .x
    %up: Signed = int_add %c, 1
    setfield %node, .count, %up
    %a: Signed = int_mul %v, %v
    %b: Signed = int_add %a, %c
    %d: Signed = int_add %b, %x
    %e: Signed = int_add %d, %n
    return %e
}
; run: 0 == 51
; run: 2 == 53
; expect:
; 1 functions, 1 places of the guest program in 1 variants
; 5 blocks, 4 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %c1: Signed = getfield $node, .count
;     %x2: Signed = getfield $raw, .x
;     %up3: Signed = int_add %c1, 1
;     setfield $node, .count, %up3
;     %b4: Signed = int_add 36, %c1
;     %d5: Signed = int_add %b4, %x2
;     %e6: Signed = int_add %d5, %p0
;     return %e6
; }
