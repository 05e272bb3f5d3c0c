// arith.lua in C.
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long f1(long n) {
    long i = 0, x = 1;
    while (i < n) {
        long j = 0;
        while (j <= i) {
            j = j + 1;
            x = x + (i & j);
        }
        i = i + 1;
    }
    return x;
}

int main(int argc, char **argv) {
    volatile long n = 2117; // so that f1 is called each time
    long rounds = argc > 1 ? atol(argv[1]) : 3, sum = 0;
    for (long r = 0; r < rounds; r++)
        sum += f1(n);
    printf("%ld\n", sum);
    return 0;
}
