//! Calls of C functions by programs, and conversions between C's types.

use crate::graph::cx::{Cx, konst, void};
use crate::repr::Repr;
use crate::{RTyper, Res, error};
use annotator::{AnnGraphId, Kind};
use flowmodel::{
    Body, Const, EntityRef, FuncAttrs, FuncId, FuncTypeId, Function, Hl, HlValue, HostRef, Link,
    LlOp, LlValue, ObjId, SpaceOperation, StructId, Type,
};
use flowspace::host::tables;
use rustc_hash::FxHashMap;
use std::rc::Rc;

fn is_pointer(t: Type) -> bool {
    matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address)
}

/// Bits of `save_err`.
const SAVE: i64 = 1;
const READ_SAVED: i64 = 2;
const ZERO_BEFORE: i64 = 4;

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
    /// C's errno is taken from, or put into, the place where `rposix.get_saved_errno` finds it.
    fn errno_call(&mut self, cx: &mut Cx, name: &str, flags: i64) {
        let f = self.make_external(name, vec![Type::Signed], Type::Void, vec![], false);
        let flags = cx.int(flags);
        self.direct_call(cx, f, vec![flags]);
    }

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
    fn callback_wrapper(&mut self, g: AnnGraphId, f: FuncId, ty: FuncTypeId) -> Res<FuncId> {
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

    fn callback_argument(&mut self, h: HostRef, i: usize, f: HostRef) -> Res<LlValue> {
        let list = annotator::hostview::instance_attr(&self.ann.host, h, "argtypes");
        let list = list.map(|v| annotator::hostview::items(&self.ann.host, v)).unwrap_or_default();
        let t = *list.get(i).ok_or_else(|| error("internal: a parameter of a C function"))?;
        match self.ann.callback_of(annotator::Site::NOWHERE, t, f) {
            Ok(r) => Ok(konst(self.callback_const(r)?)),
            Err(_) => Err(error("internal: a function for C")),
        }
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

    fn byte_pointer(&mut self, cx: &mut Cx, p: LlValue, at: i64, t: Type) -> LlValue {
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

    /// A call of a C function by a program. Pointers go as addresses, so that C's types do not matter.
    pub(crate) fn rtype_foreign(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        h: HostRef,
    ) -> Res {
        let types = self.external_types(h)?;
        let f = self.foreign_func(h, &types)?;
        let mut args = vec![];
        let mut copies = vec![];
        for (a, t) in op.args[1..].iter().zip(&types.0) {
            let s = self.s(cx, a);
            if let (Type::FuncPtr(_), Kind::Pbc { .. }, Some(f)) = (t, &s.kind, s.const_host()) {
                let f = self.callback_argument(h, args.len(), f)?;
                args.push(self.c_cast(cx, f, Type::Address)?);
                continue;
            }
            if is_pointer(*t) && matches!(s.kind, Kind::String { .. } | Kind::Char) {
                let r = self.intern(Repr::Str);
                let text = self.val_as(cx, a, r)?;
                let p = self.helper_call(cx, "ll_rffi", "str2adr", vec![text])?;
                copies.push(p);
                args.push(p);
                continue;
            }
            let v = match s.kind {
                Kind::None_ => void(),
                _ => self.val(cx, a)?.0,
            };
            let want = if is_pointer(*t) { Type::Address } else { *t };
            args.push(self.c_cast(cx, v, want)?);
        }
        let quiet = annotator::hostview::instance_attr(&self.ann.host, h, "quiet");
        if !quiet.is_some_and(|q| annotator::hostview::truth(&self.ann.host, q)) {
            let before = self.make_external("tw_before_c", vec![], Type::Void, vec![], false);
            self.direct_call(cx, before, vec![]);
        }
        let save = annotator::hostview::instance_attr(&self.ann.host, h, "save_err");
        let save = save.and_then(|n| self.ann.host.as_int(n)).unwrap_or(0);
        if save & (READ_SAVED | ZERO_BEFORE) != 0 {
            self.errno_call(cx, "tw_errno_before", save);
        }
        let mut v = self.direct_call(cx, f, args);
        if save & SAVE != 0 {
            self.errno_call(cx, "tw_errno_after", save);
        }
        for p in copies {
            self.helper_call(cx, "ll_rffi", "free_adr", vec![p])?;
        }
        if types.1 != Type::Void {
            v = self.c_cast(cx, v, types.1)?;
        }
        let r = self.prim(types.1);
        self.set_result(cx, op, v, r)
    }

    fn foreign_func(&mut self, h: HostRef, types: &(Vec<Type>, Type)) -> Res<FuncId> {
        if let Some(f) = self.c.functions.get(&h) {
            return Ok(*f);
        }
        let name = self
            .host_text_attr(h, "name")
            .ok_or_else(|| error("an external function without name"))?;
        let flat = |t: &Type| if is_pointer(*t) { Type::Address } else { *t };
        let args = types.0.iter().map(flat).collect();
        let includes = self.host_texts(h, "includes");
        let result = flat(&types.1);
        let f = self.new_external(&name, args, result, includes, false);
        self.c.functions.insert(h, f);
        if let Some(info) =
            annotator::hostview::instance_attr(&self.ann.host, h, "compilation_info")
            && !annotator::hostview::is_none(&self.ann.host, info)
        {
            self.collect_info(info)?;
        } else {
            self.prog.c_build.foreign = true;
        }
        Ok(f)
    }

    /// What an ExternalCompilationInfo adds to the C compiler's and the linker's command line.
    fn collect_info(&mut self, info: HostRef) -> Res {
        if !self.host_texts(info, "frameworks").is_empty() {
            return Err(error("frameworks of an ExternalCompilationInfo are not supported"));
        }
        let get = |rt: &Self, n: &str| -> Vec<String> {
            rt.host_texts(info, n).iter().map(|s| s.to_string()).collect()
        };
        let b = &self.prog.c_build;
        let mut b = b.clone();
        b.foreign = true;
        let add = |to: &mut Vec<String>, v: Vec<String>| {
            for x in v {
                if !to.contains(&x) {
                    to.push(x);
                }
            }
        };
        add(&mut b.include_dirs, get(self, "include_dirs"));
        add(&mut b.library_dirs, get(self, "library_dirs"));
        add(&mut b.libraries, get(self, "libraries"));
        add(&mut b.sources, get(self, "separate_module_sources"));
        add(&mut b.source_files, get(self, "separate_module_files"));
        add(&mut b.compile_extra, get(self, "compile_extra"));
        add(&mut b.link_extra, get(self, "link_extra"));
        add(&mut b.link_extra, get(self, "link_files"));
        // C sources of a program see the same headers as its calls do.
        add(&mut b.source_headers, get(self, "header_lines"));
        self.prog.c_build = b;
        Ok(())
    }

    /// The strings of a list attribute.
    pub(crate) fn host_texts(&self, h: HostRef, name: &str) -> Vec<std::rc::Rc<str>> {
        let list = annotator::hostview::instance_attr(&self.ann.host, h, name);
        let items = list.map(|v| annotator::hostview::items(&self.ann.host, v)).unwrap_or_default();
        items.iter().filter_map(|i| self.ann.host.text(*i)).collect()
    }

    /// Whether an `llexternal` object is a program's, not a helper's.
    pub(crate) fn is_foreign(&self, h: HostRef) -> bool {
        let annotator::hostview::View::Instance(class, _) =
            annotator::hostview::view(&self.ann.host, h)
        else {
            return false;
        };
        annotator::hostview::registry_name(&self.ann.host, class)
            .is_some_and(|n| n.ends_with("rffi.ForeignFunction"))
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
            let Ok(Some(v)) = tables::get(&mut self.ann.host, mem, key) else {
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
