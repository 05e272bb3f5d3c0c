//! Hints for the JIT, JitDrivers and the program's entry.

use crate::base::cx::{Cx, konst};
use crate::base::{operands, wrappers};
use crate::builtins::arguments;
use crate::builtins::arguments::CallOperands;
use crate::helpers;
use crate::repr::{convert, list, pair_eq};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::lowers::Constant;
use annotator::{AnnGraphId, Kind, SomeValue};
use flowmodel::{
    Const, ExitSwitch, FuncAttrs, FuncId, Hl, HlValue, HostRef, JitDriver, LlOp, LlValue,
    SpaceOperation, Type, VarId,
};
use indexmap::IndexSet;
use std::rc::Rc;

/// The `hint` operation: operand 0 names the kind.
pub(crate) fn hint_op(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let kind = operands::attr_name(rt, cx, &op.args[0]).unwrap_or_default();
    let (v, r) = rt.val(cx, &op.args[1])?;
    if kind == "fence" {
        return list::done(rt, cx, op, v, r);
    }
    if kind == "maxlength" {
        return list::room(rt, cx, op, v, r);
    }
    if kind == "result" {
        return rt.set_result(cx, op, v, r);
    }
    let v = hint(rt, cx, v, r, &kind)?;
    rt.set_result(cx, op, v, r)
}

fn hint(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, r: ReprId, kind: &str) -> Res<LlValue> {
    let ty = rt.vtype(cx, &v);
    if !rt.opts.jit || ty == Type::Void || matches!(v, LlValue::Const(_)) {
        return Ok(v);
    }
    let mut args = vec![v, konst(Const::Text(kind.into()))];
    if matches!(kind, "promote_string" | "promote_unicode")
        && matches!(rt.repr(r), Repr::Str | Repr::Unicode)
        && let Some(eq) = pair_eq::pair_eq_fn(rt, r, r)?
    {
        let item = SomeValue::from_lltype(ty);
        let (eq, _) = helpers::function(rt, eq, vec![item.clone(), item])?;
        args.push(konst(Const::Func(eq)));
    }
    Ok(cx.op(LlOp::Hint, args, ty))
}

/// `promote(x)`, `promote_string(s)`, `promote_unicode(u)`, by the name of the hint.
pub(crate) fn promote(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    kind: &str,
    x: &HlValue,
) -> Res {
    if kind == "promote" && matches!(x, HlValue::Const(flowmodel::HlConst::None)) {
        return Err(error("promote(None): there is nothing to promote"));
    }
    let rr = rt.result_repr(cx, op)?;
    let v = rt.val_as(cx, x, rr)?;
    let v = hint(rt, cx, v, rr, kind)?;
    rt.own_result(cx, op, v)
}

/// `hint(x, name=True, …)`
pub(crate) fn builtin_hint(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
    flags: &[(Rc<str>, HlValue)],
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let mut v = rt.val_as(cx, x, rr)?;
    for (name, flag) in flags {
        if rt.s(cx, flag).const_bool() == Some(true) {
            v = hint(rt, cx, v, rr, name)?;
        }
    }
    rt.own_result(cx, op, v)
}

/// A low-level operation where there is a JIT and the operands have values, else a constant: `we_are_jitted()` and its
/// like.
pub(crate) fn of_jit(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    ll: LlOp,
    without: Constant,
    a: &[HlValue],
) -> Res {
    let mut args = vec![];
    for x in a {
        args.push(rt.val(cx, x)?.0);
    }
    let ty = Type::of_operand(ll.info().result).expect("a result on its own");
    let v = match (rt.opts.jit && args.iter().all(|v| rt.vtype(cx, v) != Type::Void), without) {
        (true, _) => cx.op(ll, args, ty),
        (false, Constant::Int(i)) => cx.int(i),
        (false, c) => konst(Const::Bool(c == Constant::Bool(true))),
    };
    let r = rt.prim(ty);
    rt.set_result(cx, op, v, r)
}

pub(crate) fn record_exact_value(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let (v, r) = rt.val(cx, &a[0])?;
    let c = rt.val_as(cx, &a[1], r)?;
    if rt.opts.jit && rt.vtype(cx, &v) != Type::Void {
        cx.op0(LlOp::JitRecordExactValue, vec![v, c]);
    }
    rt.none_result(cx, op)
}

pub(crate) fn record_exact_class(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    if rt.opts.jit {
        let (v, r) = rt.val(cx, &a[0])?;
        let rc = rt.intern(Repr::Class);
        let c = rt.val_as(cx, &a[1], rc)?;
        if matches!(rt.repr(r), Repr::Instance(_)) {
            cx.op0(LlOp::JitRecordExactClass, vec![v, c]);
        }
    }
    rt.none_result(cx, op)
}

pub(crate) fn debug(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let rs = rt.intern(Repr::Str);
    let mut args = vec![rt.val_as(cx, &a[0], rs)?];
    for n in &a[1..] {
        args.push(rt.signed(cx, n)?);
    }
    if rt.opts.jit {
        cx.op0(LlOp::JitRemark, args);
    }
    rt.none_result(cx, op)
}

/// Gives what the hooks ask the JIT.
pub(crate) fn ask(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    helper: &str,
    a: &[HlValue],
) -> Res {
    let mut args = vec![];
    for v in a {
        args.push(rt.signed(cx, v)?);
    }
    let r = rt.result_repr(cx, op)?;
    let v = match (rt.opts.jit, rt.lltype(r)?) {
        (true, _) => rt.helper_call(cx, "ll_jit", helper, args)?,
        (false, number @ (Type::Signed | Type::Float)) => konst(rt.prog.zero(number)),
        (false, _) => return Err(error("there is no JIT that could tell something")),
    };
    rt.own_result(cx, op, v)
}

/// `set_param(driver, name, value)`; without a value `set_param_to_default(driver, name)`.
pub(crate) fn set_param(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
    value: Option<&HlValue>,
) -> Res {
    if !rt.opts.jit {
        return rt.none_result(cx, op);
    }
    let rs = rt.intern(Repr::Str);
    // Without a driver the parameters of all are meant.
    let driver = match rt.s(cx, &a[0]).const_host() {
        Some(h) if rt.ann.jitdrivers.contains_key(&h) => jitdriver(rt, h)? as i64,
        _ => -1,
    };
    let mut args = vec![cx.int(driver), rt.val_as(cx, &a[1], rs)?];
    let helper = match value {
        None => "ll_set_param_to_default",
        Some(value) => {
            let (v, r) = rt.val(cx, value)?;
            let ty = rt.vtype(cx, &v);
            args.push(v);
            match rt.repr(r) {
                Repr::Str => "ll_set_param_text",
                _ if matches!(ty, Type::Signed | Type::Bool) => "ll_set_param",
                _ => return Err(error("set_param() takes an int as value")),
            }
        }
    };
    rt.helper_call(cx, "ll_jit", helper, args)?;
    rt.none_result(cx, op)
}

/// Methods of objects of rlib: the markers of a JitDriver.
pub(crate) fn object_method(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    class: &str,
    name: &str,
    this: Option<HostRef>,
) -> Res {
    if class != "rpython.rlib.jit.JitDriver" {
        return Err(error(format!("method {name}() of {class} is not supported")));
    }
    let Some(driver) = this else {
        return Err(error("a JitDriver must be a constant"));
    };
    if rt.opts.jit {
        let index = jitdriver(rt, driver)?;
        let info = rt.ann.jitdrivers.get(&driver).cloned().unwrap_or_default();
        let CallOperands { kw, .. } = arguments::call_operands(rt, op)?;
        let mut args = vec![konst(Const::Text(name.into())), konst(Const::Int(index as i64))];
        if name != "loop_header" {
            for var in info.greens.iter().chain(&info.reds) {
                let Some((_, v)) = kw.iter().find(|(k, _)| k == var) else { continue };
                let s = info.vars.get(var).cloned();
                if let Some(which) = info.virtualizables.iter().position(|name| name == var)
                    && let Some(annotator::Kind::Instance { class, .. }) =
                        s.as_ref().map(|s| &s.kind)
                {
                    let declared = virtualizable_fields(rt, *class);
                    rt.prog.jitdrivers[index].virtualizable_fields[which] = declared;
                }
                let r = match s {
                    Some(s) => rt.repr_of(&s.without_const())?,
                    None => rt.val(cx, v)?.1,
                };
                args.push(rt.val_as(cx, v, r)?);
            }
            if info.auto_reds && name == "jit_merge_point" {
                let greens: Vec<_> = kw.iter().filter_map(|(_, v)| v.as_var()).collect();
                auto_reds(rt, cx, index, &greens, &mut args)?;
            }
        }
        cx.op0(LlOp::JitMarker, args);
    }
    rt.none_result(cx, op)
}

/// `reds='auto'`: all variables alive after the merge point that are not green.
fn auto_reds(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    index: usize,
    greens: &[VarId],
    args: &mut Vec<LlValue>,
) -> Res {
    let hl = cx.hl.clone();
    let blk = &hl.blocks[cx.at.0];
    let mut live: IndexSet<VarId> = IndexSet::new();
    let mut defined: IndexSet<VarId> = IndexSet::new();
    for op in &blk.operations[cx.at.1 + 1..] {
        live.extend(op.args.iter().filter_map(|a| a.as_var()).filter(|v| !defined.contains(v)));
        defined.insert(op.result);
    }
    for l in &blk.exits {
        defined.extend(l.last_exception);
        defined.extend(l.last_exc_value);
        live.extend(l.args.iter().filter_map(|a| a.as_var()).filter(|v| !defined.contains(v)));
    }
    if let ExitSwitch::Var(v) = blk.exitswitch
        && !defined.contains(&v)
    {
        live.insert(v);
    }
    let mut names: Vec<Rc<str>> = vec![];
    for v in live {
        let Some(LlValue::Var(x)) = cx.map.get(&v).cloned() else { continue };
        if greens.contains(&v) || args.contains(&LlValue::Var(x)) {
            continue;
        }
        let base: Rc<str> = (*hl.vars[v].name).into();
        let mut name = base.clone();
        let mut n = 1;
        while names.contains(&name) {
            n += 1;
            name = format!("{base}.{n}").into();
        }
        names.push(name);
        args.push(x.into());
    }
    let reds = &mut rt.prog.jitdrivers[index].reds;
    if !reds.is_empty() && reds.len() != names.len() {
        return Err(error(
            "reds='auto' with several merge points that have different variables alive",
        ));
    }
    *reds = names;
    Ok(())
}

/// The entries of `_virtualizable_` that hold for a class.
fn virtualizable_fields(rt: &RTyper<'_>, c: annotator::ClassDefId) -> Vec<Rc<str>> {
    let descs = rt.ann.class_mro(c).into_iter().map(|c| rt.ann.classdefs[c].desc);
    let classes = descs.filter_map(|d| rt.ann.descs[d].as_class());
    let declared: IndexSet<Rc<str>> =
        classes.flat_map(|d| &d.virtualizable).map(|name| format!("inst_{name}").into()).collect();
    declared.into_iter().collect()
}

/// Index of a JitDriver in the program.
fn jitdriver(rt: &mut RTyper<'_>, h: HostRef) -> Res<usize> {
    if let Some(i) = rt.drivers.get(&h) {
        return Ok(*i);
    }
    let index = rt.prog.jitdrivers.len();
    rt.drivers.insert(h, index);
    let info = rt.ann.jitdrivers.get(&h).cloned().unwrap_or_default();
    rt.prog.jitdrivers.push(JitDriver {
        name: info.name.clone().unwrap_or_else(|| Rc::from("jitdriver")),
        greens: info.greens.clone(),
        reds: info.reds.clone(),
        virtualizables: info.virtualizables.clone(),
        virtualizable_fields: vec![vec![]; info.virtualizables.len()],
        ..JitDriver::default()
    });
    for (name, g) in &info.hooks {
        let mut f = rt.func_for(*g)?;
        if &**name == "get_printable_location" {
            f = with_text(rt, *g, f)?;
        }
        let driver = &mut rt.prog.jitdrivers[index];
        if let Some((_, place)) = driver.functions_mut().into_iter().find(|(n, _)| *n == &**name) {
            *place = Some(f);
        }
    }
    let rec = annotator::hostview::instance_attr(&rt.ann.host, h, "is_recursive");
    rt.prog.jitdrivers[index].is_recursive =
        rec.is_some_and(|v| annotator::hostview::truth(&rt.ann.host, v));
    Ok(index)
}

/// A function that gives a string where another one gives a character; else that one itself.
fn with_text(rt: &mut RTyper<'_>, gid: AnnGraphId, f: FuncId) -> Res<FuncId> {
    let sig = rt.ann.types.funcs[rt.prog.funcs[f].ty].clone();
    if sig.result != Type::Char {
        return Ok(f);
    }
    let text = Type::Ptr(rt.layouts.string);
    let name = rt.functions.unique(&format!("{}_text", rt.prog.funcs[f].name));
    let greens: Vec<_> = sig.args.iter().map(|ty| ("green", *ty)).collect();
    let hl = rt.ann.graphs[gid].graph.clone();
    let (mut cx, params) = wrappers::begin(rt, (gid, hl.clone()), hl.span, &name, &greens, text);
    let char = rt.direct_call(&mut cx, f, params);
    let result = convert::char_to_str(rt, &mut cx, char)?;
    let attrs = rt.prog.funcs[f].attrs.clone();
    let ty = rt.ann.types.func(sig.args, text);
    Ok(wrappers::end(rt, cx, name, ty, result, attrs))
}

impl RTyper<'_> {
    /// The function that hears of events of the JIT, under the name by which the JIT knows it.
    pub fn jit_event(&mut self, name: &str) -> Res {
        let Some((_, Some(g))) = self.ann.jit_event else { return Ok(()) };
        let f = self.func_for(g)?;
        self.prog.funcs[f].attrs.export_name = Some(name.into());
        Ok(())
    }
}

/// `entry_point(argc: Signed, argv: Address) -> Signed`: makes the list of arguments and calls the user's function.
pub(crate) fn make_entry(rt: &mut RTyper<'_>, gid: AnnGraphId) -> Res<FuncId> {
    let target = rt.func_for(gid)?;
    let sig = rt.sig(gid)?;
    let name = rt.functions.unique("entry_point_wrapper");
    let params = [("argc", Type::Signed), ("argv", Type::Address)];
    let ty = rt.ann.types.func(params.map(|p| p.1).to_vec(), Type::Signed);
    let hl = rt.ann.graphs[gid].graph.clone();
    let (mut cx, params) =
        wrappers::begin(rt, (gid, hl.clone()), hl.span, &name, &params, Type::Signed);
    let (argc, argv) = (params[0], params[1]);
    let mut args = vec![];
    if let Some(p) = sig.params.first().copied()
        && rt.lltype(p)? != Type::Void
    {
        let Repr::List(l) = rt.repr(p).clone() else {
            return Err(error("the entry point takes one argument, a list of strings"));
        };
        let info = rt.list_info(l)?;
        if !matches!(rt.repr(info.item), Repr::Str) {
            return Err(error("the entry point takes a list of strings"));
        }
        let array = cx.malloc_varsize(info.array, argc);
        rt.helper_call(&mut cx, "ll_os", "ll_make_argv", vec![argc, argv, array])?;
        args.push(list::from_array(rt, &mut cx, info, array, argc)?);
    }
    if let Some(list) = rt.ann.argv {
        let s = rt
            .ann
            .immutablevalue(annotator::Site::NOWHERE, list)
            .map_err(|e| e.into_diagnostic())?;
        let r = rt.repr_of(&s)?;
        if let Repr::List(l) = *rt.repr(r) {
            let info = rt.list_info(l)?;
            let array = cx.malloc_varsize(info.array, argc);
            let all = vec![argc, argv, array];
            rt.helper_call(&mut cx, "ll_os", "ll_make_argv", all)?;
            let list = konst(rt.const_of(&flowmodel::HlConst::Host(list), r)?);
            rt.helper_call(&mut cx, "ll_list", "ll_extend", vec![list, array, argc])?;
        }
    }
    let r = rt.direct_call(&mut cx, target, args);
    let result = match *rt.repr(sig.result) {
        Repr::Prim(t) if t == Type::Bool || t.is_signed() => {
            convert::prim(rt, &mut cx, r, t, Type::Signed)?
        }
        Repr::Void => cx.int(0),
        _ => {
            let s = rt.ann.result(gid).clone();
            if s.kind == Kind::Impossible {
                cx.int(0)
            } else {
                return Err(error("the entry point must return an int"));
            }
        }
    };
    let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
    Ok(wrappers::end(rt, cx, name, ty, result, attrs))
}
