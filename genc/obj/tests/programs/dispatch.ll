; Loops around a switch: the way from the end of each case to the switch is repeated there.
; Digits of n, last first, are commands; the join adds to the step counter, and exchanges two values.
graph @digits(%n: Signed) -> Signed {
block0(%n):
    goto block1(%n, 0, 1, 0)
block1(%n1: Signed, %a1: Signed, %b1: Signed, %k1: Signed):
    %c: Bool = int_gt %n1, 0
    if %c then block2(%n1, %a1, %b1, %k1) else block20(%a1, %b1, %k1)
block2(%n2: Signed, %a2: Signed, %b2: Signed, %k2: Signed):
    %d: Signed = int_and %n2, 15
    %r: Signed = int_rshift %n2, 4
    switch %d: 1 -> block3(%r, %a2, %b2, %k2), 2 -> block4(%r, %a2, %b2, %k2), 3 -> block5(%r, %a2, %b2, %k2), 4 -> block6(%r, %a2, %b2, %k2), 5 -> block7(%r, %b2, %a2, %k2), 7 -> block1(%r, %b2, %a2, %k2), 8 -> return(%k2), default -> block7(%r, %a2, 100, %k2)
block3(%r3: Signed, %a3: Signed, %b3: Signed, %k3: Signed):
    %x3: Signed = int_add %a3, 1
    goto block7(%r3, %x3, %b3, %k3)
block4(%r4: Signed, %a4: Signed, %b4: Signed, %k4: Signed):
    %x4: Signed = int_mul %a4, 3
    goto block7(%r4, %x4, %b4, %k4)
block5(%r5: Signed, %a5: Signed, %b5: Signed, %k5: Signed):
    %c5: Bool = int_gt %a5, %b5
    if %c5 then block7(%r5, %b5, %a5, %k5) else block1(%r5, %a5, %b5, %k5)
block6(%r6: Signed, %a6: Signed, %b6: Signed, %k6: Signed):
    %x6: Signed = int_sub %b6, %a6
    goto block7(%r6, %x6, %a6, %k6)
block7(%r7: Signed, %a7: Signed, %b7: Signed, %k7: Signed):
    %k: Signed = int_add %k7, 1
    goto block1(%r7, %a7, %b7, %k)
block20(%a9: Signed, %b9: Signed, %k9: Signed):
    %s1: Signed = int_mul %a9, 10000
    %s2: Signed = int_mul %b9, 100
    %s3: Signed = int_add %s1, %s2
    %s4: Signed = int_add %s3, %k9
    return %s4
}
; run: @digits(0) == 100
; run: @digits(17) == 20102
; run: @digits(1193046) == -2979995
; run: @digits(325) == 103
; run: @digits(2167) == 0
; run: @digits(1365) == 10003
; run: @digits(59441) == 1
; Negative cases, characters.
graph @signs(%n: Signed) -> Signed {
block0(%n):
    goto block1(%n, 0)
block1(%n1: Signed, %a1: Signed):
    %d: Signed = int_sub %n1, 3
    switch %d: -3 -> block9(%a1), -2 -> block2(%n1, %a1), -1 -> block3(%n1, %a1), 0 -> block4(%n1, %a1), 1 -> block3(%n1, %a1), 2 -> block2(%n1, %a1), default -> return(-1)
block2(%n2: Signed, %a2: Signed):
    %x2: Signed = int_add %a2, %n2
    %m2: Signed = int_sub %n2, 1
    goto block1(%m2, %x2)
block3(%n3: Signed, %a3: Signed):
    %x3: Signed = int_mul %a3, 2
    %m3: Signed = int_sub %n3, 1
    goto block1(%m3, %x3)
block4(%n4: Signed, %a4: Signed):
    %x4: Signed = int_sub %a4, 7
    %m4: Signed = int_sub %n4, 1
    goto block1(%m4, %x4)
block9(%a9: Signed):
    return %a9
}
; run: @signs(0) == 0
; run: @signs(2) == 1
; run: @signs(5) == 7
; run: @signs(6) == -1
; run: @signs(-9223372036854775808) == -1
graph @chars(%n: Signed) -> Signed {
block0(%n):
    goto block1(%n, 0)
block1(%n1: Signed, %a1: Signed):
    %b1: Signed = int_and %n1, 255
    %d: Char = cast_int_to_char %b1
    switch %d: 'a' -> block2(%n1, %a1), 'b' -> block3(%n1, %a1), 'c' -> block2(%n1, %a1), 'd' -> block3(%n1, %a1), 'e' -> block2(%n1, %a1), default -> return(%a1)
block2(%n2: Signed, %a2: Signed):
    %x2: Signed = int_add %a2, %n2
    %m2: Signed = int_add %n2, 1
    goto block1(%m2, %x2)
block3(%n3: Signed, %a3: Signed):
    %x3: Signed = int_mul %a3, 2
    %m3: Signed = int_add %n3, 1
    goto block1(%m3, %x3)
}
; run: @chars(97) == 687
; run: @chars(90) == 0
; run: @chars(256) == 0
