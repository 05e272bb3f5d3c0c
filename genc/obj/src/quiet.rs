//! Functions that are called seldom, in the midst of code that runs often: the slow path of allocation, the write barrier's functions.
//! They are called so that all registers keep their values, and what lives across the call can stay in them.
//!
//! A barrier's function is compiled once more with that calling convention: most calls of it look at a header and return, and
//! only what it uses is saved. Any other one has a function around it that saves all registers.

use crate::Object;
use crate::func::{Convention, Translator};
use crate::symbols::Image;
use backendopt::transform::GcChoice;
use cranelift_codegen::ir::{
    ExtFuncData, ExternalName, Function, GlobalValueData, InstBuilder, MemFlagsData, Signature,
    UserExternalName, UserFuncName, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataId, FuncId as Symbol, Linkage};
use flowmodel::FuncId;
use genc::Error;
use genc::func::Locations;

/// Where the result of such a call is: the calling convention has none.
const RESULT: &str = "tw_quiet_result";

impl Object<'_> {
    /// Whether the function is the slow path of allocations.
    fn is_slow_malloc(&self, f: FuncId) -> bool {
        matches!(&self.db.opts.gc, GcChoice::Collector(g) if g.state.is_some() && [g.malloc_fixed, g.malloc_varsize].contains(&f))
    }

    pub(crate) fn quiet_signature(&self, f: FuncId) -> Signature {
        let mut s = self.signature(self.db.p.funcs[f].ty);
        s.call_conv = CallConv::PreserveAll;
        s.returns.clear();
        s
    }

    fn quiet_result(&mut self) -> Result<DataId, Error> {
        self.sy.data(RESULT, Linkage::Local, true)
    }

    /// Whether the function is one of those that write barriers call.
    fn is_barrier(&self, f: FuncId) -> bool {
        let GcChoice::Collector(g) = &self.db.opts.gc else { return false };
        g.barrier.iter().any(|b| b.all().contains(&f))
    }

    /// The functions that have been asked for.
    pub(crate) fn quiet_functions(
        &mut self,
        context: &mut FunctionBuilderContext,
        locs: &mut Locations,
    ) -> Result<Vec<(Symbol, Function)>, Error> {
        let mut all = vec![];
        let mut wants_result = false;
        // (One that is compiled may ask for others.)
        while let Some((&f, &symbol)) = self.quiet.get_index(all.len()) {
            if self.is_barrier(f) {
                all.push(self.translate_as(f, Convention::Quiet, symbol, context, locs)?);
                continue;
            }
            let name = UserFuncName::user(0, symbol.as_u32());
            let mut function = Function::with_name_signature(name, self.quiet_signature(f));
            let mut b = FunctionBuilder::new(&mut function, context);
            let block = b.create_block();
            b.append_block_params_for_function_params(block);
            b.switch_to_block(block);
            let args = b.block_params(block).to_vec();
            let signature = self.signature(self.db.p.funcs[f].ty);
            let index = self.function(f)?.as_u32();
            let name = UserExternalName { namespace: 0, index };
            let name = b.func.declare_imported_user_function(name);
            let signature = b.func.import_signature(signature);
            let callee = b.import_function(ExtFuncData {
                name: ExternalName::user(name),
                signature,
                colocated: true,
                patchable: false,
            });
            let call = b.ins().call(callee, &args);
            if let Some(result) = b.inst_results(call).first().copied() {
                wants_result = true;
                let index = self.quiet_result()?.as_u32();
                let name = UserExternalName { namespace: crate::compile::DATA, index };
                let name = b.func.declare_imported_user_function(name);
                let place = b.create_global_value(GlobalValueData::Symbol {
                    name: ExternalName::user(name),
                    offset: 0.into(),
                    colocated: true,
                    tls: false,
                });
                let place = b.ins().symbol_value(types::I64, place);
                b.ins().store(MemFlagsData::trusted(), result, place, 0);
            }
            b.ins().return_(&[]);
            b.seal_all_blocks();
            b.finalize(self.sy.isa.frontend_config());
            all.push((symbol, function));
        }
        if wants_result {
            let place = self.quiet_result()?;
            self.sy.define(place, Image::zeros(8), 8)?;
        }
        Ok(all)
    }
}

impl Translator<'_, '_, '_> {
    /// Whether a call is to be made so that it changes no registers.
    pub fn is_quiet(&self, f: FuncId) -> bool {
        self.convention == Convention::Quiet
            || self.body.cold.contains(&self.here) && self.object.is_slow_malloc(f)
    }

    /// Calls a function of the program so that no registers change.
    pub fn quiet_call(&mut self, f: FuncId, args: &[Value]) -> Result<Option<Value>, Error> {
        let signature = self.object.quiet_signature(f);
        let symbol = match self.object.quiet.get(&f) {
            Some(s) => *s,
            None => {
                let name = format!("tw_quiet_{}", self.object.db.func(f));
                let s = self.object.sy.func(&name, Linkage::Local, &signature)?;
                self.object.quiet.insert(f, s);
                s
            }
        };
        let callee = self.func_ref(symbol, &signature);
        self.b.ins().call(callee, args);
        let db = self.object.db;
        match self.object.signature(db.p.funcs[f].ty).returns.first() {
            Some(result) => {
                let place = self.object.quiet_result()?;
                let place = self.address(place, 0);
                Ok(Some(self.load(result.value_type, place, 0)))
            }
            None => Ok(None),
        }
    }
}
