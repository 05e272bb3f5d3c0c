//! `program_has what`: helpers and the collector ask what the program uses, and what it does not use of them is removed by later
//! passes. The answers are known when the whole program is typed.

use crate::repr::exc::{AS_REPR, FLOAT, KEY, OWN_TEXT, PACKED, TEXT};
use crate::state::RTyper;
use flowmodel::{Body, Const, LlOp, Value};

/// Lists what can be asked, by number.
#[derive(Default)]
struct Answers {
    /// 0: weak references.
    weakrefs: bool,
    /// 1: finalizers.
    finalizers: bool,
    /// 2: exceptions with arguments packed into one text.
    packed: bool,
    /// 3: exceptions with several arguments that are shown.
    several: bool,
    /// 4: arguments of exceptions that are shown as `repr` shows strings.
    quoted: bool,
    /// 5: arguments of exceptions that are floats.
    floats: bool,
    /// 6: arguments of exceptions that are objects.
    keys: bool,
    /// 7: it starts threads.
    threads: bool,
}

impl Answers {
    fn to(&self, what: i64) -> bool {
        match what {
            0 => self.weakrefs,
            1 => self.finalizers,
            2 => self.packed,
            3 => self.several,
            4 => self.quoted,
            5 => self.floats,
            6 => self.keys,
            7 => self.threads,
            _ => unreachable!("program_has {what}"),
        }
    }

    /// An exception of this `exc_kind` can exist.
    fn exception(&mut self, kind: i64) {
        let (first, second) = (kind & 15, kind >> 4 & 15);
        self.packed |= first == PACKED;
        self.several |= first == PACKED || second != 0 && kind & OWN_TEXT == 0;
        self.quoted |= kind & AS_REPR != 0 && first == TEXT;
        self.floats |= first == FLOAT || second == FLOAT;
        self.keys |= first == KEY;
    }
}

/// Puts the answers in the place of the questions.
pub(crate) fn answer(rt: &mut RTyper<'_>, threads: bool) {
    let mut all = Answers { threads, ..Answers::default() };
    rt.exceptions.kinds.iter().for_each(|k| all.exception(*k));
    for o in rt.prog.heap.values() {
        let st = &rt.ann.types.structs[o.ty];
        if let Some(i) = st.field_index("exc_kind")
            && let Some(Const::Int(kind)) = o.fields.get(i as usize)
        {
            all.exception(*kind);
        }
    }
    let mut asked = vec![];
    for f in rt.prog.funcs.values_mut() {
        // These show all arguments of any exception.
        let shows = ["ll_exc_repr", "ll_exc_args"].iter().any(|n| f.name.starts_with(n));
        all.several |= shows && f.attrs.helper;
        let Body::Graph(g) = &mut f.body else { continue };
        for op in g.blocks.values_mut().flat_map(|b| &mut b.operations) {
            match op.op {
                LlOp::GcNoteWeakref => all.weakrefs = true,
                LlOp::GcNoteFinalizer => all.finalizers = true,
                LlOp::ProgramHas => asked.push(op),
                _ => {}
            }
        }
    }
    all.quoted |= all.several;
    for op in asked {
        let Some(Value::Const(Const::Int(what))) = op.args.first() else { continue };
        let answer = Const::Bool(all.to(*what));
        op.op = LlOp::SameAs;
        op.args = vec![Value::Const(answer)];
    }
}
