//! Call families: functions that meet at an indirect call get one signature.

use crate::{RTyper, Res};
use annotator::{AnnGraphId, CallFamilyId, DescId, SomeValue};
use flowmodel::{EntityRef, FamilyId, FuncId, FuncTypeId};
use rustc_hash::FxHashMap;

/// Common annotations of parameters and result.
#[derive(Clone, Debug)]
pub(crate) struct RowSig {
    pub params: Vec<SomeValue>,
    pub result: SomeValue,
}

impl RTyper<'_> {
    /// Computes the common signatures of graphs that stand in one row of a call family.
    pub(crate) fn normalize_families(&mut self) {
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
        for fam in self.ann.families.keys() {
            for row in &self.ann.families[fam].rows {
                let gs: Vec<AnnGraphId> = row.graphs.values().copied().collect();
                if gs.len() < 2 {
                    continue;
                }
                for g in &gs {
                    graphs.push(*g);
                    let (a, b) = (find(&parent, gs[0]), find(&parent, *g));
                    if a != b {
                        parent.insert(b, a);
                    }
                }
            }
        }
        let mut sets: indexmap::IndexMap<AnnGraphId, Vec<AnnGraphId>> = indexmap::IndexMap::new();
        for g in graphs {
            let set = sets.entry(find(&parent, g)).or_default();
            if !set.contains(&g) {
                set.push(g);
            }
        }
        for (_, set) in sets {
            if set.iter().any(|g| self.sigs.contains_key(g)) {
                continue;
            }
            match self.common_sig(&set) {
                Ok(sig) => {
                    for g in set {
                        self.normalized.insert(g, sig.clone());
                    }
                }
                Err(e) => self.errors.push(e),
            }
        }
    }

    fn common_sig(&mut self, set: &[AnnGraphId]) -> Res<RowSig> {
        let mut it = set.iter();
        let first = *it.next().expect("not empty");
        let annotations = |rt: &Self, g: AnnGraphId| -> Vec<SomeValue> {
            let params = rt.ann.graphs[g].graph.params().to_vec();
            params.iter().map(|v| rt.ann.binding(g, *v).clone()).collect()
        };
        let mut params = annotations(self, first);
        let mut result = self.ann.result(first).clone();
        for g in it {
            self.span = self.ann.graphs[*g].graph.span;
            let other = annotations(self, *g);
            if other.len() != params.len() {
                return Err(self.error(format!(
                    "{} and {} are called through one variable, but have different numbers of parameters",
                    self.ann.graphs[first].name, self.ann.graphs[*g].name
                )));
            }
            for (a, b) in params.iter_mut().zip(&other) {
                *a = self.ann.union(a, b).map_err(|e| e.into_diagnostic())?;
            }
            let r = self.ann.result(*g).clone();
            result = self.ann.union(&result, &r).map_err(|e| e.into_diagnostic())?;
        }
        // A parameter that is the same constant in all is still a value.
        if set.len() > 1 {
            result = result.without_const();
        }
        Ok(RowSig { params, result })
    }

    /// Function type of the pointers for a row of a family.
    pub(crate) fn family_type(&mut self, fam: CallFamilyId, row: usize) -> Res<FuncTypeId> {
        if let Some(t) = self.family_types.get(&(fam, row)) {
            return Ok(*t);
        }
        let Some(r) = self.ann.families[fam].rows.get(row) else {
            // Never called: the pointers serve for identity only.
            let t = self.ann.types.func(vec![], flowmodel::Type::Void);
            return Ok(t);
        };
        let g =
            *r.graphs.values().next().ok_or_else(|| {
                self.error(format!("call family {} has an empty row", fam.index()))
            })?;
        let sig = self.sig(g)?;
        let mut args = vec![];
        for p in &sig.params {
            let t = self.lltype(*p)?;
            if t != flowmodel::Type::Void {
                args.push(t);
            }
        }
        let result = self.lltype(sig.result)?;
        let t = self.ann.types.func(args, result);
        self.family_types.insert((fam, row), t);
        Ok(t)
    }

    /// The function that stands for a desc in a row of a family.
    pub(crate) fn family_func(&mut self, fam: CallFamilyId, row: usize, d: DescId) -> Res<FuncId> {
        if self.ann.families[fam].rows.len() > 1 {
            return Err(self.error(
                "functions kept in one variable are called with different shapes of arguments",
            ));
        }
        let g = self.ann.families[fam].rows.get(row).and_then(|r| r.graphs.get(&d)).copied();
        match g {
            Some(g) => self.func_for(g),
            None => Err(self.error(format!(
                "{} is kept in a variable with other functions, but is never called",
                self.ann.show_desc(d)
            ))),
        }
    }

    /// The candidates of indirect calls through a row.
    pub(crate) fn family_id(&mut self, fam: CallFamilyId, row: usize) -> Res<FamilyId> {
        if let Some(f) = self.family_ids.get(&(fam, row)) {
            return Ok(*f);
        }
        let graphs: Vec<AnnGraphId> = match self.ann.families[fam].rows.get(row) {
            Some(r) => r.graphs.values().copied().collect(),
            None => vec![],
        };
        let mut funcs = vec![];
        for g in graphs {
            let f = self.func_for(g)?;
            if !funcs.contains(&f) {
                funcs.push(f);
            }
        }
        let id = self.prog.families.push(funcs);
        self.family_ids.insert((fam, row), id);
        Ok(id)
    }
}
