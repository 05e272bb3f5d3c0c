//! Functions that are called seldom, in the midst of code that runs often: the slow path of allocation, the write barrier's functions.
//! They are called so that all registers keep their values, and what lives across the call can stay in them.
//!
//! A barrier's function is compiled once more with that calling convention: most calls of it look at a header and return, and
//! only what it uses is saved. Any other one has a function around it that saves all registers.

use crate::func::{Convention, Translator};
use crate::state::{Arguments, Called, Object};
use crate::symbols::{Image, import_data, import_function};
use backendopt::transform::GcChoice;
use cranelift_codegen::ir::{
    AbiParam, Function, InstBuilder, MemFlagsData, Signature, UserFuncName, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataId, FuncId as Symbol, Linkage};
use flowmodel::FuncId;
use genc::Error;
use genc::func::Locations;

/// Variable for the result of such a call: the calling convention has none.
const RESULT: &str = "tw_quiet_result";

/// The name of that function.
const TRACEBACK: &str = "tw_traceback";

/// Variable for arguments that are in memory, and most of them are.
const ARGUMENTS: &str = "tw_quiet_arguments";
const MAX_ARGUMENTS: usize = 16;

impl Object<'_> {
    /// Says whether the function is the slow path of allocations.
    pub(crate) fn is_slow_malloc(&self, f: FuncId) -> bool {
        matches!(&self.db.opts.gc, GcChoice::Collector(g) if g.state.is_some() && [g.malloc_fixed, g.malloc_varsize].contains(&f))
    }

    pub(crate) fn quiet_signature(&self, f: Called) -> Signature {
        let mut s = self.usual_signature(f);
        s.call_conv = CallConv::PreserveAll;
        s.returns.clear();
        s
    }

    fn usual_signature(&self, f: Called) -> Signature {
        match f {
            Called::Function(f) => self.signature(self.db.p.funcs[f].ty),
            Called::Traceback => {
                let mut s = self.sy.signature();
                s.params.extend([types::I32, types::I64, types::I32].map(AbiParam::new));
                s
            }
        }
    }

    fn quiet_result(&mut self) -> Result<DataId, Error> {
        self.sy.data(RESULT, Linkage::Local, true)
    }

    /// Tells whether write barriers call a function.
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
        // (One that is compiled may ask for others.)
        while let Some((&(f, arguments), &symbol)) = self.quiet.get_index(all.len()) {
            if let Called::Function(f) = f
                && arguments == Arguments::Registers
                && self.is_barrier(f)
            {
                all.push(self.translate_quiet(f, symbol, context, locs)?);
                continue;
            }
            let mut signature = self.quiet_signature(f);
            let usual = self.usual_signature(f);
            let (callee, callee_signature) = match (arguments, f) {
                (Arguments::Memory, _) => {
                    signature.params.clear();
                    (self.quiet_symbol(f, Arguments::Registers)?, self.quiet_signature(f))
                }
                (_, Called::Function(f)) => (self.function(f)?, usual.clone()),
                (_, Called::Traceback) => {
                    (self.sy.func(TRACEBACK, Linkage::Import, &usual)?, usual.clone())
                }
            };
            let name = UserFuncName::user(0, symbol.as_u32());
            let mut function = Function::with_name_signature(name, signature);
            let mut b = FunctionBuilder::new(&mut function, context);
            let block = b.create_block();
            b.append_block_params_for_function_params(block);
            b.switch_to_block(block);
            let mut args = b.block_params(block).to_vec();
            if arguments == Arguments::Memory {
                let place = self.sy.data(ARGUMENTS, Linkage::Local, true)?;
                let place = address_of(&mut b, place);
                let load = |(i, p): (usize, &AbiParam)| {
                    let flags = MemFlagsData::trusted();
                    b.ins().load(p.value_type, flags, place, i as i32 * 8)
                };
                args = usual.params.iter().enumerate().map(load).collect();
            }
            let callee = import_function(&mut b, callee, &callee_signature);
            let call = b.ins().call(callee, &args);
            if let Some(result) = b.inst_results(call).first().copied() {
                let place = self.quiet_result()?;
                let place = address_of(&mut b, place);
                b.ins().store(MemFlagsData::trusted(), result, place, 0);
            }
            b.ins().return_(&[]);
            b.seal_all_blocks();
            b.finalize(self.sy.isa.frontend_config());
            all.push((symbol, function));
        }
        for (name, words) in [(RESULT, 1), (ARGUMENTS, MAX_ARGUMENTS)] {
            if let Some(place) = self.sy.known_data(name) {
                self.sy.define(place, Image::zeros(words * 8), 8)?;
            }
        }
        Ok(all)
    }

    /// The symbol of a function to be called so that no registers change.
    fn quiet_symbol(&mut self, f: Called, arguments: Arguments) -> Result<Symbol, Error> {
        if let Some(s) = self.quiet.get(&(f, arguments)) {
            return Ok(*s);
        }
        let name = match f {
            Called::Function(f) => self.db.func(f),
            Called::Traceback => TRACEBACK,
        };
        let mut signature = self.quiet_signature(f);
        let kind = match arguments {
            Arguments::Registers => "quiet",
            Arguments::Memory => "stored",
        };
        if arguments == Arguments::Memory {
            signature.params.clear();
        }
        let s = self.sy.func(&format!("tw_{kind}_{name}"), Linkage::Local, &signature)?;
        self.quiet.insert((f, arguments), s);
        Ok(s)
    }
}

/// The address of data, in a function that is made by hand.
fn address_of(b: &mut FunctionBuilder<'_>, data: DataId) -> Value {
    let place = import_data(b, data);
    b.ins().symbol_value(types::I64, place)
}

impl Translator<'_, '_, '_, '_> {
    /// Says whether a call is to be made so that it changes no registers.
    pub fn is_quiet(&self, f: FuncId) -> bool {
        self.convention == Convention::Quiet
            || self.body.cold.contains(&self.here)
                && (self.is_fast_part() || self.object.is_slow_malloc(f))
    }

    /// Calls a function so that no registers change.
    pub fn quiet_call(&mut self, f: Called, args: &[Value]) -> Result<Option<Value>, Error> {
        let mut signature = self.object.quiet_signature(f);
        if self.is_fast_part() && args.len() <= MAX_ARGUMENTS {
            let symbol = self.object.quiet_symbol(f, Arguments::Memory)?;
            let place = self.object.sy.data(ARGUMENTS, Linkage::Local, true)?;
            let place = self.address(place, 0);
            for (i, a) in args.iter().enumerate() {
                self.store(*a, place, i as i32 * 8);
            }
            signature.params.clear();
            let callee = self.func_ref(symbol, &signature);
            self.b.ins().call(callee, &[]);
        } else {
            let symbol = self.object.quiet_symbol(f, Arguments::Registers)?;
            let callee = self.func_ref(symbol, &signature);
            self.b.ins().call(callee, args);
        }
        match self.object.usual_signature(f).returns.first() {
            Some(result) => {
                let place = self.object.quiet_result()?;
                let place = self.address(place, 0);
                Ok(Some(self.load(result.value_type, place, 0)))
            }
            None => Ok(None),
        }
    }
}
