//! The page of a JIT's log.

use crate::Source;
use crate::html::{Kind, Part, page as html_page};
use iced_x86::{Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter, Mnemonic};
use serde_json::{Value, json};

/// A loop or bridge.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// `Loop 3`, `bridge out of Guard 9`.
    pub name: String,
    /// `loop` or `bridge`.
    pub kind: String,
    /// Its lines as recorded; none, if the log does not have them.
    pub recorded: Vec<String>,
    /// Its lines behind the optimiser; none, if no code was made of it.
    pub optimised: Vec<String>,
    /// Address of the machine code.
    pub address: u64,
    /// The machine code, for x86-64.
    pub code: Vec<u8>,
    /// Offsets in it of the code of each operation: the offset, and the operation's number among the optimised ones
    /// (which come behind two lines of heading), or what else is there.
    pub offsets: Vec<(u64, String)>,
    /// Lists what each guard rebuilds: lines `GuardN NAME: …`.
    pub resume: Vec<String>,
    /// Microseconds of recording, optimising and assembling.
    pub microseconds: Option<u64>,
    /// Number of times that it was entered from outside (a loop) or from its guard (a bridge).
    pub entries: Option<u64>,
    /// Says why it has no code.
    pub aborted: Option<String>,
    /// Optimised lines that break an expectation: the line's number, and what is expected.
    pub broken: Vec<(usize, String)>,
}

/// Holds what a run logged.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Heading.
    pub title: String,
    /// The traces, in the order of the log.
    pub traces: Vec<Trace>,
    /// Number of times that labels were passed: by the number in `<LoopN>`.
    pub labels: Vec<(u32, u64)>,
    /// Lines of counters at the end of the run.
    pub summary: Vec<String>,
    /// Expectations that do not hold, in words.
    pub broken: Vec<String>,
    /// Source files: those of the interpreter.
    pub sources: Vec<Source>,
}

/// Instructions with their offsets.
fn disassemble(t: &Trace) -> Vec<Value> {
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_space_after_operand_separator(true);
    formatter.options_mut().set_hex_prefix("0x");
    formatter.options_mut().set_hex_suffix("");
    formatter.options_mut().set_branch_leading_zeros(false);
    let mut decoder = Decoder::with_ip(64, &t.code, t.address, DecoderOptions::NONE);
    let mut instruction = Instruction::default();
    let mut all = vec![];
    while decoder.can_decode() {
        decoder.decode_out(&mut instruction);
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        let branches = instruction.mnemonic() != Mnemonic::Call;
        let to = instruction.near_branch_target().checked_sub(t.address);
        let to = to.filter(|to| branches && *to < t.code.len() as u64);
        all.push(json!([instruction.ip() - t.address, text, to]));
    }
    all
}

/// The page, as one file of HTML.
pub fn page(run: &Run) -> String {
    let traces: Vec<Value> = run
        .traces
        .iter()
        .map(|t| {
            json!({
                "name": t.name, "kind": t.kind, "recorded": t.recorded, "optimised": t.optimised,
                "address": format!("{:#x}", t.address), "bytes": t.code.len(), "code": disassemble(t),
                "offsets": t.offsets,
                "resume": t.resume, "microseconds": t.microseconds, "entries": t.entries, "aborted": t.aborted,
                "broken": t.broken,
            })
        })
        .collect();
    let index = json!({
        "title": run.title, "traces": traces, "labels": run.labels, "summary": run.summary, "broken": run.broken,
        "files": run.sources.iter().map(|s| json!({ "path": s.path, "text": s.text })).collect::<Vec<_>>(),
    });
    html_page(&run.title, Kind::Traces, &[Part::new("index".into(), &index)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code() {
        // add rbx, 1; jne -6
        let code = vec![0x48, 0x83, 0xc3, 0x01, 0x75, 0xfa];
        let t = Trace { address: 0x1000, code, ..Trace::default() };
        let all = disassemble(&t);
        assert_eq!(all, [json!([0, "add rbx, 1", null]), json!([4, "jne short 0x1000", 0])]);
    }
}
