//! `e.args`: what exceptions were made with.
//!
//! `e.args` itself is the exception, seen as a sequence (a [`Kind::BuiltinMethod`] of the name `args`). What an item is, is
//! known from the calls that make exceptions of the class and of its subclasses: strings and numbers are kept
//! (see the RTyper's rexc). Readers are annotated again when there are more calls.

use crate::definitions::hierarchy;
use crate::hostview as hv;
use crate::model::errors::{AResult, AnnError};
use crate::model::site::Site;
use crate::model::state::{CallArgs, Facts};
use crate::model::*;
use flowspace::host::HostObj;
use std::rc::Rc;

/// Names the attributes of errors of `decode` and `encode` that hold their arguments.
pub const CODEC_ERROR_ATTRS: [&str; 5] = ["encoding", "object", "start", "end", "reason"];

/// The exception of a value that is `e.args`.
pub fn args_of_exception(s: &SomeValue) -> Option<ClassDefId> {
    match &s.kind {
        Kind::BuiltinMethod { name, this } if &**name == "args" => match this.kind {
            Kind::Instance { class, .. } => Some(class),
            _ => None,
        },
        _ => None,
    }
}

/// Says whether the program reads arguments of exceptions.
pub fn reads_exception_args(ann: &Facts) -> bool {
    !ann.exc_args.readers.is_empty()
}

/// Says whether `args` or `message` of an exception class is an attribute that the program gives it: to the class, to a base
/// of it, or to classes derived from it if the class itself is one of the program.
pub fn has_own_attr(ann: &Facts, class: ClassDefId, name: &str) -> bool {
    let host = ann.classdefs[class].host;
    if stores_attr(ann, host, name) {
        return true;
    }
    let mut work = match hv::is_builtin_class(&ann.host, host) {
        true => vec![],
        false => vec![host],
    };
    while let Some(c) = work.pop() {
        let Some(c) = ann.host.class(c) else { continue };
        if ann.host.ns_get(c.dict, name).is_some() {
            return true;
        }
        work.extend(&c.subclasses);
    }
    false
}

/// `e.args` or `e.message`, if the class has no such attribute of its own.
pub(crate) fn exception_args_attr(
    ann: &mut Facts,
    site: Site,
    s: &SomeValue,
    name: &Rc<str>,
) -> Option<AResult> {
    let Kind::Instance { class, .. } = s.kind else { return None };
    let host = ann.classdefs[class].host;
    if !hv::is_exception_class(&ann.host, host) || has_own_attr(ann, class, name) {
        return None;
    }
    if let Some(p) = site.position {
        ann.exc_args.readers.insert(p);
    }
    if &**name == "message" {
        return Some(Ok(SomeValue::STR));
    }
    let this = Rc::new(s.without_const());
    Some(Ok(Kind::BuiltinMethod { name: name.clone(), this }.into()))
}

/// Says whether a class or a base of it has such an attribute, or a method that stores one.
fn stores_attr(ann: &Facts, class: flowmodel::HostRef, name: &str) -> bool {
    let mut cur = ann.known.desc_of_host.get(&class).copied();
    while let Some(d) = cur {
        let Some(c) = ann.descs[d].as_class() else { return false };
        if hv::is_builtin_class(&ann.host, c.host) {
            return false;
        }
        for (n, v) in &c.dict {
            if &**n == name {
                return true;
            }
            if let HostObj::Function(f) = ann.host.obj(*v)
                && hv::attr_store(f, name).is_some()
            {
                return true;
            }
        }
        cur = c.base.and_then(|b| ann.known.desc_of_host.get(&b).copied());
    }
    false
}

/// Notes a call that makes an exception, or (`explicit`) of `__init__` of a built-in exception.
pub(crate) fn note_exception_args(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
    args: &[SomeValue],
    explicit: bool,
) {
    // Helpers come too late, and their strings are pointers.
    if site.position.is_some_and(|p| ann.graphs[p.graph].helper) {
        return;
    }
    let map = if explicit { &ann.exc_args.explicit } else { &ann.exc_args.made };
    let known = map.contains_key(&class);
    let mut all = map.get(&class).cloned().unwrap_or_default();
    let mut changed = !known;
    for (i, s) in args.iter().enumerate() {
        let s = s.without_const();
        match all.get(i).cloned() {
            None => {
                all.push(s);
                changed = true;
            }
            Some(old) => {
                // What does not go together is reported where it is read.
                let new = ann.union(site, &old, &s).unwrap_or(SomeValue::OBJECT);
                if new != old {
                    all[i] = new;
                    changed = true;
                }
            }
        }
    }
    if changed {
        let map = if explicit { &mut ann.exc_args.explicit } else { &mut ann.exc_args.made };
        map.insert(class, all);
        for p in ann.exc_args.readers.clone() {
            ann.reflow(p);
        }
    }
}

/// Makes a text of the toolchain of each argument that is read but given by no call now.
pub(crate) fn settle_exception_args(ann: &mut Facts) {
    if !std::mem::replace(&mut ann.exc_args.settled, true) {
        for p in ann.exc_args.readers.clone() {
            ann.reflow(p);
        }
    }
}

/// Item `index` of the arguments (or any of them) of an exception of a class.
pub(crate) fn exception_arg(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
    index: Option<usize>,
) -> AResult {
    let mut items = vec![];
    let mut has_own = vec![];
    for (c, args) in ann.exc_args.explicit.iter().chain(&ann.exc_args.made) {
        if !ann.is_subclassdef(*c, class) || has_own.iter().any(|b| ann.is_subclassdef(*c, *b)) {
            continue;
        }
        if ann.exc_args.explicit.contains_key(c) {
            has_own.push(*c);
        }
        match index {
            Some(i) => items.extend(args.get(i).cloned()),
            None => items.extend(args.iter().cloned()),
        }
    }
    // The toolchain makes such errors, too.
    if hierarchy::is_codec_error(ann, class) {
        let object = match hierarchy::is_decode_error(ann, class) {
            true => SomeValue::STR,
            false => SomeValue::UNICODE,
        };
        let (text, int) = (SomeValue::STR, SomeValue::INT);
        let args = [text.clone(), object, int.clone(), int, text];
        items.extend(match index {
            Some(i) => args.get(i..i + 1).unwrap_or(&[]).to_vec(),
            None => args.to_vec(),
        });
    }
    // An exit code of None is 0.
    if is_exit(ann, class) && items.iter().any(SomeValue::is_integral) {
        items.retain(|s| s.kind != Kind::None_);
    }
    let mut result = SomeValue::IMPOSSIBLE;
    for s in items {
        result = ann.union(site, &result, &s).unwrap_or(SomeValue::OBJECT);
    }
    match result.kind {
        // Calls may come; in the end only those of the toolchain are left, which are texts.
        Kind::Impossible if !ann.exc_args.settled => Err(AnnError::Blocked),
        Kind::Impossible => Ok(SomeValue::STR),
        Kind::String { .. } | Kind::Char => Ok(SomeValue::STR_OR_NONE),
        Kind::Integer { .. } => Ok(SomeValue::INT),
        Kind::Bool => Ok(SomeValue::BOOL),
        Kind::Float => Ok(Kind::Float.into()),
        _ => {
            let name = &ann.classdefs[class].name;
            let which = index.map_or("an argument".into(), |i| format!("argument {i}"));
            Err(ann
                .error(site,
                    "exception-arguments",
                    format!("{which} of {name} cannot be read from `args`: it is no string or number everywhere"),
                )
                .note("give the exception class an attribute of its own"))
        }
    }
}

fn is_exit(ann: &Facts, class: ClassDefId) -> bool {
    let exit = hv::exception(&ann.host, "SystemExit");
    exit.is_some_and(|e| ann.host.is_subclass(ann.classdefs[class].host, e))
}

/// The function of the library that gives `e.code` of `SystemExit`: the first argument, or None.
pub(crate) fn exit_code_attr(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
) -> Option<AResult<&'static str>> {
    if !is_exit(ann, class) || stores_attr(ann, ann.classdefs[class].host, "code") {
        return None;
    }
    if let Some(p) = site.position {
        ann.exc_args.readers.insert(p);
    }
    let arg = exception_arg(ann, site, class, Some(0));
    Some(arg.map(|s| if s.is_integral() { "exit_code" } else { "exit_text" }))
}

/// The values of a call.
pub(crate) fn positional_values(args: &CallArgs) -> Vec<SomeValue> {
    args.positional.iter().map(|(s, _)| s.clone()).collect()
}
