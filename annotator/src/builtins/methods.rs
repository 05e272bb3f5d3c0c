//! The table of methods of built-in types.
//!
//! A method has one row, or several for its forms: the first one that fits the call counts. A row says what types a call takes and
//! gives, what it changes and can raise, and what becomes of it. Annotator and RTyper both read it; only
//! [`How::Special`] has code in the RTyper, one arm for each variant of [`MethodCode`].

use super::method_calls::{
    Handler, by_library, by_types, deques, dicts, iterators, lists, sets, strings,
};
use crate::model::state::Annotator;
use crate::{DictKind, Kind, SomeValue};
use Change::*;
use How::{Annotated, Keyed, Special as Code};
use MethodCode::*;
use Of::*;
use When::*;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Says whose methods a row of the table is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Of {
    /// Byte and unicode strings, and characters.
    Text,
    /// Byte strings.
    Str,
    /// Unicode strings.
    Unicode,
    /// Lists.
    List,
    /// Tuples.
    Tuple,
    /// Deques.
    Deque,
    /// All sorts of dicts.
    Dict,
    /// OrderedDict.
    Ordered,
    /// Counter.
    Counter,
    /// Sets and frozensets.
    Set,
    /// Bytearrays.
    Bytes,
    /// String builders of both sorts.
    Builder,
    /// `StringBuilder`
    BytesBuilder,
    /// Ints and bools.
    Int,
    /// Floats.
    Float,
    /// Iterators.
    Iterator,
}

impl Of {
    /// Says to which owners the methods of a value belong, the narrowest first.
    pub fn value(a: &Annotator, s: &SomeValue) -> &'static [Of] {
        match &s.kind {
            Kind::String { .. } | Kind::Char => &[Str, Text],
            Kind::Unicode { .. } | Kind::UniChar => &[Unicode, Text],
            Kind::List(_) => &[List],
            Kind::Tuple(_) => &[Tuple],
            Kind::Deque(_) => &[Deque],
            Kind::Dict(d) => match a.dict_def(*d).kind {
                DictKind::Counter => &[Counter, Dict],
                DictKind::Ordered => &[Ordered, Dict],
                _ => &[Dict],
            },
            Kind::Set(_) => &[Set],
            Kind::ByteArray => &[Bytes],
            Kind::StringBuilder => &[BytesBuilder, Builder],
            Kind::UnicodeBuilder => &[Builder],
            Kind::Integer { .. } | Kind::Bool => &[Int],
            Kind::Float => &[Float],
            Kind::Iterator { .. } => &[Iterator],
            _ => &[],
        }
    }
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
}

impl When {
    fn holds(self, args: &[SomeValue], keywords: bool) -> bool {
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

/// Says what the RTyper makes of a call of a method.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum How {
    /// A call of a helper with the object and the operands.
    Helper {
        /// Module of `rlib/ll`.
        module: &'static str,
        /// Its function.
        function: &'static str,
        /// The function for a single character, if there is such a helper.
        of_char: Option<&'static str>,
        /// Values of int parameters that are not given.
        defaults: &'static [i64],
    },
    /// A helper of `ll_dict` that also gets the functions for the keys.
    Keyed(&'static str),
    /// A call of ordinary code of `rlib/builtins` (`module.function`), which gets the object first.
    Library(&'static str),
    /// Nothing is left: the annotator records a call of code that it chose.
    Annotated,
    /// Code of its own.
    Special(MethodCode),
}

/// Methods with code of their own in the RTyper.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MethodCode {
    /// `l.extend(x)`
    ListExtend,
    /// `l.pop(i)`
    ListPop,
    /// `l.remove(x)`
    ListRemove,
    /// `l.reverse()`
    ListReverse,
    /// `l.index(x)`
    ListIndex,
    /// `l.count(x)`
    ListCount,
    /// `l.sort()`
    ListSort,
    /// `l.copy()`
    ListCopy,
    /// The `maxlen` of a deque.
    DequeMaxlen,
    /// An empty deque with the same `maxlen`.
    DequeEmpty,
    /// `d.get(key, default)`
    DictGet,
    /// `d.setdefault(key, default)`
    DictSetDefault,
    /// `d.update(other, …)`
    DictUpdate,
    /// `d.copy()`
    DictCopy,
    /// `d.keys()`
    DictKeys,
    /// `d.values()`
    DictValues,
    /// `d.items()`
    DictItems,
    /// `d.iterkeys()` and its like
    DictIterator,
    /// `d.popitem()`
    DictPopItem,
    /// `s.pop()`
    SetPop,
    /// `s.copy()`
    SetCopy,
    /// `s.find(x, start, end)` and its like: helpers for a text, and for a character.
    Find {
        /// The helper for a text.
        text: &'static str,
        /// The helper for a character.
        char: &'static str,
    },
    /// `s.strip(chars)`; 1: on the left, 2: on the right, 3: both.
    Strip(i64),
    /// `s.replace(old, new, count)`
    Replace,
    /// `s.split(sep, count)`, with the helper for a separator.
    Split(&'static str),
    /// `s.splitlines(keep)`
    SplitLines,
    /// `s.join(list)`
    Join,
    /// `s.decode(encoding)`
    Decode,
    /// `u.encode(encoding)`
    Encode,
    /// `b.extend(x)`
    BytesExtend,
    /// `b.reverse()`
    BytesReverse,
    /// `b.copy()`
    BytesCopy,
    /// `b.decode()`, `str(b)`
    BytesText,
    /// `b.append(x)` of a builder
    BuilderAppend,
    /// `b.getlength()`
    BuilderLength,
    /// `it.next()`
    Next,
}

/// Maximum number of parameters of a row.
const MOST: usize = 4;

/// The letters of a row's types, taken apart when the table is compiled.
#[derive(Copy, Clone, Debug)]
struct Signature {
    letters: [char; MOST],
    count: usize,
    /// Counts the parameters that a call must give.
    required: usize,
    /// Any arguments may follow.
    any: bool,
    result: char,
}

impl Signature {
    const fn of(types: &str) -> Signature {
        let text = types.as_bytes();
        let mut s = Signature {
            letters: ['?'; MOST],
            count: 0,
            required: MOST + 1,
            any: false,
            result: '?',
        };
        let mut i = 0;
        while i < text.len() {
            match text[i] {
                b'>' => {
                    assert!(i + 2 == text.len(), "one letter stands for the result");
                    s.result = text[i + 1] as char;
                    break;
                }
                b'|' => s.required = s.count,
                b'*' => s.any = true,
                letter => {
                    s.letters[s.count] = letter as char;
                    s.count += 1;
                }
            }
            i += 1;
        }
        if s.required > s.count {
            s.required = s.count;
        }
        s
    }
}

/// A row of the table.
pub struct Method {
    /// Says whose method it is.
    pub of: Of,
    /// Name. Those that begin with one `_` are for the library.
    pub name: &'static str,
    /// Says for which calls it is.
    pub when: When,
    /// Types: parameter letters, `|` before optional ones, `>`, result letter. `*`: any arguments, which the handler or the
    /// library looks at. `i` int, `n` int >= 0, `p` and `q` where a range begins and ends, `b` bool, `s` str, `U` unicode,
    /// `t` text of the object's kind, `T` the same or None, `h` character of its kind, `l` list of its texts, `C` its own type if
    /// it is a character, else a text; `e` item, `k` key, `v` value, `x` the object's type, `?` anything, `0` None.
    types: Signature,
    /// Says what a call does to the object.
    pub change: Change,
    /// Built-in exceptions that it can raise, where no code of the library is called.
    pub throws: &'static [&'static str],
    /// Annotates a call.
    pub(crate) handler: Handler,
    /// Says what the RTyper makes of a call.
    pub how: How,
}

impl Method {
    const fn when(self, when: When) -> Method {
        Method { when, ..self }
    }
    const fn changes(self, change: Change) -> Method {
        Method { change, ..self }
    }
    /// Letters of the parameters, how many of them a call must give, and the letter of the result.
    pub fn signature(&self) -> (&[char], usize, char) {
        let s = &self.types;
        (&s.letters[..s.count], s.required, s.result)
    }
    /// Says whether a call may have any further arguments.
    pub fn takes_any(&self) -> bool {
        self.types.any
    }
    /// Says whether a call has the right number of arguments.
    fn takes(&self, n: usize, keywords: bool) -> bool {
        let s = &self.types;
        match s.any {
            true => n >= s.required,
            false => !keywords && (s.required..=s.count).contains(&n),
        }
    }
}

/// A method with types and nothing else to say.
const fn typed(
    of: Of,
    name: &'static str,
    types: &'static str,
    change: Change,
    throws: &'static [&'static str],
    how: How,
) -> Method {
    let types = Signature::of(types);
    Method { of, name, when: Always, types, change, throws, handler: by_types, how }
}
/// A method with a handler.
const fn row(
    of: Of,
    name: &'static str,
    types: &'static str,
    change: Change,
    throws: &'static [&'static str],
    handler: Handler,
    how: How,
) -> Method {
    let types = Signature::of(types);
    Method { of, name, when: Always, types, change, throws, handler, how }
}
/// A method written in the language.
const fn library(
    of: Of,
    name: &'static str,
    types: &'static str,
    throws: &'static [&'static str],
    path: &'static str,
) -> Method {
    let how = How::Library(path);
    let types = Signature::of(types);
    Method { of, name, when: Always, types, change: Reads, throws, handler: by_library, how }
}
const fn helper(module: &'static str, function: &'static str) -> How {
    helper_with(module, function, &[])
}
const fn helper_with(
    module: &'static str,
    function: &'static str,
    defaults: &'static [i64],
) -> How {
    How::Helper { module, function, of_char: None, defaults }
}
const fn of_chars(function: &'static str, of_char: &'static str) -> How {
    How::Helper { module: "ll_str", function, of_char: Some(of_char), defaults: &[] }
}

const NONE: &[&str] = &[];
const MEM: &[&str] = &["MemoryError"];
const INDEX: &[&str] = &["IndexError"];
const VALUE: &[&str] = &["ValueError"];
const KEY: &[&str] = &["KeyError"];
const SORT: &[&str] = &["TypeError", "MemoryError"];
const SPLIT: &[&str] = &["ValueError", "MemoryError"];
const JOIN: &[&str] = &["TypeError", "MemoryError"];
const CODEC: &[&str] = &["UnicodeDecodeError", "UnicodeEncodeError", "MemoryError"];
const DEQUE: &[&str] = &["IndexError", "ValueError", "MemoryError"];
const BYTES: &[&str] = DEQUE;
const STOP: &[&str] = &["StopIteration"];
const BOUNDS: &[i64] = &[0, i64::MAX];

/// All rows. Forms of a method stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub static METHODS: &[Method] = &[
    // ---- Lists
    typed(List, "append", "e>0", Resizes, MEM, helper("ll_list", "ll_append")),
    row(List, "extend", "?>0", Resizes, MEM, lists::extend, Code(ListExtend)),
    typed(List, "insert", "ie>0", Resizes, MEM, helper("ll_list", "ll_insert")),
    typed(List, "pop", ">e", Resizes, INDEX, helper("ll_list", "ll_pop_last")),
    typed(List, "pop", "i>e", Resizes, INDEX, Code(ListPop)),
    row(List, "remove", "e>0", Resizes, VALUE, lists::searched, Code(ListRemove)),
    typed(List, "reverse", ">0", Mutates, MEM, Code(ListReverse)),
    row(List, "index", "e>n", Reads, VALUE, lists::index, Code(ListIndex)),
    library(List, "index", "e?|?", VALUE, "lists.index"),
    row(List, "count", "e>n", Reads, MEM, lists::searched, Code(ListCount)),
    row(List, "sort", ">0", Mutates, SORT, lists::sort, Code(ListSort)),
    row(List, "sort", "*", Mutates, SORT, lists::sort_by, Annotated),
    row(List, "copy", ">?", Reads, MEM, lists::copy, Code(ListCopy)),
    typed(List, "clear", ">0", Resizes, MEM, helper_with("ll_list", "ll_resize_le", &[0])),
    // ---- Tuples
    library(Tuple, "index", "*", MEM, "lists.tuple_index"),
    library(Tuple, "count", "*", MEM, "lists.tuple_count"),
    // ---- Deques
    typed(Deque, "append", "e>0", Reads, DEQUE, helper("ll_deque", "ll_append")),
    typed(Deque, "appendleft", "e>0", Reads, DEQUE, helper("ll_deque", "ll_appendleft")),
    typed(Deque, "pop", ">e", Reads, DEQUE, helper("ll_deque", "ll_pop")),
    typed(Deque, "popleft", ">e", Reads, DEQUE, helper("ll_deque", "ll_popleft")),
    typed(Deque, "clear", ">0", Reads, DEQUE, helper("ll_deque", "ll_clear")),
    typed(Deque, "_maxlen", ">i", Reads, DEQUE, Code(DequeMaxlen)),
    row(Deque, "_empty", ">?", Reads, DEQUE, deques::empty, Code(DequeEmpty)),
    typed(Deque, "_delete", "i>0", Reads, DEQUE, helper("ll_deque", "ll_delitem")),
    library(Deque, "copy", "", DEQUE, "deques.copy_"),
    library(Deque, "reverse", "", DEQUE, "deques.reverse_"),
    library(Deque, "rotate", "*", DEQUE, "deques.rotate"),
    library(Deque, "extend", "*", DEQUE, "deques.extend"),
    library(Deque, "extendleft", "*", DEQUE, "deques.extendleft"),
    library(Deque, "index", "*", DEQUE, "deques.index"),
    library(Deque, "count", "*", DEQUE, "deques.count"),
    library(Deque, "remove", "*", DEQUE, "deques.remove"),
    library(Deque, "insert", "*", DEQUE, "deques.insert"),
    // ---- Dicts
    row(Counter, "update", "*", Reads, MEM, dicts::counter_update, Annotated),
    row(Counter, "subtract", "*", Reads, MEM, dicts::counter_update, Annotated),
    library(Counter, "most_common", "*", MEM, "counters.most_common"),
    library(Counter, "elements", "*", MEM, "counters.elements"),
    library(Counter, "total", "*", MEM, "counters.total"),
    typed(Dict, "_item", "k>v", Reads, KEY, Keyed("ll_getitem")),
    row(Dict, "get", "k|?>v", Reads, MEM, dicts::get, Code(DictGet)),
    row(Dict, "setdefault", "k|?>v", Reads, MEM, dicts::setdefault, Code(DictSetDefault)),
    typed(Dict, "pop", "k>v", Reads, KEY, Keyed("ll_pop")),
    typed(Dict, "pop", "kv>v", Reads, KEY, Keyed("ll_pop_default")),
    row(Dict, "update", "*", Reads, MEM, dicts::update, Code(DictUpdate)),
    row(Dict, "copy", ">?", Reads, MEM, dicts::copy, Code(DictCopy)),
    typed(Dict, "clear", ">0", Reads, MEM, helper("ll_dict", "ll_clear")),
    row(Dict, "keys", ">?", Reads, MEM, dicts::view, Code(DictKeys)),
    row(Dict, "values", ">?", Reads, MEM, dicts::view, Code(DictValues)),
    row(Dict, "items", ">?", Reads, MEM, dicts::view, Code(DictItems)),
    row(Dict, "iterkeys", ">?", Reads, MEM, dicts::iterator, Code(DictIterator)),
    row(Dict, "itervalues", ">?", Reads, MEM, dicts::iterator, Code(DictIterator)),
    row(Dict, "iteritems", ">?", Reads, MEM, dicts::iterator, Code(DictIterator)),
    library(Ordered, "popitem", "*", KEY, "dicts.popitem_from"),
    library(Dict, "popitem", "*", KEY, "dicts.popitem_from").when(Keywords),
    row(Dict, "popitem", ">?", Reads, KEY, dicts::popitem, Code(DictPopItem)),
    library(Dict, "popitem", "?", KEY, "dicts.popitem_from"),
    library(Dict, "move_to_end", "*", MEM, "dicts.move_to_end_"),
    typed(Dict, "has_key", "k>b", Reads, MEM, Keyed("ll_contains")),
    // ---- Sets
    typed(Set, "add", "e>0", Mutates, MEM, Keyed("ll_set_add")),
    typed(Set, "_add", "e>0", Reads, MEM, Keyed("ll_set_add")),
    typed(Set, "discard", "e>0", Mutates, MEM, Keyed("ll_set_discard")),
    typed(Set, "_discard", "e>0", Reads, MEM, Keyed("ll_set_discard")),
    typed(Set, "remove", "e>0", Mutates, KEY, Keyed("ll_delitem")),
    typed(Set, "pop", ">e", Mutates, KEY, Code(SetPop)),
    typed(Set, "clear", ">0", Mutates, MEM, helper("ll_dict", "ll_clear")),
    row(Set, "copy", ">?", Reads, MEM, sets::copy, Code(SetCopy)),
    library(Set, "update", "", MEM, "sets.update0").changes(Mutates),
    library(Set, "update", "?", MEM, "sets.update").changes(Mutates),
    library(Set, "update", "??", MEM, "sets.update2").changes(Mutates),
    library(Set, "update", "???", MEM, "sets.update3").changes(Mutates),
    library(Set, "union", "", MEM, "sets.union0"),
    library(Set, "union", "?", MEM, "sets.union"),
    library(Set, "union", "??", MEM, "sets.union2"),
    library(Set, "union", "???", MEM, "sets.union3"),
    library(Set, "intersection", "", MEM, "sets.intersection0"),
    library(Set, "intersection", "?", MEM, "sets.intersection"),
    library(Set, "intersection", "??", MEM, "sets.intersection2"),
    library(Set, "intersection", "???", MEM, "sets.intersection3"),
    library(Set, "difference", "", MEM, "sets.difference0"),
    library(Set, "difference", "?", MEM, "sets.difference"),
    library(Set, "difference", "??", MEM, "sets.difference2"),
    library(Set, "difference", "???", MEM, "sets.difference3"),
    library(Set, "intersection_update", "", MEM, "sets.intersection_update0").changes(Mutates),
    library(Set, "intersection_update", "?", MEM, "sets.intersection_update").changes(Mutates),
    library(Set, "intersection_update", "??", MEM, "sets.intersection_update2").changes(Mutates),
    library(Set, "intersection_update", "???", MEM, "sets.intersection_update3").changes(Mutates),
    library(Set, "difference_update", "", MEM, "sets.difference_update0").changes(Mutates),
    library(Set, "difference_update", "?", MEM, "sets.difference_update").changes(Mutates),
    library(Set, "difference_update", "??", MEM, "sets.difference_update2").changes(Mutates),
    library(Set, "difference_update", "???", MEM, "sets.difference_update3").changes(Mutates),
    library(Set, "symmetric_difference", "?", MEM, "sets.symmetric_difference"),
    library(Set, "issubset", "?", MEM, "sets.issubset"),
    library(Set, "issuperset", "?", MEM, "sets.issuperset"),
    library(Set, "isdisjoint", "?", MEM, "sets.isdisjoint"),
    library(Set, "symmetric_difference_update", "?", MEM, "sets.symmetric_difference_update").changes(Mutates),
    // ---- Strings: forms that are written in the language
    library(Unicode, "strip", "*", MEM, "unicodes.strip_bytes").when(BytesGiven),
    library(Unicode, "lstrip", "*", MEM, "unicodes.lstrip_bytes").when(BytesGiven),
    library(Unicode, "rstrip", "*", MEM, "unicodes.rstrip_bytes").when(BytesGiven),
    library(Unicode, "startswith", "*", NONE, "unicodes.startswith_bytes").when(BytesGiven),
    library(Unicode, "endswith", "*", NONE, "unicodes.endswith_bytes").when(BytesGiven),
    library(Unicode, "find", "*", NONE, "unicodes.find_bytes").when(BytesGiven),
    library(Unicode, "rfind", "*", NONE, "unicodes.rfind_bytes").when(BytesGiven),
    library(Unicode, "count", "*", NONE, "unicodes.count_bytes").when(BytesGiven),
    library(Unicode, "split", "*", SPLIT, "unicodes.split_bytes").when(BytesGiven),
    library(Unicode, "rsplit", "*", SPLIT, "unicodes.rsplit_bytes").when(BytesGiven),
    library(Unicode, "replace", "*", MEM, "unicodes.replace_bytes").when(BytesGiven),
    library(Unicode, "partition", "*", MEM, "unicodes.partition_bytes").when(BytesGiven),
    library(Unicode, "rpartition", "*", MEM, "unicodes.rpartition_bytes").when(BytesGiven),
    library(Text, "partition", "*", MEM, "strings.partition"),
    library(Text, "rpartition", "*", MEM, "strings.rpartition"),
    library(Text, "ljust", "*", MEM, "strings.ljust"),
    library(Text, "rjust", "*", MEM, "strings.rjust"),
    library(Text, "center", "*", MEM, "strings.center"),
    library(Text, "zfill", "*", MEM, "strings.zfill"),
    library(Text, "removeprefix", "*", MEM, "strings.removeprefix"),
    library(Text, "removesuffix", "*", MEM, "strings.removesuffix"),
    library(Text, "index", "*", SPLIT, "strings.index"),
    library(Text, "rindex", "*", SPLIT, "strings.rindex"),
    library(Text, "isascii", "*", MEM, "strings.isascii"),
    library(Str, "expandtabs", "*", MEM, "strings.expandtabs"),
    library(Unicode, "expandtabs", "*", MEM, "unicodes.expandtabs"),
    library(Str, "capitalize", "*", MEM, "strings.capitalize"),
    library(Unicode, "capitalize", "*", MEM, "unicodes.capitalize"),
    library(Str, "swapcase", "*", MEM, "strings.swapcase"),
    library(Unicode, "swapcase", "*", MEM, "unicodes.swapcase"),
    library(Str, "title", "*", MEM, "strings.title"),
    library(Unicode, "title", "*", MEM, "unicodes.title"),
    library(Str, "casefold", "*", MEM, "strings.casefold"),
    library(Unicode, "casefold", "*", MEM, "unicodes.casefold"),
    library(Str, "istitle", "*", MEM, "strings.istitle"),
    library(Unicode, "istitle", "*", MEM, "unicodes.istitle"),
    library(Str, "isidentifier", "*", MEM, "strings.isidentifier"),
    library(Unicode, "isidentifier", "*", MEM, "unicodes.isidentifier"),
    library(Str, "isprintable", "*", MEM, "strings.isprintable"),
    library(Unicode, "isprintable", "*", MEM, "unicodes.isprintable"),
    library(Str, "isdecimal", "*", MEM, "strings.isdecimal"),
    library(Unicode, "isdecimal", "*", MEM, "unicodes.isdecimal"),
    library(Str, "translate", "*", MEM, "strings.translate"),
    library(Unicode, "translate", "*", MEM, "unicodes.translate"),
    library(Str, "isnumeric", "*", MEM, "strings.isdecimal"),
    library(Unicode, "isnumeric", "*", MEM, "unicodes.isnumeric"),
    library(Unicode, "upper", "*", MEM, "unicodes.upper"),
    library(Unicode, "lower", "*", MEM, "unicodes.lower"),
    library(Unicode, "isdigit", "*", NONE, "unicodes.isdigit"),
    library(Unicode, "isalpha", "*", NONE, "unicodes.isalpha"),
    library(Unicode, "isalnum", "*", NONE, "unicodes.isalnum"),
    library(Unicode, "isspace", "*", NONE, "unicodes.isspace"),
    library(Unicode, "islower", "*", MEM, "unicodes.islower"),
    library(Unicode, "isupper", "*", MEM, "unicodes.isupper"),
    library(Unicode, "splitlines", "*", MEM, "unicodes.splitlines"),
    library(Unicode, "strip", "*", MEM, "unicodes.strip_space").when(NoSeparator),
    library(Unicode, "lstrip", "*", MEM, "unicodes.lstrip_space").when(NoSeparator),
    library(Unicode, "rstrip", "*", MEM, "unicodes.rstrip_space").when(NoSeparator),
    library(Unicode, "split", "*", SPLIT, "unicodes.split_space").when(PlainNoSeparator),
    library(Unicode, "rsplit", "*", SPLIT, "unicodes.rsplit_space").when(PlainNoSeparator),
    library(Str, "hex", "*", MEM, "strings.hex_"),
    library(Text, "startswith", "*", NONE, "strings.startswith_any").when(TupleGiven),
    library(Text, "endswith", "*", NONE, "strings.endswith_any").when(TupleGiven),
    library(Text, "rsplit", "*", SPLIT, "strings.rsplit").when(NoSeparator),
    library(Text, "split", "*", SPLIT, "strings.split").when(Keywords),
    library(Text, "split", "*", SPLIT, "strings.split").when(MaybeNone),
    library(Text, "rsplit", "*", SPLIT, "strings.rsplit").when(Keywords),
    library(Text, "rsplit", "*", SPLIT, "strings.rsplit").when(MaybeNone),
    library(Text, "strip", "*", MEM, "strings.strip").when(MaybeNone),
    library(Text, "lstrip", "*", MEM, "strings.lstrip").when(MaybeNone),
    library(Text, "rstrip", "*", MEM, "strings.rstrip").when(MaybeNone),
    library(Text, "splitlines", "*", MEM, "strings.splitlines").when(Keywords),
    library(Text, "join", "*", JOIN, "strings.join").when(NotAList),
    library(Str, "encode", "*", CODEC, "codecs.encode_str"),
    library(Unicode, "encode", "*", CODEC, "codecs.encode").when(Keywords),
    library(Unicode, "encode", "??*", CODEC, "codecs.encode"),
    library(Str, "decode", "*", CODEC, "codecs.decode").when(Keywords),
    library(Str, "decode", "??*", CODEC, "codecs.decode"),
    // ---- Strings
    typed(Text, "startswith", "t|pq>b", Reads, NONE, helper_with("ll_str", "ll_startswith", BOUNDS)),
    typed(Text, "endswith", "t|pq>b", Reads, NONE, helper_with("ll_str", "ll_endswith", BOUNDS)),
    typed(Text, "find", "t|pq>i", Reads, NONE, Code(Find { text: "ll_find", char: "ll_find_char" })),
    typed(Text, "rfind", "t|pq>i", Reads, NONE, Code(Find { text: "ll_rfind", char: "ll_rfind_char" })),
    typed(Text, "count", "t|pq>n", Reads, NONE, Code(Find { text: "ll_count", char: "ll_count_char" })),
    typed(Text, "lstrip", "|T>t", Reads, MEM, Code(Strip(1))),
    typed(Text, "rstrip", "|T>t", Reads, MEM, Code(Strip(2))),
    typed(Text, "strip", "|T>t", Reads, MEM, Code(Strip(3))),
    typed(Text, "upper", ">C", Reads, MEM, of_chars("ll_upper", "ll_char_upper")),
    typed(Text, "lower", ">C", Reads, MEM, of_chars("ll_lower", "ll_char_lower")),
    typed(Text, "isdigit", ">b", Reads, NONE, of_chars("ll_isdigit", "ll_char_isdigit")),
    typed(Text, "isalpha", ">b", Reads, NONE, of_chars("ll_isalpha", "ll_char_isalpha")),
    typed(Text, "isalnum", ">b", Reads, NONE, of_chars("ll_isalnum", "ll_char_isalnum")),
    typed(Text, "isspace", ">b", Reads, NONE, of_chars("ll_isspace", "ll_char_isspace")),
    typed(Text, "islower", ">b", Reads, MEM, of_chars("ll_islower", "ll_char_islower")),
    typed(Text, "isupper", ">b", Reads, MEM, of_chars("ll_isupper", "ll_char_isupper")),
    typed(Text, "replace", "tt|i>t", Reads, MEM, Code(Replace)),
    typed(Text, "split", "|Ti>l", Reads, SPLIT, Code(Split("ll_split"))),
    typed(Text, "rsplit", "|Ti>l", Reads, SPLIT, Code(Split("ll_rsplit"))),
    typed(Text, "splitlines", "|?>l", Reads, MEM, Code(SplitLines)),
    row(Text, "join", "?>t", Reads, JOIN, strings::join, Code(Join)),
    typed(Str, "decode", "|?>U", Reads, CODEC, Code(Decode)),
    typed(Unicode, "encode", "|?>s", Reads, CODEC, Code(Encode)),
    row(Text, "format", "*", Reads, MEM, strings::format, Annotated),
    // ---- Bytearrays
    typed(Bytes, "append", "i>0", Reads, BYTES, helper("ll_bytearray", "ll_append_byte")),
    typed(Bytes, "insert", "ii>0", Reads, BYTES, helper("ll_bytearray", "ll_insert_byte")),
    typed(Bytes, "extend", "?>0", Reads, BYTES, Code(BytesExtend)).when(BytesLike),
    library(Bytes, "extend", "?", BYTES, "bytearrays.extend"),
    typed(Bytes, "pop", ">n", Reads, BYTES, helper("ll_bytearray", "ll_pop_last_byte")),
    typed(Bytes, "pop", "i>n", Reads, BYTES, helper("ll_bytearray", "ll_pop_byte")),
    typed(Bytes, "clear", ">0", Reads, BYTES, helper_with("ll_list", "ll_resize_le", &[0])),
    typed(Bytes, "reverse", ">0", Reads, BYTES, Code(BytesReverse)),
    typed(Bytes, "copy", ">x", Reads, BYTES, Code(BytesCopy)),
    typed(Bytes, "decode", "*>s", Reads, BYTES, Code(BytesText)),
    typed(Bytes, "_str", "*>s", Reads, BYTES, Code(BytesText)),
    library(Bytes, "find", "*", BYTES, "bytearrays.find_"),
    library(Bytes, "rfind", "*", BYTES, "bytearrays.rfind_"),
    library(Bytes, "index", "*", BYTES, "bytearrays.index_"),
    library(Bytes, "rindex", "*", BYTES, "bytearrays.rindex_"),
    library(Bytes, "count", "*", BYTES, "bytearrays.count_"),
    library(Bytes, "startswith", "*", BYTES, "bytearrays.startswith_"),
    library(Bytes, "endswith", "*", BYTES, "bytearrays.endswith_"),
    library(Bytes, "remove", "*", BYTES, "bytearrays.remove_"),
    library(Bytes, "upper", "*", BYTES, "bytearrays.upper_"),
    library(Bytes, "lower", "*", BYTES, "bytearrays.lower_"),
    library(Bytes, "title", "*", BYTES, "bytearrays.title_"),
    library(Bytes, "capitalize", "*", BYTES, "bytearrays.capitalize_"),
    library(Bytes, "swapcase", "*", BYTES, "bytearrays.swapcase_"),
    library(Bytes, "expandtabs", "*", BYTES, "bytearrays.expandtabs_"),
    library(Bytes, "zfill", "*", BYTES, "bytearrays.zfill_"),
    library(Bytes, "ljust", "*", BYTES, "bytearrays.ljust_"),
    library(Bytes, "rjust", "*", BYTES, "bytearrays.rjust_"),
    library(Bytes, "center", "*", BYTES, "bytearrays.center_"),
    library(Bytes, "strip", "*", BYTES, "bytearrays.strip_"),
    library(Bytes, "lstrip", "*", BYTES, "bytearrays.lstrip_"),
    library(Bytes, "rstrip", "*", BYTES, "bytearrays.rstrip_"),
    library(Bytes, "removeprefix", "*", BYTES, "bytearrays.removeprefix_"),
    library(Bytes, "removesuffix", "*", BYTES, "bytearrays.removesuffix_"),
    library(Bytes, "replace", "*", BYTES, "bytearrays.replace_"),
    library(Bytes, "translate", "*", BYTES, "bytearrays.translate_"),
    library(Bytes, "join", "*", BYTES, "bytearrays.join_"),
    library(Bytes, "split", "*", BYTES, "bytearrays.split_"),
    library(Bytes, "rsplit", "*", BYTES, "bytearrays.rsplit_"),
    library(Bytes, "splitlines", "*", BYTES, "bytearrays.splitlines_"),
    library(Bytes, "partition", "*", BYTES, "bytearrays.partition_"),
    library(Bytes, "rpartition", "*", BYTES, "bytearrays.rpartition_"),
    library(Bytes, "isalpha", "*", BYTES, "bytearrays.isalpha_"),
    library(Bytes, "isdigit", "*", BYTES, "bytearrays.isdigit_"),
    library(Bytes, "isalnum", "*", BYTES, "bytearrays.isalnum_"),
    library(Bytes, "isspace", "*", BYTES, "bytearrays.isspace_"),
    library(Bytes, "isupper", "*", BYTES, "bytearrays.isupper_"),
    library(Bytes, "islower", "*", BYTES, "bytearrays.islower_"),
    library(Bytes, "istitle", "*", BYTES, "bytearrays.istitle_"),
    library(Bytes, "isascii", "*", BYTES, "bytearrays.isascii_"),
    library(Bytes, "hex", "*", BYTES, "bytearrays.hex_"),
    // ---- String builders
    typed(Builder, "append", "t>0", Reads, MEM, Code(BuilderAppend)),
    typed(Builder, "append_slice", "tii>0", Reads, MEM, helper("ll_str", "ll_builder_append_slice")),
    typed(Builder, "append_multiple_char", "hi>0", Reads, MEM, helper("ll_str", "ll_builder_append_multiple_char")),
    typed(BytesBuilder, "append_charpsize", "?i>0", Reads, MEM, helper("ll_str", "ll_builder_append_charpsize")),
    typed(Builder, "build", ">t", Reads, MEM, helper("ll_str", "ll_builder_build")),
    typed(Builder, "getlength", ">n", Reads, MEM, Code(BuilderLength)),
    // ---- Numbers
    library(Float, "hex", "*", MEM, "mathlib.float_hex"),
    library(Float, "is_integer", "*", MEM, "numbers.is_integer"),
    library(Int, "is_integer", "*", MEM, "numbers.int_is_integer"),
    library(Int, "bit_length", "*", MEM, "numbers.bit_length"),
    library(Int, "bit_count", "*", MEM, "numbers.bit_count"),
    library(Int, "to_bytes", "*", MEM, "numbers.to_bytes"),
    library(Int, "as_integer_ratio", "*", MEM, "numbers.int_ratio"),
    library(Float, "as_integer_ratio", "*", MEM, "numbers.float_ratio"),
    library(Int, "conjugate", "*", MEM, "numbers.conjugate"),
    library(Float, "conjugate", "*", MEM, "numbers.conjugate"),
    // ---- Iterators
    row(Iterator, "next", ">?", Reads, STOP, iterators::next, Code(Next)),
    row(Iterator, "__next__", ">?", Reads, STOP, iterators::next, Code(Next)),
];

static FORMS: LazyLock<FxHashMap<&'static str, Vec<&'static Method>>> = LazyLock::new(|| {
    let mut forms: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for m in METHODS {
        forms.entry(m.name).or_default().push(m);
    }
    forms
});

/// The forms of a method of these owners, in the order of the table.
fn forms(of: &[Of], name: &str) -> impl std::iter::Iterator<Item = &'static Method> {
    let all = FORMS.get(name).map(Vec::as_slice).unwrap_or_default();
    all.iter().copied().filter(|m| of.contains(&m.of))
}

/// The row for a call of a method.
pub fn find(of: &[Of], name: &str, args: &[SomeValue], keywords: bool) -> Option<&'static Method> {
    forms(of, name).find(|m| m.takes(args.len(), keywords) && m.when.holds(args, keywords))
}

/// Names of the methods of these owners that programs can call, in the order of the table.
pub fn names(of: &[Of]) -> impl std::iter::Iterator<Item = &'static str> {
    METHODS.iter().filter(move |m| of.contains(&m.of) && !m.name.starts_with('_')).map(|m| m.name)
}

/// Any form of a method; `None`: there is no such method.
pub fn named(of: &[Of], name: &str) -> Option<&'static Method> {
    forms(of, name).next()
}
