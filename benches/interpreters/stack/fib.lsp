; bench 36 short 27 test 12 main
(def (fib n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(def (main n) (fib n))
