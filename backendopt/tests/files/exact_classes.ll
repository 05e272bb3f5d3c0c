; test pass=exact_classes,simplify
; prelude
graph @is_key(%o: *#object) -> Bool {
block0(%o):
    %t: *#vtable = getfield %o, .typeptr
    %n: Signed = getfield %t, .subclassrange_min
    %r: Bool = int_between 5, %n, 6
    return %r
}
; Classes with subclasses stay ranges.
graph @is_lookup(%o: *#object) -> Bool {
block0(%o):
    %t: *#vtable = getfield %o, .typeptr
    %n: Signed = getfield %t, .subclassrange_min
    %r: Bool = int_between 4, %n, 7
    return %r
}
; So does what is no number of a class.
graph @is_five(%n: Signed) -> Bool {
block0(%n):
    %r: Bool = int_between 5, %n, 6
    return %r
}
graph @f(%x: Signed) -> Signed {
block0(%x):
    %a: Bool = direct_call @is_key, $i_KeyError
    %b: Bool = direct_call @is_key, $i_IndexError
    %c: Bool = direct_call @is_lookup, $i_IndexError
    %d: Bool = direct_call @is_five, %x
    %a1: Signed = cast_bool_to_int %a
    %b1: Signed = cast_bool_to_int %b
    %c1: Signed = cast_bool_to_int %c
    %d1: Signed = cast_bool_to_int %d
    %b2: Signed = int_mul %b1, 10
    %c2: Signed = int_mul %c1, 100
    %d2: Signed = int_mul %d1, 1000
    %s1: Signed = int_add %a1, %b2
    %s2: Signed = int_add %c2, %d2
    %s: Signed = int_add %s1, %s2
    return %s
}
; run: @f(5) == 1101
; run: @f(6) == 101
; without in @is_key: int_between, .subclassrange_min
; with in @is_key: ptr_eq
; with in @is_lookup: int_between
; with in @is_five: int_between
; expect:
; graph @is_key(%o0: *#object) -> Bool {
; block0(%o0):
;     %t1: *#vtable = getfield %o0, .typeptr
;     %r2: Bool = ptr_eq %t1, $KeyError
;     return %r2
; }
; graph @is_lookup(%o0: *#object) -> Bool {
; block0(%o0):
;     %t1: *#vtable = getfield %o0, .typeptr
;     %n2: Signed = getfield %t1, .subclassrange_min
;     %r3: Bool = int_between 4, %n2, 7
;     return %r3
; }
; graph @is_five(%n0: Signed) -> Bool {
; block0(%n0):
;     %r1: Bool = int_between 5, %n0, 6
;     return %r1
; }
; graph @f(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Bool = direct_call @is_key, $i_KeyError
;     %b2: Bool = direct_call @is_key, $i_IndexError
;     %c3: Bool = direct_call @is_lookup, $i_IndexError
;     %d4: Bool = direct_call @is_five, %x0
;     %a5: Signed = cast_bool_to_int %a1
;     %b6: Signed = cast_bool_to_int %b2
;     %c7: Signed = cast_bool_to_int %c3
;     %d8: Signed = cast_bool_to_int %d4
;     %b9: Signed = int_mul %b6, 10
;     %c10: Signed = int_mul %c7, 100
;     %d11: Signed = int_mul %d8, 1000
;     %s12: Signed = int_add %a5, %b9
;     %s13: Signed = int_add %c10, %d11
;     %s14: Signed = int_add %s12, %s13
;     return %s14
; }
