; Objects of a small interpreter. `fixed` and `early` never change behind the merge point: a constructor writes the one, the
; loader the other. `later` is written by a function that the interpreter calls, `read` behind a read of it, `known` behind a store
; of the object, `twice` by two functions. The loop of `length` reads what does not change; that of `fill` is counted by its argument.
level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable immutable }
exc object #object
exc vtable #vtable
struct #array_Signed gc {} items Signed
struct #table gc {} items Signed
struct #Code gc : #object { fixed: Signed, early: Signed, later: Signed, table: *#table, next: *#Code }
struct #Other gc : #object { read: Signed, known: Signed, twice: Signed, right: Signed }
struct #Holder gc : #object { other: *#Other }
struct #Frame gc : #object { slots: *#array_Signed, top: Signed }
object $v: #vtable { 0, 1 }
jitdriver "driver" greens ["code"] reds ["frame", "holder"]
graph @init_code(%self0: *#Code, %n1: Signed) -> Void {
block0(%self0, %n1):
    setfield %self0, .fixed, %n1
    return void
}
graph @init_other(%self0: *#Other, %n1: Signed, %holder2: *#Holder) -> Void {
block0(%self0, %n1, %holder2):
    setfield %self0, .right, %n1
    setfield %self0, .twice, %n1
    setfield %self0, .read, %n1
    %a3: Signed = getfield %self0, .read
    %b4: Signed = int_add %a3, 1
    setfield %self0, .read, %b4
    direct_call @again, %self0
    setfield %holder2, .other, %self0
    setfield %self0, .known, %n1
    return void
}
graph @again(%self0: *#Other) -> Void {
block0(%self0):
    setfield %self0, .twice, 3
    return void
}
graph @change(%self0: *#Code) -> Void {
block0(%self0):
    setfield %self0, .later, 1
    return void
}
graph @length(%code0: *#Code) -> Signed {
block0(%code0):
    goto block1(%code0, 0)
block1(%c1: *#Code, %n2: Signed):
    %t3: Bool = ptr_nonzero %c1
    if %t3 then block2(%c1, %n2) else return(%n2)
block2(%c4: *#Code, %n5: Signed):
    %m6: Signed = int_add %n5, 1
    %c7: *#Code = getfield %c4, .next
    goto block1(%c7, %m6)
}
graph @fill(%frame0: *#Frame, %n1: Signed) -> Signed {
block0(%frame0, %n1):
    goto block1(%frame0, %n1)
block1(%f2: *#Frame, %n3: Signed):
    %t4: Bool = int_gt %n3, 0
    if %t4 then block2(%f2, %n3) else return(%n3)
block2(%f5: *#Frame, %n6: Signed):
    %m7: Signed = int_sub %n6, 1
    setfield %f5, .top, %m7
    goto block1(%f5, %m7)
}
graph @run(%code0: *#Code, %frame1: *#Frame, %holder2: *#Holder) -> Signed {
block0(%code0, %frame1, %holder2):
    goto block1(%code0, %frame1, %holder2)
block1(%code3: *#Code, %frame4: *#Frame, %holder5: *#Holder):
    jit_marker "jit_merge_point", 0, %code3, %frame4, %holder5
    %a6: Signed = getfield %code3, .fixed
    %b7: Signed = getfield %code3, .early
    %t8: *#table = getfield %code3, .table
    %c9: Signed = getarrayitem %t8, 0
    direct_call @change, %code3
    %d10: Signed = direct_call @length, %code3
    %e11: Signed = direct_call @fill, %frame4, %a6
    %o12: *#Other = malloc #Other
    setfield %o12, .typeptr, $v
    direct_call @init_other, %o12, %a6, %holder5
    %s13: *#array_Signed = getfield %frame4, .slots
    setarrayitem %s13, 0, %c9
    %x14: Bool = int_lt %d10, 10
    if %x14 then block1(%code3, %frame4, %holder5) else return(%b7)
}
graph @main(%argc0: Signed) -> Signed {
block0(%argc0):
    %c1: *#Code = malloc #Code
    setfield %c1, .typeptr, $v
    direct_call @init_code, %c1, %argc0
    %t2: *#table = malloc_varsize #table, 3
    setfield %c1, .table, %t2
    setarrayitem %t2, 1, %argc0
    setfield %c1, .early, %argc0
    setfield %c1, .next, null(*#Code)
    %f3: *#Frame = malloc #Frame
    setfield %f3, .typeptr, $v
    %s4: *#array_Signed = malloc_varsize #array_Signed, 4
    setfield %f3, .slots, %s4
    %h5: *#Holder = malloc #Holder
    setfield %h5, .typeptr, $v
    %r6: Signed = direct_call @run, %c1, %f3, %h5
    return %r6
}
entry @main
