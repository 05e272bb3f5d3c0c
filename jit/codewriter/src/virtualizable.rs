//! Which places of a jitdriver's virtualizable can live in traces.
//!
//! A field can if its values survive a store unchanged. An array can if its list never changes its length and nobody
//! but the object's field holds it: the run time recognises it by how it was read. So no other object may be
//! given an array that was read from the field, and no function may return it ([`Leak`]).

use crate::CodewriterError;
use crate::descrs::Descrs;
use crate::portal::Portal;
use flowmodel::analysis::places::declaring;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::{FuncId, LlGraph, LlOp, Program, StructId, Type, Value, VarId};
use jitmodel::program::Virtualizable;
use rustc_hash::{FxHashMap, FxHashSet};

/// The virtualizable of a portal, if it names one that has such places. `reds`: numbers of the red variables that exist at run time.
pub fn find(
    p: &Program,
    portal: &Portal,
    reds: &[usize],
    descrs: &mut Descrs,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Option<Virtualizable>, CodewriterError> {
    let driver = &p.jitdrivers[portal.driver];
    let Some(name) = driver.virtualizables.first() else { return Ok(None) };
    let span = p.funcs[portal.caller].span;
    let fail = |message: String| Err(CodewriterError::at(span, message));
    let Some(number) = driver.reds.iter().position(|r| r == name) else {
        return fail(format!(
            "the virtualizable `{name}` is not among the reds of {}",
            driver.name
        ));
    };
    let place = portal.reds.iter().position(|r| *r == number);
    let ty = place.map(|at| portal.types[portal.greens.len() + at]);
    let (Some(red), Some(Type::Ptr(s))) = (reds.iter().position(|r| *r == number), ty) else {
        return fail(format!("the virtualizable `{name}` of {} is not an instance", driver.name));
    };
    let mut found = Virtualizable { red: red as u32, ..Virtualizable::default() };
    for declared in &driver.virtualizable_fields {
        let (field, array) = match declared.strip_suffix("[*]") {
            Some(field) => (field, true),
            None => (&**declared, false),
        };
        let Some(index) = p.types.structs[s].field_index(field) else { continue };
        // As the program calls it.
        let field = field.strip_prefix("inst_").unwrap_or(field);
        let ty = p.types.structs[s].fields[index as usize].ty;
        if !array {
            if survives_store(ty) {
                found.fields.push(descrs.field(p, s, index));
            }
            continue;
        }
        let items = match ty {
            Type::Ptr(a) => Some(a).filter(|a| p.types.structs[*a].item_type().is_some()),
            _ => None,
        };
        let Some(items) = items else {
            let message = format!(
                "the list in `{field}[*]` of the virtualizable `{name}` changes its length: its items stay in memory"
            );
            warnings.push(warning(message, span));
            continue;
        };
        if let Some(leak) = Leak::find(p, declaring(p, s, index), index) {
            let message = format!(
                "the list in `{field}[*]` of the virtualizable `{name}` is known elsewhere, too: its items stay in memory"
            );
            warnings.push(warning(message, span).label(leak, "it leaves the object here"));
            continue;
        }
        found.arrays.push((descrs.field(p, s, index), descrs.array(p, items)));
    }
    let used = !found.fields.is_empty() || !found.arrays.is_empty();
    Ok(used.then_some(found))
}

fn warning(message: String, span: Span) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..Diagnostic::error("jit", message, span) }
}

fn survives_store(ty: Type) -> bool {
    match ty {
        Type::Void | Type::SingleFloat => false,
        Type::Bool | Type::Char | Type::UniChar => true,
        ty => ty.size() == 8,
    }
}

/// Looks for a place where an array that was read from a field becomes known elsewhere.
struct Leak<'a> {
    p: &'a Program,
    /// Parameters that were looked at.
    params: FxHashSet<(FuncId, usize)>,
    work: Vec<(FuncId, usize)>,
}

impl<'a> Leak<'a> {
    fn find(p: &'a Program, owner: StructId, index: u32) -> Option<Span> {
        let mut leak = Leak { p, params: FxHashSet::default(), work: vec![] };
        for (f, function) in &p.funcs {
            let Some(g) = function.graph() else { continue };
            let reads = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
            let reads = reads.filter(|op| reads_field(p, g, op, owner, index));
            let found: Vec<VarId> = reads.map(|op| op.result).collect();
            if let Some(at) = leak.follow(g, found) {
                return Some(if at.is_known() { at } else { p.funcs[f].span });
            }
        }
        while let Some((f, param)) = leak.work.pop() {
            let Some(g) = p.funcs[f].graph() else { return Some(p.funcs[f].span) };
            let found = vec![g.params()[param]];
            if let Some(at) = leak.follow(g, found) {
                return Some(if at.is_known() { at } else { p.funcs[f].span });
            }
        }
        None
    }

    /// Follows variables through a graph.
    fn follow(&mut self, g: &LlGraph, found: Vec<VarId>) -> Option<Span> {
        if found.is_empty() {
            return None;
        }
        let mut uses: FxHashMap<VarId, Vec<(flowmodel::BlockId, usize)>> = FxHashMap::default();
        let mut links: FxHashMap<VarId, Vec<(flowmodel::BlockId, VarId)>> = FxHashMap::default();
        for b in g.reachable() {
            for (i, op) in g.blocks[b].operations.iter().enumerate() {
                for v in op.args.iter().filter_map(Value::as_var) {
                    uses.entry(v).or_default().push((b, i));
                }
            }
            for l in &g.blocks[b].exits {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    if let Some(v) = a.as_var() {
                        links.entry(v).or_default().push((l.target, *input));
                    }
                }
            }
        }
        let mut seen: FxHashSet<VarId> = found.iter().copied().collect();
        let mut work = found;
        while let Some(v) = work.pop() {
            for (b, i) in uses.get(&v).into_iter().flatten() {
                let op = &g.blocks[*b].operations[*i];
                use LlOp::*;
                match op.op {
                    SameAs | CastPointer | Hint => {
                        if seen.insert(op.result) {
                            work.push(op.result);
                        }
                    }
                    GetArrayItem | GetArraySize | PtrNonzero | PtrIszero | PtrEq | PtrNe
                    | CopyItems | Keepalive => {}
                    SetArrayItem if op.args[2].as_var() != Some(v) => {}
                    DirectCall | IndirectCall => {
                        let Callees::Known(callees) = call_targets(self.p, op) else {
                            return Some(op.span);
                        };
                        for (param, a) in op.args[1..].iter().enumerate() {
                            for f in callees.iter().filter(|_| a.as_var() == Some(v)) {
                                if self.params.insert((*f, param)) {
                                    self.work.push((*f, param));
                                }
                            }
                        }
                    }
                    _ => return Some(op.span),
                }
            }
            for (target, input) in links.get(&v).into_iter().flatten() {
                if g.is_final(*target) {
                    return Some(Span::NONE);
                }
                if seen.insert(*input) {
                    work.push(*input);
                }
            }
        }
        None
    }
}

fn reads_field(
    p: &Program,
    g: &LlGraph,
    op: &flowmodel::SpaceOperation<flowmodel::Ll>,
    owner: StructId,
    index: u32,
) -> bool {
    if op.op != LlOp::GetField {
        return false;
    }
    let Type::Ptr(s) = p.value_type(g, &op.args[0]) else { return false };
    match op.args[1].as_const() {
        Some(flowmodel::Const::Field(i)) => *i == index && declaring(p, s, *i) == owner,
        _ => false,
    }
}
