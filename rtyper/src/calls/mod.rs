//! Calls: of functions, methods, classes, and of one of several of them.

mod built_in;
pub(crate) mod closures;
pub(crate) mod families;

use crate::base::cx::{Cx, konst, void};
use crate::base::{functions, operands};
use crate::builtins::arguments;
use crate::repr::{
    callable, checks, class, exc, exc_args, instance, list, numbers, tuple, weakref,
};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{
    AnnGraphId, ArgSource, CallFamilyId, CallSite, CallTarget, ClassDefId, DescKind, FROZEN_CALL,
    Kind, LIBRARY,
};
use flowmodel::{
    Block, Body, Const, ExitSwitch, FuncAttrs, FuncId, Function, Hl, HlOp, Link, LlOp, LlValue,
    SpaceOperation, Type,
};

/// The bound object of a call.
type This = Option<(LlValue, ReprId)>;

/// A `simple_call` or `call_args`, or an operation that calls a special method.
pub(crate) fn call(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let s = rt.s(cx, &op.args[0]);
    if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) {
        checks::arguments(rt, cx, op)?;
    }
    let site = rt.ann.call_site(cx.gid, op.result).cloned();
    if let Some(site) = site.as_ref().filter(|c| c.special == Some(LIBRARY)) {
        if matches!(&s.kind, Kind::Builtin(name) if &**name == "pow") {
            numbers::trap_power(rt, cx, op)?;
        }
        return call_site(rt, cx, op, site);
    }
    match &s.kind {
        Kind::WeakRef(_) => return weakref::read(rt, cx, op),
        Kind::Builtin(name) if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) => {
            let name = name.clone();
            return built_in::function(rt, cx, op, &name);
        }
        Kind::BuiltinMethod { name, .. } => {
            let (name, this) = (name.clone(), op.args[0].clone());
            return built_in::method(rt, cx, op, &name, this);
        }
        _ => {}
    }
    if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) {
        checks::callable(rt, cx, &op.args[0])?;
    }
    let Some(site) = site.filter(|c| !c.targets.is_empty()) else {
        if let Kind::Ptr(Type::FuncPtr(ft)) = s.kind {
            return call_pointer(rt, cx, op, ft);
        }
        return Err(error(format!("the call is not resolved: {} is called", rt.ann.show(&s))));
    };
    call_site(rt, cx, op, &site)
}

fn call_pointer(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    ft: flowmodel::FuncTypeId,
) -> Res {
    let (f, _) = rt.val(cx, &op.args[0])?;
    let sig = rt.ann.types.funcs[ft].clone();
    let mut args = vec![f];
    for (a, t) in op.args[1..].iter().zip(&sig.args) {
        let r = rt.prim(*t);
        args.push(rt.val_as(cx, a, r)?);
    }
    args.push(void());
    let r = cx.op(LlOp::IndirectCall, args, sig.result);
    let rr = rt.prim(sig.result);
    rt.set_result(cx, op, r, rr)
}

fn call_site(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, site: &CallSite) -> Res {
    let first = site.targets.first().expect("a callee");
    let kind = &rt.ann.descs[first.desc].kind;
    let is_class = matches!(kind, DescKind::Class(_));
    let is_function = matches!(kind, DescKind::Function(_));
    // Memo functions and the like: the result is known.
    if first.graph.is_none() && !is_class {
        let s = rt.ann.binding(cx.gid, op.result).clone();
        let r = rt.repr_of(&s)?;
        if let Some(c) = &s.konst {
            let k = rt.const_of(c, r)?;
            return rt.set_result(cx, op, konst(k), r);
        }
        if rt.lltype(r)? == Type::Void {
            cx.map.insert(op.result, void());
            return Ok(());
        }
        return Err(error(format!(
            "a call of {} whose arguments are not constants: specialize.memo() of variables is not supported",
            annotator::show_desc(rt.ann, first.desc)
        )));
    }
    if is_class {
        return call_class(rt, cx, op, site);
    }
    let this: This = match site.special {
        None | Some(FROZEN_CALL) if is_function => None,
        Some(LIBRARY) if is_function => {
            if first.args.contains(&ArgSource::This) {
                Some(arguments::method_object(rt, cx, &op.args[0])?)
            } else {
                None
            }
        }
        _ => {
            let (v, r) = rt.val(cx, &op.args[0])?;
            let r = match rt.repr(r) {
                Repr::Method(i) => *i,
                _ => r,
            };
            Some((v, r))
        }
    };
    let same = site.targets.iter().all(|t| t.graph == first.graph);
    let (v, r) = if same {
        let g = first.graph.expect("graph");
        let v = call_graph(rt, cx, op, g, &first.args, &this)?;
        (v, rt.sig(g)?.result)
    } else {
        call_several(rt, cx, op, site, &this)?
    };
    let (v, r) = narrow_result(rt, cx, op, v, r)?;
    rt.set_result(cx, op, v, r)
}

/// A function that meets others at indirect calls may have a wider result than the one known at this call.
fn narrow_result(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    v: LlValue,
    r: ReprId,
) -> Res<(LlValue, ReprId)> {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    let want = rt.repr_of(&s)?;
    let v = match (rt.repr(r), rt.repr(want)) {
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
fn call_graph(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    g: AnnGraphId,
    args: &[ArgSource],
    this: &This,
) -> Res<LlValue> {
    let sig = rt.sig(g)?;
    let f = rt.func_for(g)?;
    let mut vals = vec![];
    for (src, r) in args.iter().zip(&sig.params) {
        vals.push(source(rt, cx, op, src, *r, this)?);
    }
    // Void parameters leave no argument, also where the operand has a value.
    let mut out = vec![];
    for (v, r) in vals.into_iter().zip(&sig.params) {
        if rt.lltype(*r)? != Type::Void {
            out.push(v);
        }
    }
    Ok(rt.direct_call(cx, f, out))
}

/// Value for a parameter.
fn source(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    src: &ArgSource,
    want: ReprId,
    this: &This,
) -> Res<LlValue> {
    if rt.lltype(want)? == Type::Void {
        return Ok(void());
    }
    match src {
        ArgSource::Operand(i) => rt.val_as(cx, &op.args[*i], want),
        ArgSource::StarItem(i, k) => {
            if let Some(parts) = operands::slice_parts(rt, cx, &op.args[*i])? {
                if *k < 2 && rt.s(cx, &parts[*k]).kind == Kind::None_ {
                    return list::bound(rt, cx, &parts[*k], *k == 1);
                }
                return rt.val_as(cx, &parts[*k], want);
            }
            let (t, r) = rt.val(cx, &op.args[*i])?;
            let Repr::Tuple(items) = rt.repr(r).clone() else {
                return Err(error("the argument after * is not a tuple of known length"));
            };
            let v = if rt.lltype(items[*k])? == Type::Void {
                void()
            } else {
                rt.getfield(cx, t, &format!("item{k}"))?
            };
            rt.convert(cx, v, items[*k], want)
        }
        ArgSource::Default(h) => Ok(konst(rt.host_const(*h, want)?)),
        ArgSource::ClosureDefault(attr) => match this {
            Some((v, r)) => closures::default_of(rt, cx, *v, *r, attr, want),
            None => Err(error("internal: a closure's default without closure")),
        },
        ArgSource::This => match this {
            Some((v, r)) => rt.convert(cx, *v, *r, want),
            None => Err(error("internal: a bound argument without bound object")),
        },
        ArgSource::Tuple(srcs) => {
            let Repr::Tuple(items) = rt.repr(want).clone() else {
                return Err(error("internal: *args is not a tuple"));
            };
            let mut vals = vec![];
            for (s, r) in srcs.iter().zip(items.iter()) {
                vals.push(source(rt, cx, op, s, *r, this)?);
            }
            tuple::new(rt, cx, &items, vals)
        }
    }
}

/// One of several functions or methods.
fn call_several(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    site: &CallSite,
    this: &This,
) -> Res<(LlValue, ReprId)> {
    let first = site.targets.first().expect("a callee");
    let func = first.func.unwrap_or(first.desc);
    let Some(fam) = rt.ann.call_family(func) else {
        return Err(error("internal: functions called through one variable have no family"));
    };
    let row = row_of_call(rt, fam, site, this.is_some())
        .ok_or_else(|| error("internal: a call has no row in its family"))?;
    let sig = callable::row_reprs(rt, fam, row)?;
    let ptr = match (&rt.ann.descs[first.desc].kind, this) {
        (DescKind::Method { name, .. }, Some((obj, r))) => {
            let name = name.clone();
            let Repr::Instance(c) = *rt.repr(*r) else {
                return Err(error("a method is called on what is not an instance"));
            };
            for t in site.targets.iter() {
                if let DescKind::Method { name: other, .. } = &rt.ann.descs[t.desc].kind
                    && *other != name
                {
                    return Err(error(format!(
                        "the methods {name} and {other} meet in one variable: only bound methods of the same name can"
                    )));
                }
            }
            instance::method_pointer(rt, cx, *obj, c, &name, (fam, row))?.ok_or_else(|| {
                error(format!("internal: method {name} has no entry in the vtable"))
            })?
        }
        (DescKind::Function(_), None) => {
            let (mut v, mut r) = rt.val(cx, &op.args[0])?;
            if site.special == Some(FROZEN_CALL) {
                v = rt.getfield(cx, v, "__call__")?;
                let s = class::ann_access_attr(rt, &op.args[0], cx, "__call__");
                let s = s.ok_or_else(|| error("internal: __call__ of a frozen object"))?;
                r = rt.repr_of(&s.without_const())?;
            }
            if let Repr::FuncSet(_) = rt.repr(r) {
                rt.getfield(cx, v, &format!("row{row}"))?
            } else {
                let ft = callable::family_type(rt, fam, row)?;
                let want = rt.intern(Repr::Func(ft, fam));
                rt.convert(cx, v, r, want)?
            }
        }
        _ => {
            return Err(error("this mixture of callables cannot be called through one variable"));
        }
    };
    let mut args = vec![ptr];
    let wrapped = rt.families.wrapped.contains_key(&(fam, row));
    let sources: Vec<ArgSource> = if wrapped {
        // The wrappers fill in defaults: the arguments go as they are written.
        let map = families::row_mapping(rt, fam, row, func);
        map.into_iter().map(|p| first.args[p].clone()).collect()
    } else {
        first.args.to_vec()
    };
    for (src, r) in sources.iter().zip(&sig.params) {
        let v = source(rt, cx, op, src, *r, this)?;
        if rt.lltype(*r)? != Type::Void {
            args.push(v);
        }
    }
    // Each callee fills missing arguments in its own way: all must agree. (Calls that share their targets ask once; the row
    // of the call keeps them.)
    let asked = !wrapped && !rt.families.agreeing.insert(site.targets.id());
    for t in site.targets.iter().skip(1).filter(|_| !wrapped && !asked) {
        if t.args.len() != first.args.len()
            || t.args.iter().zip(first.args.iter()).any(|(a, b)| a != b)
        {
            return Err(error(format!(
                "{} and {} meet at this call, but need different default or star arguments",
                annotator::show_desc(rt.ann, first.desc),
                annotator::show_desc(rt.ann, t.desc)
            )));
        }
    }
    args.push(konst(Const::Family(families::family_id(rt, fam, row)?)));
    let ty = rt.lltype(sig.result)?;
    let r = cx.op(LlOp::IndirectCall, args, ty);
    Ok((if ty == Type::Void { void() } else { r }, sig.result))
}

/// The row of a family by which a call goes. Calls that share their targets find it once.
fn row_of_call(
    rt: &mut RTyper<'_>,
    fam: CallFamilyId,
    site: &CallSite,
    bound: bool,
) -> Option<usize> {
    let key = (site.targets.id(), site.shape.clone(), bound);
    if let Some((_, row)) = rt.families.rows_of_calls.get(&key) {
        return Some(*row);
    }
    let row = annotator::row_of_call(rt.ann, fam, site, bound)?;
    rt.families.rows_of_calls.insert(key, (site.targets.clone(), row));
    Some(row)
}

// ---- classes

fn target_class(rt: &mut RTyper<'_>, t: &CallTarget) -> Res<ClassDefId> {
    match rt.ann.descs[t.desc].as_class() {
        Some(c) => {
            let host = c.host;
            rt.ann.need_class(host)
        }
        None => Err(error("classes and other callables meet in one variable")),
    }
}

/// `C(args)`
fn call_class(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, site: &CallSite) -> Res {
    if let Some(t) = site.targets.only() {
        let c = target_class(rt, t)?;
        let r = rt.intern(Repr::Instance(c));
        let inst = instantiate(rt, cx, op, t, c)?;
        return rt.set_result(cx, op, inst, r);
    }
    // Several classes: a function that looks at the class and does the right thing.
    let (cls, _) = rt.val(cx, &op.args[0])?;
    let s = rt.ann.binding(cx.gid, op.result).clone();
    let result = rt.repr_of(&s)?;
    let mut vals = vec![];
    let mut reprs = vec![];
    for a in &op.args[1..] {
        let (v, r) = rt.val(cx, a)?;
        vals.push(v);
        reprs.push(r);
    }
    let f = class_dispatcher(rt, cx, op, site, &reprs, result)?;
    let mut args = vec![cls];
    args.extend(vals);
    let v = rt.direct_call(cx, f, args);
    rt.set_result(cx, op, v, result)
}

fn instantiate(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    t: &CallTarget,
    c: ClassDefId,
) -> Res<LlValue> {
    let by_number = t.graph.is_none() && t.args.len() >= 2 && annotator::is_os_error(rt.ann, c);
    let shared = rt.ann.graphs[cx.gid].helper || !annotator::has_causes(rt.ann);
    if t.graph.is_none()
        && !by_number
        && shared
        && let Some(o) = class::prebuilt_exception(rt, c)
    {
        if t.args.is_empty() {
            return Ok(konst(Const::Obj(o)));
        }
        if let Some(v) = exc_args::prebuilt_with(rt, cx, c, op, &t.args)? {
            return Ok(v);
        }
    }
    let inst = match by_number {
        true => {
            let signed = rt.intern(Repr::Prim(Type::Signed));
            let number = source(rt, cx, op, &t.args[0], signed, &None)?;
            exc::os_error(rt, cx, c, number)?
        }
        false => instance::new(rt, cx, c)?,
    };
    if class::is_exception(rt, c) {
        // (all those of the call, whatever `__init__` does with them)
        let args: Vec<_> = if op.op == HlOp::SimpleCall {
            (1..op.args.len()).map(ArgSource::Operand).collect()
        } else {
            t.args.iter().filter(|a| **a != ArgSource::This).cloned().collect()
        };
        exc_args::remember(rt, cx, inst, c, op, &args, t.graph.is_none())?;
    }
    if let Some(g) = t.graph {
        let r = rt.intern(Repr::Instance(c));
        call_graph(rt, cx, op, g, &t.args, &Some((inst, r)))?;
    } else if t.args.len() >= 2 {
        // Of the built-in exceptions, OSError and errors of codecs keep their arguments.
        let names: &[&str] = match annotator::is_codec_error(rt.ann, c) {
            true => &annotator::CODEC_ERROR_ATTRS,
            false => &["errno", "strerror", "filename"],
        };
        for (name, src) in names.iter().zip(t.args.iter()) {
            let Some((level, _)) = annotator::find_attr(rt.ann, c, name) else { continue };
            let fields = class::instance_fields(rt, level)?;
            if let Some((_, field, r)) = fields.into_iter().find(|(a, ..)| &**a == *name) {
                let v = source(rt, cx, op, src, r, &None)?;
                rt.setfield(cx, inst, &field, v)?;
            }
        }
    }
    Ok(inst)
}

/// `dispatch(cls, args…)`: makes an instance of whichever of the classes `cls` is.
fn class_dispatcher(
    rt: &mut RTyper<'_>,
    outer: &Cx,
    op: &SpaceOperation<Hl>,
    site: &CallSite,
    reprs: &[ReprId],
    result: ReprId,
) -> Res<FuncId> {
    // Known arguments are part of the function.
    let known: Vec<_> = op.args[1..].iter().map(|a| rt.s(outer, a).konst).collect();
    let key = format!("{:?}/{:?}/{reprs:?}/{known:?}/{result:?}", site.targets, site.shape);
    if let Some(f) = rt.families.dispatchers.get(&key) {
        return Ok(*f);
    }
    let rtype = rt.lltype(result)?;
    let name = rt.functions.unique("instantiate_one_of");
    let mut types = vec![Type::Ptr(rt.layouts.vtable)];
    for r in reprs {
        types.push(rt.lltype(*r)?);
    }
    let ll: Vec<Type> = types.iter().copied().filter(|t| *t != Type::Void).collect();
    let ty = rt.ann.types.func(ll, rtype);
    let f = rt.prog.funcs.push(Function {
        name: name.clone(),
        ty,
        body: Body::Declared,
        attrs: FuncAttrs { helper: true, ..FuncAttrs::default() },
        span: op.span,
    });
    rt.families.dispatchers.insert(key, f);
    let g = functions::new_graph(rt, &name, rtype, op.span);
    let mut cx = Cx { at: outer.at, ..Cx::new(outer.gid, outer.hl.clone(), g) };
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
        let c = target_class(rt, t)?;
        let pass: Vec<LlValue> = vars.iter().filter(|v| v.as_var().is_some()).cloned().collect();
        let work = if i + 1 < site.targets.len() {
            let vt = class::vtable_obj(rt, c)?;
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
        let inst = instantiate(rt, &mut cx, op, t, c)?;
        let r = rt.intern(Repr::Instance(c));
        let v = rt.convert(&mut cx, inst, r, result)?;
        let ret = cx.g.returnblock;
        let b: &mut Block<flowmodel::Ll> = &mut cx.g.blocks[work];
        b.operations = std::mem::take(&mut cx.ops);
        b.exits = vec![Link::new(ret, vec![v])];
    }
    cx.g.compact();
    rt.prog.funcs[f].body = Body::Graph(cx.g);
    Ok(f)
}
