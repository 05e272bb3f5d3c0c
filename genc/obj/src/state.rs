//! The object that is being made, and what it knows of functions, prebuilt objects and constants.

use crate::cut::Cut;
use crate::lines::Lines;
use crate::symbols::{Symbols, machine_type};
use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_module::FuncId as Symbol;
use cranelift_module::{DataId, Linkage};
use flowmodel::lltype::FuncType;
use flowmodel::{Body, Const, FuncId, FuncTypeId, ObjId, Type};
use genc::Error;
use genc::database::Database;
use genc::header::SUPPORT_H;
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Names the target of a call that changes no registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Called {
    /// A function of the program.
    Function(FuncId),
    /// The run time's function that notes where an exception has been.
    Traceback,
}

/// The place of the arguments of a call that changes no registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arguments {
    /// The arguments are in registers.
    Registers,
    /// The arguments are in memory: parts of a function ([`crate::parts`]) have something else in
    /// these registers.
    Memory,
}

/// The object that is being made, and the program that it is made of.
pub(crate) struct Object<'a> {
    pub(crate) db: &'a Database<'a>,
    pub(crate) sy: Symbols,
    pub(crate) exported: FxHashSet<FuncId>,
    pub(crate) funcs: FxHashMap<FuncId, Symbol>,
    pub(crate) objects: FxHashMap<ObjId, DataId>,
    /// Functions that are called without changing registers.
    pub(crate) quiet: IndexMap<(Called, Arguments), Symbol>,
    /// Number of words of memory that parameters of parts take.
    pub(crate) part_words: usize,
    /// The parts of functions that have such.
    pub(crate) cuts: FxHashMap<FuncId, Option<Rc<Cut>>>,
    /// C functions that only a compiler of C can call.
    pub(crate) stubs: Vec<FuncId>,
    pub(crate) lines: Lines<'a>,
}

/// Says whether a function of one of our headers is inline there: the support code has one to be
/// called.
fn is_inline(name: &str, header: &str) -> bool {
    let call = format!(" {name}(");
    header.lines().any(|l| l.starts_with("static inline ") && l.contains(&call))
}

/// Says whether it is one of C's functions of doubles, which are functions in every C library.
fn is_math(includes: &[Rc<str>], ty: &FuncType) -> bool {
    let plain = ty.args.iter().chain([&ty.result]).all(|t| *t == Type::Float);
    plain && matches!(includes, [one] if one.trim_matches(['<', '>']) == "math.h")
}

/// A parameter or result of a type. Those of less than a register are extended, as C compilers do.
pub(crate) fn param(ty: Type) -> Option<AbiParam> {
    let p = AbiParam::new(machine_type(ty)?);
    Some(match p.value_type {
        types::I8 | types::I16 | types::I32 if ty.is_signed() => p.sext(),
        types::I8 | types::I16 | types::I32 => p.uext(),
        _ => p,
    })
}

impl Object<'_> {
    /// The text of the header that declares a function with these includes, if it is one of ours: its types are what the
    /// function's type says.
    pub(crate) fn header_of(&self, includes: &[Rc<str>]) -> Option<&str> {
        let jit = self.db.opts.jit.iter().flat_map(|j| &j.files);
        match includes {
            [] => Some(SUPPORT_H),
            [one] if one.trim_matches('"') == "tw_support.h" => Some(SUPPORT_H),
            [one] => jit.into_iter().find(|(n, _)| n == one.trim_matches('"')).map(|(_, t)| &t[..]),
            _ => None,
        }
    }
    /// The signature of a function type.
    pub(crate) fn signature(&self, ft: FuncTypeId) -> Signature {
        let t = &self.db.p.types.funcs[ft];
        let mut s = self.sy.signature();
        s.params.extend(t.args.iter().filter_map(|t| param(*t)));
        s.returns.extend(param(t.result));
        s
    }
    /// The symbol of a function.
    pub(crate) fn function(&mut self, f: FuncId) -> Result<Symbol, Error> {
        if let Some(s) = self.funcs.get(&f) {
            return Ok(*s);
        }
        let func = &self.db.p.funcs[f];
        let signature = self.signature(func.ty);
        let name = self.db.func(f);
        let symbol = match &func.body {
            Body::External(x) => {
                let name = match self.header_of(&x.includes) {
                    _ if is_math(&x.includes, &self.db.p.types.funcs[func.ty]) => name.to_string(),
                    Some(header) if !name.starts_with("__builtin_") => {
                        match is_inline(name, header) {
                            true => name.replacen("tw_", "tw_out_", 1),
                            false => name.to_string(),
                        }
                    }
                    _ => {
                        self.stubs.push(f);
                        format!("tw_out_{}_{}", self.stubs.len(), genc::names::mangle(name))
                    }
                };
                self.sy.func(&name, Linkage::Import, &signature)?
            }
            _ => {
                let out = self.exported.contains(&f);
                let linkage = if out { Linkage::Export } else { Linkage::Local };
                self.sy.func(name, linkage, &signature)?
            }
        };
        self.funcs.insert(f, symbol);
        Ok(symbol)
    }
    /// The symbol of a prebuilt object.
    pub(crate) fn object_symbol(&mut self, o: ObjId) -> Result<DataId, Error> {
        if let Some(d) = self.objects.get(&o) {
            return Ok(*d);
        }
        // As in C, they can be seen from outside.
        let d = self.sy.data(&self.db.objects[&o], Linkage::Export, true)?;
        self.objects.insert(o, d);
        Ok(d)
    }
    /// The bits of a constant that is no address.
    pub(crate) fn bits(&self, c: &Const) -> u64 {
        let types = &self.db.p.types;
        match c {
            Const::Bool(b) => *b as u64,
            Const::Char(b) => *b as u64,
            Const::UniChar(u) => *u as u64,
            Const::Int(n) => *n as u64,
            Const::Uint(n) => *n,
            Const::Int32(n) => *n as u64,
            Const::UInt32(n) => *n as u64,
            Const::Narrow(_, n) => *n as u64,
            Const::Float(bits) => *bits,
            Const::Single(bits) => *bits as u64,
            Const::SizeOf(s) => (types.header(*s) + types.layout(*s).size) as u64,
            Const::TypeId(s) => types.type_id(*s) as u64,
            _ => 0,
        }
    }
}
