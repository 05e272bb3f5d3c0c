//! The chapter docs/making-the-jit-good.md keeps its promises: each step of its interpreter translates, prints the right
//! number with and without the JIT, has no more operations in its loop than the table says, and the trace in the text has the
//! operations of the real one (`BLESS=1` writes it there).

use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use translate::log::{Section, sections};

fn chapter() -> PathBuf {
    root().join("docs/making-the-jit-good.md")
}

/// Gives what the table says of a step's loop.
fn promised(step: usize) -> Result<Option<usize>, String> {
    let text = std::fs::read_to_string(chapter()).map_err(|e| e.to_string())?;
    let row = text.lines().find(|l| l.starts_with(&format!("| {step} |")));
    let cell = row.and_then(|l| l.split('|').nth(3)).ok_or(format!("no row of step {step}"))?;
    Ok(cell.trim().parse().ok())
}

/// The loop of the guest program: the one with the most merge points behind its label.
fn guest_loop(all: &[Section]) -> Option<&Section> {
    let loops = all.iter().filter(|s| s.kind == "loop" && s.body().len() < s.lines.len());
    loops.max_by_key(|s| s.body().len())
}

fn step(number: usize) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let source = Path::new("docs/making-the-jit-good").join(format!("step{number}.rpy"));
    let exe = made(&source, &["--opt", "jit"])?;
    let file = dir.path().join("log");
    for jit in ["off", "", "threshold=2,trace_eagerness=2"] {
        let mut c = Command::new(&exe);
        c.arg("5000").env_remove("TRACEWRIGHT_GC").env_remove("TRACEWRIGHT_JIT");
        c.env("PYPYLOG", format!("jit-log-opt:{}", file.display()));
        if !jit.is_empty() {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        let o = run(&mut c, b"", 120)?;
        if o.code != 0 || o.stdout != b"30000\n" {
            return Err(o.report().into());
        }
        if !jit.is_empty() {
            continue;
        }
        let all = sections(&std::fs::read_to_string(&file)?);
        let Some(most) = promised(number)? else { continue };
        let found = guest_loop(&all).ok_or("no loop")?;
        let operations = found.body_operations();
        if operations.len() > most {
            return Err(
                format!("{} operations:\n{}", operations.len(), operations.join("\n")).into()
            );
        }
        quoted(number, found)?;
    }
    Ok(())
}

/// Merge points, and the names of the other operations: values have other numbers whenever the optimiser changes.
fn names(trace: &str) -> String {
    let name = |l: &str| {
        let made = l.split_once(" = ").map_or(l, |(_, op)| op);
        let head = made.split('(').next().unwrap_or(made);
        if head == "debug_merge_point" { l.to_string() } else { head.to_string() }
    };
    trace.lines().map(|l| name(l) + "\n").collect()
}

/// The block in the text, if the step has one, against the loop from its last label on.
fn quoted(number: usize, found: &Section) -> Result<(), Failed> {
    let text = std::fs::read_to_string(chapter())?;
    let head = format!("```trace step{number}\n");
    let Some((before, rest)) = text.split_once(&head) else { return Ok(()) };
    let (_, after) = rest.split_once("```\n").ok_or("the block has no end")?;
    let label = found.lines.len() - found.body().len() - 1;
    let real = found.lines[label..].join("\n");
    if bless() {
        std::fs::write(chapter(), format!("{before}{head}{real}\n```\n{after}"))?;
        return Ok(());
    }
    let written = &rest[..rest.len() - after.len() - "```\n".len()];
    same("the trace in the chapter", names(written).as_bytes(), names(&real).as_bytes())?;
    Ok(())
}

/// The recipes' loops, in all forms.
fn recipes() -> Result<(), Failed> {
    const MOST: usize = 4;
    let dir = tempfile::tempdir()?;
    let exe = made(Path::new("docs/making-the-jit-good/recipes.rpy"), &["--opt", "jit"])?;
    for name in ["call", "counted", "list", "try", "try_list"] {
        let file = dir.path().join(name);
        let mut c = Command::new(&exe);
        c.args([name, "5000"]).env_remove("TRACEWRIGHT_GC").env_remove("TRACEWRIGHT_JIT");
        c.env("PYPYLOG", format!("jit-log-opt:{}", file.display()));
        let o = run(&mut c, b"", 120)?;
        if o.code != 0 || o.stdout != b"5000\n" {
            return Err(o.report().into());
        }
        let all = sections(&std::fs::read_to_string(&file)?);
        let loops = all.iter().filter(|s| s.is_loop()).map(Section::body_operations);
        let found = loops.max_by_key(Vec::len).ok_or("no loop")?;
        if found.len() > MOST {
            let list = found.join("\n");
            return Err(format!("{name}: {} operations:\n{list}", found.len()).into());
        }
    }
    for name in ["fib_call", "fib_counted", "fib_list"] {
        let mut c = Command::new(&exe);
        c.args([name, "20"]).env_remove("TRACEWRIGHT_GC").env_remove("TRACEWRIGHT_JIT");
        let o = run(&mut c, b"", 120)?;
        if o.code != 0 || o.stdout != b"6765\n" {
            return Err(o.report().into());
        }
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    let steps = (1..=6).map(|n| Test::new(format!("step{n}"), move || step(n)));
    steps.chain([Test::new("recipes", recipes)]).collect()
}
