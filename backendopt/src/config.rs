//! What passes are told: how much to optimise, and for what.

use crate::transform::GcChoice;
use flowmodel::FuncId;
use flowmodel::diag::SourceMap;

/// Says how much to optimise.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Passes do only what the later stages need (no hints where there is no JIT).
    None,
    /// Passes inline little (threshold halved).
    Low,
    /// Everything.
    #[default]
    Full,
}

/// Settings.
#[derive(Clone)]
pub struct OptConfig<'a> {
    /// Says how much to optimise.
    pub level: OptLevel,
    /// A JIT will be generated: its hints stay, and functions that it treats as units are not inlined.
    pub jit: bool,
    /// `--inline-threshold`
    pub inline_threshold: f64,
    /// Run the verifier after each pass.
    pub verify: bool,
    /// Functions besides the entry point that must stay (helpers that later stages call).
    pub roots: Vec<FuncId>,
    /// The roots that the code of a JIT calls.
    pub jit_roots: Vec<FuncId>,
    /// The lines that tracebacks show.
    pub sources: Option<&'a SourceMap>,
    /// Memory management of the program.
    pub gc: GcChoice,
}

impl Default for OptConfig<'_> {
    fn default() -> Self {
        OptConfig {
            level: OptLevel::Full,
            jit: false,
            inline_threshold: 32.4,
            verify: cfg!(debug_assertions),
            roots: vec![],
            jit_roots: vec![],
            sources: None,
            gc: GcChoice::None,
        }
    }
}
