//! Produced programs and the system: output that cannot be written, the order of what `print` and C write, signals.

use crate::common::suite::{Test, named};
use crate::common::*;
use libtest_mimic::Failed;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Program that does what its first argument says, after some output.
const PROGRAM: &str = r#"
import os, sys, time
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rlib import rposix
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=["stdio.h"], post_include_bits=["""
typedef long (*visit_t)(long);
static inline void c_says(long n) { printf("C %ld\\n", n); }
static inline void c_visits(visit_t f) { printf("C before\\n"); f(1); printf("C between\\n"); f(2); printf("C after\\n"); }
"""])
VISIT = lltype.Ptr(lltype.FuncType([lltype.Signed], lltype.Signed))
c_says = rffi.llexternal("c_says", [lltype.Signed], lltype.Void, compilation_info=eci)
c_visits = rffi.llexternal("c_visits", [VISIT], lltype.Void, compilation_info=eci)
c_abort = rffi.llexternal("abort", [], lltype.Void, _nowrapper=True)


class Chain(object):
    def __init__(self, next):
        self.next = next


def visited(n):
    print("visited %d" % n)
    return n


def forever():
    while True:
        time.sleep(10.0)


def compute():
    n = 1
    while n != 0:
        n = n * 3 | 1
    return n


def entry_point(argv):
    what = argv[1]
    print("one")
    if what == "raise":
        raise ValueError("bad")
    elif what == "exit":
        sys.exit(3)
    elif what == "text":
        sys.exit("text")
    elif what == "flush":
        try:
            sys.stdout.flush()
        except OSError as e:
            os.write(2, "caught %d\n" % e.errno)
    elif what == "write":
        try:
            sys.stdout.write("two\n")
        except OSError as e:
            os.write(2, "caught %d\n" % e.errno)
    elif what == "print":
        try:
            print("x" * 100000)
        except OSError as e:
            os.write(2, "caught %d\n" % e.errno)
    elif what == "dup2":
        try:
            os.dup2(2, 1)
        except OSError as e:
            os.write(2, "caught %d\n" % e.errno)
    elif what == "close":
        try:
            os.close(1)
        except OSError as e:
            os.write(2, "caught %d\n" % e.errno)
    elif what == "_exit":
        os._exit(4)
    elif what == "file":
        try:
            f = open("/dev/full", "w")
            f.write("two\n")
            f.close()
        except OSError as e:
            os.write(2, "caught %d\n" % e.errno)
    elif what == "order":
        c_says(1)
        print("two")
        c_says(2)
        os.write(1, "three\n")
        c_says(3)
        os.system("echo four")
        c_visits(visited)
        os.write(2, "five\n")
        print("six")
        pid = os.fork()
        if pid == 0:
            print("seven")
            os._exit(0)
        os.waitpid(pid, 0)
        print("eight")
        c_says(4)
        f = os.popen("cat", "w")
        print("nine")
        f.write("ten\n")
        f.close()
        print("eleven")
        os.execv("/bin/echo", ["echo", "twelve"])
    elif what == "sleep":
        try:
            forever()
        except KeyboardInterrupt:
            print("only by a raise of the program")
    elif what == "compute":
        compute()
    elif what == "fill":
        while True:
            print("two")
    elif what == "abort":
        c_abort()
    elif what == "os.abort":
        os.abort()
    elif what == "memory":
        chain = Chain(None)
        while True:
            chain = Chain(chain)
    elif what == "kill":
        os.kill(os.getpid(), int(argv[2]))
    return 0


def target(driver, args):
    return entry_point, None
"#;

/// The program, at -O0 and -O2.
fn programs() -> &'static [PathBuf] {
    static MADE: OnceLock<(tempfile::TempDir, Vec<PathBuf>)> = OnceLock::new();
    let (_, paths) = MADE.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a folder");
        let source = dir.path().join("program.rpy");
        std::fs::write(&source, PROGRAM).expect("the program");
        let make = |level: &str| {
            let exe = dir.path().join(format!("program{level}"));
            build(&source, &["-O", level], &exe).expect("a translation");
            exe
        };
        let paths = ["0", "2"].map(make).to_vec();
        (dir, paths)
    });
    paths
}

/// Exit code (-signal) and stderr of a run that writes there.
fn into(exe: &Path, what: &str, stdout: impl Into<Stdio>) -> Result<(i32, String), Failed> {
    let mut c = Command::new("timeout");
    c.args(["-s", "KILL", "60"]).arg(exe).arg(what).stdout(stdout).stdin(Stdio::null());
    let o = c.stderr(Stdio::piped()).output()?;
    Ok((code(o.status), String::from_utf8_lossy(&o.stderr).into_owned()))
}

fn code(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().unwrap_or_else(|| -status.signal().unwrap_or(999))
}

/// Tests that output that cannot be written is told, and the exit code is 120, as CPython's.
fn full() -> Result<(), Failed> {
    let lost = "Exception ignored while flushing sys.stdout:\nOSError: [Errno 28] No space left on device\n";
    let caught = format!("caught 28\n{lost}");
    let closed = lost.replace("28] No space left on device", "9] Bad file descriptor");
    let closed = format!("caught 28\n{closed}");
    let text = format!("text\n{lost}");
    for exe in programs() {
        for (what, wanted, err) in [
            ("none", 120, lost),
            ("raise", 120, lost),
            ("exit", 120, lost),
            ("text", 120, &*text),
            ("flush", 120, &*caught),
            ("write", 120, &*caught),
            ("print", 120, &*caught),
            ("dup2", 120, &*caught),
            ("close", 120, &*closed),
            ("_exit", 4, lost),
            ("file", 120, &*caught),
        ] {
            let (code, stderr) = into(exe, what, File::create("/dev/full")?)?;
            if code != wanted || !stderr.ends_with(err) || stderr.matches("Errno").count() > 1 {
                return Err(format!("{what}: exit code {code}\n{stderr}").into());
            }
        }
        let o = run(Command::new(exe).arg("file"), b"", 60)?;
        if o.code != 0 || o.stdout != b"one\n" || o.stderr != "caught 28\n" {
            return Err(o.report().into());
        }
    }
    Ok(())
}

/// A reader that is gone ends the program, by SIGPIPE; where that is ignored, it is an error like others.
fn broken_pipe() -> Result<(), Failed> {
    for exe in programs() {
        let (reader, writer) = std::io::pipe()?;
        drop(reader);
        let (code, stderr) = into(exe, "none", writer)?;
        if code != 128 + 13 && code != -13 || !stderr.is_empty() {
            return Err(format!("exit code {code}\n{stderr}").into());
        }
        let script = format!("trap '' PIPE; ({} none; echo $? >&2) | true", exe.display());
        let o = run(Command::new("sh").args(["-c", &script]), b"", 60)?;
        let text = "Exception ignored while flushing sys.stdout:\nBrokenPipeError: [Errno 32] Broken pipe\n120\n";
        if o.stderr != text && o.stderr != "0\n" {
            return Err(o.report().into()); // 0: `true` was not yet gone
        }
    }
    Ok(())
}

/// Tests that lines on a pipe come in the order in which they were written, whoever wrote them.
fn order() -> Result<(), Failed> {
    let text = "one\nC 1\ntwo\nC 2\nthree\nC 3\nfour\nC before\nvisited 1\nC between\nvisited 2\nC after\nfive\nsix\nseven\neight\n\
                C 4\nnine\nten\neleven\ntwelve\n";
    for exe in programs() {
        let script = format!("{} order 2>&1", exe.display());
        let o = run(Command::new("sh").args(["-c", &script]), b"", 60)?;
        same("stdout", text.as_bytes(), &o.stdout)?;
    }
    Ok(())
}

fn start(exe: &Path, what: &str) -> Result<Child, Failed> {
    let mut c = Command::new(exe);
    c.arg(what).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(default_signals(&mut c).spawn()?)
}

/// Sends a signal until the process is gone; what it printed, and how it ended.
fn end_by(mut child: Child, signal: &str) -> Result<(Vec<u8>, i32), Failed> {
    let mut killed = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
        let signal = if killed > 100 { "-KILL" } else { signal };
        Command::new("kill")
            .args([signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status()?;
        killed += 1;
    };
    let mut out = vec![];
    child.stdout.take().expect("piped").read_to_end(&mut out)?;
    Ok((out, code(status)))
}

/// Tests that what was printed before the program's end by a signal is written; a reader that does not read is not
/// waited for.
fn killed() -> Result<(), Failed> {
    for exe in programs() {
        for (signal, number) in
            [("-INT", 2), ("-TERM", 15), ("-HUP", 1), ("-QUIT", 3), ("-USR1", 10)]
        {
            for what in ["sleep", "compute"] {
                let (out, code) = end_by(start(exe, what)?, signal)?;
                if out != b"one\n" || code != -number {
                    return Err(format!("{signal} in {what}: {code}, {out:?}").into());
                }
            }
        }
        let (out, code) = end_by(start(exe, "fill")?, "-TERM")?;
        let text = String::from_utf8_lossy(&out);
        if code != -15 || text.lines().filter(|l| *l != "two").count() > 2 {
            return Err(format!("-TERM in fill: {code}").into());
        }
        for (what, number) in [("abort", 6), ("os.abort", 6)] {
            let o = run(Command::new(exe).arg(what), b"", 60)?;
            if o.code != -number || o.stdout != b"one\n" {
                return Err(format!("{what}: {}", o.report()).into());
            }
        }
        let mut c = Command::new(exe);
        let o = run(c.arg("memory").env("TRACEWRIGHT_GC", "max=16M"), b"", 60)?;
        if o.code != 1 || o.stdout != b"one\n" || !o.stderr.contains("MemoryError") {
            return Err(format!("memory: {}", o.report()).into());
        }
    }
    Ok(())
}

/// Tests that a program that waits, in a sleep or for standard input, shows what was printed first.
fn waiting() -> Result<(), Failed> {
    for exe in programs() {
        let mut child = start(exe, "sleep")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line)?;
        child.kill()?;
        child.wait()?;
        if line != "one\n" {
            return Err(line.into());
        }
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    named([
        ("output that is lost", full),
        ("broken pipe", broken_pipe),
        ("order of output", order),
        ("ended by a signal", killed),
        ("before waiting", waiting),
    ])
}
