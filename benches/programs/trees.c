#include <stdio.h>
#include <stdlib.h>
struct node { struct node *left, *right; };
static struct node *make(int depth) {
    struct node *n = malloc(sizeof *n);
    n->left = depth ? make(depth - 1) : NULL;
    n->right = depth ? make(depth - 1) : NULL;
    return n;
}
static long count(struct node *n) { return n->left ? 1 + count(n->left) + count(n->right) : 1; }
static void drop(struct node *n) { if (n) { drop(n->left); drop(n->right); free(n); } }
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 15;
    struct node *kept = make(n);
    long total = 0;
    for (int depth = 4; depth <= n; depth += 2)
        for (long i = 0; i < 1L << (n - depth + 4); i++) { struct node *t = make(depth); total += count(t); drop(t); }
    printf("%ld %ld\n", total, count(kept));
    return 0;
}
