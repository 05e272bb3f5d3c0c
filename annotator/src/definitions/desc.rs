//! Descriptions of prebuilt callables and frozen objects, call families and access sets.

use crate::Site;
use crate::definitions::classdef;
use crate::definitions::targets::Targets;
use crate::model::*;
use crate::{Annotator, CallArgs};
use flowmodel::diag::Span;
use flowmodel::{HlConst, HostRef};
use flowspace::flow;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Says how a function's graphs are told apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Specializer {
    /// One graph (per number of star arguments).
    Default,
    /// `specialize.memo()`: calls are computed at translation time.
    Memo,
    /// `specialize.arg(i, …)`: one graph per constant.
    Arg(Vec<usize>),
    /// `specialize.arg_or_var(i, …)`: one graph per constant, one for all variables.
    ArgOrVar(Vec<usize>),
    /// `specialize.argtype(i, …)`: one graph per type.
    ArgType(Vec<usize>),
    /// `specialize.arglistitemtype(i)`
    ArgListItemType(usize),
    /// `specialize.ll()`: one graph per tuple of low-level types.
    Ll,
    /// `specialize.ll_and_arg(i, …)`
    LlAndArg(Vec<usize>),
    /// `specialize.call_location()`: one graph per call operation.
    CallLocation,
    /// A function of a standard module: one graph per call operation; where it calls itself, also by way of others, the same graph.
    Standard,
    /// A special method for an operator: one graph per sort of operand.
    Operand,
}

/// A part of a specialisation key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum KeyPart {
    /// Number of star arguments.
    Star(usize),
    /// Names that a `**` parameter receives.
    Keywords(Vec<Rc<str>>),
    /// A constant (and the annotation without it: `1` and `True` differ).
    Const(HlConst),
    /// An annotation, without constant.
    Type(SomeValue),
    /// Any value.
    Var,
    /// The sort of an operator's operand.
    Operand(SomeValue),
    /// A call operation.
    Site(AnnGraphId, flowmodel::VarId),
}

/// The key that tells the specialisations of one function apart.
pub type SpecKey = Vec<KeyPart>;

/// Parameters of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// Names of ordinary parameters (positional, then keyword-only).
    pub args: Vec<Rc<str>>,
    /// Counts those of `args` that may be given by position.
    pub npos: usize,
    /// Name of the `*args` parameter.
    pub varargs: Option<Rc<str>>,
    /// Name of the `**kwargs` parameter.
    pub kwargs: Option<Rc<str>>,
    /// Default values: (index in `args`, value).
    pub defaults: Vec<(usize, HostRef)>,
}

/// A function of the program: what is known from its definition, and what annotation found.
#[derive(Debug)]
pub struct FunctionDesc {
    /// Facts from its definition.
    pub info: Rc<FunctionInfo>,
    /// Graphs by key.
    pub cache: IndexMap<SpecKey, AnnGraphId>,
}

impl std::ops::Deref for FunctionDesc {
    type Target = FunctionInfo;
    fn deref(&self) -> &FunctionInfo {
        &self.info
    }
}

/// The definition of a function.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    /// The function object.
    pub host: HostRef,
    /// Its name.
    pub name: Rc<str>,
    /// `module.qualname`
    pub qualname: Rc<str>,
    /// Parameters.
    pub signature: Signature,
    /// Specialisation policy.
    pub specializer: Specializer,
    /// `@enforceargs`
    pub enforced: Option<Vec<Option<SomeValue>>>,
    /// Written in the language as a helper of the toolchain.
    pub helper: bool,
    /// The first argument, a class or frozen object: calls do not give it.
    pub bound: Option<HostRef>,
    /// The definition.
    pub span: Span,
}

/// A class of the program.
#[derive(Clone, Debug)]
pub struct ClassDesc {
    /// The class object.
    pub host: HostRef,
    /// Its name.
    pub name: Rc<str>,
    /// The one base class that counts (mixins are folded into the class), `None` for `object`.
    pub base: Option<HostRef>,
    /// Class attributes, mixins included.
    pub dict: IndexMap<Rc<str>, HostRef>,
    /// Names allowed on instances by `_attrs_`/`__slots__`, without the bases'.
    pub enforced_attrs: Option<IndexSet<Rc<str>>>,
    /// `_immutable_fields_` entries as written (`x`, `x[*]`, `x?`, `x?[*]`).
    pub immutable_fields: Vec<Rc<str>>,
    /// `_immutable_ = True`
    pub immutable: bool,
    /// `_virtualizable_` entries.
    pub virtualizable: Vec<Rc<str>>,
    /// Its instances' definition, once seen.
    pub classdef: Option<ClassDefId>,
}

/// Says what a description describes. (No `Clone`: a function's graphs may be thousands.)
#[derive(Debug)]
pub enum DescKind {
    /// A function.
    Function(FunctionDesc),
    /// A class.
    Class(ClassDesc),
    /// A function found as attribute `name` of class `origin`, bound to instances of `this` (unbound if `None`).
    Method {
        /// FunctionDesc.
        func: DescId,
        /// Class in which it was found.
        origin: ClassDefId,
        /// Class of the instances it is bound to.
        this: Option<ClassDefId>,
        /// Attribute name.
        name: Rc<str>,
    },
    /// A frozen object or a module.
    Frozen {
        /// The object.
        host: HostRef,
    },
}

/// A description of a prebuilt object.
#[derive(Debug)]
pub struct Desc {
    /// Says what it describes.
    pub kind: DescKind,
    /// Parent in the union-find of call families.
    pub(crate) family: DescId,
    /// Parent in the union-find of access sets.
    pub(crate) access: DescId,
}

/// Says where an argument of a graph comes from at a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArgSource {
    /// Operand of the call operation, by index in `op.args`.
    Operand(usize),
    /// Item `1` of the tuple in operand `0` (`f(*t)`).
    StarItem(usize, usize),
    /// The default value.
    Default(HostRef),
    /// A default value that is not constant: this attribute of the first argument, a closure.
    ClosureDefault(Rc<str>),
    /// The object that the method is bound to: a prebuilt one, the instance of the method, or the new instance.
    This,
    /// A tuple of values (`*args` of a function that is not given them one by one).
    Tuple(Vec<ArgSource>),
}

/// One possible callee at a call call.
#[derive(Clone, PartialEq, Debug)]
pub struct CallTarget {
    /// The callee as it stands in the PBC.
    pub desc: DescId,
    /// The function called (`__init__` for a class); `None` for a class without `__init__`.
    pub func: Option<DescId>,
    /// Its graph; `None` if there is none (memo functions, classes without `__init__`).
    pub graph: Option<AnnGraphId>,
    /// One source for each parameter of the graph.
    pub args: Rc<[ArgSource]>,
}

/// Holds what a `simple_call` or `call_args` operation resolved to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallSite {
    /// Callees; empty for builtins. Calls of the same functions share them.
    pub targets: Targets,
    /// Shape of the arguments, without bound self.
    pub shape: CallShape,
    /// The operation calls a special method of an instance (`x[i]` → `__getitem__`): its name.
    pub special: Option<&'static str>,
}

/// The numbers in a value: ints and floats have different values beyond 2**53, so none may pass for the other.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers {
    /// No number.
    No,
    /// An int or a bool.
    Int,
    /// A float.
    Float,
    /// Items of a tuple.
    Items(Vec<Numbers>),
}

impl Numbers {
    /// The numbers in values of an annotation.
    pub fn of(s: &SomeValue) -> Numbers {
        match &s.kind {
            Kind::Integer { .. } | Kind::Bool => Numbers::Int,
            Kind::Float => Numbers::Float,
            Kind::Tuple(items) => Numbers::Items(items.iter().map(Numbers::of).collect()),
            _ => Numbers::No,
        }
    }
    /// Says whether a place that is good for both makes floats of ints.
    pub fn mixes(&self, other: &Numbers) -> bool {
        match (self, other) {
            (Numbers::Int, Numbers::Float) | (Numbers::Float, Numbers::Int) => true,
            (Numbers::Items(a), Numbers::Items(b)) => a.iter().zip(b).any(|(a, b)| a.mixes(b)),
            _ => false,
        }
    }
    /// Gives the numbers that a caller passes who may call functions that take one or the other: an int, if one of
    /// them takes only ints.
    pub(crate) fn narrower(&self, other: &Numbers) -> Numbers {
        match (self, other) {
            (Numbers::No, n) | (n, Numbers::No) => n.clone(),
            (Numbers::Float, Numbers::Float) => Numbers::Float,
            (Numbers::Items(a), Numbers::Items(b)) if a.len() == b.len() => {
                Numbers::Items(a.iter().zip(b).map(|(a, b)| a.narrower(b)).collect())
            }
            _ => Numbers::Int,
        }
    }
    /// Gives the numbers that a caller gets of functions that give one or the other: a float, if
    /// one of them gives one.
    fn wider(&self, other: &Numbers) -> Numbers {
        match (self, other) {
            (Numbers::No, n) | (n, Numbers::No) => n.clone(),
            (Numbers::Int, Numbers::Int) => Numbers::Int,
            (Numbers::Items(a), Numbers::Items(b)) if a.len() == b.len() => {
                Numbers::Items(a.iter().zip(b).map(|(a, b)| a.wider(b)).collect())
            }
            _ => Numbers::Float,
        }
    }
}

/// Shape of the arguments of a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallShape {
    /// Number of positional arguments.
    pub pos: usize,
    /// Keyword names in order of the operands.
    pub keywords: Vec<Rc<str>>,
    /// True if the last positional argument is a list of all that the `*` parameter gets.
    pub star: bool,
}

/// Call call shape and, for each function of the family that such a call reaches, its graph.
#[derive(Clone, PartialEq, Debug)]
pub struct CallRow {
    /// Shape (bound self counted as a positional argument).
    pub shape: CallShape,
    /// FunctionDesc → graph.
    pub graphs: IndexMap<DescId, AnnGraphId>,
    /// Says what all callees take as the arguments of the shape, and after these the result, as far as it is
    /// numbers.
    pub(crate) numbers: Vec<Numbers>,
}

impl CallRow {
    pub(crate) fn new(shape: CallShape) -> CallRow {
        CallRow { shape, graphs: IndexMap::new(), numbers: vec![] }
    }
}

/// Functions that meet in PBCs that are called. Computed by `Annotator::complete`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallFamily {
    /// Callables (functions, classes); methods are represented by their functions.
    pub descs: Vec<DescId>,
    /// Different rows, in order of discovery.
    pub rows: Vec<CallRow>,
}

/// Frozen objects (or classes) that meet where an attribute is read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AccessSet {
    /// Members.
    pub descs: Vec<DescId>,
    /// Attributes read, with what they give.
    pub attrs: IndexMap<Rc<str>, SomeValue>,
}

impl Desc {
    /// Function description.
    pub fn as_function(&self) -> Option<&FunctionDesc> {
        match &self.kind {
            DescKind::Function(f) => Some(f),
            _ => None,
        }
    }
    /// Class description.
    pub fn as_class(&self) -> Option<&ClassDesc> {
        match &self.kind {
            DescKind::Class(c) => Some(c),
            _ => None,
        }
    }
}

/// Stands for the number of star arguments where they are one list.
pub(crate) const STAR_LIST: usize = usize::MAX;

/// Result of matching call arguments with a signature.
pub(crate) struct Bound {
    pub cells: Vec<SomeValue>,
    pub sources: Vec<ArgSource>,
    /// Star arguments one by one (their number, or [`STAR_LIST`]), if the function has `*args`.
    pub nstar: Option<usize>,
    /// Names of the keywords of the `**` parameter, which come after these, if the function has
    /// one.
    pub keywords: Option<Vec<Rc<str>>>,
}

/// Gives, for each argument of a shape, the number of the function's parameter that receives it.
pub fn parameters_of_shape(ann: &Annotator, shape: &CallShape, d: DescId) -> Vec<usize> {
    let Some(f) = ann.descs[d].as_function() else { return (0..shape.pos).collect() };
    let first = f.bound.is_some() as usize;
    // Behind the named parameters stand what `*args` takes, one by one, and then what `**kwargs` takes.
    let (named, given) = (f.signature.args.len(), first + shape.pos);
    let positional = (first..given).map(|i| match i.checked_sub(f.signature.npos) {
        Some(k) => named + k,
        None => i,
    });
    let mut out: Vec<usize> = positional.collect();
    let mut next = named + given.saturating_sub(f.signature.npos);
    for k in &shape.keywords {
        out.push(f.signature.args.iter().position(|a| a == k).unwrap_or(next));
        next += !f.signature.args.contains(k) as usize;
    }
    out
}

/// The row of a family by which a call goes.
pub fn row_of_call(
    ann: &Annotator,
    fam: CallFamilyId,
    call: &CallSite,
    bound: bool,
) -> Option<usize> {
    let mut own = CallRow::new(call.shape.clone());
    own.shape.pos += bound as usize;
    for t in call.targets.iter() {
        if let Some(g) = t.graph {
            own.graphs.insert(t.func.unwrap_or(t.desc), g);
        }
    }
    let numbers = row_numbers(ann, &own);
    ann.families[fam].rows.iter().position(|r| {
        r.shape == own.shape
            && own.graphs.iter().all(|(d, g)| r.graphs.get(d) == Some(g))
            && !r.numbers.iter().zip(&numbers).any(|(a, b)| a.mixes(b))
    })
}

/// Representative of a desc in the union-find of access sets.
pub fn access_root(ann: &Annotator, mut d: DescId) -> DescId {
    while ann.descs[d].access != d {
        d = ann.descs[d].access;
    }
    d
}

/// Matches arguments with a signature. Errors are plain sentences.
pub(crate) fn match_signature(
    ann: &mut Annotator,
    site: Site,
    fname: &str,
    sig: &Signature,
    args: &CallArgs,
) -> Result<Bound, String> {
    let n = sig.args.len();
    let mut slots: Vec<Option<(SomeValue, ArgSource)>> = vec![None; n];
    let mut extra = vec![];
    let mut named: Vec<(Rc<str>, _, _)> = vec![];
    for (i, (s, src)) in args.positional.iter().enumerate() {
        if i < sig.npos {
            slots[i] = Some((s.clone(), src.clone()));
        } else {
            extra.push((s.clone(), src.clone()));
        }
    }
    if args.shape.star && (extra.len() != 1 || sig.varargs.is_none()) {
        return Err(format!("{fname}() does not take the arguments of the list one by one"));
    }
    if !extra.is_empty() && sig.varargs.is_none() {
        return Err(format!(
            "{fname}() takes {} argument{}, but {} {} given",
            if sig.defaults.is_empty() {
                sig.npos.to_string()
            } else {
                format!("at most {}", sig.npos)
            },
            if sig.npos == 1 { "" } else { "s" },
            args.positional.len(),
            if args.positional.len() == 1 { "is" } else { "are" },
        ));
    }
    for (name, s, src) in &args.keywords {
        match sig.args.iter().position(|a| a == name) {
            None if sig.kwargs.is_some() => {
                if named.iter().any(|k| k.0 == *name) {
                    return Err(format!("{fname}() is given '{name}' twice"));
                }
                named.push((name.clone(), s.clone(), src.clone()));
            }
            None => return Err(format!("{fname}() has no parameter named '{name}'")),
            Some(i) if slots[i].is_some() => {
                return Err(format!("{fname}() is given parameter '{name}' twice"));
            }
            Some(i) => slots[i] = Some((s.clone(), src.clone())),
        }
    }
    let mut cells = vec![];
    let mut sources = vec![];
    for (i, slot) in slots.into_iter().enumerate() {
        let (s, src) = match slot {
            Some(x) => x,
            None => match sig.defaults.iter().find(|d| d.0 == i) {
                Some((_, h)) if let Some(attr) = flow::default_attribute(&ann.host, *h) => {
                    let attr: Rc<str> = attr.into();
                    let s = match args.positional.first().map(|a| &a.0.kind) {
                        Some(Kind::Instance { class, .. }) => {
                            let class = *class;
                            classdef::instance_getattr(ann, site, class, &attr)
                                .map_err(|e| e.text())?
                        }
                        _ => return Err("a closure is not called as a method".into()),
                    };
                    (s, ArgSource::ClosureDefault(attr))
                }
                Some((_, h)) => {
                    let s = ann.immutablevalue(site, *h).map_err(|e| {
                        format!(
                            "the default value of parameter '{}' of {fname}(): {}",
                            sig.args[i],
                            e.text()
                        )
                    })?;
                    (s, ArgSource::Default(*h))
                }
                None => {
                    let name = &sig.args[i];
                    let method = sig.args.first().is_some_and(|first| &**first == "self");
                    let on = args.positional.first().map(|a| &a.0.kind);
                    let why = match on {
                        None if method => ": a method is called on an instance",
                        Some(k) if method && !matches!(k, Kind::Instance { .. }) => {
                            ": it is called on the class, so that the first argument is 'self'"
                        }
                        _ => "",
                    };
                    return Err(format!("{fname}() is not given its parameter '{name}'{why}"));
                }
            },
        };
        cells.push(s);
        sources.push(src);
    }
    let count = if args.shape.star { STAR_LIST } else { extra.len() };
    let nstar = sig.varargs.as_ref().map(|_| count);
    for (s, src) in extra {
        cells.push(s);
        sources.push(src);
    }
    let keywords = sig.kwargs.as_ref().map(|_| named.iter().map(|k| k.0.clone()).collect());
    for (_, s, src) in named {
        cells.push(s);
        sources.push(src);
    }
    Ok(Bound { cells, sources, nstar, keywords })
}

/// [`CallRow::numbers`] of a row.
pub(crate) fn row_numbers(ann: &Annotator, row: &CallRow) -> Vec<Numbers> {
    let n = row.shape.pos + row.shape.keywords.len();
    let mut args = vec![Numbers::No; n];
    let mut result = Numbers::No;
    for (d, g) in &row.graphs {
        let params = ann.graphs[*g].graph.params();
        for (k, p) in parameters_of_shape(ann, &row.shape, *d).into_iter().enumerate() {
            if let Some(v) = params.get(p) {
                args[k] = args[k].narrower(&Numbers::of(ann.binding(*g, *v)));
            }
        }
        result = result.wider(&Numbers::of(ann.result(*g)));
    }
    args.push(result);
    args
}

/// Representative of a desc in the union-find of call families.
pub(crate) fn family_root(ann: &Annotator, mut d: DescId) -> DescId {
    while ann.descs[d].family != d {
        d = ann.descs[d].family;
    }
    d
}

pub(crate) fn merge_families(ann: &mut Annotator, a: DescId, b: DescId) {
    let (a, b) = (family_root(ann, a), family_root(ann, b));
    if a != b {
        let (lo, hi) = if a < b { (a, b) } else { (b, a) };
        ann.descs[hi].family = lo;
    }
}

/// Merges two access sets; true if they were different.
pub(crate) fn merge_access(ann: &mut Annotator, a: DescId, b: DescId) -> bool {
    let (a, b) = (access_root(ann, a), access_root(ann, b));
    if a == b {
        return false;
    }
    let (lo, hi) = if a < b { (a, b) } else { (b, a) };
    ann.descs[hi].access = lo;
    true
}

pub(crate) fn new_desc(ann: &mut Annotator, kind: DescKind) -> DescId {
    let id = ann.descs.next_key();
    ann.descs.push(Desc { kind, family: id, access: id });
    id
}

/// Parameters of a function.
pub fn signature(host: &flowspace::host::Host, f: HostRef) -> Signature {
    let Some(fd) = host.func(f) else { return Signature::default() };
    let c = &fd.code;
    let npos = c.argcount as usize;
    let nargs = npos + c.kwonlyargcount as usize;
    let name = |i: usize| -> Rc<str> { c.varnames[i].as_str().into() };
    let args: Vec<Rc<str>> = (0..nargs).map(name).collect();
    let first = npos - fd.defaults.len().min(npos);
    let mut defaults: Vec<(usize, HostRef)> =
        fd.defaults.iter().enumerate().map(|(i, d)| (first + i, *d)).collect();
    for (k, v) in &fd.kwdefaults {
        if let Some(i) = args.iter().position(|a| **a == *k.as_str()) {
            defaults.push((i, *v));
        }
    }
    Signature {
        varargs: c.has_varargs.then(|| name(nargs)),
        kwargs: c.has_kwargs.then(|| name(nargs + c.has_varargs as usize)),
        args,
        npos,
        defaults,
    }
}
