//! Builtin modules.

mod files;
mod math;
mod os;
mod sys;

use super::*;

impl Host {
    pub(crate) fn make_modules(&mut self) {
        self.make_sys();
        self.make_files();
        self.make_os();
        self.make_math();
        self.make_time();
        self.make_small_modules();
    }

    fn make_small_modules(&mut self) {
        let m = self.new_module("__future__", None);
        let d = self.own_dict(m).expect("dict");
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
        }
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
    ("make_cell", |h, a, _| Ok(h.alloc(HostObj::Cell(a.first().copied())))),
    // The value of a builtin type that an instance of a subclass carries; else the object itself.
    ("payload", |h, a, k| {
        h.arity("payload", a, k, 1, 1)?;
        Ok(h.base(a[0]))
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
