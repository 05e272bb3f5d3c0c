"""String searching: naive, Knuth-Morris-Pratt, Boyer-Moore-Horspool, Rabin-Karp, suffix arrays, Z function, wildcards."""


def naive(text, pattern):
    n = len(pattern)
    return [i for i in range(len(text) - n + 1) if text[i:i + n] == pattern]


def borders(pattern):
    table = [0] * len(pattern)
    k = 0
    for i in range(1, len(pattern)):
        while k > 0 and pattern[k] != pattern[i]:
            k = table[k - 1]
        if pattern[k] == pattern[i]:
            k += 1
        table[i] = k
    return table


def kmp(text, pattern):
    table = borders(pattern)
    found = []
    k = 0
    for i, c in enumerate(text):
        while k > 0 and pattern[k] != c:
            k = table[k - 1]
        if pattern[k] == c:
            k += 1
        if k == len(pattern):
            found.append(i - k + 1)
            k = table[k - 1]
    return found


class Horspool(object):
    def __init__(self, pattern):
        self.pattern = pattern
        self.skip = {}
        self.compared = 0
        for i, c in enumerate(pattern[:-1]):
            self.skip[c] = len(pattern) - 1 - i

    def search(self, text):
        found = []
        m = len(self.pattern)
        i = 0
        while i + m <= len(text):
            j = m - 1
            while j >= 0:
                self.compared += 1
                if text[i + j] != self.pattern[j]:
                    break
                j -= 1
            else:
                found.append(i)
            i += self.skip.get(text[i + m - 1], m)
        return found


def rabin_karp(text, pattern, modulus=1000003):
    m = len(pattern)
    if m > len(text):
        return []
    top = pow(256, m - 1, modulus)
    want = have = 0
    for i in range(m):
        want = (want * 256 + ord(pattern[i])) % modulus
        have = (have * 256 + ord(text[i])) % modulus
    found = []
    for i in range(len(text) - m + 1):
        if want == have and text[i:i + m] == pattern:
            found.append(i)
        if i + m < len(text):
            have = ((have - ord(text[i]) * top) * 256 + ord(text[i + m])) % modulus
    return found


def z_function(text):
    z = [0] * len(text)
    left = right = 0
    for i in range(1, len(text)):
        if i < right:
            z[i] = min(right - i, z[i - left])
        while i + z[i] < len(text) and text[z[i]] == text[i + z[i]]:
            z[i] += 1
        if i + z[i] > right:
            left, right = i, i + z[i]
    return z


def z_search(text, pattern):
    m = len(pattern)
    return [i - m - 1 for i, z in enumerate(z_function(pattern + "\0" + text)) if z == m]


class SuffixArray(object):
    def __init__(self, text):
        self.text = text
        self.order = sorted(range(len(text)), key=lambda i: text[i:])

    def search(self, pattern):
        low, high = 0, len(self.order)
        while low < high:
            middle = (low + high) // 2
            if self.text[self.order[middle]:][:len(pattern)] < pattern:
                low = middle + 1
            else:
                high = middle
        found = []
        while low < len(self.order) and self.text[self.order[low]:].startswith(pattern):
            found.append(self.order[low])
            low += 1
        found.sort()
        return found

    def longest_repeat(self):
        best = ""
        for a, b in zip(self.order[:-1], self.order[1:]):
            x, y = self.text[a:], self.text[b:]
            n = 0
            while n < len(x) and n < len(y) and x[n] == y[n]:
                n += 1
            if n > len(best):
                best = x[:n]
        return best


def wildcard(pattern, text):
    """* any text, ? any character"""
    star, mark = -1, 0
    p = t = 0
    while t < len(text):
        if p < len(pattern) and pattern[p] == "*":
            star, mark = p, t
            p += 1
        elif p < len(pattern) and (pattern[p] == "?" or pattern[p] == text[t]):
            p += 1
            t += 1
        elif star >= 0:
            p = star + 1
            mark += 1
            t = mark
        else:
            return False
    return pattern[p:].strip("*") == ""


def words_of(seed, n):
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield "abc"[(seed >> 16) % 3]


METHODS = [("kmp", kmp), ("horspool", lambda t, p: Horspool(p).search(t)), ("rabin-karp", rabin_karp),
           ("z", z_search), ("suffixes", lambda t, p: SuffixArray(t).search(p))]


def entry_point(argv):
    text = "the cat sat on the mat, the rat ate that"
    for pattern in ["the", "at", "that", "t", "dog", "", "xthe cat sat on the mat, the rat ate thatx"][:5]:
        expected = naive(text, pattern)
        print("%-5s %s %s" % (pattern, expected, ["%s:%s" % (n, f(text, pattern) == expected) for n, f in METHODS]))
    noise = "".join(words_of(42, 150))
    print(noise[:60])
    for pattern in ["aba", "cc", "abcab", "aaaa", "bcb"]:
        expected = naive(noise, pattern)
        print(pattern, expected, all([f(noise, pattern) == expected for n, f in METHODS]))
    print(borders("abacabadabacaba"), borders("aaaa"), z_function("aabcaabxaaaz"))
    h = Horspool("needle")
    print(h.search("hay" * 20 + "needle" + "hay" * 5), h.compared, sorted(h.skip.items()))
    for t in ["banana", "mississippi", "abcdef", noise[:40]]:
        s = SuffixArray(t)
        print(t[:12], s.order[:11], repr(s.longest_repeat()))
    for pattern, t in [("*.txt", "notes.txt"), ("*.txt", "notes.txt~"), ("a?c*", "abc"), ("a*b*c", "aXbXbYc"), ("", ""),
                       ("*", ""), ("?", ""), ("**a", "bba"), ("a*b", "acd")]:
        print(repr(pattern), repr(t), wildcard(pattern, t))
    return 0


def target(driver, args):
    return entry_point
