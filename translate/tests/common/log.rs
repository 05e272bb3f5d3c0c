//! Sections of a trace log (`PYPYLOG=jit-log-opt:FILE`).

#![allow(dead_code)] // each test binary uses a part of it

/// A trace of the log.
pub struct Section {
    /// `loop` or `bridge`.
    pub kind: String,
    /// Its lines, without the markers.
    pub lines: Vec<String>,
}

impl Section {
    /// What is run again and again: the lines after the last label.
    pub fn body(&self) -> &[String] {
        let at = self.lines.iter().rposition(|l| l.starts_with("label(")).map_or(0, |n| n + 1);
        &self.lines[at..]
    }

    /// The body without the debug information.
    pub fn body_operations(&self) -> Vec<String> {
        self.body().iter().filter(|l| !l.starts_with("debug_merge_point")).cloned().collect()
    }
}

/// All traces in the order of the log.
pub fn sections(text: &str) -> Vec<Section> {
    let mut all = vec![];
    let mut current: Option<Section> = None;
    for line in text.lines() {
        if let Some((_, kind)) = line.split_once("{jit-log-opt-") {
            current = Some(Section { kind: kind.to_string(), lines: vec![] });
        } else if line.ends_with('}') && line.contains("jit-log-opt-") {
            all.extend(current.take());
        } else if let Some(s) = &mut current {
            s.lines.push(line.to_string());
        }
    }
    all
}
