//! Small programs through annotator and RTyper, run on the low-level interpreter; CPython 3 is the oracle.

#[path = "../../jit/lab/src/machine.rs"]
mod system;

use annotator::{Annotator, Kind, SomeValue};
use flowmodel::diag::{Diagnostic, SourceMap};
use flowmodel::llinterp::LlInterp;
use flowspace::host::{Host, import, run_with_big_stack};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn show(sources: &SourceMap, ds: &[Diagnostic]) -> String {
    let mut out = String::new();
    for d in ds {
        let at = d.primary.map(|s| sources.show(s)).unwrap_or_default();
        out += &format!("{at}: {}\n", d.message);
        for (s, l) in &d.labels {
            out += &format!("    {}: {l}\n", sources.show(*s));
        }
        for n in &d.notes {
            out += &format!("    note: {n}\n");
        }
    }
    out
}

/// The program named by `FILE=`, with the words of `ARGS=` (for people; passes if FILE is not set).
#[test]
fn one_file() {
    let Some(f) = std::env::var_os("FILE") else { return };
    println!(
        "{}",
        run_with_big_stack(
            || run(Path::new(&f), std::env::var_os("JIT").is_some()).unwrap_or_else(|e| e)
        )
    );
}

/// Output of the program on the low-level interpreter.
fn run(path: &Path, jit: bool) -> Result<String, String> {
    let sources = Rc::new(RefCell::new(SourceMap::default()));
    let mut host = Host::new(sources.clone());
    import::add_library_path(&mut host, &root().join("../rlib"));
    rtyper::install(&mut host);
    let fail =
        |stage: &str, ds: Vec<Diagnostic>| format!("{stage}:\n{}", show(&sources.borrow(), &ds));
    let m = import::target(&mut host, path).map_err(|e| fail("import", e))?;
    let entry = match host.getattr_opt(m, "entry_point").ok().flatten() {
        Some(e) => e,
        None => host.getattr_opt(m, "main").ok().flatten().ok_or("no entry_point")?,
    };
    let mut ann = Annotator::new(host);
    ann.jit = jit;
    let l = annotator::new_list_def(&mut ann, annotator::Site::NOWHERE, SomeValue::STR);
    let g =
        ann.annotate_entry(entry, vec![Kind::List(l).into()]).map_err(|e| fail("annotate", e))?;
    ann.complete();
    let jit = ann.jit;
    let prog = (|| {
        let mut rt = rtyper::RTyper::new(&mut ann, rtyper::Options { jit, ..Default::default() })?;
        rt.entry(g)?;
        if jit {
            use flowmodel::Type::{Address, Signed};
            rt.helper("gc_semispace", "malloc_fixed", &[Signed; 2])?;
            rt.helper("gc_semispace", "malloc_varsize", &[Signed; 5])?;
            rt.helper("gc_semispace", "collect", &[])?;
            rt.helper("gc_semispace", "identity_hash", &[Address])?;
        }
        rt.finish()
    })()
    .map_err(|e| fail("rtype", e))?;
    if std::env::var_os("DUMP").is_some() {
        eprintln!("{}", flowmodel::text::print_program(&prog));
    }
    flowmodel::verify::verify_program(&prog).map_err(|e| format!("verify: {e:?}"))?;
    let mut interp = LlInterp::new(&prog);
    interp.world.system = Box::new(system::Machine::default());
    let f = prog.func_by_name("entry_point").or(prog.func_by_name("main"));
    let f = f.ok_or("no entry_point function")?;
    let args = match prog.types.funcs[prog.funcs[f].ty].args.as_slice() {
        [flowmodel::Type::Ptr(s)] => vec![{
            let words = std::env::var("ARGS").unwrap_or_else(|_| "prog arg".into());
            interp.new_list_of_str(*s, &words.split(' ').collect::<Vec<_>>())?
        }],
        _ => vec![],
    };
    let r = interp.call(f, &args);
    let mut out = String::from_utf8_lossy(interp.world.stdout.as_slice()).to_string();
    if let Err(e) = r {
        out += &format!("!! {e:?}\n");
    }
    Ok(out)
}

fn oracle(path: &Path) -> String {
    let o = Command::new("python3")
        .arg("-c")
        .arg("import sys; sys.argv=['prog','arg']; src=open(sys.argv.pop(0) if 0 else PATH).read()\nns={'__name__':'m'}\nexec(compile(src,PATH,'exec'),ns)\nns['entry_point'](['prog','arg'])".replace("PATH", &format!("{:?}", path.to_string_lossy())))
        .env("PYTHONPATH", root().join("../rlib"))
        .output()
        .expect("python3");
    assert!(o.status.success(), "{}", String::from_utf8_lossy(&o.stderr));
    String::from_utf8_lossy(&o.stdout).to_string()
}

/// The interpreters of `targets/`, with JIT markers, and the garbage collector's functions.
#[test]
fn targets_with_jit_markers() {
    for name in ["bf", "regmachine"] {
        let p = root().join(format!("../targets/{name}.rpy"));
        let out = run_with_big_stack(|| run(&p, true)).unwrap_or_else(|e| panic!("{name}: {e}"));
        // Without a program to run they print their usage, on the standard error.
        assert_eq!(out, "", "{name}");
    }
}

#[test]
fn programs() {
    let only = std::env::var("ONLY").ok();
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/programs"))
        .expect("programs")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "rpy"))
        .filter(|p| only.as_ref().is_none_or(|o| p.to_string_lossy().contains(o.as_str())))
        .collect();
    files.sort();
    let mut bad = vec![];
    for f in files {
        let want = oracle(&f);
        let got = run_with_big_stack(|| run(&f, false));
        let name = f.file_name().expect("name").to_string_lossy().to_string();
        match got {
            Ok(g) if g == want => {}
            Ok(g) => bad.push(format!("== {name}: output differs\n-- want\n{want}\n-- got\n{g}")),
            Err(e) => bad.push(format!("== {name}: {e}")),
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Tests that what is not supported is a diagnostic with the place, never a panic.
#[test]
fn unsupported_constructs_are_reported() {
    let dir = tempfile::tempdir().expect("folder");
    let cases = [
        ("print(argv.__class__)", "__class__"),
        ("print(len(range(len(argv))[1:2]))", "a slice of a range"),
    ];
    for (i, (body, want)) in cases.iter().enumerate() {
        let p = dir.path().join(format!("case{i}.rpy"));
        let text = format!("import os\ndef entry_point(argv):\n    {body}\n    return 0\n");
        std::fs::write(&p, text).expect("write");
        let err = run_with_big_stack(|| run(&p, false)).expect_err(want);
        assert!(err.contains(want) && err.contains(".rpy:"), "{want}: {err}");
    }
}
