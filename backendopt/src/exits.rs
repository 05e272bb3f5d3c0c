//! Removes exception exits that are never taken: of calls whose callees cannot raise, of operations that do
//! not raise, of handlers for classes that the operation does not raise, of handlers behind one that catches
//! all. Drops calls without effects whose result is unused.

use crate::analyze::{CanRaise, GraphAnalyzer, ReadWrite, callees, handler_may_match};
use crate::edit::{catches_all, is_subclass};
use crate::inline::recursive_in;
use flowmodel::surgery::{drop_exception_exits, drop_passing_exits, only_passes_on, remove_ops};
use flowmodel::{Const, ExitCase, FuncId, LlGraph, LlOp, LlValue, ObjId, Program, SecondaryMap};
use rustc_hash::FxHashSet;

/// Analyses that the pass needs, computed once per program and kept up to date.
pub struct Facts {
    can_raise: GraphAnalyzer<CanRaise>,
    effects: GraphAnalyzer<ReadWrite>,
    /// Functions without loops and calls: they surely come to an end.
    ends: FxHashSet<FuncId>,
    callees: SecondaryMap<FuncId, Vec<FuncId>>,
}

impl Facts {
    /// Analyses the program.
    pub fn new(p: &Program) -> Facts {
        let mut facts = Facts {
            can_raise: GraphAnalyzer::new(p, CanRaise::with_recursion(p)),
            effects: GraphAnalyzer::new(p, ReadWrite::new(p)),
            ends: FxHashSet::default(),
            callees: SecondaryMap::new(),
        };
        p.funcs.keys().for_each(|f| facts.look_at(p, f));
        facts
    }
    /// Brings the results up to date where these functions have changed.
    pub fn update(&mut self, p: &Program, changed: &[FuncId]) {
        changed.iter().for_each(|f| self.look_at(p, *f));
        let callees = p.funcs.keys().map(|f| (f, self.callees[f].clone()));
        let can_raise = CanRaise::with_recursion_in(p, || recursive_in(p, callees));
        self.can_raise.update(p, can_raise, changed);
        self.effects.update(p, ReadWrite::new(p), changed);
    }
    fn look_at(&mut self, p: &Program, f: FuncId) {
        self.ends.remove(&f);
        self.callees[f] = vec![];
        if let Some(g) = p.funcs[f].graph() {
            self.callees[f] = callees(p, g);
            if self.callees[f].is_empty() && !g.has_loop() {
                self.ends.insert(f);
            }
        }
    }
    /// What calls write.
    pub fn effects(&self) -> &GraphAnalyzer<ReadWrite> {
        &self.effects
    }
    /// What calls can raise.
    pub fn can_raise(&self) -> &GraphAnalyzer<CanRaise> {
        &self.can_raise
    }
}

/// Returns whether anything changed.
pub fn remove_exits(p: &Program, facts: &Facts, g: &mut LlGraph) -> bool {
    let mut any = false;
    for b in g.reachable() {
        let Some(op) = g.blocks[b].raising_op() else { continue };
        if !facts.can_raise.operation(p, g, op) {
            drop_exception_exits(&mut g.blocks[b]);
            any = true;
            continue;
        }
        let code = op.op;
        let mut seen: Vec<ObjId> = vec![];
        let mut closed = false;
        let before = g.blocks[b].exits.len();
        g.blocks[b].exits.retain(|l| {
            let ExitCase::Value(Const::Obj(c)) = &l.case else { return true };
            let keep = !closed
                && handler_may_match(p, code, *c)
                && !seen.iter().any(|s| is_subclass(p, *c, *s));
            closed |= catches_all(p, *c);
            seen.push(*c);
            keep
        });
        // A last handler that only raises the same again is none.
        if passes_on(code) {
            drop_passing_exits(g, b, &only_passes_on);
        }
        any |= g.blocks[b].exits.len() != before;
        if g.blocks[b].exits.len() == 1 {
            drop_exception_exits(&mut g.blocks[b]);
            // Without handlers an overflow-checking operation must still be able to raise: only calls and
            // allocations pass exceptions on by themselves.
            if !passes_on(code) {
                g.blocks[b].exitswitch = flowmodel::ExitSwitch::LastException;
            }
        }
    }
    any | drop_calls(p, facts, g)
}

/// Whether an exception of the operation leaves the function where there is no handler.
fn passes_on(op: LlOp) -> bool {
    op.is_call() || op.raises() == ["MemoryError"]
}

fn drop_calls(p: &Program, facts: &Facts, g: &mut LlGraph) -> bool {
    let mut any = false;
    let mut used = FxHashSet::default();
    let order = g.reachable();
    for b in &order {
        g.blocks[*b].clone().for_each_use(&mut |v| {
            used.insert(*v);
        });
    }
    for b in order {
        let gone: FxHashSet<usize> = g.blocks[b]
            .operations
            .iter()
            .enumerate()
            .filter(|(_, o)| {
                o.op == LlOp::DirectCall
                    && !used.contains(&o.result)
                    && matches!(&o.args[0], LlValue::Const(Const::Func(f)) if facts.ends.contains(f))
                    && !facts.can_raise.operation(p, g, o)
                    && facts.effects.operation(p, g, o).is_droppable()
            })
            .map(|(i, _)| i)
            .collect();
        any |= !gone.is_empty();
        remove_ops(&mut g.blocks[b], &gone);
    }
    any
}
