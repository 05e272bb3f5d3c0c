//! Files and streams of the running program.

use super::*;
use std::io::{BufRead, Read, Write};

/// Sends what the program writes to its standard output to a buffer (for tests).
pub fn capture_output(host: &mut Host) -> Rc<RefCell<Vec<u8>>> {
    let buf = Rc::new(RefCell::new(Vec::new()));
    host.streams.captured = Some(buf.clone());
    buf
}

/// The subclass of `OSError` for an error number.
pub(crate) fn os_error_class(host: &Host, errno: i32) -> HostRef {
    host.exc(match errno {
        1 | 13 => "PermissionError",
        2 => "FileNotFoundError",
        3 => "ProcessLookupError",
        4 => "InterruptedError",
        10 => "ChildProcessError",
        11 | 114 | 115 => "BlockingIOError",
        17 => "FileExistsError",
        20 => "NotADirectoryError",
        21 => "IsADirectoryError",
        32 | 108 => "BrokenPipeError",
        103 => "ConnectionAbortedError",
        104 => "ConnectionResetError",
        110 => "TimeoutError",
        111 => "ConnectionRefusedError",
        _ => "OSError",
    })
}

/// An `OSError` (or subclass) of a system error.
pub(crate) fn os_error(host: &mut Host, e: &std::io::Error, path: Option<&str>) -> HErr {
    let text = e.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text).to_string();
    let c = os_error_class(host, e.raw_os_error().unwrap_or(0));
    let mut args = vec![host.int(i64::from(e.raw_os_error().unwrap_or(0))), host.str(&text)];
    if let Some(p) = path {
        args.push(host.str(p));
    }
    host.err_args(c, &args)
}

/// Writes to a file object; `None` is the program's standard output (`sys.stdout`).
pub(crate) fn write_to(host: &mut Host, file: Option<HostRef>, s: &[u8]) -> R<()> {
    let file = match file {
        Some(f) => f,
        None => {
            let modules = host.modules;
            let sys = host.ns_get(modules, "sys").expect("sys");
            let d = lookups::own_dict(host, sys).expect("dict");
            match host.ns_get(d, "stdout") {
                Some(f) => f,
                None => return Err(host.err("RuntimeError", "lost sys.stdout")),
            }
        }
    };
    if !matches!(host.obj(file), HostObj::File(_)) {
        let s = host.bytes(s);
        special::call_method(host, file, "write", &[s])?;
        return Ok(());
    }
    let captured = host.streams.captured.clone();
    let HostObj::File(f) = host.obj_mut(file) else { unreachable!() };
    let r = match (&mut f.kind, f.closed) {
        (_, true) => return Err(host.value_error("I/O operation on closed file.")),
        (FileKind::Stdout, _) => match captured {
            Some(buf) => {
                buf.borrow_mut().extend_from_slice(s);
                Ok(())
            }
            None => std::io::stdout().write_all(s),
        },
        (FileKind::Stderr, _) => std::io::stderr().write_all(s),
        (FileKind::File(f), _) => f.write_all(s),
        _ => return Err(host.value_error("not writable")),
    };
    r.map_err(|e| os_error(host, &e, None))
}

/// `open(name, mode)`
pub(crate) fn open_file(host: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [name, mode, ..] = args::named(
        host,
        "open",
        ["file", "mode", "buffering", "encoding", "errors", "newline"],
        1,
        a,
        k,
    )?;
    let name = args::name_arg(host, name.expect("file"))?;
    let mode = match mode {
        Some(m) => args::name_arg(host, m)?,
        None => "r".into(),
    };
    let kind = mode.replace(['b', 't', 'U'], "");
    let mut o = std::fs::OpenOptions::new();
    match kind.as_str() {
        "r" | "" => o.read(true),
        "r+" => o.read(true).write(true),
        "w" => o.write(true).create(true).truncate(true),
        "w+" => o.read(true).write(true).create(true).truncate(true),
        "a" | "a+" => o.append(true).create(true).read(kind == "a+"),
        "x" => o.write(true).create_new(true),
        _ => return Err(host.value_error(format!("invalid mode: '{mode}'"))),
    };
    match o.open(&*name) {
        Ok(f) if f.metadata().is_ok_and(|m| m.is_dir()) => {
            let e = std::io::Error::from_raw_os_error(21);
            Err(os_error(host, &e, Some(&name)))
        }
        Ok(f) => {
            let kind = if matches!(kind.as_str(), "r" | "") {
                FileKind::Reader(std::io::BufReader::new(f))
            } else {
                FileKind::File(f)
            };
            Ok(host.alloc(HostObj::File(Box::new(FileData { name, mode, kind, closed: false }))))
        }
        Err(e) => Err(os_error(host, &e, Some(&name))),
    }
}

pub(crate) fn with_file<T>(
    host: &mut Host,
    r: HostRef,
    f: impl FnOnce(&mut FileKind) -> std::io::Result<T>,
) -> R<T> {
    let HostObj::File(file) = host.obj_mut(r) else {
        return Err(host.type_error("file expected"));
    };
    if file.closed {
        return Err(host.value_error("I/O operation on closed file."));
    }
    match f(&mut file.kind) {
        Ok(v) => Ok(v),
        Err(e) => Err(os_error(host, &e, None)),
    }
}

/// A line with its end, empty at the end of the file.
pub(crate) fn file_readline(host: &mut Host, r: HostRef) -> R<Vec<u8>> {
    with_file(host, r, |k| {
        let mut out = vec![];
        match k {
            FileKind::Stdin => {
                std::io::stdin().lock().read_until(b'\n', &mut out)?;
            }
            FileKind::Reader(f) => {
                f.read_until(b'\n', &mut out)?;
            }
            FileKind::File(f) => {
                let mut b = [0];
                while f.read(&mut b)? == 1 {
                    out.push(b[0]);
                    if b[0] == b'\n' {
                        break;
                    }
                }
            }
            _ => {}
        }
        Ok(out)
    })
}

pub(crate) fn file_read(host: &mut Host, r: HostRef, n: Option<u64>) -> R<Vec<u8>> {
    with_file(host, r, |k| {
        let mut out = vec![];
        let n = n.unwrap_or(u64::MAX);
        match k {
            FileKind::Stdin => std::io::stdin().lock().take(n).read_to_end(&mut out)?,
            FileKind::Reader(f) => f.take(n).read_to_end(&mut out)?,
            FileKind::File(f) => f.take(n).read_to_end(&mut out)?,
            _ => 0,
        };
        Ok(out)
    })
}
