// points.pro in C.
#include <stdio.h>
#include <stdlib.h>

typedef struct { long x, y; } Point;

static long size(Point p) { return p.x * p.x + p.y * p.y; }

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 0, far = 0;
    Point place = {1, 2}, step = {1, 0};
    for (long i = 0; i < n; i++) {
        place = (Point){place.x + step.x, place.y + step.y};
        if (i % 7 == 3)
            step = (Point){-step.y, step.x};
        if (i % 1000 == 999)
            step.x++;
        if (size(place) > far)
            far = size(place);
    }
    printf("%ld\n%ld\n%ld\n", place.x, place.y, far);
    return 0;
}
