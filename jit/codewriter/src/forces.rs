//! Forcing of virtualizables: who looks at one that is stored somewhere, while compiled code has
//! its values.
//!
//! During a call that compiled code makes, the places of its virtualizable are in the machine frame. The object tells so by its *token*
//! ([`TOKEN_FIELD`]), the address of that frame. So before each access to a place the token is tested, and the run time asked if there is
//! one; afterwards memory holds all. That is ordinary code: in traces it costs nothing for the virtualizable itself, whose token is
//! known to be 0 there, nor for what the trace has made.
//!
//! No test is needed where a reference came by arguments alone from where the object was made, or from the portal: compiled code that
//! gives its virtualizable to a call writes it to memory before. All others, which come out of memory, are followed from there.
//! A function that gets both has a copy for those that need no test. They may get into a portal: it tests once, where its function
//! begins.

use crate::follow::Follow;
use crate::hooks::{self, Hook};
use crate::markers::{find_marker, marker};
use crate::owners::Owners;
use crate::vrefs::force_function;
use flowmodel::analysis::places::declaring;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::lltype::TOKEN_FIELD;
use flowmodel::{
    BlockId, Body, Const, FuncAttrs, FuncId, Function, LlGraph, LlOp, LlValue, Program, StructId,
    Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A type whose objects may have a token.
struct Watched {
    ty: StructId,
    token: u32,
    /// The fields of its places.
    fields: FxHashSet<u32>,
    /// The functions with the merge points.
    portals: FxHashSet<FuncId>,
}

/// The token's field of a virtualizable, if others may look at that.
pub fn token_index(p: &Program, s: StructId, owners: &Owners) -> Option<u32> {
    p.types.structs[s].field_index(TOKEN_FIELD).filter(|_| !owners.private)
}

/// Lets all who may look at a virtualizable that compiled code has ask for it. The merge points are still in their functions.
pub fn add_hooks(p: &mut Program, owners: &[Vec<Owners>]) {
    for watched in find(p, owners) {
        let hook = hook(p, &watched);
        let flow = Flow::of(p, &watched);
        let versions = flow.split(p, &watched);
        for (f, origin) in versions {
            let Some(g) = p.funcs[f].graph().filter(|_| f != hook) else { continue };
            let places = places(p, (f, origin), g, &watched, &flow);
            if places.is_empty() {
                continue;
            }
            let mut g = g.clone();
            // From the last on, so that the others keep their positions.
            for (b, i, object, span) in places.into_iter().rev() {
                let ops = hooks::calls(p, &mut g, (hook, watched.ty), object, span);
                g.blocks[b].operations.splice(i..i, ops);
            }
            p.funcs[f].body = Body::Graph(g);
        }
    }
}

fn find(p: &Program, owners: &[Vec<Owners>]) -> Vec<Watched> {
    let mut found: Vec<Watched> = vec![];
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        for (b, i, driver) in find_marker(g, "jit_merge_point") {
            let op = &g.blocks[b].operations[i];
            let Some(d) = p.jitdrivers.get(driver).filter(|_| marker(op).is_some()) else {
                continue;
            };
            for (which, name) in d.virtualizables.iter().enumerate() {
                let red = d.reds.iter().position(|r| r == name);
                let red = red.and_then(|n| op.args.get(2 + d.greens.len() + n));
                let Some(Type::Ptr(s)) = red.map(|red| p.value_type(g, red)) else { continue };
                let Some(token) = token_index(p, s, &owners[driver][which]) else { continue };
                let ty = declaring(p, s, token);
                let declared = d.virtualizable_fields[which].iter();
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
    }
    found
}

type Seen = FxHashSet<(FuncId, VarId)>;

/// A function, and the one that it is a copy of for those who give it no object out of memory; itself, if it is none.
type Version = (FuncId, FuncId);

/// The variables that may hold an object out of memory.
#[derive(Default)]
struct Flow {
    /// Nothing is known: any may.
    unknown: bool,
    /// Variables seen in functions as they are.
    any: Seen,
    /// Variables seen in functions whose parameters hold none.
    inside: Seen,
    /// Functions that are called by who knows whom.
    fixed: FxHashSet<FuncId>,
}

impl Flow {
    fn of(p: &Program, watched: &Watched) -> Flow {
        let all: FxHashSet<FuncId> = p.funcs.keys().collect();
        let mut flow = Flow::default();
        let (Some(mut any), Some(mut inside)) =
            (flow.start(p, watched, &watched.portals), flow.start(p, watched, &all))
        else {
            return Flow { unknown: true, ..Flow::default() };
        };
        any.run();
        loop {
            inside.run();
            // What a function gives back may be what it was given.
            let before = inside.seen.len();
            for (f, function) in &p.funcs {
                let Some(g) = function.graph() else { continue };
                for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
                    let given =
                        |a: &LlValue| a.as_var().is_some_and(|v| inside.seen.contains(&(f, v)));
                    let call = matches!(op.op, LlOp::DirectCall | LlOp::IndirectCall);
                    if call && watched.is(p, g.ty(op.result)) && op.args.iter().any(given) {
                        inside.start(f, op.result);
                    }
                }
            }
            if inside.seen.len() == before {
                break;
            }
        }
        Flow { any: any.seen, inside: inside.seen, ..flow }
    }

    /// Finds where references come out of memory; `None`: that is not known.
    fn start<'p>(
        &mut self,
        p: &'p Program,
        watched: &Watched,
        closed: &FxHashSet<FuncId>,
    ) -> Option<Follow<'p>> {
        let is = |ty: Type| watched.is(p, ty);
        if p.heap.values().any(|o| p.types.is_subtype(o.ty, watched.ty)) {
            return None;
        }
        let mut follow = Follow::through(p, closed);
        for (f, function) in &p.funcs {
            let Some(g) = function.graph() else { continue };
            if function.attrs.export_name.is_some() {
                self.fixed.insert(f);
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
        // A finalizer gets what nobody else has any more, but may hang it in somewhere.
        let finalizers: FxHashSet<&str> =
            p.types.structs.values().filter_map(|st| st.finalizer.as_deref()).collect();
        let of = |f: &FuncId| finalizers.contains(&*p.funcs[*f].name);
        self.fixed.extend(p.funcs.keys().filter(of));
        for &f in &self.fixed {
            let params = p.funcs[f].graph().into_iter().flat_map(|g| g.params());
            params.for_each(|v| follow.start(f, *v));
        }
        Some(follow)
    }

    /// Says whether a variable of a version of a function may hold one.
    fn may_have(&self, (f, origin): Version, g: &LlGraph, v: VarId) -> bool {
        match f == origin {
            true => self.unknown || self.any.contains(&(f, v)),
            false => self.inside.contains(&(origin, v)) && !g.params().contains(&v),
        }
    }

    /// Functions that are given objects out of memory by some get a copy for the others. Gives all functions, copies included.
    fn split(&self, p: &mut Program, watched: &Watched) -> Vec<Version> {
        let mut versions: Vec<Version> = p.funcs.keys().map(|f| (f, f)).collect();
        let is_mixed = |f: FuncId, g: &LlGraph| {
            !watched.portals.contains(&f)
                && !self.fixed.contains(&f)
                && g.params().iter().any(|v| self.any.contains(&(f, *v)) && watched.is(p, g.ty(*v)))
        };
        let mixed: FxHashSet<FuncId> = p
            .funcs
            .iter()
            .filter(|(f, function)| function.graph().is_some_and(|g| is_mixed(*f, g)))
            .map(|(f, _)| f)
            .collect();
        let mut copies: FxHashMap<FuncId, FuncId> = FxHashMap::default();
        let mut at = 0;
        while let Some(&(f, origin)) = versions.get(at) {
            at += 1;
            let Some(g) = p.funcs[f].graph().filter(|_| !self.unknown) else { continue };
            let mut changes = vec![];
            for b in g.reachable() {
                for (i, op) in g.blocks[b].operations.iter().enumerate() {
                    let Some(Const::Func(callee)) = op.args.first().and_then(|a| a.as_const())
                    else {
                        continue;
                    };
                    let own = |a: &LlValue| {
                        !watched.is(p, p.value_type(g, a))
                            || a.as_var().is_some_and(|v| {
                                watched.is_own_param(f, g, v) || !self.may_have((f, origin), g, v)
                            })
                    };
                    if op.op == LlOp::DirectCall
                        && mixed.contains(callee)
                        && op.args[1..].iter().all(own)
                    {
                        changes.push((b, i, *callee));
                    }
                }
            }
            for (b, i, callee) in changes {
                let copy = *copies.entry(callee).or_insert_with(|| {
                    let copy = copy(p, callee);
                    versions.push((copy, callee));
                    copy
                });
                if let Some(g) = p.funcs[f].graph_mut() {
                    g.blocks[b].operations[i].args[0] = Value::Const(Const::Func(copy));
                }
            }
        }
        versions
    }
}

fn copy(p: &mut Program, f: FuncId) -> FuncId {
    let function = p.funcs[f].clone();
    let name = format!("{}__own", function.name);
    let attrs = FuncAttrs { shown: Some(function.shown_name()), ..function.attrs.clone() };
    p.funcs.push(Function { name: name.as_str().into(), attrs, ..function })
}

impl Watched {
    fn is(&self, p: &Program, ty: Type) -> bool {
        matches!(ty, Type::Ptr(s) if p.types.is_subtype(s, self.ty))
    }

    /// Says whether it is a parameter that is tested where the function begins.
    fn is_own_param(&self, f: FuncId, g: &LlGraph, v: VarId) -> bool {
        self.portals.contains(&f) && g.params().contains(&v)
    }
}

type Access = (BlockId, usize, LlValue, Span);

/// Finds the operations before which a graph must test the token, and of which object.
fn places(
    p: &Program,
    version: Version,
    g: &LlGraph,
    watched: &Watched,
    flow: &Flow,
) -> Vec<Access> {
    let f = version.0;
    let may_have = |v: VarId| flow.may_have(version, g, v);
    let mut found = vec![];
    if watched.portals.contains(&f) {
        for &v in g.params().iter().filter(|v| watched.is(p, g.ty(**v)) && may_have(**v)) {
            found.push((g.startblock, 0, v.into(), p.funcs[f].span));
        }
    }
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
            let place = watched.fields.contains(index) && watched.is(p, p.value_type(g, &object));
            let known = |v: VarId| !may_have(v) || watched.is_own_param(f, g, v);
            let known = object.as_var().is_some_and(known);
            if place && !known && !tested.contains(&object) {
                found.push((b, i, object, op.span));
                tested.push(object);
            }
        }
    }
    found.sort_by_key(|(b, i, ..)| (*b, *i));
    found
}

/// `def hook(object): if object.token != 0: object.token = force(object.token)`
fn hook(p: &mut Program, watched: &Watched) -> FuncId {
    let name = format!("jit_look_{}", p.types.structs[watched.ty].name);
    let told = force_function(p);
    let (ty, number) = (watched.ty, watched.token);
    Hook { name: &name, ty, number, test: LlOp::IntNe, told }.make(p)
}
