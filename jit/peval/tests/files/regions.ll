; One test stands before branches and before a loop, for all that they read.
struct #array gc {} items Signed
object $array: #array { } [ 1, 2, 3, 4, 0, 6, 7, 8 ]
jitdriver "d" greens ["k"] reds ["i", "n", "sum", "size"]
entry @main
graph @main(%i: Signed, %n: Signed) -> Signed {
block0(%i, %n):
    %r: Signed = direct_call @portal, 3, %i, %n
    return %r
}
graph @get(%a: *#array, %size: Signed, %i: Signed) -> Signed {
block0(%a, %size, %i):
    %u: Unsigned = cast_int_to_uint %i
    %l: Unsigned = cast_int_to_uint %size
    %out: Bool = uint_ge %u, %l
    if %out then raise($IndexError, $i_IndexError) else block1(%a, %i)
block1(%a1: *#array, %i1: Signed):
    %x: Signed = getarrayitem %a1, %i1
    return %x
}
graph @size(%n: Signed) -> Signed [dont_look_inside] {
block0(%n):
    %r: Signed = getarraysize $array
    return %r
}
graph @portal(%k: Signed, %i: Signed, %n: Signed) -> Signed {
block0(%k, %i, %n):
    %size: Signed = direct_call @size, %n
    goto block1(%k, %i, %n, 0, %size)
block1(%k1: Signed, %i1: Signed, %n1: Signed, %sum: Signed, %size1: Signed):
    jit_marker "jit_merge_point", 0, %k1, %i1, %n1, %sum, %size1
    %x: Signed = direct_call @get, $array, %size1, %i1
    %s: Signed = int_add %sum, %x
    %last: Bool = int_eq %k1, 1
    if %last then return(%s) else block2(%k1, %i1, %n1, %s, %size1, %x)
block2(%k2: Signed, %i2: Signed, %n2: Signed, %s2: Signed, %size2: Signed, %x2: Signed):
    %loops: Bool = int_eq %k2, 2
    if %loops then block3(%k2, %i2, %n2, %s2, %size2) else block5(%k2, %i2, %n2, %s2, %size2, %x2)
; A loop of two reads.
block3(%k3: Signed, %i3: Signed, %n3: Signed, %s3: Signed, %size3: Signed):
    %up: Signed = int_add %i3, 1
    %y: Signed = direct_call @get, $array, %size3, %up
    %t: Signed = int_mul %s3, %y
    %m: Signed = int_sub %n3, 1
    %more: Bool = int_gt %m, 0
    if %more then block1(%k3, %i3, %m, %t, %size3) else block4(%k3, %i3, %m, %t, %size3)
block4(%k4: Signed, %i4: Signed, %n4: Signed, %s4: Signed, %size4: Signed):
    %d: Signed = int_sub %k4, 1
    %j: Signed = int_add %i4, 2
    goto block1(%d, %j, %n4, %s4, %size4)
; A branch.
block5(%k5: Signed, %i5: Signed, %n5: Signed, %s5: Signed, %size5: Signed, %x5: Signed):
    %zero: Bool = int_eq %x5, 0
    if %zero then block6(%k5, %i5, %n5, %s5, %size5) else block7(%k5, %i5, %n5, %s5, %size5)
block6(%k6: Signed, %i6: Signed, %n6: Signed, %s6: Signed, %size6: Signed):
    %back: Signed = int_sub %i6, 1
    %z: Signed = direct_call @get, $array, %size6, %back
    %s7: Signed = int_add %s6, %z
    goto block7(%k6, %i6, %n6, %s7, %size6)
block7(%k7: Signed, %i7: Signed, %n7: Signed, %s8: Signed, %size7: Signed):
    %d7: Signed = int_sub %k7, 1
    %j7: Signed = int_add %i7, 1
    goto block1(%d7, %j7, %n7, %s8, %size7)
}
; run: 1,3 == 380
; run: 0,1 == 13
; run: 4,2 == 540
; run: 5,1 raises IndexError
; run: -1,1 raises IndexError
; run: 7,1 raises IndexError
; run: 9223372036854775807,1 raises IndexError
; run: -9223372036854775808,2 raises IndexError
; expect:
; 1 functions, 3 places of the guest program in 4 variants
; 28 blocks, 22 after the clean-up
; graph @main(%p0: Signed, %p1: Signed) -> Signed {
; block0(%p0, %p1):
;     %r2: Signed = direct_call @portal.1, %p0, %p1
;     return %r2
; }
; graph @portal.1(%p0: Signed, %p1: Signed) -> Signed {
; block0(%p0, %p1):
;     %size2: Signed = direct_call @size, %p1
;     %u3: Unsigned = cast_int_to_uint %p0
;     %l4: Unsigned = cast_int_to_uint %size2
;     %out5: Bool = uint_ge %u3, %l4
;     if %out5 then raise($IndexError, $i_IndexError) else block1(%p0, %p1, 0, %size2)
; block1(%v6: Signed, %v7: Signed, %v8: Signed, %v9: Signed):
;     %x10: Signed = getarrayitem $array, %v6
;     %s11: Signed = int_add %v8, %x10
;     %zero12: Bool = int_eq %x10, 0
;     if %zero12 then block16(%v6, %v7, %s11, %v9) else block2(%v6, %v7, %s11, %v9)
; block2(%v13: Signed, %v14: Signed, %v15: Signed, %v16: Signed):
;     %v17: Signed = int_add %v13, 3
;     %v18: Bool = int_between 2, %v17, %v16
;     if %v18 then block12(%v13, %v14, %v15) else block3(%v13, %v14, %v15, %v16)
; block3(%v19: Signed, %v20: Signed, %v21: Signed, %v22: Signed):
;     %j23: Signed = int_add %v19, 1
;     %u24: Unsigned = cast_int_to_uint %j23
;     %l25: Unsigned = cast_int_to_uint %v22
;     %out26: Bool = uint_ge %u24, %l25
;     if %out26 then raise($IndexError, $i_IndexError) else block4(%j23, %v20, %v21, %v22)
; block4(%v27: Signed, %v28: Signed, %v29: Signed, %v30: Signed):
;     %x31: Signed = getarrayitem $array, %v27
;     %s32: Signed = int_add %v29, %x31
;     %up33: Signed = int_add %v27, 1
;     %u34: Unsigned = cast_int_to_uint %up33
;     %l35: Unsigned = cast_int_to_uint %v30
;     %out36: Bool = uint_ge %u34, %l35
;     if %out36 then raise($IndexError, $i_IndexError) else block5(%up33, %v27, %v28, %s32, %v30)
; block5(%up37: Signed, %v38: Signed, %v39: Signed, %s40: Signed, %v41: Signed):
;     %v42: Signed = int_add %v38, 1
;     %v43: Bool = int_between 0, %v42, %v41
;     if %v43 then block10(%up37, %v38, %v39, %s40, %v41) else block6(%up37, %v38, %v39, %s40, %v41)
; block6(%up44: Signed, %v45: Signed, %v46: Signed, %s47: Signed, %v48: Signed):
;     %x49: Signed = getarrayitem $array, %up44
;     %t50: Signed = int_mul %s47, %x49
;     %m51: Signed = int_sub %v46, 1
;     %more52: Bool = int_gt %m51, 0
;     if %more52 then block9(%v48, %v45, %t50, %m51) else block7(%v45, %v48, %t50)
; block7(%v53: Signed, %v54: Signed, %t55: Signed):
;     %j56: Signed = int_add %v53, 2
;     %u57: Unsigned = cast_int_to_uint %j56
;     %l58: Unsigned = cast_int_to_uint %v54
;     %out59: Bool = uint_ge %u57, %l58
;     if %out59 then raise($IndexError, $i_IndexError) else block8(%j56, %t55)
; block8(%v60: Signed, %v61: Signed):
;     %x62: Signed = getarrayitem $array, %v60
;     %s63: Signed = int_add %v61, %x62
;     return %s63
; block9(%v64: Signed, %v65: Signed, %v66: Signed, %v67: Signed):
;     %x68: Signed = getarrayitem $array, %v65
;     %s69: Signed = int_add %v66, %x68
;     %up70: Signed = int_add %v65, 1
;     %u71: Unsigned = cast_int_to_uint %up70
;     %l72: Unsigned = cast_int_to_uint %v64
;     %out73: Bool = uint_ge %u71, %l72
;     if %out73 then raise($IndexError, $i_IndexError) else block5(%up70, %v65, %v67, %s69, %v64)
; block10(%up74: Signed, %v75: Signed, %v76: Signed, %s77: Signed, %v78: Signed):
;     %x79: Signed = getarrayitem $array, %up74
;     %t80: Signed = int_mul %s77, %x79
;     %m81: Signed = int_sub %v76, 1
;     %more82: Bool = int_gt %m81, 0
;     if %more82 then block11(%v78, %v75, %t80, %m81) else block7(%v75, %v78, %t80)
; block11(%v83: Signed, %v84: Signed, %v85: Signed, %v86: Signed):
;     %x87: Signed = getarrayitem $array, %v84
;     %s88: Signed = int_add %v85, %x87
;     %up89: Signed = int_add %v84, 1
;     goto block10(%up89, %v84, %v86, %s88, %v83)
; block12(%v90: Signed, %v91: Signed, %v92: Signed):
;     %j93: Signed = int_add %v90, 1
;     %x94: Signed = getarrayitem $array, %j93
;     %s95: Signed = int_add %v92, %x94
;     %up96: Signed = int_add %j93, 1
;     goto block13(%up96, %j93, %v91, %s95)
; block13(%up97: Signed, %v98: Signed, %v99: Signed, %s100: Signed):
;     %x101: Signed = getarrayitem $array, %up97
;     %t102: Signed = int_mul %s100, %x101
;     %m103: Signed = int_sub %v99, 1
;     %more104: Bool = int_gt %m103, 0
;     if %more104 then block15(%v98, %t102, %m103) else block14(%v98, %t102)
; block14(%v105: Signed, %t106: Signed):
;     %j107: Signed = int_add %v105, 2
;     goto block8(%j107, %t106)
; block15(%v108: Signed, %v109: Signed, %v110: Signed):
;     %x111: Signed = getarrayitem $array, %v108
;     %s112: Signed = int_add %v109, %x111
;     %up113: Signed = int_add %v108, 1
;     goto block13(%up113, %v108, %v110, %s112)
; block16(%v114: Signed, %v115: Signed, %s116: Signed, %v117: Signed):
;     %back118: Signed = int_sub %v114, 1
;     %u119: Unsigned = cast_int_to_uint %back118
;     %l120: Unsigned = cast_int_to_uint %v117
;     %out121: Bool = uint_ge %u119, %l120
;     if %out121 then raise($IndexError, $i_IndexError) else block17(%back118, %v114, %v115, %s116, %v117)
; block17(%back122: Signed, %v123: Signed, %v124: Signed, %s125: Signed, %v126: Signed):
;     %x127: Signed = getarrayitem $array, %back122
;     %s128: Signed = int_add %s125, %x127
;     goto block2(%v123, %v124, %s128, %v126)
; }
