//! Lists of arguments that are made in memory for each guest call, because something on the way keeps them.
//!
//! A list that an instruction makes for a guest call, and that is forgotten when the callee has taken its arguments, is virtual: nothing is
//! made. That ends where it is stored in an object that was there before, or given to a function into which the JIT does not look. What is
//! found here does so on each way through the interpreter that does not raise.

use crate::descrs::is_list;
use crate::follow::{made_by, uncopied};
use crate::inlining::is_divided;
use crate::markers::marker;
use crate::policy::Lookup;
use crate::portal::Portal;
use flowmodel::analysis::values::SsaValues;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::{
    BlockId, FuncId, Items, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, StructId, Type,
    Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A warning for each place that makes such a list.
pub fn warnings(
    p: &Program,
    portals: &[Portal],
    lookup: &Lookup,
    leads: &FxHashSet<FuncId>,
) -> Vec<Diagnostic> {
    let portal_graphs = portals.iter().map(|x| (x.portal, &x.marked));
    let all = portal_graphs.chain(lookup.candidates.iter().map(|(f, g)| (*f, g)));
    let mut all: FxHashMap<FuncId, &LlGraph> = all.collect();
    let mut order: Vec<FuncId> = all.keys().copied().collect();
    order.sort();
    // What they do where a number of rounds is not known counts as well.
    let parts = p.funcs.iter().filter(|(f, _)| is_divided(p, *f));
    for (f, g) in parts.filter_map(|(f, func)| Some((f, func.graph()?))) {
        all.entry(f).or_insert(g);
    }
    let mut search = Search {
        p,
        portals,
        leads,
        values: FxHashMap::default(),
        fates: FxHashMap::default(),
        old: FxHashMap::default(),
        sites: None,
        traced: order.clone(),
        all,
    };
    let mut found: Vec<Diagnostic> = vec![];
    for f in order {
        for (at, kept) in search.kept_lists(f) {
            let d = warning(at, kept);
            if !found.contains(&d) {
                found.push(d);
            }
        }
    }
    found
}

fn warning(at: Span, kept: Span) -> Diagnostic {
    let message = "this list is made in memory for each guest call: it is kept";
    let d = Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error("arguments-kept", message, at)
    };
    let d = if kept.is_known() { d.label(kept, "here") } else { d };
    d.note("a list that is forgotten when its items are in the callee's frame is not made")
}

/// Where an object is that something is stored in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// It was there before.
    Old,
    /// This parameter leads to it.
    Param(usize),
    /// This variable has it, which was made in the same function.
    Fresh(VarId),
    /// Nothing is known.
    Unknown,
}

/// What surely becomes of an object on each way.
#[derive(Clone, Default)]
struct Fate {
    /// It is kept, here.
    kept: Option<Span>,
    /// It is stored in what these parameters lead to.
    inside: Vec<(usize, Span)>,
}

/// Where a value goes on.
enum Event {
    Kept(Span),
    Inside(usize, Span),
    /// It is in this fresh object.
    In(VarId),
}

/// The calls of each function: who calls, and the operands.
type Sites = FxHashMap<FuncId, Vec<(FuncId, Vec<LlValue>)>>;

struct Search<'a> {
    p: &'a Program,
    portals: &'a [Portal],
    leads: &'a FxHashSet<FuncId>,
    /// Functions that traces go through, and the graphs of these and of their parts.
    traced: Vec<FuncId>,
    all: FxHashMap<FuncId, &'a LlGraph>,
    values: FxHashMap<FuncId, SsaValues<Ll>>,
    /// Fates of parameters; an entry is there while one is found.
    fates: FxHashMap<(FuncId, usize), Fate>,
    /// Says whether a parameter leads to objects that were there before.
    old: FxHashMap<(FuncId, usize), bool>,
    /// The calls of functions in traces; made when they are needed.
    sites: Option<Sites>,
}

impl<'a> Search<'a> {
    /// The lists that a function makes for guest calls and that are kept: where they are made, and where they are kept.
    fn kept_lists(&mut self, f: FuncId) -> Vec<(Span, Span)> {
        let g = self.all[&f];
        let mut found = vec![];
        for b in g.reachable() {
            for op in &g.blocks[b].operations {
                if !self.makes_list(g, op) || !self.is_for_call(f, g, op.result) {
                    continue;
                }
                let fate = self.fate(f, g, op.result, b, &mut FxHashSet::default());
                let inside = fate.inside.iter().find(|(n, _)| self.is_old(f, *n));
                if let Some(kept) = fate.kept.or(inside.map(|i| i.1)) {
                    found.push((op.span, kept));
                }
            }
        }
        found
    }

    fn value(&mut self, f: FuncId, v: &LlValue) -> LlValue {
        let g = self.all[&f];
        self.values.entry(f).or_insert_with(|| uncopied(g)).value(v)
    }

    fn is_list_type(&self, ty: Type) -> bool {
        let Type::Ptr(s) = ty else { return false };
        is_list(self.p, s) || is_array(self.p, s)
    }

    /// The operation makes a list, as a helper does for most.
    fn makes_list(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> bool {
        let p = self.p;
        let helper = |f: &FuncId| p.funcs[*f].attrs.helper && gives_new(p, *f);
        self.is_list_type(g.ty(op.result))
            && match (op.op, call_targets(p, op)) {
                (LlOp::Malloc | LlOp::MallocVarsize, _) => true,
                (LlOp::DirectCall, Callees::Known(all)) => all.iter().all(helper),
                _ => false,
            }
    }

    /// The list, or an object made in the same function that has it, is an argument of a guest call.
    fn is_for_call(&mut self, f: FuncId, g: &LlGraph, list: VarId) -> bool {
        let mut holds = vec![list];
        let mut n = 0;
        while n < holds.len() {
            let v = holds[n];
            n += 1;
            for b in g.reachable() {
                for op in &g.blocks[b].operations {
                    let Some(at) = self.operand(f, op, v) else { continue };
                    if let Callees::Known(all) = call_targets(self.p, op)
                        && all.iter().any(|c| self.leads.contains(c))
                    {
                        return true;
                    }
                    for event in self.events(f, op, at) {
                        if let Event::In(x) = event
                            && !holds.contains(&x)
                        {
                            holds.push(x);
                        }
                    }
                }
            }
        }
        false
    }

    /// The operand that a variable is.
    fn operand(&mut self, f: FuncId, op: &SpaceOperation<Ll>, v: VarId) -> Option<usize> {
        op.args.iter().position(|a| matches!(self.value(f, a), Value::Var(w) if w == v))
    }

    /// What becomes of the value of `v` from the block on in which it is made.
    fn fate(
        &mut self,
        f: FuncId,
        g: &LlGraph,
        v: VarId,
        from: BlockId,
        open: &mut FxHashSet<VarId>,
    ) -> Fate {
        if !open.insert(v) {
            return Fate::default();
        }
        let mut kept: Vec<(BlockId, Span)> = vec![];
        let mut inside: Vec<(BlockId, usize, Span)> = vec![];
        for b in g.reachable() {
            for op in &g.blocks[b].operations {
                let Some(n) = self.operand(f, op, v) else { continue };
                for event in self.events(f, op, n) {
                    match event {
                        Event::Kept(at) => kept.push((b, at)),
                        Event::Inside(j, at) => inside.push((b, j, at)),
                        Event::In(x) => {
                            let fate = self.fate(f, g, x, b, open);
                            kept.extend(fate.kept.map(|at| (b, at)));
                            inside.extend(fate.inside.into_iter().map(|(j, at)| (b, j, at)));
                        }
                    }
                }
            }
        }
        open.remove(&v);
        let sure = |blocks: FxHashSet<BlockId>| !gets_past(g, from, &blocks);
        let mut fate = Fate::default();
        if !kept.is_empty() && sure(kept.iter().map(|k| k.0).collect()) {
            fate.kept = Some(kept[0].1);
        }
        for &(_, j, at) in &inside {
            let blocks = inside.iter().filter(|i| i.1 == j).map(|i| i.0);
            let known = fate.inside.iter().any(|i| i.0 == j);
            if !known && sure(blocks.chain(kept.iter().map(|k| k.0)).collect()) {
                fate.inside.push((j, at));
            }
        }
        fate
    }

    /// What an operation does with this operand.
    fn events(&mut self, f: FuncId, op: &SpaceOperation<Ll>, n: usize) -> Vec<Event> {
        match op.op {
            LlOp::SetField | LlOp::SetArrayItem if n == 2 => {
                self.stored(f, &op.args[0], op.span).into_iter().collect()
            }
            LlOp::DirectCall | LlOp::IndirectCall if n > 0 => {
                let Callees::Known(all) = call_targets(self.p, op) else { return vec![] };
                let all: Vec<FuncId> = all.to_vec();
                let fates: Vec<Fate> = all.iter().map(|c| self.param(*c, n - 1, op.span)).collect();
                let Some(first) = fates.first() else { return vec![] };
                if let Some(at) = first.kept.filter(|_| fates.iter().all(|x| x.kept.is_some())) {
                    return vec![Event::Kept(at)];
                }
                let mut events = vec![];
                for (j, at) in &first.inside {
                    let has = |x: &Fate| x.kept.is_some() || x.inside.iter().any(|i| i.0 == *j);
                    if fates.iter().all(has)
                        && let Some(into) = op.args.get(j + 1)
                    {
                        events.extend(self.stored(f, into, *at));
                    }
                }
                events
            }
            _ => vec![],
        }
    }

    /// It is stored in what this value leads to.
    fn stored(&mut self, f: FuncId, into: &LlValue, at: Span) -> Option<Event> {
        match self.base(f, into) {
            Base::Old => Some(Event::Kept(at)),
            Base::Param(n) => Some(Event::Inside(n, at)),
            Base::Fresh(x) => Some(Event::In(x)),
            Base::Unknown => None,
        }
    }

    fn base(&mut self, f: FuncId, v: &LlValue) -> Base {
        let Value::Var(root) = self.value(f, v) else { return Base::Old };
        let g = self.all[&f];
        if let Some(n) = g.params().iter().position(|p| *p == root) {
            return Base::Param(n);
        }
        let Some(op) = made_by(g, root) else { return self.joined(f, g, root) };
        match op.op {
            LlOp::Malloc | LlOp::MallocVarsize => Base::Fresh(root),
            LlOp::GetField | LlOp::GetArrayItem => match self.base(f, &op.args[0]) {
                Base::Fresh(_) => Base::Unknown,
                base => base,
            },
            _ => Base::Unknown,
        }
    }

    /// The base of what comes from several places: that of all that the function had before. (A list's items are those that it had, or a
    /// longer array that a helper made for it.)
    fn joined(&mut self, f: FuncId, g: &LlGraph, input: VarId) -> Base {
        let mut found = None;
        for b in g.reachable() {
            for l in &g.blocks[b].exits {
                let to = g.blocks[l.target].inputargs.iter().position(|v| *v == input);
                let Some(v) = to.and_then(|n| l.args[n].as_var()) else { continue };
                let ops = &g.blocks[b].operations;
                let read = ops.iter().find(|op| op.result == v);
                if read.is_some_and(|op| self.is_helpers(op)) {
                    continue;
                }
                let Value::Var(v) = self.value(f, &v.into()) else { return Base::Unknown };
                let Some(op) = made_by(g, v).filter(|op| op.op == LlOp::GetField) else {
                    return Base::Unknown;
                };
                let base = self.base(f, &op.args[0]);
                if *found.get_or_insert(base) != base {
                    return Base::Unknown;
                }
            }
        }
        match found {
            Some(base @ (Base::Old | Base::Param(_))) => base,
            _ => Base::Unknown,
        }
    }

    /// It is a call of a helper.
    fn is_helpers(&self, op: &SpaceOperation<Ll>) -> bool {
        let helper = |f: &FuncId| self.p.funcs[*f].attrs.helper;
        op.op == LlOp::DirectCall
            && matches!(call_targets(self.p, op), Callees::Known(all) if all.iter().all(helper))
    }

    /// What becomes of an argument.
    fn param(&mut self, f: FuncId, n: usize, call: Span) -> Fate {
        let func = &self.p.funcs[f];
        let Some(g) = self.all.get(&f).copied() else {
            let a = &func.attrs;
            let known = a.helper || a.elidable || a.loop_invariant || a.oopspec.is_some();
            let kept = (!known && func.graph().is_some()).then_some(call);
            return Fate { kept, inside: vec![] };
        };
        if self.is_portal(f) {
            return Fate::default();
        }
        if let Some(fate) = self.fates.get(&(f, n)) {
            return fate.clone();
        }
        self.fates.insert((f, n), Fate::default());
        let fate = self.fate(f, g, g.params()[n], g.startblock, &mut FxHashSet::default());
        self.fates.insert((f, n), fate.clone());
        fate
    }

    fn is_portal(&self, f: FuncId) -> bool {
        self.portals.iter().any(|x| x.portal == f)
    }

    /// Says whether a parameter always leads to objects that were there before the trace, and that it does not keep in registers.
    fn is_old(&mut self, f: FuncId, n: usize) -> bool {
        let g = self.all[&f];
        let ty = g.ty(g.params()[n]);
        let p = self.p;
        if let Some(x) = self.portals.iter().find(|x| x.portal == f) {
            let d = &p.jitdrivers[x.driver];
            let red = n.checked_sub(x.greens.len()).and_then(|n| x.reds.get(n));
            return !red.is_some_and(|r| d.virtualizables.contains(&d.reds[*r]))
                && matches!(ty, Type::Ptr(_));
        }
        if let Some(known) = self.old.get(&(f, n)) {
            return *known;
        }
        self.old.insert((f, n), true);
        let sites = self.sites().get(&f).cloned().unwrap_or_default();
        let old = !sites.is_empty()
            && sites.iter().all(|(caller, args)| match self.base(*caller, &args[n + 1]) {
                Base::Old => true,
                Base::Param(k) => self.is_old(*caller, k),
                _ => false,
            });
        self.old.insert((f, n), old);
        old
    }

    fn sites(&mut self) -> &Sites {
        let (p, all) = (self.p, &self.all);
        let traced = self.traced.iter().map(|f| (*f, all[f]));
        self.sites.get_or_insert_with(|| {
            let mut sites = Sites::default();
            for (f, g) in traced {
                for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
                    if let Callees::Known(callees) = call_targets(p, op) {
                        for c in callees {
                            sites.entry(*c).or_default().push((f, op.args.to_vec()));
                        }
                    }
                }
            }
            sites
        })
    }
}

/// Lists whose length never changes are arrays; texts are arrays as well.
fn is_array(p: &Program, s: StructId) -> bool {
    let st = &p.types.structs[s];
    let items = match st.items {
        Some(Items::Plain(ty)) => !matches!(ty, Type::Char | Type::UniChar),
        _ => false,
    };
    st.gc && st.parent.is_none() && st.fields.is_empty() && items
}

/// Says whether the results of a helper are all made by it.
fn gives_new(p: &Program, f: FuncId) -> bool {
    let Some(g) = p.funcs[f].graph() else { return false };
    let Value::Var(root) = uncopied(g).of(g.return_var()) else { return false };
    made_by(g, root).is_some_and(|op| matches!(op.op, LlOp::Malloc | LlOp::MallocVarsize))
}

/// Says whether a function gets from a block to its end, or to a merge point, without passing any of these. (Loops end by exceptions; those that
/// leave the function do not count.) If it never ends, it does.
fn gets_past(g: &LlGraph, from: BlockId, blocks: &FxHashSet<BlockId>) -> bool {
    let ends = |b: BlockId| {
        b == g.returnblock
            || g.blocks[b]
                .operations
                .iter()
                .any(|op| marker(op).is_some_and(|m| m.0 == "jit_merge_point"))
    };
    let reaches = |avoid: Option<&FxHashSet<BlockId>>| {
        let mut seen: FxHashSet<BlockId> = FxHashSet::default();
        let mut work = vec![from];
        while let Some(b) = work.pop() {
            if avoid.is_some_and(|a| a.contains(&b)) {
                continue;
            }
            if b != from && ends(b) {
                return true;
            }
            if seen.insert(b) {
                work.extend(g.blocks[b].exits.iter().map(|l| l.target));
            }
        }
        false
    };
    reaches(Some(blocks)) || !reaches(None)
}
