//! The operations of the flow space, as the bytecode loop asks for them.

use super::FlowValue;
use super::calls;
use super::closures;
use super::closures::{CellKind, FlowCell};
use super::fold;
use super::globals;
use super::known;
use super::state::W;
use crate::bytecode::*;
use crate::flow::state::FlowSpace;
use crate::host::{HostObj, import, meant, python3, space, tracebacks};
use crate::interp::Frame;
use crate::space::{Building, ObjSpace, OpError, Values, Variables};
use flowmodel::diag::Diagnostic;
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};
use flowmodel::{HlConst, HlOp};
use std::rc::Rc;

impl Values for FlowSpace<'_> {
    type W = FlowValue;
    type Cell = FlowCell;
}

impl Variables for FlowSpace<'_> {
    const NOTES_STORES: bool = true;

    fn new_cell(&mut self, value: Option<FlowValue>) -> FlowCell {
        FlowCell { value, kind: CellKind::Value }
    }

    fn cell_get(&mut self, cell: &FlowCell) -> W<Option<FlowValue>> {
        closures::get_cell(self, cell)
    }

    fn cell_set(&mut self, cell: &mut FlowCell, value: FlowValue) -> W<()> {
        closures::set_cell(self, cell, value)
    }

    fn cell_delete(&mut self, cell: &mut FlowCell) -> W<bool> {
        closures::delete_cell(self, cell)
    }

    fn cell_renew(&mut self, cell: &mut FlowCell) -> W<()> {
        closures::renew(self, cell)
    }

    fn cell_object(&mut self, cell: &FlowCell) -> W {
        match &cell.value {
            Some(w) => Ok(w.clone()),
            None => self.fail("internal: there is no cell"),
        }
    }

    fn cell_replace(&mut self, cell: &mut FlowCell, object: FlowValue) {
        cell.value = Some(object);
    }

    fn load_global(&mut self, globals: &FlowValue, name: Name) -> W {
        let FlowValue::Const(HlConst::Host(g)) = globals else {
            return self.fail("internal: globals are not an object");
        };
        if let Some(w) = globals::assigned_global(self, *g, name)? {
            return Ok(w);
        }
        let found = self
            .host
            .ns_get(*g, name.as_str())
            .or_else(|| python3::global_builtin(self.host, name.as_str(), self.code.python));
        match found {
            Some(r) => Ok(self.wrap(r)),
            None => {
                let text = format!("global name `{name}` is not defined");
                let d = Diagnostic { code: "name", ..self.diagnostic(text) };
                let mut known: Vec<String> =
                    self.code.varnames.iter().map(|n| n.to_string()).collect();
                for ns in [*g, self.host.builtins] {
                    let names: Vec<flowmodel::HostRef> = self.host.ns(ns).keys().collect();
                    known.extend(
                        names.iter().filter_map(|n| self.host.text(*n)).map(|n| n.to_string()),
                    );
                }
                let similar =
                    flowmodel::similar::similar(name.as_str(), known.iter().map(|n| &**n));
                Err(OpError::Fatal(Box::new(match similar {
                    Some(n) => d.note(format!("did you mean `{n}`?")),
                    None if meant::is_library_module(self.host, name.as_str()) => {
                        d.note(format!("the file lacks `import {name}`"))
                    }
                    None if self.is_method() => {
                        d.note(format!("an attribute of the instance is written `self.{name}`"))
                    }
                    None => d,
                })))
            }
        }
    }

    fn store_global(&mut self, globals: &FlowValue, name: Name, value: FlowValue) -> W<()> {
        match globals {
            FlowValue::Const(HlConst::Host(g)) => globals::assign_global(self, *g, name, value),
            _ => self.fail("internal: globals are not an object"),
        }
    }

    fn delete_global(&mut self, _: &FlowValue, name: Name) -> W<()> {
        self.fail(format!("global `{name}` is deleted: that is not possible at run time"))
    }

    fn load_name(&mut self, _: &FlowValue, _: Name) -> W<Option<FlowValue>> {
        Ok(None)
    }

    fn store_name(&mut self, _: &FlowValue, name: Name, _: FlowValue) -> W<()> {
        self.fail(format!("`{name}` is assigned to outside of a function"))
    }

    fn delete_name(&mut self, _: &FlowValue, name: Name) -> W<()> {
        self.fail(format!("`{name}` is deleted outside of a function"))
    }

    fn unbound(&mut self, name: Name, local: bool) -> OpError<FlowValue> {
        if self.suppressed || self.maybe_unbound {
            let cls = self.host.exc(if local { "UnboundLocalError" } else { "NameError" });
            let w_class = self.wrap(cls);
            return match calls::new_exception(self, &w_class, &[]) {
                Ok(value) => OpError::Raise { ty: w_class, value },
                Err(e) => e,
            };
        }
        let text = match local {
            true => format!("local variable `{name}` has no value on some path to here"),
            false => format!("variable `{name}` of an outer function has no value"),
        };
        let d = Diagnostic { code: "name", ..self.diagnostic(text) };
        let globals = self.template.as_ref().map(|f| &f.globals);
        let global = match globals {
            Some(FlowValue::Const(HlConst::Host(g))) if local => {
                self.host.ns_get(*g, name.as_str())
            }
            _ => None,
        };
        let others = self.code.varnames.iter().map(|n| n.as_str()).filter(|n| !n.starts_with('$'));
        OpError::Fatal(Box::new(match flowmodel::similar::similar(name.as_str(), others) {
            _ if global.is_some() => d.note(format!(
                "an assignment makes it a variable of the function: `global {name}` in front of it means the one of the file"
            )),
            Some(n) => d.note(format!("did you mean `{n}`?")),
            None => d,
        }))
    }
}

impl Building for FlowSpace<'_> {
    fn newtuple(&mut self, items: &[FlowValue]) -> W {
        self.op(HlOp::NewTuple, items)
    }

    fn newlist(&mut self, items: &[FlowValue]) -> W {
        self.record(HlOp::NewList, items)
    }

    fn newset(&mut self, items: &[FlowValue]) -> W {
        let set = self.record(HlOp::NewSet, &[])?;
        for i in items {
            self.set_add(&set, i.clone())?;
        }
        Ok(set)
    }

    fn newdict(&mut self) -> W {
        self.record(HlOp::NewDict, &[])
    }

    fn newslice(&mut self, start: &FlowValue, stop: &FlowValue, step: &FlowValue) -> W {
        self.record(HlOp::NewSlice, &[start.clone(), stop.clone(), step.clone()])
    }

    /// The list of a comprehension is a new one: its length may be fixed from now on.
    fn list_done(&mut self, list: FlowValue) -> W {
        let kind = FlowValue::Const(HlConst::Str(Rc::from(&b"fence"[..])));
        self.record_safe(HlOp::Hint, &[kind, list])
    }

    fn list_append(&mut self, list: &FlowValue, item: FlowValue) -> W<()> {
        calls::method(self, list, "append", &[item])
    }

    fn list_extend(&mut self, list: &FlowValue, iterable: &FlowValue) -> W<()> {
        calls::method(self, list, "extend", std::slice::from_ref(iterable))
    }

    fn set_add(&mut self, set: &FlowValue, item: FlowValue) -> W<()> {
        calls::method(self, set, "add", &[item])
    }

    fn set_update(&mut self, set: &FlowValue, iterable: &FlowValue) -> W<()> {
        calls::method(self, set, "update", std::slice::from_ref(iterable))
    }

    fn dict_update(&mut self, dict: &FlowValue, mapping: &FlowValue) -> W<()> {
        calls::method(self, dict, "update", std::slice::from_ref(mapping))
    }

    fn to_tuple(&mut self, items: &FlowValue) -> W {
        let tuple = self.wrap(self.host.types.tuple);
        calls::flow_call(self, &tuple, std::slice::from_ref(items), &CallShape::simple(1))
    }

    fn join_args(&mut self, first: &FlowValue, more: &FlowValue) -> W {
        match import::library_object(self.host, "callables", "join_args") {
            Ok(f) => {
                let f = self.wrap(f);
                calls::flow_call(self, &f, &[first.clone(), more.clone()], &CallShape::simple(2))
            }
            Err(_) => self.fail("several `*` arguments"),
        }
    }

    fn format_value(
        &mut self,
        value: &FlowValue,
        conversion: Conversion,
        spec: Option<&FlowValue>,
    ) -> W {
        let text = match conversion {
            Conversion::None => value.clone(),
            Conversion::Str => self.op(HlOp::Str, std::slice::from_ref(value))?,
            Conversion::Repr => self.op(HlOp::Repr, std::slice::from_ref(value))?,
            Conversion::Ascii => {
                let f = space::builtin_named(self.host, "ascii").expect("ascii");
                let f = self.wrap(f);
                self.op(HlOp::SimpleCall, &[f, value.clone()])?
            }
        };
        match (spec, conversion) {
            (Some(s), _) => self.op(HlOp::Format, &[text, s.clone()]),
            (None, Conversion::None) if self.host.overloads.contains("__format__") => {
                let empty = FlowValue::Const(HlConst::Str((&b""[..]).into()));
                self.op(HlOp::Format, &[text, empty])
            }
            (None, Conversion::None) => self.op(HlOp::Str, &[text]),
            (None, _) => Ok(text),
        }
    }

    fn format_named(&mut self, fmt: &FlowValue, keys: &FlowValue, values: &[FlowValue]) -> W {
        let args: Vec<_> = [fmt, keys].into_iter().chain(values).cloned().collect();
        self.op(HlOp::StrFormat, &args)
    }

    fn build_string(&mut self, pieces: &[FlowValue]) -> W {
        let mut pieces = pieces.iter();
        let Some(first) = pieces.next() else {
            return Ok(FlowValue::Const(HlConst::Str(Rc::from(&b""[..]))));
        };
        let mut text = first.clone();
        for p in pieces {
            text = self.fold_or_safe(HlOp::Add, &[text, p.clone()])?;
        }
        Ok(text)
    }
}

impl ObjSpace for FlowSpace<'_> {
    fn const_value(&mut self, c: &ConstValue) -> W {
        // Literals are parts of a code object that lives as long as this space.
        let key = std::ptr::from_ref(c) as usize;
        if let Some(k) = self.consts.get(&key) {
            return Ok(FlowValue::Const(k.clone()));
        }
        let k = match ObjSpace::const_value(self.host, c) {
            Ok(r) => self.host.to_const(r),
            Err(_) => return self.fail("this literal has no value"),
        };
        self.consts.insert(key, k.clone());
        Ok(FlowValue::Const(k))
    }

    fn special(&mut self, s: Special) -> W {
        match ObjSpace::special(self.host, s) {
            Ok(r) => Ok(self.wrap(r)),
            Err(_) => self.fail(format!("internal: no object for {s:?}")),
        }
    }

    fn getattr(&mut self, obj: &FlowValue, name: Name) -> W {
        if let FlowValue::Super(cls, this) = obj {
            return calls::super_method(self, *cls, this, name);
        }
        if let Some(d) = globals::namespace_of(self, obj, name, true)
            && let Some(w) = globals::assigned_global(self, d, name)?
        {
            return Ok(w);
        }
        let w_name = FlowValue::Const(Self::name_const(name));
        if let FlowValue::Const(HlConst::Host(r)) = obj
            && matches!(self.host.obj(*r), HostObj::Module(_) | HostObj::Class(_))
            && let Ok(None) = self.host.getattr_opt(*r, name.as_str())
        {
            let what = match self.host.obj(*r) {
                HostObj::Module(m) => format!("module `{}`", m.name),
                HostObj::Class(c) => format!("class `{}`", c.name),
                _ => "the object".to_string(),
            };
            let text = format!("{what} has no attribute `{name}`");
            let d = Diagnostic { code: "no-attribute", ..self.diagnostic(text) };
            return Err(OpError::Fatal(Box::new(
                match meant::similar_attribute(self.host, *r, name.as_str()) {
                    Some(n) => d.note(format!("did you mean `{n}`?")),
                    None => d,
                },
            )));
        }
        self.op(HlOp::GetAttr, &[obj.clone(), w_name])
    }

    fn setattr(&mut self, obj: &FlowValue, name: Name, value: FlowValue) -> W<()> {
        if let Some(d) = globals::namespace_of(self, obj, name, false) {
            return globals::assign_global(self, d, name, value);
        }
        let w_name = FlowValue::Const(Self::name_const(name));
        self.op(HlOp::SetAttr, &[obj.clone(), w_name, value]).map(drop)
    }

    fn delattr(&mut self, obj: &FlowValue, name: Name) -> W<()> {
        // The method that the annotator makes of a property's deleter.
        let method = Name::new(&format!("{name}{}", crate::host::DELETER));
        let w_method = FlowValue::Const(Self::name_const(method));
        // Finding it raises nothing: a class without a deleter is an error of the program.
        let f = self.fold_or_safe(HlOp::GetAttr, &[obj.clone(), w_method])?;
        calls::flow_call(self, &f, &[], &CallShape::simple(0))?;
        Ok(())
    }

    fn getitem(&mut self, obj: &FlowValue, index: &FlowValue) -> W {
        self.op(HlOp::GetItem, &[obj.clone(), index.clone()])
    }

    fn setitem(&mut self, obj: &FlowValue, index: &FlowValue, value: FlowValue) -> W<()> {
        self.op(HlOp::SetItem, &[obj.clone(), index.clone(), value]).map(drop)
    }

    fn delitem(&mut self, obj: &FlowValue, index: &FlowValue) -> W<()> {
        self.op(HlOp::DelItem, &[obj.clone(), index.clone()]).map(drop)
    }

    fn getslice(&mut self, obj: &FlowValue, start: &FlowValue, stop: &FlowValue) -> W {
        if let (FlowValue::Const(o), FlowValue::Const(a), FlowValue::Const(b)) = (obj, start, stop)
        {
            let refs: Vec<_> = [o, a, b].iter().map(|c| self.host.from_const(c)).collect();
            if known::immutable(self, refs[0])
                && let Ok(r) = ObjSpace::getslice(self.host, &refs[0], &refs[1], &refs[2])
            {
                return Ok(self.wrap(r));
            }
        }
        let slice = self.bounded(start, stop)?;
        self.record(HlOp::GetItem, &[obj.clone(), slice])
    }

    fn setslice(
        &mut self,
        obj: &FlowValue,
        start: &FlowValue,
        stop: &FlowValue,
        value: FlowValue,
    ) -> W<()> {
        let slice = self.bounded(start, stop)?;
        self.record(HlOp::SetItem, &[obj.clone(), slice, value]).map(drop)
    }

    fn delslice(&mut self, obj: &FlowValue, start: &FlowValue, stop: &FlowValue) -> W<()> {
        let slice = self.bounded(start, stop)?;
        self.record(HlOp::DelItem, &[obj.clone(), slice]).map(drop)
    }

    fn unary(&mut self, op: UnaryOp, a: &FlowValue) -> W {
        let checked = std::mem::take(&mut self.at.check_overflow);
        let row = op.row();
        let op = row.checked.filter(|_| checked).unwrap_or(row.plain);
        self.op(op, std::slice::from_ref(a))
    }

    fn binary(&mut self, op: BinaryOp, inplace: bool, a: &FlowValue, b: &FlowValue) -> W {
        let args = [a.clone(), b.clone()];
        let row = op.row();
        let plain = row.plain;
        if std::mem::take(&mut self.at.check_overflow)
            && let Some(ovf) = row.checked
        {
            // The folded value of constants is exact; `ovfcheck` itself looks at its size.
            if let Some(c) = fold::fold(self, plain, &args) {
                return Ok(FlowValue::Const(c));
            }
            return self.record(ovf, &args);
        }
        if let Some(in_place) = row.in_place.filter(|_| inplace) {
            // On immutable operands it is the plain operation.
            if let Some(c) = fold::fold(self, plain, &args) {
                return Ok(FlowValue::Const(c));
            }
            return self.record(in_place, &args);
        }
        self.op(plain, &args)
    }

    fn compare(&mut self, op: CompareOp, a: &FlowValue, b: &FlowValue) -> W {
        let args = match op {
            // The operation has the container first.
            CompareOp::In => [b.clone(), a.clone()],
            _ => [a.clone(), b.clone()],
        };
        self.op(op.row().plain, &args)
    }

    fn is_true(&mut self, w: &FlowValue) -> W<bool> {
        self.truth(w)
    }

    fn exception_match(&mut self, ty: &FlowValue, cls: &FlowValue) -> W {
        let FlowValue::Const(HlConst::Host(c)) = cls else {
            return self.fail("the class of an `except` clause must be a constant");
        };
        let classes: Vec<_> = match self.host.obj(*c) {
            HostObj::Tuple(items) => items.to_vec(),
            _ => vec![*c],
        };
        let base = self.host.exc("BaseException");
        let mut result = FlowValue::Const(HlConst::Bool(false));
        for c in classes {
            if self.host.class(c).is_none() || !self.host.is_subclass(c, base) {
                let d =
                    self.diagnostic("the class of an `except` clause must be an exception class");
                let note = "one of the program's is one if it inherits from Exception";
                return Err(OpError::Fatal(Box::new(d.note(note))));
            }
            let one = match c == base {
                true => FlowValue::Const(HlConst::Bool(true)),
                false => self.op(HlOp::IsSubtype, &[ty.clone(), self.wrap(c)])?,
            };
            result = match (&result, &one) {
                (FlowValue::Const(HlConst::Bool(true)), _) => result,
                (FlowValue::Const(HlConst::Bool(false)), _) => one,
                (_, FlowValue::Const(HlConst::Bool(false))) => result,
                (_, FlowValue::Const(HlConst::Bool(true))) => one,
                _ => self.record_safe(HlOp::Or, &[result, one])?,
            };
        }
        Ok(result)
    }

    fn iter(&mut self, w: &FlowValue) -> W {
        if let FlowValue::Const(HlConst::Host(r)) = w
            && calls::is_unrolling(self, *r)
        {
            return match self.host.iter_to_vec(*r) {
                Ok(items) => Ok(FlowValue::Unroller(items.into(), 0)),
                Err(e) => Err(OpError::Fatal(Box::new(tracebacks::diagnostic(self.host, e)))),
            };
        }
        if let FlowValue::Unroller(..) = w {
            return Ok(w.clone());
        }
        self.op(HlOp::Iter, std::slice::from_ref(w))
    }

    fn next(&mut self, iterator: &FlowValue) -> W<Option<FlowValue>> {
        match iterator {
            // The driver moves the iterator on (see `advance_unroller`).
            FlowValue::Unroller(items, at) => Ok(items.get(*at).map(|r| self.wrap(*r))),
            _ => self.record(HlOp::Next, std::slice::from_ref(iterator)).map(Some),
        }
    }

    fn unpack_prepare(&mut self, iterable: &FlowValue, n: usize) -> W<(FlowValue, FlowValue)> {
        if let Some(len) = fold::fold(self, HlOp::Len, std::slice::from_ref(iterable)) {
            return Ok((iterable.clone(), FlowValue::Const(len)));
        }
        let f = match import::flow_support(self.host, "unpack_exactly") {
            Ok(f) => self.wrap(f),
            Err(e) => return Err(self.host_failed(e)),
        };
        // What comes back has so many items.
        let seq = self.record(HlOp::SimpleCall, &[f, iterable.clone(), Self::int(n)])?;
        Ok((seq, Self::int(n)))
    }

    fn unpack_test(&mut self, len: &FlowValue, n: usize) -> W {
        self.fold_or_safe(HlOp::Eq, &[len.clone(), Self::int(n)])
    }

    fn unpack_failed(&mut self, len: &FlowValue, n: usize) -> W {
        match import::library_object(self.host, "iterables", "unpack_error") {
            Ok(f) => {
                let f = self.wrap(f);
                calls::flow_call(self, &f, &[len.clone(), Self::int(n)], &CallShape::simple(2))
            }
            Err(_) => {
                let class = self.wrap(self.host.exc("ValueError"));
                calls::new_exception(self, &class, &[])
            }
        }
    }

    fn unpack_items(&mut self, seq: &FlowValue, n: usize) -> W<Vec<FlowValue>> {
        let mut items = Vec::with_capacity(n);
        for i in 0..n {
            let args = [seq.clone(), Self::int(i)];
            // The length has been tested.
            items.push(self.fold_or_safe(HlOp::GetItem, &args)?);
        }
        Ok(items)
    }

    fn unpack_ex_prepare(&mut self, iterable: &FlowValue, n: usize) -> W {
        let f = match import::flow_support(self.host, "unpack_sequence") {
            Ok(f) => self.wrap(f),
            Err(e) => return Err(self.host_failed(e)),
        };
        self.record(HlOp::SimpleCall, &[f, iterable.clone(), Self::int(n)])
    }

    fn unpack_ex(&mut self, seq: &FlowValue, before: usize, after: usize) -> W<Vec<FlowValue>> {
        let from_end = |k: usize| FlowValue::Const(HlConst::Int(-(k as i64)));
        let mut items = Vec::with_capacity(before + after + 1);
        for i in 0..before {
            items.push(self.record_safe(HlOp::GetItem, &[seq.clone(), Self::int(i)])?);
        }
        let end = if after == 0 { FlowValue::NONE } else { from_end(after) };
        let slice = self.bounded(&Self::int(before), &end)?;
        let middle = self.record_safe(HlOp::GetItem, &[seq.clone(), slice])?;
        let list = self.wrap(self.host.types.list);
        items.push(self.record_safe(HlOp::SimpleCall, &[list, middle])?);
        for i in (1..=after).rev() {
            items.push(self.record_safe(HlOp::GetItem, &[seq.clone(), from_end(i)])?);
        }
        Ok(items)
    }

    fn yield_from(&mut self, _: &FlowValue, _: &FlowValue) -> W<Result<FlowValue, FlowValue>> {
        self.fail("`yield from` is not supported")
    }

    fn call(&mut self, func: &FlowValue, args: &[FlowValue], shape: &CallShape) -> W {
        calls::flow_call(self, func, args, shape)
    }

    fn make_function(
        &mut self,
        frame: &Frame<Self>,
        spec: &MakeFunction,
        defaults: &[FlowValue],
        closure: Vec<FlowCell>,
    ) -> W {
        closures::make_function(self, frame, spec, defaults, closure)
    }

    fn build_class(
        &mut self,
        frame: &Frame<Self>,
        spec: &BuildClass,
        args: &[FlowValue],
        closure: Vec<FlowCell>,
    ) -> W {
        closures::build_class(self, frame, spec, args, closure)
    }

    fn import_name(&mut self, frame: &Frame<Self>, import: &Import) -> W {
        calls::flow_import(self, frame, import)
    }

    fn import_from(&mut self, module: &FlowValue, name: Name) -> W {
        let FlowValue::Const(HlConst::Host(m)) = module else {
            return self.fail("an import from something that is not a module");
        };
        if let Some(dict) = globals::namespace_of(self, module, name, true)
            && let Some(w) = globals::assigned_global(self, dict, name)?
        {
            return Ok(w);
        }
        match ObjSpace::import_from(self.host, m, name) {
            Ok(r) => Ok(self.wrap(r)),
            Err(_) => self.fail(format!("cannot import name `{name}`")),
        }
    }

    fn import_star(&mut self, _: &Frame<Self>, _: &FlowValue) -> W<()> {
        self.fail("`import *` inside a function")
    }

    fn exec_stmt(
        &mut self,
        _: &mut Frame<Self>,
        _: &FlowValue,
        _: &FlowValue,
        _: &FlowValue,
    ) -> W<()> {
        self.fail("`exec` is not possible at run time")
    }

    fn exc_instantiate(&mut self, w: &FlowValue) -> W {
        match w {
            FlowValue::Const(HlConst::Host(c)) if self.host.class(*c).is_some() => {
                calls::new_exception(self, w, &[])
            }
            FlowValue::Const(HlConst::Host(r)) if calls::is_exception(self, *r) => Ok(w.clone()),
            FlowValue::Var(v) if self.exact_class.contains_key(v) => Ok(w.clone()),
            FlowValue::Var(_) => {
                match import::library_object(self.host, "objects", "exception_to_raise") {
                    // It may be a class.
                    Ok(f) => {
                        let f = self.wrap(f);
                        calls::flow_call(self, &f, std::slice::from_ref(w), &CallShape::simple(1))
                    }
                    Err(_) => Ok(w.clone()),
                }
            }
            _ => self.fail("only exceptions can be raised, as in `raise ValueError(message)`"),
        }
    }

    fn exc_instantiate2(&mut self, cls: &FlowValue, arg: &FlowValue) -> W {
        match (cls, arg) {
            (FlowValue::Const(HlConst::Host(c)), _) if self.host.class(*c).is_some() => match arg {
                FlowValue::Const(HlConst::None) => calls::new_exception(self, cls, &[]),
                _ => calls::new_exception(self, cls, std::slice::from_ref(arg)),
            },
            (_, FlowValue::Const(HlConst::None)) => self.exc_instantiate(cls),
            // `raise type, value` of an exception caught before: the value knows its type.
            (FlowValue::Var(_), _) => Ok(arg.clone()),
            _ => self.fail("only exceptions can be raised, as in `raise ValueError(message)`"),
        }
    }

    fn exc_info(&mut self, func: &FlowValue, handled: &FlowValue) -> W {
        if let FlowValue::Const(HlConst::Host(f)) = func
            && matches!(self.host.obj(*f), HostObj::Builtin(b) if &*b.name == "sys.exc_info")
        {
            let class = self.exc_type(handled)?;
            let none = FlowValue::Const(HlConst::None);
            return self.op(HlOp::NewTuple, &[class, handled.clone(), none]);
        }
        calls::flow_call(self, func, &[], &CallShape::simple(0))
    }

    fn exc_type(&mut self, value: &FlowValue) -> W {
        if let FlowValue::Var(v) = value
            && let Some(&c) = self.exact_class.get(v)
            // (an OSError may be of the class of its number)
            && c != self.host.exc("OSError")
        {
            return Ok(self.wrap(c));
        }
        self.op(HlOp::Type, std::slice::from_ref(value))
    }

    fn exc_set_cause(&mut self, exc: &FlowValue, cause: &FlowValue) -> W<()> {
        let cause = match cause {
            FlowValue::Const(HlConst::Host(c)) if self.host.class(*c).is_some() => {
                self.exc_instantiate(cause)?
            }
            _ => cause.clone(),
        };
        if let Ok(f) = import::library_object(self.host, "chaining", "note_cause") {
            let f = self.wrap(f);
            calls::flow_call(self, &f, &[exc.clone(), cause], &CallShape::simple(2))?;
        }
        Ok(())
    }

    fn exception_suppressed(&mut self) -> W<()> {
        self.suppressed = true;
        Ok(())
    }

    fn current_exception(&mut self) -> OpError<FlowValue> {
        let d = self.diagnostic("`raise` without an exception, outside of an `except` clause");
        OpError::Fatal(Box::new(d))
    }
}
