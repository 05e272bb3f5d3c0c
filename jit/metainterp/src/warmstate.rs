//! Parameters (the list is `lloperation`'s), green keys, counters and the cells of positions in the interpreted program.
//!
//! A green key compares ints and floats by value, strings by content, other objects by identity. Its references
//! live in root slots. Positions are counted in a small table of counters by the key's hash; only a position that
//! becomes hot gets a [`JitCell`].

use crate::codes::{Driver, MOST_GREENS, StaticData, Transfer};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use jitbackend::{Memory, RootTable};
use jitmodel::TokenId;
use jitmodel::program::GreenType;

/// Number of times that something is tried which may be in vain: to compile a position, a bridge or a piece; code of one function for
/// calls of another shape; code of one spot for another way; code on the way to other code; to pass one test of the interpreter again
/// before the next merge point; to trace what was handed over; to rely on a field that is written, or on nobody looking at a frame. What
/// is tried later each time is not delayed any more after as many doublings. (Measured on 59 guests in nine languages: 96 gives nearly
/// the same code. In `looking_frames` of the conformance programs frames are asked for 96 times; 180 times with 16, 19,300 without.)
pub const ATTEMPTS: u32 = 6;

macro_rules! params {
    ($($name:ident $default:literal $doc:literal $why:literal;)*) => {
        /// The JIT's parameters (`jit.set_param` names).
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $(#[doc = $doc] pub $name: i64,)*
            /// True if traces go through the optimiser (`enable_opts`: `all` or nothing).
            pub optimise: bool,
            /// `off`: never trace.
            pub off: bool,
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $default,)* optimise: true, off: false }
            }
        }

        impl Params {
            /// Sets a parameter; false if the name is unknown.
            pub fn set(&mut self, name: &str, value: i64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }

            /// Sets a parameter to its default; false if the name is unknown.
            pub fn set_default(&mut self, name: &str) -> bool {
                match name {
                    $(stringify!($name) => self.$name = $default,)*
                    "enable_opts" => self.optimise = true,
                    _ => return false,
                }
                true
            }
        }
    };
}

jitmodel::jit_parameters!(params);

impl Params {
    /// Some parameters are of all drivers, for whichever they are set.
    pub fn take_common(&mut self, other: &Params) {
        (self.decay, self.loop_longevity) = (other.decay, other.loop_longevity);
    }

    /// Reads settings like `threshold=3,trace_eagerness=2,enable_opts=,off`. `default` resets all.
    pub fn parse(&mut self, text: &str) -> Result<(), String> {
        for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            match item.split_once('=') {
                None if item == "off" => self.off = true,
                None if item == "default" => *self = Params::default(),
                Some(("enable_opts", value)) => {
                    self.optimise = !value.is_empty() && value != "none"
                }
                Some((name, value)) => {
                    let number = value.trim().parse();
                    let number =
                        number.map_err(|_| format!("{name}: number expected, not '{value}'"))?;
                    if !self.set(name.trim(), number) {
                        return Err(format!("unknown JIT parameter '{name}'"));
                    }
                }
                None => return Err(format!("unknown JIT setting '{item}'")),
            }
        }
        Ok(())
    }
}

/// A green value of a cell's key.
#[derive(Clone, Copy, Debug)]
enum Green {
    Word(i64),
    Str(u32),
    Object(u32),
}

/// Says how the code of a function calls itself. To inline recursion takes many long traces (each level is one): it pays
/// only for what is called very often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// It calls itself by calls. They are counted.
    Called,
    /// Some levels are inlined, and each bridge may inline further ones.
    Inlined,
    /// Levels are inlined as before, but bridges call: ways part at the levels ([`crate::policy`]).
    Kept,
    /// It calls itself by calls for good: the attempt to inline them failed, or no calls are
    /// inlined in it.
    Settled,
}

/// Holds what is known about one position (green key) of the interpreted program.
#[derive(Debug)]
pub struct JitCell {
    /// The jitdriver.
    pub jd: usize,
    hash: u64,
    greens: Vec<Green>,
    /// A further cell of the same greens ([`WarmState::shaped_cell`]): it is not found by them.
    pub shaped: bool,
    /// Entry of its compiled code (inputargs: the reds).
    pub entry: Option<TokenId>,
    /// Traces from it that are being made right now: the program may reach it again in a call that such a trace makes.
    pub tracing: u32,
    /// Calls of the portal with these greens are not inlined: traces became too long.
    pub dont_inline: bool,
    /// Says how its code calls itself.
    pub recursion: Recursion,
    /// Number of its tests that have had more than one bridge ([`crate::policy`]).
    pub copied: u32,
    /// Its code was made anew because it inlined functions, and its ways multiplied: it calls those that are branchy.
    pub straight: bool,
    /// A piece of the timeshifter goes through it.
    pub shifted: bool,
    /// The timeshifter makes its code, whoever does that as a rule.
    pub shifts: bool,
    /// Its code is not handed over (any more): the timeshifter failed.
    pub settled: bool,
    /// Times that its code went back to tracing.
    pub returned: u32,
    /// Failed attempts to trace it.
    pub aborts: u32,
    /// Times it was reached since (for cells without code).
    pub count: u32,
    /// The generation in which it was reached last, or 0: not since its code was made.
    pub used: u64,
    /// Times its code was freed, or that of a loop to which a trace from here came.
    pub freed: u32,
    /// Times its code was given up because somebody often asked for what only the code had ([`crate::vrefs`]).
    pub looks: u32,
    /// It is not in use: another position may get its number.
    removed: bool,
}

impl JitCell {
    fn new(jd: usize, hash: u64, greens: Vec<Green>, shaped: bool) -> JitCell {
        JitCell {
            jd,
            hash,
            greens,
            shaped,
            entry: None,
            tracing: 0,
            dont_inline: false,
            recursion: Recursion::Called,
            copied: 0,
            straight: false,
            shifted: false,
            shifts: false,
            settled: false,
            returned: 0,
            aborts: 0,
            count: 0,
            used: 0,
            freed: 0,
            looks: 0,
            removed: false,
        }
    }

    /// Says whether it belongs to a position: others were removed.
    pub fn in_use(&self) -> bool {
        !self.removed
    }

    /// Says whether its code inlines it in itself.
    pub fn nests(&self) -> bool {
        matches!(self.recursion, Recursion::Inlined | Recursion::Kept)
    }
}

/// Counters and cells.
pub struct WarmState {
    /// Parameters of the drivers that have none of their own.
    pub params: Params,
    /// Number of the generation; see [`crate::memmgr`].
    pub generation: u64,
    /// Parameters of drivers for which the program set some.
    own_params: Vec<Option<Box<Params>>>,
    cells: Vec<JitCell>,
    /// Numbers of cells that were removed.
    unused: Vec<u32>,
    /// Waste of each driver.
    waste: Vec<Waste>,
    /// Open addressing: (hash, cell index + 1), 0 = empty.
    slots: Vec<(u64, u32)>,
    counters: Vec<[Counter; WAYS]>,
    ticks: u32,
    recent: Box<[Recent; RECENT]>,
    /// The string hashed last and its hash: most programs interpret one string for long.
    last_string: Option<(u32, u64)>,
}

/// Sets of counters.
const SETS: usize = 1024;
/// Counters of a set: positions whose hashes lead there; who was reached longest ago gives way to another one.
const WAYS: usize = 4;
/// Positions that are known without hashing.
const RECENT: usize = 256;
/// Bits of an address that say where in a page it is.
const WITHIN_PAGE: u64 = 0xfff;
/// Maximum number of passes of a cold position that are not looked at one by one. They are no more than half of what it lacks. (Measured
/// on 20,000 loops of 1,500 rounds, most of which are never compiled: they take 0.27 s, and 0.48 s if each pass is looked at.)
const MAX_SKIPPED: i64 = 64;
/// Number of passes of positions without code between two decays. (A bound: without decay 59 guests have the same code.)
const DECAY_INTERVAL: u32 = 1 << 20;
/// Number of loops compiled in vain that doubles thresholds. (Measured on 3,000 texts in Lua with a loop of 1,500 rounds each: they take
/// 0.13 s, and 1.3 s without; 59 guests of our own and in nine languages compile no such loops.)
const WASTED_LOOPS: u32 = 64;

/// Measures how much of what was compiled for a driver was in vain. To compile a loop takes as long as some ten thousand of
/// its rounds in the interpreter; if loops do not live that long, later ones are compiled later.
#[derive(Clone, Copy, Default)]
struct Waste {
    /// Loops that were not entered again; each one that was makes up for some.
    score: u32,
}

impl Waste {
    fn add(&mut self, useful: bool) {
        self.score = match useful {
            true => self.score.saturating_sub(ATTEMPTS),
            false => (self.score + 1).min(WASTED_LOOPS * ATTEMPTS),
        };
    }

    fn raise(self, threshold: i64) -> i64 {
        later(threshold, self.score / WASTED_LOOPS, 0)
    }
}

/// Counts how often a position without a cell was reached.
#[derive(Clone, Copy, Default)]
struct Counter {
    /// The rest of its hash.
    tag: u32,
    passes: u32,
}

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A threshold after attempts that failed, while traces are open. These may stay open for as long as the program runs
/// (in a call of its main loop, say), and nothing else would come of the position until then.
pub fn later(threshold: i64, aborts: u32, open: u32) -> i64 {
    threshold.saturating_mul(1 << (aborts + 3 * open).min(32))
}

/// Gives the words of greens, wherever they come from.
pub trait GreenWords {
    /// The `n`-th green.
    fn word(&self, driver: &Driver, n: usize) -> i64;
}

impl GreenWords for Transfer {
    #[inline]
    fn word(&self, driver: &Driver, n: usize) -> i64 {
        let (_, kind, index) = driver.greens[n];
        self.get(kind, index)
    }
}

impl GreenWords for [i64] {
    fn word(&self, _driver: &Driver, n: usize) -> i64 {
        self[n]
    }
}

/// A position by its words: references are addresses, so a collection makes it unknown or, seldom, somebody else's. No
/// more than a few counts depend on it.
#[derive(Clone, Copy, Default)]
struct Recent {
    /// The jitdriver and the kind of arrival; 0: nothing.
    key: u32,
    words: [i64; MOST_GREENS],
    /// Passes still to be skipped, of so many.
    left: u32,
    skips: u32,
    /// The position's cell + 1.
    cell: u32,
}

impl Recent {
    #[inline]
    fn is(&self, key: u32, words: [i64; MOST_GREENS]) -> bool {
        let differ =
            (self.words[0] ^ words[0]) | (self.words[1] ^ words[1]) | (self.words[2] ^ words[2]);
        self.key == key && differ == 0
    }
}

/// Gives the first word of a key of [`Recent`].
#[inline]
fn recent_key(jd: usize, arrival: Arrival) -> u32 {
    2 * jd as u32 + 1 + (arrival == Arrival::Start) as u32
}

/// Gives the index of such a position among the recent ones. Words may be addresses, and the system loads a program and its
/// heap at other pages in each run: what stands within a page is the same, so that runs are alike.
#[inline]
fn recent_place(key: u32, words: [i64; MOST_GREENS]) -> usize {
    let [a, b, c] = words.map(|word| word as u64 & WITHIN_PAGE);
    let hash = mix(mix(mix(u64::from(key), a), b), c);
    (hash >> 32) as usize % RECENT
}

/// Says how a merge point was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// It was reached behind a `can_enter_jit`.
    Loop,
    /// The portal started: a function of the interpreted program begins.
    Start,
}

/// Answer of [`WarmState::tick`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// The position is not hot (yet), or not to be traced.
    Cold,
    /// There is code.
    Compiled(TokenId),
    /// Trace it now.
    Hot,
}

impl Default for WarmState {
    fn default() -> Self {
        WarmState {
            params: Params::default(),
            generation: 0,
            own_params: Vec::new(),
            cells: Vec::new(),
            unused: Vec::new(),
            waste: Vec::new(),
            slots: vec![(0, 0); 64],
            counters: vec![[Counter::default(); WAYS]; SETS],
            ticks: 0,
            recent: Box::new([Recent::default(); RECENT]),
            last_string: None,
        }
    }
}

/// Hash of a string's content, from a sample of it: equality looks at all of it.
fn string_hash<M: Memory>(mem: &M, data: &StaticData, string: i64) -> u64 {
    let Some(descr) = data.descrs.string.filter(|_| string != 0) else { return 0 };
    let length = mem.arraylen(string, descr);
    let mut hash = mix(1, length as u64);
    let step = (length / 32).max(1);
    let mut index = 0;
    while index < length {
        hash = mix(hash, mem.getarrayitem(string, index, descr) as u64);
        index += step;
    }
    hash
}

impl WarmState {
    /// The parameters of a driver.
    #[inline]
    pub fn params_of(&self, jd: usize) -> &Params {
        match self.own_params.get(jd) {
            Some(Some(own)) => own,
            _ => &self.params,
        }
    }

    /// Changes the parameters of all drivers.
    pub fn change_params(&mut self, mut change: impl FnMut(&mut Params)) {
        change(&mut self.params);
        self.own_params.iter_mut().flatten().for_each(|own| change(own));
    }

    /// Changes the parameters of one driver.
    pub fn change_params_of(&mut self, jd: usize, change: impl FnOnce(&mut Params)) {
        if self.own_params.len() <= jd {
            self.own_params.resize_with(jd + 1, || None);
        }
        let own = self.own_params[jd].get_or_insert_with(|| Box::new(self.params.clone()));
        change(own);
        let own = own.clone();
        self.change_params(|params| params.take_common(&own));
    }

    fn string_hash<M: Memory>(
        &mut self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        string: i64,
    ) -> u64 {
        if let Some((slot, hash)) = self.last_string
            && roots.get(slot) == string
        {
            return hash;
        }
        let hash = string_hash(mem, data, string);
        let slot = self.last_string.map(|l| l.0).or_else(|| roots.alloc(0));
        if let Some(slot) = slot {
            roots.set(slot, string);
            self.last_string = Some((slot, hash));
        }
        hash
    }

    #[inline]
    fn hash<M: Memory, W: GreenWords + ?Sized>(
        &mut self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        jd: usize,
        words: &W,
    ) -> u64 {
        let driver = &data.drivers[jd];
        let mut hash = jd as u64 + 1;
        for (n, green) in driver.greens.iter().enumerate() {
            let word = words.word(driver, n);
            let part = match green.0 {
                GreenType::Int | GreenType::Float => word as u64,
                GreenType::Str => self.string_hash(mem, roots, data, word),
                GreenType::Object if word == 0 => 0,
                GreenType::Object => mem.identity_hash(word) as u64,
            };
            hash = mix(hash, part);
        }
        hash ^ hash >> 32
    }

    fn same<M: Memory, W: GreenWords + ?Sized>(
        &self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        cell: &JitCell,
        words: &W,
    ) -> bool {
        let driver = &data.drivers[cell.jd];
        cell.greens.iter().enumerate().all(|(n, green)| {
            let word = words.word(driver, n);
            match *green {
                Green::Word(w) => w == word,
                Green::Object(slot) => roots.get(slot) == word,
                Green::Str(slot) => {
                    let known = roots.get(slot);
                    if known == word {
                        return true;
                    }
                    let same = known != 0
                        && word != 0
                        && mem.string_bytes(known) == mem.string_bytes(word);
                    if same {
                        // The newer string is the one that will be asked for again.
                        roots.set(slot, word);
                    }
                    same
                }
            }
        })
    }

    /// The cell of a green key, if there is one.
    #[inline]
    fn find<M: Memory, W: GreenWords + ?Sized>(
        &self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        jd: usize,
        hash: u64,
        words: &W,
    ) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (h, cell) = self.slots[at];
            if cell == 0 {
                return None;
            }
            let index = cell as usize - 1;
            if h == hash
                && self.cells[index].jd == jd
                && self.same(mem, roots, data, &self.cells[index], words)
            {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
    }

    /// The cell of a green key, created if there is none. `None` if no root slot is left.
    pub fn cell_for<M: Memory, W: GreenWords + ?Sized>(
        &mut self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        jd: usize,
        words: &W,
    ) -> Option<usize> {
        let hash = self.hash(mem, roots, data, jd, words);
        if let Some(index) = self.find(mem, roots, data, jd, hash, words) {
            return Some(index);
        }
        let driver = &data.drivers[jd];
        let mut greens = Vec::with_capacity(driver.greens.len());
        for (n, green) in driver.greens.iter().enumerate() {
            let word = words.word(driver, n);
            greens.push(match green.0 {
                GreenType::Int | GreenType::Float => Green::Word(word),
                GreenType::Str => Green::Str(roots.alloc(word)?),
                GreenType::Object => Green::Object(roots.alloc(word)?),
            });
        }
        let index = self.add_cell(JitCell::new(jd, hash, greens, false));
        if self.cells_in_use() * 2 > self.slots.len() {
            self.fill_slots(self.slots.len() * 2);
        } else {
            self.insert_slot(hash, index);
        }
        Some(index)
    }

    /// A further cell with the greens of another one, for code that takes the reds in another shape.
    pub fn shaped_cell(&mut self, base: usize) -> usize {
        let JitCell { jd, hash, ref greens, .. } = self.cells[base];
        let greens = greens.clone();
        self.add_cell(JitCell::new(jd, hash, greens, true))
    }

    fn add_cell(&mut self, mut cell: JitCell) -> usize {
        cell.used = self.generation;
        match self.unused.pop() {
            Some(index) => {
                self.cells[index as usize] = cell;
                index as usize
            }
            None => {
                self.cells.push(cell);
                self.cells.len() - 1
            }
        }
    }

    /// Counts the cells.
    pub fn cells_in_use(&self) -> usize {
        self.cells.len() - self.unused.len()
    }

    /// Numbers below this are those of cells, some of which are not in use.
    pub fn cells_end(&self) -> usize {
        self.cells.len()
    }

    /// Removes the cells in use that are not to be kept, and lets go what their keys hold. Nothing may know them any more.
    pub fn remove_cells(&mut self, roots: &RootTable, keep: &[bool]) {
        for (index, cell) in self.cells.iter_mut().enumerate() {
            if cell.removed || keep[index] {
                continue;
            }
            cell.removed = true;
            let greens = core::mem::take(&mut cell.greens);
            self.unused.push(index as u32);
            if cell.shaped {
                continue; // The slots are the other's.
            }
            for green in greens {
                if let Green::Str(slot) | Green::Object(slot) = green {
                    roots.release(slot);
                }
            }
        }
        let removed = |cell: u32| cell > 0 && self.cells[cell as usize - 1].removed;
        self.recent.iter_mut().filter(|r| removed(r.cell)).for_each(|r| r.cell = 0);
        self.fill_slots(self.slots.len());
    }

    fn fill_slots(&mut self, len: usize) {
        self.slots.clear();
        self.slots.resize(len, (0, 0));
        for index in 0..self.cells.len() {
            let JitCell { hash, shaped, removed, .. } = self.cells[index];
            if !shaped && !removed {
                self.insert_slot(hash, index);
            }
        }
    }

    /// A loop of the driver was compiled a while ago: whether it was entered again since.
    pub fn judge(&mut self, jd: usize, useful: bool) {
        if self.waste.len() <= jd {
            self.waste.resize(jd + 1, Waste::default());
        }
        self.waste[jd].add(useful);
    }

    /// The threshold of a driver, higher than what was said if most of its loops were compiled in vain.
    fn raised(&self, jd: usize, threshold: i64) -> i64 {
        self.waste.get(jd).map_or(threshold, |waste| waste.raise(threshold))
    }

    fn insert_slot(&mut self, hash: u64, index: usize) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, index as u32 + 1);
    }

    /// The place for a position among the recent ones; it is made the position's if it was another's. `None`: there are too
    /// many greens.
    #[inline]
    fn recent(&mut self, driver: &Driver, key: u32, transfer: &Transfer) -> Option<usize> {
        let words = transfer.few(driver.few.as_ref()?);
        let place = recent_place(key, words);
        let recent = &mut self.recent[place];
        if !recent.is(key, words) {
            *recent = Recent { key, words, ..Recent::default() };
        }
        Some(place)
    }

    /// Says whether the position is one of the recent ones that are passed by for now: the way of
    /// most.
    #[inline]
    pub fn passes_by(
        &mut self,
        driver: &Driver,
        jd: usize,
        arrival: Arrival,
        transfer: &Transfer,
    ) -> bool {
        let Some(few) = &driver.few else { return false };
        let (key, words) = (recent_key(jd, arrival), transfer.few(few));
        let recent = &mut self.recent[recent_place(key, words)];
        let skips = recent.is(key, words) && recent.left > 0;
        recent.left -= skips as u32;
        skips
    }

    /// The position will be hot after so many passes.
    fn skip(&mut self, place: Option<usize>, passes: i64) {
        if let Some(place) = place {
            let skips = (passes / 2).clamp(0, MAX_SKIPPED) as u32;
            let recent = &mut self.recent[place];
            (recent.left, recent.skips) = (skips, skips);
        }
    }

    /// The position is reached once more.
    #[inline]
    pub fn tick<M: Memory>(
        &mut self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        (jd, arrival): (usize, Arrival),
        transfer: &Transfer,
    ) -> Tick {
        let place = self.recent(&data.drivers[jd], recent_key(jd, arrival), transfer);
        let mut passes = 1;
        let mut known = None;
        if let Some(place) = place {
            let recent = &mut self.recent[place];
            if recent.left > 0 {
                recent.left -= 1;
                return Tick::Cold;
            }
            passes += core::mem::take(&mut recent.skips);
            known = (recent.cell as usize).checked_sub(1);
        }
        let seen = (place, known, passes);
        self.count(mem, roots, data, (jd, arrival), seen, transfer)
    }

    /// Counts passes of a position, which may be among the recent ones and may have this cell.
    #[inline(never)]
    fn count<M: Memory>(
        &mut self,
        mem: &M,
        roots: &RootTable,
        data: &StaticData,
        (jd, arrival): (usize, Arrival),
        (place, known, passes): (Option<usize>, Option<usize>, u32),
        transfer: &Transfer,
    ) -> Tick {
        let threshold = match arrival {
            Arrival::Loop => self.params_of(jd).threshold,
            Arrival::Start => self.params_of(jd).function_threshold,
        };
        let known = known.filter(|&cell| self.same(mem, roots, data, &self.cells[cell], transfer));
        let (hash, found) = match known {
            Some(cell) => (0, Some(cell)),
            None => {
                let hash = self.hash(mem, roots, data, jd, transfer);
                (hash, self.find(mem, roots, data, jd, hash, transfer))
            }
        };
        if let Some(index) = found {
            if let Some(place) = place {
                self.recent[place].cell = index as u32 + 1;
            }
            let cell = &mut self.cells[index];
            cell.used = self.generation;
            if let Some(entry) = cell.entry {
                return Tick::Compiled(entry);
            }
            if cell.aborts >= ATTEMPTS || threshold < 0 {
                self.skip(place, i64::MAX);
                return Tick::Cold;
            }
            // Each failure makes the next attempt come later, and so does a trace that is open. Code that was freed and is wanted
            // again says that too little is kept: it must not be made over and over.
            cell.count = cell.count.saturating_add(passes);
            let times = cell.aborts + cell.freed.min(ATTEMPTS);
            let (tracing, count) = (cell.tracing, cell.count as i64);
            let missing = later(self.raised(jd, threshold), times, tracing) - count;
            if missing > 0 {
                self.skip(place, missing);
                return Tick::Cold;
            }
            self.cells[index].count = 0;
            return Tick::Hot;
        }
        if threshold < 0 {
            return Tick::Cold;
        }
        self.ticks += passes;
        if self.ticks >= DECAY_INTERVAL {
            self.decay();
        }
        let threshold = self.raised(jd, threshold);
        let counter = self.counter(hash);
        *counter = counter.saturating_add(passes);
        let missing = threshold - i64::from(*counter);
        if missing > 0 {
            self.skip(place, missing);
            return Tick::Cold;
        }
        *counter = 0;
        Tick::Hot
    }

    /// The counter of a position.
    #[inline]
    fn counter(&mut self, hash: u64) -> &mut u32 {
        let set = &mut self.counters[hash as usize % SETS];
        let tag = (hash >> 32) as u32;
        let known = set.iter().position(|counter| counter.tag == tag);
        let way = known.unwrap_or(WAYS - 1);
        set[..=way].rotate_right(1);
        if known.is_none() {
            set[0] = Counter { tag, passes: 0 };
        }
        &mut set[0].passes
    }

    /// Says whether traces of the code of a cell inline it in itself.
    pub fn inlines_recursion(&self, index: usize) -> bool {
        let JitCell { jd, recursion, .. } = self.cells[index];
        let at_once = || self.params_of(jd).unroll_threshold <= 0;
        recursion == Recursion::Inlined || recursion == Recursion::Called && at_once()
    }

    fn decay(&mut self) {
        self.ticks = 0;
        let keep = (1000 - self.params.decay.clamp(0, 1000)) as u64;
        for counter in self.counters.as_flattened_mut() {
            counter.passes = (counter.passes as u64 * keep / 1000) as u32;
        }
        for waste in &mut self.waste {
            waste.score = (u64::from(waste.score) * keep / 1000) as u32;
        }
    }

    /// Says whether this is the number of a cell.
    pub fn is_in_use(&self, index: usize) -> bool {
        self.cells.get(index).is_some_and(JitCell::in_use)
    }

    /// A cell.
    pub fn cell(&self, index: usize) -> &JitCell {
        &self.cells[index]
    }

    /// A cell.
    pub fn cell_mut(&mut self, index: usize) -> &mut JitCell {
        &mut self.cells[index]
    }

    /// The greens of a cell as words (references are valid until the next collection).
    pub fn green_words(&self, roots: &RootTable, index: usize) -> Vec<i64> {
        let word = |green: &Green| match *green {
            Green::Word(word) => word,
            Green::Str(slot) | Green::Object(slot) => roots.get(slot),
        };
        self.cells[index].greens.iter().map(word).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jitmodel::hash::FxHashSet;

    #[test]
    fn positions_have_counters_of_their_own() {
        let mut warm = WarmState::default();
        let hash = |n: u64| mix(n, 7);
        // One that is reached again and again, among many that are not.
        for n in 0..100_000 {
            *warm.counter(hash(0)) += 1;
            for _ in 0..3 {
                *warm.counter(hash(1 + n)) += 1;
            }
            assert_eq!(*warm.counter(hash(1 + n)), 3);
        }
        assert_eq!(*warm.counter(hash(0)), 100_000);
    }

    #[test]
    fn recent_places_are_the_same_wherever_memory_is() {
        let places = |heap: i64, program: i64| {
            let place = |n: i64| recent_place(3, [heap + 24 * n, program + 8 * (n % 7), n]);
            (0..1000).map(place).collect::<Vec<_>>()
        };
        let one = places(0x7f12_3456_7000, 0x5555_5555_4000);
        assert_eq!(one, places(0x7fab_cdef_1000, 0x5611_0000_9000));
        let used: FxHashSet<usize> = one.into_iter().collect();
        assert!(used.len() > RECENT * 9 / 10, "{} places are used", used.len());
    }

    #[test]
    fn attempts_come_later_but_they_come() {
        assert_eq!(later(3, 0, 0), 3);
        assert_eq!(later(3, 2, 0), 12);
        // A trace is open: it may be for long.
        assert_eq!(later(3, 0, 1), 24);
        assert!(later(1039, ATTEMPTS - 1, 40) > 1 << 40);
    }

    #[test]
    fn some_parameters_are_of_all_drivers() {
        let mut warm = WarmState::default();
        warm.change_params_of(1, |p| (p.threshold, p.decay, p.loop_longevity) = (7, 30, 2));
        warm.change_params_of(0, |p| p.trace_eagerness = 5);
        assert_eq!((warm.params.threshold, warm.params.decay), (1039, 30));
        assert_eq!((warm.params.loop_longevity, warm.params_of(0).loop_longevity), (2, 2));
        assert_eq!((warm.params_of(1).threshold, warm.params_of(1).trace_eagerness), (7, 200));
    }

    #[test]
    fn parameters() {
        let mut params = Params::default();
        params.parse("threshold=3, trace_eagerness=2,off,enable_opts=").unwrap();
        assert_eq!((params.threshold, params.trace_eagerness), (3, 2));
        assert!(params.off && !params.optimise);
        assert!(params.set_default("threshold") && params.threshold == 1039);
        assert_eq!(params.parse("foo=1"), Err("unknown JIT parameter 'foo'".to_string()));
        assert!(params.parse("threshold=x").is_err() && params.parse("on").is_err());
    }
}
