// targets/regmachine/square.rm in C. The sum is kept out of the compiler's sight: without that there is no loop, but a multiplication.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long number = argc > 1 ? atol(argv[1]) : 0, sum = 0;
    for (long count = number; count != 0; count--) {
        sum += number;
        __asm__ volatile("" : "+r"(sum));
    }
    printf("%ld\n", sum);
    return 0;
}
