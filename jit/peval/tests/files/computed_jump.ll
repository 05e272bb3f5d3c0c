; A jump to a place that is not known: there the interpreter itself is in the program, and where places are known again, it is not.
struct #code gc immutable_items { pad: Signed } items Signed
object $code: #code { 0 } [ 1, 3, 1, 2, 0 ]
jitdriver "d" greens ["pc", "code"] reds ["a"]
entry @main
graph @main(%a: Signed) -> Signed {
block0(%a):
    %r: Signed = direct_call @portal, $code, %a
    return %r
}
graph @portal(%code: *#code, %a: Signed) -> Signed {
block0(%code, %a):
    goto block1(%code, 0, %a)
block1(%code1: *#code, %pc: Signed, %a1: Signed):
    jit_marker "jit_merge_point", 0, %pc, %code1, %a1
    %op: Signed = getarrayitem %code1, %pc
    %next: Signed = int_add %pc, 1
    switch %op: 0 -> return(%a1), 1 -> block2(%code1, %next, %a1), 2 -> block3(%code1, %next, %a1), default -> block4(%code1, %a1)
block2(%code2: *#code, %pc2: Signed, %a2: Signed):
    %more: Signed = int_add %a2, 1
    goto block1(%code2, %pc2, %more)
block3(%code3: *#code, %pc3: Signed, %a3: Signed):
    %twice: Signed = int_mul %a3, 2
    goto block1(%code3, %pc3, %twice)
block4(%code4: *#code, %a4: Signed):
    goto block1(%code4, %a4, %a4)
}
; run: 1 == 6
; run: 2 == 6
; run: 3 == 4
; expect:
; 1 functions, 3 places of the guest program in 4 variants
; warning: the green variable `pc` is not always known: the interpreter itself is in the program there
; 16 blocks, 8 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %more1: Signed = int_add %p0, 1
;     goto block1(%more1)
; block1(%v2: Signed):
;     %op3: Signed = getarrayitem $code, %v2
;     %next4: Signed = int_add %v2, 1
;     switch %op3: 0 -> return(%v2), 1 -> block2(%v2, %next4), 2 -> block4(%v2, %next4), default -> block1(%v2)
; block2(%v5: Signed, %next6: Signed):
;     %more7: Signed = int_add %v5, 1
;     goto block3(%next6, %more7)
; block3(%v8: Signed, %v9: Signed):
;     %op10: Signed = getarrayitem $code, %v8
;     %next11: Signed = int_add %v8, 1
;     switch %op10: 0 -> return(%v9), 1 -> block2(%v9, %next11), 2 -> block4(%v9, %next11), default -> block1(%v9)
; block4(%v12: Signed, %next13: Signed):
;     %twice14: Signed = int_mul %v12, 2
;     goto block3(%next13, %twice14)
; }
