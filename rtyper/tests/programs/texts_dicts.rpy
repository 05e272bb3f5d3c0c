def parse(text):
    pairs = {}
    stack = []
    for i in range(len(text)):
        c = text[i]
        if c == '[':
            stack.append(i)
        elif c == ']':
            j = stack.pop()
            pairs[i] = j
            pairs[j] = i
    return pairs

def entry_point(argv):
    p = parse("[a[b]c[d]]")
    for k in p:
        print(k, p[k])
    d = {}
    for w in "the cat the dog the end".split(" "):
        if w in d:
            d[w] += 1
        else:
            d[w] = 1
    for w, n in d.items():
        print(w + "=" + str(n))
    try:
        print(d["zebra"])
    except KeyError:
        print("no zebra")
    print(d.get("cat", 0))
    print("-".join(["x", "y", "z"]).upper())
    print("hello world".find("wor"))
    print("a,b,c".replace(",", ";"))
    print("%s is %d or %x, %r" % ("v", 255, 255, "q"))
    s = "abcdef"
    print(s[2:4] + s[:1] + s[3:])
    return 0
