//! The graph model that every stage shares: flow graphs, low-level types, the tables of operations and their
//! meaning, analyses, the text format, the verifier and DOT output. There is no parser of source text in here.

pub mod analysis;
pub mod command;
pub mod diag;
pub mod dot;
pub mod eval;
pub mod graph;
pub mod hl;
pub mod libm;
pub mod ll;
pub mod llinterp;
pub mod lltype;
pub mod name;
pub mod operators;
pub mod packages;
pub mod similar;
pub mod snapshot;
pub mod surgery;
pub mod text;
pub mod traceback;
pub mod verify;
pub mod work;

pub use cranelift_entity::packed_option::ReservedValue;
pub use cranelift_entity::{EntityRef, EntitySet, PrimaryMap, SecondaryMap};
pub use graph::{
    Block, BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link, SpaceOperation, Value, VarId,
    Variable,
};
pub use hl::{Hl, HlConst, HlGraph, HlOp, HlValue, HostRef};
pub use ll::{
    Body, CBuild, Const, External, FamilyId, FuncAttrs, FuncId, Function, HeapObject, Inlined,
    JitDriver, Ll, LlGraph, LlValue, ObjId, Program,
};
pub use lloperation::{
    InTraces, JIT_PARAMETERS, JitParameter, Level, LlOp, Operand, ResOp, effects,
};
pub use lltype::{
    Field, FuncTypeId, Items, Layout, Mutability, Room, StructId, StructType, Type, TypeTable,
};
