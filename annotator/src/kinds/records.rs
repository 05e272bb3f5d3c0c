//! Named tuples: at run time they are instances of classes that `rlib/builtins/records.py` makes.
//!
//! Where calls give fields types that do not meet (`P(1, 2)`, `P('a', 2.5)`), there are several such classes for one named
//! tuple, its *variants*. Each call chooses the first one whose fields have met what it gives. A variant consists of a
//! class for the named tuple and of copies of the program's subclasses, made when they are wanted.

use crate::prelude::*;
use flowmodel::HostRef;
use flowspace::host::{HostObj, Payload, functions};
use rustc_hash::FxHashMap;

/// What the fields of one variant are given.
#[derive(Clone, Default)]
struct Variant {
    /// Values of different kinds, for each field.
    seen: Vec<Vec<SomeValue>>,
    /// Its classes, by those of the first variant.
    classes: FxHashMap<HostRef, HostRef>,
}

/// The classes that stand for named tuples.
#[derive(Default)]
pub(crate) struct Variants {
    /// For each class: that of the first variant, and the number of the variant.
    first: FxHashMap<HostRef, (HostRef, usize)>,
    /// By the first variant's class for the named tuple itself.
    variants: FxHashMap<HostRef, Vec<Variant>>,
    /// What calls have chosen, by the first variant's class.
    sites: FxHashMap<(AnnGraphId, VarId, HostRef), usize>,
}

/// The most variants of one named tuple: a program whose calls give its fields so many types makes ever new ones.
const MAX_VARIANTS: usize = 64;

/// How deep types of items are compared.
const MAX_DEPTH: usize = 6;

impl Annotator {
    /// What stands for a named tuple, or for the class of some.
    pub(crate) fn record_of(&mut self, site: Site, r: HostRef) -> Option<HostRef> {
        let (class, instance) = match self.host.obj(r) {
            HostObj::Class(_) => (r, false),
            HostObj::Instance(i) if matches!(i.payload, Payload::Value(_)) => (i.class, true),
            _ => return None,
        };
        if let Some(known) = self.known.records.get(&r) {
            return Some(*known);
        }
        if !self.is_named_tuple(class) {
            return None;
        }
        if instance {
            // What the class becomes tells which instances are such (`is_record`).
            self.record_of(site, class)?;
        }
        let factory = if instance { "record_instance" } else { "record_class" };
        let make = self.library_object(site, "records", factory).ok()?;
        let mut args = vec![r];
        if instance {
            args.push(self.variant_of_instance(site, r, self.known.records[&class]));
        }
        let made = hv::call(&mut self.host, make, &args).ok()?;
        self.known.records.insert(r, made);
        if !instance {
            // And its bases.
            let top = self.record_top(made);
            for c in hv::class_mro(&self.host, made) {
                if self.host.is_subclass(c, top) {
                    self.known.record_variants.first.entry(c).or_insert((c, 0));
                }
            }
        }
        if instance {
            let fill = self.library_object(site, "records", "fill_record").ok()?;
            hv::call(&mut self.host, fill, &[made, r]).ok()?;
        }
        Some(made)
    }

    fn is_named_tuple(&self, class: HostRef) -> bool {
        let tuple = self.host.types.tuple;
        !hv::is_builtin_class(&self.host, class)
            && self.host.is_subclass(class, tuple)
            && self.find_method(class, "_fields").is_some()
            && self.find_method(class, "_field_defaults").is_some()
    }

    /// Whether instances of the class stand for named tuples.
    pub(crate) fn is_record(&self, class: ClassDefId) -> bool {
        !self.known.records.is_empty()
            && hv::class_mro(&self.host, self.classdefs[class].host)
                .iter()
                .any(|c| self.known.record_variants.first.contains_key(c))
    }

    /// All classes that stand for the same named tuple (or subclass of one) as this one.
    pub(crate) fn record_classes(&self, class: HostRef) -> Vec<HostRef> {
        let Some((first, _)) = self.known.record_variants.first.get(&class) else {
            return vec![class];
        };
        let top = self.record_top(*first);
        let all = self.known.record_variants.variants.get(&top).into_iter().flatten();
        let mut classes: Vec<_> = all.filter_map(|v| v.classes.get(first).copied()).collect();
        if !classes.contains(first) {
            classes.insert(0, *first);
        }
        classes
    }

    /// The class that has the fields.
    fn record_top(&self, class: HostRef) -> HostRef {
        let mro = hv::class_mro(&self.host, class);
        let own =
            |c: &HostRef| hv::class_dict(&self.host, *c).iter().any(|(n, _)| &**n == "_fields");
        mro.into_iter().find(own).unwrap_or(class)
    }

    /// For a call of a class that stands for a named tuple: the class of another variant, if the arguments want that.
    pub(crate) fn record_to_make(
        &mut self,
        site: Site,
        class: HostRef,
        args: &crate::CallArgs,
    ) -> AResult<Option<HostRef>> {
        let Some((first, at)) = self.known.record_variants.first.get(&class).copied() else {
            return Ok(None);
        };
        let in_maker = self.in_library_function(site, "records.make_instance");
        let top = self.record_top(class);
        // With an `__init__` of its own a class is one class.
        let Some((owner, init)) = self.find_method(class, "__init__") else { return Ok(None) };
        if in_maker || owner != top || args.shape.star {
            return Ok(None);
        }
        let sig = hv::signature(&self.host, init);
        let mut call = args.clone();
        call.positional.insert(0, (SomeValue::OBJECT, crate::ArgSource::This));
        let Ok(bound) = self.match_signature(site, "record", &sig, &call) else { return Ok(None) };
        let key = site.position.zip(site.result).map(|(p, v)| (p.graph, v, first));
        let known = key.and_then(|s| self.known.record_variants.sites.get(&s).copied());
        let n = self.choose_variant(self.record_top(first), known.or(Some(at)), &bound.cells[1..]);
        if n >= MAX_VARIANTS {
            let name = hv::class_name(&self.host, first);
            let m = format!("the fields of {name}() would have to be of too many different types");
            let e = self.error(site, "union", m);
            return Err(
                e.note("does a field hold a named tuple of the same class, and that another?")
            );
        }
        if let Some(s) = key {
            self.known.record_variants.sites.insert(s, n);
        }
        let made = self.variant_class(site, first, n)?;
        Ok((made != class).then_some(made))
    }

    /// The number of the variant whose fields can take these values, preferably `wanted`. They are noted there.
    fn choose_variant(
        &mut self,
        top: HostRef,
        wanted: Option<usize>,
        cells: &[SomeValue],
    ) -> usize {
        let mut all = self.known.record_variants.variants.remove(&top).unwrap_or_default();
        if all.is_empty() {
            all.push(Variant::default());
        }
        let fits = |a: &Annotator, v: &Variant| {
            v.seen.iter().zip(cells).all(|(seen, c)| seen.iter().all(|s| a.could_meet(s, c, 0)))
        };
        let n = wanted
            .filter(|n| all.get(*n).is_some_and(|v| fits(self, v)))
            .or_else(|| all.iter().position(|v| fits(self, v)))
            .unwrap_or_else(|| {
                all.push(Variant::default());
                all.len() - 1
            });
        all[n].seen.resize(cells.len(), vec![]);
        for (seen, c) in all[n].seen.iter_mut().zip(cells) {
            let c = c.without_const();
            if !seen.contains(&c) {
                seen.push(c);
            }
        }
        self.known.record_variants.variants.insert(top, all);
        n
    }

    /// A class of the first variant as it is in another one.
    fn variant_class(&mut self, site: Site, first: HostRef, n: usize) -> AResult<HostRef> {
        let top = self.record_top(first);
        if n == 0 {
            return Ok(first);
        }
        if let Some(c) = self.known.record_variants.variants[&top][n].classes.get(&first) {
            return Ok(*c);
        }
        let failed =
            |a: &Annotator, t| a.error(site, "internal", format!("a named tuple's class: {t}"));
        let made = if first == top {
            let make = self.library_object(site, "records", "class_like")?;
            hv::call(&mut self.host, make, &[first]).map_err(|t| failed(self, t))?
        } else {
            let mut bases = vec![];
            for b in hv::class_bases(&self.host, first) {
                let record = self.known.record_variants.first.contains_key(&b);
                bases.push(if record { self.variant_class(site, b, n)? } else { b });
            }
            let bases = self.host.tuple(&bases);
            let make = self.library_object(site, "records", "subclass_like")?;
            let made =
                hv::call(&mut self.host, make, &[first, bases]).map_err(|t| failed(self, t))?;
            for (name, v) in hv::class_dict(&self.host, made) {
                let copy = functions::copy_method(&mut self.host, v, made);
                if copy != v {
                    self.host.setattr(made, &name, copy).map_err(|_| {
                        self.error(site, "internal", format!("method {name} of a named tuple"))
                    })?;
                }
            }
            made
        };
        self.known.record_variants.first.insert(made, (first, n));
        let variants = self.known.record_variants.variants.get_mut(&top).expect("chosen before");
        variants[n].classes.insert(first, made);
        Ok(made)
    }

    /// In `C.method(x)` with an instance of another variant than the first: the copy of the method for its class.
    pub(crate) fn method_of_variant(
        &mut self,
        site: Site,
        f: HostRef,
        s: &SomeValue,
    ) -> Option<AResult<HostRef>> {
        let Kind::Instance { class, .. } = s.kind else { return None };
        let host = self.classdefs[class].host;
        let (first, n) = *self.known.record_variants.first.get(&host)?;
        if n == 0 {
            return None;
        }
        let owner = hv::class_mro(&self.host, first)
            .into_iter()
            .find(|c| hv::class_dict(&self.host, *c).iter().any(|(_, v)| *v == f))?;
        Some(
            self.variant_class(site, owner, n)
                .map(|home| functions::copy_method(&mut self.host, f, home)),
        )
    }

    /// The class for a prebuilt named tuple, by the types of its items.
    fn variant_of_instance(&mut self, site: Site, r: HostRef, class: HostRef) -> HostRef {
        let cells: Vec<SomeValue> = hv::items(
            &self.host,
            match self.host.obj(r) {
                HostObj::Instance(i) => match i.payload {
                    Payload::Value(v) => v,
                    _ => return class,
                },
                _ => return class,
            },
        )
        .into_iter()
        .map(|item| match self.host.to_const(item) {
            // Its own items may lead back to the tuple: they are not looked at.
            HlConst::Host(h) => match hv::view(&self.host, h) {
                hv::View::List(_) => {
                    Kind::List(self.new_list_def(site, SomeValue::IMPOSSIBLE)).into()
                }
                _ => SomeValue::IMPOSSIBLE,
            },
            c => crate::definitions::prebuilt::atom_annotation(&c),
        })
        .collect();
        let top = self.record_top(class);
        let n = self.choose_variant(top, Some(0), &cells);
        self.variant_class(site, class, n).unwrap_or(class)
    }

    /// Whether two values might share a variable, as far as can be told without making them one.
    fn could_meet(&self, a: &SomeValue, b: &SomeValue, depth: usize) -> bool {
        use Kind::*;
        let number = |k: &Kind| matches!(k, Bool | Integer { .. } | Float);
        let text = |k: &Kind| matches!(k, Char | String { .. });
        let unicode = |k: &Kind| matches!(k, Char | UniChar | Unicode { .. });
        if depth > MAX_DEPTH {
            return true;
        }
        let meet = |x: &SomeValue, y: &SomeValue| self.could_meet(x, y, depth + 1);
        match (&a.kind, &b.kind) {
            (Impossible, _) | (_, Impossible) => true,
            (None_, k) | (k, None_) => !number(k) && !matches!(k, Tuple(_)),
            (x, y) if number(x) && number(y) => true,
            (x, y) if text(x) && text(y) || unicode(x) && unicode(y) => true,
            (List(x), List(y)) | (Deque(x), Deque(y)) => {
                self.find_list(*x) == self.find_list(*y)
                    || meet(&self.list_def(*x).item, &self.list_def(*y).item)
            }
            (Dict(x), Dict(y)) | (Set(x), Set(y)) => {
                let (x, y) = (self.dict_def(*x), self.dict_def(*y));
                x.parent == y.parent || meet(&x.key, &y.key) && meet(&x.value, &y.value)
            }
            (Tuple(x), Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y.iter()).all(|(x, y)| meet(x, y))
            }
            (Instance { class: x, .. }, Instance { class: y, .. }) => {
                self.is_closure_class(*x)
                    || self.is_closure_class(*y)
                    || self.classdefs[self.common_base(*x, *y)].base.is_some()
            }
            (Instance { class, .. }, Pbc { .. }) | (Pbc { .. }, Instance { class, .. }) => {
                self.is_closure_class(*class)
            }
            (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
        }
    }

    /// For a call of `dataclasses.replace` and its like: the function for the class of the first argument.
    pub(crate) fn function_of_dataclass(
        &mut self,
        site: Site,
        callee: &SomeValue,
        args: &crate::CallArgs,
    ) -> Option<AResult> {
        let f = match &callee.kind {
            Kind::Pbc { descs, .. } => self.descs[descs[0]].as_function()?,
            _ => return None,
        };
        let name = match &*f.qualname {
            "dataclasses.replace" => "replace",
            "dataclasses.astuple" => "astuple",
            "dataclasses.asdict" => "asdict",
            _ => return None,
        };
        let Kind::Instance { class, .. } = args.positional.first()?.0.kind else { return None };
        let host = self.classdefs[class].host;
        hv::class_lookup(&self.host, host, "__dataclass_fields__")?;
        let below = self.user_classes(site);
        if let Some(sub) = below.iter().find(|c| **c != host && self.host.is_subclass(**c, host)) {
            let (c, sub) = (hv::class_name(&self.host, host), hv::class_name(&self.host, *sub));
            return Some(Err(self
                .error(
                    site,
                    "unsupported",
                    format!("{name}() of an instance of {c}, which has the subclass {sub}"),
                )
                .note("at run time the function is made for one class")));
        }
        let names: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
        let names = self.host.str(&names.join(" "));
        let f =
            self.made_for(site, &format!("records.make_{name}"), &[host, names], vec![host, names]);
        Some(f)
    }

    /// `x[i]` of such an instance, with a known index.
    pub(crate) fn record_item(&mut self, site: Site, args: &[SomeValue]) -> Option<AResult> {
        let Kind::Instance { class, .. } = args[0].kind else { return None };
        if !self.is_record(class) {
            return None;
        }
        let host = self.classdefs[class].host;
        let (_, fields) = self.find_method(host, "_fields")?;
        let names = hv::string_list(&self.host, fields);
        let f = if let Kind::Slice(bounds) = &args[1].kind {
            let picked = crate::kinds::tuples::constant_slice(bounds, names.len())?;
            let picked: Vec<_> = picked.into_iter().map(|i| self.host.str(&names[i])).collect();
            let picked = self.host.tuple(&picked);
            self.made_by(site, "records", "make_items", picked)
        } else {
            let index = args[1].const_int()?;
            let index = if index < 0 { index + names.len() as i64 } else { index };
            let name = names.get(usize::try_from(index).ok()?)?;
            let name = self.host.str(name);
            self.made_by(site, "records", "make_item", name)
        };
        let f = f.and_then(|f| self.immutablevalue(site, f));
        Some(f.and_then(|f| self.call_on(site, &f, &[(0, &args[0])])))
    }
}
