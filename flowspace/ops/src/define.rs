//! Makes enums of rows. A row is
//!
//! ```text
//! /// One line of documentation.
//! Variant "name" (operands; more) -> result [EFFECTS] { key(value) … }
//! ```
//!
//! | key | value |
//! |---|---|
//! | `raises` | names of exceptions that it raises itself |
//! | `where` | precondition as a closure on the operands; and what it means if it does not hold |
//! | `is` | the meaning as a closure on the operands |
//! | `checked` | the same, with an `Option`: `None` if it raises, or sets the overflow flag |
//! | `negated` | the test that is true exactly when this one is false |
//! | `swapped` | the comparison with the operands exchanged, where it is another one |
//! | `unchecked` | the operation without the test for overflow |
//! | `overflow` | the forms with a test for overflow: one that raises, one that sets a flag, one that ends the program |
//! | `weight` | cost in instructions for the inliner; 1 if not given |
//! | `from`, `until` | first and last level at which it may stand; all if not given |
//! | `jit` | what the codewriter makes of it: a trace operation on the same operands, `rule` (a rule of its own), `outlined` (moved to a function that is called); nothing if it never gets there |
//! | `native` | the recipe of its machine code in ahead-of-time code ([`crate::Native`]); the emitter has a rule of its own if there is none |
//! | `c` | template of its C text, empty if it is nothing in code that is not traced; the emitter has a rule of its own if there is none |
//!
//! Keys stand in this order. Operand letters: `i` Signed, `u` Unsigned, `f` Float, `b` Bool, `c` Char, `U` UniChar, `p` pointer to a
//! container (or GcRef), `P` pointer of any kind, `a` Address, `v` immediate (a constant), `t` any one value; after a semicolon any
//! further values. The result's are the same, with `0` for none; a result `t` is typed by the context. In traces `i`, `u`, `b`, `c`, `U`,
//! `a` are of kind int, `f` float, `p` and `P` ref, `t` any. In templates `$r` is the result, `$0`, `$1`, … the operands.

/// Brings the keys of a row into a fixed order with a group for each, and calls `$then` with them.
macro_rules! with_row {
    ($then:ident ! $context:tt $variant:ident $name:literal $doc:tt $sig:tt $res:tt $bits:tt {
        $(raises $raises:tt)? $(where $where:tt)? $(is $is:tt)? $(checked $checked:tt)?
        $(negated $negated:tt)? $(swapped $swapped:tt)? $(unchecked $unchecked:tt)? $(overflow $overflow:tt)?
        $(weight $weight:tt)? $(from $from:tt)? $(until $until:tt)? $(jit $jit:tt)? $(native $native:tt)? $(c $c:tt)?
    }) => {
        $then! {
            $context $variant $name $doc $sig $res $bits
            raises [$($raises)?] where [$($where)?] is [$($is)?] checked [$($checked)?]
            negated [$($negated)?] swapped [$($swapped)?] unchecked [$($unchecked)?] overflow [$($overflow)?]
            weight [$($weight)?] from [$($from)?] until [$($until)?] jit [$($jit)?] native [$($native)?] c [$($c)?]
        }
    };
}

/// The value of an optional key, or what stands for it.
macro_rules! key {
    ([] $default:expr) => {
        $default
    };
    ([($($value:tt)+)] $default:expr) => {
        $($value)+
    };
}

macro_rules! template {
    ([]) => {
        None
    };
    ([($c:literal)]) => {
        Some($c)
    };
}

macro_rules! native {
    ([]) => {
        None
    };
    ([($($recipe:tt)+)]) => {
        Some(Native::$($recipe)+)
    };
}

macro_rules! maybe {
    ($enum:ident []) => {
        None
    };
    ($enum:ident [($variant:ident)]) => {
        Some($enum::$variant)
    };
}

macro_rules! overflow_forms {
    ([]) => {
        None
    };
    ([($raising:ident $flagged:ident $trapping:ident)]) => {
        Some(OverflowForms {
            raising: LlOp::$raising,
            flagged: LlOp::$flagged,
            trapping: LlOp::$trapping,
        })
    };
}

macro_rules! level {
    ([] $default:ident) => {
        Level::$default
    };
    ([($level:ident)] $default:ident) => {
        Level::$level
    };
}

macro_rules! in_traces {
    ([]) => {
        InTraces::Absent
    };
    ([(rule)]) => {
        InTraces::Rule
    };
    ([(outlined)]) => {
        InTraces::Outlined
    };
    ([(itself $variant:ident)]) => {
        InTraces::As(ResOp::$variant)
    };
    ([($variant:ident)]) => {
        InTraces::As(ResOp::$variant)
    };
}

macro_rules! precondition {
    ([]) => {
        None
    };
    ([(|$($x:ident),*| $cond:expr; $why:literal)]) => {
        Some($why)
    };
}

macro_rules! exceptions {
    ([]) => { &[] };
    ([($($exception:literal),+)]) => { &[$($exception),+] };
}

macro_rules! operand {
    (i) => {
        Operand::Signed
    };
    (u) => {
        Operand::Unsigned
    };
    (f) => {
        Operand::Float
    };
    (b) => {
        Operand::Bool
    };
    (c) => {
        Operand::Char
    };
    (U) => {
        Operand::UniChar
    };
    (p) => {
        Operand::Container
    };
    (P) => {
        Operand::Pointer
    };
    (a) => {
        Operand::Address
    };
    (v) => {
        Operand::Immediate
    };
    (t) => {
        Operand::Any
    };
    (0) => {
        Operand::Void
    };
}

/// The row of a low-level operation.
macro_rules! llop_info {
    (($jit:tt) $variant:ident $name:literal ($($doc:literal)+) ($($arg:ident)* $(; $more:ident)?) $res:tt [$($bit:ident)*]
     raises $raises:tt where $where:tt is $is:tt checked $checked:tt
     negated $negated:tt swapped $swapped:tt unchecked $unchecked:tt overflow $overflow:tt
     weight $weight:tt from $from:tt until $until:tt jit $own_jit:tt native $native:tt c $c:tt) => {
        LlOpInfo {
            name: $name,
            doc: concat!($($doc),+),
            operands: &[$(operand!($arg)),*],
            variadic: false $(|| !stringify!($more).is_empty())?,
            result: operand!($res),
            effects: effects_of(&[$(effects::$bit),*], exceptions!($raises), precondition!($where)),
            raises: exceptions!($raises),
            precondition: precondition!($where),
            has_meaning: has_meaning!($is $checked),
            negated: maybe!(LlOp $negated),
            swapped: maybe!(LlOp $swapped),
            unchecked: maybe!(LlOp $unchecked),
            overflow: overflow_forms!($overflow),
            weight: key!($weight 1.0),
            first: level!($from Rtyped),
            last: level!($until GcTransformed),
            in_traces: jit_key!($jit $own_jit),
            native: native!($native),
            c: template!($c),
        }
    };
}

/// Gives what a section says of the key `jit`, or the row itself.
macro_rules! jit_key {
    ([] $own:tt) => {
        in_traces!($own)
    };
    ($section:tt []) => {
        in_traces!($section)
    };
}

macro_rules! has_meaning {
    ([] []) => {
        false
    };
    ($is:tt $checked:tt) => {
        true
    };
}

macro_rules! kind {
    (f) => {
        Kind::Float
    };
    (p) => {
        Kind::Ref
    };
    (P) => {
        Kind::Ref
    };
    (0) => {
        Kind::Void
    };
    ($other:tt) => {
        Kind::Int
    };
}

macro_rules! argkind {
    (t) => {
        ArgKind::Any
    };
    ($letter:ident) => {
        ArgKind::Is(kind!($letter))
    };
}

macro_rules! is_bool {
    (b) => {
        true
    };
    ($other:tt) => {
        false
    };
}

/// The row of a trace operation.
macro_rules! resop_info {
    ($context:tt $variant:ident $name:literal ($($doc:literal)+) ($($arg:ident)* $(; $more:ident)?) $res:tt [$($bit:ident)*]
     raises $raises:tt where $where:tt is $is:tt checked $checked:tt
     negated $negated:tt swapped $swapped:tt unchecked $unchecked:tt overflow $overflow:tt
     weight $weight:tt from $from:tt until $until:tt jit $jit:tt native $native:tt c $c:tt) => {
        ResOpInfo {
            name: $name,
            args: &[$(argkind!($arg)),*],
            variadic: false $(|| !stringify!($more).is_empty())?,
            result: kind!($res),
            is_bool: is_bool!($res),
            effects: trace_effects(&[$(effects::$bit),*], exceptions!($raises), precondition!($where)),
            negated: maybe!(ResOp $negated),
            swapped: maybe!(ResOp $swapped),
            unchecked: maybe!(ResOp $unchecked),
        }
    };
}

/// A word as the operand that a letter says.
macro_rules! from_word {
    (i $w:expr) => {
        $w
    };
    (u $w:expr) => {
        $w as u64
    };
    (f $w:expr) => {
        f64::from_bits($w as u64)
    };
    (b $w:expr) => {
        $w != 0
    };
    (c $w:expr) => {
        $w as u8
    };
    (U $w:expr) => {
        $w as u32
    };
    ($other:ident $w:expr) => {
        $w
    };
}

/// The word of a result.
macro_rules! to_word {
    (i $e:expr) => {{
        let r: i64 = $e;
        r
    }};
    (u $e:expr) => {{
        let r: u64 = $e;
        r as i64
    }};
    (f $e:expr) => {{
        let r: f64 = $e;
        r.to_bits() as i64
    }};
    (b $e:expr) => {{
        let r: bool = $e;
        r as i64
    }};
    (c $e:expr) => {{
        let r: u8 = $e;
        r as i64
    }};
    (U $e:expr) => {{
        let r: u32 = $e;
        r as i64
    }};
    (p $e:expr) => {
        $e
    };
}

/// Applies a closure of a row to words.
macro_rules! apply {
    ($words:ident ($($arg:ident)*) |$($x:ident),*| $e:expr) => {{
        let mut words = $words.iter().copied();
        $(let $x = from_word!($arg words.next().ok_or(NoValue::Operands)?);)*
        $e
    }};
}

macro_rules! test_precondition {
    ($words:ident $args:tt []) => {};
    ($words:ident $args:tt [(|$($x:ident),*| $cond:expr; $why:literal)]) => {
        if !apply!($words $args |$($x),*| $cond) {
            return Err(NoValue::Undefined($why));
        }
    };
}

macro_rules! meaning {
    ($words:ident $args:tt $res:tt [] [] $raises:tt) => {
        Err(NoValue::NoMeaning)
    };
    ($words:ident $args:tt $res:tt [(|$($x:ident),*| $e:expr)] [] $raises:tt) => {
        Ok(to_word!($res apply!($words $args |$($x),*| $e)))
    };
    ($words:ident $args:tt $res:tt [] [(|$($x:ident),*| $e:expr)] [($exception:literal)]) => {
        match apply!($words $args |$($x),*| $e) {
            Some(r) => Ok(to_word!($res r)),
            None => Err(NoValue::Raises($exception)),
        }
    };
}

/// The text of a meaning: what the operands are, and the closure.
macro_rules! meaning_text {
    (() $variant:ident $name:literal $doc:tt ($($arg:ident)* $(; $more:ident)?) $res:tt [$($bit:ident)*]
     raises $raises:tt where $where:tt is [($($is:tt)+)] checked $checked:tt $($rest:tt)*) => {
        Some((stringify!($($arg)*), stringify!($($is)+)))
    };
    ($($other:tt)*) => {
        None
    };
}

/// The meaning of a row on words. `total` leaves preconditions aside that hold for C only.
macro_rules! on_words {
    (($words:ident $traces:literal) $variant:ident $name:literal $doc:tt ($($arg:ident)* $(; $more:ident)?) $res:tt [$($bit:ident)*]
     raises $raises:tt where $where:tt is $is:tt checked $checked:tt $($rest:tt)*) => {{
        const TOTAL: bool = $traces && OpEffects::NONE$(.or(effects::$bit))*.any(effects::TOTAL_IN_TRACES);
        if !TOTAL {
            test_precondition!($words ($($arg)*) $where);
        }
        meaning!($words ($($arg)*) $res $is $checked $raises)
    }};
}

/// The enums [`LlOp`], [`ResOp`] and [`Insn`] and their rows.
macro_rules! operations {
    (
        words { $($(#[doc = $wd:literal])+ $w:ident $wn:literal $ws:tt -> $wr:tt $wb:tt $wk:tt)* }
        checked { $($(#[doc = $cd:literal])+ $c:ident $cn:literal $cs:tt -> $cr:tt $cb:tt $ck:tt)* }
        lowlevel { $($(#[doc = $ld:literal])+ $l:ident $ln:literal $ls:tt -> $lr:tt $lb:tt $lk:tt)* }
        mirrored { $($(#[doc = $md:literal])+ $m:ident $mn:literal $ms:tt -> $mr:tt $mb:tt $mk:tt)* }
        traces { $($(#[doc = $td:literal])+ $t:ident $tn:literal $ts:tt -> $tr:tt $tb:tt $tk:tt)* }
        jitcode { $($(#[doc = $id:literal])+ $i:ident $in:literal $codes:literal;)* }
    ) => {
        /// Operations of low-level graphs.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum LlOp { $($(#[doc = $wd])+ $w,)* $($(#[doc = $cd])+ $c,)* $($(#[doc = $ld])+ $l,)* }

        /// Operations of traces.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum ResOp {
            $($(#[doc = $wd])+ $w,)* $($(#[doc = $cd])+ $c,)* $($(#[doc = $md])+ $m,)* $($(#[doc = $td])+ $t,)*
        }

        /// Instructions of jitcode. Those that have the name of a trace operation do what it does.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Insn { $($(#[doc = $wd])+ $w,)* $($(#[doc = $md])+ $m,)* $($(#[doc = $id])+ $i,)* }

        impl LlOp {
            /// All rows.
            pub const ALL: &'static [LlOp] = &[$(LlOp::$w,)* $(LlOp::$c,)* $(LlOp::$l,)*];
            /// The operation of this name.
            pub fn from_name(name: &str) -> Option<LlOp> {
                Some(match name {
                    $($wn => LlOp::$w,)* $($cn => LlOp::$c,)* $($ln => LlOp::$l,)*
                    _ => return None,
                })
            }
            /// The result on words: characters, booleans and unsigned integers extended with zeros, floats as their bits.
            #[inline]
            pub fn on_words(self, words: &[i64]) -> Result<i64, NoValue> {
                match self {
                    $(LlOp::$w => with_row!(on_words!(words false) $w $wn ($($wd)+) $ws $wr $wb $wk),)*
                    $(LlOp::$c => with_row!(on_words!(words false) $c $cn ($($cd)+) $cs $cr $cb $ck),)*
                    $(LlOp::$l => with_row!(on_words!(words false) $l $ln ($($ld)+) $ls $lr $lb $lk),)*
                }
            }
        }

        impl ResOp {
            /// All rows.
            pub const ALL: &'static [ResOp] = &[$(ResOp::$w,)* $(ResOp::$c,)* $(ResOp::$m,)* $(ResOp::$t,)*];
            /// The operation of this name.
            pub fn by_name(name: &str) -> Option<ResOp> {
                Some(match name {
                    $($wn => ResOp::$w,)* $($cn => ResOp::$c,)* $($mn => ResOp::$m,)* $($tn => ResOp::$t,)*
                    _ => return None,
                })
            }
            /// The result on words (references and floats as their bits). Operations on references compare addresses: nothing
            /// may move in between.
            #[inline]
            pub fn on_words(self, words: &[i64]) -> Result<i64, NoValue> {
                match self {
                    $(ResOp::$w => with_row!(on_words!(words true) $w $wn ($($wd)+) $ws $wr $wb $wk),)*
                    $(ResOp::$c => with_row!(on_words!(words true) $c $cn ($($cd)+) $cs $cr $cb $ck),)*
                    $(ResOp::$m => with_row!(on_words!(words true) $m $mn ($($md)+) $ms $mr $mb $mk),)*
                    $(ResOp::$t => with_row!(on_words!(words true) $t $tn ($($td)+) $ts $tr $tb $tk),)*
                }
            }
        }

        impl ResOp {
            /// The letters of the operands and the text of the meaning, a closure: for tools that reason about operations.
            pub fn meaning_text(self) -> Option<(&'static str, &'static str)> {
                match self {
                    $(ResOp::$w => with_row!(meaning_text!() $w $wn ($($wd)+) $ws $wr $wb $wk),)*
                    $(ResOp::$m => with_row!(meaning_text!() $m $mn ($($md)+) $ms $mr $mb $mk),)*
                    _ => None,
                }
            }
        }

        impl Insn {
            /// All rows, by opcode.
            pub const ALL: &'static [Insn] = &[$(Insn::$w,)* $(Insn::$m,)* $(Insn::$i,)*];
        }

        pub(crate) static LLOPS: &[LlOpInfo] = &[
            $(with_row!(llop_info!([(itself $w)]) $w $wn ($($wd)+) $ws $wr $wb $wk),)*
            $(with_row!(llop_info!([]) $c $cn ($($cd)+) $cs $cr $cb $ck),)*
            $(with_row!(llop_info!([]) $l $ln ($($ld)+) $ls $lr $lb $lk),)*
        ];

        /// Describes the rows of [`RESOPS`] in words: nothing that runs needs it.
        pub(crate) static RESOP_DOCS: &[&str] = &[
            $(concat!($($wd),+),)* $(concat!($($cd),+),)* $(concat!($($md),+),)* $(concat!($($td),+),)*
        ];

        pub(crate) const RESOPS: &[ResOpInfo] = &[
            $(with_row!(resop_info!([]) $w $wn ($($wd)+) $ws $wr $wb $wk),)*
            $(with_row!(resop_info!([]) $c $cn ($($cd)+) $cs $cr $cb $ck),)*
            $(with_row!(resop_info!([]) $m $mn ($($md)+) $ms $mr $mb $mk),)*
            $(with_row!(resop_info!([]) $t $tn ($($td)+) $ts $tr $tb $tk),)*
        ];

        pub(crate) const INSNS: &[InsnInfo] = &[
            $(InsnInfo::mirror(ResOp::$w),)* $(InsnInfo::mirror(ResOp::$m),)*
            $(InsnInfo::special($in, $codes),)*
        ];
    };
}

pub(crate) use {
    apply, argkind, exceptions, from_word, has_meaning, in_traces, is_bool, jit_key, key, kind,
    level, llop_info, maybe, meaning, meaning_text, native, on_words, operand, operations,
    overflow_forms, precondition, resop_info, template, test_precondition, to_word, with_row,
};
