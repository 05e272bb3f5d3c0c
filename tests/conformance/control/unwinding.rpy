"""An interpreter whose guest has try, finally, else, loops with break and continue: host exceptions, nested `finally` in loops,
`return` in `finally`, `else` of try in loops, exceptions raised in handlers, clean-ups counted."""


class GuestError(Exception):
    def __init__(self, kind, value):
        self.kind = kind
        self.value = value


class ControlFlow(Exception):
    pass


class BreakLoop(ControlFlow):
    pass


class ContinueLoop(ControlFlow):
    pass


class ReturnValue(ControlFlow):
    def __init__(self, value):
        self.value = value


class Env(object):
    def __init__(self):
        self.vars = {}
        self.log = []
        self.depth = 0

    def note(self, s):
        self.log.append(s)


class Node(object):
    def run(self, env):
        raise NotImplementedError


class Set(Node):
    def __init__(self, name, n, relative):
        self.name, self.n, self.relative = name, n, relative

    def run(self, env):
        if self.relative:
            try:
                env.vars[self.name] += self.n
            except KeyError:
                raise GuestError("unset", self.n)
        else:
            env.vars[self.name] = self.n


class Say(Node):
    def __init__(self, what):
        self.what = what

    def run(self, env):
        env.note("%s%d" % (self.what, env.vars.get(self.what, -1)))


class Raise(Node):
    def __init__(self, kind, value):
        self.kind, self.value = kind, value

    def run(self, env):
        raise GuestError(self.kind, self.value)


class Jump(Node):
    def __init__(self, how):
        self.how = how

    def run(self, env):
        if self.how == "break":
            raise BreakLoop()
        if self.how == "continue":
            raise ContinueLoop()
        raise ReturnValue(env.vars.get("r", 0))


class Block(Node):
    def __init__(self, nodes):
        self.nodes = nodes

    def run(self, env):
        for node in self.nodes:
            node.run(env)


class If(Node):
    def __init__(self, name, value, then):
        self.name, self.value, self.then = name, value, then

    def run(self, env):
        if env.vars.get(self.name, 0) == self.value:
            self.then.run(env)


class Loop(Node):
    def __init__(self, name, count, body):
        self.name, self.count, self.body = name, count, body

    def run(self, env):
        for i in range(self.count):
            env.vars[self.name] = i
            env.depth += 1
            try:
                self.body.run(env)
            except BreakLoop:
                env.note("b")
                break
            except ContinueLoop:
                env.note("c")
                continue
            else:
                env.note("e")
            finally:
                env.depth -= 1
        else:
            env.note("done")


class Try(Node):
    def __init__(self, body, kinds, handler, orelse, final):
        self.body, self.kinds, self.handler, self.orelse, self.final = body, kinds, handler, orelse, final

    def run(self, env):
        env.depth += 1
        try:
            try:
                self.body.run(env)
            except GuestError as e:
                if e.kind not in self.kinds:
                    raise
                env.vars["err"] = e.value
                try:
                    self.handler.run(env)
                except GuestError as second:
                    env.note("again:" + second.kind + "<" + e.kind)
                    raise GuestError(second.kind + "+", e.value + second.value)
            else:
                self.orelse.run(env)
        finally:
            env.depth -= 1
            self.final.run(env)


def parse(tokens, pos, closing):
    nodes = []
    while pos < len(tokens) and tokens[pos] != closing:
        t = tokens[pos]
        pos += 1
        if t == "set" or t == "inc":
            nodes.append(Set(tokens[pos], int(tokens[pos + 1]), t == "inc"))
            pos += 2
        elif t == "say":
            nodes.append(Say(tokens[pos]))
            pos += 1
        elif t == "raise":
            nodes.append(Raise(tokens[pos], int(tokens[pos + 1])))
            pos += 2
        elif t == "break" or t == "continue" or t == "return":
            nodes.append(Jump(t))
        elif t == "if":
            name, value = tokens[pos], int(tokens[pos + 1])
            then, pos = parse(tokens, pos + 3, "}")
            nodes.append(If(name, value, then))
        elif t == "loop":
            name, count = tokens[pos], int(tokens[pos + 1])
            body, pos = parse(tokens, pos + 3, "}")
            nodes.append(Loop(name, count, body))
        elif t == "try":
            body, pos = parse(tokens, pos + 1, "}")
            kinds = []
            handler = orelse = final = Block([])
            while pos < len(tokens) and tokens[pos] in ("except", "else", "finally"):
                part = tokens[pos]
                pos += 1
                while tokens[pos] != "{":
                    kinds.append(tokens[pos])
                    pos += 1
                block, pos = parse(tokens, pos + 1, "}")
                if part == "except":
                    handler = block
                elif part == "else":
                    orelse = block
                else:
                    final = block
            nodes.append(Try(body, kinds, handler, orelse, final))
        else:
            raise GuestError("syntax", pos)
    return Block(nodes), pos + 1


def execute(text):
    env = Env()
    try:
        block, _ = parse([t for t in text.split(" ") if t], 0, "")
        block.run(env)
        result = "end"
    except ReturnValue as r:
        result = "returned %d" % r.value
    except ControlFlow:
        result = "jump outside of a loop"
    except GuestError as e:
        result = "uncaught %s %d" % (e.kind, e.value)
    return " ".join(env.log) + " | " + result + " | depth %d" % env.depth


def overriding(n, log):
    try:
        if n == 0:
            return "body"
        raise GuestError("x", n)
    finally:
        log.append(n)
        if n % 2:
            return "final"


def last_of_loop(limit):
    steps = []
    for i in range(limit):
        try:
            if i == 2:
                continue
            if i == 4:
                break
            steps.append(i)
        finally:
            steps.append(-i)
    else:
        steps.append(100)
    return steps


def search(rows, wanted):
    for row in rows:
        for x in row:
            try:
                if 12 // x == wanted:
                    return x
            except ZeroDivisionError:
                break
        else:
            continue
        return -1
    return -2


def entry_point(argv):
    for text in ["set a 1 inc a 4 say a inc b 1",
                 "loop i 4 { say i if i 1 { continue } if i 2 { break } say i } say i",
                 "loop i 3 { try { if i 1 { raise odd 7 } say i } except odd { say err } else { set k 9 } finally { say k } }",
                 "loop i 5 { try { if i 2 { break } if i 1 { continue } } finally { say i } }",
                 "try { try { raise a 1 } except b { say x } finally { set y 2 say y } } except a c { raise b 5 } finally { say y }",
                 "set r 8 loop i 9 { try { loop j 9 { try { if j 1 { return } } finally { say j } } } finally { say i } }",
                 "try { raise a 1 } except a { try { raise b 2 } except b { raise c 4 } }",
                 "break", "try { continue } finally { set q 3 say q }", "try { bogus }", "loop i 0 { say i } loop i 1 { }"]:
        print(execute(text))
    log = []
    for n in range(4):
        try:
            print(overriding(n, log))
        except GuestError as e:
            print("error", e.value)
    print(log, last_of_loop(2), last_of_loop(4), last_of_loop(9))
    print(search([[1, 2], [3, 0, 4]], 6), search([[1, 2], [3, 0, 4]], 3), search([[1], [5]], 99), search([], 1))
    return 0


def target(driver, args):
    return entry_point, None
