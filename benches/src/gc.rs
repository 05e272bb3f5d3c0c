//! Collectors: programs that allocate much, with each of them and in C with malloc and free.

use crate::{Subject, compare, must, named, root, translator};
use std::path::Path;
use std::process::Command;

/// Programs and their arguments.
const PROGRAMS: [(&str, &[&str]); 3] =
    [("gcbench", &["16"]), ("trees", &["18"]), ("heap", &["500", "300000"])];

/// Translates all (or those named) with each collector, prints a table for each, and what the collectors say of their work.
pub fn run(args: &[String]) -> Result<(), String> {
    named(args, "program", &PROGRAMS.map(|p| p.0))?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    for (name, arguments) in PROGRAMS {
        if !args.is_empty() && !args.iter().any(|a| a == name) {
            continue;
        }
        let source = root().join("benches/programs").join(name);
        let mut subjects = vec![];
        let mut outputs = vec![];
        let mut reports = vec![];
        let c = source.with_extension("c");
        if c.exists() {
            let exe = dir.path().join(format!("{name}-reference"));
            must(Command::new("cc").arg("-O2").arg(&c).arg("-o").arg(&exe))?;
            let o = Command::new(&exe).args(arguments).output().map_err(|e| e.to_string())?;
            outputs.push(o.stdout);
            subjects.push(Subject::new(&format!("{name} in C, malloc and free"), &exe, arguments));
        }
        let boehm = Path::new("/usr/include/gc/gc.h").exists().then_some("boehm");
        if boehm.is_none() {
            println!("libgc is not installed: no --gc=boehm");
        }
        for gc in ["minimark", "semispace", "ref"].into_iter().chain(boehm) {
            let exe = dir.path().join(format!("{name}-{gc}"));
            let mut t = Command::new(&tool);
            t.arg(source.with_extension("rpy")).arg("--opt=3").arg("--gc").arg(gc);
            must(t.arg("--output").arg(&exe))?;
            let mut c = Command::new(&exe);
            let o = c.args(arguments).env("TRACEWRIGHT_GC", "stats").output();
            let o = o.map_err(|e| e.to_string())?;
            outputs.push(o.stdout);
            let text = String::from_utf8_lossy(&o.stderr).into_owned();
            if !text.is_empty() {
                reports.push(format!("    {gc}: {}", text.trim().trim_start_matches("gc: ")));
            }
            subjects.push(Subject::new(&format!("{name}.rpy --gc={gc}"), exe, arguments));
        }
        if outputs.iter().any(|o| o.is_empty() || *o != outputs[0]) {
            return Err(format!("{name}: outputs differ"));
        }
        compare(&subjects, 3)?;
        println!("{}", reports.join("\n"));
    }
    Ok(())
}
