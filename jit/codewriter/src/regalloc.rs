//! Register allocation for one jitcode.
//!
//! In SSI form a variable lives in one block only, so live ranges are intervals inside blocks. Values that
//! cross a link are coalesced with the input they go to where the ranges allow it; what is left becomes a
//! copy at the link. Colours are then given greedily.

use crate::instructions::{Arg, LBlock};
use flowmodel::{BlockId, SecondaryMap, VarId};
use jitmodel::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Registers of a graph's variables.
pub struct Allocation {
    /// Register of each variable that has one.
    pub regs: SecondaryMap<VarId, Option<u8>>,
    /// Registers used per kind (may exceed 256: then the function does not fit).
    pub counts: [usize; 3],
}

/// Live range of a variable: from its definition to its last use, as positions in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Position of the definition: -1 for inputs, index of the operation, or the position of the block's end.
    pub def: i64,
    /// Position of the last use (at least `def`).
    pub last: i64,
}

/// Live ranges of the variables of one block, in order of definition.
pub fn ranges(blk: &LBlock) -> Vec<(VarId, Kind, Range)> {
    let mut out: Vec<(VarId, Kind, Range)> = vec![];
    let mut index: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut def = |v: VarId, k: Kind, at: i64, last: i64| {
        index.insert(v, out.len());
        out.push((v, k, Range { def: at, last }));
    };
    for (v, k) in &blk.inputs {
        def(*v, *k, -1, -1);
    }
    for (i, op) in blk.ops.iter().enumerate() {
        if let Some((v, k)) = op.result {
            def(v, k, i as i64, i as i64);
        }
    }
    let end = blk.ops.len() as i64;
    for (v, k) in blk.end_defs() {
        def(v, k, end, end + 1);
    }
    for (i, op) in blk.ops.iter().enumerate() {
        op.for_each_arg(&mut |a| {
            if let Arg::Var(v, _) = a {
                let r = &mut out[index[v]].2;
                r.last = r.last.max(i as i64);
            }
        });
    }
    blk.for_each_end_use(&mut |a| {
        if let Arg::Var(v, _) = a {
            out[index[v]].2.last = end + 1;
        }
    });
    out
}

fn overlap(a: Range, b: Range) -> bool {
    // A value whose last use is the operation that defines another may share its register.
    if a.def == b.def {
        return true;
    }
    let (first, second) = if a.def < b.def { (a, b) } else { (b, a) };
    first.last > second.def
}

struct Classes {
    parent: FxHashMap<VarId, VarId>,
    members: FxHashMap<VarId, Vec<(BlockId, Range)>>,
    fixed: FxHashMap<VarId, u8>,
}

impl Classes {
    fn find(&mut self, v: VarId) -> VarId {
        let p = self.parent[&v];
        if p == v {
            return v;
        }
        let r = self.find(p);
        self.parent.insert(v, r);
        r
    }
    fn unite(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b || (self.fixed.contains_key(&a) && self.fixed.contains_key(&b)) {
            return;
        }
        let clash = {
            let (ma, mb) = (&self.members[&a], &self.members[&b]);
            ma.iter().any(|(ba, ra)| mb.iter().any(|(bb, rb)| ba == bb && overlap(*ra, *rb)))
        };
        if clash {
            return;
        }
        let (keep, gone) = if self.fixed.contains_key(&b) { (b, a) } else { (a, b) };
        let m = self.members.remove(&gone).expect("a root");
        self.members.get_mut(&keep).expect("a root").extend(m);
        self.parent.insert(gone, keep);
    }
}

/// Allocates registers for the blocks of a graph; `params` are the inputs of the first block, which get
/// registers 0, 1, … of their kinds.
pub fn allocate(blocks: &[(BlockId, LBlock)]) -> Allocation {
    let mut c = Classes {
        parent: FxHashMap::default(),
        members: FxHashMap::default(),
        fixed: FxHashMap::default(),
    };
    let mut order: Vec<(VarId, Kind)> = vec![];
    for (b, blk) in blocks {
        for (v, k, r) in ranges(blk) {
            c.parent.insert(v, v);
            c.members.insert(v, vec![(*b, r)]);
            order.push((v, k));
        }
    }
    let mut counts = [0usize; 3];
    for (v, k) in &blocks[0].1.inputs {
        c.fixed.insert(*v, counts[*k as usize].min(255) as u8);
        counts[*k as usize] += 1;
    }
    for (_, blk) in blocks {
        for link in blk.links() {
            for (arg, input) in &link.moves {
                if let Arg::Var(v, _) = arg {
                    c.unite(*v, *input);
                }
            }
        }
    }
    // Interference between classes, from the overlaps inside each block.
    let mut adjacent: FxHashMap<VarId, FxHashSet<VarId>> = FxHashMap::default();
    for (_, blk) in blocks {
        let rs = ranges(blk);
        for (i, (v, k, r)) in rs.iter().enumerate() {
            for (w, l, s) in &rs[i + 1..] {
                if k == l && overlap(*r, *s) {
                    let (a, b) = (c.find(*v), c.find(*w));
                    adjacent.entry(a).or_default().insert(b);
                    adjacent.entry(b).or_default().insert(a);
                }
            }
        }
    }
    let mut colour: FxHashMap<VarId, usize> = FxHashMap::default();
    for (v, reg) in c.fixed.clone() {
        let root = c.find(v);
        colour.insert(root, reg as usize);
    }
    let mut regs = SecondaryMap::new();
    for (v, k) in &order {
        let root = c.find(*v);
        let reg = match colour.get(&root) {
            Some(r) => *r,
            None => {
                let taken: FxHashSet<usize> = adjacent
                    .get(&root)
                    .into_iter()
                    .flatten()
                    .filter_map(|n| colour.get(n).copied())
                    .collect();
                let r = (0..).find(|r| !taken.contains(r)).expect("endless");
                colour.insert(root, r);
                r
            }
        };
        counts[*k as usize] = counts[*k as usize].max(reg + 1);
        regs[*v] = Some(reg.min(255) as u8);
    }
    Allocation { regs, counts }
}
