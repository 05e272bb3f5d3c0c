//! What descriptions of callables say: parameters of calls, call families and access sets.

use crate::definitions::classdef;
use crate::model::descs::{
    CallRow, CallShape, CallSite, Desc, DescKind, Numbers, STAR_LIST, Signature,
};
use crate::model::site::Site;
use crate::model::state::{Annotator, CallArgs};
use crate::model::targets::ArgSource;
use crate::model::*;
use flowmodel::HostRef;
use flowspace::flow;
use std::rc::Rc;

/// Gives, for each argument of a shape, the number of the function's parameter that receives it.
pub fn parameters_of_shape(ann: &Annotator, shape: &CallShape, d: DescId) -> Vec<usize> {
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
pub fn row_of_call(
    ann: &Annotator,
    fam: CallFamilyId,
    call: &CallSite,
    bound: bool,
) -> Option<usize> {
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
pub fn access_root(ann: &Annotator, mut d: DescId) -> DescId {
    while ann.descs[d].access != d {
        d = ann.descs[d].access;
    }
    d
}

/// Matches arguments with a signature. Errors are plain sentences.
pub(crate) fn match_signature(
    ann: &mut Annotator,
    site: Site,
    fname: &str,
    sig: &Signature,
    args: &CallArgs,
) -> Result<Bound, String> {
    let n = sig.args.len();
    let mut slots: Vec<Option<(SomeValue, ArgSource)>> = vec![None; n];
    let mut extra = vec![];
    let mut named: Vec<(Rc<str>, _, _)> = vec![];
    for (i, (s, src)) in args.positional.iter().enumerate() {
        if i < sig.npos {
            slots[i] = Some((s.clone(), src.clone()));
        } else {
            extra.push((s.clone(), src.clone()));
        }
    }
    if args.shape.star && (extra.len() != 1 || sig.varargs.is_none()) {
        return Err(format!("{fname}() does not take the arguments of the list one by one"));
    }
    if !extra.is_empty() && sig.varargs.is_none() {
        return Err(format!(
            "{fname}() takes {} argument{}, but {} {} given",
            if sig.defaults.is_empty() {
                sig.npos.to_string()
            } else {
                format!("at most {}", sig.npos)
            },
            if sig.npos == 1 { "" } else { "s" },
            args.positional.len(),
            if args.positional.len() == 1 { "is" } else { "are" },
        ));
    }
    for (name, s, src) in &args.keywords {
        match sig.args.iter().position(|a| a == name) {
            None if sig.kwargs.is_some() => {
                if named.iter().any(|k| k.0 == *name) {
                    return Err(format!("{fname}() is given '{name}' twice"));
                }
                named.push((name.clone(), s.clone(), src.clone()));
            }
            None => return Err(format!("{fname}() has no parameter named '{name}'")),
            Some(i) if slots[i].is_some() => {
                return Err(format!("{fname}() is given parameter '{name}' twice"));
            }
            Some(i) => slots[i] = Some((s.clone(), src.clone())),
        }
    }
    let mut cells = vec![];
    let mut sources = vec![];
    for (i, slot) in slots.into_iter().enumerate() {
        let (s, src) = match slot {
            Some(x) => x,
            None => match sig.defaults.iter().find(|d| d.0 == i) {
                Some((_, h)) if let Some(attr) = flow::default_attribute(&ann.host, *h) => {
                    let attr: Rc<str> = attr.into();
                    let s = match args.positional.first().map(|a| &a.0.kind) {
                        Some(Kind::Instance { class, .. }) => {
                            let class = *class;
                            classdef::instance_getattr(ann, site, class, &attr)
                                .map_err(|e| e.text())?
                        }
                        _ => return Err("a closure is not called as a method".into()),
                    };
                    (s, ArgSource::ClosureDefault(attr))
                }
                Some((_, h)) => {
                    let s = ann.immutablevalue(site, *h).map_err(|e| {
                        format!(
                            "the default value of parameter '{}' of {fname}(): {}",
                            sig.args[i],
                            e.text()
                        )
                    })?;
                    (s, ArgSource::Default(*h))
                }
                None => {
                    let name = &sig.args[i];
                    let method = sig.args.first().is_some_and(|first| &**first == "self");
                    let on = args.positional.first().map(|a| &a.0.kind);
                    let why = match on {
                        None if method => ": a method is called on an instance",
                        Some(k) if method && !matches!(k, Kind::Instance { .. }) => {
                            ": it is called on the class, so that the first argument is 'self'"
                        }
                        _ => "",
                    };
                    return Err(format!("{fname}() is not given its parameter '{name}'{why}"));
                }
            },
        };
        cells.push(s);
        sources.push(src);
    }
    let count = if args.shape.star { STAR_LIST } else { extra.len() };
    let nstar = sig.varargs.as_ref().map(|_| count);
    for (s, src) in extra {
        cells.push(s);
        sources.push(src);
    }
    let keywords = sig.kwargs.as_ref().map(|_| named.iter().map(|k| k.0.clone()).collect());
    for (_, s, src) in named {
        cells.push(s);
        sources.push(src);
    }
    Ok(Bound { cells, sources, nstar, keywords })
}

/// [`CallRow::numbers`] of a row.
pub(crate) fn row_numbers(ann: &Annotator, row: &CallRow) -> Vec<Numbers> {
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
pub(crate) fn family_root(ann: &Annotator, mut d: DescId) -> DescId {
    while ann.descs[d].family != d {
        d = ann.descs[d].family;
    }
    d
}

pub(crate) fn merge_families(ann: &mut Annotator, a: DescId, b: DescId) {
    let (a, b) = (family_root(ann, a), family_root(ann, b));
    if a != b {
        let (lo, hi) = if a < b { (a, b) } else { (b, a) };
        ann.descs[hi].family = lo;
    }
}

/// Merges two access sets; true if they were different.
pub(crate) fn merge_access(ann: &mut Annotator, a: DescId, b: DescId) -> bool {
    let (a, b) = (access_root(ann, a), access_root(ann, b));
    if a == b {
        return false;
    }
    let (lo, hi) = if a < b { (a, b) } else { (b, a) };
    ann.descs[hi].access = lo;
    true
}

pub(crate) fn new_desc(ann: &mut Annotator, kind: DescKind) -> DescId {
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

/// Result of matching call arguments with a signature.
pub(crate) struct Bound {
    pub cells: Vec<SomeValue>,
    pub sources: Vec<ArgSource>,
    /// Star arguments one by one (their number, or [`STAR_LIST`]), if the function has `*args`.
    pub nstar: Option<usize>,
    /// Names of the keywords of the `**` parameter, which come after these, if the function has
    /// one.
    pub keywords: Option<Vec<Rc<str>>>,
}
