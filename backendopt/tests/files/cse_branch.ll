; test pass=cse,constfold,simplify
; prelude
struct #Arr gc {} items Signed
; The loop's condition decides the check of the index.
graph @loop(%n: Signed) -> Signed {
block0(%n):
    %a: *#Arr = malloc_varsize #Arr, %n
    goto block1(%a, 0, 0)
block1(%a1: *#Arr, %i1: Signed, %s1: Signed):
    %l: Signed = getarraysize %a1
    %c: Bool = int_lt %i1, %l
    if %c then block2(%a1, %i1, %s1) else return(%s1)
block2(%a2: *#Arr, %i2: Signed, %s2: Signed):
    %l2: Signed = getarraysize %a2
    %c2: Bool = int_ge %i2, %l2
    if %c2 then raise($IndexError, $i_IndexError) else block3(%a2, %i2, %s2)
block3(%a3: *#Arr, %i3: Signed, %s3: Signed):
    %v: Signed = getarrayitem %a3, %i3
    %s: Signed = int_add %s3, %v
    %i: Signed = int_add %i3, 1
    switch %v: 1 -> block4(%a3, %i, %s), default -> block1(%a3, %i, %s)
block4(%a4: *#Arr, %i4: Signed, %s4: Signed):
    %i5: Signed = int_add %i4, 1
    goto block1(%a4, %i5, %s4)
}
; run: @loop(3) == 0
; without in @loop: int_ge
; expect:
; graph @loop(%n0: Signed) -> Signed {
; block0(%n0):
;     %a1: *#Arr = malloc_varsize #Arr, %n0
;     goto block1(%a1, 0, 0)
; block1(%a2: *#Arr, %i3: Signed, %s4: Signed):
;     %l5: Signed = getarraysize %a2
;     %c6: Bool = int_lt %i3, %l5
;     if %c6 then block2(%a2, %i3, %s4) else return(%s4)
; block2(%a7: *#Arr, %i8: Signed, %s9: Signed):
;     %v10: Signed = getarrayitem %a7, %i8
;     %s11: Signed = int_add %s9, %v10
;     %i12: Signed = int_add %i8, 1
;     switch %v10: 1 -> block3(%a7, %i12, %s11), default -> block1(%a7, %i12, %s11)
; block3(%a13: *#Arr, %i14: Signed, %s15: Signed):
;     %i16: Signed = int_add %i14, 1
;     goto block1(%a13, %i16, %s15)
; }
