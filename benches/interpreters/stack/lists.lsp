; short 30 test 4
; A very short run.
(def (range a b) (if (< a b) (cons a (range (+ a 1) b)) nil))
(def (sum list) (if (pair? list) (+ (head list) (sum (tail list))) 0))
(def (main n) (print (range 0 n)) (sum (range 0 n)))
