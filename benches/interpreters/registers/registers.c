// collatz.reg in C.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 0, best = 0, start = 0;
    for (long i = 1; i < n; i++) {
        long x = i, steps = 0;
        while (x != 1) {
            if (x % 2)
                x = 3 * x + 1;
            else
                x /= 2;
            steps++;
        }
        if (best < steps) {
            best = steps;
            start = i;
        }
    }
    printf("%ld\n%ld\n", start, best);
    return 0;
}
