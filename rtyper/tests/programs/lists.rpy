def entry_point(argv):
    l = []
    for i in range(10):
        l.append(i * i)
    s = 0
    for x in l:
        s += x
    print(s)
    print(len(l))
    l[3] = 77
    print(l[3] + l[-1])
    try:
        print(l[len(l)])
    except IndexError:
        print("index error")
    l.pop()
    l.reverse()
    for i in range(len(l)):
        print(l[i])
    m = [0] * 5
    m[2] = 9
    print(m[2] + len(m))
    del l[0]
    print(l[0:3][1])
    return 0
