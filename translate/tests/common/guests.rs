//! Random guest programs for the interpreters of benches/interpreters: one tree, written in the language of each.
//!
//! A program is three functions and a main function of nested loops with small bounds over some integer variables; `Extra`
//! is what only one language has (fields of objects, texts, lists, floats). Every assignment takes its value modulo a
//! prime, so that nothing grows.

use std::fmt::Write as _;

/// Numbers that are the same for the same seed.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    /// Gives a number from 0 to n - 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

#[derive(Clone, Debug)]
pub enum Expr {
    Number(u64),
    Variable(u64),
    /// `+ - *`, or `/ %` by a number that is not zero.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// A call of a function with two arguments.
    Call(usize, Box<Expr>, Box<Expr>),
    /// One of four forms.
    Extra(u64, Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Condition(&'static str, Expr, Expr);

#[derive(Clone, Debug)]
pub enum Stmt {
    Set(u64, Expr),
    Print(Expr),
    If(Condition, Vec<Stmt>, Vec<Stmt>),
    /// A loop of so many rounds; the number is also that of its counter.
    Loop(u64, u64, Vec<Stmt>),
    Extra(u64, Expr),
}

/// Variables of each function: the first two are its parameters.
const VARIABLES: u64 = 5;
/// Functions beside main: the last one calls itself.
const FUNCTIONS: usize = 3;

#[derive(Clone, Debug)]
pub struct Program {
    /// Bodies of the functions, main last.
    pub bodies: Vec<Vec<Stmt>>,
}

struct Generator<'a> {
    random: &'a mut Random,
    counters: u64,
    /// Functions that may be called: those before this one.
    callable: usize,
}

impl Generator<'_> {
    fn leaf(&mut self) -> Expr {
        if self.random.below(3) == 0 {
            Expr::Number(self.random.below(20))
        } else {
            Expr::Variable(self.random.below(VARIABLES))
        }
    }

    fn expr(&mut self, depth: u64) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(10) {
            0 | 1 => self.leaf(),
            2 => Expr::Binary("*", Box::new(self.leaf()), Box::new(self.leaf())),
            3 => {
                let op = ["/", "%"][self.random.below(2) as usize];
                let by = Expr::Number(self.random.below(12) + 1);
                Expr::Binary(op, Box::new(self.expr(depth - 1)), Box::new(by))
            }
            4 if self.callable > 0 => {
                let f = self.random.below(self.callable as u64) as usize;
                Expr::Call(f, Box::new(self.expr(depth - 1)), Box::new(self.leaf()))
            }
            5 | 6 => Expr::Extra(self.random.below(4), Box::new(self.expr(depth - 1))),
            n => {
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                Expr::Binary(if n == 7 { "-" } else { "+" }, Box::new(a), Box::new(b))
            }
        }
    }

    fn block(&mut self, depth: u64, loops: u64) -> Vec<Stmt> {
        let count = 1 + self.random.below(4);
        (0..count).map(|_| self.stmt(depth, loops)).collect()
    }

    fn stmt(&mut self, depth: u64, loops: u64) -> Stmt {
        match self.random.below(12) {
            0 | 1 if depth > 0 => {
                let op = ["<", ">", "<=", ">=", "==", "!="][self.random.below(6) as usize];
                let c = Condition(op, self.expr(1), self.expr(1));
                Stmt::If(c, self.block(depth - 1, loops), self.block(depth - 1, loops))
            }
            2 | 3 if depth > 0 && loops > 0 => {
                self.counters += 1;
                let (counter, times) = (self.counters, 2 + self.random.below(9));
                Stmt::Loop(counter, times, self.block(depth - 1, loops - 1))
            }
            4 | 5 => Stmt::Extra(self.random.below(4), self.expr(2)),
            6 if self.random.below(3) == 0 => Stmt::Print(self.expr(2)),
            _ => Stmt::Set(self.random.below(VARIABLES), self.expr(3)),
        }
    }
}

pub fn program(random: &mut Random) -> Program {
    let mut bodies = vec![];
    for f in 0..=FUNCTIONS {
        let callable = f.min(if f == FUNCTIONS { f } else { 1 });
        let mut g = Generator { random: &mut *random, counters: 0, callable };
        let main = f == FUNCTIONS;
        let mut body = g.block(2, 1);
        if main {
            g.counters += 1;
            let (counter, times) = (g.counters, 8 + g.random.below(20));
            body.push(Stmt::Loop(counter, times, g.block(3, 2)));
            body.extend(g.block(1, 1));
        }
        bodies.push(body);
    }
    Program { bodies }
}

/// All programs with one statement less, or with a loop or condition replaced by its body.
pub fn smaller(p: &Program) -> Vec<Program> {
    fn of(block: &[Stmt]) -> Vec<Vec<Stmt>> {
        let mut all = vec![];
        for (i, s) in block.iter().enumerate() {
            let with = |middle: &[Stmt]| {
                let mut b = block[..i].to_vec();
                b.extend_from_slice(middle);
                b.extend_from_slice(&block[i + 1..]);
                b
            };
            all.push(with(&[]));
            match s {
                Stmt::If(c, yes, no) => {
                    all.push(with(yes));
                    all.push(with(no));
                    let yes_less = of(yes).into_iter().map(|y| Stmt::If(c.clone(), y, no.clone()));
                    let no_less = of(no).into_iter().map(|n| Stmt::If(c.clone(), yes.clone(), n));
                    all.extend(yes_less.chain(no_less).map(|s| with(&[s])));
                }
                Stmt::Loop(counter, times, body) => {
                    let less = of(body).into_iter().map(|b| Stmt::Loop(*counter, *times, b));
                    all.extend(less.map(|s| with(&[s])));
                }
                _ => {}
            }
        }
        all
    }
    let mut all = vec![];
    for (f, body) in p.bodies.iter().enumerate() {
        for less in of(body) {
            let mut q = p.clone();
            q.bodies[f] = less;
            all.push(q);
        }
    }
    all
}

/// The extras of a language with infix operators: `_` stands for an operand, `%` of indices is done already.
struct Infix {
    start: &'static str,
    exprs: [&'static str; 4],
    stmts: [&'static str; 4],
}

const TABLES: Infix = Infix {
    start: "local t = {1, 2, 3, 4, 5, x = 1}\nlocal f = function(a) v0 = (v0 + a) % 97 return t.x + v1 end\n",
    exprs: ["t.x + _", "t[(_) % 5 + 1]", "f(_)", "#tostring(_)"],
    stmts: [
        "t.x = (_) % 100003",
        "t[(_) % 5 + 1] = (_) % 1009",
        "t = {_ % 100003, 1, 2, 3, t.x, x = t[1]}",
        "t.x = t[1] t[2] = (_) % 100003",
    ],
};

const MAPS: Infix = Infix {
    start: "var o = clone P { x: 3 }; var r = array(5); r[0] = r[1] = r[2] = r[3] = r[4] = 7;\n",
    exprs: ["o.x + _", "o.m(_)", "r[(_) % 5]", "(clone P { x: _ }).m(o.y)"],
    stmts: [
        "o.x = (_) % 100003;",
        "o = clone Q { z: (_) % 1009, x: o.y };",
        "r[(_) % 5] = (_) % 1009;",
        "o = clone P { x: (_) % 1009 };",
    ],
};

const STRINGS: Infix = Infix {
    start: "s = \"abc\"; d = dict(); d[\"k\"] = 5; l = list(); append(l, 1); append(l, \"x\");\n",
    exprs: ["len(s) + _", "find(s, str(_), 0)", "ord(s[(_) % 3])", "d[\"k\"] + len(str(_))"],
    stmts: [
        "s = \"a\" & s[1:7] & (_) & \"b\";",
        "d[\"k\" & (_) % 3] = (_) % 1009; if has(d, s[0:2]) { d[\"k\"] = len(s); }",
        "l[(_) % 2] = _; s = replace(join(l, s[0:1]), \"1\", \"zz\") & \"abc\"; s = s[0:40] & \"abc\";",
        "s = upper(s) & chr(97 + (_) % 26); if s < \"C\" { s = lower(s); }",
    ],
};

const FLOATS: Infix = Infix {
    start: "f = 1.5; r = array(5);\n",
    exprs: [
        "int(f) + _",
        "int(r[(_) % 5] * 4.0)",
        "int(sqrt(abs(f))) - _",
        "int(f / 3.0 + 0.5 * _)",
    ],
    stmts: [
        "f = f * 0.25 + _;",
        "r[(_) % 5] = (_) * 0.125;",
        "f = sqrt(abs(f - _));",
        "if f < _ { f = f + 1; r[2] = f * 0.5; }",
    ],
};

/// Extensions of the languages this module writes.
pub fn text(p: &Program, extension: &str) -> Option<String> {
    Some(match extension {
        "tab" => infix(p, &TABLES, extension),
        "pro" => infix(p, &MAPS, extension),
        "txl" => infix(p, &STRINGS, extension),
        "num" => infix(p, &FLOATS, extension),
        "lsp" => lists(p),
        "reg" => assembly(p),
        "fth" => forth(p),
        "tlc" => stack_code(p),
        _ => return None,
    })
}

fn infix(p: &Program, language: &Infix, extension: &str) -> String {
    fn expr(e: &Expr, l: &Infix, lua: bool) -> String {
        match e {
            Expr::Number(n) => n.to_string(),
            Expr::Variable(v) => format!("v{v}"),
            Expr::Binary("/", a, b) if lua => {
                format!("({} // {})", expr(a, l, lua), expr(b, l, lua))
            }
            Expr::Binary(op, a, b) => format!("({} {op} {})", expr(a, l, lua), expr(b, l, lua)),
            Expr::Call(f, a, b) => format!("f{f}({}, {})", expr(a, l, lua), expr(b, l, lua)),
            Expr::Extra(n, e) => {
                format!("({})", l.exprs[*n as usize].replace('_', &expr(e, l, lua)))
            }
        }
    }
    fn block(b: &[Stmt], l: &Infix, lua: bool, out: &mut String) {
        let (open, close, end) = if lua { (" then", " end", "") } else { (" {", " }", ";") };
        for s in b {
            let _ = match s {
                Stmt::Set(v, e) => writeln!(out, "v{v} = ({}) % 100003{end}", expr(e, l, lua)),
                Stmt::Print(e) => writeln!(out, "print({}){end}", expr(e, l, lua)),
                Stmt::Extra(n, e) => {
                    writeln!(out, "{}", l.stmts[*n as usize].replace('_', &expr(e, l, lua)))
                }
                Stmt::If(Condition(op, a, b), yes, no) => {
                    let op = if lua && *op == "!=" { "~=" } else { op };
                    let _ = writeln!(out, "if {} {op} {}{open}", expr(a, l, lua), expr(b, l, lua));
                    block(yes, l, lua, out);
                    out.push_str(if lua { "else\n" } else { "} else {\n" });
                    block(no, l, lua, out);
                    writeln!(out, "{close}")
                }
                Stmt::Loop(i, times, body) => {
                    let open = if lua { " do" } else { open };
                    let _ = writeln!(out, "i{i} = 0{end}\nwhile i{i} < {times}{open}");
                    block(body, l, lua, out);
                    writeln!(out, "i{i} = i{i} + 1{end}\n{close}")
                }
            };
        }
    }
    let lua = extension == "tab";
    let mut out = String::new();
    if extension == "pro" {
        out.push_str(
            "var P = { x: 1, y: 2, m: fun(a) { return (self.x + a) % 1009; } };\n\
             var Q = clone P { y: 5, m: fun(a) { self.y = (self.y + a) % 97; return self.x - a; } };\n",
        );
    }
    let (local, end) = match extension {
        "tab" => ("local ", ""),
        "pro" => ("var ", ";"),
        _ => ("", ";"),
    };
    for (f, body) in p.bodies.iter().enumerate() {
        let name = if f == FUNCTIONS { "main".into() } else { format!("f{f}") };
        let parameters = if f == FUNCTIONS { "v0" } else { "v0, v1" };
        let _ = match extension {
            "tab" => writeln!(out, "function {name}({parameters})"),
            "pro" => writeln!(out, "var {name} = fun({parameters}) {{"),
            _ => writeln!(out, "def {name}({parameters}) {{"),
        };
        let first = if f == FUNCTIONS { 1 } else { 2 };
        for v in first..VARIABLES {
            let _ = writeln!(out, "{local}v{v} = {v}{end}");
        }
        for i in 1..=counters(body) {
            let _ = writeln!(out, "{local}i{i} = 0{end}");
        }
        out.push_str(language.start);
        if f == FUNCTIONS - 1 {
            let _ = match lua {
                true => {
                    writeln!(out, "if v0 % 6 > 0 then v2 = v2 + f{f}(v0 % 6 - 1, v2 % 100) end")
                }
                false => {
                    writeln!(out, "if v0 % 6 > 0 {{ v2 = v2 + f{f}(v0 % 6 - 1, v2 % 100); }}")
                }
            };
        }
        block(body, language, lua, &mut out);
        let result = (0..VARIABLES).map(|v| format!("v{v} * {}", v + 3)).collect::<Vec<_>>();
        let _ = writeln!(out, "return ({}) % 100003{end}", result.join(" + "));
        out.push_str(match extension {
            "tab" => "end\n",
            "pro" => "};\n",
            _ => "}\n",
        });
    }
    out
}

/// Gives the number of counters that a body needs.
fn counters(b: &[Stmt]) -> u64 {
    let of = |s: &Stmt| match s {
        Stmt::Loop(i, _, body) => (*i).max(counters(body)),
        Stmt::If(_, yes, no) => counters(yes).max(counters(no)),
        _ => 0,
    };
    b.iter().map(of).max().unwrap_or(0)
}

fn lists(p: &Program) -> String {
    fn expr(e: &Expr) -> String {
        match e {
            Expr::Number(n) => n.to_string(),
            Expr::Variable(v) => format!("v{v}"),
            Expr::Binary(op, a, b) => format!("({op} {} {})", expr(a), expr(b)),
            Expr::Call(f, a, b) => format!("(f{f} {} {})", expr(a), expr(b)),
            Expr::Extra(0, e) => format!("(+ (head l) {})", expr(e)),
            Expr::Extra(1, e) => {
                format!("(if (pair? (tail l)) (- (head (tail l)) {}) 3)", expr(e))
            }
            Expr::Extra(2, e) => format!("(head (tail (cons 1 (cons {} nil))))", expr(e)),
            Expr::Extra(_, e) => format!("(if (and (< 3 {}) (or (head l) v1)) 1 v2)", expr(e)),
        }
    }
    fn block(b: &[Stmt], out: &mut String) {
        for s in b {
            let _ = match s {
                Stmt::Set(v, e) => writeln!(out, "(set v{v} (% {} 100003))", expr(e)),
                Stmt::Print(e) => writeln!(out, "(print {})", expr(e)),
                Stmt::Extra(0, e) => writeln!(out, "(set l (cons (% {} 1009) nil))", expr(e)),
                Stmt::Extra(1, e) => writeln!(
                    out,
                    "(if (pair? (tail l)) (set l (tail l)) (set v1 (% {} 1009)))",
                    expr(e)
                ),
                Stmt::Extra(_, e) => writeln!(out, "(set l (cons (% {} 1009) l))", expr(e)),
                Stmt::If(Condition(op, a, b), yes, no) => {
                    let (a, b) = (expr(a), expr(b));
                    let _ = match *op {
                        ">" => writeln!(out, "(if (< {b} {a})"),
                        ">=" => writeln!(out, "(if (<= {b} {a})"),
                        "==" => writeln!(out, "(if (= {a} {b})"),
                        "!=" => writeln!(out, "(if (not (= {a} {b}))"),
                        _ => writeln!(out, "(if ({op} {a} {b})"),
                    };
                    out.push_str("(do\n");
                    block(yes, out);
                    out.push_str(") (do\n");
                    block(no, out);
                    writeln!(out, "))")
                }
                Stmt::Loop(i, times, body) => {
                    let _ = writeln!(out, "(set i{i} 0) (while (< i{i} {times})");
                    block(body, out);
                    writeln!(out, "(set i{i} (+ i{i} 1)))")
                }
            };
        }
    }
    let mut out = String::new();
    for (f, body) in p.bodies.iter().enumerate() {
        let main = f == FUNCTIONS;
        let _ = match main {
            true => writeln!(out, "(def (main v0) (set v1 1)"),
            false => writeln!(out, "(def (f{f} v0 v1)"),
        };
        for v in 2..VARIABLES {
            let _ = writeln!(out, "(set v{v} {v})");
        }
        for i in 1..=counters(body) {
            let _ = writeln!(out, "(set i{i} 0)");
        }
        out.push_str("(set l (cons 4 (cons 5 nil)))\n");
        if f == FUNCTIONS - 1 {
            let _ = writeln!(
                out,
                "(if (< 0 (% v0 6)) (set v2 (+ v2 (f{f} (- (% v0 6) 1) (% v2 100)))) 0)"
            );
        }
        block(body, &mut out);
        out.push_str("(% (+ v0 (+ (* 3 v1) (+ (* 5 v2) (+ (* 7 v3) v4)))) 100003))\n");
    }
    out
}

/// An instruction per line for a stack machine with values of several classes.
struct StackCode {
    out: String,
    labels: u64,
}

impl StackCode {
    /// Instructions with their operands.
    fn put(&mut self, instructions: &[&str]) {
        for i in instructions {
            let _ = writeln!(self.out, "    {i}");
        }
    }

    fn new_label(&mut self) -> u64 {
        self.labels += 1;
        self.labels
    }

    fn jump(&mut self, how: &str, label: u64) {
        let _ = writeln!(self.out, "    {how} L{label}");
    }

    fn label(&mut self, label: u64) {
        let _ = writeln!(self.out, "L{label}:");
    }

    fn binary(op: &str) -> &'static str {
        match op {
            "+" => "add",
            "-" => "sub",
            "*" => "mul",
            "/" => "div",
            _ => "mod",
        }
    }

    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Number(n) => self.put(&[&format!("int {n}")]),
            Expr::Variable(v) => self.put(&[&format!("load v{v}")]),
            Expr::Binary(op, a, b) => {
                self.expr(a);
                self.expr(b);
                self.put(&[Self::binary(op)]);
            }
            Expr::Call(f, a, b) => {
                self.expr(a);
                self.expr(b);
                self.put(&[&format!("call f{f}")]);
            }
            Expr::Extra(0, e) => {
                self.expr(e);
                self.put(&["load l", "head", "add"]);
            }
            Expr::Extra(1, e) => {
                self.expr(e);
                self.put(&["nil", "cons", "dup", "len", "swap", "head", "add"]);
            }
            Expr::Extra(2, e) => {
                self.expr(e);
                self.put(&["text ab", "load t", "add", "len", "sub"]);
            }
            Expr::Extra(_, e) => {
                self.expr(e);
                self.put(&["load l", "len", "swap", "lt"]);
            }
        }
    }

    /// Goes to the label unless the condition holds.
    fn unless(&mut self, Condition(op, a, b): &Condition, label: u64) {
        let (a, b) = if op.starts_with('>') { (b, a) } else { (a, b) };
        self.expr(a);
        self.expr(b);
        let test = match *op {
            "<" | ">" => "lt",
            "<=" | ">=" => "le",
            _ => "eq",
        };
        self.put(&[test]);
        self.jump(if *op == "!=" { "if" } else { "ifnot" }, label);
    }

    fn block(&mut self, b: &[Stmt]) {
        for s in b {
            match s {
                Stmt::Set(v, e) => {
                    self.expr(e);
                    self.put(&["int 100003", "mod", &format!("store v{v}")]);
                }
                Stmt::Print(e) => {
                    self.expr(e);
                    self.put(&["print", "pop"]);
                }
                Stmt::Extra(0, e) => {
                    self.expr(e);
                    self.put(&["int 1009", "mod", "load l", "cons", "store l"]);
                }
                Stmt::Extra(1, e) => {
                    let end = self.new_label();
                    self.expr(e);
                    self.put(&["int 1009", "mod", "store v1", "load l", "tail", "is_pair"]);
                    self.jump("ifnot", end);
                    self.put(&["load l", "tail", "store l"]);
                    self.label(end);
                }
                Stmt::Extra(2, e) => {
                    let (long, end) = (self.new_label(), self.new_label());
                    self.expr(e);
                    self.put(&["int 3", "mod"]);
                    self.jump("if", end);
                    self.put(&["load t", "len", "int 20", "lt"]);
                    self.jump("ifnot", long);
                    self.put(&["load t", "text xyz", "add", "store t"]);
                    self.jump("goto", end);
                    self.label(long);
                    self.put(&["text q", "store t"]);
                    self.label(end);
                }
                // A variable that may hold a text.
                Stmt::Extra(_, e) => {
                    let (text, end) = (self.new_label(), self.new_label());
                    self.put(&["load t", "store w"]);
                    self.expr(e);
                    self.put(&["int 2", "mod"]);
                    self.jump("if", text);
                    self.put(&["load v3", "store w"]);
                    self.label(text);
                    self.put(&["load w", "load w", "eq"]);
                    self.jump("ifnot", end);
                    self.put(&["load w", "load w", "add", "print", "pop"]);
                    self.label(end);
                }
                Stmt::If(c, yes, no) => {
                    let (other, end) = (self.new_label(), self.new_label());
                    self.unless(c, other);
                    self.block(yes);
                    self.jump("goto", end);
                    self.label(other);
                    self.block(no);
                    self.label(end);
                }
                Stmt::Loop(i, times, body) => {
                    let (again, end) = (self.new_label(), self.new_label());
                    self.put(&["int 0", &format!("store i{i}")]);
                    self.label(again);
                    self.put(&[&format!("load i{i}"), &format!("int {times}"), "lt"]);
                    self.jump("ifnot", end);
                    self.block(body);
                    self.put(&[&format!("load i{i}"), "int 1", "add", &format!("store i{i}")]);
                    self.jump("goto", again);
                    self.label(end);
                }
            }
        }
    }
}

fn stack_code(p: &Program) -> String {
    let mut c = StackCode { out: String::new(), labels: 0 };
    for (f, body) in p.bodies.iter().enumerate() {
        let main = f == FUNCTIONS;
        let name = if main { "main v0".into() } else { format!("f{f} v0 v1") };
        let _ = writeln!(c.out, "def {name}");
        for v in if main { 1 } else { 2 }..VARIABLES {
            c.put(&[&format!("int {v}"), &format!("store v{v}")]);
        }
        for i in 1..=counters(body) {
            c.put(&["int 0", &format!("store i{i}")]);
        }
        c.put(&["int 4", "int 5", "nil", "cons", "cons", "store l", "text t", "store t"]);
        c.put(&["nil", "store w"]);
        if f == FUNCTIONS - 1 {
            let end = c.new_label();
            c.put(&["load v0", "int 6", "mod"]);
            c.jump("ifnot", end);
            c.put(&["load v2", "load v0", "int 6", "mod", "int 1", "sub", "load v2", "int 100"]);
            c.put(&["mod", &format!("call f{f}"), "add", "store v2"]);
            c.label(end);
        }
        c.block(body);
        c.put(&["load v0"]);
        for v in 1..VARIABLES {
            c.put(&[&format!("load v{v}"), &format!("int {}", 2 * v + 1), "mul", "add"]);
        }
        c.put(&["int 100003", "mod", "return"]);
    }
    c.out
}

/// Writes instructions; an expression's value is in a new register.
struct Assembly {
    out: String,
    temporaries: u64,
    labels: u64,
}

impl Assembly {
    fn line(&mut self, text: std::fmt::Arguments) {
        let _ = writeln!(self.out, "    {text}");
    }

    fn expr(&mut self, e: &Expr) -> String {
        let operands = match e {
            Expr::Number(n) => return n.to_string(),
            Expr::Variable(v) => return format!("v{v}"),
            Expr::Binary(_, a, b) | Expr::Call(_, a, b) => (self.expr(a), self.expr(b)),
            Expr::Extra(_, e) => (self.expr(e), String::new()),
        };
        let (a, b) = operands;
        self.temporaries += 1;
        let t = format!("t{}", self.temporaries);
        match e {
            Expr::Binary(op, ..) => {
                let name = match *op {
                    "+" => "add",
                    "-" => "sub",
                    "*" => "mul",
                    "/" => "div",
                    _ => "mod",
                };
                self.line(format_args!("{name} {t} {a} {b}"));
            }
            Expr::Call(f, ..) => self.line(format_args!("call {t} f{f} {a} {b}")),
            Expr::Extra(0, _) => {
                self.line(format_args!("mod {t} {a} 5"));
                self.line(format_args!("item {t} l {t}"));
            }
            Expr::Extra(1, _) => {
                self.line(format_args!("add {t} 'a {a}"));
                self.line(format_args!("len {t} {t}"));
            }
            _ => {
                self.line(format_args!("len {t} l"));
                self.line(format_args!("add {t} {t} {a}"));
            }
        }
        t
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    fn block(&mut self, b: &[Stmt]) {
        for s in b {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::Set(v, e) => {
                let e = self.expr(e);
                self.line(format_args!("mod v{v} {e} 100003"));
            }
            Stmt::Print(e) => {
                let e = self.expr(e);
                self.line(format_args!("print {e}"));
            }
            Stmt::Extra(n, e) => {
                let e = self.expr(e);
                self.line(format_args!("mod e {e} 1009"));
                match n {
                    0 => self.line(format_args!("list l 6 e")),
                    1 => self.line(format_args!("push l e")),
                    _ => {
                        self.line(format_args!("mod k e 5"));
                        self.line(format_args!("put l k e"));
                    }
                }
            }
            Stmt::If(Condition(op, a, b), yes, no) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let (name, a, b) = match *op {
                    "<" => ("lt", a, b),
                    ">" => ("lt", b, a),
                    "<=" => ("le", a, b),
                    ">=" => ("le", b, a),
                    "==" => ("eq", a, b),
                    _ => ("ne", a, b),
                };
                let (other, end) = (self.label(), self.label());
                self.line(format_args!("{name} c {a} {b}"));
                self.line(format_args!("ifnot {other} c"));
                self.block(yes);
                self.line(format_args!("jump {end}"));
                self.line(format_args!("{other}:"));
                self.block(no);
                self.line(format_args!("{end}:"));
            }
            Stmt::Loop(i, times, body) => {
                let top = self.label();
                self.line(format_args!("set i{i} 0"));
                self.line(format_args!("{top}:"));
                self.block(body);
                self.line(format_args!("add i{i} i{i} 1"));
                self.line(format_args!("lt c i{i} {times}"));
                self.line(format_args!("if {top} c"));
            }
        }
    }
}

fn assembly(p: &Program) -> String {
    let mut a = Assembly { out: String::new(), temporaries: 0, labels: 0 };
    for (f, body) in p.bodies.iter().enumerate() {
        let main = f == FUNCTIONS;
        let head = if main { "func main v0\n".into() } else { format!("func f{f} v0 v1\n") };
        a.out.push_str(&head);
        for v in if main { 1 } else { 2 }..VARIABLES {
            a.line(format_args!("set v{v} {v}"));
        }
        a.line(format_args!("list l 5 7"));
        if f == FUNCTIONS - 1 {
            a.line(format_args!("mod k v0 6"));
            a.line(format_args!("ifnot out k"));
            a.line(format_args!("sub k k 1"));
            a.line(format_args!("mod e v2 100"));
            a.line(format_args!("call e f{f} k e"));
            a.line(format_args!("add v2 v2 e"));
            a.line(format_args!("out:"));
        }
        a.block(body);
        for v in 1..VARIABLES {
            a.line(format_args!("mul v0 v0 3"));
            a.line(format_args!("add v0 v0 v{v}"));
        }
        a.line(format_args!("mod v0 v0 100003"));
        a.line(format_args!("ret v0"));
        a.out.push_str("end\n");
    }
    a.out
}

/// Variables are cells, those of each function its own; so nothing is called by itself here.
fn forth(p: &Program) -> String {
    fn expr(e: &Expr, f: usize) -> String {
        match e {
            Expr::Number(n) => n.to_string(),
            Expr::Variable(v) => format!("v{f}{v} @"),
            Expr::Binary(op, a, b) => {
                format!("{} {} {}", expr(a, f), expr(b, f), if *op == "%" { "mod" } else { op })
            }
            Expr::Call(g, a, b) => format!("{} {} f{g}", expr(a, f), expr(b, f)),
            Expr::Extra(0, e) => format!("{} 5 mod r + @", expr(e, f)),
            Expr::Extra(1, e) => format!("{} dup 3 swap rot + max", expr(e, f)),
            Expr::Extra(2, e) => format!("{} >r r@ r> tuck xor 15 and +", expr(e, f)),
            Expr::Extra(_, e) => format!("{} 0 3 0 do over i 1+ * + loop nip 1009 mod", expr(e, f)),
        }
    }
    fn block(b: &[Stmt], f: usize, out: &mut String) {
        for s in b {
            let _ = match s {
                Stmt::Set(v, e) => writeln!(out, "{} 100003 mod v{f}{v} !", expr(e, f)),
                Stmt::Print(e) => writeln!(out, "{} . cr", expr(e, f)),
                Stmt::Extra(0, e) => writeln!(out, "{} dup 5 mod r + !", expr(e, f)),
                Stmt::Extra(1, e) => writeln!(out, "{} 1009 mod r +!", expr(e, f)),
                Stmt::Extra(_, e) => {
                    writeln!(out, "{} 5 0 do dup i + 1009 mod i r + +! loop drop", expr(e, f))
                }
                Stmt::If(Condition(op, a, b), yes, no) => {
                    let op = match *op {
                        "==" => "=",
                        "!=" => "<>",
                        op => op,
                    };
                    let _ = writeln!(out, "{} {} {op} if", expr(a, f), expr(b, f));
                    block(yes, f, out);
                    out.push_str("else\n");
                    block(no, f, out);
                    writeln!(out, "then")
                }
                Stmt::Loop(i, times, body) => {
                    let _ = writeln!(out, "0 i{f}{i} ! begin i{f}{i} @ {times} < while");
                    block(body, f, out);
                    writeln!(out, "1 i{f}{i} +! repeat")
                }
            };
        }
    }
    let mut out = String::from("5 array r\n");
    for (f, body) in p.bodies.iter().enumerate() {
        for v in 0..VARIABLES {
            let _ = writeln!(out, "variable v{f}{v}");
        }
        for i in 1..=counters(body) {
            let _ = writeln!(out, "variable i{f}{i}");
        }
        let _ = match f == FUNCTIONS {
            true => writeln!(out, ": main v{f}0 !"),
            false => writeln!(out, ": f{f} v{f}1 ! v{f}0 !"),
        };
        block(body, f, &mut out);
        let _ = writeln!(
            out,
            "0 {} 100003 mod",
            (0..VARIABLES).map(|v| format!("3 * v{f}{v} @ +")).collect::<Vec<_>>().join(" ")
        );
        out.push_str(if f == FUNCTIONS { ". cr ;\n" } else { ";\n" });
    }
    out
}
