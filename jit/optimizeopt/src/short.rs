//! Short boxes: values that the body of a loop need not compute again, because its label takes them as further arguments.
//! Here they are found at the end of the preamble, and marked in the body when it uses them.

use crate::error::{InvalidLoop, Res};
use crate::label;
use crate::label::{Node, ShortArg, ShortKey, ShortOp, VirtualState};
use crate::state::Optimizer;
use crate::values::V;
use crate::virtualstate;
use crate::virtualstate::Generalise;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use jitmodel::ResOp as R;
use jitmodel::hash::{FxHashMap, FxHashSet, FxHasher};
use jitmodel::*;

impl Optimizer<'_> {
    /// The constant that `v` turns out to be when it is used, for short boxes not used yet.
    pub fn short_const(&self, v: V) -> Option<ConstValue> {
        match self.imported.ops[self.vals[self.vals.get(v)].short? as usize].node {
            Node::Const(c) => Some(c),
            _ => None,
        }
    }
    /// Notes that `v` is needed from now on, if it is a short box.
    pub fn use_short(&mut self, v: V) -> Res {
        let v = self.vals.get(v);
        let Some(index) = self.vals[v].short else { return Ok(()) };
        let index = index as usize;
        if self.imported.used[index] {
            return Ok(());
        }
        self.imported.used[index] = true;
        for arg in self.imported.ops[index].args.clone() {
            if let ShortArg::Short(n) = arg {
                let needed = self.imported.vals[n];
                use_short_index(self, n, needed)?;
            }
        }
        self.imported.order.push(index);
        if self.imported.ops[index].variable_item().is_some() {
            // Whoever jumps to the label makes sure of it.
            let args = &self.imported.args[index];
            let (array, at) = (args[0], args[1]);
            self.note_in_range(array, at);
        }
        match self.imported.ops[index].node {
            Node::Const(c) => self.make_constant(v, c),
            _ => self.vals[v].out = Some(self.imported.places[index]),
        }
        Ok(())
    }
}

fn use_short_index(opt: &mut Optimizer<'_>, index: usize, v: V) -> Res {
    if opt.imported.used[index] {
        return Ok(());
    }
    debug_assert_eq!(opt.vals.get(v), v, "an unused short box is never replaced");
    opt.use_short(v)
}

/// The value of an argument, of a jump with these leaves and short boxes.
pub(crate) fn short_arg(
    o: &mut Optimizer<'_>,
    arg: &ShortArg,
    leaves: &[V],
    short: impl Fn(usize) -> Option<V>,
) -> Res<V> {
    match arg {
        ShortArg::Label(n) => Ok(leaves[*n]),
        ShortArg::Short(n) => {
            short(*n).ok_or_else(|| InvalidLoop::internal("short preamble out of order"))
        }
        ShortArg::Const(c) => Ok(o.const_value(*c)),
    }
}

/// The value of an argument in the body behind a label with these leaves.
pub(crate) fn imported_arg(o: &mut Optimizer<'_>, arg: &ShortArg, leaves: &[V]) -> V {
    match arg {
        ShortArg::Label(slot) => leaves[*slot],
        ShortArg::Short(n) => o.imported.vals[*n],
        ShortArg::Const(c) => o.const_value(*c),
    }
}

/// Collects short boxes.
pub(crate) struct ShortBuilder {
    producible: FxHashMap<V, ShortArg>,
    nodes: Vec<Node>,
    /// The operations that compute them.
    pub(crate) ops: Vec<ShortOp>,
    /// The values, one for each operation.
    pub(crate) values: Vec<V>,
    keys: FxHashSet<ShortKey>,
}

impl ShortBuilder {
    /// Adds to a key what an argument is: not by its number, which depends on what else there is.
    pub(crate) fn hash_arg(&self, arg: &ShortArg, key: &mut FxHasher) {
        match arg {
            ShortArg::Label(n) => (0, n).hash(key),
            ShortArg::Short(n) => (1, self.ops[*n].key).hash(key),
            ShortArg::Const(c) => (2, c).hash(key),
        }
    }

    pub(crate) fn arg(&self, o: &Optimizer<'_>, v: V) -> Option<ShortArg> {
        let v = o.vals.get(v);
        if let Some(c) = o.vals[v].konst {
            return Some(ShortArg::Const(c));
        }
        self.producible.get(&v).cloned()
    }

    /// Gives what is promised about an argument.
    fn node(&self, arg: &ShortArg) -> Option<&Node> {
        match arg {
            ShortArg::Label(n) => self.nodes.get(*n),
            ShortArg::Short(n) => self.ops.get(*n).map(|op| &op.node),
            ShortArg::Const(_) => None,
        }
    }

    /// Says whether reading from the argument (an object, an array with more than `index` items) is
    /// safe.
    fn readable(&self, arg: &ShortArg, index: Option<i64>) -> bool {
        match arg {
            // An item of a constant array was accessed before, so it exists.
            ShortArg::Const(ConstValue::Ref(r)) => *r != RefConst::Null,
            ShortArg::Const(_) => true,
            _ => match self.node(arg) {
                Some(Node::Ptr { nonnull, min_len, .. }) => {
                    *nonnull && index.is_none_or(|i| i >= 0 && i < *min_len)
                }
                _ => false,
            },
        }
    }

    /// Says whether the argument is promised to have the class that `object` has: the field may be a
    /// subclass's.
    fn class_kept(&self, o: &Optimizer<'_>, arg: &ShortArg, object: V) -> bool {
        match self.node(arg) {
            Some(Node::Ptr { class, .. }) => *class == o.vals[o.vals.get(object)].ptr.class,
            _ => true,
        }
    }

    fn add(
        &mut self,
        o: &Optimizer<'_>,
        generalise: &Generalise,
        op: (R, OpDescr, Vec<ShortArg>),
        value: V,
        always: bool,
    ) -> bool {
        let (opnum, descr, args) = op;
        let value = o.vals.get(value);
        let konst = o.vals[value].konst;
        if o.vals.is_virtual(value)
            || konst.is_none() && o.vals[value].out.is_none()
            || !always && self.producible.contains_key(&value)
        {
            return false;
        }
        let mut key = FxHasher::default();
        (opnum, descr).hash(&mut key);
        args.iter().for_each(|arg| self.hash_arg(arg, &mut key));
        let key = ShortKey(key.finish());
        let mut level = generalise.shorts.get(&key).copied().unwrap_or(0);
        let item = label::is_variable_item(opnum, &args);
        if generalise.items && item {
            level = level.max(2);
        }
        if level >= 3 || konst.is_some() && level > 0 && !item || self.keys.contains(&key) {
            return false;
        }
        let index = self.ops.len();
        self.keys.insert(key);
        let node = match konst {
            Some(c) if level == 0 => Node::Const(c),
            _ => virtualstate::leaf_node(o, value, level),
        };
        self.ops.push(ShortOp { opnum, descr, args, node, key });
        self.values.push(value);
        if konst.is_none() {
            self.producible.entry(value).or_insert(ShortArg::Short(index));
        }
        true
    }
}

/// Finds the values that need not be computed again.
pub(crate) fn find_short(
    o: &Optimizer<'_>,
    generalise: &Generalise,
    state: &VirtualState,
    leaves: &[V],
) -> ShortBuilder {
    let mut b = ShortBuilder {
        producible: FxHashMap::default(),
        nodes: state.leaves.iter().map(|&n| state.nodes[n].clone()).collect(),
        ops: Vec::new(),
        values: Vec::new(),
        keys: FxHashSet::default(),
    };
    for (slot, &v) in leaves.iter().enumerate() {
        if o.vals[v].konst.is_none() {
            b.producible.entry(v).or_insert(ShortArg::Label(slot));
        }
    }
    if generalise.all {
        return b;
    }
    // Later operations use the results of earlier ones, but the three tables are not ordered among each other.
    loop {
        let before = b.ops.len();
        for (&descr, slot) in &o.heap.fields {
            for &(object, value) in &slot.known {
                if let Some(arg) = b.arg(o, object)
                    && b.readable(&arg, None)
                    && b.class_kept(o, &arg, object)
                {
                    let opnum = R::getfield_gc(o.descrs.field(descr).kind);
                    let op = (opnum, OpDescr::Descr(descr), vec![arg]);
                    b.add(o, generalise, op, value, true);
                }
            }
        }
        for (&descr, cache) in &o.heap.arrays {
            for (&index, slot) in &cache.items {
                for &(array, value) in &slot.known {
                    if let Some(arg) = b.arg(o, array)
                        && b.readable(&arg, Some(index))
                    {
                        let opnum = R::getarrayitem_gc(o.descrs.array(descr).kind);
                        let args = vec![arg, ShortArg::Const(ConstValue::Int(index))];
                        b.add(o, generalise, (opnum, OpDescr::Descr(descr), args), value, true);
                    }
                }
            }
            for &(array, index, value) in &cache.variable {
                let (Some(array), Some(index)) = (b.arg(o, array), b.arg(o, index)) else {
                    continue;
                };
                let constant = match index {
                    ShortArg::Const(c) => c.int(),
                    _ => None,
                };
                if b.readable(&array, constant) {
                    let opnum = R::getarrayitem_gc(o.descrs.array(descr).kind);
                    let op = (opnum, OpDescr::Descr(descr), vec![array, index]);
                    b.add(o, generalise, op, value, true);
                }
            }
        }
        for (key, &value) in &o.pure {
            let args: Option<Vec<ShortArg>> = key.args.iter().map(|&a| b.arg(o, a)).collect();
            let Some(args) = args else { continue };
            let safe = match key.opnum {
                R::IntPyDiv | R::IntPyMod | R::UintFloorDiv | R::UintMod => {
                    matches!(args[1], ShortArg::Const(ConstValue::Int(d)) if d != 0)
                }
                R::ArraylenGc => b.readable(&args[0], None),
                R::GetarrayitemGcPureI | R::GetarrayitemGcPureR | R::GetarrayitemGcPureF => {
                    // Whoever jumps to the label makes sure that an item at a variable index exists.
                    match args[1] {
                        ShortArg::Const(ConstValue::Int(i)) => b.readable(&args[0], Some(i)),
                        _ => b.readable(&args[0], None),
                    }
                }
                R::GetfieldRawI | R::GetfieldRawR | R::GetfieldRawF => {
                    matches!(args[0], ShortArg::Const(_))
                }
                opnum if opnum.is_call_pure() => key.descr.is_some_and(|d| {
                    o.descrs.call(d).effect.extra == ExtraEffect::ElidableCannotRaise
                }),
                // (Who jumps to the label would make the call without a guard behind it.)
                opnum if opnum.is_call_loopinvariant() => key.descr.is_some_and(|d| {
                    let call = o.descrs.call(d);
                    call.args.is_empty() && !call.effect.can_raise(false)
                }),
                opnum => opnum.is_pure(),
            };
            if safe {
                let descr = key.descr.map_or(OpDescr::None, OpDescr::Descr);
                b.add(o, generalise, (key.opnum, descr, args), value, false);
            }
        }
        if b.ops.len() == before {
            break;
        }
    }
    b
}
