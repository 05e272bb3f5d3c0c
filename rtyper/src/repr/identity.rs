//! Prebuilt objects of which a variable needs only the identity: functions that meet without being called there, and
//! frozen objects that have nothing else in common. All of them are structs that begin with a number, so that a
//! pointer to that beginning ([`Repr::Identity`]) serves for any of them.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res};
use annotator::{CallFamilyId, DescId};
use flowmodel::{
    Body, Const, ExitSwitch, Field, FuncAttrs, FuncId, Function, Link, LlOp, Mutability, ObjId,
    StructId, Type,
};

/// The field that all of them have: a number that also serves as hash.
const NUMBER: &str = "_number";

/// What [`RTyper::choose_constant`] maps: a constant, and what it becomes.
type Choice = (Const, Const);

impl RTyper<'_> {
    /// The common beginning of structs for frozen objects and functions.
    pub(crate) fn identity_struct(&mut self) -> StructId {
        if let Some(s) = self.ann.types.lookup("prebuilt_object") {
            return s;
        }
        let number =
            Field { name: NUMBER.into(), ty: Type::Signed, mutability: Mutability::Immutable };
        self.ann.types.add("prebuilt_object", false, None, vec![number], None)
    }
    /// Gives an object of such a struct its number.
    pub(crate) fn number_object(&mut self, o: ObjId, d: DescId) {
        use flowmodel::EntityRef;
        self.set_obj_field(o, NUMBER, Const::Int(d.index() as i64 + 1));
    }
    /// Whether functions that share a variable can be called through it: all belong to one family, and each is called
    /// somewhere.
    pub(crate) fn callable_together(&self, descs: &[DescId]) -> Option<CallFamilyId> {
        let fam = self.ann.call_family(descs[0])?;
        let rows = &self.ann.families[fam].rows;
        let called = |d: &DescId| rows.iter().any(|r| r.graphs.contains_key(d));
        let all = descs.iter().all(|d| self.ann.call_family(*d) == Some(fam) && called(d));
        (all && !rows.is_empty()).then_some(fam)
    }

    /// Conversion between a pointer to code and the object that stands for the function.
    pub(crate) fn convert_function(
        &mut self,
        cx: &mut Cx,
        v: flowmodel::LlValue,
        from: ReprId,
        to: ReprId,
        fam: CallFamilyId,
    ) -> Res<flowmodel::LlValue> {
        let mut choices = vec![];
        for d in self.ann.families[fam].descs.clone() {
            if self.callable_together(&[d]) == Some(fam) {
                choices.push((self.const_of_desc(d, from)?, self.const_of_desc(d, to)?));
            }
        }
        let f = self.choose_constant(cx, "identity_of_function", from, to, choices)?;
        Ok(self.direct_call(cx, f, vec![v]))
    }

    /// A function that maps pointers to pointers; what is not among the choices (None) gives null.
    pub(crate) fn choose_constant(
        &mut self,
        outer: &Cx,
        name: &str,
        from: ReprId,
        to: ReprId,
        choices: Vec<Choice>,
    ) -> Res<FuncId> {
        let key = format!("{name}/{from:?}/{to:?}/{choices:?}");
        if let Some(f) = self.families.dispatchers.get(&key) {
            return Ok(*f);
        }
        let (ptype, rtype) = (self.lltype(from)?, self.lltype(to)?);
        let name = self.unique(name);
        let span = outer.span;
        let ty = self.ann.types.func(vec![ptype], rtype);
        let mut cx = Cx::new(outer.gid, outer.hl.clone(), self.new_graph(&name, rtype, span));
        let mut block = cx.g.startblock;
        let ret = cx.g.returnblock;
        for (candidate, result) in choices {
            let var = cx.g.new_var("object", ptype);
            cx.g.blocks[block].inputargs.push(var);
            let eq = cx.op(LlOp::PtrEq, vec![var.into(), konst(candidate)], Type::Bool);
            cx.g.blocks[block].operations = std::mem::take(&mut cx.ops);
            let result = self.cast(&mut cx, konst(result), rtype);
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
        let f = self.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span });
        self.families.dispatchers.insert(key, f);
        Ok(f)
    }

    /// Whether the values of a repr are pointers to prebuilt objects with a number.
    pub(crate) fn is_numbered(&self, r: &Repr) -> bool {
        matches!(r, Repr::Identity | Repr::Frozen(_) | Repr::FuncSet(_))
    }
}

impl RTyper<'_> {
    /// Container with the attributes that are read from frozen objects that meet.
    pub(crate) fn frozen_struct(&mut self, d: DescId) -> Res<StructId> {
        let set = self.ann.access_set(d).cloned().unwrap_or_default();
        let key = self.ann.access_root(d);
        if let Some(s) = self.layouts.frozen.get(&key) {
            return Ok(*s);
        }
        let parent = self.identity_struct();
        let id = self.ann.types.declare("frozen", false, Some(parent));
        self.layouts.frozen.insert(key, id);
        let mut fields = vec![];
        for (name, s) in &set.attrs {
            let ty = self.lltype_of(&s.without_const())?;
            fields.push(flowmodel::Field {
                name: name.clone(),
                ty,
                mutability: flowmodel::Mutability::Immutable,
            });
            if set.descs.iter().any(|d| self.ann.class_desc_lacks(*d, name)) {
                fields.push(flowmodel::Field {
                    name: crate::repr::identity::missing_field(name).into(),
                    ty: flowmodel::Type::Ptr(self.layouts.string),
                    mutability: flowmodel::Mutability::Immutable,
                });
            }
        }
        self.ann.types.define(id, fields, None);
        Ok(id)
    }
}

/// The field of frozen objects that says that they lack an attribute which others in the same variable have.
pub(crate) fn missing_field(name: &str) -> String {
    format!("missing_{name}")
}
