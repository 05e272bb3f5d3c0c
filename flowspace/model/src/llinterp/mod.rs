//! The low-level interpreter: runs graphs of a [`Program`] on a checked heap.
//!
//! It is the reference for what low-level graphs mean: tests of passes run a graph here before and after, and
//! the JIT runs over it untranslated. Out-of-bounds accesses, null dereferences, use after free, reads of
//! uninitialised raw memory, wrong downcasts and values of wrong types are faults that name function and
//! operation. There is no collector; objects live as long as the interpreter.

mod code;
mod exec;
mod external;
mod floats;
mod heap;
mod state;
mod system;

pub use floats::{float_text, format_float, with_point};
pub use heap::{Heap, ItemStore, MemResult, NO_BLOCK, Object, RawBlock, from_bits, to_bits};
pub use state::{Exc, ExternalHook, LlInterp, Marker, MarkerAction, MarkerHook, Outcome};
pub use system::{FileRef, NoSystem, Status, System, World};

use crate::eval::{ObjRef, RtValue};
use crate::ll::{Body, Const, FuncId, ObjId};
use crate::lltype::{RANGE_FIELDS, StructId, Type};
use code::Code;
use cranelift_entity::EntityRef;
use lloperation::LlOp;
use std::rc::Rc;

impl<'p> LlInterp<'p> {
    /// Calls a function. May be called from hooks and externals while the interpreter runs.
    pub fn call(&mut self, f: FuncId, args: &[RtValue]) -> Result<RtValue, Outcome> {
        let r = self.call_exc(f, args);
        let r = r.map_err(|e| match e {
            exec::Stop::Raise(exc) => Outcome::Raised { class: self.class_name(exc), exc },
            exec::Stop::Fault(s) => Outcome::Fault(s),
            exec::Stop::Outcome(o) => o,
        });
        if self.frames.is_empty()
            && r.is_ok()
            && let Some((etype, evalue)) = self.exc_state.take()
        {
            let exc = Exc { etype, evalue, builtin: None };
            return Err(Outcome::Raised { class: self.class_name(exc), exc });
        }
        r
    }

    /// Runs the program's entry point with these `argv`.
    pub fn run_entry(&mut self, argv: &[&str]) -> Result<RtValue, Outcome> {
        let entry = self.program.entry.ok_or(Outcome::Fault("program without entry".into()))?;
        let ty = &self.program.types.funcs[self.program.funcs[entry].ty];
        let args = match ty.args.as_slice() {
            [] => vec![],
            // As C's `main` gets them.
            [Type::Signed, Type::Address] => {
                vec![RtValue::Int(argv.len() as i64), self.c_argv(argv).map_err(Outcome::Fault)?]
            }
            [Type::Ptr(list)] => {
                vec![self.new_list_of_str(*list, argv).map_err(Outcome::Fault)?]
            }
            _ => return Err(Outcome::Fault("entry point with strange parameters".into())),
        };
        self.call(entry, &args)
    }

    /// An array of C strings.
    fn c_argv(&mut self, argv: &[&str]) -> MemResult<RtValue> {
        let array = self.heap.raw_malloc(8 * argv.len() as i64)?;
        for (i, word) in argv.iter().enumerate() {
            let s = self.c_string(word.as_bytes(), Type::Address)?;
            self.heap.raw_store(array, 8 * i as i64, s)?;
        }
        Ok(array)
    }

    // ---- objects

    /// The value of a prebuilt object.
    pub fn prebuilt(&self, o: ObjId) -> RtValue {
        RtValue::Ref(ObjRef(o.index() as u32))
    }
    /// The object that a value points to.
    pub fn object(&self, v: RtValue) -> MemResult<&Object> {
        self.heap.object(v)
    }
    /// `malloc`, `malloc_varsize`, `raw_malloc_struct`: a zeroed object.
    pub fn malloc(&mut self, ty: StructId, n: i64) -> MemResult<RtValue> {
        self.heap.malloc(self.program, ty, n)
    }
    /// `getfield`
    pub fn getfield(&self, p: RtValue, field: u32) -> MemResult<RtValue> {
        let o = self.heap.object(p)?;
        o.fields.get(field as usize).copied().ok_or_else(|| self.no_field(o.ty, field))
    }
    /// `setfield`, with a check of the value's type.
    pub fn setfield(&mut self, p: RtValue, field: u32, v: RtValue) -> MemResult<()> {
        let ty = self.heap.object(p)?.ty;
        match self.program.types.structs[ty].fields.get(field as usize) {
            Some(f) => self.check_type(v, f.ty)?,
            None => return Err(self.no_field(ty, field)),
        }
        self.heap.object_mut(p)?.fields[field as usize] = v;
        Ok(())
    }
    fn no_field(&self, ty: StructId, field: u32) -> String {
        format!("object of type {} has no field {field}", self.program.types.structs[ty].name)
    }
    /// Reads a field by name.
    fn getfield_by_name(&self, p: RtValue, name: &str) -> MemResult<RtValue> {
        let o = self.heap.object(p)?;
        let st = &self.program.types.structs[o.ty];
        let i = st.field_index(name).ok_or_else(|| format!("{} has no field {name}", st.name))?;
        Ok(o.fields[i as usize])
    }
    /// `getarrayitem`
    pub fn getarrayitem(&self, p: RtValue, i: i64) -> MemResult<RtValue> {
        self.heap.get_item(p, i, 0)
    }
    /// `setarrayitem`, with a check of the value's type.
    pub fn setarrayitem(&mut self, p: RtValue, i: i64, v: RtValue) -> MemResult<()> {
        let ty = self.heap.object(p)?.ty;
        if let Some(t) = self.program.types.structs[ty].item_type() {
            self.check_type(v, t)?;
        }
        self.heap.set_item(p, i, 0, v)
    }
    /// `getarraysize`
    pub fn getarraysize(&self, p: RtValue) -> MemResult<i64> {
        let o = self.heap.object(p)?;
        let st = &self.program.types.structs[o.ty];
        if st.items.is_none() || st.nolength {
            return Err(format!("{} has no length", st.name));
        }
        Ok(o.items.len() as i64)
    }
    /// `getinteriorfield`
    pub fn getinteriorfield(&self, p: RtValue, i: i64, field: u32) -> MemResult<RtValue> {
        self.heap.get_item(p, i, field as usize)
    }
    /// `setinteriorfield`, with a check of the value's type.
    pub fn setinteriorfield(
        &mut self,
        p: RtValue,
        i: i64,
        field: u32,
        v: RtValue,
    ) -> MemResult<()> {
        let ty = self.heap.object(p)?.ty;
        if let Some(f) = self.program.types.structs[ty].item_fields().get(field as usize) {
            self.check_type(v, f.ty)?;
        }
        self.heap.set_item(p, i, field as usize, v)
    }
    /// `gc_identityhash`, `gc_id`: stable and distinct for distinct objects.
    pub fn identity_hash(&mut self, p: RtValue) -> MemResult<i64> {
        match p {
            RtValue::Ref(r) => {
                let next = self.identity.len() as i64 + 1;
                // Spread over the word, so that users of low bits and of high bits see differences.
                Ok(*self
                    .identity
                    .entry(r)
                    .or_insert(next.wrapping_mul(0x1_0000_8001) & 0x7FFF_FFFF))
            }
            RtValue::Null => Ok(0),
            other => Err(format!("identity of {other:?}")),
        }
    }
    /// Checks that a value may stand in a place of type `ty`; an error says why not.
    pub fn check_type(&self, v: RtValue, ty: Type) -> MemResult<()> {
        use RtValue::*;
        let ok = match (v, ty) {
            (Void, Type::Void)
            | (Bool(_), Type::Bool)
            | (Char(_), Type::Char)
            | (UniChar(_), Type::UniChar)
            | (Int(_), Type::Signed)
            | (Uint(_), Type::Unsigned)
            | (Int32(_), Type::Int32)
            | (UInt32(_), Type::UInt32)
            | (Float(_), Type::Float)
            | (Single(_), Type::SingleFloat)
            | (Null, Type::Address | Type::GcRef | Type::Ptr(_) | Type::FuncPtr(_))
            | (Addr { .. } | Func(_) | Ref(_), Type::Address)
            | (Addr { .. }, Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_))
            | (Func(_), Type::FuncPtr(_)) => true,
            (Narrow(t, _), u) => t == u,
            (Ref(r), Type::GcRef) => {
                let o = self.heap.objects.get(r.0 as usize);
                o.is_some_and(|o| self.program.types.structs[o.ty].gc)
            }
            (Ref(r), Type::Ptr(s)) => match self.heap.objects.get(r.0 as usize) {
                Some(o) => {
                    let t = &self.program.types;
                    let len = |s| t.structs[s].fields.len();
                    // (an exception may get its class, by `typeptr`, after it was made: no field is more)
                    let same = || t.is_subtype(s, o.ty) && len(s) == len(o.ty);
                    o.ty == s || t.is_subtype(o.ty, s) || same()
                }
                None => false,
            },
            _ => false,
        };
        if ok {
            return Ok(());
        }
        let what = match v {
            Ref(r) => match self.heap.objects.get(r.0 as usize) {
                Some(o) => format!("object of type {}", self.program.types.structs[o.ty].name),
                None => format!("{v:?}"),
            },
            _ => format!("{v:?}"),
        };
        Err(format!("{what} where {} is expected", self.program.types.show(ty)))
    }

    // ---- classes and exceptions

    /// `isinstance` on vtables, by the subclass ranges (or the same vtable).
    pub fn is_subclass(&self, sub: RtValue, sup: RtValue) -> MemResult<bool> {
        if sub == sup {
            return Ok(true);
        }
        if sub == RtValue::Null || sup == RtValue::Null {
            return Ok(false);
        }
        let get = |v, name| match self.getfield_by_name(v, name)? {
            RtValue::Int(x) => Ok::<i64, String>(x),
            other => Err(format!("{name} is {other:?}")),
        };
        let at = get(sub, RANGE_FIELDS[0])?;
        Ok(get(sup, RANGE_FIELDS[0])? <= at && at < get(sup, RANGE_FIELDS[1])?)
    }
    /// Name of an exception's class.
    pub fn class_name(&self, e: Exc) -> String {
        if let RtValue::Ref(r) = e.etype {
            if let Some((n, _)) =
                self.program.exc.classes.iter().find(|(_, o)| o.index() == r.0 as usize)
            {
                return n.to_string();
            }
            if (r.0 as usize) < self.program.heap.len() {
                return self.program.heap[ObjId::new(r.0 as usize)].name.to_string();
            }
        }
        e.builtin.unwrap_or("<unknown exception>").to_string()
    }
    /// The exception that an operation raises.
    pub fn builtin_exc(&self, name: &'static str) -> Exc {
        let get = |m: &indexmap::IndexMap<Rc<str>, ObjId>| {
            m.get(name).map_or(RtValue::Null, |o| self.prebuilt(*o))
        };
        Exc {
            etype: get(&self.program.exc.classes),
            evalue: get(&self.program.exc.instances),
            builtin: Some(name),
        }
    }

    // ---- strings

    /// A new string object.
    fn new_str(&mut self, s: &[u8]) -> MemResult<RtValue> {
        let ty = self.program.string.ok_or("the program has no strings")?;
        let v = self.malloc(ty, s.len() as i64)?;
        self.heap.object_mut(v)?.items = ItemStore::Bytes(s.to_vec());
        Ok(v)
    }
    /// The bytes of a string object (or of any array of Char).
    pub fn read_str(&self, v: RtValue) -> MemResult<Vec<u8>> {
        match &self.heap.object(v)?.items {
            ItemStore::Bytes(b) => Ok(b.clone()),
            _ => Err("not a string".into()),
        }
    }
    /// A new list of strings; `list` is a resizable list (fields `length` and `items`) or an array.
    pub fn new_list_of_str(&mut self, list: StructId, strs: &[&str]) -> MemResult<RtValue> {
        let st = &self.program.types.structs[list];
        let n = strs.len() as i64;
        let (result, array) = match (st.field_index("length"), st.field_index("items")) {
            (Some(l), Some(i)) => {
                let Type::Ptr(at) = st.fields[i as usize].ty else {
                    return Err("list without an array".into());
                };
                let array = self.malloc(at, n)?;
                let lst = self.malloc(list, 0)?;
                self.setfield(lst, l, RtValue::Int(n))?;
                self.setfield(lst, i, array)?;
                (lst, array)
            }
            _ => {
                let array = self.malloc(list, n)?;
                (array, array)
            }
        };
        for (i, s) in strs.iter().enumerate() {
            let s = self.new_str(s.as_bytes())?;
            self.setarrayitem(array, i as i64, s)?;
        }
        Ok(result)
    }

    // ---- the world

    /// Sets what the program reads from standard input.
    pub fn set_stdin(&mut self, data: &[u8]) {
        self.world.stdin = data.iter().copied().collect();
    }
    /// Gives what the program has written to standard output.
    pub fn stdout(&self) -> &[u8] {
        &self.world.stdout
    }
    /// Gives what the program has written to standard error.
    pub fn stderr(&self) -> &[u8] {
        &self.world.stderr
    }

    /// Executes one operation other than a call or a marker on values. Immediates are given as constants in
    /// `imms`, in their order; run-time operands in `args`, in theirs.
    pub fn execute(
        &mut self,
        op: LlOp,
        args: &[RtValue],
        imms: &[Const],
        result: Type,
    ) -> Result<RtValue, Outcome> {
        self.op_on_values(op, args, &mut imms.iter(), result).map_err(|e| match e {
            exec::Stop::Raise(exc) => Outcome::Raised { class: self.class_name(exc), exc },
            exec::Stop::Fault(s) => Outcome::Fault(format!("{}: {s}", op.name())),
            exec::Stop::Outcome(o) => o,
        })
    }

    fn code(&mut self, f: FuncId) -> Result<Rc<Code>, String> {
        if let Some(c) = &self.codes[f] {
            return Ok(c.clone());
        }
        let func = &self.program.funcs[f];
        let c = match &func.body {
            Body::Graph(g) => Rc::new(code::compile(self.program, f, g)?),
            Body::External(_) => return Err(format!("{} is external", func.name)),
            Body::Declared => return Err(format!("{} has no body", func.name)),
        };
        self.codes[f] = Some(c.clone());
        Ok(c)
    }
}
