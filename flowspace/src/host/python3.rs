//! `bytes` of Python 3 at import time.
//!
//! Elsewhere `bytes` is `str`. Code of Python 3 keeps the two apart: its `b'…'` and what `encode`, `os.read` and binary
//! files give are `bytes`, an own class whose items are ints. Such an object is a `str` whose handle is marked, so that
//! everything that takes a `str` takes it, too. `==` and dictionaries do not see the difference.

use super::*;
use crate::Python;
use crate::bytecode::CodeObject;

/// Which Python the program is written in.
#[derive(Default)]
pub struct Generation {
    /// As far as is known: what files that do not tell are taken for. Use [`Host::settle_python`] to set it.
    pub(crate) python: Python,
    /// Whether a file of the program (not of the library) has something that only Python 2 has.
    pub python2: bool,
    /// A file of the program that does not tell its Python was compiled before it was known.
    pub(super) undecided_files: bool,
    /// The program is taken for one of Python 2 only because a file of it imports `rpython`: a file that is of Python 3 shows that
    /// it is not.
    pub(super) by_import: bool,
    /// The program turned out to be of Python 3 when some of its files had been run as those of Python 2: import it once
    /// more, with [`Host::settle_python`].
    pub late_python3: bool,
    /// Modules of an installed Python's library are there, which are of Python 3 whatever the program is.
    pub(super) python3_library: bool,
    /// Where the flow space counts the bytes of constant texts that are not ASCII, in files of Python 3.
    pub counted_texts: Vec<crate::Span>,
}

impl Generation {
    /// Whether there is code of Python 3 that makes `bytes`.
    pub(super) fn has_bytes(&self) -> bool {
        self.python == Python::Three || self.python3_library
    }
}

/// Whether a function of the library or of the host gives `bytes` to code of Python 3.
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

impl Host {
    /// The generation of the code that runs. Without any (a later stage asks) it is the program's.
    pub(crate) fn running_python(&self) -> Python {
        self.run.frames.last().map_or(self.generation.python, |f| f.code.python)
    }

    /// What files of the program that do not tell are taken for.
    pub fn program_python(&self) -> Python {
        self.generation.python
    }

    /// The generation of a code object of the program: a file that does not tell takes that of the program, also if it was
    /// read before that was known.
    pub fn python_of(&self, code: &CodeObject) -> Python {
        match code.python {
            Python::Neutral if self.generation.python == Python::Two => {
                let sources = self.sources.borrow();
                match sources.get(code.span.file) {
                    Some(file) if !self.is_library(&file.path) => Python::Two,
                    _ => Python::Neutral,
                }
            }
            python => python,
        }
    }

    /// A `bytes` object of Python 3.
    pub(crate) fn python3_bytes(&mut self, s: &[u8]) -> HostRef {
        if let Some(&r) = self.shared.bytes_by_value.get(s) {
            self.collector.shared_given();
            return r;
        }
        let value: Rc<[u8]> = s.into();
        let r = self.alloc(HostObj::Str(value.clone()));
        self.shared.bytes_objects.insert(r);
        if s.len() <= INTERN_LIMIT {
            self.shared.bytes_by_value.insert(value, r);
        }
        r
    }

    /// Whether an object is a `bytes` of Python 3.
    pub fn is_python3_bytes(&self, r: HostRef) -> bool {
        !self.shared.bytes_objects.is_empty() && self.shared.bytes_objects.contains(&r)
    }

    /// Whether the items of a `str` are ints here.
    pub(crate) fn has_int_items(&self, r: HostRef) -> bool {
        self.is_python3_bytes(r) && self.running_python() != Python::Neutral
    }

    /// To code that knows no `bytes`, such an object is a `str`.
    pub(crate) fn passes_for_str(&self, r: HostRef) -> bool {
        self.is_python3_bytes(r) && self.running_python() == Python::Neutral
    }

    /// What is made of `bytes` is `bytes`: strings, and those in a list or tuple.
    pub(crate) fn as_python3_bytes(&mut self, r: HostRef) -> HostRef {
        match self.obj(r) {
            HostObj::Str(s) => {
                let s = s.clone();
                self.python3_bytes(&s)
            }
            HostObj::Tuple(items) => {
                let items = items.clone();
                let items: Vec<_> = items.iter().map(|i| self.as_python3_bytes(*i)).collect();
                self.tuple(&items)
            }
            HostObj::List(items) => {
                let items = items.clone();
                let items: Vec<_> = items.iter().map(|i| self.as_python3_bytes(*i)).collect();
                self.list(items)
            }
            _ => r,
        }
    }

    /// The result of a built-in function in a program of Python 3.
    pub(crate) fn python3_result(
        &mut self,
        name: &str,
        args: &[HostRef],
        result: HostRef,
    ) -> HostRef {
        let bytes = match name.split_once('.') {
            Some(("bytes", "decode" | "hex" | "__repr__" | "__str__")) => false,
            Some(("bytes", _)) => true,
            Some(("file", "read" | "readline" | "readlines" | "next" | "__next__")) => {
                self.is_binary_file(args.first().copied())
            }
            _ => self.running_python() == Python::Three && gives_bytes(name),
        };
        if bytes { self.as_python3_bytes(result) } else { result }
    }

    /// The result of a function of the library that code of Python 3 called.
    pub(crate) fn python3_library_result(&mut self, function: HostRef, result: HostRef) -> HostRef {
        let HostObj::Function(f) = self.obj(function) else { return result };
        let module = self.ns_get(f.globals, "__name__").and_then(|m| self.text(m));
        let Some(module) = module else { return result };
        if gives_bytes(&format!("{module}.{}", f.qualname)) {
            return self.as_python3_bytes(result);
        }
        result
    }

    fn is_binary_file(&self, file: Option<HostRef>) -> bool {
        let is_three = self.running_python() == Python::Three;
        match file.map(|f| self.obj(f)) {
            Some(HostObj::File(f)) => is_three && f.mode.contains('b'),
            _ => false,
        }
    }

    /// The built-in object of a name, as code of a generation sees it.
    pub(crate) fn global_builtin(&self, name: &str, python: Python) -> Option<HostRef> {
        if name == "bytes" && python == Python::Three {
            return Some(self.types.bytes);
        }
        self.ns_get(self.builtins, name)
    }

    /// `bytes(…)` of Python 3.
    pub(crate) fn bytes_new(&mut self, a: &[HostRef], k: &Kw) -> R {
        let [_, x, enc, errors] =
            self.named_args("bytes", ["cls", "source", "encoding", "errors"], 1, a, k)?;
        let Some(x) = x else { return Ok(self.python3_bytes(b"")) };
        let value: Vec<u8> = match self.obj(self.base(x)) {
            HostObj::Str(s) if self.is_python3_bytes(x) => s.to_vec(),
            HostObj::Str(_) | HostObj::Unicode(_) => {
                let Some(enc) = enc else {
                    return Err(self.type_error("string argument without an encoding"));
                };
                let errors = errors.map_or(vec![], |e| vec![e]);
                let r = self.call_method(x, "encode", &[&[enc], &errors[..]].concat())?;
                return Ok(self.as_python3_bytes(r));
            }
            HostObj::ByteArray(s) => s.clone(),
            _ => match self.as_int(x) {
                Some(n) if n < 0 => return Err(self.value_error("negative count")),
                Some(n) if n as u64 > (1 << 32) => return Err(self.err("MemoryError", "")),
                Some(n) => vec![0; n as usize],
                None => {
                    let mut out = vec![];
                    for item in self.iter_to_vec(x)? {
                        let n = self.index(item)?;
                        let Ok(b) = u8::try_from(n) else {
                            return Err(self.value_error("bytes must be in range(0, 256)"));
                        };
                        out.push(b);
                    }
                    out
                }
            },
        };
        Ok(self.python3_bytes(&value))
    }
}
