//! Calls: which graphs they reach, with what arguments.

pub(crate) mod keywords;
pub(crate) mod library;
pub(crate) mod shared;
pub(crate) mod specialize;
mod spread;
mod star;

use crate::definitions::desc::*;
use crate::definitions::targets::Targets;
use crate::prelude::*;
use crate::{ArgSource, CallArgs};
use flowmodel::HostRef;
use flowspace::host::import;

/// [`CallSite::special`] of a call of a frozen object: its `__call__`.
pub const FROZEN_CALL: &str = "frozen call";

/// `Annotator::desc_sort` of frozen objects.
const FROZEN: u8 = 3;

impl Annotator {
    pub(crate) fn op_simple_call(&mut self, site: Site, _op: &Op, args: &[SomeValue]) -> AResult {
        let positional = args[1..]
            .iter()
            .enumerate()
            .map(|(i, s)| (s.clone(), ArgSource::Operand(i + 1)))
            .collect();
        let shape = CallShape { pos: args.len() - 1, ..CallShape::default() };
        self.call_or_copy(site, &args[0], CallArgs { positional, keywords: vec![], shape })
    }

    /// Calls what the program calls, or what stands for it with an argument of this class.
    fn call_or_copy(&mut self, site: Site, callee: &SomeValue, call: CallArgs) -> AResult {
        if let Some(f) = self.function_of_dataclass(site, callee, &call) {
            return self.call(site, &f?, &call, Some(library::LIBRARY));
        }
        match self.method_of_heir(site, callee, call.positional.first().map(|a| &a.0)) {
            Some(f) => self.call(site, &f?, &call, None),
            None => self.call(site, callee, &call, None),
        }
    }

    pub(crate) fn op_call_args(&mut self, site: Site, _op: &Op, args: &[SomeValue]) -> AResult {
        let Some((pos, keywords, star)) =
            args[1].const_host().and_then(|h| hv::call_shape(&self.host, h))
        else {
            return Err(self
                .error(site, "star-arguments", "the names of the ** argument of this call are not known")
                .note("it must be the ** parameter of the function, which must not be changed or kept, or a dict display with constant keys"));
        };
        let mut call = CallArgs {
            shape: CallShape { pos, keywords: keywords.clone(), star },
            ..CallArgs::default()
        };
        let mut i = 2;
        for _ in 0..pos {
            call.positional.push((args[i].clone(), ArgSource::Operand(i)));
            i += 1;
        }
        for k in keywords {
            call.keywords.push((k, args[i].clone(), ArgSource::Operand(i)));
            i += 1;
        }
        if star {
            let items = (args[i].clone(), ArgSource::Operand(i));
            let class = match items.0.kind {
                Kind::Instance { class, .. } => Some(class),
                _ => None,
            };
            if class.is_some_and(|c| self.is_record(c)) {
                call.shape.star = false;
                return self.call_with_record(site, &args[0], call, items);
            }
            let iterable = match class {
                Some(c) => self.has_special(site, c, "__iter__"),
                None => matches!(
                    items.0.kind,
                    Kind::List(_)
                        | Kind::Iterator { .. }
                        | Kind::String { .. }
                        | Kind::Unicode { .. }
                        | Kind::Dict(_)
                        | Kind::Set(_)
                        | Kind::Deque(_)
                ),
            };
            if iterable {
                call.shape.star = false;
                return self.call_with_list(site, &args[0], call, items);
            }
            let Kind::Tuple(items) = &args[i].kind else {
                return Err(self
                    .error(
                        site,
                        "star-arguments",
                        format!(
                            "the * argument of a call must be a tuple, not {}",
                            self.show(&args[i])
                        ),
                    )
                    .note("the number of arguments must be known"));
            };
            for (k, s) in items.iter().enumerate() {
                call.positional.push((s.clone(), ArgSource::StarItem(i, k)));
            }
            // They count as any others: calls with so many arguments stand in one row of a family.
            call.shape.pos = call.positional.len();
            call.shape.star = false;
        }
        self.call_or_copy(site, &args[0], call)
    }

    /// Calls a value; the call site is recorded under the operation's result.
    pub(crate) fn call(
        &mut self,
        site: Site,
        callee: &SomeValue,
        args: &CallArgs,
        special: Option<&'static str>,
    ) -> AResult {
        match &callee.kind {
            Kind::Builtin(name)
                if let Some(method) = self.method_of_builtin(site, name, args)? =>
            {
                let f = self.made_function(site, "make_method_call", &[method])?;
                self.call(site, &f, args, Some(library::LIBRARY))
            }
            Kind::Builtin(name) => {
                let Some(b) = builtins::lookup(name) else {
                    let e = self.error(
                        site,
                        "unsupported",
                        format!("the function {name}() is not supported at run time"),
                    );
                    return Err(match &**name {
                        "sys.exc_info" => e
                            .note("outside of an `except` block in the same function")
                            .note("which exception a caller handles is not kept: pass it as an argument"),
                        _ => e,
                    });
                };
                if !self.in_python3(site) {
                    return (b.handler)(self, site, b, callee, args);
                }
                if let Some(r) = self.python3_call(site, name, args) {
                    return r;
                }
                let result = (b.handler)(self, site, b, callee, args)?;
                Ok(self.python3_result(name, result))
            }
            Kind::BuiltinMethod { name, this } => {
                let (name, this) = (name.clone(), this.clone());
                let result = builtins::call_method(self, site, &name, &this, args)?;
                if &*name == "to_bytes" && this.is_integral() && self.in_python3(site) {
                    return Ok(self.python3_result("int.to_bytes", result));
                }
                Ok(result)
            }
            Kind::Pbc { descs, .. } if self.desc_sort(descs[0]) == FROZEN => {
                let descs = descs.clone();
                for d in descs.iter() {
                    let DescKind::Frozen { host } = self.descs[*d].kind else { continue };
                    let class = self.host.class_of(host);
                    if self.find_method(class, "__call__").is_none() {
                        let what = hv::describe(&self.host, host);
                        return Err(self.error(
                            site,
                            "not-callable",
                            format!("{what} cannot be called"),
                        ));
                    }
                }
                let m = self.pbc_getattr(site, &descs, &"__call__".into())?;
                self.call(site, &m, args, Some(FROZEN_CALL))
            }
            Kind::Pbc { descs, .. } => {
                let descs = descs.clone();
                let result = match self.shared_call(site, &descs, args, special) {
                    Some(result) => result,
                    None => self.call_pbc(site, &descs, args, special)?,
                };
                if !self.in_python3(site) {
                    return Ok(result);
                }
                Ok(self.python3_call_result(&descs, result))
            }
            Kind::Instance { class, .. } => {
                let c = self.classdefs[*class].host;
                if self.find_method(c, "__call__").is_some() || self.is_closure_class(*class) {
                    return self.call_special_args(site, callee, "__call__", args.clone());
                }
                let c = self.classdefs[*class].name.clone();
                Err(self
                    .error(site, "not-callable", format!("instances of {c} cannot be called"))
                    .note("a class whose instances are called has a method __call__"))
            }
            Kind::WeakRef(Some(c)) => Ok(Kind::Instance { class: *c, can_be_none: true }.into()),
            Kind::WeakRef(None) => Ok(SomeValue::NONE),
            Kind::None_ => Err(AnnError::Blocked),
            Kind::Type(class) => {
                // The class of an instance: one of those that have instances.
                let descs = self.instantiated_classes(site, *class);
                if descs.is_empty() {
                    return Err(AnnError::Blocked);
                }
                self.call_pbc(site, &descs, args, special)
            }
            _ => Err(self.error(
                site,
                "not-callable",
                format!("{} cannot be called", self.show(callee)),
            )),
        }
    }

    /// The special method of an instance that a built-in function calls.
    fn method_of_builtin(
        &mut self,
        site: Site,
        name: &str,
        args: &CallArgs,
    ) -> AResult<Option<&'static str>> {
        let method = match name {
            "round" => "__round__",
            "math.floor" => "__floor__",
            "math.ceil" => "__ceil__",
            "math.trunc" => "__trunc__",
            _ => return Ok(None),
        };
        let Some((s, _)) = args.positional.first() else { return Ok(None) };
        let Kind::Instance { class, .. } = s.kind else { return Ok(None) };
        if !self.has_special(site, class, method) {
            let what = self.show(s);
            return Err(self.error(
                site,
                "no-special-method",
                format!("{name}() of {what}, which has no {method}"),
            ));
        }
        Ok(Some(method))
    }

    /// Calls a value with positional arguments, without recording a call site.
    pub(crate) fn call_value(
        &mut self,
        site: Site,
        callee: &SomeValue,
        args: Vec<SomeValue>,
    ) -> AResult {
        self.call(Site { result: None, ..site }, callee, &positional(args), None)
    }

    /// Calls a special method of an instance as the implementation of the current operation.
    pub(crate) fn call_special(
        &mut self,
        site: Site,
        this: &SomeValue,
        name: &'static str,
        args: Vec<SomeValue>,
    ) -> AResult {
        let args = args
            .into_iter()
            .enumerate()
            .map(|(i, s)| (s, ArgSource::Operand(i + 1)))
            .collect::<Vec<_>>();
        let shape = CallShape { pos: args.len(), ..CallShape::default() };
        self.call_special_args(
            site,
            this,
            name,
            CallArgs { positional: args, keywords: vec![], shape },
        )
    }

    fn is_library_class(&self, class: ClassDefId) -> bool {
        let desc = self.descs[self.classdefs[class].desc].as_class();
        desc.and_then(|d| self.class_span(d)).is_some_and(|s| self.in_library(s))
    }

    pub(crate) fn call_special_args(
        &mut self,
        site: Site,
        this: &SomeValue,
        name: &'static str,
        args: CallArgs,
    ) -> AResult {
        let Kind::Instance { class, .. } = this.kind else {
            return Err(self.error(
                site,
                "no-special-method",
                format!("{} has no {name}", self.show(this)),
            ));
        };
        let host = self.classdefs[class].host;
        if self.find_method(host, name).is_none() {
            let subs = self.all_subdefs(class);
            let any =
                subs.iter().any(|c| self.find_method(self.classdefs[*c].host, name).is_some());
            if !any && !self.has_special(site, class, name) {
                let c = self.classdefs[class].name.clone();
                return Err(self.error(
                    site, "no-special-method",
                    match c.strip_suffix("_generator") {
                        // (Its function is one of ours, with a name that nobody knows.)
                        Some(_) if self.is_library_class(class) => {
                            format!("what zip(), map() and the like give has no {name}: make a list of it first")
                        }
                        Some(f) => format!(
                            "a generator, made by {f}(), has no {name}: make a list of it first"
                        ),
                        None if name == "next" => {
                            format!("instances of {c} have no method '{name}'")
                        }
                        None => format!("instances of {c} have no {name}"),
                    },
                ));
            }
        }
        let m = self.instance_getattr(site, class, &name.into())?;
        if m.is_impossible() {
            return Err(AnnError::Blocked);
        }
        self.call(site, &m, &args, Some(name))
    }

    fn call_pbc(
        &mut self,
        site: Site,
        descs: &[DescId],
        args: &CallArgs,
        special: Option<&'static str>,
    ) -> AResult {
        if special.is_none()
            && site.result.is_some()
            && let Some(f) = self.caller_of_classes(site, descs)?
        {
            // The class is the first operand.
            let mut call = args.clone();
            let callee = self.pbc(descs.to_vec(), false);
            call.positional.insert(0, (callee, ArgSource::Operand(0)));
            call.shape.pos += 1;
            return self.call(site, &f, &call, Some(library::LIBRARY));
        }
        let mut targets = vec![];
        let mut result = SomeValue::IMPOSSIBLE;
        let mut failure = None;
        let mut results: Vec<(DescId, SomeValue)> = vec![];
        let known = self.known_targets(site, args);
        let mut known = known.iter().peekable();
        for d in descs {
            // Both lists are in the order of the descriptions.
            while known.next_if(|t| t.desc < *d).is_some() {}
            let called = match known.next_if(|t| t.desc == *d) {
                Some(t) => self.call_again(site, t.clone(), args),
                None => self.call_desc(site, *d, args),
            };
            match called {
                Ok((s, target)) => {
                    targets.push(target);
                    if results.last().is_some_and(|(_, last)| *last == s) {
                        continue;
                    }
                    result = self
                        .union(site, &result, &s)
                        .map_err(|e| self.result_conflict(site, e, &results, (*d, s.clone())))?;
                    results.push((*d, s));
                }
                Err(AnnError::Blocked) => {}
                Err(e) => {
                    failure.get_or_insert(if descs.len() > 1 {
                        e.note(format!(
                            "this call may also reach {} other function{}",
                            descs.len() - 1,
                            if descs.len() == 2 { "" } else { "s" }
                        ))
                    } else {
                        e
                    });
                }
            }
        }
        let class = |d: DescId| self.descs[d].as_class().is_some();
        if descs.len() > 1 && class(descs[0]) && targets.iter().any(|t| !class(t.desc)) {
            let e = self.error(
                site,
                "unsupported",
                "a call of one of several classes, some with __new__",
            );
            failure.get_or_insert(e);
        }
        if let (Some(p), Some(v)) = (site.position, site.result) {
            let made = CallSite { targets: targets.into(), shape: args.shape.clone(), special };
            let g = &mut self.graphs[p.graph];
            g.calls.insert(v, made);
            g.call_args.insert(v, args.clone());
        }
        match failure {
            Some(e) => Err(e),
            None => Ok(result),
        }
    }

    /// A function that calls one of several classes some of which have a `__new__`.
    fn caller_of_classes(&mut self, site: Site, descs: &[DescId]) -> AResult<Option<SomeValue>> {
        let mut classes = vec![];
        let mut any = false;
        for d in descs {
            let Some(c) = self.descs[*d].as_class() else { return Ok(None) };
            classes.push(c.host);
            any |= self.find_method(c.host, "__new__").is_some();
        }
        if !any || classes.len() < 2 {
            return Ok(None);
        }
        self.made_of_objects(site, "make_call_of_class", classes).map(Some)
    }

    /// Callees of the present operation at its last visit, if that was with the same arguments.
    fn known_targets(&self, site: Site, args: &CallArgs) -> Targets {
        let (Some(p), Some(v)) = (site.position, site.result) else { return Targets::default() };
        let g = &self.graphs[p.graph];
        match g.call_args.get(&v) == Some(args) {
            true => g.calls.get(&v).map(|s| s.targets.clone()).unwrap_or_default(),
            false => Targets::default(),
        }
    }

    /// A call with the arguments that it had before: they have arrived, only the result may be another.
    fn call_again(
        &mut self,
        site: Site,
        t: CallTarget,
        args: &CallArgs,
    ) -> AResult<(SomeValue, CallTarget)> {
        let by_desc =
            matches!(self.descs[t.desc].kind, DescKind::Function(_) | DescKind::Method { .. });
        match (t.graph, t.func) {
            (Some(g), Some(f))
                if by_desc
                    && self.descs[f]
                        .as_function()
                        .is_some_and(|f| f.specializer == Specializer::Default)
                    && self.alias_graph(f).is_none() =>
            {
                if self.graphs[g].declines
                    && let Some(p) = site.position
                {
                    self.set_declines(p.graph);
                }
                Ok((self.result(g).clone(), t))
            }
            _ => self.call_desc(site, t.desc, args),
        }
    }

    /// An error for a call whose callees give results that do not meet.
    fn result_conflict(
        &self,
        site: Site,
        e: AnnError,
        before: &[(DescId, SomeValue)],
        last: (DescId, SomeValue),
    ) -> AnnError {
        let AnnError::Union(u) = &e else { return e };
        let kind = std::mem::discriminant(&u.left.kind);
        let other = before.iter().find(|(_, s)| std::mem::discriminant(&s.kind) == kind);
        let mut callees = vec![];
        for (d, s) in other.into_iter().chain([&last]) {
            let of = match self.descs[*d].kind {
                DescKind::Method { func, .. } => func,
                _ => *d,
            };
            if let Some(f) = self.descs[of].as_function() {
                callees.push((f.span, format!("{}() gives {}", f.name, self.show(s))));
            }
        }
        let what = "the result of a call that can reach several functions";
        let mut e = self.union_at(site, e, what, &[]);
        for (at, text) in callees {
            e = e.label(at, text);
        }
        e
    }

    fn with_self(args: &CallArgs, this: SomeValue) -> CallArgs {
        let mut call = args.clone();
        call.positional.insert(0, (this, ArgSource::This));
        call
    }

    pub(crate) fn call_desc(
        &mut self,
        site: Site,
        d: DescId,
        args: &CallArgs,
    ) -> AResult<(SomeValue, CallTarget)> {
        match &self.descs[d].kind {
            DescKind::Function(_) => {
                let r = self.function_call(site, d, args)?;
                let t =
                    CallTarget { desc: d, func: Some(d), graph: r.graph, args: r.sources.into() };
                Ok((r.result, t))
            }
            DescKind::Method { func, this, origin, .. } => {
                let (func, this) = (*func, SomeValue::instance(this.unwrap_or(*origin)));
                let r = self.function_call(site, func, &Self::with_self(args, this))?;
                let t = CallTarget {
                    desc: d,
                    func: Some(func),
                    graph: r.graph,
                    args: r.sources.into(),
                };
                Ok((r.result, t))
            }
            DescKind::Class(c) => {
                let (host, name) = (c.host, c.name.clone());
                self.instantiate(site, d, host, name, args)
            }
            DescKind::Frozen { host } => {
                let what = hv::describe(&self.host, *host);
                Err(self.error(site, "not-callable", format!("{what} cannot be called")))
            }
        }
    }

    /// Notes that there are instances of exactly this class; its `__del__` is part of the program.
    pub(crate) fn note_made(&mut self, site: Site, class: ClassDefId) -> AResult<()> {
        self.set_instantiated(class);
        let host = self.classdefs[class].host;
        if let Some((owner, del)) = self.find_method(host, "__del__") {
            let f = self.function_desc(site, del)?;
            let d = self.class_desc(site, owner)?;
            let of = self.classdef_of(site, d)?;
            let (graph, _) =
                self.function_graph(site, f, &positional(vec![SomeValue::instance(of)]))?;
            if let Some(g) = graph {
                self.finalizers.insert(class, g);
            }
        }
        Ok(())
    }

    /// What makes `lltype.Ptr(T)` of a type that only the annotator knows, at translation time.
    fn maker_of_pointer_types(&mut self, class: HostRef) -> Option<HostRef> {
        const MODULE: &str = "rpython.rtyper.lltypesystem.lltype";
        let name = hv::registry_name(&self.host, class)?;
        if name.strip_prefix(MODULE)? != ".Ptr" {
            return None;
        }
        let module = import::module(&mut self.host, None, MODULE, 0, &[], true).ok()?;
        hv::getattr(&mut self.host, module, "pointer_to")
    }

    /// `C(args)`
    fn instantiate(
        &mut self,
        site: Site,
        d: DescId,
        host: HostRef,
        name: Rc<str>,
        args: &CallArgs,
    ) -> AResult<(SomeValue, CallTarget)> {
        let missing = hv::abstract_methods(&self.host, host);
        if !missing.is_empty() {
            let m = format!("{name} is an abstract class: it has no instances");
            let e = self.error(site, "abstract-class", m);
            return Err(e.note(format!("abstract methods: {}", missing.join(", "))));
        }
        if let Some(f) = self.maker_of_pointer_types(host) {
            let f = self.function_desc(site, f)?;
            return self.call_desc(site, f, args);
        }
        if let Some(variant) = self.record_to_make(site, host, args)? {
            let f = self.made_by(site, "records", "make_maker", variant)?;
            let f = self.function_desc(site, f)?;
            return self.call_desc(site, f, args);
        }
        if self.find_method(host, "__new__").is_some() {
            let f = self.made_of_object(site, "make_constructor", host)?;
            let f = self.function_desc(site, f)?;
            return self.call_desc(site, f, args);
        }
        let class = self.classdef_of(site, d)?;
        let this = SomeValue::instance(class);
        self.note_made(site, class)?;
        let is_exc = hv::is_exception_class(&self.host, host);
        if is_exc {
            self.note_exception_args(site, class, &Self::positional_values(args), false);
        }
        let mut target = CallTarget { desc: d, func: None, graph: None, args: Rc::default() };
        match self.class_method(d, "__init__") {
            Some(init) => {
                let f = self.function_desc(site, init)?;
                let r = self.function_call(site, f, &Self::with_self(args, this.clone()))?;
                if r.result.is_impossible() {
                    // Not analysed yet, or it always raises.
                    if let (Some(p), Some(v)) = (site.position, site.result) {
                        let t = CallTarget {
                            func: Some(f),
                            graph: r.graph,
                            args: r.sources.into(),
                            ..target
                        };
                        let made = CallSite {
                            targets: vec![t].into(),
                            shape: args.shape.clone(),
                            special: None,
                        };
                        self.graphs[p.graph].calls.insert(v, made);
                    }
                    return Err(AnnError::Blocked);
                }
                target.func = Some(f);
                target.graph = r.graph;
                target.args = r.sources.into();
            }
            None if is_exc => {
                self.exception_args(site, host, args, &mut target)?;
            }
            None if args.positional.is_empty() && args.keywords.is_empty() => {}
            None => {
                return Err(self.error(
                    site,
                    "argument-count",
                    format!("{}() takes no arguments: the class has no __init__", name),
                ));
            }
        }
        Ok((this, target))
    }

    /// Function that a class (with mixins) or its bases define under a name.
    pub(crate) fn class_method(&self, d: DescId, name: &str) -> Option<HostRef> {
        let mut cur = Some(d);
        while let Some(d) = cur {
            let c = self.descs[d].as_class()?;
            if let Some(h) = c.dict.get(name) {
                return Some(*h);
            }
            cur = c.base.and_then(|b| self.known.desc_of_host.get(&b).copied());
        }
        None
    }

    /// Arguments of built-in exceptions: only OSError keeps them.
    fn exception_args(
        &mut self,
        site: Site,
        host: HostRef,
        args: &CallArgs,
        target: &mut CallTarget,
    ) -> AResult<()> {
        target.args = args.positional.iter().map(|a| a.1.clone()).collect();
        let os = ["OSError", "EnvironmentError", "IOError"]
            .iter()
            .filter_map(|n| hv::exception(&self.host, n))
            .any(|c| self.host.is_subclass(host, c));
        if !os || args.positional.len() < 2 {
            return Ok(());
        }
        let errno = args.positional[0].0.clone();
        self.want_int(site, &errno, "OSError()")?;
        self.os_error_attrs(site)?;
        Ok(())
    }
}

fn positional(args: Vec<SomeValue>) -> CallArgs {
    let positional: Vec<_> =
        args.into_iter().enumerate().map(|(i, s)| (s, ArgSource::Operand(i))).collect();
    let shape = CallShape { pos: positional.len(), ..CallShape::default() };
    CallArgs { positional, keywords: vec![], shape }
}
