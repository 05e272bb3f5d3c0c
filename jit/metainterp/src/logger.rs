//! PYPYLOG: sections of a log file.
//!
//! `PYPYLOG=cats:file`, where `cats` is a comma-separated list of prefixes of section names (`jit` selects all), `file` may
//! contain `%d` for the process id, and `-` is standard error. `PYPYLOG=+file` is not supported: only full logs.
//! `PYPYLOG=file` without categories writes everything.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use jitbackend::system::{self, File, Refused};

/// Where sections go.
pub enum Sink {
    /// A file.
    File(File),
    /// Standard error.
    Stderr,
    /// Memory, for tests.
    Memory(Vec<u8>),
}

/// The log.
#[derive(Default)]
pub struct Logger {
    sink: RefCell<Option<Sink>>,
    categories: RefCell<Vec<String>>,
    clock: Cell<u64>,
}

/// Cycles of the processor's time stamp counter, or nanoseconds.
pub(crate) fn timestamp() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: available on every x86-64.
    unsafe {
        core::arch::x86_64::_rdtsc()
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        system::Instant::now().nanoseconds()
    }
}

/// A file's name, with the process id for each `%d`.
fn with_process_id(file: &str) -> String {
    file.replace("%d", &system::process_id().to_string())
}

impl Logger {
    /// The log that a value of `PYPYLOG` describes.
    pub fn from_setting(setting: &str) -> Result<Logger, Refused> {
        let logger = Logger::default();
        let (categories, file) = setting.split_once(':').unwrap_or(("", setting));
        if file.is_empty() {
            return Ok(logger);
        }
        let list = categories.split(',').filter(|c| !c.is_empty()).map(str::to_string);
        *logger.categories.borrow_mut() = list.collect();
        let sink = if file == "-" {
            Sink::Stderr
        } else {
            Sink::File(File::create(&with_process_id(file))?)
        };
        *logger.sink.borrow_mut() = Some(sink);
        Ok(logger)
    }

    /// A log in memory, for tests; time stamps count up from 1.
    pub fn in_memory(categories: &str) -> Logger {
        let logger = Logger::default();
        *logger.sink.borrow_mut() = Some(Sink::Memory(Vec::new()));
        *logger.categories.borrow_mut() = categories.split(',').map(str::to_string).collect();
        logger.clock.set(1);
        logger
    }

    /// Text of a log in memory.
    pub fn text(&self) -> String {
        match &*self.sink.borrow() {
            Some(Sink::Memory(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        }
    }

    /// Whether a section of this category is wanted.
    #[inline]
    pub fn wants(&self, category: &str) -> bool {
        if self.sink.borrow().is_none() {
            return false;
        }
        let categories = self.categories.borrow();
        categories.is_empty() || categories.iter().any(|c| category.starts_with(c.as_str()))
    }

    fn time(&self) -> u64 {
        match self.clock.get() {
            0 => timestamp(),
            n => {
                self.clock.set(n + 1);
                n
            }
        }
    }

    /// Writes a section (its text is only made if wanted).
    pub fn section(&self, category: &str, text: impl FnOnce() -> String) {
        if !self.wants(category) {
            return;
        }
        let begin = self.time();
        self.write(category, begin, text());
    }

    #[cold]
    #[inline(never)]
    fn write(&self, category: &str, begin: u64, mut text: String) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let end = self.time();
        let all = format!("[{begin:x}] {{{category}\n{text}[{end:x}] {category}}}\n");
        match &mut *self.sink.borrow_mut() {
            Some(Sink::File(file)) => {
                // A log that cannot be written must not end the program.
                let _ = file.write_all(all.as_bytes());
            }
            Some(Sink::Stderr) => system::write_stderr(all.as_bytes()),
            Some(Sink::Memory(bytes)) => bytes.extend_from_slice(all.as_bytes()),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        let id = system::process_id();
        assert_eq!(with_process_id("log%d.%d"), format!("log{id}.{id}"));
        assert_eq!(with_process_id("100%.log%%d"), format!("100%.log%{id}"));
    }

    #[test]
    fn sections() {
        let log = Logger::in_memory("jit-log-opt");
        assert!(log.wants("jit-log-opt-loop") && !log.wants("jit-summary"));
        log.section("jit-log-opt-loop", || "# Loop 0".to_string());
        log.section("jit-summary", || unreachable!());
        assert_eq!(log.text(), "[1] {jit-log-opt-loop\n# Loop 0\n[2] jit-log-opt-loop}\n");
        assert!(!Logger::from_setting("").unwrap().wants("jit"));
    }
}
