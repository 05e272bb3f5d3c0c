//! Each rule is used by the optimiser, and what it makes computes the same.

use super::*;
use crate::common::TestEnv;
use crate::syntax::{Rule, Term};
use jitmodel::decl::Declarations;
use jitmodel::text::print_trace;
use optimizeopt::{Options, optimize_simple};

/// A trace that does what the pattern says.
struct Builder<'a> {
    trace: Trace,
    random: &'a mut Random,
    values: BTreeMap<String, OpRef>,
    env: Env,
}

impl Builder<'_> {
    fn emit(&mut self, term: &Term, kind: Kind) -> OpRef {
        match term {
            Term::Var(name) => self.values[name],
            constant if constant.is_const() => {
                let word = value(constant, &self.env).unwrap();
                self.constant(kind, word)
            }
            Term::Op(name, args) => {
                let opnum = op(name);
                let mut refs = Vec::new();
                for (arg, kind) in args.iter().zip(opnum.info().args) {
                    let ArgKind::Is(kind) = *kind else { panic!() };
                    refs.push(self.emit(arg, kind));
                }
                if opnum.has(jitmodel::effects::COMMUTATIVE) && self.random.below(2) == 0 {
                    refs.reverse();
                }
                self.trace.record(opnum, &refs)
            }
            other => panic!("{other:?}"),
        }
    }

    fn constant(&mut self, kind: Kind, word: i64) -> OpRef {
        match kind {
            Kind::Float => self.trace.const_float_bits(word as u64),
            Kind::Ref => self.trace.const_ref(RefConst::Null),
            _ => self.trace.const_int(word),
        }
    }

    fn guard(&mut self, v: OpRef) {
        let slots = self.trace.inputarg_refs().collect();
        let frame = SnapshotFrame { parent: None, jitcode: 0, pc: 1, slots };
        let frame = self.trace.add_snapshot(frame);
        self.trace.record_guard(ResOp::GuardTrue, &[v], Some(frame));
    }
}

/// The value of the trace's `finish`, or `None` if a guard fails before.
fn run(trace: &Trace, inputs: &[i64]) -> Option<i64> {
    let mut env = inputs.to_vec();
    for op in &trace.ops {
        let word = |a: OpRef| match trace.const_value(a) {
            Some(ConstValue::Int(i)) => i,
            Some(ConstValue::Float(bits)) => bits as i64,
            Some(ConstValue::Ref(_)) => 0,
            None => env[a.index()],
        };
        let args: Vec<i64> = op.args.iter().map(|&a| word(a)).collect();
        env.push(match op.opnum {
            ResOp::Finish => return Some(args[0]),
            ResOp::Label => 0,
            ResOp::GuardTrue | ResOp::GuardNonnull if args[0] == 0 => return None,
            ResOp::GuardFalse | ResOp::GuardIsnull if args[0] != 0 => return None,
            ResOp::GuardValue if args[0] != args[1] => return None,
            opnum if opnum.is_guard() => 0,
            opnum => opnum.on_words(&args).unwrap(),
        });
    }
    panic!("no finish")
}

/// Makes a trace in one of several ways: conditions become guards, values may be masked or constant.
fn attempt(rule: &Rule, number: usize, random: &mut Random, decls: &Declarations) -> bool {
    let names = names(rule);
    let env: Option<Env> = (0..200).find_map(|_| {
        let env: Env = names.iter().map(|(n, k)| (n.clone(), random.for_name(*k))).collect();
        let known = |c: &&Term| c.is_const();
        let consts = rule.conditions.iter().filter(known).all(|c| value(c, &env) == Some(1));
        (consts && value(&rule.pattern, &env).is_some()).then_some(env)
    });
    let Some(mut env) = env else { return false };
    let way = random.below(3);
    let values: Vec<(String, Kind)> = names
        .iter()
        .filter_map(|(n, k)| match k {
            Name::Value(kind) => Some((n.clone(), *kind)),
            _ => None,
        })
        .collect();
    let fixed: Vec<bool> = values
        .iter()
        .map(|v| v.1 == Kind::Int && values.len() > 1 && way == 1 && random.below(2) == 0)
        .collect();
    let kinds: Vec<Kind> = values.iter().map(|v| v.1).collect();
    let trace = Trace::new("rule", &kinds);
    let mut b = Builder { trace, random, values: BTreeMap::new(), env: env.clone() };
    for (n, (name, kind)) in values.iter().enumerate() {
        let mut v = b.trace.inputarg(n);
        if fixed[n] {
            v = b.constant(*kind, env[name]);
        } else if *kind == Kind::Int && way == 2 {
            let mask = b.random.int();
            let mask = b.trace.const_int(mask);
            v = b.trace.record(ResOp::IntAnd, &[v, mask]);
        }
        b.values.insert(name.clone(), v);
    }
    for condition in rule.conditions.iter().filter(|c| !c.is_const()) {
        let test = b.emit(condition, Kind::Int);
        if !test.is_const() {
            b.guard(test);
        }
    }
    let result = b.emit(&rule.pattern, Kind::Int);
    b.trace.record(ResOp::Finish, &[result]);
    let trace = b.trace;
    let before = optimizeopt::rules::fired()[number];
    let mut test_env = TestEnv::new(decls);
    let Ok(out) = optimize_simple(&trace, &decls.descrs, &mut test_env, Options::default()) else {
        return false;
    };
    let used = optimizeopt::rules::fired()[number] > before;
    for _ in 0..100 {
        for (n, (name, kind)) in values.iter().enumerate() {
            if !fixed[n] {
                env.insert(name.clone(), random.for_name(Name::Value(*kind)));
            }
        }
        let inputs: Vec<i64> = values.iter().map(|v| env[&v.0]).collect();
        let defined = std::panic::catch_unwind(|| run(&trace, &inputs)).ok();
        if let Some(expected) = defined {
            let got = run(&out.trace, &inputs);
            let kind = result_kind(rule);
            let equal = match (expected, got) {
                (Some(a), Some(b)) => same(kind, a, b),
                (a, b) => a == b,
            };
            let (before, after) =
                (print_trace(&trace, decls.env()), print_trace(&out.trace, decls.env()));
            assert!(equal, "{}: {inputs:?}: {expected:?} {got:?}\n{before}\n{after}", rule.text);
        }
    }
    used
}

#[test]
fn the_optimiser_uses_each_rule() {
    // Undefined quotients are found by running into them.
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        if !text.contains("Undefined") {
            eprintln!("{text}");
        }
    }));
    let decls = Declarations::default();
    let mut random = Random(11);
    let mut unused = Vec::new();
    for (number, rule) in rules().iter().enumerate() {
        if !(0..400).any(|_| attempt(rule, number, &mut random, &decls)) {
            unused.push(rule.text.clone());
        }
    }
    let _ = std::panic::take_hook();
    assert!(unused.is_empty(), "{} rules are never used:\n{}", unused.len(), unused.join("\n"));
}
