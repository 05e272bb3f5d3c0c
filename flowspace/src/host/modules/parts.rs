//! A module whose further part is written in the language, and loaded when it is needed.

use crate::host::*;

/// A module's further part is written in the language, and loaded when it is needed.
pub(crate) fn more_in(host: &mut Host, module: HostRef, getattr: BFn, dir: BFn) {
    let d = lookups::own_dict(host, module).expect("module dict");
    for (name, f) in [("__getattr__", getattr), ("__dir__", dir)] {
        let f = registry::new_builtin(host, name, f, false);
        host.ns_set(d, name, f);
    }
}

/// The names of a module whose other part is not imported before somebody wants it.
pub(crate) fn names_with_part(host: &mut Host, module: HostRef, part: &str) -> R {
    let mut names = attrs::dir_names(host, module);
    let part = host.import(part)?;
    names.extend(attrs::dir_names(host, part).into_iter().filter(|n| !n.starts_with('_')));
    names.retain(|n| !matches!(&**n, "__getattr__" | "__dir__"));
    names.sort();
    names.dedup();
    let names = names.iter().map(|n| host.str(n)).collect();
    Ok(host.list(names))
}

pub(crate) fn part_of_module(host: &mut Host, part: &str, a: &[HostRef]) -> R {
    let name = args::name_arg(host, a[0])?;
    let found = if name.starts_with("__") {
        None
    } else {
        match host.import(part) {
            Ok(m) => lookups::own_dict(host, m).and_then(|d| host.ns_get(d, &name)),
            Err(e) if host.err_is(e, "ModuleNotFoundError") => None,
            Err(e) => return Err(e),
        }
    };
    match found {
        Some(v) => Ok(v),
        None => {
            let module = part.trim_start_matches('_').replace("ospath", "os.path");
            let m = format!("module '{module}' has no attribute '{name}'");
            Err(host.err("AttributeError", m))
        }
    }
}
