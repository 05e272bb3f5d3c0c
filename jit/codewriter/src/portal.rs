//! Splitting a function at its `jit_merge_point` into the part before it and the *portal*.
//!
//! The portal takes the green and red variables (greens first, each group ordered ints, refs, floats) and
//! goes on as the function did behind the merge point; the function itself ends in a call of the portal.
//! The jitcodes are made from the portal with its markers; what the ahead-of-time version does instead is in [`crate::rounds`].

use crate::error::CodewriterError;
use crate::markers::LEAVE_MARK;
use crate::parts::{add_part, call_last};
use crate::{descrs, markers, run_time};
use flowmodel::ll::JitDriver;
use flowmodel::surgery::{new_start, rename_uses, split_block};
use flowmodel::{
    BlockId, Body, Const, ExitSwitch, FuncId, Link, LlGraph, LlOp, LlValue, Program,
    SpaceOperation, Type, Value, VarId,
};
use jitmodel::Kind;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A portal and what belongs to it.
#[derive(Clone, Debug)]
pub struct Portal {
    /// Index of the jitdriver.
    pub driver: usize,
    /// The function with the merge point (now calls `portal`).
    pub caller: FuncId,
    /// The portal function.
    pub portal: FuncId,
    /// The portal's graph with its markers, from which its jitcode is made.
    pub marked: LlGraph,
    /// Greens in the portal's order, as indices into `JitDriver::greens`.
    pub greens: Vec<usize>,
    /// Reds in the portal's order, as indices into `JitDriver::reds`.
    pub reds: Vec<usize>,
    /// Types of the portal's parameters.
    pub types: Vec<Type>,
    /// It is true where another function than the portal has a `can_enter_jit` of the jitdriver.
    pub entered_elsewhere: bool,
    /// It is true where the function that the portal was split from has one in front of the merge point.
    pub entered_before: bool,
}

fn sorted_by_kind(p: &Program, tys: &[Type]) -> Option<Vec<usize>> {
    let kinds: Vec<Kind> = tys.iter().map(|t| descrs::kind_of(p, *t)).collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..tys.len()).collect();
    order.sort_by_key(|i| kinds[*i]);
    Some(order)
}

/// Finds every merge point and splits its function, which calls the portal afterwards. The portals' own functions have no body
/// yet.
pub fn split_portals(p: &mut Program) -> Result<Vec<Portal>, CodewriterError> {
    let mut portals: Vec<Portal> = vec![];
    let funcs: Vec<FuncId> = p.funcs.keys().collect();
    for f in funcs {
        let Some(g) = p.funcs[f].graph() else { continue };
        let found = markers::find_marker(g, "jit_merge_point");
        match found.as_slice() {
            [] => {}
            [(b, k, driver)] => {
                if let Some(other) = portals.iter().find(|x| x.driver == *driver) {
                    let names = (p.funcs[other.caller].name.clone(), p.funcs[f].name.clone());
                    return Err(CodewriterError::at(
                        p.funcs[f].span,
                        format!(
                            "the JitDriver has jit_merge_points in both {} and {}",
                            names.0, names.1
                        ),
                    ));
                }
                portals.push(split(p, f, *b, *k, *driver)?);
            }
            _ => {
                return Err(CodewriterError::at(
                    p.funcs[f].span,
                    format!("{} has more than one jit_merge_point", p.funcs[f].name),
                ));
            }
        }
    }
    mark_entries(p, &mut portals)?;
    Ok(portals)
}

/// Replaces each `can_enter_jit` outside of its portal by a call that leaves a mark, which the merge point takes. In jitcode that call
/// is a loop header. One on the way to the portal's start needs neither: what starts there is counted anyway, and the mark would be
/// left for a later pass of the merge point.
fn mark_entries(p: &mut Program, portals: &mut [Portal]) -> Result<(), CodewriterError> {
    for f in p.funcs.keys().collect::<Vec<_>>() {
        let Some(g) = p.funcs[f].graph() else { continue };
        for (b, at, driver) in markers::find_marker(g, "can_enter_jit") {
            let Some(portal) = portals.iter_mut().find(|portal| portal.driver == driver) else {
                continue;
            };
            let Some(g) = p.funcs[f].graph() else { continue };
            check_entry(p, portal, &g.blocks[b].operations[at])?;
            if f == portal.caller {
                portal.entered_before = true;
                continue;
            }
            portal.entered_elsewhere = true;
            let mark = run_time::external(p, LEAVE_MARK, vec![Type::Signed], Type::Void, false);
            let Some(g) = p.funcs[f].graph_mut() else { continue };
            let op = &mut g.blocks[b].operations[at];
            op.op = LlOp::DirectCall;
            op.args =
                vec![Value::Const(Const::Func(mark)), Value::Const(Const::Int(driver as i64))];
        }
    }
    Ok(())
}

/// Refuses a `can_enter_jit` that does not pass all greens and reds.
pub fn check_entry(
    p: &Program,
    portal: &Portal,
    op: &SpaceOperation<flowmodel::Ll>,
) -> Result<(), CodewriterError> {
    let want = portal.greens.len() + portal.reds.len();
    if op.args.len() == 2 + want {
        return Ok(());
    }
    Err(CodewriterError::at(
        op.span,
        format!(
            "can_enter_jit passes {} variables, the JitDriver `{}` has {want}",
            op.args.len() - 2,
            p.jitdrivers[portal.driver].name,
        ),
    ))
}

fn split(
    p: &mut Program,
    f: FuncId,
    b: BlockId,
    k: usize,
    driver: usize,
) -> Result<Portal, CodewriterError> {
    let mut g = p.funcs[f].graph().expect("has a graph").clone();
    let op = g.blocks[b].operations[k].clone();
    let desc: JitDriver = p
        .jitdrivers
        .get(driver)
        .cloned()
        .ok_or_else(|| CodewriterError::at(op.span, "the marker names no JitDriver".into()))?;
    let args: Vec<LlValue> = op.args[2..].to_vec();
    let names: Vec<_> = desc.greens.iter().chain(&desc.reds).cloned().collect();
    if args.len() != names.len() {
        return Err(CodewriterError::at(
            op.span,
            format!(
                "jit_merge_point passes {} variables, the JitDriver has {}",
                args.len(),
                names.len()
            ),
        ));
    }
    let tys: Vec<Type> = args.iter().map(|a| p.value_type(&g, a)).collect();
    let bad = || {
        CodewriterError::at(
            op.span,
            "a green or red variable has a type that the JIT cannot handle (single float)".into(),
        )
    };
    let ng = desc.greens.len();
    let greens = sorted_by_kind(p, &tys[..ng]).ok_or_else(bad)?;
    let reds = sorted_by_kind(p, &tys[ng..]).ok_or_else(bad)?;
    let order: Vec<usize> = greens.iter().copied().chain(reds.iter().map(|r| r + ng)).collect();
    let sorted_args: Vec<LlValue> = order.iter().map(|i| args[*i]).collect();
    let types: Vec<Type> = order.iter().map(|i| tys[*i]).collect();

    let names: Vec<Rc<str>> = order.iter().map(|i| names[*i].clone()).collect();
    let portal = behind_marker(&g, (b, k), &order, &sorted_args, (&names, &types))?;

    let result = g.ty(g.return_var());
    let ty = p.types.func(types.clone(), result);
    let id = add_part(p, f, portal.name.clone(), ty, Body::Declared);
    p.funcs[id].attrs.dont_inline = true;
    p.funcs[id].attrs.always_inline = false;

    // The caller: up to the marker, then a call of the portal.
    let blk = &mut g.blocks[b];
    blk.operations.truncate(k);
    blk.exitswitch = ExitSwitch::None;
    call_last(&mut g, b, id, sorted_args, op.span);
    g.compact();
    p.funcs[f].body = Body::Graph(g);
    Ok(Portal {
        driver,
        caller: f,
        portal: id,
        marked: portal,
        greens,
        reds,
        types,
        entered_elsewhere: false,
        entered_before: false,
    })
}

/// Makes the graph of a portal: everything from the marker on. Its parameters are the greens and reds in the portal's `order`,
/// with these names and types; `args` are their values in front of the marker.
fn behind_marker(
    g: &LlGraph,
    (b, k): (BlockId, usize),
    order: &[usize],
    args: &[LlValue],
    (names, types): (&[Rc<str>], &[Type]),
) -> Result<LlGraph, CodewriterError> {
    let op = &g.blocks[b].operations[k];
    let mut portal = g.clone();
    let (m, needed) = split_block(&mut portal, b, k);
    let mut inputs = vec![];
    let mut map: FxHashMap<VarId, VarId> = FxHashMap::default();
    for (i, a) in args.iter().enumerate() {
        let v = portal.new_var(&names[i], types[i]);
        inputs.push(v);
        if let Value::Var(old) = a
            && let Some((_, inner)) = needed.iter().find(|(n, _)| n == old)
        {
            map.entry(*inner).or_insert(v);
        }
    }
    for (_, v) in &needed {
        if !map.contains_key(v) {
            let name = portal.vars[*v].name;
            return Err(CodewriterError::at(
                op.span,
                format!(
                    "variable `{name}` is used behind jit_merge_point but is neither green nor red"
                ),
            ));
        }
    }
    let blk = &mut portal.blocks[m];
    blk.inputargs = inputs.clone();
    rename_uses(blk, &map);
    // The marker itself names all inputs, constants too, so that the greens are the portal's variables.
    let at_order: Vec<LlValue> = {
        let mut back = vec![Value::Const(Const::Void); order.len()];
        for (i, o) in order.iter().enumerate() {
            back[*o] = Value::Var(inputs[i]);
        }
        back
    };
    let mut marker_args = op.args[..2].to_vec();
    marker_args.extend(at_order);
    portal.blocks[m].operations[0].args = marker_args;
    portal.blocks[b].exits = vec![Link::new(m, args.to_vec())];
    portal.startblock = m;
    let params: Vec<VarId> = inputs.iter().map(|v| portal.copy_var(*v)).collect();
    let args = params.iter().map(|v| Value::Var(*v)).collect();
    new_start(&mut portal, params, vec![], args);
    portal.name = format!("{}_portal", g.name).into();
    portal.compact();
    Ok(portal)
}

impl Portal {
    /// Tells whether the program has no `can_enter_jit` of the jitdriver, so that every merge point is an entry.
    pub fn implicit_entry(&self) -> bool {
        let inside = markers::find_marker(&self.marked, "can_enter_jit");
        !self.entered_elsewhere && !self.entered_before && inside.is_empty()
    }
}
