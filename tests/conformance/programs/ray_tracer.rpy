"""A simple ray tracer with text output and a simulation of bouncing balls, in floats."""
import math


class Vector(object):
    __slots__ = ["x", "y", "z"]

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, o):
        return Vector(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o):
        return Vector(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    def __neg__(self):
        return self * -1.0

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    def unit(self):
        return self * (1.0 / math.sqrt(self.dot(self)))

    def __str__(self):
        return "(%.3f, %.3f, %.3f)" % (self.x, self.y, self.z)


class Shape(object):
    mirror = 0.0

    def __init__(self, shade):
        self.shade = shade


class Sphere(Shape):
    mirror = 0.3

    def __init__(self, center, radius, shade):
        super().__init__(shade)
        self.center = center
        self.radius = radius

    def hit(self, origin, ray):
        to = origin - self.center
        b = to.dot(ray)
        d = b * b - to.dot(to) + self.radius * self.radius
        if d < 0.0:
            return None
        root = math.sqrt(d)
        for t in (-b - root, -b + root):
            if t > 1e-6:
                return Hit(t, self)
        return None

    def normal(self, point):
        return (point - self.center).unit()

    def shade_at(self, point):
        return self.shade


class Floor(Shape):
    def __init__(self, y, shade):
        super().__init__(shade)
        self.y = y

    def hit(self, origin, ray):
        if abs(ray.y) < 1e-9:
            return None
        t = (self.y - origin.y) / ray.y
        return Hit(t, self) if t > 1e-6 else None

    def normal(self, point):
        return Vector(0.0, 1.0, 0.0)

    def shade_at(self, point):
        even = (int(math.floor(point.x)) + int(math.floor(point.z))) % 2 == 0
        return self.shade if even else self.shade * 0.4


class Hit(object):
    def __init__(self, t, shape):
        self.t = t
        self.shape = shape


class Scene(object):
    def __init__(self, shapes, light):
        self.shapes = shapes
        self.light = light
        self.rays = 0

    def nearest(self, origin, ray):
        self.rays += 1
        best = None
        for s in self.shapes:
            h = s.hit(origin, ray)
            if h is not None and (best is None or h.t < best.t):
                best = h
        return best

    def trace(self, origin, ray, depth=2):
        h = self.nearest(origin, ray)
        if h is None:
            return 0.1 + 0.2 * max(0.0, ray.y)
        point = origin + ray * h.t
        normal = h.shape.normal(point)
        to_light = (self.light - point).unit()
        level = 0.1
        lit = normal.dot(to_light)
        if lit > 0.0 and self.nearest(point, to_light) is None:
            level += 0.9 * lit
        value = level * h.shape.shade_at(point)
        if h.shape.mirror > 0.0 and depth > 0:
            bounced = ray - normal * (2.0 * normal.dot(ray))
            value = value * (1 - h.shape.mirror) + h.shape.mirror * self.trace(point, bounced.unit(), depth - 1)
        return value

    def render(self, width, height):
        for row in range(height):
            line = ""
            for col in range(width):
                ray = Vector((col + 0.5) / width - 0.5, (0.5 - (row + 0.5) / height) * 0.7, 1.0).unit()
                v = self.trace(Vector(0.0, 1.0, -3.0), ray)
                line += " .:-=+*#%@"[max(0, min(9, int(v * 10)))]
            yield line


class Ball(object):
    def __init__(self, height, bounce):
        self.height = height
        self.speed = 0.0
        self.bounce = bounce
        self.hits = []

    def step(self, dt, time):
        self.speed -= 9.81 * dt
        self.height += self.speed * dt
        if self.height < 0.0:
            self.height = -self.height * self.bounce
            self.speed = -self.speed * self.bounce
            self.hits.append(time)

    def energy(self):
        return 9.81 * self.height + self.speed ** 2 / 2


def entry_point(argv):
    scene = Scene([Floor(-1.0, 0.9), Sphere(Vector(0.0, 0.5, 3.0), 1.2, 1.0), Sphere(Vector(-1.6, -0.3, 1.5), 0.6, 0.7),
                   Sphere(Vector(1.4, -0.5, 1.0), 0.5, 0.5)], Vector(-4.0, 6.0, -3.0))
    for line in scene.render(48, 18):
        print("|" + line + "|")
    print("rays", scene.rays)
    for target in [Vector(0.0, 0.0, 1.0), Vector(0.1, -0.3, 1.0), Vector(-1.0, 2.0, 0.5), Vector(0.3, -0.2, 0.9)]:
        ray = target.unit()
        h = scene.nearest(Vector(0.0, 1.0, -3.0), ray)
        print(ray, "nothing" if h is None else "%s at %.3f" % (h.shape.__class__.__name__, h.t), "%.4f" % scene.trace(Vector(0.0, 1.0, -3.0), ray))
    print(-Vector(1.0, 2.0, 3.0) + Vector(0.5, 0.5, 0.5) * 2.0)
    for bounce in (0.0, 0.5, 0.8, 1.0):
        ball = Ball(2.0, bounce)
        for i in range(300):
            ball.step(0.01, i * 0.01)
        print("bounce %.1f: hits %s height %.3f speed %.3f energy %.2f" % (
            bounce, ["%.2f" % t for t in ball.hits[:4]], ball.height, ball.speed, ball.energy()))
    return 0


def target(driver, args):
    return entry_point
