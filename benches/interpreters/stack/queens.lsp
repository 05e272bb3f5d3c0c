; bench 11 short 8 test 5
; Places n queens on a board; the rows of those that stand are a list.
(def (attacked row distance placed)
  (if (pair? placed)
      (or (or (= (head placed) row)
              (or (= (head placed) (+ row distance)) (= (head placed) (- row distance))))
          (attacked row (+ distance 1) (tail placed)))
      0))

(def (place column n placed)
  (if (= column n)
      1
      (do
        (set row 0)
        (set found 0)
        (while (< row n)
          (if (attacked row 1 placed) 0 (set found (+ found (place (+ column 1) n (cons row placed)))))
          (set row (+ row 1)))
        found)))

(def (main n) (place 0 n nil))
