#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 4000, len = 1, room = 16, *digits = malloc(room * 8);
    digits[0] = 1;
    for (long k = 2; k <= n; k++) {
        long carry = 0;
        for (long i = 0; i < len; i++) { carry += digits[i] * k; digits[i] = carry % 1000000; carry /= 1000000; }
        while (carry) {
            if (len == room) digits = realloc(digits, (room *= 2) * 8);
            digits[len++] = carry % 1000000;
            carry /= 1000000;
        }
    }
    unsigned long total = 0;
    for (long i = 0; i < len; i++) total = (total * 31 + digits[i]) & 0xffffffff;
    printf("%ld %lu\n", len, total);
    return 0;
}
