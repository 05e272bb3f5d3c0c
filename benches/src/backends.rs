//! The object back end against the C back end: what a translation takes, and how fast the programs are.

use crate::interpreters::{geometric_mean, main_guests};
use crate::{Subject, classic, part_of, root, translator};
use std::path::{Path, PathBuf};

/// Number of runs of each program; the least time counts.
const RUNS: usize = 2;

struct Program {
    name: String,
    source: PathBuf,
    args: Vec<String>,
}

fn programs() -> Result<Vec<Program>, String> {
    let mut all = vec![];
    for (name, n) in classic::PROGRAMS {
        let source = root().join("benches/programs").join(name).with_extension("rpy");
        all.push(Program { name: name.into(), source, args: vec![n.into()] });
    }
    for (interpreter, guest, n) in main_guests()? {
        let dir = root().join("benches/interpreters").join(&interpreter);
        let file = guest.display().to_string();
        let stem = guest.file_name().unwrap_or_default().to_string_lossy().into_owned();
        all.push(Program {
            name: format!("{interpreter} {stem}"),
            source: dir.join(&interpreter).with_extension("rpy"),
            args: vec![file, n],
        });
    }
    Ok(all)
}

/// Measures all (or those whose names contain one of these words) and prints a table; ratios are object to C.
pub fn run(args: &[String]) -> Result<(), String> {
    let programs = programs()?;
    let names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    part_of(args, "program", &names)?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    println!(
        "{:<24} {:>9} {:>9} {:>6}   {:>9} {:>9} {:>6}",
        "CPU s", "making C", "object", "ratio", "running C", "object", "ratio"
    );
    let (mut making, mut running) = (vec![], vec![]);
    for p in programs {
        if !args.is_empty() && !args.iter().any(|a| p.name.contains(a)) {
            continue;
        }
        let (made, ran) = one(&p, &tool, dir.path())?;
        let ratios = [made[1] / made[0], ran[1] / ran[0]];
        println!(
            "{:<24} {:>9.2} {:>9.2} {:>6.2}   {:>9.3} {:>9.3} {:>6.2}",
            p.name, made[0], made[1], ratios[0], ran[0], ran[1], ratios[1]
        );
        making.push(ratios[0]);
        running.push(ratios[1]);
    }
    println!(
        "geometric means: making {:.2}, running {:.2}",
        geometric_mean(&making),
        geometric_mean(&running)
    );
    Ok(())
}

/// CPU times of making and of running, by C and by the object back end.
fn one(p: &Program, tool: &Path, dir: &Path) -> Result<([f64; 2], [f64; 2]), String> {
    let args: Vec<&str> = p.args.iter().map(String::as_str).collect();
    let (mut made, mut ran) = ([0.0; 2], [f64::INFINITY; 2]);
    let mut subjects = vec![];
    for (i, backend) in ["c", "obj"].into_iter().enumerate() {
        let exe = dir.join(format!("program-{backend}"));
        let (source, out) = (p.source.display().to_string(), exe.display().to_string());
        let line = [&*source, "--opt=2", "--no-cache", "--backend", backend, "--output", &out];
        made[i] = Subject::new(&format!("translate {}", p.name), tool, &line).run()?.cpu;
        subjects.push(Subject::new(&p.name, exe, &args));
    }
    for _ in 0..RUNS {
        for (subject, best) in subjects.iter().zip(&mut ran) {
            *best = best.min(subject.run()?.cpu);
        }
    }
    Ok((made, ran))
}
