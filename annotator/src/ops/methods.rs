//! Rows about methods of built-in types.
//!
//! A file of `kinds/` holds the rows of its kinds, beside those about operations; `kinds/method_table.rs` finds the row of
//! a call. A method has one row, or several for its forms: the first one that fits the call counts. A row says what types
//! a call takes and gives, what it changes and can raise, and what becomes of it. Annotator and RTyper both read it.

pub(crate) use super::lowers::*;
pub use super::rows::Kinds;
use crate::model::answers::Answer;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::{CallArgs, Facts};
use crate::model::{Kind, SomeValue};
use crate::ops;
pub use Change::*;
pub use When::*;

/// The code that annotates a call.
#[derive(Copy, Clone)]
pub(crate) enum Handler {
    /// It reads facts, and joins values to them.
    Joins(fn(&mut Facts, Site, &Method, &SomeValue, &CallArgs) -> AResult),
    /// The same, where the result may be that of a call of the program or the library.
    Answers(fn(&mut Facts, Site, &Method, &SomeValue, &CallArgs) -> AResult<Answer>),
}

/// Says which calls a row is for, beside the number of their arguments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// All.
    Always,
    /// There are keyword arguments.
    Keywords,
    /// No keyword arguments, and one of the arguments is a byte string.
    BytesGiven,
    /// The first argument is missing, or None.
    NoSeparator,
    /// The first argument is missing, or None, and there are no keyword arguments.
    PlainNoSeparator,
    /// The first argument may be None, or something else.
    MaybeNone,
    /// The first argument is a tuple.
    TupleGiven,
    /// The first argument is not a list.
    NotAList,
    /// The first argument is a byte string or a bytearray.
    BytesLike,
    /// All arguments are single characters.
    Characters,
    /// The argument is the constant -1.
    LastItem,
}

impl When {
    pub(crate) fn holds(self, args: &[SomeValue], keywords: bool) -> bool {
        let first = args.first();
        let bytes = |s: &SomeValue| matches!(s.kind, Kind::String { can_be_none: false, .. });
        let no_separator = first.is_none_or(|s| s.kind == Kind::None_);
        match self {
            Always => true,
            Keywords => keywords,
            BytesGiven => !keywords && args.iter().any(bytes),
            NoSeparator => no_separator,
            PlainNoSeparator => no_separator && !keywords,
            MaybeNone => first.is_some_and(|s| s.kind != Kind::None_ && s.can_be_none()),
            TupleGiven => first.is_some_and(|s| matches!(s.kind, Kind::Tuple(_))),
            NotAList => first.is_some_and(|s| !matches!(s.kind, Kind::List(_))),
            BytesLike => first.is_some_and(|s| s.is_str() || s.kind == Kind::ByteArray),
            Characters => args.iter().all(|s| matches!(s.kind, Kind::Char | Kind::UniChar)),
            LastItem => first.is_some_and(|s| s.const_int() == Some(-1)),
        }
    }
}

/// Says what a call does to the object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing that a definition keeps.
    Reads,
    /// It changes items; frozen objects do not have the method.
    Mutates,
    /// It changes the length of a list.
    Resizes,
}

/// A row of the table.
pub struct Method {
    /// Says whose method it is.
    pub of: Kinds,
    /// Name. Those that begin with one `_` are for the library.
    pub name: &'static str,
    /// Says for which calls it is.
    pub when: When,
    /// Types of the parameters and of the result.
    pub types: Signature,
    /// Says what a call does to the object.
    pub change: Change,
    /// Built-in exceptions that it can raise, where no code of the library is called.
    pub throws: &'static [&'static str],
    /// What Python says if an argument is None, for the first arguments that must not be.
    pub(crate) none: &'static [&'static str],
    /// Annotates a call, before it is one of the library.
    pub(crate) handler: Handler,
    /// Says what the RTyper makes of a call.
    pub lowers: Lowers,
}

impl Method {
    /// Annotates a call.
    pub(crate) fn annotate(
        &self,
        ann: &mut Facts,
        site: Site,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult<Answer> {
        match self.handler {
            Handler::Joins(f) => f(ann, site, self, this, args).map(Answer::from),
            Handler::Answers(f) => f(ann, site, self, this, args),
        }
    }
    pub(crate) const fn when(self, when: When) -> Method {
        Method { when, ..self }
    }
    pub(crate) const fn none(self, none: &'static [&'static str]) -> Method {
        Method { none, ..self }
    }
    pub(crate) const fn changes(self, change: Change) -> Method {
        Method { change, ..self }
    }
    /// Says whether a call has the right number of arguments.
    pub(crate) fn takes(&self, n: usize, keywords: bool) -> bool {
        let s = &self.types;
        match s.any {
            true => n >= s.required,
            false => !keywords && (s.required..=s.count).contains(&n),
        }
    }
}

/// A method with types and nothing else to say.
pub(crate) const fn typed(
    of: Kinds,
    name: &'static str,
    types: &'static str,
    change: Change,
    throws: &'static [&'static str],
    lowers: Lowers,
) -> Method {
    let types = Signature::of(types);
    Method {
        of,
        name,
        when: Always,
        types,
        change,
        throws,
        none: &[],
        handler: Handler::Joins(by_types),
        lowers,
    }
}
/// A method with code of its own that joins values.
pub(crate) const fn method(
    of: Kinds,
    name: &'static str,
    types: &'static str,
    change: Change,
    throws: &'static [&'static str],
    joins: fn(&mut Facts, Site, &Method, &SomeValue, &CallArgs) -> AResult,
    lowers: Lowers,
) -> Method {
    let handler = Handler::Joins(joins);
    Method { handler, ..typed(of, name, types, change, throws, lowers) }
}
/// A method with code of its own whose result may be that of a call.
pub(crate) const fn calling(
    of: Kinds,
    name: &'static str,
    types: &'static str,
    change: Change,
    throws: &'static [&'static str],
    answers: fn(&mut Facts, Site, &Method, &SomeValue, &CallArgs) -> AResult<Answer>,
    lowers: Lowers,
) -> Method {
    let handler = Handler::Answers(answers);
    Method { handler, ..typed(of, name, types, change, throws, lowers) }
}
/// A method written in the language.
pub(crate) const fn library(
    of: Kinds,
    name: &'static str,
    types: &'static str,
    throws: &'static [&'static str],
    path: &'static str,
) -> Method {
    typed(of, name, types, Reads, throws, Lowers::Library(path))
}
/// What Python says if a text is wanted.
pub(crate) const MUST_BE_STR: &[&str] = &["must be str, not NoneType"];
/// What Python says if something is wanted that can be iterated over.
pub(crate) const NOT_ITERABLE: &[&str] = &["'NoneType' object is not iterable"];
/// The same for all arguments.
pub(crate) const NONE_ITERABLE: &[&str] = &[NOT_ITERABLE[0]; 3];

pub(crate) const NOTHING: &[&str] = &[];
pub(crate) const MEM: &[&str] = &["MemoryError"];
pub(crate) const INDEX: &[&str] = &["IndexError"];
pub(crate) const VALUE: &[&str] = &["ValueError"];
pub(crate) const KEY: &[&str] = &["KeyError"];
pub(crate) const SORT: &[&str] = &["TypeError", "MemoryError"];
pub(crate) const SPLIT: &[&str] = &["ValueError", "MemoryError"];
pub(crate) const JOIN: &[&str] = &["TypeError", "MemoryError"];
pub(crate) const CODEC: &[&str] = &["UnicodeDecodeError", "UnicodeEncodeError", "MemoryError"];
pub(crate) const ITEMS: &[&str] = &["IndexError", "ValueError", "MemoryError"];
pub(crate) const STOP: &[&str] = &["StopIteration"];
pub(crate) const BOUNDS: &[Constant] = &[Constant::Int(0), Constant::Int(i64::MAX)];

/// Annotates a call by the letters of its row.
pub(crate) fn by_types(
    a: &mut Facts,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let unicode = this.is_unicode() || this.kind == Kind::UnicodeBuilder;
    let text = if unicode { SomeValue::UNICODE } else { SomeValue::STR };
    change(a, site, m, this)?;
    for ((s, _), letter) in args.positional.iter().zip(m.types.parameters().iter().copied()) {
        let what = || format!("{}.{}()", owner(this), m.name);
        match (letter, &this.kind) {
            ('i' | 'p' | 'q', _) => a.want_int(site, s, &what())?,
            ('T', _) if s.kind == Kind::None_ => {}
            ('t' | 'T' | 'h' | 'y', _) => {
                let char = unicode && this.is_unicode() && s.kind == Kind::Char;
                let fits = if unicode { s.is_unicode() || char } else { s.is_str() };
                if !fits || s.kind == Kind::None_ {
                    let kind = if unicode { "unicode" } else { "str" };
                    let text = format!("{} wants a {kind}, not {}", what(), a.show(s));
                    return Err(a.error(site, "argument-type", text));
                }
            }
            ('e', Kind::List(l) | Kind::Deque(l)) => a.generalize_list(site, *l, s)?,
            ('e', Kind::Set(d)) | ('k', Kind::Dict(d)) => a.generalize_key(site, *d, s)?,
            ('v', Kind::Dict(d)) => a.generalize_value(site, *d, s)?,
            _ => {}
        }
    }
    Ok(match (m.types.result(), &this.kind) {
        ('0', _) => SomeValue::NONE,
        ('i', _) => SomeValue::INT,
        ('n', _) => SomeValue::NONNEG,
        ('b', _) => SomeValue::BOOL,
        ('s', _) => SomeValue::STR,
        ('U', _) => SomeValue::UNICODE,
        ('C', Kind::Char) => SomeValue::CHAR,
        ('C', Kind::UniChar) => SomeValue::UNICHAR,
        ('t' | 'C', _) => text,
        ('l', _) => return ops::list_of(a, site, text),
        ('e', Kind::List(l) | Kind::Deque(l)) => a.read_list(site, *l),
        ('e', Kind::Set(d)) => a.read_dict(site, *d).0,
        ('v', Kind::Dict(d)) => a.read_dict(site, *d).1,
        _ => this.without_const(),
    })
}

/// Notes what a method does to the object.
pub(crate) fn change(a: &mut Facts, site: Site, m: &Method, this: &SomeValue) -> AResult<()> {
    match (m.change, &this.kind) {
        (Change::Resizes, Kind::List(l)) => a.list_resize(site, *l)?,
        (Change::Mutates, Kind::List(l)) => a.list_mutate(*l),
        _ => {}
    }
    Ok(())
}

/// Gives the name that messages use for the type of the object.
pub(crate) fn owner(this: &SomeValue) -> &'static str {
    match &this.kind {
        Kind::String { .. } | Kind::Char => "str",
        Kind::Unicode { .. } | Kind::UniChar => "unicode",
        Kind::List(_) => "list",
        Kind::Deque(_) => "deque",
        Kind::Dict(_) => "dict",
        Kind::Set(_) => "set",
        Kind::ByteArray => "bytearray",
        Kind::StringBuilder => "StringBuilder",
        Kind::UnicodeBuilder => "UnicodeBuilder",
        _ => "this object",
    }
}
