// words.txl in C: the words are cut out and counted in a hash table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *word;
    unsigned long hash;
    long count;
} Entry;

static Entry table[64];
static int order[64], used;

static int find(const char *s, long length) {
    unsigned long hash = 5381;
    for (long i = 0; i < length; i++)
        hash = hash * 33 ^ (unsigned char)s[i];
    int i = hash & 63;
    while (table[i].word &&
           !(table[i].hash == hash && !strncmp(table[i].word, s, length) && !table[i].word[length]))
        i = (i + 1) & 63;
    if (!table[i].word) {
        table[i].word = strndup(s, length);
        table[i].hash = hash;
        order[used++] = i;
    }
    return i;
}

int main(int argc, char **argv) {
    const char *volatile source =
        "the quick brown fox jumps over the lazy dog and the cat sees the dog run over the hill ";
    const char *text = source;
    long n = argc > 1 ? atol(argv[1]) : 0, size = strlen(text), start = 0, letters = 0;
    for (long i = 0; i < n; i++) {
        long end = strchr(text + start, ' ') - text, length = end - start;
        char *word = malloc(length + 1);
        memcpy(word, text + start, length);
        word[length] = 0;
        table[find(word, length)].count++;
        letters += length;
        free(word);
        start = end + 1;
        if (start >= size)
            start = 0;
    }
    for (int i = 0; i < used; i++)
        printf("%s%s=%ld", i ? " " : "", table[order[i]].word, table[order[i]].count);
    printf("\n%ld\n", letters);
    return 0;
}
