//! The flow object space: builds the flow graph of one function by abstract interpretation of its
//! code object.
//!
//! Values are [`FlowValue`]s. Operations on constants are folded by asking the host space, all
//! others are recorded in the current block. A block ends at a truth test of a variable, at an
//! operation that may raise where a handler is in force, and where control joins. At a join, the
//! state of the frame is compared with the one the join's block was recorded for; where they
//! differ, a more general block is recorded and the old one becomes a mere link to it.

mod ahead;
mod calls;
pub mod clean_up;
mod closures;
mod fold;
mod generator;
mod globals;
mod handlers;
mod listcomp;
mod ops;
mod record;
mod state;
mod tables;

pub(crate) use closures::prebuilt_cell;
pub use closures::{MEETING_BASE, MEETS, call_support, default_attribute, meeting_class};
pub use fold::BIG_INTEGER_HELP;
pub use globals::find_assigned_globals;
pub use handlers::handler_names;
pub use state::FlowValue;

use crate::bytecode::{CodeObject, Handler, Op};
use crate::host::Host;
use crate::interp::{Frame, Step, step};
use crate::space::OpError;
use closures::CellPlan;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use flowmodel::{BlockId, ExitCase, ExitSwitch, Hl, HlConst, HlGraph, HlOp, HostRef, Link, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use state::{FrameState, Liveness};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The mark of constants that do not become variables where paths join.
const SPEC_TAGS: [&str; 2] = ["rpython.rlib.unroll.SpecTag", "rpython.rlib.objectmodel.SpecTag"];

/// Maximum number of blocks that one function may need: only unrolling can get there.
const MAX_BLOCKS: usize = 200_000;

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
    let live = Liveness::of(&code);
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
    let mut space = FlowSpace {
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
        plans: closures::plan_cells(&code, forced),
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
    };
    let w_globals = FlowValue::Const(HlConst::Host(globals));
    let started = space.start_cells(func, &mut args);
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
            space.keep_template(&frame);
            space.build(&mut frame)
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
    Ok(Ok(graph))
}

/// Maximum number of blocks for one join that differ in which variables have values.
const MAX_SPLIT: usize = 8;

/// A block that starts at a join, and the state it was recorded for.
struct Join {
    block: BlockId,
    state: FrameState,
}

/// The instruction that is interpreted, and what has become of it so far.
#[derive(Default)]
struct Current {
    pc: usize,
    /// Its source.
    span: Span,
    /// Exception classes that the operation just recorded can raise, where a handler is in force.
    raising: Vec<&'static str>,
    /// Whether it makes objects where a handler is in force: it may raise MemoryError, too. (Unlike other exceptions, not only
    /// its last operation.)
    allocates: bool,
    /// Whether it goes down nested objects where a handler is in force: it may raise RecursionError, too.
    recurses: bool,
    /// Its operations cannot raise, whatever the table of operations says.
    no_raise: bool,
    /// The next arithmetic operation is the argument of `ovfcheck`.
    check_overflow: bool,
    /// The variable that decides the truth test in progress.
    tested: Option<VarId>,
    /// Operations must fold: none may be recorded.
    dry: bool,
}

/// The object space in which values are [`FlowValue`]s.
pub struct FlowSpace<'h> {
    host: &'h mut Host,
    /// The instruction that is interpreted.
    at: Current,
    graph: HlGraph,
    /// The block in which operations are recorded.
    block: BlockId,
    code: Rc<CodeObject>,
    /// The class whose bases `super` follows, if it is another one than that of the definition.
    home: Option<HostRef>,
    /// Exception instances made in this block: their class is known exactly.
    exact_class: FxHashMap<VarId, HostRef>,
    /// Objects of literals, so that a literal is the same constant each time.
    consts: FxHashMap<usize, HlConst>,
    tuples: FxHashMap<Vec<HlConst>, HostRef>,
    /// Functions made by `def` and `lambda` inside this function (or their classes), by place and what is known of
    /// defaults and captured variables.
    functions: FxHashMap<(usize, Vec<Option<HlConst>>), HostRef>,
    /// Says how its own variables that inner functions use are kept.
    plans: Vec<CellPlan>,
    /// Their host cells, if they are captured before they are known.
    late_cells: Vec<Option<HostRef>>,
    /// The cell because of which the graph must be built again.
    retry: Option<u32>,
    imports: FxHashMap<usize, HostRef>,
    live: Liveness,
    /// Control came out of a `with` whose `__exit__` suppressed an exception: variables may be without value.
    suppressed: bool,
    /// Some join is reached both with and without a value of a variable: reading it where it has none is an error at
    /// run time, not a mistake that is certain.
    maybe_unbound: bool,
    /// A frame of the function.
    template: Option<Frame<FlowSpace<'h>>>,
    /// Instructions where control can join.
    candidate: Vec<bool>,
    joins: BTreeMap<usize, Vec<Join>>,
    /// Blocks to record, in order of position: so that what flows into a join is known before
    /// the join is recorded, as far as possible.
    pending: BTreeMap<(usize, u32), (BlockId, FrameState)>,
    dead: FxHashSet<BlockId>,
    /// Blocks that were generalised while the current one was recorded, with their new exit.
    patches: Vec<(BlockId, Link<Hl>)>,
    seq: u32,
}

type FlowResult<T = ()> = Result<T, Box<Diagnostic>>;

impl<'h> FlowSpace<'h> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, OpError<FlowValue>> {
        Err(OpError::Fatal(Box::new(self.diagnostic(message))))
    }

    fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("run-time", message, self.at.span)
    }

    /// Whether the function is one of a class, with the usual first parameter.
    fn is_method(&self) -> bool {
        let first = self.code.varnames.first().is_some_and(|n| n.as_str() == "self");
        first && self.code.argcount > 0 && self.code.qualname.as_str().contains('.')
    }

    fn build(&mut self, frame: &mut Frame<FlowSpace<'h>>) -> FlowResult {
        // The start block only enters the function: no link may come back to it.
        let state = self.state_of(frame);
        let link = self.join_or_new(&state)?;
        let start = self.graph.startblock;
        self.close(start, ExitSwitch::None, vec![link]);
        while let Some((_, (block, state))) = self.pending.pop_first() {
            if self.dead.contains(&block) {
                continue;
            }
            if self.graph.blocks.len() > MAX_BLOCKS {
                return Err(Box::new(self.diagnostic(format!(
                    "the flow graph of `{}` grows without bound",
                    self.code.qualname
                ))));
            }
            state.restore(frame);
            self.suppressed = state.suppressed;
            self.block = block;
            self.exact_class.clear();
            self.record_block(frame)?;
        }
        Ok(())
    }

    fn state_of(&self, frame: &Frame<FlowSpace<'h>>) -> FrameState {
        let mut state = FrameState::of(frame);
        state.suppressed = self.suppressed;
        state
    }

    /// Interprets from the frame's position to the end of the current block.
    fn record_block(&mut self, frame: &mut Frame<FlowSpace<'h>>) -> FlowResult {
        let mut first = true;
        loop {
            if !first && self.candidate[frame.pc] {
                let link = self.join_or_new(&self.state_of(frame))?;
                self.close(self.block, ExitSwitch::None, vec![link]);
                return Ok(());
            }
            first = false;
            let pc = frame.pc;
            let op = self.code.instrs[pc];
            self.at = Current {
                pc,
                span: frame.span(),
                no_raise: matches!(op, Op::MapAdd(_)),
                check_overflow: self.is_overflow_checked(frame, op),
                tested: self.at.tested.take(),
                ..Current::default()
            };
            let result = step(self, frame);
            let handler = self.code.handler_at(pc);
            match result {
                Ok(Step::Next) => {
                    if let Op::ForIter(_) = op {
                        self.advance_unroller(frame, pc);
                    }
                    // The end of an iterator is an exception that the loop itself handles.
                    let for_iter = match op {
                        Op::ForIter(t) if self.at.raising.contains(&"StopIteration") => Some(t),
                        _ => None,
                    };
                    if for_iter.is_some() || (handler.is_some() && self.may_raise()) {
                        if !self.knows_class(frame) {
                            return self.end_at_raising(frame, pc, for_iter);
                        }
                        self.split_behind(frame, pc)?;
                    }
                }
                Ok(Step::Return(w)) => return self.end_at_return(frame, pc, w),
                Ok(Step::Yield(_)) => {
                    return Err(Box::new(self.diagnostic("`yield` is not supported here")));
                }
                Err(OpError::Undecided(w)) => {
                    let w = if handler.is_some() && self.may_raise() {
                        self.split_before_test(frame, pc, w)?
                    } else {
                        w
                    };
                    return self.end_at_test(frame, op, w);
                }
                Err(OpError::Fatal(d)) => return Err(d),
                Err(OpError::Raise { ty, value }) => match handler.filter(|h| self.takes(h, &ty)) {
                    Some(h) => {
                        frame.stack.truncate(h.depth as usize);
                        frame.stack.extend([ty, value]);
                        frame.pc = h.target as usize;
                        if self.may_raise() {
                            self.split_behind(frame, pc)?;
                        }
                    }
                    None => {
                        let args = vec![self.operand(&ty)?, self.operand(&value)?];
                        let mut link = Link::new(self.graph.exceptblock, args);
                        // What only goes on is not raised here.
                        if !matches!(op, Op::RaiseCurrent | Op::Reraise) {
                            link.span = self.at.span;
                        }
                        self.close(self.block, ExitSwitch::None, vec![link]);
                        return Ok(());
                    }
                },
            }
        }
    }

    /// Whether the operations that the instruction recorded may raise.
    fn may_raise(&self) -> bool {
        self.at.allocates || self.at.recurses || !self.at.raising.is_empty()
    }

    /// Whether a handler may take exceptions of this type.
    fn takes(&self, h: &Handler, ty: &FlowValue) -> bool {
        match ty {
            FlowValue::Const(HlConst::Host(c)) if h.stop_only => {
                self.host.is_subclass(*c, self.host.exc("StopIteration"))
            }
            _ => true,
        }
    }

    /// Moves the iterator below the item that `ForIter` has just pushed.
    fn advance_unroller(&self, frame: &mut Frame<FlowSpace<'h>>, pc: usize) {
        let n = frame.stack.len();
        if frame.pc == pc + 1
            && n >= 2
            && let FlowValue::Unroller(_, at) = &mut frame.stack[n - 2]
        {
            *at += 1;
        }
    }

    /// The truth value was got by an operation that may raise, inside a `try`: the block ends behind it, and the test goes
    /// on in a new one. Gives the tested value there.
    fn split_before_test(
        &mut self,
        frame: &mut Frame<FlowSpace<'h>>,
        pc: usize,
        w: FlowValue,
    ) -> FlowResult<FlowValue> {
        let Some(tested) = self.at.tested.take() else {
            return Err(Box::new(self.diagnostic("internal: truth test without a variable")));
        };
        frame.stack.extend([w, FlowValue::Var(tested)]);
        self.split_behind(frame, pc)?;
        frame.pc = pc;
        let (Some(FlowValue::Var(tested)), Some(w)) = (frame.stack.pop(), frame.stack.pop()) else {
            return Err(Box::new(self.diagnostic("internal: the tested value is lost")));
        };
        self.at.tested = Some(tested);
        Ok(w)
    }

    /// Whether the instruction has made an exception of a class that is known in its block only.
    fn knows_class(&self, frame: &Frame<FlowSpace<'h>>) -> bool {
        let top = frame.stack.last().and_then(FlowValue::as_var);
        self.at.raising.is_empty() && top.is_some_and(|v| self.exact_class.contains_key(&v))
    }

    /// Ends the current block behind an operation that may raise, and goes on in a new one, with what is known of variables.
    /// `frame` is in the state after the instruction at `pc`.
    fn split_behind(&mut self, frame: &mut Frame<FlowSpace<'h>>, pc: usize) -> FlowResult {
        let after = self.state_of(frame);
        let (block, fresh) = self.block_for(&after);
        let link = Link::new(block, self.link_args(&after, &fresh)?);
        let known: Vec<_> = (after.pairs(&fresh))
            .filter_map(|(_, old, new)| Some((old?.as_var()?, new?.as_var()?)))
            .filter_map(|(old, new)| Some((new, *self.exact_class.get(&old)?)))
            .collect();
        self.close_raising(after, link, pc, None)?;
        fresh.restore(frame);
        self.block = block;
        self.exact_class.extend(known);
        Ok(())
    }

    /// Ends the current block at a truth test of a variable.
    fn end_at_test(
        &mut self,
        frame: &mut Frame<FlowSpace<'h>>,
        op: Op,
        w: FlowValue,
    ) -> FlowResult {
        let Some(switch) = self.at.tested.take() else {
            return Err(Box::new(self.diagnostic("internal: truth test without a variable")));
        };
        let state = self.state_of(frame);
        let mut links = Vec::new();
        for truth in [false, true] {
            let mut s = state.clone();
            let (jumps, keeps) = match op {
                Op::PopJumpIfTrue(_) => (truth, false),
                Op::PopJumpIfFalse(_) => (!truth, false),
                Op::JumpIfTrueOrPop(_) => (truth, truth),
                Op::JumpIfFalseOrPop(_) => (!truth, !truth),
                _ => {
                    return Err(Box::new(
                        self.diagnostic("internal: truth test outside of a jump"),
                    ));
                }
            };
            s.pc = if jumps { op.target().unwrap_or(0) as usize } else { frame.pc + 1 };
            if keeps {
                s.push(w.clone());
            }
            let mut link = self.join_or_new(&s)?;
            link.case = ExitCase::Value(HlConst::Bool(truth));
            links.push(link);
        }
        self.close(self.block, ExitSwitch::Var(switch), links);
        Ok(())
    }

    /// Ends the current block at a `return`. Under a handler, the result may be converted there (the RTyper does so on links).
    fn end_at_return(
        &mut self,
        frame: &mut Frame<FlowSpace<'h>>,
        pc: usize,
        mut w: FlowValue,
    ) -> FlowResult {
        let handled = self.is_handled() && w.as_var().is_some();
        if handled {
            let kind = FlowValue::Const(HlConst::Str(b"result"[..].into()));
            w = match self.record_safe(HlOp::Hint, &[kind, w]) {
                Ok(w) => w,
                Err(OpError::Fatal(d)) => return Err(d),
                Err(_) => return Err(Box::new(self.diagnostic("internal: a hint raises"))),
            };
        }
        let arg = self.operand(&w)?;
        let link = Link { span: self.at.span, ..Link::new(self.graph.returnblock, vec![arg]) };
        if handled {
            return self.close_raising(self.state_of(frame), link, pc, None);
        }
        self.close(self.block, ExitSwitch::None, vec![link]);
        Ok(())
    }

    /// Ends the current block at an operation that may raise. `frame` is in the state after the
    /// instruction at `pc`.
    fn end_at_raising(
        &mut self,
        frame: &mut Frame<FlowSpace<'h>>,
        pc: usize,
        for_iter: Option<u32>,
    ) -> FlowResult {
        let after = self.state_of(frame);
        let link = self.join_or_new(&after)?;
        self.close_raising(after, link, pc, for_iter)
    }

    /// Closes the current block behind an operation that may raise: with `normal` and a link for each exception.
    fn close_raising(
        &mut self,
        after: FrameState,
        normal: Link<Hl>,
        pc: usize,
        for_iter: Option<u32>,
    ) -> FlowResult {
        let mut links = vec![normal];
        let mut names = std::mem::take(&mut self.at.raising);
        let lacks = [
            (std::mem::take(&mut self.at.allocates), "MemoryError"),
            (std::mem::take(&mut self.at.recurses), "RecursionError"),
        ];
        for (lacks, name) in lacks {
            if lacks && !names.contains(&"Exception") && !names.contains(&name) {
                names.push(name);
            }
        }
        for name in names {
            let mut state = after.clone();
            // What can raise anything can also raise `SystemExit` and `GeneratorExit`.
            let mut class = self.host.exc(if name == "Exception" { "BaseException" } else { name });
            let stop_only = self.code.handler_at(pc).is_some_and(|h| h.stop_only);
            if stop_only && name == "Exception" {
                class = self.host.exc("StopIteration");
            } else if stop_only && name != "StopIteration" {
                continue;
            }
            let ty = self.graph.new_var("etype", ());
            let value = self.graph.new_var("evalue", ());
            if let (Some(t), "StopIteration") = (for_iter, name) {
                state.pop(2);
                state.pc = t as usize;
            } else if let Some(h) = self.code.handler_at(pc) {
                let w_type = match name {
                    // Anything can be raised: only the variable tells what.
                    "Exception" => FlowValue::Var(ty),
                    _ => FlowValue::Const(HlConst::Host(class)),
                };
                let (target, depth) = (h.target as usize, h.depth as usize);
                state.enter_handler(target, depth, w_type, FlowValue::Var(value));
            } else {
                // Without a handler it leaves the function by itself.
                continue;
            }
            let mut link = self.join_or_new(&state)?;
            link.case = ExitCase::Value(HlConst::Host(class));
            link.last_exception = Some(ty);
            link.last_exc_value = Some(value);
            links.push(link);
        }
        self.close(self.block, ExitSwitch::LastException, links);
        Ok(())
    }

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

    /// A link into a block for `state`: an old one if the state fits, else a new one, which is
    /// put on the list of blocks to record.
    fn join_or_new(&mut self, state: &FrameState) -> FlowResult<Link<Hl>> {
        let mut state = state.clone();
        state.kill_dead(&self.live);
        if self.candidate[state.pc] {
            state = self.run_ahead(state);
            state.kill_dead(&self.live);
        }
        let pc = state.pc;
        if !self.candidate[pc] {
            let (block, fresh) = self.block_for(&state);
            let args = self.link_args(&state, &fresh)?;
            self.enqueue(block, fresh);
            return Ok(Link::new(block, args));
        }
        let code = self.code.clone();
        let joins = self.joins.remove(&pc).unwrap_or_default();
        let mut found = None;
        // Where a variable that is still read has a value on some paths only, these stay apart.
        let split = joins.len() < MAX_SPLIT;
        for (i, join) in joins.iter().enumerate() {
            let graph = &mut self.graph;
            let old = &join.state;
            if split && !old.same_bound(&state) {
                self.maybe_unbound = true;
                continue;
            }
            if old.differ_where(&state, |w| tagged(self.host, w)) {
                continue;
            }
            let mut fresh =
                |slot: usize| graph.new_var(old.slot_name(slot, &code).unwrap_or("v"), ());
            if let Some(merged) = old.union(&state, &code, &mut fresh) {
                found = Some((i, merged));
                break;
            }
        }
        let mut joins = joins;
        let link = match found {
            Some((i, merged)) if joins[i].state.same_shape(&merged) => {
                Link::new(joins[i].block, self.link_args(&state, &joins[i].state)?)
            }
            Some((i, merged)) => {
                let (block, fresh) = self.block_for(&merged);
                let old = joins.remove(i);
                let forward = self.link_args(&old.state, &fresh)?;
                self.patches.push((old.block, Link::new(block, forward)));
                self.dead.insert(old.block);
                // Links of the block being closed may already lead to the old block: they stay
                // right, since it forwards.
                let args = self.link_args(&state, &fresh)?;
                joins.insert(0, Join { block, state: fresh.clone() });
                self.enqueue(block, fresh);
                Link::new(block, args)
            }
            None => {
                let (block, fresh) = self.block_for(&state);
                let args = self.link_args(&state, &fresh)?;
                joins.insert(0, Join { block, state: fresh.clone() });
                self.enqueue(block, fresh);
                Link::new(block, args)
            }
        };
        self.joins.insert(pc, joins);
        Ok(link)
    }

    fn enqueue(&mut self, block: BlockId, state: FrameState) {
        self.seq += 1;
        self.pending.insert((state.pc, self.seq), (block, state));
    }

    /// A new block whose inputs are fresh variables for all variables of `state`.
    fn block_for(&mut self, state: &FrameState) -> (BlockId, FrameState) {
        let mut fresh = state.clone();
        let mut inputs = Vec::new();
        for (i, w) in fresh.slots_mut() {
            let name = state.slot_name(i, &self.code).filter(|_| w.as_var().is_some());
            if let Some(v) = w.var_mut() {
                *v = match name {
                    Some(n) => self.graph.new_var(n, ()),
                    None => self.graph.copy_var(*v),
                };
                inputs.push(*v);
            }
        }
        (self.graph.new_block_with(inputs), fresh)
    }

    /// Values of `from` for the inputs of a block that was made for `to`.
    fn link_args(
        &mut self,
        from: &FrameState,
        to: &FrameState,
    ) -> FlowResult<Vec<flowmodel::HlValue>> {
        let mut args = Vec::new();
        for (_, a, b) in from.pairs(to) {
            match (a, b) {
                (Some(a), Some(b)) => {
                    if let Some(w) = a.for_var_of(b) {
                        args.push(self.operand(w)?);
                    }
                }
                (None, Some(FlowValue::Var(_))) => {
                    let d = self.diagnostic("internal: a variable is missing at a join");
                    return Err(Box::new(d));
                }
                _ => {}
            }
        }
        Ok(args)
    }

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

    /// Whether the instruction computes the argument of `ovfcheck(…)`.
    fn is_overflow_checked(&self, frame: &Frame<FlowSpace<'h>>, op: Op) -> bool {
        let operands = match op {
            Op::Binary(_) | Op::InPlace(_) => 2,
            Op::Unary(_) => 1,
            // `abs(x)`, `operator.add(x, y)`: the function lies below its arguments.
            Op::Call(i) if self.code.callshapes[i as usize].is_simple() => {
                self.code.callshapes[i as usize].pos as usize + 1
            }
            _ => return false,
        };
        let Some(Op::Call(i)) = self.code.instrs.get(frame.pc + 1) else { return false };
        let shape = &self.code.callshapes[*i as usize];
        if !shape.is_simple() || shape.pos != 1 || frame.stack.len() <= operands {
            return false;
        }
        match &frame.stack[frame.stack.len() - operands - 1] {
            FlowValue::Const(HlConst::Host(f)) => self.is_named(*f, calls::OVFCHECK),
            _ => false,
        }
    }

    fn is_named(&self, r: HostRef, name: &str) -> bool {
        self.host.qualified_name(r).is_some_and(|n| n == name)
    }

    fn name_const(name: Name) -> HlConst {
        HlConst::Str(name.as_str().as_bytes().into())
    }
}

/// Whether it is a constant with the mark that keeps it one: an instance of a subclass of `SpecTag`.
fn tagged(host: &Host, w: &FlowValue) -> bool {
    let FlowValue::Const(HlConst::Host(r)) = w else { return false };
    matches!(host.obj(*r), crate::host::HostObj::Instance(_))
        && host
            .cls(host.class_of(*r))
            .mro
            .iter()
            .any(|c| host.qualified_name(*c).is_some_and(|n| SPEC_TAGS.contains(&&*n)))
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
