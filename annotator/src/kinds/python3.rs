//! `bytes` and `str` in files of Python 3.
//!
//! RPython's `str` holds bytes, and is both. In files of Python 3 the annotator keeps apart what CPython keeps apart, as far
//! as it can be told ([`Texts`]): items of `bytes` are ints, `decode` and `encode` change the kind, and what mixes the two
//! is an error. Nothing of it is left at run time. Values that neutral code gives (functions of the library, the command
//! line) pass for either.

use crate::CallArgs;
use crate::definitions::desc::DescKind;
use crate::prelude::*;
use crate::reports::warnings::warning;
use flowmodel::diag::Span;
use flowspace::Python;
use flowspace::host::generation;

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

/// The first place where text of Python 3 is made of UTF-8, and the first where its characters are counted.
#[derive(Default, Debug)]
pub(crate) struct CountedText {
    decoded: Option<Span>,
    counted: Option<Span>,
}

/// Strings, and those in a tuple, as `bytes`.
fn as_bytes(s: SomeValue) -> SomeValue {
    match &s.kind {
        Kind::Tuple(items) => SomeValue::tuple(items.iter().cloned().map(as_bytes).collect()),
        _ => s.with_texts(Texts::BYTES),
    }
}

const BYTES_COUNTED: &str =
    "this text is not ASCII: its bytes are counted here, not its characters";

fn note_first(place: &mut Option<Span>, at: Span) {
    let key = |s: Span| (s.file, s.start);
    if place.is_none_or(|p| key(at) < key(p)) {
        *place = Some(at);
    }
}

impl Annotator {
    /// Items and lengths of text are those of its UTF-8 here.
    fn note_counted(&mut self, site: Site, s: &SomeValue) {
        if s.texts().text && !s.texts().bytes {
            note_first(&mut self.reports.counted_text.counted, site.span);
        }
        if let Some(HlConst::Str(b)) = &s.konst
            && !b.is_ascii()
        {
            self.warn(site, "utf8-length", BYTES_COUNTED, "`str` holds UTF-8");
        }
    }

    /// Warns where the flow space has counted the bytes of constant texts.
    pub(crate) fn warn_of_constant_texts(&mut self) {
        for at in std::mem::take(&mut self.host.generation.counted_texts) {
            let d = warning("utf8-length", BYTES_COUNTED.into(), at, "`str` holds UTF-8");
            if !self.in_library(at) && !self.reports.warnings.contains(&d) {
                self.reports.warnings.push(d);
            }
        }
    }

    /// Warns once if a program of Python 3 decodes UTF-8 and counts characters.
    pub(crate) fn warn_of_counted_text(&mut self) {
        let CountedText { decoded: Some(decoded), counted: Some(counted) } =
            self.reports.counted_text
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
        if !self.reports.warnings.contains(&d) {
            self.reports.warnings.push(d);
        }
    }

    /// The generation of Python that the current operation is written in.
    pub(crate) fn python_here(&self, site: Site) -> Python {
        let Some(p) = site.position else { return Python::Neutral };
        let DescKind::Function(f) = &self.descs[self.graphs[p.graph].desc].kind else {
            return Python::Neutral;
        };
        self.host
            .func(f.host)
            .map_or(Python::Neutral, |f| generation::python_of(&self.host, &f.code))
    }

    /// Whether the current operation stands in a file of Python 3.
    pub(crate) fn in_python3(&self, site: Site) -> bool {
        self.python_here(site) == Python::Three
    }

    /// Takes from a value that goes to a function of the library what is known of it in Python 3. Where each type has a
    /// copy of the function, `bytes` keep what they are: their text differs.
    pub(crate) fn forget_texts(&self, s: &mut SomeValue, keep_bytes: bool) {
        match &mut s.kind {
            Kind::String { texts, .. } if !(keep_bytes && *texts == Texts::BYTES) => {
                *texts = Texts::PLAIN;
                if let Some(HlConst::Bytes(b)) = &s.konst {
                    s.konst = Some(HlConst::Str(b.clone()));
                }
            }
            _ => {}
        }
    }

    /// What an operation makes of any value: `str` in Python 3.
    pub(crate) fn made_text(&self, site: Site, result: SomeValue) -> SomeValue {
        match result.texts() == Texts::PLAIN && result.konst.is_none() && self.in_python3(site) {
            true => result.with_texts(Texts::TEXT),
            false => result,
        }
    }

    fn is_python3_text(&self, s: &SomeValue) -> bool {
        match s.kind {
            Kind::Char => true,
            Kind::String { texts, .. } => {
                texts == Texts::TEXT
                    || texts == Texts::PLAIN && matches!(s.konst, Some(HlConst::Str(_)))
            }
            _ => false,
        }
    }

    /// A result of which nothing is known yet, in an operation on these operands.
    fn like_operands(&self, operands: &[&SomeValue], result: SomeValue) -> SomeValue {
        if result.texts() == Texts::PLAIN && operands.iter().any(|s| self.is_python3_text(s)) {
            return result.with_texts(Texts::TEXT);
        }
        result
    }

    fn mixed(&self, site: Site, what: &str, a: &SomeValue, b: &SomeValue) -> AnnError {
        let (a, b) = (self.show(a), self.show(b));
        let (bytes, text) = if a.starts_with("bytes") { (a, b) } else { (b, a) };
        self.error(
            site,
            "text-and-bytes",
            format!("{what} of {bytes} and {text}: in Python 3 these do not mix"),
        )
        .note("bytes.decode() gives the str, str.encode() the bytes")
    }

    fn check_unmixed(&self, site: Site, s: &SomeValue) -> AResult<()> {
        if s.texts() == (Texts { text: true, bytes: true }) {
            return Err(self
                .error(
                    site,
                    "text-and-bytes",
                    "this value may be str or bytes: it is not known what is meant",
                )
                .note("use .decode() or .encode() where it comes from"));
        }
        Ok(())
    }

    /// Operations on strings that mean something else in Python 3.
    pub(crate) fn python3_op(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        if !args.iter().any(SomeValue::is_str) {
            return None;
        }
        let first = &args[0];
        match op.op {
            HlOp::Str | HlOp::Repr if first.is_bytes() => {
                return Some(self.call_library_on(site, "python3", "bytes_text", &[(0, first)]));
            }
            HlOp::Format if first.is_bytes() => {
                if matches!(&args[1].konst, Some(HlConst::Str(spec)) if spec.is_empty()) {
                    return Some(self.call_library_on(
                        site,
                        "python3",
                        "bytes_text",
                        &[(0, first)],
                    ));
                }
                return Some(Err(self
                    .error(site, "text-and-bytes", "format() of bytes with a format")
                    .note("decode them first: CPython raises TypeError here")));
            }
            _ => {}
        }
        if !self.in_python3(site) {
            return None;
        }
        self.python3_string_op(site, op, args).transpose()
    }

    fn python3_string_op(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> AResult<Option<SomeValue>> {
        let first = &args[0];
        let both = |a: &Annotator| {
            let (x, y) = (&args[0], &args[1]);
            x.is_bytes() && a.is_python3_text(y) || y.is_bytes() && a.is_python3_text(x)
        };
        match op.op.plain() {
            HlOp::Len => {
                self.note_counted(site, first);
                Ok(None)
            }
            HlOp::GetItem if matches!(args[1].kind, Kind::Slice(_)) => {
                self.note_counted(site, first);
                Ok(None)
            }
            HlOp::GetItem if first.is_str() => {
                self.note_counted(site, first);
                self.check_unmixed(site, first)?;
                if !first.is_bytes() {
                    return Ok(None);
                }
                self.want_int(site, &args[1], "the index of bytes")?;
                self.call_library_on(site, "python3", "byte_item", &[(0, first), (1, &args[1])])
                    .map(Some)
            }
            HlOp::Iter if first.is_str() => {
                self.note_counted(site, first);
                self.check_unmixed(site, first)?;
                if !first.is_bytes() {
                    return Ok(None);
                }
                self.call_library_on(site, "python3", "byte_iter", &[(0, first)]).map(Some)
            }
            HlOp::Contains if first.is_str() => {
                if both(self) {
                    return Err(self.mixed(site, "`in`", first, &args[1]));
                }
                if first.is_bytes() && args[1].is_integral() {
                    let operands = [(0, first), (1, &args[1])];
                    return self
                        .call_library_on(site, "python3", "contains_byte", &operands)
                        .map(Some);
                }
                Ok(None)
            }
            HlOp::Add if first.is_str() && args[1].is_str() => {
                if both(self) {
                    return Err(self.mixed(site, "the sum", first, &args[1]));
                }
                let Some(sum) = self.string_binary(site, op, args) else { return Ok(None) };
                let sum = sum?;
                Ok(Some(self.like_operands(&[first, &args[1]], sum)))
            }
            HlOp::Mod if first.is_bytes() => {
                let mut fmt = first.clone();
                self.forget_texts(&mut fmt, false);
                let values = self.raw_values(site, &args[1])?;
                let result = self.format_operator(site, &fmt, &values)?;
                Ok(Some(result.with_texts(Texts::BYTES)))
            }
            HlOp::Eq | HlOp::Ne if args.len() == 2 && both(self) => {
                self.warn(
                    site,
                    "never-equal",
                    "bytes and str are compared: in Python 3 they are never equal",
                    "use .decode() or .encode()",
                );
                Ok(Some(SomeValue::bool_const(op.op == HlOp::Ne)))
            }
            HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge if args.len() == 2 && both(self) => {
                Err(self.mixed(site, "the order", first, &args[1]))
            }
            _ => Ok(None),
        }
    }

    /// Values for a format that is `bytes`: texts of them are not made.
    fn raw_values(&self, site: Site, values: &SomeValue) -> AResult<SomeValue> {
        let raw = |s: &SomeValue| -> AResult<SomeValue> {
            if self.is_python3_text(s) && s.kind != Kind::Char {
                return Err(self
                    .error(
                        site,
                        "text-and-bytes",
                        "a str is formatted into bytes: CPython raises TypeError here",
                    )
                    .note("use .encode()"));
            }
            let mut s = s.clone();
            self.forget_texts(&mut s, false);
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

    /// The result of a method of a string, with what is known of the string.
    pub(crate) fn with_texts_of(
        &mut self,
        site: Site,
        this: &SomeValue,
        result: SomeValue,
    ) -> AResult {
        let texts = match this.texts() {
            Texts::PLAIN if self.is_python3_text(this) && self.in_python3(site) => Texts::TEXT,
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
                let item = self.read_list(site, *l).with_texts(texts);
                self.generalize_list(site, *l, &item)?;
                Ok(result)
            }
            _ => Ok(result),
        }
    }

    /// Methods of strings that mean something else in Python 3.
    pub(crate) fn python3_method(
        &mut self,
        site: Site,
        name: &str,
        this: &SomeValue,
        args: &CallArgs,
    ) -> Option<AResult> {
        if !this.is_str() || !self.in_python3(site) {
            return None;
        }
        self.python3_string_method(site, name, this, args).transpose()
    }

    fn python3_string_method(
        &mut self,
        site: Site,
        name: &str,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult<Option<SomeValue>> {
        let text = self.is_python3_text(this);
        match name {
            "decode" | "encode" => {
                self.check_unmixed(site, this)?;
                if name == "decode" && text || name == "encode" && this.is_bytes() {
                    let (kind, back) = if text { ("str", "encode") } else { ("bytes", "decode") };
                    return Err(self
                        .error(
                            site,
                            "no-method",
                            format!("{kind} has no method '{name}' in Python 3"),
                        )
                        .note(format!("it has '{back}'")));
                }
                let args = self.with_encoding(site, args)?;
                let encoding = args.positional.first().map(|a| &a.0);
                let named = args.keywords.iter().find(|k| &*k.0 == "encoding").map(|k| &k.1);
                let encoding = encoding.or(named).and_then(SomeValue::const_str);
                if name == "decode" && matches!(encoding, None | Some("utf-8")) {
                    note_first(&mut self.reports.counted_text.decoded, site.span);
                }
                let f = if name == "decode" { "decode_text" } else { "encode_text" };
                self.call_library_method(site, "python3", f, this, &args).map(Some)
            }
            "hex" if this.is_bytes() => {
                let result = self.plain_string_method(site, name, this, args)?;
                Ok(Some(result.with_texts(Texts::TEXT)))
            }
            "format" if this.is_bytes() => Err(self
                .error(site, "no-method", "bytes has no method 'format'")
                .note("use %, or decode it")),
            _ => {
                let given = args.positional.iter().map(|a| &a.0);
                for s in given.chain(args.keywords.iter().map(|k| &k.1)) {
                    let item = match s.kind {
                        Kind::List(l) if name == "join" => self.read_list(site, l),
                        _ => s.clone(),
                    };
                    if this.is_bytes() && self.is_python3_text(&item) || text && item.is_bytes() {
                        return Err(self.mixed(site, &format!("{name}()"), this, &item));
                    }
                }
                Ok(None)
            }
        }
    }

    /// Calls of built-in functions that mean something else in Python 3.
    pub(crate) fn python3_call(
        &mut self,
        site: Site,
        name: &str,
        args: &CallArgs,
    ) -> Option<AResult> {
        let name = name.strip_prefix("builtins.").unwrap_or(name);
        let given = |i: usize| args.positional.get(i).map(|a| &a.0);
        let bytes = args.positional.iter().any(|a| a.0.is_bytes());
        match name {
            "str" | "repr" if bytes && args.positional.len() == 1 && args.keywords.is_empty() => {
                Some(self.call_library(site, "python3", "bytes_text", args.clone()))
            }
            "str" if args.positional.len() + args.keywords.len() > 1 => {
                Some(self.converted(site, args, "decode_text"))
            }
            "bytes" if args.positional.len() + args.keywords.len() > 1 => {
                Some(self.converted(site, args, "encode_text"))
            }
            "bytes" => {
                let f = match given(0) {
                    None => return Some(Ok(self.empty_bytes())),
                    Some(s) if s.is_integral() => "zero_bytes",
                    Some(s) if self.is_python3_text(s) => {
                        return Some(Err(self.error(
                            site,
                            "text-and-bytes",
                            "bytes() of a str without an encoding",
                        )));
                    }
                    Some(s) if s.is_str() => "same_bytes",
                    Some(s) if s.kind == Kind::ByteArray => return None,
                    Some(_) => "bytes_of_items",
                };
                Some(
                    self.call_library(site, "python3", f, args.clone())
                        .map(|r| r.with_texts(Texts::BYTES)),
                )
            }
            "os.write" if given(1).is_some_and(|s| self.is_python3_text(s)) => Some(Err(self
                .error(
                    site,
                    "text-and-bytes",
                    "os.write() wants bytes in a program of Python 3, not str",
                )
                .note("use .encode()"))),
            "print" | "print_item" if bytes => Some(Err(self
                .error(site, "text-and-bytes", "print() of bytes")
                .note("decode them, or print their repr()"))),
            "open" => {
                let mode = args.keywords.iter().find(|k| &*k.0 == "mode").map(|k| &k.1);
                let binary = given(1)
                    .or(mode)
                    .and_then(SomeValue::const_str)
                    .is_some_and(|m| m.contains('b'));
                binary.then(|| self.call_library(site, "files", "open_binary", args.clone()))
            }
            _ if bytes && TAKE_ITEMS.contains(&name) => Some(Err(self
                .error(site, "text-and-bytes", format!("{name}() of bytes"))
                .note("use bytearray(x), whose items are ints, too"))),
            _ => None,
        }
    }

    /// What a built-in function gives in a file of Python 3.
    pub(crate) fn python3_result(&self, name: &str, result: SomeValue) -> SomeValue {
        if flowspace::host::gives_bytes(name) {
            return as_bytes(result);
        }
        match name.strip_prefix("builtins.").unwrap_or(name) {
            "str" | "repr" | "hex" | "oct" | "bin" | "input" if result.texts() == Texts::PLAIN => {
                result.with_texts(Texts::TEXT)
            }
            "bytes" => result.with_texts(Texts::BYTES),
            _ => result,
        }
    }

    /// The result of a call of functions of the program or the library.
    pub(crate) fn python3_call_result(&self, callees: &[DescId], result: SomeValue) -> SomeValue {
        let [callee] = callees else { return result };
        let name = match &self.descs[*callee].kind {
            DescKind::Function(f) => hv::registry_name(&self.host, f.host),
            _ => None,
        };
        match name {
            Some(name) if flowspace::host::gives_bytes(&name) => as_bytes(result),
            _ => result,
        }
    }

    fn empty_bytes(&self) -> SomeValue {
        crate::definitions::prebuilt::atom_annotation(&HlConst::Bytes((&b""[..]).into()))
    }

    /// `str(b, encoding)` and `bytes(s, encoding)`.
    fn converted(&mut self, site: Site, args: &CallArgs, f: &str) -> AResult {
        let args = self.with_encoding_at(site, args, 1)?;
        self.call_library(site, "python3", f, args)
    }
}
