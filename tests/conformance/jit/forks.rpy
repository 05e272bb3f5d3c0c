# oracle: stored
# jit: yes
# Processes that fork while they have machine code: parent and child make more of it, at the same time, and each has its own.
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['left', 'total'])


def run(code, left):
    """Runs a program of one-letter instructions until `left` is used up."""
    total = 0
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, left=left, total=total)
        c = code[pc]
        pc += 1
        if c == '+':
            total += 3
        elif c == '*':
            total = total * 5 % 1000003
        elif c == '^':
            total ^= left
        elif c == '?':
            if total & 1:
                total += 7
        else:
            left -= 1
            if left <= 0:
                return total
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, left=left, total=total)


def expected(code, left):
    """The same without a loop that the JIT knows."""
    total = 0
    while left > 0:
        for c in code:
            if c == '+':
                total += 3
            elif c == '*':
                total = total * 5 % 1000003
            elif c == '^':
                total ^= left
            elif c == '?':
                if total & 1:
                    total += 7
            else:
                left -= 1
                if left <= 0:
                    return total
    return total


def programs(seed):
    """Some programs that another seed does not have."""
    found = []
    for i in range(12):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        bits = seed
        code = ''
        for k in range(6 + i):
            code += '+*^?'[(bits >> (2 * (k % 12))) & 3]
        found.append(code + '-')
    return found


def right(seed, rounds):
    for code in programs(seed):
        if run(code, rounds) != expected(code, rounds):
            return False
    return True


def entry_point(argv):
    ok = right(1, 300)
    children = []
    for i in range(6):
        pid = os.fork()
        if pid == 0:
            good = right(100 + i, 3000) and right(1, 3000)
            os._exit(10 + int(good))
        children.append(pid)
        ok = right(200 + i, 3000) and ok
    for pid in children:
        done, status = os.waitpid(pid, 0)
        print(done == pid, os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1)
    print(ok, right(1, 3000))
    return 0


def target(driver, args):
    return entry_point, None
