//! Classes: the structs of their instances and vtables, class attributes, the built-in exceptions.

use crate::base::cx::Cx;
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res};
use annotator::{CallFamilyId, ClassDefId, DescId, DescKind, Kind, SomeValue};
use flowmodel::diag::Span;
use flowmodel::{
    Field, FuncId, HeapObject, HlValue, HostRef, LlValue, Mutability, ObjId, StructId, Type,
};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Built-in exceptions that always exist, since operations and helpers raise them.
const EXCEPTIONS: &[&str] = &[
    "BaseException",
    "Exception",
    "StopIteration",
    "IndexError",
    "KeyError",
    "ValueError",
    "TypeError",
    "AttributeError",
    "ZeroDivisionError",
    "OverflowError",
    "MemoryError",
    "RuntimeError",
    "RecursionError",
    "NotImplementedError",
    "AssertionError",
    "OSError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
];

/// An entry of a vtable.
#[derive(Clone, Debug)]
pub(crate) enum ClassField {
    /// A class attribute that is never changed.
    Data(Rc<str>, ReprId),
    /// Pointers to the method's function, by row of its call family.
    Method(Vec<(CallFamilyId, usize, Rc<str>)>),
    /// Whether the class has this class attribute.
    Has(Rc<str>),
    /// Nothing is stored: one function, a property, a constant.
    Void,
}

/// Attribute, field and repr of an instance field.
pub(crate) type InstanceField = (Rc<str>, Rc<str>, ReprId);

/// What the RTyper knows of a class.
#[derive(Clone, Debug)]
pub(crate) struct ClassInfo {
    pub instance: StructId,
    pub vtable: StructId,
    pub vtable_obj: Option<ObjId>,
    pub done: bool,
    pub busy: bool,
    /// Attribute, field name, repr; defined at this level.
    pub fields: Vec<InstanceField>,
    /// Vtable entries defined at this level.
    pub class_fields: IndexMap<Rc<str>, ClassField>,
}

/// The classes of the program.
#[derive(Default)]
pub(crate) struct Classes {
    pub infos: IndexMap<ClassDefId, ClassInfo>,
    /// Those still to be laid out.
    pub queue: VecDeque<ClassDefId>,
    /// Functions that make an instance, of classes that `instantiate()` is called with through variables.
    pub instantiators: FxHashMap<ClassDefId, FuncId>,
    /// Fields of vtables for attributes of classes in an access set (by its first member).
    pub set_fields: IndexMap<(DescId, Rc<str>), Rc<str>>,
}

/// An attribute that is read from the classes of an access set.
struct ClassAccess {
    /// The first class of the set.
    first: DescId,
    name: Rc<str>,
    value: SomeValue,
    /// Some of the classes lack it.
    lacked: bool,
}

impl RTyper<'_> {
    /// Repr of the root class.
    pub(crate) fn root_repr(&mut self) -> ReprId {
        let root = self.ann.classdefs.keys().next().expect("object");
        self.intern(Repr::Instance(root))
    }

    pub(crate) fn class_info(&mut self, c: ClassDefId) -> &mut ClassInfo {
        if !self.classes.infos.contains_key(&c) {
            let (instance, vtable) = match self.ann.classdefs[c].base {
                None => (self.layouts.object, self.layouts.vtable),
                Some(b) => {
                    let base = self.class_info(b).clone();
                    let name = self.ann.classdefs[c].name.clone();
                    let t = &mut self.ann.types;
                    (
                        t.declare(&name, true, Some(base.instance)),
                        t.declare(&format!("{name}_vtable"), false, Some(base.vtable)),
                    )
                }
            };
            self.classes.infos.insert(
                c,
                ClassInfo {
                    instance,
                    vtable,
                    vtable_obj: None,
                    done: false,
                    busy: false,
                    fields: vec![],
                    class_fields: IndexMap::new(),
                },
            );
            self.classes.queue.push_back(c);
        }
        &mut self.classes.infos[&c]
    }
    /// Container of the instances of a class (declared; its fields follow).
    pub(crate) fn class_struct(&mut self, c: ClassDefId) -> StructId {
        self.class_info(c).instance
    }
    /// The vtable of a class.
    pub(crate) fn vtable_obj(&mut self, c: ClassDefId) -> Res<ObjId> {
        if let Some(o) = self.class_info(c).vtable_obj {
            return Ok(o);
        }
        let ty = self.class_info(c).vtable;
        let name = format!("{}_vtable", self.ann.classdefs[c].name);
        let o = self.prog.heap.push(HeapObject {
            name: name.into(),
            ty,
            fields: vec![],
            items: vec![],
        });
        self.class_info(c).vtable_obj = Some(o);
        Ok(o)
    }

    /// What the classes declare of an attribute, and whether only `__init__` assigns it.
    pub(crate) fn mutability(&self, c: ClassDefId, attr: &str) -> Mutability {
        let a = self.ann.classdefs[c].attrs.get(attr);
        let late = a.is_some_and(|a| a.late);
        let declared = match self.declared_mutability(c, attr) {
            Mutability::ImmutableArray if self.is_resized(c, attr) => Mutability::Immutable,
            Mutability::QuasiImmutableArray if self.is_resized(c, attr) => {
                Mutability::QuasiImmutable
            }
            m => m,
        };
        match declared {
            Mutability::Immutable if late => Mutability::LateImmutable,
            Mutability::ImmutableArray if late => Mutability::LateImmutableArray,
            m => m,
        }
    }

    /// Of a list that `append` and the like change, nothing more is known than of other objects.
    pub(crate) fn is_resized(&self, c: ClassDefId, attr: &str) -> bool {
        let a = self.ann.classdefs[c].attrs.get(attr);
        a.is_some_and(|a| match a.s_value.kind {
            annotator::Kind::List(l) => self.ann.list_def(l).resized,
            _ => false,
        })
    }

    pub(crate) fn declared_mutability(&self, c: ClassDefId, attr: &str) -> Mutability {
        let all = self.ann.class_mro(c).into_iter().chain(self.ann.all_subdefs(c));
        // A field's own declaration says more than `_immutable_`.
        let mut whole = Mutability::Mutable;
        for cd in all {
            let Some(d) = self.ann.descs[self.ann.classdefs[cd].desc].as_class() else { continue };
            if d.immutable {
                whole = Mutability::Immutable;
            }
            for f in &d.immutable_fields {
                let (f, array) = match f.strip_suffix("[*]") {
                    Some(f) => (f, true),
                    None => (&**f, false),
                };
                let (f, quasi) = match f.strip_suffix('?') {
                    Some(f) => (f, true),
                    None => (f, false),
                };
                if f == attr {
                    return match (quasi, array) {
                        (false, false) => Mutability::Immutable,
                        (false, true) => Mutability::ImmutableArray,
                        (true, false) => Mutability::QuasiImmutable,
                        (true, true) => Mutability::QuasiImmutableArray,
                    };
                }
            }
        }
        whole
    }

    /// The repr of an annotation, and its low-level type.
    pub(crate) fn repr_and_type(&mut self, s: &SomeValue) -> Res<(ReprId, Type)> {
        let r = self.repr_of(s)?;
        Ok((r, self.lltype(r)?))
    }

    /// Decides the fields of a class and of its vtable.
    pub(crate) fn setup_class(&mut self, c: ClassDefId) -> Res {
        let info = self.class_info(c);
        if info.done || info.busy {
            return Ok(());
        }
        info.busy = true;
        let (instance, vtable) = (info.instance, info.vtable);
        if let Some(b) = self.ann.classdefs[c].base {
            self.setup_class(b)?;
        }
        let attrs: Vec<_> = self.ann.classdefs[c].attrs.values().cloned().collect();
        let cname = self.ann.classdefs[c].name.clone();
        let mut fields = vec![];
        let mut class_fields = IndexMap::new();
        let mut own = vec![];
        let mut vown = vec![];
        for a in attrs {
            if a.readonly && self.ann.lacks_class_attr(c, &a.name) {
                let name: Rc<str> = has_field(&a.name).into();
                let (ty, mutability) = (Type::Bool, Mutability::Immutable);
                vown.push(Field { name: name.clone(), ty, mutability });
                class_fields.insert(name, ClassField::Has(a.name.clone()));
            }
            let at = a.origins.first().map_or(Span::NONE, |o| o.0);
            let what = || format!("attribute '{}' of class {cname}", a.name);
            let s = a.s_value.without_const();
            match &s.kind {
                Kind::Impossible | Kind::Property(_) => {
                    class_fields.insert(a.name.clone(), ClassField::Void);
                    continue;
                }
                // What is assigned is a bound method, kept as its object.
                Kind::Pbc { descs, .. }
                    if a.readonly
                        && matches!(self.ann.descs[descs[0]].kind, DescKind::Method { .. }) =>
                {
                    let cf = self.method_fields(&a.name, descs, &mut vown);
                    let cf = cf.map_err(|e| self.placed(e, at, what))?;
                    class_fields.insert(a.name.clone(), cf);
                    continue;
                }
                _ => {}
            }
            let (r, ty) = self.repr_and_type(&s).map_err(|e| self.placed(e, at, what))?;
            if ty == Type::Void {
                class_fields.insert(a.name.clone(), ClassField::Void);
            } else if a.readonly {
                let fname: Rc<str> = format!("cls_{}", a.name).into();
                vown.push(Field { name: fname.clone(), ty, mutability: Mutability::Immutable });
                class_fields.insert(a.name.clone(), ClassField::Data(fname, r));
            } else {
                let fname: Rc<str> = format!("inst_{}", a.name).into();
                let mutability = self.mutability(c, &a.name);
                own.push(Field { name: fname.clone(), ty, mutability });
                if self.opts.jit && mutability.is_quasi() {
                    own.push(Field::new(&flowmodel::lltype::mutate_field(&fname), Type::Signed));
                }
                fields.push((a.name.clone(), fname, r));
            }
        }
        if self.opts.jit {
            let class = self.ann.descs[self.ann.classdefs[c].desc].as_class();
            if class.is_some_and(|class| !class.virtualizable.is_empty()) {
                own.push(Field::new(flowmodel::lltype::TOKEN_FIELD, Type::Signed));
            }
        }
        for ClassAccess { first, name, value: s, lacked } in self.class_access(c)? {
            let fname: Rc<str> = self.set_field(first, &name);
            if lacked {
                let field: Rc<str> = has_field(&fname).into();
                let (ty, mutability) = (Type::Bool, Mutability::Immutable);
                vown.push(Field { name: field.clone(), ty, mutability });
                class_fields.insert(field, ClassField::Has(name.clone()));
            }
            let (r, ty) = self.repr_and_type(&s.without_const()).map_err(|e| {
                let what = || format!("attribute '{name}' of classes such as {cname}");
                self.placed(e, Span::NONE, what)
            })?;
            if ty != Type::Void {
                vown.push(Field { name: fname.clone(), ty, mutability: Mutability::Immutable });
                class_fields.insert(fname.clone(), ClassField::Data(fname, r));
            }
        }
        let host = self.ann.classdefs[c].host;
        if annotator::hostview::exception(&self.ann.host, "BaseException") == Some(host) {
            own.splice(0..0, self.exc_fields());
        }
        if self.ann.classdefs[c].base.is_none() {
            let mut f = self.ann.types.structs[instance].fields.clone();
            f.extend(own);
            own = f;
            let mut f = self.ann.types.structs[vtable].fields.clone();
            f.extend(vown);
            vown = f;
        }
        self.ann.types.define(instance, own, None);
        self.ann.types.define(vtable, vown, None);
        let info = self.class_info(c);
        info.done = true;
        info.busy = false;
        info.fields = fields;
        info.class_fields = class_fields;
        Ok(())
    }

    /// The vtable's field for an attribute that is read from classes (as objects) of the access set that begins with a
    /// description: sets with a common base may have attributes of one name and different types.
    pub(crate) fn set_field(&mut self, first: DescId, name: &str) -> Rc<str> {
        if let Some(field) = self.classes.set_fields.get(&(first, name.into())) {
            return field.clone();
        }
        let same = self.classes.set_fields.keys().filter(|(_, n)| **n == *name).count();
        let field: Rc<str> = match same {
            0 => format!("pbc_{name}").into(),
            n => format!("pbc_{name}_{n}").into(),
        };
        self.classes.set_fields.insert((first, name.into()), field.clone());
        field
    }

    /// Attributes that are read from classes (as objects) whose most precise common base is `c`.
    pub(crate) fn class_access(&mut self, c: ClassDefId) -> Res<Vec<ClassAccess>> {
        let mut out = vec![];
        for d in self.ann.access_sets_of_classes() {
            let Some(set) = self.ann.access_set(d).cloned() else { continue };
            if self.set_base(&set.descs)? == Some(c) {
                for (n, s) in set.attrs {
                    let lacked = set.descs.iter().any(|d| self.ann.class_desc_lacks(*d, &n));
                    out.push(ClassAccess { first: d, name: n, value: s, lacked });
                }
            }
        }
        Ok(out)
    }
    /// Most precise common base of the classes of a PBC.
    pub(crate) fn set_base(&mut self, descs: &[DescId]) -> Res<Option<ClassDefId>> {
        let mut common = None;
        for d in descs {
            let Some(cd) = self.ann.descs[*d].as_class() else { return Ok(None) };
            let h = cd.host;
            let c = self.ann.need_class(h)?;
            common = Some(match common {
                None => c,
                Some(b) => self.ann.common_base(b, c),
            });
        }
        Ok(common)
    }
    /// Reads an attribute of a class that is a run-time value.
    pub(crate) fn class_getattr(
        &mut self,
        cx: &mut Cx,
        vt: LlValue,
        s: &SomeValue,
        name: &str,
    ) -> Res<Option<(LlValue, ReprId)>> {
        if name == "__name__" {
            let vt = self.cast(cx, vt, Type::Ptr(self.layouts.vtable));
            let r = self.intern(Repr::Str);
            return Ok(Some((self.getfield(cx, vt, "name")?, r)));
        }
        let (level, entry): (ClassDefId, Rc<str>) = match &s.kind {
            Kind::Type(c) => match self.ann.find_attr(*c, name) {
                Some((l, a)) if a.readonly => (l, name.into()),
                // Instances have their own.
                _ => {
                    let desc = self.ann.classdefs[*c].desc;
                    let set = self.ann.access_set(desc).cloned().unwrap_or_default();
                    match self.set_base(&set.descs)? {
                        Some(l) => (l, self.set_field(set.descs[0], name)),
                        None => return Ok(None),
                    }
                }
            },
            Kind::Pbc { descs, .. } => {
                let set = self.ann.access_set(descs[0]).cloned().unwrap_or_default();
                match self.set_base(&set.descs)? {
                    Some(l) => (l, self.set_field(set.descs[0], name)),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        self.setup_class(level)?;
        let ty = self.class_info(level).vtable;
        match self.class_info(level).class_fields.get(&entry).cloned() {
            Some(ClassField::Data(field, r)) => {
                let vt = self.cast(cx, vt, Type::Ptr(ty));
                Ok(Some((self.getfield(cx, vt, &field)?, r)))
            }
            _ => Ok(None),
        }
    }

    pub(crate) fn method_fields(
        &mut self,
        name: &str,
        descs: &[DescId],
        vown: &mut Vec<Field>,
    ) -> Res<ClassField> {
        let funcs: indexmap::IndexSet<DescId> = descs
            .iter()
            .filter_map(|d| match self.ann.descs[*d].kind {
                DescKind::Method { func, .. } => Some(func),
                _ => None,
            })
            .collect();
        // Methods that no call can reach together are of different families.
        let families: indexmap::IndexSet<CallFamilyId> =
            funcs.iter().filter_map(|f| self.ann.call_family(*f)).collect();
        let mut rows = vec![];
        for fam in families {
            for row in 0..self.ann.families[fam].rows.len() {
                let r = &self.ann.families[fam].rows[row];
                let targets: indexmap::IndexSet<_> =
                    funcs.iter().filter_map(|f| r.graphs.get(f)).collect();
                if targets.len() < 2 {
                    continue;
                }
                let ft = self.family_type(fam, row)?;
                let number = rows.len();
                let fname: Rc<str> = match number {
                    0 => format!("cls_{name}"),
                    _ => format!("cls_{name}_{number}"),
                }
                .into();
                vown.push(Field {
                    name: fname.clone(),
                    ty: Type::FuncPtr(ft),
                    mutability: Mutability::Immutable,
                });
                rows.push((fam, row, fname));
            }
        }
        Ok(if rows.is_empty() { ClassField::Void } else { ClassField::Method(rows) })
    }

    /// Instance fields defined at the level of a class: (attribute, field, repr).
    pub(crate) fn instance_fields(&mut self, c: ClassDefId) -> Res<Vec<InstanceField>> {
        self.setup_class(c)?;
        Ok(self.class_info(c).fields.clone())
    }

    /// Class-level value of an attribute, `staticmethod` unwrapped.
    pub(crate) fn class_default(&self, cls: HostRef, name: &str) -> Option<HostRef> {
        use annotator::hostview::ClassAttr;
        let cd = self.ann.classdef_of_host(cls);
        let found = match cd {
            // Mixins are folded into the dicts of descriptions.
            Some(c) => self.ann.class_mro(c).into_iter().find_map(|c| {
                self.ann.descs[self.ann.classdefs[c].desc].as_class()?.dict.get(name).copied()
            }),
            None => self.ann.host.lookup_in_mro(cls, name),
        }?;
        match annotator::hostview::class_attr(&self.ann.host, found) {
            ClassAttr::Static(f) => Some(f),
            ClassAttr::Plain => Some(found),
            _ => None,
        }
    }

    /// Makes the exception classes and instances that later stages and helpers raise.
    pub(crate) fn setup_exceptions(&mut self) -> Res {
        for name in EXCEPTIONS {
            let Some(h) = annotator::hostview::exception(&self.ann.host, name) else { continue };
            let c = self.ann.need_class(h)?;
            let vt = self.vtable_obj(c)?;
            self.prog.exc.classes.insert((*name).into(), vt);
            let s = self.class_struct(c);
            let o = self.prog.heap.push(HeapObject {
                name: format!("exc_{name}").into(),
                ty: s,
                fields: vec![],
                items: vec![],
            });
            self.prog.exc.instances.insert((*name).into(), o);
        }
        Ok(())
    }
    /// The prebuilt instance of a built-in exception class without attributes, if `c` is one.
    pub(crate) fn prebuilt_exception(&self, c: ClassDefId) -> Option<ObjId> {
        let cd = &self.ann.classdefs[c];
        let o = *self.prog.exc.instances.get(&cd.name)?;
        let builtin = annotator::hostview::is_builtin_class(&self.ann.host, cd.host);
        let plain = self
            .ann
            .class_mro(c)
            .iter()
            .flat_map(|c| self.ann.classdefs[*c].attrs.iter())
            .all(|(name, a)| a.readonly || annotator::CHAINING.contains(&&**name));
        (builtin && plain).then_some(o)
    }

    // ---- operations
}

/// Name of the vtable entry that says whether a class has a class attribute.
pub(crate) fn has_field(name: &str) -> String {
    format!("has_{name}")
}

impl RTyper<'_> {
    pub(crate) fn ann_access_attr(
        &mut self,
        a: &HlValue,
        cx: &Cx,
        name: &str,
    ) -> Option<annotator::SomeValue> {
        let s = self.s(cx, a);
        match &s.kind {
            Kind::Pbc { descs, .. } => {
                self.ann.access_set(descs[0]).and_then(|a| a.attrs.get(name).cloned())
            }
            _ => None,
        }
    }

    /// The fields of BaseException.
    pub(crate) fn exc_fields(&mut self) -> Vec<Field> {
        let show = self.show_type();
        let field =
            |name: &str, ty| Field { name: name.into(), ty, mutability: Mutability::Mutable };
        vec![
            field("exc_kind", Type::Signed),
            field("exc_text", Type::Ptr(self.layouts.string)),
            field("exc_word", Type::Signed),
            field("exc_key", Type::GcRef),
            field("exc_show", show),
        ]
    }

    /// Type of the functions that make the texts of keys.
    pub(crate) fn show_type(&mut self) -> Type {
        Type::FuncPtr(self.ann.types.func(vec![Type::GcRef], Type::Ptr(self.layouts.string)))
    }

    pub(crate) fn is_exc(&self, c: ClassDefId, name: &str) -> bool {
        let host = self.ann.classdefs[c].host;
        annotator::hostview::exception(&self.ann.host, name)
            .is_some_and(|b| self.ann.host.is_subclass(host, b))
    }

    pub(crate) fn is_exception(&self, c: ClassDefId) -> bool {
        self.is_exc(c, "BaseException")
    }
}
