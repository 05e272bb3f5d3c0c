# jit: yes
"""promote_string and promote_unicode compare what the strings are, not which."""
from rpython.rlib.jit import JitDriver, elidable, hint, promote_string, promote_unicode

driver = JitDriver(greens=[], reds=['n', 'acc'], get_printable_location=lambda: 'strings')
unicode_driver = JitDriver(greens=[], reds=['n', 'acc'], get_printable_location=lambda: 'unicode')


@elidable
def lookup(name):
    r = 0
    for c in name:
        r = r * 31 + ord(c)
    return r & 0xffff


def run(n):
    acc = 0
    while n > 0:
        driver.jit_merge_point(n=n, acc=acc)
        name = promote_string('field' + str(n % 30))
        acc = (acc + lookup(name)) & 0xffffff
        n -= 1
    return acc


def run_unicode(n):
    acc = 0
    while n > 0:
        unicode_driver.jit_merge_point(n=n, acc=acc)
        name = u'abcdef'[:n % 5]
        if n % 7 == 0:
            name = None
        name = promote_unicode(name)
        if name is not None:
            acc = (acc + len(name)) & 0xffffff
        text = 'x' * (n % 3)
        acc += len(hint(text, promote_string=True))
        n -= 1
    return acc


def main(argv):
    print(run(30000))
    print(run_unicode(6000))
    return 0


def target(driver, args):
    return main, None
