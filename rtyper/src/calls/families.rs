//! Call families: functions that meet at an indirect call get one signature.

use crate::base::cx::{konst, void};
use crate::base::wrappers;
use crate::calls::closures;
use crate::repr::{callable, identity};
use crate::state::call_families::RowSig;
use crate::state::{RTyper, Res, error};
use annotator::{AnnGraphId, CallFamilyId, DescId, Kind, Numbers, SomeValue};
use flowmodel::LlValue;
use flowmodel::{Const, EntityRef, FamilyId, FuncAttrs, FuncId, ObjId, Type};
use flowspace::flow;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

/// Computes the common signatures of graphs that stand in one row of a call family.
pub(crate) fn normalize(rt: &mut RTyper<'_>) {
    // Union-find over graphs.
    let mut parent: FxHashMap<AnnGraphId, AnnGraphId> = FxHashMap::default();
    fn find(p: &FxHashMap<AnnGraphId, AnnGraphId>, mut g: AnnGraphId) -> AnnGraphId {
        while let Some(n) = p.get(&g) {
            if *n == g {
                break;
            }
            g = *n;
        }
        g
    }
    let mut graphs: Vec<AnnGraphId> = vec![];
    let mut rows: Vec<(CallFamilyId, usize, AnnGraphId)> = vec![];
    for fam in rt.ann.families.keys() {
        for row in 0..rt.ann.families[fam].rows.len() {
            let gs: Vec<AnnGraphId> =
                rt.ann.families[fam].rows[row].graphs.values().copied().collect();
            if gs.len() < 2 {
                continue;
            }
            if rt.families.wrapped.contains_key(&(fam, row)) {
                continue;
            }
            if needs_wrappers(rt, fam, row) {
                wrap_row(rt, fam, row);
                continue;
            }
            rows.push((fam, row, gs[0]));
            for g in &gs {
                graphs.push(*g);
                let (a, b) = (find(&parent, gs[0]), find(&parent, *g));
                if a != b {
                    parent.insert(b, a);
                }
            }
        }
    }
    let mut sets: IndexMap<AnnGraphId, IndexSet<AnnGraphId>> = IndexMap::new();
    for g in graphs {
        sets.entry(find(&parent, g)).or_default().insert(g);
    }
    for (root, set) in sets {
        let set: Vec<AnnGraphId> = set.into_iter().collect();
        if set.iter().any(|g| rt.functions.sigs.contains_key(g)) {
            continue;
        }
        if mixes_numbers(rt, &set) {
            for (fam, row, g) in &rows {
                if find(&parent, *g) == root {
                    wrap_row(rt, *fam, *row);
                }
            }
            continue;
        }
        match common_sig(rt, &set) {
            Ok(sig) => {
                for g in set {
                    rt.families.normalized.insert(g, sig.clone());
                }
            }
            Err(e) => rt.errors.push(e),
        }
    }
}

fn wrap_row(rt: &mut RTyper<'_>, fam: CallFamilyId, row: usize) {
    match row_sig(rt, fam, row) {
        Ok(sig) => {
            rt.families.wrapped.insert((fam, row), sig);
        }
        Err(e) => rt.errors.push(e),
    }
}

/// Tells whether a common signature would make floats of ints that only some of the functions take or give.
fn mixes_numbers(rt: &RTyper<'_>, set: &[AnnGraphId]) -> bool {
    let numbers = |g: &AnnGraphId| -> Vec<Numbers> {
        let params = rt.ann.graphs[*g].graph.params();
        let params = params.iter().map(|v| Numbers::of(rt.ann.binding(*g, *v)));
        std::iter::once(Numbers::of(rt.ann.result(*g))).chain(params).collect()
    };
    // (a thousand functions have a handful of signatures)
    let mut all: Vec<Vec<Numbers>> = vec![];
    for of_graph in set.iter().map(numbers) {
        if !all.contains(&of_graph) {
            all.push(of_graph);
        }
    }
    let mix = |a: &[Numbers], b: &[Numbers]| a.iter().zip(b).any(|(a, b)| a.mixes(b));
    all.iter().enumerate().any(|(i, a)| all[..i].iter().any(|b| mix(a, b)))
}

/// Gives what a caller gives who may call functions that take one or the other.
fn taken_by_both(rt: &mut RTyper<'_>, a: &SomeValue, b: &SomeValue) -> Res<SomeValue> {
    match (&a.kind, &b.kind) {
        (Kind::Tuple(x), Kind::Tuple(y)) if x.len() == y.len() => {
            let items = x.iter().zip(y.iter()).map(|(a, b)| taken_by_both(rt, a, b));
            Ok(SomeValue::tuple(items.collect::<Res<Vec<SomeValue>>>()?))
        }
        (Kind::Float, _) if Numbers::of(a).mixes(&Numbers::of(b)) => Ok(b.clone()),
        (_, Kind::Float) if Numbers::of(a).mixes(&Numbers::of(b)) => Ok(a.clone()),
        _ => rt.ann.union(annotator::Site::NOWHERE, a, b).map_err(|e| e.into_diagnostic()),
    }
}

fn common_sig(rt: &mut RTyper<'_>, set: &[AnnGraphId]) -> Res<RowSig> {
    let mut it = set.iter();
    let first = *it.next().expect("not empty");
    let annotations = |rt: &RTyper<'_>, g: AnnGraphId| -> Vec<SomeValue> {
        let params = rt.ann.graphs[g].graph.params().to_vec();
        params.iter().map(|v| rt.ann.binding(g, *v).clone()).collect()
    };
    let mut params = annotations(rt, first);
    let mut result = rt.ann.result(first).clone();
    for g in it {
        let mut join = |rt: &mut RTyper<'_>| -> Res {
            let other = annotations(rt, *g);
            if other.len() != params.len() {
                return Err(error(format!(
                    "{} and {} are called through one variable, but have different numbers of parameters",
                    rt.ann.graphs[first].name, rt.ann.graphs[*g].name
                )));
            }
            let r = rt.ann.result(*g).clone();
            let pairs = params.iter_mut().zip(&other).chain([(&mut result, &r)]);
            for (a, b) in pairs {
                let u = rt.ann.union(annotator::Site::NOWHERE, a, b);
                *a = u.map_err(annotator::AnnError::into_diagnostic)?;
            }
            Ok(())
        };
        join(rt).map_err(|e| {
            let g = &rt.ann.graphs[*g];
            rt.placed(e, g.graph.span, || format!("the signature of {}", g.name))
        })?;
    }
    // A parameter that is the same constant in all is still a value.
    if set.len() > 1 {
        result = result.without_const();
    }
    Ok(RowSig { params, result })
}

/// Gives, for each argument of a row's shape, the number of the function's parameter that receives
/// it.
pub(crate) fn row_mapping(rt: &RTyper<'_>, fam: CallFamilyId, row: usize, d: DescId) -> Vec<usize> {
    annotator::parameters_of_shape(rt.ann, &rt.ann.families[fam].rows[row].shape, d)
}

/// Tells whether functions of a row take the arguments in different ways (defaults, keywords): each gets a wrapper
/// with the row's signature.
fn needs_wrappers(rt: &RTyper<'_>, fam: CallFamilyId, row: usize) -> bool {
    let r = &rt.ann.families[fam].rows[row];
    let n = r.shape.pos + r.shape.keywords.len();
    !r.shape.star
        && r.graphs.iter().any(|(d, g)| {
            let map = row_mapping(rt, fam, row, *d);
            rt.ann.graphs[*g].graph.params().len() != n
                || map.iter().enumerate().any(|(i, p)| i != *p)
        })
}

fn row_sig(rt: &mut RTyper<'_>, fam: CallFamilyId, row: usize) -> Res<RowSig> {
    let r = rt.ann.families[fam].rows[row].clone();
    let n = r.shape.pos + r.shape.keywords.len();
    let mut params = vec![SomeValue::IMPOSSIBLE; n];
    let mut result = SomeValue::IMPOSSIBLE;
    for (d, g) in &r.graphs {
        let vars = rt.ann.graphs[*g].graph.params().to_vec();
        for (k, p) in row_mapping(rt, fam, row, *d).into_iter().enumerate() {
            let Some(v) = vars.get(p) else {
                return Err(error(format!(
                    "{} is called with too many arguments through a variable",
                    rt.ann.graphs[*g].name
                )));
            };
            let s = rt.ann.binding(*g, *v).clone();
            params[k] = taken_by_both(rt, &params[k], &s)?;
        }
        let s = rt.ann.result(*g).clone();
        result =
            rt.ann.union(annotator::Site::NOWHERE, &result, &s).map_err(|e| e.into_diagnostic())?;
    }
    Ok(RowSig { params, result: result.without_const() })
}

/// The function to be called for a desc in a row: the graph's own, or a wrapper with the row's signature.
pub(crate) fn row_func(
    rt: &mut RTyper<'_>,
    fam: CallFamilyId,
    row: usize,
    d: DescId,
) -> Res<Option<FuncId>> {
    let Some(g) = rt.ann.families[fam].rows.get(row).and_then(|r| r.graphs.get(&d)).copied() else {
        return Ok(None);
    };
    if !rt.families.wrapped.contains_key(&(fam, row)) {
        return rt.func_for(g).map(Some);
    }
    let key = format!("row {}/{row}/{}", fam.index(), d.index());
    if let Some(f) = rt.families.dispatchers.get(&key) {
        return Ok(Some(*f));
    }
    let (want, have) = (callable::row_reprs(rt, fam, row)?, rt.sig(g)?);
    let map = row_mapping(rt, fam, row, d);
    let in_order = map.iter().enumerate().all(|(i, p)| i == *p);
    if in_order && want.params == have.params && want.result == have.result {
        return rt.func_for(g).map(Some);
    }
    let ty = callable::family_type(rt, fam, row)?;
    let rtype = rt.lltype(want.result)?;
    let name = format!("{}__with_defaults", rt.ann.graphs[g].name);
    let name = rt.functions.unique(&name);
    let mut types = vec![];
    for r in &want.params {
        types.push(rt.lltype(*r)?);
    }
    let given: Vec<_> = types.iter().filter(|t| **t != Type::Void).map(|t| ("arg", *t)).collect();
    let hl = rt.ann.graphs[g].graph.clone();
    let (mut cx, given) = wrappers::begin(rt, (g, hl.clone()), hl.span, &name, &given, rtype);
    let mut given = given.into_iter();
    let mut value = |t: &Type| if *t == Type::Void { None } else { given.next() };
    let incoming: Vec<LlValue> = types.iter().map(|t| value(t).unwrap_or_else(void)).collect();
    let defaults = match rt.ann.descs[d].as_function() {
        Some(f) => f.signature.defaults.clone(),
        None => vec![],
    };
    let mut args = vec![];
    for (p, r) in have.params.iter().enumerate() {
        let v = match map.iter().position(|q| *q == p) {
            Some(k) => rt.convert(&mut cx, incoming[k], want.params[k], *r)?,
            None => match defaults.iter().find(|(i, _)| *i == p) {
                Some((_, h)) => match flow::default_attribute(&rt.ann.host, *h) {
                    Some(attr) => {
                        let (this, from) = (incoming[0], want.params[0]);
                        let this = rt.convert(&mut cx, this, from, have.params[0])?;
                        closures::default_of(rt, &mut cx, this, have.params[0], &attr, *r)?
                    }
                    None => konst(rt.host_const(*h, *r)?),
                },
                // An empty *args, or nothing at run time.
                None if rt.lltype(*r)? == Type::Void => void(),
                None => return Err(error("internal: a parameter without value")),
            },
        };
        if rt.lltype(*r)? != Type::Void {
            args.push(v);
        }
    }
    let target = rt.func_for(g)?;
    let v = rt.direct_call(&mut cx, target, args);
    let v = match rt.ann.result(g).is_impossible() {
        // It never returns.
        true => konst(rt.prog.zero(rtype)),
        false => rt.convert(&mut cx, v, have.result, want.result)?,
    };
    let attrs = rt.prog.funcs[target].attrs.clone();
    let attrs = FuncAttrs { helper: true, always_inline: false, oopspec: None, ..attrs };
    let f = wrappers::end(rt, cx, name, ty, v, attrs);
    rt.families.dispatchers.insert(key, f);
    Ok(Some(f))
}

/// The prebuilt struct of a function of such a family.
pub(crate) fn funcset_obj(rt: &mut RTyper<'_>, fam: CallFamilyId, d: DescId) -> Res<ObjId> {
    let s = callable::funcset_struct(rt, fam)?;
    if let Some(o) = rt.families.objects.get(&(fam, d)) {
        return Ok(*o);
    }
    let o = rt.new_obj("funcset", s, vec![]);
    identity::number_object(rt, o, d);
    rt.families.objects.insert((fam, d), o);
    for row in 0..rt.ann.families[fam].rows.len() {
        if let Some(f) = row_func(rt, fam, row, d)? {
            rt.set_obj_field(o, &format!("row{row}"), Const::Func(f));
        }
    }
    Ok(o)
}

/// The function that stands for a desc in a family with one row.
pub(crate) fn family_func(
    rt: &mut RTyper<'_>,
    fam: CallFamilyId,
    row: usize,
    d: DescId,
) -> Res<FuncId> {
    match row_func(rt, fam, row, d)? {
        Some(f) => Ok(f),
        None => Err(error(format!(
            "{} is kept in a variable with other functions, but is never called",
            annotator::show_desc(rt.ann, d)
        ))),
    }
}

/// The candidates of indirect calls through a row.
pub(crate) fn family_id(rt: &mut RTyper<'_>, fam: CallFamilyId, row: usize) -> Res<FamilyId> {
    if let Some(f) = rt.families.ids.get(&(fam, row)) {
        return Ok(*f);
    }
    let descs: Vec<DescId> = match rt.ann.families[fam].rows.get(row) {
        Some(r) => r.graphs.keys().copied().collect(),
        None => vec![],
    };
    let mut funcs = vec![];
    for d in descs {
        if let Some(f) = row_func(rt, fam, row, d)?
            && !funcs.contains(&f)
        {
            funcs.push(f);
        }
    }
    let id = rt.prog.families.push(funcs);
    rt.families.ids.insert((fam, row), id);
    Ok(id)
}
