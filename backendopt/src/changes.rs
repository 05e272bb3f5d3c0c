//! Reports of passes on the program.

use flowmodel::FuncId;

/// Says what a pass on the program did.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The number of things that the pass counts.
    pub count: usize,
    /// Functions whose graphs are not what they were.
    pub graphs: Vec<FuncId>,
}
