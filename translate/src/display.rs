//! The terminal while a translation runs: the stage, and a display that makes room for messages.

use indicatif::ProgressBar;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::time::Duration;

thread_local! {
    /// The stage that is running, for internal errors.
    static STAGE: std::cell::Cell<&'static str> = const { std::cell::Cell::new("start") };
}

/// The stage that is running.
pub fn stage() -> &'static str {
    STAGE.get()
}

/// A stage begins.
pub fn enter(name: &'static str) {
    STAGE.set(name);
    with_display(|d| d.enter(name));
}

/// Shows the progress on the terminal while a translation runs.
pub(crate) struct Display {
    pub(crate) bar: ProgressBar,
    /// Passes in this stage so far.
    pub(crate) count: usize,
    /// While the picture is drawn: what is to stand beside its next lines.
    pub(crate) beside: Option<VecDeque<String>>,
}

pub(crate) static DISPLAY: Mutex<Option<Display>> = Mutex::new(None);

pub(crate) fn display() -> MutexGuard<'static, Option<Display>> {
    DISPLAY.lock().unwrap_or_else(|e| e.into_inner())
}

pub(crate) fn with_display(f: impl FnOnce(&mut Display)) {
    if let Some(d) = display().as_mut() {
        f(d);
    }
}

/// Prints something while the display makes room.
pub fn suspended<T>(f: impl FnOnce() -> T) -> T {
    let bar = display().as_ref().map(|d| d.bar.clone());
    match bar {
        Some(bar) => bar.suspend(f),
        None => f(),
    }
}

impl Display {
    /// While the program is imported, it may write to the terminal itself.
    pub(crate) fn enter(&mut self, name: &'static str) {
        self.count = 0;
        if name == "import" {
            return;
        }
        self.bar.set_message(name);
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }

    /// Writes what a stage made above the line, where it stays and does not cut the picture.
    pub(crate) fn done(&mut self, name: &str, seconds: f64, detail: &str) {
        let line = format!("  {name:<16} {seconds:6.1} s  {detail}");
        match &mut self.beside {
            Some(beside) => beside.push_back(line),
            None => self.bar.println(line),
        }
    }

    /// The picture has ended.
    pub(crate) fn drawn(&mut self) {
        for line in self.beside.take().into_iter().flatten() {
            self.bar.println(line);
        }
    }

    pub(crate) fn count(&mut self, pass: &'static str) {
        self.count += 1;
        self.bar.set_message(format!("{}: {} passes, {pass}", stage(), self.count));
    }
}
