//! Rows of trace operations: what each says.

use crate::effects::{self, OpEffects};
use crate::kind::Kind;
use crate::llop::effects_of;
use crate::table::{RESOP_DOCS, RESOPS, ResOp};
use core::fmt;

/// Kind constraint of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgKind {
    /// Exactly this kind.
    Is(Kind),
    /// Any kind but void.
    Any,
}

/// A row of the table.
pub struct ResOpInfo {
    /// Name in texts.
    pub name: &'static str,
    /// Kinds of the (first) arguments.
    pub args: &'static [ArgKind],
    /// Takes further arguments besides.
    pub variadic: bool,
    /// Kind of the result.
    pub result: Kind,
    /// The result is 0 or 1.
    pub is_bool: bool,
    /// Effects of the operation besides computing its result.
    pub effects: OpEffects,
    pub(crate) negated: Option<ResOp>,
    pub(crate) swapped: Option<ResOp>,
    pub(crate) unchecked: Option<ResOp>,
}

/// Gives the effects of a trace operation: those of [`effects_of`], except that an overflow is a
/// flag.
pub(crate) const fn trace_effects(
    bits: &[OpEffects],
    raises: &[&str],
    precondition: Option<&str>,
) -> OpEffects {
    let own = effects_of(bits, &[], None);
    let overflow = if raises.is_empty() { own } else { own.or(effects::OVERFLOW_FLAG) };
    if precondition.is_some() && !own.any(effects::TOTAL_IN_TRACES) {
        return overflow.or(effects::PRECONDITION);
    }
    overflow
}

/// The rows, once.
static ROWS: &[ResOpInfo] = RESOPS;

/// Gives for each operation what its row says, or the row that says so of it.
static NEGATED: [Option<ResOp>; RESOPS.len()] = {
    let mut negated = [None; RESOPS.len()];
    let mut op = 0;
    while op < RESOPS.len() {
        if let Some(other) = RESOPS[op].negated {
            negated[op] = Some(other);
            if negated[other as usize].is_none() {
                negated[other as usize] = Some(ResOp::ALL[op]);
            }
        }
        op += 1;
    }
    negated
};

impl ResOp {
    /// The row of this operation.
    #[inline]
    pub fn info(self) -> &'static ResOpInfo {
        &ROWS[self as usize]
    }
    /// Name in texts.
    pub fn name(self) -> &'static str {
        self.info().name
    }
    /// One line of documentation.
    pub fn doc(self) -> &'static str {
        RESOP_DOCS[self as usize]
    }
    /// Kind of the result.
    #[inline]
    pub fn result(self) -> Kind {
        self.info().result
    }
    /// Says whether it has any of these effects.
    #[inline]
    pub fn has(self, effects: OpEffects) -> bool {
        self.info().effects.any(effects)
    }
    /// The result is 0 or 1.
    #[inline]
    pub fn is_bool(self) -> bool {
        self.info().is_bool
    }
    /// Computes a value from its arguments, for all or for the allowed ones.
    #[inline]
    pub fn is_foldable(self) -> bool {
        self.info().effects.is_none()
    }
    /// Says whether it can be folded for all arguments: it has no precondition.
    #[inline]
    pub fn is_pure(self) -> bool {
        self.is_foldable() && !self.has(effects::PRECONDITION)
    }
    /// A guard.
    #[inline]
    pub fn is_guard(self) -> bool {
        self.has(effects::GUARD)
    }
    /// A call: `args[0]` is the function's address (for `cond_call*` it is `args[1]`); the descr is a `CallDescr`.
    #[inline]
    pub fn is_call(self) -> bool {
        self.has(effects::CALLS)
    }
    /// Sets the overflow flag.
    #[inline]
    pub fn is_ovf(self) -> bool {
        self.has(effects::OVERFLOW_FLAG)
    }
    /// Ends a trace.
    #[inline]
    pub fn is_final(self) -> bool {
        self.has(effects::FINAL)
    }
    /// Decodes the discriminant.
    pub fn from_u8(byte: u8) -> Option<ResOp> {
        ResOp::ALL.get(byte as usize).copied()
    }
    /// The overflow-checking operation without its check.
    pub fn unchecked(self) -> Option<ResOp> {
        self.info().unchecked
    }
    /// The test that is true exactly when this one is false.
    pub fn negated(self) -> Option<ResOp> {
        NEGATED[self as usize]
    }
    /// The comparison with the arguments exchanged.
    pub fn swapped(self) -> Option<ResOp> {
        let info = self.info();
        let same = info.is_bool && info.args.len() == 2 && self.has(effects::COMMUTATIVE);
        info.swapped.or(same.then_some(self))
    }
    /// Computes an overflow-checking operation: (wrapped result, overflowed). `None` for others.
    #[inline]
    pub fn with_overflow(self, a: i64, b: i64) -> Option<(i64, bool)> {
        match self.on_words(&[a, b]) {
            Ok(r) if self.is_ovf() => Some((r, false)),
            Err(crate::NoValue::Raises(_)) => {
                Some((self.unchecked()?.on_words(&[a, b]).ok()?, true))
            }
            _ => None,
        }
    }
    /// Index in `args` of the function's address, for calls with a function argument.
    pub fn call_func_index(self) -> Option<usize> {
        match self {
            ResOp::CondCallN | ResOp::CondCallValueI | ResOp::CondCallValueR => Some(1),
            _ if self.is_call() && self.has(effects::DESCR) => Some(0),
            _ => None,
        }
    }
}

/// Families of operations with a member for each kind: `I`, `R`, `F` (and for calls `N` without result).
macro_rules! families {
    ($($(#[doc = $doc:literal])+ $of:ident $($is:ident)?: $i:ident $r:ident $f:ident $($n:ident)?;)*) => {
        impl ResOp {
            $(
                $(#[doc = $doc])+
                pub fn $of(kind: Kind) -> ResOp {
                    match kind {
                        Kind::Ref => ResOp::$r,
                        Kind::Float => ResOp::$f,
                        $(Kind::Void => ResOp::$n,)?
                        #[allow(unreachable_patterns)] // where there is a member without result
                        Kind::Int | Kind::Void => ResOp::$i,
                    }
                }
                $(
                    /// Says whether this is one of the family.
                    pub fn $is(self) -> bool {
                        let kinds = [Kind::Int, Kind::Ref, Kind::Float, Kind::Void];
                        kinds.into_iter().any(|kind| ResOp::$of(kind) == self)
                    }
                )?
            )*
        }
    };
}

families! {
    /// `same_as_*` of a kind.
    same_as: SameAsI SameAsR SameAsF;
    /// `getfield_gc_*` of a kind.
    getfield_gc: GetfieldGcI GetfieldGcR GetfieldGcF;
    /// `getarrayitem_gc_*` of a kind.
    getarrayitem_gc: GetarrayitemGcI GetarrayitemGcR GetarrayitemGcF;
    /// `getarrayitem_gc_pure_*` of a kind.
    getarrayitem_gc_pure: GetarrayitemGcPureI GetarrayitemGcPureR GetarrayitemGcPureF;
    /// `getinteriorfield_gc_*` of a kind.
    getinteriorfield_gc: GetinteriorfieldGcI GetinteriorfieldGcR GetinteriorfieldGcF;
    /// `call_*` of a result kind.
    call: CallI CallR CallF CallN;
    /// `call_pure_*` of a result kind.
    call_pure is_call_pure: CallPureI CallPureR CallPureF CallPureN;
    /// `call_loopinvariant_*` of a result kind.
    call_loopinvariant is_call_loopinvariant:
        CallLoopinvariantI CallLoopinvariantR CallLoopinvariantF CallLoopinvariantN;
    /// `call_assembler_*` of a result kind.
    call_assembler is_call_assembler:
        CallAssemblerI CallAssemblerR CallAssemblerF CallAssemblerN;
}

impl fmt::Display for ResOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
