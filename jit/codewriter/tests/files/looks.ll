; Who looks at a frame that came out of memory tests its token before. The interpreter, which got it by arguments alone, does not: a function
; that both call has a copy for it. The interpreter's function tests once what it is given.
level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable }
struct #Frame gc : #object { inst_value: Signed, vable_token: Signed, inst_other: Signed }
struct #World gc : #object { frame: *#Frame }
exc object #object
exc vtable #vtable
jitdriver "d" greens ["pc"] reds ["f", "w"] virtualizables ["f"] fields ["inst_value"]
graph @bump(%f: *#Frame) -> Signed {
block0(%f):
    %v: Signed = getfield %f, .inst_value
    %n: Signed = int_add %v, 1
    setfield %f, .inst_value, %n
    setfield %f, .inst_other, %n
    return %n
}
graph @look(%w: *#World) -> Signed [dont_look_inside] {
block0(%w):
    %f: *#Frame = getfield %w, .frame
    %a: Signed = getfield %f, .inst_value
    %b: Signed = direct_call @bump, %f
    %c: Signed = int_add %a, %b
    return %c
}
graph @run(%f: *#Frame, %w: *#World) -> Signed {
block0(%f, %w):
    goto block1(0, %f, %w)
block1(%pc: Signed, %g: *#Frame, %x: *#World):
    jit_marker "jit_merge_point", 0, %pc, %g, %x
    %a: Signed = direct_call @bump, %g
    %b: Signed = direct_call @look, %x
    %v: Signed = getfield %g, .inst_value
    %s: Signed = int_add %a, %b
    %t: Signed = int_add %s, %v
    %more: Bool = int_lt %t, 100
    if %more then block1(%pc, %g, %x) else return(%t)
}
graph @again(%w: *#World) -> Signed {
block0(%w):
    %f: *#Frame = getfield %w, .frame
    %r: Signed = direct_call @run, %f, %w
    return %r
}
graph @main(%n: Signed) -> Signed {
block0(%n):
    %w: *#World = malloc #World
    %f: *#Frame = malloc #Frame
    setfield %w, .frame, %f
    %r: Signed = direct_call @run, %f, %w
    %s: Signed = direct_call @again, %w
    %t: Signed = int_add %r, %s
    return %t
}
entry @main
