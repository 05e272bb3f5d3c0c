//! `rpython.rlib.rerased`: values whose type is hidden behind a `GcRef`; and `NonConstant`.

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::ReprId;
use crate::{RTyper, Res, error};
use flowmodel::{Const, Hl, HlValue, HostRef, LlOp, SpaceOperation, StructId, Type};

impl RTyper<'_> {
    /// Repr of what the erasing pair of a called function hides.
    pub(crate) fn erased_repr(&mut self, cx: &Cx, op: &SpaceOperation<Hl>) -> Res<ReprId> {
        // (`new_static_erasing_pair` outside of a class)
        let f =
            self.callee_host(cx, op).map(|f| match annotator::hostview::view(&self.ann.host, f) {
                annotator::hostview::View::StaticMethod(inner) => inner,
                _ => f,
            });
        let pair =
            f.and_then(|f| annotator::hostview::func_attr(&self.ann.host, f, "_erasing_pair_"));
        match pair {
            Some(id) => self.erased_repr_of_pair(id),
            None => Err(error("an erasing function must be called directly")),
        }
    }
    pub(crate) fn erased_repr_of_pair(&mut self, pair: HostRef) -> Res<ReprId> {
        let s = self.ann.erased_annotation(pair);
        self.repr_of(&s)
    }
    /// The container in which a value that is no GC pointer is kept; `None` if it needs none.
    pub(crate) fn erased_box(&mut self, t: Type) -> Option<StructId> {
        (t != Type::Void && !self.ann.types.is_gc(t)).then(|| self.array_of(t))
    }

    /// `erase(x)`
    pub(crate) fn rtype_erase(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
        let r = self.erased_repr(cx, op)?;
        let t = self.lltype(r)?;
        let v = self.val_as(cx, x, r)?;
        let v = match self.erased_box(t) {
            _ if t == Type::Void => konst(Const::Null(Type::GcRef)),
            None if t == Type::GcRef => v,
            None => cx.op(LlOp::CastOpaquePtr, vec![v], Type::GcRef),
            Some(array) => {
                let (one, zero) = (cx.int(1), cx.int(0));
                let b = self.malloc_varsize(cx, array, one);
                cx.op0(LlOp::SetArrayItem, vec![b, zero, v]);
                cx.op(LlOp::CastOpaquePtr, vec![b], Type::GcRef)
            }
        };
        let gcref = self.prim(Type::GcRef);
        self.set_result(cx, op, v, gcref)
    }

    /// `unerase(e)`
    pub(crate) fn rtype_unerase(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        x: &HlValue,
    ) -> Res {
        let r = self.erased_repr(cx, op)?;
        let t = self.lltype(r)?;
        let gcref = self.prim(Type::GcRef);
        let e = self.val_as(cx, x, gcref)?;
        let v = match self.erased_box(t) {
            _ if t == Type::Void => void(),
            None if t == Type::GcRef => e,
            None => cx.op(LlOp::CastOpaquePtr, vec![e], t),
            Some(array) => {
                let b = cx.op(LlOp::CastOpaquePtr, vec![e], Type::Ptr(array));
                let zero = cx.int(0);
                cx.op(LlOp::GetArrayItem, vec![b, zero], t)
            }
        };
        self.set_result(cx, op, v, r)
    }

    /// A prebuilt object that an erasing function made at import time.
    pub(crate) fn erased_const(&mut self, h: HostRef) -> Res<Const> {
        let get = |rt: &Self, name| annotator::hostview::instance_attr(&rt.ann.host, h, name);
        let (Some(pair), Some(x)) = (get(self, "_identity"), get(self, "_x")) else {
            return Err(error("a prebuilt object is used as an erased value"));
        };
        let r = self.erased_repr_of_pair(pair)?;
        let t = self.lltype(r)?;
        if t == Type::Void {
            return Ok(Const::Null(Type::GcRef));
        }
        let c = self.host_const(x, r)?;
        Ok(match self.erased_box(t) {
            Some(array) => Const::Obj(self.new_obj("erased", array, vec![c])),
            None if matches!(c, Const::Null(_)) => Const::Null(Type::GcRef),
            None => c,
        })
    }

    /// `NonConstant(x)`: only the annotator must not know the value.
    pub(crate) fn rtype_nonconst(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        x: &HlValue,
    ) -> Res {
        let r = self.result_repr(cx, op)?;
        let v = self.val_as(cx, x, r)?;
        self.set_result(cx, op, v, r)
    }
}
