//! Tells which values low-level memory, casts and functions of C take.

use crate::kinds::type_objects::VOID_ARRAY;
use crate::prelude::*;
use flowmodel::Type;

/// Says whether `rffi.cast` knows the way between two types.
pub(crate) fn check_c_cast(ann: &Facts, site: Site, to: Type, from: &SomeValue) -> AResult<()> {
    let ok = |t: Type| !ann.types.is_gc(t) && t != Type::Void;
    match from.to_lltype() {
        Some(f) if f == to || (ok(f) && ok(to) && castable(f, to)) => Ok(()),
        Some(Type::Void) if matches!(to, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address) => Ok(()),
        _ => Err(ann.error(
            site,
            "lltype",
            format!("rffi.cast() from {} to {}", ann.show(from), ann.types.show(to)),
        )),
    }
}

pub(crate) fn castable(f: Type, t: Type) -> bool {
    let pointer = |t| matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address);
    let float = |t| matches!(t, Type::Float | Type::SingleFloat | Type::LongFloat);
    !(pointer(f) && float(t) || pointer(t) && float(f))
}

/// Says whether C converts a pointer of the one type to the other by itself, being a `void *`.
pub fn becomes_void_pointer(ann: &Facts, from: Type, to: Type) -> bool {
    let raw = |t: Type| match t {
        Type::Ptr(s) => Some(&ann.types.structs[s]).filter(|st| !st.gc),
        _ => None,
    };
    raw(from).is_some() && raw(to).is_some_and(|st| *st.name == *VOID_ARRAY)
}

/// Says whether a C function's parameter of this type takes the value. Numbers are converted, strings copied.
pub(crate) fn check_external_arg(
    ann: &Facts,
    site: Site,
    i: usize,
    t: Type,
    v: &SomeValue,
) -> AResult<()> {
    let number = |t: Type| t.is_integral() && t != Type::Void;
    let chars = |t: Type| {
        matches!(t, Type::Ptr(s) if !ann.types.structs[s].gc
            && ann.types.structs[s].item_type() == Some(Type::Char))
    };
    let ok = match v.to_lltype() {
        Some(f) if f == t => true,
        Some(Type::Void) => matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address),
        Some(Type::Char) if chars(t) => true,
        Some(f) if becomes_void_pointer(ann, f, t) => true,
        Some(f) if number(t) => number(f),
        Some(f) if matches!(t, Type::Float | Type::SingleFloat) => {
            number(f) || matches!(f, Type::Float | Type::SingleFloat | Type::LongFloat)
        }
        // Helpers pass their pointers as addresses.
        Some(f) => t == Type::Address && !f.is_integral(),
        None => v.is_str() && chars(t),
    };
    if ok {
        return Ok(());
    }
    Err(ann.error(
        site,
        "lltype",
        format!(
            "argument {} of a C function: {} where {} is expected",
            i + 1,
            ann.show(v),
            ann.types.show(t)
        ),
    ))
}

pub(crate) fn check_lowlevel_store(ann: &Facts, site: Site, t: Type, v: &SomeValue) -> AResult<()> {
    let ok = match v.to_lltype() {
        Some(have) => match (have, t) {
            (a, b) if a == b => true,
            (a, b) if becomes_void_pointer(ann, a, b) => true,
            (Type::Ptr(a), Type::Ptr(b)) => {
                ann.types.is_subtype(a, b) || ann.types.is_subtype(b, a)
            }
            (Type::Ptr(_), Type::GcRef) => true,
            (Type::Bool, Type::Signed | Type::Unsigned) => true,
            (Type::Signed | Type::Bool, Type::Float) => true,
            (Type::Signed, Type::Unsigned) => v.is_nonneg(),
            // A constant that fits.
            (Type::Signed | Type::Unsigned, b) if b.is_signed() || b.is_unsigned() => {
                v.const_int().is_some_and(|i| {
                    let bits = 8 * b.size() - u32::from(b.is_signed());
                    let low = if b.is_signed() { -(1i128 << bits) } else { 0 };
                    (low..1i128 << bits).contains(&(i as i128))
                })
            }
            // C converts these without loss.
            (a, b) if a.is_signed() || a.is_unsigned() => {
                a.size() < b.size() && (b.is_signed() || b.is_unsigned() && a.is_unsigned())
            }
            (Type::Void, Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_)) => true,
            _ => false,
        },
        None if matches!(v.kind, Kind::InteriorPtr(_)) => false,
        // A high-level value (a string): the RTyper knows its type.
        None => matches!(t, Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_)),
    };
    if ok {
        return Ok(());
    }
    Err(ann.error(site, "lltype", format!("a {} cannot hold {}", ann.types.show(t), ann.show(v))))
}
