//! Execution of what rows say of operations, methods and built-in functions: one function for all of them.

mod codes;

use crate::base::cx::{Cx, konst};
use crate::base::task::Task;
use crate::helpers::{HArg, Unknown};
use crate::repr::letters::Object;
use crate::repr::{comparison, dict, format, letters, numbers, string};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::lowers::{Constant, Extra, HelperCall, Lowers};
use flowmodel::{Const, HlOp, LlOp, SpaceOperation, Type};

/// Makes of an operation or a call what its row says.
pub(crate) fn execute(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task, lowers: Lowers) -> Res {
    let op = t.op;
    match lowers {
        Lowers::Annotated | Lowers::Library(_) => {
            Err(error(format!("{} is not supported at run time", t.describe())))
        }
        Lowers::Helper(call) => helper(rt, cx, t, &call),
        Lowers::Op(ll) => low_level(rt, cx, t, ll),
        Lowers::Number(machines) => numbers::arithmetic(rt, cx, op, &machines),
        Lowers::Compare(how) => comparison::compare(rt, cx, op, how),
        Lowers::Operation(hl) => operation(rt, cx, t, hl),
        Lowers::First => {
            let r = rt.result_repr(cx, op)?;
            if rt.lltype(r)? == Type::Void {
                return rt.none_result(cx, op);
            }
            let v = rt.val_as(cx, &t.args[0], r)?;
            rt.own_result(cx, op, v)
        }
        Lowers::Constant(Constant::None) => rt.none_result(cx, op),
        Lowers::Constant(Constant::Bool(b)) => rt.bool_result(cx, op, konst(Const::Bool(b))),
        Lowers::Constant(Constant::Int(i)) => rt.int_result(cx, op, konst(Const::Int(i))),
        Lowers::Field(name) => {
            let (v, _) = t.object(rt, cx)?;
            let n = rt.getfield(cx, v, name)?;
            rt.int_result(cx, op, n)
        }
        Lowers::Code(code) => codes::run(rt, cx, t, code),
    }
}

/// A call of a helper.
fn helper(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task, call: &HelperCall) -> Res {
    let (module, mut function) = call.helper;
    let (this, given) = match t.this {
        None if t.types.object => (Some(rt.val(cx, &t.args[0])?), &t.args[1..]),
        this => (this, t.args),
    };
    let letters = t.types.parameters();
    let by_operand = letters.iter().position(|l| *l == 'y');
    if let (Some(f), None, Some((value, repr))) = (call.of_char, by_operand, this)
        && let Repr::Prim(Type::Char | Type::UniChar) = *rt.repr(repr)
    {
        let v = rt.helper_call(cx, module, f, vec![value])?;
        let object = Object { value, repr, texts: repr };
        return letters::result(rt, cx, t.op, t.types.result(), Some(object), v);
    }
    let object = this.map(|this| Object::new(rt, cx, this)).transpose()?;
    let mut args = match object {
        Some(object) if call.by_items => object.items(rt, cx)?.to_vec(),
        Some(object) => vec![object.value],
        None => vec![],
    };
    let operands = letters::operands(rt, cx, letters, object, given)?;
    if let (Some(f), Some(y)) = (call.of_char, by_operand)
        && string::is_char(rt, cx, &operands[y])
    {
        function = f;
    }
    args.extend(operands);
    let optional = letters[t.types.required..].iter().zip(call.or);
    for (letter, c) in optional.skip(given.len() - t.types.required) {
        args.push(letters::constant(rt, cx, *letter, object, *c)?);
    }
    let v = match (call.then, object) {
        ([Extra::Keys], Some(object)) => {
            let info = dict::dict_of(rt, object.repr)?;
            dict::call(rt, cx, info, function, args)?
        }
        (extras, object) => {
            let mut args: Vec<_> = args.into_iter().map(HArg::V).collect();
            for extra in extras {
                args.push(further(rt, cx, object, *extra)?);
            }
            rt.helper_call_with(cx, module, function, args)?
        }
    };
    letters::result(rt, cx, t.op, t.types.result(), object, v)
}

/// A further argument of a helper.
fn further(rt: &mut RTyper<'_>, cx: &Cx, object: Option<Object>, extra: Extra) -> Res<HArg> {
    if let Extra::Int(i) = extra {
        return Ok(cx.int(i).into());
    }
    let object = object.ok_or_else(|| error("internal: a helper gets functions of no object"))?;
    if let Extra::Hash = extra {
        let info = dict::dict_of(rt, object.repr)?;
        return dict::key_hash(rt, info).map(HArg::F);
    }
    let item = object.item(rt)?;
    let f = match extra {
        Extra::Equality => rt.eq_fn(item),
        Extra::Order => rt.lt_fn(item),
        // Not all values have one: it is for messages.
        Extra::Text => format::str_fn(rt, item, Unknown::Error)
            .or_else(|_| rt.helper_fn("ll_list", "ll_nameless_text")),
        _ => Err(error("internal: functions for the keys stand alone")),
    };
    f.map(HArg::F)
}

/// A low-level operation, on operands of the types of its own row; if that says nothing of the result, by the letter.
fn low_level(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task, ll: LlOp) -> Res {
    let info = ll.info();
    let mut args = vec![];
    for (a, operand) in t.args.iter().zip(info.operands) {
        args.push(match Type::of_operand(*operand) {
            Some(ty) => {
                let r = rt.prim(ty);
                rt.val_as(cx, a, r)?
            }
            None => rt.val(cx, a)?.0,
        });
    }
    let r = match Type::of_operand(info.result) {
        Some(ty) => Some(rt.prim(ty)),
        None => letters::repr_of(rt, None, t.types.result())?,
    };
    let r = r.ok_or_else(|| error(format!("internal: a result of {} has no type", ll.name())))?;
    let ty = rt.lltype(r)?;
    let v = cx.op(ll, args, ty);
    rt.set_result(cx, t.op, v, r)
}

/// The high-level operation of the same meaning.
fn operation(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task, hl: HlOp) -> Res {
    let args = t.args.to_vec();
    rt.rtype_op(cx, &SpaceOperation { op: hl, args, result: t.op.result, span: t.op.span })
}
