//! Identity and class of a value: `is`, `type()`, `isinstance()`, `issubclass()`.

use crate::calls::declining;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::desc;
use crate::definitions::generation;
use crate::definitions::heirs;
use crate::definitions::origins;
use crate::definitions::stand_ins;
use crate::definitions::variants;
use crate::kinds::classes;
use crate::kinds::prebuilt::is_callable_and_closure;
use crate::ops;
use crate::ops::rows;
use crate::ops::rows::*;
use crate::prelude::*;
use crate::reports::warnings;
use HlOp::*;

/// The rows: what these operations give, on values of all kinds.
pub(crate) const ROWS: &[Row] = &[
    row(&[SameAs], ANY, ANY, FIRST).lowers(Lowers::First),
    row(&[Is], ANY, ANY, Gives::Joins(is)).folds().code(Code::Is),
    row(&[Type], ANY, ANY, Gives::Joins(|ann, q| type_of(ann, q.site, q.op, &q.args[0])))
        .code(Code::TypeOf),
    row(&[IsSubtype], ANY, ANY, Gives::Joins(issubclass)).folds().code(Code::IsSubclass),
    row(&[IsInstance], ANY, ANY, Gives::Answers(isinstance)).folds().code(Code::IsInstance),
];

/// `a is b`
fn is(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    let none_a = a.kind == Kind::None_;
    let none_b = b.kind == Kind::None_;
    if none_a && none_b {
        return Ok(SomeValue::bool_const(true));
    }
    if none_a || none_b {
        let (other, i) = if none_a { (b, 1) } else { (a, 0) };
        if !other.can_be_none() {
            return Ok(SomeValue::bool_const(false));
        }
        if let Some(v) = var(q.op, i) {
            let k = Knowledge {
                if_true: vec![(v, SomeValue::NONE)],
                if_false: vec![(v, other.nonnoneify())],
            };
            ann.learn(q.site, q.op, k);
        }
        return Ok(SomeValue::BOOL);
    }
    if let (Some(x), Some(y)) = (&a.konst, &b.konst) {
        let same = x == y;
        if same || !matches!((x, y), (HlConst::Host(_), HlConst::Host(_))) {
            return Ok(SomeValue::bool_const(same));
        }
        return Ok(SomeValue::bool_const(false));
    }
    warnings::warn_is(ann, q.site, a, b);
    if is_callable_and_closure(ann, a, b) {
        // Both are closures then.
        let both = ann.union(q.site, &a.without_const(), &b.without_const());
        both.map_err(|e| origins::union_at(ann, q.site, e, "the operands of 'is'", &[]))?;
        return Ok(SomeValue::BOOL);
    }
    match (&a.kind, &b.kind) {
        (Kind::Pbc { descs: x, .. }, Kind::Pbc { descs: y, .. }) => {
            let common = x.iter().any(|d| y.contains(d));
            let both_none = a.can_be_none() && b.can_be_none();
            if !common && !both_none {
                return Ok(SomeValue::bool_const(false));
            }
            for (that, i) in [(b, 0), (a, 1)] {
                if that.is_const()
                    && let Some(v) = var(q.op, i)
                {
                    ann.learn(
                        q.site,
                        q.op,
                        Knowledge { if_true: vec![(v, that.clone())], if_false: vec![] },
                    );
                }
            }
        }
        (Kind::Instance { class: x, .. }, Kind::Instance { class: y, .. }) => {
            let base = ann.common_base(*x, *y);
            if base != *x && base != *y && !(a.can_be_none() && b.can_be_none()) {
                return Ok(SomeValue::bool_const(false));
            }
            if b.is_const()
                && let Some(v) = var(q.op, 0)
            {
                let k = Knowledge { if_true: vec![(v, b.without_const())], if_false: vec![] };
                ann.learn(q.site, q.op, k);
            }
        }
        // `type(x) is C`: x is an instance of C.
        (Kind::Type(_), Kind::Pbc { descs, .. }) => {
            if let ([d], Some(t), Some(p)) = (&descs[..], var(q.op, 0), q.site.position)
                && let Some(c) = ann.descs[*d].as_class().and_then(|c| c.classdef)
                && let Some(vs) = ann.graphs[p.graph].type_of.get(&t).cloned()
            {
                let k = Knowledge {
                    if_true: vs.into_iter().map(|v| (v, SomeValue::instance(c))).collect(),
                    if_false: vec![],
                };
                ann.learn(q.site, q.op, k);
            }
        }
        (Kind::Bool, Kind::Bool) => {}
        (x, y) if std::mem::discriminant(x) == std::mem::discriminant(y) => {}
        (Kind::Pbc { .. }, Kind::Type(_)) => {}
        _ => {
            if !(a.can_be_none() && b.can_be_none()) {
                return Ok(SomeValue::bool_const(false));
            }
        }
    }
    Ok(SomeValue::BOOL)
}

/// `type(s)`
pub(crate) fn type_of(ann: &mut Facts, site: Site, op: &HlOperation, s: &SomeValue) -> AResult {
    match &s.kind {
        Kind::Instance { class, .. } => {
            if let (Some(p), Some(v)) = (site.position, var(op, 0)) {
                ann.note_type_of(p.graph, op.result, vec![v]);
            }
            Ok(Kind::Type(*class).into())
        }
        kind if let Some(class) = classes::builtin_type_of(ann, kind) => {
            ann.immutablevalue(site, class)
        }
        _ => Err(ann
            .error(
                site,
                "unsupported",
                format!("type() of {} is not supported at run time", ann.show(s)),
            )
            .note("use isinstance()")),
    }
}

/// `issubclass(a, b)`
fn issubclass(ann: &mut Facts, q: &Asked) -> AResult {
    if let Some(r) = classes::issubclass_of_variable(ann, q.site, q.args) {
        return r;
    }
    let targets = class_tuple(ann, q.site, &q.args[1]);
    let Some(targets) = targets else {
        return Err(ops::bad_operands(ann, q.site, q.operation(), q.args));
    };
    if targets.len() == 1 && declining::never_declines(ann, q.site, targets[0]) {
        return Ok(SomeValue::bool_const(false));
    }
    match &q.args[0].kind {
        Kind::Type(c) => {
            let c = *c;
            let mut tds = vec![];
            for t in &targets {
                let d = class_descs::class_desc(ann, q.site, *t)?;
                tds.push(classdef::classdef_of(ann, q.site, d)?);
            }
            if tds.iter().any(|t| ann.is_subclassdef(c, *t)) {
                return Ok(SomeValue::bool_const(true));
            }
            let below: Vec<ClassDefId> =
                tds.into_iter().filter(|t| ann.is_subclassdef(*t, c)).collect();
            let Some((first, rest)) = below.split_first() else {
                return Ok(SomeValue::bool_const(false));
            };
            let base = rest.iter().fold(*first, |b, t| ann.common_base(b, *t));
            if let (Some(t), Some(p)) = (var(q.op, 0), q.site.position) {
                let mut if_true: Vec<(VarId, SomeValue)> = vec![(t, Kind::Type(base).into())];
                for v in ann.graphs[p.graph].type_of.get(&t).cloned().unwrap_or_default() {
                    if_true.push((v, SomeValue::instance(base)));
                }
                ann.learn(q.site, q.op, Knowledge { if_true, if_false: vec![] });
            }
            Ok(SomeValue::BOOL)
        }
        Kind::Pbc { descs, .. } => {
            let mut yes = 0;
            for d in descs.iter() {
                let Some(c) = ann.descs[*d].as_class() else {
                    return Err(ops::bad_operands(ann, q.site, q.operation(), q.args));
                };
                let h = c.host;
                if targets.iter().any(|t| ann.host.is_subclass(h, *t)) {
                    yes += 1;
                }
            }
            Ok(if yes == 0 {
                SomeValue::bool_const(false)
            } else if yes == descs.len() {
                SomeValue::bool_const(true)
            } else {
                SomeValue::BOOL
            })
        }
        _ => Err(ops::bad_operands(ann, q.site, q.operation(), q.args)),
    }
}

/// Host classes of the second operand of isinstance: one class or a constant tuple of them.
pub(crate) fn class_tuple(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
) -> Option<Vec<flowmodel::HostRef>> {
    let classes = plain_class_tuple(ann, site, s)?;
    Some(heirs::with_heirs(ann, site, classes))
}

fn plain_class_tuple(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
) -> Option<Vec<flowmodel::HostRef>> {
    let h = s.const_host()?;
    let h = stand_ins::runtime_object(ann, site, h).unwrap_or(h);
    match hv::view(&ann.host, h) {
        hv::View::Class => Some(vec![h]),
        hv::View::Tuple(items) => {
            let mut out = vec![];
            for i in items {
                out.extend(plain_class_tuple(
                    ann,
                    site,
                    &SomeValue { kind: Kind::Object, konst: Some(HlConst::Host(i)) },
                )?);
            }
            Some(out)
        }
        _ => None,
    }
}

/// `isinstance(s, cls)`
fn isinstance(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    if let Some(r) = classes::isinstance_of_variable(ann, q.site, q.op, q.args) {
        return r;
    }
    let Some(targets) = class_tuple(ann, q.site, &q.args[1]) else {
        return Err(ann.error(
            q.site,
            "unsupported",
            format!(
                "the second argument of isinstance() must be a class that is known, or a tuple of such, not {}",
                ann.show(&q.args[1])
            ),
        ));
    };
    let s = &q.args[0];
    if let Kind::Instance { class, can_be_none } = s.kind {
        return instance_of(ann, q, class, can_be_none, &targets).map(Answer::from);
    }
    let Some(yes) = built_in_of(ann, q.site, s, &targets) else {
        return Ok(SomeValue::BOOL.into());
    };
    if yes && s.can_be_none() && s.kind != Kind::None_ {
        if let Some(v) = var(q.op, 0) {
            let k = Knowledge {
                if_true: vec![(v, s.nonnoneify())],
                if_false: vec![(v, SomeValue::NONE)],
            };
            ann.learn(q.site, q.op, k);
        }
        return Ok(SomeValue::BOOL.into());
    }
    Ok(SomeValue::bool_const(yes).into())
}

/// Says whether an instance of a class of the program is one of these classes.
fn instance_of(
    ann: &mut Facts,
    q: &Asked,
    class: ClassDefId,
    can_be_none: bool,
    targets: &[HostRef],
) -> AResult {
    let s = &q.args[0];
    let object = hv::object_class(&ann.host);
    if targets.contains(&ann.host.types.tuple) && variants::is_record(ann, class) && !can_be_none {
        return Ok(SomeValue::bool_const(true));
    }
    if rows::is_slice_object(ann, s) && targets.contains(&ann.host.types.slice) {
        return Ok(SomeValue::bool_const(true));
    }
    let mut defs = vec![];
    for t in targets {
        if hv::is_builtin_class(&ann.host, *t)
            && *t != object
            && !hv::is_exception_class(&ann.host, *t)
        {
            continue; // int, str, …: no instance
        }
        let d = class_descs::class_desc(ann, q.site, *t)?;
        defs.push(classdef::classdef_of(ann, q.site, d)?);
    }
    if defs.iter().any(|t| ann.is_subclassdef(class, *t)) {
        if !can_be_none {
            return Ok(SomeValue::bool_const(true));
        }
        if let Some(v) = var(q.op, 0) {
            let k = Knowledge {
                if_true: vec![(v, s.nonnoneify())],
                if_false: vec![(v, SomeValue::NONE)],
            };
            ann.learn(q.site, q.op, k);
        }
        return Ok(SomeValue::BOOL);
    }
    let below: Vec<ClassDefId> =
        defs.into_iter().filter(|t| ann.is_subclassdef(*t, class)).collect();
    let Some((first, rest)) = below.split_first() else {
        return Ok(SomeValue::bool_const(false));
    };
    let base = rest.iter().fold(*first, |b, t| ann.common_base(b, *t));
    if let Some(c) = s.const_host() {
        let yes = targets.iter().any(|t| ann.host.is_instance(c, *t));
        return Ok(SomeValue::bool_const(yes));
    }
    if let Some(v) = var(q.op, 0) {
        let k = Knowledge { if_true: vec![(v, SomeValue::instance(base))], if_false: vec![] };
        ann.learn(q.site, q.op, k);
    }
    Ok(SomeValue::BOOL)
}

/// Says whether a value of a built-in type, or a prebuilt object, is one of these classes; `None`: some of the prebuilt
/// objects are.
fn built_in_of(ann: &Facts, site: Site, s: &SomeValue, targets: &[HostRef]) -> Option<bool> {
    let names: Vec<String> =
        targets.iter().filter_map(|t| hv::registry_name(&ann.host, *t)).collect();
    let has = |n: &[&str]| names.iter().any(|x| n.contains(&x.as_str()) || x == "object");
    Some(match &s.kind {
        Kind::Type(_) => has(&["type"]),
        Kind::None_ => has(&["NoneType"]),
        Kind::Bool => has(&["bool", "int", "long"]),
        Kind::Integer { unsigned: false, size: IntSize::Word, .. } => has(&["int", "long"]),
        Kind::Integer { unsigned, size, .. } => {
            let own = match size {
                IntSize::Word => "r_uint",
                IntSize::Half if *unsigned => "r_uint32",
                IntSize::Half => "r_int32",
                IntSize::Short if *unsigned => "r_uint16",
                IntSize::Short => "r_int16",
                IntSize::Byte if *unsigned => "r_uint8",
                IntSize::Byte => "r_int8",
            };
            let base = if *unsigned { "unsigned_int" } else { "signed_int" };
            names.iter().any(|x| {
                let n = x.strip_prefix("rpython.rlib.rarithmetic.");
                x == "object" || n.is_some_and(|n| [own, base, "base_int"].contains(&n))
            })
        }
        Kind::Float => has(&["float"]),
        Kind::String { texts: Texts::TEXT, .. } if generation::in_python3(ann, site) => {
            has(&["str", "basestring"])
        }
        Kind::String { texts: Texts::BYTES, .. } if generation::in_python3(ann, site) => {
            has(&["bytes"])
        }
        Kind::Char | Kind::String { .. } => has(&["str", "bytes", "basestring"]),
        Kind::UniChar | Kind::Unicode { .. } => has(&["unicode", "basestring"]),
        Kind::List(l) if ann.list_def(*l).star => has(&["tuple"]),
        Kind::List(_) => has(&["list"]),
        Kind::Dict(_) => has(&["dict", "OrderedDict", "collections.OrderedDict"]),
        Kind::Set(d) if ann.dict_def(*d).frozen => has(&["frozenset"]),
        Kind::Set(_) => has(&["set"]),
        Kind::Deque(_) => has(&["collections.deque"]),
        Kind::Tuple(_) => has(&["tuple"]),
        Kind::ByteArray => has(&["bytearray"]),
        Kind::Pbc { descs, .. } => {
            let mut all = true;
            let mut any = false;
            for d in descs.iter() {
                let y = match desc::desc_const(ann, *d) {
                    Some(HlConst::Host(h)) => targets.iter().any(|t| ann.host.is_instance(h, *t)),
                    _ => false,
                };
                all &= y;
                any |= y;
            }
            if any && !all {
                return None;
            }
            all
        }
        _ => false,
    })
}
