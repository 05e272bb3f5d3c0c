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
; block9(%down60: Signed, %y61: Signed):
;     %z62: Signed = direct_call @slow, %down60
;     %m63: Signed = int_mul %y61, 1000
;     %r64: Signed = int_add %m63, %z62
;     return %r64
; block10(%v65: *#array, %down66: Signed, %y67: Signed):
;     %x68: Signed = getarrayitem %v65, %down66
;     %y69: Signed = int_add %x68, 0
;     setarrayitem %v65, %down66, %y69
;     %m70: Signed = int_mul %y67, 1000
;     %r71: Signed = int_add %m70, %y69
;     return %r71
; block11(%v72: *#array, %up73: Signed, %v74: Signed):
;     %x75: Signed = getarrayitem %v72, %up73
;     %y76: Signed = int_add %x75, 0
;     setarrayitem %v72, %up73, %y76
;     %down77: Signed = int_sub %up73, 2
;     %u78: Unsigned = cast_int_to_uint %down77
;     %l79: Unsigned = cast_int_to_uint %v74
;     %in80: Bool = uint_lt %u78, %l79
;     if %in80 then block10(%v72, %down77, %y76) else block9(%down77, %y76)
; block12(%v81: *#array, %down82: Signed, %v83: Signed, %v84: Signed, %y85: Signed):
;     %x86: Signed = getarrayitem %v81, %down82
;     %y87: Signed = int_add %x86, -1
;     setarrayitem %v81, %down82, %y87
;     %more88: Bool = int_ne %y85, 0
;     if %more88 then block1(%v83, %v81, %v84) else block7(%v83, %v81, %v84)
; block13(%v89: *#array, %up90: Signed, %v91: Signed, %v92: Signed, %y93: Signed):
;     %x94: Signed = getarrayitem %v89, %up90
;     %y95: Signed = int_add %x94, 3
;     setarrayitem %v89, %up90, %y95
;     %down96: Signed = int_sub %up90, 2
;     %u97: Unsigned = cast_int_to_uint %down96
;     %l98: Unsigned = cast_int_to_uint %v92
;     %in99: Bool = uint_lt %u97, %l98
;     if %in99 then block12(%v89, %down96, %v91, %v92, %y93) else block6(%down96, %v91, %v89, %v92, %y93)
; block14(%v100: *#array, %v101: Signed, %v102: Signed):
;     %x103: Signed = getarrayitem %v100, %v101
;     %y104: Signed = int_add %x103, -1
;     setarrayitem %v100, %v101, %y104
;     %up105: Signed = int_add %v101, 1
;     %u106: Unsigned = cast_int_to_uint %up105
;     %l107: Unsigned = cast_int_to_uint %v102
;     %in108: Bool = uint_lt %u106, %l107
;     if %in108 then block13(%v100, %up105, %v101, %v102, %y104) else block5(%up105, %v101, %v100, %v102, %y104)
; block15(%v109: Signed, %v110: *#array, %v111: Signed):
;     %v112: Signed = getarrayitem %v110, %v109
;     %v113: Signed = int_add %v112, -1
;     %v114: Signed = int_add %v113, 1
;     %v115: Signed = int_add %v109, 1
;     %v116: Signed = getarrayitem %v110, %v115
;     %v117: Signed = int_mul %v114, 3
;     %v118: Signed = int_add %v116, %v117
;     %v119: Signed = int_add %v109, -1
;     %v120: Signed = getarrayitem %v110, %v119
;     %v121: Signed = int_sub %v120, %v114
;     setarrayitem %v110, %v109, 0
;     %v122: Signed = int_add %v109, 1
;     setarrayitem %v110, %v122, %v118
;     %v123: Signed = int_add %v109, -1
;     setarrayitem %v110, %v123, %v121
;     goto block7(%v109, %v110, %v111)
; block16(%v124: Signed, %v125: *#array):
;     %v126: Signed = getarrayitem %v125, %v124
;     %v127: Signed = int_add %v126, -1
;     %v128: Signed = int_add %v127, 1
;     %v129: Signed = int_add %v124, 1
;     %v130: Signed = getarrayitem %v125, %v129
;     %v131: Signed = int_mul %v128, 3
;     %v132: Signed = int_add %v130, %v131
;     %v133: Signed = int_add %v124, -1
;     %v134: Signed = getarrayitem %v125, %v133
;     %v135: Signed = int_sub %v134, %v128
;     setarrayitem %v125, %v124, 0
;     %v136: Signed = int_add %v124, 1
;     setarrayitem %v125, %v136, %v132
;     %v137: Signed = int_add %v124, -1
;     setarrayitem %v125, %v137, %v135
;     %up138: Signed = int_add %v124, 1
;     %x139: Signed = getarrayitem %v125, %up138
;     %y140: Signed = int_add %x139, 0
;     setarrayitem %v125, %up138, %y140
;     %down141: Signed = int_sub %up138, 2
;     goto block10(%v125, %down141, %y140)
; }
