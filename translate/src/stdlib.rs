//! The pure-Python library of an installed CPython: what a program imports and neither it nor our own library has.

use crate::cli::Cli;
use flowmodel::diag::Diagnostic;
use flowspace::host::NO_MODULE;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const QUESTION: &str = "import sysconfig; print(sysconfig.get_path('stdlib'))";

/// The folder: `--stdlib`, or what `python3` says.
pub fn folder(cli: &Cli) -> Option<PathBuf> {
    find(cli.no_stdlib, cli.stdlib.as_ref())
}

/// Finds the folder later, if it is wanted.
pub fn finder(cli: &Cli) -> Box<dyn FnOnce() -> Option<PathBuf>> {
    let (never, named) = (cli.no_stdlib, cli.stdlib.clone());
    Box::new(move || find(never, named.as_ref()))
}

fn find(never: bool, named: Option<&PathBuf>) -> Option<PathBuf> {
    if never {
        return None;
    }
    if let Some(dir) = named {
        return dir.is_dir().then(|| dir.clone());
    }
    let mut python = Command::new("python3");
    python.args(["-I", "-S", "-c", QUESTION]).stdin(Stdio::null()).stderr(Stdio::null());
    let answer = python.output().ok().filter(|o| o.status.success())?;
    let dir = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim_end());
    dir.is_dir().then_some(dir)
}

/// Says whether the program, or a function of it, imports what is not there.
pub fn wanted(errors: &[Diagnostic]) -> bool {
    errors.iter().any(|d| d.code == NO_MODULE)
}

/// Adds advice to such an error when there is no library to look in.
pub fn advise(cli: &Cli, errors: &mut [Diagnostic]) {
    let note = match (&cli.stdlib, cli.no_stdlib) {
        (_, true) => "--no-stdlib keeps the library of an installed Python out",
        (Some(_), _) => "the folder that --stdlib names is not there",
        (None, _) => {
            "no python3 is installed, in whose library it could be; --stdlib DIR names such a library"
        }
    };
    for d in errors.iter_mut().filter(|d| d.code == NO_MODULE) {
        *d = d.clone().note(note);
    }
}
