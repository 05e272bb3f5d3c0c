//! Conversions between representations.

use crate::base::cx::{Cx, konst, void};
use crate::base::functions;
use crate::repr::{identity, layouts, tuple};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use flowmodel::{
    BlockId, Body, Const, ExitSwitch, FuncAttrs, FuncId, Function, Link, LlOp, LlValue, Type, VarId,
};

/// The value of a known bool, int, … constant converted without an operation, if possible.
fn fold(v: &LlValue, to: Type) -> Option<LlValue> {
    let LlValue::Const(c) = v else { return None };
    Some(konst(match (c, to) {
        (Const::Bool(b), Type::Signed) => Const::Int(*b as i64),
        (Const::Bool(b), Type::Float) => Const::float(*b as i64 as f64),
        (Const::Int(i), Type::Float) => Const::float(*i as f64),
        (Const::Int(i), Type::Unsigned) => Const::Uint(*i as u64),
        (Const::Uint(i), Type::Signed) => Const::Int(*i as i64),
        (Const::Null(_), _) => Const::Null(to),
        _ => return None,
    }))
}

impl RTyper<'_> {
    /// Converts a value from one repr to another. What would lose information is an error.
    pub(crate) fn convert(
        &mut self,
        cx: &mut Cx,
        v: LlValue,
        from: ReprId,
        to: ReprId,
    ) -> Res<LlValue> {
        if from == to {
            return Ok(v);
        }
        let (f, t) = (self.repr(from).clone(), self.repr(to).clone());
        let tt = self.lltype(to)?;
        if tt == Type::Void {
            return Ok(void());
        }
        let ft = self.lltype(from)?;
        match (&f, &t) {
            (Repr::Known(d), _) => return self.const_of_desc(*d, to).map(konst),
            (Repr::Void, _) if is_pointer(tt) => return Ok(konst(Const::Null(tt))),
            // None where only the truth is asked for, also of what a test has shown to be None.
            (Repr::Void, Repr::Prim(Type::Bool)) => return Ok(konst(Const::Bool(false))),
            (_, Repr::Prim(Type::Bool)) if is_pointer(ft) => {
                return Ok(konst(Const::Bool(false)));
            }
            (Repr::Prim(a), Repr::Prim(b)) => return prim(self, cx, v, *a, *b),
            (Repr::Prim(Type::Char), Repr::Str) => return char_to_str(self, cx, v),
            (Repr::Prim(Type::UniChar), Repr::Unicode) => return char_to_str(self, cx, v),
            (Repr::Prim(Type::Char), Repr::Unicode) => {
                let i = cx.op(LlOp::CastCharToInt, vec![v], Type::Signed);
                let u = cx.op(LlOp::CastIntToUniChar, vec![i], Type::UniChar);
                return char_to_str(self, cx, u);
            }
            // The result of a method whose overriding ones have a wider type, called directly: it is of the narrower one.
            (Repr::Str, Repr::Prim(Type::Char)) | (Repr::Unicode, Repr::Prim(Type::UniChar)) => {
                let zero = cx.int(0);
                return Ok(cx.op(LlOp::GetArrayItem, vec![v, zero], tt));
            }
            // In helpers, strings and lists are seen as pointers.
            (Repr::Str | Repr::Unicode, Repr::Prim(_))
            | (Repr::Prim(_), Repr::Str | Repr::Unicode)
                if ft == tt =>
            {
                return Ok(v);
            }
            (Repr::Tuple(a), Repr::Tuple(b)) if a.len() == b.len() => {
                let (a, b) = (a.clone(), b.clone());
                return convert_tuple(self, cx, v, &a, &b);
            }
            (Repr::Func(_, fam), Repr::Identity) | (Repr::Identity, Repr::Func(_, fam)) => {
                return identity::convert_function(self, cx, v, from, to, *fam);
            }
            (Repr::Method(a), Repr::Method(b)) => return self.convert(cx, v, *a, *b),
            (Repr::Instance(_), Repr::Instance(_)) => return Ok(self.cast(cx, v, tt)),
            _ => {}
        }
        if ft == tt {
            return Ok(v);
        }
        if let (Type::Ptr(a), Type::Ptr(b)) = (ft, tt)
            && (self.ann.types.is_subtype(a, b) || self.ann.types.is_subtype(b, a))
        {
            return Ok(self.cast(cx, v, tt));
        }
        // A test has shown that it is None: `if not isinstance(x, list): return x` where a string is returned.
        let container = |r: &Repr| {
            matches!(
                r,
                Repr::List(_)
                    | Repr::Dict(_)
                    | Repr::Set(_)
                    | Repr::Deque(_)
                    | Repr::ByteArray
                    | Repr::Str
                    | Repr::Unicode
                    | Repr::Instance(_)
            )
        };
        if container(&f) && container(&t) && is_pointer(ft) && is_pointer(tt) {
            let null = konst(Const::Null(tt));
            return self.helper_call(cx, "ll_misc", "ll_only_none", vec![v, null]);
        }
        Err(error(format!(
            "{} ({}) cannot be converted to {} ({})",
            f.describe(),
            self.ann.types.show(ft),
            t.describe(),
            self.ann.types.show(tt)
        )))
    }
}

/// A one-character string.
pub(crate) fn char_to_str(rt: &mut RTyper<'_>, cx: &mut Cx, c: LlValue) -> Res<LlValue> {
    let s = if rt.vtype(cx, &c) == Type::Char { rt.layouts.string } else { rt.layouts.unicode };
    if let LlValue::Const(Const::Char(c)) = c {
        return Ok(konst(rt.string_const(&[c])));
    }
    rt.helper_call(cx, "ll_str", "ll_char2str", vec![konst(Const::Null(Type::Ptr(s))), c])
}

/// Conversion of primitive values.
pub(crate) fn prim(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: LlValue,
    from: Type,
    to: Type,
) -> Res<LlValue> {
    if from == to {
        return Ok(v);
    }
    if let Some(c) = fold(&v, to) {
        return Ok(c);
    }
    use Type::*;
    let op = match (from, to) {
        (Bool, Signed) => LlOp::CastBoolToInt,
        (Bool, Unsigned) => LlOp::CastBoolToUint,
        (Bool, Float) => LlOp::CastBoolToFloat,
        (Signed, Unsigned) => LlOp::CastIntToUint,
        (Unsigned, Signed) => LlOp::CastUintToInt,
        (Signed, Float) => LlOp::CastIntToFloat,
        // As for characters: see `convert`.
        (Float, Signed) => LlOp::CastFloatToInt,
        (Signed, Bool) => LlOp::IntIsTrue,
        (Unsigned, Float) => LlOp::CastUintToFloat,
        (Char, UniChar) => {
            let i = cx.op(LlOp::CastCharToInt, vec![v], Signed);
            return Ok(cx.op(LlOp::CastIntToUniChar, vec![i], UniChar));
        }
        (SingleFloat, Float) => LlOp::CastSingleToFloat,
        (a, b)
            if (a == Bool || a.is_signed() || a.is_unsigned())
                && (b.is_signed() || b.is_unsigned()) =>
        {
            LlOp::CastPrimitive
        }
        (a, Float) if a.is_signed() || a.is_unsigned() => {
            let i = cx.op(LlOp::CastPrimitive, vec![v], Signed);
            return Ok(cx.op(LlOp::CastIntToFloat, vec![i], Float));
        }
        (Ptr(a), Ptr(b)) if rt.ann.types.is_subtype(a, b) || rt.ann.types.is_subtype(b, a) => {
            return Ok(rt.cast(cx, v, to));
        }
        (Ptr(a), GcRef) if rt.ann.types.structs[a].gc => LlOp::CastOpaquePtr,
        (Void, _) if is_pointer(to) => return Ok(konst(Const::Null(to))),
        _ => {
            return Err(error(format!(
                "a value of type {} cannot be converted to {}",
                rt.ann.types.show(from),
                rt.ann.types.show(to)
            )));
        }
    };
    Ok(cx.op(op, vec![v], to))
}

fn convert_tuple(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: LlValue,
    from: &[ReprId],
    to: &[ReprId],
) -> Res<LlValue> {
    let (sf, st) = (layouts::tuple_struct(rt, from)?, layouts::tuple_struct(rt, to)?);
    if sf == st {
        return Ok(v);
    }
    let mut items = vec![];
    for (i, (a, b)) in from.iter().zip(to).enumerate() {
        let x = if rt.lltype(*a)? == Type::Void {
            void()
        } else {
            rt.getfield(cx, v, &format!("item{i}"))?
        };
        items.push(rt.convert(cx, x, *a, *b)?);
    }
    tuple::new(rt, cx, to, items)
}

/// The function that fills an array with the converted first `n` items of another: `f(from, to, n)`.
pub(crate) fn item_converter(
    rt: &mut RTyper<'_>,
    outer: &Cx,
    from: ReprId,
    to: ReprId,
) -> Res<FuncId> {
    let key = format!("items/{from:?}/{to:?}");
    if let Some(f) = rt.families.dispatchers.get(&key) {
        return Ok(*f);
    }
    let (item, result) = (rt.lltype(from)?, rt.lltype(to)?);
    let (source, target) = (layouts::array_of(rt, item), layouts::array_of(rt, result));
    let params = [Type::Ptr(source), Type::Ptr(target), Type::Signed];
    let name = rt.functions.unique("convert_items");
    let span = outer.span;
    let ty = rt.ann.types.func(params.to_vec(), Type::Void);
    let mut cx =
        Cx::new(outer.gid, outer.hl.clone(), functions::new_graph(rt, &name, Type::Void, span));
    let (start, ret) = (cx.g.startblock, cx.g.returnblock);
    let (test, round) = (cx.g.new_block(), cx.g.new_block());
    let counted = [params[0], params[1], Type::Signed, Type::Signed];
    let mut vars = |b: BlockId, types: &[Type]| -> Vec<LlValue> {
        let vars: Vec<VarId> = types.iter().map(|t| cx.g.new_var("v", *t)).collect();
        cx.g.blocks[b].inputargs = vars.clone();
        vars.into_iter().map(LlValue::Var).collect()
    };
    let given = vars(start, &params);
    let (at_test, in_round) = (vars(test, &counted), vars(round, &counted));
    let first = [given, vec![konst(Const::Int(0))]].concat();
    cx.g.blocks[start].exits = vec![Link::new(test, first)];
    let (n, i) = (at_test[2], at_test[3]);
    let more = cx.op(LlOp::IntLt, vec![i, n], Type::Bool);
    cx.g.blocks[test].operations = std::mem::take(&mut cx.ops);
    cx.g.blocks[test].exitswitch = ExitSwitch::Var(more.as_var().expect("var"));
    cx.g.blocks[test].exits = vec![
        Link::case(ret, vec![void()], Const::Bool(false)),
        Link::case(round, at_test, Const::Bool(true)),
    ];
    let i = in_round[3];
    let x = cx.op(LlOp::GetArrayItem, vec![in_round[0], i], item);
    let x = rt.convert(&mut cx, x, from, to)?;
    cx.op0(LlOp::SetArrayItem, vec![in_round[1], i, x]);
    let one = cx.int(1);
    let next = cx.op(LlOp::IntAdd, vec![i, one], Type::Signed);
    cx.g.blocks[round].operations = std::mem::take(&mut cx.ops);
    cx.g.blocks[round].exits = vec![Link::new(test, [&in_round[..3], &[next]].concat())];
    let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
    let f = rt.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span });
    rt.families.dispatchers.insert(key, f);
    Ok(f)
}

/// Tells whether null is a value of the type.
pub(crate) fn is_pointer(t: Type) -> bool {
    matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::GcRef | Type::Address)
}
