"""Recursive functions: fib, Ackermann, Hanoi, permutations, mutual recursion, deep recursion."""


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def hanoi(n, a, b, c, moves):
    if n == 0:
        return
    hanoi(n - 1, a, c, b, moves)
    moves.append(a + b)
    hanoi(n - 1, c, b, a, moves)


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def permutations(l, k, out):
    if k == len(l):
        out.append("".join(l))
        return
    for i in range(k, len(l)):
        l[k], l[i] = l[i], l[k]
        permutations(l, k + 1, out)
        l[k], l[i] = l[i], l[k]


def depth(n):
    if n == 0:
        return 0
    return depth(n - 1) + 1


def queens(n, row, cols, d1, d2):
    if row == n:
        return 1
    count = 0
    for c in range(n):
        if not cols[c] and not d1[row + c] and not d2[row - c + n]:
            cols[c] = d1[row + c] = d2[row - c + n] = True
            count += queens(n, row + 1, cols, d1, d2)
            cols[c] = d1[row + c] = d2[row - c + n] = False
    return count


def entry_point(argv):
    print(fib(20))
    print(ackermann(2, 3))
    moves = []
    hanoi(4, "A", "B", "C", moves)
    print(" ".join(moves))
    print(is_even(50))
    print(is_odd(50))
    out = []
    permutations(["a", "b", "c", "d"], 0, out)
    print(" ".join(out))
    print(depth(500))
    print(queens(6, 0, [False] * 6, [False] * 12, [False] * 13))
    return 0


def target(driver, args):
    return entry_point, None
