//! Arrays that only one object has: a field gets nothing but new arrays, each stored once.
//!
//! The run time takes an array of a virtualizable for what no other object can change. So whoever makes an array for such a field may do with
//! it, besides reading and writing its items, one thing only: store it in the field of one object, or hand it on to a function that does. The
//! values that are stored are followed back to where they were made, through copies, parameters and results, and from there to all uses.

use crate::follow::{Site, call_sites, copies};
use flowmodel::analysis::places::declaring;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::{
    BlockId, Const, FuncId, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, StructId, Type,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place where a field gets an array that something else may have, too.
pub fn shared(p: &Program, owner: StructId, index: u32) -> Option<Span> {
    let mut search = Search::new(p, (owner, index));
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        for b in g.reachable() {
            for (i, op) in g.blocks[b].operations.iter().enumerate() {
                if search.stores(g, op)
                    && let Err(at) = search.once(f, op.args[2], (b, i))
                {
                    return Some(if at.is_known() { at } else { op.span });
                }
            }
        }
    }
    None
}

/// The operation of a function at which an array goes on.
type Sink = (BlockId, usize);

/// Says what is done with an array in a function, and in those that it calls.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// Operations that store it, and calls that do.
    sinks: Vec<Sink>,
    /// The function gives it back.
    returned: bool,
    /// It may get elsewhere.
    lost: Option<Span>,
}

struct Search<'a> {
    p: &'a Program,
    field: (StructId, u32),
    sites: FxHashMap<FuncId, Vec<Site>>,
    /// Says what functions do with a parameter; an entry is there while that is found.
    params: FxHashMap<(FuncId, usize), Uses>,
    /// Parameters whose callers were asked.
    asked: FxHashSet<(FuncId, usize)>,
}

fn reads(op: LlOp, operand: usize) -> bool {
    use LlOp::*;
    match op {
        GetArrayItem | GetArraySize | PtrNonzero | PtrIszero | PtrEq | PtrNe | CopyItems
        | Keepalive => true,
        SetArrayItem => operand != 2,
        _ => false,
    }
}

impl<'a> Search<'a> {
    fn new(p: &'a Program, field: (StructId, u32)) -> Self {
        let (params, asked) = (FxHashMap::default(), FxHashSet::default());
        Search { p, field, sites: call_sites(p), params, asked }
    }

    fn stores(&self, g: &LlGraph, op: &SpaceOperation<Ll>) -> bool {
        let Some(Const::Field(i)) = op.args.get(1).and_then(LlValue::as_const) else {
            return false;
        };
        let owner = |s| declaring(self.p, s, *i) == self.field.0;
        op.op == LlOp::SetField
            && *i == self.field.1
            && matches!(self.p.value_type(g, &op.args[0]), Type::Ptr(s) if owner(s))
    }

    /// The value is a new array, and `sink` is the only thing that is done with it. An error says where that is not so.
    fn once(&mut self, f: FuncId, v: LlValue, sink: Sink) -> Result<(), Span> {
        let Some(g) = self.p.funcs[f].graph() else { return Err(Span::NONE) };
        for root in self.roots(g, v)? {
            let uses = self.uses(f, g, root);
            let at = |(b, i): Sink| g.blocks[b].operations[i].span;
            if let Some(lost) = uses.lost {
                return Err(lost);
            }
            if uses.returned || uses.sinks.iter().any(|s| *s != sink) {
                return Err(at(sink));
            }
            let made = definition(g, root);
            if repeats(g, sink.0, made.map_or(g.startblock, |(b, _)| b)) {
                return Err(at(sink));
            }
            match made {
                Some(place) => self.is_new(g, place)?,
                None => self.callers(f, g, root)?,
            }
        }
        Ok(())
    }

    /// The operation makes an array, or calls a function that makes one.
    fn is_new(&mut self, g: &LlGraph, (b, i): Sink) -> Result<(), Span> {
        let op = &g.blocks[b].operations[i];
        match (op.op, call_targets(self.p, op)) {
            (LlOp::Malloc | LlOp::MallocVarsize, _) => Ok(()),
            (LlOp::DirectCall | LlOp::IndirectCall, Callees::Known(all)) => {
                all.iter().try_for_each(|f| self.gives_new(*f).map_err(|_| op.span))
            }
            _ => Err(op.span),
        }
    }

    /// Checks that what the function gives back is new, and nobody else has it.
    fn gives_new(&mut self, f: FuncId) -> Result<(), Span> {
        let Some(g) = self.p.funcs[f].graph() else { return Err(Span::NONE) };
        for root in self.roots(g, g.return_var().into())? {
            let uses = self.uses(f, g, root);
            match definition(g, root) {
                Some(place) if uses.lost.is_none() && uses.sinks.is_empty() => {
                    self.is_new(g, place)?;
                }
                _ => return Err(Span::NONE),
            }
        }
        Ok(())
    }

    /// All callers of the function hand a new array on as this parameter.
    fn callers(&mut self, f: FuncId, g: &LlGraph, param: VarId) -> Result<(), Span> {
        let n = g.params().iter().position(|v| *v == param).ok_or(Span::NONE)?;
        if !self.asked.insert((f, n)) {
            return Ok(());
        }
        let sites = self.sites.get(&f).cloned().unwrap_or_default();
        if sites.is_empty() {
            return Err(Span::NONE);
        }
        for (caller, b, i) in sites {
            let Some(g) = self.p.funcs[caller].graph() else { return Err(Span::NONE) };
            let op = &g.blocks[b].operations[i];
            let arg = *op.args.get(n + 1).ok_or(op.span)?;
            self.once(caller, arg, (b, i))
                .map_err(|at| if at.is_known() { at } else { op.span })?;
        }
        Ok(())
    }

    /// The results of operations and the parameters that a value may come from. Null comes from nowhere; other constants are prebuilt
    /// arrays.
    fn roots(&mut self, g: &LlGraph, v: LlValue) -> Result<Vec<VarId>, Span> {
        let mut roots = vec![];
        let mut seen = FxHashSet::default();
        let mut work = vec![v];
        while let Some(v) = work.pop() {
            let v = match v {
                LlValue::Const(Const::Null(_)) => continue,
                LlValue::Const(_) => return Err(Span::NONE),
                LlValue::Var(v) => v,
            };
            if !seen.insert(v) {
                continue;
            }
            if let Some((b, i)) = definition(g, v) {
                let op = &g.blocks[b].operations[i];
                if copies(op.op) {
                    work.push(op.args[0]);
                    continue;
                }
                let same = self.passed_through(op);
                match same.is_empty() {
                    true => roots.push(v),
                    false => work.extend(same.into_iter().map(|n| op.args[n])),
                }
            } else {
                for b in g.reachable() {
                    for l in &g.blocks[b].exits {
                        let inputs = g.blocks[l.target].inputargs.iter();
                        let fed = inputs.zip(&l.args).filter(|(input, _)| **input == v);
                        work.extend(fed.map(|(_, a)| *a));
                    }
                }
                if g.params().contains(&v) {
                    roots.push(v);
                }
            }
        }
        Ok(roots)
    }

    /// Operands that a call may give back.
    fn passed_through(&mut self, op: &SpaceOperation<Ll>) -> Vec<usize> {
        let (LlOp::DirectCall | LlOp::IndirectCall, Callees::Known(all)) =
            (op.op, call_targets(self.p, op))
        else {
            return vec![];
        };
        let given =
            |search: &mut Self, n: usize| all.iter().any(|f| search.param_uses(*f, n - 1).returned);
        (1..op.args.len()).filter(|n| given(self, *n)).collect()
    }

    fn param_uses(&mut self, f: FuncId, n: usize) -> Uses {
        if let Some(known) = self.params.get(&(f, n)) {
            return known.clone();
        }
        self.params.insert((f, n), Uses::default());
        let lost = || Uses { lost: Some(self.p.funcs[f].span), ..Uses::default() };
        let p = self.p;
        let found = match p.funcs[f].graph() {
            Some(g) => match g.params().get(n) {
                Some(&v) if matches!(g.ty(v), Type::Ptr(_)) => self.uses(f, g, v),
                _ => Uses::default(),
            },
            None => lost(),
        };
        self.params.insert((f, n), found.clone());
        found
    }

    /// Says what becomes of a variable's value.
    fn uses(&mut self, f: FuncId, g: &LlGraph, v: VarId) -> Uses {
        let mut found = Uses::default();
        let mut seen = FxHashSet::from_iter([v]);
        let mut work = vec![v];
        while let Some(v) = work.pop() {
            let mut next = vec![];
            for b in g.reachable() {
                for (i, op) in g.blocks[b].operations.iter().enumerate() {
                    for (n, _) in op.args.iter().enumerate().filter(|(_, a)| a.as_var() == Some(v))
                    {
                        self.operand(g, (b, i), n, &mut found, &mut next);
                    }
                }
                for l in &g.blocks[b].exits {
                    let inputs = g.blocks[l.target].inputargs.iter();
                    for (input, _) in inputs.zip(&l.args).filter(|(_, a)| a.as_var() == Some(v)) {
                        match g.is_final(l.target) {
                            false => next.push(*input),
                            true if l.target == g.returnblock => found.returned = true,
                            true => found.lost = Some(self.p.funcs[f].span),
                        }
                    }
                }
            }
            work.extend(next.into_iter().filter(|v| seen.insert(*v)));
        }
        found
    }

    fn operand(
        &mut self,
        g: &LlGraph,
        (b, i): Sink,
        n: usize,
        found: &mut Uses,
        next: &mut Vec<VarId>,
    ) {
        let op = &g.blocks[b].operations[i];
        let mut sink = || {
            if !found.sinks.contains(&(b, i)) {
                found.sinks.push((b, i));
            }
        };
        match (op.op, call_targets(self.p, op)) {
            (copy, _) if copies(copy) => next.push(op.result),
            (LlOp::DirectCall | LlOp::IndirectCall, Callees::Known(all)) => {
                for callee in all {
                    let inner = self.param_uses(*callee, n - 1);
                    if inner.lost.is_some() {
                        found.lost = Some(op.span);
                    }
                    if !inner.sinks.is_empty() {
                        sink();
                    }
                    if inner.returned {
                        next.push(op.result);
                    }
                }
            }
            (LlOp::SetField, _) if n == 2 && self.stores(g, op) => sink(),
            (other, _) if reads(other, n) => {}
            _ => found.lost = Some(op.span),
        }
    }
}

/// The operation that makes a variable's value.
fn definition(g: &LlGraph, v: VarId) -> Option<Sink> {
    g.reachable().into_iter().find_map(|b| {
        let i = g.blocks[b].operations.iter().position(|op| op.result == v)?;
        Some((b, i))
    })
}

/// Says whether a block can be reached again from itself without passing `made`.
fn repeats(g: &LlGraph, block: BlockId, made: BlockId) -> bool {
    if block == made && block != g.startblock {
        return false;
    }
    let mut seen = FxHashSet::default();
    let mut work = vec![block];
    while let Some(b) = work.pop() {
        for l in &g.blocks[b].exits {
            if l.target == block {
                return true;
            }
            if l.target != made && seen.insert(l.target) {
                work.push(l.target);
            }
        }
    }
    false
}
