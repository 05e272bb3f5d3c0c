# annotate: main([int])
def pairs(lst):
    result = []
    for i, x in enumerate(lst):
        result.append((i, x))
    return result


def rev(lst):
    out = []
    for x in reversed(lst):
        out.append(x)
    out.reverse()
    return out


def minmax(a, b):
    return min(a, b), max(a, b)


PREBUILT = {1: [1, 2], 2: [], 5: [-1]}
MATRIX = [[1.0, 2.0], [3.0]]


def main(lst):
    p = pairs(lst)
    a, b = minmax(len(p), 3)
    total = a + b
    for i, x in p:
        total += i * x
    d = {}
    d[total] = 'a'
    d[5] = None
    for k in d.keys():
        if d[k] is None:
            del d[k]
    squares = [x * x for x in rev(lst)]
    squares[1:2] = [4, 5]
    q = PREBUILT[total]
    q.append(7)
    m = MATRIX[0][1]
    t = (1, 'x', m)
    if t == (2, 'y', 3.0):
        return q.pop()
    return squares.pop() + lst[-1] + len(t[1:])
