//! Calls of methods of built-in types: by their rows, and the handlers of those whose result depends on more than types.
//!
//! The table (`methods.rs`) names the handlers, and a call looks for its row there: so the two files know each other.

use super::methods::{Change, How, Method, Of, find, named};
use crate::builtins::iterables;
use crate::builtins::unknown;
use crate::definitions::listdef;
use crate::definitions::own_methods;
use crate::kinds::format;
use crate::kinds::views;
use crate::model::state::CallArgs;
use crate::prelude::*;

/// Annotates a call.
pub(crate) type Handler = fn(&mut Annotator, Site, &Method, &SomeValue, &CallArgs) -> AResult;

/// Calls a method of a built-in type.
pub(crate) fn call_method(
    a: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    if let Kind::Builtin(class) = &this.kind {
        return super::rlib::object_method(a, site, &class.clone(), name, this, args);
    }
    if this.is_str() || this.is_unicode() {
        return crate::kinds::strings::string_method(a, site, name, this, args);
    }
    by_table(a, site, name, this, args)
}

/// Annotates a call of a built-in method by its row in the table, whatever the method means in
/// Python 3.
pub(crate) fn by_table(
    a: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let of = Of::value(a, this);
    let Some(any) = named(of, name) else { return Err(unknown(a, site, name, this)) };
    if let Kind::Set(d) = this.kind
        && any.change != Change::Reads
        && a.dict_def(d).frozen
    {
        return Err(a
            .error(site, "no-method", format!("a frozenset has no method '{name}'"))
            .note("a frozenset never changes: `s | other` makes a new one"));
    }
    let given: Vec<SomeValue> = args.positional.iter().map(|p| p.0.clone()).collect();
    let Some(row) = find(of, name, &given, !args.keywords.is_empty()) else {
        let of = owner(this);
        let n = given.len();
        let text = match of {
            "str" | "unicode" if !args.keywords.is_empty() => {
                format!("{of}.{name}() takes no keyword arguments")
            }
            "str" | "unicode" => format!("{of}.{name}() cannot be called with {n} arguments"),
            _ => format!("{of}.{name}() cannot be called with these arguments"),
        };
        return Err(a.error(site, "argument-count", text));
    };
    (row.handler)(a, site, row, this, args)
}

/// Gives the name that messages use for the type of the object.
fn owner(this: &SomeValue) -> &'static str {
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

fn unknown(a: &Annotator, site: Site, name: &str, this: &SomeValue) -> AnnError {
    match owner(this) {
        "list" => unknown::unknown_method(a, site, "lists", name),
        "dict" => unknown::unknown_method(a, site, "dicts", name),
        "set" => unknown::unknown_method(a, site, "sets", name),
        of @ ("str" | "unicode") => unknown::unknown_method(a, site, of, name),
        "deque" => unknown::unknown_method(a, site, "deques", name),
        "bytearray" => {
            let text = format!("method '{name}' of bytearrays is not supported at run time");
            a.error(site, "no-method", text)
        }
        _ => a.error(site, "no-method", format!("{} has no method '{name}'", a.show(this))),
    }
}

/// Annotates a call by the letters of its row.
pub(crate) fn by_types(
    a: &mut Annotator,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let (letters, _, result) = m.signature();
    let unicode = this.is_unicode() || this.kind == Kind::UnicodeBuilder;
    let text = if unicode { SomeValue::UNICODE } else { SomeValue::STR };
    change(a, site, m, this)?;
    for ((s, _), letter) in args.positional.iter().zip(letters.iter().copied()) {
        let what = || format!("{}.{}()", owner(this), m.name);
        match (letter, &this.kind) {
            ('i' | 'p' | 'q', _) => a.want_int(site, s, &what())?,
            ('T', _) if s.kind == Kind::None_ => {}
            ('t' | 'T' | 'h', _) => {
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
    Ok(match (result, &this.kind) {
        ('0', _) => SomeValue::NONE,
        ('i', _) => SomeValue::INT,
        ('n', _) => SomeValue::NONNEG,
        ('b', _) => SomeValue::BOOL,
        ('s', _) => SomeValue::STR,
        ('U', _) => SomeValue::UNICODE,
        ('C', Kind::Char) => SomeValue::CHAR,
        ('C', Kind::UniChar) => SomeValue::UNICHAR,
        ('t' | 'C', _) => text,
        ('l', _) => return crate::kinds::lists::list_of(a, site, text),
        ('e', Kind::List(l) | Kind::Deque(l)) => a.read_list(site, *l),
        ('e', Kind::Set(d)) => a.read_dict(site, *d).0,
        ('v', Kind::Dict(d)) => a.read_dict(site, *d).1,
        _ => this.without_const(),
    })
}

/// Notes what a method does to the object.
fn change(a: &mut Annotator, site: Site, m: &Method, this: &SomeValue) -> AResult<()> {
    match (m.change, &this.kind) {
        (Change::Resizes, Kind::List(l)) => a.list_resize(site, *l)?,
        (Change::Mutates, Kind::List(l)) => a.list_mutate(*l),
        _ => {}
    }
    Ok(())
}

/// A call of a function of the library, which gets the object first.
pub(crate) fn by_library(
    a: &mut Annotator,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let How::Library(path) = m.how else { unreachable!("rows of the library") };
    let (module, function) = path.split_once('.').expect("module.function");
    if !m.takes_any() {
        by_types(a, site, m, this, args)?;
    }
    library::call_library_method(a, site, module, function, this, args)
}

/// Lists.
pub(crate) mod lists {
    use super::*;

    fn definition(this: &SomeValue) -> ListDefId {
        let Kind::List(l) = this.kind else { unreachable!("a method of lists") };
        l
    }

    /// `extend`
    pub(crate) fn extend(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        let items = &args.positional[0].0;
        if crate::kinds::lists::by_loop(items) {
            return library::call_library_method(a, site, "lists", "extend", this, args);
        }
        change(a, site, m, this)?;
        crate::kinds::lists::generalize_by_items(a, site, definition(this), items)?;
        Ok(SomeValue::NONE)
    }

    /// Methods that compare items with a value.
    pub(crate) fn searched(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        let result = by_types(a, site, m, this, args)?;
        own_methods::want_hook(a, &this.without_const(), special::Hook::Eq);
        Ok(result)
    }

    /// `index`: its error shows the value.
    pub(crate) fn index(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        let result = searched(a, site, m, this, args)?;
        special::want_text(a, site, &this.without_const(), true);
        Ok(result)
    }

    /// `sort()`
    pub(crate) fn sort(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        change(a, site, m, this)?;
        let item = a.read_list(site, definition(this));
        if !crate::kinds::lists::ordered_natively(a, &item, &mut vec![]) {
            return library::call_library_method(a, site, "lists", "sort_by_less", this, args);
        }
        Ok(SomeValue::NONE)
    }

    /// `sort(key=…)` and its like
    pub(crate) fn sort_by(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        change(a, site, m, this)?;
        let mut args = args.clone();
        for k in args.keywords.iter_mut().filter(|k| &*k.0 == "key") {
            k.1 = iterables::key_function(a, &k.1);
        }
        library::call_library_method(a, site, "lists", "sort", this, &args)
    }

    /// `copy`
    pub(crate) fn copy(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        let item = a.read_list(site, definition(this));
        let l = a.site_list(site, 0);
        a.generalize_list(site, l, &item)?;
        Ok(Kind::List(l).into())
    }
}

/// Deques.
pub(crate) mod deques {
    use super::*;

    /// An empty one with the same limit.
    pub(crate) fn empty(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        let Kind::Deque(l) = this.kind else { unreachable!("a method of deques") };
        a.read_list(site, l);
        let l = a.find_list(l);
        let new = a.site_list(site, 0);
        a.list_resize(site, new)?;
        let limits = a.lists[l].limits;
        crate::kinds::deques::limit(a, new, limits);
        Ok(Kind::Deque(new).into())
    }
}

/// Dicts.
pub(crate) mod dicts {
    use super::*;

    fn definition(this: &SomeValue) -> DictDefId {
        let Kind::Dict(d) = this.kind else { unreachable!("a method of dicts") };
        d
    }

    /// `update` and `subtract` of a Counter
    pub(crate) fn counter_update(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        let args = crate::kinds::dicts::with_names(a, site, args, 1)?;
        library::call_library_method(a, site, "counters", m.name, this, &args)
    }

    /// The default joins the values of the dict.
    fn with_default(a: &mut Annotator, site: Site, this: &SomeValue, args: &CallArgs) -> AResult {
        let d = definition(this);
        a.generalize_key(site, d, &args.positional[0].0)?;
        let default = args.positional.get(1).map_or(SomeValue::NONE, |p| p.0.clone());
        a.generalize_value(site, d, &default)?;
        Ok(a.read_dict(site, d).1)
    }

    /// `get`
    pub(crate) fn get(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        with_default(a, site, this, args).map_err(|e| match args.positional.len() {
            1 => e.note("give get() a default of the type of the values: d.get(key, 0)"),
            _ => e,
        })
    }

    /// `setdefault`
    pub(crate) fn setdefault(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        with_default(a, site, this, args)
    }

    /// `update`
    pub(crate) fn update(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        let d = definition(this);
        if let Some(r) = crate::kinds::dicts::dict_update(a, site, this, d, args) {
            return r;
        }
        let [(other, _)] = &args.positional[..] else {
            let text = "dict.update() cannot be called with these arguments";
            return Err(a.error(site, "argument-count", text));
        };
        match other.kind {
            Kind::Dict(e) => {
                listdef::merge_dicts(a, site, d, e)?;
                Ok(SomeValue::NONE)
            }
            _ => {
                let text = format!("dict.update() wants a dict, not {}", a.show(other));
                Err(a.error(site, "argument-type", text))
            }
        }
    }

    /// `copy`
    pub(crate) fn copy(
        _: &mut Annotator,
        _: Site,
        _: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        Ok(Kind::Dict(definition(this)).into())
    }

    /// `keys`, `values`, `items`
    pub(crate) fn view(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        let d = definition(this);
        let (key, value) = a.read_dict(site, d);
        let item = match m.name {
            "keys" => key,
            "values" => value,
            _ => pair(key, value),
        };
        views::view_of(a, site, m.name, d, item)
    }

    fn pair(key: SomeValue, value: SomeValue) -> SomeValue {
        if key.is_impossible() || value.is_impossible() {
            return SomeValue::IMPOSSIBLE;
        }
        SomeValue::tuple(vec![key, value])
    }

    /// `iterkeys`, `itervalues`, `iteritems`
    pub(crate) fn iterator(
        _: &mut Annotator,
        _: Site,
        m: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        let variant = match m.name {
            "iterkeys" => IterVariant::Keys,
            "itervalues" => IterVariant::Values,
            _ => IterVariant::KeyValues,
        };
        Ok(Kind::Iterator { container: Rc::new(this.without_const()), variant }.into())
    }

    /// `popitem()`
    pub(crate) fn popitem(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        let (key, value) = a.read_dict(site, definition(this));
        Ok(pair(key, value))
    }
}

/// Sets.
pub(crate) mod sets {
    use super::*;

    /// `copy`
    pub(crate) fn copy(
        _: &mut Annotator,
        _: Site,
        _: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        Ok(this.without_const())
    }
}

/// Strings.
pub(crate) mod strings {
    use super::*;

    /// `join` with a list
    pub(crate) fn join(
        a: &mut Annotator,
        site: Site,
        m: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        let list = &args.positional[0].0;
        let Kind::List(l) = list.kind else { unreachable!("a form for lists") };
        let item = a.read_list(site, l);
        let unicode = this.is_unicode();
        let bytes = matches!(item.kind, Kind::String { can_be_none: false, .. });
        if unicode && bytes {
            return library::call_library_method(a, site, "unicodes", "join_bytes", this, args);
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
        by_types(a, site, m, this, args)
    }

    /// `format`
    pub(crate) fn format(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        args: &CallArgs,
    ) -> AResult {
        format::format_method(a, site, this, args)
    }
}

/// Iterators.
pub(crate) mod iterators {
    use super::*;

    /// `next`
    pub(crate) fn next(
        a: &mut Annotator,
        site: Site,
        _: &Method,
        this: &SomeValue,
        _: &CallArgs,
    ) -> AResult {
        let Kind::Iterator { container, variant } = &this.kind else {
            unreachable!("a method of iterators")
        };
        crate::kinds::iterators::iter_item(a, site, container, *variant)
    }
}
