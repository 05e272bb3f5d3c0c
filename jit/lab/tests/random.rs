//! Random interpreters run random guest programs: interpreted, specialised, traced and timeshifted, with the same results.
//!
//! An interpreter is a switch over opcodes; what an opcode does to the variables (integers, a float, objects of two classes, an array)
//! is random: arithmetic, tests, objects made and linked, calls of all kinds, exceptions. A guest program is a random text of opcodes
//! and operands. Half of the interpreters keep integers and an object in a virtualizable frame, or in two, which they exchange, or which become one. `RANDOM_PROGRAMS=n` tries more than
//! the default, `RANDOM_SEED=n` others. A failure is reported with the smallest program that fails.

use flowmodel::eval::RtValue;
use lab::untranslated::{run, run_with_jit};
use lab::{Limits, UNKNOWN};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;
use std::fmt::Write as _;

const INTS: usize = 4;

/// Something that an opcode does. Numbers are taken modulo how many variables there are.
#[derive(Clone, Debug)]
enum Step {
    /// The operation on two integers.
    Int(usize, usize, usize, usize),
    Constant(usize, i64),
    /// The guest instruction's operand.
    Operand(usize),
    Float(usize),
    FloatFrom(usize),
    /// The float as an integer of few bits.
    FloatTo(usize),
    /// A new object of one of two classes.
    New(usize, bool, usize),
    Read(usize, usize),
    Write(usize, usize),
    /// An object becomes the next of another.
    Link(usize, usize),
    /// The next object, if there is one.
    Follow(usize, usize),
    Copy(usize, usize),
    /// A test whether the object is of the second class; its further field is used then.
    Class(usize, usize),
    Same(usize),
    ItemRead(usize, usize),
    ItemWrite(usize, usize),
    If(usize, usize, usize, Vec<Step>, Vec<Step>),
    Call(usize, usize, usize),
    Overflow(usize, usize, usize),
    Promote(usize),
    /// Two frames are exchanged, become one, or the second is a new one.
    Frames(usize, usize),
}

/// Says where the guest program goes on.
#[derive(Clone, Debug)]
enum Flow {
    Next,
    /// It goes on at the place of the operand, if the test holds.
    Jump(usize, usize, usize),
    Return(usize, usize, usize),
}

#[derive(Clone, Debug)]
struct Interpreter {
    opcodes: Vec<(Vec<Step>, Flow)>,
    /// Virtualizable frames: none, one or two.
    frames: usize,
}

#[derive(Clone, Debug)]
struct Case {
    interpreter: Interpreter,
    /// Opcodes and operands.
    guest: Vec<(usize, usize)>,
    runs: Vec<(i64, i64)>,
}

fn step() -> BoxedStrategy<Step> {
    let n = || 0usize..12;
    let simple = prop_oneof![
        6 => (n(), n(), n(), n()).prop_map(|(o, t, a, b)| Step::Int(o, t, a, b)),
        2 => (n(), -3i64..100).prop_map(|(t, k)| Step::Constant(t, k)),
        2 => n().prop_map(Step::Operand),
        1 => n().prop_map(Step::Float),
        1 => n().prop_map(Step::FloatFrom),
        1 => n().prop_map(Step::FloatTo),
        3 => (n(), any::<bool>(), n()).prop_map(|(t, c, a)| Step::New(t, c, a)),
        3 => (n(), n()).prop_map(|(t, p)| Step::Read(t, p)),
        2 => (n(), n()).prop_map(|(p, a)| Step::Write(p, a)),
        1 => (n(), n()).prop_map(|(p, q)| Step::Link(p, q)),
        1 => (n(), n()).prop_map(|(t, p)| Step::Follow(t, p)),
        1 => (n(), n()).prop_map(|(t, p)| Step::Copy(t, p)),
        2 => (n(), n()).prop_map(|(t, p)| Step::Class(t, p)),
        1 => n().prop_map(Step::Same),
        2 => (n(), n()).prop_map(|(t, a)| Step::ItemRead(t, a)),
        2 => (n(), n()).prop_map(|(a, v)| Step::ItemWrite(a, v)),
        2 => (n(), n(), n()).prop_map(|(w, t, a)| Step::Call(w, t, a)),
        1 => (n(), n(), n()).prop_map(|(o, t, a)| Step::Overflow(o, t, a)),
        1 => n().prop_map(Step::Promote),
        1 => (n(), n()).prop_map(|(w, v)| Step::Frames(w, v)),
    ];
    simple
        .prop_recursive(2, 8, 3, move |inner| {
            let some = || prop::collection::vec(inner.clone(), 0..3);
            (n(), n(), n(), some(), some()).prop_map(|(c, a, b, t, e)| Step::If(c, a, b, t, e))
        })
        .boxed()
}

fn cases() -> impl Strategy<Value = Case> {
    let n = || 0usize..12;
    let flow = prop_oneof![
        5 => Just(Flow::Next),
        4 => (n(), n(), n()).prop_map(|(c, a, b)| Flow::Jump(c, a, b)),
        1 => (n(), n(), n()).prop_map(|(c, a, b)| Flow::Return(c, a, b)),
    ];
    let opcode = (prop::collection::vec(step(), 0..5), flow);
    let opcodes = prop::collection::vec(opcode, 1..6);
    let guest = prop::collection::vec((0usize..6, 0usize..12), 1..10);
    let runs = prop::collection::vec((-5i64..60, 0i64..120), 1..3);
    (opcodes, 0usize..4, guest, runs).prop_map(|(opcodes, frames, guest, runs)| Case {
        interpreter: Interpreter { opcodes, frames: frames.saturating_sub(1) },
        guest,
        runs,
    })
}

/// Writes the interpreter's function: all variables are handed to every block.
struct Writer<'a> {
    it: &'a Interpreter,
    text: String,
    counter: usize,
    blocks: usize,
    /// The values of pc, fuel, the operand, what is wanted within an opcode only, the integers, the float, two objects and the array.
    vars: Vec<String>,
}

const NONE: &str = "null(*#Box)";
const PC: usize = 0;
const FUEL: usize = 1;
const OPERAND: usize = 2;
const INT_HERE: usize = 3;
const OBJECT_HERE: usize = 4;
const FIRST: usize = 5;
const FLOAT: usize = FIRST + INTS;
const OBJECT: usize = FLOAT + 1;
const ARRAY: usize = OBJECT + 2;
const FRAME: usize = ARRAY + 1;

impl Writer<'_> {
    fn types(&self) -> Vec<&'static str> {
        let mut all = vec!["Signed"; FLOAT];
        all[OBJECT_HERE] = "*#Box";
        all.extend(["Float", "*#Box", "*#Box", "*#array"]);
        all.extend(vec!["*#Frame"; self.it.frames]);
        all
    }
    fn op(&mut self, ty: &str, text: &str) -> String {
        self.counter += 1;
        let n = format!("%x{}", self.counter);
        let _ = writeln!(self.text, "    {n}: {ty} = {text}");
        n
    }
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }
    fn block(&mut self) -> usize {
        self.blocks += 1;
        self.blocks
    }
    fn to(&self, b: usize) -> String {
        format!("block{b}({})", self.vars.join(", "))
    }
    fn begin(&mut self, b: usize) {
        let mut params = vec![];
        for (k, ty) in self.types().into_iter().enumerate() {
            self.counter += 1;
            self.vars[k] = format!("%x{}", self.counter);
            params.push(format!("{}: {ty}", self.vars[k]));
        }
        let _ = writeln!(self.text, "block{b}({}):", params.join(", "));
    }
    /// The last frame, if there is one.
    fn frame(&self) -> String {
        self.vars[FRAME + self.it.frames - 1].clone()
    }
    /// Gives the variable of an integer. With a frame the last two integers and the second object are in it, one of the
    /// integers in its array; with two these are in the second, but for an integer.
    fn int(&mut self, n: usize) -> String {
        match n % INTS {
            2 if self.it.frames > 0 => {
                let f = self.vars[FRAME].clone();
                self.op("Signed", &format!("getfield {f}, .count"))
            }
            3 if self.it.frames > 0 => {
                let f = self.frame();
                let stack = self.op("*#array", &format!("getfield {f}, .stack"));
                self.op("Signed", &format!("getarrayitem {stack}, 1"))
            }
            n => self.vars[FIRST + n].clone(),
        }
    }
    fn set_int(&mut self, n: usize, v: String) {
        match n % INTS {
            2 if self.it.frames > 0 => {
                self.line(&format!("setfield {}, .count, {v}", self.vars[FRAME]));
            }
            3 if self.it.frames > 0 => {
                let f = self.frame();
                let stack = self.op("*#array", &format!("getfield {f}, .stack"));
                self.line(&format!("setarrayitem {stack}, 1, {v}"));
            }
            n => self.vars[FIRST + n] = v,
        }
    }
    fn object(&mut self, n: usize) -> String {
        match n % 2 {
            1 if self.it.frames > 0 => {
                let f = self.frame();
                self.op("*#Box", &format!("getfield {f}, .top"))
            }
            n => self.vars[OBJECT + n].clone(),
        }
    }
    fn set_object(&mut self, n: usize, v: String) {
        match n % 2 {
            1 if self.it.frames > 0 => {
                let f = self.frame();
                self.line(&format!("setfield {f}, .top, {v}"));
            }
            n => self.vars[OBJECT + n] = v,
        }
    }
    fn test(&mut self, c: usize, a: usize, b: usize) -> String {
        let (a, b) = (self.int(a), self.int(b));
        match c % 8 {
            6 => self.op("Bool", &format!("int_gt {a}, 0")),
            7 => {
                let low = self.op("Signed", &format!("int_and {b}, 3"));
                self.op("Bool", &format!("int_eq {low}, 1"))
            }
            n => {
                let name = ["int_eq", "int_ne", "int_lt", "int_le", "int_gt", "int_ge"][n];
                self.op("Bool", &format!("{name} {a}, {b}"))
            }
        }
    }
    /// Both ways are written by `way`; it goes on where they meet.
    fn branch(&mut self, test: &str, mut way: impl FnMut(&mut Self, bool)) {
        let (yes, no, end) = (self.block(), self.block(), self.block());
        let ends = format!("if {test} then {} else {}", self.to(yes), self.to(no));
        self.line(&ends);
        for (b, side) in [(yes, true), (no, false)] {
            self.begin(b);
            way(self, side);
            let to = self.to(end);
            self.goto(&to);
        }
        self.begin(end);
    }
    /// The last line gives `v`, or raises one of these; then it is another value.
    fn caught(&mut self, target: usize, v: &str, classes: &[(&str, &str)]) {
        let end = self.block();
        self.vars[INT_HERE] = v.into();
        let mut exits = format!("catch -> {}", self.to(end));
        for (class, value) in classes {
            self.vars[INT_HERE] = value.to_string();
            let _ = write!(exits, ", ${class}(_, _) -> {}", self.to(end));
        }
        self.line(&exits);
        self.begin(end);
        self.set_int(target, self.vars[INT_HERE].clone());
    }
    fn step(&mut self, s: &Step) {
        match *s {
            Step::Int(o, t, a, b) => {
                let (x, y) = (self.int(a), self.int(b));
                let v = match o % 12 {
                    8 => self.op("Signed", &format!("int_py_div {x}, 3")),
                    9 => self.op("Signed", &format!("int_py_mod {x}, 8")),
                    10 => {
                        let by = self.op("Signed", &format!("int_and {y}, 7"));
                        self.op("Signed", &format!("int_rshift {x}, {by}"))
                    }
                    11 => {
                        let c = self.op("Bool", &format!("int_lt {x}, {y}"));
                        self.op("Signed", &format!("cast_bool_to_int {c}"))
                    }
                    n => {
                        let name = [
                            "int_add", "int_sub", "int_mul", "int_and", "int_or", "int_xor",
                            "int_add", "int_sub",
                        ][n];
                        self.op("Signed", &format!("{name} {x}, {y}"))
                    }
                };
                self.set_int(t, v);
            }
            Step::Constant(t, k) => self.set_int(t, k.to_string()),
            Step::Operand(t) => self.set_int(t, self.vars[OPERAND].clone()),
            Step::Float(o) => {
                let name = ["float_add", "float_sub", "float_mul", "float_truediv"][o % 4];
                let f = self.vars[FLOAT].clone();
                self.vars[FLOAT] = self.op("Float", &format!("{name} {f}, 1.5f"));
            }
            Step::FloatFrom(a) => {
                let a = self.int(a);
                self.vars[FLOAT] = self.op("Float", &format!("cast_int_to_float {a}"));
            }
            Step::FloatTo(t) => {
                let f = self.vars[FLOAT].clone();
                let small = self.op("Bool", &format!("float_lt {f}, 100.0f"));
                let v = self.op("Signed", &format!("cast_bool_to_int {small}"));
                self.set_int(t, v);
            }
            Step::New(t, wide, a) => {
                let a = self.int(a);
                let p = match wide {
                    true => {
                        let w = self.op("*#Wide", "malloc #Wide");
                        self.line(&format!("setfield {w}, .typeptr, $Wide_vt"));
                        self.line(&format!("setfield {w}, .extra, 3"));
                        self.op("*#Box", &format!("cast_pointer {w}"))
                    }
                    false => {
                        let p = self.op("*#Box", "malloc #Box");
                        self.line(&format!("setfield {p}, .typeptr, $Box_vt"));
                        p
                    }
                };
                self.line(&format!("setfield {p}, .value, {a}"));
                self.set_object(t, p);
            }
            Step::Read(t, p) => {
                let p = self.object(p);
                let v = self.op("Signed", &format!("getfield {p}, .value"));
                self.set_int(t, v);
            }
            Step::Write(p, a) => {
                let (p, a) = (self.object(p), self.int(a));
                self.line(&format!("setfield {p}, .value, {a}"));
            }
            Step::Link(p, q) => {
                let (p, q) = (self.object(p), self.object(q));
                self.line(&format!("setfield {p}, .next, {q}"));
            }
            Step::Follow(t, p) => {
                let p = self.object(p);
                self.vars[OBJECT_HERE] = self.op("*#Box", &format!("getfield {p}, .next"));
                let next = self.vars[OBJECT_HERE].clone();
                let is = self.op("Bool", &format!("ptr_nonzero {next}"));
                self.branch(&is, |w, there| {
                    if there {
                        w.set_object(t, w.vars[OBJECT_HERE].clone());
                    }
                });
            }
            Step::Copy(t, p) => {
                let p = self.object(p);
                self.set_object(t, p);
            }
            Step::Class(t, p) => {
                let o = self.object(p);
                let class = self.op("*#vtable", &format!("getfield {o}, .typeptr"));
                let is = self.op("Bool", &format!("ptr_eq {class}, $Wide_vt"));
                self.branch(&is, |w, is| {
                    let v = match is {
                        true => {
                            let o = w.object(p);
                            let wide = w.op("*#Wide", &format!("cast_pointer {o}"));
                            let v = w.op("Signed", &format!("getfield {wide}, .extra"));
                            let next = w.op("Signed", &format!("int_add {v}, 2"));
                            w.line(&format!("setfield {wide}, .extra, {next}"));
                            v
                        }
                        false => "-1".into(),
                    };
                    w.set_int(t, v);
                });
            }
            Step::Same(t) => {
                let (p, q) = (self.object(0), self.object(1));
                let is = self.op("Bool", &format!("ptr_eq {p}, {q}"));
                let v = self.op("Signed", &format!("cast_bool_to_int {is}"));
                self.set_int(t, v);
            }
            Step::ItemRead(t, a) => {
                let (a, array) = (self.int(a), self.vars[ARRAY].clone());
                let at = self.op("Signed", &format!("int_and {a}, 3"));
                let v = self.op("Signed", &format!("getarrayitem {array}, {at}"));
                self.set_int(t, v);
            }
            Step::ItemWrite(a, v) => {
                let (a, v, array) = (self.int(a), self.int(v), self.vars[ARRAY].clone());
                let at = self.op("Signed", &format!("int_and {a}, 3"));
                self.line(&format!("setarrayitem {array}, {at}, {v}"));
            }
            Step::If(c, a, b, ref then, ref other) => {
                let test = self.test(c, a, b);
                self.branch(&test, |w, side| {
                    (if side { then } else { other }).iter().for_each(|s| w.step(s));
                });
            }
            Step::Call(which, t, a) => {
                let a = self.int(a);
                match which % 6 {
                    0 => {
                        let v = self.op("Signed", &format!("direct_call @half, {a}"));
                        self.set_int(t, v);
                    }
                    1 => {
                        let v = self.op("Signed", &format!("direct_call @counted, {a}"));
                        self.set_int(t, v);
                    }
                    2 => {
                        let p = self.object(a.len());
                        let v = self.op("Signed", &format!("direct_call @bump, {p}, {a}"));
                        self.set_int(t, v);
                    }
                    3 => {
                        let p = self.object(a.len());
                        let q = self.op("*#Box", &format!("direct_call @outside, {p}, {a}"));
                        self.set_object(t, q);
                    }
                    4 => {
                        let c = self.op("Bool", &format!("int_lt {a}, 9"));
                        let f = self.op("*#kind", &format!("direct_call @kind_of, {c}"));
                        let f =
                            self.op("fn(Signed) -> Signed", &format!("getfield {f}, .function"));
                        let v = self.op("Signed", &format!("indirect_call {f}, {a}, &0"));
                        self.set_int(t, v);
                    }
                    _ => {
                        let v = self.op("Signed", &format!("direct_call @sometimes, {a}"));
                        self.caught(t, &v, &[("KeyError", "-2"), ("LookupError", "-3")]);
                    }
                }
            }
            Step::Overflow(o, t, a) => {
                let name = ["int_add_ovf", "int_sub_ovf", "int_mul_ovf"][o % 3];
                let (a, b) = (self.int(a), self.int(a + 1));
                let v = self.op("Signed", &format!("{name} {a}, {b}"));
                self.caught(t, &v, &[("OverflowError", "12")]);
            }
            Step::Promote(t) => {
                let a = self.int(t);
                let low = self.op("Signed", &format!("int_and {a}, 3"));
                let v = self.op("Signed", &format!("hint {low}, \"promote\""));
                self.set_int(t, v);
            }
            Step::Frames(what, v) if self.it.frames == 2 => match what % 3 {
                0 => self.vars.swap(FRAME, FRAME + 1),
                1 => self.vars[FRAME + 1] = self.vars[FRAME].clone(),
                _ => {
                    let (v, p) = (self.int(v), self.object(0));
                    let frame = self.op("*#Frame", &format!("direct_call @frame, {v}"));
                    self.line(&format!("setfield {frame}, .top, {p}"));
                    self.vars[FRAME + 1] = frame;
                }
            },
            Step::Frames(..) => {}
        }
    }

    fn marker(&mut self, kind: &str) {
        let v = &self.vars;
        let reds = [&v[FUEL..=FUEL], &v[FIRST..]].concat().join(", ");
        let marker = format!("jit_marker \"{kind}\", 0, {}, {reds}", v[PC]);
        self.line(&marker);
    }
    /// Forgets what is wanted within an opcode only.
    fn forget(&mut self) {
        for (k, v) in [(OPERAND, "0"), (INT_HERE, "0"), (OBJECT_HERE, NONE)] {
            self.vars[k] = v.into();
        }
    }
    fn back(&mut self, head: usize) -> String {
        self.forget();
        self.to(head)
    }
    fn goto(&mut self, to: &str) {
        self.line(&format!("goto {to}"));
    }

    /// The end: everything is looked at.
    fn result(&mut self) {
        let mut sum = self.int(0);
        for n in 1..INTS {
            let more = self.int(n);
            let scaled = self.op("Signed", &format!("int_mul {sum}, 31"));
            sum = self.op("Signed", &format!("int_add {scaled}, {more}"));
        }
        let bits = self.vars[FLOAT].clone();
        let bits = self.op("Signed", &format!("convert_float_bytes_to_longlong {bits}"));
        sum = self.op("Signed", &format!("int_xor {sum}, {bits}"));
        let (p, q, a) = (self.object(0), self.object(1), self.vars[ARRAY].clone());
        let all = self.op("Signed", &format!("direct_call @digest, {sum}, {p}, {q}, {a}"));
        self.line(&format!("return {all}"));
    }
}

fn interpreter(case: &Case) -> String {
    let it = &case.interpreter;
    let mut w = Writer { it, text: String::new(), counter: 0, blocks: 0, vars: vec![] };
    let reds = "\"fuel\", \"a\", \"b\", \"c\", \"d\", \"f\", \"p\", \"q\", \"array\"";
    let frames = &["\"frame\"", "\"second\""][..it.frames];
    let reds = [&[reds], frames].concat().join(", ");
    let fields = " fields [\"count\", \"top\", \"stack[*]\"]".repeat(it.frames);
    let virtualizable = match it.frames {
        0 => String::new(),
        _ => format!("virtualizables [{}]{fields}", frames.join(", ")),
    };
    let mut guest = String::new();
    for (op, arg) in &case.guest {
        let _ = write!(guest, "\\x{:02x}\\x{:02x}", op % 6, arg % case.guest.len());
    }
    let text = &mut w.text;
    *text += include_str!("../../peval/tests/files/prelude.txt");
    *text += include_str!("random.txt");
    let _ = writeln!(text, "object $guest: #code {{ 0 }} \"{guest}\"");
    let _ = writeln!(text, "jitdriver \"d\" greens [\"pc\"] reds [{reds}] {virtualizable}");
    *text += "graph @interpret(%n: Signed, %fuel: Signed) -> Signed {\nblock0(%n, %fuel):\n";
    w.vars = vec![String::new(); w.types().len()];
    let p = w.op("*#Box", "direct_call @box, %n");
    let array = w.op("*#array", "malloc_varsize #array, 4");
    w.vars = ["0", "%fuel", "0", "0", NONE, "%n", "1", "2", "3", "0.5f"].map(String::from).into();
    w.vars.extend([p.clone(), p.clone(), array]);
    for _ in 0..it.frames {
        let frame = w.op("*#Frame", "direct_call @frame, %n");
        w.line(&format!("setfield {frame}, .top, {p}"));
        w.vars.push(frame);
    }
    let head = w.block();
    let to = w.to(head);
    w.goto(&to);
    w.begin(head);
    w.marker("jit_merge_point");
    w.forget();
    let (pc, fuel) = (w.vars[PC].clone(), w.vars[FUEL].clone());
    w.vars[FUEL] = w.op("Signed", &format!("int_sub {fuel}, 1"));
    let left = w.op("Bool", &format!("int_gt {fuel}, 0"));
    let at = w.op("Signed", &format!("int_lshift {pc}, 1"));
    let behind = w.op("Bool", &format!("int_lt {pc}, {}", case.guest.len()));
    let on = w.op("Bool", &format!("bool_and {left}, {behind}"));
    let (fetch, end) = (w.block(), w.block());
    w.vars[PC] = at;
    let line = format!("if {on} then {} else {}", w.to(fetch), w.to(end));
    w.line(&line);
    w.begin(end);
    w.result();
    w.begin(fetch);
    let at = w.vars[PC].clone();
    let op = w.op("Char", &format!("getarrayitem $guest, {at}"));
    let second = w.op("Signed", &format!("int_add {at}, 1"));
    let operand = w.op("Char", &format!("getarrayitem $guest, {second}"));
    w.vars[OPERAND] = w.op("Signed", &format!("cast_char_to_int {operand}"));
    w.vars[PC] = w.op("Signed", &format!("int_rshift {at}, 1"));
    let blocks: Vec<usize> = it.opcodes.iter().map(|_| w.block()).collect();
    let mut ways: Vec<String> =
        blocks.iter().enumerate().map(|(n, b)| format!("'\\x{n:02x}' -> {}", w.to(*b))).collect();
    ways.push(format!("default -> {}", w.to(blocks[0])));
    w.line(&format!("switch {op}: {}", ways.join(", ")));
    for (b, (steps, flow)) in blocks.into_iter().zip(&it.opcodes) {
        w.begin(b);
        steps.iter().for_each(|s| w.step(s));
        let pc = w.vars[PC].clone();
        let next = w.op("Signed", &format!("int_add {pc}, 1"));
        match *flow {
            Flow::Next => {
                w.vars[PC] = next;
                let to = w.back(head);
                w.goto(&to);
            }
            Flow::Jump(c, x, y) => {
                let test = w.test(c, x, y);
                let jump = w.block();
                let yes = w.to(jump);
                w.vars[PC] = next;
                let no = w.back(head);
                w.line(&format!("if {test} then {yes} else {no}"));
                w.begin(jump);
                // The operand may have been used up: it is read again.
                let pc = w.vars[PC].clone();
                let at = w.op("Signed", &format!("int_lshift {pc}, 1"));
                let at = w.op("Signed", &format!("int_add {at}, 1"));
                let to = w.op("Char", &format!("getarrayitem $guest, {at}"));
                w.vars[PC] = w.op("Signed", &format!("cast_char_to_int {to}"));
                w.marker("can_enter_jit");
                let to = w.back(head);
                w.goto(&to);
            }
            Flow::Return(c, x, y) => {
                let test = w.test(c, x, y);
                let end = w.block();
                let yes = w.to(end);
                w.vars[PC] = next;
                let no = w.back(head);
                w.line(&format!("if {test} then {yes} else {no}"));
                w.begin(end);
                w.result();
            }
        }
    }
    w.text += "}\n";
    w.text
}

/// Says why the program does not give the same in all ways.
fn check(case: &Case, traced: &Cell<[usize; 3]>) -> Result<(), String> {
    let text = interpreter(case);
    let p = lab::parse(&text).map_err(|e| format!("{e}\n{text}"))?;
    let mut counts = traced.get();
    for (n, fuel) in &case.runs {
        let args = [RtValue::Int(*n), RtValue::Int(*fuel)];
        let expected = format!("{:?}", run(&p, &args)?.result);
        for (timeshift, settings) in WAYS {
            let with = run_with_jit(&p, &args, "jit-log-opt,jit-abort", |p| {
                (p.threshold, p.function_threshold, p.trace_eagerness) = (1, 1, 1);
                p.timeshift = i64::from(*timeshift);
                p.parse(settings).expect("settings");
            });
            let with = with.map_err(|e| format!("{e}\n{text}"))?;
            counts[usize::from(*timeshift)] += usize::from(with.in_traces > 0);
            let got = format!("{:?}", with.result);
            if got != expected {
                let way = if *timeshift { "timeshifted" } else { "traced" };
                let log = &with.log;
                return Err(format!(
                    "{way} {settings} {args:?}: {got}, not {expected}\n{log}\n{text}"
                ));
            }
        }
        let words = [UNKNOWN.to_string(), fuel.to_string()];
        let limits = Limits { operations: 200_000, ..Limits::default() };
        let left = lab::residual(&p, &words, &limits);
        let left = left.map_err(|e| format!("specialising: {e}\n{text}"))?;
        let got = format!("{:?}", run(&left, &args[..1])?.result);
        if got != expected {
            return Err(format!("specialised {args:?}: {got}, not {expected}\n{text}"));
        }
        counts[2] += 1;
    }
    traced.set(counts);
    Ok(())
}

/// Ways of making code: true for the timeshifter, and settings of the JIT's parameters.
const WAYS: &[(bool, &str)] = &[
    (false, "enable_opts=all"),
    (false, "enable_opts=none"),
    (false, "many_bridges=0,bridges_inlining=0"),
    (false, "many_bridges=0,trace_eagerness=1,sampled_passes=7"),
    (false, "many_bridges=1,bridges_inlining=0,trace_eagerness=2"),
    (true, "enable_opts=all"),
    (true, "bridges_inlining=0"),
    (true, "bridges_inlining=0,enable_opts=none"),
    (true, "enable_opts=none"),
];

// Two tests, so that two cores have something to do.
#[test]
fn the_same_in_all_ways() {
    all_ways(1);
}

#[test]
fn the_same_in_all_ways_again() {
    all_ways(2);
}

/// Runs random programs, fifty or `RANDOM_PROGRAMS`, in all ways; `RANDOM_SEED` is added to the seed.
fn all_ways(seed: u64) {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
    };
    let config = ProptestConfig {
        cases: number("RANDOM_PROGRAMS", 50) as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed + number("RANDOM_SEED", 0)),
        max_shrink_iters: 3000,
        ..ProptestConfig::default()
    };
    let counts = Cell::default();
    let run_all = || {
        TestRunner::new(config.clone()).run(&cases(), |case| {
            let result =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&case, &counts)));
            match result {
                Ok(r) => r.map_err(TestCaseError::fail),
                Err(_) => Err(TestCaseError::fail(format!("panic\n{}", interpreter(&case)))),
            }
        })
    };
    if let Err(e) = run_all() {
        let e = match e {
            proptest::test_runner::TestError::Fail(why, case) => format!("{why}\n{case:?}"),
            other => other.to_string(),
        };
        panic!("{e}");
    }
    let cases = u64::from(config.cases) as usize;
    let [traced, timeshifted, specialised] = counts.get();
    println!("{traced} runs traced, {timeshifted} timeshifted, {specialised} specialised");
    assert!(traced > cases / 2 && timeshifted > cases / 2, "{traced} {timeshifted}");
}
