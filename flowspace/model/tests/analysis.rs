//! The effect facts of random programs: as a model says that knows only of statements and calls, growing with what functions do,
//! and the same when computed anew and when brought up to date.

use flowmodel::analysis::{EffectFacts, Effects, Place};
use flowmodel::text::parse_program;
use flowmodel::verify::verify_program;
use flowmodel::{FuncId, Program};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;

const PRELUDE: &str = r#"level rtyped
struct #vtable { subclassrange_min: Signed immutable, subclassrange_max: Signed immutable }
struct #object gc { typeptr: *#vtable immutable }
struct #Node gc { value: Signed, next: *#Node }
struct #Ints gc {} items Signed
struct #Raw {} items Signed
struct #Foreign { x: Signed } items Char
struct #Holder { f: fn(Signed, *#Node) -> Signed }
object $Exception: #vtable { 1, 10 }
object $MemoryError: #vtable { 3, 4 }
object $ValueError: #vtable { 4, 6 }
object $OverflowError: #vtable { 6, 7 }
object $i_ValueError: #object { $ValueError }
object $i_RecursionError: #object { $Exception }
object $holder: #Holder { @f0 }
exc object #object
exc vtable #vtable
exc class "Exception" = $Exception
exc class "MemoryError" = $MemoryError
exc class "ValueError" = $ValueError
exc class "OverflowError" = $OverflowError
exc instance "RecursionError" = $i_RecursionError
external @plain(Signed) -> Signed [cannot_raise] = "plain"
external @takes(*#Ints) -> Signed [cannot_raise, elidable] = "takes"
external @calls_back(Signed) -> Signed = "calls_back" can_collect
"#;

/// A statement of a random function.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stmt {
    Load,
    Store,
    New,
    NewOrNot,
    IdentityHash,
    RawNew,
    RawFree,
    ForeignStore,
    CopyIn,
    Collect,
    Hint,
    Raise,
    Ovf,
    NoOvf,
    Loop,
    External,
    TakesItems,
    CallsBack,
    CallAny,
    CallFamily,
    Call(usize),
    CallCaught(usize),
    CallPartlyCaught(usize),
}

#[derive(Clone, Debug)]
struct Func {
    body: Vec<Stmt>,
    no_collect: bool,
}

/// Functions that the family has, as far as they exist.
const FAMILY: usize = 2;

fn stmt() -> impl Strategy<Value = Stmt> {
    use Stmt::*;
    prop_oneof![
        4 => proptest::sample::select(vec![
            Load, Store, New, NewOrNot, IdentityHash, RawNew, RawFree, ForeignStore, CopyIn, Collect, Hint, Raise, Ovf, NoOvf, Loop,
        ]),
        1 => proptest::sample::select(vec![External, TakesItems, CallFamily]),
        3 => (0..8usize, 0..3).prop_map(|(f, how)| match how {
            0 => Call(f),
            1 => CallCaught(f),
            _ => CallPartlyCaught(f),
        }),
    ]
}

/// Rarely, since it makes everything else invisible.
fn any_stmt() -> impl Strategy<Value = Stmt> {
    use Stmt::*;
    prop_oneof![30 => stmt(), 1 => proptest::sample::select(vec![CallsBack, CallAny])]
}

fn func() -> impl Strategy<Value = Func> {
    (vec(any_stmt(), 0..5), proptest::bool::weighted(0.1))
        .prop_map(|(body, no_collect)| Func { body, no_collect })
}

fn funcs() -> impl Strategy<Value = Vec<Func>> {
    vec(func(), 1..8)
}

fn callee(funcs: &[Func], f: usize) -> usize {
    f % funcs.len()
}

fn text(funcs: &[Func]) -> String {
    let family: Vec<_> = (0..funcs.len().min(FAMILY)).map(|f| format!("@f{f}")).collect();
    let mut s = format!("{PRELUDE}\nfamily &0 = [{}]\n", family.join(", "));
    for (i, f) in funcs.iter().enumerate() {
        let attrs = if f.no_collect { " [no_collect]" } else { "" };
        writeln!(s, "graph @f{i}(%n: Signed, %p: *#Node) -> Signed{attrs} {{").unwrap();
        writeln!(s, "block0(%n, %p):\n    goto block1(%n, %p)").unwrap();
        for (k, stmt) in f.body.iter().enumerate() {
            let b = k + 1;
            let next = format!("block{}(%n{b}, %p{b})", b + 1);
            let (x, n, p) = (format!("%x{b}"), format!("%n{b}"), format!("%p{b}"));
            let go = format!("goto {next}");
            let call =
                |f: &usize| format!("{x}: Signed = direct_call @f{}, {n}, {p}", callee(funcs, *f));
            let catch = |class: &str| format!("catch -> {next}, {class}(%t{b}, %v{b}) -> {next}");
            let pointer = format!(
                "%h{b}: fn(Signed, *#Node) -> Signed = getfield $holder, .f\n    {x}: Signed = indirect_call %h{b}, {n}, {p}"
            );
            let (ops, end) = match stmt {
                Stmt::Load => (format!("{x}: Signed = getfield {p}, .value"), go),
                Stmt::Store => (format!("setfield {p}, .value, {n}"), go),
                Stmt::New => {
                    (format!("{x}: *#Node = malloc #Node\n    setfield {x}, .next, {p}"), go)
                }
                Stmt::NewOrNot => (format!("{x}: *#Node = malloc #Node"), catch("$Exception")),
                Stmt::IdentityHash => (format!("{x}: Signed = gc_identityhash {p}"), go),
                Stmt::RawNew => (format!("{x}: *#Raw = raw_malloc_struct #Raw, 1"), go),
                Stmt::RawFree => ("raw_free_struct null(*#Raw)".into(), go),
                Stmt::ForeignStore => (format!("setfield null(*#Foreign), .x, {n}"), go),
                Stmt::CopyIn => {
                    (format!("copy_raw_to_string null(Address), null(*#Foreign), 0, {n}"), go)
                }
                Stmt::Collect => ("gc__collect".into(), go),
                Stmt::Hint => (format!("{x}: Signed = hint {n}, \"promote\""), go),
                Stmt::Raise => (
                    format!("{x}: Bool = int_gt {n}, 0"),
                    format!("if {x} then {next} else raise($ValueError, $i_ValueError)"),
                ),
                Stmt::Ovf => (format!("{x}: Signed = int_add_ovf {n}, 1"), catch("$OverflowError")),
                Stmt::NoOvf => (format!("{x}: Signed = int_add_ovf {n}, 1"), go),
                Stmt::Loop => (
                    format!("{x}: Bool = int_gt {n}, 0"),
                    format!("if {x} then {next} else block1({n}, {p})"),
                ),
                Stmt::External => (format!("{x}: Signed = direct_call @plain, {n}"), go),
                Stmt::TakesItems => (format!("{x}: Signed = direct_call @takes, null(*#Ints)"), go),
                Stmt::CallsBack => (format!("{x}: Signed = direct_call @calls_back, {n}"), go),
                Stmt::CallAny => (format!("{pointer}, void"), go),
                Stmt::CallFamily => (format!("{pointer}, &0"), go),
                Stmt::Call(f) => (call(f), go),
                Stmt::CallCaught(f) => (call(f), catch("$Exception")),
                Stmt::CallPartlyCaught(f) => (call(f), catch("$ValueError")),
            };
            writeln!(s, "block{b}({n}: Signed, {p}: *#Node):\n    {ops}\n    {end}").unwrap();
        }
        let b = f.body.len() + 1;
        writeln!(s, "block{b}(%n{b}: Signed, %p{b}: *#Node):\n    return %n{b}\n}}").unwrap();
    }
    s
}

fn program(funcs: &[Func]) -> Program {
    let text = text(funcs);
    let mut p = parse_program(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    // Of foreign containers the text format says nothing.
    let foreign = p.types.structs.iter().find(|(_, s)| &*s.name == "Foreign").expect("a struct").0;
    p.types.structs[foreign].foreign = true;
    verify_program(&p).unwrap_or_else(|e| panic!("{e}\n{text}"));
    p
}

/// Holds what the model says of a function: [`Effects`] with names for places.
#[derive(Clone, PartialEq, Debug, Default)]
struct Facts {
    reads: BTreeSet<String>,
    writes: BTreeSet<String>,
    random: bool,
    memory_error: bool,
    raises: bool,
    collects: bool,
    side: bool,
}

impl Facts {
    fn of(p: &Program, facts: &EffectFacts, e: &Effects) -> Facts {
        let name = |place: Place| match place {
            Place::Field(s, i) => {
                let st = &p.types.structs[s];
                format!("{}.{}", st.name, st.fields[i as usize].name)
            }
            Place::Items(s) => format!("{}[]", p.types.structs[s].name),
            Place::ItemField(s, i) => format!("{}[].{i}", p.types.structs[s].name),
            Place::Raw => "raw".into(),
        };
        let names = |set| facts.places(set).into_iter().map(name).collect();
        Facts {
            reads: names(&e.reads),
            writes: names(&e.writes),
            random: e.random,
            memory_error: e.memory_error,
            raises: e.raises,
            collects: e.collects,
            side: e.side,
        }
    }
    fn unknown() -> Facts {
        let (random, memory_error, raises, collects, side) = (true, true, true, true, true);
        Facts { random, memory_error, raises, collects, side, ..Facts::default() }
    }
    fn add(&mut self, o: &Facts, caught: bool) {
        self.reads.extend(o.reads.iter().cloned());
        self.writes.extend(o.writes.iter().cloned());
        self.random |= o.random;
        self.memory_error |= o.memory_error && !caught;
        self.raises |= o.raises && !caught;
        self.collects |= o.collects;
        self.side |= o.side;
    }
    fn is_within(&self, o: &Facts) -> bool {
        let memory = self.reads.is_subset(&o.reads) && self.writes.is_subset(&o.writes);
        (o.random || memory && !self.random)
            && self.memory_error <= o.memory_error
            && self.raises <= o.raises
            && self.collects <= o.collects
            && self.side <= o.side
    }
}

/// The known callees of a statement, and whether all exceptions are caught.
fn calls(funcs: &[Func], s: Stmt) -> (Vec<usize>, bool) {
    match s {
        Stmt::Call(f) | Stmt::CallPartlyCaught(f) => (vec![callee(funcs, f)], false),
        Stmt::CallCaught(f) => (vec![callee(funcs, f)], true),
        Stmt::CallFamily => ((0..funcs.len().min(FAMILY)).collect(), false),
        _ => (vec![], false),
    }
}

fn own(s: Stmt) -> Facts {
    let mut e = Facts::default();
    let mut touch = |read: &str, write: &str| {
        e.reads.extend((!read.is_empty()).then(|| read.to_string()));
        e.writes.extend((!write.is_empty()).then(|| write.to_string()));
    };
    match s {
        Stmt::Load => touch("Node.value", ""),
        Stmt::Store => touch("", "Node.value"),
        Stmt::New => (e.memory_error, e.collects) = (true, true),
        Stmt::NewOrNot => e.collects = true,
        Stmt::RawNew => e.memory_error = true,
        Stmt::RawFree => {
            touch("", "raw");
            e.side = true;
        }
        Stmt::ForeignStore => touch("", "raw"),
        Stmt::CopyIn => touch("raw", "raw"),
        Stmt::Collect => (e.collects, e.side) = (true, true),
        Stmt::Hint => e.side = true,
        Stmt::Raise | Stmt::Ovf => e.raises = true,
        Stmt::External => {
            touch("raw", "raw");
            e.side = true;
        }
        Stmt::TakesItems => {
            touch("raw", "Ints[]");
            touch("Ints[]", "");
        }
        Stmt::CallFamily => touch("Holder.f", ""),
        Stmt::CallsBack | Stmt::CallAny => return Facts::unknown(),
        _ => {}
    }
    e
}

/// Functions that a function can reach by calls.
fn reach(funcs: &[Func], from: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(f) = work.pop() {
        for c in funcs[f].body.iter().flat_map(|s| calls(funcs, *s).0) {
            if seen.insert(c) {
                work.push(c);
            }
        }
    }
    seen
}

fn model(funcs: &[Func]) -> Vec<Facts> {
    let mut all = vec![Facts::default(); funcs.len()];
    loop {
        let mut next = all.clone();
        for (i, f) in funcs.iter().enumerate() {
            for s in &f.body {
                next[i].add(&own(*s), false);
                let (callees, caught) = calls(funcs, *s);
                callees.iter().for_each(|c| next[i].add(&all[*c], caught));
            }
            next[i].raises |= reach(funcs, i).contains(&i);
            next[i].collects &= !f.no_collect;
        }
        if next == all {
            break;
        }
        all = next;
    }
    for f in all.iter_mut().filter(|f| f.random) {
        f.reads.clear();
        f.writes.clear();
    }
    all
}

fn by_name(p: &Program, i: usize) -> FuncId {
    p.func_by_name(&format!("f{i}")).expect("a function")
}

fn all_facts(p: &Program, facts: &EffectFacts, n: usize) -> Vec<Facts> {
    (0..n).map(|i| Facts::of(p, facts, facts.func(by_name(p, i)))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn facts_are_those_of_the_model(funcs in funcs()) {
        let p = program(&funcs);
        let facts = EffectFacts::new(&p);
        let got = all_facts(&p, &facts, funcs.len());
        for (i, (got, want)) in got.iter().zip(model(&funcs)).enumerate() {
            prop_assert_eq!(got, &want, "f{} of\n{}", i, text(&funcs));
        }
    }

    #[test]
    fn another_statement_shrinks_no_fact(
        (funcs, at, k, s) in (funcs(), any::<usize>(), any::<usize>(), any_stmt())
    ) {
        let mut more = funcs.clone();
        let body = &mut more[at % funcs.len()].body;
        body.insert(k % (body.len() + 1), s);
        let (p, q) = (program(&funcs), program(&more));
        let before = all_facts(&p, &EffectFacts::new(&p), funcs.len());
        let after = all_facts(&q, &EffectFacts::new(&q), funcs.len());
        for (a, b) in before.iter().zip(&after) {
            prop_assert!(a.is_within(b), "{:?} after {:?}", b, a);
        }
    }

    #[test]
    fn facts_brought_up_to_date_are_new_ones(
        (funcs, changes) in funcs().prop_flat_map(|f| {
            let n = f.len();
            (Just(f), vec(vec((0..n, func()), 1..4), 1..4))
        })
    ) {
        let mut now = funcs;
        let mut p = program(&now);
        let mut facts = EffectFacts::new(&p);
        for round in changes {
            let changed: Vec<FuncId> = round.iter().map(|(i, _)| by_name(&p, *i)).collect();
            for (i, f) in round {
                now[i].body = f.body;
            }
            let q = program(&now);
            for f in p.funcs.keys().collect::<Vec<_>>() {
                p.funcs[f].body = q.funcs[f].body.clone();
            }
            facts.update(&p, &changed);
            let new = EffectFacts::new(&p);
            prop_assert_eq!(all_facts(&p, &facts, now.len()), all_facts(&p, &new, now.len()));
            prop_assert!(facts.calls() == new.calls());
        }
    }

    /// Each recursion comes to one of the functions that test for stack overflow.
    #[test]
    fn no_recursion_without_a_back_edge(funcs in funcs()) {
        let p = program(&funcs);
        let facts = EffectFacts::new(&p);
        let checks = facts.calls().back_edge_targets(&p);
        let recursive = facts.calls().recursive(&p);
        let mut rest = funcs.clone();
        for (i, f) in rest.iter_mut().enumerate() {
            prop_assert_eq!(recursive.contains(&by_name(&p, i)), reach(&funcs, i).contains(&i));
            if checks.contains(&by_name(&p, i)) {
                f.body.clear();
            }
        }
        for i in 0..rest.len() {
            prop_assert!(!reach(&rest, i).contains(&i), "f{}", i);
        }
    }
}

/// Tests that no handler is known to catch everything in a program that names no exception class.
#[test]
fn without_classes_nothing_is_surely_caught() {
    let funcs =
        [vec![Stmt::CallCaught(1)], vec![Stmt::Raise]].map(|body| Func { body, no_collect: false });
    let mut p = program(&funcs);
    assert!(!EffectFacts::new(&p).func(by_name(&p, 0)).can_raise());
    p.exc.classes.clear();
    assert!(EffectFacts::new(&p).func(by_name(&p, 0)).can_raise());
}
