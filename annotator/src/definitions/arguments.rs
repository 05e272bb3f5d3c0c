//! Finds which parameter gets which argument of a call.

use crate::definitions::classdef;
use crate::model::descs::{STAR_LIST, Signature};
use crate::model::site::Site;
use crate::model::state::{CallArgs, Facts};
use crate::model::targets::ArgSource;
use crate::model::*;
use flowspace::flow;
use std::rc::Rc;

/// Matches arguments with a signature. Errors are plain sentences.
pub(crate) fn match_signature(
    ann: &mut Facts,
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
