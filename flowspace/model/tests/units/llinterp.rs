//! Tests of the low-level interpreter on small programs.

use flowmodel::diag::Span;
use flowmodel::eval::RtValue;
use flowmodel::graph::{BlockId, ExitSwitch, Link, VarId};
use flowmodel::ll::{External, FuncAttrs, Function, LlGraph, LlValue};
use flowmodel::llinterp::*;
use flowmodel::lltype::{Field, Items};
use flowmodel::{Body, Const, FuncId, LlOp, Program, Type};
use std::rc::Rc;

fn int(n: i64) -> LlValue {
    LlValue::Const(Const::Int(n))
}
fn imm(c: Const) -> LlValue {
    LlValue::Const(c)
}

struct Maker {
    p: Program,
}

impl Maker {
    fn new() -> Maker {
        Maker { p: Program::default() }
    }
    fn add(&mut self, name: &str, body: Body, args: Vec<Type>, result: Type) -> FuncId {
        let ty = self.p.types.func(args, result);
        self.p.funcs.push(Function {
            name: name.into(),
            ty,
            body,
            attrs: FuncAttrs::default(),
            span: Span::NONE,
        })
    }
    fn graph(
        &mut self,
        name: &str,
        args: &[Type],
        result: Type,
        build: impl FnOnce(&mut LlGraph, BlockId, Vec<VarId>),
    ) -> FuncId {
        let mut g = LlGraph::new(name, result, (Type::Address, Type::GcRef));
        let s = g.startblock;
        let params: Vec<_> = args.iter().map(|t| g.new_var("a", *t)).collect();
        g.blocks[s].inputargs = params.clone();
        build(&mut g, s, params);
        self.add(name, Body::Graph(g), args.to_vec(), result)
    }
}

fn op(g: &mut LlGraph, b: BlockId, o: LlOp, args: Vec<LlValue>, ty: Type) -> VarId {
    g.add_op(b, o, args, "t", ty, Span::NONE)
}
fn ret(g: &mut LlGraph, b: BlockId, v: LlValue) {
    let l = Link::new(g.returnblock, vec![v]);
    g.blocks[b].exits.push(l);
}

/// sum(n) = 0 + 1 + … + n-1, as a loop.
fn sum_program() -> (Program, FuncId) {
    let mut m = Maker::new();
    let f = m.graph("sum", &[Type::Signed], Type::Signed, |g, s, a| {
        let vars: Vec<_> = (0..3).map(|_| g.new_var("x", Type::Signed)).collect();
        let head = g.new_block_with(vars.clone());
        let body_vars: Vec<_> = (0..3).map(|_| g.new_var("y", Type::Signed)).collect();
        let body = g.new_block_with(body_vars.clone());
        g.blocks[s].exits.push(Link::new(head, vec![a[0].into(), int(0), int(0)]));
        let c = op(g, head, LlOp::IntLt, vec![vars[1].into(), vars[0].into()], Type::Bool);
        g.blocks[head].exitswitch = ExitSwitch::Var(c);
        let l = Link::case(g.returnblock, vec![vars[2].into()], Const::Bool(false));
        g.blocks[head].exits.push(l);
        let args = vars.iter().map(|v| (*v).into()).collect();
        g.blocks[head].exits.push(Link::case(body, args, Const::Bool(true)));
        let [n, i, acc] = body_vars[..] else { unreachable!() };
        let acc2 = op(g, body, LlOp::IntAdd, vec![acc.into(), i.into()], Type::Signed);
        let i2 = op(g, body, LlOp::IntAdd, vec![i.into(), int(1)], Type::Signed);
        g.blocks[body].exits.push(Link::new(head, vec![n.into(), i2.into(), acc2.into()]));
    });
    (m.p, f)
}

#[test]
fn loop_and_step_limit() {
    let (p, f) = sum_program();
    let mut it = LlInterp::new(&p);
    assert_eq!(it.call(f, &[RtValue::Int(10)]), Ok(RtValue::Int(45)));
    it.steps = 100;
    let r = it.call(f, &[RtValue::Int(1000)]);
    assert!(matches!(&r, Err(Outcome::Fault(s)) if s.contains("step limit")), "{r:?}");
    it.steps = 100;
    assert_eq!(it.call(f, &[RtValue::Int(4)]), Ok(RtValue::Int(6)));
}

#[test]
fn overflow_is_caught_by_class_or_propagates() {
    let mut m = Maker::new();
    let vt = m.p.types.add(
        "vtable",
        false,
        None,
        vec![
            Field::new("subclassrange_min", Type::Signed),
            Field::new("subclassrange_max", Type::Signed),
        ],
        None,
    );
    for (name, lo, hi) in [
        ("Exception", 0, 9),
        ("ArithmeticError", 1, 4),
        ("OverflowError", 2, 3),
        ("KeyError", 5, 6),
    ] {
        let o = m.p.new_object(name, vt);
        m.p.heap[o].fields = vec![Const::Int(lo), Const::Int(hi)];
        m.p.exc.classes.insert(name.into(), o);
    }
    let classes = m.p.exc.classes.clone();
    let mut make = |handler: &str| {
        let class = classes[handler];
        m.graph(handler, &[Type::Signed], Type::Signed, |g, s, a| {
            let r = op(g, s, LlOp::IntAddOvf, vec![a[0].into(), int(1)], Type::Signed);
            g.blocks[s].exitswitch = ExitSwitch::LastException;
            ret(g, s, r.into());
            let l = Link::case(g.returnblock, vec![int(-1)], Const::Obj(class));
            g.blocks[s].exits.push(l);
        })
    };
    let (f, g, h) = (make("ArithmeticError"), make("KeyError"), make("Exception"));
    let mut it = LlInterp::new(&m.p);
    let max = [RtValue::Int(i64::MAX)];
    assert_eq!(it.call(f, &[RtValue::Int(1)]), Ok(RtValue::Int(2)));
    assert_eq!(it.call(f, &max), Ok(RtValue::Int(-1)));
    assert_eq!(it.call(h, &max), Ok(RtValue::Int(-1)));
    let r = it.call(g, &max);
    assert!(matches!(&r, Err(Outcome::Raised { class, .. }) if class == "OverflowError"), "{r:?}");
}

fn fault(it: &mut LlInterp<'_>, op: LlOp, args: &[RtValue], imms: &[Const], ty: Type, text: &str) {
    match it.execute(op, args, imms, ty) {
        Err(Outcome::Fault(s)) if s.contains(text) => {}
        r => panic!("{}: {r:?} instead of a fault with {text:?}", op.name()),
    }
}

#[test]
fn checked_heap() {
    let mut p = Program::default();
    let base = p.types.add("Base", true, None, vec![Field::new("x", Type::Signed)], None);
    let sub = p.types.add("Sub", true, Some(base), vec![Field::new("y", Type::Char)], None);
    let arr = p.types.add("Arr", true, None, vec![], Some(Items::Plain(Type::Signed)));
    let raw = p.types.add("Raw", false, None, vec![Field::new("x", Type::Signed)], None);
    let mut it = LlInterp::new(&p);
    let b = it.malloc(base, 0).unwrap();
    let s = it.malloc(sub, 0).unwrap();
    let a = it.malloc(arr, 3).unwrap();
    let r = it.malloc(raw, 0).unwrap();
    it.setfield(s, 1, RtValue::Char(7)).unwrap();
    assert_eq!(it.getfield(s, 1), Ok(RtValue::Char(7)));
    let v = Type::Void;
    let f0 = [Const::Field(0)];
    assert_eq!(it.execute(LlOp::CastPointer, &[s], &[], Type::Ptr(base)), Ok(s));
    fault(&mut it, LlOp::CastPointer, &[b], &[], Type::Ptr(sub), "object of type Base where *#Sub");
    fault(&mut it, LlOp::GetField, &[RtValue::Null], &f0, Type::Signed, "null dereference");
    fault(&mut it, LlOp::GetField, &[b], &[Const::Field(1)], Type::Char, "no field 1");
    fault(&mut it, LlOp::SetField, &[b, RtValue::Char(1)], &f0, v, "Signed is expected");
    fault(&mut it, LlOp::GetArrayItem, &[a, RtValue::Int(3)], &[], Type::Signed, "out of bounds");
    fault(&mut it, LlOp::GetArrayItem, &[a, RtValue::Int(-1)], &[], Type::Signed, "out of bounds");
    it.execute(LlOp::RawFreeStruct, &[r], &[], v).unwrap();
    fault(&mut it, LlOp::GetField, &[r], &f0, Type::Signed, "use after free");
    let m = it.execute(LlOp::RawMalloc, &[RtValue::Int(16)], &[], Type::Address).unwrap();
    fault(&mut it, LlOp::RawLoad, &[m, RtValue::Int(0)], &[], Type::Signed, "uninitialised");
    it.execute(LlOp::RawStore, &[m, RtValue::Int(8), s], &[], v).unwrap();
    assert_eq!(it.execute(LlOp::RawLoad, &[m, RtValue::Int(8)], &[], Type::GcRef), Ok(s));
    fault(&mut it, LlOp::RawLoad, &[m, RtValue::Int(9)], &[], Type::Signed, "8 bytes at offset 9");
    let n = it.execute(LlOp::CastAdrToInt, &[m], &[], Type::Signed).unwrap();
    assert_eq!(it.execute(LlOp::CastIntToAdr, &[n], &[], Type::Address), Ok(m));
    it.execute(LlOp::RawFree, &[m], &[], v).unwrap();
    fault(&mut it, LlOp::RawLoad, &[m, RtValue::Int(8)], &[], Type::Signed, "freed raw memory");
    fault(&mut it, LlOp::RawFree, &[m], &[], v, "twice");
    fault(
        &mut it,
        LlOp::IntPyMod,
        &[RtValue::Int(1), RtValue::Int(0)],
        &[],
        Type::Signed,
        "division",
    );
}

#[test]
fn externals_and_markers() {
    let mut m = Maker::new();
    let ext = External { c_name: "write".into(), includes: vec![], can_collect: false };
    let args = vec![Type::Int32, Type::Address, Type::Signed];
    let write = m.add("write", Body::External(ext), args, Type::Signed);
    let f = m.graph("f", &[Type::Signed], Type::Signed, |g, s, a| {
        let kind = imm(Const::Text("jit_merge_point".into()));
        op(g, s, LlOp::JitMarker, vec![kind, imm(Const::Field(0)), a[0].into()], Type::Void);
        let r = op(g, s, LlOp::IntAdd, vec![a[0].into(), int(1)], Type::Signed);
        ret(g, s, r.into());
    });
    let mut it = LlInterp::new(&m.p);
    let buf = it.c_string(b"hello", Type::Address).unwrap();
    let n = it.call(write, &[RtValue::Int32(1), buf, RtValue::Int(5)]);
    assert_eq!((n, it.stdout()), (Ok(RtValue::Int(5)), &b"hello"[..]));
    assert_eq!(it.call(f, &[RtValue::Int(1)]), Ok(RtValue::Int(2)));
    it.marker_hook = Some(Rc::new(|_, m| {
        assert_eq!(m.kind, "jit_merge_point");
        Ok(match m.args[0] {
            RtValue::Int(1) => MarkerAction::Resume(vec![RtValue::Int(10)]),
            RtValue::Int(2) => MarkerAction::Return(RtValue::Int(20)),
            _ => MarkerAction::Raise(RtValue::Null, RtValue::Null),
        })
    }));
    assert_eq!(it.call(f, &[RtValue::Int(1)]), Ok(RtValue::Int(11)));
    assert_eq!(it.call(f, &[RtValue::Int(2)]), Ok(RtValue::Int(20)));
    assert!(matches!(it.call(f, &[RtValue::Int(3)]), Err(Outcome::Raised { .. })));
}

/// `cargo test --release -p flowmodel speed -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn speed() {
    let (p, f) = sum_program();
    let mut it = LlInterp::new(&p);
    let t = std::time::Instant::now();
    it.call(f, &[RtValue::Int(5_000_000)]).unwrap();
    eprintln!("{:.1} million operations per second", 15.0 / t.elapsed().as_secs_f64());
}
