//! The flow object space: builds the flow graph of one function by abstract interpretation of its
//! code object.
//!
//! Values are [`FlowValue`]s. Operations on constants are folded by asking the host space, all
//! others are recorded in the current block. A block ends at a truth test of a variable, at an
//! operation that may raise where a handler is in force, and where control joins. At a join, the
//! state of the frame is compared with the one the join's block was recorded for; where they
//! differ, a more general block is recorded and the old one becomes a mere link to it.

mod ahead;
mod blocks;
mod calls;
mod cells;
pub mod clean_up;
mod closures;
mod fold;
mod generator;
mod globals;
mod handlers;
mod known;
mod listcomp;
mod ops;
mod record;
mod state;
mod tables;

use crate::flow::state::{Current, FlowResult, FlowSpace};
pub use cells::assigned_attr;
pub use closures::{MEETING_BASE, MEETS, call_support, default_attribute, meeting_class};
pub use fold::BIG_INTEGER_HELP;
pub use globals::find_assigned_globals;
pub use handlers::handler_names;
pub use state::FlowValue;

use crate::bytecode::CodeObject;
use crate::host::{HErr, Host, tracebacks};
use crate::interp::Frame;
use crate::space::OpError;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use flowmodel::{BlockId, ExitSwitch, Hl, HlConst, HlGraph, HlOp, HostRef, Link};
use rustc_hash::{FxHashMap, FxHashSet};
use state::{FrameState, Liveness};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Builds the flow graph of a host function. Its start block has one input for each parameter:
/// positional ones, keyword-only ones, then the tuple of `*args`.
///
/// Classes are made for generators and for functions made at run time: each call makes new ones
/// (see [`Host::made_by_flow`]).
///
/// Errors are about constructs that have no meaning at run time (`exec`, …).
pub fn build_flow(host: &mut Host, func: HostRef) -> Result<HlGraph, Box<Diagnostic>> {
    let mut forced = Vec::new();
    loop {
        match try_build(host, func, &forced) {
            Ok(Ok(graph)) => return Ok(graph),
            Ok(Err(cell)) => forced.push(cell),
            Err(d) => return Err(d),
        }
    }
}

/// A flow space for a function, which has built nothing yet.
fn new_space<'h>(
    host: &'h mut Host,
    func: HostRef,
    code: &Rc<CodeObject>,
    graph: HlGraph,
    forced: &[u32],
) -> FlowSpace<'h> {
    let live = Liveness::of(code);
    let mut candidate = vec![false; code.instrs.len()];
    for op in &code.instrs {
        if let Some(t) = op.target() {
            candidate[t as usize] = true;
        }
    }
    for h in &code.handlers {
        candidate[h.target as usize] = true;
    }
    let home = host.flow.homes.get(&func).copied();
    FlowSpace {
        home,
        host,
        block: graph.startblock,
        graph,
        code: code.clone(),
        at: Current { span: code.span, ..Current::default() },
        exact_class: FxHashMap::default(),
        consts: FxHashMap::default(),
        tuples: FxHashMap::default(),
        functions: FxHashMap::default(),
        late_cells: Vec::new(),
        retry: None,
        plans: closures::plan_cells(code, forced),
        imports: FxHashMap::default(),
        live,
        suppressed: false,
        maybe_unbound: false,
        template: None,
        candidate,
        joins: BTreeMap::new(),
        pending: BTreeMap::new(),
        dead: FxHashSet::default(),
        patches: Vec::new(),
        seq: 0,
    }
}

/// The graph that a flow space has built, cleaned up.
fn finished(space: FlowSpace<'_>) -> HlGraph {
    let mut graph = space.graph;
    clean_up::clean_up(&mut graph);
    let class = |name| HlConst::Host(space.host.exc(name));
    let takers = ["MemoryError", "BaseException"].map(class);
    listcomp::detect(&mut graph, &class("StopIteration"), &takers);
    if cfg!(debug_assertions)
        && let Err(e) = flowmodel::verify::verify_shape(&graph)
    {
        panic!("flow space made a bad graph: {e}");
    }
    graph
}

/// The graph, or a variable that turned out to need a cell object.
fn try_build(
    host: &mut Host,
    func: HostRef,
    forced: &[u32],
) -> Result<Result<HlGraph, u32>, Box<Diagnostic>> {
    let Some(data) = host.func(func) else {
        let name = host.qualified_name(func).unwrap_or_else(|| "this object".into());
        let message = format!("{name} is not a function written in the language");
        return Err(Box::new(Diagnostic::error("run-time", message, Span::NONE)));
    };
    let code = data.code.clone();
    let globals = data.globals;
    let name = data.name.clone();
    let unsupported = |what: &str| {
        let message = format!("function `{}`: {what}", code.qualname);
        Err(Box::new(Diagnostic::error("run-time", message, code.span)))
    };
    if host.func_attr(func, "_not_rpython_").is_some()
        || code.docstring.as_ref().is_some_and(|d| d.trim_start().starts_with("NOT_RPYTHON"))
    {
        return unsupported("it is marked NOT_RPYTHON, but can be reached at run time");
    }
    if code.generator {
        if code.has_kwargs {
            return unsupported("`**` parameters of generators are not supported");
        }
        let plain = generator::replacement(host, func)?;
        return build_flow(host, plain).map(Ok);
    }
    let mut graph = HlGraph::new(&name, (), ((), ()));
    graph.span = code.span;
    let mut args = Vec::new();
    for i in 0..code.param_count() {
        let text = code.varnames[i].as_str().trim_start_matches('.');
        let v = graph.new_var(if text.is_empty() { "arg" } else { text }, ());
        graph.blocks[graph.startblock].inputargs.push(v);
        args.push(Some(FlowValue::Var(v)));
    }
    let mut space = new_space(host, func, &code, graph, forced);
    let w_globals = FlowValue::Const(HlConst::Host(globals));
    let started = closures::start_cells(&mut space, func, &mut args);
    args.resize(code.varnames.len(), None);
    let mut frame = Frame {
        code: code.clone(),
        pc: 0,
        stored: (0..code.param_count() as u32).collect(),
        locals: args,
        cells: Vec::new(),
        stack: Vec::new(),
        globals: w_globals,
        namespace: None,
    };
    let built = match started {
        Ok(cells) => {
            frame.cells = cells;
            ahead::keep_template(&mut space, &frame);
            blocks::build(&mut space, &mut frame)
        }
        Err(OpError::Fatal(d)) => Err(d),
        Err(_) => Err(Box::new(space.diagnostic("internal: setting up the cells raises"))),
    };
    match built {
        Ok(()) => {}
        Err(_) if space.retry.is_some_and(|c| !forced.contains(&c)) => {
            return Ok(Err(space.retry.unwrap_or(0)));
        }
        Err(d) => {
            let mut d = d;
            let at = d.primary.filter(|s| s.is_known());
            d.primary = Some(at.unwrap_or(space.at.span));
            d.labels.push((code.span, format!("in function `{}`", code.qualname)));
            return Err(d);
        }
    }
    Ok(Ok(finished(space)))
}

impl<'h> FlowSpace<'h> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, OpError<FlowValue>> {
        Err(OpError::Fatal(Box::new(self.diagnostic(message))))
    }

    fn host_failed(&mut self, e: HErr) -> OpError<FlowValue> {
        let d: Diagnostic = tracebacks::diagnostic(self.host, e);
        OpError::Fatal(Box::new(d))
    }

    fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("run-time", message, self.at.span)
    }

    /// Says whether the function is one of a class, with the usual first parameter.
    fn is_method(&self) -> bool {
        let first = self.code.varnames.first().is_some_and(|n| n.as_str() == "self");
        first && self.code.argcount > 0 && self.code.qualname.as_str().contains('.')
    }
}

impl<'h> FlowSpace<'h> {
    fn state_of(&self, frame: &Frame<FlowSpace<'h>>) -> FrameState {
        let mut state = FrameState::of(frame);
        state.suppressed = self.suppressed;
        state
    }
}

impl<'h> FlowSpace<'h> {
    /// Says whether the operations that the instruction recorded may raise.
    fn may_raise(&self) -> bool {
        self.at.allocates || self.at.recurses || !self.at.raising.is_empty()
    }
}

impl<'h> FlowSpace<'h> {
    /// Sets the exits of a block, then patches blocks that were generalised meanwhile (the
    /// closed one may be among them, which is why it comes first).
    fn close(&mut self, block: BlockId, switch: ExitSwitch, exits: Vec<Link<Hl>>) {
        let b = &mut self.graph.blocks[block];
        b.exitswitch = switch;
        b.exits = exits;
        for (old, link) in std::mem::take(&mut self.patches) {
            let b = &mut self.graph.blocks[old];
            b.operations.clear();
            b.exitswitch = ExitSwitch::None;
            b.exits = vec![link];
        }
    }
}

impl<'h> FlowSpace<'h> {
    /// A value as operand of an operation or link.
    fn operand(&self, w: &FlowValue) -> FlowResult<flowmodel::HlValue> {
        match w {
            FlowValue::Var(v) => Ok(flowmodel::Value::Var(*v)),
            FlowValue::Const(c) => Ok(flowmodel::Value::Const(c.clone())),
            FlowValue::Unroller(..) => Err(Box::new(self.diagnostic(
                "the iterator of an unrolling_iterable can only be used by a `for` loop",
            ))),
            FlowValue::Super(..) | FlowValue::Bound(..) => Err(Box::new(self.diagnostic(
                "at run time `super` can only be used to call a method: `super().method(…)`",
            ))),
        }
    }
}

impl<'h> FlowSpace<'h> {
    fn is_named(&self, r: HostRef, name: &str) -> bool {
        self.host.qualified_name(r).is_some_and(|n| n == name)
    }

    fn name_const(name: Name) -> HlConst {
        HlConst::Str(name.as_str().as_bytes().into())
    }
}

/// An operation of the table and whether its result is always a bool.
fn gives_bool(op: HlOp) -> bool {
    matches!(
        op,
        HlOp::Is
            | HlOp::IsSubtype
            | HlOp::IsInstance
            | HlOp::Bool
            | HlOp::Not
            | HlOp::Lt
            | HlOp::Le
            | HlOp::Eq
            | HlOp::Ne
            | HlOp::Gt
            | HlOp::Ge
            | HlOp::Contains
    )
}
