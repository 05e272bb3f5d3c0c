//! Assembling one code object: labels, stack depth, handlers, tables.

use crate::bytecode::*;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A jump target whose place may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(usize);

#[derive(Clone, Copy, Default)]
struct LabelInfo {
    at: Option<u32>,
    depth: Option<i32>,
}

/// A code object under construction.
pub struct Unit {
    /// The finished parts.
    pub code: CodeObject,
    /// Handler in force for new instructions (0: none).
    pub handler: u32,
    /// Height of the value stack at this point.
    pub depth: i32,
    labels: Vec<LabelInfo>,
    names: FxHashMap<Name, u32>,
    vars: FxHashMap<Name, u32>,
    /// Counter for hidden locals.
    pub temps: u32,
}

impl Unit {
    /// An empty code object.
    pub fn new(name: Name, qualname: Name, kind: CodeKind, span: Span, line: u32) -> Unit {
        Unit {
            code: CodeObject {
                name,
                qualname,
                kind,
                file: span.file,
                span,
                firstlineno: line,
                argcount: 0,
                kwonlyargcount: 0,
                posonlyargcount: 0,
                has_varargs: false,
                has_kwargs: false,
                varnames: Vec::new(),
                cellvars: Vec::new(),
                cell_params: Vec::new(),
                freevars: Vec::new(),
                rebound: Vec::new(),
                names: Vec::new(),
                consts: Vec::new(),
                callshapes: Vec::new(),
                makefunctions: Vec::new(),
                buildclasses: Vec::new(),
                imports: Vec::new(),
                instrs: Vec::new(),
                spans: Vec::new(),
                handlers: Vec::new(),
                handler_of: Vec::new(),
                generator: false,
                nested: false,
                docstring: None,
                annotations: vec![],
                text_annotations: false,
                relative_imports: false,
                python: crate::Python::Neutral,
                true_division: false,
            },
            handler: 0,
            depth: 0,
            labels: Vec::new(),
            names: FxHashMap::default(),
            vars: FxHashMap::default(),
            temps: 0,
        }
    }

    /// A new label, not placed yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(LabelInfo::default());
        Label(self.labels.len() - 1)
    }

    /// Places a label here.
    pub fn place(&mut self, l: Label) {
        let info = &mut self.labels[l.0];
        debug_assert!(info.at.is_none(), "label placed twice");
        info.at = Some(self.code.instrs.len() as u32);
        match info.depth {
            Some(d) => self.depth = d,
            None => info.depth = Some(self.depth),
        }
    }

    /// Appends an instruction.
    pub fn emit(&mut self, op: Instruction, span: Span) {
        self.depth += self.code.stack_effect(op);
        debug_assert!(self.depth >= 0, "stack underflow at {op:?} in {}", self.code.qualname);
        self.code.instrs.push(op);
        self.code.spans.push(span);
        self.code.handler_of.push(self.handler);
    }

    /// Appends a jump. `op` has the label's index as its target until [`Unit::finish`].
    pub fn jump(&mut self, op: Instruction, l: Label, span: Span) {
        let depth_at_target = self.depth
            + match op {
                Instruction::PopJumpIfTrue(_)
                | Instruction::PopJumpIfFalse(_)
                | Instruction::ForIter(_) => -1,
                _ => 0,
            };
        let known = *self.labels[l.0].depth.get_or_insert(depth_at_target);
        debug_assert_eq!(known, depth_at_target, "stack heights differ in {}", self.code.qualname);
        self.emit(op.with_target(l.0 as u32), span);
    }

    /// A new handler that cuts the stack to the present height.
    pub fn new_handler(&mut self, l: Label, inside: u32) -> u32 {
        self.labels[l.0].depth = Some(self.depth + 2);
        let depth = self.depth as u32;
        self.code.handlers.push(Handler { target: l.0 as u32, depth, inside, stop_only: false });
        self.code.handlers.len() as u32
    }

    /// Index of a constant.
    pub fn constant(&mut self, c: ConstValue) -> u32 {
        // `0.0 == -0.0`, and NaN differs from itself: floats are compared by their bits.
        let same = |a: &ConstValue, b: &ConstValue| match (a, b) {
            (ConstValue::Float(x), ConstValue::Float(y))
            | (ConstValue::Complex(x), ConstValue::Complex(y)) => x.to_bits() == y.to_bits(),
            (ConstValue::Tuple(_), _) => false,
            _ => a == b,
        };
        // Tables of literals can be long: look only at the latest constants.
        let n = self.code.consts.len();
        let from = n.saturating_sub(64);
        if let Some(i) = self.code.consts[from..].iter().position(|k| same(k, &c)) {
            return (from + i) as u32;
        }
        self.code.consts.push(c);
        n as u32
    }

    /// Index of a global or attribute name.
    pub fn name(&mut self, n: Name) -> u32 {
        let names = &mut self.code.names;
        *self.names.entry(n).or_insert_with(|| {
            names.push(n);
            names.len() as u32 - 1
        })
    }

    /// Index of a fast local.
    pub fn var(&mut self, n: Name) -> u32 {
        let vars = &mut self.code.varnames;
        *self.vars.entry(n).or_insert_with(|| {
            vars.push(n);
            vars.len() as u32 - 1
        })
    }

    /// A fresh hidden local.
    pub fn temp(&mut self, prefix: &str) -> u32 {
        self.temps += 1;
        let n = Name::new(&format!("${prefix}{}", self.temps));
        self.var(n)
    }

    /// Index of a cell by name.
    pub fn cell(&self, n: Name) -> Option<u32> {
        let c = &self.code;
        if let Some(i) = c.cellvars.iter().position(|&x| x == n) {
            return Some(i as u32);
        }
        let i = c.freevars.iter().position(|&x| x == n)?;
        Some((c.cellvars.len() + i) as u32)
    }

    /// Index of a call shape.
    pub fn shape(&mut self, s: CallShape) -> u32 {
        if let Some(i) = self.code.callshapes.iter().position(|x| *x == s) {
            return i as u32;
        }
        self.code.callshapes.push(s);
        self.code.callshapes.len() as u32 - 1
    }

    /// Resolves all labels.
    pub fn finish(mut self) -> Rc<CodeObject> {
        let at = |l: u32| self.labels[l as usize].at.expect("label was placed");
        for op in &mut self.code.instrs {
            if let Some(l) = op.target() {
                *op = op.with_target(at(l));
            }
        }
        for h in &mut self.code.handlers {
            h.target = at(h.target);
        }
        Rc::new(self.code)
    }
}
