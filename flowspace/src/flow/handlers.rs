//! Names in the `except` clauses around an instruction.

use crate::bytecode::{CodeObject, Instruction};
use crate::host::{Host, HostObj, HostRef};
use flowmodel::diag::Span;

/// Says whether an `except` around the attribute reads at a place of a function names an exception class (or names what is only
/// known at run time). Clauses for its base classes, which take nearly everything, do not count.
pub fn handler_names(host: &mut Host, func: HostRef, at: Span, class: HostRef) -> bool {
    let HostObj::Function(f) = host.obj(func) else { return false };
    let (code, globals) = (f.code.clone(), f.globals);
    let reads = (0..code.instrs.len())
        .filter(|pc| code.spans[*pc] == at && matches!(code.instrs[*pc], Instruction::LoadAttr(_)));
    let handled: Vec<usize> = reads.filter(|pc| code.handler_at(*pc).is_some()).collect();
    handled.into_iter().any(|pc| Clauses { host, code: &code, globals }.around_name(pc, class))
}

/// Says whether an `except` around an instruction of a function names an exception class, as [`handler_names`] has it.
pub(crate) fn around_names(
    host: &mut Host,
    code: &CodeObject,
    globals: HostRef,
    pc: usize,
    class: HostRef,
) -> bool {
    Clauses { host, code, globals }.around_name(pc, class)
}

struct Clauses<'a> {
    host: &'a mut Host,
    code: &'a CodeObject,
    globals: HostRef,
}

impl Clauses<'_> {
    fn around_name(&mut self, mut pc: usize, class: HostRef) -> bool {
        // (handlers of `finally` and `with` test nothing)
        while let Some(handler) = self.code.handler_at(pc) {
            pc = handler.target as usize;
            if self.chain_names(pc, class) {
                return true;
            }
        }
        false
    }

    /// A handler begins with the value and the type in variables. Each class of its clauses is compared by: the type, an
    /// expression, `ExceptionMatch`, a jump.
    fn chain_names(&mut self, start: usize, class: HostRef) -> bool {
        let Some([Instruction::StoreFast(_), Instruction::StoreFast(ty), ..]) =
            self.code.instrs.get(start..)
        else {
            return false;
        };
        let mut at = start + 2;
        loop {
            match &self.code.instrs[at..] {
                [Instruction::LoadFast(v), Instruction::LoadFast(_), Instruction::Reraise, ..]
                    if v == ty =>
                {
                    return false;
                }
                [Instruction::LoadFast(v), rest @ ..] if v == ty => {
                    let Some(n) = rest.iter().position(|op| *op == Instruction::ExceptionMatch)
                    else {
                        return false;
                    };
                    match self.value(&rest[..n]) {
                        Some(named) if !self.is_or_holds(named, class) => {}
                        _ => return true,
                    }
                    at = match rest[n + 1] {
                        Instruction::PopJumpIfFalse(next) => next as usize,
                        _ => at + n + 3,
                    };
                }
                // Behind the last class of a tuple.
                [Instruction::Jump(next), ..] if *next as usize > at => at = *next as usize,
                _ => return false,
            }
        }
    }

    /// The value of an expression of names.
    fn value(&mut self, ops: &[Instruction]) -> Option<HostRef> {
        let (first, attrs) = ops.split_first()?;
        let Instruction::LoadGlobal(name) = first else { return None };
        let name = self.code.names[*name as usize];
        let mut value = [self.globals, self.host.builtins]
            .into_iter()
            .find_map(|ns| self.host.ns_get(ns, name.as_str()))?;
        for op in attrs {
            let Instruction::LoadAttr(name) = op else { return None };
            let name = self.code.names[*name as usize];
            value = self.host.getattr_opt(value, name.as_str()).ok()??;
        }
        Some(value)
    }

    fn is_or_holds(&self, named: HostRef, class: HostRef) -> bool {
        match self.host.obj(named) {
            HostObj::Tuple(classes) => classes.iter().any(|c| self.is_or_holds(*c, class)),
            _ => named == class,
        }
    }
}
