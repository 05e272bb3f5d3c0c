//! Clean end by a signal: it must not leave temporary files and folders behind, or C compilers at work.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(|e| e.into_inner())
}

/// A new temporary folder, which nobody else may look into, whatever the umask says.
pub fn temporary_folder() -> std::io::Result<tempfile::TempDir> {
    let mine = Permissions::from_mode(0o700);
    let folder =
        tempfile::Builder::new().prefix("translate-").permissions(mine.clone()).tempdir()?;
    std::fs::set_permissions(folder.path(), mine)?; // (the umask may have taken something away)
    Ok(folder)
}

/// A file or folder that a signal removes as long as this lives.
pub struct Temporary(PathBuf);

impl Temporary {
    /// Registers a path, which is temporary from now on.
    pub fn new(path: &Path) -> Temporary {
        temporary().push(path.to_path_buf());
        Temporary(path.to_path_buf())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        temporary().retain(|p| *p != self.0);
    }
}

/// Says whether the process was started with the signal ignored, as by `nohup`: then it stays so.
fn is_ignored(signal: i32) -> bool {
    // SAFETY: only asks; a sigaction may be all zero.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}

static INTERRUPT: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Lets Ctrl-C, from now on, tell the program that runs at import time ([`Host::interrupt`]); `None`: it ends the
/// command. A second one that comes before the first was heard ends the command in any case.
///
/// [`Host::interrupt`]: flowspace::host::Host::interrupt
pub fn interrupts(flag: Option<Arc<AtomicBool>>) {
    *INTERRUPT.lock().unwrap_or_else(|e| e.into_inner()) = flag;
}

/// Tells the program that runs at import time, as Ctrl-C does. Whether there is one, and it was not told before.
pub fn interrupt() -> bool {
    let flag = INTERRUPT.lock().unwrap_or_else(|e| e.into_inner());
    flag.as_ref().is_some_and(|f| !f.swap(true, Ordering::Relaxed))
}

/// Watches for signals that end the process: cleans up, and then ends it by the signal.
pub fn watch() {
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|s| !is_ignored(*s));
    let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT && interrupt() {
                continue;
            }
            clean_up();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Ends the process, whatever it does, and cleans up before.
pub fn leave(code: i32) -> ! {
    clean_up();
    std::process::exit(code)
}

fn clean_up() {
    // SAFETY: sends signals to process groups that we made.
    let signal = |group: u32, signal| unsafe { libc::kill(-(group as i32), signal) == 0 };
    let groups = genc::children::stop();
    for g in &groups {
        signal(*g, libc::SIGTERM);
    }
    for _ in 0..20 {
        if !groups.iter().any(|g| signal(*g, 0)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut paths = temporary().clone();
    paths.extend(flowspace::host::question_folder());
    // Another thread may still write into a folder while it is removed.
    for _ in 0..20 {
        paths.retain(|p| std::fs::symlink_metadata(p).is_ok());
        if paths.is_empty() {
            break;
        }
        for p in &paths {
            let _ = if p.is_dir() { std::fs::remove_dir_all(p) } else { std::fs::remove_file(p) };
        }
    }
}
