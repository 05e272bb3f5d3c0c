//! Tests that Python makes and that `--unchecked` leaves out: of operands that may be None (an exception instead of a null
//! pointer that is followed), and of attributes that some classes lack.

use crate::base::cx::{Cx, konst};
use crate::base::repr::Repr;
use crate::repr::class::has_field;
use crate::repr::identity::missing_field;
use crate::{RTyper, Res};
use annotator::{DescId, Kind, SomeValue};
use flowmodel::operators::OperatorKind;
use flowmodel::{Hl, HlOp, HlValue, LlValue, SpaceOperation, Type};

impl RTyper<'_> {
    /// Puts a test in front of an operation whose operands may be None, as far as the annotator knows, and must not be.
    pub(crate) fn check_none(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        if self.opts.unchecked || self.ann.graphs[cx.gid].helper {
            return Ok(());
        }
        if matches!(op.op, HlOp::GetAttr | HlOp::SetAttr) {
            if let Some(v) = self.none_operand(cx, &op.args[0])? {
                if annotator::is_with_method(&op.args[1]) {
                    let text = "'NoneType' object does not support the context manager protocol";
                    self.none_test(cx, "ll_check_none", v, text)?;
                } else {
                    let name = self.attr_name(cx, &op.args[1])?;
                    let text = format!("'NoneType' object has no attribute '{name}'");
                    self.none_test(cx, "ll_check_attr", v, &text)?;
                }
            }
            return if op.op == HlOp::GetAttr { self.check_has_attr(cx, op) } else { Ok(()) };
        }
        let args: Vec<_> = op.args.iter().map(|a| self.s(cx, a)).collect();
        let which = annotator::operands_not_none(op.op, &args);
        let first = match which {
            [] => return Ok(()),
            [0, ..] => self.none_operand(cx, &op.args[0])?,
            _ => None,
        };
        let second = match which {
            [_, i] if op.args.len() > *i => self.none_operand(cx, &op.args[*i])?,
            _ => None,
        };
        let none = "NoneType".to_string();
        let name = |i: usize| args.get(i).map_or("object".into(), |s| self.type_name(s));
        let texts = [
            none_text(op, [&none, &name(1)]),
            none_text(op, [&name(0), &none]),
            none_text(op, [&none, &none]),
        ];
        match (first, second) {
            (None, None) => Ok(()),
            (Some(v), None) => self.none_test(cx, "ll_check_none", v, &texts[0]),
            (None, Some(w)) => self.none_test(cx, "ll_check_none", w, &texts[1]),
            (Some(v), Some(w)) => {
                let mut call = vec![v, w];
                call.extend(texts.map(|t| konst(self.string_const(t.as_bytes()))));
                self.helper_call(cx, "ll_exc", "ll_check_two", call).map(drop)
            }
        }
    }

    /// Puts a test in front of a call of what may be None.
    pub(crate) fn check_callable(&mut self, cx: &mut Cx, callee: &HlValue) -> Res {
        if self.opts.unchecked || self.ann.graphs[cx.gid].helper {
            return Ok(());
        }
        let Some(v) = self.none_operand(cx, callee)? else { return Ok(()) };
        self.none_test(cx, "ll_check_none", v, "'NoneType' object is not callable")
    }

    /// Puts tests in front of the call of a built-in function or method whose arguments may be None.
    pub(crate) fn check_arguments(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        if self.opts.unchecked || self.ann.graphs[cx.gid].helper {
            return Ok(());
        }
        let callee = self.s(cx, &op.args[0]);
        let first = annotator::first_argument(op.op);
        let count = op.args.len().saturating_sub(first);
        for i in 0..count {
            let Some(text) = annotator::none_argument(&callee, i, count) else { continue };
            if let Some(v) = self.none_operand(cx, &op.args[first + i])? {
                self.none_test(cx, "ll_check_none", v, &text)?;
            }
        }
        Ok(())
    }

    pub(crate) fn none_test(&mut self, cx: &mut Cx, helper: &str, v: LlValue, text: &str) -> Res {
        let text = konst(self.string_const(text.as_bytes()));
        self.helper_call(cx, "ll_exc", helper, vec![v, text]).map(drop)
    }

    /// The value of an operand that may be None and whose representation has None.
    pub(crate) fn none_operand(&mut self, cx: &mut Cx, x: &HlValue) -> Res<Option<LlValue>> {
        let s = self.s(cx, x);
        if !self.ann.meets_none(&s) || s.konst.is_some() || x.as_var().is_none() {
            return Ok(None);
        }
        let (v, r) = self.val(cx, x)?;
        let nullable = matches!(self.lltype(r)?, Type::Ptr(_) | Type::FuncPtr(_));
        Ok(nullable.then_some(v))
    }

    /// A method or class attribute read where not all classes have it: an instance of one that has not raises.
    pub(crate) fn check_has_attr(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let name = self.attr_name(cx, &op.args[1])?;
        let class = match self.s(cx, &op.args[0]).kind {
            Kind::Instance { class, .. } => class,
            Kind::Pbc { descs, .. } => return self.check_class_has(cx, op, &descs, &name),
            _ => return Ok(()),
        };
        let Some((level, attr)) = self.ann.find_attr(class, &name) else { return Ok(()) };
        if !attr.readonly || !self.ann.lacks_class_attr(class, &name) {
            return Ok(());
        }
        let (obj, r) = self.val(cx, &op.args[0])?;
        if !matches!(self.repr(r), Repr::Instance(_)) {
            return Ok(());
        }
        let root = Type::Ptr(self.layouts.object);
        let obj = self.cast(cx, obj, root);
        let having = self.ann.roots_of_class_attr(class, &name);
        let has = match &having[..] {
            [one] => self.isinstance(cx, obj, false, *one)?,
            _ => {
                self.setup_class(level)?;
                let vt = self.typeptr(cx, obj, level)?;
                self.getfield(cx, vt, &has_field(&name))?
            }
        };
        let text = konst(self.string_const(name.as_bytes()));
        self.helper_call(cx, "ll_exc", "ll_check_has", vec![has, obj, text])?;
        Ok(())
    }

    /// An attribute of a class that is only known at run time, where not all have it.
    pub(crate) fn check_class_has(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        descs: &[DescId],
        name: &str,
    ) -> Res {
        if descs.len() < 2 || !descs.iter().any(|d| self.ann.class_desc_lacks(*d, name)) {
            return Ok(());
        }
        let (object, r) = self.val(cx, &op.args[0])?;
        if let Repr::Frozen(_) = self.repr(r) {
            // The text of the error stands where the attribute would be.
            let text = self.getfield(cx, object, &missing_field(name))?;
            self.helper_call(cx, "ll_exc", "ll_check_not_missing", vec![text])?;
            return Ok(());
        }
        let set = self.ann.access_set(descs[0]).cloned().unwrap_or_default();
        let Some(level) = self.set_base(&set.descs)? else { return Ok(()) };
        let (class, r) = self.val(cx, &op.args[0])?;
        if !matches!(self.repr(r), Repr::Class) {
            return Ok(());
        }
        self.setup_class(level)?;
        let vtable = self.class_info(level).vtable;
        let vt = self.cast(cx, class, Type::Ptr(vtable));
        let field = self.set_field(set.descs[0], name);
        let has = self.getfield(cx, vt, &has_field(&field))?;
        let class = self.cast(cx, class, Type::Ptr(self.layouts.vtable));
        let text = konst(self.string_const(name.as_bytes()));
        self.helper_call(cx, "ll_exc", "ll_check_class_has", vec![has, class, text])?;
        Ok(())
    }
}

/// What Python says where an operand is None; the types of the operands.
fn none_text(op: &SpaceOperation<Hl>, [left, right]: [&str; 2]) -> String {
    let binary =
        |sign: &str| format!("unsupported operand type(s) for {sign}: '{left}' and '{right}'");
    let unary = |sign: &str| format!("bad operand type for {sign}: 'NoneType'");
    let order =
        |sign: &str| format!("'{sign}' not supported between instances of '{left}' and '{right}'");
    match op.op {
        HlOp::GetItem => "'NoneType' object is not subscriptable".into(),
        HlOp::SetItem if left != "NoneType" => "can only assign an iterable".into(),
        HlOp::SetItem => "'NoneType' object does not support item assignment".into(),
        HlOp::DelItem => "'NoneType' object does not support item deletion".into(),
        // With a second operand it is an unpacking.
        HlOp::Len if op.args.len() > 1 => "cannot unpack non-iterable NoneType object".into(),
        HlOp::Len => "object of type 'NoneType' has no len()".into(),
        HlOp::Iter => "'NoneType' object is not iterable".into(),
        HlOp::Next => "'NoneType' object is not an iterator".into(),
        HlOp::Contains if left == "NoneType" => {
            "argument of type 'NoneType' is not iterable".into()
        }
        HlOp::Contains => "'in <string>' requires string as left operand, not NoneType".into(),
        HlOp::Ord => "ord() expected string of length 1, but NoneType found".into(),
        HlOp::Int => "int() argument must be a string, a bytes-like object or a real number, \
            not 'NoneType'"
            .into(),
        HlOp::Float => "float() argument must be a string or a real number, not 'NoneType'".into(),
        HlOp::Hex | HlOp::Oct | HlOp::Bin => {
            "'NoneType' object cannot be interpreted as an integer".into()
        }
        HlOp::Add | HlOp::InplaceAdd
            if matches!(left, "str" | "list" | "tuple") && op.op == HlOp::Add || left == "str" =>
        {
            format!("can only concatenate {left} (not \"NoneType\") to {left}")
        }
        HlOp::Add if left == "bytearray" => "can't concat NoneType to bytearray".into(),
        HlOp::InplaceAdd if left == "list" => "'NoneType' object is not iterable".into(),
        HlOp::Abs => unary("abs()"),
        HlOp::Pow => binary("** or pow()"),
        o => match (o.operator(), o.sign()) {
            (Some((row, _)), Some(sign)) => match row.kind {
                OperatorKind::Unary(_) => unary(&format!("unary {sign}")),
                OperatorKind::Compare(_) => order(sign),
                OperatorKind::Binary(_) | OperatorKind::Function => binary(sign),
            },
            _ => format!("'NoneType' object does not support '{}'", o.name()),
        },
    }
}

impl RTyper<'_> {
    /// Python's name of a type, for messages.
    pub(crate) fn type_name(&self, s: &SomeValue) -> String {
        match &s.kind {
            Kind::None_ => "NoneType",
            Kind::Bool => "bool",
            Kind::Integer { .. } => "int",
            Kind::Float | Kind::SingleFloat | Kind::LongFloat => "float",
            Kind::Char | Kind::String { .. } | Kind::UniChar | Kind::Unicode { .. } => "str",
            Kind::ByteArray => "bytearray",
            Kind::List(_) => "list",
            Kind::Dict(_) => "dict",
            Kind::Set(d) if self.ann.dict_def(*d).frozen => "frozenset",
            Kind::Set(_) => "set",
            Kind::Deque(_) => "collections.deque",
            Kind::Tuple(_) => "tuple",
            Kind::Instance { class, .. } => &self.ann.classdefs[*class].name,
            _ => "object",
        }
        .to_string()
    }
}
