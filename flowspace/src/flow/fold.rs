//! Folding operations on constants, by asking the host space.
//!
//! Only what cannot change at run time is folded: numbers, strings, tuples, and attributes of
//! modules, classes, functions and frozen instances. Reading from a list, dict or set made at import
//! time, by a key that is known because a loop was unrolled or the like, is folded too, on the
//! assumption that the program never changes it ([`Host::assumed_reads`]). An operation that raises is not
//! folded but left for run time.

use super::record::W;
use super::{FlowSpace, FlowValue};
use crate::bytecode::Op;
use crate::host::{AssumedRead, HostObj, HostRef, Question};
use crate::space::OpError;
use flowmodel::diag::Diagnostic;
use flowmodel::operators::{BinaryOp, CompareOp, Form, OperatorKind};
use flowmodel::{HlConst, HlOp, HlValue};

/// Methods of texts that mean the same now and at run time.
const TEXT_METHODS: &[&str] = &[
    "startswith",
    "endswith",
    "upper",
    "lower",
    "strip",
    "lstrip",
    "rstrip",
    "replace",
    "find",
    "rfind",
    "count",
    "isdigit",
    "isalpha",
    "isupper",
    "islower",
    "isspace",
    "isalnum",
];

/// Whether the object and the name of an attribute are a constant text and one of those methods.
pub(super) fn is_text_method(args: &[FlowValue]) -> bool {
    let [text, name] = args else { return false };
    matches!(text.as_const(), Some(HlConst::Str(_)))
        && matches!(name.as_const(), Some(HlConst::Str(name))
            if TEXT_METHODS.iter().any(|m| m.as_bytes() == &**name))
}

/// Extent of the operands above which arithmetic is left for run time.
const LARGEST_FOLDED: usize = 1 << 16;

/// Advice about a constant that does not fit a machine word.
pub const BIG_INTEGER_HELP: &str =
    "use r_uint() for unsigned words, or rbigint for integers of any size";

impl FlowSpace<'_> {
    /// The result, if the operation can be done now.
    pub(super) fn fold(&mut self, op: HlOp, args: &[FlowValue]) -> Option<HlConst> {
        if !op.is_pure() {
            return None;
        }
        let consts: Option<Vec<HlConst>> = args.iter().map(|a| a.as_const().cloned()).collect();
        let consts = consts?;
        if op == HlOp::NewTuple {
            return Some(self.const_tuple(consts));
        }
        if matches!(op, HlOp::Len | HlOp::GetItem)
            && self.code.python == crate::Python::Three
            && matches!(&consts[0], HlConst::Str(s) if !s.is_ascii())
        {
            self.host.generation.counted_texts.push(self.at.span);
        }
        let refs: Vec<HostRef> = consts.iter().map(|c| self.host.from_const(c)).collect();
        if op == HlOp::GetAttr {
            return self.fold_getattr(refs[0], &consts[1]);
        }
        let result = match op {
            HlOp::Is => {
                let same = match (&consts[0], &consts[1]) {
                    (HlConst::Host(a), HlConst::Host(b)) => self.host.same(*a, *b),
                    (a, b) => a == b,
                };
                return Some(HlConst::Bool(same));
            }
            HlOp::Type => Some(self.host.class_of(refs[0])),
            HlOp::IsSubtype | HlOp::IsInstance => {
                self.host.class(refs[1])?;
                let yes = if op == HlOp::IsSubtype {
                    self.host.class(refs[0])?;
                    self.host.is_subclass(refs[0], refs[1])
                } else {
                    self.host.is_instance(refs[0], refs[1])
                };
                return Some(HlConst::Bool(yes));
            }
            HlOp::Len | HlOp::Bool | HlOp::Not | HlOp::Contains | HlOp::GetItem
                if refs[1..].iter().all(|r| self.immutable(*r)) && self.cannot_exist(refs[0]) =>
            {
                return self.fold_table_question(op, &refs);
            }
            HlOp::Bool | HlOp::Not => {
                let truth = self.fold_truth(refs[0])?;
                return Some(HlConst::Bool(truth == (op == HlOp::Bool)));
            }
            HlOp::Eq | HlOp::Ne if refs.iter().all(|r| self.is_known_table(*r)) => {
                let equal = self.host.compare(CompareOp::Eq, refs[0], refs[1]).ok()?;
                let equal = self.host.is_true(equal).ok()?;
                return Some(HlConst::Bool(equal == (op == HlOp::Eq)));
            }
            HlOp::Eq | HlOp::Ne if refs.iter().all(|r| self.is_definition(*r)) => {
                let same = self.host.same(refs[0], refs[1]);
                return Some(HlConst::Bool(same == (op == HlOp::Eq)));
            }
            // Of a tuple, what is in it does not matter.
            HlOp::Len | HlOp::GetItem
                if matches!(self.host.obj(refs[0]), HostObj::Tuple(_))
                    && refs[1..].iter().all(|r| self.immutable(*r)) =>
            {
                match op {
                    HlOp::Len => self.host.len(refs[0]).ok().map(|n| self.host.int(n as i64)),
                    _ => self.host.getitem(refs[0], refs[1]).ok(),
                }
            }
            HlOp::GetItem | HlOp::Contains if self.is_container(refs[0]) => {
                self.fold_container_read(op, refs[0], refs[1])
            }
            // (How many classes there are is not state of a program.)
            HlOp::Len if self.has_only_definitions(refs[0]) => {
                self.assumed_read(op, refs[0], refs[0])
            }
            HlOp::Mod if self.plain(refs[0]) && self.is_builtin_function(refs[1]) => {
                self.fold_arithmetic(op, &refs)
            }
            _ if !refs.iter().all(|r| self.immutable(*r) || self.frozen_builtin(*r)) => None,
            HlOp::Len => self.host.len(refs[0]).ok().map(|n| self.host.int(n as i64)),
            HlOp::GetItem => self.host.getitem(refs[0], refs[1]).ok(),
            HlOp::Contains => self.host.compare(CompareOp::In, refs[1], refs[0]).ok(),
            HlOp::Str if self.plain(refs[0]) => match self.host.str_of(refs[0]) {
                Ok(s) => Some(self.host.str(&s)),
                Err(_) => None,
            },
            HlOp::Ord => {
                let text = self.host.str_bytes(refs[0]);
                match text.as_deref() {
                    Some([b]) => Some(self.host.int(*b as i64)),
                    _ => None,
                }
            }
            _ => self.fold_arithmetic(op, &refs),
        };
        result.map(|r| self.host.to_const(r))
    }

    fn is_container(&self, r: HostRef) -> bool {
        matches!(self.host.obj(r), HostObj::List(_) | HostObj::Dict(_) | HostObj::Set(_))
    }

    /// Is it a list of classes and functions that is not empty?
    fn has_only_definitions(&self, r: HostRef) -> bool {
        let HostObj::List(items) = self.host.obj(r) else { return false };
        !items.is_empty() && items.iter().all(|i| self.is_definition(*i))
    }

    /// `table[key]` or `key in table`. Keys that are written as constants are left for run time: what programs keep under
    /// them is often their changing state.
    fn fold_container_read(
        &mut self,
        op: HlOp,
        container: HostRef,
        key: HostRef,
    ) -> Option<HostRef> {
        let own_keys = match self.host.obj(container) {
            HostObj::Dict(d) | HostObj::Set(d) => !d.custom.is_empty(),
            _ => false,
        };
        if own_keys || !self.immutable(key) || !self.key_is_computed(op) {
            return None;
        }
        self.assumed_read(op, container, key)
    }

    /// A read that must give the same in the end.
    pub(super) fn assumed_read(
        &mut self,
        op: HlOp,
        container: HostRef,
        key: HostRef,
    ) -> Option<HostRef> {
        if self.host.flow.changing_reads.contains(&self.host.place_of(self.at.span)) {
            return None;
        }
        let question = match op {
            HlOp::Contains => Question::Contains(key),
            HlOp::Len => Question::Len,
            _ => Question::Item(key),
        };
        let value = self.host.read_container(container, question)?;
        let read = AssumedRead { container, question, value, span: self.at.span };
        self.host.flow.assumed_reads.push(read);
        Some(value)
    }

    /// Whether the key of the current instruction comes out of a local variable or an operation.
    fn key_is_computed(&self, op: HlOp) -> bool {
        let mut before = self.code.instrs[..self.at.pc].iter().rev();
        if op == HlOp::Contains {
            // The container was loaded last.
            match before.find(|i| !matches!(i, Op::LoadAttr(_))) {
                Some(Op::LoadGlobal(_) | Op::LoadDeref(_) | Op::LoadFast(_) | Op::LoadName(_)) => {}
                _ => return false,
            }
        }
        !matches!(
            before.next(),
            None | Some(Op::LoadConst(_) | Op::LoadGlobal(_) | Op::LoadName(_) | Op::LoadAttr(_))
        )
    }

    /// The result of a method of a constant text, if it is a text or a number.
    pub(super) fn fold_text_method(
        &mut self,
        func: &FlowValue,
        args: &[FlowValue],
    ) -> Option<FlowValue> {
        let method = func.as_var()?;
        let last = self.graph.blocks[self.block].operations.last()?;
        if last.result != method || last.op != HlOp::GetAttr {
            return None;
        }
        let [HlValue::Const(text @ HlConst::Str(_)), HlValue::Const(HlConst::Str(name))] =
            &last.args[..]
        else {
            return None;
        };
        let name = std::str::from_utf8(name).ok()?.to_string();
        if !TEXT_METHODS.contains(&&*name) {
            return None;
        }
        let text = self.host.from_const(text);
        let mut refs = vec![];
        for a in args {
            let r = self.host.from_const(a.as_const()?);
            if !self.immutable(r) {
                return None;
            }
            refs.push(r);
        }
        let value = self.host.call_method(text, &name, &refs).ok()?;
        if !self.immutable(value) {
            return None;
        }
        // (nothing else can use the method)
        self.graph.blocks[self.block].operations.pop();
        Some(self.wrap(value))
    }

    fn fold_arithmetic(&mut self, op: HlOp, refs: &[HostRef]) -> Option<HostRef> {
        let (row, Form::Plain) = op.operator()? else { return None };
        let binary = match row.kind {
            OperatorKind::Unary(u) => {
                let result = self.host.unary(u, refs[0]).ok()?;
                return (!self.wraps_here(refs, result)).then_some(result);
            }
            OperatorKind::Compare(CompareOp::In) => return None,
            OperatorKind::Compare(c) => return self.host.compare(c, refs[0], refs[1]).ok(),
            OperatorKind::Binary(b) => b,
            OperatorKind::Function => return None,
        };
        // `"x" * 10**9` is the program's business, at run time.
        if matches!(binary, BinaryOp::Mul) && !refs.iter().all(|r| self.number(*r)) {
            return None;
        }
        // What a loop doubles in each round would have no end.
        if refs.iter().map(|r| self.extent(*r)).sum::<usize>() > LARGEST_FOLDED
            || self.is_beyond_all(binary, refs)
        {
            return None;
        }
        let result = self.host.binary(binary, false, refs[0], refs[1]).ok()?;
        let exact = matches!(
            binary,
            BinaryOp::Pow | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::RShift
        );
        (exact || !self.wraps_here(refs, result)).then_some(result)
    }

    /// Whether a result is left for run time, where ints wrap: what is beyond a word in code of Python 2, as RPython does. (Not
    /// that of `**`, which is an error there, too.)
    fn wraps_here(&self, operands: &[HostRef], result: HostRef) -> bool {
        matches!(self.host.obj(result), HostObj::BigInt(_))
            && !operands.iter().any(|r| matches!(self.host.obj(*r), HostObj::BigInt(_)))
            && self.host.python_of(&self.code) == crate::Python::Two
    }

    /// Whether `*`, `<<` or `**` of ints gives a number so large that it is not computed at all.
    fn is_beyond_all(&self, op: BinaryOp, refs: &[HostRef]) -> bool {
        let [Some(left), Some(right)] = [0, 1].map(|i| self.int_bits(refs[i])) else {
            return false;
        };
        // (0, 1 and -1 stay what they are)
        let by = self.host.as_int(refs[1]).unwrap_or(i64::MAX).max(0) as u64;
        let bits = match op {
            BinaryOp::Mul => left + right,
            BinaryOp::LShift if left > 0 => left.saturating_add(by),
            BinaryOp::Pow if left > 1 => (left - 1).saturating_mul(by),
            _ => 0,
        };
        bits / 8 > LARGEST_FOLDED as u64
    }

    /// Binary digits of an int's magnitude; `None` if it is none.
    fn int_bits(&self, r: HostRef) -> Option<u64> {
        match self.host.obj(r) {
            HostObj::BigInt(n) => Some(n.bits()),
            HostObj::Int(i) => Some(64 - u64::from(i.unsigned_abs().leading_zeros())),
            HostObj::Bool(b) => Some(u64::from(*b)),
            _ => None,
        }
    }

    /// An error where the result of an operation on constant ints is too large for any word, so large that it is not even
    /// computed.
    pub(super) fn check_size(&mut self, op: HlOp, args: &[FlowValue]) -> W<()> {
        let Some(binary @ (BinaryOp::Mul | BinaryOp::LShift | BinaryOp::Pow)) = op.binary() else {
            return Ok(());
        };
        let [Some(a), Some(b)] = [0, 1].map(|i| args[i].as_const().cloned()) else {
            return Ok(());
        };
        let refs = [a, b].map(|c| self.host.from_const(&c));
        let wraps =
            binary != BinaryOp::Pow && self.host.python_of(&self.code) == crate::Python::Two;
        if op.is_checked() || wraps || !self.is_beyond_all(binary, &refs) {
            return Ok(());
        }
        let text = format!("the result of `{}` does not fit a machine word", binary.sign());
        let d = Diagnostic { code: "big-integer", ..self.diagnostic(text) };
        Err(OpError::Fatal(Box::new(d.note(BIG_INTEGER_HELP))))
    }

    /// How much there is of a constant: characters, items, or digits.
    fn extent(&self, r: HostRef) -> usize {
        match self.host.obj(r) {
            HostObj::Str(s) => s.len(),
            HostObj::Unicode(s) => s.len(),
            HostObj::Tuple(t) => t.len(),
            HostObj::BigInt(n) => n.bits() as usize / 8,
            _ => 0,
        }
    }

    fn number(&self, r: HostRef) -> bool {
        matches!(
            self.host.obj(r),
            HostObj::Int(_) | HostObj::Bool(_) | HostObj::Float(_) | HostObj::BigInt(_)
        )
    }

    /// Not a float: its text at run time is the run time's business.
    fn plain(&self, r: HostRef) -> bool {
        matches!(self.host.obj(r), HostObj::Int(_) | HostObj::Bool(_) | HostObj::Str(_))
    }

    /// Whether neither the object nor anything in it can change.
    pub(super) fn immutable(&self, r: HostRef) -> bool {
        match self.host.obj(r) {
            HostObj::None
            | HostObj::Bool(_)
            | HostObj::Int(_)
            | HostObj::BigInt(_)
            | HostObj::Float(_)
            | HostObj::Str(_)
            | HostObj::Unicode(_)
            | HostObj::Slice(..) => true,
            HostObj::Tuple(items) => {
                items.iter().all(|&i| self.immutable(i) || self.is_definition(i))
            }
            _ => false,
        }
    }

    pub(super) fn is_definition(&self, r: HostRef) -> bool {
        matches!(
            self.host.obj(r),
            HostObj::Function(_) | HostObj::Builtin(_) | HostObj::Class(_) | HostObj::Module(_)
        )
    }

    /// Such a function is shown by its name alone.
    fn is_builtin_function(&self, r: HostRef) -> bool {
        matches!(self.host.obj(r), HostObj::Builtin(_))
    }

    fn fold_truth(&mut self, r: HostRef) -> Option<bool> {
        if self.frozen_builtin(r) {
            return self.host.is_true(r).ok();
        }
        match self.host.obj(r) {
            HostObj::Tuple(items) => Some(!items.is_empty()),
            HostObj::Function(_)
            | HostObj::Builtin(_)
            | HostObj::Class(_)
            | HostObj::Module(_)
            | HostObj::BoundMethod { .. }
            | HostObj::Unbound { .. } => Some(true),
            HostObj::Instance(_) => {
                let cls = self.host.class_of(r);
                let special = ["__bool__", "__nonzero__", "__len__"];
                if special.iter().any(|s| self.host.lookup_in_mro(cls, s).is_some()) {
                    return None;
                }
                Some(true)
            }
            _ if self.immutable(r) => self.host.is_true(r).ok(),
            _ => None,
        }
    }

    /// Attributes of what never changes at run time.
    fn fold_getattr(&mut self, obj: HostRef, name: &HlConst) -> Option<HlConst> {
        let HlConst::Str(name) = name else { return None };
        let name = std::str::from_utf8(name).ok()?.to_string();
        let stable = match self.host.obj(obj) {
            HostObj::Module(_) | HostObj::Class(_) | HostObj::Function(_) => true,
            HostObj::Builtin(_) | HostObj::BoundMethod { .. } => true,
            HostObj::Instance(_) => self.is_frozen(obj),
            _ => false,
        };
        if !stable || self.host.assigned_attr(obj, &name).is_some() {
            return None;
        }
        let r = self.host.getattr(obj, &name).ok()?;
        Some(self.host.to_const(r))
    }

    /// Whether it is a frozen instance of a class derived from a built-in one (a dict, an int). What its operators give is known
    /// now: run time has no such instances.
    fn frozen_builtin(&mut self, r: HostRef) -> bool {
        matches!(self.host.obj(r), HostObj::Instance(_))
            && self.host.base(r) != r
            && self.is_frozen(r)
    }

    /// Whether an instance declares, by `_freeze_`, that it never changes.
    pub(super) fn is_frozen(&mut self, obj: HostRef) -> bool {
        // (an error is for the annotator to report)
        self.host.is_frozen(obj).unwrap_or(false)
    }
}
