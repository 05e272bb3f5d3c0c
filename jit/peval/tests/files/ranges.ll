; Three neighbouring items, each behind a test of its index: one test, and a way without.
struct #array gc {} items Signed
object $array: #array { } [ 1, 2, 3, 4, 5, 6, 7, 8 ]
jitdriver "d" greens ["k"] reds ["n", "sum", "size"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, 3, %n
    return %r
}
graph @get(%a: *#array, %size: Signed, %i: Signed) -> Signed {
block0(%a, %size, %i):
    %u: Unsigned = cast_int_to_uint %i
    %l: Unsigned = cast_int_to_uint %size
    %out: Bool = uint_ge %u, %l
    if %out then raise($IndexError, $i_IndexError) else block1(%a, %i)
block1(%a1: *#array, %i1: Signed):
    %x: Signed = getarrayitem %a1, %i1
    return %x
}
graph @size(%n: Signed) -> Signed [dont_look_inside] {
block0(%n):
    %r: Signed = getarraysize $array
    return %r
}
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    %size: Signed = direct_call @size, %n
    goto block1(%k, %n, 0, %size)
block1(%k1: Signed, %n1: Signed, %sum: Signed, %size1: Signed):
    jit_marker "jit_merge_point", 0, %k1, %n1, %sum, %size1
    %x: Signed = direct_call @get, $array, %size1, %n1
    %s: Signed = int_add %sum, %x
    %next: Signed = int_add %n1, 1
    %less: Signed = int_sub %k1, 1
    %more: Bool = int_ne %less, 0
    if %more then block1(%less, %next, %s, %size1) else return(%s)
}
; run: 0 == 6
; run: 5 == 21
; run: 6 raises IndexError
; run: -1 raises IndexError
; run: 9223372036854775807 raises IndexError
; run: -9223372036854775808 raises IndexError
; expect:
; 1 functions, 3 places of the guest program in 3 variants
; 14 blocks, 10 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %size1: Signed = direct_call @size, %p0
;     %u2: Unsigned = cast_int_to_uint %p0
;     %l3: Unsigned = cast_int_to_uint %size1
;     %out4: Bool = uint_ge %u2, %l3
;     %v5: Signed = int_sub %size1, 2
;     %v6: Bool = int_between 0, %p0, %v5
;     if %v6 then block5(%p0, 0) else block1(%out4, %p0, %size1)
; block1(%out7: Bool, %p8: Signed, %size9: Signed):
;     if %out7 then raise($IndexError, $i_IndexError) else block2(%p8, 0, %size9)
; block2(%v10: Signed, %v11: Signed, %v12: Signed):
;     %x13: Signed = getarrayitem $array, %v10
;     %s14: Signed = int_add %v11, %x13
;     %next15: Signed = int_add %v10, 1
;     %u16: Unsigned = cast_int_to_uint %next15
;     %l17: Unsigned = cast_int_to_uint %v12
;     %out18: Bool = uint_ge %u16, %l17
;     if %out18 then raise($IndexError, $i_IndexError) else block3(%next15, %s14, %v12)
; block3(%v19: Signed, %v20: Signed, %v21: Signed):
;     %x22: Signed = getarrayitem $array, %v19
;     %s23: Signed = int_add %v20, %x22
;     %next24: Signed = int_add %v19, 1
;     %u25: Unsigned = cast_int_to_uint %next24
;     %l26: Unsigned = cast_int_to_uint %v21
;     %out27: Bool = uint_ge %u25, %l26
;     if %out27 then raise($IndexError, $i_IndexError) else block4(%next24, %s23)
; block4(%v28: Signed, %v29: Signed):
;     %x30: Signed = getarrayitem $array, %v28
;     %s31: Signed = int_add %v29, %x30
;     return %s31
; block5(%v32: Signed, %v33: Signed):
;     %x34: Signed = getarrayitem $array, %v32
;     %s35: Signed = int_add %v33, %x34
;     %next36: Signed = int_add %v32, 1
;     %x37: Signed = getarrayitem $array, %next36
;     %s38: Signed = int_add %s35, %x37
;     %next39: Signed = int_add %next36, 1
;     %x40: Signed = getarrayitem $array, %next39
;     %s41: Signed = int_add %s38, %x40
;     return %s41
; }
