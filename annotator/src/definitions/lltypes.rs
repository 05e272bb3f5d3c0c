//! Low-level types, and the host objects that stand for them.

use crate::hostview as hv;
use crate::model::state::Facts;
use crate::model::{LlType, SomeValue};
use flowmodel::{HlConst, HostRef, Type};
use flowspace::host::import;

/// Annotation of an opaque object of a later stage.
pub(crate) fn opaque(a: &Facts, r: HostRef) -> Option<SomeValue> {
    let hv::View::Opaque(kind) = hv::view(&a.host, r) else { return None };
    match &*kind {
        "lltype" => a.known.host_lltypes.get(&r).map(|t| SomeValue::lltype(*t)),
        "address" => Some(SomeValue::ADDRESS),
        "llptr" => match a.known.host_lltypes.get(&r) {
            Some(LlType::Value(t)) => Some(SomeValue::ptr(*t).with_const(HlConst::Host(r))),
            _ => None,
        },
        _ => None,
    }
}

/// A type object for a type: so that functions that make types can be called with it.
pub(crate) fn host_of_lltype(ann: &mut Facts, t: LlType) -> Option<HostRef> {
    let name = match t {
        LlType::Value(Type::GcRef) => "GCREF".to_string(),
        LlType::Value(t) if !matches!(t, Type::Ptr(_) | Type::FuncPtr(_)) => format!("{t:?}"),
        t => {
            let all = ann.known.host_lltypes.iter().filter(|(_, u)| **u == t);
            return all.map(|(r, _)| *r).min();
        }
    };
    let m = import::module(&mut ann.host, None, "rpython.rtyper.lltypesystem.lltype", 0, &[], true);
    hv::getattr(&mut ann.host, m.ok()?, &name)
}
