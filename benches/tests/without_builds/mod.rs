//! This module runs the commands of this folder where builds are impossible.

use std::process::{Command, Output};

/// Runs a command where builds fail and leave a trace: what it says, and whether it began one.
pub fn run(exe: &str, args: &[&str]) -> (Output, bool) {
    let dir = tempfile::tempdir().expect("a folder");
    let (cargo, built) = (dir.path().join("cargo"), dir.path().join("built"));
    std::fs::write(&cargo, format!("#!/bin/sh\ntouch {}\nexit 1\n", built.display()))
        .expect("a file");
    std::fs::set_permissions(&cargo, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("a script");
    let o = Command::new(exe).args(args).env("CARGO", &cargo).output().expect("it runs");
    (o, built.exists())
}
