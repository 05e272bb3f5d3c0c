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
; 1 functions, 2 places of the guest program in 2 variants
; 42 blocks, 20 after the clean-up
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
;     if %v8 then block16(%v4, %v5) else block2(%v4, %v5, %v6)
; block2(%v9: Signed, %v10: *#array, %v11: Signed):
;     %v12: Signed = int_add %v9, 1
;     %v13: Bool = int_between 2, %v12, %v11
;     if %v13 then block15(%v9, %v10, %v11) else block3(%v9, %v10, %v11)
; block3(%v14: Signed, %v15: *#array, %v16: Signed):
;     %u17: Unsigned = cast_int_to_uint %v14
;     %l18: Unsigned = cast_int_to_uint %v16
;     %in19: Bool = uint_lt %u17, %l18
;     if %in19 then block14(%v15, %v14, %v16) else block4(%v14, %v15, %v16)
; block4(%v20: Signed, %v21: *#array, %v22: Signed):
;     %z23: Signed = direct_call @slow, %v20
;     %up24: Signed = int_add %v20, 1
;     %u25: Unsigned = cast_int_to_uint %up24
;     %l26: Unsigned = cast_int_to_uint %v22
;     %in27: Bool = uint_lt %u25, %l26
;     if %in27 then block13(%v21, %up24, %v20, %v22, %z23) else block5(%up24, %v20, %v21, %v22, %z23)
; block5(%up28: Signed, %v29: Signed, %v30: *#array, %v31: Signed, %y32: Signed):
;     %z33: Signed = direct_call @slow, %up28
;     %down34: Signed = int_sub %up28, 2
;     %u35: Unsigned = cast_int_to_uint %down34
;     %l36: Unsigned = cast_int_to_uint %v31
;     %in37: Bool = uint_lt %u35, %l36
;     if %in37 then block12(%v30, %down34, %v29, %v31, %y32) else block6(%down34, %v29, %v30, %v31, %y32)
; block6(%down38: Signed, %v39: Signed, %v40: *#array, %v41: Signed, %y42: Signed):
;     %z43: Signed = direct_call @slow, %down38
;     %more44: Bool = int_ne %y42, 0
;     if %more44 then block1(%v39, %v40, %v41) else block7(%v39, %v40, %v41)
; block7(%v45: Signed, %v46: *#array, %v47: Signed):
;     %up48: Signed = int_add %v45, 1
;     %u49: Unsigned = cast_int_to_uint %up48
;     %l50: Unsigned = cast_int_to_uint %v47
;     %in51: Bool = uint_lt %u49, %l50
;     if %in51 then block11(%v46, %up48, %v47) else block8(%up48, %v46, %v47)
; block8(%up52: Signed, %v53: *#array, %v54: Signed):
;     %z55: Signed = direct_call @slow, %up52
;     %down56: Signed = int_sub %up52, 2
;     %u57: Unsigned = cast_int_to_uint %down56
;     %l58: Unsigned = cast_int_to_uint %v54
;     %in59: Bool = uint_lt %u57, %l58
;     if %in59 then block10(%v53, %down56, %z55) else block9(%down56, %z55)
; block9(%down60: Signed, %x61: Signed):
;     %z62: Signed = direct_call @slow, %down60
;     %m63: Signed = int_mul %x61, 1000
;     %r64: Signed = int_add %m63, %z62
;     return %r64
; block10(%v65: *#array, %down66: Signed, %x67: Signed):
;     %x68: Signed = getarrayitem %v65, %down66
;     setarrayitem %v65, %down66, %x68
;     %m69: Signed = int_mul %x67, 1000
;     %r70: Signed = int_add %m69, %x68
;     return %r70
; block11(%v71: *#array, %up72: Signed, %v73: Signed):
;     %x74: Signed = getarrayitem %v71, %up72
;     setarrayitem %v71, %up72, %x74
;     %down75: Signed = int_sub %up72, 2
;     %u76: Unsigned = cast_int_to_uint %down75
;     %l77: Unsigned = cast_int_to_uint %v73
;     %in78: Bool = uint_lt %u76, %l77
;     if %in78 then block10(%v71, %down75, %x74) else block9(%down75, %x74)
; block12(%v79: *#array, %down80: Signed, %v81: Signed, %v82: Signed, %y83: Signed):
;     %x84: Signed = getarrayitem %v79, %down80
;     %y85: Signed = int_add %x84, -1
;     setarrayitem %v79, %down80, %y85
;     %more86: Bool = int_ne %y83, 0
;     if %more86 then block1(%v81, %v79, %v82) else block7(%v81, %v79, %v82)
; block13(%v87: *#array, %up88: Signed, %v89: Signed, %v90: Signed, %y91: Signed):
;     %x92: Signed = getarrayitem %v87, %up88
;     %y93: Signed = int_add %x92, 3
;     setarrayitem %v87, %up88, %y93
;     %down94: Signed = int_sub %up88, 2
;     %u95: Unsigned = cast_int_to_uint %down94
;     %l96: Unsigned = cast_int_to_uint %v90
;     %in97: Bool = uint_lt %u95, %l96
;     if %in97 then block12(%v87, %down94, %v89, %v90, %y91) else block6(%down94, %v89, %v87, %v90, %y91)
; block14(%v98: *#array, %v99: Signed, %v100: Signed):
;     %x101: Signed = getarrayitem %v98, %v99
;     %y102: Signed = int_add %x101, -1
;     setarrayitem %v98, %v99, %y102
;     %up103: Signed = int_add %v99, 1
;     %u104: Unsigned = cast_int_to_uint %up103
;     %l105: Unsigned = cast_int_to_uint %v100
;     %in106: Bool = uint_lt %u104, %l105
;     if %in106 then block13(%v98, %up103, %v99, %v100, %y102) else block5(%up103, %v99, %v98, %v100, %y102)
; block15(%v107: Signed, %v108: *#array, %v109: Signed):
;     %v110: Signed = getarrayitem %v108, %v107
;     %v111: Signed = int_add %v110, -1
;     %v112: Signed = int_add %v111, 1
;     %v113: Signed = int_add %v107, 1
;     %v114: Signed = getarrayitem %v108, %v113
;     %v115: Signed = int_mul %v112, 3
;     %v116: Signed = int_add %v114, %v115
;     %v117: Signed = int_add %v107, -1
;     %v118: Signed = getarrayitem %v108, %v117
;     %v119: Signed = int_sub %v118, %v112
;     setarrayitem %v108, %v107, 0
;     %v120: Signed = int_add %v107, 1
;     setarrayitem %v108, %v120, %v116
;     %v121: Signed = int_add %v107, -1
;     setarrayitem %v108, %v121, %v119
;     goto block7(%v107, %v108, %v109)
; block16(%v122: Signed, %v123: *#array):
;     %v124: Signed = getarrayitem %v123, %v122
;     %v125: Signed = int_add %v124, -1
;     %v126: Signed = int_add %v125, 1
;     %v127: Signed = int_add %v122, 1
;     %v128: Signed = getarrayitem %v123, %v127
;     %v129: Signed = int_mul %v126, 3
;     %v130: Signed = int_add %v128, %v129
;     %v131: Signed = int_add %v122, -1
;     %v132: Signed = getarrayitem %v123, %v131
;     %v133: Signed = int_sub %v132, %v126
;     setarrayitem %v123, %v122, 0
;     %v134: Signed = int_add %v122, 1
;     setarrayitem %v123, %v134, %v130
;     %v135: Signed = int_add %v122, -1
;     setarrayitem %v123, %v135, %v133
;     %up136: Signed = int_add %v122, 1
;     %x137: Signed = getarrayitem %v123, %up136
;     setarrayitem %v123, %up136, %x137
;     %down138: Signed = int_sub %up136, 2
;     goto block10(%v123, %down138, %x137)
; }
