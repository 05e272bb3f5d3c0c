//! # jitbackend: what runs traces
//!
//! [`Cpu`] is the interface of a backend, [`Memory`] the access to the program's objects, which tracing, the
//! blackhole interpreter and the trace interpreter share. Two families:
//!
//! * **the produced binary**: `x86` generates code, [`RawMemory`] reads and writes real memory as the descrs say and
//!   calls real functions ([`RawServices`] holds what the program provides);
//! * **tests, untranslated**: [`llgraph::LlGraphCpu`] interprets traces over any `Memory`.
//!
//! ## Values
//! Every value is one word (`i64`): integers, raw addresses, references, and floats as bits.
//!
//! ## References and the moving collector
//! A collection happens only inside calls of functions and allocations (`Memory::call`, `Memory::new*`, and code that
//! a trace runs). Across any of these a reference must be in a slot of the [`RootTable`] or, for compiled
//! code, on the program's shadow stack. Trace constants `RefConst::Rooted(n)` are slot `n` of the table, whose
//! address never changes ([`RootTable::slot_address`]): code loads the constant from there at every use.
//! `RefConst::Prebuilt(a)` is a plain address, prebuilt data does not move.
//!
//! ## Exceptions
//! The program has one pending exception (class and value), as compiled by the exception transformer:
//! `Memory::exc_class() == 0` means none. A call leaves it pending. Contract for traces:
//! * `guard_no_exception`: fails if one is pending, **which stays pending**.
//! * `guard_exception(C)`: fails if none is pending or its class is not exactly `C`, and leaves it as it is; otherwise
//!   takes it: result = value, nothing pending any more.
//! * `save_exc_class` reads the class (0 if none) and leaves it pending; `save_exception` takes the value (null if
//!   none) and clears; `restore_exception(class, value)` sets it.
//! * `finish` never touches it: the portal raises if one is pending after `finish`.
//! * An allocation without memory leaves as `finish` does, with MemoryError pending. So does a call that may raise nothing else. With
//!   a `guard_no_exception` directly behind it, an array of unknown length or such a call is as other calls.
//!
//! ## Exits
//! A failing guard leaves with [`Exit::Guard`] and the values of its fail args, *positions kept* (holes hold 0), unless
//! a bridge was compiled for it: then control goes to the bridge, whose inputargs are the fail args without the holes,
//! in order. Guards are numbered process-wide: [`FailId`] = the trace's `first_fail` + the guard's `GuardId`.
//! The references among the values are not rooted any more when `execute` returns: the caller puts them into
//! slots before anything that may collect.
//!
//! ## Re-entrancy
//! A trace's call may enter the JIT again (`execute` inside `execute`, and compiling inside). So all methods take
//! `&self`: no `RefCell` may stay borrowed while code of the program runs.

#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

pub mod exec;
pub mod growing;
pub mod llgraph;
pub mod raw;
pub mod roots;
pub mod system;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod x86;

pub use raw::{RawMemory, RawServices};
pub use roots::{RootBlock, RootTable};

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use jitmodel::{ConstValue, DescrRef, TokenId, Trace};

/// Number of a guard, unique in the process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FailId(pub u32);

/// Says how compiled code was left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exit {
    /// `finish`: the result, if any, is `values[0]`.
    Finish,
    /// A guard failed: `values` are its fail args.
    Guard(FailId),
}

/// The state that compiled code leaves behind.
#[derive(Clone, Debug)]
pub struct DeadFrame {
    /// The exit by which code was left.
    pub exit: Exit,
    /// The values, one per fail arg (0 for holes), or the finish arguments.
    pub values: Vec<i64>,
    /// Number that [`Cpu::set_forced`] was told at a `guard_not_forced`.
    pub forced: Option<u32>,
}

impl Default for DeadFrame {
    fn default() -> Self {
        DeadFrame { exit: Exit::Finish, values: Vec::new(), forced: None }
    }
}

/// Holds what compiling produced, for logs and statistics.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeInfo {
    /// Address of the code (0 if there is none).
    pub address: u64,
    /// Bytes of code.
    pub size: usize,
    /// Offsets in it at which the code of each operation begins, and where that of the last one ends. The code in front
    /// moves the inputs; behind are ways that are rare, constants and exits.
    pub offsets: Vec<u32>,
}

/// Says why a trace could not be compiled. The loop stays uncompiled; the program goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackendError {
    /// The backend does not do this operation yet.
    Unsupported(String),
    /// No code memory is left.
    OutOfMemory,
    /// A jump to a label that was never compiled, a broken trace…: an internal error.
    Internal(String),
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackendError::Unsupported(what) => write!(f, "backend: unsupported: {what}"),
            BackendError::OutOfMemory => f.write_str("backend: out of code memory"),
            BackendError::Internal(what) => write!(f, "backend: internal error: {what}"),
        }
    }
}

impl core::error::Error for BackendError {}

/// The portal as `call_assembler` calls it: with the number of a cell and the reds (floats as their bits). References among
/// them are valid until something collects. It returns the result (a float's bits, 0 for none) or leaves an exception set.
pub type CallAssembler = Box<dyn Fn(u32, &[i64]) -> i64>;

/// Finishes a `call_assembler` whose code was left through a guard; gives what [`CallAssembler`] gives.
pub type CallLeft = Box<dyn Fn(&mut DeadFrame) -> i64>;

/// Says where the C stack is too deep for machine code that calls machine code: below the address in the variable
/// `word`.
#[derive(Clone, Copy, Debug)]
pub struct StackLimit {
    /// The variable.
    pub word: *const usize,
}

/// Says whether code tells what it holds ([`Cpu::force`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// There is no such code any more, or it has told already.
    Nobody,
    /// It is not in a call that has a `guard_not_forced` behind it.
    NotNow,
    /// It tells what this `guard_not_forced` describes.
    At(FailId),
}

/// A backend.
///
/// Traces come optimised: guards have `fail_args` (no snapshots needed), `call_pure_*` does not occur. Every trace
/// ends with `finish` or with `jump` to a label, of the same trace or of one compiled before (`TokenId`s of labels
/// are unique in the process). `label` may stand anywhere; its arguments are the values that a jump provides, in order.
pub trait Cpu {
    /// Access to the program's objects.
    type Mem: Memory;

    /// Access to the program's objects.
    fn mem(&self) -> &Self::Mem;

    /// Slots for references.
    fn roots(&self) -> &RootTable;

    /// Name, for logs.
    fn name(&self) -> &'static str;

    /// Compiles a trace that is entered at its beginning with its inputargs through `entry`.
    /// `entry` also names the whole of the loop and its bridges for [`Cpu::invalidate`] and [`Cpu::free_loop`].
    fn compile_loop(
        &self,
        trace: &Trace,
        entry: TokenId,
        first_fail: FailId,
    ) -> Result<CodeInfo, BackendError>;

    /// Compiles a trace that continues where guard `fail` fails, and makes the guard go there from now on.
    /// `owner` is the `entry` of the loop that the guard belongs to.
    fn compile_bridge(
        &self,
        fail: FailId,
        trace: &Trace,
        owner: TokenId,
        first_fail: FailId,
    ) -> Result<CodeInfo, BackendError>;

    /// Makes the `guard_value` `fail` let `value`, which is no float, pass as well from now on. An error: that cannot
    /// be done for this guard.
    fn admit(&self, fail: FailId, value: ConstValue, owner: TokenId) -> Result<(), BackendError>;

    /// Runs the code of `entry` until a guard fails (that has no bridge) or `finish` is reached.
    fn execute(&self, entry: TokenId, args: &[i64], frame: &mut DeadFrame);

    /// Sets what `call_assembler` does; to be said once, before a trace has it. With a `limit`, code may call the code
    /// of a cell itself as long as there is stack ([`Cpu::set_cell`]).
    ///
    /// # Safety
    /// From now on the backend stays where it is as long as its code runs, and the limit's variable as well.
    unsafe fn set_call_assembler(
        &self,
        callee: CallAssembler,
        left: CallLeft,
        limit: Option<StackLimit>,
    );

    /// The code that a cell has now: what `call_assembler` may call directly.
    fn set_cell(&self, cell: u32, entry: Option<TokenId>);

    /// `guard_countdown` of the cell holds so many times from now on.
    fn set_countdown(&self, cell: u32, times: i64);

    /// Makes every `guard_not_invalidated` in the loop `owner` and its bridges fail from now on.
    fn invalidate(&self, owner: TokenId);

    /// Frees the code of the loop `owner` and its bridges. Nothing jumps to it any more and it is not running.
    fn free_loop(&self, owner: TokenId);

    /// The owners of the code that is running: of traces that wait for a call to return.
    fn running(&self, add: &mut dyn FnMut(TokenId));

    /// Somebody asks for what the code that gave this `force_token` holds. `values`: what the fail args of the guard are now (0 for the call's
    /// result), with references that are valid until something collects.
    fn force(&self, token: i64, values: &mut Vec<i64>) -> Asked;

    /// The objects that the guard describes, and that [`Cpu::force`] told of, exist now: it is to fail, with this number.
    fn set_forced(&self, token: i64, number: u32);

    /// Says whether there is room for what may follow when code is entered or traced. If not, the program goes on
    /// without.
    fn has_room(&self) -> bool {
        self.roots().has_room()
    }

    /// Bytes of code.
    fn code_size(&self) -> usize {
        0
    }
}

/// Access to the program's objects and functions. `descr`s index the program's descr table.
///
/// Accesses the memory of the program. Only `call`, `new`, `new_array` may run a collection.
pub trait Memory {
    /// Reads a field of a GC or raw struct (`FieldDescr`).
    fn getfield(&self, object: i64, descr: DescrRef) -> i64;
    /// Writes a field of a GC struct (with write barrier) or raw struct (`FieldDescr`).
    fn setfield(&self, object: i64, descr: DescrRef, value: i64);
    /// Reads an item of a GC or raw array (`ArrayDescr`).
    fn getarrayitem(&self, array: i64, index: i64, descr: DescrRef) -> i64;
    /// Writes an item of a GC or raw array (`ArrayDescr`).
    fn setarrayitem(&self, array: i64, index: i64, descr: DescrRef, value: i64);
    /// Reads a field of a struct inside an array (`InteriorFieldDescr`).
    fn getinteriorfield(&self, array: i64, index: i64, descr: DescrRef) -> i64;
    /// Writes a field of a struct inside an array (`InteriorFieldDescr`).
    fn setinteriorfield(&self, array: i64, index: i64, descr: DescrRef, value: i64);
    /// Length of an array or string (`ArrayDescr`).
    fn arraylen(&self, array: i64, descr: DescrRef) -> i64;
    /// Loads at `base + offset`; the `ArrayDescr` gives size and sign.
    fn raw_load(&self, base: i64, offset: i64, descr: DescrRef) -> i64;
    /// Stores at `base + offset`.
    fn raw_store(&self, base: i64, offset: i64, descr: DescrRef, value: i64);
    #[allow(clippy::new_ret_no_self, clippy::wrong_self_convention)] // the operation's name
    /// A zero-filled struct (`SizeDescr`); the typeptr is set if the descr has a vtable. Null if there is no memory;
    /// then MemoryError is pending.
    fn new(&self, size: DescrRef) -> i64;
    /// An array or string (`ArrayDescr`); cleared if `clear` (or if its items are references). Null as for `new`.
    fn new_array(&self, length: i64, descr: DescrRef, clear: bool) -> i64;
    /// Calls a function. `args` in the order of the `CallDescr`'s kinds. Returns the result (0 for void), extended to a
    /// word as the descr says. An exception is pending afterwards if the function raised.
    fn call(&self, function: i64, args: &[i64], descr: DescrRef) -> i64;
    /// Class (vtable address) of an instance.
    fn class_of(&self, instance: i64) -> i64;
    /// Says whether class `class` is `base` or a subclass (`subclassrange` test).
    fn is_subclass(&self, class: i64, base: i64) -> bool;
    /// Class of the pending exception, 0 if none.
    fn exc_class(&self) -> i64;
    /// Value of the pending exception, null if none.
    fn exc_value(&self) -> i64;
    /// Sets the pending exception; (0, 0) clears it.
    fn set_exc(&self, class: i64, value: i64);
    /// A hash of the object's identity, which stays the same when it moves and is the same in each run of a program that does
    /// the same.
    fn identity_hash(&self, object: i64) -> i64;
    /// The bytes of a string (read through `DescrTable::string`).
    fn string_bytes(&self, string: i64) -> Vec<u8>;
    /// Calls a generating extension (`jitmodel::extension`), which calls back.
    ///
    /// # Safety
    /// `extension` is the address of one, and the other arguments are what it takes.
    unsafe fn extend(
        &self,
        _extension: i64,
        _shifter: *mut (),
        _frame: *mut i64,
        _position: i64,
    ) -> i64 {
        jitmodel::extension::REFUSED
    }
    /// The GC's type id of an object, for logs; `None` if memory does not know it.
    fn type_id(&self, _object: i64) -> Option<u32> {
        None
    }
    /// Says whether the object is prebuilt: it never moves, and its address may be put into code.
    fn is_prebuilt(&self, object: i64) -> bool;
}
