//! The commands beside translating, and the way of somebody who begins: the first error, `translate new`, a JIT that helps.

use crate::common::suite::{Test, tests};
use crate::common::*;
use rexpect::session::spawn_command;
use std::path::Path;
use std::process::Command;

fn ok(c: &mut Command) -> String {
    let o = run(c, b"", 300).expect("runs");
    assert_eq!(o.code, 0, "{c:?}: {}", o.report());
    String::from_utf8_lossy(&o.stdout).into_owned()
}

/// The tests that the skeleton brings, with this command in front of each guest program.
fn own_tests(folder: &Path, words: &[&str]) {
    let mut c = Command::new("sh");
    c.arg("tests/run.sh").args(words).current_dir(folder);
    let out = ok(&mut c);
    assert_eq!(out.lines().filter(|l| l.starts_with("ok ")).count(), 3, "{out}");
}

fn from_the_first_error_to_a_jit() {
    let home = tempfile::tempdir().expect("a folder");
    let wrong = "def entry_point(argv):\n    x = 1\n    if len(argv) > 1:\n        x = argv[1]\n    print(x)\n    return 0\n\n\
                 def target(driver, args):\n    return entry_point, None\n";
    std::fs::write(home.path().join("first.rpy"), wrong).expect("a file");
    let o = run(translate().arg("first.rpy").current_dir(home.path()), b"", 60).expect("runs");
    assert_eq!(o.code, 1, "{}", o.report());
    assert!(o.stderr.contains("first.rpy:") && o.stderr.contains('^'), "{}", o.stderr);
    assert!(!home.path().join("first-c").exists());

    ok(translate().args(["new", "toy"]).current_dir(home.path()));
    let toy = home.path().join("toy");
    let command = env!("CARGO_BIN_EXE_translate");
    own_tests(&toy, &[command, "run", "toy.rpy"]);
    ok(translate().args(["--opt=jit", "toy.rpy"]).current_dir(&toy));
    own_tests(&toy, &["./toy-c"]);

    // The JIT makes code of the loop, and what is left of it has no frame, no box and no call.
    let mut c = Command::new("./toy-c");
    c.arg("loops.guest").env("PYPYLOG", "jit-log-opt-loop:log").current_dir(&toy);
    assert_eq!(ok(&mut c), "-30000000\n");
    let log = std::fs::read_to_string(toy.join("log")).expect("a log");
    let first = log.split("jit-log-opt-loop}").next().unwrap_or_default();
    let body = first.rsplit_once("label(").map_or("", |(_, body)| body);
    assert!(body.contains("line 4:") && body.contains("int_add"), "{log}");
    for costly in ["new_with_vtable", "call", "setarrayitem", "setfield"] {
        assert!(!body.contains(costly), "{costly} in\n{body}");
    }
}

fn new_leaves_alone_what_is_there() {
    let home = tempfile::tempdir().expect("a folder");
    for (name, why) in [("3x", "no name for a module"), (".", "exists"), ("there", "exists")] {
        std::fs::create_dir_all(home.path().join("there")).expect("a folder");
        let o = run(translate().args(["new", name]).current_dir(home.path()), b"", 60);
        let o = o.expect("runs");
        assert_eq!(o.code, 1, "{}", o.report());
        assert!(o.stderr.contains(why) || name == ".", "{}", o.stderr);
    }
    let left = std::fs::read_dir(home.path().join("there")).expect("a folder").count();
    assert_eq!(left, 0);
}

fn completions_and_man_pages_know_all_commands() {
    let commands = ["run", "shell", "new", "lab", "compare", "completions", "man"];
    for shell in ["bash", "zsh", "fish"] {
        let text = ok(translate().args(["completions", shell]));
        for word in commands.iter().chain(&["specialize", "fractal"]) {
            assert!(text.contains(word), "{word} for {shell}");
        }
    }
    let page = ok(translate().arg("man"));
    assert!(
        page.contains(".TH translate 1") && page.contains("Translates an RPython program"),
        "{page}"
    );
    for c in commands {
        let page = ok(translate().args(["man", c]));
        assert!(page.contains(&format!(".TH translate-{c} 1")), "{page}");
    }
    let o = run(translate().args(["man", "nothing"]), b"", 60).expect("runs");
    assert_eq!((o.code, o.stdout.len()), (1, 0), "{}", o.report());
}

/// An import that does not end is interrupted, and says where it was.
fn an_endless_import_is_interrupted() {
    use std::io::Read;
    let home = tempfile::tempdir().expect("a folder");
    let endless = "import os\n\ndef spin():\n    n = 0\n    while True:\n        n += 1\n        \
                   if n == 1:\n            os.write(1, 'on\\n')\n\nspin()\n";
    std::fs::write(home.path().join("endless.rpy"), endless).expect("a file");
    let mut c = translate();
    c.arg("endless.rpy").current_dir(home.path());
    c.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = default_signals(&mut c).spawn().expect("starts");
    let mut on = [0; 3];
    child.stdout.as_mut().expect("piped").read_exact(&mut on).expect("it runs");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let o = child.wait_with_output().expect("ends");
    let told = String::from_utf8_lossy(&o.stderr);
    assert_eq!(o.status.code(), Some(130), "{told}");
    for part in ["interrupted", "endless.rpy:", "in spin", "called from here"] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

/// `check` takes the levels of a translation; what it says at a terminal of a program that is right, and that it says nothing elsewhere.
fn check_says_that_all_is_well() {
    let home = tempfile::tempdir().expect("a folder");
    let interpreter = "from rpython.rlib.jit import JitDriver\nd = JitDriver(greens=['n'], reds=['i'])\n\
                       def entry_point(argv):\n    n, i = 0, 9\n    while i > 0:\n        d.jit_merge_point(n=n, i=i)\n        \
                       i -= 1\n    print(7 / (i + 2))\n    return 0\ndef target(driver, args):\n    return entry_point, None\n";
    std::fs::write(home.path().join("good.rpy"), interpreter).expect("a file");
    let check = |options: &[&str]| {
        let mut c = translate();
        c.arg("check").args(options).current_dir(home.path()).env("TERM", "dumb");
        c
    };
    let all = ["--opt=jit", "-Ojit", "-O2", "--opt=0", "--jit", "--jit=tracing", "--jit=timeshift"];
    for option in all {
        let o =
            run(check(&[option, "-w", "good.rpy"]).stderr(std::process::Stdio::piped()), b"", 60);
        let o = o.expect("runs");
        assert_eq!(
            (o.code, o.stdout.len(), o.stderr.as_str()),
            (0, 0, ""),
            "{option}: {}",
            o.report()
        );
    }
    // What only a JIT reaches is wrong.
    let wrong = interpreter.replace("import JitDriver", "import JitDriver, we_are_jitted").replace(
        "        i -= 1\n",
        "        i -= 1\n        if we_are_jitted():\n            i = i + 'x'\n",
    );
    std::fs::write(home.path().join("hints.rpy"), wrong).expect("a file");
    for (option, code) in [("--opt=jit", 1), ("--opt=2", 0)] {
        let o = run(&mut check(&[option, "-w", "hints.rpy"]), b"", 60).expect("runs");
        assert_eq!(o.code, code, "{option}: {}", o.report());
    }
    for (options, last) in [
        (&["good.rpy"][..], "translate: good.rpy: 0 errors, 1 warning"),
        (&["-w", "good.rpy"], "translate: good.rpy: 0 errors, 0 warnings"),
        (&["--message-format=json", "-w", "good.rpy"], ""),
    ] {
        let mut session = spawn_command(check(options), Some(60_000)).expect("a terminal");
        let said = session.exp_eof().expect("it ends");
        assert_eq!(said.trim_end().lines().last().unwrap_or(""), last, "{said}");
    }
}

pub fn tests() -> Vec<Test> {
    tests![
        from_the_first_error_to_a_jit,
        new_leaves_alone_what_is_there,
        completions_and_man_pages_know_all_commands,
        an_endless_import_is_interrupted,
        check_says_that_all_is_well,
    ]
}
