//! Lists.

use crate::ArgSource;
use crate::definitions::contents;
use crate::definitions::listdef;
use crate::definitions::own_methods;
use crate::kinds::callables;
use crate::kinds::slices::BAD_SLICE;
use crate::kinds::slices::{check_slice, slice_bound};
use crate::kinds::texts::{TEXT_OF_ITEMS, made_text};
use crate::model::answers;
use crate::model::state::CallArgs;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on lists give, raise and become.
pub(crate) const ROWS: &[Row] = &[
    row(&[NewList], ANY, ANY, Gives::Joins(new)).code(Code::NewList),
    row(&[Len], LIST, ANY, Gives::Joins(len)).code(Code::ListLength),
    row(&[GetItem], LIST, SLICE, Gives::Joins(slice)).only(BAD_SLICE).code(Code::ListItem),
    row(&[GetItem], LIST, ANY, Gives::Joins(item)).only(&["IndexError"]).code(Code::ListItem),
    row(&[SetItem], LIST, SLICE, Gives::Answers(set_slice))
        .only(BAD_SLICE)
        .not_none(&[0, 2])
        .code(Code::SetListItem),
    row(&[SetItem], LIST, ANY, Gives::Joins(set_item))
        .only(&["IndexError"])
        .code(Code::SetListItem),
    row(&[DelItem], LIST, SLICE, Gives::Joins(delete)).only(BAD_SLICE).code(Code::DeleteListItem),
    row(&[DelItem], LIST, ANY, Gives::Joins(delete))
        .only(&["IndexError"])
        .code(Code::DeleteListItem),
    row(&[Contains], LIST, ANY, Gives::Joins(contains)).folds().code(Code::ListContains),
    row(&[InplaceAdd], LIST, ANY, Gives::Answers(extend))
        .types("Om>O")
        .lowers(helper("ll_list", "ll_extend")),
    row(&[Add], LIST, LIST, Gives::Joins(sum)).code(Code::AddLists),
    row(&[InplaceMul], LIST, INT, Gives::Joins(repeat_in_place))
        .types("Oi>O")
        .lowers(helper("ll_list", "ll_inplace_mul")),
    row(&[Mul], LIST, INT, Gives::Joins(repeat)).code(Code::RepeatList),
    row(&[Mul], INT, LIST, Gives::Joins(repeat)).code(Code::RepeatList),
    row(ORDER, LIST, LIST, Gives::Joins(order)).compares(Comparison::Lists),
    row(&[Eq], STAR, TUPLE, Gives::Library("lists.star_equal")),
    row(&[Ne], STAR, TUPLE, Gives::Library("lists.star_differs")),
    row(&[Eq], TUPLE, STAR, Gives::Answers(|_, q| Ok(equal_to_star(q, "star_equal")))),
    row(&[Ne], TUPLE, STAR, Gives::Answers(|_, q| Ok(equal_to_star(q, "star_differs")))),
    row(EQUALITY, LIST, LIST, Gives::Joins(equal)).compares(Comparison::Lists),
    row(&[Str, Repr], STAR, ANY, Gives::Answers(text_of_star)),
    row(&[Str, Repr], LIST, ANY, TEXT_OF_ITEMS).code(Code::Text),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    typed(LIST, "append", "e>0", Resizes, MEM, helper("ll_list", "ll_append")),
    calling(LIST, "extend", "m>0", Resizes, MEM, extend_method, helper("ll_list", "ll_extend")).none(NOT_ITERABLE),
    typed(LIST, "insert", "ie>0", Resizes, MEM, helper("ll_list", "ll_insert")),
    typed(LIST, "pop", ">e", Resizes, INDEX, helper("ll_list", "ll_pop_last")),
    typed(LIST, "pop", "N>e", Resizes, INDEX, helper("ll_list", "ll_pop_last")).when(LastItem),
    typed(LIST, "pop", "i>e", Resizes, INDEX, helper("ll_list", "ll_pop")),
    method(LIST, "remove", "e>0", Resizes, VALUE, searched, helper("ll_list", "ll_remove").then(&[Extra::Equality])),
    typed(LIST, "reverse", ">0", Mutates, MEM, of_items("ll_reverse")),
    method(LIST, "index", "e>n", Reads, VALUE, index, of_items("ll_index").then(&[Extra::Equality, Extra::Text])),
    library(LIST, "index", "e?|?", VALUE, "lists.index"),
    method(LIST, "count", "e>n", Reads, MEM, searched, of_items("ll_count").then(&[Extra::Equality])),
    calling(LIST, "sort", ">0", Mutates, SORT, sort, of_items("ll_sort").then(&[Extra::Order])),
    calling(LIST, "sort", "*", Mutates, SORT, sort_by, Lowers::Annotated),
    method(LIST, "copy", ">?", Reads, MEM, copy_method, code(Code::Copy)),
    typed(LIST, "clear", ">0", Resizes, MEM, helper("ll_list", "ll_resize_le").then(&[Extra::Int(0)])),
];

/// The definition of the list that is an operand.
fn definition(s: &SomeValue) -> ListDefId {
    match s.kind {
        Kind::List(l) => l,
        _ => unreachable!("only rows about lists ask"),
    }
}

/// `[a, b]`
fn new(ann: &mut Facts, q: &Asked) -> AResult {
    let l = ann.site_list(q.site, 0);
    for a in q.args {
        ann.generalize_list(q.site, l, a)?;
    }
    Ok(Kind::List(l).into())
}

/// `len(l)`; an empty list that never gets anything has a known length.
fn len(ann: &mut Facts, q: &Asked) -> AResult {
    let empty = is_never_filled(ann, q.site, definition(&q.args[0]));
    Ok(if empty { SomeValue::int_const(0) } else { SomeValue::NONNEG })
}

/// Tells whether nothing is ever put into a list. (The reader is flowed again when something is.)
pub(crate) fn is_never_filled(ann: &mut Facts, site: Site, l: ListDefId) -> bool {
    ann.read_list(site, l).is_impossible() && !ann.list_def(l).resized
}

/// `l[i]`
fn item(ann: &mut Facts, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[1], "the index of a list")?;
    Ok(ann.read_list(q.site, definition(&q.args[0])))
}

/// `l[i] = v`
fn set_item(ann: &mut Facts, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[1], "the index of a list")?;
    let l = definition(&q.args[0]);
    ann.list_mutate(l);
    ann.generalize_list(q.site, l, &q.args[2])?;
    Ok(SomeValue::NONE)
}

/// `del l[i]`, `del l[a:b]`
fn delete(ann: &mut Facts, q: &Asked) -> AResult {
    match &q.args[1].kind {
        Kind::Slice(bounds) => check_slice(ann, q.site, bounds)?,
        _ => ann.want_int(q.site, &q.args[1], "the index of a list")?,
    }
    ann.list_resize(q.site, definition(&q.args[0]))?;
    Ok(SomeValue::NONE)
}

/// `x in l`
fn contains(ann: &mut Facts, q: &Asked) -> AResult {
    items_contain(ann, q, definition(&q.args[0]))
}

/// `x in l`, where a definition of lists holds the items.
pub(crate) fn items_contain(ann: &mut Facts, q: &Asked, l: ListDefId) -> AResult {
    ann.generalize_list(q.site, l, &q.args[1])?;
    ann.read_list(q.site, l);
    own_methods::want_hook(ann, &q.args[0], special::Hook::Eq);
    Ok(SomeValue::BOOL)
}

/// `l += x`
fn extend(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (list, added) = (&q.args[0], &q.args[1]);
    if by_loop(added) {
        return Ok(Answer::library_on("lists", "inplace_add", &[(0, list), (1, added)]));
    }
    let l = definition(list);
    ann.list_resize(q.site, l)?;
    generalize_by_items(ann, q.site, l, added)?;
    Ok(list.without_const().into())
}

/// `l + m`
fn sum(ann: &mut Facts, q: &Asked) -> AResult {
    let lists = [definition(&q.args[0]), definition(&q.args[1])];
    let items = lists.map(|l| ann.read_list(q.site, l));
    let n = ann.site_list(q.site, 0);
    for item in &items {
        ann.generalize_list(q.site, n, item)?;
    }
    if items.iter().any(|s| matches!(s.kind, Kind::Tuple(_))) {
        // Tuples are copied as they are: both lists have the items of the sum.
        let item = ann.read_list(q.site, n);
        for l in lists {
            ann.generalize_list(q.site, l, &item)?;
        }
    }
    Ok(Kind::List(n).into())
}

/// `l *= n`
fn repeat_in_place(ann: &mut Facts, q: &Asked) -> AResult {
    ann.list_resize(q.site, definition(&q.args[0]))?;
    Ok(q.args[0].without_const())
}

/// `l * n`, `n * l`
fn repeat(ann: &mut Facts, q: &Asked) -> AResult {
    let list = q.args.iter().find(|s| matches!(s.kind, Kind::List(_))).expect("a list");
    copy(ann, q.site, definition(list)).map(|l| Kind::List(l).into())
}

/// The definition of a new list with the items of another one.
fn copy(ann: &mut Facts, site: Site, l: ListDefId) -> AResult<ListDefId> {
    let item = ann.read_list(site, l);
    let n = ann.site_list(site, 0);
    ann.generalize_list(site, n, &item)?;
    Ok(n)
}

/// `l < m` and its like.
fn order(ann: &mut Facts, q: &Asked) -> AResult {
    let (x, y) = (definition(&q.args[0]), definition(&q.args[1]));
    contents::merge_lists(ann, q.site, x, y)?;
    ann.read_list(q.site, x);
    own_methods::want_hook(ann, &q.args[0], special::Hook::Lt);
    own_methods::want_hook(ann, &q.args[0], special::Hook::Eq);
    Ok(SomeValue::BOOL)
}

/// `l == m`: the items are compared with each other, so they must be of one type.
fn equal(ann: &mut Facts, q: &Asked) -> AResult {
    items_equal(ann, q, definition(&q.args[0]), definition(&q.args[1]))
}

/// `l == m`, where definitions of lists hold the items.
pub(crate) fn items_equal(ann: &mut Facts, q: &Asked, x: ListDefId, y: ListDefId) -> AResult {
    contents::merge_lists(ann, q.site, x, y)?;
    ann.read_list(q.site, x);
    own_methods::want_hook(ann, &q.args[0], special::Hook::Eq);
    Ok(SomeValue::BOOL)
}

/// A tuple is compared with a list of `*` arguments: the function wants the list first.
fn equal_to_star(q: &Asked, function: &str) -> Answer {
    let operands = [(1, &q.args[1]), (0, &q.args[0])];
    Answer::library_on("lists", function, &operands)
}

fn text_of_star(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(Answer::library_on("lists", "star_text", &[(0, &q.args[0])]).then(made_text))
}

/// The list may hold what a container holds that is no iterator.
pub(crate) fn generalize_by_items(
    ann: &mut Facts,
    site: Site,
    l: ListDefId,
    from: &SomeValue,
) -> AResult<()> {
    match &from.kind {
        Kind::Tuple(items) => {
            for i in items.iter() {
                ann.generalize_list(site, l, i)?;
            }
            Ok(())
        }
        Kind::List(_)
        | Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::String { .. }
        | Kind::Char
        | Kind::Unicode { .. }
        | Kind::UniChar => {
            let item = super::iterators::iter_item(ann, site, from, IterVariant::Items)?;
            ann.generalize_list(site, l, &item)
        }
        _ => Err(ann.error(
            site,
            "argument-type",
            format!("a list cannot be extended by {}", ann.show(from)),
        )),
    }
}

/// `l[a:b:c]`
fn slice(ann: &mut Facts, q: &Asked) -> AResult {
    let l = definition(&q.args[0]);
    if let Kind::Slice(bounds) = &q.args[1].kind {
        check_slice(ann, q.site, bounds)?;
    }
    let star = ann.list_def(l).star;
    let n = copy(ann, q.site, l)?;
    if star {
        listdef::mark_star_list(ann, n);
    }
    Ok(Kind::List(n).into())
}

/// `l[a:b:c] = v`
fn set_slice(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (list, v) = (&q.args[0], &q.args[2]);
    let Kind::Slice(bounds) = &q.args[1].kind else { unreachable!("the row is for slices") };
    let l = definition(list);
    check_slice(ann, q.site, bounds)?;
    let stepped = !(bounds[2].kind == Kind::None_ || bounds[2].const_int() == Some(1));
    if by_loop(v) {
        if stepped {
            return Err(ann
                .error(q.site, "unsupported", "an iterator is assigned to a slice with a step")
                .note("make a list of it first"));
        }
        let positional = vec![
            (list.clone(), ArgSource::Operand(0)),
            (slice_bound(&bounds[0], 0), ArgSource::StarItem(1, 0)),
            (slice_bound(&bounds[1], i64::MAX), ArgSource::StarItem(1, 1)),
            (v.clone(), ArgSource::Operand(2)),
        ];
        let call = answers::positional(positional);
        return Ok(Answer::library("lists", "set_slice", call).giving(SomeValue::NONE));
    }
    generalize_by_items(ann, q.site, l, v)?;
    match stepped {
        true => ann.list_mutate(l),
        false => listdef::list_set_slice(ann, q.site, l)?,
    }
    Ok(SomeValue::NONE.into())
}

/// Says whether a list takes the items one by one.
pub(crate) fn by_loop(s: &SomeValue) -> bool {
    matches!(
        s.kind,
        Kind::Iterator { .. } | Kind::Instance { .. } | Kind::Deque(_) | Kind::ByteArray
    )
}

/// Says whether values are ordered by `<` without code of the program. `within`: lists whose items are looked at.
pub(crate) fn ordered_natively(ann: &Facts, s: &SomeValue, within: &mut Vec<ListDefId>) -> bool {
    match &s.kind {
        Kind::Impossible
        | Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float
        | Kind::Char
        | Kind::UniChar
        | Kind::String { .. }
        | Kind::Unicode { .. } => true,
        Kind::Tuple(items) => items.iter().all(|i| ordered_natively(ann, i, within)),
        Kind::List(l) => {
            let l = ann.find_list(*l);
            if within.contains(&l) {
                return true;
            }
            within.push(l);
            ordered_natively(ann, &ann.list_def(l).item, within)
        }
        _ => false,
    }
}

// ---- Methods

/// `extend`
fn extend_method(
    a: &mut Facts,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let items = &args.positional[0].0;
    if by_loop(items) {
        return Ok(Answer::library_method("lists", "extend", this, args));
    }
    change(a, site, m, this)?;
    generalize_by_items(a, site, definition(this), items)?;
    Ok(SomeValue::NONE.into())
}

/// Methods that compare items with a value.
fn searched(a: &mut Facts, site: Site, m: &Method, this: &SomeValue, args: &CallArgs) -> AResult {
    let result = by_types(a, site, m, this, args)?;
    own_methods::want_hook(a, &this.without_const(), special::Hook::Eq);
    Ok(result)
}

/// `index`: its error shows the value.
fn index(a: &mut Facts, site: Site, m: &Method, this: &SomeValue, args: &CallArgs) -> AResult {
    let result = searched(a, site, m, this, args)?;
    special::want_text(a, site, &this.without_const(), true);
    Ok(result)
}

/// `sort()`
fn sort(
    a: &mut Facts,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    change(a, site, m, this)?;
    let item = a.read_list(site, definition(this));
    if !ordered_natively(a, &item, &mut vec![]) {
        return Ok(Answer::library_method("lists", "sort_by_less", this, args));
    }
    Ok(SomeValue::NONE.into())
}

/// `sort(key=…)` and its like
fn sort_by(
    a: &mut Facts,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    change(a, site, m, this)?;
    let mut args = args.clone();
    for k in args.keywords.iter_mut().filter(|k| &*k.0 == "key") {
        k.1 = callables::key_function(a, &k.1);
    }
    Ok(Answer::library_method("lists", "sort", this, &args))
}

/// `copy`
fn copy_method(a: &mut Facts, site: Site, _: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    copy(a, site, definition(this)).map(|l| Kind::List(l).into())
}
