//! Expressions.

use super::symtable::{Place, key};
use super::unit::Label;
use super::{Block, CodeKind, Compiler};
use crate::Python;
use crate::ast::*;
use crate::bytecode::*;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};

/// Truth of a constant, if the expression is one.
pub(super) fn constant_truth(e: &Expr) -> Option<bool> {
    match &e.kind {
        ExprKind::Const(c) => Some(match c {
            ConstValue::None => false,
            ConstValue::Ellipsis | ConstValue::BigInt(_) | ConstValue::Code(_) => true,
            ConstValue::Bool(b) => *b,
            ConstValue::Int(i) => *i != 0,
            ConstValue::Float(f) | ConstValue::Complex(f) => *f != 0.0,
            ConstValue::Str(s) | ConstValue::Unicode(s) => !s.is_empty(),
            ConstValue::Bytes(b) | ConstValue::RawStr(b) => !b.is_empty(),
            ConstValue::Tuple(t) => !t.is_empty(),
        }),
        ExprKind::Name(n) if *n == "__debug__" => Some(true),
        ExprKind::Not(inner) => constant_truth(inner).map(|b| !b),
        _ => None,
    }
}

/// Value of a constant expression over small numbers and tuples of constants.
fn fold(e: &Expr) -> Option<ConstValue> {
    match &e.kind {
        ExprKind::Const(c) => Some(c.clone()),
        ExprKind::Unary(UnaryOp::Neg, a) => match fold(a)? {
            ConstValue::Int(i) => i.checked_neg().map(ConstValue::Int),
            ConstValue::BigInt(i) => {
                let n = -i;
                Some(match i64::try_from(&n) {
                    Ok(small) => ConstValue::Int(small),
                    Err(_) => ConstValue::BigInt(n),
                })
            }
            ConstValue::Float(f) => Some(ConstValue::Float(-f)),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Invert, a) => match fold(a)? {
            ConstValue::Int(i) => Some(ConstValue::Int(!i)),
            _ => None,
        },
        ExprKind::Binary(op, a, b) => {
            let (ConstValue::Int(x), ConstValue::Int(y)) = (fold(a)?, fold(b)?) else {
                return None;
            };
            let v = match op {
                BinaryOp::Add => x.checked_add(y)?,
                BinaryOp::Sub => x.checked_sub(y)?,
                BinaryOp::Mul => x.checked_mul(y)?,
                BinaryOp::And => x & y,
                BinaryOp::Or => x | y,
                BinaryOp::Xor => x ^ y,
                BinaryOp::RShift if (0..64).contains(&y) => x >> y,
                BinaryOp::LShift if (0..63).contains(&y) => {
                    x.checked_mul(1i64.checked_shl(y as u32)?)?
                }
                BinaryOp::Pow if (0..64).contains(&y) => x.checked_pow(y as u32)?,
                _ => return None,
            };
            Some(ConstValue::Int(v))
        }
        ExprKind::Tuple(items) => {
            let values: Option<Vec<ConstValue>> = items.iter().map(fold).collect();
            values.map(|v| ConstValue::Tuple(v.into()))
        }
        _ => None,
    }
}

impl<'a> Compiler<'a> {
    fn binary_op(&self, op: BinaryOp) -> BinaryOp {
        match op {
            BinaryOp::Div if self.true_division() => BinaryOp::TrueDiv,
            other => other,
        }
    }

    pub(super) fn inplace(&mut self, op: BinaryOp, span: Span) {
        let op = self.binary_op(op);
        self.emit(Op::InPlace(op), span);
    }

    /// Pushes the value of an expression.
    pub(super) fn expr(&mut self, e: &'a Expr) {
        let span = e.span;
        if !matches!(e.kind, ExprKind::Name(_))
            && let Some(c) = fold(e)
        {
            self.constant(c, span);
            return;
        }
        match &e.kind {
            ExprKind::Const(c) => self.constant(c.clone(), span),
            ExprKind::JoinedStr(parts) => self.joined(parts, span),
            ExprKind::Name(n) => self.load_name(*n, span),
            ExprKind::Attr(o, n) => {
                self.expr(o);
                let i = self.attr_name(*n);
                self.emit(Op::LoadAttr(i), span);
            }
            ExprKind::Subscript(o, index) => {
                self.expr(o);
                match &index.kind {
                    ExprKind::Slice(a, b, None) if !self.bounds_may_raise(a, b) => {
                        self.bounds(a, b, span);
                        self.emit(Op::GetSlice, span);
                    }
                    _ => {
                        self.index(index);
                        self.emit(Op::GetItem, span);
                    }
                }
            }
            ExprKind::Slice(..) => self.index(e),
            ExprKind::Call(f, args) => self.call_expr(f, args, span),
            ExprKind::Unary(op, a) => {
                self.expr(a);
                self.emit(Op::Unary(*op), span);
            }
            ExprKind::Not(a) => {
                self.expr(a);
                self.emit(Op::Unary(UnaryOp::Not), span);
            }
            ExprKind::Binary(BinaryOp::Mod, a, b) if self.format_named(a, b, span) => {}
            ExprKind::Binary(op, a, b) => {
                self.expr(a);
                self.expr(b);
                let op = self.binary_op(*op);
                self.emit(Op::Binary(op), span);
            }
            ExprKind::Compare(first, rest) => self.compare_value(first, rest, span),
            ExprKind::And(items) => self.bool_value(items, Op::JumpIfFalseOrPop(0), span),
            ExprKind::Or(items) => self.bool_value(items, Op::JumpIfTrueOrPop(0), span),
            ExprKind::IfExp(test, body, orelse) => {
                match constant_truth(test) {
                    Some(true) => return self.expr(body),
                    Some(false) => return self.expr(orelse),
                    None => {}
                }
                let other = self.label();
                let end = self.label();
                self.jump_if(test, other, false);
                self.expr(body);
                self.jump(Op::Jump(0), end, span);
                self.place(other);
                self.expr(orelse);
                self.place(end);
            }
            ExprKind::Lambda(params, body) => self.lambda(params, body, span),
            ExprKind::Tuple(items) => {
                if items.iter().any(|i| matches!(i.kind, ExprKind::Starred(_))) {
                    self.tuple_with_stars(items, span);
                } else {
                    items.iter().for_each(|i| self.expr(i));
                    self.emit(Op::BuildTuple(items.len() as u32), span);
                }
            }
            ExprKind::List(items) => {
                if items.iter().any(|i| matches!(i.kind, ExprKind::Starred(_))) {
                    self.display_with_stars(items, span);
                } else {
                    items.iter().for_each(|i| self.expr(i));
                    self.emit(Op::BuildList(items.len() as u32), span);
                }
            }
            ExprKind::Set(items) => {
                if items.iter().any(|i| matches!(i.kind, ExprKind::Starred(_))) {
                    self.emit(Op::BuildSet(0), span);
                    for i in items {
                        match &i.kind {
                            ExprKind::Starred(inner) => {
                                self.expr(inner);
                                self.emit(Op::SetUpdate(1), i.span);
                            }
                            _ => {
                                self.expr(i);
                                self.emit(Op::SetAdd(1), i.span);
                            }
                        }
                    }
                } else {
                    items.iter().for_each(|i| self.expr(i));
                    self.emit(Op::BuildSet(items.len() as u32), span);
                }
            }
            ExprKind::Dict(items) => {
                self.emit(Op::BuildMap, span);
                for (k, v) in items {
                    match k {
                        Some(k) => {
                            self.expr(k);
                            self.expr(v);
                            self.emit(Op::MapAdd(1), k.span.to(v.span));
                        }
                        None => {
                            self.expr(v);
                            self.emit(Op::DictUpdate(1), v.span);
                        }
                    }
                }
            }
            ExprKind::ListComp(elt, comps) => {
                self.emit(Op::BuildList(0), span);
                self.inline_comprehension(key(&**elt), comps, &mut |c, above| {
                    c.expr(elt);
                    c.emit(Op::ListAppend(above + 1), elt.span);
                });
                self.emit(Op::ListDone, span);
            }
            ExprKind::SetComp(elt, comps) => {
                self.emit(Op::BuildSet(0), span);
                self.inline_comprehension(key(&**elt), comps, &mut |c, above| {
                    c.expr(elt);
                    c.emit(Op::SetAdd(above + 1), elt.span);
                });
            }
            ExprKind::DictComp(kv, comps) => {
                self.emit(Op::BuildMap, span);
                self.inline_comprehension(key(&**kv), comps, &mut |c, above| {
                    c.expr(&kv.0);
                    c.expr(&kv.1);
                    c.emit(Op::MapAdd(above + 1), kv.0.span.to(kv.1.span));
                });
            }
            ExprKind::GenExp(elt, comps) => self.generator_expression(elt, comps, span),
            ExprKind::Yield(value) => {
                match value {
                    Some(v) => self.expr(v),
                    None => self.none(span),
                }
                self.emit(Op::Yield, span);
            }
            ExprKind::YieldFrom(value) => {
                self.expr(value);
                self.emit(Op::GetIter, span);
                self.none(span);
                self.emit(Op::YieldFrom, span);
            }
            ExprKind::Starred(inner) => {
                self.error("a starred expression can only stand in a list of values", span);
                self.expr(inner);
            }
            ExprKind::Named(n, value) => {
                self.expr(value);
                self.emit(Op::DupTop, span);
                self.store_walrus(*n, span);
            }
        }
    }

    /// `:=` binds outside of comprehensions.
    fn store_walrus(&mut self, n: Name, span: Span) {
        let saved = self.scope;
        self.scope = self.table.real(self.scope);
        self.store_name(n, span);
        self.scope = saved;
    }

    fn inline_comprehension(
        &mut self,
        scope: usize,
        comps: &'a [Comprehension],
        body: &mut dyn FnMut(&mut Compiler<'a>, u32),
    ) {
        self.expr(&comps[0].iter);
        self.emit(Op::GetIter, comps[0].iter.span);
        let saved = self.scope;
        self.scope = self.table.scope_of(scope);
        // Each run of the comprehension has variables of its own.
        let prefix = format!("$c{}.", self.scope);
        let cells = self.u().code.cellvars.len();
        for i in 0..cells {
            if self.u().code.cellvars[i].as_str().starts_with(&prefix) {
                self.emit(Op::NewCell(i as u32), comps[0].iter.span);
            }
        }
        self.comprehension_loops(comps, 0, 1, body);
        self.scope = saved;
    }

    /// The sum of tuples: their lengths stay known.
    fn tuple_with_stars(&mut self, items: &'a [Expr], span: Span) {
        let star = |i: &Expr| matches!(i.kind, ExprKind::Starred(_));
        for (k, run) in items.chunk_by(|a, b| !star(a) && !star(b)).enumerate() {
            match &run[0].kind {
                ExprKind::Starred(inner) => {
                    self.expr(inner);
                    self.emit(Op::ToTuple, run[0].span);
                }
                _ => {
                    run.iter().for_each(|i| self.expr(i));
                    self.emit(Op::BuildTuple(run.len() as u32), span);
                }
            }
            if k > 0 {
                self.emit(Op::Binary(BinaryOp::Add), span);
            }
        }
    }

    fn display_with_stars(&mut self, items: &'a [Expr], span: Span) {
        self.emit(Op::BuildList(0), span);
        for i in items {
            match &i.kind {
                ExprKind::Starred(inner) => {
                    self.expr(inner);
                    self.emit(Op::ListExtend(1), i.span);
                }
                _ => {
                    self.expr(i);
                    self.emit(Op::ListAppend(1), i.span);
                }
            }
        }
    }

    pub(super) fn bounds(
        &mut self,
        a: &'a Option<Box<Expr>>,
        b: &'a Option<Box<Expr>>,
        span: Span,
    ) {
        for x in [a, b] {
            match x {
                Some(e) => self.expr(e),
                None => self.none(span),
            }
        }
    }

    /// Tells whether the bounds of a slice may raise under a handler, as objects with an `__index__` do: then the slice is made by an
    /// instruction of its own. (Objects of Python 2 get the bounds themselves, by `__getslice__`.)
    pub(super) fn bounds_may_raise(
        &mut self,
        start: &Option<Box<Expr>>,
        stop: &Option<Box<Expr>>,
    ) -> bool {
        let known = |e: &Option<Box<Expr>>| e.as_ref().is_none_or(|e| fold(e).is_some());
        let handled = self.blocks().iter().any(|b| !matches!(b, Block::Loop { .. }));
        handled && self.future.python != Python::Two && !(known(start) && known(stop))
    }

    /// Pushes an index; slices become slice objects.
    pub(super) fn index(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Slice(a, b, step) => {
                self.bounds(a, b, e.span);
                match step {
                    Some(s) => self.expr(s),
                    None => self.none(e.span),
                }
                self.emit(Op::BuildSlice, e.span);
            }
            ExprKind::Tuple(items)
                if items.iter().any(|i| matches!(i.kind, ExprKind::Slice(..))) =>
            {
                items.iter().for_each(|i| self.index(i));
                self.emit(Op::BuildTuple(items.len() as u32), e.span);
            }
            _ => self.expr(e),
        }
    }

    /// `"…%(key)s…" % {"key": value, …}`: no dict is made, so that the values may be of different types.
    fn format_named(&mut self, fmt: &'a Expr, values: &'a Expr, span: Span) -> bool {
        let ExprKind::Dict(items) = &values.kind else { return false };
        let keys: Option<Vec<ConstValue>> = items
            .iter()
            .map(|(k, _)| match &k.as_ref()?.kind {
                ExprKind::Const(k @ (ConstValue::Str(_) | ConstValue::Unicode(_))) => {
                    Some(k.clone())
                }
                _ => None,
            })
            .collect();
        let Some(keys) = keys else { return false };
        match &fmt.kind {
            ExprKind::Const(ConstValue::Str(text) | ConstValue::Unicode(text))
                if text.contains("%(") => {}
            // A format that is computed; with an empty dict there is nothing to take apart.
            ExprKind::Const(_) => return false,
            _ if keys.is_empty() => return false,
            _ => {}
        }
        self.expr(fmt);
        self.constant(ConstValue::Tuple(keys.into()), values.span);
        for (_, v) in items {
            self.expr(v);
        }
        self.emit(Op::FormatNamed(items.len() as u32), span);
        true
    }

    fn joined(&mut self, parts: &'a [FPart], span: Span) {
        let mut n = 0;
        for p in parts {
            match p {
                FPart::Literal(s) => self.constant(ConstValue::Str(s.as_str().into()), span),
                FPart::Field { expr, conversion, spec } => {
                    self.expr(expr);
                    // Each of the two steps may call code of the program: an instruction for each.
                    let mut conversion = *conversion;
                    if let Some(s) = spec {
                        if conversion != Conversion::None {
                            self.emit(Op::FormatValue(conversion, false), expr.span);
                            conversion = Conversion::None;
                        }
                        self.joined(s, expr.span);
                    }
                    self.emit(Op::FormatValue(conversion, spec.is_some()), expr.span);
                }
            }
            n += 1;
        }
        match (n, parts.first()) {
            (0, _) => self.constant(ConstValue::Str("".into()), span),
            (1, _) => {}
            _ => self.emit(Op::BuildString(n), span),
        }
    }

    fn bool_value(&mut self, items: &'a [Expr], jump: Op, span: Span) {
        let end = self.label();
        let (last, init) = items.split_last().expect("at least two operands");
        let is_or = matches!(jump, Op::JumpIfTrueOrPop(_));
        for i in init {
            match &i.kind {
                // `a and b or c`: where a decides, its value is not that of the expression (nor, later, joined with it).
                ExprKind::And(inner) if is_or => self.bool_operand(inner, jump, end, span),
                ExprKind::Or(inner) if !is_or => self.bool_operand(inner, jump, end, span),
                _ => {
                    self.expr(i);
                    self.jump(jump, end, span);
                }
            }
        }
        self.expr(last);
        self.place(end);
    }

    fn bool_operand(&mut self, items: &'a [Expr], jump: Op, end: Label, span: Span) {
        let next = self.label();
        let (last, init) = items.split_last().expect("at least two operands");
        for i in init {
            self.jump_if(i, next, !matches!(jump, Op::JumpIfTrueOrPop(_)));
        }
        self.expr(last);
        self.jump(jump, end, span);
        self.place(next);
    }

    /// Emits a comparison of the two top values; gives whether its result is to be negated.
    fn compare_op(&mut self, cmp: Cmp, span: Span) -> bool {
        let (op, negate) = match cmp {
            Cmp::Lt => (CompareOp::Lt, false),
            Cmp::Le => (CompareOp::Le, false),
            Cmp::Eq => (CompareOp::Eq, false),
            Cmp::Ne => (CompareOp::Ne, false),
            Cmp::Gt => (CompareOp::Gt, false),
            Cmp::Ge => (CompareOp::Ge, false),
            Cmp::Is => (CompareOp::Is, false),
            Cmp::IsNot => (CompareOp::Is, true),
            Cmp::In => (CompareOp::In, false),
            Cmp::NotIn => (CompareOp::In, true),
        };
        self.emit(Op::Compare(op), span);
        negate
    }

    fn compare_value(&mut self, first: &'a Expr, rest: &'a [(Cmp, Expr)], span: Span) {
        self.expr(first);
        let end = self.label();
        let cleanup = self.label();
        let (last, init) = rest.split_last().expect("at least one comparison");
        for (cmp, b) in init {
            self.expr(b);
            self.emit(Op::DupTop, span);
            self.emit(Op::RotThree, span);
            if self.compare_op(*cmp, span) {
                self.emit(Op::Unary(UnaryOp::Not), span);
            }
            self.jump(Op::JumpIfFalseOrPop(0), cleanup, span);
        }
        self.expr(&last.1);
        if self.compare_op(last.0, span) {
            self.emit(Op::Unary(UnaryOp::Not), span);
        }
        if !init.is_empty() {
            self.jump(Op::Jump(0), end, span);
            // The false result lies above the operand that was to be compared next.
            self.place(cleanup);
            self.emit(Op::RotTwo, span);
            self.emit(Op::PopTop, span);
            self.place(end);
        }
    }

    /// Jumps to `target` if the truth of `e` is `cond`, else goes on.
    pub(super) fn jump_if(&mut self, e: &'a Expr, target: Label, cond: bool) {
        let span = e.span;
        if let Some(truth) = constant_truth(e) {
            if truth == cond {
                self.jump(Op::Jump(0), target, span);
            }
            return;
        }
        match &e.kind {
            ExprKind::Not(inner) => self.jump_if(inner, target, !cond),
            ExprKind::And(items) | ExprKind::Or(items) => {
                let is_or = matches!(e.kind, ExprKind::Or(_));
                let (last, init) = items.split_last().expect("at least two operands");
                if is_or == cond {
                    for i in items {
                        self.jump_if(i, target, cond);
                    }
                } else {
                    let skip = self.label();
                    for i in init {
                        self.jump_if(i, skip, !cond);
                    }
                    self.jump_if(last, target, cond);
                    self.place(skip);
                }
            }
            ExprKind::Compare(first, rest) if rest.len() == 1 => {
                self.expr(first);
                self.expr(&rest[0].1);
                let negate = self.compare_op(rest[0].0, span);
                let op = if cond != negate { Op::PopJumpIfTrue(0) } else { Op::PopJumpIfFalse(0) };
                self.jump(op, target, span);
            }
            ExprKind::Compare(first, rest) => self.compare_jump(first, rest, target, cond, span),
            _ => {
                self.expr(e);
                let op = if cond { Op::PopJumpIfTrue(0) } else { Op::PopJumpIfFalse(0) };
                self.jump(op, target, span);
            }
        }
    }

    /// Jumps on a chain of comparisons.
    fn compare_jump(
        &mut self,
        first: &'a Expr,
        rest: &'a [(Cmp, Expr)],
        target: Label,
        cond: bool,
        span: Span,
    ) {
        let end = self.label();
        let cleanup = self.label();
        let (last, init) = rest.split_last().expect("at least one comparison");
        self.expr(first);
        for (cmp, b) in init {
            self.expr(b);
            self.emit(Op::DupTop, span);
            self.emit(Op::RotThree, span);
            let negate = self.compare_op(*cmp, span);
            let op = if negate { Op::PopJumpIfTrue(0) } else { Op::PopJumpIfFalse(0) };
            self.jump(op, cleanup, span);
        }
        self.expr(&last.1);
        let negate = self.compare_op(last.0, span);
        let op = if cond != negate { Op::PopJumpIfTrue(0) } else { Op::PopJumpIfFalse(0) };
        self.jump(op, target, span);
        self.jump(Op::Jump(0), end, span);
        // Here the operand that was to be compared next is left.
        self.place(cleanup);
        self.emit(Op::PopTop, span);
        if !cond {
            self.jump(Op::Jump(0), target, span);
        }
        self.place(end);
    }

    fn call_expr(&mut self, f: &'a Expr, args: &'a [Arg], span: Span) {
        if let (ExprKind::Name(n), true) = (&f.kind, args.is_empty())
            && *n == "super"
            && self.bare_super(f.span)
        {
            self.call(2, span);
            return;
        }
        self.expr(f);
        let named = match &f.kind {
            ExprKind::Attr(_, n) | ExprKind::Name(n) => *n == "exc_info",
            _ => false,
        };
        if named
            && args.is_empty()
            && let Some((_, value)) = self.handled_exception()
        {
            self.emit(Op::LoadFast(value), span);
            self.emit(Op::ExcInfo, span);
            return;
        }
        let shape = self.call_args(args, span);
        let i = self.u().shape(shape);
        self.emit(Op::Call(i), span);
    }

    /// `super()` in a method is `super(__class__, first parameter)`.
    fn bare_super(&mut self, span: Span) -> bool {
        let Some(first) = self.stack.last().and_then(|s| s.first_param) else { return false };
        let class = Name::new("__class__");
        let in_method = self.u().code.kind == CodeKind::Function
            && matches!(self.place_of(class), Place::Free(_))
            && matches!(self.place_of(Name::new("super")), Place::Global(_));
        if in_method {
            self.load_name(Name::new("super"), span);
            self.load_name(class, span);
            self.load_name(first, span);
        }
        in_method
    }

    /// Pushes arguments; gives their shape.
    pub(super) fn call_args(&mut self, args: &'a [Arg], span: Span) -> CallShape {
        let mut shape = CallShape::default();
        let stars = args.iter().filter(|a| matches!(a, Arg::Star(_))).count();
        let star_at = args.iter().position(|a| matches!(a, Arg::Star(_))).unwrap_or(args.len());
        let pos_after_star = args[star_at..].iter().any(|a| matches!(a, Arg::Pos(_)));
        let starstars = args.iter().filter(|a| matches!(a, Arg::StarStar(_))).count();
        let merge_pos = stars > 1 || pos_after_star;
        let merge_kw = starstars > 1;
        // `f(**{'x': 1})`
        let display = match args.iter().find(|a| matches!(a, Arg::StarStar(_))) {
            Some(Arg::StarStar(e)) if !merge_kw => constant_keys(e, args),
            _ => None,
        };
        for a in if merge_pos { &args[..star_at] } else { args } {
            if let Arg::Pos(e) = a {
                self.expr(e);
                shape.pos += 1;
            }
        }
        if !merge_kw {
            for a in args {
                if let Arg::Keyword(n, e) = a {
                    self.expr(e);
                    shape.keywords.push(super::mangle(self.table.class_name(self.scope), *n));
                }
                if let (Arg::StarStar(_), Some(items)) = (a, &display) {
                    for (n, e) in items {
                        self.expr(e);
                        shape.keywords.push(*n);
                    }
                }
            }
        }
        if merge_pos {
            // From the first `*` on.
            let pos = |a: &Arg| matches!(a, Arg::Pos(_));
            let rest: Vec<&'a Arg> =
                args[star_at..].iter().filter(|a| pos(a) || matches!(a, Arg::Star(_))).collect();
            for (k, run) in rest.chunk_by(|a, b| pos(a) && pos(b)).enumerate() {
                match run[0] {
                    Arg::Star(e) => self.expr(e),
                    _ => {
                        for a in run {
                            if let Arg::Pos(e) = a {
                                self.expr(e);
                            }
                        }
                        self.emit(Op::BuildTuple(run.len() as u32), span);
                    }
                }
                if k > 0 {
                    self.emit(Op::JoinArgs, span);
                }
            }
            shape.star = true;
        } else if let Some(Arg::Star(e)) = args.get(star_at) {
            self.expr(e);
            shape.star = true;
        }
        if merge_kw {
            self.emit(Op::BuildMap, span);
            for a in args {
                match a {
                    Arg::Keyword(n, e) => {
                        self.constant(ConstValue::Str(n.as_str().into()), e.span);
                        self.expr(e);
                        self.emit(Op::MapAdd(1), e.span);
                    }
                    Arg::StarStar(e) => {
                        self.expr(e);
                        self.emit(Op::DictUpdate(1), e.span);
                    }
                    _ => {}
                }
            }
            shape.starstar = true;
        } else if display.is_none() {
            for a in args {
                if let Arg::StarStar(e) = a {
                    self.expr(e);
                    shape.starstar = true;
                }
            }
        }
        shape
    }
}

/// The items of a dict display with string keys that are all different, and different from the other keywords.
fn constant_keys<'a>(dict: &'a Expr, args: &[Arg]) -> Option<Vec<(Name, &'a Expr)>> {
    let ExprKind::Dict(items) = &dict.kind else { return None };
    let mut out: Vec<(Name, &Expr)> = vec![];
    for (k, v) in items {
        let ExprKind::Const(ConstValue::Str(k)) = &k.as_ref()?.kind else { return None };
        let n = Name::new(k);
        if out.iter().any(|o| o.0 == n)
            || args.iter().any(|a| matches!(a, Arg::Keyword(m, _) if *m == n))
        {
            return None;
        }
        out.push((n, v));
    }
    Some(out)
}
