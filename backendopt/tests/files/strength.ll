; test pass=strength,simplify
; prelude
graph @arith(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = int_add %x, 0
    %b: Signed = int_py_div %a, 8
    %c: Signed = int_py_mod %x, 8
    %d: Signed = int_mul %b, 1
    %e: Signed = int_add 3, %d
    %f: Signed = int_add %e, 4
    %g: Signed = int_add %f, %c
    %z: Signed = int_sub %x, %x
    %h: Signed = int_or %g, %z
    return %h
}
; run: @arith(29) == 15
; run: @arith(-29) == 6
; run: @arith(-9223372036854775808) == -1152921504606846969
; without in @arith: int_py_div, int_py_mod, int_mul, int_sub, int_or
graph @ovf(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = int_add_ovf %x, 0
    catch -> block1(%a), $OverflowError(_, _) -> return(-1)
block1(%b: Signed):
    %c: Signed = int_add_ovf 1, %b
    catch -> return(%c), $OverflowError(_, _) -> return(-2)
}
; run: @ovf(3) == 4
; run: @ovf(9223372036854775807) == -2
graph @bools(%x: Signed, %p: Bool) -> Bool {
block0(%x, %p):
    %a: Bool = int_lt %x, 10
    %b: Bool = bool_not %a
    %i: Signed = cast_bool_to_int %p
    %c: Bool = int_eq %i, 0
    %d: Bool = int_is_true %i
    %e: Bool = bool_and %c, %b
    %f: Bool = bool_or %e, %d
    return %f
}
; run: @bools(5, false) == false
; run: @bools(15, false) == true
; run: @bools(5, true) == true
; An index below 256 is in a table of 256, and need not be in one of 98.
graph @tables(%c: Char, %x: Signed) -> Signed {
block0(%c, %x):
    %i: Signed = cast_char_to_int %c
    %u: Unsigned = cast_int_to_uint %i
    %out: Bool = uint_ge %u, 256u
    if %out then return(-1) else block1(%c, %x)
block1(%c1: Char, %x1: Signed):
    %i1: Signed = cast_char_to_int %c1
    %u1: Unsigned = cast_int_to_uint %i1
    %in: Bool = uint_lt %u1, 98u
    if %in then block2(%x1) else return(-2)
block2(%x2: Signed):
    %low: Signed = int_and %x2, 15
    %u2: Unsigned = cast_int_to_uint %low
    %in2: Bool = uint_lt %u2, 16u
    if %in2 then return(%low) else return(-3)
}
; run: @tables('a', 33) == 1
; run: @tables('b', 33) == -2
; run: @tables('a', -1) == 15
; expect:
; graph @arith(%x0: Signed) -> Signed {
; block0(%x0):
;     %b1: Signed = int_rshift %x0, 3
;     %c2: Signed = int_and %x0, 7
;     %f3: Signed = int_add %b1, 7
;     %g4: Signed = int_add %f3, %c2
;     return %g4
; }
; graph @ovf(%x0: Signed) -> Signed {
; block0(%x0):
;     %c1: Signed = int_add_ovf %x0, 1
;     catch -> return(%c1), $OverflowError(_, _) -> return(-2)
; }
; graph @bools(%x0: Signed, %p1: Bool) -> Bool {
; block0(%x0, %p1):
;     %b2: Bool = int_ge %x0, 10
;     %c3: Bool = bool_not %p1
;     %e4: Bool = bool_and %c3, %b2
;     %f5: Bool = bool_or %e4, %p1
;     return %f5
; }
; graph @tables(%c0: Char, %x1: Signed) -> Signed {
; block0(%c0, %x1):
;     %i2: Signed = cast_char_to_int %c0
;     %u3: Unsigned = cast_int_to_uint %i2
;     %in4: Bool = uint_lt %u3, 98u
;     if %in4 then block1(%x1) else return(-2)
; block1(%x5: Signed):
;     %low6: Signed = int_and %x5, 15
;     return %low6
; }
