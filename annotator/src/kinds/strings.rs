//! Strings: operators and methods.

use crate::definitions::generation;
use crate::kinds::{python3, slices};
use crate::model::state::CallArgs;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// Byte or unicode variant.
fn text_type(unicode: bool) -> SomeValue {
    if unicode { SomeValue::UNICODE } else { SomeValue::STR }
}

/// The usual name of an encoding.
fn encoding_name(name: &str) -> Option<&'static str> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    Some(match plain.as_str() {
        "utf8" => "utf-8",
        "ascii" | "usascii" => "ascii",
        "latin1" | "iso88591" | "l1" => "latin-1",
        _ => return None,
    })
}

/// The rows: what operations on strings of both types give and raise. Those on `bytes` in files of Python 3 come before
/// these.
pub(crate) const ROWS: &[Row] = &[
    row(&[Len], TEXT, ANY, Gives::By(len)),
    row(&[GetItem], TEXT, SLICE, Gives::By(slice)).raises(Raises::By(slice_raises)),
    row(&[GetItem], TEXT, ANY, Gives::By(item)).only(&["IndexError"]),
    row(&[SetItem], STR, SLICE.not(), Gives::By(set_item)),
    row(&[Contains], STR, STR, A_BOOL).not_none(&[0, 1]),
    row(&[Contains], UNICODE, UNICODE, A_BOOL).not_none(&[0, 1]),
    row(&[Contains], WIDE, STR, Gives::Library("unicodes.contains_bytes")).not_none(&[0, 1]),
    row(&[Add], TEXT, TEXT, Gives::By(sum)),
    row(&[Mul], TEXT, INT, Gives::By(repeat)).only(TOO_LONG),
    row(&[Mul], INT, TEXT, Gives::By(repeat)).only(TOO_LONG),
    row(COMPARISONS, TEXT, TEXT, Gives::By(compare)).raises(Raises::By(order_raises)),
    row(&[Str], STRING, ANY, Gives::By(same_text)).when(|_, q| !q.args[0].can_be_none()),
    row(&[Str], UNICODE, ANY, A_TEXT),
    row(&[Repr], UNICODE, ANY, Gives::By(quoted)),
    row(&[Str, Repr], STR, ANY, A_TEXT),
    row(&[Hash], TEXT, ANY, Gives::Library("strings.hash_")),
    row(&[Ord], CHARACTER, ANY, Gives::By(ord)).only(&[]),
    // A string that happens to have length 1.
    row(&[Ord], TEXT, ANY, Gives::Library("strings.ord_")),
    row(&[Int], TEXT, ANY, Gives::By(to_int)).only(&["ValueError"]),
    row(&[Float], TEXT, ANY, Gives::Library("numbers.float_")).only(&["ValueError"]),
];

/// Exceptions of an operation whose text would be too long, or for which there is no memory.
pub(crate) const TOO_LONG: &[&str] = &["OverflowError", "MemoryError"];

/// `len(s)`
fn len(ann: &mut Annotator, q: &Asked) -> AResult {
    let s = &q.args[0];
    python3::note_counted(ann, q.site, s);
    Ok(match (&s.kind, &s.konst) {
        (Kind::Char | Kind::UniChar, _) => SomeValue::int_const(1),
        (_, Some(HlConst::Str(b) | HlConst::Bytes(b))) => SomeValue::int_const(b.len() as i64),
        _ => SomeValue::NONNEG,
    })
}

/// `s[a:b:c]`
fn slice(ann: &mut Annotator, q: &Asked) -> AResult {
    let s = &q.args[0];
    python3::note_counted(ann, q.site, s);
    if let Kind::Slice(bounds) = &q.args[1].kind {
        slices::check_slice(ann, q.site, bounds)?;
    }
    Ok(if s.is_str() { SomeValue::STR.with_texts(s.texts()) } else { SomeValue::UNICODE })
}

/// A slice raises ValueError if its step is 0.
fn slice_raises(_: &mut Annotator, q: &Asked) -> Throws {
    match &q.args[1].kind {
        Kind::Slice(bounds) if bounds[2].kind == Kind::None_ => Throws::Only(vec!["MemoryError"]),
        _ => Throws::Only(super::lists::BAD_SLICE.to_vec()),
    }
}

/// `s[i]`
fn item(ann: &mut Annotator, q: &Asked) -> AResult {
    let s = &q.args[0];
    python3::check_counted(ann, q.site, s)?;
    ann.want_int(q.site, &q.args[1], "the index of a string")?;
    Ok(if s.is_str() { SomeValue::CHAR } else { SomeValue::UNICHAR })
}

fn set_item(ann: &mut Annotator, q: &Asked) -> AResult {
    let shown = ann.show(&q.args[0]);
    let e = ann.error(q.site, "immutable", format!("{shown} is immutable"));
    Err(e.note(
        "make a new string, `s[:i] + c + s[i + 1:]`, or use a list of characters or a bytearray",
    ))
}

/// `s + t`
fn sum(ann: &mut Annotator, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    python3::check_sum(ann, q.site, a, b)?;
    if a.is_str() != b.is_str() {
        return Err(ann
            .error(q.site, "text-and-bytes", "a byte string and a unicode string cannot be added")
            .note("use .decode or .encode"));
    }
    // So `getattr(x, 'prefix_' + name)` works where the name is known.
    let sum = match (&a.konst, &b.konst) {
        (Some(HlConst::Str(x)), Some(HlConst::Str(y))) => {
            Some(HlConst::Str([&x[..], &y[..]].concat().into()))
        }
        (Some(HlConst::Bytes(x)), Some(HlConst::Bytes(y))) => {
            Some(HlConst::Bytes([&x[..], &y[..]].concat().into()))
        }
        (Some(HlConst::Unicode(x)), Some(HlConst::Unicode(y))) => {
            Some(HlConst::Unicode([&x[..], &y[..]].concat().into()))
        }
        _ => None,
    };
    let no_nul = |s: &SomeValue| match s.kind {
        Kind::String { no_nul, .. } | Kind::Unicode { no_nul, .. } => no_nul,
        _ => matches!(&s.konst, Some(HlConst::Str(b)) if !b.contains(&0)),
    };
    let no_nul = no_nul(a) && no_nul(b);
    let sum = match sum {
        Some(sum) => ann.const_annotation(&sum),
        None if a.is_str() => SomeValue::string(false, no_nul, a.texts().union(b.texts())),
        None => Kind::Unicode { can_be_none: false, no_nul }.into(),
    };
    Ok(python3::like_operands(ann, q.site, &[a, b], sum))
}

/// `s * n`, `n * s`
fn repeat(_: &mut Annotator, q: &Asked) -> AResult {
    let s = if q.args[0].is_integral() { &q.args[1] } else { &q.args[0] };
    Ok(text_type(s.is_unicode()).with_texts(s.texts()))
}

/// `s < t` and its like.
fn compare(ann: &mut Annotator, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    // A single byte character may meet unicode: it is a code point.
    let char_with_wide = |x: &SomeValue, y: &SomeValue| x.kind == Kind::Char && y.is_unicode();
    if a.is_str() != b.is_str() && !char_with_wide(a, b) && !char_with_wide(b, a) {
        return Err(ann
            .error(q.site, "text-and-bytes", "a byte string is compared with a unicode string")
            .note("use .decode or .encode"));
    }
    Ok(match (&a.konst, &b.konst) {
        (Some(HlConst::Str(x) | HlConst::Bytes(x)), Some(HlConst::Str(y) | HlConst::Bytes(y))) => {
            SomeValue::bool_const(holds(q.operation(), x.cmp(y)))
        }
        _ => SomeValue::BOOL,
    })
}

/// Says whether a comparison holds between values in such an order.
pub(crate) fn holds(op: HlOp, order: std::cmp::Ordering) -> bool {
    match op {
        Lt => order.is_lt(),
        Le => order.is_le(),
        Gt => order.is_gt(),
        Ge => order.is_ge(),
        Eq => order.is_eq(),
        _ => order.is_ne(),
    }
}

/// `<` and its like raise nothing on texts, or tuples of such, that cannot be None.
pub(crate) fn order_raises(_: &mut Annotator, q: &Asked) -> Throws {
    let ordered = q.operation().is_ordering() && q.args.iter().all(always_ordered);
    Throws::Only(if ordered { vec![] } else { q.operation().raises().to_vec() })
}

/// Says whether `<` and its like cannot raise with such an operand.
fn always_ordered(s: &SomeValue) -> bool {
    match &s.kind {
        Kind::String { can_be_none, .. } | Kind::Unicode { can_be_none, .. } => !can_be_none,
        Kind::Tuple(items) => items.iter().all(always_ordered),
        Kind::Impossible
        | Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float
        | Kind::SingleFloat
        | Kind::LongFloat
        | Kind::Char
        | Kind::UniChar
        | Kind::Address
        | Kind::Ptr(_)
        | Kind::ByteArray
        | Kind::Set(_) => true,
        _ => false,
    }
}

/// `str(s)`
fn same_text(ann: &mut Annotator, q: &Asked) -> AResult {
    Ok(generation::made_text(ann, q.site, q.args[0].clone()))
}

/// `repr(u)` of a unicode string.
fn quoted(ann: &mut Annotator, q: &Asked) -> AResult {
    let text = ann.call_library_on(q.site, "unicodes", "quoted", &[(0, &q.args[0])])?;
    Ok(generation::made_text(ann, q.site, text))
}

/// `ord(c)`
fn ord(_: &mut Annotator, q: &Asked) -> AResult {
    Ok(match &q.args[0].konst {
        Some(HlConst::Str(b)) if b.len() == 1 => SomeValue::int_const(b[0] as i64),
        Some(HlConst::Unicode(t)) if t.chars().count() == 1 => {
            t.chars().next().map_or(SomeValue::NONNEG, |c| SomeValue::int_const(c as i64))
        }
        _ => SomeValue::NONNEG,
    })
}

/// `int(s)`
fn to_int(ann: &mut Annotator, q: &Asked) -> AResult {
    ann.call_library_on(q.site, "numbers", "int_", &[(0, &q.args[0])])
}

/// Calls of string methods.
pub(crate) fn string_method(
    ann: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    if let Some(r) = python3::python3_method(ann, site, name, this, args) {
        return r;
    }
    let result = plain_string_method(ann, site, name, this, args)?;
    python3::with_texts_of(ann, site, this, result)
}

pub(crate) fn plain_string_method(
    ann: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    if matches!(name, "encode" | "decode") {
        let args = with_encoding(ann, site, args)?;
        return (ann.meanings.call_method)(ann, site, name, this, &args);
    }
    (ann.meanings.call_method)(ann, site, name, this, args)
}

/// The arguments of `encode` and `decode` with the encoding's usual name.
pub(crate) fn with_encoding(ann: &Annotator, site: Site, args: &CallArgs) -> AResult<CallArgs> {
    with_encoding_at(ann, site, args, 0)
}

/// Annotates a text method with the encoding as another argument.
pub(crate) fn with_encoding_at(
    ann: &Annotator,
    site: Site,
    args: &CallArgs,
    index: usize,
) -> AResult<CallArgs> {
    let mut args = args.clone();
    let named = args.keywords.iter_mut().find(|k| &*k.0 == "encoding").map(|k| &mut k.1);
    let Some(e) = args.positional.get_mut(index).map(|a| &mut a.0).or(named) else {
        return Ok(args);
    };
    let Some(name) = e.const_str().map(str::to_string) else {
        return Err(ann.error(site, "constant-needed", "the encoding must be a constant"));
    };
    let Some(usual) = encoding_name(&name) else {
        return Err(ann.error(
            site,
            "unsupported",
            format!("the encoding '{name}' is not supported at run time"),
        ));
    };
    *e = crate::definitions::prebuilt::atom_annotation(&HlConst::Str(usual.as_bytes().into()));
    Ok(args)
}
