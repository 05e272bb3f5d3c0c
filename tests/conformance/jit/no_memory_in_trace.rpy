# oracle: stored
# jit: yes
"""A list or array that is too long is asked for in compiled code: the handlers inside of the portal take the MemoryError."""
from rpython.rlib import jit
from rpython.rtyper.lltypesystem import lltype

driver = jit.JitDriver(greens=["code", "pc"], reds=["n", "left", "made", "lost"])


def make(n):
    return [0] * n


SIZES = [n % 7 for n in range(64)]
SIZES[9] = (1 << 42) + 3

ARRAY = lltype.GcArray(lltype.Signed)


class Holder(object):
    array = lltype.nullptr(ARRAY)


holder = Holder()


def array(n):
    holder.array = lltype.malloc(ARRAY, n)
    return len(holder.array)


def guarded(n):
    """A handler in a function that is inlined."""
    try:
        return array(n) % 7
    except MemoryError:
        return -1


def run(code, n, left):
    made = 0
    lost = 0
    pc = 0
    while True:
        driver.jit_merge_point(code=code, pc=pc, n=n, left=left, made=made, lost=lost)
        op = code[pc]
        pc += 1
        if op == "m":
            try:
                made += len(make(n)) % 5
            except MemoryError:
                lost += 1
        elif op == "a":
            try:
                made += array(n) % 5
            except MemoryError:
                lost += 1
        elif op == "g":
            made += guarded(n)
        elif op == "h":
            # Too long now and then, so that a bridge begins at the handler.
            n = (1 << 42) + 3 if left % 3 == 0 else left % 11
        elif op == "s":
            # (no guard tells that it is too long)
            n = SIZES[left & 63]
        elif op == "j":
            left -= 1
            if left > 0:
                pc = 0
                driver.can_enter_jit(code=code, pc=pc, n=n, left=left, made=made, lost=lost)
        else:
            print(code, made, lost)
            return made


def entry_point(argv):
    for code in ["smj.", "saj.", "sgj.", "hmj.", "haj.", "hgj.", "smgaj."]:
        run(code, 4, 2000)
    return 0


def target(driver, args):
    return entry_point, None
