//! Functions that are analysed, as they are called.

use flowmodel::diag::Span;
use flowmodel::{BlockId, FuncId, LlGraph, LlValue, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A function as it is called from one place, or (if it is large, or calls itself) from all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context(pub(crate) u32);

/// A variable.
pub type ContextVar = (Context, VarId);

/// One context.
pub(crate) struct Scope {
    pub(crate) func: FuncId,
    pub(crate) code: Rc<Code>,
    pub(crate) depth: usize,
    /// The calls of it: the arguments, and the place.
    pub(crate) callers: Vec<(Context, Vec<LlValue>, Span)>,
    /// The contexts that its calls lead to, by the call's result.
    pub(crate) calls: FxHashMap<VarId, Vec<Context>>,
}

impl std::ops::Deref for Scope {
    type Target = Code;
    fn deref(&self) -> &Code {
        &self.code
    }
}

/// One function that is analysed.
pub(crate) struct Code {
    pub(crate) graph: LlGraph,
    /// Block of the merge point, for portals. What comes before it is not compiled.
    pub(crate) merge: Option<BlockId>,
    /// The blocks that are compiled.
    pub(crate) blocks: Vec<BlockId>,
    /// The links between them: from where, number of the exit.
    pub(crate) entries: FxHashMap<BlockId, Vec<(BlockId, usize)>>,
    /// The definitions of variables: the block, and the operation or else the input.
    pub(crate) made: FxHashMap<VarId, (BlockId, Made)>,
}

#[derive(Clone, Copy)]
pub(crate) enum Made {
    Operation(usize),
    Input(usize),
}

impl Code {
    pub(crate) fn new(graph: LlGraph, merge: Option<BlockId>, blocks: Vec<BlockId>) -> Rc<Code> {
        let mut entries: FxHashMap<BlockId, Vec<(BlockId, usize)>> = FxHashMap::default();
        let mut made = FxHashMap::default();
        for b in &blocks {
            let blk = &graph.blocks[*b];
            for (n, v) in blk.inputargs.iter().enumerate() {
                made.insert(*v, (*b, Made::Input(n)));
            }
            for (n, op) in blk.operations.iter().enumerate() {
                made.insert(op.result, (*b, Made::Operation(n)));
            }
            for (n, link) in blk.exits.iter().enumerate() {
                entries.entry(link.target).or_default().push((*b, n));
            }
        }
        Rc::new(Code { graph, merge, blocks, entries, made })
    }

    /// The values that come to an input of a block, with the block that they come from. A portal's merge point has the values
    /// of its loop only.
    pub(crate) fn incoming(
        &self,
        target: BlockId,
        input: usize,
    ) -> impl Iterator<Item = (BlockId, &LlValue)> {
        let entries = self.entries.get(&target).into_iter().flatten();
        entries.map(move |(b, n)| (*b, &self.graph.blocks[*b].exits[*n].args[input]))
    }
}
