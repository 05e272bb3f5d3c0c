//! # jitmodel: what the parts of the JIT exchange
//!
//! * The operations of traces ([`ResOp`]) and jitcodes ([`Insn`]), their effects and their meaning are rows of the package lloperation.
//! * [`trace`]: the trace IR ([`Trace`], [`Op`]) over operands ([`OpRef`]); [`text`]: its text form, which prints and parses.
//! * [`resume`]: snapshots (metainterp → optimiser) and resume data (optimiser → resume).
//! * [`descr`]: descriptions of fields, arrays, structs and calls, in one [`DescrTable`].
//! * [`decl`]: declarations of descrs in text, for tests.
//! * [`jitcode`]: the bytecode of the meta-interpreter, its assembler, decoder and disassembler.
//! * [`extension`]: what generating extensions and the timeshifter agree on.
//! * [`table`]: tables that are read from bytes entry by entry.
//! * [`program`]: all that the codewriter puts into the binary ([`JitProgram`]), as a blob.
//!
//! Run-time values are 64-bit words (`i64`): integers, references (an address, or an id in the
//! low-level interpreter's heap) and floats as bits.
//!
//! ## Traces in one minute
//! ```
//! use jitmodel::{Kind, ResOp, SnapshotFrame, TokenId, Trace};
//! let mut trace = Trace::new("count", &[Kind::Int]);
//! let i0 = trace.inputarg(0);
//! let one = trace.const_int(1);
//! let i1 = trace.record(ResOp::IntSub, &[i0, one]);
//! let i2 = trace.record(ResOp::IntIsTrue, &[i1]);
//! let frame = SnapshotFrame { parent: None, jitcode: 0, pc: 12, slots: vec![i1] };
//! let snapshot = trace.add_snapshot(frame);
//! trace.record_guard(ResOp::GuardTrue, &[i2], Some(snapshot));
//! trace.record_token(ResOp::Jump, &[i1], TokenId(0));
//! trace.verify().unwrap();
//! ```

#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

/// What is small enough to be dealt with one by one: items of a list, characters of a text and rounds of a loop that a trace has as its
/// own operations; values promoted at one place that get bridges at once; promotions of a trace whose objects are followed;
/// concatenations within each other that are not made; operations that are followed back from a value, or executed on both sides of a
/// test; items by which one test of an index reaches farther than another. (Measured on 59 guests of our own, in Lua, two Smalltalks, Prolog and four further
/// languages: 256 gives nearly the same code; 2 makes collision detection in Lua, and a search in our own, a third longer.)
pub const FEW: i64 = 16;

/// Maximum number of places that are known one by one: of a field of all objects, of raw memory, of an array, which else is no virtual
/// object and no part of a frame; of writes in a piece, of parts of a call, and of what is computed of a promoted object. More cost more
/// time than they save. (Measured on the same 59 guests: 1024 gives the same code.)
pub const MAX_KNOWN: usize = 64;

pub mod blob;
pub mod decl;
pub mod descr;
pub mod extension;
pub mod hash;
pub mod jitcode;
mod operand;
mod packed;
pub mod program;
pub mod resume;
pub mod table;
pub mod text;
pub mod trace;

pub use descr::{
    AddrRef, ArrayDescr, CallDescr, Descr, DescrRef, DescrTable, EffectInfo, ExtraEffect,
    FieldDescr, InteriorFieldDescr, LENGTHS, OopSpec, SizeDescr, SwitchDescr, TextFunctions,
    VirtualRefs,
};
pub use jitcode::{JitCode, JitConst};
pub use lloperation::{
    ArgCode, ArgKind, Insn, Kind, NoValue, ResOp, arith, effects, jit_parameters,
};
pub use operand::{ConstValue, OpRef, RefConst};
pub use packed::{Frames, PackedResume};
pub use program::{JitDriverDesc, JitProgram};
pub use resume::{
    CallShape, Fact, FrameRef, GuardPlace, LeftMarks, PendingWrite, ResumeData, ResumeFrame,
    ResumeSlot, SnapshotFrame, VablePlace, VableState, VableValue, VirtualInfo,
};
pub use table::Table;
pub use trace::{
    Addresses, Args, Computed, GuardId, GuardInfo, Op, OpDescr, SymbolNames, TokenId, Trace, few,
};
