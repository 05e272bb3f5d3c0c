//! One allocation of a program fails (`TRACEWRIGHT_GC=fail=N`), for a series of numbers N: the program takes the MemoryError, or
//! ends with it. It does not crash or hang, no handler that names it is passed over, and it is not lost.
//!
//! Programs have few such handlers. So a program is also tested with one around each simple statement of its functions, which
//! notes that it was reached, and raises the exception again ([`guarded`]).

use super::case::Case;
use super::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Number of allocations that fail, one in each run, in the short run and in the long one.
const RUNS: (u64, u64) = (24, 48);

/// Number of seconds after which no more runs of a program are begun, but for the first few.
const SECONDS: f64 = 6.0;
const FEW: u64 = 6;

/// Classes of `except` clauses that take a MemoryError.
const TAKERS: [&str; 4] = ["MemoryError", "Exception", "StandardError", "BaseException"];

impl Case {
    /// Lets allocations of the executable fail; gives what is wrong, of all runs.
    pub fn fail_allocations(&self, exe: &Path, jit: &str) -> Result<(), String> {
        // (a small heap is the subject of the program)
        if self.env.iter().any(|(name, _)| name == "TRACEWRIGHT_GC") {
            return Ok(());
        }
        let text = self.text()?;
        let mut source = Source::of(&text);
        // What the JIT calls for its own ends (hooks, `confirm_enter_jit`) may fail without a word.
        source.takes |= !jit.is_empty();
        self.fail_each(exe, jit, &source)
    }

    /// Lets allocations fail in the program with a handler around each statement.
    pub fn fail_guarded(&self) -> Result<(), String> {
        if self.env.iter().any(|(name, _)| name == "TRACEWRIGHT_GC") {
            return Ok(());
        }
        let text = self.text()?;
        let (changed, notes) = guarded(&text);
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let file = place_changed(&self.path, &changed, dir.path()).map_err(|e| e.to_string())?;
        let exe = dir.path().join("guarded");
        // (Types meet differently where a handler is.)
        if let Err(m) = build(&file, &["--backend", "obj"], &exe) {
            if m.contains("error[union") {
                skipped(&format!("no handler can be put around each statement of {}", self.name()));
                return Ok(());
            }
            return Err(m);
        }
        let lines = changed.lines().collect();
        self.fail_each(&exe, "", &Source { lines, notes, ..Source::of(&text) })
    }

    /// The program's text; what is not UTF-8 shows as such.
    fn text(&self) -> Result<String, String> {
        let bytes = std::fs::read(&self.path).map_err(|e| e.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn fail_each(&self, exe: &Path, jit: &str, source: &Source) -> Result<(), String> {
        let start = Instant::now();
        let usual = self.failing(exe, jit, u64::MAX >> 8, 120)?;
        let affordable = (SECONDS / start.elapsed().as_secs_f64().max(0.001)) as u64;
        let Some((all, _)) = usual.allocations() else {
            return Err(format!("it does not count its allocations: {}", usual.report()));
        };
        let runs = if flag("TRACEWRIGHT_ALL") { RUNS.1 } else { RUNS.0 };
        let runs = runs.min(affordable.max(FEW));
        let mut wrong = vec![];
        for n in series(all, runs, self.number() as u64) {
            let check = || source.check(&usual, &self.failing(exe, jit, n, 60)?);
            wrong.extend(check().err().map(|m| format!("allocation {n} of {all} fails: {m}")));
        }
        let count = wrong.len();
        wrong.truncate(3);
        match count {
            0 => Ok(()),
            _ => Err(format!("{count} of {runs} runs:\n{}", wrong.join("\n"))),
        }
    }

    /// A run in which an allocation fails.
    fn failing(&self, exe: &Path, jit: &str, n: u64, seconds: u64) -> Result<Outcome, String> {
        let mut c = Command::new(exe);
        c.args(&self.args).args(self.each.first()).env_remove("TRACEWRIGHT_JIT");
        c.env("TRACEWRIGHT_GC", format!("stats,fail={n}"));
        c.envs(self.env.iter().map(|(name, value)| (name, value)));
        if !jit.is_empty() {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        if let Some(dir) = exe.parent() {
            c.current_dir(dir);
        }
        run(&mut c, &self.stdin, seconds)
    }
}

impl Outcome {
    /// The last line of a traceback, if there is one.
    fn error(&self) -> &str {
        self.stderr.lines().rfind(|l| !l.starts_with("gc: ")).unwrap_or_default()
    }

    /// Gives the number of allocations, and whether one of them failed.
    fn allocations(&self) -> Option<(u64, bool)> {
        let line =
            self.stderr.lines().find(|l| l.starts_with("gc: ") && l.contains(" allocations"))?;
        let number = line.split_whitespace().nth(1)?.parse().ok()?;
        Some((number, line.ends_with("failed")))
    }
}

/// Numbers from 1 to `all`: the first ones, and others spread over the rest.
fn series(all: u64, runs: u64, seed: u64) -> Vec<u64> {
    if all <= runs {
        return (1..=all).collect();
    }
    let first = runs / 3;
    let spread = runs - first;
    let step = (all - first) as f64 / spread as f64;
    let shift = (seed % 97) as f64 / 97.0;
    let others = (0..spread).map(|k| first + 1 + ((k as f64 + shift) * step) as u64);
    let mut all: Vec<u64> = (1..=first).chain(others.map(|n| n.min(all))).collect();
    all.dedup();
    all
}

/// A program with a handler around each simple statement in its functions that stands on one line, and the lines of those
/// statements: the handler writes `caught LINE`, and raises again.
fn guarded(text: &str) -> (String, BTreeSet<usize>) {
    const OTHERS: [&str; 22] = [
        "if ",
        "elif ",
        "else",
        "for ",
        "while ",
        "try",
        "except",
        "finally",
        "with ",
        "def ",
        "class ",
        "@",
        "global ",
        "nonlocal ",
        "pass",
        "break",
        "continue",
        "import ",
        "from ",
        "#",
        "\"",
        "'",
    ];
    let (mut out, mut notes, mut defs) = (vec![], BTreeSet::new(), Vec::<usize>::new());
    let mut nested = Nested::default();
    let mut continued = false;
    for line in text.lines() {
        let stripped = line.trim();
        let indent = line.len() - line.trim_start().len();
        let begins = nested == Nested::default() && !continued;
        nested.pass(line);
        continued = line.ends_with('\\');
        if begins && !stripped.is_empty() && !stripped.starts_with('#') {
            defs.retain(|d| *d < indent);
        }
        let whole = begins && nested == Nested::default() && !continued && !line.ends_with(':');
        let simple = !stripped.is_empty() && !OTHERS.iter().any(|word| stripped.starts_with(word));
        // (A list that a loop fills is copied behind the loop, and that has the place where the list was made.)
        let filled = stripped.ends_with("= []");
        // (The text that a character becomes is made where ways meet, outside of handlers, as ARCHITECTURE says among the limits; and
        // the body of a function is not where its statement stands.)
        let plain = stripped
            .strip_prefix("return ")
            .is_some_and(|v| v.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.'));
        let elsewhere = ["yield", "lambda"].iter().any(|word| stripped.contains(word));
        if whole && simple && !filled && !plain && !elsewhere && !defs.is_empty() {
            let at = out.len() + 2;
            notes.insert(at);
            let pad = " ".repeat(indent);
            out.push(format!("{pad}try:"));
            out.push(format!("{pad}    {stripped}"));
            out.push(format!("{pad}except MemoryError:"));
            out.push(format!("{pad}    note_memory_error({at})"));
            out.push(format!("{pad}    raise"));
        } else {
            out.push(line.to_string());
        }
        if begins && stripped.starts_with("def ") {
            defs.push(indent);
        }
    }
    let note = "\n\ndef note_memory_error(n):\n    os_for_notes.write(2, \"caught %d\\n\" % n)\n\n\nimport os as os_for_notes\n";
    (out.join("\n") + note, notes)
}

/// Describes the end of a line: how many brackets are open there, and which triple quotes.
#[derive(Default, PartialEq)]
struct Nested {
    brackets: i64,
    quotes: Option<&'static str>,
}

impl Nested {
    /// Goes over a line.
    fn pass(&mut self, line: &str) {
        let mut rest = line;
        loop {
            if let Some(quotes) = self.quotes {
                let Some(end) = rest.find(quotes) else { return };
                rest = &rest[end + quotes.len()..];
                self.quotes = None;
            }
            let Some(c) = rest.chars().next() else { return };
            let mut length = c.len_utf8();
            match c {
                '#' => return,
                '"' if rest.starts_with("\"\"\"") => (self.quotes, length) = (Some("\"\"\""), 3),
                '\'' if rest.starts_with("'''") => (self.quotes, length) = (Some("'''"), 3),
                '"' | '\'' => length = literal(rest, c),
                '(' | '[' | '{' => self.brackets += 1,
                ')' | ']' | '}' => self.brackets -= 1,
                _ => {}
            }
            rest = &rest[length..];
        }
    }
}

/// The length of the string literal that the text begins with.
fn literal(text: &str, quote: char) -> usize {
    let mut inside = text.char_indices().skip(1);
    while let Some((i, c)) = inside.next() {
        if c == '\\' {
            inside.next();
        } else if c == quote {
            return i + 1;
        }
    }
    text.len()
}

/// The lines of a program.
struct Source<'a> {
    lines: Vec<&'a str>,
    /// Lines whose handlers say `caught LINE`.
    notes: BTreeSet<usize>,
    /// True if some handler takes a MemoryError.
    takes: bool,
    /// True if something is done on the way of an exception.
    observes: bool,
    /// It is set where items leave lists or dicts: what gives their memory back goes on without it.
    gives_back: bool,
}

impl<'a> Source<'a> {
    fn of(text: &'a str) -> Source<'a> {
        let lines: Vec<&str> = text.lines().collect();
        let observes = lines.iter().any(|l| {
            ["except", "finally", "with "].iter().any(|word| l.trim_start().starts_with(word))
        });
        // (What a context manager of the program suppresses is not looked at.)
        let takes = lines.iter().any(|l| takes_memory_error(l) || l.contains("def __exit__"))
            || leaves_finally(&lines);
        let gives_back = lines
            .iter()
            .any(|l| ["pop", "del ", ".remove(", ".clear("].iter().any(|word| l.contains(word)));
        Source { lines, notes: BTreeSet::new(), takes, observes, gives_back }
    }

    /// Checks that a run in which one allocation failed did what it may.
    fn check(&self, usual: &Outcome, o: &Outcome) -> Result<(), String> {
        // (What a guard of machine code needs when it fails there must be memory for: ARCHITECTURE, limits.)
        if o.stderr.contains("no memory to leave compiled code") {
            return Ok(());
        }
        let Some((_, true)) = o.allocations() else {
            return match o.allocations() {
                Some(_) => Ok(()),
                None => Err(format!("it died: {}", o.report())),
            };
        };
        // (of a stacklet there is no traceback)
        if o.stderr.contains("an exception came out of the callback of a stacklet") {
            return Ok(());
        }
        if o.code < 0 || o.stderr.contains("Fatal error") || o.stderr.contains("internal error") {
            return Err(format!("it died: {}", o.report()));
        }
        if !o.stderr.contains("Traceback (most recent call last)") {
            // (An exception of which there is no copy for the handler is the prebuilt object itself: `copy` in ll_exc.rpy.)
            let same = o.code == usual.code && o.stdout == usual.stdout;
            return match self.takes || (self.observes || self.gives_back) && same {
                true => Ok(()),
                false => Err(format!("the MemoryError is lost: {}", o.report())),
            };
        }
        let error = o.error();
        if error != "MemoryError" {
            // (The text of an exception that ends the program may be what there is no memory for.)
            let class = error.split(':').next().unwrap_or_default();
            let as_usual = !class.is_empty() && usual.error().starts_with(class);
            return match self.observes || as_usual {
                true => Ok(()),
                false => Err(format!("something else is raised: {}", o.report())),
            };
        }
        if o.code != 1 {
            return Err(format!("exit code {}: {}", o.code, o.report()));
        }
        // (The `print` of Python 2 writes item by item, and the end of a line that was begun is written last.)
        let printed = o.stdout.strip_suffix(b"\n").unwrap_or(&o.stdout);
        if !self.observes && !usual.stdout.starts_with(printed) {
            return Err(format!("what was printed before differs: {}", o.report()));
        }
        // (Others may be what the program prints itself.)
        let last = o.stderr.rfind("Traceback (most recent call last)").unwrap_or(0);
        for line in o.stderr[last..].lines().filter_map(traceback_line) {
            let note = format!("caught {line}");
            if self.notes.contains(&line) && !o.stderr.lines().any(|l| l == note) {
                let place = format!("the handler around line {line} is passed over");
                return Err(format!("{place}: {}", o.report()));
            }
            if let Some(handler) = self.handler(line) {
                let place =
                    format!("the handler in line {handler} does not get what line {line} raises");
                return Err(format!("{place}: {}", o.report()));
            }
        }
        Ok(())
    }

    /// The line of the handler that takes a MemoryError of this line, if it does not raise it again.
    fn handler(&self, line: usize) -> Option<usize> {
        let indent = |n: usize| self.lines[n].len() - self.lines[n].trim_start().len();
        let mut at = line.checked_sub(1).filter(|n| *n < self.lines.len())?;
        let mut level = indent(at);
        while at > 0 && level > 0 {
            at -= 1;
            let text = self.lines[at].trim_start();
            if text.is_empty() || text.starts_with('#') || indent(at) >= level {
                continue;
            }
            level = indent(at);
            if text.starts_with("def ") {
                return None;
            }
            if text.starts_with("except")
                || text.starts_with("finally:")
                || text.starts_with("else:")
            {
                // Not in the body: on to what stands around the whole statement.
                while at > 0
                    && !(indent(at) == level && self.lines[at].trim_start().starts_with("try:"))
                {
                    at -= 1;
                }
                continue;
            }
            if !text.starts_with("try:") {
                continue;
            }
            let clauses = (at + 1..self.lines.len())
                .take_while(|n| self.lines[*n].trim().is_empty() || indent(*n) >= level)
                .filter(|n| {
                    indent(*n) == level && self.lines[*n].trim_start().starts_with("except")
                });
            for clause in clauses {
                if takes_memory_error(self.lines[clause]) {
                    let body = (clause + 1..self.lines.len())
                        .take_while(|n| self.lines[*n].trim().is_empty() || indent(*n) > level);
                    let raises = body.into_iter().any(|n| self.lines[n].contains("raise"))
                        || self.lines[clause].contains("raise");
                    return (!raises).then_some(clause + 1);
                }
            }
        }
        None
    }
}

/// Tells whether some `finally` is left by `return`, `break` or `continue`: that drops an exception.
fn leaves_finally(lines: &[&str]) -> bool {
    let indent = |l: &str| l.len() - l.trim_start().len();
    let begins = |(_, l): &(usize, &&str)| l.trim_start().starts_with("finally:");
    lines.iter().enumerate().filter(begins).any(|(at, finally)| {
        let inside = |l: &&&str| l.trim().is_empty() || indent(l) > indent(finally);
        let body = lines[at + 1..].iter().take_while(inside);
        body.map(|l| l.trim_start())
            .any(|l| ["return", "break", "continue"].iter().any(|word| l.starts_with(word)))
    })
}

/// Says whether a line is an `except` clause that takes a MemoryError.
fn takes_memory_error(line: &str) -> bool {
    let Some(classes) = line.trim_start().strip_prefix("except") else { return false };
    let classes = classes.split(':').next().unwrap_or_default();
    let mut names = classes.split(|c: char| !c.is_alphanumeric() && c != '_');
    classes.trim().is_empty() || names.any(|name| TAKERS.contains(&name))
}

/// The line of the program's text that a line of a traceback names.
fn traceback_line(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("  File \"")?;
    let (file, rest) = rest.split_once("\", line ")?;
    (file.ends_with(".rpy")).then(|| rest.split(',').next()?.parse().ok()).flatten()
}
