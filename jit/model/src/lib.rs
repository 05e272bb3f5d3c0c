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

/// Number of items, characters or rounds that a trace has one by one, where a longer list, text or loop is a call. (Measured on
/// 59 guests of our own, in Lua, two Smalltalks, Prolog and four further languages: 256 gives the same code; 2 gives other code for three.)
pub const FEW_ITEMS: i64 = 16;

pub mod blob;
pub mod decl;
pub mod descr;
pub mod extension;
pub mod hash;
pub mod jitcode;
mod operand;
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
pub use program::{JitDriverDesc, JitProgram};
pub use resume::{
    CallShape, Fact, FrameRef, GuardPlace, LeftMarks, PendingWrite, ResumeData, ResumeFrame,
    ResumeSlot, SnapshotFrame, VablePlace, VableState, VableValue, VirtualInfo,
};
pub use table::Table;
pub use trace::{Addresses, Args, GuardId, GuardInfo, Op, OpDescr, SymbolNames, TokenId, Trace};
