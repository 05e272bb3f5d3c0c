//! Annotates the programs in `tests/files/*.rpy` and compares what is inferred with the `.txt` beside them
//! (`BLESS=1` rewrites it). The first line of a program is `# annotate: function(type, …)`; each
//! program is also annotated with the worklist in several pseudo-random orders, with the same result.

use annotator::{Annotator, IntSize, Kind, SomeValue};
use flowmodel::diag::{Diagnostic, SourceMap};
use flowspace::host::{Host, import, run_with_big_stack};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRng, TestRunner};
use std::cell::RefCell;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

fn arg(a: &mut Annotator, text: &str) -> SomeValue {
    match text {
        "int" => SomeValue::INT,
        "nonneg" => SomeValue::NONNEG,
        "r_uint" => SomeValue::UINT,
        "r_int32" => SomeValue::integer(false, false, IntSize::Half),
        "float" => SomeValue::FLOAT,
        "bool" => SomeValue::BOOL,
        "char" => SomeValue::CHAR,
        "str" => SomeValue::STR,
        "str?" => SomeValue::STR_OR_NONE,
        "unicode" => SomeValue::UNICODE,
        "[str]" => {
            Kind::List(annotator::new_list_def(a, annotator::Site::NOWHERE, SomeValue::STR)).into()
        }
        "[int]" => {
            Kind::List(annotator::new_list_def(a, annotator::Site::NOWHERE, SomeValue::INT)).into()
        }
        other => panic!("unknown type {other}"),
    }
}

fn show(out: &mut String, map: &SourceMap, dir: &Path, d: &Diagnostic) {
    let place = |s| map.show(s).replace(&format!("{}/", dir.display()), "");
    let at = d.primary.map_or("?".to_string(), place);
    let _ = writeln!(out, "{:?}[{}] {at}: {}", d.severity, d.code, d.message);
    for (s, t) in &d.labels {
        let _ = writeln!(out, "    {}: {t}", place(*s));
    }
    for n in &d.notes {
        let _ = writeln!(out, "    note: {n}");
    }
}

/// Annotates a file; blocks are taken in the order that `rng` gives, if there is one.
fn run(path: &Path, rng: Option<TestRng>) -> String {
    let text = std::fs::read_to_string(path).expect("readable");
    let dir = path.parent().expect("folder");
    let head = text.lines().next().unwrap_or("");
    let spec = head.strip_prefix("# annotate: ").expect("first line: # annotate: f(types)");
    let (func, args) = spec.split_once('(').expect("f(types)");
    let args = args.trim_end().trim_end_matches(')');
    let sources = Rc::new(RefCell::new(SourceMap::default()));
    let mut host = Host::new(sources.clone());
    let rlib = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rlib");
    import::add_library_path(&mut host, &rlib);
    annotator::install_from(&mut host, &rlib.join("builtins"));
    import::add_library_path(&mut host, &rlib.join("hostlib"));
    let mut out = String::new();
    let m = match import::target(&mut host, path) {
        Ok(m) => m,
        Err(ds) => {
            ds.iter().for_each(|d| show(&mut out, &sources.borrow(), dir, d));
            return out;
        }
    };
    let f = host.getattr_opt(m, func.trim()).ok().flatten().expect("entry function");
    let mut a = Annotator::new(host);
    a.work.order = rng.map(|mut rng| Box::new(move |n: usize| rng.random_range(0..n)) as _);
    a.jit = text.contains("# jit");
    let args: Vec<SomeValue> =
        args.split(',').map(str::trim).filter(|t| !t.is_empty()).map(|t| arg(&mut a, t)).collect();
    match a.annotate_entry(f, args) {
        Ok(_) => {
            a.complete();
            out.push_str(&annotator::dump(&a));
        }
        Err(ds) => ds.iter().for_each(|d| show(&mut out, &sources.borrow(), dir, d)),
    }
    for w in &a.reports.warnings {
        show(&mut out, &sources.borrow(), dir, w);
    }
    out
}

#[test]
fn files() {
    run_with_big_stack(|| {
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files");
        let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
            .expect("tests/files")
            .filter_map(|e| Some(e.ok()?.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "rpy"))
            .filter(|p| !p.ends_with("samples.rpy"))
            .collect();
        files.sort();
        let only = std::env::var("FILETEST").ok();
        let mut failed = vec![];
        for f in files {
            let name = f.file_stem().expect("stem").to_string_lossy().into_owned();
            if only.as_ref().is_some_and(|o| !name.contains(o.as_str())) {
                continue;
            }
            let got = run(&f, None);
            let expected = f.with_extension("txt");
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&expected, &got).expect("writable");
            }
            let want = std::fs::read_to_string(&expected).unwrap_or_default();
            if got != want {
                failed.push(format!("{name}: got\n{got}\nexpected\n{want}"));
            }
            // Which of two places that do not agree is blamed may differ, not whether there is an error.
            let config = ProptestConfig {
                cases: 3,
                failure_persistence: None,
                rng_seed: RngSeed::Fixed(1),
                ..ProptestConfig::default()
            };
            let orders = Just(()).prop_perturb(|(), rng| rng);
            let result = TestRunner::new(config).run(&orders, |rng| {
                let other = run(&f, Some(rng));
                if got.contains("Error[") {
                    prop_assert!(other.contains("Error["), "another order finds no error");
                } else {
                    prop_assert!(other == got, "another order gives\n{other}\ninstead of\n{got}");
                }
                Ok(())
            });
            failed.extend(result.err().map(|e| format!("{name}: {e}")));
        }
        assert!(failed.is_empty(), "{}", failed.join("\n----\n"));
    });
}
