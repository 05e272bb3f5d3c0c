//! The host as an object space of the bytecode loop.

use super::*;
use crate::bytecode::{
    BuildClass, CallShape, CodeKind, ConstValue, Conversion, Import, Instruction, MakeFunction,
    Special,
};
use crate::interp::Frame;
use crate::space::{Building, ObjSpace, OpError, OpResult, Values, Variables};
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};

fn up<T>(host: &Host, r: R<T>) -> Result<T, OpError<HostRef>> {
    r.map_err(|e| run::op_error(host, e))
}

fn raise(host: &mut Host, class: &str, msg: &str) -> OpError<HostRef> {
    let e = host.err(class, msg);
    run::op_error(host, e)
}

fn no_name(host: &mut Host, name: Name) -> OpError<HostRef> {
    raise(host, "NameError", &format!("name '{name}' is not defined"))
}

fn wrong_count(host: &mut Host, want: usize, got: usize) -> OpError<HostRef> {
    let m = if got > want {
        format!("too many values to unpack (expected {want})")
    } else {
        format!("not enough values to unpack (expected {want}, got {got})")
    };
    raise(host, "ValueError", &m)
}

/// Operand of `raise`.
fn make_exception(host: &mut Host, w: HostRef, args: &[HostRef]) -> R {
    let base = host.exc("BaseException");
    let v = if host.class(w).is_some() && host.is_subclass(w, base) {
        host.call(w, args, &[])?
    } else {
        w
    };
    if host.is_instance(v, base) {
        Ok(v)
    } else {
        Err(host.type_error("exceptions must derive from BaseException"))
    }
}

impl Values for Host {
    type W = HostRef;
    type Cell = HostRef;
}

impl Variables for Host {
    fn new_cell(&mut self, value: Option<HostRef>) -> HostRef {
        self.alloc(HostObj::Cell(value))
    }

    fn cell_get(&mut self, cell: &HostRef) -> OpResult<Self, Option<HostRef>> {
        match self.obj(*cell) {
            HostObj::Cell(v) => Ok(*v),
            _ => Ok(None),
        }
    }

    fn cell_set(&mut self, cell: &mut HostRef, value: HostRef) -> OpResult<Self, ()> {
        if let HostObj::Cell(v) = self.obj_mut(*cell) {
            *v = Some(value);
        }
        Ok(())
    }

    fn cell_delete(&mut self, cell: &mut HostRef) -> OpResult<Self, bool> {
        match self.obj_mut(*cell) {
            HostObj::Cell(v) => Ok(v.take().is_some()),
            _ => Ok(false),
        }
    }

    fn cell_renew(&mut self, cell: &mut HostRef) -> OpResult<Self, ()> {
        *cell = self.new_cell(None);
        Ok(())
    }

    fn cell_object(&mut self, cell: &HostRef) -> OpResult<Self> {
        Ok(*cell)
    }

    fn cell_replace(&mut self, cell: &mut HostRef, object: HostRef) {
        *cell = object;
    }

    fn load_global(&mut self, globals: &HostRef, name: Name) -> OpResult<Self> {
        if let Some(v) = self.ns_get(*globals, name.as_str()) {
            return Ok(v);
        }
        match python3::global_builtin(self, name.as_str(), generation::running_python(self)) {
            Some(v) => Ok(v),
            None => Err(no_name(self, name)),
        }
    }

    fn store_global(&mut self, g: &HostRef, name: Name, value: HostRef) -> OpResult<Self, ()> {
        self.ns_set(*g, name.as_str(), value);
        Ok(())
    }

    fn delete_global(&mut self, g: &HostRef, name: Name) -> OpResult<Self, ()> {
        match tables::ns_del(self, *g, name.as_str()) {
            Some(_) => Ok(()),
            None => Err(no_name(self, name)),
        }
    }

    fn load_name(&mut self, ns: &HostRef, name: Name) -> OpResult<Self, Option<HostRef>> {
        Ok(self.ns_get(*ns, name.as_str()))
    }

    fn store_name(&mut self, ns: &HostRef, name: Name, value: HostRef) -> OpResult<Self, ()> {
        // A metaclass's `__prepare__` may give a dict subclass that watches its stores.
        if let HostObj::Instance(_) = self.obj(*ns) {
            let k = self.str(name.as_str());
            let r = items::setitem(self, *ns, k, value);
            return up(self, r);
        }
        self.ns_set(*ns, name.as_str(), value);
        Ok(())
    }

    fn delete_name(&mut self, ns: &HostRef, name: Name) -> OpResult<Self, ()> {
        self.delete_global(ns, name)
    }

    fn unbound(&mut self, name: Name, local: bool) -> OpError<HostRef> {
        if local {
            let m = format!(
                "cannot access local variable '{name}' where it is not associated with a value"
            );
            raise(self, "UnboundLocalError", &m)
        } else {
            let m = format!(
                "cannot access free variable '{name}' where it is not associated with a value in \
                 enclosing scope"
            );
            raise(self, "NameError", &m)
        }
    }
}

impl Building for Host {
    fn newtuple(&mut self, items: &[HostRef]) -> OpResult<Self> {
        Ok(self.tuple(items))
    }

    fn newlist(&mut self, items: &[HostRef]) -> OpResult<Self> {
        Ok(self.list(items.to_vec()))
    }

    fn newset(&mut self, items: &[HostRef]) -> OpResult<Self> {
        let r = tables::make_set(self, items, false);
        up(self, r)
    }

    fn newdict(&mut self) -> OpResult<Self> {
        Ok(self.new_dict())
    }

    fn newslice(&mut self, a: &HostRef, b: &HostRef, c: &HostRef) -> OpResult<Self> {
        Ok(self.alloc(HostObj::Slice(*a, *b, *c)))
    }

    fn list_append(&mut self, list: &HostRef, item: HostRef) -> OpResult<Self, ()> {
        if let HostObj::List(l) = self.obj_mut(*list) {
            l.push(item);
            self.collector.items_made(1);
        }
        Ok(())
    }

    fn list_extend(&mut self, list: &HostRef, iterable: &HostRef) -> OpResult<Self, ()> {
        let r = self.iter_to_vec(*iterable);
        let items = up(self, r)?;
        if let HostObj::List(l) = self.obj_mut(*list) {
            l.extend(items);
        }
        Ok(())
    }

    fn set_add(&mut self, set: &HostRef, item: HostRef) -> OpResult<Self, ()> {
        let r = tables::add(self, *set, item);
        up(self, r)
    }

    fn set_update(&mut self, set: &HostRef, iterable: &HostRef) -> OpResult<Self, ()> {
        let r = self.iter_to_vec(*iterable);
        for x in up(self, r)? {
            let r = tables::add(self, *set, x);
            up(self, r)?;
        }
        Ok(())
    }

    fn dict_update(&mut self, dict: &HostRef, mapping: &HostRef) -> OpResult<Self, ()> {
        let r = merge::update_from(self, *dict, *mapping);
        up(self, r)
    }

    fn to_tuple(&mut self, items: &HostRef) -> OpResult<Self> {
        let r = self.iter_to_vec(*items);
        let items = up(self, r)?;
        Ok(self.tuple(&items))
    }

    fn join_args(&mut self, first: &HostRef, more: &HostRef) -> OpResult<Self> {
        let mut items = vec![];
        for part in [first, more] {
            let r = self.iter_to_vec(*part);
            items.extend(up(self, r)?);
        }
        Ok(self.tuple(&items))
    }

    fn format_value(
        &mut self,
        value: &HostRef,
        conversion: Conversion,
        spec: Option<&HostRef>,
    ) -> OpResult<Self> {
        let r = match conversion {
            Conversion::None => Ok(*value),
            Conversion::Str => repr::str_bytes(self, *value).map(|s| self.bytes(&s)),
            Conversion::Repr | Conversion::Ascii => {
                repr::bytes(self, *value).map(|s| self.bytes(&s))
            }
        };
        let v = up(self, r)?;
        let spec = spec.and_then(|s| self.text(*s)).unwrap_or_else(|| "".into());
        let r = format::by_spec(self, v, &spec);
        let s = up(self, r)?;
        Ok(self.bytes(&s))
    }

    fn format_named(
        &mut self,
        fmt: &HostRef,
        keys: &HostRef,
        values: &[HostRef],
    ) -> OpResult<Self> {
        let d = self.new_dict();
        let r = self.iter_to_vec(*keys);
        for (k, v) in up(self, r)?.into_iter().zip(values) {
            let r = tables::set(self, d, k, *v);
            up(self, r)?;
        }
        let r = match self.text(*fmt) {
            Some(_) => percent::format(self, *fmt, d),
            None => ops::binary(self, BinaryOp::Mod, false, *fmt, d),
        };
        up(self, r)
    }

    fn build_string(&mut self, pieces: &[HostRef]) -> OpResult<Self> {
        let mut out = vec![];
        for p in pieces {
            let r = repr::str_bytes(self, *p);
            out.extend(up(self, r)?);
        }
        Ok(self.bytes(&out))
    }
}

impl ObjSpace for Host {
    fn const_value(&mut self, c: &ConstValue) -> OpResult<Self> {
        Ok(literals::const_object(self, c))
    }

    fn special(&mut self, s: Special) -> OpResult<Self> {
        Ok(match s {
            Special::AssertionError => self.exc("AssertionError"),
            Special::ValueError => self.exc("ValueError"),
            Special::StopIteration => self.exc("StopIteration"),
            Special::IsInstance | Special::GetAttr | Special::Len => {
                let name = match s {
                    Special::IsInstance => "isinstance",
                    Special::GetAttr => "getattr",
                    _ => "len",
                };
                self.ns_get(self.builtins, name).unwrap_or(NONE)
            }
            Special::Sequences => {
                let (list, tuple) = (self.types.list, self.types.tuple);
                self.tuple(&[list, tuple])
            }
            Special::Dict => self.types.dict,
            Special::PrintItem => special_function(self, "print_item"),
            Special::PrintNewline => special_function(self, "print_newline"),
            Special::PrintItemTo => special_function(self, "print_item_to"),
            Special::PrintNewlineTo => special_function(self, "print_newline_to"),
        })
    }

    fn getattr(&mut self, obj: &HostRef, name: Name) -> OpResult<Self> {
        let r = Host::getattr(self, *obj, name.as_str());
        up(self, r)
    }

    fn setattr(&mut self, obj: &HostRef, name: Name, value: HostRef) -> OpResult<Self, ()> {
        let r = Host::setattr(self, *obj, name.as_str(), value);
        up(self, r)
    }

    fn delattr(&mut self, obj: &HostRef, name: Name) -> OpResult<Self, ()> {
        let r = attrs::delattr(self, *obj, name.as_str());
        up(self, r)
    }

    fn getitem(&mut self, obj: &HostRef, index: &HostRef) -> OpResult<Self> {
        let r = items::getitem(self, *obj, *index);
        up(self, r)
    }

    fn setitem(&mut self, obj: &HostRef, index: &HostRef, value: HostRef) -> OpResult<Self, ()> {
        let r = items::setitem(self, *obj, *index, value);
        up(self, r)
    }

    fn delitem(&mut self, obj: &HostRef, index: &HostRef) -> OpResult<Self, ()> {
        let r = items::delitem(self, *obj, *index);
        up(self, r)
    }

    fn getslice(&mut self, obj: &HostRef, start: &HostRef, stop: &HostRef) -> OpResult<Self> {
        if let Some(f) = special::user_special(self, *obj, "__getslice__") {
            let r = slice_special(self, f, *obj, *start, *stop, None);
            return up(self, r);
        }
        let s = self.alloc(HostObj::Slice(*start, *stop, NONE));
        let r = items::getitem(self, *obj, s);
        up(self, r)
    }

    fn setslice(
        &mut self,
        obj: &HostRef,
        start: &HostRef,
        stop: &HostRef,
        value: HostRef,
    ) -> OpResult<Self, ()> {
        if let Some(f) = special::user_special(self, *obj, "__setslice__") {
            let r = slice_special(self, f, *obj, *start, *stop, Some(value)).map(|_| ());
            return up(self, r);
        }
        let s = self.alloc(HostObj::Slice(*start, *stop, NONE));
        let r = items::setitem(self, *obj, s, value);
        up(self, r)
    }

    fn delslice(&mut self, obj: &HostRef, start: &HostRef, stop: &HostRef) -> OpResult<Self, ()> {
        if let Some(f) = special::user_special(self, *obj, "__delslice__") {
            let r = slice_special(self, f, *obj, *start, *stop, None).map(|_| ());
            return up(self, r);
        }
        let s = self.alloc(HostObj::Slice(*start, *stop, NONE));
        let r = items::delitem(self, *obj, s);
        up(self, r)
    }

    fn unary(&mut self, op: UnaryOp, a: &HostRef) -> OpResult<Self> {
        let r = ops::unary(self, op, *a);
        up(self, r)
    }

    fn binary(&mut self, op: BinaryOp, inplace: bool, a: &HostRef, b: &HostRef) -> OpResult<Self> {
        let r = ops::binary(self, op, inplace, *a, *b);
        up(self, r)
    }

    fn compare(&mut self, op: CompareOp, a: &HostRef, b: &HostRef) -> OpResult<Self> {
        let r = Host::compare(self, op, *a, *b);
        up(self, r)
    }

    fn is_true(&mut self, w: &HostRef) -> OpResult<Self, bool> {
        let r = Host::is_true(self, *w);
        up(self, r)
    }

    fn exception_match(&mut self, ty: &HostRef, cls: &HostRef) -> OpResult<Self> {
        let classes = match self.obj(*cls) {
            HostObj::Tuple(t) => t.to_vec(),
            _ => vec![*cls],
        };
        for c in classes {
            if let HostObj::Tuple(_) = self.obj(c) {
                let m = self.exception_match(ty, &c)?;
                if m == TRUE {
                    return Ok(TRUE);
                }
                continue;
            }
            if self.class(c).is_none() {
                let m = "catching classes that do not inherit from BaseException is not allowed";
                return Err(raise(self, "TypeError", m));
            }
            if self.is_subclass(*ty, c) {
                return Ok(TRUE);
            }
        }
        Ok(FALSE)
    }

    fn iter(&mut self, w: &HostRef) -> OpResult<Self> {
        let r = Host::iter(self, *w);
        up(self, r)
    }

    fn next(&mut self, iterator: &HostRef) -> OpResult<Self, Option<HostRef>> {
        let r = self.iter_next(*iterator);
        up(self, r)
    }

    fn unpack_prepare(
        &mut self,
        iterable: &HostRef,
        n: usize,
    ) -> OpResult<Self, (HostRef, HostRef)> {
        if let HostObj::Tuple(_) | HostObj::List(_) = self.obj(*iterable) {
            let r = items::len(self, *iterable);
            let len = up(self, r)?;
            if len != n {
                return Err(wrong_count(self, n, len));
            }
            return Ok((*iterable, TRUE));
        }
        let r = Host::iter(self, *iterable);
        let it = match up(self, r) {
            Ok(it) => it,
            Err(OpError::Raise { value, .. }) if self.err_is(HErr(value), "TypeError") => {
                let m = format!("cannot unpack non-iterable {} object", self.type_name(*iterable));
                return Err(raise(self, "TypeError", &m));
            }
            Err(e) => return Err(e),
        };
        // One more than wanted tells that there are too many, and endless iterators stay usable.
        let mut items = vec![];
        while items.len() <= n {
            let r = self.iter_next(it);
            match up(self, r)? {
                Some(x) => items.push(x),
                None => break,
            }
        }
        if items.len() != n {
            return Err(wrong_count(self, n, items.len()));
        }
        Ok((self.tuple(&items), TRUE))
    }

    /// A wrong length has been reported already.
    fn unpack_test(&mut self, len: &HostRef, _: usize) -> OpResult<Self> {
        Ok(*len)
    }

    fn unpack_failed(&mut self, len: &HostRef, _: usize) -> OpResult<Self> {
        Ok(*len)
    }

    fn unpack_items(&mut self, seq: &HostRef, _: usize) -> OpResult<Self, Vec<HostRef>> {
        let r = self.iter_to_vec(*seq);
        up(self, r)
    }

    fn unpack_ex(
        &mut self,
        iterable: &HostRef,
        before: usize,
        after: usize,
    ) -> OpResult<Self, Vec<HostRef>> {
        let r = self.iter_to_vec(*iterable);
        let items = up(self, r)?;
        if items.len() < before + after {
            let m = format!(
                "not enough values to unpack (expected at least {}, got {})",
                before + after,
                items.len()
            );
            return Err(raise(self, "ValueError", &m));
        }
        let end = items.len() - after;
        let mut out = items[..before].to_vec();
        out.push(self.list(items[before..end].to_vec()));
        out.extend_from_slice(&items[end..]);
        Ok(out)
    }

    fn yield_from(
        &mut self,
        iterator: &HostRef,
        sent: &HostRef,
    ) -> OpResult<Self, Result<HostRef, HostRef>> {
        if let HostObj::Generator(_) = self.obj(*iterator) {
            let r = generators::gen_resume(self, *iterator, *sent, None);
            return up(self, r);
        }
        let r = self.iter_next(*iterator);
        Ok(up(self, r)?.ok_or(NONE))
    }

    fn call(&mut self, func: &HostRef, args: &[HostRef], shape: &CallShape) -> OpResult<Self> {
        let r = if shape.is_simple() {
            Host::call(self, *func, args, &[])
        } else {
            match definitions::flatten_call(self, args, shape) {
                Ok((pos, kw)) => Host::call(self, *func, &pos, &kw),
                Err(e) => Err(e),
            }
        };
        up(self, r)
    }

    fn make_function(
        &mut self,
        frame: &Frame<Self>,
        spec: &MakeFunction,
        defaults: &[HostRef],
        closure: Vec<HostRef>,
    ) -> OpResult<Self> {
        Ok(definitions::new_function(self, frame, spec, defaults, closure))
    }

    fn build_class(
        &mut self,
        frame: &Frame<Self>,
        spec: &BuildClass,
        args: &[HostRef],
        closure: Vec<HostRef>,
    ) -> OpResult<Self> {
        let r = definitions::run_class_body(self, frame, spec, args, closure);
        up(self, r)
    }

    fn import_name(&mut self, frame: &Frame<Self>, import: &Import) -> OpResult<Self> {
        let names: Vec<&str> = import.fromlist.iter().map(|n| n.as_str()).collect();
        if import.level == 0 && frame.code.relative_imports {
            let module = import.module.as_str();
            let r = import::sibling(self, frame.globals, module, &names, import.leaf);
            if let Some(m) = up(self, r)? {
                return Ok(m);
            }
        }
        let r = import::module(
            self,
            Some(frame.globals),
            import.module.as_str(),
            import.level,
            &names,
            import.leaf,
        );
        up(self, r)
    }

    fn import_from(&mut self, module: &HostRef, name: Name) -> OpResult<Self> {
        let r = import::attr(self, *module, name.as_str());
        up(self, r)
    }

    fn import_star(&mut self, frame: &Frame<Self>, module: &HostRef) -> OpResult<Self, ()> {
        let ns = frame.namespace.unwrap_or(frame.globals);
        let r = import::all(self, *module, ns);
        up(self, r)
    }

    fn exec_stmt(
        &mut self,
        frame: &mut Frame<Self>,
        code: &HostRef,
        globals: &HostRef,
        locals: &HostRef,
    ) -> OpResult<Self, ()> {
        let function = frame.code.kind == CodeKind::Function;
        let own = *globals == NONE && (function || frame.namespace.is_none());
        let r = if own {
            let l = exec::snapshot_locals(self, frame);
            if function {
                // The other names that such code binds are kept for the rest of the call.
                for (name, v) in frame.namespace.map_or(vec![], |ns| self.dict_items(ns)) {
                    let name = self.text(name).unwrap_or_default().to_string();
                    if !frame.code.varnames.iter().any(|n| n.as_str() == name) {
                        self.ns_set(l, &name, v);
                    }
                }
                frame.namespace = Some(l);
            }
            let r = compiling::exec_or_eval(self, *code, frame.globals, l, false);
            // Names that the code bound and that are local variables here become visible.
            for (i, name) in frame.code.varnames.iter().enumerate() {
                if let Some(v) = self.ns_get(l, name.as_str()) {
                    frame.locals[i] = Some(v);
                }
            }
            r
        } else {
            compiling::exec_or_eval(self, *code, *globals, *locals, false)
        };
        up(self, r).map(|_| ())
    }

    fn exc_instantiate(&mut self, w: &HostRef) -> OpResult<Self> {
        let r = make_exception(self, *w, &[]);
        up(self, r)
    }

    fn exc_instantiate2(&mut self, cls: &HostRef, arg: &HostRef) -> OpResult<Self> {
        let r = if *arg == NONE {
            make_exception(self, *cls, &[])
        } else if self.class(*cls).is_some() && self.is_instance(*arg, *cls) {
            Ok(*arg)
        } else if let HostObj::Tuple(t) = self.obj(*arg) {
            let t = t.to_vec();
            make_exception(self, *cls, &t)
        } else {
            make_exception(self, *cls, &[*arg])
        };
        up(self, r)
    }

    fn exc_set_cause(&mut self, exc: &HostRef, cause: &HostRef) -> OpResult<Self, ()> {
        let c = if *cause == NONE { Ok(NONE) } else { make_exception(self, *cause, &[]) };
        let c = up(self, c)?;
        let d = lookups::make_own_dict(self, *exc).expect("instance");
        self.ns_set(d, "__cause__", c);
        self.ns_set(d, "__suppress_context__", TRUE);
        Ok(())
    }

    fn exc_type(&mut self, value: &HostRef) -> OpResult<Self> {
        Ok(self.class_of(*value))
    }

    fn current_exception(&mut self) -> OpError<HostRef> {
        match self.run.frames.iter().rev().find_map(|f| f.handled.last().copied()) {
            Some(v) => OpError::Raise { ty: self.class_of(v), value: v },
            None => raise(self, "RuntimeError", "No active exception to reraise"),
        }
    }

    fn exception_caught(&mut self, inside: u32, value: &HostRef) {
        if let Some(f) = self.run.frames.last_mut() {
            f.handled.truncate(inside as usize);
            f.handled.push(*value);
        }
    }

    fn exception_passes(&mut self, frame: &Frame<Self>, error: &OpError<HostRef>) {
        let OpError::Raise { value, .. } = error else { return };
        // What is raised again keeps the place where it came up.
        let again = match frame.code.instrs[frame.pc] {
            Instruction::Reraise => true,
            Instruction::RaiseCurrent => self.run.frames.iter().any(|f| f.handled.contains(value)),
            _ => false,
        };
        if !again {
            tracebacks::add_traceback(
                self,
                HErr(*value),
                frame.code.qualname.as_str(),
                frame.span(),
            );
        }
    }
}

/// `__getslice__` and its kin: absent bounds are 0 and the largest integer, negative ones count
/// from the end.
fn slice_special(
    host: &mut Host,
    f: HostRef,
    obj: HostRef,
    start: HostRef,
    stop: HostRef,
    value: Option<HostRef>,
) -> R {
    let bound = |h: &mut Host, r: HostRef, default: i64| -> R {
        if r == NONE {
            return Ok(h.int(default));
        }
        match h.as_int(r) {
            Some(i) if i < 0 => {
                let n = items::len(h, obj)? as i64;
                Ok(h.int((i + n).max(0)))
            }
            _ => Ok(r),
        }
    };
    let a = bound(host, start, 0)?;
    let b = bound(host, stop, i64::MAX)?;
    let mut args = vec![a, b];
    args.extend(value);
    special::call_special(host, f, obj, &args)
}

/// A built-in function by its name.
pub(crate) fn builtin_named(host: &Host, name: &str) -> Option<HostRef> {
    host.ns_get(host.builtins, name)
}

/// Python 2's print statement: pieces with "soft space" between them.
fn special_function(host: &mut Host, name: &str) -> HostRef {
    let d = host.builtins;
    let key = format!("${name}");
    if let Some(f) = host.ns_get(d, &key) {
        return f;
    }
    let f: BFn = match name {
        "print_item" => |h, a, _| print_item(h, None, a[0]),
        "print_item_to" => |h, a, _| print_item(h, Some(a[0]), a[1]),
        "print_newline" => |h, _, _| print_newline(h, None),
        _ => |h, a, _| print_newline(h, Some(a[0])),
    };
    let b = registry::new_builtin(host, name, f, false);
    host.ns_set(d, &key, b);
    b
}

fn print_item(host: &mut Host, file: Option<HostRef>, x: HostRef) -> R {
    let s = repr::str_bytes(host, x)?;
    let mut out = vec![];
    if host.streams.softspace {
        out.push(b' ');
    }
    out.extend(&s);
    let is_str = matches!(host.obj(x), HostObj::Str(_) | HostObj::Unicode(_));
    host.streams.softspace = !(is_str && matches!(s.last(), Some(b'\n' | b'\t' | b'\r' | 11 | 12)));
    let file = file.filter(|f| *f != NONE);
    streams::write_to(host, file, &out)?;
    Ok(NONE)
}

pub(super) fn print_newline(host: &mut Host, file: Option<HostRef>) -> R {
    host.streams.softspace = false;
    let file = file.filter(|f| *f != NONE);
    streams::write_to(host, file, b"\n")?;
    Ok(NONE)
}
