//! What the tracer does with what it knows of memory ([`crate::heapcache`]): reads, writes and tests that need not be recorded.

use crate::heapcache::{ANYWHERE, FIELD, FIXED, HeapPlace, NONNULL, UNESCAPED};
use crate::tracer::state::Tracer;
use crate::tracer::values::{CONST, TBox};
use jitbackend::Memory;
use jitmodel::*;

/// What an operation on memory does with its place.
#[derive(Clone, Copy)]
pub(crate) enum Access {
    Read,
    Write(TBox),
    /// The place is smaller than the value, and may cut it off.
    Cut,
}

impl<M: Memory> Tracer<'_, M> {
    /// The place that an operation on memory reads or writes. Constants are known even where they are cut off: a read takes
    /// the word that is there.
    pub(crate) fn place(
        &mut self,
        op: ResOp,
        args: &[TBox],
        descr: DescrRef,
    ) -> Option<(HeapPlace, Access)> {
        use ResOp::*;
        let access = |value: Option<&TBox>, size| match value {
            None => Access::Read,
            Some(&value) if size == 8 || value.is_const() => Access::Write(value),
            Some(_) => Access::Cut,
        };
        let (index, access) = match op {
            GetfieldGcI | GetfieldGcR | GetfieldGcF | SetfieldGc => {
                let d = self.data.descrs.field(descr);
                if d.volatile {
                    return None;
                }
                let index = if d.immutable { FIXED } else { FIELD };
                (index, access(args.get(1), d.size as usize))
            }
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | SetarrayitemGc => {
                if !args[1].is_const() || args[1].word < 0 {
                    return None;
                }
                let size = self.data.descrs.array(descr).itemsize as usize;
                (args[1].word, access(args.get(2), size))
            }
            ArraylenGc => (FIXED, Access::Read),
            _ => return None,
        };
        // A constant object has its name in the trace, too.
        Some(((self.opref(args[0]), descr, index), access))
    }
    /// The result of a pure operation that need not be recorded: its operation, the word being known.
    pub(crate) fn known_pure(&self, op: ResOp, args: &[TBox]) -> Option<OpRef> {
        let cache = &self.heap_cache;
        match op {
            ResOp::PtrNonzero | ResOp::PtrIszero if cache.has(args[0].op, NONNULL) => Some(CONST),
            ResOp::PtrEq | ResOp::PtrNe | ResOp::InstancePtrEq | ResOp::InstancePtrNe => {
                // An object that nobody else has seen is no other one.
                let own = args.iter().any(|v| cache.has(v.op, UNESCAPED));
                (own && args[0].op != args[1].op).then_some(CONST)
            }
            ResOp::CastPtrToInt | ResOp::CastIntToPtr => None,
            _ => cache.repeated(op, args),
        }
    }
}

/// Gives the value that an operation on memory reads, if that is known.
pub(crate) fn cached_read<M: Memory>(
    tracer: &Tracer<'_, M>,
    place: Option<(HeapPlace, Access)>,
) -> Option<OpRef> {
    match place? {
        (place, Access::Read) if is_still_zero(tracer, place) => Some(CONST),
        (place, Access::Read) => tracer.heap_cache.read(place),
        _ => None,
    }
}

/// Says whether an operation would write what is there: the zeros of a new list, say.
pub(crate) fn writes_nothing<M: Memory>(
    tracer: &Tracer<'_, M>,
    place: Option<(HeapPlace, Access)>,
) -> bool {
    let Some((place, Access::Write(value))) = place else { return false };
    value.is_const() && value.word == 0 && is_still_zero(tracer, place)
}

pub(crate) fn is_still_zero<M: Memory>(tracer: &Tracer<'_, M>, place: HeapPlace) -> bool {
    // (a length and a class are there from the start)
    let content = match tracer.data.descrs.get(place.1) {
        Descr::Array(_) => place.2 >= 0,
        _ => Some(place.1) != tracer.data.descrs.typeptr,
    };
    content && tracer.heap_cache.is_still_zero(place)
}

/// An operation on memory was recorded.
pub(crate) fn cache_memory<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    op: ResOp,
    args: &[TBox],
    descr: DescrRef,
    place: Option<(HeapPlace, Access)>,
    result: OpRef,
) {
    use ResOp::*;
    let cache = &mut tracer.heap_cache;
    if op.result() == Kind::Ref && !op.has(effects::ALLOCATES) {
        // What was stored there may come out again.
        cache.escape_stored(args[0].op);
    }
    match (op, place) {
        (_, Some((place, Access::Read))) => cache.note(place, Some(result)),
        (SetfieldGc | SetarrayitemGc, place) => {
            let object = args[0].op;
            cache.store(object, *args.last().unwrap_or(&args[0]));
            let own = cache.has(object, UNESCAPED);
            if own {
                cache.virtuals += 1;
            } else {
                // It may be one of the others under another name.
                cache.written_at(descr, place.map_or(ANYWHERE, |(place, _)| place.2));
            }
            match place {
                Some((place, Access::Write(value))) => cache.note(place, Some(value.op)),
                Some((place, _)) => cache.note(place, None),
                _ if own => {
                    let version = &mut cache.entry(object).version;
                    *version = version.wrapping_add(1);
                }
                _ => {}
            }
        }
        _ if op.has(effects::WRITES) => {
            cache.written(descr);
            cache.escape_all(args);
        }
        _ => {}
    }
}

/// A condition of a jump was tested: it holds, or not.
pub(crate) fn tested<M: Memory>(tracer: &mut Tracer<'_, M>, cond: OpRef, holds: bool) {
    if let Some(op) = tracer.trace.op_of(cond)
        && (op.opnum == ResOp::PtrNonzero && holds || op.opnum == ResOp::PtrIszero && !holds)
        && !op.args[0].is_const()
    {
        let object = op.args[0];
        tracer.heap_cache.learn_nonnull(object);
    }
}
