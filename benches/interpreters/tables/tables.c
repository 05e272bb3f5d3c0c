// sieve.tab in C.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 0, count = 0;
    char *volatile place = malloc(n + 1);
    char *marks = place;
    for (long i = 1; i <= n; i++)
        marks[i] = 1;
    for (long i = 2; i <= n; i++)
        if (marks[i]) {
            count++;
            for (long j = i * i; j <= n; j += i)
                marks[j] = 0;
        }
    printf("%ld\n", count);
    return 0;
}
