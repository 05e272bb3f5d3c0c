# jit: yes
"""An evaluator that keeps what is to be done next in objects. Arguments are gathered in lists of None.

In traces neither the continuations nor the environments nor the lists exist.
"""
from rpython.rlib.jit import JitDriver, promote, unroll_safe


class W_Root(object):
    _attrs_ = []


class W_Int(W_Root):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value


class Env(object):
    _immutable_fields_ = ["values[*]"]

    def __init__(self, values):
        self.values = values


class Function(object):
    _immutable_fields_ = ["name", "arity", "body?"]

    def __init__(self, name, arity):
        self.name = name
        self.arity = arity
        self.body = None


class Next(object):
    _attrs_ = []

    def take(self, w_value):
        raise NotImplementedError


class Finished(Exception):
    def __init__(self, w_value):
        self.w_value = w_value


class Finish(Next):
    _attrs_ = []

    def take(self, w_value):
        raise Finished(w_value)


class Gather(Next):
    """The arguments before `at` are known."""
    _immutable_fields_ = ["call", "at", "known", "env", "next"]

    def __init__(self, call, at, known, env, next):
        self.call = call
        self.at = at
        self.known = known
        self.env = env
        self.next = next

    def take(self, w_value):
        return promote(self.call).gather(promote(self.at), Chain(w_value, self.known), self.env, self.next)


class Choose(Next):
    _immutable_fields_ = ["node", "env", "next"]

    def __init__(self, node, env, next):
        self.node = node
        self.env = env
        self.next = next

    def take(self, w_value):
        assert isinstance(w_value, W_Int)
        node = promote(self.node)
        return (node.then if w_value.value else node.other), self.env, self.next


class Chain(object):
    _immutable_fields_ = ["w_value", "rest"]

    def __init__(self, w_value, rest):
        self.w_value = w_value
        self.rest = rest


class Node(object):
    _attrs_ = []

    def start(self, env, next):
        raise NotImplementedError


class Number(Node):
    _immutable_fields_ = ["w_value"]

    def __init__(self, value):
        self.w_value = W_Int(value)

    def start(self, env, next):
        return next.take(self.w_value)


class Argument(Node):
    _immutable_fields_ = ["index"]

    def __init__(self, index):
        self.index = index

    def start(self, env, next):
        return next.take(env.values[self.index])


class If(Node):
    _immutable_fields_ = ["test", "then", "other"]

    def __init__(self, test, then, other):
        self.test = test
        self.then = then
        self.other = other

    def start(self, env, next):
        return self.test, env, Choose(self, env, next)


class Operator(Node):
    _immutable_fields_ = ["nodes[*]"]

    def __init__(self, nodes):
        self.nodes = nodes

    def start(self, env, next):
        return self.gather(0, None, env, next)

    def gather(self, at, known, env, next):
        if at < len(self.nodes):
            return self.nodes[at], env, Gather(self, at + 1, known, env, next)
        return self.apply(self.arguments(known), next)

    @unroll_safe
    def arguments(self, known):
        n = len(self.nodes)
        values = [None] * n
        while known is not None:
            n -= 1
            values[n] = known.w_value
            known = known.rest
        return values

    def apply(self, values, next):
        raise NotImplementedError


def whole(w_value):
    assert isinstance(w_value, W_Int)
    return w_value.value


class Add(Operator):
    def apply(self, values, next):
        return next.take(W_Int(whole(values[0]) + whole(values[1])))


class Less(Operator):
    def apply(self, values, next):
        return next.take(W_Int(int(whole(values[0]) < whole(values[1]))))


class Call(Operator):
    _immutable_fields_ = ["function"]

    def __init__(self, function, nodes):
        Operator.__init__(self, nodes)
        self.function = function

    def apply(self, values, next):
        return self.function.body, Env(values), next


def location(node, function):
    return function.name


driver = JitDriver(greens=["node", "function"], reds=["env", "next"], get_printable_location=location)


def evaluate(node, env, next, function):
    try:
        while True:
            driver.jit_merge_point(node=node, function=function, env=env, next=next)
            called = isinstance(node, Call)
            node, env, next = node.start(env, next)
            if called or node is function.body:
                driver.can_enter_jit(node=node, function=function, env=env, next=next)
    except Finished as f:
        return f.w_value


def entry_point(argv):
    n = 2500
    count = Function("count", 3)
    count.body = If(Less([Argument(0), Argument(2)]),
                    Call(count, [Add([Argument(0), Number(1)]), Add([Argument(1), Argument(0)]), Argument(2)]),
                    Argument(1))
    w_sum = evaluate(count.body, Env([W_Int(0), W_Int(0), W_Int(n)]), Finish(), count)
    print(whole(w_sum))
    fib = Function("fib", 1)
    fib.body = If(Less([Argument(0), Number(2)]), Argument(0),
                  Add([Call(fib, [Add([Argument(0), Number(-1)])]), Call(fib, [Add([Argument(0), Number(-2)])])]))
    print(whole(evaluate(fib.body, Env([W_Int(14)]), Finish(), fib)))
    return 0


def target(driver, args):
    return entry_point, None
