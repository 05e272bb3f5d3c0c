//! Calls of C functions by programs, and conversions between C's types.

use crate::cx::{Cx, konst, void};
use crate::repr::Repr;
use crate::{RTyper, Res};
use annotator::Kind;
use flowmodel::{
    Const, FuncId, Hl, HlValue, HostRef, LlOp, LlValue, SpaceOperation, StructId, Type,
};

fn is_pointer(t: Type) -> bool {
    matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address)
}

impl RTyper<'_> {
    /// `rffi.cast`: what C's cast does.
    pub(crate) fn c_cast(&mut self, cx: &mut Cx, v: LlValue, to: Type) -> Res<LlValue> {
        let from = self.vtype(cx, &v);
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
                return Err(self.error(text));
            }
        })
    }

    /// `ptradd(p, n)`
    pub(crate) fn rtype_ptradd(&mut self, cx: &mut Cx, p: &HlValue, n: &HlValue) -> Res<LlValue> {
        let (p, _) = self.val(cx, p)?;
        let n = self.signed(cx, n)?;
        let t = self.vtype(cx, &p);
        let Type::Ptr(s) = t else { return Err(self.error("ptradd() wants a pointer")) };
        let size = self.ann.types.layout(s).item_size as i64;
        let a = cx.op(LlOp::CastPtrToAdr, vec![p], Type::Address);
        let n = match size {
            1 => n,
            _ => cx.op(LlOp::IntMul, vec![n, konst(Const::Int(size))], Type::Signed),
        };
        let a = cx.op(LlOp::AdrAdd, vec![a, n], Type::Address);
        Ok(cx.op(LlOp::CastAdrToPtr, vec![a], t))
    }

    /// Number of items of an array whose type says it.
    pub(crate) fn fixed_length(&self, s: StructId) -> Option<i64> {
        self.ann.fixed_lengths.get(&s).copied()
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
            if is_pointer(*t) && matches!(s.kind, Kind::String { .. } | Kind::Char) {
                let r = self.intern(Repr::Str);
                let text = self.val_as(cx, a, r)?;
                let p = self.helper_call(cx, "ll_rffi", "str2adr", vec![text])?;
                copies.push(p.clone());
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
        let mut v = self.direct_call(cx, f, args);
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
        if let Some(f) = self.foreign.get(&h) {
            return Ok(*f);
        }
        let name = self
            .host_text_attr(h, "name")
            .ok_or_else(|| self.error("an external function without name"))?;
        let flat = |t: &Type| if is_pointer(*t) { Type::Address } else { *t };
        let args = types.0.iter().map(flat).collect();
        let includes = self.host_texts(h, "includes");
        let result = flat(&types.1);
        let f = self.new_external(&name, args, result, includes, false);
        self.foreign.insert(h, f);
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
        for (name, what) in
            [("pre_include_bits", "text before the headers"), ("frameworks", "frameworks")]
        {
            if !self.host_texts(info, name).is_empty() {
                return Err(self.error(format!(
                    "{name} of an ExternalCompilationInfo ({what}) is not supported"
                )));
            }
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
        let mut headers = get(self, "includes");
        headers.extend(get(self, "post_include_bits").into_iter().map(|t| format!("\n{t}")));
        add(&mut b.source_headers, headers);
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

    /// Whether an object of import time is a null pointer of rlib's.
    pub(crate) fn is_null_pointer(&self, h: HostRef) -> bool {
        annotator::hostview::instance_attr(&self.ann.host, h, "_mem")
            .is_some_and(|m| annotator::hostview::is_none(&self.ann.host, m))
    }
}
