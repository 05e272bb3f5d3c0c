//! `keys()`, `values()` and `items()` of dicts: lists, which are shown and compared as Python 3's views while they are
//! nothing else.
//!
//! Programs of both generations run the same code (`for k in d.keys(): del d[k]`), so the meaning is that of Python 2: a
//! list of its own. What Python 3 shows in its place can be seen in texts and comparisons; a list that was made by these
//! methods in a file that is not of Python 2, that meets no other list and is never changed, behaves like a view there.

use crate::DictKind;
use crate::definitions::generation;
use crate::ops::rows::*;
use crate::prelude::*;

/// Comparisons of views, with each other and with sets.
pub(crate) const ROWS: &[Row] = &[
    row(COMPARISONS, LIST, LIST.or(SET), Gives::Call(compare)),
    row(COMPARISONS, SET, LIST, Gives::Call(compare)),
];

/// The list that `keys()`, `values()` or `items()` of a dict gives.
pub(crate) fn view_of(
    ann: &mut Facts,
    site: Site,
    name: &str,
    d: DictDefId,
    item: SomeValue,
) -> AResult {
    let new = match (site.position, site.result) {
        (Some(p), Some(v)) => !ann.made_at.lists.contains_key(&(p.graph, v, 0)),
        _ => true,
    };
    let l = ann.site_list(site, 0);
    ann.generalize_list(site, l, &item)?;
    if new {
        ann.list_resize(site, l)?;
        let l = ann.find_list(l);
        if !generation::in_python2(ann, site) {
            let ordered = ann.dict_def(d).kind == DictKind::Ordered;
            ann.lists[l].view_name = match (name, ordered) {
                ("keys", false) => "dict_keys",
                ("keys", true) => "odict_keys",
                ("values", false) => "dict_values",
                ("values", true) => "odict_values",
                (_, false) => "dict_items",
                (_, true) => "odict_items",
            };
        }
        ann.lists[l].view = name != "values";
    }
    Ok(Kind::List(l).into())
}

/// Says whether the call that is annotated stands in a file of Python 2 and wants the list that `zip` gives there. A
/// loop that is all that uses the result does not.
pub(crate) fn wants_list(ann: &Facts, site: Site) -> bool {
    let (Some(p), Some(result)) = (site.position, site.result) else { return false };
    if !generation::in_python2(ann, site) {
        return false;
    }
    let graph = &ann.graphs[p.graph].full;
    let (mut todo, mut seen) = (vec![(p.block, result)], vec![]);
    while let Some((b, v)) = todo.pop() {
        if seen.contains(&(b, v)) {
            continue;
        }
        seen.push((b, v));
        let block = &graph.blocks[b];
        let is_it = |x: &flowmodel::HlValue| x.as_var() == Some(v);
        let mut uses = block.operations.iter().filter(|op| op.args.iter().any(is_it));
        let iterated = match (uses.next(), uses.next()) {
            (None, _) => false,
            (Some(op), None) if op.op == HlOp::Iter => true,
            _ => return true,
        };
        for link in &block.exits {
            for (i, _) in link.args.iter().enumerate().filter(|(_, x)| is_it(x)) {
                if iterated || link.target == graph.returnblock {
                    return true;
                }
                todo.push((link.target, graph.blocks[link.target].inputargs[i]));
            }
        }
    }
    false
}

/// The name of a value's type if it is a view: `dict_keys`.
fn view_name(ann: &mut Facts, site: Site, s: &SomeValue) -> &'static str {
    let Kind::List(l) = s.kind else { return "" };
    ann.read_list(site, l);
    ann.list_def(l).view_name
}

/// A comparison of views of keys or items, with each other or with a set.
fn compare(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    let (a, b) = (&q.args[0], &q.args[1]);
    let (name_a, name_b) = (view_name(ann, q.site, a), view_name(ann, q.site, b));
    let set = |s: &SomeValue| matches!(s.kind, Kind::Set(_));
    let like_set = |n: &str| n.ends_with("keys") || n.ends_with("items");
    if !(like_set(name_a) && (like_set(name_b) || set(b)) || like_set(name_b) && set(a)) {
        return None;
    }
    let kind = match name_a.ends_with("items") && name_b.ends_with("items") {
        true => "items",
        false => "keys",
    };
    let f = match q.operation() {
        HlOp::Eq => "equal",
        HlOp::Ne => "differ",
        HlOp::Lt => "less",
        HlOp::Le => "less_or_equal",
        HlOp::Gt => "greater",
        _ => "greater_or_equal",
    };
    Some(Ok(Answer::library_on("views", &format!("{kind}_{f}"), &[(0, a), (1, b)])))
}
