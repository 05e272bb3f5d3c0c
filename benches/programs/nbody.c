#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct body { double x, y, z, vx, vy, vz, mass; };
static void advance(struct body *bs, int n, double dt) {
    for (int i = 0; i < n; i++) {
        struct body *a = &bs[i];
        for (int j = i + 1; j < n; j++) {
            struct body *b = &bs[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double d2 = dx * dx + dy * dy + dz * dz, f = dt / (d2 * sqrt(d2));
            a->vx -= dx * b->mass * f; a->vy -= dy * b->mass * f; a->vz -= dz * b->mass * f;
            b->vx += dx * a->mass * f; b->vy += dy * a->mass * f; b->vz += dz * a->mass * f;
        }
    }
    for (int i = 0; i < n; i++) { bs[i].x += dt * bs[i].vx; bs[i].y += dt * bs[i].vy; bs[i].z += dt * bs[i].vz; }
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 300000;
    struct body bs[5];
    for (int i = 0; i < 5; i++) {
        double k = i;
        bs[i] = (struct body){ k * 3.0, 1.0 + k * k, 0.5 * k, 0.1 * k, 0.3 - 0.1 * k, 0.02 * k, 10.0 / (1.0 + k * k) };
    }
    for (int i = 0; i < n; i++) advance(bs, 5, 0.001);
    double total = 0;
    for (int i = 0; i < 5; i++) total += bs[i].x + bs[i].y + bs[i].z;
    printf("%.6f\n", total);
    return 0;
}
