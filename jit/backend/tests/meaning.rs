//! The machine code of every pure trace operation does what its row means: on variables and constants, as a value and as
//! the condition of a guard.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use jitbackend::x86::X86Cpu;
use jitbackend::{Cpu, DeadFrame, Exit, FailId, RawMemory, RawServices, RootTable};
use jitmodel::{ArgKind, DescrTable, Kind, OpRef, RefConst, ResOp, TokenId, Trace};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::rc::Rc;

/// Operands per operation and choice of constants among them.
const SAMPLES: usize = 30;

extern "C" fn no_fixed(_: i64, _: i64) -> i64 {
    0
}
extern "C" fn no_varsize(_: i64, _: i64, _: i64, _: i64) -> i64 {
    0
}
extern "C" fn no_hash(_: i64) -> i64 {
    0
}

fn cpu() -> X86Cpu {
    let word = || Box::leak(Box::new(0i64)) as *mut i64;
    let services = RawServices {
        malloc_fixed: no_fixed,
        malloc_varsize: no_varsize,
        write_barrier: None,
        identity_hash: no_hash,
        exc_type: word(),
        exc_value: word(),
        shadow_stack_top: std::ptr::null_mut(),
        extra_roots_base: std::ptr::null_mut(),
        extra_roots_end: std::ptr::null_mut(),
        prebuilt_start: 0,
        prebuilt_end: 0,
        subclassrange_offsets: [0, 8],
        nursery_free: std::ptr::null_mut(),
        nursery_top: std::ptr::null_mut(),
    };
    // SAFETY: the traces of this test touch no memory.
    let mem = unsafe { RawMemory::new(Rc::new(DescrTable::new()), Rc::new(vec![]), services) };
    X86Cpu::new(mem, Rc::new(RootTable::new())).expect("memory for code")
}

fn word(kind: Kind) -> BoxedStrategy<i64> {
    match kind {
        Kind::Float => prop_oneof![
            any::<f64>().prop_map(|x| x.to_bits() as i64),
            (-9i64..9).prop_map(|x| (x as f64 / 2.0).to_bits() as i64),
            prop::sample::select(vec![f64::NAN, f64::INFINITY, -0.0, 9.3e18, -9.3e18, 1.9e19])
                .prop_map(|x| x.to_bits() as i64),
        ]
        .boxed(),
        Kind::Ref => (0i64..4).prop_map(|x| x * 0x100).boxed(),
        _ => prop_oneof![
            any::<i64>(),
            -70i64..70,
            any::<i32>().prop_map(i64::from),
            prop::sample::select(vec![i64::MIN, i64::MIN + 1, -1, 0, 63, 64, i64::MAX]),
        ]
        .boxed(),
    }
}

fn constant(t: &mut Trace, kind: Kind, word: i64) -> OpRef {
    match (kind, word) {
        (Kind::Float, bits) => t.const_float_bits(bits as u64),
        (Kind::Ref, 0) => t.const_ref(RefConst::Null),
        (Kind::Ref, address) => t.const_ref(RefConst::Prebuilt(address as u64)),
        (_, i) => t.const_int(i),
    }
}

/// One run of the operation; a bit of `constants` makes that argument a constant. The result, and which way a guard on it went.
fn run(
    cpu: &X86Cpu,
    op: ResOp,
    kinds: &[Kind],
    words: &[i64],
    constants: u32,
) -> (i64, Option<bool>) {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let n = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let is_const = |i: usize| constants >> i & 1 != 0;
    let variable: Vec<usize> = (0..kinds.len()).filter(|i| !is_const(*i)).collect();
    let inputs: Vec<Kind> = variable.iter().map(|i| kinds[*i]).collect();
    let mut t = Trace::new("one", &inputs);
    let mut given = t.inputarg_refs().collect::<Vec<_>>().into_iter();
    let args: Vec<OpRef> = (0..kinds.len())
        .map(|i| match is_const(i) {
            true => constant(&mut t, kinds[i], words[i]),
            false => given.next().expect("an input"),
        })
        .collect();
    let r = t.record(op, &args);
    // The guard's test is joined with a comparison just before it, the value of the second one is not.
    if op.is_bool() {
        t.record_guard(ResOp::GuardTrue, &[r], None);
        t.guards.last_mut().expect("just made").fail_args = vec![];
    }
    let again = t.record(op, &args);
    t.record_token(ResOp::Finish, &[again], TokenId(2 * n + 1));
    t.verify().expect("a trace");
    cpu.compile_loop(&t, TokenId(2 * n), FailId(n)).expect("code");
    let inputs: Vec<i64> = variable.iter().map(|i| words[*i]).collect();
    let mut dead = DeadFrame::default();
    cpu.execute(TokenId(2 * n), &inputs, &mut dead);
    match dead.exit {
        Exit::Finish => (dead.values[0], op.is_bool().then_some(true)),
        _ => (0, Some(false)),
    }
}

#[test]
fn machine_code_does_what_the_rows_mean() {
    let cpu = cpu();
    let mut runner = TestRunner::default();
    let mut done = 0;
    for op in ResOp::ALL.iter().copied().filter(|op| op.is_foldable()) {
        let fixed = |a: &ArgKind| match a {
            ArgKind::Is(k) => *k,
            ArgKind::Any => panic!("{op} has arguments of any kind"),
        };
        let kinds: Vec<Kind> = op.info().args.iter().map(fixed).collect();
        for constants in 0..1 << kinds.len() {
            for _ in 0..SAMPLES {
                let new = |k: &Kind| word(*k).new_tree(&mut runner).expect("a word").current();
                let mut words: Vec<i64> = kinds.iter().map(new).collect();
                if op == ResOp::IntSignext {
                    words[1] = [1, 2, 4, 8][words[1] as usize % 4];
                    if constants & 2 == 0 {
                        continue; // the optimiser and the codewriter give a constant size
                    }
                }
                let Ok(want) = op.on_words(&words) else { continue };
                let (got, guard) = run(&cpu, op, &kinds, &words, constants);
                let nan = |w: i64| op.result() == Kind::Float && f64::from_bits(w as u64).is_nan();
                let same =
                    guard == Some(false) && want == 0 || got == want || nan(got) && nan(want);
                assert!(
                    same && guard.is_none_or(|taken| taken == (want != 0)),
                    "{op}{words:?}, constants {constants:b}: {got} {guard:?}, not {want}"
                );
                done += 1;
            }
        }
    }
    assert!(done > 4000, "{done} runs");
}
