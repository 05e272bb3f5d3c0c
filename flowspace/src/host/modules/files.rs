//! Files and the standard streams.

use super::*;
use std::io::{Seek, SeekFrom, Write};

pub(super) fn make(host: &mut Host) {
    let modules = host.modules;
    let sys = host.ns_get(modules, "sys").expect("sys");
    let d = lookups::own_dict(host, sys).expect("dict");
    for (n, kind, mode) in [
        ("stdin", FileKind::Stdin, "r"),
        ("stdout", FileKind::Stdout, "w"),
        ("stderr", FileKind::Stderr, "w"),
    ] {
        let f = host.alloc(HostObj::File(Box::new(FileData {
            name: format!("<{n}>").into(),
            mode: mode.into(),
            kind,
            closed: false,
        })));
        host.ns_set(d, n, f);
        host.ns_set(d, &format!("__{n}__"), f);
    }
    let t = host.types.file;
    registry::add_methods(host, t, METHODS);
    registry::add_getset(
        host,
        t,
        "name",
        |h, r| match h.obj(r) {
            HostObj::File(f) => {
                let n = f.name.clone();
                Ok(h.str(&n))
            }
            _ => Ok(NONE),
        },
        None,
    );
    registry::add_getset(
        host,
        t,
        "closed",
        |h, r| match h.obj(r) {
            HostObj::File(f) => {
                let c = f.closed;
                Ok(h.bool(c))
            }
            _ => Ok(NONE),
        },
        None,
    );
    registry::add_getset(host, t, "buffer", buffer, None);
}

/// `sys.stdout.buffer`, which is for bytes. Outside of Python 3 that is what `str` is.
fn buffer(h: &mut Host, file: HostRef) -> R {
    if generation::running_python(h) != crate::Python::Three {
        return Ok(file);
    }
    let HostObj::File(f) = h.obj(file) else { return Ok(file) };
    let (name, mode) = (f.name.clone(), format!("{}b", f.mode).into());
    let kind = match f.kind {
        FileKind::Stdin => FileKind::Stdin,
        FileKind::Stdout => FileKind::Stdout,
        FileKind::Stderr => FileKind::Stderr,
        _ => return Ok(file),
    };
    Ok(h.alloc(HostObj::File(Box::new(FileData { name, mode, kind, closed: false }))))
}

const METHODS: &[(&str, BFn)] = &[
    ("write", |h, a, k| {
        args::arity(h, "write", a, k, 2, 2)?;
        let Some(s) =
            text::byte_vec(h, a[1]).or_else(|| h.text(a[1]).map(|t| t.as_bytes().to_vec()))
        else {
            let m = format!("write() argument must be str, not {}", h.type_name(a[1]));
            return Err(h.type_error(m));
        };
        streams::write_to(h, Some(a[0]), &s)?;
        if matches!(h.obj(a[0]), HostObj::File(f) if matches!(f.kind, FileKind::Stdout)) {
            h.streams.softspace = false;
        }
        Ok(h.int(s.len() as i64))
    }),
    ("writelines", |h, a, k| {
        args::arity(h, "writelines", a, k, 2, 2)?;
        for x in h.iter_to_vec(a[1])? {
            let s = repr::str_bytes(h, x)?;
            streams::write_to(h, Some(a[0]), &s)?;
        }
        Ok(NONE)
    }),
    ("read", |h, a, k| {
        args::arity(h, "read", a, k, 1, 2)?;
        let n = match a.get(1) {
            Some(n) if *n != NONE => Some(numbers::index(h, *n)?),
            _ => None,
        };
        let s = streams::file_read(h, a[0], n.filter(|n| *n >= 0).map(|n| n as u64))?;
        Ok(h.bytes(&s))
    }),
    ("readline", |h, a, _| {
        let s = streams::file_readline(h, a[0])?;
        Ok(h.bytes(&s))
    }),
    ("readlines", |h, a, _| {
        let mut v = vec![];
        loop {
            let s = streams::file_readline(h, a[0])?;
            if s.is_empty() {
                return Ok(h.list(v));
            }
            v.push(h.bytes(&s));
        }
    }),
    ("close", |h, a, _| {
        if let HostObj::File(f) = h.obj_mut(a[0]) {
            f.closed = true;
            if !matches!(f.kind, FileKind::Stdin | FileKind::Stdout | FileKind::Stderr) {
                f.kind = FileKind::Stdin;
            }
        }
        Ok(NONE)
    }),
    ("flush", |h, a, _| {
        streams::with_file(h, a[0], |k| match k {
            FileKind::Stdout => std::io::stdout().flush(),
            _ => Ok(()),
        })?;
        Ok(NONE)
    }),
    ("seek", |h, a, k| {
        args::arity(h, "seek", a, k, 2, 3)?;
        let at = numbers::index(h, a[1])?;
        let whence = match a.get(2) {
            Some(w) => numbers::index(h, *w)?,
            None => 0,
        };
        let to = match whence {
            1 => SeekFrom::Current(at),
            2 => SeekFrom::End(at),
            _ => SeekFrom::Start(at.max(0) as u64),
        };
        let n = streams::with_file(h, a[0], |k| match k {
            FileKind::Reader(f) => f.seek(to),
            FileKind::File(f) => f.seek(to),
            _ => Ok(0),
        })?;
        Ok(h.int(n as i64))
    }),
    ("tell", |h, a, _| {
        let n = streams::with_file(h, a[0], |k| match k {
            FileKind::Reader(f) => f.stream_position(),
            FileKind::File(f) => f.stream_position(),
            _ => Ok(0),
        })?;
        Ok(h.int(n as i64))
    }),
    ("fileno", |h, a, _| {
        use std::os::fd::AsRawFd;
        let n = streams::with_file(h, a[0], |k| {
            Ok(match k {
                FileKind::Stdin => 0,
                FileKind::Stdout => 1,
                FileKind::Stderr => 2,
                FileKind::File(f) => f.as_raw_fd(),
                FileKind::Reader(f) => f.get_ref().as_raw_fd(),
            })
        })?;
        Ok(h.int(i64::from(n)))
    }),
    ("isatty", |h, a, _| {
        use std::io::IsTerminal;
        let b = streams::with_file(h, a[0], |k| {
            Ok(match k {
                FileKind::Stdin => std::io::stdin().is_terminal(),
                FileKind::Stdout => std::io::stdout().is_terminal(),
                FileKind::Stderr => std::io::stderr().is_terminal(),
                _ => false,
            })
        })?;
        Ok(h.bool(b))
    }),
    ("__enter__", |_, a, _| Ok(a[0])),
    ("__exit__", |h, a, _| {
        special::call_method(h, a[0], "close", &[])?;
        Ok(FALSE)
    }),
];
