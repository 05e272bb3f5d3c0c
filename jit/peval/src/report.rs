//! What came of the specialisation, for the user.

use flowmodel::diag::{Diagnostic, Severity, Span};

/// Places on the way with what happens there, and ways out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    labels: Vec<(Span, String)>,
    pub(crate) notes: Vec<String>,
}

impl Why {
    /// Adds it to a message. `at`: where its subject is.
    pub(crate) fn add_to(&self, mut d: Diagnostic, at: Span) -> Diagnostic {
        let mut last = at;
        for (n, (span, text)) in self.labels.iter().enumerate() {
            last = span.or(last);
            d = d.label(last, format!("{}: {text}", n + 1));
        }
        self.notes.iter().fold(d, |d, note| d.note(note))
    }

    /// Adds a step of the explanation. Of several steps at one expression, the last one says most
    /// and stays.
    pub(crate) fn say(&mut self, span: Span, text: impl Into<String>) {
        self.labels.pop_if(|l| l.0.same_place(span));
        self.labels.push((span, text.into()));
    }
}

/// Tells what came of the specialisation.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Specialised functions.
    pub functions: usize,
    /// Merge points that were reached, by greens.
    pub merge_points: usize,
    /// Variants of code for them.
    pub variants: usize,
    /// Greens that were not known at some merge point: name, where, and why not.
    pub unknown_greens: Vec<(String, Span, Why)>,
    /// Places whose states were generalised since there were too many.
    pub widened: Vec<Span>,
    /// Promotions of what was not known.
    pub unknown_promotions: usize,
}

impl Report {
    /// Gives the warnings that the user should see.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let warning = |message: String, at: Span| Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error("specialize", message, at)
        };
        let mut all = vec![];
        for (name, at, why) in &self.unknown_greens {
            let m = format!(
                "the green variable `{name}` is not always known: the interpreter itself is in the program there"
            );
            all.push(why.add_to(warning(m, *at), *at));
        }
        for at in &self.widened {
            let m =
                "too many different things are known here: they are taken as unknown from here on";
            all.push(warning(m.into(), *at));
        }
        all
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { functions, merge_points, variants, .. } = self;
        write!(
            f,
            "{functions} functions, {merge_points} places of the guest program in {variants} variants"
        )
    }
}
