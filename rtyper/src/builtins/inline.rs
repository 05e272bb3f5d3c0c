//! Parts of objects of the collector as low-level operations: see `annotator/src/kinds/inline.rs`.

use crate::graph::cx::{Cx, Virtual, konst, void};
use crate::{RTyper, Res, error};
use annotator::{Found, Interior, Kind, LlType, Member, Part};
use flowmodel::{
    Const, Hl, HlConst, HlOp, HlValue, HostRef, Items, LlOp, LlValue, ObjId, SpaceOperation,
    StructId, Type, VarId,
};
use flowspace::host::tables;
use std::rc::Rc;

impl RTyper<'_> {
    /// `p.name` of a structure of the collector.
    pub(crate) fn get_member(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        p: LlValue,
        s: StructId,
        m: &Member,
    ) -> Res {
        let v = match m {
            Member::Field(i) => self.field_value(cx, p, s, *i),
            Member::Parent(parent) => self.cast(cx, p, Type::Ptr(*parent)),
            // The pointer is that to the object.
            Member::Inside(..) | Member::Items(..) => p,
        };
        self.own_result(cx, op, v)
    }

    fn field_value(&mut self, cx: &mut Cx, p: LlValue, s: StructId, i: u32) -> LlValue {
        match self.ann.types.structs[s].fields[i as usize].ty {
            Type::Void => void(),
            t => cx.op(LlOp::GetField, vec![p, konst(Const::Field(i))], t),
        }
    }

    /// `p[i]` of an array of the collector.
    pub(crate) fn get_item(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        p: LlValue,
        s: StructId,
        i: LlValue,
    ) -> Res {
        match self.ann.types.structs[s].items {
            Some(Items::Plain(Type::LongFloat)) => {
                let from = self.ann.types.layout(s).items as i64;
                let adr = self.item_address(cx, p, s, i, from, Type::Address);
                let v = self.helper_call(cx, "ll_longdouble", "ll_load_long_double", vec![adr])?;
                let r = self.prim(Type::Float);
                self.set_result(cx, op, v, r)
            }
            Some(Items::Plain(t)) => {
                let v = match t {
                    Type::Void => void(),
                    t => cx.op(LlOp::GetArrayItem, vec![p, i], t),
                };
                let r = self.prim(t);
                self.set_result(cx, op, v, r)
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
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        p: LlValue,
        s: StructId,
    ) -> Res {
        let i = self.signed(cx, &op.args[1])?;
        let t = self.ann.types.structs[s].item_type().unwrap_or_default();
        if t == Type::LongFloat {
            let v = self.lowlevel_value(cx, &op.args[2], Type::Float)?;
            let from = self.ann.types.layout(s).items as i64;
            let adr = self.item_address(cx, p, s, i, from, Type::Address);
            self.helper_call(cx, "ll_longdouble", "ll_store_long_double", vec![adr, v])?;
            return self.none_result(cx, op);
        }
        let v = self.lowlevel_value(cx, &op.args[2], t)?;
        if t != Type::Void {
            cx.op0(LlOp::SetArrayItem, vec![p, i, v]);
        }
        self.none_result(cx, op)
    }

    /// An operation on a pointer into an object. False if it is not one of its own.
    pub(crate) fn interior_op(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        p: &Interior,
    ) -> Res<bool> {
        match op.op {
            HlOp::GetAttr | HlOp::SetAttr => {
                let name = self.attr_name(cx, &op.args[1])?;
                let found = self.ann.in_part(p, &name);
                let found = found.ok_or_else(|| error(format!("no field {name}")))?;
                match p.part {
                    Part::Item => self.item_attribute(cx, op, found)?,
                    _ => self.part_attribute(cx, op, p.object, found)?,
                }
            }
            HlOp::Len => {
                let (v, _) = self.val(cx, &op.args[0])?;
                let n = cx.op(LlOp::GetArraySize, vec![v], Type::Signed);
                self.int_result(cx, op, n)?;
            }
            HlOp::GetItem => {
                let (v, _) = self.val(cx, &op.args[0])?;
                let i = self.signed(cx, &op.args[1])?;
                self.get_item(cx, op, v, p.object, i)?;
            }
            HlOp::SetItem => {
                let (v, _) = self.val(cx, &op.args[0])?;
                self.set_item(cx, op, v, p.object)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `p.name` or `p.name = v` of a structure in an object
    fn part_attribute(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        object: StructId,
        found: Found,
    ) -> Res {
        let (p, _) = self.val(cx, &op.args[0])?;
        match (found, op.op) {
            (Found::Inside(_), _) => self.own_result(cx, op, p),
            (Found::Field(i, _), HlOp::GetAttr) => {
                let v = self.field_value(cx, p, object, i);
                self.own_result(cx, op, v)
            }
            (Found::Field(i, t), _) => {
                let v = self.lowlevel_value(cx, &op.args[2], t)?;
                if t != Type::Void {
                    cx.op0(LlOp::SetField, vec![p, konst(Const::Field(i)), v]);
                }
                self.none_result(cx, op)
            }
        }
    }

    /// `p.name` or `p.name = v` of an item, or of a structure in it
    fn item_attribute(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, found: Found) -> Res {
        let (p, i) = self.item_and_index(cx, &op.args[0])?;
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
                self.own_result(cx, op, v)
            }
            (Found::Field(f, t), _) => {
                let v = self.lowlevel_value(cx, &op.args[2], t)?;
                if t != Type::Void {
                    cx.op0(LlOp::SetInteriorField, vec![p, i, konst(Const::Field(f)), v]);
                }
                self.none_result(cx, op)
            }
        }
    }

    /// The object and the index that a pointer to an item consists of.
    fn item_and_index(&mut self, cx: &mut Cx, a: &HlValue) -> Res<(LlValue, LlValue)> {
        if let Some(v) = a.as_var()
            && let Some(Virtual::Interior(p, i)) = cx.virtuals.get(&v)
        {
            return Ok((*p, *i));
        }
        let (pair, _) = self.val(cx, a)?;
        Ok((self.getfield(cx, pair, "item0")?, self.getfield(cx, pair, "item1")?))
    }

    /// The container of a pointer to an item.
    pub(crate) fn item_pointer_struct(&mut self, p: &Interior) -> Res<StructId> {
        let parts = [self.prim(Type::Ptr(p.object)), self.prim(Type::Signed)];
        self.tuple_struct(&parts)
    }

    /// A pointer to an item as a value: it leaves the block where it was taken, or is kept somewhere. Each exit of the
    /// block makes one of its own.
    pub(crate) fn item_pointer_object(&mut self, cx: &mut Cx, v: VarId) -> Res<LlValue> {
        let (Some(Virtual::Interior(p, i)), Kind::InteriorPtr(part)) =
            (cx.virtuals.get(&v).cloned(), self.ann.binding(cx.gid, v).kind.clone())
        else {
            return Err(error("internal: a pointer to an item"));
        };
        let s = self.item_pointer_struct(&part)?;
        let pair = self.malloc(cx, s);
        self.setfield(cx, pair, "item0", p)?;
        self.setfield(cx, pair, "item1", i)?;
        Ok(pair)
    }

    /// Makes the arrays of fixed length that belong to a new object.
    pub(crate) fn make_inline_arrays(&mut self, cx: &mut Cx, p: &LlValue, s: StructId) {
        let fields = self.ann.types.structs[s].fields.iter().enumerate();
        let arrays: Vec<_> =
            fields.filter_map(|(i, f)| Some((i, self.ann.inline_array(f.ty)?))).collect();
        for (i, (array, n)) in arrays {
            let v = self.malloc_varsize(cx, array, konst(Const::Int(n)));
            cx.op0(LlOp::SetField, vec![*p, konst(Const::Field(i as u32)), v]);
        }
    }

    /// An object of the collector that exists before the program runs, where a pointer to `s` is expected (`None`: one to any).
    pub(crate) fn gc_const(&mut self, h: HostRef, s: Option<StructId>) -> Res<Const> {
        let attr = |rt: &Self, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
        let Some(mem) = attr(self, "_mem") else {
            return Err(error("internal: a pointer of import time"));
        };
        let o = match self.c.raw_objects.get(&mem) {
            Some(o) => *o,
            None => {
                let exact =
                    attr(self, "_exact").map(|t| self.ann.const_annotation(&HlConst::Host(t)).kind);
                let exact = match (exact, s) {
                    (Some(Kind::LlType(LlType::Container(exact))), _) => exact,
                    (_, Some(s)) => s, // an array in an object
                    _ => return Err(error("internal: the type of an object of import time")),
                };
                let o = self.new_obj("gc", exact, vec![]);
                self.c.raw_objects.insert(mem, o);
                self.fill_gc_object(o, mem)?;
                o
            }
        };
        match s.is_none_or(|s| self.ann.types.is_subtype(self.prog.heap[o].ty, s)) {
            true => Ok(Const::Obj(o)),
            false => Err(error("an object of import time is used with two types")),
        }
    }

    /// Fills in an object of the collector that exists before the program runs.
    fn fill_gc_object(&mut self, o: ObjId, mem: HostRef) -> Res {
        let s = self.prog.heap[o].ty;
        let st = self.ann.types.structs[s].clone();
        for (i, f) in st.fields.iter().enumerate() {
            self.prog.heap[o].fields[i] = self.content(mem, &f.name, f.ty)?;
        }
        let list = match self.items_key(s) {
            Some(key) => self.memory_of(mem, &key)?,
            None => mem,
        };
        let list = annotator::hostview::items(&self.ann.host, list);
        let mut items = vec![];
        match &st.items {
            None => {}
            Some(Items::Plain(t)) => {
                let r = self.prim(*t);
                for v in list {
                    items.push(self.host_const(v, r)?);
                }
            }
            Some(Items::Inline(fields)) => {
                for v in list {
                    let mem = annotator::hostview::instance_attr(&self.ann.host, v, "_mem");
                    let mem = mem.ok_or_else(|| error("internal: an item of import time"))?;
                    for f in fields {
                        items.push(self.content(mem, &f.name, f.ty)?);
                    }
                }
            }
        }
        self.prog.heap[o].items = items;
        Ok(())
    }

    /// The name that the array at the end has in memory of import time.
    fn items_key(&self, s: StructId) -> Option<Rc<str>> {
        let members = self.ann.raw.inlined.members.get(&s)?;
        members.values().find_map(|m| match m {
            Member::Items(key, _) => Some(key.clone()),
            _ => None,
        })
    }

    /// What is at a name in memory of import time.
    fn in_memory(&mut self, mem: HostRef, name: &str) -> Res<HostRef> {
        let key = self.ann.host.str(name);
        match tables::get(&mut self.ann.host, mem, key) {
            Ok(Some(v)) => Ok(v),
            _ => Err(error(format!("internal: the field {name} of an object of import time"))),
        }
    }

    /// The memory of a part.
    fn memory_of(&mut self, mem: HostRef, name: &str) -> Res<HostRef> {
        let part = self.in_memory(mem, name)?;
        annotator::hostview::instance_attr(&self.ann.host, part, "_mem")
            .ok_or_else(|| error(format!("internal: the part {name} of an object of import time")))
    }

    /// The value of a field, whose name leads through parts.
    fn content(&mut self, mem: HostRef, name: &str, t: Type) -> Res<Const> {
        if let Some((part, rest)) = name.split_once('.') {
            let mem = self.memory_of(mem, part)?;
            return self.content(mem, rest, t);
        }
        let v = self.in_memory(mem, name)?;
        let r = self.prim(t);
        self.host_const(v, r)
    }
}
