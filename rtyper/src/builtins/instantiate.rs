//! `instantiate(cls)`: an instance without a call of `__init__`.

use crate::base::cx::{Cx, konst};
use crate::base::repr::Repr;
use crate::{RTyper, Res, error};
use annotator::{ClassDefId, Kind};
use flowmodel::{
    Body, Const, FuncAttrs, FuncId, Function, Hl, HlValue, Link, LlOp, SpaceOperation, Type,
};

impl RTyper<'_> {
    pub(crate) fn rtype_instantiate(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        class: &HlValue,
    ) -> Res {
        let s = self.s(cx, class);
        let candidates: Vec<ClassDefId> = match &s.kind {
            Kind::Pbc { descs, .. } => {
                let mut all = vec![];
                for d in descs.iter() {
                    let Some(c) = self.ann.descs[*d].as_class() else {
                        return Err(error("instantiate() of what is not a class"));
                    };
                    let host = c.host;
                    all.push(self.ann.need_class(host)?);
                }
                all
            }
            Kind::Type(c) => self.ann.all_subdefs(*c),
            _ => return Err(error("instantiate() of what is not a class")),
        };
        if let [c] = candidates[..]
            && !s.can_be_none()
        {
            let v = self.new_instance(cx, c)?;
            let r = self.intern(Repr::Instance(c));
            return self.set_result(cx, op, v, r);
        }
        let mut funcs = vec![];
        for c in &candidates {
            funcs.push(self.instantiator(cx, *c)?);
        }
        let (cls, _) = self.val(cx, class)?;
        let vtable = Type::Ptr(self.layouts.vtable);
        let cls = self.cast(cx, cls, vtable);
        let f = self.getfield(cx, cls, "instantiate")?;
        let family = konst(Const::Family(self.prog.families.push(funcs)));
        let v = cx.op(LlOp::IndirectCall, vec![f, family], Type::Ptr(self.layouts.object));
        let root = self.intern(Repr::Prim(Type::Ptr(self.layouts.object)));
        self.set_result(cx, op, v, root)
    }

    /// The function behind the field `instantiate` of a class.
    pub(crate) fn instantiator(&mut self, outer: &Cx, c: ClassDefId) -> Res<FuncId> {
        if let Some(f) = self.classes.instantiators.get(&c) {
            return Ok(*f);
        }
        self.vtable_obj(c)?;
        let rtype = Type::Ptr(self.layouts.object);
        let name = self.unique(&format!("new_{}", self.ann.classdefs[c].name));
        let ty = self.ann.types.func(vec![], rtype);
        let span = outer.span;
        let mut cx = Cx::new(outer.gid, outer.hl.clone(), self.new_graph(&name, rtype, span));
        let v = self.new_instance(&mut cx, c)?;
        let v = self.cast(&mut cx, v, rtype);
        let (start, ret) = (cx.g.startblock, cx.g.returnblock);
        cx.g.blocks[start].operations = std::mem::take(&mut cx.ops);
        cx.g.blocks[start].exits = vec![Link::new(ret, vec![v])];
        let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
        let f = self.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span });
        self.classes.instantiators.insert(c, f);
        Ok(f)
    }
}
