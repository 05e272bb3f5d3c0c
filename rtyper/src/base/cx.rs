//! The graph under construction, and emission of low-level operations.

use crate::state::error;
use crate::state::{RTyper, Res};
use annotator::AnnGraphId;
use flowmodel::diag::Span;
use flowmodel::{
    BlockId, Const, FuncId, HlGraph, HlValue, Ll, LlGraph, LlOp, LlValue, SpaceOperation, StructId,
    Type, VarId,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A high-level value without a run-time value of its own: used up by operations in the same block.
#[derive(Clone, Debug)]
pub(crate) enum Virtual {
    /// `slice(a, b, c)`
    Slice([HlValue; 3]),
    /// `[v]`, as part of `[v] * n`.
    OneItem(HlValue),
    /// `p[i]` of a container with inline items.
    Interior(LlValue, LlValue),
}

/// State of the translation of one graph.
pub(crate) struct Cx {
    pub gid: AnnGraphId,
    /// The high-level graph.
    pub hl: Rc<HlGraph>,
    /// The low-level graph.
    pub g: LlGraph,
    /// Operations of the current block.
    pub ops: Vec<SpaceOperation<Ll>>,
    pub span: Span,
    /// Low-level values of high-level variables.
    pub map: FxHashMap<VarId, LlValue>,
    pub virtuals: FxHashMap<VarId, Virtual>,
    /// High-level block and number of the operation being translated.
    pub at: (BlockId, usize),
}

impl Cx {
    /// Makes the context of the low-level graph `g`, which belongs to an annotated graph.
    pub fn new(gid: AnnGraphId, hl: Rc<HlGraph>, g: LlGraph) -> Cx {
        let (span, start) = (g.span, hl.startblock);
        Cx {
            gid,
            hl,
            g,
            ops: vec![],
            span,
            map: FxHashMap::default(),
            virtuals: FxHashMap::default(),
            at: (start, 0),
        }
    }
    /// Appends an operation.
    pub fn op(&mut self, op: LlOp, args: Vec<LlValue>, ty: Type) -> LlValue {
        let result = self.g.new_var("v", ty);
        self.ops.push(SpaceOperation { op, args, result, span: self.span });
        LlValue::Var(result)
    }
    /// Appends an operation without result.
    pub fn op0(&mut self, op: LlOp, args: Vec<LlValue>) {
        self.op(op, args, Type::Void);
    }
    /// Appends a `malloc`.
    pub fn malloc(&mut self, s: StructId) -> LlValue {
        self.op(LlOp::Malloc, vec![konst(Const::Type(s))], Type::Ptr(s))
    }
    /// Appends a `malloc_varsize`.
    pub fn malloc_varsize(&mut self, s: StructId, n: LlValue) -> LlValue {
        self.op(LlOp::MallocVarsize, vec![konst(Const::Type(s)), n], Type::Ptr(s))
    }
    /// Appends a logical not, unless the operand is constant.
    pub fn negate(&mut self, b: LlValue) -> LlValue {
        match b {
            LlValue::Const(Const::Bool(b)) => konst(Const::Bool(!b)),
            b => self.op(LlOp::BoolNot, vec![b], Type::Bool),
        }
    }
    /// An int constant.
    pub fn int(&self, i: i64) -> LlValue {
        LlValue::Const(Const::Int(i))
    }
}

/// A constant operand.
pub(crate) fn konst(c: Const) -> LlValue {
    LlValue::Const(c)
}

/// The void operand.
pub(crate) fn void() -> LlValue {
    LlValue::Const(Const::Void)
}

impl RTyper<'_> {
    /// Type of an operand.
    pub(crate) fn vtype(&self, cx: &Cx, v: &LlValue) -> Type {
        match v {
            LlValue::Var(v) => cx.g.ty(*v),
            LlValue::Const(c) => self.prog.const_type(c),
        }
    }
    /// Index of a fixed field.
    pub(crate) fn field(&self, s: StructId, name: &str) -> Const {
        let i = self.ann.types.structs[s].field_index(name);
        Const::Field(i.unwrap_or_else(|| {
            panic!("container {} has no field {name}", self.ann.types.structs[s].name)
        }))
    }
}

/// Container that an operand points to.
fn container(rt: &RTyper<'_>, cx: &Cx, v: &LlValue) -> Res<StructId> {
    rt.vtype(cx, v).struct_id().ok_or_else(|| error("a pointer to a container is expected here"))
}

impl RTyper<'_> {
    /// `getfield`
    pub(crate) fn getfield(&self, cx: &mut Cx, p: LlValue, name: &str) -> Res<LlValue> {
        let s = container(self, cx, &p)?;
        let f = self.field(s, name);
        let Const::Field(i) = f else { unreachable!() };
        let ty = self.ann.types.structs[s].fields[i as usize].ty;
        if ty == Type::Void {
            return Ok(void());
        }
        Ok(cx.op(LlOp::GetField, vec![p, konst(f)], ty))
    }
    /// `setfield`
    pub(crate) fn setfield(&self, cx: &mut Cx, p: LlValue, name: &str, v: LlValue) -> Res {
        let s = container(self, cx, &p)?;
        let f = self.field(s, name);
        if self.vtype(cx, &v) != Type::Void {
            cx.op0(LlOp::SetField, vec![p, konst(f), v]);
        }
        Ok(())
    }
    /// `cast_pointer`, unless the types are the same; constants stay constants on the way up.
    pub(crate) fn cast(&self, cx: &mut Cx, v: LlValue, to: Type) -> LlValue {
        let from = self.vtype(cx, &v);
        if from == to {
            return v;
        }
        if let LlValue::Const(Const::Null(_)) = v {
            return konst(Const::Null(to));
        }
        cx.op(LlOp::CastPointer, vec![v], to)
    }
    /// `direct_call`, without void arguments.
    pub(crate) fn direct_call(&self, cx: &mut Cx, f: FuncId, args: Vec<LlValue>) -> LlValue {
        let ty = self.ann.types.funcs[self.prog.funcs[f].ty].result;
        let mut ops = vec![konst(Const::Func(f))];
        ops.extend(args.into_iter().filter(|a| self.vtype(cx, a) != Type::Void));
        let r = cx.op(LlOp::DirectCall, ops, ty);
        if ty == Type::Void { void() } else { r }
    }
}

/// Tells whether an operation may leave by an exception. Allocation counts only on demand.
pub(crate) fn op_can_raise(rt: &RTyper<'_>, op: &SpaceOperation<Ll>, alloc: bool) -> bool {
    match op.op {
        LlOp::DirectCall => match &op.args[0] {
            LlValue::Const(Const::Func(f)) => !rt.prog.funcs[*f].attrs.cannot_raise,
            _ => true,
        },
        LlOp::IndirectCall => true,
        LlOp::Malloc | LlOp::MallocVarsize | LlOp::RawMallocStruct => alloc,
        other => other.can_raise(),
    }
}
