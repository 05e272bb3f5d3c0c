//! Calls that joined values want: of the functions of a dict for its keys, of functions that C calls, and of those for objects
//! that are dead. They are made when the operation that joined the values is annotated, so that joining needs no calls.

use crate::ArgSource;
use crate::calls::callees;
use crate::calls::single;
use crate::calls::specialize;
use crate::definitions::prebuilt;
use crate::model::answers;
use crate::model::state::Annotator;
use crate::model::work::Owed;
use crate::prelude::*;
use flowmodel::FuncTypeId;

/// Makes the calls that are owed, and those that these want. The first error counts.
pub(crate) fn settle(ann: &mut Annotator) -> AResult<()> {
    let mut result = Ok(());
    while !ann.work.owed.is_empty() {
        for (site, call) in std::mem::take(&mut ann.work.owed) {
            result = result.and(pay(ann, site, call));
        }
    }
    result
}

fn pay(ann: &mut Annotator, site: Site, call: Owed) -> AResult<()> {
    match call {
        Owed::Keys(d) => call_with_keys(ann, site, d),
        Owed::Functions { make, select, of_dict } => {
            let make = ann.immutablevalue(site, make)?;
            let functions = callees::call_value(ann, site, &make, of_dict.into())?;
            if !functions.is_impossible() {
                let select = ann.immutablevalue(site, select)?;
                callees::call_value(ann, site, &select, vec![functions])?;
            }
            Ok(())
        }
        Owed::Callback { object, function, of } => make_callback(ann, site, object, function, of),
        Owed::Finalizer(class) => single::note_made(ann, site, class),
        Owed::OnDeath { function, of } => {
            let d = prebuilt::function_desc(ann, site, function)?;
            let args = single::positional(vec![SomeValue::instance(of)]);
            if let (Some(g), _) = specialize::function_graph(ann, site, d, &args)? {
                ann.dead_functions.insert(function, g);
            }
            Ok(())
        }
    }
}

/// Calls the functions of a dict with its keys.
fn call_with_keys(ann: &mut Annotator, site: Site, d: DictDefId) -> AResult<()> {
    let (key, _) = ann.read_dict(site, d);
    let Some([eq, hash]) = ann.dict_def(d).custom_fns else { return Ok(()) };
    if key.is_impossible() {
        return Ok(());
    }
    let eq = ann.immutablevalue(site, eq)?;
    let b = callees::call_value(ann, site, &eq, vec![key.clone(), key.clone()])?;
    if !b.is_impossible() && b.kind != Kind::Bool {
        return Err(ann.error(
            site,
            "argument-type",
            format!("the equality function of an r_dict must give a bool, not {}", ann.show(&b)),
        ));
    }
    let hash = ann.immutablevalue(site, hash)?;
    let h = callees::call_value(ann, site, &hash, vec![key])?;
    if !h.is_impossible() && !h.is_integral() {
        return Err(ann.error(
            site,
            "argument-type",
            format!("the hash function of an r_dict must give an int, not {}", ann.show(&h)),
        ));
    }
    Ok(())
}

/// Annotates a function that C calls with the types of the parameters.
fn make_callback(
    ann: &mut Annotator,
    site: Site,
    object: HostRef,
    function: DescId,
    of: FuncTypeId,
) -> AResult<()> {
    let types = ann.types.funcs[of].args.clone();
    let operand =
        |(i, t): (usize, &flowmodel::Type)| (SomeValue::from_lltype(*t), ArgSource::Operand(i));
    let positional: Vec<_> = types.iter().enumerate().map(operand).collect();
    let args = answers::positional(positional);
    if let (Some(g), _) = specialize::function_graph(ann, site, function, &args)? {
        ann.raw.callbacks.insert(object, (g, of));
    }
    Ok(())
}
