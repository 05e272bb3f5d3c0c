//! Memory of C and functions for C: prebuilt pointers, sizes and offsets, pointers into memory, callbacks.

use crate::definitions::prebuilt;
use crate::kinds::inline;
use crate::kinds::type_objects;
use crate::model::state::CallArgs;
use crate::model::work::Owed;
use crate::prelude::*;
use flowmodel::{HostRef, StructId, Type};
use flowspace::host::import;
use flowspace::host::tables;

/// Annotation of a pointer that exists at import time: null, or to memory whose content is simple enough to be static
/// data of the program.
pub(crate) fn prebuilt_pointer(a: &mut Facts, site: Site, r: HostRef) -> AResult {
    let null = hv::instance_attr(&a.host, r, "_mem").is_some_and(|m| hv::is_none(&a.host, m));
    let t = hv::instance_attr(&a.host, r, "_T");
    if let (true, Some(t)) = (null, t) {
        match type_objects::of(a, t).map_err(|e| a.error(site, "lltype", e))? {
            LlType::Container(s) => return Ok(SomeValue::ptr(Type::Ptr(s))),
            LlType::Func(f) => return Ok(SomeValue::ptr(Type::FuncPtr(f))),
            LlType::Value(Type::GcRef) => return Ok(SomeValue::ptr(Type::GcRef)),
            LlType::Value(_) => {}
        }
    }
    if inline::is_part(a, r) {
        return Err(a.error(
            site,
            "lltype",
            "a pointer into an object of the garbage collector cannot exist before the program runs: use the object, and name the field there",
        ));
    }
    if let (Some(exact), Some(t)) = (hv::instance_attr(&a.host, r, "_exact"), t)
        && !hv::is_none(&a.host, exact)
        && let Ok(LlType::Value(Type::GcRef)) = type_objects::of(a, t)
    {
        type_objects::of(a, exact).map_err(|e| a.error(site, "lltype", e))?;
        inline::annotate_contents(a, site, r)?;
        return Ok(SomeValue::ptr(Type::GcRef).with_const(HlConst::Host(r)));
    }
    let whole = hv::instance_attr(&a.host, r, "_offset").and_then(|n| a.host.as_int(n)) == Some(0);
    if let (true, Some(t)) = (whole, t)
        && let LlType::Container(s) =
            type_objects::of(a, t).map_err(|e| a.error(site, "lltype", e))?
    {
        let st = &a.types.structs[s];
        let rooms = st.rooms.iter().map(|(i, _)| st.fields[*i as usize].name.clone());
        let rooms: Vec<_> = rooms.collect();
        let own = !st.gc || st.parent.is_none() || a.raw.inlined.members.contains_key(&s);
        if own && st.item_room.is_none() && rooms.iter().all(|n| room_is_zero(a, r, n)) {
            // (the whole object may be of a type that begins with this one)
            let exact = hv::instance_attr(&a.host, r, "_exact");
            if let Some(t) = exact.filter(|t| !hv::is_none(&a.host, *t)) {
                type_objects::of(a, t).map_err(|e| a.error(site, "lltype", e))?;
            }
            inline::annotate_contents(a, site, r)?;
            return Ok(SomeValue::ptr(Type::Ptr(s)).with_const(HlConst::Host(r)));
        }
    }
    Err(a.error(site,
        "lltype",
        "memory of this type that is allocated at import time cannot be used in the translated program: allocate it at run time",
    ))
}

/// Says whether the structure or array that is a field of memory of import time holds zeros only.
fn room_is_zero(a: &mut Facts, r: HostRef, field: &str) -> bool {
    let key = a.host.str(field);
    match hv::instance_attr(&a.host, r, "_mem").map(|m| tables::get(&mut a.host, m, key)) {
        Some(Ok(Some(inner))) => is_zero(a, inner),
        _ => true, // what fills a gap
    }
}

fn is_zero(a: &Facts, v: HostRef) -> bool {
    match hv::view(&a.host, v) {
        hv::View::Instance(..) => {
            let Some(mem) = hv::instance_attr(&a.host, v, "_mem") else { return false };
            if hv::is_none(&a.host, mem) {
                return true;
            }
            let whole = hv::instance_attr(&a.host, v, "_offset").and_then(|n| a.host.as_int(n));
            let mut inside = hv::items(&a.host, mem);
            inside.extend(a.host.dict_items(mem).into_iter().map(|i| i.1));
            let rooms = matches!(whole, Some(0));
            rooms && inside.into_iter().all(|v| is_zero(a, v))
        }
        hv::View::Atom(HlConst::Float(bits)) => bits == 0,
        hv::View::Atom(HlConst::Str(s)) => s.iter().all(|c| *c == 0),
        _ => a.host.as_int(v) == Some(0),
    }
}

/// Options of `malloc` and `free`: the flavor must fit the type, the others have no effect.
pub(crate) fn check_flavor(
    ann: &Facts,
    site: Site,
    name: &str,
    c: Option<StructId>,
    args: &CallArgs,
) -> AResult<()> {
    for (k, v, _) in &args.keywords {
        match &**k {
            "flavor" => {
                let raw = match v.const_str() {
                    Some("raw") => true,
                    Some("gc") => false,
                    _ => {
                        return Err(ann.error(
                            site,
                            "lltype",
                            format!("{name}(): flavor is 'raw' or 'gc'"),
                        ));
                    }
                };
                if c.is_some_and(|c| ann.types.structs[c].gc == raw) {
                    return Err(ann.error(
                        site,
                        "lltype",
                        format!(
                            "{name}(): flavor='{}' does not fit this type",
                            if raw { "raw" } else { "gc" }
                        ),
                    ));
                }
            }
            "zero" | "track_allocation" | "add_memory_pressure" | "immortal" | "n" => {}
            k => {
                return Err(ann.error(
                    site,
                    "lltype",
                    format!("{name}() has no option '{k}' at run time"),
                ));
            }
        }
    }
    Ok(())
}

/// `sizeof(T)`, and `sizeof(T, n)` of what has n items
pub(crate) fn lltype_size(ann: &Facts, site: Site, t: &SomeValue, n: Option<SomeValue>) -> AResult {
    if let Some(n) = n.filter(|n| n.kind != Kind::None_) {
        ann.want_int(site, &n, "sizeof")?;
        return match t.kind {
            Kind::LlType(LlType::Container(s)) if ann.types.structs[s].items.is_some() => {
                Ok(SomeValue::NONNEG)
            }
            _ => Err(ann.error(site, "lltype", "sizeof() with a length wants an array type")),
        };
    }
    let n = match t.kind {
        Kind::LlType(LlType::Value(t)) => t.size() as i64,
        Kind::LlType(LlType::Container(s)) => match type_objects::room_of(ann, s) {
            Ok(r) => r.size as i64,
            Err(_) if ann.types.structs[s].items.is_some() => {
                return Err(ann.error(site, "lltype", "sizeof() of an array of unknown length"));
            }
            Err(e) => return Err(ann.error(site, "lltype", format!("sizeof(): {e}"))),
        },
        _ => return Err(ann.error(site, "lltype", "sizeof() wants a low-level type")),
    };
    Ok(SomeValue::int_const(n))
}

/// The object that stands for a function that C code is given, of a function type.
pub fn callback_of(
    ann: &mut Facts,
    site: Site,
    functype: HostRef,
    function: HostRef,
) -> AResult<HostRef> {
    let m = import::module(&mut ann.host, None, "rpython.rtyper.lltypesystem.rffi", 0, &[], true);
    let make = m.ok().and_then(|m| hv::getattr(&mut ann.host, m, "llhelper"));
    let make = make.ok_or_else(|| ann.error(site, "internal", "rffi has no llhelper"))?;
    hv::call(&mut ann.host, make, &[functype, function])
        .map_err(|t| ann.error(site, "lltype", format!("a function for C: {t}")))
}

/// `direct_fieldptr(p, 'field')`, `direct_arrayitems(p)`, `direct_ptradd(p, n)`: pointers into raw memory.
pub(crate) fn direct_pointer(
    ann: &mut Facts,
    site: Site,
    name: &str,
    p: &SomeValue,
    arg: Option<SomeValue>,
) -> AResult {
    let s = match p.kind {
        Kind::Ptr(Type::Ptr(s)) if !ann.types.structs[s].gc => s,
        _ => {
            return Err(ann.error(
                site,
                "lltype",
                format!("{name}() wants a pointer to raw memory"),
            ));
        }
    };
    if name == "direct_ptradd" {
        let n = arg.unwrap_or(SomeValue::NONE);
        ann.want_int(site, &n, name)?;
        return Ok(p.without_const());
    }
    let item = match name {
        "direct_arrayitems" => {
            match (ann.raw.item_containers.get(&s), ann.types.structs[s].item_type()) {
                (Some(c), _) => LlType::Container(*c),
                (None, Some(t)) => LlType::Value(t),
                _ => {
                    return Err(ann.error(site, "lltype", "direct_arrayitems() wants an array"));
                }
            }
        }
        _ => {
            let field = arg.as_ref().and_then(|a| a.const_str().map(str::to_string));
            let i = field.as_ref().and_then(|f| ann.types.structs[s].field_index(f));
            match i {
                Some(i) => match ann.raw.nested.get(&(s, i)) {
                    Some(c) => LlType::Container(*c),
                    None => LlType::Value(ann.types.structs[s].fields[i as usize].ty),
                },
                None => {
                    return Err(ann.error(site, "lltype", "direct_fieldptr(): no such field"));
                }
            }
        }
    };
    let a = type_objects::array_of(ann, item, true, "", None, None)
        .map_err(|e| ann.error(site, "lltype", e))?;
    Ok(SomeValue::ptr(Type::Ptr(a)))
}

/// `offsetof(T, 'field')`
pub(crate) fn lltype_offset(
    ann: &Facts,
    site: Site,
    t: &SomeValue,
    field: Option<SomeValue>,
) -> AResult {
    if let (Kind::LlType(LlType::Container(s)), Some(f)) = (&t.kind, &field)
        && let Some(i) = f.const_str().and_then(|f| inline::field_of(ann, *s, f))
    {
        let at = ann.types.offset(*s, i as usize);
        return Ok(SomeValue::int_const(at as i64));
    }
    Err(ann.error(site, "lltype", "offsetof() wants a structure type and the name of a field"))
}

/// `item_offset(T, index)` with a constant index; `itemoffsetof` takes any.
pub(crate) fn lltype_item_offset(
    ann: &Facts,
    site: Site,
    t: &SomeValue,
    index: Option<SomeValue>,
) -> AResult {
    let index = index.map_or(Some(0), |i| i.const_int());
    match (&t.kind, index) {
        (Kind::LlType(LlType::Container(s)), Some(n)) if ann.types.structs[*s].items.is_some() => {
            let l = ann.types.layout(*s);
            let at = i64::from(l.items + ann.types.header(*s)) + n * i64::from(l.item_size);
            Ok(SomeValue::int_const(at))
        }
        _ => Err(ann.error(site, "lltype", "itemoffsetof() wants an array type and an index")),
    }
}

/// Annotation of a prebuilt callback (`rffi.Callback`): a function pointer. Its function is annotated with the
/// types of the parameters.
pub(crate) fn prebuilt_callback(ann: &mut Facts, site: Site, r: HostRef) -> AResult {
    let get = |a: &Facts, n: &str| hv::instance_attr(&a.host, r, n);
    let (Some(t), Some(f)) = (get(ann, "T"), get(ann, "wrapper")) else {
        return Err(ann.error(site, "internal", "a callback without function"));
    };
    let t = match type_objects::of(ann, t).map_err(|e| ann.error(site, "lltype", e))? {
        LlType::Value(Type::FuncPtr(t)) => t,
        _ => {
            return Err(ann.error(site, "lltype", "llhelper() wants a pointer type of functions"));
        }
    };
    let function = prebuilt::function_desc(ann, site, f)?;
    ann.work.owe(site, Owed::Callback { object: r, function, of: t });
    Ok(SomeValue::ptr(Type::FuncPtr(t)).with_const(HlConst::Host(r)))
}

/// A function that is passed where C wants a pointer to one; `None` for other values.
pub(crate) fn callback_argument(
    ann: &mut Facts,
    site: Site,
    functype: HostRef,
    v: &SomeValue,
) -> AResult<Option<SomeValue>> {
    match (&v.kind, v.const_host()) {
        (Kind::Pbc { .. }, Some(f)) => {
            let r = callback_of(ann, site, functype, f)?;
            prebuilt_callback(ann, site, r).map(Some)
        }
        (Kind::Pbc { .. }, None) => Err(ann.error(site,
            "lltype",
            "a function for C must be known: give it by name, or choose between results of llhelper()",
        )),
        _ => Ok(None),
    }
}
