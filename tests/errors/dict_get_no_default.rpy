def entry_point(argv):
    counts = {}
    for a in argv:
        counts[a] = counts.get(a) + 1
    print(len(counts))
    return 0

def target(driver, args):
    return entry_point, None
