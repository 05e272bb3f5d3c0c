//! Where errors are shown: places in the program rather than in the library, with where the values came from.

use crate::Site;
use crate::builtins::methods::{self, Of};
use crate::model::{Kind, SomeValue};
use crate::{AnnError, AnnGraphId, Annotator, ArgSource, Position};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlConst, HlOp, HlValue, HostRef, VarId};
use rustc_hash::FxHashSet;

/// How many places a search looks at.
const LIMIT: usize = 200;

/// A value of a graph.
pub(crate) type Node = (AnnGraphId, VarId);

/// How a value comes about.
pub(super) enum Made<'a> {
    /// By an operation.
    By(&'a flowmodel::SpaceOperation<flowmodel::Hl>),
    /// It is this parameter of the function.
    Parameter(usize),
    /// At the start of a block.
    Joined,
}

/// How a walk goes on.
pub(super) enum Walk {
    /// To what the value comes from.
    On,
    /// Not behind this value.
    NotHere,
}

impl Annotator {
    /// Says where the operand comes from that an operation does not take, if the message does not say it.
    pub(super) fn with_origins(&self, p: Position, op: usize, mut d: Diagnostic) -> Diagnostic {
        let of = match d.code {
            "from-none" | "not-callable" | "no-attribute" | "no-method" | "immutable" => 1,
            "argument-type" | "conversion" | "format-string" | "not-iterable" | "unpack"
            | "raise" => usize::MAX,
            _ => return d,
        };
        let g = &self.graphs[p.graph].full;
        let Some(op) = g.blocks[p.block].operations.get(op).filter(|_| d.labels.is_empty()) else {
            return d;
        };
        for v in op.args.iter().take(of).filter_map(|a| a.as_var()) {
            let s = self.binding(p.graph, v);
            let tells = match s.kind {
                Kind::Pbc { .. } | Kind::BuiltinMethod { .. } | Kind::Builtin(_) => false,
                Kind::List(l) => !self.list_def(l).item.is_impossible(),
                _ => true,
            };
            if !tells {
                continue;
            }
            for (at, text) in self.explain(p.graph, v, s) {
                // (What stands in the operation itself is seen.)
                let inside =
                    |all: Span| all.file == at.file && all.start <= at.start && at.end <= all.end;
                if !d.primary.is_some_and(inside) {
                    d = d.label(at, text);
                }
            }
        }
        d
    }

    /// `decode` is there already: says what it means, instead of asking for it.
    pub(super) fn explain_decoding(&self, d: &mut Diagnostic) {
        d.notes.retain(|n| !n.contains("use .decode or .encode"));
        d.notes.push("decode() gives unicode, as in Python 2: leave it out, or encode the text where it meets byte strings".into());
        if self.host.program_python() == flowspace::Python::Neutral {
            d.notes.push(
                "in a program of Python 3 it gives str: is this one? Then say so at the head of the file, `# requires-python = \">=3\"`, or with --python 3"
                    .into(),
            );
        }
    }

    /// The calls of `decode` that the unicode strings among the operands of an operation come from; behind the last operation,
    /// those that go on to other blocks.
    pub(super) fn decoded_by(&self, p: Position, op: usize) -> Vec<Span> {
        let blk = &self.graphs[p.graph].full.blocks[p.block];
        let work: Vec<Node> = match blk.operations.get(op) {
            Some(op) => self.unicode_operands(p.graph, op),
            None => {
                let passed = blk.exits.iter().flat_map(|l| &l.args).filter_map(|a| a.as_var());
                passed
                    .filter(|v| self.has_unicode(self.binding(p.graph, *v), 4))
                    .map(|v| (p.graph, v))
                    .collect()
            }
        };
        let mut found = vec![];
        self.walk_back(work, |gid, _, made, work| {
            match made {
                Made::By(op) => {
                    let callee = op.args.first().and_then(|a| a.as_var());
                    let decodes = callee.is_some_and(|c| {
                        matches!(&self.binding(gid, c).kind, Kind::BuiltinMethod { name, .. } if &**name == "decode")
                    });
                    if decodes {
                        found.push(op.span);
                        return Walk::NotHere;
                    }
                    work.extend(self.unicode_operands(gid, op));
                    if op.op == HlOp::GetAttr {
                        work.extend(self.stored_unicode(crate::ops::operands::attr_name(op)));
                    }
                }
                Made::Parameter(i) => work.extend(self.unicode_arguments(gid, i)),
                Made::Joined => {}
            }
            Walk::On
        });
        found
    }

    /// Goes back from values to what they come from: along links, and to the results of the functions that calls reach. `visit`
    /// sees each value and how it is made, and may add values to be looked at.
    pub(super) fn walk_back(
        &self,
        mut work: Vec<Node>,
        mut visit: impl FnMut(AnnGraphId, VarId, Made<'_>, &mut Vec<Node>) -> Walk,
    ) {
        let mut seen = FxHashSet::default();
        while let Some((gid, v)) = work.pop() {
            if !seen.insert((gid, v)) || seen.len() > LIMIT {
                continue;
            }
            let ag = &self.graphs[gid];
            let g = &ag.full;
            for b in g.reachable() {
                let blk = &g.blocks[b];
                let place = blk.inputargs.iter().position(|x| *x == v);
                let op = blk.operations.iter().find(|o| o.result == v);
                let made = match (op, place) {
                    (Some(op), _) => Made::By(op),
                    (None, Some(i)) if b == g.startblock => Made::Parameter(i),
                    (None, Some(_)) => Made::Joined,
                    (None, None) => continue,
                };
                match visit(gid, v, made, &mut work) {
                    Walk::On => {}
                    Walk::NotHere => break,
                }
                if op.is_some() {
                    if let Some(call) = ag.calls.get(&v) {
                        let results = call.targets.iter().filter_map(|t| t.graph);
                        work.extend(results.map(|t| (t, self.graphs[t].full.return_var())));
                    }
                } else if let Some(i) = place {
                    for l in g.reachable().into_iter().flat_map(|pb| &g.blocks[pb].exits) {
                        if l.target == b
                            && let HlValue::Var(a) = l.args[i]
                        {
                            work.push((gid, a));
                        }
                    }
                }
                break;
            }
        }
    }

    /// Whether a value is unicode, holds it or walks over it.
    fn has_unicode(&self, s: &SomeValue, depth: usize) -> bool {
        depth > 0
            && match &s.kind {
                Kind::List(l) | Kind::Deque(l) => {
                    self.has_unicode(&self.list_def(*l).item, depth - 1)
                }
                Kind::Tuple(items) => items.iter().any(|i| self.has_unicode(i, depth - 1)),
                Kind::BuiltinMethod { this, .. } => self.has_unicode(this, depth - 1),
                Kind::Iterator { .. } => true,
                _ => s.is_unicode() && s.kind != Kind::None_,
            }
    }

    fn unicode_operands(
        &self,
        g: AnnGraphId,
        op: &flowmodel::SpaceOperation<flowmodel::Hl>,
    ) -> Vec<(AnnGraphId, VarId)> {
        let vars = op.args.iter().filter_map(|a| a.as_var());
        vars.filter(|v| self.has_unicode(self.binding(g, *v), 4)).map(|v| (g, v)).collect()
    }

    /// The unicode strings among what callers pass as a parameter.
    fn unicode_arguments(&self, callee: AnnGraphId, index: usize) -> Vec<(AnnGraphId, VarId)> {
        let passed = self.passed(callee, index).into_iter();
        let vars = passed.filter_map(|p| Some((p.graph, p.value.as_var()?)));
        vars.filter(|(graph, v)| self.has_unicode(self.binding(*graph, *v), 4)).collect()
    }

    /// Unicode strings that are stored in attributes of a name.
    fn stored_unicode(&self, name: String) -> Vec<(AnnGraphId, VarId)> {
        let mut found = vec![];
        for (gid, ag) in self.graphs.iter() {
            for op in ag.full.blocks.values().flat_map(|b| &b.operations) {
                if op.op == HlOp::SetAttr
                    && crate::ops::operands::attr_name(op) == name
                    && let Some(HlValue::Var(v)) = op.args.get(2)
                    && self.has_unicode(self.binding(gid, *v), 4)
                {
                    found.push((gid, *v));
                }
            }
        }
        found
    }

    /// Says which names were not found when the file of an error was imported: it goes on with a fallback.
    pub(super) fn note_fallbacks(&self, mut d: Diagnostic) -> Diagnostic {
        let sources = self.host.sources.borrow();
        let Some(file) = d.primary.and_then(|s| sources.get(s.file)) else { return d };
        for name in &self.host.imports.missing {
            let last = name.rsplit('.').next().unwrap_or(name);
            let mentioned = file.text.lines().any(|l| l.contains("import") && l.contains(last));
            let text = format!(
                "`{name}` was not found when it was imported; code may have taken a fallback"
            );
            if mentioned && !d.notes.contains(&text) {
                d = d.note(text);
            }
        }
        d
    }

    /// An error in a library function that the toolchain brings, or in a text that was compiled at import time, is shown
    /// where the program calls it.
    pub(super) fn moved_to_program(&self, p: Position, d: Diagnostic) -> Diagnostic {
        let Some(inner) = d.primary.filter(|s| self.in_no_file(*s)) else { return d };
        let Some(at) = self.program_place(p).or_else(|| self.called_of_program(p)) else {
            return d;
        };
        let mut moved = d;
        moved.primary = Some(at);
        let text = match moved.labels.iter().position(|l| l.0 == inner) {
            Some(i) => format!("it happens here: {}", moved.labels.remove(i).1),
            None if self.in_library(inner) => "it happens here, in the library".into(),
            None => "it happens here".into(),
        };
        moved.labels.insert(0, (inner, text));
        moved
    }

    /// Whether a place is in a source that the toolchain brings.
    pub fn in_library(&self, s: Span) -> bool {
        let sources = self.host.sources.borrow();
        sources.get(s.file).is_some_and(|f| f.path.starts_with("<embedded>"))
    }

    /// Whether a place is in no file of the program: in the library, or in a text that `exec` or `compile` got.
    pub(crate) fn in_no_file(&self, s: Span) -> bool {
        let sources = self.host.sources.borrow();
        sources.get(s.file).is_some_and(|f| f.path.starts_with('<'))
    }

    /// A function of the program that is called from the graph of a place: C calls functions through some that we make.
    fn called_of_program(&self, p: Position) -> Option<Span> {
        let targets = self.graphs[p.graph].calls.values().flat_map(|site| site.targets.iter());
        let spans = targets.filter_map(|t| Some(self.graphs[t.graph?].graph.span));
        spans.filter(|s| s.is_known()).find(|s| !self.in_no_file(*s))
    }

    /// The nearest call in the program's own files that leads to a place.
    fn program_place(&self, p: Position) -> Option<Span> {
        let mut queue = std::collections::VecDeque::from([p.graph]);
        let mut seen = FxHashSet::default();
        while let Some(gid) = queue.pop_front() {
            if !seen.insert(gid) || seen.len() > LIMIT {
                continue;
            }
            for (graph, block) in self.calling_blocks(gid) {
                let caller = &self.graphs[graph];
                let ops = &caller.full.blocks[block].operations;
                let calls = ops.iter().filter(|o| {
                    let call = caller.calls.get(&o.result);
                    call.is_some_and(|s| s.targets.iter().any(|t| t.graph == Some(gid)))
                });
                for o in calls {
                    if o.span.is_known() && !self.in_no_file(o.span) {
                        return Some(o.span);
                    }
                }
                queue.push_back(graph);
            }
        }
        None
    }

    /// What a function of the library that is for import time says to use at run time.
    pub(crate) fn hint_not_rpython(&self, func: HostRef) -> Option<String> {
        let t = crate::hostview::func_attr(&self.host, func, "_not_rpython_")?;
        match crate::hostview::view(&self.host, t) {
            crate::hostview::View::Atom(HlConst::Str(s)) => {
                Some(String::from_utf8_lossy(&s).into_owned())
            }
            _ => None,
        }
    }

    /// Whether a built-in type of Python has such a method.
    fn python_has(&self, of: &str, name: &str) -> bool {
        let types = &self.host.types;
        let of: &[HostRef] = match of {
            "lists" => &[types.list],
            "dicts" => &[types.dict, types.ordered_dict],
            "sets" => &[types.set, types.frozenset],
            "deques" => {
                return ["popleft", "appendleft", "extendleft", "rotate", "maxlen"].contains(&name)
                    || self.python_has("lists", name);
            }
            _ => &[types.str, types.unicode],
        };
        of.iter().any(|c| crate::hostview::class_lookup_where(&self.host, *c, name).is_some())
    }

    /// The error for an attribute of a container or text that neither Python nor the table of methods has, if it is one.
    pub(crate) fn unknown_attribute(
        &self,
        site: Site,
        s: &SomeValue,
        name: &str,
    ) -> Option<AnnError> {
        let of = match s.kind {
            Kind::List(l) if self.list_def(l).view_name.is_empty() && !self.list_def(l).star => {
                "lists"
            }
            Kind::Dict(d)
                if self.dict_def(d).kind == crate::definitions::listdef::DictKind::Plain =>
            {
                "dicts"
            }
            Kind::Set(_) => "sets",
            Kind::String { .. } | Kind::Char => "str",
            Kind::Unicode { .. } | Kind::UniChar => "unicode",
            _ => return None,
        };
        let row = methods::named(Of::value(self, s), name);
        let known = row.is_some() || name.starts_with('_') || self.python_has(of, name);
        (!known).then(|| self.unknown_method(site, of, name))
    }

    /// An error for a method that a built-in type does not have, or that is not supported.
    pub(crate) fn unknown_method(&self, site: Site, of: &str, name: &str) -> AnnError {
        let owners: &[Of] = match of {
            "lists" => &[Of::List],
            "dicts" => &[Of::Dict],
            "deques" => &[Of::Deque],
            "sets" => &[Of::Set],
            "unicode" => &[Of::Unicode, Of::Text],
            _ => &[Of::Str, Of::Text],
        };
        let e = match self.python_has(of, name) {
            true => format!("method '{name}' of {of} is not supported at run time"),
            false if of.ends_with('s') => format!("{of} have no method '{name}'"),
            false => format!("{of} has no method '{name}'"),
        };
        let e = self.error(site, "no-method", e);
        let other = match (of, name) {
            ("lists", "push" | "add") => Some("append"),
            ("sets", "append" | "insert" | "push") => Some("add"),
            ("deques", "push" | "add") => Some("append"),
            ("deques", "shift" | "dequeue") => Some("popleft"),
            ("lists", "join") => return e.note("write `separator.join(l)`"),
            ("lists", "shift" | "popleft") => {
                return e.note("write `l.pop(0)`, or use collections.deque");
            }
            ("lists", "find") => Some("index"),
            ("lists", "contains" | "includes" | "has") => return e.note("write `x in l`"),
            ("lists", "map" | "filter") => {
                return e.note("write a comprehension: `[f(x) for x in l]`");
            }
            ("dicts", "length" | "size") | ("sets" | "deques", "length" | "size") => {
                return e.note("write `len(x)`");
            }
            ("dicts", "contains" | "has") => return e.note("write `key in d`"),
            ("str" | "unicode", "contains" | "includes") => return e.note("write `part in s`"),
            ("str" | "unicode", "length") | ("lists", "length" | "size") => {
                return e.note("write `len(x)`");
            }
            ("str" | "unicode", "trim") => Some("strip"),
            _ => flowmodel::similar::similar(name, methods::names(owners)),
        };
        let others = ["str", "lists", "dicts", "sets"];
        match (other, others.iter().find(|o| self.python_has(o, name))) {
            (Some(n), _) => e.note(format!("did you mean '{n}'?")),
            (None, Some(owner)) if !self.python_has(of, name) => {
                let owner = if *owner == "str" { "strings" } else { owner };
                e.note(format!("{owner} have one: is it meant for an item, or another value?"))
            }
            _ => e,
        }
    }

    /// Whether a call is one of a method through an instance.
    pub(crate) fn passes_self(args: &crate::CallArgs) -> bool {
        matches!(args.positional.first(), Some((_, ArgSource::This)))
    }
}
