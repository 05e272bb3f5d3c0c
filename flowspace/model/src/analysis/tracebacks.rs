//! Tracebacks of a graph: what they show of its places, and how exceptions come to leave it. This is one answer for
//! ahead-of-time code and jitcode.

use crate::analysis::caught::{caught_values, is_handled_const};
use crate::analysis::values::{SsaValues, ssa_values};
use crate::diag::{SourceMap, Span};
use crate::surgery::{drop_passing_exits, only_passes_on};
use crate::traceback::Leaves;
use crate::{
    BlockId, Const, EntitySet, FuncId, Inlined, Link, Ll, LlGraph, LlOp, Program, SecondaryMap,
    SpaceOperation, Value, VarId,
};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Functions and places (`path:line`, a line end and the line's text), the innermost (inlined) function first.
pub type Frames = Vec<(Rc<str>, Rc<str>)>;

/// See the module.
pub struct Tracebacks<'a> {
    p: &'a Program,
    f: FuncId,
    entry_spans: SecondaryMap<BlockId, Span>,
    values: SsaValues<Ll>,
    /// Exceptions caught in this function (raising one again continues its traceback).
    caught: FxHashSet<VarId>,
    /// True if it raises any of these again.
    pub raises_again: bool,
}

impl<'a> Tracebacks<'a> {
    /// Prepares the tracebacks of a function that has this graph. Drops exits that only pass
    /// exceptions on.
    pub fn new(p: &'a Program, f: FuncId, g: &mut LlGraph) -> Self {
        let values = ssa_values(g, false, &|op| match op.op {
            LlOp::SameAs | LlOp::CastPointer => Some(&op.args[0]),
            _ => None,
        });
        let mut t = Tracebacks {
            p,
            f,
            entry_spans: entry_spans(g),
            values,
            caught: caught_values(p, g),
            raises_again: false,
        };
        for b in g.reachable() {
            drop_passing_exits(g, b, &only_passes_on);
            for link in g.blocks[b].exits.iter().filter(|l| l.target == g.exceptblock) {
                t.raises_again |= t.raised(g, b, link).0 != Leaves::Raised;
            }
        }
        t
    }

    /// Says how an exception leaves by an exit of a block to the except block, and where.
    pub fn raised(&self, g: &LlGraph, b: BlockId, link: &Link<Ll>) -> (Leaves, Span) {
        let ops = &g.blocks[b].operations;
        let again = match &link.args[1] {
            Value::Var(v) => self.caught.contains(v),
            constant => is_handled_const(g, constant, b),
        };
        // A new instance is made where it is raised; what follows is its (inlined) constructor.
        let value = link.args[1].as_var().and_then(|v| self.values.var(v));
        let made = |o: &SpaceOperation<Ll>| o.op == LlOp::Malloc && value == Some(o.result);
        let n = ops.iter().position(made).map_or(ops.len(), |i| i + 1);
        let at = match link.last_exception {
            Some(_) => self.user_span(g, b, n).unknown(),
            None => link.span,
        };
        let mut before = ops[..n].iter().rev().map(|o| o.span);
        let span = match before.find(|s| s.is_known() && s.inlined == at.inlined) {
            _ if at.is_known() => at,
            Some(s) => s,
            None if self.entry_spans[b].inlined == at.inlined => self.entry_spans[b],
            None => at,
        };
        let leaves = match (again, at.is_known()) {
            (_, false) => Leaves::Resumed,
            (false, _) => Leaves::Raised,
            (true, true) => Leaves::Reraised,
        };
        (leaves, span)
    }

    /// Position of the last of the first `n` operations of a block, or of one before it.
    pub fn user_span(&self, g: &LlGraph, b: BlockId, n: usize) -> Span {
        let ops = &g.blocks[b].operations;
        let any = ops[..n.min(ops.len())].iter().rev().map(|o| o.span).find(|s| s.is_known());
        any.unwrap_or(self.entry_spans[b])
    }

    /// The innermost frame around a call that a traceback shows: none if the call is all that this function is for.
    pub fn of_call(&self, op: &SpaceOperation<Ll>, span: Span) -> Option<Span> {
        match op.args.first() {
            Some(Value::Const(Const::Func(f))) if self.p.funcs[*f].attrs.same_frame => {
                let around = span.inlined.checked_sub(1)?;
                Some(self.p.inlined[around as usize].call)
            }
            _ => Some(span),
        }
    }

    /// The number of the frame, from that of `span` outwards, which has the handler at `handler`.
    pub fn frame_with(&self, span: Span, handler: Span) -> usize {
        match handler.is_known() {
            true => self.depth(span).saturating_sub(self.depth(handler)),
            false => 0,
        }
    }

    fn depth(&self, mut at: Span) -> usize {
        let mut n = 0;
        while let Some(i) = at.inlined.checked_sub(1) {
            at = self.p.inlined[i as usize].call;
            n += 1;
        }
        n
    }

    /// Gives the lines that a traceback shows of a place.
    pub fn frames(&self, sources: Option<&SourceMap>, span: Span) -> Frames {
        frames(self.p, self.f, sources, span)
    }
}

/// Gives the lines that a traceback shows of a place in a function.
pub fn frames(p: &Program, f: FuncId, sources: Option<&SourceMap>, span: Span) -> Frames {
    let mut out = vec![];
    let mut at = span;
    while let Some(i) = at.inlined.checked_sub(1) {
        let Inlined { func, call } = &p.inlined[i as usize];
        out.push((func.clone(), place(sources, at)));
        at = *call;
    }
    if !p.funcs[f].attrs.helper {
        out.push((p.funcs[f].shown_name(), place(sources, at)));
    }
    out
}

/// `path:line`, a line end and the line's text.
fn place(sources: Option<&SourceMap>, span: Span) -> Rc<str> {
    match sources {
        Some(s) if span.is_known() => {
            let line = s.line_col(span.file, span.start).map_or(0, |(l, _)| l);
            let text = s.line(span.file, line).unwrap_or("").trim();
            format!("{}\n{text}", s.show(span)).into()
        }
        _ => "".into(),
    }
}

/// Position of the last operation with one in or before a block, at its start.
fn entry_spans(g: &LlGraph) -> SecondaryMap<BlockId, Span> {
    let mut spans: SecondaryMap<BlockId, Span> = SecondaryMap::with_default(Span::NONE);
    let mut seen: EntitySet<BlockId> = EntitySet::new();
    spans[g.startblock] = g.span;
    for b in g.reverse_postorder() {
        let ops = g.blocks[b].operations.iter().rev();
        let out = ops.map(|o| o.span).find(|s| s.is_known()).unwrap_or(spans[b]);
        for l in &g.blocks[b].exits {
            if seen.insert(l.target) {
                spans[l.target] = out;
            }
        }
    }
    spans
}
