//! The import-time interpreter against CPython: programs that compute when they are imported (`benches/imports`).

use crate::{Subject, compare, part_of, root, translator};

const PROGRAMS: [&str; 2] = ["lalr", "ordinary"];

/// Number of runs of each program; the least time counts.
const RUNS: usize = 3;

/// Measures all (or those whose names contain one of these words); ratios are to CPython: `TRACEWRIGHT_PYTHON2`, or `python3`.
pub fn run(args: &[String]) -> Result<(), String> {
    part_of(args, "program", &PROGRAMS)?;
    let tool = translator()?;
    let python = std::env::var("TRACEWRIGHT_PYTHON2").unwrap_or_else(|_| "python3".into());
    for name in PROGRAMS {
        if !args.is_empty() && !args.iter().any(|a| name.contains(a.as_str())) {
            continue;
        }
        let file = root().join("benches/imports").join(name).with_extension("py");
        let file = file.display().to_string();
        let subjects = [
            Subject::new(&format!("{name}, {python}"), &python, &[&file]),
            Subject::new(&format!("{name}, translate run"), &tool, &["run", &file]),
        ];
        compare(&subjects, RUNS)?;
    }
    Ok(())
}
