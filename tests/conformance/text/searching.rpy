"""String algorithms: Knuth-Morris-Pratt, Boyer-Moore-Horspool, Rabin-Karp, Z function, suffix arrays, tries, Aho-Corasick, edit distances,
longest common subsequences and palindromes, wildcards, a small regular expression matcher, soundex, anagrams."""


def naive(text, pat):
    return [i for i in range(len(text) - len(pat) + 1) if text[i:i + len(pat)] == pat]


def kmp(text, pat):
    fail = [0] * len(pat)
    k = 0
    for i in range(1, len(pat)):
        while k > 0 and pat[i] != pat[k]:
            k = fail[k - 1]
        if pat[i] == pat[k]:
            k += 1
        fail[i] = k
    out = []
    k = 0
    for i, c in enumerate(text):
        while k > 0 and (k == len(pat) or c != pat[k]):
            k = fail[k - 1]
        if c == pat[k]:
            k += 1
        if k == len(pat):
            out.append(i - k + 1)
    return out


def horspool(text, pat):
    m = len(pat)
    skip = {}
    for i in range(m - 1):
        skip[pat[i]] = m - 1 - i
    out = []
    i = 0
    while i <= len(text) - m:
        if text.startswith(pat, i):
            out.append(i)
        i += skip.get(text[i + m - 1], m)
    return out


def rabin_karp(text, pat):
    m = len(pat)
    if m > len(text):
        return []
    top = pow(256, m - 1, 1000003)
    want = 0
    have = 0
    for i in range(m):
        want = (want * 256 + ord(pat[i])) % 1000003
        have = (have * 256 + ord(text[i])) % 1000003
    out = []
    for i in range(len(text) - m + 1):
        if want == have and text[i:i + m] == pat:
            out.append(i)
        if i + m < len(text):
            have = ((have - ord(text[i]) * top) * 256 + ord(text[i + m])) % 1000003
    return out


def z_function(s):
    z = [0] * len(s)
    l, r = 0, 0
    for i in range(1, len(s)):
        if i < r:
            z[i] = min(r - i, z[i - l])
        while i + z[i] < len(s) and s[z[i]] == s[i + z[i]]:
            z[i] += 1
        if i + z[i] > r:
            l, r = i, i + z[i]
    return z


def suffix_array(s):
    return sorted(range(len(s)), key=lambda i: s[i:])


def levenshtein(a, b):
    prev = list(range(len(b) + 1))
    for i, ca in enumerate(a):
        cur = [i + 1]
        for j, cb in enumerate(b):
            cur.append(min(prev[j + 1] + 1, cur[j] + 1, prev[j] + (ca != cb)))
        prev = cur
    return prev[-1]


def lcs(a, b):
    t = [[''] * (len(b) + 1) for i in range(len(a) + 1)]
    for i in range(len(a)):
        for j in range(len(b)):
            if a[i] == b[j]:
                t[i + 1][j + 1] = t[i][j] + a[i]
            else:
                t[i + 1][j + 1] = max(t[i][j + 1], t[i + 1][j], key=len)
    return t[len(a)][len(b)]


def longest_palindrome(s):
    best = ''
    for i in range(len(s)):
        for j in (i, i + 1):
            l, r = i, j
            while l >= 0 and r < len(s) and s[l] == s[r]:
                l -= 1
                r += 1
            if r - l - 1 > len(best):
                best = s[l + 1:r]
    return best


class Trie(object):
    def __init__(self):
        self.next = {}
        self.fail = None
        self.words = []

    def add(self, word):
        node = self
        for c in word:
            if c not in node.next:
                node.next[c] = Trie()
            node = node.next[c]
        node.words.append(word)

    def link(self):
        queue = []
        for c in self.next:
            self.next[c].fail = self
            queue.append(self.next[c])
        for node in queue:
            for c in node.next:
                child = node.next[c]
                f = node.fail
                while f is not None and c not in f.next:
                    f = f.fail
                child.fail = self if f is None else f.next[c]
                child.words.extend(child.fail.words)
                queue.append(child)

    def find(self, text):
        out = []
        node = self
        for i, c in enumerate(text):
            while node is not self and c not in node.next:
                node = node.fail
            if c in node.next:
                node = node.next[c]
            for w in node.words:
                out.append('%d:%s' % (i - len(w) + 1, w))
        return out


def wildcard(pat, s):
    if pat == '':
        return s == ''
    if pat[0] == '*':
        return wildcard(pat[1:], s) or s != '' and wildcard(pat, s[1:])
    return s != '' and (pat[0] == '?' or pat[0] == s[0]) and wildcard(pat[1:], s[1:])


def match_here(pat, s):
    """Letters, '.', '*' and '$': the length of the match, or -1."""
    if pat == '':
        return 0
    if len(pat) > 1 and pat[1] == '*':
        n = 0
        while n < len(s) and pat[0] in ('.', s[n]):
            n += 1
        while n >= 0:
            rest = match_here(pat[2:], s[n:])
            if rest >= 0:
                return n + rest
            n -= 1
        return -1
    if pat == '$':
        return 0 if s == '' else -1
    if s != '' and (pat[0] == '.' or pat[0] == s[0]):
        rest = match_here(pat[1:], s[1:])
        return rest + 1 if rest >= 0 else -1
    return -1


def search(pat, s):
    if pat.startswith('^'):
        n = match_here(pat[1:], s)
        return s[:n] if n >= 0 else None
    for i in range(len(s) + 1):
        n = match_here(pat, s[i:])
        if n >= 0:
            return s[i:i + n]
    return None


def soundex(name):
    codes = {}
    for i, letters in enumerate(['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r']):
        for c in letters:
            codes[c] = str(i + 1)
    name = name.lower()
    out = name[0].upper()
    last = codes.get(name[0], '')
    for c in name[1:]:
        code = codes.get(c, '')
        if code and code != last:
            out += code
        if c not in 'hw':
            last = code
    return out[:4].ljust(4, '0')


def entry_point(argv):
    text = 'abracadabra abracadabra mississippi aaaa'
    for pat in ['abra', 'a', 'issi', 'aa', 'zzz', 'abracadabra', 'i']:
        want = naive(text, pat)
        print('%-12s %s %s' % (pat, want, [f(text, pat) == want for f in [kmp, horspool, rabin_karp]]))
    print(z_function('aabxaabxcaabxaabxay'))
    print(suffix_array('banana'), [text[i:i + 5] for i in suffix_array(text)[:6]])
    for a, b in [('kitten', 'sitting'), ('', 'abc'), ('flaw', 'lawn'), ('intention', 'execution'), ('same', 'same')]:
        print('%s %s %d %r' % (a, b, levenshtein(a, b), lcs(a, b)))
    print(longest_palindrome('forgeeksskeegfor'), longest_palindrome(text), repr(longest_palindrome('')))
    t = Trie()
    for w in ['he', 'she', 'his', 'hers', 'is']:
        t.add(w)
    t.link()
    print(t.find('ushers and his sister'))
    for p in ['*', 'a*a', '?bra*', '*miss*', 'x*', '', '*a', 'a?r*s*pp*a']:
        print('%s %s' % (p, wildcard(p, text)))
    for p in ['^abr', 'c.*m', 'is*', 'a*$', '^x', '.a.a', 's*ip*i', 'xyz', 'b.a']:
        found = search(p, text)
        print('%s %s' % (p, found if found is not None else '-'))
    print([soundex(n) for n in ['Robert', 'Rupert', 'Rubin', 'Ashcraft', 'Tymczak', 'Pfister', 'Honeyman', 'Lee']])
    groups = {}
    for w in 'listen silent enlist google elgoog abc cab bca xyz'.split():
        key = ''.join(sorted(w))
        groups.setdefault(key, []).append(w)
    print(sorted([' '.join(sorted(g)) for g in groups.values() if len(g) > 1]))
    return 0


def target(driver, args):
    return entry_point, None
