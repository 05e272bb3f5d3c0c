//! Functions and bound methods where closures may be: objects that stand for them.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, DescKind, Kind, SomeValue};
use flowmodel::{
    Body, Const, ExitSwitch, FuncAttrs, FuncId, Function, HlValue, Link, LlOp, LlValue, Type,
};

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
            return Err(error("internal: the default of what is no closure"));
        };
        match self.instance_getattr(cx, this, c, attr)? {
            Some((v, r)) => self.convert(cx, v, r, want),
            None => Err(error("internal: a closure's default has no field")),
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
            DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. }
                if descs.len() == 1 && !can_be_none =>
            {
                self.closure_of_function(descs[0]).map(|c| Some(konst(c)))
            }
            DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. } => {
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
            DescKind::Method { .. } => {
                let Some(adaptor) = descs.iter().find_map(|d| self.ann.method_adaptor(*d, class))
                else {
                    return Err(error("internal: a bound method is no closure"));
                };
                let (obj, have) = self.val(cx, v)?;
                let have = match self.repr(have) {
                    Repr::Method(r) => *r,
                    _ => have,
                };
                let can_be_none = *can_be_none;
                if can_be_none {
                    let f = self.closure_unless_none(cx, adaptor, have, want)?;
                    return Ok(Some(self.direct_call(cx, f, vec![obj])));
                }
                self.closure_bound_to(cx, adaptor, obj, have, want).map(Some)
            }
        }
    }

    /// A new closure that stands for a method bound to `obj`.
    pub(crate) fn closure_bound_to(
        &mut self,
        cx: &mut Cx,
        adaptor: ClassDefId,
        obj: LlValue,
        have: ReprId,
        want: ReprId,
    ) -> Res<LlValue> {
        let inst = self.new_instance(cx, adaptor)?;
        let Some((level, _)) = self.ann.find_attr(adaptor, annotator::BOUND_TO) else {
            return Err(error("internal: an adaptor without object"));
        };
        let fields = self.instance_fields(level)?;
        if let Some((_, field, r)) = fields.into_iter().find(|(a, ..)| &**a == annotator::BOUND_TO)
        {
            let obj = self.convert(cx, obj, have, r)?;
            self.setfield(cx, inst, &field, obj)?;
        }
        let from = self.intern(Repr::Instance(adaptor));
        self.convert(cx, inst, from, want)
    }

    /// A function that gives such a closure, or None for None.
    pub(crate) fn closure_unless_none(
        &mut self,
        outer: &Cx,
        adaptor: ClassDefId,
        have: ReprId,
        want: ReprId,
    ) -> Res<FuncId> {
        let key = format!("closure unless none/{adaptor:?}/{have:?}/{want:?}");
        if let Some(f) = self.families.dispatchers.get(&key) {
            return Ok(*f);
        }
        let (ptype, rtype) = (self.lltype(have)?, self.lltype(want)?);
        let name = self.unique("closure_unless_none");
        let span = outer.span;
        let ty = self.ann.types.func(vec![ptype], rtype);
        let mut cx = Cx::new(outer.gid, outer.hl.clone(), self.new_graph(&name, rtype, span));
        let (start, ret) = (cx.g.startblock, cx.g.returnblock);
        let (some, none) = (cx.g.new_block(), cx.g.new_block());
        let obj = cx.g.new_var("object", ptype);
        cx.g.blocks[start].inputargs.push(obj);
        let is_none = cx.op(LlOp::PtrIszero, vec![obj.into()], Type::Bool);
        cx.g.blocks[start].operations = std::mem::take(&mut cx.ops);
        cx.g.blocks[start].exitswitch = ExitSwitch::Var(is_none.as_var().expect("var"));
        cx.g.blocks[start].exits = vec![
            Link::case(some, vec![obj.into()], Const::Bool(false)),
            Link::case(none, vec![], Const::Bool(true)),
        ];
        cx.g.blocks[none].exits = vec![Link::new(ret, vec![konst(Const::Null(rtype))])];
        let obj = cx.g.new_var("object", ptype);
        cx.g.blocks[some].inputargs.push(obj);
        let closure = self.closure_bound_to(&mut cx, adaptor, obj.into(), have, want)?;
        cx.g.blocks[some].operations = std::mem::take(&mut cx.ops);
        cx.g.blocks[some].exits = vec![Link::new(ret, vec![closure])];
        let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
        let f = self.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span });
        self.families.dispatchers.insert(key, f);
        Ok(f)
    }
}
