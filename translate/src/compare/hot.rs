//! The loop of a guest program that was entered most often, out of the log of a JIT.

use crate::compare::findings::Listing;
use crate::log::{Log, Section, number_in};

/// Longer ways are cut.
const MOST_LINES: usize = 2000;

/// The most frequent way once around the loop whose label was passed most often; nothing if no code was made.
///
/// It goes on behind a guard that fails more often than not in its bridge, and behind a jump to another label there.
pub fn hottest(log: &Log) -> Option<Listing> {
    let (&label, &passed) = log.labels.iter().max_by_key(|(n, count)| (**count, u32::MAX - **n))?;
    let mut found = Listing { entered: Some(passed), ..Listing::default() };
    let mut seen = vec![label];
    let mut often = passed;
    let (mut trace, mut line) = at_label(log, label)?;
    let mut pieces = vec![trace.name()];
    let mut lines = 0;
    while let Some(text) = trace.lines.get(line) {
        line += 1;
        lines += 1;
        if lines > MOST_LINES {
            found.notes.push(format!("cut after {MOST_LINES} lines"));
            break;
        }
        if text.starts_with('#') || text.starts_with('[') {
            continue;
        }
        if let Some((at, depth)) = merge_point(text) {
            found.instruction(&at, depth);
            continue;
        }
        if text.starts_with("label(")
            && let Some(n) = number_in(text, "Loop")
            && n != label
        {
            if seen.contains(&n) {
                break;
            }
            seen.push(n);
        }
        found.operation(shown(text));
        let to = if let Some(guard) = number_in(text, "Guard") {
            found.guards += 1;
            found.operations += 1;
            let failed = log.bridges.get(&guard).copied().unwrap_or(0);
            let bridge = format!("bridge out of Guard {guard}");
            let to = log.traces.iter().find(|t| t.name() == bridge);
            let percent = failed as f64 * 100.0 / passed as f64;
            if percent >= 1.0 && failed * 2 <= often {
                found.notes.push(format!("Guard{guard} fails in {percent:.0} % of the rounds"));
            }
            to.filter(|_| failed * 2 > often).map(|t| {
                often = failed;
                (t, 0)
            })
        } else if text.starts_with("jump(") {
            match number_in(text, "Loop").filter(|n| !seen.contains(n)) {
                Some(n) => {
                    seen.push(n);
                    at_label(log, n)
                }
                None => break,
            }
        } else {
            found.operations += !text.starts_with("label(") as usize;
            None
        };
        if let Some(to) = to {
            (trace, line) = to;
            pieces.push(trace.name());
        }
    }
    pieces.dedup();
    if pieces.len() > 1 {
        found.notes.insert(0, format!("the way goes through {}", pieces.join(", ")));
    }
    let mut counted: Vec<&str> = vec![];
    for name in &pieces {
        if !counted.contains(&name.as_str())
            && let Some(t) = log.traces.iter().find(|t| t.name() == *name)
        {
            found.bytes += log.size_of(t);
            counted.push(name);
        }
    }
    Some(found)
}

fn at_label(log: &Log, label: u32) -> Option<(&Section, usize)> {
    let is = |l: &String| l.starts_with("label(") && number_in(l, "Loop") == Some(label);
    log.traces.iter().find_map(|t| Some((t, t.lines.iter().position(is)?)))
}

/// Text and depth of a merge point.
fn merge_point(line: &str) -> Option<(String, usize)> {
    let inner = line.strip_prefix("debug_merge_point('")?.strip_suffix(')')?;
    let (text, depth) = inner.rsplit_once("', ")?;
    Some((text.to_string(), depth.parse().ok()?))
}

/// A line without what only an exit needs.
fn shown(line: &str) -> String {
    match line.split_once(">) [") {
        Some((head, _)) if head.contains("descr=<Guard") => format!("{head}>)"),
        _ => line.to_string(),
    }
}

/// Operations and guards of all traces.
pub fn totals(log: &Log) -> (usize, usize) {
    let lines = || log.traces.iter().flat_map(|t| &t.lines);
    let is_op = |l: &&String| {
        !["#", "[", "label(", "jump(", "debug_merge_point("].iter().any(|p| l.starts_with(p))
    };
    let guards = lines().filter(|l| l.contains("descr=<Guard")).count();
    (lines().filter(is_op).count(), guards)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop whose guard fails in nine of ten rounds: the way around goes through its bridge.
    #[test]
    fn through_a_bridge() {
        let text = "[1] {jit-log-opt-loop\n# Loop 0 (a) : loop with 6 ops\n[i0]\nlabel(i0, descr=<Loop0>)\n\
            debug_merge_point('a \\' b', 0)\ni1 = int_sub(i0, 1)\nguard_true(i1, descr=<Guard0>) [i0, i1]\n\
            debug_merge_point('b', 0)\ni2 = int_add(i1, 3)\njump(i2, descr=<Loop0>)\n[2] jit-log-opt-loop}\n\
            [1] {jit-log-opt-bridge\n# bridge out of Guard 0 (c) with 2 ops\n[i0]\ndebug_merge_point('c', 1)\n\
            i1 = int_neg(i0)\njump(i1, descr=<Loop0>)\n[2] jit-log-opt-bridge}\n\
            [3] {jit-backend-counts\nTargetToken(0):100\nbridge 0:90\n[4] jit-backend-counts}\n";
        let log = Log::parse(text);
        let found = hottest(&log).expect("a loop");
        let at: Vec<&str> = found.instructions.iter().map(|i| i.at.as_str()).collect();
        assert_eq!(at, ["a \\' b", "  c"]);
        assert_eq!((found.operations, found.guards, found.entered), (3, 1, Some(100)));
        assert_eq!(found.instructions[0].operations[1], "guard_true(i1, descr=<Guard0>)");
        assert_eq!(found.notes, ["the way goes through Loop 0, bridge out of Guard 0"]);
        assert_eq!(totals(&log), (4, 1));
    }
}
