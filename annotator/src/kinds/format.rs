//! `%`, `str.format`, `format()` and f-strings.
//!
//! Format strings are constants, except for those of `%` (`rlib/builtins/percent.py`). `rlib/builtins/formatting.py` takes them apart now and gives a function for each, which the
//! operation then calls.

use crate::ArgSource;
use crate::definitions::desc;
use crate::definitions::exc_args;
use crate::definitions::generation;
use crate::definitions::library_objects;
use crate::kinds::texts::made_text;
use crate::model::answers;
use crate::model::state::CallArgs;
use crate::ops::rows::*;
use crate::prelude::*;
use flowmodel::HostRef;

/// The rows: what formatting gives.
pub(crate) const ROWS: &[Row] = &[
    row(&[HlOp::Format], ANY, ANY, Gives::Answers(format_value)),
    row(&[HlOp::StrFormat], ANY, ANY, Gives::Answers(format_names)),
    // Of the operands only the format must not be None.
    row(&[HlOp::Mod], TEXT, ANY, Gives::Answers(format_operator)).not_none(&[0]).folds(),
];

/// `format(x, spec)`
fn format_value(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(op_format(ann, q.site, q.args)?.then(made_text))
}

/// `fmt % {key: value}`
fn format_names(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(format_named(ann, q.site, q.args)?.then(made_text))
}

/// `fmt % values`
fn format_operator(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    percent(ann, q.site, &q.args[0], &q.args[1])
}

/// `format % values`
pub(crate) fn percent(
    ann: &mut Facts,
    site: Site,
    fmt: &SomeValue,
    values: &SomeValue,
) -> AResult<Answer> {
    let Some(konst @ (HlConst::Str(_) | HlConst::Unicode(_))) = fmt.konst.clone() else {
        let (items, count) = match &values.kind {
            Kind::Tuple(items) => (items.to_vec(), items.len() as i64),
            _ => (vec![values.clone()], -1),
        };
        let empty = HlConst::Host(ann.host.tuple(&[]));
        let f = runtime_format(ann, site, fmt, &items, count, empty)?;
        let positional =
            vec![(fmt.clone(), ArgSource::Operand(0)), (values.clone(), ArgSource::Operand(1))];
        return call_host_function(ann, site, f, answers::positional(positional));
    };
    let letters = formatting(ann, site, "percent_letters", &[konst.clone(), HlConst::Bool(false)])?;
    let letters = hv::text(&ann.host, letters).unwrap_or_default();
    if let Some(wrong) = letters.strip_prefix('!') {
        return Err(ann.error(site, "format-string", format!("format string: {wrong}")));
    }
    let mut wide = fmt.is_unicode();
    let count = if let Some(letters) = letters.strip_prefix("k:") {
        let Kind::Dict(d) = values.kind else {
            return Err(ann.error(
                site,
                "format-string",
                format!("the format wants a dict, not {}", ann.show(values)),
            ));
        };
        if letters.contains('*') {
            return Err(ann.error(
                site,
                "format-string",
                "'*' together with '%(name)' in a format string",
            ));
        }
        let v = ann.read_dict(site, d).1;
        if !v.is_impossible() {
            for c in letters.chars() {
                check_conversion(ann, site, c, &v, &mut wide)?;
            }
        }
        -2
    } else {
        let items: Vec<SomeValue> = match &values.kind {
            Kind::Tuple(items) => items.to_vec(),
            _ => vec![values.clone()],
        };
        let mut next = items.iter();
        for c in letters.chars() {
            let Some(v) = next.next() else {
                return Err(ann.error(
                    site,
                    "format-string",
                    "not enough values for the format string",
                ));
            };
            check_conversion(ann, site, c, v, &mut wide)?;
        }
        if next.next().is_some() && !(letters.is_empty() && matches!(values.kind, Kind::Dict(_))) {
            ann.warn(
                site,
                "unused-format-value",
                "more values than the format string uses",
                "this raises TypeError; RPython leaves the last values out",
            );
            return Ok(Answer::library_on("formatting", "too_many_values", &[(1, values)]));
        }
        match &values.kind {
            Kind::Tuple(items) => items.len() as i64,
            _ => -1,
        }
    };
    let python2 = says_python2(ann, site);
    let f = formatting(
        ann,
        site,
        "percent_function",
        &[konst, HlConst::Int(count), HlConst::Bool(wide), python2],
    )?;
    let positional = vec![(values.clone(), ArgSource::Operand(1))];
    call_host_function(ann, site, f, answers::positional(positional))
}

/// Calls a function of `rlib/builtins/formatting.py` at translation time.
fn formatting(ann: &mut Facts, site: Site, function: &str, args: &[HlConst]) -> AResult<HostRef> {
    at_translation(ann, site, "formatting", function, args)
}

fn at_translation(
    ann: &mut Facts,
    site: Site,
    module: &str,
    function: &str,
    args: &[HlConst],
) -> AResult<HostRef> {
    let f = library_objects::library_function(ann, site, module, function)?;
    let Some(f) = callable_host(ann, &f) else {
        return Err(ann.error(site, "internal", format!("{module}.{function} is not a function")));
    };
    let args: Vec<_> = args.iter().map(|c| ann.host.from_const(c)).collect();
    hv::call(&mut ann.host, f, &args).map_err(|e| {
        ann.error(
            site,
            "internal",
            format!("{module}.{function}() failed at translation time: {e}"),
        )
    })
}

/// Says whether the current operation stands in a file of Python 2, as an argument.
fn says_python2(ann: &Facts, site: Site) -> HlConst {
    HlConst::Bool(generation::python_here(ann, site) == flowspace::Python::Two)
}

/// The host function of a constant callable.
fn callable_host(ann: &Facts, f: &SomeValue) -> Option<HostRef> {
    match (&f.kind, &f.konst) {
        (_, Some(HlConst::Host(h))) => Some(*h),
        (Kind::Pbc { descs, .. }, _) if descs.len() == 1 => match desc::desc_const(ann, descs[0]) {
            Some(HlConst::Host(h)) => Some(h),
            _ => None,
        },
        _ => None,
    }
}

fn call_host_function(ann: &mut Facts, site: Site, f: HostRef, args: CallArgs) -> AResult<Answer> {
    let f = ann.immutablevalue(site, f)?;
    Ok(Answer::made(&f, args))
}

/// The function of a `%` whose format is not a constant.
fn runtime_format(
    ann: &mut Facts,
    site: Site,
    fmt: &SomeValue,
    values: &[SomeValue],
    count: i64,
    keys: HlConst,
) -> AResult<HostRef> {
    let dict = count < 0 && matches!(values[0].kind, Kind::Dict(_));
    if dict || fmt.is_unicode() || !fmt.is_str() || values.iter().any(|v| v.is_unicode()) {
        let what = match (fmt.is_unicode(), fmt.is_str()) {
            (true, _) => "the format string of % must be a constant if it is unicode",
            (_, false) => "% with a dict display wants a str before it",
            _ if dict => "the format string of % must be a constant for a dict that is no display",
            _ => "the format string of % must be a constant for unicode values",
        };
        return Err(ann
            .error(site, "constant-needed", what)
            .note("put the text together with +, str() and the methods of strings"));
    }
    for v in values {
        check_conversion(ann, site, 's', v, &mut false)?;
    }
    let args = [HlConst::Int(count), keys, says_python2(ann, site)];
    at_translation(ann, site, "percent", "runtime_function", &args)
}

/// Says whether a conversion (or `*`) takes a value.
fn check_conversion(
    ann: &Facts,
    site: Site,
    conv: char,
    v: &SomeValue,
    wide: &mut bool,
) -> AResult<()> {
    let ok = match conv {
        's' | 'r' | 'a' => {
            *wide |= conv == 's' && v.is_unicode();
            exc_args::args_of_exception(v).is_some()
                || !matches!(
                    v.kind,
                    Kind::Iterator { .. }
                        | Kind::Builtin(_)
                        | Kind::BuiltinMethod { .. }
                        | Kind::Slice(_)
                )
        }
        'd' | 'i' | 'u' => v.is_integral() || v.kind == Kind::Float,
        'x' | 'X' | 'o' | '*' => v.is_integral(),
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => v.kind == Kind::Float || v.is_integral(),
        _ => {
            *wide |= v.is_unicode();
            v.is_integral() || v.is_str() || v.is_unicode()
        }
    };
    if ok {
        return Ok(());
    }
    let what = if conv == '*' { "'*'".to_string() } else { format!("'%{conv}'") };
    let e = ann.error(site, "format-string", format!("{what} cannot format {}", ann.show(v)));
    Err(if v.is_str() { e.note("'%s' formats a string, int(s) makes an int of one") } else { e })
}

/// `"%(a)s %(b)d" % {'a': x, 'b': y}`: the format, the keys, the values in the same order.
fn format_named(ann: &mut Facts, site: Site, args: &[SomeValue]) -> AResult<Answer> {
    let (fmt, keys) = (&args[0], &args[1]);
    let Some(k) = keys.konst.clone() else {
        return Err(ann.error(site, "internal", "keys that are no constants"));
    };
    let Some(f) = fmt.konst.clone() else {
        let values = &args[2..];
        let g = runtime_format(ann, site, fmt, values, values.len() as i64, k)?;
        let sources = (2..args.len()).map(ArgSource::Operand).collect();
        let positional = vec![
            (fmt.clone(), ArgSource::Operand(0)),
            (SomeValue::tuple(values.to_vec()), ArgSource::Tuple(sources)),
        ];
        return call_host_function(ann, site, g, answers::positional(positional));
    };
    let order = formatting(ann, site, "percent_order", &[f.clone(), k])?;
    let order = hv::text(&ann.host, order).unwrap_or_default();
    if let Some(wrong) = order.strip_prefix('!') {
        return Err(ann.error(site, "format-string", format!("format string: {wrong}")));
    }
    let (letters, order) = order.split_once(':').unwrap_or((&order, ""));
    let order: Vec<usize> = order.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    let mut wide = fmt.is_unicode();
    for (c, i) in letters.chars().zip(&order) {
        check_conversion(ann, site, c, &args[2 + i], &mut wide)?;
    }
    let python2 = says_python2(ann, site);
    let g = formatting(
        ann,
        site,
        "percent_function",
        &[f, HlConst::Int(order.len() as i64), HlConst::Bool(wide), python2],
    )?;
    let items: Vec<_> =
        order.iter().map(|i| (args[2 + i].clone(), ArgSource::Operand(2 + i))).collect();
    let tuple = SomeValue::tuple(items.iter().map(|i| i.0.clone()).collect());
    let source = ArgSource::Tuple(items.into_iter().map(|i| i.1).collect());
    let call = answers::positional(vec![(tuple, source)]);
    call_host_function(ann, site, g, call)
}

/// `fmt.format(…)`
pub(crate) fn format_method(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let names: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
    let names = HlConst::Str(names.join(",").into_bytes().into());
    let count = HlConst::Int(args.positional.len() as i64);
    format_fields(ann, site, this, "format", &[count, names], args)
}

/// `fmt.format_map(mapping)`
pub(crate) fn format_map_method(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    format_fields(ann, site, this, "format_map", &[], args)
}

/// Calls what `METHOD_function` makes of a format string with fields in braces.
fn format_fields(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    method: &str,
    given: &[HlConst],
    args: &CallArgs,
) -> AResult<Answer> {
    let Some(konst @ (HlConst::Str(_) | HlConst::Unicode(_))) = this.konst.clone() else {
        let text = format!("the string of {method}() must be a constant");
        return Err(ann
            .error(site, "constant-needed", text)
            .note("put the text together with +, str() and the methods of strings"));
    };
    let wide = HlConst::Bool(this.is_unicode());
    let known = [&[konst, wide], given].concat();
    let f = formatting(ann, site, &format!("{method}_function"), &known)?;
    if let Some(wrong) = hv::text(&ann.host, f) {
        return Err(ann.error(site, "format-string", format!("format string: {wrong}")));
    }
    call_host_function(ann, site, f, args.clone())
}

/// `format(x, spec)`, and the fields of f-strings.
fn op_format(ann: &mut Facts, site: Site, args: &[SomeValue]) -> AResult<Answer> {
    if let Some(r) = special::special_format(ann, site, args) {
        return r;
    }
    if matches!(&args[1].konst, Some(HlConst::Str(text)) if text.is_empty()) {
        return Ok(Answer::library_on("formatting", "format_plain", &[(0, &args[0])]));
    }
    if let Some(HlConst::Str(text)) = args[1].konst.clone()
        && !text.is_empty()
    {
        let spec = formatting(ann, site, "spec_object", &[HlConst::Str(text)])?;
        if !hv::is_none(&ann.host, spec) {
            let s = ann.immutablevalue(site, spec)?;
            let positional =
                vec![(args[0].clone(), ArgSource::Operand(0)), (s, ArgSource::Default(spec))];
            let call = answers::positional(positional);
            return Ok(Answer::library("formatting", "format_spec", call));
        }
    }
    if !args[1].is_str() {
        return Err(ann.error(
            site,
            "format-string",
            format!("format() wants a str as specification, not {}", ann.show(&args[1])),
        ));
    }
    Ok(Answer::library_on("formatting", "format_", &[(0, &args[0]), (1, &args[1])]))
}
