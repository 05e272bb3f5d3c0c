//! What a label expects of whoever jumps to it: the values of its arguments, writes that are not made yet, and operations that
//! compute further arguments (the *short preamble*).

use crate::intbound::IntBound;
use crate::world::Access;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;

/// Says what is expected of one value.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Nothing; becomes a label argument (as do `Int` and `Ptr`).
    Any(Kind),
    /// An integer in these bounds.
    Int(IntBound),
    /// A reference.
    Ptr {
        /// True if it is not null.
        nonnull: bool,
        /// Exactly of this class.
        class: Option<i64>,
        /// An array of at least that many items.
        min_len: i64,
        /// Its descr, if `min_len` is not 0.
        array: Option<DescrRef>,
    },
    /// This constant; no label argument.
    Const(ConstValue),
    /// A virtual struct: nodes of all its fields.
    Struct(DescrRef, Vec<(DescrRef, usize)>),
    /// A virtual array: clear flag, nodes of all its items.
    Array(DescrRef, bool, Vec<usize>),
    /// A virtual array of structs: length, nodes of all fields of all items.
    ArrayStruct(DescrRef, u32, Vec<(u32, DescrRef, usize)>),
    /// A concatenation that is not made: nodes of both strings.
    Concat(DescrRef, [usize; 2]),
    /// A slice that is not made: nodes of the string, start and stop.
    Slice(DescrRef, [usize; 3]),
}

impl Node {
    /// The kind of the label argument; `None` if there is none.
    pub(crate) fn label_kind(&self) -> Option<Kind> {
        match self {
            Node::Any(kind) => Some(*kind),
            Node::Int(_) => Some(Kind::Int),
            Node::Ptr { .. } => Some(Kind::Ref),
            _ => None,
        }
    }
}

/// Says where a node is: argument number, then field or item numbers.
pub type Path = Vec<u32>;

/// What a short box computes, as a hash of its operation and, in turn, those of its arguments. Two that had the same one by
/// chance would cost an optimisation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShortKey(pub u64);

/// The expectations of a label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VirtualState {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Path of each node (of its first occurrence).
    pub paths: Vec<Path>,
    /// One node per argument.
    pub roots: Vec<usize>,
    /// The nodes that are label arguments, in order.
    pub leaves: Vec<usize>,
}

impl VirtualState {
    /// A state that expects nothing.
    pub fn trivial(kinds: &[Kind]) -> Self {
        let mut out = VirtualState::default();
        for (n, &kind) in kinds.iter().enumerate() {
            out.nodes.push(Node::Any(kind));
            out.paths.push(vec![n as u32]);
            out.roots.push(n);
            out.leaves.push(n);
        }
        out
    }
}

/// An argument of a short preamble's operation.
#[derive(Clone, Debug, PartialEq)]
pub enum ShortArg {
    /// The label's argument.
    Label(usize),
    /// The result of an earlier operation of the short preamble.
    Short(usize),
    /// A constant.
    Const(ConstValue),
}

/// One operation of a short preamble.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortOp {
    /// Says what to compute.
    pub opnum: R,
    /// Its descr.
    pub descr: OpDescr,
    /// Values that it is computed from.
    pub args: Vec<ShortArg>,
    /// Says what the code behind the label expects of the result.
    pub node: Node,
    /// Describes the operation, for [`Generalise`](crate::virtualstate::Generalise).
    pub key: ShortKey,
}

impl ShortOp {
    /// Says whether the result is an argument of the label. A result that must be a constant is
    /// not.
    pub fn is_label_arg(&self) -> bool {
        !matches!(self.node, Node::Const(_))
    }

    /// The descr, if the operation reads an item at an index that is not constant.
    pub(crate) fn variable_item(&self) -> Option<DescrRef> {
        match self.descr {
            OpDescr::Descr(d) if is_variable_item(self.opnum, &self.args) => Some(d),
            _ => None,
        }
    }
}

/// `low + least <= high` in the integers, wherever the label is jumped to.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The lesser value.
    pub(crate) low: ShortArg,
    /// The greater value.
    pub(crate) high: ShortArg,
    /// The difference, at least.
    pub(crate) least: i64,
    /// Describes both, for [`Generalise`](crate::virtualstate::Generalise).
    pub(crate) key: ShortKey,
}

/// Says whether the operation reads an item at an index that is not constant.
pub(crate) fn is_variable_item(opnum: R, args: &[ShortArg]) -> bool {
    let item = matches!(opnum, R::GetarrayitemGcI | R::GetarrayitemGcR | R::GetarrayitemGcF)
        || matches!(
            opnum,
            R::GetarrayitemGcPureI | R::GetarrayitemGcPureR | R::GetarrayitemGcPureF
        );
    item && !matches!(args[1], ShortArg::Const(_))
}

/// The object that a write is to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Object {
    /// An argument of the loop.
    Arg(usize),
    /// This object.
    Const(ConstValue),
}

/// A write that a label's code may find not made yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Write {
    /// The field.
    pub(crate) descr: DescrRef,
    /// The object that has the field.
    pub(crate) object: Object,
}

impl Write {
    /// The object, if it is a constant.
    pub fn constant(&self) -> Option<ConstValue> {
        match self.object {
            Object::Const(c) => Some(c),
            Object::Arg(_) => None,
        }
    }

    /// Gives what a label expects of the object.
    pub fn node<'a>(&self, state: &'a VirtualState) -> Option<&'a Node> {
        match self.object {
            Object::Arg(n) => Some(&state.nodes[state.roots[n]]),
            Object::Const(_) => None,
        }
    }

    /// The object when the trace was recorded; `then`: the arguments.
    pub fn object_then(&self, then: &[Option<ConstValue>]) -> Option<ConstValue> {
        match self.object {
            Object::Arg(n) => then.get(n).copied().flatten(),
            Object::Const(c) => Some(c),
        }
    }

    /// The place in the object.
    pub fn access(&self) -> Access {
        Access::Field(self.descr)
    }
}

/// A label that can be jumped to, with all it expects.
#[derive(Clone, Debug)]
pub struct TargetToken {
    /// Its token.
    pub token: TokenId,
    /// Says what it expects of the loop's variables, and of the values of `writes`.
    pub state: VirtualState,
    /// Writes that its code may find not made yet.
    pub writes: Vec<Write>,
    /// Operations that must be computed for its further arguments.
    pub short: Vec<ShortOp>,
    /// Differences between its arguments that its code relies on.
    pub gaps: Vec<Gap>,
    /// Operations that its code does beyond those of the best label.
    pub cost: usize,
    /// Cost of an iteration behind it, in operations.
    pub body: usize,
}

impl TargetToken {
    /// The label at the beginning of a trace, which expects nothing.
    pub fn start(token: TokenId, inputargs: &[Kind]) -> Self {
        TargetToken {
            token,
            state: VirtualState::trivial(inputargs),
            writes: Vec::new(),
            short: Vec::new(),
            gaps: Vec::new(),
            cost: 0,
            body: 0,
        }
    }

    /// Entries of the root table that jumping here may put into other traces.
    pub fn rooted_constants(&self) -> Vec<u32> {
        let mut out = Vec::new();
        let mut add = |c: &ConstValue| {
            if let ConstValue::Ref(RefConst::Rooted(n)) = c {
                // A sort is more code than all of this.
                if let Err(at) = out.binary_search(n) {
                    out.insert(at, *n);
                }
            }
        };
        for node in &self.state.nodes {
            if let Node::Const(c) = node {
                add(c);
            }
        }
        self.writes.iter().filter_map(Write::constant).for_each(|c| add(&c));
        for arg in self.short.iter().flat_map(|s| &s.args) {
            if let ShortArg::Const(c) = arg {
                add(c);
            }
        }
        out
    }
}
