//! The rewrite rules: each is true for all values at 8 bits, for many at 64 bits, and for all there as far as an SMT solver
//! (z3, where it is installed) can say; and the optimiser uses each.

mod reach;
mod smt;

use crate::syntax::{Rule, Term};
use jitmodel::*;
use std::collections::BTreeMap;

fn rules() -> Vec<Rule> {
    let mut all = Vec::new();
    for name in ["integers", "floats", "pointers"] {
        let path = format!("{}/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"));
        all.extend(crate::syntax::parse(&std::fs::read_to_string(path).unwrap()).unwrap());
    }
    assert!(all.iter().map(|r| r.text.as_str()).eq(optimizeopt::rules::RULES.iter().copied()));
    all
}

fn op(name: &str) -> ResOp {
    ResOp::by_name(name).unwrap()
}

/// Names of a rule, with their kinds.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Name {
    Value(Kind),
    Const(Kind),
    /// The number of a bit.
    Power,
}

fn names(rule: &Rule) -> BTreeMap<String, Name> {
    fn walk(term: &Term, kind: Kind, out: &mut BTreeMap<String, Name>) {
        match term {
            Term::Var(name) => {
                out.insert(name.clone(), Name::Value(kind));
            }
            Term::Const(name) => {
                out.entry(name.clone()).or_insert(Name::Const(kind));
            }
            Term::Power(name) => {
                out.insert(name.clone(), Name::Power);
            }
            Term::Op(name, args) => {
                for (arg, kind) in args.iter().zip(op(name).info().args) {
                    let ArgKind::Is(kind) = *kind else { panic!("{name}") };
                    walk(arg, kind, out);
                }
            }
            _ => {}
        }
    }
    let mut out = BTreeMap::new();
    walk(&rule.pattern, Kind::Int, &mut out);
    out
}

type Env = BTreeMap<String, i64>;

/// The value of a term at 64 bits; `None` if it is not defined.
fn value(term: &Term, env: &Env) -> Option<i64> {
    Some(match term {
        Term::Var(name) | Term::Const(name) => env[name],
        Term::Power(name) => 1 << env[name],
        Term::Int(i) => *i,
        Term::Float(f) => f.to_bits() as i64,
        Term::Named(n) => n.value(64),
        Term::Null | Term::Keep => 0,
        Term::Op(name, args) => {
            let words: Option<Vec<i64>> = args.iter().map(|a| value(a, env)).collect();
            op(name).on_words(&words?).ok()?
        }
    })
}

/// Same bits; one NaN is as good as another.
fn same(kind: Kind, a: i64, b: i64) -> bool {
    let nan = |w: i64| f64::from_bits(w as u64).is_nan();
    a == b || kind == Kind::Float && nan(a) && nan(b)
}

fn result_kind(rule: &Rule) -> Kind {
    let Term::Op(name, _) = &rule.pattern else { panic!() };
    op(name).result()
}

const BITS: u32 = 8;
const UNDEFINED: u16 = 0x100;

/// The meaning of an operation on integers of 8 bits, by both operands. Signed operands are extended with the sign, unsigned
/// ones with zeros; the low bits of the result count.
fn table(opnum: ResOp) -> Vec<u16> {
    let (letters, _) = opnum.meaning_text().unwrap();
    let letters: Vec<&str> = letters.split(' ').collect();
    let extend = |n: usize, v: u16| match letters.get(n) {
        Some(&"u") => v as i64,
        _ => v as u8 as i8 as i64,
    };
    let mut out = Vec::new();
    for a in 0..256u16 {
        for b in 0..256u16 {
            let mut words = vec![extend(0, a), extend(1, b)];
            words.truncate(letters.len());
            if opnum == ResOp::UintMulHigh {
                words[0] <<= 64 - BITS;
            }
            out.push(opnum.on_words(&words).map_or(UNDEFINED, |v| v as u8 as u16));
        }
    }
    out
}

#[derive(Default)]
struct Tables(std::collections::HashMap<String, Vec<u16>>);

impl Tables {
    fn add(&mut self, term: &Term) {
        if let Term::Op(name, args) = term {
            self.0.entry(name.clone()).or_insert_with(|| table(op(name)));
            args.iter().for_each(|a| self.add(a));
        }
    }

    /// The values of a term for all values of the last name.
    fn values(&self, term: &Term, names: &[String], env: &[u16]) -> Vec<u16> {
        let place = |name: &String| names.iter().position(|n| n == name).unwrap();
        let of = |name: &String, f: &dyn Fn(u16) -> u16| match place(name) {
            last if last + 1 == names.len() => (0..256).map(f).collect(),
            other => vec![f(env[other]); 256],
        };
        match term {
            Term::Var(name) | Term::Const(name) => of(name, &|v| v),
            Term::Power(name) => of(name, &|v| if v < 8 { 1 << v } else { UNDEFINED }),
            Term::Int(i) => vec![*i as u8 as u16; 256],
            Term::Named(n) => vec![n.value(BITS) as u8 as u16; 256],
            Term::Op(name, args) => {
                let table = &self.0[name];
                let a = self.values(&args[0], names, env);
                let b = args.get(1).map_or_else(|| vec![0; 256], |b| self.values(b, names, env));
                let pairs = a.into_iter().zip(b);
                pairs
                    .map(|(a, b)| match a | b >= UNDEFINED {
                        true => UNDEFINED,
                        false => table[(a << 8 | b) as usize],
                    })
                    .collect()
            }
            other => panic!("{other:?}"),
        }
    }
}

fn is_integer(rule: &Rule) -> bool {
    fn walk(term: &Term) -> bool {
        match term {
            Term::Op(name, args) => {
                let kinds = op(name).info().args;
                op(name).result() == Kind::Int
                    && kinds.iter().all(|k| *k == ArgKind::Is(Kind::Int))
                    && args.iter().all(walk)
            }
            _ => true,
        }
    }
    walk(&rule.pattern)
}

#[test]
fn all_values_of_8_bits() {
    let rules: Vec<Rule> =
        rules().into_iter().filter(|r| is_integer(r) && r.replacement != Term::Keep).collect();
    let mut tables = Tables::default();
    for rule in &rules {
        for term in [&rule.pattern, &rule.replacement].into_iter().chain(&rule.conditions) {
            tables.add(term);
        }
    }
    let tables = &tables;
    std::thread::scope(|scope| {
        for part in rules.chunks(rules.len().div_ceil(2)) {
            scope.spawn(move || part.iter().for_each(|r| check_8_bits(r, tables)));
        }
    });
}

fn check_8_bits(rule: &Rule, tables: &Tables) {
    let kinds = names(rule);
    let names: Vec<String> = kinds.keys().cloned().collect();
    assert!(names.len() <= 3, "{}: too many names for all their values", rule.text);
    let mut applied = 0;
    let mut env = vec![0u16; names.len()];
    'all: loop {
        let ok: Vec<Vec<u16>> =
            rule.conditions.iter().map(|c| tables.values(c, &names, &env)).collect();
        let holds = |n: usize| ok.iter().all(|c| c[n] == 1);
        if (0..256).any(holds) {
            let before = tables.values(&rule.pattern, &names, &env);
            let after = tables.values(&rule.replacement, &names, &env);
            for n in (0..256).filter(|&n| before[n] != UNDEFINED && holds(n)) {
                applied += 1;
                assert!(before[n] == after[n], "{}: {names:?} = {env:?} {n}", rule.text);
            }
        }
        for value in env.iter_mut().rev().skip(1) {
            *value += 1;
            if *value < 256 {
                continue 'all;
            }
            *value = 0;
        }
        break;
    }
    // (Constants that 8 bits do not hold never let some rules for narrow integers apply.)
    assert!(applied > 0 || rule.text.contains("signext"), "{} never applies", rule.text);
}

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58476d1ce4e5b9) ^ self.0 >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 8) % n
    }

    fn int(&mut self) -> i64 {
        let special =
            [0, 1, -1, 2, 3, 7, 8, 63, 64, 65, 127, 128, 255, 256, 65535, i64::MAX, i64::MIN];
        match self.below(6) {
            0 | 1 => special[self.below(special.len() as u64) as usize],
            2 => 1i64.wrapping_shl(self.next() as u32).wrapping_sub(self.below(3) as i64),
            3 => self.below(64) as i64,
            4 => (self.next() as i64) >> self.below(64),
            _ => self.next() as i64,
        }
    }

    fn float(&mut self) -> f64 {
        let special = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.0,
            0.5,
            -0.25,
            3.0,
            1e308,
            -1e308,
            5e-324,
            -5e-324,
            f64::MIN_POSITIVE,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            0.1,
            9007199254740993.0,
            1048576.0,
        ];
        match self.below(3) {
            0 => special[self.below(special.len() as u64) as usize],
            1 => f64::from_bits(self.next()),
            // Powers of two.
            _ => f64::from_bits(self.below(2047) << 52),
        }
    }

    fn for_name(&mut self, name: Name) -> i64 {
        match name {
            Name::Power => self.below(64) as i64,
            Name::Value(Kind::Float) | Name::Const(Kind::Float) => self.float().to_bits() as i64,
            Name::Value(Kind::Ref) | Name::Const(Kind::Ref) => self.below(3) as i64,
            _ => self.int(),
        }
    }
}

#[test]
fn many_values_of_64_bits() {
    let mut random = Random(7);
    for rule in rules().iter().filter(|r| r.replacement != Term::Keep) {
        let names = names(rule);
        let (kind, mut applied) = (result_kind(rule), 0);
        for _ in 0..5_000 {
            let env: Env = names.iter().map(|(n, k)| (n.clone(), random.for_name(*k))).collect();
            let Some(before) = value(&rule.pattern, &env) else { continue };
            if !rule.conditions.iter().all(|c| value(c, &env) == Some(1)) {
                continue;
            }
            applied += 1;
            let after = value(&rule.replacement, &env);
            assert!(
                after.is_some_and(|a| same(kind, a, before)),
                "{}: {env:?}: {before} became {after:?}",
                rule.text
            );
        }
        assert!(applied > 0, "{}: no values found for which it holds", rule.text);
    }
}
