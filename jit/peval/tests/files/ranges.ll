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
;     %v2: Signed = int_add %p0, 2
;     %v3: Bool = int_between 2, %v2, %size1
;     if %v3 then block5(%p0) else block1(%p0, %size1)
; block1(%p4: Signed, %size5: Signed):
;     %u6: Unsigned = cast_int_to_uint %p4
;     %l7: Unsigned = cast_int_to_uint %size5
;     %out8: Bool = uint_ge %u6, %l7
;     if %out8 then raise($IndexError, $i_IndexError) else block2(%p4, 0, %size5)
; block2(%v9: Signed, %v10: Signed, %v11: Signed):
;     %x12: Signed = getarrayitem $array, %v9
;     %s13: Signed = int_add %v10, %x12
;     %next14: Signed = int_add %v9, 1
;     %u15: Unsigned = cast_int_to_uint %next14
;     %l16: Unsigned = cast_int_to_uint %v11
;     %out17: Bool = uint_ge %u15, %l16
;     if %out17 then raise($IndexError, $i_IndexError) else block3(%next14, %s13, %v11)
; block3(%v18: Signed, %v19: Signed, %v20: Signed):
;     %x21: Signed = getarrayitem $array, %v18
;     %s22: Signed = int_add %v19, %x21
;     %next23: Signed = int_add %v18, 1
;     %u24: Unsigned = cast_int_to_uint %next23
;     %l25: Unsigned = cast_int_to_uint %v20
;     %out26: Bool = uint_ge %u24, %l25
;     if %out26 then raise($IndexError, $i_IndexError) else block4(%next23, %s22)
; block4(%v27: Signed, %v28: Signed):
;     %x29: Signed = getarrayitem $array, %v27
;     %s30: Signed = int_add %v28, %x29
;     return %s30
; block5(%p31: Signed):
;     %x32: Signed = getarrayitem $array, %p31
;     %s33: Signed = int_add 0, %x32
;     %next34: Signed = int_add %p31, 1
;     %x35: Signed = getarrayitem $array, %next34
;     %s36: Signed = int_add %s33, %x35
;     %next37: Signed = int_add %next34, 1
;     goto block4(%next37, %s36)
; }
