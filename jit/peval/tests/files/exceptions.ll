; Exceptions of unfolded functions find the handlers of their callers: when they are known, by a test when they are not, and
; from calls that stay.
jitdriver "d" greens ["k"] reds ["n", "acc"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @portal, 3, %n
    return %r
}
graph @stays(%n: Signed) -> Signed [dont_look_inside] {
block0(%n):
    %c: Bool = int_eq %n, 4
    if %c then raise($KeyError, $i_KeyError) else block1(%n)
block1(%n1: Signed):
    %d: Bool = int_eq %n1, 6
    if %d then raise($OverflowError, $i_OverflowError) else return(1)
}
graph @step(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    %bad: Bool = int_eq %k, 2
    if %bad then raise($IndexError, $i_IndexError) else block1(%n)
block1(%n1: Signed):
    %r: Signed = direct_call @stays, %n1
    return %r
}
graph @again(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    %r: Signed = direct_call @step, %k, %n
    catch -> return(%r), $KeyError(%t, %v) -> block1(%t, %v)
block1(%t1: *#vtable, %v1: *#object):
    raise %t1, %v1
}
graph @portal(%k: Signed, %n: Signed) -> Signed {
block0(%k, %n):
    goto block1(%k, %n, 0)
block1(%k1: Signed, %n1: Signed, %acc: Signed):
    jit_marker "jit_merge_point", 0, %k1, %n1, %acc
    %z: Bool = int_eq %k1, 0
    if %z then return(%acc) else block2(%k1, %n1, %acc)
block2(%k2: Signed, %n2: Signed, %acc2: Signed):
    %r: Signed = direct_call @again, %k2, %n2
    catch -> block3(%k2, %n2, %acc2, %r), $IndexError(%t, %v) -> block3(%k2, %n2, %acc2, 100), $LookupError(%t2, %v2) -> block3(%k2, %n2, %acc2, 1000)
block3(%k3: Signed, %n3: Signed, %acc3: Signed, %r3: Signed):
    %sum: Signed = int_add %acc3, %r3
    %next: Signed = int_sub %k3, 1
    goto block1(%next, %n3, %sum)
}
; run: 1 == 102
; run: 4 == 2100
; run: 6 raises OverflowError
; expect:
; 1 functions, 4 places of the guest program in 4 variants
; 32 blocks, 16 after the clean-up
; graph @main(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @portal.1, %p0
;     return %r1
; }
; graph @portal.1(%p0: Signed) -> Signed {
; block0(%p0):
;     %r1: Signed = direct_call @stays, %p0
;     catch -> block1(%p0, 0, %r1), $KeyError(%etype2, %evalue3) -> block8(%etype2, %evalue3, %p0, 0), $IndexError(%etype4, %evalue5) -> block11(%p0, 0), $LookupError(%etype6, %evalue7) -> block10(%p0, 0)
; block1(%v8: Signed, %v9: Signed, %v10: Signed):
;     %sum11: Signed = int_add %v9, %v10
;     goto block2(%v8, %sum11)
; block2(%v12: Signed, %v13: Signed):
;     %sum14: Signed = int_add %v13, 100
;     %r15: Signed = direct_call @stays, %v12
;     catch -> block3(%sum14, %r15), $KeyError(%etype16, %evalue17) -> block4(%etype16, %evalue17, %sum14), $IndexError(%etype18, %evalue19) -> block7(%sum14), $LookupError(%etype20, %evalue21) -> block6(%sum14)
; block3(%v22: Signed, %v23: Signed):
;     %sum24: Signed = int_add %v22, %v23
;     return %sum24
; block4(%etype25: *#vtable, %evalue26: *#object, %v27: Signed):
;     %v28: Signed = getfield %etype25, .subclassrange_min
;     %v29: Bool = int_between 6, %v28, 7
;     if %v29 then block7(%v27) else block5(%etype25, %evalue26, %v27)
; block5(%etype30: *#vtable, %evalue31: *#object, %v32: Signed):
;     %v33: Signed = getfield %etype30, .subclassrange_min
;     %v34: Bool = int_between 4, %v33, 7
;     if %v34 then block6(%v32) else raise(%etype30, %evalue31)
; block6(%v35: Signed):
;     %sum36: Signed = int_add %v35, 1000
;     return %sum36
; block7(%v37: Signed):
;     %sum38: Signed = int_add %v37, 100
;     return %sum38
; block8(%etype39: *#vtable, %evalue40: *#object, %v41: Signed, %v42: Signed):
;     %v43: Signed = getfield %etype39, .subclassrange_min
;     %v44: Bool = int_between 6, %v43, 7
;     if %v44 then block11(%v41, %v42) else block9(%etype39, %evalue40, %v41, %v42)
; block9(%etype45: *#vtable, %evalue46: *#object, %v47: Signed, %v48: Signed):
;     %v49: Signed = getfield %etype45, .subclassrange_min
;     %v50: Bool = int_between 4, %v49, 7
;     if %v50 then block10(%v47, %v48) else raise(%etype45, %evalue46)
; block10(%v51: Signed, %v52: Signed):
;     %sum53: Signed = int_add %v52, 1000
;     goto block2(%v51, %sum53)
; block11(%v54: Signed, %v55: Signed):
;     %sum56: Signed = int_add %v55, 100
;     goto block2(%v54, %sum56)
; }
