/* Test only: how test programs report results. */
#include "common.h"
#include <stdio.h>

void report_int(Signed i, Signed v) {
    printf("%ld: %ld\n", (long)i, (long)v);
    fflush(stdout);
}

void report_exc(Signed i, Address type) {
    Signed n;
    const unsigned char *name = tw_exc_class_name(type, &n);
    printf("%ld: raises %.*s\n", (long)i, (int)n, (const char *)name);
    fflush(stdout);
}
