"""Loops: break, continue, else, nested, ranges with steps, changing bounds."""


def first_divisor(n):
    i = 2
    while i * i <= n:
        if n % i == 0:
            break
        i += 1
    else:
        return 0
    return i


def search(l, x):
    for i in range(len(l)):
        if l[i] == x:
            print("found at %d" % i)
            break
    else:
        print("not found")


def collatz(n):
    steps = 0
    while n != 1:
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        steps += 1
    return steps


def pairs(n):
    count = 0
    for i in range(n):
        for j in range(i, n):
            if (i + j) % 3 == 0:
                continue
            if i * j > 20:
                break
            count += 1
    return count


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def entry_point(argv):
    for n in [7, 9, 35, 97, 91]:
        print(first_divisor(n))
    search([1, 2, 3], 2)
    search([1, 2, 3], 5)
    search([], 1)
    print(collatz(27))
    print(pairs(12))
    print(gcd(1071, 462))
    for i in range(10, 0, -3):
        print(i)
    for i in range(3, 3):
        print("never")
    k = 0
    while True:
        k += 1
        if k % 2 == 0:
            continue
        if k > 9:
            break
        print(k)
    print(k)
    l = [1]
    for x in l:
        if x < 5:
            l.append(x + 1)
    print(len(l))
    s = 0
    for i in range(3):
        for j in range(3):
            for m in range(3):
                if i == j == m:
                    s += 1
    print(s)
    return 0


def target(driver, args):
    return entry_point, None
