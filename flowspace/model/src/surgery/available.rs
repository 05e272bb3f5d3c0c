//! Making a value available in another block.

use crate::graph::{BlockId, Dialect, Graph, Predecessors, VarId};
use rustc_hash::FxHashMap;

/// Makes values available in blocks that their definitions dominate, as long as links and blocks stay the same.
pub struct Available {
    preds: Predecessors,
    /// The variables that were made for a value.
    made: FxHashMap<VarId, FxHashMap<BlockId, VarId>>,
}

impl Available {
    /// Finds what is available along the links of the graph as they are now.
    pub fn new<D: Dialect>(g: &Graph<D>) -> Available {
        Available { preds: g.predecessors(), made: FxHashMap::default() }
    }

    /// Makes the value of `v`, whose definition (in block `def`) dominates `b`, available in `b`: passes it along
    /// all links in between. Returns the variable that holds it there.
    pub fn make<D: Dialect>(
        &mut self,
        g: &mut Graph<D>,
        v: VarId,
        def: BlockId,
        b: BlockId,
    ) -> VarId {
        if def == b {
            return v;
        }
        let have = self.made.entry(v).or_default();
        have.insert(def, v);
        let mut work = vec![b];
        let mut new = vec![];
        while let Some(b) = work.pop() {
            if have.contains_key(&b) {
                continue;
            }
            let n = g.copy_var(v);
            g.blocks[b].inputargs.push(n);
            have.insert(b, n);
            new.push(b);
            work.extend(self.preds[b].iter().map(|(p, _)| *p));
        }
        for t in new {
            for (p, i) in &self.preds[t] {
                g.blocks[*p].exits[*i as usize].args.push(have[p].into());
            }
        }
        have[&b]
    }
}
