"""Tokens to a syntax tree (ast.py)."""
from lua import ast
from lua.lexer import EOF, NAME, NUMBER, STRING, Lexer
from lua.objects import W_Float, W_Integer, intern, w_false, w_nil, w_true
from lua.numbers import float_div, float_pow
from rpython.rlib.rarithmetic import intmask

# left and right priorities of binary operators
LEFT = {"or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6, "<<": 7, ">>": 7, "..": 9,
        "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 14}
RIGHT = {"or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6, "<<": 7, ">>": 7, "..": 8,
         "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 13}
UNARY = 12
MAX_DEPTH = 190                                 # of nested expressions and blocks


class Parser(object):
    def __init__(self, text, chunkname):
        self.lexer = Lexer(text, chunkname)
        self.token = self.lexer.next()
        self.ahead = None
        self.func = None
        self.depth = 0
        self.last_line = 1

    # ---- tokens

    def advance(self):
        token = self.token
        self.last_line = token.line
        if self.ahead is not None:
            self.token = self.ahead
            self.ahead = None
        else:
            self.token = self.lexer.next()
        return token

    def look_ahead(self):
        if self.ahead is None:
            self.ahead = self.lexer.next()
        return self.ahead.kind

    def error(self, message):
        token = self.token
        near = EOF
        if token.kind != EOF:
            near = self.lexer.text[token.start:token.end]
        self.lexer.line = token.line
        return self.lexer.error(message, near)

    def plain_error(self, message, line):
        self.lexer.line = line
        return self.lexer.error(message, "")

    def check(self, kind):
        if self.token.kind != kind:
            raise self.error("%s expected" % quoted(kind))

    def expect(self, kind):
        self.check(kind)
        return self.advance()

    def accept(self, kind):
        if self.token.kind == kind:
            self.advance()
            return True
        return False

    def expect_match(self, what, opening, line):
        """The end of something that began at a line."""
        if self.token.kind == what:
            self.advance()
            return
        if line == self.token.line:
            raise self.error("'%s' expected" % what)
        raise self.error("'%s' expected (to close '%s' at line %d)" % (what, opening, line))

    def name(self):
        return self.expect(NAME).text

    def deeper(self):
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.plain_error("chunk has too many syntax levels", self.token.line)

    # ---- variables

    def declare(self, variable):
        self.func.active.append(variable)
        if len(self.func.active) > 220:
            raise self.error("too many local variables (limit is 200) in function at line %d" % self.func.line)

    def find_upvalue(self, func, name):
        """The number of an upvalue, or -1."""
        for i in range(len(func.upvalues)):
            if func.upvalues[i].variable.name == name and self.visible(func, name) is func.upvalues[i].variable:
                return i
        parent = func.parent
        if parent is None:
            return -1
        variable = find_active(parent, name)
        if variable is not None:
            variable.captured = True
            func.upvalues.append(ast.Upvalue(variable, -1))
            return len(func.upvalues) - 1
        outer = self.find_upvalue(parent, name)
        if outer < 0:
            return -1
        func.upvalues.append(ast.Upvalue(parent.upvalues[outer].variable, outer))
        return len(func.upvalues) - 1

    def visible(self, func, name):
        """The variable that a name means outside of a function."""
        func = func.parent
        while func is not None:
            variable = find_active(func, name)
            if variable is not None:
                return variable
            func = func.parent
        return None

    def resolve(self, name, line):
        variable = find_active(self.func, name)
        if variable is not None:
            e = ast.Local(variable)
            e.line = line
            return e
        index = self.find_upvalue(self.func, name)
        if index >= 0:
            e = ast.Outer(self.func.upvalues[index].variable, index)
            e.line = line
            return e
        if name == "_ENV":
            e = ast.Environment()
            e.line = line
            return e
        if self.lexer.uses_env:
            env = self.resolve("_ENV", line)
            if not isinstance(env, ast.Environment):
                e = ast.Index(env, ast.Constant(intern(name)))
                e.line = line
                return e
        e = ast.Global(name)
        e.line = line
        return e

    # ---- blocks

    def chunk(self):
        func = ast.FunctionBody("main chunk", None)
        func.is_vararg = True
        self.func = func
        func.block = self.block()
        if self.token.kind != EOF:
            raise self.error("'<eof>' expected")
        func.last_line = self.token.line
        return func

    def block_follows(self):
        kind = self.token.kind
        return kind == "else" or kind == "elseif" or kind == "end" or kind == EOF or kind == "until"

    def block(self):
        """Statements with a scope of their own."""
        scope = len(self.func.active)
        block = self.statements()
        self.leave(scope)
        return block

    def leave(self, scope):
        active = self.func.active
        while len(active) > scope:
            active.pop()

    def statements(self):
        stats = []
        self.deeper()
        while not self.block_follows():
            if self.token.kind == "return":
                stats.append(self.return_stat())
                break
            line = self.token.line
            stat = self.statement()
            if stat is not None:
                stat.line = line
                stats.append(stat)
        self.depth -= 1
        return ast.Block(stats)

    def statement(self):
        kind = self.token.kind
        line = self.token.line
        if kind == ";":
            self.advance()
            return None
        if kind == "if":
            return self.if_stat(line)
        if kind == "while":
            self.advance()
            cond = self.expr()
            self.expect("do")
            body = self.block()
            self.expect_match("end", "while", line)
            return ast.While(cond, body)
        if kind == "do":
            self.advance()
            body = self.block()
            self.expect_match("end", "do", line)
            return ast.Do(body)
        if kind == "for":
            return self.for_stat(line)
        if kind == "repeat":
            self.advance()
            scope = len(self.func.active)
            body = self.statements()
            self.expect_match("until", "repeat", line)
            cond = self.expr()
            self.leave(scope)
            return ast.Repeat(body, cond)
        if kind == "function":
            return self.function_stat(line)
        if kind == "local":
            self.advance()
            if self.accept("function"):
                return self.local_function(line)
            return self.local_stat()
        if kind == "::":
            self.advance()
            name = self.name()
            self.expect("::")
            return ast.Label(name)
        if kind == "break":
            self.advance()
            return ast.Goto("break")
        if kind == "goto":
            self.advance()
            return ast.Goto(self.name())
        return self.expr_stat(line)

    def if_stat(self, line):
        conds = []
        blocks = []
        otherwise = None
        self.advance()
        conds.append(self.expr())
        self.expect("then")
        blocks.append(self.block())
        while self.token.kind == "elseif":
            self.advance()
            conds.append(self.expr())
            self.expect("then")
            blocks.append(self.block())
        if self.accept("else"):
            otherwise = self.block()
        self.expect_match("end", "if", line)
        return ast.If(conds, blocks, otherwise)

    def for_stat(self, line):
        self.advance()
        name = self.name()
        scope = len(self.func.active)
        if self.accept("="):
            start = self.expr()
            self.expect(",")
            limit = self.expr()
            step = None
            if self.accept(","):
                step = self.expr()
            self.expect("do")
            variable = ast.Variable(name, "")
            self.declare(variable)
            body = self.block()
            self.leave(scope)
            self.expect_match("end", "for", line)
            return ast.NumericFor(variable, start, limit, step, body)
        variables = [ast.Variable(name, "")]
        while self.accept(","):
            variables.append(ast.Variable(self.name(), ""))
        if self.token.kind != "in":
            raise self.error("'=' or 'in' expected")
        self.advance()
        exprs = self.expr_list()
        self.expect("do")
        for variable in variables:
            self.declare(variable)
        body = self.block()
        self.leave(scope)
        self.expect_match("end", "for", line)
        return ast.GenericFor(variables, exprs, body)

    def function_stat(self, line):
        self.advance()
        name = self.name()
        target = self.resolve(name, line)
        self.note_assignment(target)
        is_method = False
        while self.token.kind == "." or self.token.kind == ":":
            is_method = self.token.kind == ":"
            self.advance()
            key = self.name()
            name += (":" if is_method else ".") + key
            target = self.index(target, key, line)
            if is_method:
                break
        func = self.function_body(name, is_method, line)
        return ast.Assign([target], [func])

    def index(self, obj, key, line):
        e = ast.Index(obj, ast.Constant(intern(key)))
        e.line = line
        return e

    def local_function(self, line):
        name = self.name()
        variable = ast.Variable(name, "")
        self.declare(variable)
        return ast.LocalFunction(variable, self.function_body(name, False, line))

    def local_stat(self):
        variables = []
        closing = False
        while True:
            name = self.name()
            attrib = ""
            if self.accept("<"):
                attrib = self.name()
                if attrib == "close":
                    if closing:
                        raise self.plain_error("multiple to-be-closed variables in local list", self.token.line)
                    closing = True
                elif attrib != "const":
                    raise self.plain_error("unknown attribute '%s'" % attrib, self.token.line)
                self.expect(">")
            variables.append(ast.Variable(name, attrib))
            if not self.accept(","):
                break
        exprs = []
        if self.accept("="):
            exprs = self.expr_list()
        for variable in variables:
            self.declare(variable)
        return ast.LocalStat(variables, exprs)

    def return_stat(self):
        stat = ast.Return([])
        stat.line = self.token.line
        self.advance()
        if not self.block_follows() and self.token.kind != ";":
            stat.exprs = self.expr_list()
        self.accept(";")
        if not self.block_follows():
            raise self.error("'<eof>' expected" if self.func.parent is None else "'end' expected")
        return stat

    def note_assignment(self, target):
        """Marks a variable as assigned, and refuses constants."""
        variable = None
        if isinstance(target, ast.Local):
            variable = target.variable
        elif isinstance(target, ast.Outer):
            variable = target.variable
        if variable is not None:
            if variable.attrib != "":
                raise self.plain_error("attempt to assign to const variable '%s'" % variable.name, self.token.line)
            variable.assigned = True

    def expr_stat(self, line):
        e = self.suffixed()
        if self.token.kind == "=" or self.token.kind == ",":
            targets = [e]
            while self.accept(","):
                targets.append(self.suffixed())
            for target in targets:
                if target.paren or not (isinstance(target, ast.Local) or isinstance(target, ast.Outer)
                                        or isinstance(target, ast.Global) or isinstance(target, ast.Index)):
                    raise self.error("syntax error")
            self.expect("=")
            exprs = self.expr_list()
            for target in targets:
                self.note_assignment(target)
            return ast.Assign(targets, exprs)
        if e.paren or not (isinstance(e, ast.Call) or isinstance(e, ast.Method)):
            raise self.error("syntax error")
        return ast.CallStat(e)

    # ---- expressions

    def expr_list(self):
        exprs = [self.expr()]
        while self.accept(","):
            exprs.append(self.expr())
        return exprs

    def function_body(self, name, is_method, line):
        func = ast.FunctionBody(name, self.func)
        func.line = line
        self.func = func
        if is_method:
            func.params.append(ast.Variable("self", ""))
        self.expect("(")
        if self.token.kind != ")":
            while True:
                if self.accept("..."):
                    func.is_vararg = True
                    break
                func.params.append(ast.Variable(self.name(), ""))
                if not self.accept(","):
                    break
        self.expect(")")
        for variable in func.params:
            self.declare(variable)
        func.block = self.block()
        func.last_line = self.token.line
        self.expect_match("end", "function", line)
        self.func = func.parent
        e = ast.Function(func)
        e.line = func.last_line
        return e

    def expr(self):
        return self.subexpr(0)

    def subexpr(self, limit):
        self.deeper()
        kind = self.token.kind
        line = self.token.line
        if kind == "not" or kind == "-" or kind == "#" or kind == "~":
            self.advance()
            left = self.unary(kind, self.subexpr(UNARY), line)
        else:
            left = self.simple()
        while True:
            op = self.token.kind
            if LEFT.get(op, 0) <= limit:
                break
            line = self.token.line
            self.advance()
            right = self.subexpr(RIGHT[op])
            left = self.binary(op, left, right, line)
        self.depth -= 1
        return left

    def unary(self, op, operand, line):
        if op == "-" and isinstance(operand, ast.Constant):
            w_value = operand.w_value
            if isinstance(w_value, W_Integer):
                return self.constant(W_Integer(intmask(-w_value.intval)), line)
            if isinstance(w_value, W_Float):
                return self.constant(W_Float(-w_value.floatval), line)
        e = ast.Unary(op, operand)
        e.line = line
        return e

    def constant(self, w_value, line):
        e = ast.Constant(w_value)
        e.line = line
        return e

    def binary(self, op, left, right, line):
        if op == "and" or op == "or":
            e = ast.Logical(op, left, right)
            e.line = line
            return e
        if op == "..":
            if isinstance(right, ast.Concat) and not right.paren:
                right.parts.insert(0, left)
                right.line = line
                return right
            e2 = ast.Concat([left, right])
            e2.line = line
            return e2
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            folded = self.fold(op, left.w_value, right.w_value, line)
            if folded is not None:
                return folded
        e3 = ast.Binary(op, left, right)
        e3.line = line
        return e3

    def fold(self, op, w_a, w_b, line):
        """The value of simple arithmetic with constants, or None."""
        if isinstance(w_a, W_Integer) and isinstance(w_b, W_Integer):
            a = w_a.intval
            b = w_b.intval
            if op == "+":
                return self.constant(W_Integer(intmask(a + b)), line)
            if op == "-":
                return self.constant(W_Integer(intmask(a - b)), line)
            if op == "*":
                return self.constant(W_Integer(intmask(a * b)), line)
            x = float(a)
            y = float(b)
        elif isinstance(w_a, W_Float) and isinstance(w_b, W_Float):
            x = w_a.floatval
            y = w_b.floatval
        elif isinstance(w_a, W_Float) and isinstance(w_b, W_Integer):
            x = w_a.floatval
            y = float(w_b.intval)
        elif isinstance(w_a, W_Integer) and isinstance(w_b, W_Float):
            x = float(w_a.intval)
            y = w_b.floatval
        else:
            return None
        if op == "+":
            return self.constant(W_Float(x + y), line)
        if op == "-":
            return self.constant(W_Float(x - y), line)
        if op == "*":
            return self.constant(W_Float(x * y), line)
        if op == "/" and y != 0.0:
            return self.constant(W_Float(float_div(x, y)), line)
        if op == "^":
            return self.constant(W_Float(float_pow(x, y)), line)
        return None

    def simple(self):
        token = self.token
        kind = token.kind
        if kind == NUMBER:
            self.advance()
            w_number = token.w_number
            assert w_number is not None
            return self.constant(w_number, token.line)
        if kind == STRING:
            self.advance()
            return self.constant(intern(token.text), token.line)
        if kind == "nil":
            self.advance()
            return self.constant(w_nil, token.line)
        if kind == "true":
            self.advance()
            return self.constant(w_true, token.line)
        if kind == "false":
            self.advance()
            return self.constant(w_false, token.line)
        if kind == "...":
            if not self.func.is_vararg:
                raise self.error("cannot use '...' outside a vararg function")
            self.advance()
            e = ast.Vararg()
            e.line = token.line
            return e
        if kind == "{":
            return self.table()
        if kind == "function":
            self.advance()
            return self.function_body("anonymous", False, token.line)
        return self.suffixed()

    def primary(self):
        token = self.token
        if token.kind == NAME:
            self.advance()
            return self.resolve(token.text, token.line)
        if token.kind == "(":
            self.advance()
            e = self.expr()
            self.expect_match(")", "(", token.line)
            e.paren = True
            return e
        raise self.error("unexpected symbol")

    def suffixed(self):
        e = self.primary()
        while True:
            kind = self.token.kind
            line = self.token.line
            if kind == ".":
                self.advance()
                e = self.index(e, self.name(), line)
            elif kind == "[":
                self.advance()
                key = self.expr()
                self.expect("]")
                e2 = ast.Index(e, key)
                e2.line = line
                e = e2
            elif kind == ":":
                self.advance()
                name = self.name()
                e3 = ast.Method(e, name, self.call_args())
                e3.line = line
                e = e3
            elif kind == "(" or kind == "{" or kind == STRING:
                e4 = ast.Call(e, self.call_args())
                e4.line = line
                e = e4
            else:
                return e

    def call_args(self):
        token = self.token
        if token.kind == STRING:
            self.advance()
            return [self.constant(intern(token.text), token.line)]
        if token.kind == "{":
            return [self.table()]
        if token.kind != "(":
            raise self.error("function arguments expected")
        self.advance()
        if self.accept(")"):
            return []
        args = self.expr_list()
        self.expect_match(")", "(", token.line)
        return args

    def table(self):
        line = self.token.line
        self.advance()
        items = []
        while self.token.kind != "}":
            if self.token.kind == NAME and self.look_ahead() == "=":
                key = self.constant(intern(self.name()), self.token.line)
                self.advance()
                items.append(ast.Item(key, self.expr()))
            elif self.token.kind == "[":
                self.advance()
                key2 = self.expr()
                self.expect("]")
                self.expect("=")
                items.append(ast.Item(key2, self.expr()))
            else:
                items.append(ast.Item(None, self.expr()))
            if not self.accept(",") and not self.accept(";"):
                break
        self.expect_match("}", "{", line)
        e = ast.TableCons(items)
        e.line = line
        return e


def find_active(func, name):
    active = func.active
    i = len(active) - 1
    while i >= 0:
        if active[i].name == name:
            return active[i]
        i -= 1
    return None


def quoted(kind):
    if kind.startswith("<") and len(kind) > 2:
        return kind
    return "'" + kind + "'"
