//! The functions of a collector, and what they are told of objects.

use crate::transform::barrier::BarrierFunctions;
use crate::transform::refcount::CountFunctions;
use flowmodel::analysis::callgraph::reachable_funcs;
use flowmodel::lltype::{HEADER_FLAGS, HEADER_HASH};
use flowmodel::{Const, FuncId, LlOp, LlValue, ObjId, Program, Type, Value};

/// Flags in the headers of prebuilt objects for collectors with a write barrier: a store into the object calls `remember`, it is
/// never moved nor freed, and nothing was written to it yet.
pub const PREBUILT_FLAGS: u64 = 7 << HEADER_FLAGS;

/// The header of a prebuilt object where references are counted: negative, so that nobody counts, with its number and all flags.
pub fn immortal_header(p: &Program, o: ObjId) -> u64 {
    let number = (o.as_u32() as u64) << HEADER_HASH;
    p.types.type_id(p.header_type(o)) as u64 | PREBUILT_FLAGS | number | 1 << 63
}

/// Functions of a collector that transformed code calls. Addresses may be of type Address, GcRef or Signed.
#[derive(Copy, Clone, Debug)]
pub struct GcFunctions {
    /// `(tid: Signed, size: Signed) -> address or null`; `size` includes the header; the memory behind it is zero. May collect.
    pub malloc_fixed: FuncId,
    /// `(tid, fixedsize, itemsize, lengthofs, n) -> address or null`; sizes and offsets include the header. May collect.
    pub malloc_varsize: FuncId,
    /// `()`: full collection.
    pub collect: FuncId,
    /// `(what: Signed, arg: Signed) -> Signed`: see `gc_control`. May collect.
    pub control: FuncId,
    /// `(object) -> Signed`; must not collect.
    pub identity_hash: FuncId,
    /// `None`: the collector needs no write barrier. Else prebuilt objects have the flags [`PREBUILT_FLAGS`], and are no static
    /// roots.
    pub barrier: Option<BarrierFunctions>,
    /// Functions that programs with weak references or finalizers call; `None`: objects never die.
    pub weak: Option<WeakFunctions>,
    /// Place of the bump pointer, if the fast path may be inlined.
    pub state: Option<GcState>,
    /// It finds references in stack and registers itself: no frames are made for it.
    pub conservative: bool,
    /// It counts references with these functions: no frames are made for it, and prebuilt objects are no static roots.
    pub counts: Option<CountFunctions>,
}

/// Functions of a collector for weak references and finalizers. Addresses are of type Address. None of them collects.
#[derive(Copy, Clone, Debug)]
pub struct WeakFunctions {
    /// `(weakref)`: its first field is a weak reference.
    pub note_weakref: FuncId,
    /// `(object, kind: Signed)`
    pub note_finalizer: FuncId,
    /// `() -> kind: Signed`
    pub next_finalizer: FuncId,
    /// `() -> object`
    pub finalizer_object: FuncId,
}

impl WeakFunctions {
    /// All of them.
    pub fn all(&self) -> [FuncId; 4] {
        [self.note_weakref, self.note_finalizer, self.next_finalizer, self.finalizer_object]
    }
}

/// The collector's bump pointer: Signed fields of a prebuilt object. The memory between them need not be zero.
#[derive(Copy, Clone, Debug)]
pub struct GcState {
    /// The prebuilt object.
    pub obj: ObjId,
    /// Index of the field with the first free address.
    pub free: u32,
    /// Index of the field with the end of the free area.
    pub limit: u32,
}

/// Says which memory management the program gets.
#[derive(Copy, Clone, Debug, Default)]
pub enum GcChoice {
    /// None: zeroed memory from C, never freed (for tests and short programs).
    #[default]
    None,
    /// A collector with functions in the language.
    Collector(GcFunctions),
}

impl GcChoice {
    /// Says whether references are stored with a write barrier.
    pub fn has_barrier(&self) -> bool {
        matches!(self, GcChoice::Collector(GcFunctions { barrier: Some(_), .. }))
    }
    /// Says whether references are counted.
    pub fn counts(&self) -> bool {
        matches!(self, GcChoice::Collector(GcFunctions { counts: Some(_), .. }))
    }
}

impl GcFunctions {
    /// Makes the table of functions of a collector without a write barrier, whose bump pointer is
    /// not known.
    pub fn new(
        malloc_fixed: FuncId,
        malloc_varsize: FuncId,
        [collect, control]: [FuncId; 2],
        identity_hash: FuncId,
    ) -> GcFunctions {
        GcFunctions {
            malloc_fixed,
            malloc_varsize,
            collect,
            control,
            identity_hash,
            barrier: None,
            weak: None,
            state: None,
            conservative: false,
            counts: None,
        }
    }
    /// Adds the bump pointer found in the body of `malloc_fixed`: a prebuilt object with Signed fields `free` and
    /// `limit` (or `inst_free`, `inst_limit`).
    pub fn with_state(self, p: &Program) -> GcFunctions {
        let all = reachable_funcs(p, &[self.malloc_fixed]);
        GcFunctions { state: all.into_iter().find_map(|f| find_state(p, f)), ..self }
    }
    /// All of them.
    pub fn all(&self) -> Vec<FuncId> {
        let mut all = vec![self.malloc_fixed, self.malloc_varsize, self.collect, self.control];
        all.push(self.identity_hash);
        all.extend(self.barrier.iter().flat_map(BarrierFunctions::all));
        all.extend(self.counts.iter().flat_map(CountFunctions::all));
        all.extend(self.weak.iter().flat_map(WeakFunctions::all));
        all
    }
    /// Says whether frames on the shadow stack tell it where references are.
    pub fn has_frames(&self) -> bool {
        !self.conservative && self.counts.is_none()
    }
}

pub(crate) fn find_state(p: &Program, f: FuncId) -> Option<GcState> {
    let g = p.funcs[f].graph()?;
    for b in g.reachable() {
        for a in g.blocks[b].operations.iter().flat_map(|o| &o.args) {
            let Value::Const(Const::Obj(o)) = a else { continue };
            let st = &p.types.structs[p.heap[*o].ty];
            let field = |name: &str| {
                let i = st.field_index(name).or_else(|| st.field_index(&format!("inst_{name}")))?;
                (st.fields[i as usize].ty == Type::Signed).then_some(i)
            };
            if let (Some(free), Some(limit)) = (field("free"), field("limit")) {
                return Some(GcState { obj: *o, free, limit });
            }
        }
    }
    None
}

/// A word.
pub(super) fn int(n: i64) -> LlValue {
    Value::Const(Const::Int(n))
}

/// Gives the operation that makes a pointer to an object of what a collector's function returns.
pub(super) fn cast_from(ty: Type) -> LlOp {
    match ty {
        Type::Signed => LlOp::CastIntToPtr,
        Type::Address => LlOp::CastAdrToPtr,
        _ => LlOp::CastOpaquePtr,
    }
}
