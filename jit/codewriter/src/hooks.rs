//! Small functions that tell the run time something before a field is used, if a number beside the field says so.

use flowmodel::diag::Span;
use flowmodel::{
    Body, Const, ExitCase, ExitSwitch, FuncAttrs, FuncId, Function, Link, Ll, LlGraph, LlOp,
    LlValue, Program, SpaceOperation, StructId, Type, Value,
};

/// A function `def name(object): if TEST(object.number, 0): object.number = told(object.number)`.
pub struct Hook<'a> {
    /// Its name.
    pub name: &'a str,
    /// The type of the object.
    pub ty: StructId,
    /// The field with the number.
    pub number: u32,
    /// The comparison with 0.
    pub test: LlOp,
    /// The run time's function: the number before, and after.
    pub told: FuncId,
}

impl Hook<'_> {
    /// Adds the function to the program.
    pub fn make(&self, p: &mut Program) -> FuncId {
        let exc = |s: Option<StructId>| s.map_or(Type::Void, Type::Ptr);
        let mut g = LlGraph::new(self.name, Type::Void, (exc(p.exc.vtable), exc(p.exc.object)));
        let start = g.startblock;
        let object = g.new_var("object", Type::Ptr(self.ty));
        g.blocks[start].inputargs.push(object);
        let field = Value::Const(Const::Field(self.number));
        let args = vec![object.into(), field];
        let n = g.add_op(start, LlOp::GetField, args, "n", Type::Signed, Span::NONE);
        let zero = Value::Const(Const::Int(0));
        let args = vec![n.into(), zero];
        let tells = g.add_op(start, self.test, args, "b", Type::Bool, Span::NONE);
        let tell = g.new_block();
        let [object2, n2] = [object, n].map(|v| g.copy_var(v));
        g.blocks[tell].inputargs = vec![object2, n2];
        let args = vec![Value::Const(Const::Func(self.told)), n2.into()];
        let after = g.add_op(tell, LlOp::DirectCall, args, "n", Type::Signed, Span::NONE);
        let args = vec![object2.into(), field, after.into()];
        g.add_op(tell, LlOp::SetField, args, "none", Type::Void, Span::NONE);
        let none = vec![Value::Const(Const::Void)];
        g.blocks[tell].exits = vec![Link::new(g.returnblock, none.clone())];
        g.blocks[start].exitswitch = ExitSwitch::Var(tells);
        g.blocks[start].exits = vec![
            Link { case: ExitCase::Value(Const::Bool(false)), ..Link::new(g.returnblock, none) },
            Link {
                case: ExitCase::Value(Const::Bool(true)),
                ..Link::new(tell, vec![object.into(), n.into()])
            },
        ];
        let ty = p.types.func(vec![Type::Ptr(self.ty)], Type::Void);
        p.funcs.push(Function {
            name: self.name.into(),
            ty,
            body: Body::Graph(g),
            attrs: FuncAttrs { helper: true, ..FuncAttrs::default() },
            span: Span::NONE,
        })
    }
}

/// The operations that call such a function, which takes objects of this type.
pub fn calls(
    p: &Program,
    g: &mut LlGraph,
    (hook, ty): (FuncId, StructId),
    mut object: LlValue,
    span: Span,
) -> Vec<SpaceOperation<Ll>> {
    let mut ops = vec![];
    let ty = Type::Ptr(ty);
    if p.value_type(g, &object) != ty {
        let result = g.new_var("object", ty);
        let args = vec![object];
        ops.push(SpaceOperation { op: LlOp::CastPointer, args, result, span });
        object = result.into();
    }
    let result = g.new_var("none", Type::Void);
    let args = vec![Value::Const(Const::Func(hook)), object];
    ops.push(SpaceOperation { op: LlOp::DirectCall, args, result, span });
    ops
}
