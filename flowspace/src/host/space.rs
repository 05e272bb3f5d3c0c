//! The host as an object space of the bytecode loop.

use super::*;
use crate::bytecode::{
    BuildClass, CallShape, CodeKind, ConstValue, Conversion, Import, MakeFunction, Op, Special,
};
use crate::interp::Frame;
use crate::space::{ObjSpace, OpError, OpResult};
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};

impl Host {
    fn up<T>(&self, r: R<T>) -> Result<T, OpError<HostRef>> {
        r.map_err(|e| self.op_error(e))
    }

    fn raise(&mut self, class: &str, msg: &str) -> OpError<HostRef> {
        let e = self.err(class, msg);
        self.op_error(e)
    }

    /// The `str` of a literal without prefix (the compiler gives literals that are not UTF-8, such
    /// as `'\xff'`, as bytes).
    pub(crate) fn literal_str(&mut self, s: &str) -> HostRef {
        self.str(s)
    }

    /// The object for a literal.
    pub fn const_object(&mut self, c: &ConstValue) -> HostRef {
        match c {
            ConstValue::None => NONE,
            ConstValue::Ellipsis => ELLIPSIS,
            ConstValue::Bool(b) => self.bool(*b),
            ConstValue::Int(i) => self.int(*i),
            ConstValue::BigInt(b) => self.bigint(b.clone()),
            ConstValue::Float(f) => self.float(*f),
            // Complex numbers do not exist in RPython; an opaque object keeps the module loading.
            ConstValue::Complex(f) => {
                self.alloc(HostObj::Opaque { kind: "complex".into(), payload: f.to_bits() })
            }
            ConstValue::Str(s) => self.literal_str(s),
            ConstValue::Unicode(s) => self.unicode(s),
            ConstValue::Bytes(b) => self.python3_bytes(b),
            ConstValue::RawStr(b) => self.bytes(b),
            ConstValue::Tuple(t) => {
                let items: Vec<HostRef> = t.iter().map(|x| self.const_object(x)).collect();
                self.tuple(&items)
            }
            ConstValue::Code(c) => self.alloc(HostObj::Code(c.clone())),
        }
    }

    fn no_name(&mut self, name: Name) -> OpError<HostRef> {
        self.raise("NameError", &format!("name '{name}' is not defined"))
    }

    fn wrong_count(&mut self, want: usize, got: usize) -> OpError<HostRef> {
        let m = if got > want {
            format!("too many values to unpack (expected {want})")
        } else {
            format!("not enough values to unpack (expected {want}, got {got})")
        };
        self.raise("ValueError", &m)
    }

    /// Operand of `raise`.
    fn make_exception(&mut self, w: HostRef, args: &[HostRef]) -> R {
        let base = self.exc("BaseException");
        let v = if self.class(w).is_some() && self.is_subclass(w, base) {
            self.call(w, args, &[])?
        } else {
            w
        };
        if self.is_instance(v, base) {
            Ok(v)
        } else {
            Err(self.type_error("exceptions must derive from BaseException"))
        }
    }
}

impl ObjSpace for Host {
    type W = HostRef;
    type Cell = HostRef;

    fn const_value(&mut self, c: &ConstValue) -> OpResult<Self> {
        Ok(self.const_object(c))
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
            Special::PrintItem => self.special_function("print_item"),
            Special::PrintNewline => self.special_function("print_newline"),
            Special::PrintItemTo => self.special_function("print_item_to"),
            Special::PrintNewlineTo => self.special_function("print_newline_to"),
        })
    }

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
        match self.global_builtin(name.as_str(), self.running_python()) {
            Some(v) => Ok(v),
            None => Err(self.no_name(name)),
        }
    }

    fn store_global(&mut self, g: &HostRef, name: Name, value: HostRef) -> OpResult<Self, ()> {
        self.ns_set(*g, name.as_str(), value);
        Ok(())
    }

    fn delete_global(&mut self, g: &HostRef, name: Name) -> OpResult<Self, ()> {
        match self.ns_del(*g, name.as_str()) {
            Some(_) => Ok(()),
            None => Err(self.no_name(name)),
        }
    }

    fn load_name(&mut self, ns: &HostRef, name: Name) -> OpResult<Self, Option<HostRef>> {
        Ok(self.ns_get(*ns, name.as_str()))
    }

    fn store_name(&mut self, ns: &HostRef, name: Name, value: HostRef) -> OpResult<Self, ()> {
        // A metaclass's `__prepare__` may give a dict subclass that watches its stores.
        if let HostObj::Instance(_) = self.obj(*ns) {
            let k = self.str(name.as_str());
            let r = self.setitem(*ns, k, value);
            return self.up(r);
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
            self.raise("UnboundLocalError", &m)
        } else {
            let m = format!(
                "cannot access free variable '{name}' where it is not associated with a value in \
                 enclosing scope"
            );
            self.raise("NameError", &m)
        }
    }

    fn getattr(&mut self, obj: &HostRef, name: Name) -> OpResult<Self> {
        let r = Host::getattr(self, *obj, name.as_str());
        self.up(r)
    }

    fn setattr(&mut self, obj: &HostRef, name: Name, value: HostRef) -> OpResult<Self, ()> {
        let r = Host::setattr(self, *obj, name.as_str(), value);
        self.up(r)
    }

    fn delattr(&mut self, obj: &HostRef, name: Name) -> OpResult<Self, ()> {
        let r = Host::delattr(self, *obj, name.as_str());
        self.up(r)
    }

    fn getitem(&mut self, obj: &HostRef, index: &HostRef) -> OpResult<Self> {
        let r = Host::getitem(self, *obj, *index);
        self.up(r)
    }

    fn setitem(&mut self, obj: &HostRef, index: &HostRef, value: HostRef) -> OpResult<Self, ()> {
        let r = Host::setitem(self, *obj, *index, value);
        self.up(r)
    }

    fn delitem(&mut self, obj: &HostRef, index: &HostRef) -> OpResult<Self, ()> {
        let r = Host::delitem(self, *obj, *index);
        self.up(r)
    }

    fn getslice(&mut self, obj: &HostRef, start: &HostRef, stop: &HostRef) -> OpResult<Self> {
        if let Some(f) = self.user_special(*obj, "__getslice__") {
            let r = self.slice_special(f, *obj, *start, *stop, None);
            return self.up(r);
        }
        let s = self.alloc(HostObj::Slice(*start, *stop, NONE));
        let r = Host::getitem(self, *obj, s);
        self.up(r)
    }

    fn setslice(
        &mut self,
        obj: &HostRef,
        start: &HostRef,
        stop: &HostRef,
        value: HostRef,
    ) -> OpResult<Self, ()> {
        if let Some(f) = self.user_special(*obj, "__setslice__") {
            let r = self.slice_special(f, *obj, *start, *stop, Some(value)).map(|_| ());
            return self.up(r);
        }
        let s = self.alloc(HostObj::Slice(*start, *stop, NONE));
        let r = Host::setitem(self, *obj, s, value);
        self.up(r)
    }

    fn delslice(&mut self, obj: &HostRef, start: &HostRef, stop: &HostRef) -> OpResult<Self, ()> {
        if let Some(f) = self.user_special(*obj, "__delslice__") {
            let r = self.slice_special(f, *obj, *start, *stop, None).map(|_| ());
            return self.up(r);
        }
        let s = self.alloc(HostObj::Slice(*start, *stop, NONE));
        let r = Host::delitem(self, *obj, s);
        self.up(r)
    }

    fn unary(&mut self, op: UnaryOp, a: &HostRef) -> OpResult<Self> {
        let r = Host::unary(self, op, *a);
        self.up(r)
    }

    fn binary(&mut self, op: BinaryOp, inplace: bool, a: &HostRef, b: &HostRef) -> OpResult<Self> {
        let r = Host::binary(self, op, inplace, *a, *b);
        self.up(r)
    }

    fn compare(&mut self, op: CompareOp, a: &HostRef, b: &HostRef) -> OpResult<Self> {
        let r = Host::compare(self, op, *a, *b);
        self.up(r)
    }

    fn is_true(&mut self, w: &HostRef) -> OpResult<Self, bool> {
        let r = Host::is_true(self, *w);
        self.up(r)
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
                return Err(self.raise("TypeError", m));
            }
            if self.is_subclass(*ty, c) {
                return Ok(TRUE);
            }
        }
        Ok(FALSE)
    }

    fn newtuple(&mut self, items: &[HostRef]) -> OpResult<Self> {
        Ok(self.tuple(items))
    }

    fn newlist(&mut self, items: &[HostRef]) -> OpResult<Self> {
        Ok(self.list(items.to_vec()))
    }

    fn newset(&mut self, items: &[HostRef]) -> OpResult<Self> {
        let r = self.make_set(items, false);
        self.up(r)
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
        let items = self.up(r)?;
        if let HostObj::List(l) = self.obj_mut(*list) {
            l.extend(items);
        }
        Ok(())
    }

    fn set_add(&mut self, set: &HostRef, item: HostRef) -> OpResult<Self, ()> {
        let r = self.set_insert(*set, item);
        self.up(r)
    }

    fn set_update(&mut self, set: &HostRef, iterable: &HostRef) -> OpResult<Self, ()> {
        let r = self.iter_to_vec(*iterable);
        for x in self.up(r)? {
            let r = self.set_insert(*set, x);
            self.up(r)?;
        }
        Ok(())
    }

    fn dict_update(&mut self, dict: &HostRef, mapping: &HostRef) -> OpResult<Self, ()> {
        let r = self.dict_update_from(*dict, *mapping);
        self.up(r)
    }

    fn to_tuple(&mut self, items: &HostRef) -> OpResult<Self> {
        let r = self.iter_to_vec(*items);
        let items = self.up(r)?;
        Ok(self.tuple(&items))
    }

    fn join_args(&mut self, first: &HostRef, more: &HostRef) -> OpResult<Self> {
        let mut items = vec![];
        for part in [first, more] {
            let r = self.iter_to_vec(*part);
            items.extend(self.up(r)?);
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
            Conversion::Str => self.str_of_bytes(*value).map(|s| self.bytes(&s)),
            Conversion::Repr | Conversion::Ascii => self.repr_bytes(*value).map(|s| self.bytes(&s)),
        };
        let v = self.up(r)?;
        let spec = spec.and_then(|s| self.text(*s)).unwrap_or_else(|| "".into());
        let r = self.format(v, &spec);
        let s = self.up(r)?;
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
        for (k, v) in self.up(r)?.into_iter().zip(values) {
            let r = self.dict_set(d, k, *v);
            self.up(r)?;
        }
        let r = match self.text(*fmt) {
            Some(_) => self.percent_format(*fmt, d),
            None => Host::binary(self, BinaryOp::Mod, false, *fmt, d),
        };
        self.up(r)
    }

    fn build_string(&mut self, pieces: &[HostRef]) -> OpResult<Self> {
        let mut out = vec![];
        for p in pieces {
            let r = self.str_of_bytes(*p);
            out.extend(self.up(r)?);
        }
        Ok(self.bytes(&out))
    }

    fn iter(&mut self, w: &HostRef) -> OpResult<Self> {
        let r = Host::iter(self, *w);
        self.up(r)
    }

    fn next(&mut self, iterator: &HostRef) -> OpResult<Self, Option<HostRef>> {
        let r = self.iter_next(*iterator);
        self.up(r)
    }

    fn unpack_prepare(
        &mut self,
        iterable: &HostRef,
        n: usize,
    ) -> OpResult<Self, (HostRef, HostRef)> {
        if let HostObj::Tuple(_) | HostObj::List(_) = self.obj(*iterable) {
            let r = self.len(*iterable);
            let len = self.up(r)?;
            if len != n {
                return Err(self.wrong_count(n, len));
            }
            return Ok((*iterable, TRUE));
        }
        let r = Host::iter(self, *iterable);
        let it = match self.up(r) {
            Ok(it) => it,
            Err(OpError::Raise { value, .. }) if self.err_is(HErr(value), "TypeError") => {
                let m = format!("cannot unpack non-iterable {} object", self.type_name(*iterable));
                return Err(self.raise("TypeError", &m));
            }
            Err(e) => return Err(e),
        };
        // One more than wanted tells that there are too many, and endless iterators stay usable.
        let mut items = vec![];
        while items.len() <= n {
            let r = self.iter_next(it);
            match self.up(r)? {
                Some(x) => items.push(x),
                None => break,
            }
        }
        if items.len() != n {
            return Err(self.wrong_count(n, items.len()));
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
        self.up(r)
    }

    fn unpack_ex(
        &mut self,
        iterable: &HostRef,
        before: usize,
        after: usize,
    ) -> OpResult<Self, Vec<HostRef>> {
        let r = self.iter_to_vec(*iterable);
        let items = self.up(r)?;
        if items.len() < before + after {
            let m = format!(
                "not enough values to unpack (expected at least {}, got {})",
                before + after,
                items.len()
            );
            return Err(self.raise("ValueError", &m));
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
            let r = self.gen_resume(*iterator, *sent, None);
            return self.up(r);
        }
        let r = self.iter_next(*iterator);
        Ok(self.up(r)?.ok_or(NONE))
    }

    fn call(&mut self, func: &HostRef, args: &[HostRef], shape: &CallShape) -> OpResult<Self> {
        let r = if shape.is_simple() {
            Host::call(self, *func, args, &[])
        } else {
            match self.flatten_call(args, shape) {
                Ok((pos, kw)) => Host::call(self, *func, &pos, &kw),
                Err(e) => Err(e),
            }
        };
        self.up(r)
    }

    fn make_function(
        &mut self,
        frame: &Frame<Self>,
        spec: &MakeFunction,
        defaults: &[HostRef],
        closure: Vec<HostRef>,
    ) -> OpResult<Self> {
        Ok(self.new_function(frame, spec, defaults, closure))
    }

    fn build_class(
        &mut self,
        frame: &Frame<Self>,
        spec: &BuildClass,
        args: &[HostRef],
        closure: Vec<HostRef>,
    ) -> OpResult<Self> {
        let r = self.run_class_body(frame, spec, args, closure);
        self.up(r)
    }

    fn import_name(&mut self, frame: &Frame<Self>, import: &Import) -> OpResult<Self> {
        let names: Vec<&str> = import.fromlist.iter().map(|n| n.as_str()).collect();
        if import.level == 0 && frame.code.relative_imports {
            let module = import.module.as_str();
            let r = self.import_sibling(frame.globals, module, &names, import.leaf);
            if let Some(m) = self.up(r)? {
                return Ok(m);
            }
        }
        let r = self.import_module(
            Some(frame.globals),
            import.module.as_str(),
            import.level,
            &names,
            import.leaf,
        );
        self.up(r)
    }

    fn import_from(&mut self, module: &HostRef, name: Name) -> OpResult<Self> {
        let r = self.import_attr(*module, name.as_str());
        self.up(r)
    }

    fn import_star(&mut self, frame: &Frame<Self>, module: &HostRef) -> OpResult<Self, ()> {
        let ns = frame.namespace.unwrap_or(frame.globals);
        let r = self.import_all(*module, ns);
        self.up(r)
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
            let l = self.snapshot_locals(frame);
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
            let r = self.exec_or_eval(*code, frame.globals, l, false);
            // Names that the code bound and that are local variables here become visible.
            for (i, name) in frame.code.varnames.iter().enumerate() {
                if let Some(v) = self.ns_get(l, name.as_str()) {
                    frame.locals[i] = Some(v);
                }
            }
            r
        } else {
            self.exec_or_eval(*code, *globals, *locals, false)
        };
        self.up(r).map(|_| ())
    }

    fn exc_instantiate(&mut self, w: &HostRef) -> OpResult<Self> {
        let r = self.make_exception(*w, &[]);
        self.up(r)
    }

    fn exc_instantiate2(&mut self, cls: &HostRef, arg: &HostRef) -> OpResult<Self> {
        let r = if *arg == NONE {
            self.make_exception(*cls, &[])
        } else if self.class(*cls).is_some() && self.is_instance(*arg, *cls) {
            Ok(*arg)
        } else if let HostObj::Tuple(t) = self.obj(*arg) {
            let t = t.to_vec();
            self.make_exception(*cls, &t)
        } else {
            self.make_exception(*cls, &[*arg])
        };
        self.up(r)
    }

    fn exc_set_cause(&mut self, exc: &HostRef, cause: &HostRef) -> OpResult<Self, ()> {
        let c = if *cause == NONE { Ok(NONE) } else { self.make_exception(*cause, &[]) };
        let c = self.up(c)?;
        let d = self.make_own_dict(*exc).expect("instance");
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
            None => self.raise("RuntimeError", "No active exception to reraise"),
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
            Op::Reraise => true,
            Op::RaiseCurrent => self.run.frames.iter().any(|f| f.handled.contains(value)),
            _ => false,
        };
        if !again {
            self.add_traceback(HErr(*value), frame.code.qualname.as_str(), frame.span());
        }
    }
}

impl Host {
    /// `__getslice__` and its kin: absent bounds are 0 and the largest integer, negative ones count
    /// from the end.
    fn slice_special(
        &mut self,
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
                    let n = h.len(obj)? as i64;
                    Ok(h.int((i + n).max(0)))
                }
                _ => Ok(r),
            }
        };
        let a = bound(self, start, 0)?;
        let b = bound(self, stop, i64::MAX)?;
        let mut args = vec![a, b];
        args.extend(value);
        self.call_special(f, obj, &args)
    }

    /// A built-in function by its name.
    pub(crate) fn builtin_named(&self, name: &str) -> Option<HostRef> {
        self.ns_get(self.builtins, name)
    }

    /// Python 2's print statement: pieces with "soft space" between them.
    fn special_function(&mut self, name: &str) -> HostRef {
        let d = self.builtins;
        let key = format!("${name}");
        if let Some(f) = self.ns_get(d, &key) {
            return f;
        }
        let f: BFn = match name {
            "print_item" => |h, a, _| h.print_item(None, a[0]),
            "print_item_to" => |h, a, _| h.print_item(Some(a[0]), a[1]),
            "print_newline" => |h, _, _| h.print_newline(None),
            _ => |h, a, _| h.print_newline(Some(a[0])),
        };
        let b = self.new_builtin(name, f, false);
        self.ns_set(d, &key, b);
        b
    }

    fn print_item(&mut self, file: Option<HostRef>, x: HostRef) -> R {
        let s = self.str_of_bytes(x)?;
        let mut out = vec![];
        if self.streams.softspace {
            out.push(b' ');
        }
        out.extend(&s);
        let is_str = matches!(self.obj(x), HostObj::Str(_) | HostObj::Unicode(_));
        self.streams.softspace =
            !(is_str && matches!(s.last(), Some(b'\n' | b'\t' | b'\r' | 11 | 12)));
        let file = file.filter(|f| *f != NONE);
        self.write_to(file, &out)?;
        Ok(NONE)
    }

    pub(super) fn print_newline(&mut self, file: Option<HostRef>) -> R {
        self.streams.softspace = false;
        let file = file.filter(|f| *f != NONE);
        self.write_to(file, b"\n")?;
        Ok(NONE)
    }
}
