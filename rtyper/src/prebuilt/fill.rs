//! The contents of prebuilt objects. An object is filled in some time after it was made, so that objects may refer to
//! each other.

use crate::calls::families;
use crate::repr::class;
use crate::repr::exc::{AS_REPR, BOOL, COUNT, EXIT, FLOAT, INT, NONE, ONE, PACKED, TEXT};
use crate::state::objects::Todo;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, Kind};
use flowmodel::diag::Span;
use flowmodel::lltype::CLASS_FIELD;
use flowmodel::{Const, HlConst, HostRef, ObjId, Type};
use flowspace::host::{HostObj, lookups};

/// The arguments of an exception that was made at import time.
fn fill_exception(rt: &mut RTyper<'_>, h: HostRef, c: ClassDefId, o: ObjId) -> Res {
    let Ok(Some(args)) = rt.ann.host.getattr_opt(h, "args") else { return Ok(()) };
    let annotator::hostview::View::Tuple(items) = annotator::hostview::view(&rt.ann.host, args)
    else {
        return Ok(());
    };
    let flag = |c: bool, f: i64| if c { f } else { 0 };
    let flags = flag(class::is_exc(rt, c, "KeyError"), AS_REPR)
        | flag(class::is_exc(rt, c, "SystemExit"), EXIT);
    let (kind, text, word) = match items.as_slice() {
        [] => (0, None, None),
        [one] => match rt.ann.host.to_const(*one) {
            flowmodel::HlConst::Str(s) | flowmodel::HlConst::Bytes(s) => {
                (TEXT, Some(rt.string_const(&s)), None)
            }
            flowmodel::HlConst::Int(i) => (INT, None, Some(i)),
            _ => (0, None, None),
        },
        several => {
            let mut packed: Vec<u8> = vec![];
            for a in several {
                let (sort, text) = match rt.ann.host.to_const(*a) {
                    flowmodel::HlConst::Str(s) | flowmodel::HlConst::Bytes(s) => (TEXT, s.to_vec()),
                    flowmodel::HlConst::Int(i) => (INT, i.to_string().into_bytes()),
                    flowmodel::HlConst::Bool(b) => (BOOL, i64::from(b).to_string().into()),
                    flowmodel::HlConst::Float(f) => (FLOAT, (f as i64).to_string().into()),
                    flowmodel::HlConst::None => (NONE, vec![]),
                    _ => (ONE, b"...".to_vec()),
                };
                packed.extend(format!("{sort}{}:", text.len()).bytes());
                packed.extend(text);
            }
            let n = several.len() as i64;
            (PACKED | n << COUNT, Some(rt.string_const(&packed)), None)
        }
    };
    rt.set_obj_field(o, "exc_kind", Const::Int(kind | flags));
    if let Some(t) = text {
        rt.set_obj_field(o, "exc_text", t);
    }
    if let Some(w) = word {
        rt.set_obj_field(o, "exc_word", Const::Int(w));
    }
    Ok(())
}

/// Fills objects that were made; true if there were any.
pub(crate) fn fill_some(rt: &mut RTyper<'_>) -> Res<bool> {
    let mut any = false;
    while let Some((t, wanted)) = rt.prebuilt.todo.pop_front() {
        any = true;
        let filled = match t {
            Todo::Container(h, r, o) => fill_container(rt, h, r, o),
            Todo::Instance(h, cd, o) => fill_instance(rt, h, cd, o),
            Todo::Frozen(h, d, o) => fill_frozen(rt, h, d, o),
        };
        filled.map_err(|e| rt.placed(e, wanted, || name_of_prebuilt(rt, &t)))?;
        rt.prebuilt.wanted_in(wanted);
    }
    Ok(any)
}

fn name_of_prebuilt(rt: &RTyper<'_>, t: &Todo) -> String {
    match t {
        Todo::Container(..) => "a prebuilt container".into(),
        Todo::Instance(_, cd, _) => prebuilt_instance_of(rt, *cd),
        Todo::Frozen(..) => "a frozen object".into(),
    }
}

fn prebuilt_instance_of(rt: &RTyper<'_>, class: ClassDefId) -> String {
    format!("a prebuilt instance of {}", rt.ann.classdefs[class].name)
}

fn fill_container(rt: &mut RTyper<'_>, h: HostRef, r: ReprId, o: ObjId) -> Res {
    let h = rt.ann.host.base(h);
    match rt.repr(r).clone() {
        Repr::List(l) => {
            let info = rt.list_info(l)?;
            let items: Vec<HostRef> = match rt.ann.host.obj(h) {
                HostObj::List(v) => v.clone(),
                HostObj::Tuple(v) => v.to_vec(),
                HostObj::Range(a, b, s) => {
                    let (a, b, s) = (*a, *b, *s);
                    let mut out = vec![];
                    let mut i = a;
                    while (s > 0 && i < b) || (s < 0 && i > b) {
                        out.push(rt.ann.host.int(i));
                        i += s;
                    }
                    out
                }
                _ => return Err(error("a prebuilt object is not a list")),
            };
            let mut consts = vec![];
            for i in items {
                consts.push(rt.host_const(i, info.item)?);
            }
            if info.list.is_some() {
                let n = consts.len() as i64;
                let a = rt.new_obj("items", info.array, consts);
                rt.set_obj_field(o, "length", Const::Int(n));
                rt.set_obj_field(o, "items", Const::Obj(a));
            } else {
                rt.prog.heap[o].items = consts;
            }
        }
        Repr::Range(step) => {
            if let HostObj::Range(a, b, s) = rt.ann.host.obj(h) {
                let (a, b, s) = (*a, *b, *s);
                rt.set_obj_field(o, "start", Const::Int(a));
                rt.set_obj_field(o, "stop", Const::Int(b));
                if step == 0 {
                    rt.set_obj_field(o, "step", Const::Int(s));
                }
            }
        }
        Repr::Tuple(rs) => {
            let HostObj::Tuple(items) = rt.ann.host.obj(h) else {
                return Err(error("a prebuilt object is not a tuple"));
            };
            for (i, (x, r)) in items.clone().iter().zip(rs.iter()).enumerate() {
                let c = rt.host_const(*x, *r)?;
                rt.set_obj_field(o, &format!("item{i}"), c);
            }
        }
        Repr::Dict(d) | Repr::Set(d) => {
            let info = rt.dict_info(d)?;
            let pairs = match rt.ann.host.obj(h) {
                HostObj::Set(s) | HostObj::FrozenSet(s) => {
                    s.items().map(|i| (i.0, flowspace::host::NONE)).collect()
                }
                // An r_dict wraps its keys.
                HostObj::Instance(_) => {
                    let inner = match rt.ann.host.getattr_opt(h, "_dict") {
                        Ok(Some(d)) => rt.ann.host.dict_items(d),
                        _ => vec![],
                    };
                    let mut pairs = vec![];
                    for (k, v) in inner {
                        if let Ok(Some(k)) = rt.ann.host.getattr_opt(k, "key") {
                            pairs.push((k, v));
                        }
                    }
                    pairs
                }
                _ => rt.ann.host.dict_items(h),
            };
            let mut items = vec![];
            for (k, v) in &pairs {
                items.push(rt.host_const(*k, info.key)?);
                items.push(rt.host_const(*v, info.value)?);
                items.push(Const::Int(0));
                items.push(Const::Bool(true));
            }
            let n = pairs.len() as i64;
            let e = rt.new_obj("entries", info.entries, items);
            rt.set_obj_field(o, "num_live", Const::Int(n));
            rt.set_obj_field(o, "num_ever_used", Const::Int(n));
            rt.set_obj_field(o, "entries", Const::Obj(e));
            if let Some(r) = info.functions {
                let functions = match annotator::prebuilt_functions(rt.ann, d, h) {
                    Some(f) => rt.host_const(f, r)?,
                    None => return Err(error("a prebuilt r_dict without functions")),
                };
                rt.set_obj_field(o, "functions", functions);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Value of an attribute of a prebuilt instance: its own, or the default from its class.
fn host_attr(rt: &RTyper<'_>, h: HostRef, name: &str) -> Option<HostRef> {
    if let Some(d) = lookups::own_dict(&rt.ann.host, h)
        && let Some(v) = rt.ann.host.ns_get(d, name)
    {
        return Some(v);
    }
    let cls = rt.ann.host.class_of(h);
    class::default_of(rt, cls, name)
}

fn fill_instance(rt: &mut RTyper<'_>, h: HostRef, cd: ClassDefId, o: ObjId) -> Res {
    let vt = class::vtable_obj(rt, cd)?;
    rt.set_obj_field(o, CLASS_FIELD, Const::Obj(vt));
    if class::is_exception(rt, cd) {
        fill_exception(rt, h, cd, o)?;
    }
    for c in rt.ann.class_mro(cd) {
        let fields = class::instance_fields(rt, c)?;
        for (name, field, r) in fields {
            if let Some(v) = host_attr(rt, h, &name) {
                let k = rt.host_const(v, r).map_err(|e| {
                    let what = || format!("attribute '{name}' of {}", prebuilt_instance_of(rt, cd));
                    rt.placed(e, Span::NONE, what)
                })?;
                rt.set_obj_field(o, &field, k);
            }
        }
    }
    Ok(())
}

/// Tells whether an attribute of this value cannot have been read where `r` is the attribute's repr: the program reads
/// it from other objects, or classes, of the family only.
pub(crate) fn is_never_read(rt: &mut RTyper<'_>, v: HostRef, r: ReprId) -> Res<bool> {
    let v = annotator::runtime_object(rt.ann, annotator::Site::NOWHERE, v).unwrap_or(v);
    let base = rt.ann.host.base(v);
    Ok(match *rt.repr(r) {
        Repr::List(_) | Repr::Dict(_) | Repr::Set(_) => match rt.ann.host.obj(base) {
            HostObj::List(_) | HostObj::Dict(_) | HostObj::Set(_) => {
                !annotator::has_seen_container(rt.ann, v)
            }
            HostObj::Int(_) | HostObj::Bool(_) | HostObj::Float(_) => true,
            HostObj::Str(_) | HostObj::Unicode(_) => true,
            _ => false,
        },
        Repr::Prim(Type::Signed | Type::Unsigned | Type::Bool | Type::Float) => matches!(
            rt.ann.host.obj(base),
            HostObj::Str(_) | HostObj::Unicode(_) | HostObj::List(_) | HostObj::Dict(_)
        ),
        Repr::Str | Repr::Unicode => matches!(
            rt.ann.host.obj(base),
            HostObj::Int(_)
                | HostObj::Bool(_)
                | HostObj::Float(_)
                | HostObj::List(_)
                | HostObj::Dict(_)
        ),
        Repr::Func(_, fam) => {
            let s = rt.ann.const_annotation(&HlConst::Host(v));
            match &s.kind {
                Kind::Pbc { descs, .. } if descs.len() == 1 => {
                    families::row_func(rt, fam, 0, descs[0])?.is_none()
                }
                _ => false,
            }
        }
        _ => false,
    })
}

fn fill_frozen(rt: &mut RTyper<'_>, h: HostRef, d: DescId, o: ObjId) -> Res {
    let set = rt.ann.access_set(d).cloned().unwrap_or_default();
    for (name, s) in &set.attrs {
        if annotator::class_desc_lacks(rt.ann, d, name) {
            let class = rt.ann.host.class_of(h);
            let class = annotator::hostview::class_name(&rt.ann.host, class);
            let text = format!("'{class}' object has no attribute '{name}'");
            let text = rt.string_const(text.as_bytes());
            rt.set_obj_field(o, &crate::repr::identity::missing_field(name), text);
            continue;
        }
        let v = match rt.ann.host.getattr_opt(h, name) {
            Ok(Some(v)) => v,
            _ => continue,
        };
        let r = rt.repr_of(&s.without_const())?;
        if is_never_read(rt, v, r)? {
            continue;
        }
        let k = rt.host_const(v, r)?;
        rt.set_obj_field(o, name, k);
    }
    Ok(())
}
