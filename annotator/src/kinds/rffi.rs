//! Low-level types that programs build from rlib's type objects: pointers, arrays and structures of C.
//!
//! This file and `lowlevel.rs` know each other: a type may be one of ours, whose parts are types of C, and the reverse.

use crate::calls::specialize;
use crate::definitions::prebuilt;
use crate::kinds::inline;
use crate::kinds::lowlevel::lltype_of_host;
use crate::model::state::CallArgs;
use crate::prelude::*;
use flowmodel::{Field, HostRef, Items, Room, StructId, Type};
use flowspace::host::import;
use flowspace::host::tables;

/// The short name of the class of a type object (`Ptr`, `Array`, …).
pub(crate) fn type_class(a: &Annotator, r: HostRef) -> Option<String> {
    let hv::View::Instance(class, _) = hv::view(&a.host, r) else { return None };
    let name = hv::registry_name(&a.host, class)?;
    Some(name.strip_prefix("rpython.rtyper.lltypesystem.lltype.")?.to_string())
}

/// Says whether a host object is one of rlib's type objects.
pub(crate) fn is_type_object(a: &Annotator, r: HostRef) -> bool {
    type_class(a, r).is_some_and(|c| CLASSES.contains(&&*c))
}

/// Name of the type that `rffi.VOIDP` points to.
const VOID_ARRAY: &str = "carray_Char_void";

const CLASSES: &[&str] = &[
    "Primitive",
    "Ptr",
    "Struct",
    "GcStruct",
    "Array",
    "GcArray",
    "FixedSizeArray",
    "OpaqueType",
    "FuncType",
    "ForwardReference",
    "GcForwardReference",
];

/// The low-level type of a type object, or why there is none. Equal arrays are one type; structures are by identity.
pub(crate) fn build(a: &mut Annotator, r: HostRef) -> Result<LlType, String> {
    let class = type_class(a, r).unwrap_or_default();
    let attr = |a: &Annotator, n: &str| hv::instance_attr(&a.host, r, n);
    let text = |a: &Annotator, n: &str| attr(a, n).and_then(|v| hv::text(&a.host, v));
    match &*class {
        "Primitive" => Err(format!(
            "values of the C type {} are not supported at run time",
            text(a, "_name").unwrap_or_default()
        )),
        "Ptr" => {
            let to = attr(a, "TO").ok_or("a pointer type without a target")?;
            match of(a, to)? {
                LlType::Container(s) => Ok(LlType::Value(Type::Ptr(s))),
                LlType::Func(f) => Ok(LlType::Value(Type::FuncPtr(f))),
                LlType::Value(_) => Err("a pointer type must point to a container".into()),
            }
        }
        "ForwardReference" | "GcForwardReference" => {
            let t = resolve(a, r)?;
            of(a, t)
        }
        "FuncType" => {
            let mut args = vec![];
            for t in attr(a, "ARGS").map(|v| hv::items(&a.host, v)).unwrap_or_default() {
                args.push(value(a, t, "a parameter")?);
            }
            let result = attr(a, "RESULT").ok_or("a function type without result")?;
            let result = value(a, result, "a result")?;
            Ok(LlType::Func(a.types.func(args, result)))
        }
        "OpaqueType" => {
            let name = text(a, "_name").unwrap_or_default();
            let s = a.types.declare(&format!("opaque_{}", plain(&name)), false, None);
            Ok(LlType::Container(s))
        }
        "GcStruct" => {
            let name = text(a, "_name").unwrap_or_default();
            inline::gc_struct(a, r, &format!("struct_{}", plain(&name))).map(LlType::Container)
        }
        "Struct" => {
            let name = text(a, "_name").unwrap_or_default();
            // Known before its fields are: a field may point to it.
            let s = a.types.declare(&format!("struct_{}", plain(&name)), false, None);
            a.types.structs[s].foreign = true;
            a.known.host_lltypes.insert(r, LlType::Container(s));
            a.raw.unfinished.push(s);
            let fields = struct_fields(a, r, s);
            a.raw.unfinished.pop();
            match fields {
                Ok((fields, rooms, tail)) => {
                    let of = tail.map(|t| a.types.structs[t].clone());
                    a.types.define(s, fields, of.as_ref().and_then(|t| t.items.clone()));
                    let st = &mut a.types.structs[s];
                    st.rooms = rooms;
                    if let Some(of) = of {
                        (st.nolength, st.item_room) = (of.nolength, of.item_room);
                    }
                    finish_arrays(a, s)?;
                    Ok(LlType::Container(s))
                }
                Err(e) => {
                    a.known.host_lltypes.remove(&r);
                    Err(e)
                }
            }
        }
        "GcArray" => inline::gc_array(a, r, None).map(LlType::Container),
        "Array" | "FixedSizeArray" => {
            let item = attr(a, "OF").ok_or("an array type without items")?;
            let nolength = class == "FixedSizeArray"
                || attr(a, "_nolength").is_some_and(|v| hv::truth(&a.host, v));
            let fixed = match class == "FixedSizeArray" {
                true => Some(inline::length(a, r)?),
                false => None,
            };
            let tag = text(a, "_tag").unwrap_or_default();
            if let Some(s) = inline::begun(a, r, false) {
                return Ok(LlType::Container(s));
            }
            let item = of(a, item);
            if let (Ok(LlType::Container(s)), None) = (&item, fixed)
                && a.raw.unfinished.contains(s)
            {
                // A field of the structure points to an array of such structures.
                let name = format!("carray_{}", a.types.structs[*s].name);
                let array = inline::ended(a, r);
                let array = array.unwrap_or_else(|| a.types.declare(&name, false, None));
                a.known.host_lltypes.insert(r, LlType::Container(array));
                a.raw.unfinished_arrays.push((*s, array, nolength));
                return Ok(LlType::Container(array));
            }
            let declared = inline::ended(a, r);
            array_of(a, item?, nolength, &tag, fixed, declared).map(LlType::Container)
        }
        _ => Err(format!("{class} is not a low-level type")),
    }
}

/// The structure is known now: so are arrays of it that its own fields point to.
fn finish_arrays(a: &mut Annotator, item: StructId) -> Result<(), String> {
    let all = std::mem::take(&mut a.raw.unfinished_arrays);
    let (done, rest) = all.into_iter().partition(|(of, ..)| *of == item);
    a.raw.unfinished_arrays = rest;
    let done: Vec<_> = done;
    for (_, array, nolength) in done {
        let room = room_of(a, item)?;
        a.types.define(array, vec![], Some(Items::Plain(Type::Void)));
        let st = &mut a.types.structs[array];
        (st.nolength, st.foreign, st.item_room) = (nolength, true, Some(room));
        a.raw.item_containers.insert(array, item);
    }
    Ok(())
}

/// Items of a type, as a part of the names of arrays.
pub(crate) fn name_of_items(a: &Annotator, t: Type) -> String {
    match t {
        Type::Ptr(s) => format!("p_{}", a.types.structs[s].name),
        Type::FuncPtr(_) => "function".into(),
        t => format!("{t:?}"),
    }
}

/// The type of an array of C with these items; equal ones are one type.
pub(crate) fn array_of(
    a: &mut Annotator,
    item: LlType,
    nolength: bool,
    tag: &str,
    fixed: Option<i64>,
    declared: Option<StructId>,
) -> Result<StructId, String> {
    let mut room = None;
    let (items, name) = match item {
        LlType::Value(t) => {
            refuse_gc(a, t)?;
            (Items::Plain(t), name_of_items(a, t))
        }
        LlType::Container(s) => {
            room = Some((s, room_of(a, s)?));
            (Items::Plain(Type::Void), a.types.structs[s].name.to_string())
        }
        LlType::Func(_) => return Err("items of an array cannot be functions".into()),
    };
    let mut name = format!("carray_{name}");
    if !nolength {
        name += "_sized";
    }
    if !tag.is_empty() {
        name += &format!("_{tag}");
    }
    if let Some(n) = fixed {
        name += &format!("_{n}");
    }
    if declared.is_none()
        && let Some(s) = a.types.lookup(&name)
        && a.types.structs[s].items.as_ref() == Some(&items)
        && a.raw.item_containers.get(&s) == room.as_ref().map(|r| &r.0)
    {
        return Ok(s);
    }
    let s = declared.unwrap_or_else(|| a.types.declare(&name, false, None));
    a.types.define(s, vec![], Some(items));
    a.types.structs[s].nolength = nolength;
    a.types.structs[s].foreign = true;
    if let Some((item, r)) = room {
        a.types.structs[s].item_room = Some(r);
        a.raw.item_containers.insert(s, item);
    }
    if let Some(n) = fixed {
        a.raw.fixed_lengths.insert(s, n);
    }
    Ok(s)
}

/// The room that a container takes inside another one.
fn room_of(a: &Annotator, s: StructId) -> Result<Room, String> {
    let st = &a.types.structs[s];
    if st.gc {
        return Err(format!(
            "#{}, an object of the garbage collector, inside of another one",
            st.name
        ));
    }
    if let Some(n) = a.raw.fixed_lengths.get(&s) {
        let l = a.types.layout(s);
        let align = match (st.item_room, st.item_type()) {
            (Some(r), _) => r.align,
            (None, t) => t.unwrap_or_default().size().max(1),
        };
        return Ok(Room { size: *n as u32 * l.item_size, align });
    }
    if st.items.is_some() {
        return Err("an array of unknown length inside of another container".into());
    }
    if st.fields.is_empty() {
        return Err("an opaque type inside of another container".into());
    }
    Ok(a.types.room_for(s))
}

/// Gives the type that a forward reference has become; other types are themselves.
pub(crate) fn resolve(a: &Annotator, mut r: HostRef) -> Result<HostRef, String> {
    while type_class(a, r).is_some_and(|c| c.ends_with("ForwardReference")) {
        r = hv::instance_attr(&a.host, r, "_target")
            .filter(|t| !hv::is_none(&a.host, *t))
            .ok_or("a forward reference that did not become a type")?;
    }
    Ok(r)
}

/// The low-level type of a type object, which may be known already.
pub(crate) fn of(a: &mut Annotator, r: HostRef) -> Result<LlType, String> {
    match lltype_of_host(a, r) {
        Some(t) => Ok(t),
        None if is_type_object(a, r) => build(a, r),
        None => Err("a low-level type is expected".into()),
    }
}

/// The type of a value.
pub(crate) fn value(a: &mut Annotator, r: HostRef, what: &str) -> Result<Type, String> {
    match of(a, r)? {
        LlType::Value(Type::LongFloat) => {
            Err(format!("{what} cannot be a long double: only items of arrays are"))
        }
        LlType::Value(t) => Ok(t),
        _ => Err(format!("{what} cannot be a container itself, only a pointer to it")),
    }
}

/// Fields, by index, that are room for something else.
type Rooms = Vec<(u32, Room)>;

/// Fields of a structure. Where offsets are told (by the C compiler), room is put between the fields. The last one may
/// be an array of unknown length, as in C: the third value.
fn struct_fields(
    a: &mut Annotator,
    r: HostRef,
    this: StructId,
) -> Result<(Vec<Field>, Rooms, Option<StructId>), String> {
    let numbers = |a: &Annotator, name: &str| -> Option<Vec<i64>> {
        let list = hv::instance_attr(&a.host, r, name)?;
        let items = hv::items(&a.host, list);
        Some(items.iter().filter_map(|i| a.host.as_int(*i)).collect())
    };
    let offsets = numbers(a, "_offsets").filter(|o| !o.is_empty());
    let size = offsets.as_ref().and_then(|_| numbers(a, "_size"));
    let list = hv::instance_attr(&a.host, r, "_fields");
    let mut fields: Vec<Field> = vec![];
    let mut rooms = vec![];
    let mut end = 0;
    let fill = |fields: &mut Vec<Field>, rooms: &mut Vec<(u32, Room)>, n: i64| {
        rooms.push((fields.len() as u32, Room { size: n as u32, align: 1 }));
        fields.push(Field::new(&format!("_pad{}", fields.len()), Type::Void));
    };
    let mut tail = None;
    let list = list.map(|v| hv::items(&a.host, v)).unwrap_or_default();
    let last = list.len().wrapping_sub(1);
    for (i, pair) in list.into_iter().enumerate() {
        let [n, t] = hv::items(&a.host, pair)[..] else {
            return Err("fields are pairs of name and type".into());
        };
        let name = hv::text(&a.host, n).ok_or("the name of a field is a string")?;
        let (t, room) = match of(a, t)? {
            LlType::Value(t) => {
                refuse_gc(a, t)?;
                (t, None)
            }
            LlType::Container(s) if i == last && is_open_array(a, s) && offsets.is_none() => {
                tail = Some(s);
                (Type::Void, Some((s, Room { size: 0, align: tail_align(a, s) })))
            }
            LlType::Container(s) => {
                let room = room_of(a, s).map_err(|e| format!("the field '{name}': {e}"))?;
                (Type::Void, Some((s, room)))
            }
            LlType::Func(_) => {
                return Err(format!(
                    "the field '{name}' cannot be a container itself, only a pointer to it"
                ));
            }
        };
        let (mut bytes, align) = match room {
            Some((_, r)) => (r.size as i64, r.align as i64),
            None => (t.size() as i64, t.size().max(1) as i64),
        };
        if let Some(at) = offsets.as_ref().and_then(|o| o.get(i)) {
            if at % align != 0 || *at < end {
                return Err(format!("the field '{name}' overlaps another one, or is packed"));
            }
            if *at > end {
                fill(&mut fields, &mut rooms, at - end);
                end = *at;
            }
        } else {
            bytes += (align - end % align) % align;
        }
        end += bytes;
        if let Some((s, r)) = room {
            a.raw.nested.insert((this, fields.len() as u32), s);
            rooms.push((fields.len() as u32, r));
        }
        fields.push(Field::new(&name, t));
    }
    if let Some([size, ..]) = size.as_deref()
        && *size > end
    {
        fill(&mut fields, &mut rooms, size - end);
    }
    Ok((fields, rooms, tail))
}

/// Says whether this is an array in raw memory whose length is not part of its type.
fn is_open_array(a: &Annotator, s: StructId) -> bool {
    let st = &a.types.structs[s];
    !st.gc && st.items.is_some() && st.fields.is_empty() && !a.raw.fixed_lengths.contains_key(&s)
}

/// The alignment of such an array: of its length, if it has one, and of its items.
fn tail_align(a: &Annotator, s: StructId) -> u32 {
    let st = &a.types.structs[s];
    let items = match (st.item_room, st.item_type()) {
        (Some(r), _) => r.align,
        (None, t) => t.unwrap_or_default().size().max(1),
    };
    if st.nolength { items } else { items.max(Type::Signed.size()) }
}

/// Raw memory is not traced.
fn refuse_gc(a: &Annotator, t: Type) -> Result<(), String> {
    if a.types.is_gc(t) {
        return Err(
            "raw memory cannot hold references to objects: the garbage collector does not see it"
                .into(),
        );
    }
    Ok(())
}

/// A name with letters, digits and underscores only.
pub(crate) fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Annotation of a pointer that exists at import time: null, or to memory whose content is simple enough to be static
/// data of the program.
pub(crate) fn prebuilt_pointer(a: &mut Annotator, site: Site, r: HostRef) -> AResult {
    let null = hv::instance_attr(&a.host, r, "_mem").is_some_and(|m| hv::is_none(&a.host, m));
    let t = hv::instance_attr(&a.host, r, "_T");
    if let (true, Some(t)) = (null, t) {
        match of(a, t).map_err(|e| a.error(site, "lltype", e))? {
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
        && let Ok(LlType::Value(Type::GcRef)) = of(a, t)
    {
        of(a, exact).map_err(|e| a.error(site, "lltype", e))?;
        inline::annotate_contents(a, site, r)?;
        return Ok(SomeValue::ptr(Type::GcRef).with_const(HlConst::Host(r)));
    }
    let whole = hv::instance_attr(&a.host, r, "_offset").and_then(|n| a.host.as_int(n)) == Some(0);
    if let (true, Some(t)) = (whole, t)
        && let LlType::Container(s) = of(a, t).map_err(|e| a.error(site, "lltype", e))?
    {
        let st = &a.types.structs[s];
        let rooms = st.rooms.iter().map(|(i, _)| st.fields[*i as usize].name.clone());
        let rooms: Vec<_> = rooms.collect();
        let own = !st.gc || st.parent.is_none() || a.raw.inlined.members.contains_key(&s);
        if own && st.item_room.is_none() && rooms.iter().all(|n| room_is_zero(a, r, n)) {
            // (the whole object may be of a type that begins with this one)
            let exact = hv::instance_attr(&a.host, r, "_exact");
            if let Some(t) = exact.filter(|t| !hv::is_none(&a.host, *t)) {
                of(a, t).map_err(|e| a.error(site, "lltype", e))?;
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
fn room_is_zero(a: &mut Annotator, r: HostRef, field: &str) -> bool {
    let key = a.host.str(field);
    match hv::instance_attr(&a.host, r, "_mem").map(|m| tables::get(&mut a.host, m, key)) {
        Some(Ok(Some(inner))) => is_zero(a, inner),
        _ => true, // what fills a gap
    }
}

fn is_zero(a: &mut Annotator, v: HostRef) -> bool {
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
    ann: &Annotator,
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
pub(crate) fn lltype_size(
    ann: &Annotator,
    site: Site,
    t: &SomeValue,
    n: Option<SomeValue>,
) -> AResult {
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
        Kind::LlType(LlType::Container(s)) => match room_of(ann, s) {
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

/// Says whether `rffi.cast` knows the way between two types.
pub(crate) fn check_c_cast(ann: &Annotator, site: Site, to: Type, from: &SomeValue) -> AResult<()> {
    let ok = |t: Type| !ann.types.is_gc(t) && t != Type::Void;
    match from.to_lltype() {
        Some(f) if f == to || (ok(f) && ok(to) && castable(f, to)) => Ok(()),
        Some(Type::Void) if matches!(to, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address) => Ok(()),
        _ => Err(ann.error(
            site,
            "lltype",
            format!("rffi.cast() from {} to {}", ann.show(from), ann.types.show(to)),
        )),
    }
}

fn castable(f: Type, t: Type) -> bool {
    let pointer = |t| matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address);
    let float = |t| matches!(t, Type::Float | Type::SingleFloat | Type::LongFloat);
    !(pointer(f) && float(t) || pointer(t) && float(f))
}

/// Says whether C converts a pointer of the one type to the other by itself, being a `void *`.
pub fn becomes_void_pointer(ann: &Annotator, from: Type, to: Type) -> bool {
    let raw = |t: Type| match t {
        Type::Ptr(s) => Some(&ann.types.structs[s]).filter(|st| !st.gc),
        _ => None,
    };
    raw(from).is_some() && raw(to).is_some_and(|st| *st.name == *VOID_ARRAY)
}

/// Says whether a C function's parameter of this type takes the value. Numbers are converted, strings copied.
pub(crate) fn check_external_arg(
    ann: &Annotator,
    site: Site,
    i: usize,
    t: Type,
    v: &SomeValue,
) -> AResult<()> {
    let number = |t: Type| t.is_integral() && t != Type::Void;
    let chars = |t: Type| {
        matches!(t, Type::Ptr(s) if !ann.types.structs[s].gc
            && ann.types.structs[s].item_type() == Some(Type::Char))
    };
    let ok = match v.to_lltype() {
        Some(f) if f == t => true,
        Some(Type::Void) => matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address),
        Some(Type::Char) if chars(t) => true,
        Some(f) if becomes_void_pointer(ann, f, t) => true,
        Some(f) if number(t) => number(f),
        Some(f) if matches!(t, Type::Float | Type::SingleFloat) => {
            number(f) || matches!(f, Type::Float | Type::SingleFloat | Type::LongFloat)
        }
        // Helpers pass their pointers as addresses.
        Some(f) => t == Type::Address && !f.is_integral(),
        None => v.is_str() && chars(t),
    };
    if ok {
        return Ok(());
    }
    Err(ann.error(
        site,
        "lltype",
        format!(
            "argument {} of a C function: {} where {} is expected",
            i + 1,
            ann.show(v),
            ann.types.show(t)
        ),
    ))
}

/// The object that stands for a function that C code is given, of a function type.
pub fn callback_of(
    ann: &mut Annotator,
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
    ann: &mut Annotator,
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
    let a = array_of(ann, item, true, "", None, None).map_err(|e| ann.error(site, "lltype", e))?;
    Ok(SomeValue::ptr(Type::Ptr(a)))
}

/// `offsetof(T, 'field')`
pub(crate) fn lltype_offset(
    ann: &Annotator,
    site: Site,
    t: &SomeValue,
    field: Option<SomeValue>,
) -> AResult {
    if let (Kind::LlType(LlType::Container(s)), Some(f)) = (&t.kind, &field)
        && let Some(i) = f.const_str().and_then(|f| inline::field_of(ann, *s, f))
    {
        let at = ann.types.layout(*s).fields[i as usize] + ann.types.header(*s);
        return Ok(SomeValue::int_const(at as i64));
    }
    Err(ann.error(site, "lltype", "offsetof() wants a structure type and the name of a field"))
}

/// `item_offset(T, index)` with a constant index; `itemoffsetof` takes any.
pub(crate) fn lltype_item_offset(
    ann: &Annotator,
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
pub(crate) fn prebuilt_callback(ann: &mut Annotator, site: Site, r: HostRef) -> AResult {
    let get = |a: &Annotator, n: &str| hv::instance_attr(&a.host, r, n);
    let (Some(t), Some(f)) = (get(ann, "T"), get(ann, "wrapper")) else {
        return Err(ann.error(site, "internal", "a callback without function"));
    };
    let t = match of(ann, t).map_err(|e| ann.error(site, "lltype", e))? {
        LlType::Value(Type::FuncPtr(t)) => t,
        _ => {
            return Err(ann.error(site, "lltype", "llhelper() wants a pointer type of functions"));
        }
    };
    let ft = ann.types.funcs[t].clone();
    let d = prebuilt::function_desc(ann, site, f)?;
    let positional: Vec<_> = ft
        .args
        .iter()
        .enumerate()
        .map(|(i, t)| (SomeValue::from_lltype(*t), crate::ArgSource::Operand(i)))
        .collect();
    let shape = crate::CallShape { pos: positional.len(), ..Default::default() };
    let args = CallArgs { positional, keywords: vec![], shape };
    if let (Some(g), _) = specialize::function_graph(ann, site, d, &args)? {
        ann.raw.callbacks.insert(r, (g, t));
    }
    Ok(SomeValue::ptr(Type::FuncPtr(t)).with_const(HlConst::Host(r)))
}

/// A function that is passed where C wants a pointer to one; `None` for other values.
pub(crate) fn callback_argument(
    ann: &mut Annotator,
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
