//! A call of one function, class or object: the graph, and what arrives there.

use crate::ArgSource;
use crate::calls::specialize;
use crate::definitions::bases;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::exc_args;
use crate::definitions::own_methods;
use crate::definitions::prebuilt;
use crate::definitions::record_calls;
use crate::model::descs::{CallShape, CallSite, DescKind};
use crate::model::state::{Annotator, CallArgs};
use crate::model::targets::CallTarget;
use crate::prelude::*;
use flowmodel::HostRef;
use flowspace::host::import;

pub(crate) fn with_self(args: &CallArgs, this: SomeValue) -> CallArgs {
    let mut call = args.clone();
    call.positional.insert(0, (this, ArgSource::This));
    call
}

pub(crate) fn call_desc(
    ann: &mut Annotator,
    site: Site,
    d: DescId,
    args: &CallArgs,
) -> AResult<(SomeValue, CallTarget)> {
    match &ann.descs[d].kind {
        DescKind::Function(_) => {
            let r = specialize::function_call(ann, site, d, args)?;
            let t = CallTarget { desc: d, func: Some(d), graph: r.graph, args: r.sources.into() };
            Ok((r.result, t))
        }
        DescKind::Method { func, this, origin, .. } => {
            let (func, this) = (*func, SomeValue::instance(this.unwrap_or(*origin)));
            let r = specialize::function_call(ann, site, func, &with_self(args, this))?;
            let t =
                CallTarget { desc: d, func: Some(func), graph: r.graph, args: r.sources.into() };
            Ok((r.result, t))
        }
        DescKind::Class(c) => {
            let (host, name) = (c.host, c.name.clone());
            instantiate(ann, site, d, host, name, args)
        }
        DescKind::Frozen { host } => {
            let what = hv::describe(&ann.host, *host);
            Err(ann.error(site, "not-callable", format!("{what} cannot be called")))
        }
    }
}

/// Notes that there are instances of exactly this class; its `__del__` is part of the program.
pub(crate) fn note_made(ann: &mut Annotator, site: Site, class: ClassDefId) -> AResult<()> {
    classdef::set_instantiated(ann, class);
    let host = ann.classdefs[class].host;
    if let Some((owner, del)) = bases::find_method(ann, host, "__del__") {
        let f = prebuilt::function_desc(ann, site, del)?;
        let d = class_descs::class_desc(ann, site, owner)?;
        let of = classdef::classdef_of(ann, site, d)?;
        let (graph, _) =
            specialize::function_graph(ann, site, f, &positional(vec![SomeValue::instance(of)]))?;
        if let Some(g) = graph {
            ann.finalizers.insert(class, g);
        }
    }
    Ok(())
}

/// Gives the function that makes `lltype.Ptr(T)`, at translation time, of a type that only the
/// annotator knows.
pub(crate) fn maker_of_pointer_types(ann: &mut Facts, class: HostRef) -> Option<HostRef> {
    const MODULE: &str = "rpython.rtyper.lltypesystem.lltype";
    let name = hv::registry_name(&ann.host, class)?;
    if name.strip_prefix(MODULE)? != ".Ptr" {
        return None;
    }
    let module = import::module(&mut ann.host, None, MODULE, 0, &[], true).ok()?;
    hv::getattr(&mut ann.host, module, "pointer_to")
}

/// `C(args)`
pub(crate) fn instantiate(
    ann: &mut Annotator,
    site: Site,
    d: DescId,
    host: HostRef,
    name: Rc<str>,
    args: &CallArgs,
) -> AResult<(SomeValue, CallTarget)> {
    let missing = hv::abstract_methods(&ann.host, host);
    if !missing.is_empty() {
        let m = format!("{name} is an abstract class: it has no instances");
        let e = ann.error(site, "abstract-class", m);
        return Err(e.note(format!("abstract methods: {}", missing.join(", "))));
    }
    if let Some(f) = maker_of_pointer_types(ann, host) {
        let f = prebuilt::function_desc(ann, site, f)?;
        return call_desc(ann, site, f, args);
    }
    if let Some(variant) = record_calls::record_to_make(ann, site, host, args)? {
        let f = own_methods::made_by(ann, site, "records", "make_maker", variant)?;
        let f = prebuilt::function_desc(ann, site, f)?;
        return call_desc(ann, site, f, args);
    }
    if bases::find_method(ann, host, "__new__").is_some() {
        let f = own_methods::made_of_object(ann, site, "make_constructor", host)?;
        let f = prebuilt::function_desc(ann, site, f)?;
        return call_desc(ann, site, f, args);
    }
    let class = classdef::classdef_of(ann, site, d)?;
    let this = SomeValue::instance(class);
    note_made(ann, site, class)?;
    let is_exc = hv::is_exception_class(&ann.host, host);
    if is_exc {
        exc_args::note_exception_args(ann, site, class, &exc_args::positional_values(args), false);
    }
    let mut target = CallTarget { desc: d, func: None, graph: None, args: Rc::default() };
    match class_method(ann, d, "__init__") {
        Some(init) => {
            let f = prebuilt::function_desc(ann, site, init)?;
            let r = specialize::function_call(ann, site, f, &with_self(args, this.clone()))?;
            if r.result.is_impossible() {
                // Not analysed yet, or it always raises.
                if let (Some(p), Some(v)) = (site.position, site.result) {
                    let t = CallTarget {
                        func: Some(f),
                        graph: r.graph,
                        args: r.sources.into(),
                        ..target
                    };
                    let made = CallSite {
                        targets: vec![t].into(),
                        shape: args.shape.clone(),
                        special: None,
                    };
                    ann.graph_mut(p.graph).calls.insert(v, made);
                }
                return Err(AnnError::Blocked);
            }
            target.func = Some(f);
            target.graph = r.graph;
            target.args = r.sources.into();
        }
        None if is_exc => {
            exception_args(ann, site, host, args, &mut target)?;
        }
        None if args.positional.is_empty() && args.keywords.is_empty() => {}
        None => {
            return Err(ann.error(
                site,
                "argument-count",
                format!("{}() takes no arguments: the class has no __init__", name),
            ));
        }
    }
    Ok((this, target))
}

/// Function that a class (with mixins) or its bases define under a name.
pub(crate) fn class_method(ann: &Facts, d: DescId, name: &str) -> Option<HostRef> {
    let mut cur = Some(d);
    while let Some(d) = cur {
        let c = ann.descs[d].as_class()?;
        if let Some(h) = c.dict.get(name) {
            return Some(*h);
        }
        cur = c.base.and_then(|b| ann.known.desc_of_host.get(&b).copied());
    }
    None
}

/// Arguments of built-in exceptions: only OSError keeps them.
pub(crate) fn exception_args(
    ann: &mut Facts,
    site: Site,
    host: HostRef,
    args: &CallArgs,
    target: &mut CallTarget,
) -> AResult<()> {
    target.args = args.positional.iter().map(|a| a.1.clone()).collect();
    let os = ["OSError", "EnvironmentError", "IOError"]
        .iter()
        .filter_map(|n| hv::exception(&ann.host, n))
        .any(|c| ann.host.is_subclass(host, c));
    if !os || args.positional.len() < 2 {
        return Ok(());
    }
    let errno = args.positional[0].0.clone();
    ann.want_int(site, &errno, "OSError()")?;
    os_error_attrs(ann, site)?;
    Ok(())
}

/// The attributes of OSError, which the toolchain itself raises.
pub(crate) fn os_error_attrs(ann: &mut Facts, site: Site) -> AResult<()> {
    let c = prebuilt::exc_classdef(ann, site, "OSError")?;
    classdef::generalize_attr(ann, site, c, &"errno".into(), SomeValue::INT)?;
    classdef::generalize_attr(ann, site, c, &"strerror".into(), SomeValue::STR_OR_NONE)?;
    classdef::generalize_attr(ann, site, c, &"filename".into(), SomeValue::STR_OR_NONE)
}

pub(crate) fn positional(args: Vec<SomeValue>) -> CallArgs {
    let positional: Vec<_> =
        args.into_iter().enumerate().map(|(i, s)| (s, ArgSource::Operand(i))).collect();
    let shape = CallShape { pos: positional.len(), ..CallShape::default() };
    CallArgs { positional, keywords: vec![], shape }
}
