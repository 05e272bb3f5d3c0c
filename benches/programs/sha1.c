#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint32_t rotate(uint32_t x, int n) { return x << n | x >> (32 - n); }
static uint32_t sha1(const unsigned char *text, long length) {
    long pad = ((55 - length) % 64 + 64) % 64, size = length + 1 + pad + 8;
    unsigned char *p = calloc(size, 1);
    memcpy(p, text, length);
    p[length] = 0x80;
    for (int i = 0; i < 8; i++) p[length + 1 + pad + i] = (uint64_t)length * 8 >> (56 - 8 * i);
    uint32_t h0 = 0x67452301, h1 = 0xefcdab89, h2 = 0x98badcfe, h3 = 0x10325476, h4 = 0xc3d2e1f0, w[80];
    for (long at = 0; at < size; at += 64) {
        for (int i = 0; i < 16; i++) { unsigned char *q = p + at + i * 4; w[i] = (uint32_t)q[0] << 24 | q[1] << 16 | q[2] << 8 | q[3]; }
        for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = h0, b = h1, c = h2, d = h3, e = h4;
        for (int i = 0; i < 80; i++) {
            uint32_t f, k;
            if (i < 20) f = (b & c) | (~b & d), k = 0x5a827999;
            else if (i < 40) f = b ^ c ^ d, k = 0x6ed9eba1;
            else if (i < 60) f = (b & c) | (b & d) | (c & d), k = 0x8f1bbcdc;
            else f = b ^ c ^ d, k = 0xca62c1d6;
            uint32_t t = rotate(a, 5) + f + e + k + w[i];
            e = d; d = c; c = rotate(b, 30); b = a; a = t;
        }
        h0 += a; h1 += b; h2 += c; h3 += d; h4 += e;
    }
    free(p);
    return h0 ^ h1 ^ h2 ^ h3 ^ h4;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 60;
    unsigned char *text = malloc(60000 + n);
    for (int i = 0; i < 60000; i++) text[i] = "abc"[i % 3];
    uint32_t total = sha1((const unsigned char *)"abc", 3);
    for (int i = 0; i < n; i++) { total = total * 31 + sha1(text, 60000 + i); text[60000 + i] = 'd'; }
    printf("%u\n", total);
    return 0;
}
