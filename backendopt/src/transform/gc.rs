//! The GC transformer: allocation becomes calls of the collector's functions (with the bump-pointer case inline), and
//! references that live across an operation that can collect are kept in a frame of the shadow stack.
//!
//! A function needs a frame only on the paths between its collecting operations, and enters and leaves it at their
//! borders. Each value (in the SSA sense, see [`flowmodel::analysis::values`]) that is live across a collecting operation has one slot;
//! values that are never live at the same time share slots. At every collecting operation exactly the live references
//! are in the frame and all other slots are null: a store is emitted only if the slot does not already hold what it
//! should, and each live variable is read back afterwards, since the object may have moved. References to prebuilt
//! objects need no slot: these do not move.

use super::Transform;
use super::barrier::{self};
use super::bump::Allocation;
use super::classes::ClassIds;
use super::points::Points;
use super::refcount::RefCount;
use crate::config::OptConfig;
use crate::transform::collector;
use crate::transform::collector::{GcChoice, GcFunctions};
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::callgraph::reachable_funcs;
use flowmodel::analysis::flow::{reached_from, reaching};
use flowmodel::analysis::frequency::{Frequency, worthwhile};
use flowmodel::analysis::values::{SsaValues, ssa_values};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::surgery::{insert_on_link, remove_dead_inputs, rename_all};
use flowmodel::{
    BlockId, Body, Const, EntitySet, External, FuncAttrs, FuncId, Function, Ll, LlGraph, LlOp,
    LlValue, Program, SecondaryMap, SpaceOperation, Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The transformer for a program, with the collector that `c` names.
pub fn gc_transform<'a>(
    program: &mut Program,
    c: &OptConfig<'a>,
) -> Result<Box<dyn Transform + 'a>, Diagnostic> {
    let effects = EffectFacts::new(program);
    let gc = match c.gc {
        GcChoice::Collector(f) => f,
        GcChoice::None => plain_functions(program),
    };
    let mut own: FxHashSet<FuncId> = FxHashSet::default();
    if matches!(c.gc, GcChoice::Collector(_)) {
        for f in reachable_funcs(program, &gc.all()) {
            let func = &program.funcs[f];
            if effects.func(f).collects || func.body == Body::Declared {
                let what = format!(
                    "function {} of the garbage collector allocates or is not defined",
                    func.name
                );
                return Err(Diagnostic::error("internal", what, func.span));
            }
            own.insert(f);
        }
    }
    let frequency = Frequency::new(program, &gc.all());
    let keepalive = (gc.conservative && !own.is_empty())
        .then(|| support_function(program, "tw_keepalive", vec![Type::Address], Type::Void));
    let points = gc.counts.and_then(|f| Points::new(program, f.waiting, c.sources));
    let refcount = gc.counts.map(|f| RefCount::new(program, &effects, f, points.is_some()));
    let classes = ClassIds::new(program);
    let frames = GcTransform { effects, gc, keepalive, own, frequency, refcount, points, classes };
    Ok(Box::new(frames))
}

struct GcTransform {
    effects: EffectFacts,
    gc: GcFunctions,
    /// Called with what must live up to there, where no frame tells it.
    keepalive: Option<FuncId>,
    /// The collector's functions: they stay as they are.
    own: FxHashSet<FuncId>,
    frequency: Frequency,
    refcount: Option<RefCount>,
    /// The places where finalizers run, if references are counted.
    points: Option<Points>,
    classes: ClassIds,
}

impl Transform for GcTransform {
    fn graph(&self, p: &Program, f: FuncId, g: &mut LlGraph) -> Result<(), Diagnostic> {
        if self.own.contains(&f) {
            return Ok(());
        }
        self.classes.test_headers(p, g);
        let t = Transformer { p, effects: &self.effects, gc: self.gc, keepalive: self.keepalive };
        if let Some(functions) = self.gc.barrier {
            barrier::insert(p, g, &|op| t.collects(op), functions);
        }
        if let Some(refcount) = &self.refcount {
            if let Some(points) = &self.points {
                points.insert(p, g);
            }
            refcount.insert(p, g)?;
            if let Some(points) = &self.points {
                points.prune(p, g);
            }
        }
        t.lower_ops(g, self.frequency.is_seldom(f));
        if self.gc.has_frames() {
            remove_dead_inputs(g);
            t.shadow_stack(g);
        }
        g.compact();
        Ok(())
    }
}

/// A function of the support code.
fn support_function(p: &mut Program, name: &str, args: Vec<Type>, result: Type) -> FuncId {
    if let Some(f) = p.func_by_name(name) {
        return f;
    }
    let ty = p.types.func(args, result);
    let body = Body::External(External {
        c_name: name.into(),
        includes: vec!["tw_support.h".into()],
        can_collect: false,
    });
    let attrs =
        FuncAttrs { cannot_raise: true, helper: true, no_collect: true, ..FuncAttrs::default() };
    p.funcs.push(Function { name: name.into(), ty, body, attrs, span: Span::NONE })
}

/// The C functions behind [`GcChoice::None`].
fn plain_functions(p: &mut Program) -> GcFunctions {
    let mut external =
        |name: &str, args: Vec<Type>, result: Type| support_function(p, name, args, result);
    let i = Type::Signed;
    GcFunctions {
        malloc_fixed: external("tw_plain_malloc_fixed", vec![i, i], Type::Address),
        malloc_varsize: external("tw_plain_malloc_varsize", vec![i; 5], Type::Address),
        collect: external("tw_plain_collect", vec![], Type::Void),
        control: external("tw_plain_control", vec![i, i], i),
        identity_hash: external("tw_plain_identity_hash", vec![Type::Address], i),
        barrier: None,
        weak: None,
        state: None,
        conservative: true,
        counts: None,
    }
}

struct Transformer<'a> {
    p: &'a Program,
    effects: &'a EffectFacts,
    gc: GcFunctions,
    keepalive: Option<FuncId>,
}

/// Says what a slot of the frame is known to hold.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Slot {
    Unknown,
    Null,
    Holds(VarId),
}

/// A collecting operation: its index, and the live variables with the values they stand for.
#[derive(Clone)]
struct Site {
    at: usize,
    live: Vec<(VarId, VarId)>,
}

impl Transformer<'_> {
    // ---- allocation

    /// The bump-pointer case inline where speed matters (`seldom`: as for [`worthwhile`]).
    fn lower_ops(&self, g: &mut LlGraph, seldom: bool) {
        let allocation = Allocation { p: self.p, gc: self.gc };
        for (b, often) in worthwhile(g, seldom) {
            for i in (0..g.blocks[b].operations.len()).rev() {
                let op = g.blocks[b].operations[i].clone();
                match op.op {
                    LlOp::Malloc | LlOp::MallocVarsize => allocation.lower(g, b, i, often),
                    LlOp::GcCollect => {
                        let o = &mut g.blocks[b].operations[i];
                        o.op = LlOp::DirectCall;
                        o.args = vec![Value::Const(Const::Func(self.gc.collect))];
                    }
                    LlOp::GcControl => {
                        let o = &mut g.blocks[b].operations[i];
                        o.op = LlOp::DirectCall;
                        o.args.insert(0, Value::Const(Const::Func(self.gc.control)));
                    }
                    LlOp::GcIdentityHash | LlOp::GcId => {
                        let f = self.gc.identity_hash;
                        let want = self.p.types.funcs[self.p.funcs[f].ty].args[0];
                        let cast = match want {
                            Type::Signed => LlOp::CastPtrToInt,
                            Type::Address => LlOp::CastPtrToAdr,
                            _ => LlOp::CastOpaquePtr,
                        };
                        let v = g.new_var("adr", want);
                        let o = &mut g.blocks[b].operations[i];
                        let arg = std::mem::take(&mut o.args);
                        o.op = LlOp::DirectCall;
                        o.args = vec![Value::Const(Const::Func(f)), v.into()];
                        let cast = SpaceOperation { op: cast, args: arg, result: v, span: op.span };
                        g.blocks[b].operations.insert(i, cast);
                    }
                    LlOp::Keepalive => {
                        let gc = |t: Type| matches!(t, Type::Ptr(s) if self.p.types.structs[s].gc);
                        if let Some(f) = self.keepalive
                            && gc(self.p.value_type(g, &op.args[0]))
                        {
                            let adr = g.new_var("adr", Type::Address);
                            let o = &mut g.blocks[b].operations[i];
                            o.op = LlOp::DirectCall;
                            let arg = std::mem::replace(
                                &mut o.args,
                                vec![Value::Const(Const::Func(f)), adr.into()],
                            );
                            let cast = SpaceOperation {
                                op: LlOp::CastPtrToAdr,
                                args: arg,
                                result: adr,
                                span: op.span,
                            };
                            g.blocks[b].operations.insert(i, cast);
                        }
                    }
                    LlOp::GcNoteWeakref
                    | LlOp::GcNoteFinalizer
                    | LlOp::GcNextFinalizer
                    | LlOp::GcFinalizerObject => self.lower_weak(g, b, i),
                    _ => {}
                }
            }
        }
    }

    fn lower_weak(&self, g: &mut LlGraph, b: BlockId, i: usize) {
        let op = g.blocks[b].operations[i].clone();
        let Some(w) = &self.gc.weak else {
            let same = |c: Const| (LlOp::SameAs, vec![Value::Const(c)]);
            let (kind, args) = match op.op {
                LlOp::GcNextFinalizer => same(Const::Int(0)),
                LlOp::GcFinalizerObject => same(Const::Null(Type::Address)),
                _ => {
                    g.blocks[b].operations.remove(i);
                    return;
                }
            };
            let o = &mut g.blocks[b].operations[i];
            (o.op, o.args) = (kind, args);
            return;
        };
        let f = match op.op {
            LlOp::GcNoteWeakref => w.note_weakref,
            LlOp::GcNoteFinalizer => w.note_finalizer,
            LlOp::GcNextFinalizer => w.next_finalizer,
            _ => w.finalizer_object,
        };
        let mut args = vec![Value::Const(Const::Func(f))];
        args.extend(op.args.iter().cloned());
        let mut at = i;
        if matches!(op.op, LlOp::GcNoteWeakref | LlOp::GcNoteFinalizer) {
            let v = g.new_var("adr", Type::Address);
            let cast = SpaceOperation {
                op: LlOp::CastPtrToAdr,
                args: vec![op.args[0]],
                result: v,
                span: op.span,
            };
            g.blocks[b].operations.insert(i, cast);
            args[1] = v.into();
            at += 1;
        }
        let o = &mut g.blocks[b].operations[at];
        o.op = LlOp::DirectCall;
        o.args = args;
    }

    // ---- shadow stack

    fn collects(&self, op: &SpaceOperation<Ll>) -> bool {
        if let (LlOp::DirectCall, Some(Value::Const(Const::Func(f)))) = (op.op, op.args.first())
            && [self.gc.malloc_fixed, self.gc.malloc_varsize, self.gc.collect, self.gc.control]
                .contains(f)
        {
            return self.gc.has_frames();
        }
        self.effects.op_collects(self.p, op)
    }

    fn shadow_stack(&self, g: &mut LlGraph) {
        let order = g.reverse_postorder();
        let any = order.iter().any(|b| g.blocks[*b].operations.iter().any(|o| self.collects(o)));
        if !any {
            return;
        }
        let values = ssa_values(g, false, &|op| match op.op {
            LlOp::SameAs | LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::Hint => {
                Some(&op.args[0])
            }
            _ => None,
        });
        let mut sites: SecondaryMap<BlockId, Vec<Site>> = SecondaryMap::new();
        for &b in &order {
            sites[b] = self.sites(g, b, &values);
        }
        let slots = colour(g, &order, &sites, &values);
        let size = slots.values().copied().max().map_or(0, |m| m + 1);
        if size == 0 {
            return;
        }
        let active = active_blocks(g, &order, &sites);
        let frame = Frame { slots, size, active, values };
        let mut entry = self.flow(g, &order, &sites, &frame);
        for &b in &order {
            if frame.active.contains(b) && !sites[b].is_empty() {
                let state = entry[b].take().unwrap_or_else(|| vec![Slot::Unknown; size]);
                self.rewrite(g, b, &sites[b], &frame, state);
            }
        }
        self.enter_and_leave(g, &order, &frame);
    }

    fn sites(&self, g: &LlGraph, b: BlockId, values: &SsaValues<Ll>) -> Vec<Site> {
        let blk = &g.blocks[b];
        let mut live: BTreeSet<VarId> = BTreeSet::new();
        let add = |live: &mut BTreeSet<VarId>, v: &LlValue| {
            if let Value::Var(v) = v
                && self.p.types.is_gc(g.ty(*v))
                && values.var(*v).is_some()
            {
                live.insert(*v);
            }
        };
        for a in blk.exits.iter().flat_map(|l| &l.args) {
            add(&mut live, a);
        }
        let mut sites = vec![];
        for (at, op) in blk.operations.iter().enumerate().rev() {
            live.remove(&op.result);
            if self.collects(op) {
                let live = live.iter().filter_map(|v| Some((*v, values.var(*v)?))).collect();
                sites.push(Site { at, live });
            }
            for a in &op.args {
                add(&mut live, a);
            }
        }
        sites.reverse();
        sites
    }

    /// Finds what the slots hold at the start of each active block (greatest fixpoint).
    fn flow(
        &self,
        g: &LlGraph,
        order: &[BlockId],
        sites: &SecondaryMap<BlockId, Vec<Site>>,
        frame: &Frame,
    ) -> SecondaryMap<BlockId, Option<Vec<Slot>>> {
        let mut entry: SecondaryMap<BlockId, Option<Vec<Slot>>> = SecondaryMap::new();
        let unknown = vec![Slot::Unknown; frame.size];
        if frame.active.contains(g.startblock) {
            entry[g.startblock] = Some(unknown.clone());
        }
        // Blocks whose start has changed since they were looked at.
        let mut due = EntitySet::with_capacity(g.blocks.len());
        due.extend(order.iter().copied());
        while !due.is_empty() {
            for &b in order {
                if !due.remove(b) {
                    continue;
                }
                let active = frame.active.contains(b);
                let out = match &entry[b] {
                    Some(state) if active => {
                        let mut s = state.clone();
                        let mut next = 0;
                        let here = &sites[b];
                        for (at, op) in g.blocks[b].operations.iter().enumerate() {
                            if here.get(next).is_some_and(|x| x.at == at) {
                                s = frame.after(&here[next]);
                                next += 1;
                            }
                            kill(&mut s, op.result);
                        }
                        s
                    }
                    None if active => continue,
                    _ => unknown.clone(),
                };
                for e in 0..g.blocks[b].exits.len() {
                    let t = g.blocks[b].exits[e].target;
                    if !frame.active.contains(t) {
                        continue;
                    }
                    let s = frame.along(g, b, e, &out);
                    match &mut entry[t] {
                        unseen @ None => {
                            *unseen = Some(s);
                            due.insert(t);
                        }
                        Some(old) => {
                            for (o, n) in old.iter_mut().zip(s) {
                                if *o != n && *o != Slot::Unknown {
                                    *o = Slot::Unknown;
                                    due.insert(t);
                                }
                            }
                        }
                    }
                }
            }
        }
        entry
    }

    fn rewrite(
        &self,
        g: &mut LlGraph,
        b: BlockId,
        sites: &[Site],
        frame: &Frame,
        mut state: Vec<Slot>,
    ) {
        let ops = std::mem::take(&mut g.blocks[b].operations);
        let mut now: FxHashMap<VarId, VarId> = FxHashMap::default();
        let mut out = Vec::with_capacity(ops.len() + 8);
        let mut next = 0;
        for (at, mut op) in ops.into_iter().enumerate() {
            rename_all(&mut op.args, &now);
            let result = op.result;
            let site = sites.get(next).filter(|s| s.at == at);
            let Some(site) = site else {
                kill(&mut state, result);
                out.push(op);
                continue;
            };
            next += 1;
            let want = frame.after(site);
            for (slot, (have, want)) in state.iter().zip(&want).enumerate() {
                if have == want {
                    continue;
                }
                let value = match want {
                    Slot::Holds(rep) => {
                        let (v, _) = site.live.iter().find(|(_, r)| r == rep).expect("live");
                        Value::Var(now.get(v).copied().unwrap_or(*v))
                    }
                    _ => Value::Const(Const::Null(Type::GcRef)),
                };
                let args = vec![collector::int(slot as i64), value];
                out.push(g.new_op(LlOp::GcSaveRoot, args, "v", Type::Void, op.span));
            }
            let span = op.span;
            out.push(op);
            for (v, rep) in &site.live {
                let slot = frame.slots[rep];
                let fresh = g.copy_var(*v);
                out.push(SpaceOperation {
                    op: LlOp::GcRestoreRoot,
                    args: vec![collector::int(slot as i64)],
                    result: fresh,
                    span,
                });
                now.insert(*v, fresh);
            }
            state = want;
            kill(&mut state, result);
        }
        let blk = &mut g.blocks[b];
        blk.operations = out;
        blk.exits.iter_mut().for_each(|l| rename_all(&mut l.args, &now));
    }

    fn enter_and_leave(&self, g: &mut LlGraph, order: &[BlockId], frame: &Frame) {
        let preds = g.predecessors();
        let size = collector::int(frame.size as i64);
        for &b in order {
            for e in 0..g.blocks[b].exits.len() {
                let t = g.blocks[b].exits[e].target;
                let op = match (frame.active.contains(b), frame.active.contains(t)) {
                    (false, true) => LlOp::GcEnterFrame,
                    (true, false) => LlOp::GcLeaveFrame,
                    _ => continue,
                };
                let op = g.new_op(op, vec![size], "v", Type::Void, Span::NONE);
                insert_on_link(g, b, e, preds[t].len(), vec![op]);
            }
        }
        if frame.active.contains(g.startblock) {
            let op = g.new_op(LlOp::GcEnterFrame, vec![size], "v", Type::Void, Span::NONE);
            let start = g.startblock;
            g.blocks[start].operations.insert(0, op);
        }
    }
}

/// A new definition of a value: slots that hold the old one (of the previous round of a loop) are stale.
fn kill(state: &mut [Slot], result: VarId) {
    for s in state {
        if *s == Slot::Holds(result) {
            *s = Slot::Unknown;
        }
    }
}

/// The shadow-stack frame of a function.
struct Frame {
    /// Slot of each value.
    slots: FxHashMap<VarId, usize>,
    /// Number of slots.
    size: usize,
    /// Blocks inside of the frame.
    active: EntitySet<BlockId>,
    values: SsaValues<Ll>,
}

impl Frame {
    /// Gives what the slots hold at and after a collecting operation.
    fn after(&self, site: &Site) -> Vec<Slot> {
        let mut s = vec![Slot::Null; self.size];
        for (_, rep) in &site.live {
            s[self.slots[rep]] = Slot::Holds(*rep);
        }
        s
    }
    /// Gives what the slots hold at the start of the target of a link.
    fn along(&self, g: &LlGraph, b: BlockId, e: usize, out: &[Slot]) -> Vec<Slot> {
        let l = &g.blocks[b].exits[e];
        let inputs = &g.blocks[l.target].inputargs;
        let mut new: Vec<Slot> = out.to_vec();
        for v in inputs {
            if self.values.is_root(*v) {
                kill(&mut new, *v);
            }
        }
        for (a, v) in l.args.iter().zip(inputs) {
            if !self.values.is_root(*v) {
                continue;
            }
            if let (Some(slot), Value::Var(rep)) = (self.slots.get(v), self.values.value(a))
                && out[*slot] == Slot::Holds(rep)
            {
                new[*slot] = Slot::Holds(*v);
            }
        }
        new
    }
}

/// Assigns slots: values that are live at the same collecting operation get different ones.
fn colour(
    g: &LlGraph,
    order: &[BlockId],
    sites: &SecondaryMap<BlockId, Vec<Site>>,
    values: &SsaValues<Ll>,
) -> FxHashMap<VarId, usize> {
    let mut reps: Vec<VarId> = vec![];
    let mut conflicts: FxHashMap<VarId, BTreeSet<VarId>> = FxHashMap::default();
    for b in order {
        for site in &sites[*b] {
            let here: BTreeSet<VarId> = site.live.iter().map(|(_, r)| *r).collect();
            for r in &here {
                if !conflicts.contains_key(r) {
                    reps.push(*r);
                }
                conflicts.entry(*r).or_default().extend(here.iter().copied().filter(|o| o != r));
            }
        }
    }
    // a value that a link passes on under a new name likes the slot it is already in
    let mut related: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
    for &b in order {
        for l in &g.blocks[b].exits {
            for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                if conflicts.contains_key(v)
                    && let Value::Var(r) = values.value(a)
                    && values.is_root(*v)
                    && r != *v
                {
                    related.entry(*v).or_default().push(r);
                    related.entry(r).or_default().push(*v);
                }
            }
        }
    }
    let mut slots: FxHashMap<VarId, usize> = FxHashMap::default();
    for r in reps {
        let taken: BTreeSet<usize> =
            conflicts[&r].iter().filter_map(|o| slots.get(o).copied()).collect();
        let liked = related
            .get(&r)
            .into_iter()
            .flatten()
            .filter_map(|o| slots.get(o).copied())
            .find(|s| !taken.contains(s));
        let slot = liked.unwrap_or_else(|| (0..).find(|s| !taken.contains(s)).expect("free slot"));
        slots.insert(r, slot);
    }
    slots
}

/// Blocks that lie between operations with live references: reachable from one and reaching one.
fn active_blocks(
    g: &LlGraph,
    order: &[BlockId],
    sites: &SecondaryMap<BlockId, Vec<Site>>,
) -> EntitySet<BlockId> {
    let needs: Vec<BlockId> =
        order.iter().copied().filter(|b| sites[*b].iter().any(|x| !x.live.is_empty())).collect();
    let after = reached_from(g, needs.iter().copied());
    let before = reaching(g, needs);
    let mut active = EntitySet::new();
    active.extend(after.intersection(&before).copied());
    active
}
