"""Stacks and queues of several makes: brackets, a browser history, a circular buffer, undo, a spooler."""
from collections import deque


class Ring(object):
    def __init__(self, size):
        self.data = [0] * size
        self.start = 0
        self.count = 0

    def put(self, x):
        if self.count == len(self.data):
            self.start = (self.start + 1) % len(self.data)
            self.count -= 1
        self.data[(self.start + self.count) % len(self.data)] = x
        self.count += 1

    def items(self):
        return [self.data[(self.start + i) % len(self.data)] for i in range(self.count)]

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        if not 0 <= i < self.count:
            raise IndexError(i)
        return self.data[(self.start + i) % len(self.data)]


class Editor(object):
    def __init__(self):
        self.text = []
        self.undo_stack = []
        self.redo_stack = []

    def insert(self, at, s):
        self.do(('ins', at, s))

    def delete(self, at, n):
        self.do(('del', at, ''.join(self.text[at:at + n])))

    def do(self, action):
        self.apply(action)
        self.undo_stack.append(action)
        del self.redo_stack[:]

    def apply(self, action):
        kind, at, s = action
        if kind == 'ins':
            self.text[at:at] = s
        else:
            del self.text[at:at + len(s)]

    def undo(self):
        if self.undo_stack:
            kind, at, s = self.undo_stack.pop()
            self.apply(('del' if kind == 'ins' else 'ins', at, s))
            self.redo_stack.append((kind, at, s))

    def redo(self):
        if self.redo_stack:
            action = self.redo_stack.pop()
            self.apply(action)
            self.undo_stack.append(action)

    def show(self):
        print(''.join(self.text), len(self.undo_stack), len(self.redo_stack))


def balanced(s):
    pairs = {')': '(', ']': '[', '}': '{'}
    stack = []
    for i, c in enumerate(s):
        if c in pairs.values():
            stack.append((c, i))
        elif c in pairs:
            if not stack or stack.pop()[0] != pairs[c]:
                return i
    return stack[-1][1] if stack else -1


def two_stacks(operations):
    inbox, outbox, log = [], [], []
    for op in operations:
        if op >= 0:
            inbox.append(op)
        else:
            if not outbox:
                while inbox:
                    outbox.append(inbox.pop())
            log.append(outbox.pop() if outbox else -1)
    return log


def spool(jobs, printers):
    free = [(0, i) for i in range(printers)]
    queue = deque(jobs)
    done = []
    while queue:
        name, pages = queue.popleft()
        free.sort()
        t, printer = free.pop(0)
        free.append((t + pages, printer))
        done.append((t + pages, name, printer))
    return sorted(done)


def entry_point(argv):
    print([balanced(s) for s in ['', '()', '([{}])', '(]', '((', '())', 'a(b[c]d)e']])
    r = Ring(3)
    for i in range(5):
        r.put(i)
        print(r.items(), len(r), r[0])
    try:
        print(r[3])
    except IndexError:
        print('IndexError')
    e = Editor()
    e.insert(0, 'hello')
    e.insert(5, ' world')
    e.delete(0, 1)
    e.insert(0, 'J')
    e.show()
    for _ in range(3):
        e.undo()
        e.show()
    e.redo()
    e.show()
    e.insert(0, '>')
    e.redo()
    e.show()
    print(two_stacks([1, 2, -1, 3, -1, -1, -1, 4, -1]))
    print(spool([('a', 5), ('b', 2), ('c', 2), ('d', 1)], 2))
    history, forward = ['home'], ['']
    for page in ['news', 'back', 'mail', 'back', 'forward', 'forward']:
        if page == 'back' and len(history) > 1:
            forward.append(history.pop())
        elif page == 'forward' and len(forward) > 1:
            history.append(forward.pop())
        elif page not in ('back', 'forward'):
            history.append(page)
            forward = ['']
    print(history, forward)
    return 0


def target(driver, args):
    return entry_point
