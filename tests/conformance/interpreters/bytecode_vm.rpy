"""A compiler from a small language to bytecode and a virtual machine with frames, closures of calls, and handlers."""

CODES = ["const", "load", "store", "add", "sub", "mul", "div", "less", "equal", "not", "jump", "jump_if_false", "call", "return",
         "print", "pop", "setup", "unwind", "throw", "make_list", "index", "append", "length"]
OP = {name: i for i, name in enumerate(CODES)}
BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div", "<": "less", "=": "equal"}


class CompileError(Exception):
    pass


class VMError(Exception):
    def __init__(self, value):
        self.value = value


class Value(object):
    pass


class Int(Value):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return str(self.n)


class Text(Value):
    def __init__(self, s):
        self.s = s

    def __str__(self):
        return self.s


class Items(Value):
    def __init__(self, items):
        self.items = items

    def __str__(self):
        return "[" + " ".join([str(v) for v in self.items]) + "]"


def read(text):
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    pos = [0]

    def form():
        if pos[0] >= len(tokens):
            raise CompileError("unexpected end")
        t = tokens[pos[0]]
        pos[0] += 1
        if t == ")":
            raise CompileError("unexpected )")
        if t != "(":
            return Form(t, [])
        node = Form("", [])
        while pos[0] < len(tokens) and tokens[pos[0]] != ")":
            node.parts.append(form())
        if pos[0] >= len(tokens):
            raise CompileError("missing )")
        pos[0] += 1
        return node
    out = []
    while pos[0] < len(tokens):
        out.append(form())
    return out


class Form(object):
    def __init__(self, atom, parts):
        self.atom = atom
        self.parts = parts


class Function(object):
    def __init__(self, name, params):
        self.name = name
        self.names = params[:]
        self.arity = len(params)
        self.code = []
        self.constants = []

    def slot(self, name, create=False):
        if name not in self.names:
            if not create:
                raise CompileError("%s: unknown variable %s" % (self.name, name))
            self.names.append(name)
        return self.names.index(name)

    def emit(self, op, arg=0):
        self.code.append((OP[op], arg))
        return len(self.code) - 1

    def patch(self, at):
        self.code[at] = (self.code[at][0], len(self.code))

    def constant(self, v):
        self.constants.append(v)
        self.emit("const", len(self.constants) - 1)

    def compile(self, f):
        if not f.parts:
            a = f.atom
            if a.lstrip("-").isdigit():
                self.constant(Int(int(a)))
            elif a.startswith("'"):
                self.constant(Text(a[1:]))
            else:
                self.emit("load", self.slot(a))
            return
        head, args = f.parts[0].atom, f.parts[1:]
        if head in BINARY:
            if len(args) != 2:
                raise CompileError("%s needs two operands" % head)
            self.compile(args[0])
            self.compile(args[1])
            self.emit(BINARY[head])
        elif head == "set":
            self.compile(args[1])
            self.emit("store", self.slot(args[0].atom, create=True))
        elif head == "if":
            self.compile(args[0])
            other = self.emit("jump_if_false")
            self.compile(args[1])
            end = self.emit("jump")
            self.patch(other)
            if len(args) > 2:
                self.compile(args[2])
            else:
                self.constant(Int(0))
            self.patch(end)
        elif head == "while":
            start = len(self.code)
            self.compile(args[0])
            end = self.emit("jump_if_false")
            self.body(args[1:])
            self.emit("pop")
            self.emit("jump", start)
            self.patch(end)
            self.constant(Int(0))
        elif head == "do":
            self.body(args)
        elif head == "try":
            handler = self.emit("setup")
            self.compile(args[0])
            self.emit("unwind")
            end = self.emit("jump")
            self.patch(handler)
            self.emit("store", self.slot(args[1].atom, create=True))
            self.emit("pop")
            self.compile(args[2])
            self.patch(end)
        else:
            for a in args:
                self.compile(a)
            if head == "list":
                self.emit("make_list", len(args))
            elif head in ("print", "throw", "index", "append", "length", "not"):
                self.emit(head)
            else:
                self.constant(Text(head))
                self.emit("call", len(args))

    def body(self, forms):
        for i, f in enumerate(forms):
            if i:
                self.emit("pop")
            self.compile(f)


class Frame(object):
    def __init__(self, function, args):
        self.function = function
        self.locals = args + [Int(0)] * (len(function.names) - len(args))
        self.stack = []
        self.handlers = []
        self.pc = 0


class VM(object):
    def __init__(self, text):
        self.functions = {}
        self.output = []
        self.steps = 0
        main = Function("main", [])
        for f in read(text):
            if f.parts and f.parts[0].atom == "def":
                fn = Function(f.parts[1].parts[0].atom, [p.atom for p in f.parts[1].parts[1:]])
                self.functions[fn.name] = fn
                fn.body(f.parts[2:])
                fn.emit("return")
            else:
                main.compile(f)
                main.emit("pop")
        main.constant(Int(0))
        main.emit("return")
        self.main = main

    def number(self, v):
        if not isinstance(v, Int):
            raise VMError(Text("not-a-number:%s" % v))
        return v.n

    def run(self):
        frames = [Frame(self.main, [])]
        while frames:
            try:
                self.step(frames)
            except VMError as e:
                while frames and not frames[-1].handlers:
                    frames.pop()
                if not frames:
                    raise
                top = frames[-1]
                top.pc, depth = top.handlers.pop()
                del top.stack[depth:]
                top.stack.append(e.value)

    def step(self, frames):
        frame = frames[-1]
        code, arg = frame.function.code[frame.pc]
        frame.pc += 1
        self.steps += 1
        stack = frame.stack
        op = CODES[code]
        if self.steps > 5000:
            raise RuntimeError("too many steps")
        if op == "const":
            stack.append(frame.function.constants[arg])
        elif op == "load":
            stack.append(frame.locals[arg])
        elif op == "store":
            frame.locals[arg] = stack[-1]
        elif op in ("add", "sub", "mul", "div", "less", "equal"):
            right, left = stack.pop(), stack.pop()
            if op == "add" and isinstance(left, Text):
                stack.append(Text(left.s + str(right)))
                return
            b, a = self.number(right), self.number(left)
            if op == "div" and b == 0:
                raise VMError(Text("zero"))
            n = (a + b if op == "add" else a - b if op == "sub" else a * b if op == "mul" else a // b if op == "div" else
                 int(a < b) if op == "less" else int(a == b))
            stack.append(Int(n))
        elif op == "not":
            stack.append(Int(int(not self.number(stack.pop()))))
        elif op == "jump":
            frame.pc = arg
        elif op == "jump_if_false":
            if self.number(stack.pop()) == 0:
                frame.pc = arg
        elif op == "call":
            name = str(stack.pop())
            args = stack[len(stack) - arg:]
            del stack[len(stack) - arg:]
            if name not in self.functions or self.functions[name].arity != arg:
                raise VMError(Text("cannot-call:%s/%d" % (name, arg)))
            if len(frames) > 40:
                raise VMError(Text("deep"))
            frames.append(Frame(self.functions[name], args))
        elif op == "return":
            frames.pop()
            if frames:
                frames[-1].stack.append(stack.pop())
        elif op == "print":
            self.output.append(str(stack[-1]))
        elif op == "pop":
            stack.pop()
        elif op == "setup":
            frame.handlers.append((arg, len(stack)))
        elif op == "unwind":
            frame.handlers.pop()
        elif op == "throw":
            raise VMError(stack.pop())
        elif op == "make_list":
            items = stack[len(stack) - arg:]
            del stack[len(stack) - arg:]
            stack.append(Items(items))
        else:
            extra = stack.pop() if op != "length" else None
            target = stack.pop()
            if not isinstance(target, Items):
                raise VMError(Text("not-a-list:%s" % target))
            if op == "length":
                stack.append(Int(len(target.items)))
            elif op == "append":
                target.items.append(extra)
                stack.append(target)
            else:
                try:
                    stack.append(target.items[self.number(extra)])
                except IndexError:
                    raise VMError(Text("index:%s" % extra))


PROGRAMS = [
    "(print (+ 1 (* 2 3))) (print (- (/ 17 5) 10))",
    "(def (fact n) (if (< n 2) 1 (* n (fact (- n 1))))) (print (fact 10)) (print (fact 20))",
    "(def (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (print (fib 11))",
    "(set i 0) (set all (list)) (while (< i 5) (append all (* i i)) (set i (+ i 1))) (print all) (print (length all)) (print (index all -1))",
    "(print (try (/ 1 0) e (+ 'caught: e))) (print (try (throw (list 1 2)) e (index e 1))) (print (try 5 e 6))",
    "(def (f n) (if (= n 0) (throw 'bottom) (f (- n 1)))) (print (try (f 9) e e)) (f 2)",
    "(def (loop n) (loop (+ n 1))) (print (try (loop 0) e e))",
    "(print (try (index (list 1) 5) e e)) (print (try (length 'x) e e)) (print (try (nope 1) e e)) (print (try (+ 1 'x) e e))",
    "(while 1 (set x 1))", "(+ 1", "(+ 1)", "(print y)", ")",
    "(def (even n) (if n (odd (- n 1)) 1)) (def (odd n) (if n (even (- n 1)) 0)) (print (list (even 10) (odd 7) (not (even 3))))",
]


def entry_point(argv):
    for text in PROGRAMS:
        try:
            vm = VM(text)
        except CompileError as e:
            print("compile error:", e)
            continue
        end = "ok"
        try:
            vm.run()
        except VMError as e:
            end = "uncaught %s" % e.value
        except RuntimeError as e:
            end = str(e)
        print("%s | %s | %d steps, %d instructions" % (", ".join(vm.output), end, vm.steps, len(vm.main.code)))
    print([(CODES[c], a) for c, a in VM("(if (< 1 2) (print 'a) 3)").main.code])
    return 0


def target(driver, args):
    return entry_point
