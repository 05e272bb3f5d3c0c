//! What kinds share about texts: the text of what holds other values, and what is `bytes` and what `str` in Python 3.

use crate::definitions::generation;
use crate::definitions::noted::warning;
use crate::definitions::places;
use crate::model::reported::CountedText;
use crate::ops::rows::*;
use crate::prelude::*;
use flowmodel::diag::Span;

pub(crate) const BYTES_COUNTED: &str =
    "this text is not ASCII: its bytes are counted here, not its characters";

pub(crate) fn note_first(place: &mut Option<Span>, at: Span) {
    let key = |s: Span| (s.file, s.start);
    if place.is_none_or(|p| key(at) < key(p)) {
        *place = Some(at);
    }
}

pub(crate) fn are_mixed(a: &SomeValue, b: &SomeValue) -> bool {
    a.is_bytes() && is_python3_text(b) || b.is_bytes() && is_python3_text(a)
}

/// Notes, in files of Python 3, that items and lengths of text are those of its UTF-8 here.
pub(crate) fn note_counted(ann: &mut Facts, site: Site, s: &SomeValue) {
    if !s.is_str() || !generation::in_python3(ann, site) {
        return;
    }
    if s.texts().text && !s.texts().bytes {
        note_first(&mut ann.reports.counted_text.counted, site.span);
    }
    if let Some(HlConst::Str(b)) = &s.konst
        && !b.is_ascii()
    {
        ann.warn(site, "utf8-length", BYTES_COUNTED, "`str` holds UTF-8");
    }
}

/// Notes the same, and refuses what may be text or `bytes`.
pub(crate) fn check_counted(ann: &mut Facts, site: Site, s: &SomeValue) -> AResult<()> {
    note_counted(ann, site, s);
    match s.is_str() && generation::in_python3(ann, site) {
        true => check_unmixed(ann, site, s),
        false => Ok(()),
    }
}

/// The step of an answer whose result is a text that the operation makes.
pub(crate) fn made_text(ann: &mut Facts, site: Site, text: SomeValue) -> AResult {
    Ok(generation::made_text(ann, site, text))
}

/// Refuses the sum of `bytes` and text in files of Python 3.
pub(crate) fn check_sum(ann: &Facts, site: Site, a: &SomeValue, b: &SomeValue) -> AResult<()> {
    match generation::in_python3(ann, site) && are_mixed(a, b) {
        true => Err(mixed(ann, site, "the sum", a, b)),
        false => Ok(()),
    }
}

/// A sum of which nothing is known yet is text, in files of Python 3, if an operand is.
pub(crate) fn like_operands(
    ann: &Facts,
    site: Site,
    operands: &[&SomeValue],
    result: SomeValue,
) -> SomeValue {
    let text = result.is_str()
        && result.texts() == Texts::PLAIN
        && generation::in_python3(ann, site)
        && operands.iter().any(|s| is_python3_text(s));
    if text { result.with_texts(Texts::TEXT) } else { result }
}

pub(crate) fn mixed(ann: &Facts, site: Site, what: &str, a: &SomeValue, b: &SomeValue) -> AnnError {
    let (a, b) = (ann.show(a), ann.show(b));
    let (bytes, text) = if a.starts_with("bytes") { (a, b) } else { (b, a) };
    ann.error(
        site,
        "text-and-bytes",
        format!("{what} of {bytes} and {text}: in Python 3 these do not mix"),
    )
    .note("bytes.decode() gives the str, str.encode() the bytes")
}

pub(crate) fn check_unmixed(ann: &Facts, site: Site, s: &SomeValue) -> AResult<()> {
    if s.texts() == (Texts { text: true, bytes: true }) {
        return Err(ann
            .error(
                site,
                "text-and-bytes",
                "this value may be str or bytes: it is not known what is meant",
            )
            .note("use .decode() or .encode() where it comes from"));
    }
    Ok(())
}

/// Warns where the flow space has counted the bytes of constant texts.
pub(crate) fn warn_of_constant_texts(ann: &mut Facts) {
    for at in std::mem::take(&mut ann.host.generation.counted_texts) {
        let d = warning("utf8-length", BYTES_COUNTED.into(), at, "`str` holds UTF-8");
        if !places::in_library(ann, at) && !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
}

/// Warns once if a program of Python 3 decodes UTF-8 and counts characters.
pub(crate) fn warn_of_counted_text(ann: &mut Facts) {
    let CountedText { decoded: Some(decoded), counted: Some(counted) } = ann.reports.counted_text
    else {
        return;
    };
    let d = warning(
        "utf8-length",
        "a `str` holds UTF-8: its length, items and slices are those of bytes".into(),
        counted,
        "only ASCII text has as many characters; decode with 'latin-1' for a character per byte",
    )
    .label(decoded, "text that may not be ASCII is decoded here");
    if !ann.reports.warnings.contains(&d) {
        ann.reports.warnings.push(d);
    }
}

pub(crate) fn is_python3_text(s: &SomeValue) -> bool {
    match s.kind {
        Kind::Char => true,
        Kind::String { texts, .. } => {
            texts == Texts::TEXT
                || texts == Texts::PLAIN && matches!(s.konst, Some(HlConst::Str(_)))
        }
        _ => false,
    }
}

/// The result of a method of a string, with what is known of the string.
pub(crate) fn with_texts_of(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    result: SomeValue,
) -> AResult {
    let texts = match this.texts() {
        Texts::PLAIN if is_python3_text(this) && generation::in_python3(ann, site) => Texts::TEXT,
        texts => texts,
    };
    if texts == Texts::PLAIN {
        return Ok(result);
    }
    match &result.kind {
        Kind::String { .. } => Ok(result.with_texts(texts)),
        Kind::Tuple(items) => {
            Ok(SomeValue::tuple(items.iter().map(|s| s.clone().with_texts(texts)).collect()))
        }
        Kind::List(l) => {
            let item = ann.read_list(site, *l).with_texts(texts);
            ann.generalize_list(site, *l, &item)?;
            Ok(result)
        }
        _ => Ok(result),
    }
}

/// The text of what holds other values: the text of each.
pub(crate) const TEXT_OF_ITEMS: Gives = Gives::Joins(|ann, q| {
    special::want_text(ann, q.site, &q.args[0], q.operation() == HlOp::Repr);
    Ok(generation::made_text(ann, q.site, SomeValue::STR))
});
