//! Calls of special methods of the program's classes: operators, truth, text and hash of instances.
//!
//! The classes in the import-time heap decide whether instances of a class may have a special method, not those that were
//! annotated so far: the answer never changes. A class without the method, some subclass of which has
//! it, gets what `object` does (`rlib/builtins/objects.py`), so that the method can be found by the class at run time.
//!
//! Operators become calls of functions made in `objects.py`, which know about reflected methods, `NotImplemented` and
//! None. Equality, hash, order and text of instances *inside* of containers are [`Hook`]s: one function per root class,
//! called by the RTyper's own functions for lists, tuples and dicts.

use crate::ArgSource;
use crate::calls::reflected;
use crate::calls::specialize;
use crate::definitions::bases;
use crate::definitions::hierarchy;
use crate::definitions::library_objects;
use crate::definitions::listdef;
use crate::definitions::own_methods;
use crate::definitions::prebuilt;
use crate::definitions::special_methods;
use crate::model::answers;
pub(crate) use crate::model::special_methods::Hook;
use crate::model::state::Annotator;
use crate::prelude::*;
use crate::reports::errors;
use flowmodel::HostRef;
use flowmodel::operators::{BinaryOp, OperatorKind};
use flowspace::host::functions;
use indexmap::IndexSet;
use rustc_hash::FxHashSet;

/// Gives the RTyper the function for what containers do with instances of a class; `None` if the classes leave
/// it to `object`. An error if it is needed here, but was not known to be needed.
pub fn hook_function(
    ann: &mut Facts,
    class: ClassDefId,
    hook: Hook,
) -> Result<Option<HostRef>, String> {
    let root = hierarchy::family_class(ann, class);
    if let Some(f) = ann.special.functions.get(&(root, hook)) {
        return Ok(Some(*f));
    }
    let Some(g) = ann.special.graphs.get(&(root, hook)).copied() else {
        let methods = hook_methods(ann, root, hook);
        return match methods
            .iter()
            .find(|m| special_methods::has_special(ann, Site::NOWHERE, root, m))
        {
            None => Ok(None),
            Some(m) => Err(format!(
                "{m} of {} would have to be called by this operation: not supported",
                ann.classdefs[root].name
            )),
        };
    };
    let fail = |e: AnnError| e.text();
    let host = library_objects::library_object(ann, Site::NOWHERE, "objects", hook.function())
        .map_err(fail)?;
    let host = functions::copy(&mut ann.host, host);
    let d = prebuilt::function_desc(ann, Site::NOWHERE, host).map_err(fail)?;
    ann.special.aliases.insert(d, g);
    ann.special.functions.insert((root, hook), host);
    Ok(Some(host))
}

/// The call of a function of `objects.py` with operands of the current operation.
fn call_operator(f: &SomeValue, args: &[SomeValue]) -> Answer {
    let operands: Vec<_> = args.iter().enumerate().collect();
    Answer::made_on(f, &operands)
}

fn special_of(ann: &mut Facts, site: Site, s: &SomeValue, name: &str) -> AResult<bool> {
    match s.kind {
        Kind::Instance { class, .. } if !name.is_empty() => {
            special_methods::ensure_special(ann, site, class, name)
        }
        _ => Ok(false),
    }
}

/// Gives the name if the value's class has a method of that name, and an empty one otherwise.
fn method_of(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    name: &'static str,
) -> AResult<&'static str> {
    Ok(if special_of(ann, site, s, name)? { name } else { "" })
}

fn is_instance(s: &SomeValue) -> bool {
    matches!(s.kind, Kind::Instance { .. })
}

/// Gives the two operands if one of them is an instance.
fn with_instance(args: &[SomeValue]) -> Option<[&SomeValue; 2]> {
    let [a, b] = [args.first()?, args.get(1)?];
    (is_instance(a) || is_instance(b)).then_some([a, b])
}

/// A binary operation one of whose operands is an instance with a method for it.
pub(crate) fn special_binary(
    ann: &mut Facts,
    site: Site,
    op: HlOp,
    args: &[SomeValue],
) -> Option<AResult<Answer>> {
    let [a, b] = with_instance(args)?;
    // `text % instance` is a format.
    if op.plain() == HlOp::Mod && (a.is_str() || a.is_unicode()) {
        return None;
    }
    let inplace = op.is_in_place();
    // (a class that has only `__div__` has it as `__truediv__`, see `DERIVED`)
    let row = match op.operator()?.0 {
        row if row.kind == OperatorKind::Binary(BinaryOp::Div) => BinaryOp::TrueDiv.row(),
        row => row,
    };
    let r = (|| {
        let i = if inplace { method_of(ann, site, a, row.in_place_method)? } else { "" };
        let m = method_of(ann, site, a, row.method)?;
        let r = method_of(ann, site, b, row.reflected)?;
        if i.is_empty() && m.is_empty() && r.is_empty() {
            return Ok(None);
        }
        let first = reflected::who_is_first(ann, site, a, b, m, r, true);
        let sign = if inplace { row.in_place_sign } else { row.sign };
        let unlike = if !r.is_empty() && is_instance(a) && is_instance(b) { "yes" } else { "" };
        let f =
            reflected::made_operator(ann, site, "make_binary", [sign, i, m, r], &first, unlike)?;
        Ok(Some(call_operator(&f, args)))
    })();
    r.transpose()
}

/// A comparison one of whose operands is an instance with a method for it.
pub(crate) fn special_compare(
    ann: &mut Facts,
    site: Site,
    op: HlOp,
    args: &[SomeValue],
) -> Option<AResult<Answer>> {
    let [a, b] = with_instance(args)?;
    let row = op.operator().filter(|(row, _)| !row.method.is_empty())?.0;
    let r = (|| {
        let mut m = method_of(ann, site, a, row.method)?;
        let mut r = method_of(ann, site, b, row.reflected)?;
        let mut negate = "";
        if op == HlOp::Ne {
            // Without `__ne__` it is the opposite of `==`.
            let eq = (method_of(ann, site, a, "__eq__")?, method_of(ann, site, b, "__eq__")?);
            if m.is_empty() && r.is_empty() && eq != ("", "") {
                negate = "yes";
                (m, r) = eq;
            }
        }
        if m.is_empty() && r.is_empty() {
            return Ok(None);
        }
        let first = reflected::who_is_first(ann, site, a, b, m, r, false);
        let f =
            reflected::made_operator(ann, site, "make_compare", [row.sign, m, r], &first, negate)?;
        Ok(Some(call_operator(&f, args)))
    })();
    r.transpose()
}

/// A unary operation on an instance.
pub(crate) fn special_unary(
    ann: &mut Facts,
    site: Site,
    op: HlOp,
    s: &SomeValue,
) -> Option<AResult<Answer>> {
    let Kind::Instance { class, .. } = s.kind else { return None };
    let name = match op {
        HlOp::Neg | HlOp::Pos | HlOp::Invert | HlOp::Abs => op.operator()?.0.method,
        HlOp::Int if special_methods::has_special(ann, site, class, "__int__") => "__int__",
        HlOp::Int => "__index__",
        HlOp::Float if special_methods::has_special(ann, site, class, "__float__") => "__float__",
        HlOp::Float => "__index__",
        _ => return None,
    };
    if !special_methods::has_special(ann, site, class, name) {
        return None;
    }
    if op == HlOp::Float && name == "__index__" {
        let f = own_methods::made_function(ann, site, "make_unary", &["float_by_index"]);
        return Some(f.map(|f| call_operator(&f, std::slice::from_ref(s))));
    }
    Some(Ok(Answer::special(s, name, vec![])))
}

/// Truth of an instance with `__bool__`, `__nonzero__` or `__len__`.
pub(crate) fn special_truth(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    negate: bool,
) -> Option<AResult<Answer>> {
    match special_of(ann, site, s, "__bool__") {
        Ok(false) => None,
        Ok(true) => {
            let f = own_methods::made_function(
                ann,
                site,
                "make_unary",
                &[if negate { "not_" } else { "truth" }],
            );
            Some(f.map(|f| call_operator(&f, std::slice::from_ref(s))))
        }
        Err(e) => Some(Err(e)),
    }
}

/// `format(x, spec)` of an instance with `__format__`.
pub(crate) fn special_format(
    ann: &mut Facts,
    site: Site,
    args: &[SomeValue],
) -> Option<AResult<Answer>> {
    match special_of(ann, site, &args[0], "__format__") {
        Ok(false) => None,
        Ok(true) => {
            let f = library_objects::library_function(ann, site, "objects", "format_instance");
            Some(f.map(|f| call_operator(&f, args)))
        }
        Err(e) => Some(Err(e)),
    }
}

/// `hash(x)`
pub(crate) fn special_hash(ann: &mut Facts, s: &SomeValue) -> AResult {
    own_methods::want_hook(ann, s, Hook::Hash);
    Ok(SomeValue::INT)
}

// ---- `return NotImplemented`

// ---- hooks

/// `str()` (or `repr()`) of a value: items of containers are shown by `repr()`.
pub(crate) fn want_text(ann: &mut Facts, site: Site, s: &SomeValue, repr: bool) {
    if listdef::holds_star_list(ann, s) {
        let e = ann.error(
            site,
            "unsupported",
            "the text of a value that holds the * arguments of a call with a list",
        );
        let e = e.note("make a list of the arguments first: list(args)").into_diagnostic();
        ann.reports.permanent_errors.push(e);
    }
    make_ranges_lists(ann, s, &mut FxHashSet::default());
    own_methods::want_hook(ann, s, if repr { Hook::Repr } else { Hook::Str });
}

/// Turns what `range` gave in Python 2 into a list where it is shown.
fn make_ranges_lists(ann: &mut Facts, s: &SomeValue, seen: &mut FxHashSet<SomeValue>) {
    match &s.kind {
        Kind::Tuple(items) => items.iter().for_each(|i| make_ranges_lists(ann, i, seen)),
        Kind::List(l) | Kind::Deque(l) => {
            let l = ann.find_list(*l);
            if ann.lists[l].range_is_list {
                ann.work.changes += u64::from(!ann.lists[l].mutated);
                ann.lists[l].range_step = None;
                ann.lists[l].mutated = true;
            }
            if seen.insert(Kind::List(l).into()) {
                make_ranges_lists(ann, &ann.lists[l].item.clone(), seen);
            }
        }
        Kind::Dict(d) | Kind::Set(d) => {
            let d = ann.find_dict(*d);
            if seen.insert(Kind::Dict(d).into()) {
                make_ranges_lists(ann, &ann.dicts[d].key.clone(), seen);
                make_ranges_lists(ann, &ann.dicts[d].value.clone(), seen);
            }
        }
        _ => {}
    }
}

/// Annotates the functions that containers need, after the fixpoint.
pub(crate) fn run_object_hooks(ann: &mut Annotator) {
    want_texts_of_exceptions(ann, Site::NOWHERE);
    let mut all: Vec<(SomeValue, Hook)> = ann.special.wanted.iter().cloned().collect();
    let dicts: Vec<DictDefId> = ann.dicts.keys().collect();
    for d in dicts {
        if ann.find_dict(d) == d && ann.dicts[d].custom.is_none() {
            let key = ann.dicts[d].key.clone();
            if own_methods::may_hold_instances(&key) {
                all.push((key.clone(), Hook::Eq));
                all.push((key, Hook::Hash));
            }
        }
    }
    // Texts of keys, for KeyError: only of classes of whose instances texts are made anyway.
    let mut shown = FxHashSet::default();
    for (s, _) in all.iter().filter(|(_, h)| matches!(h, Hook::Str | Hook::Repr)) {
        let mut found = IndexSet::new();
        special_methods::instances_in(ann, s, true, &mut FxHashSet::default(), &mut found);
        for (class, _) in found {
            shown.insert(hierarchy::family_class(ann, class));
        }
    }
    let keys: Vec<SomeValue> =
        all.iter().filter(|(_, h)| *h == Hook::Hash).map(|(s, _)| s.clone()).collect();
    for s in keys {
        let mut found = IndexSet::new();
        special_methods::instances_in(ann, &s, true, &mut FxHashSet::default(), &mut found);
        if !found.is_empty()
            && found.iter().all(|(c, _)| shown.contains(&hierarchy::family_class(ann, *c)))
        {
            all.push((s, Hook::Repr));
        }
    }
    for (s, hook) in all {
        let mut found = IndexSet::new();
        special_methods::instances_in(ann, &s, true, &mut FxHashSet::default(), &mut found);
        for (class, direct) in found {
            let hook = if hook == Hook::Str && !direct { Hook::Repr } else { hook };
            let site = Site::of(place_of_class(ann, class));
            if let Err(e) = need_hook(ann, site, class, hook) {
                errors::record_error(ann, None, class_key(class, hook), e.into_diagnostic());
            }
        }
    }
}

/// A place in the class: its first method.
fn place_of_class(ann: &Facts, class: ClassDefId) -> flowmodel::diag::Span {
    let desc = ann.known.desc_of_host.get(&ann.classdefs[class].host);
    let class = desc.and_then(|d| ann.descs[*d].as_class());
    class.and_then(|c| hierarchy::class_span(ann, c)).unwrap_or(flowmodel::diag::Span::NONE)
}

/// The report of an exception that ends the program shows what `str()` gives.
fn want_texts_of_exceptions(ann: &mut Facts, site: Site) {
    let mut made = ann.classdefs.values().filter(|c| c.instantiated);
    let own_text = made.any(|c| {
        hv::is_exception_class(&ann.host, c.host)
            && bases::find_method(ann, c.host, "__str__").is_some_and(|(_, f)| {
                let code = ann.host.func(f).map(|f| &f.code);
                // (what is not meant to be translated is shown as if it was not there)
                code.is_some_and(|c| {
                    let doc = c.docstring.as_ref();
                    !doc.is_some_and(|d| d.trim_start().starts_with("NOT_RPYTHON"))
                })
            })
    });
    if own_text && let Ok(base) = prebuilt::exc_classdef(ann, site, "BaseException") {
        own_methods::want_hook(ann, &SomeValue::instance(base), Hook::Str);
    }
}

/// The special methods behind what containers and `str()` do. The text of an exception is not its repr.
fn hook_methods(ann: &Facts, root: ClassDefId, hook: Hook) -> &'static [&'static str] {
    let host = ann.classdefs[root].host;
    if matches!(hook, Hook::Str | Hook::Repr) && ann.host.unshown.contains(&host) {
        return &[];
    }
    if hook == Hook::Str && hv::is_exception_class(&ann.host, host) {
        return &["__str__"];
    }
    hook.methods()
}

fn need_hook(ann: &mut Annotator, site: Site, class: ClassDefId, hook: Hook) -> AResult<()> {
    let root = hierarchy::family_class(ann, class);
    let methods = hook_methods(ann, root, hook);
    if ann.special.graphs.contains_key(&(root, hook))
        || !methods.iter().any(|m| special_methods::has_special(ann, site, root, m))
    {
        return Ok(());
    }
    let mut function = hook.function();
    let mut found = false;
    for m in methods {
        found |= special_methods::ensure_special(ann, site, root, m)?;
    }
    debug_assert!(found);
    if hook == Hook::Str && !special_methods::has_special(ann, site, root, "__str__") {
        function = Hook::Repr.function();
    }
    let host = library_objects::library_object(ann, site, "objects", function)?;
    let host = functions::copy(&mut ann.host, host);
    let f = prebuilt::function_desc(ann, site, host)?;
    let s: SomeValue = Kind::Instance { class: root, can_be_none: true }.into();
    let n = if matches!(hook, Hook::Eq | Hook::Lt) { 2 } else { 1 };
    let positional: Vec<_> = (0..n).map(|i| (s.clone(), ArgSource::Operand(i))).collect();
    let call = answers::positional(positional);
    if let (Some(g), _) = specialize::function_graph(ann, site, f, &call)? {
        ann.special.graphs.insert((root, hook), g);
    }
    Ok(())
}

fn class_key(c: ClassDefId, hook: Hook) -> usize {
    use flowmodel::EntityRef;
    usize::MAX - c.index() * 8 - hook as usize
}
