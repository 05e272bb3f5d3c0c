//! Graphs and call graphs in Graphviz's language.

use crate::graph::{Dialect, Graph};
use crate::hl::HlGraph;
use crate::ll::{Const, FuncId, Program};
use crate::text::{HlNames, Names, print_graph, print_hl_graph};
use crate::{Body, LlOp, Value};
use std::fmt::Write;

fn escape(s: &str) -> String {
    let mut out = String::new();
    for c in s.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\l"),
            c => out.push(c),
        }
    }
    out
}

/// Cuts the text of a graph into the texts of its blocks, so that DOT shows what the text format shows.
fn from_text<D: Dialect>(g: &Graph<D>, text: &str) -> String {
    let mut s = String::new();
    let name = escape(&g.name);
    writeln!(s, "digraph \"{name}\" {{").unwrap();
    writeln!(s, "    node [shape=box, fontname=\"monospace\"];").unwrap();
    writeln!(s, "    edge [fontname=\"monospace\"];").unwrap();
    let header = text.lines().next().unwrap_or("").trim_end_matches(" {");
    writeln!(s, "    label=\"{}\"; labelloc=t;", escape(header)).unwrap();
    let order: Vec<_> = g.reachable().into_iter().filter(|b| !g.is_final(*b)).collect();
    let index = |b| order.iter().position(|x| *x == b);
    let mut blocks: Vec<String> = vec![];
    for line in text.lines().skip(1) {
        if line.starts_with("block") {
            blocks.push(String::new());
        }
        if let (Some(b), false) = (blocks.last_mut(), line == "}") {
            b.push_str(line.trim_end());
            b.push('\n');
        }
    }
    for (i, b) in blocks.iter().enumerate() {
        let shape = if i == 0 { ", style=bold" } else { "" };
        writeln!(s, "    b{i} [label=\"{}\"{shape}];", escape(b)).unwrap();
    }
    let mut finals = [false; 2];
    for (i, b) in order.iter().enumerate() {
        for l in &g.blocks[*b].exits {
            let to = if l.target == g.returnblock {
                finals[0] = true;
                "return".to_string()
            } else if l.target == g.exceptblock {
                finals[1] = true;
                "raise".to_string()
            } else {
                format!("b{}", index(l.target).unwrap_or(0))
            };
            let style = if l.last_exc_value.is_some() { " [style=dashed, color=red]" } else { "" };
            writeln!(s, "    b{i} -> {to}{style};").unwrap();
        }
    }
    for (on, name) in finals.iter().zip(["return", "raise"]) {
        if *on {
            writeln!(s, "    {name} [shape=oval];").unwrap();
        }
    }
    s.push_str("}\n");
    s
}

/// One low-level graph.
pub fn dot_graph(names: &Names, f: FuncId) -> Option<String> {
    let g = names.program.funcs[f].graph()?;
    Some(from_text(g, &print_graph(names, f)))
}

/// One high-level graph.
pub fn dot_hl_graph(g: &HlGraph, names: &dyn HlNames) -> String {
    from_text(g, &print_hl_graph(g, names))
}

/// The call graph of a program: solid edges for direct calls, dashed ones for families.
pub fn dot_call_graph(p: &Program) -> String {
    let names = Names::new(p);
    let mut s = String::from("digraph calls {\n    node [shape=box, fontname=\"monospace\"];\n");
    for (id, f) in &p.funcs {
        let style = if matches!(f.body, Body::External(_)) { ", style=dotted" } else { "" };
        writeln!(s, "    f{} [label=\"{}\"{style}];", id.as_u32(), escape(&names.func(id)))
            .unwrap();
    }
    for (id, f) in &p.funcs {
        let Some(g) = f.graph() else { continue };
        let mut edges = indexmap::IndexSet::new();
        for b in g.reachable() {
            for op in &g.blocks[b].operations {
                match (op.op, op.args.first(), op.args.last()) {
                    (LlOp::DirectCall, Some(Value::Const(Const::Func(t))), _) => {
                        edges.insert((*t, ""));
                    }
                    (LlOp::IndirectCall, _, Some(Value::Const(Const::Family(fam)))) => {
                        edges.extend(p.families[*fam].iter().map(|t| (*t, " [style=dashed]")));
                    }
                    _ => {}
                }
            }
        }
        for (t, style) in edges {
            writeln!(s, "    f{} -> f{}{style};", id.as_u32(), t.as_u32()).unwrap();
        }
    }
    s.push_str("}\n");
    s
}
