//! `raise … from …`: the attributes that it sets belong to all exceptions, so that what ends the program finds them.

use crate::definitions::classdef;
use crate::definitions::prebuilt;
use crate::prelude::*;

/// Attributes of BaseException in programs that have `raise … from …`.
pub const CHAINING: &[&str] = &["__cause__", "__suppress_context__", "__cause_number__"];

/// Says whether exceptions may have causes.
pub fn has_causes(ann: &Facts) -> bool {
    let base = hv::exception(&ann.host, "BaseException");
    let base = base.and_then(|b| ann.classdef_of_host(b));
    let cause = base.and_then(|b| ann.classdefs[b].attrs.get("__cause__"));
    cause.is_some_and(|a| !a.readonly)
}

/// Prepares the reading or setting of an attribute of an exception.
pub(crate) fn chaining_attr(ann: &mut Facts, site: Site, name: &Rc<str>) -> Option<AResult> {
    if &**name == "__context__" {
        let e =
            ann.error(site, "unsupported", "__context__ of an exception is not known at run time");
        return Some(Err(e.note("`raise … from …` sets __cause__")));
    }
    if !CHAINING.contains(&&**name) {
        return None;
    }
    chaining_attrs(ann, site).err().map(Err)
}

fn chaining_attrs(ann: &mut Facts, site: Site) -> AResult<()> {
    let c = prebuilt::exc_classdef(ann, site, "BaseException")?;
    let cause = Kind::Instance { class: c, can_be_none: true };
    classdef::generalize_attr(ann, site, c, &"__cause__".into(), cause.into())?;
    classdef::generalize_attr(ann, site, c, &"__suppress_context__".into(), SomeValue::BOOL)?;
    classdef::generalize_attr(ann, site, c, &"__cause_number__".into(), SomeValue::INT)
}
