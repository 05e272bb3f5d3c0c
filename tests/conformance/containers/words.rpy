"""Text work with containers: counting, grouping, anagrams, Caesar, run lengths, CSV, templates, tokens."""
from collections import Counter, defaultdict

TEXT = '''the quick brown fox jumps over the lazy dog
the dog sleeps while the fox runs
a quick dog is not a lazy dog'''

ROMAN = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'),
         (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]

MORSE = {'a': '.-', 'b': '-...', 'c': '-.-.', 's': '...', 'o': '---', 'e': '.'}


def roman(n):
    out = []
    for value, letters in ROMAN:
        while n >= value:
            out.append(letters)
            n -= value
    return ''.join(out)


def unroman(s):
    values = {letters: value for value, letters in ROMAN if len(letters) == 1}
    total = 0
    for c, d in zip(s, s[1:] + ' '):
        v = values[c]
        if d in values and values[d] > v:
            total -= v
        else:
            total += v
    return total


def caesar(s, k):
    out = []
    for c in s:
        if 'a' <= c <= 'z':
            c = chr((ord(c) - 97 + k) % 26 + 97)
        out.append(c)
    return ''.join(out)


def runs(s):
    out = []
    for c in s:
        if out and out[-1][0] == c:
            out[-1] = (c, out[-1][1] + 1)
        else:
            out.append((c, 1))
    return out


def parse_csv(text):
    rows = [line.split(',') for line in text.split('\n') if line]
    header = rows[0]
    return [{name: value for name, value in zip(header, row)} for row in rows[1:]]


def tokens(s):
    out = []
    i = 0
    while i < len(s):
        c = s[i]
        if c == ' ':
            i += 1
        elif c.isdigit():
            j = i
            while j < len(s) and s[j].isdigit():
                j += 1
            out.append(('num', s[i:j]))
            i = j
        elif c in ('+', '-', '*', '(', ')'):
            out.append(('op', c))
            i += 1
        else:
            raise ValueError(c)
    return out


def rpn(toks):
    precedence = {'+': 1, '-': 1, '*': 2}
    out, ops = [], []
    for kind, t in toks:
        if kind == 'num':
            out.append(t)
        elif t == '(':
            ops.append(t)
        elif t == ')':
            while ops[-1] != '(':
                out.append(ops.pop())
            ops.pop()
        else:
            while ops and ops[-1] != '(' and precedence[ops[-1]] >= precedence[t]:
                out.append(ops.pop())
            ops.append(t)
    while ops:
        out.append(ops.pop())
    return out


def evaluate(items):
    stack = []
    for t in items:
        if t in ('+', '-', '*'):
            b, a = stack.pop(), stack.pop()
            stack.append(a + b if t == '+' else a - b if t == '-' else a * b)
        else:
            stack.append(int(t))
    return stack.pop()


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        previous, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            previous, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, previous + (x != y))
    return row[-1]


def entry_point(argv):
    words = TEXT.split()
    counts = Counter(words)
    print(counts.most_common(3), len(counts), counts['cat'])
    by_length = defaultdict(list)
    for w in sorted(set(words)):
        by_length[len(w)].append(w)
    for n in sorted(by_length):
        print(n, ' '.join(by_length[n]))
    lines = defaultdict(set)
    for i, line in enumerate(TEXT.split('\n')):
        for w in line.split():
            lines[w].add(i)
    print(sorted(lines['dog']), sorted(w for w in lines if len(lines[w]) == 3))
    groups = {}
    for w in ['listen', 'silent', 'google', 'enlist', 'elbow', 'below']:
        groups.setdefault(''.join(sorted(w)), []).append(w)
    print([g for g in groups.values() if len(g) > 1])
    print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024)])
    print([unroman(roman(n)) == n for n in range(1, 50)].count(False), unroman('MCMXCIV'))
    secret = caesar('hello, world', 3)
    print(secret, caesar(secret, -3))
    print(runs('aaabccd'), ''.join([c + str(n) for c, n in runs('zzyx')]))
    table = parse_csv('name,age,city\nann,30,rome\nbob,25,oslo\n')
    print(table, [row['name'] for row in table if int(row['age']) > 26])
    print(sorted(table, key=lambda row: row['age'])[0]['city'])
    for e in ['1 + 2 * 3', '(1 + 2) * 3', '2 * (3 + 4) - 5 * 6']:
        print(rpn(tokens(e)), evaluate(rpn(tokens(e))))
    try:
        tokens('1 / 2')
    except ValueError:
        print('bad token')
    print(distance('kitten', 'sitting'), distance('', 'abc'), distance('same', 'same'))
    print(' '.join([MORSE.get(c, '?') for c in 'sos abc']))
    back = {v: k for k, v in MORSE.items()}
    print(''.join([back[m] for m in '... --- ...'.split(' ')]))
    letters = [chr(c) for c in range(ord('a'), ord('z') + 1)]
    missing = [c for c in letters if c not in TEXT]
    print(missing, len(letters), letters[::5], max(words, key=len), min(words, key=lambda w: (len(w), w)))
    palindromes = [w for w in ['level', 'noon', 'word'] if w == w[::-1]]
    print(palindromes, sorted(TEXT.replace('\n', ' ').split(' '), key=lambda w: (-len(w), w))[:4])
    return 0


def target(driver, args):
    return entry_point
