; The portal calls the function that holds it: the call is a recursive one, with live registers before and behind it.
level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable }
exc object #object
exc vtable #vtable
jitdriver "fib" greens ["code"] reds ["n"] is_recursive
graph @interp(%code0: Signed, %n1: Signed) -> Signed {
block0(%code0, %n1):
    goto block1(%code0, %n1)
block1(%code2: Signed, %n3: Signed):
    jit_marker "jit_merge_point", 0, %code2, %n3
    %c4: Bool = int_lt %n3, 2
    if %c4 then return(%n3) else block2(%code2, %n3)
block2(%code5: Signed, %n6: Signed):
    %a7: Signed = int_sub %n6, 1
    %x8: Signed = direct_call @interp, %code5, %a7
    %b9: Signed = int_sub %n6, 2
    %k10: Signed = int_add %code5, 1
    %y11: Signed = direct_call @interp, %k10, %b9
    %s12: Signed = int_add %x8, %y11
    return %s12
}
entry @interp
