//! Operations on instances: making them, attributes, methods, `isinstance`.

use crate::base::cx::{Cx, konst};
use crate::base::repr::ReprId;
use crate::repr::class::ClassField;
use crate::{RTyper, Res, error};
use annotator::{CallFamilyId, ClassDefId};
use flowmodel::{Const, LlOp, LlValue, Type};

impl RTyper<'_> {
    /// A new instance with the defaults of its class.
    pub(crate) fn new_instance(&mut self, cx: &mut Cx, c: ClassDefId) -> Res<LlValue> {
        self.setup_class(c)?;
        self.run_finalizers_before(cx, c);
        let s = self.class_struct(c);
        let p = self.malloc(cx, s);
        let vt = self.vtable_obj(c)?;
        self.setfield(cx, p, "typeptr", konst(Const::Obj(vt)))?;
        let host = self.ann.classdefs[c].host;
        for level in self.ann.class_mro(c) {
            for (attr, field, r) in self.instance_fields(level)? {
                if let Some(h) = self.class_default(host, &attr) {
                    let k = self.host_const(h, r)?;
                    let ty = self.lltype(r)?;
                    if k != self.prog.zero(ty) {
                        self.setfield(cx, p, &field, konst(k))?;
                    }
                }
            }
        }
        self.note_finalizer(cx, c, &p);
        Ok(p)
    }

    /// The vtable of an instance, seen as the vtable of (at least) class `c`.
    pub(crate) fn typeptr(&mut self, cx: &mut Cx, obj: LlValue, c: ClassDefId) -> Res<LlValue> {
        self.setup_class(c)?;
        let vt = self.class_info(c).vtable;
        let t = cx.op(
            LlOp::GetField,
            vec![obj, konst(self.field(self.layouts.object, "typeptr"))],
            Type::Ptr(self.layouts.vtable),
        );
        Ok(self.cast(cx, t, Type::Ptr(vt)))
    }

    /// Reads an attribute of an instance of (at least) class `c`. `None` if there is nothing to read at run time.
    pub(crate) fn instance_getattr(
        &mut self,
        cx: &mut Cx,
        obj: LlValue,
        c: ClassDefId,
        name: &str,
    ) -> Res<Option<(LlValue, ReprId)>> {
        let Some((level, _)) = self.ann.find_attr(c, name) else {
            return Err(error(format!(
                "instances of {} have no attribute '{name}'",
                self.ann.classdefs[c].name
            )));
        };
        self.setup_class(c)?;
        if let Some((_, field, r)) =
            self.instance_fields(level)?.into_iter().find(|(a, ..)| &**a == name)
        {
            return Ok(Some((self.getfield(cx, obj, &field)?, r)));
        }
        match self.class_info(level).class_fields.get(name).cloned() {
            Some(ClassField::Data(field, r)) => {
                let vt = self.typeptr(cx, obj, level)?;
                Ok(Some((self.getfield(cx, vt, &field)?, r)))
            }
            _ => Ok(None),
        }
    }

    /// Whether instances of a class keep an attribute themselves.
    pub(crate) fn is_instance_field(&mut self, c: ClassDefId, name: &str) -> Res<bool> {
        let Some((level, _)) = self.ann.find_attr(c, name) else { return Ok(false) };
        self.setup_class(c)?;
        Ok(self.instance_fields(level)?.iter().any(|f| &*f.0 == name))
    }

    /// Writes an attribute.
    pub(crate) fn instance_setattr(
        &mut self,
        cx: &mut Cx,
        obj: LlValue,
        c: ClassDefId,
        name: &str,
        v: &flowmodel::HlValue,
    ) -> Res {
        let Some((level, _)) = self.ann.find_attr(c, name) else {
            return Err(error(format!(
                "instances of {} have no attribute '{name}'",
                self.ann.classdefs[c].name
            )));
        };
        self.setup_class(c)?;
        match self.instance_fields(level)?.into_iter().find(|(a, ..)| &**a == name) {
            Some((_, field, r)) => {
                let v = self.val_as(cx, v, r)?;
                self.setfield(cx, obj, &field, v)
            }
            // Nothing to store: all values are the same constant.
            None => Ok(()),
        }
    }

    /// The vtable entry of a method for a row, read from an instance; `None` if one function serves all.
    pub(crate) fn method_pointer(
        &mut self,
        cx: &mut Cx,
        obj: LlValue,
        c: ClassDefId,
        name: &str,
        (fam, row): (CallFamilyId, usize),
    ) -> Res<Option<LlValue>> {
        let Some((level, _)) = self.ann.find_attr(c, name) else { return Ok(None) };
        self.setup_class(level)?;
        let Some(ClassField::Method(rows)) = self.class_info(level).class_fields.get(name).cloned()
        else {
            return Ok(None);
        };
        let Some((.., field)) = rows.into_iter().find(|(f, r, _)| (*f, *r) == (fam, row)) else {
            return Ok(None);
        };
        let vt = self.typeptr(cx, obj, level)?;
        Ok(Some(self.getfield(cx, vt, &field)?))
    }

    /// `isinstance(obj, c)`
    pub(crate) fn isinstance(
        &mut self,
        cx: &mut Cx,
        obj: LlValue,
        may_be_none: bool,
        c: ClassDefId,
    ) -> Res<LlValue> {
        let vt = self.vtable_obj(c)?;
        let root = Type::Ptr(self.layouts.object);
        if may_be_none {
            let obj = self.cast(cx, obj, root);
            let k = self.cast(cx, konst(Const::Obj(vt)), Type::Ptr(self.layouts.vtable));
            return self.helper_call(cx, "ll_class", "ll_isinstance", vec![obj, k]);
        }
        let t = cx.op(
            LlOp::GetField,
            vec![obj, konst(self.field(self.layouts.object, "typeptr"))],
            Type::Ptr(self.layouts.vtable),
        );
        self.issubclass(cx, t, c)
    }

    /// Whether a vtable is that of `c` or of a subclass.
    pub(crate) fn issubclass(&mut self, cx: &mut Cx, t: LlValue, c: ClassDefId) -> Res<LlValue> {
        let vt = konst(Const::Obj(self.vtable_obj(c)?));
        if self.ann.classdefs[c].subdefs.is_empty() {
            return Ok(cx.op(LlOp::PtrEq, vec![t, vt], Type::Bool));
        }
        self.issubclass_var(cx, t, vt)
    }

    /// Whether a vtable is that of another class or of one of its subclasses.
    pub(crate) fn issubclass_var(&mut self, cx: &mut Cx, t: LlValue, of: LlValue) -> Res<LlValue> {
        let min = konst(self.field(self.layouts.vtable, "subclassrange_min"));
        let max = konst(self.field(self.layouts.vtable, "subclassrange_max"));
        let lo = cx.op(LlOp::GetField, vec![of, min], Type::Signed);
        let id = cx.op(LlOp::GetField, vec![t, min], Type::Signed);
        let hi = cx.op(LlOp::GetField, vec![of, max], Type::Signed);
        Ok(cx.op(LlOp::IntBetween, vec![lo, id, hi], Type::Bool))
    }
}
