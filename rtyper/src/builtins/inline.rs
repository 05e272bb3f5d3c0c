//! Parts of objects of the collector as low-level operations: see `annotator/src/kinds/inline.rs`.

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::base::operands;
use crate::builtins::rffi;
use crate::repr::layouts;
use crate::state::{RTyper, Res, error};
use annotator::{Found, Interior, Kind, LlType, Member, Part};
use flowmodel::{
    Const, Hl, HlConst, HlOp, HlValue, HostRef, Items, LlOp, LlValue, ObjId, SpaceOperation,
    StructId, Type, VarId,
};
use flowspace::host::tables;
use std::rc::Rc;

/// `p.name` of a structure of the collector.
pub(crate) fn get_member(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    p: LlValue,
    s: StructId,
    m: &Member,
) -> Res {
    let v = match m {
        Member::Field(i) => field_value(rt, cx, p, s, *i),
        Member::Parent(parent) => rt.cast(cx, p, Type::Ptr(*parent)),
        // The pointer is that to the object.
        Member::Inside(..) | Member::Items(..) => p,
    };
    rt.own_result(cx, op, v)
}

fn field_value(rt: &mut RTyper<'_>, cx: &mut Cx, p: LlValue, s: StructId, i: u32) -> LlValue {
    match rt.ann.types.structs[s].fields[i as usize].ty {
        Type::Void => void(),
        t => cx.op(LlOp::GetField, vec![p, konst(Const::Field(i))], t),
    }
}

/// `p[i]` of an array of the collector.
pub(crate) fn get_item(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    p: LlValue,
    s: StructId,
    i: LlValue,
) -> Res {
    match rt.ann.types.structs[s].items {
        Some(Items::Plain(Type::LongFloat)) => {
            let from = rt.ann.types.layout(s).items as i64;
            let adr = rffi::item_address(rt, cx, p, s, i, from, Type::Address);
            let v = rt.helper_call(cx, "ll_longdouble", "ll_load_long_double", vec![adr])?;
            let r = rt.prim(Type::Float);
            rt.set_result(cx, op, v, r)
        }
        Some(Items::Plain(t)) => {
            let v = match t {
                Type::Void => void(),
                t => cx.op(LlOp::GetArrayItem, vec![p, i], t),
            };
            let r = rt.prim(t);
            rt.set_result(cx, op, v, r)
        }
        Some(Items::Inline(_)) => {
            cx.virtuals.insert(op.result, Virtual::Interior(p, i));
            Ok(())
        }
        None => Err(error("the container has no items")),
    }
}

/// `p[i] = v`
pub(crate) fn set_item(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    p: LlValue,
    s: StructId,
) -> Res {
    let i = rt.signed(cx, &op.args[1])?;
    let t = rt.ann.types.structs[s].item_type().unwrap_or_default();
    if t == Type::LongFloat {
        let v = rffi::lowlevel_value(rt, cx, &op.args[2], Type::Float)?;
        let from = rt.ann.types.layout(s).items as i64;
        let adr = rffi::item_address(rt, cx, p, s, i, from, Type::Address);
        rt.helper_call(cx, "ll_longdouble", "ll_store_long_double", vec![adr, v])?;
        return rt.none_result(cx, op);
    }
    let v = rffi::lowlevel_value(rt, cx, &op.args[2], t)?;
    if t != Type::Void {
        cx.op0(LlOp::SetArrayItem, vec![p, i, v]);
    }
    rt.none_result(cx, op)
}

/// The part of an object that the first operand points to.
fn part(rt: &mut RTyper<'_>, cx: &Cx, op: &SpaceOperation<Hl>) -> Res<Rc<Interior>> {
    match rt.s(cx, &op.args[0]).kind {
        Kind::InteriorPtr(p) => Ok(p),
        _ => Err(error("a pointer into an object is expected here")),
    }
}

/// `p.name`, `p.name = v`
pub(crate) fn part_field(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let p = part(rt, cx, op)?;
    let name = operands::attr_name(rt, cx, &op.args[1])?;
    let found = annotator::in_part(rt.ann, &p, &name);
    let found = found.ok_or_else(|| error(format!("no field {name}")))?;
    match p.part {
        Part::Item => item_attribute(rt, cx, op, found),
        _ => part_attribute(rt, cx, op, p.object, found),
    }
}

/// `p[i]`
pub(crate) fn part_item(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let p = part(rt, cx, op)?;
    let (v, _) = rt.val(cx, &op.args[0])?;
    let i = rt.signed(cx, &op.args[1])?;
    get_item(rt, cx, op, v, p.object, i)
}

/// `p[i] = v`
pub(crate) fn set_part_item(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let p = part(rt, cx, op)?;
    let (v, _) = rt.val(cx, &op.args[0])?;
    set_item(rt, cx, op, v, p.object)
}

/// `p.name` or `p.name = v` of a structure in an object
fn part_attribute(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    object: StructId,
    found: Found,
) -> Res {
    let (p, _) = rt.val(cx, &op.args[0])?;
    match (found, op.op) {
        (Found::Inside(_), _) => rt.own_result(cx, op, p),
        (Found::Field(i, _), HlOp::GetAttr) => {
            let v = field_value(rt, cx, p, object, i);
            rt.own_result(cx, op, v)
        }
        (Found::Field(i, t), _) => {
            let v = rffi::lowlevel_value(rt, cx, &op.args[2], t)?;
            if t != Type::Void {
                cx.op0(LlOp::SetField, vec![p, konst(Const::Field(i)), v]);
            }
            rt.none_result(cx, op)
        }
    }
}

/// `p.name` or `p.name = v` of an item, or of a structure in it
fn item_attribute(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, found: Found) -> Res {
    let (p, i) = item_and_index(rt, cx, &op.args[0])?;
    match (found, op.op) {
        (Found::Inside(_), _) => {
            cx.virtuals.insert(op.result, Virtual::Interior(p, i));
            Ok(())
        }
        (Found::Field(f, t), HlOp::GetAttr) => {
            let v = match t {
                Type::Void => void(),
                t => cx.op(LlOp::GetInteriorField, vec![p, i, konst(Const::Field(f))], t),
            };
            rt.own_result(cx, op, v)
        }
        (Found::Field(f, t), _) => {
            let v = rffi::lowlevel_value(rt, cx, &op.args[2], t)?;
            if t != Type::Void {
                cx.op0(LlOp::SetInteriorField, vec![p, i, konst(Const::Field(f)), v]);
            }
            rt.none_result(cx, op)
        }
    }
}

/// The object and the index that a pointer to an item consists of.
fn item_and_index(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue) -> Res<(LlValue, LlValue)> {
    if let Some(v) = a.as_var()
        && let Some(Virtual::Interior(p, i)) = cx.virtuals.get(&v)
    {
        return Ok((*p, *i));
    }
    let (pair, _) = rt.val(cx, a)?;
    Ok((rt.getfield(cx, pair, "item0")?, rt.getfield(cx, pair, "item1")?))
}

impl RTyper<'_> {
    /// A pointer to an item as a value: it leaves the block where it was taken, or is kept somewhere. Each exit of the
    /// block makes one of its own.
    pub(crate) fn item_pointer_object(&mut self, cx: &mut Cx, v: VarId) -> Res<LlValue> {
        let (Some(Virtual::Interior(p, i)), Kind::InteriorPtr(part)) =
            (cx.virtuals.get(&v).cloned(), self.ann.binding(cx.gid, v).kind.clone())
        else {
            return Err(error("internal: a pointer to an item"));
        };
        let s = layouts::item_pointer_struct(self, &part)?;
        let pair = cx.malloc(s);
        self.setfield(cx, pair, "item0", p)?;
        self.setfield(cx, pair, "item1", i)?;
        Ok(pair)
    }
}

/// Makes the arrays of fixed length that belong to a new object.
pub(crate) fn make_inline_arrays(rt: &mut RTyper<'_>, cx: &mut Cx, p: &LlValue, s: StructId) {
    let fields = rt.ann.types.structs[s].fields.iter().enumerate();
    let arrays: Vec<_> =
        fields.filter_map(|(i, f)| Some((i, annotator::inline_array(rt.ann, f.ty)?))).collect();
    for (i, (array, n)) in arrays {
        let v = cx.malloc_varsize(array, konst(Const::Int(n)));
        cx.op0(LlOp::SetField, vec![*p, konst(Const::Field(i as u32)), v]);
    }
}

/// An object of the collector that exists before the program runs, where a pointer to `s` is expected (`None`: one to any).
pub(crate) fn gc_const(rt: &mut RTyper<'_>, h: HostRef, s: Option<StructId>) -> Res<Const> {
    let attr = |rt: &RTyper<'_>, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
    let Some(mem) = attr(rt, "_mem") else {
        return Err(error("internal: a pointer of import time"));
    };
    let o = match rt.c.raw_objects.get(&mem) {
        Some(o) => *o,
        None => {
            let exact = attr(rt, "_exact").map(|t| rt.ann.const_annotation(&HlConst::Host(t)).kind);
            let exact = match (exact, s) {
                (Some(Kind::LlType(LlType::Container(exact))), _) => exact,
                (_, Some(s)) => s, // an array in an object
                _ => return Err(error("internal: the type of an object of import time")),
            };
            let o = rt.new_obj("gc", exact, vec![]);
            rt.c.raw_objects.insert(mem, o);
            fill_gc_object(rt, o, mem)?;
            o
        }
    };
    match s.is_none_or(|s| rt.ann.types.is_subtype(rt.prog.heap[o].ty, s)) {
        true => Ok(Const::Obj(o)),
        false => Err(error("an object of import time is used with two types")),
    }
}

/// Fills in an object of the collector that exists before the program runs.
fn fill_gc_object(rt: &mut RTyper<'_>, o: ObjId, mem: HostRef) -> Res {
    let s = rt.prog.heap[o].ty;
    let st = rt.ann.types.structs[s].clone();
    for (i, f) in st.fields.iter().enumerate() {
        rt.prog.heap[o].fields[i] = content(rt, mem, &f.name, f.ty)?;
    }
    let list = match items_key(rt, s) {
        Some(key) => memory_of(rt, mem, &key)?,
        None => mem,
    };
    let list = annotator::hostview::items(&rt.ann.host, list);
    let mut items = vec![];
    match &st.items {
        None => {}
        Some(Items::Plain(t)) => {
            let r = rt.prim(*t);
            for v in list {
                items.push(rt.host_const(v, r)?);
            }
        }
        Some(Items::Inline(fields)) => {
            for v in list {
                let mem = annotator::hostview::instance_attr(&rt.ann.host, v, "_mem");
                let mem = mem.ok_or_else(|| error("internal: an item of import time"))?;
                for f in fields {
                    items.push(content(rt, mem, &f.name, f.ty)?);
                }
            }
        }
    }
    rt.prog.heap[o].items = items;
    Ok(())
}

/// The name that the array at the end has in memory of import time.
fn items_key(rt: &RTyper<'_>, s: StructId) -> Option<Rc<str>> {
    let members = rt.ann.raw.inlined.members.get(&s)?;
    members.values().find_map(|m| match m {
        Member::Items(key, _) => Some(key.clone()),
        _ => None,
    })
}

/// Gives what is at a name in memory of import time.
fn in_memory(rt: &mut RTyper<'_>, mem: HostRef, name: &str) -> Res<HostRef> {
    let key = rt.ann.host.str(name);
    match tables::get(&mut rt.ann.host, mem, key) {
        Ok(Some(v)) => Ok(v),
        _ => Err(error(format!("internal: the field {name} of an object of import time"))),
    }
}

/// The memory of a part.
fn memory_of(rt: &mut RTyper<'_>, mem: HostRef, name: &str) -> Res<HostRef> {
    let part = in_memory(rt, mem, name)?;
    annotator::hostview::instance_attr(&rt.ann.host, part, "_mem")
        .ok_or_else(|| error(format!("internal: the part {name} of an object of import time")))
}

/// The value of a field, whose name leads through parts.
fn content(rt: &mut RTyper<'_>, mem: HostRef, name: &str, t: Type) -> Res<Const> {
    if let Some((part, rest)) = name.split_once('.') {
        let mem = memory_of(rt, mem, part)?;
        return content(rt, mem, rest, t);
    }
    let v = in_memory(rt, mem, name)?;
    let r = rt.prim(t);
    rt.host_const(v, r)
}
