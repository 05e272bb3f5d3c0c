# args: ,; ab
"""Methods of unicode strings with byte strings as arguments, which are ASCII."""


def show(u):
    print("<" + "".join([chr(ord(c)) for c in u]) + ">")


def entry_point(argv):
    seps, ab = argv[1], argv[2]
    u = u" \tab,;cd,;ab\t "
    show(u.strip(' \t'))
    show(u.lstrip(' \t'))
    show(u.rstrip(' \t'))
    show(u.strip(" \tab" + argv[2]))
    t = u.strip()
    print(t.startswith('ab'), t.endswith("cd"), t.startswith(ab), t.startswith(('x', 'ab')), t.endswith(ab, 3))
    print(t.find(",;"), t.rfind(seps), t.index(seps), t.rindex(",;"), t.count(seps), t.find('zz'))
    print(t.find(seps, 3), t.count(ab, 1, len(t)))
    for part in t.split(',;'):
        show(part)
    for part in t.split(seps, 1):
        show(part)
    for part in t.rsplit(seps, 1):
        show(part)
    for part in t.rsplit(",;", maxsplit=1):
        show(part)
    show(t.replace('ab', u'AB'))
    show(t.replace(u'ab', 'xyz'))
    show(t.replace(ab, seps, 1))
    head, sep, tail = t.partition(seps)
    show(head + sep + sep + tail)
    head, sep, tail = t.rpartition(',;')
    show(head)
    show(sep + tail)
    show(u"-+".join(argv[1:]))
    show(u", ".join(["one", "two"]))
    show(t.ljust(12, '.') + t.center(14, "*")[:2])
    chars = None
    if len(argv) > 5:
        chars = "ab"
    show(t.strip(chars))
    show(t.removeprefix("ab"))
    show(t.removesuffix(ab))
    try:
        t.index("nowhere")
    except ValueError:
        print("not found")
    try:
        t.split(argv[1][:0])
    except ValueError:
        print("empty")
    return 0


def target(driver, args):
    return entry_point, None
