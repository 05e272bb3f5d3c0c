//! Files and the standard streams.

use super::*;
use std::io::{BufRead, Read, Seek, SeekFrom, Write};

impl Host {
    pub(super) fn make_files(&mut self) {
        let modules = self.modules;
        let sys = self.ns_get(modules, "sys").expect("sys");
        let d = self.own_dict(sys).expect("dict");
        for (n, kind, mode) in [
            ("stdin", FileKind::Stdin, "r"),
            ("stdout", FileKind::Stdout, "w"),
            ("stderr", FileKind::Stderr, "w"),
        ] {
            let f = self.alloc(HostObj::File(Box::new(FileData {
                name: format!("<{n}>").into(),
                mode: mode.into(),
                kind,
                closed: false,
            })));
            self.ns_set(d, n, f);
            self.ns_set(d, &format!("__{n}__"), f);
        }
        let t = self.types.file;
        self.add_methods(t, METHODS);
        self.add_getset(
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
        self.add_getset(
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
        self.add_getset(t, "buffer", buffer, None);
    }

    /// The subclass of `OSError` for an error number.
    pub(crate) fn os_error_class(&self, errno: i32) -> HostRef {
        self.exc(match errno {
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
    pub(crate) fn os_error(&mut self, e: &std::io::Error, path: Option<&str>) -> HErr {
        let text = e.to_string();
        let text = text.split(" (os error").next().unwrap_or(&text).to_string();
        let c = self.os_error_class(e.raw_os_error().unwrap_or(0));
        let mut args = vec![self.int(i64::from(e.raw_os_error().unwrap_or(0))), self.str(&text)];
        if let Some(p) = path {
            args.push(self.str(p));
        }
        self.err_args(c, &args)
    }

    /// Writes to a file object; `None` is the program's standard output (`sys.stdout`).
    pub(crate) fn write_to(&mut self, file: Option<HostRef>, s: &[u8]) -> R<()> {
        let file = match file {
            Some(f) => f,
            None => {
                let modules = self.modules;
                let sys = self.ns_get(modules, "sys").expect("sys");
                let d = self.own_dict(sys).expect("dict");
                match self.ns_get(d, "stdout") {
                    Some(f) => f,
                    None => return Err(self.err("RuntimeError", "lost sys.stdout")),
                }
            }
        };
        if !matches!(self.obj(file), HostObj::File(_)) {
            let s = self.bytes(s);
            self.call_method(file, "write", &[s])?;
            return Ok(());
        }
        let captured = self.streams.captured.clone();
        let HostObj::File(f) = self.obj_mut(file) else { unreachable!() };
        let r = match (&mut f.kind, f.closed) {
            (_, true) => return Err(self.value_error("I/O operation on closed file.")),
            (FileKind::Stdout, _) => match captured {
                Some(buf) => {
                    buf.borrow_mut().extend_from_slice(s);
                    Ok(())
                }
                None => std::io::stdout().write_all(s),
            },
            (FileKind::Stderr, _) => std::io::stderr().write_all(s),
            (FileKind::File(f), _) => f.write_all(s),
            _ => return Err(self.value_error("not writable")),
        };
        r.map_err(|e| self.os_error(&e, None))
    }

    /// `open(name, mode)`
    pub(crate) fn open_file(&mut self, a: &[HostRef], k: &Kw) -> R {
        let [name, mode, ..] = self.named_args(
            "open",
            ["file", "mode", "buffering", "encoding", "errors", "newline"],
            1,
            a,
            k,
        )?;
        let name = self.name_arg(name.expect("file"))?;
        let mode = match mode {
            Some(m) => self.name_arg(m)?,
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
            _ => return Err(self.value_error(format!("invalid mode: '{mode}'"))),
        };
        match o.open(&*name) {
            Ok(f) if f.metadata().is_ok_and(|m| m.is_dir()) => {
                let e = std::io::Error::from_raw_os_error(21);
                Err(self.os_error(&e, Some(&name)))
            }
            Ok(f) => {
                let kind = if matches!(kind.as_str(), "r" | "") {
                    FileKind::Reader(std::io::BufReader::new(f))
                } else {
                    FileKind::File(f)
                };
                Ok(self.alloc(HostObj::File(Box::new(FileData {
                    name,
                    mode,
                    kind,
                    closed: false,
                }))))
            }
            Err(e) => Err(self.os_error(&e, Some(&name))),
        }
    }

    fn with_file<T>(
        &mut self,
        r: HostRef,
        f: impl FnOnce(&mut FileKind) -> std::io::Result<T>,
    ) -> R<T> {
        let HostObj::File(file) = self.obj_mut(r) else {
            return Err(self.type_error("file expected"));
        };
        if file.closed {
            return Err(self.value_error("I/O operation on closed file."));
        }
        match f(&mut file.kind) {
            Ok(v) => Ok(v),
            Err(e) => Err(self.os_error(&e, None)),
        }
    }

    /// A line with its end, empty at the end of the file.
    pub(crate) fn file_readline(&mut self, r: HostRef) -> R<Vec<u8>> {
        self.with_file(r, |k| {
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

    fn file_read(&mut self, r: HostRef, n: Option<u64>) -> R<Vec<u8>> {
        self.with_file(r, |k| {
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
}

/// `sys.stdout.buffer`, which is for bytes. Outside of Python 3 that is what `str` is.
fn buffer(h: &mut Host, file: HostRef) -> R {
    if h.running_python() != crate::Python::Three {
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
        h.arity("write", a, k, 2, 2)?;
        let Some(s) = h.byte_vec(a[1]).or_else(|| h.text(a[1]).map(|t| t.as_bytes().to_vec()))
        else {
            let m = format!("write() argument must be str, not {}", h.type_name(a[1]));
            return Err(h.type_error(m));
        };
        h.write_to(Some(a[0]), &s)?;
        if matches!(h.obj(a[0]), HostObj::File(f) if matches!(f.kind, FileKind::Stdout)) {
            h.streams.softspace = false;
        }
        Ok(h.int(s.len() as i64))
    }),
    ("writelines", |h, a, k| {
        h.arity("writelines", a, k, 2, 2)?;
        for x in h.iter_to_vec(a[1])? {
            let s = h.str_of_bytes(x)?;
            h.write_to(Some(a[0]), &s)?;
        }
        Ok(NONE)
    }),
    ("read", |h, a, k| {
        h.arity("read", a, k, 1, 2)?;
        let n = match a.get(1) {
            Some(n) if *n != NONE => Some(h.index(*n)?),
            _ => None,
        };
        let s = h.file_read(a[0], n.filter(|n| *n >= 0).map(|n| n as u64))?;
        Ok(h.bytes(&s))
    }),
    ("readline", |h, a, _| {
        let s = h.file_readline(a[0])?;
        Ok(h.bytes(&s))
    }),
    ("readlines", |h, a, _| {
        let mut v = vec![];
        loop {
            let s = h.file_readline(a[0])?;
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
        h.with_file(a[0], |k| match k {
            FileKind::Stdout => std::io::stdout().flush(),
            _ => Ok(()),
        })?;
        Ok(NONE)
    }),
    ("seek", |h, a, k| {
        h.arity("seek", a, k, 2, 3)?;
        let at = h.index(a[1])?;
        let whence = match a.get(2) {
            Some(w) => h.index(*w)?,
            None => 0,
        };
        let to = match whence {
            1 => SeekFrom::Current(at),
            2 => SeekFrom::End(at),
            _ => SeekFrom::Start(at.max(0) as u64),
        };
        let n = h.with_file(a[0], |k| match k {
            FileKind::Reader(f) => f.seek(to),
            FileKind::File(f) => f.seek(to),
            _ => Ok(0),
        })?;
        Ok(h.int(n as i64))
    }),
    ("tell", |h, a, _| {
        let n = h.with_file(a[0], |k| match k {
            FileKind::Reader(f) => f.stream_position(),
            FileKind::File(f) => f.stream_position(),
            _ => Ok(0),
        })?;
        Ok(h.int(n as i64))
    }),
    ("fileno", |h, a, _| {
        use std::os::fd::AsRawFd;
        let n = h.with_file(a[0], |k| {
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
        let b = h.with_file(a[0], |k| {
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
        h.call_method(a[0], "close", &[])?;
        Ok(FALSE)
    }),
];
