//! The tables of two texts on generated compilers, by each way from the interpreter to code, and in C: of the 2007 paper a function of
//! loops and integers, in dynamic languages whose values are boxed; of the post on partial evaluation and tracing the register
//! machine's loop that squares a number.

use crate::{Subject, cc, must, part_of, root, translator};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Many, since other work on the machine makes some of them half as fast.
const RUNS: usize = 12;

/// An interpreter with the function as a guest program.
struct Language {
    name: &'static str,
    /// The text of a call in the language.
    call: &'static str,
    /// The interpreter, below the root.
    target: &'static str,
    /// The guest program; its counterpart in C stands beside it.
    guest: &'static str,
    in_c: &'static str,
    /// Argument for one call, and for so many more.
    once: &'static str,
    often: (&'static str, f64),
    /// Argument for further calls, and their number, where a call takes longer.
    slowly: (&'static str, f64),
}

const LANGUAGES: [Language; 3] = [
    Language {
        call: "f1(2117)",
        name: "toy stack language (benches/interpreters/tlc)",
        target: "benches/interpreters/tlc/tlc.rpy",
        guest: "benches/interpreters/tlc/f1.tlc",
        in_c: "benches/interpreters/tlc/tlc.c",
        once: "2117",
        often: ("2002117", 200.0),
        slowly: ("202117", 20.0),
    },
    Language {
        call: "f1(2117)",
        name: "Lua (targets/lua.rpy)",
        target: "targets/lua.rpy",
        guest: "targets/lua/bench/arith.lua",
        in_c: "targets/lua/bench/arith.c",
        once: "1",
        often: ("201", 200.0),
        slowly: ("21", 20.0),
    },
    Language {
        call: "square(10^9)",
        name: "register machine (targets/regmachine.rpy)",
        target: "targets/regmachine.rpy",
        guest: "targets/regmachine/square.rm",
        in_c: "benches/reference/square.c",
        once: "100000",
        often: ("1000100000", 1.0),
        slowly: ("10100000", 0.01),
    },
];

/// A program, the words in front of the number, and whether it takes the longer time.
struct Way {
    name: String,
    program: PathBuf,
    guest: Option<PathBuf>,
    jit: Option<&'static str>,
    slow: bool,
    /// Minimum of the CPU seconds of many calls, and of one, with all that comes before it.
    best: (f64, f64),
}

impl Way {
    /// The argument for many calls, and how many more than one these are.
    fn calls(&self, l: &Language) -> (&'static str, f64) {
        if self.slow { l.slowly } else { l.often }
    }

    fn subject(&self, number: &str) -> Subject {
        let mut words: Vec<String> = self.guest.iter().map(|g| g.display().to_string()).collect();
        words.push(number.into());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut s = Subject::new(&self.name, &self.program, &words);
        s.env.extend(self.jit.map(|j| ("TRACEWRIGHT_JIT".into(), j.into())));
        s
    }

    fn output(&self, number: &str) -> Result<Vec<u8>, String> {
        let s = self.subject(number);
        let mut c = Command::new(&s.program);
        c.args(&s.args).envs(s.env.iter().cloned()).stdin(Stdio::null());
        let o = c.output().map_err(|e| format!("{}: {e}", self.name))?;
        match o.status.success() {
            true => Ok(o.stdout),
            false => Err(format!("{}: {}", self.name, o.status)),
        }
    }
}

/// Translates, checks that outputs agree, prints a table for each language (or those whose target's name has the word).
pub fn run(args: &[String]) -> Result<(), String> {
    part_of(args, "language", &LANGUAGES.each_ref().map(|l| l.target))?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    println!("CPU time of a call once it is warm, and of a program that calls it once");
    for l in &LANGUAGES {
        if args.is_empty() || args.iter().any(|a| l.target.contains(a.as_str())) {
            language(l, &tool, dir.path())?;
        }
    }
    Ok(())
}

fn language(l: &Language, tool: &Path, out: &Path) -> Result<(), String> {
    let target = root().join(l.target);
    let guest = root().join(l.guest);
    let made = |name: &str, options: &[&str]| -> Result<PathBuf, String> {
        let exe = out.join(name);
        must(
            Command::new(tool)
                .arg("--no-warnings")
                .arg("--output")
                .arg(&exe)
                .args(options)
                .arg(&target),
        )?;
        Ok(exe)
    };
    let way = |name: &str, program: PathBuf, of_guest: bool| Way {
        name: name.into(),
        program,
        guest: of_guest.then(|| guest.clone()),
        jit: None,
        slow: false,
        best: (f64::INFINITY, f64::INFINITY),
    };
    let jit = made("jit", &["--opt=jit", "--jit=timeshift"])?;
    let mut ways = vec![
        Way { slow: true, ..way("interpreted", made("plain", &["--opt=3"])?, true) },
        Way { jit: Some("timeshift=1"), ..way("timeshifted", jit.clone(), true) },
        Way { jit: Some("timeshift=0"), ..way("traced", jit, true) },
    ];
    let source = std::fs::read_to_string(&target).map_err(|e| format!("{}: {e}", l.target))?;
    if source.contains("\ndef specialize(") {
        let words = ["--specialize", &guest.display().to_string(), "--opt=3"];
        ways.push(way("specialised", made("special", &words)?, false));
    }
    for flag in ["-O0", "-O2"] {
        let exe = out.join(format!("in-c{flag}"));
        cc(&[flag], &root().join(l.in_c), &exe)?;
        ways.push(way(&format!("gcc {flag}"), exe, false));
    }
    let expected = ways[0].output(l.slowly.0)?;
    for w in &ways {
        if w.output(l.slowly.0)? != expected {
            return Err(format!("{}, {}: outputs differ", l.name, w.name));
        }
    }
    for _ in 0..RUNS {
        for w in &mut ways {
            let once = w.subject(l.once).run()?.cpu;
            let all = w.subject(w.calls(l).0).run()?.cpu;
            w.best.0 = w.best.0.min(all);
            w.best.1 = w.best.1.min(once);
        }
    }
    let call = |w: &Way| (w.best.0 - w.best.1).max(0.0) / w.calls(l).1;
    let of = |name: &str| ways.iter().find(|w| w.name == name).map_or(f64::NAN, call);
    let (o0, o2) = (of("gcc -O0"), of("gcc -O2"));
    println!(
        "\n{:<58} {:>10} {:>11} {:>11} {:>11}",
        format!("{}, {}", l.name, l.call),
        "ms a call",
        "to gcc -O2",
        "to gcc -O0",
        "once, ms"
    );
    for w in &ways {
        let (call, once) = (call(w), w.best.1);
        println!(
            "  {:<56} {:>10.3} {:>11.2} {:>11.2} {:>11.1}",
            w.name,
            call * 1e3,
            call / o2,
            call / o0,
            once * 1e3
        );
    }
    Ok(())
}
