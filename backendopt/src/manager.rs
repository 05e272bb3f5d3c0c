//! The pass manager: one list of passes with the reasons for their order, run on a whole program with
//! timings; the verifier runs between passes in debug builds; a panic in a pass becomes an error that names
//! the pass and shows the graph.

use crate::exits::Facts;
use crate::inline::InlineConfig;
use flowmodel::text::{Names, print_graph};
use flowmodel::{Body, FuncId, LlGraph, Program, SecondaryMap};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How much to optimise.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Only what the later stages need (no hints where there is no JIT).
    None,
    /// With little inlining (threshold halved).
    Low,
    /// Everything.
    #[default]
    Full,
}

/// Settings.
#[derive(Clone, Debug)]
pub struct OptConfig {
    /// How much.
    pub level: OptLevel,
    /// A JIT will be generated: its hints stay, and functions that it treats as units are not inlined.
    pub jit: bool,
    /// `--inline-threshold`
    pub inline_threshold: f64,
    /// Run the verifier after each pass.
    pub verify: bool,
    /// Functions besides the entry point that must stay (helpers that later stages call).
    pub roots: Vec<FuncId>,
}

impl Default for OptConfig {
    fn default() -> Self {
        OptConfig {
            level: OptLevel::Full,
            jit: false,
            inline_threshold: 32.4,
            verify: cfg!(debug_assertions),
            roots: vec![],
        }
    }
}

/// What happened in one run of a pass.
#[derive(Clone, Debug)]
pub struct PassReport {
    /// Name of the pass.
    pub pass: &'static str,
    /// How long it took.
    pub time: Duration,
    /// Graphs changed, or calls inlined, mallocs removed: what the pass counts.
    pub changes: usize,
}

/// Hears of each pass.
pub trait Observer {
    /// After a pass.
    fn pass_done(&mut self, report: &PassReport, p: &Program);
}

/// Ignores all.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn pass_done(&mut self, _report: &PassReport, _p: &Program) {}
}

/// An internal error: a pass panicked or left an invalid graph.
#[derive(Clone, Debug)]
pub struct OptError {
    /// Name of the pass.
    pub pass: &'static str,
    /// Name of the graph, if it is known.
    pub graph: String,
    /// What went wrong.
    pub message: String,
    /// Text of the graph before the pass.
    pub dump: String,
}

impl std::fmt::Display for OptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "internal error in pass {} on {}: {}", self.pass, self.graph, self.message)
    }
}

impl std::error::Error for OptError {}

/// How a pass works.
#[derive(Copy, Clone)]
pub enum Run {
    /// On each graph by itself; counts 1 for a changed graph or what it returns.
    Graph(fn(&Program, FuncId, &mut LlGraph) -> usize),
    /// On each graph, with facts about the whole program.
    GraphWithFacts(fn(&Program, &Facts, FuncId, &mut LlGraph) -> usize),
    /// On the program.
    Program(fn(&mut Program, &OptConfig) -> Changes),
}

/// What a pass on the program did.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// What the pass counts.
    pub count: usize,
    /// Functions whose graphs are not what they were.
    pub graphs: Vec<FuncId>,
}

/// A pass.
pub struct Pass {
    /// Name.
    pub name: &'static str,
    /// How.
    pub run: Run,
    /// Passes that must have run before, and why.
    pub after: &'static [(&'static str, &'static str)],
}

/// All passes, by name.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "hints",
        run: Run::Graph(|p, f, g| crate::hints::remove_hints(p, f, g) as usize),
        after: &[],
    },
    Pass {
        name: "simplify",
        run: Run::Graph(|p, f, g| crate::simplify::simplify(p, f, g) as usize),
        after: &[],
    },
    Pass {
        name: "constfold",
        run: Run::Graph(|p, f, g| crate::constfold::constfold(p, f, g) as usize),
        after: &[("hints", "we_are_jitted must be a constant")],
    },
    Pass {
        name: "exits",
        run: Run::GraphWithFacts(|p, x, _, g| crate::exits::remove_exits(p, x, g) as usize),
        after: &[("constfold", "calls through constant pointers are direct then")],
    },
    Pass {
        name: "inline",
        run: Run::Program(|p, c| {
            let factor = if c.level == OptLevel::Full { 1.0 } else { 0.5 };
            let cfg = InlineConfig {
                threshold: c.inline_threshold * factor,
                jit: c.jit,
                // A JIT's codewriter decides by function what traces look into.
                once: if c.level == OptLevel::Full && !c.jit { 300.0 } else { 0.0 },
                roots: c.roots.clone(),
                ..InlineConfig::default()
            };
            crate::inline::inline_all(p, &cfg)
        }),
        after: &[
            ("simplify", "sizes are those of simplified graphs"),
            ("exits", "calls without handlers inline without tests"),
        ],
    },
    Pass {
        name: "malloc",
        run: Run::Graph(crate::malloc::remove_mallocs),
        after: &[("inline", "constructors and iterators must be inlined to be seen through")],
    },
    Pass {
        name: "strength",
        run: Run::Graph(|p, f, g| crate::strength::strength(p, f, g) as usize),
        after: &[("constfold", "looks for constant operands")],
    },
    Pass {
        name: "cse",
        run: Run::GraphWithFacts(|p, x, f, g| crate::cse::cse(p, x, f, g) as usize),
        after: &[("malloc", "removed objects leave nothing to load")],
    },
    Pass {
        name: "merge_ifs",
        run: Run::Graph(|p, f, g| crate::merge_if::merge_ifs(p, f, g) as usize),
        after: &[
            ("strength", "comparisons of characters have lost their casts"),
            ("cse", "one variable stands for the tested value"),
        ],
    },
    Pass {
        name: "unreachable",
        run: Run::Program(|p, c| crate::unreachable::remove_unreachable(p, &c.roots)),
        after: &[],
    },
];

/// A pass by name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|p| p.name == name)
}

/// The order for a configuration.
pub fn pipeline(c: &OptConfig) -> Vec<&'static str> {
    let mut v = vec![];
    if !c.jit {
        v.push("hints");
    }
    if c.level == OptLevel::None {
        // A branch on we_are_jitted must be gone: what is behind it need not even be supported.
        v.extend(["constfold", "simplify", "unreachable"]);
        return v;
    }
    v.extend(["simplify", "constfold", "unreachable", "exits", "simplify", "inline", "simplify"]);
    v.extend(["constfold", "simplify", "malloc"]);
    if c.level == OptLevel::Full {
        // Removed objects make functions smaller: more of them fit. Iterators of iterators need it. Methods
        // of new objects are known once their class is forwarded from where it was stored.
        v.extend(["strength", "cse", "constfold", "simplify"]);
        v.extend(["exits", "simplify", "inline", "constfold", "simplify", "malloc"]);
    }
    v.extend(["constfold", "strength", "cse", "constfold", "simplify"]);
    v.extend(["strength", "cse", "constfold", "exits", "simplify", "merge_ifs", "simplify"]);
    v.push("unreachable");
    v
}

/// Optimises the program.
pub fn optimize(p: &mut Program, c: &OptConfig, obs: &mut dyn Observer) -> Result<(), OptError> {
    let mut progress = Progress::default();
    for name in pipeline(c) {
        let Some(pass) = pass(name) else { continue };
        progress.run(p, pass, c, obs)?;
    }
    Ok(())
}

/// Runs one pass.
pub fn run_pass(
    p: &mut Program,
    pass: &'static Pass,
    c: &OptConfig,
    obs: &mut dyn Observer,
) -> Result<usize, OptError> {
    Progress::default().run(p, pass, c, obs)
}

/// What is known from earlier passes over the same program, so that work is done only for graphs that have changed since.
#[derive(Default)]
struct Progress {
    /// Counts the changes of each graph.
    version: SecondaryMap<FuncId, u32>,
    /// The version at which a pass last left a graph as it was.
    done: FxHashMap<(&'static str, FuncId), u32>,
    facts: Option<Facts>,
    /// Graphs that `facts` has not seen as they are now.
    stale: BTreeSet<FuncId>,
}

impl Progress {
    fn run(
        &mut self,
        p: &mut Program,
        pass: &'static Pass,
        c: &OptConfig,
        obs: &mut dyn Observer,
    ) -> Result<usize, OptError> {
        let start = Instant::now();
        let changes = match pass.run {
            Run::Program(run) => {
                let r = catch_unwind(AssertUnwindSafe(|| run(p, c)));
                let r = r.map_err(|e| error(pass, "the program", &panic_text(e), String::new()))?;
                r.graphs.iter().for_each(|f| self.changed(*f));
                r.count
            }
            Run::Graph(run) => self.each_graph(p, pass, c, true, run)?,
            Run::GraphWithFacts(run) => {
                let stale: Vec<_> = std::mem::take(&mut self.stale).into_iter().collect();
                let facts = match self.facts.take() {
                    Some(mut facts) => {
                        facts.update(p, &stale);
                        facts
                    }
                    None => Facts::new(p),
                };
                // Callees may have changed: every graph is looked at.
                let n = self.each_graph(p, pass, c, false, |p, f, g| run(p, &facts, f, g))?;
                self.facts = Some(facts);
                n
            }
        };
        if c.verify && matches!(pass.run, Run::Program(_)) {
            flowmodel::verify::verify_program(p)
                .map_err(|e| error(pass, &e.graph.clone(), &e.to_string(), String::new()))?;
        }
        let report = PassReport { pass: pass.name, time: start.elapsed(), changes };
        obs.pass_done(&report, p);
        Ok(changes)
    }

    fn changed(&mut self, f: FuncId) {
        self.version[f] += 1;
        self.stale.insert(f);
    }

    /// `local`: the pass sees nothing but the graph, so that there is nothing to do where the graph is as the pass left it.
    fn each_graph(
        &mut self,
        p: &mut Program,
        pass: &'static Pass,
        c: &OptConfig,
        local: bool,
        run: impl Fn(&Program, FuncId, &mut LlGraph) -> usize,
    ) -> Result<usize, OptError> {
        let mut changes = 0;
        for f in p.funcs.keys().collect::<Vec<_>>() {
            let key = (pass.name, f);
            if local && self.done.get(&key) == Some(&self.version[f]) {
                continue;
            }
            let Body::Graph(g) = &p.funcs[f].body else { continue };
            let mut g = g.clone();
            let r = catch_unwind(AssertUnwindSafe(|| run(p, f, &mut g)));
            let failure = match r {
                Ok(n) => {
                    changes += n;
                    if matches!(&p.funcs[f].body, Body::Graph(old) if *old == g) {
                        self.done.insert(key, self.version[f]);
                        continue;
                    }
                    self.changed(f);
                    let old = std::mem::replace(&mut p.funcs[f].body, Body::Graph(g));
                    match c.verify.then(|| flowmodel::verify::verify_func(p, f)) {
                        Some(Err(e)) => Some((e.to_string(), Some(old))),
                        _ => None,
                    }
                }
                Err(e) => Some((panic_text(e), None)),
            };
            if let Some((m, old)) = failure {
                if let Some(old) = old {
                    p.funcs[f].body = old;
                }
                let names = Names::new(p);
                return Err(error(pass, &p.funcs[f].name, &m, print_graph(&names, f)));
            }
        }
        Ok(changes)
    }
}

fn error(pass: &'static Pass, graph: &str, message: &str, dump: String) -> OptError {
    OptError { pass: pass.name, graph: graph.to_string(), message: message.to_string(), dump }
}

fn panic_text(e: Box<dyn std::any::Any + Send>) -> String {
    match (e.downcast_ref::<String>(), e.downcast_ref::<&str>()) {
        (Some(s), _) => format!("panic: {s}"),
        (_, Some(s)) => format!("panic: {s}"),
        _ => "panic".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pipelines respect the constraints that the passes state.
    #[test]
    fn order_constraints() {
        for level in [OptLevel::None, OptLevel::Low, OptLevel::Full] {
            for jit in [false, true] {
                let c = OptConfig { level, jit, ..OptConfig::default() };
                let order = pipeline(&c);
                for (i, name) in order.iter().enumerate() {
                    for (before, why) in pass(name).expect("known pass").after {
                        let in_use = order.contains(before);
                        assert!(
                            !in_use || order[..i].contains(before),
                            "{name} must come after {before}: {why}"
                        );
                    }
                }
            }
        }
    }
}
