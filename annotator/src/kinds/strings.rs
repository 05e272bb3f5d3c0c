//! Strings: operators and methods.

use crate::CallArgs;
use crate::prelude::*;

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

impl Annotator {
    /// `+`, `*`, `%` with a string on the left (or `int * str`).
    pub(crate) fn string_binary(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        let text = |s: &SomeValue| s.is_str() || s.is_unicode();
        match op.op.plain() {
            HlOp::Add if text(a) && text(b) => {
                if a.is_str() != b.is_str() {
                    return Some(Err(self
                        .error(
                            site,
                            "text-and-bytes",
                            "a byte string and a unicode string cannot be added",
                        )
                        .note("use .decode or .encode")));
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
                if let Some(sum) = sum {
                    return Some(Ok(self.const_annotation(&sum)));
                }
                let no_nul = |s: &SomeValue| match s.kind {
                    Kind::String { no_nul, .. } | Kind::Unicode { no_nul, .. } => no_nul,
                    _ => matches!(&s.konst, Some(HlConst::Str(b)) if !b.contains(&0)),
                };
                let no_nul = no_nul(a) && no_nul(b);
                if a.is_str() {
                    Some(Ok(SomeValue::string(false, no_nul, a.texts().union(b.texts()))))
                } else {
                    Some(Ok(Kind::Unicode { can_be_none: false, no_nul }.into()))
                }
            }
            HlOp::Mul if text(a) && b.is_integral() => {
                Some(Ok(text_type(a.is_unicode()).with_texts(a.texts())))
            }
            HlOp::Mul if text(b) && a.is_integral() => {
                Some(Ok(text_type(b.is_unicode()).with_texts(b.texts())))
            }
            HlOp::Mod if text(a) => Some(self.format_operator(site, a, b)),
            HlOp::Add if a.kind == Kind::ByteArray && (b.kind == Kind::ByteArray || b.is_str()) => {
                Some(Ok(Kind::ByteArray.into()))
            }
            // As in Python 2.
            HlOp::Add
                if a.is_str() && b.kind == Kind::ByteArray && self.host.generation.python2 =>
            {
                Some(self.call_library_on(site, "bytearrays", "behind_text", &[(0, a), (1, b)]))
            }
            HlOp::Mul if a.kind == Kind::ByteArray && b.is_integral() => {
                let f = if op.op == HlOp::InplaceMul { "inplace_repeat" } else { "repeat" };
                Some(self.call_library_on(site, "bytearrays", f, &[(0, a), (1, b)]))
            }
            HlOp::Mul if b.kind == Kind::ByteArray && a.is_integral() => Some(
                self.call_library_on(site, "bytearrays", "repeat_reflected", &[(0, a), (1, b)]),
            ),
            _ => None,
        }
    }

    /// Calls of string methods.
    pub(crate) fn string_method(
        &mut self,
        site: Site,
        name: &str,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        if let Some(r) = self.python3_method(site, name, this, args) {
            return r;
        }
        let result = self.plain_string_method(site, name, this, args)?;
        self.with_texts_of(site, this, result)
    }

    pub(crate) fn plain_string_method(
        &mut self,
        site: Site,
        name: &str,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        if matches!(name, "encode" | "decode") {
            let args = self.with_encoding(site, args)?;
            return builtins::by_table(self, site, name, this, &args);
        }
        builtins::by_table(self, site, name, this, args)
    }

    /// The arguments of `encode` and `decode` with the encoding's usual name.
    pub(crate) fn with_encoding(&self, site: Site, args: &CallArgs) -> AResult<CallArgs> {
        self.with_encoding_at(site, args, 0)
    }

    /// The same with the encoding as another argument.
    pub(crate) fn with_encoding_at(
        &self,
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
            return Err(self.error(site, "constant-needed", "the encoding must be a constant"));
        };
        let Some(usual) = encoding_name(&name) else {
            return Err(self.error(
                site,
                "unsupported",
                format!("the encoding '{name}' is not supported at run time"),
            ));
        };
        *e = crate::definitions::prebuilt::atom_annotation(&HlConst::Str(usual.as_bytes().into()));
        Ok(args)
    }

    /// A new resizable list of some items, made by this operation.
    pub(crate) fn list_of(&mut self, site: Site, item: SomeValue) -> AResult {
        let l = self.site_list(site, 0);
        self.generalize_list(site, l, &item)?;
        self.list_resize(site, l)?;
        Ok(Kind::List(l).into())
    }
}
