//! Classic benchmarks: each program of `programs/` against the same algorithm in C beside it, where that is fair.

use crate::{Subject, compare, must, named, root, translator};
use std::path::Path;
use std::process::Command;

/// Programs and the argument that gives them about a second or less of work.
pub const PROGRAMS: [(&str, &str); 10] = [
    ("nbody", "5000000"),
    ("fannkuch", "10"),
    ("spectral", "2000"),
    ("trees", "17"),
    ("sha1", "1000"),
    ("factorial", "15000"),
    ("records", "20000000"),
    ("strings", "300000"),
    ("words", "3000000"),
    ("scheduler", "10000000"),
];

fn output(program: &Path, n: &str) -> Result<Vec<u8>, String> {
    let o = Command::new(program).arg(n).output();
    let o = o.map_err(|e| format!("{}: {e}", program.display()))?;
    if o.status.success() { Ok(o.stdout) } else { Err(format!("{}: failed", program.display())) }
}

/// Translates all (or those named), checks that outputs agree, and prints a table for each.
pub fn run(args: &[String]) -> Result<(), String> {
    named(args, "program", &PROGRAMS.map(|p| p.0))?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    for (name, n) in PROGRAMS {
        if !args.is_empty() && !args.iter().any(|a| a == name) {
            continue;
        }
        let source = root().join("benches/programs").join(name);
        let mut subjects = vec![];
        let c = source.with_extension("c");
        let reference = dir.path().join(format!("{name}-reference"));
        if c.exists() {
            must(Command::new("cc").arg("-O2").arg(&c).arg("-o").arg(&reference).arg("-lm"))?;
            subjects.push(Subject::new(&format!("{name} in C, cc -O2"), &reference, &[n]));
        }
        let mut outputs = vec![];
        for opt in ["2", "3"] {
            let exe = dir.path().join(format!("{name}-{opt}"));
            let mut t = Command::new(&tool);
            t.arg(source.with_extension("rpy")).arg(format!("--opt={opt}"));
            must(t.arg("--output").arg(&exe))?;
            outputs.push(output(&exe, n)?);
            subjects.push(Subject::new(&format!("{name}.rpy --opt={opt}"), exe, &[n]));
        }
        if c.exists() {
            outputs.push(output(&reference, n)?);
        }
        if outputs.iter().any(|o| *o != outputs[0]) {
            return Err(format!("{name}: outputs differ"));
        }
        compare(&subjects, 3)?;
    }
    Ok(())
}
