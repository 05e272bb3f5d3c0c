//! Arithmetic and comparisons.

use crate::DictKind;
use crate::definitions::desc::DescKind;
use crate::prelude::*;

impl Annotator {
    pub(crate) fn op_unary_number(&mut self, site: Site, op: HlOp, s: &SomeValue) -> AResult {
        use HlOp::*;
        let p = op.plain();
        if op != p && !s.is_integral() {
            return Err(self.bad_operands(site, op, std::slice::from_ref(s)));
        }
        match (&s.kind, p) {
            (Kind::Float, Neg | Pos | Abs) => Ok(SomeValue::FLOAT),
            (Kind::Bool, _) => {
                Ok(if matches!(p, Pos | Abs) { SomeValue::NONNEG } else { SomeValue::INT })
            }
            (Kind::Integer { .. }, Pos) => Ok(s.clone()),
            (Kind::Integer { unsigned, size, .. }, _) => {
                if let (Some(i), Neg | Invert | Abs) = (s.const_int(), p) {
                    let v = match p {
                        Neg => i.checked_neg(),
                        Invert => Some(!i),
                        _ => i.checked_abs(),
                    };
                    if let Some(v) = v {
                        return Ok(SomeValue::int_const(v));
                    }
                }
                Ok(SomeValue::integer(p == Abs, *unsigned, *size))
            }
            (Kind::SingleFloat | Kind::LongFloat, _) => Err(self
                .error(site, "operand", format!("no arithmetic on {}", self.show(s)))
                .note("convert with float() first")),
            (Kind::Dict(d), Pos | Neg) if self.dict_def(*d).kind == DictKind::Counter => {
                let f = if p == Pos { "positive" } else { "negative" };
                self.call_library_on(site, "counters", f, &[(0, s)])
            }
            (Kind::Instance { .. }, _) => match self.special_unary(site, op, s) {
                Some(r) => r,
                None => Err(self.bad_operands(site, op, std::slice::from_ref(s))),
            },
            _ => Err(self.bad_operands(site, op, std::slice::from_ref(s))),
        }
    }

    pub(crate) fn op_binary(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        use HlOp::*;
        let (a, b) = (&args[0], &args[1]);
        let p = op.op.plain();
        if a.is_integral() && b.is_integral() {
            if p == Div && self.is_rounded(site, op) {
                return Ok(SomeValue::FLOAT);
            }
            self.warn_arithmetic(site, op, a, b);
            return self.int_binary(site, op.op, a, b);
        }
        let number = |s: &SomeValue| s.is_integral() || s.kind == Kind::Float;
        if number(a) && number(b) {
            if op.op.is_checked() {
                return Err(self.error(
                    site,
                    "ovfcheck",
                    "ovfcheck() works on ints, not on floats",
                ));
            }
            return match p {
                Add | Sub | Mul | TrueDiv | Div | FloorDiv | Mod => Ok(SomeValue::FLOAT),
                _ => Err(self.bad_operands(site, op.op, args)),
            };
        }
        if let Some(r) = self.special_binary(site, op.op, args) {
            return r;
        }
        if let Some(r) = self.string_binary(site, op, args) {
            return r;
        }
        if let Some(r) = self.set_binary(site, op, args) {
            return r;
        }
        if let Some(r) = self.container_binary(site, op, args) {
            return r;
        }
        Err(self.bad_operands(site, op.op, args))
    }

    /// Whether an operand is the result of `math.floor`, `math.ceil` or `math.trunc`.
    fn is_rounded(&self, site: Site, op: &Op) -> bool {
        let Some(p) = site.position else { return false };
        op.args
            .iter()
            .filter_map(|a| a.as_var())
            .any(|v| self.made_at.rounded.contains(&(p.graph, v)))
    }

    /// `a ** b`: a float if one operand is one, or if the exponent is a negative constant.
    pub(crate) fn op_pow(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (a, b) = (&args[0], &args[1]);
        let number = |s: &SomeValue| s.is_integral() || s.kind == Kind::Float;
        if !number(a) || !number(b) {
            if let Some(r) = self.string_binary(site, op, args) {
                return r;
            }
            return Err(self.bad_operands(site, op.op, args));
        }
        let ints = a.is_integral() && b.is_integral();
        let f = if ints && b.const_int().is_none_or(|i| i >= 0) { "pow_int" } else { "pow_float" };
        self.call_library_on(site, "numbers", f, &[(0, a), (1, b)])
    }

    fn int_binary(&mut self, site: Site, op: HlOp, a: &SomeValue, b: &SomeValue) -> AResult {
        use HlOp::*;
        let p = op.plain();
        if let (Kind::Bool, Kind::Bool, And | Or | Xor) = (&a.kind, &b.kind, p) {
            return Ok(SomeValue::BOOL);
        }
        if p == TrueDiv {
            return Ok(SomeValue::FLOAT);
        }
        let parts = |s: &SomeValue| match s.kind {
            // Numbers of 8 and 16 bits are words as soon as something is done with them.
            Kind::Integer { size: IntSize::Short | IntSize::Byte, nonneg, .. } => {
                (false, IntSize::Word, nonneg)
            }
            Kind::Integer { unsigned, size, nonneg } => (unsigned, size, nonneg),
            _ => (false, IntSize::Word, true),
        };
        let ((u1, s1, n1), (u2, s2, n2)) = (parts(a), parts(b));
        // A shift count does not decide the type of the result.
        let (unsigned, size) = if matches!(p, LShift | RShift) {
            (u1, s1)
        } else if (u1, s1) == (false, IntSize::Word) {
            (u2, s2)
        } else if (u2, s2) == (false, IntSize::Word) {
            (u1, s1)
        } else {
            (u1 || u2, s1.min(s2))
        };
        let nonneg = match p {
            Add | Mul | FloorDiv | Div | Or | Xor => n1 && n2,
            And => n1 || n2,
            Mod => n2,
            LShift | RShift => n1,
            _ => false,
        };
        if op.is_checked() && unsigned {
            return Err(self
                .error(site, "ovfcheck", "ovfcheck() on unsigned integers")
                .note("unsigned arithmetic wraps around"));
        }
        Ok(SomeValue::integer(nonneg, unsigned, size))
    }

    pub(crate) fn op_compare(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        use HlOp::*;
        let (a, b) = (&args[0], &args[1]);
        let eq = matches!(op.op, Eq | Ne);
        let ordering = |o: std::cmp::Ordering| match op.op {
            Lt => o.is_lt(),
            Le => o.is_le(),
            Gt => o.is_gt(),
            Ge => o.is_ge(),
            Eq => o.is_eq(),
            _ => o.is_ne(),
        };
        if a.is_integral() && b.is_integral() {
            if let (Some(x), Some(y)) = (a.const_int(), b.const_int()) {
                return Ok(SomeValue::bool_const(ordering(x.cmp(&y))));
            }
            self.learn_nonneg(site, op, a, b);
            return Ok(SomeValue::BOOL);
        }
        let number = |s: &SomeValue| s.is_integral() || s.kind == Kind::Float;
        if number(a) && number(b) {
            return Ok(SomeValue::BOOL);
        }
        let text = |s: &SomeValue| s.is_str() || s.is_unicode();
        if text(a) && text(b) {
            // A single byte character may meet unicode: it is a code point.
            let char_with_wide =
                |x: &SomeValue, y: &SomeValue| x.kind == Kind::Char && y.is_unicode();
            if a.is_str() != b.is_str() && !char_with_wide(a, b) && !char_with_wide(b, a) {
                return Err(self
                    .error(
                        site,
                        "text-and-bytes",
                        "a byte string is compared with a unicode string",
                    )
                    .note("use .decode or .encode"));
            }
            if let (
                Some(HlConst::Str(x) | HlConst::Bytes(x)),
                Some(HlConst::Str(y) | HlConst::Bytes(y)),
            ) = (&a.konst, &b.konst)
            {
                return Ok(SomeValue::bool_const(ordering(x.cmp(y))));
            }
            return Ok(SomeValue::BOOL);
        }
        // A function or bound method and closures: all are closures then.
        if eq && self.is_callable_and_closure(a, b) {
            let both = self.union(site, &a.without_const(), &b.without_const());
            let both =
                both.map_err(|e| self.union_at(site, e, "the operands of a comparison", &[]))?;
            if let Some(r) = self.special_compare(site, op.op, &[both.clone(), both]) {
                return r;
            }
            return Ok(SomeValue::BOOL);
        }
        if let Some(r) = self.special_compare(site, op.op, args) {
            return r;
        }
        if let Some(r) = self.compare_views(site, op.op, args) {
            return r;
        }
        let both_known = a.kind == Kind::None_ && b.kind == Kind::None_;
        if eq && both_known {
            return Ok(SomeValue::bool_const(op.op == Eq));
        }
        if eq && (a.kind == Kind::None_ || b.kind == Kind::None_) {
            let (other, i) = if a.kind == Kind::None_ { (b, 1) } else { (a, 0) };
            if !other.can_be_none() {
                return Ok(SomeValue::bool_const(op.op == Ne));
            }
            if let Some(v) = var(op, i) {
                let none = vec![(v, SomeValue::NONE)];
                let some = vec![(v, other.nonnoneify())];
                let k = if op.op == Eq {
                    Knowledge { if_true: none, if_false: some }
                } else {
                    Knowledge { if_true: some, if_false: none }
                };
                self.learn(site, op, k);
            }
            return Ok(SomeValue::BOOL);
        }
        if !eq {
            return match (&a.kind, &b.kind) {
                (Kind::Address, Kind::Address) => Ok(SomeValue::BOOL),
                (Kind::Tuple(x), Kind::Tuple(y)) if x.len() == y.len() => {
                    self.union(site, &a.without_const(), &b.without_const())
                        .map_err(|e| self.union_at(site, e, "the operands of a comparison", &[]))?;
                    for s in [a, b] {
                        self.want_hook(s, special::Hook::Lt);
                        self.want_hook(s, special::Hook::Eq);
                    }
                    Ok(SomeValue::BOOL)
                }
                (Kind::Tuple(_), Kind::Tuple(_)) => Err(self.error(
                    site,
                    "unsupported",
                    format!("'{}' on tuples of different lengths", op.op.name()),
                )),
                (Kind::List(x), Kind::List(y)) => {
                    let (x, y) = (*x, *y);
                    self.merge_lists(site, x, y)?;
                    self.read_list(site, x);
                    self.want_hook(a, special::Hook::Lt);
                    self.want_hook(a, special::Hook::Eq);
                    Ok(SomeValue::BOOL)
                }
                (Kind::Set(_), Kind::Set(_))
                | (Kind::Deque(_), Kind::Deque(_))
                | (Kind::ByteArray, Kind::ByteArray | Kind::String { .. } | Kind::Char)
                | (Kind::String { .. } | Kind::Char, Kind::ByteArray)
                | (Kind::Dict(_), Kind::Dict(_)) => {
                    let module = match a.kind {
                        Kind::Set(_) => "sets",
                        Kind::Deque(_) => "deques",
                        Kind::Dict(d) if self.dict_def(d).kind == DictKind::Counter => "counters",
                        Kind::ByteArray | Kind::String { .. } | Kind::Char => "bytearrays",
                        _ => return Err(self.bad_operands(site, op.op, args)),
                    };
                    let f = match op.op {
                        Lt => "less",
                        Le => "less_or_equal",
                        Gt => "greater",
                        _ => "greater_or_equal",
                    };
                    self.call_library_on(site, module, f, &[(0, a), (1, b)])
                }
                _ => Err(self.bad_operands(site, op.op, args)),
            };
        }
        match (&a.kind, &b.kind) {
            (Kind::Instance { .. }, Kind::Instance { .. }) => Ok(SomeValue::BOOL),
            (Kind::Tuple(x), Kind::Tuple(y)) => {
                if x.len() != y.len() {
                    return Ok(SomeValue::bool_const(op.op == Ne));
                }
                self.want_hook(a, special::Hook::Eq);
                self.want_hook(b, special::Hook::Eq);
                Ok(SomeValue::BOOL)
            }
            (Kind::List(l), Kind::Tuple(_)) | (Kind::Tuple(_), Kind::List(l))
                if self.list_def(*l).star =>
            {
                let f = if op.op == Eq { "star_equal" } else { "star_differs" };
                let (args, t) = match a.kind {
                    Kind::List(_) => ((0, a), (1, b)),
                    _ => ((1, b), (0, a)),
                };
                self.call_library_on(site, "lists", f, &[args, t])
            }
            (Kind::List(x), Kind::List(y)) | (Kind::Deque(x), Kind::Deque(y)) => {
                let (x, y) = (*x, *y);
                // The items are compared with each other: they must be of one type.
                self.merge_lists(site, x, y)?;
                self.read_list(site, x);
                self.want_hook(a, special::Hook::Eq);
                Ok(SomeValue::BOOL)
            }
            (Kind::Dict(x), Kind::Dict(y))
                if self.dict_def(*x).kind == DictKind::Counter
                    && self.dict_def(*y).kind == DictKind::Counter =>
            {
                let f = if op.op == Eq { "equal" } else { "not_equal" };
                self.call_library_on(site, "counters", f, &[(0, a), (1, b)])
            }
            (Kind::Dict(x), Kind::Dict(y))
                if op.op == Eq && self.dict_def(*x).kind != self.dict_def(*y).kind =>
            {
                self.call_library_on(site, "dicts", "equal", &[(0, a), (1, b)])
            }
            (Kind::Dict(x), Kind::Dict(y)) | (Kind::Set(x), Kind::Set(y)) => {
                let (x, y) = (*x, *y);
                self.merge_dicts(site, x, y)?;
                self.want_hook(a, special::Hook::Eq);
                Ok(SomeValue::BOOL)
            }
            (Kind::Pbc { descs: x, .. }, Kind::Pbc { descs: y, .. }) => {
                if let (Some(x), Some(y)) = (&a.konst, &b.konst) {
                    let same = x == y || self.equal_prebuilt_methods(x, y);
                    return Ok(SomeValue::bool_const(same == (op.op == Eq)));
                }
                if let Some(r) = self.compare_methods(site, op.op == Eq, a, b) {
                    return r;
                }
                let common = x.iter().any(|d| y.iter().any(|e| self.may_be_equal(*d, *e)));
                let both_none = a.can_be_none() && b.can_be_none();
                if !common && !both_none {
                    return Ok(SomeValue::bool_const(op.op == Ne));
                }
                Ok(SomeValue::BOOL)
            }
            (Kind::Type(_), Kind::Type(_) | Kind::Pbc { .. })
            | (Kind::Pbc { .. }, Kind::Type(_)) => Ok(SomeValue::BOOL),
            (x, y) if std::mem::discriminant(x) == std::mem::discriminant(y) => Ok(SomeValue::BOOL),
            (Kind::ByteArray, Kind::String { .. } | Kind::Char)
            | (Kind::String { .. } | Kind::Char, Kind::ByteArray) => Ok(SomeValue::BOOL),
            _ => {
                let (x, y) = (self.show(a), self.show(b));
                self.warn(
                    site,
                    "never-equal",
                    format!("{x} is compared with {y}: never equal"),
                    "",
                );
                Ok(SomeValue::bool_const(op.op == Ne))
            }
        }
    }

    fn is_closure(&self, s: &SomeValue) -> bool {
        matches!(s.kind, Kind::Instance { class, .. } if self.is_closure_class(class))
    }

    /// Whether one value is a closure, the other one a function or something else that a closure can stand for.
    pub(crate) fn is_callable_and_closure(&self, a: &SomeValue, b: &SomeValue) -> bool {
        let prebuilt = |s: &SomeValue| {
            matches!(&s.kind, Kind::Pbc { descs, .. }
            if descs.iter().all(|d| self.can_be_closure(*d)))
        };
        self.is_closure(a) && prebuilt(b) || self.is_closure(b) && prebuilt(a)
    }

    /// Whether two prebuilt callables or objects may be equal: methods are if they are bound to one object.
    fn may_be_equal(&self, d: DescId, e: DescId) -> bool {
        let method = |d: DescId| match &self.descs[d].kind {
            DescKind::Method { func, this: Some(this), name, .. } => Some((*func, *this, name)),
            _ => None,
        };
        match (method(d), method(e)) {
            (Some((f, c, n)), Some((g, k, m))) => {
                (f == g || n == m) && (self.is_subclassdef(c, k) || self.is_subclassdef(k, c))
            }
            _ => d == e,
        }
    }

    /// Comparisons with ints that are not negative prove variables not negative.
    fn learn_nonneg(&mut self, site: Site, op: &Op, a: &SomeValue, b: &SomeValue) {
        use HlOp::*;
        let signed =
            |s: &SomeValue| matches!(s.kind, Kind::Integer { unsigned: false, nonneg: false, .. });
        let fact = |s: &SomeValue, i: usize| {
            if !signed(s) {
                return vec![];
            }
            match (var(op, i), &s.kind) {
                (Some(v), Kind::Integer { size, .. }) => {
                    vec![(v, SomeValue::integer(true, false, *size))]
                }
                _ => vec![],
            }
        };
        let above = |s: &SomeValue| s.is_nonneg() || s.const_int() == Some(-1);
        let (fa, fb) = (fact(a, 0), fact(b, 1));
        let (an, bn) = (a.is_nonneg(), b.is_nonneg());
        let none = || vec![];
        let k = match op.op {
            Lt => Knowledge {
                if_true: if above(a) { fb } else { none() },
                if_false: if bn { fa } else { none() },
            },
            Le => Knowledge {
                if_true: if an { fb } else { none() },
                if_false: if above(b) { fa } else { none() },
            },
            Gt => Knowledge {
                if_true: if above(b) { fa } else { none() },
                if_false: if an { fb } else { none() },
            },
            Ge => Knowledge {
                if_true: if bn { fa } else { none() },
                if_false: if above(a) { fb } else { none() },
            },
            Eq => Knowledge {
                if_true: [if bn { fa } else { none() }, if an { fb } else { none() }].concat(),
                if_false: none(),
            },
            _ => Knowledge {
                if_true: none(),
                if_false: [if bn { fa } else { none() }, if an { fb } else { none() }].concat(),
            },
        };
        self.learn(site, op, k);
    }
}
