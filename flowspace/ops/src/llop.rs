//! Rows of low-level operations: what each says.

use crate::effects::{self, OpEffects};
use crate::native::Native;
use crate::table::{LLOPS, LlOp, ResOp};

/// Says at which levels of the pipeline an operation may stand.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// It stands there from the RTyper on.
    Rtyped,
    /// After the exception transformer.
    ExcTransformed,
    /// After the GC transformer.
    GcTransformed,
}

/// Says what an operand or a result may be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Signed.
    Signed,
    /// Unsigned.
    Unsigned,
    /// Float.
    Float,
    /// Bool.
    Bool,
    /// Char.
    Char,
    /// UniChar.
    UniChar,
    /// A pointer to a container, or a GcRef.
    Container,
    /// A pointer of any kind.
    Pointer,
    /// Address.
    Address,
    /// A constant that is not a run-time value.
    Immediate,
    /// Any one value; as a result: typed by the context.
    Any,
    /// None; only as a result.
    Void,
}

/// Says what the codewriter makes of an operation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum InTraces {
    /// The instruction of this trace operation, on the same operands.
    As(ResOp),
    /// It has a rule of its own.
    Rule,
    /// Moved to a function of its own, which is called.
    Outlined,
    /// It never gets there.
    Absent,
}

/// Says why an operation has no value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// It has effects, or its value does not depend on words alone.
    NoMeaning,
    /// It raises the exception of this name.
    Raises(&'static str),
    /// The precondition does not hold: the program never executes this.
    Undefined(&'static str),
    /// The number of operands is wrong.
    Operands,
}

/// The forms of an operation that test for overflow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OverflowForms {
    /// Raises OverflowError.
    pub raising: LlOp,
    /// Sets the flag that `ovf_flag` reads.
    pub flagged: LlOp,
    /// Ends the program.
    pub trapping: LlOp,
}

/// A row of the table.
pub struct LlOpInfo {
    /// Name in texts.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Operands.
    pub operands: &'static [Operand],
    /// Takes further values besides.
    pub variadic: bool,
    /// Result.
    pub result: Operand,
    /// Effects of the operation besides computing its result.
    pub effects: OpEffects,
    /// Names of the exceptions that it raises itself.
    pub raises: &'static [&'static str],
    /// Says what is wrong if the precondition does not hold.
    pub precondition: Option<&'static str>,
    pub(crate) has_meaning: bool,
    pub(crate) negated: Option<LlOp>,
    pub(crate) swapped: Option<LlOp>,
    pub(crate) unchecked: Option<LlOp>,
    pub(crate) overflow: Option<OverflowForms>,
    /// Cost in instructions, for the inliner.
    pub weight: f64,
    /// First level at which it may stand.
    pub first: Level,
    /// Last level at which it may stand.
    pub last: Level,
    /// Says what the codewriter makes of it.
    pub in_traces: InTraces,
    /// Recipe of its machine code; the object back end has a rule of its own if there is none.
    pub native: Option<Native>,
    /// C template; empty if it is nothing in code that is not traced.
    pub c: Option<&'static str>,
}

/// The effects of a row: what it lists, and what follows from the other columns.
pub(crate) const fn effects_of(
    bits: &[OpEffects],
    raises: &[&str],
    precondition: Option<&str>,
) -> OpEffects {
    let mut all = OpEffects::NONE;
    let mut i = 0;
    while i < bits.len() {
        all = all.or(bits[i]);
        i += 1;
    }
    if !raises.is_empty() {
        all = all.or(effects::RAISES);
    }
    if precondition.is_some() {
        all = all.or(effects::PRECONDITION);
    }
    all
}

impl LlOp {
    /// The row of this operation.
    #[inline]
    pub fn info(self) -> &'static LlOpInfo {
        &LLOPS[self as usize]
    }
    /// Name in texts.
    pub fn name(self) -> &'static str {
        self.info().name
    }
    /// Gives what it does besides computing its result.
    #[inline]
    pub fn effects(self) -> OpEffects {
        self.info().effects
    }
    /// Says whether it has any of these effects.
    #[inline]
    pub fn has(self, effects: OpEffects) -> bool {
        self.info().effects.any(effects)
    }
    /// Names of the exceptions that it raises itself.
    pub fn raises(self) -> &'static [&'static str] {
        self.info().raises
    }
    /// Can raise by itself (what callees raise does not count).
    pub fn can_raise(self) -> bool {
        !self.raises().is_empty()
    }
    /// Says whether OverflowError is what it raises.
    pub fn is_ovf(self) -> bool {
        self.raises() == ["OverflowError"]
    }
    /// A call of another function.
    pub fn is_call(self) -> bool {
        self.has(effects::CALLS)
    }
    /// Its result depends on the operands alone, computing it is all that happens, and it is defined for all operands.
    pub fn is_pure(self) -> bool {
        self.effects().is_none() && !self.has(effects::PRECONDITION)
    }
    /// May be removed if the result is unused.
    pub fn is_removable(self) -> bool {
        use effects::*;
        !self.has(WRITES | ORDERED | CALLS) && matches!(self.raises(), [] | ["MemoryError"])
    }
    /// May be evaluated at translation time on constants, and computed twice gives (or raises) the same.
    pub fn is_foldable(self) -> bool {
        self.effects().is_none() || self.is_ovf()
    }
    /// `op(a, b)` is `op(b, a)`.
    pub fn is_commutative(self) -> bool {
        self.has(effects::COMMUTATIVE)
    }
    /// A comparison of two values of one type.
    pub fn is_comparison(self) -> bool {
        let info = self.info();
        matches!(info.operands, [a, b] if a == b && *a != Operand::Bool)
            && info.result == Operand::Bool
    }
    /// The test that is true exactly when this one is false.
    pub fn negated(self) -> Option<LlOp> {
        self.info().negated
    }
    /// The comparison with the operands exchanged.
    pub fn swapped(self) -> Option<LlOp> {
        let same = self.is_commutative() && self.is_comparison();
        self.info().swapped.or(same.then_some(self))
    }
    /// Gives the result of a comparison of a value with itself; `None` for other operations, and for those of
    /// floats (NaN).
    pub fn of_itself(self) -> Option<bool> {
        if !self.is_comparison() || self.info().operands[0] == Operand::Float {
            return None;
        }
        self.on_words(&[0, 0]).ok().map(|r| r != 0)
    }
    /// The operation without the test for overflow.
    pub fn unchecked(self) -> Option<LlOp> {
        self.info().unchecked
    }
    /// The forms with a test for overflow, if it has them.
    pub fn overflow_forms(self) -> Option<OverflowForms> {
        self.info().overflow
    }
    /// Says whether it ends the program on overflow.
    pub fn is_trapping(self) -> bool {
        let forms = self.unchecked().and_then(LlOp::overflow_forms);
        forms.is_some_and(|f| f.trapping == self)
    }
    /// Says whether its meaning is one on words.
    pub fn has_meaning(self) -> bool {
        self.info().has_meaning
    }
}
