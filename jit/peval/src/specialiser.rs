//! What is known about a program that is specialised, and what has become of it.

use crate::report::{Report, Why};
use crate::state;
use crate::state::{Entered, Frame, Key, Live, Position, State, Val};
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::callgraph::{Callee, Calls};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::eval::RtValue;
use flowmodel::llinterp::LlInterp;
use flowmodel::{
    BlockId, Body, Const, EntityRef, FuncId, Inlined, LlOp, LlValue, ObjId, Program, SecondaryMap,
    StructId, Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Result of what may be an error of the program.
pub type Res<T> = Result<T, Diagnostic>;

/// Bounds of the work.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Variants of the code for a place between merge points, for the same greens, in functions that are `@unroll_safe`.
    pub unrolled: usize,
    /// Variants of such code in other functions.
    pub variants: usize,
    /// Variants of a merge point for the same greens, where what varies is in the objects that are
    /// known.
    pub merge_variants: usize,
    /// Operations that are executed or become residual.
    pub operations: u64,
    /// Operations of an elidable function that is executed.
    pub elidable: u64,
    /// True if the residual code is cleaned up.
    pub tidy: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            unrolled: 200,
            variants: 16,
            merge_variants: 4,
            operations: 20_000_000,
            elidable: 10_000_000,
            tidy: true,
        }
    }
}

/// A specialised function, and what it knows.
type Specialised = (FuncId, Rc<Key>);

/// Holds what is known about a program, and what has become of it.
pub struct Specialiser<'a> {
    /// The program as it was.
    pub original: &'a Program,
    /// The program with what is new.
    pub p: &'a mut Program,
    /// Live variables of the graphs as they were.
    pub live: Live<'a>,
    /// Effects of the functions as they were.
    pub facts: EffectFacts,
    /// Bounds.
    pub limits: Limits,
    /// Functions with merge points.
    pub portals: FxHashSet<FuncId>,
    /// Functions from which these are reached.
    pub reaching: FxHashSet<FuncId>,
    /// Prebuilt lists and arrays that do not change.
    pub frozen: FxHashSet<ObjId>,
    /// Tells what came of it.
    pub report: Report,
    written: FxHashSet<(StructId, u32)>,
    joins: FxHashMap<FuncId, Rc<SecondaryMap<BlockId, bool>>>,
    steering: FxHashMap<FuncId, Rc<FxHashSet<VarId>>>,
    interp: Option<LlInterp<'a>>,
    /// Specialised functions, by the original and the prebuilt objects among its arguments.
    done: FxHashMap<(FuncId, Entered), Vec<Specialised>>,
    queue: Vec<(FuncId, FuncId, Rc<Key>)>,
    entries: FxHashMap<(u32, Span, FuncId), u32>,
    places: FxHashMap<(u32, u32), u32>,
    seen_greens: FxHashSet<Rc<[Option<Const>]>>,
    count: u64,
    /// The work of each function, counted as in `count`.
    work: FxHashMap<Option<FuncId>, u64>,
}

/// Functions from which one of the portals is reached by direct calls or calls of known families.
fn reaching(p: &Program, portals: &FxHashSet<FuncId>) -> FxHashSet<FuncId> {
    let mut callers: FxHashMap<Callee, Vec<FuncId>> = FxHashMap::default();
    for (f, func) in &p.funcs {
        if let Some(g) = func.graph() {
            Calls::of(p, g).callees().for_each(|c| callers.entry(c).or_default().push(f));
        }
    }
    let mut families: FxHashMap<FuncId, Vec<Callee>> = FxHashMap::default();
    for c in callers.keys().copied() {
        if let Callee::Family(family) = c {
            p.families[family].iter().for_each(|f| families.entry(*f).or_default().push(c));
        }
    }
    let mut found = portals.clone();
    let mut work: Vec<FuncId> = portals.iter().copied().collect();
    while let Some(f) = work.pop() {
        let through = families.get(&f).into_iter().flatten().copied();
        for c in through.chain([Callee::Func(f)]).filter_map(|c| callers.get(&c)).flatten() {
            if found.insert(*c) {
                work.push(*c);
            }
        }
    }
    found
}

/// Prebuilt lists and arrays in fields that promise that their items never change.
fn frozen(p: &Program) -> FxHashSet<ObjId> {
    let mut all = FxHashSet::default();
    for o in p.heap.values() {
        for (field, c) in p.types.structs[o.ty].fields.iter().zip(&o.fields) {
            if let (true, Const::Obj(list)) = (field.mutability.immutable_items(), c) {
                all.insert(*list);
                all.extend(p.heap[*list].fields.iter().filter_map(|c| match c {
                    Const::Obj(array) if p.types.structs[p.heap[*array].ty].items.is_some() => {
                        Some(*array)
                    }
                    _ => None,
                }));
            }
        }
    }
    all
}

/// The container that has declared a field.
fn owner(p: &Program, mut s: StructId, field: u32) -> StructId {
    while let Some(parent) = p.types.structs[s].parent
        && (field as usize) < p.types.structs[parent].fields.len()
    {
        s = parent;
    }
    s
}

/// Fields that some function writes to, other than those of objects that it has just made.
fn written(p: &Program) -> FxHashSet<(StructId, u32)> {
    let mut all = FxHashSet::default();
    for g in p.funcs.values().filter_map(|f| f.graph()) {
        for b in g.reachable() {
            let ops = &g.blocks[b].operations;
            let made: FxHashSet<VarId> =
                ops.iter().filter(|o| o.op == LlOp::Malloc).map(|o| o.result).collect();
            for op in ops.iter().filter(|o| o.op == LlOp::SetField) {
                let (Type::Ptr(s), Value::Const(Const::Field(k))) =
                    (p.value_type(g, &op.args[0]), &op.args[1])
                else {
                    continue;
                };
                if !op.args[0].as_var().is_some_and(|v| made.contains(&v)) {
                    all.insert((owner(p, s, *k), *k));
                }
            }
        }
    }
    all
}

impl<'a> Specialiser<'a> {
    /// Begins with the program as it is.
    pub(crate) fn new(
        original: &'a Program,
        p: &'a mut Program,
        limits: &Limits,
        portals: FxHashSet<FuncId>,
    ) -> Specialiser<'a> {
        Specialiser {
            reaching: reaching(original, &portals),
            written: written(original),
            live: Live::new(original),
            facts: EffectFacts::new(original),
            original,
            p,
            limits: limits.clone(),
            portals,
            frozen: frozen(original),
            report: Report::default(),
            joins: FxHashMap::default(),
            steering: FxHashMap::default(),
            interp: None,
            done: FxHashMap::default(),
            queue: vec![],
            entries: FxHashMap::default(),
            places: FxHashMap::default(),
            seen_greens: FxHashSet::default(),
            count: 0,
            work: FxHashMap::default(),
        }
    }

    /// The next function that is to be written: the new one, the original, and what is known.
    pub(crate) fn next(&mut self) -> Option<(FuncId, FuncId, Rc<Key>)> {
        self.queue.pop()
    }

    /// Counts work.
    ///
    /// Errors: it is too much.
    pub fn count(&mut self, st: &State) -> Res<()> {
        self.count += 1;
        let f = st.frames.last().map(|f| f.at.func);
        *self.work.entry(f).or_default() += 1;
        if self.count <= self.limits.operations {
            return Ok(());
        }
        let at = st.frames.first().map_or(Span::NONE, |f| self.original.funcs[f.at.func].span);
        let m = format!("specialisation has not ended after {} operations", self.limits.operations);
        let mut most: Vec<_> = self.work.iter().filter_map(|(f, n)| Some((*n, (*f)?))).collect();
        most.sort_by_key(|(n, f)| (std::cmp::Reverse(*n), *f));
        let most: Vec<String> = most
            .iter()
            .take(3)
            .map(|(n, f)| {
                format!("`{}` ({} %)", self.original.funcs[*f].shown_name(), n * 100 / self.count)
            })
            .collect();
        Err(Diagnostic::error("specialize", m, at)
            .note("something that the interpreter knows of the guest program grows without bound, or too much is unfolded")
            .note(format!("most of it in {}; `@dont_look_inside` keeps a call a call", most.join(", "))))
    }

    /// Says whether several ways lead to a block that is entered (a merge point has its own
    /// variants).
    pub fn is_join(&mut self, at: Position) -> bool {
        let g = self.live.graph(at.func);
        let joins = self.joins.entry(at.func).or_insert_with(|| Rc::new(state::joins(g)));
        joins[at.block]
            && !g.blocks[at.block].operations.first().is_some_and(backendopt::hints::is_merge_point)
    }

    /// A field of a prebuilt object that nothing writes to. (C code may write to raw memory.)
    pub fn is_fixed_field(&self, o: ObjId, field: u32) -> bool {
        let s = self.original.heap[o].ty;
        let ours = self.original.types.structs[s].gc;
        self.frozen.contains(&o)
            || ours && !self.written.contains(&(owner(self.original, s, field), field))
    }

    /// A prebuilt array that nothing writes to.
    pub fn is_fixed_array(&self, o: ObjId) -> bool {
        self.frozen.contains(&o)
            || self.original.types.structs[self.original.heap[o].ty].immutable_items
    }

    /// The result of an elidable function, if all arguments are known and it gives what can be a constant.
    pub fn execute(&mut self, f: FuncId, args: &[Val<VarId>]) -> Option<Const> {
        let prebuilt = self.original.heap.len();
        let mut values = vec![];
        for v in args {
            match v {
                Val::Const(Const::Obj(o)) if o.index() >= prebuilt => return None,
                Val::Const(c) => values.push(RtValue::from_const(c)?),
                _ => return None,
            }
        }
        let original = self.original;
        let interp = self.interp.get_or_insert_with(|| LlInterp::new(original));
        interp.steps = self.limits.elidable;
        let result = interp.call(f, &values).ok()?;
        if matches!(result, RtValue::Ref(o) if o.0 as usize >= prebuilt) {
            return None;
        }
        result.to_const(original.types.funcs[original.funcs[f].ty].result)
    }

    /// The function for what is known of the arguments of another, and what it knows: less, if there is one that differs in
    /// numbers.
    pub fn specialised(&mut self, f: FuncId, key: Key) -> (FuncId, Rc<Key>) {
        let prebuilt = key.entered.first().cloned().unwrap_or_default();
        let group = (f, prebuilt);
        let there = self.done.get(&group).map_or(&[][..], |v| v);
        if let Some((new, same)) = there.iter().find(|(_, k)| **k == key) {
            return (*new, same.clone());
        }
        let last = there.last().filter(|_| there.len() >= self.limits.merge_variants);
        let wider = there.iter().rev().find(|(_, k)| state::alike(k, &key)).or(last);
        let key = match wider.map(|(_, k)| k.clone()) {
            Some(k) => Rc::new(state::generalise(&mut self.live, &k, &key)),
            None => Rc::new(key),
        };
        let there = self.done.entry(group).or_default();
        if let Some((new, same)) = there.iter().find(|(_, k)| *k == key) {
            return (*new, same.clone());
        }
        let mut func = self.original.funcs[f].clone();
        let result = self.original.types.funcs[func.ty].result;
        func.ty = self.p.types.func(key.types.clone(), result);
        func.attrs.shown = Some(func.shown_name());
        self.report.functions += 1;
        func.name = format!("{}.{}", func.name, self.report.functions).into();
        func.attrs.export_name = None;
        func.body = Body::Declared;
        let new = self.p.funcs.push(func);
        there.push((new, key.clone()));
        self.queue.push((new, f, key.clone()));
        (new, key)
    }

    /// Parameters that greens are computed from.
    pub fn steering(&mut self, f: FuncId) -> Rc<FxHashSet<VarId>> {
        if let Some(s) = self.steering.get(&f) {
            return s.clone();
        }
        let g = self.live.graph(f);
        // What each variable is computed from.
        let mut from: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
        let mut work: Vec<VarId> = vec![];
        for b in g.reachable() {
            let blk = &g.blocks[b];
            for op in &blk.operations {
                let args = || op.args.iter().filter_map(|a| a.as_var());
                from.entry(op.result).or_default().extend(args());
                if backendopt::hints::is_merge_point(op)
                    && let LlValue::Const(Const::Int(d)) = op.args[1]
                {
                    let n = self.original.jitdrivers[d as usize].greens.len();
                    work.extend(op.args[2..2 + n].iter().filter_map(|a| a.as_var()));
                }
            }
            for l in &blk.exits {
                for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    from.entry(*v).or_default().extend(a.as_var());
                }
            }
        }
        let mut found: FxHashSet<VarId> = FxHashSet::default();
        // A function that only calls a portal passes all that it knows on.
        if work.is_empty() {
            found.extend(g.params());
        }
        while let Some(v) = work.pop() {
            if found.insert(v) {
                work.extend(from.get(&v).into_iter().flatten());
            }
        }
        found.retain(|v| g.params().contains(v));
        let found = Rc::new(found);
        self.steering.insert(f, found.clone());
        found
    }

    /// Notes a merge point with these greens.
    pub fn note_merge_point(&mut self, greens: &Rc<[Option<Const>]>) {
        self.report.merge_points += self.seen_greens.insert(greens.clone()) as usize;
    }

    /// Says whether a green that is not known at a merge point has been noted.
    pub fn has_noted_green(&self, name: &str, at: Span) -> bool {
        self.report.unknown_greens.iter().any(|(n, s, _)| *n == *name && *s == at)
    }

    /// Notes a green that is not known at a merge point.
    ///
    /// Errors: it is the first merge point.
    pub fn note_green(&mut self, name: &str, at: Span, why: Why) -> Res<()> {
        if self.report.merge_points > 0 {
            self.report.unknown_greens.push((name.to_string(), at, why));
            return Ok(());
        }
        let m = format!("the green variable `{name}` is not known when the program is translated");
        let e = why.add_to(Diagnostic::error("specialize", m, at), at);
        Err(e.note("what `specialize` returns must call the interpreter with the guest program as a constant"))
    }

    /// Notes that states of a place were generalised.
    pub fn note_widening(&mut self, positions: &[Position]) {
        let Some(at) = positions.last() else { return };
        let g = self.live.graph(at.func);
        let blk = &g.blocks[at.block];
        let span = blk.operations.iter().map(|o| o.span).find(|s| s.is_known()).unwrap_or(g.span);
        if !self.report.widened.contains(&span) {
            self.report.widened.push(span);
        }
    }

    // ---- positions of unfolded code

    /// The entry in [`Program::inlined`] for a function that is unfolded at a call.
    pub fn inlined_to(&mut self, frame: &Frame, call: Span, f: FuncId) -> u32 {
        let call = self.place(call, frame);
        if let Some(n) = self.entries.get(&(frame.inlined, call, f)) {
            return *n;
        }
        self.p.inlined.push(Inlined { func: self.original.funcs[f].shown_name(), call });
        let n = self.p.inlined.len() as u32;
        self.entries.insert((frame.inlined, call, f), n);
        n
    }

    /// A position of a frame's function as one of the residual code. Helpers of the toolchain have none of their own.
    pub fn place(&mut self, span: Span, frame: &Frame) -> Span {
        let Some(entry) = frame.inlined.checked_sub(1) else { return span };
        if span.inlined == 0 {
            return match self.original.funcs[frame.at.func].attrs.helper {
                true => self.p.inlined[entry as usize].call,
                false => Span { inlined: frame.inlined, ..span },
            };
        }
        if let Some(n) = self.places.get(&(frame.inlined, span.inlined)) {
            return Span { inlined: *n, ..span };
        }
        let Inlined { func, call } = self.p.inlined[span.inlined as usize - 1].clone();
        let call = self.place(call, frame);
        self.p.inlined.push(Inlined { func, call });
        let n = self.p.inlined.len() as u32;
        self.places.insert((frame.inlined, span.inlined), n);
        Span { inlined: n, ..span }
    }
}
