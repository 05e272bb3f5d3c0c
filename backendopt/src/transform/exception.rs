//! The exception transformer: afterwards the current exception lives in a global (operations `exc_*`), a function
//! that raises sets it and returns a dummy value, and every call that can raise is followed by a test.
//!
//! Sources of exceptions become the following:
//! * a call that can raise: `exc_occurred`, and if so the handlers of the block, tried in order by class range, or a
//!   block that returns at once; a call that cannot raise gets nothing;
//! * `int_*_ovf` in a catching block: `ovf_*` and `ovf_flag`; elsewhere it is known not to overflow and becomes plain;
//! * allocation: null means MemoryError;
//! * a link to the except block: `exc_set`, then return;
//! * in every cycle of the call graph one function starts with a test for stack overflow, which raises RecursionError (if the
//!   program has this class).
//!
//! Exceptions that an operation raises itself have a known class, so their handler is chosen here.
//! `exc_traceback` marks ([`TracebackKind`]) feed the traceback of an uncaught exception; they stand only on exceptional
//! paths.

use super::Transform;
use crate::config::OptConfig;
use flowmodel::analysis::classes::{catches_all, is_subclass, subclass_range};
use flowmodel::analysis::effects::STACK_OVERFLOW;
use flowmodel::analysis::tracebacks::{Frames, Tracebacks};
use flowmodel::analysis::{CallGraph, EffectFacts};
use flowmodel::diag::{Diagnostic, SourceMap, Span};
use flowmodel::surgery::{
    bool_exits, caught, drop_exception_exits, link_into, rename_all, renamed, split_block,
};
use flowmodel::traceback::{Leaves, TracebackKind};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, Ll, LlGraph, LlOp, LlValue, ObjId, Program,
    Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The transformer for a program; the sources of `c` give the lines for tracebacks.
pub fn exception_transform<'a>(
    program: &mut Program,
    c: &OptConfig<'a>,
) -> Result<Box<dyn Transform + 'a>, Diagnostic> {
    let calls = CallGraph::new(program);
    let checks = if program.exc.instances.contains_key(STACK_OVERFLOW) {
        calls.back_edge_targets(program)
    } else {
        vec![]
    };
    let effects = EffectFacts::with_stack_checks(program, calls, &checks);
    let checks = checks.into_iter().collect();
    Ok(Box::new(ExceptionTransform { effects, checks, sources: c.sources }))
}

struct ExceptionTransform<'a> {
    effects: EffectFacts,
    /// Functions that test for stack overflow at their start.
    checks: FxHashSet<FuncId>,
    sources: Option<&'a SourceMap>,
}

impl Transform for ExceptionTransform<'_> {
    fn graph(&self, p: &Program, f: FuncId, g: &mut LlGraph) -> Result<(), Diagnostic> {
        let mut t = Transformer {
            p,
            effects: &self.effects,
            sources: self.sources,
            tracebacks: Tracebacks::new(p, f, g),
            returns: FxHashMap::default(),
        };
        t.graph(g)?;
        if self.checks.contains(&f) {
            t.stack_check(g)?;
        }
        g.compact();
        Ok(())
    }
}

/// The exception that an operation raises when its test says so.
struct RaisedException {
    class: ObjId,
    instance: ObjId,
}

struct Transformer<'a> {
    p: &'a Program,
    effects: &'a EffectFacts,
    sources: Option<&'a SourceMap>,
    tracebacks: Tracebacks<'a>,
    /// Blocks that return with the exception set, by position.
    returns: FxHashMap<Frames, BlockId>,
}

impl Transformer<'_> {
    fn graph(&mut self, g: &mut LlGraph) -> Result<(), Diagnostic> {
        let order = g.reachable();
        // links to the except block: raise statements
        for &b in &order {
            for e in 0..g.blocks[b].exits.len() {
                if g.blocks[b].exits[e].target != g.exceptblock {
                    continue;
                }
                let (leaves, span) = self.tracebacks.raised(g, b, &g.blocks[b].exits[e]);
                let rb = self.raise_block(g, leaves, span);
                g.blocks[b].exits[e].target = rb;
            }
        }
        for &b in &order {
            self.block(g, b)?;
        }
        Ok(())
    }

    fn stack_check(&mut self, g: &mut LlGraph) -> Result<(), Diagnostic> {
        let start = g.startblock;
        let span = g.span;
        split_block(g, start, 0);
        let c = g.add_op(start, LlOp::StackCheck, vec![], "deep", Type::Bool, span);
        let go_on = g.blocks[start].exits.pop().expect("link");
        let raise = self.raise_known(g, STACK_OVERFLOW, vec![], span)?;
        g.blocks[start].exitswitch = ExitSwitch::Var(c);
        g.blocks[start].exits = bool_exits(go_on, raise);
        Ok(())
    }

    fn block(&mut self, g: &mut LlGraph, b: BlockId) -> Result<(), Diagnostic> {
        let len = g.blocks[b].operations.len();
        let catching = g.blocks[b].can_raise();
        if catching {
            // what stays after the protected operation is known to be handled below
            let last = &g.blocks[b].operations[len - 1];
            if !self.effects.op_raises(self.p, last) {
                drop_exception_exits(&mut g.blocks[b]);
            }
        }
        for i in (0..len).rev() {
            let protected = i + 1 == len && g.blocks[b].can_raise();
            if g.blocks[b].operations[i].op == LlOp::ExcTraceback {
                // from the inliner, without the places
                let op = &g.blocks[b].operations[i];
                let frames = self.frames(op.span);
                let kind = op.args[0];
                g.blocks[b].operations[i].args =
                    [kind].into_iter().chain(places(&frames)).collect();
                continue;
            }
            if g.blocks[b].operations[i].op.is_trapping() {
                let frames = self.frames(g.blocks[b].operations[i].span);
                g.blocks[b].operations[i].args.extend(places(&frames));
                continue;
            }
            let op = g.blocks[b].operations[i].clone();
            let span = self.tracebacks.user_span(g, b, i + 1);
            if op.op.is_call() {
                if !self.effects.op_raises(self.p, &op) {
                    continue;
                }
                let normal = if protected { None } else { Some(split_block(g, b, i + 1).0) };
                let occurred = g.add_op(b, LlOp::ExcOccurred, vec![], "exc", Type::Bool, span);
                let exits = std::mem::take(&mut g.blocks[b].exits);
                g.blocks[b].exitswitch = ExitSwitch::Var(occurred);
                let mut exits = exits.into_iter();
                let go_on = exits.next().expect("normal exit");
                debug_assert!(normal.is_none_or(|n| n == go_on.target));
                let handlers: Vec<_> = exits.collect();
                let handle = match self.tracebacks.of_call(&op, span) {
                    None if handlers.is_empty() => {
                        Link::new(self.return_block(g, vec![], span), vec![])
                    }
                    around => self.dispatch(g, handlers, around.unwrap_or(span))?,
                };
                g.blocks[b].exits = bool_exits(go_on, handle);
                continue;
            }
            if !op.op.can_raise() {
                continue;
            }
            if let Some(plain) = op.op.unchecked()
                && !protected
            {
                g.blocks[b].operations[i].op = plain;
                continue;
            }
            if !protected {
                split_block(g, b, i + 1);
            }
            let failed = match op.op.unchecked().and_then(LlOp::overflow_forms) {
                Some(forms) => {
                    g.blocks[b].operations[i].op = forms.flagged;
                    g.add_op(b, LlOp::OvfFlag, vec![], "ovf", Type::Bool, span)
                }
                None => {
                    let r = op.result;
                    g.add_op(b, LlOp::PtrIszero, vec![r.into()], "nomem", Type::Bool, span)
                }
            };
            let mut exits = std::mem::take(&mut g.blocks[b].exits).into_iter();
            g.blocks[b].exitswitch = ExitSwitch::Var(failed);
            let go_on = exits.next().expect("normal exit");
            let handle = self.raise_known(g, op.op.raises()[0], exits.collect(), span)?;
            g.blocks[b].exits = bool_exits(go_on, handle);
        }
        Ok(())
    }

    /// A link to code that finds the handler of the exception that is set, or returns.
    fn dispatch(
        &mut self,
        g: &mut LlGraph,
        handlers: Vec<Link<Ll>>,
        span: Span,
    ) -> Result<Link<Ll>, Diagnostic> {
        let passes = self.return_block(g, self.frames(span), span);
        let mut next = Link::new(passes, vec![]);
        for l in handlers.into_iter().rev() {
            let ExitCase::Value(class) = l.case.clone() else { continue };
            let matched = self.handler_block(g, l, span);
            let hit = link_into(g, matched);
            let Const::Obj(vtable) = class else {
                return Err(self.internal(g, "an exception case is not a class"));
            };
            if catches_all(self.p, vtable) {
                next = hit;
                continue;
            }
            let Some((lo, hi)) = subclass_range(self.p, vtable) else {
                return Err(self.internal(g, "an exception class has no subclass range"));
            };
            let vt = self.p.heap[vtable].ty;
            let field = self.p.types.class_number(Type::Ptr(vt)).unwrap_or(0);
            let test = g.new_block();
            let t = g.add_op(test, LlOp::ExcGetType, vec![], "etype", self.type_ty(g), span);
            let args = vec![t.into(), Value::Const(Const::Field(field))];
            let min = g.add_op(test, LlOp::GetField, args, "min", Type::Signed, span);
            let args = vec![int(lo), min.into(), int(hi)];
            let c = g.add_op(test, LlOp::IntBetween, args, "match", Type::Bool, span);
            g.blocks[test].exitswitch = ExitSwitch::Var(c);
            g.blocks[test].exits = bool_exits(next, hit);
            next = link_into(g, test);
        }
        Ok(next)
    }

    /// A block that takes the exception out of the global and goes on in the handler.
    fn handler_block(&mut self, g: &mut LlGraph, l: Link<Ll>, span: Span) -> BlockId {
        let b = g.new_block();
        let mut map: FxHashMap<VarId, LlValue> = FxHashMap::default();
        let used = |v: Option<VarId>| v.filter(|v| l.args.iter().any(|a| a.as_var() == Some(*v)));
        if let Some(v) = used(l.last_exception) {
            let root = self.type_ty(g);
            let t = g.add_op(b, LlOp::ExcGetType, vec![], "etype", root, span);
            map.insert(v, self.cast(g, b, t, v, span));
        }
        if let Some(v) = used(l.last_exc_value) {
            let root = self.value_ty(g);
            let e = g.add_op(b, LlOp::ExcGetValue, vec![], "evalue", root, span);
            map.insert(v, self.cast(g, b, e, v, span));
        }
        let frame = self.tracebacks.frame_with(span, l.span);
        self.traceback(g, b, TracebackKind::Caught { frame }, span);
        g.add_op(b, LlOp::ExcClear, vec![], "v", Type::Void, span);
        g.blocks[b].exits = vec![Link::new(l.target, renamed(&l.args, &map))];
        b
    }

    fn cast(&self, g: &mut LlGraph, b: BlockId, from: VarId, like: VarId, span: Span) -> LlValue {
        let ty = g.ty(like);
        if ty == g.ty(from) || ty == Type::Void {
            return from.into();
        }
        g.add_op(b, LlOp::CastPointer, vec![from.into()], "e", ty, span).into()
    }

    /// Leads control to where it goes when an operation raises its own exception.
    fn raise_known(
        &mut self,
        g: &mut LlGraph,
        name: &str,
        handlers: Vec<Link<Ll>>,
        span: Span,
    ) -> Result<Link<Ll>, Diagnostic> {
        let (Some(class), Some(instance)) =
            (self.p.exc.classes.get(name), self.p.exc.instances.get(name))
        else {
            // a program without exception classes: nothing could catch it either
            let b = g.new_block();
            let text = Value::Const(Const::Text(name.into()));
            g.add_op(b, LlOp::DebugFatalError, vec![text], "v", Type::Void, span);
            let ret = self.return_link(g);
            g.blocks[b].exits = vec![ret];
            return Ok(Link::new(b, vec![]));
        };
        let known = RaisedException { class: *class, instance: *instance };
        let class_val: LlValue = Value::Const(Const::Obj(known.class));
        let inst_val: LlValue = Value::Const(Const::Obj(known.instance));
        for mut l in handlers {
            let ExitCase::Value(Const::Obj(c)) = l.case else { continue };
            if !is_subclass(self.p, known.class, c) {
                continue;
            }
            let names = caught(&l, &class_val, &inst_val);
            rename_all(&mut l.args, &names);
            if !self.tracebacks.raises_again {
                return Ok(Link::new(l.target, l.args));
            }
            let frame = self.tracebacks.frame_with(span, l.span);
            let b = g.new_block();
            g.blocks[b].exits = vec![Link::new(l.target, l.args)];
            let leaves = Leaves::Raised;
            let kind = TracebackKind::Handled { leaves, frame, or_outer: false };
            self.traceback(g, b, kind, span);
            return Ok(link_into(g, b));
        }
        let rb = self.raise_block(g, Leaves::Raised, span);
        Ok(Link::new(rb, vec![class_val, inst_val]))
    }

    /// A block (class, value) that sets the exception and returns.
    fn raise_block(&mut self, g: &mut LlGraph, leaves: Leaves, span: Span) -> BlockId {
        let (tt, vt) = (self.type_ty(g), self.value_ty(g));
        let (t, v) = (g.new_var("etype", tt), g.new_var("evalue", vt));
        let b = g.new_block_with(vec![t, v]);
        g.add_op(b, LlOp::ExcSet, vec![t.into(), v.into()], "v", Type::Void, span);
        self.traceback(g, b, TracebackKind::Leaves(leaves), span);
        let ret = self.return_link(g);
        g.blocks[b].exits = vec![ret];
        b
    }

    /// A block without inputs that returns while the exception is set: it passes these frames.
    fn return_block(&mut self, g: &mut LlGraph, frames: Frames, span: Span) -> BlockId {
        if let Some(b) = self.returns.get(&frames) {
            return *b;
        }
        let b = g.new_block();
        if !frames.is_empty() {
            self.traceback(g, b, TracebackKind::Passes, span);
        }
        let ret = self.return_link(g);
        g.blocks[b].exits = vec![ret];
        self.returns.insert(frames, b);
        b
    }

    fn return_link(&self, g: &LlGraph) -> Link<Ll> {
        let zero = self.p.zero(g.ty(g.return_var()));
        Link::new(g.returnblock, vec![Value::Const(zero)])
    }

    fn traceback(&self, g: &mut LlGraph, b: BlockId, kind: TracebackKind, span: Span) {
        let args = [kind.operand()].into_iter().chain(places(&self.frames(span))).collect();
        g.add_op(b, LlOp::ExcTraceback, args, "v", Type::Void, span);
    }

    /// Gives the lines that a traceback shows of a place.
    fn frames(&self, span: Span) -> Frames {
        self.tracebacks.frames(self.sources, span)
    }

    fn type_ty(&self, g: &LlGraph) -> Type {
        match self.p.exc.vtable {
            Some(v) => Type::Ptr(v),
            None => g.ty(g.blocks[g.exceptblock].inputargs[0]),
        }
    }

    fn value_ty(&self, g: &LlGraph) -> Type {
        match self.p.exc.object {
            Some(v) => Type::Ptr(v),
            None => g.ty(g.blocks[g.exceptblock].inputargs[1]),
        }
    }

    fn internal(&self, g: &LlGraph, what: &str) -> Diagnostic {
        Diagnostic::error(
            "internal",
            format!("exception transformer: {what} (in {})", g.name),
            g.span,
        )
    }
}

fn int(n: i64) -> LlValue {
    Value::Const(Const::Int(n))
}

/// Functions and positions as operands of `exc_traceback`.
fn places(frames: &[(Rc<str>, Rc<str>)]) -> Vec<LlValue> {
    let text = |s: &str| Value::Const(Const::Text(s.into()));
    if frames.is_empty() {
        return vec![text(""), text("")];
    }
    frames.iter().flat_map(|(func, place)| [text(func), text(place)]).collect()
}
