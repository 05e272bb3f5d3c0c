# jit: yes
"""Parameters that the program sets; names that do not exist."""
from rpython.rlib.jit import JitDriver, set_param, set_param_to_default, set_user_param

driver = JitDriver(greens=['step'], reds=['n', 'total'])


def run(n, step):
    total = 0
    while n > 0:
        driver.jit_merge_point(step=step, n=n, total=total)
        if n % 4 == 1:
            total += n
        elif n % 7 == 2:
            total ^= n
        total += step
        n -= step
    return total


def setting(text):
    try:
        set_user_param(driver, text)
    except ValueError:
        print("refused: " + text)
    print("%d %d" % (run(500, 1), run(700, 3)))


def entry_point(argv):
    print(run(100, 1))
    set_param(driver, 'threshold', 2 + len(argv))
    set_param(None, 'trace_eagerness', 2)
    print(run(1000, 2))
    set_param(driver, 'enable_opts', 'intbounds:rewrite')
    print(run(1000, 4))
    opts = 'all'
    if len(argv) > 5:
        opts = ''
    set_param(driver, 'enable_opts', opts)
    print(run(1000, 5))
    set_param_to_default(driver, 'threshold')
    for text in ['threshold=5,trace_eagerness=3', 'off', 'default', 'nonsense=3', 'threshold', 'enable_opts=none', 'inlining=0']:
        setting(text)
    return 0


def target(driver, args):
    return entry_point
