"""str.format, format() and f-strings: the whole mini-language."""
from rpython.rlib.rarithmetic import r_uint

# The grids use specifications that are known only at run time: constant ones are parsed by the same code, earlier.
# Each row prints its checksum; with an argument, its text: so two runs can be compared.


class Output(object):
    def __init__(self):
        self.whole = False


output = Output()


def row(label, texts):
    text = '|'.join(texts)
    if output.whole:
        print(label + ': ' + text)
        return
    h = 0
    for c in text:
        h = (h * 1000003 + ord(c)) % 1000000007
    print(label + ': ' + str(len(text)) + ' ' + str(h))


def ints(i):
    for a in ['', '<', '>', '^', '=', '*<', 'x^', '0=']:
        out = []
        for s in ['', '+', ' ', '-']:
            for alt in ['', '#']:
                for w in ['', '12', '012', '13,', '014,', '_']:
                    for t in ['', 'd']:
                        out.append(format(i, a + s + alt + w + t))
        row(str(i) + ' ' + a, out)
    for a in ['', '>', '^']:
        out = []
        for alt in ['', '#']:
            for w in ['', '3', '40', '044', '44_', '043_']:
                for t in ['b', 'o', 'x', 'X']:
                    out.append(format(i, a + alt + w + t))
        row(str(i) + ' ' + a + ' other bases', out)


def floats(x):
    for a in ['', '<', '^', '*=']:
        for s in ['', '+', ' ']:
            out = []
            for w in ['', '14', '015', '16,', '018,']:
                for p in ['', '.0', '.1', '.5']:
                    for t in ['', 'e', 'f', 'g', '%', 'E', 'F', 'G', 'n']:
                        if t != 'n' or ',' not in w:
                            out.append(format(x, a + s + w + p + t))
            row(str(x) + ' ' + a + s, out)
    print(format(x, '#.0f') + format(x, '#.3g') + format(x, '#.0e') + format(x, '_.2f'))


def texts(s):
    for a in ['', '<', '>', '^', '.^', '-<']:
        out = []
        for w in ['', '3', '10', '08']:
            for p in ['', '.0', '.2']:
                for t in ['', 's']:
                    out.append(format(s, a + w + p + t))
        row(s + ' ' + a, out)


class Point(object):
    def __init__(self, x, y, name):
        self.x = x
        self.y = y
        self.name = name
        self.tags = [name, name.upper()]


def fields(p, n, f):
    print('{} {} {}'.format(n, f, p.name))
    print('{0}{1}{0}'.format(n, p.name))
    print('{p.x:>5}|{p.y:<6.2f}|{p.name!r:^9}|{p.tags[1]}'.format(p=p))
    print('{0.name} {1[0]} {1[2]} {2[key]}'.format(p, [n, n, n + 1], {'key': p.name}))
    print('{:{}}|{:>{w}}|{:{fill}^{w}.{prec}f}'.format(n, 8, p.name, f, w=12, fill='*', prec=3))
    print('{{{}}} {{}}'.format(n))
    print('{!s} {!r} {!s:>6}'.format(n, p.name, f))
    print('{a}{b:02x}{a}'.format(a=p.name, b=n))
    print('literal'.format())
    print('{}'.format(n > 2) + '{:5}|{:d}'.format(True, n > 2))
    print('{:,}'.format(r_uint(n) * r_uint(1000000007)))
    print('{:c}{:5c}|{:<3c}|{:n}'.format(n + 50, 66, 67, n))
    print('{0[1]} {0[0]:.1f}'.format((f, p.name)))
    print(f'{n}')
    print(f'{n:>4}|{p.name:4}|{f:8.3f}|{f!r}|{p.name!r}')
    w = 9
    print(f'{n:{w}}|{f:{w}.{n % 4}f}|{p.name:>{w}}|{"x" * 3}')
    print(f'{n=} {f=:.2f} {p.x + 1=}')
    print(f'{n + 1} {{}} {p.name.upper()!s:>7}' f'{n:b}' '!')
    print('a' f'{n}' 'b' + f'')
    print(f"{p.name:{'>'}{w}}|{p.tags[0]}|{(lambda: 3)() if False else 4}")
    spec = '>' + str(n % 7 + 5)
    print(format(n, spec) + format(p.name, spec) + format(f, spec + '.1f'))
    for bad in ['q', '5.', '>>>', 's']:
        try:
            print(format(n, bad))
        except ValueError:
            print('ValueError ' + bad)
    for bad in ['d', '=4', '+', '5,']:
        try:
            print(format(p.name, bad))
        except ValueError:
            print('ValueError ' + bad)
    for bad in ['d', 'x']:
        try:
            print(format(f, bad))
        except ValueError:
            print('ValueError ' + bad)


def entry_point(argv):
    n = 1
    if len(argv) > 1:
        output.whole = True
    for i in [0, 1, -1, 42, -255, 1234, 123456789, -9223372036854775807 - 1, 9223372036854775807]:
        ints(i + n - 1)
    for x in [0.0, -0.0, 1.0, -1.5, 3.14159265, 1e10, -1.25e-7, 123456789.123, 1e300, 0.1, 2.5, 100.0, 99999.0, 1e15, 1e16, 1e22]:
        floats(x)
    inf = 1e308 * 10.0 * n
    floats(inf)
    floats(-inf)
    floats(inf - inf)
    for s in ['', 'a', 'spam', 'a longer string']:
        texts(s)
    fields(Point(3, 4.5, 'pt'), 41 + n, 2.0 / 3.0)
    fields(Point(-3, -4.5, 'longer name'), 7, 1e20)
    return 0


def target(driver, args):
    return entry_point, None
