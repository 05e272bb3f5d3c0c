//! `bytes` of Python 3 at import time.
//!
//! Elsewhere `bytes` is `str`. Code of Python 3 keeps the two apart: its `b'…'` and what `encode`, `os.read` and binary
//! files give are `bytes`, an own class whose items are ints. Such an object is a `str` whose handle is marked, so that
//! everything that takes a `str` takes it, too. `==` and dictionaries do not see the difference.

use super::*;
use crate::Python;

/// Says whether a function of the library or of the host gives `bytes` to code of Python 3.
pub fn gives_bytes(name: &str) -> bool {
    let name = name.strip_prefix("builtins.").unwrap_or(name);
    matches!(
        name,
        "os.read"
            | "os.urandom"
            | "int.to_bytes"
            | "str.encode"
            | "struct.pack"
            | "struct.unpack"
            | "struct.unpack_from"
            | "codecs.encode"
            | "base64.encodebytes"
            | "base64.decodebytes"
            | "base64.standard_b64encode"
            | "base64.standard_b64decode"
            | "base64.b64encode"
            | "base64.b64decode"
            | "base64.urlsafe_b64encode"
            | "base64.urlsafe_b64decode"
            | "base64.b16encode"
            | "base64.b16decode"
            | "binascii.hexlify"
            | "binascii.unhexlify"
            | "binascii.b2a_base64"
            | "binascii.a2b_base64"
            | "hashlib._Hash.digest"
    )
}

/// Marks what is made of `bytes` as `bytes`: strings, and those in a list or tuple.
pub(crate) fn as_bytes(host: &mut Host, r: HostRef) -> HostRef {
    match host.obj(r) {
        HostObj::Str(s) => {
            let s = s.clone();
            generation::bytes(host, &s)
        }
        HostObj::Tuple(items) => {
            let items = items.clone();
            let items: Vec<_> = items.iter().map(|i| as_bytes(host, *i)).collect();
            host.tuple(&items)
        }
        HostObj::List(items) => {
            let items = items.clone();
            let items: Vec<_> = items.iter().map(|i| as_bytes(host, *i)).collect();
            host.list(items)
        }
        _ => r,
    }
}

/// The result of a built-in function in a program of Python 3.
pub(crate) fn result(host: &mut Host, name: &str, args: &[HostRef], result: HostRef) -> HostRef {
    let bytes = match name.split_once('.') {
        Some(("bytes", "decode" | "hex" | "__repr__" | "__str__")) => false,
        Some(("bytes", _)) => true,
        Some(("file", "read" | "readline" | "readlines" | "next" | "__next__")) => {
            is_binary_file(host, args.first().copied())
        }
        _ => generation::running_python(host) == Python::Three && gives_bytes(name),
    };
    if bytes { as_bytes(host, result) } else { result }
}

/// The result of a function of the library that code of Python 3 called.
pub(crate) fn library_result(host: &mut Host, function: HostRef, result: HostRef) -> HostRef {
    let HostObj::Function(f) = host.obj(function) else { return result };
    let module = host.ns_get(f.globals, "__name__").and_then(|m| host.text(m));
    let Some(module) = module else { return result };
    if gives_bytes(&format!("{module}.{}", f.qualname)) {
        return as_bytes(host, result);
    }
    result
}

fn is_binary_file(host: &Host, file: Option<HostRef>) -> bool {
    let is_three = generation::running_python(host) == Python::Three;
    match file.map(|f| host.obj(f)) {
        Some(HostObj::File(f)) => is_three && f.mode.contains('b'),
        _ => false,
    }
}

/// The built-in object of a name, as code of a generation sees it.
pub(crate) fn global_builtin(host: &Host, name: &str, python: Python) -> Option<HostRef> {
    if name == "bytes" && python == Python::Three {
        return Some(host.types.bytes);
    }
    host.ns_get(host.builtins, name)
}

/// `bytes(…)` of Python 3.
pub(crate) fn new_bytes(host: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, x, enc, errors] =
        args::named(host, "bytes", ["cls", "source", "encoding", "errors"], 1, a, k)?;
    let Some(x) = x else { return Ok(generation::bytes(host, b"")) };
    let value: Vec<u8> = match host.obj(host.base(x)) {
        HostObj::Str(s) if generation::is_bytes(host, x) => s.to_vec(),
        HostObj::Str(_) | HostObj::Unicode(_) => {
            let Some(enc) = enc else {
                return Err(host.type_error("string argument without an encoding"));
            };
            let errors = errors.map_or(vec![], |e| vec![e]);
            let r = special::call_method(host, x, "encode", &[&[enc], &errors[..]].concat())?;
            return Ok(as_bytes(host, r));
        }
        HostObj::ByteArray(s) => s.clone(),
        _ => match host.as_int(x) {
            Some(n) if n < 0 => return Err(host.value_error("negative count")),
            Some(n) if n as u64 > (1 << 32) => return Err(host.err("MemoryError", "")),
            Some(n) => vec![0; n as usize],
            None => {
                let mut out = vec![];
                for item in host.iter_to_vec(x)? {
                    let n = numbers::index(host, item)?;
                    let Ok(b) = u8::try_from(n) else {
                        return Err(host.value_error("bytes must be in range(0, 256)"));
                    };
                    out.push(b);
                }
                out
            }
        },
    };
    Ok(generation::bytes(host, &value))
}

/// Makes the object a list. In Python 2 `range`, `map`, `filter`, `zip`, `d.keys()`, … give lists.
/// Here they are lazy as in Python 3, until an operation that only a list has.
pub(crate) fn become_list(host: &mut Host, r: HostRef) -> R<bool> {
    match host.obj(r) {
        HostObj::Range(..) | HostObj::DictView(..) | HostObj::Iter(_) => {
            let items = host.iter_to_vec(r)?;
            *host.obj_mut(r) = HostObj::List(items);
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Says which Python the program is written in. Files that do not tell are taken for that, and `sys.version_info` is
/// what programs of that generation expect.
pub fn settle_python(host: &mut Host, python: crate::Python) {
    host.generation.python = python;
    if let Some(sys) = host.ns_get(host.modules, "sys") {
        set_version(host, sys);
    }
}

/// `sys.version_info` and the like. Programs of RPython expect those of Python 2.7, as the original runs on it.
pub(crate) fn set_version(host: &mut Host, sys: HostRef) {
    let d = lookups::own_dict(host, sys).expect("dict");
    let (text, hex, numbers) = match host.generation.python {
        crate::Python::Three => ("3.11.0 (Tracewright host)", 0x030b00f0, [3, 11, 0]),
        _ => ("2.7.18 (Tracewright host)", 0x020712f0, [2, 7, 18]),
    };
    let text = host.str(text);
    host.ns_set(d, "version", text);
    let hex = host.int(hex);
    host.ns_set(d, "hexversion", hex);
    let v = [
        ("major", host.int(numbers[0])),
        ("minor", host.int(numbers[1])),
        ("micro", host.int(numbers[2])),
        ("releaselevel", host.str("final")),
        ("serial", host.int(0)),
    ];
    let v = registry::named_sequence(host, &v);
    host.ns_set(d, "version_info", v);
}
