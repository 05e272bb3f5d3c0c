//! Calls: of functions, methods, classes, and of one of several of them.

pub(crate) mod closures;
pub(crate) mod families;

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{
    AnnGraphId, ArgSource, CallFamilyId, CallSite, CallTarget, ClassDefId, DescKind, FROZEN_CALL,
    Kind, LIBRARY,
};
use flowmodel::{
    Block, Body, Const, ExitSwitch, FuncAttrs, FuncId, Function, Hl, HlOp, Link, LlOp, LlValue,
    SpaceOperation, Type,
};
use rustc_hash::FxHashMap;

/// The bound object of a call.
type This = Option<(LlValue, ReprId)>;

impl RTyper<'_> {
    /// A `simple_call` or `call_args`, or an operation that calls a special method.
    pub(crate) fn rtype_call(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.s(cx, &op.args[0]);
        if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) {
            self.check_arguments(cx, op)?;
        }
        let site = self.ann.call_site(cx.gid, op.result).cloned();
        if let Some(site) = site.as_ref().filter(|c| c.special == Some(LIBRARY)) {
            if matches!(&s.kind, Kind::Builtin(name) if &**name == "pow") {
                self.trap_power(cx, op)?;
            }
            return self.call_site(cx, op, site);
        }
        match &s.kind {
            Kind::WeakRef(_) => return self.rtype_weakref_call(cx, op),
            Kind::Builtin(name) if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) => {
                let name = name.clone();
                return self.rtype_builtin(cx, op, &name);
            }
            Kind::BuiltinMethod { name, .. } => {
                let (name, this) = (name.clone(), op.args[0].clone());
                return self.rtype_builtin_method(cx, op, &name, this);
            }
            _ => {}
        }
        if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) {
            self.check_callable(cx, &op.args[0])?;
        }
        let Some(site) = site.filter(|c| !c.targets.is_empty()) else {
            if let Kind::Ptr(Type::FuncPtr(ft)) = s.kind {
                return self.call_pointer(cx, op, ft);
            }
            return Err(error(format!(
                "the call is not resolved: {} is called",
                self.ann.show(&s)
            )));
        };
        self.call_site(cx, op, &site)
    }

    pub(crate) fn call_pointer(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        ft: flowmodel::FuncTypeId,
    ) -> Res {
        let (f, _) = self.val(cx, &op.args[0])?;
        let sig = self.ann.types.funcs[ft].clone();
        let mut args = vec![f];
        for (a, t) in op.args[1..].iter().zip(&sig.args) {
            let r = self.prim(*t);
            args.push(self.val_as(cx, a, r)?);
        }
        args.push(void());
        let r = cx.op(LlOp::IndirectCall, args, sig.result);
        let rr = self.prim(sig.result);
        self.set_result(cx, op, r, rr)
    }

    pub(crate) fn call_site(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        site: &CallSite,
    ) -> Res {
        let first = site.targets.first().expect("a callee");
        let kind = &self.ann.descs[first.desc].kind;
        let is_class = matches!(kind, DescKind::Class(_));
        let is_function = matches!(kind, DescKind::Function(_));
        // Memo functions and the like: the result is known.
        if first.graph.is_none() && !is_class {
            let s = self.ann.binding(cx.gid, op.result).clone();
            let r = self.repr_of(&s)?;
            if let Some(c) = &s.konst {
                let k = self.const_of(c, r)?;
                return self.set_result(cx, op, konst(k), r);
            }
            if self.lltype(r)? == Type::Void {
                cx.map.insert(op.result, void());
                return Ok(());
            }
            return Err(error(format!(
                "a call of {} whose arguments are not constants: specialize.memo() of variables is not supported",
                self.ann.show_desc(first.desc)
            )));
        }
        if is_class {
            return self.call_class(cx, op, site);
        }
        let this: This = match site.special {
            None | Some(FROZEN_CALL) if is_function => None,
            Some(LIBRARY) if is_function => {
                if first.args.contains(&ArgSource::This) {
                    Some(self.method_object(cx, &op.args[0])?)
                } else {
                    None
                }
            }
            _ => {
                let (v, r) = self.val(cx, &op.args[0])?;
                let r = match self.repr(r) {
                    Repr::Method(i) => *i,
                    _ => r,
                };
                Some((v, r))
            }
        };
        let same = site.targets.iter().all(|t| t.graph == first.graph);
        let (v, r) = if same {
            let g = first.graph.expect("graph");
            let v = self.call_graph(cx, op, g, &first.args, &this)?;
            (v, self.sig(g)?.result)
        } else {
            self.call_several(cx, op, site, &this)?
        };
        let (v, r) = self.narrow_result(cx, op, v, r)?;
        self.set_result(cx, op, v, r)
    }

    /// A function that meets others at indirect calls may have a wider result than the one known at this call.
    pub(crate) fn narrow_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        r: ReprId,
    ) -> Res<(LlValue, ReprId)> {
        let s = self.ann.binding(cx.gid, op.result).clone();
        let want = self.repr_of(&s)?;
        let v = match (self.repr(r), self.repr(want)) {
            (Repr::Str, Repr::Prim(t @ Type::Char))
            | (Repr::Unicode, Repr::Prim(t @ Type::UniChar)) => {
                let t = *t;
                let zero = cx.int(0);
                cx.op(LlOp::GetArrayItem, vec![v, zero], t)
            }
            (Repr::Prim(Type::Float), Repr::Prim(Type::Signed)) => {
                cx.op(LlOp::CastFloatToInt, vec![v], Type::Signed)
            }
            (Repr::Prim(Type::Signed), Repr::Prim(Type::Bool)) => {
                cx.op(LlOp::IntIsTrue, vec![v], Type::Bool)
            }
            _ => return Ok((v, r)),
        };
        Ok((v, want))
    }

    /// Direct call of an annotated graph.
    pub(crate) fn call_graph(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        g: AnnGraphId,
        args: &[ArgSource],
        this: &This,
    ) -> Res<LlValue> {
        let sig = self.sig(g)?;
        let f = self.func_for(g)?;
        let mut vals = vec![];
        for (src, r) in args.iter().zip(&sig.params) {
            vals.push(self.source(cx, op, src, *r, this)?);
        }
        // Void parameters leave no argument, also where the operand has a value.
        let mut out = vec![];
        for (v, r) in vals.into_iter().zip(&sig.params) {
            if self.lltype(*r)? != Type::Void {
                out.push(v);
            }
        }
        Ok(self.direct_call(cx, f, out))
    }

    /// Value for a parameter.
    pub(crate) fn source(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        src: &ArgSource,
        want: ReprId,
        this: &This,
    ) -> Res<LlValue> {
        if self.lltype(want)? == Type::Void {
            return Ok(void());
        }
        match src {
            ArgSource::Operand(i) => self.val_as(cx, &op.args[*i], want),
            ArgSource::StarItem(i, k) => {
                if let Some(parts) = self.slice_parts(cx, &op.args[*i])? {
                    if *k < 2 && self.s(cx, &parts[*k]).kind == Kind::None_ {
                        return self.bound(cx, &parts[*k], *k == 1);
                    }
                    return self.val_as(cx, &parts[*k], want);
                }
                let (t, r) = self.val(cx, &op.args[*i])?;
                let Repr::Tuple(items) = self.repr(r).clone() else {
                    return Err(error("the argument after * is not a tuple of known length"));
                };
                let v = if self.lltype(items[*k])? == Type::Void {
                    void()
                } else {
                    self.getfield(cx, t, &format!("item{k}"))?
                };
                self.convert(cx, v, items[*k], want)
            }
            ArgSource::Default(h) => Ok(konst(self.host_const(*h, want)?)),
            ArgSource::ClosureDefault(attr) => match this {
                Some((v, r)) => self.closure_default(cx, *v, *r, attr, want),
                None => Err(error("internal: a closure's default without closure")),
            },
            ArgSource::This => match this {
                Some((v, r)) => self.convert(cx, *v, *r, want),
                None => Err(error("internal: a bound argument without bound object")),
            },
            ArgSource::Tuple(srcs) => {
                let Repr::Tuple(items) = self.repr(want).clone() else {
                    return Err(error("internal: *args is not a tuple"));
                };
                let mut vals = vec![];
                for (s, r) in srcs.iter().zip(items.iter()) {
                    vals.push(self.source(cx, op, s, *r, this)?);
                }
                self.new_tuple(cx, &items, vals)
            }
        }
    }

    /// One of several functions or methods.
    pub(crate) fn call_several(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        site: &CallSite,
        this: &This,
    ) -> Res<(LlValue, ReprId)> {
        let first = site.targets.first().expect("a callee");
        let func = first.func.unwrap_or(first.desc);
        let Some(fam) = self.ann.call_family(func) else {
            return Err(error("internal: functions called through one variable have no family"));
        };
        let row = self
            .row_of_call(fam, site, this.is_some())
            .ok_or_else(|| error("internal: a call has no row in its family"))?;
        let sig = self.row_reprs(fam, row)?;
        let ptr = match (&self.ann.descs[first.desc].kind, this) {
            (DescKind::Method { name, .. }, Some((obj, r))) => {
                let name = name.clone();
                let Repr::Instance(c) = *self.repr(*r) else {
                    return Err(error("a method is called on what is not an instance"));
                };
                for t in site.targets.iter() {
                    if let DescKind::Method { name: other, .. } = &self.ann.descs[t.desc].kind
                        && *other != name
                    {
                        return Err(error(format!(
                            "the methods {name} and {other} meet in one variable: only bound methods of the same name can"
                        )));
                    }
                }
                self.method_pointer(cx, *obj, c, &name, (fam, row))?.ok_or_else(|| {
                    error(format!("internal: method {name} has no entry in the vtable"))
                })?
            }
            (DescKind::Function(_), None) => {
                let (mut v, mut r) = self.val(cx, &op.args[0])?;
                if site.special == Some(FROZEN_CALL) {
                    v = self.getfield(cx, v, "__call__")?;
                    let s = self.ann_access_attr(&op.args[0], cx, "__call__");
                    let s = s.ok_or_else(|| error("internal: __call__ of a frozen object"))?;
                    r = self.repr_of(&s.without_const())?;
                }
                if let Repr::FuncSet(_) = self.repr(r) {
                    self.getfield(cx, v, &format!("row{row}"))?
                } else {
                    let ft = self.family_type(fam, row)?;
                    let want = self.intern(Repr::Func(ft, fam));
                    self.convert(cx, v, r, want)?
                }
            }
            _ => {
                return Err(error(
                    "this mixture of callables cannot be called through one variable",
                ));
            }
        };
        let mut args = vec![ptr];
        let wrapped = self.families.wrapped.contains_key(&(fam, row));
        let sources: Vec<ArgSource> = if wrapped {
            // The wrappers fill in defaults: the arguments go as they are written.
            let map = self.row_mapping(fam, row, func);
            map.into_iter().map(|p| first.args[p].clone()).collect()
        } else {
            first.args.to_vec()
        };
        for (src, r) in sources.iter().zip(&sig.params) {
            let v = self.source(cx, op, src, *r, this)?;
            if self.lltype(*r)? != Type::Void {
                args.push(v);
            }
        }
        // Each callee fills missing arguments in its own way: all must agree. (Calls that share their targets ask once; the row
        // of the call keeps them.)
        let asked = !wrapped && !self.families.agreeing.insert(site.targets.id());
        for t in site.targets.iter().skip(1).filter(|_| !wrapped && !asked) {
            if t.args.len() != first.args.len()
                || t.args.iter().zip(first.args.iter()).any(|(a, b)| a != b)
            {
                return Err(error(format!(
                    "{} and {} meet at this call, but need different default or star arguments",
                    self.ann.show_desc(first.desc),
                    self.ann.show_desc(t.desc)
                )));
            }
        }
        args.push(konst(Const::Family(self.family_id(fam, row)?)));
        let ty = self.lltype(sig.result)?;
        let r = cx.op(LlOp::IndirectCall, args, ty);
        Ok((if ty == Type::Void { void() } else { r }, sig.result))
    }

    /// The row of a family by which a call goes. Calls that share their targets find it once.
    pub(crate) fn row_of_call(
        &mut self,
        fam: CallFamilyId,
        site: &CallSite,
        bound: bool,
    ) -> Option<usize> {
        let key = (site.targets.id(), site.shape.clone(), bound);
        if let Some((_, row)) = self.families.rows_of_calls.get(&key) {
            return Some(*row);
        }
        let row = self.ann.row_of_call(fam, site, bound)?;
        self.families.rows_of_calls.insert(key, (site.targets.clone(), row));
        Some(row)
    }

    // ---- classes

    pub(crate) fn target_class(&mut self, t: &CallTarget) -> Res<ClassDefId> {
        match self.ann.descs[t.desc].as_class() {
            Some(c) => {
                let host = c.host;
                self.ann.need_class(host)
            }
            None => Err(error("classes and other callables meet in one variable")),
        }
    }

    /// `C(args)`
    pub(crate) fn call_class(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        site: &CallSite,
    ) -> Res {
        if let Some(t) = site.targets.only() {
            let c = self.target_class(t)?;
            let r = self.intern(Repr::Instance(c));
            let inst = self.instantiate(cx, op, t, c)?;
            return self.set_result(cx, op, inst, r);
        }
        // Several classes: a function that looks at the class and does the right thing.
        let (cls, _) = self.val(cx, &op.args[0])?;
        let s = self.ann.binding(cx.gid, op.result).clone();
        let result = self.repr_of(&s)?;
        let mut vals = vec![];
        let mut reprs = vec![];
        for a in &op.args[1..] {
            let (v, r) = self.val(cx, a)?;
            vals.push(v);
            reprs.push(r);
        }
        let f = self.class_dispatcher(cx, op, site, &reprs, result)?;
        let mut args = vec![cls];
        args.extend(vals);
        let v = self.direct_call(cx, f, args);
        self.set_result(cx, op, v, result)
    }

    pub(crate) fn instantiate(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        t: &CallTarget,
        c: ClassDefId,
    ) -> Res<LlValue> {
        let by_number = t.graph.is_none() && t.args.len() >= 2 && self.ann.is_os_error(c);
        let shared = self.ann.graphs[cx.gid].helper || !self.ann.has_causes();
        if t.graph.is_none()
            && !by_number
            && shared
            && let Some(o) = self.prebuilt_exception(c)
        {
            if t.args.is_empty() {
                return Ok(konst(Const::Obj(o)));
            }
            if let Some(v) = self.prebuilt_exception_with(cx, c, op, &t.args)? {
                return Ok(v);
            }
        }
        let inst = self.new_instance(cx, c)?;
        if self.is_exception(c) {
            // (all those of the call, whatever `__init__` does with them)
            let args: Vec<_> = if op.op == HlOp::SimpleCall {
                (1..op.args.len()).map(ArgSource::Operand).collect()
            } else {
                t.args.iter().filter(|a| **a != ArgSource::This).cloned().collect()
            };
            self.remember_args(cx, inst, c, op, &args, t.graph.is_none())?;
        }
        if let Some(g) = t.graph {
            let r = self.intern(Repr::Instance(c));
            self.call_graph(cx, op, g, &t.args, &Some((inst, r)))?;
        } else if t.args.len() >= 2 {
            if by_number {
                let signed = self.intern(Repr::Prim(Type::Signed));
                let n = self.source(cx, op, &t.args[0], signed, &None)?;
                let class = self.helper_call(cx, "ll_exc", "ll_oserror_class", vec![n])?;
                self.setfield(cx, inst, "typeptr", class)?;
            }
            // Of the built-in exceptions, OSError and errors of codecs keep their arguments.
            let names: &[&str] = match self.ann.is_codec_error(c) {
                true => &annotator::CODEC_ERROR_ATTRS,
                false => &["errno", "strerror", "filename"],
            };
            for (name, src) in names.iter().zip(t.args.iter()) {
                let Some((level, _)) = self.ann.find_attr(c, name) else { continue };
                let fields = self.instance_fields(level)?;
                if let Some((_, field, r)) = fields.into_iter().find(|(a, ..)| &**a == *name) {
                    let v = self.source(cx, op, src, r, &None)?;
                    self.setfield(cx, inst, &field, v)?;
                }
            }
        }
        Ok(inst)
    }

    /// `dispatch(cls, args…)`: makes an instance of whichever of the classes `cls` is.
    pub(crate) fn class_dispatcher(
        &mut self,
        outer: &Cx,
        op: &SpaceOperation<Hl>,
        site: &CallSite,
        reprs: &[ReprId],
        result: ReprId,
    ) -> Res<FuncId> {
        // Known arguments are part of the function.
        let known: Vec<_> = op.args[1..].iter().map(|a| self.s(outer, a).konst).collect();
        let key = format!("{:?}/{:?}/{reprs:?}/{known:?}/{result:?}", site.targets, site.shape);
        if let Some(f) = self.families.dispatchers.get(&key) {
            return Ok(*f);
        }
        let rtype = self.lltype(result)?;
        let name = self.unique("instantiate_one_of");
        let mut types = vec![Type::Ptr(self.layouts.vtable)];
        for r in reprs {
            types.push(self.lltype(*r)?);
        }
        let ll: Vec<Type> = types.iter().copied().filter(|t| *t != Type::Void).collect();
        let ty = self.ann.types.func(ll, rtype);
        let f = self.prog.funcs.push(Function {
            name: name.clone(),
            ty,
            body: Body::Declared,
            attrs: FuncAttrs { helper: true, ..FuncAttrs::default() },
            span: op.span,
        });
        self.families.dispatchers.insert(key, f);
        let g = self.new_graph(&name, rtype, op.span);
        let mut cx = Cx {
            gid: outer.gid,
            hl: outer.hl.clone(),
            g,
            ops: vec![],
            span: op.span,
            map: FxHashMap::default(),
            virtuals: FxHashMap::default(),
            at: outer.at,
        };
        let mut block = cx.g.startblock;
        for (i, t) in site.targets.iter().enumerate() {
            // Inputs: the class and the arguments.
            let vars: Vec<LlValue> = types
                .iter()
                .map(|t| {
                    if *t == Type::Void {
                        return void();
                    }
                    let v = cx.g.new_var("arg", *t);
                    cx.g.blocks[block].inputargs.push(v);
                    v.into()
                })
                .collect();
            let c = self.target_class(t)?;
            let pass: Vec<LlValue> =
                vars.iter().filter(|v| v.as_var().is_some()).cloned().collect();
            let work = if i + 1 < site.targets.len() {
                let vt = self.vtable_obj(c)?;
                let eq = cx.op(LlOp::PtrEq, vec![vars[0], konst(Const::Obj(vt))], Type::Bool);
                cx.g.blocks[block].operations = std::mem::take(&mut cx.ops);
                let (yes, no) = (cx.g.new_block(), cx.g.new_block());
                cx.g.blocks[block].exitswitch = ExitSwitch::Var(eq.as_var().expect("var"));
                cx.g.blocks[block].exits = vec![
                    Link::case(no, pass.clone(), Const::Bool(false)),
                    Link::case(yes, pass, Const::Bool(true)),
                ];
                block = no;
                yes
            } else {
                block
            };
            // Arguments in the block that does the work.
            let here: Vec<LlValue> = if work == block {
                vars
            } else {
                types
                    .iter()
                    .map(|t| {
                        if *t == Type::Void {
                            return void();
                        }
                        let v = cx.g.new_var("arg", *t);
                        cx.g.blocks[work].inputargs.push(v);
                        v.into()
                    })
                    .collect()
            };
            for (a, v) in op.args[1..].iter().zip(&here[1..]) {
                if let Some(x) = a.as_var() {
                    cx.map.insert(x, *v);
                }
            }
            let inst = self.instantiate(&mut cx, op, t, c)?;
            let r = self.intern(Repr::Instance(c));
            let v = self.convert(&mut cx, inst, r, result)?;
            let ret = cx.g.returnblock;
            let b: &mut Block<flowmodel::Ll> = &mut cx.g.blocks[work];
            b.operations = std::mem::take(&mut cx.ops);
            b.exits = vec![Link::new(ret, vec![v])];
        }
        cx.g.compact();
        self.prog.funcs[f].body = Body::Graph(cx.g);
        Ok(f)
    }
}
