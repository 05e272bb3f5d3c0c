; Loops that only count are computed at once: of items of an array, whose index is tested before the loop, and of variables.
struct #array gc {} items Signed
jitdriver "d" greens ["k"] reds ["i", "a", "size"]
entry @main
graph @main(%n: Signed, %i: Signed) -> Signed {
block0(%n, %i):
    %r: Signed = direct_call @portal, 3, %n, %i
    return %r
}
graph @make(%n: Signed) -> *#array [dont_look_inside] {
block0(%n):
    %a: *#array = malloc_varsize #array, 4
    setarrayitem %a, 0, 70
    setarrayitem %a, 1, %n
    setarrayitem %a, 2, 100
    setarrayitem %a, 3, 7
    return %a
}
graph @size(%a: *#array) -> Signed [dont_look_inside] {
block0(%a):
    %r: Signed = getarraysize %a
    return %r
}
graph @slow(%i: Signed) -> Signed [dont_look_inside] {
block0(%i):
    %far: Bool = int_gt %i, 4
    if %far then raise($IndexError, $i_IndexError) else return(0)
}
graph @add(%a: *#array, %size: Signed, %i: Signed, %n: Signed) -> Signed {
block0(%a, %size, %i, %n):
    %u: Unsigned = cast_int_to_uint %i
    %l: Unsigned = cast_int_to_uint %size
    %in: Bool = uint_lt %u, %l
    if %in then block1(%a, %i, %n) else block2(%i)
block1(%a1: *#array, %i1: Signed, %n1: Signed):
    %x: Signed = getarrayitem %a1, %i1
    %y: Signed = int_add %x, %n1
    setarrayitem %a1, %i1, %y
    return %y
block2(%i2: Signed):
    %z: Signed = direct_call @slow, %i2
    return %z
}
graph @portal(%k: Signed, %n: Signed, %i: Signed) -> Signed {
block0(%k, %n, %i):
    %a: *#array = direct_call @make, %n
    %size: Signed = direct_call @size, %a
    goto block1(%k, %i, %a, %size)
block1(%k1: Signed, %i1: Signed, %a1: *#array, %size1: Signed):
    jit_marker "jit_merge_point", 0, %k1, %i1, %a1, %size1
    %odd: Bool = int_eq %k1, 3
    if %odd then block2(%k1, %i1, %a1, %size1) else block4(%i1, %a1, %size1)
; Down by one; the one below by -1, the one above by 3.
block2(%k2: Signed, %i2: Signed, %a2: *#array, %size2: Signed):
    %left: Signed = direct_call @add, %a2, %size2, %i2, -1
    %up: Signed = int_add %i2, 1
    %x: Signed = direct_call @add, %a2, %size2, %up, 3
    %down: Signed = int_sub %up, 2
    %y: Signed = direct_call @add, %a2, %size2, %down, -1
    %more: Bool = int_ne %left, 0
    if %more then block1(%k2, %i2, %a2, %size2) else block3(%k2, %i2, %a2, %size2)
block3(%k3: Signed, %i3: Signed, %a3: *#array, %size3: Signed):
    %k4: Signed = int_sub %k3, 1
    goto block1(%k4, %i3, %a3, %size3)
block4(%i4: Signed, %a4: *#array, %size4: Signed):
    %up4: Signed = int_add %i4, 1
    %x4: Signed = direct_call @add, %a4, %size4, %up4, 0
    %down4: Signed = int_sub %up4, 2
    %y4: Signed = direct_call @add, %a4, %size4, %down4, 0
    %m: Signed = int_mul %x4, 1000
    %r: Signed = int_add %m, %y4
    return %r
}
; run: 1,1 == 103069
; run: 5,1 == 115065
; run: 40,1 == 220030
; run: 5,2 == 306905
; run: 5,3 == 93
; run: 5,0 == 215000
; run: 5,-1 == 73000
; expect:
; 1 functions, 2 places of the guest program in 4 variants
; 64 blocks, 26 after the clean-up
; graph @main(%p0: Signed, %p1: Signed) -> Signed {
; block0(%p0, %p1):
;     %r2: Signed = direct_call @portal.1, %p0, %p1
;     return %r2
; }
; graph @portal.1(%p0: Signed, %p1: Signed) -> Signed {
; block0(%p0, %p1):
;     %a2: *#array = direct_call @make, %p0
;     %size3: Signed = direct_call @size, %a2
;     goto block1(%p1, %a2, %size3)
; block1(%v4: Signed, %v5: *#array, %v6: Signed):
;     %v7: Signed = int_add %v4, 1
;     %v8: Bool = int_between 2, %v7, %v6
;     if %v8 then block19(%v4, %v5) else block2(%v4, %v5, %v6)
; block2(%v9: Signed, %v10: *#array, %v11: Signed):
;     %u12: Unsigned = cast_int_to_uint %v9
;     %l13: Unsigned = cast_int_to_uint %v11
;     %in14: Bool = uint_lt %u12, %l13
;     if %in14 then block13(%v10, %v9, %v11) else block3(%v9, %v10, %v11)
; block3(%v15: Signed, %v16: *#array, %v17: Signed):
;     %z18: Signed = direct_call @slow, %v15
;     %up19: Signed = int_add %v15, 1
;     %u20: Unsigned = cast_int_to_uint %up19
;     %l21: Unsigned = cast_int_to_uint %v17
;     %in22: Bool = uint_lt %u20, %l21
;     if %in22 then block12(%v16, %up19, %v15, %v17, %z18) else block4(%up19, %v15, %v16, %v17, %z18)
; block4(%up23: Signed, %v24: Signed, %v25: *#array, %v26: Signed, %z27: Signed):
;     %z28: Signed = direct_call @slow, %up23
;     %down29: Signed = int_sub %up23, 2
;     %u30: Unsigned = cast_int_to_uint %down29
;     %l31: Unsigned = cast_int_to_uint %v26
;     %in32: Bool = uint_lt %u30, %l31
;     if %in32 then block11(%v25, %down29, %v24, %v26, %z27) else block5(%down29, %v24, %v25, %v26, %z27)
; block5(%down33: Signed, %v34: Signed, %v35: *#array, %v36: Signed, %z37: Signed):
;     %z38: Signed = direct_call @slow, %down33
;     %more39: Bool = int_ne %z37, 0
;     if %more39 then block1(%v34, %v35, %v36) else block6(%v34, %v35, %v36)
; block6(%v40: Signed, %v41: *#array, %v42: Signed):
;     %up43: Signed = int_add %v40, 1
;     %u44: Unsigned = cast_int_to_uint %up43
;     %l45: Unsigned = cast_int_to_uint %v42
;     %in46: Bool = uint_lt %u44, %l45
;     if %in46 then block10(%v41, %up43, %v42) else block7(%up43, %v41, %v42)
; block7(%up47: Signed, %v48: *#array, %v49: Signed):
;     %z50: Signed = direct_call @slow, %up47
;     %down51: Signed = int_sub %up47, 2
;     %u52: Unsigned = cast_int_to_uint %down51
;     %l53: Unsigned = cast_int_to_uint %v49
;     %in54: Bool = uint_lt %u52, %l53
;     if %in54 then block9(%v48, %down51, %z50) else block8(%down51, %z50)
; block8(%down55: Signed, %y56: Signed):
;     %z57: Signed = direct_call @slow, %down55
;     %m58: Signed = int_mul %y56, 1000
;     %r59: Signed = int_add %m58, %z57
;     return %r59
; block9(%v60: *#array, %down61: Signed, %y62: Signed):
;     %x63: Signed = getarrayitem %v60, %down61
;     %y64: Signed = int_add %x63, 0
;     setarrayitem %v60, %down61, %y64
;     %m65: Signed = int_mul %y62, 1000
;     %r66: Signed = int_add %m65, %y64
;     return %r66
; block10(%v67: *#array, %up68: Signed, %v69: Signed):
;     %x70: Signed = getarrayitem %v67, %up68
;     %y71: Signed = int_add %x70, 0
;     setarrayitem %v67, %up68, %y71
;     %down72: Signed = int_sub %up68, 2
;     %u73: Unsigned = cast_int_to_uint %down72
;     %l74: Unsigned = cast_int_to_uint %v69
;     %in75: Bool = uint_lt %u73, %l74
;     if %in75 then block9(%v67, %down72, %y71) else block8(%down72, %y71)
; block11(%v76: *#array, %down77: Signed, %v78: Signed, %v79: Signed, %z80: Signed):
;     %x81: Signed = getarrayitem %v76, %down77
;     %y82: Signed = int_add %x81, -1
;     setarrayitem %v76, %down77, %y82
;     %more83: Bool = int_ne %z80, 0
;     if %more83 then block1(%v78, %v76, %v79) else block6(%v78, %v76, %v79)
; block12(%v84: *#array, %up85: Signed, %v86: Signed, %v87: Signed, %z88: Signed):
;     %x89: Signed = getarrayitem %v84, %up85
;     %y90: Signed = int_add %x89, 3
;     setarrayitem %v84, %up85, %y90
;     %down91: Signed = int_sub %up85, 2
;     %u92: Unsigned = cast_int_to_uint %down91
;     %l93: Unsigned = cast_int_to_uint %v87
;     %in94: Bool = uint_lt %u92, %l93
;     if %in94 then block11(%v84, %down91, %v86, %v87, %z88) else block5(%down91, %v86, %v84, %v87, %z88)
; block13(%v95: *#array, %v96: Signed, %v97: Signed):
;     %x98: Signed = getarrayitem %v95, %v96
;     %y99: Signed = int_add %x98, -1
;     setarrayitem %v95, %v96, %y99
;     %up100: Signed = int_add %v96, 1
;     %u101: Unsigned = cast_int_to_uint %up100
;     %l102: Unsigned = cast_int_to_uint %v97
;     %in103: Bool = uint_lt %u101, %l102
;     if %in103 then block17(%v95, %up100, %v96, %v97, %y99) else block14(%up100, %v96, %v95, %v97, %y99)
; block14(%up104: Signed, %v105: Signed, %v106: *#array, %v107: Signed, %y108: Signed):
;     %z109: Signed = direct_call @slow, %up104
;     %down110: Signed = int_sub %up104, 2
;     %u111: Unsigned = cast_int_to_uint %down110
;     %l112: Unsigned = cast_int_to_uint %v107
;     %in113: Bool = uint_lt %u111, %l112
;     if %in113 then block18(%v106, %down110, %v105, %v107, %y108) else block15(%down110, %v105, %v106, %v107, %y108)
; block15(%down114: Signed, %v115: Signed, %v116: *#array, %v117: Signed, %y118: Signed):
;     %z119: Signed = direct_call @slow, %down114
;     %more120: Bool = int_ne %y118, 0
;     if %more120 then block16(%v115, %v116, %v117) else block6(%v115, %v116, %v117)
; block16(%v121: Signed, %v122: *#array, %v123: Signed):
;     %x124: Signed = getarrayitem %v122, %v121
;     %y125: Signed = int_add %x124, -1
;     setarrayitem %v122, %v121, %y125
;     %up126: Signed = int_add %v121, 1
;     %u127: Unsigned = cast_int_to_uint %up126
;     %l128: Unsigned = cast_int_to_uint %v123
;     %in129: Bool = uint_lt %u127, %l128
;     if %in129 then block17(%v122, %up126, %v121, %v123, %y125) else block14(%up126, %v121, %v122, %v123, %y125)
; block17(%v130: *#array, %up131: Signed, %v132: Signed, %v133: Signed, %y134: Signed):
;     %x135: Signed = getarrayitem %v130, %up131
;     %y136: Signed = int_add %x135, 3
;     setarrayitem %v130, %up131, %y136
;     %down137: Signed = int_sub %up131, 2
;     %u138: Unsigned = cast_int_to_uint %down137
;     %l139: Unsigned = cast_int_to_uint %v133
;     %in140: Bool = uint_lt %u138, %l139
;     if %in140 then block18(%v130, %down137, %v132, %v133, %y134) else block15(%down137, %v132, %v130, %v133, %y134)
; block18(%v141: *#array, %down142: Signed, %v143: Signed, %v144: Signed, %y145: Signed):
;     %x146: Signed = getarrayitem %v141, %down142
;     %y147: Signed = int_add %x146, -1
;     setarrayitem %v141, %down142, %y147
;     %more148: Bool = int_ne %y145, 0
;     if %more148 then block16(%v143, %v141, %v144) else block6(%v143, %v141, %v144)
; block19(%v149: Signed, %v150: *#array):
;     %x151: Signed = getarrayitem %v150, %v149
;     %y152: Signed = int_add %x151, -1
;     setarrayitem %v150, %v149, %y152
;     %up153: Signed = int_add %v149, 1
;     %x154: Signed = getarrayitem %v150, %up153
;     %y155: Signed = int_add %x154, 3
;     setarrayitem %v150, %up153, %y155
;     %down156: Signed = int_sub %up153, 2
;     %x157: Signed = getarrayitem %v150, %down156
;     %y158: Signed = int_add %x157, -1
;     setarrayitem %v150, %down156, %y158
;     %more159: Bool = int_ne %y152, 0
;     if %more159 then block19(%v149, %v150) else block20(%v149, %v150)
; block20(%v160: Signed, %v161: *#array):
;     %up162: Signed = int_add %v160, 1
;     %x163: Signed = getarrayitem %v161, %up162
;     %y164: Signed = int_add %x163, 0
;     setarrayitem %v161, %up162, %y164
;     %down165: Signed = int_sub %up162, 2
;     goto block9(%v161, %down165, %y164)
; }
