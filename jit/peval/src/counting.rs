//! Loops that only count are computed at once: each round adds the same numbers to variables and to items of an array, and the
//! loop ends when one of them comes to zero by steps of one. Then the number of rounds is known before the first one, and what
//! each round adds is multiplied by it. (Numbers wrap around, so that holds for any start.)
//!
//! That is what a loop of a small language comes to when it has nothing better to add, to copy or to clear with.

use flowmodel::diag::Span;
use flowmodel::surgery::keep_exits;
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type,
    VarId,
};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// Says what a value is, by what was there at the start of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// An input of the block.
    Input(VarId),
    /// An item of the array, by its distance from the index.
    Item(i64),
}

/// A number, or what was at the start of a round plus a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum(Option<Base>, i64);

/// One round of a loop of one block.
struct Round<'g> {
    g: &'g LlGraph,
    values: FxHashMap<VarId, Sum>,
    /// The array and the index to which constants are added: inputs.
    place: Option<(VarId, VarId)>,
    /// Items that are used, as they are now, and whether they were stored.
    items: IndexMap<i64, (Sum, bool)>,
}

impl Round<'_> {
    fn value(&self, v: &LlValue) -> Option<Sum> {
        match v {
            LlValue::Const(Const::Int(n)) => Some(Sum(None, *n)),
            LlValue::Var(v) => self.values.get(v).copied(),
            _ => None,
        }
    }

    /// The item that is meant, if all are at one index plus numbers.
    fn item(&mut self, p: &Program, array: &LlValue, index: &LlValue) -> Option<i64> {
        let Type::Ptr(s) = p.value_type(self.g, array) else { return None };
        let (array, Sum(Some(Base::Input(x)), c)) = (array.as_var()?, self.value(index)?) else {
            return None;
        };
        let numbers = p.types.structs[s].item_type() == Some(Type::Signed);
        let place = *self.place.get_or_insert((array, x));
        (numbers && place == (array, x)).then_some(c)
    }

    /// Executes an operation on these values.
    fn operation(&mut self, p: &Program, op: &SpaceOperation<flowmodel::Ll>) -> Option<()> {
        match (op.op, &op.args[..]) {
            (LlOp::GetArrayItem, [array, index]) => {
                let c = self.item(p, array, index)?;
                let own = (Sum(Some(Base::Item(c)), 0), false);
                self.values.insert(op.result, self.items.entry(c).or_insert(own).0);
            }
            (LlOp::SetArrayItem, [array, index, v]) => {
                let (c, v) = (self.item(p, array, index)?, self.value(v)?);
                self.items.insert(c, (v, true));
            }
            (LlOp::IntAdd | LlOp::IntSub, args) => {
                let (v, n) = moved(op.op, args)?;
                let Sum(base, m) = self.value(v)?;
                self.values.insert(op.result, Sum(base, m.wrapping_add(n)));
            }
            // The test.
            (LlOp::IntNe | LlOp::IntEq | LlOp::IntIsTrue, _) => {}
            _ => return None,
        }
        Some(())
    }
}

/// Replaces the loops of one block that only count. Returns how many.
pub fn close_loops(p: &Program, g: &mut LlGraph) -> usize {
    let alone = |g: &LlGraph, b: BlockId| {
        let blk = &g.blocks[b];
        blk.exits.len() == 2 && blk.exits.iter().any(|l| l.target == b)
    };
    let loops: Vec<BlockId> = g.reachable().into_iter().filter(|b| alone(g, *b)).collect();
    loops.into_iter().filter(|b| close(p, g, *b).is_some()).count()
}

/// What a loop of one block does, if it only counts.
struct Counted {
    /// The test at the end of a round, its result as long as the loop goes on, and its place.
    switch: VarId,
    on: bool,
    at: Span,
    /// The exit that leaves the loop.
    leave: usize,
    /// The counter at the end of the first round, which counts down to zero or up to it.
    counter: (Base, i64),
    down: bool,
    /// What [`Round`] has at the end of a round.
    place: Option<(VarId, VarId)>,
    items: IndexMap<i64, (Sum, bool)>,
    /// What a round adds to inputs.
    steps: FxHashMap<VarId, i64>,
    /// What the way out needs of the last round.
    out: Vec<(VarId, Sum)>,
}

/// Finds what a loop does.
fn counted(p: &Program, g: &LlGraph, b: BlockId) -> Option<Counted> {
    let blk = &g.blocks[b];
    let mut round = Round { g, values: FxHashMap::default(), place: None, items: IndexMap::new() };
    for v in blk.inputargs.iter().filter(|v| g.ty(**v) == Type::Signed) {
        round.values.insert(*v, Sum(Some(Base::Input(*v)), 0));
    }
    for op in &blk.operations {
        round.operation(p, op)?;
    }
    let again = blk.exits.iter().position(|l| l.target == b)?;
    let leave = 1 - again;
    if blk.exits[leave].target == b {
        return None;
    }
    // What is not zero as long as the loop goes on.
    let ExitSwitch::Var(switch) = blk.exitswitch else { return None };
    let test = blk.operations.iter().find(|o| o.result == switch)?;
    let (counter, on) = match (test.op, &test.args[..]) {
        (LlOp::IntIsTrue, [v]) => (v, true),
        (LlOp::IntNe, [v, LlValue::Const(Const::Int(0))]) => (v, true),
        (LlOp::IntEq, [v, LlValue::Const(Const::Int(0))]) => (v, false),
        _ => return None,
    };
    if blk.exits[again].case != ExitCase::Value(Const::Bool(on)) {
        return None;
    }
    // What a round adds: to inputs and items. None: it is set to a number, or to what does not change.
    let mut steps: FxHashMap<VarId, i64> = FxHashMap::default();
    for (v, a) in blk.inputargs.iter().zip(&blk.exits[again].args) {
        let step = match round.value(a) {
            Some(Sum(Some(Base::Input(w)), n)) if w == *v => n,
            _ if a.as_var() == Some(*v) => 0,
            _ => return None,
        };
        steps.insert(*v, step);
    }
    if let Some((array, index)) = round.place
        && (steps.get(&array) != Some(&0) || steps.get(&index) != Some(&0))
    {
        return None;
    }
    let step = |base: Base| match base {
        Base::Input(v) => steps.get(&v).copied(),
        Base::Item(c) => match round.items[&c].0 {
            Sum(Some(Base::Item(d)), n) if c == d => Some(n),
            _ => None,
        },
    };
    for (c, (value, _)) in &round.items {
        let fixed = match value {
            Sum(None, _) => true,
            Sum(Some(base @ Base::Input(_)), _) => step(*base) == Some(0),
            Sum(Some(Base::Item(d)), _) => d == c,
        };
        if !fixed {
            return None;
        }
    }
    let Sum(Some(base), plus) = round.value(counter)? else { return None };
    let down = match step(base)? {
        -1 => true,
        1 => false,
        _ => return None,
    };
    let mut out: Vec<(VarId, Sum)> = vec![];
    for a in &blk.exits[leave].args {
        if let LlValue::Var(v) = a
            && *v != switch
            && !(blk.inputargs.contains(v) && steps[v] == 0)
        {
            let value = round.value(a)?;
            value.0.map_or(Some(0), step)?;
            out.push((*v, value));
        }
    }
    let Round { place, items, .. } = round;
    let (at, counter) = (test.span, (base, plus));
    Some(Counted { switch, on, at, leave, counter, down, place, items, steps, out })
}

/// Replaces a loop of one block if it only counts.
fn close(p: &Program, g: &mut LlGraph, b: BlockId) -> Option<()> {
    let Counted { switch, on, at, leave, counter, down, place, items, steps, out } =
        counted(p, g, b)?;
    let (base, plus) = counter;
    let steps_of_items: FxHashMap<i64, Option<i64>> =
        items.iter().map(|(c, _)| (*c, item_step(&items, *c))).collect();
    let mut w = Writer { g, at, place, first: FxHashMap::default(), code: vec![] };
    // The counter is `base + plus` at the end of the first round, and zero at the end of round `before + 1`.
    let start = w.first(base);
    let mut before = w.add(start, plus);
    if !down {
        before = w.emit(LlOp::IntSub, vec![number(0), before]);
    }
    let rounds = w.add(before, 1);
    let total = Sum(Some(base), plus);
    let mut stores = vec![];
    for (c, (value, _)) in items.iter().filter(|(_, (_, stored))| *stored) {
        let v = match (value, steps_of_items[c]) {
            (v, _) if *v == total => number(0),
            (Sum(Some(Base::Item(_)), _), Some(n)) => {
                let first = w.first(Base::Item(*c));
                w.plus(first, n, rounds)
            }
            (Sum(Some(base), n), _) => {
                let first = w.first(*base);
                w.add(first, *n)
            }
            (Sum(None, n), _) => number(*n),
        };
        stores.push((*c, v));
    }
    let mut names: FxHashMap<VarId, LlValue> = FxHashMap::default();
    for (v, value) in out {
        let new = match value {
            v if v == total => number(0),
            Sum(None, n) => number(n),
            Sum(Some(base), n) => {
                let step = match base {
                    Base::Input(v) => steps[&v],
                    Base::Item(c) => steps_of_items[&c].unwrap_or(0),
                };
                let first = w.first(base);
                let last = w.plus(first, step, before);
                w.add(last, n)
            }
        };
        names.insert(v, new);
    }
    for (c, v) in stores {
        w.store(c, v);
    }
    names.insert(switch, LlValue::Const(Const::Bool(!on)));
    let code = w.code;
    let blk = &mut g.blocks[b];
    blk.operations = code;
    keep_exits(blk, &[leave == 0, leave == 1]);
    blk.exitswitch = ExitSwitch::None;
    for a in &mut blk.exits[0].args {
        if let LlValue::Var(v) = a
            && let Some(new) = names.get(v)
        {
            *a = *new;
        }
    }
    Some(())
}

fn number(n: i64) -> LlValue {
    LlValue::Const(Const::Int(n))
}

/// Gives the number that a round adds to an item.
fn item_step(items: &IndexMap<i64, (Sum, bool)>, c: i64) -> Option<i64> {
    match items[&c].0 {
        Sum(Some(Base::Item(d)), n) if c == d => Some(n),
        _ => None,
    }
}

/// Writes the code that stands for all rounds.
struct Writer<'g> {
    g: &'g mut LlGraph,
    at: Span,
    place: Option<(VarId, VarId)>,
    /// Items that were read.
    first: FxHashMap<i64, LlValue>,
    code: Vec<SpaceOperation<flowmodel::Ll>>,
}

impl Writer<'_> {
    fn op(&mut self, op: LlOp, args: Vec<LlValue>, ty: Type) -> LlValue {
        let op = self.g.new_op(op, args, "v", ty, self.at);
        let result = op.result;
        self.code.push(op);
        result.into()
    }

    fn emit(&mut self, op: LlOp, args: Vec<LlValue>) -> LlValue {
        self.op(op, args, Type::Signed)
    }

    fn add(&mut self, v: LlValue, n: i64) -> LlValue {
        match n {
            0 => v,
            _ => self.emit(LlOp::IntAdd, vec![v, number(n)]),
        }
    }

    /// `v + n * times`
    fn plus(&mut self, v: LlValue, n: i64, times: LlValue) -> LlValue {
        match n {
            0 => v,
            1 => self.emit(LlOp::IntAdd, vec![v, times]),
            -1 => self.emit(LlOp::IntSub, vec![v, times]),
            _ => {
                let all = self.emit(LlOp::IntMul, vec![times, number(n)]);
                self.emit(LlOp::IntAdd, vec![v, all])
            }
        }
    }

    fn index(&mut self, c: i64) -> (LlValue, LlValue) {
        let (array, index) = self.place.expect("there are items");
        (array.into(), self.add(index.into(), c))
    }

    /// The value at the start of the first round.
    fn first(&mut self, base: Base) -> LlValue {
        match base {
            Base::Input(v) => v.into(),
            Base::Item(c) => {
                if let Some(v) = self.first.get(&c) {
                    return *v;
                }
                let (array, index) = self.index(c);
                let v = self.emit(LlOp::GetArrayItem, vec![array, index]);
                self.first.insert(c, v);
                v
            }
        }
    }

    fn store(&mut self, c: i64, v: LlValue) {
        let (array, index) = self.index(c);
        self.op(LlOp::SetArrayItem, vec![array, index, v], Type::Void);
    }
}

/// The operand to which an operation only adds a number.
pub fn moved(op: LlOp, args: &[LlValue]) -> Option<(&LlValue, i64)> {
    let number = |v: &LlValue| match v {
        LlValue::Const(Const::Int(n)) => Some(*n),
        _ => None,
    };
    match (op, args) {
        (LlOp::CastIntToUint, [v]) => Some((v, 0)),
        (LlOp::IntAdd, [v, n]) | (LlOp::IntAdd, [n, v]) if number(n).is_some() => {
            Some((v, number(n)?))
        }
        (LlOp::IntSub, [v, n]) => Some((v, number(n)?.wrapping_neg())),
        _ => None,
    }
}
