; bench 20 short 13 test 5
; Builds binary trees of pairs and counts their nodes.
(def (build depth)
  (if (< 0 depth) (cons (build (- depth 1)) (build (- depth 1))) nil))

(def (count tree)
  (if (pair? tree) (+ 1 (+ (count (head tree)) (count (tail tree)))) 1))

(def (main n)
  (set i 0)
  (set sum 0)
  (while (< i 8)
    (set sum (+ sum (count (build (- n (% i 3))))))
    (set i (+ i 1)))
  sum)
