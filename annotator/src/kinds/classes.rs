//! Classes as values: `isinstance` and `issubclass` with classes that are known at run time only.

use crate::definitions::bases;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::desc;
use crate::definitions::heirs;
use crate::definitions::hierarchy;
use crate::definitions::own_methods;
use crate::definitions::places;
use crate::definitions::prebuilt;
use crate::definitions::special_methods;
use crate::model::answers;
use crate::model::descs::DescKind;
use crate::ops::rows::*;
use crate::prelude::*;
use flowspace::host::call;

/// The rows: what operations on known classes give that their metaclasses define.
pub(crate) const ROWS: &[Row] = &[row(
    &[HlOp::Iter, HlOp::Len, HlOp::GetItem, HlOp::Contains, HlOp::SimpleCall],
    PREBUILT,
    ANY,
    Gives::Call(by_metaclass),
)];

/// An operation on a known class that is defined by its metaclass, say iteration over an enumeration.
fn by_metaclass(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    let method = match q.operation() {
        HlOp::Iter => "__iter__",
        HlOp::Len => "__len__",
        HlOp::GetItem => "__getitem__",
        HlOp::Contains => "__contains__",
        HlOp::SimpleCall => "__call__",
        _ => return None,
    };
    let s = &q.args[0];
    let class = match s.kind {
        Kind::Pbc { .. } => s.const_host().filter(|h| ann.host.class(*h).is_some())?,
        _ => return None,
    };
    let meta = ann.host.class_of(class);
    if hv::is_builtin_class(&ann.host, meta) {
        return None;
    }
    let (_, f) = bases::find_method(ann, meta, method)?;
    if bases::is_plain_enum(ann, class, &hv::class_mro(&ann.host, class)) {
        return Some(plain_enum_op(ann, q.site, method, class, q.args));
    }
    let r = prebuilt::bound_function(ann, q.site, f, class).map(|d| {
        let m = desc::pbc(ann, vec![d], false);
        let operands: Vec<_> = q.args.iter().enumerate().skip(1).collect();
        Answer::made_on(&m, &operands)
    });
    Some(r)
}

/// Says whether all instances of a class have an attribute, or none has; `None` if that depends on the instance. By
/// the sources: class attributes, and what an `__init__` sets.
fn always_has_attr(ann: &mut Facts, site: Site, class: ClassDefId, name: &str) -> Option<bool> {
    let host = ann.classdefs[class].host;
    let sets = |a: &Facts, c: flowmodel::HostRef, only_init: bool| {
        hv::class_dict(&a.host, c)
            .iter()
            .any(|(n, f)| (!only_init || &**n == "__init__") && hv::stores_attr(&a.host, *f, name))
    };
    if hv::class_lookup(&ann.host, host, name).is_some() {
        return Some(true);
    }
    let mro = hv::class_mro(&ann.host, host);
    if mro.iter().any(|c| sets(ann, *c, true)) {
        return Some(true);
    }
    let families = declared_families(ann, class);
    let other = own_methods::user_classes(ann, site).into_iter().any(|c| {
        families.iter().any(|f| ann.host.is_subclass(c, *f))
            && (sets(ann, c, false)
                || hv::class_dict(&ann.host, c).iter().any(|(n, _)| **n == *name))
    });
    if other || hierarchy::find_attr(ann, class, name).is_some() { None } else { Some(false) }
}

/// Notes that the program tests a class for an attribute. If it does so several times, the last
/// test in the program's own code is shown.
fn note_attr_test(ann: &mut Facts, site: Site, class: ClassDefId, name: &str) {
    let rank = |a: &Facts, s: flowmodel::diag::Span| (!places::in_library(a, s), s.file, s.start);
    let (key, span) = ((class, name.into()), site.span);
    let known = ann.reports.attr_tests.get(&key);
    if known.is_none_or(|known| rank(ann, span) > rank(ann, *known)) {
        ann.reports.attr_tests.insert(key, span);
    }
}

/// Reports, after the fixpoint, tests that the sources decided, although `setattr` with a computed name sets such
/// an attribute.
pub(crate) fn check_attr_tests(ann: &mut Facts) {
    for ((class, name), span) in std::mem::take(&mut ann.reports.attr_tests) {
        let related = |c: ClassDefId| ann.is_subclassdef(c, class) || ann.is_subclassdef(class, c);
        let set = ann.reports.computed_attrs.iter().find(|((c, n), _)| *n == name && related(*c));
        let Some((_, at)) = set else { continue };
        let owner = &ann.classdefs[class].name;
        let e = flowmodel::diag::Diagnostic::error(
            "attribute-test",
            format!(
                "hasattr() on instances of {owner}: whether '{name}' is there depends on what was done to it"
            ),
            span,
        );
        ann.reports.permanent_errors.push(
            e.label(*at, "it is set here, by a name that is computed")
                .note("give the class a default for the attribute"),
        );
    }
}

/// The type of the values of a kind, if it is a built-in one.
pub(crate) fn builtin_type_of(ann: &Facts, kind: &Kind) -> Option<flowmodel::HostRef> {
    let t = &ann.host.types;
    Some(match kind {
        Kind::Bool => t.bool,
        Kind::Integer { unsigned: false, size: IntSize::Word, .. } => t.int,
        Kind::Float => t.float,
        Kind::Char | Kind::String { can_be_none: false, .. } => t.str,
        Kind::UniChar | Kind::Unicode { can_be_none: false, .. } => t.unicode,
        Kind::Tuple(_) => t.tuple,
        Kind::List(l) if ann.list_def(*l).star => t.tuple,
        _ => return None,
    })
}

/// Gives the result of an operation on an enumeration whose members are numbers or strings at run
/// time.
fn plain_enum_op(
    ann: &mut Facts,
    site: Site,
    method: &str,
    class: flowmodel::HostRef,
    args: &[SomeValue],
) -> AResult<Answer> {
    let factory = format!("make_{}", method.trim_matches('_'));
    let f = own_methods::made_by(ann, site, "enums", &factory, class)?;
    let f = ann.immutablevalue(site, f)?;
    let operands: Vec<_> = args.iter().enumerate().skip(1).collect();
    Ok(Answer::made_on(&f, &operands))
}

/// The topmost classes, as they are declared, of the families that instances of a class belong to.
fn declared_families(ann: &Facts, class: ClassDefId) -> Vec<flowmodel::HostRef> {
    let mro = ann.class_mro(class);
    let own = mro.iter().rev().skip(1).find(|c| !closures::is_meeting_base(ann, **c));
    let mut families = closures::families_among_closures(ann, class);
    families.extend(own);
    families.into_iter().map(|c| ann.classdefs[c].host).collect()
}

/// `hasattr(s, name)`
pub(crate) fn has_attr(ann: &mut Facts, site: Site, s: &SomeValue, name: &str) -> AResult<Answer> {
    match &s.kind {
        Kind::Pbc { descs, .. } if descs.iter().all(|d| desc::desc_const(ann, *d).is_some()) => {
            let descs = descs.clone();
            let has = |a: &mut Facts, d: &DescId| match desc::desc_const(a, *d) {
                Some(HlConst::Host(h)) => hv::getattr(&mut a.host, h, name).is_some(),
                _ => false,
            };
            let yes: Vec<DescId> = descs.iter().copied().filter(|d| has(ann, d)).collect();
            among_descs(ann, site, s, &descs, &yes)
        }
        Kind::Instance { class, .. } => {
            let class = *class;
            let sure = hv::class_lookup(&ann.host, ann.classdefs[class].host, name).is_some();
            if !sure {
                note_attr_test(ann, site, class, name);
            }
            match always_has_attr(ann, site, class, name) {
                Some(true) => Ok(unless_none(s)),
                Some(false) if !name.starts_with("__") && special_methods::has_special(ann, site, class, "__getattr__") => {
                    let f = own_methods::made_function(ann, site, "make_hasattr", &[name])?;
                    Ok(call_test(f, s))
                }
                Some(false) => Ok(SomeValue::bool_const(false).into()),
                None => match classes_with_attr(ann, site, class, name) {
                    Some(classes) => instance_of_any(ann, site, s, classes),
                    None => Err(ann
                        .error(site,
                            "attribute-test",
                            format!(
                                "hasattr() on {}: whether '{name}' is there depends on what was done to it",
                                ann.show(s)
                            ),
                        )
                        .note("give the class a default for the attribute")),
                },
            }
        }
        Kind::None_ => Ok(SomeValue::bool_const(false).into()),
        Kind::List(_)
        | Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::String { .. }
        | Kind::Char
        | Kind::Unicode { .. }
        | Kind::UniChar
        | Kind::Integer { .. }
        | Kind::Bool
        | Kind::Float => {
            if (ann.meanings.has_method)(ann, s, name) {
                Ok(unless_none(s))
            } else {
                Ok(SomeValue::bool_const(false).into())
            }
        }
        _ => Err(ann
            .error(site, "attribute-test", format!("hasattr() on {}", ann.show(s)))
            .note("use an attribute that is always there")),
    }
}

/// `callable(s)`
pub(crate) fn is_callable(ann: &mut Facts, site: Site, s: &SomeValue) -> AResult<Answer> {
    match &s.kind {
        Kind::Pbc { descs, .. } => {
            let descs = descs.clone();
            let yes = |a: &Facts, d: &DescId| match a.descs[*d].kind {
                DescKind::Frozen { host } => call::is_callable(&a.host, host),
                _ => true,
            };
            let yes: Vec<DescId> = descs.iter().copied().filter(|d| yes(ann, d)).collect();
            among_descs(ann, site, s, &descs, &yes)
        }
        Kind::Instance { class, .. } => {
            let class = *class;
            let host = ann.classdefs[class].host;
            if bases::find_method(ann, host, "__call__").is_some()
                || closures::is_closure_class(ann, class)
            {
                return Ok(unless_none(s));
            }
            if !special_methods::has_special(ann, site, class, "__call__") {
                return Ok(SomeValue::bool_const(false).into());
            }
            let mut classes = own_methods::user_classes(ann, site);
            classes.retain(|c| bases::find_method(ann, *c, "__call__").is_some());
            instance_of_any(ann, site, s, classes)
        }
        Kind::Type(_) | Kind::Builtin(_) | Kind::BuiltinMethod { .. } | Kind::WeakRef(_) => {
            Ok(unless_none(s))
        }
        _ => Ok(SomeValue::bool_const(false).into()),
    }
}

/// True unless the value is None: the operand of the current operation, a call of a built-in function.
fn unless_none(s: &SomeValue) -> Answer {
    match s.can_be_none() {
        true => Answer::library_on("objects", "is_something", &[(1, s)]),
        false => SomeValue::bool_const(true).into(),
    }
}

/// Says whether the value is one of some prebuilt objects out of those that it may be.
fn among_descs(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    all: &[DescId],
    yes: &[DescId],
) -> AResult<Answer> {
    if yes.is_empty() {
        return Ok(SomeValue::bool_const(false).into());
    }
    if yes.len() == all.len() {
        return Ok(unless_none(s));
    }
    let mut items = vec![];
    for d in yes {
        match desc::desc_const(ann, *d) {
            Some(HlConst::Host(h)) => items.push(h),
            _ => return Err(ann.error(site, "unsupported", "a test of several methods")),
        }
    }
    let f = own_methods::made_of_objects(ann, site, "make_is_one_of", items)?;
    Ok(call_test(f, s))
}

/// Says whether the value, an instance, is one of one of these classes.
fn instance_of_any(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    classes: Vec<flowmodel::HostRef>,
) -> AResult<Answer> {
    let f = own_methods::made_of_objects(ann, site, "make_is_instance", classes)?;
    Ok(call_test(f, s))
}

fn call_test(f: SomeValue, s: &SomeValue) -> Answer {
    Answer::made_on(&f, &[(1, s)])
}

/// The classes below `class` (which lacks it) whose instances always have an attribute; `None` if others may get
/// it, too.
fn classes_with_attr(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
    name: &str,
) -> Option<Vec<flowmodel::HostRef>> {
    let host = ann.classdefs[class].host;
    let users = own_methods::user_classes(ann, site);
    let by_init = |a: &Facts, c: flowmodel::HostRef| {
        hv::class_dict(&a.host, c)
            .iter()
            .any(|(n, f)| &**n == "__init__" && hv::stores_attr(&a.host, *f, name))
    };
    let has = |a: &Facts, c: flowmodel::HostRef| {
        hv::class_lookup(&a.host, c, name).is_some()
            || hv::class_mro(&a.host, c).iter().any(|c| by_init(a, *c))
    };
    let tops: Vec<_> = match closures::families_among_closures(ann, class) {
        f if f.is_empty() => vec![host],
        f => f.into_iter().map(|c| ann.classdefs[c].host).collect(),
    };
    let below: Vec<_> = users
        .iter()
        .copied()
        .filter(|c| tops.iter().any(|t| ann.host.is_subclass(*c, *t)))
        .collect();
    let (with, without): (Vec<_>, Vec<_>) = below.into_iter().partition(|c| has(ann, *c));
    // Their own methods, and those that they inherit, do not set it, and nobody does from outside.
    let own = |c: &flowmodel::HostRef| {
        hv::class_mro(&ann.host, *c).iter().any(|c| {
            hv::class_dict(&ann.host, *c).iter().any(|(_, f)| hv::stores_attr(&ann.host, *f, name))
        })
    };
    if without.iter().any(own) || hv::stored_from_outside(&ann.host, name) {
        return None;
    }
    Some(with)
}

/// An attribute that no instance of the class has, if the class has a `__getattr__`.
pub(crate) fn special_getattr(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    class: ClassDefId,
    name: &str,
) -> Option<AResult<Answer>> {
    if name.starts_with("__") || !special_methods::has_special(ann, site, class, "__getattr__") {
        return None;
    }
    match always_has_attr(ann, site, class, name) {
        Some(true) => None,
        Some(false) => {
            let h = ann.host.str(name);
            let arg = (crate::definitions::constants::atom_annotation(&ann.host.to_const(h)), crate::ArgSource::Default(h));
            let args = answers::positional(vec![arg]);
            Some(Ok(Answer::special_with(s, "__getattr__", args)))
        }
        None => Some(Err(ann.error(site,
            "unsupported",
            format!(
                "attribute '{name}', which only some instances of {} have, with a __getattr__ method",
                ann.classdefs[class].name
            ),
        ))),
    }
}

/// Definitions of the classes that a value may be: the class of an instance, or one of several. With subclasses?
fn class_values(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
) -> Option<AResult<(Vec<ClassDefId>, bool)>> {
    match &s.kind {
        Kind::Type(c) if s.konst.is_none() => Some(Ok((vec![*c], true))),
        Kind::Pbc { descs, .. } if s.konst.is_none() => {
            let descs = descs.clone();
            if descs.iter().any(|d| ann.descs[*d].as_class().is_none()) {
                return None;
            }
            let defs: AResult<Vec<_>> =
                descs.iter().map(|d| classdef::classdef_of(ann, site, *d)).collect();
            Some(defs.map(|d| (d, false)))
        }
        _ => None,
    }
}

/// A test for a class known at run time only knows the primary bases of classes.
fn no_heirs(ann: &mut Facts, site: Site, classes: &[ClassDefId]) -> AResult<()> {
    for c in classes {
        let host = ann.classdefs[*c].host;
        if let Some(h) = heirs::heirs_of(ann, site, host).first() {
            let (c, h) = (ann.classdefs[*c].name.clone(), hv::class_name(&ann.host, *h));
            return Err(ann
                .error(
                    site,
                    "unsupported",
                    format!("a test for class {c}, which is known at run time only"),
                )
                .note(format!("{c} is not the first base of {h}: test for it as a constant")));
        }
    }
    Ok(())
}

/// Gives those of the classes that a variable may be that an instance of `class` may have as a base, but not by first
/// bases only.
fn inherited_behind(
    ann: &mut Facts,
    site: Site,
    variable: &[ClassDefId],
    class: ClassDefId,
) -> Vec<flowmodel::HostRef> {
    let tops: Vec<_> = variable.iter().map(|c| ann.classdefs[*c].host).collect();
    let mut found = vec![];
    for c in own_methods::user_classes(ann, site) {
        let heirs = match tops.iter().any(|t| ann.host.is_subclass(c, *t)) {
            true => heirs::heirs_of(ann, site, c),
            false => vec![],
        };
        // (a class without a definition has no instances)
        let is_heir = heirs
            .iter()
            .filter_map(|h| ann.classdef_of_host(*h))
            .any(|h| ann.is_subclassdef(h, class) || ann.is_subclassdef(class, h));
        if is_heir {
            found.push(c);
        }
    }
    found
}

/// Says whether a test that is annotated is the one of a library function that has looked at other bases itself.
fn tests_first_bases(ann: &Facts, site: Site) -> bool {
    site.position.is_some_and(|p| match &ann.descs[ann.graphs[p.graph].desc].kind {
        crate::DescKind::Function(f) => hv::func_attr(&ann.host, f.host, "_first_bases_").is_some(),
        _ => false,
    })
}

/// `isinstance(x, C)` with a class C that is no constant.
pub(crate) fn isinstance_of_variable(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    args: &[SomeValue],
) -> Option<AResult<Answer>> {
    let (classes, _) = match class_values(ann, site, &args[1])? {
        Ok(c) => c,
        Err(e) => return Some(Err(e)),
    };
    let Kind::Instance { class, .. } = args[0].kind else {
        return Some(Ok(SomeValue::bool_const(false).into()));
    };
    let inherited = inherited_behind(ann, site, &classes, class);
    if !inherited.is_empty() && !tests_first_bases(ann, site) {
        return Some((|| {
            let f =
                own_methods::made_of_objects(ann, site, "make_is_instance_of_variable", inherited)?;
            Ok(Answer::made_on(&f, &[(0, &args[0]), (1, &args[1])]))
        })());
    }
    // True for an instance of the common base of the classes at least.
    let base = classes.iter().skip(1).fold(classes[0], |b, c| ann.common_base(b, *c));
    if !classes.iter().any(|c| ann.is_subclassdef(*c, class) || ann.is_subclassdef(class, *c)) {
        return Some(Ok(SomeValue::bool_const(false).into()));
    }
    if let Some(v) = var(op, 0) {
        let c = if ann.is_subclassdef(base, class) { base } else { class };
        let k = Knowledge { if_true: vec![(v, SomeValue::instance(c))], if_false: vec![] };
        ann.learn(site, op, k);
    }
    Some(Ok(SomeValue::BOOL.into()))
}

/// `issubclass(x, C)` with a class C that is no constant.
pub(crate) fn issubclass_of_variable(
    ann: &mut Facts,
    site: Site,
    args: &[SomeValue],
) -> Option<AResult> {
    match class_values(ann, site, &args[1])? {
        Ok((classes, _)) => {
            if let Err(e) = no_heirs(ann, site, &classes) {
                return Some(Err(e));
            }
        }
        Err(e) => return Some(Err(e)),
    }
    let class = matches!(&args[0].kind, Kind::Type(_))
        || matches!(&args[0].kind, Kind::Pbc { descs, .. }
            if descs.iter().all(|d| ann.descs[*d].as_class().is_some()));
    class.then_some(Ok(SomeValue::BOOL))
}
