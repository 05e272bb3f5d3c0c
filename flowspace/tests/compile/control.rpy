"""Control flow."""

def loops(n):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        elif i > 100 and not (i < 200 or n):
            break
        total += i
    else:
        total = -total
    while True:
        if 0 < total <= n != 7:
            return total
        total -= 1

def tries(d, k):
    try:
        return d[k]
    except (KeyError, IndexError) as e:
        print(e)
        raise
    except ValueError:
        raise TypeError, "x"
    else:
        k = 1
    finally:
        k.close()

def finally_in_loop(l):
    for x in l:
        try:
            if x:
                continue
            if l:
                break
        finally:
            l.pop()
    with l as (a, b), open("x"):
        return a

def ifexp(a, b):
    assert a is not None, "msg"
    x = a if b not in a else not b
    return x and a or b
