//! Functions in parts ([`crate::parts`]): how parts go on with each other.

use crate::cut::{Callee, Cut, End, ParamPlace, Part, Tails};
use crate::func::{Convention, Translator};
use crate::state;
use crate::state::Object;
use crate::symbols::{Image, Target, import_function};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Function, InstBuilder, Signature, UserFuncName, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataId, FuncId as Symbol, Linkage};
use flowmodel::{BlockId, FuncId, Link, Ll, Type};
use genc::Error;
use genc::body::Body;
use genc::dispatch::Dispatch;
use genc::func::Locations;

/// Variable for parameters that have no register.
const MEMORY: &str = "tw_part_parameters";

impl Object<'_> {
    /// The symbol and signature by which code calls a function of the program that it knows. A function in parts is called at its first
    /// part, with the convention of parts.
    pub(crate) fn direct(&mut self, f: FuncId) -> Result<(Symbol, Signature), Error> {
        let mut signature = self.signature(self.db.p.funcs[f].ty);
        if self.cut(f).is_none() {
            return Ok((self.function(f)?, signature));
        }
        signature.call_conv = CallConv::Tail;
        let name = format!("{}_part0", self.db.func(f));
        Ok((self.sy.func(&name, Linkage::Local, &signature)?, signature))
    }

    /// A function for Cranelift that calls its first part, and the parts.
    pub(crate) fn translate_parts(
        &mut self,
        f: FuncId,
        symbol: Symbol,
        cut: &Cut,
        context: &mut FunctionBuilderContext,
        locs: &mut Locations,
    ) -> Result<Vec<(Symbol, Function)>, Error> {
        let db = self.db;
        let name = db.func(f).to_string();
        let mut callees = vec![];
        for (i, part) in cut.parts.iter().enumerate() {
            let (symbol, signature) = match i {
                0 => self.direct(f)?,
                _ => {
                    let signature = self.part_signature(part);
                    let name = format!("{name}_part{i}");
                    (self.sy.func(&name, Linkage::Local, &signature)?, signature)
                }
            };
            let words = |p: &ParamPlace| match p {
                ParamPlace::Memory(i) => i + 1,
                ParamPlace::Register => 0,
            };
            let most = part.places.iter().map(words).max().unwrap_or(0);
            self.part_words = self.part_words.max(most);
            callees.push(Callee { symbol, signature });
        }
        let mut image = Image::zeros(cut.table.len() * 8);
        for (i, part) in cut.table.iter().enumerate() {
            if let Some(k) = part {
                image.point(i * 8, Target::Func(callees[*k].symbol));
            }
        }
        let table = self.sy.define_as(&format!("{name}_cases"), Linkage::Local, false, image)?;
        let first = (callees[0].symbol, &callees[0].signature);
        let mut all = vec![self.around(f, symbol, first, context)];
        for (i, part) in cut.parts.iter().enumerate() {
            let seldom = part.ends.keys().map(|b| (*b, part.cold.contains(b))).collect();
            let body = Body::of_part(db, f, &part.graph, seldom);
            let tails = Tails { part, cut, callees: &callees, table };
            let callee = &callees[i];
            let of = (Convention::Part, callee.symbol, callee.signature.clone());
            let none = Dispatch::default();
            all.push(self.translate_body(body, of, none, Some(tails), context, locs)?);
        }
        Ok(all)
    }

    /// A function with the usual calling convention around one that can be gone on with.
    fn around(
        &self,
        f: FuncId,
        symbol: Symbol,
        (callee, signature): (Symbol, &Signature),
        context: &mut FunctionBuilderContext,
    ) -> (Symbol, Function) {
        let name = UserFuncName::user(0, symbol.as_u32());
        let usual = self.signature(self.db.p.funcs[f].ty);
        let mut function = Function::with_name_signature(name, usual);
        let mut b = FunctionBuilder::new(&mut function, context);
        let block = b.create_block();
        b.append_block_params_for_function_params(block);
        b.switch_to_block(block);
        let args = b.block_params(block).to_vec();
        let callee = import_function(&mut b, callee, signature);
        let call = b.ins().call(callee, &args);
        let results = b.inst_results(call).to_vec();
        b.ins().return_(&results);
        b.seal_all_blocks();
        b.finalize(self.sy.isa.frontend_config());
        (symbol, function)
    }

    fn part_signature(&self, part: &Part) -> Signature {
        let g = &part.graph;
        let mut s = self.sy.signature();
        s.call_conv = CallConv::Tail;
        for (v, place) in g.params().iter().zip(&part.places) {
            if *place == ParamPlace::Register {
                s.params.extend(state::param(g.ty(*v)));
            }
        }
        s.returns.extend(state::param(g.ty(g.return_var())));
        s
    }

    /// The memory of parameters.
    pub(crate) fn part_memory(&mut self) -> Result<DataId, Error> {
        self.sy.data(MEMORY, Linkage::Local, true)
    }

    /// Defines it, if any part has such parameters.
    pub(crate) fn define_part_memory(&mut self) -> Result<(), Error> {
        if self.part_words == 0 {
            return Ok(());
        }
        let memory = self.part_memory()?;
        self.sy.define(memory, Image::zeros(self.part_words * 8), 8)
    }
}

impl<'g> Translator<'_, '_, 'g, '_> {
    /// Gives the part that the code goes on with, if a block stands for that.
    pub fn end_at(&self, b: BlockId) -> Option<End> {
        self.tails.as_ref().and_then(|t| t.part.ends.get(&b).copied())
    }

    /// Says whether this is a part that has a way without calls.
    pub fn is_fast_part(&self) -> bool {
        self.tails.as_ref().is_some_and(|t| t.part.fast)
    }

    /// Goes on with another part.
    pub fn go_on(&mut self, l: &'g Link<Ll>, end: End) -> Result<(), Error> {
        let mut args = vec![];
        for a in &l.args {
            if self.body.db.p.value_type(self.body.g, a) != Type::Void {
                args.push(self.operand(a)?);
            }
        }
        let Some(tails) = &self.tails else { return self.body.err("an end of a part outside") };
        let (callees, cut, table) = (tails.callees, tails.cut, tails.table);
        match end {
            End::Part(k) => self.go_on_at(&callees[k], &cut.parts[k].places, &args),
            End::Switch => {
                let index = args.remove(0);
                let mut index = self.extend(index, types::I64, false);
                if cut.first != 0 {
                    index = self.b.ins().iadd_imm_s(index, cut.first.wrapping_neg());
                }
                if let Some(default) = cut.default {
                    let n = cut.table.len() as i64;
                    let outside =
                        self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, index, n);
                    let (other, next) = (self.b.create_block(), self.b.create_block());
                    self.b.set_cold_block(other);
                    self.b.ins().brif(outside, other, &[], next, &[]);
                    self.b.switch_to_block(other);
                    self.go_on_at(&callees[default], &cut.parts[default].places, &args)?;
                    self.b.switch_to_block(next);
                }
                let Some(k) = cut.table.iter().flatten().next() else {
                    return self.body.err("a switch without cases");
                };
                let table = self.address(table, 0);
                let at = self.b.ins().ishl_imm_u(index, 3);
                let at = self.b.ins().iadd(table, at);
                let callee = self.load(types::I64, at, 0);
                let signature = self.b.import_signature(callees[*k].signature.clone());
                self.b.ins().return_call_indirect(signature, callee, &args);
                Ok(())
            }
        }
    }

    fn go_on_at(
        &mut self,
        callee: &Callee,
        places: &[ParamPlace],
        args: &[ir::Value],
    ) -> Result<(), Error> {
        let mut given = vec![];
        for (a, place) in args.iter().zip(places) {
            match place {
                ParamPlace::Register => given.push(*a),
                ParamPlace::Memory(i) => {
                    let memory = self.object.part_memory()?;
                    let at = self.address(memory, 0);
                    self.store(*a, at, *i as i32 * 8);
                }
            }
        }
        let callee = self.func_ref(callee.symbol, &callee.signature);
        self.b.ins().return_call(callee, &given);
        Ok(())
    }

    /// The shadow stack's frame as an address and an offset. Parts find it below the top, which they do not change.
    pub fn frame_place(&mut self) -> Result<(ir::Value, i32), Error> {
        match self.tails.as_ref().map(|t| t.cut.frame) {
            Some(words) if self.convention == Convention::Part => {
                let top = match self.top {
                    Some(top) => top,
                    None => {
                        let at = self.runtime("tw_ss_top")?;
                        self.load(types::I64, at, 0)
                    }
                };
                self.top = Some(top);
                Ok((top, words as i32 * -8))
            }
            _ => {
                let var = self.frame();
                Ok((self.b.use_var(var), 0))
            }
        }
    }
}
