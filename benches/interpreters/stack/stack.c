// fib.lsp in C. The function is called through a pointer that gcc cannot see through, so the calls stay calls.
#include <stdio.h>
#include <stdlib.h>

static long fib(long n);
static long (*volatile call)(long) = fib;

__attribute__((noinline)) static long fib(long n) {
    return n < 2 ? n : call(n - 1) + call(n - 2);
}

int main(int argc, char **argv) {
    printf("%ld\n", call(argc > 1 ? atol(argv[1]) : 0));
    return 0;
}
