//! Annotations of parameters and results, and the attributes of code objects.

use super::*;
use crate::bytecode::CodeObject;
use flowmodel::diag::Span;
use flowmodel::name::Name;

/// The dictionary of a code object's annotations. One that cannot be evaluated, say because it
/// names what is only imported for type checkers, stays a text.
pub(crate) fn annotations(
    host: &mut Host,
    code: &CodeObject,
    globals: HostRef,
    ns: Option<HostRef>,
) -> HostRef {
    let d = host.new_dict();
    for (name, span) in &code.annotations {
        let text: String = match host.sources.borrow().get(span.file) {
            Some(f) => f.text[span.start as usize..span.end as usize].to_string(),
            None => continue,
        };
        let value = match code.text_annotations {
            true => None,
            false => annotation_value(host, &text, globals, ns),
        };
        let value = match value {
            Some(v) => v,
            None => host.str(&text),
        };
        host.ns_set(d, name.as_str(), value);
    }
    d
}

fn annotation_value(
    host: &mut Host,
    text: &str,
    globals: HostRef,
    ns: Option<HostRef>,
) -> Option<HostRef> {
    let code =
        compiling::compile_text(host, "<annotation>", &format!("({text})"), crate::Mode::Eval);
    code.and_then(|c| compiling::exec_code(host, c, globals, ns)).ok()
}

/// The annotation of a function's parameter, or of its result under the name `return`: where it stands and what it is. One
/// that is a text is what the text says.
pub fn annotation(host: &mut Host, function: HostRef, name: &str) -> Option<(Span, HostRef)> {
    let f = host.func(function)?;
    let (code, globals) = (f.code.clone(), f.globals);
    let span = code.annotations.iter().find(|a| a.0.as_str() == name)?.1;
    let text = {
        let sources = host.sources.borrow();
        sources.get(span.file)?.text.get(span.start as usize..span.end as usize)?.to_string()
    };
    let value = annotation_value(host, &text, globals, None)?;
    let value = match host.text(value) {
        Some(text) => annotation_value(host, &text, globals, None)?,
        None => value,
    };
    Some((span, value))
}

pub(crate) fn code_attr(host: &mut Host, c: &CodeObject, name: &str) -> Option<HostRef> {
    let names = |h: &mut Host, v: &[Name]| {
        let items: Vec<HostRef> = v.iter().map(|n| h.str(n.as_str())).collect();
        h.tuple(&items)
    };
    Some(match name {
        "co_name" => host.str(c.name.as_str()),
        "co_qualname" => host.str(c.qualname.as_str()),
        "co_argcount" => host.int(c.argcount as i64),
        "co_kwonlyargcount" => host.int(c.kwonlyargcount as i64),
        "co_posonlyargcount" => host.int(c.posonlyargcount as i64),
        "co_nlocals" => host.int(c.varnames.len() as i64),
        "co_varnames" => {
            let v: Vec<Name> =
                c.varnames.iter().copied().filter(|n| !n.as_str().starts_with('$')).collect();
            names(host, &v)
        }
        "co_cellvars" => names(host, &c.cellvars),
        "co_freevars" => names(host, &c.freevars),
        "co_names" => names(host, &c.names),
        "co_firstlineno" => host.int(c.firstlineno as i64),
        "co_filename" => {
            let path = host.sources.borrow().get(c.file).map(|f| f.path.clone());
            host.str(path.as_deref().unwrap_or("<string>"))
        }
        "co_flags" => {
            let mut f = 1 | 2;
            if c.has_varargs {
                f |= 4;
            }
            if c.has_kwargs {
                f |= 8;
            }
            if c.nested {
                f |= 16;
            }
            if c.generator {
                f |= 32;
            }
            host.int(f)
        }
        "co_consts" => {
            let mut items = vec![];
            for k in &c.consts {
                items.push(literals::const_object(host, k));
            }
            host.tuple(&items)
        }
        _ => return None,
    })
}
