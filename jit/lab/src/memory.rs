//! The objects of the low-level interpreter as the JIT sees them: every value is a word.
//!
//! References and functions get the made-up addresses of [`to_bits`]. Objects do not move: the interpreter has no collector.

use flowmodel::eval::{ObjRef, RtValue};
use flowmodel::llinterp::{Exc, ItemStore, LlInterp, MemResult, Outcome, from_bits, to_bits};
use flowmodel::{FuncId, Items, Program, StructId, Type};
use jitbackend::Memory;
use jitmodel::{Descr, DescrRef, DescrTable, Kind};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// A value as a word.
pub fn word(v: RtValue) -> i64 {
    match v.as_wide() {
        Some(n) => n as i64,
        None => to_bits(v).0 as i64,
    }
}

/// The value of a type that a word stands for.
pub fn value(word: i64, ty: Type) -> RtValue {
    from_bits(word as u64, ty)
}

/// Describes what the program did that no correct program does, on its way through the JIT, which knows no such thing.
/// (A build that does not unwind, as the command's, ends with the message.)
pub struct Fault(pub String);

fn fault(message: String) -> ! {
    if cfg!(panic = "abort") {
        eprintln!("translate: the program cannot go on with the JIT: {message}");
        std::process::exit(1);
    }
    // Not a panic: nobody is to be told but who catches it.
    std::panic::resume_unwind(Box::new(Fault(message)))
}

fn checked<T>(r: MemResult<T>) -> T {
    r.unwrap_or_else(|message| fault(message))
}

/// Memory of the JIT over an interpreter, which is here while the JIT runs and away while it interprets.
pub struct InterpMemory<'p> {
    program: &'p Program,
    descrs: Rc<DescrTable>,
    addresses: Rc<Vec<u64>>,
    /// Structs by their type id.
    structs: HashMap<u32, StructId>,
    interp: RefCell<Option<LlInterp<'p>>>,
    /// The pending exception: class and value.
    exc: Cell<(i64, i64)>,
}

impl<'p> InterpMemory<'p> {
    /// Makes the memory without an interpreter so far.
    pub fn new(program: &'p Program, descrs: Rc<DescrTable>, addresses: Rc<Vec<u64>>) -> Self {
        let structs = program.types.structs.keys().map(|s| (program.types.type_id(s), s)).collect();
        let (interp, exc) = (RefCell::new(None), Cell::new((0, 0)));
        InterpMemory { program, descrs, addresses, structs, interp, exc }
    }

    /// Lets the interpreter be used from here while `f` runs. `away` takes its place with its caller.
    pub fn lend<R>(
        &self,
        interp: &mut LlInterp<'p>,
        away: LlInterp<'p>,
        f: impl FnOnce() -> R,
    ) -> R {
        let here = self.interp.replace(Some(std::mem::replace(interp, away)));
        assert!(here.is_none(), "one interpreter at a time");
        let result = f();
        *interp = self.interp.take().expect("whoever takes it brings it back");
        result
    }

    /// The interpreter, if a [`Fault`] kept it from being given back.
    pub fn take_back(&self) -> Option<LlInterp<'p>> {
        self.interp.take()
    }

    /// The pending exception, which is no longer.
    pub fn take_exc(&self) -> Exc {
        let (class, value) = self.exc.replace((0, 0));
        let pointer = |word| from_bits(word as u64, Type::Address);
        Exc { etype: pointer(class), evalue: pointer(value), builtin: None }
    }

    fn with<R>(&self, f: impl FnOnce(&mut LlInterp<'p>) -> MemResult<R>) -> R {
        let mut interp = self.interp.borrow_mut();
        checked(f(interp.as_mut().expect("the interpreter is lent")))
    }

    fn struct_of(&self, interp: &LlInterp<'p>, object: RtValue) -> MemResult<StructId> {
        Ok(interp.object(object)?.ty)
    }

    fn new_object(&self, tid: u32, length: i64) -> RtValue {
        let Some(&ty) = self.structs.get(&tid) else { fault(format!("no type {tid}")) };
        self.with(|interp| interp.malloc(ty, length))
    }

    /// The type of raw memory that a descr describes.
    fn raw_type(&self, descr: DescrRef) -> Type {
        let d = self.descrs.array(descr);
        match (d.kind, d.itemsize, d.signed) {
            (Kind::Float, _, _) => Type::Float,
            (_, 1, true) => Type::Int8,
            (_, 1, false) => Type::UInt8,
            (_, 2, true) => Type::Int16,
            (_, 2, false) => Type::UInt16,
            (_, 4, true) => Type::Int32,
            (_, 4, false) => Type::UInt32,
            _ => Type::Signed,
        }
    }
}

/// A reference or raw address.
fn pointer(word: i64) -> RtValue {
    value(word, Type::Address)
}

impl Memory for InterpMemory<'_> {
    fn getfield(&self, object: i64, descr: DescrRef) -> i64 {
        let index = self.descrs.field(descr).index_in_parent;
        self.with(|interp| interp.getfield(pointer(object), index as u32).map(word))
    }
    fn setfield(&self, object: i64, descr: DescrRef, new: i64) {
        let index = self.descrs.field(descr).index_in_parent as usize;
        self.with(|interp| {
            let object = pointer(object);
            let fields = &self.program.types.structs[self.struct_of(interp, object)?].fields;
            let ty = fields.get(index).ok_or("no such field")?.ty;
            interp.setfield(object, index as u32, value(new, ty))
        });
    }
    fn getarrayitem(&self, array: i64, index: i64, _: DescrRef) -> i64 {
        self.with(|interp| interp.getarrayitem(pointer(array), index).map(word))
    }
    fn setarrayitem(&self, array: i64, index: i64, _: DescrRef, new: i64) {
        self.with(|interp| {
            let array = pointer(array);
            let st = &self.program.types.structs[self.struct_of(interp, array)?];
            let ty = st.item_type().ok_or("no array of plain items")?;
            interp.setarrayitem(array, index, value(new, ty))
        });
    }
    fn getinteriorfield(&self, array: i64, index: i64, descr: DescrRef) -> i64 {
        let Descr::InteriorField(d) = self.descrs.get(descr) else {
            unreachable!("an interior field's descr")
        };
        let field = d.index_in_parent as u32;
        self.with(|interp| interp.getinteriorfield(pointer(array), index, field).map(word))
    }
    fn setinteriorfield(&self, array: i64, index: i64, descr: DescrRef, new: i64) {
        let Descr::InteriorField(d) = self.descrs.get(descr) else {
            unreachable!("an interior field's descr")
        };
        let field = d.index_in_parent as usize;
        self.with(|interp| {
            let array = pointer(array);
            let st = &self.program.types.structs[self.struct_of(interp, array)?];
            let ty = match &st.items {
                Some(Items::Inline(fields)) => fields.get(field).map(|f| f.ty),
                _ => None,
            };
            let new = value(new, ty.ok_or("no such field in the items")?);
            interp.setinteriorfield(array, index, field as u32, new)
        });
    }
    fn arraylen(&self, array: i64, _: DescrRef) -> i64 {
        self.with(|interp| interp.getarraysize(pointer(array)))
    }
    fn raw_load(&self, base: i64, offset: i64, descr: DescrRef) -> i64 {
        let ty = self.raw_type(descr);
        self.with(|interp| interp.heap.raw_load(pointer(base), offset, ty).map(word))
    }
    fn raw_store(&self, base: i64, offset: i64, descr: DescrRef, new: i64) {
        let new = value(new, self.raw_type(descr));
        self.with(|interp| interp.heap.raw_store(pointer(base), offset, new));
    }
    fn new(&self, size: DescrRef) -> i64 {
        let d = self.descrs.size(size);
        let object = word(self.new_object(d.tid, 0));
        if let (Some(vtable), Some(typeptr)) = (d.vtable, self.descrs.typeptr) {
            self.setfield(object, typeptr, self.addresses[vtable.0 as usize] as i64);
        }
        object
    }
    fn new_array(&self, length: i64, descr: DescrRef, _: bool) -> i64 {
        word(self.new_object(self.descrs.array(descr).tid, length))
    }
    fn call(&self, function: i64, args: &[i64], _: DescrRef) -> i64 {
        let RtValue::Func(f) = pointer(function) else {
            fault(format!("call of {:?}", pointer(function)))
        };
        let args = arguments(self.program, f, args);
        let mut interp = self.interp.take().expect("the interpreter is lent");
        let result = interp.call(f, &args);
        self.interp.replace(Some(interp));
        match result {
            Ok(v) => word(v),
            Err(Outcome::Raised { exc, .. }) => {
                self.exc.set((word(exc.etype), word(exc.evalue)));
                0
            }
            Err(Outcome::Fault(message)) => fault(message),
        }
    }
    fn class_of(&self, instance: i64) -> i64 {
        // Logs ask this of objects that are no instances, too.
        let root = self.program.exc.object;
        let is_instance = |ty| root.is_some_and(|root| self.program.types.is_subtype(ty, root));
        match self.descrs.typeptr {
            Some(typeptr) if self.with(|i| Ok(is_instance(i.object(pointer(instance))?.ty))) => {
                self.getfield(instance, typeptr)
            }
            _ => 0,
        }
    }
    fn is_subclass(&self, class: i64, base: i64) -> bool {
        self.with(|interp| interp.is_subclass(pointer(class), pointer(base)))
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
    fn identity_hash(&self, object: i64) -> i64 {
        self.with(|interp| interp.identity_hash(pointer(object)))
    }
    fn string_bytes(&self, string: i64) -> Vec<u8> {
        self.with(|interp| match &interp.object(pointer(string))?.items {
            ItemStore::Bytes(bytes) => Ok(bytes.clone()),
            _ => Err("not a string".into()),
        })
    }
    fn type_id(&self, object: i64) -> Option<u32> {
        let interp = self.interp.borrow();
        let object = interp.as_ref()?.object(pointer(object)).ok()?;
        Some(self.program.types.type_id(object.ty))
    }
    fn is_prebuilt(&self, object: i64) -> bool {
        matches!(pointer(object), RtValue::Ref(ObjRef(n)) if (n as usize) < self.program.heap.len())
    }
}

/// The arguments of a call, in which those without a value do not occur.
fn arguments(p: &Program, f: FuncId, words: &[i64]) -> Vec<RtValue> {
    let mut words = words.iter();
    let types = &p.types.funcs[p.funcs[f].ty].args;
    let arg = |ty: &Type| match ty {
        Type::Void => RtValue::Void,
        ty => value(words.next().copied().unwrap_or(0), *ty),
    };
    types.iter().map(arg).collect()
}
