//! Methods of built-in types, by the rows of the annotator's table.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{DictInfo, Repr, ReprId};
use crate::builtins::arguments::CallOperands;
use crate::builtins::{arguments, jit};
use crate::helpers::HArg;
use crate::repr::{bytearray, deque, dict, iter, letters, list, string, truth};
use crate::{RTyper, Res, error};
use annotator::find_method;
use annotator::methods::{How, Kinds, Method, MethodCode};
use annotator::{Kind, SomeValue};
use flowmodel::{Const, Hl, HlValue, LlValue, SpaceOperation, Type};

/// A call of a method.
pub(crate) struct MethodCall {
    /// The object, and its repr.
    pub this: LlValue,
    pub repr: ReprId,
    /// Positional and keyword operands.
    pub operands: CallOperands,
}

/// A call of a method of a built-in type.
pub(crate) fn call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    name: &str,
    callee: HlValue,
) -> Res {
    let s = rt.s(cx, &callee);
    let Kind::BuiltinMethod { this: object, .. } = &s.kind else {
        return Err(error("internal: a method that is not one"));
    };
    if let Kind::Builtin(class) = &object.kind {
        let class = class.clone();
        return jit::object_method(rt, cx, op, &class, name, object.const_host());
    }
    let (this, repr) = arguments::method_object(rt, cx, &callee)?;
    let operands = arguments::call_operands(rt, op)?;
    let given: Vec<SomeValue> = operands.pos.iter().map(|a| rt.s(cx, a)).collect();
    let of = Kinds::of(rt.ann, object);
    let row = find_method(of, name, &given, !operands.kw.is_empty())
        .ok_or_else(|| error(format!("method {name}() of {}", rt.repr(repr).describe())))?;
    let call = MethodCall { this, repr, operands };
    match row.how {
        How::Helper { module, of_char: Some(f), .. } if is_char(rt, repr) => {
            let v = rt.helper_call(cx, module, f, vec![this])?;
            letters::result(rt, cx, op, &row.types, repr, v, repr)
        }
        How::Helper { module, function, defaults, .. } => {
            let (args, texts) = helper_arguments(rt, cx, row, &call, defaults)?;
            let v = rt.helper_call(cx, module, function, args)?;
            letters::result(rt, cx, op, &row.types, repr, v, texts)
        }
        How::TextOrChar { text, char, defaults } => {
            let (args, texts) = helper_arguments(rt, cx, row, &call, defaults)?;
            let f = if string::is_char(rt, cx, &args[1]) { char } else { text };
            let v = rt.helper_call(cx, "ll_str", f, args)?;
            letters::result(rt, cx, op, &row.types, repr, v, texts)
        }
        How::Keyed(function) => {
            let info = dict::dict_of(rt, repr)?;
            let mut args = vec![call.this];
            args.extend(letters::operands(rt, cx, &row.types, repr, &call.operands.pos, repr)?);
            let v = dict::call(rt, cx, info, function, args)?;
            letters::result(rt, cx, op, &row.types, repr, v, repr)
        }
        How::Special(special) => special_method(rt, cx, op, special, row, call),
        How::Library(_) | How::Annotated => {
            Err(error(format!("internal: the call of {name}() is not recorded")))
        }
    }
}

fn is_char(rt: &RTyper<'_>, r: ReprId) -> bool {
    matches!(rt.repr(r), Repr::Prim(Type::Char | Type::UniChar))
}

/// What a helper gets: the object, the operands, and the values of what is not given. And the repr of the object's texts.
fn helper_arguments(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    row: &Method,
    call: &MethodCall,
    defaults: &[i64],
) -> Res<(Vec<LlValue>, ReprId)> {
    let (this, texts) = receiver(rt, cx, call)?;
    let mut args = vec![this];
    args.extend(letters::operands(rt, cx, &row.types, call.repr, &call.operands.pos, texts)?);
    let (_, required, _) = row.signature();
    let given = (args.len() - 1 - required).min(defaults.len());
    args.extend(defaults[given..].iter().map(|n| cx.int(*n)));
    Ok((args, texts))
}

/// The object as helpers take it: characters as strings. And the repr of its texts.
fn receiver(rt: &mut RTyper<'_>, cx: &mut Cx, call: &MethodCall) -> Res<(LlValue, ReprId)> {
    match *rt.repr(call.repr) {
        Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
            let texts = string::text_repr(rt, call.repr);
            Ok((rt.convert(cx, call.this, call.repr, texts)?, texts))
        }
        Repr::Builder(unicode) => {
            let texts = rt.intern(if unicode { Repr::Unicode } else { Repr::Str });
            Ok((call.this, texts))
        }
        _ => Ok((call.this, call.repr)),
    }
}

/// A call of a method with code of its own.
fn special_method(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    special: MethodCode,
    row: &Method,
    call: MethodCall,
) -> Res {
    let (s, texts) = receiver(rt, cx, &call)?;
    let MethodCall { this, repr, operands: CallOperands { pos: args, kw } } = call;
    match special {
        MethodCode::ListExtend => {
            list::extend(rt, cx, this, repr, &args[0])?;
            rt.none_result(cx, op)
        }
        MethodCode::ListPop => list::pop(rt, cx, op, this, repr, &args[0]),
        MethodCode::ListRemove => list::remove(rt, cx, op, this, repr, &args[0]),
        MethodCode::ListReverse => list::reverse(rt, cx, op, this, repr),
        MethodCode::ListIndex => list::index(rt, cx, op, this, repr, &args[0]),
        MethodCode::ListCount => list::count(rt, cx, op, this, repr, &args[0]),
        MethodCode::ListSort => list::sort(rt, cx, op, this, repr),
        MethodCode::ListCopy => list::copy(rt, cx, op, this, repr),
        MethodCode::DequeMaxlen => {
            let v = rt.getfield(cx, this, "maxlen")?;
            rt.int_result(cx, op, v)
        }
        MethodCode::DequeEmpty => {
            let max = rt.getfield(cx, this, "maxlen")?;
            deque::new(rt, cx, op, max)
        }
        MethodCode::DictGet => dict::get(rt, cx, op, this, repr, &args),
        MethodCode::DictSetDefault => dict::setdefault(rt, cx, op, this, repr, &args),
        MethodCode::DictUpdate => dict::update(rt, cx, op, this, repr, &args, &kw),
        MethodCode::DictCopy | MethodCode::SetCopy => {
            let info = dict::dict_of(rt, repr)?;
            let v = dict::copy(rt, cx, info, this)?;
            rt.set_result(cx, op, v, repr)
        }
        MethodCode::DictKeys | MethodCode::DictValues | MethodCode::DictItems => {
            let info = dict::dict_of(rt, repr)?;
            dict::to_list(rt, cx, op, row.name, this, info)
        }
        MethodCode::DictIterator => {
            let rr = rt.result_repr(cx, op)?;
            let it = iter::make(rt, cx, this, repr, rr)?;
            rt.own_result(cx, op, it)
        }
        MethodCode::DictPopItem => dict::popitem(rt, cx, op, this, repr),
        MethodCode::SetPop => {
            let info: DictInfo = dict::dict_of(rt, repr)?;
            let h = dict::key_hash(rt, info)?;
            let args = vec![this.into(), HArg::F(h)];
            let v = rt.helper_call_with(cx, "ll_dict", "ll_set_pop", args)?;
            rt.value_result(cx, op, v, info.key)
        }
        MethodCode::Strip(sides) => string::strip(rt, cx, op, (s, texts), &args, sides),
        MethodCode::Replace => string::replace(rt, cx, op, (s, texts), &args),
        MethodCode::Split(by_separator) => {
            string::split(rt, cx, op, (s, texts), &args, by_separator)
        }
        MethodCode::SplitLines => {
            let keep = match args.first() {
                Some(a) => truth::of(rt, cx, a)?,
                None => konst(Const::Bool(false)),
            };
            let n = rt.helper_call(cx, "ll_str", "ll_splitlines_count", vec![s])?;
            string::string_list(rt, cx, op, n, "ll_splitlines", vec![s, keep], vec![])
        }
        MethodCode::Join => string::join(rt, cx, op, (s, texts), &args[0]),
        MethodCode::Decode => string::codec(rt, cx, op, s, &args, "decode", Repr::Unicode),
        MethodCode::Encode => string::codec(rt, cx, op, s, &args, "encode", Repr::Str),
        MethodCode::BytesExtend => bytearray::extend(rt, cx, op, this, &args[0]),
        MethodCode::BytesReverse => bytearray::reverse(rt, cx, op, this),
        MethodCode::BytesCopy => bytearray::copy(rt, cx, op, this),
        MethodCode::BytesText => {
            let v = rt.helper_call(cx, "ll_bytearray", "ll_to_str", vec![this])?;
            rt.set_str_result(cx, op, v)
        }
        MethodCode::BuilderAppend => {
            let v = string::text_or_char(rt, cx, &args[0], texts)?;
            let f = match string::is_char(rt, cx, &v) {
                true => "ll_builder_append_char",
                false => "ll_builder_append",
            };
            rt.helper_call(cx, "ll_str", f, vec![this, v])?;
            rt.none_result(cx, op)
        }
        MethodCode::BuilderLength => {
            let n = rt.getfield(cx, this, "used")?;
            rt.int_result(cx, op, n)
        }
        MethodCode::NextItem => {
            let (v, vr) = iter::next_item(rt, cx, this, repr)?;
            rt.set_result(cx, op, v, vr)
        }
    }
}
