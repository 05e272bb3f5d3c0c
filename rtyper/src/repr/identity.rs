//! Prebuilt objects of which a variable needs only the identity: functions that meet without being called there, and
//! frozen objects that have nothing else in common. All of them are structs that begin with a number, so that a
//! pointer to that beginning ([`Repr::Identity`]) serves for any of them.

use crate::base::cx::{Cx, konst};
use crate::base::functions;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res};
use annotator::{CallFamilyId, DescId};
use flowmodel::{
    Body, Const, ExitSwitch, Field, FuncAttrs, FuncId, Function, Link, LlOp, Mutability, ObjId,
    StructId, Type,
};

/// The field that all of them have: a number that also serves as hash.
const NUMBER: &str = "_number";

/// Maps, for `choose_constant`, a constant to what it becomes.
type Choice = (Const, Const);

/// The common beginning of structs for frozen objects and functions.
pub(crate) fn container(rt: &mut RTyper<'_>) -> StructId {
    if let Some(s) = rt.ann.types.lookup("prebuilt_object") {
        return s;
    }
    let number = Field { name: NUMBER.into(), ty: Type::Signed, mutability: Mutability::Immutable };
    rt.ann.types.add("prebuilt_object", false, None, vec![number], None)
}

/// Gives an object of such a struct its number.
pub(crate) fn number_object(rt: &mut RTyper<'_>, o: ObjId, d: DescId) {
    use flowmodel::EntityRef;
    rt.set_obj_field(o, NUMBER, Const::Int(d.index() as i64 + 1));
}

/// Tells whether functions that share a variable can be called through it: all belong to one family, and each is
/// called somewhere.
pub(crate) fn callable_together(rt: &RTyper<'_>, descs: &[DescId]) -> Option<CallFamilyId> {
    let fam = rt.ann.call_family(descs[0])?;
    let rows = &rt.ann.families[fam].rows;
    let called = |d: &DescId| rows.iter().any(|r| r.graphs.contains_key(d));
    let all = descs.iter().all(|d| rt.ann.call_family(*d) == Some(fam) && called(d));
    (all && !rows.is_empty()).then_some(fam)
}

/// Conversion between a pointer to code and the object that stands for the function.
pub(crate) fn convert_function(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: flowmodel::LlValue,
    from: ReprId,
    to: ReprId,
    fam: CallFamilyId,
) -> Res<flowmodel::LlValue> {
    let mut choices = vec![];
    for d in rt.ann.families[fam].descs.clone() {
        if callable_together(rt, &[d]) == Some(fam) {
            choices.push((rt.const_of_desc(d, from)?, rt.const_of_desc(d, to)?));
        }
    }
    let f = choose_constant(rt, cx, "identity_of_function", from, to, choices)?;
    Ok(rt.direct_call(cx, f, vec![v]))
}

/// A function that maps pointers to pointers; what is not among the choices (None) gives null.
pub(crate) fn choose_constant(
    rt: &mut RTyper<'_>,
    outer: &Cx,
    name: &str,
    from: ReprId,
    to: ReprId,
    choices: Vec<Choice>,
) -> Res<FuncId> {
    let key = format!("{name}/{from:?}/{to:?}/{choices:?}");
    if let Some(f) = rt.families.dispatchers.get(&key) {
        return Ok(*f);
    }
    let (ptype, rtype) = (rt.lltype(from)?, rt.lltype(to)?);
    let name = rt.functions.unique(name);
    let span = outer.span;
    let ty = rt.ann.types.func(vec![ptype], rtype);
    let mut cx = Cx::new(outer.gid, outer.hl.clone(), functions::new_graph(rt, &name, rtype, span));
    let mut block = cx.g.startblock;
    let ret = cx.g.returnblock;
    for (candidate, result) in choices {
        let var = cx.g.new_var("object", ptype);
        cx.g.blocks[block].inputargs.push(var);
        let eq = cx.op(LlOp::PtrEq, vec![var.into(), konst(candidate)], Type::Bool);
        cx.g.blocks[block].operations = std::mem::take(&mut cx.ops);
        let result = rt.cast(&mut cx, konst(result), rtype);
        let (yes, no) = (cx.g.new_block(), cx.g.new_block());
        cx.g.blocks[yes].operations = std::mem::take(&mut cx.ops);
        cx.g.blocks[yes].exits = vec![Link::new(ret, vec![result])];
        cx.g.blocks[block].exitswitch = ExitSwitch::Var(eq.as_var().expect("var"));
        cx.g.blocks[block].exits = vec![
            Link::case(no, vec![var.into()], Const::Bool(false)),
            Link::case(yes, vec![], Const::Bool(true)),
        ];
        block = no;
    }
    let var = cx.g.new_var("object", ptype);
    cx.g.blocks[block].inputargs.push(var);
    cx.g.blocks[block].exits = vec![Link::new(ret, vec![konst(Const::Null(rtype))])];
    cx.g.compact();
    let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
    let f = rt.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span });
    rt.families.dispatchers.insert(key, f);
    Ok(f)
}

/// Tells whether the values of a repr are pointers to prebuilt objects with a number.
pub(crate) fn is_numbered(r: &Repr) -> bool {
    matches!(r, Repr::Identity | Repr::Frozen(_) | Repr::FuncSet(_))
}

/// Container with the attributes that are read from frozen objects that meet.
pub(crate) fn frozen_struct(rt: &mut RTyper<'_>, d: DescId) -> Res<StructId> {
    let set = rt.ann.access_set(d).cloned().unwrap_or_default();
    let key = annotator::access_root(rt.ann, d);
    if let Some(s) = rt.layouts.frozen.get(&key) {
        return Ok(*s);
    }
    let parent = container(rt);
    let id = rt.ann.types.declare("frozen", false, Some(parent));
    rt.layouts.frozen.insert(key, id);
    let mut fields = vec![];
    for (name, s) in &set.attrs {
        let ty = rt.lltype_of(&s.without_const())?;
        fields.push(flowmodel::Field {
            name: name.clone(),
            ty,
            mutability: flowmodel::Mutability::Immutable,
        });
        if set.descs.iter().any(|d| annotator::class_desc_lacks(rt.ann, *d, name)) {
            fields.push(flowmodel::Field {
                name: crate::repr::identity::missing_field(name).into(),
                ty: flowmodel::Type::Ptr(rt.layouts.string),
                mutability: flowmodel::Mutability::Immutable,
            });
        }
    }
    rt.ann.types.define(id, fields, None);
    Ok(id)
}

/// The field of frozen objects that says that they lack an attribute which others in the same variable have.
pub(crate) fn missing_field(name: &str) -> String {
    format!("missing_{name}")
}
