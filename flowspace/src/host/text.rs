//! Bytes and characters of texts.

use super::*;

/// Longest text that padding makes at import time.
pub(crate) const LONGEST: usize = 1 << 32;

/// Bytes of a `str` or `bytearray`.
pub(crate) fn byte_vec(host: &Host, r: HostRef) -> Option<Vec<u8>> {
    match host.obj(host.base(r)) {
        HostObj::Str(s) => Some(s.to_vec()),
        HostObj::ByteArray(s) => Some(s.clone()),
        _ => None,
    }
}

/// A `str` as text where Python 2 decodes implicitly.
pub(crate) fn decode_ascii(host: &mut Host, r: HostRef) -> R<String> {
    match host.obj(host.base(r)) {
        HostObj::Unicode(s) => Ok(s.to_string()),
        HostObj::Str(s) if s.is_ascii() => Ok(String::from_utf8_lossy(s).into_owned()),
        _ => Err(host.err(
            "UnicodeDecodeError",
            "'ascii' codec can't decode byte: ordinal not in range(128)",
        )),
    }
}

/// A method of a unicode string that is not plain ASCII: by the function that running programs have.
pub(crate) fn unicode_method(host: &mut Host, name: &str, args: &[HostRef]) -> R<Option<HostRef>> {
    let (s, unicode) = this_str(host, name, args)?;
    // Some control characters are blanks only in unicode strings.
    let plain = |b: &u8| b.is_ascii() && !matches!(b, 0x1c..=0x1f);
    if !unicode || s.iter().all(plain) {
        return Ok(None);
    }
    let Ok(m) = host.import("rpython_builtins.unicodes") else {
        return Ok(None);
    };
    let found = lookups::own_dict(host, m).and_then(|d| host.ns_get(d, name));
    match found {
        Some(f) => host.call(f, args, &[]).map(Some),
        None => Ok(None),
    }
}

/// Says whether an object is a unicode string.
pub(crate) fn is_unicode(host: &Host, r: HostRef) -> bool {
    matches!(host.obj(host.base(r)), HostObj::Unicode(_))
}

/// Number of characters of a text in UTF-8, or of bytes.
pub(crate) fn characters(s: &[u8], wide: bool) -> usize {
    // (bytes that only continue a character are not counted)
    if wide { s.iter().filter(|b| **b & 0xc0 != 0x80).count() } else { s.len() }
}

/// The first `n` characters.
pub(crate) fn first_characters(s: &[u8], n: usize, wide: bool) -> &[u8] {
    if !wide {
        return &s[..n.min(s.len())];
    }
    let start = |(_, b): &(usize, &u8)| **b & 0xc0 != 0x80;
    let end = s.iter().enumerate().filter(start).nth(n).map_or(s.len(), |(i, _)| i);
    &s[..end]
}

/// First position of `needle` in `s`.
pub(crate) fn find_bytes(s: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    s.windows(needle.len()).position(|w| w == needle)
}

/// Does something with the items of a `bytearray` as a list, and takes the result over.
pub(crate) fn as_list(
    host: &mut Host,
    this: HostRef,
    act: impl FnOnce(&mut Host, HostRef) -> R,
) -> R {
    let b = host.base(this);
    let HostObj::ByteArray(bytes) = host.obj(b) else {
        return Err(host.type_error("descriptor requires a 'bytearray' object"));
    };
    let items: Vec<HostRef> = bytes.clone().into_iter().map(|x| host.int(i64::from(x))).collect();
    let list = host.list(items);
    let result = act(host, list)?;
    let mut out = vec![];
    for x in host.iter_to_vec(list)? {
        out.push(byte_item(host, x)?);
    }
    if let HostObj::ByteArray(v) = host.obj_mut(b) {
        *v = out;
    }
    Ok(result)
}

/// An item of a `bytearray`: an int from 0 to 255, or a string of one byte as in Python 2.
pub(crate) fn byte_item(host: &mut Host, x: HostRef) -> R<u8> {
    if let HostObj::Str(s) = host.obj(host.base(x))
        && s.len() == 1
    {
        return Ok(s[0]);
    }
    match u8::try_from(numbers::index(host, x)?) {
        Ok(b) => Ok(b),
        Err(_) => Err(host.value_error("byte must be in range(0, 256)")),
    }
}

/// Receiver of a string method: its bytes and whether it is `unicode`.
pub(crate) fn this_str(host: &mut Host, name: &str, args: &[HostRef]) -> R<(Rc<[u8]>, bool)> {
    if let Some(r) = args.first() {
        match host.obj(host.base(*r)) {
            HostObj::Str(s) => return Ok((s.clone(), false)),
            HostObj::Unicode(s) => return Ok((s.as_bytes().into(), true)),
            HostObj::ByteArray(s) => return Ok((s[..].into(), false)),
            _ => {}
        }
    }
    Err(host.type_error(format!("descriptor '{name}' requires a 'str' object")))
}
