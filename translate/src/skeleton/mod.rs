//! `translate new`: the beginning of an interpreter, as files.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes a skeleton interpreter: a small language with target, hints for a JIT, tests and a guest program. Its README.md tells how to go on.
#[derive(Parser, Debug)]
#[command(name = "translate new", bin_name = "translate new", max_term_width = 100)]
pub struct New {
    /// The folder to make; its last part names the interpreter
    pub path: PathBuf,
}

/// The files; `NAME` in their paths and texts is replaced.
const FILES: &[(&str, &str)] = &[
    ("NAME.rpy", include_str!("interpreter.rpy")),
    ("README.md", include_str!("README.md")),
    ("loops.guest", include_str!("loops.guest")),
    ("tests/run.sh", include_str!("tests/run.sh")),
    ("tests/control.guest", include_str!("tests/control.guest")),
    ("tests/control.out", include_str!("tests/control.out")),
    ("tests/division_by_zero.guest", include_str!("tests/division_by_zero.guest")),
    ("tests/division_by_zero.out", include_str!("tests/division_by_zero.out")),
    ("tests/numbers.guest", include_str!("tests/numbers.guest")),
    ("tests/numbers.out", include_str!("tests/numbers.out")),
];

/// Writes the files below `path`, which must not be there yet.
///
/// Errors: the name is none for a module; the folder exists; it cannot be written.
pub fn write(path: &Path) -> Result<(), String> {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!("`{name}` is no name for a module: letters, digits and _ make one"));
    }
    let of = |p: &Path, e: std::io::Error| format!("{}: {e}", p.display());
    if path.exists() {
        return Err(format!("{} exists already, and is left as it is", path.display()));
    }
    for (file, text) in FILES {
        let file = path.join(file.replace("NAME", name));
        let folder = file.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).map_err(|e| of(folder, e))?;
        std::fs::write(&file, text.replace("NAME", name)).map_err(|e| of(&file, e))?;
    }
    Ok(())
}

/// Runs the command; the exit code is 0, or 1 if nothing could be made.
pub fn run(new: &New) -> ExitCode {
    match write(&new.path) {
        Ok(()) => {
            let name = new.path.file_name().unwrap_or_default().to_string_lossy();
            println!(
                "{} is the interpreter; README.md beside it tells how to go on:",
                new.path.join(format!("{name}.rpy")).display()
            );
            println!("    cd {}", new.path.display());
            println!("    translate run {name}.rpy tests/control.guest");
            println!("    translate --opt=jit {name}.rpy && ./{name}-c loops.guest");
            ExitCode::SUCCESS
        }
        Err(m) => {
            eprintln!("translate new: {m}");
            ExitCode::from(1)
        }
    }
}
