//! Instances of the program's classes: operators, items, iteration, by special methods.

use crate::ArgSource;
use crate::calls::special;
use crate::definitions::bases;
use crate::definitions::own_methods;
use crate::definitions::special_methods;
use crate::definitions::variants;
use crate::kinds::slices::{has_index, slice_bound};
use crate::model::answers;
use crate::ops::rows::Asked;
use crate::ops::rows::*;
use crate::ops::unsupported;
use crate::prelude::*;
use HlOp::*;
use flowspace::host::generation;

/// The rows: what operations on instances give. Nearly all are calls of special methods, and may raise what
/// these do.
pub(crate) const ROWS: &[Row] = &[
    row(BINARY, INSTANCE, ANY, Gives::Call(binary)),
    row(BINARY, NO_INSTANCE, INSTANCE, Gives::Call(binary)),
    row(&[MatMul, Pow, DivMod], INSTANCE, ANY, Gives::Call(binary)),
    row(&[MatMul, Pow, DivMod], NO_INSTANCE, INSTANCE, Gives::Call(binary)),
    row(COMPARISONS, INSTANCE, ANY, Gives::Call(compare)),
    row(COMPARISONS, NO_INSTANCE, INSTANCE, Gives::Call(compare)),
    row(&[Neg, Pos, Invert, Abs], INSTANCE, ANY, Gives::Call(unary)),
    row(&[Int], INSTANCE, ANY, Gives::Call(unary)).when(|_, q| q.args.len() == 1),
    row(&[Float], INSTANCE, ANY, Gives::Call(unary)),
    row(&[Hex], INSTANCE, ANY, Gives::Library("objects.hex_of")).when(first_is_index),
    row(&[Oct], INSTANCE, ANY, Gives::Library("objects.oct_of")).when(first_is_index),
    row(&[Bin], INSTANCE, ANY, Gives::Library("objects.bin_of")).when(first_is_index),
    row(&[Len], INSTANCE, ANY, Gives::Answers(len)),
    row(&[GetItem], INSTANCE, ANY, Gives::Call(record_item)),
    row(&[GetItem], INSTANCE, SLICE, Gives::Answers(slice)).raises(Raises::Anything),
    row(&[SetItem], INSTANCE, SLICE, Gives::Answers(set_slice))
        .raises(Raises::Anything)
        .not_none(&[0, 2]),
    row(&[DelItem], INSTANCE, SLICE, Gives::Answers(delete_slice)).raises(Raises::Anything),
    row(&[GetItem], INSTANCE, ANY, Gives::Answers(item)).raises(Raises::Anything),
    row(&[SetItem], INSTANCE, ANY, Gives::Answers(set_item)).raises(Raises::Anything),
    row(&[DelItem], INSTANCE, ANY, Gives::Answers(delete)).raises(Raises::Anything),
    row(&[Contains], INSTANCE, ANY, Gives::Library("objects.contains_by_iter")).when(only_iterates),
    row(&[Contains], INSTANCE, ANY, Gives::Answers(contains)),
    row(
        &[Iter],
        INSTANCE,
        ANY,
        Gives::Answers(|_, q| Ok(Answer::special(&q.args[0], "__iter__", vec![]))),
    ),
    row(&[Next], INSTANCE, ANY, Gives::Answers(next)).raises(Raises::By(super::iterators::raises)),
    row(&[Hash], INSTANCE, ANY, Gives::Joins(|ann, q| special::special_hash(ann, &q.args[0])))
        .code(Code::Hash),
    row(&[Str, Repr], INSTANCE, ANY, super::texts::TEXT_OF_ITEMS).code(Code::Text),
    row(EQUALITY, INSTANCE, INSTANCE, A_BOOL).compares(Comparison::Objects),
];

fn binary(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    special::special_binary(ann, q.site, q.operation(), q.args)
}

fn compare(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    special::special_compare(ann, q.site, q.operation(), q.args)
}

fn unary(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    special::special_unary(ann, q.site, q.operation(), &q.args[0])
}

fn first_is_index(ann: &mut Facts, q: &Asked) -> bool {
    has_index(ann, q.site, &q.args[0])
}

/// The class of the instance that is an operand.
fn class(s: &SomeValue) -> ClassDefId {
    match s.kind {
        Kind::Instance { class, .. } => class,
        _ => unreachable!("the row is for instances"),
    }
}

/// `len(x)`
fn len(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(Answer::special(&q.args[0], "__len__", vec![]).then(|ann, site, r| {
        if r.is_impossible() {
            return Err(AnnError::Blocked);
        }
        ann.want_int(site, &r, "__len__()")?;
        Ok(r)
    }))
}

/// `x[i]`
fn item(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    Ok(Answer::special(&q.args[0], "__getitem__", vec![q.args[1].clone()]))
}

/// `x[i] = v`
fn set_item(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    let values = vec![q.args[1].clone(), q.args[2].clone()];
    Ok(Answer::special(&q.args[0], "__setitem__", values).giving(SomeValue::NONE))
}

/// `del x[i]`
fn delete(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    let index = vec![q.args[1].clone()];
    Ok(Answer::special(&q.args[0], "__delitem__", index).giving(SomeValue::NONE))
}

/// The parts of a slice operand.
fn bounds(q: &Asked) -> Rc<[SomeValue; 3]> {
    match &q.args[1].kind {
        Kind::Slice(bounds) => bounds.clone(),
        _ => unreachable!("the row is for slices"),
    }
}

/// `x[a:b:c]`
fn slice(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    match slice_method(ann, q, "__getslice__", "__getitem__")? {
        true => Ok(call_slice(q, "__getslice__", None)),
        false => Ok(call_with_slice(q, "getitem", None)),
    }
}

/// `x[a:b:c] = v`
fn set_slice(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let value = Some(&q.args[2]);
    let answer = match slice_method(ann, q, "__setslice__", "__setitem__")? {
        true => call_slice(q, "__setslice__", value),
        false => call_with_slice(q, "setitem", value),
    };
    Ok(answer.giving(SomeValue::NONE))
}

/// `del x[a:b:c]`
fn delete_slice(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    slice_method(ann, q, "__delitem__", "__delitem__")?;
    Ok(call_with_slice(q, "delitem", None))
}

/// Says whether a slice of an instance goes to the method for slices of Python 2, and not to the one for items.
fn slice_method(
    ann: &mut Facts,
    q: &Asked,
    name: &'static str,
    item: &'static str,
) -> AResult<bool> {
    let class = class(&q.args[0]);
    if bounds(q)[2].kind == Kind::None_ && special_methods::has_special(ann, q.site, class, name) {
        return Ok(true);
    }
    if !special_methods::has_special(ann, q.site, class, item) {
        let c = ann.classdefs[class].name.clone();
        let text = format!("instances of {c} have no {name} or {item}");
        return Err(ann.error(q.site, "no-special-method", text));
    }
    Ok(false)
}

/// Calls `__getslice__` or `__setslice__`: the bounds are items 0 and 1 of the slice operand.
fn call_slice(q: &Asked, name: &'static str, value: Option<&SomeValue>) -> Answer {
    let bounds = bounds(q);
    let mut positional = vec![
        (slice_bound(&bounds[0], 0), ArgSource::StarItem(1, 0)),
        (slice_bound(&bounds[1], i64::MAX), ArgSource::StarItem(1, 1)),
    ];
    positional.extend(value.map(|v| (v.clone(), ArgSource::Operand(2))));
    let call = answers::positional(positional);
    Answer::special_with(&q.args[0], name, call)
}

/// `x[a:b:c]` of an instance: its method for items gets a slice object.
fn call_with_slice(q: &Asked, function: &str, value: Option<&SomeValue>) -> Answer {
    let mut positional = vec![(q.args[0].clone(), ArgSource::Operand(0))];
    let bounds = bounds(q);
    let parts = bounds.iter().enumerate();
    positional.extend(parts.map(|(k, s)| (s.clone(), ArgSource::StarItem(1, k))));
    positional.extend(value.map(|v| (v.clone(), ArgSource::Operand(2))));
    let call = answers::positional(positional);
    Answer::library("slices", function, call)
}

/// Says whether a class has `__iter__` and no `__contains__`.
fn only_iterates(ann: &mut Facts, q: &Asked) -> bool {
    let class = class(&q.args[0]);
    !special_methods::has_special(ann, q.site, class, "__contains__")
        && special_methods::has_special(ann, q.site, class, "__iter__")
}

/// `v in x`
fn contains(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    let answer = Answer::special(&q.args[0], "__contains__", vec![q.args[1].clone()]);
    Ok(answer.then(|_, _, r| Ok(if r.is_impossible() { r } else { SomeValue::BOOL })))
}

/// `next(x)`
fn next(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let c = ann.classdefs[class(&q.args[0])].host;
    let has = |name| hv::class_lookup(&ann.host, c, name).is_some();
    let two = generation::program_python(&ann.host) == flowspace::Python::Two;
    let name = match has("next") || two && !has("__next__") {
        true => "next",
        false => "__next__",
    };
    Ok(Answer::special(&q.args[0], name, vec![]))
}

/// `x[i]` of such an instance, with a known index.
fn record_item(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    let Kind::Instance { class, .. } = q.args[0].kind else { return None };
    if !variants::is_record(ann, class) {
        return None;
    }
    let host = ann.classdefs[class].host;
    let (_, fields) = bases::find_method(ann, host, "_fields")?;
    let names = hv::string_list(&ann.host, fields);
    let f = if let Kind::Slice(bounds) = &q.args[1].kind {
        let picked = crate::kinds::tuples::constant_slice(bounds, names.len())?;
        let picked: Vec<_> = picked.into_iter().map(|i| ann.host.str(&names[i])).collect();
        let picked = ann.host.tuple(&picked);
        own_methods::made_by(ann, q.site, "records", "make_items", picked)
    } else {
        let index = q.args[1].const_int()?;
        let index = if index < 0 { index + names.len() as i64 } else { index };
        let name = names.get(usize::try_from(index).ok()?)?;
        let name = ann.host.str(name);
        own_methods::made_by(ann, q.site, "records", "make_item", name)
    };
    let f = f.and_then(|f| ann.immutablevalue(q.site, f));
    Some(f.map(|f| Answer::made_on(&f, &[(0, &q.args[0])])))
}

/// `hash(x)`
pub(crate) fn op_hash(a: &mut Facts, site: Site, s: &SomeValue) -> AResult {
    if let Kind::Instance { .. } = s.kind {
        return special::special_hash(a, s);
    }
    Err(unsupported(
        a,
        site,
        "hash()",
        "use rpython.rlib.objectmodel.compute_hash() or compute_identity_hash()",
    ))
}
