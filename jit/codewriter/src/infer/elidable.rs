//! Functions whose result depends on their arguments only, as far as code of the JIT can see.
//!
//! Such a function writes nothing, allocates nothing, and reads memory that does not change ([`Changing`]). With constant arguments
//! a trace has its result in place of the call. Only functions that the JIT would call anyway are marked: it looks into the
//! others, and finds the same.
//!
//! [`Changing`]: flowmodel::analysis::stable::Changing

use crate::infer::facts::Facts;
use crate::infer::fields::is_lazy;
use flowmodel::analysis::Place;
use flowmodel::analysis::loops::has_loop;
use flowmodel::{FuncId, LlGraph, LlOp, Program, Type};

/// Marks them.
pub fn mark(p: &mut Program, facts: &Facts) {
    let effects = &facts.effects;
    let recursive = effects.calls().recursive(p);
    let found: Vec<FuncId> = p
        .funcs
        .keys()
        .filter(|f| facts.later.runs_inside(*f) && !recursive.contains(f))
        .filter(|f| is_elidable(p, facts, *f))
        .collect();
    for f in found {
        let attrs = &mut p.funcs[f].attrs;
        attrs.elidable = true;
        // An endless loop must not go away with a result that nobody wants. (Those of the library end.)
        attrs.may_not_end = !attrs.helper;
    }
}

fn is_elidable(p: &Program, facts: &Facts, f: FuncId) -> bool {
    let effects = &facts.effects;
    let func = &p.funcs[f];
    let a = &func.attrs;
    let Some(g) = func.graph() else { return false };
    let decided = a.elidable
        || a.loop_invariant
        || a.oopspec.is_some()
        || a.unroll_safe
        || a.look_inside.is_some()
        || a.no_collect;
    if decided || !has_loop(g) || asks_the_jit(g) || g.ty(g.return_var()) == Type::Void {
        return false;
    }
    let e = effects.func(f);
    let lazy = |place: &Place| matches!(place, Place::Field(s, _) if is_lazy(p, *s));
    let reads = effects.places(&e.reads);
    let constant = |place: &Place| {
        let immutable = match place {
            Place::Field(s, i) => {
                p.types.structs[*s].fields[*i as usize].mutability.pure_in_traces()
            }
            Place::Items(s) => p.types.structs[*s].immutable_items,
            Place::ItemField(..) | Place::Raw => false,
        };
        immutable || lazy(place) || facts.changing.is_stable(*place)
    };
    !e.random
        && !e.side
        && !e.collects
        && !e.memory_error
        && effects.places(&e.writes).iter().all(lazy)
        && reads.iter().all(constant)
}

/// Says whether what a graph does depends on who runs it.
fn asks_the_jit(g: &LlGraph) -> bool {
    g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations).any(|op| {
        matches!(
            op.op,
            LlOp::WeAreJitted
                | LlOp::JitIsConstant
                | LlOp::JitIsVirtual
                | LlOp::JitTraceLength
                | LlOp::JitMarker
        )
    })
}
