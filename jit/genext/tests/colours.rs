//! Colours of registers: what is green behind promotions, joins and calls.

use genext::code::Code;
use genext::colours::{Colours, find};
use jitmodel::jitcode::{Assembler, Liveness, Operand};
use jitmodel::{Insn, JitCode, JitConst, JitProgram, Kind};

fn int(reg: u8) -> Operand {
    Operand::Reg(Kind::Int, reg)
}

fn none() -> [Operand; 2] {
    [Operand::List(Kind::Ref, vec![]), Operand::List(Kind::Float, vec![])]
}

/// The colours of jitcodes, of which the second may be called by the first.
fn colours(codes: Vec<JitCode>, check: impl Fn(&[Code<'_>], &[Colours])) {
    let program = JitProgram { jitcodes: codes.into_iter().collect(), ..JitProgram::default() };
    let codes: Vec<Code<'_>> = {
        let all = program.jitcodes.iter();
        all.map(|jitcode| Code::new(jitcode, &program.descrs)).collect()
    };
    check(&codes, &find(&program, &codes));
}

fn is_green(code: &Code<'_>, colours: &Colours, insn: Insn, reg: u8) -> bool {
    let n = code.instrs.iter().position(|i| i.insn == insn).expect("there is one");
    colours[n].as_ref().expect("it is reached").is_green(code, Kind::Int, reg)
}

#[test]
fn promotions_and_joins() {
    let mut liveness = Liveness::default();
    let live = Operand::Live(liveness.intern(&[0, 1], &[], &[]));
    let mut asm = Assembler::new("f", [4, 0, 0]);
    let (other, end) = (asm.label(), asm.label());
    let one = asm.const_int(JitConst::Int(1));
    asm.emit(Insn::Live, std::slice::from_ref(&live));
    asm.emit(Insn::IntGuardValue, &[int(0)]);
    asm.emit(Insn::IntAdd, &[int(0), one.clone(), int(2)]);
    asm.emit(Insn::IntMul, &[int(1), one.clone(), int(3)]);
    asm.emit(Insn::Live, &[live]);
    asm.emit(Insn::GotoIfNot, &[int(1), Operand::Label(other)]);
    asm.emit(Insn::IntCopy, &[one, int(3)]);
    asm.emit(Insn::IntCopy, &[int(1), int(2)]);
    asm.emit(Insn::Goto, &[Operand::Label(end)]);
    asm.bind(other);
    asm.emit(Insn::IntNeg, &[int(0), int(3)]);
    asm.bind(end);
    asm.emit(Insn::IntReturn, &[int(3)]);
    colours(vec![asm.finish().unwrap()], |codes, all| {
        let green = |insn, reg| is_green(&codes[0], &all[0], insn, reg);
        assert!(!green(Insn::IntGuardValue, 0) && green(Insn::IntAdd, 0));
        assert!(green(Insn::GotoIfNot, 2) && !green(Insn::GotoIfNot, 3));
        // Known on both ways, or on one only.
        assert!(green(Insn::IntReturn, 3) && !green(Insn::IntReturn, 2));
    });
}

#[test]
fn what_all_calls_know() {
    let caller = |known: bool| {
        let mut liveness = Liveness::default();
        let live = Operand::Live(liveness.intern(&[0], &[], &[]));
        let mut asm = Assembler::new("caller", [3, 0, 0]);
        let seven = asm.const_int(JitConst::Int(7));
        let mut call = |arg: Operand, dst: u8| {
            let Operand::Reg(_, arg) = arg else { unreachable!() };
            let [refs, floats] = none();
            let ints = Operand::List(Kind::Int, vec![arg]);
            asm.emit(Insn::InlineCallI, &[Operand::JitCode(1), ints, refs, floats, int(dst)]);
            asm.emit(Insn::Live, std::slice::from_ref(&live));
        };
        call(seven.clone(), 1);
        call(if known { seven } else { int(0) }, 2);
        asm.emit(Insn::IntReturn, &[int(1)]);
        asm.finish().unwrap()
    };
    let callee = || {
        let mut asm = Assembler::new("callee", [1, 0, 0]);
        asm.emit(Insn::IntNeg, &[int(0), int(0)]);
        asm.emit(Insn::IntReturn, &[int(0)]);
        asm.finish().unwrap()
    };
    for known in [true, false] {
        colours(vec![caller(known), callee()], |codes, all| {
            assert_eq!(is_green(&codes[1], &all[1], Insn::IntNeg, 0), known);
            assert_eq!(is_green(&codes[0], &all[0], Insn::IntReturn, 1), known);
        });
    }
}
