//! Interpreter loops: a switch inside a loop whose cases all come back to it. Where a case ends, the few operations up to
//! the switch are repeated, with a jump through a table of labels at their end: the processor predicts each of
//! these jumps by itself, from the command that came before, instead of one jump for all commands. One switch per function.

use flowmodel::analysis::flow::{reached_from, reaching};
use flowmodel::effects::{ALLOCATES, CALLS, COLLECTS, HINT, ORDERED, RAISES};
use flowmodel::{BlockId, Const, ExitCase, ExitSwitch, LlGraph, LlOp, LlValue, Type, VarId};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// Minimum number of cases for which this is done.
const MIN_CASES: usize = 5;
/// Maximum number of operations on the way from the end of a case to the switch.
const MAX_OPERATIONS: usize = 12;
/// Greatest value that a mask may leave for a table without a test of its range.
const MAX_MASK: i64 = 255;
/// Maximum number of blocks that repeat them.
const MAX_COPIES: usize = 1000;

/// A switch that becomes a jump through a table.
pub struct Table {
    /// Value of the first entry.
    pub first: i64,
    /// Exit for each value; `None`: the default.
    pub entries: Vec<Option<usize>>,
    /// The default exit.
    pub default: Option<usize>,
    /// The table has an entry for each value of the type.
    pub complete: bool,
    /// Blocks of the loop: only these repeat the way to the switch.
    pub inside: FxHashSet<BlockId>,
}

/// Says what is repeated in a function.
#[derive(Default)]
pub struct Dispatch {
    /// The switches.
    pub tables: IndexMap<BlockId, Table>,
    /// Blocks on the way to a switch, with the switch.
    pub ways: IndexMap<BlockId, BlockId>,
}

impl Dispatch {
    /// Says whether a link between two blocks gets its own copy of the way to a switch; `repeating`: it stands in such
    /// a copy.
    pub fn repeats(
        &self,
        from: BlockId,
        to: BlockId,
        repeating: bool,
        cold: &FxHashSet<BlockId>,
    ) -> bool {
        let Some(s) = self.ways.get(&to) else { return false };
        let way = self.ways.get(&from);
        let inside = self.tables[s].inside.contains(&from) && !cold.contains(&from);
        repeating || (inside && (way != Some(s) || from == *s))
    }

    /// Finds the switches. `is_value`: whether the variable is one at run time (no known constant).
    pub fn new(
        g: &LlGraph,
        order: &[BlockId],
        cold: &FxHashSet<BlockId>,
        is_value: &dyn Fn(VarId) -> bool,
    ) -> Dispatch {
        let mut d = Dispatch::default();
        let preds = g.predecessors();
        let size = |b: BlockId| -> Option<usize> {
            let ops = g.blocks[b].operations.iter().filter(|o| o.op.info().c != Some(""));
            let simple = |o: LlOp| !o.has(ALLOCATES | COLLECTS | ORDERED | CALLS | HINT | RAISES);
            let heavy = |o: LlOp| o.info().weight > 2.0;
            let mut n = 0;
            for o in ops {
                if !simple(o.op) || heavy(o.op) {
                    return None;
                }
                n += 1;
            }
            Some(n)
        };
        for &s in order {
            let blk = &g.blocks[s];
            let ExitSwitch::Var(v) = blk.exitswitch else { continue };
            if !is_value(v) || cold.contains(&s) {
                continue;
            }
            let Some(mut table) = table(g, s, v) else { continue };
            let Some(mut left) = size(s).and_then(|n| MAX_OPERATIONS.checked_sub(n)) else {
                continue;
            };
            // The loop: what comes back to the switch.
            let from = reached_from(g, blk.exits.iter().map(|l| l.target));
            if !from.contains(&s) {
                continue;
            }
            table.inside = from.intersection(&reaching(g, [s])).copied().collect();
            // Blocks that lead to it; each has one exit that does.
            let mut ways = vec![s];
            let mut grown = true;
            while grown {
                grown = false;
                for b in order.iter().rev() {
                    let blk = &g.blocks[*b];
                    let to = blk.exits.iter().filter(|l| ways.contains(&l.target)).count();
                    let fits = to == 1
                        && (blk.exitswitch == ExitSwitch::None
                            || (matches!(blk.exitswitch, ExitSwitch::Var(_))
                                && blk.exits.len() == 2))
                        && table.inside.contains(b)
                        && *b != g.startblock
                        && !cold.contains(b)
                        && !ways.contains(b)
                        && !d.ways.contains_key(b);
                    // A block of one case only is repeated nowhere.
                    let join = preds[*b].len() > 1
                        || preds[*b].iter().any(|(p, _)| {
                            table.inside.contains(p) && preds[*p].len() > 1 && size(*p).is_some()
                        });
                    if let Some(n) = size(*b)
                        && fits
                        && join
                        && let Some(rest) = left.checked_sub(n)
                    {
                        left = rest;
                        ways.push(*b);
                        grown = true;
                    }
                }
            }
            // Without a join above them, blocks belong to the one case that they end.
            loop {
                let alone = ways.iter().position(|b| {
                    *b != s && matches!(preds[*b][..], [(p, _)] if !ways.contains(&p))
                });
                match alone {
                    Some(i) => ways.remove(i),
                    None => break,
                };
            }
            let sources = ways.iter().flat_map(|b| &preds[*b]).filter(|(p, _)| !ways.contains(p));
            if ways.iter().all(|b| preds[*b].len() < 2) || sources.count() > MAX_COPIES {
                continue;
            }
            d.tables.insert(s, table);
            d.ways.extend(ways.into_iter().map(|b| (b, s)));
        }
        // gcc makes one jump of all jumps through tables, and several again only where all lead through the same one.
        let cases = |t: &Table| t.entries.iter().flatten().collect::<FxHashSet<_>>().len();
        let best = d.tables.iter().max_by_key(|(_, t)| (t.inside.len(), cases(t)));
        if let Some(best) = best.map(|(s, _)| *s) {
            d.tables.retain(|s, _| *s == best);
            d.ways.retain(|_, s| *s == best);
        }
        d
    }
}

/// The greatest value that a mask leaves, if a variable is what one leaves, as the number of an interpreter's command is.
fn greatest(g: &LlGraph, v: VarId) -> Option<i64> {
    let mut ops = g.blocks.values().flat_map(|b| &b.operations);
    match ops.find(|o| o.result == v && o.op == LlOp::IntAnd)?.args[..] {
        [_, LlValue::Const(Const::Int(mask))] | [LlValue::Const(Const::Int(mask)), _] => {
            (mask >= 0).then_some(mask)
        }
        _ => None,
    }
}

/// The table of a switch on a variable; `None` if it has few cases, or values far apart.
fn table(g: &LlGraph, s: BlockId, v: VarId) -> Option<Table> {
    let mut values = vec![];
    let mut default = None;
    for (i, l) in g.blocks[s].exits.iter().enumerate() {
        match &l.case {
            ExitCase::Value(Const::Char(c)) => values.push((*c as i64, i)),
            ExitCase::Value(Const::Int(n)) => values.push((*n, i)),
            ExitCase::Default => default = Some(i),
            _ => return None,
        }
    }
    if values.len() < MIN_CASES {
        return None;
    }
    let (first, len) = if g.ty(v) == Type::Char {
        (0, 256)
    } else {
        let lo = values.iter().map(|(n, _)| *n).min()?;
        let hi = values.iter().map(|(n, _)| *n).max()?;
        let len = usize::try_from(hi.checked_sub(lo)?).ok()?.checked_add(1)?;
        // As many unused entries as used ones, and some.
        if len > 2 * values.len() + 64 {
            return None;
        }
        (lo, len)
    };
    // Where a mask leaves hardly more values than have cases, each of them gets an entry, and there is no test.
    let (first, len, masked) = match greatest(g, v) {
        Some(max) if max <= MAX_MASK && first >= 0 && first + len as i64 <= max + 1 => {
            (0, max as usize + 1, true)
        }
        _ => (first, len, false),
    };
    let mut entries = vec![None; len];
    for (n, i) in values {
        entries[(n - first) as usize] = Some(i);
    }
    let complete = masked || g.ty(v) == Type::Char || default.is_none();
    Some(Table { first, entries, default, complete, inside: FxHashSet::default() })
}
