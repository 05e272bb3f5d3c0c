; A frame that nobody else knows, and boxed numbers in it, exist only while the program is translated; what is returned is made.
struct #box gc { value: Signed }
struct #frame gc { acc: *#box, count: Signed }
jitdriver "boxes" greens ["k"] reds ["frame"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %f: *#frame = malloc #frame
    setfield %f, .count, %n
    %b: *#box = direct_call @run, 5, %f
    %v: Signed = getfield %b, .value
    return %v
}
graph @new(%v: Signed) -> *#box {
block0(%v):
    %b: *#box = malloc #box
    setfield %b, .value, %v
    return %b
}
graph @add(%x: *#box, %k: Signed) -> *#box {
block0(%x, %k):
    %v: Signed = getfield %x, .value
    %s: Signed = int_add %v, %k
    %b: *#box = direct_call @new, %s
    return %b
}
graph @run(%k: Signed, %f: *#frame) -> *#box {
block0(%k, %f):
    %zero: *#box = direct_call @new, 0
    setfield %f, .acc, %zero
    goto block1(%k, %f)
block1(%k1: Signed, %f1: *#frame):
    jit_marker "jit_merge_point", 0, %k1, %f1
    %n: Signed = getfield %f1, .count
    %more: Bool = int_gt %n, 0
    if %more then block2(%k1, %f1, %n) else block3(%f1)
block2(%k2: Signed, %f2: *#frame, %n2: Signed):
    %less: Signed = int_sub %n2, 1
    setfield %f2, .count, %less
    %acc: *#box = getfield %f2, .acc
    %sum: *#box = direct_call @add, %acc, %k2
    setfield %f2, .acc, %sum
    goto block1(%k2, %f2)
block3(%f3: *#frame):
    %r: *#box = getfield %f3, .acc
    return %r
}
; run: 0 == 0
; run: 7 == 35
; expect:
; 1 functions, 1 places of the guest program in 2 variants
; 10 blocks, 9 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %b1: *#box = direct_call @run.1, %p0
;     %v2: Signed = getfield %b1, .value
;     return %v2
; }
; graph @run.1(%p0: Signed) -> *#box {
; block0(%p0):
;     %more1: Bool = int_gt %p0, 0
;     if %more1 then block2(%p0) else block1()
; block1():
;     %made2: *#box = malloc #box
;     return %made2
; block2(%v3: Signed):
;     %less4: Signed = int_sub %v3, 1
;     goto block3(%less4, 5)
; block3(%v5: Signed, %v6: Signed):
;     %more7: Bool = int_gt %v5, 0
;     if %more7 then block5(%v6, %v5) else block4(%v6)
; block4(%v8: Signed):
;     %made9: *#box = malloc #box
;     setfield %made9, .value, %v8
;     return %made9
; block5(%v10: Signed, %v11: Signed):
;     %less12: Signed = int_sub %v11, 1
;     %s13: Signed = int_add %v10, 5
;     goto block3(%less12, %s13)
; }
