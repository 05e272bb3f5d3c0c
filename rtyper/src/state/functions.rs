//! The graphs that become functions of the program, and their signatures.

use crate::state::repr::ReprId;
use annotator::AnnGraphId;
use flowmodel::FuncId;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Reprs of the parameters and the result of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Sig {
    pub params: Vec<ReprId>,
    pub result: ReprId,
}

/// The graphs that become functions.
#[derive(Default)]
pub(crate) struct Functions {
    pub of_graph: FxHashMap<AnnGraphId, FuncId>,
    pub sigs: IndexMap<AnnGraphId, Sig>,
    /// Graphs still to be translated.
    pub queue: VecDeque<AnnGraphId>,
    /// Graphs translated (or being translated).
    pub translated: IndexSet<AnnGraphId>,
    /// Number of times that each name was wanted.
    pub names: FxHashMap<Rc<str>, u32>,
}

impl Functions {
    /// A unique name for a function or object.
    pub fn unique(&mut self, base: &str) -> Rc<str> {
        let mut name: Rc<str> = base.into();
        loop {
            let n = self.names.entry(name.clone()).or_insert(0);
            *n += 1;
            if *n == 1 {
                return name;
            }
            name = format!("{base}.{n}").into();
        }
    }
}
