//! Constants while tracing, if some parameters of a function are constant.

use crate::descrs::is_list;
use crate::infer::facts::Facts;
use flowmodel::analysis::places::place;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::{Const, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The parameters on which a constant depends: bit `n` stands for parameter `n`. Those behind the 64th are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Params {
    /// Parameters that must be constant.
    values: u64,
    /// Lists and arrays whose lengths must be constant.
    lengths: u64,
}

impl Params {
    /// No parameter.
    pub const NONE: Params = Params { values: 0, lengths: 0 };
    /// The values of all parameters.
    pub const ALL: Params = Params { values: u64::MAX, lengths: 0 };
    /// The value of a parameter.
    pub fn value(n: usize) -> Option<Params> {
        (n < 64).then(|| Params { values: 1 << n, ..Params::NONE })
    }
    /// The length of a parameter.
    fn length(n: usize) -> Option<Params> {
        (n < 64).then(|| Params { lengths: 1 << n, ..Params::NONE })
    }
    /// The numbers of those whose values must be constant.
    pub fn values(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |n| self.values >> n & 1 == 1)
    }
    /// The numbers of those whose lengths must be.
    pub fn lengths(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |n| self.lengths >> n & 1 == 1)
    }
    /// The parameters of both.
    pub fn with(self, other: Params) -> Params {
        Params { values: self.values | other.values, lengths: self.lengths | other.lengths }
    }
    /// These parameters, without the values of some.
    pub fn without(self, values: Params) -> Params {
        Params { values: self.values & !values.values, ..self }
    }
    /// The number of conditions.
    pub fn count(self) -> u32 {
        self.values.count_ones() + self.lengths.count_ones()
    }
}

/// Gives, for each variable of a graph, the parameters with which it is constant. Others are none.
pub struct TraceConstants(FxHashMap<VarId, Params>);

impl TraceConstants {
    /// Finds what is constant for sure.
    pub fn new(p: &Program, facts: &Facts, g: &LlGraph) -> TraceConstants {
        // What is known to vary; everything else is taken for a constant, of no parameters to begin with.
        let mut varies: FxHashMap<VarId, ()> = FxHashMap::default();
        let mut of: FxHashMap<VarId, Params> = FxHashMap::default();
        for (n, v) in g.params().iter().enumerate() {
            match Params::value(n) {
                Some(params) => _ = of.insert(*v, params),
                None => _ = varies.insert(*v, ()),
            }
        }
        let passed = passed_on(g);
        let blocks = g.reachable();
        let frozen = frozen(p, g);
        let look =
            |v: &LlValue, of: &FxHashMap<VarId, Params>, varies: &FxHashMap<VarId, ()>| match v {
                LlValue::Const(_) => Some(Params::NONE),
                LlValue::Var(v) if varies.contains_key(v) => None,
                LlValue::Var(v) => Some(of.get(v).copied().unwrap_or_default()),
            };
        loop {
            let mut news = false;
            let mut set = |v: VarId,
                           params: Option<Params>,
                           of: &mut FxHashMap<VarId, Params>,
                           varies: &mut FxHashMap<VarId, ()>| match params
            {
                _ if varies.contains_key(&v) => {}
                None => {
                    varies.insert(v, ());
                    news = true;
                }
                Some(params) => {
                    let old = of.entry(v).or_default();
                    news |= old.with(params) != *old;
                    *old = old.with(params);
                }
            };
            for b in &blocks {
                let blk = &g.blocks[*b];
                for op in &blk.operations {
                    let carried = match length_of(p, g, &passed, op) {
                        Some(params) => Carries::Of(params),
                        None => carries(p, facts, g, &frozen, op),
                    };
                    let params = match carried {
                        Carries::Nothing => None,
                        Carries::Of(params) => Some(params),
                        Carries::Operands(n) => {
                            op.args[n..].iter().try_fold(Params::NONE, |all, a| {
                                Some(all.with(look(a, &of, &varies)?))
                            })
                        }
                    };
                    set(op.result, params, &mut of, &mut varies);
                }
                for l in &blk.exits {
                    for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                        set(v, None, &mut of, &mut varies);
                    }
                    for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                        let params = look(a, &of, &varies);
                        set(*input, params, &mut of, &mut varies);
                    }
                }
            }
            if !news {
                break;
            }
        }
        of.retain(|v, _| !varies.contains_key(v));
        TraceConstants(of)
    }
    /// The parameters with which a variable is constant.
    pub fn of(&self, v: VarId) -> Option<Params> {
        self.0.get(&v).copied()
    }
}

/// Says what must be constant for the result of an operation to be.
enum Carries {
    /// It is none.
    Nothing,
    /// These.
    Of(Params),
    /// It is one if the operands from this one on are.
    Operands(usize),
}

fn carries(
    p: &Program,
    facts: &Facts,
    g: &LlGraph,
    frozen: &FxHashSet<VarId>,
    op: &SpaceOperation<Ll>,
) -> Carries {
    let is = |kind: &str| {
        let mut kinds = op.args[1..].iter().filter_map(|a| a.as_const());
        kinds.any(|c| matches!(c, Const::Text(t) if &**t == kind))
    };
    match op.op {
        LlOp::Hint if is("promote") || is("promote_string") => Carries::Of(Params::NONE),
        LlOp::Hint | LlOp::SameAs | LlOp::CastPointer | LlOp::GetArraySize => Carries::Operands(0),
        LlOp::WeAreJitted => Carries::Of(Params::NONE),
        LlOp::GetField => {
            let Type::Ptr(s) = p.value_type(g, &op.args[0]) else { return Carries::Nothing };
            let Some(Const::Field(i)) = op.args[1].as_const() else {
                return Carries::Nothing;
            };
            let m = p.types.structs[s].fields[*i as usize].mutability;
            match m.pure_in_traces() || m.is_quasi() {
                true => Carries::Operands(0),
                false => Carries::Nothing,
            }
        }
        LlOp::GetArrayItem => {
            let Type::Ptr(s) = p.value_type(g, &op.args[0]) else { return Carries::Nothing };
            let st = &p.types.structs[s];
            let stable = st.immutable_items || st.late_immutable_items;
            let frozen = op.args[0].as_var().is_some_and(|v| frozen.contains(&v));
            match stable || frozen {
                true => Carries::Operands(0),
                false => Carries::Nothing,
            }
        }
        LlOp::GetInteriorField => match place(p, g, op) {
            Some(place) if facts.changing.is_stable(place) => Carries::Operands(0),
            _ => Carries::Nothing,
        },
        LlOp::DirectCall | LlOp::IndirectCall => match call_targets(p, op) {
            Callees::Known([f]) if op.op == LlOp::DirectCall && p.funcs[*f].attrs.elidable => {
                Carries::Operands(1)
            }
            _ => Carries::Nothing,
        },
        pure if pure.is_foldable() => Carries::Operands(0),
        _ => Carries::Nothing,
    }
}

/// Gives the parameter whose length an operation reads.
fn length_of(
    p: &Program,
    g: &LlGraph,
    passed: &FxHashMap<VarId, usize>,
    op: &SpaceOperation<Ll>,
) -> Option<Params> {
    let of = passed.get(&op.args.first()?.as_var()?)?;
    let reads = match op.op {
        LlOp::GetArraySize => true,
        LlOp::GetField => match p.value_type(g, &op.args[0]) {
            Type::Ptr(s) => is_list(p, s) && op.args[1].as_const() == Some(&Const::Field(0)),
            _ => false,
        },
        _ => false,
    };
    if reads { Params::length(*of) } else { None }
}

/// The variables that are parameters everywhere, with the numbers of these.
fn passed_on(g: &LlGraph) -> FxHashMap<VarId, usize> {
    let mut found: FxHashMap<VarId, Option<usize>> =
        g.params().iter().enumerate().map(|(n, v)| (*v, Some(n))).collect();
    let blocks = g.reachable();
    // (A variable that another one comes to is the same parameter, or none. No value is known to begin with.)
    loop {
        let mut news = false;
        for b in &blocks {
            let blk = &g.blocks[*b];
            for op in &blk.operations {
                let same = match op.op {
                    LlOp::SameAs | LlOp::Hint => op.args[0].as_var(),
                    _ => None,
                };
                let Some(is) = same.map_or(Some(None), |v| found.get(&v).copied()) else {
                    continue;
                };
                news |= found.insert(op.result, is) != Some(is);
            }
            for l in &blk.exits {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    let Some(is) = a.as_var().map_or(Some(None), |v| found.get(&v).copied()) else {
                        continue;
                    };
                    let old = found.get(input).copied();
                    let is = if old.is_none_or(|old| old == is) { is } else { None };
                    news |= found.insert(*input, is) != Some(is);
                }
            }
        }
        if !news {
            return found.into_iter().filter_map(|(v, n)| Some((v, n?))).collect();
        }
    }
}

/// Variables with arrays of which the program says that nothing changes them.
fn frozen(p: &Program, g: &LlGraph) -> FxHashSet<VarId> {
    let text = |a: &LlValue| matches!(a.as_const(), Some(Const::Text(t)) if &**t == "frozen_list");
    let is_one = |op: &SpaceOperation<Ll>| match op.op {
        LlOp::Hint => op.args[1..].iter().any(text),
        LlOp::GetField => match (p.value_type(g, &op.args[0]), op.args[1].as_const()) {
            (Type::Ptr(s), Some(Const::Field(i))) => {
                p.types.structs[s].fields[*i as usize].mutability.immutable_items()
            }
            _ => false,
        },
        _ => false,
    };
    let ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
    ops.filter(|op| is_one(op)).map(|op| op.result).collect()
}
