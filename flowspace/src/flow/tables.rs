//! Tables of translation time: prebuilt lists and dicts whose keys or values are of several types.
//!
//! No list or dict of the run time can have such items together, so nothing can change such a table, and what is asked of
//! it by constants has an answer now. What run time can ask are questions about the keys of a dict, if these are of
//! one type: they go to a dict with these keys.

use super::FlowValue;
use super::known;
use crate::flow::state::FlowSpace;
use crate::host::{HostObj, HostRef, items, repr};
use flowmodel::{HlConst, HlOp, HlValue};

/// Maximum depth to which items are looked at.
const DEPTH: usize = 4;

/// Kinds of items, as far as they can be told from one object. Two different ones cannot be items together; nothing is
/// said of those without a kind.
#[derive(Clone, Copy, PartialEq)]
enum ItemKind {
    None,
    Number,
    Text,
    Tuple(usize),
    List,
    Dict,
    LowLevelType,
    Object,
}

/// Says whether a list or dict has items of kinds that no list or dict of the run time can have together, or
/// low-level types.
pub(super) fn cannot_exist(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    let known = fs.host.flow.known_tables.borrow().get(&r).copied();
    if let Some((changes, answer)) = known
        && changes == fs.host.changes
    {
        return answer;
    }
    let answer = is_table(fs, r, DEPTH);
    if matches!(fs.host.obj(r), HostObj::List(_) | HostObj::Dict(_)) {
        fs.host.flow.known_tables.borrow_mut().insert(r, (fs.host.changes, answer));
    }
    answer
}

fn is_table(fs: &FlowSpace<'_>, r: HostRef, depth: usize) -> bool {
    match fs.host.obj(r) {
        HostObj::List(items) => differ(fs, items, depth),
        HostObj::Dict(d) => {
            let keys: Vec<HostRef> = d.map.values().map(|e| e.0).collect();
            let values: Vec<HostRef> = d.map.values().map(|e| e.1).collect();
            differ(fs, &keys, depth) || differ(fs, &values, depth)
        }
        _ => false,
    }
}

/// Says whether objects cannot be items together.
fn differ(fs: &FlowSpace<'_>, items: &[HostRef], depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    let kinds = items.iter().filter_map(|i| kind_of_item(fs, *i));
    let mut none = false;
    let mut first: Option<ItemKind> = None;
    for k in kinds {
        match first {
            _ if k == ItemKind::None => none = true,
            Some(f) if f != k => return true,
            _ => first = Some(k),
        }
    }
    match first {
        Some(ItemKind::LowLevelType) => true,
        // These share no variable with None.
        Some(ItemKind::Number) => none,
        Some(ItemKind::Tuple(n)) => {
            none || (0..n).any(|i| {
                let column = items.iter().filter_map(|t| match fs.host.obj(*t) {
                    HostObj::Tuple(items) => items.get(i).copied(),
                    _ => None,
                });
                let column: Vec<HostRef> = column.collect();
                differ(fs, &column, depth - 1)
            })
        }
        Some(ItemKind::List | ItemKind::Dict) => items.iter().any(|i| is_table(fs, *i, depth - 1)),
        _ => false,
    }
}

fn kind_of_item(fs: &FlowSpace<'_>, item: HostRef) -> Option<ItemKind> {
    Some(match fs.host.obj(item) {
        HostObj::None => ItemKind::None,
        HostObj::Bool(_) | HostObj::Int(_) | HostObj::BigInt(_) | HostObj::Float(_) => {
            ItemKind::Number
        }
        HostObj::Str(_) | HostObj::Unicode(_) => ItemKind::Text,
        HostObj::Tuple(items) => ItemKind::Tuple(items.len()),
        HostObj::List(_) => ItemKind::List,
        HostObj::Dict(_) => ItemKind::Dict,
        HostObj::Instance(_) if is_lltype(fs, item) => ItemKind::LowLevelType,
        HostObj::Instance(_) if is_number_object(fs, item) => ItemKind::Number,
        HostObj::Instance(_)
        | HostObj::Function(_)
        | HostObj::Builtin(_)
        | HostObj::BoundMethod { .. }
        | HostObj::Unbound { .. }
        | HostObj::Class(_) => ItemKind::Object,
        _ => return None,
    })
}

/// `r_uint(5)` and its like.
fn is_number_object(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    repr::class_path(fs.host, fs.host.class_of(r)).starts_with("rpython.rlib.rarithmetic.")
}

fn is_lltype(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    let base = fs.host.class(fs.host.class_of(r)).and_then(|c| c.mro.iter().rev().nth(1));
    base.is_some_and(|b| {
        repr::class_path(fs.host, *b) == "rpython.rtyper.lltypesystem.lltype.LowLevelType"
    })
}

/// A question that is asked of a table by constants.
pub(super) fn question(fs: &mut FlowSpace<'_>, op: HlOp, refs: &[HostRef]) -> Option<HlConst> {
    let key = refs.get(1).copied().unwrap_or(refs[0]);
    let asked = match op {
        HlOp::Bool | HlOp::Not => HlOp::Len,
        op => op,
    };
    let value = known::assumed_read(fs, asked, refs[0], key)?;
    Some(match op {
        HlOp::Bool | HlOp::Not => {
            let full = fs.host.as_int(value) != Some(0);
            HlConst::Bool(full == (op == HlOp::Bool))
        }
        _ => fs.host.to_const(value),
    })
}

/// Says whether a table is known with everything in it.
pub(super) fn is_known_table(fs: &FlowSpace<'_>, r: HostRef) -> bool {
    let known = |i: &HostRef| known::immutable(fs, *i) || known::is_definition(fs, *i);
    cannot_exist(fs, r)
        && match fs.host.obj(r) {
            HostObj::List(items) => items.iter().all(known),
            HostObj::Dict(d) => d.map.values().all(|e| known(&e.0) && known(&e.1)),
            _ => false,
        }
}

/// The operands of a question about the keys of a table: a dict with these keys takes its place.
pub(super) fn about_keys(
    fs: &mut FlowSpace<'_>,
    op: HlOp,
    args: &[FlowValue],
) -> Option<Vec<FlowValue>> {
    let about_keys = match op {
        HlOp::Iter | HlOp::Contains => true,
        HlOp::GetAttr => {
            let name = args[1].as_const();
            let names = ["keys", "iterkeys", "has_key", "__contains__", "__iter__"];
            names.iter().any(|n| name == Some(&HlConst::Str(n.as_bytes().into())))
        }
        _ => false,
    };
    let table = table(fs, args.first()?).filter(|_| about_keys)?;
    let mut args = args.to_vec();
    args[0] = wrap_keys(fs, table)?;
    Some(args)
}

/// The dict behind a constant, if it is a table.
fn table(fs: &FlowSpace<'_>, w: &FlowValue) -> Option<HostRef> {
    let HlConst::Host(r) = w.as_const()? else { return None };
    let is_dict = matches!(fs.host.obj(*r), HostObj::Dict(_));
    (is_dict && cannot_exist(fs, *r)).then_some(*r)
}

fn wrap_keys(fs: &mut FlowSpace<'_>, table: HostRef) -> Option<FlowValue> {
    known::assumed_read(fs, HlOp::Len, table, table)?;
    let keys = match fs.host.flow.table_keys.get(&table) {
        Some(keys) => *keys,
        None => {
            let keys: Vec<HostRef> = fs.host.dict(table)?.map.values().map(|e| e.0).collect();
            let made = fs.host.new_dict();
            for k in keys {
                items::setitem(fs.host, made, k, crate::host::TRUE).ok()?;
            }
            fs.host.flow.table_keys.insert(table, made);
            made
        }
    };
    Some(fs.wrap(keys))
}

/// Says whether the object and the name of an attribute are a table and `get`.
pub(super) fn is_table_get(fs: &FlowSpace<'_>, args: &[FlowValue]) -> bool {
    args.get(1).and_then(|n| n.as_const()) == Some(&HlConst::Str(b"get"[..].into()))
        && table(fs, &args[0]).is_some()
}

/// `table.get(key)` and `table.get(key, default)` with a constant key.
pub(crate) fn get(
    fs: &mut FlowSpace<'_>,
    func: &FlowValue,
    args: &[FlowValue],
) -> Option<FlowValue> {
    let method = func.as_var()?;
    let ops = &fs.graph.blocks[fs.block].operations;
    let at = ops.iter().position(|o| o.result == method && o.op == HlOp::GetAttr)?;
    let [HlValue::Const(of), HlValue::Const(name)] = &ops[at].args[..] else { return None };
    let of = [FlowValue::Const(of.clone()), FlowValue::Const(name.clone())];
    let ([key] | [key, _]) = args else { return None };
    let key = fs.host.from_const(key.as_const()?);
    if !is_table_get(fs, &of) || !known::immutable(fs, key) {
        return None;
    }
    let table = table(fs, &of[0])?;
    let known = known::assumed_read(fs, HlOp::Contains, table, key)?;
    let value = if known == crate::host::TRUE {
        let value = known::assumed_read(fs, HlOp::GetItem, table, key)?;
        fs.wrap(value)
    } else {
        args.get(1).cloned().unwrap_or(FlowValue::Const(HlConst::None))
    };
    // (nothing else can use the method)
    fs.graph.blocks[fs.block].operations.remove(at);
    Some(value)
}
