//! The programs of the BF tutorial (tests/tutorial, in the Python 2 form in which it prints them, old module names included)
//! translate unchanged. Guest programs are those of targets/bf and one that reads (it reverses a line); the oracle is our own reference.
//! Steps 3 to 5 have a JIT: with it off, eager, and with a collection at every allocation; and their traces are as the
//! tutorial tells: in step 4 each jump looks the bracket up, in step 5 nothing of it is left.

use crate::common::bf as guest;
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use translate::log::{Section, sections};

/// A step's executable in a folder of its own.
struct Step {
    dir: tempfile::TempDir,
    exe: PathBuf,
}

impl Step {
    fn build(name: &str, opt: &str) -> Result<Step, String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let exe =
            made(&Path::new("tests/tutorial").join(name).with_extension("py"), &["--opt", opt])?;
        Ok(Step { dir, exe })
    }

    fn command(&self, jit: &str, stress: bool) -> Command {
        let mut c = Command::new(&self.exe);
        c.env_remove("TRACEWRIGHT_GC").env_remove("PYPYLOG").env_remove("TRACEWRIGHT_JIT");
        if !jit.is_empty() {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        if stress {
            c.env("TRACEWRIGHT_GC", "stress");
        }
        c
    }

    /// All guest programs, and what the program says without one.
    fn guests(&self, jit: &str, stress: bool) -> Result<(), String> {
        let reverse = self.dir.path().join("reverse.b");
        std::fs::write(&reverse, ">,----------[++++++++++>,----------]<[.<]")
            .map_err(|e| e.to_string())?;
        let mut programs = files(&root().join("targets/bf"), "b");
        programs.push(reverse);
        for program in programs {
            let name = program.display().to_string();
            let text = std::fs::read_to_string(&program).map_err(|e| format!("{name}: {e}"))?;
            let input = b"desserts\n";
            let o = run(self.command(jit, stress).arg(&program), input, 300)?;
            if o.code != 0 {
                return Err(format!("{name}: {}", o.report()));
            }
            same("stdout", &guest::reference(&text, input), &o.stdout)
                .map_err(|e| format!("{name} with TRACEWRIGHT_JIT={jit}, stress {stress}: {e}"))?;
        }
        let o = run(&mut self.command(jit, stress), b"", 60)?;
        if o.code != 1 || o.stdout != b"You must supply a filename\n" {
            return Err(o.report());
        }
        Ok(())
    }

    /// The trace of the loop `[>+>+<<-]` of a guest program.
    fn trace(&self) -> Result<Section, String> {
        let log = self.dir.path().join("logfile");
        let mut c = self.command("", false);
        c.arg(root().join("targets/bf/loops.b"));
        c.env("PYPYLOG", format!("jit-log-opt:{}", log.display()));
        let o = run(&mut c, b"", 120)?;
        if o.code != 0 {
            return Err(o.report());
        }
        let text = std::fs::read_to_string(&log).map_err(|e| format!("{}: {e}", log.display()))?;
        let inner = |s: &Section| s.body().iter().any(|l| l.contains("[_>_+>+<<-]"));
        let found = sections(&text).into_iter().find(|s| s.kind == "loop" && inner(s));
        found.ok_or(format!("no loop for [>+>+<<-] in\n{text}"))
    }
}

fn plain(name: &str, opt: &str) -> Result<(), Failed> {
    let step = Step::build(name, opt)?;
    step.guests("", false)?;
    Ok(step.guests("", true)?)
}

fn jitted(name: &'static str) -> Result<(), Failed> {
    let step = Step::build(name, "jit")?;
    let eager = "threshold=3,trace_eagerness=2";
    for (jit, stress) in [("off", false), ("", false), (eager, false), (eager, true)] {
        step.guests(jit, stress)?;
    }
    if name == "example3" {
        return Ok(()); // no names in its log
    }
    let body = step.trace()?.body_operations();
    let calls = body.iter().filter(|l| l.contains("call")).count();
    if calls > 0 {
        return Err(format!("{calls} calls in the loop:\n{}", body.join("\n")).into());
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    let mut all = vec![];
    for (name, opt) in [
        ("example2", "0"),
        ("example2", "2"),
        ("example3", "2"),
        ("example4", "2"),
        ("example5", "2"),
        ("example3", "jit"),
        ("example4", "jit"),
        ("example5", "jit"),
    ] {
        let title = format!("{name} {opt}");
        let f = move || if opt == "jit" { jitted(name) } else { plain(name, opt) };
        all.push(Test::new(title, f));
    }
    all
}
