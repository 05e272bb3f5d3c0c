//! Frees objects of import time that nothing refers to any more, so that a program may compute what it likes when it is
//! imported: a parser generator makes millions of sets and lists.
//!
//! Handles are plain numbers, in Rust's variables too. So an object may only go where all that refers to it is known:
//! between two instructions, and only while the program is imported or run ([`collecting`]); later stages keep
//! handles where nobody looks.
//!
//! These parts of the code that runs refer to objects:
//! * The frame that collects, which is looked at.
//! * The frames below it, which note what they refer to when an instruction of theirs calls a function.
//! * Built-in functions that have called a function (`sorted` with a key, an import), and the frames below them. They
//!   refer to nothing that was made after the call. So each object has a number that tells when it was made
//!   ([`Births`]), and what is older than the last such call is kept.
//! * Built-in functions that make a list of what a generator gives, before they do anything else (`sum`, `join`). The
//!   items are noted, and the frame below has noted the rest.

use super::*;
use crate::bytecode::Op;
use crate::interp::Frame;
use reachable::Weak;

/// Bytes that are made at least between two collections.
const FIRST_LIMIT: usize = 48 << 20;

/// Bytes that are made at least between two collections when these are to come often.
const STRESS_LIMIT: usize = 40_000;

/// It is at least this part of what is alive: otherwise collections of a large heap would take all the time.
const STRESS_PART: usize = 32;

/// Remembers when objects were made: calls by built-in functions are counted.
#[derive(Default)]
pub(super) struct Births {
    now: u32,
    of: Vec<u32>,
}

impl Births {
    #[inline]
    pub(super) fn born(&mut self, r: HostRef) {
        match self.of.get_mut(r.0 as usize) {
            Some(slot) => *slot = self.now,
            None => self.of.resize(r.0 as usize + 1, self.now),
        }
    }

    /// The objects that were made before.
    pub(super) fn before(&self, birth: u32) -> impl Iterator<Item = HostRef> + '_ {
        let old = self.of.iter().enumerate().filter(move |(_, b)| **b < birth);
        old.map(|(i, _)| HostRef(i as u32))
    }
}

/// Holds what a collection needs to know.
pub(super) struct Collector {
    /// Says whether objects may be freed now.
    pub(super) enabled: bool,
    /// Slots of the heap without an object.
    free: Vec<HostRef>,
    pub(super) births: Births,
    /// Bytes of all objects that were made, about.
    pub(super) made: usize,
    /// Number of bytes made at which a collection is tried.
    due: usize,
    /// Number of bytes made at which it is done even if little can be freed.
    overdue: usize,
    /// Collections come often, and slots are not used again: what is used by mistake shows itself.
    stress: bool,
}

impl Collector {
    pub(super) fn new() -> Collector {
        let mut c = Collector {
            enabled: false,
            free: vec![],
            births: Births::default(),
            made: 0,
            due: 0,
            overdue: 0,
            stress: std::env::var("TRACEWRIGHT_IMPORT_GC").is_ok_and(|v| v == "stress"),
        };
        c.start(0);
        c
    }

    /// Bytes that are made until the next collection, when objects of so many are left by the last one.
    fn limit(&self, live: usize) -> usize {
        match self.stress {
            true => STRESS_LIMIT.max(live / STRESS_PART),
            false => live.max(FIRST_LIMIT),
        }
    }

    /// A collection has left objects of so many bytes.
    fn start(&mut self, live: usize) {
        let limit = self.limit(live);
        self.due = self.made + limit;
        self.overdue = self.due + limit;
    }

    /// Built-in code calls a function: what is made from now on, it does not know. After billions of such calls nothing
    /// is freed any more.
    pub(super) fn called_by_built_in(&mut self) -> u32 {
        self.births.now = self.births.now.saturating_add(1);
        self.births.now
    }

    /// An object is made; the slot for it, if there is a free one.
    #[inline]
    pub(super) fn slot_for(&mut self, o: &HostObj) -> Option<HostRef> {
        self.made += size(o);
        if self.enabled { self.free.pop() } else { None }
    }

    /// An object that equal values share has been found: perhaps nothing else refers to it, so that it counts as made.
    #[inline]
    pub(super) fn shared_given(&mut self) {
        self.made += 1;
    }

    /// A dict or set that is there has an entry more.
    #[inline]
    pub(super) fn entry_made(&mut self) {
        self.made += ENTRY;
    }

    /// A list that is there has so many items more.
    #[inline]
    pub(super) fn items_made(&mut self, n: usize) {
        self.made += ITEM * n;
    }

    /// Says whether a collection is to be tried.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.made >= self.due && self.enabled && self.births.now < u32::MAX
    }
}

/// Bytes of an entry of a dict or set, about.
const ENTRY: usize = 56;

/// Bytes of an item of a list that grows, about.
const ITEM: usize = 8;

/// Bytes of an object, about.
fn size(o: &HostObj) -> usize {
    const SLOT: usize = std::mem::size_of::<HostObj>();
    let more = match o {
        HostObj::Str(s) => s.len() + 16,
        HostObj::Unicode(s) => s.len() + 16,
        HostObj::ByteArray(s) => s.capacity(),
        HostObj::BigInt(b) => 48 + b.bits() as usize / 8,
        HostObj::Tuple(items) => 16 + 4 * items.len(),
        HostObj::List(items) => 4 * items.capacity(),
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => 96 + ENTRY * d.map.capacity(),
        HostObj::Function(_) | HostObj::Class(_) => 250,
        HostObj::Generator(_) => 400,
        HostObj::Instance(_) | HostObj::Iter(_) => 56,
        _ => 0,
    };
    SLOT + more
}

/// Says whether an instruction may run code of the program. (The others only move values.)
pub(super) fn may_run_code(op: Op) -> bool {
    !matches!(
        op,
        Op::Nop
            | Op::PopTop
            | Op::DupTop
            | Op::DupTopTwo
            | Op::RotTwo
            | Op::RotThree
            | Op::RotFour
            | Op::Reverse(_)
            | Op::LoadConst(_)
            | Op::LoadFast(_)
            | Op::StoreFast(_)
            | Op::DeleteFast(_)
            | Op::ClearFast(_)
            | Op::LoadGlobal(_)
            | Op::LoadDeref(_)
            | Op::StoreDeref(_)
            | Op::Jump(_)
    )
}

/// Objects are freed as early as possible, and their handles are not used again: a mistake shows itself soon. The
/// same as the environment's `TRACEWRIGHT_IMPORT_GC=stress`.
pub fn collect_often(host: &mut Host) {
    host.collector.stress = true;
    host.collector.start(0);
}

/// Runs code during which objects that nothing refers to are freed.
pub(super) fn collecting<T>(host: &mut Host, run: impl FnOnce(&mut Host) -> T) -> T {
    let before = std::mem::replace(&mut host.collector.enabled, true);
    let result = run(host);
    host.collector.enabled = before;
    if !before {
        // Later stages find what is new at the end of the heap.
        host.collector.free = vec![];
    }
    result
}

/// Prepares for an instruction that may run code: frees objects if it is time, and notes what the frame
/// refers to if the instruction calls a function.
pub(super) fn before_instruction(host: &mut Host, frame: &Frame<Host>, op: Op) {
    if host.collector.is_due() {
        collect(host, frame);
    }
    let direct = match op {
        Op::Call(shape) => calls_directly(host, frame, shape),
        Op::ForIter(_) => frame.stack.last().is_some_and(|it| is_generator(host, *it)),
        _ => false,
    };
    let feeds = match op {
        Op::Call(shape) => {
            let n = frame.code.callshapes[shape as usize].total();
            frame.stack[frame.stack.len() - n..].iter().any(|arg| is_generator(host, *arg))
        }
        _ => false,
    };
    host.run.direct = direct;
    host.run.feeds = feeds.then_some(host.collector.made);
    if direct || feeds || !host.run.weak_cells.is_empty() {
        note(host, frame);
    }
}

/// Says whether a generator was given to built-in code by the running instruction, and that code keeps nothing that its
/// caller does not refer to: it has made no objects.
pub(super) fn is_fed(host: &mut Host, r: HostRef) -> bool {
    host.run.feeds.take() == Some(host.collector.made) && is_generator(host, r)
}

fn note(host: &mut Host, frame: &Frame<Host>) {
    if let Some(f) = host.run.frames.last_mut() {
        f.holds.clear();
        f.holds.extend(held_by(frame));
    }
}

fn is_generator(host: &Host, r: HostRef) -> bool {
    matches!(host.obj(r), HostObj::Generator(_))
}

/// Says whether a call enters a function without any code of ours that keeps objects.
fn calls_directly(host: &Host, frame: &Frame<Host>, shape: u32) -> bool {
    let shape = &frame.code.callshapes[shape as usize];
    if shape.star || shape.starstar {
        return false;
    }
    let callee = frame.stack.len().checked_sub(shape.total() + 1).map(|i| frame.stack[i]);
    match callee.map(|c| host.obj(c)) {
        Some(HostObj::Function(_)) => true,
        Some(HostObj::BoundMethod { func, .. }) => {
            matches!(host.obj(*func), HostObj::Function(_))
        }
        // (`instantiate` says what it keeps.)
        Some(HostObj::Class(c)) => c.meta == host.types.type_,
        _ => false,
    }
}

/// Frees what cannot be reached, unless most of it would have to be kept because too little is known.
#[cold]
fn collect(host: &mut Host, frame: &Frame<Host>) {
    // All that was made before the last call by built-in code is kept.
    let last = host.run.frames.iter().rev().find(|f| !f.direct);
    let known = host.collector.made - last.map_or(0, |f| f.made);
    let limit = host.collector.overdue - host.collector.due;
    if known < limit / 2 && host.collector.made < host.collector.overdue {
        host.collector.due += (limit / 16).max(1);
        host.collector.overdue += (limit / 16).max(1);
        return;
    }
    note(host, frame);
    let reached = reachable::reached(host, &[], Weak::Refers);
    let mut live = 0;
    for i in (0..host.objs.len()).rev() {
        let o = &mut host.objs[i];
        if reached[i] {
            live += size(o);
        } else if !matches!(o, HostObj::Free) {
            *o = HostObj::Free;
            if !host.collector.stress {
                host.collector.free.push(HostRef(i as u32));
            }
        }
    }
    let is_live = |r: &HostRef| reached[r.0 as usize];
    host.shared.forget(is_live);
    host.run.forget(is_live);
    host.side_dicts.retain(|r, _| is_live(r));
    host.frozen.retain(|r, _| is_live(r));
    host.collector.start(live);
}

/// Lists the objects that a frame refers to.
fn held_by(frame: &Frame<Host>) -> impl Iterator<Item = HostRef> + '_ {
    let locals = frame.locals.iter().flatten();
    locals.chain(&frame.stack).chain(&frame.cells).chain(&frame.namespace).copied()
}

impl Shared {
    /// Values that nothing else refers to are shared no more.
    fn forget(&mut self, is_live: impl Fn(&HostRef) -> bool) {
        for r in self.ints.iter_mut().chain(&mut self.small_ints).filter(|r| !is_live(r)) {
            *r = NONE;
        }
        self.strs.retain(|_, r| is_live(r));
        self.bytes_objects.retain(|r| is_live(r));
        self.bytes_by_value.retain(|_, r| is_live(r));
    }
}

impl run::Run {
    /// Forgets what is known about objects that are no more.
    fn forget(&mut self, is_live: impl Fn(&HostRef) -> bool) {
        self.weak_cells.retain(|r| is_live(r));
        self.tracebacks.retain(|r, _| is_live(r));
        self.diagnostics.retain(|r, _| is_live(r));
    }
}
