//! Graphs of functions: how they are made, and how values come into them.

use crate::calls::conflicts;
use crate::calls::declining;
use crate::calls::shared_results;
use crate::definitions::library_objects;
use crate::definitions::noted;
use crate::definitions::origins;
use crate::definitions::union;
use crate::hostview as hv;
use crate::model::errors::AResult;
use crate::model::reported::{Broken, Mixed};
use crate::model::site::Position;
use crate::model::state::{AnnGraph, Annotator};
use crate::reports::blame;
use crate::reports::printing::UNNAMED;
use crate::*;
use flowmodel::surgery::new_start;
use flowmodel::{BlockId, Hl, HlConst, HlGraph, HlOp, HlValue, HostRef, Link, SpaceOperation};

/// A new graph instance for a function.
pub(crate) fn new_graph(
    ann: &mut Annotator,
    site: Site,
    desc: DescId,
    key: SpecKey,
    nstar: Option<usize>,
    keywords: Option<Vec<Rc<str>>>,
) -> AResult<AnnGraphId> {
    let f = ann.descs[desc].as_function().expect("function").info.clone();
    let (func, name, helper) = (f.host, f.name.clone(), f.helper);
    let base = match ann.flow_cache.get(&func) {
        Some((g, false)) => g.clone(),
        // Classes of generators and closures hold their variables: copies of the function have classes of their own.
        _ => {
            if let Some(t) = hv::func_attr(&ann.host, func, "_not_rpython_")
                && hv::truth(&ann.host, t)
            {
                let qualified = ann.host.func(func).map(|f| f.qualname.to_string());
                let class = qualified.as_deref().and_then(|q| q.strip_suffix(".__init__"));
                let name = class.unwrap_or(&name);
                let m = format!(
                    "{name}() is marked as not RPython: it can only be used at import time"
                );
                // (The library calls it for the program, which may do without the method.)
                if UNNAMED.contains(&name) {
                    let at = hv::func_span(&ann.host, func);
                    return Err(Diagnostic::error("not-rpython", m, at).into());
                }
                let e = ann.error(site, "not-rpython", m);
                return Err(match blame::hint_not_rpython(ann, func) {
                    Some(h) => e.note(h),
                    None => e,
                });
            }
            let made = ann.host.flow.made;
            let mut g = hv::build_flow(&mut ann.host, func)?;
            let made = ann.host.flow.made != made;
            let host = &ann.host;
            transform_ovfcheck(&mut g, &|c| match c {
                HlConst::Host(h) => {
                    hv::registry_name(host, *h).as_deref()
                        == Some("rpython.rlib.rarithmetic.ovfcheck")
                }
                _ => false,
            });
            if f.specializer == Specializer::Operand {
                let (class, value) = declining::decline_exception(ann, site)?;
                raise_not_implemented(&mut g, class, value);
            }
            let g = Rc::new(g);
            ann.flow_cache.insert(func, (g.clone(), made));
            g
        }
    };
    let after = keywords.as_ref().map_or(0, Vec::len);
    let base = match keywords {
        None => base,
        Some(names) => {
            let missing = library_objects::library_object(ann, site, "keywords", "missing")?;
            Rc::new(crate::calls::keywords::flatten(&mut ann.host, &base, &names, missing))
        }
    };
    let graph = match nstar {
        None | Some(crate::model::descs::STAR_LIST) => base,
        Some(n) => Rc::new(flatten_star_args(&base, n, after)),
    };
    let n = ann.graph_names.entry(name.clone()).or_insert(0);
    let unique: Rc<str> = if *n == 0 { name.clone() } else { format!("{name}__{n}").into() };
    *n += 1;
    let next = ann.graphs.next_key();
    ann.work.dirty.insert(next);
    let id = ann.graphs_mut().push(AnnGraph {
        bindings: Table::with_capacity(graph.vars.len()),
        full: graph.clone(),
        graph,
        desc,
        key,
        name: unique,
        calls: IndexMap::new(),
        call_args: FxHashMap::default(),
        helper,
        block_state: Table::new(),
        made_in: None,
        callers: Positions::default(),
        shared_by: IndexSet::new(),
        shared: FxHashMap::default(),
        declines: false,
        type_of: FxHashMap::default(),
        followed: FxHashMap::default(),
        single_entry: None,
        knowledge: FxHashMap::default(),
    });
    Ok(id)
}

/// Brings values to the inputs of a block.
pub(crate) fn flow_into(
    ann: &mut Annotator,
    site: Site,
    g: AnnGraphId,
    b: BlockId,
    cells: &[SomeValue],
) -> AResult<()> {
    let graph = ann.graphs[g].full.clone();
    let inputs = &graph.blocks[b].inputargs;
    if inputs.len() != cells.len() {
        return Err(ann.error(
            site,
            "internal",
            format!("{} values for {} inputs of a block", cells.len(), inputs.len()),
        ));
    }
    let first = ann.graphs[g].block_state[b] == BlockState::Unseen;
    let mut changed = first;
    for (v, s) in inputs.iter().zip(cells) {
        let old = ann.bound(g, *v).cloned();
        match old {
            None => ann.bind(g, *v, s.clone()),
            Some(_) if ann.conflicts.contains_key(&(g, *v)) => {}
            Some(old) => {
                noted::note_mix(ann, site, Mixed::Var(g, *v), &old, s);
                if union::contains(ann, site, &old, s) {
                    continue;
                }
                let from = if b == graph.startblock { " as an argument" } else { "" };
                match ann.union(site, &old, s) {
                    Ok(new) => ann.bind(g, *v, new),
                    Err(e) => {
                        noted::note_broken(ann, site, Broken::Var(g, *v));
                        let e = origins::merge_error(ann, site, e, g, *v, from);
                        conflicts::keep_conflict(ann, g, &graph, b, *v, e)?;
                    }
                }
                changed = true;
            }
        }
    }
    if first {
        ann.graph_mut(g).block_state[b] = BlockState::Blocked(0);
    }
    if changed {
        ann.work.mark_dirty(g);
        if b == graph.returnblock {
            ann.graph_mut(g).block_state[b] = BlockState::Done;
            for p in ann.graphs[g].callers.clone() {
                ann.reflow(p);
            }
            shared_results::join_shared_results(ann, site, g);
        } else if b == graph.exceptblock {
            ann.graph_mut(g).block_state[b] = BlockState::Done;
            if declining::is_declining(ann, cells.get(1)) {
                declining::set_declines(ann, g);
            }
        } else {
            ann.work.pending.insert(Position::start(g, b));
        }
    }
    Ok(())
}

/// Turns `ovfcheck(a + b)` into one `add_ovf`, where the flow space has not done it.
pub(crate) fn transform_ovfcheck(g: &mut HlGraph, is_ovfcheck: &dyn Fn(&HlConst) -> bool) {
    for b in g.reachable() {
        let ops = &mut g.blocks[b].operations;
        let mut i = 0;
        while i < ops.len() {
            let call = &ops[i];
            let operand = match &call.args[..] {
                [HlValue::Const(c), HlValue::Var(v)]
                    if call.op == HlOp::SimpleCall && is_ovfcheck(c) =>
                {
                    Some(*v)
                }
                _ => None,
            };
            if let Some(v) = operand
                && i > 0
                && ops[i - 1].result == v
                && let Some(ovf) = HlOp::checked(ops[i - 1].op)
            {
                let result = ops[i].result;
                let inner = ops[i - 1].clone();
                ops[i - 1] = SpaceOperation { op: ovf, result, ..inner };
                ops.remove(i);
                continue;
            }
            i += 1;
        }
    }
}

/// Makes `return NotImplemented` raise in a special method.
pub(crate) fn raise_not_implemented(g: &mut HlGraph, class: HostRef, value: HostRef) {
    let not_implemented = HlValue::Const(HlConst::Host(flowspace::host::NOT_IMPLEMENTED));
    let returned = |g: &HlGraph, l: &Link<Hl>| {
        if l.target == g.returnblock {
            return l.args[0] == not_implemented;
        }
        // By way of a block that only returns.
        let b = &g.blocks[l.target];
        let [exit] = &b.exits[..] else { return false };
        if !b.operations.is_empty() || exit.target != g.returnblock {
            return false;
        }
        b.inputargs
            .iter()
            .zip(&l.args)
            .any(|(v, a)| exit.args[0] == HlValue::Var(*v) && *a == not_implemented)
    };
    for b in g.reachable() {
        for i in 0..g.blocks[b].exits.len() {
            if returned(g, &g.blocks[b].exits[i]) {
                let target = g.exceptblock;
                let link = &mut g.blocks[b].exits[i];
                link.target = target;
                link.args = [class, value].map(|h| HlValue::Const(HlConst::Host(h))).to_vec();
            }
        }
    }
}

/// A copy for calls with `n` star arguments: they become ordinary parameters, and a new start block packs them. `after`
/// more parameters follow.
pub(crate) fn flatten_star_args(base: &HlGraph, n: usize, after: usize) -> HlGraph {
    let mut g = base.clone();
    let old_inputs = g.params().to_vec();
    let (fixed, keywords) = old_inputs.split_at(old_inputs.len() - after);
    let (_, fixed) = fixed.split_last().expect("star parameter");
    let mut inputs: Vec<_> = fixed.iter().map(|v| g.copy_var(*v)).collect();
    let keywords: Vec<_> = keywords.iter().map(|v| g.copy_var(*v)).collect();
    let stars: Vec<_> = (0..n).map(|i| g.new_var(&format!("stararg{i}"), ())).collect();
    let mut args: Vec<HlValue> = inputs.iter().map(|v| HlValue::Var(*v)).collect();
    inputs.extend(stars.iter().chain(&keywords).copied());
    let items = stars.into_iter().map(HlValue::Var).collect();
    let pack = g.new_op(HlOp::NewTuple, items, "starargs", (), g.span);
    args.push(HlValue::Var(pack.result));
    args.extend(keywords.into_iter().map(HlValue::Var));
    new_start(&mut g, inputs, vec![pack], args);
    g
}
