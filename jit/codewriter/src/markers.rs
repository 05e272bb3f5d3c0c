//! Markers of JitDrivers in graphs.

use flowmodel::{BlockId, Const, LlGraph, LlOp, Program, SpaceOperation};

/// A marker operation: (kind, driver index) if `op` is one.
pub fn marker(op: &SpaceOperation<flowmodel::Ll>) -> Option<(&str, usize)> {
    if op.op != LlOp::JitMarker {
        return None;
    }
    match (op.args[0].as_const(), op.args[1].as_const()) {
        (Some(Const::Text(kind)), Some(Const::Int(d))) => Some((kind, *d as usize)),
        _ => None,
    }
}

/// The markers of a kind in a graph: block, index, jitdriver.
pub fn find_marker(g: &LlGraph, want: &str) -> Vec<(BlockId, usize, usize)> {
    let mut found = vec![];
    for b in g.reachable() {
        for (i, op) in g.blocks[b].operations.iter().enumerate() {
            if let Some((kind, driver)) = marker(op)
                && kind == want
            {
                found.push((b, i, driver));
            }
        }
    }
    found
}

/// The function of the run time that leaves a mark for a driver's merge point.
pub const LEAVE_MARK: &str = "tw_jit_mark";

/// Takes what is left of them out of a graph.
pub fn strip_markers(g: &mut LlGraph) {
    for b in g.blocks.values_mut() {
        b.operations.retain(|op| op.op != LlOp::JitMarker);
    }
}

/// Takes all markers out of a program.
pub fn strip_all(p: &mut Program) {
    for f in p.funcs.keys().collect::<Vec<_>>() {
        if let Some(g) = p.funcs[f].graph_mut() {
            strip_markers(g);
        }
    }
}
