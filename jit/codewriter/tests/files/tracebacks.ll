; What caught exceptions leave for tracebacks: nothing in @forgets; in @filters where another class is raised again, as late as
; that is known; in @keeps, where it is stored, before the call that stores it.
level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable }
struct #Error gc : #object { value: Signed }
object $Error_vt: #vtable { 3, 6 }
object $Small_vt: #vtable { 4, 5 }
object $Error: #Error { $Error_vt, 0 }
exc object #object
exc vtable #vtable
exc class "Error" = $Error_vt
exc instance "Error" = $Error
jitdriver "d" greens ["pc"] reds ["n"]
external @work(Signed) -> Signed = "work" "<work.h>"
external @keep(*#object) -> Void = "keep" "<work.h>"
graph @forgets(%n0: Signed) -> Signed {
block0(%n0):
    %v1: Signed = direct_call @work, %n0
    catch -> return(%v1), $Error_vt(%t2, %e3) -> block1(%e3)
block1(%e4: *#object):
    %c5: *#Error = cast_pointer %e4
    %v6: Signed = getfield %c5, .value
    return %v6
}
graph @filters(%n0: Signed) -> Signed {
block0(%n0):
    %v1: Signed = direct_call @work, %n0
    catch -> return(%v1), $Error_vt(%t2, %e3) -> block1(%t2, %e3)
block1(%t4: *#vtable, %e5: *#object):
    %c6: Bool = ptr_eq %t4, $Small_vt
    if %c6 then block2(%e5) else raise(%t4, %e5)
block2(%e7: *#object):
    %c8: *#Error = cast_pointer %e7
    %v9: Signed = getfield %c8, .value
    return %v9
}
graph @keeps(%n0: Signed) -> Signed {
block0(%n0):
    %v1: Signed = direct_call @work, %n0
    catch -> return(%v1), $Error_vt(%t2, %e3) -> block1(%e3)
block1(%e4: *#object):
    direct_call @keep, %e4
    return 0
}
graph @run(%n0: Signed) -> Signed {
block0(%n0):
    goto block1(0, %n0)
block1(%pc1: Signed, %n2: Signed):
    jit_marker "jit_merge_point", 0, %pc1, %n2
    %a3: Signed = direct_call @forgets, %n2
    %b4: Signed = direct_call @filters, %a3
    %c5: Signed = direct_call @keeps, %b4
    %z6: Bool = int_gt %c5, 0
    if %z6 then block1(%pc1, %c5) else return(%c5)
}
entry @run
