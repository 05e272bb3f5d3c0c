//! Descriptions of prebuilt callables and frozen objects, call families and access sets.

use crate::model::targets::Targets;
use crate::model::*;
use flowmodel::diag::Span;
use flowmodel::{HlConst, HostRef};
use indexmap::IndexMap;
use indexmap::IndexSet;
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
    pub(crate) fn wider(&self, other: &Numbers) -> Numbers {
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

/// [`CallSite::special`] of a call of a library function.
pub const LIBRARY: &str = "library";

/// [`CallSite::special`] of a call of a frozen object: its `__call__`.
pub const FROZEN_CALL: &str = "frozen call";
