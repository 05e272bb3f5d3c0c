//! Flow graphs as Cranelift functions. Both are in SSA form: inputs of blocks that are values of their own become parameters.

use crate::Object;
use crate::compile::DATA;
use crate::symbols::machine_type;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, BlockArg, ExtFuncData, ExternalName, FuncRef, Function, GlobalValueData, InstBuilder,
    MemFlagsData, Signature, SourceLoc, TrapCode, UserExternalName, UserFuncName, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch, Variable};
use cranelift_module::{DataId, FuncId as Symbol, Linkage};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, Ll, LlValue, Type, Value, VarId,
};
use genc::Error;
use genc::body::{Body, tries_function};
use genc::func::Locations;
use rustc_hash::FxHashMap;

/// The code cannot get there.
pub const UNREACHABLE: TrapCode = TrapCode::unwrap_user(1);

/// A function that is being translated.
pub(crate) struct Translator<'o, 'a, 'f> {
    pub object: &'o mut Object<'a>,
    pub body: Body<'a>,
    pub b: FunctionBuilder<'f>,
    pub locs: &'o mut Locations,
    blocks: FxHashMap<BlockId, ir::Block>,
    pub values: FxHashMap<VarId, ir::Value>,
    called: FxHashMap<Symbol, (FuncRef, Signature)>,
    addressed: FxHashMap<DataId, ir::GlobalValue>,
    /// What the last operation with a flag said.
    pub overflow: Option<ir::Value>,
    frame: Option<Variable>,
    /// The block that is being written.
    here: BlockId,
    /// What links from it lead to that need more than a jump.
    edges: Vec<(ir::Block, &'a Link<Ll>)>,
}

impl<'a> Object<'a> {
    /// A function of the program for Cranelift.
    pub(crate) fn translate(
        &mut self,
        f: FuncId,
        context: &mut FunctionBuilderContext,
        locs: &mut Locations,
    ) -> Result<(Symbol, Function), Error> {
        let func = &self.db.p.funcs[f];
        let Some(g) = func.graph() else {
            return Err(Error::Internal(format!("function {} has no graph", func.name)));
        };
        let symbol = self.function(f)?;
        let signature = self.signature(func.ty);
        let name = UserFuncName::user(0, symbol.as_u32());
        let mut function = Function::with_name_signature(name, signature);
        let config = self.sy.isa.frontend_config();
        let mut t = Translator {
            body: Body::new(self.db, f, g),
            object: self,
            b: FunctionBuilder::new(&mut function, context),
            locs,
            blocks: FxHashMap::default(),
            values: FxHashMap::default(),
            called: FxHashMap::default(),
            addressed: FxHashMap::default(),
            overflow: None,
            frame: None,
            here: g.startblock,
            edges: vec![],
        };
        t.function()?;
        t.b.seal_all_blocks();
        t.b.finalize(config);
        Ok((symbol, function))
    }
}

impl<'a> Translator<'_, 'a, '_> {
    fn function(&mut self) -> Result<(), Error> {
        let g = self.body.g;
        let order: Vec<BlockId> =
            self.body.order.iter().copied().filter(|b| !g.is_final(*b)).collect();
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
        for &v in &g.blocks[g.startblock].inputargs {
            if g.ty(v) == Type::Void {
                continue;
            }
            let Some(value) = given.next() else {
                return self.body.err("more inputs than parameters");
            };
            if self.is_parameter(v) {
                args.push(BlockArg::Value(value));
            }
        }
        self.b.ins().jump(self.blocks[&g.startblock], &args);
        for b in order {
            self.here = b;
            self.overflow = None;
            self.b.switch_to_block(self.blocks[&b]);
            self.b.set_srcloc(SourceLoc::default());
            for op in &g.blocks[b].operations {
                let line = self.object.lines.number(op.span);
                if !line.is_default() {
                    self.b.set_srcloc(line);
                }
                self.operation(op)?;
            }
            self.exits(b)?;
            for (block, link) in std::mem::take(&mut self.edges) {
                if self.body.cold.contains(&link.target) {
                    self.b.set_cold_block(block);
                }
                self.b.switch_to_block(block);
                self.link(link)?;
            }
        }
        Ok(())
    }

    /// Whether an input of a block is a parameter: a value of its own that somebody needs.
    fn is_parameter(&self, v: VarId) -> bool {
        self.body.values.is_root(v) && self.body.needed.contains(&v)
    }

    // ---- values

    /// The value of an operand.
    pub fn operand(&mut self, v: &LlValue) -> Result<ir::Value, Error> {
        match self.body.values.value(v) {
            Value::Var(r) => match self.values.get(&r) {
                Some(v) => Ok(*v),
                None => self.body.err(format!("{r} is used before it is set")),
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
                let name = UserExternalName { namespace: DATA, index: d.as_u32() };
                let name = self.b.func.declare_imported_user_function(name);
                let gv = self.b.create_global_value(GlobalValueData::Symbol {
                    name: ExternalName::user(name),
                    offset: 0.into(),
                    colocated: true,
                    tls: false,
                });
                self.addressed.insert(d, gv);
                gv
            }
        };
        let a = self.b.ins().symbol_value(types::I64, gv);
        if offset == 0 { a } else { self.b.ins().iadd_imm_s(a, offset) }
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
        let known = self.b.func.import_signature(signature.clone());
        let name = UserExternalName { namespace: 0, index: s.as_u32() };
        let name = self.b.func.declare_imported_user_function(name);
        let f = self.b.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature: known,
            colocated: true,
            patchable: false,
        });
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

    // ---- exits

    fn exits(&mut self, b: BlockId) -> Result<(), Error> {
        let blk = &self.body.g.blocks[b];
        let v = match blk.exitswitch {
            ExitSwitch::None => {
                let Some(l) = blk.exits.first() else {
                    return self.body.err(format!("{b} has no exit"));
                };
                return self.link(l);
            }
            ExitSwitch::LastException => {
                return self.body.err("exception exits after the exception transformer");
            }
            ExitSwitch::Var(v) => v,
        };
        if let Value::Const(c) = self.body.values.of(v) {
            let [l] = self.body.open_exits(b) else {
                return self.body.err(format!("{b} has no exit for {c:?}"));
            };
            return self.link(l);
        }
        let value = self.operand(&v.into())?;
        if let [first, second] = &blk.exits[..] {
            let (yes, no, condition) = match (&first.case, &second.case) {
                (ExitCase::Value(Const::Bool(false)), _) => (second, first, value),
                (ExitCase::Value(Const::Bool(true)), _) => (first, second, value),
                (ExitCase::Value(c), ExitCase::Default) => {
                    let c = self.constant(c)?;
                    (first, second, self.b.ins().icmp(IntCC::Equal, value, c))
                }
                _ => return self.body.err(format!("the exits of {b} are not complete")),
            };
            let tried = blk.operations.iter().any(|op| op.result == v && tries_function(op));
            let (then, then_args) = self.destination(yes)?;
            let (other, other_args) = self.destination(no)?;
            if tried && self.edges.iter().any(|(e, _)| *e == other) {
                self.b.set_cold_block(other);
            }
            self.b.ins().brif(condition, then, &then_args, other, &other_args);
            return Ok(());
        }
        let mut switch = Switch::new();
        let mut default = None;
        let width = self.b.func.dfg.value_type(value).bits();
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        for l in &blk.exits {
            let block = self.plain_destination(l)?;
            match &l.case {
                ExitCase::Value(c) => {
                    switch.set_entry((self.object.bits(c) & mask) as u128, block);
                }
                _ => default = Some(block),
            }
        }
        let otherwise = match default {
            Some(block) => block,
            None => {
                let block = self.b.create_block();
                self.b.set_cold_block(block);
                block
            }
        };
        switch.emit(&mut self.b, value, otherwise);
        if default.is_none() {
            self.b.switch_to_block(otherwise);
            self.b.ins().trap(UNREACHABLE);
        }
        Ok(())
    }

    /// Where a link leads to, and with which arguments.
    fn destination(&mut self, l: &'a Link<Ll>) -> Result<(ir::Block, Vec<BlockArg>), Error> {
        if l.target == self.body.g.returnblock {
            let block = self.b.create_block();
            self.edges.push((block, l));
            return Ok((block, vec![]));
        }
        Ok((self.block(l.target)?, self.arguments(l)?))
    }

    /// The same, without arguments.
    fn plain_destination(&mut self, l: &'a Link<Ll>) -> Result<ir::Block, Error> {
        let inputs = &self.body.g.blocks[l.target].inputargs;
        let plain = l.target != self.body.g.returnblock
            && !inputs.iter().any(|v| self.is_parameter(*v) && self.values.contains_key(v));
        if plain {
            return self.block(l.target);
        }
        let block = self.b.create_block();
        self.edges.push((block, l));
        Ok(block)
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

    fn link(&mut self, l: &Link<Ll>) -> Result<(), Error> {
        let g = self.body.g;
        if l.target == g.returnblock {
            let result = match g.ty(g.return_var()) {
                Type::Void => vec![],
                _ => vec![self.operand(&l.args[0])?],
            };
            self.b.ins().return_(&result);
            return Ok(());
        }
        let block = self.block(l.target)?;
        let args = self.arguments(l)?;
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
