//! What a pass on the program reports.

use flowmodel::FuncId;

/// What a pass on the program did.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// What the pass counts.
    pub count: usize,
    /// Functions whose graphs are not what they were.
    pub graphs: Vec<FuncId>,
}
