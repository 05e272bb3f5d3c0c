//! `sys`.

use super::*;

pub(super) fn make(host: &mut Host) {
    let m = registry::new_module(host, "sys", None);
    let d = lookups::own_dict(host, m).expect("dict");
    registry::add_functions(host, m, FUNCTIONS);
    let path = host.list(vec![]);
    host.imports.sys_path = path;
    let argv = host.list(vec![]);
    let max = host.int(i64::MAX);
    let modules = host.modules;
    let names: Vec<HostRef> =
        ["sys", "os", "math", "time", "builtins"].iter().map(|n| host.str(n)).collect();
    let builtin_names = host.tuple(&names);
    for (n, v) in [
        ("path", path),
        ("argv", argv),
        ("maxint", max),
        ("maxsize", max),
        ("modules", modules),
        ("builtin_module_names", builtin_names),
        ("stdin", NONE),
    ] {
        host.ns_set(d, n, v);
    }
    for (n, s) in [
        ("platform", "linux"),
        ("byteorder", "little"),
        ("executable", "translate"),
        ("prefix", "/usr"),
        ("exec_prefix", "/usr"),
        ("platlibdir", "lib"),
        ("base_prefix", "/usr"),
        ("base_exec_prefix", "/usr"),
    ] {
        let v = host.str(s);
        host.ns_set(d, n, v);
    }
    modules::parts::more_in(
        host,
        m,
        |h, a, _| modules::parts::part_of_module(h, "_sys", a),
        |h, a, _| modules::parts::names_with_part(h, a[0], "_sys"),
    );
    python3::set_version(host, m);
    let v = host.int(0x10ffff);
    host.ns_set(d, "maxunicode", v);
    let v = host.float(f64::EPSILON);
    host.ns_set(d, "float_info_epsilon", v);
}

/// The list `sys.argv`.
pub fn argv_list(host: &Host) -> Option<HostRef> {
    let sys = host.ns_get(host.modules, "sys")?;
    host.ns_get(lookups::own_dict(host, sys)?, "argv")
}

/// Sets `sys.argv`.
pub fn set_argv(host: &mut Host, argv: &[String]) {
    host.argv = argv.to_vec();
    let items: Vec<HostRef> = argv.iter().map(|a| host.str(a)).collect();
    if let Some(l) = argv_list(host)
        && let HostObj::List(l) = host.obj_mut(l)
    {
        *l = items;
    }
}

const FUNCTIONS: &[(&str, BFn)] = &[
    ("exit", |h, a, k| {
        args::arity(h, "exit", a, k, 0, 1)?;
        let c = h.exc("SystemExit");
        Err(h.err_args(c, a))
    }),
    ("exc_info", |h, a, k| {
        args::arity(h, "exc_info", a, k, 0, 0)?;
        let v = match h.run.frames.iter().rev().find_map(|f| f.handled.last().copied()) {
            Some(v) => {
                let tb = h.getattr(v, "__traceback__")?;
                [h.class_of(v), v, tb]
            }
            None => [NONE; 3],
        };
        Ok(h.tuple(&v))
    }),
    ("getrecursionlimit", |h, _, _| {
        let n = h.run.recursion_limit as i64;
        Ok(h.int(n))
    }),
    ("setrecursionlimit", |h, a, k| {
        args::arity(h, "setrecursionlimit", a, k, 1, 1)?;
        // The stack of the host's thread sets the bound.
        h.run.recursion_limit = numbers::index(h, a[0])?.clamp(50, MAX_DEPTH as i64) as usize;
        Ok(NONE)
    }),
    // There is no bound.
    ("set_int_max_str_digits", |h, a, k| {
        args::arity(h, "set_int_max_str_digits", a, k, 1, 1)?;
        Ok(NONE)
    }),
    ("intern", |_, a, _| Ok(a[0])),
    ("getdefaultencoding", |h, _, _| Ok(h.str("utf-8"))),
    ("getfilesystemencoding", |h, _, _| Ok(h.str("utf-8"))),
    ("getsizeof", |h, _, _| Ok(h.int(64))),
    ("getrefcount", |h, _, _| Ok(h.int(1))),
    ("_getframe", |h, a, k| {
        args::arity(h, "_getframe", a, k, 0, 1)?;
        let n = match a.first() {
            Some(n) => numbers::index(h, *n)?.max(0) as usize,
            None => 0,
        };
        frame_object(h, n)
    }),
];

/// A snapshot of a running frame: an object with the usual `f_` attributes.
fn frame_object(h: &mut Host, n: usize) -> R {
    let count = h.run.frames.len();
    if n >= count {
        return Err(h.value_error("call stack is not deep enough"));
    }
    let f = &h.run.frames[count - 1 - n];
    let (code, globals, span) = (f.code.clone(), f.globals, f.span);
    let locals = f.namespace.or(f.locals);
    let cls = h.types.object;
    let r = classes::new_instance(h, cls);
    let line = h.sources.borrow().line_col(span.file, span.start).map_or(0, |p| p.0);
    let lineno = h.int(i64::from(line));
    let code = h.alloc(HostObj::Code(code));
    let locals = match locals {
        Some(l) => l,
        None => h.new_dict(),
    };
    let back = if n + 1 < count { frame_object(h, n + 1)? } else { NONE };
    let d = lookups::make_own_dict(h, r).expect("instance dict");
    for (name, v) in [
        ("f_code", code),
        ("f_globals", globals),
        ("f_locals", locals),
        ("f_lineno", lineno),
        ("f_back", back),
    ] {
        h.ns_set(d, name, v);
    }
    Ok(r)
}
