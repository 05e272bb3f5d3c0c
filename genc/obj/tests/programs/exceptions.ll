struct #MyError gc : #object { code: Signed }
object $n_MyError: #cname {} "MyError"
object $MyError: #vtable { 5, 6, $n_MyError }
exc class "MyError" = $MyError
graph @may_raise(%n: Signed) -> Signed {
block0(%n):
    switch %n: 1 -> raise($ValueError, $i_ValueError), 2 -> raise($KeyError, $i_KeyError), 3 -> block1(%n), default -> return(%n)
block1(%m: Signed):
    %e: *#MyError = malloc #MyError
    setfield %e, .typeptr, $MyError
    setfield %e, .code, 42
    raise $MyError, %e
}
; run: @may_raise(0) == 0
; run: @may_raise(1) raises ValueError
; run: @may_raise(3) raises MyError
graph @catch_value(%n: Signed) -> Signed {
block0(%n):
    %k: Signed = int_add %n, 100
    %r: Signed = direct_call @may_raise, %n
    catch -> return(%r), $MyError(_, %v) -> block1(%v), $ValueError(%t, _) -> block2(%t, %k)
block1(%e: *#object):
    %m: *#MyError = cast_pointer %e
    %c: Signed = getfield %m, .code
    return %c
block2(%t2: *#vtable, %k2: Signed):
    %lo: Signed = getfield %t2, .subclassrange_min
    %s: Signed = int_add %lo, %k2
    return %s
}
; run: @catch_value(0) == 0
; run: @catch_value(1) == 105
; run: @catch_value(2) raises KeyError
; run: @catch_value(3) == 42
graph @reraise(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @catch_value, %n
    %q: Signed = direct_call @may_raise, %r
    catch -> return(%q), $Exception(%t, %v) -> block1(%t, %v)
block1(%t1: *#vtable, %v1: *#object):
    raise %t1, %v1
}
; run: @reraise(9) == 9
; run: @reraise(2) raises KeyError
graph @ovf(%a: Signed, %b: Signed) -> Signed {
block0(%a, %b):
    %r: Signed = int_mul_ovf %a, %b
    catch -> block1(%r, %a), $OverflowError(_, _) -> return(-1)
block1(%x: Signed, %y: Signed):
    %s: Signed = int_add_ovf %x, %y
    catch -> return(%s), $ValueError(_, _) -> return(-2)
}
; run: @ovf(3, 4) == 15
; run: @ovf(4611686018427387904, 2) == -1
; run: @ovf(9223372036854775807, 1) raises OverflowError
graph @nomem(%n: Signed) -> Signed {
block0(%n):
    %a: *#Bytes = malloc_varsize #Bytes, %n
    catch -> block1(%a), $MemoryError(_, _) -> return(-1)
block1(%b: *#Bytes):
    %l: Signed = getarraysize %b
    return %l
}
struct #Bytes gc {} items Char
; run: @nomem(5) == 5
; crun: @nomem(4611686018427387904) == -1
graph @nomem2(%n: Signed) -> Signed {
block0(%n):
    %a: *#Bytes = malloc_varsize #Bytes, %n
    %l: Signed = getarraysize %a
    return %l
}
; crun: @nomem2(4611686018427387904) raises MemoryError
; calls in the middle of a block, and in a loop
graph @many(%n: Signed, %bad: Signed) -> Signed {
block0(%n, %bad):
    goto block1(0, 0, %n, %bad)
block1(%i: Signed, %s: Signed, %n1: Signed, %b1: Signed):
    %x: Signed = direct_call @may_raise, %b1
    %s1: Signed = int_add %s, %x
    %y: Signed = direct_call @catch_value, 0
    %z: Signed = direct_call @wont_raise, %s1
    %i1: Signed = int_add %i, 1
    %c: Bool = int_lt %i1, %n1
    if %c then block1(%i1, %z, %n1, %b1) else return(%z)
}
graph @wont_raise(%n: Signed) -> Signed {
block0(%n):
    %s: Signed = int_add %n, 1
    return %s
}
; run: @many(3, 10) == 33
; run: @many(3, 2) raises KeyError
graph @ptr(%n: Signed) -> Signed {
block0(%n):
    %c: Bool = int_is_true %n
    if %c then block1(@may_raise, %n) else block1(@wont_raise, %n)
block1(%f: fn(Signed) -> Signed, %n1: Signed):
    %r: Signed = indirect_call %f, %n1, &0
    return %r
}
family &0 = [@may_raise, @wont_raise]
; run: @ptr(0) == 1
; run: @ptr(1) raises ValueError
exc class "RecursionError" = $RuntimeError
exc instance "RecursionError" = $i_RuntimeError
graph @even(%n: Signed) -> Signed {
block0(%n):
    %c: Bool = int_is_true %n
    if %c then block1(%n) else return(1)
block1(%m: Signed):
    %k: Signed = int_sub %m, 1
    %r: Signed = direct_call @odd, %k
    %s: Signed = int_sub 1, %r
    return %s
}
graph @odd(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @even, %n
    %s: Signed = int_sub 1, %r
    return %s
}
graph @deep(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @even, %n
    catch -> return(%r), $RuntimeError(_, _) -> return(-5)
}
; run: @even(4) == 1
; crun: @deep(20000) == 1
; crun: @deep(2000000000) == -5
; crun: @even(2000000000) raises RuntimeError
