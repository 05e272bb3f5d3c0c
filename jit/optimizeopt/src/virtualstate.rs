//! Virtual states: what compiled code expects of the values that arrive at its label.

use crate::error::{InvalidLoop, Res};
use crate::intbound::IntBound;
use crate::label::{Node, Path, ShortKey, VirtualState, Write};
use crate::state::Optimizer;
use crate::values::{V, Virtual, zero};
use crate::world::Access;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::*;

/// Says how much of what is known is given up, by place.
#[derive(Clone, Debug, Default)]
pub struct Generalise {
    /// 1: bounds keep only the sign; 2: nothing is known; virtuals are allocated at 1 already.
    pub nodes: BTreeMap<Path, u8>,
    /// Use of short boxes: 1, 2 as above, 3: not used at all.
    pub shorts: FxHashMap<ShortKey, u8>,
    /// Differences that the body does not keep.
    pub gaps: FxHashSet<ShortKey>,
    /// True if what is known about values of items at variable indices is given up: values that wander from item
    /// to item would take a round for each.
    pub items: bool,
    /// Give up everything.
    pub all: bool,
    /// Writes that the loop makes in each round.
    pub made: Vec<Write>,
    /// Expectations of other labels of the loop at these places, where the values differ: the label is to take
    /// both.
    pub joins: BTreeMap<Path, Vec<Node>>,
}

/// Gives what both nodes allow. Only leaves are joined.
fn join(o: &mut Optimizer<'_>, a: &Node, b: &Node) -> Node {
    let bound = |node: &Node| match node {
        Node::Int(bound) => Some(*bound),
        Node::Const(c) => c.int().map(IntBound::constant),
        _ => None,
    };
    if a == b {
        return a.clone();
    }
    if let (Some(x), Some(y)) = (bound(a), bound(b)) {
        let hull = IntBound::range(x.lo.min(y.lo), x.hi.max(y.hi));
        // A limit that moved once will move again.
        let bound = if hull.is_bool() { hull } else { hull.widened() };
        return if bound.is_any() { Node::Any(Kind::Int) } else { Node::Int(bound) };
    }
    // A constant's class may be asked for if the other is an instance, too.
    let pointer = |o: &mut Optimizer<'_>, node: &Node, other: &Node| match node {
        Node::Ptr { nonnull: true, class, .. } => Some(*class),
        Node::Const(ConstValue::Ref(r)) if *r != RefConst::Null => match other {
            Node::Ptr { class: Some(_), .. } => Some(o.env.instance_class(*r)),
            _ => Some(o.env.class_of(*r)),
        },
        _ => None,
    };
    let kind = match (a, b) {
        (Node::Any(kind), _) | (_, Node::Any(kind)) => *kind,
        (Node::Const(c), _) => c.kind(),
        (Node::Int(_), _) => Kind::Int,
        _ => Kind::Ref,
    };
    match (pointer(o, a, b), pointer(o, b, a)) {
        (Some(c), Some(d)) => {
            let class = if c == d { c } else { None };
            Node::Ptr { nonnull: true, class, min_len: 0, array: None }
        }
        _ => Node::Any(kind),
    }
}

/// A bound with limits that other code is likely to meet as well: exact large ones come from what was near, and would
/// have to be tested at each jump.
fn rounded(bound: &IntBound) -> IntBound {
    const LARGE: i64 = 1 << 32;
    let most = 2 * *LENGTHS.end();
    let hi = match bound.hi {
        hi if hi < LARGE => return *bound,
        hi if hi <= most => most,
        _ => i64::MAX,
    };
    let lo = if bound.lo < -LARGE { i64::MIN } else { bound.lo };
    let low = LARGE as u64 - 1;
    let bits = IntBound { zeros: bound.zeros & low, ones: bound.ones & low, ..IntBound::ANY };
    let range = IntBound::range(lo, hi);
    range.intersect(&bits).unwrap_or(range)
}

/// Gives what is known about a value, as a leaf node. `level` as in [`Generalise`].
pub fn leaf_node(o: &Optimizer<'_>, v: V, level: u8) -> Node {
    let v = o.vals.get(v);
    let val = &o.vals[v];
    match val.kind {
        Kind::Int => {
            let bound = match level {
                0 => rounded(&val.bound.without_far_limits()),
                1 => val.bound.widened(),
                _ => IntBound::ANY,
            };
            if bound.is_any() { Node::Any(Kind::Int) } else { Node::Int(bound) }
        }
        Kind::Ref => {
            let ptr = &val.ptr;
            let nonnull = o.known_nonnull(v) == Some(true);
            match level {
                0 if nonnull => {
                    let array = ptr.array;
                    Node::Ptr { nonnull, class: ptr.class, min_len: ptr.min_len.max(0), array }
                }
                1 if nonnull => Node::Ptr { nonnull, class: None, min_len: 0, array: None },
                _ => Node::Any(Kind::Ref),
            }
        }
        kind => Node::Any(kind),
    }
}

/// Applies a leaf node's knowledge to a fresh value.
pub fn apply_leaf(o: &mut Optimizer<'_>, v: V, node: &Node) {
    match node {
        Node::Int(bound) => o.vals[v].bound = *bound,
        Node::Ptr { nonnull, class, min_len, array } => {
            let ptr = &mut o.vals[v].ptr;
            ptr.nonnull = *nonnull;
            ptr.class = *class;
            ptr.min_len = *min_len;
            ptr.array = *array;
        }
        _ => {}
    }
}

/// Builds the state of `args`; values that must not stay virtual are allocated. Also returns the leaves' values, and how
/// many were allocated at least.
pub fn export_state(
    o: &mut Optimizer<'_>,
    args: &[V],
    generalise: &Generalise,
) -> Res<(VirtualState, Vec<V>, usize)> {
    let mut state = VirtualState::default();
    let mut leaves = Vec::new();
    o.make_calls(args)?;
    let virtuals = args.iter().filter(|&&v| o.vals.is_virtual(v)).count();
    allocate_generalised(o, args, generalise)?;
    let mut seen = FxHashMap::default();
    for (n, &arg) in args.iter().enumerate() {
        let root =
            export_node(o, arg, vec![n as u32], generalise, &mut state, &mut leaves, &mut seen)?;
        state.roots.push(root);
    }
    let kept = args.iter().filter(|&&v| o.vals.is_virtual(v)).count();
    Ok((state, leaves, virtuals - kept))
}

/// Allocates what must not stay virtual, and all that it refers to, before the state is built. An object that one place wants
/// allocated is so at all places: as a virtual one elsewhere it would be a second object.
fn allocate_generalised(o: &mut Optimizer<'_>, args: &[V], generalise: &Generalise) -> Res {
    if generalise.all {
        return args.iter().try_for_each(|&v| o.force(v));
    }
    // What is allocated gives other objects other first places.
    let mut left = !generalise.nodes.is_empty();
    while left {
        left = false;
        let mut seen = FxHashSet::default();
        for (n, &arg) in args.iter().enumerate() {
            left |= allocate_at(o, arg, vec![n as u32], generalise, &mut seen)?;
        }
    }
    Ok(())
}

/// Allocates virtual objects at places that are generalised; says whether there was one.
fn allocate_at(
    o: &mut Optimizer<'_>,
    v: V,
    path: Path,
    generalise: &Generalise,
    seen: &mut FxHashSet<V>,
) -> Res<bool> {
    let v = o.vals.get(v);
    if !o.vals.is_virtual(v) {
        return Ok(false);
    }
    if generalise.nodes.get(&path).is_some_and(|&level| level > 0) {
        o.force(v)?;
        return Ok(true);
    }
    let mut any = false;
    if seen.insert(v) {
        for (n, value) in parts(o, v).into_iter().enumerate() {
            let mut path = path.clone();
            path.push(n as u32);
            any |= allocate_at(o, value, path, generalise, seen)?;
        }
    }
    Ok(any)
}

/// What a virtual object refers to, in the order of the numbers in paths.
fn parts(o: &mut Optimizer<'_>, v: V) -> Vec<V> {
    match o.vals.virt(v).cloned() {
        Some(Virtual::Struct { size, .. }) => {
            struct_fields(o, v, size).into_iter().map(|f| f.1).collect()
        }
        Some(Virtual::Array { descr, items, .. }) => {
            let null = o.vals.constant(zero(o.descrs.array(descr).kind));
            items.into_iter().map(|item| item.unwrap_or(null)).collect()
        }
        Some(Virtual::ArrayStruct { descr, length, .. }) => {
            array_struct_fields(o, v, descr, length).into_iter().map(|f| f.2).collect()
        }
        Some(Virtual::Concat { left, right, .. }) => vec![left, right],
        Some(Virtual::Slice { base, start, stop, .. }) => vec![base, start, stop],
        Some(Virtual::Call { .. } | Virtual::Raw { .. }) | None => vec![],
    }
}

fn export_node(
    o: &mut Optimizer<'_>,
    v: V,
    path: Path,
    generalise: &Generalise,
    state: &mut VirtualState,
    leaves: &mut Vec<V>,
    seen: &mut FxHashMap<V, usize>,
) -> Res<usize> {
    let level = if generalise.all { 2 } else { generalise.nodes.get(&path).copied().unwrap_or(0) };
    if level > 0 {
        o.force(v)?;
    }
    let v = o.vals.get(v);
    let Some(virt) = o.vals.virt(v).cloned() else {
        let mut node = match o.vals[v].konst {
            Some(c) if level == 0 => Node::Const(c),
            _ => leaf_node(o, v, level),
        };
        for other in generalise.joins.get(&path).into_iter().flatten() {
            node = join(o, &node, other);
        }
        let index = state.nodes.len();
        if node.label_kind().is_some() {
            state.leaves.push(index);
            leaves.push(v);
        }
        state.nodes.push(node);
        state.paths.push(path);
        return Ok(index);
    };
    if let Some(&index) = seen.get(&v) {
        return Ok(index);
    }
    let index = state.nodes.len();
    seen.insert(v, index);
    state.nodes.push(Node::Any(Kind::Ref));
    state.paths.push(path.clone());
    let mut child = |o: &mut Optimizer<'_>, value: V, n: usize| {
        let mut path = path.clone();
        path.push(n as u32);
        export_node(o, value, path, generalise, state, leaves, seen)
    };
    let node = match virt {
        Virtual::Struct { size, .. } => {
            let mut out = Vec::new();
            for (n, (descr, value)) in struct_fields(o, v, size).into_iter().enumerate() {
                out.push((descr, child(o, value, n)?));
            }
            Node::Struct(size, out)
        }
        Virtual::Array { descr, clear, items } => {
            let null = o.vals.constant(zero(o.descrs.array(descr).kind));
            let mut out = Vec::new();
            for (n, item) in items.into_iter().enumerate() {
                out.push(child(o, item.unwrap_or(null), n)?);
            }
            Node::Array(descr, clear, out)
        }
        Virtual::ArrayStruct { descr, length, .. } => {
            let mut out = Vec::new();
            for (n, (item, field, value)) in
                array_struct_fields(o, v, descr, length).into_iter().enumerate()
            {
                out.push((item, field, child(o, value, n)?));
            }
            Node::ArrayStruct(descr, length, out)
        }
        Virtual::Call { .. } | Virtual::Raw { .. } => {
            return Err(InvalidLoop::internal("a call waits"));
        }
        Virtual::Concat { descr, left, right, .. } => {
            Node::Concat(descr, [child(o, left, 0)?, child(o, right, 1)?])
        }
        Virtual::Slice { descr, base, start, stop } => {
            Node::Slice(descr, [child(o, base, 0)?, child(o, start, 1)?, child(o, stop, 2)?])
        }
    };
    state.nodes[index] = node;
    Ok(index)
}

/// All fields of a virtual struct but `typeptr`, in the struct's order.
fn struct_fields(o: &mut Optimizer<'_>, v: V, size: DescrRef) -> Vec<(DescrRef, V)> {
    let descrs = o.descrs;
    let mut set = match o.vals.virt(v) {
        Some(Virtual::Struct { fields, .. }) => fields.clone(),
        _ => Vec::new(),
    };
    let mut out = Vec::new();
    for &descr in &descrs.size(size).fields {
        if descrs.typeptr == Some(descr) {
            continue;
        }
        let value = match set.iter().position(|f| f.0 == descr) {
            Some(at) => set.remove(at).1,
            None => o.vals.constant(zero(descrs.field(descr).kind)),
        };
        out.push((descr, value));
    }
    // Fields that the size descr does not list.
    set.retain(|f| descrs.typeptr != Some(f.0));
    out.extend(set);
    out
}

fn array_struct_fields(
    o: &mut Optimizer<'_>,
    v: V,
    descr: DescrRef,
    length: u32,
) -> Vec<(u32, DescrRef, V)> {
    let descrs = o.descrs;
    let set = match o.vals.virt(v) {
        Some(Virtual::ArrayStruct { fields, .. }) => fields.clone(),
        _ => Vec::new(),
    };
    let mut out = Vec::new();
    for item in 0..length {
        for &field in &descrs.array(descr).fields {
            let value = match set.iter().find(|f| f.0 == item && f.1 == field) {
                Some(f) => f.2,
                None => o.vals.constant(zero(descrs.interior(field).kind)),
            };
            out.push((item, field, value));
        }
    }
    out
}

/// Makes values that are as the state expects. Returns (arguments, leaves).
pub fn import_state(o: &mut Optimizer<'_>, state: &VirtualState) -> (Vec<V>, Vec<V>) {
    let values: Vec<V> = state
        .nodes
        .iter()
        .map(|node| match node {
            Node::Const(c) => o.const_value(*c),
            Node::Struct(..)
            | Node::Array(..)
            | Node::ArrayStruct(..)
            | Node::Concat(..)
            | Node::Slice(..) => o.vals.fresh(Kind::Ref),
            leaf => {
                let v = o.vals.fresh(leaf.label_kind().unwrap_or(Kind::Int));
                apply_leaf(o, v, leaf);
                v
            }
        })
        .collect();
    for (node, &v) in state.nodes.iter().zip(&values) {
        let virt = match node {
            Node::Struct(size, fields) => Virtual::Struct {
                size: *size,
                fields: fields.iter().map(|&(d, n)| (d, values[n])).collect(),
            },
            Node::Array(descr, clear, items) => Virtual::Array {
                descr: *descr,
                clear: *clear,
                items: items.iter().map(|&n| Some(values[n])).collect(),
            },
            Node::ArrayStruct(descr, length, fields) => Virtual::ArrayStruct {
                descr: *descr,
                length: *length,
                fields: fields.iter().map(|&(i, d, n)| (i, d, values[n])).collect(),
            },
            Node::Concat(descr, [left, right]) => Virtual::Concat {
                descr: *descr,
                left: values[*left],
                right: values[*right],
                depth: 1,
            },
            Node::Slice(descr, [base, start, stop]) => Virtual::Slice {
                descr: *descr,
                base: values[*base],
                start: values[*start],
                stop: values[*stop],
            },
            _ => continue,
        };
        o.vals[v].ptr.virt = Some(Box::new(virt));
        o.vals[v].ptr.nonnull = true;
    }
    let roots = state.roots.iter().map(|&n| values[n]).collect();
    let leaves = state.leaves.iter().map(|&n| values[n]).collect();
    (roots, leaves)
}

/// A guard that would make a value fit.
#[derive(Clone, Debug)]
pub struct NeededGuard {
    /// The value.
    pub value: V,
    /// Says what it must be.
    pub node: Node,
    /// The place of it.
    pub path: Path,
    /// The value when the trace was recorded.
    pub runtime: Option<ConstValue>,
}

/// Result of comparing values with a state.
#[derive(Default)]
pub struct Match {
    /// The label arguments.
    pub leaves: Vec<V>,
    /// The values that the leaves had when the trace was recorded, as far as known.
    pub runtime: Vec<Option<ConstValue>>,
    /// Places that do not fit and that no guard can make fit.
    pub mismatches: Vec<Path>,
    /// Places that fit if these guards hold.
    pub guards: Vec<NeededGuard>,
    /// Number of objects that have to be allocated.
    pub allocations: usize,
    /// Virtual values and the nodes that they are.
    nodes_of: FxHashMap<V, usize>,
}

/// Says whether what is known about `v` is enough for the leaf.
pub fn leaf_fits(o: &mut Optimizer<'_>, v: V, node: &Node) -> bool {
    match node {
        Node::Int(bound) => bound.includes(&o.vals.bound(v)),
        Node::Ptr { nonnull, class, min_len, .. } => {
            let v = o.vals.get(v);
            let known_len = match o.vals.virt(v) {
                Some(Virtual::Array { items, .. }) => items.len() as i64,
                Some(Virtual::ArrayStruct { length, .. }) => *length as i64,
                Some(&(Virtual::Concat { descr, .. } | Virtual::Slice { descr, .. })) => {
                    o.known_length(descr, v).unwrap_or(0)
                }
                _ => o.vals[v].ptr.min_len,
            };
            (!nonnull || o.known_nonnull(v) == Some(true))
                && (class.is_none() || o.class_of_instance(v) == *class)
                && known_len >= *min_len
        }
        Node::Const(c) => o.vals.konst(v) == Some(*c),
        _ => true,
    }
}

/// Says whether what is known of a value contradicts the node: a guard for it would always fail, and
/// making an earlier guard stricter with it would let through what the code in between cannot bear.
pub fn excluded(o: &mut Optimizer<'_>, v: V, node: &Node) -> bool {
    let v = o.vals.get(v);
    if let (Some(ConstValue::Ref(have)), Node::Const(ConstValue::Ref(want))) =
        (o.vals.konst(v), node)
    {
        return have != *want && o.env.same_object(have, *want) != Some(true);
    }
    match node {
        Node::Int(bound) => IntBound::disjoint(&o.vals.bound(v), bound),
        Node::Ptr { nonnull, class, .. } => {
            (*nonnull && o.known_nonnull(v) == Some(false))
                || matches!((o.known_class(v), class), (Some(have), Some(want)) if have != *want)
        }
        Node::Const(ConstValue::Int(c)) => !o.vals.bound(v).contains(*c),
        Node::Const(ConstValue::Ref(RefConst::Null)) => o.known_nonnull(v) == Some(true),
        Node::Const(ConstValue::Ref(r)) => {
            let class = o.known_class(v);
            o.known_nonnull(v) == Some(false)
                || matches!((class, o.env.instance_class(*r)), (Some(have), Some(want)) if have != want)
        }
        _ => false,
    }
}

/// Compares `args` with `state`. `then`: their values of recording time, if guards may be based on them.
pub fn match_state(
    o: &mut Optimizer<'_>,
    state: &VirtualState,
    args: &[V],
    then: &[Option<ConstValue>],
) -> Match {
    let count = state.nodes.len();
    let leaves = vec![V(u32::MAX); count];
    let mut m = Match { leaves, runtime: vec![None; count], ..Default::default() };
    let mut visited = vec![None; state.nodes.len()];
    for (n, (&root, &arg)) in state.roots.iter().zip(args).enumerate() {
        let runtime = then.get(n).copied().flatten();
        match_node(o, state, root, arg, runtime, &mut m, &mut visited);
    }
    m.leaves = state.leaves.iter().map(|&n| m.leaves[n]).collect();
    // An object that is allocated for a leaf cannot be a virtual one elsewhere.
    let mut queue: Vec<V> = m.leaves.iter().copied().filter(|v| v.0 != u32::MAX).collect();
    let mut allocated = jitmodel::hash::FxHashSet::default();
    while let Some(v) = queue.pop() {
        let v = o.vals.get(v);
        let Some(virt) = o.vals.virt(v) else { continue };
        if !allocated.insert(v) {
            continue;
        }
        // Which object a string is does not matter.
        let text = virt.is_text();
        if let Some(&node) = m.nodes_of.get(&v).filter(|_| !text) {
            m.mismatches.push(state.paths[node].clone());
        }
        match virt {
            Virtual::Struct { fields, .. } => queue.extend(fields.iter().map(|f| f.1)),
            Virtual::Array { items, .. } => queue.extend(items.iter().flatten()),
            Virtual::ArrayStruct { fields, .. } => queue.extend(fields.iter().map(|f| f.2)),
            // Its characters are copied.
            Virtual::Concat { .. } | Virtual::Slice { .. } => {}
            Virtual::Call { .. } | Virtual::Raw { .. } => {}
        }
    }
    m.allocations = allocated.len();
    m.runtime = state.leaves.iter().map(|&n| m.runtime[n]).collect();
    m
}

fn match_node(
    o: &mut Optimizer<'_>,
    state: &VirtualState,
    node: usize,
    v: V,
    runtime: Option<ConstValue>,
    m: &mut Match,
    visited: &mut Vec<Option<V>>,
) {
    let v = o.vals.get(v);
    let mismatch = |m: &mut Match| m.mismatches.push(state.paths[node].clone());
    if let Some(before) = visited[node] {
        if before != v {
            mismatch(m);
        }
        return;
    }
    visited[node] = Some(v);
    m.runtime[node] = runtime;
    let part = |o: &mut Optimizer<'_>, access| o.env.runtime_part(runtime?, access);
    let this = &state.nodes[node];
    match this {
        Node::Any(_) => m.leaves[node] = v,
        Node::Int(_) | Node::Ptr { .. } => {
            m.leaves[node] = v;
            if leaf_fits(o, v, this) {
            } else if o.vals[v].konst.is_some() || o.vals.is_virtual(v) || excluded(o, v, this) {
                mismatch(m);
            } else {
                m.guards.push(NeededGuard {
                    value: v,
                    node: this.clone(),
                    path: state.paths[node].clone(),
                    runtime,
                });
            }
        }
        Node::Const(c) => match o.vals.konst(v) {
            Some(have) if have == *c => {}
            Some(_) => mismatch(m),
            None if o.vals.is_virtual(v) || excluded(o, v, this) => mismatch(m),
            None => m.guards.push(NeededGuard {
                value: v,
                node: this.clone(),
                path: state.paths[node].clone(),
                runtime,
            }),
        },
        Node::Struct(size, fields) => {
            let same = matches!(o.vals.virt(v), Some(Virtual::Struct { size: s, .. }) if s == size);
            let actual = if same { struct_fields(o, v, *size) } else { Vec::new() };
            let same = same && actual.iter().map(|f| f.0).eq(fields.iter().map(|f| f.0));
            if !same || m.nodes_of.insert(v, node).is_some_and(|n| n != node) {
                return mismatch(m);
            }
            for (&(_, child), (descr, value)) in fields.iter().zip(actual) {
                let runtime = part(o, Access::Field(descr));
                match_node(o, state, child, value, runtime, m, visited);
            }
        }
        Node::Array(descr, _, items) => {
            let actual = match o.vals.virt(v) {
                Some(Virtual::Array { descr: d, items: i, .. })
                    if d == descr && i.len() == items.len() =>
                {
                    i.clone()
                }
                _ => return mismatch(m),
            };
            if m.nodes_of.insert(v, node).is_some_and(|n| n != node) {
                return mismatch(m);
            }
            let null = o.vals.constant(zero(o.descrs.array(*descr).kind));
            for (n, (&child, value)) in items.iter().zip(actual).enumerate() {
                let runtime = part(o, Access::Item(*descr, n as u32));
                match_node(o, state, child, value.unwrap_or(null), runtime, m, visited);
            }
        }
        Node::ArrayStruct(descr, length, fields) => {
            let same = matches!(o.vals.virt(v), Some(Virtual::ArrayStruct { descr: d, length: l, .. })
                if d == descr && l == length);
            if !same || m.nodes_of.insert(v, node).is_some_and(|n| n != node) {
                return mismatch(m);
            }
            let actual = array_struct_fields(o, v, *descr, *length);
            for (&(_, _, child), (n, field, value)) in fields.iter().zip(actual) {
                let runtime = part(o, Access::Interior(field, n));
                match_node(o, state, child, value, runtime, m, visited);
            }
        }
        Node::Concat(descr, children) => match o.vals.virt(v) {
            Some(&Virtual::Concat { descr: d, left, right, .. }) if d == *descr => {
                for (&child, value) in children.iter().zip([left, right]) {
                    match_node(o, state, child, value, None, m, visited);
                }
            }
            _ => mismatch(m),
        },
        Node::Slice(descr, children) => match o.vals.virt(v) {
            Some(&Virtual::Slice { descr: d, base, start, stop }) if d == *descr => {
                for (&child, value) in children.iter().zip([base, start, stop]) {
                    match_node(o, state, child, value, None, m, visited);
                }
            }
            _ => mismatch(m),
        },
    }
}
