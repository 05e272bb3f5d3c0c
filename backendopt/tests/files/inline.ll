; test pass=inline,simplify
; prelude
struct #KE gc : #object { key: Signed }
graph @check(%x: Signed) -> Signed {
block0(%x):
    switch %x: 0 -> block1(%x), 1 -> raise($IndexError, $i_IndexError), default -> return(%x)
block1(%x1: Signed):
    %e: *#KE = malloc #KE
    setfield %e, .typeptr, $KeyError
    setfield %e, .key, 77
    raise $KeyError, %e
}
graph @outer(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @check, %x
    %r2: Signed = int_add %r, 1
    return %r2
}
; run: @outer(5) == 6
; run: @outer(0) raises KeyError
; Handlers of known classes are reached directly; others leave the function.
graph @caught(%x: Signed, %y: Signed) -> Signed {
block0(%x, %y):
    %k: Signed = int_mul %y, 3
    %r: Signed = direct_call @check, %x
    catch -> block1(%r, %k), $KeyError(%t, %v) -> block2(%v, %k)
block1(%r1: Signed, %k1: Signed):
    %s: Signed = int_add %r1, %k1
    return %s
block2(%v2: *#object, %k2: Signed):
    %e: *#KE = cast_pointer %v2
    %key: Signed = getfield %e, .key
    %s2: Signed = int_sub %key, %k2
    return %s2
}
; run: @caught(5, 10) == 35
; run: @caught(0, 10) == 47
; run: @caught(1, 10) raises IndexError
; without in @caught: direct_call
; Handlers are given to what the inlined code calls, and to what it catches only in part.
external @other(Signed) -> Signed = "other" can_collect
graph @deep(%x: Signed) -> Signed [dont_inline] {
block0(%x):
    %r: Signed = direct_call @check, %x
    return %r
}
graph @middle(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = direct_call @deep, %x
    catch -> block1(%a, %x), $IndexError(%t, %v) -> return(-100)
block1(%a1: Signed, %x1: Signed):
    %x2: Signed = int_sub %x1, 10
    %b: Signed = direct_call @deep, %x2
    %c: Signed = int_add %a1, %b
    return %c
}
graph @top(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @middle, %x
    catch -> return(%r), $LookupError(%t, %v) -> block1(%t, %x)
block1(%t1: *#vtable, %x1: Signed):
    %lo: Signed = getfield %t1, .subclassrange_min
    %s: Signed = int_add %lo, 1000
    return %s
}
; run: @top(2) == -6
; run: @top(0) == 1005
; run: @top(1) == -100
; run: @top(10) == 1005
; run: @top(11) == 1006
; Re-raise of an unknown class: tests at run time.
graph @reraise(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @deep, %x
    catch -> return(%r), $Exception(%t, %v) -> block1(%t, %v)
block1(%t1: *#vtable, %v1: *#object):
    raise %t1, %v1
}
graph @dispatch(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @reraise, %x
    catch -> return(%r), $OverflowError(_, _) -> return(-1), $KeyError(_, _) -> return(-2)
}
; run: @dispatch(3) == 3
; run: @dispatch(0) == -2
; run: @dispatch(1) raises IndexError
; Recursion stays a call.
graph @fact(%n: Signed) -> Signed {
block0(%n):
    %c: Bool = int_le %n, 1
    if %c then return(1) else block1(%n)
block1(%m: Signed):
    %k: Signed = int_sub %m, 1
    %r: Signed = direct_call @fact, %k
    %s: Signed = int_mul %r, %m
    return %s
}
graph @callfact(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @fact, %n
    return %r
}
; run: @callfact(5) == 120
; with in @callfact: direct_call
; expect:
; graph @check(%x0: Signed) -> Signed {
; block0(%x0):
;     switch %x0: 0 -> block1(), 1 -> raise($IndexError, $i_IndexError), default -> return(%x0)
; block1():
;     %e1: *#KE = malloc #KE
;     setfield %e1, .typeptr, $KeyError
;     setfield %e1, .key, 77
;     raise $KeyError, %e1
; }
; graph @outer(%x0: Signed) -> Signed {
; block0(%x0):
;     switch %x0: 0 -> block1(), 1 -> raise($IndexError, $i_IndexError), default -> block2(%x0)
; block1():
;     %e1: *#KE = malloc #KE
;     setfield %e1, .typeptr, $KeyError
;     setfield %e1, .key, 77
;     raise $KeyError, %e1
; block2(%r2: Signed):
;     %r3: Signed = int_add %r2, 1
;     return %r3
; }
; graph @caught(%x0: Signed, %y1: Signed) -> Signed {
; block0(%x0, %y1):
;     %k2: Signed = int_mul %y1, 3
;     switch %x0: 0 -> block1(%k2), 1 -> raise($IndexError, $i_IndexError), default -> block2(%x0, %k2)
; block1(%k3: Signed):
;     %e4: *#KE = malloc #KE
;     setfield %e4, .typeptr, $KeyError
;     setfield %e4, .key, 77
;     %key5: Signed = getfield %e4, .key
;     %s6: Signed = int_sub %key5, %k3
;     return %s6
; block2(%r7: Signed, %k8: Signed):
;     %s9: Signed = int_add %r7, %k8
;     return %s9
; }
; graph @deep(%x0: Signed) -> Signed [dont_inline] {
; block0(%x0):
;     switch %x0: 0 -> block1(), 1 -> raise($IndexError, $i_IndexError), default -> return(%x0)
; block1():
;     %e1: *#KE = malloc #KE
;     setfield %e1, .typeptr, $KeyError
;     setfield %e1, .key, 77
;     raise $KeyError, %e1
; }
; graph @middle(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = direct_call @deep, %x0
;     catch -> block1(%a1, %x0), $IndexError(%t2, %v3) -> return(-100)
; block1(%a4: Signed, %x5: Signed):
;     %x6: Signed = int_sub %x5, 10
;     %b7: Signed = direct_call @deep, %x6
;     %c8: Signed = int_add %a4, %b7
;     return %c8
; }
; graph @top(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = direct_call @deep, %x0
;     catch -> block1(%a1, %x0), $IndexError(%t2, %v3) -> return(-100), $LookupError(%etype4, %evalue5) -> block3(%etype4)
; block1(%a6: Signed, %x7: Signed):
;     %x8: Signed = int_sub %x7, 10
;     %b9: Signed = direct_call @deep, %x8
;     catch -> block2(%a6, %b9), $LookupError(%etype10, %evalue11) -> block3(%etype10)
; block2(%a12: Signed, %b13: Signed):
;     %c14: Signed = int_add %a12, %b13
;     return %c14
; block3(%t15: *#vtable):
;     %lo16: Signed = getfield %t15, .subclassrange_min
;     %s17: Signed = int_add %lo16, 1000
;     return %s17
; }
; graph @reraise(%x0: Signed) -> Signed {
; block0(%x0):
;     %r1: Signed = direct_call @deep, %x0
;     catch -> return(%r1), $Exception(%t2, %v3) -> raise(%t2, %v3)
; }
; graph @dispatch(%x0: Signed) -> Signed {
; block0(%x0):
;     %r1: Signed = direct_call @deep, %x0
;     catch -> return(%r1), $Exception(%t2, %v3) -> block1(%t2, %v3), $OverflowError(%etype4, %evalue5) -> return(-1), $KeyError(%etype6, %evalue7) -> return(-2)
; block1(%t8: *#vtable, %v9: *#object):
;     exc_traceback "handled_resume 65537", "", "0 1"
;     %min10: Signed = getfield %t8, .subclassrange_min
;     %match11: Bool = int_between 2, %min10, 3
;     if %match11 then return(-1) else block2(%t8, %v9)
; block2(%etype12: *#vtable, %evalue13: *#object):
;     %min14: Signed = getfield %etype12, .subclassrange_min
;     %match15: Bool = int_between 5, %min14, 6
;     if %match15 then return(-2) else raise(%etype12, %evalue13)
; }
; graph @fact(%n0: Signed) -> Signed {
; block0(%n0):
;     %c1: Bool = int_le %n0, 1
;     if %c1 then return(1) else block1(%n0)
; block1(%m2: Signed):
;     %k3: Signed = int_sub %m2, 1
;     %r4: Signed = direct_call @fact, %k3
;     %s5: Signed = int_mul %r4, %m2
;     return %s5
; }
; graph @callfact(%n0: Signed) -> Signed {
; block0(%n0):
;     %r1: Signed = direct_call @fact, %n0
;     return %r1
; }
