//! What the optimiser is told: its settings, and answers about the world.

use alloc::vec::Vec;
use jitmodel::*;

/// Answers what the optimiser asks the world.
pub trait OptEnv {
    /// A token never used before.
    fn new_token(&mut self) -> TokenId;

    /// Value of an entry of the address table.
    fn address(&mut self, addr: AddrRef) -> i64;

    /// Runs an elidable function. `None`: it raised, or cannot be run now.
    fn call_pure(
        &mut self,
        _descr: DescrRef,
        _func: i64,
        _args: &[ConstValue],
    ) -> Option<ConstValue> {
        None
    }

    /// Reads an immutable field of a constant object (Ref) or raw struct (Int).
    fn read_field(&mut self, _object: ConstValue, _descr: DescrRef) -> Option<ConstValue> {
        None
    }

    /// Reads an item that never changes of a constant array. `None` if out of range.
    fn read_item(
        &mut self,
        _array: ConstValue,
        _index: i64,
        _descr: DescrRef,
    ) -> Option<ConstValue> {
        None
    }

    /// Length of a constant array.
    fn array_len(&mut self, _array: ConstValue, _descr: DescrRef) -> Option<i64> {
        None
    }

    /// The vtable of a constant object, if it is an instance.
    fn class_of(&mut self, _object: RefConst) -> Option<i64> {
        None
    }

    /// The vtable of a constant that is known to be an instance.
    fn instance_class(&mut self, _object: RefConst) -> Option<i64> {
        None
    }

    /// Says whether two constants are one object. The default says so for equal constants only.
    fn same_object(&mut self, a: RefConst, b: RefConst) -> Option<bool> {
        match (a, b) {
            _ if a == b => Some(true),
            (RefConst::Rooted(_), RefConst::Null) | (RefConst::Null, RefConst::Rooted(_)) => {
                Some(false)
            }
            (RefConst::Rooted(_), _) | (_, RefConst::Rooted(_)) => None,
            _ => Some(false),
        }
    }

    /// Says whether, and how, a `call_assembler` of a cell may take virtualizables apart.
    fn unpackable(&mut self, _cell: TokenId) -> Option<Unpackable> {
        None
    }

    /// Gives the cell to call instead of a cell with such arguments. `None`: the object has to be
    /// made.
    fn call_shape(&mut self, _cell: TokenId, _shape: CallShape) -> Option<TokenId> {
        None
    }

    /// The value that the n-th argument of the final jump had when the trace was recorded: whether a guard that
    /// would make a jump possible is worth it. (A reference may be entered in the root table for this.)
    fn runtime_value(&mut self, _jump_arg: usize) -> Option<ConstValue> {
        None
    }

    /// Gives what is known where a bridge starts, about its inputargs.
    fn known_at_start(&mut self) -> Vec<Fact<ResumeSlot>> {
        Vec::new()
    }

    /// A part that such a value had then. `None` if the object is null or the index out of range.
    fn runtime_part(&mut self, _object: ConstValue, _access: Access) -> Option<ConstValue> {
        None
    }
}

/// Settings.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Peel loops (`enable_opts` containing `unroll`).
    pub unroll: bool,
    /// Maximum number of iterations that may come before a loop's label if that leaves its body fewer
    /// allocations.
    pub max_unroll_loops: usize,
    /// Guards that reaching a label may take beyond those of the trace.
    pub max_retrace_guards: usize,
    /// Attempts to close a loop with less knowledge each time, before all knowledge is given up.
    pub max_generalisations: u32,
    /// Let writes wait across labels.
    pub carry_writes: bool,
    /// Note what is known at guards, for their bridges.
    pub facts: bool,
    /// Keep a `guard_not_invalidated` in each body (it is needed: the loop may be invalidated by a call in it, or
    /// while another thread of control runs). Off only in tests.
    pub recheck_validity: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            unroll: true,
            max_unroll_loops: 1,
            max_retrace_guards: 15,
            max_generalisations: 10,
            carry_writes: true,
            facts: true,
            recheck_validity: true,
        }
    }
}

/// Says how the calls of a cell may be taken apart.
#[derive(Clone, Debug, Default)]
pub struct Unpackable {
    /// Indices of the arguments that are virtualizables. Nobody looks at them behind the call.
    pub reds: Vec<usize>,
    /// Their fields with arrays that nothing else holds.
    pub arrays: Vec<DescrRef>,
}

/// Says how to get at a part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A field.
    Field(DescrRef),
    /// An item.
    Item(DescrRef, u32),
    /// A field of an inline struct.
    Interior(DescrRef, u32),
}
