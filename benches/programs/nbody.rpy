"""Planets under gravity: arithmetic on floats in attributes of instances."""
import math


class Body(object):
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x = x
        self.y = y
        self.z = z
        self.vx = vx
        self.vy = vy
        self.vz = vz
        self.mass = mass


def advance(bodies, dt):
    n = len(bodies)
    for i in range(n):
        a = bodies[i]
        for j in range(i + 1, n):
            b = bodies[j]
            dx = a.x - b.x
            dy = a.y - b.y
            dz = a.z - b.z
            d2 = dx * dx + dy * dy + dz * dz
            f = dt / (d2 * math.sqrt(d2))
            a.vx -= dx * b.mass * f
            a.vy -= dy * b.mass * f
            a.vz -= dz * b.mass * f
            b.vx += dx * a.mass * f
            b.vy += dy * a.mass * f
            b.vz += dz * a.mass * f
    for a in bodies:
        a.x += dt * a.vx
        a.y += dt * a.vy
        a.z += dt * a.vz


def entry_point(argv):
    n = 300000
    if len(argv) > 1:
        n = int(argv[1])
    bodies = []
    for i in range(5):
        k = float(i)
        bodies.append(Body(k * 3.0, 1.0 + k * k, 0.5 * k, 0.1 * k, 0.3 - 0.1 * k, 0.02 * k, 10.0 / (1.0 + k * k)))
    for i in range(n):
        advance(bodies, 0.001)
    total = 0.0
    for b in bodies:
        total += b.x + b.y + b.z
    print("%.6f" % total)
    return 0


def target(driver, args):
    return entry_point, None
