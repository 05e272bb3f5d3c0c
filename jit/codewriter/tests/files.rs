//! Text programs in, portal graphs and disassembled jitcodes out. `BLESS=1` rewrites the expected files.

use codewriter::apply_jit;
use codewriter::infer::add_hints;
use flowmodel::text::{Names, parse_program, print_graph, print_program};
use flowmodel::verify::verify_program;
use jitmodel::JitProgram;
use jitmodel::jitcode::disassemble;
use std::path::Path;

fn output(text: &str) -> String {
    let mut p = parse_program(text).unwrap();
    verify_program(&p).unwrap();
    let before: Vec<_> = p.funcs.keys().collect();
    let jit = match apply_jit(&mut p) {
        Ok(Some(j)) => j,
        Ok(None) => return "no merge point\n".into(),
        Err(e) => return format!("error: {e}\n"),
    };
    verify_program(&p).unwrap_or_else(|e| panic!("{e}\n{}", print_program(&p)));
    let bytes: &'static [u8] = jit.program.to_bytes().leak();
    assert_eq!(JitProgram::from_bytes(bytes).unwrap().to_bytes(), bytes);
    let names = Names::new(&p);
    let mut out = String::new();
    for f in p.funcs.keys() {
        let external = matches!(p.funcs[f].body, flowmodel::Body::External(_));
        let split = print_graph(&names, f).contains("_portal");
        if !external && (split || !before.contains(&f)) {
            out.push_str(&print_graph(&names, f));
        }
    }
    for (i, c) in jit.program.jitcodes.iter().enumerate() {
        out.push_str(&format!("{i}: "));
        out.push_str(&disassemble(c, &jit.program.descrs, &jit.program.liveness));
    }
    for (i, a) in jit.program.addresses.iter().enumerate() {
        out.push_str(&format!("addr{i} = {a}\n"));
    }
    for (d, x) in jit.program.descrs.iter() {
        if let jitmodel::Descr::Switch(_) | jitmodel::Descr::Call(_) = x {
            out.push_str(&format!("{}: {x:?}\n", d.0));
        }
    }
    for d in &jit.program.jitdrivers {
        out.push_str(&format!("{d:?}\n"));
    }
    out
}

fn inferred(text: &str) -> String {
    let mut p = parse_program(text).unwrap();
    verify_program(&p).unwrap();
    add_hints(&mut p);
    let got = print_program(&p);
    verify_program(&p).unwrap_or_else(|e| panic!("{e}\n{got}"));
    got
}

/// Each text of a folder gives what is expected.
fn texts(folder: &str, output: impl Fn(&str) -> String) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let got = output(&std::fs::read_to_string(&path).unwrap());
        let expected = path.with_extension("out");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &got).unwrap();
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(got, want, "{} (BLESS=1 rewrites it)", path.display());
    }
}

#[test]
fn files() {
    texts("files", output);
}

/// The programs with the hints that are known.
#[test]
fn hints() {
    texts("inferred", inferred);
}
