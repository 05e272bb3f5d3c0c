//! Operands and results of an operation: their annotations, representations and values. All code that translates operations
//! stands on this file and on [`Cx`].

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{DescKind, Kind, SomeValue};
use flowmodel::{Hl, HlConst, HlValue, HostRef, LlValue, SpaceOperation, Type};
use flowspace::host::HostObj;

impl RTyper<'_> {
    /// Annotation of an operand.
    pub(crate) fn s(&mut self, cx: &Cx, v: &HlValue) -> SomeValue {
        self.ann.operand(cx.gid, v)
    }

    /// An operand in its own repr. A value known at translation time comes as a constant.
    pub(crate) fn val(&mut self, cx: &mut Cx, v: &HlValue) -> Res<(LlValue, ReprId)> {
        let s = self.s(cx, v);
        let r = self.repr_of(&s)?;
        let ll = val_with(self, cx, v, &s, r)?;
        Ok((ll, r))
    }
}

fn val_with(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: &HlValue,
    s: &SomeValue,
    r: ReprId,
) -> Res<LlValue> {
    if rt.lltype(r)? == Type::Void {
        return Ok(void());
    }
    if let HlValue::Const(c) = v {
        return Ok(konst(rt.const_of(c, r)?));
    }
    if let Some(c) = &s.konst
        && !matches!(rt.repr(r), Repr::Iter(_) | Repr::Method(_) | Repr::BuiltinMethod(_))
    {
        return Ok(konst(rt.const_of(c, r)?));
    }
    let HlValue::Var(x) = v else { unreachable!() };
    match cx.map.get(x) {
        Some(v) => Ok(*v),
        None if matches!(cx.virtuals.get(x), Some(Virtual::Interior(..))) => {
            rt.item_pointer_object(cx, *x)
        }
        None => Err(error(format!("internal: variable {} has no value here", cx.hl.vars[*x].name))),
    }
}

impl RTyper<'_> {
    /// An operand converted to a repr.
    pub(crate) fn val_as(&mut self, cx: &mut Cx, v: &HlValue, want: ReprId) -> Res<LlValue> {
        if self.lltype(want)? == Type::Void {
            return Ok(void());
        }
        let s = self.s(cx, v);
        let c = match v {
            HlValue::Const(c) => Some(c.clone()),
            HlValue::Var(_) => s.konst.clone(),
        };
        if let Some(c) = c
            && !matches!(self.repr(want), Repr::Iter(_) | Repr::Method(_) | Repr::BuiltinMethod(_))
            && !is_prebuilt_method(self, &s, want)
        {
            return Ok(konst(self.const_of(&c, want)?));
        }
        if let (
            Kind::Pbc { descs, can_be_none: false },
            Repr::Func(..) | Repr::FuncSet(_) | Repr::Class | Repr::Frozen(_) | Repr::Identity,
        ) = (&s.kind, self.repr(want).clone())
            && descs.len() == 1
        {
            return Ok(konst(self.const_of_desc(descs[0], want)?));
        }
        if let Some(v) = self.as_closure(cx, v, &s, want)? {
            return Ok(v);
        }
        let (val, have) = self.val(cx, v)?;
        self.convert(cx, val, have, want)
    }

    /// Records the value of an operation's result.
    pub(crate) fn set_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        have: ReprId,
    ) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        if s.is_impossible() {
            cx.map.insert(op.result, void());
            return Ok(());
        }
        let want = self.repr_of(&s)?;
        let v = self.convert(cx, v, have, want)?;
        cx.map.insert(op.result, v);
        Ok(())
    }

    /// Result of type Signed.
    pub(crate) fn int_result(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, v: LlValue) -> Res {
        let r = self.prim(Type::Signed);
        self.set_result(cx, op, v, r)
    }

    /// Result of type Bool.
    pub(crate) fn bool_result(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, v: LlValue) -> Res {
        let r = self.prim(Type::Bool);
        self.set_result(cx, op, v, r)
    }

    /// Result that is a byte string.
    pub(crate) fn set_str_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
    ) -> Res {
        let r = self.intern(Repr::Str);
        self.set_result(cx, op, v, r)
    }

    /// No result.
    pub(crate) fn none_result(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let r = self.void();
        self.set_result(cx, op, void(), r)
    }

    /// Result whose repr is that of its annotation.
    pub(crate) fn own_result(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, v: LlValue) -> Res {
        cx.map.insert(op.result, v);
        Ok(())
    }

    /// Sets an operation's result to a value that a helper of a container gave: items of type void are not values.
    pub(crate) fn value_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        r: ReprId,
    ) -> Res {
        let v = if self.lltype(r)? == Type::Void { void() } else { v };
        self.set_result(cx, op, v, r)
    }

    /// Gives an operation the result that the annotator knows; false: it knows none.
    pub(crate) fn known_result(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<bool> {
        let s = self.ann.binding(cx.gid, op.result).clone();
        let Some(c) = &s.konst else { return Ok(false) };
        let r = self.repr_of(&s)?;
        let k = self.const_of(c, r)?;
        cx.map.insert(op.result, konst(k));
        Ok(true)
    }

    /// Repr of an operation's result.
    pub(crate) fn result_repr(&mut self, cx: &Cx, op: &SpaceOperation<Hl>) -> Res<ReprId> {
        let s = self.ann.binding(cx.gid, op.result).clone();
        self.repr_of(&s)
    }
}

/// Name operand of getattr and setattr.
pub(crate) fn attr_name(rt: &mut RTyper<'_>, cx: &Cx, a: &HlValue) -> Res<String> {
    let s = rt.s(cx, a);
    match s.const_str() {
        Some(n) => Ok(n.to_string()),
        None => match a {
            HlValue::Const(HlConst::Str(b)) => Ok(String::from_utf8_lossy(b).to_string()),
            _ => Err(error("the name of an attribute must be known statically")),
        },
    }
}

/// The three parts of a slice operand.
pub(crate) fn slice_parts(rt: &mut RTyper<'_>, cx: &Cx, a: &HlValue) -> Res<Option<[HlValue; 3]>> {
    if let HlValue::Var(v) = a
        && let Some(Virtual::Slice(p)) = cx.virtuals.get(v)
    {
        return Ok(Some(p.clone()));
    }
    let s = rt.s(cx, a);
    let h = match a {
        HlValue::Const(HlConst::Host(h)) => Some(*h),
        _ => s.const_host(),
    };
    if let Some(h) = h
        && let HostObj::Slice(x, y, z) = rt.ann.host.obj(h)
    {
        let (x, y, z) = (*x, *y, *z);
        let c = |h| HlValue::Const(rt.ann.host.to_const(h));
        return Ok(Some([c(x), c(y), c(z)]));
    }
    if matches!(s.kind, Kind::Slice(_)) {
        return Err(error("a slice object is used in another place than where it is made"));
    }
    Ok(None)
}

impl RTyper<'_> {
    /// Value of an operand as Signed.
    pub(crate) fn signed(&mut self, cx: &mut Cx, a: &HlValue) -> Res<LlValue> {
        let r = self.prim(Type::Signed);
        self.val_as(cx, a, r)
    }
}

/// Tells whether an annotation may be `None` at run time.
pub(crate) fn maybe_none(s: &SomeValue) -> bool {
    match &s.kind {
        Kind::Instance { can_be_none, .. } => *can_be_none,
        _ => s.can_be_none(),
    }
}

/// Tells whether a prebuilt bound method becomes a closure: it is a value like any other.
fn is_prebuilt_method(rt: &RTyper<'_>, s: &SomeValue, want: ReprId) -> bool {
    match (&s.kind, rt.repr(want)) {
        (Kind::Pbc { descs, .. }, Repr::Instance(_)) => {
            matches!(rt.ann.descs[descs[0]].kind, DescKind::Method { .. })
        }
        _ => false,
    }
}

/// The host object called.
pub(crate) fn callee_host(
    rt: &mut RTyper<'_>,
    cx: &Cx,
    op: &SpaceOperation<Hl>,
) -> Option<HostRef> {
    match &op.args[0] {
        HlValue::Const(HlConst::Host(h)) => Some(*h),
        v => rt.s(cx, v).const_host(),
    }
}
