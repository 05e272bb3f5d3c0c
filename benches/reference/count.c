/* The register machine's square program as a C loop that stays a loop. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long a = argc > 1 ? atol(argv[1]) : 0, r0 = a, r1 = a, r2 = 0;
    do {
        r0 -= 1;
        r2 += r1;
        __asm__ volatile("");
    } while (r0 != 0);
    printf("%ld\n", r2);
    return 0;
}
