; All kinds of memory, calls and exceptions, in loops long enough for loops and bridges.
struct #Box gc : #object { value: Signed, ratio: Float, next: *#Box, flag: Bool, letter: Char, small: Int32 }
struct #entries gc {} items { key: Signed, box: *#Box }
struct #text gc { hash: Signed } items Char
struct #shorts gc {} items Int32
object $Box_vt: #vtable { 9, 10, null(*#cname) }
family &0 = [@twice, @thrice]
struct #kind { function: fn(Signed) -> Signed }
object $kind: #kind { @twice }
object $other_kind: #kind { @thrice }
jitdriver "d" greens [] reds ["i", "acc", "ratio", "box", "table", "text", "shorts"]
entry @main
graph @main(%n: Signed) -> Signed {
block0(%n):
    %deep: Signed = direct_call @run, %n, 1
    return %deep
}
graph @run(%n: Signed, %depth: Signed) -> Signed {
block0(%n, %depth):
    %table: *#entries = malloc_varsize #entries, 4
    %text: *#text = malloc_varsize #text, 8
    %shorts: *#shorts = malloc_varsize #shorts, 4
    %box: *#Box = direct_call @new, %depth
    goto block1(%n, 0, 0.25f, %box, %table, %text, %shorts)
block1(%i1: Signed, %acc1: Signed, %ratio1: Float, %box1: *#Box, %table1: *#entries, %text1: *#text, %shorts1: *#shorts):
    jit_marker "jit_merge_point", 0, %i1, %acc1, %ratio1, %box1, %table1, %text1, %shorts1
    %more: Bool = int_gt %i1, 0
    if %more then block2(%i1, %acc1, %ratio1, %box1, %table1, %text1, %shorts1) else block9(%acc1, %ratio1, %box1, %table1)
block2(%i2: Signed, %acc2: Signed, %ratio2: Float, %box2: *#Box, %table2: *#entries, %text2: *#text, %shorts2: *#shorts):
    %slot2: Signed = int_and %i2, 3
    %new2: *#Box = direct_call @new, %i2
    setinteriorfield %table2, %slot2, .key, %acc2
    setinteriorfield %table2, %slot2, .box, %new2
    %at2: Signed = int_and %i2, 7
    %low2: Signed = int_and %acc2, 255
    %char2: Char = cast_int_to_char %low2
    setarrayitem %text2, %at2, %char2
    %was2: Char = getarrayitem %text2, 3
    %code2: Signed = cast_char_to_int %was2
    %narrow2: Int32 = cast_primitive %acc2
    setarrayitem %shorts2, %slot2, %narrow2
    %short2: Int32 = getarrayitem %shorts2, 1
    %wide2: Signed = cast_primitive %short2
    %half2: Float = float_mul %ratio2, 1.5f
    %part2: Signed = direct_call @half, %i2
    %a2: Signed = int_add %acc2, %code2
    %b2: Signed = int_add %a2, %wide2
    %c2: Signed = int_add %b2, %part2
    %odd2: Signed = int_and %i2, 1
    switch %odd2: 0 -> block3(%i2, %c2, %half2, %box2, %table2, %text2, %shorts2), default -> block4(%i2, %c2, %half2, %new2, %table2, %text2, %shorts2)
block3(%i3: Signed, %acc3: Signed, %ratio3: Float, %box3: *#Box, %table3: *#entries, %text3: *#text, %shorts3: *#shorts):
    %r3: Signed = direct_call @sometimes, %i3
    catch -> block5(%i3, %acc3, %r3, %ratio3, %box3, %table3, %text3, %shorts3), $KeyError(%t3, %v3) -> block5(%i3, %acc3, 100, %ratio3, %box3, %table3, %text3, %shorts3), $LookupError(%t4, %v4) -> block5(%i3, %acc3, 1000, %ratio3, %box3, %table3, %text3, %shorts3)
block4(%i4: Signed, %acc4: Signed, %ratio4: Float, %box4: *#Box, %table4: *#entries, %text4: *#text, %shorts4: *#shorts):
    %x4: Signed = int_mul_ovf %acc4, %acc4
    catch -> block5(%i4, %acc4, 3, %ratio4, %box4, %table4, %text4, %shorts4), $OverflowError(%t5, %v5) -> block5(%i4, 7, 7, %ratio4, %box4, %table4, %text4, %shorts4)
block5(%i5: Signed, %acc5: Signed, %r5: Signed, %ratio5: Float, %box5: *#Box, %table5: *#entries, %text5: *#text, %shorts5: *#shorts):
    %sum5: Signed = int_add %acc5, %r5
    %next5: *#Box = getinteriorfield %table5, 1, .box
    setfield %box5, .next, %next5
    setfield %box5, .ratio, %ratio5
    %flag5: Bool = int_gt %sum5, 1000
    setfield %box5, .flag, %flag5
    %kind5: *#kind = direct_call @kind_of, %flag5
    %function5: fn(Signed) -> Signed = getfield %kind5, .function
    %called5: Signed = indirect_call %function5, %sum5, &0
    %some5: Signed = int_and %called5, 1023
    %total5: Signed = int_add %sum5, %some5
    %big5: Bool = float_gt %ratio5, 1000.0f
    if %big5 then block6(%i5, %total5, 0.5f, %box5, %table5, %text5, %shorts5) else block6(%i5, %total5, %ratio5, %box5, %table5, %text5, %shorts5)
block6(%i6: Signed, %acc6: Signed, %ratio6: Float, %box6: *#Box, %table6: *#entries, %text6: *#text, %shorts6: *#shorts):
    %rest6: Signed = int_and %i6, 15
    %nested6: Bool = int_eq %rest6, 9
    %few6: Bool = int_gt %i6, 16
    %both6: Bool = bool_and %nested6, %few6
    if %both6 then block7(%i6, %acc6, %ratio6, %box6, %table6, %text6, %shorts6) else block8(%i6, %acc6, %ratio6, %box6, %table6, %text6, %shorts6)
block7(%i7: Signed, %acc7: Signed, %ratio7: Float, %box7: *#Box, %table7: *#entries, %text7: *#text, %shorts7: *#shorts):
    %inner7: Signed = direct_call @run, 5, %i7
    %sum7: Signed = int_add %acc7, %inner7
    goto block8(%i7, %sum7, %ratio7, %box7, %table7, %text7, %shorts7)
block8(%i8: Signed, %acc8: Signed, %ratio8: Float, %box8: *#Box, %table8: *#entries, %text8: *#text, %shorts8: *#shorts):
    %less8: Signed = int_sub %i8, 1
    goto block1(%less8, %acc8, %ratio8, %box8, %table8, %text8, %shorts8)
block9(%acc9: Signed, %ratio9: Float, %box9: *#Box, %table9: *#entries):
    %small9: Int32 = getfield %box9, .small
    %wide9: Signed = cast_primitive %small9
    %letter9: Char = getfield %box9, .letter
    %code9: Signed = cast_char_to_int %letter9
    %whole9: Signed = cast_float_to_int %ratio9
    %key9: Signed = getinteriorfield %table9, 2, .key
    %a9: Signed = int_add %acc9, %wide9
    %b9: Signed = int_add %a9, %code9
    %c9: Signed = int_add %b9, %whole9
    %d9: Signed = int_xor %c9, %key9
    %bad9: Bool = int_eq %d9, -1
    if %bad9 then raise($IndexError, $i_IndexError) else return(%d9)
}
graph @new(%v: Signed) -> *#Box {
block0(%v):
    %box: *#Box = malloc #Box
    setfield %box, .typeptr, $Box_vt
    setfield %box, .value, %v
    %minus: Signed = int_sub 3, %v
    %small: Int32 = cast_primitive %minus
    setfield %box, .small, %small
    %low: Signed = int_and %v, 127
    %letter: Char = cast_int_to_char %low
    setfield %box, .letter, %letter
    return %box
}
graph @kind_of(%flag: Bool) -> *#kind [dont_look_inside] {
block0(%flag):
    if %flag then return($other_kind) else return($kind)
}
graph @twice(%v: Signed) -> Signed {
block0(%v):
    %r: Signed = int_mul %v, 2
    return %r
}
graph @thrice(%v: Signed) -> Signed {
block0(%v):
    %r: Signed = int_mul %v, 3
    return %r
}
graph @half(%v: Signed) -> Signed [elidable] {
block0(%v):
    %r: Signed = int_rshift %v, 1
    return %r
}
graph @sometimes(%v: Signed) -> Signed [dont_look_inside] {
block0(%v):
    %six: Signed = int_py_mod %v, 6
    switch %six: 0 -> raise($KeyError, $i_KeyError), 4 -> raise($IndexError, $i_IndexError), default -> return(11)
}
; run: 0
; run: 7
; run: 40
; run: 300
