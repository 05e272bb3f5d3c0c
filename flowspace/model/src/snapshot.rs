//! Copies of graphs that are cheap to make one after the other: all parts of one kind lie in one list, and the next copy takes the
//! room of the last one.

use crate::diag::Span;
use crate::graph::{
    Block, BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link, SpaceOperation, Value, VarId,
    Variable,
};
use std::rc::Rc;

/// A graph as it was.
#[derive(Clone, Debug)]
pub struct Snapshot<D: Dialect> {
    head: Option<Head>,
    vars: Vec<Variable<D>>,
    blocks: Vec<Counts>,
    inputargs: Vec<VarId>,
    /// Operations without their operands, and how many these are.
    operations: Vec<(D::Op, VarId, Span, u32)>,
    exits: Vec<Exit<D>>,
    /// Operands of the operations and values of the links, block by block.
    args: Vec<Value<D>>,
}

/// Holds what a graph has once.
#[derive(Clone, Debug)]
struct Head {
    name: Rc<str>,
    startblock: BlockId,
    returnblock: BlockId,
    exceptblock: BlockId,
    span: Span,
}

/// Counts the parts of a block.
#[derive(Clone, Debug)]
struct Counts {
    inputargs: u32,
    operations: u32,
    exitswitch: ExitSwitch,
    exits: u32,
}

/// A link without its values, and how many these are.
#[derive(Clone, Debug)]
struct Exit<D: Dialect> {
    target: BlockId,
    case: ExitCase<D>,
    last_exception: Option<VarId>,
    last_exc_value: Option<VarId>,
    span: Span,
    args: u32,
}

impl<D: Dialect> Default for Snapshot<D> {
    fn default() -> Self {
        Snapshot {
            head: None,
            vars: vec![],
            blocks: vec![],
            inputargs: vec![],
            operations: vec![],
            exits: vec![],
            args: vec![],
        }
    }
}

impl<D: Dialect> Snapshot<D> {
    /// Keeps this graph, instead of what was kept before.
    pub fn take(&mut self, g: &Graph<D>) {
        self.head = Some(Head {
            name: g.name.clone(),
            startblock: g.startblock,
            returnblock: g.returnblock,
            exceptblock: g.exceptblock,
            span: g.span,
        });
        self.vars.clear();
        self.vars.extend(g.vars.values().cloned());
        self.blocks.clear();
        self.inputargs.clear();
        self.operations.clear();
        self.exits.clear();
        self.args.clear();
        // (Lists that grow step by step take up to three times the memory.)
        self.blocks.reserve_exact(g.blocks.len());
        self.inputargs.reserve_exact(g.blocks.values().map(|b| b.inputargs.len()).sum());
        self.operations.reserve_exact(g.blocks.values().map(|b| b.operations.len()).sum());
        self.exits.reserve_exact(g.blocks.values().map(|b| b.exits.len()).sum());
        for b in g.blocks.values() {
            self.blocks.push(Counts {
                inputargs: b.inputargs.len() as u32,
                operations: b.operations.len() as u32,
                exitswitch: b.exitswitch,
                exits: b.exits.len() as u32,
            });
            self.inputargs.extend(&b.inputargs);
            for o in &b.operations {
                self.operations.push((o.op, o.result, o.span, o.args.len() as u32));
                self.args.extend_from_slice(&o.args);
            }
            for l in &b.exits {
                self.exits.push(Exit {
                    target: l.target,
                    case: l.case.clone(),
                    last_exception: l.last_exception,
                    last_exc_value: l.last_exc_value,
                    span: l.span,
                    args: l.args.len() as u32,
                });
                self.args.extend_from_slice(&l.args);
            }
        }
    }

    /// The graph that was kept last, if there is one.
    pub fn graph(&self) -> Option<Graph<D>> {
        let head = self.head.clone()?;
        let mut inputargs = self.inputargs.iter().copied();
        let mut operations = self.operations.iter();
        let mut exits = self.exits.iter();
        let mut args = self.args.iter().cloned();
        let block = |c: &Counts| Block {
            inputargs: inputargs.by_ref().take(c.inputargs as usize).collect(),
            operations: operations
                .by_ref()
                .take(c.operations as usize)
                .map(|(op, result, span, n)| SpaceOperation {
                    op: *op,
                    args: args.by_ref().take(*n as usize).collect(),
                    result: *result,
                    span: *span,
                })
                .collect(),
            exitswitch: c.exitswitch,
            exits: exits
                .by_ref()
                .take(c.exits as usize)
                .map(|l| Link {
                    target: l.target,
                    args: args.by_ref().take(l.args as usize).collect(),
                    case: l.case.clone(),
                    last_exception: l.last_exception,
                    last_exc_value: l.last_exc_value,
                    span: l.span,
                })
                .collect(),
        };
        Some(Graph {
            blocks: self.blocks.iter().map(block).collect(),
            name: head.name,
            vars: self.vars.iter().cloned().collect(),
            startblock: head.startblock,
            returnblock: head.returnblock,
            exceptblock: head.exceptblock,
            span: head.span,
        })
    }
}
