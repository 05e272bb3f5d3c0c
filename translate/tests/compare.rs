//! `translate compare`: the report, and what is an error.
//!
//! Expected reports are in `tests/compare`, made with `--no-times`, `BLESS=1` rewrites them.

use crate::common::chapter;
use crate::common::suite::{Test, named};
use crate::common::*;
use libtest_mimic::Failed;
use std::path::Path;

/// The command, in the root of the workspace.
fn compare(args: &[&str]) -> Result<Outcome, String> {
    run(translate().arg("compare").args(args).current_dir(root()), b"", 600)
}

fn text(o: &Outcome) -> String {
    String::from_utf8_lossy(&o.stdout).into_owned()
}

/// A report as it is expected.
fn report(name: &str, args: &[&str]) -> Result<(), Failed> {
    let o = compare(&[&["--no-times"], args].concat())?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let file = root().join("tests/compare").join(name).with_extension("txt");
    if bless() {
        std::fs::create_dir_all(file.parent().ok_or("no folder")?)?;
        std::fs::write(&file, &o.stdout)?;
        return Ok(());
    }
    let expected = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(same(&file.display().to_string(), &expected, &o.stdout)?)
}

/// The loop of the square: three columns beside the instructions, none with a dispatch.
fn square() -> Result<(), Failed> {
    report("square", &["targets/regmachine.rpy", "targets/regmachine/square.rm", "100000"])
}

/// The inner loop of a function that the guest program calls: all three have found it, beside the instruction.
fn f1() -> Result<(), Failed> {
    let dir = "benches/interpreters/tlc";
    let (target, guest) = (format!("{dir}/tlc.rpy"), format!("{dir}/f1.tlc"));
    let o = compare(&["--no-times", "--width=200", &target, &guest, "400"])?;
    let shown = text(&o);
    let rows: Vec<&str> = shown.lines().skip_while(|l| !l.contains("f1 57: AND")).collect();
    let end = rows.iter().position(|l| l.contains("f1 58: ADD")).ok_or_else(|| o.report())?;
    let found = rows[..end].iter().map(|l| l.matches("int_and").count()).sum::<usize>();
    match (o.code, found) {
        (0, 3) => Ok(()),
        _ => Err(format!("{found} of 3: {}", o.report()).into()),
    }
}

/// The chapter that compares them shows what the command prints.
fn the_chapter() -> Result<(), Failed> {
    let (_, commands) = chapter::held("docs/three-generators.md", &root());
    if commands == 0 { Err("no commands".into()) } else { Ok(()) }
}

/// Times and sizes are there if they are wanted, and the page has what the text has.
fn with_times() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let page = dir.path().join("page.html");
    let (target, guest) = ("targets/regmachine.rpy", "targets/regmachine/square.rm");
    let o = compare(&["--runs=1", target, guest, "100000"])?;
    let shown = text(&o);
    let html = format!("--html={}", page.display());
    let p = compare(&["--runs=1", &html, target, guest, "100000"])?;
    if (o.code, p.code, p.stdout.len()) != (0, 0, 0) {
        return Err(format!("{}\n{}", o.report(), p.report()).into());
    }
    let page = std::fs::read_to_string(&page)?;
    for what in [
        "code made at run time, bytes",
        "time to make code",
        "times as fast",
        "10000000000",
        "6: add_r1_to_a",
        "decr_a",
        "specialised",
        "guard_true(",
    ] {
        if !shown.contains(what) || !page.contains(what) {
            return Err(format!("no `{what}` in\n{shown}\nor\n{page}").into());
        }
    }
    let alone = page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>");
    if !alone || page.contains("src=") || page.contains("href=") {
        return Err(format!("not one page:\n{page}").into());
    }
    if std::fs::read_dir(dir.path())?.count() != 1 {
        return Err("something is left beside the page".into());
    }
    Ok(())
}

/// A short program: nothing is compiled. And a target without `specialize`.
fn little() -> Result<(), Failed> {
    let o = compare(&[
        "--no-times",
        "benches/interpreters/registers/registers.rpy",
        "benches/interpreters/registers/hello.reg",
        "1",
    ])?;
    let shown = text(&o);
    let notes = [
        "traced: no code for a loop was made",
        "specialised: no: the target has no function `specialize`",
    ];
    match o.code == 0 && notes.iter().all(|n| shown.contains(n)) {
        true => Ok(()),
        false => Err(o.report().into()),
    }
}

/// An interpreter that does not do the same with a JIT: it may ask.
const TWO_FACED: &str = "\
from rpython.rlib.jit import JitDriver, we_are_jitted
driver = JitDriver(greens=['code'], reds=['i', 'n'])
def run(code, n):
    i = 0
    while i < n:
        driver.jit_merge_point(code=code, i=i, n=n)
        i += 1
        if we_are_jitted():
            i += 2
            n += 1
    return n
def entry_point(argv):
    print('begin')
    print(run(argv[1], 100000))
    return 0
def target(driver, args):
    return entry_point
";

fn errors() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let at = |name: &str, text: &str| -> std::io::Result<String> {
        let file = dir.path().join(name);
        std::fs::write(&file, text)?;
        Ok(file.display().to_string())
    };
    let two_faced = at("two_faced.rpy", TWO_FACED)?;
    let wrong = at("wrong.rpy", "def target(driver, args):\n    return 5\n")?;
    let bad = at("bad.rm", "jump_if_b 3\n")?;
    let nowhere = dir.path().join("no/page.html").display().to_string();
    let (rm, square) = ("targets/regmachine.rpy", "targets/regmachine/square.rm");
    let html = format!("--html={nowhere}");
    let cases: [(&[&str], &str); 10] = [
        (&["--jit=thresh=3", rm, square, "3"], "--jit=thresh=3: unknown JIT parameter"),
        (&[rm, "nothing.rm", "3"], "nothing.rm: No such file"),
        (&["nothing.rpy", square, "3"], "nothing.rpy"),
        (&[&wrong, square], "where the entry point, a function, is expected"),
        (&["targets/bf_plain.rpy", "targets/bf/hello.b"], "the program reaches no jit_merge_point"),
        (&[&html, rm, square, "3"], "cannot write the page to "),
        (&["--input=nothing", rm, square, "3"], "nothing: No such file"),
        (
            &[&two_faced, square],
            "traced the guest program does something else than interpreted: line 2",
        ),
        (&[rm, &bad, "3"], "unknown word jump_if_b"),
        (
            &[rm, square, "3", "--html", "x.html"],
            "--html is passed to it: options of `compare` stand",
        ),
    ];
    for (args, says) in cases {
        let o = compare(args)?;
        if o.code != 1 || !o.stderr.contains(says) || !o.stdout.is_empty() {
            return Err(format!("{args:?}, {says}: {}", o.report()).into());
        }
    }
    match Path::new(&nowhere).exists() {
        true => Err("a page in spite of an error".into()),
        false => Ok(()),
    }
}

pub fn tests() -> Vec<Test> {
    named([
        ("square", square),
        ("f1", f1),
        ("with times", with_times),
        ("chapter", the_chapter),
        ("little", little),
        ("errors", errors),
    ])
}
