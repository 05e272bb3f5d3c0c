//! Range tests of neighbouring places are merged: guest programs step through arrays by constants, and each step tests its index.
//!
//! Along a way that the tests let through, each compares `x + c` with one length. If the least and the greatest of these numbers
//! are in range, all are. So one test stands in front of two copies of the way: one without tests, and the old one. (In traces
//! guards are strengthened instead; here nobody can go back.)

use flowmodel::analysis::loops::headers;
use flowmodel::diag::Span;
use flowmodel::surgery::{bool_exits, fold_switch};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, Link, Ll, LlGraph, LlOp, LlValue, SecondaryMap, Type,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// At most so many blocks are copied for a test.
const MOST_BLOCKS: usize = 64;

/// A variable of the block where the way begins (or one that is made on the way), plus a number.
type Form = (VarId, i64);

/// What is known of the variables on a way.
#[derive(Default)]
struct Forms(FxHashMap<VarId, Form>);

impl Forms {
    fn of(&self, v: &LlValue) -> Option<Form> {
        let v = v.as_var()?;
        Some(self.0.get(&v).copied().unwrap_or((v, 0)))
    }

    /// Takes the operations of a block in.
    fn block(&mut self, g: &LlGraph, b: BlockId) {
        for op in &g.blocks[b].operations {
            let number = |v: &LlValue| match v {
                LlValue::Const(Const::Int(n)) => Some(*n),
                _ => None,
            };
            let form = match (op.op, &op.args[..]) {
                (LlOp::CastIntToUint, [v]) => self.of(v),
                (LlOp::IntAdd, [v, n]) | (LlOp::IntAdd, [n, v]) if number(n).is_some() => {
                    self.of(v).zip(number(n)).map(|((x, c), n)| (x, c.wrapping_add(n)))
                }
                (LlOp::IntSub, [v, n]) => {
                    self.of(v).zip(number(n)).map(|((x, c), n)| (x, c.wrapping_sub(n)))
                }
                _ => None,
            };
            if let Some(form) = form {
                self.0.insert(op.result, form);
            }
        }
    }

    /// Goes along a link.
    fn link(&mut self, g: &LlGraph, l: &Link<Ll>) {
        let inputs = &g.blocks[l.target].inputargs;
        let forms: Vec<Option<Form>> = l.args.iter().map(|a| self.of(a)).collect();
        for (v, form) in inputs.iter().zip(forms) {
            match form {
                Some(form) => self.0.insert(*v, form),
                None => self.0.remove(v),
            };
        }
    }
}

/// A test that a block ends with: the index, the length, and the exit where the index is in range.
struct RangeTest {
    index: Form,
    length: VarId,
    inside: usize,
}

fn range_test(g: &LlGraph, b: BlockId, forms: &Forms) -> Option<RangeTest> {
    let blk = &g.blocks[b];
    let ExitSwitch::Var(v) = blk.exitswitch else { return None };
    let op = blk.operations.iter().find(|o| o.result == v)?;
    // Whether the test is true in range, and which operand is the index.
    let (inside, index) = match op.op {
        LlOp::UintGe => (false, 0),
        LlOp::UintLt => (true, 0),
        LlOp::IntGe => (false, 0),
        LlOp::IntLt => (true, 0),
        LlOp::IntLe => (false, 1),
        LlOp::IntGt => (true, 1),
        _ => return None,
    };
    let (index, (length, 0)) = (forms.of(&op.args[index])?, forms.of(&op.args[1 - index])?) else {
        return None;
    };
    let case = ExitCase::Value(Const::Bool(inside));
    let inside = blk.exits.iter().position(|l| l.case == case)?;
    (index.1.unsigned_abs() < 1 << 32).then_some(RangeTest { index, length, inside })
}

/// A way: blocks with the exits by which it leaves them; the last one is left by all of its exits, or not entered.
struct Way {
    /// Behind the first block.
    blocks: Vec<(BlockId, Option<usize>)>,
    /// Numbers that are added to the index in the tests.
    numbers: Vec<i64>,
}

/// The way from the range test at the end of a block.
fn way(
    g: &LlGraph,
    first: BlockId,
    entries: &SecondaryMap<BlockId, u32>,
    loops: &FxHashSet<BlockId>,
) -> Option<(RangeTest, Way)> {
    let mut forms = Forms::default();
    forms.block(g, first);
    let test = range_test(g, first, &forms)?;
    let own = |v: VarId| {
        let blk = &g.blocks[first];
        blk.inputargs.contains(&v) || blk.operations.iter().any(|o| o.result == v)
    };
    if !own(test.index.0) || !own(test.length) {
        return None;
    }
    let mut way = Way { blocks: vec![], numbers: vec![test.index.1] };
    let mut link = &g.blocks[first].exits[test.inside];
    let mut tested = true;
    loop {
        let b = link.target;
        let blk = &g.blocks[b];
        // Ways from elsewhere meet here; behind a test it is that where the index was out of range.
        let met = entries[b] > 1 && !tested;
        let stops = g.is_final(b)
            || loops.contains(&b)
            || met
            || blk.can_raise()
            || way.blocks.len() == MOST_BLOCKS;
        if stops {
            break;
        }
        forms.link(g, link);
        forms.block(g, b);
        let exit = match (&blk.exits[..], range_test(g, b, &forms)) {
            ([only], _) if blk.exitswitch == ExitSwitch::None => {
                tested = false;
                link = only;
                0
            }
            (_, Some(t)) if t.index.0 == test.index.0 && t.length == test.length => {
                tested = true;
                way.numbers.push(t.index.1);
                link = &blk.exits[t.inside];
                t.inside
            }
            _ => {
                way.blocks.push((b, None));
                break;
            }
        };
        way.blocks.push((b, Some(exit)));
    }
    (way.numbers.len() > 1).then_some((test, way))
}

/// Merges range tests. Returns how many are gone from the ways that are taken when all indices are in range.
pub fn merge_range_tests(g: &mut LlGraph) -> usize {
    let loops = headers(g);
    let mut entries: SecondaryMap<BlockId, u32> = SecondaryMap::new();
    for (b, links) in g.predecessors().iter() {
        entries[b] = links.len() as u32;
    }
    let mut passed: FxHashSet<BlockId> = FxHashSet::default();
    let mut merged = 0;
    for b in g.reverse_postorder() {
        if passed.contains(&b) {
            continue;
        }
        let Some((test, way)) = way(g, b, &entries, &loops) else { continue };
        passed.extend(way.blocks.iter().filter(|(_, exit)| exit.is_some()).map(|(b, _)| *b));
        merged += way.numbers.len() - 1;
        split(g, b, &test, &way);
    }
    merged
}

/// One test at the end of a block, before the way without tests and the old one.
fn split(g: &mut LlGraph, first: BlockId, test: &RangeTest, way: &Way) {
    let (least, most) = (way.numbers.iter().min(), way.numbers.iter().max());
    let (least, most) = (*least.expect("two tests"), *most.expect("two tests"));
    let hot = g.blocks[first].exits[test.inside].clone();
    let fast = copy(g, &hot, way);
    // The old test, in a block of its own.
    let mut vars: Vec<VarId> = vec![];
    let blk = &g.blocks[first];
    let ExitSwitch::Var(condition) = blk.exitswitch else { unreachable!("it ends with a test") };
    let used = blk.exits.iter().flat_map(|l| &l.args).filter_map(|a| a.as_var());
    for v in std::iter::once(condition).chain(used) {
        if !vars.contains(&v) {
            vars.push(v);
        }
    }
    let inputs: Vec<VarId> = vars.iter().map(|v| g.copy_var(*v)).collect();
    let names: FxHashMap<VarId, VarId> = vars.iter().copied().zip(inputs.iter().copied()).collect();
    let slow = g.new_block_with(inputs);
    let mut exits = std::mem::take(&mut g.blocks[first].exits);
    for a in exits.iter_mut().flat_map(|l| &mut l.args) {
        if let LlValue::Var(v) = a {
            *v = names[v];
        }
    }
    g.blocks[slow].exits = exits;
    g.blocks[slow].exitswitch = ExitSwitch::Var(names[&condition]);
    // `0 <= x + least < length - (most - least)`: then no sum overflows, since lengths are not negative.
    let konst = |n: i64| LlValue::Const(Const::Int(n));
    let mut emit = |op, args, ty| g.add_op(first, op, args, "v", ty, Span::NONE);
    let low = match least {
        0 => test.index.0,
        n => emit(LlOp::IntAdd, vec![test.index.0.into(), konst(n)], Type::Signed),
    };
    let room = emit(LlOp::IntSub, vec![test.length.into(), konst(most - least)], Type::Signed);
    let all = emit(LlOp::IntBetween, vec![konst(0), low.into(), room.into()], Type::Bool);
    let blk = &mut g.blocks[first];
    blk.exitswitch = ExitSwitch::Var(all);
    let slow = Link::new(slow, vars.into_iter().map(LlValue::Var).collect());
    blk.exits = bool_exits(slow, Link::new(fast, hot.args));
}

/// The way without its tests, as one block that `enter` may lead to.
fn copy(g: &mut LlGraph, enter: &Link<Ll>, way: &Way) -> BlockId {
    let inputs = g.blocks[enter.target].inputargs.clone();
    let own: Vec<VarId> = inputs.iter().map(|v| g.copy_var(*v)).collect();
    let mut names: FxHashMap<VarId, LlValue> =
        inputs.into_iter().zip(own.iter().map(|v| LlValue::Var(*v))).collect();
    let fast = g.new_block_with(own);
    let mut next = enter.target;
    for (b, exit) in &way.blocks {
        let blk = g.blocks[*b].clone();
        let renamed = |names: &FxHashMap<VarId, LlValue>, args: &[LlValue]| -> Vec<LlValue> {
            let one = |a: &LlValue| match a {
                LlValue::Var(v) => names[v].clone(),
                c => c.clone(),
            };
            args.iter().map(one).collect()
        };
        for mut op in blk.operations {
            op.args = renamed(&names, &op.args);
            let result = g.copy_var(op.result);
            names.insert(op.result, LlValue::Var(result));
            op.result = result;
            g.blocks[fast].operations.push(op);
        }
        match exit {
            Some(i) => {
                let link = &blk.exits[*i];
                let args = renamed(&names, &link.args);
                let inputs = g.blocks[link.target].inputargs.clone();
                names.extend(inputs.into_iter().zip(args));
                next = link.target;
            }
            None => {
                let exits = blk.exits.into_iter();
                let exits = exits.map(|l| Link { args: renamed(&names, &l.args), ..l }).collect();
                let copied = &mut g.blocks[fast];
                copied.exits = exits;
                copied.exitswitch = blk.exitswitch;
                if let ExitSwitch::Var(v) = blk.exitswitch {
                    match &names[&v] {
                        LlValue::Var(v) => copied.exitswitch = ExitSwitch::Var(*v),
                        LlValue::Const(c) => fold_switch(copied, c),
                    }
                }
                return fast;
            }
        }
    }
    let inputs = g.blocks[next].inputargs.clone();
    let args = inputs.iter().map(|v| names[v].clone()).collect();
    g.blocks[fast].exits = vec![Link::new(next, args)];
    fast
}
