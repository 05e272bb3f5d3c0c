//! Layouts: the structs of the heap, one for each shape. Lists, dicts, tuples and so on whose items have the same low-level
//! types share them.

use crate::state::repr::DictInfo;
use crate::state::repr::{IterRepr, ListInfo, Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{DictDefId, Interior, IterVariant, Kind, ListDefId};
use flowmodel::{Field, Items, Mutability, StructId, Type};
use std::rc::Rc;

/// An entry of a dict.
fn entry_fields(key: Type, value: Type) -> Vec<Field> {
    vec![
        Field::new("key", key),
        Field::new("value", value),
        Field::new("hash", Type::Signed),
        Field::new("valid", Type::Bool),
    ]
}

/// A short name of a type, for the names of containers made of it.
fn type_tag(rt: &RTyper<'_>, t: Type) -> String {
    match t {
        Type::Ptr(s) => rt.ann.types.structs[s].name.to_string(),
        Type::FuncPtr(_) => "func".into(),
        other => format!("{other:?}"),
    }
}

/// GC array of a type of items.
pub(crate) fn array_of(rt: &mut RTyper<'_>, item: Type) -> StructId {
    if let Some(a) = rt.layouts.arrays.get(&item) {
        return *a;
    }
    let name = format!("array_{}", type_tag(rt, item));
    let a = rt.ann.types.add(&name, true, None, vec![], Some(Items::Plain(item)));
    rt.layouts.arrays.insert(item, a);
    a
}

/// Resizable list over an array.
pub(crate) fn list_struct(rt: &mut RTyper<'_>, array: StructId) -> StructId {
    if let Some(l) = rt.layouts.lists.get(&array) {
        return *l;
    }
    let item = rt.ann.types.structs[array].item_type().unwrap_or_default();
    let name = format!("list_{}", type_tag(rt, item));
    let fields = vec![Field::new("length", Type::Signed), Field::new("items", Type::Ptr(array))];
    let l = rt.ann.types.add(&name, true, None, fields, None);
    rt.layouts.lists.insert(array, l);
    l
}

impl RTyper<'_> {
    /// Layout of a list.
    pub fn list_info(&mut self, l: ListDefId) -> Res<ListInfo> {
        let l = self.ann.find_list(l);
        if let Some(i) = self.reprs.lists.get(&l) {
            return Ok(*i);
        }
        let def = self.ann.list_def(l);
        let (s_item, resized) = (def.item.clone(), def.resized);
        let frozen = !resized && !def.mutated;
        let recursive = matches!(&s_item.kind, Kind::List(i) if self.ann.find_list(*i) == l);
        if recursive || !self.reprs.lists_busy.insert(l) {
            // A list that contains itself: declare before the item's type is known.
            self.reprs.lists_busy.shift_remove(&l);
            let array = self.ann.types.declare("array_rec", true, None);
            let list = resized.then(|| {
                let s = self.ann.types.declare("list_rec", true, None);
                let fields =
                    vec![Field::new("length", Type::Signed), Field::new("items", Type::Ptr(array))];
                self.ann.types.define(s, fields, None);
                s
            });
            let item = self.intern(Repr::List(l));
            self.reprs.lists.insert(l, ListInfo { item, array, list, frozen });
            let item = self.repr_of(&s_item)?;
            let t = self.lltype(item)?;
            self.ann.types.define(array, vec![], Some(Items::Plain(t)));
            let info = ListInfo { item, array, list, frozen };
            self.reprs.lists.insert(l, info);
            return Ok(info);
        }
        let item = self.repr_of(&s_item)?;
        let t = self.lltype(item)?;
        self.reprs.lists_busy.shift_remove(&l);
        if let Some(i) = self.reprs.lists.get(&l) {
            return Ok(*i);
        }
        let array = array_of(self, t);
        let list = resized.then(|| list_struct(self, array));
        let info = ListInfo { item, array, list, frozen };
        self.reprs.lists.insert(l, info);
        Ok(info)
    }
}

/// Container of range objects with this constant step (0: a field).
pub(crate) fn range_struct(rt: &mut RTyper<'_>, step: i64) -> StructId {
    let name = if step == 0 { "range_st" } else { "range" };
    if let Some(s) = rt.ann.types.lookup(name) {
        return s;
    }
    let mut f = vec![Field::new("start", Type::Signed), Field::new("stop", Type::Signed)];
    if step == 0 {
        f.push(Field::new("step", Type::Signed));
    }
    f.iter_mut().for_each(|f| f.mutability = Mutability::Immutable);
    rt.ann.types.add(name, true, None, f, None)
}

/// Container of a tuple.
pub(crate) fn tuple_struct(rt: &mut RTyper<'_>, items: &[ReprId]) -> Res<StructId> {
    let mut types = vec![];
    for i in items {
        types.push(rt.lltype(*i)?);
    }
    if let Some(s) = rt.layouts.tuples.get(&types) {
        return Ok(*s);
    }
    let fields = types
        .iter()
        .enumerate()
        .map(|(i, t)| Field {
            name: format!("item{i}").into(),
            ty: *t,
            mutability: Mutability::Immutable,
        })
        .collect();
    let s = rt.ann.types.add(&format!("tuple{}", items.len()), true, None, fields, None);
    rt.layouts.tuples.insert(types, s);
    Ok(s)
}

impl RTyper<'_> {
    /// Layout of a dict.
    pub fn dict_info(&mut self, d: DictDefId) -> Res<DictInfo> {
        let d = self.ann.find_dict(d);
        if let Some(i) = self.reprs.dicts.get(&d) {
            return Ok(*i);
        }
        let def = self.ann.dict_def(d);
        let (s_key, s_value) = (def.key.clone(), def.value.clone());
        let recursive = matches!(&s_value.kind, Kind::Dict(i) if self.ann.find_dict(*i) == d);
        if recursive || !self.reprs.dicts_busy.insert(d) {
            // A dict that contains itself: declare before the type of the values is known.
            self.reprs.dicts_busy.shift_remove(&d);
            let entries = self.ann.types.declare("entries_rec", true, None);
            let dict = self.ann.types.declare("dict_rec", true, None);
            let functions = functions_repr(self, d)?;
            let indexes = index_array(self, "rec");
            let fields = dict_fields(self, (indexes, entries), functions)?;
            self.ann.types.define(dict, fields, None);
            let key = self.repr_of(&s_key)?;
            let value = self.intern(Repr::Dict(d));
            self.reprs.dicts.insert(d, DictInfo { def: d, key, value, dict, entries, functions });
            let value = self.repr_of(&s_value)?;
            let (kt, vt) = (self.lltype(key)?, self.lltype(value)?);
            let items = Items::Inline(entry_fields(kt, vt));
            self.ann.types.define(entries, vec![], Some(items));
            let info = DictInfo { def: d, key, value, dict, entries, functions };
            self.reprs.dicts.insert(d, info);
            return Ok(info);
        }
        let key = self.repr_of(&s_key)?;
        let value = self.repr_of(&s_value)?;
        let (kt, vt) = (self.lltype(key)?, self.lltype(value)?);
        self.reprs.dicts_busy.shift_remove(&d);
        if let Some(i) = self.reprs.dicts.get(&d) {
            return Ok(*i);
        }
        let functions = functions_repr(self, d)?;
        let ft = match functions {
            Some(r) => self.lltype(r)?,
            None => Type::Void,
        };
        let (dict, entries) = match self.layouts.dicts.get(&(kt, vt, ft)) {
            Some(x) => *x,
            None => {
                let tag = format!("{}_{}", type_tag(self, kt), type_tag(self, vt));
                let inline = entry_fields(kt, vt);
                let t = &mut self.ann.types;
                let entries = t.add(
                    &format!("entries_{tag}"),
                    true,
                    None,
                    vec![],
                    Some(Items::Inline(inline)),
                );
                let indexes = index_array(self, &tag);
                let fields = dict_fields(self, (indexes, entries), functions)?;
                let dict = self.ann.types.add(&format!("dict_{tag}"), true, None, fields, None);
                self.layouts.dicts.insert((kt, vt, ft), (dict, entries));
                (dict, entries)
            }
        };
        let info = DictInfo { def: d, key, value, dict, entries, functions };
        self.reprs.dicts.insert(d, info);
        Ok(info)
    }
}

/// Gives what an `r_dict` keeps its functions in, if those of the definition have different ones.
fn functions_repr(rt: &mut RTyper<'_>, d: DictDefId) -> Res<Option<ReprId>> {
    match annotator::several_functions(rt.ann, d) {
        Some([make, _]) => Ok(Some(rt.sig(make)?.result)),
        None => Ok(None),
    }
}

/// The index of dicts of one type: what changes other arrays of numbers changes none of them.
fn index_array(rt: &mut RTyper<'_>, tag: &str) -> StructId {
    let signed = Some(Items::Plain(Type::Signed));
    rt.ann.types.add(&format!("index_{tag}"), true, None, vec![], signed)
}

fn dict_fields(
    rt: &mut RTyper<'_>,
    (indexes, entries): (StructId, StructId),
    functions: Option<ReprId>,
) -> Res<Vec<Field>> {
    let mut fields = vec![
        Field::new("num_live", Type::Signed),
        Field::new("num_ever_used", Type::Signed),
        Field::new("index_used", Type::Signed),
        Field::new("indexes", Type::Ptr(indexes)),
        Field::new("entries", Type::Ptr(entries)),
    ];
    if let Some(r) = functions {
        fields.push(Field::new("functions", rt.lltype(r)?));
    }
    Ok(fields)
}

/// Container of string builders.
pub(crate) fn builder_struct(rt: &mut RTyper<'_>, unicode: bool) -> StructId {
    let (name, buf) = if unicode {
        ("unicodebuilder", rt.layouts.unicode)
    } else {
        ("stringbuilder", rt.layouts.string)
    };
    if let Some(s) = rt.ann.types.lookup(name) {
        return s;
    }
    let f = vec![Field::new("buf", Type::Ptr(buf)), Field::new("used", Type::Signed)];
    rt.ann.types.add(name, true, None, f, None)
}

/// Container of iterator objects.
fn iter_struct(rt: &mut RTyper<'_>, name: &str, fields: Vec<Field>) -> StructId {
    // Names contain the container's unique name, so the name identifies the struct.
    match rt.layouts.iterators.get(name) {
        Some(s) => *s,
        None => {
            let s = rt.ann.types.add(name, true, None, fields, None);
            rt.layouts.iterators.insert(name.into(), s);
            s
        }
    }
}

/// Repr of an iterator.
pub(crate) fn iter_repr(rt: &mut RTyper<'_>, container: ReprId, variant: IterVariant) -> Res<Repr> {
    let signed = |n: &str| Field::new(n, Type::Signed);
    // A character is iterated over as the string it is.
    let container = match rt.repr(container) {
        Repr::Prim(Type::Char) => rt.intern(Repr::Str),
        Repr::Prim(Type::UniChar) => rt.intern(Repr::Unicode),
        _ => container,
    };
    let ctype = rt.lltype(container)?;
    if variant == IterVariant::Zip {
        let Type::Ptr(object) = ctype else {
            return Err(error("internal: zip() of nothing"));
        };
        return Ok(Repr::Iter(Rc::new(IterRepr { container, variant, object, inner: None })));
    }
    if variant == IterVariant::Enumerate {
        // An enumerate object holds an iterator over the container (or the iterator it was given).
        let inner = match rt.repr(container).clone() {
            Repr::Iter(_) => container,
            Repr::Dict(_) | Repr::Set(_) => {
                let r = iter_repr(rt, container, IterVariant::Keys)?;
                rt.intern(r)
            }
            _ => {
                let r = iter_repr(rt, container, IterVariant::Items)?;
                rt.intern(r)
            }
        };
        let it = rt.lltype(inner)?;
        let name = format!("enumerate_{}", type_tag(rt, it));
        let object = iter_struct(rt, &name, vec![Field::new("iter", it), signed("count")]);
        return Ok(Repr::Iter(Rc::new(IterRepr {
            container,
            variant,
            object,
            inner: Some(inner),
        })));
    }
    let object = match rt.repr(container).clone() {
        Repr::Range(step) => {
            let (name, mut f) = match variant {
                IterVariant::Reversed => ("rangeiter_rev", vec![signed("end"), signed("left")]),
                _ => ("rangeiter", vec![signed("next"), signed("stop")]),
            };
            let mut name = name.to_string();
            if step == 0 {
                f.push(signed("step"));
                name.push_str("_st");
            }
            iter_struct(rt, &name, f)
        }
        Repr::List(_) | Repr::Str | Repr::Unicode | Repr::ByteArray => {
            let name = format!("iter_{}", type_tag(rt, ctype));
            iter_struct(rt, &name, vec![Field::new("list", ctype), signed("index")])
        }
        Repr::Deque(_) => {
            let name = format!("iter_{}", type_tag(rt, ctype));
            let f = vec![Field::new("deque", ctype), signed("index"), signed("size")];
            iter_struct(rt, &name, f)
        }
        Repr::Dict(_) | Repr::Set(_) => {
            let name = format!("iter_{}", type_tag(rt, ctype));
            let f = vec![Field::new("dict", ctype), signed("index"), signed("size")];
            iter_struct(rt, &name, f)
        }
        Repr::Iter(_) => return Ok(rt.repr(container).clone()),
        other => {
            return Err(error(format!("iteration over {} is not supported", other.describe())));
        }
    };
    Ok(Repr::Iter(Rc::new(IterRepr { container, variant, object, inner: None })))
}

/// The container of a pointer to an item.
pub(crate) fn item_pointer_struct(rt: &mut RTyper<'_>, p: &Interior) -> Res<StructId> {
    let parts = [rt.prim(Type::Ptr(p.object)), rt.prim(Type::Signed)];
    tuple_struct(rt, &parts)
}
