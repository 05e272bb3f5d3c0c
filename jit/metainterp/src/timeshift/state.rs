//! State of a piece of code in the making, and access to its values.

use crate::codes::StaticData;
use crate::ends::PassedMergePoint;
use crate::frame::{Stack, StackOverflow};
use crate::host::Host;
use crate::jitprof::AbortReason;
use crate::promised::QuasiRead;
use crate::rooted::RootedConsts;
use crate::step::MergePoint;
use crate::timeshift::facts::Facts;
use crate::timeshift::frame::{Extended, SFrame};
use crate::timeshift::spots::Meeting;
use crate::timeshift::values::SBox;
use crate::vable::Shape;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use jitbackend::{Memory, RootTable};
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::program::Virtualizable;
use jitmodel::*;

/// Calls of the interpreter are followed so deep, and so much code of spots is made on the way to other code, one in the other. (A bound for
/// the run time's own stack: each level takes some KB. With 7 a marked regular expression is not compiled.)
pub(crate) const MAX_DEPTH: usize = 60;

/// One place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    /// Its value; None: it is to be read from memory.
    pub(crate) v: Option<SBox>,
    /// Memory does not hold it.
    pub(crate) dirty: bool,
}

#[derive(Debug, Default)]
pub(crate) struct VArray {
    /// The array itself.
    pub(crate) v: Option<SBox>,
    /// Its length is tested.
    pub(crate) length_known: bool,
    pub(crate) items: Vec<Slot>,
}

/// Holds what a piece knows of a virtualizable.
#[derive(Debug, Default)]
pub(crate) struct Vable {
    /// `None`: the red is none here.
    pub(crate) object: Option<SBox>,
    pub(crate) fields: Vec<Slot>,
    pub(crate) arrays: Vec<VArray>,
    /// Objects that are known to be others.
    pub(crate) others: FxHashSet<OpRef>,
}

/// Holds what a piece knows of its virtualizables.
#[derive(Debug, Default)]
pub struct Vables {
    pub(crate) list: Vec<Vable>,
    /// Index in `Trace::vables`, as long as nothing changes.
    pub(crate) snapshot: Option<u32>,
}

impl Vables {
    /// Knows nothing of them.
    pub fn new(layouts: &[Virtualizable]) -> Vables {
        let list = layouts.iter().map(|_| Vable::default()).collect();
        Vables { list, snapshot: None }
    }
}

/// One piece of code in the making.
pub struct Shifter<'a, M> {
    pub(crate) data: &'a StaticData,
    pub(crate) mem: &'a M,
    pub(crate) roots: &'a Rc<RootTable>,
    pub(crate) host: &'a dyn Host,
    pub(crate) stack: Stack<SFrame>,
    /// The operations.
    pub trace: Trace,
    /// The jitdriver.
    pub jd: usize,
    /// Merge points that may become the beginning of a loop.
    pub passed: Vec<PassedMergePoint>,
    /// Cells of all merge points on the way.
    pub cells: Vec<usize>,
    /// Root slots of constants.
    pub consts: RefCell<RootedConsts>,
    pub(crate) facts: Facts,
    /// Index of the inputarg that each fail arg of the guard is that the piece begins at.
    pub(crate) inputs: Vec<usize>,
    /// The last exception: its class and its instance.
    pub(crate) exc: (i64, SBox),
    pub(crate) left: Rc<LeftMarks>,
    /// The exception that comes next was raised again: the marks that it left stay.
    pub(crate) again: bool,
    /// The piece ends here: numbers of operations and guards.
    pub(crate) stop: Option<(usize, usize)>,
    /// The jitdriver of a loop header since the last merge point.
    pub(crate) loop_header: Option<usize>,
    /// True if the merge point that was reached last stands behind a loop header.
    pub closes: bool,
    /// Tests since the last merge point.
    pub(crate) visits: FxHashMap<(usize, usize, usize), u32>,
    /// It is code that was traced before.
    pub(crate) handed_over: bool,
    /// The merge point that the piece begins at is still to be passed.
    pub(crate) at_start: bool,
    /// Quasi-immutable fields that the piece relies on.
    pub quasi: Vec<QuasiRead>,
    /// Quasi-immutable fields that it writes, whatever the object.
    pub(crate) quasi_written: FxHashSet<DescrRef>,
    /// The next operation reads a field that was just relied on.
    pub(crate) promised: bool,
    /// The piece begins at a guard of the merge point.
    pub(crate) at_merge_point: bool,
    pub(crate) vables: Vables,
    /// The virtualizable's, where the piece begins at a position.
    pub(crate) shape: Shape,
    /// Reason why the piece cannot be made.
    pub(crate) abort: Option<AbortReason>,
    pub(crate) extended: Extended,
    /// Meeting of it with other pieces.
    pub meeting: Meeting,
}

impl<'a, M: Memory> Shifter<'a, M> {
    /// A piece without frames.
    pub fn new(
        data: &'a StaticData,
        mem: &'a M,
        roots: &'a Rc<RootTable>,
        host: &'a dyn Host,
        jd: usize,
        inputargs: &[Kind],
    ) -> Result<Self, StackOverflow> {
        Ok(Shifter {
            data,
            mem,
            roots,
            host,
            stack: Stack::without_registers(roots)?,
            trace: Trace::new("", inputargs),
            jd,
            passed: Vec::new(),
            cells: Vec::new(),
            consts: RefCell::new(RootedConsts::new(roots)),
            facts: Facts::new(roots),
            inputs: (0..inputargs.len()).collect(),
            exc: (0, SBox::Const(ConstValue::Ref(RefConst::Null))),
            left: Rc::default(),
            again: false,
            stop: None,
            loop_header: None,
            closes: false,
            visits: FxHashMap::default(),
            handed_over: false,
            at_start: false,
            quasi: Vec::new(),
            quasi_written: FxHashSet::default(),
            promised: false,
            at_merge_point: false,
            vables: Vables::new(&data.drivers[jd].desc.virtualizables),
            shape: Shape::new(),
            abort: None,
            extended: Extended::new(host.extends(jd), host.limit(jd)),
            meeting: Meeting::default(),
        })
    }
    /// The merge point of the portal.
    pub fn portal_merge_point(&self) -> MergePoint {
        let desc = &self.data.drivers[self.jd].desc;
        MergePoint::decode(&self.data.jitcodes[desc.portal as usize], desc.merge_point_pc as usize)
    }
    /// The words of registers that are known.
    pub fn words(&self, regs: &[(Kind, u8)]) -> Vec<i64> {
        let top = self.stack.frames.len() - 1;
        let word = |&(kind, reg)| match self.frame_get(top, kind, reg) {
            SBox::Const(c) => self.word_of(c),
            SBox::Op(..) => 0,
        };
        regs.iter().map(word).collect()
    }
    pub(crate) fn word_of(&self, c: ConstValue) -> i64 {
        self.roots.word(c)
    }
    pub(crate) fn const_value(&self, kind: Kind, word: i64) -> ConstValue {
        match kind {
            Kind::Float => ConstValue::Float(word as u64),
            Kind::Ref if word == 0 => ConstValue::Ref(RefConst::Null),
            Kind::Ref if self.mem.is_prebuilt(word) => {
                ConstValue::Ref(RefConst::Prebuilt(word as u64))
            }
            Kind::Ref => {
                let mut consts = self.consts.borrow_mut();
                let slot = consts.find(word).or_else(|| {
                    let slot = self.roots.share(word)?;
                    consts.add(slot);
                    Some(slot)
                });
                // The table is large: it is exhausted by endless recursion only.
                ConstValue::Ref(RefConst::Rooted(slot.expect("root slots exhausted")))
            }
            _ => ConstValue::Int(word),
        }
    }
    pub(crate) fn opref(&mut self, v: SBox) -> OpRef {
        match v {
            SBox::Const(c) => self.trace.constant(c),
            SBox::Op(op, _) => op,
        }
    }
    /// The value, or what it is known to be equal to.
    pub(crate) fn current(&self, v: SBox) -> SBox {
        match v {
            SBox::Op(op, _) => self.facts.equal(op).map_or(v, SBox::Const),
            v => v,
        }
    }
    pub(crate) fn frame_get(&self, frame: usize, kind: Kind, reg: u8) -> SBox {
        let frame = &self.stack.frames[frame];
        let code = &self.data.jitcodes[frame.jitcode];
        let variables = code.num_regs[kind as usize] as usize;
        let reg = reg as usize;
        if let Some(n) = reg.checked_sub(variables) {
            let consts = self.data.consts(frame.jitcode);
            return SBox::Const(match kind {
                Kind::Float => ConstValue::Float(consts.floats[n] as u64),
                Kind::Ref => self.const_value(kind, consts.refs[n]),
                _ => ConstValue::Int(consts.ints[n]),
            });
        }
        let v = frame.extra.get(kind, reg);
        v.map_or_else(|| SBox::Const(self.const_value(kind, 0)), |v| self.current(v))
    }
    pub(crate) fn put(&mut self, kind: Kind, reg: u8, v: SBox) {
        self.stack.top_mut().extra.put(kind, reg, v);
    }
    /// Gives the value in the program at this moment, if that is known.
    pub(crate) fn witness(&self, v: SBox) -> Option<i64> {
        match v {
            SBox::Const(c) => Some(self.word_of(c)),
            SBox::Op(op, _) => self.facts.witness(self.roots, op),
        }
    }
    pub(crate) fn record(&mut self, op: ResOp, args: &[SBox], descr: Option<DescrRef>) -> SBox {
        let args: Args = args.iter().map(|&v| self.opref(v)).collect();
        let descr = descr.map_or(OpDescr::None, OpDescr::Descr);
        SBox::Op(self.trace.push(Op { opnum: op, args, descr }), op.result())
    }
}
