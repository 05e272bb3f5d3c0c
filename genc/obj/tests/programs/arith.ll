graph @wrap(%a: Signed, %b: Signed) -> Signed {
block0(%a, %b):
    %x: Signed = int_mul %a, %b
    %y: Signed = int_add %x, 9223372036854775807
    %z: Signed = int_sub %y, -9223372036854775808
    return %z
}
; run: @wrap(3, 5) == 14
; run: @wrap(9223372036854775807, 2) == -3
graph @floordiv(%a: Signed, %b: Signed) -> Signed {
block0(%a, %b):
    %q: Signed = int_py_div %a, %b
    %r: Signed = int_py_mod %a, %b
    %m: Signed = int_mul %q, 100
    %s: Signed = int_add %m, %r
    return %s
}
; run: @floordiv(-7, 2) == -399
; run: @floordiv(7, -2) == -401
; run: @floordiv(-8, 2) == -400
; run: @floordiv(-9223372036854775808, -1) == 0
graph @shifts(%a: Signed, %n: Signed) -> Signed {
block0(%a, %n):
    %x: Signed = int_lshift %a, %n
    %y: Signed = int_rshift %x, 3
    %u: Unsigned = cast_int_to_uint %x
    %w: Unsigned = uint_rshift %u, 60
    %v: Signed = cast_uint_to_int %w
    %s: Signed = int_xor %y, %v
    return %s
}
; run: @shifts(1, 63) == -1152921504606846968
; run: @shifts(-5, 2) == -14
graph @floats(%a: Signed) -> Signed {
block0(%a):
    %f: Float = cast_int_to_float %a
    %g: Float = float_mul %f, 2.5f
    %h: Float = float_sub %g, -0.25f
    %i: Signed = cast_float_to_int %h
    %n: Float = float_add %h, f0x7ff8000000000000
    %t: Bool = float_is_true %n
    %k: Signed = cast_bool_to_int %t
    %z: Signed = cast_float_to_int %n
    %x: Signed = int_add %i, %k
    %y: Signed = int_add %x, %z
    return %y
}
; a NaN gives the least number
; run: @floats(10) == -9223372036854775782
graph @chars(%a: Signed) -> Signed {
block0(%a):
    %c: Char = cast_int_to_char %a
    %q: Bool = char_lt %c, '\''
    %b: Bool = char_eq %c, '\\'
    %o: Bool = bool_or %q, %b
    %i: Signed = cast_char_to_int %c
    if %o then return(%i) else return(-1)
}
; run: @chars(348) == 92
; run: @chars(65) == -1
; run: @chars(256) == 0
; swap: moves at the back edge form a cycle
graph @swap(%n: Signed) -> Signed {
block0(%n):
    goto block1(1, 2, 3, %n)
block1(%a: Signed, %b: Signed, %c: Signed, %i: Signed):
    %t: Bool = int_gt %i, 0
    if %t then block2(%a, %b, %c, %i) else block3(%a, %b, %c)
block2(%a2: Signed, %b2: Signed, %c2: Signed, %i2: Signed):
    %j: Signed = int_sub %i2, 1
    goto block1(%b2, %c2, %a2, %j)
block3(%a3: Signed, %b3: Signed, %c3: Signed):
    %x: Signed = int_mul %a3, 100
    %y: Signed = int_mul %b3, 10
    %z: Signed = int_add %x, %y
    %w: Signed = int_add %z, %c3
    return %w
}
; run: @swap(0) == 123
; run: @swap(1) == 231
; run: @swap(5) == 312
graph @pick(%n: Signed) -> Signed {
block0(%n):
    switch %n: 1 -> return(10), 2 -> block1(%n), -9223372036854775808 -> return(7), default -> block1(5)
block1(%x: Signed):
    %y: Signed = int_mul %x, %x
    return %y
}
; run: @pick(1) == 10
; run: @pick(2) == 4
; run: @pick(-9223372036854775808) == 7
; run: @pick(77) == 25
; nested loops with an invariant
graph @nested(%n: Signed, %k: Signed) -> Signed {
block0(%n, %k):
    goto block1(0, 0, %n, %k)
block1(%i: Signed, %s: Signed, %n1: Signed, %k1: Signed):
    %c: Bool = int_lt %i, %n1
    if %c then block2(0, %i, %s, %n1, %k1) else return(%s)
block2(%j: Signed, %i2: Signed, %s2: Signed, %n2: Signed, %k2: Signed):
    %d: Bool = int_lt %j, %n2
    if %d then block3(%j, %i2, %s2, %n2, %k2) else block4(%i2, %s2, %n2, %k2)
block3(%j3: Signed, %i3: Signed, %s3: Signed, %n3: Signed, %k3: Signed):
    %s4: Signed = int_add %s3, %k3
    %j4: Signed = int_add %j3, 1
    goto block2(%j4, %i3, %s4, %n3, %k3)
block4(%i5: Signed, %s5: Signed, %n5: Signed, %k5: Signed):
    %i6: Signed = int_add %i5, 1
    goto block1(%i6, %s5, %n5, %k5)
}
; run: @nested(10, 3) == 300
; A range test decides a jump, and what is added to an index is part of the address.
struct #Numbers gc {} items Signed
object $numbers: #Numbers { } [ 10, 20, 30, 40, 50 ]
graph @gate(%i: Signed, %n: Signed) -> Signed {
block0(%i, %n):
    %high: Signed = int_add %i, 2
    %in: Bool = int_between 3, %high, %n
    if %in then block2(%i) else block1(%i)
block1(%i1: Signed):
    %x1: Signed = int_sub -1, %i1
    return %x1
block2(%i2: Signed):
    %up: Signed = int_add %i2, 3
    %down: Signed = int_sub %up, 4
    %next: Signed = int_add %i2, 1
    %x: Signed = getarrayitem $numbers, %down
    %y: Signed = getarrayitem $numbers, %next
    %z: Signed = getarrayitem $numbers, %i2
    setarrayitem $numbers, %down, %y
    setarrayitem $numbers, %next, %x
    %a: Signed = getarrayitem $numbers, %down
    %b: Signed = getarrayitem $numbers, %next
    setarrayitem $numbers, %down, %x
    setarrayitem $numbers, %next, %y
    %k: Signed = int_mul %z, 10000
    %l: Signed = int_mul %a, 100
    %s: Signed = int_add %k, %l
    %t: Signed = int_add %s, %b
    %r: Signed = int_add %t, %next
    return %r
}
; run: @gate(1, 5) == 203012
; run: @gate(2, 5) == 304023
; run: @gate(3, 5) == -4
; run: @gate(3, 6) == 405034
; run: @gate(0, 5) == -1
; run: @gate(-5, 5) == 4
; run: @gate(9223372036854775807, 5) == -9223372036854775808
; run: @gate(1, -5) == -2
