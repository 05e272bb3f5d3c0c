//! The library's virtual references (`virtual_ref` in `rpython.rlib.jit`): their class, and the function that asks the run time for a
//! frame which only compiled code has.

use crate::descrs::Descrs;
use flowmodel::diag::Span;
use flowmodel::{
    Block, Body, Const, External, FuncAttrs, FuncId, Function, Ll, LlGraph, LlOp, Program,
    StructId, Type, Value, VarId,
};
use jitmodel::VirtualRefs;
use rustc_hash::FxHashSet;

/// The run time's function: the token of a virtual reference before, and after.
const FORCE: &str = "tw_jit_force";

/// The `oopspec` of the library's function that asks.
const ASKS: &str = "jit.force_frames()";

/// The `oopspec` of the library's function that makes one.
const MAKES: &str = "jit.virtual_ref()";

fn named(p: &Program, oopspec: &str) -> Option<FuncId> {
    let mut all = p.funcs.iter();
    all.find(|(_, f)| f.attrs.oopspec.as_deref() == Some(oopspec)).map(|(f, _)| f)
}

/// Whoever asks a virtual reference for a frame that has a token asks the run time. (Without a JIT there are no tokens.)
pub fn add_hook(p: &mut Program) {
    let Some(f) = named(p, ASKS) else { return };
    let function = &mut p.funcs[f];
    function.name = FORCE.into();
    function.body = body();
    function.attrs = attrs();
}

fn body() -> Body {
    let includes = vec!["\"tw_jit.h\"".into()];
    Body::External(External { c_name: FORCE.into(), includes, can_collect: true })
}

fn attrs() -> FuncAttrs {
    FuncAttrs { cannot_raise: true, dont_inline: true, ..FuncAttrs::default() }
}

/// The function that asks the run time.
pub fn force_function(p: &mut Program) -> FuncId {
    if let Some(f) = p.func_by_name(FORCE) {
        return f;
    }
    let ty = p.types.func(vec![Type::Signed], Type::Signed);
    let (body, attrs) = (body(), attrs());
    p.funcs.push(Function { name: FORCE.into(), ty, body, attrs, span: Span::NONE })
}

/// The class of virtual references, in a program that makes them.
pub fn find(p: &Program, descrs: &mut Descrs) -> Option<VirtualRefs> {
    let function = &p.funcs[named(p, MAKES)?];
    let Type::Ptr(s) = p.types.funcs[function.ty].result else { return None };
    let class = p.funcs.values().filter_map(|f| f.graph()).find_map(|g| class_of(p, g, s))?;
    let mut field = |name: &str| {
        let index = p.types.structs[s].field_index(name)?;
        (p.types.structs[s].fields[index as usize].ty != Type::Void)
            .then(|| descrs.field(p, s, index))
    };
    let (frame, state, token) = (field("inst__x")?, field("inst__state")?, field("inst__token")?);
    Some(VirtualRefs { size: descrs.size(p, s, Some(class)), frame, state, token })
}

/// The vtable that objects of a type get where a graph makes them.
fn class_of(p: &Program, g: &LlGraph, s: StructId) -> Option<Const> {
    for b in g.reachable() {
        let block = &g.blocks[b];
        for op in &block.operations {
            if op.op != LlOp::Malloc || g.ty(op.result) != Type::Ptr(s) {
                continue;
            }
            let mut same = FxHashSet::from_iter([op.result]);
            let mut next = Some(block);
            while let Some(block) = next {
                if let Some(class) = stored_class(p, g, block, &mut same) {
                    return Some(class);
                }
                // Behind a call that may raise the block ends.
                next = block.exits.first().filter(|_| block.can_raise()).map(|link| {
                    let target = &g.blocks[link.target];
                    let passed = link.args.iter().zip(&target.inputargs);
                    let passed =
                        passed.filter(|(a, _)| a.as_var().is_some_and(|v| same.contains(&v)));
                    same = passed.map(|(_, input)| *input).collect();
                    target
                });
            }
        }
    }
    None
}

fn stored_class(
    p: &Program,
    g: &LlGraph,
    block: &Block<Ll>,
    same: &mut FxHashSet<VarId>,
) -> Option<Const> {
    let object = p.exc.object?;
    for op in &block.operations {
        if !op.args.first().and_then(Value::as_var).is_some_and(|v| same.contains(&v)) {
            continue;
        }
        match op.op {
            LlOp::CastPointer | LlOp::SameAs => {
                same.insert(op.result);
            }
            LlOp::SetField if op.args[1].as_const() == Some(&Const::Field(0)) => {
                let of = p.value_type(g, &op.args[0]);
                let typeptr = matches!(of, Type::Ptr(s) if p.types.is_subtype(s, object));
                if let (true, Some(class @ Const::Obj(_))) = (typeptr, op.args[2].as_const()) {
                    return Some(*class);
                }
            }
            _ => {}
        }
    }
    None
}
