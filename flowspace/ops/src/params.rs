//! The parameters of the JIT: their names, defaults, and what they set.
//!
//! The run time's `Params`, the dictionaries in `rlib/rpython/rlib/jit.py`, what `set_param` is checked against when a program is
//! translated, and the table in docs/making-the-jit-good.md are made of this list. (`BLESS=1 cargo test -p flowmodel --test all
//! jit_parameters` rewrites the texts.)

/// Hands all parameters with numbers to a macro: `name default "what it sets" "why it has no effect, or empty";` for each.
#[macro_export]
macro_rules! jit_parameters {
    ($then:ident) => {
        $then! {
            threshold 1039 "passes of a merge point until a loop is traced; negative: never" "";
            function_threshold 1619 "the same for starts of portals with a `can_enter_jit`" "";
            trace_eagerness 200 "failures until a guard gets a bridge; long ways to interpret count more" "";
            decay 40 "how fast counters of what is seldom reached are forgotten (in 1/1000; of all drivers)" "";
            trace_limit 6000 "operations after which a trace leaves an inlined call out the next time, or is cut" "";
            inlining 1 "whether calls of the portal are inlined" "";
            loop_longevity 1000 "a loop not entered while so many traces are begun is freed; 0: never (of all drivers)" "";
            retrace_limit 0 "further labels of a loop, for values that do not fit the others (an unpeeled loop may get one)" "";
            pureop_historylength 16 "pure operations that are remembered" "all pure operations of a trace are remembered";
            max_retrace_guards 15 "guards that a jump to a label may add" "";
            max_unroll_loops 1 "iterations peeled beyond the first, if that saves allocations (RPython: 0)" "";
            carry_writes 1 "whether writes to fields wait across the labels of loops (not in RPython)" "";
            disable_unrolling 6000 "loops with more recorded operations are not peeled (RPython: 200)" "";
            max_unroll_recursion 14 "nested inlined calls of one function (RPython: 7)" "";
            unroll_threshold 1000000 "calls of a function by itself until they are inlined in its code; 0: at once (not in RPython)" "";
            bridges_inlining 2 "bridges of a loop or function that make a test which has a bridge elsewhere, until further ones inline no calls (not in RPython)" "";
            repeats_inlining 16 "bridges that repeat a test of their loop or function until it is made anew with calls of what it inlined; negative: never (not in RPython)" "";
            many_bridges 100 "bridges that repeat a test of their loop or function until the timeshifter makes its code anew; negative: never (not in RPython)" "";
            sampled_passes 10000 "passes of code that was handed over to the timeshifter before samples of its ways tell whether it goes back; negative: never (not in RPython)" "";
            timeshift -1 "who makes code: the timeshifter (1) or tracing (0); -1: as `--jit` said (not in RPython)" "";
            extensions 1 "whether the timeshifter uses generating extensions, if there are any; 0: it interprets jitcode (not in RPython)" "";
            vec 0 "whether loops are vectorised" "there is no vectorisation";
            vec_all 0 "the same for loops of all drivers" "there is no vectorisation";
            vec_cost 0 "threshold of the cost model of vectorisation" "there is no vectorisation";
        }
    };
}

/// A parameter of the JIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JitParameter {
    /// Name that `set_param` uses for it.
    pub name: &'static str,
    /// Its default value; `None`: the text `all`.
    pub default: Option<i64>,
    /// Says what it sets.
    pub words: &'static str,
    /// Says why it has no effect, or is empty.
    pub without_effect: &'static str,
}

/// The one parameter that is a text.
const ENABLE_OPTS: JitParameter = JitParameter {
    name: "enable_opts",
    default: None,
    words: "`none` or empty: no optimiser (to see what it does)",
    without_effect: "",
};

macro_rules! all {
    ($($name:ident $default:literal $words:literal $why:literal;)*) => {
        /// All of them.
        pub const JIT_PARAMETERS: &[JitParameter] = &[
            $(JitParameter {
                name: stringify!($name),
                default: Some($default),
                words: $words,
                without_effect: $why,
            },)*
            ENABLE_OPTS,
        ];
    };
}

jit_parameters!(all);
