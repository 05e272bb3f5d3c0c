//! Tests of the class of an instance whose header tells it: type ids are compared, and no vtable is read.
//!
//! Type ids of a class and its subclasses follow each other ([`flowmodel::TypeTable::number_types`]), so that one comparison with two
//! bounds says whether an instance is of a class or of a subclass.

use crate::exact;
use flowmodel::analysis::classes::subclass_range;
use flowmodel::analysis::values::{SsaValues, ssa_values};
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
        let tested = Tested::new(p, g);
        if tested.classes.is_empty() {
            return;
        }
        for b in g.reachable() {
            // Variables of the block so far, by the value that they have.
            let mut here: FxHashMap<VarId, VarId> = FxHashMap::default();
            let note = |here: &mut FxHashMap<VarId, VarId>, v: VarId| {
                if let Some(value) = tested.values.var(v) {
                    here.entry(value).or_insert(v);
                }
            };
            g.blocks[b].inputargs.iter().for_each(|v| note(&mut here, *v));
            let mut i = 0;
            while i < g.blocks[b].operations.len() {
                let op = g.blocks[b].operations[i].clone();
                note(&mut here, op.result);
                if let Some((object, test)) = self.test(&tested, &here, &op) {
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

    /// Says what an operation tests, which object, and for what. `here` are the variables that there are, by value: where the
    /// object is none of them any more, its class is compared.
    fn test(
        &self,
        tested: &Tested,
        here: &FxHashMap<VarId, VarId>,
        op: &SpaceOperation<Ll>,
    ) -> Option<(LlValue, Test)> {
        let object = |of: &FxHashMap<VarId, VarId>, v: VarId| {
            let object = of.get(&tested.values.var(v)?)?;
            Some(Value::Var(*here.get(object)?))
        };
        match (op.op, &op.args[..]) {
            (LlOp::PtrEq | LlOp::PtrNe, [a, b]) => {
                let (class, of) = match (a, b) {
                    (Value::Var(v), Value::Const(Const::Obj(o)))
                    | (Value::Const(Const::Obj(o)), Value::Var(v)) => (*o, v),
                    _ => return None,
                };
                let object = object(&tested.classes, *of)?;
                let (s, _) = self.ranges.get(&class)?;
                let test = if op.op == LlOp::PtrEq { Test::Is(*s) } else { Test::IsNot(*s) };
                Some((object, test))
            }
            (
                LlOp::IntBetween,
                [Value::Const(Const::Int(min)), Value::Var(v), Value::Const(Const::Int(max))],
            ) => {
                let object = object(&tested.numbers, *v)?;
                let (first, last) = self.ranges.get(self.by_numbers.get(&(*min, *max))?)?;
                Some((object, Test::Between(*first, *last)))
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

/// Knows which values of a graph tell classes, and of which objects. A class that is read before a branch is tested behind it, too.
struct Tested {
    /// Tells what variables stand for.
    values: SsaValues<Ll>,
    /// Those that are the vtable of an object.
    classes: FxHashMap<VarId, VarId>,
    /// Those that are the number of an object's class.
    numbers: FxHashMap<VarId, VarId>,
}

impl Tested {
    fn new(p: &Program, g: &LlGraph) -> Tested {
        let values = ssa_values(g, false, &|op| match op.op {
            LlOp::SameAs | LlOp::CastPointer => Some(&op.args[0]),
            _ => None,
        });
        let (mut classes, mut numbers) = (FxHashMap::default(), FxHashMap::default());
        let mut read = vec![];
        let blocks = g.reachable();
        for op in blocks.iter().flat_map(|b| &g.blocks[*b].operations) {
            let (LlOp::GetField, [Value::Var(of), Value::Const(Const::Field(field))]) =
                (op.op, &op.args[..])
            else {
                continue;
            };
            let Some(value) = values.var(*of) else { continue };
            if *field == 0 && matches!(g.ty(*of), Type::Ptr(s) if p.types.class_in_header(s)) {
                classes.insert(op.result, value);
            } else if exact::is_number(p, g.ty(*of), *field) {
                read.push((op.result, value));
            }
        }
        for (number, class) in read {
            if let Some(object) = classes.get(&class) {
                numbers.insert(number, *object);
            }
        }
        Tested { values, classes, numbers }
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
