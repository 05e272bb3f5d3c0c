//! Simplification of high-level graphs, before and after annotation.

use crate::calls::star;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::desc;
use crate::definitions::noted;
use crate::definitions::own_methods::constants_of;
use crate::definitions::own_methods::operands_alike;
use crate::hostview as hv;
use crate::model::descs::{CallFamily, CallRow, CallShape, CallSite, DescKind};
use crate::model::site::{BlockState, Site};
use crate::model::state::{Annotator, Facts};
use crate::model::targets::{Targets, TargetsId};
use crate::model::*;
use flowmodel::surgery::{caught, join_blocks, keep_exits, remove_dead, renamed, retain_by};
use flowmodel::{
    BlockId, ExitCase, ExitSwitch, Hl, HlConst, HlGraph, HlOp, HlValue, HostRef, Link,
    SpaceOperation, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Nobody will look at the operations of the simplified graph any more, unless it is made anew. What else is asked of it, the
/// graph as it is annotated tells as well.
pub fn forget_simplified(ann: &mut Annotator, id: AnnGraphId) {
    let graph = ann.graph_mut(id);
    graph.graph = graph.full.clone();
}

/// Simplifies every graph annotated since the last time.
pub(crate) fn simplify_all(ann: &mut Annotator) {
    for g in std::mem::take(&mut ann.work.dirty) {
        simplify_graph(ann, g);
    }
}

fn simplify_graph(ann: &mut Annotator, id: AnnGraphId) {
    let assertion = hv::exception(&ann.host, "AssertionError");
    let prebuilt = assertion.and_then(|c| {
        if let Some(v) = ann.known.assertion_instance {
            return Some(v);
        }
        let v = hv::call(&mut ann.host, c, &[]).ok()?;
        ann.known.assertion_instance = Some(v);
        Some(v)
    });
    let mut g = (*ann.graphs[id].full).clone();
    let unreachable_link = |g: &HlGraph| {
        Link::new(
            g.exceptblock,
            vec![
                HlValue::Const(assertion.map_or(HlConst::None, HlConst::Host)),
                HlValue::Const(prebuilt.map_or(HlConst::None, HlConst::Host)),
            ],
        )
    };
    let mut gives_up = vec![];
    for b in g.reachable() {
        if g.is_final(b) || ann.graphs[id].block_state[b] == BlockState::Unseen {
            continue;
        }
        let followed = narrow_handlers(ann, id, &mut g, b);
        if let BlockState::Blocked(i) = ann.graphs[id].block_state[b] {
            let raising = g.blocks[b].can_raise() && i + 1 == g.blocks[b].operations.len();
            let mut link = unreachable_link(&g);
            match raised_for_none(ann, id, g.blocks[b].operations.get(i)) {
                Some((class, instance)) => {
                    // What it raises is known now, and so who catches it.
                    let exception = [class, instance].map(|h| HlValue::Const(HlConst::Host(h)));
                    let handler = g.blocks[b].exits.iter().skip(1).find(|l| match l.case {
                        ExitCase::Value(HlConst::Host(c)) => {
                            raising && ann.host.is_subclass(class, c)
                        }
                        _ => raising,
                    });
                    match handler {
                        Some(l) => {
                            link.target = l.target;
                            link.args = renamed(&l.args, &caught(l, &exception[0], &exception[1]));
                        }
                        None => {
                            link.args = exception.to_vec();
                            gives_up.push(class);
                        }
                    }
                    let blk = &mut g.blocks[b];
                    blk.operations.truncate(i);
                    blk.exitswitch = ExitSwitch::None;
                    blk.exits = vec![link];
                    continue;
                }
                None => gives_up.extend(assertion),
            }
            let blk = &mut g.blocks[b];
            if raising && followed.iter().any(|f| *f) {
                // The last operation always raises.
                let mut link = link;
                link.case = ExitCase::None;
                retain_by(&mut blk.exits, &followed);
                blk.exits.insert(0, link);
            } else {
                blk.operations.truncate(i + 1);
                blk.exitswitch = ExitSwitch::None;
                blk.exits = vec![link];
            }
            continue;
        }
        let blk = &mut g.blocks[b];
        if followed.iter().all(|f| *f) || !followed.iter().any(|f| *f) {
            continue;
        }
        // The last exit of a switch without default keeps its case: the others are impossible.
        keep_exits(blk, &followed);
    }
    // A slice that could have run a method of the program, and does not, is read where it is made.
    let slice = |b: &BlockId| {
        g.blocks[*b].operations.last().is_some_and(|op| op.op == HlOp::NewSlice)
            && g.blocks[*b].exits.len() == 1
    };
    if g.reachable().iter().any(slice) {
        join_blocks(&mut g);
    }
    let calls = &ann.graphs[id].calls;
    remove_dead(&mut g, &|op, protected| {
        !protected
            && removable(op.op)
            && !calls.contains_key(&op.result)
            && !fails_with_none(ann, id, op)
    });
    star::spread_builtin_stars(ann, id, &mut g);
    gives_up.sort();
    gives_up.dedup();
    for class in gives_up {
        let c = class_descs::class_desc(ann, Site::NOWHERE, class)
            .and_then(|d| classdef::classdef_of(ann, Site::NOWHERE, d));
        let Ok(c) = c else { continue };
        let [t, v] = g.blocks[g.exceptblock].inputargs[..] else { unreachable!("etype, evalue") };
        for (var, s) in [(t, Kind::Type(c).into()), (v, SomeValue::instance(c))] {
            let old = ann.binding(id, var).clone();
            if let Ok(u) = ann.union(Site::NOWHERE, &old, &s) {
                ann.bind(id, var, u);
            }
        }
    }
    ann.graph_mut(id).graph = Rc::new(g);
}

/// Makes each exit for exceptions one for the classes that arrive there, where these are known: what is tested behind it may
/// depend on them, and an operation can also run out of memory. Which exits were followed.
fn narrow_handlers(ann: &mut Annotator, id: AnnGraphId, g: &mut HlGraph, b: BlockId) -> Vec<bool> {
    let (mut exits, mut followed) = (vec![], vec![]);
    for (i, link) in std::mem::take(&mut g.blocks[b].exits).into_iter().enumerate() {
        let arriving = ann.graphs[id].followed.get(&(b, i)).cloned();
        followed.push(arriving.is_some());
        let Some((first, others)) = arriving.as_deref().and_then(|a| a.split_first()) else {
            exits.push(link);
            continue;
        };
        for class in others {
            let mut exit = link.clone();
            exit.case = ExitCase::Value(HlConst::Host(*class));
            let mut copy = |v: Option<VarId>| {
                let new = g.copy_var(v?);
                let same = ann.binding(id, v?).clone();
                ann.bind(id, new, same);
                Some(new)
            };
            exit.last_exception = copy(link.last_exception);
            exit.last_exc_value = copy(link.last_exc_value);
            let new = [
                (link.last_exception, exit.last_exception),
                (link.last_exc_value, exit.last_exc_value),
            ];
            let new = new.into_iter().filter_map(|(old, new)| Some((old?, HlValue::Var(new?))));
            exit.args = renamed(&link.args, &new.collect());
            exits.push(exit);
            followed.push(true);
        }
        exits.push(Link { case: ExitCase::Value(HlConst::Host(*first)), ..link });
    }
    g.blocks[b].exits = exits;
    followed
}

/// The exception of an operation that stopped because its operand is None: class and instance.
fn raised_for_none(
    ann: &mut Annotator,
    g: AnnGraphId,
    op: Option<&flowmodel::SpaceOperation<Hl>>,
) -> Option<(HostRef, HostRef)> {
    let op = op?;
    let HlValue::Var(v) = op.args.first()? else { return None };
    crate::model::operands::none_operand(op, &[ann.binding(g, *v).clone()])?;
    let (class, message) = match op.op {
        HlOp::GetAttr | HlOp::SetAttr => {
            let name = crate::model::operands::attr_name(op);
            ("AttributeError", format!("'NoneType' object has no attribute '{name}'"))
        }
        _ => ("TypeError", "'NoneType' object is not callable".into()),
    };
    let class = hv::exception(&ann.host, class)?;
    let message = ann.host.str(&message);
    let instance = hv::call(&mut ann.host, class, &[message]).ok()?;
    Some((class, instance))
}

/// Targets in one piece each: they stay as they are from here on, and are looked at often.
fn flatten_targets(ann: &mut Annotator) {
    let mut flat: FxHashMap<TargetsId, (Targets, Targets)> = FxHashMap::default();
    for graph in ann.graphs_mut().values_mut() {
        for call in graph.calls.values_mut().filter(|call| !call.targets.is_flat()) {
            // (The old list is kept, so that no other has its id.)
            let both = flat
                .entry(call.targets.id())
                .or_insert_with(|| (call.targets.clone(), call.targets.flat()));
            call.targets = both.1.clone();
        }
    }
}

/// Families of callables that meet at call sites, and their rows.
pub(crate) fn compute_families(ann: &mut Annotator) {
    ann.families = Arena::new();
    ann.family_of.clear();
    flatten_targets(ann);
    let ids: Vec<AnnGraphId> = ann.graphs.keys().collect();
    let mut rows: Vec<(DescId, CallRow)> = vec![];
    // Calls that share their targets give the same row.
    let mut seen: FxHashSet<(TargetsId, CallShape)> = FxHashSet::default();
    for g in ids {
        let sites: Vec<CallSite> = ann.graphs[g].calls.values().cloned().collect();
        for call in sites {
            if !seen.insert((call.targets.id(), call.shape.clone())) {
                continue;
            }
            let mut row = CallRow::new(call.shape.clone());
            let mut first: Option<DescId> = None;
            for t in call.targets.iter() {
                let key = match &ann.descs[t.desc].kind {
                    DescKind::Class(_) => t.desc,
                    _ => match t.func {
                        Some(f) => f,
                        None => continue,
                    },
                };
                if let Some(f) = t.func {
                    desc::merge_families(ann, key, f);
                    if let Some(gr) = t.graph {
                        row.graphs.insert(f, gr);
                    }
                }
                if matches!(ann.descs[t.desc].kind, DescKind::Method { .. } | DescKind::Class(_))
                    && first.is_none()
                {
                    row.shape.pos += 1;
                }
                match first {
                    None => first = Some(key),
                    Some(f) => desc::merge_families(ann, f, key),
                }
            }
            if let Some(f) = first {
                rows.push((f, row));
            }
        }
    }
    let descs: Vec<DescId> = ann.descs.keys().collect();
    for d in descs {
        if desc::desc_sort(ann, d) > 1 {
            continue;
        }
        let root = desc::family_root(ann, d);
        let id = match ann.family_of.get(&root) {
            Some(id) => *id,
            None => {
                let id = ann.families.push(CallFamily::default());
                ann.family_of.insert(root, id);
                id
            }
        };
        ann.family_of.insert(d, id);
        ann.families[id].descs.push(d);
    }
    // The rows of a family with calls of a shape, by the constants of their first graph if they have one.
    let mut alike: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (d, mut row) in rows {
        row.numbers = desc::row_numbers(ann, &row);
        let id = ann.family_of[&desc::family_root(ann, d)];
        let (graphs, rows) = (&ann.facts.graphs, &mut ann.facts.families[id].rows);
        let constants = |r: &CallRow| r.graphs.first().map(|f| constants_of(&graphs[*f.1]));
        let key = |constants| (id, row.shape.clone(), constants);
        let own = key(constants(&row));
        let mut candidates: Vec<usize> = match own.2 {
            Some(_) => {
                [&own, &key(None)].iter().filter_map(|k| alike.get(*k)).flatten().copied().collect()
            }
            None => (0..rows.len()).filter(|i| rows[*i].shape == row.shape).collect(),
        };
        candidates.sort_unstable();
        // A row that agrees with another one on common functions is the same row, if no int becomes a float by that.
        let same = candidates.into_iter().find(|i| {
            let r = &rows[*i];
            let operands = match (r.graphs.first(), row.graphs.first()) {
                (Some((_, a)), Some((_, b))) => operands_alike(&graphs[*a], &graphs[*b]),
                _ => true,
            };
            operands
                && !r.numbers.iter().zip(&row.numbers).any(|(a, b)| a.mixes(b))
                && row.graphs.iter().all(|(d, g)| r.graphs.get(d).is_none_or(|h| h == g))
        });
        let Some(i) = same else {
            rows.push(row);
            alike.entry(own).or_default().push(rows.len() - 1);
            continue;
        };
        let r = &mut rows[i];
        if r.graphs.is_empty() && own.2.is_some() {
            // now it has a first graph
            if let Some(without) = alike.get_mut(&key(None)) {
                without.retain(|k| *k != i);
            }
            alike.entry(own).or_default().push(i);
        }
        r.graphs.extend(row.graphs);
        for (a, b) in r.numbers.iter_mut().zip(row.numbers) {
            *a = a.narrower(&b);
        }
    }
}

/// Says whether an operand may be None that must not be, for an operation that [`removable`] allows.
fn fails_with_none(ann: &Facts, id: AnnGraphId, op: &SpaceOperation<Hl>) -> bool {
    let refuses = match op.op {
        HlOp::Len | HlOp::GetAttr => 1,
        HlOp::Add | HlOp::Mul | HlOp::Mod | HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge => 2,
        _ => 0,
    };
    op.args.iter().take(refuses).any(|a| match a {
        HlValue::Var(v) => noted::meets_none(ann, ann.binding(id, *v)),
        HlValue::Const(_) => false,
    })
}

/// Operations without effect that cannot raise once they are annotated, unless an operand is None.
fn removable(op: HlOp) -> bool {
    op.is_pure() && op.raises().is_empty() && !matches!(op, HlOp::GetAttr | HlOp::AddOvf)
        || matches!(op, HlOp::GetAttr | HlOp::NewList | HlOp::NewDict)
}
