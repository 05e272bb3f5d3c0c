//! Questions to the C compiler at import time (`rffi_platform`).

use super::*;
use flowmodel::command::{OTHER_HEADERS, PRECOMMONDEFS};
use std::fs::{DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The folder of the question that is being asked.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A folder that is there while the C compiler is asked something, for a process that is ended then.
pub fn question_folder() -> Option<PathBuf> {
    FOLDER.lock().unwrap_or_else(|e| e.into_inner()).clone()
}

/// `run_c(source, flags)`: compiles and links a C program with the C compiler, and runs it. Gives (0, its output), or
/// (1, what was not found or else what the compiler said), or (2, "") for a program that fails.
pub(super) fn run_c(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "run_c", a, k, 2, 2)?;
    let source = args::name_arg(h, a[0])?;
    let mut flags = vec![];
    for f in h.iter_to_vec(a[1])? {
        flags.push(args::name_arg(h, f)?.to_string());
    }
    let cc = flowmodel::command::c_compiler(h.c_compiler.as_deref());
    let result = new_folder().and_then(|dir| {
        let set = |folder| *FOLDER.lock().unwrap_or_else(|e| e.into_inner()) = folder;
        set(Some(dir.clone()));
        let result = in_folder(&dir, &cc, &source, &flags);
        let _ = std::fs::remove_dir_all(&dir);
        set(None);
        result
    });
    match result {
        Ok((code, text)) => {
            let parts = [h.int(code), h.str(&text)];
            Ok(h.tuple(&parts))
        }
        Err(e) => Err(h.err("OSError", format!("the C compiler cannot be asked: {e}"))),
    }
}

/// A folder that nobody else has, or may look into, whatever the umask says.
fn new_folder() -> std::io::Result<PathBuf> {
    let mut n = 0;
    loop {
        let dir = std::env::temp_dir().join(format!("translate-cc-{}-{n}", std::process::id()));
        match DirBuilder::new().mode(0o700).create(&dir) {
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists && n < 10_000 => n += 1,
            Err(e) => return Err(e),
            Ok(()) => {
                std::fs::set_permissions(&dir, Permissions::from_mode(0o700))?;
                return Ok(dir);
            }
        }
    }
}

fn in_folder(
    dir: &Path,
    cc: &str,
    source: &str,
    flags: &[String],
) -> std::io::Result<(i64, String)> {
    let (file, program) = (dir.join("question.c"), dir.join("question"));
    std::fs::write(&file, source)?;
    if source.contains("src/") || !flags.is_empty() {
        std::fs::create_dir_all(dir.join("src"))?;
        for (name, text) in [PRECOMMONDEFS].into_iter().chain(OTHER_HEADERS) {
            std::fs::write(dir.join(name), text)?;
        }
    }
    let cc = flowmodel::command::words(cc);
    let made = Command::new(&cc[0])
        .args(&cc[1..])
        .args(["-w", "-D_GNU_SOURCE", "-o"])
        .arg(&program)
        .arg(&file)
        .args(flags)
        .arg("-I")
        .arg(dir)
        .output()?;
    if !made.status.success() {
        let said = String::from_utf8_lossy(&made.stderr).into_owned();
        return Ok((1, flowmodel::packages::not_found(&said).unwrap_or(said)));
    }
    let run = Command::new(&program).output()?;
    match run.status.success() {
        true => Ok((0, String::from_utf8_lossy(&run.stdout).into_owned())),
        false => Ok((2, String::new())),
    }
}
