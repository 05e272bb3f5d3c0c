; What residual calls do: memory of objects that the callee makes does not count, exceptions that are caught neither; recursion raises
; when it is too deep; an identity hash starts no collection, raw memory may only run out.
level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable }
struct #Box gc : #object { value: Signed, hits: Signed }
struct #ints gc {} items Signed
struct #raw {} items Signed
object $Exception: #vtable { 1, 9 }
object $RecursionError: #vtable { 3, 4 }
object $Box: #vtable { 10, 11 }
object $deep: #object { $RecursionError }
exc object #object
exc vtable #vtable
exc class "Exception" = $Exception
exc class "RecursionError" = $RecursionError
exc instance "RecursionError" = $deep
jitdriver "d" greens ["pc"] reds ["b", "a"]
external @fill(*#ints) -> Signed [cannot_raise] = "fill"
graph @makes(%x: Signed) -> *#Box [dont_look_inside] {
block0(%x):
    %b: *#Box = malloc #Box
    setfield %b, .value, %x
    return %b
}
graph @deep(%x: Signed) -> Signed [dont_look_inside] {
block0(%x):
    %c: Bool = int_gt %x, 0
    if %c then block1(%x) else return(0)
block1(%y: Signed):
    %z: Signed = int_sub %y, 1
    %r: Signed = direct_call @deep, %z
    return %r
}
graph @caught(%x: Signed) -> Signed [dont_look_inside] {
block0(%x):
    %r: Signed = direct_call @deep, %x
    catch -> return(%r), $Exception(%t, %v) -> return(-1)
}
graph @hash(%b: *#Box) -> Signed [dont_look_inside] {
block0(%b):
    %h: Signed = gc_identityhash %b
    return %h
}
graph @raw(%x: Signed) -> Signed [dont_look_inside] {
block0(%x):
    %r: *#raw = raw_malloc_struct #raw, %x
    %n: Signed = cast_ptr_to_int %r
    return %n
}
graph @counts(%b: *#Box) -> Signed [elidable] {
block0(%b):
    %v: Signed = getfield %b, .value
    setfield %b, .hits, %v
    %m: Signed = direct_call @raw, %v
    return %m
}
graph @calls_counts(%b: *#Box) -> Signed [dont_look_inside] {
block0(%b):
    %v: Signed = direct_call @counts, %b
    return %v
}
graph @any(%b: *#Box) -> Signed [elidable] {
block0(%b):
    %f: fn(Signed) -> Signed = cast_int_to_ptr 0
    %v: Signed = indirect_call %f, 1, void
    return %v
}
graph @run(%n: Signed, %a: *#ints) -> Signed {
block0(%n, %a):
    %b: *#Box = direct_call @makes, %n
    goto block1(0, %b, %a)
block1(%pc: Signed, %c: *#Box, %d: *#ints):
    jit_marker "jit_merge_point", 0, %pc, %c, %d
    %x1: Signed = direct_call @deep, %pc
    %x2: Signed = direct_call @caught, %x1
    %x3: Signed = direct_call @hash, %c
    %x4: Signed = direct_call @raw, %x2
    %x5: Signed = direct_call @counts, %c
    %x6: Signed = direct_call @calls_counts, %c
    %x7: Signed = direct_call @any, %c
    %x8: Signed = direct_call @fill, %d
    %e: *#Box = direct_call @makes, %x8
    goto block1(0, %e, %d)
}
entry @run
