//! Frames that nobody but the interpreter's own functions knows: virtualizables without a hint.
//!
//! A red variable of a merge point whose objects are never stored ([`owners`]), nor used when the portal has been left, can have its fields in the trace, whatever it is. Its arrays go
//! there item by item, so only those do that are made with a length which the guest program's code, or the interpreter's text, says: the
//! stack and the variables of a frame, not the memory of a machine.
//!
//! [`owners`]: crate::owners

use crate::exclusive::shared;
use crate::follow::{Site, call_sites, made_by, uncopied};
use crate::infer::facts::{Facts, MergePoint};
use crate::owners;
use crate::virtualizable::{leak, survives_store};
use flowmodel::analysis::places::{Place, declaring, place};
use flowmodel::analysis::values::SsaValues;
use flowmodel::{Const, FuncId, Ll, LlGraph, LlOp, LlValue, Program, StructId, Type, VarId};
use jitmodel::MAX_KNOWN;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Makes virtualizables of them, for jitdrivers without one.
pub fn mark(p: &mut Program, facts: &Facts) {
    let mut sites = None;
    let made = owners::Objects::new(p);
    for m in &facts.merge_points {
        if !p.jitdrivers[m.driver].virtualizables.is_empty() {
            continue;
        }
        let found = find(p, facts, m, (&made, &mut sites));
        let d = &mut p.jitdrivers[m.driver];
        (d.virtualizables, d.virtualizable_fields) = found.into_iter().unzip();
    }
}

type Sites = FxHashMap<FuncId, Vec<Site>>;

/// Lists the red variables with such fields, and these: the frame, and a stack or a handler's state of its own class.
fn find(
    p: &Program,
    facts: &Facts,
    m: &MergePoint,
    (made, sites): (&owners::Objects, &mut Option<Sites>),
) -> Vec<(Rc<str>, Vec<Rc<str>>)> {
    let d = &p.jitdrivers[m.driver];
    let hooks: Vec<FuncId> = d.confirm_enter_jit.into_iter().collect();
    let mut found = vec![];
    for (number, name) in d.reds.iter().enumerate() {
        let Some((s, v)) = m.red_object(p, number) else { continue };
        if p.exc.object.is_none_or(|o| !p.types.is_subtype(s, o)) {
            continue;
        }
        let owners = owners::owners(p, made, s, (m.func, v), &hooks);
        // Who catches a MemoryError of machine code behind the portal would find old values.
        if !owners.private || !owners.dies {
            continue;
        }
        let sites = sites.get_or_insert_with(|| call_sites(p));
        let fields = fields(p, facts, s, sites);
        if !fields.is_empty() {
            found.push((name.clone(), fields));
        }
    }
    found
}

/// The fields of objects of a type that can live in traces.
fn fields(p: &Program, facts: &Facts, s: StructId, sites: &Sites) -> Vec<Rc<str>> {
    let mut found: Vec<Rc<str>> = vec![];
    // What memory traces would read and write.
    let (mut arrays, mut changing) = (0, 0);
    for (i, f) in p.types.structs[s].fields.iter().enumerate() {
        let index = i as u32;
        let owner = declaring(p, s, index);
        if Some(owner) == p.exc.object || f.mutability.is_quasi() || !survives_store(f.ty) {
            continue;
        }
        let is_array = matches!(f.ty, Type::Ptr(a) if p.types.structs[a].gc && p.types.structs[a].item_type().is_some_and(survives_store));
        if is_array
            && leak(p, owner, index).is_none()
            && shared(p, owner, index).is_none()
            && Lengths::new(p, facts, sites).are_small(owner, index)
        {
            arrays += 1;
            found.push(format!("{}[*]", f.name).into());
        } else {
            changing += u32::from(!facts.changing.is_stable(Place::Field(owner, index)));
            found.push(f.name.clone());
        }
    }
    // (A box of one value is no frame.)
    if arrays > 0 || changing > 1 { found } else { vec![] }
}

/// Finds what arrays a field gets.
struct Lengths<'a> {
    p: &'a Program,
    facts: &'a Facts,
    sites: &'a Sites,
    values: FxHashMap<FuncId, SsaValues<Ll>>,
    /// What was found of parameters: as lengths, and as arrays (`true`).
    parameters: FxHashMap<(FuncId, usize, bool), bool>,
}

impl<'a> Lengths<'a> {
    fn new(p: &'a Program, facts: &'a Facts, sites: &'a Sites) -> Lengths<'a> {
        Lengths { p, facts, sites, values: FxHashMap::default(), parameters: FxHashMap::default() }
    }
    fn are_small(&mut self, owner: StructId, index: u32) -> bool {
        let p = self.p;
        let mut any = false;
        for (f, function) in &p.funcs {
            let Some(g) = function.graph() else { continue };
            for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
                let (LlOp::SetField, Type::Ptr(s)) =
                    (op.op, op.args.first().map_or(Type::Void, |a| p.value_type(g, a)))
                else {
                    continue;
                };
                let Some(Const::Field(i)) = op.args[1].as_const() else { continue };
                if *i != index || declaring(p, s, *i) != owner {
                    continue;
                }
                any = true;
                if !self.array_is_small(f, g, &op.args[2]) {
                    return false;
                }
            }
        }
        any
    }
    fn origin(&mut self, f: FuncId, g: &LlGraph, v: VarId) -> LlValue {
        self.values.entry(f).or_insert_with(|| uncopied(g)).of(v)
    }
    fn array_is_small(&mut self, f: FuncId, g: &LlGraph, v: &LlValue) -> bool {
        let LlValue::Var(v) = v else { return false };
        let LlValue::Var(root) = self.origin(f, g, *v) else { return false };
        if let Some(n) = g.params().iter().position(|x| *x == root) {
            return self.of_callers(f, n, true);
        }
        let Some(op) = made_by(g, root) else { return false };
        match op.op {
            LlOp::MallocVarsize => self.is_small(f, g, &op.args[1]),
            // A helper that makes and fills it.
            LlOp::DirectCall => {
                let Some(Const::Func(callee)) = op.args[0].as_const() else { return false };
                self.p.funcs[*callee].attrs.helper
                    && op.args[1..].iter().all(|a| match self.p.value_type(g, a) {
                        Type::Signed => self.is_small(f, g, a),
                        // An array with the items, say.
                        Type::Ptr(s) if self.p.types.structs[s].items.is_some() => {
                            a.as_var().is_none()
                        }
                        _ => true,
                    })
            }
            _ => false,
        }
    }
    /// Says whether the interpreter's text, or the guest program's code, says a number.
    fn is_small(&mut self, f: FuncId, g: &LlGraph, v: &LlValue) -> bool {
        let root = match v {
            LlValue::Const(c) => LlValue::Const(*c),
            LlValue::Var(v) => self.origin(f, g, *v),
        };
        let root = match root {
            LlValue::Const(c) => return matches!(c, Const::Int(n) if n <= MAX_KNOWN as i64),
            LlValue::Var(v) => v,
        };
        if let Some(n) = g.params().iter().position(|x| *x == root) {
            return self.of_callers(f, n, false);
        }
        let Some(op) = made_by(g, root) else { return false };
        match op.op {
            LlOp::GetField => {
                place(self.p, g, op).is_some_and(|place| self.facts.changing.is_stable(place)) || {
                    let (Type::Ptr(s), Some(Const::Field(i))) =
                        (self.p.value_type(g, &op.args[0]), op.args[1].as_const())
                    else {
                        return false;
                    };
                    let m = self.p.types.structs[s].fields[*i as usize].mutability;
                    m.pure_in_traces() || m.is_quasi()
                }
            }
            // The length of a list of the guest program's code.
            LlOp::GetArraySize => match op.args[0].as_var().map(|a| self.origin(f, g, a)) {
                Some(LlValue::Var(a)) => made_by(g, a).is_some_and(|op| op.op == LlOp::GetField),
                _ => false,
            },
            LlOp::IntAdd | LlOp::IntSub => op.args.iter().all(|a| self.is_small(f, g, a)),
            _ => false,
        }
    }
    /// Says whether all callers give a small length, or a small array. (A function that passes on to itself what it got gives none.)
    fn of_callers(&mut self, f: FuncId, n: usize, array: bool) -> bool {
        if let Some(known) = self.parameters.insert((f, n, array), false) {
            self.parameters.insert((f, n, array), known);
            return known;
        }
        let p = self.p;
        let sites = self.sites.get(&f).cloned().unwrap_or_default();
        let small = !sites.is_empty()
            && sites.into_iter().all(|(caller, b, i)| {
                let Some(g) = p.funcs[caller].graph() else { return false };
                let given = &g.blocks[b].operations[i].args[n + 1];
                match array {
                    true => self.array_is_small(caller, g, given),
                    false => self.is_small(caller, g, given),
                }
            });
        self.parameters.insert((f, n, array), small);
        small
    }
}
