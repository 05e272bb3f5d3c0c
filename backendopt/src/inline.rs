//! Inlining of direct calls. Small functions first ([`crate::cost`]); after each function its callers'
//! costs are computed anew; it ends when all that is left is above the threshold. A function that nothing calls any more is
//! left alone, and a caller gets a bounded amount of code for calls in inlined code: so the work grows with the program,
//! however its functions call each other.
//!
//! Exceptions: where the call has handlers, an exception that the inlined code raises goes to the handler of
//! its class when that is known, otherwise through tests of the subclass range; operations of the inlined code
//! that pass exceptions on get the call's handlers themselves. Never inlined: members of recursion cycles (but
//! for those called from one place only; others where [`crate::fastpath`] does it), `dont_inline` functions, functions with a `jit_merge_point`; where a JIT is made also functions that it treats as units (elidable, oopspec,
//! loops, …).

use crate::changes::Changes;
use crate::cost::inlining_cost;
use crate::hints::is_merge_point;
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::callgraph::{address_taken, all_roots, direct_callees};
use flowmodel::analysis::caught::{caught_values, constant_text};
use flowmodel::analysis::classes::{catches_all, handler_may_match, is_subclass, subclass_range};
use flowmodel::analysis::frequency::{Frequency, Outside, worthwhile};
use flowmodel::analysis::loops::has_loop;
use flowmodel::surgery::{
    Copied, bool_exits, caught, copy_blocks, join_blocks, renamed, split_block,
};
use flowmodel::traceback::{Leaves, TracebackKind};
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncId, Inlined, Link, Ll, LlGraph, LlOp, LlValue,
    ObjId, Program, SecondaryMap, SpaceOperation, Type, VarId, diag::Span,
};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Says what may be inlined.
#[derive(Clone, Debug)]
pub struct InlineConfig {
    /// Greatest cost of an inlined function.
    pub threshold: f64,
    /// A JIT will be made: functions that it treats as units stay.
    pub jit: bool,
    /// Greatest static count of a function that is inlined because it is called from one place only; 0 for none.
    pub once: f64,
    /// Functions besides the entry point that later stages call.
    pub roots: Vec<FuncId>,
    /// The roots that may be inlined for being called from one place only: the function itself stays for the code that
    /// a JIT makes.
    pub copied: Vec<FuncId>,
    /// Callers grow to this cost at most (a guard against very large C functions).
    pub max_caller: f64,
    /// Callers beyond this cost get no function for being called from one place only.
    pub max_once_caller: f64,
    /// Greatest cost of a function that is inlined where speed does not matter: about what the call takes.
    pub seldom: f64,
    /// Greatest static count of the fast cases of a function. (Measured with the Lua of `targets`, where arrays and metatables
    /// have several cases each: with 44 it takes 0.97 of the time that it takes with 32, and with 60 and 80 no less.)
    pub fast: f64,
    /// Limit of the code that a caller gets by calls in inlined code: so many times its own code, with that of its own
    /// calls, ...
    pub nested: f64,
    /// ... and so much more. (Where small functions call each other, each would get the code of all the others.)
    pub nested_more: f64,
}

impl Default for InlineConfig {
    fn default() -> Self {
        InlineConfig {
            threshold: 32.4,
            jit: false,
            once: 0.0,
            roots: vec![],
            copied: vec![],
            max_caller: 20_000.0,
            max_once_caller: 3_000.0,
            seldom: 8.0,
            fast: 48.0,
            nested: 4.0,
            nested_more: 100.0,
        }
    }
}

/// Inlines all over the program. Counts the call sites that it replaces.
pub fn inline_all(p: &mut Program, facts: &EffectFacts, cfg: &InlineConfig) -> Changes {
    let recursive = facts.calls().recursive(p);
    let mut all = Inlining {
        cost: SecondaryMap::new(),
        callers: SecondaryMap::new(),
        open: BTreeSet::new(),
        untidy: BTreeMap::new(),
        done: Changes::default(),
        frequency: Frequency::new(p, &cfg.roots),
        nested: SecondaryMap::new(),
        p,
        cfg,
    };
    for f in all.p.funcs.keys().collect::<Vec<_>>() {
        if let Some(g) = all.p.funcs[f].graph() {
            all.cost[f] = inlining_cost(g);
            all.nested[f] = Nested::of(all.p, g);
            for c in facts.calls().calls(f).direct() {
                all.callers[c].insert(f);
            }
            if !recursive.contains(&f) && may_inline(all.p, f, cfg) {
                all.open.insert(all.key(f));
            }
        }
    }
    while let Some(first) = all.open.first().copied()
        && first.0 <= Rank::of(cfg.threshold)
    {
        let f = first.1;
        if all.untidy.contains_key(&f) {
            all.tidy(f);
            continue;
        }
        all.open.remove(&first);
        let callee = Callee::new(all.p, facts, f);
        let mut left = false;
        for caller in all.callers[f].clone() {
            left |= all.inline_into(&callee, caller, false).left;
        }
        if !left && all.frequency.is_only_called(f) {
            all.forget(&callee);
        }
    }
    // A function that is called from one place only costs nothing there, whatever its size.
    let mut once = called_once(all.p, cfg);
    // One that is in a cycle with its caller alone calls that from there on.
    once.retain(|f, _| !calls_itself(all.p, *f) && may_inline(all.p, *f, cfg));
    let mut inlined = Whereabouts::default();
    while let Some((f, caller)) = once.pop() {
        let caller = inlined.find(caller);
        // What must be inlined would call itself then, and could not be.
        if all.p.funcs[caller].attrs.always_inline && recursive.contains(&f) {
            continue;
        }
        all.tidy(f);
        let graph = all.p.funcs[f].graph();
        if !graph.is_some_and(|g| crate::cost::static_count(g) <= cfg.once) {
            continue;
        }
        // C compilers take more than proportional time for huge functions.
        if all.cost[caller] > cfg.max_once_caller {
            continue;
        }
        if all.inline_into(&Callee::new(all.p, facts, f), caller, true).inlined > 0 {
            // What it called is now called from there.
            inlined.0.insert(f, caller);
        }
    }
    while let Some((f, _)) = all.untidy.first_key_value() {
        all.tidy(*f);
    }
    all.done
}

/// Inlines what stands for a function in its place ([`crate::fastpath`]): at all calls in `g` but those with the results `stay`.
/// Returns the number of calls.
pub(crate) fn inline_in_place_of(
    p: &mut Program,
    facts: &EffectFacts,
    (f, fast): (FuncId, &LlGraph),
    g: &mut LlGraph,
    stay: FxHashSet<VarId>,
    room: f64,
) -> usize {
    let callee = Callee { fast: Some(fast), ..Callee::new(p, facts, f) };
    let mut inlined = std::mem::take(&mut p.inlined);
    let choice = Choice { stay, room, nested: f64::INFINITY };
    let calls = inline_calls_of(p, &callee, g, &choice, &mut inlined);
    p.inlined = inlined;
    calls.inlined
}

/// Removes what inlining has left over in a function.
pub(crate) fn tidy(p: &mut Program, f: FuncId) {
    let mut body = std::mem::replace(&mut p.funcs[f].body, Body::Declared);
    if let Body::Graph(g) = &mut body {
        crate::simplify::remove_dead(p, g);
        join_blocks(g);
        g.compact();
    }
    p.funcs[f].body = body;
}

/// Into which function a function was inlined whose only call stood there.
#[derive(Default)]
struct Whereabouts(FxHashMap<FuncId, FuncId>);

impl Whereabouts {
    /// The function in which the code of `f` is now.
    fn find(&mut self, f: FuncId) -> FuncId {
        let mut last = f;
        while let Some(into) = self.0.get(&last) {
            last = *into;
        }
        // Long chains are walked once.
        let mut at = f;
        while let Some(into) = self.0.get_mut(&at) {
            at = std::mem::replace(into, last);
        }
        last
    }
}

/// An order of costs: what must be inlined first comes first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    const ALWAYS: Rank = Rank(0);

    /// Gives the rank of a cost, which is not negative.
    fn of(cost: f64) -> Rank {
        // Such numbers are ordered as their bits are.
        Rank(cost.to_bits() + 1)
    }
}

/// The work over all functions.
struct Inlining<'a> {
    p: &'a mut Program,
    cfg: &'a InlineConfig,
    cost: SecondaryMap<FuncId, f64>,
    callers: SecondaryMap<FuncId, BTreeSet<FuncId>>,
    /// Functions that may yet be inlined, the cheapest first.
    open: BTreeSet<(Rank, FuncId)>,
    /// Functions into which something was inlined since they were last simplified: how much; their costs are estimates.
    untidy: BTreeMap<FuncId, f64>,
    done: Changes,
    frequency: Frequency,
    nested: SecondaryMap<FuncId, Nested>,
}

impl Inlining<'_> {
    fn key(&self, f: FuncId) -> (Rank, FuncId) {
        match self.p.funcs[f].attrs.always_inline {
            true => (Rank::ALWAYS, f),
            false => (Rank::of(self.cost[f]), f),
        }
    }

    fn set_cost(&mut self, f: FuncId, cost: f64) {
        let open = self.open.remove(&self.key(f));
        self.cost[f] = cost;
        if open {
            self.open.insert(self.key(f));
        }
    }

    /// Simplifies a function after inlining: otherwise variables that are only passed through would count and grow.
    fn tidy(&mut self, f: FuncId) {
        if self.untidy.remove(&f).is_none() {
            return;
        }
        tidy(self.p, f);
        if let Some(cost) = self.p.funcs[f].graph().map(inlining_cost) {
            self.set_cost(f, cost);
        }
    }

    /// A function that nothing calls any more: nothing is inlined into it, else chains of calls would cost the square of
    /// their length.
    fn forget(&mut self, dead: &Callee) {
        for c in &dead.calls {
            self.callers[*c].remove(&dead.func);
        }
        self.untidy.remove(&dead.func);
    }

    /// Inlines the calls of `f` in one caller.
    /// Everywhere for the only call of a function (`once`), which makes the program hardly larger.
    fn inline_into(&mut self, callee: &Callee, caller: FuncId, once: bool) -> Calls {
        let f = callee.func;
        let none = Calls { left: true, ..Calls::default() };
        if caller == f {
            return none;
        }
        let p = &mut *self.p;
        let body = std::mem::replace(&mut p.funcs[caller].body, Body::Declared);
        let Body::Graph(mut g) = body else {
            p.funcs[caller].body = body;
            return none;
        };
        let mut inlined = std::mem::take(&mut p.inlined);
        let room = self.cfg.max_caller - self.cost[caller];
        let small = p.funcs[f].attrs.always_inline || self.cost[f] <= self.cfg.seldom;
        let stay = match small || once {
            true => FxHashSet::default(),
            false => calls_to_stay(p, f, &g, self.frequency.is_seldom(caller)),
        };
        // What must be inlined is, and a function that is called once makes nothing larger.
        let nested = match p.funcs[f].attrs.always_inline || once {
            true => f64::INFINITY,
            false => self.nested[caller].room(self.cfg),
        };
        let choice = Choice { stay, room, nested };
        let calls = inline_calls_of(p, callee, &mut g, &choice, &mut inlined);
        p.inlined = inlined;
        p.funcs[caller].body = Body::Graph(g);
        self.nested[caller].own += calls.own;
        self.nested[caller].nested += calls.nested;
        let n = calls.inlined;
        if n > 0 {
            self.done.count += n;
            self.done.graphs.push(caller);
            for c in &callee.calls {
                self.callers[*c].insert(caller);
            }
            let more = n as f64 * self.cost[f];
            self.set_cost(caller, self.cost[caller] + more);
            let grown = self.untidy.entry(caller).or_default();
            *grown += more;
            // Seldom enough for many calls in one large function.
            if *grown * 4.0 > self.cost[caller] {
                self.tidy(caller);
            }
        }
        calls
    }
}

/// Says what became of the calls of a function in another one.
#[derive(Default)]
struct Calls {
    inlined: usize,
    /// True if there may be more of them.
    left: bool,
    /// Static counts of what was inlined for the caller's own calls, and for those in inlined code.
    own: f64,
    nested: f64,
}

/// Static counts of a function's own code, with that of its own calls, and of the code of calls in inlined code.
#[derive(Clone, Default)]
struct Nested {
    own: f64,
    nested: f64,
}

impl Nested {
    /// Counts the nested code of a function, in which earlier rounds may have inlined others.
    fn of(p: &Program, g: &LlGraph) -> Nested {
        let mut all = Nested::default();
        for op in g.blocks.values().flat_map(|b| &b.operations) {
            // Two functions around it: a call in inlined code.
            let outer = op.span.inlined.checked_sub(1).map(|i| p.inlined[i as usize].call);
            let deep = outer.is_some_and(|call| call.inlined != 0);
            *(if deep { &mut all.nested } else { &mut all.own }) += crate::cost::weight(op);
        }
        all
    }

    /// Gives the amount of code that may yet come by calls in inlined code.
    fn room(&self, cfg: &InlineConfig) -> f64 {
        self.own * cfg.nested + cfg.nested_more - self.nested
    }
}

/// Says which calls of a function are inlined in another one.
struct Choice {
    /// Results of calls that stay.
    stay: FxHashSet<VarId>,
    /// Cost by which the caller may grow.
    room: f64,
    /// Cost of the code that it may get by calls in inlined code.
    nested: f64,
}

/// Holds what is known of a function that is inlined, for all its callers.
struct Callee<'a> {
    func: FuncId,
    calls: Vec<FuncId>,
    /// Effects of functions; what the function may raise does not change by inlining.
    facts: &'a EffectFacts,
    /// Exceptions that it has caught; asked for where a call has handlers.
    caught: OnceCell<FxHashSet<VarId>>,
    /// The graph that is inlined in its place.
    fast: Option<&'a LlGraph>,
}

impl Callee<'_> {
    fn new<'a>(p: &Program, facts: &'a EffectFacts, func: FuncId) -> Callee<'a> {
        let calls = p.funcs[func].graph().map(|g| direct_callees(p, g)).unwrap_or_default();
        Callee { func, calls, facts, caught: OnceCell::new(), fast: None }
    }

    /// Gives the graph that is inlined.
    fn graph<'b>(&'b self, p: &'b Program) -> Option<&'b LlGraph> {
        self.fast.or_else(|| p.funcs[self.func].graph())
    }
}

/// Functions with exactly one call in the whole program, with their callers; in the order of ids. Their addresses are not taken, and
/// nobody else knows them ([`InlineConfig::copied`] aside).
fn called_once(p: &Program, cfg: &InlineConfig) -> IndexMap<FuncId, FuncId> {
    let mut sites: IndexMap<FuncId, FuncId> = IndexMap::new();
    let Some(roots) = all_roots(p, &cfg.roots) else { return sites };
    if cfg.once == 0.0 {
        return sites;
    }
    let mut twice: Vec<FuncId> = vec![];
    let taken = address_taken(p, &roots, &mut |caller, _, callee| {
        if sites.insert(callee, caller).is_some() {
            twice.push(callee);
        }
    });
    let copied: FxHashSet<FuncId> = cfg.copied.iter().copied().collect();
    let mut known = taken.funcs;
    known.extend(twice);
    known.extend(roots.into_iter().filter(|f| !copied.contains(f)));
    sites.retain(|f, _| !known.contains(f));
    sites.sort_keys();
    sites
}

/// Tells whether the function calls itself directly: inlining would leave a call of it.
pub(crate) fn calls_itself(p: &Program, f: FuncId) -> bool {
    p.funcs[f].graph().is_some_and(|g| direct_callees(p, g).contains(&f))
}

/// Says whether calls of the function may be inlined at all, whatever its cost.
pub(crate) fn may_inline(p: &Program, f: FuncId, cfg: &InlineConfig) -> bool {
    let func = &p.funcs[f];
    let a = &func.attrs;
    let Some(g) = func.graph() else { return false };
    if a.dont_inline {
        return false;
    }
    let unit =
        a.elidable || a.loop_invariant || a.oopspec.is_some() || a.look_inside == Some(false);
    // A function with a loop is a unit as well: in its caller, the loop would keep the JIT from looking into that.
    if cfg.jit && (unit || !a.always_inline && has_loop(g)) {
        return false;
    }
    !g.reachable().into_iter().any(|b| g.blocks[b].operations.iter().any(is_merge_point))
}

/// Finds the functions (as [`Span::inlined`]) of the graph in which handlers let what they have caught go on (`raise`
/// without a value, `finally`).
fn raises_again(p: &Program, g: &LlGraph) -> FxHashSet<u32> {
    let caught = caught_values(p, g);
    let again = |l: &Link<Ll>| {
        !l.span.is_known() || l.args[1].as_var().is_some_and(|v| caught.contains(&v))
    };
    let links = g.reachable().into_iter().flat_map(|b| &g.blocks[b].exits);
    links
        .filter(|l| l.target == g.exceptblock && l.last_exception.is_none() && again(l))
        .map(|l| l.span.inlined)
        .collect()
}

pub(crate) fn is_call_of(f: FuncId, o: &SpaceOperation<Ll>) -> bool {
    o.op == LlOp::DirectCall && o.args[0] == LlValue::Const(Const::Func(f))
}

/// Results of calls of `f` where speed does not matter, and which do not work on objects that loops then work on: these objects
/// may be removed if the calls are inlined.
fn calls_to_stay(p: &Program, f: FuncId, g: &LlGraph, seldom: bool) -> FxHashSet<VarId> {
    let calls = |b: BlockId| g.blocks[b].operations.iter().filter(|o| is_call_of(f, o));
    if !g.reachable().into_iter().any(|b| calls(b).next().is_some()) {
        return FxHashSet::default();
    }
    let makes = p.funcs[f].graph().is_some_and(|callee| {
        let mut ops = callee.blocks.values().flat_map(|b| &b.operations);
        ops.any(|o| o.op == LlOp::Malloc)
    });
    let mut outside = None;
    let mut prepares = |o: &SpaceOperation<Ll>| {
        let outside = outside.get_or_insert_with(|| Outside::new(g));
        makes && outside.is_used(o.result)
            || o.args.iter().filter_map(|a| a.as_var()).any(|v| outside.is_made_and_used(v))
    };
    let slow = worthwhile(g, seldom).into_iter().filter(|(_, often)| !often);
    slow.flat_map(|(b, _)| calls(b)).filter(|o| !prepares(o)).map(|o| o.result).collect()
}

/// Replaces calls of a function in `g`, as long as there is room.
fn inline_calls_of(
    p: &Program,
    known: &Callee,
    g: &mut LlGraph,
    choice: &Choice,
    inlined: &mut Vec<Inlined>,
) -> Calls {
    let f = known.func;
    let mut calls = Calls { left: !choice.stay.is_empty(), ..Calls::default() };
    let Some(callee) = known.graph(p) else { return Calls { left: true, ..calls } };
    let each = crate::cost::static_count(callee);
    let stays = RefCell::new(Cow::Borrowed(&choice.stay));
    let chosen = |o: &SpaceOperation<Ll>| is_call_of(f, o) && !stays.borrow().contains(&o.result);
    let mut work = g.reachable();
    work.retain(|b| g.blocks[*b].operations.iter().any(chosen));
    // What only calls with handlers need.
    let protected = |b: &BlockId| {
        let blk = &g.blocks[*b];
        blk.can_raise() && blk.operations.last().is_some_and(chosen)
    };
    let none = FxHashSet::default();
    let (resumes, caught) = match work.iter().any(protected) {
        true => (raises_again(p, g), known.caught.get_or_init(|| caught_values(p, callee))),
        false => (FxHashSet::default(), &none),
    };
    let (resumes, facts) = (&resumes, known.facts);
    while let Some(b) = work.pop() {
        let Some(i) = g.blocks[b].operations.iter().position(chosen) else {
            continue;
        };
        if calls.inlined > 0 && each * calls.inlined as f64 > choice.room {
            calls.left = true;
            break;
        }
        let call = &g.blocks[b].operations[i];
        let in_inlined = call.span.inlined != 0;
        if in_inlined && calls.nested + each > choice.nested {
            stays.borrow_mut().to_mut().insert(call.result);
            calls.left = true;
            work.push(b);
            continue;
        }
        *(if in_inlined { &mut calls.nested } else { &mut calls.own }) += each;
        let after = Inliner { p, f, callee, facts, g, inlined, resumes, caught }.inline(b, i);
        work.push(after);
        calls.inlined += 1;
    }
    calls
}

/// Counts the functions around a position that are inlined.
fn depth(inlined: &[Inlined], mut at: Span) -> usize {
    let mut n = 0;
    while let Some(i) = at.inlined.checked_sub(1) {
        at = inlined[i as usize].call;
        n += 1;
    }
    n
}

/// One handler of the call.
#[derive(Clone)]
struct Handler {
    class: ObjId,
    link: Link<Ll>,
}

struct Inliner<'a> {
    p: &'a Program,
    f: FuncId,
    callee: &'a LlGraph,
    facts: &'a EffectFacts,
    g: &'a mut LlGraph,
    inlined: &'a mut Vec<Inlined>,
    /// Places where the caller has handlers that raise again what they have caught
    /// ([`Span::inlined`]).
    resumes: &'a FxHashSet<u32>,
    /// Exceptions that the callee has caught.
    caught: &'a FxHashSet<VarId>,
}

/// Names of the caller's variables in a copied block.
type Pass = IndexMap<VarId, VarId, rustc_hash::FxBuildHasher>;

impl Inliner<'_> {
    /// Inlines the call at operation `i` of `b`; returns the block that goes on after it.
    fn inline(mut self, b: BlockId, i: usize) -> BlockId {
        let call = self.g.blocks[b].operations[i].clone();
        let protected = self.g.blocks[b].can_raise() && i + 1 == self.g.blocks[b].operations.len();
        let mut handlers = vec![];
        if protected {
            for l in self.g.blocks[b].exits.drain(1..) {
                if let ExitCase::Value(Const::Obj(class)) = l.case {
                    handlers.push(Handler { class, link: l });
                }
            }
            self.g.blocks[b].exitswitch = ExitSwitch::None;
        }
        let (after, live) = split_block(self.g, b, i + 1);
        self.g.blocks[b].operations.pop();
        // Variables of the caller that the inlined blocks hand through.
        let mut through: Vec<VarId> =
            live.iter().map(|(v, _)| *v).filter(|v| *v != call.result).collect();
        for h in &handlers {
            for a in &h.link.args {
                if let LlValue::Var(v) = a
                    && Some(*v) != h.link.last_exception
                    && Some(*v) != h.link.last_exc_value
                    && !through.contains(v)
                {
                    through.push(*v);
                }
            }
        }
        // Copies of the callee's blocks.
        let leaves = self.g.exceptblock;
        let Copied { start, blocks, vars } = copy_blocks(self.g, self.callee, after, leaves);
        let caught: FxHashSet<VarId> = self.caught.iter().filter_map(|v| vars[*v]).collect();
        let mut passes: FxHashMap<BlockId, Pass> = FxHashMap::default();
        let mut places = FxHashMap::default();
        for nb in &blocks {
            let mut blk = std::mem::take(&mut self.g.blocks[*nb]);
            for op in &mut blk.operations {
                op.span = match is_call_of(self.f, op) {
                    // What is left of the call ([`crate::fastpath`]).
                    true => call.span,
                    false => self.place(op.span, call.span, &mut places),
                };
            }
            for l in &mut blk.exits {
                if l.span.is_known() {
                    l.span = self.place(l.span, call.span, &mut places);
                } else if l.target == leaves {
                    l.span = self.place(l.span, call.span, &mut places).unknown();
                }
            }
            let mut pass = Pass::default();
            for v in &through {
                let n = self.g.copy_var(*v);
                pass.insert(*v, n);
                blk.inputargs.push(n);
            }
            self.g.blocks[*nb] = blk;
            passes.insert(*nb, pass);
        }
        // Entry.
        let mut args: Vec<LlValue> = call.args[1..].to_vec();
        args.extend(through.iter().map(|v| LlValue::Var(*v)));
        self.g.blocks[b].exits = vec![Link::new(start, args)];
        // Links between copies, to the block after the call, and out of the function.
        let after_order: Vec<VarId> = live.iter().map(|(v, _)| *v).collect();
        for nb in blocks.iter().copied() {
            let pass = passes[&nb].clone();
            for k in 0..self.g.blocks[nb].exits.len() {
                let mut link = self.g.blocks[nb].exits[k].clone();
                let handed = |v: &VarId| LlValue::Var(pass[v]);
                if link.target == after {
                    let value = link.args[0];
                    link.args = after_order
                        .iter()
                        .map(|v| if *v == call.result { value } else { handed(v) })
                        .collect();
                } else if link.target == leaves {
                    let span = std::mem::take(&mut link.span);
                    let again = link.args[1].as_var().is_some_and(|v| caught.contains(&v));
                    let passes_on = link.last_exception.is_some();
                    let constant = constant_text(&link.args[1]).unwrap_or_default();
                    let handler = self.raise_link(&mut link, &pass, &handlers, &through);
                    if link.target == leaves {
                        link.span = span;
                    } else if let Some((at, surely)) = handler
                        && !passes_on
                        && (!surely || self.resumes.contains(&at.or(call.span).inlined))
                    {
                        let leaves = match (span.is_known(), again) {
                            (false, _) => Leaves::Resumed,
                            (true, true) => Leaves::Reraised,
                            (true, false) => Leaves::Raised,
                        };
                        let known = |s: &Span| s.is_known() && s.inlined == span.inlined;
                        let ops = self.g.blocks[nb].operations.iter().rev().map(|o| o.span);
                        let span = span.or(ops.clone().find(known).unwrap_or(span));
                        let frame =
                            depth(self.inlined, span) - depth(self.inlined, at.or(call.span));
                        let kind = TracebackKind::Handled { leaves, frame, or_outer: !surely };
                        self.mark_handled(&mut link, kind, &constant, span);
                    }
                } else {
                    link.args.extend(through.iter().map(handed));
                }
                self.g.blocks[nb].exits[k] = link;
            }
        }
        // Operations that pass exceptions to the caller.
        if !handlers.is_empty() {
            let mut copies = blocks;
            while let Some(nb) = copies.pop() {
                if let Some(rest) = self.protect(nb, &passes[&nb].clone(), &handlers, call.span) {
                    let (rest, pass) = rest;
                    passes.insert(rest, pass);
                    copies.push(rest);
                }
            }
        }
        after
    }

    /// A position of the callee as one of the inlined code. Helpers of the toolchain have no positions of their own: theirs
    /// is that of the call. A part of its caller has the same frame. `places`: chains made for this call.
    fn place(&mut self, span: Span, call: Span, places: &mut FxHashMap<u32, u32>) -> Span {
        let attrs = &self.p.funcs[self.f].attrs;
        match span.inlined {
            0 if attrs.helper => return call,
            0 if attrs.same_frame => return Span { inlined: call.inlined, ..span }.or(call),
            _ => {}
        }
        if let Some(n) = places.get(&span.inlined) {
            return Span { inlined: *n, ..span };
        }
        let entry = match span.inlined.checked_sub(1) {
            None => Inlined { func: self.p.funcs[self.f].shown_name(), call },
            Some(i) => {
                let Inlined { func, call: inner } = self.inlined[i as usize].clone();
                Inlined { func, call: self.place(inner, call, places) }
            }
        };
        self.inlined.push(entry);
        let n = self.inlined.len() as u32;
        places.insert(span.inlined, n);
        Span { inlined: n, ..span }
    }

    /// Notes, on a link from a `raise` to its handler, where the exception comes from: it may go on later.
    fn mark_handled(
        &mut self,
        link: &mut Link<Ll>,
        kind: TracebackKind,
        constant: &str,
        span: Span,
    ) {
        let types: Vec<Type> = link.args.iter().map(|a| self.p.value_type(self.g, a)).collect();
        let inputs: Vec<VarId> = types.into_iter().map(|t| self.g.new_var("v", t)).collect();
        let b = self.g.new_block_with(inputs.clone());
        let text = |t: &str| LlValue::Const(Const::Text(t.into()));
        // Different places must not look the same.
        let place = format!("{} {}{constant}", span.start, span.inlined);
        let args = vec![kind.operand(), text(""), text(&place)];
        self.g.add_op(b, LlOp::ExcTraceback, args, "v", Type::Void, span);
        let args = inputs.into_iter().map(LlValue::Var).collect();
        self.g.blocks[b].exits = vec![Link::new(link.target, args)];
        link.target = b;
    }

    /// Redirects a link that went to the callee's except block. Gives the position of the handler that it goes to, and whether it
    /// surely does.
    fn raise_link(
        &mut self,
        link: &mut Link<Ll>,
        pass: &Pass,
        handlers: &[Handler],
        through: &[VarId],
    ) -> Option<(Span, bool)> {
        let (etype, evalue) = (link.args[0], link.args[1]);
        if handlers.is_empty() {
            link.target = self.g.exceptblock;
            return None;
        }
        // The class is a constant, or that of the exception exit itself (or a subclass).
        let (bound, exact) = match (&etype, &link.case) {
            (LlValue::Const(Const::Obj(c)), _) => (Some(*c), true),
            (LlValue::Var(v), ExitCase::Value(Const::Obj(c)))
                if link.last_exception == Some(*v) =>
            {
                (Some(*c), false)
            }
            _ => (None, false),
        };
        for (n, h) in handlers.iter().enumerate() {
            let surely = catches_all(self.p, h.class)
                || bound.is_some_and(|c| is_subclass(self.p, c, h.class));
            if surely {
                link.target = h.link.target;
                link.args = handler_args(h, &etype, &evalue, pass);
                return Some((h.link.span, true));
            }
            let maybe = match bound {
                Some(_) if exact => false,
                Some(c) => is_subclass(self.p, h.class, c),
                None => true,
            };
            if maybe {
                // Tests at run time from here on.
                let d = self.dispatch(&handlers[n..], through);
                link.target = d;
                link.args = vec![etype, evalue];
                link.args.extend(through.iter().map(|v| LlValue::Var(pass[v])));
                return Some((h.link.span, false));
            }
        }
        link.target = self.g.exceptblock;
        None
    }

    /// A chain of blocks that tests an exception's class against the handlers.
    fn dispatch(&mut self, handlers: &[Handler], through: &[VarId]) -> BlockId {
        let [tv, vv] = self.g.blocks[self.g.exceptblock].inputargs[..] else {
            unreachable!("two inputs");
        };
        let t = self.g.copy_var(tv);
        let v = self.g.copy_var(vv);
        let mut inputs = vec![t, v];
        let mut pass = Pass::default();
        for x in through {
            let n = self.g.copy_var(*x);
            pass.insert(*x, n);
            inputs.push(n);
        }
        let b = self.g.new_block_with(inputs.clone());
        let (etype, evalue) = (LlValue::Var(t), LlValue::Var(v));
        let Some((h, rest)) = handlers.split_first() else {
            self.g.blocks[b].exits = vec![Link::new(self.g.exceptblock, vec![etype, evalue])];
            return b;
        };
        let args = handler_args(h, &etype, &evalue, &pass);
        let hit = Link { span: h.link.span, ..Link::new(h.link.target, args) };
        if catches_all(self.p, h.class) {
            self.g.blocks[b].exits = vec![hit];
            return b;
        }
        let test = self.subclass_test(b, t, h.class);
        let next = self.dispatch(rest, through);
        let miss_args = inputs.iter().map(|v| LlValue::Var(*v)).collect();
        let blk = &mut self.g.blocks[b];
        blk.exitswitch = ExitSwitch::Var(test);
        blk.exits = bool_exits(Link::new(next, miss_args), hit);
        b
    }

    /// Appends the test whether class `t` is `class` or a subclass.
    fn subclass_test(&mut self, b: BlockId, t: VarId, class: ObjId) -> VarId {
        let span = self.callee.span;
        let range = subclass_range(self.p, class);
        let field = self.p.types.class_number(self.g.ty(t));
        let konst = |c| LlValue::Const(c);
        match (range, field) {
            (Some((lo, hi)), Some(f)) => {
                let args = vec![t.into(), konst(Const::Field(f))];
                let at = self.g.add_op(b, LlOp::GetField, args, "min", Type::Signed, span);
                let args = vec![konst(Const::Int(lo)), at.into(), konst(Const::Int(hi))];
                self.g.add_op(b, LlOp::IntBetween, args, "match", Type::Bool, span)
            }
            // Classes without ranges have no subclasses.
            _ => {
                let args = vec![t.into(), konst(Const::Obj(class))];
                self.g.add_op(b, LlOp::PtrEq, args, "match", Type::Bool, span)
            }
        }
    }

    /// Gives the first unprotected operation of the block that may raise what a handler catches the call's
    /// handlers; the rest of the block becomes a block of its own, which is returned.
    fn protect(
        &mut self,
        b: BlockId,
        pass: &Pass,
        handlers: &[Handler],
        call: Span,
    ) -> Option<(BlockId, Pass)> {
        let blk = &self.g.blocks[b];
        let n = blk.operations.len();
        let at = blk.operations.iter().enumerate().position(|(i, op)| {
            self.may_raise_to(op, handlers) && !(op.op.is_ovf() && !(blk.can_raise() && i + 1 == n))
        })?;
        let own = blk.can_raise() && at + 1 == n;
        let op = blk.operations[at].op;
        let mut rest = None;
        if !own {
            let (r, map) = split_block(self.g, b, at + 1);
            self.g.blocks[b].exitswitch = ExitSwitch::LastException;
            // The rest may need all that is handed through for its own handlers.
            let mut have: Pass = Pass::default();
            for (orig, here) in pass {
                let there = match map.iter().find(|(v, _)| v == here) {
                    Some((_, n)) => *n,
                    None => {
                        let n = self.g.copy_var(*here);
                        self.g.blocks[r].inputargs.push(n);
                        self.g.blocks[b].exits[0].args.push((*here).into());
                        n
                    }
                };
                have.insert(*orig, there);
            }
            rest = Some((r, have));
        }
        for h in handlers {
            if !handler_may_match(self.p, op, h.class) {
                continue;
            }
            let [tv, vv] = self.g.blocks[self.g.exceptblock].inputargs[..] else {
                unreachable!("two inputs");
            };
            let (t, v) = (self.g.copy_var(tv), self.g.copy_var(vv));
            let args = handler_args(h, &t.into(), &v.into(), pass);
            self.g.blocks[b].exits.push(Link {
                target: h.link.target,
                args,
                case: ExitCase::Value(Const::Obj(h.class)),
                last_exception: Some(t),
                last_exc_value: Some(v),
                span: h.link.span.or(call),
            });
        }
        rest
    }

    fn may_raise_to(&self, op: &SpaceOperation<Ll>, handlers: &[Handler]) -> bool {
        self.facts.op_raises(self.p, op)
            && handlers.iter().any(|h| handler_may_match(self.p, op.op, h.class))
    }
}

/// The arguments of a handler's link, for an exception with this class and value, in a block with these names.
fn handler_args(h: &Handler, etype: &LlValue, evalue: &LlValue, pass: &Pass) -> Vec<LlValue> {
    let mut names = caught(&h.link, etype, evalue);
    names.extend(pass.iter().map(|(v, n)| (*v, LlValue::Var(*n))));
    renamed(&h.link.args, &names)
}
