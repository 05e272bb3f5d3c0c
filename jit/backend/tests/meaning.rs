//! The machine code of every pure trace operation does what its row means: on variables and constants, as a value and as
//! the condition of a guard, with registers free or taken, and without harm to other values.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use jitbackend::x86::X86Cpu;
use jitbackend::{Cpu, DeadFrame, Exit, FailId, RawMemory, RawServices, RootTable};
use jitmodel::{ArgKind, DescrTable, Kind, NoValue, OpRef, RefConst, ResOp, TokenId, Trace};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::rc::Rc;

/// Operands per operation and choice of constants among them.
const SAMPLES: usize = 80;

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
        before_extra_roots: std::ptr::null_mut(),
        prebuilt_start: 0,
        prebuilt_end: 0,
        subclassrange_offsets: [0, 8],
        type_id_offset: -1,
        classes: std::ptr::null(),
        nursery_free: std::ptr::null_mut(),
        nursery_top: std::ptr::null_mut(),
    };
    // SAFETY: the traces of this test touch no memory.
    let mem = unsafe { RawMemory::new(Rc::new(DescrTable::new()), Rc::new(vec![]), services) };
    X86Cpu::new(mem, Rc::new(RootTable::default())).expect("memory for code")
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
            (0..64u32, -1i64..2).prop_map(|(k, d)| (1i64 << k).wrapping_add(d)),
            (0..64u32, -1i64..2).prop_map(|(k, d)| (i64::MIN >> k).wrapping_add(d)),
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

/// Says how an operation is run.
#[derive(Clone, Copy, Debug)]
struct Setting {
    /// A bit makes that argument a constant.
    constants: u32,
    /// Number of other values of each kind that are alive.
    crowd: usize,
    /// The arguments are needed afterwards.
    keep: bool,
    /// All arguments that are variables are the same one.
    same: bool,
}

/// The result, and which way a guard on it went; for a test of overflow: whether it found one.
fn run(
    cpu: &X86Cpu,
    op: ResOp,
    kinds: &[Kind],
    words: &[i64],
    set: Setting,
) -> (i64, Option<bool>) {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let n = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let mut inputs: Vec<(Kind, i64)> = vec![];
    for k in 0..set.crowd as i64 {
        inputs.push((Kind::Int, k * 1001));
        inputs.push((Kind::Float, (k as f64 * 0.5).to_bits() as i64));
    }
    let others = inputs.len();
    let mut places = vec![];
    for (i, k) in kinds.iter().enumerate() {
        if set.constants >> i & 1 != 0 {
            places.push(None);
        } else if set.same && inputs.len() > others {
            places.push(Some(others));
        } else {
            places.push(Some(inputs.len()));
            inputs.push((*k, words[i]));
        }
    }
    let mut t = Trace::new("one", &inputs.iter().map(|i| i.0).collect::<Vec<_>>());
    let (zero, one) = (t.const_int(0), t.const_float_bits(1f64.to_bits()));
    // Results of operations are in registers, as far as there are enough.
    let given: Vec<OpRef> = (0..inputs.len())
        .map(|i| match inputs[i].0 {
            Kind::Int => t.record(ResOp::IntAdd, &[OpRef::value(i), zero]),
            Kind::Float if i < others => t.record(ResOp::FloatMul, &[OpRef::value(i), one]),
            Kind::Float => t.record(ResOp::SameAsF, &[OpRef::value(i)]),
            _ => t.record(ResOp::SameAsR, &[OpRef::value(i)]),
        })
        .collect();
    let args: Vec<OpRef> = (0..kinds.len())
        .map(|i| match places[i] {
            None => constant(&mut t, kinds[i], words[i]),
            Some(at) => given[at],
        })
        .collect();
    let r = t.record(op, &args);
    let guard = match op.is_ovf() {
        true => t.record_guard(ResOp::GuardNoOverflow, &[], None),
        // The guard's test is joined with a comparison just before it, the value of the second one is not.
        false if op.is_bool() => t.record_guard(ResOp::GuardTrue, &[r], None),
        false => zero,
    };
    if guard != zero {
        t.guards.last_mut().expect("just made").fail_args = vec![];
    }
    let last = if op.is_ovf() { r } else { t.record(op, &args) };
    let mut results = vec![last];
    results.extend(&given[..if set.keep { given.len() } else { others }]);
    t.record_token(ResOp::Finish, &results, TokenId(2 * n + 1));
    t.verify().expect("a trace");
    cpu.compile_loop(&t, TokenId(2 * n), FailId(n)).expect("code");
    let words: Vec<i64> = inputs.iter().map(|i| i.1).collect();
    let mut dead = DeadFrame::default();
    cpu.execute(TokenId(2 * n), &words, &mut dead);
    cpu.free_loop(TokenId(2 * n));
    match dead.exit {
        Exit::Finish => {
            assert_eq!(dead.values[1..], words[..results.len() - 1], "{op}, {set:?}: other values");
            (dead.values[0], op.is_bool().then_some(true))
        }
        _ => (0, Some(false)),
    }
}

#[test]
fn machine_code_does_what_the_rows_mean() {
    let cpu = cpu();
    let mut runner = TestRunner::default();
    let mut done = 0;
    for op in ResOp::ALL.iter().copied().filter(|op| op.is_foldable() || op.is_ovf()) {
        let fixed = |a: &ArgKind| match a {
            ArgKind::Is(k) => *k,
            ArgKind::Any => panic!("{op} has arguments of any kind"),
        };
        let kinds: Vec<Kind> = op.info().args.iter().map(fixed).collect();
        for constants in 0..1 << kinds.len() {
            for sample in 0..SAMPLES {
                let new = |k: &Kind| word(*k).new_tree(&mut runner).expect("a word").current();
                let mut words: Vec<i64> = kinds.iter().map(new).collect();
                let set = Setting {
                    constants,
                    crowd: [0, 3, 9, 16][sample % 4],
                    keep: sample & 4 != 0,
                    same: sample % 5 == 0 && constants == 0,
                };
                if set.same {
                    let first = words[0];
                    words.fill(first);
                }
                if op == ResOp::IntSignext {
                    words[1] = [1, 2, 4, 8][words[1] as usize % 4];
                    if constants & 2 == 0 {
                        continue; // the optimiser and the codewriter give a constant size
                    }
                }
                let want = match op.on_words(&words) {
                    Ok(want) => Some(want),
                    Err(NoValue::Raises(_)) => None,
                    Err(_) => continue,
                };
                let (got, guard) = run(&cpu, op, &kinds, &words, set);
                let nan = |w: i64| op.result() == Kind::Float && f64::from_bits(w as u64).is_nan();
                let right = match (want, guard) {
                    (None, _) => guard == Some(false),
                    (Some(want), Some(false)) => op.is_bool() && want == 0,
                    (Some(want), taken) => {
                        (got == want || nan(got) && nan(want))
                            && taken.is_none_or(|taken| taken == (want != 0))
                    }
                };
                assert!(right, "{op}{words:?}, {set:?}: {got} {guard:?}, not {want:?}");
                done += 1;
            }
        }
    }
    assert!(done > 10_000, "{done} runs");
}
