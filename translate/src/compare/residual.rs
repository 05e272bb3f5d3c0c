//! Residual code: what the partial evaluator leaves of a loop of the guest program.
//!
//! A specialised program no longer knows where in the guest program it is. So the interpreter is specialised once more for the
//! report, with a call behind each merge point that takes its greens; what is left of these calls tells.

use crate::compare::findings::{Instruction, Listing};
use crate::failure::Res;
use backendopt::hints::is_merge_point;
use backendopt::manager::NoObserver;
use backendopt::{OptConfig, OptLevel};
use flowmodel::diag::Span;
use flowmodel::eval::RtValue;
use flowmodel::llinterp::LlInterp;
use flowmodel::text::{Names, print_graph};
use flowmodel::{
    BlockId, Body, Const, External, FuncAttrs, FuncId, Function, LlGraph, LlOp, LlValue, Program,
    SpaceOperation, Type,
};
use petgraph::algo::astar;
use petgraph::graph::{DiGraph, EdgeReference};
use petgraph::visit::EdgeRef;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Holds what is left of a program.
pub struct Left {
    /// The program.
    program: Program,
    /// The function behind the merge points of each JitDriver and types of greens.
    marks: HashMap<FuncId, usize>,
    /// Functions that the partial evaluator made.
    made: Vec<FuncId>,
    /// Texts of places that were asked for.
    texts: HashMap<String, String>,
}

/// Specialises a program.
pub fn specialise(mut p: Program) -> Res<Left> {
    let config = OptConfig { level: OptLevel::Low, jit: true, ..OptConfig::default() };
    backendopt::optimize(&mut p, &config, &mut NoObserver)?;
    let marks = mark(&mut p);
    let before: HashMap<FuncId, bool> =
        p.funcs.iter().map(|(f, _)| (f, p.entry == Some(f))).collect();
    peval::specialise(&mut p, &peval::Limits::default())?;
    let made = p.funcs.keys().filter(|f| before.get(f).is_none_or(|entry| *entry)).collect();
    Ok(Left { program: p, marks, made, texts: HashMap::new() })
}

/// Puts a call behind each merge point. The function is external, so nobody looks into it, and writes nothing.
fn mark(p: &mut Program) -> HashMap<FuncId, usize> {
    let mut marks = HashMap::new();
    let funcs: Vec<FuncId> = p.funcs.keys().collect();
    for f in funcs {
        let Some(g) = p.funcs[f].graph() else { continue };
        let mut places = vec![];
        for b in g.reachable() {
            let ops = g.blocks[b].operations.iter().enumerate();
            for (i, op) in ops.filter(|(_, op)| is_merge_point(op)) {
                let driver = match op.args[1] {
                    LlValue::Const(Const::Int(n)) => n as usize,
                    _ => 0,
                };
                let greens = op.args[2..2 + p.jitdrivers[driver].greens.len()].to_vec();
                let types: Vec<Type> = greens.iter().map(|a| p.value_type(g, a)).collect();
                places.push((b, i, driver, greens, types, op.span));
            }
        }
        // From behind, so that indices hold.
        for (b, i, driver, greens, types, span) in places.into_iter().rev() {
            let ty = p.types.func(types, Type::Void);
            let here = p.funcs.push(Function {
                name: format!("here.{}", marks.len()).into(),
                ty,
                body: Body::External(External {
                    c_name: "here".into(),
                    includes: vec![],
                    can_collect: false,
                }),
                attrs: FuncAttrs { cannot_raise: true, ..FuncAttrs::default() },
                span: Span::NONE,
            });
            marks.insert(here, driver);
            let g = p.funcs[f].graph_mut().expect("it has a graph");
            let result = g.new_var("here", Type::Void);
            let mut args = vec![LlValue::Const(Const::Func(here))];
            args.extend(greens);
            let call = SpaceOperation { op: LlOp::DirectCall, args, result, span };
            g.blocks[b].operations.insert(i + 1, call);
        }
    }
    marks
}

impl Left {
    /// Operations and tests of all that the partial evaluator made.
    pub fn totals(&self) -> (usize, usize) {
        let mut sum = (0, 0);
        for g in self.made.iter().filter_map(|f| self.program.funcs[*f].graph()) {
            for b in g.reachable() {
                let block = &g.blocks[b];
                let marks = block.operations.iter().filter(|op| self.place(op).is_some()).count();
                sum.0 += block.operations.len() - marks;
                sum.1 += (block.exits.len() > 1) as usize;
            }
        }
        sum
    }

    /// The driver and the greens of a mark.
    fn place<'a>(&self, op: &'a SpaceOperation<flowmodel::Ll>) -> Option<(usize, &'a [LlValue])> {
        match op.args.first() {
            Some(LlValue::Const(Const::Func(f))) if op.op == LlOp::DirectCall => {
                Some((*self.marks.get(f)?, &op.args[1..]))
            }
            _ => None,
        }
    }

    /// Gives the text that the JitDriver has for a place.
    fn text(&mut self, driver: usize, greens: &[LlValue]) -> String {
        let key = format!("{driver} {greens:?}");
        if let Some(text) = self.texts.get(&key) {
            return text.clone();
        }
        let driver = &self.program.jitdrivers[driver];
        let known: Option<Vec<RtValue>> = greens
            .iter()
            .map(|g| match g {
                LlValue::Const(c) => RtValue::from_const(c),
                LlValue::Var(_) => None,
            })
            .collect();
        let text = match (driver.get_printable_location, known) {
            (Some(f), Some(greens)) => {
                let mut interp = LlInterp::new(&self.program);
                let text = interp.call(f, &greens).ok().and_then(|s| interp.read_str(s).ok());
                text.map(|t| String::from_utf8_lossy(&t).into_owned())
            }
            (_, None) => Some("(not known)".into()),
            (None, _) => None,
        };
        let text = text.unwrap_or_else(|| driver.name.to_string());
        self.texts.insert(key, text.clone());
        text
    }

    /// A way around a loop that has most of these places of the guest program, and of equal ones the shortest.
    pub fn same_loop(&mut self, places: &HashSet<&str>) -> Option<Listing> {
        let mut best: Option<(usize, Reverse<u32>, FuncId, Vec<BlockId>)> = None;
        for f in self.made.clone() {
            let Some(g) = self.program.funcs[f].graph().cloned() else { continue };
            let mut texts: HashMap<BlockId, HashSet<String>> = HashMap::new();
            for b in g.reachable() {
                for op in &g.blocks[b].operations {
                    if let Some((driver, greens)) = self.place(op) {
                        let text = self.text(driver, greens);
                        texts.entry(b).or_default().insert(text);
                    }
                }
            }
            let calls = |b: BlockId| {
                let calls = |op: &&SpaceOperation<_>| {
                    matches!(op.op, LlOp::DirectCall | LlOp::IndirectCall)
                        && self.place(op).is_none()
                };
                g.blocks[b].operations.iter().filter(calls).count() as u32
            };
            for (cost, blocks) in ways_around(&g, &texts, places, calls) {
                let found: HashSet<&String> =
                    blocks.iter().filter_map(|b| texts.get(b)).flatten().collect();
                let found = found.iter().filter(|t| places.contains(t.as_str())).count();
                if best.as_ref().is_none_or(|b| (found, Reverse(cost)) > (b.0, b.1)) {
                    best = Some((found, Reverse(cost), f, blocks));
                }
            }
        }
        let (_, _, f, blocks) = best?;
        Some(self.listing(f, &blocks))
    }

    /// Blocks of a function with the places of the guest program.
    fn listing(&mut self, f: FuncId, blocks: &[BlockId]) -> Listing {
        let printed = print_graph(&Names::new(&self.program), f);
        let g = self.program.funcs[f].graph().expect("it has a graph").clone();
        let order: Vec<BlockId> = g.reachable().into_iter().filter(|b| !g.is_final(*b)).collect();
        // The text of each block, in the order of the graph: its line, its operations, where it goes.
        let mut texts: Vec<Vec<&str>> = vec![];
        for line in printed.lines().skip(1).filter(|l| *l != "}") {
            match texts.last_mut() {
                Some(block) if line.starts_with("    ") => block.push(line.trim()),
                _ => texts.push(vec![line]),
            }
        }
        let mut found = Listing::default();
        for b in blocks {
            let at = order.iter().position(|o| o == b).expect("a block of the graph");
            let block = &g.blocks[*b];
            let lines = &texts[at];
            let mut head = Some(untyped(lines[0]));
            for (op, line) in block.operations.iter().zip(&lines[1..]) {
                if let Some((driver, greens)) = self.place(op) {
                    let at = self.text(driver, greens);
                    found.instruction(&at, 0);
                    head.take().into_iter().for_each(|l| found.operation(l));
                    continue;
                }
                head.take().into_iter().for_each(|l| found.operation(l));
                found.operation(format!("  {}", untyped(line)));
                found.operations += 1;
            }
            head.take().into_iter().for_each(|l| found.operation(l));
            let end = lines.last().copied().unwrap_or_default();
            found.operation(format!("  {}", untyped(end)));
            found.guards += (block.exits.len() > 1) as usize;
        }
        // What stands behind the last block's jump back belongs to nothing; an instruction without code is not shown.
        found.instructions.retain(|i: &Instruction| !i.operations.is_empty());
        found
    }
}

/// Cost of a block that belongs to an instruction outside of the loop.
const OUTSIDE: u32 = 1000;

/// Cost of a call: slow paths have them.
const CALL: u32 = 20;

/// Gives, for each block with one of these places, the shortest way that leads back to it, along the places if there is
/// one. (Residual loops may have several entries, so there need not be a header.)
fn ways_around(
    g: &LlGraph,
    texts: &HashMap<BlockId, HashSet<String>>,
    places: &HashSet<&str>,
    calls: impl Fn(BlockId) -> u32,
) -> Vec<(u32, Vec<BlockId>)> {
    let mut graph = DiGraph::<BlockId, u32>::new();
    let blocks: Vec<BlockId> = g.reachable().into_iter().filter(|b| !g.is_final(*b)).collect();
    let nodes: HashMap<BlockId, _> = blocks.iter().map(|b| (*b, graph.add_node(*b))).collect();
    let inside = |b: &BlockId| texts[b].iter().any(|t| places.contains(t.as_str()));
    for b in &blocks {
        for l in &g.blocks[*b].exits {
            let Some(to) = nodes.get(&l.target) else { continue };
            let outside = texts.contains_key(&l.target) && !inside(&l.target);
            let cost = if outside { OUTSIDE } else { 1 + CALL * calls(l.target) };
            graph.add_edge(nodes[b], *to, cost);
        }
    }
    let starts = blocks.iter().filter(|b| texts.contains_key(b) && inside(b));
    starts
        .filter_map(|b| {
            let start = nodes[b];
            let back = |first: EdgeReference<'_, u32>| {
                let to = first.target();
                let (cost, path) = astar(&graph, to, |n| n == start, |e| *e.weight(), |_| 0)?;
                Some((cost + first.weight(), path))
            };
            let (cost, path) = graph.edges(start).filter_map(back).min_by_key(|(cost, _)| *cost)?;
            // The path ends at the block itself.
            let mut way = vec![start];
            way.extend(path.into_iter().filter(|n| *n != start));
            Some((cost, way.into_iter().map(|n| graph[n]).collect()))
        })
        .collect()
}

/// A line of a graph without the types of variables.
fn untyped(line: &str) -> String {
    // Behind a switch stands a colon, too.
    if line.trim_start().starts_with("switch ") {
        return line.into();
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('%') {
        let name = rest[at + 1..].find(|c: char| !c.is_alphanumeric() && c != '_');
        let end = name.map_or(rest.len(), |n| at + 1 + n);
        out.push_str(&rest[..end]);
        rest = &rest[end..];
        if let Some(ty) = rest.strip_prefix(": ") {
            rest = &ty[ty.find([',', ')', ' ']).unwrap_or(ty.len())..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::untyped;

    #[test]
    fn no_types() {
        assert_eq!(untyped("block1(%a: Signed, %p: *#list):"), "block1(%a, %p):");
        assert_eq!(untyped("%v7: Bool = int_ne %v4, 0"), "%v7 = int_ne %v4, 0");
        assert_eq!(untyped("switch %x: 1 -> block2(%y)"), "switch %x: 1 -> block2(%y)");
    }
}
