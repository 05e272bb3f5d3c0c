//! What benchmarks and the runner of corpora need of the project.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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
