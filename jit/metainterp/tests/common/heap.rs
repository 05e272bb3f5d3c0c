//! A small heap with a moving collector: every collection gives every object a new address, and using an old one panics.
//! With `stress` on it collects at every opportunity, so that every reference that is not rooted is found out.

use jitbackend::{Memory, RootTable};
use jitmodel::{Descr, DescrRef, DescrTable, Kind};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub enum Obj {
    Struct { class: i64, fields: BTreeMap<DescrRef, i64> },
    Array { descr: DescrRef, items: Vec<i64> },
    Structs { items: Vec<BTreeMap<DescrRef, i64>> },
}

type Function = Box<dyn Fn(&Heap, &[i64]) -> i64>;

pub struct Heap {
    pub descrs: Rc<DescrTable>,
    pub addresses: Rc<Vec<u64>>,
    pub roots: Rc<RootTable>,
    objects: RefCell<BTreeMap<i64, Obj>>,
    next: Cell<i64>,
    exc: Cell<(i64, i64)>,
    pub functions: RefCell<BTreeMap<i64, Function>>,
    /// Class → its bases (itself included).
    pub bases: RefCell<BTreeMap<i64, Vec<i64>>>,
    pub stress: Cell<bool>,
    pub collections: Cell<u32>,
    pub output: RefCell<Vec<i64>>,
}

/// Addresses from here on are those of objects that move.
const FIRST: i64 = 1 << 32;

impl Heap {
    pub fn new(descrs: Rc<DescrTable>, addresses: Rc<Vec<u64>>, roots: Rc<RootTable>) -> Self {
        Heap {
            descrs,
            addresses,
            roots,
            objects: RefCell::default(),
            next: Cell::new(FIRST),
            exc: Cell::default(),
            functions: RefCell::default(),
            bases: RefCell::default(),
            stress: Cell::new(false),
            collections: Cell::new(0),
            output: RefCell::default(),
        }
    }

    pub fn insert(&self, address: i64, obj: Obj) {
        self.objects.borrow_mut().insert(address, obj);
    }

    pub fn add(&self, obj: Obj) -> i64 {
        let address = self.next.get();
        self.next.set(address + 16);
        self.insert(address, obj);
        address
    }

    pub fn string(&self, text: &[u8]) -> i64 {
        let descr = self.descrs.string.unwrap();
        self.add(Obj::Array { descr, items: text.iter().map(|&b| b as i64).collect() })
    }

    pub fn get(&self, address: i64) -> Obj {
        let objects = self.objects.borrow();
        objects.get(&address).unwrap_or_else(|| panic!("no object at {address:#x}")).clone()
    }

    fn with<R>(&self, address: i64, f: impl FnOnce(&mut Obj) -> R) -> R {
        let mut objects = self.objects.borrow_mut();
        f(objects.get_mut(&address).unwrap_or_else(|| panic!("no object at {address:#x}")))
    }

    pub fn raise(&self, value: i64) {
        self.exc.set((self.class_of(value), value));
    }

    /// Moves everything. `extra` is a root of the caller.
    pub fn collect(&self, extra: i64) -> i64 {
        self.collections.set(self.collections.get() + 1);
        let old = std::mem::take(&mut *self.objects.borrow_mut());
        let mut new: BTreeMap<i64, i64> = BTreeMap::new();
        let mut todo = Vec::new();
        let mut forward = |address: i64, todo: &mut Vec<i64>| {
            if address < FIRST {
                return address;
            }
            assert!(old.contains_key(&address), "dangling root {address:#x}");
            *new.entry(address).or_insert_with(|| {
                let moved = self.next.get();
                self.next.set(moved + 16);
                todo.push(address);
                moved
            })
        };
        self.roots.for_each(|word| forward(word, &mut todo));
        let extra = forward(extra, &mut todo);
        let (class, value) = self.exc.get();
        self.exc.set((class, forward(value, &mut todo)));
        todo.extend(old.keys().copied().filter(|&a| a < FIRST));
        let mut objects = BTreeMap::new();
        while let Some(address) = todo.pop() {
            let mut obj = old[&address].clone();
            let mut fields = |fields: &mut BTreeMap<DescrRef, i64>, todo: &mut Vec<i64>| {
                for (d, word) in fields {
                    if self.descrs.value_kind(*d) == Kind::Ref {
                        *word = forward(*word, todo);
                    }
                }
            };
            match &mut obj {
                Obj::Struct { fields: f, .. } => fields(f, &mut todo),
                Obj::Structs { items, .. } => {
                    items.iter_mut().for_each(|f| fields(f, &mut todo));
                }
                Obj::Array { descr, items } => {
                    if self.descrs.array(*descr).kind == Kind::Ref {
                        for word in items {
                            *word = forward(*word, &mut todo);
                        }
                    }
                }
            }
            let address = if address < FIRST { address } else { forward(address, &mut todo) };
            objects.insert(address, obj);
        }
        *self.objects.borrow_mut() = objects;
        extra
    }
}

impl Memory for Heap {
    fn getfield(&self, object: i64, descr: DescrRef) -> i64 {
        self.with(object, |obj| match obj {
            Obj::Struct { class, .. } if Some(descr) == self.descrs.typeptr => *class,
            Obj::Struct { fields, .. } => fields.get(&descr).copied().unwrap_or(0),
            other => panic!("field of {other:?}"),
        })
    }
    fn setfield(&self, object: i64, descr: DescrRef, value: i64) {
        self.with(object, |obj| match obj {
            Obj::Struct { fields, .. } => fields.insert(descr, value),
            other => panic!("field of {other:?}"),
        });
    }
    fn getarrayitem(&self, array: i64, index: i64, _: DescrRef) -> i64 {
        self.with(array, |obj| match obj {
            Obj::Array { items, .. } => items[index as usize],
            other => panic!("item of {other:?}"),
        })
    }
    fn setarrayitem(&self, array: i64, index: i64, _: DescrRef, value: i64) {
        self.with(array, |obj| match obj {
            Obj::Array { items, .. } => items[index as usize] = value,
            other => panic!("item of {other:?}"),
        });
    }
    fn getinteriorfield(&self, array: i64, index: i64, descr: DescrRef) -> i64 {
        self.with(array, |obj| match obj {
            Obj::Structs { items, .. } => items[index as usize].get(&descr).copied().unwrap_or(0),
            other => panic!("interior field of {other:?}"),
        })
    }
    fn setinteriorfield(&self, array: i64, index: i64, descr: DescrRef, value: i64) {
        self.with(array, |obj| match obj {
            Obj::Structs { items, .. } => items[index as usize].insert(descr, value),
            other => panic!("interior field of {other:?}"),
        });
    }
    fn arraylen(&self, array: i64, _: DescrRef) -> i64 {
        self.with(array, |obj| match obj {
            Obj::Array { items, .. } => items.len() as i64,
            Obj::Structs { items, .. } => items.len() as i64,
            other => panic!("length of {other:?}"),
        })
    }
    fn raw_load(&self, base: i64, offset: i64, _: DescrRef) -> i64 {
        // SAFETY: only counts of entries are raw memory here, and they are words of the JIT.
        unsafe { *((base + offset) as *const i64) }
    }
    fn raw_store(&self, base: i64, offset: i64, _: DescrRef, value: i64) {
        // SAFETY: as in `raw_load`.
        unsafe { *((base + offset) as *mut i64) = value }
    }
    fn new(&self, size: DescrRef) -> i64 {
        if self.stress.get() {
            self.collect(0);
        }
        let vtable = self.descrs.size(size).vtable;
        let class = vtable.map_or(0, |v| self.addresses[v.0 as usize] as i64);
        self.add(Obj::Struct { class, fields: BTreeMap::new() })
    }
    fn new_array(&self, length: i64, descr: DescrRef, _: bool) -> i64 {
        if self.stress.get() {
            self.collect(0);
        }
        if self.descrs.array(descr).kind == Kind::Void {
            return self.add(Obj::Structs { items: vec![BTreeMap::new(); length as usize] });
        }
        self.add(Obj::Array { descr, items: vec![0; length as usize] })
    }
    fn call(&self, function: i64, args: &[i64], descr: DescrRef) -> i64 {
        let Descr::Call(call) = self.descrs.get(descr) else { panic!("not a call descr") };
        let result = {
            let functions = self.functions.borrow();
            let function: &Function = &functions[&function];
            function(self, args)
        };
        if self.stress.get() && call.effect.can_collect {
            let is_ref = call.result == Kind::Ref;
            let moved = self.collect(if is_ref { result } else { 0 });
            return if is_ref { moved } else { result };
        }
        result
    }
    fn class_of(&self, instance: i64) -> i64 {
        match self.get(instance) {
            Obj::Struct { class, .. } => class,
            other => panic!("class of {other:?}"),
        }
    }
    fn is_subclass(&self, class: i64, base: i64) -> bool {
        class == base || self.bases.borrow().get(&class).is_some_and(|b| b.contains(&base))
    }
    fn exc_class(&self) -> i64 {
        self.exc.get().0
    }
    fn exc_value(&self) -> i64 {
        self.exc.get().1
    }
    fn set_exc(&self, class: i64, value: i64) {
        self.exc.set((class, value));
    }
    fn identity_hash(&self, _: i64) -> i64 {
        17
    }
    fn string_bytes(&self, string: i64) -> Vec<u8> {
        match self.get(string) {
            Obj::Array { items, .. } => items.iter().map(|&b| b as u8).collect(),
            other => panic!("not a string: {other:?}"),
        }
    }
    fn is_prebuilt(&self, object: i64) -> bool {
        object < FIRST
    }
}
