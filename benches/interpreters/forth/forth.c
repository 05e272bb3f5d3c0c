// sieve.fth in C.
#include <stdio.h>
#include <stdlib.h>

static volatile long size;
static long flags[1000000];

int main(int argc, char **argv) {
    size = argc > 1 ? atol(argv[1]) : 0;
    long count = 0;
    for (long turn = 0; turn < 20; turn++) {
        long end = size;
        count = 0;
        for (long i = 0; i < end; i++)
            flags[i] = 1;
        for (long i = 2; i < end; i++)
            if (flags[i]) {
                count++;
                for (long j = i * i; j < end; j += i)
                    flags[j] = 0;
            }
    }
    printf("%ld \n", count);
    return 0;
}
