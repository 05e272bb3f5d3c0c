//! The root table: slots for references that the collector reads and updates.
//!
//! One array that never moves and grows at both ends, used from the middle in both directions, so that the part in use is always one range
//! `[base, end)`: blocks (register files of interpreter frames, last in first out) grow downwards, single slots
//! (trace constants, green keys), which are freed in any order, grow upwards.
//!
//! ```text
//!        base ─▼                    ▼─ middle             ▼─ end
//!  ───unused───┤ newest block │ ... │ slot 0 │ slot 1 │ ..├───unused───
//! ```
//! Each thread of the program but the first has a *region* of its own for its blocks ([`Region`]); those of the thread that runs are the
//! table's, and the collector is told of the others' by [`RootTable::leave`].
//!
//! Every word in the range is a reference or null when a collector looks at it. Blocks of machine code are not cleared, and
//! keep what was in them: such a *frame* has words outside of the table, one of which tells which of its slots are alive, and [`RootTable::forget_dead`],
//! to be called before the words are read, clears the others.

use crate::growing::Growing;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::{ConstValue, RefConst};

/// Slots below the middle (blocks) at most.
const BLOCK_WORDS: usize = 1 << 24;
/// Slots from the middle on (single slots) at most.
const SLOT_WORDS: usize = 1 << 22;
/// Number of words of blocks for which there must be room when code is entered: the interpreters of the JIT cannot do
/// without.
const MARGIN: usize = 1 << 14;

/// Slots for references. See the module.
pub struct RootTable {
    /// The first region, with the single slots behind it.
    main: Box<Growing>,
    /// The region of the thread that runs.
    memory: Cell<*const Growing>,
    /// The address of its first word, which is not there before it has grown that far.
    first: Cell<*mut i64>,
    /// The address of the first single slot.
    slots: *mut i64,
    /// The innermost frames of other threads.
    others: RefCell<Vec<*mut i64>>,
    /// Place where the end of the first region is told while another one is used.
    rest: Cell<*mut *mut i64>,
    /// Frames of machine code whose block would begin below this address are refused, so that the margin remains.
    floor: Cell<u64>,
    /// Place of the address of the first word in use.
    base_word: Cell<*mut *mut i64>,
    end: Cell<usize>,
    free: RefCell<Vec<u32>>,
    /// The collector's variable with the address of the end.
    publish: Cell<Option<*mut *mut i64>>,
    /// The innermost frame of machine code; the others are behind it.
    innermost: Cell<*mut i64>,
    /// Variable that stands in place of the collector's, as long as there is none.
    unpublished: Box<Cell<*mut i64>>,
    live_maps: RefCell<LiveMaps>,
    unchanging: RefCell<Unchanging>,
    shared: RefCell<Shared>,
    collections: Cell<u32>,
}

/// Slots that several have for the same object.
#[derive(Default)]
struct Shared {
    /// Number of users of each slot, by slot; 0: it is not shared.
    users: Vec<u32>,
    /// Slots by their objects' addresses, some of which are addresses of long ago.
    by_word: FxHashMap<i64, u32>,
    /// Entries that are not older than the last collection: their objects may have moved since.
    recent: Vec<(i64, u32)>,
    collections: u32,
}

impl Shared {
    fn users(&mut self, slot: u32) -> &mut u32 {
        let slot = slot as usize;
        if self.users.len() <= slot {
            self.users.resize(slot + 1, 0);
        }
        &mut self.users[slot]
    }

    fn add(&mut self, word: i64, slot: u32) {
        self.by_word.insert(word, slot);
        self.recent.push((word, slot));
    }

    fn forget(&mut self, word: i64, slot: u32) {
        if self.by_word.get(&word) == Some(&slot) {
            self.by_word.remove(&word);
        }
    }
}

/// Constants that are lists or arrays which never change.
#[derive(Default)]
struct Unchanging {
    slots: FxHashSet<u32>,
    prebuilt: FxHashSet<i64>,
}

/// Sets of slots, numbered. Each number belongs to one owner of code: so a frame's number tells whose code runs in it.
#[derive(Default)]
struct LiveMaps {
    sets: Vec<(SlotSet, u32)>,
    numbers: FxHashMap<(u32, SlotSet), u32>,
    /// Numbers by owner, and those that belong to nobody any more.
    owned: FxHashMap<u32, Vec<u32>>,
    free: Vec<u32>,
}

/// A set of reference slots of a frame.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct SlotSet {
    low: u128,
    /// Slots from 128 on.
    high: Vec<u64>,
}

impl SlotSet {
    /// Adds a slot.
    pub fn insert(&mut self, n: u32) {
        let Some(n) = n.checked_sub(u128::BITS) else { return self.low |= 1 << n };
        let word = (n / 64) as usize;
        if self.high.len() <= word {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << (n % 64);
    }

    /// Removes a slot.
    pub fn remove(&mut self, n: u32) {
        let Some(n) = n.checked_sub(u128::BITS) else { return self.low &= !(1 << n) };
        if let Some(word) = self.high.get_mut((n / 64) as usize) {
            *word &= !(1 << (n % 64));
        }
    }

    /// Tells whether it has a slot.
    pub fn contains(&self, n: u32) -> bool {
        let Some(n) = n.checked_sub(u128::BITS) else { return self.low >> n & 1 != 0 };
        self.high.get((n / 64) as usize).is_some_and(|word| word >> (n % 64) & 1 != 0)
    }
}

/// Reference slots that a frame of machine code has when it is entered. Slot `n` is the word `n + 1` below [`FRAME_REFS`], so that code which
/// needs more can have them below.
pub const FRAME_SLOTS: usize = 128;
/// Maximum number of reference slots of a frame.
pub const MAX_FRAME_SLOTS: usize = 1024;
/// The word of such a frame that holds the address of the one before.
pub const FRAME_PREVIOUS: usize = 4;
/// The word with the address behind its reference slots.
pub const FRAME_REFS: usize = 5;
/// The word with the address of its last reference slot: where the next block ends.
pub const FRAME_BASE: usize = 32;
/// The word that tells who asks for the values of code that is in a call: 0; the number of the `guard_not_forced` behind the call, plus one;
/// or less than 0: somebody has asked. That of a register that holds no values.
pub const FRAME_FORCE: usize = 11;
/// The word that tells at any call that may collect which of its slots are alive, as a number that [`RootTable::live_map`] gave.
pub const FRAME_LIVE: usize = 31;

/// Holds the part of the table that belongs to a thread that does not run.
#[derive(Debug)]
pub struct Region {
    memory: *const Growing,
    base: usize,
    innermost: *mut i64,
}

/// Words that machine code changes when it makes a frame itself.
#[derive(Clone, Copy, Debug)]
pub struct FrameWords {
    /// The address of the innermost frame.
    pub innermost: *const *mut i64,
    /// The address of the first word in use.
    pub base: *const *mut i64,
}

impl Default for RootTable {
    fn default() -> Self {
        Self::new().expect("memory for references")
    }
}

/// The first word of the blocks of a region.
fn first_word(memory: &Growing) -> *mut i64 {
    (memory.middle() - 8 * BLOCK_WORDS) as *mut i64
}

/// A block of slots, released in reverse order of allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootBlock {
    start: u32,
    len: u32,
}

impl RootTable {
    /// An empty table; `None` if there is no memory for it.
    pub fn new() -> Option<Self> {
        let main = Box::new(Growing::new(8 * BLOCK_WORDS, 8 * SLOT_WORDS)?);
        let first = first_word(&main);
        let table = RootTable {
            memory: Cell::new(&raw const *main),
            first: Cell::new(first),
            slots: main.middle() as *mut i64,
            main,
            others: RefCell::default(),
            rest: Cell::new(core::ptr::null_mut()),
            floor: Cell::new(0),
            base_word: Cell::new(core::ptr::null_mut()),
            end: Cell::new(BLOCK_WORDS),
            free: RefCell::default(),
            publish: Cell::new(None),
            innermost: Cell::new(core::ptr::null_mut()),
            unpublished: Box::new(Cell::new(first.wrapping_add(BLOCK_WORDS))),
            live_maps: RefCell::default(),
            unchanging: RefCell::default(),
            shared: RefCell::default(),
            collections: Cell::new(0),
        };
        table.base_word.set(table.unpublished.as_ptr());
        table.set_floor();
        Some(table)
    }

    /// Says whether there is room for what follows when code is entered. The table grows if it has
    /// to.
    #[inline]
    pub fn has_room(&self) -> bool {
        let wanted = self.address_of(self.base()).wrapping_sub(8 * (MARGIN + MAX_FRAME_SLOTS));
        wanted >= self.memory().start() || self.grow_down(wanted)
    }

    #[cold]
    fn grow_down(&self, address: usize) -> bool {
        let grown = self.memory().reach_down(address);
        self.set_floor();
        grown
    }

    fn set_floor(&self) {
        self.floor.set((self.memory().start() + 8 * (MARGIN + MAX_FRAME_SLOTS)) as u64);
    }

    /// The index of the first word in use.
    #[inline]
    fn base(&self) -> usize {
        // SAFETY: the table's own word, or the collector's variable, which outlives the table.
        let base = unsafe { *self.base_word.get() };
        (base as usize - self.first.get() as usize) / 8
    }

    #[inline]
    fn set_base(&self, index: usize) {
        // SAFETY: as in `base`.
        unsafe { *self.base_word.get() = self.cell(index) }
    }

    #[inline]
    fn memory(&self) -> &Growing {
        // SAFETY: the table's own, or a region that lives as long as the process.
        unsafe { &*self.memory.get() }
    }

    /// Another thread is about to run: what of the table belongs to the one that ran.
    pub fn leave(&self) -> Region {
        let left = Region {
            memory: self.memory.get(),
            base: self.base(),
            innermost: self.innermost.get(),
        };
        self.others.borrow_mut().extend((!left.innermost.is_null()).then_some(left.innermost));
        left
    }

    /// The words of a region in use, for a collector. The first region's end is told at `rest` from now on, until it is used again.
    pub fn words_of(&self, region: &Region, rest: *mut *mut i64) -> (*mut i64, *mut i64) {
        // SAFETY: as in `memory`.
        let memory = unsafe { &*region.memory };
        let end = match self.is_main(region) {
            true => {
                self.rest.set(rest);
                self.slots.wrapping_add(self.end.get() - BLOCK_WORDS)
            }
            false => memory.middle() as *mut i64,
        };
        (first_word(memory).wrapping_add(region.base), end)
    }

    /// A region that nobody has used; `None` if there is no memory. It lives as long as the process.
    pub fn new_region() -> Option<Region> {
        let memory: *const Growing = Box::leak(Box::new(Growing::new(8 * BLOCK_WORDS, 0)?));
        Some(Region { memory, base: BLOCK_WORDS, innermost: core::ptr::null_mut() })
    }

    /// The thread of this region runs.
    pub fn enter(&self, region: &Region) {
        if !region.innermost.is_null() {
            self.others.borrow_mut().retain(|frame| *frame != region.innermost);
        }
        self.memory.set(region.memory);
        self.first.set(first_word(self.memory()));
        self.set_base(region.base);
        self.innermost.set(region.innermost);
        if self.runs_main() {
            self.rest.set(core::ptr::null_mut());
        }
        self.set_floor();
        self.update();
    }

    /// Tells whether it is the first region, with the single slots behind it.
    pub fn is_main(&self, region: &Region) -> bool {
        core::ptr::eq(region.memory, &raw const *self.main)
    }

    fn runs_main(&self) -> bool {
        core::ptr::eq(self.memory.get(), &raw const *self.main)
    }

    /// Keeps `*base` and `*end` (the collector's variables) up to date from now on.
    ///
    /// # Safety
    /// Both must stay valid as long as the table.
    pub unsafe fn publish_range(&self, base: *mut *mut i64, end: *mut *mut i64) {
        // SAFETY: promised by the caller.
        unsafe { *base = *self.base_word.get() };
        self.base_word.set(base);
        self.publish.set(Some(end));
        self.update();
    }

    #[inline]
    fn update(&self) {
        if let Some(end) = self.publish.get() {
            // SAFETY: promised by the caller of `publish_range`.
            unsafe { *end = self.range().1 }
        }
    }

    /// The words in use, for a collector.
    pub fn range(&self) -> (*mut i64, *mut i64) {
        let end = match self.runs_main() {
            true => self.end.get(),
            false => BLOCK_WORDS,
        };
        (self.cell(self.base()), self.cell(end))
    }

    /// The address of a single slot.
    #[inline]
    fn slot(&self, n: u32) -> *mut i64 {
        self.slots.wrapping_add(n as usize)
    }

    /// The address of a word. It is there if it is in use.
    #[inline]
    fn cell(&self, index: usize) -> *mut i64 {
        self.first.get().wrapping_add(index)
    }

    #[inline]
    fn address_of(&self, index: usize) -> usize {
        self.cell(index) as usize
    }

    /// Reads slot `n`.
    #[inline]
    pub fn get(&self, n: u32) -> i64 {
        // SAFETY: in bounds; single-threaded, and no reference into the array is ever made.
        unsafe { *self.slot(n) }
    }

    /// The address of an object that a trace names, at this moment.
    pub fn ref_word(&self, r: RefConst) -> i64 {
        match r {
            RefConst::Null => 0,
            RefConst::Prebuilt(address) => address as i64,
            RefConst::Rooted(slot) => self.get(slot),
        }
    }

    /// A constant of a trace as a word, at this moment.
    pub fn word(&self, c: ConstValue) -> i64 {
        match c {
            ConstValue::Int(v) => v,
            ConstValue::Float(bits) => bits as i64,
            ConstValue::Ref(r) => self.ref_word(r),
        }
    }

    /// Writes slot `n`.
    #[inline]
    pub fn set(&self, n: u32, value: i64) {
        // SAFETY: as in `get`.
        unsafe { *self.slot(n) = value }
    }

    /// The object in slot `n` never changes. Holds until the slot is released.
    pub fn mark_unchanging(&self, n: u32) {
        self.unchanging.borrow_mut().slots.insert(n);
    }

    /// Says whether the object in a slot was said not to change.
    pub fn is_unchanging(&self, n: u32) -> bool {
        self.unchanging.borrow().slots.contains(&n)
    }

    /// The prebuilt object at an address never changes.
    pub fn mark_prebuilt_unchanging(&self, address: i64) {
        self.unchanging.borrow_mut().prebuilt.insert(address);
    }

    /// Says whether the prebuilt object was said not to change.
    pub fn is_prebuilt_unchanging(&self, address: i64) -> bool {
        self.unchanging.borrow().prebuilt.contains(&address)
    }

    /// The address of slot `n`, which never changes: for compiled code.
    pub fn slot_address(&self, n: u32) -> *mut i64 {
        self.slot(n)
    }

    /// A new slot holding `value`; `None` if the table is full.
    pub fn alloc(&self, value: i64) -> Option<u32> {
        let slot = match self.free.borrow_mut().pop() {
            Some(slot) => slot,
            None => {
                let slot = self.end.get() - BLOCK_WORDS;
                let slot = slot as u32;
                if !self.main.reach_up(self.slot(slot + 1) as usize) {
                    return None;
                }
                self.end.set(self.end.get() + 1);
                if !self.rest.get().is_null() {
                    // SAFETY: said by `words_of`.
                    unsafe { *self.rest.get() = self.slot(slot + 1) };
                }
                slot
            }
        };
        self.set(slot, value);
        self.update();
        Some(slot)
    }

    /// A slot that holds `value` and is never written; `None` if the table is full. It may be others', too: constants of all
    /// traces that are the same object are the same constant as far as possible, so that traces fit each other. Each who asked gives
    /// it back.
    pub fn share(&self, value: i64) -> Option<u32> {
        let shared = &mut *self.shared.borrow_mut();
        if shared.collections != self.collections() {
            shared.collections = self.collections();
            // Objects that are no longer young stay where they are, or are taken for new ones.
            for (before, slot) in core::mem::take(&mut shared.recent) {
                shared.forget(before, slot);
                if *shared.users(slot) != 0 {
                    shared.by_word.insert(self.get(slot), slot);
                }
            }
        }
        if let Some(&slot) = shared.by_word.get(&value)
            && *shared.users(slot) != 0
            && self.get(slot) == value
        {
            *shared.users(slot) += 1;
            return Some(slot);
        }
        let slot = self.alloc(value)?;
        *shared.users(slot) = 1;
        shared.add(value, slot);
        Some(slot)
    }

    /// Gives a slot back.
    pub fn release(&self, n: u32) {
        {
            let shared = &mut *self.shared.borrow_mut();
            let users = shared.users(n);
            if *users > 1 {
                *users -= 1;
                return;
            }
            *users = 0;
            shared.forget(self.get(n), n);
        }
        self.unchanging.borrow_mut().slots.remove(&n);
        self.set(n, 0);
        self.free.borrow_mut().push(n);
    }

    /// A new block of null slots; `None` if interpreter frames nest too deeply.
    pub fn push_block(&self, len: usize) -> Option<RootBlock> {
        let start = self.base_for(len)?;
        // SAFETY: they are there; as in `get`.
        unsafe { self.cell(start).write_bytes(0, len) }
        self.set_base(start);
        self.update();
        Some(RootBlock { start: start as u32, len: len as u32 })
    }

    /// Gives the beginning of a new block of so many words, if they are there or can be had.
    #[inline]
    fn base_for(&self, len: usize) -> Option<usize> {
        let start = self.base().checked_sub(len)?;
        let address = self.address_of(start);
        (address >= self.memory().start() || self.grow_down(address)).then_some(start)
    }

    /// The number of a set of slots in code of `owner`.
    pub fn live_map(&self, owner: u32, set: &SlotSet) -> u32 {
        let maps = &mut *self.live_maps.borrow_mut();
        *maps.numbers.entry((owner, set.clone())).or_insert_with(|| {
            let number = maps.free.pop().unwrap_or_else(|| {
                maps.sets.push(Default::default());
                maps.sets.len() as u32 - 1
            });
            maps.sets[number as usize] = (set.clone(), owner);
            maps.owned.entry(owner).or_default().push(number);
            number
        })
    }

    /// The owner's code is gone: its numbers can be others'. None of its frames is left.
    pub fn free_live_maps(&self, owner: u32) {
        let maps = &mut *self.live_maps.borrow_mut();
        for number in maps.owned.remove(&owner).unwrap_or_default() {
            let (set, _) = core::mem::take(&mut maps.sets[number as usize]);
            maps.numbers.remove(&(owner, set));
            maps.free.push(number);
        }
    }

    /// The owners of the code that runs in the frames of machine code. All of these are in calls that may collect.
    pub fn running(&self, mut add: impl FnMut(u32)) {
        let maps = self.live_maps.borrow();
        self.each_frame(|frame| {
            // SAFETY: promised by the caller of `push_frame`, and by the code that machine code is.
            let live = unsafe { *frame.add(FRAME_LIVE) };
            if let Some((_, owner)) = maps.sets.get(live as usize) {
                add(*owner);
            }
        });
    }

    /// Says whether machine code runs in a frame at this address, in some thread.
    pub fn is_frame(&self, address: i64) -> bool {
        let mut found = false;
        self.each_frame(|frame| found |= frame as i64 == address);
        found
    }

    /// Calls `see` for all frames of machine code, of all threads.
    fn each_frame(&self, mut see: impl FnMut(*mut i64)) {
        for &innermost in self.others.borrow().iter().chain([&self.innermost.get()]) {
            let mut frame = innermost;
            while !frame.is_null() {
                see(frame);
                // SAFETY: promised by the caller of `push_frame`, and by the code that machine code is.
                frame = unsafe { *frame.add(FRAME_PREVIOUS) } as *mut i64;
            }
        }
    }

    /// A new block for machine code, with anything in it: the reference slots of the frame with these words. Gives the address behind them.
    ///
    /// # Safety
    /// The words must be valid until the frame is released with [`RootTable::pop_frame`].
    pub unsafe fn push_frame(&self, frame: *mut i64) -> Option<*mut i64> {
        let end = self.cell(self.base());
        let start = self.base_for(FRAME_SLOTS)?;
        self.set_base(start);
        // SAFETY: promised by the caller.
        unsafe {
            *frame.add(FRAME_PREVIOUS) = self.innermost.get() as i64;
            *frame.add(FRAME_REFS) = end as i64;
            *frame.add(FRAME_BASE) = self.cell(start) as i64;
        }
        self.innermost.set(frame);
        Some(end)
    }

    /// Releases the innermost frame, whose block is the newest.
    ///
    /// # Safety
    /// It must be one.
    pub unsafe fn pop_frame(&self, frame: *mut i64) {
        debug_assert_eq!(frame, self.innermost.get(), "frames are released in order");
        // SAFETY: promised by the caller.
        unsafe {
            self.innermost.set(*frame.add(FRAME_PREVIOUS) as *mut i64);
            *self.base_word.get() = *frame.add(FRAME_REFS) as *mut i64;
        }
    }

    /// The innermost frame, or null.
    pub fn innermost_frame(&self) -> *mut i64 {
        self.innermost.get()
    }

    /// Words that machine code changes when it makes frames itself.
    pub fn frame_words(&self) -> FrameWords {
        FrameWords { innermost: self.innermost.as_ptr(), base: self.base_word.get() }
    }

    /// The word with the address below which no frame's block may begin ([`RootTable::has_room`] lowers it).
    pub fn floor(&self) -> *const u64 {
        self.floor.as_ptr()
    }

    /// Clears the slots of frames that are not alive. A collector must have this done before it reads the range.
    pub fn forget_dead(&self) {
        self.collections.set(self.collections.get().wrapping_add(1));
        let maps = self.live_maps.borrow();
        self.each_frame(|frame| {
            // SAFETY: promised by the caller of `push_frame`, and by the code that machine code is.
            unsafe {
                let live = *frame.add(FRAME_LIVE) as usize;
                let live = maps.sets.get(live).map(|map| &map.0);
                let refs = *frame.add(FRAME_REFS) as *mut i64;
                let last = *frame.add(FRAME_BASE) as *mut i64;
                let slots = refs.offset_from(last) as u32;
                for n in (0..slots).filter(|n| live.is_none_or(|set| !set.contains(*n))) {
                    *refs.sub(n as usize + 1) = 0;
                }
            }
        });
    }

    /// Number of times that a collector has come: as long as that is the same, no object moves.
    pub fn collections(&self) -> u32 {
        self.collections.get()
    }

    /// Releases the newest block.
    pub fn pop_block(&self, block: RootBlock) {
        debug_assert_eq!(block.start as usize, self.base(), "blocks are released in order");
        self.set_base((block.start + block.len) as usize);
        self.update();
    }

    /// Position to return to with [`RootTable::pop_to`].
    pub fn mark(&self) -> usize {
        self.base()
    }

    /// Releases all blocks allocated since the mark was taken.
    pub fn pop_to(&self, mark: usize) {
        debug_assert!(mark >= self.base() && mark <= BLOCK_WORDS);
        self.set_base(mark);
        self.update();
    }

    /// Number of single slots in use.
    pub fn slots_in_use(&self) -> usize {
        self.end.get() - BLOCK_WORDS - self.free.borrow().len()
    }

    /// Calls `update` for every word in use: what a collector does.
    pub fn for_each(&self, mut update: impl FnMut(i64) -> i64) {
        self.forget_dead();
        for i in self.base()..self.end.get() {
            // SAFETY: as in `get`.
            unsafe { *self.cell(i) = update(*self.cell(i)) }
        }
    }
}

impl RootBlock {
    /// Number of slots.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Says whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Reads the block's `i`-th slot.
    #[inline]
    pub fn get(self, table: &RootTable, i: usize) -> i64 {
        debug_assert!(i < self.len());
        // SAFETY: as in `RootTable::get`.
        unsafe { *table.cell(self.start as usize + i) }
    }

    /// Writes the block's `i`-th slot.
    #[inline]
    pub fn set(self, table: &RootTable, i: usize, value: i64) {
        debug_assert!(i < self.len());
        // SAFETY: as in `RootTable::get`.
        unsafe { *table.cell(self.start as usize + i) = value }
    }

    /// The address of the block's `i`-th slot.
    pub fn address(self, table: &RootTable, i: usize) -> *mut i64 {
        table.cell(self.start as usize + i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_grows_when_code_is_entered() {
        let table = RootTable::default();
        let mut frames = 0;
        let first = table.alloc(7).unwrap();
        while table.has_room() {
            table.push_block(FRAME_SLOTS).unwrap();
            let floor = unsafe { *table.floor() };
            let (base, _) = table.range();
            assert!(base as u64 + 8 * FRAME_SLOTS as u64 >= floor, "the margin is left");
            frames += 1;
        }
        assert!(frames > BLOCK_WORDS / FRAME_SLOTS - 1000, "{frames} blocks");
        for n in 1..SLOT_WORDS as u32 {
            assert_eq!(table.alloc(n as i64), Some(n));
        }
        assert_eq!((table.alloc(1), table.get(first), table.get(1 << 20)), (None, 7, 1 << 20));
    }

    #[test]
    fn one_object_has_one_shared_slot() {
        let table = RootTable::default();
        let own = table.alloc(7).unwrap();
        let (a, b) = (table.share(7).unwrap(), table.share(8).unwrap());
        assert!(a != own && a != b);
        assert_eq!((table.share(7), table.share(7)), (Some(a), Some(a)));
        // The objects move, each to where another one was.
        table.for_each(|v| if v == 7 { 8 } else { 7 });
        assert_eq!((table.share(8), table.share(7)), (Some(a), Some(b)));
        // They move again, but are not young any more.
        table.for_each(|v| v + 10);
        let c = table.share(18).unwrap();
        assert!(![own, a, b].contains(&c));
        assert_eq!((table.get(c), table.share(18)), (18, Some(c)));
        (0..4).for_each(|_| table.release(a));
        assert_eq!(table.slots_in_use(), 3);
        assert_eq!([own, b, c].map(|n| table.get(n)), [18, 17, 18]);
    }

    #[test]
    fn the_range_covers_blocks_and_slots() {
        let table = RootTable::default();
        let a = table.alloc(11).unwrap();
        let block = table.push_block(3).unwrap();
        block.set(&table, 1, 22);
        let b = table.alloc(33).unwrap();
        let (from, to) = table.range();
        assert_eq!(unsafe { to.offset_from(from) }, 5);
        table.for_each(|v| v * 2);
        assert_eq!([table.get(a), block.get(&table, 1), table.get(b)], [22, 44, 66]);
        table.pop_block(block);
        table.release(a);
        assert_eq!(table.slots_in_use(), 1);
        assert_eq!(table.alloc(7), Some(a));
        let mut set = SlotSet::default();
        [0, 2, 5, 200].into_iter().for_each(|n| set.insert(n));
        [5, 700].into_iter().for_each(|n| set.remove(n));
        assert_eq!(
            [0, 1, 2, 5, 199, 200, 700].map(|n| set.contains(n)),
            [true, false, true, false, false, true, false]
        );
        let word = table.live_map(7, &set) as i64;
        assert_eq!(table.live_map(7, &set) as i64, word);
        assert_ne!(table.live_map(8, &set) as i64, word);
        let mut words = [0i64; FRAME_BASE + 1];
        words[FRAME_LIVE] = word;
        // SAFETY: the words outlive the frame.
        let frame = unsafe { table.push_frame(words.as_mut_ptr()) }.unwrap();
        // Its code takes more slots.
        let last = frame.wrapping_sub(300);
        words[FRAME_BASE] = last as i64;
        unsafe { *(table.frame_words().base as *mut *mut i64) = last };
        (0..300).for_each(|n| unsafe { *frame.sub(n + 1) = 77 });
        table.for_each(|v| if v == 77 { 78 } else { v });
        assert_eq!(
            [0, 1, 2, 3, 127, 199, 200, 201].map(|n| unsafe { *frame.sub(n + 1) }),
            [78, 0, 78, 0, 0, 0, 78, 0]
        );
        let mut owners = vec![];
        table.running(|owner| owners.push(owner));
        assert_eq!(owners, [7]);
        // SAFETY: it is one.
        unsafe { table.pop_frame(words.as_mut_ptr()) };
        table.free_live_maps(7);
        assert_eq!(table.live_map(9, &set) as i64, word);
        let inner = table.mark();
        table.push_block(4).unwrap();
        table.push_block(4).unwrap();
        table.pop_to(inner);
        let (mut base, mut end) = (core::ptr::null_mut(), core::ptr::null_mut());
        // SAFETY: they outlive the use below.
        unsafe { table.publish_range(&mut base, &mut end) };
        assert_eq!((base, end), table.range());
    }
}
