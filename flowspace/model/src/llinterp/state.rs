//! The state of the interpreter, its hooks, and how a call ends.

use super::code::Code;
use super::heap::Heap;
use super::system::World;
use crate::diag::Span;
use crate::eval::{ObjRef, RtValue};
use crate::ll::{FuncId, Program};
use crate::lltype::Type;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An exception on its way.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Exc {
    /// Class (vtable), null if the program has none of this name.
    pub etype: RtValue,
    /// Instance.
    pub evalue: RtValue,
    /// Name, for exceptions that operations raise.
    pub builtin: Option<&'static str>,
}

/// Says how a call can end other than by returning.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// An exception of this class left the function.
    Raised {
        /// Name of the class.
        class: String,
        /// Class and value.
        exc: Exc,
    },
    /// The program did what no correct program does, or the interpreter reached a limit.
    Fault(String),
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Raised { class, .. } => write!(f, "raised {class}"),
            Outcome::Fault(s) => write!(f, "fault: {s}"),
        }
    }
}

impl std::error::Error for Outcome {}

/// A `jit_marker` operation that is being executed.
#[derive(Debug)]
pub struct Marker<'a> {
    /// `jit_merge_point`, `can_enter_jit` or `loop_header`.
    pub kind: &'a str,
    /// Index of the JitDriver.
    pub driver: usize,
    /// The function that contains it.
    pub func: FuncId,
    /// Greens, then reds.
    pub args: &'a [RtValue],
}

/// Says what the interpreter does after a marker.
#[derive(Clone, Debug)]
pub enum MarkerAction {
    /// Goes on.
    Continue,
    /// Goes on with other values in the variables that were the marker's operands.
    Resume(Vec<RtValue>),
    /// Returns from the function.
    Return(RtValue),
    /// Leaves the function with an exception (class, value).
    Raise(RtValue, RtValue),
}

/// Called on every `jit_marker`; may call back into the interpreter.
pub type MarkerHook<'p> =
    Rc<dyn Fn(&mut LlInterp<'p>, &Marker<'_>) -> Result<MarkerAction, Outcome> + 'p>;

/// Asked before an external function is called, by its C name: `None` leaves it to the interpreter. May call back into it.
pub type ExternalHook<'p> =
    Rc<dyn Fn(&mut LlInterp<'p>, &str, &[RtValue], Type) -> Option<Result<RtValue, Outcome>> + 'p>;

/// The interpreter.
pub struct LlInterp<'p> {
    /// The program.
    pub program: &'p Program,
    /// Memory.
    pub heap: Heap,
    /// Standard streams, environment and machine as external functions see them.
    pub world: World,
    /// Operations that may still be executed (default 10**9).
    pub steps: u64,
    /// Greatest number of frames.
    pub max_depth: usize,
    /// Exception state of exception-transformed graphs.
    pub exc_state: Option<(RtValue, RtValue)>,
    /// The answer that `we_are_jitted` gives.
    pub we_are_jitted: bool,
    /// The places where the program was when a fault stopped it: the operation, then the calls that
    /// led to it.
    pub fault_places: Vec<Span>,
    /// Called on `jit_marker`.
    pub marker_hook: Option<MarkerHook<'p>>,
    /// Called for external functions.
    pub external_hook: Option<ExternalHook<'p>>,
    pub(super) codes: SecondaryMap<FuncId, Option<Rc<Code>>>,
    pub(super) stack: Vec<RtValue>,
    pub(super) frames: Vec<Frame>,
    pub(super) tmp: Vec<RtValue>,
    pub(super) shadow: Vec<RtValue>,
    pub(super) shadow_frames: Vec<usize>,
    pub(super) ovf_flag: bool,
    pub(super) identity: FxHashMap<ObjRef, i64>,
}

impl<'p> LlInterp<'p> {
    /// An interpreter with the program's prebuilt objects as they are before the start.
    pub fn new(program: &'p Program) -> LlInterp<'p> {
        LlInterp {
            program,
            heap: Heap::new(program),
            world: World::default(),
            steps: 1_000_000_000,
            max_depth: 50_000,
            exc_state: None,
            we_are_jitted: false,
            fault_places: vec![],
            marker_hook: None,
            external_hook: None,
            codes: SecondaryMap::new(),
            stack: vec![],
            frames: vec![],
            tmp: vec![],
            shadow: vec![],
            shadow_frames: vec![],
            ovf_flag: false,
            identity: FxHashMap::default(),
        }
    }
}

pub(super) struct Frame {
    pub(super) code: Rc<Code>,
    pub(super) base: usize,
    pub(super) block: u32,
    /// Operation to be executed next; during a call, the call.
    pub(super) pc: u32,
}
