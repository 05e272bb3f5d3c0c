//! The module `builtins`, continued: input and output, namespaces, code, conversions.

use crate::host::numbers::{Num, floor_divmod};
use crate::host::*;
use args::kw_get;
use flowmodel::operators::BinaryOp;
use num_traits::{Signed, Zero};

type Table = &'static [(&'static str, BFn)];

/// `round(x, n)` to even, as Python 3: correctly rounded through the decimal text.
fn round_float(f: f64, n: i64) -> f64 {
    if !f.is_finite() || n > 320 {
        return f;
    }
    if n < -320 {
        return 0.0f64.copysign(f);
    }
    if n >= 0 {
        return format!("{f:.*}", n as usize).parse().unwrap_or(f);
    }
    let p = 10f64.powi(-n as i32);
    (f / p).round_ties_even() * p
}

/// `round(x, n)` with halves away from zero, as Python 2: of all digits that the float has, the first `n` behind the point.
fn round_away(f: f64, n: i64) -> f64 {
    if !f.is_finite() || n > 1100 {
        return f;
    }
    let exact = format!("{:.1100}", f.abs());
    let point = exact.find('.').expect("digits behind the point");
    let kept = point as i64 + n.max(-400);
    if kept < 0 {
        return 0.0f64.copysign(f);
    }
    let digits: Vec<u8> = exact.bytes().filter(|c| *c != b'.').map(|c| c - b'0').collect();
    let (digits, rest) = digits.split_at((kept as usize).min(digits.len()));
    let mut whole = digits.iter().fold(BigInt::zero(), |n, d| n * 10 + *d);
    if rest.first().is_some_and(|d| *d >= 5) {
        whole += 1;
    }
    format!("{whole}e{}", -n).parse::<f64>().unwrap_or(f).copysign(f)
}

fn round(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [x, n] = args::named(h, "round", ["number", "ndigits"], 1, a, k)?;
    let x = x.expect("number");
    if let Some(f) = special::user_special(h, x, "__round__") {
        return match n {
            Some(n) => special::call_special(h, f, x, &[n]),
            None => special::call_special(h, f, x, &[]),
        };
    }
    let digits = match n {
        Some(n) if n != NONE => Some(numbers::index(h, n)?),
        _ => None,
    };
    match (numbers::num(h, x), digits) {
        (Some(_), digits) if generation::in_python2(h) => {
            let f = numbers::to_float(h, x)?;
            let result = round_away(f, digits.unwrap_or(0));
            if result.is_infinite() && f.is_finite() {
                return Err(h.err("OverflowError", "rounded value too large to represent"));
            }
            Ok(h.float(result))
        }
        (Some(Num::Float(f)), None) => {
            let v = h.float(f.round_ties_even());
            numbers::to_int(h, v, None)
        }
        (Some(Num::Float(f)), Some(n)) => Ok(h.float(round_float(f, n))),
        (Some(_), Some(n)) if n < 0 => {
            let v = numbers::as_bigint(h, x).expect("integer");
            let p = BigInt::from(10).pow(-n as u32);
            // Round half to even on the magnitude.
            let m: BigInt = v.abs();
            let mut q: BigInt = &m / &p;
            let twice: BigInt = (&m - &q * &p) * 2;
            let odd = q.bit(0);
            if twice > p || (twice == p && odd) {
                q += 1;
            }
            if v.is_negative() {
                q = -q;
            }
            Ok(h.bigint(q * p))
        }
        (Some(_), _) => numbers::to_int(h, x, None),
        (None, _) => {
            let m = format!("type {} doesn't define __round__ method", h.type_name(x));
            Err(h.type_error(m))
        }
    }
}

fn print(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let text = |h: &mut Host, name: &str, default: &[u8]| -> R<Vec<u8>> {
        match kw_get(k, name) {
            None | Some(NONE) => Ok(default.to_vec()),
            Some(v) => repr::str_bytes(h, v),
        }
    };
    for (n, _) in k {
        if !["sep", "end", "file", "flush"].contains(&n.as_str()) {
            let m = format!("'{n}' is an invalid keyword argument for print()");
            return Err(h.type_error(m));
        }
    }
    let sep = text(h, "sep", b" ")?;
    let end = text(h, "end", b"\n")?;
    let mut out = vec![];
    for (i, x) in a.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(&sep);
        }
        out.extend(repr::str_bytes(h, *x)?);
    }
    out.extend(end);
    let file = kw_get(k, "file").filter(|f| *f != NONE);
    streams::write_to(h, file, &out)?;
    Ok(NONE)
}

fn exec(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "exec", a, k, 1, 3)?;
    let get = |i: usize| a.get(i).copied().unwrap_or(NONE);
    compiling::exec_or_eval(h, a[0], get(1), get(2), false)
}

fn compile(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [src, name, mode, ..] = args::named(
        h,
        "compile",
        ["source", "filename", "mode", "flags", "dont_inherit", "optimize"],
        3,
        a,
        k,
    )?;
    let (Some(src), Some(name), Some(mode)) =
        (src.and_then(|s| h.text(s)), name.and_then(|s| h.text(s)), mode.and_then(|s| h.text(s)))
    else {
        return Err(h.type_error("compile() arguments must be strings"));
    };
    let mode = if &*mode == "eval" { crate::Mode::Eval } else { crate::Mode::Exec };
    let code = compiling::compile_text(h, &name, &src, mode)?;
    Ok(h.alloc(HostObj::Code(code)))
}

fn divmod(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "divmod", a, k, 2, 2)?;
    if let Some(f) = special::user_special(h, a[0], "__divmod__") {
        return special::call_special(h, f, a[0], &[a[1]]);
    }
    if let (Some(Num::Int(x)), Some(Num::Int(y))) = (numbers::num(h, a[0]), numbers::num(h, a[1]))
        && y != 0
        && let Some((q, r)) = floor_divmod(x, y)
    {
        let v = [h.int(q), h.int(r)];
        return Ok(h.tuple(&v));
    }
    if let Some(f) = special::user_special(h, a[1], "__rdivmod__") {
        return special::call_special(h, f, a[1], &[a[0]]);
    }
    if let (Some(x), Some(y)) = (numbers::num(h, a[0]), numbers::num(h, a[1]))
        && y.to_f64() == 0.0
        && (matches!(x, Num::Float(_)) || matches!(y, Num::Float(_)))
    {
        return Err(h.err("ZeroDivisionError", "float divmod()"));
    }
    let q = ops::binary(h, BinaryOp::FloorDiv, false, a[0], a[1])?;
    let r = ops::binary(h, BinaryOp::Mod, false, a[0], a[1])?;
    Ok(h.tuple(&[q, r]))
}

fn pow(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "pow", a, k, 2, 3)?;
    match a.get(2) {
        Some(m) if *m != NONE => {
            if let Some(f) = special::user_special(h, a[0], "__pow__") {
                return special::call_special(h, f, a[0], &[a[1], *m]);
            }
            let (Some(x), Some(y), Some(m)) = (
                numbers::as_bigint(h, a[0]),
                numbers::as_bigint(h, a[1]),
                numbers::as_bigint(h, *m),
            ) else {
                return Err(h.type_error("pow() 3rd argument not allowed unless all are integers"));
            };
            if m.is_zero() {
                return Err(h.value_error("pow() 3rd argument cannot be 0"));
            }
            let (x, y) = if y.is_negative() {
                match x.modinv(&m) {
                    Some(i) => (i, -y),
                    None => {
                        return Err(h.value_error("base is not invertible for the given modulus"));
                    }
                }
            } else {
                (x, y)
            };
            let mut r = x.modpow(&y, &m);
            if !r.is_zero() && r.is_negative() != m.is_negative() {
                r += &m;
            }
            Ok(h.bigint(r))
        }
        _ => ops::binary(h, BinaryOp::Pow, false, a[0], a[1]),
    }
}

fn import(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [name, globals, _, fromlist, level] =
        args::named(h, "__import__", ["name", "globals", "locals", "fromlist", "level"], 1, a, k)?;
    let name = args::name_arg(h, name.expect("name"))?;
    let mut names = vec![];
    if let Some(f) = fromlist
        && f != NONE
    {
        for x in h.iter_to_vec(f)? {
            names.push(args::name_arg(h, x)?);
        }
    }
    let level = match level {
        Some(l) => numbers::index(h, l)?.max(0) as u32,
        None => 0,
    };
    let globals = match globals {
        Some(g) if h.dict(g).is_some() => Some(g),
        _ => h.run.frames.last().map(|f| f.globals),
    };
    let names: Vec<&str> = names.iter().map(|n| &**n).collect();
    import::module(h, globals, &name, level, &names, false)
}

/// A line of stdin, behind a question.
fn input(h: &mut Host, name: &str, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, name, a, k, 0, 1)?;
    if let Some(p) = a.first() {
        let s = repr::str_bytes(h, *p)?;
        streams::write_to(h, None, &s)?;
    }
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(0) => Err(h.err("EOFError", "EOF when reading a line")),
        Ok(_) => Ok(h.str(line.trim_end_matches('\n'))),
        Err(e) => Err(streams::os_error(h, &e, None)),
    }
}

/// Second part of the builtin functions.
pub(crate) const FUNCTIONS: Table = &[
    ("print", print),
    ("input", |h, a, k| input(h, "input", a, k)),
    ("raw_input", |h, a, k| input(h, "raw_input", a, k)),
    ("open", |h, a, k| streams::open_file(h, a, k)),
    ("globals", |h, a, k| {
        args::arity(h, "globals", a, k, 0, 0)?;
        Ok(h.run.frames.last().map_or(NONE, |f| f.globals))
    }),
    ("locals", |h, a, k| {
        args::arity(h, "locals", a, k, 0, 0)?;
        Ok(exec::current_locals(h).unwrap_or(NONE))
    }),
    ("vars", |h, a, k| {
        args::arity(h, "vars", a, k, 0, 1)?;
        match a.first() {
            None => Ok(exec::current_locals(h).unwrap_or(NONE)),
            Some(x) => match h.getattr_opt(*x, "__dict__")? {
                Some(d) => Ok(d),
                None => Err(h.type_error("vars() argument must have __dict__ attribute")),
            },
        }
    }),
    ("dir", |h, a, k| {
        args::arity(h, "dir", a, k, 0, 1)?;
        let names: Vec<Rc<str>> = match a.first() {
            Some(x) => match special::user_special(h, *x, "__dir__") {
                Some(f) => {
                    let v = special::call_special(h, f, *x, &[])?;
                    let v = h.iter_to_vec(v)?;
                    v.iter().filter_map(|x| h.text(*x)).collect()
                }
                None => match attrs::module_dir(h, *x) {
                    Some(f) => return h.call(f, &[*x], &[]),
                    None => attrs::dir_names(h, *x),
                },
            },
            None => {
                let d = exec::current_locals(h).unwrap_or(h.builtins);
                let mut v: Vec<Rc<str>> = h.ns(d).keys().filter_map(|k| h.text(k)).collect();
                v.sort();
                v
            }
        };
        let v = names.iter().map(|n| h.str(n)).collect();
        Ok(h.list(v))
    }),
    ("exec", exec),
    ("eval", |h, a, k| {
        args::arity(h, "eval", a, k, 1, 3)?;
        let get = |i: usize| a.get(i).copied().unwrap_or(NONE);
        compiling::exec_or_eval(h, a[0], get(1), get(2), true)
    }),
    ("execfile", |h, a, k| {
        args::arity(h, "execfile", a, k, 1, 3)?;
        let path = args::name_arg(h, a[0])?;
        let text = match std::fs::read(&*path) {
            Ok(b) => crate::source::decode(&b),
            Err(e) => return Err(streams::os_error(h, &e, Some(&path))),
        };
        let code = compiling::compile_file(h, &path, &text)?;
        let c = h.alloc(HostObj::Code(code));
        let get = |i: usize| a.get(i).copied().unwrap_or(NONE);
        compiling::exec_or_eval(h, c, get(1), get(2), false)
    }),
    ("compile", compile),
    ("divmod", divmod),
    ("pow", pow),
    ("round", round),
    ("format", |h, a, k| {
        args::arity(h, "format", a, k, 1, 2)?;
        let spec = match a.get(1) {
            Some(s) => args::name_arg(h, *s)?,
            None => "".into(),
        };
        let s = format::by_spec(h, a[0], &spec)?;
        Ok(h.bytes(&s))
    }),
    ("__import__", import),
    ("reduce", |h, a, k| {
        args::arity(h, "reduce", a, k, 2, 3)?;
        let it = h.iter(a[1])?;
        let mut acc = match a.get(2) {
            Some(x) => *x,
            None => match h.iter_next(it)? {
                Some(x) => x,
                None => {
                    return Err(h.type_error("reduce() of empty iterable with no initial value"));
                }
            },
        };
        while let Some(x) = h.iter_next(it)? {
            acc = h.call(a[0], &[acc, x], &[])?;
        }
        Ok(acc)
    }),
    ("intern", |h, a, k| {
        args::arity(h, "intern", a, k, 1, 1)?;
        Ok(a[0])
    }),
    ("apply", |h, a, k| {
        args::arity(h, "apply", a, k, 1, 3)?;
        let args = match a.get(1) {
            Some(x) => h.iter_to_vec(*x)?,
            None => vec![],
        };
        let mut kw = vec![];
        if let Some(d) = a.get(2) {
            for (n, v) in h.dict_items(*d) {
                let n = args::name_arg(h, n)?;
                kw.push((flowmodel::name::Name::new(&n), v));
            }
        }
        h.call(a[0], &args, &kw)
    }),
    ("__build_class__", |h, a, k| {
        // Called by programs that wrap class creation; the class statement does not go through it.
        args::arity(h, "__build_class__", &a[..a.len().min(2)], &[], 2, 2)?;
        let Some(f) = h.func(a[0]) else {
            return Err(h.type_error("__build_class__: func must be a function"));
        };
        let (code, globals, closure) = (f.code.clone(), f.globals, f.closure.clone());
        let ns = h.new_dict();
        let mut frame = crate::interp::Frame::new(h, code, vec![], &closure, globals, Some(ns));
        exec::run_frame(h, &mut frame, None)?;
        let name = args::name_arg(h, a[1])?;
        let meta = kw_get(k, "metaclass");
        let kw: Vec<_> = k.iter().filter(|(n, _)| *n != "metaclass").copied().collect();
        classes::finish(h, &name, &a[2..], ns, meta, &kw)
    }),
    ("exit", |h, a, _| {
        let c = h.exc("SystemExit");
        Err(h.err_args(c, a))
    }),
    ("quit", |h, a, _| {
        let c = h.exc("SystemExit");
        Err(h.err_args(c, a))
    }),
];
