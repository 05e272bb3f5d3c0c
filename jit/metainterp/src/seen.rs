//! Visible side of the JIT, for programs and their users: counters, how often code was entered, events for the
//! program's hooks, guest and interpreter positions, resume data as text, names of constants.

use crate::codes::Transfer;
use crate::compiled::Start;
use crate::events::{Count, Event, Number};
use crate::frame::Stack;
use crate::jit::state::{Jit, Next};
use crate::jitprof::{AbortReason, Profile};
use crate::meter::Doing;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt::Write as _;
use jitbackend::{CodeInfo, Cpu, FailId, Memory};
use jitmodel::text::{TextEnv, op_text, resume_text};
use jitmodel::*;

/// The operations that count in code how often it is entered.
const COUNT_OPERATIONS: usize = 3;

/// A fact that a program asks for.
const COUNTER: i64 = 0;
const COUNTS: i64 = 1;
const COUNT_KIND: i64 = 2;
const COUNT_NUMBER: i64 = 3;
const COUNT_VALUE: i64 = 4;
/// Setting that says whether code that is made from now on counts its entries.
pub const SET_COUNTING: i64 = 5;
const EVENT_NUMBER: i64 = 6;
const EVENT_COMPILED: i64 = 7;
/// A text that a program asks for: an event's operations.
const OPERATIONS: i64 = 3;

impl Profile {
    /// A counter by its number in rlib's `Counters`.
    pub fn counter(&self, number: usize) -> i64 {
        use AbortReason::*;
        let n = match number {
            0 => self.traces_started.get(),
            1 => self.backends.get(),
            2 | 4 => self.recorded_ops.get(),
            5 => self.guards.get(),
            6 => self.opt_ops.get(),
            7 => self.opt_guards.get(),
            12 => self.aborts_for(TraceTooLong),
            13 => self.aborts_for(BackendError),
            14 => self.aborts_for(BadLoop),
            15 => self.aborts_for(VableEscape),
            16 => self.aborts_for(ForceQuasiImmut),
            17 => self.aborts_for(SegmentedTrace),
            19 => self.nvirtuals.get(),
            20 => self.nvholes.get(),
            22 => self.loops.get(),
            23 => self.bridges.get(),
            24 => self.freed_loops.get(),
            25 => self.freed_bridges.get(),
            _ => 0,
        };
        n as i64
    }
}

/// The counter of a reason, if it has one.
fn counter_of(reason: AbortReason) -> i64 {
    match reason {
        AbortReason::TraceTooLong => 12,
        AbortReason::BackendError => 13,
        AbortReason::BadLoop => 14,
        AbortReason::VableEscape => 15,
        AbortReason::ForceQuasiImmut => 16,
        AbortReason::SegmentedTrace => 17,
        _ => -1,
    }
}

impl<C: Cpu> Jit<C> {
    // ------------------------------------------------------------ what programs ask

    /// An int that the program asks for.
    pub fn ask_int(&self, what: i64, n: i64) -> i64 {
        let counts = self.counts.borrow();
        let count = usize::try_from(n).ok().and_then(|n| counts.get(n));
        match what {
            COUNTER => self.prof.counter(n as usize),
            COUNTS => counts.len() as i64,
            COUNT_KIND => count.map_or(0, |c| c.kind as i64),
            COUNT_NUMBER => count.map_or(0, |c| c.number),
            COUNT_VALUE => count.map_or(0, |c| c.value.get()),
            SET_COUNTING => {
                self.counting.set(n != 0 || self.log.wants("jit-backend-counts"));
                0
            }
            EVENT_NUMBER => self.events.borrow().told.numbers.get(n as usize).copied().unwrap_or(0),
            EVENT_COMPILED => self.events.borrow().told.compiled as i64,
            _ => 0,
        }
    }
    /// Seconds spent tracing (0) or in the backend (1).
    pub fn ask_float(&self, n: i64) -> f64 {
        let ns = match n {
            0 => self.meter.spent_ns(Doing::Tracing),
            1 => self.meter.spent_ns(Doing::Backend),
            _ => 0,
        };
        ns as f64 / 1e9
    }
    /// A text of the event that is being told: driver (0), reason (1), location (2), operations (3). It is kept
    /// for [`Jit::asked_text`]. Gives its length.
    pub fn ask_text(&self, n: i64) -> usize {
        let mut events = self.events.borrow_mut();
        let text = match n {
            0 => match self.data.drivers.get(events.told.driver) {
                Some(driver) => driver.desc.name.clone(),
                None => String::new(),
            },
            OPERATIONS => self.operations_text(events.told.trace.as_ref()),
            n => events.told.texts.get(n as usize - 1).cloned().unwrap_or_default(),
        };
        events.text = text;
        events.text.len()
    }
    /// The operations of a trace, a line each.
    fn operations_text(&self, trace: Option<&Trace>) -> String {
        let env = TextEnv { descrs: &self.data.descrs, symbols: self.symbols() };
        let mut out = String::new();
        let Some(trace) = trace else { return out };
        for n in (0..trace.ops.len()).filter(|&n| !trace.ops[n].opnum.has(effects::DEBUG)) {
            out.push_str(&op_text(trace, n, env));
            out.push('\n');
        }
        out
    }
    /// Copies what was asked for last.
    ///
    /// # Safety
    /// There is room for it at `to`.
    pub unsafe fn asked_text(&self, to: *mut u8) {
        let events = self.events.borrow();
        // SAFETY: promised by the caller.
        unsafe { to.copy_from_nonoverlapping(events.text.as_ptr(), events.text.len()) }
    }
    // ------------------------------------------------------------ hooks

    /// Notes something for the program's hooks.
    fn note(&self, event: Event) {
        self.events.borrow_mut().waiting.push_back(event);
    }
    /// Tells the program what has happened, at a place where it may run and collect: `next` and `transfer` hold what is alive.
    pub(crate) fn tell(&self, jd: usize, next: &mut Next, transfer: &mut Transfer) {
        let Some((function, descr)) = self.data.event_hook else { return };
        {
            let mut events = self.events.borrow_mut();
            if events.telling || events.waiting.is_empty() {
                return;
            }
            events.telling = true;
        }
        let driver = &self.data.drivers[jd];
        // All references that are alive: arguments of code, greens and reds, the result, an exception.
        let mut alive: Vec<&mut i64> = Vec::new();
        if let Next::Execute(_, args) = next {
            let reds = driver.reds.iter().map(|r| r.0);
            alive.extend(args.iter_mut().zip(reds).filter(|a| a.1 == Kind::Ref).map(|a| a.0));
        }
        let greens = driver.positions().filter(|p| p.0 == Kind::Ref).count();
        alive.extend(transfer.references(greens));
        let mem = self.cpu.mem();
        let (class, mut exception) = (mem.exc_class(), mem.exc_value());
        mem.set_exc(0, 0);
        alive.push(&mut exception);
        if let Some(block) = self.roots.push_block(alive.len()) {
            alive.iter().enumerate().for_each(|(n, word)| block.set(&self.roots, n, **word));
            while let Some(event) = next_event(self) {
                self.events.borrow_mut().told = event;
                // One call for what comes before compiling, and one for what comes behind it.
                for step in 0..2 {
                    mem.call(self.data.address(function), &[step], descr);
                    mem.set_exc(0, 0);
                }
            }
            alive.iter_mut().enumerate().for_each(|(n, word)| **word = block.get(&self.roots, n));
            self.roots.pop_block(block);
        }
        mem.set_exc(class, exception);
        self.events.borrow_mut().telling = false;
    }
    /// Adds [`COUNT_OPERATIONS`] operations.
    fn count(&self, out: &mut Trace, kind: u8, number: i64) {
        // It stays where it is.
        let count = Rc::new(Count { kind, number, value: Cell::new(0) });
        let (address, zero, one) =
            (out.const_int(count.value.as_ptr() as i64), out.const_int(0), out.const_int(1));
        let words = self.data.words;
        let old = out.record_descr(ResOp::RawLoadI, &[address, zero], words);
        let new = out.record(ResOp::IntAdd, &[old, one]);
        out.record_descr(ResOp::RawStore, &[address, zero, new], words);
        self.counts.borrow_mut().push(count);
    }
    /// The class of what may be an instance: vtables are at no other addresses.
    fn class_name(&self, word: i64) -> Option<String> {
        let symbol = self.symbols().names.get(&self.cpu.mem().class_of(word))?;
        symbol.strip_suffix("_vtable").map(str::to_string)
    }
}

/// Code was made.
pub(crate) fn note_compiled<C: Cpu>(
    jit: &Jit<C>,
    jd: usize,
    kind: i64,
    number: i64,
    code: &CodeInfo,
    trace: &Trace,
) {
    if jit.data.event_hook.is_none() {
        return;
    }
    let mut numbers = [0; Number::Last as usize];
    numbers[Number::Reason as usize] = -1;
    numbers[Number::Type as usize] = kind;
    numbers[Number::Code as usize] = number;
    numbers[Number::Address as usize] = code.address as i64;
    numbers[Number::Size as usize] = code.size as i64;
    // (What guards rebuild is not told, and is large.)
    let mut kept = trace.without_ops();
    kept.ops.clone_from(&trace.ops);
    let saved = trace.guards.iter().map(|guard| guard.fail_args.clone());
    kept.guards.extend(saved.map(|fail_args| GuardInfo { fail_args, ..GuardInfo::default() }));
    let texts = [String::new(), trace.strings.first().cloned().unwrap_or_default()];
    jit.note(Event { numbers, compiled: true, driver: jd, texts, trace: Some(kept) });
}

/// Tracing was given up.
pub(crate) fn note_abort<C: Cpu>(
    jit: &Jit<C>,
    jd: usize,
    reason: AbortReason,
    trace: Option<&Trace>,
) {
    if jit.data.event_hook.is_none() {
        return;
    }
    let mut numbers = [0; Number::Last as usize];
    numbers[Number::Reason as usize] = counter_of(reason);
    let location = trace.and_then(|t| t.strings.last().cloned()).unwrap_or_default();
    let texts = [reason.text().to_string(), location];
    jit.note(Event { numbers, compiled: false, driver: jd, texts, trace: None });
}

fn next_event<C: Cpu>(jit: &Jit<C>) -> Option<Event> {
    jit.events.borrow_mut().waiting.pop_front()
}

// ------------------------------------------------------------ counts

/// The trace with operations that count how often it and its labels are entered, if that is wanted.
pub(crate) fn with_counts<C: Cpu>(
    jit: &Jit<C>,
    trace: &Trace,
    kind: u8,
    number: i64,
) -> Option<Trace> {
    if !jit.counting.get() {
        return None;
    }
    let mut out = trace.without_ops();
    let mut renamed: Vec<OpRef> = trace.inputarg_refs().collect();
    jit.count(&mut out, kind, number);
    for op in &trace.ops {
        let mut op = op.clone();
        let rename = |v: &OpRef| if v.is_const() { *v } else { renamed[v.index()] };
        op.args = op.args.iter().map(rename).collect();
        let (opnum, token) = (op.opnum, op.token());
        renamed.push(out.push(op));
        if opnum == ResOp::Label
            && let Some(token) = token
        {
            jit.count(&mut out, b'l', token.0 as i64);
        }
    }
    out.guards = trace.guards.clone();
    for arg in out.guards.iter_mut().flat_map(|g| &mut g.fail_args).flatten() {
        *arg = renamed[arg.index()];
    }
    Some(out)
}

/// Gives the offsets at which the code of the operations of a trace begins and ends, a line for each: the offset and
/// the number of the operation, or what else is there.
pub(crate) fn offsets_text<C: Cpu>(jit: &Jit<C>, trace: &Trace, offsets: &[u32]) -> String {
    let counted = |wanted: bool| if wanted && jit.counting.get() { COUNT_OPERATIONS } else { 0 };
    let (mut out, mut at) = (String::new(), 0);
    let mut line = |what: String, operations: usize| {
        if let Some(offset) = offsets.get(at).filter(|_| operations > 0) {
            let _ = writeln!(out, "+{offset:x} {what}");
        }
        at += operations;
    };
    line("count".into(), counted(true));
    for (n, op) in trace.ops.iter().enumerate() {
        line(n.to_string(), 1);
        line("count".into(), counted(op.opnum == ResOp::Label && op.token().is_some()));
    }
    line("exits".into(), 1);
    out
}

/// The text of `jit-backend-counts`.
pub(crate) fn counts_text<C: Cpu>(jit: &Jit<C>) -> String {
    let mut out = String::new();
    for count in jit.counts.borrow().iter() {
        let (number, value) = (count.number, count.value.get());
        let _ = match count.kind {
            b'e' => writeln!(out, "entry {number}:{value}"),
            b'b' => writeln!(out, "bridge {number}:{value}"),
            _ => writeln!(out, "TargetToken({number}):{value}"),
        };
    }
    out
}

// ------------------------------------------------------------ logs

/// Gives the place where the interpreter stands: its functions, the innermost first.
pub(crate) fn position_text<C: Cpu, X: Default>(
    jit: &Jit<C>,
    start: Start,
    stack: &Stack<X>,
    trace: &Trace,
) -> String {
    let mut out = match start {
        Start::Cell(cell) => {
            let name = &jit.data.drivers[jit.warm.borrow().cell(cell).jd].desc.name;
            format!("tracing a loop of the JitDriver '{name}'")
        }
        Start::Guard(fail) => format!("tracing a bridge out of Guard {}", fail.0),
        Start::Meeting(_) => String::from("making code where ways meet"),
    };
    let _ = writeln!(out, ", {} operations", trace.ops.len());
    if let Some(first) = trace.strings.first() {
        let _ = writeln!(out, "guest program: from '{first}'");
    }
    if let Some(last) = trace.strings.last() {
        let _ = writeln!(out, "guest program: at '{last}'");
    }
    for frame in stack.frames.iter().rev() {
        let code = &jit.data.jitcodes[frame.jitcode];
        let place = code.place(frame.pc).unwrap_or_default();
        let _ = writeln!(out, "interpreter: {place} in {} ({})", code.name, frame.pc);
    }
    out
}

/// Writes what each guard of a trace rebuilds when it fails.
pub(crate) fn log_resume<C: Cpu>(jit: &Jit<C>, trace: &Trace, first_fail: FailId) {
    jit.log.section("jit-resume", || {
        describe_constants(jit, trace);
        let env = TextEnv { descrs: &jit.data.descrs, symbols: jit.symbols() };
        let mut out = format!("# {}\n", trace.name);
        for op in &trace.ops {
            let Some(guard) = op.guard() else { continue };
            let info = &trace.guards[guard.0 as usize];
            let Some(resume) = &info.resume else { continue };
            let name = |jitcode: u32| match jit.data.jitcodes.get(jitcode as usize) {
                Some(code) => code.name.clone(),
                None => jitcode.to_string(),
            };
            let number = guard.0 + first_fail.0;
            let text = resume_text(resume, env, &name);
            let place =
                |f: &ResumeFrame| jit.data.jitcodes.get(f.jitcode as usize)?.place(f.pc as usize);
            let places: Vec<String> = resume.frames.iter().rev().filter_map(place).collect();
            let _ = write!(out, "Guard{number} {}: {text}", op.opnum);
            let _ = match places.is_empty() {
                true => writeln!(out),
                false => writeln!(out, "  ; {}", places.join(" < ")),
            };
        }
        out
    });
}

/// Gives the objects and lists of marks that a trace mentions names for logs.
pub(crate) fn describe_constants<C: Cpu>(jit: &Jit<C>, trace: &Trace) {
    jit.data.name_mark_lists(&mut jit.symbols().made.borrow_mut());
    let resume = trace.guards.iter().filter_map(|g| g.resume.as_deref());
    let rebuilt = resume.flat_map(|r| &r.frames).flat_map(|f| &f.slots).filter_map(|s| match s {
        ResumeSlot::Const(ConstValue::Ref(c)) => Some(*c),
        _ => None,
    });
    for c in trace.reference_constants().chain(rebuilt) {
        let word = jit.roots.ref_word(c);
        if word != 0
            && let Some(text) = describe(jit, c, word)
        {
            jit.symbols().objects.borrow_mut().insert(c, text);
        }
    }
}

fn describe<C: Cpu>(jit: &Jit<C>, c: RefConst, word: i64) -> Option<String> {
    let mem = jit.cpu.mem();
    let tid = mem.type_id(word)?;
    let descrs = &jit.data.descrs;
    let is = |d: &Descr| match d {
        Descr::Size(d) => d.tid == tid,
        Descr::Array(d) => d.tid == tid && d.lendescr.is_some(),
        _ => false,
    };
    let what = if descrs.string.is_some_and(|d| is(descrs.get(d))) {
        let bytes = mem.string_bytes(word);
        let short = String::from_utf8_lossy(&bytes[..bytes.len().min(SHORT)]).into_owned();
        let dots = if bytes.len() > SHORT { "…" } else { "" };
        format!("{short:?}{dots}")
    } else if let Some(class) = jit.class_name(word) {
        class
    } else {
        match descrs.iter().find(|(_, d)| is(d))?.1 {
            Descr::Size(d) => d.name.clone(),
            Descr::Array(d) => d.name.clone(),
            _ => return None,
        }
    };
    Some(match c {
        RefConst::Rooted(n) => format!("ptr{n}: {what}"),
        RefConst::Prebuilt(address) => match jit.symbols().names.get(&(address as i64)) {
            Some(name) => format!("{name}: {what}"),
            None => what,
        },
        RefConst::Null => return None,
    })
}

/// Maximum number of characters of a string that are shown.
const SHORT: usize = 40;
