//! The example interpreters of targets/, translated: their guest programs, random guest programs with and without JIT,
//! collections at every allocation, the text of the traces, and the same output of two translations.
//!
//! `TRACEWRIGHT_BF_PROGRAMS=N` sets the number of random programs (200, in the long run 2000),
//! `TRACEWRIGHT_BF_SEED` gives others. The long run has the guest programs that take many seconds, too.

use crate::common::bf as guest;
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use translate::log::{Section, sections};

/// The executable of a target at a level.
fn executable(target: &str, opt: &str) -> Result<PathBuf, String> {
    made(&Path::new("targets").join(target).with_extension("rpy"), &["--opt", opt])
}

fn command(exe: &Path, jit: &str) -> Command {
    let mut c = Command::new(exe);
    c.env_remove("TRACEWRIGHT_GC").env_remove("PYPYLOG").env_remove("TRACEWRIGHT_JIT");
    if !jit.is_empty() {
        c.env("TRACEWRIGHT_JIT", jit);
    }
    c
}

/// Often traced: low thresholds.
const EAGER: &str = "threshold=3,trace_eagerness=2";

fn expect(o: &Outcome, code: i32, stdout: &[u8]) -> Result<(), String> {
    if o.code != code {
        return Err(format!("expected exit code {code}, got {}", o.report()));
    }
    same("stdout", stdout, &o.stdout)
}

/// Guest programs that are in the workspace.
fn guests(target: &str, opt: &str, jit: &str, stress: bool) -> Result<(), Failed> {
    let exe = executable(target, opt)?;
    for program in files(&root().join("targets/bf"), "b") {
        let text = std::fs::read_to_string(&program)?;
        let mut c = command(&exe, jit);
        if stress {
            c.env("TRACEWRIGHT_GC", "stress");
        }
        let o = run(c.arg(&program), b"", 300)?;
        let name = program.display();
        expect(&o, 0, &guest::reference(&text, b"")).map_err(|e| format!("{name}: {e}"))?;
    }
    let echo = scratch().join(format!("echo-{target}-{opt}-{jit}-{stress}.b"));
    std::fs::write(&echo, ",[.,]")?;
    let mut c = command(&exe, jit);
    if stress {
        c.env("TRACEWRIGHT_GC", "stress");
    }
    expect(&run(c.arg(&echo), b"echo!\n", 60)?, 0, b"echo!\n")?;
    Ok(())
}

/// Tests what the interpreters do about wrong use.
fn wrong_use() -> Result<(), Failed> {
    let exe = executable("bf", "2")?;
    let o = run(&mut command(&exe, ""), b"", 60)?;
    if o.code != 2 || !o.stderr.contains("usage") {
        return Err(o.report().into());
    }
    let o = run(command(&exe, "").arg("/no/such/file.b"), b"", 60)?;
    if o.code != 1 || !o.stderr.contains("cannot read") {
        return Err(o.report().into());
    }
    let bad = scratch().join("unbalanced.b");
    std::fs::write(&bad, "++]")?;
    let o = run(command(&exe, "").arg(&bad), b"", 60)?;
    if o.code != 1 || !o.stderr.contains("unbalanced bracket at byte 2") {
        return Err(o.report().into());
    }
    // To the left of cell 0 there is nothing; what happens is the interpreter's IndexError or Python's negative index.
    Ok(())
}

/// The larger programs beside the checkout, if they are there.
fn shared_programs(target: &str, opt: &str, names: &[&str]) -> Result<(), Failed> {
    let dir = root().join("../shared/bf");
    if !dir.is_dir() {
        skipped("../shared/bf is not there: its programs are not run");
        return Ok(());
    }
    let exe = executable(target, opt)?;
    for name in names {
        let expected = std::fs::read(dir.join("expected").join(name).with_extension("out"))?;
        let o = run(command(&exe, "").arg(dir.join(name).with_extension("b")), b"", 900)?;
        expect(&o, 0, &expected).map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(())
}

/// Random programs under the JIT (and sometimes a collection at every allocation) against the reference.
fn random_programs() -> Result<(), Failed> {
    let exe = executable("bf", "jit")?;
    let lookup = executable("bf_lookup", "jit")?;
    let config = ProptestConfig {
        cases: count("TRACEWRIGHT_BF_PROGRAMS", 200, 2000) as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed("TRACEWRIGHT_BF_SEED")),
        max_shrink_iters: 50,
        ..ProptestConfig::default()
    };
    let often = |p: f64| prop::bool::weighted(p);
    let cases = (guest::programs(), often(0.25), often(0.1));
    // (Two tests run this at the same time.)
    let dir = tempfile::tempdir()?;
    let file = dir.path().join("random.b");
    let result = TestRunner::new(config).run(&cases, |(program, in_lookup, stress)| {
        let expected = guest::reference(&program, b"");
        std::fs::write(&file, &program).expect("scratch file");
        let modes: [(&Path, &str, &str, bool); 4] = [
            (&exe, "off", "", true),
            (&exe, EAGER, "", true),
            (&lookup, "threshold=2,trace_eagerness=1", "", in_lookup),
            (&exe, EAGER, "stress", stress),
        ];
        for (exe, jit, gc, _) in modes.iter().filter(|m| m.3) {
            let mut c = command(exe, jit);
            if !gc.is_empty() {
                c.env("TRACEWRIGHT_GC", gc);
            }
            let o = run(c.arg(&file), b"", 120).map_err(TestCaseError::fail)?;
            expect(&o, 0, &expected).map_err(|e| {
                let how = format!("TRACEWRIGHT_JIT={jit} TRACEWRIGHT_GC={gc}");
                TestCaseError::fail(format!("with {how}: {e}\n{}", o.stderr))
            })?;
        }
        Ok(())
    });
    result.map_err(|e| e.to_string())?;
    Ok(())
}

fn regmachine(opt: &str, jit: &str, stress: bool) -> Result<(), Failed> {
    let exe = executable("regmachine", opt)?;
    let dir = root().join("targets/regmachine");
    let cases = [
        ("square", "16", "256\n"),
        ("square", "1", "1\n"),
        ("square", "300", "90000\n"),
        ("triangle", "100", "5050\n"),
    ];
    for (program, a, expected) in cases {
        let mut c = command(&exe, jit);
        if stress {
            c.env("TRACEWRIGHT_GC", "stress");
        }
        c.arg(dir.join(program).with_extension("rm")).arg(a);
        let o = run(&mut c, b"", 120)?;
        expect(&o, 0, expected.as_bytes()).map_err(|e| format!("{program} {a}: {e}"))?;
    }
    Ok(())
}

/// Runs with a log of the optimised traces.
fn logged(target: &str, args: &[&str], jit: &str) -> Result<Vec<Section>, String> {
    log_of(&executable(target, "jit")?, args, jit)
}

fn log_of(exe: &Path, args: &[&str], jit: &str) -> Result<Vec<Section>, String> {
    let file = exe.with_extension(format!("{}.log", args.len()));
    let mut c = command(exe, jit);
    c.args(args).env("PYPYLOG", format!("jit-log-opt:{}", file.display()));
    let o = run(&mut c, b"", 120)?;
    if o.code != 0 {
        return Err(o.report());
    }
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(sections(&text))
}

/// The tape operations of a loop of the guest program are all that is in its trace. Its bounds tests are those of the first
/// round, so it only counts, and is its last round.
fn traces_of_bf() -> Result<(), Failed> {
    let program = root().join("targets/bf/loops.b");
    let found = logged("bf", &[&program.display().to_string()], "")?;
    for (inner, plus) in [("[_>_+>+<<-]", 2), ("[_<_<+>>-]", 1)] {
        let of = |s: &&Section| s.kind == "loop" && s.body().iter().any(|l| l.contains(inner));
        let all: Vec<_> = found.iter().filter(of).collect();
        let [section] = all[..] else {
            return Err(format!("{} loops for {inner}", all.len()).into());
        };
        let body = section.body_operations();
        let fail =
            |why: &str| Err::<(), Failed>(format!("{inner}: {why}:\n{}", body.join("\n")).into());
        if body.len() > 15 {
            return fail("more than 15 operations");
        }
        if body.iter().any(|l| l.contains("call")) {
            return fail("a call");
        }
        // The rounds that are left, and for each + an addition of them and one of the last round: none for the program
        // counter or the position.
        let arithmetic = |l: &&String| l.contains("int_add") || l.contains("int_sub");
        if body.iter().filter(arithmetic).count() != 1 + 2 * plus {
            return fail("other arithmetic than that of the program");
        }
        if !body.last().is_some_and(|l| l.starts_with("jump(")) {
            return fail("no jump at the end");
        }
    }
    Ok(())
}

/// Tests that the lookup of the bracket is done while recording without `elidable`, too: nothing changes the
/// dictionary then.
fn traces_of_bf_lookup() -> Result<(), Failed> {
    let program = root().join("targets/bf/loops.b");
    let found = logged("bf_lookup", &[&program.display().to_string()], "")?;
    let of = |s: &&Section| s.kind == "loop" && s.body().iter().any(|l| l.contains("[_>_+>+<<-]"));
    let Some(section) = found.iter().find(of) else { return Err("no loop".into()) };
    let body = section.body_operations();
    if body.iter().any(|l| l.contains("call_")) {
        return Err(format!("a call of the lookup:\n{}", body.join("\n")).into());
    }
    Ok(())
}

/// The loop of the square program is one trace in which nothing of the dispatch is left.
fn traces_of_regmachine() -> Result<(), Failed> {
    let program = root().join("targets/regmachine/square.rm");
    let found = logged("regmachine", &[&program.display().to_string(), "5000"], "")?;
    let loops: Vec<_> = found.iter().filter(|s| s.kind == "loop").collect();
    let [section] = loops[..] else { return Err(format!("{} loops", loops.len()).into()) };
    let body = section.body_operations();
    let fail = |why: &str| Err::<(), Failed>(format!("{why}:\n{}", body.join("\n")).into());
    for word in ["strgetitem", "getarrayitem", "getfield", "call", "new"] {
        if body.iter().any(|l| l.contains(word)) {
            return fail(word);
        }
    }
    // a - 1, a + r1, and the test.
    let arithmetic = |l: &&String| l.contains("int_add") || l.contains("int_sub");
    if body.iter().filter(arithmetic).count() != 2 || body.len() > 6 {
        return fail("more than the operations of the program");
    }
    Ok(())
}

/// Methods that are called through the vtable, and functions in fields, are part of the trace.
fn traces_of_methods() -> Result<(), Failed> {
    let program = Path::new("tests/conformance/jit/method_families.rpy");
    let exe = made(program, &["--opt", "jit"])?;
    let found = log_of(&exe, &[], "")?;
    let loops: Vec<_> = found.iter().filter(|s| s.kind == "loop").collect();
    for (name, calls) in [("add 1", 0), ("fold", 1)] {
        let of = |s: &&&Section| s.body().iter().any(|l| l.contains(&format!("'{name}'")));
        let Some(section) = loops.iter().find(of) else { return Err("no loop".into()) };
        let body = section.body_operations();
        // The one with `dont_look_inside` stays a call, in a bridge or the loop.
        if body.iter().filter(|l| l.contains("call_")).count() > calls {
            return Err(format!("calls in the loop of {name}:\n{}", body.join("\n")).into());
        }
    }
    Ok(())
}

/// The C files of two translations are the same, byte for byte, although one verifies graphs after each pass and one does not.
fn deterministic(target: &str, options: &[&str]) -> Result<(), Failed> {
    let dir = scratch().join(format!("source-{target}{}", options.concat()));
    let mut all = vec![];
    for (n, verify) in [("1", "passes"), ("2", "never")] {
        let exe = dir.join(n).join("program");
        std::fs::create_dir_all(dir.join(n))?;
        build(
            &Path::new("targets").join(target).with_extension("rpy"),
            &[options, &["--source", "--verify", verify]].concat(),
            &exe,
        )?;
        let src = dir.join(n).join("program.src");
        let mut texts = BTreeMap::new();
        let mut todo = vec![src.clone()];
        while let Some(d) = todo.pop() {
            for e in std::fs::read_dir(&d)?.flatten() {
                let p = e.path();
                match p.is_dir() {
                    true => todo.push(p),
                    false => {
                        let name = p.strip_prefix(&src)?.to_path_buf();
                        // These two name folders: that of the run-time library, and their own.
                        let places = ["Makefile", "compile_commands.json"];
                        if !places.iter().any(|p| name == Path::new(p)) {
                            texts.insert(name, std::fs::read(&p)?);
                        }
                    }
                }
            }
        }
        all.push(texts);
    }
    if all[0].is_empty() {
        return Err("no files".into());
    }
    let names = |n: usize| all[n].keys().cloned().collect::<Vec<_>>();
    if names(0) != names(1) {
        return Err(format!("{:?} and {:?}", names(0), names(1)).into());
    }
    for (name, text) in &all[0] {
        same(&name.display().to_string(), text, &all[1][name])?;
    }
    Ok(())
}

/// Maximum size in bytes of a program with a JIT; nearly all of it is the JIT's run time.
const LARGEST: u64 = 1_800_000;

fn size_of_bf() -> Result<(), Failed> {
    let exe = made(Path::new("targets/bf.rpy"), &["--opt", "jit", "--backend", "c"])?;
    let size = std::fs::metadata(exe)?.len();
    if size < LARGEST { Ok(()) } else { Err(format!("{size} bytes").into()) }
}

pub fn tests() -> Vec<Test> {
    let mut all: Vec<Test> = vec![];
    let mut add = |name: &str, f: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
        all.push(Test::new(name, f));
    };
    for (target, opt) in [
        ("bf", "0"),
        ("bf", "2"),
        ("bf_plain", "1"),
        ("bf_plain", "2"),
        ("bf_lookup", "0"),
        ("bf_lookup", "3"),
    ] {
        add(&format!("{target} O{opt}"), Box::new(move || guests(target, opt, "", false)));
    }
    for target in ["bf", "bf_plain", "bf_lookup"] {
        add(&format!("{target} O2 stress"), Box::new(move || guests(target, "2", "", true)));
    }
    add("bf wrong use", Box::new(wrong_use));
    add("regmachine O2", Box::new(|| regmachine("2", "", false)));
    add("regmachine O2 stress", Box::new(|| regmachine("2", "", true)));
    add("regmachine jit off", Box::new(|| regmachine("jit", "off", false)));
    add("regmachine jit eager", Box::new(|| regmachine("jit", EAGER, false)));
    add("regmachine jit stress", Box::new(|| regmachine("jit", EAGER, true)));
    for target in ["bf", "bf_lookup"] {
        add(&format!("{target} jit off"), Box::new(move || guests(target, "jit", "off", false)));
        add(&format!("{target} jit"), Box::new(move || guests(target, "jit", "", false)));
        add(&format!("{target} jit eager"), Box::new(move || guests(target, "jit", EAGER, false)));
        add(&format!("{target} jit stress"), Box::new(move || guests(target, "jit", EAGER, true)));
    }
    add("bf jit size", Box::new(size_of_bf));
    add("traces of bf", Box::new(traces_of_bf));
    add("traces of bf_lookup", Box::new(traces_of_bf_lookup));
    add("traces of regmachine", Box::new(traces_of_regmachine));
    add("traces of methods", Box::new(traces_of_methods));
    add("random programs", Box::new(random_programs));
    let small = ["helloworld", "test", "bottles", "99bottles"];
    add("shared bf O2", Box::new(move || shared_programs("bf", "2", &small)));
    add("shared bf jit", Box::new(move || shared_programs("bf", "jit", &small)));
    add("shared bf jit bench", Box::new(|| shared_programs("bf", "jit", &["bench"])));
    if flag("TRACEWRIGHT_ALL") {
        add("shared bf jit slow", Box::new(|| shared_programs("bf", "jit", &["mandel", "hanoi"])));
        add(
            "shared bf O2 slow",
            Box::new(|| shared_programs("bf_plain", "2", &["bench", "mandel"])),
        );
    }
    add("deterministic bf O2", Box::new(|| deterministic("bf", &["--opt=2"])));
    let jit = &["--opt=jit"];
    add("deterministic regmachine jit", Box::new(|| deterministic("regmachine", jit)));
    let timeshift = &["--opt=jit", "--jit=timeshift"];
    add("deterministic regmachine timeshift", Box::new(|| deterministic("regmachine", timeshift)));
    all
}
