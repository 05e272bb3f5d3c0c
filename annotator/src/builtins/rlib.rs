//! Functions and classes of rlib that the toolchain knows.

use super::*;
use crate::builtins::row;
use crate::definitions::classdef;
use crate::definitions::custom_dicts;
use crate::definitions::listdef;
use crate::definitions::prebuilt;
use crate::kinds::conversions;
use crate::kinds::dicts;
use crate::kinds::lowlevel;
use crate::kinds::rffi;
use crate::model::state::Facts;
use crate::model::work::Owed;
use crate::ops;
use crate::ops::unsupported;
use flowmodel::HlConst;
use std::rc::Rc;

macro_rules! lib {
    ($module:literal, $name:literal) => {
        concat!("rpython.rlib.", $module, ".", $name)
    };
}

/// Functions of `rpython.rtyper.lltypesystem.*`.
pub(super) static LOWLEVEL: &[&str] = &[
    "malloc",
    "malloc_like",
    "malloc_str",
    "null_like",
    "nullptr",
    "zero_of_item",
    "typeOf",
    "cast_pointer",
    "cast_opaque_ptr",
    "cast_primitive",
    "cast_int_to_ptr",
    "cast_ptr_to_int",
    "cast_ptr_to_adr",
    "cast_adr_to_ptr",
    "cast_adr_to_int",
    "cast_int_to_adr",
    "free",
    "str_of",
    "unicode_of",
    "ptr_of",
    "cast",
    "sizeof",
    "ptradd",
    "not_supported",
    "failed_import",
    "cast_gcref_to_instance",
    "cast_instance_to_gcref",
    // refused, by name
    "direct_fieldptr",
    "direct_arrayitems",
    "direct_ptradd",
    "cast_ptr_to_uint",
    "functionptr",
    "opaqueptr",
    "getRuntimeTypeInfo",
    "normalizeptr",
    "offsetof",
    "item_offset",
];

pub(super) fn same(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    Ok(positional(a, site, row::short(e), args, 1, 2)?.swap_remove(0))
}

pub(super) fn none(_: &mut Facts, _: Site, _: &Builtin, _: &SomeValue, _: &CallArgs) -> AResult {
    Ok(SomeValue::NONE)
}

pub(super) fn no_effect(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    _: &CallArgs,
) -> AResult {
    if a.jit {
        a.warn(site, "hint-without-effect", format!("{}() has no effect", row::short(e)), "");
    }
    Ok(SomeValue::NONE)
}

pub(super) fn always_true(
    _: &mut Facts,
    _: Site,
    _: &Builtin,
    _: &SomeValue,
    _: &CallArgs,
) -> AResult {
    Ok(SomeValue::bool_const(true))
}

pub(super) fn always_false(
    _: &mut Facts,
    _: Site,
    _: &Builtin,
    _: &SomeValue,
    _: &CallArgs,
) -> AResult {
    Ok(SomeValue::bool_const(false))
}

pub(super) fn import_time(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    _: &CallArgs,
) -> AResult {
    Err(unsupported(
        a,
        site,
        &format!("{}()", row::short(e)),
        "make it at import time, as a global",
    ))
}

pub(super) fn intmask(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    a.want_int(site, &v[0], row::short(e))?;
    match &v[0].kind {
        Kind::Integer { nonneg: true, unsigned: false, .. } => Ok(v[0].clone()),
        _ => Ok(SomeValue::INT),
    }
}

pub(super) fn widen(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    a.want_int(site, &v[0], "widen()")?;
    Ok(match v[0].kind {
        // 32 bits fit a signed word, whatever their sign.
        Kind::Integer {
            size: IntSize::Half | IntSize::Short | IntSize::Byte, unsigned, ..
        } => SomeValue::integer(unsigned, false, IntSize::Word),
        Kind::Bool => SomeValue::NONNEG,
        _ => v[0].clone(),
    })
}

pub(super) fn int_type(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    if !v[0].is_integral() && v[0].kind != Kind::Float {
        return Err(a.error(
            site,
            "conversion",
            format!("{}() of {}", row::short(e), a.show(&v[0])),
        ));
    }
    Ok(prebuilt::int_type_of(row::short(e)).unwrap_or(SomeValue::INT))
}

pub(super) fn single_float(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    if v[0].kind != Kind::Float {
        return Err(a.error(site, "conversion", format!("r_singlefloat() of {}", a.show(&v[0]))));
    }
    Ok(Kind::SingleFloat.into())
}

pub(super) fn ovfcheck(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    a.want_int(site, &v[0], "ovfcheck()")?;
    if v[0].is_const() {
        return Ok(v[0].clone());
    }
    Err(a
        .error(site, "ovfcheck", "ovfcheck() must stand directly around one arithmetic operation")
        .note("write ovfcheck(a + b), not ovfcheck(x)"))
}

pub(super) fn instantiate(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v: Vec<SomeValue> = args.positional.iter().map(|p| p.0.clone()).collect();
    let Some(s) = v.first() else {
        return Err(a.error(site, "argument-type", format!("{}() wants a class", row::short(e))));
    };
    match &s.kind {
        Kind::Pbc { descs, .. } => {
            let mut out = SomeValue::IMPOSSIBLE;
            for d in descs.clone().iter() {
                if a.descs[*d].as_class().is_none() {
                    return Err(a.error(
                        site,
                        "argument-type",
                        format!("instantiate() of {}", a.show(s)),
                    ));
                }
                let c = classdef::classdef_of(a, site, *d)?;
                a.work.owed.push((site, Owed::Finalizer(c)));
                out = a.union(site, &out, &SomeValue::instance(c))?;
            }
            Ok(out)
        }
        Kind::Type(c) => Ok(SomeValue::instance(*c)),
        _ => Err(a.error(
            site,
            "argument-type",
            format!("instantiate() wants a class, not {}", a.show(s)),
        )),
    }
}

pub(super) fn newlist_hint(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let hint = match (&args.positional[..], &args.keywords[..]) {
        ([s], []) => s.0.clone(),
        ([], [(name, s, _)]) if &**name == "sizehint" => s.clone(),
        _ => {
            let m = format!("{}() takes one argument, sizehint", row::short(e));
            return Err(a.error(site, "argument-count", m));
        }
    };
    a.want_int(site, &hint, row::short(e))?;
    crate::ops::list_of(a, site, SomeValue::IMPOSSIBLE)
}

pub(super) fn resizelist_hint(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 2, 2)?;
    match v[0].kind {
        Kind::List(l) => {
            a.list_resize(site, l)?;
            Ok(SomeValue::NONE)
        }
        _ => Err(a.error(site, "argument-type", format!("resizelist_hint() of {}", a.show(&v[0])))),
    }
}

pub(super) fn r_dict(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v: Vec<SomeValue> = args.positional.iter().map(|p| p.0.clone()).collect();
    if v.len() < 2 {
        return Err(a.error(
            site,
            "argument-count",
            format!("{}() wants an equality and a hash function", row::short(e)),
        ));
    }
    let d = ops::site_dict(a, site);
    let d = a.find_dict(d);
    dicts::set_custom(a, site, d, &v[0], &v[1])?;
    custom_dicts::want_calls_with_keys(a, site, d);
    Ok(Kind::Dict(d).into())
}

pub(super) fn reversed_dict(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    match v[0].kind {
        Kind::Dict(_) => Ok(Kind::Iterator {
            container: Rc::new(v[0].without_const()),
            variant: IterVariant::Reversed,
        }
        .into()),
        _ => Err(a.error(site, "argument-type", format!("reversed_dict() of {}", a.show(&v[0])))),
    }
}

pub(super) fn move_to_end(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if !args.keywords.is_empty() {
        return Ok(Answer::library("dicts", "move_to_end_", args.clone()));
    }
    let v = positional(a, site, row::short(e), args, 2, 3)?;
    match v[0].kind {
        Kind::Dict(d) => {
            a.generalize_key(site, d, &v[1])?;
            Ok(SomeValue::NONE.into())
        }
        _ => Err(a.error(site, "argument-type", format!("move_to_end() of {}", a.show(&v[0])))),
    }
}

pub(super) fn is_annotation_constant(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    Ok(SomeValue::bool_const(v[0].is_const()))
}

/// The `hint` operation.
pub(crate) fn hint(a: &mut Facts, site: Site, kind: &str, s: &SomeValue) -> AResult {
    // The list of a comprehension, complete: a list of its own, though with the same items.
    if kind == "fence"
        && let Kind::List(l) = s.kind
    {
        let n = a.site_list(site, 0);
        let item = a.read_list(site, l);
        a.generalize_list(site, n, &item)?;
        let item = a.read_list(site, n);
        a.generalize_list(site, l, &item)?;
        return Ok(Kind::List(n).into());
    }
    if kind == "maxlength" {
        return Ok(SomeValue::NONE);
    }
    Ok(s.clone())
}

pub(super) fn non_constant(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    Ok(positional(a, site, row::short(e), args, 1, 1)?[0].without_const())
}

/// The arguments of a function on dicts, and the dict that is the first one.
fn dict_and_others(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    args: &CallArgs,
    least: usize,
    most: usize,
) -> AResult<(DictDefId, Vec<SomeValue>)> {
    let v = positional(a, site, row::short(e), args, least, most)?;
    match v[0].kind {
        Kind::Dict(d) => Ok((d, v)),
        _ => {
            Err(a.error(site, "argument-type", format!("{}() of {}", row::short(e), a.show(&v[0]))))
        }
    }
}

/// `next_entry(d, k)`, and what is in the k-th entry.
pub(super) fn entry_of_dict(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let (d, _) = dict_and_others(a, site, e, args, 2, 2)?;
    let (key, value) = a.read_dict(site, d);
    Ok(match row::short(e) {
        "key_of_entry" => key,
        "value_of_entry" => value,
        _ => SomeValue::INT,
    })
}

/// `getitem_with_hash(d, key, hash)` and its like.
pub(super) fn with_hash(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let (d, v) = dict_and_others(a, site, e, args, 3, 4)?;
    a.generalize_key(site, d, &v[1])?;
    match row::short(e) {
        "contains_with_hash" => Ok(SomeValue::BOOL),
        "getitem_with_hash" => Ok(a.read_dict(site, d).1),
        "setitem_with_hash" => {
            if let Some(value) = v.get(3) {
                a.generalize_value(site, d, value)?;
            }
            Ok(SomeValue::NONE)
        }
        _ => Ok(SomeValue::NONE),
    }
}

/// The pair to which an erasing function belongs.
fn erasing_pair(a: &Facts, site: Site, callee: &SomeValue) -> AResult<HostRef> {
    match callee.const_host().and_then(|h| hv::func_attr(&a.host, h, "_erasing_pair_")) {
        Some(id) => Ok(id),
        None => Err(a.error(site, "not-callable", "an erasing function must be called directly")),
    }
}

/// `erase(x)`: the value's type is remembered by the pair, the result has none.
pub(super) fn erase(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, "erase", args, 1, 1)?;
    let id = erasing_pair(a, site, callee)?;
    erase_value(a, site, id, &v[0])?;
    Ok(SomeValue::ptr(flowmodel::Type::GcRef))
}

/// `unerase(e)`
pub(super) fn unerase(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, "unerase", args, 1, 1)?;
    if v[0].kind != Kind::Ptr(flowmodel::Type::GcRef) {
        return Err(a.error(site, "argument-type", format!("unerase() of {}", a.show(&v[0]))));
    }
    let id = erasing_pair(a, site, callee)?;
    let l = erased_values(a, site, id);
    let s = a.read_list(site, l);
    if s.is_impossible() { Err(AnnError::Blocked) } else { Ok(s) }
}

/// Annotation of what an erasing pair (its identity object) hides.
pub fn erased_annotation(ann: &mut Facts, id: HostRef) -> SomeValue {
    let l = erased_values(ann, Site::NOWHERE, id);
    ann.list_def(l).item.clone()
}

/// Gives the definition of a list whose items are the values that an erasing pair may hold (so they
/// have readers and origins).
fn erased_values(ann: &mut Facts, site: Site, id: HostRef) -> ListDefId {
    if let Some(l) = ann.known.list_of_host.get(&id) {
        return *l;
    }
    let l = listdef::new_list_def(ann, site, SomeValue::IMPOSSIBLE);
    ann.known.list_of_host.insert(id, l);
    l
}

fn erase_value(ann: &mut Facts, site: Site, id: HostRef, s: &SomeValue) -> AResult<()> {
    let l = erased_values(ann, site, id);
    ann.generalize_list(site, l, s)
}

pub(super) fn builder(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    for s in positional(a, site, row::short(e), args, 0, 1)? {
        a.want_int(site, &s, row::short(e))?;
    }
    Ok(if row::short(e) == "StringBuilder" { Kind::StringBuilder } else { Kind::UnicodeBuilder }
        .into())
}

pub(super) fn check_nonneg(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    if !v[0].is_nonneg() {
        return Err(a.error(site, "argument-type", "check_nonneg(): not known to be >= 0"));
    }
    Ok(SomeValue::NONE)
}

pub(super) fn make_sure_not_resized(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 1, 1)?;
    if let Kind::List(l) = v[0].kind {
        let l = a.find_list(l);
        a.lists[l].resize_forbidden_by("make_sure_not_resized()", site.span);
        if a.lists[l].resized {
            let at = a.lists[l].resized_at.unwrap_or_default();
            return Err(a
                .error(
                    site,
                    "fixed-size",
                    "make_sure_not_resized(): the length of this list changes",
                )
                .label(at, "the length changes here"));
        }
    }
    Ok(v[0].clone())
}

/// Annotation of prebuilt instances of rlib classes; `None` for other classes.
pub(crate) fn prebuilt_instance(
    a: &mut Facts,
    site: Site,
    r: HostRef,
    class: &str,
) -> Option<AResult> {
    if let Some(name) = class.strip_prefix("rpython.rtyper.lltypesystem.") {
        return lowlevel_instance(a, site, r, name);
    }
    // Also an instance of a subclass of JitDriver, which gives greens and reds as class attributes.
    let class = match hv::view(&a.host, r) {
        hv::View::Instance(c, _) if hv::class_lookup(&a.host, c, "jit_merge_point").is_some() => {
            let driver = lib!("jit", "JitDriver");
            let mro = hv::class_mro(&a.host, c);
            let is = |c: &HostRef| hv::registry_name(&a.host, *c).as_deref() == Some(driver);
            if mro.iter().any(is) { driver } else { class }
        }
        _ => class,
    };
    let name = class.strip_prefix("rpython.rlib.")?;
    match name {
        "jit.JitDriver" => {
            jit::driver_info(a, r);
            Some(Ok(Kind::Builtin(Rc::from(lib!("jit", "JitDriver"))).into()))
        }
        "rerased.Erased" => {
            let id = hv::instance_attr(&a.host, r, "_identity")?;
            let x = hv::instance_attr(&a.host, r, "_x")?;
            Some(a.immutablevalue(site, x).and_then(|s| {
                erase_value(a, site, id, &s)?;
                Ok(SomeValue::ptr(flowmodel::Type::GcRef))
            }))
        }
        "rstring.StringBuilder" => {
            Some(Ok(SomeValue::from(Kind::StringBuilder).with_const(HlConst::Host(r))))
        }
        "rstring.UnicodeBuilder" => {
            Some(Ok(SomeValue::from(Kind::UnicodeBuilder).with_const(HlConst::Host(r))))
        }
        "rarithmetic.r_singlefloat" => Some(Ok(Kind::SingleFloat.into())),
        "objectmodel.r_dict" | "objectmodel.r_ordereddict" => Some(prebuilt_r_dict(a, site, r)),
        "objectmodel.Symbolic"
        | "objectmodel.ComputedIntSymbolic"
        | "objectmodel.CDefinedIntSymbolic" => Some(Ok(SomeValue::INT)),
        _ => Some(Ok(prebuilt::int_type_of(name.strip_prefix("rarithmetic.")?)?)),
    }
}

fn prebuilt_r_dict(a: &mut Facts, site: Site, r: HostRef) -> AResult {
    if let Some(d) = a.known.dict_of_host.get(&r) {
        return Ok(SomeValue::from(Kind::Dict(*d)).with_const(HlConst::Host(r)));
    }
    let get = |a: &Facts, n: &str| hv::instance_attr(&a.host, r, n);
    let (Some(eq), Some(hash)) = (get(a, "key_eq"), get(a, "key_hash")) else {
        return Err(a.error(site, "prebuilt", "a prebuilt r_dict without key_eq and key_hash"));
    };
    let d = listdef::new_dict_def(a, site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE);
    a.known.dict_of_host.insert(r, d);
    let (eq, hash) = (a.immutablevalue(site, eq)?, a.immutablevalue(site, hash)?);
    dicts::set_custom(a, site, d, &eq, &hash)?;
    if let Some(inner) = get(a, "_dict")
        && let hv::View::Dict(items) = hv::view(&a.host, inner)
    {
        for (k, v) in items {
            // Keys are wrapped for hashing: the key itself is their attribute.
            let k = hv::instance_attr(&a.host, k, "key").unwrap_or(k);
            let (sk, sv) = (a.immutablevalue(site, k)?, a.immutablevalue(site, v)?);
            a.generalize_key(site, d, &sk)?;
            a.generalize_value(site, d, &sv)?;
        }
    }
    Ok(SomeValue::from(Kind::Dict(d)).with_const(HlConst::Host(r)))
}

/// Methods of rlib objects.
pub(crate) fn object_method(
    a: &mut Facts,
    site: Site,
    class: &str,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if class == lib!("jit", "JitDriver") {
        return jit::marker(a, site, name, this, args).map(Answer::from);
    }
    Err(a.error(site, "no-method", format!("{class} has no method '{name}'")))
}

/// `_note_object(function, obj)`: the function is called with the object when that is dead.
pub(super) fn note_object(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, row::short(e), args, 2, 2)?;
    let (Some(f), Kind::Instance { class, .. }) = (v[0].const_host(), &v[1].kind) else {
        return Err(a.error(site, "argument-type", "register_finalizer() wants an instance"));
    };
    a.work.owed.push((site, Owed::OnDeath { function: f, of: *class }));
    Ok(SomeValue::NONE)
}

fn lowlevel_name(a: &Facts, callee: &SomeValue) -> String {
    callee
        .const_host()
        .and_then(|h| hv::registry_name(&a.host, h))
        .and_then(|n| n.rsplit('.').next().map(str::to_string))
        .unwrap_or_default()
}

pub(super) fn lowlevel(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let name = lowlevel_name(a, callee);
    match &*name {
        "malloc_str" => {
            let v = positional(a, site, &name, args, 1, 1)?;
            a.want_int(site, &v[0], &name)?;
            Ok(string_pointer(a))
        }
        "ptr_of" => {
            let v = positional(a, site, &name, args, 1, 1)?;
            Ok(if v[0].is_str() { string_pointer(a) } else { v[0].clone() })
        }
        "str_of" => {
            positional(a, site, &name, args, 1, 1)?;
            Ok(SomeValue::STR)
        }
        "unicode_of" => {
            positional(a, site, &name, args, 1, 1)?;
            Ok(SomeValue::UNICODE)
        }
        _ => lowlevel::lowlevel_call(a, site, &name, args),
    }
}

/// A byte string as helpers see it.
fn string_pointer(ann: &Facts) -> SomeValue {
    match ann.string_container {
        Some(s) => SomeValue::ptr(flowmodel::Type::Ptr(s)),
        None => SomeValue::STR,
    }
}

/// Objects of the low-level modules: operations of `llop`, external functions.
fn lowlevel_instance(a: &mut Facts, site: Site, r: HostRef, class: &str) -> Option<AResult> {
    match class {
        "lloperation.LLOp" => Some(Ok(Kind::Builtin(Rc::from("llop")).into())),
        "lltype._ptr" => Some(crate::kinds::rffi::prebuilt_pointer(a, site, r)),
        "rffi.Callback" => Some(rffi::prebuilt_callback(a, site, r)),
        _ if crate::kinds::type_objects::is_type_object(a, r) => Some(
            crate::kinds::type_objects::build(a, r)
                .map(SomeValue::lltype)
                .map_err(|e| a.error(site, "lltype", e)),
        ),
        "rffi.ExternalFunction"
        | "rffi.ForeignFunction"
        | "rffi.External"
        | "lltype.ExternalFunction" => Some(Ok(Kind::Builtin(Rc::from("external")).into())),
        _ => {
            let _ = (a, r);
            None
        }
    }
}

/// Name of the operation that an `llop.x` object stands for.
pub(super) fn llop(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let name = callee.const_host().and_then(|h| {
        ["opname", "name", "_name"]
            .iter()
            .find_map(|n| hv::instance_attr(&a.host, h, n))
            .and_then(|v| hv::text(&a.host, v))
    });
    match name {
        Some(n) => lowlevel::llop_call(a, site, &n, args),
        None => Err(a.error(
            site,
            "lltype",
            "a low-level operation must be called directly: llop.name(…)",
        )),
    }
}

/// `llexternal(name, [ARGS], RES)`: the result's annotation.
pub(super) fn external(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let Some(h) = callee.const_host() else {
        return Err(a.error(site, "lltype", "an external function must be called directly"));
    };
    let get =
        |a: &Facts, names: &[&str]| names.iter().find_map(|n| hv::instance_attr(&a.host, h, n));
    let params = get(a, &["args", "argtypes"]).map(|v| hv::items(&a.host, v)).unwrap_or_default();
    if params.len() != args.positional.len() {
        return Err(a.error(
            site,
            "argument-count",
            format!(
                "this external function takes {} arguments, not {}",
                params.len(),
                args.positional.len()
            ),
        ));
    }
    for (i, (p, (v, _))) in params.iter().zip(args.positional.clone()).enumerate() {
        match crate::kinds::type_objects::lltype_of_host(a, *p) {
            Some(LlType::Value(t @ flowmodel::Type::FuncPtr(_))) => {
                let v = rffi::callback_argument(a, site, *p, &v)?.unwrap_or(v);
                conversions::check_external_arg(a, site, i, t, &v)?
            }
            Some(LlType::Value(t)) => conversions::check_external_arg(a, site, i, t, &v)?,
            _ => {
                a.immutablevalue(site, *p)?;
                return Err(a.error(
                    site,
                    "lltype",
                    format!("the type of parameter {} of this external function", i + 1),
                ));
            }
        }
    }
    if let Some(info) = get(a, &["compilation_info"])
        && let Some(missing) = hv::getattr(&mut a.host, info, "missing")
    {
        // A library that may not be installed: rlib's module about it asks the C compiler.
        let what = hv::call(&mut a.host, missing, &[])
            .map_err(|t| a.error(site, "lltype", format!("the C compiler cannot be asked: {t}")))?;
        if let Some(what) = hv::text(&a.host, what) {
            return Err(a.error(
                site,
                "lltype",
                format!("this function needs {what}, which is not here"),
            ));
        }
    }
    let res = get(a, &["result", "restype", "RESULT"]);
    if let Some(r) = res {
        a.immutablevalue(site, r)?;
    }
    match res.and_then(|r| crate::kinds::type_objects::lltype_of_host(a, r)) {
        Some(LlType::Value(t)) => Ok(SomeValue::from_lltype(t)),
        _ => Err(a.error(
            site,
            "lltype",
            "the result type of this external function is not a low-level type",
        )),
    }
}
