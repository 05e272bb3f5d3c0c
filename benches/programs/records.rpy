"""Records, arrays, string comparisons and small procedures, in the mixture of the old Dhrystone."""


class Record(object):
    def __init__(self, next, kind, number, text):
        self.next = next
        self.kind = kind
        self.number = number
        self.text = text

    def copy(self):
        return Record(self.next, self.kind, self.number, self.text)


IDENT1, IDENT2, IDENT3 = 0, 1, 2


class State(object):
    def __init__(self):
        self.counter = 0
        self.flag = False
        self.char1 = "A"
        self.char2 = "A"
        self.row = [0] * 50
        self.table = [[0] * 50 for i in range(50)]
        self.record = Record(None, IDENT1, 0, "")
        self.other = Record(None, IDENT1, 0, "")


def same_first(a, b):
    if a != b:
        return IDENT1
    return IDENT2


def later(a, b):
    i = 1
    while i <= 1:
        if same_first(a[i], b[i + 1]) == IDENT1:
            i += 1
    return a > b


def is_third(kind):
    return kind == IDENT3


def classify(kind, st):
    if not is_third(kind):
        kind = IDENT3
    if kind == IDENT1:
        return IDENT1
    if kind == IDENT2:
        return IDENT1 if st.counter > 100 else IDENT3
    return IDENT2


def advance(record, st):
    copy = st.record.copy()
    record.next = copy
    record.number = 5
    copy.number = record.number
    copy.next = record.next
    if copy.kind == IDENT1:
        copy.number = 6
        copy.kind = classify(record.kind, st)
        copy.next = st.record.next
        copy.number += 10
    else:
        copy = record.copy()
    copy.next = None
    return copy


def fill(st, at, value):
    k = at + 5
    st.row[k] = value
    st.row[k + 1] = st.row[k]
    st.row[k + 30] = k
    for i in range(k, k + 2):
        st.table[k][i] = k
    st.table[k][k - 1] += 1
    st.table[k + 20][k] = st.row[k]
    st.counter = 5


def run(n):
    st = State()
    st.other.kind = IDENT1
    st.record = Record(st.other, IDENT3, 40, "SOME PROGRAM TEXT, SOME STRING")
    text1 = "SOME PROGRAM TEXT, 1'ST STRING"
    st.table[8][7] = 10
    total = 0
    for i in range(n):
        st.flag = st.char1 == "A"
        st.char2 = "B"
        a = 2
        b = 3
        text2 = "SOME PROGRAM TEXT, 2'ND STRING" if i & 1 else "SOME PROGRAM TEXT, 3'RD STRING"
        st.flag = not later(text1, text2)
        c = 0
        while a < b:
            c = 5 * a - b
            c = a + b + 2
            a += 1
        fill(st, a, c)
        st.record = advance(st.record, st)
        index = "A"
        while index <= st.char2:
            if same_first(index, "C") == classify(IDENT1, st):
                a += 1
            index = chr(ord(index) + 1)
        b = c * a
        a = b // c
        b = 7 * (b - c) - a
        total += b + st.record.number + st.row[8]
    return total + st.table[8][7] + int(st.flag)


def entry_point(argv):
    n = 1000000
    if len(argv) > 1:
        n = int(argv[1])
    print(run(n))
    return 0


def target(driver, args):
    return entry_point, None
