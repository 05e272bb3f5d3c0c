//! Classes: linearisation, creation, instantiation.

use super::*;

/// Attributes of classes that list names for the stages after the import.
const DECLARATIONS: &[&str] = &["__slots__", "_attrs_", "_immutable_fields_", "_virtualizable_"];

impl Host {
    /// C3 linearisation of a class with these bases; `Err(())` if there is none.
    fn c3(&self, bases: &[HostRef]) -> Result<Vec<HostRef>, ()> {
        let mut seqs: Vec<Vec<HostRef>> = bases.iter().map(|b| self.cls(*b).mro.clone()).collect();
        seqs.push(bases.to_vec());
        let mut out = vec![];
        loop {
            seqs.retain(|s| !s.is_empty());
            if seqs.is_empty() {
                return Ok(out);
            }
            let candidate = seqs
                .iter()
                .map(|s| s[0])
                .find(|c| seqs.iter().all(|s| !s[1..].contains(c)))
                .ok_or(())?;
            out.push(candidate);
            for s in &mut seqs {
                if s[0] == candidate {
                    s.remove(0);
                }
            }
        }
    }

    /// `type(name, bases, dict)`: makes a class whose type is `meta`.
    pub fn make_class(&mut self, meta: HostRef, name: &str, bases: &[HostRef], dict: HostRef) -> R {
        let bases = if bases.is_empty() { vec![self.types.object] } else { bases.to_vec() };
        for b in &bases {
            if self.class(*b).is_none() {
                return Err(self.type_error("bases must be types"));
            }
            if [self.types.bool, self.types.none, self.types.function].contains(b) {
                let m = format!("type '{}' is not an acceptable base type", self.cls(*b).name);
                return Err(self.type_error(m));
            }
        }
        let mro = match self.c3(&bases) {
            Ok(m) => m,
            Err(()) => {
                let names: Vec<&str> = bases.iter().map(|b| &*self.cls(*b).name).collect();
                let m = format!(
                    "Cannot create a consistent method resolution\norder (MRO) for bases {}",
                    names.join(", ")
                );
                return Err(self.type_error(m));
            }
        };
        for name in DECLARATIONS {
            if let Some(names) = self.ns_get(dict, name) {
                let names = self.kept_names(names)?;
                self.ns_set(dict, name, names);
            }
        }
        let mut layout = Layout::Object;
        for b in &bases {
            match (layout, self.cls(*b).layout) {
                (_, Layout::Object) => {}
                (Layout::Object, l) => layout = l,
                (a, b) if a == b => {}
                _ => {
                    let m = "multiple bases have instance lay-out conflict";
                    return Err(self.type_error(m));
                }
            }
        }
        let cls = self.alloc(HostObj::Class(Box::new(ClassData {
            name: name.into(),
            qualname: None,
            bases: bases.clone(),
            mro: vec![],
            dict,
            meta,
            layout,
            is_builtin: false,
            subclasses: vec![],
            custom_eq: false,
            has_getattribute: false,
            no_dict: false,
        })));
        let mut full = vec![cls];
        full.extend(mro);
        self.cls_mut(cls).mro = full;
        for b in &bases {
            self.cls_mut(*b).subclasses.push(cls);
        }
        // `__new__` is a static method without being marked as one, `__init_subclass__` and
        // `__class_getitem__` class methods.
        for (special, is_static) in
            [("__new__", true), ("__init_subclass__", false), ("__class_getitem__", false)]
        {
            if let Some(f) = self.ns_get(dict, special)
                && matches!(self.obj(f), HostObj::Function(_))
            {
                let w = if is_static { HostObj::StaticMethod(f) } else { HostObj::ClassMethod(f) };
                let w = self.alloc(w);
                self.ns_set(dict, special, w);
            }
        }
        let object = self.types.object;
        self.cls_mut(cls).no_dict = layout == Layout::Object
            && self.ns_get(dict, "__slots__").is_some_and(|s| !self.names_dict(s))
            && bases.iter().all(|b| *b == object || self.cls(*b).no_dict);
        self.refresh_flags(cls);
        for (name, value) in self.dict_items(dict) {
            if let Some(name) = self.text(name) {
                self.note_overload(&name, value);
            }
        }
        Ok(cls)
    }

    /// Keeps [`Host::overloads`] up to date when a class gets an attribute.
    pub(super) fn note_overload(&mut self, name: &str, value: HostRef) {
        let special = name.starts_with("__") && name.ends_with("__") || name == "next";
        let property = matches!(self.obj(value), HostObj::Property(_));
        if (special || property)
            && !self.overloads.contains(name)
            && !self.is_of_fixed_width_ints(value)
        {
            self.overloads.insert(name.into());
        }
    }

    /// Tells whether it is a method of the fixed-width integers: translated, these are no objects.
    fn is_of_fixed_width_ints(&self, method: HostRef) -> bool {
        let module = self.func(method).and_then(|f| self.ns_get(f.globals, "__name__"));
        module.and_then(|m| self.text(m)).as_deref() == Some("rpython.rlib.rarithmetic")
    }

    /// Names in a form that can be read more than once: an iterator would be used up by the first reader.
    fn kept_names(&mut self, names: HostRef) -> R {
        let once = match self.obj(self.base(names)) {
            HostObj::Iter(_) | HostObj::Generator(_) | HostObj::DictView(..) => true,
            HostObj::Instance(_) => self.user_special(names, "__iter__").is_some(),
            _ => false,
        };
        if !once {
            return Ok(names);
        }
        let items = self.iter_to_vec(names)?;
        Ok(self.list(items))
    }

    fn names_dict(&self, slots: HostRef) -> bool {
        let items = match self.obj(slots) {
            HostObj::Tuple(t) => t.to_vec(),
            HostObj::List(l) => l.clone(),
            _ => vec![slots],
        };
        items.iter().any(|s| self.text(*s).as_deref() == Some("__dict__"))
    }

    /// May an instance of a class with `__slots__` have this attribute?
    pub(crate) fn slot_allows(&mut self, cls: HostRef, name: &str) -> R<bool> {
        for c in self.cls(cls).mro.clone() {
            let Some(slots) = self.ns_get(self.cls(c).dict, "__slots__") else { continue };
            if self.text(slots).is_some_and(|s| &*s == name) {
                return Ok(true);
            }
            if self.text(slots).is_none() {
                for s in self.iter_to_vec(slots)? {
                    if let Some(s) = self.text(s)
                        && self.slot_name(c, &s) == name
                    {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// A slot's attribute name: private names are mangled.
    fn slot_name(&self, cls: HostRef, slot: &str) -> String {
        if slot.starts_with("__") && !slot.ends_with("__") {
            return format!("_{}{slot}", self.cls(cls).name.trim_start_matches('_'));
        }
        slot.to_string()
    }

    fn refresh_flags(&mut self, cls: HostRef) {
        let user = |h: &Host, n: &str| {
            h.lookup_where(cls, n).is_some_and(|(owner, f)| {
                // `__eq__ = int.__eq__` leaves the meaning as it is.
                !h.cls(owner).is_builtin && !matches!(h.obj(f), HostObj::Builtin(_))
            })
        };
        let eq = user(self, "__eq__") || user(self, "__hash__") || user(self, "__cmp__");
        let ga = user(self, "__getattribute__");
        let c = self.cls_mut(cls);
        c.custom_eq = eq;
        c.has_getattribute = ga;
    }

    pub(crate) fn class_changed(&mut self, cls: HostRef, name: &str) {
        if !matches!(name, "__eq__" | "__hash__" | "__cmp__" | "__getattribute__" | "__bases__") {
            return;
        }
        self.refresh_flags(cls);
        for s in self.cls(cls).subclasses.clone() {
            self.class_changed(s, name);
        }
    }

    pub(crate) fn class_setattr(&mut self, cls: HostRef, name: &str, value: HostRef) -> R<()> {
        self.note_overload(name, value);
        match name {
            "__name__" | "__qualname__" => match self.text(value) {
                Some(t) if name == "__name__" => self.cls_mut(cls).name = t,
                Some(t) => self.cls_mut(cls).qualname = Some(t),
                None => return Err(self.type_error("can only assign string to class name")),
            },
            "__bases__" => {
                let bases = match self.obj(value) {
                    HostObj::Tuple(t) => t.to_vec(),
                    _ => return Err(self.type_error("can only assign tuple to __bases__")),
                };
                if bases.iter().any(|b| self.class(*b).is_none()) {
                    return Err(self.type_error("bases must be types"));
                }
                let Ok(tail) = self.c3(&bases) else {
                    return Err(self.type_error("no consistent method resolution order"));
                };
                let mut mro = vec![cls];
                mro.extend(tail);
                let c = self.cls_mut(cls);
                c.bases = bases;
                c.mro = mro;
                self.class_changed(cls, name);
            }
            _ => {
                let value =
                    if DECLARATIONS.contains(&name) { self.kept_names(value)? } else { value };
                let d = self.cls(cls).dict;
                self.ns_set(d, name, value);
                self.class_changed(cls, name);
            }
        }
        Ok(())
    }

    /// The metaclass for a class statement: an explicit one, the module's or the bases'.
    pub(crate) fn choose_metaclass(&mut self, explicit: Option<HostRef>, bases: &[HostRef]) -> R {
        let mut best = match explicit {
            Some(m) if self.class(m).is_none() => return Ok(m),
            Some(m) => m,
            None => self.types.type_,
        };
        for b in bases {
            let m = self.class_of(*b);
            if self.is_subclass(m, best) {
                best = m;
            } else if !self.is_subclass(best, m) {
                return Err(self.type_error(
                    "metaclass conflict: the metaclass of a derived class must be a (non-strict) \
                     subclass of the metaclasses of all its bases",
                ));
            }
        }
        Ok(best)
    }

    /// Makes the class of a class statement whose body has run.
    pub(crate) fn finish_class(
        &mut self,
        name: &str,
        bases: &[HostRef],
        ns: HostRef,
        meta: Option<HostRef>,
        kw: &Kw,
    ) -> R {
        let explicit = meta.or_else(|| self.ns_get(ns, "__metaclass__"));
        let meta = self.choose_metaclass(explicit, bases)?;
        let n = self.str(name);
        let b = self.tuple(bases);
        self.call(meta, &[n, b, ns], kw)
    }

    /// `type.__new__`, with the hooks that run after creation.
    pub(crate) fn type_new(
        &mut self,
        meta: HostRef,
        name: HostRef,
        bases: HostRef,
        ns: HostRef,
        kw: &Kw,
    ) -> R {
        let Some(n) = self.text(name) else {
            return Err(self.type_error("type() argument 1 must be str"));
        };
        let b = match self.obj(bases) {
            HostObj::Tuple(t) => t.to_vec(),
            _ => return Err(self.type_error("type() argument 2 must be tuple")),
        };
        if self.dict(ns).is_none() {
            return Err(self.type_error("type() argument 3 must be dict"));
        }
        for base in &b {
            if self.class(*base).is_none() {
                return Err(self.type_error("bases must be types"));
            }
        }
        let meta = self.choose_metaclass(Some(meta), &b)?;
        let copy = (*self.ns(ns)).clone();
        let dict = self.alloc(HostObj::Dict(Box::new(copy)));
        let qualname = self.ns_del(dict, "__qualname__").and_then(|q| self.text(q));
        if self.ns_get(dict, "__module__").is_none() {
            let module = self.run.frames.last().map(|f| f.globals);
            let m = module.and_then(|g| self.ns_get(g, "__name__")).unwrap_or(NONE);
            self.ns_set(dict, "__module__", m);
        }
        if self.ns_get(dict, "__doc__").is_none() {
            self.ns_set(dict, "__doc__", NONE);
        }
        let cls = self.make_class(meta, &n, &b, dict)?;
        self.cls_mut(cls).qualname = qualname;
        let items: Vec<(HostRef, HostRef)> = self.ns(dict).items().collect();
        for (k, v) in items {
            if let HostObj::Instance(i) = self.obj(v)
                && let Some(f) = self.lookup_in_mro(i.class, "__set_name__")
            {
                self.call_special(f, v, &[cls, k])?;
            }
        }
        let mro = self.cls(cls).mro.clone();
        for c in mro.into_iter().skip(1) {
            if let Some(f) = self.ns_get(self.cls(c).dict, "__init_subclass__") {
                let f = self.bind(f, None, cls)?;
                self.call(f, &[], kw)?;
                break;
            }
        }
        Ok(cls)
    }

    /// Allocates an instance without running `__init__` (`object.__new__`).
    pub fn new_instance(&mut self, class: HostRef) -> HostRef {
        let payload = match self.cls(class).layout {
            Layout::Exception => Payload::ExcArgs(EMPTY_TUPLE),
            _ => Payload::None,
        };
        self.alloc(HostObj::Instance(Box::new(InstanceData { class, dict: None, payload })))
    }

    /// Wraps a builtin value as an instance of a subclass of its type.
    pub(crate) fn wrap_payload(&mut self, class: HostRef, value: HostRef) -> HostRef {
        if self.cls(class).is_builtin {
            return value;
        }
        let payload = Payload::Value(value);
        self.alloc(HostObj::Instance(Box::new(InstanceData { class, dict: None, payload })))
    }

    /// Classes with abstract methods have no instances.
    fn check_abstract(&mut self, cls: HostRef, names: HostRef) -> R<()> {
        let mut missing = vec![];
        for n in self.iter_to_vec(names)? {
            missing.extend(self.text(n));
        }
        if missing.is_empty() {
            return Ok(());
        }
        missing.sort();
        let s = if missing.len() == 1 { "" } else { "s" };
        let m = format!(
            "Can't instantiate abstract class {} with abstract method{s} {}",
            self.cls(cls).name,
            missing.join(", ")
        );
        Err(self.type_error(m))
    }

    /// `cls(*args)`, after a metaclass's own `__call__` had its chance.
    pub(crate) fn instantiate(&mut self, cls: HostRef, args: &[HostRef], kw: &Kw) -> R {
        let direct = std::mem::take(&mut self.run.direct);
        let fed = self.run.feeds.take() == Some(self.collector.made);
        if self.cls(cls).meta != self.types.type_
            && let Some(names) = self.lookup_in_mro(cls, "__abstractmethods__")
        {
            self.check_abstract(cls, names)?;
        }
        let new = self.lookup_where(cls, "__new__");
        let object = self.types.object;
        let init = self.lookup_where(cls, "__init__");
        let has_init = init.is_some_and(|(owner, _)| owner != object);
        let r = match new {
            Some((owner, f)) if owner != object => {
                let f = self.bind(f, None, cls)?;
                let mut all = vec![cls];
                all.extend_from_slice(args);
                self.call(f, &all, kw)?
            }
            _ => {
                if !has_init && (!args.is_empty() || !kw.is_empty()) {
                    let m = format!("{}() takes no arguments", self.cls(cls).name);
                    return Err(self.type_error(m));
                }
                self.new_instance(cls)
            }
        };
        if let (true, Some((_, f))) = (has_init, init)
            && self.is_subclass(self.class_of(r), cls)
        {
            // Builtin immutable types have no `__init__` of their own.
            let mut few = [r; 6];
            let mut many = vec![];
            let all = match few.get_mut(1..args.len() + 1) {
                Some(rest) => {
                    rest.copy_from_slice(args);
                    &few[..args.len() + 1]
                }
                None => {
                    many.push(r);
                    many.extend_from_slice(args);
                    &many
                }
            };
            let res = if matches!(self.obj(f), HostObj::Function(_) | HostObj::Builtin(_)) {
                self.run.being_made.push(r);
                self.run.direct = direct && matches!(self.obj(f), HostObj::Function(_));
                self.run.feeds = fed.then_some(self.collector.made);
                let res = self.call(f, all, kw);
                self.run.being_made.pop();
                res?
            } else {
                let f = self.bind(f, Some(r), cls)?;
                self.call(f, args, kw)?
            };
            if res != NONE {
                let t = self.type_name(res);
                return Err(self.type_error(format!("__init__() should return None, not '{t}'")));
            }
        }
        Ok(r)
    }
}
