//! Folding operations on constants, by asking the host space.
//!
//! Only what cannot change at run time is folded: numbers, strings, tuples, and attributes of
//! modules, classes, functions and frozen instances. Reading from a list, dict or set made at import
//! time, by a key that is known because a loop was unrolled or the like, is folded too, on the
//! assumption that the program never changes it ([`Host::assumed_reads`]). An operation that raises is not
//! folded but left for run time.

use super::FlowValue;
use super::cells;
use super::known;
use super::state::W;
use super::tables;
use crate::flow::state::FlowSpace;
use crate::host::{HostObj, HostRef, attrs, generation, items, ops, special};
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

/// Says whether the object and the name of an attribute are a constant text and one of those methods.
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

/// The result, if the operation can be done now.
pub(crate) fn fold(fs: &mut FlowSpace<'_>, op: HlOp, args: &[FlowValue]) -> Option<HlConst> {
    if !op.is_pure() {
        return None;
    }
    let consts: Option<Vec<HlConst>> = args.iter().map(|a| a.as_const().cloned()).collect();
    let consts = consts?;
    if op == HlOp::NewTuple {
        return Some(fs.const_tuple(consts));
    }
    if matches!(op, HlOp::Len | HlOp::GetItem)
        && fs.code.python == crate::Python::Three
        && matches!(&consts[0], HlConst::Str(s) if !s.is_ascii())
    {
        fs.host.generation.counted_texts.push(fs.at.span);
    }
    let refs: Vec<HostRef> = consts.iter().map(|c| fs.host.from_const(c)).collect();
    if op == HlOp::GetAttr {
        return getattr(fs, refs[0], &consts[1]);
    }
    let result = match op {
        HlOp::Is => {
            let same = match (&consts[0], &consts[1]) {
                (HlConst::Host(a), HlConst::Host(b)) => fs.host.same(*a, *b),
                (a, b) => a == b,
            };
            return Some(HlConst::Bool(same));
        }
        HlOp::Type => Some(fs.host.class_of(refs[0])),
        HlOp::IsSubtype | HlOp::IsInstance => {
            fs.host.class(refs[1])?;
            let yes = if op == HlOp::IsSubtype {
                fs.host.class(refs[0])?;
                fs.host.is_subclass(refs[0], refs[1])
            } else {
                fs.host.is_instance(refs[0], refs[1])
            };
            return Some(HlConst::Bool(yes));
        }
        HlOp::Len | HlOp::Bool | HlOp::Not | HlOp::Contains | HlOp::GetItem
            if refs[1..].iter().all(|r| known::immutable(fs, *r))
                && tables::cannot_exist(fs, refs[0]) =>
        {
            return tables::question(fs, op, &refs);
        }
        HlOp::Bool | HlOp::Not => {
            let truth = truth(fs, refs[0])?;
            return Some(HlConst::Bool(truth == (op == HlOp::Bool)));
        }
        HlOp::Eq | HlOp::Ne if refs.iter().all(|r| tables::is_known_table(fs, *r)) => {
            let equal = fs.host.compare(CompareOp::Eq, refs[0], refs[1]).ok()?;
            let equal = fs.host.is_true(equal).ok()?;
            return Some(HlConst::Bool(equal == (op == HlOp::Eq)));
        }
        HlOp::Eq | HlOp::Ne if refs.iter().all(|r| known::is_definition(fs, *r)) => {
            let same = fs.host.same(refs[0], refs[1]);
            return Some(HlConst::Bool(same == (op == HlOp::Eq)));
        }
        // Of a tuple, what is in it does not matter.
        HlOp::Len | HlOp::GetItem
            if matches!(fs.host.obj(refs[0]), HostObj::Tuple(_))
                && refs[1..].iter().all(|r| known::immutable(fs, *r)) =>
        {
            match op {
                HlOp::Len => items::len(fs.host, refs[0]).ok().map(|n| fs.host.int(n as i64)),
                _ => items::getitem(fs.host, refs[0], refs[1]).ok(),
            }
        }
        HlOp::GetItem | HlOp::Contains if known::is_container(fs, refs[0]) => {
            container_read(fs, op, refs[0], refs[1])
        }
        // (How many classes there are is not state of a program.)
        HlOp::Len if known::has_only_definitions(fs, refs[0]) => {
            known::assumed_read(fs, op, refs[0], refs[0])
        }
        HlOp::Mod if plain(fs, refs[0]) && known::is_builtin_function(fs, refs[1]) => {
            arithmetic(fs, op, &refs)
        }
        _ if !refs.iter().all(|r| known::immutable(fs, *r) || frozen_builtin(fs, *r)) => None,
        HlOp::Len => items::len(fs.host, refs[0]).ok().map(|n| fs.host.int(n as i64)),
        HlOp::GetItem => items::getitem(fs.host, refs[0], refs[1]).ok(),
        HlOp::Contains => fs.host.compare(CompareOp::In, refs[1], refs[0]).ok(),
        HlOp::Str if plain(fs, refs[0]) => match fs.host.str_of(refs[0]) {
            Ok(s) => Some(fs.host.str(&s)),
            Err(_) => None,
        },
        HlOp::Ord => {
            let text = fs.host.str_bytes(refs[0]);
            match text.as_deref() {
                Some([b]) => Some(fs.host.int(*b as i64)),
                _ => None,
            }
        }
        _ => arithmetic(fs, op, &refs),
    };
    result.map(|r| fs.host.to_const(r))
}

/// `table[key]` or `key in table`. Keys that are written as constants are left for run time: what programs keep under
/// them is often their changing state.
fn container_read(
    fs: &mut FlowSpace<'_>,
    op: HlOp,
    container: HostRef,
    key: HostRef,
) -> Option<HostRef> {
    let own_keys = match fs.host.obj(container) {
        HostObj::Dict(d) | HostObj::Set(d) => !d.custom.is_empty(),
        _ => false,
    };
    if own_keys || !known::immutable(fs, key) || !known::key_is_computed(fs, op) {
        return None;
    }
    known::assumed_read(fs, op, container, key)
}

/// The result of a method of a constant text, if it is a text or a number.
pub(super) fn text_method(
    fs: &mut FlowSpace<'_>,
    func: &FlowValue,
    args: &[FlowValue],
) -> Option<FlowValue> {
    let method = func.as_var()?;
    let last = fs.graph.blocks[fs.block].operations.last()?;
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
    let text = fs.host.from_const(text);
    let mut refs = vec![];
    for a in args {
        let r = fs.host.from_const(a.as_const()?);
        if !known::immutable(fs, r) {
            return None;
        }
        refs.push(r);
    }
    let value = special::call_method(fs.host, text, &name, &refs).ok()?;
    if !known::immutable(fs, value) {
        return None;
    }
    // (nothing else can use the method)
    fs.graph.blocks[fs.block].operations.pop();
    Some(fs.wrap(value))
}

fn arithmetic(fs: &mut FlowSpace<'_>, op: HlOp, refs: &[HostRef]) -> Option<HostRef> {
    let (row, Form::Plain) = op.operator()? else { return None };
    let binary = match row.kind {
        OperatorKind::Unary(u) => {
            let result = ops::unary(fs.host, u, refs[0]).ok()?;
            return (!wraps_here(fs, refs, result)).then_some(result);
        }
        OperatorKind::Compare(CompareOp::In) => return None,
        OperatorKind::Compare(c) => return fs.host.compare(c, refs[0], refs[1]).ok(),
        OperatorKind::Binary(b) => b,
        OperatorKind::Function => return None,
    };
    // `"x" * 10**9` is the program's business, at run time.
    if matches!(binary, BinaryOp::Mul) && !refs.iter().all(|r| number(fs, *r)) {
        return None;
    }
    // What a loop doubles in each round would have no end.
    if refs.iter().map(|r| extent(fs, *r)).sum::<usize>() > LARGEST_FOLDED
        || is_beyond_all(fs, binary, refs)
    {
        return None;
    }
    let result = ops::binary(fs.host, binary, false, refs[0], refs[1]).ok()?;
    let exact = matches!(
        binary,
        BinaryOp::Pow | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::RShift
    );
    (exact || !wraps_here(fs, refs, result)).then_some(result)
}

/// Says whether a result is left for run time, where ints wrap: what is beyond a word in code of Python 2, as RPython does. (Not
/// that of `**`, which is an error there, too.)
fn wraps_here(fs: &FlowSpace<'_>, operands: &[HostRef], result: HostRef) -> bool {
    matches!(fs.host.obj(result), HostObj::BigInt(_))
        && !operands.iter().any(|r| matches!(fs.host.obj(*r), HostObj::BigInt(_)))
        && generation::python_of(fs.host, &fs.code) == crate::Python::Two
}

/// Says whether `*`, `<<` or `**` of ints gives a number so large that it is not computed at all.
fn is_beyond_all(fs: &FlowSpace<'_>, op: BinaryOp, refs: &[HostRef]) -> bool {
    let [Some(left), Some(right)] = [0, 1].map(|i| int_bits(fs, refs[i])) else {
        return false;
    };
    // (0, 1 and -1 stay what they are)
    let by = fs.host.as_int(refs[1]).unwrap_or(i64::MAX).max(0) as u64;
    let bits = match op {
        BinaryOp::Mul => left + right,
        BinaryOp::LShift if left > 0 => left.saturating_add(by),
        BinaryOp::Pow if left > 1 => (left - 1).saturating_mul(by),
        _ => 0,
    };
    bits / 8 > LARGEST_FOLDED as u64
}

/// Binary digits of an int's magnitude; `None` if it is none.
fn int_bits(fs: &FlowSpace<'_>, r: HostRef) -> Option<u64> {
    match fs.host.obj(r) {
        HostObj::BigInt(n) => Some(n.bits()),
        HostObj::Int(i) => Some(64 - u64::from(i.unsigned_abs().leading_zeros())),
        HostObj::Bool(b) => Some(u64::from(*b)),
        _ => None,
    }
}

/// An error where the result of an operation on constant ints is too large for any word, so large that it is not even
/// computed.
pub(super) fn check_size(fs: &mut FlowSpace<'_>, op: HlOp, args: &[FlowValue]) -> W<()> {
    let Some(binary @ (BinaryOp::Mul | BinaryOp::LShift | BinaryOp::Pow)) = op.binary() else {
        return Ok(());
    };
    let [Some(a), Some(b)] = [0, 1].map(|i| args[i].as_const().cloned()) else {
        return Ok(());
    };
    let refs = [a, b].map(|c| fs.host.from_const(&c));
    let wraps =
        binary != BinaryOp::Pow && generation::python_of(fs.host, &fs.code) == crate::Python::Two;
    if op.is_checked() || wraps || !is_beyond_all(fs, binary, &refs) {
        return Ok(());
    }
    let text = format!("the result of `{}` does not fit a machine word", binary.sign());
    let d = Diagnostic { code: "big-integer", ..fs.diagnostic(text) };
    Err(OpError::Fatal(Box::new(d.note(BIG_INTEGER_HELP))))
}

/// Measures a constant: characters, items, or digits.
fn extent(fs: &FlowSpace<'_>, r: HostRef) -> usize {
    match fs.host.obj(r) {
        HostObj::Str(s) => s.len(),
        HostObj::Unicode(s) => s.len(),
        HostObj::Tuple(t) => t.len(),
        HostObj::BigInt(n) => n.bits() as usize / 8,
        _ => 0,
    }
}

fn number(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    matches!(
        fs.host.obj(r),
        HostObj::Int(_) | HostObj::Bool(_) | HostObj::Float(_) | HostObj::BigInt(_)
    )
}

/// Says whether the text of a constant is known now. That of a float is the run time's business.
fn plain(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    matches!(fs.host.obj(r), HostObj::Int(_) | HostObj::Bool(_) | HostObj::Str(_))
}

fn truth(fs: &mut FlowSpace<'_>, r: HostRef) -> Option<bool> {
    if frozen_builtin(fs, r) {
        return fs.host.is_true(r).ok();
    }
    match fs.host.obj(r) {
        HostObj::Tuple(items) => Some(!items.is_empty()),
        HostObj::Function(_)
        | HostObj::Builtin(_)
        | HostObj::Class(_)
        | HostObj::Module(_)
        | HostObj::BoundMethod { .. }
        | HostObj::Unbound { .. } => Some(true),
        HostObj::Instance(_) => {
            let cls = fs.host.class_of(r);
            let special = ["__bool__", "__nonzero__", "__len__"];
            if special.iter().any(|s| fs.host.lookup_in_mro(cls, s).is_some()) {
                return None;
            }
            Some(true)
        }
        _ if known::immutable(fs, r) => fs.host.is_true(r).ok(),
        _ => None,
    }
}

/// Attributes of what never changes at run time.
fn getattr(fs: &mut FlowSpace<'_>, obj: HostRef, name: &HlConst) -> Option<HlConst> {
    let HlConst::Str(name) = name else { return None };
    let name = std::str::from_utf8(name).ok()?.to_string();
    let stable = match fs.host.obj(obj) {
        HostObj::Module(_) | HostObj::Class(_) | HostObj::Function(_) => true,
        HostObj::Builtin(_) | HostObj::BoundMethod { .. } => true,
        HostObj::Instance(_) => is_frozen(fs, obj),
        _ => false,
    };
    if !stable || cells::assigned_attr(fs.host, obj, &name).is_some() {
        return None;
    }
    let r = fs.host.getattr(obj, &name).ok()?;
    Some(fs.host.to_const(r))
}

/// Says whether it is a frozen instance of a class derived from a built-in one (a dict, an int). What its operators give is known
/// now: run time has no such instances.
fn frozen_builtin(fs: &mut FlowSpace<'_>, r: HostRef) -> bool {
    matches!(fs.host.obj(r), HostObj::Instance(_)) && fs.host.base(r) != r && is_frozen(fs, r)
}

/// Says whether an instance declares, by `_freeze_`, that it never changes.
pub(super) fn is_frozen(fs: &mut FlowSpace<'_>, obj: HostRef) -> bool {
    // (an error is for the annotator to report)
    attrs::is_frozen(fs.host, obj).unwrap_or(false)
}
