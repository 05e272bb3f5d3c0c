//! Translation of high-level operations, by the representations of their operands.

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::base::repr::{Repr, ReprId};
use crate::builtins::{casts, jit, lowlevel};
use crate::graph::binary;
use crate::repr::{
    attributes, bytearray, checks, comparison, deque, dict, exc, format, iter, list, numbers,
    string, truth, tuple, types,
};
use crate::{RTyper, Res, calls, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlOp, LlOp, LlValue, SpaceOperation, Type};

impl RTyper<'_> {
    /// Translates one operation.
    pub(crate) fn rtype_op(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        use HlOp::*;
        if matches!(op.op, SimpleCall | CallArgs) {
            return calls::call(self, cx, op);
        }
        if let Some(site) = self.ann.call_site(cx.gid, op.result)
            && !site.targets.is_empty()
        {
            return special_method(self, cx, op);
        }
        checks::none(self, cx, op)?;
        if lowlevel::op(self, cx, op)? {
            return Ok(());
        }
        if exc::args_op(self, cx, op)? {
            return Ok(());
        }
        match op.op {
            SameAs => {
                let (v, r) = self.val(cx, &op.args[0])?;
                self.set_result(cx, op, v, r)
            }
            Is => comparison::is(self, cx, op),
            Eq | Ne | Lt | Le | Gt | Ge => comparison::compare(self, cx, op),
            Type => types::type_of(self, cx, op),
            IsSubtype => types::issubtype(self, cx, op),
            IsInstance => types::isinstance(self, cx, op),
            Str => {
                let v = format::str_of(self, cx, &op.args[0], false)?;
                self.set_str_result(cx, op, v)
            }
            Repr => {
                let v = format::str_of(self, cx, &op.args[0], true)?;
                self.set_str_result(cx, op, v)
            }
            Len => len(self, cx, op),
            Hash => hash(self, cx, op),
            Id => {
                let (v, _) = self.val(cx, &op.args[0])?;
                let h = cx.op(LlOp::GcId, vec![v], flowmodel::Type::Signed);
                self.int_result(cx, op, h)
            }
            SetAttr => attributes::setattr(self, cx, op),
            GetAttr => attributes::getattr(self, cx, op),
            GetItem => getitem(self, cx, op),
            SetItem => setitem(self, cx, op),
            DelItem => delitem(self, cx, op),
            NewSlice => {
                let parts = [op.args[0].clone(), op.args[1].clone(), op.args[2].clone()];
                cx.virtuals.insert(op.result, Virtual::Slice(parts));
                cx.map.insert(op.result, void());
                Ok(())
            }
            Bool | Not => {
                let b = truth::of(self, cx, &op.args[0])?;
                let b = if op.op == Not { cx.negate(b) } else { b };
                let r = self.prim(flowmodel::Type::Bool);
                self.set_result(cx, op, b, r)
            }
            Neg | Pos | Invert | Abs | NegOvf | AbsOvf => binary::unary(self, cx, op),
            Hex => in_base(self, cx, op, 16, b'x'),
            Oct => in_base(self, cx, op, 8, b'o'),
            Bin => in_base(self, cx, op, 2, b'b'),
            Ord => {
                let (v, r) = self.val(cx, &op.args[0])?;
                let v = ord(self, cx, v, r)?;
                self.int_result(cx, op, v)
            }
            Int => casts::int(self, cx, op, &op.args[0], None),
            Float => casts::float(self, cx, op, &op.args[0]),
            Add | Sub | Mul | TrueDiv | FloorDiv | Div | Mod | LShift | RShift | And | Or | Xor
            | InplaceAdd | InplaceSub | InplaceMul | InplaceTrueDiv | InplaceFloorDiv
            | InplaceDiv | InplaceMod | InplaceLShift | InplaceRShift | InplaceAnd | InplaceOr
            | InplaceXor | AddOvf | SubOvf | MulOvf | FloorDivOvf | ModOvf | LShiftOvf => {
                binary::op(self, cx, op)
            }
            Contains => contains(self, cx, op),
            NewTuple => tuple::newtuple(self, cx, op),
            NewList => list::newlist(self, cx, op),
            NewDict => dict::newdict(self, cx, op),
            Iter => iter::iter(self, cx, op),
            Next => iter::next(self, cx, op),
            Hint => jit::hint_op(self, cx, op),
            NewSet => dict::newdict(self, cx, op),
            Format | StrFormat | DelAttr | Pow | InplacePow | MatMul | InplaceMatMul | DivMod
            | Yield => {
                Err(error(format!("operation '{}' is not supported at run time", op.op.name())))
            }
            SimpleCall | CallArgs => unreachable!("handled above"),
        }
    }
}

/// Code of a character.
fn ord(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
    match *rt.repr(r) {
        Repr::Prim(Type::Char) => Ok(cx.op(LlOp::CastCharToInt, vec![v], Type::Signed)),
        Repr::Prim(Type::UniChar) => Ok(cx.op(LlOp::CastUniCharToInt, vec![v], Type::Signed)),
        _ => Err(error("ord() of what is not a character")),
    }
}

fn len(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (v, r) = rt.val(cx, &op.args[0])?;
    let n = match rt.repr(r).clone() {
        Repr::Str | Repr::Unicode => cx.op(LlOp::GetArraySize, vec![v], Type::Signed),
        Repr::Prim(Type::Char | Type::UniChar) => cx.int(1),
        Repr::List(l) => {
            if rt.list_info(l)?.list.is_some() {
                rt.getfield(cx, v, "length")?
            } else {
                cx.op(LlOp::GetArraySize, vec![v], Type::Signed)
            }
        }
        Repr::Range(_) => list::range_len(rt, cx, v, r)?,
        Repr::Tuple(items) => cx.int(items.len() as i64),
        Repr::Dict(_) | Repr::Set(_) => rt.getfield(cx, v, "num_live")?,
        Repr::Deque(_) | Repr::ByteArray => rt.getfield(cx, v, "length")?,
        other => {
            return Err(error(format!("len() of {} is not supported", other.describe())));
        }
    };
    rt.int_result(cx, op, n)
}

fn getitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::getitem(rt, cx, op, r),
        Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
            string::getitem(rt, cx, op, r)
        }
        Repr::Dict(_) => dict::getitem(rt, cx, op, r),
        Repr::ByteArray => bytearray::getitem(rt, cx, op),
        Repr::Deque(_) => deque::getitem(rt, cx, op, r),
        Repr::Tuple(items) => tuple::getitem(rt, cx, op, &items),
        Repr::Range(step) => list::range_getitem(rt, cx, op, r, step),
        other => Err(error(format!("indexing of {} is not supported", other.describe()))),
    }
}

fn setitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::setitem(rt, cx, op, r),
        Repr::Dict(_) => dict::setitem(rt, cx, op, r),
        Repr::ByteArray => bytearray::setitem(rt, cx, op),
        Repr::Deque(_) => deque::setitem(rt, cx, op, r),
        other => Err(error(format!("items of {} cannot be assigned", other.describe()))),
    }
}

fn delitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::delitem(rt, cx, op, r),
        Repr::Dict(_) => dict::delitem(rt, cx, op, r),
        Repr::ByteArray => bytearray::delitem(rt, cx, op),
        Repr::Deque(_) => deque::delitem(rt, cx, op),
        other => Err(error(format!("items of {} cannot be deleted", other.describe()))),
    }
}

fn contains(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    if let Some(b) = s.const_bool() {
        return rt.bool_result(cx, op, konst(Const::Bool(b)));
    }
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::contains(rt, cx, op, r),
        Repr::Dict(_) | Repr::Set(_) => dict::contains(rt, cx, op, r),
        Repr::ByteArray => bytearray::contains(rt, cx, op),
        Repr::Deque(_) => deque::contains(rt, cx, op, r),
        Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
            string::contains(rt, cx, op, r)
        }
        Repr::Tuple(items) => comparison::tuple_contains(rt, cx, op, &items),
        Repr::Range(_) => list::range_contains(rt, cx, op, r),
        other => Err(error(format!("'in' on {} is not supported", other.describe()))),
    }
}

/// An operation on instances that calls one of their special methods.
fn special_method(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    // A method of the other operand of `a + b` and its like may take None.
    let operands: Vec<_> = op.args.iter().map(|a| rt.s(cx, a)).collect();
    let instance = |s: &annotator::SomeValue| matches!(s.kind, Kind::Instance { .. });
    let both = annotator::operands_not_none(rt.ann, op, &operands) == [0, 1];
    if !both || !operands[..2].iter().any(instance) {
        checks::none(rt, cx, op)?;
    }
    if matches!(op.op, HlOp::Pow | HlOp::InplacePow) {
        numbers::trap_power(rt, cx, op)?;
    }
    calls::call(rt, cx, op)
}

/// `hash(x)`
fn hash(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (v, r) = rt.val(cx, &op.args[0])?;
    let f = rt.hash_fn(r)?;
    let h = rt.call_host_helper(cx, f, vec![v.into()])?;
    rt.int_result(cx, op, h)
}

/// `hex(x)` and its like: the base, and the letter before the digits.
fn in_base(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    base: i64,
    letter: u8,
) -> Res {
    let (v, f) = numbers::int_operand(rt, cx, &op.args[0], "ll_int2base", "ll_uint2base")?;
    let args = vec![v, cx.int(base), cx.int(letter.into())];
    let s = rt.helper_call(cx, "ll_int", f, args)?;
    rt.set_str_result(cx, op, s)
}
