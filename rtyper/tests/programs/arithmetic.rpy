def f(a, b):
    return a * b + a // b - a % b

def entry_point(argv):
    i = 0
    total = 0
    while i < 10:
        total = total + f(i, i + 3)
        i += 1
    print(total)
    if total > 5:
        print("big")
    else:
        print("small")
    return 0
