//! The flow model: [`Graph`], [`Block`], [`Link`], [`SpaceOperation`], [`Variable`] and constants.
//!
//! Invariants (checked by [`crate::verify`]):
//! * a variable is defined once (block input, operation result, or exception variables of a link) and used
//!   only in the block that defines it: values cross blocks as link arguments (SSI form);
//! * one `returnblock` (one input) and one `exceptblock` (two inputs: type and value), both without
//!   operations and exits; every other block has at least one exit;
//! * `ExitSwitch::LastException` blocks are not empty; their first exit is the normal one (case `None`),
//!   the others name exception classes and only the *last* operation is protected.
//!
//! Ids are indices into the graph's arenas; facts about values that a stage computes live in that
//! stage's side tables (`SecondaryMap<VarId, _>`).

use crate::diag::Span;
use crate::name::Name;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;

/// A variable of one graph.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);
entity_impl!(VarId, "v");

/// A block of one graph.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(u32);
entity_impl!(BlockId, "block");

/// A level of flow graphs: which operations, constants and variable types its graphs contain.
pub trait Dialect: Clone + Debug + PartialEq + 'static {
    /// Operation names.
    type Op: Copy + Eq + Hash + Debug;
    /// Constants.
    type Const: Clone + Eq + Hash + Debug;
    /// The type that every variable carries (`()` before the RTyper, the low-level type after it).
    type Ty: Copy + Eq + Hash + Debug + Default;
    /// Operation name as in the text format.
    fn op_name(op: Self::Op) -> &'static str;
    /// Inverse of [`Dialect::op_name`].
    fn op_from_name(name: &str) -> Option<Self::Op>;
}

/// An operand: a variable of the same block, or a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value<D: Dialect> {
    /// A variable.
    Var(VarId),
    /// A constant.
    Const(D::Const),
}

impl<D: Dialect> Copy for Value<D> where D::Const: Copy {}

/// Gives back what a list does not need. (Allocators leave a block where it is that is to become a little smaller.)
fn exact<T>(list: &mut Vec<T>) {
    if list.capacity() > list.len() {
        let mut copy = Vec::with_capacity(list.len());
        copy.append(list);
        *list = copy;
    }
}

impl<D: Dialect> Value<D> {
    /// The variable, if it is one.
    pub fn as_var(&self) -> Option<VarId> {
        match self {
            Value::Var(v) => Some(*v),
            Value::Const(_) => None,
        }
    }
    /// The constant, if it is one.
    pub fn as_const(&self) -> Option<&D::Const> {
        match self {
            Value::Var(_) => None,
            Value::Const(c) => Some(c),
        }
    }
}

impl<D: Dialect> From<VarId> for Value<D> {
    fn from(v: VarId) -> Self {
        Value::Var(v)
    }
}

/// A variable's name hint (not unique) and type.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable<D: Dialect> {
    /// Name in the source or invented; only for people.
    pub name: Name,
    /// Type at this level.
    pub ty: D::Ty,
}

/// One operation. It always has a result variable (of type Void where there is no result).
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceOperation<D: Dialect> {
    /// Says what is done.
    pub op: D::Op,
    /// Operands; immediates such as field names and types are constants too.
    pub args: Vec<Value<D>>,
    /// The new variable that holds the result.
    pub result: VarId,
    /// Source position.
    pub span: Span,
}

/// Says what decides between the exits of a block.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ExitSwitch {
    /// Nothing: one exit (or none, for return and except block).
    None,
    /// The value of a variable of this block.
    Var(VarId),
    /// The exception that the last operation raised, or that it raised none, decides.
    LastException,
}

/// The case under which an exit is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExitCase<D: Dialect> {
    /// Unconditional, or the normal exit of a `LastException` block.
    None,
    /// The switch variable has this value; in a `LastException` block: the exception is an instance of this class.
    Value(D::Const),
    /// No other case of a switch matches (always the last exit).
    Default,
}

/// A possible jump from the end of a block to the start of another.
#[derive(Clone, PartialEq, Debug)]
pub struct Link<D: Dialect> {
    /// The block that it leads to.
    pub target: BlockId,
    /// One value for each input of the target.
    pub args: Vec<Value<D>>,
    /// Says when it is taken.
    pub case: ExitCase<D>,
    /// New variable that holds the exception's class, usable only in `args`; on exception links
    /// only.
    pub last_exception: Option<VarId>,
    /// New variable that holds the exception's value, usable only in `args`; on exception links
    /// only.
    pub last_exc_value: Option<VarId>,
    /// Place in the source. On links to the except block: where the exception is raised; not known: it is one that goes
    /// on by itself. On exception links: a place in the function that the handler belongs to, if that is not the
    /// function of the raising operation. On links to the return block of high-level graphs: the return statement, for
    /// messages.
    pub span: Span,
}

impl<D: Dialect> Link<D> {
    /// An unconditional link.
    pub fn new(target: BlockId, args: Vec<Value<D>>) -> Self {
        Link {
            target,
            args,
            case: ExitCase::None,
            last_exception: None,
            last_exc_value: None,
            span: Span::NONE,
        }
    }
    /// A link for one value of the switch.
    pub fn case(target: BlockId, args: Vec<Value<D>>, case: D::Const) -> Self {
        Link { case: ExitCase::Value(case), ..Link::new(target, args) }
    }
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block<D: Dialect> {
    /// Fresh variables that receive the link arguments.
    pub inputargs: Vec<VarId>,
    /// Operations in order.
    pub operations: Vec<SpaceOperation<D>>,
    /// Says what decides between the exits.
    pub exitswitch: ExitSwitch,
    /// Exits in order of test.
    pub exits: Vec<Link<D>>,
}

impl<D: Dialect> Default for Block<D> {
    fn default() -> Self {
        Block { inputargs: vec![], operations: vec![], exitswitch: ExitSwitch::None, exits: vec![] }
    }
}

impl<D: Dialect> Block<D> {
    /// Says whether the last operation is protected by exception exits.
    pub fn can_raise(&self) -> bool {
        self.exitswitch == ExitSwitch::LastException
    }
    /// The exits that are taken if the last operation does not raise.
    pub fn normal_exits(&self) -> impl Iterator<Item = &Link<D>> {
        let raises = self.can_raise();
        self.exits.iter().filter(move |l| !raises || l.case == ExitCase::None)
    }
    /// The last operation of a `LastException` block: the one that may raise.
    pub fn raising_op(&self) -> Option<&SpaceOperation<D>> {
        if self.can_raise() { self.operations.last() } else { None }
    }
}

/// Lists, for every block, the links that go to it, as (block, exit index).
#[derive(Clone, Debug, Default)]
pub struct Predecessors {
    /// Index at which the links of each block begin. They end where those of the next block begin, of which there is
    /// one too many.
    starts: Vec<u32>,
    links: Vec<(BlockId, u32)>,
}

impl std::ops::Index<BlockId> for Predecessors {
    type Output = [(BlockId, u32)];
    fn index(&self, b: BlockId) -> &[(BlockId, u32)] {
        match self.starts.get(b.index()..b.index() + 2) {
            Some(&[from, to]) => &self.links[from as usize..to as usize],
            // (a block that was made later)
            _ => &[],
        }
    }
}

/// Maximum number of blocks of a graph that fits in nearby memory.
const SMALL: usize = 128;

/// Tells where the exits of blocks lead.
trait Exits {
    fn count(&self, b: BlockId) -> usize;
    fn target(&self, b: BlockId, exit: usize) -> BlockId;
}

impl<D: Dialect> Exits for Graph<D> {
    fn count(&self, b: BlockId) -> usize {
        self.blocks[b].exits.len()
    }
    fn target(&self, b: BlockId, exit: usize) -> BlockId {
        self.blocks[b].exits[exit].target
    }
}

/// Lists the targets of the exits of all blocks of a graph, close together: a walk over a large graph, which knows only
/// at each block where it goes on, would wait for memory at each one. To gather them is one walk that waits for many
/// blocks at a time.
#[derive(Clone, Debug)]
pub struct Successors {
    startblock: BlockId,
    /// Index in `targets` at which the exits of each block end. They begin where those of the block
    /// before end.
    ends: Vec<u32>,
    targets: Vec<BlockId>,
}

impl Exits for Successors {
    fn count(&self, b: BlockId) -> usize {
        self.of(b).len()
    }
    fn target(&self, b: BlockId, exit: usize) -> BlockId {
        self.of(b)[exit]
    }
}

impl Successors {
    /// Lists the targets of the exits of a block.
    pub fn of(&self, b: BlockId) -> &[BlockId] {
        let from = match b.index() {
            0 => 0,
            i => self.ends[i - 1],
        };
        &self.targets[from as usize..self.ends[b.index()] as usize]
    }
    /// [`Graph::reachable`].
    pub fn reachable(&self) -> Vec<BlockId> {
        let mut seen = cranelift_entity::EntitySet::with_capacity(self.ends.len());
        preorder(self, self.startblock, self.ends.len(), |b| seen.insert(b))
    }
    /// [`Graph::reverse_postorder`].
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        reverse_postorder(self, self.startblock, self.ends.len())
    }
    /// [`Graph::predecessors`].
    pub fn predecessors(&self) -> Predecessors {
        let order = self.reachable();
        let mut ends = vec![0; self.ends.len()];
        order.iter().flat_map(|b| self.of(*b)).for_each(|t| ends[t.index()] += 1);
        let mut all = 0;
        for end in &mut ends {
            all += *end;
            *end = all;
        }
        // Filled from behind: the first link of each block comes last.
        let mut links = vec![(self.startblock, 0); all as usize];
        for b in order.iter().rev() {
            for (i, t) in self.of(*b).iter().enumerate().rev() {
                let end = &mut ends[t.index()];
                *end -= 1;
                links[*end as usize] = (*b, i as u32);
            }
        }
        ends.push(all);
        Predecessors { starts: ends, links }
    }
}

/// The walk of [`Graph::reachable`] over a graph of so many blocks. `is_new` says of each block once that it is.
fn preorder(
    exits: &impl Exits,
    startblock: BlockId,
    blocks: usize,
    mut is_new: impl FnMut(BlockId) -> bool,
) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(blocks);
    // Blocks behind others' first exits.
    let mut later = vec![];
    let mut at = Some(startblock);
    while let Some(b) = at {
        at = None;
        if is_new(b) {
            order.push(b);
            let count = exits.count(b);
            if count > 0 {
                later.extend((1..count).rev().map(|i| exits.target(b, i)));
                at = Some(exits.target(b, 0));
            }
        }
        at = at.or_else(|| later.pop());
    }
    order
}

/// The walk of [`Graph::reverse_postorder`] over a graph of so many blocks.
fn reverse_postorder(exits: &impl Exits, startblock: BlockId, blocks: usize) -> Vec<BlockId> {
    let mut seen = cranelift_entity::EntitySet::with_capacity(blocks);
    let mut order = Vec::with_capacity(blocks);
    let mut stack = vec![(startblock, 0)];
    seen.insert(startblock);
    while let Some((b, i)) = stack.pop() {
        if i < exits.count(b) {
            stack.push((b, i + 1));
            let target = exits.target(b, i);
            if seen.insert(target) {
                stack.push((target, 0));
            }
        } else {
            order.push(b);
        }
    }
    order.reverse();
    order
}

/// The flow graph of one function.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph<D: Dialect> {
    /// Function name.
    pub name: Rc<str>,
    /// All variables.
    pub vars: PrimaryMap<VarId, Variable<D>>,
    /// All blocks, also unreachable ones (use [`Graph::reachable`]).
    pub blocks: PrimaryMap<BlockId, Block<D>>,
    /// Entry; its inputs are the function's parameters. No link may go back to it.
    pub startblock: BlockId,
    /// Receives the return value.
    pub returnblock: BlockId,
    /// Receives class and value of an exception that leaves the function.
    pub exceptblock: BlockId,
    /// The function's definition.
    pub span: Span,
}

impl<D: Dialect> Graph<D> {
    /// A graph with an empty start block, a return block and an except block.
    /// `ret` and `exc` are the types of returned value, exception class and exception value.
    pub fn new(name: &str, ret: D::Ty, exc: (D::Ty, D::Ty)) -> Self {
        let mut g = Graph {
            name: name.into(),
            vars: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            startblock: BlockId::from_u32(0),
            returnblock: BlockId::from_u32(0),
            exceptblock: BlockId::from_u32(0),
            span: Span::default(),
        };
        g.startblock = g.new_block();
        g.returnblock = g.new_block();
        g.exceptblock = g.new_block();
        let r = g.new_var("result", ret);
        g.blocks[g.returnblock].inputargs.push(r);
        let t = g.new_var("etype", exc.0);
        let v = g.new_var("evalue", exc.1);
        g.blocks[g.exceptblock].inputargs.extend([t, v]);
        g
    }
    /// A new variable.
    pub fn new_var(&mut self, name: &str, ty: D::Ty) -> VarId {
        self.vars.push(Variable { name: name.into(), ty })
    }
    /// A new variable with name and type of another.
    pub fn copy_var(&mut self, v: VarId) -> VarId {
        let c = self.vars[v].clone();
        self.vars.push(c)
    }
    /// A new empty block.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::default())
    }
    /// A new block with the given inputs.
    pub fn new_block_with(&mut self, inputargs: Vec<VarId>) -> BlockId {
        self.blocks.push(Block { inputargs, ..Block::default() })
    }
    /// Appends an operation to `block`, with a new result variable.
    pub fn add_op(
        &mut self,
        block: BlockId,
        op: D::Op,
        args: Vec<Value<D>>,
        name: &str,
        ty: D::Ty,
        span: Span,
    ) -> VarId {
        let op = self.new_op(op, args, name, ty, span);
        let result = op.result;
        self.blocks[block].operations.push(op);
        result
    }
    /// An operation with a new result variable, in no block yet.
    pub fn new_op(
        &mut self,
        op: D::Op,
        args: Vec<Value<D>>,
        name: &str,
        ty: D::Ty,
        span: Span,
    ) -> SpaceOperation<D> {
        let result = self.new_var(name, ty);
        SpaceOperation { op, args, result, span }
    }
    /// Type of a variable.
    pub fn ty(&self, v: VarId) -> D::Ty {
        self.vars[v].ty
    }
    /// Parameters of the function.
    pub fn params(&self) -> &[VarId] {
        &self.blocks[self.startblock].inputargs
    }
    /// The variable of the return block.
    pub fn return_var(&self) -> VarId {
        self.blocks[self.returnblock].inputargs[0]
    }
    /// Says whether `b` is the return or except block.
    pub fn is_final(&self, b: BlockId) -> bool {
        b == self.returnblock || b == self.exceptblock
    }
    /// Blocks reachable from the start, in depth-first preorder (first exit first). The final blocks are included
    /// only if reached.
    pub fn reachable(&self) -> Vec<BlockId> {
        // Most graphs are small, and are walked again and again.
        if self.blocks.len() <= SMALL {
            let mut seen = 0u128;
            return preorder(self, self.startblock, self.blocks.len(), |b| {
                let bit = 1 << b.as_u32();
                let new = seen & bit == 0;
                seen |= bit;
                new
            });
        }
        self.successors().reachable()
    }
    /// Blocks reachable from the start in reverse postorder.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        match self.blocks.len() <= SMALL {
            true => reverse_postorder(self, self.startblock, self.blocks.len()),
            false => self.successors().reverse_postorder(),
        }
    }
    /// Lists, for every block, the links that go to it, as (block, exit index).
    pub fn predecessors(&self) -> Predecessors {
        self.successors().predecessors()
    }
    /// Lists the targets of the exits of all blocks.
    pub fn successors(&self) -> Successors {
        let mut ends = Vec::with_capacity(self.blocks.len());
        let mut targets = Vec::with_capacity(self.blocks.len() * 2);
        for b in self.blocks.values() {
            targets.extend(b.exits.iter().map(|l| l.target));
            ends.push(targets.len() as u32);
        }
        Successors { startblock: self.startblock, ends, targets }
    }
    /// Counts, for every block, the links that go to it.
    pub fn entries(&self) -> cranelift_entity::SecondaryMap<BlockId, u32> {
        self.entries_from(&self.reachable())
    }
    /// Counts, for every block, the links that go to it from these blocks.
    pub fn entries_from(&self, from: &[BlockId]) -> cranelift_entity::SecondaryMap<BlockId, u32> {
        let mut entries =
            cranelift_entity::SecondaryMap::<BlockId, u32>::with_capacity(self.blocks.len());
        for b in from {
            self.blocks[*b].exits.iter().for_each(|l| entries[l.target] += 1);
        }
        entries
    }
    /// Drops unreachable blocks and unused variables; ids are renumbered in order of appearance.
    pub fn compact(&mut self) {
        let order = self.reachable();
        let mut keep = order.clone();
        for b in [self.returnblock, self.exceptblock] {
            if !keep.contains(&b) {
                keep.push(b);
            }
        }
        let mut bmap = cranelift_entity::SecondaryMap::<BlockId, Option<BlockId>>::new();
        for (i, b) in keep.iter().enumerate() {
            bmap[*b] = Some(BlockId::from_u32(i as u32));
        }
        // Copies lie in memory as the blocks follow each other: walks over large graphs wait for memory otherwise.
        let in_order = keep.iter().zip(self.blocks.keys()).all(|(a, b)| *a == b);
        let large = self.blocks.len() > 1000 && !in_order;
        let old = std::mem::take(&mut self.vars);
        let mut vars = PrimaryMap::with_capacity(old.len());
        let mut vmap =
            cranelift_entity::SecondaryMap::<VarId, Option<VarId>>::with_capacity(old.len());
        let mut blocks = PrimaryMap::with_capacity(keep.len());
        let mut take = |v: VarId| -> VarId {
            if let Some(n) = vmap[v] {
                return n;
            }
            let n = vars.push(old[v].clone());
            vmap[v] = Some(n);
            n
        };
        for b in &keep {
            let mut blk = match large {
                true => self.blocks[*b].clone(),
                false => std::mem::take(&mut self.blocks[*b]),
            };
            blk.for_each_def(&mut |v| *v = take(*v));
            blk.for_each_use(&mut |v| *v = take(*v));
            for l in &mut blk.exits {
                l.target = bmap[l.target].expect("reachable");
            }
            exact(&mut blk.operations);
            exact(&mut blk.exits);
            blocks.push(blk);
        }
        if 2 * vars.len() < old.len() {
            vars.shrink_to_fit();
        }
        self.vars = vars;
        self.blocks = blocks;
        self.startblock = bmap[self.startblock].unwrap();
        self.returnblock = bmap[self.returnblock].unwrap();
        self.exceptblock = bmap[self.exceptblock].unwrap();
    }
}

impl<D: Dialect> Block<D> {
    /// Calls `f` on every variable that this block defines (inputs, results, exception variables of links).
    pub fn for_each_def(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        self.inputargs.iter_mut().for_each(&mut *f);
        for op in &mut self.operations {
            f(&mut op.result);
        }
        for l in &mut self.exits {
            l.last_exception.iter_mut().for_each(&mut *f);
            l.last_exc_value.iter_mut().for_each(&mut *f);
        }
    }
    /// Every use of a variable in this block: operands, switch, link arguments.
    pub fn uses(&self) -> impl Iterator<Item = VarId> + '_ {
        let operands = self.operations.iter().flat_map(|op| &op.args);
        let passed = self.exits.iter().flat_map(|l| &l.args);
        let switch = match self.exitswitch {
            ExitSwitch::Var(v) => Some(v),
            _ => None,
        };
        operands.chain(passed).filter_map(Value::as_var).chain(switch)
    }
    /// Calls `f` on every use of a variable in this block (operands, switch, link arguments).
    pub fn for_each_use(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        for op in &mut self.operations {
            for a in &mut op.args {
                if let Value::Var(v) = a {
                    f(v);
                }
            }
        }
        if let ExitSwitch::Var(v) = &mut self.exitswitch {
            f(v);
        }
        for l in &mut self.exits {
            for a in &mut l.args {
                if let Value::Var(v) = a {
                    f(v);
                }
            }
        }
    }
    /// Calls `f` on every operand (variable or constant): operation arguments and link arguments.
    pub fn for_each_value(&mut self, f: &mut dyn FnMut(&mut Value<D>)) {
        for op in &mut self.operations {
            op.args.iter_mut().for_each(&mut *f);
        }
        for l in &mut self.exits {
            l.args.iter_mut().for_each(&mut *f);
        }
    }
}
