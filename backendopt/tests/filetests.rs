//! Runs `files/*.ll`: parses the program, executes the `; run:` lines on the low-level interpreter, applies the
//! passes of `; test pass=…` (with the verifier after each), executes them again, and compares the graphs with
//! the text behind `; expect:`. `BLESS=1` rewrites that text.
//!
//! `; with in @f: a, b` and `; without in @f: a, b` say which texts the resulting graph must (not) contain;
//! `; jit knows: @f, @g` which functions compiled code of a JIT calls.

use backendopt::manager::{NoObserver, OptConfig, OptError, pass, run_pass};
use flowmodel::eval::RtValue;
use flowmodel::llinterp::{LlInterp, Outcome};
use flowmodel::text::{Names, parse_program, print_graph};
use flowmodel::{Program, Type};
use std::path::Path;

fn argument(text: &str, ty: Type) -> RtValue {
    let t = text.trim();
    match ty {
        Type::Signed => RtValue::Int(t.parse().expect("int")),
        Type::Bool => RtValue::Bool(t == "true"),
        Type::Char => RtValue::Char(t.trim_matches('\'').as_bytes()[0]),
        Type::Float => RtValue::Float(t.parse().expect("float")),
        _ => panic!("argument {t} of type {ty:?}"),
    }
}

fn show(r: &Result<RtValue, Outcome>) -> String {
    match r {
        Ok(RtValue::Int(n)) => format!("== {n}"),
        Ok(RtValue::Bool(b)) => format!("== {b}"),
        Ok(v) => format!("== {v:?}"),
        Err(Outcome::Raised { class, .. }) => format!("raises {class}"),
        Err(Outcome::Fault(s)) => format!("fault {s}"),
    }
}

fn run_lines(p: &Program, text: &str, when: &str) {
    let mut n = 0;
    for line in text.lines().filter_map(|l| l.strip_prefix("; run: @")) {
        let (name, rest) = line.split_once('(').expect("call");
        let (args, want) = rest.split_once(')').expect("call");
        let f = p.func_by_name(name).unwrap_or_else(|| panic!("no function {name}"));
        let types = &p.types.funcs[p.funcs[f].ty].args;
        let parts = args.split(',').filter(|a| !a.trim().is_empty());
        let args: Vec<_> = parts.zip(types).map(|(a, t)| argument(a, *t)).collect();
        let got = LlInterp::new(p).call(f, &args);
        assert_eq!(show(&got), want.trim(), "{when}: @{line}");
        n += 1;
    }
    assert!(n > 0, "no run lines");
}

fn check_file(path: &Path) {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let (input, expect) = match text.split_once("; expect:\n") {
        Some((i, e)) => (i.to_string(), e.to_string()),
        None => (text.clone(), String::new()),
    };
    let mut source = String::new();
    if input.lines().any(|l| l == "; prelude") {
        source += &std::fs::read_to_string(path.with_file_name("prelude.txt")).expect("prelude");
    }
    source += &input;
    let mut p = parse_program(&source).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    flowmodel::verify::verify_program(&p).unwrap_or_else(|e| panic!("{name}: {e}"));
    run_lines(&p, &input, &format!("{name} before"));
    let passes = input.lines().find_map(|l| l.strip_prefix("; test pass=")).expect("test line");
    let known = input.lines().find_map(|l| l.strip_prefix("; jit knows: ")).unwrap_or_default();
    let func = |name: &str| p.func_by_name(name.trim_start_matches('@')).expect("a function");
    let roots: Vec<_> = known.split(", ").filter(|name| !name.is_empty()).map(func).collect();
    let jit_roots = roots.clone();
    let cfg = OptConfig { verify: true, roots, jit_roots, ..OptConfig::default() };
    for one in passes.split(',') {
        let pass = pass(one.trim()).unwrap_or_else(|| panic!("{name}: no pass {one}"));
        match run_pass(&mut p, pass, &cfg, &mut NoObserver) {
            Ok(_) => {}
            Err(OptError::Internal(e)) => panic!("{name}: {e}\n{}", e.dump),
            Err(e) => panic!("{name}: {e}"),
        }
        run_lines(&p, &input, &format!("{name} after {one}"));
    }
    let names = Names::new(&p);
    let mut out = String::new();
    for (f, func) in p.funcs.iter() {
        let Some(_) = func.graph() else { continue };
        let g = print_graph(&names, f);
        for (word, want) in [("; with in @", true), ("; without in @", false)] {
            for l in input.lines().filter_map(|l| l.strip_prefix(word)) {
                let (fname, texts) = l.split_once(':').expect("with/without");
                if fname != &*func.name {
                    continue;
                }
                for t in texts.split(',').map(str::trim) {
                    assert_eq!(g.contains(t), want, "{name}: {t:?} in\n{g}");
                }
            }
        }
        out += &g;
    }
    let out: String = out.lines().map(|l| format!("; {l}\n")).collect();
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
    let mut failed = vec![];
    for f in files {
        let r = std::panic::catch_unwind(|| check_file(&f));
        if r.is_err() {
            failed.push(f.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    assert!(failed.is_empty(), "failed: {failed:?}");
}
