//! Meaning of instructions for values of two binding times.

use super::facts::{Part, PiecePlace};
use crate::ends::TraceEnd;
use crate::frame::Stack;
use crate::jitprof::AbortReason;
use crate::nesting::Asked;
use crate::promised::QuasiRead;
use crate::step::{Interp, Merge, MergePoint, PortalCall, Raised};
use crate::straight::foldable_read;
use crate::timeshift::frame::SFrame;
use crate::timeshift::memory::Words;
use crate::timeshift::state::Shifter;
use crate::timeshift::values::SBox;
use crate::timeshift::{meetings, memory};
use crate::warmstate::ATTEMPTS;
use alloc::rc::Rc;
use alloc::string::String;
use jitbackend::Memory;
use jitbackend::exec::{execute, execute_pure};
use jitmodel::effects::READS;
use jitmodel::program::Virtualizable;
use jitmodel::*;

impl<M: Memory> Shifter<'_, M> {
    /// The item at an index.
    fn item(&self, index: SBox) -> Part {
        let (mut at, mut offset) = (index, 0i64);
        loop {
            match self.current(at) {
                SBox::Const(c) => return Part::Item(None, self.word_of(c).wrapping_add(offset)),
                SBox::Op(op, _) => {
                    let sum = self.trace.op_of(op).and_then(|made| {
                        let n = made.args.get(1).and_then(|n| self.trace.int_value(*n))?;
                        match made.opnum {
                            ResOp::IntAdd => Some((made.args[0], n)),
                            ResOp::IntSub => Some((made.args[0], n.wrapping_neg())),
                            _ => None,
                        }
                    });
                    match sum {
                        Some((base, n)) if !base.is_const() => {
                            offset = offset.wrapping_add(n);
                            at = SBox::Op(base, Kind::Int);
                        }
                        _ => return Part::Item(Some(op), offset),
                    }
                }
            }
        }
    }
    /// The place that an operation reads or writes, the value that it writes, and the kind of what is there.
    pub(crate) fn place(
        &self,
        op: ResOp,
        args: &[SBox],
        descr: DescrRef,
    ) -> Option<(PiecePlace, Option<SBox>, Kind)> {
        use ResOp::*;
        match op {
            GetfieldGcI | GetfieldGcR | GetfieldGcF | SetfieldGc => {
                let d = self.data.descrs.field(descr);
                let value = args.get(1).copied();
                let whole = !d.volatile && (value.is_none() || d.size == 8);
                let part = if d.immutable { Part::Fixed } else { Part::Field };
                whole.then_some(((args[0], descr, part), value, d.kind))
            }
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | GetarrayitemGcPureI
            | GetarrayitemGcPureR | GetarrayitemGcPureF | SetarrayitemGc => {
                let d = self.data.descrs.array(descr);
                let value = args.get(2).copied();
                let whole = value.is_none() || d.itemsize == 8;
                whole.then(|| ((args[0], descr, self.item(args[1])), value, d.kind))
            }
            ArraylenGc => Some(((args[0], descr, Part::Fixed), None, Kind::Int)),
            _ => None,
        }
    }
    /// Says whether the program may read there: it would have tested that itself on its way here, if it were on this
    /// way.
    pub(super) fn may_read(&self, op: ResOp, words: &[i64], descr: DescrRef) -> bool {
        use ResOp::*;
        if words[0] == 0 {
            return false;
        }
        match op {
            GetfieldGcI | GetfieldGcR | GetfieldGcF | ArraylenGc => true,
            GetfieldRawI | GetfieldRawR | GetfieldRawF => true,
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | GetarrayitemGcPureI
            | GetarrayitemGcPureR | GetarrayitemGcPureF => {
                self.data.descrs.array(descr).lendescr.is_some()
                    && (0..self.mem.arraylen(words[0], descr)).contains(&words[1])
            }
            GetinteriorfieldGcI | GetinteriorfieldGcR | GetinteriorfieldGcF => {
                let array = self.data.descrs.interior(descr).array;
                (0..self.mem.arraylen(words[0], array)).contains(&words[1])
            }
            _ => false,
        }
    }
    /// The class of an instance. None: the piece ended.
    fn class_of(&mut self, instance: SBox) -> Option<i64> {
        match instance {
            SBox::Const(c) => match self.word_of(c) {
                // On a way that the program never takes.
                0 => {
                    self.stop();
                    None
                }
                word => Some(self.mem.class_of(word)),
            },
            SBox::Op(op, _) => {
                if let Some(class) = self.facts.class(op) {
                    return Some(class);
                }
                match self.witness(instance) {
                    None | Some(0) => {
                        self.stop();
                        None
                    }
                    Some(word) => {
                        let class = self.mem.class_of(word);
                        self.guard_before(ResOp::GuardClass, &[instance, SBox::int(class)]);
                        self.facts.set_class(op, class);
                        Some(class)
                    }
                }
            }
        }
    }
}

/// The words of constants; None if one is none.
pub(crate) fn constants<M: Memory>(shifter: &Shifter<'_, M>, args: &[SBox]) -> Option<Words> {
    args.iter()
        .map(|v| match v {
            SBox::Const(c) => Some(shifter.word_of(*c)),
            SBox::Op(..) => None,
        })
        .collect()
}

/// A pure operation whose result is known, though its arguments are not all.
pub(crate) fn known_pure<M: Memory>(
    shifter: &Shifter<'_, M>,
    op: ResOp,
    args: &[SBox],
) -> Option<SBox> {
    let nonnull = |v: SBox| match v {
        SBox::Const(c) => shifter.word_of(c) != 0,
        SBox::Op(op, _) => shifter.facts.is_nonnull(op),
    };
    let truth = |b: bool| Some(SBox::int(b as i64));
    match op {
        ResOp::PtrNonzero if nonnull(args[0]) => truth(true),
        ResOp::PtrIszero if nonnull(args[0]) => truth(false),
        ResOp::PtrEq | ResOp::InstancePtrEq | ResOp::PtrNe | ResOp::InstancePtrNe => {
            let equal = matches!(op, ResOp::PtrEq | ResOp::InstancePtrEq);
            let null = |v: SBox| v == SBox::Const(ConstValue::Ref(RefConst::Null));
            // An object that nobody else has is no other one.
            let own = args.iter().any(|v| shifter.facts.is_own(*v));
            let apart = null(args[0]) && nonnull(args[1]) || null(args[1]) && nonnull(args[0]);
            match args[0] == args[1] {
                true => truth(equal),
                false if own || apart => truth(!equal),
                false => None,
            }
        }
        ResOp::CastPtrToInt | ResOp::CastIntToPtr => None,
        _ => shifter.facts.computed(op, args),
    }
}

/// Says whether the code at `pc` raises an exception before it comes to a test, or goes back.
fn raises_soon<M: Memory>(shifter: &Shifter<'_, M>, mut pc: usize) -> bool {
    let code = &shifter.data.jitcodes[shifter.stack.top().jitcode];
    while let Some(&byte) = code.code.get(pc) {
        let row = &shifter.data.rows[byte as usize];
        match row.insn {
            Insn::Raise | Insn::Reraise | Insn::Unreachable => return true,
            Insn::IntReturn | Insn::RefReturn | Insn::FloatReturn | Insn::VoidReturn => {
                return false;
            }
            insn => {
                let mut d = code.decoder(pc + 1);
                let goes_on = !insn.args().contains(&ArgCode::Label);
                if insn == Insn::Goto {
                    let target = d.label();
                    if target <= pc {
                        return false;
                    }
                    pc = target;
                    continue;
                }
                if !goes_on {
                    return false;
                }
                for arg in insn.args() {
                    d.operand(*arg);
                }
                pc = d.pc;
            }
        }
    }
    false
}

/// The side to go on with where nothing tells: where the instruction's jump leads when the condition does not hold, or
/// the next instruction.
fn likely<M: Memory>(shifter: &Shifter<'_, M>) -> bool {
    let top = shifter.stack.top();
    let code = &shifter.data.jitcodes[top.jitcode];
    let at = top.extra.live() + JitCode::LIVE_SIZE;
    let Some(&byte) = code.code.get(at) else { return true };
    let row = &shifter.data.rows[byte as usize];
    let mut d = code.decoder(at + 1);
    for arg in row.insn.args() {
        if *arg == ArgCode::Label {
            let target = d.label();
            return !raises_soon(shifter, top.pc) || raises_soon(shifter, target);
        }
        d.operand(*arg);
    }
    true
}

/// A test of what is not known is passed; too often means a loop of the interpreter.
fn visit<M: Memory>(shifter: &mut Shifter<'_, M>) -> bool {
    let depth = shifter.stack.frames.len();
    let top = shifter.stack.top();
    let visits = shifter.visits.entry((depth, top.jitcode, top.extra.live())).or_insert(0);
    *visits += 1;
    *visits > ATTEMPTS
}

/// Gives the result of a call that was recorded.
pub(crate) fn called<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    effect: &EffectInfo,
    result: SBox,
) -> Result<SBox, Raised> {
    if effect.can_raise(false) {
        shifter.guard_after(ResOp::GuardNoException, &[], None);
    }
    Ok(result)
}

/// A quasi-immutable field of a constant is about to be read.
pub(crate) fn quasi_read<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    object: ConstValue,
    field: DescrRef,
) {
    let (descrs, word) = (&shifter.data.descrs, shifter.word_of(object));
    if shifter.quasi_written.contains(&field) {
        return;
    }
    let ConstValue::Ref(object) = object else { return };
    let Some(mutate) = QuasiRead::mutate(shifter.mem, descrs, word, field) else { return };
    shifter.guard_before(ResOp::GuardNotInvalidated, &[]);
    let value = shifter.const_value(descrs.value_kind(field), shifter.mem.getfield(word, field));
    let read = QuasiRead { object, field, mutate, value };
    if !shifter.quasi.contains(&read) {
        shifter.quasi.push(read);
    }
    shifter.promised = true;
}

/// A quasi-immutable field is written: the piece does not rely on it any more, and must not have.
fn quasi_write<M: Memory>(shifter: &mut Shifter<'_, M>, object: SBox, field: DescrRef) {
    shifter.quasi_written.insert(field);
    let SBox::Const(object) = object else { return };
    let word = shifter.word_of(object);
    if shifter.quasi.iter().any(|q| q.is_written(shifter.mem, shifter.roots, word, field)) {
        shifter.abort = Some(AbortReason::ForceQuasiImmut);
    }
}

impl<M: Memory> Interp for Shifter<'_, M> {
    type X = SFrame;
    type V = SBox;
    type Leave = TraceEnd;

    fn stack(&self) -> &Stack<SFrame> {
        &self.stack
    }

    fn stack_mut(&mut self) -> &mut Stack<SFrame> {
        &mut self.stack
    }

    fn get(&self, kind: Kind, reg: u8) -> SBox {
        self.frame_get(self.stack.frames.len() - 1, kind, reg)
    }

    fn set(&mut self, kind: Kind, reg: u8, v: SBox) {
        self.put(kind, reg, v);
    }

    fn word(v: SBox) -> i64 {
        match v {
            SBox::Const(ConstValue::Int(v)) => v,
            SBox::Const(ConstValue::Float(bits)) => bits as i64,
            SBox::Const(ConstValue::Ref(RefConst::Null)) => 0,
            // It is asked only whether an object is there.
            SBox::Const(ConstValue::Ref(_)) | SBox::Op(..) => 1,
        }
    }

    fn constant(&self, kind: Kind, word: i64) -> SBox {
        SBox::Const(self.const_value(kind, word))
    }

    fn live(&mut self, pc: usize) {
        self.stack.top_mut().extra.set_live(pc);
    }

    fn pure(&mut self, op: ResOp, args: &[SBox]) -> SBox {
        let movable = |word: i64| word != 0 && !self.mem.is_prebuilt(word);
        if let Some(words) = constants(self, args)
            && let Some(word) = execute_pure(op, &words)
        {
            let moves = match op {
                ResOp::CastPtrToInt => movable(words[0]),
                ResOp::CastIntToPtr => movable(word),
                _ => false,
            };
            if !moves {
                return self.constant(op.result(), word);
            }
        }
        if let Some(v) = known_pure(self, op, args) {
            return self.current(v);
        }
        let result = self.record(op, args, None);
        if matches!(op, ResOp::CastPtrToInt | ResOp::CastIntToPtr) {
            args.iter().for_each(|v| self.facts.escape(*v));
            return result;
        }
        self.facts.note_pure(op, args, result);
        if let Some(words) = memory::witnesses(self, args)
            && let Some(word) = execute_pure(op, &words)
            && let Some(result) = result.op()
        {
            self.facts.see(result, op.result(), word);
        }
        result
    }

    fn ovf(&mut self, op: ResOp, a: SBox, b: SBox) -> Option<SBox> {
        let known = memory::witnesses(self, &[a, b]);
        let known = known.and_then(|words| op.with_overflow(words[0], words[1]));
        if let (Some((word, overflow)), Some(_)) = (known, constants(self, &[a, b])) {
            return (!overflow).then(|| SBox::int(word));
        }
        let result = self.record(op, &[a, b], None);
        if known.is_some_and(|k| k.1) {
            self.guard_before(ResOp::GuardOverflow, &[]);
            return None;
        }
        self.guard_before(ResOp::GuardNoOverflow, &[]);
        if let (Some((word, _)), Some(op)) = (known, result.op()) {
            self.facts.see(op, Kind::Int, word);
        }
        Some(result)
    }

    fn test(&mut self, cond: SBox) -> bool {
        let SBox::Op(op, _) = cond else { return Self::word(cond) != 0 };
        if meetings::meets(self) {
            return true;
        }
        if visit(self) {
            self.stop();
            return true;
        }
        let holds = match self.witness(cond) {
            Some(word) => word != 0,
            None => {
                self.facts.go_astray();
                likely(self)
            }
        };
        let guard = if holds { ResOp::GuardTrue } else { ResOp::GuardFalse };
        self.guard_before(guard, &[cond]);
        let made = self.trace.op_of(op).map(|op| (op.opnum, op.args.first().copied()));
        if let Some((opnum, Some(object))) = made
            && (opnum == ResOp::PtrNonzero && holds || opnum == ResOp::PtrIszero && !holds)
            && !object.is_const()
        {
            self.facts.set_nonnull(object);
        }
        if made.is_some_and(|made| made.0.is_bool()) || !holds {
            self.becomes(cond, ConstValue::Int(holds as i64));
        }
        holds
    }

    fn switch(&mut self, v: SBox, cases: &SwitchDescr) -> Option<u32> {
        if let SBox::Const(c) = v {
            return cases.lookup(self.word_of(c));
        }
        if meetings::meets(self) {
            return None;
        }
        if visit(self) {
            self.stop();
            return None;
        }
        let known = self.witness(v);
        let target = known.and_then(|word| cases.lookup(word));
        if target.is_some() || known.is_none() {
            self.promote_value(v);
            return target;
        }
        for &(case, _) in &cases.cases {
            let is = self.record(ResOp::IntEq, &[v, SBox::int(case)], None);
            self.guard_before(ResOp::GuardFalse, &[is]);
        }
        None
    }

    fn memory(&mut self, op: ResOp, args: &[SBox], descr: DescrRef) -> SBox {
        let promised = core::mem::take(&mut self.promised);
        let data = self.data;
        let kind = op.result();
        let list = args.first().is_some_and(|v| self.facts.is_list(self.roots, *v));
        let keeps = op == ResOp::GetfieldGcR && (data.descrs.field(descr).immutable_items || list);
        if op.has(READS)
            && let Some(words) = constants(self, args)
            && foldable_read(data, op, words[0], descr, list || promised)
            && self.may_read(op, &words, descr)
        {
            let word = execute(self.mem, op, &words, descr).expect("a memory operation");
            let v = self.constant(kind, word);
            if keeps && word != 0 {
                self.facts.add_list(self.roots, v);
            }
            return v;
        }
        if op == ResOp::SetfieldGc && data.descrs.field(descr).quasi_immutable.is_some() {
            quasi_write(self, args[0], descr);
        }
        if let Some(v) = self.vable_memory(op, args, descr) {
            return v;
        }
        memory::plain_memory(self, op, args, descr)
    }

    fn take_memory_error(&mut self) {
        unreachable!("allocations are not executed");
    }

    fn call(&mut self, op: ResOp, args: &[SBox], descr: DescrRef) -> Result<SBox, Raised> {
        let call = self.data.descrs.call(descr);
        let effect = &call.effect;
        let kind = op.result();
        let plain = op.call_func_index() == Some(0);
        if effect.oopspec == OopSpec::NotInTrace {
            return Ok(SBox::Const(self.const_value(kind, 0)));
        }
        if plain
            && effect.is_elidable()
            && self.stop.is_none()
            && let Some(words) = constants(self, args)
        {
            let word = execute(self.mem, op, &words, descr).expect("a call");
            if self.mem.exc_class() == 0 {
                return Ok(self.constant(kind, word));
            }
            self.mem.set_exc(0, 0);
        }
        let opnum = match effect {
            _ if !plain => op,
            effect if effect.is_elidable() => ResOp::call_pure(kind),
            effect if effect.is_loop_invariant() => ResOp::call_loopinvariant(kind),
            _ => op,
        };
        self.vables_before_call(effect, args);
        let result = self.record(opnum, args, Some(descr));
        self.facts.called(effect, args);
        called(self, effect, result)
    }

    fn call_portal(
        &mut self,
        cell: Option<usize>,
        jd: usize,
        args: &[SBox],
    ) -> Result<SBox, Raised> {
        let driver = &self.data.drivers[jd];
        let kind = driver.desc.result;
        let (_, descr) = driver.desc.portal_runner.expect("the caller looked");
        let Some(cell) = cell else { return self.call(ResOp::call(kind), args, descr) };
        self.vables_before_portal(jd, args);
        let reds: Args = args[1 + driver.greens.len()..].iter().map(|&v| self.opref(v)).collect();
        args.iter().for_each(|v| self.facts.escape(*v));
        self.facts.called_anything();
        let op = ResOp::call_assembler(kind);
        let result = SBox::Op(self.trace.record_token(op, &reds, TokenId(cell as u32)), kind);
        self.guard_after(ResOp::GuardNoException, &[], None);
        Ok(result)
    }

    fn promote(&mut self, kind: Kind, reg: u8) {
        let v = self.get(kind, reg);
        self.promote_value(v);
    }

    fn promote_class(&mut self, instance: SBox) -> SBox {
        let class = self.class_of(instance).unwrap_or(0);
        SBox::int(class)
    }

    fn promote_string(&mut self, string: SBox, eq: SBox, descr: DescrRef) -> SBox {
        let SBox::Op(..) = string else { return string };
        match self.witness(string) {
            None | Some(0) => {
                self.promote_value(string);
                self.current(string)
            }
            Some(word) => {
                let c = self.constant(Kind::Ref, word);
                let same = self.record(ResOp::CallPureI, &[eq, string, c], Some(descr));
                self.guard_before(ResOp::GuardTrue, &[same]);
                c
            }
        }
    }

    fn set_last_exc(&mut self, v: SBox) {
        // `promote_class` made it known just before.
        let class = self.class_of(v).unwrap_or(0);
        self.exc = (class, v);
    }

    fn last_exc(&self) -> (SBox, SBox) {
        (SBox::int(self.exc.0), self.exc.1)
    }

    fn unwinds(&mut self) {
        if core::mem::take(&mut self.again) && !self.left.marks.is_empty() {
            return;
        }
        self.left = Rc::new(LeftMarks { class: self.exc.0, marks: vec![] });
    }

    fn passes(&mut self, mark: u32) {
        Rc::make_mut(&mut self.left).marks.push(mark);
    }

    fn caught(&mut self, mark: u32, last: bool) {
        if !last {
            self.left = Rc::default();
        }
        self.passes(mark);
    }

    fn traceback_kept(&mut self) {
        self.leave_marks();
    }

    fn traceback_again(&mut self) {
        self.again = true;
    }

    fn unreachable(&mut self, _jitcode: &str) {
        // Behind a call, on the way where it has not raised.
        self.stop();
    }
    fn handled(&mut self) {
        if !self.left.marks.is_empty() {
            self.left = Rc::default();
        }
    }

    fn exc_matches(&self, class: i64) -> bool {
        self.exc.0 != 0 && self.mem.is_subclass(self.exc.0, class)
    }

    fn merge_point(&mut self, point: MergePoint) -> Result<Merge<SBox>, TraceEnd> {
        for &(kind, reg) in &point.greens {
            let v = self.get(kind, reg);
            if !self.promote_value(v) {
                return Ok(Merge::Proceed);
            }
        }
        let begins = core::mem::take(&mut self.at_start);
        if begins || point.jd != self.jd || self.stack.frames.len() > 1 {
            return Ok(Merge::Proceed);
        }
        if !self.vables_at_merge_point(&point.reds) {
            return Ok(Merge::Proceed);
        }
        self.closes = self.loop_header.take() == Some(point.jd);
        self.visits.clear();
        Err(TraceEnd::LoopHeader { point })
    }

    fn recursive_call(&mut self, _: usize, jd: usize, args: &mut [SBox]) -> PortalCall {
        let driver = &self.data.drivers[jd];
        let greens = &args[..driver.greens.len()];
        let known = constants(self, greens);
        let portal = known.and_then(|words| self.host.portal_cell(jd, &words));
        let callable = self.host.calls_assembler() && driver.desc.confirm_enter_jit.is_none();
        match portal {
            Some(portal) if callable => PortalCall::Assembler(portal.cell),
            _ => PortalCall::Residual,
        }
    }

    fn inline_function(&self, function: SBox) -> Option<usize> {
        let SBox::Const(ConstValue::Int(address)) = function else { return None };
        self.data.by_address(address)
    }

    fn loop_header(&mut self, jd: usize) {
        self.loop_header = Some(jd);
    }

    fn hint(&mut self, insn: Insn, args: &[SBox], descr: Option<DescrRef>) {
        match (insn, args) {
            (Insn::RecordImmutableList, [list, ..]) => self.facts.add_list(self.roots, *list),
            (Insn::RecordExactValueI | Insn::RecordExactValueR, &[v, SBox::Const(c)]) => {
                self.becomes(v, c);
            }
            (Insn::RecordExactClass, &[SBox::Op(op, _), SBox::Const(ConstValue::Int(class))]) => {
                self.facts.set_class(op, class);
            }
            (Insn::AssertNotNone, &[SBox::Op(op, _)]) => self.facts.set_nonnull(op),
            (Insn::JitDebug, &[SBox::Const(text), ..]) if self.word_of(text) != 0 => {
                let text = self.mem.string_bytes(self.word_of(text));
                let index = self.trace.strings.len() as i64;
                self.trace.strings.push(String::from_utf8_lossy(&text).into_owned());
                let mut all = vec![SBox::int(index)];
                all.extend(&args[1..]);
                self.record(ResOp::JitDebug, &all, None);
            }
            (Insn::RecordQuasiimmutField, &[SBox::Const(c)]) => {
                if let Some(field) = descr {
                    quasi_read(self, c, field);
                }
            }
            _ => {}
        }
    }

    fn ask(&mut self, insn: Insn, v: Option<SBox>) -> i64 {
        match (insn, v) {
            (Insn::CurrentTraceLength, _) => self.trace.ops.len() as i64,
            (Insn::CallsRest, Some(SBox::Const(ConstValue::Int(n)))) => {
                self.host.calls_rest(Asked(n).number()) as i64
            }
            (Insn::RefIsvirtual, Some(v)) => self.facts.is_made(v) as i64,
            (_, Some(v)) => v.op().is_none() as i64,
            _ => 0,
        }
    }

    fn done(&mut self, kind: Kind, v: Option<SBox>) -> TraceEnd {
        self.vables_at_end();
        let args: Args = v.iter().map(|&v| self.opref(v)).collect();
        self.trace.record(ResOp::Finish, &args);
        TraceEnd::Finish { kind, word: 0 }
    }

    fn done_with_exception(&mut self) -> TraceEnd {
        self.vables_at_end();
        self.leave_marks();
        let (class, value) = self.last_exc();
        self.record(ResOp::RestoreException, &[class, value], None);
        self.trace.record(ResOp::Finish, &[]);
        TraceEnd::Exception
    }

    fn overflow(&mut self) -> TraceEnd {
        TraceEnd::Abort(AbortReason::TraceTooLong)
    }
}

impl<M: Memory> crate::resume::Rebuild for Shifter<'_, M> {
    const WANTS_ALL: bool = true;
    const CONCRETE: bool = false;

    fn input(&self, n: usize, kind: Kind, _: i64) -> SBox {
        self.current(SBox::Op(OpRef::value(self.inputs[n]), kind))
    }

    fn with_word(v: SBox, _: i64) -> SBox {
        v
    }

    fn unchanging(&mut self, v: SBox) {
        self.facts.add_list(self.roots, v);
    }

    fn failed(&self) -> bool {
        false
    }

    fn late_call(&mut self, function: i64, args: &[SBox], descr: DescrRef) -> SBox {
        let mut all = vec![SBox::int(function)];
        all.extend(args);
        let call = self.data.descrs.call(descr);
        let op = match call.effect.is_elidable() {
            true => ResOp::call_pure(call.result),
            false => ResOp::call(call.result),
        };
        let v = self.record(op, &all, Some(descr));
        self.facts.called(&call.effect, &all);
        v
    }

    fn vable(
        &mut self,
        (which, _): (usize, &Virtualizable),
        object: SBox,
        values: &[(VablePlace, bool, SBox)],
    ) {
        self.vable_rebuilt(which, object, values);
    }

    fn vref(&mut self, _refs: VirtualRefs, vref: SBox, frame: SBox) {
        self.record(ResOp::VirtualRefFinish, &[vref, frame], None);
        self.facts.escape(vref);
        self.facts.escape(frame);
        self.facts.called_anything();
    }
}
