//! Attributes and methods that built-in types do not have.

use crate::AnnError;
use crate::kinds::method_table;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::{Kind, SomeValue};
use crate::ops::rows::{self, Kinds};
use flowmodel::HostRef;

/// Says whether a built-in type of Python has such a method.
pub(crate) fn python_has(ann: &Facts, of: &str, name: &str) -> bool {
    let types = &ann.host.types;
    let of: &[HostRef] = match of {
        "lists" => &[types.list],
        "dicts" => &[types.dict, types.ordered_dict],
        "sets" => &[types.set, types.frozenset],
        "deques" => {
            return ["popleft", "appendleft", "extendleft", "rotate", "maxlen"].contains(&name)
                || python_has(ann, "lists", name);
        }
        _ => &[types.str, types.unicode],
    };
    of.iter().any(|c| crate::hostview::class_lookup_where(&ann.host, *c, name).is_some())
}

/// The error for an attribute of a container or text that neither Python nor the table of methods has, if it is one.
pub(crate) fn unknown_attribute(
    ann: &Facts,
    site: Site,
    s: &SomeValue,
    name: &str,
) -> Option<AnnError> {
    let of = match s.kind {
        Kind::List(l) if ann.list_def(l).view_name.is_empty() && !ann.list_def(l).star => "lists",
        Kind::Dict(d) if ann.dict_def(d).kind == crate::model::containers::DictKind::Plain => {
            "dicts"
        }
        Kind::Set(_) => "sets",
        Kind::String { .. } | Kind::Char => "str",
        Kind::Unicode { .. } | Kind::UniChar => "unicode",
        _ => return None,
    };
    let row = method_table::named(Kinds::of(ann, s), name);
    let known = row.is_some() || name.starts_with('_') || python_has(ann, of, name);
    (!known).then(|| unknown_method(ann, site, of, name))
}

/// An error for a method that a built-in type does not have, or that is not supported.
pub(crate) fn unknown_method(ann: &Facts, site: Site, of: &str, name: &str) -> AnnError {
    let owners = match of {
        "lists" => rows::LIST,
        "dicts" => rows::DICT,
        "deques" => rows::DEQUE,
        "sets" => rows::SET,
        "unicode" => rows::UNICODE,
        _ => rows::STR,
    };
    let e = match python_has(ann, of, name) {
        true => format!("method '{name}' of {of} is not supported at run time"),
        false if of.ends_with('s') => format!("{of} have no method '{name}'"),
        false => format!("{of} has no method '{name}'"),
    };
    let e = ann.error(site, "no-method", e);
    let other = match (of, name) {
        ("lists", "push" | "add") => Some("append"),
        ("sets", "append" | "insert" | "push") => Some("add"),
        ("deques", "push" | "add") => Some("append"),
        ("deques", "shift" | "dequeue") => Some("popleft"),
        ("lists", "join") => return e.note("write `separator.join(l)`"),
        ("lists", "shift" | "popleft") => {
            return e.note("write `l.pop(0)`, or use collections.deque");
        }
        ("lists", "find") => Some("index"),
        ("lists", "contains" | "includes" | "has") => return e.note("write `x in l`"),
        ("lists", "map" | "filter") => {
            return e.note("write a comprehension: `[f(x) for x in l]`");
        }
        ("dicts", "length" | "size") | ("sets" | "deques", "length" | "size") => {
            return e.note("write `len(x)`");
        }
        ("dicts", "contains" | "has") => return e.note("write `key in d`"),
        ("str" | "unicode", "contains" | "includes") => return e.note("write `part in s`"),
        ("str" | "unicode", "length") | ("lists", "length" | "size") => {
            return e.note("write `len(x)`");
        }
        ("str" | "unicode", "trim") => Some("strip"),
        _ => flowmodel::similar::similar(name, method_table::names(owners)),
    };
    let others = ["str", "lists", "dicts", "sets"];
    match (other, others.iter().find(|o| python_has(ann, o, name))) {
        (Some(n), _) => e.note(format!("did you mean '{n}'?")),
        (None, Some(owner)) if !python_has(ann, of, name) => {
            let owner = if *owner == "str" { "strings" } else { owner };
            e.note(format!("{owner} have one: is it meant for an item, or another value?"))
        }
        _ => e,
    }
}
