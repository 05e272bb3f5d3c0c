//! A program with a JIT, untranslated: its graphs run on the low-level interpreter, its traces on the interpreter of traces.
//!
//! The codewriter gives the program calls of the run time (`tw_jit_…`, see `tw_jit.h`). What C code does there is done here.

use crate::machine::Machine;
use crate::memory::{Fault, InterpMemory, value, word};
use codewriter::apply_jit;
use flowmodel::diag::Span;
use flowmodel::eval::RtValue;
use flowmodel::llinterp::{ExternalHook, LlInterp, Outcome};
use flowmodel::verify::verify_program;
use flowmodel::{Program, Type};
use jitbackend::llgraph::LlGraphCpu;
use jitbackend::{Cpu, RootTable};
use jitmodel::Kind;
use metainterp::warmstate::{Arrival, Tick};
use metainterp::{Jit, Logger, Outcome as JitOutcome, Params, StaticData, Transfer};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Says how a run ended, and what it took.
#[derive(Debug)]
pub struct Run {
    /// Result, exception or fault.
    pub result: Result<RtValue, Outcome>,
    /// Bytes that it wrote to standard output.
    pub stdout: Vec<u8>,
    /// Bytes that it wrote to standard error.
    pub stderr: Vec<u8>,
    /// Given to `exit`.
    pub exit_code: Option<i32>,
    /// The places where a fault stopped it: the operation, then the calls that led to it.
    pub fault_places: Vec<Span>,
    /// Operations of graphs that were interpreted.
    pub interpreted: u64,
    /// Operations of traces that were executed.
    pub in_traces: u64,
    /// The sections of the JIT's log.
    pub log: String,
    /// Warnings of the codewriter and the JIT.
    pub warnings: Vec<String>,
}

/// Operations of graphs that a run may take.
pub const STEPS: u64 = 1_000_000_000;

impl Run {
    fn ended(interp: &mut LlInterp<'_>, result: Result<RtValue, Outcome>) -> Run {
        Run {
            result,
            stdout: std::mem::take(&mut interp.world.stdout),
            stderr: std::mem::take(&mut interp.world.stderr),
            exit_code: interp.world.exit_code,
            fault_places: std::mem::take(&mut interp.fault_places),
            interpreted: STEPS - interp.steps,
            in_traces: 0,
            log: String::new(),
            warnings: vec![],
        }
    }
}

/// Begins a run: sets the interpreter's world up, and calls the program.
pub type Begin<'a> = &'a dyn Fn(&mut LlInterp<'_>) -> Result<RtValue, Outcome>;

/// Runs the entry point without a JIT.
pub fn run(p: &Program, args: &[RtValue]) -> Result<Run, String> {
    let entry = p.entry.ok_or("the program has no entry")?;
    Ok(run_program(p, &|interp| interp.call(entry, args)))
}

/// Calls the program as a process of its own would: with the files and the environment of this machine, these words and this
/// standard input.
pub fn call_as_process(
    interp: &mut LlInterp<'_>,
    stdin: &[u8],
    words: &[&str],
) -> Result<RtValue, Outcome> {
    interp.world.env = std::env::vars().collect();
    interp.world.system = Box::new(Machine::default());
    interp.set_stdin(stdin);
    let result = interp.run_entry(words);
    interp.world.end();
    result
}

/// Runs a program without a JIT.
pub fn run_program(p: &Program, begin: Begin<'_>) -> Run {
    let mut interp = LlInterp::new(p);
    interp.steps = STEPS;
    let result = begin(&mut interp);
    Run::ended(&mut interp, result)
}

/// The run time's variables.
struct State {
    transfer: RefCell<Transfer>,
    marked: RefCell<[bool; 256]>,
    at_start: Cell<bool>,
    warm: Cell<Tick>,
    again: Cell<bool>,
}

type Untranslated<'p> = Jit<LlGraphCpu<InterpMemory<'p>>>;

/// Runs the entry point with a JIT that writes these sections of its log. `change` sets parameters.
///
/// Errors: there is no merge point; the codewriter refuses the program.
pub fn run_with_jit(
    p: &Program,
    args: &[RtValue],
    sections: &str,
    change: impl FnMut(&mut Params),
) -> Result<Run, String> {
    let entry = p.entry.ok_or("the program has no entry")?;
    let mut p = p.clone();
    let made = apply_jit(&mut p).map_err(|e| e.to_string())?;
    let made = made.ok_or("the program has no jit_merge_point")?;
    verify_program(&p).map_err(|e| e.to_string())?;
    run_program_with_jit(&p, made, sections, change, &|interp| interp.call(entry, args))
}

/// Runs a program whose portals are split, with the JIT that was made of it. It writes these sections of its log. `change` sets
/// parameters.
///
/// Errors: the JIT's data are not what they should be.
pub fn run_program_with_jit(
    p: &Program,
    made: codewriter::Jit,
    sections: &str,
    change: impl FnMut(&mut Params),
    begin: Begin<'_>,
) -> Result<Run, String> {
    let nothing = Program::default();
    let address = |c| RtValue::from_const(c).map_or(0, |v| word(v) as u64);
    let addresses = made.addresses.iter().map(address).collect();
    metainterp::codes::verify(&made.program)?;
    let data = Rc::new(StaticData::new(made.program, addresses)?);
    let roots = Rc::new(RootTable::default());
    let mem = InterpMemory::new(p, data.descrs.clone(), data.addresses.clone());
    let cpu = LlGraphCpu::new(mem, roots.clone());
    let jit = Rc::new(Jit::new(cpu, roots, data, Logger::in_memory(sections)));
    jit.set_params(change);
    let mut interp = LlInterp::new(p);
    interp.steps = STEPS;
    interp.external_hook = Some(run_time(jit.clone(), &nothing));
    let result = catch_unwind(AssertUnwindSafe(|| begin(&mut interp)));
    let result = result.unwrap_or_else(|payload| match payload.downcast::<Fault>() {
        Ok(fault) => Err(Outcome::Fault(fault.0)),
        Err(other) => resume_unwind(other),
    });
    if let Some(lent) = jit.cpu.mem().take_back() {
        interp = lent;
    }
    jit.finish_log();
    Ok(Run {
        in_traces: jit.cpu.executed.get(),
        log: jit.log.text(),
        warnings: made.warnings.iter().map(|w| w.message.clone()).collect(),
        ..Run::ended(&mut interp, result)
    })
}

/// The functions of the run time. (The JIT does not hold the interpreter that holds them but while it works.)
fn run_time<'p>(jit: Rc<Untranslated<'p>>, nothing: &'p Program) -> ExternalHook<'p> {
    let state = State {
        transfer: RefCell::default(),
        marked: RefCell::new([false; 256]),
        at_start: Cell::new(false),
        warm: Cell::new(Tick::Cold),
        again: Cell::new(false),
    };
    Rc::new(move |interp, name, args, result| {
        let name = name.strip_prefix("tw_jit_")?;
        let number = |n: usize| args.get(n).map_or(0, |v| word(*v));
        let driver = number(0) as usize;
        Some(match name {
            "mark" => {
                state.marked.borrow_mut()[driver] = true;
                Ok(RtValue::Void)
            }
            "take_mark" => {
                let mark = std::mem::take(&mut state.marked.borrow_mut()[driver]);
                Ok(RtValue::Int(i64::from(mark)))
            }
            "starts" => {
                state.at_start.set(true);
                Ok(RtValue::Void)
            }
            "waits" => Ok(RtValue::Int(0)),
            "say_again" => {
                state.again.set(true);
                Ok(RtValue::Void)
            }
            "again" => Ok(RtValue::Int(i64::from(state.again.take()))),
            "set_i" | "set_r" | "set_f" => {
                state.transfer.borrow_mut().set(kind(name), driver, number(1));
                Ok(RtValue::Void)
            }
            "get_i" | "get_r" | "get_f" => {
                Ok(value(state.transfer.borrow().get(kind(name), driver), result))
            }
            "result_i" | "result_r" | "result_f" => {
                Ok(value(state.transfer.borrow().result[kind(name) as usize], result))
            }
            "warm" => {
                let pass = match state.at_start.take() {
                    true => Arrival::Start,
                    false => Arrival::Loop,
                };
                let tick = || jit.tick(driver, pass, &state.transfer.borrow());
                state.warm.set(jit.cpu.mem().lend(interp, LlInterp::new(nothing), tick));
                Ok(RtValue::Int(i64::from(state.warm.get() != Tick::Cold)))
            }
            "run" => {
                // The program may come here again before this ends: work on a copy.
                let mut transfer = state.transfer.borrow().clone();
                let tick = state.warm.get();
                let enter = || jit.enter_warm(driver, tick, &mut transfer);
                let outcome = jit.cpu.mem().lend(interp, LlInterp::new(nothing), enter);
                state.transfer.replace(transfer);
                match outcome {
                    JitOutcome::Exception => {
                        let exc = jit.cpu.mem().take_exc();
                        Err(Outcome::Raised { class: interp.class_name(exc), exc })
                    }
                    JitOutcome::Continue => {
                        Ok(RtValue::Int(JitOutcome::ContinueRunningNormally as i64))
                    }
                    outcome => Ok(RtValue::Int(outcome as i64)),
                }
            }
            "quasi_immutable_written" => Ok(value(jit.quasi_immutable_written(number(0)), result)),
            "force" => {
                let force = || jit.force(number(0));
                Ok(value(jit.cpu.mem().lend(interp, LlInterp::new(nothing), force), result))
            }
            // Nobody prints tracebacks here.
            "traceback" => Ok(value(0, result)),
            _ => return None,
        })
    })
}

fn kind(name: &str) -> Kind {
    match name.as_bytes().last() {
        Some(b'r') => Kind::Ref,
        Some(b'f') => Kind::Float,
        _ => Kind::Int,
    }
}

/// A type of values that a command line can give.
pub fn parse_value(p: &Program, text: &str, ty: Type) -> Result<RtValue, String> {
    let bad = || format!("`{text}` is no {}", flowmodel::text::Names::new(p).ty(ty));
    let v = match ty {
        Type::Float => text.parse().map(RtValue::Float).ok(),
        Type::Bool => text.parse().map(RtValue::Bool).ok(),
        Type::Char => match text.as_bytes() {
            [byte] => Some(RtValue::Char(*byte)),
            _ => None,
        },
        Type::Ptr(_) | Type::GcRef => {
            let name = text.strip_prefix('$').unwrap_or(text);
            let object = p.heap.iter().find(|(_, o)| *o.name == *name).map(|(id, _)| id);
            let object = object.and_then(|o| RtValue::from_const(&flowmodel::Const::Obj(o)));
            object.filter(|v| LlInterp::new(p).check_type(*v, ty).is_ok())
        }
        ty if ty.is_integral() => text.parse().ok().and_then(|n| RtValue::from_wide(n, ty)),
        _ => None,
    };
    v.ok_or_else(bad)
}
