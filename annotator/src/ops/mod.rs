//! Annotation of operations.

pub(crate) mod chaining;
pub(crate) mod operands;
mod reflected;
pub(crate) mod special;

use crate::prelude::*;

pub(crate) type Op = SpaceOperation<Hl>;

/// Whether an operation asks for no more than the truth of what is None or a bool.
fn takes_truth(op: HlOp, args: &[SomeValue]) -> bool {
    match op {
        HlOp::SameAs | HlOp::Bool | HlOp::Not | HlOp::SetAttr => true,
        HlOp::SimpleCall | HlOp::CallArgs => match &args[0].kind {
            Kind::Builtin(name) => name.trim_start_matches("builtins.") == "bool",
            Kind::BuiltinMethod { .. } | Kind::Truth => false,
            _ => true,
        },
        _ => false,
    }
}

/// The variable in an operand.
pub(crate) fn var(op: &Op, i: usize) -> Option<VarId> {
    op.args.get(i).and_then(|a| a.as_var())
}

impl Annotator {
    /// Annotation of the result of an operation.
    pub(crate) fn consider_op(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        use HlOp::*;
        if let Some(r) = self.lowlevel_op(site, op, args) {
            return r;
        }
        self.forget_library_call(site, op);
        if let Some(r) = self.exception_args_op(site, op, args) {
            return r;
        }
        if let Some(r) = self.metaclass_op(site, op, args) {
            return r;
        }
        if let Some(r) = self.python3_op(site, op, args) {
            return r;
        }
        if args.iter().any(|a| a.kind == Kind::Truth) && !takes_truth(op.op, args) {
            return Err(self
                .error(site, "operand", "this value is None or a bool: only its truth can be used")
                .note("bool(x) makes a bool of it"));
        }
        match op.op {
            SameAs => Ok(args[0].clone()),
            Is => self.op_is(site, op, args),
            Type => self.op_type(site, op, args),
            IsSubtype => self.op_issubtype(site, op, args),
            IsInstance => self.op_isinstance(site, op, args),
            Repr | Str => self.op_str(site, op.op, &args[0]).map(|s| self.made_text(site, s)),
            Format => self.op_format(site, args).map(|s| self.made_text(site, s)),
            StrFormat => self.format_named(site, args).map(|s| self.made_text(site, s)),
            Len => self.op_len(site, op, &args[0]),
            Hash if args[0].is_str() || args[0].is_unicode() => {
                self.call_library_on(site, "strings", "hash_", &[(0, &args[0])])
            }
            Hash if args[0].is_integral() => {
                self.call_library_on(site, "numbers", "hash_int", &[(0, &args[0])])
            }
            Hash if args[0].kind == Kind::Float => {
                self.call_library_on(site, "mathlib", "hash_float", &[(0, &args[0])])
            }
            Hash if matches!(args[0].kind, Kind::Tuple(_)) => Ok(SomeValue::INT),
            Hash => builtins::op_hash(self, site, &args[0]),
            Id => Ok(SomeValue::INT),
            SetAttr => self.op_setattr(site, op, args),
            DelAttr => {
                Err(self.error(site, "unsupported", "attributes cannot be deleted at run time"))
            }
            GetAttr => self.op_getattr(site, op, args),
            GetItem => self.op_getitem(site, op, args),
            SetItem => self.op_setitem(site, op, args),
            DelItem => self.op_delitem(site, op, args),
            NewSlice if args.iter().any(|a| self.has_index(site, a)) => {
                let parts: Vec<_> = args.iter().enumerate().collect();
                self.call_library_on(site, "objects", "slice_of", &parts)
            }
            NewSlice => {
                Ok(Kind::Slice(Rc::new([args[0].clone(), args[1].clone(), args[2].clone()])).into())
            }
            Bool => self.op_bool(site, op, &args[0], false),
            Not => self.op_bool(site, op, &args[0], true),
            Neg | Pos | Invert | Abs | NegOvf | AbsOvf => {
                self.op_unary_number(site, op.op, &args[0])
            }
            Hex | Oct | Bin if self.has_index(site, &args[0]) => {
                let f = format!("{}_of", op.op.name());
                self.call_library_on(site, "objects", &f, &[(0, &args[0])])
            }
            Hex | Oct | Bin => {
                self.want_int(site, &args[0], op.op.name())?;
                Ok(self.made_text(site, SomeValue::STR))
            }
            Ord => match args[0].kind {
                Kind::Char | Kind::UniChar => Ok(match single_char(&args[0]) {
                    Some(c) => SomeValue::int_const(c),
                    None => SomeValue::NONNEG,
                }),
                // A string that happens to have length 1.
                Kind::String { .. } | Kind::Unicode { .. } => {
                    self.call_library_on(site, "strings", "ord_", &[(0, &args[0])])
                }
                _ => Err(self.bad_operands(site, op.op, args)),
            },
            Int if args.len() == 1
                && let Some(r) = self.special_unary(site, Int, &args[0]) =>
            {
                r
            }
            Float if let Some(r) = self.special_unary(site, Float, &args[0]) => r,
            Int if args[0].is_str() || args[0].is_unicode() => {
                self.call_library_on(site, "numbers", "int_", &[(0, &args[0])])
            }
            Float if args[0].is_str() || args[0].is_unicode() => {
                self.call_library_on(site, "numbers", "float_", &[(0, &args[0])])
            }
            Int => builtins::to_int(self, site, &args[..1], &args[1..]),
            Float => builtins::to_float(self, site, &args[0]),
            MatMul | InplaceMatMul => match self.special_binary(site, op.op, args) {
                Some(r) => r,
                None => Err(self.bad_operands(site, op.op, args)),
            },
            Pow | InplacePow | DivMod if let Some(r) = self.special_binary(site, op.op, args) => r,
            Pow | InplacePow => self.op_pow(site, op, args),
            DivMod => {
                self.call_library_on(site, "numbers", "divmod_", &[(0, &args[0]), (1, &args[1])])
            }
            Add | Sub | Mul | TrueDiv | FloorDiv | Div | Mod | LShift | RShift | And | Or | Xor
            | InplaceAdd | InplaceSub | InplaceMul | InplaceTrueDiv | InplaceFloorDiv
            | InplaceDiv | InplaceMod | InplaceLShift | InplaceRShift | InplaceAnd | InplaceOr
            | InplaceXor | AddOvf | SubOvf | MulOvf | FloorDivOvf | ModOvf | LShiftOvf => {
                self.op_binary(site, op, args)
            }
            Lt | Le | Eq | Ne | Gt | Ge => self.op_compare(site, op, args),
            Contains => self.op_contains(site, op, args),
            NewTuple => Ok(SomeValue::tuple(args.to_vec())),
            NewList => {
                let l = self.site_list(site, 0);
                for a in args {
                    self.generalize_list(site, l, a)?;
                }
                Ok(Kind::List(l).into())
            }
            NewDict => {
                let d = self.site_dict(site);
                Ok(Kind::Dict(d).into())
            }
            NewSet => Ok(Kind::Set(self.site_set(site, false)).into()),
            Iter => self.op_iter(site, op, &args[0]),
            Next => self.op_next(site, op, &args[0]),
            SimpleCall => self.op_simple_call(site, op, args),
            CallArgs => self.op_call_args(site, op, args),
            Hint => {
                let kind = constant_text(self, &args[0]);
                builtins::hint(self, site, kind.as_deref().unwrap_or(""), &args[1])
            }
            Yield => Err(self.error(
                site,
                "unsupported",
                "'yield' outside of a generator function cannot be annotated",
            )),
        }
    }

    /// What an operation can raise, given its annotated operands.
    pub(crate) fn op_throws(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> Throws {
        let throws = self.op_throws_but_for_none(site, op, args);
        self.with_none(site, throws, op, args)
    }

    fn op_throws_but_for_none(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> Throws {
        use HlOp::*;
        if site.position.is_some_and(|p| self.graphs[p.graph].calls.contains_key(&op.result)) {
            return Throws::Anything;
        }
        if self.calls_user_methods(site, args) && !matches!(op.op, SimpleCall | CallArgs) {
            return Throws::Anything;
        }
        match op.op {
            GetAttr | SetAttr => match &args[0].kind {
                // A method that only some subclasses have.
                Kind::Instance { class, .. }
                    if op.op == GetAttr
                        && args[1].const_str().is_some_and(|n| {
                            !self.class_has_attr(*class, n)
                                && self.find_attr(*class, n).is_some_and(|(_, a)| a.readonly)
                        }) =>
                {
                    Throws::Only(vec!["AttributeError"])
                }
                Kind::None_ => Throws::Only(vec!["AttributeError"]),
                // A class or frozen object that is only known at run time, and may lack it.
                Kind::Pbc { descs, .. }
                    if descs.len() > 1
                        && args[1].const_str().is_some_and(|n| {
                            descs.iter().any(|d| self.class_desc_lacks(*d, n))
                        }) =>
                {
                    Throws::Only(vec!["AttributeError"])
                }
                _ => Throws::Only(vec![]),
            },
            SimpleCall | CallArgs => match &args[0].kind {
                // Of a tuple of the right length: nothing happens.
                Kind::Builtin(n) if n.starts_with("flow_support.unpack_") => Throws::Only(vec![]),
                Kind::Builtin(_) if self.calls_user_methods(site, &args[1..]) => Throws::Anything,
                Kind::BuiltinMethod { this, .. }
                    if self.calls_user_methods(site, &[(**this).clone()]) =>
                {
                    Throws::Anything
                }
                // An integer type of a float.
                Kind::Builtin(n)
                    if n.starts_with("rpython.rlib.rarithmetic.r_")
                        && !n.ends_with("float")
                        && args.get(1).is_some_and(|x| x.kind == Kind::Float) =>
                {
                    Throws::Only(vec!["ValueError", "OverflowError"])
                }
                Kind::Builtin(n) => match builtins::lookup(n) {
                    Some(b) => match b.throws {
                        Some(t) => Throws::Only(t.to_vec()),
                        None => Throws::Anything,
                    },
                    None => Throws::Anything,
                },
                Kind::BuiltinMethod { name, this } => builtins::method_throws(self, name, this),
                _ => Throws::Anything,
            },
            GetItem | SetItem | DelItem => match &args[0].kind {
                Kind::Dict(d) => {
                    if self.dict_def(*d).custom.is_some() {
                        Throws::Anything
                    } else if op.op == SetItem {
                        Throws::Only(vec!["MemoryError"])
                    } else {
                        Throws::Only(vec!["KeyError"])
                    }
                }
                Kind::String { .. } | Kind::Unicode { .. } | Kind::Char | Kind::UniChar
                    if let Some(Kind::Slice(bounds)) = args.get(1).map(|i| &i.kind) =>
                {
                    // Only a step of 0 is an error.
                    if bounds[2].kind == Kind::None_ {
                        Throws::Only(vec!["MemoryError"])
                    } else {
                        Throws::Only(vec!["ValueError", "MemoryError"])
                    }
                }
                Kind::List(_) if args.get(1).is_some_and(|i| matches!(i.kind, Kind::Slice(_))) => {
                    Throws::Only(vec!["ValueError", "MemoryError"])
                }
                Kind::List(_)
                | Kind::Deque(_)
                | Kind::String { .. }
                | Kind::Unicode { .. }
                | Kind::Char
                | Kind::UniChar
                | Kind::Tuple(_)
                | Kind::ByteArray
                    if !(op.op == SetItem && args[0].kind == Kind::ByteArray) =>
                {
                    Throws::Only(vec!["IndexError"])
                }
                Kind::ByteArray => Throws::Only(vec!["IndexError", "ValueError"]),
                Kind::Ptr(_) => Throws::Only(vec![]),
                _ => Throws::Anything,
            },
            Next => Throws::Only(builtins::next_throws(&args[0]).to_vec()),
            Contains => match &args[0].kind {
                Kind::Dict(d) if self.dict_def(*d).custom.is_some() => Throws::Anything,
                _ => Throws::Only(vec![]),
            },
            Int if args[0].is_str() || args[0].is_unicode() => Throws::Only(vec!["ValueError"]),
            Float if args[0].is_str() || args[0].is_unicode() => Throws::Only(vec!["ValueError"]),
            Int if args[0].kind == Kind::Float => Throws::Only(vec!["ValueError", "OverflowError"]),
            Int | Float => Throws::Only(vec![]),
            Ord if matches!(args[0].kind, Kind::Char | Kind::UniChar) => Throws::Only(vec![]),
            Mul | InplaceMul
                if args.iter().any(|s| {
                    s.is_str()
                        || s.is_unicode()
                        || matches!(s.kind, Kind::Char | Kind::UniChar | Kind::ByteArray)
                }) =>
            {
                Throws::Only(vec!["OverflowError", "MemoryError"])
            }
            LShift | RShift | InplaceLShift | InplaceRShift if args[1].is_nonneg() => {
                Throws::Only(vec![])
            }
            Lt | Le | Gt | Ge if args.iter().all(always_ordered) => Throws::Only(vec![]),
            o => Throws::Only(o.raises().to_vec()),
        }
    }

    /// Error for operands on which an operation is not defined.
    pub(crate) fn bad_operands(&self, site: Site, op: HlOp, args: &[SomeValue]) -> AnnError {
        let types: Vec<String> = args.iter().map(|a| self.show(a)).collect();
        let text = match (op, op.sign()) {
            (HlOp::Contains, _) if args[0].is_str() || args[0].is_unicode() => {
                format!("`x in s` looks for a part of a string, not for {}", types[1])
            }
            (HlOp::Contains, _) => format!("`in` is not defined on {}", types[0]),
            (_, Some(sign)) => format!("`{sign}` is not defined on {}", types.join(" and ")),
            (HlOp::Iter, _) => format!("{} cannot be iterated over", types[0]),
            (HlOp::Len, _) => format!("{} has no len()", types[0]),
            (HlOp::GetItem, _) => format!("{} cannot be indexed with {}", types[0], types[1]),
            (HlOp::Next, _) => format!("{} is not an iterator", types[0]),
            (HlOp::DelItem, _) => format!("items of {} cannot be deleted", types[0]),
            (HlOp::Ord, _) => format!("ord() takes a string of one character, not {}", types[0]),
            _ => format!("operation '{}' is not defined on {}", op.name(), types.join(" and ")),
        };
        let code = if op == HlOp::Iter { "not-iterable" } else { "operand" };
        let mut e = self.error(site, code, text);
        if let Some(p) = site.position {
            let g = &self.graphs[p.graph].full;
            if let Some(o) = g.blocks[p.block].operations.get(p.op) {
                for a in o.args.iter().filter_map(|a| a.as_var()) {
                    for (at, text) in self.explain(p.graph, a, self.binding(p.graph, a)) {
                        if at != site.span && !self.in_library(at) {
                            e = e.label(at, text);
                        }
                    }
                }
            }
        }
        if args.iter().any(|a| a.kind == Kind::None_) {
            e = e.note("None is the only value that arrives here").note(
                "functions without `return`, methods that change a container, such as append() and sort(), and `d.get(key)` without a default give None",
            );
        }
        if args.iter().any(|a| matches!(a.kind, Kind::Pbc { .. } | Kind::BuiltinMethod { .. })) {
            e = e.note("a function or method is called with parentheses: `f()`");
        }
        let text = |a: &SomeValue| a.is_str() || a.is_unicode();
        let number = |a: &SomeValue| a.is_integral() || a.kind == Kind::Float;
        match (op, args) {
            (HlOp::Add | HlOp::InplaceAdd | HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge, [a, b])
                if text(a) && number(b) || number(a) && text(b) =>
            {
                e.note("str(x) makes a string of a number, int(s) or float(s) a number of a string")
            }
            (HlOp::Lt | HlOp::Le | HlOp::Gt | HlOp::Ge, [a, b])
                if [a, b].iter().all(|a| matches!(a.kind, Kind::Instance { .. })) =>
            {
                e.note(match op {
                    HlOp::Lt => "give the class a method __lt__, or sort with key=".to_string(),
                    _ => format!("give the class a method __{}__", op.name()),
                })
            }
            (HlOp::Iter, [a]) if a.is_integral() && !self.in_library(site.span) => {
                e.note("range(n) counts to n")
            }
            (HlOp::Add | HlOp::InplaceAdd, [a, _]) if matches!(a.kind, Kind::List(_)) => {
                e.note("l.append(x) adds an item, `l + [x]` makes a new list")
            }
            (HlOp::DelItem, [a, _]) if text(a) => {
                e.note("strings do not change: make a new one, `s[:i] + s[i + 1:]`")
            }
            (HlOp::GetItem, [a, _]) if matches!(a.kind, Kind::Set(_)) => {
                e.note("the items of a set have no order: iterate over it, or make a list of it")
            }
            _ => e,
        }
    }

    pub(crate) fn want_int(&self, site: Site, s: &SomeValue, what: &str) -> AResult<()> {
        if s.is_integral() {
            return Ok(());
        }
        let e =
            self.error(site, "argument-type", format!("{what} wants an int, not {}", self.show(s)));
        Err(match s.kind {
            Kind::Float => e.note("int(x) makes an int of a float"),
            Kind::String { .. } | Kind::Char => e.note("int(s) makes an int of a string of digits"),
            _ => e,
        })
    }

    /// Notes what is known of variables if the result of this operation is true or false.
    pub(crate) fn learn(&mut self, site: Site, op: &Op, k: Knowledge) {
        if !k.if_true.is_empty() || !k.if_false.is_empty() {
            let Some(p) = site.position else { return };
            self.graphs[p.graph].knowledge.insert(op.result, k);
        }
    }

    /// The list definition that belongs to this operation (`n`-th).
    pub(crate) fn site_list(&mut self, site: Site, n: u8) -> ListDefId {
        match (site.position, site.result) {
            (Some(p), Some(v)) => {
                if let Some(l) = self.made_at.lists.get(&(p.graph, v, n)) {
                    return *l;
                }
                let l = self.new_list_def(site, SomeValue::IMPOSSIBLE);
                self.made_at.lists.insert((p.graph, v, n), l);
                l
            }
            _ => self.new_list_def(site, SomeValue::IMPOSSIBLE),
        }
    }

    pub(crate) fn site_dict(&mut self, site: Site) -> DictDefId {
        match (site.position, site.result) {
            (Some(p), Some(v)) => {
                if let Some(d) = self.made_at.dicts.get(&(p.graph, v)) {
                    return *d;
                }
                let d = self.new_dict_def(site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE);
                self.made_at.dicts.insert((p.graph, v), d);
                d
            }
            _ => self.new_dict_def(site, SomeValue::IMPOSSIBLE, SomeValue::IMPOSSIBLE),
        }
    }

    fn op_is(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        let (a, b) = (&args[0], &args[1]);
        let none_a = a.kind == Kind::None_;
        let none_b = b.kind == Kind::None_;
        if none_a && none_b {
            return Ok(SomeValue::bool_const(true));
        }
        if none_a || none_b {
            let (other, i) = if none_a { (b, 1) } else { (a, 0) };
            if !other.can_be_none() {
                return Ok(SomeValue::bool_const(false));
            }
            if let Some(v) = var(op, i) {
                let k = Knowledge {
                    if_true: vec![(v, SomeValue::NONE)],
                    if_false: vec![(v, other.nonnoneify())],
                };
                self.learn(site, op, k);
            }
            return Ok(SomeValue::BOOL);
        }
        if let (Some(x), Some(y)) = (&a.konst, &b.konst) {
            let same = x == y;
            if same || !matches!((x, y), (HlConst::Host(_), HlConst::Host(_))) {
                return Ok(SomeValue::bool_const(same));
            }
            return Ok(SomeValue::bool_const(false));
        }
        self.warn_is(site, a, b);
        if self.is_callable_and_closure(a, b) {
            // Both are closures then.
            let both = self.union(site, &a.without_const(), &b.without_const());
            both.map_err(|e| self.union_at(site, e, "the operands of 'is'", &[]))?;
            return Ok(SomeValue::BOOL);
        }
        match (&a.kind, &b.kind) {
            (Kind::Pbc { descs: x, .. }, Kind::Pbc { descs: y, .. }) => {
                let common = x.iter().any(|d| y.contains(d));
                let both_none = a.can_be_none() && b.can_be_none();
                if !common && !both_none {
                    return Ok(SomeValue::bool_const(false));
                }
                for (that, i) in [(b, 0), (a, 1)] {
                    if that.is_const()
                        && let Some(v) = var(op, i)
                    {
                        self.learn(
                            site,
                            op,
                            Knowledge { if_true: vec![(v, that.clone())], if_false: vec![] },
                        );
                    }
                }
            }
            (Kind::Instance { class: x, .. }, Kind::Instance { class: y, .. }) => {
                let base = self.common_base(*x, *y);
                if base != *x && base != *y && !(a.can_be_none() && b.can_be_none()) {
                    return Ok(SomeValue::bool_const(false));
                }
                if b.is_const()
                    && let Some(v) = var(op, 0)
                {
                    let k = Knowledge { if_true: vec![(v, b.without_const())], if_false: vec![] };
                    self.learn(site, op, k);
                }
            }
            // `type(x) is C`: x is an instance of C.
            (Kind::Type(_), Kind::Pbc { descs, .. }) => {
                if let ([d], Some(t), Some(p)) = (&descs[..], var(op, 0), site.position)
                    && let Some(c) = self.descs[*d].as_class().and_then(|c| c.classdef)
                    && let Some(vs) = self.graphs[p.graph].type_of.get(&t).cloned()
                {
                    let k = Knowledge {
                        if_true: vs.into_iter().map(|v| (v, SomeValue::instance(c))).collect(),
                        if_false: vec![],
                    };
                    self.learn(site, op, k);
                }
            }
            (Kind::Bool, Kind::Bool) => {}
            (x, y) if std::mem::discriminant(x) == std::mem::discriminant(y) => {}
            (Kind::Pbc { .. }, Kind::Type(_)) => {}
            _ => {
                if !(a.can_be_none() && b.can_be_none()) {
                    return Ok(SomeValue::bool_const(false));
                }
            }
        }
        Ok(SomeValue::BOOL)
    }

    pub(crate) fn op_type(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        match &args[0].kind {
            Kind::Instance { class, .. } => {
                if let (Some(p), Some(v)) = (site.position, var(op, 0)) {
                    self.graphs[p.graph].type_of.insert(op.result, vec![v]);
                }
                Ok(Kind::Type(*class).into())
            }
            kind if let Some(class) = self.builtin_type_of(kind) => {
                self.immutablevalue(site, class)
            }
            _ => Err(self
                .error(
                    site,
                    "unsupported",
                    format!("type() of {} is not supported at run time", self.show(&args[0])),
                )
                .note("use isinstance()")),
        }
    }

    fn op_issubtype(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        if let Some(r) = self.issubclass_of_variable(site, args) {
            return r;
        }
        let targets = self.class_tuple(site, &args[1]);
        let Some(targets) = targets else { return Err(self.bad_operands(site, op.op, args)) };
        if targets.len() == 1 && self.never_declines(site, targets[0]) {
            return Ok(SomeValue::bool_const(false));
        }
        match &args[0].kind {
            Kind::Type(c) => {
                let c = *c;
                let mut tds = vec![];
                for t in &targets {
                    let d = self.class_desc(site, *t)?;
                    tds.push(self.classdef_of(site, d)?);
                }
                if tds.iter().any(|t| self.is_subclassdef(c, *t)) {
                    return Ok(SomeValue::bool_const(true));
                }
                let below: Vec<ClassDefId> =
                    tds.into_iter().filter(|t| self.is_subclassdef(*t, c)).collect();
                let Some((first, rest)) = below.split_first() else {
                    return Ok(SomeValue::bool_const(false));
                };
                let base = rest.iter().fold(*first, |b, t| self.common_base(b, *t));
                if let (Some(t), Some(p)) = (var(op, 0), site.position) {
                    let mut if_true: Vec<(VarId, SomeValue)> = vec![(t, Kind::Type(base).into())];
                    for v in self.graphs[p.graph].type_of.get(&t).cloned().unwrap_or_default() {
                        if_true.push((v, SomeValue::instance(base)));
                    }
                    self.learn(site, op, Knowledge { if_true, if_false: vec![] });
                }
                Ok(SomeValue::BOOL)
            }
            Kind::Pbc { descs, .. } => {
                let mut yes = 0;
                for d in descs.iter() {
                    let Some(c) = self.descs[*d].as_class() else {
                        return Err(self.bad_operands(site, op.op, args));
                    };
                    let h = c.host;
                    if targets.iter().any(|t| self.host.is_subclass(h, *t)) {
                        yes += 1;
                    }
                }
                Ok(if yes == 0 {
                    SomeValue::bool_const(false)
                } else if yes == descs.len() {
                    SomeValue::bool_const(true)
                } else {
                    SomeValue::BOOL
                })
            }
            _ => Err(self.bad_operands(site, op.op, args)),
        }
    }

    /// Host classes of the second operand of isinstance: one class or a constant tuple of them.
    pub(crate) fn class_tuple(
        &mut self,
        site: Site,
        s: &SomeValue,
    ) -> Option<Vec<flowmodel::HostRef>> {
        let classes = self.plain_class_tuple(site, s)?;
        Some(self.with_heirs(site, classes))
    }
    fn plain_class_tuple(&mut self, site: Site, s: &SomeValue) -> Option<Vec<flowmodel::HostRef>> {
        let h = s.const_host()?;
        let h = self.runtime_object(site, h).unwrap_or(h);
        match hv::view(&self.host, h) {
            hv::View::Class => Some(vec![h]),
            hv::View::Tuple(items) => {
                let mut out = vec![];
                for i in items {
                    out.extend(self.plain_class_tuple(
                        site,
                        &SomeValue { kind: Kind::Object, konst: Some(HlConst::Host(i)) },
                    )?);
                }
                Some(out)
            }
            _ => None,
        }
    }

    fn op_isinstance(&mut self, site: Site, op: &Op, args: &[SomeValue]) -> AResult {
        if let Some(r) = self.isinstance_of_variable(site, op, args) {
            return r;
        }
        let Some(targets) = self.class_tuple(site, &args[1]) else {
            return Err(self.error(
                site,
                "unsupported",
                format!(
                    "the second argument of isinstance() must be a class that is known, or a tuple of such, not {}",
                    self.show(&args[1])
                ),
            ));
        };
        let s = &args[0];
        if let Kind::Instance { class, can_be_none } = s.kind {
            let object = hv::object_class(&self.host);
            if targets.contains(&self.host.types.tuple) && self.is_record(class) && !can_be_none {
                return Ok(SomeValue::bool_const(true));
            }
            if self.is_slice_object(s) && targets.contains(&self.host.types.slice) {
                return Ok(SomeValue::bool_const(true));
            }
            let mut defs = vec![];
            for t in &targets {
                if hv::is_builtin_class(&self.host, *t)
                    && *t != object
                    && !hv::is_exception_class(&self.host, *t)
                {
                    continue; // int, str, …: no instance
                }
                let d = self.class_desc(site, *t)?;
                defs.push(self.classdef_of(site, d)?);
            }
            if defs.iter().any(|t| self.is_subclassdef(class, *t)) {
                if !can_be_none {
                    return Ok(SomeValue::bool_const(true));
                }
                if let Some(v) = var(op, 0) {
                    let k = Knowledge {
                        if_true: vec![(v, s.nonnoneify())],
                        if_false: vec![(v, SomeValue::NONE)],
                    };
                    self.learn(site, op, k);
                }
                return Ok(SomeValue::BOOL);
            }
            let below: Vec<ClassDefId> =
                defs.into_iter().filter(|t| self.is_subclassdef(*t, class)).collect();
            let Some((first, rest)) = below.split_first() else {
                return Ok(SomeValue::bool_const(false));
            };
            let base = rest.iter().fold(*first, |b, t| self.common_base(b, *t));
            if let Some(c) = s.const_host() {
                let yes = targets.iter().any(|t| self.host.is_instance(c, *t));
                return Ok(SomeValue::bool_const(yes));
            }
            if let Some(v) = var(op, 0) {
                let k =
                    Knowledge { if_true: vec![(v, SomeValue::instance(base))], if_false: vec![] };
                self.learn(site, op, k);
            }
            return Ok(SomeValue::BOOL);
        }
        let names: Vec<String> =
            targets.iter().filter_map(|t| hv::registry_name(&self.host, *t)).collect();
        let has = |n: &[&str]| names.iter().any(|x| n.contains(&x.as_str()) || x == "object");
        let yes = match &s.kind {
            Kind::Type(_) => has(&["type"]),
            Kind::None_ => has(&["NoneType"]),
            Kind::Bool => has(&["bool", "int", "long"]),
            Kind::Integer { unsigned: false, size: IntSize::Word, .. } => has(&["int", "long"]),
            Kind::Integer { unsigned, size, .. } => {
                let own = match size {
                    IntSize::Word => "r_uint",
                    IntSize::Half if *unsigned => "r_uint32",
                    IntSize::Half => "r_int32",
                    IntSize::Short if *unsigned => "r_uint16",
                    IntSize::Short => "r_int16",
                    IntSize::Byte if *unsigned => "r_uint8",
                    IntSize::Byte => "r_int8",
                };
                let base = if *unsigned { "unsigned_int" } else { "signed_int" };
                names.iter().any(|x| {
                    let n = x.strip_prefix("rpython.rlib.rarithmetic.");
                    x == "object" || n.is_some_and(|n| [own, base, "base_int"].contains(&n))
                })
            }
            Kind::Float => has(&["float"]),
            Kind::String { texts: Texts::TEXT, .. } if self.in_python3(site) => {
                has(&["str", "basestring"])
            }
            Kind::String { texts: Texts::BYTES, .. } if self.in_python3(site) => has(&["bytes"]),
            Kind::Char | Kind::String { .. } => has(&["str", "bytes", "basestring"]),
            Kind::UniChar | Kind::Unicode { .. } => has(&["unicode", "basestring"]),
            Kind::List(l) if self.list_def(*l).star => has(&["tuple"]),
            Kind::List(_) => has(&["list"]),
            Kind::Dict(_) => has(&["dict", "OrderedDict", "collections.OrderedDict"]),
            Kind::Set(d) if self.dict_def(*d).frozen => has(&["frozenset"]),
            Kind::Set(_) => has(&["set"]),
            Kind::Deque(_) => has(&["collections.deque"]),
            Kind::Tuple(_) => has(&["tuple"]),
            Kind::ByteArray => has(&["bytearray"]),
            Kind::Pbc { descs, .. } => {
                let mut all = true;
                let mut any = false;
                for d in descs.iter() {
                    let y = match self.desc_const(*d) {
                        Some(HlConst::Host(h)) => {
                            targets.iter().any(|t| self.host.is_instance(h, *t))
                        }
                        _ => false,
                    };
                    all &= y;
                    any |= y;
                }
                if any && !all {
                    return Ok(SomeValue::BOOL);
                }
                all
            }
            _ => false,
        };
        if yes && s.can_be_none() && s.kind != Kind::None_ {
            if let Some(v) = var(op, 0) {
                let k = Knowledge {
                    if_true: vec![(v, s.nonnoneify())],
                    if_false: vec![(v, SomeValue::NONE)],
                };
                self.learn(site, op, k);
            }
            return Ok(SomeValue::BOOL);
        }
        Ok(SomeValue::bool_const(yes))
    }

    pub(crate) fn op_str(&mut self, site: Site, op: HlOp, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::String { can_be_none: false, .. } if op == HlOp::Str => Ok(s.clone()),
            Kind::Unicode { .. } | Kind::UniChar if op == HlOp::Str => Ok(SomeValue::STR),
            Kind::Unicode { .. } | Kind::UniChar => {
                self.call_library_on(site, "unicodes", "quoted", &[(0, s)])
            }
            Kind::Integer { .. }
            | Kind::Bool
            | Kind::Float
            | Kind::Char
            | Kind::String { .. }
            | Kind::None_ => Ok(SomeValue::STR),
            Kind::List(l) if self.list_def(*l).star => {
                self.call_library_on(site, "lists", "star_text", &[(0, s)])
            }
            Kind::Instance { .. }
            | Kind::List(_)
            | Kind::Dict(_)
            | Kind::Set(_)
            | Kind::ByteArray
            | Kind::Deque(_)
            | Kind::Tuple(_) => {
                self.want_text(site, s, op == HlOp::Repr);
                Ok(SomeValue::STR)
            }
            Kind::Pbc { .. } | Kind::Type(_) => Ok(SomeValue::STR),
            Kind::Ptr(flowmodel::Type::GcRef) => {
                self.call_library_on(site, "objects", "gcref_text", &[(0, s)])
            }
            Kind::Ptr(flowmodel::Type::Ptr(p)) if !self.types.structs[*p].gc => {
                self.call_library_on(site, "objects", "pointer_text", &[(0, s)])
            }
            _ => Err(self.bad_operands(site, op, std::slice::from_ref(s))),
        }
    }

    fn op_bool(&mut self, site: Site, op: &Op, s: &SomeValue, negate: bool) -> AResult {
        let known = match (&s.kind, &s.konst) {
            (Kind::None_, _) => Some(false),
            (_, Some(HlConst::Bool(b))) => Some(*b),
            (_, Some(HlConst::Int(i))) => Some(*i != 0),
            (_, Some(HlConst::Float(f))) => Some(f64::from_bits(*f) != 0.0),
            (_, Some(HlConst::Str(t) | HlConst::Bytes(t))) => Some(!t.is_empty()),
            (_, Some(HlConst::Unicode(t))) => Some(!t.is_empty()),
            (Kind::Tuple(t), _) => Some(!t.is_empty()),
            (Kind::Char | Kind::UniChar, _) => Some(true),
            (
                Kind::Pbc { can_be_none: false, .. }
                | Kind::Builtin(_)
                | Kind::BuiltinMethod { .. },
                _,
            ) => Some(true),
            // Into what nothing is ever put nothing is.
            (Kind::List(l), _) => self.is_never_filled(site, *l).then_some(false),
            (Kind::Dict(d), _) => self.read_dict(site, *d).0.is_impossible().then_some(false),
            _ => None,
        };
        if let Kind::Instance { can_be_none, .. } = &s.kind {
            if let Some(r) = self.special_truth(site, s, negate) {
                if let Some(v) = var(op, 0)
                    && *can_be_none
                {
                    let mut k =
                        Knowledge { if_true: vec![(v, s.nonnoneify())], ..Knowledge::default() };
                    if negate {
                        std::mem::swap(&mut k.if_true, &mut k.if_false);
                    }
                    self.learn(site, op, k);
                }
                return r;
            }
            if !can_be_none {
                return Ok(SomeValue::bool_const(!negate));
            }
        }
        if let Some(b) = known {
            return Ok(SomeValue::bool_const(b != negate));
        }
        match &s.kind {
            Kind::Bool
            | Kind::Truth
            | Kind::Integer { .. }
            | Kind::Float
            | Kind::String { .. }
            | Kind::Unicode { .. }
            | Kind::ByteArray
            | Kind::List(_)
            | Kind::Dict(_)
            | Kind::Set(_)
            | Kind::Deque(_)
            | Kind::Instance { .. }
            | Kind::Pbc { .. }
            | Kind::StringBuilder
            | Kind::UnicodeBuilder
            | Kind::WeakRef(_)
            | Kind::Iterator { .. }
            | Kind::Ptr(_)
            | Kind::Address
            | Kind::Type(_) => {}
            _ => return Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
        let mut k = Knowledge::default();
        if let Some(v) = var(op, 0) {
            let graph = site.position.map(|p| &self.graphs[p.graph]);
            if let Some(old) = graph.and_then(|g| g.knowledge.get(&v)) {
                k = old.clone();
            }
            if s.kind == Kind::Bool {
                k.if_true.push((v, SomeValue::bool_const(true)));
                k.if_false.push((v, SomeValue::bool_const(false)));
            } else if s.can_be_none() {
                k.if_true.push((v, s.nonnoneify()));
                // Instances and prebuilt objects are false only as None.
                if matches!(s.kind, Kind::Instance { .. } | Kind::Pbc { .. } | Kind::WeakRef(_)) {
                    k.if_false.push((v, SomeValue::NONE));
                }
            }
        }
        if negate {
            std::mem::swap(&mut k.if_true, &mut k.if_false);
        }
        self.learn(site, op, k);
        Ok(SomeValue::BOOL)
    }
}

/// Code of a known string of length 1.
fn single_char(s: &SomeValue) -> Option<i64> {
    match &s.konst {
        Some(HlConst::Str(b)) if b.len() == 1 => Some(b[0] as i64),
        Some(HlConst::Unicode(t)) if t.chars().count() == 1 => Some(t.chars().next()? as i64),
        _ => None,
    }
}

/// Whether `<` and the like cannot raise with such operands.
fn always_ordered(s: &SomeValue) -> bool {
    match &s.kind {
        Kind::String { can_be_none, .. } | Kind::Unicode { can_be_none, .. } => !can_be_none,
        Kind::Tuple(items) => items.iter().all(always_ordered),
        Kind::Impossible
        | Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float
        | Kind::SingleFloat
        | Kind::LongFloat
        | Kind::Char
        | Kind::UniChar
        | Kind::Address
        | Kind::Ptr(_)
        | Kind::ByteArray
        | Kind::Set(_) => true,
        _ => false,
    }
}
