class Node(object):
    def run(self, env):
        return 0

class Add(Node):
    def run(self, env, depth):
        return depth

def entry_point(argv):
    nodes = [Node(), Add()]
    n = 0
    for node in nodes:
        n += node.run({})
    print(n)
    return 0

def target(driver, args):
    return entry_point, None
