//! A program that all settings must agree on: what its comments ask for, and its runs.

use super::*;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Default)]
pub struct Case {
    pub path: PathBuf,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
    pub stdin: Vec<u8>,
    pub exit: i32,
    pub stderr: Vec<String>,
    pub stored: bool,
    pub jit: bool,
    pub each: Vec<String>,
    pub skip_low: Option<String>,
    pub header: Option<String>,
    /// Collectors that it is not run with, and why.
    pub skip_gc: Vec<(String, String)>,
}

impl Case {
    pub fn read(path: &Path) -> Case {
        let mut c = Case { path: path.to_path_buf(), ..Case::default() };
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for line in text.lines().take_while(|l| l.starts_with('#')) {
            let Some((key, value)) = line[1..].split_once(':') else { continue };
            let value = value.trim();
            match key.trim() {
                "args" => c.args = value.split_whitespace().map(String::from).collect(),
                "env" => {
                    let (k, v) = value.split_once('=').expect("# env: takes NAME=VALUE");
                    c.env.push((k.into(), v.into()));
                }
                "stdin" => {
                    c.stdin = value.replace("\\n", "\n").replace("\\\\", "\\").into_bytes();
                }
                "exit" => c.exit = value.parse().expect("# exit: takes a number"),
                "stderr" => c.stderr.push(value.to_string()),
                "each" => {
                    c.each.extend(value.split_whitespace().map(String::from));
                    c.skip_low.get_or_insert("runs several times".into());
                }
                "jit" => c.jit = value == "yes",
                "oracle" => c.stored = value == "stored",
                "skip-llinterp" => c.skip_low = Some(value.to_string()),
                "header" => c.header = Some(value.to_string()),
                "skip-gc" => {
                    let (gc, why) =
                        value.split_once(' ').expect("# skip-gc: takes NAME and reason");
                    c.skip_gc.push((gc.into(), why.into()));
                }
                _ => {}
            }
        }
        c
    }

    /// A header of C that the program needs and the C compiler does not find.
    pub fn missing_header(&self) -> Option<&str> {
        let header = self.header.as_deref()?;
        let question = format!("echo '#include <{header}>' | cc -E - >/dev/null 2>&1");
        let found = std::process::Command::new("sh").args(["-c", &question]).status();
        (!found.is_ok_and(|s| s.success())).then_some(header)
    }

    pub fn expected(&self) -> PathBuf {
        self.path.with_extension("out")
    }

    pub fn stored_output(&self) -> Result<Vec<u8>, String> {
        std::fs::read(self.expected())
            .map_err(|e| format!("{}: {e}; BLESS=1 writes it", self.expected().display()))
    }

    pub fn check_process(&self, o: &Outcome) -> Result<(), String> {
        if o.code != self.exit {
            return Err(format!("expected exit code {}, got {}", self.exit, o.report()));
        }
        for part in &self.stderr {
            if !o.stderr.contains(part.as_str()) {
                return Err(format!("expected {part:?} in stderr, got\n{}", o.stderr));
            }
        }
        Ok(())
    }

    /// Runs the program, once or for each word of `# each:`.
    pub fn run(&self, c: &mut Command) -> Result<Outcome, String> {
        if self.each.is_empty() {
            let o = run(c, &self.stdin, 300)?;
            self.check_process(&o)?;
            return Ok(o);
        }
        let mut all = vec![];
        for word in &self.each {
            let mut one = Command::new(c.get_program());
            one.args(c.get_args()).arg(word);
            if let Some(dir) = c.get_current_dir() {
                one.current_dir(dir);
            }
            for (k, v) in c.get_envs() {
                match v {
                    Some(v) => one.env(k, v),
                    None => one.env_remove(k),
                };
            }
            let o = run(&mut one, &self.stdin, 60)?;
            all.extend(format!("== {word}\n").bytes());
            all.extend(&o.stdout);
            all.extend(plain_traceback(&o.stderr).bytes());
            if o.code != 0 {
                all.extend(format!("exit code {}\n", o.code).bytes());
            }
        }
        Ok(Outcome { code: 0, stdout: all, stderr: String::new() })
    }

    /// The program's number, by which parts of all programs are chosen.
    pub fn number(&self) -> usize {
        let name = self.path.file_stem().unwrap_or_default().as_encoded_bytes();
        name.iter().fold(0usize, |n, b| n.wrapping_mul(31) + *b as usize)
    }

    pub fn execute(
        &self,
        exe: &Path,
        jit: &str,
        stress: bool,
        may_bless: bool,
    ) -> Result<(), String> {
        let mut c = Command::new(exe);
        c.args(&self.args).env_remove("TRACEWRIGHT_GC").env_remove("TRACEWRIGHT_JIT");
        if let Some(dir) = exe.parent() {
            c.current_dir(dir);
        }
        if !jit.is_empty() {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        for (name, value) in &self.env {
            c.env(name, value);
        }
        if stress {
            // What fills a small heap would collect without end.
            if self.env.iter().any(|(name, _)| name == "TRACEWRIGHT_GC") {
                return Ok(());
            }
            c.env("TRACEWRIGHT_GC", "stress");
        } else if !self.env.iter().any(|(name, _)| name.contains("_GC")) {
            // The nursery is full of rubbish: what code forgets to clear shows. (Stress has everything allocated by the collector's functions.)
            c.env("PYPY_GC_NURSERY_DEBUG", "1").env("PYPY_GC_NURSERY", "1M");
        }
        let o = self.run(&mut c)?;
        if may_bless {
            return against_stored(&self.expected(), &o.stdout);
        }
        same("stdout", &self.stored_output()?, &o.stdout)
            .map_err(|m| format!("{m}--- stderr\n{}", o.stderr))
    }
}

/// Gives the part of stderr that CPython and a translated program have in common: no frames of rlib/run.py, no marks
/// below the source lines, only the last one of a chain of exceptions, and files without folders.
fn plain_traceback(stderr: &str) -> String {
    let start = stderr.rfind("Traceback (most recent call last):").unwrap_or(0);
    let mut out = String::new();
    let mut hidden = false;
    for line in stderr[start..].lines() {
        if let Some(rest) = line.strip_prefix("  File \"") {
            let (path, rest) = rest.split_once('"').unwrap_or((rest, ""));
            hidden = path.ends_with("rlib/run.py");
            if !hidden {
                let file = path.rsplit('/').next().unwrap_or(path);
                out.push_str(&format!("  File \"{file}\"{rest}\n"));
            }
            continue;
        }
        hidden &= line.starts_with("    ");
        let marks = line.starts_with("    ") && line.trim().chars().all(|c| c == '^' || c == '~');
        if !hidden && !marks {
            out.push_str(&line.replace("__rpython_target__.", ""));
            out.push('\n');
        }
    }
    out
}
