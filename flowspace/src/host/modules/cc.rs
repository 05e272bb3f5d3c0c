//! Questions to the C compiler at import time (`rffi_platform`).

use super::*;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// `run_c(source, flags)`: compiles and links a C program with `cc` (or `$CC`), and runs it. Gives (0, its output), or
/// (1, what the compiler said), or (2, "") for a program that fails.
pub(super) fn run_c(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("run_c", a, k, 2, 2)?;
    let source = h.name_arg(a[0])?;
    let mut flags = vec![];
    for f in h.iter_to_vec(a[1])? {
        flags.push(h.name_arg(f)?.to_string());
    }
    let n = NUMBER.fetch_add(1, Ordering::Relaxed);
    let dir = std::env::temp_dir().join(format!("translate-cc-{}-{n}", std::process::id()));
    let result = in_folder(&dir, &source, &flags);
    let _ = std::fs::remove_dir_all(&dir);
    match result {
        Ok((code, text)) => {
            let parts = [h.int(code), h.str(&text)];
            Ok(h.tuple(&parts))
        }
        Err(e) => Err(h.err("OSError", format!("the C compiler cannot be asked: {e}"))),
    }
}

fn in_folder(
    dir: &std::path::Path,
    source: &str,
    flags: &[String],
) -> std::io::Result<(i64, String)> {
    std::fs::create_dir_all(dir)?;
    let (file, program) = (dir.join("question.c"), dir.join("question"));
    std::fs::write(&file, source)?;
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let made = Command::new(cc)
        .args(["-w", "-D_GNU_SOURCE", "-o"])
        .arg(&program)
        .arg(&file)
        .args(flags)
        .output()?;
    if !made.status.success() {
        return Ok((1, String::from_utf8_lossy(&made.stderr).into_owned()));
    }
    let run = Command::new(&program).output()?;
    match run.status.success() {
        true => Ok((0, String::from_utf8_lossy(&run.stdout).into_owned())),
        false => Ok((2, String::new())),
    }
}
