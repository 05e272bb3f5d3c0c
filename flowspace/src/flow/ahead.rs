//! Tests that constants decide, behind a join.
//!
//! A variable can hold different constants on the paths to a join (`x = None` before an `if` that sets it). Where the
//! next thing is a test of them, each path takes its way through the test before the states meet: so the test is decided, and
//! neither way sees the other's constant. RPython programs rely on it.

use super::FlowValue;
use super::FrameState;
use crate::bytecode::Instruction;
use crate::flow::state::{Current, FlowSpace};
use crate::interp::{Frame, Step, step};

/// Maximum number of instructions that are looked ahead, and of tests: a loop over constants must come
/// to an end.
const MAX_STEPS: usize = 400;
const MAX_TESTS: usize = 20;

/// The state behind the tests that follow and that are decided by constants; the state itself if there are none.
pub(super) fn run_ahead(fs: &mut FlowSpace<'_>, state: FrameState) -> FrameState {
    let first = fs.code.instrs[state.pc];
    if !is_plain(first) || !state.has_const_local() {
        return state;
    }
    let Some(mut frame) = fs.template.take() else { return state };
    state.restore(&mut frame);
    let saved = (std::mem::take(&mut fs.at), fs.suppressed);
    fs.suppressed = state.suppressed;
    let mut result = state;
    let mut tests = 0;
    for _ in 0..MAX_STEPS {
        let op = fs.code.instrs[frame.pc];
        if !is_plain(op) {
            break;
        }
        fs.at = Current { pc: frame.pc, span: frame.span(), dry: true, ..Current::default() };
        if !matches!(step(fs, &mut frame), Ok(Step::Next)) || !fs.at.raising.is_empty() {
            break;
        }
        if is_test(op) {
            let mut next = FrameState::of(&frame);
            next.suppressed = fs.suppressed;
            result = next;
            tests += 1;
            if tests == MAX_TESTS {
                break;
            }
        }
    }
    fs.template = Some(frame);
    (fs.at, fs.suppressed) = saved;
    if tests > 0 {
        fs.candidate[result.pc] = true;
    }
    result
}

/// Remembers what all frames of the function have in common.
pub(super) fn keep_template<'h>(fs: &mut FlowSpace<'h>, frame: &Frame<FlowSpace<'h>>) {
    // Cells are shared between copies of a frame: functions with cells are not looked ahead in.
    if frame.cells.is_empty() {
        fs.template = Some(frame.clone());
    }
}

fn is_test(op: Instruction) -> bool {
    matches!(
        op,
        Instruction::PopJumpIfTrue(_)
            | Instruction::PopJumpIfFalse(_)
            | Instruction::JumpIfTrueOrPop(_)
            | Instruction::JumpIfFalseOrPop(_)
    )
}

/// Instructions that only move and compute values.
fn is_plain(op: Instruction) -> bool {
    is_test(op)
        || matches!(
            op,
            Instruction::Nop
                | Instruction::PopTop
                | Instruction::DupTop
                | Instruction::DupTopTwo
                | Instruction::RotTwo
                | Instruction::RotThree
                | Instruction::LoadConst(_)
                | Instruction::LoadFast(_)
                | Instruction::StoreFast(_)
                | Instruction::LoadGlobal(_)
                | Instruction::Unary(_)
                | Instruction::Binary(_)
                | Instruction::InPlace(_)
                | Instruction::Compare(_)
                | Instruction::Jump(_)
        )
}

impl FrameState {
    /// Says whether a local is a constant.
    fn has_const_local(&self) -> bool {
        self.values().any(|w| matches!(w, FlowValue::Const(_)))
    }
}
