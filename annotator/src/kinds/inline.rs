//! Containers inside of objects of the garbage collector.
//!
//! Only whole objects have addresses that the collector knows. So the fields of a structure inside of an object are
//! fields of the object, with names like `span.start.x`; an array at the end of a structure is the tail of the object;
//! a structure that another one begins with is its parent. An array of fixed length is an object of its own, which is
//! made together with the one that contains it. A pointer to such a part is a pointer to the whole object; which part
//! it means is in its annotation ([`Interior`]).
//!
//! This file and `rffi.rs` know each other: parts are types of C, and arrays of C are built like ours.

use crate::kinds::lowlevel;
use crate::kinds::rffi::{name_of_items, of, plain, resolve, type_class, value};
use crate::model::state::Member;
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use flowmodel::{Field, HostRef, Items, LlOp, Mutability, StructId, Type};
use rustc_hash::FxHashMap;

/// Says what a name in a part of an object stands for.
pub enum Found {
    /// A field (of the object, or of its items) by index.
    Field(u32, Type),
    /// A part of the part.
    Inside(Interior),
}

/// The type of a `GcStruct`. Its fields may be pointers to structures that contain or extend it: those are only
/// declared first.
pub(crate) fn gc_struct(a: &mut Annotator, r: HostRef, name: &str) -> Result<StructId, String> {
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
fn define(a: &mut Annotator, r: HostRef, s: StructId) -> Result<(), String> {
    let list = |a: &Annotator, name: &str| {
        let list = hv::instance_attr(&a.host, r, name);
        list.map(|v| hv::items(&a.host, v)).unwrap_or_default()
    };
    let text = |a: &Annotator, v: HostRef| hv::text(&a.host, v).unwrap_or_default();
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
fn defined(a: &mut Annotator, r: HostRef) -> Result<StructId, String> {
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
fn plain_field(a: &mut Annotator, t: HostRef, name: &str) -> Result<Field, String> {
    if type_class(a, t).as_deref() == Some("FixedSizeArray") {
        let n = length(a, t)?;
        let array = gc_array(a, t, Some(n))?;
        let ty = Type::Ptr(array);
        return Ok(Field { name: name.into(), ty, mutability: Mutability::Immutable });
    }
    Ok(Field::new(name, value(a, t, "a field")?))
}

/// Adds the fields of a structure inside of an object to those of the object.
fn flatten(
    a: &mut Annotator,
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
fn gc_items(a: &mut Annotator, r: HostRef) -> Result<(Items, String), String> {
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
pub(crate) fn begun(a: &mut Annotator, r: HostRef, gc: bool) -> Option<StructId> {
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
pub(crate) fn ended(a: &mut Annotator, r: HostRef) -> Option<StructId> {
    a.raw.inlined.arrays.remove(&r).flatten()
}

/// The type of a `GcArray`, or of an array of fixed length inside of an object; equal ones are one type.
pub(crate) fn gc_array(
    a: &mut Annotator,
    r: HostRef,
    fixed: Option<i64>,
) -> Result<StructId, String> {
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
pub(crate) fn length(a: &mut Annotator, r: HostRef) -> Result<i64, String> {
    let length = hv::instance_attr(&a.host, r, "length");
    length
        .and_then(|v| a.const_annotation(&HlConst::Host(v)).const_int())
        .filter(|n| (0..1 << 32).contains(n))
        .ok_or_else(|| "an array's length must be a number".into())
}

/// Annotates what an object of import time refers to, also from its parts.
pub(crate) fn annotate_contents(a: &mut Annotator, site: Site, r: HostRef) -> AResult<()> {
    let mem = hv::instance_attr(&a.host, r, "_mem");
    let mut inside = mem.map(|m| hv::items(&a.host, m)).unwrap_or_default();
    inside.extend(mem.iter().flat_map(|m| a.host.dict_items(*m)).map(|i| i.1));
    for v in inside {
        if !matches!(hv::view(&a.host, v), hv::View::Instance(..)) || !a.raw.seen.insert(v) {
            continue;
        }
        match is_part(a, v) {
            true => annotate_contents(a, site, v)?,
            false => {
                a.immutablevalue(site, v)?;
            }
        }
    }
    Ok(())
}

/// Says whether a pointer of import time points into an object of the collector.
pub(crate) fn is_part(a: &Annotator, r: HostRef) -> bool {
    hv::instance_attr(&a.host, r, "_inside").is_some_and(|v| hv::truth(&a.host, v))
}

/// The rows: what operations on pointers to parts of objects give.
pub(crate) const ROWS: &[Row] = &[
    row(&[HlOp::GetAttr, HlOp::SetAttr], INTERIOR, ANY, Gives::By(part)).code(Code::PartField),
    row(&[HlOp::Len], INTERIOR, ANY, Gives::By(part)).lowers(Lowers::Op(LlOp::GetArraySize)),
    row(&[HlOp::GetItem], INTERIOR, ANY, Gives::By(part)).code(Code::PartItem),
    row(&[HlOp::SetItem], INTERIOR, ANY, Gives::By(part)).code(Code::SetPartItem),
    row(HlOp::ALL, INTERIOR, ANY, Gives::By(part))
        .when(|_, q| !matches!(q.operation(), HlOp::SameAs | HlOp::NewTuple | HlOp::NewList)),
];

fn part(ann: &mut Annotator, q: &Asked) -> AResult {
    match &q.args[0].kind {
        Kind::InteriorPtr(p) => interior_op(ann, q.site, q.op, &p.clone(), q.args),
        _ => unreachable!("the row is for pointers to parts"),
    }
}

/// Says what a name in a structure stands for, if the structure is one of the collector that the program has
/// made.
pub fn member<'a>(ann: &'a Annotator, s: StructId, name: &str) -> Option<&'a Member> {
    ann.raw.inlined.members.get(&s)?.get(name)
}

/// The field of a structure that a program names.
pub fn field_of(ann: &Annotator, s: StructId, name: &str) -> Option<u32> {
    match ann.raw.inlined.members.get(&s) {
        None => ann.types.structs[s].field_index(name),
        Some(members) => match members.get(name)? {
            Member::Field(i) => Some(*i),
            _ => None,
        },
    }
}

/// The array of fixed length, and the length, that is a part of the object which has a field of this type.
pub fn inline_array(ann: &Annotator, t: Type) -> Option<(StructId, i64)> {
    let s = t.struct_id().filter(|s| ann.types.structs[*s].gc)?;
    ann.raw.fixed_lengths.get(&s).map(|n| (s, *n))
}

/// Says what a name in a part of an object stands for.
pub fn in_part(ann: &Annotator, p: &Interior, name: &str) -> Option<Found> {
    let st = &ann.types.structs[p.object];
    let fields = match p.part {
        Part::Fields => &st.fields,
        Part::Item => st.item_fields(),
        Part::Items => return None,
    };
    let full = format!("{}{name}", p.prefix);
    if let Some(i) = fields.iter().position(|f| *f.name == *full) {
        return Some(Found::Field(i as u32, fields[i].ty));
    }
    let prefix = full + ".";
    fields
        .iter()
        .any(|f| f.name.starts_with(&prefix))
        .then(|| Found::Inside(Interior { prefix: prefix.into(), ..p.clone() }))
}

/// An operation on a pointer into an object of the collector.
fn interior_op(
    ann: &mut Annotator,
    site: Site,
    op: &HlOperation,
    p: &Interior,
    args: &[SomeValue],
) -> AResult {
    let items = match p.part {
        Part::Items => ann.types.structs[p.object].items.clone(),
        _ => None,
    };
    match op.op {
        HlOp::GetAttr | HlOp::SetAttr => {
            let name = constant_text(ann, &args[1]).unwrap_or_default();
            match (in_part(ann, p, &name), op.op) {
                (Some(Found::Inside(inner)), HlOp::GetAttr) => {
                    Ok(Kind::InteriorPtr(Rc::new(inner)).into())
                }
                (Some(Found::Field(_, t)), HlOp::GetAttr) => Ok(SomeValue::from_lltype(t)),
                (Some(Found::Field(_, t)), _) if inline_array(ann, t).is_none() => {
                    lowlevel::check_lowlevel_store(ann, site, t, &args[2])?;
                    Ok(SomeValue::NONE)
                }
                (Some(_), _) => Err(assigned_container(ann, site, &name)),
                (None, _) => Err(ann.error(
                    site,
                    "lltype",
                    format!("{} has no field '{name}'", ann.show(&args[0])),
                )),
            }
        }
        HlOp::Len if p.part == Part::Items => Ok(SomeValue::NONNEG),
        HlOp::GetItem | HlOp::SetItem => {
            ann.want_int(site, &args[1], "the index of a low-level array")?;
            match (items, op.op) {
                (Some(Items::Plain(t)), HlOp::GetItem) => Ok(SomeValue::from_lltype(t)),
                (Some(Items::Plain(t)), _) => {
                    lowlevel::check_lowlevel_store(ann, site, t, &args[2])?;
                    Ok(SomeValue::NONE)
                }
                (Some(Items::Inline(_)), HlOp::GetItem) => Ok(item_of(p.object)),
                _ => Err(ops::bad_operands(ann, site, op.op, args)),
            }
        }
        _ => Err(ops::bad_operands(ann, site, op.op, args)),
    }
}

/// Annotation of an item that is a structure.
pub(crate) fn item_of(object: StructId) -> SomeValue {
    let item = Interior { object, part: Part::Item, prefix: "".into() };
    Kind::InteriorPtr(Rc::new(item)).into()
}

/// Annotation of a field of a structure of the collector.
pub(crate) fn member_value(ann: &Annotator, s: StructId, m: &Member) -> SomeValue {
    let (part, prefix) = match m {
        Member::Field(i) => {
            return SomeValue::from_lltype(ann.types.structs[s].fields[*i as usize].ty);
        }
        Member::Parent(p) => return SomeValue::ptr(Type::Ptr(*p)),
        Member::Inside(prefix, _) => (Part::Fields, prefix.clone()),
        Member::Items(..) => (Part::Items, "".into()),
    };
    Kind::InteriorPtr(Rc::new(Interior { object: s, part, prefix })).into()
}

/// The low-level type that a name in a structure of the collector stands for.
pub(crate) fn member_type(
    ann: &mut Annotator,
    site: Site,
    s: StructId,
    m: &Member,
) -> AResult<LlType> {
    match m {
        Member::Field(i) => {
            let t = ann.types.structs[s].fields[*i as usize].ty;
            Ok(match inline_array(ann, t) {
                Some((array, _)) => LlType::Container(array),
                None => LlType::Value(t),
            })
        }
        Member::Parent(p) => Ok(LlType::Container(*p)),
        Member::Inside(_, t) | Member::Items(_, t) => {
            of(ann, *t).map_err(|e| ann.error(site, "lltype", e))
        }
    }
}

/// The error for an assignment to a container inside of another one.
pub(crate) fn assigned_container(ann: &Annotator, site: Site, name: &str) -> AnnError {
    let message =
        format!("the field '{name}' is a container itself: assign to its fields or items");
    ann.error(site, "lltype", message)
}
