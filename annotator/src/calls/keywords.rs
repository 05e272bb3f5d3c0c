//! `**` parameters: a function that has one gets a graph for each tuple of keyword names that calls give it.
//!
//! In such a graph the names are known. As long as the parameter is only read and passed on (`g(**kw)`), it is a tuple of
//! the values, which may be of different types; where its other methods are called, a dict is made for the moment. Where
//! it is changed or goes somewhere else, it is one dict from the start.

use flowmodel::surgery::new_start;
use flowmodel::{Hl, HlConst, HlGraph, HlOp, HlValue, HostRef, Link, SpaceOperation, VarId};
use flowspace::host::Host;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Methods of the parameter that leave it as it is.
const READING: &[&str] =
    &["copy", "get", "has_key", "items", "iteritems", "iterkeys", "itervalues", "keys", "values"];

/// A copy for calls with these keywords: they become ordinary parameters, the last ones. `missing` is the library
/// function that raises `KeyError`.
pub(crate) fn flatten(
    host: &mut Host,
    base: &HlGraph,
    names: &[Rc<str>],
    missing: HostRef,
) -> HlGraph {
    let mut g = base.clone();
    let (kw, fixed) = g.params().split_last().expect("** parameter");
    let (kw, fixed) = (*kw, fixed.to_vec());
    let mut inputs: Vec<_> = fixed.iter().map(|v| g.copy_var(*v)).collect();
    let values: Vec<_> = names.iter().map(|n| g.new_var(n, ())).collect();
    let mut args: Vec<HlValue> = inputs.iter().map(|v| HlValue::Var(*v)).collect();
    inputs.extend(values.iter().copied());
    let aliases = aliases(&g, kw);
    let mut w = Rewriter { host, names, missing, ops: vec![], gets: FxHashMap::default() };
    let mut uses: FxHashMap<VarId, usize> = FxHashMap::default();
    for b in g.reachable() {
        g.blocks[b].for_each_use(&mut |v| *uses.entry(*v).or_default() += 1);
    }
    let packed = if only_read(w.host, &g, &aliases) {
        for b in g.reachable() {
            let old = std::mem::take(&mut g.blocks[b].operations);
            w.rewrite(&mut g, &aliases, &uses, old);
            g.blocks[b].operations = std::mem::take(&mut w.ops);
        }
        let items = values.iter().map(|v| HlValue::Var(*v)).collect();
        w.add(&mut g, HlOp::NewTuple, items, base.span)
    } else {
        let items: Vec<_> = values.iter().map(|v| HlValue::Var(*v)).collect();
        w.new_dict(&mut g, &items, base.span)
    };
    args.push(packed);
    new_start(&mut g, inputs, w.ops, args);
    g
}

/// The variables that always hold the parameter.
fn aliases(g: &HlGraph, kw: VarId) -> FxHashSet<VarId> {
    let order = g.reachable();
    let mut set: FxHashSet<VarId> = FxHashSet::default();
    for b in &order {
        if *b != g.startblock && !g.is_final(*b) {
            set.extend(g.blocks[*b].inputargs.iter().copied());
        }
    }
    set.insert(kw);
    loop {
        let before = set.len();
        for b in &order {
            for l in &g.blocks[*b].exits {
                for (v, a) in g.blocks[l.target].inputargs.iter().zip(&l.args) {
                    if *v != kw && a.as_var().is_none_or(|a| !set.contains(&a)) {
                        set.remove(v);
                    }
                }
            }
        }
        if set.len() == before {
            return set;
        }
    }
}

fn text(v: Option<&HlValue>) -> Option<&str> {
    match v {
        Some(HlValue::Const(HlConst::Str(s))) => std::str::from_utf8(s).ok(),
        Some(HlValue::Const(HlConst::Unicode(s))) => Some(s),
        _ => None,
    }
}

fn is_in(set: &FxHashSet<VarId>, v: &HlValue) -> bool {
    v.as_var().is_some_and(|v| set.contains(&v))
}

/// Says whether the parameter is neither changed nor given to anything that may change or keep it.
fn only_read(host: &Host, g: &HlGraph, set: &FxHashSet<VarId>) -> bool {
    let reads = |op: &SpaceOperation<Hl>| {
        let uses = op.args.iter().filter(|a| is_in(set, a)).count();
        if uses == 0 {
            return true;
        }
        let Some(first) = op.args.first() else { return false };
        let last = op.args.last().expect("has operands");
        uses == 1
            && match op.op {
                HlOp::GetItem | HlOp::Contains | HlOp::Len | HlOp::Bool | HlOp::Iter => {
                    is_in(set, first)
                }
                HlOp::GetAttr => text(op.args.get(1)).is_some_and(|n| READING.contains(&n)),
                HlOp::CallArgs => is_in(set, last) && shape(host, op).is_some_and(|s| s.len() == 4),
                _ => false,
            }
    };
    let passes = |l: &Link<Hl>| {
        let inputs = &g.blocks[l.target].inputargs;
        inputs.iter().zip(&l.args).all(|(v, a)| !is_in(set, a) || set.contains(v))
    };
    g.reachable().into_iter().all(|b| {
        let blk = &g.blocks[b];
        blk.operations.iter().all(reads) && blk.exits.iter().all(passes)
    })
}

/// The items of a call's shape.
fn shape(host: &Host, op: &SpaceOperation<Hl>) -> Option<Vec<HostRef>> {
    match op.args.get(1)? {
        HlValue::Const(HlConst::Host(h)) => Some(crate::hostview::items(host, *h)),
        _ => None,
    }
}

/// Makes the operations of a graph in which the parameter is a tuple.
struct Rewriter<'a> {
    host: &'a mut Host,
    names: &'a [Rc<str>],
    missing: HostRef,
    ops: Vec<SpaceOperation<Hl>>,
    /// Methods `get` that are called later in the block: of what.
    gets: FxHashMap<VarId, HlValue>,
}

impl Rewriter<'_> {
    fn add(
        &mut self,
        g: &mut HlGraph,
        op: HlOp,
        args: Vec<HlValue>,
        span: flowmodel::diag::Span,
    ) -> HlValue {
        let result = g.new_var("v", ());
        self.ops.push(SpaceOperation { op, args, result, span });
        HlValue::Var(result)
    }

    fn new_dict(
        &mut self,
        g: &mut HlGraph,
        values: &[HlValue],
        span: flowmodel::diag::Span,
    ) -> HlValue {
        let d = self.add(g, HlOp::NewDict, vec![], span);
        for (n, v) in self.names.iter().zip(values) {
            self.add(g, HlOp::SetItem, vec![d.clone(), name(n), v.clone()], span);
        }
        d
    }

    fn items(
        &mut self,
        g: &mut HlGraph,
        kw: &HlValue,
        span: flowmodel::diag::Span,
    ) -> Vec<HlValue> {
        let item = |i: usize| HlValue::Const(HlConst::Int(i as i64));
        (0..self.names.len())
            .map(|i| self.add(g, HlOp::GetItem, vec![kw.clone(), item(i)], span))
            .collect()
    }

    fn rewrite(
        &mut self,
        g: &mut HlGraph,
        set: &FxHashSet<VarId>,
        uses: &FxHashMap<VarId, usize>,
        old: Vec<SpaceOperation<Hl>>,
    ) {
        let known = |b: bool| vec![HlValue::Const(HlConst::Bool(b))];
        // `kw.get('x', 0)`
        let gets: FxHashSet<VarId> = old
            .iter()
            .filter(|c| {
                let simple = c.op == HlOp::SimpleCall && matches!(c.args.len(), 2 | 3);
                simple && text(c.args.get(1)).is_some()
            })
            .filter_map(|c| c.args[0].as_var())
            .filter(|v| {
                uses.get(v) == Some(&1)
                    && old.iter().any(|o| {
                        o.result == *v
                            && o.op == HlOp::GetAttr
                            && text(o.args.get(1)) == Some("get")
                    })
            })
            .collect();
        for mut op in old {
            if let Some(get) = op.args.first().and_then(HlValue::as_var)
                && let Some(kw) = self.gets.remove(&get)
            {
                self.get(&mut op, kw);
                self.ops.push(op);
                continue;
            }
            let Some(kw) = op.args.iter().find(|a| is_in(set, a)).cloned() else {
                self.ops.push(op);
                continue;
            };
            let span = op.span;
            let at = |s: &Self, n: &str| s.names.iter().position(|m| **m == *n);
            match op.op {
                HlOp::CallArgs => self.pass_on(g, &mut op, &kw),
                HlOp::Len => {}
                HlOp::Bool => op.args = known(!self.names.is_empty()),
                HlOp::Iter => {
                    let names = self.names.iter().map(|n| name(n)).collect();
                    op.args = vec![self.add(g, HlOp::NewList, names, span)];
                }
                HlOp::Contains => match text(op.args.get(1)) {
                    Some(n) => {
                        op.args = known(at(self, n).is_some());
                        op.op = HlOp::Bool;
                    }
                    None if self.names.is_empty() => {
                        op.args = known(false);
                        op.op = HlOp::Bool;
                    }
                    None => {
                        let names = self.names.iter().map(|n| name(n)).collect();
                        op.args[0] = self.add(g, HlOp::NewList, names, span);
                    }
                },
                HlOp::GetItem if let Some(n) = text(op.args.get(1)) => match at(self, n) {
                    Some(i) => op.args[1] = HlValue::Const(HlConst::Int(i as i64)),
                    None => {
                        op.op = HlOp::SimpleCall;
                        op.args[0] = HlValue::Const(HlConst::Host(self.missing));
                    }
                },
                HlOp::GetAttr if gets.contains(&op.result) => {
                    self.gets.insert(op.result, kw);
                    continue;
                }
                _ => {
                    let values = self.items(g, &kw, span);
                    op.args[0] = self.new_dict(g, &values, span);
                }
            }
            self.ops.push(op);
        }
    }

    /// `kw.get('x', 0)`
    fn get(&mut self, op: &mut SpaceOperation<Hl>, kw: HlValue) {
        let n = text(op.args.get(1)).expect("a constant key");
        match self.names.iter().position(|m| **m == *n) {
            Some(i) => {
                op.op = HlOp::GetItem;
                op.args = vec![kw, HlValue::Const(HlConst::Int(i as i64))];
            }
            None => {
                op.op = HlOp::SameAs;
                op.args = vec![op.args.get(2).cloned().unwrap_or(HlValue::Const(HlConst::None))];
            }
        }
    }

    /// `f(a, **kw)`: the keywords by name.
    fn pass_on(&mut self, g: &mut HlGraph, op: &mut SpaceOperation<Hl>, kw: &HlValue) {
        let items = shape(self.host, op).expect("a call shape");
        let star = crate::hostview::truth(self.host, items[2]);
        let mut names = crate::hostview::items(self.host, items[1]);
        for n in self.names {
            names.push(self.host.str(n));
        }
        let names = self.host.tuple(&names);
        let shape = self.host.tuple(&[items[0], names, items[2]]);
        op.args[1] = HlValue::Const(HlConst::Host(shape));
        op.args.pop();
        let at = op.args.len() - star as usize;
        let values = self.items(g, kw, op.span);
        op.args.splice(at..at, values);
    }
}

fn name(n: &str) -> HlValue {
    HlValue::Const(HlConst::Str(n.as_bytes().into()))
}
