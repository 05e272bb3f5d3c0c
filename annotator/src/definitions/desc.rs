//! What descriptions say: parameters of calls, call families and access sets, and the annotations of several of them.

use crate::model::descs::{CallRow, CallShape, CallSite, Desc, DescKind, Numbers, Signature};
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::{HlConst, HostRef};
use std::rc::Rc;

/// Gives, for each argument of a shape, the number of the function's parameter that receives it.
pub fn parameters_of_shape(ann: &Facts, shape: &CallShape, d: DescId) -> Vec<usize> {
    let Some(f) = ann.descs[d].as_function() else { return (0..shape.pos).collect() };
    let first = f.bound.is_some() as usize;
    // Behind the named parameters stand what `*args` takes, one by one, and then what `**kwargs` takes.
    let (named, given) = (f.signature.args.len(), first + shape.pos);
    let positional = (first..given).map(|i| match i.checked_sub(f.signature.npos) {
        Some(k) => named + k,
        None => i,
    });
    let mut out: Vec<usize> = positional.collect();
    let mut next = named + given.saturating_sub(f.signature.npos);
    for k in &shape.keywords {
        out.push(f.signature.args.iter().position(|a| a == k).unwrap_or(next));
        next += !f.signature.args.contains(k) as usize;
    }
    out
}

/// The row of a family by which a call goes.
pub fn row_of_call(ann: &Facts, fam: CallFamilyId, call: &CallSite, bound: bool) -> Option<usize> {
    let mut own = CallRow::new(call.shape.clone());
    own.shape.pos += bound as usize;
    for t in call.targets.iter() {
        if let Some(g) = t.graph {
            own.graphs.insert(t.func.unwrap_or(t.desc), g);
        }
    }
    let numbers = row_numbers(ann, &own);
    ann.families[fam].rows.iter().position(|r| {
        r.shape == own.shape
            && own.graphs.iter().all(|(d, g)| r.graphs.get(d) == Some(g))
            && !r.numbers.iter().zip(&numbers).any(|(a, b)| a.mixes(b))
    })
}

/// Representative of a desc in the union-find of access sets.
pub fn access_root(ann: &Facts, mut d: DescId) -> DescId {
    while ann.descs[d].access != d {
        d = ann.descs[d].access;
    }
    d
}

/// [`CallRow::numbers`] of a row.
pub(crate) fn row_numbers(ann: &Facts, row: &CallRow) -> Vec<Numbers> {
    let n = row.shape.pos + row.shape.keywords.len();
    let mut args = vec![Numbers::No; n];
    let mut result = Numbers::No;
    for (d, g) in &row.graphs {
        let params = ann.graphs[*g].graph.params();
        for (k, p) in parameters_of_shape(ann, &row.shape, *d).into_iter().enumerate() {
            if let Some(v) = params.get(p) {
                args[k] = args[k].narrower(&Numbers::of(ann.binding(*g, *v)));
            }
        }
        result = result.wider(&Numbers::of(ann.result(*g)));
    }
    args.push(result);
    args
}

/// Representative of a desc in the union-find of call families.
pub(crate) fn family_root(ann: &Facts, mut d: DescId) -> DescId {
    while ann.descs[d].family != d {
        d = ann.descs[d].family;
    }
    d
}

pub(crate) fn merge_families(ann: &mut Facts, a: DescId, b: DescId) {
    let (a, b) = (family_root(ann, a), family_root(ann, b));
    if a != b {
        let (lo, hi) = if a < b { (a, b) } else { (b, a) };
        ann.descs[hi].family = lo;
    }
}

/// Merges two access sets; true if they were different.
pub(crate) fn merge_access(ann: &mut Facts, a: DescId, b: DescId) -> bool {
    let (a, b) = (access_root(ann, a), access_root(ann, b));
    if a == b {
        return false;
    }
    let (lo, hi) = if a < b { (a, b) } else { (b, a) };
    ann.descs[hi].access = lo;
    true
}

pub(crate) fn new_desc(ann: &mut Facts, kind: DescKind) -> DescId {
    let id = ann.descs.next_key();
    ann.descs.push(Desc { kind, family: id, access: id });
    id
}

/// Parameters of a function.
pub fn signature(host: &flowspace::host::Host, f: HostRef) -> Signature {
    let Some(fd) = host.func(f) else { return Signature::default() };
    let c = &fd.code;
    let npos = c.argcount as usize;
    let nargs = npos + c.kwonlyargcount as usize;
    let name = |i: usize| -> Rc<str> { c.varnames[i].as_str().into() };
    let args: Vec<Rc<str>> = (0..nargs).map(name).collect();
    let first = npos - fd.defaults.len().min(npos);
    let mut defaults: Vec<(usize, HostRef)> =
        fd.defaults.iter().enumerate().map(|(i, d)| (first + i, *d)).collect();
    for (k, v) in &fd.kwdefaults {
        if let Some(i) = args.iter().position(|a| **a == *k.as_str()) {
            defaults.push((i, *v));
        }
    }
    Signature {
        varargs: c.has_varargs.then(|| name(nargs)),
        kwargs: c.has_kwargs.then(|| name(nargs + c.has_varargs as usize)),
        args,
        npos,
        defaults,
    }
}

/// Gives the sort of a description: those of one sort may share a PBC.
pub(crate) fn desc_sort(ann: &Facts, d: DescId) -> u8 {
    match &ann.descs[d].kind {
        DescKind::Function(_) => 0,
        DescKind::Class(_) => 1,
        DescKind::Method { .. } => 2,
        DescKind::Frozen { .. } => 3,
    }
}

/// Sorts, and drops methods bound to a class when the same method bound to a base is there.
pub(crate) fn simplify_descs(ann: &Facts, mut all: Vec<DescId>) -> Rc<[DescId]> {
    all.sort();
    all.dedup();
    let bound = |d: &DescId| match &ann.descs[*d].kind {
        DescKind::Method { func, origin, this: Some(this), name } => {
            Some((*func, *origin, name, *this))
        }
        _ => None,
    };
    let several = all.iter().filter(|d| ann.known.several_bound.contains(**d));
    let mut methods: Vec<(ClassDefId, DescId)> =
        several.filter_map(|d| Some((bound(d)?.3, *d))).collect();
    if methods.len() < 2 {
        return all.into();
    }
    methods.sort();
    let redundant = |d: &DescId| {
        ann.known.several_bound.contains(*d)
            && bound(d).is_some_and(|(func, origin, name, this)| {
                let mut bases = ann.class_mro(this).into_iter().skip(1);
                bases.any(|base| {
                    let from = methods.partition_point(|m| m.0 < base);
                    let of_base = methods[from..].iter().take_while(|m| m.0 == base);
                    let mut same = of_base.filter_map(|m| bound(&m.1));
                    same.any(|b| (b.0, b.1, b.2) == (func, origin, name))
                })
            })
    };
    let keep: Vec<DescId> = all.iter().copied().filter(|d| !redundant(d)).collect();
    keep.into()
}

/// A PBC; a single object without None is a constant.
pub(crate) fn pbc(ann: &Facts, descs: Vec<DescId>, can_be_none: bool) -> SomeValue {
    let descs = simplify_descs(ann, descs);
    let konst = match (&*descs, can_be_none) {
        ([d], false) => desc_const(ann, *d),
        _ => None,
    };
    SomeValue { kind: Kind::Pbc { descs, can_be_none }, konst }
}

/// Gives the constant of a PBC with one member.
pub(crate) fn desc_const(ann: &Facts, d: DescId) -> Option<HlConst> {
    match &ann.descs[d].kind {
        DescKind::Function(f) => Some(HlConst::Host(f.host)),
        DescKind::Class(c) => Some(HlConst::Host(c.host)),
        DescKind::Frozen { host } => Some(HlConst::Host(*host)),
        DescKind::Method { .. } => None,
    }
}
