//! BF programs specialised ahead of time against what they are in C: the interpreter and a guest program as one native program.

use crate::{Subject, bf_to_c, cc, root, translator};
use std::path::Path;
use std::process::Command;

/// Number of runs, which take turns; the least time counts.
const RUNS: usize = 5;

fn output(program: &Path) -> Result<Vec<u8>, String> {
    let o = Command::new(program).output().map_err(|e| format!("{}: {e}", program.display()))?;
    match o.status.success() {
        true => Ok(o.stdout),
        false => Err(format!("{}: {}", program.display(), o.status)),
    }
}

/// Prints a line for each program: CPU times of the two, their ratio, and CPU and real time that specialising takes.
pub fn run(programs: &[String]) -> Result<(), String> {
    if programs.is_empty() {
        return Err("which BF programs?".into());
    }
    for program in programs {
        std::fs::File::open(program).map_err(|e| format!("{program}: {e}"))?;
    }
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (special, in_c) = (dir.path().join("special"), dir.path().join("in-c"));
    let tool = translator()?;
    let target = root().join("targets/bf.rpy").display().to_string();
    println!(
        "{:<24} {:>12} {:>15} {:>7} {:>14} {:>14}",
        "", "gcc -O2, s", "specialised, s", "ratio", "translate, s", "CPU s"
    );
    for program in programs {
        let text = std::fs::read(program).map_err(|e| format!("{program}: {e}"))?;
        let text: String = text.iter().map(|b| *b as char).collect();
        let source = dir.path().join("program.c");
        std::fs::write(&source, bf_to_c(&text)).map_err(|e| e.to_string())?;
        cc(&["-O2"], &source, &in_c)?;
        let out = special.display().to_string();
        let words = [&target, "--specialize", program, "--backend=obj", "-o", &out];
        let make = Subject::new("translate", &tool, &words);
        let begin = std::time::Instant::now();
        let making = make.run()?.cpu;
        let seconds = begin.elapsed().as_secs_f64();
        if output(&special)? != output(&in_c)? {
            return Err(format!("{program}: outputs differ"));
        }
        let (mut c, mut specialised) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..RUNS {
            c = c.min(Subject::new("in C", &in_c, &[]).run()?.cpu);
            specialised = specialised.min(Subject::new("specialised", &special, &[]).run()?.cpu);
        }
        let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name:<24} {c:>12.3} {specialised:>15.3} {:>7.2} {seconds:>14.2} {making:>14.2}",
            specialised / c
        );
    }
    Ok(())
}
