//! What a comparison of programs and runs found.

/// Operations that belong to one instruction of the guest program.
#[derive(Clone, Debug, Default)]
pub struct Instruction {
    /// Its text, indented by the depth of inlined calls.
    pub at: String,
    /// The operations.
    pub operations: Vec<String>,
}

/// The code of a loop.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Lines in front of the first instruction.
    pub head: Vec<String>,
    /// The rest.
    pub instructions: Vec<Instruction>,
    /// Operations, without labels and jumps.
    pub operations: usize,
    /// Guards among them; in residual code: blocks with several exits.
    pub guards: usize,
    /// Number of times that it was entered.
    pub entered: Option<u64>,
    /// Bytes of machine code of the traces that it goes through.
    pub bytes: u64,
    /// Further notes.
    pub notes: Vec<String>,
}

impl Listing {
    pub(crate) fn instruction(&mut self, at: &str, depth: usize) {
        let at = format!("{}{at}", "  ".repeat(depth));
        self.instructions.push(Instruction { at, operations: vec![] });
    }

    pub(crate) fn operation(&mut self, text: String) {
        match self.instructions.last_mut() {
            Some(i) => i.operations.push(text),
            None => self.head.push(text),
        }
    }
}

/// One of the ways to run the guest program.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Its name.
    pub name: &'static str,
    /// Says why it is not there, if it is not.
    pub missing: Option<String>,
    /// The loop.
    pub listing: Option<Listing>,
    /// Operations and guards in all that was made.
    pub totals: Option<(usize, usize)>,
    /// Bytes of the program's code.
    pub program_bytes: Option<u64>,
    /// Bytes of code made at run time.
    pub made_bytes: Option<u64>,
    /// Seconds until there was code.
    pub compile_seconds: Option<f64>,
    /// CPU seconds of a run.
    pub seconds: f64,
}

/// Holds what was found.
pub struct Comparison {
    /// The interpreter, as it was given.
    pub target: String,
    /// The guest program with its arguments, as it was given.
    pub guest: String,
    /// Interpretation, tracing, timeshifting, specialisation.
    pub ways: Vec<Way>,
    /// Bytes that all of them wrote.
    pub output: Vec<u8>,
    /// True if times and sizes are shown.
    pub times: bool,
}
