//! Builtin modules.

mod cc;
mod files;
mod math;
mod os;
mod programs;
mod sys;

pub use cc::question_folder;

use super::*;

/// Files and streams of the running program.
#[derive(Default)]
pub(super) struct Streams {
    /// What the program printed goes here instead of to the standard output, if set.
    pub captured: Option<Rc<RefCell<Vec<u8>>>>,
    /// The next item of `print` stands behind another one.
    pub softspace: bool,
    /// Files that `os.open` opened.
    pub fds: IndexMap<i64, std::fs::File, FxBuildHasher>,
}

impl Host {
    pub(crate) fn make_modules(&mut self) {
        self.make_sys();
        self.make_files();
        self.make_os();
        self.make_math();
        self.make_time();
        self.make_small_modules();
    }

    /// A module's further part is written in the language, and loaded when it is needed.
    fn more_in(&mut self, module: HostRef, getattr: BFn, dir: BFn) {
        let d = self.own_dict(module).expect("module dict");
        for (name, f) in [("__getattr__", getattr), ("__dir__", dir)] {
            let f = self.new_builtin(name, f, false);
            self.ns_set(d, name, f);
        }
    }

    /// The names of a module whose other part is not imported before somebody wants it.
    fn names_with_part(&mut self, module: HostRef, part: &str) -> R {
        let mut names = self.dir_names(module);
        let part = self.import_module(None, part, 0, &[], true)?;
        names.extend(self.dir_names(part).into_iter().filter(|n| !n.starts_with('_')));
        names.retain(|n| !matches!(&**n, "__getattr__" | "__dir__"));
        names.sort();
        names.dedup();
        let names = names.iter().map(|n| self.str(n)).collect();
        Ok(self.list(names))
    }

    fn part_of_module(&mut self, part: &str, a: &[HostRef]) -> R {
        let name = self.name_arg(a[0])?;
        let found = if name.starts_with("__") {
            None
        } else {
            match self.import_module(None, part, 0, &[], true) {
                Ok(m) => self.own_dict(m).and_then(|d| self.ns_get(d, &name)),
                Err(e) if self.err_is(e, "ModuleNotFoundError") => None,
                Err(e) => return Err(e),
            }
        };
        match found {
            Some(v) => Ok(v),
            None => {
                let module = part.trim_start_matches('_').replace("ospath", "os.path");
                let m = format!("module '{module}' has no attribute '{name}'");
                Err(self.err("AttributeError", m))
            }
        }
    }

    /// A tuple whose items have names as well, such as `sys.version_info`. It is a plain tuple for the
    /// later stages.
    pub(crate) fn named_sequence(&mut self, items: &[(&str, HostRef)]) -> HostRef {
        let values: Vec<HostRef> = items.iter().map(|(_, v)| *v).collect();
        let tuple = self.tuple(&values);
        let d = self.new_dict();
        for (n, v) in items {
            self.ns_set(d, n, *v);
        }
        self.side_dicts.insert(tuple, d);
        tuple
    }

    fn make_small_modules(&mut self) {
        let m = self.new_module("__future__", None);
        let d = self.own_dict(m).expect("dict");
        let mut features = vec![];
        for n in [
            "division",
            "print_function",
            "absolute_import",
            "with_statement",
            "unicode_literals",
            "generators",
            "nested_scopes",
            "annotations",
        ] {
            self.ns_set(d, n, TRUE);
            features.push(self.str(n));
        }
        let features = self.list(features);
        self.ns_set(d, "all_feature_names", features);
        // What the modules of `hostlib` written in Python build upon.
        let m = self.new_module("_host", None);
        self.add_functions(m, HOST);
        let d = self.own_dict(m).expect("dict");
        let t = self.types.clone();
        for (n, c) in [
            ("FunctionType", t.function),
            ("MethodType", t.method),
            ("BuiltinFunctionType", t.builtin_function),
            ("CodeType", t.code),
            ("ModuleType", t.module),
            ("GeneratorType", t.generator),
            ("CellType", t.cell),
            ("NoneType", t.none),
            ("OrderedDict", t.ordered_dict),
        ] {
            self.ns_set(d, n, c);
        }
    }
}

const HOST: &[(&str, BFn)] = &[
    ("program_is_python2", |h, a, k| {
        h.arity("program_is_python2", a, k, 0, 0)?;
        Ok(h.bool(h.program_python() == crate::Python::Two))
    }),
    // Pairs of code and name, of the characters whose names follow no rule.
    ("character_names", |h, a, k| {
        h.arity("character_names", a, k, 0, 0)?;
        let mut pairs = vec![];
        for c in '\0'..=char::MAX {
            let Some(name) = unicode_names2::name(c).map(|n| n.to_string()) else { continue };
            if name.starts_with("CJK UNIFIED IDEOGRAPH-") || name.starts_with("HANGUL SYLLABLE ") {
                continue;
            }
            let pair = [h.int(c as i64), h.str(&name)];
            pairs.push(h.tuple(&pair));
        }
        Ok(h.list(pairs))
    }),
    ("run_c", cc::run_c),
    ("run_program", programs::run_program),
    ("weak_cell", |h, a, k| {
        h.arity("weak_cell", a, k, 1, 1)?;
        Ok(h.weak_cell(a[0]))
    }),
    ("weak_get", |h, a, k| {
        h.arity("weak_get", a, k, 1, 1)?;
        Ok(h.weak_get(a[0]))
    }),
    ("collect", |h, _, _| {
        h.collect_weak();
        Ok(h.int(0))
    }),
    ("make_cell", |h, a, _| Ok(h.alloc(HostObj::Cell(a.first().copied())))),
    // The value of a builtin type that an instance of a subclass carries; else the object itself.
    ("payload", |h, a, k| {
        h.arity("payload", a, k, 1, 1)?;
        Ok(h.base(a[0]))
    }),
    // Text of a source file that has been imported, None for others.
    ("source_text", |h, a, k| {
        h.arity("source_text", a, k, 1, 1)?;
        let path = h.name_arg(a[0])?;
        let found = {
            let sources = h.sources.borrow();
            let mut files = (0..).map_while(|i| sources.get(flowmodel::diag::FileId(i)));
            files.find(|f| f.path == path).map(|f| f.text.clone())
        };
        Ok(match found {
            Some(t) => h.str(&t),
            None => NONE,
        })
    }),
    // Has a class statement made its class?
    ("is_instance_object", |h, a, k| {
        h.arity("is_instance_object", a, k, 1, 1)?;
        Ok(h.bool(matches!(h.obj(a[0]), HostObj::Instance(_))))
    }),
    // A copy of the attributes of an instance, those of slots too.
    ("attributes", |h, a, k| {
        h.arity("attributes", a, k, 1, 1)?;
        let copy = match h.own_dict(a[0]) {
            Some(d) => h.ns(d).clone(),
            None => HDict::new(),
        };
        Ok(h.alloc(HostObj::Dict(Box::new(copy))))
    }),
    ("count", |h, a, k| {
        let [start, step] = h.named_args("count", ["start", "step"], 0, a, k)?;
        let cur = match start {
            Some(s) => h.index(s)?,
            None => 0,
        };
        let step = match step {
            Some(s) => h.index(s)?,
            None => 1,
        };
        Ok(h.new_iter(IterState::Count { cur, step }))
    }),
    // `float.hex`-like access to the representation: bits of a float, and back.
    ("float_bits", |h, a, k| {
        h.arity("float_bits", a, k, 1, 1)?;
        let f = h.to_float(a[0])?;
        Ok(h.bigint(BigInt::from(f.to_bits())))
    }),
    ("float_from_bits", |h, a, k| {
        h.arity("float_from_bits", a, k, 1, 1)?;
        match h.as_bigint(a[0]).and_then(|b| b.to_u64()) {
            Some(b) => Ok(h.float(f64::from_bits(b))),
            None => Err(h.value_error("64 bits expected")),
        }
    }),
    ("float32_bits", |h, a, k| {
        h.arity("float32_bits", a, k, 1, 1)?;
        let f = h.to_float(a[0])? as f32;
        Ok(h.int(i64::from(f.to_bits())))
    }),
    ("float32_from_bits", |h, a, k| {
        h.arity("float32_from_bits", a, k, 1, 1)?;
        let b = h.index(a[0])? as u32;
        Ok(h.float(f64::from(f32::from_bits(b))))
    }),
];
