//! The command line of `benches`: what is wrong with it is told before anything is built.

mod without_builds;

use std::process::Output;

fn benches(args: &[&str]) -> (Output, bool) {
    without_builds::run(env!("CARGO_BIN_EXE_benches"), args)
}

#[test]
fn help_builds_nothing() {
    for args in [&["--help"][..], &["-h"], &["lua", "--help"], &["scale", "-h"]] {
        let (o, built) = benches(args);
        assert!(o.status.success() && !built, "{args:?}: {o:?}");
        assert!(o.stdout.starts_with(b"usage: benches "), "{args:?}: {o:?}");
    }
}

#[test]
fn wrong_arguments_build_nothing() {
    let wrong: &[(&[&str], &str)] = &[
        (&[], "usage: benches"),
        (&["nothing"], "there is no benchmark nothing"),
        (&["lua", "--fast"], "there is no option --fast"),
        (&["bf"], "which BF program?"),
        (&["bf", "none.b"], "none.b: "),
        (&["bf", "none.b", "x"], "RUNS must be"),
        (&["regmachine", "x"], "N must be a number"),
        (&["regmachine", "1", "0"], "RUNS must be"),
        (&["regmachine", "1", "1", "1"], "one argument too many"),
        (&["lua", "none"], "no program none; there are fib, "),
        (&["classic", "none"], "no program none; there are nbody, "),
        (&["backends", "none"], "no program none; there are nbody, "),
        (&["gc", "none"], "no program none; there are gcbench, "),
        (&["jit", "none"], "no interpreter none; there are registers, "),
        (&["paper", "none"], "no language none; there are "),
        (&["specialized"], "which BF programs?"),
        (&["specialized", "none.b"], "none.b: "),
        (&["extensions", "none"], "no guest program none; there are "),
        (&["translate", "x"], "RUNS must be"),
        (&["large", "x"], "LINES must be numbers"),
        (&["scale", "none"], "no shape none; there are "),
    ];
    for (args, said) in wrong {
        let (o, built) = benches(args);
        let told = String::from_utf8_lossy(&o.stderr);
        assert!(o.status.code() == Some(2) && told.contains(said) && !built, "{args:?}: {o:?}");
    }
}

#[test]
fn right_arguments_build() {
    for args in
        [&["translate", "1"][..], &["lua", "fib"], &["backends", "nbod"], &["scale", "1000"]]
    {
        let (o, built) = benches(args);
        assert!(!o.status.success() && built, "{args:?}: {o:?}");
    }
}
