//! What a row about a built-in function is, and the code of rows that their types or the library say all about.

use crate::definitions::generation;
use crate::model::answers::Answer;
use crate::model::errors::AResult;
use crate::model::knowledge::NoneWords;
use crate::model::site::Site;
use crate::model::state::{CallArgs, Facts};
use crate::model::{Kind, SomeValue};
use crate::ops::letters::Signature;
use crate::ops::lowers::Lowers;

/// A row of the table.
pub struct Builtin {
    /// Registry name.
    pub name: &'static str,
    /// Annotates a call.
    pub(crate) handler: Handler,
    /// Types of the parameters and of the result. With any number of parameters, the handler decides.
    pub types: Signature,
    /// Built-in exceptions that it can raise; `None`: anything.
    pub throws: Option<&'static [&'static str]>,
    /// Says what Python's message is where an argument is None.
    pub none: NoneWords,
    /// Says what the RTyper makes of a call.
    pub lowers: Lowers,
}

impl Builtin {
    /// The types of the operands and of the result where the handler leaves a call to what the row says.
    pub(crate) const fn types(self, types: &'static str) -> Builtin {
        Builtin { types: Signature::of(types), ..self }
    }
    /// The row, with Python's message where an argument is None.
    pub(crate) const fn none(self, none: NoneWords) -> Builtin {
        Builtin { none, ..self }
    }
}

/// Any arguments, and any result.
pub(crate) const ANYTHING: Signature = Signature::of("*>?");

/// The code that annotates a call.
#[derive(Copy, Clone)]
pub(crate) enum Handler {
    /// It reads facts, and joins values to them.
    Joins(fn(&mut Facts, Site, &Builtin, &SomeValue, &CallArgs) -> AResult),
    /// The same, where the result may be that of a call of the program or the library.
    Answers(fn(&mut Facts, Site, &Builtin, &SomeValue, &CallArgs) -> AResult<Answer>),
}

impl Builtin {
    /// Annotates a call.
    pub(crate) fn annotate(
        &self,
        ann: &mut Facts,
        site: Site,
        callee: &SomeValue,
        args: &CallArgs,
    ) -> AResult<Answer> {
        match self.handler {
            Handler::Joins(f) => f(ann, site, self, callee, args).map(Answer::from),
            Handler::Answers(f) => f(ann, site, self, callee, args),
        }
    }
}

/// Positional arguments as annotations; an error if there are keywords or the number is wrong.
pub(crate) fn positional(
    a: &Facts,
    site: Site,
    name: &str,
    args: &CallArgs,
    lo: usize,
    hi: usize,
) -> AResult<Vec<SomeValue>> {
    if let Some((k, ..)) = args.keywords.first() {
        return Err(a.error(
            site,
            "argument-count",
            format!("{name}() takes no keyword argument '{k}' at run time"),
        ));
    }
    let n = args.positional.len();
    if n < lo || n > hi {
        return Err(a.error(
            site,
            "argument-count",
            if lo == hi {
                format!(
                    "{name}() takes {lo} argument{} at run time, but {n} are given",
                    if lo == 1 { "" } else { "s" }
                )
            } else {
                format!("{name}() takes {lo} to {hi} arguments at run time, but {n} are given")
            },
        ));
    }
    Ok(args.positional.iter().map(|p| p.0.clone()).collect())
}

pub(crate) fn by_signature(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let letters = e.types.parameters();
    let short = e.name.rsplit('.').next().unwrap_or(e.name);
    let hi = if e.types.any { usize::MAX } else { letters.len() };
    let given = positional(a, site, short, args, e.types.required, hi)?;
    for (i, s) in given.iter().enumerate() {
        let l = letters.get(i).copied().unwrap_or('?');
        let ok = match l {
            'i' | 'n' | 'u' => s.is_integral(),
            'f' => s.kind == Kind::Float || s.is_integral(),
            'b' => s.is_integral(),
            's' | 'S' => s.is_str() || (l == 'S' && s.kind == Kind::None_),
            'c' => s.kind == Kind::Char,
            'U' => s.is_unicode(),
            'a' => s.kind == Kind::Address,
            _ => true,
        };
        if !ok {
            return Err(a.error(
                site,
                "argument-type",
                format!(
                    "argument {} of {short}() should be {}, not {}",
                    i + 1,
                    letter_name(l),
                    a.show(s)
                ),
            ));
        }
    }
    Ok(match e.types.result() {
        'i' => SomeValue::INT,
        'n' => SomeValue::NONNEG,
        'u' => SomeValue::UINT,
        'f' => SomeValue::FLOAT,
        'b' => SomeValue::BOOL,
        's' => SomeValue::STR,
        'S' => SomeValue::STR_OR_NONE,
        'c' => SomeValue::CHAR,
        'U' => SomeValue::UNICODE,
        'a' => SomeValue::ADDRESS,
        _ => SomeValue::NONE,
    })
}

/// Functions that give floats in Python 2, where those of Python 3 give ints: those of the library in their place.
pub(crate) const FLOATS: [(&str, &str); 3] =
    [("math.floor", "float_floor"), ("math.ceil", "float_ceil"), ("round", "float_round")];

pub(crate) fn by_library(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _callee: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let Lowers::Library(function) = e.lowers else { unreachable!("rows of the library") };
    let (module, mut function) = function.split_once('.').expect("module.function");
    let is_python2 = generation::python_here(a, site) == flowspace::Python::Two;
    if let Some((_, floats)) = FLOATS.iter().find(|(name, _)| is_python2 && *name == e.name) {
        function = floats;
    } else if matches!(e.name, "math.floor" | "math.ceil" | "math.trunc")
        && let (Some(p), Some(v)) = (site.position, site.result)
    {
        a.made_at.rounded.insert((p.graph, v));
    }
    Ok(Answer::library(module, function, args.clone()))
}

pub(super) fn short(e: &Builtin) -> &'static str {
    e.name.rsplit('.').next().unwrap_or(e.name)
}

pub(crate) fn letter_name(l: char) -> &'static str {
    match l {
        'i' | 'n' => "an int",
        'u' => "an r_uint",
        'f' => "a float",
        'b' => "a bool",
        's' | 'S' => "a str",
        'c' => "a char",
        'U' => "a unicode",
        'a' => "an address",
        _ => "something else",
    }
}
