"""Equality of lists, tuples and strings; substring loops; text of mixed values."""


def occurrences(text, part):
    count = 0
    at = text.find(part)
    while at >= 0:
        count += 1
        at = text.find(part, at + 1)
    return count


def is_palindrome(s):
    i = 0
    j = len(s) - 1
    while i < j:
        if s[i] != s[j]:
            return False
        i += 1
        j -= 1
    return True


def edit_distance(a, b):
    previous = [i for i in range(len(b) + 1)]
    for i in range(1, len(a) + 1):
        current = [i]
        for j in range(1, len(b) + 1):
            cost = 1
            if a[i - 1] == b[j - 1]:
                cost = 0
            current.append(min(min(current[j - 1] + 1, previous[j] + 1), previous[j - 1] + cost))
        previous = current
    return previous[len(b)]


def entry_point(argv):
    print(occurrences("aaaa", "aa"))
    print(is_palindrome("racecar"))
    print(is_palindrome("racecars"))
    print(edit_distance("kitten", "sitting"))
    print(edit_distance("", "abc"))
    print([1, 2] == [1, 2])
    print([1, 2] == [1, 3])
    print(["a"] == ["a"])
    print([[1], [2]] == [[1], [2]])
    print((1, ("a", 2)) == (1, ("a", 2)))
    s = "abc"
    t = "ab"
    t += "c"
    print(s == t)
    print(s != t)
    print(s >= t)
    print(s < t + "d")
    return 0


def target(driver, args):
    return entry_point, None
