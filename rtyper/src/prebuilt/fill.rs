//! The contents of prebuilt objects. An object is filled in some time after it was made, so that objects may refer to
//! each other.

use crate::base::repr::{Repr, ReprId};
use crate::prebuilt::Todo;
use crate::repr::exc::{AS_REPR, BOOL, COUNT, EXIT, FLOAT, INT, NONE, ONE, PACKED, TEXT};
use crate::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, Kind};
use flowmodel::diag::Span;
use flowmodel::{Const, HlConst, HostRef, ObjId, Type};
use flowspace::host::HostObj;

impl RTyper<'_> {
    /// The arguments of an exception that was made at import time.
    pub(crate) fn fill_host_exception(&mut self, h: HostRef, c: ClassDefId, o: ObjId) -> Res {
        let Ok(Some(args)) = self.ann.host.getattr_opt(h, "args") else { return Ok(()) };
        let annotator::hostview::View::Tuple(items) =
            annotator::hostview::view(&self.ann.host, args)
        else {
            return Ok(());
        };
        let flag = |c: bool, f: i64| if c { f } else { 0 };
        let flags =
            flag(self.is_exc(c, "KeyError"), AS_REPR) | flag(self.is_exc(c, "SystemExit"), EXIT);
        let (kind, text, word) = match items.as_slice() {
            [] => (0, None, None),
            [one] => match self.ann.host.to_const(*one) {
                flowmodel::HlConst::Str(s) | flowmodel::HlConst::Bytes(s) => {
                    (TEXT, Some(self.string_const(&s)), None)
                }
                flowmodel::HlConst::Int(i) => (INT, None, Some(i)),
                _ => (0, None, None),
            },
            several => {
                let mut packed: Vec<u8> = vec![];
                for a in several {
                    let (sort, text) = match self.ann.host.to_const(*a) {
                        flowmodel::HlConst::Str(s) | flowmodel::HlConst::Bytes(s) => {
                            (TEXT, s.to_vec())
                        }
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
                (PACKED | n << COUNT, Some(self.string_const(&packed)), None)
            }
        };
        self.set_obj_field(o, "exc_kind", Const::Int(kind | flags));
        if let Some(t) = text {
            self.set_obj_field(o, "exc_text", t);
        }
        if let Some(w) = word {
            self.set_obj_field(o, "exc_word", Const::Int(w));
        }
        Ok(())
    }

    /// Fills objects that were made; true if there were any.
    pub(crate) fn fill_some_prebuilt(&mut self) -> Res<bool> {
        let mut any = false;
        while let Some((t, wanted)) = self.prebuilt.todo.pop_front() {
            any = true;
            let filled = match t {
                Todo::Container(h, r, o) => self.fill_container(h, r, o),
                Todo::Instance(h, cd, o) => self.fill_instance(h, cd, o),
                Todo::Frozen(h, d, o) => self.fill_frozen(h, d, o),
            };
            filled.map_err(|e| self.placed(e, wanted, || self.name_of_prebuilt(&t)))?;
            self.prebuilt_wanted_in(wanted);
        }
        Ok(any)
    }

    pub(crate) fn name_of_prebuilt(&self, t: &Todo) -> String {
        match t {
            Todo::Container(..) => "a prebuilt container".into(),
            Todo::Instance(_, cd, _) => self.prebuilt_instance_of(*cd),
            Todo::Frozen(..) => "a frozen object".into(),
        }
    }

    pub(crate) fn prebuilt_instance_of(&self, class: ClassDefId) -> String {
        format!("a prebuilt instance of {}", self.ann.classdefs[class].name)
    }

    pub(crate) fn fill_container(&mut self, h: HostRef, r: ReprId, o: ObjId) -> Res {
        let h = self.ann.host.base(h);
        match self.repr(r).clone() {
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let items: Vec<HostRef> = match self.ann.host.obj(h) {
                    HostObj::List(v) => v.clone(),
                    HostObj::Tuple(v) => v.to_vec(),
                    HostObj::Range(a, b, s) => {
                        let (a, b, s) = (*a, *b, *s);
                        let mut out = vec![];
                        let mut i = a;
                        while (s > 0 && i < b) || (s < 0 && i > b) {
                            out.push(self.ann.host.int(i));
                            i += s;
                        }
                        out
                    }
                    _ => return Err(error("a prebuilt object is not a list")),
                };
                let mut consts = vec![];
                for i in items {
                    consts.push(self.host_const(i, info.item)?);
                }
                if info.list.is_some() {
                    let n = consts.len() as i64;
                    let a = self.new_obj("items", info.array, consts);
                    self.set_obj_field(o, "length", Const::Int(n));
                    self.set_obj_field(o, "items", Const::Obj(a));
                } else {
                    self.prog.heap[o].items = consts;
                }
            }
            Repr::Range(step) => {
                if let HostObj::Range(a, b, s) = self.ann.host.obj(h) {
                    let (a, b, s) = (*a, *b, *s);
                    self.set_obj_field(o, "start", Const::Int(a));
                    self.set_obj_field(o, "stop", Const::Int(b));
                    if step == 0 {
                        self.set_obj_field(o, "step", Const::Int(s));
                    }
                }
            }
            Repr::Tuple(rs) => {
                let HostObj::Tuple(items) = self.ann.host.obj(h) else {
                    return Err(error("a prebuilt object is not a tuple"));
                };
                for (i, (x, r)) in items.clone().iter().zip(rs.iter()).enumerate() {
                    let c = self.host_const(*x, *r)?;
                    self.set_obj_field(o, &format!("item{i}"), c);
                }
            }
            Repr::Dict(d) | Repr::Set(d) => {
                let info = self.dict_info(d)?;
                let pairs = match self.ann.host.obj(h) {
                    HostObj::Set(s) | HostObj::FrozenSet(s) => {
                        s.items().map(|i| (i.0, flowspace::host::NONE)).collect()
                    }
                    // An r_dict wraps its keys.
                    HostObj::Instance(_) => {
                        let inner = match self.ann.host.getattr_opt(h, "_dict") {
                            Ok(Some(d)) => self.ann.host.dict_items(d),
                            _ => vec![],
                        };
                        let mut pairs = vec![];
                        for (k, v) in inner {
                            if let Ok(Some(k)) = self.ann.host.getattr_opt(k, "key") {
                                pairs.push((k, v));
                            }
                        }
                        pairs
                    }
                    _ => self.ann.host.dict_items(h),
                };
                let mut items = vec![];
                for (k, v) in &pairs {
                    items.push(self.host_const(*k, info.key)?);
                    items.push(self.host_const(*v, info.value)?);
                    items.push(Const::Int(0));
                    items.push(Const::Bool(true));
                }
                let n = pairs.len() as i64;
                let e = self.new_obj("entries", info.entries, items);
                self.set_obj_field(o, "num_live", Const::Int(n));
                self.set_obj_field(o, "num_ever_used", Const::Int(n));
                self.set_obj_field(o, "entries", Const::Obj(e));
                if let Some(r) = info.functions {
                    let functions = match self.ann.prebuilt_functions(d, h) {
                        Some(f) => self.host_const(f, r)?,
                        None => return Err(error("a prebuilt r_dict without functions")),
                    };
                    self.set_obj_field(o, "functions", functions);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Value of an attribute of a prebuilt instance: its own, or the default from its class.
    pub(crate) fn host_attr(&self, h: HostRef, name: &str) -> Option<HostRef> {
        if let Some(d) = self.ann.host.own_dict(h)
            && let Some(v) = self.ann.host.ns_get(d, name)
        {
            return Some(v);
        }
        let cls = self.ann.host.class_of(h);
        self.class_default(cls, name)
    }

    pub(crate) fn fill_instance(&mut self, h: HostRef, cd: ClassDefId, o: ObjId) -> Res {
        let vt = self.vtable_obj(cd)?;
        self.set_obj_field(o, "typeptr", Const::Obj(vt));
        if self.is_exception(cd) {
            self.fill_host_exception(h, cd, o)?;
        }
        for c in self.ann.class_mro(cd) {
            let fields = self.instance_fields(c)?;
            for (name, field, r) in fields {
                if let Some(v) = self.host_attr(h, &name) {
                    let k = self.host_const(v, r).map_err(|e| {
                        let what =
                            || format!("attribute '{name}' of {}", self.prebuilt_instance_of(cd));
                        self.placed(e, Span::NONE, what)
                    })?;
                    self.set_obj_field(o, &field, k);
                }
            }
        }
        Ok(())
    }

    /// Whether an attribute of this value cannot have been read where `r` is the attribute's repr: the program reads it
    /// from other objects, or classes, of the family only.
    pub(crate) fn is_never_read(&mut self, v: HostRef, r: ReprId) -> Res<bool> {
        let v = self.ann.runtime_object(annotator::Site::NOWHERE, v).unwrap_or(v);
        let base = self.ann.host.base(v);
        Ok(match *self.repr(r) {
            Repr::List(_) | Repr::Dict(_) | Repr::Set(_) => match self.ann.host.obj(base) {
                HostObj::List(_) | HostObj::Dict(_) | HostObj::Set(_) => {
                    !self.ann.has_seen_container(v)
                }
                HostObj::Int(_) | HostObj::Bool(_) | HostObj::Float(_) => true,
                HostObj::Str(_) | HostObj::Unicode(_) => true,
                _ => false,
            },
            Repr::Prim(Type::Signed | Type::Unsigned | Type::Bool | Type::Float) => matches!(
                self.ann.host.obj(base),
                HostObj::Str(_) | HostObj::Unicode(_) | HostObj::List(_) | HostObj::Dict(_)
            ),
            Repr::Str | Repr::Unicode => matches!(
                self.ann.host.obj(base),
                HostObj::Int(_)
                    | HostObj::Bool(_)
                    | HostObj::Float(_)
                    | HostObj::List(_)
                    | HostObj::Dict(_)
            ),
            Repr::Func(_, fam) => {
                let s = self.ann.const_annotation(&HlConst::Host(v));
                match &s.kind {
                    Kind::Pbc { descs, .. } if descs.len() == 1 => {
                        self.row_func(fam, 0, descs[0])?.is_none()
                    }
                    _ => false,
                }
            }
            _ => false,
        })
    }

    pub(crate) fn fill_frozen(&mut self, h: HostRef, d: DescId, o: ObjId) -> Res {
        let set = self.ann.access_set(d).cloned().unwrap_or_default();
        for (name, s) in &set.attrs {
            if self.ann.class_desc_lacks(d, name) {
                let class = self.ann.host.class_of(h);
                let class = annotator::hostview::class_name(&self.ann.host, class);
                let text = format!("'{class}' object has no attribute '{name}'");
                let text = self.string_const(text.as_bytes());
                self.set_obj_field(o, &crate::repr::identity::missing_field(name), text);
                continue;
            }
            let v = match self.ann.host.getattr_opt(h, name) {
                Ok(Some(v)) => v,
                _ => continue,
            };
            let r = self.repr_of(&s.without_const())?;
            if self.is_never_read(v, r)? {
                continue;
            }
            let k = self.host_const(v, r)?;
            self.set_obj_field(o, name, k);
        }
        Ok(())
    }
}
