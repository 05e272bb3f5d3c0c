//! Index of an annotated program for the questions of an editor, taken out of the annotator while
//! it lives.

use annotator::DescKind;
use annotator::{AnnGraphId, Annotator, Kind, SomeValue};
use flowmodel::diag::{FileId, Span};
use flowmodel::{HlConst, HlOp, HlValue, HostRef};
use flowspace::bytecode::Instruction;
use flowspace::host::{FuncData, HostObj};
use std::collections::{BTreeMap, HashMap};

/// A function of the program, with all its specialisations.
pub struct Function {
    /// Name, with its class.
    pub name: String,
    /// The header.
    pub header: Span,
    /// All of its code.
    pub body: Span,
    /// Types of its variables, by name; several if it is specialised.
    variables: BTreeMap<String, Vec<String>>,
    /// Names of parameters.
    parameters: Vec<String>,
    /// Types of its result.
    results: Vec<String>,
    /// The places where local variables first get a value.
    assigned: BTreeMap<String, Span>,
}

impl Function {
    /// `f(x: int) -> str`
    pub fn signature(&self) -> String {
        let types = |name: &String| self.variables.get(name).map_or("?".into(), |t| t.join(" | "));
        let parameters: Vec<String> =
            self.parameters.iter().map(|p| format!("{p}: {}", types(p))).collect();
        let result = match self.results.is_empty() {
            true => "never returns".into(),
            false => self.results.join(" | "),
        };
        format!("{}({}) -> {result}", self.name, parameters.join(", "))
    }
}

/// A call of a function by another, both by index.
pub struct Call {
    /// Index of the function that calls.
    pub caller: usize,
    /// The place of the call.
    pub at: Span,
    /// Index of the function that is called.
    pub callee: usize,
}

/// The program.
#[derive(Default)]
pub struct Index {
    /// Functions that are reached.
    pub functions: Vec<Function>,
    /// Calls, also those through variables.
    pub calls: Vec<Call>,
    /// Results of operations and their types.
    values: Vec<(Span, String)>,
    /// Uses of attributes, and where these are defined.
    attributes: Vec<(Span, Span)>,
    /// Global names by file, and where these are defined.
    globals: HashMap<(FileId, String), Span>,
}

fn contains(s: Span, file: FileId, at: u32) -> bool {
    s.file == file && s.start <= at && at < s.end
}

fn push_new(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

impl Index {
    /// Makes the index of an annotated program.
    pub fn of(ann: &Annotator) -> Index {
        let mut index = Index::default();
        let mut by_place: HashMap<(FileId, u32), usize> = HashMap::new();
        let mut by_graph: HashMap<AnnGraphId, usize> = HashMap::new();
        let mut stores: HashMap<(String, Option<HostRef>), Span> = HashMap::new();
        for (id, ag) in ann.graphs.iter().filter(|(_, g)| !g.helper) {
            let Some(host) = ann.descs[ag.desc].as_function().map(|f| f.host) else { continue };
            let Some(func) = ann.host.func(host) else { continue };
            let code = &func.code;
            let key = (code.span.file, code.span.start);
            let number = *by_place.entry(key).or_insert_with(|| {
                let mut body = code.span;
                for s in code.spans.iter().filter(|s| s.file == body.file && s.is_known()) {
                    body.end = body.end.max(s.end);
                }
                let mut assigned = BTreeMap::new();
                for (op, at) in code.instrs.iter().zip(&code.spans) {
                    if let Instruction::StoreFast(i) = op {
                        assigned.entry(code.varnames[*i as usize].to_string()).or_insert(*at);
                    }
                }
                let parameters: Vec<String> =
                    code.varnames[..code.argcount as usize].iter().map(|n| n.to_string()).collect();
                for p in &parameters {
                    assigned.insert(p.clone(), code.span);
                }
                index.functions.push(Function {
                    name: code.qualname.to_string(),
                    header: code.span,
                    body,
                    variables: BTreeMap::new(),
                    parameters,
                    results: vec![],
                    assigned,
                });
                index.functions.len() - 1
            });
            by_graph.insert(id, number);
            index.note_globals(ann, func);
            let f = &mut index.functions[number];
            let result = ann.result(id);
            if !result.is_impossible() {
                push_new(&mut f.results, ann.show(result));
            }
            for (v, data) in ag.graph.vars.iter() {
                let s = ann.binding(id, v);
                if !data.name.is_empty() && !s.is_impossible() {
                    push_new(f.variables.entry(data.name.to_string()).or_default(), ann.show(s));
                }
            }
            for op in ag.graph.blocks.values().flat_map(|b| &b.operations) {
                let s = ann.binding(id, op.result);
                if op.span.is_known() && !s.is_impossible() {
                    index.values.push((op.span, ann.show(s)));
                }
                if op.op == HlOp::SetAttr
                    && let Some(name) = attribute(&op.args)
                {
                    let class = op.args[0].as_var().and_then(|v| class_of(ann, ann.binding(id, v)));
                    stores.entry((name.clone(), class)).or_insert(op.span);
                    stores.entry((name, None)).or_insert(op.span);
                }
            }
        }
        for (id, number) in &by_graph {
            let ag = &ann.graphs[*id];
            for op in ag.graph.blocks.values().flat_map(|b| &b.operations) {
                let targets =
                    ag.calls.get(&op.result).into_iter().flat_map(|site| site.targets.iter());
                for callee in targets.filter_map(|t| by_graph.get(&t.graph?)) {
                    index.calls.push(Call { caller: *number, at: op.span, callee: *callee });
                }
                if matches!(op.op, HlOp::GetAttr | HlOp::SetAttr)
                    && let Some(name) = attribute(&op.args)
                {
                    let class =
                        op.args[0].as_var().and_then(|v| class_of(ann, ann.binding(*id, v)));
                    let method = class
                        .and_then(|c| annotator::hostview::class_lookup_where(&ann.host, c, &name))
                        .map(|(_, f)| annotator::hostview::func_span(&ann.host, f))
                        .filter(|s| s.is_known());
                    let store =
                        || stores.get(&(name.clone(), class)).or(stores.get(&(name.clone(), None)));
                    if let Some(place) = method.or_else(|| store().copied()) {
                        index.attributes.push((op.span, place));
                    }
                }
            }
        }
        index.calls.sort_by_key(|c| (c.caller, c.at.start, c.callee));
        index.calls.dedup_by_key(|c| (c.caller, c.at, c.callee));
        index
    }

    /// Notes the definitions of the global names that a function uses: functions, and classes by their first
    /// method.
    fn note_globals(&mut self, ann: &Annotator, func: &FuncData) {
        for name in &func.code.names {
            let key = (func.code.span.file, name.to_string());
            if self.globals.contains_key(&key) {
                continue;
            }
            let Some(object) = ann.host.ns_get(func.globals, name.as_str()) else { continue };
            let place = match ann.host.obj(object) {
                HostObj::Function(f) => f.code.span,
                HostObj::Class(_) => first_method(ann, object).unwrap_or(Span::NONE),
                _ => Span::NONE,
            };
            if place.is_known() {
                self.globals.insert(key, place);
            }
        }
    }

    /// The innermost function around a place.
    pub fn function_at(&self, file: FileId, at: u32) -> Option<usize> {
        let inside = |f: &&Function| contains(f.body, file, at);
        let f = self.functions.iter().filter(inside).min_by_key(|f| f.body.end - f.body.start)?;
        self.functions.iter().position(|g| std::ptr::eq(f, g))
    }

    /// The function whose definition is at a place.
    fn defined_at(&self, place: Span) -> Option<usize> {
        self.functions
            .iter()
            .position(|f| (f.header.file, f.header.start) == (place.file, place.start))
    }

    /// Gives what is known of the word at a place: `x: int`, or the type of the expression.
    pub fn hover(
        &self,
        file: FileId,
        at: u32,
        word: Option<&str>,
        is_attribute: bool,
    ) -> Option<String> {
        if let Some(word) = word.filter(|_| !is_attribute) {
            let here = self.function_at(file, at).map(|f| &self.functions[f]);
            if let Some(types) = here.and_then(|f| f.variables.get(word)) {
                return Some(format!("{word}: {}", types.join(" | ")));
            }
            if let Some(f) =
                self.globals.get(&(file, word.into())).and_then(|p| self.defined_at(*p))
            {
                return Some(self.functions[f].signature());
            }
            if let Some(f) = here.filter(|f| contains(f.header, file, at)) {
                return Some(f.signature());
            }
        }
        let around = self.values.iter().filter(|(s, _)| contains(*s, file, at));
        let smallest = around.clone().map(|(s, _)| s.end - s.start).min()?;
        let mut types = vec![];
        for (_, t) in around.filter(|(s, _)| s.end - s.start == smallest) {
            push_new(&mut types, t.clone());
        }
        Some(types.join(" | "))
    }

    /// Finds the definition of the word at a place.
    pub fn definition(
        &self,
        file: FileId,
        at: u32,
        word: &str,
        is_attribute: bool,
    ) -> Option<Span> {
        if is_attribute {
            let uses = self.attributes.iter().filter(|(s, _)| contains(*s, file, at));
            return uses.min_by_key(|(s, _)| s.end - s.start).map(|(_, place)| *place);
        }
        let here = self.function_at(file, at).map(|f| &self.functions[f]);
        let local = here.and_then(|f| f.assigned.get(word));
        local.or_else(|| self.globals.get(&(file, word.into()))).copied()
    }

    /// The function that the word at a place names or calls.
    pub fn function_named(
        &self,
        file: FileId,
        at: u32,
        word: &str,
        is_attribute: bool,
    ) -> Option<usize> {
        if let Some(place) = self.definition(file, at, word, is_attribute)
            && let Some(f) = self.defined_at(place)
        {
            return Some(f);
        }
        self.functions.iter().position(|f| contains(f.header, file, at))
    }
}

fn attribute(args: &[HlValue]) -> Option<String> {
    match args.get(1) {
        Some(HlValue::Const(HlConst::Str(n))) => Some(String::from_utf8_lossy(n).into_owned()),
        _ => None,
    }
}

fn class_of(ann: &Annotator, s: &SomeValue) -> Option<HostRef> {
    match s.kind {
        Kind::Instance { class, .. } => Some(ann.classdefs[class].host),
        _ => None,
    }
}

/// The header of the first method of a class of the program.
fn first_method(ann: &Annotator, class: HostRef) -> Option<Span> {
    let desc = ann.descs.values().find_map(|d| match &d.kind {
        DescKind::Class(c) if c.host == class => Some(c),
        _ => None,
    })?;
    let functions = desc.dict.values().filter_map(|f| Some(ann.host.func(*f)?.code.span));
    functions.min_by_key(|s| s.start)
}
