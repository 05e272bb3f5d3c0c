//! # lloperation: one row per operation
//!
//! Graphs, jitcodes and traces are made of operations. All that is known of one is
//! a row of the table in `table.rs`. Everything else derives from the rows: the enums [`LlOp`] (low-level graphs), [`ResOp`]
//! (traces) and [`Insn`] (jitcode), their names, signatures and effects, what the passes ask of them, C text, docs/OPS.md.
//!
//! An operation on words (integers, floats, characters, booleans) has its **meaning** in its row, once: constant folding, the low-level
//! interpreter, the trace interpreter, the blackhole interpreter and the tracer all ask [`LlOp::on_words`] or [`ResOp::on_words`].
//! C text and machine code say it once more, and random tests hold them to it.
//!
//! `params.rs` is a list of its own, which translation time and run time have in common as well: the parameters of the JIT.
//!
//! A leaf of the tree of packages: flowmodel and jitmodel use it, it uses nothing.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod arith;
mod define;
pub mod effects;
mod insn;
mod kind;
mod llop;
mod native;
mod params;
mod resop;
mod table;

pub use insn::{ArgCode, InsnInfo};
pub use kind::Kind;
pub use llop::{InTraces, Level, LlOpInfo, NoValue, Operand, OverflowForms};
pub use native::{Libcall, Native};
pub use params::{JIT_PARAMETERS, JitParameter};
pub use resop::{ArgKind, ResOpInfo};
pub use table::{Insn, LlOp, ResOp};
