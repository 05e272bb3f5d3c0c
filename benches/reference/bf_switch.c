/* A straightforward BF interpreter: a switch over the commands, brackets paired beforehand. The yardstick for the
   translated interpreter without JIT. Cells are 64-bit words; the tape has a fixed size and is not checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long tape[1 << 20];

int main(int argc, char **argv) {
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (f == NULL)
        return 1;
    char *program = NULL;
    long size = 0, n = 0, depth = 0;
    int c;
    while ((c = getc(f)) != EOF) {
        if (strchr("[]<>+-,.", c) == NULL || c == 0)
            continue;
        if (n == size)
            program = realloc(program, size = 2 * size + 64);
        program[n++] = (char)c;
    }
    fclose(f);
    long *jump = calloc(n + 1, sizeof *jump), *stack = calloc(n + 1, sizeof *stack);
    for (long i = 0; i < n; i++) {
        if (program[i] == '[')
            stack[depth++] = i;
        else if (program[i] == ']') {
            jump[i] = stack[--depth];
            jump[jump[i]] = i;
        }
    }
    long pos = 0;
    for (long pc = 0; pc < n; pc++) {
        switch (program[pc]) {
        case '>': pos++; break;
        case '<': pos--; break;
        case '+': tape[pos]++; break;
        case '-': tape[pos]--; break;
        case '.': putchar((unsigned char)tape[pos]); break;
        case ',': c = getchar(); tape[pos] = c == EOF ? 0 : c; break;
        case '[': if (tape[pos] == 0) pc = jump[pc]; break;
        case ']': if (tape[pos] != 0) pc = jump[pc]; break;
        }
    }
    return 0;
}
