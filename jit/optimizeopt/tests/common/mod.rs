//! Shared parts of the tests: an `OptEnv` over declarations, and sections of test files.

use jitmodel::decl::Declarations;
use jitmodel::*;
use optimizeopt::{Access, OptEnv};

/// The world as a test file declares it.
pub struct TestEnv<'a> {
    pub decls: &'a Declarations,
    pub next_token: u32,
    /// (function, arguments, result)
    pub pure: Vec<(i64, Vec<ConstValue>, ConstValue)>,
    /// Values of the final jump's arguments at recording time.
    pub runtime: Vec<Option<ConstValue>>,
    /// Parts of values at recording time.
    pub parts: Vec<(ConstValue, String, ConstValue)>,
    /// Classes of constants.
    pub classes: Vec<(RefConst, i64)>,
    /// Facts that a bridge begins with.
    pub known: Vec<Fact<ResumeSlot>>,
    /// Constants that are strings.
    pub strings: Vec<(RefConst, String)>,
}

impl<'a> TestEnv<'a> {
    pub fn new(decls: &'a Declarations) -> Self {
        TestEnv {
            decls,
            next_token: 0,
            pure: vec![],
            runtime: vec![],
            parts: vec![],
            classes: vec![],
            known: vec![],
            strings: vec![],
        }
    }
}

impl OptEnv for TestEnv<'_> {
    fn new_token(&mut self) -> TokenId {
        self.next_token += 1;
        TokenId(self.next_token - 1)
    }

    fn address(&mut self, addr: AddrRef) -> i64 {
        self.decls.addresses[addr.0 as usize] as i64
    }

    fn call_pure(&mut self, _: DescrRef, func: i64, args: &[ConstValue]) -> Option<ConstValue> {
        self.pure.iter().find(|p| p.0 == func && p.1 == args).map(|p| p.2)
    }

    fn array_len(&mut self, array: ConstValue, _: DescrRef) -> Option<i64> {
        let text = self.strings.iter().find(|s| ConstValue::Ref(s.0) == array)?;
        Some(text.1.len() as i64)
    }

    fn read_item(&mut self, array: ConstValue, index: i64, _: DescrRef) -> Option<ConstValue> {
        let text = self.strings.iter().find(|s| ConstValue::Ref(s.0) == array)?;
        let byte = text.1.as_bytes().get(usize::try_from(index).ok()?)?;
        Some(ConstValue::Int(*byte as i64))
    }

    fn class_of(&mut self, object: RefConst) -> Option<i64> {
        self.classes.iter().find(|c| c.0 == object).map(|c| c.1)
    }

    fn known_at_start(&mut self) -> Vec<Fact<ResumeSlot>> {
        self.known.clone()
    }

    fn instance_class(&mut self, object: RefConst) -> Option<i64> {
        self.class_of(object)
    }

    fn runtime_value(&mut self, n: usize) -> Option<ConstValue> {
        self.runtime.get(n).copied().flatten()
    }

    fn runtime_part(&mut self, object: ConstValue, access: Access) -> Option<ConstValue> {
        let Access::Field(descr) = access else { return None };
        let name = self.decls.descrs.name(descr);
        self.parts.iter().find(|p| p.0 == object && p.1 == name).map(|p| p.2)
    }
}
