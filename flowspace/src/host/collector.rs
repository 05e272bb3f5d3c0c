//! Decides when objects of import time are freed, and knows which slots of the heap are free.

use flowmodel::HostRef;

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
    pub(super) free: Vec<HostRef>,
    pub(super) births: Births,
    /// Bytes of all objects that were made, about.
    pub(super) made: usize,
    /// Number of bytes made at which a collection is tried.
    pub(super) due: usize,
    /// Number of bytes made at which it is done even if little can be freed.
    pub(super) overdue: usize,
    /// Collections come often, and slots are not used again: what is used by mistake shows itself.
    pub(super) stress: bool,
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
    pub(super) fn start(&mut self, live: usize) {
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

    /// An object of so many bytes is made; the slot for it, if there is a free one.
    #[inline]
    pub(super) fn slot_for(&mut self, bytes: usize) -> Option<HostRef> {
        self.made += bytes;
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
pub(super) const ENTRY: usize = 56;

/// Bytes of an item of a list that grows, about.
const ITEM: usize = 8;
