; A register machine: the bytecode is known, the accumulator is not. What is left of the square is one loop.
struct #code gc immutable_items { pad: Signed } items Char
object $code: #code { 0 } [ '\x01', '\x02', '\x03', '\x04', '\x01', '\x05', '\x06', '\x07', '\x03', '\x00', '\x02', '\x05', '\x08' ]
jitdriver "machine" greens ["pc", "code"] reds ["a", "r0", "r1", "r2"]
entry @main
graph @main(%a: Signed) -> Signed {
block0(%a):
    %r: Signed = direct_call @interpret, $code, %a
    return %r
}
graph @interpret(%code: *#code, %a: Signed) -> Signed {
block0(%code, %a):
    goto block1(%code, 0, %a, 0, 0, 0)
block1(%code1: *#code, %pc1: Signed, %a1: Signed, %b1: Signed, %c1: Signed, %d1: Signed):
    jit_marker "jit_merge_point", 0, %pc1, %code1, %a1, %b1, %c1, %d1
    %op: Char = getarrayitem %code1, %pc1
    %next: Signed = int_add %pc1, 1
    switch %op: '\x00' -> block2(%code1, %next, %a1, %b1, %c1, %d1), '\x01' -> block1(%code1, %next, %a1, %a1, %c1, %d1), '\x02' -> block1(%code1, %next, %a1, %b1, %a1, %d1), '\x03' -> block1(%code1, %next, %b1, %b1, %c1, %d1), '\x04' -> block4(%code1, %next, %a1, %b1, %c1, %d1), '\x05' -> block1(%code1, %next, %d1, %b1, %c1, %d1), '\x06' -> block5(%code1, %next, %a1, %b1, %c1, %d1), '\x07' -> block1(%code1, %next, %a1, %b1, %c1, %a1), default -> return(%a1)
block2(%code2: *#code, %pc2: Signed, %a2: Signed, %b2: Signed, %c2: Signed, %d2: Signed):
    %char: Char = getarrayitem %code2, %pc2
    %to: Signed = cast_char_to_int %char
    %behind: Signed = int_add %pc2, 1
    %t: Bool = int_ne %a2, 0
    if %t then block3(%code2, %to, %a2, %b2, %c2, %d2) else block1(%code2, %behind, %a2, %b2, %c2, %d2)
block3(%code3: *#code, %pc3: Signed, %a3: Signed, %b3: Signed, %c3: Signed, %d3: Signed):
    jit_marker "can_enter_jit", 0, %pc3, %code3, %a3, %b3, %c3, %d3
    goto block1(%code3, %pc3, %a3, %b3, %c3, %d3)
block4(%code4: *#code, %pc4: Signed, %a4: Signed, %b4: Signed, %c4: Signed, %d4: Signed):
    %less: Signed = int_sub %a4, 1
    goto block1(%code4, %pc4, %less, %b4, %c4, %d4)
block5(%code5: *#code, %pc5: Signed, %a5: Signed, %b5: Signed, %c5: Signed, %d5: Signed):
    %sum: Signed = int_add %a5, %c5
    goto block1(%code5, %pc5, %sum, %b5, %c5, %d5)
}
; run: 16 == 256
; run: 3 == 9
; run: 1 == 1
; expect:
; 1 functions, 12 places of the guest program in 15 variants
; 21 blocks, 6 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @interpret.1, %p0
;     return %r1
; }
; graph @interpret.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %less1: Signed = int_sub %p0, 1
;     goto block1(0, %less1, %p0)
; block1(%v2: Signed, %v3: Signed, %v4: Signed):
;     %sum5: Signed = int_add %v2, %v4
;     %t6: Bool = int_ne %v3, 0
;     if %t6 then block2(%v3, %v4, %sum5) else return(%sum5)
; block2(%v7: Signed, %v8: Signed, %v9: Signed):
;     %less10: Signed = int_sub %v7, 1
;     goto block1(%v9, %less10, %v8)
; }
