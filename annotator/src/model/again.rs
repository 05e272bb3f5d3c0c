//! What is annotated again, and where calls come from.

use crate::model::site::Position;
use crate::model::state::Facts;
use crate::*;
use flowmodel::BlockId;

pub(crate) fn extent(ann: &Facts) -> work::Extent {
    work::Extent {
        changes: ann.work.changes,
        classes: ann.classdefs.len(),
        lists: ann.lists.len(),
        dicts: ann.dicts.len(),
        descs: ann.descs.len(),
        changed_dicts: ann.changed_dicts.len(),
        assumed: ann.host.flow.keyword_dicts.len() + ann.host.flow.assumed_reads.len(),
    }
}

/// Says whether definitions are new or have changed since nothing was left to do.
pub(crate) fn has_grown(ann: &Facts) -> bool {
    ann.work.settled.as_ref() != Some(&extent(ann))
}

/// Schedules everything that was reached before.
pub(crate) fn reflow_all(ann: &mut Facts) {
    let places: Vec<Position> = ann
        .graphs
        .iter()
        .flat_map(|(graph, g)| g.full.blocks.keys().map(move |block| Position::start(graph, block)))
        .collect();
    for p in places {
        ann.reflow(p);
    }
}

/// The blocks with calls of a graph.
pub(crate) fn calling_blocks(ann: &Facts, callee: AnnGraphId) -> IndexSet<(AnnGraphId, BlockId)> {
    let graph = &ann.graphs[callee];
    let shared = graph.shared_by.iter().flat_map(|s| ann.shared_calls.callers(*s));
    graph.callers.iter().chain(shared).map(|p| (p.graph, p.block)).collect()
}

impl Facts {
    /// Schedules a block that was reached before to be annotated again, from this operation on.
    pub(crate) fn reflow(&mut self, p: Position) {
        let state = self.graphs[p.graph].block_state[p.block];
        self.work.schedule_again(p, state);
    }
}
