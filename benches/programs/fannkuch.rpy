"""Pancakes: permutations in lists of small integers."""


def entry_point(argv):
    n = 9
    if len(argv) > 1:
        n = int(argv[1])
    perm = [k for k in range(n)]
    count = [0] * n
    work = [0] * n
    most = 0
    check = 0
    turn = 0
    i = 1
    while True:
        if perm[0] != 0:
            for k in range(n):
                work[k] = perm[k]
            flips = 0
            first = work[0]
            while first != 0:
                low = 0
                high = first
                while low < high:
                    work[low], work[high] = work[high], work[low]
                    low += 1
                    high -= 1
                flips += 1
                first = work[0]
            if flips > most:
                most = flips
            if turn & 1:
                check -= flips
            else:
                check += flips
        turn += 1
        # The next permutation: rotate longer and longer prefixes.
        i = 1
        while True:
            if i >= n:
                print("%d %d" % (check, most))
                return 0
            head = perm[0]
            for k in range(i):
                perm[k] = perm[k + 1]
            perm[i] = head
            count[i] += 1
            if count[i] <= i:
                break
            count[i] = 0
            i += 1


def target(driver, args):
    return entry_point, None
