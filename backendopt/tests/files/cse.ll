; test pass=cse,constfold,simplify
; prelude
struct #Arr gc {} items Signed
struct #P gc { x: Signed, y: Signed }
; The second bounds check is decided by the first.
graph @bounds(%n: Signed, %i: Signed) -> Signed {
block0(%n, %i):
    %a: *#Arr = malloc_varsize #Arr, %n
    %l: Signed = getarraysize %a
    %c: Bool = int_lt %i, %l
    if %c then block1(%a, %i) else raise($IndexError, $i_IndexError)
block1(%a1: *#Arr, %i1: Signed):
    setarrayitem %a1, %i1, 5
    %l1: Signed = getarraysize %a1
    %c1: Bool = int_ge %i1, %l1
    if %c1 then raise($IndexError, $i_IndexError) else block2(%a1, %i1)
block2(%a2: *#Arr, %i2: Signed):
    %v: Signed = getarrayitem %a2, %i2
    return %v
}
; run: @bounds(3, 2) == 5
; run: @bounds(3, 3) raises IndexError
; without in @bounds: int_ge, getarrayitem
; Loads after stores; a store to the same field of another pointer ends it, one to another field does not.
graph @loads(%c: Bool, %k: Signed) -> Signed {
block0(%c, %k):
    %p: *#P = malloc #P
    %q0: *#P = malloc #P
    if %c then block1(%p, %p, %k) else block1(%p, %q0, %k)
block1(%p1: *#P, %q: *#P, %k1: Signed):
    setfield %p1, .x, %k1
    %a: Signed = getfield %p1, .x
    setfield %q, .y, 7
    %b: Signed = getfield %p1, .x
    setfield %q, .x, 100
    %d: Signed = getfield %p1, .x
    %s: Signed = int_add %a, %b
    %s2: Signed = int_add %s, %d
    return %s2
}
; run: @loads(true, 3) == 106
; run: @loads(false, 3) == 9
; Common subexpressions from a dominating block, that must be handed through a loop.
graph @through(%a: Signed, %n: Signed) -> Signed {
block0(%a, %n):
    %m: Signed = int_mul %a, %n
    goto block1(%a, %n, %n, %m)
block1(%a1: Signed, %n1: Signed, %i: Signed, %acc: Signed):
    %c: Bool = int_gt %i, 0
    if %c then block2(%a1, %n1, %i, %acc) else return(%acc)
block2(%a2: Signed, %n2: Signed, %i2: Signed, %acc2: Signed):
    %m2: Signed = int_mul %n2, %a2
    %acc3: Signed = int_add %acc2, %m2
    %j: Signed = int_sub %i2, 1
    goto block1(%a2, %n2, %j, %acc3)
}
; run: @through(3, 4) == 60
; An operation that raised has no result in the handler.
graph @raised(%a: Signed) -> Signed {
block0(%a):
    %x: Signed = int_add_ovf %a, 1
    catch -> block1(%x, %a), $OverflowError(_, _) -> block2(%a)
block1(%x1: Signed, %a1: Signed):
    %y: Signed = int_add_ovf %a1, 1
    catch -> block3(%x1, %y), $OverflowError(_, _) -> return(-1)
block3(%x3: Signed, %y3: Signed):
    %s: Signed = int_sub %x3, %y3
    return %s
block2(%a2: Signed):
    %z: Signed = int_add_ovf %a2, 1
    catch -> return(%z), $OverflowError(_, _) -> return(-2)
}
; run: @raised(1) == 0
; run: @raised(9223372036854775807) == -2
; Calls forget what they may write, and only that.
graph @sety(%p: *#P) -> Void [dont_inline] {
block0(%p):
    setfield %p, .y, 50
    return void
}
graph @calls(%k: Signed) -> Signed {
block0(%k):
    %p: *#P = malloc #P
    setfield %p, .x, %k
    setfield %p, .y, %k
    direct_call @sety, %p
    %a: Signed = getfield %p, .x
    %b: Signed = getfield %p, .y
    %s: Signed = int_add %a, %b
    return %s
}
; run: @calls(1) == 51
; New objects and pointers gone through are not null.
graph @nonnull(%c: Bool, %n: Signed) -> Signed {
block0(%c, %n):
    %p: *#P = malloc #P
    setfield %p, .x, %n
    if %c then block1(%p, %n) else block1(null(*#P), %n)
block1(%q: *#P, %n1: Signed):
    %z: Bool = ptr_nonzero %q
    if %z then block2(%q, %n1) else return(-1)
block2(%q2: *#P, %n2: Signed):
    %x: Signed = getfield %q2, .x
    %z2: Bool = ptr_iszero %q2
    if %z2 then return(-2) else block3(%x, %n2)
block3(%x3: Signed, %n3: Signed):
    %r: *#P = malloc #P
    setfield %r, .x, %x3
    %z3: Bool = ptr_iszero %r
    if %z3 then return(-3) else block4(%r)
block4(%r4: *#P):
    %y: Signed = getfield %r4, .x
    return %y
}
; run: @nonnull(true, 5) == 5
; run: @nonnull(false, 5) == -1
; with in @nonnull: ptr_nonzero
; without in @nonnull: ptr_iszero
; An object is elsewhere after a collection; raw memory stays.
struct #Raw { x: Signed }
graph @moves(%p: *#P) -> Signed {
block0(%p):
    %i: Signed = cast_ptr_to_int %p
    %c: Void = gc__collect
    %j: Signed = cast_ptr_to_int %p
    %d: Signed = int_sub %j, %i
    return %d
}
graph @stays(%p: *#Raw) -> Bool {
block0(%p):
    %i: Signed = cast_ptr_to_int %p
    %c: Void = gc__collect
    %j: Signed = cast_ptr_to_int %p
    %d: Bool = int_eq %j, %i
    return %d
}
; with in @moves: int_sub
; expect:
; graph @bounds(%n0: Signed, %i1: Signed) -> Signed {
; block0(%n0, %i1):
;     %a2: *#Arr = malloc_varsize #Arr, %n0
;     %l3: Signed = getarraysize %a2
;     %c4: Bool = int_lt %i1, %l3
;     if %c4 then block1(%a2, %i1) else raise($IndexError, $i_IndexError)
; block1(%a5: *#Arr, %i6: Signed):
;     setarrayitem %a5, %i6, 5
;     return 5
; }
; graph @loads(%c0: Bool, %k1: Signed) -> Signed {
; block0(%c0, %k1):
;     %p2: *#P = malloc #P
;     %q3: *#P = malloc #P
;     if %c0 then block1(%p2, %p2, %k1) else block1(%p2, %q3, %k1)
; block1(%p4: *#P, %q5: *#P, %k6: Signed):
;     setfield %p4, .x, %k6
;     setfield %q5, .y, 7
;     setfield %q5, .x, 100
;     %d7: Signed = getfield %p4, .x
;     %s8: Signed = int_add %k6, %k6
;     %s9: Signed = int_add %s8, %d7
;     return %s9
; }
; graph @through(%a0: Signed, %n1: Signed) -> Signed {
; block0(%a0, %n1):
;     %m2: Signed = int_mul %a0, %n1
;     goto block1(%n1, %m2, %m2)
; block1(%i3: Signed, %acc4: Signed, %m5: Signed):
;     %c6: Bool = int_gt %i3, 0
;     if %c6 then block2(%i3, %acc4, %m5) else return(%acc4)
; block2(%i7: Signed, %acc8: Signed, %m9: Signed):
;     %acc10: Signed = int_add %acc8, %m9
;     %j11: Signed = int_sub %i7, 1
;     goto block1(%j11, %acc10, %m9)
; }
; graph @raised(%a0: Signed) -> Signed {
; block0(%a0):
;     %x1: Signed = int_add_ovf %a0, 1
;     catch -> block1(%x1, %x1), $OverflowError(_, _) -> block2(%a0)
; block1(%x2: Signed, %y3: Signed):
;     %s4: Signed = int_sub %x2, %y3
;     return %s4
; block2(%a5: Signed):
;     %z6: Signed = int_add_ovf %a5, 1
;     catch -> return(%z6), $OverflowError(_, _) -> return(-2)
; }
; graph @sety(%p0: *#P) -> Void [dont_inline] {
; block0(%p0):
;     setfield %p0, .y, 50
;     return void
; }
; graph @calls(%k0: Signed) -> Signed {
; block0(%k0):
;     %p1: *#P = malloc #P
;     setfield %p1, .x, %k0
;     setfield %p1, .y, %k0
;     direct_call @sety, %p1
;     %b2: Signed = getfield %p1, .y
;     %s3: Signed = int_add %k0, %b2
;     return %s3
; }
; graph @nonnull(%c0: Bool, %n1: Signed) -> Signed {
; block0(%c0, %n1):
;     %p2: *#P = malloc #P
;     setfield %p2, .x, %n1
;     if %c0 then block1(%p2) else return(-1)
; block1(%q3: *#P):
;     %z4: Bool = ptr_nonzero %q3
;     if %z4 then block2(%q3) else return(-1)
; block2(%q5: *#P):
;     %x6: Signed = getfield %q5, .x
;     %r7: *#P = malloc #P
;     setfield %r7, .x, %x6
;     return %x6
; }
; graph @moves(%p0: *#P) -> Signed {
; block0(%p0):
;     %i1: Signed = cast_ptr_to_int %p0
;     gc__collect
;     %j2: Signed = cast_ptr_to_int %p0
;     %d3: Signed = int_sub %j2, %i1
;     return %d3
; }
; graph @stays(%p0: *#Raw) -> Bool {
; block0(%p0):
;     %i1: Signed = cast_ptr_to_int %p0
;     gc__collect
;     %d2: Bool = int_eq %i1, %i1
;     return %d2
; }
