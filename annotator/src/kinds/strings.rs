//! Strings: operators and methods.

use crate::definitions::constants;
use crate::definitions::generation;
use crate::kinds::slices;
use crate::kinds::texts;
use crate::model::state::CallArgs;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;
use flowmodel::LlOp;

/// Byte or unicode variant.
fn text_type(unicode: bool) -> SomeValue {
    if unicode { SomeValue::UNICODE } else { SomeValue::STR }
}

/// The rows: what operations on strings of both types give, raise and become. Those on `bytes` in files of Python 3 come before
/// these.
pub(crate) const ROWS: &[Row] = &[
    row(&[Len], CHARACTER, ANY, Gives::Joins(len)).folds(),
    row(&[Len], TEXT, ANY, Gives::Joins(len)).lowers(Lowers::Op(LlOp::GetArraySize)),
    row(&[GetItem], TEXT, SLICE, Gives::Joins(slice))
        .raises(Raises::By(slice_raises))
        .code(Code::TextItem),
    row(&[GetItem], TEXT, ANY, Gives::Joins(item)).only(&["IndexError"]).code(Code::TextItem),
    row(&[SetItem], STR, SLICE.not(), Gives::Reads(set_item)),
    row(&[Contains], STR, STR, A_BOOL)
        .not_none(&[0, 1])
        .types("Oy>b")
        .lowers(of_text("ll_contains", "ll_contains_char")),
    row(&[Contains], UNICODE, UNICODE, A_BOOL)
        .not_none(&[0, 1])
        .types("Oy>b")
        .lowers(of_text("ll_contains", "ll_contains_char")),
    row(&[Contains], WIDE, STR, Gives::Library("unicodes.contains_bytes")).not_none(&[0, 1]),
    row(&[Add], TEXT, TEXT, Gives::Joins(sum)).folds().code(Code::AddTexts),
    row(&[Mul], TEXT, INT, Gives::Reads(repeat)).only(TOO_LONG).code(Code::RepeatText),
    row(&[Mul], INT, TEXT, Gives::Reads(repeat)).only(TOO_LONG).code(Code::RepeatText),
    row(COMPARISONS, CHARACTER, CHARACTER, Gives::Reads(compare))
        .raises(Raises::By(order_raises))
        .compares(Comparison::Numbers),
    row(COMPARISONS, TEXT, TEXT, Gives::Reads(compare))
        .raises(Raises::By(order_raises))
        .compares(Comparison::Texts),
    row(&[Str], STRING, ANY, Gives::Reads(same_text))
        .when(|_, q| !q.args[0].can_be_none())
        .code(Code::Text),
    row(&[Str], UNICODE, ANY, A_TEXT).code(Code::Text),
    row(&[Repr], UNICODE, ANY, Gives::Answers(quoted)),
    row(&[Str, Repr], STR, ANY, A_TEXT).code(Code::Text),
    row(&[Hash], TEXT, ANY, Gives::Library("strings.hash_")),
    row(&[Ord], CHAR, ANY, Gives::Reads(ord)).only(&[]).lowers(Lowers::Op(LlOp::CastCharToInt)),
    row(&[Ord], UNICHAR, ANY, Gives::Reads(ord))
        .only(&[])
        .lowers(Lowers::Op(LlOp::CastUniCharToInt)),
    // A string that happens to have length 1.
    row(&[Ord], TEXT, ANY, Gives::Library("strings.ord_")),
    row(&[Int], TEXT, ANY, Gives::Answers(to_int)).only(&["ValueError"]),
    row(&[Float], TEXT, ANY, Gives::Library("numbers.float_")).only(&["ValueError"]),
];

/// What Python says of None as an argument of a method.
const NO_START: &[&str] = &["startswith first arg must be str or a tuple of str, not NoneType"];
const NO_END: &[&str] = &["endswith first arg must be str or a tuple of str, not NoneType"];
const NO_REPLACEMENT: &[&str] =
    &["replace() argument 1 must be str, not None", "replace() argument 2 must be str, not None"];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    // Forms that are written in the language.
    library(UNICODE, "strip", "*", MEM, "unicodes.strip_bytes").when(BytesGiven),
    library(UNICODE, "lstrip", "*", MEM, "unicodes.lstrip_bytes").when(BytesGiven),
    library(UNICODE, "rstrip", "*", MEM, "unicodes.rstrip_bytes").when(BytesGiven),
    library(UNICODE, "startswith", "*", NOTHING, "unicodes.startswith_bytes").when(BytesGiven),
    library(UNICODE, "endswith", "*", NOTHING, "unicodes.endswith_bytes").when(BytesGiven),
    library(UNICODE, "find", "*", NOTHING, "unicodes.find_bytes").when(BytesGiven),
    library(UNICODE, "rfind", "*", NOTHING, "unicodes.rfind_bytes").when(BytesGiven),
    library(UNICODE, "count", "*", NOTHING, "unicodes.count_bytes").when(BytesGiven),
    library(UNICODE, "split", "*", SPLIT, "unicodes.split_bytes").when(BytesGiven),
    library(UNICODE, "rsplit", "*", SPLIT, "unicodes.rsplit_bytes").when(BytesGiven),
    library(UNICODE, "replace", "*", MEM, "unicodes.replace_bytes").when(BytesGiven),
    library(UNICODE, "partition", "*", MEM, "unicodes.partition_bytes").when(BytesGiven),
    library(UNICODE, "rpartition", "*", MEM, "unicodes.rpartition_bytes").when(BytesGiven),
    library(TEXT, "partition", "*", MEM, "strings.partition").none(MUST_BE_STR),
    library(TEXT, "rpartition", "*", MEM, "strings.rpartition").none(MUST_BE_STR),
    library(TEXT, "ljust", "*", MEM, "strings.ljust"),
    library(TEXT, "rjust", "*", MEM, "strings.rjust"),
    library(TEXT, "center", "*", MEM, "strings.center"),
    library(TEXT, "zfill", "*", MEM, "strings.zfill"),
    library(TEXT, "removeprefix", "*", MEM, "strings.removeprefix").none(&["removeprefix() argument must be str, not None"]),
    library(TEXT, "removesuffix", "*", MEM, "strings.removesuffix").none(&["removesuffix() argument must be str, not None"]),
    library(TEXT, "index", "*", SPLIT, "strings.index").none(MUST_BE_STR),
    library(TEXT, "rindex", "*", SPLIT, "strings.rindex").none(MUST_BE_STR),
    library(TEXT, "isascii", "*", MEM, "strings.isascii"),
    library(STR, "expandtabs", "*", MEM, "strings.expandtabs"),
    library(UNICODE, "expandtabs", "*", MEM, "unicodes.expandtabs"),
    library(STR, "capitalize", "*", MEM, "strings.capitalize"),
    library(UNICODE, "capitalize", "*", MEM, "unicodes.capitalize"),
    library(STR, "swapcase", "*", MEM, "strings.swapcase"),
    library(UNICODE, "swapcase", "*", MEM, "unicodes.swapcase"),
    library(STR, "title", "*", MEM, "strings.title"),
    library(UNICODE, "title", "*", MEM, "unicodes.title"),
    library(STR, "casefold", "*", MEM, "strings.casefold"),
    library(UNICODE, "casefold", "*", MEM, "unicodes.casefold"),
    library(STR, "istitle", "*", MEM, "strings.istitle"),
    library(UNICODE, "istitle", "*", MEM, "unicodes.istitle"),
    library(STR, "isidentifier", "*", MEM, "strings.isidentifier"),
    library(UNICODE, "isidentifier", "*", MEM, "unicodes.isidentifier"),
    library(STR, "isprintable", "*", MEM, "strings.isprintable"),
    library(UNICODE, "isprintable", "*", MEM, "unicodes.isprintable"),
    library(STR, "isdecimal", "*", MEM, "strings.isdecimal"),
    library(UNICODE, "isdecimal", "*", MEM, "unicodes.isdecimal"),
    library(STR, "translate", "*", MEM, "strings.translate"),
    library(UNICODE, "translate", "*", MEM, "unicodes.translate"),
    library(STR, "isnumeric", "*", MEM, "strings.isdecimal"),
    library(UNICODE, "isnumeric", "*", MEM, "unicodes.isnumeric"),
    library(UNICODE, "upper", "*", MEM, "unicodes.upper"),
    library(UNICODE, "lower", "*", MEM, "unicodes.lower"),
    library(UNICODE, "isdigit", "*", NOTHING, "unicodes.isdigit"),
    library(UNICODE, "isalpha", "*", NOTHING, "unicodes.isalpha"),
    library(UNICODE, "isalnum", "*", NOTHING, "unicodes.isalnum"),
    library(UNICODE, "isspace", "*", NOTHING, "unicodes.isspace"),
    library(UNICODE, "islower", "*", MEM, "unicodes.islower"),
    library(UNICODE, "isupper", "*", MEM, "unicodes.isupper"),
    library(UNICODE, "splitlines", "*", MEM, "unicodes.splitlines"),
    library(UNICODE, "strip", "*", MEM, "unicodes.strip_space").when(NoSeparator),
    library(UNICODE, "lstrip", "*", MEM, "unicodes.lstrip_space").when(NoSeparator),
    library(UNICODE, "rstrip", "*", MEM, "unicodes.rstrip_space").when(NoSeparator),
    library(UNICODE, "split", "*", SPLIT, "unicodes.split_space").when(PlainNoSeparator),
    library(UNICODE, "rsplit", "*", SPLIT, "unicodes.rsplit_space").when(PlainNoSeparator),
    library(STR, "hex", "*", MEM, "strings.hex_"),
    library(TEXT, "startswith", "*", NOTHING, "strings.startswith_any").when(TupleGiven),
    library(TEXT, "endswith", "*", NOTHING, "strings.endswith_any").when(TupleGiven),
    library(TEXT, "rsplit", "*", SPLIT, "strings.rsplit").when(NoSeparator),
    library(TEXT, "split", "*", SPLIT, "strings.split").when(Keywords),
    library(TEXT, "split", "*", SPLIT, "strings.split").when(MaybeNone),
    library(TEXT, "rsplit", "*", SPLIT, "strings.rsplit").when(Keywords),
    library(TEXT, "rsplit", "*", SPLIT, "strings.rsplit").when(MaybeNone),
    library(TEXT, "strip", "*", MEM, "strings.strip").when(MaybeNone),
    library(TEXT, "lstrip", "*", MEM, "strings.lstrip").when(MaybeNone),
    library(TEXT, "rstrip", "*", MEM, "strings.rstrip").when(MaybeNone),
    library(TEXT, "splitlines", "*", MEM, "strings.splitlines").when(Keywords),
    library(TEXT, "join", "*", JOIN, "strings.join").when(NotAList),
    library(STR, "encode", "*", CODEC, "codecs.encode_str"),
    library(UNICODE, "encode", "*", CODEC, "codecs.encode").when(Keywords),
    library(UNICODE, "encode", "??*", CODEC, "codecs.encode"),
    library(STR, "decode", "*", CODEC, "codecs.decode").when(Keywords),
    library(STR, "decode", "??*", CODEC, "codecs.decode"),
    // Forms with a helper or code of their own.
    typed(TEXT, "startswith", "t|pq>b", Reads, NOTHING, helper("ll_str", "ll_startswith").or(BOUNDS)).none(NO_START),
    typed(TEXT, "endswith", "t|pq>b", Reads, NOTHING, helper("ll_str", "ll_endswith").or(BOUNDS)).none(NO_END),
    typed(TEXT, "find", "y|pq>i", Reads, NOTHING, of_text("ll_find", "ll_find_char").or(BOUNDS)).none(MUST_BE_STR),
    typed(TEXT, "rfind", "y|pq>i", Reads, NOTHING, of_text("ll_rfind", "ll_rfind_char").or(BOUNDS)).none(MUST_BE_STR),
    typed(TEXT, "count", "y|pq>n", Reads, NOTHING, of_text("ll_count", "ll_count_char").or(BOUNDS)).none(MUST_BE_STR),
    typed(TEXT, "lstrip", "|N>t", Reads, MEM, helper("ll_str", "ll_strip_space").then(&[Extra::Int(1)])).when(NoSeparator),
    typed(TEXT, "lstrip", "t>t", Reads, MEM, helper("ll_str", "ll_strip_chars").then(&[Extra::Int(1)])),
    typed(TEXT, "rstrip", "|N>t", Reads, MEM, helper("ll_str", "ll_strip_space").then(&[Extra::Int(2)])).when(NoSeparator),
    typed(TEXT, "rstrip", "t>t", Reads, MEM, helper("ll_str", "ll_strip_chars").then(&[Extra::Int(2)])),
    typed(TEXT, "strip", "|N>t", Reads, MEM, helper("ll_str", "ll_strip_space").then(&[Extra::Int(3)])).when(NoSeparator),
    typed(TEXT, "strip", "t>t", Reads, MEM, helper("ll_str", "ll_strip_chars").then(&[Extra::Int(3)])),
    typed(TEXT, "upper", ">C", Reads, MEM, of_text("ll_upper", "ll_char_upper")),
    typed(TEXT, "lower", ">C", Reads, MEM, of_text("ll_lower", "ll_char_lower")),
    typed(TEXT, "isdigit", ">b", Reads, NOTHING, of_text("ll_isdigit", "ll_char_isdigit")),
    typed(TEXT, "isalpha", ">b", Reads, NOTHING, of_text("ll_isalpha", "ll_char_isalpha")),
    typed(TEXT, "isalnum", ">b", Reads, NOTHING, of_text("ll_isalnum", "ll_char_isalnum")),
    typed(TEXT, "isspace", ">b", Reads, NOTHING, of_text("ll_isspace", "ll_char_isspace")),
    typed(TEXT, "islower", ">b", Reads, MEM, of_text("ll_islower", "ll_char_islower")),
    typed(TEXT, "isupper", ">b", Reads, MEM, of_text("ll_isupper", "ll_char_isupper")),
    typed(TEXT, "replace", "hh>t", Reads, MEM, helper("ll_str", "ll_replace_char")).none(NO_REPLACEMENT).when(Characters),
    typed(TEXT, "replace", "tt|i>t", Reads, MEM, helper("ll_str", "ll_replace").or(&[Constant::Int(-1)])).none(NO_REPLACEMENT),
    typed(TEXT, "split", "|Ti>l", Reads, SPLIT, code(Code::Split("ll_split"))),
    typed(TEXT, "rsplit", "|Ti>l", Reads, SPLIT, code(Code::Split("ll_rsplit"))),
    typed(TEXT, "splitlines", "|?>l", Reads, MEM, code(Code::SplitLines)),
    calling(TEXT, "join", "?>t", Reads, JOIN, join, code(Code::Join)).none(&["can only join an iterable"]),
    typed(STR, "decode", "|?>U", Reads, CODEC, code(Code::Codec)),
    typed(UNICODE, "encode", "|?>s", Reads, CODEC, code(Code::Codec)),
    calling(TEXT, "format", "*", Reads, MEM, format, Lowers::Annotated),
    calling(TEXT, "format_map", "?*", Reads, MEM, format_map, Lowers::Annotated),
];

/// Exceptions of an operation whose text would be too long, or for which there is no memory.
pub(crate) const TOO_LONG: &[&str] = &["OverflowError", "MemoryError"];

/// `len(s)`
fn len(ann: &mut Facts, q: &Asked) -> AResult {
    let s = &q.args[0];
    texts::note_counted(ann, q.site, s);
    Ok(match (&s.kind, &s.konst) {
        (Kind::Char | Kind::UniChar, _) => SomeValue::int_const(1),
        (_, Some(HlConst::Str(b) | HlConst::Bytes(b))) => SomeValue::int_const(b.len() as i64),
        _ => SomeValue::NONNEG,
    })
}

/// `s[a:b:c]`
fn slice(ann: &mut Facts, q: &Asked) -> AResult {
    let s = &q.args[0];
    texts::note_counted(ann, q.site, s);
    if let Kind::Slice(bounds) = &q.args[1].kind {
        slices::check_slice(ann, q.site, bounds)?;
    }
    Ok(if s.is_str() { SomeValue::STR.with_texts(s.texts()) } else { SomeValue::UNICODE })
}

/// A slice raises ValueError if its step is 0.
fn slice_raises(_: &mut Facts, q: &Asked) -> Throws {
    match &q.args[1].kind {
        Kind::Slice(bounds) if bounds[2].kind == Kind::None_ => Throws::Only(vec!["MemoryError"]),
        _ => Throws::Only(slices::BAD_SLICE.to_vec()),
    }
}

/// `s[i]`
fn item(ann: &mut Facts, q: &Asked) -> AResult {
    let s = &q.args[0];
    texts::check_counted(ann, q.site, s)?;
    ann.want_int(q.site, &q.args[1], "the index of a string")?;
    Ok(if s.is_str() { SomeValue::CHAR } else { SomeValue::UNICHAR })
}

fn set_item(ann: &Facts, q: &Asked) -> AResult {
    let shown = ann.show(&q.args[0]);
    let e = ann.error(q.site, "immutable", format!("{shown} is immutable"));
    Err(e.note(
        "make a new string, `s[:i] + c + s[i + 1:]`, or use a list of characters or a bytearray",
    ))
}

/// `s + t`
fn sum(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    texts::check_sum(ann, q.site, a, b)?;
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
        Some(sum) => constants::annotation_of(ann, &sum),
        None if a.is_str() => SomeValue::string(false, no_nul, a.texts().union(b.texts())),
        None => Kind::Unicode { can_be_none: false, no_nul }.into(),
    };
    Ok(texts::like_operands(ann, q.site, &[a, b], sum))
}

/// `s * n`, `n * s`
fn repeat(_: &Facts, q: &Asked) -> AResult {
    let s = if q.args[0].is_integral() { &q.args[1] } else { &q.args[0] };
    Ok(text_type(s.is_unicode()).with_texts(s.texts()))
}

/// `s < t` and its like.
fn compare(ann: &Facts, q: &Asked) -> AResult {
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
pub(crate) fn order_raises(_: &mut Facts, q: &Asked) -> Throws {
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
fn same_text(ann: &Facts, q: &Asked) -> AResult {
    Ok(generation::made_text(ann, q.site, q.args[0].clone()))
}

/// `repr(u)` of a unicode string.
fn quoted(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(Answer::library_on("unicodes", "quoted", &[(0, &q.args[0])]).then(texts::made_text))
}

/// `ord(c)`
fn ord(_: &Facts, q: &Asked) -> AResult {
    Ok(match &q.args[0].konst {
        Some(HlConst::Str(b)) if b.len() == 1 => SomeValue::int_const(b[0] as i64),
        Some(HlConst::Unicode(t)) if t.chars().count() == 1 => {
            t.chars().next().map_or(SomeValue::NONNEG, |c| SomeValue::int_const(c as i64))
        }
        _ => SomeValue::NONNEG,
    })
}

/// `int(s)`
fn to_int(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(Answer::library_on("numbers", "int_", &[(0, &q.args[0])]))
}

// ---- Methods

/// `join` with a list
fn join(
    a: &mut Facts,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let list = &args.positional[0].0;
    let Kind::List(l) = list.kind else { unreachable!("a form for lists") };
    let item = a.read_list(site, l);
    let unicode = this.is_unicode();
    let bytes = matches!(item.kind, Kind::String { can_be_none: false, .. });
    if unicode && bytes {
        return Ok(Answer::library_method("unicodes", "join_bytes", this, args));
    }
    let chars = unicode && item.kind == Kind::Char;
    let same = if unicode { item.is_unicode() } else { item.is_str() };
    if !item.is_impossible() && !same && !chars {
        let kind = owner(this);
        let text = format!("{kind}.join() wants a list of {kind}, not {}", a.show(list));
        let e = a.error(site, "argument-type", text);
        let cure = !item.is_str() && !item.is_unicode();
        return Err(if cure { e.note("str(x) makes a string of each") } else { e });
    }
    by_types(a, site, m, this, args).map(Answer::from)
}

/// `format`
fn format(
    a: &mut Facts,
    site: Site,
    _: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    super::format::format_method(a, site, this, args)
}

/// `format_map`
fn format_map(
    a: &mut Facts,
    site: Site,
    _: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    super::format::format_map_method(a, site, this, args)
}
