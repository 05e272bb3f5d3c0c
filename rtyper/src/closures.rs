//! Functions and bound methods where closures may be: objects that stand for them.

use crate::cx::{Cx, konst};
use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res};
use annotator::{ClassDefId, DescId, DescKind, Kind, SomeValue};
use flowmodel::{Const, HlConst, HlValue, HostRef, LlValue, ObjId};

impl RTyper<'_> {
    /// A default value that a closure keeps in an attribute.
    pub(crate) fn closure_default(
        &mut self,
        cx: &mut Cx,
        this: LlValue,
        from: ReprId,
        attr: &str,
        want: ReprId,
    ) -> Res<LlValue> {
        let Repr::Instance(c) = *self.repr(from) else {
            return Err(self.error("internal: the default of what is no closure"));
        };
        match self.instance_getattr(cx, this, c, attr)? {
            Some((v, r)) => self.convert(cx, v, r, want),
            None => Err(self.error("internal: a closure's default has no field")),
        }
    }

    /// The prebuilt closure that stands for a function.
    pub(crate) fn closure_of_function(&mut self, d: DescId) -> Res<Const> {
        match self.ann.function_adaptor(d) {
            Some(h) => self.instance_obj(h).map(Const::Obj),
            None => Err(self
                .error(format!("{} is used where only instances can be", self.ann.show_desc(d)))),
        }
    }

    /// The prebuilt closure that stands for a prebuilt bound method.
    pub(crate) fn closure_of_method(
        &mut self,
        h: HostRef,
        this: HostRef,
        want: ClassDefId,
    ) -> Res<ObjId> {
        if let Some(o) = self.prebuilt.instances.get(&h) {
            return Ok(*o);
        }
        let s = self.ann.const_annotation(&HlConst::Host(h));
        let adaptor = match &s.kind {
            Kind::Pbc { descs, .. } => descs.iter().find_map(|d| self.ann.method_adaptor(*d, want)),
            _ => None,
        };
        let Some(adaptor) = adaptor else {
            return Err(self.error("a prebuilt bound method is used where only instances can be"));
        };
        let class = self.ann.classdefs[adaptor].host;
        let host = &mut self.ann.host;
        let made = host
            .call(class, &[], &[])
            .and_then(|r| host.setattr(r, annotator::BOUND_TO, this).map(|()| r));
        let Ok(made) = made else {
            return Err(self.error("internal: an adaptor cannot be made"));
        };
        let o = self.instance_obj(made)?;
        self.prebuilt.instances.insert(h, o);
        Ok(o)
    }

    /// Whether a prebuilt bound method becomes a closure: it is a value like any other.
    pub(crate) fn is_prebuilt_method(&self, s: &SomeValue, want: ReprId) -> bool {
        match (&s.kind, self.repr(want)) {
            (Kind::Pbc { descs, .. }, Repr::Instance(_)) => {
                matches!(self.ann.descs[descs[0]].kind, DescKind::Method { .. })
            }
            _ => false,
        }
    }

    /// A callable of annotation `s` as a closure, if it is one that stands for something else.
    pub(crate) fn as_closure(
        &mut self,
        cx: &mut Cx,
        v: &HlValue,
        s: &SomeValue,
        want: ReprId,
    ) -> Res<Option<LlValue>> {
        let (Kind::Pbc { descs, can_be_none }, Repr::Instance(c)) = (&s.kind, self.repr(want))
        else {
            return Ok(None);
        };
        let class = *c;
        if !self.ann.is_closure_class(class) {
            return Ok(None);
        }
        match self.ann.descs[descs[0]].kind {
            DescKind::Function(_) if descs.len() == 1 && !can_be_none => {
                self.closure_of_function(descs[0]).map(|c| Some(konst(c)))
            }
            DescKind::Function(_) => {
                let (ptr, have) = self.val(cx, v)?;
                let members: Vec<DescId> = match *self.repr(have) {
                    Repr::Func(_, fam) | Repr::FuncSet(fam) => {
                        let all = self.ann.families[fam].descs.clone();
                        all.into_iter()
                            .filter(|d| self.callable_together(&[*d]) == Some(fam))
                            .collect()
                    }
                    _ => descs.to_vec(),
                };
                let mut choices = vec![];
                for d in members {
                    if self.ann.function_adaptor(d).is_some() {
                        let closure = self.closure_of_function(d)?;
                        choices.push((self.const_of_desc(d, have)?, closure));
                    }
                }
                let f = self.choose_constant(cx, "closure_of_function", have, want, choices)?;
                Ok(Some(self.direct_call(cx, f, vec![ptr])))
            }
            DescKind::Method { .. } if *can_be_none => Err(self.error(
                "a bound method that may be None meets closures in one variable: this is not supported",
            )),
            DescKind::Method { .. } => {
                let Some(adaptor) = descs.iter().find_map(|d| self.ann.method_adaptor(*d, class)) else {
                    return Err(self.error("internal: a bound method is no closure"));
                };
                let (obj, have) = self.val(cx, v)?;
                let have = match self.repr(have) {
                    Repr::Method(r) => *r,
                    _ => have,
                };
                let inst = self.new_instance(cx, adaptor)?;
                let Some((level, _)) = self.ann.find_attr(adaptor, annotator::BOUND_TO) else {
                    return Err(self.error("internal: an adaptor without object"));
                };
                let fields = self.instance_fields(level)?;
                if let Some((_, field, r)) =
                    fields.into_iter().find(|(a, ..)| &**a == annotator::BOUND_TO)
                {
                    let obj = self.convert(cx, obj, have, r)?;
                    self.setfield(cx, inst.clone(), &field, obj)?;
                }
                let from = self.intern(Repr::Instance(adaptor));
                self.convert(cx, inst, from, want).map(Some)
            }
            _ => Ok(None),
        }
    }
}
