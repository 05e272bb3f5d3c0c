//! Objects for the constants of code.

use super::*;
use crate::bytecode::ConstValue;

/// The `str` of a literal without prefix (the compiler gives literals that are not UTF-8, such
/// as `'\xff'`, as bytes).
pub(crate) fn literal_str(host: &mut Host, s: &str) -> HostRef {
    host.str(s)
}

/// The object for a literal.
pub(crate) fn const_object(host: &mut Host, c: &ConstValue) -> HostRef {
    match c {
        ConstValue::None => NONE,
        ConstValue::Ellipsis => ELLIPSIS,
        ConstValue::Bool(b) => host.bool(*b),
        ConstValue::Int(i) => host.int(*i),
        ConstValue::BigInt(b) => host.bigint(b.clone()),
        ConstValue::Float(f) => host.float(*f),
        // Complex numbers do not exist in RPython; an opaque object keeps the module loading.
        ConstValue::Complex(f) => {
            host.alloc(HostObj::Opaque { kind: "complex".into(), payload: f.to_bits() })
        }
        ConstValue::Str(s) => literal_str(host, s),
        ConstValue::Unicode(s) => host.unicode(s),
        ConstValue::Bytes(b) => generation::bytes(host, b),
        ConstValue::RawStr(b) => host.bytes(b),
        ConstValue::Tuple(t) => {
            let items: Vec<HostRef> = t.iter().map(|x| const_object(host, x)).collect();
            host.tuple(&items)
        }
        ConstValue::Code(c) => host.alloc(HostObj::Code(c.clone())),
    }
}
