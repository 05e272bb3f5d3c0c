//! Runs `files/*.ll`: parses the program, executes the `; run:` lines on the low-level interpreter, specialises the entry point,
//! executes them again before and after the clean-up, and compares the report and the residual functions with the text behind
//! `; expect:`. `BLESS=1` rewrites that text.
//!
//! `; limits: variants=2` sets limits. `; error: text` instead of run lines: what specialisation must say.

use flowmodel::eval::RtValue;
use flowmodel::llinterp::{LlInterp, Outcome};
use flowmodel::text::{Names, parse_program, print_graph};
use flowmodel::verify::verify_program;
use flowmodel::{FuncId, Program};
use peval::{Limits, specialise};
use std::path::Path;

fn show(r: &Result<RtValue, Outcome>) -> String {
    match r {
        Ok(RtValue::Int(n)) => format!("== {n}"),
        Ok(v) => format!("== {v:?}"),
        Err(Outcome::Raised { class, .. }) => format!("raises {class}"),
        Err(Outcome::Fault(s)) => format!("fault {s}"),
    }
}

/// Executes the run lines; how many there are.
fn run_lines(p: &Program, text: &str, when: &str) -> usize {
    let mut n = 0;
    for line in text.lines().filter_map(|l| l.strip_prefix("; run: ")) {
        let (args, want) = line.split_once(' ').expect("arguments and result");
        let args: Vec<RtValue> =
            args.split(',').map(|a| RtValue::Int(a.parse().expect("a number"))).collect();
        let got = LlInterp::new(p).call(p.entry.expect("an entry"), &args);
        assert_eq!(show(&got), want.trim(), "{when}: {line}");
        n += 1;
    }
    n
}

fn limits(text: &str) -> Limits {
    let mut limits = Limits::default();
    for word in
        text.lines().filter_map(|l| l.strip_prefix("; limits: ")).flat_map(str::split_whitespace)
    {
        let (name, value) = word.split_once('=').expect("name=value");
        let value: usize = value.parse().expect("a number");
        match name {
            "variants" => limits.variants = value,
            "merge_variants" => limits.merge_variants = value,
            "operations" => limits.operations = value as u64,
            _ => panic!("no limit {name}"),
        }
    }
    limits
}

/// The program, specialised.
fn specialised(source: &str, limits: &Limits) -> Result<(Program, String), String> {
    let mut p = parse_program(source).unwrap_or_else(|e| panic!("{e:?}"));
    verify_program(&p).unwrap_or_else(|e| panic!("{e}"));
    let report = specialise(&mut p, limits).map_err(|e| e.message)?;
    verify_program(&p).unwrap_or_else(|e| panic!("{e}"));
    let said: Vec<String> =
        report.warnings().into_iter().map(|w| format!("warning: {}", w.message)).collect();
    Ok((p, format!("{report}\n{}", said.join("\n"))))
}

fn blocks(p: &Program, all: &[FuncId]) -> usize {
    all.iter().filter_map(|f| p.funcs[*f].graph()).map(|g| g.reachable().len()).sum()
}

fn check_file(path: &Path) {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let (input, expect) = text.split_once("; expect:\n").unwrap_or((&text, ""));
    let prelude = std::fs::read_to_string(path.with_file_name("prelude.txt")).expect("prelude");
    let source = format!("{prelude}{input}");
    let before = parse_program(&source).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let limits = limits(input);
    let mut out = String::new();
    if let Some(error) = input.lines().find_map(|l| l.strip_prefix("; error: ")) {
        let e = specialised(&source, &limits).expect_err("an error");
        assert!(e.contains(error), "{name}: {e}");
    } else {
        assert!(run_lines(&before, input, &format!("{name} before")) > 0, "{name}: no run lines");
        let (raw, _) =
            specialised(&source, &Limits { tidy: false, ..limits.clone() }).expect("raw");
        run_lines(&raw, input, &format!("{name} raw"));
        let (mut p, said) = specialised(&source, &limits).expect("tidy");
        let new: Vec<FuncId> =
            p.entry.into_iter().chain(p.funcs.keys().skip(before.funcs.len())).collect();
        let (many, fewer) = (blocks(&raw, &new), blocks(&p, &new));
        for f in &new {
            let body = std::mem::replace(&mut p.funcs[*f].body, flowmodel::Body::Declared);
            let flowmodel::Body::Graph(mut g) = body else { continue };
            backendopt::simplify::simplify(&p, *f, &mut g);
            p.funcs[*f].body = flowmodel::Body::Graph(g);
        }
        run_lines(&p, input, &format!("{name} after"));
        out = format!("{said}\n{many} blocks, {fewer} after the clean-up\n");
        let names = Names::new(&p);
        new.iter().for_each(|f| out += &print_graph(&names, *f));
    }
    let out: String = out.lines().filter(|l| !l.is_empty()).map(|l| format!("; {l}\n")).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{input}; expect:\n{out}")).expect("writable");
    } else {
        assert_eq!(out, expect, "{name}: run with BLESS=1 to accept");
    }
}

#[test]
fn files() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .expect("files")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    let failed: Vec<_> =
        files.iter().filter(|f| std::panic::catch_unwind(|| check_file(f)).is_err()).collect();
    assert!(failed.is_empty(), "failed: {failed:?}");
}
