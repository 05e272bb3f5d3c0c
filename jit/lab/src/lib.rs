//! # lab: small programs in text, and what the JIT's parts make of them
//!
//! Programs in the low-level text format (`docs/TEXT-FORMAT.md`) are run, specialised and traced without being translated. Nothing
//! here is an algorithm: graphs go to the partial evaluator ([`peval`]), to the codewriter and, over the low-level interpreter
//! as memory ([`memory`]), to the JIT itself ([`untranslated`]), traces in text to the optimiser ([`optimise`]). Whole programs that
//! the front end made run likewise (`translate test-jit`), with the files of this [`machine`].
//! `docs/partial-evaluation-and-tracing.md` shows what it is good for.

pub mod machine;
pub mod memory;
mod optimise;
pub mod untranslated;

pub use optimise::optimise;
pub use peval::Limits;

use flowmodel::eval::RtValue;
use flowmodel::llinterp::Outcome;
use flowmodel::text::{Names, parse_program, print_graph};
use flowmodel::verify::verify_program;
use flowmodel::{
    Body, Const, FuncAttrs, FuncId, Function, Level, Link, LlGraph, LlOp, Program, Type, Value,
};
use std::fmt::Write as _;
use untranslated::{Run, parse_value, run, run_with_jit};

/// Word of a command line that stands for an argument that is not known.
pub const UNKNOWN: &str = "_";

/// Says which traces are shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Show {
    /// Traces are shown as they were recorded, and behind the optimiser.
    Both,
    /// Traces are shown as they were recorded.
    Recorded,
    /// Traces are shown as they are behind the optimiser.
    Optimised,
    /// None.
    Nothing,
}

/// Reads a program.
///
/// Errors: it is not one.
pub fn parse(text: &str) -> Result<Program, String> {
    let p = parse_program(text).map_err(|e| e.to_string())?;
    verify_program(&p).map_err(|e| e.to_string())?;
    match (p.entry, p.level) {
        (None, _) => Err("the program has no `entry`".into()),
        (_, Level::Rtyped) => Ok(p),
        (_, level) => Err(format!("the program is at the level {level:?}, not rtyped")),
    }
}

fn parameters(p: &Program) -> (FuncId, &[Type]) {
    let entry = p.entry.expect("tested by `parse`");
    (entry, &p.types.funcs[p.funcs[entry].ty].args)
}

fn counted<'a>(p: &Program, args: &'a [String]) -> Result<&'a [String], String> {
    let (entry, types) = parameters(p);
    match types.len() == args.len() {
        true => Ok(args),
        false => Err(format!(
            "{} takes {} arguments, not {}",
            Names::new(p).func(entry),
            types.len(),
            args.len()
        )),
    }
}

fn values(p: &Program, args: &[String]) -> Result<Vec<RtValue>, String> {
    let types = parameters(p).1;
    counted(p, args)?.iter().zip(types).map(|(a, ty)| parse_value(p, a, *ty)).collect()
}

/// Output and result of a run, one `=` line.
fn ended(p: &Program, r: &Run) -> String {
    let mut out = String::from_utf8_lossy(&r.stdout).into_owned();
    let ty = p.types.funcs[p.funcs[parameters(p).0].ty].result;
    let took = match r.in_traces {
        0 => format!("{} operations", r.interpreted),
        n => format!("{} operations interpreted, {n} in traces", r.interpreted),
    };
    let result = match &r.result {
        Ok(v) => {
            let known = v.to_const(ty).filter(|c| match c {
                Const::Obj(o) => p.heap.get(*o).is_some(),
                _ => true,
            });
            let text = known.map(|c| Names::new(p).constant(&c, &[]));
            format!("= {}", text.unwrap_or_else(|| "an object".into()))
        }
        Err(Outcome::Raised { class, .. }) => format!("raises {class}"),
        Err(Outcome::Fault(message)) => format!("fault: {message}"),
    };
    let _ = writeln!(out, "{result}    ({took})");
    out
}

/// Runs the program, and tells the result.
///
/// Errors: the arguments do not fit.
pub fn interpret(p: &Program, args: &[String]) -> Result<String, String> {
    Ok(ended(p, &run(p, &values(p, args)?)?))
}

/// An entry point that passes constants for the arguments that are known, and takes the others.
fn bind(p: &mut Program, args: &[String]) -> Result<(), String> {
    let (entry, types) = parameters(p);
    let types = types.to_vec();
    counted(p, args)?;
    let result = p.types.funcs[p.funcs[entry].ty].result;
    let span = p.funcs[entry].span;
    let exc = |s: Option<flowmodel::StructId>| s.map_or(Type::Void, Type::Ptr);
    let mut g = LlGraph::new("residual", result, (exc(p.exc.vtable), exc(p.exc.object)));
    let start = g.startblock;
    let mut call = vec![Value::Const(Const::Func(entry))];
    let mut unknown = vec![];
    for (arg, ty) in args.iter().zip(types) {
        if arg == UNKNOWN {
            let v = g.new_var("p", ty);
            g.blocks[start].inputargs.push(v);
            unknown.push(ty);
            call.push(v.into());
        } else {
            let v = parse_value(p, arg, ty)?;
            call.push(Value::Const(v.to_const(ty).expect("no address in raw memory")));
        }
    }
    let r = g.add_op(start, LlOp::DirectCall, call, "r", result, span);
    g.blocks[start].exits = vec![Link::new(g.returnblock, vec![r.into()])];
    let ty = p.types.func(unknown, result);
    let (name, attrs) = ("residual".into(), FuncAttrs::default());
    p.entry = Some(p.funcs.push(Function { name, ty, body: Body::Graph(g), attrs, span }));
    Ok(())
}

fn blocks(p: &Program, functions: &[FuncId]) -> usize {
    functions.iter().filter_map(|f| p.funcs[*f].graph()).map(|g| g.reachable().len()).sum()
}

/// The program for those of its arguments that are not [`UNKNOWN`]; its entry takes the others.
///
/// Errors: the arguments do not fit; the specialiser refuses the program.
pub fn residual(p: &Program, args: &[String], limits: &Limits) -> Result<Program, String> {
    let mut bound = p.clone();
    bind(&mut bound, args)?;
    Ok(specialised(&bound, limits)?.0)
}

/// The program for the arguments that are known, and the functions that are new in it.
fn specialised(
    p: &Program,
    limits: &Limits,
) -> Result<(Program, peval::Report, Vec<FuncId>), String> {
    let before = p.funcs.len();
    let mut p = p.clone();
    let report = peval::specialise(&mut p, limits).map_err(|e| {
        let notes = e.notes.iter().map(|n| format!("\n  {n}"));
        notes.fold(e.message.clone(), |all, n| all + &n)
    })?;
    verify_program(&p).map_err(|e| e.to_string())?;
    let new = p.entry.into_iter().chain(p.funcs.keys().skip(before)).collect();
    Ok((p, report, new))
}

/// Specialises the program for those of its arguments that are not [`UNKNOWN`]. Shows what is left, and runs that with each of
/// `then` for the others. `limits.tidy` unset: as it is before the clean-up.
///
/// Errors: the arguments do not fit; the specialiser refuses the program.
pub fn specialise(
    p: &Program,
    args: &[String],
    limits: &Limits,
    then: &[Vec<String>],
) -> Result<String, String> {
    let mut bound = p.clone();
    bind(&mut bound, args)?;
    let (mut p, report, new) = specialised(&bound, limits)?;
    let mut out = format!("; {report}\n");
    for w in report.warnings() {
        let _ = writeln!(out, "; warning: {}", w.message);
    }
    if limits.tidy {
        let (raw, _, all) = specialised(&bound, &Limits { tidy: false, ..limits.clone() })?;
        for f in &new {
            let body = std::mem::replace(&mut p.funcs[*f].body, Body::Declared);
            let Body::Graph(mut g) = body else { continue };
            backendopt::simplify::simplify(&p, *f, &mut g);
            p.funcs[*f].body = Body::Graph(g);
        }
        let (before, after) = (blocks(&raw, &all), blocks(&p, &new));
        let _ = writeln!(out, "; {before} blocks before the clean-up, {after} behind it");
    }
    let names = Names::new(&p);
    new.iter().for_each(|f| out += &print_graph(&names, *f));
    for args in then {
        out += &interpret(&p, args)?;
    }
    Ok(out)
}

/// Runs the program with a JIT, and shows its traces. `settings` are those of `TRACEWRIGHT_JIT`.
///
/// Errors: the arguments or settings do not fit; the codewriter refuses the program.
pub fn trace(p: &Program, args: &[String], settings: &str, show: Show) -> Result<String, String> {
    let values = values(p, args)?;
    let mut params = metainterp::Params { threshold: 3, trace_eagerness: 3, ..Default::default() };
    params.parse(settings)?;
    let sections = match show {
        Show::Both => "jit-log-noopt,jit-log-opt,jit-abort",
        Show::Recorded => "jit-log-noopt,jit-abort",
        Show::Optimised => "jit-log-opt,jit-abort",
        Show::Nothing => "jit-abort",
    };
    let run = run_with_jit(p, &values, sections, |p| *p = params.clone())?;
    let mut out: String = run.warnings.iter().map(|w| format!("; warning: {w}\n")).collect();
    for line in run.log.lines() {
        // `[1] {section` and `[2] section}`
        match line.split_once("] ").filter(|(time, _)| time.starts_with('[')) {
            Some((_, section)) if section.starts_with('{') => {
                out += match section {
                    s if s.starts_with("{jit-log-noopt") => "; recorded\n",
                    s if s.starts_with("{jit-log-opt") => "; optimised\n",
                    _ => "; given up\n",
                };
            }
            Some((_, section)) if section.ends_with('}') => {}
            _ => {
                out += line;
                out.push('\n');
            }
        }
    }
    Ok(out + &ended(p, &run))
}
