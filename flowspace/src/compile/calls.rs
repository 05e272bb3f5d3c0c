//! Calls.

use super::symtable::NameScope;
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::{Block, Compiler};
use flowmodel::diag::Span;
use flowmodel::name::Name;

pub(crate) fn call_expr<'a>(c: &mut Compiler<'a>, f: &'a Expr, args: &'a [Arg], span: Span) {
    if let (ExprKind::Name(n), true) = (&f.kind, args.is_empty())
        && *n == "super"
        && bare_super(c, f.span)
    {
        c.call(2, span);
        return;
    }
    c.expr(f);
    let named = match &f.kind {
        ExprKind::Attr(_, n) | ExprKind::Name(n) => *n == "exc_info",
        _ => false,
    };
    if named
        && args.is_empty()
        && let Some((_, value)) = handled_exception(c)
    {
        c.emit(Instruction::LoadFast(value), span);
        c.emit(Instruction::ExcInfo, span);
        return;
    }
    let shape = call_args(c, args, span);
    let i = c.u().shape(shape);
    c.emit(Instruction::Call(i), span);
}

/// `super()` in a method is `super(__class__, first parameter)`.
fn bare_super(c: &mut Compiler<'_>, span: Span) -> bool {
    let Some(first) = c.stack.last().and_then(|s| s.first_param) else { return false };
    let class = Name::new("__class__");
    let in_method = c.u().code.kind == CodeKind::Function
        && matches!(c.place_of(class), NameScope::Free(_))
        && matches!(c.place_of(Name::new("super")), NameScope::Global(_));
    if in_method {
        c.load_name(Name::new("super"), span);
        c.load_name(class, span);
        c.load_name(first, span);
    }
    in_method
}

/// Pushes arguments; gives their shape.
pub(crate) fn call_args<'a>(c: &mut Compiler<'a>, args: &'a [Arg], span: Span) -> CallShape {
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
            c.expr(e);
            shape.pos += 1;
        }
    }
    if !merge_kw {
        for a in args {
            if let Arg::Keyword(n, e) = a {
                c.expr(e);
                shape.keywords.push(super::mangle(c.table.class_name(c.scope), *n));
            }
            if let (Arg::StarStar(_), Some(items)) = (a, &display) {
                for (n, e) in items {
                    c.expr(e);
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
                Arg::Star(e) => c.expr(e),
                _ => {
                    for a in run {
                        if let Arg::Pos(e) = a {
                            c.expr(e);
                        }
                    }
                    c.emit(Instruction::BuildTuple(run.len() as u32), span);
                }
            }
            if k > 0 {
                c.emit(Instruction::JoinArgs, span);
            }
        }
        shape.star = true;
    } else if let Some(Arg::Star(e)) = args.get(star_at) {
        c.expr(e);
        shape.star = true;
    }
    if merge_kw {
        c.emit(Instruction::BuildMap, span);
        for a in args {
            match a {
                Arg::Keyword(n, e) => {
                    c.constant(ConstValue::Str(n.as_str().into()), e.span);
                    c.expr(e);
                    c.emit(Instruction::MapAdd(1), e.span);
                }
                Arg::StarStar(e) => {
                    c.expr(e);
                    c.emit(Instruction::DictUpdate(1), e.span);
                }
                _ => {}
            }
        }
        shape.starstar = true;
    } else if display.is_none() {
        for a in args {
            if let Arg::StarStar(e) = a {
                c.expr(e);
                shape.starstar = true;
            }
        }
    }
    shape
}

/// The hidden locals with type and value of the exception that the innermost handler around has.
pub(crate) fn handled_exception(c: &mut Compiler<'_>) -> Option<(u32, u32)> {
    c.blocks().iter().rev().find_map(|b| match b {
        Block::Handling { ty, value } => Some((*ty, *value)),
        _ => None,
    })
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
