class Memory(object):
    def __init__(self):
        self.cells = [0] * 10
    def get(self, i):
        return self.cells[i]

def entry_point(argv):
    m = Memory()
    print(m.get[3])
    return 0

def target(driver, args):
    return entry_point, None
