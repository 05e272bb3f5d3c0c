//! The contents of vtables and of prebuilt exceptions, and the numbers of classes.

use crate::calls::families;
use crate::prebuilt::fill;
use crate::repr::class;
use crate::state::classes::ClassField;
use crate::state::{RTyper, Res};
use annotator::{ClassDefId, DescId, Kind};
use flowmodel::diag::Span;
use flowmodel::lltype::{CLASS_FIELD, RANGE_FIELDS, TYPE_ID_FIELD};
use flowmodel::{Const, StructId};

/// Fields of the prebuilt exceptions with arguments.
fn fill_made_exceptions(rt: &mut RTyper<'_>) -> Res {
    for (o, c, kind, text, word) in rt.exceptions.made.clone() {
        let ty = rt.prog.heap[o].ty;
        let types: Vec<_> = rt.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
        if rt.prog.heap[o].fields.len() != types.len() {
            rt.prog.heap[o].fields = types.into_iter().map(|t| rt.prog.zero(t)).collect();
        }
        let vt = class::vtable_obj(rt, c)?;
        rt.set_obj_field(o, CLASS_FIELD, Const::Obj(vt));
        rt.set_obj_field(o, "exc_kind", Const::Int(kind.max(0)));
        if let Some(t) = text {
            rt.set_obj_field(o, "exc_text", t);
        }
        if let Some(w) = word {
            rt.set_obj_field(o, "exc_word", w);
        }
    }
    Ok(())
}

/// Fills all vtables as far as they are known; true if that made new work.
pub(crate) fn fill(rt: &mut RTyper<'_>) -> Res<bool> {
    let n = rt.classes.infos.len();
    let before = rt.prog.heap.len() + rt.prog.funcs.len();
    for i in 0..n {
        let c = *rt.classes.infos.get_index(i).expect("class").0;
        class::setup(rt, c)?;
        if rt.classes.infos[&c].vtable_obj.is_some() {
            fill_one(rt, c)?;
        }
    }
    fill_exceptions(rt)?;
    fill_made_exceptions(rt)?;
    Ok(rt.classes.infos.len() != n
        || !rt.functions.queue.is_empty()
        || !rt.classes.queue.is_empty()
        || rt.prog.heap.len() + rt.prog.funcs.len() != before)
}

fn fill_one(rt: &mut RTyper<'_>, c: ClassDefId) -> Res {
    let o = class::vtable_obj(rt, c)?;
    let vt = rt.prog.heap[o].ty;
    if rt.prog.heap[o].fields.is_empty() {
        let types: Vec<_> = rt.ann.types.structs[vt].fields.iter().map(|f| f.ty).collect();
        rt.prog.heap[o].fields = types.into_iter().map(|t| rt.prog.zero(t)).collect();
    }
    let instances = class::container(rt, c);
    rt.set_obj_field(o, TYPE_ID_FIELD, Const::TypeId(instances));
    let name = rt.ann.classdefs[c].name.clone();
    let host = rt.ann.classdefs[c].host;
    let k = rt.string_const(name.as_bytes());
    rt.set_obj_field(o, "name", k);
    let full = annotator::hostview::class_full_name(&rt.ann.host, host);
    let k = rt.string_const(full.as_bytes());
    rt.set_obj_field(o, "fullname", k);
    for level in rt.ann.class_mro(c) {
        class::setup(rt, level)?;
        let entries = rt.classes.infos[&level].class_fields.clone();
        for (attr, f) in entries {
            match f {
                ClassField::Void => {}
                ClassField::Has(of) => {
                    let has = annotator::class_has_attr(rt.ann, c, &of);
                    rt.set_obj_field(o, &attr, Const::Bool(has));
                }
                ClassField::Data(fname, r) => {
                    // Entries read from class objects stand under a name of their own.
                    let set = rt.classes.set_fields.iter().find(|(_, field)| **field == fname);
                    let (attr, in_set) = match set.filter(|_| *attr == *fname) {
                        Some(((first, name), _)) => {
                            let desc = rt.ann.classdefs[c].desc;
                            let set = rt.ann.access_set(*first);
                            (name.clone(), set.is_some_and(|s| s.descs.contains(&desc)))
                        }
                        None => (attr.clone(), true),
                    };
                    if in_set
                        && let Some(h) = class::default_of(rt, host, &attr)
                        && !fill::is_never_read(rt, h, r)?
                    {
                        let k = rt.host_const(h, r).map_err(|e| {
                            let what = || format!("class attribute '{attr}' of {name}");
                            rt.placed(e, Span::NONE, what)
                        })?;
                        rt.set_obj_field(o, &fname, k);
                    }
                }
                ClassField::Method(rows) => {
                    let Some(d) = method_desc_of(rt, c, &attr) else { continue };
                    for (fam, row, fname) in rows {
                        if let Some(f) = families::row_func(rt, fam, row, d)? {
                            rt.set_obj_field(o, &fname, Const::Func(f));
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// The function that a class has as method `name`.
fn method_desc_of(rt: &mut RTyper<'_>, c: ClassDefId, name: &str) -> Option<DescId> {
    let host = rt.ann.classdefs[c].host;
    let h = class::default_of(rt, host, name)?;
    let s = rt.ann.const_annotation(&flowmodel::HlConst::Host(h));
    match s.kind {
        Kind::Pbc { descs, .. } if descs.len() == 1 => Some(descs[0]),
        _ => None,
    }
}

/// Gives every class its range of numbers: a class is a subclass of C iff its own number is in
/// `C.subclassrange_min .. C.subclassrange_max` (exclusive). The type ids of instances follow the same order.
pub(crate) fn number_classes(rt: &mut RTyper<'_>) {
    let root = rt.ann.classdefs.keys().next().expect("object");
    let mut instances = vec![];
    number(rt, root, &mut 0, &mut instances);
    rt.ann.types.number_types(&instances);
}

/// Numbers a class and its subclasses; `instances` takes their containers in this order.
fn number(rt: &mut RTyper<'_>, c: ClassDefId, next: &mut i64, instances: &mut Vec<StructId>) {
    let min = *next;
    *next += 1;
    instances.extend(rt.classes.infos.get(&c).map(|i| i.instance));
    for s in rt.ann.classdefs[c].subdefs.clone() {
        number(rt, s, next, instances);
    }
    if let Some(o) = rt.classes.infos.get(&c).and_then(|i| i.vtable_obj) {
        rt.set_obj_field(o, RANGE_FIELDS[0], Const::Int(min));
        rt.set_obj_field(o, RANGE_FIELDS[1], Const::Int(*next));
        if let Some(f) = rt.classes.instantiators.get(&c) {
            rt.set_obj_field(o, "instantiate", Const::Func(*f));
        }
    }
}

/// Fields of the prebuilt exceptions, once their classes are known.
fn fill_exceptions(rt: &mut RTyper<'_>) -> Res {
    let all: Vec<_> = rt.prog.exc.instances.iter().map(|(n, o)| (n.clone(), *o)).collect();
    for (name, o) in all {
        let ty = rt.prog.heap[o].ty;
        let types: Vec<_> = rt.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
        if rt.prog.heap[o].fields.len() != types.len() {
            rt.prog.heap[o].fields = types.into_iter().map(|t| rt.prog.zero(t)).collect();
        }
        let vt = rt.prog.exc.classes[&name];
        rt.set_obj_field(o, CLASS_FIELD, Const::Obj(vt));
        if &*name == "RecursionError" {
            let text = rt.string_const(b"maximum recursion depth exceeded");
            rt.set_obj_field(o, "exc_kind", Const::Int(1));
            rt.set_obj_field(o, "exc_text", text);
        }
    }
    Ok(())
}
