//! Attributes.

use crate::definitions::desc::DescKind;
use crate::prelude::*;
use flowmodel::HostRef;
use flowspace::flow;

impl Annotator {
    fn attr_name(&self, site: Site, s: &SomeValue) -> AResult<Rc<str>> {
        match constant_text(self, s) {
            Some(t) => Ok(t.into()),
            None => Err(self
                .error(
                    site,
                    "dynamic-name",
                    "the attribute name of getattr()/setattr() must be a constant",
                )
                .note("keep values that are looked up by computed names in a dict")),
        }
    }

    pub(crate) fn op_getattr(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let name = self.attr_name(site, &args[1])?;
        self.getattr(site, op, &args[0], &name)
    }

    /// `s.name`
    pub(crate) fn getattr(
        &mut self,
        site: Site,
        op: &Op,
        s: &SomeValue,
        name: &Rc<str>,
    ) -> AResult {
        match &s.kind {
            Kind::Instance { class, .. } => {
                let class = *class;
                if &**name == "__class__" {
                    return self.op_type(site, op, std::slice::from_ref(s));
                }
                if let Some(e) = self.exception_attr(site, class, name) {
                    return e;
                }
                if hv::is_exception_class(&self.host, self.classdefs[class].host)
                    && let Some(e) = self.chaining_attr(site, name)
                {
                    return e;
                }
                if &**name == "code"
                    && let Some(r) = self.exit_code_attr(site, s, class)
                {
                    return r;
                }
                if matches!(&**name, "args" | "message")
                    && let Some(r) = self.exception_args_attr(site, s, name)
                {
                    return r;
                }
                if let Some(r) = self.special_getattr(site, s, class, name) {
                    return r;
                }
                if let Some(deleted) = name.strip_suffix(flowspace::host::DELETER)
                    && !self.can_delete(site, class, deleted)
                {
                    let class = self.classdefs[class].name.clone();
                    return Err(self
                        .error(
                            site,
                            "read-only",
                            format!("attribute '{deleted}' of {class} cannot be deleted"),
                        )
                        .note("at run time only properties that have a deleter can"));
                }
                let prebuilt = s.const_host();
                let r = self.instance_getattr(site, class, name)?;
                if let Kind::Property(_) = r.kind {
                    let method = crate::definitions::bases::getter_name(name);
                    let m = self.instance_getattr(site, class, &method.into())?;
                    if m.is_impossible() {
                        return Err(self.error(
                            site,
                            "read-only",
                            format!("property '{name}' cannot be read"),
                        ));
                    }
                    let none = crate::CallArgs::default();
                    return self.call(site, &m, &none, Some("property get"));
                }
                if r.is_impossible() {
                    self.missing_attr(site, class, name)?;
                    return Err(AnnError::Blocked);
                }
                // A field declared immutable of a prebuilt object is known.
                if let Some(h) = prebuilt
                    && r.konst.is_none()
                    && self.is_immutable_field(class, name)
                    && let at = self.locate_attr(site, class, name)?
                    && !self.classdefs[at].attrs[name].late
                    && let Some(v) = hv::instance_attr(&self.host, h, name)
                {
                    let c = self.host.to_const(v);
                    if !matches!(c, HlConst::Host(_)) {
                        return Ok(SomeValue { kind: r.kind, konst: Some(c) });
                    }
                }
                Ok(r)
            }
            Kind::Pbc { descs, .. } => {
                let objects = if &**name == "__self__" { self.bound_objects(s) } else { None };
                if let Some(objects) = objects {
                    return Ok(objects);
                }
                let descs = descs.clone();
                match self.assigned_getattr(site, s, &descs, name) {
                    Some(read) => read,
                    None => self.pbc_getattr(site, &descs, name),
                }
            }
            Kind::Type(_) if &**name == "__name__" => Ok(SomeValue::STR),
            Kind::Type(c) => {
                let c = *c;
                let classes = self.class_descs_below(site, c)?;
                if let Some(read) = self.assigned_getattr(site, s, &classes, name) {
                    return read;
                }
                let r = self.instance_getattr(site, c, name)?;
                if matches!(&r.kind, Kind::Pbc { descs, .. } if self.desc_sort(descs[0]) == 2) {
                    return Err(self.error(
                        site,
                        "no-method",
                        format!(
                            "method '{name}' cannot be taken from a class that is not constant"
                        ),
                    ));
                }
                if r.is_impossible() {
                    return Err(AnnError::Blocked);
                }
                self.read_of_classes(site, c, name)?;
                Ok(r)
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
                    return self.deque_maxlen(site, s, l);
                }
                if !builtins::has_method(self, s, name) {
                    return Err(self.no_attr(site, s, name));
                }
                if let Some(e) = self.unknown_attribute(site, s, name) {
                    return Err(e);
                }
                Ok(Kind::BuiltinMethod { name: name.clone(), this: Rc::new(s.clone()) }.into())
            }
            Kind::Builtin(n) => {
                let full = format!("{n}.{name}");
                if let Some(b) = builtins::lookup(&full) {
                    return Ok(Kind::Builtin(b.name.into()).into());
                }
                if let Some(h) = s.const_host()
                    && let Some(v) = hv::getattr(&mut self.host, h, name)
                {
                    return self.immutablevalue(site, v);
                }
                Err(self.no_attr(site, s, name))
            }
            Kind::Integer { .. } | Kind::Float | Kind::Bool | Kind::Tuple(_)
                if builtins::has_method(self, s, name) =>
            {
                Ok(Kind::BuiltinMethod { name: name.clone(), this: Rc::new(s.clone()) }.into())
            }
            Kind::Tuple(_) | Kind::Integer { .. } | Kind::Float | Kind::Bool => {
                Err(self.no_attr(site, s, name))
            }
            // Of a constant property, read from a class: its functions.
            Kind::Property(p) if matches!(&**name, "fget" | "fset") => {
                let (get, set) = hv::property(&self.host, s.const_host().unwrap_or(*p));
                match if &**name == "fget" { get } else { set } {
                    Some(f) => self.immutablevalue(site, f),
                    None => Ok(SomeValue::NONE),
                }
            }
            // An error, or what always raises: `check_blocked` decides when all values are known.
            Kind::None_ => Err(AnnError::Blocked),
            _ => Err(self.no_attr(site, s, name)),
        }
    }

    fn no_attr(&self, site: Site, s: &SomeValue, name: &str) -> AnnError {
        self.error(site, "no-attribute", format!("{} has no attribute '{name}'", self.show(s)))
    }

    /// Attributes of built-in exceptions that have none at run time.
    fn exception_attr(&mut self, site: Site, class: ClassDefId, name: &str) -> Option<AResult> {
        let host = self.classdefs[class].host;
        if !hv::is_exception_class(&self.host, host) {
            return None;
        }
        match name {
            "errno" | "strerror" | "filename" => {
                let os = hv::exception(&self.host, "OSError")?;
                if self.host.is_subclass(host, os) {
                    let r = self.os_error_attrs(site);
                    return r.err().map(Err);
                }
                None
            }
            "encoding" | "object" | "start" | "end" | "reason" => {
                let top = hv::exception(&self.host, "UnicodeError")?;
                if self.host.is_subclass(host, top) {
                    return self.codec_error_attrs(site).err().map(Err);
                }
                None
            }
            _ => None,
        }
    }

    /// The attributes of errors of `decode` and `encode`.
    fn codec_error_attrs(&mut self, site: Site) -> AResult<()> {
        for (class, object) in
            [("UnicodeDecodeError", SomeValue::STR), ("UnicodeEncodeError", SomeValue::UNICODE)]
        {
            let c = self.exc_classdef(site, class)?;
            self.generalize_attr(site, c, &"object".into(), object)?;
        }
        let c = self.exc_classdef(site, "UnicodeError")?;
        for name in ["start", "end"] {
            self.generalize_attr(site, c, &name.into(), SomeValue::NONNEG)?;
        }
        for name in ["encoding", "reason"] {
            self.generalize_attr(site, c, &name.into(), SomeValue::STR)?;
        }
        Ok(())
    }

    /// The attributes of OSError, which the toolchain itself raises.
    pub(crate) fn os_error_attrs(&mut self, site: Site) -> AResult<()> {
        let c = self.exc_classdef(site, "OSError")?;
        self.generalize_attr(site, c, &"errno".into(), SomeValue::INT)?;
        self.generalize_attr(site, c, &"strerror".into(), SomeValue::STR_OR_NONE)?;
        self.generalize_attr(site, c, &"filename".into(), SomeValue::STR_OR_NONE)
    }

    fn is_immutable_field(&self, class: ClassDefId, name: &str) -> bool {
        self.class_mro(class).into_iter().any(|c| {
            let d = self.descs[self.classdefs[c].desc].as_class().expect("class");
            d.immutable
                || d.immutable_fields.iter().any(|f| f.strip_suffix("[*]").unwrap_or(f) == name)
        })
    }

    /// An attribute without any value: an error if the class cannot have it.
    fn missing_attr(&mut self, site: Site, class: ClassDefId, name: &str) -> AResult<()> {
        if !self.attr_allowed(class, name) {
            let c = self.classdefs[class].name.clone();
            return Err(self
                .error(site, "no-attribute", format!("instances of {c} have no attribute '{name}'"))
                .note("_attrs_ or __slots__ of the class lists all attributes"));
        }
        Ok(())
    }

    /// Notes that an attribute is read from the class of an instance of `class`: where instances have attributes of that
    /// name of their own, it stands in the classes, too.
    fn read_of_classes(&mut self, site: Site, class: ClassDefId, name: &Rc<str>) -> AResult<()> {
        let descs = self.class_descs_below(site, class)?;
        // (a class attribute at least: methods and properties do not come here)
        if descs.iter().any(|d| !self.class_desc_lacks(*d, name)) {
            self.pbc_getattr(site, &descs, name)?;
        }
        Ok(())
    }

    /// The classes of the instances that a variable of a class may hold.
    fn class_descs_below(&mut self, site: Site, class: ClassDefId) -> AResult<Vec<DescId>> {
        let top = self.classdefs[class].host;
        let mut descs = vec![];
        for h in self.user_classes(site) {
            if !self.host.is_subclass(h, top) {
                continue;
            }
            let d = self.class_desc(site, h)?;
            let c = self.classdef_of(site, d)?;
            if self.is_subclassdef(c, class) {
                descs.push(d);
            }
        }
        Ok(descs)
    }

    /// `s.name` where the program assigns the attribute of one of these classes, modules or frozen instances: their values are
    /// in cell objects, so a function finds out which one it is.
    fn assigned_getattr(
        &mut self,
        site: Site,
        s: &SomeValue,
        descs: &[DescId],
        name: &Rc<str>,
    ) -> Option<AResult> {
        let mut objects = vec![];
        for d in descs {
            let Some(HlConst::Host(h)) = self.desc_const(*d) else { return None };
            objects.push((*d, h, flow::assigned_attr(&mut self.host, h, name)));
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
                    vec![object, cell, self.host.bool(checked)]
                }
                None => {
                    key.push(object);
                    let value = match self.class_desc_lacks(d, name) {
                        true => None,
                        false => hv::getattr(&mut self.host, object, name),
                    };
                    [object].into_iter().chain(value).collect()
                }
            };
            parts.push(self.host.tuple(&part));
        }
        Some(
            self.made_for(site, "make_read_of_assigned", &key, parts)
                .and_then(|f| self.call_on(site, &f, &[(0, s)])),
        )
    }

    pub(crate) fn pbc_getattr(&mut self, site: Site, descs: &[DescId], name: &Rc<str>) -> AResult {
        for d in &descs[1..] {
            self.merge_access(descs[0], *d);
        }
        let mut result = SomeValue::IMPOSSIBLE;
        // What lacks it raises when the program runs, if others have it.
        let having: Vec<DescId> =
            descs.iter().copied().filter(|d| !self.class_desc_lacks(*d, name)).collect();
        for d in if having.is_empty() { descs } else { &having } {
            let s = self.desc_getattr(site, *d, name)?;
            result = self.union(site, &result, &s).map_err(|e| {
                self.union_at(
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
        let root = self.access_root(descs[0]);
        // Everything ever read from a member of the set.
        let mut set = self.access.shift_remove(&root).unwrap_or_default();
        for d in descs {
            if let Some(old) = self.access.shift_remove(d) {
                set.descs.extend(old.descs);
                set.attrs.extend(old.attrs);
            }
            if !set.descs.contains(d) {
                set.descs.push(*d);
            }
        }
        let old = set.attrs.get(name).cloned().unwrap_or(SomeValue::IMPOSSIBLE);
        if let Ok(u) = self.union(site, &old, &result) {
            set.attrs.insert(name.clone(), u);
        }
        self.access.insert(root, set);
        Ok(result)
    }

    /// Whether this is a class or frozen object without such an attribute.
    pub fn class_desc_lacks(&self, d: DescId, name: &str) -> bool {
        match &self.descs[d].kind {
            DescKind::Class(c) => {
                name != "__name__" && hv::class_lookup(&self.host, c.host, name).is_none()
            }
            DescKind::Frozen { host } => {
                let class = self.host.class_of(*host);
                matches!(hv::view(&self.host, *host), hv::View::Instance(..))
                    && hv::instance_attr(&self.host, *host, name).is_none()
                    && hv::class_lookup(&self.host, class, name).is_none()
                    && !matches!(name, "__class__" | "__dict__")
                    && self.find_method(class, "__getattr__").is_none()
            }
            _ => false,
        }
    }

    fn desc_getattr(&mut self, site: Site, d: DescId, name: &Rc<str>) -> AResult {
        match &self.descs[d].kind {
            DescKind::Frozen { host } => {
                let host = *host;
                let Some(v) = hv::getattr(&mut self.host, host, name) else {
                    let what = hv::describe(&self.host, host);
                    return Err(self.error(
                        site,
                        "no-attribute",
                        format!("{what} has no attribute '{name}'"),
                    ));
                };
                self.immutablevalue(site, v)
            }
            DescKind::Class(c) => {
                let (host, cname) = (c.host, c.name.clone());
                if &**name == "__name__" {
                    return Ok(crate::definitions::prebuilt::atom_annotation(&HlConst::Str(
                        cname.as_bytes().into(),
                    )));
                }
                let Some(v) = hv::getattr(&mut self.host, host, name) else {
                    return Err(self.error(
                        site,
                        "no-attribute",
                        format!("class {cname} has no attribute '{name}'"),
                    ));
                };
                self.immutablevalue(site, v)
            }
            DescKind::Function(f) => {
                let (host, fname) = (f.host, f.name.clone());
                let Some(v) = hv::getattr(&mut self.host, host, name) else {
                    return Err(self.error(
                        site,
                        "no-attribute",
                        format!("function {fname} has no attribute '{name}'"),
                    ));
                };
                self.immutablevalue(site, v)
            }
            _ => {
                let what = self.show_desc(d);
                Err(self.error(site, "no-attribute", format!("{what} has no attribute '{name}'")))
            }
        }
    }

    pub(crate) fn op_setattr(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let name = self.attr_name(site, &args[1])?;
        let (s, v) = (&args[0], &args[2]);
        match &s.kind {
            Kind::Instance { class, .. } => {
                let class = *class;
                if var(op, 1).is_some() {
                    self.reports.computed_attrs.insert((class, name.clone()), site.span);
                }
                if self.is_property(site, class, &name)? {
                    let method = crate::definitions::bases::setter_name(&name);
                    let m = self.instance_getattr(site, class, &method.into())?;
                    if m.is_impossible() {
                        let host = self.classdefs[class].host;
                        let of_class = hv::class_lookup(&self.host, host, &name)
                            .is_some_and(|p| self.host.flow.is_class_cell(p));
                        let e = self.error(
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
                    let shape = crate::CallShape { pos: 1, ..Default::default() };
                    let call = crate::CallArgs { positional, keywords: vec![], shape };
                    self.call(site, &m, &call, Some("property set"))?;
                    return Ok(SomeValue::NONE);
                }
                if self.has_special(site, class, "__setattr__") {
                    return self.special_setattr(site, s, class, &name, v);
                }
                if hv::is_exception_class(&self.host, self.classdefs[class].host)
                    && let Some(e) = self.chaining_attr(site, &name)
                {
                    return e;
                }
                self.plain_setattr(site, class, &name, v)?;
                Ok(SomeValue::NONE)
            }
            Kind::None_ => Err(AnnError::Blocked),
            Kind::Pbc { descs, .. } => {
                let what = self.show_desc(descs[0]);
                let note = match &self.descs[descs[0]].kind {
                    DescKind::Frozen { host }
                        if matches!(hv::view(&self.host, *host), hv::View::Module) =>
                    {
                        "globals are constants at run time; keep state in an instance"
                    }
                    DescKind::Class(_) => {
                        "class attributes are constants at run time; keep state in an instance"
                    }
                    _ => "prebuilt objects with _freeze_() are constants",
                };
                Err(self
                    .error(
                        site,
                        "read-only",
                        format!("attribute '{name}' of {what} cannot be set at run time"),
                    )
                    .note(note))
            }
            _ => Err(self.bad_operands(site, op.op, &args[..1])),
        }
    }

    /// `s.name = v` by a `__setattr__` method: one graph per name.
    fn special_setattr(
        &mut self,
        site: Site,
        s: &SomeValue,
        class: ClassDefId,
        name: &str,
        v: &SomeValue,
    ) -> AResult {
        let host = self.classdefs[class].host;
        if self.find_method(host, "__setattr__").is_none() {
            return Err(self
                .error(site, "read-only", format!("attribute '{name}' of {} is set", self.show(s)))
                .note("only subclasses of that have a __setattr__ method"));
        }
        let h = self.host.str(name);
        let text = crate::definitions::prebuilt::atom_annotation(&self.host.to_const(h));
        // Operands of setattr: object, name, value.
        let positional =
            vec![(text, crate::ArgSource::Default(h)), (v.clone(), crate::ArgSource::Operand(2))];
        let shape = crate::CallShape { pos: 2, ..Default::default() };
        let call = crate::CallArgs { positional, keywords: vec![], shape };
        self.call_special_args(site, s, "__setattr__", call)?;
        Ok(SomeValue::NONE)
    }

    /// Sets an attribute, whatever methods and properties the class has.
    pub(crate) fn plain_setattr(
        &mut self,
        site: Site,
        class: ClassDefId,
        name: &Rc<str>,
        v: &SomeValue,
    ) -> AResult<()> {
        if !self.attr_allowed(class, name) {
            let c = self.classdefs[class].name.clone();
            return Err(self
                .error(site, "slots", format!("attribute '{name}' of {c} may not be set"))
                .note("_attrs_ or __slots__ of the class lists all attributes"));
        }
        self.generalize_attr(site, class, name, v.clone())?;
        self.attr_assigned(site, class, name)
    }

    /// Whether a name is a property of a class, or of its subclasses.
    fn is_property(&mut self, site: Site, class: ClassDefId, name: &Rc<str>) -> AResult<bool> {
        let host = self.classdefs[class].host;
        if let Some(p) = hv::class_lookup(&self.host, host, name) {
            return Ok(matches!(hv::class_attr(&self.host, p), hv::ClassAttr::Property));
        }
        Ok(self.subclass_property(site, host, name))
    }

    /// Whether a name is a property with a deleter in a class, or in a subclass.
    fn can_delete(&mut self, site: Site, class: ClassDefId, name: &str) -> bool {
        let host = self.classdefs[class].host;
        let mut classes = self.user_classes(site);
        classes.retain(|c| self.host.is_subclass(*c, host));
        classes.push(host);
        classes.into_iter().any(|c| {
            hv::class_lookup(&self.host, c, name).is_some_and(|p| hv::has_deleter(&self.host, p))
        })
    }

    /// Function in which a class or its bases define a name, with the class that does.
    pub(crate) fn find_method(&self, class: HostRef, name: &str) -> Option<(HostRef, HostRef)> {
        let (owner, f) = hv::class_lookup_where(&self.host, class, name)?;
        if hv::is_builtin_class(&self.host, owner) { None } else { Some((owner, f)) }
    }
}
