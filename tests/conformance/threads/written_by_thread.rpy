# skip-gc: boehm it does not know the stacks of threads
# jit: yes
# skip-llinterp: threads
# A field that only a method of another thread writes, which nothing calls: traces must not take it for a constant.
from rpython.rlib import rgil, rthread
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['program'], reds=['n', 'box'])


class Box(object):
    def __init__(self, n):
        self.n = n
        self.fixed = n + 1

    def write(self, n):
        self.n = n


class World(object):
    box = None
    ended = False


world = World()


def work():
    box = world.box
    for i in range(3):
        rgil.yield_thread()
    box.write(7)
    world.ended = True


def run(program, box):
    """Goes on until the other thread has written."""
    n = 0
    while True:
        driver.jit_merge_point(program=program, n=n, box=box)
        n += 1
        if box.n == 7 and box.fixed == 4:
            return n
        if n % 8 == 0:
            rgil.yield_thread()
        driver.can_enter_jit(program=program, n=n, box=box)


def main(argv):
    world.box = Box(3)
    rthread.start_new_thread(work, ())
    n = run('wait', world.box)
    while not world.ended:
        rgil.yield_thread()
    print('written', n > 0, world.box.n)
    return 0


def target(driver, args):
    return main, None
