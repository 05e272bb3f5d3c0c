//! External C functions: `llexternal` objects, and what they say of headers, `errno` and the global lock.

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::Repr;
use crate::builtins::rffi::is_pointer;
use crate::{RTyper, Res, error};
use annotator::{Kind, LlType, hostview as hv};
use flowmodel::diag::Span;
use flowmodel::{
    Body, External, FuncAttrs, FuncId, Function, Hl, HlConst, HostRef, LlValue, SpaceOperation,
    Type,
};
use std::rc::Rc;

/// Bits of `save_err`.
const SAVE: i64 = 1;
const READ_SAVED: i64 = 2;
const ZERO_BEFORE: i64 = 4;

impl RTyper<'_> {
    pub(crate) fn host_text_attr(&self, h: HostRef, name: &str) -> Option<Rc<str>> {
        annotator::hostview::instance_attr(&self.ann.host, h, name)
            .and_then(|v| self.ann.host.text(v))
    }

    /// A call of an external C function.
    pub(crate) fn rtype_external(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let Some(h) = self.callee_host(cx, op) else {
            return Err(error("an external function must be called directly"));
        };
        if self.is_foreign(h) {
            return self.rtype_foreign(cx, op, h);
        }
        let f = self.external_func(h)?;
        let ft = self.ann.types.funcs[self.prog.funcs[f].ty].clone();
        let mut args = vec![];
        for (a, t) in op.args[1..].iter().zip(&ft.args) {
            let r = self.prim(*t);
            args.push(self.val_as(cx, a, r)?);
        }
        let v = self.direct_call(cx, f, args);
        let r = self.prim(ft.result);
        self.set_result(cx, op, v, r)
    }

    pub(crate) fn lltype_of_object(&mut self, h: HostRef) -> Res<Type> {
        let s = self.ann.const_annotation(&HlConst::Host(h));
        match s.kind {
            Kind::LlType(LlType::Value(t)) => Ok(t),
            _ => {
                Err(error("a low-level type is expected in the signature of an external function"))
            }
        }
    }

    /// The function for an `llexternal` object.
    pub(crate) fn external_func(&mut self, h: HostRef) -> Res<FuncId> {
        let name = self
            .host_text_attr(h, "name")
            .ok_or_else(|| error("an external function without name"))?;
        let get = |rt: &Self, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
        if let Some(f) = self.c.externals.get(&name) {
            return Ok(*f);
        }
        let (args, result) = self.external_types(h)?;
        let includes = self.host_texts(h, "includes");
        let can_collect =
            get(self, "can_collect").is_some_and(|v| annotator::hostview::truth(&self.ann.host, v));
        let f = self.make_external(&name, args, result, includes, can_collect);
        self.note_blocking(h, f);
        Ok(f)
    }

    /// Types of the parameters and of the result of an `llexternal` object.
    pub(crate) fn external_types(&mut self, h: HostRef) -> Res<(Vec<Type>, Type)> {
        let get = |rt: &Self, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
        let list = get(self, "argtypes");
        let list = list.map(|v| annotator::hostview::items(&self.ann.host, v)).unwrap_or_default();
        let mut args = vec![];
        for a in list {
            args.push(self.lltype_of_object(a)?);
        }
        let result = match get(self, "restype") {
            Some(r) => self.lltype_of_object(r)?,
            None => Type::Void,
        };
        Ok((args, result))
    }

    /// An external function of these types; one per name.
    pub(crate) fn make_external(
        &mut self,
        name: &str,
        args: Vec<Type>,
        result: Type,
        includes: Vec<Rc<str>>,
        can_collect: bool,
    ) -> FuncId {
        if let Some(f) = self.c.externals.get(name) {
            return *f;
        }
        let f = self.new_external(name, args, result, includes, can_collect);
        self.c.externals.insert(name.into(), f);
        f
    }

    /// An external function of these types.
    pub(crate) fn new_external(
        &mut self,
        name: &str,
        args: Vec<Type>,
        result: Type,
        includes: Vec<Rc<str>>,
        can_collect: bool,
    ) -> FuncId {
        let ty = self.ann.types.func(args, result);
        let unique = self.unique(name);
        self.prog.funcs.push(Function {
            name: unique,
            ty,
            body: Body::External(External { c_name: name.into(), includes, can_collect }),
            attrs: FuncAttrs { cannot_raise: true, helper: true, ..FuncAttrs::default() },
            span: Span::NONE,
        })
    }

    /// C's errno is taken from, or put into, the place where `rposix.get_saved_errno` finds it.
    pub(crate) fn errno_call(&mut self, cx: &mut Cx, name: &str, flags: i64) {
        let f = self.make_external(name, vec![Type::Signed], Type::Void, vec![], false);
        let flags = cx.int(flags);
        self.direct_call(cx, f, vec![flags]);
    }

    pub(crate) fn callback_argument(&mut self, h: HostRef, i: usize, f: HostRef) -> Res<LlValue> {
        let list = annotator::hostview::instance_attr(&self.ann.host, h, "argtypes");
        let list = list.map(|v| annotator::hostview::items(&self.ann.host, v)).unwrap_or_default();
        let t = *list.get(i).ok_or_else(|| error("internal: a parameter of a C function"))?;
        match self.ann.callback_of(annotator::Site::NOWHERE, t, f) {
            Ok(r) => Ok(konst(self.callback_const(r)?)),
            Err(_) => Err(error("internal: a function for C")),
        }
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

    pub(crate) fn foreign_func(&mut self, h: HostRef, types: &(Vec<Type>, Type)) -> Res<FuncId> {
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
    pub(crate) fn collect_info(&mut self, info: HostRef) -> Res {
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

    pub(crate) fn says(&self, h: HostRef, attribute: &str) -> bool {
        let says = hv::instance_attr(&self.ann.host, h, attribute);
        says.is_some_and(|v| hv::truth(&self.ann.host, v))
    }

    /// An external function may block, and gives the lock away by itself.
    pub(crate) fn note_blocking(&mut self, h: HostRef, f: FuncId) {
        if self.says(h, "blocks") {
            self.c.blocking.push(f);
        }
    }
}
