; A loop with a merge point, an entry, a promoted call and an exception handler.
level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable }
struct #Tape gc : #object { pos: Signed, cells: *#cells }
struct #cells gc {} items Signed
object $OverflowError_vt: #vtable { 3, 4 }
object $OverflowError: #object { $OverflowError_vt }
object $Tape_vt: #vtable { 5, 6 }
exc object #object
exc vtable #vtable
exc class "OverflowError" = $OverflowError_vt
exc instance "OverflowError" = $OverflowError
jitdriver "d" greens ["pc"] reds ["tape", "n"]
external @putchar(Signed) -> Signed [cannot_raise] = "putchar" "<stdio.h>"
graph @get(%t0: *#Tape) -> Signed {
block0(%t0):
    %p1: Signed = getfield %t0, .pos
    %c2: *#cells = getfield %t0, .cells
    %n3: Signed = getarraysize %c2
    %ok4: Bool = int_lt %p1, %n3
    if %ok4 then block1(%c2, %p1) else raise($OverflowError_vt, $OverflowError)
block1(%c5: *#cells, %p6: Signed):
    %v7: Signed = getarrayitem %c5, %p6
    return %v7
}
graph @run(%n0: Signed) -> Signed {
block0(%n0):
    %t1: *#Tape = malloc #Tape
    setfield %t1, .typeptr, $Tape_vt
    %c2: *#cells = malloc_varsize #cells, 10
    setfield %t1, .cells, %c2
    goto block1(0, %t1, %n0)
block1(%pc3: Signed, %t4: *#Tape, %n5: Signed):
    jit_marker "jit_merge_point", 0, %pc3, %t4, %n5
    %odd6: Signed = int_py_mod %pc3, 3
    switch %odd6: 0 -> block2(%pc3, %t4, %n5), 1 -> block3(%pc3, %t4, %n5), default -> block4(%pc3, %t4, %n5)
block2(%pc7: Signed, %t8: *#Tape, %n9: Signed):
    %v10: Signed = direct_call @get, %t8
    catch -> block5(%pc7, %t8, %n9, %v10), $OverflowError_vt(%a11, %b12) -> return(-1)
block5(%pc13: Signed, %t14: *#Tape, %n15: Signed, %v16: Signed):
    %x17: Signed = int_add_ovf %v16, %n15
    catch -> block6(%pc13, %t14, %x17), $OverflowError_vt(%a18, %b19) -> raise(%a18, %b19)
block6(%pc20: Signed, %t21: *#Tape, %x22: Signed):
    %y23: Signed = direct_call @putchar, %x22
    %pc24: Signed = int_add %pc20, 1
    %n25: Signed = int_sub %x22, 1
    goto block1(%pc24, %t21, %n25)
block3(%pc26: Signed, %t27: *#Tape, %n28: Signed):
    %m29: Signed = hint %n28, "promote"
    %pc30: Signed = int_add %pc26, 1
    goto block1(%pc30, %t27, %m29)
block4(%pc31: Signed, %t32: *#Tape, %n33: Signed):
    %z34: Bool = int_gt %n33, 0
    if %z34 then block7(%t32, %n33) else return(%n33)
block7(%t35: *#Tape, %n36: Signed):
    jit_marker "can_enter_jit", 0, 0, %t35, %n36
    goto block1(0, %t35, %n36)
}
entry @run
