//! Facts about a whole program from which hints follow.

use crate::markers::find_marker;
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::phases::Later;
use flowmodel::analysis::places::Place;
use flowmodel::analysis::stable::Changing;
use flowmodel::{BlockId, FuncId, Ll, Program, SpaceOperation, StructId, Type, VarId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Holds what is known of a program.
pub(crate) struct Facts {
    /// Its merge points.
    pub merge_points: Vec<MergePoint>,
    /// Code that can run once there is code of the JIT.
    pub later: Later,
    /// Memory that changes then.
    pub changing: Changing,
    /// Effects of functions.
    pub effects: EffectFacts,
    /// Places that the first use of a dict fills in: a trace that makes it must see what it has
    /// made.
    pub lazy: FxHashSet<Place>,
}

/// A merge point.
#[derive(Clone, Copy)]
pub(crate) struct MergePoint {
    /// The function with it.
    pub func: FuncId,
    /// The block that it is in.
    pub block: BlockId,
    /// The operation.
    pub index: usize,
    /// Index of its jitdriver.
    pub driver: usize,
}

impl Facts {
    /// Says whether a function runs in traces, as far as the JIT looks inside: it has a merge point, or may be called from one.
    pub fn runs_in_traces(&self, f: FuncId) -> bool {
        self.later.runs_inside(f) || self.merge_points.iter().any(|m| m.func == f)
    }
}

impl MergePoint {
    pub(crate) fn operation<'p>(&self, p: &'p Program) -> Option<&'p SpaceOperation<Ll>> {
        p.funcs[self.func].graph()?.blocks[self.block].operations.get(self.index)
    }
    /// The type of the red variable of this number, if it is an object.
    pub(crate) fn red(&self, p: &Program, number: usize) -> Option<StructId> {
        self.red_object(p, number).map(|red| red.0)
    }
    /// Gives the type of a red variable's objects, and the variable.
    pub(crate) fn red_object(&self, p: &Program, number: usize) -> Option<(StructId, VarId)> {
        let greens = p.jitdrivers[self.driver].greens.len();
        let v = self.operation(p)?.args.get(2 + greens + number)?.as_var()?;
        match p.funcs[self.func].graph()?.ty(v) {
            Type::Ptr(s) if p.types.structs[s].gc => Some((s, v)),
            _ => None,
        }
    }
    /// The types of its virtualizables, each with the names of its fields.
    pub(crate) fn virtualizables<'p>(
        &self,
        p: &'p Program,
    ) -> impl Iterator<Item = (StructId, &'p [Rc<str>])> {
        let driver = &p.jitdrivers[self.driver];
        let named = driver.virtualizables.iter().zip(&driver.virtualizable_fields);
        named.filter_map(move |(name, fields)| {
            let number = driver.reds.iter().position(|r| r == name)?;
            Some((self.red(p, number)?, &fields[..]))
        })
    }
}

pub(crate) fn merge_points(p: &Program) -> Vec<MergePoint> {
    let mut found = vec![];
    for (func, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        for (block, index, driver) in find_marker(g, "jit_merge_point") {
            if driver < p.jitdrivers.len() {
                found.push(MergePoint { func, block, index, driver });
            }
        }
    }
    found
}
