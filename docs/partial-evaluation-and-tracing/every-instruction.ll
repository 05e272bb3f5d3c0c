; The same machine as in regmachine.ll, as one who has not thought about it would prepare it: one round of a loop is one
; instruction. The code and the place in it are promoted.
level rtyped
struct #rpy_string gc immutable_items { hash: Signed } items Char
string #rpy_string
object $square: #rpy_string { 0 } "ABa-Ac1Caj\x02c."
jitdriver "machine" greens [] reds ["pc", "code", "a", "r0", "r1", "r2"]
entry @main
graph @main(%code: *#rpy_string, %a: Signed) -> Signed {
block0(%code, %a):
    %r: Signed = direct_call @interpret, %code, %a
    return %r
}
graph @interpret(%code: *#rpy_string, %a: Signed) -> Signed {
block0(%code, %a):
    goto block1(%code, 0, %a, 0, 0, 0)
block1(%code0: *#rpy_string, %pc0: Signed, %a1: Signed, %r1: Signed, %s1: Signed, %t1: Signed):
    jit_marker "jit_merge_point", 0, %pc0, %code0, %a1, %r1, %s1, %t1
    %code1: *#rpy_string = hint %code0, "promote"
    %pc1: Signed = hint %pc0, "promote"
    %op: Char = getarrayitem %code1, %pc1
    %next: Signed = int_add %pc1, 1
    switch %op: 'A' -> block1(%code1, %next, %a1, %a1, %s1, %t1),
        'B' -> block1(%code1, %next, %a1, %r1, %a1, %t1),
        'C' -> block1(%code1, %next, %a1, %r1, %s1, %a1),
        'a' -> block1(%code1, %next, %r1, %r1, %s1, %t1),
        'b' -> block1(%code1, %next, %s1, %r1, %s1, %t1),
        'c' -> block1(%code1, %next, %t1, %r1, %s1, %t1),
        '0' -> block2(%code1, %next, %a1, %r1, %r1, %s1, %t1),
        '1' -> block2(%code1, %next, %a1, %s1, %r1, %s1, %t1),
        '2' -> block2(%code1, %next, %a1, %t1, %r1, %s1, %t1),
        '-' -> block3(%code1, %next, %a1, %r1, %s1, %t1),
        'j' -> block4(%code1, %next, %a1, %r1, %s1, %t1),
        default -> return(%a1)
block2(%code2: *#rpy_string, %pc2: Signed, %a2: Signed, %add: Signed, %r2: Signed, %s2: Signed, %t2: Signed):
    %sum: Signed = int_add %a2, %add
    goto block1(%code2, %pc2, %sum, %r2, %s2, %t2)
block3(%code3: *#rpy_string, %pc3: Signed, %a3: Signed, %r3: Signed, %s3: Signed, %t3: Signed):
    %less: Signed = int_sub %a3, 1
    goto block1(%code3, %pc3, %less, %r3, %s3, %t3)
block4(%code4: *#rpy_string, %pc4: Signed, %a4: Signed, %r4: Signed, %s4: Signed, %t4: Signed):
    %address: Char = getarrayitem %code4, %pc4
    %target: Signed = cast_char_to_int %address
    %behind: Signed = int_add %pc4, 1
    %jumps: Bool = int_ne %a4, 0
    if %jumps then block1(%code4, %target, %a4, %r4, %s4, %t4) else block1(%code4, %behind, %a4, %r4, %s4, %t4)
}
