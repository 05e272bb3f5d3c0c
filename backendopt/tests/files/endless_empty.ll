; test pass=simplify
; Two empty blocks that lead to each other, with an entry each: links around them would turn for ever.
graph @f(%a: Signed) -> Signed {
block0(%a):
    %p: Bool = int_gt %a, 0
    if %p then block1(%a) else block4(%a)
block1(%b: Signed):
    %q: Bool = int_gt %b, 9
    if %q then block2(%b) else block3(%b)
block2(%x: Signed):
    goto block3(%x)
block3(%y: Signed):
    goto block2(%y)
block4(%z: Signed):
    return %z
}
; run: @f(0) == 0
; expect:
; graph @f(%a0: Signed) -> Signed {
; block0(%a0):
;     %p1: Bool = int_gt %a0, 0
;     if %p1 then block1(%a0) else return(%a0)
; block1(%b2: Signed):
;     %q3: Bool = int_gt %b2, 9
;     if %q3 then block3() else block2()
; block2():
;     goto block3()
; block3():
;     goto block2()
; }
