//! Merges inside of the interpreter's functions: where two ways come together that tracing would follow to the end each.
//!
//! A *place* is a position of the interpreter, with the positions of its callers, at which its own control flow joins. The second piece that
//! comes to a place behind a test that goes both ways makes a piece of its own of what follows, with a label that takes the values that live
//! there; from then on pieces jump to it. So what follows is there once, and not once for each way that leads to it.
//!
//! * **What is the same in both is known behind the label; the rest are its arguments.** A constant that a test told only (`x` is false
//!   behind `if not x`) counts as a value, since the other way will have the other one.
//! * **Constants on which code depends keep pieces apart.** Where a promotion asks for a value that would be known had the merge not made an
//!   argument of it, the place is *strict* about it from then on. Different objects are apart from the beginning, up to a number of them.
//! * **The virtualizable** is part of the state: what memory holds in both stays there.

use super::drive::{MAX_ATTEMPTS, MAX_NESTED, Made};
use super::extended::SFrame;
use super::{SBox, Shifter};
use crate::codes::{StaticData, is_call, needs_live_before};
use crate::compile::Start;
use crate::frame::StackOverflow;
use crate::jit::{Jit, too_deep};
use crate::tracer::RootedConsts;
use crate::vable::Shape;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Cpu, Memory, RootTable};
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::jitcode::Operand;
use jitmodel::*;
use optimizeopt::TargetToken;

/// Labels of one place: more mean that what is known differs too much for merging. (A guess; the matcher of texts in conformance/jit has one
/// or two at each.)
const MAX_LABELS: usize = 4;

/// Ways that are remembered of one place, until two of them merge. Different objects are kept apart for as many. (A guess, too.)
const MAX_WAYS: usize = 8;

/// Places that are remembered: a bound on memory.
const MAX_PLACES: usize = 4096;

/// Where the interpreter is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    jd: usize,
    /// Functions and positions, the outermost first.
    frames: Vec<(usize, usize)>,
    /// The jitdriver of a loop header since the last merge point.
    loop_header: Option<usize>,
    /// The class of the last exception.
    exception: i64,
}

/// One value of a state.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    Const(ConstValue),
    /// Those with the same number are the same value.
    Value {
        number: usize,
        kind: Kind,
        /// The class of the object, if that is known.
        class: Option<i64>,
    },
    /// It is in memory.
    Memory,
}

/// What is known where a piece comes to a place. The parts are the live registers of the frames, the exception, the virtualizable and its
/// values.
struct State {
    parts: Vec<Part>,
    /// Values of the virtualizable that memory does not hold.
    dirty: Vec<bool>,
    /// Lengths of its arrays, and which part each array is.
    shape: Shape,
    arrays: Vec<Option<usize>>,
    /// Root slots of the constants.
    consts: RootedConsts,
}

/// A label.
struct Label {
    state: Rc<State>,
    target: TargetToken,
    owner: TokenId,
}

/// What is known of a place.
#[derive(Default)]
struct Known {
    labels: Vec<Label>,
    ways: Vec<Rc<State>>,
    /// Parts whose constants keep pieces apart.
    strict: FxHashSet<usize>,
}

/// All places.
#[derive(Default)]
pub struct Merges {
    /// Of each jitcode the positions at which control flow has joined.
    joins: FxHashMap<usize, Rc<FxHashSet<usize>>>,
    /// Tests that go both ways: jitcode and position.
    both: FxHashSet<(usize, usize)>,
    places: FxHashMap<Place, Known>,
}

/// How a piece that merges goes on.
#[derive(Default)]
pub struct Merging {
    /// It merges.
    pub on: bool,
    /// It has passed a test that goes both ways, and no place since.
    pub split: bool,
    /// The place was looked at.
    pub passed: bool,
    both: FxHashSet<(usize, usize)>,
    joins: FxHashMap<usize, Rc<FxHashSet<usize>>>,
    /// Inputs that are constants in one of the ways: parts.
    widened: FxHashMap<OpRef, usize>,
    /// A promotion asked for one of them.
    pub narrow: Option<usize>,
}

/// The positions of a jitcode at which control flow has joined: a `-live-` behind a jump's target to which more than one way leads, or behind
/// a call.
fn joins_of(data: &StaticData, jitcode: usize) -> FxHashSet<usize> {
    let code = &data.jitcodes[jitcode];
    let mut ways: FxHashMap<usize, u32> = FxHashMap::default();
    let mut d = code.decoder(0);
    while !d.at_end() {
        let row = &data.rows[code.code[d.pc] as usize];
        d.pc += 1;
        for arg in row.insn.args() {
            match d.operand(*arg) {
                Operand::Pc(pc) => *ways.entry(pc).or_default() += 1,
                Operand::Descr(descr) if row.insn == Insn::Switch => {
                    for &(_, pc) in &data.descrs.switch(descr).cases {
                        *ways.entry(pc as usize).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
        let ends = matches!(
            row.insn,
            Insn::Goto
                | Insn::IntReturn
                | Insn::RefReturn
                | Insn::FloatReturn
                | Insn::VoidReturn
                | Insn::Raise
                | Insn::Reraise
                | Insn::Unreachable
        );
        if !ends {
            *ways.entry(d.pc).or_default() += 1;
        }
    }
    let mut out = FxHashSet::default();
    let mut joined = false;
    let mut d = code.decoder(0);
    while !d.at_end() {
        let at = d.pc;
        let row = &data.rows[code.code[at] as usize];
        d.pc += 1;
        row.insn.args().iter().for_each(|arg| {
            d.operand(*arg);
        });
        joined |= ways.get(&at).is_some_and(|n| *n > 1);
        if row.insn == Insn::Live {
            let next = code.code.get(d.pc).map(|byte| &data.rows[*byte as usize]);
            if joined && next.is_some_and(needs_live_before) {
                out.insert(at);
                joined = false;
            }
        } else if is_call(row.insn) {
            joined = true;
        } else if row.insn == Insn::Goto {
            joined = false;
        }
    }
    out
}

impl State {
    fn same(&self, roots: &RootTable, a: ConstValue, b: ConstValue) -> bool {
        a.kind() == b.kind() && roots.word(a) == roots.word(b)
    }

    /// What both ways have in common. None: they are kept apart. `apart`: different objects are.
    fn merged(
        &self,
        other: &State,
        roots: &Rc<RootTable>,
        strict: &FxHashSet<usize>,
        apart: bool,
    ) -> Option<State> {
        if self.parts.len() != other.parts.len()
            || self.shape != other.shape
            || self.arrays != other.arrays
        {
            return None;
        }
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut parts = Vec::with_capacity(self.parts.len());
        let mut next = 0;
        for (n, (&a, &b)) in self.parts.iter().zip(&other.parts).enumerate() {
            let mut fresh = |key: Option<(usize, usize)>| {
                let new = next;
                let number = match key {
                    Some(key) => *numbers.entry(key).or_insert(new),
                    None => new,
                };
                next += (number == new) as usize;
                number
            };
            parts.push(match (a, b) {
                (Part::Memory, Part::Memory) => Part::Memory,
                (Part::Const(x), Part::Const(y)) if self.same(roots, x, y) => a,
                (Part::Const(x), Part::Const(y)) => {
                    let objects = x.kind() == Kind::Ref && roots.word(x) != 0 && roots.word(y) != 0;
                    if strict.contains(&n) || apart && objects {
                        return None;
                    }
                    Part::Value { number: fresh(None), kind: x.kind(), class: None }
                }
                (Part::Const(_), Part::Value { kind, .. })
                | (Part::Value { kind, .. }, Part::Const(_)) => {
                    if strict.contains(&n) {
                        return None;
                    }
                    Part::Value { number: fresh(None), kind, class: None }
                }
                (
                    Part::Value { number: x, kind, class: c },
                    Part::Value { number: y, class: d, .. },
                ) => {
                    let class = c.filter(|_| c == d);
                    Part::Value { number: fresh(Some((x, y))), kind, class }
                }
                (Part::Memory, Part::Value { kind, .. })
                | (Part::Value { kind, .. }, Part::Memory) => {
                    Part::Value { number: fresh(None), kind, class: None }
                }
                (Part::Memory, Part::Const(c)) | (Part::Const(c), Part::Memory) => {
                    Part::Value { number: fresh(None), kind: c.kind(), class: None }
                }
            });
        }
        let mut merged = State {
            parts,
            dirty: self.dirty.iter().zip(&other.dirty).map(|(a, b)| *a || *b).collect(),
            shape: self.shape.clone(),
            arrays: self.arrays.clone(),
            consts: RootedConsts::new(roots),
        };
        merged.root(roots)?;
        Some(merged)
    }

    /// The constants get root slots of their own.
    fn root(&mut self, roots: &Rc<RootTable>) -> Option<()> {
        for part in &mut self.parts {
            if let Part::Const(ConstValue::Ref(RefConst::Rooted(slot))) = part {
                let own = roots.alloc(roots.get(*slot))?;
                self.consts.add(own);
                *slot = own;
            }
        }
        Some(())
    }

    /// Whether code for this state is right for what comes as `other`, whose values are `words`.
    fn takes(&self, other: &State, values: &[Option<SBox>], roots: &RootTable) -> bool {
        if self.parts.len() != other.parts.len()
            || self.shape != other.shape
            || self.arrays != other.arrays
        {
            return false;
        }
        let mut given: FxHashMap<usize, SBox> = FxHashMap::default();
        self.parts.iter().zip(&other.parts).zip(values).all(|((a, b), v)| match (*a, *b) {
            (Part::Const(x), _) => {
                matches!(v, Some(SBox::Const(y)) if self.same(roots, x, *y))
            }
            (Part::Memory, _) => true,
            (Part::Value { .. }, Part::Memory) => true,
            (Part::Value { number, class, .. }, b) => {
                let fits = match (class, b) {
                    (None, _) => true,
                    (Some(_), Part::Value { class: known, .. }) => class == known,
                    (Some(_), _) => false,
                };
                let Some(v) = *v else { return false };
                fits && *given.entry(number).or_insert(v) == v
            }
        })
    }

    /// The kinds of its values, by number.
    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for part in &self.parts {
            if let Part::Value { number, kind, .. } = *part
                && number == kinds.len()
            {
                kinds.push(kind);
            }
        }
        kinds
    }
}

/// A register of a frame.
type Register = (usize, Kind, u8);

impl<M: Memory> Shifter<'_, M> {
    /// Whether the piece stands where ways may merge.
    pub(super) fn may_merge(&mut self) -> bool {
        if !self.merging.on || !self.merging.split || self.merging.passed {
            return false;
        }
        let top = self.stack.top();
        let (jitcode, pc) = (top.jitcode, top.pc);
        let data = self.data;
        let joins = self.merging.joins.entry(jitcode);
        let joins = joins.or_insert_with(|| Rc::new(joins_of(data, jitcode)));
        if !joins.contains(&pc)
            || !self.left.marks.is_empty()
            || self.at_start
            || self.stop.is_some()
        {
            return false;
        }
        // The portal's own merge point is where pieces merge anyway.
        let behind = data.jitcodes[jitcode].code.get(pc + JitCode::LIVE_SIZE);
        self.stack.frames.len() > 1 || behind != Some(&(Insn::JitMergePoint as u8))
    }

    /// A test is passed whose sides are not known.
    pub(super) fn passes_test(&mut self) {
        if self.merging.on && !self.merging.split {
            let top = self.stack.top();
            self.merging.split = self.merging.both.contains(&(top.jitcode, top.extra.live()));
        }
    }

    /// A promotion asks for a value. Whether it comes from an argument that a merge has made of constants.
    pub(super) fn asks_for(&mut self, v: SBox) -> bool {
        if self.merging.widened.is_empty() {
            return false;
        }
        let mut work = Vec::from([v]);
        let mut steps = 0;
        while let Some(v) = work.pop() {
            let SBox::Op(op, _) = v else { continue };
            if let Some(&part) = self.merging.widened.get(&op) {
                self.merging.narrow = Some(part);
                return true;
            }
            steps += 1;
            let Some(made) = self.trace.op_of(op).filter(|_| steps < 16) else { continue };
            work.extend(
                made.args.iter().filter(|v| !v.is_const()).map(|v| SBox::Op(*v, Kind::Int)),
            );
        }
        false
    }

    fn here(&self) -> Place {
        Place {
            jd: self.jd,
            frames: self.stack.frames.iter().map(|f| (f.jitcode, f.pc)).collect(),
            loop_header: self.loop_header,
            exception: self.exc.0,
        }
    }

    /// The live registers.
    fn live_registers(&self) -> Option<Vec<Register>> {
        let mut out = Vec::new();
        for (n, frame) in self.stack.frames.iter().enumerate() {
            let live = self.data.jitcodes[frame.jitcode].live_at(frame.pc)?;
            let live = self.data.liveness.get(live);
            for (kind, regs) in
                [(Kind::Int, live.ints), (Kind::Ref, live.refs), (Kind::Float, live.floats)]
            {
                out.extend(regs.iter().map(|&reg| (n, kind, reg)));
            }
        }
        Some(out)
    }

    /// What is known here, and the values themselves.
    fn state(&mut self) -> Option<(State, Vec<Option<SBox>>)> {
        let registers = self.live_registers()?;
        let mut raw: Vec<Option<SBox>> = Vec::new();
        for &(n, kind, reg) in &registers {
            let v = self.stack.frames[n].extra.get(kind, reg as usize);
            raw.push(Some(v.unwrap_or_else(|| self.frame_get(n, kind, reg))));
        }
        if self.exc.0 != 0 {
            raw.push(Some(self.exc.1));
        }
        let (object, places) = self.vable_parts();
        raw.extend(object.map(Some));
        raw.extend(places.iter().map(|(v, _)| *v));
        let values: Vec<Option<SBox>> = raw.iter().map(|v| v.map(|v| self.current(v))).collect();
        let mut numbers: FxHashMap<OpRef, usize> = FxHashMap::default();
        let mut parts = Vec::new();
        for (raw, value) in raw.iter().zip(&values) {
            parts.push(match (*raw, *value) {
                (Some(SBox::Op(op, kind)), Some(SBox::Const(_))) if self.facts.is_tested(op) => {
                    let next = numbers.len();
                    Part::Value { number: *numbers.entry(op).or_insert(next), kind, class: None }
                }
                (_, Some(SBox::Const(c))) => Part::Const(c),
                (_, Some(SBox::Op(op, kind))) => {
                    let next = numbers.len();
                    let number = *numbers.entry(op).or_insert(next);
                    Part::Value { number, kind, class: self.facts.class(op) }
                }
                _ => Part::Memory,
            });
        }
        let arrays = self.vable_arrays()?;
        let arrays = arrays
            .iter()
            .map(|array| {
                array.and_then(|v| values[..registers.len()].iter().position(|r| *r == Some(v)))
            })
            .collect();
        let mut state = State {
            parts,
            dirty: places.iter().map(|(_, dirty)| *dirty).collect(),
            shape: self.vable_shape(),
            arrays,
            consts: RootedConsts::new(self.roots),
        };
        state.root(self.roots)?;
        Some((state, values))
    }

    /// Begins at a place, with these values.
    fn enter_place(&mut self, place: &Place, state: &State) -> Result<(), StackOverflow> {
        for &(jitcode, pc) in &place.frames {
            self.stack.push(self.data, jitcode, SFrame::default())?;
            let top = self.stack.top_mut();
            top.pc = pc;
            top.extra.set_live(pc);
        }
        self.loop_header = place.loop_header;
        let values: Vec<Option<SBox>> =
            state.parts.iter().map(|part| self.value_of(*part)).collect();
        let registers = self.live_registers().unwrap_or_default();
        for (&(n, kind, reg), v) in registers.iter().zip(&values) {
            if let Some(v) = *v {
                self.stack.frames[n].extra.put(kind, reg, v);
            }
        }
        let mut rest = values[registers.len()..].iter().copied();
        if place.exception != 0 {
            let v = rest.next().flatten();
            self.exc = (place.exception, v.unwrap_or(self.exc.1));
            if let Some(SBox::Op(op, _)) = v {
                self.facts.set_class(op, place.exception);
            }
        }
        if let Some(shape) = &state.shape {
            let object = rest.next().flatten();
            let arrays = state.arrays.iter().map(|n| n.and_then(|n| values[n])).collect();
            let slots = rest.zip(state.dirty.iter().copied()).collect();
            if let Some(object) = object {
                self.vable_at_place(object, shape, slots, arrays);
            }
        }
        Ok(())
    }

    fn value_of(&mut self, part: Part) -> Option<SBox> {
        match part {
            Part::Const(ConstValue::Ref(RefConst::Rooted(slot))) => {
                Some(SBox::Const(self.const_value(Kind::Ref, self.roots.get(slot))))
            }
            Part::Const(c) => Some(SBox::Const(c)),
            Part::Value { number, kind, class } => {
                let op = OpRef::value(number);
                if let Some(class) = class {
                    self.facts.set_class(op, class);
                }
                Some(SBox::Op(op, kind))
            }
            Part::Memory => None,
        }
    }

    /// Jumps to a label that takes this state.
    fn jump_to(&mut self, state: &State) -> bool {
        if state.shape.is_some() {
            let (_, places) = self.vable_parts();
            let first = state.parts.len() - places.len();
            let wanted = &state.parts[first..];
            let memory = places.iter().zip(wanted).zip(&state.dirty);
            let unmade = memory
                .filter(|((own, part), dirty)| own.1 && (!**dirty || **part == Part::Memory))
                .count();
            if unmade > 0 {
                self.vable_sync();
            }
            let read: Vec<usize> =
                (0..places.len()).filter(|&n| wanted[n] != Part::Memory).collect();
            self.vable_read_places(&read);
        }
        let Some((_, values)) = self.state() else { return false };
        let mut args = Vec::new();
        for (part, v) in state.parts.iter().zip(&values) {
            if let Part::Value { number, .. } = *part
                && number == args.len()
            {
                let Some(v) = *v else { return false };
                args.push(self.opref(v));
            }
        }
        self.record_jump(&args);
        true
    }
}

impl<C: Cpu> Jit<C> {
    /// Pieces merge inside of the interpreter's functions from here on.
    pub(super) fn begin_merging(&self, shifter: &mut Shifter<'_, C::Mem>) {
        let merges = self.merges.borrow();
        shifter.merging.on = true;
        shifter.merging.both = merges.both.clone();
        shifter.merging.joins = merges.joins.clone();
        shifter.extended.on = false;
    }

    /// The test of a guard goes both ways.
    pub(super) fn goes_both_ways(&self, resume: &ResumeData) {
        if let Some(frame) = resume.frames.last() {
            let at = (frame.jitcode as usize, frame.pc as usize);
            self.merges.borrow_mut().both.insert(at);
        }
    }

    /// A piece is where ways may merge. None: it goes on.
    pub(super) fn at_place(
        &self,
        shifter: &mut Shifter<'_, C::Mem>,
        cell: usize,
        start: Start,
        depth: usize,
    ) -> Option<Made> {
        shifter.merging.passed = true;
        // Guards that stand here resume here.
        let top = shifter.stack.top_mut();
        top.extra.set_live(top.pc);
        let place = shifter.here();
        for _ in 0..MAX_ATTEMPTS {
            let (state, values) = shifter.state()?;
            if let Some((state, target)) = self.label_for(&place, &state, &values) {
                if !shifter.jump_to(&state) {
                    return None;
                }
                let result = self.install_piece(shifter, start, &[target]);
                return Some(self.result_of(shifter, start, result));
            }
            let Some(merged) = self.way_to_merge(&place, state) else { break };
            if depth >= MAX_NESTED {
                // What follows is made when the program gets there.
                shifter.stop();
                return None;
            }
            let words: Vec<Option<i64>> =
                values.iter().map(|v| v.and_then(|v| shifter.witness(v))).collect();
            match self.make_merge(shifter, &place, merged, &words, cell, depth) {
                Made::Nothing => break,
                Made::Code | Made::Again => {}
            }
        }
        shifter.merging.split = false;
        None
    }

    /// A label of a place that takes the state.
    fn label_for(
        &self,
        place: &Place,
        state: &State,
        values: &[Option<SBox>],
    ) -> Option<(Rc<State>, TargetToken)> {
        let mut merges = self.merges.borrow_mut();
        let known = merges.places.get_mut(place)?;
        let by_entry = self.by_entry.borrow();
        known.labels.retain(|label| by_entry.get(&label.owner).is_some_and(|info| info.is_valid()));
        let label =
            known.labels.iter().find(|label| label.state.takes(state, values, &self.roots))?;
        Some((label.state.clone(), label.target.clone()))
    }

    /// One more way leads to a place: the state in which it merges with another one. None: it does not.
    fn way_to_merge(&self, place: &Place, state: State) -> Option<State> {
        let mut merges = self.merges.borrow_mut();
        if merges.places.len() >= MAX_PLACES {
            merges.places.clear();
        }
        let known = merges.places.entry(place.clone()).or_default();
        if known.labels.len() >= MAX_LABELS {
            return None;
        }
        let apart = known.ways.len() < MAX_WAYS;
        let others = known.labels.iter().map(|label| &label.state).chain(&known.ways);
        for other in others {
            if let Some(merged) = state.merged(other, &self.roots, &known.strict, apart) {
                return Some(merged);
            }
        }
        if known.ways.len() < 2 * MAX_WAYS {
            known.ways.push(Rc::new(state));
        }
        None
    }

    /// Makes the piece behind a place.
    fn make_merge(
        &self,
        from: &Shifter<'_, C::Mem>,
        place: &Place,
        state: State,
        words: &[Option<i64>],
        cell: usize,
        depth: usize,
    ) -> Made {
        let kinds = state.kinds();
        let shifter = Shifter::new(&self.data, self.cpu.mem(), &self.roots, self, from.jd, &kinds);
        let Ok(mut shifter) = shifter else { too_deep() };
        self.begin_merging(&mut shifter);
        if shifter.enter_place(place, &state).is_err() {
            too_deep();
        }
        shifter.facts.take_staleness(&from.facts);
        let from_const = {
            let merges = self.merges.borrow();
            let known = &merges.places[place];
            let ways = known.labels.iter().map(|label| &label.state).chain(&known.ways);
            let consts = ways.flat_map(|way| {
                way.parts
                    .iter()
                    .enumerate()
                    .filter(|(_, p)| matches!(p, Part::Const(_)))
                    .map(|(n, _)| n)
            });
            consts.collect::<FxHashSet<usize>>()
        };
        for (n, part) in state.parts.iter().enumerate() {
            let Part::Value { number, kind, .. } = *part else { continue };
            let op = OpRef::value(number);
            if let Some(word) = words[n] {
                shifter.facts.see(op, kind, word);
            }
            if from_const.contains(&n) {
                shifter.merging.widened.entry(op).or_insert(n);
            }
        }
        shifter.merging.passed = true;
        let state = Rc::new(state);
        let start = Start::Merge(cell);
        let made = self.make(&mut shifter, start, depth + 1);
        let (narrow, owner) = (shifter.merging.narrow, shifter.installed);
        let mut merges = self.merges.borrow_mut();
        let known = merges.places.entry(place.clone()).or_default();
        if let Some(part) = narrow {
            return match known.strict.insert(part) {
                true => Made::Again,
                false => Made::Nothing,
            };
        }
        let Some(owner) = owner else { return Made::Nothing };
        let info = self.by_entry.borrow().get(&owner).cloned();
        if let Some(target) = info.and_then(|info| info.targets.all().pop()) {
            known.labels.push(Label { state, target, owner });
        }
        made
    }
}
