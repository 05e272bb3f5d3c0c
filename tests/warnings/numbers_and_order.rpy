def pick(n):
    if n > 5:
        return True
    return n
def entry_point(argv):
    print(pick(len(argv)), pick(len(argv) + 9))
    l = [1, 2.5]
    print(l[0])
    t = 0
    for a in argv[5:]:
        t += 0.5
    print(t)
    a = len(argv) * 1000
    b = len(argv) * 1000
    print(a is b)
    s = "ab" + argv[0]
    print(s is "ab" + argv[0])
    for x in {30, 10, 20}:
        print(x)
    print(7 / (len(argv) + 1))
    print(7 / 2)
    return 0
def target(driver, args):
    return entry_point, None
