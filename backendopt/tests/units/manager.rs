//! Tests of `backendopt::manager`.

use backendopt::manager::*;
use backendopt::transform::Transform;
use flowmodel::diag::Diagnostic;
use flowmodel::{FuncId, Level, LlGraph, Program};

/// The pipelines, each with the transformers behind it, respect the constraints that the passes state.
#[test]
fn order_constraints() {
    for level in [OptLevel::None, OptLevel::Low, OptLevel::Full] {
        for jit in [false, true] {
            let c = OptConfig { level, jit, ..OptConfig::default() };
            let order = [pipeline(&c), LOWERING.to_vec()].concat();
            let mut at = Level::Rtyped;
            for (i, name) in order.iter().enumerate() {
                let pass = pass(name).expect("known pass");
                assert_eq!(pass.level, at, "{name}");
                if let Run::Transform(_, to) = pass.run {
                    at = to;
                }
                for (before, why) in pass.after {
                    let in_use = order.contains(before);
                    assert!(
                        !in_use || order[..i].contains(before),
                        "{name} must come after {before}: {why}"
                    );
                }
            }
        }
    }
}

const PROGRAM: &str =
    "level rtyped\ngraph @f(%x: Signed) -> Signed {\nblock0(%x):\n return %x\n}\n";

fn failure(pass: &'static Pass) -> InternalError {
    let mut p = flowmodel::text::parse_program(PROGRAM).expect("a program");
    match run_pass(&mut p, pass, &OptConfig::default(), &mut NoObserver) {
        Err(OptError::Internal(e)) => *e,
        other => panic!("{other:?}"),
    }
}

/// A transformer that panics is an internal error that shows the graph as it was.
#[test]
fn broken_transformer() {
    struct Broken;
    impl Transform for Broken {
        fn graph(&self, _: &Program, _: FuncId, g: &mut LlGraph) -> Result<(), Diagnostic> {
            g.blocks.clear();
            panic!("no block is left");
        }
    }
    static BROKEN: Pass = Pass {
        name: "broken",
        run: Run::Transform(|_, _| Ok(Box::new(Broken)), Level::ExcTransformed),
        level: Level::Rtyped,
        after: &[],
    };
    let e = failure(&BROKEN);
    assert_eq!((e.pass, &*e.graph, &*e.message), ("broken", "f", "panic: no block is left"));
    assert!(e.dump.contains("block0"), "{}", e.dump);
}

/// A pass refuses programs of another level.
#[test]
fn level_of_a_pass() {
    let e = failure(pass("gc_transform").expect("known pass"));
    assert!(e.message.contains("ExcTransformed, not Rtyped"), "{e}");
}
