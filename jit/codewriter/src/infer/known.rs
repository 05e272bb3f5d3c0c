//! Constants while tracing, if some parameters of a function are constant.

use crate::infer::facts::Facts;
use crate::markers::find_marker;
use flowmodel::analysis::places::place;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::{ExitSwitch, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The parameters on which a constant depends, by bit.
pub type Params = u64;

/// Gives, for each variable of a graph, the parameters with which it is constant. Others are none.
pub struct TraceConstants(FxHashMap<VarId, Params>);

impl TraceConstants {
    /// Finds what is constant for sure.
    pub fn new(p: &Program, facts: &Facts, g: &LlGraph) -> TraceConstants {
        TraceConstants::with(p, facts, g, false)
    }
    /// Finds what may be constant: green variables are, and the library's functions give constants for
    /// constants.
    pub fn possibly(p: &Program, facts: &Facts, g: &LlGraph) -> TraceConstants {
        TraceConstants::with(p, facts, g, true)
    }
    fn with(p: &Program, facts: &Facts, g: &LlGraph, possibly: bool) -> TraceConstants {
        // What is known to vary; everything else is taken for a constant, of no parameters to begin with.
        let mut varies: FxHashMap<VarId, ()> = FxHashMap::default();
        let mut of: FxHashMap<VarId, Params> = FxHashMap::default();
        for (n, v) in g.params().iter().enumerate() {
            match n < 64 {
                true => _ = of.insert(*v, 1 << n),
                false => _ = varies.insert(*v, ()),
            }
        }
        let blocks = g.reachable();
        let frozen = frozen(p, g);
        let greens = if possibly { greens(p, g) } else { FxHashSet::default() };
        let look =
            |v: &LlValue, of: &FxHashMap<VarId, Params>, varies: &FxHashMap<VarId, ()>| match v {
                LlValue::Const(_) => Some(0),
                LlValue::Var(v) if varies.contains_key(v) => None,
                LlValue::Var(v) => Some(of.get(v).copied().unwrap_or(0)),
            };
        loop {
            let mut news = false;
            let mut set = |v: VarId,
                           params: Option<Params>,
                           of: &mut FxHashMap<VarId, Params>,
                           varies: &mut FxHashMap<VarId, ()>| match params
            {
                _ if varies.contains_key(&v) || greens.contains(&v) => {}
                None => {
                    varies.insert(v, ());
                    news = true;
                }
                Some(params) => {
                    let old = of.entry(v).or_insert(0);
                    news |= *old | params != *old;
                    *old |= params;
                }
            };
            for b in &blocks {
                let blk = &g.blocks[*b];
                for op in &blk.operations {
                    let helper = || match op.args.first().and_then(|a| a.as_const()) {
                        Some(flowmodel::Const::Func(f)) => p.funcs[*f].attrs.helper,
                        _ => false,
                    };
                    let carried = match possibly && op.op == LlOp::DirectCall && helper() {
                        true => Carries::Operands(1),
                        false => carries(p, facts, g, &frozen, op),
                    };
                    let params = match carried {
                        Carries::Nothing => None,
                        Carries::Known => Some(0),
                        Carries::Operands(n) => op.args[n..]
                            .iter()
                            .try_fold(0, |all, a| Some(all | look(a, &of, &varies)?)),
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
    /// Gives the parameters that the switch of a block depends on, if it is constant.
    pub fn switch(&self, switch: &ExitSwitch) -> Option<Params> {
        match switch {
            ExitSwitch::Var(v) => self.of(*v),
            _ => None,
        }
    }
}

/// Says what must be constant for the result of an operation to be.
enum Carries {
    /// It is none.
    Nothing,
    /// It is one.
    Known,
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
        kinds.any(|c| matches!(c, flowmodel::Const::Text(t) if &**t == kind))
    };
    match op.op {
        LlOp::Hint if is("promote") || is("promote_string") => Carries::Known,
        LlOp::Hint | LlOp::SameAs | LlOp::CastPointer | LlOp::GetArraySize => Carries::Operands(0),
        LlOp::WeAreJitted => Carries::Known,
        LlOp::GetField => {
            let Type::Ptr(s) = p.value_type(g, &op.args[0]) else { return Carries::Nothing };
            let Some(flowmodel::Const::Field(i)) = op.args[1].as_const() else {
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

/// The green variables of merge points.
fn greens(p: &Program, g: &LlGraph) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for (b, i, driver) in find_marker(g, "jit_merge_point") {
        let n = p.jitdrivers.get(driver).map_or(0, |d| d.greens.len());
        let args = g.blocks[b].operations[i].args.iter().skip(2).take(n);
        found.extend(args.filter_map(|a| a.as_var()));
    }
    found
}

/// Variables with arrays of which the program says that nothing changes them.
fn frozen(p: &Program, g: &LlGraph) -> FxHashSet<VarId> {
    let text = |a: &LlValue| matches!(a.as_const(), Some(flowmodel::Const::Text(t)) if &**t == "frozen_list");
    let is_one = |op: &SpaceOperation<Ll>| match op.op {
        LlOp::Hint => op.args[1..].iter().any(text),
        LlOp::GetField => match (p.value_type(g, &op.args[0]), op.args[1].as_const()) {
            (Type::Ptr(s), Some(flowmodel::Const::Field(i))) => {
                p.types.structs[s].fields[*i as usize].mutability.immutable_items()
            }
            _ => false,
        },
        _ => false,
    };
    let ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
    ops.filter(|op| is_one(op)).map(|op| op.result).collect()
}
