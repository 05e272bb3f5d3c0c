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
; 1 functions, 3 places of the guest program in 3 variants
; 23 blocks, 20 after the clean-up
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
;     if %zero12 then block13(%v6, %v7, %s11, %v9) else block2(%v6, %v7, %s11, %v9)
; block2(%v13: Signed, %v14: Signed, %v15: Signed, %v16: Signed):
;     %j17: Signed = int_add %v13, 1
;     goto block3(%v16, %j17, %v15, %v14)
; block3(%v18: Signed, %v19: Signed, %v20: Signed, %v21: Signed):
;     %v22: Signed = int_add %v19, 2
;     %v23: Bool = int_between 2, %v22, %v18
;     if %v23 then block11(%v19, %v20, %v21) else block4(%v18, %v19, %v20, %v21)
; block4(%v24: Signed, %v25: Signed, %v26: Signed, %v27: Signed):
;     %v28: Signed = int_add %v25, 1
;     %v29: Bool = int_between 1, %v28, %v24
;     if %v29 then block10(%v24, %v25, %v26, %v27) else block5(%v24, %v25, %v26, %v27)
; block5(%v30: Signed, %v31: Signed, %v32: Signed, %v33: Signed):
;     %u34: Unsigned = cast_int_to_uint %v31
;     %l35: Unsigned = cast_int_to_uint %v30
;     %out36: Bool = uint_ge %u34, %l35
;     if %out36 then raise($IndexError, $i_IndexError) else block6(%v31, %v33, %v32, %v30)
; block6(%v37: Signed, %v38: Signed, %v39: Signed, %v40: Signed):
;     %x41: Signed = getarrayitem $array, %v37
;     %s42: Signed = int_add %v39, %x41
;     %up43: Signed = int_add %v37, 1
;     %u44: Unsigned = cast_int_to_uint %up43
;     %l45: Unsigned = cast_int_to_uint %v40
;     %out46: Bool = uint_ge %u44, %l45
;     if %out46 then raise($IndexError, $i_IndexError) else block7(%up43, %v37, %v38, %s42, %v40)
; block7(%up47: Signed, %v48: Signed, %v49: Signed, %s50: Signed, %v51: Signed):
;     %x52: Signed = getarrayitem $array, %up47
;     %t53: Signed = int_mul %s50, %x52
;     %m54: Signed = int_sub %v49, 1
;     %more55: Bool = int_gt %m54, 0
;     if %more55 then block3(%v51, %v48, %t53, %m54) else block8(%v48, %v51, %t53)
; block8(%v56: Signed, %v57: Signed, %t58: Signed):
;     %j59: Signed = int_add %v56, 2
;     %u60: Unsigned = cast_int_to_uint %j59
;     %l61: Unsigned = cast_int_to_uint %v57
;     %out62: Bool = uint_ge %u60, %l61
;     if %out62 then raise($IndexError, $i_IndexError) else block9(%j59, %t58)
; block9(%v63: Signed, %v64: Signed):
;     %x65: Signed = getarrayitem $array, %v63
;     %s66: Signed = int_add %v64, %x65
;     return %s66
; block10(%v67: Signed, %v68: Signed, %v69: Signed, %v70: Signed):
;     %x71: Signed = getarrayitem $array, %v68
;     %s72: Signed = int_add %v69, %x71
;     %up73: Signed = int_add %v68, 1
;     %x74: Signed = getarrayitem $array, %up73
;     %t75: Signed = int_mul %s72, %x74
;     %m76: Signed = int_sub %v70, 1
;     %more77: Bool = int_gt %m76, 0
;     if %more77 then block10(%v67, %v68, %t75, %m76) else block8(%v68, %v67, %t75)
; block11(%v78: Signed, %v79: Signed, %v80: Signed):
;     %x81: Signed = getarrayitem $array, %v78
;     %s82: Signed = int_add %v79, %x81
;     %up83: Signed = int_add %v78, 1
;     %x84: Signed = getarrayitem $array, %up83
;     %t85: Signed = int_mul %s82, %x84
;     %m86: Signed = int_sub %v80, 1
;     %more87: Bool = int_gt %m86, 0
;     if %more87 then block11(%v78, %t85, %m86) else block12(%v78, %t85)
; block12(%v88: Signed, %t89: Signed):
;     %j90: Signed = int_add %v88, 2
;     goto block9(%j90, %t89)
; block13(%v91: Signed, %v92: Signed, %s93: Signed, %v94: Signed):
;     %back95: Signed = int_sub %v91, 1
;     %u96: Unsigned = cast_int_to_uint %back95
;     %l97: Unsigned = cast_int_to_uint %v94
;     %out98: Bool = uint_ge %u96, %l97
;     if %out98 then raise($IndexError, $i_IndexError) else block14(%back95, %v91, %v92, %s93, %v94)
; block14(%back99: Signed, %v100: Signed, %v101: Signed, %s102: Signed, %v103: Signed):
;     %x104: Signed = getarrayitem $array, %back99
;     %s105: Signed = int_add %s102, %x104
;     goto block2(%v100, %v101, %s105, %v103)
; }
