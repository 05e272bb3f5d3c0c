#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long replace(const char *s, long n, const char *from, const char *to, char *out) {
    long k = strlen(from), m = strlen(to), o = 0;
    for (long i = 0; i < n;) {
        if (i + k <= n && memcmp(s + i, from, k) == 0) { memcpy(out + o, to, m); o += m; i += k; }
        else out[o++] = s[i++];
    }
    out[o] = 0;
    return o;
}
int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 20000, total = 0;
    const char *line = "if a < b && c < d then swap a b else keep the rest of the line as it is";
    for (long i = 0; i < n; i++) {
        long len = strlen(line), o = 0;
        char *text = malloc(len * 5 + 1);
        for (const char *p = line; *p; p++) {
            if (*p == '&') { memcpy(text + o, "&amp;", 5); o += 5; }
            else if (*p == '<') { memcpy(text + o, "&lt;", 4); o += 4; }
            else text[o++] = *p;
        }
        text[o] = 0;
        char *back = malloc(o + 1), *a = malloc(o + 1), *b = malloc(o + 1);
        long at = 0, end = o;
        for (long k = o; k >= 0; k--) {
            if (k == 0 || text[k - 1] == ' ') {
                memcpy(back + at, text + k, end - k);
                at += end - k;
                if (k > 0) back[at++] = ' ';
                end = k - 1;
            }
        }
        long m = replace(back, at, "&lt;", "<", a);
        m = replace(a, m, "&amp;", "&", b);
        char *shift = malloc(m + 1);
        for (long k = 0; k < m; k++) shift[k] = (b[k] - 32 + i) % 95 + 32;
        long e = 0;
        for (long k = 0; k < m; k++) e += b[k] == 'e';
        char *swap = strstr(b, "swap");
        total += o + (swap ? swap - b : -1) + e + shift[i % m];
        free(text); free(back); free(a); free(b); free(shift);
    }
    printf("%ld\n", total);
    return 0;
}
