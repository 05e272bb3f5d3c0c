//! Weak references, and finalizers (`__del__`).
//!
//! A weak reference is an object `{target: Address}` that the collector knows about. What reads and writes `target` are
//! functions of their own, which neither optimiser nor JIT look into: an address must not live across a collection.
//!
//! An object whose class has `__del__` is noted when it is made. The collector keeps it when it is found dead, and
//! `run_finalizers` calls the methods of such objects: whenever another object with a finalizer is made, and after `gc.collect()`.

use crate::base::cx::{Cx, konst};
use crate::base::functions;
use crate::repr::class;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::ClassDefId;
use flowmodel::diag::Span;
use flowmodel::{
    Body, Const, ExitCase, ExitSwitch, Field, FuncAttrs, FuncId, Function, Hl, HostRef, Link,
    LlGraph, LlOp, LlValue, SpaceOperation, StructId, Type,
};

/// The container of weak references.
fn container(rt: &mut RTyper<'_>) -> StructId {
    if let Some(s) = rt.weak.weakref {
        return s;
    }
    let fields = vec![Field::new("target", Type::Address)];
    let s = rt.ann.types.add("weakref", true, None, fields, None);
    rt.weak.weakref = Some(s);
    s
}

/// A function made here; the JIT does not look inside, and nothing is inlined.
fn opaque_function(
    rt: &mut RTyper<'_>,
    name: &str,
    args: Vec<Type>,
    result: Type,
    build: impl FnOnce(&mut LlGraph, &[LlValue]) -> LlValue,
) -> FuncId {
    let name = rt.functions.unique(name);
    let ty = rt.ann.types.func(args.clone(), result);
    let mut g = functions::new_graph(rt, &name, result, Span::NONE);
    let start = g.startblock;
    let params: Vec<LlValue> = args
        .iter()
        .map(|t| {
            let v = g.new_var("a", *t);
            g.blocks[start].inputargs.push(v);
            v.into()
        })
        .collect();
    let r = build(&mut g, &params);
    let ret = g.returnblock;
    g.blocks[start].exits = vec![Link::new(ret, vec![r])];
    push_opaque(rt, name, ty, Body::Graph(g))
}

fn push_opaque(
    rt: &mut RTyper<'_>,
    name: std::rc::Rc<str>,
    ty: flowmodel::FuncTypeId,
    body: Body,
) -> FuncId {
    let attrs = FuncAttrs {
        dont_inline: true,
        look_inside: Some(false),
        helper: true,
        cannot_raise: true,
        ..FuncAttrs::default()
    };
    rt.prog.funcs.push(Function { name, ty, body, attrs, span: Span::NONE })
}

/// `weakref.ref(x)`
pub(crate) fn make(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (x, _) = rt.val(cx, &op.args[1])?;
    let s = container(rt);
    let object = Type::Ptr(rt.layouts.object);
    let init = match rt.weak.init {
        Some(f) => f,
        None => {
            let field = konst(rt.field(s, "target"));
            let args = vec![Type::Ptr(s), object];
            let f = opaque_function(rt, "weakref_init", args, Type::Void, |g, a| {
                let b = g.startblock;
                let at = vec![a[1]];
                let adr = g.add_op(b, LlOp::CastPtrToAdr, at, "adr", Type::Address, Span::NONE);
                let set = vec![a[0], field, adr.into()];
                g.add_op(b, LlOp::SetField, set, "v", Type::Void, Span::NONE);
                let note = vec![a[0]];
                g.add_op(b, LlOp::GcNoteWeakref, note, "v", Type::Void, Span::NONE);
                konst(Const::Void)
            });
            rt.weak.init = Some(f);
            f
        }
    };
    let w = cx.malloc(s);
    let x = rt.cast(cx, x, object);
    rt.direct_call(cx, init, vec![w, x]);
    rt.own_result(cx, op, w)
}

/// `r()` of a weak reference.
pub(crate) fn read(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (w, _) = rt.val(cx, &op.args[0])?;
    let s = container(rt);
    let object = Type::Ptr(rt.layouts.object);
    let get = match rt.weak.get {
        Some(f) => f,
        None => {
            let field = konst(rt.field(s, "target"));
            let f = opaque_function(rt, "weakref_get", vec![Type::Ptr(s)], object, |g, a| {
                let b = g.startblock;
                let at = vec![a[0], field];
                let adr = g.add_op(b, LlOp::GetField, at, "adr", Type::Address, Span::NONE);
                let p = vec![adr.into()];
                g.add_op(b, LlOp::CastAdrToPtr, p, "obj", object, Span::NONE).into()
            });
            rt.weak.get = Some(f);
            f
        }
    };
    let p = rt.direct_call(cx, get, vec![w]);
    let rr = rt.result_repr(cx, op)?;
    let ty = rt.lltype(rr)?;
    if ty == Type::Void {
        return rt.own_result(cx, op, konst(Const::Void)); // it is known to be dead
    }
    let p = rt.cast(cx, p, ty);
    rt.own_result(cx, op, p)
}

/// The finalizer of a class: its kind.
fn finalizer_kind(rt: &mut RTyper<'_>, c: ClassDefId) -> Option<i64> {
    let graph = rt.ann.finalizer(c)?;
    let known = rt.weak.finalizers.iter().position(|f| *f == graph);
    let i = known.unwrap_or_else(|| {
        rt.weak.finalizers.push(graph);
        rt.weak.finalizers.len() - 1
    });
    Some(i as i64 + 1)
}

/// Notes a new instance of a class with `__del__`.
pub(crate) fn note_finalizer(rt: &mut RTyper<'_>, cx: &mut Cx, c: ClassDefId, obj: &LlValue) {
    if let Some(kind) = finalizer_kind(rt, c) {
        let kind = cx.int(kind);
        cx.op0(LlOp::GcNoteFinalizer, vec![*obj, kind]);
    }
}

/// `rgc._note_object(function, obj)`
pub(crate) fn note_for_queue(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    f: &flowmodel::HlValue,
    obj: &flowmodel::HlValue,
) -> Res {
    let f = rt.s(cx, f).const_host();
    let Some(graph) = f.and_then(|f| rt.ann.dead_function(f)) else {
        return Err(error("internal: the function of a FinalizerQueue"));
    };
    run_finalizers(rt, cx);
    let known = rt.weak.finalizers.iter().position(|f| *f == graph);
    let i = known.unwrap_or_else(|| {
        rt.weak.finalizers.push(graph);
        rt.weak.finalizers.len() - 1
    });
    let (obj, _) = rt.val(cx, obj)?;
    let kind = cx.int(i as i64 + 1);
    cx.op0(LlOp::GcNoteFinalizer, vec![obj, kind]);
    Ok(())
}

/// Runs the finalizers that wait, before an instance of a class with `__del__` is made.
pub(crate) fn run_finalizers_before(rt: &mut RTyper<'_>, cx: &mut Cx, c: ClassDefId) {
    if rt.ann.finalizer(c).is_some() {
        run_finalizers(rt, cx);
    }
}

/// Runs the finalizers that wait, if the program has any.
pub(crate) fn run_finalizers(rt: &mut RTyper<'_>, cx: &mut Cx) {
    if !rt.ann.has_finalizers() {
        return;
    }
    let f = match rt.weak.run {
        Some(f) => f,
        None => {
            let name = rt.functions.unique("run_finalizers");
            let ty = rt.ann.types.func(vec![], Type::Void);
            let f = push_opaque(rt, name, ty, Body::Declared);
            rt.weak.run = Some(f);
            f
        }
    };
    rt.direct_call(cx, f, vec![]);
}

/// The body of `run_finalizers`, when all classes are known.
pub(crate) fn finish_finalizers(rt: &mut RTyper<'_>) -> Res {
    let Some(run) = rt.weak.run else { return Ok(()) };
    let span = Span::NONE;
    let name = rt.prog.funcs[run].name.clone();
    let mut g = functions::new_graph(rt, &name, Type::Void, span);
    let start = g.startblock;
    let ret = g.returnblock;
    let kind = g.add_op(start, LlOp::GcNextFinalizer, vec![], "kind", Type::Signed, span);
    let done = Link::new(ret, vec![konst(Const::Void)]);
    let base = annotator::hostview::exception(&rt.ann.host, "BaseException");
    let base = base.ok_or_else(|| error("internal: no BaseException"))?;
    let base = rt.ann.need_class(base)?;
    let catch = Const::Obj(class::vtable_obj(rt, base)?);
    let mut exits = vec![];
    for i in 0..rt.weak.finalizers.len() {
        let graph = rt.weak.finalizers[i];
        let f = rt.func_for(graph)?;
        let sig = rt.sig(graph)?;
        let b = g.new_block();
        let object = Type::Ptr(rt.layouts.object);
        let adr = g.add_op(b, LlOp::GcFinalizerObject, vec![], "adr", Type::Address, span);
        let p = g.add_op(b, LlOp::CastAdrToPtr, vec![adr.into()], "obj", object, span);
        let mut args = vec![konst(Const::Func(f))];
        if let Some(r) = sig.params.first() {
            let want = rt.lltype(*r)?;
            if want != Type::Void {
                let v = match want == object {
                    true => p,
                    false => g.add_op(b, LlOp::CastPointer, vec![p.into()], "self", want, span),
                };
                args.push(v.into());
            }
        }
        let result = rt.lltype(sig.result)?;
        g.add_op(b, LlOp::DirectCall, args, "v", result, span);
        // An exception that leaves __del__ is dropped.
        g.blocks[b].exitswitch = ExitSwitch::LastException;
        let mut dropped = Link::new(start, vec![]);
        dropped.case = ExitCase::Value(catch);
        dropped.last_exception = Some(g.new_var("etype", Type::Ptr(rt.layouts.vtable)));
        dropped.last_exc_value = Some(g.new_var("evalue", object));
        g.blocks[b].exits = vec![Link::new(start, vec![]), dropped];
        let mut l = Link::new(b, vec![]);
        l.case = ExitCase::Value(Const::Int(i as i64 + 1));
        exits.push(l);
    }
    let mut done = done;
    done.case = ExitCase::Default;
    exits.push(done);
    // The start block must have no predecessors: the loop goes through a block of its own.
    let entry = g.new_block();
    g.blocks[entry].exits = vec![Link::new(start, vec![])];
    g.startblock = entry;
    g.blocks[start].exitswitch = ExitSwitch::Var(kind);
    g.blocks[start].exits = exits;
    rt.prog.funcs[run].body = Body::Graph(g);
    rt.run_queue().map_err(|mut e| e.swap_remove(0))
}

/// A weak reference of import time. Its object is static data, which stays where it is; no collector need know.
pub(crate) fn prebuilt(rt: &mut RTyper<'_>, h: HostRef, r: ReprId) -> Res<Const> {
    if let Some(o) = rt.prebuilt.objects.get(&(h, r)) {
        return Ok(Const::Obj(*o));
    }
    let s = container(rt);
    let o = rt.new_obj("weakref", s, vec![]);
    rt.prebuilt.objects.insert((h, r), o);
    if let Some(target) = annotator::weakref_target(rt.ann, h) {
        let i = rt
            .ann
            .immutablevalue(annotator::Site::NOWHERE, target)
            .map_err(|e| e.into_diagnostic())?;
        let repr = rt.repr_of(&i)?;
        let c = rt.host_const(target, repr)?;
        rt.set_obj_field(o, "target", c);
    }
    Ok(Const::Obj(o))
}

/// The repr of weak references.
pub(crate) fn repr(rt: &mut RTyper<'_>) -> Repr {
    Repr::Prim(Type::Ptr(container(rt)))
}
