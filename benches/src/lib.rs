//! Parts of the project that benchmarks and the runner of corpora need.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Says what the command line asks for, before anything is made.
#[derive(PartialEq, Eq, Debug)]
pub enum Asked {
    /// It asks how it is used.
    Help,
    /// Work, with these arguments.
    Work(Vec<String>),
}

/// Reads the command line; `options` are those that there are. Errors: another one.
pub fn asked(args: impl IntoIterator<Item = String>, options: &[&str]) -> Result<Asked, String> {
    let args: Vec<String> = args.into_iter().collect();
    if args.iter().any(|a| a == "--help" || a == "-h") {
        return Ok(Asked::Help);
    }
    match args.iter().find(|a| a.starts_with('-') && !options.contains(&a.as_str())) {
        Some(unknown) => Err(format!("there is no option {unknown}")),
        None => Ok(Asked::Work(args)),
    }
}

/// An error unless each of the words is one of the names.
pub fn named(words: &[String], what: &str, names: &[&str]) -> Result<(), String> {
    known(words, what, names, |name, word| name == word)
}

/// An error unless each of the words is in one of the names.
pub fn part_of(words: &[String], what: &str, names: &[&str]) -> Result<(), String> {
    known(words, what, names, |name, word| name.contains(word))
}

fn known(
    words: &[String],
    what: &str,
    names: &[&str],
    fits: impl Fn(&str, &str) -> bool,
) -> Result<(), String> {
    match words.iter().find(|word| !names.iter().any(|name| fits(name, word))) {
        Some(unknown) => Err(format!("no {what} {unknown}; there are {}", names.join(", "))),
        None => Ok(()),
    }
}

/// Runs a command; an error if it fails.
pub fn must(cmd: &mut Command) -> Result<(), String> {
    let status = cmd.status().map_err(|e| format!("{cmd:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{cmd:?}: {status}")) }
}

/// The translator, built in release mode.
pub fn translator() -> Result<PathBuf, String> {
    must(
        Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--release", "-q", "-p", "translate"])
            .current_dir(root()),
    )?;
    // The bench binary lies beside it.
    let me = std::env::current_exe().map_err(|e| e.to_string())?;
    let dir = me.parent().ok_or("no folder")?;
    let release = if dir.ends_with("release") { dir.into() } else { dir.join("../release") };
    Ok(release.join("translate"))
}
