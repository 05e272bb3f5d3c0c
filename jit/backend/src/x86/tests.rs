//! Random traces on the generator and on the trace interpreter must leave in the same way with the same values.

use super::*;
use crate::llgraph::LlGraphCpu;
use crate::{Asked, Memory, RawServices};
use jitmodel::descr::*;
use jitmodel::{Args, DescrRef, GuardId, GuardInfo, Op, OpDescr, OpRef, ResOp};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRng, TestRunner};
use std::cell::Cell;

extern "C" fn malloc_fixed(_tid: i64, size: i64) -> i64 {
    // SAFETY: plain calloc; the tests leak.
    unsafe { libc::calloc(1, size as usize) as i64 }
}

extern "C" fn malloc_varsize(_tid: i64, base: i64, item: i64, n: i64) -> i64 {
    // SAFETY: plain calloc, the length word lies inside.
    unsafe {
        let p = libc::calloc(1, (base + item * n) as usize) as i64;
        *((p + 8) as *mut i64) = n;
        p
    }
}

extern "C" fn identity_hash(p: i64) -> i64 {
    p
}

/// The header of an object that wants a write barrier.
const OLD: i64 = (crate::raw::OLD_FLAG as i64) << (8 * crate::raw::FLAGS_BYTE);

/// A write barrier that leaves nothing in the registers that a C function may change.
extern "C" fn barrier(_object: i64, _index: i64, _value: i64) {
    // SAFETY: all that is written is declared.
    unsafe {
        std::arch::asm!(
            "mov rax, -1",
            "mov rcx, -1",
            "mov rdx, -1",
            "mov rsi, -1",
            "mov rdi, -1",
            "mov r8, -1",
            "mov r9, -1",
            "mov r10, -1",
            "mov r11, -1",
            clobber_abi("C")
        );
    }
}

extern "C" fn seven(a: i64, b: i64, c: f64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64 {
    a.wrapping_mul(3)
        .wrapping_add(b.wrapping_mul(5))
        .wrapping_add(c.to_bits() as i64)
        .wrapping_add(d ^ e)
        .wrapping_add(f.wrapping_mul(g))
        .wrapping_sub(h)
}

extern "C" fn half(a: f64, b: i64) -> f64 {
    a * 0.5 + b as f64
}

struct World2 {
    x86: X86Cpu,
    ll: LlGraphCpu<RawMemory>,
    array: DescrRef,
    bytes: DescrRef,
    refs: DescrRef,
    field: DescrRef,
    class: DescrRef,
    calls: [DescrRef; 3],
    /// Descr of a function that may collect.
    collects: DescrRef,
}

fn world() -> World2 {
    world_with(|_| ())
}

fn world_with(change: impl Fn(&mut RawServices)) -> World2 {
    let mut t = DescrTable::new();
    let array = |kind, itemsize, name: &str| {
        Descr::Array(ArrayDescr {
            name: name.into(),
            basesize: 16,
            itemsize,
            lendescr: Some(8),
            kind,
            signed: itemsize != 1,
            pure: false,
            tid: 8,
            fields: vec![],
        })
    };
    let ints = t.add(array(Kind::Int, 8, "ints"));
    let bytes = t.add(array(Kind::Int, 1, "bytes"));
    let refs = t.add(array(Kind::Ref, 8, "refs"));
    let field = t.add(Descr::Field(FieldDescr {
        name: "S.x".into(),
        offset: 24,
        size: 4,
        kind: Kind::Int,
        signed: true,
        immutable: false,
        immutable_items: false,
        volatile: false,
        length: false,
        truth: false,
        quasi_immutable: None,
        parent: None,
        index_in_parent: 0,
    }));
    let class = FieldDescr { name: "object.typeptr".into(), offset: 0, ..t.field(field).clone() };
    let class = t.add(Descr::Field(class));
    t.typeptr = Some(class);
    let mut call = |name: &str, args: &[Kind], result| {
        t.add(Descr::Call(CallDescr {
            name: name.into(),
            args: args.to_vec(),
            result,
            result_size: 8,
            result_signed: true,
            effect: EffectInfo { extra: ExtraEffect::CannotRaise, ..Default::default() },
        }))
    };
    use Kind::{Float, Int};
    let calls = [
        call("seven", &[Int, Int, Float, Int, Int, Int, Int, Int], Int),
        call("half", &[Float, Int], Float),
        call("ask", &[Int], Int),
    ];
    let collects = t.add(Descr::Call(CallDescr {
        name: "collects".into(),
        args: vec![],
        result: Kind::Void,
        result_size: 0,
        result_signed: false,
        effect: EffectInfo::random(),
    }));
    let table = Rc::new(t);
    let leak = || Box::leak(Box::new(0i64)) as *mut i64;
    let mut services = RawServices {
        malloc_fixed,
        malloc_varsize,
        write_barrier: Some(barrier),
        identity_hash,
        exc_type: leak(),
        exc_value: leak(),
        shadow_stack_top: core::ptr::null_mut(),
        extra_roots_base: core::ptr::null_mut(),
        extra_roots_end: core::ptr::null_mut(),
        before_extra_roots: core::ptr::null_mut(),
        prebuilt_start: 0,
        prebuilt_end: 0,
        subclassrange_offsets: [0, 8],
        type_id_offset: -1,
        classes: core::ptr::null(),
        nursery_free: core::ptr::null_mut(),
        nursery_top: core::ptr::null_mut(),
    };
    change(&mut services);
    let roots = Rc::new(RootTable::default());
    // SAFETY: descrs and functions of this test.
    let mem = || unsafe { RawMemory::new(table.clone(), Rc::new(vec![]), services) };
    World2 {
        x86: X86Cpu::new(mem(), roots.clone()).unwrap(),
        ll: LlGraphCpu::new(mem(), roots.clone()),
        array: ints,
        bytes,
        refs,
        field,
        class,
        calls,
        collects,
    }
}

/// Makes the choices of the generator.
struct Choices(TestRng);

impl Choices {
    fn next(&mut self) -> u64 {
        self.0.next_u64()
    }
    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
    fn int(&mut self) -> i64 {
        match self.below(6) {
            0 => self.next() as i64,
            1 => i64::MIN,
            2 => self.next() as i32 as i64,
            _ => self.below(40) as i64 - 20,
        }
    }
    fn float(&mut self) -> f64 {
        match self.below(8) {
            0 => f64::NAN,
            1 => -0.0,
            2 => f64::INFINITY,
            _ => self.int() as f64 / 8.0,
        }
    }
}

struct Gen<'a> {
    t: Trace,
    ints: Vec<OpRef>,
    floats: Vec<OpRef>,
    refs: Vec<OpRef>,
    rng: &'a mut Choices,
}

impl Gen<'_> {
    fn i(&mut self) -> OpRef {
        if self.rng.below(5) == 0 {
            let v = self.rng.int();
            return self.t.const_int(v);
        }
        let n = self.rng.below(self.ints.len());
        self.ints[n]
    }
    fn f(&mut self) -> OpRef {
        if self.rng.below(6) == 0 {
            let v = self.rng.float().to_bits();
            return self.t.const_float_bits(v);
        }
        let n = self.rng.below(self.floats.len());
        self.floats[n]
    }
    fn guard(&mut self, op: ResOp, args: &[OpRef]) {
        self.t.record_guard(op, args, None);
        let mut fail = vec![];
        for _ in 0..self.rng.below(9) {
            let pool = match self.rng.below(4) {
                0 => &self.floats,
                1 => &self.refs,
                _ => &self.ints,
            };
            fail.push((self.rng.below(7) != 0).then(|| pool[self.rng.below(pool.len())]));
        }
        self.t.guards.last_mut().unwrap().fail_args = fail;
    }
    fn step(&mut self, w: &World2) {
        use ResOp::*;
        const BIN: &[ResOp] = &[
            IntAdd,
            IntSub,
            IntMul,
            IntAnd,
            IntOr,
            IntXor,
            IntAdd,
            IntSub,
            IntLshift,
            IntRshift,
            UintRshift,
            UintMulHigh,
        ];
        const DIV: &[ResOp] = &[IntPyDiv, IntPyMod, IntFloorDiv, IntMod, UintFloorDiv, UintMod];
        const CMP: &[ResOp] =
            &[IntLt, IntLe, IntEq, IntNe, IntGt, IntGe, UintLt, UintLe, UintGt, UintGe];
        const UN: &[ResOp] = &[IntNeg, IntInvert, IntForceGeZero, IntIsZero, IntIsTrue, SameAsI];
        const FBIN: &[ResOp] = &[FloatAdd, FloatSub, FloatMul, FloatTrueDiv];
        const FCMP: &[ResOp] = &[FloatLt, FloatLe, FloatEq, FloatNe, FloatGt, FloatGe];
        match self.rng.below(25) {
            24 => {
                // Items beside an index; where a guard behind them fails the sums are known.
                let p = self.refs[0];
                let (at, k) = (self.i(), self.t.const_int(15));
                let at = self.t.record(IntAnd, &[at, k]);
                let n = self.ints.len();
                for _ in 0..1 + self.rng.below(3) {
                    let by = self.t.const_int(self.rng.below(9) as i64);
                    let sum = self.t.record(IntAdd, &[at, by]);
                    let v = self.t.record_descr(GetarrayitemGcI, &[p, sum], w.array);
                    self.t.record_descr(SetarrayitemGc, &[p, sum, at], w.array);
                    self.ints.extend([sum, v, sum]);
                }
                let c = self.i();
                self.guard(GuardTrue, &[c]);
                self.ints.truncate(n);
                if self.rng.below(2) == 0 {
                    self.ints.push(at);
                }
            }
            23 => {
                // A call under a condition; the tested value may be an argument, too.
                let f = self.t.const_int(seven as *const () as i64);
                let test = self.i();
                let mut args = vec![test, f];
                for k in 0..8 {
                    let a = match k {
                        2 => self.f(),
                        _ if self.rng.below(4) == 0 => test,
                        _ => self.i(),
                    };
                    args.push(a);
                }
                let r = self.t.record_descr(CondCallValueI, &args, w.calls[0]);
                if self.rng.below(4) > 0 {
                    self.ints.push(r);
                }
            }
            22 => {
                // A test of a word in memory, which only that and the exit need.
                let p = self.refs[0];
                let v = self.t.const_int(self.rng.below(2) as i64);
                let (at, k, zero) = (self.i(), self.t.const_int(15), self.t.const_int(0));
                let at = self.t.record(IntAnd, &[at, k]);
                if self.rng.below(2) == 0 {
                    self.t.record_descr(SetarrayitemGc, &[p, at, v], w.array);
                }
                let r = self.t.record_descr(GetarrayitemGcI, &[p, at], w.array);
                let c = match self.rng.below(4) {
                    0 => self.t.record(IntIsTrue, &[r]),
                    1 => self.t.record(IntIsZero, &[r]),
                    2 => self.t.record(IntEq, &[r, zero]),
                    _ => self.t.record(IntNe, &[r, zero]),
                };
                let g = if self.rng.below(2) == 0 { GuardTrue } else { GuardFalse };
                if self.rng.below(3) > 0 {
                    let n = self.ints.len();
                    self.ints.extend([r; 6]);
                    self.guard(g, &[c]);
                    self.ints.truncate(n);
                } else {
                    self.guard(g, &[c]);
                }
            }
            20 => {
                // Tests of what an operation has left in the flags.
                let op = [IntAnd, IntAdd, IntSub, IntOr, IntMul][self.rng.below(5)];
                let (a, b, zero) = (self.i(), self.i(), self.t.const_int(0));
                let r = self.t.record(op, &[a, b]);
                if self.rng.below(3) == 0 {
                    self.ints.push(r);
                }
                let c = match self.rng.below(4) {
                    0 => self.t.record(IntIsTrue, &[r]),
                    1 => self.t.record(IntIsZero, &[r]),
                    2 => self.t.record(IntEq, &[r, zero]),
                    _ => self.t.record(IntNe, &[r, zero]),
                };
                if self.rng.below(3) == 0 {
                    self.ints.push(c);
                }
                let g = if self.rng.below(2) == 0 { GuardTrue } else { GuardFalse };
                self.guard(g, &[c]);
            }
            21 => {
                let op = DIV[self.rng.below(DIV.len())];
                let (a, b, one) = (self.i(), self.i(), self.t.const_int(1));
                let b = match self.t.int_value(b) {
                    Some(v) => self.t.const_int(v | 1),
                    None => self.t.record(IntOr, &[b, one]),
                };
                let r = self.t.record(op, &[a, b]);
                self.ints.push(r);
                let f = self.f();
                let r = self.t.record(CastFloatToUint, &[f]);
                self.ints.push(r);
                let r = self.t.record(CastUintToFloat, &[r]);
                self.floats.push(r);
            }
            0..=4 => {
                let op = BIN[self.rng.below(BIN.len())];
                let (a, b) = (self.i(), self.i());
                let r = self.t.record(op, &[a, b]);
                self.ints.push(r);
            }
            5 => {
                let op = UN[self.rng.below(UN.len())];
                let a = self.i();
                let r = self.t.record(op, &[a]);
                self.ints.push(r);
            }
            6..=8 => {
                let op = CMP[self.rng.below(CMP.len())];
                let (a, b) = (self.i(), self.i());
                let r = self.t.record(op, &[a, b]);
                if self.rng.below(3) == 0 {
                    self.ints.push(r);
                } else {
                    let g = if self.rng.below(2) == 0 { GuardTrue } else { GuardFalse };
                    self.guard(g, &[r]);
                }
            }
            9 => {
                let op = [IntAddOvf, IntSubOvf, IntMulOvf][self.rng.below(3)];
                let (a, b) = (self.i(), self.i());
                let r = self.t.record(op, &[a, b]);
                self.guard(GuardNoOverflow, &[]);
                self.ints.push(r);
            }
            10 => {
                let v = self.rng.int();
                let (a, k) = (self.i(), self.t.const_int(v));
                if self.rng.below(3) == 0 {
                    self.guard(GuardValue, &[a, k]);
                    // So that the value that it fails for is seen.
                    if let Some(guard) = self.t.guards.last_mut().filter(|_| !a.is_const()) {
                        guard.fail_args.push(Some(a));
                    }
                } else {
                    let k8 = self.t.const_int([1, 2, 4, 8][(v & 3) as usize]);
                    let r = self.t.record(IntSignext, &[a, k8]);
                    self.ints.push(r);
                }
            }
            11 | 12 => {
                let op = FBIN[self.rng.below(4)];
                let (a, b) = (self.f(), self.f());
                let r = self.t.record(op, &[a, b]);
                self.floats.push(r);
            }
            13 => {
                let op = FCMP[self.rng.below(6)];
                let (a, b) = (self.f(), self.f());
                let r = self.t.record(op, &[a, b]);
                if self.rng.below(2) == 0 {
                    self.ints.push(r);
                } else {
                    self.guard(GuardTrue, &[r]);
                }
            }
            14 => {
                let a = self.i();
                let r = self.t.record(CastIntToFloat, &[a]);
                self.floats.push(r);
                let f = self.f();
                let r = self.t.record([FloatNeg, FloatAbs][self.rng.below(2)], &[f]);
                self.floats.push(r);
                let f = self.f();
                let r = self.t.record(CastFloatToInt, &[f]);
                self.ints.push(r);
            }
            15 => {
                let p = self.refs[0];
                let v = self.i();
                let n = self.i();
                let k = self.t.const_int(15);
                let n = self.t.record(IntAnd, &[n, k]);
                let d = if self.rng.below(2) == 0 { w.array } else { w.bytes };
                self.t.record_descr(SetarrayitemGc, &[p, n, v], d);
                let r = self.t.record_descr(GetarrayitemGcI, &[p, n], d);
                self.ints.push(r);
                let r = self.t.record_descr(ArraylenGc, &[p], d);
                self.ints.push(r);
            }
            16 => {
                let p = self.refs[0];
                let v = self.i();
                self.t.record_descr(SetfieldGc, &[p, v], w.field);
                let r = self.t.record_descr(GetfieldGcI, &[p], w.field);
                self.ints.push(r);
            }
            17 => {
                let f = self.t.const_int(seven as *const () as i64);
                let mut args = vec![f, self.i(), self.i(), self.f()];
                for _ in 0..5 {
                    let a = self.i();
                    args.push(a);
                }
                let r = self.t.record_descr(CallI, &args, w.calls[0]);
                self.ints.push(r);
            }
            18 => {
                let f = self.t.const_int(half as *const () as i64);
                let (a, b) = (self.f(), self.i());
                let r = self.t.record_descr(CallF, &[f, a, b], w.calls[1]);
                self.floats.push(r);
            }
            _ => {
                let n = self.rng.below(self.refs.len());
                let p = self.refs[n];
                let r = self.t.record(PtrNonzero, &[p]);
                self.ints.push(r);
                let r = self.t.record(SameAsR, &[p]);
                self.refs.push(r);
                self.guard(GuardNonnull, &[r]);
            }
        }
    }
}

/// A trace of so many random steps.
fn random_trace(
    rng: &mut Choices,
    steps: usize,
    w: &World2,
    kinds: &[Kind],
    token: u32,
    jump: Option<u32>,
) -> Trace {
    let t = Trace::new("random", kinds);
    let of =
        |k: Kind| (0..kinds.len()).filter(|i| kinds[*i] == k).map(OpRef::value).collect::<Vec<_>>();
    let mut g = Gen { t, ints: of(Kind::Int), floats: of(Kind::Float), refs: of(Kind::Ref), rng };
    // A bridge may get too little of a kind.
    if g.ints.is_empty() {
        let k = g.t.const_int(3);
        let r = g.t.record(ResOp::SameAsI, &[k]);
        g.ints.push(r);
    }
    if g.floats.is_empty() {
        let k = g.t.const_float_bits(2.5f64.to_bits());
        let r = g.t.record(ResOp::SameAsF, &[k]);
        g.floats.push(r);
    }
    if g.refs.is_empty() {
        let n = g.t.const_int(32);
        let r = g.t.record_descr(ResOp::NewArrayClear, &[n], w.array);
        g.refs.push(r);
    }
    for _ in 0..steps {
        g.step(w);
    }
    let looping = jump.is_none() && g.rng.below(2) == 0;
    if looping {
        // label(counter, some values): a body, then back while the counter lasts.
        let start = g.t.const_int(17);
        let counter = g.t.record(ResOp::SameAsI, &[start]);
        let mut args = vec![counter];
        for _ in 0..g.rng.below(5) {
            let a = g.ints[g.rng.below(g.ints.len())];
            if !args.contains(&a) {
                args.push(a);
            }
        }
        let f = g.floats[g.rng.below(g.floats.len())];
        let p = g.refs[0];
        args.extend([f, p]);
        g.t.record_token(ResOp::Label, &args, TokenId(token));
        g.ints = args.iter().copied().filter(|a| g.t.kind(*a) == Kind::Int).collect();
        (g.floats, g.refs) = (vec![f], vec![p]);
        for _ in 0..1 + g.rng.below(15) {
            g.step(w);
        }
        let one = g.t.const_int(1);
        let c = g.t.record(ResOp::IntSub, &[counter, one]);
        let more = g.t.record(ResOp::IntIsTrue, &[c]);
        g.guard(ResOp::GuardTrue, &[more]);
        let mut back = vec![c];
        for a in &args[1..] {
            let v = match g.t.kind(*a) {
                Kind::Float => g.f(),
                Kind::Ref => *a,
                _ => g.i(),
            };
            back.push(v);
        }
        g.t.record_token(ResOp::Jump, &back, TokenId(token));
    } else {
        let mut args = vec![];
        for _ in 0..g.rng.below(6) {
            let a = if g.rng.below(3) == 0 { g.f() } else { g.i() };
            args.push(a);
        }
        g.t.record_token(ResOp::Finish, &args, TokenId(token));
    }
    g.t.verify().unwrap();
    g.t
}

fn run(cpu: &dyn Fn(&mut DeadFrame), array: i64, before: &[i64]) -> (DeadFrame, Vec<i64>) {
    // SAFETY: 34 words of the test's array.
    let words = unsafe { std::slice::from_raw_parts_mut(array as *mut i64, 34) };
    words.copy_from_slice(before);
    let mut dead = DeadFrame::default();
    cpu(&mut dead);
    (dead, words.to_vec())
}

#[test]
fn random_traces_agree() {
    let w = world();
    let array = malloc_varsize(8, 16, 8, 32);
    let kinds = [
        Kind::Int,
        Kind::Float,
        Kind::Ref,
        Kind::Int,
        Kind::Int,
        Kind::Float,
        Kind::Int,
        Kind::Int,
    ];
    let (first_fail, first_token) = (Cell::new(0), Cell::new(0));
    let fails = |t: &Trace| FailId(first_fail.replace(first_fail.get() + t.guards.len() as u32));
    let config = ProptestConfig {
        cases: 600,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    };
    let traces = (1..31usize, 1..31usize).prop_perturb(|steps, rng| (steps, rng));
    let result = TestRunner::new(config).run(&traces, |((steps, bridge_steps), rng)| {
        let mut rng = Choices(rng);
        first_token.set(first_token.get() + 100);
        let token = TokenId(first_token.get());
        let t = random_trace(&mut rng, steps, &w, &kinds, token.0 + 1, None);
        let base = fails(&t);
        w.x86.compile_loop(&t, token, base).unwrap();
        w.ll.compile_loop(&t, token, base).unwrap();
        let mut owner_fails: Vec<(FailId, Vec<Kind>)> = vec![];
        let note = |t: &Trace, base: FailId, out: &mut Vec<(FailId, Vec<Kind>)>| {
            for (g, info) in t.guards.iter().enumerate() {
                let kinds = info.fail_args.iter().flatten().map(|a| t.kind(*a)).collect();
                out.push((FailId(base.0 + g as u32), kinds));
            }
        };
        note(&t, base, &mut owner_fails);
        for round in 0..12 {
            let args: Vec<i64> = kinds
                .iter()
                .map(|k| match k {
                    Kind::Float => rng.float().to_bits() as i64,
                    Kind::Ref => array,
                    _ => rng.int(),
                })
                .collect();
            let mut before: Vec<i64> = (0..34).map(|_| rng.int()).collect();
            before[1] = 32;
            let agree = || {
                let a = run(&|d| w.x86.execute(token, &args, d), array, &before);
                let b = run(&|d| w.ll.execute(token, &args, d), array, &before);
                let nan = |v: i64| if f64::from_bits(v as u64).is_nan() { 0x7ff8 << 48 } else { v };
                let norm = |d: &DeadFrame| d.values.iter().map(|v| nan(*v)).collect::<Vec<_>>();
                let fresh = |v: &Vec<i64>| v.len();
                if a.0.exit != b.0.exit || fresh(&norm(&a.0)) != fresh(&norm(&b.0)) {
                    panic!("round {round}: {:?} instead of {:?}", a.0, b.0);
                }
                // Values may hold addresses of arrays that bridges allocated: those differ.
                for (x, y) in norm(&a.0).iter().zip(norm(&b.0)) {
                    let heap =
                        |v: i64| v > 0x1000_0000 && v & 7 == 0 && v >> 47 == 0 && v >> 40 != 0;
                    assert!(*x == y || (heap(*x) && heap(y)), "{:?} != {:?}", a.0, b.0);
                }
                a.0
            };
            let mut left = agree();
            // A guard_value lets what it failed for pass. (What is last may be another value, a new address each time.)
            for _ in 0..4 {
                let (Exit::Guard(id), Some(&value)) = (left.exit, left.values.last()) else {
                    break;
                };
                if w.x86.admit(id, ConstValue::Int(value), token).is_err() {
                    break;
                }
                w.ll.admit(id, ConstValue::Int(value), token).unwrap();
                left = agree();
            }
            if let Exit::Guard(id) = left.exit
                && rng.below(2) == 0
                && let Some(at) = owner_fails.iter().position(|f| f.0 == id)
            {
                let inputs = owner_fails.swap_remove(at).1;
                let token_of_it = token.0 + 2 + round;
                let t = random_trace(&mut rng, bridge_steps, &w, &inputs, token_of_it, Some(0));
                let base = fails(&t);
                w.x86.compile_bridge(id, &t, token, base).unwrap();
                w.ll.compile_bridge(id, &t, token, base).unwrap();
                note(&t, base, &mut owner_fails);
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn write_barriers_keep_the_operands() {
    let w = world();
    let array = malloc_varsize(8, 16, 8, 32);
    // SAFETY: the array's header and items.
    let items = unsafe {
        *(array as *mut i64) = 8 | OLD;
        std::slice::from_raw_parts_mut((array + 16) as *mut i64, 32)
    };
    // More and more values are in registers already.
    for n in 0..12u32 {
        let mut t = Trace::new("t", &[Kind::Ref, Kind::Int]);
        let (p, i) = (t.inputarg(0), t.inputarg(1));
        let mut others = vec![];
        for k in 0..n {
            let k = t.const_int(k as i64);
            others.push(t.record(ResOp::IntAdd, &[i, k]));
        }
        let (one, four) = (t.const_int(1), t.const_int(4));
        let v = t.record_descr(ResOp::GetarrayitemGcR, &[p, one], w.refs);
        let to = t.record(ResOp::IntMul, &[i, four]);
        t.record_descr(ResOp::SetarrayitemGc, &[p, to, v], w.refs);
        t.record_token(ResOp::Finish, &others, TokenId(1));
        w.x86.compile_loop(&t, TokenId(10 + n), FailId(n)).unwrap();
        items.fill(0);
        items[1] = array;
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(10 + n), &[array, 5], &mut dead);
        assert_eq!((items[1], items[20]), (array, array), "{n} other values");
        assert_eq!(dead.values, (5..5 + n as i64).collect::<Vec<_>>());
    }
}

/// The lower half of a header tells the class: a guard compares it, and the store of a class changes it, flags and hash not.
#[test]
fn headers_tell_classes() {
    // Vtables have the type id behind a word.
    static VTABLES: [[i64; 2]; 2] = [[0, 24], [0, 32]];
    let [first, second] = [0, 1].map(|i| VTABLES[i].as_ptr() as i64);
    let classes = Box::leak(Box::new([0, 0, 0, first, second]));
    let w = world_with(|services| {
        services.type_id_offset = 8;
        services.classes = classes.as_ptr();
    });
    let flags = OLD | 5 << 40;
    let mut object = [24 | flags, 0];
    let address = object.as_mut_ptr() as i64;
    let mut t = Trace::new("t", &[Kind::Ref, Kind::Int]);
    let (p, class) = (t.inputarg(0), t.inputarg(1));
    let known = t.const_int(first);
    t.record_guard(ResOp::GuardClass, &[p, known], None);
    t.guards[0].fail_args = vec![Some(class)];
    t.record_descr(ResOp::SetfieldGc, &[p, class], w.class);
    t.record_token(ResOp::Finish, &[p], TokenId(1));
    w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    let mut dead = DeadFrame::default();
    let mem = || w.ll.mem();
    assert_eq!(mem().class_of(address), first);
    w.x86.execute(TokenId(1), &[address, second], &mut dead);
    assert_eq!((dead.values.clone(), object[0]), (vec![address], 32 | flags));
    assert_eq!((mem().class_of(address), mem().type_id(address)), (second, Some(32)));
    // It is of another class now.
    w.x86.execute(TokenId(1), &[address, first], &mut dead);
    assert_eq!((dead.values.clone(), object[0]), (vec![first], 32 | flags));
    mem().setfield(address, w.class, first);
    assert_eq!(object[0], 24 | flags);
}

extern "C" fn counted_barrier(object: i64, index: i64, value: i64) {
    REMEMBERED.set(REMEMBERED.get() + 1);
    barrier(object, index, value);
}

#[test]
fn prebuilt_values_need_no_write_barrier() {
    let w = world_with(|services| services.write_barrier = Some(counted_barrier));
    let mut array = [8 | OLD, 8, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut prebuilt = [8i64, 0];
    let (p0, constant) = (array.as_mut_ptr() as i64, prebuilt.as_mut_ptr() as i64);
    let mut t = Trace::new("t", &[Kind::Ref, Kind::Int]);
    let (p, i) = (t.inputarg(0), t.inputarg(1));
    let fixed = t.const_ref(RefConst::Prebuilt(constant as u64));
    let (null, one) = (t.const_ref(RefConst::Null), t.const_int(1));
    t.record_descr(ResOp::SetarrayitemGc, &[p, i, fixed], w.refs);
    t.record_descr(ResOp::SetarrayitemGc, &[p, one, null], w.refs);
    let next = t.record(ResOp::IntAdd, &[i, one]);
    t.record_token(ResOp::Finish, &[next], TokenId(1));
    w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    let mut dead = DeadFrame::default();
    w.x86.execute(TokenId(1), &[p0, 3], &mut dead);
    assert_eq!((array[5], REMEMBERED.get()), (constant, 0));
    // A value that may be young has one.
    let mut t = Trace::new("u", &[Kind::Ref, Kind::Int]);
    let (p, i) = (t.inputarg(0), t.inputarg(1));
    t.record_descr(ResOp::SetarrayitemGc, &[p, i, p], w.refs);
    t.record_token(ResOp::Finish, &[i], TokenId(1));
    w.x86.compile_loop(&t, TokenId(2), FailId(1)).unwrap();
    w.x86.execute(TokenId(2), &[p0, 4], &mut dead);
    assert_eq!((array[6], REMEMBERED.get()), (p0, 1));
}

thread_local! {
    /// Number of calls of a barrier.
    static REMEMBERED: Cell<u32> = const { Cell::new(0) };
    /// The collector's variables `free` and `limit`, and how often it got its time.
    static BUMP: [Cell<i64>; 2] = const { [Cell::new(0), Cell::new(1)] };
    static COLLECTED: Cell<u32> = const { Cell::new(0) };
}

/// Much was remembered.
extern "C" fn full_barrier(object: i64, index: i64, value: i64) {
    BUMP.with(|bump| bump[1].set(0));
    barrier(object, index, value);
}

extern "C" fn collect(tid: i64, base: i64, item: i64, n: i64) -> i64 {
    assert_eq!((tid, base, item, n), (8, 16, 8, 0));
    BUMP.with(|bump| bump[1].set(1));
    COLLECTED.set(COLLECTED.get() + 1);
    barrier(0, 0, 0);
    match COLLECTED.get() {
        4 => 0,
        _ => 1,
    }
}

#[test]
fn loops_that_only_store_let_the_collector_run() {
    let w = world_with(|services| {
        services.write_barrier = Some(full_barrier);
        services.malloc_varsize = collect;
        services.nursery_free = BUMP.with(|bump| bump[0].as_ptr());
        services.nursery_top = BUMP.with(|bump| bump[1].as_ptr());
    });
    let mut array = [8 | OLD, 8, 0, 0, 0, 0, 0, 0, 0, 0];
    let p0 = array.as_mut_ptr() as i64;
    let mut t = Trace::new("t", &[Kind::Ref, Kind::Int, Kind::Int]);
    let (p, i, more) = (t.inputarg(0), t.inputarg(1), t.inputarg(2));
    let one = t.const_int(1);
    t.record_token(ResOp::Label, &[p, i, more], TokenId(2));
    t.record_descr(ResOp::SetarrayitemGc, &[p, i, p], w.refs);
    let (i2, more2) = (t.record(ResOp::IntAdd, &[i, one]), t.record(ResOp::IntSub, &[more, one]));
    t.guards
        .push(GuardInfo { fail_args: vec![Some(p), Some(i2), Some(more2)], ..Default::default() });
    let args = Args::from_slice(&[more2]);
    let c = t.record(ResOp::IntIsTrue, &args);
    t.push(Op {
        opnum: ResOp::GuardTrue,
        args: Args::from_slice(&[c]),
        descr: OpDescr::Guard(GuardId(0)),
    });
    t.record_token(ResOp::Jump, &[p, i2, more2], TokenId(2));
    w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    let mut dead = DeadFrame::default();
    w.x86.execute(TokenId(1), &[p0, 0, 3], &mut dead);
    assert_eq!((dead.exit, &dead.values[..]), (Exit::Guard(FailId(0)), &[p0, 3, 0][..]));
    assert_eq!((&array[2..6], COLLECTED.get()), (&[p0, p0, p0, 0][..], 2));
    // Without memory the loop is left.
    w.x86.execute(TokenId(1), &[p0, 4, 8], &mut dead);
    assert_eq!((&array[6..], COLLECTED.get()), (&[p0, p0, 0, 0][..], 4));
}

#[test]
fn further_values_pass_a_guard() {
    let w = world();
    let mut t = Trace::new("t", &[Kind::Int, Kind::Int]);
    let (v, i, k, five) = (t.inputarg(0), t.inputarg(1), t.const_int(1), t.const_int(5));
    t.guards.push(GuardInfo { fail_args: vec![Some(i), Some(v)], ..Default::default() });
    let args = Args::from_slice(&[v, k]);
    t.push(Op { opnum: ResOp::GuardValue, args, descr: OpDescr::Guard(GuardId(0)) });
    let sum = t.record(ResOp::IntAdd, &[i, five]);
    t.record_token(ResOp::Finish, &[sum], TokenId(1));
    w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    let leaves = |v: i64, exit, values: &[i64]| {
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(1), &[v, 10], &mut dead);
        assert_eq!((dead.exit, &dead.values[..]), (exit, values));
    };
    let admit = |v: i64| w.x86.admit(FailId(0), ConstValue::Int(v), TokenId(1)).unwrap();
    leaves(1, Exit::Finish, &[15]);
    leaves(1 << 40, Exit::Guard(FailId(0)), &[10, 1 << 40]);
    admit(1 << 40);
    leaves(1 << 40, Exit::Finish, &[15]);
    leaves(3, Exit::Guard(FailId(0)), &[10, 3]);
    // The bridge comes behind the values that pass, and others that come later before it.
    let mut b = Trace::new("b", &[Kind::Int, Kind::Int]);
    let product = b.record(ResOp::IntMul, &[b.inputarg(0), b.inputarg(1)]);
    b.record_token(ResOp::Finish, &[product], TokenId(3));
    w.x86.compile_bridge(FailId(0), &b, TokenId(1), FailId(1)).unwrap();
    leaves(3, Exit::Finish, &[30]);
    leaves(1 << 40, Exit::Finish, &[15]);
    admit(3);
    leaves(3, Exit::Finish, &[15]);
    leaves(4, Exit::Finish, &[40]);
}

#[test]
fn freed_code_is_reused() {
    let w = world();
    let mut t = Trace::new("t", &[Kind::Int]);
    let (i, k) = (t.inputarg(0), t.const_int(5));
    let r = t.record(ResOp::IntAdd, &[i, k]);
    t.record_token(ResOp::Finish, &[r], TokenId(1));
    let mut at = None;
    for n in 0..1000 {
        let info = w.x86.compile_loop(&t, TokenId(10 + n), FailId(n)).unwrap();
        assert!(at.is_none_or(|a| a == info.address));
        at = Some(info.address);
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(10 + n), &[37], &mut dead);
        assert_eq!((dead.exit, dead.values), (Exit::Finish, vec![42]));
        w.x86.free_loop(TokenId(10 + n));
    }
}

#[test]
fn the_last_guard_jumps_back() {
    let w = world();
    let mut t = Trace::new("t", &[Kind::Int]);
    let (i, one) = (t.inputarg(0), t.const_int(1));
    t.record_token(ResOp::Label, &[i], TokenId(2));
    let c = t.record(ResOp::IntSub, &[i, one]);
    let more = t.record(ResOp::IntIsTrue, &[c]);
    t.guards.push(GuardInfo { fail_args: vec![Some(c)], ..Default::default() });
    let args = Args::from_slice(&[more]);
    t.push(Op { opnum: ResOp::GuardTrue, args, descr: OpDescr::Guard(GuardId(0)) });
    t.record_token(ResOp::Jump, &[c], TokenId(2));
    let info = w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    // SAFETY: code that was just made.
    let code = unsafe { std::slice::from_raw_parts(info.address as *const u8, info.size) };
    let jumps = |prefix: &[u8]| {
        let at = code.windows(prefix.len()).position(|b| b == prefix)? + prefix.len();
        Some(i32::from_le_bytes(code[at..at + 4].try_into().unwrap()))
    };
    assert!(jumps(&[0x0f, 0x85]).is_some_and(|by| by < 0), "jne leads back");
    assert!(jumps(&[0xe9]).is_some_and(|by| by >= 0), "jmp leads out");
    let leave = |exit| {
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(1), &[5], &mut dead);
        assert_eq!((dead.exit, &dead.values[..]), exit);
    };
    leave((Exit::Guard(FailId(0)), &[0]));
    let mut b = Trace::new("b", &[Kind::Int]);
    let (c, k) = (b.inputarg(0), b.const_int(42));
    let sum = b.record(ResOp::IntAdd, &[c, k]);
    b.record_token(ResOp::Finish, &[sum], TokenId(3));
    w.x86.compile_bridge(FailId(0), &b, TokenId(1), FailId(1)).unwrap();
    leave((Exit::Finish, &[42]));
}

/// Tests that sums that are indices, or wanted where a guard fails, take no instruction before; a bridge computes what it is
/// given.
#[test]
fn sums_are_made_where_they_are_needed() {
    let w = world();
    let mut t = Trace::new("t", &[Kind::Ref, Kind::Int]);
    let (p, x) = (t.inputarg(0), t.inputarg(1));
    let numbers: Vec<i64> = (1..15).chain([-3, 1]).collect();
    let mut sums = vec![];
    for &n in &numbers {
        let by = t.const_int(n);
        sums.push(t.record(ResOp::IntAdd, &[x, by]));
    }
    let item = t.record_descr(ResOp::GetarrayitemGcI, &[p, sums[1]], w.array);
    let fail_args: Vec<_> = sums.iter().chain([&x]).map(|v| Some(*v)).collect();
    let kinds = vec![Kind::Int; fail_args.len()];
    t.guards.push(GuardInfo { fail_args, ..Default::default() });
    let args = Args::from_slice(&[item]);
    t.push(Op { opnum: ResOp::GuardTrue, args, descr: OpDescr::Guard(GuardId(0)) });
    t.record_token(ResOp::Finish, &[item], TokenId(2));
    let info = w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    assert_eq!(info.offsets[0], info.offsets[numbers.len()]);
    let array = malloc_varsize(8, 16, 8, 32);
    // SAFETY: an item of the test's array.
    unsafe { *((array + 16 + 8 * 7) as *mut i64) = 42 };
    let left = |x: i64| {
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(1), &[array, x], &mut dead);
        (dead.exit, dead.values)
    };
    assert_eq!(left(5), (Exit::Finish, vec![42]));
    let values: Vec<i64> = numbers.iter().map(|n| n + 6).chain([6]).collect();
    assert_eq!(left(6), (Exit::Guard(FailId(0)), values.clone()));
    let mut b = Trace::new("b", &kinds);
    let inputs: Vec<OpRef> = b.inputarg_refs().collect();
    b.record_token(ResOp::Finish, &inputs, TokenId(3));
    w.x86.compile_bridge(FailId(0), &b, TokenId(1), FailId(1)).unwrap();
    assert_eq!(left(6), (Exit::Finish, values));
}

/// Tests that a sum whose base is gone where it is wanted is made from another sum of that base.
#[test]
fn sums_are_made_from_other_sums() {
    let w = world();
    let mut t = Trace::new("t", &[Kind::Int, Kind::Int]);
    let (x, limit) = (t.inputarg(0), t.inputarg(1));
    let [one, nine] = [1, 9].map(|by| t.const_int(by));
    let here = t.record(ResOp::IntAdd, &[x, one]);
    let next = t.record(ResOp::IntAdd, &[x, nine]);
    let less = t.record(ResOp::IntLt, &[next, limit]);
    t.guards.push(GuardInfo { fail_args: vec![Some(here)], ..Default::default() });
    let args = Args::from_slice(&[less]);
    t.push(Op { opnum: ResOp::GuardTrue, args, descr: OpDescr::Guard(GuardId(0)) });
    t.record_token(ResOp::Finish, &[next], TokenId(2));
    let info = w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    assert_eq!(info.offsets[0], info.offsets[1]);
    let left = |x: i64, limit: i64| {
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(1), &[x, limit], &mut dead);
        (dead.exit, dead.values)
    };
    assert_eq!(left(5, 15), (Exit::Finish, vec![14]));
    assert_eq!(left(6, 15), (Exit::Guard(FailId(0)), vec![7]));
    let mut b = Trace::new("b", &[Kind::Int]);
    let input = b.inputarg(0);
    b.record_token(ResOp::Finish, &[input], TokenId(3));
    w.x86.compile_bridge(FailId(0), &b, TokenId(1), FailId(1)).unwrap();
    assert_eq!(left(6, 15), (Exit::Finish, vec![7]));
}

/// Tests that a value that only an exit needs waits for it in memory: across a call in each round, too, it
/// costs the loop nothing.
#[test]
fn what_only_exits_need_costs_a_loop_nothing() {
    let w = world();
    let round = |kinds: &[Kind], token: u32| {
        let kinds = [&[Kind::Int], kinds].concat();
        let mut t = Trace::new("t", &kinds);
        let values: Vec<OpRef> = t.inputarg_refs().collect();
        t.record_token(ResOp::Label, &values, TokenId(token + 1));
        let (f, one) = (t.const_int(seven as *const () as i64), t.const_int(1));
        let x = t.const_float_bits(0);
        let mut args = vec![f; 9];
        args[1..].fill(one);
        args[3] = x;
        let called = t.record_descr(ResOp::CallI, &args, w.calls[0]);
        let c = t.record(ResOp::IntSub, &[values[0], one]);
        let sum = t.record(ResOp::IntAdd, &[called, c]);
        let more = t.record(ResOp::IntIsTrue, &[c]);
        let fail_args = values[1..].iter().chain([&sum]).map(|v| Some(*v)).collect();
        t.guards.push(GuardInfo { fail_args, ..Default::default() });
        let args = Args::from_slice(&[more]);
        t.push(Op { opnum: ResOp::GuardTrue, args, descr: OpDescr::Guard(GuardId(0)) });
        let next: Vec<OpRef> = [&[c], &values[1..]].concat();
        t.record_token(ResOp::Jump, &next, TokenId(token + 1));
        let info = w.x86.compile_loop(&t, TokenId(token), FailId(token)).unwrap();
        info.offsets[t.ops.len()] - info.offsets[1]
    };
    let plain = round(&[], 1);
    let mut kinds = vec![Kind::Int; 6];
    kinds.extend([Kind::Ref; 6]);
    kinds.extend([Kind::Float; 3]);
    assert_eq!(round(&kinds, 11), plain);
    let inputs: Vec<i64> = (0..16).map(|n| if (7..13).contains(&n) { 0 } else { n }).collect();
    let mut dead = DeadFrame::default();
    let mut from = inputs.clone();
    from[0] = 3;
    w.x86.execute(TokenId(11), &from, &mut dead);
    assert_eq!((dead.exit, &dead.values[..15]), (Exit::Guard(FailId(11)), &inputs[1..]));
}

#[test]
fn new_objects_are_clear_where_memory_is_not() {
    const RUBBISH: i64 = 0x5b5b_5b5b_5b5b_5b5b;
    let nursery: &'static mut [i64; 512] = Box::leak(Box::new([RUBBISH; 512]));
    let start = nursery.as_mut_ptr();
    let bump = Box::leak(Box::new([0i64; 2])).as_mut_ptr();
    // SAFETY: all addresses are those of leaked memory, which only this test and its code use.
    let w = world_with(|services| {
        services.nursery_free = bump;
        services.nursery_top = unsafe { bump.add(1) };
    });
    let run = |token: i64, args: &[i64]| {
        unsafe {
            std::slice::from_raw_parts_mut(start, 512).fill(RUBBISH);
            *bump = start.add(8) as i64;
            *bump.add(1) = start.add(512) as i64;
        }
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(token as u32), args, &mut dead);
        assert_eq!(dead.values[0], unsafe { start.add(8) } as i64, "allocated inline");
        let words = (unsafe { *bump } - start as i64) as usize / 8;
        let all = unsafe { std::slice::from_raw_parts(start, 512) };
        assert!(all[..8].iter().chain(&all[words..]).all(|word| *word == RUBBISH), "{all:x?}");
        (dead.exit, all[8..words].to_vec())
    };
    // Of any length.
    for (token, descr, item) in [(1, w.refs, 8), (2, w.bytes, 1)] {
        let mut t = Trace::new("t", &[Kind::Int]);
        let p = t.record_descr(ResOp::NewArrayClear, &[t.inputarg(0)], descr);
        t.record_token(ResOp::Finish, &[p], TokenId(9));
        w.x86.compile_loop(&t, TokenId(token), FailId(0)).unwrap();
        for n in 0..20usize {
            let mut expected = vec![0; 2 + (n * item).div_ceil(8)];
            expected[..2].copy_from_slice(&[8, n as i64]);
            assert_eq!(run(token as i64, &[n as i64]), (Exit::Finish, expected));
        }
    }
    // Only the header where all items will be written.
    let mut t = Trace::new("t", &[Kind::Int]);
    let (two, zero) = (t.const_int(2), t.const_int(0));
    let p = t.record_descr(ResOp::NewArray, &[t.inputarg(0)], w.bytes);
    t.record_descr(ResOp::SetarrayitemGc, &[p, two, zero], w.bytes);
    t.record_token(ResOp::Finish, &[p], TokenId(9));
    w.x86.compile_loop(&t, TokenId(5), FailId(0)).unwrap();
    let expected = vec![8, 9, RUBBISH & !(0xff << 16), RUBBISH];
    assert_eq!(run(5, &[9]), (Exit::Finish, expected));
    // Of a known length: what is written before the guard needs no zero, what is written behind it does.
    for (token, descr) in [(3, w.refs), (4, w.bytes)] {
        let mut t = Trace::new("t", &[Kind::Int, Kind::Int]);
        let (x, go_on, zero) = (t.inputarg(0), t.inputarg(1), t.const_int(0));
        let at: Vec<OpRef> = (0..12).map(|n| t.const_int(n)).collect();
        let p = t.record_descr(ResOp::NewArrayClear, &[at[11]], descr);
        for (index, value) in [(1, x), (3, zero), (4, x), (9, x)] {
            t.record_descr(ResOp::SetarrayitemGc, &[p, at[index], value], descr);
        }
        t.guards.push(GuardInfo { fail_args: vec![Some(p)], ..Default::default() });
        let c = t.record(ResOp::IntIsTrue, &[go_on]);
        let args = Args::from_slice(&[c]);
        t.push(Op { opnum: ResOp::GuardTrue, args, descr: OpDescr::Guard(GuardId(0)) });
        t.record_descr(ResOp::SetarrayitemGc, &[p, at[6], x], descr);
        t.record_token(ResOp::Finish, &[p], TokenId(9));
        w.x86.compile_loop(&t, TokenId(token), FailId(token)).unwrap();
        for go_on in [0, 1] {
            let (exit, words) = run(token as i64, &[5, go_on]);
            let expected = [0, 5, 0, 0, 5, 0, 5 * go_on, 0, 0, 5, 0];
            let items: Vec<i64> = match token {
                3 => words[2..].to_vec(),
                _ => words[2..].iter().flat_map(|w| w.to_le_bytes()).map(i64::from).collect(),
            };
            assert_eq!((&words[..2], &items[..11]), (&[8, 11][..], &expected[..]));
            let exits = [Exit::Guard(FailId(token)), Exit::Finish];
            assert_eq!(exit, exits[go_on as usize]);
        }
    }
}

thread_local! {
    static MOVED: Cell<*const RootTable> = const { Cell::new(core::ptr::null()) };
}

/// A collector that moves objects whose addresses are odd.
extern "C" fn moves() {
    // SAFETY: set by the test.
    let roots = unsafe { &*MOVED.get() };
    roots.for_each(|v| if v & 1 == 1 { v + 2 } else { v });
}

#[test]
fn frames_grow_for_code_that_wants_more() {
    const REFS: usize = 300;
    let w = world();
    MOVED.set(core::ptr::from_ref(w.x86.roots()));
    let mut array = vec![8, REFS as i64];
    array.extend((0..REFS as i64).map(|n| 1001 + 1000 * n));
    let p0 = array.as_mut_ptr() as i64;
    let guard = |t: &mut Trace, op, v: OpRef, fail_args: &[OpRef]| {
        let fail_args = fail_args.iter().copied().map(Some).collect();
        t.guards.push(GuardInfo { fail_args, ..Default::default() });
        let id = GuardId(t.guards.len() as u32 - 1);
        t.push(Op { opnum: op, args: Args::from_slice(&[v]), descr: OpDescr::Guard(id) });
    };
    // The loop's label wants two values, its body many references during a call that moves them.
    let mut t = Trace::new("wide", &[Kind::Ref, Kind::Int]);
    let (p, i) = (t.inputarg(0), t.inputarg(1));
    let (function, one) = (t.const_int(moves as *const () as i64), t.const_int(1));
    t.record_token(ResOp::Label, &[p, i], TokenId(2));
    let item = |t: &mut Trace, n: usize| {
        let index = t.const_int(n as i64);
        t.record_descr(ResOp::GetarrayitemGcR, &[p, index], w.refs)
    };
    let items: Vec<OpRef> = (0..REFS).map(|n| item(&mut t, n)).collect();
    t.record_descr(ResOp::CallN, &[function], w.collects);
    guard(&mut t, ResOp::GuardTrue, i, &items);
    let left = t.record(ResOp::IntSub, &[i, one]);
    t.record_token(ResOp::Jump, &[p, left], TokenId(2));
    w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    let moved = |by: i64| -> Vec<i64> { array[2..].iter().map(|v| v + by).collect() };
    let mut dead = DeadFrame::default();
    let mut run = |token: u32, exit: Exit, by: i64| {
        let (before, _) = w.x86.roots().range();
        w.x86.execute(TokenId(token), &[p0, 3], &mut dead);
        assert_eq!((dead.exit, &dead.values), (exit, &moved(by)));
        assert_eq!(w.x86.roots().range().0, before);
    };
    run(1, Exit::Guard(FailId(0)), 2);
    // Other code with an ordinary frame comes to its label.
    let mut t = Trace::new("narrow", &[Kind::Ref, Kind::Int]);
    let args = [t.inputarg(0), t.inputarg(1)];
    t.record_token(ResOp::Jump, &args, TokenId(2));
    w.x86.compile_loop(&t, TokenId(4), FailId(1)).unwrap();
    run(4, Exit::Guard(FailId(0)), 2);
    // A bridge takes them all on.
    let mut b = Trace::new("bridge", &[Kind::Ref; REFS]);
    let function = b.const_int(moves as *const () as i64);
    let inputs: Vec<OpRef> = (0..REFS).map(|n| b.inputarg(n)).collect();
    b.record_descr(ResOp::CallN, &[function], w.collects);
    b.record_token(ResOp::Finish, &inputs, TokenId(5));
    w.x86.compile_bridge(FailId(0), &b, TokenId(1), FailId(2)).unwrap();
    run(1, Exit::Finish, 4);
    run(4, Exit::Finish, 4);
}

#[test]
fn values_change_places_at_a_jump() {
    let w = world();
    // Every order of four integers and two floats, in registers; and eighteen integers, of which some are in the frame.
    let mut orders = vec![];
    for n in 0..24 * 2 {
        let (mut left, mut order, mut k) = (vec![0, 1, 2, 3], vec![], n / 2);
        for m in [6, 2, 1, 1] {
            order.push(left.remove(k / m));
            k %= m;
        }
        order.extend(if n % 2 == 0 { [4, 5] } else { [5, 4] });
        orders.push(order);
    }
    orders.push((0..18).map(|n| (n + 7) % 18).collect());
    orders.push((0..18).rev().collect());
    for order in orders {
        let kinds: Vec<Kind> = (0..order.len())
            .map(|n| if order.len() == 6 && n >= 4 { Kind::Float } else { Kind::Int })
            .collect();
        let mut t = Trace::new("t", &[&kinds[..], &[Kind::Int]].concat());
        let values: Vec<OpRef> = (0..kinds.len()).map(|n| t.inputarg(n)).collect();
        let count = t.inputarg(kinds.len());
        t.record_token(ResOp::Label, &[&values[..], &[count]].concat(), TokenId(2));
        let one = t.const_int(1);
        let left = t.record(ResOp::IntSub, &[count, one]);
        let fail_args = values.iter().copied().map(Some).collect();
        t.guards.push(GuardInfo { fail_args, ..Default::default() });
        let descr = OpDescr::Guard(GuardId(0));
        t.push(Op { opnum: ResOp::GuardTrue, args: Args::from_slice(&[left]), descr });
        let moved: Vec<OpRef> = order.iter().map(|&n: &usize| values[n]).collect();
        t.record_token(ResOp::Jump, &[&moved[..], &[left]].concat(), TokenId(2));
        w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
        let mut expected: Vec<i64> = (0..kinds.len() as i64).map(|n| 100 + n).collect();
        let start = [&expected[..], &[5]].concat();
        for _ in 0..4 {
            expected = order.iter().map(|&n| expected[n]).collect();
        }
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(1), &start, &mut dead);
        assert_eq!(dead.values, expected, "{order:?}");
    }
}

#[test]
fn single_items_of_arrays() {
    let w = world();
    let mut t = Trace::new("t", &[Kind::Ref, Kind::Int]);
    let (p, i) = (t.inputarg(0), t.inputarg(1));
    let c = t.record_descr(ResOp::SingleItemGc, &[p], w.bytes);
    let sum = t.record(ResOp::IntAdd, &[c, i]);
    t.record_token(ResOp::Finish, &[sum, c], TokenId(1));
    w.x86.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    w.ll.compile_loop(&t, TokenId(1), FailId(0)).unwrap();
    let arrays = [[8i64, 0, 65], [8, 1, 65], [8, 1, 255], [8, 2, 65 | 66 << 8]];
    let mut wanted = vec![(0, -1)];
    wanted.extend(arrays.iter().zip([-1, 65, 255, -1]).map(|(a, v)| (a.as_ptr() as i64, v)));
    for (address, value) in wanted {
        let mut dead = DeadFrame::default();
        w.x86.execute(TokenId(1), &[address, 1000], &mut dead);
        assert_eq!((dead.exit, &dead.values[..]), (Exit::Finish, &[1000 + value, value][..]));
        w.ll.execute(TokenId(1), &[address, 1000], &mut dead);
        assert_eq!((dead.exit, &dead.values[..]), (Exit::Finish, &[1000 + value, value][..]));
    }
}

type Answer = Box<dyn Fn(i64) -> i64>;

thread_local! {
    /// Answer that [`ask`] gives.
    static ASKED: std::cell::RefCell<Option<Answer>> = const { std::cell::RefCell::new(None) };
}

/// Runs while code waits for it: somebody may ask for what the code holds. Leaves nothing in the registers that it may change.
extern "C" fn ask(token: i64) -> i64 {
    barrier(0, 0, 0);
    ASKED.with(|asked| asked.borrow().as_ref().map_or(0, |asked| asked(token)))
}

/// The code that a call waits in tells its values, wherever they are.
fn tells_while_it_waits<C: Cpu>(cpu: &'static C, w: &World2) {
    use Kind::*;
    let mut t = Trace::new("t", &[Int, Float, Ref]);
    let (i, f, p, one) = (t.inputarg(0), t.inputarg(1), t.inputarg(2), t.const_int(1));
    let sum = t.record(ResOp::IntAdd, &[i, one]);
    let double = t.record(ResOp::FloatAdd, &[f, f]);
    let token = t.record(ResOp::ForceToken, &[]);
    let ask = t.const_int(ask as *const () as i64);
    let r = t.record_descr(ResOp::CallI, &[ask, token], w.calls[2]);
    t.record_guard(ResOp::GuardNotForced, &[], None);
    t.guards[0].fail_args = vec![Some(sum), Some(double), None, Some(p), Some(r), Some(i)];
    // A call that nobody may ask in.
    let r2 = t.record_descr(ResOp::CallI, &[ask, token], w.calls[2]);
    let all = [sum, r, r2].into_iter().reduce(|a, b| t.record(ResOp::IntAdd, &[a, b])).unwrap();
    t.record_token(ResOp::Finish, &[all], TokenId(1));
    cpu.compile_loop(&t, TokenId(1), FailId(5)).unwrap();
    let run = || {
        let mut dead = DeadFrame::default();
        let args = [40, 1.5f64.to_bits() as i64, p_word()];
        cpu.execute(TokenId(1), &args, &mut dead);
        dead
    };
    let set = |asked: Answer| ASKED.set(Some(asked));
    set(Box::new(move |token| {
        assert_eq!(cpu.force(0, &mut vec![]), Asked::Nobody);
        assert_eq!(cpu.force(token + 4096, &mut vec![]), Asked::Nobody);
        100
    }));
    let dead = run();
    assert_eq!((dead.exit, &dead.values[..], dead.forced), (Exit::Finish, &[241][..], None));
    let told = [41, 3f64.to_bits() as i64, 0, p_word(), 0, 40];
    set(Box::new(move |token| {
        let mut values = vec![];
        assert_eq!(cpu.force(token, &mut values), Asked::At(FailId(5)));
        assert_eq!(values, told);
        cpu.set_forced(token, 9);
        assert_eq!(cpu.force(token, &mut values), Asked::Nobody, "that was done");
        7
    }));
    let dead = run();
    let left = [41, 3f64.to_bits() as i64, 0, p_word(), 7, 40];
    assert_eq!((dead.exit, &dead.values[..]), (Exit::Guard(FailId(5)), &left[..]));
    assert_eq!(dead.forced, Some(9));
    // In the second call nobody can be told, and the first one's answer is forgotten.
    let calls = Cell::new(0);
    set(Box::new(move |token| {
        calls.set(calls.get() + 1);
        let asked = [Asked::At(FailId(5)), Asked::NotNow][calls.get() - 1];
        assert_eq!(cpu.force(token, &mut vec![]), asked);
        1
    }));
    let dead = run();
    assert_eq!((dead.exit, &dead.values[..], dead.forced), (Exit::Finish, &[43][..], None));
    ASKED.set(None);
}

/// The address of something.
fn p_word() -> i64 {
    static OBJECT: [i64; 2] = [8, 0];
    OBJECT.as_ptr() as i64
}

#[test]
fn code_tells_its_values_while_it_waits() {
    let w: &'static World2 = Box::leak(Box::new(world()));
    tells_while_it_waits(&w.x86, w);
    tells_while_it_waits(&w.ll, w);
}
