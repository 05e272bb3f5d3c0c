; A register machine: an accumulator a and three registers. An instruction is a character:
;     A B C   mov_a_r0 mov_a_r1 mov_a_r2        a b c   mov_r0_a mov_r1_a mov_r2_a
;     0 1 2   add_r0_to_a … add_r2_to_a         -       decr_a
;     j n     jump_if_a: to the instruction n, if a is not 0        .       return_a
level rtyped
struct #rpy_string gc immutable_items { hash: Signed } items Char
string #rpy_string
object $square: #rpy_string { 0 } "ABa-Ac1Caj\x02c."
object $mov_a_r0: #rpy_string { 0 } "mov_a_r0"
object $mov_a_r1: #rpy_string { 0 } "mov_a_r1"
object $mov_a_r2: #rpy_string { 0 } "mov_a_r2"
object $mov_r0_a: #rpy_string { 0 } "mov_r0_a"
object $mov_r1_a: #rpy_string { 0 } "mov_r1_a"
object $mov_r2_a: #rpy_string { 0 } "mov_r2_a"
object $add_r0_to_a: #rpy_string { 0 } "add_r0_to_a"
object $add_r1_to_a: #rpy_string { 0 } "add_r1_to_a"
object $add_r2_to_a: #rpy_string { 0 } "add_r2_to_a"
object $decr_a: #rpy_string { 0 } "decr_a"
object $jump_if_a: #rpy_string { 0 } "jump_if_a"
object $return_a: #rpy_string { 0 } "return_a"
jitdriver "machine" greens ["pc", "code"] reds ["a", "r0", "r1", "r2"] get_printable_location @instruction
entry @main
graph @main(%code: *#rpy_string, %a: Signed) -> Signed {
block0(%code, %a):
    %r: Signed = direct_call @interpret, %code, %a
    return %r
}
graph @interpret(%code: *#rpy_string, %a: Signed) -> Signed {
block0(%code, %a):
    goto block1(%code, 0, %a, 0, 0, 0)
block1(%code1: *#rpy_string, %pc1: Signed, %a1: Signed, %r1: Signed, %s1: Signed, %t1: Signed):
    jit_marker "jit_merge_point", 0, %pc1, %code1, %a1, %r1, %s1, %t1
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
    if %jumps then block5(%code4, %target, %a4, %r4, %s4, %t4) else block1(%code4, %behind, %a4, %r4, %s4, %t4)
block5(%code5: *#rpy_string, %pc5: Signed, %a5: Signed, %r5: Signed, %s5: Signed, %t5: Signed):
    jit_marker "can_enter_jit", 0, %pc5, %code5, %a5, %r5, %s5, %t5
    goto block1(%code5, %pc5, %a5, %r5, %s5, %t5)
}
; What stands in logs for a place.
graph @instruction(%pc: Signed, %code: *#rpy_string) -> *#rpy_string {
block0(%pc, %code):
    %op: Char = getarrayitem %code, %pc
    switch %op: 'A' -> return($mov_a_r0),
        'B' -> return($mov_a_r1),
        'C' -> return($mov_a_r2),
        'a' -> return($mov_r0_a),
        'b' -> return($mov_r1_a),
        'c' -> return($mov_r2_a),
        '0' -> return($add_r0_to_a),
        '1' -> return($add_r1_to_a),
        '2' -> return($add_r2_to_a),
        '-' -> return($decr_a),
        'j' -> return($jump_if_a),
        default -> return($return_a)
}
