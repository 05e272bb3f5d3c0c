//! `translate test-jit`: the program untranslated, with its JIT, for the tests of interpreters.

use crate::cli::{Cli, Generation, Opt};
use crate::driver;
use crate::expect::Expectation;
use crate::failure::{Failure, Res, Sources};
use crate::log::{self, Section};
use crate::{Translation, lab::Which};
use clap::Parser;
use flowmodel::Program;
use flowmodel::diag::Span;
use flowmodel::llinterp::{LlInterp, Outcome};
use lab::untranslated::{Run, STEPS, call_as_process, run_program, run_program_with_jit};
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Sections of the log that are asked for. (Counting entries needs machine code.)
const SECTIONS: &str = "jit-log-noopt,jit-log-opt,jit-abort,jit-resume,jit-summary";

/// Runs a program untranslated, with its JIT: graphs are interpreted, so are traces, and no C compiler is needed.
///
/// The program runs twice, without the JIT and with it. Where the two differ the JIT was told what is not true (`@elidable`,
/// `_immutable_fields_`, …), and the command says how they differ. Traces are made much earlier than in a translated program, so a few
/// rounds of a loop are enough. The output is the program's; what the JIT did is told on standard error.
#[derive(Parser, Debug)]
#[command(name = "translate test-jit", bin_name = "translate test-jit", max_term_width = 100)]
pub struct TestJit {
    /// Parameters as in TRACEWRIGHT_JIT; threshold and function_threshold are 3 here, trace_eagerness is 2
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    pub jit: String,
    /// Traces that are shown, on standard error
    #[arg(long, value_enum, value_name = "WHICH", default_value = "nothing")]
    pub show: Which,
    /// Operations that the loops' bodies must contain, all in all: `new_with_vtable=0`, `call*<=2`, `int_add>=1`; separated by commas
    #[arg(long, value_name = "COUNTS", value_delimiter = ',')]
    pub expect: Vec<Expectation>,
    /// Write the JIT's log, as PYPYLOG does (`translate view --jit` shows it)
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Python of files that do not name theirs (as for translating)
    #[arg(long, value_enum, value_name = "GENERATION")]
    pub python: Option<Generation>,
    /// The program
    pub file: PathBuf,
    /// Its arguments; options of this command stand in front of FILE
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<String>,
}

/// Says how a run ended, in words, and gives its exit code.
fn end(run: &Run) -> (String, u8) {
    match &run.result {
        _ if run.exit_code.is_some() => {
            let code = run.exit_code.unwrap_or(0) as u8;
            (format!("ends with the exit code {code}"), code)
        }
        Ok(v) => {
            let code = v.as_wide().unwrap_or(-1) as u8;
            (format!("ends with the exit code {code}"), code)
        }
        Err(Outcome::Raised { class, .. }) => (format!("ends with {class}"), 1),
        Err(Outcome::Fault(why)) => (format!("cannot go on: {why}"), 1),
    }
}

/// Says where two outputs differ: the line's number and what each has there.
fn difference(without: &[u8], with: &[u8]) -> Option<String> {
    if without == with {
        return None;
    }
    let lines = |text: &[u8]| -> Vec<String> {
        text.split(|b| *b == b'\n').map(|l| String::from_utf8_lossy(l).into_owned()).collect()
    };
    let (a, b) = (lines(without), lines(with));
    let n = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let of = |lines: &[String]| lines.get(n).map_or("nothing".into(), |l| format!("`{l}`"));
    Some(format!(
        "line {} of the output is {} without the JIT and {} with it",
        n + 1,
        of(&a),
        of(&b)
    ))
}

/// The place in the user's files where a fault has stopped the program.
fn own_place(run: &Run, sources: &Sources) -> Option<String> {
    let sources = sources.borrow();
    let own = |span: &&Span| {
        let file = sources.get(span.file);
        file.is_some_and(|f| !f.path.starts_with("<embedded>"))
    };
    sources.place(*run.fault_places.iter().find(own)?)
}

/// The outcome of a test.
struct Tested {
    run: Run,
    /// Messages about what is not as it should be.
    wrong: Vec<String>,
}

fn test(
    t: &TestJit,
    (plain, split): (&Program, &Program),
    jit: codewriter::Jit,
    (params, sources): (&metainterp::Params, &Sources),
) -> Res<Tested> {
    let mut stdin = vec![];
    if !std::io::stdin().is_terminal() {
        std::io::stdin().lock().read_to_end(&mut stdin)?;
    }
    let file = t.file.to_string_lossy();
    let words: Vec<&str> =
        std::iter::once(&*file).chain(t.args.iter().map(String::as_str)).collect();
    let begin = |interp: &mut LlInterp<'_>| call_as_process(interp, &stdin, &words);
    let without = run_program(plain, &begin);
    if let Err(Outcome::Fault(why)) = &without.result
        && without.exit_code.is_none()
    {
        let hint = if why.contains("step limit") {
            format!(" (a run may take {STEPS} operations: give the test a smaller guest program)")
        } else {
            String::new()
        };
        let place = own_place(&without, sources).unwrap_or_else(|| file.to_string());
        return Err(Failure::Io(format!(
            "{place}: the low-level interpreter cannot run this: {why}{hint}"
        )));
    }
    let run = run_program_with_jit(split, jit, SECTIONS, |p| *p = params.clone(), &begin);
    let run = run.map_err(|m| Failure::Internal("test-jit", m, String::new()))?;
    let mut wrong = vec![];
    let (ends, _) = end(&without);
    let (ended, _) = end(&run);
    wrong.extend(difference(&without.stdout, &run.stdout));
    if ends != ended {
        wrong.push(format!("the program {ends} without the JIT and {ended} with it"));
    }
    if !wrong.is_empty() {
        wrong.push(
            "a hint may promise what is not true: @elidable, _immutable_fields_, @loop_invariant, …".into(),
        );
    }
    Ok(Tested { run, wrong })
}

fn tested(t: &TestJit, cli: &Cli, sources: &Sources) -> Res<ExitCode> {
    let mut params = metainterp::Params {
        threshold: 3,
        function_threshold: 3,
        trace_eagerness: 2,
        ..Default::default()
    };
    params.parse(&t.jit).map_err(|m| Failure::Io(format!("--jit: {m}")))?;
    let (plain, split, jit) = Translation::of_program(cli.clone(), sources).jitted()?;
    let Tested { run, mut wrong } = test(t, (&plain, &split), jit, (&params, sources))?;
    let traces = log::sections(&run.log);
    let loops: Vec<&Section> = traces.iter().filter(|s| s.is_loop()).collect();
    let bridges = traces.iter().filter(|s| s.kind == "bridge").count();
    let broken = t.expect.iter().filter_map(|e| e.check(&loops));
    wrong.extend(broken.flat_map(|b| b.told(&loops)));
    if let Some(file) = &t.log {
        write(file, run.log.as_bytes())?;
    }
    // A reader that has seen enough is no error.
    let _ = std::io::stdout().lock().write_all(&run.stdout);
    let mut said = String::from_utf8_lossy(&run.stderr).into_owned();
    said += &shown(t.show, &run.log);
    said += &format!(
        "test-jit: {} loops, {bridges} bridges, {} other traces; {} operations interpreted, {} in traces\n",
        loops.len(),
        traces.len() - loops.len() - bridges,
        run.interpreted,
        run.in_traces
    );
    wrong.iter().for_each(|w| said += &format!("test-jit: {w}\n"));
    let _ = std::io::stderr().lock().write_all(said.as_bytes());
    Ok(ExitCode::from(if wrong.is_empty() { end(&run).1 } else { 1 }))
}

fn write(file: &Path, text: &[u8]) -> Res<()> {
    std::fs::write(file, text).map_err(|e| Failure::Io(format!("{}: {e}", file.display())))
}

/// The traces that are wanted.
fn shown(which: Which, text: &str) -> String {
    let wanted = |name: &str| match which {
        Which::Both => name.starts_with("jit-log-"),
        Which::Recorded => name.starts_with("jit-log-noopt-"),
        Which::Optimized => name.starts_with("jit-log-opt-"),
        Which::Nothing => false,
    };
    let sections = log::all_sections(text).filter(|(name, _)| wanted(name) || name == "jit-abort");
    sections.map(|(_, lines)| lines.iter().map(|l| format!("{l}\n")).collect::<String>()).collect()
}

/// Runs the command; the exit code is the program's, or 1 if it is wrong or what is expected of the traces is not there.
pub fn run(t: &TestJit) -> ExitCode {
    let cli = Cli { python: t.python, opt: Opt::Jit, ..Cli::of(&t.file) };
    let sources = Sources::default();
    match tested(t, &cli, &sources) {
        Ok(code) => code,
        Err(failure) => driver::report(failure, &cli, &sources),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        assert_eq!(difference(b"1\n2\n", b"1\n2\n"), None);
        let said = difference(b"1\n2\n", b"1\n3\n").expect("they differ");
        assert_eq!(said, "line 2 of the output is `2` without the JIT and `3` with it");
        assert!(
            difference(b"1\n2", b"1")
                .is_some_and(|d| d.contains("`2` without the JIT and nothing"))
        );
    }
}
