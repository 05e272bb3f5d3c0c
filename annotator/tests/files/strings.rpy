# annotate: main([str])
def join(words):
    out = []
    for w in words:
        if w.startswith('a'):
            out.append(w.upper())
        else:
            out.append('<%s:%d>' % (w, len(w)))
    return ' '.join(out)


def first(s):
    if s:
        return s[0]
    return '?'


def main(argv):
    d = {}
    for w in argv:
        d[w] = d.get(w, 0) + 1
    for k, v in d.iteritems():
        if v > 1 and k.find('x') >= 0:
            return k + first(k)
    text = join(argv)
    i = text.find(':')
    if i >= 0:
        return text[:i]
    return text
