//! Memory of exceptions for their arguments, for `str(e)`, `e.args` and the end of a traceback.
//!
//! Every exception has three fields: `exc_kind` says what the arguments are, `exc_text` holds one that is a string,
//! `exc_word` one that is a number. Nothing is computed when an exception is made; only arguments that do not fit (several of one
//! sort, lists, …) are made into text at once. An exception of a built-in class with constant arguments is a prebuilt object.
//! `ll_exc.rpy` reads the fields.

use crate::base::cx::Cx;
use crate::base::wrappers;
use crate::repr::{class, instance};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res};
use annotator::ClassDefId;
use flowmodel::lltype::CLASS_FIELD;
use flowmodel::{FuncAttrs, FuncId, Hl, HlOp, LlOp, LlValue, SpaceOperation, Type};
use flowspace::host::generation;

/// Sorts of an argument: four bits each of `exc_kind`, the first argument's lowest.
pub(crate) const TEXT: i64 = 1;
pub(crate) const INT: i64 = 2;
pub(crate) const BOOL: i64 = 3;
pub(crate) const FLOAT: i64 = 4;
pub(crate) const NONE: i64 = 5;
/// The text holds all the arguments (`packed` in ll_exc.rpy); their number stands from bit `COUNT` on.
pub(crate) const PACKED: i64 = 6;
/// The text shows the only argument.
pub(crate) const ONE: i64 = 7;
/// The argument is the object `exc_key`, whose text the function `exc_show` makes (keys of dicts that are no strings or numbers).
pub(crate) const KEY: i64 = 8;
/// `str()` shows a single argument as `repr()` does (KeyError).
pub(crate) const AS_REPR: i64 = 1 << 8;
/// Number of packed arguments.
pub(crate) const COUNT: i64 = 12;
/// `str()` does not show the arguments. Packed number, text and (as `repr()` shows it) file name of an OSError; only the first two
/// are arguments. Or the five arguments of an error of a codec, and the text.
pub(crate) const OWN_TEXT: i64 = 1 << 11;
/// Ends the program (SystemExit).
pub(crate) const EXIT: i64 = 1 << 9;

/// The classes that an `OSError` can turn out to be of (`ll_oserror_class`).
pub(crate) const OS_ERRORS: &[&str] = &[
    "FileNotFoundError",
    "FileExistsError",
    "PermissionError",
    "IsADirectoryError",
    "NotADirectoryError",
    "InterruptedError",
    "TimeoutError",
    "BlockingIOError",
    "ChildProcessError",
    "ProcessLookupError",
    "BrokenPipeError",
    "ConnectionAbortedError",
    "ConnectionRefusedError",
    "ConnectionResetError",
];

/// A new instance of OSError, or of the subclass that the number tells: these have the same fields. A JIT does not look inside:
/// it knows the class of what is made before its eyes from the place where it is made.
pub(crate) fn os_error(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    c: ClassDefId,
    number: LlValue,
) -> Res<LlValue> {
    let f = match rt.classes.os_errors.get(&c) {
        Some(f) => *f,
        None => os_error_maker(rt, cx, c)?,
    };
    Ok(rt.direct_call(cx, f, vec![number]))
}

/// The function that makes one, of the number.
fn os_error_maker(rt: &mut RTyper<'_>, cx: &Cx, c: ClassDefId) -> Res<FuncId> {
    let container = Type::Ptr(class::container(rt, c));
    let name = rt.functions.unique("new_os_error");
    let ty = rt.ann.types.func(vec![Type::Signed], container);
    let (of, params) = ((cx.gid, cx.hl.clone()), [("number", Type::Signed)]);
    let (mut inner, args) = wrappers::begin(rt, of, cx.span, &name, &params, container);
    let class = rt.helper_call(&mut inner, "ll_exc", "ll_oserror_class", args)?;
    let v = instance::new(rt, &mut inner, c)?;
    rt.setfield(&mut inner, v, CLASS_FIELD, class)?;
    let attrs = FuncAttrs {
        helper: true,
        dont_inline: true,
        look_inside: Some(false),
        ..FuncAttrs::default()
    };
    let f = wrappers::end(rt, inner, name, ty, v, attrs);
    rt.classes.os_errors.insert(c, f);
    Ok(f)
}

/// An instance as a BaseException.
pub(crate) fn as_base(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue) -> Res<LlValue> {
    let base = annotator::hostview::exception(&rt.ann.host, "BaseException");
    let Some(base) = base else { return Ok(v) };
    let c = rt.ann.need_class(base)?;
    let ty = Type::Ptr(class::container(rt, c));
    Ok(rt.cast(cx, v, ty))
}

/// The helper for `repr()` of an exception: in Python 2 a single argument has a comma behind it, as in a tuple.
pub(crate) fn repr_helper(rt: &RTyper<'_>) -> &'static str {
    match generation::program_python(&rt.ann.host) {
        flowspace::Python::Two => "ll_exc_repr_python2",
        _ => "ll_exc_repr",
    }
}

/// `str(e)`, `repr(e)`, or another helper that takes an exception.
pub(crate) fn call_helper(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: LlValue,
    helper: &str,
) -> Res<LlValue> {
    let e = as_base(rt, cx, v)?;
    rt.helper_call(cx, "ll_exc", helper, vec![e])
}

/// The number of arguments of an exception.
fn count_args(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<LlValue> {
    let (v, _) = rt.val(cx, &op.args[0])?;
    call_helper(rt, cx, v, "ll_exc_nargs")
}

/// `len(e.args)`
pub(crate) fn args_length(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let n = count_args(rt, cx, op)?;
    rt.int_result(cx, op, n)
}

/// `bool(e.args)`, `not e.args`
pub(crate) fn args_truth(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let n = count_args(rt, cx, op)?;
    let ll = if op.op == HlOp::Not { LlOp::IntEq } else { LlOp::IntNe };
    let zero = cx.int(0);
    let b = cx.op(ll, vec![n, zero], Type::Bool);
    rt.bool_result(cx, op, b)
}

/// `e.args[i]`
pub(crate) fn arg(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (v, _) = rt.val(cx, &op.args[0])?;
    let i = rt.signed(cx, &op.args[1])?;
    let r = rt.result_repr(cx, op)?;
    let helper = match *rt.repr(r) {
        Repr::Prim(Type::Signed) => "ll_exc_arg_int",
        Repr::Prim(Type::Bool) => "ll_exc_arg_bool",
        Repr::Prim(Type::Float) => "ll_exc_arg_float",
        _ => "ll_exc_arg_str",
    };
    let e = as_base(rt, cx, v)?;
    let x = rt.helper_call(cx, "ll_exc", helper, vec![e, i])?;
    let have = match rt.repr(r).clone() {
        Repr::Prim(t) => rt.prim(t),
        _ => rt.intern(Repr::Str),
    };
    rt.set_result(cx, op, x, have)
}
