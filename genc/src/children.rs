//! The C compilers at work. Each has a process group of its own: what it starts ends with it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output};
use std::sync::{Mutex, MutexGuard};

static RUNNING: Mutex<Vec<u32>> = Mutex::new(vec![]);

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(|e| e.into_inner())
}

/// Starts one.
pub(crate) fn start(command: &mut Command) -> io::Result<Child> {
    let mut all = running();
    let child = command.process_group(0).spawn()?;
    all.push(child.id());
    Ok(child)
}

/// Waits for its end.
pub(crate) fn finish(child: Child) -> io::Result<Output> {
    let id = child.id();
    let output = child.wait_with_output();
    running().retain(|n| *n != id);
    output
}

/// The process groups of all, for a process that must end: it can neither start another nor see the end of one any more.
pub fn stop() -> Vec<u32> {
    let all = running();
    let ids = all.clone();
    std::mem::forget(all);
    ids
}

/// Finds a command in the path.
pub(crate) fn in_path(command: &str) -> Option<std::path::PathBuf> {
    if command.contains('/') {
        return Some(command.into()).filter(|p: &std::path::PathBuf| p.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(command)).find(|p| p.is_file())
}
