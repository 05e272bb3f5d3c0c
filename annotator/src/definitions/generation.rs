//! The generation of Python that an operation is written in, and what it makes of text.

use crate::model::descs::DescKind;
use crate::prelude::*;
use flowspace::Python;
use flowspace::host::generation;

/// The generation of Python that the current operation is written in.
pub(crate) fn python_here(ann: &Facts, site: Site) -> Python {
    let Some(p) = site.position else { return Python::Neutral };
    let DescKind::Function(f) = &ann.descs[ann.graphs[p.graph].desc].kind else {
        return Python::Neutral;
    };
    ann.host.func(f.host).map_or(Python::Neutral, |f| generation::python_of(&ann.host, &f.code))
}

/// Says whether the current operation stands in a file of Python 3.
pub(crate) fn in_python3(ann: &Facts, site: Site) -> bool {
    python_here(ann, site) == Python::Three
}

/// Gives the text that an operation makes of any value: `str` in Python 3.
pub(crate) fn made_text(ann: &Facts, site: Site, result: SomeValue) -> SomeValue {
    match result.texts() == Texts::PLAIN && result.konst.is_none() && in_python3(ann, site) {
        true => result.with_texts(Texts::TEXT),
        false => result,
    }
}

/// Takes from a value that goes to a function of the library what is known of it in Python 3. Where each type has a
/// copy of the function, `bytes` keep what they are: their text differs.
pub(crate) fn forget_texts(s: &mut SomeValue, keep_bytes: bool) {
    match &mut s.kind {
        Kind::String { texts, .. } if !(keep_bytes && *texts == Texts::BYTES) => {
            *texts = Texts::PLAIN;
            if let Some(HlConst::Bytes(b)) = &s.konst {
                s.konst = Some(HlConst::Str(b.clone()));
            }
        }
        _ => {}
    }
}

/// Says whether the current operation stands in a file of Python 2: one that has something of it, or any other file of a
/// program with such files.
pub(crate) fn in_python2(ann: &Facts, site: Site) -> bool {
    python_here(ann, site) == flowspace::Python::Two
}

/// Strings, and those in a tuple, as `bytes`.
pub(crate) fn as_bytes(s: SomeValue) -> SomeValue {
    match &s.kind {
        Kind::Tuple(items) => SomeValue::tuple(items.iter().cloned().map(as_bytes).collect()),
        _ => s.with_texts(Texts::BYTES),
    }
}

/// Gives the result of a built-in function in a file of Python 3.
pub(crate) fn python3_result(name: &str, result: SomeValue) -> SomeValue {
    if flowspace::host::gives_bytes(name) {
        return as_bytes(result);
    }
    match name.strip_prefix("builtins.").unwrap_or(name) {
        "str" | "repr" | "hex" | "oct" | "bin" | "input" if result.texts() == Texts::PLAIN => {
            result.with_texts(Texts::TEXT)
        }
        "bytes" => result.with_texts(Texts::BYTES),
        _ => result,
    }
}

/// The result of a call of functions of the program or the library.
pub(crate) fn python3_call_result(ann: &Facts, callees: &[DescId], result: SomeValue) -> SomeValue {
    let [callee] = callees else { return result };
    let name = match &ann.descs[*callee].kind {
        DescKind::Function(f) => hv::registry_name(&ann.host, f.host),
        _ => None,
    };
    match name {
        Some(name) if flowspace::host::gives_bytes(&name) => as_bytes(result),
        _ => result,
    }
}
