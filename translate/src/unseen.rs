//! Methods that RPython never looks at, and that are not RPython.
//!
//! RPython does not look at `__repr__` and `__str__` when it translates `"%r" % x` and the like, nor at `__eq__` when it translates
//! `==`; programs that were made for it often have there what helps in debugging and testing under Python and could not be
//! translated. A program with errors in such methods is translated without them, with a warning for
//! each; if it has other errors, only these are shown. Comparisons only in programs without files of Python 3: those mean what they say.
//!
//! A method that is RPython may still be the cause of errors elsewhere: `__eq__` reads attributes of both objects, which joins their
//! types. So a program that has errors is tried once more without any of the methods by which objects are equal.

use annotator::hostview;
use flowmodel::HostRef;
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowspace::Python;
use flowspace::host::{Host, HostObj, generation, import, tables};

const TEXTS: [&str; 2] = ["__repr__", "__str__"];
const COMPARISONS: [&str; 8] =
    ["__eq__", "__ne__", "__hash__", "__cmp__", "__lt__", "__le__", "__gt__", "__ge__"];
const ORDERS: [&str; 5] = ["__lt__", "__le__", "__gt__", "__ge__", "__cmp__"];
const EQUALITIES: [&str; 3] = ["__eq__", "__ne__", "__hash__"];

/// A special method of a class of the program.
#[derive(Clone)]
pub struct UnseenMethod {
    class: String,
    name: &'static str,
    host: HostRef,
    of_exception: bool,
    /// The dictionary of the class.
    dict: HostRef,
    /// File and first byte: the same in every run of the import.
    key: (String, u32),
    /// All of its code.
    body: Span,
    treatment: Treatment,
}

/// Says what becomes of a method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Treatment {
    /// The class has no such method.
    LeftOut,
    /// Its result is encoded.
    Encoded,
    /// It is there for who calls it by its name; objects of the class, and of those that it is related to, are shown without it.
    Unshown,
}

impl UnseenMethod {
    fn same(&self, other: &UnseenMethod) -> bool {
        self.key == other.key && self.name == other.name && self.class == other.class
    }

    /// The warning that the method is left out, because of an error.
    fn warning(&self, error: &Diagnostic) -> Diagnostic {
        let at = match self.treatment {
            Treatment::Unshown => self.body,
            _ => error.primary.unwrap_or(self.body),
        };
        let (kind, used) = match self.name {
            "__repr__" | "__str__" => ("text-method", "shown"),
            "__hash__" => ("comparison-method", "hashed"),
            _ => ("comparison-method", "compared"),
        };
        let (class, name) = (&self.class, self.name);
        let why = match self.treatment {
            Treatment::Unshown => "gives unicode and is called by its name".to_string(),
            _ => format!("cannot be translated ({})", error.message),
        };
        let message =
            format!("{class}.{name} {why}: objects are {used} as if the class did not define it");
        let mut d = Diagnostic::error(kind, message, at);
        d.severity = Severity::Warning;
        d
    }
}

/// The methods of all classes.
pub fn find(host: &Host, path: impl Fn(Span) -> String) -> Vec<UnseenMethod> {
    let comparisons = match generation::program_python(host) {
        Python::Three => &[],
        Python::Two | Python::Neutral => &COMPARISONS[..],
    };
    let mut found = vec![];
    for i in 0..host.heap_len() {
        let r = HostRef(i as u32);
        let HostObj::Class(c) = host.obj(r) else { continue };
        if c.is_builtin {
            continue;
        }
        for name in TEXTS.iter().chain(comparisons).copied() {
            let Some(f) = host.ns_get(c.dict, name).and_then(|f| host.func(f)) else { continue };
            let mut body = f.code.span;
            for s in f.code.spans.iter().filter(|s| s.file == body.file && s.is_known()) {
                body.start = body.start.min(s.start);
                body.end = body.end.max(s.end);
            }
            let key = (path(f.code.span), f.code.span.start);
            let (class, dict) = (c.name.to_string(), c.dict);
            let treatment = Treatment::LeftOut;
            let of_exception = hostview::is_exception_class(host, r);
            found.push(UnseenMethod {
                host: r,
                of_exception,
                class,
                name,
                dict,
                key,
                body,
                treatment,
            });
        }
    }
    found
}

/// Does to the methods what is to be done with them.
pub fn drop(host: &mut Host, found: &[UnseenMethod], dropped: &[(UnseenMethod, Diagnostic)]) {
    for m in found {
        let Some((d, _)) = dropped.iter().find(|(d, _)| d.same(m)) else { continue };
        if d.treatment == Treatment::Unshown {
            let HostObj::Class(c) = host.obj(m.host) else { continue };
            host.unshown.extend(c.mro.clone());
            continue;
        }
        if let Some(f) = tables::ns_del(host, m.dict, m.name)
            && d.treatment == Treatment::Encoded
            && let Some(f) = import::encoded_method(host, f)
        {
            host.ns_set(m.dict, m.name, f);
        }
    }
}

/// The warnings about methods that are left out.
pub fn warnings(dropped: &[(UnseenMethod, Diagnostic)]) -> Vec<Diagnostic> {
    dropped.iter().filter(|d| d.0.treatment != Treatment::Encoded).map(|d| d.1.clone()).collect()
}

/// The methods of the program's classes, and what an attempt at the translation has told of them.
pub struct Methods<'a> {
    /// All of them.
    pub found: &'a [UnseenMethod],
    /// The methods that are left out already.
    pub dropped: &'a [(UnseenMethod, Diagnostic)],
    /// Places that are only reached through methods for printing, and these methods.
    pub printing: &'a [(Span, Vec<Span>)],
    /// Methods for texts that the program calls by their names.
    pub named: &'a [Span],
}

impl Methods<'_> {
    /// The methods that a place is in; of methods inside each other's classes, the innermost. Of a function that only such methods
    /// call: these methods.
    fn around(&self, at: Span) -> Vec<&UnseenMethod> {
        let innermost = |at: Span| {
            let inside = |m: &&UnseenMethod| {
                m.body.file == at.file
                    && m.body.start <= at.start
                    && at.end <= m.body.end
                    && !self.dropped.iter().any(|(d, _)| d.same(m))
            };
            self.found.iter().filter(inside).min_by_key(|m| m.body.end - m.body.start)
        };
        if let Some(m) = innermost(at) {
            return vec![m];
        }
        let through = self.printing.iter().filter(|p| p.0 == at).flat_map(|p| &p.1);
        through.filter_map(|m| innermost(*m)).collect()
    }

    /// The methods that errors are in, each with its warning, but for those that are left out already.
    pub fn guilty(&self, errors: &[Diagnostic]) -> Vec<(UnseenMethod, Diagnostic)> {
        let mut result: Vec<(UnseenMethod, Diagnostic)> = vec![];
        for e in errors.iter().filter(|e| e.severity == Severity::Error) {
            let Some(at) = e.primary else { continue };
            // Where some give byte strings and others unicode ones: Python 2 encodes what the latter give.
            let gives = |l: &&(Span, String)| l.1.ends_with("() gives unicode");
            let labels = e.labels.iter().filter(gives);
            let unicode = labels.flat_map(|l| self.around(l.0)).find(|m| TEXTS.contains(&m.name));
            let is_named = |m: &UnseenMethod| {
                let inside = |s: &Span| s.file == m.body.file && m.body.start <= s.start;
                self.named.iter().any(|s| inside(s) && s.end <= m.body.end)
            };
            let treatment = match unicode {
                None => Treatment::LeftOut,
                // (Exceptions have a text of their own at their root.)
                Some(m) if !m.of_exception && is_named(m) => Treatment::Unshown,
                Some(_) => Treatment::Encoded,
            };
            for m in unicode.map_or_else(|| self.around(at), |m| vec![m]) {
                add(&mut result, UnseenMethod { treatment, ..m.clone() }, e);
            }
        }
        result
    }

    /// The methods that errors may come from that are not shown there: they are one of the places of an error, or have one that is
    /// hidden by others.
    pub fn involved(
        &self,
        errors: &[Diagnostic],
        hidden: &[Diagnostic],
    ) -> Vec<(UnseenMethod, Diagnostic)> {
        let mut result = vec![];
        for e in errors.iter().chain(hidden).filter(|e| e.severity == Severity::Error) {
            for at in e.primary.into_iter().chain(e.labels.iter().map(|l| l.0)) {
                for m in self.around(at) {
                    add(&mut result, m.clone(), e);
                }
            }
        }
        result
    }
}

/// Adds a method with its warning, once.
fn add(result: &mut Vec<(UnseenMethod, Diagnostic)>, m: UnseenMethod, error: &Diagnostic) {
    if !result.iter().any(|(r, _)| r.key == m.key && r.class == m.class) {
        let warning = m.warning(error);
        result.push((m, warning));
    }
}

/// The methods that say which objects are equal, each with a warning. RPython compares objects by identity.
pub fn equalities(
    found: &[UnseenMethod],
    dropped: &[(UnseenMethod, Diagnostic)],
    errors: &[Diagnostic],
) -> Vec<(UnseenMethod, Diagnostic)> {
    let Some(error) = errors.iter().find(|e| e.severity == Severity::Error) else { return vec![] };
    let mut result = vec![];
    for m in found.iter().filter(|m| EQUALITIES.contains(&m.name)) {
        if dropped.iter().any(|(d, _)| d.same(m)) {
            continue;
        }
        let what = if m.name == "__hash__" { "hashed" } else { "compared" };
        let message = format!(
            "{}.{} is not looked at, as in RPython: objects are {what} by identity (with it there are errors: {})",
            m.class, m.name, error.message
        );
        let mut d = Diagnostic::error("comparison-method", message, m.body);
        d.severity = Severity::Warning;
        result.push((m.clone(), d));
    }
    result
}

/// Tells whether errors come from methods that are left out: the program calls one by its name, or orders objects, which nothing
/// does but these methods.
pub fn are_wanted(dropped: &[(UnseenMethod, Diagnostic)], errors: &[Diagnostic]) -> bool {
    let about = |text: &str| errors.iter().any(|e| e.message.contains(text));
    let ordered = ["`<` is", "`<=` is", "`>` is", "`>=` is"].iter().any(|op| about(op));
    TEXTS.iter().chain(&COMPARISONS).any(|name| about(name))
        || ordered && dropped.iter().any(|(m, _)| ORDERS.contains(&m.name))
}
