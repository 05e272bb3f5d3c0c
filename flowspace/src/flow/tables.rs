//! Tables of translation time: prebuilt lists and dicts whose keys or values are of several types.
//!
//! No list or dict of the run time can have such items together, so nothing can change such a table, and what is asked of
//! it by constants has an answer now. What run time can ask are questions about the keys of a dict, if these are of
//! one type: they go to a dict with these keys.

use super::{FlowSpace, FlowValue};
use crate::host::{HostObj, HostRef};
use flowmodel::{HlConst, HlOp, HlValue};

/// How deep items are looked at.
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

impl FlowSpace<'_> {
    /// Whether a list or dict has items of kinds that no list or dict of the run time can have together, or
    /// low-level types.
    pub(super) fn cannot_exist(&self, r: HostRef) -> bool {
        let known = self.host.flow.known_tables.borrow().get(&r).copied();
        if let Some((changes, answer)) = known
            && changes == self.host.changes
        {
            return answer;
        }
        let answer = self.is_table(r, DEPTH);
        if matches!(self.host.obj(r), HostObj::List(_) | HostObj::Dict(_)) {
            self.host.flow.known_tables.borrow_mut().insert(r, (self.host.changes, answer));
        }
        answer
    }

    fn is_table(&self, r: HostRef, depth: usize) -> bool {
        match self.host.obj(r) {
            HostObj::List(items) => self.differ(items, depth),
            HostObj::Dict(d) => {
                let keys: Vec<HostRef> = d.map.values().map(|e| e.0).collect();
                let values: Vec<HostRef> = d.map.values().map(|e| e.1).collect();
                self.differ(&keys, depth) || self.differ(&values, depth)
            }
            _ => false,
        }
    }

    /// Whether objects cannot be items together.
    fn differ(&self, items: &[HostRef], depth: usize) -> bool {
        if depth == 0 {
            return false;
        }
        let kinds = items.iter().filter_map(|i| self.kind_of_item(*i));
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
                    let column = items.iter().filter_map(|t| match self.host.obj(*t) {
                        HostObj::Tuple(items) => items.get(i).copied(),
                        _ => None,
                    });
                    let column: Vec<HostRef> = column.collect();
                    self.differ(&column, depth - 1)
                })
            }
            Some(ItemKind::List | ItemKind::Dict) => {
                items.iter().any(|i| self.is_table(*i, depth - 1))
            }
            _ => false,
        }
    }

    fn kind_of_item(&self, item: HostRef) -> Option<ItemKind> {
        Some(match self.host.obj(item) {
            HostObj::None => ItemKind::None,
            HostObj::Bool(_) | HostObj::Int(_) | HostObj::BigInt(_) | HostObj::Float(_) => {
                ItemKind::Number
            }
            HostObj::Str(_) | HostObj::Unicode(_) => ItemKind::Text,
            HostObj::Tuple(items) => ItemKind::Tuple(items.len()),
            HostObj::List(_) => ItemKind::List,
            HostObj::Dict(_) => ItemKind::Dict,
            HostObj::Instance(_) if self.is_lltype(item) => ItemKind::LowLevelType,
            HostObj::Instance(_) if self.is_number_object(item) => ItemKind::Number,
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
    fn is_number_object(&self, r: HostRef) -> bool {
        self.host.class_path(self.host.class_of(r)).starts_with("rpython.rlib.rarithmetic.")
    }

    fn is_lltype(&self, r: HostRef) -> bool {
        let base = self.host.class(self.host.class_of(r)).and_then(|c| c.mro.iter().rev().nth(1));
        base.is_some_and(|b| {
            self.host.class_path(*b) == "rpython.rtyper.lltypesystem.lltype.LowLevelType"
        })
    }

    /// A question that is asked of a table by constants.
    pub(super) fn fold_table_question(&mut self, op: HlOp, refs: &[HostRef]) -> Option<HlConst> {
        let key = refs.get(1).copied().unwrap_or(refs[0]);
        let asked = match op {
            HlOp::Bool | HlOp::Not => HlOp::Len,
            op => op,
        };
        let value = self.assumed_read(asked, refs[0], key)?;
        Some(match op {
            HlOp::Bool | HlOp::Not => {
                let full = self.host.as_int(value) != Some(0);
                HlConst::Bool(full == (op == HlOp::Bool))
            }
            _ => self.host.to_const(value),
        })
    }

    /// Whether a table is known with everything in it.
    pub(super) fn is_known_table(&self, r: HostRef) -> bool {
        let known = |i: &HostRef| self.immutable(*i) || self.is_definition(*i);
        self.cannot_exist(r)
            && match self.host.obj(r) {
                HostObj::List(items) => items.iter().all(known),
                HostObj::Dict(d) => d.map.values().all(|e| known(&e.0) && known(&e.1)),
                _ => false,
            }
    }

    /// The operands of a question about the keys of a table: a dict with these keys takes its place.
    pub(super) fn about_keys(&mut self, op: HlOp, args: &[FlowValue]) -> Option<Vec<FlowValue>> {
        let about_keys = match op {
            HlOp::Iter | HlOp::Contains => true,
            HlOp::GetAttr => {
                let name = args[1].as_const();
                let names = ["keys", "iterkeys", "has_key", "__contains__", "__iter__"];
                names.iter().any(|n| name == Some(&HlConst::Str(n.as_bytes().into())))
            }
            _ => false,
        };
        let table = self.table(args.first()?).filter(|_| about_keys)?;
        let mut args = args.to_vec();
        args[0] = self.wrap_keys(table)?;
        Some(args)
    }

    /// The dict behind a constant, if it is a table.
    fn table(&self, w: &FlowValue) -> Option<HostRef> {
        let HlConst::Host(r) = w.as_const()? else { return None };
        let is_dict = matches!(self.host.obj(*r), HostObj::Dict(_));
        (is_dict && self.cannot_exist(*r)).then_some(*r)
    }

    fn wrap_keys(&mut self, table: HostRef) -> Option<FlowValue> {
        self.assumed_read(HlOp::Len, table, table)?;
        let keys = match self.host.flow.table_keys.get(&table) {
            Some(keys) => *keys,
            None => {
                let keys: Vec<HostRef> = self.host.dict(table)?.map.values().map(|e| e.0).collect();
                let made = self.host.new_dict();
                for k in keys {
                    self.host.setitem(made, k, crate::host::TRUE).ok()?;
                }
                self.host.flow.table_keys.insert(table, made);
                made
            }
        };
        Some(self.wrap(keys))
    }

    /// Whether the object and the name of an attribute are a table and `get`.
    pub(super) fn is_table_get(&self, args: &[FlowValue]) -> bool {
        args.get(1).and_then(|n| n.as_const()) == Some(&HlConst::Str(b"get"[..].into()))
            && self.table(&args[0]).is_some()
    }

    /// `table.get(key)` and `table.get(key, default)` with a constant key.
    pub(super) fn fold_table_get(
        &mut self,
        func: &FlowValue,
        args: &[FlowValue],
    ) -> Option<FlowValue> {
        let method = func.as_var()?;
        let ops = &self.graph.blocks[self.block].operations;
        let at = ops.iter().position(|o| o.result == method && o.op == HlOp::GetAttr)?;
        let [HlValue::Const(of), HlValue::Const(name)] = &ops[at].args[..] else { return None };
        let of = [FlowValue::Const(of.clone()), FlowValue::Const(name.clone())];
        let ([key] | [key, _]) = args else { return None };
        let key = self.host.from_const(key.as_const()?);
        if !self.is_table_get(&of) || !self.immutable(key) {
            return None;
        }
        let table = self.table(&of[0])?;
        let known = self.assumed_read(HlOp::Contains, table, key)?;
        let value = if known == crate::host::TRUE {
            let value = self.assumed_read(HlOp::GetItem, table, key)?;
            self.wrap(value)
        } else {
            args.get(1).cloned().unwrap_or(FlowValue::Const(HlConst::None))
        };
        // (nothing else can use the method)
        self.graph.blocks[self.block].operations.remove(at);
        Some(value)
    }
}
