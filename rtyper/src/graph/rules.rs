//! Operations whose rows name a rule: the function of each.

use crate::base::cx::{Cx, Virtual, void};
use crate::builtins::{casts, inline, jit, lowlevel};
use crate::repr::{
    attributes, bytearray, comparison, deque, dict, exc, format, iter, list, numbers, string,
    truth, tuple, types, value_functions,
};
use crate::{RTyper, Res};
use annotator::lowers::Rule;
use flowmodel::{Hl, SpaceOperation};

/// Translates an operation by a rule.
pub(crate) fn apply(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, rule: Rule) -> Res {
    match rule {
        Rule::SameAs => {
            let (v, r) = rt.val(cx, &op.args[0])?;
            rt.set_result(cx, op, v, r)
        }
        Rule::Is => comparison::is(rt, cx, op),
        Rule::TypeOf => types::type_of(rt, cx, op),
        Rule::IsSubclass => types::issubtype(rt, cx, op),
        Rule::IsInstance => types::isinstance(rt, cx, op),
        Rule::Truth => truth::truth(rt, cx, op),
        Rule::Text => format::text(rt, cx, op),
        Rule::Hash => value_functions::hash(rt, cx, op),
        Rule::Hex => numbers::in_base(rt, cx, op, 16, b'x'),
        Rule::Oct => numbers::in_base(rt, cx, op, 8, b'o'),
        Rule::Bin => numbers::in_base(rt, cx, op, 2, b'b'),
        Rule::Int => casts::int(rt, cx, op, &op.args[0], None),
        Rule::Float => casts::float(rt, cx, op, &op.args[0]),
        Rule::Slice => {
            let parts = [op.args[0].clone(), op.args[1].clone(), op.args[2].clone()];
            cx.virtuals.insert(op.result, Virtual::Slice(parts));
            cx.map.insert(op.result, void());
            Ok(())
        }
        Rule::Attribute => attributes::getattr(rt, cx, op),
        Rule::SetAttribute => attributes::setattr(rt, cx, op),
        Rule::Iterate => iter::iter(rt, cx, op),
        Rule::Next => iter::next(rt, cx, op),
        Rule::Hint => jit::hint_op(rt, cx, op),
        Rule::NewList => list::newlist(rt, cx, op),
        Rule::ListLength => list::length(rt, cx, op),
        Rule::ListItem => list::getitem(rt, cx, op),
        Rule::SetListItem => list::setitem(rt, cx, op),
        Rule::DeleteListItem => list::delitem(rt, cx, op),
        Rule::ListContains => list::contains(rt, cx, op),
        Rule::AddLists => list::add(rt, cx, op),
        Rule::ExtendList => list::inplace_add(rt, cx, op),
        Rule::RepeatList => list::mul(rt, cx, op),
        Rule::RepeatListInPlace => list::inplace_mul(rt, cx, op),
        Rule::TextItem => string::getitem(rt, cx, op),
        Rule::TextContains => string::contains(rt, cx, op),
        Rule::AddTexts => string::add(rt, cx, op),
        Rule::RepeatText => string::mul(rt, cx, op),
        Rule::NewTuple => tuple::newtuple(rt, cx, op),
        Rule::TupleItem => tuple::getitem(rt, cx, op),
        Rule::TupleContains => comparison::tuple_contains(rt, cx, op),
        Rule::AddTuples => tuple::add(rt, cx, op),
        Rule::NewDict => dict::newdict(rt, cx, op),
        Rule::DequeContains => deque::contains(rt, cx, op),
        Rule::ByteItem => bytearray::getitem(rt, cx, op),
        Rule::SetByteItem => bytearray::setitem(rt, cx, op),
        Rule::DeleteByteItem => bytearray::delitem(rt, cx, op),
        Rule::AddBytes => bytearray::add(rt, cx, op),
        Rule::ExceptionArgsLength => exc::args_length(rt, cx, op),
        Rule::ExceptionArgsTruth => exc::args_truth(rt, cx, op),
        Rule::ExceptionArg => exc::arg(rt, cx, op),
        Rule::PointerField => lowlevel::field(rt, cx, op),
        Rule::SetPointerField => lowlevel::set_field(rt, cx, op),
        Rule::PointerItem => lowlevel::item(rt, cx, op),
        Rule::SetPointerItem => lowlevel::set_item(rt, cx, op),
        Rule::PointerLength => lowlevel::length(rt, cx, op),
        Rule::PartField => inline::part_field(rt, cx, op),
        Rule::PartItem => inline::part_item(rt, cx, op),
        Rule::SetPartItem => inline::set_part_item(rt, cx, op),
        Rule::LowLevelType => lowlevel::of_type(rt, cx, op),
    }
}
