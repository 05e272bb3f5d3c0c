; test pass=strength,merge_ifs,simplify
; prelude
graph @chain(%c: Char, %k: Signed) -> Signed {
block0(%c, %k):
    %i: Signed = cast_char_to_int %c
    %t: Bool = int_eq %i, 43
    if %t then return(%k) else block1(%c, %k)
block1(%c1: Char, %k1: Signed):
    %t1: Bool = char_eq %c1, '-'
    if %t1 then block5(%k1) else block2(%c1, %k1)
block2(%c2: Char, %k2: Signed):
    %t2: Bool = char_ne %c2, '>'
    if %t2 then block3(%c2) else return(3)
block3(%c3: Char):
    %t3: Bool = char_eq %c3, '+'
    if %t3 then return(99) else return(4)
block5(%k5: Signed):
    %r: Signed = int_neg %k5
    return %r
}
; run: @chain('+', 8) == 8
; run: @chain('-', 8) == -8
; run: @chain('>', 8) == 3
; run: @chain('x', 8) == 4
; with in @chain: switch
; without in @chain: char_eq, 99
; expect:
; graph @chain(%c0: Char, %k1: Signed) -> Signed {
; block0(%c0, %k1):
;     switch %c0: '+' -> return(%k1), '-' -> block1(%k1), '>' -> return(3), default -> return(4)
; block1(%k2: Signed):
;     %r3: Signed = int_neg %k2
;     return %r3
; }
