//! Choice of what a new exception remembers of its arguments, and which prebuilt exception stands for it (see
//! [`super::exc`] for the fields).

use crate::base::cx::{Cx, konst};
use crate::base::functions;
use crate::helpers;
use crate::helpers::Unknown;
use crate::repr::exc::{
    AS_REPR, BOOL, COUNT, EXIT, FLOAT, INT, KEY, NONE, ONE, OWN_TEXT, PACKED, TEXT,
};
use crate::repr::{class, convert, exc, format, tuple};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{ArgSource, ClassDefId, Kind};
use flowmodel::diag::Span;
use flowmodel::{Const, HeapObject, Hl, LlOp, LlValue, ObjId, SpaceOperation, Type};

/// The object is the one that helpers raise each time.
const REUSE: i64 = 1 << 10;

/// Exceptions of helpers with arguments that are not constant: one object for all.
const REUSED: &[&str] = &["KeyError", "AttributeError", "TypeError"];

/// Says when texts are made of arguments that do not fit.
#[derive(Clone, Copy, PartialEq)]
enum Texts {
    /// They are made with the exception.
    Now,
    /// They are made when it ends the program: it keeps the arguments.
    Later,
    /// They are forgotten.
    Never,
}

/// Values of the three fields.
struct Remembered {
    kind: i64,
    text: Option<LlValue>,
    word: Option<LlValue>,
    key: Option<(LlValue, LlValue)>,
}

/// The function that makes the text of a key, `None` if an exception holds the key itself or nothing is known of it.
pub(crate) fn key_show(rt: &mut RTyper<'_>, r: ReprId) -> Res<Option<LlValue>> {
    let ty = rt.lltype(r)?;
    let shown = match rt.repr(r) {
        Repr::Tuple(items) => !items.is_empty(),
        Repr::Unicode | Repr::Set(_) | Repr::Instance(_) => true,
        _ => false,
    };
    if !shown || !matches!(ty, Type::Ptr(_)) {
        return Ok(None);
    }
    let known = key_has_text(rt, r)?;
    show_fn(rt, r, known)
}

/// The function that makes the text of an argument that an exception holds.
fn kept_show(rt: &mut RTyper<'_>, r: ReprId) -> Res<Option<LlValue>> {
    match rt.lltype(r)? {
        Type::Ptr(_) => show_fn(rt, r, true),
        _ => Ok(None),
    }
}

fn show_fn(rt: &mut RTyper<'_>, r: ReprId, known: bool) -> Res<Option<LlValue>> {
    let ty = rt.lltype(r)?;
    if let Some(f) = rt.exceptions.key_texts.get(&r) {
        return Ok(f.map(|f| konst(Const::Func(f))));
    }
    if !known {
        rt.exceptions.key_texts.insert(r, None);
        return Ok(None);
    }
    let Ok(text) = format::str_fn(rt, r, Unknown::AsObject) else {
        // Something in it has a `__repr__` that nobody calls, so that it was not looked at: the exception is shown without.
        rt.exceptions.key_texts.insert(r, None);
        return Ok(None);
    };
    let (text, _) = helpers::function(rt, text, vec![annotator::SomeValue::from_lltype(ty)])?;
    let string = Type::Ptr(rt.layouts.string);
    let name = rt.functions.unique("show_key");
    let mut g = functions::new_graph(rt, &name, string, Span::NONE);
    let key = g.new_var("key", Type::GcRef);
    let start = g.startblock;
    g.blocks[start].inputargs.push(key);
    let key = g.add_op(start, LlOp::CastOpaquePtr, vec![key.into()], "key", ty, Span::NONE);
    let args = vec![konst(Const::Func(text)), key.into()];
    let v = g.add_op(start, LlOp::DirectCall, args, "text", string, Span::NONE);
    g.blocks[start].exits = vec![flowmodel::Link::new(g.returnblock, vec![v.into()])];
    let Type::FuncPtr(ft) = class::show_type(rt) else { return Ok(None) };
    let attrs = flowmodel::FuncAttrs { helper: true, ..Default::default() };
    let body = flowmodel::Body::Graph(g);
    let f = flowmodel::Function { name, ty: ft, body, attrs, span: Span::NONE };
    let f = rt.prog.funcs.push(f);
    rt.exceptions.key_texts.insert(r, Some(f));
    Ok(Some(konst(Const::Func(f))))
}

/// Tells whether there is a text of keys of this type.
fn key_has_text(rt: &mut RTyper<'_>, r: ReprId) -> Res<bool> {
    Ok(match rt.repr(r).clone() {
        Repr::Instance(_) => true,
        Repr::Tuple(items) => {
            for i in items.iter() {
                if !key_has_text(rt, *i)? {
                    return Ok(false);
                }
            }
            true
        }
        Repr::Set(d) => {
            let key = rt.dict_info(d)?.key;
            key_has_text(rt, key)?
        }
        Repr::Prim(Type::Ptr(_) | Type::Address) => false,
        Repr::Prim(_) | Repr::Str | Repr::Unicode | Repr::Void | Repr::Known(_) => true,
        _ => false,
    })
}

/// Gives what an exception of class `c` remembers of the arguments.
fn remembered(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    c: ClassDefId,
    op: &SpaceOperation<Hl>,
    args: &[ArgSource],
    texts: Texts,
) -> Res<Remembered> {
    let eager = texts == Texts::Now;
    let mut out = Remembered { kind: 0, text: None, word: None, key: None };
    if class::is_exc(rt, c, "SystemExit") {
        out.kind |= EXIT;
    }
    if class::is_exc(rt, c, "KeyError") {
        out.kind |= AS_REPR;
    }
    let given = |a: &ArgSource| matches!(a, ArgSource::Operand(_) | ArgSource::StarItem(..));
    if args.is_empty() || !args.iter().all(given) {
        return Ok(out);
    }
    let operands = args;
    // In helpers: `KeyError(key, show)`.
    if let [key, show] = operands
        && rt.ann.graphs[cx.gid].helper
        && let (show, r, _) = exc_arg(rt, cx, op, show)?
        && matches!(rt.lltype(r)?, Type::FuncPtr(_))
    {
        let (key, _, _) = exc_arg(rt, cx, op, key)?;
        let key = cx.op(LlOp::CastOpaquePtr, vec![key], Type::GcRef);
        out.kind |= KEY;
        out.key = Some((key, show));
        return Ok(out);
    }
    if class::is_exc(rt, c, "OSError") && operands.len() >= 2 && eager {
        return os_error_text(rt, cx, op, operands, out);
    }
    let codec_error = annotator::is_codec_error(rt.ann, c) && operands.len() == 5 && eager;
    let flags = out.kind;
    let mut fits = operands.len() <= 2;
    for (n, i) in operands.iter().enumerate() {
        let (v, r, none) = exc_arg(rt, cx, op, i)?;
        // (where only the report of the error shows them, a None among strings is a null pointer)
        let none = none && texts != Texts::Later;
        let (sort, text, word) = sort_of(rt, cx, v, r, none)?;
        fits &= sort != 0
            && !(text.is_some() && out.text.is_some())
            && !(word.is_some() && out.word.is_some());
        if !fits {
            break;
        }
        out.kind |= sort << (4 * n);
        out.text = text.or(out.text);
        out.word = word.or(out.word);
    }
    if fits {
        return Ok(out);
    }
    out = Remembered { kind: flags, text: None, word: None, key: None };
    match texts {
        Texts::Never => return Ok(out),
        Texts::Later => return kept_args(rt, cx, op, operands, out),
        Texts::Now => {}
    }
    for i in operands {
        let (_, r, _) = exc_arg(rt, cx, op, i)?;
        // Where arguments are read, there must be the right number at least.
        if !has_text(rt, r)? && (operands.len() == 1 || !annotator::reads_exception_args(rt.ann)) {
            return Ok(out);
        }
    }
    if operands.len() == 1 {
        let text = exc_arg_text(rt, cx, op, &operands[0], false)?;
        out.kind |= ONE;
        out.text = Some(text);
        return Ok(out);
    }
    let mut acc = konst(rt.string_const(b""));
    for i in operands {
        let (v, r, _) = exc_arg(rt, cx, op, i)?;
        let (sort, text, word) = sort_of(rt, cx, v, r, false)?;
        let (helper, args) = match (sort, text, word) {
            (TEXT, Some(t), _) => ("ll_pack_text", vec![acc, t]),
            (NONE, ..) => ("ll_pack_none", vec![acc]),
            (0, ..) => {
                let t = if has_text(rt, r)? {
                    exc_arg_text(rt, cx, op, i, true)?
                } else {
                    konst(rt.string_const(b"..."))
                };
                ("ll_pack_other", vec![acc, t])
            }
            (sort, _, w) => {
                let w = w.unwrap_or_else(|| konst(Const::Int(0)));
                ("ll_pack_word", vec![acc, konst(Const::Int(sort)), w])
            }
        };
        acc = rt.helper_call(cx, "ll_exc", helper, args)?;
    }
    if codec_error {
        let mut args = vec![];
        for i in operands {
            args.push(exc_arg(rt, cx, op, i)?);
        }
        let helper = match rt.repr(args[1].1) {
            _ if annotator::is_decode_error(rt.ann, c) => "ll_decode_message",
            Repr::Unicode => "ll_encode_message",
            _ => "ll_encode_text_message",
        };
        let args = args.into_iter().map(|a| a.0).collect();
        let text = rt.helper_call(cx, "ll_exc", helper, args)?;
        acc = rt.helper_call(cx, "ll_exc", "ll_pack_other", vec![acc, text])?;
        out.kind |= OWN_TEXT;
    }
    out.kind |= PACKED | (operands.len() as i64) << COUNT;
    out.text = Some(acc);
    Ok(out)
}

/// The arguments themselves, of which a text is made if the exception ends the program.
fn kept_args(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    operands: &[ArgSource],
    mut out: Remembered,
) -> Res<Remembered> {
    let (mut vals, mut reprs) = (vec![], vec![]);
    for i in operands {
        let (v, r, _) = exc_arg(rt, cx, op, i)?;
        if !has_text(rt, r)? {
            return Ok(out);
        }
        vals.push(v);
        reprs.push(r);
    }
    let (v, r) = match (&vals[..], &reprs[..]) {
        // (the text of a single one is not its repr)
        ([_], [r]) if matches!(rt.repr(*r), Repr::Unicode) => {
            out.kind |= ONE;
            out.text = Some(exc_arg_text(rt, cx, op, &operands[0], false)?);
            return Ok(out);
        }
        ([v], [r]) => (*v, *r),
        _ => {
            let v = tuple::new(rt, cx, &reprs, vals)?;
            out.kind |= (operands.len() as i64) << COUNT;
            (v, rt.intern(Repr::Tuple(reprs.into())))
        }
    };
    let Some(show) = kept_show(rt, r)? else {
        return Ok(Remembered { kind: out.kind & (AS_REPR | EXIT), ..out });
    };
    let key = cx.op(LlOp::CastOpaquePtr, vec![v], Type::GcRef);
    out.kind |= KEY;
    out.key = Some((key, show));
    Ok(out)
}

/// An argument of the call: an operand, or an item of the tuple after `*`. And whether it may be None.
fn exc_arg(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    src: &ArgSource,
) -> Res<(LlValue, ReprId, bool)> {
    let (ArgSource::Operand(i) | ArgSource::StarItem(i, _)) = src else {
        return Err(error("internal: an exception's argument is not given"));
    };
    let s = rt.s(cx, &op.args[*i]);
    let (v, r) = rt.val(cx, &op.args[*i])?;
    let ArgSource::StarItem(_, k) = src else { return Ok((v, r, s.can_be_none())) };
    let none = match &s.kind {
        Kind::Tuple(items) => items[*k].can_be_none(),
        _ => false,
    };
    let Repr::Tuple(items) = rt.repr(r).clone() else {
        return Err(error("the argument after * is not a tuple of known length"));
    };
    let v = match rt.lltype(items[*k])? {
        Type::Void => crate::base::cx::void(),
        _ => rt.getfield(cx, v, &format!("item{k}"))?,
    };
    Ok((v, items[*k], none))
}

/// `str()` or `repr()` of such an argument.
fn exc_arg_text(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    src: &ArgSource,
    repr: bool,
) -> Res<LlValue> {
    let (text, v, r) = match src {
        ArgSource::Operand(i) => {
            let text = format::str_of(rt, cx, &op.args[*i], repr);
            let (v, r) = rt.val(cx, &op.args[*i])?;
            (text, v, r)
        }
        _ => {
            let (v, r, none) = exc_arg(rt, cx, op, src)?;
            let text = match rt.lltype(r)? {
                Type::Void => Ok(konst(rt.string_const(b"None"))),
                _ => format::str_of_value(rt, cx, v, r, repr, none),
            };
            (text, v, r)
        }
    };
    match text {
        // Its class has a `__repr__` that nobody calls, so that it was not looked at.
        Err(_) if matches!(rt.repr(r), Repr::Instance(_)) => {
            rt.helper_call(cx, "ll_print", "ll_object_str", vec![v])
        }
        text => text,
    }
}

/// Gives what `[Errno 2] No such file or directory: 'name'` is made of.
fn os_error_text(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    operands: &[ArgSource],
    mut out: Remembered,
) -> Res<Remembered> {
    let signed = rt.intern(Repr::Prim(Type::Signed));
    let (n, r, _) = exc_arg(rt, cx, op, &operands[0])?;
    let n = rt.convert(cx, n, r, signed)?;
    let text = exc_arg_text(rt, cx, op, &operands[1], false)?;
    out.kind |= OWN_TEXT;
    if operands.len() == 2 {
        out.kind |= INT | TEXT << 4;
        out.text = Some(text);
        out.word = Some(n);
        return Ok(out);
    }
    let mut name = exc_arg_text(rt, cx, op, &operands[2], true)?;
    // `OSError(number, text, old, None, new)`
    if operands.len() > 4 {
        let new = exc_arg_text(rt, cx, op, &operands[4], true)?;
        name = rt.helper_call(cx, "ll_exc", "ll_two_names", vec![name, new])?;
    }
    out.kind |= PACKED | 2 << COUNT;
    out.text = Some(rt.helper_call(cx, "ll_exc", "ll_pack_oserror", vec![n, text, name])?);
    Ok(out)
}

/// Sort of an argument, and what stands in `exc_text` or `exc_word`; sort 0: it does not fit.
fn sort_of(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: LlValue,
    r: ReprId,
    none: bool,
) -> Res<(i64, Option<LlValue>, Option<LlValue>)> {
    let signed = Type::Signed;
    Ok(match rt.repr(r).clone() {
        Repr::Void | Repr::Known(_) => (NONE, None, None),
        Repr::Str if none => (0, None, None),
        Repr::Str => (TEXT, Some(v), None),
        Repr::Prim(Type::Ptr(p)) if p == rt.layouts.string => (TEXT, Some(v), None),
        Repr::Prim(Type::Char) => (TEXT, Some(convert::char_to_str(rt, cx, v)?), None),
        Repr::Prim(Type::Bool) => (BOOL, None, Some(convert::prim(rt, cx, v, Type::Bool, signed)?)),
        Repr::Prim(t) if t.is_signed() => (INT, None, Some(convert::prim(rt, cx, v, t, signed)?)),
        Repr::Prim(Type::Float) => (FLOAT, None, Some(cx.op(LlOp::FloatToBits, vec![v], signed))),
        _ => (0, None, None),
    })
}

/// Tells whether `str()` of the value says something of it. Instances only count where the program reads arguments.
fn has_text(rt: &mut RTyper<'_>, r: ReprId) -> Res<bool> {
    Ok(match rt.repr(r).clone() {
        Repr::Prim(Type::Ptr(p)) => p == rt.layouts.string,
        Repr::Prim(Type::Address) => false,
        Repr::Prim(_) | Repr::Str | Repr::Unicode | Repr::Void | Repr::Known(_) => true,
        Repr::ByteArray | Repr::Range(_) => true,
        Repr::Instance(_) => annotator::reads_exception_args(rt.ann),
        _ => item_has_text(rt, r, &mut vec![])?,
    })
}

/// Tells the same of the items of containers: containers of instances, which might hold themselves, have no text.
fn item_has_text(rt: &mut RTyper<'_>, r: ReprId, within: &mut Vec<ReprId>) -> Res<bool> {
    if within.contains(&r) {
        return Ok(true);
    }
    let items: Vec<ReprId> = match rt.repr(r).clone() {
        Repr::Prim(Type::Ptr(_) | Type::Address) => return Ok(false),
        Repr::Prim(_) | Repr::Str | Repr::Unicode | Repr::Void | Repr::Known(_) => {
            return Ok(true);
        }
        Repr::Tuple(items) => items.iter().copied().collect(),
        Repr::List(l) | Repr::Deque(l) => vec![rt.list_info(l)?.item],
        Repr::Dict(d) | Repr::Set(d) => {
            let info = rt.dict_info(d)?;
            vec![info.key, info.value]
        }
        _ => return Ok(false),
    };
    within.push(r);
    for i in items {
        if !item_has_text(rt, i, within)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The prebuilt exception for `c(args)` if it is of a built-in class and the arguments are constants; or the one object
/// that helpers use.
pub(crate) fn prebuilt_with(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    c: ClassDefId,
    op: &SpaceOperation<Hl>,
    args: &[ArgSource],
) -> Res<Option<LlValue>> {
    if class::prebuilt_exception(rt, c).is_none() {
        return Ok(None);
    }
    class::setup(rt, c)?;
    let before = cx.ops.len();
    let helper = rt.ann.graphs[cx.gid].helper;
    let reused = helper && REUSED.iter().any(|n| class::is_exc(rt, c, n));
    let texts = if reused { Texts::Never } else { Texts::Now };
    let m = remembered(rt, cx, c, op, args, texts)?;
    let constant = |v: &Option<LlValue>| match v {
        None => Some(None),
        Some(LlValue::Const(c)) => Some(Some(*c)),
        Some(LlValue::Var(_)) => None,
    };
    if cx.ops.len() == before
        && let (Some(text), Some(word)) = (constant(&m.text), constant(&m.word))
    {
        return Ok(Some(konst(Const::Obj(made_exception(rt, c, m.kind, text, word)))));
    }
    if !reused {
        cx.ops.truncate(before);
        return Ok(None);
    }
    // These operations must not allocate: the next one that fails reuses the object.
    let o = made_exception(rt, c, -1, None, None);
    let inst = konst(Const::Obj(o));
    let base = annotator::hostview::exception(&rt.ann.host, "BaseException");
    let base = rt.ann.need_class(base.expect("BaseException"))?;
    let own = class::container(rt, c);
    // A copy has the fields of BaseException only.
    let base = class::container(rt, base);
    let structs = &rt.ann.types.structs;
    let plain = structs[own].fields.len() == structs[base].fields.len();
    let m = Remembered { kind: m.kind | if plain { REUSE } else { 0 }, ..m };
    store(rt, cx, inst, m)?;
    Ok(Some(inst))
}

fn made_exception(
    rt: &mut RTyper<'_>,
    c: ClassDefId,
    kind: i64,
    text: Option<Const>,
    word: Option<Const>,
) -> ObjId {
    let found = rt
        .exceptions
        .made
        .iter()
        .find(|(_, cd, k, t, w)| *cd == c && *k == kind && *t == text && *w == word);
    if let Some((o, ..)) = found {
        return *o;
    }
    let ty = class::container(rt, c);
    let name = format!("exc_{}_with", rt.ann.classdefs[c].name);
    let o = rt.prog.heap.push(HeapObject { name: name.into(), ty, fields: vec![], items: vec![] });
    rt.exceptions.made.push((o, c, kind, text, word));
    o
}

/// Stores the arguments in a new exception. `eager` as above.
pub(crate) fn remember(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    inst: LlValue,
    c: ClassDefId,
    op: &SpaceOperation<Hl>,
    args: &[ArgSource],
    eager: bool,
) -> Res {
    class::setup(rt, c)?;
    let eager = eager || annotator::reads_exception_args(rt.ann);
    let texts = if eager { Texts::Now } else { Texts::Later };
    let m = remembered(rt, cx, c, op, args, texts)?;
    store(rt, cx, inst, m)
}

fn store(rt: &mut RTyper<'_>, cx: &mut Cx, inst: LlValue, m: Remembered) -> Res {
    if m.kind != 0 {
        rt.exceptions.kinds.insert(m.kind);
        rt.setfield(cx, inst, "exc_kind", konst(Const::Int(m.kind)))?;
    }
    if let Some(t) = m.text {
        rt.setfield(cx, inst, "exc_text", t)?;
    }
    if let Some(w) = m.word {
        rt.setfield(cx, inst, "exc_word", w)?;
    }
    if let Some((key, show)) = m.key {
        rt.setfield(cx, inst, "exc_key", key)?;
        rt.setfield(cx, inst, "exc_show", show)?;
    }
    Ok(())
}

/// A handler gets an object of its own: the next operation that fails reuses the one that the helpers raise.
pub(crate) fn own_exceptions(rt: &mut RTyper<'_>, cx: &mut Cx, b: flowmodel::BlockId) -> Res {
    if rt.ann.graphs[cx.gid].helper {
        return Ok(());
    }
    let hl = cx.hl.clone();
    for (i, v) in hl.blocks[b].inputargs.iter().enumerate() {
        let annotator::Kind::Instance { class, .. } = rt.ann.binding(cx.gid, *v).kind else {
            continue;
        };
        let caught = || {
            hl.blocks.iter().any(|(_, from)| {
                from.exits.iter().any(|l| {
                    l.target == b
                        && l.last_exc_value.is_some()
                        && l.args[i].as_var() == l.last_exc_value
                })
            })
        };
        let reused: Vec<_> = REUSED
            .iter()
            .filter_map(|n| annotator::hostview::exception(&rt.ann.host, n))
            .filter(|r| rt.ann.host.is_subclass(*r, rt.ann.classdefs[class].host))
            .collect();
        if reused.is_empty() || !caught() {
            continue;
        }
        let Some(value @ LlValue::Var(_)) = cx.map.get(v).cloned() else { continue };
        class::setup(rt, class)?;
        let mut fresh = exc::as_base(rt, cx, value)?;
        for r in reused {
            let r = rt.ann.need_class(r)?;
            class::setup(rt, r)?;
            let vtable = konst(Const::Obj(class::vtable_obj(rt, r)?));
            let like = konst(Const::Null(Type::Ptr(class::container(rt, r))));
            fresh = rt.helper_call(cx, "ll_exc", "ll_fresh", vec![fresh, vtable, like])?;
        }
        let ty = Type::Ptr(class::container(rt, class));
        let fresh = rt.cast(cx, fresh, ty);
        cx.map.insert(*v, fresh);
    }
    Ok(())
}

/// The function that ends the program with an exception that nothing catches.
pub(crate) fn make_uncaught(rt: &mut RTyper<'_>) -> Res {
    let base = annotator::hostview::exception(&rt.ann.host, "BaseException");
    let Some(base) = base else { return Ok(()) };
    let c = rt.ann.need_class(base)?;
    class::setup(rt, c)?;
    let ty = Type::Ptr(class::container(rt, c));
    // Where the program itself calls str() of exceptions, methods of their classes are called here too.
    let r = rt.intern(Repr::Instance(c));
    let hook = helpers::object_hook(rt, r, annotator::Hook::Str).ok().flatten();
    let f = match hook {
        hook if annotator::has_causes(rt.ann) => {
            let f = match hook {
                Some(f) => f,
                None => rt.helper_fn("ll_exc", "ll_exc_str")?,
            };
            let mut args = vec![f];
            let fields = class::instance_fields(rt, c)?;
            for name in ["__cause__", "__cause_number__"] {
                let field = fields.iter().find(|f| &*f.0 == name);
                let Some((_, field, _)) = field else {
                    return Err(error("internal: exceptions have no field for causes"));
                };
                args.push(rt.ann.host.str(field));
            }
            helpers::made_in(rt, "ll_exc", "make_uncaught_chain", &f.0.to_string(), &args)?
        }
        Some(f) => helpers::made_in(rt, "ll_exc", "make_uncaught", &f.0.to_string(), &[f])?,
        _ => rt.helper_fn("ll_exc", "ll_uncaught")?,
    };
    match rt.host_helper(f, &[ty]) {
        Ok(f) => rt.prog.uncaught = Some(f),
        Err(mut d) => return Err(d.remove(0)),
    }
    Ok(())
}
