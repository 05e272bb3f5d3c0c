class Stack(list):
    def top(self):
        return self[-1]

def entry_point(argv):
    s = Stack()
    s.append(1)
    print(s.top())
    return 0

def target(driver, args):
    return entry_point, None
