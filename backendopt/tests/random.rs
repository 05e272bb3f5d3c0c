//! Random programs (integers, objects, loops, calls, exceptions) give the same results before and after every
//! pass, and after the whole pipeline. The seed is fixed: a failure repeats. `RANDOM_PROGRAMS=n` tries more, `RANDOM_SEED=n` others.
//! A failure is reported with the smallest program that fails.

use backendopt::manager::{
    NoObserver, OptConfig, OptError, OptLevel, PASSES, Pass, Run, optimize, pass, pipeline,
    run_pass,
};
use flowmodel::Program;
use flowmodel::eval::RtValue;
use flowmodel::llinterp::{LlInterp, Outcome};
use flowmodel::text::{parse_program, print_program};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRng, TestRunner};
use std::cell::Cell;
use std::fmt::Write;

/// Makes the choices of the generator.
struct Choices(TestRng);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

const INTS: usize = 4;
const PTRS: usize = 2;

/// Writes one function: all variables are handed to every block.
struct Gen<'a> {
    rng: &'a mut Choices,
    text: String,
    names: Vec<String>,
    counter: usize,
    blocks: usize,
    /// Functions that may be called.
    callable: usize,
    depth: usize,
}

impl Gen<'_> {
    fn fresh(&mut self) -> String {
        self.counter += 1;
        format!("%x{}", self.counter)
    }
    fn op(&mut self, ty: &str, text: &str) -> String {
        let n = self.fresh();
        writeln!(self.text, "    {n}: {ty} = {text}").unwrap();
        n
    }
    fn int(&mut self) -> String {
        match self.rng.below(6) {
            0 => self.rng.pick(&["0", "1", "2", "-1", "7", "8", "9223372036854775807"]).to_string(),
            n => self.names[n % INTS].clone(),
        }
    }
    fn ptr(&mut self) -> String {
        let k = INTS + self.rng.below(PTRS);
        self.names[k].clone()
    }
    fn new_block(&mut self) -> usize {
        self.blocks += 1;
        self.blocks
    }
    fn args(&self) -> String {
        self.names.join(", ")
    }
    fn begin(&mut self, b: usize) {
        let mut params = vec![];
        for k in 0..INTS + PTRS {
            self.names[k] = self.fresh();
            let ty = if k < INTS { "Signed" } else { "*#P" };
            params.push(format!("{}: {ty}", self.names[k]));
        }
        writeln!(self.text, "block{b}({}):", params.join(", ")).unwrap();
    }
    fn goto(&mut self, b: usize) {
        writeln!(self.text, "    goto block{b}({})", self.args()).unwrap();
    }
    fn cond(&mut self) -> String {
        let cmp = self.rng.pick(&["int_eq", "int_ne", "int_lt", "int_le", "int_gt", "int_ge"]);
        let (a, b) = (self.int(), self.int());
        let c = self.op("Bool", &format!("{cmp} {a}, {b}"));
        match self.rng.below(4) {
            0 => self.op("Bool", &format!("bool_not {c}")),
            1 => {
                let (p, q) = (self.ptr(), self.ptr());
                let e = self.op("Bool", &format!("ptr_eq {p}, {q}"));
                self.op("Bool", &format!("bool_or {c}, {e}"))
            }
            _ => c,
        }
    }
    fn statements(&mut self, n: usize) {
        for _ in 0..n {
            self.statement();
        }
    }
    fn statement(&mut self) {
        let target = self.rng.below(INTS);
        match self.rng.below(16) {
            0..=2 => {
                let op = self.rng.pick(&["int_add", "int_sub", "int_mul", "int_and", "int_xor"]);
                let (a, b) = (self.int(), self.int());
                self.names[target] = self.op("Signed", &format!("{op} {a}, {b}"));
            }
            3 => {
                let op = self.rng.pick(&["int_py_div", "int_py_mod"]);
                let d = self.rng.pick(&["1", "3", "8", "-2"]);
                let a = self.int();
                self.names[target] = self.op("Signed", &format!("{op} {a}, {d}"));
            }
            4 => {
                let c = self.cond();
                self.names[target] = self.op("Signed", &format!("cast_bool_to_int {c}"));
            }
            5 => {
                let k = INTS + self.rng.below(PTRS);
                let how = self.rng.below(4);
                if how == 0 {
                    self.names[k] = self.ptr();
                } else if how == 1 {
                    // May be the same object as another pointer that is merged with it later.
                    self.names[k] = "$g".into();
                } else {
                    let p = self.op("*#P", "malloc #P");
                    let v = self.int();
                    writeln!(self.text, "    setfield {p}, .a, {v}").unwrap();
                    self.names[k] = p;
                }
            }
            6 => {
                let p = if self.rng.below(3) == 0 { "$g".into() } else { self.ptr() };
                let v = self.int();
                let f = self.rng.pick(&[".a", ".b"]);
                writeln!(self.text, "    setfield {p}, {f}, {v}").unwrap();
            }
            7 | 8 => {
                let p = if self.rng.below(3) == 0 { "$g".into() } else { self.ptr() };
                let f = self.rng.pick(&[".a", ".b"]);
                self.names[target] = self.op("Signed", &format!("getfield {p}, {f}"));
            }
            14 | 15 => {
                // Load, store through another pointer, load again.
                let (p, q) = (self.ptr(), self.ptr());
                let f = self.rng.pick(&[".a", ".b"]);
                let x = self.op("Signed", &format!("getfield {p}, {f}"));
                let v = self.int();
                writeln!(self.text, "    setfield {q}, {f}, {v}").unwrap();
                let y = self.op("Signed", &format!("getfield {p}, {f}"));
                self.names[target] = self.op("Signed", &format!("int_sub {x}, {y}"));
            }
            9 if self.depth < 3 => {
                let c = self.cond();
                let (t, e, end) = (self.new_block(), self.new_block(), self.new_block());
                let a = self.args();
                writeln!(self.text, "    if {c} then block{t}({a}) else block{e}({a})").unwrap();
                self.depth += 1;
                for b in [t, e] {
                    self.begin(b);
                    let n = 1 + self.rng.below(3);
                    self.statements(n);
                    self.goto(end);
                }
                self.depth -= 1;
                self.begin(end);
            }
            10 if self.depth < 2 => self.counted_loop(),
            11 => self.overflow(target),
            12 if self.callable > 0 => self.call(target),
            13 if self.depth > 0 => {
                let c = self.cond();
                let go = self.new_block();
                let (class, exc) = if self.rng.below(2) == 0 {
                    ("$KeyError", "$i_KeyError")
                } else {
                    ("$IndexError", "$i_IndexError")
                };
                let a = self.args();
                writeln!(self.text, "    if {c} then raise({class}, {exc}) else block{go}({a})")
                    .unwrap();
                self.begin(go);
            }
            _ => {
                let v = self.int();
                self.names[target] = self.op("Signed", &format!("same_as {v}"));
            }
        }
    }
    /// The counter lives in a global, so that the body may do anything to the variables.
    fn counted_loop(&mut self) {
        let field = if self.depth == 0 { ".i" } else { ".j" };
        let n = 1 + self.rng.below(4);
        writeln!(self.text, "    setfield $loops, {field}, {n}").unwrap();
        let (head, body, end) = (self.new_block(), self.new_block(), self.new_block());
        self.goto(head);
        self.begin(head);
        let i = self.op("Signed", &format!("getfield $loops, {field}"));
        let c = self.op("Bool", &format!("int_gt {i}, 0"));
        let j = self.op("Signed", &format!("int_sub {i}, 1"));
        writeln!(self.text, "    setfield $loops, {field}, {j}").unwrap();
        let a = self.args();
        writeln!(self.text, "    if {c} then block{body}({a}) else block{end}({a})").unwrap();
        self.depth += 1;
        self.begin(body);
        let n = 1 + self.rng.below(4);
        // Callees use the same counters.
        let calls = std::mem::take(&mut self.callable);
        self.statements(n);
        self.callable = calls;
        self.depth -= 1;
        self.goto(head);
        self.begin(end);
    }
    fn overflow(&mut self, target: usize) {
        let op = self.rng.pick(&["int_add_ovf", "int_sub_ovf", "int_mul_ovf"]);
        let (a, b) = (self.int(), self.int());
        let r = self.op("Signed", &format!("{op} {a}, {b}"));
        let (go, handler) = (self.new_block(), self.new_block());
        let handled = self.args();
        self.names[target] = r;
        let normal = self.args();
        let class = self.rng.pick(&["$OverflowError", "$Exception", "$KeyError"]);
        writeln!(
            self.text,
            "    catch -> block{go}({normal}), {class}(_, _) -> block{handler}({handled})"
        )
        .unwrap();
        self.begin(handler);
        self.statements(1);
        self.goto(go);
        self.begin(go);
    }
    fn call(&mut self, target: usize) {
        let f = self.rng.below(self.callable);
        let (a, b) = (self.int(), self.int());
        let r = self.op("Signed", &format!("direct_call @f{f}, {a}, {b}"));
        let handled = self.args();
        self.names[target] = r;
        if self.rng.below(3) == 0 {
            return;
        }
        let (go, handler) = (self.new_block(), self.new_block());
        let normal = self.args();
        let mut handlers = vec![];
        for class in ["$OverflowError", "$KeyError", "$LookupError", "$Exception"] {
            if self.rng.below(2) == 0 {
                handlers.push(if self.rng.below(4) == 0 {
                    let (t, v) = (self.fresh(), self.fresh());
                    format!(", {class}({t}, {v}) -> raise({t}, {v})")
                } else {
                    format!(", {class}(_, _) -> block{handler}({handled})")
                });
            }
        }
        let used = handlers.iter().any(|h| h.contains("block"));
        writeln!(self.text, "    catch -> block{go}({normal}){}", handlers.concat()).unwrap();
        if used {
            self.begin(handler);
            self.statements(1);
            self.goto(go);
        }
        self.begin(go);
    }
}

/// The text of a program with so many statements in each of its functions.
fn program(functions: &[usize], rng: TestRng) -> String {
    let mut rng = Choices(rng);
    let mut text = include_str!("files/prelude.txt").to_string();
    text += "struct #P gc { a: Signed, b: Signed }\nstruct #L { i: Signed, j: Signed }\n";
    text += "object $g: #P { 3, 4 }\nobject $loops: #L { 0, 0 }\n";
    for (f, &statements) in functions.iter().enumerate() {
        let mut g = Gen {
            rng: &mut rng,
            text: String::new(),
            names: vec![String::new(); INTS + PTRS],
            counter: 0,
            blocks: 0,
            callable: f,
            depth: 0,
        };
        writeln!(g.text, "graph @f{f}(%a: Signed, %b: Signed) -> Signed {{\nblock0(%a, %b):")
            .unwrap();
        g.names[0] = "%a".into();
        g.names[1] = "%b".into();
        g.names[2] = "0".into();
        g.names[3] = "5".into();
        g.names[4] = g.op("*#P", "malloc #P");
        g.names[5] = g.names[4].clone();
        g.statements(statements);
        let s = g.names.clone();
        let fa = g.op("Signed", &format!("getfield {}, .a", s[4]));
        let mut acc = fa;
        for v in &s[..INTS] {
            let m = g.op("Signed", &format!("int_mul {acc}, 31"));
            acc = g.op("Signed", &format!("int_add {m}, {v}"));
        }
        writeln!(g.text, "    return {acc}\n}}").unwrap();
        text += &g.text;
    }
    text
}

const ARGS: [(i64, i64); 6] =
    [(0, 0), (1, 2), (-1, 7), (i64::MAX, 1), (i64::MIN, -1), (8, 1_000_000_007)];

fn behaviour(p: &Program, only_last: bool) -> Vec<String> {
    let mut out = vec![];
    let funcs: Vec<_> = p.funcs.keys().filter(|f| p.funcs[*f].graph().is_some()).collect();
    let from = if only_last { funcs.len() - 1 } else { 0 };
    for f in &funcs[from..] {
        for (a, b) in ARGS {
            let mut it = LlInterp::new(p);
            it.steps = 200_000;
            let r = match it.call(*f, &[RtValue::Int(a), RtValue::Int(b)]) {
                Ok(v) => format!("{v:?}"),
                Err(Outcome::Raised { class, .. }) => format!("raised {class}"),
                Err(Outcome::Fault(s)) if s.contains("step limit") => return vec![],
                Err(Outcome::Fault(s)) => format!("FAULT {s}"),
            };
            let g = p.heap.iter().find(|(_, o)| &*o.name == "g").map(|(o, _)| it.prebuilt(o));
            let g = g.map(|g| it.object(g).expect("global").fields.clone());
            out.push(format!("{} ({a}, {b}): {r} {g:?}", p.funcs[*f].name));
        }
    }
    out
}

fn run(p: &mut Program, pass: &'static Pass, cfg: &OptConfig<'_>) {
    match run_pass(p, pass, cfg, &mut NoObserver) {
        Ok(_) => {}
        Err(OptError::Internal(e)) => panic!("{e}\n{}", e.dump),
        Err(e) => panic!("{e}"),
    }
}

/// Every pass alone and in the pipeline. Gives what the program does at first.
fn check(text: &str) -> Vec<String> {
    let p = parse_program(text).unwrap_or_else(|e| panic!("{e:?}"));
    flowmodel::verify::verify_program(&p).unwrap_or_else(|e| panic!("{e}"));
    let want = behaviour(&p, false);
    let cfg = OptConfig { verify: true, ..OptConfig::default() };
    // Each pass alone.
    for pass in PASSES.iter().filter(|pass| pass.level == p.level) {
        let mut q = p.clone();
        run(&mut q, pass, &cfg);
        let got = behaviour(&q, false);
        assert_eq!(got, want, "pass {}\n{}", pass.name, print_program(&q));
    }
    // The pipeline, pass by pass.
    let mut q = p.clone();
    for (k, name) in pipeline(&cfg).into_iter().enumerate() {
        let pass = pass(name).expect("known");
        if name == "unreachable" && !matches!(pass.run, Run::Program(_)) {
            continue;
        }
        let before = print_program(&q);
        run(&mut q, pass, &cfg);
        let got = behaviour(&q, false);
        let after = print_program(&q);
        assert_eq!(got, want, "step {k} {name}\n{before}\n=====\n{after}");
    }
    let mut again = p.clone();
    optimize(&mut again, &cfg, &mut NoObserver).expect("no error");
    assert_eq!(print_program(&again), print_program(&q), "not deterministic");
    let mut low = p.clone();
    let cfg = OptConfig { level: OptLevel::Low, jit: true, ..cfg };
    optimize(&mut low, &cfg, &mut NoObserver).expect("no error");
    assert_eq!(behaviour(&low, false), want, "low");
    want
}

#[test]
fn passes_keep_the_meaning() {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    let n = number("RANDOM_PROGRAMS").unwrap_or(40) as u32;
    let config = ProptestConfig {
        cases: n,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(number("RANDOM_SEED").unwrap_or(1)),
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    };
    let programs = proptest::collection::vec(3..12usize, 1..5)
        .prop_perturb(|functions, rng| program(&functions, rng));
    let (raised, faults, empty) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = TestRunner::new(config).run(&programs, |text| {
        let want = check(&text);
        let count = |part: &str| want.iter().filter(|s| s.contains(part)).count();
        empty.set(empty.get() + want.is_empty() as usize);
        raised.set(raised.get() + count("raised"));
        faults.set(faults.get() + count("FAULT"));
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{}", e.to_string().replace("\\n", "\n")));
    let (raised, empty) = (raised.get(), empty.get());
    eprintln!("{n} programs, {empty} without answer, {raised} results that raise");
    assert!(raised > 0 || n < 20, "the generator should make programs that raise");
    assert_eq!(faults.get(), 0, "the generator should make no wrong programs");
}
