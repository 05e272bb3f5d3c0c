; test pass=hoist_lengths,simplify
; prelude
struct #Arr gc {} items Signed
; The loop asks for a length that stays the same: it is read once, before the loop.
graph @sum(%n: Signed) -> Signed {
block0(%n):
    %a: *#Arr = malloc_varsize #Arr, %n
    goto block1(%a, 0, 0)
block1(%a1: *#Arr, %i: Signed, %s: Signed):
    %l: Signed = getarraysize %a1
    %c: Bool = int_lt %i, %l
    if %c then block2(%a1, %i, %s) else block3(%s)
block2(%a2: *#Arr, %i2: Signed, %s2: Signed):
    setarrayitem %a2, %i2, %i2
    %v: Signed = getarrayitem %a2, %i2
    %s3: Signed = int_add %s2, %v
    %i3: Signed = int_add %i2, 1
    goto block1(%a2, %i3, %s3)
block3(%r: Signed):
    return %r
}
; run: @sum(5) == 10
; run: @sum(0) == 0
; Another object in each round: it stays.
graph @grow(%n: Signed) -> Signed {
block0(%n):
    %a: *#Arr = malloc_varsize #Arr, 1
    goto block1(%a, %n)
block1(%a1: *#Arr, %m: Signed):
    %l: Signed = getarraysize %a1
    %c: Bool = int_lt %l, %m
    if %c then block2(%l, %m) else block3(%l)
block2(%k: Signed, %m2: Signed):
    %k2: Signed = int_mul %k, 2
    %b: *#Arr = malloc_varsize #Arr, %k2
    goto block1(%b, %m2)
block3(%r: Signed):
    return %r
}
; run: @grow(9) == 16
; Entered from a test, and two loops one in the other.
graph @nested(%n: Signed, %go: Bool) -> Signed {
block0(%n, %go):
    %a: *#Arr = malloc_varsize #Arr, %n
    if %go then block1(%a, 0, 0) else block5(-1)
block1(%a1: *#Arr, %i: Signed, %s: Signed):
    %l: Signed = getarraysize %a1
    %c: Bool = int_lt %i, %l
    if %c then block2(%a1, %i, %s, 0) else block5(%s)
block2(%a2: *#Arr, %i2: Signed, %s2: Signed, %j: Signed):
    %l2: Signed = getarraysize %a2
    %d: Bool = int_lt %j, %l2
    if %d then block3(%a2, %i2, %s2, %j) else block4(%a2, %i2, %s2)
block3(%a3: *#Arr, %i3: Signed, %s3: Signed, %j3: Signed):
    %s4: Signed = int_add %s3, %j3
    %j4: Signed = int_add %j3, 1
    goto block2(%a3, %i3, %s4, %j4)
block4(%a4: *#Arr, %i4: Signed, %s5: Signed):
    %i5: Signed = int_add %i4, 1
    goto block1(%a4, %i5, %s5)
block5(%r: Signed):
    return %r
}
; run: @nested(3, true) == 9
; run: @nested(3, false) == -1
; expect:
; graph @sum(%n0: Signed) -> Signed {
; block0(%n0):
;     %a1: *#Arr = malloc_varsize #Arr, %n0
;     %l2: Signed = getarraysize %a1
;     goto block1(%a1, 0, 0, %l2)
; block1(%a3: *#Arr, %i4: Signed, %s5: Signed, %l6: Signed):
;     %c7: Bool = int_lt %i4, %l6
;     if %c7 then block2(%a3, %i4, %s5, %l6) else return(%s5)
; block2(%a8: *#Arr, %i9: Signed, %s10: Signed, %l11: Signed):
;     setarrayitem %a8, %i9, %i9
;     %v12: Signed = getarrayitem %a8, %i9
;     %s13: Signed = int_add %s10, %v12
;     %i14: Signed = int_add %i9, 1
;     goto block1(%a8, %i14, %s13, %l11)
; }
; graph @grow(%n0: Signed) -> Signed {
; block0(%n0):
;     %a1: *#Arr = malloc_varsize #Arr, 1
;     goto block1(%a1, %n0)
; block1(%a2: *#Arr, %m3: Signed):
;     %l4: Signed = getarraysize %a2
;     %c5: Bool = int_lt %l4, %m3
;     if %c5 then block2(%l4, %m3) else return(%l4)
; block2(%k6: Signed, %m7: Signed):
;     %k8: Signed = int_mul %k6, 2
;     %b9: *#Arr = malloc_varsize #Arr, %k8
;     goto block1(%b9, %m7)
; }
; graph @nested(%n0: Signed, %go1: Bool) -> Signed {
; block0(%n0, %go1):
;     %a2: *#Arr = malloc_varsize #Arr, %n0
;     if %go1 then block1(%a2, 0, 0) else return(-1)
; block1(%a3: *#Arr, %i4: Signed, %s5: Signed):
;     %l6: Signed = getarraysize %a3
;     goto block2(%a3, %i4, %s5, %l6)
; block2(%a7: *#Arr, %i8: Signed, %s9: Signed, %l10: Signed):
;     %c11: Bool = int_lt %i8, %l10
;     if %c11 then block3(%a7, %i8, %s9, 0, %l10) else return(%s9)
; block3(%a12: *#Arr, %i13: Signed, %s14: Signed, %j15: Signed, %l16: Signed):
;     %l17: Signed = getarraysize %a12
;     goto block4(%a12, %i13, %s14, %j15, %l16, %l17)
; block4(%a18: *#Arr, %i19: Signed, %s20: Signed, %j21: Signed, %l22: Signed, %l23: Signed):
;     %d24: Bool = int_lt %j21, %l23
;     if %d24 then block6(%a18, %i19, %s20, %j21, %l22, %l23) else block5(%a18, %i19, %s20, %l22)
; block5(%a25: *#Arr, %i26: Signed, %s27: Signed, %l28: Signed):
;     %i29: Signed = int_add %i26, 1
;     goto block2(%a25, %i29, %s27, %l28)
; block6(%a30: *#Arr, %i31: Signed, %s32: Signed, %j33: Signed, %l34: Signed, %l35: Signed):
;     %s36: Signed = int_add %s32, %j33
;     %j37: Signed = int_add %j33, 1
;     goto block4(%a30, %i31, %s36, %j37, %l34, %l35)
; }
