//! Replacing variables by other values: in operands, in blocks, along links.

use crate::graph::{Block, Dialect, ExitSwitch, Link, Value, VarId};
use rustc_hash::FxHashMap;

/// Maps variables to the values that replace them.
pub type Subst<D> = FxHashMap<VarId, Value<D>>;

/// The value after all replacements: what a variable is replaced by is looked up again. The replacements must not
/// go in a circle.
pub fn resolve<D: Dialect>(s: &Subst<D>, v: &Value<D>) -> Value<D> {
    let mut v = v.clone();
    while let Value::Var(x) = v
        && let Some(n) = s.get(&x)
    {
        v = n.clone();
    }
    v
}

/// Replaces variables, as [`resolve`] does, in operands, switch and link arguments of a block. A switch on what has
/// become a constant is resolved. Definitions stay.
pub fn substitute<D: Dialect>(blk: &mut Block<D>, s: &Subst<D>) {
    if s.is_empty() {
        return;
    }
    blk.for_each_value(&mut |v| *v = resolve(s, v));
    if let ExitSwitch::Var(v) = blk.exitswitch {
        match resolve(s, &Value::Var(v)) {
            Value::Var(n) => blk.exitswitch = ExitSwitch::Var(n),
            Value::Const(c) => super::fold_switch(blk, &c),
        }
    }
}

/// Replaces one operand, in one step: names may be exchanged, since no result is looked up again.
pub fn rename<D: Dialect, N: Clone + Into<Value<D>>>(
    v: &mut Value<D>,
    names: &FxHashMap<VarId, N>,
) {
    if let Value::Var(x) = v
        && let Some(n) = names.get(x)
    {
        *v = n.clone().into();
    }
}

/// [`rename`] for several operands.
pub fn rename_all<D: Dialect, N: Clone + Into<Value<D>>>(
    values: &mut [Value<D>],
    names: &FxHashMap<VarId, N>,
) {
    values.iter_mut().for_each(|v| rename(v, names));
}

/// Operands under their new names.
pub fn renamed<D: Dialect, N: Clone + Into<Value<D>>>(
    values: &[Value<D>],
    names: &FxHashMap<VarId, N>,
) -> Vec<Value<D>> {
    let mut new = values.to_vec();
    rename_all(&mut new, names);
    new
}

/// Gives other names to the variables that a block uses. Definitions stay.
pub fn rename_uses<D: Dialect>(blk: &mut Block<D>, names: &FxHashMap<VarId, VarId>) {
    blk.for_each_use(&mut |v| {
        if let Some(n) = names.get(v) {
            *v = *n;
        }
    });
}

/// Gives the values of the inputs of a block for who comes with these arguments.
pub fn arrival<D: Dialect>(blk: &Block<D>, args: &[Value<D>]) -> Subst<D> {
    blk.inputargs.iter().copied().zip(args.iter().cloned()).collect()
}

/// Gives the values of the variables of an exception link for an exception with this class and
/// value.
pub fn caught<D: Dialect>(link: &Link<D>, class: &Value<D>, value: &Value<D>) -> Subst<D> {
    let class = link.last_exception.map(|v| (v, class.clone()));
    let value = link.last_exc_value.map(|v| (v, value.clone()));
    class.into_iter().chain(value).collect()
}
