//! Benchmark of the growth of time and memory of a translation with the program: generated programs of several shapes
//! and sizes, each stage by itself. Nothing should grow faster than the program.

use super::large::{self, Numbers};
use super::translator;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A way to write programs of about so many lines.
struct Shape {
    name: &'static str,
    /// Says what is in it.
    about: &'static str,
    program: fn(usize) -> String,
}

const SHAPES: &[Shape] = &[
    Shape {
        name: "classes",
        about: "classes in chains of five, with lists and dicts; methods called on two classes at each place",
        program: classes,
    },
    Shape {
        name: "space",
        about: "an object space: all classes meet in one variable (as `benches large`)",
        program: large::program,
    },
    Shape { name: "chain", about: "one function with one if/elif chain", program: chain },
    Shape {
        name: "huge",
        about: "one function with loops, handlers and many variables",
        program: huge,
    },
    Shape {
        name: "small",
        about: "small functions with lists, dicts and tuples of many types",
        program: small,
    },
    Shape { name: "tables", about: "big tables of objects, made at import time", program: tables },
    Shape {
        name: "pbcs",
        about: "functions in tables, bound methods, classes as values, specialisations",
        program: pbcs,
    },
    Shape { name: "handlers", about: "one dict of handlers, called through it", program: handlers },
    Shape {
        name: "helpers",
        about: "tables read by known keys, dicts after **, and containers with types of their own: many helpers",
        program: helpers,
    },
];

/// The entry point: calls `part0(n)` and so on, and prints the sum of what they return.
fn ending(out: &mut String, parts: usize) {
    out.push_str("def entry_point(argv):\n    n = len(argv)\n    total = 0\n");
    for i in 0..parts {
        let _ = writeln!(out, "    total ^= part{i}(n)");
    }
    out.push_str("    print(total)\n    return 0\n\ndef target(driver, args):\n    return entry_point, None\n");
}

/// Classes in chains of five: each has a list and a dict of its own, overrides a method, and is used with its base.
fn classes(lines: usize) -> String {
    const CHAIN: usize = 5;
    const LINES: usize = 26;
    let mut out = String::new();
    let count = (lines / LINES).max(CHAIN);
    for i in 0..count {
        let depth = i % CHAIN;
        let base = if depth == 0 { "object".into() } else { format!("C{}", i - 1) };
        let other = if depth == 0 { i } else { i - 1 };
        let _ = write!(
            out,
            "class C{i}({base}):
    def __init__(self, n):
        self.n{i} = n
        self.items{i} = [n, n + {i}]
        self.names{i} = {{'a': n}}
        self.value = n
        self.next = None
    def run(self, x):
        self.items{i}.append(x)
        self.names{i}[str(x)] = self.n{i}
        if x > {i}:
            return self.n{i} + len(self.items{i})
        return x + self.names{i}.get('a', {i})
    def kind(self):
        return 'C{i}'

def part{i}(n):
    if n > 1:
        obj = C{i}(n)
    else:
        obj = C{other}(n + 1)
    obj.next = obj
    total = obj.run(n)
    for c in obj.kind():
        total += ord(c)
    return total + obj.next.value

"
        );
    }
    ending(&mut out, count);
    out
}

/// One function: `if x == 0: … elif x == 1: …`.
fn chain(lines: usize) -> String {
    let tests = (lines / 2).max(2);
    let mut out = String::from("def part0(x):\n    r = 0\n");
    for i in 0..tests {
        let word = if i == 0 { "if" } else { "elif" };
        let _ = write!(out, "    {word} x == {}:\n        r = {}\n", i * 7, i * 3 + 1);
    }
    out.push_str("    else:\n        r = x\n    return r\n\n");
    ending(&mut out, 1);
    out
}

/// One function that does many things one after the other.
fn huge(lines: usize) -> String {
    const LINES: usize = 14;
    let mut out = String::from(
        "class Machine(object):
    def __init__(self, n):
        self.stack = [n]
        self.names = {'n': n}
        self.pc = 0
    def pop(self):
        return self.stack.pop()

def part0(n):
    m = Machine(n)
    total = 0
    last = 'x'
",
    );
    for i in 0..(lines / LINES).max(1) {
        let _ = write!(
            out,
            "    v{i} = total + n
    for i in range(n + {}):
        if i & 1:
            m.stack.append(v{i} + i)
        else:
            total += m.pc
    try:
        total += m.names[last]
    except KeyError:
        m.names[last] = v{i}
        last = str(v{i} & 15)
    while total > {}:
        total -= m.pop()
        m.pc += {i}
    if v{i} == n:
        last = last + 'k'
",
            i % 3,
            i * 10 + 100,
        );
    }
    out.push_str("    return total\n\n");
    ending(&mut out, 1);
    out
}

/// Small functions, each with containers of the next of many types.
fn small(lines: usize) -> String {
    const LINES: usize = 13;
    let atoms: [(&str, &str); 4] =
        [("n", "%s"), ("str(n)", "len(%s)"), ("n * 0.5", "int(%s)"), ("chr(n & 127)", "ord(%s)")];
    let mut out = String::new();
    let count = (lines / LINES).max(1);
    for i in 0..count {
        let atom = |k: usize| atoms[(i / 4usize.pow(k as u32)) % 4];
        let use_of = |k: usize, what: &str| atom(k).1.replace("%s", what);
        let (a, b, c) = (atom(0).0, atom(1).0, atom(2).0);
        let [x, y, z, w] =
            [(0, "x"), (1, "t[1]"), (2, "d[n]"), (1, "p[0][0]")].map(|(k, s)| use_of(k, s));
        let _ = write!(
            out,
            "def part{i}(n):
    items = []
    d = {{}}
    for i in range(n):
        items.append({a})
    t = ({i}, {b})
    d[n] = {c}
    p = [({b}, {a})]
    total = {y} + {w}
    for x in items:
        total += {x}
    return total + {z}

"
        );
    }
    ending(&mut out, count);
    out
}

/// Tables that are made at import time: a line for each row, and some functions that read them.
fn tables(lines: usize) -> String {
    const ROWS: usize = 100;
    let mut r = Numbers(7);
    let mut out = String::from(
        "class Op(object):
    def __init__(self, name, code, args, next):
        self.name = name
        self.code = code
        self.args = args
        self.next = next
        self.uses = {}
    def cost(self, n):
        return self.code + n
class Jump(Op):
    def cost(self, n):
        return self.code ^ n

",
    );
    let count = (lines / (ROWS + 15)).max(1);
    for i in 0..count {
        let _ = writeln!(out, "ops{i} = [");
        for j in 0..ROWS {
            let class = if r.below(3) == 0 { "Jump" } else { "Op" };
            let (a, b) = (r.below(1000), r.below(70));
            let _ = writeln!(out, "    {class}('op_{i}_{j}', {a}, [{a}, {b}, {j}], None),");
        }
        let _ = write!(
            out,
            "]
by_name{i} = {{}}
for op in ops{i}:
    op.next = ops{i}[op.code % {ROWS}]
    by_name{i}[op.name] = op
def part{i}(n):
    op = ops{i}[n]
    total = 0
    while op is not None and total < {i}:
        total += op.cost(n) + op.args[0]
        op.uses[total] = n
        op = op.next
    return total + by_name{i}['op_{i}_1'].code

"
        );
    }
    ending(&mut out, count);
    out
}

/// Functions, methods and classes as values.
fn pbcs(lines: usize) -> String {
    const LINES: usize = 32;
    let mut out = String::from(
        "from rpython.rlib.objectmodel import specialize

class Base(object):
    def __init__(self, n):
        self.n = n
    def get(self):
        return self.n
    def more(self, k):
        return self.n + k

@specialize.argtype(0)
def twice(x):
    return x + x

@specialize.arg(0)
def times(k, x):
    return k * x

def apply(f, x):
    return f(x)

",
    );
    let count = (lines / LINES).max(1);
    for i in 0..count {
        let _ = write!(
            out,
            "def one{i}(n):
    return n + {i}
def two{i}(n):
    return n ^ {i}
def three{i}(n):
    return times({i}, n)
class K{i}(Base):
    def more(self, k):
        return self.n - k * {i}
class L{i}(K{i}):
    def get(self):
        return len(twice(str(self.n)))
table{i} = [one{i}, two{i}, three{i}]
kinds{i} = {{'k': K{i}, 'l': L{i}}}
def choose{i}(n):
    if n > {i}:
        return one{i}
    return two{i}
def part{i}(n):
    f = table{i}[n % 3]
    total = f(n) + choose{i}(n)(n)
    obj = kinds{i}['k' if n > 3 else 'l'](n)
    get = obj.get
    more = obj.more
    total += get() + more(n) + twice(n)
    total += apply(f, total)
    both = obj if n > 1 else Base(n)
    return total + both.more({i})

"
        );
    }
    ending(&mut out, count);
    out
}

/// One dict of handlers.
fn handlers(lines: usize) -> String {
    const LINES: usize = 10;
    let mut r = Numbers(11);
    let mut out = String::from(
        "class State(object):
    def __init__(self, n):
        self.acc = n
        self.stack = [n]
        self.next = ''

HANDLERS = {}

",
    );
    let count = (lines / LINES).max(1);
    for i in 0..count {
        let (a, b) = (r.below(count), r.below(1000));
        let _ = write!(
            out,
            "def op_{i}(state, arg):
    state.acc += arg ^ {b}
    if state.acc > {b}:
        state.stack.append(arg)
        state.next = 'op_{a}'
    elif arg == {i}:
        return HANDLERS['op_{a}'](state, arg - 1)
    return len(state.stack)
HANDLERS['op_{i}'] = op_{i}

"
        );
    }
    out.push_str(
        "def part0(n):
    state = State(n)
    state.next = 'op_0'
    total = 0
    for i in range(n * 100):
        total += HANDLERS[state.next](state, i)
    return total

",
    );
    ending(&mut out, 1);
    out
}

/// Parts that each have a table read by known keys, a dict after `**`, and containers of a tuple type of their own: so each has
/// its own copies of the helpers for dicts and lists.
fn helpers(lines: usize) -> String {
    const LINES: usize = 15;
    let atoms: [(&str, &str); 3] = [("%d", ""), ("%d.5", "int"), ("'%d'", "len")];
    let mut out = String::new();
    let count = (lines / LINES).max(1);
    let mut digits = 1;
    while atoms.len().pow(digits) < count {
        digits += 1;
    }
    for i in 0..count {
        let atom = |k: u32| atoms[i / atoms.len().pow(k) % atoms.len()];
        let tuple = |from: usize| {
            let items =
                (0..digits).map(|k| atom(k).0.replace("%d", &(from + k as usize).to_string()));
            format!("({},)", items.collect::<Vec<_>>().join(", "))
        };
        let sum = (0..digits).map(|k| format!("{}(t[{k}])", atom(k).1)).collect::<Vec<_>>();
        let (x, y, sum) = (tuple(i), tuple(i + 1), sum.join(" + "));
        let _ = write!(
            out,
            "TABLE{i} = {{'x': {x}, 'y': {y}}}
OPTIONS{i} = {{'a': {i}, 'b': 3}}
def named{i}(a, b):
    return a * b + {i}
def part{i}(n):
    d = {{n: TABLE{i}['x']}}
    if n > {i}:
        d[n + 1] = TABLE{i}['y']
    items = [d[n]]
    items.append(d.get(n + 1, d[n]))
    total = named{i}(**OPTIONS{i})
    for t in items:
        total += {sum}
    return total + len(d)

"
        );
    }
    ending(&mut out, count);
    out
}

/// The stages as `--verbose` names them, with the heads of their columns.
const STAGES: [(&str, &str); 6] = [
    ("import", "import"),
    ("flow, annotate", "annotate"),
    ("rtype", "rtype"),
    ("optimise", "optimise"),
    ("transform", "transform"),
    ("c", "C text"),
];

/// CPU seconds of the stages, those of them that the kernel took, and peak memory in MB.
struct Measured {
    stages: [f64; STAGES.len()],
    kernel: f64,
    megabytes: f64,
}

impl Measured {
    fn total(&self) -> f64 {
        self.stages.iter().sum()
    }
    fn program(&self) -> f64 {
        self.total() - self.kernel
    }
}

/// CPU seconds that the kernel took for all translations so far.
fn kernel_seconds() -> f64 {
    // SAFETY: the structure is the call's to fill.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    usage.ru_stime.tv_sec as f64 + usage.ru_stime.tv_usec as f64 / 1e6
}

/// Translates a file up to the C sources. `None`: it took longer than `limit` CPU seconds.
fn measure(tool: &Path, file: &Path, out: &Path, limit: u64) -> Result<Option<Measured>, String> {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    let mut command = Command::new(tool);
    command.arg(file).args(["-O2", "--source", "--verbose", "--output"]).arg(out);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    // SAFETY: only a system call between fork and exec.
    unsafe {
        command.pre_exec(move || {
            let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
            match libc::setrlimit(libc::RLIMIT_CPU, &limit) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let before = kernel_seconds();
    let done = command.output().map_err(|e| format!("{}: {e}", tool.display()))?;
    let kernel = kernel_seconds() - before;
    if matches!(done.status.signal(), Some(libc::SIGXCPU | libc::SIGKILL)) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        return Err(format!("{}: {}\n{text}", file.display(), done.status));
    }
    // A stage that begins again has several lines.
    let number = |name: &str, unit: &str| -> Result<f64, String> {
        let lines = text.lines().filter_map(|l| l.strip_prefix("[translate] ")?.strip_prefix(name));
        let values = lines.filter_map(|l| {
            let (before, _) = l.strip_prefix(' ')?.split_once(unit)?;
            before.split_whitespace().last()?.parse::<f64>().ok()
        });
        let values: Vec<f64> = values.collect();
        match values.is_empty() {
            true => Err(format!("--verbose does not tell of {name}:\n{text}")),
            false => Ok(values.iter().sum()),
        }
    };
    let mut stages = [0.0; STAGES.len()];
    for (seconds, (name, _)) in stages.iter_mut().zip(STAGES) {
        *seconds = number(name, " ms CPU")? / 1e3;
    }
    Ok(Some(Measured { stages, kernel, megabytes: number("total", " MB")? }))
}

/// `benches scale [SHAPE…] [LINES…]`: CPU time of each stage and memory, of the middle one of five runs; `growth` compares total
/// times with the line above, `without` those without the kernel's part. The kernel's part is the first touch of memory: in a
/// virtual machine whose host takes back what is free, a gigabyte costs seconds, and twenty times less if it was in use just now.
pub fn run(args: &[String]) -> Result<(), String> {
    /// CPU seconds for one translation.
    const LIMIT: u64 = 600;
    /// Number of runs, of which the middle one counts.
    const RUNS: usize = 5;
    let mut sizes: Vec<usize> = args.iter().filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    let names: Vec<&String> = args.iter().filter(|a| a.parse::<usize>().is_err()).collect();
    if let Some(unknown) = names.iter().find(|n| SHAPES.iter().all(|s| s.name != ***n)) {
        let known: Vec<&str> = SHAPES.iter().map(|s| s.name).collect();
        return Err(format!("no shape {unknown}; there are {}", known.join(", ")));
    }
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    for shape in SHAPES.iter().filter(|s| names.is_empty() || names.iter().any(|n| *n == s.name)) {
        println!("\n{}: {}", shape.name, shape.about);
        print!("{:>8}", "lines");
        STAGES.iter().for_each(|(_, head)| print!(" {head:>9}"));
        println!(
            " {:>9} {:>9} {:>7} {:>7} {:>8}",
            "total s", "kernel s", "growth", "without", "peak MB"
        );
        let mut programs = vec![];
        for size in &sizes {
            let file = dir.path().join(format!("{}{size}.rpy", shape.name));
            let text = (shape.program)(*size);
            std::fs::write(&file, &text).map_err(|e| e.to_string())?;
            programs.push((file, text.lines().count()));
        }
        // In rounds: when the machine is slow for a while, all sizes have their share of it.
        let mut runs: Vec<Vec<Measured>> = programs.iter().map(|_| vec![]).collect();
        for round in 0..RUNS {
            for ((file, _), runs) in programs.iter().zip(&mut runs) {
                if runs.len() == round {
                    runs.extend(measure(&tool, file, &dir.path().join("out"), LIMIT)?);
                }
            }
        }
        let mut last: Option<Measured> = None;
        for ((_, lines), mut runs) in programs.into_iter().zip(runs) {
            print!("{lines:>8}");
            if runs.len() < RUNS {
                println!(" more than {LIMIT} s of CPU");
                break;
            }
            runs.sort_by(|a, b| a.total().total_cmp(&b.total()));
            let m = runs.swap_remove(RUNS / 2);
            m.stages.iter().for_each(|s| print!(" {s:>9.2}"));
            let growth = |time: fn(&Measured) -> f64| {
                last.as_ref().map_or(String::new(), |l| format!("{:.1}", time(&m) / time(l)))
            };
            let (all, without) = (growth(Measured::total), growth(Measured::program));
            print!(" {:>9.2} {:>9.2} {all:>7} {without:>7}", m.total(), m.kernel);
            println!(" {:>8.0}", m.megabytes);
            last = Some(m);
        }
    }
    Ok(())
}
