//! Points where finalizers run, if references are counted: soon after an object's last reference is gone, but not in
//! the middle of a helper, which may be changing a container.
//!
//! A point is a call of [`Points::call`] before an operation that stands in the program's own source (or in its library, not in the
//! low-level helpers), or with which another inlined call of a helper begins, where no exception is set. Points go into a graph before the references are counted, since
//! a finalizer may free anything; those behind nothing that could free an object are then removed.

use flowmodel::diag::{FileId, SourceMap, Span};
use flowmodel::surgery::bool_exits;
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncAttrs, FuncId, Function, Link, Ll, LlGraph,
    LlOp, Program, SpaceOperation, Type, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// An inlined call of a low-level helper, by its number, or none.
type Context = Option<u32>;

/// Name of the function that is called.
const POINT: &str = "tw_finalizer_point";

/// Puts points in the graphs of a program.
pub struct Points {
    /// `()`: runs the finalizers that wait, unless some are being run.
    pub call: FuncId,
    /// Files of low-level helpers.
    low: FxHashSet<FileId>,
}

impl Points {
    /// Prepares the points of a program with finalizers whose sources are known. `waiting`: the collector's function
    /// that says whether there is something to be done.
    pub fn new(p: &mut Program, waiting: FuncId, sources: Option<&SourceMap>) -> Option<Points> {
        let sources = sources?;
        let runs = |f: &Function| {
            f.graph().is_some_and(|g| {
                let mut ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
                ops.any(|o| o.op == LlOp::GcNextFinalizer)
            })
        };
        let run = p.funcs.iter().find(|(_, f)| runs(f)).map(|(id, _)| id)?;
        let low = (0u32..).map(FileId).map_while(|f| Some((f, sources.get(f)?)));
        let low = low.filter(|(_, f)| f.path.contains("/rpython_ll/")).map(|(f, _)| f).collect();
        let span = Span::NONE;
        let exc = (
            p.exc.vtable.map_or(Type::Void, Type::Ptr),
            p.exc.object.map_or(Type::Void, Type::Ptr),
        );
        let mut g = LlGraph::new(POINT, Type::Void, exc);
        let (start, then) = (g.startblock, g.new_block());
        let call = |f: FuncId| vec![Value::Const(Const::Func(f))];
        let some = g.add_op(start, LlOp::DirectCall, call(waiting), "some", Type::Bool, span);
        g.add_op(then, LlOp::DirectCall, call(run), "v", Type::Void, span);
        let done = Link::new(g.returnblock, vec![Value::Const(Const::Void)]);
        g.blocks[then].exits = vec![done.clone()];
        g.blocks[start].exitswitch = ExitSwitch::Var(some);
        g.blocks[start].exits = bool_exits(done, Link::new(then, vec![]));
        let ty = p.types.func(vec![], Type::Void);
        let attrs = FuncAttrs { helper: true, cannot_raise: true, ..FuncAttrs::default() };
        let call =
            p.funcs.push(Function { name: POINT.into(), ty, body: Body::Graph(g), attrs, span });
        Some(Points { call, low })
    }

    fn is_point(&self, op: &SpaceOperation<Ll>) -> bool {
        op.op == LlOp::DirectCall && op.args.first() == Some(&Value::Const(Const::Func(self.call)))
    }

    /// Inserts the points before the references are counted.
    pub fn insert(&self, p: &Program, g: &mut LlGraph) {
        let mut set: FxHashMap<BlockId, bool> = FxHashMap::default();
        let mut work = vec![(g.startblock, false)];
        while let Some((b, exc)) = work.pop() {
            match set.get(&b) {
                Some(old) if *old || !exc => continue,
                _ => drop(set.insert(b, exc)),
            }
            let blk = &g.blocks[b];
            let exc = blk.operations.iter().fold(exc, |exc, op| after(op, exc));
            let tests = |o: &SpaceOperation<Ll>| {
                o.op == LlOp::ExcOccurred && blk.exitswitch == ExitSwitch::Var(o.result)
            };
            let tested = blk.operations.iter().any(tests);
            for l in &blk.exits {
                let raised = tested && l.case == ExitCase::Value(Const::Bool(true));
                work.push((l.target, (exc && !tested) || raised));
            }
        }
        let came = self.contexts(p, g);
        for (b, mut exc) in set {
            if g.is_final(b) {
                continue;
            }
            let mut from = came.get(&b).cloned().unwrap_or_default();
            let ops = std::mem::take(&mut g.blocks[b].operations);
            let mut out = Vec::with_capacity(ops.len());
            let mut due = b != g.startblock;
            for op in ops {
                let fixed = matches!(op.op, LlOp::ExcOccurred | LlOp::OvfFlag | LlOp::ExcTraceback);
                let known = op.span.file != Span::NONE.file;
                let context = self.context(p, op.span);
                let between = known && (context.is_none() || !from.contains(&context));
                if known {
                    from.clear();
                    from.insert(context);
                }
                if due && between && !exc && !fixed {
                    let call = vec![Value::Const(Const::Func(self.call))];
                    out.push(g.new_op(LlOp::DirectCall, call, "v", Type::Void, op.span));
                    due = false;
                }
                due |= op.op.is_call()
                    || op.args.iter().any(|a| p.types.is_gc(p.value_type(g, a)))
                    || p.types.is_gc(g.ty(op.result));
                exc = after(&op, exc);
                out.push(op);
            }
            g.blocks[b].operations = out;
        }
    }

    /// The outermost inlined call of a low-level helper in which a position stands; `None`: in none.
    fn context(&self, p: &Program, mut span: Span) -> Context {
        let mut context = None;
        loop {
            if self.low.contains(&span.file) {
                context = Some(span.inlined);
            }
            match span.inlined {
                0 => return context,
                n => span = p.inlined[n as usize - 1].call,
            }
        }
    }

    /// The contexts from which each block may be reached.
    fn contexts(&self, p: &Program, g: &LlGraph) -> FxHashMap<BlockId, FxHashSet<Context>> {
        let order = g.reverse_postorder();
        let mut came: FxHashMap<BlockId, FxHashSet<Context>> = FxHashMap::default();
        let last = |b: BlockId| {
            let ops = g.blocks[b].operations.iter().rev();
            let mut ops = ops.filter(|o| o.span.file != Span::NONE.file);
            ops.next().map(|o| self.context(p, o.span))
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &b in &order {
                let out: Vec<Context> = match last(b) {
                    Some(context) => vec![context],
                    None => came.get(&b).into_iter().flatten().copied().collect(),
                };
                for l in &g.blocks[b].exits {
                    let there = came.entry(l.target).or_default();
                    for context in &out {
                        changed |= there.insert(*context);
                    }
                }
            }
        }
        came
    }

    /// Removes points where nothing can have died since the last one, after the references are counted.
    pub fn prune(&self, p: &Program, g: &mut LlGraph) {
        let order = g.reverse_postorder();
        let mut dirty: FxHashSet<BlockId> = FxHashSet::default();
        let frees = |op: &SpaceOperation<Ll>| match op.op {
            LlOp::GcDecref | LlOp::IndirectCall => true,
            LlOp::DirectCall => match &op.args[0] {
                Value::Const(Const::Func(f)) => match &p.funcs[*f].body {
                    Body::External(x) => x.can_collect,
                    _ => true,
                },
                _ => true,
            },
            _ => false,
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &b in &order {
                let mut d = dirty.contains(&b);
                for op in &g.blocks[b].operations {
                    d = (d || frees(op)) && !self.is_point(op);
                }
                if d {
                    for l in &g.blocks[b].exits {
                        changed |= dirty.insert(l.target);
                    }
                }
            }
        }
        for b in order {
            let mut d = dirty.contains(&b);
            g.blocks[b].operations.retain(|op| {
                let stays = d || !self.is_point(op);
                d = (d || frees(op)) && !self.is_point(op);
                stays
            });
        }
    }
}

/// Says whether an exception may be set after an operation.
fn after(op: &SpaceOperation<Ll>, exc: bool) -> bool {
    match op.op {
        LlOp::ExcSet => true,
        LlOp::ExcClear => false,
        _ => exc,
    }
}
