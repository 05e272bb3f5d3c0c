#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double element(long i, long j) { return 1.0 / (double)((i + j) * (i + j + 1) / 2 + i + 1); }
static void times(long n, double *v, double *out) {
    for (long i = 0; i < n; i++) {
        double s = 0;
        for (long j = 0; j < n; j++) s += element(i, j) * v[j];
        out[i] = s;
    }
}
static void times_transposed(long n, double *v, double *out) {
    for (long i = 0; i < n; i++) {
        double s = 0;
        for (long j = 0; j < n; j++) s += element(j, i) * v[j];
        out[i] = s;
    }
}
int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 500;
    double *u = calloc(n, 8), *v = calloc(n, 8), *t = calloc(n, 8), a = 0, b = 0;
    for (long i = 0; i < n; i++) u[i] = 1.0;
    for (int i = 0; i < 10; i++) { times(n, u, t); times_transposed(n, t, v); times(n, v, t); times_transposed(n, t, u); }
    for (long i = 0; i < n; i++) { a += u[i] * v[i]; b += v[i] * v[i]; }
    printf("%.9f\n", sqrt(a / b));
    return 0;
}
