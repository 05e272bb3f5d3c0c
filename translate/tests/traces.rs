//! Tests of traces of programs in `tests/conformance/jit`: how many there are, how long their loops' bodies are,
//! and which operations are not in them.

use crate::common::suite::{Test, named};
use crate::common::*;
use libtest_mimic::Failed;
use std::path::Path;
use std::process::Command;
use translate::log::{Section, all_sections, sections};

/// Loops whose body passes merge points with this text.
struct Loops {
    at: &'static str,
    /// Maximum number of them; there must be at least one.
    most: usize,
    /// Operations in a body.
    operations: usize,
    /// Parts of lines that are not in a body.
    without: &'static [&'static str],
    /// Parts of lines, and in how many lines of a body they are.
    with: &'static [(&'static str, usize)],
}

/// Expectations of one program.
struct Program {
    name: &'static str,
    loops: usize,
    bridges: usize,
    /// Minimum number of functions that are compiled for calls that make no frame.
    unpacked: usize,
    of: &'static [Loops],
}

const READS: &[&str] = &["getarrayitem", "getfield", "arraylen", "call", "guard_value", "new"];

const MAKES_RAW: &[&str] = &["call", "_raw"];

const MAKES_TEXT: &[&str] = &["new", "call"];

const MAKES: &[&str] = &["new", "getarrayitem", "setarrayitem", "call", "arraylen"];

const fn hint(
    at: &'static str,
    operations: usize,
    without: &'static [&'static str],
    with: &'static [(&'static str, usize)],
) -> Loops {
    Loops { at, most: 1, operations, without, with }
}

/// Operations that boxes, frames and dispatch would leave.
const OVERHEAD: &[&str] =
    &["new", "getfield", "setfield", "arrayitem", "guard_value", "guard_class", "arraylen"];

const PROGRAMS: &[Program] = &[
    Program {
        name: "many_maps",
        loops: 4,
        // One for each map that leads elsewhere; 45 without joins.
        bridges: 9,
        unpacked: 0,
        of: &[],
    },
    Program {
        name: "boxed_frames",
        // Two loops, and the entries that read the frame.
        loops: 4,
        bridges: 2,
        unpacked: 0,
        of: &[Loops { at: "'plus at 16'", most: 1, operations: 6, without: OVERHEAD, with: &[] }],
    },
    Program {
        name: "inlined_tests",
        // The function that calls another one has no tests of its own: it is inlined behind the loop's guards as well.
        loops: 2,
        bridges: 17,
        unpacked: 0,
        of: &[],
    },
    Program {
        name: "entered_at_start",
        // Three guest functions, each from its start.
        loops: 3,
        bridges: 1,
        unpacked: 0,
        of: &[],
    },
    Program {
        name: "entered_elsewhere",
        // Four guest loops, each with an entry that reads the frame.
        loops: 8,
        bridges: 1,
        unpacked: 0,
        of: &[
            // The call of a guest function is inlined, and nothing of its frame or of the exception that ends it is left.
            Loops {
                at: "'main 8'",
                most: 1,
                operations: 8,
                without: OVERHEAD,
                with: &[("call", 0)],
            },
            Loops {
                at: "'throws 6'",
                most: 1,
                operations: 6,
                without: OVERHEAD,
                with: &[("call", 0)],
            },
        ],
    },
    Program {
        name: "invariant_references",
        loops: 2,
        bridges: 0,
        unpacked: 0,
        of: &[Loops {
            at: "jitdriver",
            most: 2,
            operations: 11,
            without: &["ConstClass(get)", "Item"],
            with: &[],
        }],
    },
    Program {
        name: "small_fields",
        // Flags that are written next to a list leave it known, so that the function that asks for its length is inlined.
        loops: 2,
        bridges: 1,
        unpacked: 0,
        of: &[Loops {
            at: "jitdriver",
            most: 2,
            operations: 18,
            without: &["call", "new", "inst_cells"],
            with: &[],
        }],
    },
    Program {
        name: "two_virtualizables",
        // Loops, each with an entry that reads the frame and the stack, and two functions.
        loops: 28,
        bridges: 0,
        unpacked: 0,
        of: &[
            Loops {
                at: "'plain 8'",
                most: 1,
                operations: 6,
                without: OVERHEAD,
                with: &[("call", 0)],
            },
            Loops {
                at: "'calls 8'",
                most: 1,
                operations: 7,
                without: OVERHEAD,
                with: &[("call", 0)],
            },
            // Both have tokens while somebody may look.
            Loops {
                at: "'works 8'",
                most: 1,
                operations: 12,
                without: &["new", "arrayitem", "getfield", "guard_value"],
                with: &[("guard_not_forced", 1), ("force_token", 1), ("vable_token", 2)],
            },
        ],
    },
    Program {
        name: "private_virtualizables",
        loops: 7,
        bridges: 1,
        // Neither the variables nor the stack of a call are made.
        unpacked: 1,
        of: &[Loops {
            at: "'count 4'",
            most: 1,
            operations: 6,
            without: OVERHEAD,
            with: &[("call", 0)],
        }],
    },
    Program {
        name: "generator_frames",
        // Two of generators alone, and two of functions that use them, each with an entry that reads the frame.
        loops: 6,
        bridges: 0,
        unpacked: 0,
        of: &[
            // The generator's frame is in memory. Of its writes one is left: the box with the count.
            Loops {
                at: "'sums 8'",
                most: 1,
                operations: 9,
                without: &["call", "getfield", "arrayitem_gc_r", "arraylen", "guard_value"],
                with: &[("new", 1), ("setarrayitem", 1), ("setfield", 1)],
            },
            // A generator in a generator.
            Loops {
                at: "'sums doubles 8'",
                most: 1,
                operations: 20,
                without: &["call", "arraylen", "guard_value", "guard_class"],
                with: &[("new", 1)],
            },
        ],
    },
    Program {
        name: "coroutines",
        loops: 9,
        bridges: 1,
        unpacked: 0,
        of: &[
            // With both frames as virtualizables nothing of them is in memory, though they change places.
            Loops {
                at: "'takes 8'",
                most: 1,
                operations: 9,
                without: OVERHEAD,
                with: &[("call", 0)],
            },
        ],
    },
    Program {
        name: "looking_frames",
        loops: 20,
        bridges: 1,
        unpacked: 0,
        of: &[Loops {
            // Somebody may look during the call, and never does: what the frame holds stays in registers.
            at: "'works 10'",
            most: 1,
            operations: 18,
            without: &["SizeDescr Frame", "arrayitem", "Frame.inst", "arraylen"],
            with: &[("guard_not_forced", 1), ("Frame.vable_token", 1), ("SizeDescr Box", 1)],
        }],
    },
    Program {
        name: "top_frames",
        // 31 to 59: it depends on which pass of a loop is the hot one whether a look falls into the trace, and so on how often
        // code is given up (thresholds next to each other show all of these numbers).
        loops: 59,
        bridges: 2,
        unpacked: 0,
        of: &[
            Loops {
                at: "'main plain 8'",
                most: 1,
                operations: 8,
                without: OVERHEAD,
                with: &[("call", 0)],
            },
            // Frames hang in the chain while calls are made that may look at it. Those of inlined calls are not made, and the
            // loop's own is not written: it gets a token.
            Loops {
                at: "'main works 8'",
                most: 1,
                operations: 23,
                without: &["SizeDescr Frame", "arrayitem", "Frame.inst"],
                with: &[
                    ("SizeDescr DirectJitVRef", 1),
                    ("guard_not_forced", 1),
                    ("Frame.vable_token", 1),
                    ("SizeDescr Number", 1),
                ],
            },
            Loops {
                at: "'main outer 8'",
                most: 1,
                operations: 38,
                without: &["SizeDescr Frame", "arrayitem", "Frame.inst"],
                with: &[
                    ("SizeDescr DirectJitVRef", 2),
                    ("guard_not_forced", 2),
                    ("Frame.vable_token", 1),
                    ("SizeDescr Number", 2),
                ],
            },
            Loops {
                at: "'loops 8'",
                most: 1,
                operations: 16,
                without: &["SizeDescr Frame", "arrayitem", "Frame.inst"],
                with: &[("guard_not_forced", 1), ("SizeDescr Number", 1)],
            },
        ],
    },
    Program {
        name: "immutable_items",
        loops: 2,
        bridges: 0,
        unpacked: 0,
        of: &[
            Loops { at: "'grown0'", most: 1, operations: 11, without: READS, with: &[] },
            Loops { at: "'other0'", most: 1, operations: 11, without: READS, with: &[] },
        ],
    },
    Program {
        name: "frozen_lists",
        // Three, each with an entry that reads what changes: nobody else knows that object.
        loops: 6,
        bridges: 0,
        unpacked: 0,
        of: &[
            // It only counts, and becomes its last round.
            Loops { at: "'add 4'", most: 1, operations: 7, without: READS, with: &[] },
            Loops { at: "'add 5'", most: 1, operations: 10, without: READS, with: &[] },
        ],
    },
    Program {
        name: "quasi_immutable",
        // Each of the three runs of seven programs has its own; a few are compiled again.
        loops: 30,
        bridges: 0,
        unpacked: 0,
        of: &[
            Loops {
                at: "'L0N0T0L1D0X0 0'",
                most: 3,
                operations: 12,
                without: &["Cell.", "getarrayitem", "call", "guard_value"],
                with: &[("guard_not_invalidated", 1)],
            },
            // What is written in each round is a variable.
            Loops {
                at: "'L0S0L0D0X0 0'",
                most: 3,
                operations: 16,
                without: &["guard_not_invalidated", "call"],
                with: &[("setfield_gc(", 2)],
            },
        ],
    },
    Program {
        name: "text_tests",
        loops: 5,
        bridges: 20,
        unpacked: 0,
        of: &[
            Loops { at: "'text 0'", most: 1, operations: 15, without: MAKES_TEXT, with: &[] },
            Loops { at: "'text 1'", most: 1, operations: 20, without: MAKES_TEXT, with: &[] },
            Loops { at: "'text 2'", most: 1, operations: 5, without: MAKES_TEXT, with: &[] },
            // The text is wanted where the loop is left.
            Loops { at: "'text 3'", most: 1, operations: 11, without: &["new"], with: &[] },
            Loops { at: "'text 4'", most: 1, operations: 7, without: &["guard_false"], with: &[] },
        ],
    },
    Program {
        name: "continuations",
        loops: 2,
        bridges: 7,
        unpacked: 0,
        of: &[Loops { at: "'count'", most: 1, operations: 6, without: OVERHEAD, with: &[] }],
    },
    Program {
        name: "virtual_texts",
        loops: 26,
        bridges: 40,
        unpacked: 0,
        of: &[
            hint("'cut 0'", 15, MAKES_TEXT, &[]),
            hint("'cut 1'", 5, MAKES_TEXT, &[]),
            hint("'cut 2'", 17, MAKES_TEXT, &[]),
            hint("'cut 3'", 20, &["new"], &[("ll_streq_slice)", 2)]),
            hint("'cut 4'", 16, &["new"], &[("ll_streq_slice)", 1)]),
            hint("'cut 5'", 5, MAKES_TEXT, &[]),
            hint("'cut 6'", 11, MAKES_TEXT, &[]),
            hint("'cut 7'", 11, MAKES_TEXT, &[]),
            // Made for the object that keeps it, in one piece.
            hint("'cut 8'", 18, &[], &[("new_array(", 1), ("ll_copy_contents)", 2)]),
            hint("'cut 9'", 10, &[], &[("new_array(", 1), ("ll_copy_contents)", 1)]),
            hint("'cut 10'", 11, MAKES_TEXT, &[]),
            hint("'unicode 0'", 15, MAKES_TEXT, &[]),
            hint("'unicode 2'", 17, MAKES_TEXT, &[]),
            hint("'unicode 4'", 16, &["new"], &[("ll_streq_slice__1)", 1)]),
            hint("'unicode 6'", 11, MAKES_TEXT, &[]),
            hint("'builder 0'", 10, MAKES_TEXT, &[]),
            hint("'builder 1'", 16, &[], &[("new_array", 2)]),
            // With a formatted message.
            hint("'builder 2'", 18, MAKES_TEXT, &[]),
            hint("'builder 3'", 7, MAKES_TEXT, &[]),
        ],
    },
    Program {
        name: "raw_buffers",
        loops: 5,
        bridges: 3,
        unpacked: 0,
        of: &[
            hint("'raw 0'", 6, MAKES_RAW, &[]),
            hint("'raw 1'", 14, MAKES_RAW, &[]),
            hint("'raw 2'", 10, MAKES_RAW, &[]),
            hint("'raw 3'", 11, &[], &[("setarrayitem_raw", 2), ("jit_op_raw_malloc", 1)]),
        ],
    },
    Program {
        name: "list_making",
        loops: 12,
        bridges: 1,
        unpacked: 0,
        of: &[
            Loops { at: "'kind 0'", most: 1, operations: 7, without: MAKES, with: &[] },
            Loops { at: "'kind 1'", most: 1, operations: 8, without: MAKES, with: &[] },
            Loops { at: "'kind 2'", most: 1, operations: 8, without: MAKES, with: &[] },
            Loops { at: "'kind 3'", most: 1, operations: 8, without: MAKES, with: &[] },
            Loops { at: "'kind 4'", most: 1, operations: 6, without: MAKES, with: &[] },
            Loops { at: "'kind 5'", most: 1, operations: 5, without: MAKES, with: &[] },
            Loops { at: "'kind 6'", most: 1, operations: 10, without: MAKES, with: &[] },
            Loops { at: "'kind 7'", most: 1, operations: 9, without: MAKES, with: &[] },
            Loops { at: "'kind 9'", most: 1, operations: 6, without: MAKES, with: &[] },
            Loops { at: "'kind 10'", most: 1, operations: 9, without: MAKES, with: &[] },
            hint("'kind 11'", 18, &[], &[("ll_alloc_and_set", 2)]),
        ],
    },
    Program {
        name: "all_hints",
        loops: 12,
        bridges: 4,
        unpacked: 0,
        of: &[
            hint("'hint 0'", 5, &["guard_class", "getfield"], &[]),
            hint("'hint 1'", 5, &["guard_value", "getfield"], &[]),
            hint("'hint 2'", 9, &[], &[("cond_call(", 1)]),
            Loops { most: 2, ..hint("'hint 3'", 7, &[], &[("cond_call_value_i(", 1)]) },
            hint("'hint 4'", 5, &["call"], &[]),
            hint("'hint 5'", 5, &["call"], &[]),
            hint("'hint 6'", 6, MAKES, &[]),
            hint("'hint 7'", 5, MAKES, &[]),
            hint("'hint 8'", 6, &["call"], &[("jit_debug('remark', 3, i", 1)]),
            hint("'hint 10'", 9, &["call"], &[("arrayitem_raw", 2)]),
        ],
    },
    Program {
        name: "recursive_frames",
        loops: 4,
        bridges: 20,
        unpacked: 1,
        of: &[Loops {
            // The function's code, and its code without a frame, which calls itself so.
            at: "'fib 0'",
            most: 3,
            operations: 160,
            without: &["SizeDescr Frame", "new_array", "setarrayitem"],
            with: &[],
        }],
    },
    Program {
        // The function's first code is made for calls without a frame, too. Made anew with its recursion inlined, it is an entry of a
        // loop that begins with the same trace: that takes frames only.
        name: "looping_functions",
        // Three are those of the function made anew, with its recursion inlined.
        loops: 8,
        bridges: 22,
        unpacked: 1,
        of: &[],
    },
    Program {
        // The first trace is of a call that calls nothing. Bridges call the function, as its code does: 12 of them if they inline it.
        name: "recursive_paths",
        loops: 1,
        bridges: 4,
        unpacked: 0,
        of: &[],
    },
    Program {
        // What is given a function is inlined wherever it is called; what calls itself has code of its own.
        name: "given_functions",
        loops: 6,
        bridges: 5,
        unpacked: 0,
        of: &[hint("'nested at 0'", 7, &["call"], &[]), hint("'both at 0'", 8, &["call"], &[])],
    },
    Program {
        name: "inferred_fields",
        loops: 10,
        bridges: 0,
        unpacked: 0,
        of: &[
            // What never changes, or not once the guest program runs. They only count.
            hint("'fixed 0'", 7, READS, &[]),
            hint("'prebuilt 6'", 7, READS, &[]),
            hint("'table 7'", 7, READS, &[]),
            hint("'nodes 9'", 7, READS, &[]),
            // What does is read when the loop is entered, as nothing in it writes.
            hint("'later 1'", 8, READS, &[]),
            hint("'sub 2'", 8, READS, &[]),
            hint("'named 3'", 10, READS, &[]),
            hint("'early 4'", 8, &["getfield"], &[("World.inst_early", 1)]),
            hint("'twice 5'", 6, READS, &[]),
            hint("'changed 8'", 16, &["guard_value"], &[("ll_lookup", 1)]),
        ],
    },
    Program {
        name: "inferred_calls",
        // Each has an entry that reads the frame, or calls that make none.
        loops: 8,
        bridges: 4,
        unpacked: 1,
        of: &[
            hint("'calls 8'", 6, OVERHEAD, &[("call", 0)]),
            hint("'sends 8'", 7, OVERHEAD, &[("call", 0)]),
            // The size is stored: the guest program's object is there before the loop.
            hint("'objects 8'", 8, &["call", "arraylen", "guard_value"], &[("new", 1)]),
        ],
    },
    Program {
        name: "inferred_several",
        // Loops, four of them with an entry that reads the objects, and a function that calls itself.
        loops: 12,
        bridges: 3,
        unpacked: 1,
        of: &[
            hint("'sum 8'", 11, OVERHEAD, &[("call", 0)]),
            hint("'windows absj0'", 12, OVERHEAD, &[("call", 0)]),
            hint("'windows abj0'", 12, OVERHEAD, &[("call", 0)]),
            hint("'windows abdj0'", 14, OVERHEAD, &[("call", 0)]),
            hint("'optional 0'", 8, OVERHEAD, &[("call", 0)]),
        ],
    },
    Program {
        name: "promoted_elsewhere",
        // Four loops, each with an entry that reads the frame.
        loops: 8,
        bridges: 0,
        unpacked: 0,
        of: &[
            // One call finds nothing, each time.
            hint("'single icacbj 1'", 20, &["new", "setfield", "arrayitem"], &[("call", 1)]),
            Loops {
                at: "'several icacbj 1'",
                most: 2,
                operations: 20,
                without: &["new", "setfield", "arrayitem"],
                with: &[("call", 1)],
            },
        ],
    },
    Program {
        name: "compared_instances",
        loops: 1,
        bridges: 6,
        unpacked: 0,
        of: &[hint("'add'", 18, &["ptr_"], &[("guard_class", 1)])],
    },
    Program {
        // The frame and the list of arguments are made in front of the merge point.
        name: "argument_lists",
        // Four of them, each with an entry for frames in memory.
        loops: 8,
        bridges: 0,
        unpacked: 0,
        of: &[
            hint("'lists C'", 7, OVERHEAD, &[("call", 0)]),
            hint("'doubled D'", 8, OVERHEAD, &[("call", 0)]),
            hint("'none N'", 7, OVERHEAD, &[("call", 0)]),
            hint("'caught G'", 7, OVERHEAD, &[("call", 0)]),
        ],
    },
    Program {
        // Loops with many rounds are calls, or there would be no traces; those with few are unrolled.
        name: "many_rounds",
        loops: 8,
        bridges: 0,
        unpacked: 0,
        of: &[
            hint("'d. at", 10, &[], &[("call_n(ConstClass(down)", 1)]),
            hint("'c. at", 10, &[], &[("call_n(ConstClass(cubed)", 1)]),
            hint("'u. at", 10, &[], &[("call_n(ConstClass(up)", 1)]),
            hint("'f. at", 10, &[], &[("call_n(ConstClass(far)", 1)]),
            hint("'s. at", 140, &[], &[("call_n(ConstClass(squared_loop)", 1)]),
            hint("'a. at", 10, &[], &[("call_n(ConstClass(all_of)", 1)]),
            hint("'b. at", 12, &[], &[("call_n(ConstClass(stopped_loop)", 1)]),
            hint("'w. at", 16, &["call"], &[]),
        ],
    },
    Program {
        name: "known_results",
        loops: 4,
        bridges: 0,
        unpacked: 0,
        of: &[
            hint("'pd at 0'", 14, &["call"], &[]),
            hint("'qd at 0'", 12, &[], &[("(digits)", 1)]),
            hint("'td at 0'", 20, &["call"], &[]),
        ],
    },
    Program {
        name: "letters_as_places",
        loops: 1,
        bridges: 0,
        unpacked: 0,
        of: &[hint("'a'", 5, READS, &[])],
    },
    Program {
        name: "promote_strings",
        loops: 2,
        bridges: 70,
        unpacked: 0,
        of: &[Loops {
            // The text is made here, by its parts.
            at: "'strings'",
            most: 1,
            operations: 19,
            without: &["guard_value"],
            with: &[],
        }],
    },
];

/// Runs a program of `tests/conformance/jit` with a JIT as it comes, and with sections of its log.
fn logged(name: &str, args: &[&str], wanted: &str) -> Result<(Outcome, String), Failed> {
    logged_with(name, args, wanted, "")
}

/// A run with settings of the JIT, and its log.
fn logged_with(
    name: &str,
    args: &[&str],
    wanted: &str,
    jit: &str,
) -> Result<(Outcome, String), Failed> {
    let dir = tempfile::tempdir()?;
    let source = Path::new("tests/conformance/jit").join(name).with_extension("rpy");
    let exe = made(&source, &["--opt", "jit"])?;
    let file = dir.path().join("log");
    let mut c = Command::new(&exe);
    c.args(args).env_remove("TRACEWRIGHT_GC").env("TRACEWRIGHT_JIT", jit);
    c.env("PYPYLOG", format!("{wanted}:{}", file.display()));
    let o = run(&mut c, b"", 120)?;
    let log = std::fs::read_to_string(&file).map_err(|_| o.report())?;
    Ok((o, log))
}

fn traces(program: &Program) -> Result<(), Failed> {
    let (o, log) = logged(program.name, &[], "jit-log-opt")?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let all = sections(&log);
    let count = |kind: &str| all.iter().filter(|s| s.kind == kind).count();
    if count("loop") > program.loops || count("bridge") > program.bridges {
        return Err(format!("{} loops, {} bridges", count("loop"), count("bridge")).into());
    }
    for expected in program.of {
        loops(expected, &all)?;
    }
    let unpacked = all.iter().filter(|s| s.lines.iter().any(|l| l.contains(": unpacked with")));
    if unpacked.count() < program.unpacked {
        return Err("functions are compiled with their frames only".into());
    }
    all.iter().filter(|s| s.kind == "bridge").try_for_each(|s| repeats_nothing(s, &all))
}

/// Says whether the guard that a bridge comes out of has tested its `n`-th value.
fn tested_before(bridge: &Section, all: &[Section], n: usize) -> bool {
    let Some(guard) = bridge.lines.iter().find_map(|l| l.split_once("bridge out of Guard ")) else {
        return true;
    };
    let name = format!("descr=<Guard{}>", guard.1.split(' ').next().unwrap_or(""));
    let found = all.iter().find_map(|s| Some((s, s.lines.iter().find(|l| l.contains(&name))?)));
    let Some((section, line)) = found else { return true };
    let values = line.rsplit_once('[').map_or("", |l| l.1).trim_end_matches(']');
    let value = values.split(", ").filter(|v| *v != "_").nth(n).unwrap_or("");
    let tested = line.split_once('(').map_or("", |l| l.1);
    let tested = tested.split([',', ')']).next().unwrap_or("");
    let made = section.lines.iter().find(|l| l.starts_with(&format!("{tested} = ")));
    let of_value = |l: &String| {
        ["int_is_true", "int_is_zero"].iter().any(|op| l.contains(&format!("{op}({value})")))
    };
    tested == value || made.is_some_and(of_value)
}

/// A bridge does not begin with a test of what its guard has told.
fn repeats_nothing(bridge: &Section, all: &[Section]) -> Result<(), Failed> {
    let lines = bridge.body();
    let mut operations = lines.iter().filter(|l| !l.contains("debug_merge_point"));
    let inputs = operations.find(|l| l.starts_with('['));
    let (Some(inputs), Some(mut first)) = (inputs, operations.next()) else { return Ok(()) };
    let operand = |line: &str, start: &str| {
        let rest = line.split_once(start)?.1;
        Some(rest.split([',', ')']).next()?.to_string())
    };
    // That something is zero is such a test, too.
    let zero = operand(first, "int_is_true(").map(|v| (v, "guard_false("));
    let zero = zero.or_else(|| operand(first, "int_is_zero(").map(|v| (v, "guard_true(")));
    let tested = match zero {
        Some((v, guard)) => {
            first = operations.next().unwrap_or(first);
            first.starts_with(guard).then_some(v)
        }
        None => operand(first, "guard_true(").or_else(|| operand(first, "guard_false(")),
    };
    let place = |v: &String| inputs.trim_matches(['[', ']']).split(", ").position(|i| i == v);
    match tested.and_then(|v| place(&v)).filter(|n| tested_before(bridge, all, *n)) {
        Some(_) => Err(format!("a bridge repeats its guard:\n{}", lines.join("\n")).into()),
        None => Ok(()),
    }
}

/// Guards let pass values for which no trace was made, and only such of which all that is computed is the same.
fn foreseen() -> Result<(), Failed> {
    let (o, log) = logged("foreseen_values", &["400"], "jit-log-joined,jit-summary")?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    let number = |name: &str| {
        let line = log.lines().find_map(|l| l.strip_prefix(name));
        line.and_then(|n| n.trim().parse::<u32>().ok()).unwrap_or(0)
    };
    let (values, bridges) = (number("Foreseen # of values:"), number("Total # of bridges:"));
    let told = log.lines().filter(|l| l.contains("of which all is the same")).count();
    if values < 100 || bridges > 300 || told != values as usize {
        return Err(format!("{values} foreseen, {told} told of, {bridges} bridges").into());
    }
    Ok(())
}

/// They do where one object comes out of two variables, too: no trace for a bridge is made in vain.
fn foreseen_pairs() -> Result<(), Failed> {
    let (o, log) = logged("foreseen_pairs", &["400", "g"], "jit-log-joined,jit-summary")?;
    let number = |name: &str| {
        let line = log.lines().find_map(|l| l.strip_prefix(name));
        line.and_then(|n| n.trim().parse::<u32>().ok())
    };
    let foreseen = number("Foreseen # of values:").unwrap_or(0);
    let joined = number("Joined # of bridges:");
    if o.code != 0 || foreseen < 10 || joined != Some(0) {
        let told = format!("{foreseen} foreseen, {joined:?} joined");
        return Err(format!("{told}\n{}", o.report()).into());
    }
    Ok(())
}

/// Tests what a program hears and asks of the JIT, and the sections that tell of places and counts.
fn told() -> Result<(), Failed> {
    let wanted = "jit-abort,jit-resume,jit-backend-counts,jit-log-opt";
    let (o, log) = logged("whole_api", &["report"], wanted)?;
    let out = String::from_utf8_lossy(&o.stdout).into_owned();
    let number = |what: &str| {
        let line = out.lines().find(|l| l.ends_with(what)).unwrap_or("");
        line.trim_end_matches(what).to_string()
    };
    if number(" told").is_empty() || number(" told") != number(" counted") {
        return Err(o.report().into());
    }
    for wanted in [
        "loop: pc 0 at guest.txt:1 in inner, 43 + id 100, first label",
        "operations and code\ntime\nentered: True loops, True bridges, True labels",
        "abort 12 main",
    ] {
        if !out.contains(wanted) {
            return Err(format!("no '{wanted}' in\n{}", o.report()).into());
        }
    }
    for wanted in [
        "debug_merge_point('pc 1 at guest.txt:2 in inner, 115 s id 101', 0)",
        "# Loop 0 (pc 0 at guest.txt:1 in inner, 43 + id 100) : loop",
        "ConstPtr(ptr2: Code)",
        "guard_value: run_portal:",
        "\nentry 0:",
        "\nbridge 1:",
        "\nTargetToken(0):",
        "trace too long\ntracing a ",
        "whole_api.rpy:123 in run_portal (",
    ] {
        if !log.contains(wanted) {
            return Err(format!("no '{wanted}' in\n{log}").into());
        }
    }
    Ok(())
}

/// Bridges that work on the object that their loop works on go on in its body, and read nothing again that it has read.
fn shared_objects() -> Result<(), Failed> {
    let (o, log) = logged("shared_objects", &[], "jit-log-opt")?;
    let all = sections(&log);
    let target = |s: &Section| {
        let body = s.body_operations();
        body.last()
            .and_then(|l| l.strip_prefix("jump(")?.rsplit_once("descr="))
            .map(|l| l.1.to_string())
    };
    let of = |kind: &'static str| all.iter().filter(move |s| s.kind == kind);
    let body = of("loop").next().and_then(target);
    let first: Vec<_> = of("bridge").take(2).collect();
    let goes_on = |s: &&Section| {
        target(s) == body && !s.body_operations().iter().any(|l| l.contains("getfield"))
    };
    if o.code != 0 || body.is_none() || first.len() < 2 || !first.iter().all(goes_on) {
        return Err(log.into());
    }
    Ok(())
}

/// Recursion that was called often is inlined in bridges as well, though it was called from bridges of the code before.
fn recursion_in_bridges() -> Result<(), Failed> {
    let (o, log) = logged("recursion_in_bridges", &[], "jit-log-opt")?;
    let calls = |s: &Section| s.lines.iter().filter(|l| l.contains("point('pc 0'")).count();
    let all = sections(&log);
    let inlined = all.iter().filter(|s| s.kind == "bridge" && calls(s) >= 4).count();
    if o.code != 0 || inlined < 9 {
        return Err(format!("{inlined} bridges inline the recursion:\n{log}").into());
    }
    Ok(())
}

/// Recursion is inlined in one bridge for each level, as long as no two ways part at a level: a walk by bits is inlined no further.
fn recursion_levels() -> Result<(), Failed> {
    let (o, log) = logged("recursion_levels", &[], "jit-log-opt,jit-summary")?;
    let calls = |s: &Section| s.lines.iter().filter(|l| l.contains("point('?-ccr 0'")).count();
    let most = sections(&log).iter().filter(|s| s.kind == "bridge").map(calls).max();
    let parts = log.lines().filter(|l| l.contains("inlined in itself no further")).count();
    if o.code != 0 || most < Some(60) || parts != 1 {
        return Err(format!("{most:?} calls inlined, {parts} functions no further:\n{log}").into());
    }
    Ok(())
}

/// Code that is made anew is not left at each pass where others still jump to it, though its calls have been counted down.
fn jumped_to() -> Result<(), Failed> {
    let settings = "threshold=100,trace_eagerness=10,unroll_threshold=100,repeats_inlining=8";
    let (o, log) = logged_with("jumped_to", &["100000"], "jit-summary", settings)?;
    let failures = log.lines().find_map(|l| l.strip_prefix("guard failures:"));
    let failures = failures.and_then(|n| n.trim().parse::<u32>().ok());
    let anew = decisions(&log, "made anew with calls");
    // There are 100,000 passes.
    if o.code != 0 || anew == 0 || failures.is_none_or(|n| n >= 20_000) {
        return Err(format!("{failures:?} failures, {anew} made anew:\n{log}").into());
    }
    Ok(())
}

/// What the frames of inlined calls take does not keep a trace from inlining the next one: a tree of 25 calls is inlined whole.
fn recursion_frames() -> Result<(), Failed> {
    let (o, log) = logged("recursion_frames", &[], "jit-log-opt")?;
    let all = sections(&log);
    let whole = all.iter().filter(|s| !s.lines.iter().any(|l| l.contains("call_assembler")));
    let calls = |s: &Section| s.lines.iter().filter(|l| l.contains("nrj 0'")).count();
    let most = whole.map(calls).max();
    if o.code != 0 || most < Some(25) {
        return Err(format!("{most:?} calls inlined\n{}\n{log}", o.report()).into());
    }
    Ok(())
}

/// What a trace has computed or made sure of is not recorded again: sums that do not overflow, and, between calls that may write
/// quasi-immutable fields, that none was written.
fn recorded_once() -> Result<(), Failed> {
    let (o, log) = logged("recorded_once", &[], "jit-log-noopt")?;
    let loops: Vec<_> = all_sections(&log).filter(|s| s.0 == "jit-log-noopt-loop").collect();
    let good = |lines: &[String]| {
        let sums: Vec<_> = lines.iter().filter_map(|l| l.split_once(" = int_add_ovf(")).collect();
        let again = sums.iter().enumerate().any(|(n, s)| sums[..n].iter().any(|t| t.1 == s.1));
        let valid = lines.iter().filter(|l| l.starts_with("guard_not_invalidated")).count();
        !again && valid == 2 && !sums.is_empty()
    };
    if o.code != 0 || loops.is_empty() || !loops.iter().all(|s| good(&s.1)) {
        return Err(format!("{}\n{log}", o.report()).into());
    }
    Ok(())
}

/// A loop of many small calls is traced in pieces, all calls inlined: none of the calls is to blame for the length.
fn many_calls() -> Result<(), Failed> {
    let (o, log) = logged("many_calls", &[], "jit-summary")?;
    let is = |what: &str, n: &str| {
        log.lines().any(|l| l.strip_prefix(what).is_some_and(|l| l.trim() == n))
    };
    let pieces = is("abort: segmenting trace:", "1") || is("abort: segmenting trace:", "2");
    let one = is("abort: trace too long:", "0") && is("Total # of loops:", "1");
    if o.code != 0 || !one || !pieces {
        return Err(format!("{}\n{log}", o.report()).into());
    }
    Ok(())
}

/// Number of decisions that `jit-summary` tells with such words.
fn decisions(log: &str, words: &str) -> usize {
    log.lines().filter(|l| l.starts_with("decided: ") && l.contains(words)).count()
}

/// Code that was handed over goes back to tracing in a phase in which one way is taken, but not again and again.
fn phases() -> Result<(), Failed> {
    for (args, handed_over, back) in [(["200000", "2"], 1, 1), (["100000", "18"], 7, 6)] {
        let (o, log) = logged("phases", &args, "jit-summary")?;
        let decided = (decisions(&log, "to the timeshifter"), decisions(&log, "back to tracing"));
        if o.code != 0 || decided != (handed_over, back) {
            return Err(format!("{decided:?}\n{}\n{log}", o.report()).into());
        }
    }
    Ok(())
}

/// What `and` and `or` give as values is computed where ways multiply, and not tested, and so is what short ways through the guest
/// program give: of some dozen tests two are left, that of the loop's end and that of the number of samples.
fn chosen() -> Result<(), Failed> {
    for (name, loops) in [("marked_regex", 4), ("random_branches", 1)] {
        let (o, log) = logged(name, &[], "jit-log-opt")?;
        let all = sections(&log);
        let shifted = |s: &&Section| s.lines.iter().any(|l| l.starts_with("guard_countdown"));
        let guards: Vec<usize> = all
            .iter()
            .filter(shifted)
            .map(|s| s.body_operations().iter().filter(|l| l.starts_with("guard_")).count())
            .collect();
        if o.code != 0 || guards.get(..loops).is_none_or(|g| g.iter().any(|n| *n != 2)) {
            return Err(format!("{name}: {guards:?} guards\n{}\n{log}", o.report()).into());
        }
    }
    Ok(())
}

/// Code whose ways multiply is left to whoever is next, once for each loop, and then grows no more.
fn ways_multiply(
    (name, jit): (&str, &str),
    loops: usize,
    next: &str,
    most_bridges: usize,
) -> Result<(), Failed> {
    let (o, log) = logged_with(name, &[], "jit-summary", jit)?;
    let number = |what: &str| {
        let line = log.lines().find_map(|l| l.strip_prefix(what))?;
        line.trim().parse::<usize>().ok()
    };
    let decided = decisions(&log, next);
    let bridges = number("Total # of bridges:");
    if o.code != 0 || decided != loops || bridges.is_none_or(|n| n > most_bridges) {
        return Err(format!("{decided} decisions, {bridges:?} bridges:\n{log}").into());
    }
    Ok(())
}

/// The JIT is set up after some hundred passes, not after some time: a run of a millisecond is compiled, a shorter one is not.
fn short_run() -> Result<(), Failed> {
    let exe = made(Path::new("tests/conformance/jit/short_run.rpy"), &["--opt", "jit"])?;
    let mut c = Command::new(&exe);
    c.arg("report");
    for variable in ["TRACEWRIGHT_GC", "TRACEWRIGHT_JIT", "PYPYLOG"] {
        c.env_remove(variable);
    }
    let o = run(&mut c, b"", 60)?;
    let out = String::from_utf8_lossy(&o.stdout).into_owned();
    let compiled: Vec<&str> = out.lines().filter_map(|l| l.strip_suffix(" compiled")).collect();
    if compiled != ["0", "1"] {
        return Err(o.report().into());
    }
    Ok(())
}

fn loops(expected: &Loops, all: &[Section]) -> Result<(), Failed> {
    let is = |s: &&Section| s.kind == "loop" && s.body().iter().any(|l| l.contains(expected.at));
    let found: Vec<&Section> = all.iter().filter(is).collect();
    if found.is_empty() || found.len() > expected.most {
        return Err(format!("{} loops at {}", found.len(), expected.at).into());
    }
    for s in found {
        let body = s.body_operations();
        let lines = |part: &str| body.iter().filter(|l| l.contains(part)).count();
        let wrong = if body.len() > expected.operations {
            Some(format!("{} operations", body.len()))
        } else if let Some(part) = expected.without.iter().find(|part| lines(part) > 0) {
            Some(format!("{part} is left"))
        } else {
            let miscounted = expected.with.iter().find(|(part, n)| lines(part) != *n);
            miscounted.map(|(part, _)| format!("{part} is there {} times", lines(part)))
        };
        if let Some(wrong) = wrong {
            return Err(format!("{}: {wrong}:\n{}", expected.at, body.join("\n")).into());
        }
    }
    Ok(())
}

/// Code in which somebody begins to look at frames often is made anew, so that it need not be left each time.
fn looked_at() -> Result<(), Failed> {
    for name in ["top_frames", "looking_frames"] {
        let (o, log) = logged(name, &[], "jit-summary")?;
        let line = log.lines().find(|l| l.contains("forcings:"));
        let forcings = line.and_then(|l| l.split_whitespace().last()?.parse::<u32>().ok());
        // Some looks are far between.
        if o.code != 0 || !forcings.is_some_and(|n| (1..1500).contains(&n)) {
            return Err(format!("{name}: {forcings:?} frames were asked for").into());
        }
    }
    Ok(())
}

/// A loop that was recorded on its last round, and so goes around the loop that it is in, gets a label for its rounds.
fn last_rounds() -> Result<(), Failed> {
    let (o, log) = logged("last_rounds", &[], "jit-log-opt")?;
    let all = sections(&log);
    for code in ["badio", "bdaio", "baadio"] {
        let place = format!("'{code} at 1'");
        let goes_around = |s: &&Section| {
            let body = s.body();
            s.is_loop()
                && body.iter().any(|l| l.contains(&place))
                && !body.iter().any(|l| l.contains("new"))
        };
        if o.code != 0 || all.iter().filter(goes_around).count() != 1 {
            return Err(format!("{code}: no loop without objects\n{log}").into());
        }
    }
    let outer = all.first().is_some_and(|s| s.lines.iter().any(|l| l.contains("'badio at 0'")));
    match outer {
        true => Ok(()),
        false => Err(format!("the first trace does not go around the outer loop\n{log}").into()),
    }
}

/// A loop that was made of a round without a second one gets its body from a bridge; what goes on there makes no objects.
fn odd_rounds() -> Result<(), Failed> {
    let (o, log) = logged("odd_rounds", &[], "jit-log-opt")?;
    let all = sections(&log);
    let goes_on = |s: &&Section| s.lines.iter().any(|l| l.starts_with("jump("));
    let mut bridges = all.iter().filter(|s| s.kind == "bridge").filter(goes_on);
    let labels = bridges.clone().flat_map(|s| &s.lines).filter(|l| l.starts_with("label(")).count();
    let makes = bridges.any(|s| s.lines.iter().any(|l| l.contains("new_with_vtable")));
    if o.code != 0 || labels != 1 || makes {
        return Err(format!("{labels} labels:\n{log}").into());
    }
    Ok(())
}

/// What is left of a long loop beside the merge point is called: no trace holds all its rounds.
fn long_loops() -> Result<(), Failed> {
    let (o, log) = logged("long_loops", &[], "jit-log-opt")?;
    let all = sections(&log);
    let longest = all.iter().map(|s| s.lines.len()).max().unwrap_or(0);
    let calls = log.lines().filter(|l| l.contains("(ConstClass(run_portal_rest")).count();
    // No attempt counts that has found a long loop: there are more than may fail.
    let several = |s: &Section| s.kind == "loop" && s.lines[0].contains("(asbwnhuifacdl at 0)");
    if o.code != 0 || longest > 1500 || calls < 10 || !all.iter().any(several) {
        return Err(format!("{calls} calls, a trace of {longest} lines\n{}", o.report()).into());
    }
    Ok(())
}

/// Calls for which a known argument leads off the recorded way have code of their own all the same: they are not made by the run time.
fn known_arguments() -> Result<(), Failed> {
    let (o, log) = logged("known_arguments", &[], "jit-summary")?;
    let line = log.lines().find(|l| l.starts_with("entered:"));
    let entered = line.and_then(|l| l.split_whitespace().last()?.parse::<u32>().ok());
    // There are 90,000 calls.
    if o.code != 0 || entered.is_none_or(|n| n >= 5_000) {
        return Err(format!("code was entered {entered:?} times:\n{log}").into());
    }
    Ok(())
}

/// The system loads a program and its heap at other addresses in each run; what is compiled does not depend on them.
fn runs_are_alike() -> Result<(), Failed> {
    let mut first = None;
    for _ in 0..40 {
        let (_, log) = logged("looking_frames", &[], "jit-summary")?;
        let is_count = |l: &&str| l.contains("Total #") || l.contains("opt ops:");
        let counts: String = log.lines().filter(is_count).collect();
        let first = first.get_or_insert(counts.clone());
        if *first != counts || counts.is_empty() {
            return Err(format!("{first}\nand then\n{counts}").into());
        }
    }
    Ok(())
}

pub fn tests() -> Vec<Test> {
    let mut all: Vec<Test> =
        PROGRAMS.iter().map(|p| Test::new(p.name, move || traces(p))).collect();
    all.extend(named([
        ("whole_api", told),
        ("short_run", short_run),
        ("looked_at", looked_at),
        ("known_arguments", known_arguments),
        ("last_rounds", last_rounds),
        ("long_loops", long_loops),
        ("odd_rounds", odd_rounds),
        ("runs_are_alike", runs_are_alike),
        ("marked_regex", || ways_multiply(("marked_regex", ""), 4, "to the timeshifter", 800)),
        ("random_branches", || {
            ways_multiply(("random_branches", ""), 2, "to the timeshifter", 300)
        }),
        ("phases", phases),
        ("many_calls", many_calls),
        ("chosen", chosen),
        ("given_up", || {
            let settings = "many_bridges=-1,trace_eagerness=5";
            ways_multiply(("marked_regex", settings), 2, "to the interpreter", 3000)
        }),
        ("foreseen_values", foreseen),
        ("foreseen_pairs", foreseen_pairs),
        ("shared_objects", shared_objects),
        ("recursion_in_bridges", recursion_in_bridges),
        ("recursion_levels", recursion_levels),
        ("jumped_to", jumped_to),
        ("recorded_once", recorded_once),
        ("recursion_frames", recursion_frames),
    ]));
    all
}
