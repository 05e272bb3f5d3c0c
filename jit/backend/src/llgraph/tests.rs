//! Tests of the trace interpreter.

use super::*;
use jitmodel::decl::Declarations;
use jitmodel::text::parse_trace;

/// Memory without objects.
struct NoMemory;

impl Memory for NoMemory {
    fn getfield(&self, _: i64, _: DescrRef) -> i64 {
        0
    }
    fn setfield(&self, _: i64, _: DescrRef, _: i64) {}
    fn getarrayitem(&self, _: i64, _: i64, _: DescrRef) -> i64 {
        0
    }
    fn setarrayitem(&self, _: i64, _: i64, _: DescrRef, _: i64) {}
    fn getinteriorfield(&self, _: i64, _: i64, _: DescrRef) -> i64 {
        0
    }
    fn setinteriorfield(&self, _: i64, _: i64, _: DescrRef, _: i64) {}
    fn arraylen(&self, _: i64, _: DescrRef) -> i64 {
        0
    }
    fn raw_load(&self, _: i64, _: i64, _: DescrRef) -> i64 {
        0
    }
    fn raw_store(&self, _: i64, _: i64, _: DescrRef, _: i64) {}
    fn new(&self, _: DescrRef) -> i64 {
        0
    }
    fn new_array(&self, _: i64, _: DescrRef, _: bool) -> i64 {
        0
    }
    fn call(&self, _: i64, _: &[i64], _: DescrRef) -> i64 {
        0
    }
    fn class_of(&self, _: i64) -> i64 {
        0
    }
    fn is_subclass(&self, _: i64, _: i64) -> bool {
        false
    }
    fn exc_class(&self) -> i64 {
        0
    }
    fn exc_value(&self) -> i64 {
        0
    }
    fn set_exc(&self, _: i64, _: i64) {}
    fn identity_hash(&self, object: i64) -> i64 {
        object
    }
    fn string_bytes(&self, _: i64) -> Vec<u8> {
        Vec::new()
    }
    fn is_prebuilt(&self, _: i64) -> bool {
        true
    }
}

#[test]
fn loop_and_bridge() {
    let decls = Declarations::default();
    let cpu = LlGraphCpu::new(NoMemory, Rc::new(RootTable::default()));
    let text = "[i0, i1]\nlabel(i0, i1, descr=<Loop1>)\ni2 = int_and(i0, 1)\nguard_true(i2) [i0, _, i1]\n\
                i3 = int_add(i1, i0)\ni4 = int_sub(i0, 1)\nguard_true(i4) [i3]\njump(i4, i3, descr=<Loop1>)\n";
    let trace = parse_trace(text, decls.env()).unwrap();
    cpu.compile_loop(&trace, TokenId(7), FailId(10)).unwrap();
    let mut dead = DeadFrame::default();
    cpu.execute(TokenId(7), &[9, 0], &mut dead);
    assert_eq!((dead.exit, &dead.values[..]), (Exit::Guard(FailId(10)), &[8, 0, 9][..]));
    let bridge = "[i0, i1]\ni2 = int_sub(i0, 1)\njump(i2, i1, descr=<Loop1>)\n";
    let bridge = parse_trace(bridge, decls.env()).unwrap();
    cpu.compile_bridge(FailId(10), &bridge, TokenId(7), FailId(20)).unwrap();
    cpu.execute(TokenId(7), &[9, 0], &mut dead);
    assert_eq!((dead.exit, &dead.values[..]), (Exit::Guard(FailId(11)), &[25][..]));
    let bad = parse_trace("[i0]\njump(i0, descr=<Loop99>)\n", decls.env()).unwrap();
    assert!(cpu.compile_loop(&bad, TokenId(8), FailId(30)).is_err());
}
