//! Declarations of structs, arrays and calls in text, for tests of everything that takes traces.
//!
//! ```text
//! struct Object { typeptr: int immutable }
//! struct Tape(Object) vtable=Tape_vtable { thetape: ref; position: int; flag: u8 }
//! array Signed int
//! array Char u8 pure
//! arraystruct Entry { key: ref; value: int }
//! call lookup(r, i) -> i elidable_can_raise collect
//! call f(i) -> v can_raise reads(FieldDescr Tape.position) writes(ArrayDescr Signed)
//! symbol some_function
//! ```
//! Layout is chosen here (a header word, then one word per field; arrays have their length at 8
//! and items from 16 on), type ids count up from 1, symbols get addresses from 0x10000 on. A field
//! `typeptr` of a struct without parent is the table's typeptr; an array named `rpy_string` is the table's string; virtual
//! references are a struct `VirtualRef` with the fields `frame`, `state` and `token`.

use crate::Kind;
use crate::descr::*;
use crate::text::{ParseError, Scanner, TextEnv};
use crate::trace::SymbolNames;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Lists what the declarations declare.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    /// The descrs.
    pub descrs: DescrTable,
    /// The symbols.
    pub symbols: SymbolNames,
    /// The address table that `AddrRef`s index.
    pub addresses: Vec<u64>,
    next_tid: u32,
}

fn value_type(word: &str) -> Option<(Kind, u8, bool)> {
    Some(match word {
        "int" | "i64" => (Kind::Int, 8, true),
        "u64" => (Kind::Int, 8, false),
        "i32" => (Kind::Int, 4, true),
        "u32" => (Kind::Int, 4, false),
        "i16" => (Kind::Int, 2, true),
        "u16" => (Kind::Int, 2, false),
        "i8" => (Kind::Int, 1, true),
        "u8" => (Kind::Int, 1, false),
        "ref" => (Kind::Ref, 8, false),
        "float" => (Kind::Float, 8, false),
        _ => return None,
    })
}

impl Declarations {
    /// Gives the names that [`crate::text`] needs.
    pub fn env(&self) -> TextEnv<'_> {
        TextEnv { descrs: &self.descrs, symbols: &self.symbols }
    }

    /// The address of a symbol, made up at the first mention.
    pub fn symbol(&mut self, name: &str) -> i64 {
        if let Some(address) = self.symbols.address(name) {
            return address;
        }
        let address = 0x10000 + 0x100 * self.symbols.names.len() as i64;
        self.symbols.names.insert(address, name.to_string());
        address
    }

    /// Parses declarations, one per line.
    pub fn parse(&mut self, text: &str) -> Result<(), ParseError> {
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with(';') {
                self.line(&mut Scanner::new(line, n + 1))?;
            }
        }
        Ok(())
    }

    fn line(&mut self, s: &mut Scanner<'_>) -> Result<(), ParseError> {
        match s.word()? {
            "struct" => self.structure(s),
            "array" => {
                let name = s.word()?.to_string();
                let (kind, size, signed) = self.value_type(s)?;
                let pure = s.eat("pure");
                let descr =
                    ArrayDescr { pure, ..self.array_descr(name, kind, size as u32, signed) };
                let is_string = descr.name == "rpy_string";
                let descr = self.descrs.add(Descr::Array(descr));
                if is_string {
                    self.descrs.string = Some(descr);
                }
                Ok(())
            }
            "arraystruct" => self.array_of_structs(s),
            "call" => self.call(s),
            "symbol" => {
                let name = s.word()?;
                self.symbol(name);
                Ok(())
            }
            other => s.error(format!("unknown declaration '{other}'")),
        }
    }

    fn value_type(&self, s: &mut Scanner<'_>) -> Result<(Kind, u8, bool), ParseError> {
        let word = s.word()?;
        value_type(word).map_or_else(|| s.error(format!("unknown type '{word}'")), Ok)
    }

    fn array_descr(&mut self, name: String, kind: Kind, itemsize: u32, signed: bool) -> ArrayDescr {
        self.next_tid += 1;
        ArrayDescr {
            name,
            basesize: 16,
            itemsize,
            lendescr: Some(8),
            kind,
            signed,
            pure: false,
            tid: self.next_tid,
            fields: Vec::new(),
        }
    }

    fn structure(&mut self, s: &mut Scanner<'_>) -> Result<(), ParseError> {
        let name = s.word()?.to_string();
        let mut fields = Vec::new();
        let mut size = 8;
        let mut parent = None;
        if s.eat("(") {
            let base = s.word()?;
            s.expect(")")?;
            match self.descrs.by_name(&format!("SizeDescr {base}")) {
                Some(descr) => {
                    parent = Some(descr);
                    fields = self.descrs.size(descr).fields.clone();
                    size = self.descrs.size(descr).size;
                }
                None => return s.error(format!("unknown struct '{base}'")),
            }
        }
        let mut vtable = None;
        if s.eat("vtable=") {
            let symbol = s.word()?;
            let address = self.symbol(symbol);
            vtable = Some(AddrRef(self.addresses.len() as u32));
            self.addresses.push(address as u64);
        }
        self.next_tid += 1;
        let tid = self.next_tid;
        let blank = SizeDescr {
            name: name.clone(),
            size,
            tid,
            vtable,
            fields: Vec::new(),
            parent,
            immutable: false,
        };
        let this = self.descrs.add(Descr::Size(blank.clone()));
        s.expect("{")?;
        while !s.eat("}") {
            let field = s.word()?.to_string();
            s.expect(":")?;
            let (kind, bytes, signed) = self.value_type(s)?;
            let descr = self.descrs.add(Descr::Field(FieldDescr {
                name: format!("{name}.{field}"),
                offset: size,
                size: bytes,
                kind,
                signed,
                immutable: s.eat("immutable"),
                immutable_items: s.eat("immutable_items"),
                volatile: s.eat("volatile"),
                length: s.eat("length"),
                truth: s.eat("truth"),
                quasi_immutable: None,
                parent: Some(this),
                index_in_parent: fields.len() as u16,
            }));
            if field == "typeptr" && parent.is_none() {
                self.descrs.typeptr = Some(descr);
            }
            fields.push(descr);
            size += 8;
            s.eat(";");
        }
        if name == "VirtualRef" {
            let field = |what: &str| {
                let is = |d: &&DescrRef| self.descrs.field(**d).name == format!("{name}.{what}");
                fields.iter().find(is).copied().unwrap_or(this)
            };
            let (frame, state, token) = (field("frame"), field("state"), field("token"));
            self.descrs.virtual_refs = Some(VirtualRefs { size: this, frame, state, token });
        }
        self.descrs.set(this, Descr::Size(SizeDescr { size, fields, ..blank }));
        Ok(())
    }

    fn array_of_structs(&mut self, s: &mut Scanner<'_>) -> Result<(), ParseError> {
        let name = s.word()?.to_string();
        let blank = self.array_descr(name.clone(), Kind::Void, 0, false);
        let array = self.descrs.add(Descr::Array(blank.clone()));
        let mut fields = Vec::new();
        s.expect("{")?;
        while !s.eat("}") {
            let field = s.word()?.to_string();
            s.expect(":")?;
            let (kind, size, signed) = self.value_type(s)?;
            fields.push(self.descrs.add(Descr::InteriorField(InteriorFieldDescr {
                name: format!("{name}.{field}"),
                array,
                offset: 8 * fields.len() as u32,
                size,
                kind,
                signed,
                immutable: s.eat("immutable"),
                index_in_parent: fields.len() as u16,
            })));
            s.eat(";");
        }
        let itemsize = 8 * fields.len() as u32;
        self.descrs.set(array, Descr::Array(ArrayDescr { itemsize, fields, ..blank }));
        Ok(())
    }

    fn call(&mut self, s: &mut Scanner<'_>) -> Result<(), ParseError> {
        let name = s.word()?.to_string();
        let address = self.symbol(&name);
        let kind = |s: &mut Scanner<'_>| -> Result<Kind, ParseError> {
            let word = s.word()?;
            let mut letters = word.chars();
            match (letters.next().and_then(Kind::from_letter), letters.next()) {
                (Some(kind), None) => Ok(kind),
                _ => s.error(format!("kind (i, r, f, v) expected, not '{word}'")),
            }
        };
        let mut args = Vec::new();
        s.expect("(")?;
        while !s.eat(")") {
            args.push(kind(s)?);
            s.eat(",");
        }
        s.expect("->")?;
        let result = kind(s)?;
        let mut effect = EffectInfo::default();
        while !s.at_end() {
            let word = s.word()?;
            match word {
                "elidable" => effect.extra = ExtraEffect::ElidableCannotRaise,
                "elidable_or_memoryerror" => effect.extra = ExtraEffect::ElidableOrMemoryError,
                "elidable_can_raise" => effect.extra = ExtraEffect::ElidableCanRaise,
                "loopinvariant" => effect.extra = ExtraEffect::LoopInvariant,
                "loopinvariant_can_raise" => effect.extra = ExtraEffect::LoopInvariantCanRaise,
                "cannot_raise" => effect.extra = ExtraEffect::CannotRaise,
                "can_raise" => effect.extra = ExtraEffect::CanRaise,
                "random" => effect.extra = ExtraEffect::RandomEffects,
                "collect" => effect.can_collect = true,
                "invalidate" => effect.can_invalidate = true,
                "takes_virtualizable" => effect.takes_virtualizable = true,
                "rawmalloc" => effect.oopspec = OopSpec::RawMalloc,
                "rawfree" => effect.oopspec = OopSpec::RawFree,
                "late" => effect.late = true,
                "arraycopy" => effect.oopspec = OopSpec::ArrayCopy,
                "streq" => effect.oopspec = OopSpec::StrEqual,
                "strcmp" => effect.oopspec = OopSpec::StrCmp,
                "strconcat" => effect.oopspec = OopSpec::StrConcat,
                "strslice" => effect.oopspec = OopSpec::StrSlice,
                "strequalslice" => effect.oopspec = OopSpec::StrEqualSlice,
                "reads" | "writes" => {
                    let mut descrs = Vec::new();
                    s.expect("(")?;
                    while !s.eat(")") {
                        let descr = format!("{} {}", s.word()?, s.word()?);
                        match self.descrs.by_name(&descr) {
                            Some(descr) => descrs.push(descr),
                            None => return s.error(format!("unknown descr '{descr}'")),
                        }
                        s.eat(",");
                    }
                    descrs.sort();
                    if word == "reads" {
                        effect.reads = descrs;
                    } else {
                        effect.writes = descrs;
                    }
                }
                other => return s.error(format!("unknown effect '{other}'")),
            }
        }
        let call = self.descrs.add(Descr::Call(CallDescr {
            name,
            args,
            result,
            result_size: if result == Kind::Void { 0 } else { 8 },
            result_signed: true,
            effect,
        }));
        if self.descrs.note_text(AddrRef(self.addresses.len() as u32), call) {
            self.addresses.push(address as u64);
        }
        Ok(())
    }
}
