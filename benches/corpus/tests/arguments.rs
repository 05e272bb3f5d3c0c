//! The command line of `corpus`: what is wrong with it is told before anything is built.

#[path = "../../tests/without_builds/mod.rs"]
mod without_builds;

use std::process::Output;

fn corpus(args: &[&str]) -> (Output, bool) {
    without_builds::run(env!("CARGO_BIN_EXE_corpus"), args)
}

#[test]
fn arguments_come_before_builds() {
    for args in [&["--help"][..], &["-h"], &[".", "--help"]] {
        let (o, built) = corpus(args);
        assert!(o.status.success() && !built, "{args:?}: {o:?}");
        assert!(o.stdout.starts_with(b"usage: corpus "), "{args:?}: {o:?}");
    }
    let wrong: &[(&[&str], &str)] = &[
        (&[], "usage: corpus"),
        (&["--names"], "usage: corpus"),
        (&["none"], "none: "),
        (&["Cargo.toml"], "Cargo.toml: "),
        (&[".", "--name"], "there is no option --name"),
        (&[".", "src"], "src is one folder too many"),
    ];
    for (args, said) in wrong {
        let (o, built) = corpus(args);
        let told = String::from_utf8_lossy(&o.stderr);
        assert!(o.status.code() == Some(1) && told.contains(said) && !built, "{args:?}: {o:?}");
    }
    assert!(corpus(&["src"]).1);
}
