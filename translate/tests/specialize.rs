//! `--specialize`: programs made of an interpreter and a guest program do what the interpreter does with it.
//!
//! `TRACEWRIGHT_GUESTS=N` sets the number of random guest programs (30, in the long run 100), `TRACEWRIGHT_GUESTS_SEED` gives others.

use crate::common::bf as guest;
use crate::common::suite::{Test, named};
use crate::common::*;
use backendopt::manager::{NoObserver, OptConfig, OptLevel};
use clap::Parser;
use flowmodel::llinterp::LlInterp;
use libtest_mimic::Failed;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::path::Path;
use std::process::Command;
use translate::cli::Cli;

/// Translates; by the object back end unless the options say otherwise.
fn specialised(target: &Path, guest: &Path, more: &[&str], out: &Path) -> Result<Outcome, String> {
    let mut c = translate();
    c.arg(root().join(target)).arg("--specialize").arg(guest).arg("-o").arg(out);
    run(c.args(more), b"", 600)
}

/// The square of the post on partial evaluation: neither the bytecode nor the program counter is in what is left.
fn square() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("square");
    let guest = root().join("targets/regmachine/square.rm");
    for more in [&["-O", "2"][..], &["--backend", "c"], &["--gc", "semispace"]] {
        let more = [more, &["--dump-graphs", "specialized"]].concat();
        let o = specialised(Path::new("targets/regmachine.rpy"), &guest, &more, &exe)?;
        let dump = String::from_utf8_lossy(&o.stdout).into_owned();
        let start = dump.find("graph @interpret.").ok_or_else(|| o.report())?;
        let end = dump[start..].find("\n}").ok_or("no end")? + start;
        let loops = &dump[start..end];
        let blocks = loops.lines().filter(|l| l.starts_with("block")).count();
        if blocks > 4 || ["getarrayitem", "call", "switch"].iter().any(|w| loops.contains(w)) {
            return Err(format!("the interpreter is still there:\n{loops}").into());
        }
        for (a, expected) in [("16", "256\n"), ("1", "1\n"), ("300", "90000\n")] {
            let o = run(Command::new(&exe).arg(a), b"", 60)?;
            same("the square", expected.as_bytes(), &o.stdout)?;
        }
        let o = run(&mut Command::new(&exe), b"", 60)?;
        if o.code != 2 || !o.stderr.starts_with("usage: ") {
            return Err(o.report().into());
        }
    }
    Ok(())
}

/// A BF compiler out of the BF interpreter.
fn bf() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("guest");
    let own = root().join("targets/bf");
    let mut guests = vec![];
    for name in ["hello", "loops"] {
        let path = own.join(name).with_extension("b");
        let expected = guest::reference(&std::fs::read_to_string(&path)?, b"");
        guests.push((path, expected));
    }
    let shared = root().join("../shared/bf");
    if shared.is_dir() {
        for name in ["helloworld", "99bottles", "bottles", "test"] {
            let expected = std::fs::read(shared.join("expected").join(name).with_extension("out"))?;
            guests.push((shared.join(name).with_extension("b"), expected));
        }
    } else {
        skipped("../shared/bf is not there, so only our own guest programs are specialised");
    }
    for (path, expected) in guests {
        for more in [&[][..], &["--gc", "semispace", "-O", "1"]] {
            let o = specialised(Path::new("targets/bf.rpy"), &path, more, &exe)?;
            if o.code != 0 {
                return Err(o.report().into());
            }
            for gc in ["", "stress"] {
                let mut c = Command::new(&exe);
                c.env("TRACEWRIGHT_GC", gc);
                let o = run(&mut c, b"", 300)?;
                same(&format!("{} {more:?} {gc}", path.display()), &expected, &o.stdout)?;
            }
        }
    }
    Ok(())
}

/// Options for C have C written; without one the program is an object file.
fn back_ends() -> Result<(), Failed> {
    let guest = root().join("targets/regmachine/square.rm");
    for (more, file) in
        [(&[][..], "program.o"), (&["--backend", "c"], "program_1.c"), (&["-s"], "program_1.c")]
    {
        let dir = tempfile::tempdir()?;
        let keep = dir.path().join("kept");
        let kept = keep.to_string_lossy();
        let options = [&["--keep", &*kept], more].concat();
        let exe = dir.path().join("square");
        let o = specialised(Path::new("targets/regmachine.rpy"), &guest, &options, &exe)?;
        if o.code != 0 || !keep.join(file).exists() {
            return Err(format!("{more:?}, {file}: {}", o.report()).into());
        }
    }
    Ok(())
}

/// A guest program that becomes one function of many thousand blocks, in the usual way: a C compiler takes many minutes for it.
fn large() -> Result<(), Failed> {
    let guest = root().join("../shared/bf/mandel.b");
    if !guest.exists() {
        skipped("../shared/bf is not there, so no large guest program is specialised");
        return Ok(());
    }
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("mandel");
    let mut c = translate();
    c.arg(root().join("targets/bf.rpy")).arg("--specialize").arg(&guest).arg("-o").arg(&exe);
    let o = run(&mut c, b"", 300)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let expected = std::fs::read(guest.with_file_name("expected").join("mandel.out"))?;
    same("mandel", &expected, &run(&mut Command::new(&exe), b"", 120)?.stdout)?;
    Ok(())
}

/// Random BF programs that read numbers, specialised and run by the low-level interpreter, against the reference.
fn random_guests() -> Result<(), Failed> {
    let config = ProptestConfig {
        cases: count("TRACEWRIGHT_GUESTS", 30, 100) as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed("TRACEWRIGHT_GUESTS_SEED")),
        max_shrink_iters: 50,
        ..ProptestConfig::default()
    };
    let dir = tempfile::tempdir()?;
    let file = dir.path().join("random.b");
    let cases = (guest::programs(), prop::collection::vec(0u8..4, 6));
    let result = TestRunner::new(config).run(&cases, |(program, input)| {
        let program = format!(",>,>,>,>,>,<<<<<{program}");
        let expected = guest::reference(&program, &input);
        std::fs::write(&file, &program).expect("scratch file");
        let wrong = |m: String| TestCaseError::fail(format!("{program} on {input:?}: {m}"));
        let out = in_process(&file, &input).map_err(&wrong)?;
        same("the output", &expected, &out).map_err(wrong)
    });
    Ok(result.map_err(|e| e.to_string())?)
}

/// Gives what `targets/bf.rpy` specialised for a guest writes, run by the low-level interpreter.
fn in_process(guest: &Path, input: &[u8]) -> Result<Vec<u8>, String> {
    let target = root().join("targets/bf.rpy");
    let words = ["translate", &target.to_string_lossy(), "--specialize", &guest.to_string_lossy()];
    let words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
    let input = input.to_vec();
    translate::on_big_stack(move || {
        let cli = Cli::parse_from(words);
        let sources = translate::failure::Sources::default();
        let mut translation = translate::Translation::of_program(cli, &sources);
        let typed = translation.rtype().map_err(|_| "not typed")?;
        let mut p = typed.program.clone();
        let config = OptConfig { level: OptLevel::Low, jit: true, ..OptConfig::default() };
        backendopt::optimize(&mut p, &config, &mut NoObserver).map_err(|e| e.to_string())?;
        peval::specialise(&mut p, &peval::Limits::default()).map_err(|e| e.message)?;
        flowmodel::verify::verify_program(&p).map_err(|e| e.to_string())?;
        let mut interp = LlInterp::new(&p);
        interp.world.system = Box::new(lab::machine::Machine::default());
        interp.set_stdin(&input);
        interp.run_entry(&["guest"]).map_err(|e| e.to_string())?;
        Ok(interp.stdout().to_vec())
    })?
}

/// A target without the function, options that do not fit, and a guest program with an error.
fn errors() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("guest");
    let bad = dir.path().join("bad.b");
    std::fs::write(&bad, "++]")?;
    let plain = root().join("targets/bf_plain.rpy");
    let cases: [(&Path, &Path, &[&str], &str); 3] = [
        (&plain, &bad, &[], "has no function `specialize`"),
        (Path::new("targets/bf.rpy"), &bad, &["--opt", "jit"], "leaves nothing for a JIT to do"),
        (Path::new("targets/bf.rpy"), &bad, &[], "UnbalancedBracket"),
    ];
    for (target, guest, more, says) in cases {
        let o = specialised(target, guest, more, &exe)?;
        if o.code != 1 || !o.stderr.contains(says) || exe.exists() {
            return Err(format!("{says}: {}", o.report()).into());
        }
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    named([
        ("square", square),
        ("bf", bf),
        ("back ends", back_ends),
        ("large", large),
        ("random guests", random_guests),
        ("errors", errors),
    ])
}
