//! Low-level types that programs build from rlib's type objects: pointers, arrays and structures, of C and of the
//! collector. They are in one file because they are made of each other: a structure of the collector has parts that are
//! types of C, and the reverse.

use crate::definitions::constants;
use crate::model::state::Member;
use crate::prelude::*;
use flowmodel::{Field, HostRef, Items, Mutability, Room, StructId, Type};
use rustc_hash::FxHashMap;

/// The short name of the class of a type object (`Ptr`, `Array`, …).
pub(crate) fn type_class(a: &Facts, r: HostRef) -> Option<String> {
    let hv::View::Instance(class, _) = hv::view(&a.host, r) else { return None };
    let name = hv::registry_name(&a.host, class)?;
    Some(name.strip_prefix("rpython.rtyper.lltypesystem.lltype.")?.to_string())
}

/// Says whether a host object is one of rlib's type objects.
pub(crate) fn is_type_object(a: &Facts, r: HostRef) -> bool {
    type_class(a, r).is_some_and(|c| CLASSES.contains(&&*c))
}

/// Name of the type that `rffi.VOIDP` points to.
pub(crate) const VOID_ARRAY: &str = "carray_Char_void";

pub(crate) const CLASSES: &[&str] = &[
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
pub(crate) fn build(a: &mut Facts, r: HostRef) -> Result<LlType, String> {
    let class = type_class(a, r).unwrap_or_default();
    let attr = |a: &Facts, n: &str| hv::instance_attr(&a.host, r, n);
    let text = |a: &Facts, n: &str| attr(a, n).and_then(|v| hv::text(&a.host, v));
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
            gc_struct(a, r, &format!("struct_{}", plain(&name))).map(LlType::Container)
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
        "GcArray" => gc_array(a, r, None).map(LlType::Container),
        "Array" | "FixedSizeArray" => {
            let item = attr(a, "OF").ok_or("an array type without items")?;
            let nolength = class == "FixedSizeArray"
                || attr(a, "_nolength").is_some_and(|v| hv::truth(&a.host, v));
            let fixed = match class == "FixedSizeArray" {
                true => Some(length(a, r)?),
                false => None,
            };
            let tag = text(a, "_tag").unwrap_or_default();
            if let Some(s) = begun(a, r, false) {
                return Ok(LlType::Container(s));
            }
            let item = of(a, item);
            if let (Ok(LlType::Container(s)), None) = (&item, fixed)
                && a.raw.unfinished.contains(s)
            {
                // A field of the structure points to an array of such structures.
                let name = format!("carray_{}", a.types.structs[*s].name);
                let array = ended(a, r);
                let array = array.unwrap_or_else(|| a.types.declare(&name, false, None));
                a.known.host_lltypes.insert(r, LlType::Container(array));
                a.raw.unfinished_arrays.push((*s, array, nolength));
                return Ok(LlType::Container(array));
            }
            let declared = ended(a, r);
            array_of(a, item?, nolength, &tag, fixed, declared).map(LlType::Container)
        }
        _ => Err(format!("{class} is not a low-level type")),
    }
}

/// The structure is known now: so are arrays of it that its own fields point to.
pub(crate) fn finish_arrays(a: &mut Facts, item: StructId) -> Result<(), String> {
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
pub(crate) fn name_of_items(a: &Facts, t: Type) -> String {
    match t {
        Type::Ptr(s) => format!("p_{}", a.types.structs[s].name),
        Type::FuncPtr(_) => "function".into(),
        t => format!("{t:?}"),
    }
}

/// The type of an array of C with these items; equal ones are one type.
pub(crate) fn array_of(
    a: &mut Facts,
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
pub(crate) fn room_of(a: &Facts, s: StructId) -> Result<Room, String> {
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
pub(crate) fn resolve(a: &Facts, mut r: HostRef) -> Result<HostRef, String> {
    while type_class(a, r).is_some_and(|c| c.ends_with("ForwardReference")) {
        r = hv::instance_attr(&a.host, r, "_target")
            .filter(|t| !hv::is_none(&a.host, *t))
            .ok_or("a forward reference that did not become a type")?;
    }
    Ok(r)
}

/// The low-level type of a type object, which may be known already.
pub(crate) fn of(a: &mut Facts, r: HostRef) -> Result<LlType, String> {
    match lltype_of_host(a, r) {
        Some(t) => Ok(t),
        None if is_type_object(a, r) => build(a, r),
        None => Err("a low-level type is expected".into()),
    }
}

/// The type of a value.
pub(crate) fn value(a: &mut Facts, r: HostRef, what: &str) -> Result<Type, String> {
    match of(a, r)? {
        LlType::Value(Type::LongFloat) => {
            Err(format!("{what} cannot be a long double: only items of arrays are"))
        }
        LlType::Value(t) => Ok(t),
        _ => Err(format!("{what} cannot be a container itself, only a pointer to it")),
    }
}

/// Fields, by index, that are room for something else.
pub(crate) type Rooms = Vec<(u32, Room)>;

/// Fields of a structure. Where offsets are told (by the C compiler), room is put between the fields. The last one may
/// be an array of unknown length, as in C: the third value.
pub(crate) fn struct_fields(
    a: &mut Facts,
    r: HostRef,
    this: StructId,
) -> Result<(Vec<Field>, Rooms, Option<StructId>), String> {
    let numbers = |a: &Facts, name: &str| -> Option<Vec<i64>> {
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
pub(crate) fn is_open_array(a: &Facts, s: StructId) -> bool {
    let st = &a.types.structs[s];
    !st.gc && st.items.is_some() && st.fields.is_empty() && !a.raw.fixed_lengths.contains_key(&s)
}

/// The alignment of such an array: of its length, if it has one, and of its items.
pub(crate) fn tail_align(a: &Facts, s: StructId) -> u32 {
    let st = &a.types.structs[s];
    let items = match (st.item_room, st.item_type()) {
        (Some(r), _) => r.align,
        (None, t) => t.unwrap_or_default().size().max(1),
    };
    if st.nolength { items } else { items.max(Type::Signed.size()) }
}

/// Raw memory is not traced.
pub(crate) fn refuse_gc(a: &Facts, t: Type) -> Result<(), String> {
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

/// The low-level type that a host object stands for.
pub(crate) fn lltype_of_host(a: &mut Facts, r: HostRef) -> Option<LlType> {
    if let Some(t) = a.known.host_lltypes.get(&r) {
        return Some(*t);
    }
    let class = hv::class_of_instance(&a.host, r)?;
    let name = hv::registry_name(&a.host, class)?;
    let module = name.strip_prefix("rpython.rtyper.lltypesystem.")?;
    let t = match module {
        "lltype.Primitive" | "lltype.Number" => {
            let n = ["_name", "name"].iter().find_map(|n| {
                hv::instance_attr(&a.host, r, n).and_then(|v| hv::text(&a.host, v))
            })?;
            match &*n {
                "rpy_string" => LlType::Container(text_container(a, &n, Type::Char)),
                "rpy_unicode" => LlType::Container(text_container(a, &n, Type::UniChar)),
                _ => LlType::Value(primitive(&n)?),
            }
        }
        _ if crate::kinds::type_objects::is_type_object(a, r) => {
            crate::kinds::type_objects::build(a, r).ok()?
        }
        _ => return None,
    };
    a.known.host_lltypes.insert(r, t);
    Some(t)
}

/// The container of strings, which the RTyper shares.
pub(crate) fn text_container(a: &mut Facts, name: &str, item: Type) -> StructId {
    if let Some(s) = a.types.lookup(name) {
        return s;
    }
    let hash = vec![flowmodel::Field::new("hash", Type::Signed)];
    let s = a.types.add(name, true, None, hash, Some(Items::Plain(item)));
    if item == Type::Char {
        a.string_container = Some(s);
    }
    s
}

/// A primitive type by its name in rlib.
pub(crate) fn primitive(name: &str) -> Option<Type> {
    Some(match name {
        "Void" => Type::Void,
        "Bool" => Type::Bool,
        "Char" => Type::Char,
        "UniChar" => Type::UniChar,
        "Signed" | "SignedLongLong" | "INT" | "SSIZE_T" | "LONG" | "LONGLONG" => Type::Signed,
        "Unsigned" | "UnsignedLongLong" | "SIZE_T" | "ULONG" | "ULONGLONG" => Type::Unsigned,
        "Int32" => Type::Int32,
        "UInt32" => Type::UInt32,
        "Int8" => Type::Int8,
        "UInt8" => Type::UInt8,
        "Int16" => Type::Int16,
        "UInt16" => Type::UInt16,
        "Float" | "DOUBLE" => Type::Float,
        "SingleFloat" | "FLOAT" => Type::SingleFloat,
        "LongFloat" => Type::LongFloat,
        "Address" | "CCHARP" | "VOIDP" => Type::Address,
        "GCREF" | "GcRef" => Type::GcRef,
        _ => return None,
    })
}

/// The type of a `GcStruct`. Its fields may be pointers to structures that contain or extend it: those are only
/// declared first.
pub(crate) fn gc_struct(a: &mut Facts, r: HostRef, name: &str) -> Result<StructId, String> {
    let s = a.types.declare(name, true, None);
    a.known.host_lltypes.insert(r, LlType::Container(s));
    a.raw.inlined.pending.push((r, s));
    if a.raw.inlined.busy {
        return Ok(s);
    }
    a.raw.inlined.busy = true;
    let mut done = vec![];
    let mut result = Ok(s);
    while let (true, Some((r, s))) = (result.is_ok(), a.raw.inlined.pending.pop()) {
        done.push(r);
        if let Err(e) = define(a, r, s) {
            result = Err(e);
        }
    }
    a.raw.inlined.busy = false;
    if result.is_err() {
        done.extend(std::mem::take(&mut a.raw.inlined.pending).into_iter().map(|p| p.0));
        for r in done {
            a.known.host_lltypes.remove(&r);
        }
    }
    result
}

/// Finds the fields of a declared structure.
pub(crate) fn define(a: &mut Facts, r: HostRef, s: StructId) -> Result<(), String> {
    let list = |a: &Facts, name: &str| {
        let list = hv::instance_attr(&a.host, r, name);
        list.map(|v| hv::items(&a.host, v)).unwrap_or_default()
    };
    let text = |a: &Facts, v: HostRef| hv::text(&a.host, v).unwrap_or_default();
    let (pairs, keys) = (list(a, "_fields"), list(a, "_own_keys"));
    let parent = hv::instance_attr(&a.host, r, "_parent").and_then(|v| hv::text(&a.host, v));
    let mut members = FxHashMap::default();
    let mut fields = vec![];
    let mut items = None;
    for (pair, key) in pairs.into_iter().zip(keys) {
        let [n, t] = hv::items(&a.host, pair)[..] else {
            return Err("fields are pairs of name and type".into());
        };
        let (name, key) = (text(a, n), text(a, key));
        let t = resolve(a, t)?;
        if parent.as_deref() == Some(&*name) {
            let p = defined(a, t)?;
            a.types.structs[s].parent = Some(p);
            fields.extend(a.types.structs[p].fields.iter().cloned());
            members.insert(name, Member::Parent(p));
            continue;
        }
        let at = |e| format!("the field '{name}': {e}");
        let member = match &*type_class(a, t).unwrap_or_default() {
            "Struct" => {
                let prefix: Rc<str> = format!("{key}.").into();
                flatten(a, t, &prefix, true, &mut fields).map_err(at)?;
                Member::Inside(prefix, t)
            }
            "Array" => {
                items = Some(gc_items(a, t).map_err(at)?.0);
                Member::Items(key, t)
            }
            _ => {
                fields.push(plain_field(a, t, &key).map_err(at)?);
                Member::Field(fields.len() as u32 - 1)
            }
        };
        members.insert(name, member);
    }
    a.raw.inlined.members.insert(s, members);
    let st = &mut a.types.structs[s];
    (st.fields, st.items) = (fields, items);
    Ok(())
}

/// The type of a `GcStruct` that another one begins with, with its fields.
pub(crate) fn defined(a: &mut Facts, r: HostRef) -> Result<StructId, String> {
    let LlType::Container(s) = of(a, r)? else {
        return Err("a structure is expected here".into());
    };
    if let Some(i) = a.raw.inlined.pending.iter().position(|p| p.0 == r) {
        a.raw.inlined.pending.remove(i);
        if let Err(e) = define(a, r, s) {
            a.known.host_lltypes.remove(&r);
            return Err(e);
        }
    }
    Ok(s)
}

/// A field that is a value, or an array of fixed length.
pub(crate) fn plain_field(a: &mut Facts, t: HostRef, name: &str) -> Result<Field, String> {
    if type_class(a, t).as_deref() == Some("FixedSizeArray") {
        let n = length(a, t)?;
        let array = gc_array(a, t, Some(n))?;
        let ty = Type::Ptr(array);
        return Ok(Field { name: name.into(), ty, mutability: Mutability::Immutable });
    }
    Ok(Field::new(name, value(a, t, "a field")?))
}

/// Adds the fields of a structure inside of an object to those of the object.
pub(crate) fn flatten(
    a: &mut Facts,
    r: HostRef,
    prefix: &str,
    arrays: bool,
    fields: &mut Vec<Field>,
) -> Result<(), String> {
    let list = hv::instance_attr(&a.host, r, "_fields");
    let pairs = list.map(|v| hv::items(&a.host, v)).unwrap_or_default();
    if pairs.is_empty() {
        return Err("a structure without fields inside of an object".into());
    }
    for pair in pairs {
        let [n, t] = hv::items(&a.host, pair)[..] else {
            return Err("fields are pairs of name and type".into());
        };
        let name = format!("{prefix}{}", hv::text(&a.host, n).unwrap_or_default());
        let t = resolve(a, t)?;
        match &*type_class(a, t).unwrap_or_default() {
            "Struct" => flatten(a, t, &format!("{name}."), arrays, fields)?,
            "Array" => {
                return Err("an array of any length inside of a structure in an object".into());
            }
            "FixedSizeArray" if !arrays => {
                return Err("an array of fixed length inside of the items of an array".into());
            }
            _ => fields.push(plain_field(a, t, &name)?),
        }
    }
    Ok(())
}

/// Says what the items of an array type are in an object, and names them.
pub(crate) fn gc_items(a: &mut Facts, r: HostRef) -> Result<(Items, String), String> {
    let item = hv::instance_attr(&a.host, r, "OF").ok_or("an array type without items")?;
    let item = resolve(a, item)?;
    match &*type_class(a, item).unwrap_or_default() {
        "Struct" => {
            let mut fields = vec![];
            flatten(a, item, "", false, &mut fields)?;
            let name = hv::instance_attr(&a.host, item, "_name");
            let name = name.and_then(|v| hv::text(&a.host, v)).unwrap_or_default();
            Ok((Items::Inline(fields), format!("struct_{}", plain(&name))))
        }
        "GcStruct" | "Array" | "GcArray" | "FixedSizeArray" | "OpaqueType" | "FuncType" => {
            Err("items of an array may be values or structures only".into())
        }
        _ => {
            let t = value(a, item, "an item")?;
            Ok((Items::Plain(t), name_of_items(a, t)))
        }
    }
}

/// Notes that the items of an array type are being found. If they are already, its items refer to the array itself: gives
/// its type then, which has no items yet.
pub(crate) fn begun(a: &mut Facts, r: HostRef, gc: bool) -> Option<StructId> {
    let s = match a.raw.inlined.arrays.get(&r) {
        Some(Some(s)) => *s,
        Some(None) => a.types.declare(if gc { "gcarray_rec" } else { "carray_rec" }, gc, None),
        None => {
            a.raw.inlined.arrays.insert(r, None);
            return None;
        }
    };
    a.raw.inlined.arrays.insert(r, Some(s));
    Some(s)
}

/// The type that was given out since [`begun`].
pub(crate) fn ended(a: &mut Facts, r: HostRef) -> Option<StructId> {
    a.raw.inlined.arrays.remove(&r).flatten()
}

/// The type of a `GcArray`, or of an array of fixed length inside of an object; equal ones are one type.
pub(crate) fn gc_array(a: &mut Facts, r: HostRef, fixed: Option<i64>) -> Result<StructId, String> {
    if let Some(s) = begun(a, r, true) {
        return Ok(s);
    }
    let items = gc_items(a, r);
    let declared = ended(a, r);
    let (items, name) = items?;
    if let Some(s) = declared {
        a.types.define(s, vec![], Some(items));
        return Ok(s);
    }
    let name = match fixed {
        Some(n) => format!("gcarray_{name}_sized_{n}"),
        None => format!("gcarray_{name}_sized"),
    };
    if let Some(s) = a.types.lookup(&name)
        && a.types.structs[s].items.as_ref() == Some(&items)
    {
        return Ok(s);
    }
    let s = a.types.add(&name, true, None, vec![], Some(items));
    if let Some(n) = fixed {
        a.raw.fixed_lengths.insert(s, n);
    }
    Ok(s)
}

/// The length that an array type says.
pub(crate) fn length(a: &mut Facts, r: HostRef) -> Result<i64, String> {
    let length = hv::instance_attr(&a.host, r, "length");
    length
        .and_then(|v| constants::annotation_of(a, &HlConst::Host(v)).const_int())
        .filter(|n| (0..1 << 32).contains(n))
        .ok_or_else(|| "an array's length must be a number".into())
}
