; test pass=simplify,methods,inline,constfold,simplify
; prelude
struct #Vt { get: fn(*#N, Signed) -> Signed immutable, any: fn(*#N) -> Signed immutable }
struct #N gc { vt: *#Vt immutable, value: Signed immutable }
family &0 = [@get_value, @get_less, @get_never]
family &1 = [@any_value, @any_loop]
object $v1: #Vt { @get_value, @any_value }
object $v2: #Vt { @get_less, @any_loop }
object $v3: #Vt { @get_never, @any_loop }
graph @get_value(%n: *#N, %x: Signed) -> Signed {
block0(%n, %x):
    %v: Signed = getfield %n, .value
    %r: Signed = int_add %v, %x
    return %r
}
; Its exception goes to the handlers of the call.
graph @get_less(%n: *#N, %x: Signed) -> Signed {
block0(%n, %x):
    %v: Signed = getfield %n, .value
    %c: Bool = int_gt %v, %x
    if %c then raise($KeyError, $i_KeyError) else return(%v)
}
; Always raises: not tried.
graph @get_never(%n: *#N, %x: Signed) -> Signed {
block0(%n, %x):
    raise $IndexError, $i_IndexError
}
graph @any_value(%n: *#N) -> Signed {
block0(%n):
    %v: Signed = getfield %n, .value
    return %v
}
; Takes part in recursion: not tried.
graph @any_loop(%n: *#N) -> Signed {
block0(%n):
    %v: Signed = getfield %n, .value
    %m: *#N = malloc #N
    setfield %m, .vt, $v1
    setfield %m, .value, %v
    %r: Signed = direct_call @call_any, %m
    return %r
}
graph @call_any(%n: *#N) -> Signed {
block0(%n):
    %vt: *#Vt = getfield %n, .vt
    %f: fn(*#N) -> Signed = getfield %vt, .any
    %r: Signed = indirect_call %f, %n, &1
    %s: Signed = int_add %r, 1
    return %s
}
graph @call_get(%n: *#N, %x: Signed) -> Signed {
block0(%n, %x):
    %vt: *#Vt = getfield %n, .vt
    %f: fn(*#N, Signed) -> Signed = getfield %vt, .get
    %r: Signed = indirect_call %f, %n, %x, &0
    catch -> return(%r), $LookupError(%et, %ev) -> block1(%x)
block1(%y: Signed):
    %z: Signed = int_neg %y
    return %z
}
graph @make(%k: Signed, %value: Signed) -> *#N [dont_inline] {
block0(%k, %value):
    %n: *#N = malloc #N
    setfield %n, .value, %value
    switch %k: 1 -> block1(%n), 2 -> block2(%n), default -> block3(%n)
block1(%a: *#N):
    setfield %a, .vt, $v1
    return %a
block2(%b: *#N):
    setfield %b, .vt, $v2
    return %b
block3(%c: *#N):
    setfield %c, .vt, $v3
    return %c
}
graph @get(%k: Signed, %value: Signed, %x: Signed) -> Signed {
block0(%k, %value, %x):
    %n: *#N = direct_call @make, %k, %value
    %r: Signed = direct_call @call_get, %n, %x
    return %r
}
graph @any(%k: Signed, %value: Signed) -> Signed {
block0(%k, %value):
    %n: *#N = direct_call @make, %k, %value
    %r: Signed = direct_call @call_any, %n
    return %r
}
; run: @get(1, 5, 2) == 7
; run: @get(2, 5, 2) == -2
; run: @get(2, 5, 8) == 5
; run: @get(3, 5, 2) == -2
; run: @any(1, 4) == 5
; run: @any(2, 4) == 6
; with in @call_get: ptr_eq, @get_value, @get_less, indirect_call
; without in @call_get: = direct_call, @get_never
; with in @call_any: @any_value, indirect_call
; without in @call_any: = direct_call, @any_loop
; expect:
; graph @get_value(%n0: *#N, %x1: Signed) -> Signed {
; block0(%n0, %x1):
;     %v2: Signed = getfield %n0, .value
;     %r3: Signed = int_add %v2, %x1
;     return %r3
; }
; graph @get_less(%n0: *#N, %x1: Signed) -> Signed {
; block0(%n0, %x1):
;     %v2: Signed = getfield %n0, .value
;     %c3: Bool = int_gt %v2, %x1
;     if %c3 then raise($KeyError, $i_KeyError) else return(%v2)
; }
; graph @get_never(%n0: *#N, %x1: Signed) -> Signed {
; block0(%n0, %x1):
;     raise $IndexError, $i_IndexError
; }
; graph @any_value(%n0: *#N) -> Signed {
; block0(%n0):
;     %v1: Signed = getfield %n0, .value
;     return %v1
; }
; graph @any_loop(%n0: *#N) -> Signed {
; block0(%n0):
;     %v1: Signed = getfield %n0, .value
;     %m2: *#N = malloc #N
;     setfield %m2, .vt, $v1
;     setfield %m2, .value, %v1
;     %r3: Signed = direct_call @call_any, %m2
;     return %r3
; }
; graph @call_any(%n0: *#N) -> Signed {
; block0(%n0):
;     %vt1: *#Vt = getfield %n0, .vt
;     %f2: fn(*#N) -> Signed = getfield %vt1, .any
;     %is3: Bool = ptr_eq %f2, @any_value
;     if %is3 then block3(%n0) else block1(%f2, %n0)
; block1(%f4: fn(*#N) -> Signed, %n5: *#N):
;     %r6: Signed = indirect_call %f4, %n5, &1
;     goto block2(%r6)
; block2(%r7: Signed):
;     %s8: Signed = int_add %r7, 1
;     return %s8
; block3(%n9: *#N):
;     %v10: Signed = getfield %n9, .value
;     goto block2(%v10)
; }
; graph @call_get(%n0: *#N, %x1: Signed) -> Signed {
; block0(%n0, %x1):
;     %vt2: *#Vt = getfield %n0, .vt
;     %f3: fn(*#N, Signed) -> Signed = getfield %vt2, .get
;     %is4: Bool = ptr_eq %f3, @get_value
;     if %is4 then block5(%n0, %x1) else block1(%f3, %n0, %x1)
; block1(%f5: fn(*#N, Signed) -> Signed, %n6: *#N, %x7: Signed):
;     %is8: Bool = ptr_eq %f5, @get_less
;     if %is8 then block4(%n6, %x7) else block2(%f5, %n6, %x7)
; block2(%f9: fn(*#N, Signed) -> Signed, %n10: *#N, %x11: Signed):
;     %r12: Signed = indirect_call %f9, %n10, %x11, &0
;     catch -> return(%r12), $LookupError(%et13, %ev14) -> block3(%x11)
; block3(%y15: Signed):
;     %z16: Signed = int_neg %y15
;     return %z16
; block4(%n17: *#N, %x18: Signed):
;     %v19: Signed = getfield %n17, .value
;     %c20: Bool = int_gt %v19, %x18
;     if %c20 then block3(%x18) else return(%v19)
; block5(%n21: *#N, %x22: Signed):
;     %v23: Signed = getfield %n21, .value
;     %r24: Signed = int_add %v23, %x22
;     return %r24
; }
; graph @make(%k0: Signed, %value1: Signed) -> *#N [dont_inline] {
; block0(%k0, %value1):
;     %n2: *#N = malloc #N
;     setfield %n2, .value, %value1
;     switch %k0: 1 -> block1(%n2), 2 -> block2(%n2), default -> block3(%n2)
; block1(%a3: *#N):
;     setfield %a3, .vt, $v1
;     return %a3
; block2(%b4: *#N):
;     setfield %b4, .vt, $v2
;     return %b4
; block3(%c5: *#N):
;     setfield %c5, .vt, $v3
;     return %c5
; }
; graph @get(%k0: Signed, %value1: Signed, %x2: Signed) -> Signed {
; block0(%k0, %value1, %x2):
;     %n3: *#N = direct_call @make, %k0, %value1
;     %vt4: *#Vt = getfield %n3, .vt
;     %f5: fn(*#N, Signed) -> Signed = getfield %vt4, .get
;     %is6: Bool = ptr_eq %f5, @get_value
;     if %is6 then block5(%n3, %x2) else block1(%f5, %n3, %x2)
; block1(%f7: fn(*#N, Signed) -> Signed, %n8: *#N, %x9: Signed):
;     %is10: Bool = ptr_eq %f7, @get_less
;     if %is10 then block4(%n8, %x9) else block2(%f7, %n8, %x9)
; block2(%f11: fn(*#N, Signed) -> Signed, %n12: *#N, %x13: Signed):
;     %r14: Signed = indirect_call %f11, %n12, %x13, &0
;     catch -> return(%r14), $LookupError(%et15, %ev16) -> block3(%x13)
; block3(%y17: Signed):
;     %z18: Signed = int_neg %y17
;     return %z18
; block4(%n19: *#N, %x20: Signed):
;     %v21: Signed = getfield %n19, .value
;     %c22: Bool = int_gt %v21, %x20
;     if %c22 then block3(%x20) else return(%v21)
; block5(%n23: *#N, %x24: Signed):
;     %v25: Signed = getfield %n23, .value
;     %r26: Signed = int_add %v25, %x24
;     return %r26
; }
; graph @any(%k0: Signed, %value1: Signed) -> Signed {
; block0(%k0, %value1):
;     %n2: *#N = direct_call @make, %k0, %value1
;     %r3: Signed = direct_call @call_any, %n2
;     return %r3
; }
