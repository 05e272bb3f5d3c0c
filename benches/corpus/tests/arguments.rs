//! The command line of `corpus`: what is wrong with it is told before anything is built.

use std::process::{Command, Output};

/// Runs the command where builds are impossible, and leave a trace.
fn corpus(args: &[&str]) -> (Output, bool) {
    let dir = tempfile::tempdir().expect("a folder");
    let (cargo, built) = (dir.path().join("cargo"), dir.path().join("built"));
    std::fs::write(&cargo, format!("#!/bin/sh\ntouch {}\nexit 1\n", built.display()))
        .expect("a file");
    std::fs::set_permissions(&cargo, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("a script");
    let mut c = Command::new(env!("CARGO_BIN_EXE_corpus"));
    let o = c.args(args).env("CARGO", &cargo).output().expect("it runs");
    (o, built.exists())
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
