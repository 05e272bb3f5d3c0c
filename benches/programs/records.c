#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct Record { struct Record *next; long kind, number; const char *text; } Record;
enum { I1, I2, I3 };
static long counter, flag, row[50], table[50][50];
static char char1 = 'A', char2 = 'A';
static Record *record, *other;
static Record *make(Record *next, long kind, long number, const char *text) {
    Record *r = malloc(sizeof *r);
    r->next = next; r->kind = kind; r->number = number; r->text = text;
    return r;
}
static Record *copy_of(Record *r) { return make(r->next, r->kind, r->number, r->text); }
static long same_first(char a, char b) { return a != b ? I1 : I2; }
static long later(const char *a, const char *b) {
    long i = 1;
    while (i <= 1) if (same_first(a[i], b[i + 1]) == I1) i++;
    return strcmp(a, b) > 0;
}
static long classify(long kind) {
    if (kind != I3) kind = I3;
    if (kind == I1) return I1;
    if (kind == I2) return counter > 100 ? I1 : I3;
    return I2;
}
/* The collected program drops its old records; here each is freed when it is replaced. */
static Record *advance(Record *r) {
    Record *c = copy_of(record);
    r->next = c; r->number = 5; c->number = 5; c->next = r->next;
    if (c->kind == I1) { c->number = 6; c->kind = classify(r->kind); c->next = record->next; c->number += 10; }
    else { Record *d = copy_of(r); free(c); c = d; }
    c->next = NULL;
    if (r != other) free(r);
    return c;
}
static void fill(long at, long value) {
    long k = at + 5;
    row[k] = value; row[k + 1] = row[k]; row[k + 30] = k;
    for (long i = k; i < k + 2; i++) table[k][i] = k;
    table[k][k - 1]++;
    table[k + 20][k] = row[k];
    counter = 5;
}
int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 1000000, total = 0;
    other = make(NULL, I1, 0, "");
    record = make(other, I3, 40, "SOME PROGRAM TEXT, SOME STRING");
    const char *text1 = "SOME PROGRAM TEXT, 1'ST STRING";
    table[8][7] = 10;
    for (long i = 0; i < n; i++) {
        flag = char1 == 'A'; char2 = 'B';
        long a = 2, b = 3, c = 0;
        const char *text2 = i & 1 ? "SOME PROGRAM TEXT, 2'ND STRING" : "SOME PROGRAM TEXT, 3'RD STRING";
        flag = !later(text1, text2);
        while (a < b) { c = 5 * a - b; c = a + b + 2; a++; }
        fill(a, c);
        record = advance(record);
        for (char index = 'A'; index <= char2; index++) if (same_first(index, 'C') == classify(I1)) a++;
        b = c * a; a = b / c; b = 7 * (b - c) - a;
        total += b + record->number + row[8];
    }
    printf("%ld\n", total + table[8][7] + flag);
    return 0;
}
