; test pass=simplify,constfold,exits,inline,simplify,constfold,simplify,malloc,exits,simplify
; prelude
; `for i in range(n): s += i` as the RTyper makes it: the range, its iterator and the StopIteration go.
struct #Range gc { start: Signed, stop: Signed }
struct #RangeIter gc { next: Signed, stop: Signed }
graph @ll_newrange(%start: Signed, %stop: Signed) -> *#Range {
block0(%start, %stop):
    %l: *#Range = malloc #Range
    setfield %l, .start, %start
    setfield %l, .stop, %stop
    return %l
}
graph @ll_iter(%lst: *#Range) -> *#RangeIter {
block0(%lst):
    %it: *#RangeIter = malloc #RangeIter
    %a: Signed = getfield %lst, .start
    setfield %it, .next, %a
    %b: Signed = getfield %lst, .stop
    setfield %it, .stop, %b
    return %it
}
graph @ll_next(%it: *#RangeIter) -> Signed {
block0(%it):
    %n: Signed = getfield %it, .next
    %s: Signed = getfield %it, .stop
    %c: Bool = int_ge %n, %s
    if %c then block1() else block2(%it, %n)
block1():
    %e: *#object = malloc #object
    setfield %e, .typeptr, $StopIteration
    raise $StopIteration, %e
block2(%it2: *#RangeIter, %n2: Signed):
    %n3: Signed = int_add %n2, 1
    setfield %it2, .next, %n3
    return %n2
}
graph @f(%n: Signed) -> Signed {
block0(%n):
    %l: *#Range = direct_call @ll_newrange, 0, %n
    %it: *#RangeIter = direct_call @ll_iter, %l
    goto block1(%it, 0)
block1(%it1: *#RangeIter, %acc: Signed):
    %i: Signed = direct_call @ll_next, %it1
    catch -> block2(%it1, %acc, %i), $StopIteration(%t, %v) -> block3(%acc)
block2(%it2: *#RangeIter, %acc2: Signed, %i2: Signed):
    %acc3: Signed = int_add %acc2, %i2
    goto block1(%it2, %acc3)
block3(%r: Signed):
    return %r
}
; run: @f(0) == 0
; run: @f(10) == 45
; run: @f(-3) == 0
; without in @f: malloc, direct_call, catch
; expect:
; graph @ll_newrange(%start0: Signed, %stop1: Signed) -> *#Range {
; block0(%start0, %stop1):
;     %l2: *#Range = malloc #Range
;     setfield %l2, .start, %start0
;     setfield %l2, .stop, %stop1
;     return %l2
; }
; graph @ll_iter(%lst0: *#Range) -> *#RangeIter {
; block0(%lst0):
;     %it1: *#RangeIter = malloc #RangeIter
;     %a2: Signed = getfield %lst0, .start
;     setfield %it1, .next, %a2
;     %b3: Signed = getfield %lst0, .stop
;     setfield %it1, .stop, %b3
;     return %it1
; }
; graph @ll_next(%it0: *#RangeIter) -> Signed {
; block0(%it0):
;     %n1: Signed = getfield %it0, .next
;     %s2: Signed = getfield %it0, .stop
;     %c3: Bool = int_ge %n1, %s2
;     if %c3 then block2() else block1(%it0, %n1)
; block1(%it4: *#RangeIter, %n5: Signed):
;     %n6: Signed = int_add %n5, 1
;     setfield %it4, .next, %n6
;     return %n5
; block2():
;     %e7: *#object = malloc #object
;     setfield %e7, .typeptr, $StopIteration
;     raise $StopIteration, %e7
; }
; graph @f(%n0: Signed) -> Signed {
; block0(%n0):
;     goto block1(0, %n0, 0)
; block1(%next1: Signed, %stop2: Signed, %acc3: Signed):
;     %c4: Bool = int_ge %next1, %stop2
;     if %c4 then return(%acc3) else block2(%stop2, %next1, %acc3)
; block2(%stop5: Signed, %n6: Signed, %acc7: Signed):
;     %n8: Signed = int_add %n6, 1
;     %acc9: Signed = int_add %acc7, %n6
;     goto block1(%n8, %stop5, %acc9)
; }
