//! Tests that Python makes and that `--unchecked` leaves out: of operands that may be None (an exception instead of a null
//! pointer that is followed) and of indices; arithmetic under `--overflow=trap`.

use crate::cx::{Cx, konst};
use crate::repr::Repr;
use crate::{RTyper, Res};
use annotator::Kind;
use flowmodel::{Hl, HlConst, HlOp, HlValue, LlOp, SpaceOperation, Type, VarId};

/// Name of the vtable entry that says whether a class has a class attribute.
pub(crate) fn has_field(name: &str) -> String {
    format!("has_{name}")
}

impl RTyper<'_> {
    /// Puts a test in front of an operation whose operand may be None, as far as the annotator knows, and must not be.
    pub(crate) fn check_none(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        if self.opts.unchecked || self.ann.graphs[cx.gid].helper {
            return Ok(());
        }
        let attribute = |name: &str| format!("'NoneType' object has no attribute '{name}'");
        let text = match op.op {
            HlOp::GetAttr | HlOp::SetAttr => attribute(&self.attr_name(cx, &op.args[1])?),
            HlOp::GetItem => "'NoneType' object is not subscriptable".into(),
            HlOp::SetItem => "'NoneType' object does not support item assignment".into(),
            HlOp::DelItem => "'NoneType' object doesn't support item deletion".into(),
            HlOp::Len => "object of type 'NoneType' has no len()".into(),
            HlOp::Iter => "'NoneType' object is not iterable".into(),
            HlOp::Contains => "argument of type 'NoneType' is not iterable".into(),
            HlOp::Add | HlOp::InplaceAdd => {
                let other = self.s(cx, &op.args[1]);
                let name = match other.kind {
                    Kind::List(_) => "list",
                    Kind::Unicode { .. } | Kind::UniChar => "unicode",
                    _ => "str",
                };
                let right = format!("can only concatenate {name} (not \"NoneType\") to {name}");
                self.check_operand(cx, &op.args[1], "ll_check_none", &right)?;
                let sign = if op.op == HlOp::Add { "+" } else { "+=" };
                format!("unsupported operand type(s) for {sign}: 'NoneType' and '{name}'")
            }
            _ => return Ok(()),
        };
        let attr = matches!(op.op, HlOp::GetAttr | HlOp::SetAttr);
        let helper = if attr { "ll_check_attr" } else { "ll_check_none" };
        self.check_operand(cx, &op.args[0], helper, &text)?;
        if op.op == HlOp::GetAttr { self.check_has_attr(cx, op) } else { Ok(()) }
    }

    /// A method or class attribute read where not all classes have it: an instance of one that has not raises.
    fn check_has_attr(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let Kind::Instance { class, .. } = self.s(cx, &op.args[0]).kind else { return Ok(()) };
        let name = self.attr_name(cx, &op.args[1])?;
        let Some((level, attr)) = self.ann.find_attr(class, &name) else { return Ok(()) };
        if !attr.readonly || !self.ann.lacks_class_attr(class, &name) {
            return Ok(());
        }
        let (obj, r) = self.val(cx, &op.args[0])?;
        if !matches!(self.repr(r), Repr::Instance(_)) {
            return Ok(());
        }
        let root = Type::Ptr(self.object);
        let obj = self.cast(cx, obj, root);
        let having = self.ann.roots_of_class_attr(class, &name);
        let has = match &having[..] {
            [one] => self.isinstance(cx, obj.clone(), false, *one)?,
            _ => {
                self.setup_class(level)?;
                let vt = self.typeptr(cx, obj.clone(), level)?;
                self.getfield(cx, vt, &has_field(&name))?
            }
        };
        let text = konst(self.string_const(name.as_bytes()));
        self.helper_call(cx, "ll_exc", "ll_check_has", vec![has, obj, text])?;
        Ok(())
    }

    /// The helper for an item: with `--unchecked` and no handler around the operation, the one that tests no index.
    pub(crate) fn index_helper(&self, cx: &Cx, name: &str) -> String {
        let (block, i) = cx.at;
        let b = &cx.hl.blocks[block];
        let handled = b.can_raise() && i + 1 == b.operations.len();
        let bare = self.opts.unchecked && !handled && !self.ann.graphs[cx.gid].helper;
        if bare { format!("{name}_unchecked") } else { name.into() }
    }

    /// With `--overflow=trap` the variant of a signed operation that ends the program, unless only the low bits of the result
    /// are wanted.
    pub(crate) fn trapping(&self, cx: &Cx, op: LlOp) -> LlOp {
        let trap = match op {
            LlOp::IntAdd => LlOp::IntAddTrap,
            LlOp::IntSub => LlOp::IntSubTrap,
            LlOp::IntMul => LlOp::IntMulTrap,
            _ => return op,
        };
        if !self.opts.trap || self.ann.graphs[cx.gid].helper {
            return op;
        }
        let (block, i) = cx.at;
        let result = cx.hl.blocks[block].operations.get(i).map(|o| o.result);
        if result.is_some_and(|r| self.low_bits_only(cx, r)) { op } else { trap }
    }

    /// Whether a value ends in `intmask()`, `& mask` and the like: then the wrapped result is what Python gives.
    fn low_bits_only(&self, cx: &Cx, v: VarId) -> bool {
        let blk = &cx.hl.blocks[cx.at.0];
        let value = HlValue::Var(v);
        if blk.exits.iter().any(|l| l.args.contains(&value)) {
            return false;
        }
        let mut uses = blk.operations.iter().filter(|o| o.args.contains(&value)).peekable();
        uses.peek().is_some()
            && uses.all(|o| match o.op {
                HlOp::And => o.args.iter().any(|a| match a {
                    HlValue::Const(HlConst::Int(mask)) => *mask >= 0,
                    _ => false,
                }),
                HlOp::Add | HlOp::Sub | HlOp::Mul | HlOp::Neg | HlOp::Or | HlOp::Xor => {
                    self.low_bits_only(cx, o.result)
                }
                HlOp::SimpleCall => match &o.args[0] {
                    HlValue::Const(HlConst::Host(h)) => {
                        let name = annotator::hostview::registry_name(&self.ann.host, *h);
                        name.is_some_and(|n| {
                            let masks = ["intmask", "longlongmask", "r_uint", "r_ulonglong"];
                            n.rsplit('.').next().is_some_and(|n| masks.contains(&n))
                        })
                    }
                    _ => false,
                },
                _ => false,
            })
    }

    fn check_operand(&mut self, cx: &mut Cx, x: &HlValue, helper: &str, text: &str) -> Res {
        let s = self.s(cx, x);
        let nullable = matches!(
            s.kind,
            Kind::Instance { .. }
                | Kind::List(_)
                | Kind::Dict(_)
                | Kind::String { .. }
                | Kind::Unicode { .. }
        );
        if !nullable || !self.ann.meets_none(&s) || s.konst.is_some() || x.as_var().is_none() {
            return Ok(());
        }
        let (v, r) = self.val(cx, x)?;
        if !matches!(self.lltype(r)?, Type::Ptr(_)) {
            return Ok(());
        }
        let text = konst(self.string_const(text.as_bytes()));
        self.helper_call(cx, "ll_exc", helper, vec![v, text])?;
        Ok(())
    }
}
