//! Objects and functions of the library, `rlib/builtins`.

use crate::model::descs::DescKind;
use crate::prelude::*;
pub use flowspace::host::LIBRARY_PACKAGE as PACKAGE;
use flowspace::host::import;

/// Gives a host the modules of the package, from the folder that holds them. (`rtyper::install` has them embedded.)
pub fn install_from(host: &mut flowspace::host::Host, folder: &std::path::Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "py")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        import::add_embedded(host, &format!("{PACKAGE}/{name}"), text.leak());
    }
    import::add_embedded_path(host);
}

/// A function of `rlib/builtins/MODULE.py`.
pub(crate) fn library_function(
    ann: &mut Facts,
    site: Site,
    module: &str,
    function: &str,
) -> AResult {
    let f = library_object(ann, site, module, function)?;
    ann.immutablevalue(site, f)
}

/// Gives the object that a module of `rlib/builtins` defines under a name.
pub(crate) fn library_object(
    ann: &mut Facts,
    site: Site,
    module: &str,
    name: &str,
) -> AResult<HostRef> {
    import::library_object(&mut ann.host, module, name)
        .map_err(|text| ann.error(site, "internal", text))
}

/// Calls a factory in a module of `rlib/builtins`, which gives another object at each call.
pub(crate) fn run_factory(
    ann: &mut Facts,
    site: Site,
    module: &str,
    factory: &str,
    args: &[HostRef],
) -> AResult<HostRef> {
    let make = library_object(ann, site, module, factory)?;
    hv::call(&mut ann.host, make, args)
        .map_err(|e| ann.error(site, "internal", format!("{module}.{factory}: {e}")))
}

/// Says whether the current operation stands in the library's function of this name.
pub(crate) fn in_library_function(ann: &Facts, site: Site, name: &str) -> bool {
    site.position.is_some_and(|p| match &ann.descs[ann.graphs[p.graph].desc].kind {
        DescKind::Function(f) => f
            .qualname
            .strip_prefix(PACKAGE)
            .and_then(|n| n.strip_prefix('.'))
            .is_some_and(|n| n == name),
        _ => false,
    })
}
