//! Dicts with functions of their own for keys.

use crate::definitions::library_objects;
use crate::hostview as hv;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::work::Owed;
use crate::model::*;

/// The dicts of a definition have different functions, among them these: each dict keeps its own.
pub(crate) fn add_functions(
    ann: &mut Facts,
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
    let of_dict = [eq.clone(), hash.clone()];
    ann.work.owe(site, Owed::Functions { make, select, of_dict });
    Ok(())
}

/// The functions of a dict that has some for its keys are to be called with the keys.
pub(crate) fn want_calls_with_keys(ann: &mut Facts, site: Site, d: DictDefId) {
    if ann.dict_def(d).custom_fns.is_some() {
        ann.work.owe(site, Owed::Keys(d));
    }
}
