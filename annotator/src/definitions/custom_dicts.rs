//! Dicts with functions of their own for keys.

use crate::definitions::library_objects;
use crate::hostview as hv;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Annotator;
use crate::model::*;
use crate::model::{Kind, SomeValue};

/// The dicts of a definition have different functions, among them these: each dict keeps its own.
pub(crate) fn add_functions(
    ann: &mut Annotator,
    site: Site,
    d: DictDefId,
    eq: &SomeValue,
    hash: &SomeValue,
) -> AResult<()> {
    let d = ann.find_dict(d);
    let (old_eq, old_hash) = ann.dicts[d].custom.clone().expect("an r_dict");
    let [make, select] = match ann.dicts[d].several {
        Some(fns) => fns,
        None => {
            let made = library_objects::run_factory(ann, site, "dicts", "several_functions", &[])?;
            let hv::View::Tuple(fns) = hv::view(&ann.host, made) else {
                return Err(ann.error(site, "internal", "several_functions"));
            };
            let def = &mut ann.dicts[d];
            def.custom_fns = Some([fns[0], fns[1]]);
            def.custom_alias = [None; 2];
            def.several = Some([fns[2], fns[3]]);
            add_functions(ann, site, d, &old_eq, &old_hash)?;
            [fns[2], fns[3]]
        }
    };
    let all = (ann.union(site, &old_eq, eq)?, ann.union(site, &old_hash, hash)?);
    ann.dicts[d].custom = Some(all);
    let make = ann.immutablevalue(site, make)?;
    let functions = (ann.meanings.call_value)(ann, site, &make, vec![eq.clone(), hash.clone()])?;
    if !functions.is_impossible() {
        let select = ann.immutablevalue(site, select)?;
        (ann.meanings.call_value)(ann, site, &select, vec![functions])?;
    }
    Ok(())
}

/// The functions of an `r_dict` are called with its keys.
pub(crate) fn check_custom_dict(ann: &mut Annotator, site: Site, d: DictDefId) -> AResult<()> {
    let (key, _) = ann.read_dict(site, d);
    let Some([eq, hash]) = ann.dict_def(d).custom_fns else { return Ok(()) };
    if key.is_impossible() {
        return Ok(());
    }
    let eq = ann.immutablevalue(site, eq)?;
    let b = (ann.meanings.call_value)(ann, site, &eq, vec![key.clone(), key.clone()])?;
    if !b.is_impossible() && b.kind != Kind::Bool {
        return Err(ann.error(
            site,
            "argument-type",
            format!("the equality function of an r_dict must give a bool, not {}", ann.show(&b)),
        ));
    }
    let hash = ann.immutablevalue(site, hash)?;
    let h = (ann.meanings.call_value)(ann, site, &hash, vec![key])?;
    if !h.is_impossible() && !h.is_integral() {
        return Err(ann.error(
            site,
            "argument-type",
            format!("the hash function of an r_dict must give an int, not {}", ann.show(&h)),
        ));
    }
    Ok(())
}
