struct #Node gc { value: Signed, next: *#Node }
struct #Nodes gc {} items *#Node
struct #Pairs gc {} items { key: Signed, node: *#Node, small: Char }
struct #rpy_string gc immutable_items { hash: Signed } items Char
struct #Box gc { node: *#Node, arr: *#Nodes }
string #rpy_string
object $nil: #Node { 1000, null(*#Node) }
object $box: #Box { $nil, null(*#Nodes) }
object $pre: #Nodes {} [$nil, null(*#Node)]
object $hello: #rpy_string { 0 } "hello \x00\"world\""
; a list 0 .. n-1, newest first
graph @build(%n: Signed) -> *#Node {
block0(%n):
    goto block1(0, $nil, %n)
block1(%i: Signed, %l: *#Node, %n1: Signed):
    %c: Bool = int_lt %i, %n1
    if %c then block2(%i, %l, %n1) else return(%l)
block2(%i2: Signed, %l2: *#Node, %n2: Signed):
    %x: *#Node = malloc #Node
    setfield %x, .value, %i2
    setfield %x, .next, %l2
    %j: Signed = int_add %i2, 1
    goto block1(%j, %x, %n2)
}
graph @sum(%l: *#Node) -> Signed {
block0(%l):
    goto block1(%l, 0)
block1(%x: *#Node, %s: Signed):
    %c: Bool = ptr_nonzero %x
    if %c then block2(%x, %s) else return(%s)
block2(%y: *#Node, %t: Signed):
    %v: Signed = getfield %y, .value
    %u: Signed = int_add %t, %v
    %z: *#Node = getfield %y, .next
    goto block1(%z, %u)
}
graph @lists(%n: Signed) -> Signed {
block0(%n):
    %a: *#Node = direct_call @build, %n
    %b: *#Node = direct_call @build, %n
    %g: GcRef = cast_opaque_ptr %a
    %c: *#Node = direct_call @build, 3
    gc__collect
    %x: Signed = direct_call @sum, %a
    %y: Signed = direct_call @sum, %b
    %a2: *#Node = cast_opaque_ptr %g
    %same: Bool = ptr_eq %a, %a2
    %k: Signed = cast_bool_to_int %same
    %z: Signed = direct_call @sum, %c
    %p: Signed = int_add %x, %y
    %q: Signed = int_add %p, %z
    %r: Signed = int_add %q, %k
    return %r
}
; run: @lists(10) == 3094
; many allocations, few live
graph @churn(%n: Signed, %m: Signed) -> Signed {
block0(%n, %m):
    %keep: *#Node = direct_call @build, 5
    goto block1(0, 0, %n, %m, %keep)
block1(%i: Signed, %s: Signed, %n1: Signed, %m1: Signed, %k1: *#Node):
    %c: Bool = int_lt %i, %n1
    if %c then block2(%i, %s, %n1, %m1, %k1) else block3(%s, %k1)
block2(%i2: Signed, %s2: Signed, %n2: Signed, %m2: Signed, %k2: *#Node):
    %l: *#Node = direct_call @build, %m2
    setfield $box, .node, %l
    %l2: *#Node = direct_call @build, 1
    setarrayitem $pre, 1, %l2
    %v: Signed = direct_call @sum, %l
    %s3: Signed = int_add %s2, %v
    %j: Signed = int_add %i2, 1
    goto block1(%j, %s3, %n2, %m2, %k2)
block3(%s4: Signed, %k4: *#Node):
    %t: Signed = direct_call @sum, %k4
    %b: *#Node = getfield $box, .node
    %bs: Signed = direct_call @sum, %b
    %p: *#Node = getarrayitem $pre, 1
    %ps: Signed = direct_call @sum, %p
    %r: Signed = int_add %s4, %t
    %r2: Signed = int_add %r, %bs
    %r3: Signed = int_add %r2, %ps
    return %r3
}
; run: @churn(20, 10) == 23955
graph @arrays(%n: Signed) -> Signed {
block0(%n):
    %a: *#Pairs = malloc_varsize #Pairs, %n
    %b: *#Nodes = malloc_varsize #Nodes, %n
    goto block1(0, %n, %a, %b)
block1(%i: Signed, %n1: Signed, %a1: *#Pairs, %b1: *#Nodes):
    %c: Bool = int_lt %i, %n1
    if %c then block2(%i, %n1, %a1, %b1) else block3(%n1, %a1, %b1)
block2(%i2: Signed, %n2: Signed, %a2: *#Pairs, %b2: *#Nodes):
    %x: *#Node = direct_call @build, %i2
    setinteriorfield %a2, %i2, .key, %i2
    setinteriorfield %a2, %i2, .node, %x
    setinteriorfield %a2, %i2, .small, 'x'
    setarrayitem %b2, %i2, %x
    %j: Signed = int_add %i2, 1
    goto block1(%j, %n2, %a2, %b2)
block3(%n3: Signed, %a3: *#Pairs, %b3: *#Nodes):
    %a9: *#Pairs = malloc_varsize #Pairs, %n3
    copy_items %a3, %a9, 0, 0, %n3
    gc__collect
    %last: Signed = int_sub %n3, 1
    %y: *#Node = getinteriorfield %a9, %last, .node
    %z: *#Node = getarrayitem %b3, %last
    %e: Bool = ptr_eq %y, %z
    %k: Signed = cast_bool_to_int %e
    %s: Signed = direct_call @sum, %z
    %r: Signed = int_add %s, %k
    %ch: Char = getinteriorfield %a9, 0, .small
    %ci: Signed = cast_char_to_int %ch
    %r2: Signed = int_add %r, %ci
    return %r2
}
; run: @arrays(10) == 1157
graph @hashes(%n: Signed) -> Signed {
block0(%n):
    %a: *#Node = malloc #Node
    %b: *#Node = malloc #Node
    %h: Signed = gc_identityhash %a
    %g: Signed = gc_identityhash %b
    gc__collect
    %h2: Signed = gc_identityhash %a
    %g2: Signed = gc_identityhash %b
    %e: Bool = int_eq %h, %h2
    %f: Bool = int_eq %g, %g2
    %d: Bool = int_ne %h, %g
    %x: Bool = bool_and %e, %f
    %y: Bool = bool_and %x, %d
    %r: Signed = cast_bool_to_int %y
    return %r
}
; run: @hashes(1) == 1
; only the slow path needs a frame
graph @maybe(%n: Signed, %deep: Signed) -> Signed {
block0(%n, %deep):
    %a: *#Node = direct_call @build, 2
    %c: Bool = int_is_true %deep
    if %c then block1(%n, %a) else return(%n)
block1(%n1: Signed, %a1: *#Node):
    %b: *#Node = direct_call @build, 2
    %x: Signed = direct_call @sum, %a1
    %y: Signed = direct_call @sum, %b
    %z: Signed = int_add %x, %y
    return %z
}
; run: @maybe(1, 0) == 1
; run: @maybe(1, 1) == 2002
graph @recur(%n: Signed, %l: *#Node) -> Signed {
block0(%n, %l):
    %c: Bool = int_gt %n, 0
    if %c then block1(%n, %l) else block2(%l)
block1(%m: Signed, %l1: *#Node):
    %x: *#Node = malloc #Node
    setfield %x, .value, %m
    setfield %x, .next, %l1
    %k: Signed = int_sub %m, 1
    %r: Signed = direct_call @recur, %k, %x
    %v: Signed = getfield %x, .value
    %nx: *#Node = getfield %x, .next
    %w: Signed = getfield %nx, .value
    %r2: Signed = int_add %r, %v
    %r3: Signed = int_add %r2, %w
    return %r3
block2(%l2: *#Node):
    %s: Signed = direct_call @sum, %l2
    return %s
}
graph @recurse(%n: Signed) -> Signed {
block0(%n):
    %r: Signed = direct_call @recur, %n, $nil
    return %r
}
; run: @recurse(20) == 2629
graph @strings(%n: Signed) -> Signed {
block0(%n):
    %l: Signed = getarraysize $hello
    %s: *#rpy_string = malloc_varsize #rpy_string, %l
    copy_items $hello, %s, 0, 0, %l
    %t: *#rpy_string = malloc_varsize #rpy_string, 300
    copy_items %s, %t, 6, 10, 3
    %c: Char = getarrayitem %s, %n
    %i: Signed = cast_char_to_int %c
    %d: Char = getarrayitem %t, 12
    %j: Signed = cast_char_to_int %d
    %h: Signed = getfield %t, .hash
    %x: Signed = int_mul %i, 1000
    %y: Signed = int_add %x, %j
    %z: Signed = int_add %y, %h
    return %z
}
; run: @strings(0) == 104119
; run: @strings(6) == 119
struct #RawPt { x: Signed, y: Char, z: Float }
struct #RawArr { n: Char } items Int32
graph @raw(%n: Signed) -> Signed {
block0(%n):
    %p: *#RawPt = raw_malloc_struct #RawPt, 0
    setfield %p, .x, %n
    setfield %p, .z, 1.5f
    %a: *#RawArr = raw_malloc_struct #RawArr, %n
    setarrayitem %a, 2, -7i32
    %v: Int32 = getarrayitem %a, 2
    %i: Signed = cast_primitive %v
    %l: Signed = getarraysize %a
    %x: Signed = getfield %p, .x
    raw_free_struct %p
    raw_free_struct %a
    %s: Signed = int_add %i, %l
    %t: Signed = int_add %s, %x
    return %t
}
; run: @raw(5) == 3
