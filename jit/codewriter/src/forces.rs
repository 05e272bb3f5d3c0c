//! Who looks at a virtualizable that is stored somewhere, while compiled code has its values.
//!
//! During a call that compiled code makes, the places of its virtualizable are in the machine frame. The object tells so by its *token*
//! ([`TOKEN_FIELD`]), the address of that frame. So before each access to a place the token is tested, and the run time asked if there is
//! one; afterwards memory holds all. That is ordinary code: in traces it costs nothing for the virtualizable itself, whose token is
//! known to be 0 there, nor for what the trace has made.
//!
//! No test is needed where a reference came by arguments alone from where the object was made, or from the portal: compiled code that
//! gives its virtualizable to a call writes it to memory before. All others, which come out of memory, are followed from there.
//! They may get into a portal: it tests once, where its function begins.

use crate::follow::Follow;
use crate::owners::Owners;
use crate::portal::{find_marker, marker};
use crate::vrefs::force_function;
use flowmodel::analysis::places::declaring;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::lltype::TOKEN_FIELD;
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncAttrs, FuncId, Function, Link, LlGraph, LlOp,
    LlValue, Program, SpaceOperation, StructId, Type, Value, VarId,
};
use rustc_hash::FxHashSet;

/// A type whose objects may have a token.
struct Watched {
    ty: StructId,
    token: u32,
    /// The fields of its places.
    fields: FxHashSet<u32>,
    /// The functions with the merge points.
    portals: FxHashSet<FuncId>,
}

/// The token's field of a jitdriver's virtualizable, if others may look at that.
pub fn token_index(p: &Program, s: StructId, owners: &Owners) -> Option<u32> {
    p.types.structs[s].field_index(TOKEN_FIELD).filter(|_| !owners.private)
}

/// Lets all who may look at a virtualizable that compiled code has ask for it. The merge points are still in their functions.
pub fn add_hooks(p: &mut Program, owners: &[Owners]) {
    for watched in find(p, owners) {
        let indirect = indirect(p, &watched);
        let hook = hook(p, &watched);
        for f in p.funcs.keys().collect::<Vec<_>>() {
            let Some(g) = p.funcs[f].graph().filter(|_| f != hook) else { continue };
            let places = places(p, f, g, &watched, indirect.as_ref());
            if places.is_empty() {
                continue;
            }
            let mut g = g.clone();
            // From the last on, so that the others keep their positions.
            for (b, i, object, span) in places.into_iter().rev() {
                let ops = calls(p, &mut g, &watched, hook, object, span);
                g.blocks[b].operations.splice(i..i, ops);
            }
            p.funcs[f].body = Body::Graph(g);
        }
    }
}

fn find(p: &Program, owners: &[Owners]) -> Vec<Watched> {
    let mut found: Vec<Watched> = vec![];
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        for (b, i, driver) in find_marker(g, "jit_merge_point") {
            let op = &g.blocks[b].operations[i];
            let Some(d) = p.jitdrivers.get(driver).filter(|_| marker(op).is_some()) else {
                continue;
            };
            let Some(name) = d.virtualizables.first() else { continue };
            let red = d.reds.iter().position(|r| r == name);
            let Some(red) = red.and_then(|n| op.args.get(2 + d.greens.len() + n)) else { continue };
            let Type::Ptr(s) = p.value_type(g, red) else { continue };
            let Some(token) = token_index(p, s, &owners[driver]) else { continue };
            let ty = declaring(p, s, token);
            let declared = d.virtualizable_fields.iter();
            let names = declared.map(|name| name.strip_suffix("[*]").unwrap_or(name));
            let fields = names.filter_map(|name| p.types.structs[s].field_index(name));
            match found.iter_mut().find(|w| w.ty == ty) {
                Some(watched) => {
                    watched.fields.extend(fields);
                    watched.portals.insert(f);
                }
                None => found.push(Watched {
                    ty,
                    token,
                    fields: fields.collect(),
                    portals: FxHashSet::from_iter([f]),
                }),
            }
        }
    }
    found
}

/// The variables that may hold such an object out of memory; `None`: any may.
fn indirect(p: &Program, watched: &Watched) -> Option<FxHashSet<(FuncId, VarId)>> {
    let is = |ty: Type| matches!(ty, Type::Ptr(s) if p.types.is_subtype(s, watched.ty));
    if p.heap.values().any(|o| p.types.is_subtype(o.ty, watched.ty)) {
        return None;
    }
    let mut follow = Follow::through(p, &watched.portals);
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        // Nobody knows who calls these.
        if function.attrs.export_name.is_some() {
            g.params().iter().filter(|v| is(g.ty(**v))).for_each(|v| follow.start(f, *v));
        }
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let known = match (op.op, call_targets(p, op)) {
                (LlOp::Malloc | LlOp::SameAs | LlOp::Hint, _) => true,
                (LlOp::CastPointer, _) => is(p.value_type(g, &op.args[0])),
                (_, Callees::Known(all)) => all.iter().all(|f| p.funcs[*f].graph().is_some()),
                (_, Callees::Unknown) => {
                    if op.args.iter().any(|a| is(p.value_type(g, a))) {
                        return None;
                    }
                    false
                }
                _ => false,
            };
            if !known && is(g.ty(op.result)) {
                follow.start(f, op.result);
            }
        }
    }
    for st in p.types.structs.values() {
        // A finalizer gets what nobody else has any more, but may hang it in somewhere.
        let of = |f: &FuncId| st.finalizer.as_deref() == Some(&*p.funcs[*f].name);
        for f in p.funcs.keys().filter(of) {
            let params = p.funcs[f].graph().into_iter().flat_map(|g| g.params());
            params.for_each(|v| follow.start(f, *v));
        }
    }
    follow.run();
    Some(follow.seen)
}

type Access = (BlockId, usize, LlValue, Span);

/// Where a graph must test the token: before which operations, and of which object.
fn places(
    p: &Program,
    f: FuncId,
    g: &LlGraph,
    watched: &Watched,
    indirect: Option<&FxHashSet<(FuncId, VarId)>>,
) -> Vec<Access> {
    let is = |ty: Type| matches!(ty, Type::Ptr(s) if p.types.is_subtype(s, watched.ty));
    let may_have = |v: VarId| indirect.is_none_or(|seen| seen.contains(&(f, v)));
    let mut found = vec![];
    if watched.portals.contains(&f) {
        for &v in g.params().iter().filter(|v| is(g.ty(**v)) && may_have(**v)) {
            found.push((g.startblock, 0, v.into(), p.funcs[f].span));
        }
    }
    let own_params = |v: VarId| watched.portals.contains(&f) && g.params().contains(&v);
    for b in g.reachable() {
        // Tested in this block, or made in it, with nothing since that could change it.
        let mut tested: Vec<LlValue> = vec![];
        for (i, op) in g.blocks[b].operations.iter().enumerate() {
            match op.op {
                LlOp::DirectCall | LlOp::IndirectCall => tested.clear(),
                LlOp::Malloc => tested.push(op.result.into()),
                LlOp::CastPointer | LlOp::SameAs if tested.contains(&op.args[0]) => {
                    tested.push(op.result.into());
                }
                _ => {}
            }
            if !matches!(op.op, LlOp::GetField | LlOp::SetField) {
                continue;
            }
            let (object, Some(Const::Field(index))) = (op.args[0], op.args[1].as_const()) else {
                continue;
            };
            let place = watched.fields.contains(index) && is(p.value_type(g, &object));
            let known = object.as_var().is_some_and(|v| !may_have(v) || own_params(v));
            if place && !known && !tested.contains(&object) {
                found.push((b, i, object, op.span));
                tested.push(object);
            }
        }
    }
    found.sort_by_key(|(b, i, ..)| (*b, *i));
    found
}

/// The operations that test the token of an object.
fn calls(
    p: &Program,
    g: &mut LlGraph,
    watched: &Watched,
    hook: FuncId,
    mut object: LlValue,
    span: Span,
) -> Vec<SpaceOperation<flowmodel::Ll>> {
    let mut ops = vec![];
    let ty = Type::Ptr(watched.ty);
    if p.value_type(g, &object) != ty {
        let result = g.new_var("object", ty);
        let args = vec![object];
        ops.push(SpaceOperation { op: LlOp::CastPointer, args, result, span });
        object = result.into();
    }
    let result = g.new_var("none", Type::Void);
    let args = vec![Value::Const(Const::Func(hook)), object];
    ops.push(SpaceOperation { op: LlOp::DirectCall, args, result, span });
    ops
}

/// `def hook(object): if object.token != 0: object.token = force(object.token)`
fn hook(p: &mut Program, watched: &Watched) -> FuncId {
    let exc = |s: Option<StructId>| s.map_or(Type::Void, Type::Ptr);
    let name = format!("jit_look_{}", p.types.structs[watched.ty].name);
    let force = force_function(p);
    let mut g = LlGraph::new(&name, Type::Void, (exc(p.exc.vtable), exc(p.exc.object)));
    let start = g.startblock;
    let object = g.new_var("object", Type::Ptr(watched.ty));
    g.blocks[start].inputargs.push(object);
    let field = Value::Const(Const::Field(watched.token));
    let args = vec![object.into(), field];
    let n = g.add_op(start, LlOp::GetField, args, "n", Type::Signed, Span::NONE);
    let zero = Value::Const(Const::Int(0));
    let there = g.add_op(start, LlOp::IntNe, vec![n.into(), zero], "b", Type::Bool, Span::NONE);
    let ask = g.new_block();
    let [object2, n2] = [object, n].map(|v| g.copy_var(v));
    g.blocks[ask].inputargs = vec![object2, n2];
    let args = vec![Value::Const(Const::Func(force)), n2.into()];
    let after = g.add_op(ask, LlOp::DirectCall, args, "n", Type::Signed, Span::NONE);
    let args = vec![object2.into(), field, after.into()];
    g.add_op(ask, LlOp::SetField, args, "none", Type::Void, Span::NONE);
    let none = vec![Value::Const(Const::Void)];
    g.blocks[ask].exits = vec![Link::new(g.returnblock, none.clone())];
    g.blocks[start].exitswitch = ExitSwitch::Var(there);
    g.blocks[start].exits = vec![
        Link { case: ExitCase::Value(Const::Bool(false)), ..Link::new(g.returnblock, none) },
        Link {
            case: ExitCase::Value(Const::Bool(true)),
            ..Link::new(ask, vec![object.into(), n.into()])
        },
    ];
    let ty = p.types.func(vec![Type::Ptr(watched.ty)], Type::Void);
    p.funcs.push(Function {
        name: name.as_str().into(),
        ty,
        body: Body::Graph(g),
        attrs: FuncAttrs { helper: true, ..FuncAttrs::default() },
        span: Span::NONE,
    })
}
