//! What an object that is allocated inline has to have cleared: its memory is not zero, and the collector must find no rubbish in it.
//!
//! Most objects are filled at once. What is written before anything can read it, or collect, needs no zero.

use flowmodel::effects::{ALLOCATES, CALLS, COLLECTS, ORDERED};
use flowmodel::lltype::GC_HEADER;
use flowmodel::{ExitSwitch, Link, Ll, LlGraph, LlOp, LlValue, Program, StructId, Value, VarId};
use rustc_hash::FxHashSet;

/// So many blocks are looked at.
const BLOCKS: usize = 16;

/// Offsets (from the header) of the words to be cleared in an object of type `s` that is the variable `r` at the start of the link:
/// those of which a field's byte is not surely written before it may be read.
pub fn words_to_clear(
    p: &Program,
    g: &LlGraph,
    link: &Link<Ll>,
    r: VarId,
    s: StructId,
) -> Vec<i64> {
    let mut fresh = Fresh { p, g, missing: field_bytes(p, s), names: [r].into_iter().collect() };
    let mut link = link;
    for _ in 0..BLOCKS {
        let block = &g.blocks[link.target];
        let inputs = block.inputargs.iter().zip(&link.args);
        fresh.names = inputs.filter(|(_, a)| fresh.is(a)).map(|(v, _)| *v).collect();
        if !block.operations.iter().all(|op| fresh.passes(op)) {
            break;
        }
        let (ExitSwitch::None, [next]) = (block.exitswitch, &block.exits[..]) else { break };
        link = next;
    }
    let words = fresh.missing.iter().enumerate().filter(|(_, bytes)| **bytes != 0);
    words.map(|(i, _)| (GC_HEADER as usize + 8 * i) as i64).collect()
}

/// The bytes of fields, a bit each, in a byte for each word behind the header.
fn field_bytes(p: &Program, s: StructId) -> Vec<u8> {
    let layout = p.types.layout(s);
    let st = &p.types.structs[s];
    let mut bytes = vec![0; layout.size.div_ceil(8) as usize];
    for (i, f) in st.fields.iter().enumerate() {
        let size = st.room(i).map_or(f.ty.size(), |r| r.size);
        for at in layout.fields[i]..layout.fields[i] + size {
            bytes[at as usize / 8] |= 1 << (at % 8);
        }
    }
    bytes
}

struct Fresh<'a> {
    p: &'a Program,
    g: &'a LlGraph,
    /// Bytes that are not written yet.
    missing: Vec<u8>,
    /// Variables of the block that are the object.
    names: FxHashSet<VarId>,
}

impl Fresh<'_> {
    fn is(&self, v: &LlValue) -> bool {
        v.as_var().is_some_and(|v| self.names.contains(&v))
    }

    /// Notes what an operation writes. False if the object must be whole before it.
    fn passes(&mut self, op: &flowmodel::SpaceOperation<Ll>) -> bool {
        let on_it = op.args.first().is_some_and(|a| self.is(a));
        match op.op {
            LlOp::SameAs | LlOp::CastPointer => {
                if on_it {
                    self.names.insert(op.result);
                }
                true
            }
            LlOp::SetField if on_it => {
                self.write(op);
                true
            }
            LlOp::PtrIszero | LlOp::PtrNonzero => true,
            _ => {
                let stays = ALLOCATES | CALLS | COLLECTS | ORDERED;
                !op.op.has(stays) && !op.args.iter().any(|a| self.is(a))
            }
        }
    }

    fn write(&mut self, op: &flowmodel::SpaceOperation<Ll>) {
        let flowmodel::Type::Ptr(s) = self.p.value_type(self.g, &op.args[0]) else { return };
        let Value::Const(flowmodel::Const::Field(i)) = op.args[1] else { return };
        let at = self.p.types.layout(s).fields[i as usize];
        for at in at..at + self.p.types.structs[s].fields[i as usize].ty.size() {
            self.missing[at as usize / 8] &= !(1 << (at % 8));
        }
    }
}
