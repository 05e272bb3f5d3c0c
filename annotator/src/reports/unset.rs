//! Attributes that only instances of some subclasses get, and that are read from instances of others: there they are zero.

use crate::hostview as hv;
use crate::model::Kind;
use crate::ops::operands::attr_name;
use crate::reports::warnings::warning;
use crate::{Annotator, ClassDefId, Position};
use flowmodel::diag::Span;
use flowmodel::{ExitCase, ExitSwitch, Hl, HlConst, HlOp, HlValue, SpaceOperation, VarId};
use std::rc::Rc;

/// So many classes are named.
const NAMED: usize = 4;

impl Annotator {
    /// Notes that code assigns an attribute of instances of a class.
    pub(crate) fn note_store(&mut self, class: ClassDefId, name: &Rc<str>) {
        let classes = self.reports.stores.entry(name.clone()).or_default();
        if !classes.contains(&class) {
            classes.push(class);
        }
    }

    /// Whether instances of exactly this class may get the attribute: from code, from the class, or before the program runs.
    fn may_be_set(&self, class: ClassDefId, name: &str) -> bool {
        let stores = self.reports.stores.get(name).into_iter().flatten();
        stores.into_iter().any(|c| self.is_subclassdef(class, *c))
            || self.class_has_attr(class, name)
            || self.classdefs[class]
                .instances
                .iter()
                .any(|r| hv::instance_attr(&self.host, *r, name).is_some())
    }

    /// Warns of reads of attributes that instances of some of the classes never get.
    pub(crate) fn warn_of_unset_attributes(&mut self) {
        let mut found: Vec<(Span, String, String)> = vec![];
        for (at, def) in self.classdefs.iter() {
            if def.base.is_none() || hv::is_builtin_class(&self.host, def.host) {
                continue;
            }
            for a in def.attrs.values() {
                let stores = self.reports.stores.get(&a.name).into_iter().flatten();
                let for_all = stores.into_iter().any(|c| self.is_subclassdef(at, *c))
                    || self.class_has_attr(at, &a.name);
                // (What stands in classes alone is looked up when the program runs: who lacks it raises AttributeError.)
                let asked = !for_all && !a.readonly && !a.readers.is_empty();
                let Some(zero) = zero(&a.s_value.kind).filter(|_| asked) else {
                    continue;
                };
                let made = self.all_subdefs(at).into_iter();
                let unset: Vec<ClassDefId> = made
                    .filter(|c| self.classdefs[*c].instantiated && !self.may_be_set(*c, &a.name))
                    .collect();
                if unset.is_empty() {
                    continue;
                }
                for (p, through) in &a.readers {
                    let of = |c: &ClassDefId| self.is_subclassdef(*c, *through);
                    let mut lacking: Vec<ClassDefId> = unset.iter().copied().filter(of).collect();
                    if !lacking.is_empty() {
                        for (tested, is_one) in self.tested_before(*p) {
                            lacking.retain(|c| self.is_subclassdef(*c, tested) == is_one);
                        }
                    }
                    let read = self.read_in_program(*p).filter(|_| !lacking.is_empty());
                    let Some(span) = read.filter(|_| !self.asks_for(*p, &a.name)) else {
                        continue;
                    };
                    let setting = self.setting_classes(*through, &a.name);
                    if setting.is_empty() {
                        continue;
                    }
                    let class = &self.classdefs[*through].name;
                    let message = format!(
                        "attribute '{}' is read from an instance of {class}, but only {} {} it",
                        a.name,
                        self.named(&setting),
                        if setting.len() == 1 { "sets" } else { "set" }
                    );
                    let note = format!("on instances of {} it is {zero}", self.named(&lacking));
                    found.push((span, message, note));
                }
            }
        }
        for (span, message, note) in found {
            let d = warning("unset-attribute", message, span, &note);
            let d = d.note("test the class first (isinstance), or give the base class a default");
            if !self.reports.warnings.contains(&d) {
                self.reports.warnings.push(d);
            }
        }
    }

    /// The topmost classes below one whose instances may get the attribute.
    fn setting_classes(&self, top: ClassDefId, name: &str) -> Vec<ClassDefId> {
        let mut work = vec![top];
        let mut found = vec![];
        while let Some(c) = work.pop() {
            match self.may_be_set(c, name) {
                true => found.push(c),
                false => work.extend(self.classdefs[c].subdefs.iter().rev()),
            }
        }
        found
    }

    /// The classes of which the object that is read from is an instance, and those of which it is none, as tests on the only way to
    /// the read have told: of the object, or of what was read by the same attributes (`isinstance(a.b, C) and a.b.c`).
    fn tested_before(&self, p: Position) -> Vec<(ClassDefId, bool)> {
        let ag = &self.graphs[p.graph];
        let g = &ag.full;
        let (mut block, mut found) = (p.block, vec![]);
        let read = g.blocks[p.block].operations.get(p.op);
        let Some(v) = read.and_then(|o| o.args.first()?.as_var()) else { return found };
        let mut object = path(&g.blocks[block].operations, v);
        while block != g.startblock {
            let mut entries = g.reachable().into_iter().flat_map(|b| {
                g.blocks[b].exits.iter().filter(|l| l.target == block).map(move |l| (b, l))
            });
            let (Some((from, link)), None) = (entries.next(), entries.next()) else { break };
            let before = g.blocks[block].inputargs.iter().position(|x| *x == object.0);
            let Some(v) = before.and_then(|i| link.args[i].as_var()) else { break };
            let ops = &g.blocks[from].operations;
            let (root, names) = path(ops, v);
            object = (root, [names, object.1].concat());
            block = from;
            let ExitSwitch::Var(test) = g.blocks[from].exitswitch else { continue };
            let (Some(known), ExitCase::Value(HlConst::Bool(truth))) =
                (ag.knowledge.get(&test), &link.case)
            else {
                continue;
            };
            found.extend(known.if_true.iter().filter_map(|(x, s)| match s.kind {
                Kind::Instance { class, .. } if path(ops, *x) == object => Some((class, *truth)),
                _ => None,
            }));
        }
        found
    }

    /// Whether the function of a read asks by `hasattr` for such an attribute.
    fn asks_for(&self, p: Position, name: &str) -> bool {
        let blocks = self.graphs[p.graph].full.blocks.values();
        let mut ops = blocks.flat_map(|b| &b.operations);
        ops.any(|o| match &o.args[..] {
            [HlValue::Const(HlConst::Host(f)), _, HlValue::Const(HlConst::Str(n))] => {
                n[..] == *name.as_bytes()
                    && hv::registry_name(&self.host, *f)
                        .is_some_and(|f| f.rsplit('.').next() == Some("hasattr"))
            }
            _ => false,
        })
    }

    /// The place of a read in the program's own code.
    fn read_in_program(&self, p: Position) -> Option<Span> {
        let g = &self.graphs[p.graph];
        let op = g.full.blocks[p.block].operations.get(p.op)?;
        let own = !g.helper && op.op == HlOp::GetAttr && !self.in_no_file(op.span);
        (own && op.span.is_known()).then_some(op.span)
    }

    /// Names of classes, the first of them if they are many.
    fn named(&self, classes: &[ClassDefId]) -> String {
        let names: Vec<&str> =
            classes.iter().take(NAMED).map(|c| &*self.classdefs[*c].name).collect();
        match classes.len() > NAMED {
            true => format!("{} and {} others", names.join(", "), classes.len() - NAMED),
            false => names.join(", "),
        }
    }
}

/// What a value is read from by which attributes, as far as the operations of its block tell.
fn path(ops: &[SpaceOperation<Hl>], v: VarId) -> (VarId, Vec<String>) {
    let (mut root, mut names) = (v, vec![]);
    while let Some(op) = ops.iter().find(|o| o.result == root && o.op == HlOp::GetAttr)
        && let Some(object) = op.args[0].as_var()
    {
        names.insert(0, attr_name(op));
        root = object;
    }
    (root, names)
}

/// What an attribute is that nobody has set.
fn zero(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Bool | Kind::Truth => "False",
        Kind::Integer { .. } => "0",
        Kind::Float | Kind::SingleFloat | Kind::LongFloat => "0.0",
        Kind::Char | Kind::UniChar => "a NUL character",
        Kind::Tuple(_)
        | Kind::String { .. }
        | Kind::Unicode { .. }
        | Kind::ByteArray
        | Kind::List(_)
        | Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::Instance { .. } => "None",
        _ => return None,
    })
}
