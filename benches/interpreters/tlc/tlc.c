// f1.tlc in C.
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
    volatile long number = argc > 1 ? atol(argv[1]) : 0; // so that f1 is called each time
    long sum = 0;
    for (long more = number / 10000; more >= 0; more--)
        sum += f1(number % 10000);
    printf("%ld\n", sum);
    return 0;
}
