//! Recording operations.

use super::FlowValue;
use super::fold;
use super::gives_bool;
use super::state::W;
use super::tables;
use crate::bytecode::Instruction;
use crate::flow::state::FlowSpace;
use crate::space::OpError;
use flowmodel::operators::{BinaryOp, Form};
use flowmodel::{HlConst, HlOp, HostRef};

/// An operation that runs code of the program.
const ANYTHING: &[&str] = &["Exception"];

/// Special methods by which classes of the program can define an operation, beside those of the operator's own row.
fn other_overloads(op: HlOp) -> &'static [&'static str] {
    use HlOp::*;
    match op {
        Repr | Str | Format | StrFormat => &["__repr__", "__str__", "__format__"],
        Len => &["__len__"],
        Hash => &["__hash__"],
        Bool | Not => &["__bool__", "__nonzero__", "__len__"],
        GetItem => {
            &["__getitem__", "__getslice__", "__hash__", "__eq__", "__missing__", "__index__"]
        }
        SetItem => &["__setitem__", "__setslice__", "__hash__", "__eq__", "__index__"],
        DelItem => &["__delitem__", "__delslice__", "__hash__", "__eq__", "__index__"],
        NewSlice => &["__index__"],
        Contains => &["__eq__", "__cmp__", "__iter__", "__getitem__"],
        Iter => &["__iter__", "__getitem__"],
        Hex | Oct | Bin => &["__index__", "__hex__", "__oct__"],
        Int => &["__int__", "__index__", "__trunc__"],
        Float => &["__float__", "__index__"],
        Div | InplaceDiv => &["__floordiv__"],
        // Of strings, `%` calls `__str__`.
        Mod | InplaceMod => &["__repr__", "__str__"],
        InplaceAdd => &["__iter__"],
        Le | Ge => &["__lt__", "__cmp__"],
        Lt | Gt => &["__cmp__"],
        Eq => &["__ne__", "__cmp__"],
        Ne => &["__eq__", "__cmp__"],
        _ => &[],
    }
}

/// Special methods by which classes of the program can define an operation.
fn overloads(op: HlOp) -> impl Iterator<Item = &'static str> {
    let own = op.operator().filter(|(_, form)| *form != Form::Checked).map(|(row, _)| row);
    let other = op.binary().and_then(BinaryOp::other_division).map(BinaryOp::row);
    let rows = own.into_iter().chain(own.and(other));
    let methods = rows.flat_map(move |row| {
        let in_place = if op.is_in_place() { row.in_place_method } else { "" };
        [row.method, row.reflected, in_place]
    });
    methods.filter(|m| !m.is_empty()).chain(other_overloads(op).iter().copied())
}

fn is_text(w: &FlowValue) -> bool {
    matches!(w, FlowValue::Const(HlConst::Str(_) | HlConst::Unicode(_)))
}

/// Says whether `with` reads this attribute.
fn is_with(name: &str) -> bool {
    matches!(name, "__enter__" | "__exit__")
}

fn is_number(w: &FlowValue) -> bool {
    matches!(w, FlowValue::Const(HlConst::Int(_) | HlConst::Float(_) | HlConst::Bool(_)))
}

fn is_float(w: &FlowValue) -> bool {
    matches!(w, FlowValue::Const(HlConst::Float(_)))
}

fn is_none(w: &FlowValue) -> bool {
    matches!(w, FlowValue::Const(HlConst::None))
}

/// Says whether it is the kind of a hint that may make an object: behind a comprehension, a list of its own; before a `return`, what the
/// result is converted to.
fn may_make(kind: &FlowValue) -> bool {
    matches!(kind, FlowValue::Const(HlConst::Str(s)) if matches!(&**s, b"fence" | b"result"))
}

/// Says whether an operation may go down nested objects, as far as it can be told here (the annotator tells more exactly).
fn may_recurse(op: HlOp, args: &[FlowValue]) -> bool {
    use HlOp::*;
    match op {
        Repr | Str | Format | StrFormat | Contains => true,
        Lt | Le | Eq | Ne | Gt | Ge => {
            !args.iter().any(|w| is_number(w) || is_text(w) || is_none(w))
        }
        _ => false,
    }
}

/// Says whether an operation may meet None where it must not (the annotator tells more exactly).
fn may_be_none(op: HlOp, args: &[FlowValue]) -> bool {
    use HlOp::*;
    let open = |i: usize| matches!(args.get(i), Some(FlowValue::Var(_)));
    match op {
        GetItem | SetItem | DelItem | Len | Iter | Next | Ord | Int | Float | Neg | Pos
        | Invert | Abs | Hex | Oct | Bin => open(0),
        Contains => open(0) || args.first().is_some_and(is_text) && open(1),
        // What shares an operation with a number may be a number only, but for repetition.
        Mul | InplaceMul => open(0) || open(1),
        _ if op == DivMod || op.binary().is_some() && !op.is_checked() => {
            (open(0) || open(1)) && (matches!(op, Mod | InplaceMod) || !args.iter().any(is_number))
        }
        _ => false,
    }
}

impl FlowSpace<'_> {
    /// Folds the operation if its operands are constants, else records it.
    pub(super) fn op(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        if let Some(c) = fold::fold(self, op, args) {
            return Ok(FlowValue::Const(c));
        }
        fold::check_size(self, op, args)?;
        match tables::about_keys(self, op, args) {
            Some(args) => self.record(op, &args),
            None => self.record(op, args),
        }
    }

    /// Records an operation.
    pub(super) fn record(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        // (in a handler's range, too, the call that follows can be folded)
        if op == HlOp::GetAttr
            && (super::fold::is_text_method(args) || tables::is_table_get(self, args))
        {
            return self.record_safe(op, args);
        }
        let raises = match op {
            // Of a dict display, only code of the program can raise.
            _ if self.at.no_raise
                && (matches!(args[1], FlowValue::Const(_))
                    || !["__hash__", "__eq__"]
                        .iter()
                        .any(|n| self.host.overloads.contains(*n))) =>
            {
                &[]
            }
            _ if self.runs_program(op) => ANYTHING,
            _ if self.is_property_access(op, args) => ANYTHING,
            // The object may be None.
            _ if matches!(op, HlOp::GetAttr | HlOp::SetAttr)
                && matches!(
                    self.code.instrs[self.at.pc],
                    Instruction::LoadAttr(_) | Instruction::StoreAttr(_)
                ) =>
            {
                match self.code.instrs[self.at.pc] {
                    Instruction::LoadAttr(i) if is_with(self.code.names[i as usize].as_str()) => {
                        &["TypeError", "AttributeError"] as &[_]
                    }
                    _ => &["AttributeError"],
                }
            }
            // Formatting.
            _ if matches!(op, HlOp::Mod | HlOp::InplaceMod) && is_text(&args[0]) => ANYTHING,
            // Of slices, only the step can be wrong.
            _ if matches!(op, HlOp::GetItem | HlOp::SetItem | HlOp::DelItem)
                && args.get(1).is_some_and(|w| self.is_slice(w)) =>
            {
                &["ValueError"]
            }
            _ => op.raises(),
        };
        // The handler around the body of a generator is for nothing else.
        let stop_only = self.code.handler_at(self.at.pc).is_some_and(|h| h.stop_only);
        let raises = match stop_only {
            true if raises != ANYTHING && !raises.contains(&"StopIteration") => &[],
            _ => raises,
        };
        let v = self.record_raising(op, args, raises)?;
        if !self.at.no_raise && raises != ANYTHING && self.is_handled() {
            // What no operation of the program raises with operands of the right types.
            let mut more = |name| {
                if !raises.contains(&name) {
                    self.at.raising.push(name);
                }
            };
            if may_be_none(op, args) {
                more("TypeError");
            }
            if matches!(op, HlOp::Mul | HlOp::InplaceMul) && !args.iter().any(is_float) {
                more("OverflowError");
            }
        }
        Ok(v)
    }

    /// Says whether a handler for more than the end of an iteration is in force.
    pub(super) fn is_handled(&self) -> bool {
        self.code.handler_at(self.at.pc).is_some_and(|h| !h.stop_only)
    }

    /// Says whether an operation may make an object, as far as it can be told here (the annotator tells more exactly).
    fn may_allocate(&self, op: HlOp, args: &[FlowValue]) -> bool {
        use HlOp::*;
        match op {
            Repr | Str | Format | StrFormat | Hex | Oct | Bin | Int | Float => true,
            // The message of its TypeError.
            Ord => true,
            NewList | NewTuple | NewDict | NewSet | Iter | Next | DivMod | MatMul
            | InplaceMatMul | SimpleCall | CallArgs | Yield => true,
            GetItem | SetItem | DelItem | Contains => true,
            Hint => may_make(&args[0]),
            Mul | InplaceMul => !args.iter().any(is_float),
            Lt | Le | Eq | Ne | Gt | Ge => !args.iter().any(|w| is_number(w) || is_none(w)),
            Add | InplaceAdd | Sub | InplaceSub | Mod | InplaceMod | And | InplaceAnd | Or
            | InplaceOr | Xor | InplaceXor => !args.iter().any(is_number),
            // A bound method that is kept; the message of an AttributeError of a class. (Not where a method may be called: the two
            // are looked at together.)
            GetAttr => matches!(
                self.code.instrs[self.at.pc + 1],
                Instruction::StoreFast(_) | Instruction::Return
            ),
            // A value that is converted.
            SetAttr => !is_number(&args[2]) && !is_text(&args[2]) && !is_none(&args[2]),
            Is | Type | IsSubtype | IsInstance | Len | Hash | Id | DelAttr | NewSlice | Bool
            | Not | Neg | Pos | Invert | Abs | SameAs => false,
            TrueDiv | FloorDiv | Div | Pow | LShift | RShift | InplaceTrueDiv | InplaceFloorDiv
            | InplaceDiv | InplacePow | InplaceLShift | InplaceRShift => false,
            AddOvf | SubOvf | MulOvf | FloorDivOvf | ModOvf | LShiftOvf | NegOvf | AbsOvf => false,
        }
    }

    /// Says whether the variable is a slice that this block made.
    fn is_slice(&self, w: &FlowValue) -> bool {
        w.as_var().is_some_and(|v| {
            let ops = &self.graph.blocks[self.block].operations;
            ops.iter().rev().any(|o| o.result == v && o.op == HlOp::NewSlice)
        })
    }

    /// Says whether the attribute is a property of some class of the program (or some class has a `__getattr__`).
    fn is_property_access(&self, op: HlOp, args: &[FlowValue]) -> bool {
        if op == HlOp::GetAttr && self.host.overloads.contains("__getattr__") {
            return true;
        }
        if op == HlOp::SetAttr && self.host.overloads.contains("__setattr__") {
            return true;
        }
        matches!(op, HlOp::GetAttr | HlOp::SetAttr)
            && matches!(args.get(1), Some(FlowValue::Const(HlConst::Str(n)))
                if std::str::from_utf8(n).is_ok_and(|n| self.host.overloads.contains(n)))
    }

    /// A slice of an instruction that reads it, too: its bounds are known or ints (see `bounds_may_raise` of the compiler).
    pub(super) fn bounded(&mut self, start: &FlowValue, stop: &FlowValue) -> W {
        self.record_safe(HlOp::NewSlice, &[start.clone(), stop.clone(), FlowValue::NONE])
    }

    /// Folds the operation, or records it as one that cannot raise here.
    pub(super) fn fold_or_safe(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        match fold::fold(self, op, args) {
            Some(c) => Ok(FlowValue::Const(c)),
            None => self.record_safe(op, args),
        }
    }

    /// Records an operation that cannot raise here.
    pub(super) fn record_safe(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        self.record_raising(op, args, &[])
    }

    fn record_raising(
        &mut self,
        op: HlOp,
        args: &[FlowValue],
        raises: &'static [&'static str],
    ) -> W {
        if self.at.dry {
            return self.fail("internal: an operation is recorded while looking ahead");
        }
        let mut operands = Vec::with_capacity(args.len());
        for a in args {
            operands.push(self.operand(a).map_err(OpError::Fatal)?);
        }
        let v = self.graph.add_op(self.block, op, operands, "v", (), self.at.span);
        if !self.at.raising.is_empty() && self.code.handler_at(self.at.pc).is_some() {
            return self
                .fail("internal: an operation follows one that may raise, in one instruction");
        }
        self.at.raising.extend(raises);
        if raises != ANYTHING && self.is_handled() {
            self.at.allocates |= self.may_allocate(op, args);
            self.at.recurses |= may_recurse(op, args);
        }
        Ok(FlowValue::Var(v))
    }

    /// Truth of a value: known, or a variable to test.
    pub(super) fn truth(&mut self, w: &FlowValue) -> W<bool> {
        match self.op(HlOp::Bool, std::slice::from_ref(w)) {
            Ok(FlowValue::Const(c)) => Ok(c == HlConst::Bool(true)),
            Ok(FlowValue::Var(v)) => {
                let ops = &self.graph.blocks[self.block].operations;
                let bool_before = ops.len() >= 2 && self.is_bool(ops[ops.len() - 2].op);
                // `bool` of what the operation before gave as a bool is not needed.
                let ops = &mut self.graph.blocks[self.block].operations;
                let n = ops.len();
                let mut switch = v;
                if n >= 2 && Some(ops[n - 2].result) == w.as_var() && bool_before {
                    switch = ops[n - 2].result;
                    ops.pop();
                    self.at.raising.clear();
                }
                self.at.tested = Some(switch);
                Err(OpError::Undecided(w.clone()))
            }
            Ok(_) => self.fail("internal: a truth value is neither constant nor variable"),
            Err(e) => Err(e),
        }
    }

    /// Says whether some class defines the operation, so that it may run code of the program.
    fn runs_program(&self, op: HlOp) -> bool {
        overloads(op).any(|name| self.host.overloads.contains(name))
    }

    /// Says whether an operation gives a bool for sure: comparisons may be methods of the program, with any result.
    fn is_bool(&self, op: HlOp) -> bool {
        gives_bool(op)
            && (matches!(
                op,
                HlOp::Is
                    | HlOp::IsSubtype
                    | HlOp::IsInstance
                    | HlOp::Not
                    | HlOp::Bool
                    | HlOp::Contains
            ) || !self.runs_program(op))
    }

    /// A host object as constant.
    pub(super) fn wrap(&self, r: HostRef) -> FlowValue {
        FlowValue::Const(self.host.to_const(r))
    }

    /// An int constant.
    pub(super) fn int(i: usize) -> FlowValue {
        FlowValue::Const(HlConst::Int(i as i64))
    }

    /// A tuple constant; equal ones are the same object.
    pub(super) fn const_tuple(&mut self, items: Vec<HlConst>) -> HlConst {
        if let Some(&r) = self.tuples.get(&items) {
            return HlConst::Host(r);
        }
        let refs: Vec<HostRef> = items.iter().map(|c| self.host.from_const(c)).collect();
        let r = self.host.tuple(&refs);
        self.tuples.insert(items, r);
        HlConst::Host(r)
    }
}
