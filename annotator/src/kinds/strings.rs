//! Strings: operators and methods.

use crate::CallArgs;
use crate::prelude::*;

/// Byte or unicode variant.
fn text_type(unicode: bool) -> SomeValue {
    if unicode { SomeValue::UNICODE } else { SomeValue::STR }
}

/// Methods written in the language: module and function in `rlib/builtins`. Some forms of a method are, others (the frequent
/// ones) are helpers of the RTyper.
fn library_method(name: &str, unicode: bool, args: &CallArgs) -> Option<(&'static str, String)> {
    let first = args.positional.first().map(|a| &a.0);
    let keywords = !args.keywords.is_empty();
    let maybe_none = first.is_some_and(|s| s.kind != Kind::None_ && s.can_be_none());
    let in_strings = |f: &str| Some(("strings", f.to_string()));
    match name {
        // Byte strings are decoded as ASCII there, as in Python 2.
        "strip" | "lstrip" | "rstrip" | "startswith" | "endswith" | "find" | "rfind" | "count"
        | "split" | "rsplit" | "replace" | "partition" | "rpartition"
            if unicode && !keywords && args.positional.iter().any(|a| bytes(&a.0)) =>
        {
            Some(("unicodes", format!("{name}_bytes")))
        }
        "partition" | "rpartition" | "ljust" | "rjust" | "center" | "zfill" | "removeprefix"
        | "removesuffix" | "index" | "rindex" | "isascii" => in_strings(name),
        "expandtabs" | "capitalize" | "swapcase" | "title" | "casefold" | "istitle"
        | "isidentifier" | "isprintable" | "isdecimal" | "translate" => {
            Some((if unicode { "unicodes" } else { "strings" }, name.to_string()))
        }
        "isnumeric" if unicode => Some(("unicodes", "isnumeric".into())),
        "isnumeric" => in_strings("isdecimal"),
        "upper" | "lower" | "isdigit" | "isalpha" | "isalnum" | "isspace" | "islower"
        | "isupper" | "splitlines"
            if unicode =>
        {
            Some(("unicodes", name.to_string()))
        }
        "strip" | "lstrip" | "rstrip" if unicode && first.is_none_or(|s| s.kind == Kind::None_) => {
            Some(("unicodes", format!("{name}_space")))
        }
        "split" | "rsplit"
            if unicode && !keywords && first.is_none_or(|s| s.kind == Kind::None_) =>
        {
            Some(("unicodes", format!("{name}_space")))
        }
        "hex" if !unicode => in_strings("hex_"),
        "startswith" | "endswith" if first.is_some_and(|s| matches!(s.kind, Kind::Tuple(_))) => {
            in_strings(&format!("{name}_any"))
        }
        "rsplit" if first.is_none_or(|s| s.kind == Kind::None_) => in_strings(name),
        "split" | "rsplit" if keywords || maybe_none => in_strings(name),
        "strip" | "lstrip" | "rstrip" if maybe_none => in_strings(name),
        "splitlines" if keywords => in_strings(name),
        "join" if first.is_some_and(|s| !matches!(s.kind, Kind::List(_))) => in_strings(name),
        "encode" if !unicode => Some(("codecs", "encode_str".into())),
        "encode" | "decode" if keywords || args.positional.len() > 1 => {
            Some(("codecs", name.to_string()))
        }
        _ => None,
    }
}

/// A byte string of any length.
fn bytes(s: &SomeValue) -> bool {
    matches!(s.kind, Kind::String { can_be_none: false, .. })
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
            HlOp::Add if a.is_str() && b.kind == Kind::ByteArray && self.host.python2 => {
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
        let unicode = this.is_unicode();
        if matches!(name, "encode" | "decode") {
            let args = self.with_encoding(site, args)?;
            if let Some((module, f)) = library_method(name, unicode, &args) {
                return self.call_library_method(site, module, &f, this, &args);
            }
        } else if let Some((module, f)) = library_method(name, unicode, args) {
            return self.call_library_method(site, module, &f, this, args);
        }
        if name == "format" {
            return self.format_method(site, this, args);
        }
        let n = args.positional.len();
        let arg = |i: usize| &args.positional[i].0;
        let kind = if unicode { "unicode" } else { "str" };
        if !args.keywords.is_empty() {
            return Err(self.error(
                site,
                "argument-count",
                format!("{kind}.{name}() takes no keyword arguments"),
            ));
        }
        let count = |a: &Annotator, lo: usize, hi: usize| -> AResult<()> {
            if (lo..=hi).contains(&n) {
                Ok(())
            } else {
                Err(a.error(
                    site,
                    "argument-count",
                    format!("{kind}.{name}() cannot be called with {n} arguments"),
                ))
            }
        };
        let same_text = |a: &Annotator, i: usize| -> AResult<()> {
            let s = arg(i);
            let fits = if unicode { s.is_unicode() || s.kind == Kind::Char } else { s.is_str() };
            if fits && s.kind != Kind::None_ {
                return Ok(());
            }
            Err(a.error(
                site,
                "argument-type",
                format!("{kind}.{name}() wants a {kind}, not {}", a.show(s)),
            ))
        };
        let int_from = |a: &Annotator, from: usize| -> AResult<()> {
            for i in from..n {
                a.want_int(site, arg(i), &format!("{kind}.{name}()"))?;
            }
            Ok(())
        };
        match name {
            "startswith" | "endswith" => {
                count(self, 1, 3)?;
                same_text(self, 0)?;
                int_from(self, 1)?;
                Ok(SomeValue::BOOL)
            }
            "find" | "rfind" => {
                count(self, 1, 3)?;
                same_text(self, 0)?;
                int_from(self, 1)?;
                Ok(SomeValue::INT)
            }
            "count" | "index" | "rindex" => {
                count(self, 1, 3)?;
                same_text(self, 0)?;
                int_from(self, 1)?;
                Ok(SomeValue::NONNEG)
            }
            "strip" | "lstrip" | "rstrip" => {
                count(self, 0, 1)?;
                if n == 1 && arg(0).kind != Kind::None_ {
                    same_text(self, 0)?;
                }
                Ok(text_type(unicode))
            }
            "upper" | "lower" => {
                count(self, 0, 0)?;
                Ok(match this.kind {
                    Kind::Char => SomeValue::CHAR,
                    Kind::UniChar => SomeValue::UNICHAR,
                    _ => text_type(unicode),
                })
            }
            "isdigit" | "isalpha" | "isalnum" | "isspace" | "islower" | "isupper" => {
                count(self, 0, 0)?;
                Ok(SomeValue::BOOL)
            }
            "replace" => {
                count(self, 2, 3)?;
                same_text(self, 0)?;
                same_text(self, 1)?;
                int_from(self, 2)?;
                Ok(text_type(unicode))
            }
            "split" | "rsplit" => {
                count(self, 0, 2)?;
                if n >= 1 && arg(0).kind != Kind::None_ {
                    same_text(self, 0)?;
                }
                int_from(self, 1)?;
                self.list_of(site, text_type(unicode))
            }
            "splitlines" => {
                count(self, 0, 1)?;
                self.list_of(site, text_type(unicode))
            }
            "join" => {
                count(self, 1, 1)?;
                let item = match &arg(0).kind {
                    Kind::List(l) => self.read_list(site, *l),
                    _ => {
                        return Err(self.error(
                            site,
                            "argument-type",
                            format!(
                                "{kind}.join() wants a list of strings, not {}",
                                self.show(arg(0))
                            ),
                        ));
                    }
                };
                if unicode && bytes(&item) {
                    return self.call_library_method(site, "unicodes", "join_bytes", this, args);
                }
                if item.is_impossible()
                    || item.is_str() != unicode
                    || item.is_unicode() == unicode
                    || item.kind == Kind::Char
                {
                    let chars = unicode && item.kind == Kind::Char;
                    if !item.is_impossible() && item.is_unicode() != unicode && !chars {
                        return Err(self.error(
                            site,
                            "argument-type",
                            format!(
                                "{kind}.join() wants a list of {kind}, not {}",
                                self.show(arg(0))
                            ),
                        ));
                    }
                    return Ok(text_type(unicode));
                }
                Err(self.error(
                    site,
                    "argument-type",
                    format!("{kind}.join() wants a list of {kind}, not {}", self.show(arg(0))),
                ))
            }
            "decode" if !unicode => {
                count(self, 0, 1)?;
                Ok(SomeValue::UNICODE)
            }
            "encode" if unicode => {
                count(self, 0, 1)?;
                Ok(SomeValue::STR)
            }
            _ => Err(self.unknown_method(site, kind, name)),
        }
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
