//! Knowledge of constants: which objects do not change, and what was read from those that may.

use crate::bytecode::Instruction;
use crate::flow::state::FlowSpace;
use crate::host::{AssumedRead, HostObj, HostRef, Question, assumed};
use flowmodel::HlOp;

pub(crate) fn is_container(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    matches!(fs.host.obj(r), HostObj::List(_) | HostObj::Dict(_) | HostObj::Set(_))
}

/// Says whether it is a list of classes and functions that is not empty.
pub(crate) fn has_only_definitions(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    let HostObj::List(items) = fs.host.obj(r) else { return false };
    !items.is_empty() && items.iter().all(|i| is_definition(fs, *i))
}

/// A read that must give the same in the end.
pub(crate) fn assumed_read(
    fs: &mut FlowSpace<'_>,
    op: HlOp,
    container: HostRef,
    key: HostRef,
) -> Option<HostRef> {
    if fs.host.flow.changing_reads.contains(&assumed::place_of(fs.host, fs.at.span)) {
        return None;
    }
    let question = match op {
        HlOp::Contains => Question::Contains(key),
        HlOp::Len => Question::Len,
        _ => Question::Item(key),
    };
    let value = assumed::read_container(fs.host, container, question)?;
    let read = AssumedRead { container, question, value, span: fs.at.span };
    fs.host.flow.assumed_reads.push(read);
    Some(value)
}

/// Says whether the key of the current instruction comes out of a local variable or an operation.
pub(crate) fn key_is_computed(fs: &FlowSpace<'_>, op: HlOp) -> bool {
    let mut before = fs.code.instrs[..fs.at.pc].iter().rev();
    if op == HlOp::Contains {
        // The container was loaded last.
        match before.find(|i| !matches!(i, Instruction::LoadAttr(_))) {
            Some(
                Instruction::LoadGlobal(_)
                | Instruction::LoadDeref(_)
                | Instruction::LoadFast(_)
                | Instruction::LoadName(_),
            ) => {}
            _ => return false,
        }
    }
    !matches!(
        before.next(),
        None | Some(
            Instruction::LoadConst(_)
                | Instruction::LoadGlobal(_)
                | Instruction::LoadName(_)
                | Instruction::LoadAttr(_)
        )
    )
}

/// Says whether neither the object nor anything in it can change.
pub(crate) fn immutable(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    match fs.host.obj(r) {
        HostObj::None
        | HostObj::Bool(_)
        | HostObj::Int(_)
        | HostObj::BigInt(_)
        | HostObj::Float(_)
        | HostObj::Str(_)
        | HostObj::Unicode(_)
        | HostObj::Slice(..) => true,
        HostObj::Tuple(items) => items.iter().all(|&i| immutable(fs, i) || is_definition(fs, i)),
        _ => false,
    }
}

pub(crate) fn is_definition(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    matches!(
        fs.host.obj(r),
        HostObj::Function(_) | HostObj::Builtin(_) | HostObj::Class(_) | HostObj::Module(_)
    )
}

/// Such a function is shown by its name alone.
pub(crate) fn is_builtin_function(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    matches!(fs.host.obj(r), HostObj::Builtin(_))
}
