#include <stdio.h>
#include <stdlib.h>
struct node { struct node *left, *right; long i, j; };
static struct node *new(struct node *left, struct node *right) {
    struct node *n = malloc(sizeof *n);
    n->left = left;
    n->right = right;
    n->i = n->j = 0;
    return n;
}
static void populate(int depth, struct node *n) {
    if (depth > 0) {
        n->left = new(NULL, NULL);
        n->right = new(NULL, NULL);
        populate(depth - 1, n->left);
        populate(depth - 1, n->right);
    }
}
static struct node *make(int depth) {
    struct node *left;
    if (depth == 0) return new(NULL, NULL);
    left = make(depth - 1);
    return new(left, make(depth - 1));
}
static long count(struct node *n) { return n ? 1 + count(n->left) + count(n->right) : 0; }
static void release(struct node *n) { if (n) { release(n->left); release(n->right); free(n); } }
static void rounds(int depth, long n) {
    while (n-- > 0) {
        struct node *root = new(NULL, NULL);
        populate(depth, root);
        release(root);
        release(make(depth));
    }
}
int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : 16, depth, i;
    struct node *kept;
    double *numbers = calloc(500000, sizeof *numbers);
    release(make(most + 2));
    kept = new(NULL, NULL);
    populate(most, kept);
    for (i = 0; i < 250000; i++) numbers[i] = 1.0 / (i + 1);
    for (depth = 4; depth <= most; depth += 2) {
        rounds(depth, 1L << (most + 3 - depth));
        printf("%d\n", depth);
    }
    printf("%ld %ld\n", count(kept), (long)(numbers[1000] * 1000000));
    return 0;
}
