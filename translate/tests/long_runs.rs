//! Produced programs that run for long, and where little can be had: what short-lived loops and coroutines leave behind, limits on memory
//! and files, settings that are not understood.

use crate::common::suite::{Test, named};
use crate::common::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Code by which programs tell of themselves.
const SAYS: &str = r#"
import os, time

def peak():
    "Kilobytes of memory that the process had at most."
    fd = os.open("/proc/self/status", os.O_RDONLY, 0)
    text = os.read(fd, 10000)
    os.close(fd)
    for line in text.split("\n"):
        if line.startswith("VmHWM:"):
            return int(line[6:].strip(" \tkB"))
    return -1

def say(result):
    print(result)
    os.write(2, "peak %d\n" % peak())
    os.write(2, "cpu %d\n" % int(time.clock() * 1000.0))
"#;

/// Makes small guest programs, each of which is run once.
const LOOPS: &str = r#"
from rpython.rlib.jit import JitDriver, set_param


class Chunk(object):
    _immutable_fields_ = ["code", "weight"]

    def __init__(self, k):
        self.code = ["+s-j", "s++j", "-s+j"][k % 3]
        self.weight = [k] * 1000


driver = JitDriver(greens=["pc", "chunk"], reds=["left", "sum"])


def run(chunk, left):
    pc = 0
    sum = 0
    while True:
        driver.jit_merge_point(pc=pc, chunk=chunk, left=left, sum=sum)
        op = chunk.code[pc]
        pc += 1
        if op == "+":
            sum += left
        elif op == "-":
            sum -= 1
        elif op == "s":
            sum += chunk.weight[3]
        else:
            left -= 1
            if left == 0:
                return sum
            pc = 0
            driver.can_enter_jit(pc=pc, chunk=chunk, left=left, sum=sum)


def entry_point(argv):
    if argv[1] == "threshold":
        set_param(driver, "threshold", 3)
    total = 0
    rounds = int(argv[3])
    for k in range(int(argv[2])):
        total += run(Chunk(k), rounds)
    say(total)
    return 0


def target(driver, args):
    return entry_point, None
"#;

/// Makes many coroutines.
const STACKS: &str = r#"
from rpython.rlib.rstacklet import StackletThread


class Worker(object):
    def __init__(self, n):
        self.n = n
        self.handle = None
        self.caller = None
        self.passed = 0


class World(object):
    def __init__(self):
        self.thread = StackletThread(None)
        self.starting = None


world = World()


def first(h, arg):
    self = world.starting
    self.caller = h
    give(self, self.n)
    total = 0
    for part in ["%d" % self.n, "x" * (self.n % 7)]:
        total += len(part)
        give(self, total)
    self.passed = -1
    return self.caller


def give(self, value):
    self.passed = value
    self.caller = world.thread.switch(self.caller)


def resume(self):
    if self.handle is None:
        world.starting = self
        self.handle = world.thread.new(first)
    elif self.passed >= 0:
        self.handle = world.thread.switch(self.handle)
    return self.passed


def entry_point(argv):
    count = int(argv[2])
    total = 0
    if argv[1] == "dropped":
        for n in range(count):
            total += resume(Worker(n))
    else:
        workers = [Worker(n) for n in range(count)]
        for i in range(3):
            for worker in workers:
                total += resume(worker)
                worker.n += len(str(total))
    say(total)
    return 0


def target(driver, args):
    return entry_point
"#;

/// Program that has large lists of which it uses little.
const MACHINE: &str = r#"
from rpython.rlib.rarithmetic import r_uint32

def entry_point(argv):
    words = int(argv[1])
    memory = [r_uint32(0)] * words
    marks = [0.0] * words
    names = [None] * words
    names[words // 2] = argv[1]
    for k in range(0, words, words // 100):
        memory[k] = r_uint32(k)
        marks[k] += 0.5
    seen = 0
    for k in range(0, words, words // 1000):
        seen += int(memory[k]) + int(marks[k] * 2)
        if names[k] is not None:
            seen += 1
    say(seen)
    return 0


def target(driver, args):
    return entry_point
"#;

struct Programs {
    _folder: tempfile::TempDir,
    loops: PathBuf,
    machine: PathBuf,
    stacks: PathBuf,
}

fn programs() -> &'static Programs {
    static MADE: OnceLock<Programs> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, text: &str, options: &[&str]| {
            let source = folder.path().join(format!("{name}.rpy"));
            std::fs::write(&source, format!("{SAYS}{text}")).expect("the program");
            let exe = folder.path().join(name);
            build(&source, options, &exe).expect("a translation");
            exe
        };
        let loops = make("loops", LOOPS, &["--opt=jit"]);
        let stacks = make("stacks", STACKS, &["-O", "2"]);
        let machine = make("machine", MACHINE, &["-O", "2"]);
        Programs { loops, machine, stacks, _folder: folder }
    })
}

/// A run that ends well.
struct Ran {
    stdout: String,
    stderr: String,
}

impl Ran {
    /// Gives the number that the program tells of itself.
    fn said(&self, what: &str) -> Result<u64, Failed> {
        let line = self.stderr.lines().find_map(|l| l.strip_prefix(what)?.trim().parse().ok());
        Ok(line.ok_or_else(|| format!("no {what}: {}", self.stderr))?)
    }

    /// Gives the lines of standard error that others wrote.
    fn messages(&self) -> Vec<&str> {
        let own = |line: &&str| !line.starts_with("peak ") && !line.starts_with("cpu ");
        self.stderr.lines().filter(own).collect()
    }
}

fn ran(command: &mut Command) -> Result<Ran, Failed> {
    for variable in ["TRACEWRIGHT_GC", "PYPYLOG"] {
        command.env_remove(variable);
    }
    let o = run(command, b"", 300)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    Ok(Ran { stdout: String::from_utf8_lossy(&o.stdout).into_owned(), stderr: o.stderr })
}

fn loops(jit: &str, args: [&str; 3]) -> Result<Ran, Failed> {
    ran(Command::new(&programs().loops).args(args).env("TRACEWRIGHT_JIT", jit))
}

/// Loops that are over soon leave nothing, and are not compiled one by one.
fn short_lived_loops() -> Result<(), Failed> {
    for (how, rounds) in [("threshold", "12"), ("default", "12"), ("default", "1500")] {
        let count = if rounds == "12" { "100000" } else { "20000" };
        let plain = loops("off", [how, count, rounds])?;
        let jit = loops("", [how, count, rounds])?;
        let (most, cpu) = (jit.said("peak")?, jit.said("cpu")?);
        let text = format!("{how} {rounds}: {most} KB, {cpu} ms; {}", plain.stderr);
        if jit.stdout != plain.stdout || !jit.messages().is_empty() {
            return Err(format!("{text}: {}{}", jit.stdout, jit.stderr).into());
        }
        if most > 40_000 || cpu > 2 * plain.said("cpu")? + 300 {
            return Err(text.into());
        }
    }
    Ok(())
}

/// A program under limits of the shell's `ulimit`.
fn under(limits: &str, exe: &Path, args: &str) -> Result<Ran, Failed> {
    let script = format!("ulimit {limits} && exec {} {args}", exe.display());
    ran(Command::new("bash").args(["-c", &script]))
}

/// Tests that the program runs where memory is limited, though there may be no JIT.
fn limits() -> Result<(), Failed> {
    let wanted = loops("off", ["default", "20", "30000"])?.stdout;
    for limits in [
        "-f 100",
        "-f 0",
        "-v 2000000",
        "-v 1500000",
        "-v 900000",
        "-v 600000",
        "-v 300000",
        "-v 200000",
        "-v 130000",
        "-v 100000",
        "-v 80000",
        "-v 60000",
        "-v 40000",
        "-d 100000",
        "-d 40000",
    ] {
        let o = under(limits, &programs().loops, "default 20 30000")?;
        let off = |line: &&str| line.starts_with("the JIT is off: ");
        if o.stdout != wanted || !o.messages().iter().all(off) {
            return Err(format!("ulimit {limits}: {}{}", o.stdout, o.stderr).into());
        }
    }
    // With 300 MB there is a JIT.
    let o = under("-v 300000 -f 0", &programs().loops, "default 20 30000")?;
    match o.messages().is_empty() {
        true => Ok(()),
        false => Err(o.stderr.into()),
    }
}

/// Memory that runs out while the program runs: by then there is code.
fn memory_runs_out() -> Result<(), Failed> {
    // Each round has a trace of its own.
    let wanted = loops("off", ["default", "3000", "50"])?.stdout;
    let settings = "TRACEWRIGHT_JIT=threshold=2,loop_longevity=0";
    for kilobytes in [60_000, 70_000, 80_000, 100_000] {
        let script = format!(
            "ulimit -v {kilobytes} && {settings} exec {} default 3000 50",
            programs().loops.display()
        );
        let o = ran(Command::new("bash").args(["-c", &script]))?;
        if o.stdout != wanted {
            return Err(format!("{kilobytes}: {}{}", o.stdout, o.stderr).into());
        }
    }
    Ok(())
}

/// Tests that the part of a large list of zeros that nobody touches takes no memory.
fn blank_lists() -> Result<(), Failed> {
    let o = ran(Command::new(&programs().machine).arg("50000000"))?;
    let (most, cpu) = (o.said("peak")?, o.said("cpu")?);
    if o.stdout != "2475000101\n" || most > 40_000 || cpu > 1_000 {
        return Err(format!("{most} KB, {cpu} ms: {}", o.stdout).into());
    }
    Ok(())
}

/// Suspended stacks take what they hold, and are freed when they are dead.
fn stacks() -> Result<(), Failed> {
    for (how, count, kilobytes) in
        [("live", "100000", 1_000_000), ("dropped", "100000", 60_000), ("live", "100", 30_000)]
    {
        let o = ran(Command::new(&programs().stacks).args([how, count]))?;
        let (most, cpu) = (o.said("peak")?, o.said("cpu")?);
        if most > kilobytes || cpu > 10_000 {
            return Err(format!("{how} {count}: {most} KB, {cpu} ms").into());
        }
    }
    // Where there is no memory for more of them that is an error like others.
    let script = format!("ulimit -v 300000; exec {} live 1000000", programs().stacks.display());
    let o = run(Command::new("bash").args(["-c", &script]), b"", 300)?;
    match o.code == 1 && o.stderr.ends_with("MemoryError\n") {
        true => Ok(()),
        false => Err(o.report().into()),
    }
}

/// Tests what a setting means, or that it means nothing.
fn settings() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let log = |setting: &str| -> Result<Ran, Failed> {
        let mut c = Command::new(&programs().loops);
        c.args(["default", "3", "3000"]).current_dir(dir.path()).env("PYPYLOG", setting);
        let o = run(&mut c, b"", 60)?;
        if o.code != 0 {
            return Err(o.report().into());
        }
        Ok(Ran { stdout: String::from_utf8_lossy(&o.stdout).into_owned(), stderr: o.stderr })
    };
    let file = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap_or_default();
    let o = log("jit-summary:-,jit-log-opt:traces,jit-backend-addr,jit-tracing:rest")?;
    let rest = file("rest");
    if !o.stderr.contains("jit-summary}")
        || o.stderr.contains("jit-log-opt")
        || !file("traces").contains("# Loop 0")
        || !rest.contains("jit-tracing}")
        || !rest.contains("jit-backend-addr}")
    {
        return Err(o.stderr.into());
    }
    for wrong in ["jit-log-opt", "jit-abort:-,jit-log-opt", "jit-lgo:file", "jit-abort:"] {
        let o = log(wrong)?;
        let [message] = o.messages()[..] else { return Err(o.stderr.into()) };
        if !message.starts_with(&format!("PYPYLOG={wrong}: "))
            || !message.ends_with("; the program runs without a log")
        {
            return Err(o.stderr.into());
        }
    }
    let mut files: Vec<_> = std::fs::read_dir(dir.path())?
        .map(|entry| entry.map(|entry| entry.file_name().into_string()))
        .collect::<Result<_, _>>()?;
    files.sort();
    match files == [Ok("rest".to_string()), Ok("traces".to_string())] {
        true => Ok(()),
        false => Err(format!("{files:?}").into()),
    }
}

pub fn tests() -> Vec<Test> {
    named([
        ("short-lived loops", short_lived_loops),
        ("limits", limits),
        ("memory runs out", memory_runs_out),
        ("stacks", stacks),
        ("blank lists", blank_lists),
        ("settings of the log", settings),
    ])
}
