//! Containers inside of objects of the garbage collector.
//!
//! Only whole objects have addresses that the collector knows. So the fields of a structure inside of an object are
//! fields of the object, with names like `span.start.x`; an array at the end of a structure is the tail of the object;
//! a structure that another one begins with is its parent. An array of fixed length is an object of its own, which is
//! made together with the one that contains it. A pointer to such a part is a pointer to the whole object; which part
//! it means is in its annotation ([`Interior`]).
//! Their types are built in `type_objects.rs`.

use crate::kinds::conversions;
use crate::kinds::type_objects::of;
use crate::model::state::Member;
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use flowmodel::{HostRef, Items, LlOp, StructId, Type};

/// Says what a name in a part of an object stands for.
pub enum Found {
    /// A field (of the object, or of its items) by index.
    Field(u32, Type),
    /// A part of the part.
    Inside(Interior),
}

/// Annotates what an object of import time refers to, also from its parts.
pub(crate) fn annotate_contents(a: &mut Facts, site: Site, r: HostRef) -> AResult<()> {
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
pub(crate) fn is_part(a: &Facts, r: HostRef) -> bool {
    hv::instance_attr(&a.host, r, "_inside").is_some_and(|v| hv::truth(&a.host, v))
}

/// The rows: what operations on pointers to parts of objects give.
pub(crate) const ROWS: &[Row] = &[
    row(&[HlOp::GetAttr, HlOp::SetAttr], INTERIOR, ANY, Gives::Reads(part)).code(Code::PartField),
    row(&[HlOp::Len], INTERIOR, ANY, Gives::Reads(part)).lowers(Lowers::Op(LlOp::GetArraySize)),
    row(&[HlOp::GetItem], INTERIOR, ANY, Gives::Reads(part)).code(Code::PartItem),
    row(&[HlOp::SetItem], INTERIOR, ANY, Gives::Reads(part)).code(Code::SetPartItem),
    row(HlOp::ALL, INTERIOR, ANY, Gives::Reads(part))
        .when(|_, q| !matches!(q.operation(), HlOp::SameAs | HlOp::NewTuple | HlOp::NewList)),
];

fn part(ann: &Facts, q: &Asked) -> AResult {
    match &q.args[0].kind {
        Kind::InteriorPtr(p) => interior_op(ann, q.site, q.op, &p.clone(), q.args),
        _ => unreachable!("the row is for pointers to parts"),
    }
}

/// Says what a name in a structure stands for, if the structure is one of the collector that the program has
/// made.
pub fn member<'a>(ann: &'a Facts, s: StructId, name: &str) -> Option<&'a Member> {
    ann.raw.inlined.members.get(&s)?.get(name)
}

/// The field of a structure that a program names.
pub fn field_of(ann: &Facts, s: StructId, name: &str) -> Option<u32> {
    match ann.raw.inlined.members.get(&s) {
        None => ann.types.structs[s].field_index(name),
        Some(members) => match members.get(name)? {
            Member::Field(i) => Some(*i),
            _ => None,
        },
    }
}

/// The array of fixed length, and the length, that is a part of the object which has a field of this type.
pub fn inline_array(ann: &Facts, t: Type) -> Option<(StructId, i64)> {
    let s = t.struct_id().filter(|s| ann.types.structs[*s].gc)?;
    ann.raw.fixed_lengths.get(&s).map(|n| (s, *n))
}

/// Says what a name in a part of an object stands for.
pub fn in_part(ann: &Facts, p: &Interior, name: &str) -> Option<Found> {
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
    ann: &Facts,
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
                    conversions::check_lowlevel_store(ann, site, t, &args[2])?;
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
                    conversions::check_lowlevel_store(ann, site, t, &args[2])?;
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
pub(crate) fn member_value(ann: &Facts, s: StructId, m: &Member) -> SomeValue {
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
pub(crate) fn member_type(ann: &mut Facts, site: Site, s: StructId, m: &Member) -> AResult<LlType> {
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
pub(crate) fn assigned_container(ann: &Facts, site: Site, name: &str) -> AnnError {
    let message =
        format!("the field '{name}' is a container itself: assign to its fields or items");
    ann.error(site, "lltype", message)
}
