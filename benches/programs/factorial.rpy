"""The factorial of a large number, its digits in a list."""


def entry_point(argv):
    n = 4000
    if len(argv) > 1:
        n = int(argv[1])
    digits = [1]
    for k in range(2, n + 1):
        carry = 0
        for i in range(len(digits)):
            carry += digits[i] * k
            digits[i] = carry % 1000000
            carry //= 1000000
        while carry:
            digits.append(carry % 1000000)
            carry //= 1000000
    total = 0
    for d in digits:
        total = (total * 31 + d) & 0xffffffff
    print("%d %d" % (len(digits), total))
    return 0


def target(driver, args):
    return entry_point, None
