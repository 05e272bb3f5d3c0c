//! `assert not we_are_jitted()` in code that the JIT looks into.
//!
//! It says that the author does not want the code in traces, not that the program may end: a position that is traced seldom
//! comes there all the same, and so does the blackhole interpreter. (RPython removes all assertions from such code. Here the others stay:
//! a program can catch them.)

use flowmodel::{BlockId, Const, ExitCase, ExitSwitch, LlGraph, LlOp, Program, Value};

/// Removes branches that fail an assertion because code runs in the JIT.
pub fn ignore_those_about_the_jit(p: &Program, g: &mut LlGraph) {
    let Some(&class) = p.exc.classes.get("AssertionError") else { return };
    for b in g.reachable() {
        let block = &g.blocks[b];
        let ExitSwitch::Var(v) = block.exitswitch else { continue };
        let jitted = block.operations.iter().any(|o| o.result == v && o.op == LlOp::WeAreJitted);
        let case =
            |want: bool| block.exits.iter().find(|l| l.case == ExitCase::Value(Const::Bool(want)));
        let (true, Some(fails), Some(holds)) = (jitted, case(true), case(false)) else { continue };
        if raises(g, fails.target, &fails.args, class) {
            let mut on = holds.clone();
            on.case = ExitCase::None;
            let block = &mut g.blocks[b];
            block.exitswitch = ExitSwitch::None;
            block.exits = vec![on];
        }
    }
}

/// Says whether code from here only makes an exception of the class (and its message), and raises
/// it.
fn raises<'g>(
    g: &'g LlGraph,
    mut at: BlockId,
    mut args: &'g [Value<flowmodel::Ll>],
    class: flowmodel::ObjId,
) -> bool {
    for _ in 0..8 {
        if at == g.exceptblock {
            return args[0] == Value::Const(Const::Obj(class));
        }
        // (a message may take calls, which may raise something else)
        match g.blocks[at].exits.first() {
            Some(link) if !matches!(g.blocks[at].exitswitch, ExitSwitch::Var(_)) => {
                (at, args) = (link.target, &link.args);
            }
            _ => return false,
        }
    }
    false
}
