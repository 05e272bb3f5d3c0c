//! Functions and bound methods where closures may be: objects that stand for them.

use crate::base::cx::{Cx, konst};
use crate::base::functions;
use crate::repr::{class, identity, instance};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, DescKind, Kind, SomeValue};
use flowmodel::{
    Body, Const, ExitSwitch, FuncAttrs, FuncId, Function, HlValue, Link, LlOp, LlValue, Type,
};

/// A default value that a closure keeps in an attribute.
pub(crate) fn default_of(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    this: LlValue,
    from: ReprId,
    attr: &str,
    want: ReprId,
) -> Res<LlValue> {
    let Repr::Instance(c) = *rt.repr(from) else {
        return Err(error("internal: the default of what is no closure"));
    };
    match instance::getattr(rt, cx, this, c, attr)? {
        Some((v, r)) => rt.convert(cx, v, r, want),
        None => Err(error("internal: a closure's default has no field")),
    }
}

impl RTyper<'_> {
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
        if !annotator::is_closure_class(self.ann, class) {
            return Ok(None);
        }
        match self.ann.descs[descs[0]].kind {
            DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. }
                if descs.len() == 1 && !can_be_none =>
            {
                self.const_of_desc(descs[0], want).map(|c| Some(konst(c)))
            }
            DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. } => {
                let (ptr, have) = self.val(cx, v)?;
                let members: Vec<DescId> = match *self.repr(have) {
                    Repr::Func(_, fam) | Repr::FuncSet(fam) => {
                        let all = self.ann.families[fam].descs.clone();
                        all.into_iter()
                            .filter(|d| identity::callable_together(self, &[*d]) == Some(fam))
                            .collect()
                    }
                    _ => descs.to_vec(),
                };
                let mut choices = vec![];
                for d in members {
                    if annotator::function_adaptor(self.ann, d).is_some() {
                        let closure = self.const_of_desc(d, want)?;
                        choices.push((self.const_of_desc(d, have)?, closure));
                    }
                }
                let f = identity::choose_constant(
                    self,
                    cx,
                    "closure_of_function",
                    have,
                    want,
                    choices,
                )?;
                Ok(Some(self.direct_call(cx, f, vec![ptr])))
            }
            DescKind::Method { .. } => {
                let Some(adaptor) =
                    descs.iter().find_map(|d| annotator::method_adaptor(self.ann, *d, class))
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
                    let f = closure_unless_none(self, cx, adaptor, have, want)?;
                    return Ok(Some(self.direct_call(cx, f, vec![obj])));
                }
                closure_bound_to(self, cx, adaptor, obj, have, want).map(Some)
            }
        }
    }
}

/// A new closure that stands for a method bound to `obj`.
fn closure_bound_to(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    adaptor: ClassDefId,
    obj: LlValue,
    have: ReprId,
    want: ReprId,
) -> Res<LlValue> {
    let inst = instance::new(rt, cx, adaptor)?;
    let Some((level, _)) = annotator::find_attr(rt.ann, adaptor, annotator::BOUND_TO) else {
        return Err(error("internal: an adaptor without object"));
    };
    let fields = class::instance_fields(rt, level)?;
    if let Some((_, field, r)) = fields.into_iter().find(|(a, ..)| &**a == annotator::BOUND_TO) {
        let obj = rt.convert(cx, obj, have, r)?;
        rt.setfield(cx, inst, &field, obj)?;
    }
    let from = rt.intern(Repr::Instance(adaptor));
    rt.convert(cx, inst, from, want)
}

/// A function that gives such a closure, or None for None.
fn closure_unless_none(
    rt: &mut RTyper<'_>,
    outer: &Cx,
    adaptor: ClassDefId,
    have: ReprId,
    want: ReprId,
) -> Res<FuncId> {
    let key = format!("closure unless none/{adaptor:?}/{have:?}/{want:?}");
    if let Some(f) = rt.families.dispatchers.get(&key) {
        return Ok(*f);
    }
    let (ptype, rtype) = (rt.lltype(have)?, rt.lltype(want)?);
    let name = rt.functions.unique("closure_unless_none");
    let span = outer.span;
    let ty = rt.ann.types.func(vec![ptype], rtype);
    let mut cx = Cx::new(outer.gid, outer.hl.clone(), functions::new_graph(rt, &name, rtype, span));
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
    let closure = closure_bound_to(rt, &mut cx, adaptor, obj.into(), have, want)?;
    cx.g.blocks[some].operations = std::mem::take(&mut cx.ops);
    cx.g.blocks[some].exits = vec![Link::new(ret, vec![closure])];
    let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
    let f = rt.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span });
    rt.families.dispatchers.insert(key, f);
    Ok(f)
}
