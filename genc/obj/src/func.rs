//! Flow graphs as Cranelift functions. Both are in SSA form: inputs of blocks that are values of their own become parameters.

use crate::cut::{ParamPlace, Tails};
use crate::parts;
use crate::state::{Called, Object};
use crate::symbols::{import_data, import_function, machine_type};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, BlockArg, FuncRef, Function, InstBuilder, InstructionData, MemFlagsData, Opcode,
    Signature, SourceLoc, TrapCode, UserFuncName, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch, Variable};
use cranelift_module::{DataId, FuncId as Symbol, Linkage};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, Ll, LlGraph, LlOp, LlValue, Type, Value,
    VarId,
};
use genc::Error;
use genc::body::{Body, tries_function};
use genc::dispatch::Dispatch;
use genc::func::Locations;
use rustc_hash::{FxHashMap, FxHashSet};

/// The code cannot get there.
pub const UNREACHABLE: TrapCode = TrapCode::unwrap_user(1);

/// A function that is being translated.
pub(crate) struct Translator<'o, 'a, 'g, 'f> {
    pub convention: Convention,
    pub object: &'o mut Object<'a>,
    pub body: Body<'g>,
    pub b: FunctionBuilder<'f>,
    pub locs: &'o mut Locations,
    blocks: FxHashMap<BlockId, ir::Block>,
    pub values: FxHashMap<VarId, ir::Value>,
    called: FxHashMap<Symbol, (FuncRef, Signature)>,
    addressed: FxHashMap<DataId, ir::GlobalValue>,
    /// Flag that the last operation with one has set.
    pub overflow: Option<ir::Value>,
    frame: Option<Variable>,
    /// The block that is being written.
    pub here: BlockId,
    /// Targets of links from it that need more than a jump.
    edges: Vec<Edge<'g>>,
    /// Numbers of less than a register that were read from memory: the whole register, and whether they are signed.
    pub wide: FxHashMap<ir::Value, (ir::Value, bool)>,
    /// Ways to a switch that are repeated at the end of its cases.
    dispatch: Dispatch,
    /// Variables that are set on these ways, and so in several places.
    repeated: FxHashMap<VarId, Variable>,
    /// Values that are indices of items only.
    pub indices: FxHashSet<VarId>,
    /// Knowledge of a part of a function about the others.
    pub tails: Option<Tails<'g>>,
    /// The shadow stack's top, where a part has read it.
    pub top: Option<ir::Value>,
}

/// This says how a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Convention {
    /// A call is as usual for functions of the machine.
    Usual,
    /// It is compiled so that all registers keep their values ([`crate::quiet`]).
    Quiet,
    /// It is compiled so that a function can go on with another one ([`crate::parts`]).
    Part,
}

/// A block for a link that needs more than a jump.
struct Edge<'a> {
    block: ir::Block,
    from: BlockId,
    link: &'a Link<Ll>,
    /// The repeated blocks that it comes from.
    path: Vec<BlockId>,
}

/// Maximum number of ends of copies of a switch: cases times copies.
const MAX_ENDS: usize = 2500;

impl<'a> Object<'a> {
    /// A function of the program for Cranelift, and its parts.
    pub(crate) fn translate(
        &mut self,
        f: FuncId,
        context: &mut FunctionBuilderContext,
        locs: &mut Locations,
    ) -> Result<Vec<(Symbol, Function)>, Error> {
        let symbol = self.function(f)?;
        if let Some(cut) = self.cut(f) {
            return self.translate_parts(f, symbol, &cut, context, locs);
        }
        let db = self.db;
        let body = Body::new(db, f, self.graph(f)?);
        let dispatch = parts::find_ways(&body);
        let of = (Convention::Usual, symbol, self.signature(db.p.funcs[f].ty));
        let one = self.translate_body(body, of, dispatch, None, context, locs)?;
        Ok(vec![one])
    }

    fn graph(&self, f: FuncId) -> Result<&'a LlGraph, Error> {
        let func = &self.db.p.funcs[f];
        match func.graph() {
            Some(g) => Ok(g),
            None => Err(Error::Internal(format!("function {} has no graph", func.name))),
        }
    }

    /// The function with a calling convention that changes no registers, under another name.
    pub(crate) fn translate_quiet(
        &mut self,
        f: FuncId,
        symbol: Symbol,
        context: &mut FunctionBuilderContext,
        locs: &mut Locations,
    ) -> Result<(Symbol, Function), Error> {
        let body = Body::new(self.db, f, self.graph(f)?);
        let dispatch = parts::find_ways(&body);
        let of = (Convention::Quiet, symbol, self.quiet_signature(Called::Function(f)));
        self.translate_body(body, of, dispatch, None, context, locs)
    }

    /// A graph as a function with a calling convention, symbol and signature.
    pub(crate) fn translate_body<'g>(
        &mut self,
        body: Body<'g>,
        (convention, symbol, signature): (Convention, Symbol, Signature),
        dispatch: Dispatch,
        tails: Option<Tails<'g>>,
        context: &mut FunctionBuilderContext,
        locs: &mut Locations,
    ) -> Result<(Symbol, Function), Error> {
        let name = UserFuncName::user(0, symbol.as_u32());
        let mut function = Function::with_name_signature(name, signature);
        let config = self.sy.isa.frontend_config();
        let here = body.g.startblock;
        let mut t = Translator {
            convention,
            object: self,
            b: FunctionBuilder::new(&mut function, context),
            locs,
            blocks: FxHashMap::default(),
            values: FxHashMap::default(),
            called: FxHashMap::default(),
            addressed: FxHashMap::default(),
            overflow: None,
            frame: None,
            here,
            edges: vec![],
            wide: FxHashMap::default(),
            dispatch,
            repeated: FxHashMap::default(),
            indices: only_indices(&body),
            body,
            tails,
            top: None,
        };
        t.function()?;
        t.b.seal_all_blocks();
        t.b.finalize(config);
        Ok((symbol, function))
    }
}

/// Values that are indices of items, and nothing else: what is added to an index is part of the address then.
fn only_indices(body: &Body<'_>) -> FxHashSet<VarId> {
    let mut indices = FxHashSet::default();
    let mut others = FxHashSet::default();
    for b in &body.order {
        let blk = &body.g.blocks[*b];
        for op in &blk.operations {
            let item = matches!(
                op.op,
                LlOp::GetArrayItem
                    | LlOp::SetArrayItem
                    | LlOp::GetInteriorField
                    | LlOp::SetInteriorField
            );
            for (k, a) in op.args.iter().enumerate() {
                if let Value::Var(v) = body.values.value(a) {
                    if item && k == 1 {
                        indices.insert(v)
                    } else {
                        others.insert(v)
                    };
                }
            }
        }
        for l in body.open_exits(*b) {
            for (a, input) in l.args.iter().zip(&body.g.blocks[l.target].inputargs) {
                if body.values.is_root(*input)
                    && let Value::Var(v) = body.values.value(a)
                {
                    others.insert(v);
                }
            }
        }
    }
    indices.retain(|v| !others.contains(v));
    indices
}

impl<'g> Translator<'_, '_, 'g, '_> {
    fn function(&mut self) -> Result<(), Error> {
        let g = self.body.g;
        let order: Vec<BlockId> =
            self.body.order.iter().copied().filter(|b| is_written(self, *b)).collect();
        use_ways(self, &order);
        let entry = self.b.create_block();
        self.b.append_block_params_for_function_params(entry);
        for &b in &order {
            let block = self.b.create_block();
            if self.body.cold.contains(&b) {
                self.b.set_cold_block(block);
            }
            self.blocks.insert(b, block);
            for &v in &g.blocks[b].inputargs {
                if self.is_parameter(v)
                    && let Some(ty) = machine_type(g.ty(v))
                {
                    let p = self.b.append_block_param(block, ty);
                    self.values.insert(v, p);
                }
            }
        }
        self.b.switch_to_block(entry);
        let mut given = self.b.block_params(entry).to_vec().into_iter();
        let mut args = vec![];
        for (i, &v) in g.blocks[g.startblock].inputargs.iter().enumerate() {
            let Some(ty) = machine_type(g.ty(v)) else { continue };
            let value = match memory_place(self, i) {
                Some(word) => {
                    let memory = self.object.part_memory()?;
                    let at = self.address(memory, 0);
                    Some(self.load(ty, at, word as i32 * 8))
                }
                None => given.next(),
            };
            let Some(value) = value else {
                return self.body.err("more inputs than parameters");
            };
            if self.is_parameter(v) {
                args.push(BlockArg::Value(value));
            } else {
                self.define(v, value);
            }
        }
        self.b.ins().jump(self.blocks[&g.startblock], &args);
        for b in order {
            self.b.switch_to_block(self.blocks[&b]);
            self.b.set_srcloc(SourceLoc::default());
            self.block_of(b, &[])?;
            while let Some(edge) = self.edges.pop() {
                let cold = &self.body.cold;
                if cold.contains(&edge.link.target) || cold.contains(&edge.from) {
                    self.b.set_cold_block(edge.block);
                }
                self.b.switch_to_block(edge.block);
                self.link(edge.from, edge.link, &edge.path)?;
            }
        }
        Ok(())
    }
    /// The operations and exits of a block.
    fn block_of(&mut self, b: BlockId, path: &[BlockId]) -> Result<(), Error> {
        self.here = b;
        self.overflow = None;
        self.top = None;
        for op in &self.body.g.blocks[b].operations {
            let line = self.object.lines.number(op.span);
            if !line.is_default() {
                self.b.set_srcloc(line);
            }
            self.operation(op)?;
        }
        exits(self, b, path)
    }
    /// Says whether an input of a block is a parameter: a value of its own that somebody needs.
    fn is_parameter(&self, v: VarId) -> bool {
        self.body.values.is_root(v)
            && self.body.needed.contains(&v)
            && !self.repeated.contains_key(&v)
    }
    /// Notes what a variable is.
    pub fn define(&mut self, v: VarId, value: ir::Value) {
        match self.repeated.get(&v) {
            Some(var) => self.b.def_var(*var, value),
            None => drop(self.values.insert(v, value)),
        }
    }
    // ---- values

    /// The value of an operand.
    pub fn operand(&mut self, v: &LlValue) -> Result<ir::Value, Error> {
        match self.body.values.value(v) {
            Value::Var(r) => match (self.values.get(&r), self.repeated.get(&r)) {
                (Some(v), _) => Ok(*v),
                (None, Some(var)) => Ok(self.b.use_var(*var)),
                _ => self.body.err(format!("{r} is used before it is set")),
            },
            Value::Const(c) => self.constant(&c),
        }
    }
    fn constant(&mut self, c: &Const) -> Result<ir::Value, Error> {
        let bits = self.object.bits(c);
        Ok(match c {
            Const::Obj(o) => {
                let d = self.object.object_symbol(*o)?;
                self.address(d, 0)
            }
            Const::Func(f) => {
                let s = self.object.function(*f)?;
                let signature = self.object.signature(self.body.db.p.funcs[*f].ty);
                let f = self.func_ref(s, &signature);
                self.b.ins().func_addr(types::I64, f)
            }
            Const::Float(bits) => self.b.ins().f64const(ir::immediates::Ieee64::with_bits(*bits)),
            Const::Single(bits) => self.b.ins().f32const(ir::immediates::Ieee32::with_bits(*bits)),
            Const::Bool(_) | Const::Char(_) => self.int(types::I8, bits),
            Const::UniChar(_) | Const::Int32(_) | Const::UInt32(_) => self.int(types::I32, bits),
            Const::Narrow(t, _) => self.int(machine_type(*t).unwrap_or(types::I64), bits),
            _ => self.int(types::I64, bits),
        })
    }
    /// A number.
    pub fn int(&mut self, ty: ir::Type, bits: u64) -> ir::Value {
        let n = match ty.bits() {
            64 => bits,
            w => bits & ((1 << w) - 1),
        };
        self.b.ins().iconst(ty, n as i64)
    }
    /// The address of data.
    pub fn address(&mut self, d: DataId, offset: i64) -> ir::Value {
        let gv = match self.addressed.get(&d) {
            Some(gv) => *gv,
            None => {
                let gv = import_data(&mut self.b, d);
                self.addressed.insert(d, gv);
                gv
            }
        };
        let a = self.b.ins().symbol_value(types::I64, gv);
        if offset == 0 { a } else { self.b.ins().iadd_imm_s(a, offset) }
    }
    /// Lets addresses be made again in a part.
    pub fn forget_addresses(&mut self) {
        if self.tails.is_some() {
            self.addressed.clear();
        }
    }
    /// The address of data of the run time.
    pub fn runtime(&mut self, name: &str) -> Result<ir::Value, Error> {
        let d = self.object.sy.import_data(name)?;
        Ok(self.address(d, 0))
    }
    /// A text with a zero after it.
    pub fn string(&mut self, text: &str) -> Result<ir::Value, Error> {
        let d = self.object.sy.string(text.as_bytes())?;
        Ok(self.address(d, 0))
    }
    /// The address of the entry of a chain of places.
    pub fn location(
        &mut self,
        frames: &[(std::rc::Rc<str>, std::rc::Rc<str>)],
    ) -> Result<ir::Value, Error> {
        let i = self.locs.index(frames);
        let d = self.object.sy.data("tw_locs", Linkage::Local, false)?;
        Ok(self.address(d, i as i64 * crate::data::LOCATION_SIZE))
    }
    /// A function, to be called with a signature. (The same C function may have several: not all callers want its result.)
    pub fn func_ref(&mut self, s: Symbol, signature: &Signature) -> FuncRef {
        if let Some((f, _)) = self.called.get(&s).filter(|(_, known)| known == signature) {
            return *f;
        }
        let f = import_function(&mut self.b, s, signature);
        self.called.insert(s, (f, signature.clone()));
        f
    }
    /// Calls a function of the run time or of C's library.
    pub fn call_runtime(
        &mut self,
        name: &str,
        args: &[ir::Value],
        result: Option<ir::Type>,
    ) -> Result<Option<ir::Value>, Error> {
        let mut signature = self.object.sy.signature();
        for a in args {
            signature.params.push(ir::AbiParam::new(self.b.func.dfg.value_type(*a)));
        }
        signature.returns.extend(result.map(ir::AbiParam::new));
        let s = self.object.sy.func(name, Linkage::Import, &signature)?;
        let f = self.func_ref(s, &signature);
        let call = self.b.ins().call(f, args);
        Ok(self.b.inst_results(call).first().copied())
    }
    /// The shadow-stack frame.
    pub fn frame(&mut self) -> Variable {
        match self.frame {
            Some(f) => f,
            None => {
                let f = self.b.declare_var(types::I64);
                self.frame = Some(f);
                f
            }
        }
    }
    /// Runs what follows only if a condition, which seldom holds, does not; `f` writes what happens then.
    pub fn unlikely(
        &mut self,
        condition: ir::Value,
        f: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let rare = self.b.create_block();
        let next = self.b.create_block();
        self.b.set_cold_block(rare);
        self.b.ins().brif(condition, rare, &[], next, &[]);
        self.b.switch_to_block(rare);
        f(self)?;
        self.b.ins().trap(UNREACHABLE);
        self.b.switch_to_block(next);
        if self.body.cold.contains(&self.here) {
            self.b.set_cold_block(next);
        }
        Ok(())
    }
    /// A block for a link that needs more than a jump.
    fn edge(&mut self, from: BlockId, link: &'g Link<Ll>, path: &[BlockId]) -> ir::Block {
        let block = self.b.create_block();
        self.edges.push(Edge { block, from, link, path: path.to_vec() });
        block
    }
    /// Says whether a link sets variables, or goes on in a copy of its target.
    fn is_more(&self, from: BlockId, l: &Link<Ll>, path: &[BlockId]) -> bool {
        l.target == self.body.g.returnblock
            || self.body.ends.contains_key(&l.target)
            || self.dispatch.ways.contains_key(&l.target)
            || self.repeats(from, l, path)
    }
    /// Says whether a link goes on in a copy of its target. (A way may hold a cycle of its own: that is closed by a
    /// jump.)
    fn repeats(&self, from: BlockId, l: &Link<Ll>, path: &[BlockId]) -> bool {
        self.dispatch.repeats(from, l.target, !path.is_empty(), &self.body.cold)
            && !path.contains(&l.target)
    }
    /// Gives the block that a link leads to, and the arguments for it.
    fn destination(
        &mut self,
        from: BlockId,
        l: &'g Link<Ll>,
        path: &[BlockId],
    ) -> Result<(ir::Block, Vec<BlockArg>), Error> {
        // (Otherwise what is moved on the way back from a block that runs seldom would stand amidst those that run often.)
        let back = self.body.cold.contains(&from) && !self.body.cold.contains(&l.target);
        if back || self.is_more(from, l, path) {
            return Ok((self.edge(from, l, path), vec![]));
        }
        Ok((self.block(l.target)?, self.arguments(l)?))
    }
    fn block(&self, b: BlockId) -> Result<ir::Block, Error> {
        match self.blocks.get(&b) {
            Some(block) => Ok(*block),
            None => self.body.err(format!("a link to {b}, which is not reached")),
        }
    }
    fn arguments(&mut self, l: &Link<Ll>) -> Result<Vec<BlockArg>, Error> {
        let g = self.body.g;
        let mut args = vec![];
        for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
            if self.is_parameter(*v) && g.ty(*v) != Type::Void {
                args.push(BlockArg::Value(self.operand(a)?));
            }
        }
        Ok(args)
    }
    fn link(&mut self, from: BlockId, l: &'g Link<Ll>, path: &[BlockId]) -> Result<(), Error> {
        let g = self.body.g;
        if l.target == g.returnblock {
            let result = match g.ty(g.return_var()) {
                Type::Void => vec![],
                _ => vec![self.operand(&l.args[0])?],
            };
            self.b.ins().return_(&result);
            return Ok(());
        }
        if let Some(end) = self.end_at(l.target) {
            return self.go_on(l, end);
        }
        let args = self.arguments(l)?;
        let mut set = vec![];
        for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
            if self.repeated.contains_key(v) {
                set.push((*v, self.operand(a)?));
            }
        }
        set.into_iter().for_each(|(v, value)| self.define(v, value));
        if self.repeats(from, l, path) {
            let mut path = path.to_vec();
            path.push(l.target);
            return self.block_of(l.target, &path);
        }
        let block = self.block(l.target)?;
        self.b.ins().jump(block, &args);
        Ok(())
    }
    /// A load of a value of a type.
    pub fn load(&mut self, ty: ir::Type, address: ir::Value, offset: i32) -> ir::Value {
        self.b.ins().load(ty, MemFlagsData::trusted(), address, offset)
    }
    /// A store.
    pub fn store(&mut self, value: ir::Value, address: ir::Value, offset: i32) {
        self.b.ins().store(MemFlagsData::trusted(), value, address, offset);
    }
}

/// Gives what is repeated at the end of cases variables, unless there would be too many ends.
fn use_ways(t: &mut Translator<'_, '_, '_, '_>, order: &[BlockId]) {
    let g = t.body.g;
    let Body { values, cold, .. } = &t.body;
    let dispatch = std::mem::take(&mut t.dispatch);
    let copies = |s: BlockId| {
        let all = order.iter().flat_map(|b| g.blocks[*b].exits.iter().map(move |l| (*b, l)));
        let ways = |to: BlockId| dispatch.ways.get(&to) == Some(&s);
        all.filter(|(b, l)| ways(l.target) && dispatch.repeats(*b, l.target, false, cold)).count()
    };
    let ends = |s: BlockId| copies(s) * g.blocks[s].exits.len();

    if dispatch.tables.keys().any(|s| ends(*s) > MAX_ENDS) {
        return;
    }
    for b in dispatch.ways.keys() {
        let blk = &g.blocks[*b];
        let set = blk.inputargs.iter().copied().chain(blk.operations.iter().map(|o| o.result));
        for v in set {
            if values.is_root(v)
                && t.body.needed.contains(&v)
                && let Some(ty) = machine_type(g.ty(v))
            {
                t.repeated.insert(v, t.b.declare_var(ty));
            }
        }
    }
    t.dispatch = dispatch;
}

/// Tells whether code is written for a block: another part goes on at some of them.
fn is_written(t: &Translator<'_, '_, '_, '_>, b: BlockId) -> bool {
    !t.body.g.is_final(b) && !t.body.ends.contains_key(&b)
}

/// The word of memory where a parameter of a part is that has no register.
fn memory_place(t: &Translator<'_, '_, '_, '_>, i: usize) -> Option<usize> {
    match t.tails.as_ref()?.part.places.get(i)? {
        ParamPlace::Memory(word) if t.convention == Convention::Part => Some(*word),
        _ => None,
    }
}

// ---- exits

fn exits(t: &mut Translator<'_, '_, '_, '_>, b: BlockId, path: &[BlockId]) -> Result<(), Error> {
    let blk = &t.body.g.blocks[b];
    let v = match blk.exitswitch {
        ExitSwitch::None => {
            let Some(l) = blk.exits.first() else {
                return t.body.err(format!("{b} has no exit"));
            };
            return t.link(b, l, path);
        }
        ExitSwitch::LastException => {
            return t.body.err("exception exits after the exception transformer");
        }
        ExitSwitch::Var(v) => v,
    };
    if let Value::Const(c) = t.body.values.of(v) {
        let [l] = t.body.open_exits(b) else {
            return t.body.err(format!("{b} has no exit for {c:?}"));
        };
        return t.link(b, l, path);
    }
    let value = t.operand(&v.into())?;
    if let [first, second] = &blk.exits[..] {
        let (yes, no, condition) = match (&first.case, &second.case) {
            (ExitCase::Value(Const::Bool(false)), _) => (second, first, value),
            (ExitCase::Value(Const::Bool(true)), _) => (first, second, value),
            (ExitCase::Value(c), ExitCase::Default) => {
                let c = t.constant(c)?;
                (first, second, t.b.ins().icmp(IntCC::Equal, value, c))
            }
            _ => return t.body.err(format!("the exits of {b} are not complete")),
        };
        let tried = blk.operations.iter().any(|op| op.result == v && tries_function(op));
        let (then, then_args) = t.destination(b, yes, path)?;
        let (other, other_args) = t.destination(b, no, path)?;
        if tried && t.edges.iter().any(|e| e.block == other) {
            t.b.set_cold_block(other);
        }
        // Two tests with a jump each: their results need not be made and combined.
        let between = blk.operations.iter().find(|op| op.result == v);
        if let Some(op) = between.filter(|op| op.op == LlOp::IntBetween) {
            let [low, x, high] = &op.args[..] else { unreachable!("int_between has three") };
            let (low, x, high) = (t.operand(low)?, t.operand(x)?, t.operand(high)?);
            let (above, below) = (IntCC::SignedGreaterThanOrEqual, IntCC::SignedLessThan);
            let above = t.b.ins().icmp(above, x, low);
            let next = t.b.create_block();
            t.b.ins().brif(above, next, &[], other, &other_args);
            t.b.switch_to_block(next);
            if t.body.cold.contains(&b) {
                t.b.set_cold_block(next);
            }
            let below = t.b.ins().icmp(below, x, high);
            t.b.ins().brif(below, then, &then_args, other, &other_args);
            return Ok(());
        }
        t.b.ins().brif(condition, then, &then_args, other, &other_args);
        return Ok(());
    }
    let mut cases = vec![];
    let mut default = None;
    let width = t.b.func.dfg.value_type(value).bits();
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    for l in &blk.exits {
        let block = plain_destination(t, b, l, path)?;
        match &l.case {
            ExitCase::Value(c) => cases.push((t.object.bits(c) & mask, block)),
            _ => default = Some(block),
        }
    }
    let otherwise = match default {
        Some(block) => block,
        None => {
            let block = t.b.create_block();
            t.b.set_cold_block(block);
            block
        }
    };
    switch(t, value, &cases, otherwise);
    if default.is_none() {
        t.b.switch_to_block(otherwise);
        t.b.ins().trap(UNREACHABLE);
    }
    Ok(())
}

/// A jump by a number: through a table, if at least a third of its entries are cases.
fn switch(
    t: &mut Translator<'_, '_, '_, '_>,
    value: ir::Value,
    cases: &[(u64, ir::Block)],
    otherwise: ir::Block,
) {
    let signed = |n: u64| n as i64;
    let low = cases.iter().map(|c| signed(c.0)).min().unwrap_or(0);
    let high = cases.iter().map(|c| signed(c.0)).max().unwrap_or(0);
    // From 0 on, no subtraction is needed.
    let first = if (0..16).contains(&low) { 0 } else { low };
    let size = high.checked_sub(first).map_or(u64::MAX, |n| n as u64).saturating_add(1);
    if cases.len() < 4 || size > 3 * cases.len() as u64 + 16 {
        let mut switch = Switch::new();
        cases.iter().for_each(|(n, block)| switch.set_entry(*n as u128, *block));
        return switch.emit(&mut t.b, value, otherwise);
    }
    let mut index = match first {
        0 => value,
        _ => t.b.ins().iadd_imm_s(value, first.wrapping_neg()),
    };
    if fits_32_bits(t, index) {
        index = t.b.ins().ireduce(types::I32, index);
    } else if t.b.func.dfg.value_type(index) == types::I64 {
        let next = t.b.create_block();
        let outside = t.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, index, size as i64);
        t.b.ins().brif(outside, otherwise, &[], next, &[]);
        t.b.switch_to_block(next);
        index = t.b.ins().ireduce(types::I32, index);
    }
    let index = t.extend(index, types::I32, false);
    let mut targets = vec![otherwise; size as usize];
    for (n, block) in cases {
        targets[n.wrapping_sub(first as u64) as usize] = *block;
    }
    // (Each has a list of arguments of its own.)
    let pool = &mut t.b.func.dfg.value_lists;
    let default = ir::BlockCall::new(otherwise, [], pool);
    let table: Vec<_> =
        targets.into_iter().map(|block| ir::BlockCall::new(block, [], pool)).collect();
    let table = t.b.create_jump_table(ir::JumpTableData::new(default, &table));
    t.b.ins().br_table(index, table);
}

/// Tells if a word is what a mask of at most 32 bits leaves, as the number of an interpreter's command is.
fn fits_32_bits(t: &Translator<'_, '_, '_, '_>, value: ir::Value) -> bool {
    let dfg = &t.b.func.dfg;
    let def = |v| dfg.value_def(v).inst().map(|i| &dfg.insts[i]);
    let is_mask = |v| match def(v) {
        Some(InstructionData::UnaryImm { opcode: Opcode::Iconst, imm }) => {
            u32::try_from(imm.bits()).is_ok()
        }
        _ => false,
    };
    match def(value) {
        Some(InstructionData::Binary { opcode: Opcode::Band, args }) => {
            dfg.value_type(value) == types::I64 && args.iter().any(|v| is_mask(*v))
        }
        _ => false,
    }
}

/// Gives the block that a link without arguments leads to.
fn plain_destination<'g>(
    t: &mut Translator<'_, '_, 'g, '_>,
    from: BlockId,
    l: &'g Link<Ll>,
    path: &[BlockId],
) -> Result<ir::Block, Error> {
    let inputs = &t.body.g.blocks[l.target].inputargs;
    let plain = !t.is_more(from, l, path)
        && !inputs.iter().any(|v| t.is_parameter(*v) && t.values.contains_key(v));
    if plain {
        return t.block(l.target);
    }
    Ok(t.edge(from, l, path))
}
