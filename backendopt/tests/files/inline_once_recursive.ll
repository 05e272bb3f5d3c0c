; test pass=inline,simplify,unreachable
; jit knows: @call, @itself
entry @main
; Called from one place, in a cycle with its caller, known to a JIT: inlined there, and kept for the JIT.
graph @call(%n: Signed) -> Signed {
block0(%n):
    %a0: Signed = int_mul %n, 31
    %a1: Signed = int_py_mod %a0, 1001
    %a2: Signed = int_py_div %a1, 2
    %a3: Signed = int_py_mod %a2, 1003
    %a4: Signed = int_py_div %a3, 2
    %a5: Signed = int_py_mod %a4, 1005
    %a6: Signed = int_py_div %a5, 2
    %a7: Signed = int_py_mod %a6, 1007
    %a8: Signed = int_py_div %a7, 2
    %a9: Signed = int_py_mod %a8, 1009
    %a10: Signed = int_py_div %a9, 2
    %a11: Signed = int_py_mod %a10, 1011
    %m: Signed = int_sub %n, 1
    %r: Signed = direct_call @interpret, %m
    %s: Signed = int_add %a11, %r
    return %s
}
; Called from two places besides.
graph @interpret(%n: Signed) -> Signed {
block0(%n):
    %c: Bool = int_gt %n, 0
    if %c then block1(%n) else return(5)
block1(%n1: Signed):
    %v: Signed = direct_call @call, %n1
    %w: Signed = int_xor %v, 3
    return %w
}
; It calls itself: stays.
graph @itself(%n: Signed) -> Signed {
block0(%n):
    %c: Bool = int_gt %n, 0
    if %c then block1(%n) else return(7)
block1(%n1: Signed):
    %m: Signed = int_sub %n1, 1
    %r: Signed = direct_call @itself, %m
    return %r
}
graph @main(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = direct_call @interpret, %x
    %b: Signed = direct_call @interpret, 4
    %d: Signed = direct_call @itself, %b
    %e: Signed = int_add %a, %d
    return %e
}
; run: @main(0) == 12
; run: @main(6) == 25
; without in @interpret: @call
; with in @interpret: @interpret
; with in @call: @interpret
; with in @main: @interpret, @itself
; expect:
; graph @call(%n0: Signed) -> Signed {
; block0(%n0):
;     %a1: Signed = int_mul %n0, 31
;     %a2: Signed = int_py_mod %a1, 1001
;     %a3: Signed = int_py_div %a2, 2
;     %a4: Signed = int_py_mod %a3, 1003
;     %a5: Signed = int_py_div %a4, 2
;     %a6: Signed = int_py_mod %a5, 1005
;     %a7: Signed = int_py_div %a6, 2
;     %a8: Signed = int_py_mod %a7, 1007
;     %a9: Signed = int_py_div %a8, 2
;     %a10: Signed = int_py_mod %a9, 1009
;     %a11: Signed = int_py_div %a10, 2
;     %a12: Signed = int_py_mod %a11, 1011
;     %m13: Signed = int_sub %n0, 1
;     %r14: Signed = direct_call @interpret, %m13
;     %s15: Signed = int_add %a12, %r14
;     return %s15
; }
; graph @interpret(%n0: Signed) -> Signed {
; block0(%n0):
;     %c1: Bool = int_gt %n0, 0
;     if %c1 then block1(%n0) else return(5)
; block1(%n2: Signed):
;     %a3: Signed = int_mul %n2, 31
;     %a4: Signed = int_py_mod %a3, 1001
;     %a5: Signed = int_py_div %a4, 2
;     %a6: Signed = int_py_mod %a5, 1003
;     %a7: Signed = int_py_div %a6, 2
;     %a8: Signed = int_py_mod %a7, 1005
;     %a9: Signed = int_py_div %a8, 2
;     %a10: Signed = int_py_mod %a9, 1007
;     %a11: Signed = int_py_div %a10, 2
;     %a12: Signed = int_py_mod %a11, 1009
;     %a13: Signed = int_py_div %a12, 2
;     %a14: Signed = int_py_mod %a13, 1011
;     %m15: Signed = int_sub %n2, 1
;     %r16: Signed = direct_call @interpret, %m15
;     %s17: Signed = int_add %a14, %r16
;     %w18: Signed = int_xor %s17, 3
;     return %w18
; }
; graph @itself(%n0: Signed) -> Signed {
; block0(%n0):
;     %c1: Bool = int_gt %n0, 0
;     if %c1 then block1(%n0) else return(7)
; block1(%n2: Signed):
;     %m3: Signed = int_sub %n2, 1
;     %r4: Signed = direct_call @itself, %m3
;     return %r4
; }
; graph @main(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = direct_call @interpret, %x0
;     %b2: Signed = direct_call @interpret, 4
;     %d3: Signed = direct_call @itself, %b2
;     %e4: Signed = int_add %a1, %d3
;     return %e4
; }
