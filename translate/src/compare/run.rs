//! Runs of the programs that are compared.

use crate::failure::{Failure, Res};
use object::{Object, ObjectSection, SectionKind};
use std::ffi::{OsStr, OsString};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program with its arguments.
pub struct Program {
    /// Its name in the report.
    pub name: &'static str,
    /// The executable.
    pub exe: PathBuf,
    args: Vec<OsString>,
    /// `TRACEWRIGHT_JIT`, if it has a JIT.
    pub jit: Option<String>,
}

/// Says what a program did.
pub struct Outcome {
    /// Exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Bytes that it wrote to standard output.
    pub stdout: Vec<u8>,
    /// Bytes that it wrote to standard error.
    pub stderr: Vec<u8>,
    /// CPU seconds.
    pub seconds: f64,
    status: std::process::ExitStatus,
}

impl Outcome {
    /// Says how it ended.
    pub fn ended(&self) -> String {
        self.status.to_string()
    }
}

impl Program {
    /// A program.
    pub fn new(
        name: &'static str,
        exe: &Path,
        guest: Option<&OsStr>,
        args: &[String],
        jit: Option<String>,
    ) -> Program {
        let args = guest.map(OsString::from).into_iter().chain(args.iter().map(OsString::from));
        Program { name, exe: exe.into(), args: args.collect(), jit }
    }

    /// One run.
    fn run(&self, input: &[u8], log: Option<&Path>) -> Res<Outcome> {
        let failed = |e: std::io::Error| Failure::Io(format!("{}: {e}", self.exe.display()));
        let file = || tempfile::tempfile().map_err(failed);
        let (mut stdin, mut stdout, mut stderr) = (file()?, file()?, file()?);
        stdin.write_all(input).and_then(|()| stdin.rewind()).map_err(failed)?;
        let mut c = Command::new(&self.exe);
        c.args(&self.args).stdin(Stdio::from(stdin));
        c.stdout(stdout.try_clone().map_err(failed)?).stderr(stderr.try_clone().map_err(failed)?);
        c.env_remove("TRACEWRIGHT_JIT").env_remove("PYPYLOG");
        if let Some(jit) = &self.jit {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        if let Some(log) = log {
            let mut setting =
                OsString::from("jit-log-opt,jit-backend-counts,jit-backend-addr,jit-summary:");
            setting.push(log);
            c.env("PYPYLOG", setting);
        }
        let child = c.spawn().map_err(failed)?;
        let mut status = 0;
        // SAFETY: plain system call on our own child, which nobody else waits for.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            if libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) < 0 {
                return Err(failed(std::io::Error::last_os_error()));
            }
            usage
        };
        let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
        let written = |f: &mut std::fs::File| {
            let mut all = vec![];
            f.rewind().and_then(|()| f.read_to_end(&mut all)).map_err(failed)?;
            Ok::<_, Failure>(all)
        };
        use std::os::unix::process::ExitStatusExt;
        let status = std::process::ExitStatus::from_raw(status);
        Ok(Outcome {
            code: status.code(),
            stdout: written(&mut stdout)?,
            stderr: written(&mut stderr)?,
            seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            status,
        })
    }

    /// One more run, with its log. (Then the JIT does not wait until the program has run for a while.)
    pub fn log(&self, input: &[u8], file: &Path) -> Res<(Outcome, String)> {
        let outcome = self.run(input, Some(file))?;
        let bytes = std::fs::read(file)?;
        Ok((outcome, String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// Runs the programs, and gives what each did, with its least CPU time. They take turns, so that a machine that changes
/// its speed changes it for all.
pub fn by_turns(programs: &[Program], input: &[u8], runs: u32) -> Res<Vec<Outcome>> {
    let mut all: Vec<Outcome> =
        programs.iter().map(|p| p.run(input, None)).collect::<Res<Vec<_>>>()?;
    if all.iter().any(|o| o.code != all[0].code || o.stdout != all[0].stdout) {
        return Ok(all);
    }
    for _ in 1..runs {
        for (p, o) in programs.iter().zip(&mut all) {
            o.seconds = o.seconds.min(p.run(input, None)?.seconds);
        }
    }
    Ok(all)
}

/// Says where two texts differ.
pub fn difference(expected: &[u8], got: &[u8]) -> String {
    let lines = |b: &[u8]| -> Vec<String> {
        b.split(|c| *c == b'\n').map(|l| String::from_utf8_lossy(l).into_owned()).collect()
    };
    let (expected, got) = (lines(expected), lines(got));
    let at = expected.iter().zip(&got).position(|(a, b)| a != b);
    let at = at.unwrap_or(expected.len().min(got.len()));
    let line = |l: &[String]| l.get(at).map_or("nothing".into(), |l| format!("`{l}`"));
    format!("line {} of the output is {} instead of {}", at + 1, line(&got), line(&expected))
}

/// Bytes of machine code in an executable.
pub fn code_bytes(exe: &Path) -> Res<u64> {
    let data = std::fs::read(exe)?;
    let file =
        object::File::parse(&*data).map_err(|e| Failure::Io(format!("{}: {e}", exe.display())))?;
    Ok(file.sections().filter(|s| s.kind() == SectionKind::Text).map(|s| s.size()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        let d = difference(b"1\n2\n3\n", b"1\n4\n3\n");
        assert_eq!(d, "line 2 of the output is `4` instead of `2`");
        let d = difference(b"1\n2", b"1");
        assert_eq!(d, "line 2 of the output is nothing instead of `2`");
    }

    /// A program that has failed is told by how it ended.
    #[test]
    fn ends() {
        let p = |word: &str| {
            Program::new("x", Path::new("/bin/sh"), None, &["-c".into(), word.into()], None)
        };
        let o = by_turns(&[p("cat; exit 3")], b"text", 2).unwrap_or_else(|_| panic!("runs"));
        assert_eq!((o[0].code, o[0].stdout.as_slice()), (Some(3), &b"text"[..]));
        let o = by_turns(&[p("kill -9 $$")], b"", 1).unwrap_or_else(|_| panic!("runs"));
        assert_eq!(o[0].code, None);
        assert!(o[0].ended().contains("signal: 9"), "{}", o[0].ended());
    }
}
