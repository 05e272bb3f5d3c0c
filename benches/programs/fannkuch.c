#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 9;
    long *perm = calloc(n, 8), *count = calloc(n, 8), *work = calloc(n, 8);
    for (int k = 0; k < n; k++) perm[k] = k;
    long most = 0, check = 0, turn = 0;
    for (;;) {
        if (perm[0] != 0) {
            for (int k = 0; k < n; k++) work[k] = perm[k];
            long flips = 0, first = work[0];
            while (first != 0) {
                for (long low = 0, high = first; low < high; low++, high--) {
                    long t = work[low]; work[low] = work[high]; work[high] = t;
                }
                flips++;
                first = work[0];
            }
            if (flips > most) most = flips;
            check += turn & 1 ? -flips : flips;
        }
        turn++;
        int i = 1;
        for (;; i++) {
            if (i >= n) { printf("%ld %ld\n", check, most); return 0; }
            long head = perm[0];
            for (int k = 0; k < i; k++) perm[k] = perm[k + 1];
            perm[i] = head;
            if (++count[i] <= i) break;
            count[i] = 0;
        }
    }
}
