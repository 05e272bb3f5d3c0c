//! Scopes: which variables live in locals, cells, globals or a namespace.
//!
//! List, set and dict comprehensions are compiled inline. Their loop variables get hidden names
//! (`$c4.x`) in the function, class or module around them, so that they do not leak (Python 3)
//! and yet need no function of their own (which RPython could not translate).

use crate::ast::*;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// Index of a scope.
pub(crate) type ScopeId = usize;

/// Kinds of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// The file.
    Module,
    /// A class body.
    Class,
    /// A function, lambda or generator expression.
    Function,
    /// An inline comprehension.
    Comp,
}

#[derive(Clone, Copy, Default, Debug)]
struct Symbol {
    bound: bool,
    global: bool,
    nonlocal: bool,
    /// Assigned to by `:=` inside, for a scope further out.
    through: bool,
}

/// A scope.
#[derive(Debug)]
pub struct Scope {
    /// Kind.
    pub kind: ScopeKind,
    /// Enclosing scope.
    pub parent: Option<ScopeId>,
    /// Contains `yield`.
    pub generator: bool,
    /// Own variables used by inner functions.
    pub cells: Vec<Name>,
    /// Variables of outer functions used here or further inside.
    pub frees: Vec<Name>,
    /// The variables of both that a function inside their owner assigns to.
    pub rebound: Vec<Name>,
    symbols: IndexMap<Name, Symbol>,
    class_name: Option<Name>,
    /// Contains `exec code`, which may bind any name.
    bare_exec: bool,
}

/// Says where a name of a scope lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameScope {
    /// A local variable of the code object (fast, or one of its cells), by its hidden or own name.
    Local(Name),
    /// A variable of an outer function.
    Free(Name),
    /// It is the same as `Free`, in a class body: the namespace comes first.
    ClassFree(Name),
    /// A global or builtin.
    Global(Name),
    /// It lives in the namespace (module and class bodies).
    Namespace(Name),
}

/// All scopes of a file.
pub struct SymTable {
    /// The scopes; the first is the module.
    pub scopes: Vec<Scope>,
    by_node: FxHashMap<usize, ScopeId>,
}

/// Identity of a syntax node: nodes do not move between the symbol pass and the code pass.
pub(crate) fn key<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

/// Private names of classes: `__x` becomes `_Class__x`.
pub(crate) fn mangle(class_name: Option<Name>, name: Name) -> Name {
    let s = name.as_str();
    match class_name {
        Some(c) if s.starts_with("__") && !s.ends_with("__") => {
            let c = c.as_str().trim_start_matches('_');
            if c.is_empty() { name } else { Name::new(&format!("_{c}{s}")) }
        }
        _ => name,
    }
}

impl SymTable {
    /// Builds the table of a module, in which (`leaks`, as in Python 2) variables of list comprehensions are those of the scope around.
    pub fn of_module(body: &[Stmt], leaks: bool) -> Result<SymTable, Vec<Diagnostic>> {
        let mut b = Builder::new(leaks);
        b.stmts(body);
        b.finish()
    }

    /// Builds the table of an expression that is compiled on its own.
    pub fn of_expr(e: &Expr, leaks: bool) -> Result<SymTable, Vec<Diagnostic>> {
        let mut b = Builder::new(leaks);
        b.expr(e);
        b.finish()
    }

    /// The scope of a node.
    pub fn scope_of(&self, key: usize) -> ScopeId {
        self.by_node[&key]
    }

    /// The function, class or module that a scope is compiled into.
    pub fn real(&self, mut s: ScopeId) -> ScopeId {
        while self.scopes[s].kind == ScopeKind::Comp {
            s = self.scopes[s].parent.unwrap_or(0);
        }
        s
    }

    /// Name of the innermost class around a scope, for private names.
    pub fn class_name(&self, s: ScopeId) -> Option<Name> {
        self.scopes[s].class_name
    }

    /// The function scope that owns `name` as seen from `s`, and the name there.
    fn lookup(&self, s: ScopeId, name: Name, from_inner: bool) -> Option<(ScopeId, Name)> {
        let scope = &self.scopes[s];
        let sym = scope.symbols.get(&name).copied().unwrap_or_default();
        let outer = |inner: bool| scope.parent.and_then(|p| self.lookup(p, name, inner));
        match scope.kind {
            ScopeKind::Comp if sym.bound => Some((self.real(s), hidden(s, name))),
            ScopeKind::Comp => outer(from_inner),
            ScopeKind::Module => None,
            ScopeKind::Class if from_inner && name == "__class__" => Some((s, name)),
            ScopeKind::Class => outer(true),
            ScopeKind::Function if sym.global => None,
            ScopeKind::Function if sym.nonlocal => outer(true),
            ScopeKind::Function if sym.bound => Some((s, name)),
            ScopeKind::Function => outer(true),
        }
    }

    /// Says where a (mangled) name used in scope `s` lives.
    pub fn resolve(&self, s: ScopeId, name: Name) -> NameScope {
        let real = self.real(s);
        // Loop variables of the comprehensions between `s` and its code object.
        let mut at = s;
        while at != real {
            if self.scopes[at].symbols.get(&name).is_some_and(|y| y.bound) {
                return NameScope::Local(hidden(at, name));
            }
            at = self.scopes[at].parent.unwrap_or(real);
        }
        let sym = self.scopes[real].symbols.get(&name).copied().unwrap_or_default();
        match self.scopes[real].kind {
            ScopeKind::Module => NameScope::Namespace(name),
            ScopeKind::Class => {
                if sym.global {
                    return NameScope::Global(name);
                }
                if sym.bound && !sym.nonlocal {
                    return NameScope::Namespace(name);
                }
                match self.lookup(real, name, false) {
                    Some((_, n)) if sym.nonlocal => NameScope::Free(n),
                    Some((_, n)) => NameScope::ClassFree(n),
                    None => NameScope::Namespace(name),
                }
            }
            _ => match self.lookup(real, name, false) {
                Some((owner, n)) if owner == real => NameScope::Local(n),
                Some((_, n)) => NameScope::Free(n),
                // `exec code` in a function makes it look up its other names in what it bound.
                None if self.scopes[real].bare_exec && !sym.global => NameScope::Namespace(name),
                None => NameScope::Global(name),
            },
        }
    }
}

fn hidden(scope: ScopeId, name: Name) -> Name {
    Name::new(&format!("$c{scope}.{name}"))
}

struct Builder {
    table: SymTable,
    cur: ScopeId,
    class_name: Option<Name>,
    errors: Vec<Diagnostic>,
    /// Variables of list comprehensions are those of the scope around.
    leaks: bool,
}

impl Builder {
    fn new(leaks: bool) -> Builder {
        let table = SymTable { scopes: Vec::new(), by_node: FxHashMap::default() };
        let mut b = Builder { table, cur: 0, class_name: None, errors: Vec::new(), leaks };
        b.push(ScopeKind::Module, None);
        b
    }

    fn push(&mut self, kind: ScopeKind, node: Option<usize>) {
        let id = self.table.scopes.len();
        let parent = if id == 0 { None } else { Some(self.cur) };
        self.table.scopes.push(Scope {
            kind,
            parent,
            generator: false,
            cells: Vec::new(),
            frees: Vec::new(),
            rebound: Vec::new(),
            symbols: IndexMap::new(),
            class_name: self.class_name,
            bare_exec: false,
        });
        if let Some(k) = node {
            self.table.by_node.insert(k, id);
        }
        self.cur = id;
    }

    fn pop(&mut self) {
        self.cur = self.table.scopes[self.cur].parent.unwrap_or(0);
    }

    fn error(&mut self, message: String, span: Span) {
        self.errors.push(Diagnostic::error("syntax", message, span));
    }

    fn finish(mut self) -> Result<SymTable, Vec<Diagnostic>> {
        let table = &mut self.table;
        for s in 0..table.scopes.len() {
            let names: Vec<Name> = table.scopes[s].symbols.keys().copied().collect();
            for name in names {
                let target = table.lookup(s, name, false);
                // A class body's own bindings are in its namespace, whatever is outside.
                let sym = table.scopes[s].symbols[&name];
                let scope = &table.scopes[s];
                if sym.global
                    || scope.kind == ScopeKind::Class && sym.bound && !sym.nonlocal
                    || scope.kind == ScopeKind::Comp && !sym.bound && self_is_class(table, s, name)
                {
                    continue;
                }
                let real = table.real(s);
                let Some((owner, n)) = target else { continue };
                if owner == real {
                    continue;
                }
                if !table.scopes[owner].cells.contains(&n) {
                    table.scopes[owner].cells.push(n);
                }
                let mut at = real;
                while at != owner {
                    let scope = &mut table.scopes[at];
                    if scope.kind != ScopeKind::Comp && !scope.frees.contains(&n) {
                        scope.frees.push(n);
                    }
                    at = scope.parent.unwrap_or(owner);
                }
            }
        }
        self.find_rebound();
        if self.errors.is_empty() { Ok(self.table) } else { Err(self.errors) }
    }

    /// Fills in [`Scope::rebound`].
    fn find_rebound(&mut self) {
        let table = &mut self.table;
        let mut found: FxHashSet<(ScopeId, Name)> = FxHashSet::default();
        for (s, scope) in table.scopes.iter().enumerate() {
            for (name, sym) in &scope.symbols {
                if (sym.nonlocal && sym.bound || sym.through)
                    && let Some((owner, n)) = table.lookup(s, *name, false)
                    && owner != table.real(s)
                {
                    found.insert((owner, n));
                }
            }
        }
        for s in 0..table.scopes.len() {
            let scope = &table.scopes[s];
            let own = scope.cells.iter().copied().filter(|n| found.contains(&(s, *n)));
            let free = scope
                .frees
                .iter()
                .copied()
                .filter(|n| table.lookup(s, *n, false).is_some_and(|t| found.contains(&t)));
            table.scopes[s].rebound = own.chain(free).collect();
        }
    }

    fn symbol(&mut self, name: Name) -> &mut Symbol {
        self.table.scopes[self.cur].symbols.entry(name).or_default()
    }

    fn use_name(&mut self, name: Name) {
        let name = mangle(self.class_name, name);
        self.symbol(name);
        // `super()` without arguments needs the class around the function.
        if name == "super" {
            self.symbol(Name::new("__class__"));
        }
    }

    fn bind(&mut self, name: Name) {
        let name = mangle(self.class_name, name);
        self.symbol(name).bound = true;
    }

    fn stmts(&mut self, body: &[Stmt]) {
        for s in body {
            self.stmt(s);
        }
    }

    fn opt(&mut self, e: &Option<Expr>) {
        if let Some(e) = e {
            self.expr(e);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Assign(targets, value) => {
                self.expr(value);
                for t in targets {
                    self.target(t);
                }
            }
            StmtKind::AugAssign(t, _, value) => {
                self.expr(t);
                self.expr(value);
                self.target(t);
            }
            StmtKind::AnnAssign(t, value, _) => {
                self.opt(value);
                self.target(t);
            }
            StmtKind::Return(e) => self.opt(e),
            StmtKind::Delete(targets) => targets.iter().for_each(|t| self.target(t)),
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Global(names) => {
                for &n in names {
                    let n = mangle(self.class_name, n);
                    self.symbol(n).global = true;
                }
            }
            StmtKind::Nonlocal(names) => {
                for &n in names {
                    let n = mangle(self.class_name, n);
                    let parent = self.table.scopes[self.cur].parent;
                    if parent.is_none() {
                        self.error("`nonlocal` has no meaning at module level".into(), s.span);
                        continue;
                    }
                    self.symbol(n).nonlocal = true;
                }
            }
            StmtKind::If(..) => self.if_stmt(s),
            StmtKind::While(test, body, orelse) => {
                self.expr(test);
                self.stmts(body);
                self.stmts(orelse);
            }
            StmtKind::For(target, iter, body, orelse) => {
                self.expr(iter);
                self.target(target);
                self.stmts(body);
                self.stmts(orelse);
            }
            StmtKind::Try { body, handlers, orelse, finalbody } => {
                self.stmts(body);
                for h in handlers {
                    self.opt(&h.ty);
                    if let Some(t) = &h.target {
                        self.target(t);
                    }
                    self.stmts(&h.body);
                }
                self.stmts(orelse);
                self.stmts(finalbody);
            }
            StmtKind::With(items, body) => {
                for (e, t) in items {
                    self.expr(e);
                    if let Some(t) = t {
                        self.target(t);
                    }
                }
                self.stmts(body);
            }
            StmtKind::Match(subject, cases) => self.match_stmt(subject, cases),
            StmtKind::FunctionDef(f) => self.function_def(f),
            StmtKind::ClassDef(c) => self.class_def(c),
            StmtKind::Raise(a, b, c) => {
                self.opt(a);
                self.opt(b);
                self.opt(c);
            }
            StmtKind::Assert(test, message) => {
                self.expr(test);
                self.opt(message);
            }
            StmtKind::Import(names) => {
                for (module, alias) in names {
                    let top = module.as_str().split('.').next().unwrap_or("");
                    self.bind(alias.unwrap_or(Name::new(top)));
                }
            }
            StmtKind::ImportFrom(_, _, names) => {
                for (n, alias) in names {
                    self.bind(alias.unwrap_or(*n));
                }
            }
            StmtKind::ImportStar(..) => {
                if self.table.scopes[self.cur].kind == ScopeKind::Function {
                    self.error("`import *` is only possible at module level".into(), s.span);
                }
            }
            StmtKind::Print(dest, items, _) => {
                self.opt(dest);
                items.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Exec(a, b, c) => {
                self.table.scopes[self.cur].bare_exec |= b.is_none();
                self.expr(a);
                self.opt(b);
                self.opt(c);
            }
        }
    }

    /// A chain of `elif` may be long: no recursion per clause.
    fn if_stmt(&mut self, s: &Stmt) {
        let mut at = s;
        while let StmtKind::If(test, body, orelse) = &at.kind {
            self.expr(test);
            self.stmts(body);
            match orelse.as_slice() {
                [next] if matches!(next.kind, StmtKind::If(..)) => at = next,
                _ => {
                    self.stmts(orelse);
                    break;
                }
            }
        }
    }

    fn match_stmt(&mut self, subject: &Expr, cases: &[MatchCase]) {
        self.expr(subject);
        for c in cases {
            let mut exprs = Vec::new();
            c.pattern.exprs(&mut exprs);
            exprs.into_iter().for_each(|e| self.expr(e));
            let mut names = Vec::new();
            c.pattern.names(&mut names);
            names.into_iter().for_each(|n| self.bind(n));
            self.opt(&c.guard);
            self.stmts(&c.body);
        }
    }

    fn function_def(&mut self, f: &FunctionDef) {
        f.decorators.iter().for_each(|d| self.expr(d));
        self.bind(f.name);
        self.defaults(&f.params);
        self.push(ScopeKind::Function, Some(key(f)));
        self.params(&f.params);
        self.stmts(&f.body);
        self.pop();
    }

    fn class_def(&mut self, c: &ClassDef) {
        c.decorators.iter().for_each(|d| self.expr(d));
        self.args(&c.args);
        self.bind(c.name);
        let saved = self.class_name.replace(c.name);
        self.push(ScopeKind::Class, Some(key(c)));
        self.stmts(&c.body);
        self.pop();
        self.class_name = saved;
    }

    fn defaults(&mut self, params: &Params) {
        for p in params.args.iter().chain(&params.kwonly) {
            self.opt(&p.default);
        }
    }

    fn params(&mut self, params: &Params) {
        for p in params.args.iter().chain(&params.kwonly) {
            if let Some(n) = p.name {
                self.bind(n);
            }
        }
        for n in params.vararg.iter().chain(&params.kwarg) {
            self.bind(*n);
        }
        for p in &params.args {
            if let Some(t) = &p.pattern {
                self.target(t);
            }
        }
    }

    fn target(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(n) => self.bind(*n),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|i| self.target(i));
            }
            ExprKind::Starred(inner) => self.target(inner),
            _ => self.expr(e),
        }
    }

    fn args(&mut self, args: &[Arg]) {
        for a in args {
            match a {
                Arg::Pos(e) | Arg::Star(e) | Arg::StarStar(e) | Arg::Keyword(_, e) => self.expr(e),
            }
        }
    }

    fn parts(&mut self, parts: &[FPart]) {
        for p in parts {
            if let FPart::Field { expr, spec, .. } = p {
                self.expr(expr);
                if let Some(s) = spec {
                    self.parts(s);
                }
            }
        }
    }

    /// The inner part of a comprehension (without `kind` in the scope around); the first iterable belongs to the scope outside.
    fn comprehension(
        &mut self,
        kind: Option<ScopeKind>,
        node: usize,
        elements: &[&Expr],
        comps: &[Comprehension],
    ) {
        self.expr(&comps[0].iter);
        match kind {
            None => drop(self.table.by_node.insert(node, self.cur)),
            Some(kind) => self.push(kind, Some(node)),
        }
        if kind == Some(ScopeKind::Function) {
            self.table.scopes[self.cur].generator = true;
            self.bind(Name::new(".0"));
        }
        for (i, c) in comps.iter().enumerate() {
            if i > 0 {
                self.expr(&c.iter);
            }
            self.target(&c.target);
            c.ifs.iter().for_each(|e| self.expr(e));
        }
        elements.iter().for_each(|e| self.expr(e));
        if kind.is_some() {
            self.pop();
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Const(_) => {}
            ExprKind::JoinedStr(parts) => self.parts(parts),
            ExprKind::Name(n) => self.use_name(*n),
            ExprKind::Attr(o, _) => self.expr(o),
            ExprKind::Subscript(a, b) | ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Slice(a, b, c) => {
                for x in [a, b, c].into_iter().flatten() {
                    self.expr(x);
                }
            }
            ExprKind::Call(f, args) => {
                self.expr(f);
                self.args(args);
            }
            ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::Starred(a) => self.expr(a),
            ExprKind::Compare(a, rest) => {
                self.expr(a);
                rest.iter().for_each(|(_, b)| self.expr(b));
            }
            ExprKind::And(items)
            | ExprKind::Or(items)
            | ExprKind::Tuple(items)
            | ExprKind::List(items)
            | ExprKind::Set(items) => items.iter().for_each(|i| self.expr(i)),
            ExprKind::IfExp(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Lambda(params, body) => {
                self.defaults(params);
                self.push(ScopeKind::Function, Some(key(&**params)));
                self.params(params);
                self.expr(body);
                self.pop();
            }
            ExprKind::Dict(items) => {
                for (k, v) in items {
                    self.opt(k);
                    self.expr(v);
                }
            }
            ExprKind::ListComp(elt, comps) | ExprKind::SetComp(elt, comps) => {
                let leaks = self.leaks && matches!(e.kind, ExprKind::ListComp(..));
                let kind = (!leaks).then_some(ScopeKind::Comp);
                self.comprehension(kind, key(&**elt), &[elt], comps);
            }
            ExprKind::DictComp(kv, comps) => {
                self.comprehension(Some(ScopeKind::Comp), key(&**kv), &[&kv.0, &kv.1], comps);
            }
            ExprKind::GenExp(elt, comps) => {
                self.comprehension(Some(ScopeKind::Function), key(&**elt), &[elt], comps);
            }
            ExprKind::Yield(_) | ExprKind::YieldFrom(_) => {
                let real = self.table.real(self.cur);
                if self.table.scopes[real].kind != ScopeKind::Function {
                    self.error("`yield` outside of a function".into(), e.span);
                }
                self.table.scopes[real].generator = true;
                match &e.kind {
                    ExprKind::Yield(Some(v)) => self.expr(v),
                    ExprKind::YieldFrom(v) => self.expr(v),
                    _ => {}
                }
            }
            ExprKind::Named(n, value) => {
                self.expr(value);
                // Binds in the scope around all comprehensions and generator expressions.
                let here = self.cur;
                while self.table.scopes[self.cur].kind == ScopeKind::Comp
                    || self.table.scopes[self.cur].symbols.contains_key(&Name::new(".0"))
                {
                    self.use_name(*n);
                    let name = mangle(self.class_name, *n);
                    self.symbol(name).through = true;
                    self.pop();
                }
                self.bind(*n);
                self.cur = here;
            }
        }
    }
}

/// Says whether a name used in a comprehension is one of the class body around it.
fn self_is_class(table: &SymTable, s: ScopeId, name: Name) -> bool {
    matches!(table.resolve(s, name), NameScope::Namespace(_))
}
