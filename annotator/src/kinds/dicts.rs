//! Methods of dicts that are written in the language (`rlib/builtins/dicts.py`), and of defaultdict, OrderedDict and Counter.

use crate::prelude::*;
use crate::{ArgSource, CallArgs, CallShape, DictKind};
use flowspace::host::functions;

impl Annotator {
    /// Arguments for a function that takes keyword arguments as their names and then their values. Positional ones
    /// that are missing are None.
    pub(crate) fn with_names(
        &mut self,
        site: Site,
        args: &CallArgs,
        positional: usize,
    ) -> AResult<CallArgs> {
        if args.positional.len() > positional {
            return Err(self.error(site, "argument-count", "too many arguments"));
        }
        let mut all = args.positional.clone();
        let names: Vec<_> = args.keywords.iter().map(|k| self.host.str(&k.0)).collect();
        let names = self.host.tuple(&names);
        while all.len() < positional {
            let none = self.host.from_const(&flowmodel::HlConst::None);
            all.push((SomeValue::NONE, ArgSource::Default(none)));
        }
        all.push((self.immutablevalue(site, names)?, ArgSource::Default(names)));
        all.extend(args.keywords.iter().map(|(_, s, source)| (s.clone(), source.clone())));
        let shape = CallShape { pos: all.len(), ..CallShape::default() };
        Ok(CallArgs { positional: all, keywords: vec![], shape })
    }

    /// `update()`: with a dict of the same kind, and keywords, natively.
    pub(crate) fn dict_update(
        &mut self,
        site: Site,
        this: &SomeValue,
        d: DictDefId,
        args: &CallArgs,
    ) -> Option<AResult> {
        if args.positional.len() > 1 {
            return None;
        }
        let same = |a: &Annotator, s: &SomeValue| match s.kind {
            Kind::Dict(e) => a.dict_def(e).kind == a.dict_def(d).kind,
            _ => false,
        };
        match args.positional.first() {
            Some((s, _)) if !same(self, s) => {
                if args.keywords.is_empty() {
                    return Some(self.call_library_method(site, "dicts", "update", this, args));
                }
                Some(self.with_names(site, args, 1).and_then(|args| {
                    self.call_library_method(site, "dicts", "update_with", this, &args)
                }))
            }
            _ if args.keywords.is_empty() => None,
            from => Some((|| {
                if let Some((s, _)) = from
                    && let Kind::Dict(e) = s.kind
                {
                    self.merge_dicts(site, d, e)?;
                }
                self.generalize_key(site, d, &SomeValue::STR)?;
                for (_, s, _) in &args.keywords {
                    self.generalize_value(site, d, s)?;
                }
                Ok(SomeValue::NONE)
            })()),
        }
    }

    /// The dict definition of this operation, of a kind.
    pub(crate) fn site_dict_of(&mut self, site: Site, kind: DictKind) -> DictDefId {
        let d = self.site_dict(site);
        let d = self.find_dict(d);
        let def = &mut self.dicts[d];
        if def.key.is_impossible() && def.readers.is_empty() && def.kind == DictKind::Plain {
            def.kind = kind;
        }
        d
    }

    /// Gives a dict definition the functions of an `r_dict`.
    pub(crate) fn set_custom(
        &mut self,
        site: Site,
        d: DictDefId,
        eq: &SomeValue,
        hash: &SomeValue,
    ) -> AResult<()> {
        let d = self.find_dict(d);
        if let Some((old_eq, old_hash)) = &self.dicts[d].custom {
            let same = |old: &SomeValue, new: &SomeValue| {
                new.const_host().is_some() && old.const_host() == new.const_host()
            };
            return match (same(old_eq, eq), same(old_hash, hash)) {
                (true, true) => Ok(()),
                _ => self.add_functions(site, d, eq, hash),
            };
        }
        let mut fns = vec![];
        for (s, factory) in [(eq, "custom_eq"), (hash, "custom_hash")] {
            let Some(f) = s.const_host() else {
                if matches!(s.kind, Kind::Pbc { can_be_none: false, .. }) {
                    self.dicts[d].custom = Some((eq.clone(), hash.clone()));
                    return self.add_functions(site, d, eq, hash);
                }
                return Err(self
                    .error(
                        site,
                        "unsupported",
                        format!("an r_dict with {} as a function", self.show(s)),
                    )
                    .note("its functions must be functions or methods"));
            };
            fns.push(self.run_factory(site, "dicts", factory, &[f])?);
        }
        self.dicts[d].custom = Some((eq.clone(), hash.clone()));
        self.dicts[d].custom_fns = Some([fns[0], fns[1]]);
        Ok(())
    }

    /// The dicts of a definition have different functions, among them these: each dict keeps its own.
    pub(crate) fn add_functions(
        &mut self,
        site: Site,
        d: DictDefId,
        eq: &SomeValue,
        hash: &SomeValue,
    ) -> AResult<()> {
        let d = self.find_dict(d);
        let (old_eq, old_hash) = self.dicts[d].custom.clone().expect("an r_dict");
        let [make, select] = match self.dicts[d].several {
            Some(fns) => fns,
            None => {
                let made = self.run_factory(site, "dicts", "several_functions", &[])?;
                let hv::View::Tuple(fns) = hv::view(&self.host, made) else {
                    return Err(self.error(site, "internal", "several_functions"));
                };
                let def = &mut self.dicts[d];
                def.custom_fns = Some([fns[0], fns[1]]);
                def.custom_alias = [None; 2];
                def.several = Some([fns[2], fns[3]]);
                self.add_functions(site, d, &old_eq, &old_hash)?;
                [fns[2], fns[3]]
            }
        };
        let all = (self.union(site, &old_eq, eq)?, self.union(site, &old_hash, hash)?);
        self.dicts[d].custom = Some(all);
        let make = self.immutablevalue(site, make)?;
        let functions = self.call_value(site, &make, vec![eq.clone(), hash.clone()])?;
        if !functions.is_impossible() {
            let select = self.immutablevalue(site, select)?;
            self.call_value(site, &select, vec![functions])?;
        }
        Ok(())
    }

    /// For dicts with different functions: the graphs of what makes an object of two functions, and of what selects it.
    pub fn several_functions(&mut self, d: DictDefId) -> Option<[AnnGraphId; 2]> {
        let d = self.find_dict(d);
        let fns = self.dicts[d].several?;
        let mut graphs = vec![];
        for f in fns {
            let desc = self.function_desc(Site::NOWHERE, f).ok()?;
            graphs.push(*self.descs[desc].as_function()?.cache.values().next()?);
        }
        Some([graphs[0], graphs[1]])
    }

    /// The functions of a prebuilt `r_dict`, as such an object.
    pub fn prebuilt_functions(
        &mut self,
        d: DictDefId,
        dict: flowmodel::HostRef,
    ) -> Option<flowmodel::HostRef> {
        let d = self.find_dict(d);
        let [make, _] = self.dicts[d].several?;
        let eq = hv::instance_attr(&self.host, dict, "key_eq")?;
        let hash = hv::instance_attr(&self.host, dict, "key_hash")?;
        hv::call(&mut self.host, make, &[eq, hash]).ok()
    }

    /// The functions of an `r_dict` are called with its keys.
    pub(crate) fn check_custom_dict(&mut self, site: Site, d: DictDefId) -> AResult<()> {
        let (key, _) = self.read_dict(site, d);
        let Some([eq, hash]) = self.dict_def(d).custom_fns else { return Ok(()) };
        if key.is_impossible() {
            return Ok(());
        }
        let eq = self.immutablevalue(site, eq)?;
        let b = self.call_value(site, &eq, vec![key.clone(), key.clone()])?;
        if !b.is_impossible() && b.kind != Kind::Bool {
            return Err(self.error(
                site,
                "argument-type",
                format!(
                    "the equality function of an r_dict must give a bool, not {}",
                    self.show(&b)
                ),
            ));
        }
        let hash = self.immutablevalue(site, hash)?;
        let h = self.call_value(site, &hash, vec![key])?;
        if !h.is_impossible() && !h.is_integral() {
            return Err(self.error(
                site,
                "argument-type",
                format!("the hash function of an r_dict must give an int, not {}", self.show(&h)),
            ));
        }
        Ok(())
    }

    /// The function object by which helpers call a function of an `r_dict` (0: equality, 1: hash); `None` for other dicts.
    pub fn custom_function(&mut self, d: DictDefId, which: usize) -> Option<flowmodel::HostRef> {
        let d = self.find_dict(d);
        let f = self.dicts[d].custom_fns?[which];
        if let Some(alias) = self.dicts[d].custom_alias[which] {
            return Some(alias);
        }
        let desc = self.function_desc(Site::NOWHERE, f).ok()?;
        let graph = *self.descs[desc].as_function()?.cache.values().next()?;
        let alias = functions::copy(&mut self.host, f);
        let alias_desc = self.function_desc(Site::NOWHERE, alias).ok()?;
        self.add_alias(alias_desc, graph);
        self.dicts[d].custom_alias[which] = Some(alias);
        Some(alias)
    }

    /// `d[key]`
    pub(crate) fn dict_item(
        &mut self,
        site: Site,
        d: DictDefId,
        dict: &SomeValue,
        key: &SomeValue,
    ) -> AResult {
        self.generalize_key(site, d, key)?;
        match self.dict_def(d).kind {
            DictKind::Default(factory) => {
                let f = self.immutablevalue(site, factory)?;
                let positional = vec![
                    (dict.clone(), ArgSource::Operand(0)),
                    (key.clone(), ArgSource::Operand(1)),
                    (f, ArgSource::Default(factory)),
                ];
                let shape = crate::CallShape { pos: 3, ..Default::default() };
                let call = CallArgs { positional, keywords: vec![], shape };
                self.call_library(site, "dicts", "default_item", call)
            }
            DictKind::Counter => {
                self.call_library_on(site, "counters", "item", &[(0, dict), (1, key)])
            }
            _ => Ok(self.read_dict(site, d).1),
        }
    }

    /// Operators on dicts and counters.
    pub(crate) fn dict_binary(
        &mut self,
        site: Site,
        op: &Op,
        d: DictDefId,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (a, b) = (&args[0], &args[1]);
        match (op.op.plain(), &b.kind) {
            (o, Kind::Dict(_)) if self.dict_def(d).kind == DictKind::Counter => {
                let f = match o {
                    HlOp::Add => "add",
                    HlOp::Sub => "sub",
                    HlOp::And => "and_",
                    HlOp::Or => "or_",
                    _ => return None,
                };
                let f = if op.op == o { f.to_string() } else { format!("inplace_{f}") };
                Some(self.call_library_on(site, "counters", &f, &[(0, a), (1, b)]))
            }
            (HlOp::Or, Kind::Dict(_)) if op.op == HlOp::Or => {
                Some(self.call_library_on(site, "dicts", "merged", &[(0, a), (1, b)]))
            }
            (HlOp::Or, _) if op.op != HlOp::Or => {
                Some(self.call_library_on(site, "dicts", "inplace_or", &[(0, a), (1, b)]))
            }
            _ => None,
        }
    }
}
