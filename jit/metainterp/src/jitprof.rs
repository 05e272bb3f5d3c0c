//! Statistics for `jit-summary`, and the reasons for giving up.

use crate::meter::{Doing, Meter};
use alloc::string::String;
use core::cell::Cell;
use core::fmt::Write as _;
use core::time::Duration;
use jitmodel::Trace;

macro_rules! reasons {
    ($($name:ident $text:literal $doc:literal;)*) => {
        /// Says why tracing or compiling was given up. Every case is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum AbortReason { $(#[doc = $doc] $name,)* }

        impl AbortReason {
            /// All reasons.
            pub const ALL: &'static [AbortReason] = &[$(AbortReason::$name,)*];

            /// Text in the summary.
            pub fn text(self) -> &'static str {
                match self { $(AbortReason::$name => $text,)* }
            }
        }
    };
}

reasons! {
    TraceTooLong "trace too long" "More than `trace_limit` operations.";
    BadLoop "bad loop" "The optimiser found that the trace contradicts itself.";
    OptimizerError "optimizer error" "An internal error of the optimiser.";
    BackendError "compiling" "The backend refused the trace.";
    ForceQuasiImmut "force quasi-immut" "A quasi-immutable field was written while tracing.";
    VableEscape "vable escape" "A virtualizable escaped while tracing.";
    SegmentedTrace "segmenting trace" "The trace was cut because it was too long: its bridge is the rest.";
    OutOfRoots "out of roots" "No slot is left in the root table.";
    OutOfMemory "out of memory" "An allocation failed while tracing.";
    MissingLiveness "missing liveness" "The codewriter left a -live- out (an internal error).";
    UnexpectedException "unexpected exception" "A call raised that was declared not to (an internal error).";
    LoopEscapes "loop uses outside values" "A loop cut out of a trace uses a value of the part before.";
    NotEntered "confirm_enter_jit" "The program did not want code to be entered.";
}

/// Counters. All are totals since the start.
#[derive(Default, Debug)]
pub struct Profile {
    /// Traces begun.
    pub traces_started: Cell<u64>,
    /// Traces given to the backend.
    pub backends: Cell<u64>,
    /// Operations recorded.
    pub recorded_ops: Cell<u64>,
    /// Operations (some of them guards) that were not recorded because their results were known.
    pub heapcached_ops: Cell<u64>,
    /// Frames and other objects that somebody asked compiled code for.
    pub forcings: Cell<u64>,
    /// Calls recorded.
    pub calls: Cell<u64>,
    /// Guards recorded.
    pub guards: Cell<u64>,
    /// Operations left by the optimiser.
    pub opt_ops: Cell<u64>,
    /// Guards left by the optimiser.
    pub opt_guards: Cell<u64>,
    /// Objects that guards' resume data describe.
    pub nvirtuals: Cell<u64>,
    /// Holes in guards' fail args.
    pub nvholes: Cell<u64>,
    /// Loops compiled.
    pub loops: Cell<u64>,
    /// Bridges compiled.
    pub bridges: Cell<u64>,
    /// Bridges that were not compiled, since they were what follows their guard.
    pub joined: Cell<u64>,
    /// Values that guards let pass for which no bridge was traced.
    pub foreseen: Cell<u64>,
    /// Bridges and entries that gave their loop a further label.
    pub retraces: Cell<u64>,
    /// Loops that only count, and became their last round.
    pub closed_loops: Cell<u64>,
    /// Writes that wait across labels.
    pub carried_writes: Cell<u64>,
    /// Loops freed.
    pub freed_loops: Cell<u64>,
    /// Bridges freed.
    pub freed_bridges: Cell<u64>,
    /// Times compiled code was entered.
    pub entered: Cell<u64>,
    /// Guard failures that reached the run time.
    pub guard_failures: Cell<u64>,
    /// Blackhole runs.
    pub blackholes: Cell<u64>,
    /// Times a generating extension was entered.
    pub extended: Cell<u64>,
    /// Instructions of jitcode that the timeshifter interpreted.
    pub interpreted: Cell<u64>,
    /// Aborts by reason.
    pub aborts: [Cell<u64>; AbortReason::ALL.len()],
}

/// Calls in a trace.
pub fn num_calls(trace: &Trace) -> u64 {
    trace.ops.iter().filter(|op| op.opnum.is_call()).count() as u64
}

/// Adds to a counter.
pub fn add(counter: &Cell<u64>, n: u64) {
    counter.set(counter.get() + n);
}

impl Profile {
    /// Counts an abort.
    pub fn abort(&self, reason: AbortReason) {
        add(&self.aborts[reason as usize], 1);
    }

    /// Aborts for this reason.
    pub fn aborts_for(&self, reason: AbortReason) -> u64 {
        self.aborts[reason as usize].get()
    }

    /// The text of `jit-summary`, line by line as tools for such logs expect it (what does not exist here is 0).
    /// Tracing includes optimising, but not the program's functions that were called meanwhile.
    pub fn summary(&self, meter: &Meter, total: Duration) -> String {
        let mut out = String::new();
        let time = |out: &mut String, name: &str, n: &Cell<u64>, doing: Doing| {
            let spent = seconds(Duration::from_nanos(meter.spent_ns(doing)));
            let _ = writeln!(out, "{name}\t{}\t{spent}", n.get());
        };
        time(&mut out, "Tracing:    ", &self.traces_started, Doing::Tracing);
        time(&mut out, "Backend:    ", &self.backends, Doing::Backend);
        let _ = writeln!(out, "TOTAL:      \t\t{}", seconds(total));
        let mut line = |name: &str, n: u64| {
            let _ = writeln!(out, "{name:<24}\t{n}");
        };
        line("ops:", self.recorded_ops.get() + self.heapcached_ops.get());
        line("heapcached ops:", self.heapcached_ops.get());
        line("recorded ops:", self.recorded_ops.get());
        line("  calls:", self.calls.get());
        line("guards:", self.guards.get());
        line("opt ops:", self.opt_ops.get());
        line("opt guards:", self.opt_guards.get());
        line("opt guards shared:", 0);
        line("forcings:", self.forcings.get());
        for &reason in AbortReason::ALL {
            line(&format!("abort: {}:", reason.text()), self.aborts_for(reason));
        }
        line("virtualizables forced:", 0);
        line("nvirtuals:", self.nvirtuals.get());
        line("nvholes:", self.nvholes.get());
        line("nvreused:", 0);
        line("vecopt tried:", 0);
        line("vecopt success:", 0);
        line("entered:", self.entered.get());
        line("guard failures:", self.guard_failures.get());
        line("blackholes:", self.blackholes.get());
        line("Total # of loops:", self.loops.get());
        line("Total # of bridges:", self.bridges.get());
        line("Joined # of bridges:", self.joined.get());
        line("Foreseen # of values:", self.foreseen.get());
        line("Total # of retraces:", self.retraces.get());
        line("Closed # of loops:", self.closed_loops.get());
        line("Carried # of writes:", self.carried_writes.get());
        line("Freed # of loops:", self.freed_loops.get());
        line("Freed # of bridges:", self.freed_bridges.get());
        line("Extensions entered:", self.extended.get());
        line("Jitcode interpreted:", self.interpreted.get());
        line("Microseconds of shifting:", meter.spent_ns(Doing::Shifting) / 1000);
        out
    }
}
/// Writes a time in seconds with six digits, as a float would be written (that would need much more
/// code).
fn seconds(time: Duration) -> String {
    let rounded = time + Duration::from_nanos(500);
    format!("{}.{:06}", rounded.as_secs(), rounded.subsec_micros())
}
