//! Built-in functions, by the registry names of the annotator.

pub(crate) mod arguments;
pub(crate) mod casts;
pub(crate) mod debug;
pub(crate) mod dicts;
pub(crate) mod external;
pub(crate) mod inline;
pub(crate) mod instances;
pub(crate) mod instantiate;
pub(crate) mod iterators;
pub(crate) mod jit;
pub(crate) mod lists;
pub(crate) mod lowlevel;
pub(crate) mod memory;
pub(crate) mod methods;
pub(crate) mod print;
pub(crate) mod program_has;
pub(crate) mod rffi;
pub(crate) mod texts;
pub(crate) mod threads;

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::base::repr::{Repr, ReprId};
use crate::builtins::arguments::CallOperands;
use crate::helpers::HArg;
use crate::repr::{
    bytearray, deque, dict, erased, exc, iter, list, numbers, string, truth, weakref,
};
use crate::{RTyper, Res, error};
use annotator::Kind;
use annotator::builtins::table::{Builtin, FunctionCode, Lowering};
use flowmodel::{Const, Hl, HlValue, LlOp, LlValue, SpaceOperation, Type};
use std::rc::Rc;

/// A call of a built-in function, by its row in the table.
pub(crate) fn call(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, name: &str) -> Res {
    let name = name.strip_prefix("builtins.").unwrap_or(name);
    let Some(row) = annotator::builtins::lookup(name) else {
        return Err(not_at_run_time(name));
    };
    match row.lowering {
        Lowering::Special(FunctionCode::LlOperation) => return lowlevel::llop(rt, cx, op),
        Lowering::Special(FunctionCode::External) => return external::call(rt, cx, op),
        Lowering::Special(FunctionCode::LowLevel) => return lower_low_level(rt, cx, op, name),
        _ => {}
    }
    let call = arguments::call_operands(rt, op)?;
    // What the annotator knows already needs no code, except where the call has an effect.
    let s = rt.ann.binding(cx.gid, op.result).clone();
    if let Some(c) = &s.konst
        && !matches!(s.kind, Kind::None_)
    {
        let r = rt.repr_of(&s)?;
        let k = rt.const_of(c, r)?;
        cx.map.insert(op.result, konst(k));
        return Ok(());
    }
    match row.lowering {
        Lowering::Op(_) | Lowering::Helper { .. } => lower_typed(rt, cx, op, row, &call.pos),
        Lowering::Operation(hl) => {
            let args = call.pos;
            let as_op = SpaceOperation { op: hl, args, result: op.result, span: op.span };
            rt.rtype_op(cx, &as_op)
        }
        Lowering::First => {
            let rr = rt.result_repr(cx, op)?;
            if rt.lltype(rr)? == Type::Void {
                return rt.none_result(cx, op);
            }
            let v = rt.val_as(cx, &call.pos[0], rr)?;
            rt.own_result(cx, op, v)
        }
        Lowering::Nothing => rt.none_result(cx, op),
        Lowering::Zero => {
            let zero = cx.int(0);
            rt.int_result(cx, op, zero)
        }
        Lowering::Special(special) => lower_special(rt, cx, op, special, call),
        Lowering::Library(_) | Lowering::Annotated => Err(not_at_run_time(name)),
    }
}

fn not_at_run_time(name: &str) -> flowmodel::diag::Diagnostic {
    error(format!("the built-in function {name}() is not supported at run time"))
}

/// A function of the low-level modules.
fn lower_low_level(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, name: &str) -> Res {
    let full = operands::callee_host(rt, cx, op)
        .and_then(|h| annotator::hostview::registry_name(&rt.ann.host, h))
        .unwrap_or_else(|| name.to_string());
    let function = full.rsplit('.').next().unwrap_or("").to_string();
    lowlevel::lltype_call(rt, cx, op, &function)
}

/// A call that is one operation, or one call of a helper, on operands of the row's types.
fn lower_typed(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    row: &Builtin,
    given: &[HlValue],
) -> Res {
    let (letters, required, result) = row.signature();
    let mut args = vec![];
    for (x, letter) in given.iter().zip(&letters) {
        args.push(val_of_type(rt, cx, x, *letter)?);
    }
    let v = match row.lowering {
        Lowering::Op(ll) if result == '0' => {
            cx.op0(ll, args);
            void()
        }
        Lowering::Op(ll) => {
            let (_, ty) = repr_of_letter(rt, result)?;
            cx.op(ll, args, ty)
        }
        Lowering::Helper { module, function, defaults } => {
            let missing = &defaults[(given.len() - required).min(defaults.len())..];
            args.extend(missing.iter().map(|n| cx.int(*n)));
            rt.helper_call(cx, module, function, args)?
        }
        _ => unreachable!("only these lowerings have types"),
    };
    if result == '0' {
        return rt.none_result(cx, op);
    }
    let (r, _) = repr_of_letter(rt, result)?;
    rt.set_result(cx, op, v, r)
}

/// An operand as a value of a type of the table of built-in functions.
fn val_of_type(rt: &mut RTyper<'_>, cx: &mut Cx, x: &HlValue, letter: char) -> Res<LlValue> {
    if letter == '?' {
        return Ok(rt.val(cx, x)?.0);
    }
    let (r, _) = repr_of_letter(rt, letter)?;
    rt.val_as(cx, x, r)
}

fn repr_of_letter(rt: &mut RTyper<'_>, letter: char) -> Res<(ReprId, Type)> {
    let r = match letter {
        'i' | 'n' => rt.prim(Type::Signed),
        'u' => rt.prim(Type::Unsigned),
        'f' => rt.prim(Type::Float),
        'g' => rt.prim(Type::SingleFloat),
        'b' => rt.prim(Type::Bool),
        'c' => rt.prim(Type::Char),
        'w' => rt.prim(Type::UniChar),
        'a' => rt.prim(Type::Address),
        's' | 'S' => rt.intern(Repr::Str),
        'U' => rt.intern(Repr::Unicode),
        _ => {
            return Err(error(format!("internal: a built-in function of type '{letter}'")));
        }
    };
    Ok((r, rt.lltype(r)?))
}

/// A call of a built-in function with code of its own.
fn lower_special(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    special: FunctionCode,
    call: CallOperands,
) -> Res {
    use FunctionCode::*;
    let CallOperands { pos: a, kw } = call;
    let keyword = |name: &str| kw.iter().find(|k| &*k.0 == name).map(|k| &k.1);
    match special {
        LlOperation | External | LowLevel => {
            Err(error("internal: a low-level call with operands of a built-in function"))
        }
        IsNan => numbers::is_nan(rt, cx, op, &a[0]),
        DefaultText => texts::default_text(rt, cx, op, &a[0]),
        ExceptionText => texts::of_exception(rt, cx, op, &a[0], "ll_exc_str"),
        ExceptionRepr => {
            let helper = exc::repr_helper(rt);
            texts::of_exception(rt, cx, op, &a[0], helper)
        }
        Weakref => weakref::make(rt, cx, op),
        Range => list::range(rt, cx, op, &a),
        Enumerate => iter::enumerate(rt, cx, op, &a, keyword("start")),
        Iter => iterators::iter(rt, cx, op, &a[0]),
        Next => iterators::next(rt, cx, op, &a[0]),
        Bool => {
            let b = match a.first() {
                Some(x) => truth::of(rt, cx, x)?,
                None => konst(Const::Bool(false)),
            };
            rt.bool_result(cx, op, b)
        }
        Instantiate => instantiate::call(rt, cx, op, &a[0]),
        SetAttr => instances::set_attribute(rt, cx, op, &a),
        ExceptionInit => instances::init_exception(rt, cx, op, &a),
        Object => instances::new_object(rt, cx, op),
        Int => casts::builtin_int(rt, cx, op, &a),
        Float => casts::builtin_float(rt, cx, op, &a),
        MachineInt => casts::machine_int(rt, cx, op, &a[0]),
        Unpack => {
            // Of a tuple: the tuple itself.
            let r = rt.result_repr(cx, op)?;
            let v = rt.val_as(cx, &a[0], r)?;
            rt.set_result(cx, op, v, r)
        }
        AsStr => texts::as_str(rt, cx, op, &a[0]),
        Str | Bytes | ReprText => texts::text(rt, cx, op, special, &a[0]),
        Unicode => texts::unicode(rt, cx, op, &a[0]),
        FloatText => texts::of_float(rt, cx, op, &a),
        Min => extreme(rt, cx, op, &a, ["ll_min", "ll_min_by"]),
        Max => extreme(rt, cx, op, &a, ["ll_max", "ll_max_by"]),
        List => lists::list(rt, cx, op, &a),
        NewListHint => lists::newlist_hint(rt, cx, op, a.first().or(keyword("sizehint"))),
        PhysicalSize => lists::physical_size(rt, cx, op, &a[0]),
        Tuple => match a.first() {
            None => {
                let r = rt.intern(Repr::Tuple(Rc::from([])));
                rt.set_result(cx, op, void(), r)
            }
            Some(x) => {
                let (v, r) = rt.val(cx, x)?;
                rt.set_result(cx, op, v, r)
            }
        },
        Dict => dict::builtin(rt, cx, op, a.first(), &kw),
        DefaultDict => dict::builtin(rt, cx, op, None, &kw),
        RDict => dict::r_dict(rt, cx, op, &a),
        MoveToEnd | ContainsWithHash | GetItemWithHash | SetItemWithHash | DelItemWithHash
        | DelItemIfValueIs | ReversedDict => dicts::call(rt, cx, op, special, &a),
        NextEntry | KeyOfEntry | ValueOfEntry | HashOfEntry => {
            dict::entry_of(rt, cx, op, special, &a)
        }
        Zip => iter::zip(rt, cx, op, &a),
        Set => dict::newdict(rt, cx, op),
        ByteArray => bytearray::builtin(rt, cx, op, &a),
        Deque => deque::builtin(rt, cx, op, keyword("maxlen").or(a.get(1))),
        Print => print::call(rt, cx, op, &a, &kw),
        PrintItem => print::item(rt, cx, op, &a[0]),
        StringBuilder => string::new_builder(rt, cx, op, false, &a),
        UnicodeBuilder => string::new_builder(rt, cx, op, true, &a),
        KeepAlive => memory::keep_alive(rt, cx, op, &a),
        ComputeHash => memory::compute_hash(rt, cx, op, &a[0]),
        IdentityHash => memory::identity(rt, cx, op, LlOp::GcIdentityHash, &a[0]),
        UniqueId => memory::identity(rt, cx, op, LlOp::GcId, &a[0]),
        NoteObject => memory::note_object(rt, cx, op, &a),
        RunFinalizers => memory::run_finalizers(rt, cx, op),
        Collect => memory::collect(rt, cx, op, a.first()),
        GcControl => memory::gc_control(rt, cx, op, &a),
        CanMove => rt.bool_result(cx, op, konst(Const::Bool(true))),
        LlAssert => debug::ll_assert(rt, cx, op, &a),
        FatalError => debug::fatal_error(rt, cx, op, &a[0]),
        Erase => erased::erase(rt, cx, op, &a[0]),
        Unerase => erased::unerase(rt, cx, op, &a[0]),
        NonConstant => erased::nonconst(rt, cx, op, &a[0]),
        Promote | PromoteString | PromoteUnicode => jit::promote(rt, cx, op, special, &a[0]),
        Hint => jit::builtin_hint(rt, cx, op, &a[0], &kw),
        WeAreJitted => jit::we_are_jitted(rt, cx, op),
        IsConstant => jit::question(rt, cx, op, LlOp::JitIsConstant, &a[0]),
        IsVirtual => jit::question(rt, cx, op, LlOp::JitIsVirtual, &a[0]),
        TraceLength => jit::trace_length(rt, cx, op),
        RecordExactValue => jit::record_exact_value(rt, cx, op, &a),
        RecordExactClass => jit::record_exact_class(rt, cx, op, &a),
        JitDebug => jit::debug(rt, cx, op, &a),
        AskInt | AskFloat | AskText => jit::ask(rt, cx, op, special, &a),
        SetParam => jit::set_param(rt, cx, op, &a[..2], a.get(2)),
        SetParamToDefault => jit::set_param(rt, cx, op, &a, None),
    }
}

/// `min(…)`, `max(…)`: the helpers for numbers, and for what has a function to compare by.
fn extreme(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
    [of_numbers, by_function]: [&str; 2],
) -> Res {
    let r = rt.result_repr(cx, op)?;
    let mut v = rt.val_as(cx, &a[0], r)?;
    for x in &a[1..] {
        let x = rt.val_as(cx, x, r)?;
        v = match *rt.repr(r) {
            Repr::Prim(_) => rt.helper_call(cx, "ll_misc", of_numbers, vec![v, x])?,
            _ => {
                let lt = rt.lt_fn(r)?;
                let args = vec![v.into(), x.into(), HArg::F(lt)];
                rt.helper_call_with(cx, "ll_class", by_function, args)?
            }
        };
    }
    rt.set_result(cx, op, v, r)
}
