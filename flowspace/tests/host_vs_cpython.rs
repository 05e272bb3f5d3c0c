//! Runs each program of `tests/host/` in the host space and under CPython 3, and compares what they
//! print. A file `NAME.out` beside a program takes CPython's place where the two languages differ
//! on purpose (Python 2 forms, byte strings).

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use flowspace::SourceMap;
use flowspace::host::{Host, collect, import, run_with_big_stack, streams};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of CPython's own modules.
fn library_of_cpython() -> Option<PathBuf> {
    let question = "import sysconfig; print(sysconfig.get_path('stdlib'))";
    let answer = Command::new("python3").args(["-c", question]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim_end()))
}

/// Output of the program in the host, and its diagnostics if it failed; with `often` objects are freed at once.
fn run_host(path: &Path, often: bool) -> (String, Option<String>) {
    let path = path.to_path_buf();
    run_with_big_stack(move || {
        let sources = Rc::new(RefCell::new(SourceMap::default()));
        let mut host = Host::new(sources.clone());
        import::add_library_path(&mut host, &root().join("rlib"));
        import::add_library_path(&mut host, &root().join("rlib/hostlib"));
        host.imports.installed_library = Some(Box::new(library_of_cpython));
        flowspace::host::modules::sys::set_argv(&mut host, &[path.to_string_lossy().into_owned()]);
        if often {
            collect::collect_often(&mut host);
        }
        let out = streams::capture_output(&mut host);
        let r = import::run_file(&mut host, &path, "__main__");
        let text = String::from_utf8_lossy(&out.borrow()).into_owned();
        let errors = r.err().map(|ds| {
            let sources = sources.borrow();
            let mut s = String::new();
            for d in ds {
                s.push_str(&format!("error[{}]: {}\n", d.code, d.message));
                for (at, l) in &d.labels {
                    s.push_str(&format!("  {}: {l}\n", sources.show(*at)));
                }
            }
            s
        });
        (text, errors)
    })
}

fn run_cpython(path: &Path) -> Option<String> {
    let out = Command::new("python3")
        .arg(path)
        .env("PYTHONPATH", root().join("rlib"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONHASHSEED", "0")
        .output()
        .ok()?;
    let err = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "CPython fails on {}:\n{err}", path.display());
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Says what the host tells of a program that CPython does not, if anything.
fn difference(f: &Path) -> Vec<String> {
    let name = f.file_name().expect("name").to_string_lossy().into_owned();
    let Some(want) =
        std::fs::read_to_string(f.with_extension("out")).ok().or_else(|| run_cpython(f))
    else {
        eprintln!("SKIPPED {name}: no python3 to compare with");
        return vec![];
    };
    let mut failures = vec![];
    for often in [false, true] {
        let (got, error) = run_host(f, often);
        if got != want || error.is_some() {
            let at = got.lines().zip(want.lines()).position(|(a, b)| a != b);
            let at = at.unwrap_or(got.lines().count().min(want.lines().count()));
            failures.push(format!(
                "{name}{}: line {}:\n  host:    {:?}\n  CPython: {:?}\n{}",
                if often { ", freeing objects at once" } else { "" },
                at + 1,
                got.lines().nth(at),
                want.lines().nth(at),
                error.unwrap_or_default()
            ));
        }
    }
    failures
}

#[test]
fn programs_print_what_cpython_prints() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host");
    let only = std::env::var("HOST_TEST").ok();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("tests/host")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "py" || e == "rpy"))
        .filter(|p| only.as_ref().is_none_or(|o| p.to_string_lossy().contains(o.as_str())))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    // As many at a time as there are processors.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failures = vec![];
        while let Some(f) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            failures.extend(difference(f));
        }
        failures
    };
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    let failures: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        all.into_iter().flat_map(|w| w.join().expect("a worker")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
