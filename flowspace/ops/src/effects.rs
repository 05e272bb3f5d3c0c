//! Effects of an operation: what it may do besides computing its result. They are a set of independent bits, each true
//! by itself of the rows that have it.

use alloc::vec::Vec;
use core::fmt;

/// A set of effects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OpEffects(u32);

macro_rules! bits {
    ($($(#[doc = $doc:literal])+ $name:ident $bit:literal $text:literal;)*) => {
        $($(#[doc = $doc])+ pub const $name: OpEffects = OpEffects(1 << $bit);)*
        /// All bits with their names in documents, and what they mean.
        pub const ALL: &[(OpEffects, &str, &str)] = &[$(($name, $text, concat!($($doc),+)),)*];
    };
}

bits! {
    /// Reads memory that something may write.
    READS 0 "reads";
    /// Writes memory.
    WRITES 1 "writes";
    /// Makes a new object. Nobody misses it if the result is not used.
    ALLOCATES 2 "allocates";
    /// May run a collection: objects move.
    COLLECTS 3 "collects";
    /// Is not defined for some operands: must not be executed where the program would not.
    PRECONDITION 4 "precondition";
    /// Does something that must stay in its place: input and output, markers, exception state, the collector's state.
    ORDERED 5 "ordered";
    /// Calls: does anything that its callees do.
    CALLS 6 "calls";
    /// Says something to the JIT only: passes its first operand through, or gives a fixed answer, in code that is not traced.
    HINT 7 "hint";
    /// May raise an exception (low-level operations: those in the column; in traces: one is pending then).
    RAISES 8 "raises";
    /// `op(a, b)` is `op(b, a)`. No effect, but a fact that is wanted at the same places.
    COMMUTATIVE 9 "commutative";
    /// Defined for all operands in traces, whatever the precondition says of C.
    TOTAL_IN_TRACES 10 "total in traces";
    /// In traces: sets the overflow flag, which the guard behind it tests.
    OVERFLOW_FLAG 11 "overflow flag";
    /// In traces: a guard, with fail arguments and resume data.
    GUARD 12 "guard";
    /// In traces: ends the trace.
    FINAL 13 "final";
    /// In traces: for logs only.
    DEBUG 14 "debug";
    /// In traces: has a descr of the descr table.
    DESCR 15 "descr";
    /// Control may leave the graph here: nothing is known of memory after it.
    UNKNOWN 16 "unknown";
    /// A test that is hardly ever true.
    SELDOM_TRUE 17 "seldom true";
    /// The result is the operand, under another type.
    IDENTITY 18 "identity";
    /// The result is never negative.
    NONNEGATIVE 19 "nonnegative";
}

/// Effects that are seen from outside of the operation; the others are facts.
const OBSERVABLE: OpEffects = OpEffects(
    READS.0
        | WRITES.0
        | ALLOCATES.0
        | COLLECTS.0
        | ORDERED.0
        | CALLS.0
        | HINT.0
        | RAISES.0
        | OVERFLOW_FLAG.0
        | GUARD.0
        | FINAL.0
        | DEBUG.0,
);

impl OpEffects {
    /// No effect.
    pub const NONE: OpEffects = OpEffects(0);
    /// Both sets.
    pub const fn or(self, other: OpEffects) -> OpEffects {
        OpEffects(self.0 | other.0)
    }
    /// Says whether any of `others` is in the set.
    #[inline]
    pub const fn any(self, others: OpEffects) -> bool {
        self.0 & others.0 != 0
    }
    /// Says whether the result depends on the operands alone, and computing it is all that happens.
    #[inline]
    pub const fn is_none(self) -> bool {
        !self.any(OBSERVABLE)
    }
}

impl core::ops::BitOr for OpEffects {
    type Output = OpEffects;
    fn bitor(self, other: OpEffects) -> OpEffects {
        self.or(other)
    }
}

impl fmt::Display for OpEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = ALL.iter().filter(|(e, ..)| self.any(*e)).map(|x| x.1).collect();
        f.write_str(&names.join(", "))
    }
}

impl fmt::Debug for OpEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
