//! Matching the arguments of a call with parameters.

use super::*;
use flowmodel::name::Name;

/// Checks the argument count of a builtin that takes no keywords.
pub(crate) fn arity(
    host: &mut Host,
    name: &str,
    args: &[HostRef],
    kw: &Kw,
    min: usize,
    max: usize,
) -> R<()> {
    if let Some((k, _)) = kw.first() {
        let m = format!("{name}() got an unexpected keyword argument '{k}'");
        return Err(host.type_error(m));
    }
    let n = args.len();
    if n >= min && n <= max {
        return Ok(());
    }
    let m = if min == max {
        let s = if min == 1 { "" } else { "s" };
        format!("{name} expected {min} argument{s}, got {n}")
    } else if n < min {
        let s = if min == 1 { "" } else { "s" };
        format!("{name} expected at least {min} argument{s}, got {n}")
    } else {
        let s = if max == 1 { "" } else { "s" };
        format!("{name} expected at most {max} argument{s}, got {n}")
    };
    Err(host.type_error(m))
}

/// Arguments of a builtin by parameter name; the first `min` are required.
pub(crate) fn named<const N: usize>(
    host: &mut Host,
    name: &str,
    params: [&str; N],
    min: usize,
    args: &[HostRef],
    kw: &Kw,
) -> R<[Option<HostRef>; N]> {
    let mut out = [None; N];
    if args.len() > N {
        arity(host, name, args, &[], min, N)?;
    }
    for (o, a) in out.iter_mut().zip(args) {
        *o = Some(*a);
    }
    for (k, v) in kw {
        match params.iter().position(|p| *k == *p) {
            Some(i) if out[i].is_none() => out[i] = Some(*v),
            Some(_) => {
                let m = format!("{name}() got multiple values for argument '{k}'");
                return Err(host.type_error(m));
            }
            None => {
                let m = format!("{name}() got an unexpected keyword argument '{k}'");
                return Err(host.type_error(m));
            }
        }
    }
    if let Some(i) = out[..min].iter().position(|o| o.is_none()) {
        let m = format!("{name}() missing required argument '{}' (pos {})", params[i], i + 1);
        return Err(host.type_error(m));
    }
    Ok(out)
}

/// Values of all parameters of a function, in the order of `varnames`.
pub(crate) fn bind(
    host: &mut Host,
    func: HostRef,
    args: &[HostRef],
    kw: &Kw,
) -> R<Vec<Option<HostRef>>> {
    let f = host.func(func).expect("function");
    let code = f.code.clone();
    let argcount = code.argcount as usize;
    // Room for the other variables, too.
    if args.len() == argcount && kw.is_empty() && code.param_count() == argcount {
        let mut out = Vec::with_capacity(code.varnames.len());
        out.extend(args.iter().copied().map(Some));
        return Ok(out);
    }
    let kwonly = code.kwonlyargcount as usize;
    let mut out: Vec<Option<HostRef>> = Vec::with_capacity(code.varnames.len());
    out.resize(code.param_count(), None);
    let given = args.len().min(argcount);
    for (o, a) in out.iter_mut().zip(&args[..given]) {
        *o = Some(*a);
    }
    if args.len() > argcount && !code.has_varargs {
        return Err(too_many(host, func, args.len()));
    }
    let mut extra_kw: Vec<(Name, HostRef)> = vec![];
    for (k, v) in kw {
        let at = code.varnames[..argcount + kwonly]
            .iter()
            .position(|p| p == k)
            .filter(|i| *i >= code.posonlyargcount as usize);
        match at {
            Some(i) if out[i].is_none() => out[i] = Some(*v),
            Some(_) => {
                let m = format!("{}() got multiple values for argument '{k}'", code.qualname);
                return Err(host.type_error(m));
            }
            None if code.has_kwargs => extra_kw.push((*k, *v)),
            None => {
                let m = format!("{}() got an unexpected keyword argument '{k}'", code.qualname);
                let e = host.type_error(m);
                let known = code.varnames[..argcount + kwonly].to_vec();
                host.run.looked_for = Some((e.0, LookedIn::Names(known), k.to_string()));
                return Err(e);
            }
        }
    }
    let f = host.func(func).expect("function");
    let first_default = argcount.saturating_sub(f.defaults.len());
    let mut missing = vec![];
    for (i, value) in out.iter_mut().enumerate().take(argcount) {
        if value.is_none() {
            if i >= first_default {
                *value = Some(f.defaults[f.defaults.len() + i - argcount]);
            } else {
                missing.push(format!("'{}'", code.varnames[i]));
            }
        }
    }
    let mut kind = "positional";
    if missing.is_empty() {
        for (i, value) in out.iter_mut().enumerate().skip(argcount).take(kwonly) {
            if value.is_none() {
                let name = code.varnames[i];
                match f.kwdefaults.iter().find(|(k, _)| *k == name) {
                    Some((_, v)) => *value = Some(*v),
                    None => {
                        kind = "keyword-only";
                        missing.push(format!("'{name}'"));
                    }
                }
            }
        }
    }
    if !missing.is_empty() {
        let names = match missing.len() {
            1 => missing[0].clone(),
            2 => missing.join(" and "),
            n => format!("{}, and {}", missing[..n - 1].join(", "), missing[n - 1]),
        };
        let s = if missing.len() == 1 { "" } else { "s" };
        let m = format!(
            "{}() missing {} required {kind} argument{s}: {names}",
            code.qualname,
            missing.len()
        );
        return Err(host.type_error(m));
    }
    let mut at = argcount + kwonly;
    if code.has_varargs {
        let rest = host.tuple(&args[given..]);
        out[at] = Some(rest);
        at += 1;
    }
    if code.has_kwargs {
        let d = host.new_dict();
        for (k, v) in extra_kw {
            host.ns_set(d, k.as_str(), v);
        }
        out[at] = Some(d);
    }
    Ok(out)
}

fn too_many(host: &mut Host, func: HostRef, given: usize) -> HErr {
    let f = host.func(func).expect("function");
    let (max, nd) = (f.code.argcount as usize, f.defaults.len());
    let takes = if nd > 0 {
        format!("from {} to {max} positional arguments", max - nd)
    } else if max == 1 {
        "1 positional argument".to_string()
    } else {
        format!("{max} positional arguments")
    };
    let were = if given == 1 { "was" } else { "were" };
    let m = format!("{}() takes {takes} but {given} {were} given", f.code.qualname);
    host.type_error(m)
}

/// Attribute name argument.
pub(crate) fn name_arg(host: &mut Host, r: HostRef) -> R<Rc<str>> {
    match host.text(r) {
        Some(t) => Ok(t),
        None => Err(host.type_error("attribute name must be string")),
    }
}

pub(crate) fn kw_get(k: &Kw, name: &str) -> Option<HostRef> {
    k.iter().find(|(n, _): &&(Name, HostRef)| *n == name).map(|(_, v)| *v)
}
