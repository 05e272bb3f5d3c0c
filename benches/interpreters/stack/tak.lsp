; bench 27 short 18 test 6
; Takeuchi's function.
(def (tak x y z)
  (if (< y x)
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))
      z))

(def (main n) (tak n (* 2 (/ n 3)) (/ n 3)))
