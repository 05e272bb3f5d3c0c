//! Attribute access: descriptors, instance dictionaries, class lookups.

use super::*;
use flowmodel::name::Name;

impl Host {
    /// Type of an object.
    pub fn class_of(&self, r: HostRef) -> HostRef {
        let t = &self.types;
        match self.obj(r) {
            HostObj::None => t.none,
            HostObj::NotImplemented => t.not_implemented,
            HostObj::Ellipsis => t.ellipsis,
            HostObj::Bool(_) => t.bool,
            HostObj::Int(_) | HostObj::BigInt(_) => t.int,
            HostObj::Float(_) => t.float,
            HostObj::Str(_) if self.is_python3_bytes(r) => t.bytes,
            HostObj::Str(_) => t.str,
            HostObj::Unicode(_) => t.unicode,
            HostObj::ByteArray(_) => t.bytearray,
            HostObj::Tuple(_) => t.tuple,
            HostObj::List(_) => t.list,
            HostObj::Dict(_) => t.dict,
            HostObj::Set(_) => t.set,
            HostObj::FrozenSet(_) => t.frozenset,
            HostObj::Slice(..) => t.slice,
            HostObj::Range(..) => t.range,
            HostObj::Function(_) => t.function,
            HostObj::Builtin(_) => t.builtin_function,
            HostObj::BoundMethod { .. } | HostObj::Unbound { .. } => t.method,
            HostObj::Class(c) => c.meta,
            HostObj::Instance(i) => i.class,
            HostObj::Module(_) => t.module,
            HostObj::Property(_) => t.property,
            HostObj::StaticMethod(_) => t.staticmethod,
            HostObj::ClassMethod(_) => t.classmethod,
            HostObj::GetSet(_) => t.getset,
            HostObj::Cell(_) => t.cell,
            HostObj::Iter(_) => t.iterator,
            HostObj::Generator(_) => t.generator,
            HostObj::Code(_) => t.code,
            HostObj::Super { .. } => t.super_,
            HostObj::DictView(_, ViewKind::Keys) => t.dict_keys,
            HostObj::DictView(_, ViewKind::Values) => t.dict_values,
            HostObj::DictView(_, ViewKind::Items) => t.dict_items,
            HostObj::File(_) => t.file,
            HostObj::Opaque { .. } | HostObj::Free => t.object,
        }
    }

    /// Name of an object's type.
    pub fn type_name(&self, r: HostRef) -> Rc<str> {
        match self.obj(r) {
            HostObj::Opaque { kind, .. } => kind.clone(),
            _ => self.cls(self.class_of(r)).name.clone(),
        }
    }

    /// `issubclass` on the method resolution order.
    pub fn is_subclass(&self, cls: HostRef, of: HostRef) -> bool {
        cls == of || self.cls(cls).mro.contains(&of)
    }

    /// `isinstance` for a single class.
    pub fn is_instance(&self, r: HostRef, cls: HostRef) -> bool {
        self.is_subclass(self.class_of(r), cls) || cls == self.types.str && self.passes_for_str(r)
    }

    /// Special method defined in the language (on a class that is not builtin).
    pub(crate) fn user_special(&self, r: HostRef, name: &str) -> Option<HostRef> {
        let cls = match self.obj(r) {
            HostObj::Instance(i) => i.class,
            HostObj::Class(c) if c.meta != self.types.type_ => c.meta,
            _ => return None,
        };
        let (owner, f) = self.lookup_where(cls, name)?;
        if self.cls(owner).is_builtin { None } else { Some(f) }
    }

    /// Calls a special method found on the type.
    pub(crate) fn call_special(&mut self, f: HostRef, this: HostRef, args: &[HostRef]) -> R {
        let is_plain = matches!(self.obj(f), HostObj::Function(_) | HostObj::Builtin(_));
        if is_plain {
            let mut all = Vec::with_capacity(args.len() + 1);
            all.push(this);
            all.extend_from_slice(args);
            return self.call(f, &all, &[]);
        }
        let cls = self.class_of(this);
        let bound = self.bind(f, Some(this), cls)?;
        self.call(bound, args, &[])
    }

    /// The descriptor protocol's `__get__`: `this` is `None` for a lookup on a class.
    pub fn bind(&mut self, attr: HostRef, this: Option<HostRef>, cls: HostRef) -> R {
        match self.obj(attr) {
            HostObj::Function(_) => Ok(match this {
                Some(this) => self.alloc(HostObj::BoundMethod { func: attr, this }),
                None if self.in_python2() => {
                    self.alloc(HostObj::Unbound { func: attr, class: cls })
                }
                None => attr,
            }),
            &HostObj::Unbound { func, class } => Ok(match this {
                Some(this) if self.is_instance(this, class) => {
                    self.alloc(HostObj::BoundMethod { func, this })
                }
                _ => attr,
            }),
            HostObj::Builtin(b) => Ok(match this {
                Some(this) if b.is_method => self.alloc(HostObj::BoundMethod { func: attr, this }),
                _ => attr,
            }),
            HostObj::StaticMethod(f) => Ok(*f),
            HostObj::ClassMethod(f) => {
                let f = *f;
                Ok(self.alloc(HostObj::BoundMethod { func: f, this: cls }))
            }
            HostObj::Property(p) => match (this, p.get) {
                (None, _) => Ok(self.value_in_class(attr)),
                (Some(this), Some(get)) => self.call(get, &[this], &[]),
                (Some(_), None) => Err(self.err("AttributeError", "unreadable attribute")),
            },
            HostObj::GetSet(g) => match this {
                Some(this) => (g.get)(self, this),
                None => Ok(attr),
            },
            HostObj::Instance(i) => match self.lookup_in_mro(i.class, "__get__") {
                Some(get) => self.call_special(get, attr, &[this.unwrap_or(NONE), cls]),
                None => Ok(attr),
            },
            _ => Ok(attr),
        }
    }

    /// The function of an unbound method; other objects are themselves. (What stands behind import time knows functions only.)
    pub fn plain_function(&self, r: HostRef) -> HostRef {
        match self.obj(r) {
            HostObj::Unbound { func, .. } => *func,
            _ => r,
        }
    }

    /// `__name__` of a function, or what its type is called.
    pub(super) fn function_name(&self, func: HostRef) -> Rc<str> {
        match self.obj(func) {
            HostObj::Function(f) => f.name.clone(),
            _ => self.type_name(func),
        }
    }

    fn is_data_descriptor(&self, attr: HostRef) -> bool {
        match self.obj(attr) {
            HostObj::Property(_) | HostObj::GetSet(_) => true,
            HostObj::Instance(i) => self.lookup_in_mro(i.class, "__set__").is_some(),
            _ => false,
        }
    }

    /// The instance dictionary, if the object has one (already).
    pub fn own_dict(&self, r: HostRef) -> Option<HostRef> {
        match self.obj(r) {
            HostObj::Instance(i) => i.dict,
            HostObj::Module(m) => Some(m.dict),
            HostObj::Function(f) => f.dict,
            HostObj::Class(c) => Some(c.dict),
            _ => self.side_dicts.get(&r).copied(),
        }
    }

    /// Like [`Host::own_dict`], making it on demand.
    pub(crate) fn make_own_dict(&mut self, r: HostRef) -> Option<HostRef> {
        if let Some(d) = self.own_dict(r) {
            return Some(d);
        }
        let d = self.new_dict();
        match self.obj_mut(r) {
            HostObj::Instance(i) => i.dict = Some(d),
            HostObj::Function(f) => f.dict = Some(d),
            HostObj::Builtin(_)
            | HostObj::Property(_)
            | HostObj::StaticMethod(_)
            | HostObj::ClassMethod(_)
            | HostObj::Opaque { .. } => {
                self.side_dicts.insert(r, d);
            }
            _ => return None,
        }
        Some(d)
    }

    /// `getattr(obj, name)`; `None` where Python raises `AttributeError`.
    pub fn getattr_opt(&mut self, r: HostRef, name: &str) -> R<Option<HostRef>> {
        match self.getattr(r, name) {
            Ok(v) => Ok(Some(v)),
            Err(e) if self.err_is(e, "AttributeError") => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Whether an instance declares that it never changes: what its `_freeze_()` says, asked once.
    pub fn is_frozen(&mut self, r: HostRef) -> R<bool> {
        let cls = self.class_of(r);
        if self.lookup_in_mro(cls, "_freeze_").is_none() {
            return Ok(false);
        }
        if let Some(known) = self.frozen.get(&r) {
            return Ok(*known);
        }
        let method = self.getattr(r, "_freeze_")?;
        let answer = self.call(method, &[], &[])?;
        let frozen = self.is_true(answer)?;
        self.frozen.insert(r, frozen);
        Ok(frozen)
    }

    /// `getattr(obj, name)`.
    pub fn getattr(&mut self, r: HostRef, name: &str) -> R {
        if let HostObj::Instance(i) = self.obj(r) {
            let cls = i.class;
            if self.cls(cls).has_getattribute
                && let Some((owner, f)) = self.lookup_where(cls, "__getattribute__")
                && !self.cls(owner).is_builtin
            {
                let n = self.str(name);
                return match self.call_special(f, r, &[n]) {
                    Err(e) if self.err_is(e, "AttributeError") => {
                        match self.getattr_hook(r, name) {
                            Some(v) => v,
                            None => Err(e),
                        }
                    }
                    other => other,
                };
            }
        }
        if let Some(v) = self.generic_getattr(r, name)? {
            return Ok(v);
        }
        if let Some(v) = self.getattr_hook(r, name) {
            return v;
        }
        const LIST_METHODS: [&str; 9] =
            ["append", "extend", "insert", "remove", "pop", "sort", "reverse", "index", "count"];
        if LIST_METHODS.contains(&name) && self.become_list(r)? {
            return self.getattr(r, name);
        }
        Err(self.no_attribute(r, name))
    }

    fn getattr_hook(&mut self, r: HostRef, name: &str) -> Option<R> {
        if let HostObj::Module(m) = self.obj(r) {
            let f = self.ns_get(m.dict, "__getattr__")?;
            let n = self.str(name);
            return Some(self.call(f, &[n], &[]));
        }
        let f = self.user_special(r, "__getattr__")?;
        let n = self.str(name);
        Some(self.call_special(f, r, &[n]))
    }

    fn no_attribute(&mut self, r: HostRef, name: &str) -> HErr {
        let msg = match self.obj(r) {
            HostObj::Class(c) => format!("type object '{}' has no attribute '{name}'", c.name),
            HostObj::Module(m) => format!("module '{}' has no attribute '{name}'", m.name),
            _ => format!("'{}' object has no attribute '{name}'", self.type_name(r)),
        };
        let e = self.err("AttributeError", msg);
        self.run.looked_for = Some((e.0, LookedIn::Object(r), name.to_string()));
        e
    }

    /// Attribute lookup without `__getattribute__`/`__getattr__`; `None` if absent.
    pub fn generic_getattr(&mut self, r: HostRef, name: &str) -> R<Option<HostRef>> {
        if let HostObj::Super { cls, this, this_type } = *self.obj(r) {
            return self.super_getattr(cls, this, this_type, name);
        }
        if let Some(v) = self.special_attr(r, name) {
            return Ok(Some(v));
        }
        let cls = self.class_of(r);
        let on_type = self.lookup_in_mro(cls, name);
        if let Some(a) = on_type
            && self.is_data_descriptor(a)
        {
            return self.bind(a, Some(r), cls).map(Some);
        }
        if let HostObj::Class(_) = self.obj(r) {
            if let Some(a) = self.lookup_in_mro(r, name) {
                return self.bind(a, None, r).map(Some);
            }
        } else if let Some(d) = self.own_dict(r)
            && let Some(v) = self.ns_get(d, name)
        {
            return Ok(Some(v));
        }
        match on_type {
            Some(a) => self.bind(a, Some(r), cls).map(Some),
            None => Ok(None),
        }
    }

    fn super_getattr(
        &mut self,
        cls: HostRef,
        this: HostRef,
        this_type: HostRef,
        name: &str,
    ) -> R<Option<HostRef>> {
        if name == "__class__" {
            return Ok(Some(self.types.super_));
        }
        let mro = self.cls(this_type).mro.clone();
        let start = mro.iter().position(|c| *c == cls).map_or(0, |i| i + 1);
        for c in &mro[start..] {
            if let Some(a) = self.ns_get(self.cls(*c).dict, name) {
                // `super()` in a class method: `this` is the class itself.
                let on_class = this == this_type;
                return self.bind(a, if on_class { None } else { Some(this) }, this_type).map(Some);
            }
        }
        Ok(None)
    }

    /// Attributes that the representation provides and that no dictionary holds.
    fn special_attr(&mut self, r: HostRef, name: &str) -> Option<HostRef> {
        if name == "__class__" {
            return Some(self.class_of(r));
        }
        match self.obj(r) {
            HostObj::Function(f) => {
                let (fname, qual, globals, doc) =
                    (f.name.clone(), f.qualname.clone(), f.globals, f.doc);
                match name {
                    "__name__" | "func_name" => Some(self.str(&fname)),
                    "__qualname__" => Some(self.str(&qual)),
                    "__code__" | "func_code" => {
                        let code = f.code.clone();
                        Some(self.alloc(HostObj::Code(code)))
                    }
                    "__globals__" | "func_globals" => Some(globals),
                    "__doc__" | "func_doc" => Some(doc),
                    "__defaults__" | "func_defaults" => {
                        let d = f.defaults.clone();
                        Some(if d.is_empty() { NONE } else { self.tuple(&d) })
                    }
                    "__kwdefaults__" => {
                        let kd = f.kwdefaults.clone();
                        if kd.is_empty() {
                            return Some(NONE);
                        }
                        let d = self.new_dict();
                        for (k, v) in kd {
                            self.ns_set(d, k.as_str(), v);
                        }
                        Some(d)
                    }
                    "__closure__" | "func_closure" => {
                        let c = f.closure.clone();
                        Some(if c.is_empty() { NONE } else { self.tuple(&c) })
                    }
                    "__module__" => match self.func_attr(r, "__module__") {
                        Some(m) => Some(m),
                        None => Some(self.ns_get(globals, "__name__").unwrap_or(NONE)),
                    },
                    "__dict__" | "func_dict" => self.make_own_dict(r),
                    "__annotations__" => {
                        let code = f.code.clone();
                        if let Some(d) = self.func_attr(r, name) {
                            return Some(d);
                        }
                        let d = self.annotations(&code, globals, None);
                        let attrs = self.make_own_dict(r)?;
                        self.ns_set(attrs, name, d);
                        Some(d)
                    }
                    _ => None,
                }
            }
            HostObj::Builtin(b) => {
                let b = b.clone();
                match name {
                    "__name__" | "__qualname__" => {
                        let n = b.name.rsplit('.').next().unwrap_or(&b.name).to_string();
                        Some(self.str(&n))
                    }
                    "__doc__" => Some(match b.doc {
                        Some(d) => self.str(d),
                        None => NONE,
                    }),
                    "__module__" => {
                        let n = match b.name.rsplit_once('.') {
                            Some((m, _)) => m.to_string(),
                            None => "builtins".to_string(),
                        };
                        Some(self.str(&n))
                    }
                    "__dict__" => self.make_own_dict(r),
                    _ => None,
                }
            }
            HostObj::BoundMethod { func, this } => {
                let (func, this) = (*func, *this);
                match name {
                    "__self__" | "im_self" => Some(this),
                    "__func__" | "im_func" => Some(func),
                    "im_class" => Some(self.class_of(this)),
                    // Everything else is the function's.
                    _ => self.generic_getattr(func, name).ok().flatten(),
                }
            }
            HostObj::Unbound { func, class } => {
                let (func, class) = (*func, *class);
                match name {
                    "__self__" | "im_self" => Some(NONE),
                    "__func__" | "im_func" => Some(func),
                    "im_class" => Some(class),
                    _ => self.generic_getattr(func, name).ok().flatten(),
                }
            }
            HostObj::Class(c) => match name {
                "__name__" => {
                    let n = c.name.clone();
                    Some(self.str(&n))
                }
                "__qualname__" => {
                    let n = c.qualname.clone().unwrap_or_else(|| c.name.clone());
                    Some(self.str(&n))
                }
                "__bases__" => {
                    let b = c.bases.clone();
                    Some(self.tuple(&b))
                }
                "__base__" => Some(c.bases.first().copied().unwrap_or(NONE)),
                "__mro__" => {
                    let m = c.mro.clone();
                    Some(self.tuple(&m))
                }
                "__dict__" => Some(c.dict),
                "__module__" => match self.ns_get(c.dict, "__module__") {
                    Some(m) => Some(m),
                    None => Some(self.str("builtins")),
                },
                "__doc__" => Some(self.ns_get(c.dict, "__doc__").unwrap_or(NONE)),
                _ => None,
            },
            HostObj::Module(m) => match name {
                "__dict__" => Some(m.dict),
                _ => None,
            },
            HostObj::Instance(i) => match name {
                "__dict__" if self.cls(i.class).no_dict => None,
                "__dict__" => self.make_own_dict(r),
                _ => None,
            },
            HostObj::Code(c) => {
                let c = c.clone();
                self.code_attr(&c, name)
            }
            HostObj::Property(p) => match name {
                "fget" => Some(p.get.unwrap_or(NONE)),
                "fset" => Some(p.set.unwrap_or(NONE)),
                "fdel" => Some(p.del.unwrap_or(NONE)),
                "__doc__" => Some(p.doc),
                "__isabstractmethod__" => {
                    let get = p.get?;
                    self.generic_getattr(get, name).ok().flatten()
                }
                _ => None,
            },
            HostObj::StaticMethod(f) | HostObj::ClassMethod(f) => match name {
                "__isabstractmethod__" | "__name__" | "__doc__" | "__module__" | "__qualname__" => {
                    let f = *f;
                    self.generic_getattr(f, name).ok().flatten()
                }
                "__func__" | "__wrapped__" => Some(*f),
                _ => None,
            },
            HostObj::Cell(v) => match name {
                "cell_contents" => *v,
                _ => None,
            },
            HostObj::Slice(a, b, c) => match name {
                "start" => Some(*a),
                "stop" => Some(*b),
                "step" => Some(*c),
                _ => None,
            },
            HostObj::Range(a, b, c) => {
                let v = match name {
                    "start" => *a,
                    "stop" => *b,
                    "step" => *c,
                    _ => return None,
                };
                Some(self.int(v))
            }
            HostObj::GetSet(g) => match name {
                "__name__" => {
                    let n = g.name.clone();
                    Some(self.str(&n))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `setattr(obj, name, value)`.
    pub fn setattr(&mut self, r: HostRef, name: &str, value: HostRef) -> R<()> {
        if let Some(f) = self.user_special(r, "__setattr__") {
            let n = self.str(name);
            self.call_special(f, r, &[n, value])?;
            return Ok(());
        }
        self.generic_setattr(r, name, value)
    }

    /// `object.__setattr__`.
    pub fn generic_setattr(&mut self, r: HostRef, name: &str, value: HostRef) -> R<()> {
        let cls = self.class_of(r);
        if let Some(a) = self.lookup_in_mro(cls, name) {
            match self.obj(a) {
                HostObj::Property(p) => {
                    return match p.set {
                        Some(set) => self.call(set, &[r, value], &[]).map(|_| ()),
                        None => Err(self.err(
                            "AttributeError",
                            format!(
                                "property '{name}' of '{}' object has no setter",
                                self.type_name(r)
                            ),
                        )),
                    };
                }
                HostObj::GetSet(g) => {
                    let g = g.clone();
                    return match g.set {
                        Some(set) => set(self, r, value),
                        None => Err(self
                            .err("AttributeError", format!("attribute '{name}' is not writable"))),
                    };
                }
                HostObj::Instance(i) => {
                    if let Some(set) = self.lookup_in_mro(i.class, "__set__") {
                        return self.call_special(set, a, &[r, value]).map(|_| ());
                    }
                }
                _ => {}
            }
        }
        if self.func(r).is_some() && self.function_setattr(r, name, value)? {
            return Ok(());
        }
        match self.obj_mut(r) {
            HostObj::Class(c) => {
                if c.is_builtin {
                    let m = format!("cannot set '{name}' attribute of immutable type '{}'", c.name);
                    return Err(self.type_error(m));
                }
                // Of a class of the old style in Python 2.
                if name == "__dict__"
                    && self.running_python() == crate::Python::Two
                    && self.dict(value).is_some()
                {
                    return self.replace_class_dict(r, value);
                }
                return self.class_setattr(r, name, value);
            }
            HostObj::Instance(_) if name == "__class__" => {
                if self.class(value).is_none() {
                    return Err(self.type_error("__class__ must be set to a class"));
                }
                if let HostObj::Instance(i) = self.obj_mut(r) {
                    i.class = value;
                }
                return Ok(());
            }
            HostObj::Instance(i) if name == "__dict__" => {
                i.dict = Some(value);
                return Ok(());
            }
            HostObj::Cell(c) if name == "cell_contents" => {
                *c = Some(value);
                return Ok(());
            }
            _ => {}
        }
        if let HostObj::Instance(i) = self.obj(r)
            && self.cls(i.class).no_dict
            && !self.slot_allows(cls, name)?
        {
            return Err(self.no_attribute(r, name));
        }
        match self.make_own_dict(r) {
            Some(d) => {
                self.ns_set(d, name, value);
                Ok(())
            }
            None => Err(self.no_attribute(r, name)),
        }
    }

    /// Gives a class the attributes of a dict instead of its own; special ones stay.
    fn replace_class_dict(&mut self, class: HostRef, new: HostRef) -> R<()> {
        let own = self.cls(class).dict;
        for (k, _) in self.dict_items(own) {
            if let Some(name) = self.text(k).filter(|n| !n.starts_with("__")) {
                self.ns_del(own, &name);
            }
        }
        for (k, v) in self.dict_items(new) {
            if let Some(name) = self.text(k) {
                self.class_setattr(class, &name, v)?;
            }
        }
        Ok(())
    }

    fn function_setattr(&mut self, r: HostRef, name: &str, value: HostRef) -> R<bool> {
        let text = self.text(value);
        let seq = match self.obj(value) {
            HostObj::Tuple(t) => Some(t.to_vec()),
            HostObj::None => Some(vec![]),
            _ => None,
        };
        let kw = match (name, self.dict(value)) {
            ("__kwdefaults__", Some(_)) => {
                let items = self.dict_items(value);
                items.iter().filter_map(|(k, v)| Some((Name::new(&self.text(*k)?), *v))).collect()
            }
            _ => vec![],
        };
        let code = match self.obj(value) {
            HostObj::Code(c) => Some(c.clone()),
            _ => None,
        };
        let HostObj::Function(f) = self.obj_mut(r) else { return Ok(false) };
        match (name, text, seq, code) {
            ("__name__" | "func_name", Some(t), ..) => f.name = t,
            ("__qualname__", Some(t), ..) => f.qualname = t,
            ("__name__" | "func_name" | "__qualname__", ..) => {
                return Err(self.type_error(format!("{name} must be set to a string object")));
            }
            ("__doc__" | "func_doc", ..) => f.doc = value,
            ("__defaults__" | "func_defaults", _, Some(d), _) => f.defaults = d,
            ("__kwdefaults__", ..) => f.kwdefaults = kw,
            ("__code__" | "func_code", _, _, Some(c)) => f.code = c,
            ("__dict__" | "func_dict", ..) => f.dict = Some(value),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `delattr(obj, name)`.
    pub fn delattr(&mut self, r: HostRef, name: &str) -> R<()> {
        if let Some(f) = self.user_special(r, "__delattr__") {
            let n = self.str(name);
            return self.call_special(f, r, &[n]).map(|_| ());
        }
        let cls = self.class_of(r);
        if let Some(a) = self.lookup_in_mro(cls, name) {
            match self.obj(a) {
                HostObj::Property(p) if p.del.is_some() => {
                    let del = p.del.expect("deleter");
                    return self.call(del, &[r], &[]).map(|_| ());
                }
                HostObj::Instance(i) => {
                    if let Some(del) = self.lookup_in_mro(i.class, "__delete__") {
                        return self.call_special(del, a, &[r]).map(|_| ());
                    }
                }
                _ => {}
            }
        }
        if let Some(d) = self.own_dict(r)
            && self.ns_del(d, name).is_some()
        {
            if self.class(r).is_some() {
                self.class_changed(r, name);
            }
            return Ok(());
        }
        Err(self.no_attribute(r, name))
    }

    /// The function that gives the names of a module which has more than is in its dict.
    pub(super) fn module_dir(&self, r: HostRef) -> Option<HostRef> {
        match self.obj(r) {
            HostObj::Module(_) => {}
            _ => return None,
        }
        let f = self.ns_get(self.own_dict(r)?, "__dir__")?;
        matches!(self.obj(f), HostObj::Builtin(_)).then_some(f)
    }

    /// Names for `dir()`, sorted.
    pub fn dir_names(&mut self, r: HostRef) -> Vec<Rc<str>> {
        let mut dicts = vec![];
        if let Some(d) = self.own_dict(r) {
            dicts.push(d);
        }
        if !matches!(self.obj(r), HostObj::Module(_)) {
            let c = if self.class(r).is_some() { r } else { self.class_of(r) };
            let mro = self.cls(c).mro.clone();
            dicts.extend(mro.iter().map(|c| self.cls(*c).dict));
        }
        let mut names: Vec<Rc<str>> = vec![];
        for d in dicts {
            names.extend(self.ns(d).keys().filter_map(|k| self.text(k)));
        }
        names.sort();
        names.dedup();
        names
    }
}
