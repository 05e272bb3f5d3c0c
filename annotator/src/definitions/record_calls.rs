//! Calls of named tuples and of functions for dataclasses: the class or function that fits the arguments.

use crate::definitions::arguments;
use crate::definitions::bases;
use crate::definitions::desc;
use crate::definitions::library_objects;
use crate::definitions::own_methods;
use crate::definitions::records;
use crate::definitions::records::MAX_VARIANTS;
use crate::definitions::variants;
use crate::prelude::*;
use flowmodel::HostRef;

/// Gives the class of another variant for a call of a class that stands for a named tuple, if the arguments want
/// that.
pub(crate) fn record_to_make(
    ann: &mut Facts,
    site: Site,
    class: HostRef,
    args: &crate::model::state::CallArgs,
) -> AResult<Option<HostRef>> {
    let Some((first, at)) = ann.known.record_variants.first.get(&class).copied() else {
        return Ok(None);
    };
    let in_maker = library_objects::in_library_function(ann, site, "records.make_instance");
    let top = variants::record_top(ann, class);
    // With an `__init__` of its own a class is one class.
    let Some((owner, init)) = bases::find_method(ann, class, "__init__") else { return Ok(None) };
    if in_maker || owner != top || args.shape.star {
        return Ok(None);
    }
    let sig = desc::signature(&ann.host, init);
    let mut call = args.clone();
    call.positional.insert(0, (SomeValue::OBJECT, crate::ArgSource::This));
    let Ok(bound) = arguments::match_signature(ann, site, "record", &sig, &call) else {
        return Ok(None);
    };
    let key = site.position.zip(site.result).map(|(p, v)| (p.graph, v, first));
    let known = key.and_then(|s| ann.known.record_variants.sites.get(&s).copied());
    let n = records::choose_variant(
        ann,
        variants::record_top(ann, first),
        known.or(Some(at)),
        &bound.cells[1..],
    );
    if n >= MAX_VARIANTS {
        let name = hv::class_name(&ann.host, first);
        let m = format!("the fields of {name}() would have to be of too many different types");
        let e = ann.error(site, "union", m);
        return Err(e.note("does a field hold a named tuple of the same class, and that another?"));
    }
    if let Some(s) = key {
        ann.known.record_variants.sites.insert(s, n);
    }
    let made = records::variant_class(ann, site, first, n)?;
    Ok((made != class).then_some(made))
}

/// Gives the function for the class of the first argument in a call of `dataclasses.replace` and its
/// like.
pub(crate) fn function_of_dataclass(
    ann: &mut Facts,
    site: Site,
    callee: &SomeValue,
    args: &crate::model::state::CallArgs,
) -> Option<AResult> {
    let f = match &callee.kind {
        Kind::Pbc { descs, .. } => ann.descs[descs[0]].as_function()?,
        _ => return None,
    };
    let name = match &*f.qualname {
        "dataclasses.replace" => "replace",
        "dataclasses.astuple" => "astuple",
        "dataclasses.asdict" => "asdict",
        _ => return None,
    };
    let Kind::Instance { class, .. } = args.positional.first()?.0.kind else { return None };
    let host = ann.classdefs[class].host;
    hv::class_lookup(&ann.host, host, "__dataclass_fields__")?;
    let below = own_methods::user_classes(ann, site);
    if let Some(sub) = below.iter().find(|c| **c != host && ann.host.is_subclass(**c, host)) {
        let (c, sub) = (hv::class_name(&ann.host, host), hv::class_name(&ann.host, *sub));
        return Some(Err(ann
            .error(
                site,
                "unsupported",
                format!("{name}() of an instance of {c}, which has the subclass {sub}"),
            )
            .note("at run time the function is made for one class")));
    }
    let names: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
    let names = ann.host.str(&names.join(" "));
    let f = own_methods::made_for(
        ann,
        site,
        &format!("records.make_{name}"),
        &[host, names],
        vec![host, names],
    );
    Some(f)
}
