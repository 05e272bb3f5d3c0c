//! `bytes` and `str` in files of Python 3.
//!
//! RPython's `str` holds bytes, and is both. In files of Python 3 the annotator keeps apart what CPython keeps apart, as far
//! as it can be told ([`Texts`]): items of `bytes` are ints, `decode` and `encode` change the kind, and what mixes the two
//! is an error. Nothing of it is left at run time. Values that neutral code gives (functions of the library, the command
//! line) pass for either.

use crate::definitions::generation;
use crate::kinds::encodings;
use crate::kinds::format;
use crate::kinds::texts;
use crate::model::state::CallArgs;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// Built-in functions that go through the items of an argument.
const TAKE_ITEMS: [&str; 15] = [
    "list",
    "tuple",
    "sorted",
    "sum",
    "min",
    "max",
    "enumerate",
    "reversed",
    "zip",
    "map",
    "filter",
    "set",
    "frozenset",
    "any",
    "all",
];

/// The rows: what operations on `bytes` give, and what may not be mixed with text.
pub(crate) const ROWS: &[Row] = &[
    row(&[Str, Repr], STR, ANY, Gives::Library("python3.bytes_text")).when(on_bytes),
    row(&[Format], STR, ANY, Gives::Answers(format_bytes)).when(on_bytes),
    row(&[GetItem], STR, SLICE.not(), Gives::Answers(byte))
        .when(on_bytes_of_3)
        .only(&["IndexError"]),
    row(&[Iter], STR, ANY, Gives::Answers(bytes_one_by_one)).when(on_bytes_of_3),
    row(&[Contains], STR, STR, Gives::Reads(mixed_contains)).when(mixes).not_none(&[0, 1]),
    row(&[Contains], STR, INT, Gives::Library("python3.contains_byte")).when(on_bytes_of_3),
    row(&[Mod], STR, ANY, Gives::Answers(format_into_bytes))
        .when(on_bytes_of_3)
        .not_none(&[0])
        .folds(),
    row(EQUALITY, STR, STR, Gives::Joins(never_equal)).when(mixes).folds(),
    row(ORDER, STR, STR, Gives::Reads(mixed_order)).when(mixes),
];

/// Says whether the first operand is `bytes`.
fn on_bytes(_: &mut Facts, q: &Asked) -> bool {
    q.args[0].is_bytes()
}

/// Says whether the first operand is `bytes`, in a file of Python 3.
fn on_bytes_of_3(ann: &mut Facts, q: &Asked) -> bool {
    q.args[0].is_bytes() && generation::in_python3(ann, q.site)
}

/// Says whether one operand is `bytes` and the other one text, in a file of Python 3.
fn mixes(ann: &mut Facts, q: &Asked) -> bool {
    generation::in_python3(ann, q.site) && texts::are_mixed(&q.args[0], &q.args[1])
}

/// `format(b, spec)`
fn format_bytes(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    if matches!(&q.args[1].konst, Some(HlConst::Str(spec)) if spec.is_empty()) {
        return Ok(Answer::library_on("python3", "bytes_text", &[(0, &q.args[0])]));
    }
    Err(ann
        .error(q.site, "text-and-bytes", "format() of bytes with a format")
        .note("decode them first: CPython raises TypeError here"))
}

/// `b[i]`
fn byte(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    texts::check_counted(ann, q.site, &q.args[0])?;
    ann.want_int(q.site, &q.args[1], "the index of bytes")?;
    Ok(Answer::library_on("python3", "byte_item", &[(0, &q.args[0]), (1, &q.args[1])]))
}

/// `iter(b)`
fn bytes_one_by_one(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    texts::check_counted(ann, q.site, &q.args[0])?;
    Ok(Answer::library_on("python3", "byte_iter", &[(0, &q.args[0])]))
}

fn mixed_contains(ann: &Facts, q: &Asked) -> AResult {
    Err(texts::mixed(ann, q.site, "`in`", &q.args[0], &q.args[1]))
}

fn mixed_order(ann: &Facts, q: &Asked) -> AResult {
    Err(texts::mixed(ann, q.site, "the order", &q.args[0], &q.args[1]))
}

/// `b == s`
fn never_equal(ann: &mut Facts, q: &Asked) -> AResult {
    ann.warn(
        q.site,
        "never-equal",
        "bytes and str are compared: in Python 3 they are never equal",
        "use .decode() or .encode()",
    );
    Ok(SomeValue::bool_const(q.operation() == Ne))
}

/// `b % values`
fn format_into_bytes(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let mut fmt = q.args[0].clone();
    generation::forget_texts(&mut fmt, false);
    let values = raw_values(ann, q.site, &q.args[1])?;
    Ok(format::percent(ann, q.site, &fmt, &values)?.then(are_bytes))
}

/// The step of an answer whose result is `bytes`.
fn are_bytes(_: &mut Facts, _: Site, result: SomeValue) -> AResult {
    Ok(result.with_texts(Texts::BYTES))
}

/// Values for a format that is `bytes`: texts of them are not made.
fn raw_values(ann: &Facts, site: Site, values: &SomeValue) -> AResult<SomeValue> {
    let raw = |s: &SomeValue| -> AResult<SomeValue> {
        if texts::is_python3_text(s) && s.kind != Kind::Char {
            return Err(ann
                .error(
                    site,
                    "text-and-bytes",
                    "a str is formatted into bytes: CPython raises TypeError here",
                )
                .note("use .encode()"));
        }
        let mut s = s.clone();
        generation::forget_texts(&mut s, false);
        Ok(s)
    };
    match &values.kind {
        Kind::Tuple(items) => {
            let items: AResult<Vec<SomeValue>> = items.iter().map(raw).collect();
            Ok(SomeValue { kind: Kind::Tuple(items?.into()), konst: values.konst.clone() })
        }
        _ => raw(values),
    }
}

/// Methods of strings that mean something else in Python 3; `None`: they mean the same.
pub(crate) fn python3_method(
    ann: &mut Facts,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Option<Answer>> {
    if !this.is_str() || !generation::in_python3(ann, site) {
        return Ok(None);
    }
    let text = texts::is_python3_text(this);
    match name {
        "decode" | "encode" => {
            texts::check_unmixed(ann, site, this)?;
            if name == "decode" && text || name == "encode" && this.is_bytes() {
                let (kind, back) = if text { ("str", "encode") } else { ("bytes", "decode") };
                return Err(ann
                    .error(site, "no-method", format!("{kind} has no method '{name}' in Python 3"))
                    .note(format!("it has '{back}'")));
            }
            let args = encodings::with_encoding(ann, site, args)?;
            let encoding = args.positional.first().map(|a| &a.0);
            let named = args.keywords.iter().find(|k| &*k.0 == "encoding").map(|k| &k.1);
            let encoding = encoding.or(named).and_then(SomeValue::const_str);
            if name == "decode" && matches!(encoding, None | Some("utf-8")) {
                texts::note_first(&mut ann.reports.counted_text.decoded, site.span);
            }
            let f = if name == "decode" { "decode_text" } else { "encode_text" };
            Ok(Some(Answer::library_method("python3", f, this, &args)))
        }
        "hex" if this.is_bytes() => Ok(None),
        "format" | "format_map" if this.is_bytes() => Err(ann
            .error(site, "no-method", format!("bytes has no method '{name}'"))
            .note("use %, or decode it")),
        _ => {
            let given = args.positional.iter().map(|a| &a.0);
            for s in given.chain(args.keywords.iter().map(|k| &k.1)) {
                let item = match s.kind {
                    Kind::List(l) if name == "join" => ann.read_list(site, l),
                    _ => s.clone(),
                };
                if this.is_bytes() && texts::is_python3_text(&item) || text && item.is_bytes() {
                    return Err(texts::mixed(ann, site, &format!("{name}()"), this, &item));
                }
            }
            Ok(None)
        }
    }
}

/// Calls of built-in functions that mean something else in Python 3.
pub(crate) fn python3_call(
    ann: &mut Facts,
    site: Site,
    name: &str,
    args: &CallArgs,
) -> Option<AResult<Answer>> {
    let name = name.strip_prefix("builtins.").unwrap_or(name);
    let given = |i: usize| args.positional.get(i).map(|a| &a.0);
    let bytes = args.positional.iter().any(|a| a.0.is_bytes());
    match name {
        "str" | "repr" if bytes && args.positional.len() == 1 && args.keywords.is_empty() => {
            Some(Ok(Answer::library("python3", "bytes_text", args.clone())))
        }
        "str" if args.positional.len() + args.keywords.len() > 1 => {
            Some(converted(ann, site, args, "decode_text"))
        }
        "bytes" if args.positional.len() + args.keywords.len() > 1 => {
            Some(converted(ann, site, args, "encode_text"))
        }
        "bytes" => {
            let f = match given(0) {
                None => return Some(Ok(empty_bytes().into())),
                Some(s) if s.is_integral() => "zero_bytes",
                Some(s) if texts::is_python3_text(s) => {
                    return Some(Err(ann.error(
                        site,
                        "text-and-bytes",
                        "bytes() of a str without an encoding",
                    )));
                }
                Some(s) if s.is_str() => "same_bytes",
                Some(s) if s.kind == Kind::ByteArray => return None,
                Some(_) => "bytes_of_items",
            };
            Some(Ok(Answer::library("python3", f, args.clone()).then(are_bytes)))
        }
        "os.write" if given(1).is_some_and(texts::is_python3_text) => Some(Err(ann
            .error(
                site,
                "text-and-bytes",
                "os.write() wants bytes in a program of Python 3, not str",
            )
            .note("use .encode()"))),
        "print" | "print_item" if bytes => Some(Err(ann
            .error(site, "text-and-bytes", "print() of bytes")
            .note("decode them, or print their repr()"))),
        "open" => {
            let mode = args.keywords.iter().find(|k| &*k.0 == "mode").map(|k| &k.1);
            let binary =
                given(1).or(mode).and_then(SomeValue::const_str).is_some_and(|m| m.contains('b'));
            binary.then(|| Ok(Answer::library("files", "open_binary", args.clone())))
        }
        _ if bytes && TAKE_ITEMS.contains(&name) => Some(Err(ann
            .error(site, "text-and-bytes", format!("{name}() of bytes"))
            .note("use bytearray(x), whose items are ints, too"))),
        _ => None,
    }
}

fn empty_bytes() -> SomeValue {
    crate::definitions::constants::atom_annotation(&HlConst::Bytes((&b""[..]).into()))
}

/// `str(b, encoding)` and `bytes(s, encoding)`.
fn converted(ann: &mut Facts, site: Site, args: &CallArgs, f: &str) -> AResult<Answer> {
    let args = encodings::with_encoding_at(ann, site, args, 1)?;
    Ok(Answer::library("python3", f, args))
}
