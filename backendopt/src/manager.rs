//! The pass manager: one list of passes, optimisations and transformers, with the reasons for their order, run on a
//! whole program with timings; the verifier runs between passes in debug builds; a panic in a pass becomes an error that
//! names the pass and shows the graph.

use crate::changes::Changes;
pub use crate::config::{OptConfig, OptLevel};
use crate::inline::InlineConfig;
use crate::transform::{self, Transform};
use flowmodel::analysis::EffectFacts;
use flowmodel::diag::Diagnostic;
use flowmodel::snapshot::Snapshot;
use flowmodel::text::{Names, print_graph};
use flowmodel::work::{self, Work};
use flowmodel::{Body, FuncId, Level, Ll, LlGraph, Program, SecondaryMap};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Tells what happened in one run of a pass.
#[derive(Clone, Debug)]
pub struct PassReport {
    /// Name of the pass.
    pub pass: &'static str,
    /// Time that it took.
    pub time: Duration,
    /// Graphs changed or transformed, or calls inlined, mallocs removed: what the pass counts.
    pub changes: usize,
    /// Functions whose graphs are not what they were.
    pub graphs: Vec<FuncId>,
}

/// Hears of each pass.
pub trait Observer {
    /// Hears that a pass is done.
    fn pass_done(&mut self, report: &PassReport, p: &Program);
    /// Says whether `pass_done` is to see the program as each pass leaves it. Otherwise passes that look at nothing but
    /// a graph run on one graph after the other, and the program may have seen some more of them.
    fn sees_each_pass(&self) -> bool {
        false
    }
}

/// Ignores all.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn pass_done(&mut self, _report: &PassReport, _p: &Program) {}
}

/// Says why a pass did not come to its end.
#[derive(Clone, Debug)]
pub enum OptError {
    /// The program is wrong.
    Program(Diagnostic),
    /// The pass is.
    Internal(Box<InternalError>),
}

/// A pass left an invalid graph. (Of one that panics the command's hook tells: [`flowmodel::work`].)
#[derive(Clone, Debug)]
pub struct InternalError {
    /// Name of the pass.
    pub pass: &'static str,
    /// Name of the graph, if it is known.
    pub graph: String,
    /// Says what went wrong.
    pub message: String,
    /// Text of the graph before the pass.
    pub dump: String,
}

impl std::fmt::Display for OptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptError::Program(d) => write!(f, "{d:?}"),
            OptError::Internal(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for OptError {}

impl std::fmt::Display for InternalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "internal error in pass {} on {}: {}", self.pass, self.graph, self.message)
    }
}

impl std::error::Error for InternalError {}

/// Graphs with more blocks are large.
const LARGE: usize = 1000;

/// Says how a pass works.
#[derive(Copy, Clone)]
pub enum Run {
    /// It runs on each graph by itself; counts 1 for a changed graph or what it returns.
    Graph(fn(&Program, FuncId, &mut LlGraph) -> usize),
    /// It runs on each graph, with facts about the whole program.
    GraphWithFacts(fn(&Program, &EffectFacts, FuncId, &mut LlGraph) -> usize),
    /// It runs on the program.
    Program(fn(&mut Program, &OptConfig<'_>) -> Result<Changes, Diagnostic>),
    /// It runs on the program, with facts about it as it was before.
    ProgramWithFacts(fn(&mut Program, &EffectFacts, &OptConfig<'_>) -> Result<Changes, Diagnostic>),
    /// It runs on every graph, with what is found out about the program first; raises it to this
    /// level.
    Transform(PrepareTransform, Level),
}

/// Looks at the whole program before a transformer changes its graphs; may add functions.
pub type PrepareTransform =
    for<'a> fn(&mut Program, &OptConfig<'a>) -> Result<Box<dyn Transform + 'a>, Diagnostic>;

/// A pass.
pub struct Pass {
    /// Name.
    pub name: &'static str,
    /// The code of the pass.
    pub run: Run,
    /// The level of the programs that it takes.
    pub level: Level,
    /// Passes that must have run before, and why.
    pub after: &'static [(&'static str, &'static str)],
}

/// All passes, by name.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "hints",
        run: Run::Graph(|p, f, g| crate::hints::remove_hints(p, f, g) as usize),
        level: Level::Rtyped,
        after: &[],
    },
    Pass {
        name: "simplify",
        run: Run::Graph(|p, f, g| crate::simplify::simplify(p, f, g) as usize),
        level: Level::Rtyped,
        after: &[],
    },
    Pass {
        name: "constfold",
        run: Run::Graph(|p, f, g| crate::constfold::constfold(p, f, g) as usize),
        level: Level::Rtyped,
        after: &[("hints", "we_are_jitted must be a constant")],
    },
    Pass {
        name: "exits",
        run: Run::GraphWithFacts(|p, x, _, g| crate::exits::remove_exits(p, x, g) as usize),
        level: Level::Rtyped,
        after: &[("constfold", "calls through constant pointers are direct then")],
    },
    Pass {
        name: "inline",
        run: Run::ProgramWithFacts(|p, x, c| {
            Ok(crate::inline::inline_all(p, x, &inline_config(c)))
        }),
        level: Level::Rtyped,
        after: &[
            ("simplify", "sizes are those of simplified graphs"),
            ("exits", "calls without handlers inline without tests"),
        ],
    },
    Pass {
        name: "methods",
        run: Run::ProgramWithFacts(|p, x, c| {
            Ok(crate::methods::try_methods(p, x, &inline_config(c)))
        }),
        level: Level::Rtyped,
        after: &[(
            "inline",
            "the costs of methods are those with what they call inlined, as they will be when the next round takes them",
        )],
    },
    Pass {
        name: "exact_classes",
        run: Run::Program(|p, _| Ok(crate::exact::test_exact_classes(p))),
        level: Level::Rtyped,
        after: &[("inline", "a class test is a helper's before")],
    },
    Pass {
        name: "fast_cases",
        run: Run::ProgramWithFacts(|p, x, c| {
            Ok(crate::fastpath::inline_fast_cases(p, x, &inline_config(c)))
        }),
        level: Level::Rtyped,
        after: &[
            ("inline", "what small functions do belongs to the fast cases of their callers"),
            ("merge_ifs", "the switch of a loop is a chain of tests before"),
        ],
    },
    Pass {
        name: "malloc",
        run: Run::Graph(crate::malloc::remove_mallocs),
        level: Level::Rtyped,
        after: &[("inline", "constructors and iterators must be inlined to be seen through")],
    },
    Pass {
        name: "strength",
        run: Run::Graph(|p, f, g| crate::strength::strength(p, f, g) as usize),
        level: Level::Rtyped,
        after: &[("constfold", "looks for constant operands")],
    },
    Pass {
        name: "cse",
        run: Run::GraphWithFacts(|p, x, f, g| crate::cse::cse(p, x, f, g) as usize),
        level: Level::Rtyped,
        after: &[("malloc", "removed objects leave nothing to load")],
    },
    Pass {
        name: "merge_ifs",
        run: Run::Graph(|p, f, g| crate::merge_if::merge_ifs(p, f, g) as usize),
        level: Level::Rtyped,
        after: &[
            ("strength", "comparisons of characters have lost their casts"),
            ("cse", "one variable stands for the tested value"),
        ],
    },
    Pass {
        name: "hoist_lengths",
        run: Run::Graph(crate::hoist::hoist_lengths),
        level: Level::Rtyped,
        after: &[("cse", "the tests of a loop's body use the length of its first block")],
    },
    Pass {
        name: "merge_inputs",
        run: Run::Graph(|p, _, g| crate::malloc::merge_portal_inputs(p, g) as usize),
        level: Level::Rtyped,
        after: &[(
            "inline",
            "what computes the arguments of the merge point is in its function by then",
        )],
    },
    Pass {
        name: "unreachable",
        run: Run::Program(|p, c| Ok(crate::unreachable::remove_unreachable(p, &c.roots))),
        level: Level::Rtyped,
        after: &[],
    },
    Pass {
        name: "entry_wrapper",
        run: Run::Program(|p, _| transform::add_entry_wrapper(p)),
        level: Level::Rtyped,
        after: &[(
            "inline",
            "the entry point stays a function of its own, as the root of the program",
        )],
    },
    Pass {
        name: "exception_transform",
        run: Run::Transform(transform::exception_transform, Level::ExcTransformed),
        level: Level::Rtyped,
        after: &[(
            "entry_wrapper",
            "the wrapper allocates, and its call of the entry point raises",
        )],
    },
    Pass {
        name: "gc_transform",
        run: Run::Transform(transform::gc_transform, Level::GcTransformed),
        level: Level::ExcTransformed,
        after: &[(
            "exception_transform",
            "the inline allocation goes in front of the test for null that it makes, and references need no root on the way out of a function",
        )],
    },
];

/// Gives what may be inlined in a configuration.
fn inline_config(c: &OptConfig<'_>) -> InlineConfig {
    let factor = if c.level == OptLevel::Full { 1.0 } else { 0.5 };
    InlineConfig {
        threshold: c.inline_threshold * factor,
        jit: c.jit,
        // A JIT's codewriter decides by function what traces look into.
        once: if c.level == OptLevel::Full && !c.jit { 300.0 } else { 0.0 },
        roots: c.roots.clone(),
        copied: c.jit_roots.clone(),
        ..InlineConfig::default()
    }
}

/// A pass by name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|p| p.name == name)
}

/// A pass at its place in the order.
#[derive(Copy, Clone)]
struct Step {
    pass: &'static Pass,
    /// True if it runs on large graphs, too. Rounds that gain a little with small functions take seconds with functions
    /// of thousands of blocks.
    large: bool,
}

/// The order for a configuration.
pub fn pipeline(c: &OptConfig<'_>) -> Vec<&'static str> {
    steps(c).into_iter().map(|s| s.pass.name).collect()
}

fn step(name: &str, large: bool) -> Step {
    Step { pass: pass(name).expect("the name of a pass"), large }
}

fn steps(c: &OptConfig<'_>) -> Vec<Step> {
    let mut v = vec![];
    let all = |v: &mut Vec<Step>, names: &[&'static str]| {
        v.extend(names.iter().map(|name| step(name, true)));
    };
    let small = |v: &mut Vec<Step>, names: &[&'static str]| {
        v.extend(names.iter().map(|name| step(name, false)));
    };
    if !c.jit {
        all(&mut v, &["hints"]);
    }
    if c.level == OptLevel::None {
        // A branch on we_are_jitted must be gone: what is behind it need not even be supported.
        all(&mut v, &["constfold", "simplify", "unreachable"]);
        return v;
    }
    small(&mut v, &["simplify"]);
    all(&mut v, &["constfold", "unreachable", "exits", "simplify", "inline"]);
    small(&mut v, &["simplify", "constfold", "simplify"]);
    if !c.jit {
        all(&mut v, &["exact_classes"]);
    }
    all(&mut v, &["malloc"]);
    if c.level == OptLevel::Full {
        // Removed objects make functions smaller: more of them fit. Iterators of iterators need it. Methods
        // of new objects are known once their class is forwarded from where it was stored.
        small(&mut v, &["strength", "cse", "constfold", "simplify"]);
        if !c.jit {
            all(&mut v, &["methods"]);
        }
        small(&mut v, &["exits", "simplify"]);
        all(&mut v, &["inline"]);
        small(&mut v, &["constfold", "simplify", "malloc"]);
    }
    all(&mut v, &["constfold", "strength", "cse", "constfold", "simplify", "strength", "cse"]);
    all(&mut v, &["constfold", "exits", "simplify", "merge_ifs", "simplify"]);
    if c.level == OptLevel::Full && !c.jit {
        all(
            &mut v,
            &["fast_cases", "constfold", "simplify", "strength", "cse", "constfold", "simplify"],
        );
    }
    if c.level == OptLevel::Full {
        all(&mut v, &["hoist_lengths", "simplify"]);
    }
    all(&mut v, &["unreachable"]);
    if c.jit {
        all(&mut v, &["merge_inputs"]);
    }
    v
}

/// The transformers in order: from the RTyper's level to what the backends take.
pub const LOWERING: &[&str] = &["entry_wrapper", "exception_transform", "gc_transform"];

/// Optimises the program.
pub fn optimize(
    p: &mut Program,
    c: &OptConfig<'_>,
    obs: &mut dyn Observer,
) -> Result<(), OptError> {
    run_passes(p, &steps(c), c, obs)
}

/// Brings a program to what the backends take: entry wrapper, exceptions, GC. Returns the function that C's `main`
/// calls: `(argc: Signed, argv: Address) -> Signed`.
pub fn lower(
    p: &mut Program,
    c: &OptConfig<'_>,
    obs: &mut dyn Observer,
) -> Result<Option<FuncId>, OptError> {
    let steps: Vec<Step> = LOWERING.iter().map(|name| step(name, true)).collect();
    run_passes(p, &steps, c, obs)?;
    Ok(p.entry.and_then(|_| p.func_by_name(transform::entry::MAIN_WRAPPER)))
}

fn run_passes(
    p: &mut Program,
    steps: &[Step],
    c: &OptConfig<'_>,
    obs: &mut dyn Observer,
) -> Result<(), OptError> {
    let mut progress = Progress::default();
    let mut rest = steps;
    while !rest.is_empty() {
        let n = if obs.sees_each_pass() { 1 } else { group_of(rest) };
        let (group, more) = rest.split_at(n);
        progress.run(p, group, c, obs)?;
        rest = more;
    }
    Ok(())
}

/// Gives the number of first steps that may be done on one graph before the next one: facts about the program are those
/// of the first step, and the others need none.
fn group_of(steps: &[Step]) -> usize {
    match steps[0].pass.run {
        Run::Graph(_) | Run::GraphWithFacts(_) => {
            1 + steps[1..].iter().take_while(|s| matches!(s.pass.run, Run::Graph(_))).count()
        }
        _ => 1,
    }
}

/// Runs one pass.
pub fn run_pass(
    p: &mut Program,
    pass: &'static Pass,
    c: &OptConfig<'_>,
    obs: &mut dyn Observer,
) -> Result<usize, OptError> {
    let step = Step { pass, large: true };
    Progress::default().run(p, &[step], c, obs)
}

/// Remembers earlier passes over the same program, so that work is done only for graphs that have changed since.
#[derive(Default)]
struct Progress {
    /// Counts the changes of each graph.
    version: SecondaryMap<FuncId, u32>,
    /// Counts the changes of what each graph calls.
    callees: SecondaryMap<FuncId, u32>,
    done: Vec<Done>,
    facts: Option<EffectFacts>,
    /// Graphs that `facts` has not seen as they are now.
    stale: BTreeSet<FuncId>,
    /// The graph as it was, to be shown if a pass fails.
    before: Snapshot<Ll>,
}

/// Remembers which graphs a pass has left as they were. (All passes ask for each of very many
/// graphs: no search.)
struct Done {
    pass: &'static str,
    /// The two versions of each graph at which that was last so.
    at: SecondaryMap<FuncId, Option<(u32, u32)>>,
}

/// Sums up what a pass has done.
#[derive(Default)]
struct Tally {
    time: Duration,
    changes: usize,
    graphs: Vec<FuncId>,
}

impl Progress {
    fn run(
        &mut self,
        p: &mut Program,
        group: &[Step],
        c: &OptConfig<'_>,
        obs: &mut dyn Observer,
    ) -> Result<usize, OptError> {
        let pass = group[0].pass;
        if p.level != pass.level {
            let m = format!("it takes programs at level {:?}, not {:?}", pass.level, p.level);
            return Err(error(pass, "the program", &m, String::new()));
        }
        let start = Instant::now();
        let mut tallies = match pass.run {
            Run::Program(run) => self.on_program(p, pass, |p| run(p, c))?,
            Run::ProgramWithFacts(run) => {
                let facts = self.facts(p);
                let tallies = self.on_program(p, pass, |p| run(p, &facts, c))?;
                self.facts = Some(facts);
                tallies
            }
            Run::Transform(prepare, to) => {
                let t = during(pass, || prepare(p, c)).map_err(OptError::Program)?;
                let graphs = transform_graphs(p, pass, &*t, &mut self.before)?;
                p.level = to;
                vec![Tally { changes: graphs.len(), graphs, ..Tally::default() }]
            }
            Run::Graph(_) => self.each_graph(p, group, c, None)?,
            Run::GraphWithFacts(_) => {
                let facts = self.facts(p);
                let tallies = self.each_graph(p, group, c, Some(&facts))?;
                self.facts = Some(facts);
                tallies
            }
        };
        if c.verify && !matches!(pass.run, Run::Graph(_) | Run::GraphWithFacts(_)) {
            flowmodel::verify::verify_program(p).map_err(|e| {
                let graph = p.func_by_name(&e.graph).map(|f| print_graph(&Names::new(p), f));
                error(pass, &e.graph, &e.to_string(), graph.unwrap_or_default())
            })?;
        }
        let others: Duration = tallies[1..].iter().map(|t| t.time).sum();
        tallies[0].time = start.elapsed().saturating_sub(others);
        let mut changes = 0;
        for (step, Tally { time, changes: n, graphs }) in group.iter().zip(tallies) {
            changes += n;
            obs.pass_done(&PassReport { pass: step.pass.name, time, changes: n, graphs }, p);
        }
        Ok(changes)
    }

    /// Facts about the program as it is now.
    fn facts(&mut self, p: &Program) -> EffectFacts {
        let stale: Vec<_> = std::mem::take(&mut self.stale).into_iter().collect();
        match self.facts.take() {
            Some(mut facts) => {
                for f in facts.update(p, &stale) {
                    self.callees[f] += 1;
                }
                facts
            }
            None => EffectFacts::new(p),
        }
    }

    fn on_program(
        &mut self,
        p: &mut Program,
        pass: &'static Pass,
        run: impl FnOnce(&mut Program) -> Result<Changes, Diagnostic>,
    ) -> Result<Vec<Tally>, OptError> {
        let Changes { count, graphs } = during(pass, || run(p)).map_err(OptError::Program)?;
        graphs.iter().for_each(|f| self.changed(*f));
        Ok(vec![Tally { changes: count, graphs, ..Tally::default() }])
    }

    fn changed(&mut self, f: FuncId) {
        self.version[f] += 1;
        self.stale.insert(f);
    }

    /// Does all steps on one graph, then on the next one. `facts` are for the first step.
    fn each_graph(
        &mut self,
        p: &mut Program,
        group: &[Step],
        c: &OptConfig<'_>,
        facts: Option<&EffectFacts>,
    ) -> Result<Vec<Tally>, OptError> {
        let mut tallies: Vec<Tally> = group.iter().map(|_| Tally::default()).collect();
        let slots: Vec<usize> = group.iter().map(|step| self.slot(step.pass.name)).collect();
        for f in p.funcs.keys().collect::<Vec<_>>() {
            // The steps that were done on what `before` has.
            let mut since: Vec<&'static Pass> = vec![];
            for ((step, slot), tally) in group.iter().zip(&slots).zip(&mut tallies) {
                let Some(g) = p.funcs[f].graph() else { break };
                if self.nothing_to_do(step, *slot, f, g) {
                    continue;
                }
                let start = (group.len() > 1).then(Instant::now);
                if since.is_empty() || c.verify {
                    self.before.take(g);
                    since.clear();
                }
                let on = OnGraph { f, since: &since, facts };
                let n = self.step(p, step.pass, *slot, &on, c).map_err(|m| {
                    let text = text_before(p, f, || on.before_last(p, &self.before));
                    error(step.pass, &p.funcs[f].name, &m, text)
                })?;
                since.push(step.pass);
                if let Some(n) = n {
                    tally.changes += n;
                    tally.graphs.push(f);
                }
                tally.time += start.map_or(Duration::ZERO, |s| s.elapsed());
            }
        }
        Ok(tallies)
    }

    /// Gives the index of the pass in `done`.
    fn slot(&mut self, pass: &'static str) -> usize {
        self.done.iter().position(|done| done.pass == pass).unwrap_or_else(|| {
            self.done.push(Done { pass, at: SecondaryMap::new() });
            self.done.len() - 1
        })
    }

    /// Says whether the graph is as the pass left it, and what it calls as well if the pass looks at
    /// that.
    fn nothing_to_do(&self, step: &Step, slot: usize, f: FuncId, g: &LlGraph) -> bool {
        let local = matches!(step.pass.run, Run::Graph(_));
        let as_left = self.done[slot].at[f]
            .is_some_and(|done| done.0 == self.version[f] && (local || done.1 == self.callees[f]));
        as_left || !step.large && g.blocks.len() > LARGE
    }

    /// Does a pass on a graph. Counts the changes; `None`: the graph is as it was. An error says what is wrong with the pass.
    fn step(
        &mut self,
        p: &mut Program,
        pass: &'static Pass,
        slot: usize,
        on: &OnGraph<'_>,
        c: &OptConfig<'_>,
    ) -> Result<Option<usize>, String> {
        let f = on.f;
        let before = |p: &Program| on.before_last(p, &self.before);
        let n = on_graph(p, f, pass, &before, |p, g| run_on_graph(pass, p, f, g, on.facts));
        let n = n.expect("a graph");
        let same = match c.verify {
            true => self.before.graph().as_ref() == p.funcs[f].graph(),
            false => n == 0,
        };
        if n == 0 && !same {
            return Err("it says that nothing has changed".to_string());
        }
        if same {
            self.done[slot].at[f] = Some((self.version[f], self.callees[f]));
            return Ok(None);
        }
        self.changed(f);
        if c.verify {
            flowmodel::verify::verify_func(p, f).map_err(|e| e.to_string())?;
        }
        Ok(Some(n))
    }
}

/// A graph, the passes that were done on it since it was kept, and facts about the program.
struct OnGraph<'a> {
    f: FuncId,
    since: &'a [&'static Pass],
    facts: Option<&'a EffectFacts>,
}

impl OnGraph<'_> {
    /// The graph with the passes done that went well, from what was kept.
    fn before_last(&self, p: &Program, kept: &Snapshot<Ll>) -> Option<LlGraph> {
        let mut g = kept.graph()?;
        for pass in self.since {
            run_on_graph(pass, p, self.f, &mut g, self.facts);
        }
        Some(g)
    }
}

fn run_on_graph(
    pass: &Pass,
    p: &Program,
    f: FuncId,
    g: &mut LlGraph,
    facts: Option<&EffectFacts>,
) -> usize {
    match (pass.run, facts) {
        (Run::Graph(run), _) => run(p, f, g),
        (Run::GraphWithFacts(run), Some(facts)) => run(p, facts, f, g),
        _ => unreachable!("a pass on graphs, with its facts"),
    }
}

/// The functions that were transformed.
fn transform_graphs(
    p: &mut Program,
    pass: &'static Pass,
    t: &dyn Transform,
    before: &mut Snapshot<Ll>,
) -> Result<Vec<FuncId>, OptError> {
    let mut changed = vec![];
    for f in p.funcs.keys().collect::<Vec<_>>() {
        let Some(g) = p.funcs[f].graph() else { continue };
        before.take(g);
        let done = on_graph(p, f, pass, &|_| before.graph(), |p, g| t.graph(p, f, g));
        done.expect("a graph").map_err(OptError::Program)?;
        changed.push(f);
    }
    Ok(changed)
}

/// Gives what `run` gives for the graph of `f`. `None` without a graph. If it panics, the crash dump has the graph that
/// `before` gives.
fn on_graph<T>(
    p: &mut Program,
    f: FuncId,
    pass: &'static Pass,
    before: &dyn Fn(&Program) -> Option<LlGraph>,
    run: impl FnOnce(&Program, &mut LlGraph) -> T,
) -> Option<T> {
    let body = std::mem::replace(&mut p.funcs[f].body, Body::Declared);
    let Body::Graph(mut g) = body else {
        p.funcs[f].body = body;
        return None;
    };
    let q = &*p;
    let describe = || Work {
        what: format!("pass {} on {}", pass.name, q.funcs[f].name),
        dump: text_before(q, f, || before(q)),
    };
    let r = work::during(&describe, || run(q, &mut g));
    p.funcs[f].body = Body::Graph(g);
    Some(r)
}

/// The text of a graph that `f` had before.
fn text_before(p: &Program, f: FuncId, graph: impl FnOnce() -> Option<LlGraph>) -> String {
    let mut p = p.clone();
    p.funcs[f].body = graph().map_or(Body::Declared, Body::Graph);
    print_graph(&Names::new(&p), f)
}

/// Calls a pass on the whole program.
fn during<T>(pass: &'static Pass, f: impl FnOnce() -> T) -> T {
    let what = || format!("pass {} on the program", pass.name);
    work::during(&|| Work { what: what(), dump: String::new() }, f)
}

fn error(pass: &'static Pass, graph: &str, message: &str, dump: String) -> OptError {
    let (graph, message) = (graph.to_string(), message.to_string());
    OptError::Internal(Box::new(InternalError { pass: pass.name, graph, message, dump }))
}
