//! Random loops of two kinds: those that count, and those in which a cursor is compared with limits.

use super::*;

impl Recorder<'_, '_> {
    /// A round of a loop that counts the first input up or down, and mostly does nothing else than adding. Returns the
    /// jump's arguments.
    fn counting_round(&mut self, step: i64, limit: OpRef) -> Vec<OpRef> {
        use ResOp::*;
        let mut args: Vec<OpRef> = (0..INPUTS.len()).map(|n| self.trace.inputarg(n)).collect();
        let exit = self.rng.below(4);
        for n in 0..4 {
            if n == exit {
                let i = args[0];
                let truth = self.rng.below(2) == 0;
                let test = self.op(if truth { IntNe } else { IntEq }, &[i, limit], None, None);
                self.guard(if truth { GuardTrue } else { GuardFalse }, &[test]);
            }
            if n == 1 {
                let step = self.trace.const_int(step);
                args[0] = self.op(IntAdd, &[args[0], step], None, None);
            }
            let add = match self.rng.below(3) {
                0 => self.trace.inputarg(1),
                _ => {
                    let n = self.rng.pick(&[1, -1, 5, 1000]);
                    self.trace.const_int(n)
                }
            };
            let sum = self.rng.pick(&[IntAdd, IntAdd, IntSub]);
            let (a, ints) = (self.trace.inputarg(2), self.trace.inputarg(4));
            match self.rng.below(4) {
                0 => {
                    self.guard(GuardNonnull, &[a]);
                    let old = self.op(GetfieldGcI, &[a], Some("FieldDescr A.x"), None);
                    let new = self.op(sum, &[old, add], None, None);
                    self.op(SetfieldGc, &[a, new], Some("FieldDescr A.x"), None);
                }
                1 => {
                    let at = self.rng.below(2) as i64;
                    let at = self.trace.const_int(at);
                    let old =
                        self.op(GetarrayitemGcI, &[ints, at], Some("ArrayDescr Signed"), None);
                    let new = self.op(sum, &[old, add], None, None);
                    self.op(SetarrayitemGc, &[ints, at, new], Some("ArrayDescr Signed"), None);
                }
                2 => {
                    let v = if self.rng.below(2) == 0 { add } else { args[0] };
                    self.guard(GuardNonnull, &[a]);
                    self.op(SetfieldGc, &[a, v], Some("FieldDescr A.y"), None);
                }
                _ => {}
            }
        }
        args
    }
}

#[test]
fn random_counting_loops() {
    let mut decls = Declarations::default();
    decls.parse(DECLS).unwrap();
    let mut closed = 0;
    for seed in 0..400u64 {
        let rng = TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &{
            let mut bytes = [7; 32];
            bytes[..8].copy_from_slice(&seed.to_le_bytes());
            bytes
        });
        let mut rng = Choices(rng);
        let (world, mut inputs) = initial(&decls, &mut rng);
        let step = rng.pick(&[1, -1, -1, 3, -5, 2]);
        let limit = rng.pick(&[0, 0, 7, i64::MAX]);
        let start = |rounds: i64| limit.wrapping_sub(step * rounds);
        inputs[0] = start(9);
        let kinds = INPUTS.iter().map(|t| if *t == Ty::Int { Kind::Int } else { Kind::Ref });
        let mut trace = Trace::new("counting", &kinds.collect::<Vec<_>>());
        let limit = trace.const_int(limit);
        let env = inputs.clone();
        let mut recorder = Recorder {
            trace,
            world: world.clone(),
            env,
            vars: vec![],
            pc: 0,
            rng: &mut rng,
            rules: &[],
            texts: false,
        };
        let jump = recorder.counting_round(step, limit);
        recorder.guard(ResOp::GuardFutureCondition, &[]);
        recorder.trace.record_token(ResOp::Jump, &jump, TokenId(0));
        let trace = recorder.trace;
        trace.verify().unwrap();
        let mut env = TestEnv::new(&decls);
        let peeled = optimize_loop(&trace, &decls.descrs, &mut env, Options::default()).unwrap();
        for rounds in [1, 2, 3, 20] {
            inputs[0] = start(rounds);
            let exits = run_reference(&trace, &trace, world.clone(), &inputs, 100);
            let ((round, pc), state) = exits.last().unwrap();
            let unrolled = peeled.unrolled as u32;
            let traces = [&peeled.trace];
            let got = run_optimised(&traces, (false, unrolled), world.clone(), &inputs, 100);
            let (at, got) = got.first().unwrap();
            let text = || print_trace(&peeled.trace, decls.env());
            assert!(at.1 == *pc && got == state, "got\n{got}\nexpected\n{state}\n{}", text());
            closed += (rounds == 20 && at.0 < *round) as usize;
        }
    }
    assert!(closed > 100, "loops that became their last round: {closed}");
}

impl Recorder<'_, '_> {
    /// A round of a loop that moves a cursor, and perhaps its limit, and compares places beside the two. Returns the jump's
    /// arguments.
    fn cursor_round(&mut self) -> Vec<OpRef> {
        use ResOp::*;
        let mut args: Vec<OpRef> = (0..INPUTS.len()).map(|n| self.trace.inputarg(n)).collect();
        let tests = 1 + self.rng.below(5);
        let moves = self.rng.below(tests + 1);
        for n in 0..=tests {
            if n == moves {
                let (by, more) =
                    (self.rng.pick(&[-9, -3, -1, 1]), self.rng.pick(&[0, 0, 0, -1, 2]));
                for (at, by) in [(0, by), (1, more)] {
                    let by = self.trace.const_int(by);
                    args[at] = self.op(IntAdd, &[args[at], by], None, None);
                }
            }
            let mut places = [args[0], args[1]];
            for place in &mut places {
                let by = self.rng.pick(&[0, 0, 1, 2, -1, 10]);
                let by = self.trace.const_int(by);
                *place = self.op(IntAdd, &[*place, by], None, None);
            }
            if self.rng.below(4) == 0 {
                places[1] = self.trace.const_int(0);
            }
            if self.rng.below(3) == 0 {
                places.reverse();
            }
            let test = self.rng.pick(&[IntLt, IntLe, IntGt, IntGe, UintLt, UintLe, UintGt, UintGe]);
            let test = self.op(test, &places, None, None);
            let guard = if self.value(test) != 0 { GuardTrue } else { GuardFalse };
            self.guard(guard, &[test]);
        }
        args
    }
}

#[test]
fn random_cursors() {
    let mut decls = Declarations::default();
    decls.parse(DECLS).unwrap();
    let mut gaps = 0;
    for seed in 0..1000u64 {
        let rng = TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &{
            let mut bytes = [9; 32];
            bytes[..8].copy_from_slice(&seed.to_le_bytes());
            bytes
        });
        let mut rng = Choices(rng);
        let (world, mut inputs) = initial(&decls, &mut rng);
        (inputs[0], inputs[1]) = (50, 60);
        let kinds = INPUTS.iter().map(|t| if *t == Ty::Int { Kind::Int } else { Kind::Ref });
        let mut recorder = Recorder {
            trace: Trace::new("cursor", &kinds.collect::<Vec<_>>()),
            world: world.clone(),
            env: inputs.clone(),
            vars: vec![],
            pc: 0,
            rng: &mut rng,
            rules: &[],
            texts: false,
        };
        let jump = recorder.cursor_round();
        recorder.guard(ResOp::GuardFutureCondition, &[]);
        recorder.trace.record_token(ResOp::Jump, &jump, TokenId(0));
        let trace = recorder.trace;
        trace.verify().unwrap();
        let mut env = TestEnv::new(&decls);
        // A loop that cannot be left in the second round is not made.
        let Ok(peeled) = optimize_loop(&trace, &decls.descrs, &mut env, Options::default()) else {
            continue;
        };
        gaps += peeled.targets.iter().map(|target| target.gaps.len()).sum::<usize>();
        let (least, most) = (i64::MIN, i64::MAX);
        let pairs =
            [(50, 60), (50, 51), (3, 2000), (least + 2, 5), (5, most - 1), (most - 9, most)];
        for (cursor, limit) in pairs {
            (inputs[0], inputs[1]) = (cursor, limit);
            let exits = run_reference(&trace, &trace, world.clone(), &inputs, 60);
            let unrolled = peeled.unrolled as u32;
            let traces = [&peeled.trace];
            let got = run_optimised(&traces, (false, unrolled), world.clone(), &inputs, 60);
            let text = || print_trace(&peeled.trace, decls.env());
            // A stronger test may leave sooner.
            let left = got.first().unwrap();
            assert!(exits.contains(left), "got\n{left:?}\nexpected\n{exits:?}\n{}", text());
        }
    }
    assert!(gaps > 30, "differences that loops keep: {gaps}");
}
