//! `os` and `os.path`.

use super::*;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Names of `os` that are written in Python there, so that `posix` lacks them.
const IN_PYTHON: [&str; 29] = [
    "name",
    "sep",
    "linesep",
    "pathsep",
    "curdir",
    "pardir",
    "extsep",
    "altsep",
    "devnull",
    "path",
    "spawnl",
    "spawnle",
    "spawnlp",
    "spawnlpe",
    "spawnv",
    "spawnve",
    "spawnvp",
    "spawnvpe",
    "execl",
    "execle",
    "execlp",
    "execlpe",
    "execvp",
    "execvpe",
    "makedirs",
    "removedirs",
    "renames",
    "walk",
    "getenv",
];

/// Tells whether `posix` has this name of `os`.
fn is_of_posix(name: &str) -> bool {
    !IN_PYTHON.contains(&name)
}

pub(super) fn make(host: &mut Host) {
    let m = registry::new_module(host, "os", None);
    let d = lookups::own_dict(host, m).expect("dict");
    registry::add_functions(host, m, FUNCTIONS);
    for (n, v) in [
        ("O_RDONLY", 0),
        ("O_WRONLY", 1),
        ("O_RDWR", 2),
        ("O_CREAT", 0o100),
        ("O_EXCL", 0o200),
        ("O_TRUNC", 0o1000),
        ("O_APPEND", 0o2000),
        ("O_NONBLOCK", 0o4000),
        ("O_NDELAY", 0o4000),
        ("SEEK_SET", 0),
        ("SEEK_CUR", 1),
        ("SEEK_END", 2),
        ("F_OK", 0),
        ("R_OK", 4),
        ("W_OK", 2),
        ("X_OK", 1),
    ] {
        let v = host.int(v);
        host.ns_set(d, n, v);
    }
    for (n, s) in [
        ("name", "posix"),
        ("sep", "/"),
        ("linesep", "\n"),
        ("pathsep", ":"),
        ("curdir", "."),
        ("pardir", ".."),
        ("extsep", "."),
        ("devnull", "/dev/null"),
    ] {
        let v = host.str(s);
        host.ns_set(d, n, v);
    }
    host.ns_set(d, "altsep", NONE);
    let e = host.exc("OSError");
    host.ns_set(d, "error", e);
    let env = host.new_dict();
    for (k, v) in std::env::vars() {
        let v = host.str(&v);
        host.ns_set(env, &k, v);
    }
    host.ns_set(d, "environ", env);
    host.environ = env;

    let p = registry::new_module(host, "os.path", None);
    registry::add_functions(host, p, PATH);
    let pd = lookups::own_dict(host, p).expect("dict");
    for n in ["sep", "curdir", "pardir", "extsep", "pathsep", "altsep"] {
        if let Some(v) = host.ns_get(d, n) {
            host.ns_set(pd, n, v);
        }
    }
    host.ns_set(d, "path", p);
    modules::parts::more_in(
        host,
        m,
        |h, a, _| modules::parts::part_of_module(h, "_os", a),
        |h, a, _| modules::parts::names_with_part(h, a[0], "_os"),
    );
    modules::parts::more_in(
        host,
        p,
        |h, a, _| modules::parts::part_of_module(h, "_ospath", a),
        |h, a, _| modules::parts::names_with_part(h, a[0], "_ospath"),
    );
    let posix = registry::new_module(host, "posix", None);
    let posix_dict = lookups::own_dict(host, posix).expect("dict");
    for (name, value) in host.dict_items(d) {
        if let Some(name) = host.text(name).filter(|n| is_of_posix(n) && !n.starts_with("__")) {
            host.ns_set(posix_dict, &name, value);
        }
    }
    modules::parts::more_in(host, posix, |h, a, _| of_posix(h, a), |h, _, _| names_of_posix(h));
    let modules = host.modules;
    host.ns_set(modules, "posixpath", p);
    host.ns_set(modules, "posix", posix);
}

/// `os`, which `posix` has most of its names from.
fn module_os(host: &Host) -> Option<HostRef> {
    host.ns_get(host.modules, "os")
}

fn of_posix(host: &mut Host, a: &[HostRef]) -> R {
    let name = args::name_arg(host, a[0])?;
    match module_os(host) {
        Some(os) if is_of_posix(&name) => host.getattr(os, &name),
        _ => {
            let m = format!("module 'posix' has no attribute '{name}'");
            Err(host.err("AttributeError", m))
        }
    }
}

fn names_of_posix(host: &mut Host) -> R {
    let Some(os) = module_os(host) else { return Ok(host.list(vec![])) };
    let names = modules::parts::names_with_part(host, os, "_os")?;
    let mut kept = host.iter_to_vec(names)?;
    kept.retain(|n| host.text(*n).is_some_and(|n| is_of_posix(&n)));
    Ok(host.list(kept))
}

pub(super) fn path_arg(host: &mut Host, r: HostRef) -> R<Rc<str>> {
    match host.text(r) {
        Some(t) => Ok(t),
        None => {
            let m = format!("expected str, bytes or os.PathLike object, not {}", host.type_name(r));
            Err(host.type_error(m))
        }
    }
}

fn fd_file(host: &mut Host, fd: i64) -> R<&mut std::fs::File> {
    if !host.streams.fds.contains_key(&fd) {
        let e = std::io::Error::from_raw_os_error(9);
        return Err(streams::os_error(host, &e, None));
    }
    Ok(host.streams.fds.get_mut(&fd).expect("open"))
}

/// The result of a C function that is negative where `errno` tells more.
fn system_call(host: &mut Host, result: i32) -> R<i32> {
    match result {
        0.. => Ok(result),
        _ => Err(streams::os_error(host, &std::io::Error::last_os_error(), None)),
    }
}

/// Takes over a file descriptor that a C function has made.
fn own_fd(host: &mut Host, fd: i32) -> HostRef {
    host.streams.fds.insert(fd.into(), unsafe { std::fs::File::from_raw_fd(fd) });
    host.int(fd.into())
}

pub(crate) fn io<T>(host: &mut Host, r: std::io::Result<T>, path: Option<&str>) -> R<T> {
    r.map_err(|e| streams::os_error(host, &e, path))
}

const FUNCTIONS: &[(&str, BFn)] = &[
    ("open", |h, a, k| {
        let [path, flags, mode, _] =
            args::named(h, "open", ["path", "flags", "mode", "dir_fd"], 2, a, k)?;
        let path = path_arg(h, path.expect("path"))?;
        let flags = numbers::index(h, flags.expect("flags"))?;
        let mode = match mode {
            Some(m) => numbers::index(h, m)?,
            None => 0o777,
        };
        let mut o = std::fs::OpenOptions::new();
        match flags & 3 {
            0 => o.read(true),
            1 => o.write(true),
            _ => o.read(true).write(true),
        };
        if flags & 3 != 0 {
            o.append(flags & 0o2000 != 0);
            o.truncate(flags & 0o1000 != 0 && flags & 0o2000 == 0);
            if flags & 0o200 != 0 {
                o.create_new(flags & 0o100 != 0);
            } else {
                o.create(flags & 0o100 != 0);
            }
        }
        o.mode(mode as u32);
        let r = o.open(&*path);
        let f = io(h, r, Some(&path))?;
        let fd = i64::from(f.as_raw_fd());
        h.streams.fds.insert(fd, f);
        Ok(h.int(fd))
    }),
    ("read", |h, a, k| {
        args::arity(h, "read", a, k, 2, 2)?;
        let (fd, n) = (numbers::index(h, a[0])?, numbers::index(h, a[1])?);
        if n < 0 {
            let e = std::io::Error::from_raw_os_error(22);
            return Err(streams::os_error(h, &e, None));
        }
        let mut buf = vec![0; n as usize];
        let r =
            if fd == 0 { std::io::stdin().read(&mut buf) } else { fd_file(h, fd)?.read(&mut buf) };
        let n = io(h, r, None)?;
        Ok(h.bytes(&buf[..n]))
    }),
    ("write", |h, a, k| {
        args::arity(h, "write", a, k, 2, 2)?;
        let fd = numbers::index(h, a[0])?;
        let Some(s) = text::byte_vec(h, a[1]) else {
            return Err(h.type_error("a bytes-like object is required"));
        };
        match fd {
            1 => match h.streams.captured.clone() {
                Some(c) => c.borrow_mut().extend_from_slice(&s),
                None => {
                    let mut out = std::io::stdout();
                    let r = out.write_all(&s).and_then(|()| out.flush());
                    io(h, r, None)?;
                }
            },
            2 => {
                let r = std::io::stderr().write_all(&s);
                io(h, r, None)?;
            }
            _ => {
                let r = fd_file(h, fd)?.write_all(&s);
                io(h, r, None)?;
            }
        }
        Ok(h.int(s.len() as i64))
    }),
    ("close", |h, a, k| {
        args::arity(h, "close", a, k, 1, 1)?;
        let fd = numbers::index(h, a[0])?;
        if (0..3).contains(&fd) {
            return Ok(NONE);
        }
        fd_file(h, fd)?;
        h.streams.fds.shift_remove(&fd);
        Ok(NONE)
    }),
    ("lseek", |h, a, k| {
        args::arity(h, "lseek", a, k, 3, 3)?;
        let (fd, at, how) =
            (numbers::index(h, a[0])?, numbers::index(h, a[1])?, numbers::index(h, a[2])?);
        let to = match how {
            0 => SeekFrom::Start(at.max(0) as u64),
            1 => SeekFrom::Current(at),
            _ => SeekFrom::End(at),
        };
        let r = fd_file(h, fd)?.seek(to);
        let n = io(h, r, None)?;
        Ok(h.int(n as i64))
    }),
    ("isatty", |h, a, k| {
        use std::io::IsTerminal;
        args::arity(h, "isatty", a, k, 1, 1)?;
        let b = match numbers::index(h, a[0])? {
            0 => std::io::stdin().is_terminal(),
            1 => std::io::stdout().is_terminal(),
            2 => std::io::stderr().is_terminal(),
            _ => false,
        };
        Ok(h.bool(b))
    }),
    ("getcwd", |h, _, _| {
        let r = std::env::current_dir();
        let d = io(h, r, None)?;
        Ok(h.str(&d.to_string_lossy()))
    }),
    ("getpid", |h, _, _| Ok(h.int(i64::from(std::process::id())))),
    ("getenv", |h, a, k| {
        args::arity(h, "getenv", a, k, 1, 2)?;
        let name = path_arg(h, a[0])?;
        let modules = h.modules;
        let os = h.ns_get(modules, "os").and_then(|m| lookups::own_dict(h, m));
        let env = os.and_then(|d| h.ns_get(d, "environ")).filter(|e| h.dict(*e).is_some());
        let found = env.and_then(|e| h.ns_get(e, &name));
        Ok(found.unwrap_or(a.get(1).copied().unwrap_or(NONE)))
    }),
    ("listdir", |h, a, k| {
        args::arity(h, "listdir", a, k, 0, 1)?;
        let p = match a.first() {
            Some(p) => path_arg(h, *p)?,
            None => ".".into(),
        };
        let r = std::fs::read_dir(&*p);
        let rd = io(h, r, Some(&p))?;
        // Sorted: the system's order is not reproducible.
        let mut names: Vec<String> =
            rd.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        let v = names.iter().map(|n| h.str(n)).collect();
        Ok(h.list(v))
    }),
    ("unlink", remove),
    ("remove", remove),
    ("mkdir", |h, a, _| {
        let p = path_arg(h, a[0])?;
        let r = std::fs::create_dir(&*p);
        io(h, r, Some(&p))?;
        Ok(NONE)
    }),
    ("makedirs", |h, a, _| {
        let p = path_arg(h, a[0])?;
        let r = std::fs::create_dir_all(&*p);
        io(h, r, Some(&p))?;
        Ok(NONE)
    }),
    ("rmdir", |h, a, _| {
        let p = path_arg(h, a[0])?;
        let r = std::fs::remove_dir(&*p);
        io(h, r, Some(&p))?;
        Ok(NONE)
    }),
    ("rename", |h, a, k| {
        args::arity(h, "rename", a, k, 2, 2)?;
        let (x, y) = (path_arg(h, a[0])?, path_arg(h, a[1])?);
        let r = std::fs::rename(&*x, &*y);
        io(h, r, Some(&x))?;
        Ok(NONE)
    }),
    ("chmod", |h, a, k| {
        args::arity(h, "chmod", a, k, 2, 2)?;
        let (p, mode) = (path_arg(h, a[0])?, numbers::index(h, a[1])?);
        let r = std::fs::set_permissions(&*p, PermissionsExt::from_mode(mode as u32));
        io(h, r, Some(&p))?;
        Ok(NONE)
    }),
    ("access", |h, a, k| {
        args::arity(h, "access", a, k, 2, 2)?;
        let (p, mode) = (path_arg(h, a[0])?, numbers::index(h, a[1])?);
        let ok = match std::fs::metadata(&*p) {
            Ok(m) => mode & 1 == 0 || m.mode() & 0o111 != 0,
            Err(_) => false,
        };
        Ok(h.bool(ok))
    }),
    ("strerror", |h, a, k| {
        args::arity(h, "strerror", a, k, 1, 1)?;
        let n = numbers::index(h, a[0])?;
        let s = std::io::Error::from_raw_os_error(n as i32).to_string();
        let s = s.split(" (os error").next().unwrap_or(&s).to_string();
        Ok(h.str(&s))
    }),
    ("urandom", |h, a, k| {
        args::arity(h, "urandom", a, k, 1, 1)?;
        let n = numbers::index(h, a[0])?.max(0) as u64;
        let mut v = vec![];
        let r = std::fs::File::open("/dev/urandom").and_then(|f| f.take(n).read_to_end(&mut v));
        io(h, r, None)?;
        Ok(h.bytes(&v))
    }),
    ("system", |h, a, k| at_import_time(h, "system", a, k)),
    ("abort", |h, _, _| at_run_time(h, "abort")),
    ("popen", |h, a, k| at_import_time(h, "popen", a, k)),
    ("chdir", |h, a, k| {
        let p = one(h, a, k)?;
        let r = std::env::set_current_dir(&*p);
        io(h, r, Some(&p))?;
        Ok(NONE)
    }),
    ("dup", |h, a, k| {
        args::arity(h, "dup", a, k, 1, 1)?;
        let fd = numbers::index(h, a[0])?;
        let fd = system_call(h, unsafe { libc::dup(fd as i32) })?;
        Ok(own_fd(h, fd))
    }),
    ("dup2", |h, a, k| {
        args::arity(h, "dup2", a, k, 2, 3)?;
        let (from, to) = (numbers::index(h, a[0])?, numbers::index(h, a[1])?);
        if h.streams.captured.is_none() {
            let r = std::io::stdout().flush();
            io(h, r, None)?;
        }
        system_call(h, unsafe { libc::dup2(from as i32, to as i32) })?;
        if to > 2 && !h.streams.fds.contains_key(&to) {
            own_fd(h, to as i32);
        }
        Ok(a[1])
    }),
    ("pipe", |h, a, k| {
        args::arity(h, "pipe", a, k, 0, 0)?;
        let mut ends = [0; 2];
        system_call(h, unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
        let ends = ends.map(|fd| own_fd(h, fd));
        Ok(h.tuple(&ends))
    }),
    ("ftruncate", |h, a, k| {
        args::arity(h, "ftruncate", a, k, 2, 2)?;
        let (fd, n) = (numbers::index(h, a[0])?, numbers::index(h, a[1])?);
        let r = fd_file(h, fd)?.set_len(n as u64);
        io(h, r, None)?;
        Ok(NONE)
    }),
    ("fsync", |h, a, k| {
        args::arity(h, "fsync", a, k, 1, 1)?;
        let fd = numbers::index(h, a[0])?;
        let r = fd_file(h, fd)?.sync_all();
        io(h, r, None)?;
        Ok(NONE)
    }),
    ("sync", |h, a, k| {
        args::arity(h, "sync", a, k, 0, 0)?;
        unsafe { libc::sync() };
        Ok(NONE)
    }),
    ("getppid", |h, _, _| Ok(h.int(unsafe { libc::getppid() }.into()))),
    ("getuid", |h, _, _| Ok(h.int(unsafe { libc::getuid() }.into()))),
    ("geteuid", |h, _, _| Ok(h.int(unsafe { libc::geteuid() }.into()))),
    ("getgid", |h, _, _| Ok(h.int(unsafe { libc::getgid() }.into()))),
    ("getegid", |h, _, _| Ok(h.int(unsafe { libc::getegid() }.into()))),
    ("kill", |h, a, k| {
        args::arity(h, "kill", a, k, 2, 2)?;
        let (pid, signal) = (numbers::index(h, a[0])?, numbers::index(h, a[1])?);
        system_call(h, unsafe { libc::kill(pid as i32, signal as i32) })?;
        Ok(NONE)
    }),
    ("symlink", |h, a, k| {
        args::arity(h, "symlink", a, k, 2, 2)?;
        let (x, y) = (path_arg(h, a[0])?, path_arg(h, a[1])?);
        let r = std::os::unix::fs::symlink(&*x, &*y);
        io(h, r, Some(&x))?;
        Ok(NONE)
    }),
    ("link", |h, a, k| {
        args::arity(h, "link", a, k, 2, 2)?;
        let (x, y) = (path_arg(h, a[0])?, path_arg(h, a[1])?);
        let r = std::fs::hard_link(&*x, &*y);
        io(h, r, Some(&x))?;
        Ok(NONE)
    }),
    ("readlink", |h, a, k| {
        let p = one(h, a, k)?;
        let r = std::fs::read_link(&*p);
        let to = io(h, r, Some(&p))?;
        Ok(h.bytes(to.as_os_str().as_bytes()))
    }),
    ("lstat", |h, a, k| {
        let p = one(h, a, k)?;
        let r = std::fs::symlink_metadata(&*p);
        let m = io(h, r, Some(&p))?;
        stat_object(h, &m)
    }),
    ("putenv", |h, a, k| at_import_time(h, "putenv", a, k)),
    ("unsetenv", |h, a, k| at_import_time(h, "unsetenv", a, k)),
    ("fdopen", |h, a, k| {
        args::arity(h, "fdopen", a, k, 1, 3)?;
        let fd = numbers::index(h, a[0])?;
        let mode: Rc<str> = match a.get(1) {
            Some(m) => args::name_arg(h, *m)?,
            None => "r".into(),
        };
        let kind = match fd {
            0 => FileKind::Stdin,
            1 => FileKind::Stdout,
            2 => FileKind::Stderr,
            _ => {
                fd_file(h, fd)?;
                let file = h.streams.fds.shift_remove(&fd).expect("open");
                match mode.contains(['w', 'a', '+']) {
                    true => FileKind::File(file),
                    false => FileKind::Reader(std::io::BufReader::new(file)),
                }
            }
        };
        let name = "<fdopen>".into();
        Ok(h.alloc(HostObj::File(Box::new(FileData { name, mode, kind, closed: false }))))
    }),
    // What `_os` needs of the system.
    ("_umask", |h, a, _| {
        let mask = numbers::index(h, a[0])?;
        Ok(h.int(unsafe { libc::umask(mask as libc::mode_t) }.into()))
    }),
    ("_getpgid", |h, a, _| {
        let pid = numbers::index(h, a[0])?;
        let n = system_call(h, unsafe { libc::getpgid(pid as i32) })?;
        Ok(h.int(n.into()))
    }),
    ("_getsid", |h, a, _| {
        let pid = numbers::index(h, a[0])?;
        let n = system_call(h, unsafe { libc::getsid(pid as i32) })?;
        Ok(h.int(n.into()))
    }),
    ("_getgroups", |h, _, _| {
        let n = system_call(h, unsafe { libc::getgroups(0, std::ptr::null_mut()) })?;
        let mut groups = vec![0; n as usize];
        let n = system_call(h, unsafe { libc::getgroups(n, groups.as_mut_ptr()) })?;
        let groups = groups[..n as usize].iter().map(|g| h.int((*g).into())).collect();
        Ok(h.list(groups))
    }),
    ("_getloadavg", |h, _, _| {
        let mut loads = [0.0; 3];
        system_call(h, unsafe { libc::getloadavg(loads.as_mut_ptr(), 3) })?;
        let loads = loads.map(|x| h.float(x));
        Ok(h.tuple(&loads))
    }),
    ("_cpu_count", |h, _, _| {
        let n = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok(h.int(n as i64))
    }),
    ("_getlogin", |h, _, _| {
        let name = unsafe { libc::getlogin() };
        if name.is_null() {
            return Err(streams::os_error(h, &std::io::Error::last_os_error(), None));
        }
        Ok(h.bytes(unsafe { std::ffi::CStr::from_ptr(name) }.to_bytes()))
    }),
    ("_uname", |h, _, _| {
        let mut u: libc::utsname = unsafe { std::mem::zeroed() };
        system_call(h, unsafe { libc::uname(&mut u) })?;
        let mut text = |field: &[libc::c_char]| {
            let bytes: Vec<u8> = field.iter().map(|c| *c as u8).take_while(|b| *b != 0).collect();
            h.bytes(&bytes)
        };
        let items = [
            ("sysname", text(&u.sysname)),
            ("nodename", text(&u.nodename)),
            ("release", text(&u.release)),
            ("version", text(&u.version)),
            ("machine", text(&u.machine)),
        ];
        Ok(registry::named_sequence(h, &items))
    }),
    ("fspath", |_, a, _| Ok(a[0])),
    ("fstat", |h, a, k| {
        args::arity(h, "fstat", a, k, 1, 1)?;
        let fd = numbers::index(h, a[0])?;
        let r = fd_file(h, fd)?.metadata();
        let m = io(h, r, None)?;
        stat_object(h, &m)
    }),
    ("stat", |h, a, k| {
        args::arity(h, "stat", a, k, 1, 1)?;
        let p = path_arg(h, a[0])?;
        let r = std::fs::metadata(&*p);
        let m = io(h, r, Some(&p))?;
        stat_object(h, &m)
    }),
    ("_exit", |h, a, k| {
        args::arity(h, "_exit", a, k, 1, 1)?;
        if h.run.of_program {
            let code = numbers::index(h, a[0])?;
            std::process::exit((code & 0xff) as i32);
        }
        let c = h.exc("SystemExit");
        Err(h.err_args(c, a))
    }),
];

/// Calls what the library has for import time; the run time has its own.
fn at_import_time(h: &mut Host, name: &str, args: &[HostRef], keywords: &Kw) -> R {
    let m = h.import("_os")?;
    let f = h.getattr(m, name)?;
    h.call(f, args, keywords)
}

/// Reports what the running program can do, but the translator does not.
fn at_run_time(h: &mut Host, name: &str) -> R {
    Err(h.err("NotImplementedError", format!("os.{name}() is for run time, not for import time")))
}

fn stat_object(h: &mut Host, m: &std::fs::Metadata) -> R {
    let fields = [
        ("st_mode", i64::from(m.mode())),
        ("st_ino", m.ino() as i64),
        ("st_dev", m.dev() as i64),
        ("st_nlink", m.nlink() as i64),
        ("st_uid", i64::from(m.uid())),
        ("st_gid", i64::from(m.gid())),
        ("st_size", m.size() as i64),
        ("st_atime", m.atime()),
        ("st_mtime", m.mtime()),
        ("st_ctime", m.ctime()),
    ];
    let items = fields.map(|(n, v)| (n, h.int(v)));
    let r = registry::named_sequence(h, &items);
    let d = lookups::own_dict(h, r).expect("names");
    // By name, the times are floats.
    for (n, v) in &fields[7..] {
        let v = h.float(*v as f64);
        h.ns_set(d, n, v);
    }
    // Not part of the sequence.
    for (n, v) in [("st_rdev", m.rdev()), ("st_blksize", m.blksize()), ("st_blocks", m.blocks())] {
        let v = h.int(v as i64);
        h.ns_set(d, n, v);
    }
    Ok(r)
}

fn remove(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "remove", a, k, 1, 1)?;
    let p = path_arg(h, a[0])?;
    let r = std::fs::remove_file(&*p);
    io(h, r, Some(&p))?;
    Ok(NONE)
}

fn split(p: &str) -> (&str, &str) {
    let i = p.rfind('/').map_or(0, |i| i + 1);
    let head = p[..i].trim_end_matches('/');
    (if head.is_empty() { &p[..i] } else { head }, &p[i..])
}

fn splitext(p: &str) -> (&str, &str) {
    let base = p.rfind('/').map_or(0, |i| i + 1);
    match p[base..].rfind('.') {
        Some(i) if p[base..base + i].bytes().any(|c| c != b'.') => p.split_at(base + i),
        _ => (p, ""),
    }
}

fn normpath(p: &str) -> String {
    let slashes = if p.starts_with("//") && !p.starts_with("///") {
        "//"
    } else if p.starts_with('/') {
        "/"
    } else {
        ""
    };
    let mut out: Vec<&str> = vec![];
    for c in p.split('/') {
        match c {
            "" | "." => {}
            ".." if out.last().is_some_and(|l| *l != "..") => {
                out.pop();
            }
            ".." if !slashes.is_empty() => {}
            _ => out.push(c),
        }
    }
    let s = format!("{slashes}{}", out.join("/"));
    if s.is_empty() { ".".into() } else { s }
}

fn abspath(p: &str) -> String {
    if p.starts_with('/') {
        return normpath(p);
    }
    let cwd = std::env::current_dir().unwrap_or_default();
    normpath(&format!("{}/{p}", cwd.display()))
}

fn one(h: &mut Host, a: &[HostRef], k: &Kw) -> R<Rc<str>> {
    args::arity(h, "path function", a, k, 1, 1)?;
    path_arg(h, a[0])
}

const PATH: &[(&str, BFn)] = &[
    ("join", |h, a, _| {
        let mut out = String::new();
        for x in a {
            let p = path_arg(h, *x)?;
            if p.starts_with('/') {
                out = p.to_string();
            } else {
                if !out.is_empty() && !out.ends_with('/') {
                    out.push('/');
                }
                out.push_str(&p);
            }
        }
        Ok(h.str(&out))
    }),
    ("exists", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.bool(Path::new(&*p).exists()))
    }),
    ("lexists", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.bool(Path::new(&*p).symlink_metadata().is_ok()))
    }),
    ("isfile", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.bool(Path::new(&*p).is_file()))
    }),
    ("isdir", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.bool(Path::new(&*p).is_dir()))
    }),
    ("islink", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.bool(Path::new(&*p).is_symlink()))
    }),
    ("isabs", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.bool(p.starts_with('/')))
    }),
    ("dirname", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.str(split(&p).0))
    }),
    ("basename", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.str(split(&p).1))
    }),
    ("split", |h, a, k| {
        let p = one(h, a, k)?;
        let (x, y) = split(&p);
        let v = [h.str(x), h.str(y)];
        Ok(h.tuple(&v))
    }),
    ("splitext", |h, a, k| {
        let p = one(h, a, k)?;
        let (x, y) = splitext(&p);
        let v = [h.str(x), h.str(y)];
        Ok(h.tuple(&v))
    }),
    ("splitdrive", |h, a, k| {
        let p = one(h, a, k)?;
        let v = [h.str(""), h.str(&p)];
        Ok(h.tuple(&v))
    }),
    ("normpath", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.str(&normpath(&p)))
    }),
    ("normcase", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.str(&p))
    }),
    ("abspath", |h, a, k| {
        let p = one(h, a, k)?;
        Ok(h.str(&abspath(&p)))
    }),
    ("realpath", |h, a, k| {
        let p = one(h, a, k)?;
        let s = match std::fs::canonicalize(&*p) {
            Ok(c) => c.to_string_lossy().into_owned(),
            Err(_) => abspath(&p),
        };
        Ok(h.str(&s))
    }),
    ("relpath", |h, a, k| {
        args::arity(h, "relpath", a, k, 1, 2)?;
        let p = abspath(&path_arg(h, a[0])?);
        let s = match a.get(1) {
            Some(s) => abspath(&path_arg(h, *s)?),
            None => abspath("."),
        };
        let x: Vec<&str> = p.split('/').filter(|c| !c.is_empty()).collect();
        let y: Vec<&str> = s.split('/').filter(|c| !c.is_empty()).collect();
        let n = x.iter().zip(&y).take_while(|(a, b)| a == b).count();
        let mut out = vec![".."; y.len() - n];
        out.extend(&x[n..]);
        let s = if out.is_empty() { ".".to_string() } else { out.join("/") };
        Ok(h.str(&s))
    }),
    ("expanduser", |h, a, k| {
        let p = one(h, a, k)?;
        let s = match (p.strip_prefix('~'), std::env::var("HOME")) {
            (Some(rest), Ok(home)) if rest.is_empty() || rest.starts_with('/') => {
                format!("{home}{rest}")
            }
            _ => p.to_string(),
        };
        Ok(h.str(&s))
    }),
    ("getsize", |h, a, k| {
        let p = one(h, a, k)?;
        let r = std::fs::metadata(&*p);
        let m = io(h, r, Some(&p))?;
        Ok(h.int(m.len() as i64))
    }),
    ("commonprefix", |h, a, k| {
        args::arity(h, "commonprefix", a, k, 1, 1)?;
        let paths: Vec<String> =
            h.iter_to_vec(a[0])?.iter().filter_map(|p| h.text(*p)).map(|p| p.to_string()).collect();
        let first = paths.first().cloned().unwrap_or_default();
        let same = |q: &String| first.bytes().zip(q.bytes()).take_while(|(x, y)| x == y).count();
        let n = paths.iter().map(same).min().unwrap_or(0);
        Ok(h.str(&first[..n]))
    }),
    ("getmtime", |h, a, k| {
        let p = one(h, a, k)?;
        let r = std::fs::metadata(&*p);
        let m = io(h, r, Some(&p))?;
        Ok(h.float(m.mtime() as f64))
    }),
];
