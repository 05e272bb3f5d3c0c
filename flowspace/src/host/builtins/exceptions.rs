//! Attributes and methods of exceptions.

use crate::host::object::Table;
use crate::host::*;

pub(crate) fn exc_args(h: &mut Host, r: HostRef) -> R {
    match h.obj(r) {
        HostObj::Instance(i) => match i.payload {
            Payload::ExcArgs(t) => Ok(t),
            _ => Ok(EMPTY_TUPLE),
        },
        _ => Ok(EMPTY_TUPLE),
    }
}

pub(super) fn set_exc_args(h: &mut Host, r: HostRef, v: HostRef) -> R<()> {
    let items = h.iter_to_vec(v)?;
    let t = h.tuple(&items);
    if let HostObj::Instance(i) = h.obj_mut(r) {
        i.payload = Payload::ExcArgs(t);
    }
    Ok(())
}

pub(super) fn exc_arg(h: &mut Host, r: HostRef, i: usize) -> R {
    let t = exc_args(h, r)?;
    Ok(match h.obj(t) {
        HostObj::Tuple(t) => t.get(i).copied().unwrap_or(NONE),
        _ => NONE,
    })
}

/// `e.__traceback__`: a chain of objects, the outermost frame first, that say where.
pub(super) fn traceback_object(h: &mut Host, r: HostRef) -> R {
    let mut entries = tracebacks::traceback(h, HErr(r)).to_vec();
    if entries.is_empty() {
        let Some(f) = h.run.frames.last() else { return Ok(NONE) };
        if !f.handled.contains(&r) {
            return Ok(NONE);
        }
        entries.push(TracebackEntry { name: f.code.qualname.as_str(), span: f.span });
    }
    let mut next = NONE;
    for e in entries {
        let (file, line) = {
            let sources = h.sources.borrow();
            let path = sources.get(e.span.file).map(|f| f.path.clone()).unwrap_or_default();
            (path, sources.line_col(e.span.file, e.span.start).map_or(0, |p| p.0))
        };
        let class = h.types.object;
        let tb = classes::new_instance(h, class);
        let d = lookups::make_own_dict(h, tb).expect("instance dict");
        let (name, file) = (h.str(e.name), h.str(&file));
        let line = h.int(i64::from(line));
        for (k, v) in
            [("tb_lineno", line), ("tb_next", next), ("tb_name", name), ("tb_filename", file)]
        {
            h.ns_set(d, k, v);
        }
        next = tb;
    }
    Ok(next)
}

/// One argument is the code itself.
pub(super) fn exit_code(h: &mut Host, r: HostRef) -> R {
    let t = exc_args(h, r)?;
    if items::len(h, t)? > 1 { Ok(t) } else { exc_arg(h, r, 0) }
}

pub(super) fn os_error_arg(h: &mut Host, r: HostRef, i: usize) -> R {
    let t = exc_args(h, r)?;
    if items::len(h, t)? < 2 {
        return Ok(NONE);
    }
    exc_arg(h, r, i)
}

pub(super) const EXCEPTION: Table = &[
    ("__init__", |h, a, _| {
        let t = h.tuple(&a[1..]);
        if let HostObj::Instance(i) = h.obj_mut(a[0]) {
            i.payload = Payload::ExcArgs(t);
        }
        Ok(NONE)
    }),
    ("with_traceback", |_, a, _| Ok(a[0])),
    ("__str__", |h, a, _| {
        let t = exc_args(h, a[0])?;
        let items = h.iter_to_vec(t)?;
        match items.as_slice() {
            [] => Ok(h.str("")),
            [x] => {
                let s = repr::str_bytes(h, *x)?;
                Ok(h.bytes(&s))
            }
            _ => {
                let s = repr::bytes(h, t)?;
                Ok(h.bytes(&s))
            }
        }
    }),
    ("__repr__", |h, a, _| {
        let t = exc_args(h, a[0])?;
        let name = h.type_name(a[0]);
        let items = h.iter_to_vec(t)?;
        let inner = match items.as_slice() {
            [x] => format!("({})", h.repr(*x)?),
            _ => h.repr(t)?,
        };
        Ok(h.str(&format!("{name}{inner}")))
    }),
];
