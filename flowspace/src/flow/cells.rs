//! Prebuilt cell objects: where variables live that are assigned to at run time.

use crate::host::{HErr, Host, HostObj, HostRef, import};
use flowmodel::name::Name;

/// The class of cell objects for a variable.
pub(crate) fn cell_class(host: &mut Host, name: Name, checked: bool) -> Result<HostRef, HErr> {
    let maker = import::flow_support(host, "make_cell_class")?;
    let name = host.str(&format!("cell_{}", field_text(name)));
    let checked = host.bool(checked);
    host.call(maker, &[name, checked], &[])
}

/// The prebuilt cell object of a host cell.
pub(crate) fn prebuilt_cell(
    host: &mut Host,
    cell: HostRef,
    name: Name,
) -> Result<(HostRef, bool), HErr> {
    let content = match host.obj(cell) {
        HostObj::Cell(w) => *w,
        _ => None,
    };
    if let Some(&(r, checked)) = host.flow.cell_objects.get(&cell) {
        return Ok((r, checked));
    }
    let class = cell_class(host, name, content.is_none())?;
    let r = host.call(class, &[], &[])?;
    if let Some(w) = content {
        host.setattr(r, "value", w)?;
    }
    host.flow.cell_objects.insert(cell, (r, content.is_none()));
    Ok((r, content.is_none()))
}

/// A name as a part of an attribute's name.
pub(crate) fn field_text(name: Name) -> String {
    name.as_str().replace(['.', '$'], "_")
}

/// The cell object with the value of an attribute of a class, frozen instance or module that is assigned to at run time,
/// and whether it may be without value.
pub fn assigned_attr(host: &mut Host, r: HostRef, name: &str) -> Option<(HostRef, bool)> {
    let cell = match host.obj(r) {
        HostObj::Module(m) => *host.flow.assigned_globals.get(&(m.dict, Name::new(name)))?,
        HostObj::Class(_) => *host.flow.class_cells.get(&host.lookup_in_mro(r, name)?)?,
        HostObj::Instance(i) => {
            let class = i.class;
            *host.flow.class_cells.get(&host.lookup_in_mro(class, name)?)?
        }
        _ => return None,
    };
    prebuilt_cell(host, cell, Name::new(name)).ok()
}
