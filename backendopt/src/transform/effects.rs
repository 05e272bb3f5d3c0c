//! Whole-program effects that the transformers need: which functions can raise, which can collect.

use flowmodel::{
    Body, Const, ExitCase, FuncId, LlGraph, LlOp, ObjId, Program, SecondaryMap, SpaceOperation,
    Value,
};

/// What calling a function may do.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    raises: SecondaryMap<FuncId, bool>,
    collects: SecondaryMap<FuncId, bool>,
    /// Functions that test for stack overflow at their start.
    stack_checks: SecondaryMap<FuncId, bool>,
}

/// Functions that must test for stack overflow, so that no recursion goes without a test: the targets of back edges of the
/// call graph.
pub fn recursive_functions(p: &Program) -> Vec<FuncId> {
    let mut state: SecondaryMap<FuncId, u8> = SecondaryMap::new(); // 1: on the path, 2: done
    let mut found = indexmap::IndexSet::new();
    for root in p.funcs.keys() {
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        let mut path = vec![(root, calls_of(p, root), 0)];
        while let Some((f, callees, next)) = path.last_mut() {
            let Some(&c) = callees.get(*next) else {
                state[*f] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            match state[c] {
                0 => {
                    state[c] = 1;
                    path.push((c, calls_of(p, c), 0));
                }
                1 => {
                    found.insert(c);
                }
                _ => {}
            }
        }
    }
    found.into_iter().filter(|f| p.funcs[*f].graph().is_some()).collect()
}

fn calls_of(p: &Program, f: FuncId) -> Vec<FuncId> {
    let Some(g) = p.funcs[f].graph() else { return vec![] };
    let mut v = indexmap::IndexSet::new();
    for b in g.reachable() {
        for op in &g.blocks[b].operations {
            match callees(p, op) {
                Some(c) => v.extend(c),
                // anything may be called, this function too
                None => {
                    v.insert(f);
                }
            }
        }
    }
    v.into_iter().collect()
}

/// Callees of a call: known ones, or `None` if any function may be called.
pub fn callees(p: &Program, op: &SpaceOperation<flowmodel::Ll>) -> Option<Vec<FuncId>> {
    match op.op {
        LlOp::DirectCall => match op.args.first() {
            Some(Value::Const(Const::Func(f))) => Some(vec![*f]),
            _ => None,
        },
        LlOp::IndirectCall => match op.args.last() {
            Some(Value::Const(Const::Family(f))) => Some(p.families[*f].clone()),
            _ => None,
        },
        _ => Some(vec![]),
    }
}

/// `subclassrange_min` and `subclassrange_max` of a vtable.
pub fn class_range(p: &Program, vtable: ObjId) -> Option<(i64, i64)> {
    let obj = &p.heap[vtable];
    let st = &p.types.structs[obj.ty];
    let get = |name: &str| match obj.fields.get(st.field_index(name)? as usize) {
        Some(Const::Int(n)) => Some(*n),
        _ => None,
    };
    Some((get("subclassrange_min")?, get("subclassrange_max")?))
}

/// Whether a handler for `class` catches every exception of the program.
pub fn catches_all(p: &Program, class: &Const) -> bool {
    let Const::Obj(class) = class else { return false };
    let Some((lo, hi)) = class_range(p, *class) else { return false };
    p.exc.classes.values().all(|c| class_range(p, *c).is_some_and(|(min, _)| lo <= min && min < hi))
}

impl Effects {
    /// Computes the effects of all functions (fixpoint over the call graph).
    pub fn of(p: &Program) -> Effects {
        Effects::with_stack_checks(p, &[])
    }
    /// The same, if the given functions raise on stack overflow.
    pub fn with_stack_checks(p: &Program, checks: &[FuncId]) -> Effects {
        let mut e = Effects::default();
        for f in checks {
            e.stack_checks[*f] = true;
        }
        loop {
            let mut changed = false;
            for (f, func) in &p.funcs {
                let (raises, collects) = match &func.body {
                    Body::Graph(g) => (e.graph_raises(p, g), e.graph_collects(p, g)),
                    Body::External(x) => (x.can_collect && !func.attrs.cannot_raise, x.can_collect),
                    Body::Declared => (true, true),
                };
                let collects = collects && !func.attrs.no_collect;
                let raises = raises || e.stack_checks[f];
                let raises = raises && !(func.attrs.cannot_raise && func.graph().is_none());
                changed |= raises != e.raises[f] || collects != e.collects[f];
                e.raises[f] = raises;
                e.collects[f] = collects;
            }
            if !changed {
                return e;
            }
        }
    }
    /// Whether the function tests for stack overflow.
    pub fn func_checks_stack(&self, f: FuncId) -> bool {
        self.stack_checks[f]
    }
    /// Whether the function can raise.
    pub fn func_raises(&self, f: FuncId) -> bool {
        self.raises[f]
    }
    /// Whether the function can collect.
    pub fn func_collects(&self, f: FuncId) -> bool {
        self.collects[f]
    }
    /// Whether a call operation can raise (other operations: see [`LlOp::raises`]).
    pub fn call_raises(&self, p: &Program, op: &SpaceOperation<flowmodel::Ll>) -> bool {
        callees(p, op).is_none_or(|c| c.into_iter().any(|f| self.raises[f]))
    }
    /// Whether an operation can collect.
    pub fn op_collects(&self, p: &Program, op: &SpaceOperation<flowmodel::Ll>) -> bool {
        match op.op {
            LlOp::Malloc | LlOp::MallocVarsize | LlOp::GcCollect => true,
            LlOp::DirectCall | LlOp::IndirectCall => {
                callees(p, op).is_none_or(|c| c.into_iter().any(|f| self.collects[f]))
            }
            _ => false,
        }
    }
    fn graph_raises(&self, p: &Program, g: &LlGraph) -> bool {
        g.reachable().into_iter().any(|b| {
            let blk = &g.blocks[b];
            if blk.exits.iter().any(|l| l.target == g.exceptblock) {
                return true;
            }
            let last = blk.operations.len().wrapping_sub(1);
            blk.operations.iter().enumerate().any(|(i, op)| {
                let raises = match op.op {
                    o if o.is_call() => self.call_raises(p, op),
                    // outside of a catching block such an operation is known not to overflow
                    LlOp::IntAddOvf | LlOp::IntSubOvf | LlOp::IntMulOvf => {
                        i == last && blk.can_raise()
                    }
                    o => o.can_raise(),
                };
                let all_caught = i == last
                    && blk.can_raise()
                    && blk.exits.iter().any(|l| match &l.case {
                        ExitCase::Value(c) => catches_all(p, c),
                        _ => false,
                    });
                raises && !all_caught
            })
        })
    }
    fn graph_collects(&self, p: &Program, g: &LlGraph) -> bool {
        g.reachable()
            .into_iter()
            .any(|b| g.blocks[b].operations.iter().any(|op| self.op_collects(p, op)))
    }
}
