//! Owners of a jitdriver's virtualizables: who knows them.
//!
//! In many interpreters a frame is made by the function that calls the portal, handed on as an argument, and forgotten when
//! the portal is left. Such an object is *private*: it is never stored anywhere, so that a call can look at it only if it is
//! given it. And it *dies* with the portal if no caller uses it behind the call: what it holds then need not be written.

use crate::follow::{Follow, Site, call_sites, made_by, uncopied, used_behind};
use crate::markers::{find_marker, marker};
use flowmodel::analysis::values::SsaValues;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::{
    BlockId, FuncId, JitDriver, Ll, LlGraph, LlOp, Program, StructId, Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Says who knows a virtualizable.
#[derive(Clone, Debug, Default)]
pub struct Owners {
    /// It is never stored.
    pub private: bool,
    /// Nobody uses it after the portal has been left.
    pub dies: bool,
    /// Types of the variables that may hold it, if it is private.
    pub types: FxHashSet<StructId>,
}

/// Finds this for all virtualizables of all jitdrivers. The merge points are still in their functions.
pub fn find(p: &Program) -> Vec<Vec<Owners>> {
    let none = |d: &JitDriver| vec![Owners::default(); d.virtualizables.len()];
    let mut owners: Vec<Vec<Owners>> = p.jitdrivers.iter().map(none).collect();
    let made = Objects::new(p);
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        for (b, i, _) in find_marker(g, "jit_merge_point") {
            let op = &g.blocks[b].operations[i];
            let Some((_, driver)) = marker(op) else { continue };
            let Some(d) = p.jitdrivers.get(driver) else { continue };
            for (which, name) in d.virtualizables.iter().enumerate() {
                let red = d.reds.iter().position(|r| r == name);
                let red = red.and_then(|n| op.args.get(2 + d.greens.len() + n));
                let Some(red) = red else { continue };
                let (Some(v), Type::Ptr(s)) = (red.as_var(), p.value_type(g, red)) else {
                    continue;
                };
                let hooks: Vec<FuncId> = d.confirm_enter_jit.into_iter().collect();
                owners[driver][which] = self::owners(p, &made, s, (f, v), &hooks);
            }
        }
    }
    owners
}

/// Finds who knows the object in variable `v` of function `f`, which has a merge point, and of others of its type `s`.
/// `hooks`: functions that the run time calls with it.
pub fn owners(
    p: &Program,
    made: &Objects,
    s: StructId,
    (f, v): (FuncId, VarId),
    hooks: &[FuncId],
) -> Owners {
    Search::new(p, made, s).owners(f, v, hooks)
}

/// Finds where an object of the type or a subtype is stored. `hooks`: as above.
pub fn kept_at(p: &Program, made: &Objects, s: StructId, hooks: &[FuncId]) -> Option<Span> {
    Search::new(p, made, s).follow(hooks).err().flatten()
}

/// The objects of a program, by type.
pub struct Objects {
    made: FxHashMap<StructId, Vec<(FuncId, VarId)>>,
    prebuilt: FxHashSet<StructId>,
}

impl Objects {
    /// Finds the objects of a program.
    pub fn new(p: &Program) -> Objects {
        let mut made: FxHashMap<StructId, Vec<(FuncId, VarId)>> = FxHashMap::default();
        for (f, function) in &p.funcs {
            let Some(g) = function.graph() else { continue };
            for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
                if let (LlOp::Malloc, Type::Ptr(s)) = (op.op, g.ty(op.result)) {
                    made.entry(s).or_default().push((f, op.result));
                }
            }
        }
        Objects { made, prebuilt: p.heap.values().map(|o| o.ty).collect() }
    }
}

struct Search<'a> {
    p: &'a Program,
    made: &'a Objects,
    /// The virtualizable's type.
    ty: StructId,
    seen: FxHashSet<(FuncId, VarId)>,
    values: FxHashMap<FuncId, SsaValues<Ll>>,
    /// The calls of each function; made when they are needed.
    sites: Option<FxHashMap<FuncId, Vec<Site>>>,
    /// Parameters about which the answer is being found, or was.
    params: FxHashSet<(FuncId, usize)>,
    /// Says of functions whether each call gives a new object; of one that is being looked at that it does not.
    makers: FxHashMap<FuncId, bool>,
}

/// Says whether an operation on a frame, as this operand, does not keep it.
fn harmless(op: LlOp, operand: usize) -> bool {
    use LlOp::*;
    match op {
        GetField | PtrNonzero | PtrIszero | PtrEq | PtrNe | Keepalive | JitMarker
        | JitRecordExactClass | GcIdentityHash => true,
        SetField => operand == 0,
        _ => false,
    }
}

impl<'a> Search<'a> {
    fn new(p: &'a Program, made: &'a Objects, ty: StructId) -> Self {
        let (values, params) = (FxHashMap::default(), FxHashSet::default());
        let makers = FxHashMap::default();
        Search { p, made, ty, seen: FxHashSet::default(), values, sites: None, params, makers }
    }

    /// `v`: the red in the portal `f`. `hooks`: functions that the run time calls with it.
    fn owners(&mut self, f: FuncId, v: VarId, hooks: &[FuncId]) -> Owners {
        if !self.is_private(hooks) {
            return Owners::default();
        }
        let ptr = |&(f, v): &(FuncId, VarId)| match self.p.funcs[f].graph().map(|g| g.ty(v)) {
            Some(Type::Ptr(s)) => Some(s),
            _ => None,
        };
        let types = self.seen.iter().filter_map(ptr).collect();
        Owners { private: true, dies: self.dies_in(f, v), types }
    }

    fn is_private(&mut self, hooks: &[FuncId]) -> bool {
        self.follow(hooks).is_ok()
    }

    /// Finds all variables that hold an object of the type or a subtype. An error if one is stored: where, if it is not so from
    /// the beginning.
    fn follow(&mut self, hooks: &[FuncId]) -> Result<(), Option<Span>> {
        let p = self.p;
        let of_type = |ty: Type| matches!(ty, Type::Ptr(s) if p.types.is_subtype(s, self.ty));
        let finalized = p.types.structs.iter().any(|(s, st)| {
            st.finalizer.is_some()
                && (p.types.is_subtype(s, self.ty) || p.types.is_subtype(self.ty, s))
        });
        if finalized || self.made.prebuilt.iter().any(|s| p.types.is_subtype(*s, self.ty)) {
            return Err(None);
        }
        let mut follow = Follow::new(p, harmless, true);
        for (s, places) in &self.made.made {
            if p.types.is_subtype(*s, self.ty) {
                places.iter().for_each(|(f, v)| follow.start(*f, *v));
            }
        }
        for hook in hooks {
            let Some(g) = p.funcs[*hook].graph() else { return Err(None) };
            for v in g.params().iter().filter(|v| of_type(g.ty(**v))) {
                follow.start(*hook, *v);
            }
        }
        let kept = follow.run();
        self.seen = follow.seen;
        kept.map_or(Ok(()), |at| Err(Some(at)))
    }

    /// Says whether the object in variable `v` of function `f` is not used any more when `f` has been
    /// left.
    fn dies_in(&mut self, f: FuncId, v: VarId) -> bool {
        let p = self.p;
        let Some(g) = p.funcs[f].graph() else { return false };
        if self.seen.contains(&(f, g.return_var())) {
            return false;
        }
        self.callers_forget(f, v)
    }

    /// Says whether no caller of `f` uses the object in variable `v` behind the call.
    fn callers_forget(&mut self, f: FuncId, v: VarId) -> bool {
        match self.origin(f, v) {
            Some(Origin::Made(_)) => true,
            Some(Origin::Param(n)) => self.param_dies(f, n),
            // One of several: `f` has made it, or was given it, as objects of the type are private.
            None => {
                let Some(g) = self.p.funcs[f].graph() else { return false };
                let given = |n: &usize| self.seen.contains(&(f, g.params()[*n]));
                let all: Vec<usize> = (0..g.params().len()).filter(given).collect();
                all.into_iter().all(|n| self.param_dies(f, n))
            }
        }
    }

    /// Says whether no caller of `f` uses argument `n` behind the call.
    fn param_dies(&mut self, f: FuncId, n: usize) -> bool {
        // On a cycle all calls of it decide.
        if !self.params.insert((f, n)) {
            return true;
        }
        let p = self.p;
        let sites = self.sites.get_or_insert_with(|| call_sites(p));
        let sites = sites.get(&f).cloned().unwrap_or_default();
        sites.into_iter().all(|(caller, b, i)| {
            let Some(g) = p.funcs[caller].graph() else { return false };
            let arg = &g.blocks[b].operations[i].args[n + 1];
            let Some(v) = arg.as_var() else { return true };
            self.dead_behind(caller, g, (b, i), v) && self.callers_forget(caller, v)
        })
    }

    /// Says whether no variable that may hold the same object is used behind an operation.
    fn dead_behind(&mut self, f: FuncId, g: &LlGraph, (b, i): (BlockId, usize), v: VarId) -> bool {
        let object = self.origin(f, v);
        used_behind(g, b, i).into_iter().all(|w| {
            !self.seen.contains(&(f, w)) || {
                let other = self.origin(f, w);
                match (object, other) {
                    (Some(Origin::Made(a)), Some(Origin::Made(b))) => a != b,
                    (Some(Origin::Made(_)), Some(Origin::Param(_)))
                    | (Some(Origin::Param(_)), Some(Origin::Made(_))) => true,
                    _ => false,
                }
            }
        })
    }

    /// Finds where the value of a variable comes from, if it comes from one place.
    fn origin(&mut self, f: FuncId, v: VarId) -> Option<Origin> {
        let p = self.p;
        let g = p.funcs[f].graph()?;
        let values = self.values.entry(f).or_insert_with(|| uncopied(g));
        let Value::Var(root) = values.of(v) else { return None };
        if let Some(n) = g.params().iter().position(|p| *p == root) {
            return Some(Origin::Param(n));
        }
        let op = made_by(g, root)?;
        let made = match call_targets(p, op) {
            Callees::None => op.op == LlOp::Malloc,
            Callees::Known(all) => !all.is_empty() && all.iter().all(|f| self.is_maker(*f)),
            Callees::Unknown => false,
        };
        made.then_some(Origin::Made(root))
    }

    /// Says whether each call of a function gives an object that it has made, which nobody else knows: objects of the type are private.
    fn is_maker(&mut self, f: FuncId) -> bool {
        if let Some(known) = self.makers.get(&f) {
            return *known;
        }
        self.makers.insert(f, false);
        let returned = self.p.funcs[f].graph().map(|g| g.return_var());
        let makes = returned.is_some_and(|v| matches!(self.origin(f, v), Some(Origin::Made(_))));
        self.makers.insert(f, makes);
        makes
    }
}

/// Says where an object comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// This operation's result: a new object, or the result of a call that makes one.
    Made(VarId),
    /// This parameter.
    Param(usize),
}
