//! `def` and `class` statements, and calls with all kinds of arguments.

use super::*;
use crate::bytecode::{BuildClass, CallShape, MakeFunction};
use crate::interp::Frame;
use flowmodel::name::Name;

pub(crate) fn new_function(
    host: &mut Host,
    frame: &Frame<Host>,
    spec: &MakeFunction,
    defaults: &[HostRef],
    closure: Vec<HostRef>,
) -> HostRef {
    let code = spec.code.clone();
    let n = spec.ndefaults as usize;
    let doc = match code.docstring.clone() {
        Some(d) => literals::literal_str(host, &d),
        None => NONE,
    };
    host.alloc(HostObj::Function(Box::new(FuncData {
        name: code.name.as_str().into(),
        qualname: code.qualname.as_str().into(),
        globals: frame.globals,
        defaults: defaults[..n].to_vec(),
        kwdefaults: spec.kwdefaults.iter().copied().zip(defaults[n..].iter().copied()).collect(),
        closure,
        doc,
        dict: None,
        code,
    })))
}

/// Splits the values of a call as laid out by its shape.
pub(crate) fn flatten_call(
    host: &mut Host,
    args: &[HostRef],
    shape: &CallShape,
) -> R<(Vec<HostRef>, KwVec)> {
    let pos = shape.pos as usize;
    let nk = shape.keywords.len();
    let mut out = args[..pos].to_vec();
    let mut kw: KwVec =
        shape.keywords.iter().copied().zip(args[pos..pos + nk].iter().copied()).collect();
    let mut at = pos + nk;
    if shape.star {
        out.extend(host.iter_to_vec(args[at])?);
        at += 1;
    }
    if shape.starstar {
        let m = args[at];
        let items = if host.dict(m).is_some() {
            host.dict_items(m)
        } else {
            let keys = special::call_method(host, m, "keys", &[])?;
            let mut items = vec![];
            for k in host.iter_to_vec(keys)? {
                items.push((k, items::getitem(host, m, k)?));
            }
            items
        };
        for (k, v) in items {
            let Some(name) = host.text(k) else {
                return Err(host.type_error("keywords must be strings"));
            };
            let name = Name::new(&name);
            if kw.iter().any(|(n, _)| *n == name) {
                let m = format!("got multiple values for keyword argument '{name}'");
                return Err(host.type_error(m));
            }
            kw.push((name, v));
        }
    }
    Ok((out, kw))
}

pub(crate) fn run_class_body(
    host: &mut Host,
    frame: &Frame<Host>,
    spec: &BuildClass,
    args: &[HostRef],
    closure: Vec<HostRef>,
) -> R {
    let (bases, mut kw) = flatten_call(host, args, &spec.args)?;
    let meta_at = kw.iter().position(|(n, _)| *n == "metaclass");
    let meta = meta_at.map(|i| kw.remove(i).1);
    let mut resolved = vec![];
    for b in bases {
        if host.class(b).is_none()
            && let Some(f) = host.getattr_opt(b, "__mro_entries__")?
        {
            let t = host.tuple(&[b]);
            let new = host.call(f, &[t], &[])?;
            resolved.extend(host.iter_to_vec(new)?);
            continue;
        }
        resolved.push(b);
    }
    let name = spec.name.as_str();
    let classes_only = resolved.iter().all(|b| host.class(*b).is_some());
    let chosen =
        if classes_only { classes::choose_metaclass(host, meta, &resolved)? } else { NONE };
    let prepare = match host.class(chosen) {
        Some(_) => host.lookup_in_mro(chosen, "__prepare__").map(|f| (chosen, f)),
        None => None,
    };
    let ns = match prepare {
        Some((m, f)) => {
            let f = special::bind(host, f, None, m)?;
            let n = host.str(name);
            let b = host.tuple(&resolved);
            host.call(f, &[n, b], &kw)?
        }
        None => host.new_dict(),
    };
    if host.dict(ns).is_none() {
        return Err(host.type_error("__prepare__() must return a dict"));
    }
    let module = host.ns_get(frame.globals, "__name__").unwrap_or(NONE);
    host.ns_set(ns, "__module__", module);
    if let Some(d) = &spec.code.docstring {
        let d = literals::literal_str(host, d);
        host.ns_set(ns, "__doc__", d);
    }
    let mut body = Frame::new(host, spec.code.clone(), vec![], &closure, frame.globals, Some(ns));
    exec::run_frame(host, &mut body, None)?;
    if !spec.code.annotations.is_empty() {
        let d = annotations::annotations(host, &spec.code, frame.globals, Some(ns));
        host.ns_set(ns, "__annotations__", d);
    }
    let cls = classes::finish(host, name, &resolved, ns, meta, &kw)?;
    if spec.code.qualname != spec.code.name
        && let HostObj::Class(c) = host.obj_mut(cls)
        && c.qualname.is_none()
    {
        c.qualname = Some(spec.code.qualname.as_str().into());
    }
    if let Some(i) = spec.code.cellvars.iter().position(|n| *n == "__class__") {
        let cell = body.cells[i];
        if let HostObj::Cell(c) = host.obj_mut(cell) {
            *c = Some(cls);
        }
    }
    Ok(cls)
}
