//! The contents of vtables and of prebuilt exceptions, and the numbers of classes.

use crate::repr::class::ClassField;
use crate::{RTyper, Res};
use annotator::{ClassDefId, DescId, Kind};
use flowmodel::Const;
use flowmodel::diag::Span;

impl RTyper<'_> {
    /// Fields of the prebuilt exceptions with arguments.
    pub(crate) fn fill_made_exceptions(&mut self) -> Res {
        for (o, c, kind, text, word) in self.exceptions.made.clone() {
            let ty = self.prog.heap[o].ty;
            let types: Vec<_> = self.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
            if self.prog.heap[o].fields.len() != types.len() {
                self.prog.heap[o].fields = types.into_iter().map(|t| self.prog.zero(t)).collect();
            }
            let vt = self.vtable_obj(c)?;
            self.set_obj_field(o, "typeptr", Const::Obj(vt));
            self.set_obj_field(o, "exc_kind", Const::Int(kind.max(0)));
            if let Some(t) = text {
                self.set_obj_field(o, "exc_text", t);
            }
            if let Some(w) = word {
                self.set_obj_field(o, "exc_word", w);
            }
        }
        Ok(())
    }

    /// Fills all vtables as far as they are known; true if that made new work.
    pub(crate) fn fill_vtables(&mut self) -> Res<bool> {
        let n = self.classes.infos.len();
        let before = self.prog.heap.len() + self.prog.funcs.len();
        for i in 0..n {
            let c = *self.classes.infos.get_index(i).expect("class").0;
            self.setup_class(c)?;
            if self.classes.infos[&c].vtable_obj.is_some() {
                self.fill_vtable(c)?;
            }
        }
        self.fill_exceptions()?;
        self.fill_made_exceptions()?;
        Ok(self.classes.infos.len() != n
            || !self.functions.queue.is_empty()
            || !self.classes.queue.is_empty()
            || self.prog.heap.len() + self.prog.funcs.len() != before)
    }

    pub(crate) fn fill_vtable(&mut self, c: ClassDefId) -> Res {
        let o = self.vtable_obj(c)?;
        let vt = self.prog.heap[o].ty;
        if self.prog.heap[o].fields.is_empty() {
            let types: Vec<_> = self.ann.types.structs[vt].fields.iter().map(|f| f.ty).collect();
            self.prog.heap[o].fields = types.into_iter().map(|t| self.prog.zero(t)).collect();
        }
        let name = self.ann.classdefs[c].name.clone();
        let host = self.ann.classdefs[c].host;
        let k = self.string_const(name.as_bytes());
        self.set_obj_field(o, "name", k);
        let full = annotator::hostview::class_full_name(&self.ann.host, host);
        let k = self.string_const(full.as_bytes());
        self.set_obj_field(o, "fullname", k);
        for level in self.ann.class_mro(c) {
            self.setup_class(level)?;
            let entries = self.classes.infos[&level].class_fields.clone();
            for (attr, f) in entries {
                match f {
                    ClassField::Void => {}
                    ClassField::Has(of) => {
                        let has = self.ann.class_has_attr(c, &of);
                        self.set_obj_field(o, &attr, Const::Bool(has));
                    }
                    ClassField::Data(fname, r) => {
                        // Entries read from class objects stand under a name of their own.
                        let set =
                            self.classes.set_fields.iter().find(|(_, field)| **field == fname);
                        let (attr, in_set) = match set.filter(|_| *attr == *fname) {
                            Some(((first, name), _)) => {
                                let desc = self.ann.classdefs[c].desc;
                                let set = self.ann.access_set(*first);
                                (name.clone(), set.is_some_and(|s| s.descs.contains(&desc)))
                            }
                            None => (attr.clone(), true),
                        };
                        if in_set
                            && let Some(h) = self.class_default(host, &attr)
                            && !self.is_never_read(h, r)?
                        {
                            let k = self.host_const(h, r).map_err(|e| {
                                let what = || format!("class attribute '{attr}' of {name}");
                                self.placed(e, Span::NONE, what)
                            })?;
                            self.set_obj_field(o, &fname, k);
                        }
                    }
                    ClassField::Method(rows) => {
                        let Some(d) = self.method_desc_of(c, &attr) else { continue };
                        for (fam, row, fname) in rows {
                            if let Some(f) = self.row_func(fam, row, d)? {
                                self.set_obj_field(o, &fname, Const::Func(f));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The function that a class has as method `name`.
    pub(crate) fn method_desc_of(&mut self, c: ClassDefId, name: &str) -> Option<DescId> {
        let host = self.ann.classdefs[c].host;
        let h = self.class_default(host, name)?;
        let s = self.ann.const_annotation(&flowmodel::HlConst::Host(h));
        match s.kind {
            Kind::Pbc { descs, .. } if descs.len() == 1 => Some(descs[0]),
            _ => None,
        }
    }

    /// Gives every class its range of numbers: a class is a subclass of C iff its own number is in
    /// `C.subclassrange_min .. C.subclassrange_max` (exclusive).
    pub(crate) fn number_classes(&mut self) {
        let root = self.ann.classdefs.keys().next().expect("object");
        let mut next = 0;
        self.number(root, &mut next);
    }

    pub(crate) fn number(&mut self, c: ClassDefId, next: &mut i64) {
        let min = *next;
        *next += 1;
        for s in self.ann.classdefs[c].subdefs.clone() {
            self.number(s, next);
        }
        if let Some(o) = self.classes.infos.get(&c).and_then(|i| i.vtable_obj) {
            self.set_obj_field(o, "subclassrange_min", Const::Int(min));
            self.set_obj_field(o, "subclassrange_max", Const::Int(*next));
            if let Some(f) = self.classes.instantiators.get(&c) {
                self.set_obj_field(o, "instantiate", Const::Func(*f));
            }
        }
    }

    /// Fields of the prebuilt exceptions, once their classes are known.
    pub(crate) fn fill_exceptions(&mut self) -> Res {
        let all: Vec<_> = self.prog.exc.instances.iter().map(|(n, o)| (n.clone(), *o)).collect();
        for (name, o) in all {
            let ty = self.prog.heap[o].ty;
            let types: Vec<_> = self.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
            if self.prog.heap[o].fields.len() != types.len() {
                self.prog.heap[o].fields = types.into_iter().map(|t| self.prog.zero(t)).collect();
            }
            let vt = self.prog.exc.classes[&name];
            self.set_obj_field(o, "typeptr", Const::Obj(vt));
            if &*name == "RecursionError" {
                let text = self.string_const(b"maximum recursion depth exceeded");
                self.set_obj_field(o, "exc_kind", Const::Int(1));
                self.set_obj_field(o, "exc_text", text);
            }
        }
        Ok(())
    }
}
