//! Errors of annotation, and why they happened.

use crate::Site;
use crate::model::*;
use crate::{Annotator, ArgSource, Position};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlValue, VarId};

/// Two annotations that have no common one.
#[derive(Clone, PartialEq, Debug)]
pub struct UnionError {
    /// One side.
    pub left: SomeValue,
    /// Other side.
    pub right: SomeValue,
    /// The reason, if it needs one beyond the types.
    pub why: &'static str,
}

/// Why a step of annotation gave no result.
#[derive(Clone, PartialEq, Debug)]
pub enum AnnError {
    /// A value is not there (yet).
    Blocked,
    /// Two types that do not go together; becomes a diagnostic where it is known what should hold both.
    Union(Box<UnionError>),
    /// An error of the program.
    Error(Box<Diagnostic>),
}

impl AnnError {
    /// Adds a note.
    pub fn note(self, text: impl Into<String>) -> AnnError {
        match self {
            AnnError::Error(d) => AnnError::Error(Box::new(d.note(text))),
            e => e,
        }
    }
    /// Adds a place.
    pub fn label(self, at: Span, text: impl Into<String>) -> AnnError {
        match self {
            AnnError::Error(d) => AnnError::Error(Box::new(d.label(at, text))),
            e => e,
        }
    }
    /// The message alone.
    pub fn text(&self) -> String {
        match self {
            AnnError::Blocked => "no value yet".into(),
            AnnError::Union(u) => format!("incompatible types {}", u.why),
            AnnError::Error(d) => d.message.clone(),
        }
    }
    /// As a diagnostic.
    pub fn into_diagnostic(self) -> Diagnostic {
        match self {
            AnnError::Error(d) => *d,
            e => Diagnostic::error("annotate", e.text(), Span::NONE),
        }
    }
}

impl From<Diagnostic> for AnnError {
    fn from(d: Diagnostic) -> AnnError {
        AnnError::Error(Box::new(d))
    }
}

impl Annotator {
    /// An error at the operation being annotated.
    pub(crate) fn error(
        &self,
        site: Site,
        code: &'static str,
        message: impl Into<String>,
    ) -> AnnError {
        AnnError::Error(Box::new(Diagnostic::error(code, message, site.span)))
    }
    /// Makes a diagnostic of a union error: `what` would have to hold both types; `origins` say where
    /// values came from before.
    pub(crate) fn union_at(
        &self,
        site: Site,
        e: AnnError,
        what: &str,
        origins: &[(Span, SomeValue)],
    ) -> AnnError {
        let AnnError::Union(u) = e else { return e };
        let (l, r) = (self.show(&u.left), self.show(&u.right));
        let mut d = Diagnostic::error(
            "union",
            format!("{what} would have to be both {l} and {r}"),
            site.span,
        );
        d = d.label(site.span, format!("{r} arrives here"));
        for (at, s) in origins {
            if *at != site.span {
                d = d.label(*at, format!("{} comes from here", self.show(s)));
            }
        }
        if !u.why.is_empty() {
            d = d.note(u.why);
        }
        d = self.union_notes(d, &u);
        AnnError::Error(Box::new(d))
    }

    fn union_notes(&self, d: Diagnostic, u: &UnionError) -> Diagnostic {
        use Kind::*;
        match (&u.left.kind, &u.right.kind) {
            (None_, Integer { .. } | Float | Bool | Tuple(_))
            | (Integer { .. } | Float | Bool | Tuple(_), None_) => {
                d.note("None can share a variable only with instances, lists, dicts and strings")
                    .note("use a value of the same type instead (-1, 0.0), raise an exception, or keep the value in an instance")
            }
            (Instance { class: x, .. }, Instance { class: y, .. }) => {
                let (hx, hy) = (self.classdefs[*x].host, self.classdefs[*y].host);
                if hx != hy && self.record_classes(hx).contains(&hy) {
                    return d.note("named tuples with fields of different types share no variable, as tuples of different types do not");
                }
                for (heir, base) in [(*x, *y), (*y, *x)] {
                    let (h, b) = (&self.classdefs[heir], &self.classdefs[base]);
                    if self.host.is_subclass(h.host, b.host) {
                        return d.note(format!(
                            "{} inherits from {}, but not first: its instances are of the type of its first base, and what comes from {} is copied. They can share a variable if {} is the first base",
                            h.name, b.name, b.name, b.name
                        ));
                    }
                }
                d.note("instances can share a variable only if their classes have a common base other than object: derive both from one class of your own")
            }
            (Tuple(a), Tuple(b)) if a.len() != b.len() => {
                d.note("tuples of different lengths are different types")
            }
            (String { .. } | Char, Unicode { .. } | UniChar)
            | (Unicode { .. } | UniChar, String { .. } | Char) => {
                d.note("byte strings and unicode strings do not mix; use .decode or .encode")
            }
            _ => d,
        }
    }

    /// Error for a link or call that brings `new` to variable `v` (which held `old`) of a graph.
    pub(crate) fn merge_error(
        &self,
        site: Site,
        e: AnnError,
        graph: AnnGraphId,
        v: VarId,
        from: &str,
    ) -> AnnError {
        let AnnError::Union(u) = e else { return e };
        let g = &self.graphs[graph].graph;
        let name = &g.vars[v].name;
        let what = if name.is_empty() {
            "a variable".to_string()
        } else if v == g.return_var() {
            format!("the result of {}()", self.graphs[graph].graph.name)
        } else {
            format!("'{name}' in {}()", self.graphs[graph].graph.name)
        };
        let (l, r) = (self.show(&u.left), self.show(&u.right));
        let mut d = Diagnostic::error(
            "union",
            format!("{what} would have to be both {l} and {r}"),
            site.span,
        );
        d = d.label(site.span, format!("{r} arrives here{from}"));
        for (at, text) in self.explain(graph, v, &u.left) {
            d = d.label(at, text);
        }
        if !u.why.is_empty() {
            d = d.note(u.why);
        }
        d = self.union_notes(d, &u);
        AnnError::Error(Box::new(d))
    }

    /// The chain of places through which values of the kind of `s` came to variable `v`.
    pub(crate) fn explain(
        &self,
        graph: AnnGraphId,
        v: VarId,
        s: &SomeValue,
    ) -> Vec<(Span, String)> {
        let mut out: Vec<(Span, String)> = vec![];
        let mut seen = vec![];
        let mut work = (graph, v);
        let kind = std::mem::discriminant(&s.kind);
        'chain: for _ in 0..12 {
            let (gid, v) = work;
            if seen.contains(&work) {
                break;
            }
            seen.push(work);
            let ag = &self.graphs[gid];
            let g = &ag.graph;
            for b in g.reachable() {
                let blk = &g.blocks[b];
                if let Some(op) = blk.operations.iter().find(|o| o.result == v) {
                    out.push((op.span, format!("{} comes from here", self.show(s))));
                    break 'chain;
                }
                let Some(i) = blk.inputargs.iter().position(|x| *x == v) else { continue };
                if b == g.startblock {
                    // A parameter: look at callers.
                    for (graph, block) in self.calling_blocks(gid) {
                        let caller = &self.graphs[graph];
                        for op in &caller.graph.blocks[block].operations {
                            let Some(call) = caller.calls.get(&op.result) else { continue };
                            for t in call.targets.iter().filter(|t| t.graph == Some(gid)) {
                                let Some(ArgSource::Operand(k)) = t.args.get(i) else { continue };
                                let a = match op.args.get(*k) {
                                    Some(HlValue::Var(a)) => a,
                                    Some(HlValue::Const(c)) => {
                                        let Some(sc) = self.peek_const(c) else { continue };
                                        if std::mem::discriminant(&sc.kind) == kind {
                                            let text = self.show(&sc);
                                            out.push((op.span, format!("{text} is passed here")));
                                            break 'chain;
                                        }
                                        continue;
                                    }
                                    None => continue,
                                };
                                let sa = self.binding(graph, *a);
                                if std::mem::discriminant(&sa.kind) == kind {
                                    out.push((
                                        op.span,
                                        format!("{} is passed here", self.show(sa)),
                                    ));
                                    work = (graph, *a);
                                    continue 'chain;
                                }
                            }
                        }
                    }
                    break 'chain;
                }
                for pb in g.reachable() {
                    for l in g.blocks[pb].exits.iter().filter(|l| l.target == b) {
                        match &l.args[i] {
                            HlValue::Var(a) => {
                                let sa = self.binding(gid, *a);
                                if std::mem::discriminant(&sa.kind) == kind
                                    && !seen.contains(&(gid, *a))
                                {
                                    work = (gid, *a);
                                    continue 'chain;
                                }
                            }
                            HlValue::Const(_) => {}
                        }
                    }
                }
                for pb in g.reachable() {
                    for l in g.blocks[pb].exits.iter().filter(|l| l.target == b) {
                        if let HlValue::Const(c) = &l.args[i]
                            && let Some(sc) = self.peek_const(c)
                            && std::mem::discriminant(&sc.kind) == kind
                        {
                            let text = self.show(&sc);
                            out.push(match (l.span.is_known(), g.blocks[pb].operations.last()) {
                                (true, _) if l.span == g.span => {
                                    (l.span, "None is returned where the end is reached".into())
                                }
                                (true, _) => (l.span, format!("{text} is returned here")),
                                (_, Some(o)) => {
                                    (o.span, format!("{text} comes from a constant near here"))
                                }
                                _ => (g.span, format!("{text} comes from a constant near here")),
                            });
                            break 'chain;
                        }
                    }
                }
                break 'chain;
            }
            break;
        }
        out
    }

    /// Records an error of an operation. It is dropped when the block is annotated again: with values more
    /// general by then, the operation may be right.
    pub(crate) fn record_error(&mut self, pos: Option<Position>, op: usize, d: Diagnostic) {
        self.reports.errors.insert((pos, op), d);
    }

    /// Keeps an error for good: trying again would not show it, as half of the work is done.
    pub(crate) fn permanent<T>(&mut self, r: crate::AResult<T>) -> crate::AResult<T> {
        if let Err(AnnError::Error(d)) = &r {
            self.reports.permanent_errors.push((**d).clone());
        }
        r
    }

    /// Moves the warnings that still hold to `warnings`, in order of source position.
    pub(crate) fn settle_warnings(&mut self) {
        for (_, d) in std::mem::take(&mut self.reports.tentative_warnings) {
            if !self.reports.warnings.contains(&d) {
                self.reports.warnings.push(d);
            }
        }
        self.reports.warnings.sort_by_key(|d| d.primary.map(|s| (s.file, s.start)));
    }

    /// All errors, each once.
    pub(crate) fn take_errors(&mut self) -> Vec<Diagnostic> {
        let mut out: Vec<Diagnostic> = vec![];
        let permanent = std::mem::take(&mut self.reports.permanent_errors).into_iter();
        let all = permanent.map(|d| ((None, 0), d)).chain(std::mem::take(&mut self.reports.errors));
        for d in self.present(all.collect()) {
            if !out.iter().any(|e| e.message == d.message && e.primary == d.primary) {
                out.push(d);
            }
        }
        out
    }
}
