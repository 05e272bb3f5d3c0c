//! Tests of the class of an instance whose header tells it: type ids are compared, and no vtable is read.
//!
//! Type ids of a class and its subclasses follow each other ([`flowmodel::TypeTable::number_types`]), so that one comparison with two
//! bounds says whether an instance is of a class or of a subclass.

use crate::exact;
use flowmodel::analysis::classes::subclass_range;
use flowmodel::{
    Const, Ll, LlGraph, LlOp, LlValue, ObjId, Program, SpaceOperation, StructId, Type, Value, VarId,
};
use rustc_hash::FxHashMap;

/// Type ids of the classes of a program.
pub struct ClassIds {
    /// By class: the types of its instances, and the last of a subclass's.
    ranges: FxHashMap<ObjId, (StructId, StructId)>,
    /// Classes by the numbers that those of their subclasses lie between.
    by_numbers: FxHashMap<(i64, i64), ObjId>,
}

impl ClassIds {
    /// Those of a program; none where headers do not tell classes.
    pub fn new(p: &Program) -> ClassIds {
        let mut ids = ClassIds { ranges: FxHashMap::default(), by_numbers: FxHashMap::default() };
        let Some(object) = p.exc.object.filter(|o| p.types.class_in_header(*o)) else { return ids };
        // How many types are a class's, and which of them has the highest number.
        let mut subtypes: FxHashMap<StructId, (u32, StructId)> = FxHashMap::default();
        for s in p.types.structs.keys().filter(|s| p.types.is_subtype(*s, object)) {
            let mut of = Some(s);
            while let Some(class) = of {
                let (count, last) = subtypes.entry(class).or_insert((0, s));
                *count += 1;
                if p.types.type_id(s) > p.types.type_id(*last) {
                    *last = s;
                }
                of = p.types.structs[class].parent;
            }
        }
        for vtable in p.heap.keys() {
            let Some(s) = p.instances_of(vtable) else { continue };
            let Some((count, last)) = subtypes.get(&s) else { continue };
            if p.types.type_id(*last) - p.types.type_id(s) != (count - 1) * 8 {
                continue;
            }
            ids.ranges.insert(vtable, (s, *last));
            if let Some(numbers) = subclass_range(p, vtable) {
                ids.by_numbers.insert(numbers, vtable);
            }
        }
        ids
    }

    /// Lets tests in a graph look at headers.
    pub fn test_headers(&self, p: &Program, g: &mut LlGraph) {
        if self.ranges.is_empty() {
            return;
        }
        for b in g.reachable() {
            let mut tested = Tested::default();
            let mut i = 0;
            while i < g.blocks[b].operations.len() {
                let op = g.blocks[b].operations[i].clone();
                tested.note(p, g, &op);
                if let Some((object, test)) = self.test(&tested, &op) {
                    let before = type_id_of(g, object, &op);
                    let id = before[2].result.into();
                    let o = &mut g.blocks[b].operations[i];
                    (o.op, o.args) = match test {
                        Test::Is(s) => (LlOp::IntEq, vec![id, type_id(s)]),
                        Test::IsNot(s) => (LlOp::IntNe, vec![id, type_id(s)]),
                        Test::Between(first, last) => {
                            let end = p.types.type_id(last) as i64 + 8;
                            let end = Value::Const(Const::Int(end));
                            (LlOp::IntBetween, vec![type_id(first), id, end])
                        }
                    };
                    g.blocks[b].operations.splice(i..i, before);
                    i += 3;
                }
                i += 1;
            }
        }
    }

    /// The test that an operation is: of which object, and for what.
    fn test(&self, tested: &Tested, op: &SpaceOperation<Ll>) -> Option<(LlValue, Test)> {
        match (op.op, &op.args[..]) {
            (LlOp::PtrEq | LlOp::PtrNe, [a, b]) => {
                let (class, of) = match (a, b) {
                    (Value::Var(v), Value::Const(Const::Obj(o)))
                    | (Value::Const(Const::Obj(o)), Value::Var(v)) => (*o, v),
                    _ => return None,
                };
                let object = tested.classes.get(of)?;
                let (s, _) = self.ranges.get(&class)?;
                let test = if op.op == LlOp::PtrEq { Test::Is(*s) } else { Test::IsNot(*s) };
                Some((*object, test))
            }
            (
                LlOp::IntBetween,
                [Value::Const(Const::Int(min)), Value::Var(v), Value::Const(Const::Int(max))],
            ) => {
                let object = tested.numbers.get(v)?;
                let (first, last) = self.ranges.get(self.by_numbers.get(&(*min, *max))?)?;
                Some((*object, Test::Between(*first, *last)))
            }
            _ => None,
        }
    }
}

/// What is asked of the type of an object.
enum Test {
    Is(StructId),
    IsNot(StructId),
    Between(StructId, StructId),
}

/// Variables of a block that tell classes.
#[derive(Default)]
struct Tested {
    /// Those that are the vtable of an object.
    classes: FxHashMap<VarId, LlValue>,
    /// Those that are the number of an object's class.
    numbers: FxHashMap<VarId, LlValue>,
}

impl Tested {
    fn note(&mut self, p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>) {
        match (op.op, &op.args[..]) {
            (LlOp::GetField, [object, Value::Const(Const::Field(0))]) if matches!(p.value_type(g, object), Type::Ptr(s) if p.types.class_in_header(s)) =>
            {
                self.classes.insert(op.result, *object);
            }
            (LlOp::CastPointer | LlOp::SameAs, [Value::Var(v)]) => {
                if let Some(object) = self.classes.get(v).copied() {
                    self.classes.insert(op.result, object);
                }
            }
            (LlOp::GetField, [Value::Var(v), Value::Const(Const::Field(field))]) => {
                if let Some(object) = self.classes.get(v).copied()
                    && exact::is_number(p, g.ty(*v), *field)
                {
                    self.numbers.insert(op.result, object);
                }
            }
            _ => {}
        }
    }
}

fn type_id(s: StructId) -> LlValue {
    Value::Const(Const::TypeId(s))
}

/// The operations that read the type id of an object; the last one has it as result.
fn type_id_of(
    g: &mut LlGraph,
    object: LlValue,
    test: &SpaceOperation<Ll>,
) -> [SpaceOperation<Ll>; 3] {
    let mut new = |op, args, name, ty| SpaceOperation {
        op,
        args,
        result: g.new_var(name, ty),
        span: test.span,
    };
    let adr = new(LlOp::CastPtrToAdr, vec![object], "adr", Type::Address);
    let start = vec![adr.result.into(), Value::Const(Const::Int(0))];
    let half = new(LlOp::RawLoad, start, "half", Type::UInt32);
    let id = new(LlOp::CastPrimitive, vec![half.result.into()], "typeid", Type::Signed);
    [adr, half, id]
}
