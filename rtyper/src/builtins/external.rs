//! External C functions: `llexternal` objects, and what they say of headers, `errno` and the global lock.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::builtins::rffi;
use crate::builtins::rffi::is_pointer;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::{Kind, LlType, hostview as hv};
use flowmodel::diag::Span;
use flowmodel::{
    Body, External, FuncAttrs, FuncId, Function, Hl, HlConst, HostRef, LlValue, SpaceOperation,
    Type,
};
use std::rc::Rc;

/// Bits of `save_err`.
const SAVE: i64 = 1;
const READ_SAVED: i64 = 2;
const ZERO_BEFORE: i64 = 4;

/// Gets an attribute of an object of import time that is a text.
pub(crate) fn host_text_attr(rt: &RTyper<'_>, h: HostRef, name: &str) -> Option<Rc<str>> {
    annotator::hostview::instance_attr(&rt.ann.host, h, name).and_then(|v| rt.ann.host.text(v))
}

/// A call of an external C function.
pub(crate) fn call(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let Some(h) = operands::callee_host(rt, cx, op) else {
        return Err(error("an external function must be called directly"));
    };
    if is_foreign(rt, h) {
        return call_foreign(rt, cx, op, h);
    }
    let f = external_func(rt, h)?;
    let ft = rt.ann.types.funcs[rt.prog.funcs[f].ty].clone();
    let mut args = vec![];
    for (a, t) in op.args[1..].iter().zip(&ft.args) {
        let r = rt.prim(*t);
        args.push(rt.val_as(cx, a, r)?);
    }
    let v = rt.direct_call(cx, f, args);
    let r = rt.prim(ft.result);
    rt.set_result(cx, op, v, r)
}

fn lltype_of_object(rt: &mut RTyper<'_>, h: HostRef) -> Res<Type> {
    let s = rt.ann.const_annotation(&HlConst::Host(h));
    match s.kind {
        Kind::LlType(LlType::Value(t)) => Ok(t),
        _ => Err(error("a low-level type is expected in the signature of an external function")),
    }
}

/// The function for an `llexternal` object.
fn external_func(rt: &mut RTyper<'_>, h: HostRef) -> Res<FuncId> {
    let name =
        host_text_attr(rt, h, "name").ok_or_else(|| error("an external function without name"))?;
    let get = |rt: &RTyper<'_>, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
    if let Some(f) = rt.c.externals.get(&name) {
        return Ok(*f);
    }
    let (args, result) = external_types(rt, h)?;
    let includes = host_texts(rt, h, "includes");
    let can_collect =
        get(rt, "can_collect").is_some_and(|v| annotator::hostview::truth(&rt.ann.host, v));
    let f = make_external(rt, &name, args, result, includes, can_collect);
    note_blocking(rt, h, f);
    Ok(f)
}

/// Types of the parameters and of the result of an `llexternal` object.
fn external_types(rt: &mut RTyper<'_>, h: HostRef) -> Res<(Vec<Type>, Type)> {
    let get = |rt: &RTyper<'_>, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
    let list = get(rt, "argtypes");
    let list = list.map(|v| annotator::hostview::items(&rt.ann.host, v)).unwrap_or_default();
    let mut args = vec![];
    for a in list {
        args.push(lltype_of_object(rt, a)?);
    }
    let result = match get(rt, "restype") {
        Some(r) => lltype_of_object(rt, r)?,
        None => Type::Void,
    };
    Ok((args, result))
}

/// An external function of these types; one per name.
pub(crate) fn make_external(
    rt: &mut RTyper<'_>,
    name: &str,
    args: Vec<Type>,
    result: Type,
    includes: Vec<Rc<str>>,
    can_collect: bool,
) -> FuncId {
    if let Some(f) = rt.c.externals.get(name) {
        return *f;
    }
    let f = new_external(rt, name, args, result, includes, can_collect);
    rt.c.externals.insert(name.into(), f);
    f
}

/// An external function of these types.
fn new_external(
    rt: &mut RTyper<'_>,
    name: &str,
    args: Vec<Type>,
    result: Type,
    includes: Vec<Rc<str>>,
    can_collect: bool,
) -> FuncId {
    let ty = rt.ann.types.func(args, result);
    let unique = rt.functions.unique(name);
    rt.prog.funcs.push(Function {
        name: unique,
        ty,
        body: Body::External(External { c_name: name.into(), includes, can_collect }),
        attrs: FuncAttrs { cannot_raise: true, helper: true, ..FuncAttrs::default() },
        span: Span::NONE,
    })
}

/// C's errno is taken from, or put into, the place where `rposix.get_saved_errno` finds it.
fn errno_call(rt: &mut RTyper<'_>, cx: &mut Cx, name: &str, flags: i64) {
    let f = make_external(rt, name, vec![Type::Signed], Type::Void, vec![], false);
    let flags = cx.int(flags);
    rt.direct_call(cx, f, vec![flags]);
}

fn callback_argument(rt: &mut RTyper<'_>, h: HostRef, i: usize, f: HostRef) -> Res<LlValue> {
    let list = annotator::hostview::instance_attr(&rt.ann.host, h, "argtypes");
    let list = list.map(|v| annotator::hostview::items(&rt.ann.host, v)).unwrap_or_default();
    let t = *list.get(i).ok_or_else(|| error("internal: a parameter of a C function"))?;
    match annotator::callback_of(rt.ann, annotator::Site::NOWHERE, t, f) {
        Ok(r) => Ok(konst(rffi::callback_const(rt, r)?)),
        Err(_) => Err(error("internal: a function for C")),
    }
}

/// A call of a C function by a program. Pointers go as addresses, so that C's types do not matter.
fn call_foreign(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, h: HostRef) -> Res {
    let types = external_types(rt, h)?;
    let f = foreign_func(rt, h, &types)?;
    let mut args = vec![];
    let mut copies = vec![];
    for (a, t) in op.args[1..].iter().zip(&types.0) {
        let s = rt.s(cx, a);
        if let (Type::FuncPtr(_), Kind::Pbc { .. }, Some(f)) = (t, &s.kind, s.const_host()) {
            let f = callback_argument(rt, h, args.len(), f)?;
            args.push(rffi::c_cast(rt, cx, f, Type::Address)?);
            continue;
        }
        if is_pointer(*t) && matches!(s.kind, Kind::String { .. } | Kind::Char) {
            let r = rt.intern(Repr::Str);
            let text = rt.val_as(cx, a, r)?;
            let p = rt.helper_call(cx, "ll_rffi", "str2adr", vec![text])?;
            copies.push(p);
            args.push(p);
            continue;
        }
        let v = match s.kind {
            Kind::None_ => void(),
            _ => rt.val(cx, a)?.0,
        };
        let want = if is_pointer(*t) { Type::Address } else { *t };
        args.push(rffi::c_cast(rt, cx, v, want)?);
    }
    let quiet = annotator::hostview::instance_attr(&rt.ann.host, h, "quiet");
    if !quiet.is_some_and(|q| annotator::hostview::truth(&rt.ann.host, q)) {
        let before = make_external(rt, "tw_before_c", vec![], Type::Void, vec![], false);
        rt.direct_call(cx, before, vec![]);
    }
    let save = annotator::hostview::instance_attr(&rt.ann.host, h, "save_err");
    let save = save.and_then(|n| rt.ann.host.as_int(n)).unwrap_or(0);
    if save & (READ_SAVED | ZERO_BEFORE) != 0 {
        errno_call(rt, cx, "tw_errno_before", save);
    }
    let mut v = rt.direct_call(cx, f, args);
    if save & SAVE != 0 {
        errno_call(rt, cx, "tw_errno_after", save);
    }
    for p in copies {
        rt.helper_call(cx, "ll_rffi", "free_adr", vec![p])?;
    }
    if types.1 != Type::Void {
        v = rffi::c_cast(rt, cx, v, types.1)?;
    }
    let r = rt.prim(types.1);
    rt.set_result(cx, op, v, r)
}

fn foreign_func(rt: &mut RTyper<'_>, h: HostRef, types: &(Vec<Type>, Type)) -> Res<FuncId> {
    if let Some(f) = rt.c.functions.get(&h) {
        return Ok(*f);
    }
    let name =
        host_text_attr(rt, h, "name").ok_or_else(|| error("an external function without name"))?;
    let flat = |t: &Type| if is_pointer(*t) { Type::Address } else { *t };
    let args = types.0.iter().map(flat).collect();
    let includes = host_texts(rt, h, "includes");
    let result = flat(&types.1);
    let f = new_external(rt, &name, args, result, includes, false);
    rt.c.functions.insert(h, f);
    if let Some(info) = annotator::hostview::instance_attr(&rt.ann.host, h, "compilation_info")
        && !annotator::hostview::is_none(&rt.ann.host, info)
    {
        collect_info(rt, info)?;
    } else {
        rt.prog.c_build.foreign = true;
    }
    Ok(f)
}

/// Gives what an ExternalCompilationInfo adds to the C compiler's and the linker's command line.
fn collect_info(rt: &mut RTyper<'_>, info: HostRef) -> Res {
    if !host_texts(rt, info, "frameworks").is_empty() {
        return Err(error("frameworks of an ExternalCompilationInfo are not supported"));
    }
    let get = |rt: &RTyper<'_>, n: &str| -> Vec<String> {
        host_texts(rt, info, n).iter().map(|s| s.to_string()).collect()
    };
    let b = &rt.prog.c_build;
    let mut b = b.clone();
    b.foreign = true;
    let add = |to: &mut Vec<String>, v: Vec<String>| {
        for x in v {
            if !to.contains(&x) {
                to.push(x);
            }
        }
    };
    add(&mut b.include_dirs, get(rt, "include_dirs"));
    add(&mut b.library_dirs, get(rt, "library_dirs"));
    add(&mut b.libraries, get(rt, "libraries"));
    add(&mut b.sources, get(rt, "separate_module_sources"));
    add(&mut b.source_files, get(rt, "separate_module_files"));
    add(&mut b.compile_extra, get(rt, "compile_extra"));
    add(&mut b.link_extra, get(rt, "link_extra"));
    add(&mut b.link_extra, get(rt, "link_files"));
    // C sources of a program see the same headers as its calls do.
    add(&mut b.source_headers, get(rt, "header_lines"));
    rt.prog.c_build = b;
    Ok(())
}

/// The strings of a list attribute.
fn host_texts(rt: &RTyper<'_>, h: HostRef, name: &str) -> Vec<std::rc::Rc<str>> {
    let list = annotator::hostview::instance_attr(&rt.ann.host, h, name);
    let items = list.map(|v| annotator::hostview::items(&rt.ann.host, v)).unwrap_or_default();
    items.iter().filter_map(|i| rt.ann.host.text(*i)).collect()
}

/// Tells whether an `llexternal` object is a program's, not a helper's.
fn is_foreign(rt: &RTyper<'_>, h: HostRef) -> bool {
    let annotator::hostview::View::Instance(class, _) = annotator::hostview::view(&rt.ann.host, h)
    else {
        return false;
    };
    annotator::hostview::registry_name(&rt.ann.host, class)
        .is_some_and(|n| n.ends_with("rffi.ForeignFunction"))
}

/// Tells whether an attribute of an `llexternal` object is true.
pub(crate) fn says(rt: &RTyper<'_>, h: HostRef, attribute: &str) -> bool {
    let says = hv::instance_attr(&rt.ann.host, h, attribute);
    says.is_some_and(|v| hv::truth(&rt.ann.host, v))
}

/// An external function may block, and gives the lock away by itself.
fn note_blocking(rt: &mut RTyper<'_>, h: HostRef, f: FuncId) {
    if says(rt, h, "blocks") {
        rt.c.blocking.push(f);
    }
}
