//! Lowering of low-level operations to jitcode instructions on variables (registers come later).
//!
//! An operation that the instruction set does not have is moved out of line first ([`outline`]): it
//! becomes the body of a small function, called like any other that the JIT does not look into.

use crate::descrs::{Descrs, kind_of};
use crate::error::CodewriterError;
use crate::instructions;
use crate::instructions::{Arg, Goal, Handler, LBlock, LLink, LOp, Oper, Term};
use crate::markers::{LEAVE_MARK, marker};
use crate::policy::Lookup;
use crate::portal::Portal;
use crate::tracebacks::GraphMarks;
use flowmodel::analysis::{Callees, EffectFacts, call_targets};
use flowmodel::diag::Span;
use flowmodel::{
    Block, BlockId, Body, Const, ExitCase, ExitSwitch, FuncAttrs, FuncId, Function, InTraces, Link,
    Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, StructId, Type, Value, VarId,
};
use jitmodel::{Insn, JitConst, Kind, ResOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Says whether values of the type can be in raw memory, as far as traces know.
fn raw_value(p: &Program, ty: Type) -> bool {
    matches!(kind_of(p, ty), Some(Kind::Int | Kind::Float))
}

/// Says whether [`Lower`] has a rule for an operation as it stands.
fn has_rule(p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>) -> bool {
    use LlOp::*;
    let gc0 = || op.args.first().is_some_and(|a| p.types.is_gc(p.value_type(g, a)));
    // What C code and other pointers reach as well must not be in the trace optimiser's picture of memory. Raw memory is
    // not in it.
    if matches!(
        op.op,
        GetField | SetField | GetArrayItem | SetArrayItem | GetInteriorField | SetInteriorField
    ) && let Type::Ptr(s) = p.value_type(g, &op.args[0])
        && p.types.structs[s].foreign
    {
        let value = match op.op {
            GetField | GetArrayItem => g.ty(op.result),
            SetField | SetArrayItem => p.value_type(g, &op.args[2]),
            _ => return false,
        };
        return !p.types.structs[s].gc && raw_value(p, value);
    }
    if op.op.info().in_traces == InTraces::Outlined {
        return false;
    }
    match op.op {
        GetArraySize => gc0(),
        GetInteriorField | SetInteriorField => gc0(),
        RawLoad => raw_value(p, g.ty(op.result)),
        RawStore => raw_value(p, p.value_type(g, &op.args[2])),
        _ => true,
    }
}

/// Moves operations without a rule into functions of their own.
pub fn outline(p: &mut Program, g: &mut LlGraph, cache: &mut FxHashMap<String, FuncId>) {
    let blocks: Vec<BlockId> = g.reachable();
    for b in blocks {
        for i in 0..g.blocks[b].operations.len() {
            let op = g.blocks[b].operations[i].clone();
            if has_rule(p, g, &op) {
                continue;
            }
            let result = g.ty(op.result);
            let tys: Vec<Type> = op.args.iter().map(|a| p.value_type(g, a)).collect();
            let immediate = |a: &LlValue| matches!(a, Value::Const(c) if c.is_immediate());
            let shapes: Vec<String> = op
                .args
                .iter()
                .zip(&tys)
                .map(|(a, t)| match a {
                    Value::Const(c) if c.is_immediate() => format!("{c:?}"),
                    _ => p.types.show(*t),
                })
                .collect();
            let key =
                format!("{}({}) -> {}", op.op.name(), shapes.join(", "), p.types.show(result));
            let f = match cache.get(&key) {
                Some(f) => *f,
                None => {
                    let exc = |s: Option<StructId>| s.map_or(Type::Void, Type::Ptr);
                    let name = format!("jit_op_{}", op.op.name());
                    let mut w = LlGraph::new(&name, result, (exc(p.exc.vtable), exc(p.exc.object)));
                    let start = w.startblock;
                    let mut args = vec![];
                    let mut params = vec![];
                    for (a, t) in op.args.iter().zip(&tys) {
                        if immediate(a) {
                            args.push(*a);
                        } else {
                            let v = w.new_var("x", *t);
                            w.blocks[start].inputargs.push(v);
                            params.push(*t);
                            args.push(Value::Var(v));
                        }
                    }
                    let r = w.add_op(start, op.op, args, "r", result, op.span);
                    let ret =
                        if result == Type::Void { Value::Const(Const::Void) } else { r.into() };
                    w.blocks[start].exits = vec![Link::new(w.returnblock, vec![ret])];
                    let ty = p.types.func(params, result);
                    let f = p.funcs.push(Function {
                        name: name.as_str().into(),
                        ty,
                        body: Body::Graph(w),
                        attrs: FuncAttrs {
                            dont_inline: true,
                            helper: true,
                            look_inside: Some(false),
                            elidable: op.op.is_foldable(),
                            oopspec: match op.op {
                                LlOp::CopyItems => Some("list.ll_arraycopy".into()),
                                LlOp::ZeroItems => Some("list.ll_arrayclear".into()),
                                LlOp::RawMallocStruct | LlOp::RawMalloc => {
                                    Some("raw.malloc()".into())
                                }
                                LlOp::RawFreeStruct | LlOp::RawFree => Some("raw.free()".into()),
                                _ => None,
                            },
                            ..FuncAttrs::default()
                        },
                        span: Span::NONE,
                    });
                    cache.insert(key, f);
                    f
                }
            };
            let mut call = vec![Value::Const(Const::Func(f))];
            call.extend(op.args.into_iter().filter(|a| !immediate(a)));
            let o = &mut g.blocks[b].operations[i];
            o.op = LlOp::DirectCall;
            o.args = call;
        }
    }
}

/// Lowers the blocks of one graph.
pub struct Lower<'a> {
    /// The program.
    pub p: &'a Program,
    /// The graph; gets new variables for intermediate values.
    pub g: &'a mut LlGraph,
    /// Descrs and addresses.
    pub descrs: &'a mut Descrs,
    /// Effects of functions.
    pub effects: &'a EffectFacts,
    /// Says which functions have jitcodes.
    pub lookup: &'a Lookup,
    /// All portals.
    pub portals: &'a [Portal],
    /// Marks for tracebacks.
    pub marks: GraphMarks<'a>,
    alias: FxHashMap<VarId, Arg>,
    ops: Vec<LOp>,
    vtables: FxHashMap<VarId, Const>,
    /// Place of the operation that is lowered.
    span: Span,
    /// Its mark for tracebacks.
    mark: Option<u32>,
    /// The block that is lowered.
    at: BlockId,
}

type Res<T> = Result<T, CodewriterError>;

impl<'a> Lower<'a> {
    /// A lowering of `g`.
    pub fn new(
        p: &'a Program,
        g: &'a mut LlGraph,
        descrs: &'a mut Descrs,
        effects: &'a EffectFacts,
        lookup: &'a Lookup,
        portals: &'a [Portal],
        marks: GraphMarks<'a>,
    ) -> Self {
        let at = g.startblock;
        Lower {
            p,
            g,
            descrs,
            effects,
            lookup,
            portals,
            marks,
            alias: FxHashMap::default(),
            ops: vec![],
            vtables: FxHashMap::default(),
            span: Span::NONE,
            mark: None,
            at,
        }
    }
    fn kind(&self, ty: Type, span: Span) -> Res<Kind> {
        kind_of(self.p, ty).ok_or_else(|| {
            CodewriterError::at(span, "single floats are not supported by the JIT".into())
        })
    }
    /// All reachable blocks, the start block first.
    pub fn blocks(mut self) -> Res<Vec<(BlockId, LBlock)>> {
        let order: Vec<BlockId> =
            self.g.reachable().into_iter().filter(|b| !self.g.is_final(*b)).collect();
        order.into_iter().map(|b| Ok((b, self.block(b)?))).collect()
    }
    fn konst(&mut self, c: &Const) -> Option<Arg> {
        let int = |i: i64| Some(Arg::Int(JitConst::Int(i)));
        match c {
            Const::Void | Const::Field(_) | Const::Type(_) | Const::Text(_) | Const::Family(_) => {
                None
            }
            Const::Bool(b) => int(*b as i64),
            Const::Char(c) => int(*c as i64),
            Const::UniChar(c) => int(*c as i64),
            Const::Int(i) => int(*i),
            Const::Uint(u) => int(*u as i64),
            Const::Int32(i) => int(*i as i64),
            Const::UInt32(u) => int(*u as i64),
            Const::Narrow(_, x) => int(*x as i64),
            Const::Float(b) => Some(Arg::Float(*b)),
            Const::Single(_) => None,
            Const::Null(t) => match kind_of(self.p, *t)? {
                Kind::Ref => Some(Arg::Ref(None)),
                _ => int(0),
            },
            Const::Func(_) => Some(Arg::Int(JitConst::Addr(self.descrs.addr(c)))),
            Const::Obj(o) => {
                let a = self.descrs.addr(c);
                let gc = self.p.types.structs[self.p.heap[*o].ty].gc;
                Some(if gc { Arg::Ref(Some(a)) } else { Arg::Int(JitConst::Addr(a)) })
            }
            Const::SizeOf(s) => int(self.p.types.layout(*s).size as i64
                + if self.p.types.structs[*s].gc {
                    flowmodel::lltype::GC_HEADER as i64
                } else {
                    0
                }),
            Const::TypeId(s) => int(self.p.types.type_id(*s) as i64),
        }
    }
    /// The run-time value of an operand; None for Void.
    fn arg(&mut self, v: &LlValue, span: Span) -> Res<Option<Arg>> {
        Ok(match v {
            Value::Const(c) => self.konst(c),
            Value::Var(v) => match self.alias.get(v) {
                Some(a) => Some(*a),
                None => match self.kind(self.g.ty(*v), span)? {
                    Kind::Void => None,
                    k => Some(Arg::Var(*v, k)),
                },
            },
        })
    }
    pub(crate) fn val(&mut self, v: &LlValue, span: Span) -> Res<Arg> {
        self.arg(v, span)?
            .ok_or_else(|| CodewriterError::at(span, "a value without representation".into()))
    }
    pub(crate) fn push(&mut self, insn: Insn, args: Vec<Oper>, result: Option<(VarId, Kind)>) {
        let leaves = instructions::is_call_insn(insn)
            || instructions::is_allocation(insn)
            || insn == Insn::Traceback;
        let mark = self.mark.filter(|_| leaves);
        self.ops.push(LOp { insn, args, result, span: self.span, mark });
    }
    /// Says whether the last instruction may raise.
    fn may_leave(&self) -> bool {
        let mut ops = self.ops.iter().rev();
        match ops.next() {
            Some(op) if op.insn == Insn::Live => ops.next().is_some_and(LOp::resumes_behind),
            op => op.is_some_and(|op| instructions::is_allocation(op.insn)),
        }
    }
    pub(crate) fn live(&mut self) {
        self.push(Insn::Live, vec![], None);
    }
    fn temp(&mut self) -> VarId {
        self.g.new_var("t", Type::Signed)
    }
    /// Makes the value a constant of the trace from here on.
    fn promote(&mut self, a: Arg) {
        let insn = match a.kind() {
            Kind::Ref => Insn::RefGuardValue,
            Kind::Float => Insn::FloatGuardValue,
            _ => Insn::IntGuardValue,
        };
        self.live();
        self.push(insn, vec![Oper::Val(a)], None);
    }
    /// A pure operation into `result` (or a new variable).
    pub(crate) fn pure(&mut self, op: ResOp, args: &[Arg], result: Option<VarId>) -> Arg {
        let insn = Insn::from_resop(op).expect("a mirrored operation");
        let kind = op.info().result;
        let r = result.unwrap_or_else(|| self.temp());
        self.push(insn, args.iter().map(|a| Oper::Val(*a)).collect(), Some((r, kind)));
        Arg::Var(r, kind)
    }
    fn block(&mut self, b: BlockId) -> Res<LBlock> {
        self.alias.clear();
        self.ops.clear();
        self.vtables.clear();
        self.at = b;
        let blk = self.g.blocks[b].clone();
        let mut inputs = vec![];
        for v in &blk.inputargs {
            let k = self.kind(self.g.ty(*v), self.g.span)?;
            if k != Kind::Void {
                inputs.push((*v, k));
            }
        }
        self.find_vtables(&blk);
        let n = blk.operations.len();
        let last_raises = blk.exitswitch == ExitSwitch::LastException;
        let mut ovf = None;
        let mut fused = None;
        for (i, op) in blk.operations.iter().enumerate() {
            if self.marks.keeps_before(b, i) {
                self.push(Insn::TracebackKept, vec![], None);
            }
            if i + 1 == n {
                if last_raises && let Some(insn) = ovf_insn(op.op) {
                    let args = [self.val(&op.args[0], op.span)?, self.val(&op.args[1], op.span)?];
                    ovf = Some((insn, args, op.result));
                    continue;
                }
                let only_switch = blk.exitswitch == ExitSwitch::Var(op.result)
                    && self.g.ty(op.result) == Type::Bool
                    && !blk.exits.iter().any(|l| l.args.contains(&Value::Var(op.result)));
                if only_switch && let Some(f) = self.fuse(op)? {
                    fused = Some(f);
                    continue;
                }
            }
            self.mark = self.marks.passes(self.g, b, i);
            self.op(op)?;
        }
        if self.marks.keeps_before(b, n) {
            self.push(Insn::TracebackKept, vec![], None);
        }
        let span = blk.operations.last().map_or(self.g.span, |o| o.span);
        let term = match blk.exitswitch {
            ExitSwitch::None => Term::Goto(self.link(&blk.exits[0], span)?),
            ExitSwitch::Var(v) => self.branch(v, &blk.exits, fused, span)?,
            ExitSwitch::LastException => {
                let normal = self.link(&blk.exits[0], span)?;
                if let Some((insn, args, result)) = ovf {
                    // Any handler of an overflow operation catches OverflowError.
                    let (overflow, mark) = match blk.exits.get(1) {
                        Some(l) => (self.overflow_link(l, span)?, self.marks.caught(self.g, b, l)),
                        None => (self.overflow_raised(span)?, None),
                    };
                    self.live();
                    Term::Ovf { insn, args, result, normal, overflow, mark }
                } else if self.may_leave() {
                    let mut handlers = vec![];
                    for l in &blk.exits[1..] {
                        handlers.push(self.handler(l, span)?);
                    }
                    Term::Catch { normal, handlers }
                } else {
                    // The operation cannot raise under the JIT.
                    Term::Goto(normal)
                }
            }
        };
        Ok(LBlock { inputs, ops: std::mem::take(&mut self.ops), term })
    }
    /// Instances: `malloc` followed by the store of a constant class, in the same block or, if handlers are in between, the
    /// next one.
    fn find_vtables(&mut self, blk: &Block<Ll>) {
        let Some(object) = self.p.exc.object else { return };
        for op in &blk.operations {
            if op.op != LlOp::Malloc
                || !matches!(self.g.ty(op.result), Type::Ptr(s) if self.p.types.is_subtype(s, object))
            {
                continue;
            }
            let mut same: FxHashSet<VarId> = FxHashSet::from_iter([op.result]);
            let mut class = self.stored_class(&blk.operations, &mut same);
            if class.is_none() && blk.can_raise() {
                let next = &blk.exits[0];
                let inputs = &self.g.blocks[next.target].inputargs;
                let passed = next.args.iter().zip(inputs);
                let passed = passed.filter(|(a, _)| a.as_var().is_some_and(|v| same.contains(&v)));
                let mut same = passed.map(|(_, input)| *input).collect();
                class = self.stored_class(&self.g.blocks[next.target].operations, &mut same);
            }
            if let Some(c) = class {
                self.vtables.insert(op.result, c);
            }
        }
    }
    /// The class that the operations store into an object with these names.
    fn stored_class(
        &self,
        ops: &[SpaceOperation<Ll>],
        same: &mut FxHashSet<VarId>,
    ) -> Option<Const> {
        for o in ops {
            let of_it = o.args.first().and_then(Value::as_var).is_some_and(|v| same.contains(&v));
            match o.op {
                LlOp::CastPointer | LlOp::SameAs if of_it => {
                    same.insert(o.result);
                }
                LlOp::SetField if of_it && self.is_typeptr(o) => {
                    if let Value::Const(c @ Const::Obj(_)) = &o.args[2] {
                        return Some(*c);
                    }
                }
                _ => {}
            }
        }
        None
    }
    fn is_typeptr(&self, op: &SpaceOperation<Ll>) -> bool {
        let (Some(object), Some(Const::Field(0))) =
            (self.p.exc.object, op.args.get(1).and_then(Value::as_const))
        else {
            return false;
        };
        matches!(self.p.value_type(self.g, &op.args[0]), Type::Ptr(s) if self.p.types.is_subtype(s, object))
    }
    fn link(&mut self, l: &Link<Ll>, span: Span) -> Res<LLink> {
        let keep = self.marks.keeps_on(self.g, self.at, l);
        if l.target == self.g.returnblock {
            let v = self.arg(&l.args[0], span)?;
            return Ok(LLink { goal: Goal::Return(v), moves: vec![], mark: None, keep });
        }
        if l.target == self.g.exceptblock {
            let same = l.last_exc_value.is_some_and(|v| l.args[1] == Value::Var(v));
            let goal = if same { Goal::Reraise } else { Goal::Raise(self.val(&l.args[1], span)?) };
            let mark = self.marks.raised(self.g, self.at, l);
            return Ok(LLink { goal, moves: vec![], mark, keep });
        }
        let inputs = self.g.blocks[l.target].inputargs.clone();
        let mut moves = vec![];
        for (a, input) in l.args.iter().zip(inputs) {
            if let Some(a) = self.arg(a, span)? {
                moves.push((a, input));
            }
        }
        Ok(LLink { goal: Goal::Block(l.target), moves, mark: None, keep })
    }
    /// The exit of an overflow: class and value are the prebuilt OverflowError.
    fn overflow_link(&mut self, l: &Link<Ll>, span: Span) -> Res<LLink> {
        let (cls, inst) = self.overflow_error(span)?;
        if let Some(v) = l.last_exception
            && let Some(a) = self.konst(&cls)
        {
            self.alias.insert(v, a);
        }
        if let Some(v) = l.last_exc_value
            && let Some(a) = self.konst(&inst)
        {
            self.alias.insert(v, a);
        }
        let mut plain = l.clone();
        (plain.last_exception, plain.last_exc_value) = (None, None);
        let mut link = self.link(&plain, span)?;
        link.keep = self.marks.keeps_on(self.g, self.at, l);
        if l.target == self.g.exceptblock {
            link.mark = self.marks.raised(self.g, self.at, l);
        }
        Ok(link)
    }
    /// An overflow without handler.
    fn overflow_raised(&mut self, span: Span) -> Res<LLink> {
        let (_, inst) = self.overflow_error(span)?;
        let goal = Goal::Raise(self.val(&Value::Const(inst), span)?);
        let mark = self.marks.raises_itself(self.g, self.at);
        Ok(LLink { goal, moves: vec![], mark, keep: false })
    }
    /// The prebuilt OverflowError: class and instance.
    fn overflow_error(&self, span: Span) -> Res<(Const, Const)> {
        let find = |m: &indexmap::IndexMap<std::rc::Rc<str>, flowmodel::ObjId>| {
            m.get("OverflowError").map(|o| Const::Obj(*o)).ok_or_else(|| {
                CodewriterError::at(span, "the program has no prebuilt OverflowError".into())
            })
        };
        Ok((find(&self.p.exc.classes)?, find(&self.p.exc.instances)?))
    }
    fn handler(&mut self, l: &Link<Ll>, span: Span) -> Res<Handler> {
        let class = match &l.case {
            ExitCase::Value(c) => match self.konst(c) {
                Some(Arg::Int(k)) => Some(k),
                _ => {
                    return Err(CodewriterError::at(
                        span,
                        "an exception class is not a vtable".into(),
                    ));
                }
            },
            _ => None,
        };
        let used = |v: Option<VarId>| v.filter(|v| l.args.contains(&Value::Var(*v)));
        let link = self.link(l, span)?;
        let reraise = link.goal == Goal::Reraise;
        let pick = |v: Option<VarId>| if reraise { None } else { used(v) };
        let (etype, evalue) = (pick(l.last_exception), pick(l.last_exc_value));
        let mark = self.marks.caught(self.g, self.at, l);
        Ok(Handler { class, etype, evalue, link, mark })
    }
    fn branch(
        &mut self,
        v: VarId,
        exits: &[Link<Ll>],
        fused: Option<(Insn, Vec<Arg>)>,
        span: Span,
    ) -> Res<Term> {
        if self.g.ty(v) == Type::Bool {
            let find = |want: bool| {
                exits
                    .iter()
                    .find(|l| l.case == ExitCase::Value(Const::Bool(want)))
                    .or_else(|| exits.iter().find(|l| l.case == ExitCase::Default))
            };
            let (Some(no), Some(yes)) = (find(false), find(true)) else {
                return Err(CodewriterError::at(span, "a branch without both cases".into()));
            };
            let (yes, no) = (self.link(yes, span)?, self.link(no, span)?);
            let (insn, args) = match fused {
                Some(f) => f,
                None => (Insn::GotoIfNot, vec![self.val(&Value::Var(v), span)?]),
            };
            self.live();
            return Ok(Term::If { insn, args, yes, no });
        }
        let value = self.val(&Value::Var(v), span)?;
        let mut cases = vec![];
        let mut default = None;
        for l in exits {
            let link = self.link(l, span)?;
            match &l.case {
                ExitCase::Value(c) => match self.konst(c) {
                    Some(Arg::Int(JitConst::Int(i))) => cases.push((i, link)),
                    _ => {
                        return Err(CodewriterError::at(
                            span,
                            "a switch case is not an integer".into(),
                        ));
                    }
                },
                _ => default = Some(link),
            }
        }
        self.live();
        Ok(Term::Switch { value, cases, default })
    }
    /// A comparison that a `goto_if_not_X` can make.
    fn fuse(&mut self, op: &SpaceOperation<Ll>) -> Res<Option<(Insn, Vec<Arg>)>> {
        let InTraces::As(r) = op.op.info().in_traces else { return Ok(None) };
        if !r.is_bool() {
            return Ok(None);
        }
        let mut args = vec![];
        for a in &op.args {
            args.push(self.val(a, op.span)?);
        }
        let r = raw_pointer_op(r, &mut args);
        Ok(Insn::goto_if_not(r).map(|i| (i, args)))
    }
    fn set_alias(&mut self, op: &SpaceOperation<Ll>, a: Arg) {
        self.alias.insert(op.result, a);
    }
    fn op(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        use LlOp::*;
        let span = op.span;
        self.span = span;
        let int = |i: i64| Arg::Int(JitConst::Int(i));
        let rkind = self.kind(self.g.ty(op.result), span)?;
        // Pure operations with a mirror.
        if let InTraces::As(r) = op.op.info().in_traces {
            let mut args = vec![];
            for a in &op.args {
                args.push(self.val(a, span)?);
            }
            let r = raw_pointer_op(r, &mut args);
            self.pure(r, &args, Some(op.result));
            return Ok(());
        }
        match op.op {
            SameAs | CastPointer | CastOpaquePtr | CastBoolToInt | CastBoolToUint
            | CastCharToInt | CastUniCharToInt | CastIntToUint | CastUintToInt | CastIntToAdr
            | CastAdrToInt | CastPtrToInt | CastPtrToAdr | CastIntToPtr | CastAdrToPtr => {
                self.copy(op, rkind)?
            }
            CastIntToChar => {
                let a = self.val(&op.args[0], span)?;
                self.pure(ResOp::IntAnd, &[a, int(255)], Some(op.result));
            }
            CastIntToUniChar => {
                let a = self.val(&op.args[0], span)?;
                self.pure(ResOp::IntAnd, &[a, int(0xffff_ffff)], Some(op.result));
            }
            CastPrimitive => self.cast_primitive(op)?,
            IntAbs => {
                let a = self.val(&op.args[0], span)?;
                let s = self.pure(ResOp::IntRshift, &[a, int(63)], None);
                let x = self.pure(ResOp::IntXor, &[a, s], None);
                self.pure(ResOp::IntSub, &[x, s], Some(op.result));
            }
            IntBetween => {
                let mut v = vec![];
                for a in &op.args {
                    v.push(self.val(a, span)?);
                }
                let lo = self.pure(ResOp::IntLe, &[v[0], v[1]], None);
                let hi = self.pure(ResOp::IntLt, &[v[1], v[2]], None);
                self.pure(ResOp::IntAnd, &[lo, hi], Some(op.result));
            }
            FloatIsTrue => {
                let a = self.val(&op.args[0], span)?;
                self.pure(ResOp::FloatNe, &[a, Arg::Float(0)], Some(op.result));
            }
            // Overflow operations outside of a catching block are known not to overflow.
            checked
                if let Some(InTraces::As(r)) =
                    checked.unchecked().map(|op| op.info().in_traces) =>
            {
                let (a, b) = (self.val(&op.args[0], span)?, self.val(&op.args[1], span)?);
                self.pure(r, &[a, b], Some(op.result));
            }
            GetField | SetField => self.field(op)?,
            GetArrayItem | SetArrayItem | GetArraySize | GetInteriorField | SetInteriorField => {
                self.items(op)?;
            }
            Malloc | MallocVarsize => self.allocate(op)?,
            DirectCall => self.direct_call(op)?,
            IndirectCall => self.indirect_call(op)?,
            Hint => self.hint(op)?,
            JitMarker => self.jit_marker(op)?,
            WeAreJitted => self.set_alias(op, int(1)),
            JitIsConstant => {
                let a = self.val(&op.args[0], span)?;
                let insn = match a.kind() {
                    Kind::Ref => Insn::RefIsconstant,
                    Kind::Float => Insn::FloatIsconstant,
                    _ => Insn::IntIsconstant,
                };
                self.push(insn, vec![Oper::Val(a)], Some((op.result, Kind::Int)));
            }
            JitIsVirtual => {
                let a = self.val(&op.args[0], span)?;
                self.push(Insn::RefIsvirtual, vec![Oper::Val(a)], Some((op.result, Kind::Int)));
            }
            JitCallsRest => {
                let a = self.val(&op.args[0], span)?;
                self.push(Insn::CallsRest, vec![Oper::Val(a)], Some((op.result, Kind::Int)));
            }
            JitRecordExactClass | JitRecordExactValue => self.record_exact(op)?,
            JitTraceLength => {
                self.push(Insn::CurrentTraceLength, vec![], Some((op.result, Kind::Int)));
            }
            JitRemark => {
                let [i, r, f] = self.lists(&op.args, span)?;
                self.push(Insn::JitDebug, vec![Oper::Val(int(0)), i, r, f], None);
            }
            RawLoad | RawStore => self.raw_memory(op, rkind)?,
            // Nothing to do under the JIT.
            Keepalive | DebugAssert => {}
            ExcTraceback => {
                self.mark = self.marks.made(op);
                self.push(Insn::Traceback, vec![Oper::Small(0)], None);
            }
            DebugUnreachable => self.push(Insn::Unreachable, vec![], None),
            other => {
                return Err(CodewriterError::at(
                    span,
                    format!("operation {} has no rule in the codewriter", other.name()),
                ));
            }
        }
        Ok(())
    }
    /// A copy, or a cast that leaves the word as it is.
    fn copy(&mut self, op: &SpaceOperation<Ll>, rkind: Kind) -> Res<()> {
        match (self.arg(&op.args[0], op.span)?, rkind) {
            (None, _) => {}
            (Some(a), k) if a.kind() == k => self.set_alias(op, a),
            (Some(a), Kind::Int) => {
                self.push(Insn::CastPtrToInt, vec![Oper::Val(a)], Some((op.result, rkind)));
            }
            (Some(a), _) => {
                self.push(Insn::CastIntToPtr, vec![Oper::Val(a)], Some((op.result, rkind)));
            }
        }
        Ok(())
    }
    fn cast_primitive(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let int = |i: i64| Arg::Int(JitConst::Int(i));
        let a = self.val(&op.args[0], op.span)?;
        match self.g.ty(op.result) {
            Type::Char | Type::UInt8 => self.pure(ResOp::IntAnd, &[a, int(255)], Some(op.result)),
            Type::UInt16 => self.pure(ResOp::IntAnd, &[a, int(0xffff)], Some(op.result)),
            t @ (Type::Int8 | Type::Int16) => {
                let n = int(t.size() as i64);
                self.pure(ResOp::IntSignext, &[a, n], Some(op.result))
            }
            Type::UniChar | Type::UInt32 => {
                self.pure(ResOp::IntAnd, &[a, int(0xffff_ffff)], Some(op.result))
            }
            Type::Int32 => self.pure(ResOp::IntSignext, &[a, int(4)], Some(op.result)),
            Type::Bool => self.pure(ResOp::IntIsTrue, &[a], Some(op.result)),
            _ => {
                self.set_alias(op, a);
                a
            }
        };
        Ok(())
    }
    fn allocate(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let Type::Ptr(s) = self.g.ty(op.result) else { unreachable!("verified") };
        if op.op == LlOp::Malloc {
            let vtable = self.vtables.get(&op.result).cloned();
            let insn = if vtable.is_some() { Insn::NewWithVtable } else { Insn::New };
            let d = self.descrs.size(self.p, s, vtable);
            self.push(insn, vec![Oper::Descr(d)], Some((op.result, Kind::Ref)));
            return Ok(());
        }
        let n = self.val(&op.args[1], op.span)?;
        let d = self.descrs.array(self.p, s);
        self.push(
            Insn::NewArrayClear,
            vec![Oper::Val(n), Oper::Descr(d)],
            Some((op.result, Kind::Ref)),
        );
        if self.ops.last().is_some_and(LOp::resumes_behind) {
            self.live();
        }
        Ok(())
    }
    fn record_exact(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let span = op.span;
        if op.op == LlOp::JitRecordExactClass {
            let (a, c) = (self.val(&op.args[0], span)?, self.val(&op.args[1], span)?);
            self.push(Insn::RecordExactClass, vec![Oper::Val(a), Oper::Val(c)], None);
            return Ok(());
        }
        let (a, c) = (self.arg(&op.args[0], span)?, self.arg(&op.args[1], span)?);
        let (Some(a), Some(c)) = (a, c) else { return Ok(()) };
        let insn = match a.kind() {
            Kind::Int => Insn::RecordExactValueI,
            Kind::Ref => Insn::RecordExactValueR,
            _ => return Ok(()),
        };
        self.push(insn, vec![Oper::Val(a), Oper::Val(c)], None);
        Ok(())
    }
    fn raw_memory(&mut self, op: &SpaceOperation<Ll>, rkind: Kind) -> Res<()> {
        let span = op.span;
        if op.op == LlOp::RawLoad {
            let args = [self.val(&op.args[0], span)?, self.val(&op.args[1], span)?];
            let d = self.descrs.raw(self.p, self.g.ty(op.result));
            let insn = if rkind == Kind::Float { Insn::RawLoadF } else { Insn::RawLoadI };
            let args = vec![Oper::Val(args[0]), Oper::Val(args[1]), Oper::Descr(d)];
            self.push(insn, args, Some((op.result, rkind)));
            return Ok(());
        }
        let mut args = vec![];
        for a in &op.args {
            args.push(Oper::Val(self.val(a, span)?));
        }
        let ty = self.p.value_type(self.g, &op.args[2]);
        let insn = if ty == Type::Float { Insn::RawStoreF } else { Insn::RawStoreI };
        args.push(Oper::Descr(self.descrs.raw(self.p, ty)));
        self.push(insn, args, None);
        Ok(())
    }
    fn field(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let span = op.span;
        let Type::Ptr(s) = self.p.value_type(self.g, &op.args[0]) else { unreachable!("verified") };
        let Some(Const::Field(index)) = op.args[1].as_const() else { unreachable!("verified") };
        let index = *index;
        let st = &self.p.types.structs[s];
        let f = &st.fields[index as usize];
        let Some(obj) = self.arg(&op.args[0], span)? else { return Ok(()) };
        let kind = self.kind(f.ty, span)?;
        if kind == Kind::Void {
            return Ok(());
        }
        if self.is_typeptr(op) {
            if op.op == LlOp::GetField {
                self.live();
                self.push(Insn::GuardClass, vec![Oper::Val(obj)], Some((op.result, Kind::Int)));
                return Ok(());
            }
            // Stores of the class into new instances are part of their allocation.
            let of_new = |v: &VarId| self.vtables.contains_key(v);
            if matches!(obj, Arg::Var(v, _) if of_new(&v)) {
                return Ok(());
            }
        }
        let gc = st.gc;
        let quasi = gc && f.mutability.is_quasi();
        let d = Oper::Descr(self.descrs.field(self.p, s, index));
        if op.op == LlOp::GetField {
            if quasi {
                self.live();
                self.push(Insn::RecordQuasiimmutField, vec![Oper::Val(obj), d.clone()], None);
            }
            let insn = match (gc, kind) {
                (true, Kind::Int) => Insn::GetfieldGcI,
                (true, Kind::Ref) => Insn::GetfieldGcR,
                (true, _) => Insn::GetfieldGcF,
                (false, Kind::Int) => Insn::GetfieldRawI,
                (false, Kind::Ref) => Insn::GetfieldRawR,
                (false, _) => Insn::GetfieldRawF,
            };
            self.push(insn, vec![Oper::Val(obj), d], Some((op.result, kind)));
        } else {
            let v = self.val(&op.args[2], span)?;
            let insn = match (gc, kind) {
                (true, Kind::Int) => Insn::SetfieldGcI,
                (true, Kind::Ref) => Insn::SetfieldGcR,
                (true, _) => Insn::SetfieldGcF,
                (false, Kind::Int) => Insn::SetfieldRawI,
                (false, Kind::Ref) => Insn::SetfieldRawR,
                (false, _) => Insn::SetfieldRawF,
            };
            self.push(insn, vec![Oper::Val(obj), Oper::Val(v), d], None);
        }
        Ok(())
    }
    fn items(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        use LlOp::*;
        let span = op.span;
        let Type::Ptr(s) = self.p.value_type(self.g, &op.args[0]) else { unreachable!("verified") };
        let st = &self.p.types.structs[s];
        let array = self.val(&op.args[0], span)?;
        if op.op == GetArraySize {
            let d = Oper::Descr(self.descrs.array(self.p, s));
            self.push(Insn::ArraylenGc, vec![Oper::Val(array), d], Some((op.result, Kind::Int)));
            return Ok(());
        }
        let index = Oper::Val(self.val(&op.args[1], span)?);
        match op.op {
            GetArrayItem => {
                let kind = self.kind(self.g.ty(op.result), span)?;
                if kind == Kind::Void {
                    return Ok(());
                }
                let pure = st.immutable_items || st.late_immutable_items;
                let insn = match (st.gc, pure, kind) {
                    (true, false, Kind::Int) => Insn::GetarrayitemGcI,
                    (true, false, Kind::Ref) => Insn::GetarrayitemGcR,
                    (true, false, _) => Insn::GetarrayitemGcF,
                    (true, true, Kind::Int) => Insn::GetarrayitemGcPureI,
                    (true, true, Kind::Ref) => Insn::GetarrayitemGcPureR,
                    (true, true, _) => Insn::GetarrayitemGcPureF,
                    (false, _, Kind::Int) => Insn::GetarrayitemRawI,
                    (false, _, Kind::Ref) => Insn::GetarrayitemRawR,
                    (false, _, _) => Insn::GetarrayitemRawF,
                };
                let d = Oper::Descr(self.descrs.array(self.p, s));
                self.push(insn, vec![Oper::Val(array), index, d], Some((op.result, kind)));
            }
            SetArrayItem => {
                let Some(v) = self.arg(&op.args[2], span)? else { return Ok(()) };
                let insn = match (st.gc, v.kind()) {
                    (true, Kind::Int) => Insn::SetarrayitemGcI,
                    (true, Kind::Ref) => Insn::SetarrayitemGcR,
                    (true, _) => Insn::SetarrayitemGcF,
                    (false, Kind::Int) => Insn::SetarrayitemRawI,
                    (false, Kind::Ref) => Insn::SetarrayitemRawR,
                    (false, _) => Insn::SetarrayitemRawF,
                };
                let d = Oper::Descr(self.descrs.array(self.p, s));
                self.push(insn, vec![Oper::Val(array), index, Oper::Val(v), d], None);
            }
            _ => {
                let Some(Const::Field(f)) = op.args[2].as_const() else { unreachable!("verified") };
                let ty = st.item_fields()[*f as usize].ty;
                let kind = self.kind(ty, span)?;
                if kind == Kind::Void {
                    return Ok(());
                }
                let d = Oper::Descr(self.descrs.interior(self.p, s, *f));
                if op.op == GetInteriorField {
                    let insn = match kind {
                        Kind::Int => Insn::GetinteriorfieldGcI,
                        Kind::Ref => Insn::GetinteriorfieldGcR,
                        _ => Insn::GetinteriorfieldGcF,
                    };
                    self.push(insn, vec![Oper::Val(array), index, d], Some((op.result, kind)));
                } else {
                    let v = self.val(&op.args[3], span)?;
                    let insn = match kind {
                        Kind::Int => Insn::SetinteriorfieldGcI,
                        Kind::Ref => Insn::SetinteriorfieldGcR,
                        _ => Insn::SetinteriorfieldGcF,
                    };
                    self.push(insn, vec![Oper::Val(array), index, Oper::Val(v), d], None);
                }
            }
        }
        Ok(())
    }
    pub(crate) fn lists(&mut self, args: &[LlValue], span: Span) -> Res<[Oper; 3]> {
        let mut lists = [vec![], vec![], vec![]];
        for a in args {
            if let Some(a) = self.arg(a, span)? {
                lists[a.kind() as usize].push(a);
            }
        }
        let [i, r, f] = lists;
        Ok([Oper::List(Kind::Int, i), Oper::List(Kind::Ref, r), Oper::List(Kind::Float, f)])
    }
    fn result_of(&self, op: &SpaceOperation<Ll>) -> Res<(Kind, Option<(VarId, Kind)>)> {
        let k = self.kind(self.g.ty(op.result), op.span)?;
        Ok((k, (k != Kind::Void).then_some((op.result, k))))
    }
    fn direct_call(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let Some(Const::Func(f)) = op.args[0].as_const() else { unreachable!("verified") };
        let f = *f;
        if *self.p.funcs[f].name == *LEAVE_MARK
            && let Some(Const::Int(driver)) = op.args[1].as_const()
        {
            self.push(Insn::LoopHeader, vec![Oper::Small(*driver as i8)], None);
            return Ok(());
        }
        let (kind, result) = self.result_of(op)?;
        if let Some(portal) = self.portals.iter().find(|x| x.portal == f) {
            let ng = portal.greens.len();
            let driver = Oper::Small(portal.driver as i8);
            let greens = self.lists(&op.args[1..1 + ng], op.span)?;
            let reds = self.lists(&op.args[1 + ng..], op.span)?;
            let insn = match kind {
                Kind::Int => Insn::RecursiveCallI,
                Kind::Ref => Insn::RecursiveCallR,
                Kind::Float => Insn::RecursiveCallF,
                Kind::Void => Insn::RecursiveCallV,
            };
            // Where greens are variables, the run time promotes them before it looks into the call.
            if greens.iter().any(
                |l| matches!(l, Oper::List(_, vs) if vs.iter().any(|v| matches!(v, Arg::Var(..)))),
            ) {
                self.live();
            }
            self.push(insn, std::iter::once(driver).chain(greens).chain(reds).collect(), result);
            self.live();
            return Ok(());
        }
        if self.conditional_call(op, f, kind, result)? || self.known_result(op, f)? {
            return Ok(());
        }
        let [i, r, fl] = self.lists(&op.args[1..], op.span)?;
        if self.lookup.is_candidate(f) {
            let insn = match kind {
                Kind::Int => Insn::InlineCallI,
                Kind::Ref => Insn::InlineCallR,
                Kind::Float => Insn::InlineCallF,
                Kind::Void => Insn::InlineCallV,
            };
            self.push(insn, vec![Oper::JitCode(f), i, r, fl], result);
        } else {
            let func = &self.p.funcs[f];
            let d = match func.attrs.oopspec.as_deref() {
                Some("jit.not_in_trace()") => {
                    self.descrs.call_not_in_trace(self.p, &func.name, func.ty)
                }
                _ => self.descrs.call_of(self.p, f, self.effects),
            };
            let func = self.function(f);
            self.push(residual(kind), vec![func, i, r, fl, Oper::Descr(d)], result);
        }
        self.live();
        Ok(())
    }
    /// A function as an operand: its address.
    pub(crate) fn function(&mut self, f: FuncId) -> Oper {
        Oper::Val(Arg::Int(JitConst::Addr(self.descrs.addr(&Const::Func(f)))))
    }
    fn indirect_call(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let (kind, result) = self.result_of(op)?;
        let func = self.val(&op.args[0], op.span)?;
        let Type::FuncPtr(ty) = self.p.value_type(self.g, &op.args[0]) else {
            unreachable!("verified")
        };
        let n = op.args.len() - 1;
        let [i, r, f] = self.lists(&op.args[1..n], op.span)?;
        if let Callees::Known(family) = call_targets(self.p, op)
            && family.iter().any(|f| self.lookup.is_candidate(*f))
            && matches!(func, Arg::Var(..))
        {
            self.promote(func);
        }
        let e = self.effects.operation(self.p, self.g, op);
        let attrs = FuncAttrs::default();
        let d = self.descrs.call(self.p, "indirect_call", ty, self.effects, &e, &attrs);
        self.push(residual(kind), vec![Oper::Val(func), i, r, f, Oper::Descr(d)], result);
        self.live();
        Ok(())
    }
    fn hint(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let Some(a) = self.arg(&op.args[0], op.span)? else { return Ok(()) };
        if let [_, _, Value::Const(Const::Func(eq))] = op.args[..]
            && matches!(a, Arg::Var(..))
        {
            // By content: the second argument compares.
            let func = &self.p.funcs[eq];
            let attrs = FuncAttrs { elidable: true, ..func.attrs.clone() };
            let e = self.effects.func(eq);
            let d = self.descrs.call(self.p, &func.name, func.ty, self.effects, e, &attrs);
            let eq = Arg::Int(JitConst::Addr(self.descrs.addr(&Const::Func(eq))));
            let args = vec![Oper::Val(a), Oper::Val(eq), Oper::Descr(d)];
            self.live();
            self.push(Insn::StrGuardValue, args, Some((op.result, Kind::Ref)));
            return Ok(());
        }
        for kind in &op.args[1..] {
            let Some(Const::Text(kind)) = kind.as_const() else { continue };
            match &**kind {
                // What the timeshifter knows already needs no test. Tracing knows nothing of the kind.
                "promote" | "concrete" if matches!(a, Arg::Var(..)) => {
                    self.promote(a);
                }
                "frozen_list" | "deepfreeze" if a.kind() == Kind::Ref => {
                    self.push(Insn::RecordImmutableList, vec![Oper::Val(a)], None);
                }
                // Characters.
                "promote_string" | "promote_unicode" if matches!(a, Arg::Var(..)) => {
                    self.promote(a);
                }
                _ => {}
            }
        }
        self.set_alias(op, a);
        Ok(())
    }
    fn jit_marker(&mut self, op: &SpaceOperation<Ll>) -> Res<()> {
        let Some((kind, driver)) = marker(op) else {
            return Err(CodewriterError::at(op.span, "a marker without JitDriver".into()));
        };
        let index = Oper::Small(driver as i8);
        let Some(portal) = self.portals.iter().find(|p| p.driver == driver) else {
            return Ok(());
        };
        let implicit = portal.implicit_entry();
        match kind {
            "jit_merge_point" => {
                let ng = portal.greens.len();
                let greens: Vec<_> = portal.greens.iter().map(|i| op.args[2 + i]).collect();
                let reds: Vec<_> = portal.reds.iter().map(|i| op.args[2 + ng + i]).collect();
                if implicit {
                    self.push(Insn::LoopHeader, vec![index.clone()], None);
                }
                for g in &greens {
                    let Some(a @ Arg::Var(..)) = self.arg(g, op.span)? else { continue };
                    self.promote(a);
                }
                self.live();
                let greens = self.lists(&greens, op.span)?;
                let reds = self.lists(&reds, op.span)?;
                let args = std::iter::once(index).chain(greens).chain(reds).collect();
                self.push(Insn::JitMergePoint, args, None);
            }
            _ => self.push(Insn::LoopHeader, vec![index], None),
        }
        Ok(())
    }
}

fn residual(kind: Kind) -> Insn {
    match kind {
        Kind::Int => Insn::ResidualCallI,
        Kind::Ref => Insn::ResidualCallR,
        Kind::Float => Insn::ResidualCallF,
        Kind::Void => Insn::ResidualCallV,
    }
}

/// The instruction of an operation with overflow test.
fn ovf_insn(op: LlOp) -> Option<Insn> {
    Insn::jump_if_ovf(ResOp::by_name(op.name()).filter(|_| op.is_ovf())?)
}

/// Raw pointers are integers: pointer comparisons on them become integer ones.
fn raw_pointer_op(r: ResOp, args: &mut [Arg]) -> ResOp {
    if args.first().is_some_and(|a| a.kind() == Kind::Ref) {
        return r;
    }
    match r {
        ResOp::PtrEq => ResOp::IntEq,
        ResOp::PtrNe => ResOp::IntNe,
        ResOp::PtrNonzero => ResOp::IntIsTrue,
        ResOp::PtrIszero => ResOp::IntIsZero,
        r => r,
    }
}
