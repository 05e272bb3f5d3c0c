//! Random small graphs: what surgery leaves is valid and computes the same, and joining undoes splitting.

use flowmodel::diag::Span;
use flowmodel::eval::RtValue;
use flowmodel::graph::{BlockId, VarId};
use flowmodel::llinterp::LlInterp;
use flowmodel::surgery::*;
use flowmodel::text::{parse_program, print_program};
use flowmodel::verify::verify_program;
use flowmodel::{
    Body, Const, ExitSwitch, FuncAttrs, FuncId, Function, Link, LlGraph, LlOp, LlValue, Program,
    Type,
};
use proptest::prelude::*;

/// A block: operations (which, two operands), and two exits (target, numbers of its arguments); operands are
/// numbers, taken modulo what there is.
type BlockPlan = (Vec<(u8, u8, u8)>, [(u8, Vec<u8>); 2]);

const INPUTS: usize = 2;

fn plan() -> impl Strategy<Value = Vec<BlockPlan>> {
    let exit = || (any::<u8>(), prop::collection::vec(any::<u8>(), INPUTS));
    let ops = prop::collection::vec(any::<(u8, u8, u8)>(), 0..5);
    let block = (ops, exit(), exit()).prop_map(|(ops, a, b)| (ops, [a, b]));
    prop::collection::vec(block, 1..7)
}

/// Blocks only go forwards, so that every program ends.
fn build(plan: &[BlockPlan]) -> LlGraph {
    let void = (Type::Void, Type::Void);
    let mut g = LlGraph::new("f", Type::Signed, void);
    let mut blocks: Vec<BlockId> = vec![g.startblock];
    blocks.extend(plan[1..].iter().map(|_| g.new_block()));
    for b in &blocks {
        g.blocks[*b].inputargs = (0..INPUTS).map(|_| g.new_var("x", Type::Signed)).collect();
    }
    for (n, (ops, exits)) in plan.iter().enumerate() {
        let b = blocks[n];
        let mut have: Vec<LlValue> = vec![LlValue::Const(Const::Int(n as i64))];
        have.extend(g.blocks[b].inputargs.iter().map(|v| LlValue::Var(*v)));
        let of = |have: &[LlValue], k: u8| have[k as usize % have.len()];
        for (which, x, y) in ops {
            let op = [LlOp::IntAdd, LlOp::IntSub, LlOp::IntMul, LlOp::IntXor][*which as usize % 4];
            let args = vec![of(&have, *x), of(&have, *y)];
            have.push(g.add_op(b, op, args, "v", Type::Signed, Span::NONE).into());
        }
        let links = exits.clone().map(|(to, args)| {
            let mut args: Vec<LlValue> = args.iter().map(|k| of(&have, *k)).collect();
            match blocks[n + 1..].get(to as usize % (blocks.len() - n)) {
                Some(t) => Link::new(*t, args),
                None => Link::new(g.returnblock, vec![args.remove(0)]),
            }
        });
        let [one, other] = links;
        g.blocks[b].exits = match have.last() {
            Some(LlValue::Var(v)) if one.target != other.target && v.as_u32() % 3 > 0 => {
                let args = vec![LlValue::Var(*v), LlValue::Const(Const::Int(0))];
                let c = g.add_op(b, LlOp::IntGt, args, "c", Type::Bool, Span::NONE);
                g.blocks[b].exitswitch = ExitSwitch::Var(c);
                bool_exits(one, other)
            }
            _ => vec![one],
        };
    }
    g.compact();
    g
}

fn program(g: LlGraph) -> Program {
    let mut p = Program::default();
    let ty = p.types.func(vec![Type::Signed; INPUTS], Type::Signed);
    let (attrs, span) = (FuncAttrs::default(), Span::NONE);
    p.funcs.push(Function { name: "f".into(), ty, body: Body::Graph(g), attrs, span });
    p
}

/// Results for some arguments, of a valid graph.
fn results(g: &LlGraph) -> Vec<String> {
    let p = program(g.clone());
    verify_program(&p).unwrap_or_else(|e| panic!("{e}\n{}", print_program(&p)));
    let f = p.funcs.keys().next().expect("one function");
    let run = |(a, b)| LlInterp::new(&p).call(f, &[RtValue::Int(a), RtValue::Int(b)]);
    [(0, 0), (1, -1), (-7, 3), (i64::MAX, 2)].map(|a| format!("{:?}", run(a))).to_vec()
}

fn text(g: &LlGraph) -> String {
    let mut g = g.clone();
    g.compact();
    print_program(&program(g))
}

/// Some block that is not final, and an index into its operations.
fn place(g: &LlGraph, b: u8, at: u8) -> (BlockId, usize) {
    let blocks: Vec<BlockId> = g.reachable().into_iter().filter(|b| !g.is_final(*b)).collect();
    let b = blocks[b as usize % blocks.len()];
    (b, at as usize % (g.blocks[b].operations.len() + 1))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn join_undoes_split(plan in plan(), cuts in prop::collection::vec(any::<(u8, u8)>(), 1..4)) {
        let mut g = build(&plan);
        let want = results(&g);
        join_blocks(&mut g);
        prop_assert_eq!(&results(&g), &want);
        let before = text(&g);
        for (b, at) in cuts {
            let (b, at) = place(&g, b, at);
            let (_, passed) = split_block(&mut g, b, at);
            prop_assert_eq!(g.blocks[b].operations.len(), at);
            prop_assert_eq!(g.blocks[b].exits[0].args.len(), passed.len());
            prop_assert_eq!(&results(&g), &want);
        }
        prop_assert!(join_blocks(&mut g));
        prop_assert_eq!(text(&g), before);
    }

    #[test]
    fn removing_keeps_the_results(plan in plan(), cut in any::<(u8, u8)>()) {
        let mut g = build(&plan);
        let want = results(&g);
        remove_dead_inputs(&mut g);
        prop_assert_eq!(&results(&g), &want);
        let (b, at) = place(&g, cut.0, cut.1);
        split_block(&mut g, b, at);
        let (b, _) = place(&g, cut.1, cut.0);
        split_block(&mut g, b, 0);
        remove_dead(&mut g, &|_, _| true);
        prop_assert_eq!(&results(&g), &want);
        skip_empty_blocks(&mut g, |_, link, on| link.span.or(on.span));
        prop_assert_eq!(&results(&g), &want);
        prop_assert!(!remove_dead(&mut g, &|_, _| true));
        join_blocks(&mut g);
        prop_assert_eq!(&results(&g), &want);
    }

    /// A graph in front of another one: `f(f(a, b), b)`.
    #[test]
    fn copies_compute_the_same(plan in plan()) {
        let f = build(&plan);
        let mut g = f.clone();
        let start = g.new_block_with(vec![]);
        let params: Vec<VarId> = g.params().to_vec().into_iter().map(|v| g.copy_var(v)).collect();
        let passed = g.copy_var(params[1]);
        let middle = g.new_block();
        let raises = g.exceptblock;
        let copied = copy_blocks(&mut g, &f, middle, raises);
        prop_assert_eq!(copied.blocks.len(), f.reachable().iter().filter(|b| !f.is_final(**b)).count());
        // What goes on behind the copy needs the second parameter.
        let value = g.new_var("r", Type::Signed);
        g.blocks[middle].inputargs = vec![value];
        g.blocks[middle].exits = vec![Link::new(g.startblock, vec![value.into(), passed.into()])];
        g.blocks[start].inputargs = params.clone();
        g.blocks[start].exits = vec![Link::new(copied.start, params.iter().map(|v| (*v).into()).collect())];
        g.startblock = start;
        let names = [(passed, params[1])].into_iter().collect();
        rename_uses(&mut g.blocks[middle], &names);
        let there = Available::new(&g).make(&mut g, params[1], start, middle);
        rename_uses(&mut g.blocks[middle], &[(params[1], there)].into_iter().collect());
        let p = program(g);
        verify_program(&p).unwrap_or_else(|e| panic!("{e}\n{}", print_program(&p)));
        let once = program(f);
        let id = FuncId::from_u32(0);
        let call = |p: &Program, a, b| match LlInterp::new(p).call(id, &[RtValue::Int(a), RtValue::Int(b)]) {
            Ok(RtValue::Int(n)) => n,
            r => panic!("{r:?}"),
        };
        for (a, b) in [(0, 0), (5, -2), (-9, 4)] {
            prop_assert_eq!(call(&p, a, b), call(&once, call(&once, a, b), b));
        }
    }
}

fn graph(text: &str) -> LlGraph {
    let p = parse_program(text).unwrap_or_else(|e| panic!("{e}"));
    let g = p.funcs.values().next().and_then(|f| f.graph()).expect("one graph");
    g.clone()
}

#[test]
fn endless_loops_of_empty_blocks_stay() {
    let mut g = graph(
        "graph @f(%a: Signed) -> Signed {\nblock0(%a):\n %c: Bool = int_gt %a, 0\n if %c then block1(%a) else block2(%a)\n\
         block1(%x: Signed):\n goto block2(%x)\nblock2(%y: Signed):\n goto block1(%y)\n}\n",
    );
    let before = text(&g);
    assert!(!skip_empty_blocks(&mut g, |_, link, _| link.span));
    assert_eq!(text(&g), before);
}

#[test]
fn handlers_go_with_what_they_protect() {
    let mut g = graph(
        "struct #T {}\nstruct #V {}\nobject $E: #V {}\ngraph @f(%a: Signed) -> Signed {\nblock0(%a):\n %c: Signed = int_add_ovf %a, 1\n catch -> return(%a), $E(_, _) -> return(5)\n}\n",
    );
    assert!(remove_dead(&mut g, &|_, protected| protected));
    let start = &g.blocks[g.startblock];
    assert!(start.operations.is_empty() && start.exitswitch == ExitSwitch::None);
    assert_eq!(start.exits.len(), 1);
}
