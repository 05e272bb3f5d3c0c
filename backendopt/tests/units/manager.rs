//! Tests of `backendopt::manager`.

use backendopt::manager::*;
use backendopt::transform::Transform;
use flowmodel::diag::Diagnostic;
use flowmodel::work::{self, Work};
use flowmodel::{FuncId, Level, LlGraph, Program};
use std::sync::{Arc, Mutex};

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

/// The hook can tell which transformer panics, and show the graph as it was.
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
    let usual: Arc<dyn Fn(&std::panic::PanicHookInfo<'_>) + Send + Sync> =
        std::panic::take_hook().into();
    let seen: Arc<Mutex<Option<Work>>> = Arc::default();
    let (others, told, this) = (usual.clone(), seen.clone(), std::thread::current().id());
    std::panic::set_hook(Box::new(move |info| match std::thread::current().id() == this {
        true => *told.lock().expect("not poisoned") = work::current(),
        false => others(info),
    }));
    let ended = std::panic::catch_unwind(|| failure(&BROKEN));
    std::panic::set_hook(Box::new(move |info| usual(info)));
    assert!(ended.is_err() && work::current().is_none());
    let seen = seen.lock().expect("not poisoned").take().expect("the hook was called");
    assert_eq!(seen.what, "pass broken on f");
    assert!(seen.dump.contains("block0"), "{}", seen.dump);
}

/// A pass refuses programs of another level.
#[test]
fn level_of_a_pass() {
    let e = failure(pass("gc_transform").expect("known pass"));
    assert!(e.message.contains("ExcTransformed, not Rtyped"), "{e}");
}
