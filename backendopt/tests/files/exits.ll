; test pass=exits,simplify
; prelude
graph @safe(%x: Signed) -> Signed {
block0(%x):
    %y: Signed = int_mul %x, 2
    return %y
}
graph @inner(%x: Signed) -> Signed {
block0(%x):
    %c: Bool = int_eq %x, 0
    if %c then raise($KeyError, $i_KeyError) else return(%x)
}
graph @catcher(%x: Signed) -> Signed {
block0(%x):
    %r: Signed = direct_call @inner, %x
    catch -> return(%r), $Exception(_, _) -> return(-5)
}
graph @f(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = direct_call @safe, %x
    catch -> block1(%a), $KeyError(_, _) -> return(-1)
block1(%a1: Signed):
    %b: Signed = direct_call @catcher, %a1
    catch -> block2(%b), $KeyError(_, _) -> return(-2)
block2(%b2: Signed):
    %d: Signed = direct_call @inner, %b2
    catch -> block3(%d), $LookupError(_, _) -> return(-3), $KeyError(_, _) -> return(-4)
block3(%d3: Signed):
    %e: Signed = int_add_ovf %d3, 6
    catch -> return(%e), $KeyError(_, _) -> return(-6), $OverflowError(_, _) -> return(-7)
}
; run: @f(1) == 8
; run: @f(0) == 1
; run: @f(4611686018427387903) == -7
; without in @f: (-1), (-2), (-4), (-6)
; A call without any effect and result goes.
graph @drop(%x: Signed) -> Signed {
block0(%x):
    %a: Signed = direct_call @safe, %x
    return %x
}
; run: @drop(3) == 3
; without in @drop: direct_call
; expect:
; graph @safe(%x0: Signed) -> Signed {
; block0(%x0):
;     %y1: Signed = int_mul %x0, 2
;     return %y1
; }
; graph @inner(%x0: Signed) -> Signed {
; block0(%x0):
;     %c1: Bool = int_eq %x0, 0
;     if %c1 then raise($KeyError, $i_KeyError) else return(%x0)
; }
; graph @catcher(%x0: Signed) -> Signed {
; block0(%x0):
;     %r1: Signed = direct_call @inner, %x0
;     catch -> return(%r1), $Exception(_, _) -> return(-5)
; }
; graph @f(%x0: Signed) -> Signed {
; block0(%x0):
;     %a1: Signed = direct_call @safe, %x0
;     %b2: Signed = direct_call @catcher, %a1
;     %d3: Signed = direct_call @inner, %b2
;     catch -> block1(%d3), $LookupError(_, _) -> return(-3)
; block1(%d4: Signed):
;     %e5: Signed = int_add_ovf %d4, 6
;     catch -> return(%e5), $OverflowError(_, _) -> return(-7)
; }
; graph @drop(%x0: Signed) -> Signed {
; block0(%x0):
;     return %x0
; }
