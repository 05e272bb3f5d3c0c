//! Methods of dicts that are written in the language (`rlib/builtins/dicts.py`), and of defaultdict, OrderedDict and Counter.

use crate::definitions::contents;
use crate::definitions::custom_dicts;
use crate::definitions::library_objects;
use crate::definitions::own_methods;
use crate::definitions::prebuilt;
use crate::kinds::texts;
use crate::kinds::views;
use crate::model::answers;
use crate::model::state::CallArgs;
use crate::ops;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use crate::{ArgSource, DictKind};
use HlOp::*;
use flowspace::host::functions;

/// The rows: what operations on dicts give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[NewDict], ANY, ANY, Gives::Joins(new)).code(Code::NewDict),
    row(&[Len], DICT, ANY, A_COUNT).lowers(Lowers::Field("num_live")),
    row(&[GetItem], DICT, SLICE.not(), Gives::Answers(item))
        .raises(Raises::By(raises))
        .types("Ok>v")
        .lowers(keyed("ll_getitem")),
    row(&[SetItem], DICT, SLICE.not(), Gives::Joins(set_item))
        .raises(Raises::By(raises))
        .types("Okv>0")
        .lowers(keyed("ll_setitem")),
    row(&[DelItem], COUNTER, ANY, Gives::Library("counters.delete")).raises(Raises::By(raises)),
    row(&[DelItem], DICT, ANY, Gives::Joins(delete))
        .raises(Raises::By(raises))
        .types("Ok>0")
        .lowers(keyed("ll_delitem")),
    row(&[Contains], DICT, ANY, Gives::Joins(contains))
        .raises(Raises::By(raises))
        .folds()
        .types("Ok>b")
        .lowers(keyed("ll_contains")),
    row(&[InplaceAdd], COUNTER, DICT, Gives::Library("counters.inplace_add")),
    row(&[InplaceSub], COUNTER, DICT, Gives::Library("counters.inplace_sub")),
    row(&[InplaceAnd], COUNTER, DICT, Gives::Library("counters.inplace_and_")),
    row(&[InplaceOr], COUNTER, DICT, Gives::Library("counters.inplace_or_")),
    row(&[Add], COUNTER, DICT, Gives::Library("counters.add")),
    row(&[Sub], COUNTER, DICT, Gives::Library("counters.sub")),
    row(&[And], COUNTER, DICT, Gives::Library("counters.and_")),
    row(&[Or], COUNTER, DICT, Gives::Library("counters.or_")),
    row(&[Pos], COUNTER, ANY, Gives::Library("counters.positive")),
    row(&[Neg], COUNTER, ANY, Gives::Library("counters.negative"))
        .when(|_, q| q.operation() == q.plain()),
    row(&[InplaceOr], DICT, ANY, Gives::Library("dicts.inplace_or")),
    row(&[Or], DICT, DICT, Gives::Library("dicts.merged")),
    row(&[Lt], COUNTER, DICT, Gives::Library("counters.less")),
    row(&[Le], COUNTER, DICT, Gives::Library("counters.less_or_equal")),
    row(&[Gt], COUNTER, DICT, Gives::Library("counters.greater")),
    row(&[Ge], COUNTER, DICT, Gives::Library("counters.greater_or_equal")),
    row(&[Eq], COUNTER, COUNTER, Gives::Library("counters.equal")),
    row(&[Ne], COUNTER, COUNTER, Gives::Library("counters.not_equal")),
    row(&[Eq], DICT, DICT, Gives::Library("dicts.equal")).when(unlike),
    row(EQUALITY, DICT, DICT, Gives::Joins(equal)).compares(Comparison::Dicts),
    row(&[Str, Repr], DICT, ANY, texts::TEXT_OF_ITEMS).code(Code::Text),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    calling(COUNTER, "update", "*", Reads, MEM, counter_update, Lowers::Annotated),
    calling(COUNTER, "subtract", "*", Reads, MEM, counter_update, Lowers::Annotated),
    library(COUNTER, "most_common", "*", MEM, "counters.most_common"),
    library(COUNTER, "elements", "*", MEM, "counters.elements"),
    library(COUNTER, "total", "*", MEM, "counters.total"),
    typed(DICT, "_item", "k>v", Reads, KEY, keyed("ll_getitem")),
    method(DICT, "get", "k|v>v", Reads, MEM, get, keyed("ll_get").or(&[Constant::None])),
    method(DICT, "setdefault", "k|v>v", Reads, MEM, setdefault, keyed("ll_setdefault").or(&[Constant::None])),
    typed(DICT, "pop", "k>v", Reads, KEY, keyed("ll_pop")),
    typed(DICT, "pop", "kv>v", Reads, KEY, keyed("ll_pop_default")),
    calling(DICT, "update", "*", Reads, MEM, update, code(Code::UpdateDict)).none(NOT_ITERABLE),
    method(DICT, "copy", ">?", Reads, MEM, copy, code(Code::Copy)),
    typed(DICT, "clear", ">0", Reads, MEM, helper("ll_dict", "ll_clear")),
    method(DICT, "keys", ">?", Reads, MEM, view, code(Code::DictItems)),
    method(DICT, "values", ">?", Reads, MEM, view, code(Code::DictItems)),
    method(DICT, "items", ">?", Reads, MEM, view, code(Code::DictItems)),
    method(DICT, "iterkeys", ">?", Reads, MEM, iterator, code(Code::DictIterator)),
    method(DICT, "itervalues", ">?", Reads, MEM, iterator, code(Code::DictIterator)),
    method(DICT, "iteritems", ">?", Reads, MEM, iterator, code(Code::DictIterator)),
    library(ORDERED, "popitem", "*", KEY, "dicts.popitem_from"),
    library(DICT, "popitem", "*", KEY, "dicts.popitem_from").when(Keywords),
    method(DICT, "popitem", ">?", Reads, KEY, popitem, code(Code::PopDictItem)),
    library(DICT, "popitem", "?", KEY, "dicts.popitem_from"),
    library(DICT, "move_to_end", "*", MEM, "dicts.move_to_end_"),
    typed(DICT, "has_key", "k>b", Reads, MEM, keyed("ll_contains")),
];

/// Gives, for dicts with different functions, the graphs of what makes an object of two functions, and of what
/// selects it.
pub fn several_functions(ann: &mut Facts, d: DictDefId) -> Option<[AnnGraphId; 2]> {
    let d = ann.find_dict(d);
    let fns = ann.dicts[d].several?;
    let mut graphs = vec![];
    for f in fns {
        let desc = prebuilt::function_desc(ann, Site::NOWHERE, f).ok()?;
        graphs.push(*ann.descs[desc].as_function()?.cache.values().next()?);
    }
    Some([graphs[0], graphs[1]])
}

/// The functions of a prebuilt `r_dict`, as such an object.
pub fn prebuilt_functions(
    ann: &mut Facts,
    d: DictDefId,
    dict: flowmodel::HostRef,
) -> Option<flowmodel::HostRef> {
    let d = ann.find_dict(d);
    let [make, _] = ann.dicts[d].several?;
    let eq = hv::instance_attr(&ann.host, dict, "key_eq")?;
    let hash = hv::instance_attr(&ann.host, dict, "key_hash")?;
    hv::call(&mut ann.host, make, &[eq, hash]).ok()
}

/// The function object by which helpers call a function of an `r_dict` (0: equality, 1: hash); `None` for other dicts.
pub fn custom_function(ann: &mut Facts, d: DictDefId, which: usize) -> Option<flowmodel::HostRef> {
    let d = ann.find_dict(d);
    let f = ann.dicts[d].custom_fns?[which];
    if let Some(alias) = ann.dicts[d].custom_alias[which] {
        return Some(alias);
    }
    let desc = prebuilt::function_desc(ann, Site::NOWHERE, f).ok()?;
    let graph = *ann.descs[desc].as_function()?.cache.values().next()?;
    let alias = functions::copy(&mut ann.host, f);
    let alias_desc = prebuilt::function_desc(ann, Site::NOWHERE, alias).ok()?;
    own_methods::add_alias(ann, alias_desc, graph);
    ann.dicts[d].custom_alias[which] = Some(alias);
    Some(alias)
}

/// Arguments for a function that takes keyword arguments as their names and then their values. Positional ones
/// that are missing are None.
pub(crate) fn with_names(
    ann: &mut Facts,
    site: Site,
    args: &CallArgs,
    positional: usize,
) -> AResult<CallArgs> {
    if args.positional.len() > positional {
        return Err(ann.error(site, "argument-count", "too many arguments"));
    }
    let mut all = args.positional.clone();
    let names: Vec<_> = args.keywords.iter().map(|k| ann.host.str(&k.0)).collect();
    let names = ann.host.tuple(&names);
    while all.len() < positional {
        let none = ann.host.from_const(&flowmodel::HlConst::None);
        all.push((SomeValue::NONE, ArgSource::Default(none)));
    }
    all.push((ann.immutablevalue(site, names)?, ArgSource::Default(names)));
    all.extend(args.keywords.iter().map(|(_, s, source)| (s.clone(), source.clone())));
    Ok(answers::positional(all))
}

/// `update()`: with a dict of the same kind, and keywords, natively.
pub(crate) fn dict_update(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    d: DictDefId,
    args: &CallArgs,
) -> Option<AResult<Answer>> {
    if args.positional.len() > 1 {
        return None;
    }
    let same = |a: &Facts, s: &SomeValue| match s.kind {
        Kind::Dict(e) => a.dict_def(e).kind == a.dict_def(d).kind,
        _ => false,
    };
    match args.positional.first() {
        Some((s, _)) if !same(ann, s) => {
            if args.keywords.is_empty() {
                return Some(Ok(Answer::library_method("dicts", "update", this, args)));
            }
            Some(
                with_names(ann, site, args, 1)
                    .map(|args| Answer::library_method("dicts", "update_with", this, &args)),
            )
        }
        _ if args.keywords.is_empty() => None,
        from => Some((|| {
            if let Some((s, _)) = from
                && let Kind::Dict(e) = s.kind
            {
                contents::merge_dicts(ann, site, d, e)?;
            }
            ann.generalize_key(site, d, &SomeValue::STR)?;
            for (_, s, _) in &args.keywords {
                ann.generalize_value(site, d, s)?;
            }
            Ok(SomeValue::NONE.into())
        })()),
    }
}

/// The dict definition of this operation, of a kind.
pub(crate) fn site_dict_of(ann: &mut Facts, site: Site, kind: DictKind) -> DictDefId {
    let d = ops::site_dict(ann, site);
    let d = ann.find_dict(d);
    let def = &mut ann.dicts[d];
    if def.key.is_impossible() && def.readers.is_empty() && def.kind == DictKind::Plain {
        def.kind = kind;
    }
    d
}

/// Gives a dict definition the functions of an `r_dict`.
pub(crate) fn set_custom(
    ann: &mut Facts,
    site: Site,
    d: DictDefId,
    eq: &SomeValue,
    hash: &SomeValue,
) -> AResult<()> {
    let d = ann.find_dict(d);
    if let Some((old_eq, old_hash)) = &ann.dicts[d].custom {
        let same = |old: &SomeValue, new: &SomeValue| {
            new.const_host().is_some() && old.const_host() == new.const_host()
        };
        return match (same(old_eq, eq), same(old_hash, hash)) {
            (true, true) => Ok(()),
            _ => custom_dicts::add_functions(ann, site, d, eq, hash),
        };
    }
    let mut fns = vec![];
    for (s, factory) in [(eq, "custom_eq"), (hash, "custom_hash")] {
        let Some(f) = s.const_host() else {
            if matches!(s.kind, Kind::Pbc { can_be_none: false, .. }) {
                ann.dicts[d].custom = Some((eq.clone(), hash.clone()));
                return custom_dicts::add_functions(ann, site, d, eq, hash);
            }
            return Err(ann
                .error(site, "unsupported", format!("an r_dict with {} as a function", ann.show(s)))
                .note("its functions must be functions or methods"));
        };
        fns.push(library_objects::run_factory(ann, site, "dicts", factory, &[f])?);
    }
    ann.dicts[d].custom = Some((eq.clone(), hash.clone()));
    ann.dicts[d].custom_fns = Some([fns[0], fns[1]]);
    Ok(())
}

/// The definition of the dict or set that is an operand.
fn definition(s: &SomeValue) -> DictDefId {
    match s.kind {
        Kind::Dict(d) | Kind::Set(d) => d,
        _ => unreachable!("only rows about dicts and sets ask"),
    }
}

/// `{}`
fn new(ann: &mut Facts, q: &Asked) -> AResult {
    let d = ops::site_dict(ann, q.site);
    Ok(Kind::Dict(d).into())
}

/// `d[key]`
fn item(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (dict, key) = (&q.args[0], &q.args[1]);
    let d = definition(dict);
    ann.generalize_key(q.site, d, key)?;
    match ann.dict_def(d).kind {
        DictKind::Default(factory) => {
            let f = ann.immutablevalue(q.site, factory)?;
            let positional = vec![
                (dict.clone(), ArgSource::Operand(0)),
                (key.clone(), ArgSource::Operand(1)),
                (f, ArgSource::Default(factory)),
            ];
            let call = answers::positional(positional);
            Ok(Answer::library("dicts", "default_item", call))
        }
        DictKind::Counter => Ok(Answer::library_on("counters", "item", &[(0, dict), (1, key)])),
        _ => Ok(ann.read_dict(q.site, d).1.into()),
    }
}

/// Gives the exceptions of an operation on a key: code of the program tells keys of an `r_dict`
/// apart.
fn raises(ann: &mut Facts, q: &Asked) -> Throws {
    match ann.dict_def(definition(&q.args[0])).custom.is_some() {
        true => Throws::Anything,
        false => Throws::Only(match q.operation() {
            SetItem => vec!["MemoryError"],
            Contains => vec![],
            _ => vec!["KeyError"],
        }),
    }
}

/// `d[key] = v`
fn set_item(ann: &mut Facts, q: &Asked) -> AResult {
    let d = definition(&q.args[0]);
    ann.generalize_key(q.site, d, &q.args[1])?;
    ann.generalize_value(q.site, d, &q.args[2])?;
    Ok(SomeValue::NONE)
}

/// `del d[key]`
fn delete(ann: &mut Facts, q: &Asked) -> AResult {
    ann.generalize_key(q.site, definition(&q.args[0]), &q.args[1])?;
    Ok(SomeValue::NONE)
}

/// `key in d`, of dicts and sets.
pub(crate) fn contains(ann: &mut Facts, q: &Asked) -> AResult {
    ann.generalize_key(q.site, definition(&q.args[0]), &q.args[1])?;
    Ok(SomeValue::BOOL)
}

/// `a == b`, of dicts and sets.
pub(crate) fn equal(ann: &mut Facts, q: &Asked) -> AResult {
    contents::merge_dicts(ann, q.site, definition(&q.args[0]), definition(&q.args[1]))?;
    own_methods::want_hook(ann, &q.args[0], special::Hook::Eq);
    Ok(SomeValue::BOOL)
}

/// Says whether two dicts are of different sorts: an order of keys counts in one of them.
fn unlike(ann: &mut Facts, q: &Asked) -> bool {
    let [a, b] = [0, 1].map(|i| ann.dict_def(definition(&q.args[i])).kind);
    a != b
}

// ---- Methods

/// `update` and `subtract` of a Counter
fn counter_update(
    a: &mut Facts,
    site: Site,
    m: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let args = with_names(a, site, args, 1)?;
    Ok(Answer::library_method("counters", m.name, this, &args))
}

/// The default joins the values of the dict.
fn with_default(a: &mut Facts, site: Site, this: &SomeValue, args: &CallArgs) -> AResult {
    let d = definition(this);
    a.generalize_key(site, d, &args.positional[0].0)?;
    let default = args.positional.get(1).map_or(SomeValue::NONE, |p| p.0.clone());
    a.generalize_value(site, d, &default)?;
    Ok(a.read_dict(site, d).1)
}

/// `get`
fn get(a: &mut Facts, site: Site, _: &Method, this: &SomeValue, args: &CallArgs) -> AResult {
    with_default(a, site, this, args).map_err(|e| match args.positional.len() {
        1 => e.note("give get() a default of the type of the values: d.get(key, 0)"),
        _ => e,
    })
}

/// `setdefault`
fn setdefault(a: &mut Facts, site: Site, _: &Method, this: &SomeValue, args: &CallArgs) -> AResult {
    with_default(a, site, this, args)
}

/// `update`
fn update(
    a: &mut Facts,
    site: Site,
    _: &Method,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let d = definition(this);
    if let Some(r) = dict_update(a, site, this, d, args) {
        return r;
    }
    let [(other, _)] = &args.positional[..] else {
        let text = "dict.update() cannot be called with these arguments";
        return Err(a.error(site, "argument-count", text));
    };
    match other.kind {
        Kind::Dict(e) => {
            contents::merge_dicts(a, site, d, e)?;
            Ok(SomeValue::NONE.into())
        }
        _ => {
            let text = format!("dict.update() wants a dict, not {}", a.show(other));
            Err(a.error(site, "argument-type", text))
        }
    }
}

/// `copy`
fn copy(_: &mut Facts, _: Site, _: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    Ok(Kind::Dict(definition(this)).into())
}

/// `keys`, `values`, `items`
fn view(a: &mut Facts, site: Site, m: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
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
fn iterator(_: &mut Facts, _: Site, m: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    let variant = match m.name {
        "iterkeys" => IterVariant::Keys,
        "itervalues" => IterVariant::Values,
        _ => IterVariant::KeyValues,
    };
    Ok(Kind::Iterator { container: Rc::new(this.without_const()), variant }.into())
}

/// `popitem()`
fn popitem(a: &mut Facts, site: Site, _: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    let (key, value) = a.read_dict(site, definition(this));
    Ok(pair(key, value))
}
