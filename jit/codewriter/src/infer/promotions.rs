//! Objects of which there is one, and objects that stand for parts of the guest program: promotions without a hint.
//!
//! * A red variable whose type has one object (the machine, which has the tables of functions and the globals) is promoted at
//!   the merge point: the test never fails.
//! * What the guest program's loader made (classes, code, nodes: nothing that the merge point's function calls makes more of
//!   them) is promoted where it is read from an object of the running guest program and its constant fields are wanted, and where it
//!   is given to an elidable function. An author who promotes anything knows better: nothing is done then.

use crate::infer::facts::{Facts, MergePoint};
use crate::infer::known::Params;
use flowmodel::analysis::frequency::Frequency;
use flowmodel::analysis::loops::in_loops;
use flowmodel::analysis::places::declaring;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::surgery::rename_uses;
use flowmodel::{
    BlockId, Const, FuncId, Ll, LlGraph, LlOp, Program, SpaceOperation, StructId, Type, Value,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place for a promotion: function, block, in front of which operation, variable.
pub type At = (FuncId, BlockId, usize, VarId);

/// Adds them. `own`: the types of what the author promotes.
pub fn mark(
    p: &mut Program,
    facts: &Facts,
    divided: &FxHashMap<FuncId, Params>,
    own: &FxHashSet<Type>,
) {
    let made = Made::new(p, facts);
    let mut all: Vec<At> = vec![];
    for m in &facts.merge_points {
        all.extend(machines(p, &made, m));
    }
    if own.is_empty() {
        all.extend(of_program(p, facts, (&made, divided)));
    }
    all.sort();
    all.dedup();
    promote_all(p, all);
}

/// Promotes variables at places, which are sorted.
pub(crate) fn promote_all(p: &mut Program, places: Vec<At>) {
    // The last one of a block first, so that the others keep their places.
    for (f, b, i, v) in places.into_iter().rev() {
        let Some(g) = p.funcs[f].graph_mut() else { continue };
        promote(g, b, i, v);
    }
}

/// Lists the promotions that are not added because the author promotes something.
pub fn left_out(p: &Program, facts: &Facts) -> Vec<At> {
    match promoted(p).is_empty() {
        true => vec![],
        false => of_program(p, facts, (&Made::new(p, facts), &FxHashMap::default())),
    }
}

fn of_program(p: &Program, facts: &Facts, known: (&Made, &FxHashMap<FuncId, Params>)) -> Vec<At> {
    let mut all = vec![];
    for (f, function) in &p.funcs {
        if let Some(g) = function.graph()
            && facts.runs_in_traces(f)
        {
            all.extend(parts(p, facts, known, g).into_iter().map(|(b, i, v)| (f, b, i, v)));
        }
    }
    all
}

/// The types of what the program promotes itself.
pub fn promoted(p: &Program) -> FxHashSet<Type> {
    let graphs = p.funcs.values().filter(|f| !f.attrs.helper).filter_map(|f| f.graph());
    let types = graphs.flat_map(|g| {
        let ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
        let own = ops.filter(|op| is_promotion(op));
        own.map(|op| g.ty(op.result)).collect::<Vec<_>>()
    });
    types.collect()
}

/// Says whether an operation is a `promote`, of whichever kind.
pub(crate) fn is_promotion(op: &SpaceOperation<Ll>) -> bool {
    let kind =
        |a: &Value<Ll>| matches!(a.as_const(), Some(Const::Text(t)) if t.starts_with("promote"));
    op.op == LlOp::Hint && op.args[1..].iter().any(kind)
}

/// Puts a promotion of a variable of a block in front of its operation `i`.
fn promote(g: &mut LlGraph, b: BlockId, i: usize, v: VarId) {
    let result = g.copy_var(v);
    let span = g.blocks[b].operations.get(i).map_or(flowmodel::diag::Span::NONE, |op| op.span);
    let args = vec![v.into(), Value::Const(Const::Text("promote".into()))];
    let blk = &mut g.blocks[b];
    let before: Vec<SpaceOperation<Ll>> = blk.operations.drain(..i).collect();
    let names: FxHashMap<VarId, VarId> = [(v, result)].into_iter().collect();
    rename_uses(blk, &names);
    let hint = SpaceOperation { op: LlOp::Hint, args, result, span };
    blk.operations.splice(0..0, before.into_iter().chain([hint]));
}

/// Says where objects of each type are made.
pub struct Made {
    /// Types of objects made by what the merge points' functions call, or by these.
    running: FxHashSet<StructId>,
    /// Number of objects that are made otherwise; more than one if it is not known.
    before: FxHashMap<StructId, usize>,
}

impl Made {
    /// Finds what a program makes, and when.
    pub fn new(p: &Program, facts: &Facts) -> Made {
        let mut made = Made { running: FxHashSet::default(), before: FxHashMap::default() };
        for o in p.heap.values() {
            made.count(p, o.ty, 1);
        }
        let frequency = Frequency::new(p, &[]);
        for (f, function) in &p.funcs {
            let Some(g) = function.graph() else { continue };
            let times = frequency.times(f).map_or(2, |n| n as usize);
            let inside = facts.later.runs_inside(f);
            let own = facts.merge_points.iter().any(|m| m.func == f);
            for (b, loops) in in_loops(g) {
                for (i, op) in g.blocks[b].operations.iter().enumerate() {
                    let (LlOp::Malloc, Type::Ptr(s)) = (op.op, g.ty(op.result)) else { continue };
                    if inside || own && facts.later.contains(f, b, i) {
                        for s in ancestors(p, s) {
                            made.running.insert(s);
                        }
                    } else {
                        made.count(p, s, if loops { 2 } else { times });
                    }
                }
            }
        }
        made
    }
    fn count(&mut self, p: &Program, s: StructId, n: usize) {
        for s in ancestors(p, s) {
            *self.before.entry(s).or_default() += n;
        }
    }
    /// Says whether there is one object of a type.
    pub fn is_single(&self, s: StructId) -> bool {
        !self.running.contains(&s) && self.before.get(&s) == Some(&1)
    }
    /// Says whether objects of a type are parts of the guest program.
    pub fn is_part(&self, p: &Program, s: StructId) -> bool {
        let instance = p.exc.object.is_some_and(|o| s != o && p.types.is_subtype(s, o));
        instance && !self.running.contains(&s) && self.before.contains_key(&s)
    }
}

/// A container and those that it extends.
fn ancestors(p: &Program, s: StructId) -> impl Iterator<Item = StructId> + '_ {
    std::iter::successors(Some(s), |s| p.types.structs[*s].parent)
}

/// Red variables of a merge point that are the only objects of their types.
fn machines(p: &Program, made: &Made, m: &MergePoint) -> Vec<At> {
    let d = &p.jitdrivers[m.driver];
    let Some(op) = m.operation(p) else { return vec![] };
    let mut found = vec![];
    for (n, name) in d.reds.iter().enumerate() {
        let one = m.red(p, n).is_some_and(|s| made.is_part(p, s) && made.is_single(s));
        if one
            && !d.virtualizables.contains(name)
            && let Some(v) = op.args[2 + d.greens.len() + n].as_var()
        {
            found.push((m.func, m.block, m.index + 1, v));
        }
    }
    found
}

/// Finds where parts of the guest program are to be constants: block, place, variable.
fn parts(
    p: &Program,
    facts: &Facts,
    (made, divided): (&Made, &FxHashMap<FuncId, Params>),
    g: &LlGraph,
) -> Vec<(BlockId, usize, VarId)> {
    let part = |v: VarId| matches!(g.ty(v), Type::Ptr(s) if made.is_part(p, s));
    let mut found = vec![];
    for b in g.reachable() {
        let blk = &g.blocks[b];
        for (i, op) in blk.operations.iter().enumerate() {
            match op.op {
                LlOp::GetField if part(op.result) => {
                    let of_running = match p.value_type(g, &op.args[0]) {
                        Type::Ptr(s) => made.running.contains(&s),
                        _ => false,
                    };
                    if of_running && is_wanted(p, facts, g, b, i + 1, op.result) {
                        found.push((b, i + 1, op.result));
                    }
                }
                LlOp::DirectCall => {
                    let Callees::Known([f]) = call_targets(p, op) else { continue };
                    let func = &p.funcs[*f];
                    let wanted = match divided.get(f) {
                        Some(params) => *params,
                        None if func.attrs.elidable && !func.attrs.helper => Params::ALL,
                        None => Params::NONE,
                    };
                    let vars = wanted.values().filter_map(|n| op.args.get(n + 1)?.as_var());
                    found.extend(vars.filter(|v| part(*v)).map(|v| (b, i, v)));
                }
                _ => {}
            }
        }
    }
    found
}

/// Says whether the block reads from place `from` on what a variable holds constant, calls with it, or asks for its
/// class.
pub fn is_wanted(
    p: &Program,
    facts: &Facts,
    g: &LlGraph,
    b: BlockId,
    from: usize,
    v: VarId,
) -> bool {
    let mut same: FxHashSet<VarId> = [v].into_iter().collect();
    let mut blocks = vec![(b, from)];
    let mut seen: FxHashSet<(BlockId, VarId)> = FxHashSet::default();
    while let Some((b, from)) = blocks.pop() {
        let blk = &g.blocks[b];
        for op in &blk.operations[from..] {
            let is_it = |a: &Value<Ll>| a.as_var().is_some_and(|v| same.contains(&v));
            let Some(first) = op.args.first() else { continue };
            match op.op {
                // The author's.
                LlOp::Hint if is_it(first) && is_promotion(op) => return false,
                LlOp::SameAs | LlOp::CastPointer | LlOp::Hint if is_it(first) => {
                    same.insert(op.result);
                }
                LlOp::GetField if is_it(first) => {
                    let (Type::Ptr(s), Some(Const::Field(i))) =
                        (p.value_type(g, first), op.args[1].as_const())
                    else {
                        continue;
                    };
                    let m = p.types.structs[s].fields[*i as usize].mutability;
                    let place = flowmodel::analysis::Place::Field(declaring(p, s, *i), *i);
                    if m.pure_in_traces() || m.is_quasi() || facts.changing.is_stable(place) {
                        return true;
                    }
                }
                LlOp::DirectCall | LlOp::IndirectCall if op.args[1..].iter().any(is_it) => {
                    return true;
                }
                _ => {}
            }
        }
        for l in &blk.exits {
            for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                let is_it = a.as_var().is_some_and(|v| same.contains(&v));
                if is_it && !g.is_final(l.target) && seen.insert((l.target, *input)) {
                    same.insert(*input);
                    blocks.push((l.target, 0));
                }
            }
        }
    }
    false
}
