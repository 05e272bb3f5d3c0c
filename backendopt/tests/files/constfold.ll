; test pass=constfold,simplify
; prelude
struct #Cfg { n: Signed immutable, m: Signed }
struct #Tab immutable_items {} items Signed
object $cfg: #Cfg { 6, 7 }
object $tab: #Tab {} [10, 20, 30]
graph @imm() -> Signed {
block0():
    %n: Signed = getfield $cfg, .n
    %l: Signed = getarraysize $tab
    %x: Signed = getarrayitem $tab, 1
    %s: Signed = int_mul %n, %l
    %t: Signed = int_add %s, %x
    %c: Bool = int_eq %t, 38
    if %c then return(%t) else block1()
block1():
    %m: Signed = getfield $cfg, .m
    return %m
}
; run: @imm() == 38
; without in @imm: getfield, if, int_mul
; Mutable fields stay.
graph @mut() -> Signed {
block0():
    setfield $cfg, .m, 9
    %m: Signed = getfield $cfg, .m
    return %m
}
; run: @mut() == 9
; Constants through a loop, and a branch that is decided only because of them.
graph @loop(%n: Signed) -> Signed {
block0(%n):
    goto block1(%n, 5, 0)
block1(%n1: Signed, %k: Signed, %acc: Signed):
    %c: Bool = int_gt %n1, 0
    if %c then block2(%n1, %k, %acc) else return(%acc)
block2(%n2: Signed, %k2: Signed, %acc2: Signed):
    %d: Bool = int_eq %k2, 5
    if %d then block3(%n2, %k2, %acc2) else block3(%n2, 6, %acc2)
block3(%n3: Signed, %k3: Signed, %acc3: Signed):
    %acc4: Signed = int_add %acc3, %k3
    %n4: Signed = int_sub %n3, 1
    goto block1(%n4, %k3, %acc4)
}
; run: @loop(4) == 20
; without in @loop: int_eq
graph @ovf() -> Signed {
block0():
    %a: Signed = int_add_ovf 1, 2
    catch -> block1(%a), $OverflowError(_, _) -> return(-1)
block1(%b: Signed):
    %d: Signed = int_mul_ovf 9223372036854775807, %b
    catch -> return(%d), $OverflowError(_, _) -> return(-2)
}
; run: @ovf() == -2
graph @callee(%x: Signed) -> Signed {
block0(%x):
    %y: Signed = int_mul %x, %x
    return %y
}
graph @indirect(%x: Signed) -> Signed {
block0(%x):
    goto block1(@callee, %x)
block1(%fn: fn(Signed) -> Signed, %x1: Signed):
    %r: Signed = indirect_call %fn, %x1, void
    return %r
}
; run: @indirect(7) == 49
; without in @indirect: indirect_call
; A division that is never executed is not evaluated.
graph @undefined(%x: Signed) -> Signed {
block0(%x):
    %c: Bool = int_gt %x, 0
    if %c then block1(%x, 0) else return(0)
block1(%x1: Signed, %z: Signed):
    %c1: Bool = int_gt %z, 0
    if %c1 then block2(%z) else return(%x1)
block2(%z2: Signed):
    %q: Signed = int_py_div 1, %z2
    return %q
}
; run: @undefined(3) == 3
; expect:
; graph @imm() -> Signed {
; block0():
;     return 38
; }
; graph @mut() -> Signed {
; block0():
;     setfield $cfg, .m, 9
;     %m0: Signed = getfield $cfg, .m
;     return %m0
; }
; graph @loop(%n0: Signed) -> Signed {
; block0(%n0):
;     goto block1(%n0, 0)
; block1(%n1: Signed, %acc2: Signed):
;     %c3: Bool = int_gt %n1, 0
;     if %c3 then block2(%n1, %acc2) else return(%acc2)
; block2(%n4: Signed, %acc5: Signed):
;     %acc6: Signed = int_add %acc5, 5
;     %n7: Signed = int_sub %n4, 1
;     goto block1(%n7, %acc6)
; }
; graph @ovf() -> Signed {
; block0():
;     %d0: Signed = int_mul_ovf 9223372036854775807, 3
;     catch -> return(%d0), $OverflowError(_, _) -> return(-2)
; }
; graph @callee(%x0: Signed) -> Signed {
; block0(%x0):
;     %y1: Signed = int_mul %x0, %x0
;     return %y1
; }
; graph @indirect(%x0: Signed) -> Signed {
; block0(%x0):
;     %r1: Signed = direct_call @callee, %x0
;     return %r1
; }
; graph @undefined(%x0: Signed) -> Signed {
; block0(%x0):
;     %c1: Bool = int_gt %x0, 0
;     if %c1 then return(%x0) else return(0)
; }
