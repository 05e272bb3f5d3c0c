//! Random programs: the low-level interpreter on the original graphs, and C with a moving collector that collects at every
//! allocation, must agree. `TW_FUZZ=n` runs n programs instead of a few.

use crate::harness::{Run, check_c, compile, scratch, with_entry};
use flowmodel::eval::RtValue;
use flowmodel::llinterp::LlInterp;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRng, TestRunner};
use std::fmt::Write;

const TYPES: &str = "struct #Node gc { value: Signed, next: *#Node }\nobject $nil: #Node { 3, $nil }\nobject $cell: #Node { 4, $nil }\n";

struct Gen {
    rng: TestRng,
    out: String,
    names: usize,
}

/// Lists what is in scope in a block.
#[derive(Clone, Default)]
struct Scope {
    ints: Vec<String>,
    nodes: Vec<String>,
}

impl Gen {
    fn rnd(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%x{}", self.names)
    }
    fn int(&mut self, s: &Scope) -> String {
        match self.rnd(5) {
            0 => (self.rnd(9) as i64 - 4).to_string(),
            _ => s.ints[self.rnd(s.ints.len())].clone(),
        }
    }
    fn node(&mut self, s: &Scope) -> String {
        match self.rnd(7) {
            0 => "$nil".into(),
            _ => s.nodes[self.rnd(s.nodes.len())].clone(),
        }
    }
    fn op(&mut self, s: &mut Scope, funcs: usize) {
        let n = self.name();
        match self.rnd(10) {
            0..=1 => {
                let (a, b) = (self.int(s), self.int(s));
                let op = ["int_add", "int_sub", "int_mul", "int_xor"][self.rnd(4)];
                let _ = writeln!(self.out, " {n}: Signed = {op} {a}, {b}");
                s.ints.push(n);
            }
            2..=4 => {
                let (v, x) = (self.int(s), self.node(s));
                let _ = writeln!(
                    self.out,
                    " {n}: *#Node = malloc #Node\n setfield {n}, .value, {v}\n setfield {n}, .next, {x}"
                );
                s.nodes.push(n);
            }
            5 => {
                let x = self.node(s);
                let _ = writeln!(self.out, " {n}: *#Node = getfield {x}, .next");
                s.nodes.push(n);
            }
            6 => {
                let x = self.node(s);
                let _ = writeln!(self.out, " {n}: Signed = getfield {x}, .value");
                s.ints.push(n);
            }
            7 => {
                let x = if self.rnd(3) == 0 {
                    "$cell".into()
                } else {
                    s.nodes[self.rnd(s.nodes.len())].clone()
                };
                let y = self.node(s);
                let _ = writeln!(self.out, " setfield {x}, .next, {y}");
            }
            8 => {
                let x = self.node(s);
                let g = self.name();
                let _ = writeln!(
                    self.out,
                    " {g}: GcRef = cast_opaque_ptr {x}\n {n}: *#Node = cast_opaque_ptr {g}"
                );
                s.nodes.push(n);
            }
            _ if funcs > 0 => {
                let f = self.rnd(funcs);
                let (a, x, y) = (self.rnd(4), self.node(s), self.node(s));
                let _ = writeln!(self.out, " {n}: *#Node = direct_call @g{f}, {a}, {x}, {y}");
                s.nodes.push(n);
            }
            _ => {}
        }
    }
    fn args(&mut self, s: &Scope, fuel: &str, shape: (usize, usize)) -> String {
        let mut v = vec![fuel.to_string()];
        for _ in 0..shape.0 {
            v.push(self.int(s));
        }
        for _ in 0..shape.1 {
            v.push(self.node(s));
        }
        v.join(", ")
    }
    /// `@gN(fuel, node, node) -> node`, calling only earlier ones.
    fn function(&mut self, index: usize) {
        let blocks = 2 + self.rnd(6);
        let shapes: Vec<(usize, usize)> =
            (0..blocks).map(|_| (1 + self.rnd(2), 1 + self.rnd(3))).collect();
        let _ = writeln!(
            self.out,
            "graph @g{index}(%fuel: Signed, %a: *#Node, %b: *#Node) -> *#Node {{\nblock0(%fuel, %a, %b):"
        );
        let s = Scope { ints: vec!["%fuel".into()], nodes: vec!["%a".into(), "%b".into()] };
        let args = self.args(&s, "%fuel", shapes[0]);
        let _ = writeln!(self.out, " goto block1({args})");
        for b in 0..blocks {
            let mut s = Scope::default();
            let fuel = self.name();
            let mut decl = vec![format!("{fuel}: Signed")];
            for _ in 0..shapes[b].0 {
                let n = self.name();
                decl.push(format!("{n}: Signed"));
                s.ints.push(n);
            }
            for _ in 0..shapes[b].1 {
                let n = self.name();
                decl.push(format!("{n}: *#Node"));
                s.nodes.push(n);
            }
            let _ = writeln!(self.out, "block{}({}):", b + 1, decl.join(", "));
            for _ in 0..self.rnd(7) {
                self.op(&mut s, index);
            }
            let left = self.name();
            let more = self.name();
            let _ = writeln!(
                self.out,
                " {left}: Signed = int_sub {fuel}, 1\n {more}: Bool = int_gt {left}, 0"
            );
            let (t, u) = (self.rnd(blocks), self.rnd(blocks));
            let result = self.node(&s);
            match self.rnd(4) {
                0 => {
                    // the exit that overflows, too
                    let x = self.int(&s);
                    let big = self.name();
                    let _ =
                        writeln!(self.out, " {big}: Signed = int_mul_ovf {x}, 4611686018427387904");
                    s.ints.push(big);
                    let mid = blocks + 1 + b * 2;
                    let a = self.args(&s, &left, shapes[t]);
                    s.ints.pop();
                    let c = self.args(&s, &left, shapes[u]);
                    let _ = writeln!(
                        self.out,
                        " catch -> block{mid}({more}, {result}, {a}), $OverflowError(_, _) -> block{}({more}, {result}, {c})",
                        mid + 1
                    );
                    for (k, to) in [(mid, t), (mid + 1, u)] {
                        let (m, r) = (self.name(), self.name());
                        let mut decl = vec![format!("{m}: Bool"), format!("{r}: *#Node")];
                        let mut pass = vec![];
                        for i in 0..1 + shapes[to].0 + shapes[to].1 {
                            let n = self.name();
                            let ty = if i <= shapes[to].0 { "Signed" } else { "*#Node" };
                            decl.push(format!("{n}: {ty}"));
                            pass.push(n);
                        }
                        let _ = writeln!(
                            self.out,
                            "block{k}({}):\n if {m} then block{}({}) else return({r})",
                            decl.join(", "),
                            to + 1,
                            pass.join(", ")
                        );
                    }
                }
                _ => {
                    let a = self.args(&s, &left, shapes[t]);
                    let _ = writeln!(
                        self.out,
                        " if {more} then block{}({a}) else return({result})",
                        t + 1
                    );
                }
            }
        }
        self.out.push_str("}\n");
        let _ = writeln!(
            self.out,
            "graph @f{index}(%n: Signed) -> Signed {{\nblock0(%n):\n %p: *#Node = malloc #Node\n setfield %p, .value, %n\n setfield %p, .next, $cell\n \
             %r: *#Node = direct_call @g{index}, %n, %p, $nil\n %v: Signed = getfield %r, .value\n %x: *#Node = getfield %r, .next\n %w: Signed = getfield %x, .value\n \
             %q: Signed = getfield %p, .value\n %s: Signed = int_mul %v, 31\n %t: Signed = int_add %s, %w\n %u: Signed = int_add %t, %q\n return %u\n}}"
        );
    }
}

/// Functions of a program.
fn program(functions: usize, rng: TestRng) -> String {
    let mut g = Gen { rng, out: TYPES.into(), names: 0 };
    for i in 0..functions {
        g.function(i);
    }
    g.out
}

/// Gives whether the program ends soon enough to be compared.
fn check(text: &str, functions: usize) -> bool {
    let mut runs: Vec<Run> = vec![];
    for i in 0..functions {
        for n in [1, 3, 8] {
            let func = format!("f{i}");
            runs.push(Run { func, args: vec![n], want: String::new(), interp: true });
        }
    }
    let p = with_entry(text, &runs);
    // one interpreter for all: the runs share the prebuilt objects
    let mut interp = LlInterp::new(&p);
    interp.steps = 3_000_000;
    for r in &mut runs {
        let f = p.func_by_name(&r.func).unwrap();
        match interp.call(f, &[RtValue::Int(r.args[0])]) {
            Ok(RtValue::Int(v)) => r.want = v.to_string(),
            Ok(v) => panic!("{v:?}"),
            Err(_) if interp.steps == 0 => return false,
            Err(e) => panic!("@{}: {e}", r.func),
        }
    }
    let dir = scratch("random");
    let exe = compile(&p, true, "gcc", 1, &dir.0);
    check_c(&exe, &[("STRESS", "1")], &runs, "stress");
    check_c(&exe, &[], &runs, "random");
    true
}

#[test]
fn random_programs() {
    let programs: u32 = std::env::var("TW_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let config = ProptestConfig {
        cases: programs,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        max_shrink_iters: 20,
        ..ProptestConfig::default()
    };
    let strategy =
        (6..=12usize).prop_perturb(|functions, rng| (functions, program(functions, rng)));
    let result = TestRunner::new(config).run(&strategy, |(functions, text)| {
        if !check(&text, functions) {
            eprintln!("a program runs too long");
        }
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{}", e.to_string().replace("\\n", "\n")));
}
