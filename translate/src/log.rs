//! Logs of programs with a JIT (`PYPYLOG`): traces, counts of entries, sizes of code, times.

use std::collections::HashMap;

/// A trace of the log.
#[derive(Clone, Debug)]
pub struct Section {
    /// `loop` or `bridge`.
    pub kind: String,
    /// Its lines, without the markers.
    pub lines: Vec<String>,
}

impl Section {
    /// Gives the lines that are run again and again: those after the last label.
    pub fn body(&self) -> &[String] {
        let at = self.lines.iter().rposition(|l| l.starts_with("label(")).map_or(0, |n| n + 1);
        &self.lines[at..]
    }

    /// Says whether it is run again and again: it jumps to its last label.
    pub fn is_loop(&self) -> bool {
        let target = |l: &String| l.rsplit_once("descr=<").map(|(_, name)| name.to_string());
        let label = self.lines.iter().rfind(|l| l.starts_with("label("));
        let jump = self.lines.last().filter(|l| l.starts_with("jump("));
        label.is_some() && label.and_then(target) == jump.and_then(target)
    }

    /// The body without the debug information.
    pub fn body_operations(&self) -> Vec<String> {
        self.body().iter().filter(|l| !l.starts_with("debug_merge_point")).cloned().collect()
    }

    /// Tells where the guest program is at a line: the text of the merge point before it; empty if there is none.
    pub fn guest_place(&self, line: usize) -> &str {
        let before = self.lines[..line].iter().rev();
        let text = before.filter_map(|l| l.strip_prefix("debug_merge_point(")).next();
        text.map_or("", |text| text.rsplit_once(", ").map_or(text, |(text, _)| text))
    }

    /// The name that the addresses of its code stand under: what the first line says, without the place.
    pub fn name(&self) -> String {
        let first = self.lines.first().map_or("", |l| l.trim_start_matches("# "));
        match first.strip_prefix("bridge out of Guard ") {
            Some(rest) => format!("bridge out of Guard {}", first_word(rest)),
            None => format!("Loop {}", first_word(first.trim_start_matches("Loop "))),
        }
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// All traces behind the optimiser in the order of the log (`jit-log-opt`).
pub fn sections(text: &str) -> Vec<Section> {
    all_sections(text)
        .filter_map(|(name, lines)| {
            let kind = name.strip_prefix("jit-log-opt-")?.to_string();
            Some(Section { kind, lines })
        })
        .collect()
}

/// Names and lines of all sections.
pub fn all_sections(text: &str) -> impl Iterator<Item = (String, Vec<String>)> {
    let mut lines = text.lines();
    std::iter::from_fn(move || {
        let name = lines.by_ref().find_map(|l| Some(l.split_once("] {")?.1.to_string()))?;
        let end = format!("] {name}}}");
        let body = lines.by_ref().take_while(|l| !l.ends_with(&end)).map(String::from).collect();
        Some((name, body))
    })
}

/// Holds what one run logged.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The traces.
    pub traces: Vec<Section>,
    /// Number of times that labels were passed, by the number in `<LoopN>`.
    pub labels: HashMap<u32, u64>,
    /// Number of times that bridges were entered, by the number of their guard.
    pub bridges: HashMap<u32, u64>,
    /// Number of times that loops were entered from outside, by their number.
    pub loops: HashMap<u32, u64>,
    /// The lines of `jit-summary`.
    pub summary: Vec<String>,
    /// Bytes of machine code, by the name of the trace.
    pub sizes: Vec<(String, u64)>,
    /// Seconds of tracing (or timeshifting) with the optimiser, and of making machine code.
    pub seconds: (f64, f64),
}

impl Log {
    /// Reads the sections `jit-log-opt`, `jit-backend-counts`, `jit-backend-addr` and `jit-summary`.
    pub fn parse(text: &str) -> Log {
        let mut log = Log { traces: sections(text), ..Log::default() };
        for (name, lines) in all_sections(text) {
            let each = lines.iter();
            match name.as_str() {
                "jit-backend-counts" => each.for_each(|l| log.count(l)),
                "jit-backend-addr" => log.sizes.extend(each.filter_map(|l| size(l))),
                "jit-summary" => {
                    let of = |key: &str| {
                        let line = lines.iter().find(|l| l.starts_with(key))?;
                        line.split_whitespace().last()?.parse().ok()
                    };
                    let of = |key| of(key).unwrap_or(0.0);
                    log.seconds = (of("Tracing:"), of("Backend:"));
                    log.summary = lines;
                }
                _ => {}
            }
        }
        log
    }

    /// Everything that the log says of each trace, for [`viewer::traces`]. What was recorded and led to no code is there, too.
    pub fn records(&self, text: &str) -> Vec<viewer::traces::Trace> {
        let mut all: Vec<viewer::traces::Trace> = vec![];
        let mut recorded: Option<Section> = None;
        for (name, lines) in all_sections(text) {
            if let Some(kind) = name.strip_prefix("jit-log-noopt-") {
                all.extend(recorded.take().map(|s| without_code(s, "replaced by a later one")));
                recorded = Some(Section { kind: kind.into(), lines });
            } else if let Some(kind) = name.strip_prefix("jit-log-opt-") {
                let section = Section { kind: kind.into(), lines };
                all.push(viewer::traces::Trace {
                    name: section.name(),
                    entries: self.entries(&section),
                    kind: section.kind,
                    recorded: recorded.take().map_or(vec![], |s| s.lines),
                    optimised: section.lines,
                    ..Default::default()
                });
            } else if name == "jit-abort" {
                let why = lines.first().map_or("aborted", String::as_str).to_string();
                all.extend(recorded.take().map(|s| without_code(s, &why)));
            } else if let Some(last) = all.last_mut() {
                match name.as_str() {
                    "jit-backend-dump" => {
                        (last.address, last.code) =
                            lines.iter().find_map(|l| machine_code(l)).unwrap_or_default();
                    }
                    "jit-backend-offsets" => {
                        last.offsets = lines.iter().filter_map(|l| offset(l)).collect();
                    }
                    "jit-resume" => last.resume = lines,
                    "jit-tracing" => {
                        let number =
                            |l: &String| l.strip_suffix(" us")?.rsplit(' ').next()?.parse().ok();
                        last.microseconds = lines.iter().find_map(number);
                    }
                    _ => {}
                }
            }
        }
        all.extend(recorded.map(|s| without_code(s, "no code was made of it")));
        all
    }

    fn entries(&self, s: &Section) -> Option<u64> {
        let name = s.name();
        let number: u32 = name.rsplit(' ').next()?.parse().ok()?;
        match s.kind.as_str() {
            "bridge" => self.bridges.get(&number).copied(),
            _ => self.loops.get(&number).copied(),
        }
    }

    fn count(&mut self, line: &str) {
        let Some((what, value)) = line.rsplit_once(':') else { return };
        let Ok(value) = value.parse() else { return };
        let number = |what: &str, before: &str| {
            what.strip_prefix(before)?.trim_end_matches(')').parse::<u32>().ok()
        };
        if let Some(n) = number(what, "TargetToken(") {
            self.labels.insert(n, value);
        } else if let Some(n) = number(what, "bridge ") {
            self.bridges.insert(n, value);
        } else if let Some(n) = number(what, "entry ") {
            self.loops.insert(n, value);
        }
    }

    /// Bytes of code of a trace.
    pub fn size_of(&self, trace: &Section) -> u64 {
        let name = trace.name();
        self.sizes.iter().filter(|(n, _)| *n == name).map(|(_, size)| size).sum()
    }
}

/// A trace that no code was made of.
fn without_code(s: Section, why: &str) -> viewer::traces::Trace {
    let name = format!("{} that was recorded", s.kind);
    let aborted = Some(why.to_string());
    viewer::traces::Trace { name, kind: s.kind, recorded: s.lines, aborted, ..Default::default() }
}

/// `CODE_DUMP @address +0 hexdigits`
fn machine_code(line: &str) -> Option<(u64, Vec<u8>)> {
    let (address, digits) = line.strip_prefix("CODE_DUMP @")?.split_once(" +0 ")?;
    let bytes = digits.trim().as_bytes().chunks(2);
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
    Some((u64::from_str_radix(address, 16).ok()?, bytes.map(byte).collect::<Option<_>>()?))
}

/// `+OFFSET WHAT`: where the code of an operation begins.
fn offset(line: &str) -> Option<(u64, String)> {
    let (offset, what) = line.strip_prefix('+')?.split_once(' ')?;
    Some((u64::from_str_radix(offset, 16).ok()?, what.to_string()))
}

/// `NAME has address 0x… to 0x…`; behind the number of a loop it says what the loop is.
fn size(line: &str) -> Option<(String, u64)> {
    let (name, addresses) = line.split_once(" has address ")?;
    let (from, to) = addresses.split_once(" to ")?;
    let number = |s: &str| u64::from_str_radix(s.trim().trim_start_matches("0x"), 16).ok();
    let name = name.split(" : ").next().unwrap_or(name).to_string();
    Some((name, number(to)?.checked_sub(number(from)?)?))
}

/// The number in a `descr=<LoopN>` or `descr=<GuardN>` of a line.
pub fn number_in(line: &str, kind: &str) -> Option<u32> {
    let at = line.rfind(&format!("descr=<{kind}"))? + "descr=<".len() + kind.len();
    let digits = &line[at..];
    digits[..digits.find('>')?].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[0] {jit-log-noopt-loop\n# noopt 2 ops\n[i0]\n[0] jit-log-noopt-loop}\n[1] {jit-log-opt-loop\n# Loop 3 (here) : loop with 2 ops\n[i0]\nlabel(i0, descr=<Loop7>)\n\
        guard_true(i0, descr=<Guard9>) [i0]\njump(i0, descr=<Loop7>)\n[2] jit-log-opt-loop}\n\
        [3] {jit-backend-addr\nLoop 3 : loop has address 0x7f00 to 0x7f21\n[4] jit-backend-addr}\n\
        [4] {jit-backend-dump\nCODE_DUMP @7f00 +0 90C3\n[4] jit-backend-dump}\n\
        [4] {jit-backend-offsets\n+0 0\n+1 1\n+2 exits\n[4] jit-backend-offsets}\n\
        [4] {jit-resume\nGuard9 guard_true: f:3[$0]  ; a.rpy:7\n[4] jit-resume}\n\
        [4] {jit-tracing\ntraced from Cell(3) in 62 us\n[4] jit-tracing}\n\
        [5] {jit-log-opt-bridge\n# bridge out of Guard 9 (there) with 1 ops\n[]\nfinish()\n[6] jit-log-opt-bridge}\n\
        [7] {jit-backend-addr\nbridge out of Guard 9 has address 0x10 to 0x20\n[8] jit-backend-addr}\n\
        [9] {jit-backend-counts\nentry 3:1\nTargetToken(7):100\nbridge 9:4\n[a] jit-backend-counts}\n\
        [b] {jit-summary\nTracing:    \t1\t0.000273\nBackend:    \t1\t0.000032\nops:\t16\n[c] jit-summary}\n";

    #[test]
    fn a_log() {
        let log = Log::parse(TEXT);
        assert_eq!(log.traces.len(), 2);
        assert_eq!((log.labels[&7], log.bridges[&9]), (100, 4));
        assert_eq!(log.size_of(&log.traces[0]), 0x21);
        assert_eq!(log.size_of(&log.traces[1]), 0x10);
        assert_eq!(log.seconds, (0.000273, 0.000032));
        let records = log.records(TEXT);
        assert_eq!(records.iter().map(|r| r.entries).collect::<Vec<_>>(), [Some(1), Some(4)]);
        assert_eq!(records[0].resume, ["Guard9 guard_true: f:3[$0]  ; a.rpy:7"]);
        assert_eq!((records[0].address, &records[0].code[..]), (0x7f00, &[0x90, 0xc3][..]));
        let offsets = [(0, "0"), (1, "1"), (2, "exits")].map(|(n, what)| (n, what.to_string()));
        assert_eq!(records[0].offsets, offsets);
        assert_eq!(records[0].recorded[0], "# noopt 2 ops");
        assert_eq!((records[0].microseconds, records[1].microseconds), (Some(62), None));
        assert_eq!(number_in(&log.traces[0].lines[3], "Guard"), Some(9));
        assert_eq!(log.traces[0].body().len(), 2);
    }
}
