//! Generation of Python: which one code is written in, and what that says about its values.

use super::*;
use crate::Python;
use crate::bytecode::CodeObject;

/// The generation of the code that runs. Without any (a later stage asks) it is the program's.
pub(crate) fn running_python(host: &Host) -> Python {
    host.run.frames.last().map_or(host.generation.python, |f| f.code.python)
}

/// Says what files of the program that do not tell are taken for.
pub fn program_python(host: &Host) -> Python {
    host.generation.python
}

/// The generation of a code object of the program: a file that does not tell takes that of the program, also if it was
/// read before that was known.
pub fn python_of(host: &Host, code: &CodeObject) -> Python {
    match code.python {
        Python::Neutral if host.generation.python == Python::Two => {
            let sources = host.sources.borrow();
            match sources.get(code.span.file) {
                Some(file) if !host.imports.is_library(&file.path) => Python::Two,
                _ => Python::Neutral,
            }
        }
        python => python,
    }
}

/// A `bytes` object of Python 3.
pub(crate) fn bytes(host: &mut Host, s: &[u8]) -> HostRef {
    if let Some(&r) = host.shared.bytes_by_value.get(s) {
        host.collector.shared_given();
        return r;
    }
    let value: Rc<[u8]> = s.into();
    let r = host.alloc(HostObj::Str(value.clone()));
    host.shared.bytes_objects.insert(r);
    if s.len() <= INTERN_LIMIT {
        host.shared.bytes_by_value.insert(value, r);
    }
    r
}

/// Says whether an object is a `bytes` of Python 3.
pub(crate) fn is_bytes(host: &Host, r: HostRef) -> bool {
    !host.shared.bytes_objects.is_empty() && host.shared.bytes_objects.contains(&r)
}

/// Says whether the items of a `str` are ints here.
pub(crate) fn has_int_items(host: &Host, r: HostRef) -> bool {
    is_bytes(host, r) && running_python(host) != Python::Neutral
}

/// Says whether an object passes for a `str` in code that knows no `bytes`.
pub(crate) fn passes_for_str(host: &Host, r: HostRef) -> bool {
    is_bytes(host, r) && running_python(host) == Python::Neutral
}

/// Says whether the code that runs is of a file of Python 2.
pub(crate) fn in_python2(host: &Host) -> bool {
    host.run.frames.last().is_some_and(|f| f.code.python == crate::Python::Two)
}
