//! What rows about operations and methods are made of, and what the functions in them share.

pub(crate) mod letters;
pub mod lowers;
pub mod methods;
pub mod rows;

use crate::definitions::listdef;
use crate::definitions::origins;
use crate::definitions::places;
use crate::model::errors::AnnError;
use crate::model::site::Site;
use crate::prelude::*;

pub(crate) type HlOperation = SpaceOperation<Hl>;

/// The variable in an operand.
pub(crate) fn var(op: &HlOperation, i: usize) -> Option<VarId> {
    op.args.get(i).and_then(|a| a.as_var())
}

impl Facts {
    pub(crate) fn want_int(&self, site: Site, s: &SomeValue, what: &str) -> AResult<()> {
        if s.is_integral() {
            return Ok(());
        }
        let e =
            self.error(site, "argument-type", format!("{what} wants an int, not {}", self.show(s)));
        Err(match s.kind {
            Kind::Float => e.note("int(x) makes an int of a float"),
            Kind::String { .. } | Kind::Char => e.note("int(s) makes an int of a string of digits"),
            _ => e,
        })
    }
    /// The list definition that belongs to this operation (`n`-th).
    pub(crate) fn site_list(&mut self, site: Site, n: u8) -> ListDefId {
        match (site.position, site.result) {
            (Some(p), Some(v)) => {
                if let Some(l) = self.made_at.lists.get(&(p.graph, v, n)) {
                    return *l;
                }
                let l = listdef::new_list_def(self, site, SomeValue::IMPOSSIBLE);
                self.made_at.lists.insert((p.graph, v, n), l);
                l
            }
            _ => listdef::new_list_def(self, site, SomeValue::IMPOSSIBLE),
        }
    }
    /// Notes what is known of variables if the result of this operation is true or false.
    pub(crate) fn learn(&mut self, site: Site, op: &HlOperation, k: Knowledge) {
        if let Some(p) = site.position
            && !(k.if_true.is_empty() && k.if_false.is_empty())
        {
            self.note_knowledge(p.graph, op.result, k);
        }
    }
}

/// Error for operands on which an operation is not defined.
pub(crate) fn bad_operands(ann: &Facts, site: Site, op: HlOp, args: &[SomeValue]) -> AnnError {
    let types: Vec<String> = args.iter().map(|a| ann.show(a)).collect();
    let text = match (op, op.sign()) {
        (HlOp::Contains, _) if args[0].is_str() || args[0].is_unicode() => {
            format!("`x in s` looks for a part of a string, not for {}", types[1])
        }
        (HlOp::Contains, _) => format!("`in` is not defined on {}", types[0]),
        (_, Some(sign)) => format!("`{sign}` is not defined on {}", types.join(" and ")),
        (HlOp::Iter, _) => format!("{} cannot be iterated over", types[0]),
        (HlOp::Len, _) => format!("{} has no len()", types[0]),
        (HlOp::GetItem, _) => format!("{} cannot be indexed with {}", types[0], types[1]),
        (HlOp::Next, _) => format!("{} is not an iterator", types[0]),
        (HlOp::DelItem, _) => format!("items of {} cannot be deleted", types[0]),
        (HlOp::Ord, _) => format!("ord() takes a string of one character, not {}", types[0]),
        _ => format!("operation '{}' is not defined on {}", op.name(), types.join(" and ")),
    };
    let code = if op == HlOp::Iter { "not-iterable" } else { "operand" };
    let mut e = ann.error(site, code, text);
    if let Some(p) = site.position {
        let g = &ann.graphs[p.graph].full;
        if let Some(o) = g.blocks[p.block].operations.get(p.op) {
            for a in o.args.iter().filter_map(|a| a.as_var()) {
                for (at, text) in origins::explain(ann, p.graph, a, ann.binding(p.graph, a)) {
                    if at != site.span && !places::in_library(ann, at) {
                        e = e.label(at, text);
                    }
                }
            }
        }
    }
    if args.iter().any(|a| a.kind == Kind::None_) {
        e = e.note("None is the only value that arrives here").note(
            "functions without `return`, methods that change a container, such as append() and sort(), and `d.get(key)` without a default give None",
        );
    }
    if args.iter().any(|a| matches!(a.kind, Kind::Pbc { .. } | Kind::BuiltinMethod { .. })) {
        e = e.note("a function or method is called with parentheses: `f()`");
    }
    let text = |a: &SomeValue| a.is_str() || a.is_unicode();
    let number = |a: &SomeValue| a.is_integral() || a.kind == Kind::Float;
    match (op, args) {
        (HlOp::Add | HlOp::InplaceAdd | HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge, [a, b])
            if text(a) && number(b) || number(a) && text(b) =>
        {
            e.note("str(x) makes a string of a number, int(s) or float(s) a number of a string")
        }
        (HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge, [a, b])
            if [a, b].iter().all(|a| matches!(a.kind, Kind::Instance { .. })) =>
        {
            e.note(match op {
                HlOp::Lt => "give the class a method __lt__, or sort with key=".to_string(),
                _ => format!("give the class a method __{}__", op.name()),
            })
        }
        (HlOp::Iter, [a]) if a.is_integral() && !places::in_library(ann, site.span) => {
            e.note("range(n) counts to n")
        }
        (HlOp::Add | HlOp::InplaceAdd, [a, _]) if matches!(a.kind, Kind::List(_)) => {
            e.note("l.append(x) adds an item, `l + [x]` makes a new list")
        }
        (HlOp::DelItem, [a, _]) if text(a) => {
            e.note("strings do not change: make a new one, `s[:i] + s[i + 1:]`")
        }
        (HlOp::GetItem, [a, _]) if matches!(a.kind, Kind::Set(_)) => {
            e.note("the items of a set have no order: iterate over it, or make a list of it")
        }
        _ => e,
    }
}

/// A new resizable list of some items, made by this operation.
pub(crate) fn list_of(ann: &mut Facts, site: Site, item: SomeValue) -> AResult {
    let l = ann.site_list(site, 0);
    ann.generalize_list(site, l, &item)?;
    ann.list_resize(site, l)?;
    Ok(Kind::List(l).into())
}

pub(crate) fn site_dict(ann: &mut Facts, site: Site) -> DictDefId {
    match (site.position, site.result) {
        (Some(p), Some(v)) => {
            if let Some(d) = ann.made_at.dicts.get(&(p.graph, v)) {
                return *d;
            }
            let d = listdef::new_dict_def(ann, site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE);
            ann.made_at.dicts.insert((p.graph, v), d);
            d
        }
        _ => listdef::new_dict_def(ann, site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE),
    }
}

pub(crate) fn unsupported(a: &Facts, site: Site, what: &str, instead: &str) -> AnnError {
    let e = a.error(site, "unsupported", format!("{what} is not supported at run time"));
    if instead.is_empty() { e } else { e.note(instead) }
}
