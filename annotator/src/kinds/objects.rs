//! Attributes.

use crate::calls::single;
use crate::definitions::bases;
use crate::definitions::chaining;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::desc;
use crate::definitions::exc_args;
use crate::definitions::hierarchy;
use crate::definitions::origins;
use crate::definitions::own_methods;
use crate::definitions::prebuilt;
use crate::definitions::show;
use crate::definitions::special_methods;
use crate::kinds::classes;
use crate::kinds::methods;
use crate::kinds::{deques, identity};
use crate::model::answers;
use crate::model::descs::DescKind;
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use flowspace::flow;

/// The rows: what reading and writing attributes gives and raises.
pub(crate) const ROWS: &[Row] = &[
    row(&[HlOp::GetAttr], ANY, ANY, Gives::Answers(get_attribute))
        .raises(Raises::By(lacks_attribute))
        .code(Code::Attribute),
    row(&[HlOp::SetAttr], ANY, ANY, Gives::Answers(set_attribute))
        .raises(Raises::By(lacks_attribute))
        .code(Code::SetAttribute),
    row(&[HlOp::DelAttr], ANY, ANY, Gives::Reads(delete_attribute)),
];

/// `x.name`
fn get_attribute(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let name = attr_name(ann, q.site, &q.args[1])?;
    getattr(ann, q.site, q.op, &q.args[0], &name)
}

/// `x.name = v`
fn set_attribute(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    op_setattr(ann, q.site, q.op, q.args)
}

fn delete_attribute(ann: &Facts, q: &Asked) -> AResult {
    Err(ann.error(q.site, "unsupported", "attributes cannot be deleted at run time"))
}

/// An attribute that only some of the classes, or objects, have may be lacking.
fn lacks_attribute(ann: &mut Facts, q: &Asked) -> Throws {
    let name = q.args[1].const_str();
    let lacks = match (&q.args[0].kind, name) {
        // A method that only some subclasses have.
        (Kind::Instance { class, .. }, Some(n)) => {
            q.operation() == HlOp::GetAttr
                && !hierarchy::class_has_attr(ann, *class, n)
                && hierarchy::find_attr(ann, *class, n).is_some_and(|(_, a)| a.readonly)
        }
        (Kind::None_, _) => true,
        // A class or frozen object that is only known at run time, and may lack it.
        (Kind::Pbc { descs, .. }, Some(n)) => {
            descs.len() > 1 && descs.iter().any(|d| class_desc_lacks(ann, *d, n))
        }
        _ => false,
    };
    Throws::Only(if lacks { vec!["AttributeError"] } else { vec![] })
}

/// Says whether this is a class or frozen object without such an attribute.
pub fn class_desc_lacks(ann: &Facts, d: DescId, name: &str) -> bool {
    match &ann.descs[d].kind {
        DescKind::Class(c) => {
            name != "__name__" && hv::class_lookup(&ann.host, c.host, name).is_none()
        }
        DescKind::Frozen { host } => {
            let class = ann.host.class_of(*host);
            matches!(hv::view(&ann.host, *host), hv::View::Instance(..))
                && hv::instance_attr(&ann.host, *host, name).is_none()
                && hv::class_lookup(&ann.host, class, name).is_none()
                && !matches!(name, "__class__" | "__dict__")
                && bases::find_method(ann, class, "__getattr__").is_none()
        }
        _ => false,
    }
}

fn attr_name(ann: &Facts, site: Site, s: &SomeValue) -> AResult<Rc<str>> {
    match constant_text(ann, s) {
        Some(t) => Ok(t.into()),
        None => Err(ann
            .error(
                site,
                "dynamic-name",
                "the attribute name of getattr()/setattr() must be a constant",
            )
            .note("keep values that are looked up by computed names in a dict")),
    }
}

/// `s.name`
fn getattr(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    s: &SomeValue,
    name: &Rc<str>,
) -> AResult<Answer> {
    match &s.kind {
        Kind::Instance { class, .. } => getattr_of_instance(ann, site, op, s, *class, name),
        Kind::Pbc { descs, .. } => {
            let objects = if &**name == "__self__" { methods::bound_objects(ann, s) } else { None };
            if let Some(objects) = objects {
                return Ok(objects.into());
            }
            let descs = descs.clone();
            match assigned_getattr(ann, site, s, &descs, name) {
                Some(read) => read,
                None => pbc_getattr(ann, site, &descs, name).map(Answer::from),
            }
        }
        Kind::Type(_) if &**name == "__name__" => Ok(SomeValue::STR.into()),
        Kind::Type(c) => {
            let c = *c;
            let classes = class_descs_below(ann, site, c)?;
            if let Some(read) = assigned_getattr(ann, site, s, &classes, name) {
                return read;
            }
            let r = classdef::instance_getattr(ann, site, c, name)?;
            if matches!(&r.kind, Kind::Pbc { descs, .. } if desc::desc_sort(ann, descs[0]) == 2) {
                return Err(ann.error(
                    site,
                    "no-method",
                    format!("method '{name}' cannot be taken from a class that is not constant"),
                ));
            }
            if r.is_impossible() {
                return Err(AnnError::Blocked);
            }
            read_of_classes(ann, site, c, name)?;
            Ok(r.into())
        }
        Kind::List(_)
        | Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::String { .. }
        | Kind::Char
        | Kind::Unicode { .. }
        | Kind::UniChar
        | Kind::ByteArray
        | Kind::StringBuilder
        | Kind::UnicodeBuilder
        | Kind::Iterator { .. } => {
            if let Kind::Deque(l) = s.kind
                && &**name == "maxlen"
            {
                return deques::maxlen(ann, site, s, l);
            }
            if !(ann.meanings.has_method)(ann, s, name) {
                return Err(no_attr(ann, site, s, name));
            }
            if let Some(e) = (ann.meanings.unknown_attribute)(ann, site, s, name) {
                return Err(e);
            }
            Ok(Kind::BuiltinMethod { name: name.clone(), this: Rc::new(s.clone()) }.into())
        }
        Kind::Builtin(n) => {
            let full = format!("{n}.{name}");
            if let Some(b) = (ann.meanings.builtin)(&full) {
                return Ok(Kind::Builtin(b.name.into()).into());
            }
            if let Some(h) = s.const_host()
                && let Some(v) = hv::getattr(&mut ann.host, h, name)
            {
                return ann.immutablevalue(site, v).map(Answer::from);
            }
            Err(no_attr(ann, site, s, name))
        }
        Kind::Integer { .. } | Kind::Float | Kind::Bool | Kind::Tuple(_)
            if (ann.meanings.has_method)(ann, s, name) =>
        {
            Ok(Kind::BuiltinMethod { name: name.clone(), this: Rc::new(s.clone()) }.into())
        }
        Kind::Tuple(_) | Kind::Integer { .. } | Kind::Float | Kind::Bool => {
            Err(no_attr(ann, site, s, name))
        }
        // Of a constant property, read from a class: its functions.
        Kind::Property(p) if matches!(&**name, "fget" | "fset") => {
            let (get, set) = hv::property(&ann.host, s.const_host().unwrap_or(*p));
            match if &**name == "fget" { get } else { set } {
                Some(f) => ann.immutablevalue(site, f).map(Answer::from),
                None => Ok(SomeValue::NONE.into()),
            }
        }
        // An error, or what always raises: `check_blocked` decides when all values are known.
        Kind::None_ => Err(AnnError::Blocked),
        _ => Err(no_attr(ann, site, s, name)),
    }
}

/// `x.name` of an instance
fn getattr_of_instance(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    s: &SomeValue,
    class: ClassDefId,
    name: &Rc<str>,
) -> AResult<Answer> {
    if &**name == "__class__" {
        return identity::type_of(ann, site, op, s).map(Answer::from);
    }
    if let Some(e) = exception_attr(ann, site, class, name) {
        return e.map(Answer::from);
    }
    if hv::is_exception_class(&ann.host, ann.classdefs[class].host)
        && let Some(e) = chaining::chaining_attr(ann, site, name)
    {
        return e.map(Answer::from);
    }
    if &**name == "code"
        && let Some(f) = exc_args::exit_code_attr(ann, site, class)
    {
        return Ok(Answer::library_on("objects", f?, &[(0, s)]));
    }
    if matches!(&**name, "args" | "message")
        && let Some(r) = exc_args::exception_args_attr(ann, site, s, name)
    {
        return r.map(Answer::from);
    }
    if let Some(r) = classes::special_getattr(ann, site, s, class, name) {
        return r;
    }
    if let Some(deleted) = name.strip_suffix(flowspace::host::DELETER)
        && !can_delete(ann, site, class, deleted)
    {
        let class = ann.classdefs[class].name.clone();
        return Err(ann
            .error(site, "read-only", format!("attribute '{deleted}' of {class} cannot be deleted"))
            .note("at run time only properties that have a deleter can"));
    }
    let prebuilt = s.const_host();
    let r = classdef::instance_getattr(ann, site, class, name)?;
    if let Kind::Property(_) = r.kind {
        let method = crate::definitions::bases::getter_name(name);
        let m = classdef::instance_getattr(ann, site, class, &method.into())?;
        if m.is_impossible() {
            return Err(ann.error(site, "read-only", format!("property '{name}' cannot be read")));
        }
        let none = crate::model::state::CallArgs::default();
        return Ok(Answer::value(&m, none, "property get"));
    }
    if r.is_impossible() {
        missing_attr(ann, site, class, name)?;
        return Err(AnnError::Blocked);
    }
    // A field declared immutable of a prebuilt object is known.
    if let Some(h) = prebuilt
        && r.konst.is_none()
        && is_immutable_field(ann, class, name)
        && let at = classdef::locate_attr(ann, site, class, name)?
        && !ann.classdefs[at].attrs[name].late
        && let Some(v) = hv::instance_attr(&ann.host, h, name)
    {
        let c = ann.host.to_const(v);
        if !matches!(c, HlConst::Host(_)) {
            return Ok(SomeValue { kind: r.kind, konst: Some(c) }.into());
        }
    }
    Ok(r.into())
}

fn no_attr(ann: &Facts, site: Site, s: &SomeValue, name: &str) -> AnnError {
    ann.error(site, "no-attribute", format!("{} has no attribute '{name}'", ann.show(s)))
}

/// Attributes of built-in exceptions that have none at run time.
fn exception_attr(ann: &mut Facts, site: Site, class: ClassDefId, name: &str) -> Option<AResult> {
    let host = ann.classdefs[class].host;
    if !hv::is_exception_class(&ann.host, host) {
        return None;
    }
    match name {
        "errno" | "strerror" | "filename" => {
            let os = hv::exception(&ann.host, "OSError")?;
            if ann.host.is_subclass(host, os) {
                let r = single::os_error_attrs(ann, site);
                return r.err().map(Err);
            }
            None
        }
        "encoding" | "object" | "start" | "end" | "reason" => {
            let top = hv::exception(&ann.host, "UnicodeError")?;
            if ann.host.is_subclass(host, top) {
                return codec_error_attrs(ann, site).err().map(Err);
            }
            None
        }
        _ => None,
    }
}

/// The attributes of errors of `decode` and `encode`.
fn codec_error_attrs(ann: &mut Facts, site: Site) -> AResult<()> {
    for (class, object) in
        [("UnicodeDecodeError", SomeValue::STR), ("UnicodeEncodeError", SomeValue::UNICODE)]
    {
        let c = prebuilt::exc_classdef(ann, site, class)?;
        classdef::generalize_attr(ann, site, c, &"object".into(), object)?;
    }
    let c = prebuilt::exc_classdef(ann, site, "UnicodeError")?;
    for name in ["start", "end"] {
        classdef::generalize_attr(ann, site, c, &name.into(), SomeValue::NONNEG)?;
    }
    for name in ["encoding", "reason"] {
        classdef::generalize_attr(ann, site, c, &name.into(), SomeValue::STR)?;
    }
    Ok(())
}

fn is_immutable_field(ann: &Facts, class: ClassDefId, name: &str) -> bool {
    ann.class_mro(class).into_iter().any(|c| {
        let d = ann.descs[ann.classdefs[c].desc].as_class().expect("class");
        d.immutable || d.immutable_fields.iter().any(|f| f.strip_suffix("[*]").unwrap_or(f) == name)
    })
}

/// An attribute without any value: an error if the class cannot have it.
fn missing_attr(ann: &Facts, site: Site, class: ClassDefId, name: &str) -> AResult<()> {
    if !hierarchy::attr_allowed(ann, class, name) {
        let c = ann.classdefs[class].name.clone();
        return Err(ann
            .error(site, "no-attribute", format!("instances of {c} have no attribute '{name}'"))
            .note("_attrs_ or __slots__ of the class lists all attributes"));
    }
    Ok(())
}

/// Notes that an attribute is read from the class of an instance of `class`: where instances have attributes of that
/// name of their own, it stands in the classes, too.
fn read_of_classes(ann: &mut Facts, site: Site, class: ClassDefId, name: &Rc<str>) -> AResult<()> {
    let descs = class_descs_below(ann, site, class)?;
    // (a class attribute at least: methods and properties do not come here)
    if descs.iter().any(|d| !class_desc_lacks(ann, *d, name)) {
        pbc_getattr(ann, site, &descs, name)?;
    }
    Ok(())
}

/// The classes of the instances that a variable of a class may hold.
fn class_descs_below(ann: &mut Facts, site: Site, class: ClassDefId) -> AResult<Vec<DescId>> {
    let top = ann.classdefs[class].host;
    let mut descs = vec![];
    for h in own_methods::user_classes(ann, site) {
        if !ann.host.is_subclass(h, top) {
            continue;
        }
        let d = class_descs::class_desc(ann, site, h)?;
        let c = classdef::classdef_of(ann, site, d)?;
        if ann.is_subclassdef(c, class) {
            descs.push(d);
        }
    }
    Ok(descs)
}

/// `s.name` where the program assigns the attribute of one of these classes, modules or frozen instances: their values are
/// in cell objects, so a function finds out which one it is.
fn assigned_getattr(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    descs: &[DescId],
    name: &Rc<str>,
) -> Option<AResult<Answer>> {
    let mut objects = vec![];
    for d in descs {
        let Some(HlConst::Host(h)) = desc::desc_const(ann, *d) else { return None };
        objects.push((*d, h, flow::assigned_attr(&mut ann.host, h, name)));
    }
    if objects.iter().all(|(_, _, cell)| cell.is_none()) {
        return None;
    }
    let mut key = vec![];
    let mut parts = vec![];
    for (d, object, cell) in objects {
        let part = match cell {
            Some((cell, checked)) => {
                key.extend([object, cell]);
                vec![object, cell, ann.host.bool(checked)]
            }
            None => {
                key.push(object);
                let value = match class_desc_lacks(ann, d, name) {
                    true => None,
                    false => hv::getattr(&mut ann.host, object, name),
                };
                [object].into_iter().chain(value).collect()
            }
        };
        parts.push(ann.host.tuple(&part));
    }
    Some(
        own_methods::made_for(ann, site, "make_read_of_assigned", &key, parts)
            .map(|f| Answer::made_on(&f, &[(0, s)])),
    )
}

pub(crate) fn pbc_getattr(
    ann: &mut Facts,
    site: Site,
    descs: &[DescId],
    name: &Rc<str>,
) -> AResult {
    for d in &descs[1..] {
        desc::merge_access(ann, descs[0], *d);
    }
    let mut result = SomeValue::IMPOSSIBLE;
    // What lacks it raises when the program runs, if others have it.
    let having: Vec<DescId> =
        descs.iter().copied().filter(|d| !class_desc_lacks(ann, *d, name)).collect();
    for d in if having.is_empty() { descs } else { &having } {
        let s = desc_getattr(ann, site, *d, name)?;
        result = ann.union(site, &result, &s).map_err(|e| {
            origins::union_at(
                ann,
                site,
                e,
                &format!("attribute '{name}' of several prebuilt objects"),
                &[],
            )
        })?;
    }
    // Names of several classes are in the vtables, as strings.
    if &**name == "__name__" && descs.len() > 1 {
        return Ok(SomeValue::STR);
    }
    let root = desc::access_root(ann, descs[0]);
    // Everything ever read from a member of the set.
    let mut set = ann.access.shift_remove(&root).unwrap_or_default();
    for d in descs {
        if let Some(old) = ann.access.shift_remove(d) {
            set.descs.extend(old.descs);
            set.attrs.extend(old.attrs);
        }
        if !set.descs.contains(d) {
            set.descs.push(*d);
        }
    }
    let old = set.attrs.get(name).cloned().unwrap_or(SomeValue::IMPOSSIBLE);
    if let Ok(u) = ann.union(site, &old, &result) {
        set.attrs.insert(name.clone(), u);
    }
    ann.access.insert(root, set);
    Ok(result)
}

fn desc_getattr(ann: &mut Facts, site: Site, d: DescId, name: &Rc<str>) -> AResult {
    match &ann.descs[d].kind {
        DescKind::Frozen { host } => {
            let host = *host;
            let Some(v) = hv::getattr(&mut ann.host, host, name) else {
                let what = hv::describe(&ann.host, host);
                return Err(ann.error(
                    site,
                    "no-attribute",
                    format!("{what} has no attribute '{name}'"),
                ));
            };
            ann.immutablevalue(site, v)
        }
        DescKind::Class(c) => {
            let (host, cname) = (c.host, c.name.clone());
            if &**name == "__name__" {
                return Ok(crate::definitions::constants::atom_annotation(&HlConst::Str(
                    cname.as_bytes().into(),
                )));
            }
            let Some(v) = hv::getattr(&mut ann.host, host, name) else {
                return Err(ann.error(
                    site,
                    "no-attribute",
                    format!("class {cname} has no attribute '{name}'"),
                ));
            };
            ann.immutablevalue(site, v)
        }
        DescKind::Function(f) => {
            let (host, fname) = (f.host, f.name.clone());
            let Some(v) = hv::getattr(&mut ann.host, host, name) else {
                return Err(ann.error(
                    site,
                    "no-attribute",
                    format!("function {fname} has no attribute '{name}'"),
                ));
            };
            ann.immutablevalue(site, v)
        }
        _ => {
            let what = show::show_desc(ann, d);
            Err(ann.error(site, "no-attribute", format!("{what} has no attribute '{name}'")))
        }
    }
}

fn op_setattr(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    args: &[SomeValue],
) -> AResult<Answer> {
    let name = attr_name(ann, site, &args[1])?;
    let (s, v) = (&args[0], &args[2]);
    match &s.kind {
        Kind::Instance { class, .. } => {
            let class = *class;
            if var(op, 1).is_some() {
                ann.reports.computed_attrs.insert((class, name.clone()), site.span);
            }
            if is_property(ann, site, class, &name)? {
                let method = crate::definitions::bases::setter_name(&name);
                let m = classdef::instance_getattr(ann, site, class, &method.into())?;
                if m.is_impossible() {
                    let host = ann.classdefs[class].host;
                    let of_class = hv::class_lookup(&ann.host, host, &name)
                        .is_some_and(|p| ann.host.flow.is_class_cell(p));
                    let e = ann.error(
                        site,
                        "read-only",
                        match of_class {
                            true => format!("attribute '{name}' is set on an instance"),
                            false => format!("property '{name}' cannot be set"),
                        },
                    );
                    return Err(match of_class {
                        true => e.note("functions assign to the class attribute of this name, so it is one variable of all instances"),
                        false => e,
                    });
                }
                // Operands of setattr: object, name, value.
                let positional = vec![(v.clone(), crate::ArgSource::Operand(2))];
                let call = answers::positional(positional);
                return Ok(Answer::value(&m, call, "property set").giving(SomeValue::NONE));
            }
            if special_methods::has_special(ann, site, class, "__setattr__") {
                return special_setattr(ann, site, s, class, &name, v);
            }
            if hv::is_exception_class(&ann.host, ann.classdefs[class].host)
                && let Some(e) = chaining::chaining_attr(ann, site, &name)
            {
                return e.map(Answer::from);
            }
            plain_setattr(ann, site, class, &name, v)?;
            Ok(SomeValue::NONE.into())
        }
        Kind::None_ => Err(AnnError::Blocked),
        Kind::Pbc { descs, .. } => {
            let what = show::show_desc(ann, descs[0]);
            let note = match &ann.descs[descs[0]].kind {
                DescKind::Frozen { host }
                    if matches!(hv::view(&ann.host, *host), hv::View::Module) =>
                {
                    "globals are constants at run time; keep state in an instance"
                }
                DescKind::Class(_) => {
                    "class attributes are constants at run time; keep state in an instance"
                }
                _ => "prebuilt objects with _freeze_() are constants",
            };
            Err(ann
                .error(
                    site,
                    "read-only",
                    format!("attribute '{name}' of {what} cannot be set at run time"),
                )
                .note(note))
        }
        _ => Err(ops::bad_operands(ann, site, op.op, &args[..1])),
    }
}

/// `s.name = v` by a `__setattr__` method: one graph per name.
fn special_setattr(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    class: ClassDefId,
    name: &str,
    v: &SomeValue,
) -> AResult<Answer> {
    let host = ann.classdefs[class].host;
    if bases::find_method(ann, host, "__setattr__").is_none() {
        return Err(ann
            .error(site, "read-only", format!("attribute '{name}' of {} is set", ann.show(s)))
            .note("only subclasses of that have a __setattr__ method"));
    }
    let h = ann.host.str(name);
    let text = crate::definitions::constants::atom_annotation(&ann.host.to_const(h));
    // Operands of setattr: object, name, value.
    let positional =
        vec![(text, crate::ArgSource::Default(h)), (v.clone(), crate::ArgSource::Operand(2))];
    let call = answers::positional(positional);
    Ok(Answer::special_with(s, "__setattr__", call).giving(SomeValue::NONE))
}

/// Sets an attribute, whatever methods and properties the class has.
pub(crate) fn plain_setattr(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
    name: &Rc<str>,
    v: &SomeValue,
) -> AResult<()> {
    if !hierarchy::attr_allowed(ann, class, name) {
        let c = ann.classdefs[class].name.clone();
        return Err(ann
            .error(site, "slots", format!("attribute '{name}' of {c} may not be set"))
            .note("_attrs_ or __slots__ of the class lists all attributes"));
    }
    classdef::generalize_attr(ann, site, class, name, v.clone())?;
    classdef::attr_assigned(ann, site, class, name)
}

/// Says whether a name is a property of a class, or of its subclasses.
fn is_property(ann: &mut Facts, site: Site, class: ClassDefId, name: &Rc<str>) -> AResult<bool> {
    let host = ann.classdefs[class].host;
    if let Some(p) = hv::class_lookup(&ann.host, host, name) {
        return Ok(matches!(hv::class_attr(&ann.host, p), hv::ClassAttr::Property));
    }
    Ok(own_methods::subclass_property(ann, site, host, name))
}

/// Says whether a name is a property with a deleter in a class, or in a subclass.
fn can_delete(ann: &mut Facts, site: Site, class: ClassDefId, name: &str) -> bool {
    let host = ann.classdefs[class].host;
    let mut classes = own_methods::user_classes(ann, site);
    classes.retain(|c| ann.host.is_subclass(*c, host));
    classes.push(host);
    classes.into_iter().any(|c| {
        hv::class_lookup(&ann.host, c, name).is_some_and(|p| hv::has_deleter(&ann.host, p))
    })
}
