//! Calls of C functions by programs, and conversions between C's types.

use crate::base::cx::{Cx, konst, void};
use crate::{RTyper, Res, error};
use annotator::AnnGraphId;
use flowmodel::{
    Body, Const, EntityRef, FuncAttrs, FuncId, FuncTypeId, Function, HlValue, HostRef, Link, LlOp,
    LlValue, ObjId, StructId, Type,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub(crate) fn is_pointer(t: Type) -> bool {
    matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address)
}

/// What there is of C.
#[derive(Default)]
pub(crate) struct OfC {
    /// Functions of foreign headers.
    pub functions: FxHashMap<HostRef, FuncId>,
    /// Functions of C that helpers declare, by name.
    pub externals: FxHashMap<Rc<str>, FuncId>,
    /// Raw memory of import time, by the host object that holds its content.
    pub raw_objects: FxHashMap<HostRef, ObjId>,
    /// Functions of the program are given to C.
    pub calls_back: bool,
    /// Functions of C that helpers declare and that may block.
    pub blocking: Vec<FuncId>,
}

impl RTyper<'_> {
    /// The function that C gets for a function of the program.
    pub(crate) fn callback_const(&mut self, r: HostRef) -> Res<Const> {
        let Some((g, t)) = self.ann.raw.callbacks.get(&r).copied() else {
            return Err(error("internal: a function for C that is not annotated"));
        };
        self.c.calls_back = true;
        let f = self.func_for(g)?;
        if self.prog.funcs[f].ty == t {
            return Ok(Const::Func(f));
        }
        let key = format!("callback {}/{}", g.index(), t.index());
        if let Some(f) = self.families.dispatchers.get(&key) {
            return Ok(Const::Func(*f));
        }
        let f = self.callback_wrapper(g, f, t)?;
        self.families.dispatchers.insert(key, f);
        Ok(Const::Func(f))
    }

    /// A function of the type that C knows, around one that gives a result of another type.
    pub(crate) fn callback_wrapper(
        &mut self,
        g: AnnGraphId,
        f: FuncId,
        ty: FuncTypeId,
    ) -> Res<FuncId> {
        let (want, have) = (self.ann.types.funcs[ty].clone(), self.prog.funcs[f].ty);
        let have = self.ann.types.funcs[have].clone();
        let name = self.ann.graphs[g].name.clone();
        if want.args != have.args {
            return Err(error(format!("{name} takes other arguments than C gives to it")));
        }
        let never_returns = self.ann.result(g).is_impossible();
        if have.result == Type::Void && want.result != Type::Void && !never_returns {
            return Err(error(format!("{name} returns nothing, but C wants a result")));
        }
        let name = self.unique(&format!("{name}__for_c"));
        let span = self.ann.graphs[g].graph.span;
        let mut cx =
            Cx::new(g, self.ann.graphs[g].graph.clone(), self.new_graph(&name, want.result, span));
        let start = cx.g.startblock;
        let mut args = vec![];
        for t in &want.args {
            let v = cx.g.new_var("arg", *t);
            cx.g.blocks[start].inputargs.push(v);
            args.push(v.into());
        }
        let v = self.direct_call(&mut cx, f, args);
        let v = match (have.result, want.result) {
            (_, Type::Void) => void(),
            (Type::Void, t) => konst(self.prog.zero(t)),
            (_, t) => self.c_cast(&mut cx, v, t)?,
        };
        let ret = cx.g.returnblock;
        cx.g.blocks[start].operations = std::mem::take(&mut cx.ops);
        cx.g.blocks[start].exits = vec![Link::new(ret, vec![v])];
        let attrs = self.prog.funcs[f].attrs.clone();
        let attrs = FuncAttrs { helper: true, always_inline: false, oopspec: None, ..attrs };
        let body = Body::Graph(cx.g);
        Ok(self.prog.funcs.push(Function { name, ty, body, attrs, span }))
    }

    /// Functions of C may run the program's code again, if it gives any away.
    pub(crate) fn finish_callbacks(&mut self) {
        if !self.c.calls_back {
            return;
        }
        let calls_back = |h: HostRef| {
            let says = annotator::hostview::instance_attr(&self.ann.host, h, "calls_back");
            says.is_none_or(|v| annotator::hostview::truth(&self.ann.host, v))
        };
        for (h, f) in &self.c.functions {
            if let flowmodel::Body::External(x) = &mut self.prog.funcs[*f].body {
                x.can_collect = calls_back(*h);
            }
        }
    }
    /// `rffi.cast`: what C's cast does.
    pub(crate) fn c_cast(&mut self, cx: &mut Cx, v: LlValue, to: Type) -> Res<LlValue> {
        let from = self.vtype(cx, &v);
        // (as a value a long double is a float)
        let to = if to == Type::LongFloat { Type::Float } else { to };
        if from == to {
            return Ok(v);
        }
        let prim = |cx: &mut Cx, v: LlValue, f: Type, t: Type| match f == t {
            true => v,
            false => cx.op(LlOp::CastPrimitive, vec![v], t),
        };
        Ok(match (from, to) {
            (Type::Void, t) if is_pointer(t) => konst(Const::Null(t)),
            (f, t) if is_pointer(f) || is_pointer(t) => {
                let a = match f {
                    Type::Address => v,
                    f if is_pointer(f) => cx.op(LlOp::CastPtrToAdr, vec![v], Type::Address),
                    f => {
                        let i = prim(cx, v, f, Type::Signed);
                        cx.op(LlOp::CastIntToAdr, vec![i], Type::Address)
                    }
                };
                match t {
                    Type::Address => a,
                    t if is_pointer(t) => cx.op(LlOp::CastAdrToPtr, vec![a], t),
                    t => {
                        let i = cx.op(LlOp::CastAdrToInt, vec![a], Type::Signed);
                        prim(cx, i, Type::Signed, t)
                    }
                }
            }
            (Type::SingleFloat, t) => {
                let v = cx.op(LlOp::CastSingleToFloat, vec![v], Type::Float);
                self.c_cast(cx, v, t)?
            }
            (f, Type::SingleFloat) => {
                let v = match f {
                    Type::Float => v,
                    _ => self.c_cast(cx, v, Type::Float)?,
                };
                cx.op(LlOp::CastFloatToSingle, vec![v], Type::SingleFloat)
            }
            (Type::Float, Type::Unsigned) => cx.op(LlOp::CastFloatToUint, vec![v], Type::Unsigned),
            (Type::Float, t) => {
                let i = cx.op(LlOp::CastFloatToInt, vec![v], Type::Signed);
                prim(cx, i, Type::Signed, t)
            }
            (Type::Unsigned, Type::Float) => cx.op(LlOp::CastUintToFloat, vec![v], Type::Float),
            (f, Type::Float) => {
                let i = prim(cx, v, f, Type::Signed);
                cx.op(LlOp::CastIntToFloat, vec![i], Type::Float)
            }
            (f, t) if f.is_integral() && t.is_integral() => prim(cx, v, f, t),
            (f, t) => {
                let text =
                    format!("a cast from {} to {}", self.ann.types.show(f), self.ann.types.show(t));
                return Err(error(text));
            }
        })
    }

    /// `ptradd(p, n)`
    pub(crate) fn rtype_ptradd(&mut self, cx: &mut Cx, p: &HlValue, n: &HlValue) -> Res<LlValue> {
        let (p, _) = self.val(cx, p)?;
        let n = self.signed(cx, n)?;
        let t = self.vtype(cx, &p);
        let Type::Ptr(s) = t else { return Err(error("ptradd() wants a pointer")) };
        Ok(self.item_address(cx, p, s, n, 0, t))
    }

    /// Pointer of type `t` to item `n` of raw items that begin `from` bytes behind `p`.
    pub(crate) fn item_address(
        &mut self,
        cx: &mut Cx,
        p: LlValue,
        s: StructId,
        n: LlValue,
        from: i64,
        t: Type,
    ) -> LlValue {
        let size = self.ann.types.layout(s).item_size as i64;
        let a = cx.op(LlOp::CastPtrToAdr, vec![p], Type::Address);
        let n = match size {
            1 => n,
            _ => cx.op(LlOp::IntMul, vec![n, konst(Const::Int(size))], Type::Signed),
        };
        let mut a = cx.op(LlOp::AdrAdd, vec![a, n], Type::Address);
        if from != 0 {
            a = cx.op(LlOp::AdrAdd, vec![a, konst(Const::Int(from))], Type::Address);
        }
        match t {
            Type::Address => a,
            _ => cx.op(LlOp::CastAdrToPtr, vec![a], t),
        }
    }

    /// `p[i]` of a raw array of structures: a pointer to the item.
    pub(crate) fn item_pointer(
        &mut self,
        cx: &mut Cx,
        p: LlValue,
        s: StructId,
        i: LlValue,
    ) -> LlValue {
        let item = self.ann.raw.item_containers[&s];
        let from = self.ann.types.layout(s).items as i64;
        self.item_address(cx, p, s, i, from, Type::Ptr(item))
    }

    /// Pointer of type `t` to a field of raw memory.
    pub(crate) fn field_pointer(
        &mut self,
        cx: &mut Cx,
        p: LlValue,
        s: StructId,
        i: u32,
        t: Type,
    ) -> LlValue {
        let at = self.ann.types.layout(s).fields[i as usize] as i64;
        self.byte_pointer(cx, p, at, t)
    }

    pub(crate) fn byte_pointer(&mut self, cx: &mut Cx, p: LlValue, at: i64, t: Type) -> LlValue {
        let a = cx.op(LlOp::CastPtrToAdr, vec![p], Type::Address);
        let a = match at {
            0 => a,
            _ => cx.op(LlOp::AdrAdd, vec![a, konst(Const::Int(at))], Type::Address),
        };
        cx.op(LlOp::CastAdrToPtr, vec![a], t)
    }

    /// `direct_fieldptr`, `direct_arrayitems`, `direct_ptradd`
    pub(crate) fn rtype_direct_pointer(
        &mut self,
        cx: &mut Cx,
        name: &str,
        args: &[HlValue],
        t: Type,
    ) -> Res<LlValue> {
        let (p, _) = self.val(cx, &args[0])?;
        let Type::Ptr(s) = self.vtype(cx, &p) else {
            return Err(error(format!("{name}() wants a pointer")));
        };
        match name {
            "direct_ptradd" => {
                let n = self.signed(cx, &args[1])?;
                Ok(self.item_address(cx, p, s, n, 0, t))
            }
            "direct_arrayitems" => {
                let from = self.ann.types.layout(s).items as i64;
                Ok(self.byte_pointer(cx, p, from, t))
            }
            _ => {
                let field = self.attr_name(cx, &args[1])?;
                let i = self.ann.types.structs[s].field_index(&field);
                let i = i.ok_or_else(|| error(format!("no field {field}")))?;
                Ok(self.field_pointer(cx, p, s, i, t))
            }
        }
    }

    /// Number of items of an array whose type says it.
    pub(crate) fn fixed_length(&self, s: StructId) -> Option<i64> {
        self.ann.raw.fixed_lengths.get(&s).copied()
    }

    /// Whether an object of import time is a pointer to raw memory.
    pub(crate) fn is_raw_pointer(&self, h: HostRef) -> bool {
        annotator::hostview::instance_attr(&self.ann.host, h, "_mem").is_some()
    }

    /// Raw memory of import time, as static data.
    pub(crate) fn raw_const(&mut self, h: HostRef, s: StructId) -> Res<Const> {
        let get = |rt: &Self, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
        let Some(mem) = get(self, "_mem") else {
            return Err(error("internal: a pointer of import time"));
        };
        if let Some(o) = self.c.raw_objects.get(&mem) {
            return match self.prog.heap[*o].ty == s {
                true => Ok(Const::Obj(*o)),
                false => Err(error("memory of import time is used with two types")),
            };
        }
        let o = self.new_obj("raw", s, vec![]);
        self.c.raw_objects.insert(mem, o);
        if let Some(t) = self.ann.types.structs[s].item_type() {
            let r = self.prim(t);
            let mut items = vec![];
            for i in annotator::hostview::items(&self.ann.host, mem) {
                items.push(self.host_const(i, r)?);
            }
            self.prog.heap[o].items = items;
            return Ok(Const::Obj(o));
        }
        let st = self.ann.types.structs[s].clone();
        for (i, f) in st.fields.iter().enumerate() {
            if st.room(i).is_some() {
                continue; // zero: the annotator has seen to it
            }
            let key = self.ann.host.str(&f.name);
            let Ok(Some(v)) = self.ann.host.dict_get(mem, key) else {
                return Err(error("internal: a field of raw memory"));
            };
            let r = self.prim(f.ty);
            self.prog.heap[o].fields[i] = self.host_const(v, r)?;
        }
        Ok(Const::Obj(o))
    }

    /// Whether an object of import time is a null pointer of rlib's.
    pub(crate) fn is_null_pointer(&self, h: HostRef) -> bool {
        annotator::hostview::instance_attr(&self.ann.host, h, "_mem")
            .is_some_and(|m| annotator::hostview::is_none(&self.ann.host, m))
    }
}

impl RTyper<'_> {
    /// A value to be stored where type `t` is expected.
    pub(crate) fn lowlevel_value(&mut self, cx: &mut Cx, a: &HlValue, t: Type) -> Res<LlValue> {
        let s = self.s(cx, a);
        let r = self.repr_of(&s)?;
        let have = self.lltype(r)?;
        if have == t {
            return Ok(self.val(cx, a)?.0);
        }
        if self.ann.becomes_void_pointer(have, t) {
            let (p, _) = self.val(cx, a)?;
            return self.c_cast(cx, p, t);
        }
        let want = self.prim(t);
        self.val_as(cx, a, want)
    }
}
