//! PYPYLOG: sections of a log file.
//!
//! `PYPYLOG=cats:file`, where `cats` is a comma-separated list of prefixes of section names (`jit` selects all), `file` may
//! contain `%d` for the process id, and `-` is standard error. Several such parts may stand there, separated by commas.
//! `PYPYLOG=file` without categories writes everything. RPython's `PYPYLOG=+file` is not supported: only full logs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use jitbackend::system::{self, File};

/// All sections.
pub const SECTIONS: &[&str] = &[
    "jit-log-noopt-loop",
    "jit-log-noopt-bridge",
    "jit-log-opt-loop",
    "jit-log-opt-bridge",
    "jit-log-joined",
    "jit-backend-addr",
    "jit-backend-dump",
    "jit-backend-offsets",
    "jit-backend-counts",
    "jit-tracing",
    "jit-abort",
    "jit-resume",
    "jit-summary",
];

/// Says where sections go.
pub enum Sink {
    /// A file.
    File(File),
    /// Standard error.
    Stderr,
    /// Memory, for tests.
    Memory(Vec<u8>),
}

/// A part of the log: a file, and what goes there.
struct Part {
    /// Prefixes of section names; none: everything.
    categories: Vec<String>,
    sink: RefCell<Sink>,
}

impl Part {
    fn wants(&self, category: &str) -> bool {
        self.categories.is_empty()
            || self.categories.iter().any(|c| category.starts_with(c.as_str()))
    }
}

/// The log.
#[derive(Default)]
pub struct Logger {
    parts: Vec<Part>,
    clock: Cell<u64>,
}

/// Gives what a value of `PYPYLOG` says: sections and files. An error: what is wrong with it.
fn parse(setting: &str) -> Result<Vec<(Vec<String>, String)>, String> {
    let Some((first, mut rest)) = setting.split_once(':') else {
        return Ok(vec![(Vec::new(), file_name(setting)?)]);
    };
    let mut parts = vec![];
    let mut categories = sections(first)?;
    // Behind a file's name may come a comma and other sections, which end with a colon.
    loop {
        let (file, behind) = match rest.split_once(',') {
            Some((file, behind)) => (file, Some(behind)),
            None => (rest, None),
        };
        parts.push((categories, file_name(file)?));
        let Some(behind) = behind else { return Ok(parts) };
        let Some((names, file)) = behind.split_once(':') else {
            return Err(format!("'{behind}' has no file (SECTION:FILE)"));
        };
        categories = sections(names)?;
        rest = file;
    }
}

fn sections(names: &str) -> Result<Vec<String>, String> {
    let names = names.split(',').filter(|name| !name.is_empty());
    names
        .map(|name| match SECTIONS.iter().any(|section| section.starts_with(name)) {
            true => Ok(name.to_string()),
            false => Err(format!("there is no section '{name}' ({})", SECTIONS.join(", "))),
        })
        .collect()
}

fn file_name(file: &str) -> Result<String, String> {
    match file {
        "" => Err("the name of a file is missing".to_string()),
        file if file.starts_with('+') => Err(format!("'{file}': times alone are not logged")),
        file if file.contains(',') => Err(format!("'{file}' is no file's name (SECTIONS:FILE)")),
        file if file.starts_with("jit-") && SECTIONS.iter().any(|s| s.starts_with(file)) => {
            Err(format!("'{file}' is a section, and has no file ({file}:FILE)"))
        }
        file => Ok(file.to_string()),
    }
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
    /// The log that a value of `PYPYLOG` describes. An error: what is wrong with that, or with a file.
    pub fn from_setting(setting: &str) -> Result<Logger, String> {
        let mut logger = Logger::default();
        if setting.is_empty() {
            return Ok(logger);
        }
        let mut files: Vec<String> = vec![];
        for (categories, file) in parse(setting)? {
            let file = if file == "-" { file } else { with_process_id(&file) };
            if let Some(n) = files.iter().position(|known| *known == file) {
                // (nothing: everything)
                let known = &mut logger.parts[n].categories;
                match categories.is_empty() {
                    true => known.clear(),
                    false if known.is_empty() => {}
                    false => known.extend(categories),
                }
                continue;
            }
            let sink = match &*file {
                "-" => Sink::Stderr,
                file => Sink::File(File::create(file).map_err(|error| format!("{file}: {error}"))?),
            };
            logger.parts.push(Part { categories, sink: RefCell::new(sink) });
            files.push(file);
        }
        Ok(logger)
    }

    /// A log in memory, for tests; time stamps count up from 1.
    pub fn in_memory(categories: &str) -> Logger {
        let categories = categories.split(',').map(str::to_string).collect();
        let sink = RefCell::new(Sink::Memory(Vec::new()));
        Logger { parts: vec![Part { categories, sink }], clock: Cell::new(1) }
    }

    /// Text of a log in memory.
    pub fn text(&self) -> String {
        match self.parts.first().map(|part| part.sink.borrow()).as_deref() {
            Some(Sink::Memory(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        }
    }

    /// Says whether a section of this category is wanted.
    #[inline]
    pub fn wants(&self, category: &str) -> bool {
        debug_assert!(SECTIONS.contains(&category), "{category}");
        self.parts.iter().any(|part| part.wants(category))
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
        for part in self.parts.iter().filter(|part| part.wants(category)) {
            match &mut *part.sink.borrow_mut() {
                Sink::File(file) => {
                    // A log that cannot be written must not end the program.
                    let _ = file.write_all(all.as_bytes());
                }
                Sink::Stderr => system::write_stderr(all.as_bytes()),
                Sink::Memory(bytes) => bytes.extend_from_slice(all.as_bytes()),
            }
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
        assert!(!Logger::from_setting("").unwrap().wants("jit-abort"));
    }

    #[test]
    fn settings() {
        let one = |names: &[&str], file: &str| {
            (names.iter().map(|n| n.to_string()).collect::<Vec<_>>(), file.to_string())
        };
        for (setting, wanted) in [
            ("log", vec![one(&[], "log")]),
            ("-", vec![one(&[], "-")]),
            (":log", vec![one(&[], "log")]),
            ("jit:/tmp/a b", vec![one(&["jit"], "/tmp/a b")]),
            ("jit-log-opt,jit-abort:x%d", vec![one(&["jit-log-opt", "jit-abort"], "x%d")]),
            ("jit-abort:a:b", vec![one(&["jit-abort"], "a:b")]),
            (
                "jit-abort:-,jit-log-opt:f",
                vec![one(&["jit-abort"], "-"), one(&["jit-log-opt"], "f")],
            ),
            (
                "jit-summary,jit-a:-,jit-r,jit-t:f,jit-log:g",
                vec![
                    one(&["jit-summary", "jit-a"], "-"),
                    one(&["jit-r", "jit-t"], "f"),
                    one(&["jit-log"], "g"),
                ],
            ),
        ] {
            assert_eq!(parse(setting), Ok(wanted), "{setting}");
        }
        for (setting, problem) in [
            ("jit-abort:", "the name of a file is missing"),
            ("jit-abort", "'jit-abort' is a section, and has no file (jit-abort:FILE)"),
            ("jit-abort:-,jit-log-opt", "'jit-log-opt' has no file (SECTION:FILE)"),
            ("jit-abort:-,", "'' has no file (SECTION:FILE)"),
            ("jit-abort,jit-log-opt", "'jit-abort,jit-log-opt' is no file's name (SECTIONS:FILE)"),
            ("+log", "'+log': times alone are not logged"),
        ] {
            assert_eq!(parse(setting), Err(problem.to_string()), "{setting}");
        }
        let unknown = parse("jit-log-opt-lop:f").unwrap_err();
        assert!(
            unknown.starts_with("there is no section 'jit-log-opt-lop' (jit-log-noopt-loop, "),
            "{unknown}"
        );
    }

    #[test]
    fn each_section_goes_to_its_files() {
        let folder =
            std::env::temp_dir().join(format!("tracewright-logs-{}", system::process_id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
        let (a, b) = (path("a"), path("b"));
        let setting = format!("jit-abort:{a},jit-log,jit-summary:{b},jit-resume:{a}");
        let log = Logger::from_setting(&setting).unwrap();
        assert!(log.wants("jit-resume") && !log.wants("jit-tracing"));
        for section in ["jit-abort", "jit-log-opt-loop", "jit-resume", "jit-summary"] {
            log.section(section, || format!("text of {section}"));
        }
        log.section("jit-tracing", || unreachable!());
        let texts = |name: &str| -> Vec<String> {
            let text = std::fs::read_to_string(path(name)).unwrap();
            text.lines().filter_map(|l| l.strip_prefix("text of ")).map(str::to_string).collect()
        };
        assert_eq!(texts("a"), ["jit-abort", "jit-resume"]);
        assert_eq!(texts("b"), ["jit-log-opt-loop", "jit-summary"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
