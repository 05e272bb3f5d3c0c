//! `isinstance` of a class without subclasses: where the number of an object's class is compared with a range of one number, the
//! class itself is compared, which needs no look into the class.

use crate::changes::Changes;
use flowmodel::analysis::classes::subclass_range;
use flowmodel::{Body, Const, LlGraph, LlOp, LlValue, ObjId, Program, Type};
use rustc_hash::FxHashMap;

/// Returns the number of tests that were changed.
pub fn test_exact_classes(p: &mut Program) -> Changes {
    let leaves = leaf_classes(p);
    let mut done = Changes::default();
    for f in p.funcs.keys().collect::<Vec<_>>() {
        let mut body = std::mem::replace(&mut p.funcs[f].body, Body::Declared);
        let n = match &mut body {
            Body::Graph(g) => in_graph(p, g, &leaves),
            _ => 0,
        };
        p.funcs[f].body = body;
        if n > 0 {
            done.count += n;
            done.graphs.push(f);
        }
    }
    done
}

/// Tells whether all methods of a class are still in the program. Those of a class without instances may be gone, and a comparison with the
/// class would name them.
fn is_whole(p: &Program, class: ObjId) -> bool {
    let is_there = |c: &Const| match c {
        Const::Func(f) => !matches!(p.funcs[*f].body, Body::Declared),
        _ => true,
    };
    p.heap[class].fields.iter().all(is_there)
}

/// The classes without subclasses, by number. (Numbers that several classes have are no numbers of classes.)
fn leaf_classes(p: &Program) -> FxHashMap<i64, Option<ObjId>> {
    let mut leaves = FxHashMap::default();
    for class in p.heap.keys() {
        if let Some((low, high)) = subclass_range(p, class) {
            let one = (high == low + 1 && is_whole(p, class)).then_some(class);
            leaves.entry(low).and_modify(|known| *known = None).or_insert(one);
        }
    }
    leaves
}

/// Tells whether the field of what is pointed to is the number of a class.
pub(crate) fn is_number(p: &Program, pointer: Type, field: u32) -> bool {
    p.types.class_number(pointer) == Some(field)
}

fn in_graph(p: &Program, g: &mut LlGraph, leaves: &FxHashMap<i64, Option<ObjId>>) -> usize {
    let mut n = 0;
    for b in g.reachable() {
        // Class numbers that the block reads, with the class.
        let mut read = FxHashMap::default();
        for i in 0..g.blocks[b].operations.len() {
            let op = &g.blocks[b].operations[i];
            match (op.op, &op.args[..]) {
                (LlOp::GetField, [LlValue::Var(class), LlValue::Const(Const::Field(field))])
                    if is_number(p, g.ty(*class), *field) =>
                {
                    read.insert(op.result, *class);
                }
                (
                    LlOp::IntBetween,
                    [
                        LlValue::Const(Const::Int(low)),
                        LlValue::Var(v),
                        LlValue::Const(Const::Int(high)),
                    ],
                ) if low + 1 == *high => {
                    if let (Some(class), Some(Some(leaf))) = (read.get(v), leaves.get(low)) {
                        let args = vec![LlValue::Var(*class), LlValue::Const(Const::Obj(*leaf))];
                        let op = &mut g.blocks[b].operations[i];
                        (op.op, op.args) = (LlOp::PtrEq, args);
                        n += 1;
                    }
                }
                _ => {}
            }
        }
    }
    n
}
