; test pass=inline,simplify
; prelude
struct #KE gc : #object { key: Signed }
struct #P gc { a: Signed, b: Signed }
entry @main
; Larger than a call, small enough for loops.
graph @mid(%x: Signed) -> Signed {
block0(%x):
    %a1: Signed = int_add %x, 6
    %a2: Signed = int_xor %a1, 7
    %a3: Signed = int_mul %a2, 11
    %a4: Signed = int_xor %a3, 13
    %a5: Signed = int_mul %a4, 15
    %a6: Signed = int_sub %a5, 17
    return %a6
}
graph @looped(%x: Signed) -> Signed {
block0(%x):
    %a1: Signed = int_add %x, 6
    %a2: Signed = int_xor %a1, 7
    %a3: Signed = int_mul %a2, 11
    %a4: Signed = int_xor %a3, 13
    %a5: Signed = int_mul %a4, 15
    %a6: Signed = int_and %a5, 1023
    return %a6
}
graph @init(%p: *#P, %x: Signed) -> Signed {
block0(%p, %x):
    %a1: Signed = int_add %x, 6
    %a2: Signed = int_xor %a1, 7
    %a3: Signed = int_mul %a2, 11
    setfield %p, .a, %a3
    %a4: Signed = int_xor %a3, 13
    setfield %p, .b, %a4
    return %a4
}
; Runs any number of times: the call before the return is inlined, the one on the way to the exception is not.
graph @worker(%x: Signed) -> Signed [dont_inline] {
block0(%x):
    %c: Bool = int_gt %x, 900
    if %c then block1(%x) else block2(%x)
block1(%x1: Signed):
    %v: Signed = direct_call @mid, %x1
    %e: *#KE = malloc #KE
    setfield %e, .typeptr, $KeyError
    setfield %e, .key, %v
    raise $KeyError, %e
block2(%x2: Signed):
    %w: Signed = direct_call @looped, %x2
    return %w
}
; The entry point runs once: outside of its loop calls stay, but for those that make an object which the loop uses.
graph @main(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = direct_call @mid, %x
    %p: *#P = malloc #P
    %b: Signed = direct_call @init, %p, %a
    %q: *#P = malloc #P
    %c: Signed = direct_call @init, %q, %b
    %d: Signed = direct_call @init, %q, %c
    goto block1(%x, %d, %p)
block1(%i: Signed, %s: Signed, %p1: *#P):
    %t: Bool = int_gt %i, 0
    if %t then block2(%i, %s, %p1) else block3(%s)
block2(%i2: Signed, %s2: Signed, %p2: *#P):
    %k: Signed = getfield %p2, .a
    %m: Signed = int_xor %k, %i2
    %n: Signed = direct_call @looped, %m
    %o: Signed = direct_call @worker, %n
    %r: Signed = int_xor %s2, %o
    %j: Signed = int_sub %i2, 1
    goto block1(%j, %r, %p2)
block3(%s3: Signed):
    %u: Signed = direct_call @mid, %s3
    return %u
}
; run: @main(0) == 15900118
; run: @main(7) raises KeyError
; with in @main: direct_call @mid, direct_call @init
; without in @main: @looped
; with in @worker: direct_call @mid
; without in @worker: @looped
; expect:
; graph @mid(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = int_add %x0, 6
;     %a2: Signed = int_xor %a1, 7
;     %a3: Signed = int_mul %a2, 11
;     %a4: Signed = int_xor %a3, 13
;     %a5: Signed = int_mul %a4, 15
;     %a6: Signed = int_sub %a5, 17
;     return %a6
; }
; graph @looped(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = int_add %x0, 6
;     %a2: Signed = int_xor %a1, 7
;     %a3: Signed = int_mul %a2, 11
;     %a4: Signed = int_xor %a3, 13
;     %a5: Signed = int_mul %a4, 15
;     %a6: Signed = int_and %a5, 1023
;     return %a6
; }
; graph @init(%p0: *#P, %x1: Signed) -> Signed {
; block0(%p0, %x1):
;     %a2: Signed = int_add %x1, 6
;     %a3: Signed = int_xor %a2, 7
;     %a4: Signed = int_mul %a3, 11
;     setfield %p0, .a, %a4
;     %a5: Signed = int_xor %a4, 13
;     setfield %p0, .b, %a5
;     return %a5
; }
; graph @worker(%x0: Signed) -> Signed [dont_inline] {
; block0(%x0):
;     %c1: Bool = int_gt %x0, 900
;     if %c1 then block2(%x0) else block1(%x0)
; block1(%x2: Signed):
;     %a3: Signed = int_add %x2, 6
;     %a4: Signed = int_xor %a3, 7
;     %a5: Signed = int_mul %a4, 11
;     %a6: Signed = int_xor %a5, 13
;     %a7: Signed = int_mul %a6, 15
;     %a8: Signed = int_and %a7, 1023
;     return %a8
; block2(%x9: Signed):
;     %v10: Signed = direct_call @mid, %x9
;     %e11: *#KE = malloc #KE
;     setfield %e11, .typeptr, $KeyError
;     setfield %e11, .key, %v10
;     raise $KeyError, %e11
; }
; graph @main(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = direct_call @mid, %x0
;     %p2: *#P = malloc #P
;     %a3: Signed = int_add %a1, 6
;     %a4: Signed = int_xor %a3, 7
;     %a5: Signed = int_mul %a4, 11
;     setfield %p2, .a, %a5
;     %a6: Signed = int_xor %a5, 13
;     setfield %p2, .b, %a6
;     %q7: *#P = malloc #P
;     %c8: Signed = direct_call @init, %q7, %a6
;     %d9: Signed = direct_call @init, %q7, %c8
;     goto block1(%x0, %d9, %p2)
; block1(%i10: Signed, %s11: Signed, %p12: *#P):
;     %t13: Bool = int_gt %i10, 0
;     if %t13 then block3(%i10, %s11, %p12) else block2(%s11)
; block2(%s14: Signed):
;     %u15: Signed = direct_call @mid, %s14
;     return %u15
; block3(%i16: Signed, %s17: Signed, %p18: *#P):
;     %k19: Signed = getfield %p18, .a
;     %m20: Signed = int_xor %k19, %i16
;     %a21: Signed = int_add %m20, 6
;     %a22: Signed = int_xor %a21, 7
;     %a23: Signed = int_mul %a22, 11
;     %a24: Signed = int_xor %a23, 13
;     %a25: Signed = int_mul %a24, 15
;     %a26: Signed = int_and %a25, 1023
;     %o27: Signed = direct_call @worker, %a26
;     %r28: Signed = int_xor %s17, %o27
;     %j29: Signed = int_sub %i16, 1
;     goto block1(%j29, %r28, %p18)
; }
