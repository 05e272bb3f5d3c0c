//! Compilation of Cranelift's functions to machine code in the object, on as many threads as
//! compilers may run.

use crate::lines::FunctionLines;
use crate::machine::isa_of_parts;
use crate::reuse::{CachedCode, Store};
use crate::state::Object;
use crate::symbols::{DATA, internal};
use cranelift_codegen::Context;
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::Function;
use cranelift_codegen::isa::unwind::{self, systemv::UnwindInfo};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::{FuncId as Symbol, Module, ModuleReloc, ModuleRelocTarget};
use flowmodel::FuncId;
use genc::Error;
use genc::func::Locations;
use std::sync::{Arc, Mutex, mpsc};

/// Machine code of a function.
struct Code {
    bytes: Vec<u8>,
    align: u64,
    relocs: Vec<ModuleReloc>,
    /// Positions where the code of each line begins.
    rows: Vec<(u32, u32)>,
    /// Rules for getting from its frame to the caller's.
    unwind: Option<UnwindInfo>,
}

fn machine_code(
    context: &mut Context,
    function: Function,
    symbol: Symbol,
    isa: &dyn TargetIsa,
    store: Option<&mut Store<'_>>,
) -> Result<Code, String> {
    context.clear();
    context.func = function;
    let control = &mut ControlPlane::default();
    let code = match store {
        Some(store) => context.compile_with_cache(isa, store, control).map(|(code, _)| code),
        None => context.compile(isa, control),
    };
    let code = code.map_err(|e| cranelift_codegen::print_errors::pretty_error(e.func, e.inner))?;
    let unwind = match code.create_unwind_info(isa) {
        Ok(Some(unwind::UnwindInfo::SystemV(info))) => Some(info),
        _ => None,
    };
    let align = code.buffer.alignment.max(1) as u64;
    let bytes = code.code_buffer().to_vec();
    let mut rows: Vec<(u32, u32)> = vec![];
    for at in code.buffer.get_srclocs_sorted() {
        if !at.loc.is_default() && rows.last().is_none_or(|(_, line)| *line != at.loc.bits()) {
            rows.push((at.start, at.loc.bits()));
        }
    }
    let machine = code.buffer.relocs().to_vec();
    let relocs = machine
        .iter()
        .map(|r| {
            let mut r = ModuleReloc::from_mach_reloc(r, &context.func, symbol);
            let is_data = matches!(r.name, ModuleRelocTarget::User { namespace: DATA, .. });
            if is_data && r.kind == Reloc::X86CallPCRel4 {
                r.kind = Reloc::X86PCRel4;
            }
            r
        })
        .collect();
    Ok(Code { bytes, align, relocs, rows, unwind })
}

impl Object<'_> {
    /// Compiles the functions of the program. Graphs are read on this thread while others compile; the code is put down in the
    /// program's order.
    pub fn all_functions(&mut self, locs: &mut Locations) -> Result<(), Error> {
        let funcs = self.db.funcs.keys().copied();
        let funcs: Vec<FuncId> = funcs.filter(|f| self.db.p.funcs[*f].graph().is_some()).collect();
        let (isa, jumping) = (self.sy.isa.clone(), isa_of_parts(self.db.opts)?);
        let workers = self.db.opts.jobs.clamp(1, 64);
        let (jobs, taken) = mpsc::channel::<(usize, Symbol, Function)>();
        let taken = Arc::new(Mutex::new(taken));
        let (done, results) = mpsc::channel::<(usize, Symbol, Result<Code, String>)>();
        let cache = self.db.opts.cache.as_ref();
        let program = format!("functions of {}", self.db.opts.name);
        let known = CachedCode::load(cache, &program);
        let mut names = vec![];
        let (mut all, stores) = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..workers)
                .map(|_| {
                    let (taken, done) = (taken.clone(), done.clone());
                    let (isa, jumping) = (isa.clone(), jumping.clone());
                    let mut store = cache.map(|_| Store::new(&known));
                    scope.spawn(move || {
                        let mut context = Context::new();
                        loop {
                            let job = taken.lock().ok().and_then(|queue| queue.recv().ok());
                            let Some((i, symbol, function)) = job else { return store };
                            let isa = match function.signature.call_conv {
                                CallConv::Tail => &*jumping,
                                _ => &*isa,
                            };
                            let code =
                                machine_code(&mut context, function, symbol, isa, store.as_mut());
                            if done.send((i, symbol, code)).is_err() {
                                return store;
                            }
                        }
                    })
                })
                .collect();
            drop(done);
            let mut context = FunctionBuilderContext::new();
            for f in &funcs {
                for (symbol, function) in self.translate(*f, &mut context, locs)? {
                    jobs.send((names.len(), symbol, function)).map_err(internal)?;
                    names.push(Some(*f));
                }
            }
            for (symbol, function) in self.quiet_functions(&mut context, locs)? {
                jobs.send((names.len(), symbol, function)).map_err(internal)?;
                names.push(None);
            }
            drop(jobs);
            let all = results.iter().collect::<Vec<_>>();
            let stores: Result<Vec<_>, _> = threads.into_iter().map(|t| t.join()).collect();
            let stores = stores.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok::<_, Error>((all, stores.into_iter().flatten().collect()))
        })?;
        self.define_part_memory()?;
        known.save(cache, &program, stores);
        all.sort_by_key(|r| r.0);
        for (i, symbol, code) in all {
            let code = code.map_err(|m| {
                let name = names[i].map_or("around others", |f| &self.db.p.funcs[f].name);
                Error::Internal(format!("{m} (in function {name})"))
            })?;
            self.sy
                .module
                .define_function_bytes(symbol, code.align, &code.bytes, &code.relocs)
                .map_err(internal)?;
            let size = code.bytes.len() as u64;
            self.lines.function(FunctionLines {
                symbol,
                size,
                rows: code.rows,
                unwind: code.unwind,
            });
        }
        Ok(())
    }
}
