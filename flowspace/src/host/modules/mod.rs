//! Builtin modules.

pub(crate) mod cc;
pub(crate) mod files;
pub(crate) mod math;
pub(crate) mod os;
pub(crate) mod parts;
pub(crate) mod programs;
pub mod sys;

pub use cc::question_folder;

use super::*;

pub(crate) fn make(host: &mut Host) {
    modules::sys::make(host);
    modules::files::make(host);
    modules::os::make(host);
    modules::math::make(host);
    modules::math::make_time(host);
    make_small(host);
}

fn make_small(host: &mut Host) {
    let m = registry::new_module(host, "__future__", None);
    let d = lookups::own_dict(host, m).expect("dict");
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
        host.ns_set(d, n, TRUE);
        features.push(host.str(n));
    }
    let features = host.list(features);
    host.ns_set(d, "all_feature_names", features);
    // What the modules of `hostlib` written in Python build upon.
    let m = registry::new_module(host, "_host", None);
    registry::add_functions(host, m, HOST);
    let d = lookups::own_dict(host, m).expect("dict");
    let t = host.types.clone();
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
        host.ns_set(d, n, c);
    }
}

const HOST: &[(&str, BFn)] = &[
    ("program_is_python2", |h, a, k| {
        args::arity(h, "program_is_python2", a, k, 0, 0)?;
        Ok(h.bool(generation::program_python(h) == crate::Python::Two))
    }),
    // Pairs of code and name, of the characters whose names follow no rule.
    ("character_names", |h, a, k| {
        args::arity(h, "character_names", a, k, 0, 0)?;
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
        args::arity(h, "weak_cell", a, k, 1, 1)?;
        Ok(reachable::weak_cell(h, a[0]))
    }),
    ("weak_get", |h, a, k| {
        args::arity(h, "weak_get", a, k, 1, 1)?;
        Ok(reachable::weak_get(h, a[0]))
    }),
    ("collect", |h, _, _| {
        reachable::collect_weak(h);
        Ok(h.int(0))
    }),
    ("make_cell", |h, a, _| Ok(h.alloc(HostObj::Cell(a.first().copied())))),
    // The value of a builtin type that an instance of a subclass carries; else the object itself.
    ("payload", |h, a, k| {
        args::arity(h, "payload", a, k, 1, 1)?;
        Ok(h.base(a[0]))
    }),
    // Text of a source file that has been imported, None for others.
    ("source_text", |h, a, k| {
        args::arity(h, "source_text", a, k, 1, 1)?;
        let path = args::name_arg(h, a[0])?;
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
        args::arity(h, "is_instance_object", a, k, 1, 1)?;
        Ok(h.bool(matches!(h.obj(a[0]), HostObj::Instance(_))))
    }),
    // A copy of the attributes of an instance, those of slots too.
    ("attributes", |h, a, k| {
        args::arity(h, "attributes", a, k, 1, 1)?;
        let copy = match lookups::own_dict(h, a[0]) {
            Some(d) => h.ns(d).clone(),
            None => HDict::new(),
        };
        Ok(h.alloc(HostObj::Dict(Box::new(copy))))
    }),
    ("count", |h, a, k| {
        let [start, step] = args::named(h, "count", ["start", "step"], 0, a, k)?;
        let cur = match start {
            Some(s) => numbers::index(h, s)?,
            None => 0,
        };
        let step = match step {
            Some(s) => numbers::index(h, s)?,
            None => 1,
        };
        Ok(iter::new_iter(h, IterState::Count { cur, step }))
    }),
    // `float.hex`-like access to the representation: bits of a float, and back.
    ("float_bits", |h, a, k| {
        args::arity(h, "float_bits", a, k, 1, 1)?;
        let f = numbers::to_float(h, a[0])?;
        Ok(h.bigint(BigInt::from(f.to_bits())))
    }),
    ("float_from_bits", |h, a, k| {
        args::arity(h, "float_from_bits", a, k, 1, 1)?;
        match numbers::as_bigint(h, a[0]).and_then(|b| b.to_u64()) {
            Some(b) => Ok(h.float(f64::from_bits(b))),
            None => Err(h.value_error("64 bits expected")),
        }
    }),
    ("float32_bits", |h, a, k| {
        args::arity(h, "float32_bits", a, k, 1, 1)?;
        let f = numbers::to_float(h, a[0])? as f32;
        Ok(h.int(i64::from(f.to_bits())))
    }),
    ("float32_from_bits", |h, a, k| {
        args::arity(h, "float32_from_bits", a, k, 1, 1)?;
        let b = numbers::index(h, a[0])? as u32;
        Ok(h.float(f64::from(f32::from_bits(b))))
    }),
];
