"""An elevator simulation with states as classes, passengers, two strategies, and statistics."""


class Passenger(object):
    def __init__(self, name, start, goal, time):
        self.name = name
        self.start = start
        self.goal = goal
        self.time = time
        self.boarded = -1
        self.arrived = -1

    def __repr__(self):
        return "%s(%d-%d)" % (self.name, self.start, self.goal)


class State(object):
    def step(self, car):
        raise NotImplementedError

    def name(self):
        return self.__class__.__name__.lower()


class Idle(State):
    def step(self, car):
        target = car.strategy.choose(car)
        if target < 0:
            return self
        if target == car.floor:
            return Doors(2)
        return Moving(1 if target > car.floor else -1)


class Moving(State):
    def __init__(self, direction):
        self.direction = direction

    def step(self, car):
        car.floor += self.direction
        car.travelled += 1
        assert 0 <= car.floor < car.floors
        if car.wanted(car.floor, self.direction):
            return Doors(2)
        target = car.strategy.choose(car)
        if target < 0 or target == car.floor:
            return IDLE
        return Moving(1 if target > car.floor else -1)


class Doors(State):
    def __init__(self, left):
        self.left = left

    def step(self, car):
        if self.left == 2:
            car.exchange()
        self.left -= 1
        return self if self.left else IDLE


IDLE = Idle()


class Strategy(object):
    def choose(self, car):
        return -1


class Nearest(Strategy):
    def choose(self, car):
        stops = car.stops()
        if not stops:
            return -1
        return min(sorted(stops), key=lambda f: abs(f - car.floor))


class Sweep(Strategy):
    def __init__(self):
        self.direction = 1

    def choose(self, car):
        stops = car.stops()
        for attempt in range(2):
            ahead = [f for f in stops if (f - car.floor) * self.direction >= 0]
            if ahead:
                return min(ahead, key=lambda f: (abs(f - car.floor), f))
            self.direction = -self.direction
        return -1


class Car(object):
    capacity = 3

    def __init__(self, floors, strategy):
        self.floors = floors
        self.strategy = strategy
        self.floor = 0
        self.inside = []
        self.waiting = {f: [] for f in range(floors)}
        self.state = IDLE
        self.time = self.travelled = 0
        self.done = []
        self.log = []

    def stops(self):
        out = {p.goal for p in self.inside}
        if len(self.inside) < self.capacity:
            out |= {f for f, queue in self.waiting.items() if queue}
        return out

    def wanted(self, floor, direction):
        return floor in self.stops()

    def exchange(self):
        leaving = [p for p in self.inside if p.goal == self.floor]
        self.inside = [p for p in self.inside if p.goal != self.floor]
        for p in leaving:
            p.arrived = self.time
            self.done.append(p)
        queue = self.waiting[self.floor]
        boarding = queue[:self.capacity - len(self.inside)]
        del queue[:len(boarding)]
        for p in boarding:
            p.boarded = self.time
        self.inside.extend(boarding)
        self.log.append("%3d floor %d -%s +%s" % (self.time, self.floor, leaving, boarding))

    def run(self, calls, limit=400):
        pending = sorted(calls, key=lambda p: p.time)
        while pending or self.inside or any([len(q) > 0 for q in self.waiting.values()]):
            while pending and pending[0].time <= self.time:
                p = pending.pop(0)
                self.waiting[p.start].append(p)
            self.state = self.state.step(self)
            self.time += 1
            if self.time > limit:
                raise RuntimeError("too long")


def calls(seed, count, floors):
    for i in range(count):
        seed = (seed * 69069 + 5) & 0xFFFFFFFF
        start = (seed >> 8) % floors
        goal = (start + 1 + (seed >> 16) % (floors - 1)) % floors
        yield Passenger(chr(ord("A") + i), start, goal, i * 3)


def entry_point(argv):
    for make in [Nearest, Sweep]:
        for floors, count in [(5, 6), (9, 12)]:
            car = Car(floors, make())
            car.run(list(calls(12345, count, floors)))
            waits = [p.boarded - p.time for p in car.done]
            rides = [p.arrived - p.boarded for p in car.done]
            print("%s: %d floors, %d passengers, time %d, travelled %d, state %s" % (
                make.__name__, floors, len(car.done), car.time, car.travelled, car.state.name()))
            print("   wait %.2f (max %d), ride %.2f (max %d)" % (
                sum(waits) / float(len(waits)), max(waits), sum(rides) / float(len(rides)), max(rides)))
            for line in car.log[:8]:
                print("  ", line)
            slowest = max(car.done, key=lambda p: (p.arrived - p.time, p.name))
            print("   slowest", slowest, slowest.arrived - slowest.time)
    car = Car(4, Strategy())
    try:
        car.run([Passenger("Z", 0, 3, 0)], limit=20)
    except RuntimeError as e:
        print("RuntimeError:", e, car.state.name())
    return 0


def target(driver, args):
    return entry_point
