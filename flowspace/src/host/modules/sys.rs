//! `sys`.

use super::*;

impl Host {
    pub(super) fn make_sys(&mut self) {
        let m = self.new_module("sys", None);
        let d = self.own_dict(m).expect("dict");
        self.add_functions(m, FUNCTIONS);
        let path = self.list(vec![]);
        self.imports.sys_path = path;
        let argv = self.list(vec![]);
        let max = self.int(i64::MAX);
        let modules = self.modules;
        let names: Vec<HostRef> =
            ["sys", "os", "math", "time", "builtins"].iter().map(|n| self.str(n)).collect();
        let builtin_names = self.tuple(&names);
        for (n, v) in [
            ("path", path),
            ("argv", argv),
            ("maxint", max),
            ("maxsize", max),
            ("modules", modules),
            ("builtin_module_names", builtin_names),
            ("stdin", NONE),
        ] {
            self.ns_set(d, n, v);
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
            let v = self.str(s);
            self.ns_set(d, n, v);
        }
        self.more_in(
            m,
            |h, a, _| h.part_of_module("_sys", a),
            |h, a, _| h.names_with_part(a[0], "_sys"),
        );
        self.set_version(m);
        let v = self.int(0x10ffff);
        self.ns_set(d, "maxunicode", v);
        let v = self.float(f64::EPSILON);
        self.ns_set(d, "float_info_epsilon", v);
    }

    /// Says which Python the program is written in. Files that do not tell are taken for that, and `sys.version_info` is
    /// what programs of that generation expect.
    pub fn settle_python(&mut self, python: crate::Python) {
        self.generation.python = python;
        if let Some(sys) = self.ns_get(self.modules, "sys") {
            self.set_version(sys);
        }
    }

    /// `sys.version_info` and the like. Programs of RPython expect those of Python 2.7, as the original runs on it.
    fn set_version(&mut self, sys: HostRef) {
        let d = self.own_dict(sys).expect("dict");
        let (text, hex, numbers) = match self.generation.python {
            crate::Python::Three => ("3.11.0 (Tracewright host)", 0x030b00f0, [3, 11, 0]),
            _ => ("2.7.18 (Tracewright host)", 0x020712f0, [2, 7, 18]),
        };
        let text = self.str(text);
        self.ns_set(d, "version", text);
        let hex = self.int(hex);
        self.ns_set(d, "hexversion", hex);
        let v = [
            ("major", self.int(numbers[0])),
            ("minor", self.int(numbers[1])),
            ("micro", self.int(numbers[2])),
            ("releaselevel", self.str("final")),
            ("serial", self.int(0)),
        ];
        let v = self.named_sequence(&v);
        self.ns_set(d, "version_info", v);
    }

    /// The list `sys.argv`.
    pub fn argv_list(&self) -> Option<HostRef> {
        let sys = self.ns_get(self.modules, "sys")?;
        self.ns_get(self.own_dict(sys)?, "argv")
    }

    /// Sets `sys.argv`.
    pub fn set_argv(&mut self, argv: &[String]) {
        self.argv = argv.to_vec();
        let items: Vec<HostRef> = argv.iter().map(|a| self.str(a)).collect();
        if let Some(l) = self.argv_list()
            && let HostObj::List(l) = self.obj_mut(l)
        {
            *l = items;
        }
    }
}

const FUNCTIONS: &[(&str, BFn)] = &[
    ("exit", |h, a, k| {
        h.arity("exit", a, k, 0, 1)?;
        let c = h.exc("SystemExit");
        Err(h.err_args(c, a))
    }),
    ("exc_info", |h, a, k| {
        h.arity("exc_info", a, k, 0, 0)?;
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
        h.arity("setrecursionlimit", a, k, 1, 1)?;
        // The stack of the host's thread sets the bound.
        h.run.recursion_limit = h.index(a[0])?.clamp(50, MAX_DEPTH as i64) as usize;
        Ok(NONE)
    }),
    // There is no bound.
    ("set_int_max_str_digits", |h, a, k| {
        h.arity("set_int_max_str_digits", a, k, 1, 1)?;
        Ok(NONE)
    }),
    ("intern", |_, a, _| Ok(a[0])),
    ("getdefaultencoding", |h, _, _| Ok(h.str("utf-8"))),
    ("getfilesystemencoding", |h, _, _| Ok(h.str("utf-8"))),
    ("getsizeof", |h, _, _| Ok(h.int(64))),
    ("getrefcount", |h, _, _| Ok(h.int(1))),
    ("_getframe", |h, a, k| {
        h.arity("_getframe", a, k, 0, 1)?;
        let n = match a.first() {
            Some(n) => h.index(*n)?.max(0) as usize,
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
    let r = h.new_instance(cls);
    let line = h.sources.borrow().line_col(span.file, span.start).map_or(0, |p| p.0);
    let lineno = h.int(i64::from(line));
    let code = h.alloc(HostObj::Code(code));
    let locals = match locals {
        Some(l) => l,
        None => h.new_dict(),
    };
    let back = if n + 1 < count { frame_object(h, n + 1)? } else { NONE };
    let d = h.make_own_dict(r).expect("instance dict");
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
