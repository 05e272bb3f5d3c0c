//! The pure-Python library of an installed CPython: what a program imports and neither it nor our own library has.

use crate::cli::Cli;
use flowmodel::diag::Diagnostic;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const QUESTION: &str = "import sysconfig; print(sysconfig.get_path('stdlib'))";

/// The folder: `--stdlib`, or what `python3` says.
pub fn folder(cli: &Cli) -> Option<PathBuf> {
    if cli.no_stdlib {
        return None;
    }
    if let Some(dir) = &cli.stdlib {
        return dir.is_dir().then(|| dir.clone());
    }
    let mut python = Command::new("python3");
    python.args(["-I", "-S", "-c", QUESTION]).stdin(Stdio::null()).stderr(Stdio::null());
    let answer = python.output().ok().filter(|o| o.status.success())?;
    let dir = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim_end());
    dir.is_dir().then_some(dir)
}

/// Whether the program stopped because it imports what is not there.
pub fn wanted(errors: &[Diagnostic]) -> bool {
    errors.iter().any(|d| d.message.starts_with("ModuleNotFoundError"))
}

/// Whether a function of the program imports what is not there.
pub fn wanted_by_function(errors: &[Diagnostic]) -> bool {
    errors.iter().any(in_function)
}

fn in_function(d: &Diagnostic) -> bool {
    d.message.starts_with("import of ") && d.message.contains("failed: ModuleNotFoundError")
}

/// What to add to such an error when there is no library to look in.
pub fn advise(cli: &Cli, errors: &mut [Diagnostic]) {
    let note = match (&cli.stdlib, cli.no_stdlib) {
        (_, true) => "--no-stdlib keeps the library of an installed Python out",
        (Some(_), _) => "the folder that --stdlib names is not there",
        (None, _) => {
            "no python3 is installed, in whose library it could be; --stdlib DIR names such a library"
        }
    };
    let missing = |d: &&mut Diagnostic| wanted(std::slice::from_ref(*d)) || in_function(d);
    for d in errors.iter_mut().filter(missing) {
        *d = d.clone().note(note);
    }
}
