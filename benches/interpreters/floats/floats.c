// nbody.num in C.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double a[35];

static void body(int i, double x, double y, double z, double vx, double vy, double vz, double mass) {
    a[i] = x, a[i + 1] = y, a[i + 2] = z;
    a[i + 3] = vx * 365.24, a[i + 4] = vy * 365.24, a[i + 5] = vz * 365.24;
    a[i + 6] = mass * 39.47841760435743;
}

static double energy(void) {
    double e = 0.0;
    for (long i = 0; i < 35; i += 7) {
        e = e + 0.5 * a[i + 6] * (a[i + 3] * a[i + 3] + a[i + 4] * a[i + 4] + a[i + 5] * a[i + 5]);
        for (long j = i + 7; j < 35; j += 7) {
            double dx = a[i] - a[j], dy = a[i + 1] - a[j + 1], dz = a[i + 2] - a[j + 2];
            e = e - a[i + 6] * a[j + 6] / sqrt(dx * dx + dy * dy + dz * dz);
        }
    }
    return e;
}

__attribute__((noinline)) static void advance(double *a, double dt) {
    for (long i = 0; i < 35; i += 7)
        for (long j = i + 7; j < 35; j += 7) {
            double dx = a[i] - a[j], dy = a[i + 1] - a[j + 1], dz = a[i + 2] - a[j + 2];
            double d = dx * dx + dy * dy + dz * dz, mag = dt / (d * sqrt(d)), m = a[j + 6] * mag;
            a[i + 3] = a[i + 3] - dx * m;
            a[i + 4] = a[i + 4] - dy * m;
            a[i + 5] = a[i + 5] - dz * m;
            m = a[i + 6] * mag;
            a[j + 3] = a[j + 3] + dx * m;
            a[j + 4] = a[j + 4] + dy * m;
            a[j + 5] = a[j + 5] + dz * m;
        }
    for (long i = 0; i < 35; i += 7) {
        a[i] = a[i] + dt * a[i + 3];
        a[i + 1] = a[i + 1] + dt * a[i + 4];
        a[i + 2] = a[i + 2] + dt * a[i + 5];
    }
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 0;
    body(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    body(7, 4.84143144246472, -1.16032004402743, -0.103622044471123, 0.00166007664274404,
         0.00769901118419740, -0.0000690460016972063, 0.000954791938424327);
    body(14, 8.34336671824458, 4.12479856412430, -0.403523417114321, -0.00276742510726862,
         0.00499852801234917, 0.0000230417297573764, 0.000285885980666131);
    body(21, 12.8943695621391, -15.1111514016986, -0.223307578892656, 0.00296460137564762,
         0.00237847173959481, -0.0000296589568540238, 0.0000436624404335156);
    body(28, 15.3796971148509, -25.9193146099880, 0.179258772950371, 0.00268067772490389,
         0.00162824170038242, -0.0000951592254519716, 0.0000515138902046611);
    printf("%.9f\n", energy());
    for (long i = 0; i < n; i++)
        advance(a, 0.01);
    printf("%.9f\n", energy());
    return 0;
}
