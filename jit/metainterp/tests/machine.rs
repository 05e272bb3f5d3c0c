//! The JIT over hand-assembled jitcode: results must be those of plain interpretation.

mod common;

use common::{Machine, World};
use jitbackend::Cpu;
use metainterp::AbortReason;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRng, TestRunner};
use std::rc::Rc;

const LOADI: u8 = 0;
const A_R: u8 = 1;
const R_A: u8 = 2;
const ADD: u8 = 3;
const SUB: u8 = 4;
const JNZ: u8 = 5;
const RET: u8 = 6;

/// Sum of 1..=acc.
const SUM: &[u8] = &[
    A_R, 0, // 0: counter
    LOADI, 0, A_R, 1, // sum = 0
    LOADI, 1, A_R, 2, // one
    R_A, 1, ADD, 0, A_R, 1, // 10: sum += counter
    R_A, 0, SUB, 2, A_R, 0, // counter -= 1
    JNZ, 10, R_A, 1, RET, 0,
];

fn small<C: Cpu>(machine: &Machine<C>, optimise: bool)
where
    C::Mem: World,
{
    machine.jit.set_params(|p| {
        p.threshold = 3;
        p.trace_eagerness = 2;
        p.optimise = optimise;
        // Code is freed as soon as nothing needs it.
        p.loop_longevity = 2;
        p.unroll_threshold = 0;
    });
}

/// Runs a program in all modes, with and without the JIT.
fn check<C: Cpu>(
    make: impl Fn(&str, bool) -> Rc<Machine<C>>,
    code: &[u8],
    acc: i64,
) -> Rc<Machine<C>>
where
    C::Mem: World,
{
    let mut last = None;
    let modes = [(false, false), (false, true), (true, false), (true, true)];
    for (n, (optimise, stress)) in modes.iter().chain(&modes).copied().enumerate() {
        // A portal without can_enter_jit first: callers look at the other kind.
        let every = n < modes.len();
        let machine = make("jit-log-opt,jit-abort", every);
        small(&machine, optimise);
        let expected = machine.run(code, acc, false);
        machine.mem().set_stress(stress);
        for round in 0..3 {
            let got = machine.run(code, acc, true);
            let mode =
                format!("round {round}, every {every}, optimise {optimise}, stress {stress}");
            assert_eq!(got, expected, "{mode}\n{}", machine.jit.log.text());
        }
        last = Some(machine);
    }
    last.unwrap()
}

fn both(code: &[u8], acc: i64) -> Rc<Machine> {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    check(Machine::native, code, acc);
    check(Machine::new, code, acc)
}

#[test]
fn a_loop_is_compiled_and_gives_the_same_sum() {
    let machine = both(SUM, 100);
    assert_eq!(machine.run(SUM, 100, true).0, Ok(5050));
    let prof = &machine.jit.prof;
    assert!(prof.loops.get() >= 1, "{}", machine.jit.summary());
    let log = machine.jit.log.text();
    assert!(log.contains("# Loop 0 (pc 10) : loop with"), "{log}");
    assert!(log.contains("debug_merge_point('pc 10', 0)"), "{log}");
    for &reason in AbortReason::ALL {
        assert_eq!(prof.aborts_for(reason), 0, "{}", reason.text());
    }
}

const BOXADD: u8 = 7;
const CALLS: u8 = 8;
const ADDOVF: u8 = 9;
const RAISE: u8 = 10;
const ELIDE: u8 = 11;
const NEWBOX: u8 = 12;
const READBOX: u8 = 13;
const REC: u8 = 14;
const EMIT: u8 = 15;
const MUL: u8 = 16;
const LT: u8 = 17;
const PROMOTE: u8 = 18;
const FLOAT: u8 = 19;
const STRUCTS: u8 = 20;
const ODD: u8 = 21;

/// A loop that runs `body` acc times, with the counter in register 0 and 1 in register 2; register 1 is free.
fn looping(body: &[u8]) -> Vec<u8> {
    let mut code = vec![A_R, 0, LOADI, 1, A_R, 2, LOADI, 0, A_R, 1];
    let top = code.len() as u8;
    code.extend(body);
    code.extend([R_A, 0, SUB, 2, A_R, 0, JNZ, top, R_A, 1, RET, 0]);
    code
}

#[test]
fn bridges() {
    // if counter is odd: r1 += counter else r1 -= 1
    let mut code = looping(&[R_A, 0, ODD, 0]);
    code.truncate(14);
    let top = 10;
    code.extend([
        JNZ, 24, // 14
        R_A, 1, SUB, 2, A_R, 1, // 16
        LOADI, 1, // 22
        JNZ, 30, // 24: always taken from 22; from 14 only with acc = 1
        R_A, 1, RET, 0, // 26
        R_A, 1, ADD, 0, A_R, 1, // 30
        R_A, 0, SUB, 2, A_R, 0, JNZ, top, R_A, 1, RET, 0,
    ]);
    let machine = both(&code, 60);
    assert!(machine.jit.prof.bridges.get() >= 1, "{}", machine.jit.summary());
    assert!(machine.jit.log.text().contains("# bridge out of Guard"), "{}", machine.jit.log.text());
}

#[test]
fn what_is_interpreted_behind_a_guard_counts() {
    // r1 += 1 in every second round only: the other path is a bridge, before its guard has failed `trace_eagerness` times.
    let code = looping(&[R_A, 0, ODD, 0, JNZ, 20, LOADI, 1, JNZ, 20, R_A, 1, ADD, 2, A_R, 1]);
    let machine = Machine::new("", false);
    small(&machine, true);
    machine.jit.set_params(|p| p.trace_eagerness = 60);
    assert_eq!(machine.run(&code, 400, true), machine.run(&code, 400, false));
    let prof = &machine.jit.prof;
    assert!(prof.bridges.get() >= 1 && prof.guard_failures.get() < 60, "{}", machine.jit.summary());
}

#[test]
fn virtuals_in_resume_data() {
    // The box made in each iteration is virtual; the loop is left by guards that must rebuild it.
    let body =
        [R_A, 0, BOXADD, 2, NEWBOX, 0, READBOX, 0, A_R, 1, R_A, 0, ODD, 0, JNZ, 30, LOADI, 1];
    let machine = both(&looping(&body), 150);
    assert!(machine.jit.prof.loops.get() >= 1, "{}", machine.jit.summary());
}

#[test]
fn exceptions() {
    both(&looping(&[R_A, 0, CALLS, 1, EMIT, 0]), 50);
    both(&looping(&[R_A, 0, RAISE, 20, EMIT, 0]), 50);
    both(&looping(&[R_A, 0, RAISE, 200, EMIT, 0]), 20);
    // The exception leaves the portal.
    let code = looping(&[R_A, 0, CALLS, 0, A_R, 1]);
    let machine = both(&code, 1030);
    assert_eq!(machine.run(&code, 1030, true).0, Err(1018));
}

#[test]
fn calls_and_arithmetic() {
    both(&looping(&[R_A, 0, ELIDE, 3, EMIT, 0, MUL, 0, A_R, 1]), 40);
    both(&looping(&[R_A, 1, MUL, 1, ADDOVF, 0, A_R, 1, EMIT, 0]), 40);
    both(&looping(&[R_A, 0, LT, 1, EMIT, 0, R_A, 1, ADD, 2, A_R, 1]), 40);
    both(&looping(&[R_A, 0, FLOAT, 30, EMIT, 0]), 40);
    both(&looping(&[R_A, 0, STRUCTS, 5, NEWBOX, 0, EMIT, 0]), 40);
    both(&looping(&[R_A, 0, ODD, 0, PROMOTE, 5, EMIT, 0]), 40);
}

#[test]
fn recursion() {
    let mut code = looping(&[R_A, 0, REC, 60, A_R, 3, EMIT, 0, ADD, 1, A_R, 1]);
    code.resize(60, 6);
    // The subroutine: a loop of its own on register 3.
    code.extend([A_R, 3, R_A, 3, SUB, 2, A_R, 3, JNZ, 62, R_A, 3, ADD, 2, RET, 0]);
    both(&code, 12);
}

#[test]
fn recursive_calls_are_inlined() {
    let mut code = looping(&[LOADI, 4, REC, 60, ADD, 1, A_R, 1]);
    code.resize(60, RET);
    code.extend([JNZ, 64, RET, 0, SUB, 2, REC, 60, ADD, 2, RET, 0]);
    let machine = both(&code, 30);
    let log = machine.jit.log.text();
    assert!(log.contains("debug_merge_point('pc 60', 4)"), "{log}");
    assert!(!log.contains("call_assembler"), "{log}");
    assert!(!body(&log).contains("call"), "{log}");
    // A trace that becomes too long leaves calls out.
    let other = Machine::new("jit-log-opt", false);
    small(&other, true);
    other.jit.set_params(|p| p.trace_limit = 15);
    assert_eq!(other.run(&code, 30, true), other.run(&code, 30, false));
    let log = other.jit.log.text();
    assert!(log.contains("call_assembler_i("), "{}\n{log}", other.jit.summary());
}

#[test]
fn recursion_is_inlined_when_it_was_called_often() {
    let mut code = looping(&[LOADI, 4, REC, 60, ADD, 1, A_R, 1]);
    code.resize(60, RET);
    code.extend([JNZ, 64, RET, 0, SUB, 2, REC, 60, ADD, 2, RET, 0]);
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    becomes_inlined(Machine::native("jit-log-opt", false), &code);
    becomes_inlined(Machine::new("jit-log-opt", false), &code);
}

fn becomes_inlined<C: Cpu>(machine: Rc<Machine<C>>, code: &[u8])
where
    C::Mem: World,
{
    small(&machine, true);
    machine.starts.set(true);
    machine.jit.set_params(|p| (p.function_threshold, p.unroll_threshold) = (3, 40));
    let expected = machine.run(code, 6, false);
    let inlined = |log: &str| log.contains("debug_merge_point('pc 60', 2)");
    assert_eq!(machine.run(code, 6, true), expected);
    let log = machine.jit.log.text();
    assert!(log.contains("guard_countdown(") && log.contains("call_assembler_i("), "{log}");
    assert!(!inlined(&log), "{log}");
    for _ in 0..10 {
        assert_eq!(machine.run(code, 6, true), expected);
    }
    let log = machine.jit.log.text();
    assert!(inlined(&log), "{log}");
    // That happens once.
    let loops = machine.jit.prof.loops.get();
    for _ in 0..30 {
        assert_eq!(machine.run(code, 6, true), expected);
    }
    assert_eq!(machine.jit.prof.loops.get(), loops, "{}", machine.jit.summary());
}

#[test]
fn code_that_is_freed_again_and_again_is_not_made_again_and_again() {
    // The outer loop's traces come to the inner one, whose code is never there.
    let body = [LOADI, 3, A_R, 3, R_A, 3, SUB, 2, A_R, 3, JNZ, 14];
    let machine = Machine::new("", false);
    small(&machine, true);
    machine.jit.set_params(|p| {
        p.threshold = 2;
        p.loop_longevity = 1;
    });
    let code = looping(&body);
    for _ in 0..10 {
        assert_eq!(machine.run(&code, 200, true), machine.run(&code, 200, false));
    }
    let summary = machine.jit.summary();
    assert!(machine.jit.prof.traces_started.get() < 40, "{summary}");
}

fn old_loops_are_freed<C: Cpu>(machine: Rc<Machine<C>>)
where
    C::Mem: World,
{
    small(&machine, true);
    machine.jit.set_params(|p| p.loop_longevity = 10);
    // Programs with a bridge each, and a box that guards have to make.
    let program = |n: u8| {
        let mut body = vec![LOADI, n, A_R, 3, R_A, 0, BOXADD, 2, NEWBOX, 0, READBOX, 0, A_R, 1];
        body.extend([R_A, 0, ODD, 0, JNZ, 32, LOADI, 1]);
        looping(&body)
    };
    let mut most = (0, 0, 0);
    for round in 0..3 {
        for n in 0..60 {
            let code = program(n);
            assert_eq!(machine.run(&code, 30, true), machine.run(&code, 30, false));
            let (loops, guards, slots) = machine.jit.census();
            most = (most.0.max(loops), most.1.max(guards), most.2.max(slots));
            if round == 0 && n < 5 {
                assert_eq!(machine.jit.prof.freed_loops.get(), 0);
            }
        }
    }
    let prof = &machine.jit.prof;
    let summary = machine.jit.summary();
    assert!(prof.loops.get() > 150 && prof.bridges.get() > 150, "{summary}");
    assert!(prof.freed_loops.get() + 20 > prof.loops.get(), "{summary}");
    assert!(prof.freed_bridges.get() + 20 > prof.bridges.get(), "{summary}");
    assert!(most.0 <= 20 && most.1 <= 200 && most.2 <= 300, "{most:?}\n{summary}");
    let code = machine.jit.cpu.code_size();
    assert!(code < 40_000, "{code} bytes of code");
}

#[test]
fn loop_longevity() {
    old_loops_are_freed(Machine::new("", false));
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    old_loops_are_freed(Machine::native("", false));
}

/// A program of its own for each `n`, which runs a loop `acc` times.
fn short_lived(n: u16) -> Vec<u8> {
    short_lived_with(n, &[])
}

fn short_lived_with(n: u16, more: &[u8]) -> Vec<u8> {
    let mut body =
        vec![LOADI, n as u8, A_R, 3, LOADI, (n >> 8) as u8, A_R, 3, R_A, 1, ADD, 2, A_R, 1];
    body.extend(more);
    looping(&body)
}

fn short_lived_loops_leave_nothing<C: Cpu>(machine: Rc<Machine<C>>)
where
    C::Mem: World,
{
    small(&machine, true);
    let (mut cells, mut slots) = (0, 0);
    for n in 0..400 {
        // Each second one calls a function, which gets a cell of its own.
        let code = match n % 2 {
            0 => short_lived(n),
            _ => with_subroutine(short_lived_with(n, &[LOADI, 2, REC, 220]), EMIT),
        };
        machine.mem().set_stress(n % 100 == 0);
        assert_eq!(machine.run(&code, 40, true), machine.run(&code, 40, false));
        cells = cells.max(machine.jit.kept().0);
        slots = slots.max(machine.jit.census().2);
    }
    let summary = machine.jit.summary();
    assert!(machine.jit.prof.traces_started.get() > 150, "{summary}");
    assert!(cells < 400 && slots < 400, "{cells} cells, {slots} root slots\n{summary}");
}

#[test]
fn cells_of_short_lived_loops_go() {
    short_lived_loops_leave_nothing(Machine::new("", false));
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    short_lived_loops_leave_nothing(Machine::native("", false));
}

#[test]
fn loops_are_compiled_later_if_that_was_in_vain() {
    let machine = Machine::new("", false);
    small(&machine, true);
    let begun = |from: u16, count: u16, acc: i64| {
        let before = machine.jit.prof.traces_started.get();
        for n in from..from + count {
            let code = short_lived(n);
            assert_eq!(machine.run(&code, acc, true), machine.run(&code, acc, false));
        }
        machine.jit.prof.traces_started.get() - before
    };
    // A loop of eight rounds is over before it has paid to compile it.
    assert!(begun(0, 1000, 8) < 200, "{}", machine.jit.summary());
    // One of many rounds is compiled all the same.
    let loops = machine.jit.prof.loops.get();
    assert!(begun(1000, 1, 1000) >= 1 && machine.jit.prof.loops.get() > loops);
}

#[test]
fn values_that_are_always_others_get_fewer_and_fewer_bridges() {
    let machine = Machine::new("", false);
    small(&machine, true);
    // The counter is promoted in each round.
    let code = looping(&[R_A, 0, PROMOTE, 3, A_R, 1]);
    assert_eq!(machine.run(&code, 2000, true), machine.run(&code, 2000, false));
    let prof = &machine.jit.prof;
    let bridges = prof.bridges.get() + prof.aborts_for(AbortReason::TraceTooLong);
    assert!((20..250).contains(&bridges), "{}", machine.jit.summary());
}

/// Names of the operations of the first loop's peeled body.
fn body(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let end = lines.iter().position(|l| l.starts_with("jump(")).expect("a loop");
    let start = lines[..end].iter().rposition(|l| l.starts_with("label(")).expect("a label");
    let name = |line: &&str| {
        let op = line.split_once(" = ").map_or(*line, |(_, op)| op);
        let name = op.split('(').next().unwrap();
        (name != "debug_merge_point").then(|| name.to_string())
    };
    lines[start + 1..=end].iter().filter_map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn peeled_bodies() {
    let log = |code: &[u8], acc: i64| {
        let machine = Machine::new("jit-log-opt-loop", false);
        small(&machine, true);
        assert_eq!(machine.run(code, acc, true), machine.run(code, acc, false));
        body(&machine.jit.log.text())
    };
    assert_eq!(log(SUM, 30), "int_add int_sub guard_true setarrayitem_gc setarrayitem_gc jump");
    // Boxes stay virtual over the back edge.
    let boxes = looping(&[R_A, 0, BOXADD, 2, NEWBOX, 0, READBOX, 0, A_R, 1]);
    assert_eq!(
        log(&boxes, 90),
        "int_lt guard_true int_add int_add int_add int_sub guard_true setarrayitem_gc setarrayitem_gc jump"
    );
}

fn long_traces_are_cut<C: Cpu>(machine: Rc<Machine<C>>)
where
    C::Mem: World,
{
    small(&machine, true);
    machine.jit.set_params(|p| (p.trace_limit, p.loop_longevity) = (12, 0));
    let mut body = vec![];
    (0..20).for_each(|_| body.extend([R_A, 1, ADD, 2, A_R, 1, R_A, 0, BOXADD, 2, A_R, 3]));
    let code = looping(&body);
    assert_eq!(machine.run(&code, 100, true), machine.run(&code, 100, false));
    let prof = &machine.jit.prof;
    let summary = machine.jit.summary();
    assert!(prof.aborts_for(AbortReason::SegmentedTrace) > 5, "{summary}");
    assert_eq!(prof.aborts_for(AbortReason::TraceTooLong), 0, "{summary}");
    // The pieces make a loop: in the end nothing is interpreted any more.
    for _ in 0..20 {
        assert_eq!(machine.run(&code, 100, true), machine.run(&code, 100, false));
    }
    let (bridges, failures) = (prof.bridges.get(), prof.guard_failures.get());
    assert_eq!(machine.run(&code, 100, true), machine.run(&code, 100, false));
    assert_eq!(prof.bridges.get(), bridges, "{summary}");
    assert!(prof.guard_failures.get() < failures + 4, "{}", machine.jit.summary());
}

#[test]
fn a_trace_that_is_too_long_is_cut() {
    long_traces_are_cut(Machine::new("", false));
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    long_traces_are_cut(Machine::native("", false));
}

/// Sizes of a random program's pieces: before the inner loop, if there is one in it and after it.
type Pieces = (usize, Option<(usize, usize)>);

/// Describes what is run: the program, its input, and how the machine is set up.
#[derive(Clone, Debug)]
struct Case {
    code: Vec<u8>,
    acc: i64,
    /// Second argument of the machine.
    every: bool,
    optimise: bool,
    stress: bool,
    unroll: Option<i64>,
}

/// A random program: straight pieces with forward jumps inside counted loops, which may be nested; with recursive calls if
/// `calls`.
fn random_program((first, inner): Pieces, calls: bool, rng: &mut TestRng) -> Vec<u8> {
    let mut code = vec![A_R, 0, LOADI, 1, A_R, 2, LOADI, rng.random_range(0..100), A_R, 1];
    let top = code.len() as u8;
    let piece = |code: &mut Vec<u8>, rng: &mut TestRng, n: usize| {
        for _ in 0..n {
            let op = [
                LOADI, A_R, R_A, ADD, SUB, BOXADD, CALLS, ADDOVF, RAISE, ELIDE, NEWBOX, READBOX,
                EMIT, MUL, LT, PROMOTE, FLOAT, STRUCTS, ODD, REC,
            ][rng.random_range(0..19 + calls as usize)];
            match op {
                A_R => code.extend([A_R, 1]),
                R_A | ADD | SUB | BOXADD | ADDOVF | MUL | LT => {
                    code.extend([op, rng.random_range(0..4)]);
                }
                REC => code.extend([LOADI, rng.random_range(0..13), REC, 220]),
                PROMOTE => code.extend([ODD, 0, PROMOTE, rng.random_range(0..20)]),
                _ => code.extend([op, rng.random_range(0..60)]),
            }
            if rng.random_range(0..6) == 0 {
                // Skip forward over one instruction.
                let target = code.len() as u8 + 4;
                code.extend([JNZ, target, EMIT, 0]);
            }
        }
    };
    piece(&mut code, rng, first);
    if let Some((within, after)) = inner {
        // An inner loop on register 3.
        code.extend([LOADI, rng.random_range(2..11), A_R, 3]);
        let inner = code.len() as u8;
        piece(&mut code, rng, within);
        code.extend([R_A, 3, SUB, 2, A_R, 3, JNZ, inner]);
        piece(&mut code, rng, after);
    }
    code.extend([R_A, 0, SUB, 2, A_R, 0, JNZ, top, R_A, 1, RET, 0]);
    with_subroutine(code, [EMIT, NEWBOX][rng.random_range(0..2)])
}

/// The program, and at 220 a subroutine that calls itself acc times.
fn with_subroutine(mut code: Vec<u8>, op: u8) -> Vec<u8> {
    assert!(code.len() <= 220);
    code.resize(220, RET);
    code.extend([JNZ, 224, RET, 0, SUB, 2, op, 0]);
    code.extend([REC, 220, ADD, 2, RET, 0]);
    code
}

/// Random programs with their setups; they shrink to fewer instructions.
fn cases(calls: bool) -> impl Strategy<Value = Case> {
    let pieces = (0..8usize, prop::option::of((1..5usize, 0..4usize)));
    let code = pieces.prop_perturb(move |p, mut rng| random_program(p, calls, &mut rng));
    let often = |p: f64| prop::bool::weighted(p);
    let unroll = if calls { (0..4i64).prop_map(Some).boxed() } else { Just(None).boxed() };
    (code, 5..45i64, often(0.4), often(0.67), often(0.5), unroll).prop_map(
        |(code, acc, every, optimise, stress, unroll)| Case {
            code,
            acc,
            every,
            optimise,
            stress,
            unroll,
        },
    )
}

/// Says whether the long tests' programs have recursive calls.
fn calls() -> bool {
    std::env::var_os("CALLS").is_some()
}

/// Seed of the long tests.
fn from() -> u64 {
    std::env::var("FROM").map_or(1000, |text| text.parse().unwrap())
}

fn differential<C: Cpu>(
    make: impl Fn(&str, bool) -> Rc<Machine<C>>,
    seed: u64,
    programs: u32,
    calls: bool,
) where
    C::Mem: World,
{
    let verbose = std::env::var_os("VERBOSE").is_some();
    let config = ProptestConfig {
        cases: programs,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        max_shrink_iters: 500,
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&cases(calls), |case| {
        if verbose {
            eprintln!("{case:?}");
        }
        agrees(&make, &case);
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}

/// Runs a program without and with the JIT.
fn agrees<C: Cpu>(make: impl Fn(&str, bool) -> Rc<Machine<C>>, case: &Case)
where
    C::Mem: World,
{
    let Case { code, acc, .. } = case;
    let machine = make("jit-log-opt,jit-abort", case.every);
    small(&machine, case.optimise);
    if let Some(n) = case.unroll {
        // Some of them in pieces.
        let limit = if n == 1 { 30 } else { 6000 };
        machine.jit.set_params(|p| (p.max_unroll_recursion, p.trace_limit) = (n, limit));
        machine.starts.set(case.acc % 2 == 0);
        machine.jit.set_params(|p| (p.function_threshold, p.unroll_threshold) = (3, case.acc % 3));
    }
    machine.mem().set_stress(case.stress);
    let expected = machine.run(code, *acc, false);
    for _ in 0..3 {
        let got = machine.run(code, *acc, true);
        assert_eq!(got, expected, "{case:?}\n{}", machine.jit.log.text());
    }
    for reason in [
        AbortReason::OptimizerError,
        AbortReason::BackendError,
        AbortReason::MissingLiveness,
        AbortReason::UnexpectedException,
        AbortReason::LoopEscapes,
    ] {
        let log = machine.jit.log.text();
        let text = reason.text();
        assert_eq!(machine.jit.prof.aborts_for(reason), 0, "{text}\n{log}");
    }
}

#[test]
fn random_programs() {
    differential(Machine::new, 1, 99, false);
}

#[test]
fn random_programs_with_recursion() {
    differential(Machine::new, 1, 59, true);
}

/// A bridge into a loop's body that made `guard_nonnull` a test for null (both programs).
#[test]
fn programs_that_failed_once() {
    let first = [
        1, 0, 0, 1, 1, 2, 0, 86, 1, 1, 11, 19, 13, 15, 5, 18, 15, 0, 0, 4, 1, 3, 4, 1, 13, 13, 11,
        43, 2, 3, 4, 2, 1, 3, 5, 22, 9, 0, 5, 42, 15, 0, 1, 1, 12, 55, 2, 0, 4, 2, 1, 0, 5, 10, 2,
        1, 6, 0,
    ];
    let second = [
        1, 0, 0, 1, 1, 2, 0, 23, 1, 1, 0, 16, 8, 13, 13, 48, 21, 0, 18, 4, 0, 5, 1, 3, 4, 0, 13,
        19, 2, 3, 4, 2, 1, 3, 5, 24, 12, 35, 5, 42, 15, 0, 20, 30, 11, 42, 2, 0, 4, 2, 1, 0, 5, 10,
        2, 1, 6, 0,
    ];
    for (code, op, acc, stress) in
        [(first.to_vec(), EMIT, 32, true), (second.to_vec(), NEWBOX, 18, false)]
    {
        let code = with_subroutine(code, op);
        let case = Case { code, acc, every: true, optimise: true, stress, unroll: None };
        agrees(Machine::new, &case);
    }
}

#[test]
#[ignore = "long"]
fn many_random_programs() {
    differential(Machine::new, from(), 29000, calls());
}

/// `CODE='1, 2, …' ACC=n`: one program, as a failure shows it, in all modes.
#[test]
#[ignore = "for debugging"]
fn one_program() {
    let bytes = std::env::var("CODE").unwrap();
    let code: Vec<u8> = bytes.split(',').map(|b| b.trim().parse().unwrap()).collect();
    let acc = std::env::var("ACC").unwrap().parse().unwrap();
    debug_program(Machine::new, &code, acc);
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    debug_program(Machine::native, &code, acc);
}

fn debug_program<C: Cpu>(make: impl Fn(&str, bool) -> Rc<Machine<C>>, code: &[u8], acc: i64)
where
    C::Mem: World,
{
    for n in 0..8 {
        let (every, optimise, stress) = (n & 4 != 0, n & 2 != 0, n & 1 != 0);
        let machine = make("jit-log-opt,jit-log-noopt,jit-abort", every);
        small(&machine, optimise);
        machine.mem().set_stress(stress);
        let expected = machine.run(code, acc, false);
        for round in 0..3 {
            let run = || machine.run(code, acc, true);
            let got = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
            let Ok(got) = got else {
                println!("round {round} panicked\n{}", machine.jit.log.text());
                return;
            };
            if got != expected {
                println!(
                    "every {every} optimise {optimise} stress {stress} round {round}: {got:?} not {expected:?}"
                );
                println!("{}", machine.jit.log.text());
                break;
            }
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod native {
    use super::*;

    #[test]
    fn random_programs() {
        differential(Machine::native, 1, 100, false);
        assert!(common::raw::collections() > 0);
    }

    #[test]
    fn random_programs_with_recursion() {
        differential(Machine::native, 1, 60, true);
    }

    #[test]
    #[ignore = "long"]
    fn many_random_programs() {
        differential(Machine::native, from(), 29000, calls());
    }
}
