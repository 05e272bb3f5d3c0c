//! Tests of `flowmodel::traceback`.

use flowmodel::traceback::*;

#[test]
fn texts_are_read_as_they_were_written() {
    let leaves = [Leaves::Raised, Leaves::Reraised, Leaves::Resumed];
    let mut all = vec![TracebackKind::Passes, TracebackKind::Caught { frame: 2 }];
    all.extend(leaves.map(TracebackKind::Leaves));
    for (leaves, or_outer) in leaves.into_iter().flat_map(|l| [(l, false), (l, true)]) {
        all.push(TracebackKind::Handled { leaves, frame: 3, or_outer });
    }
    for kind in all {
        assert_eq!(TracebackKind::of_operand(&kind.operand()), Some(kind));
    }
    for wrong in ["", "raise 1", "catch", "catch x", "handled", "other 1"] {
        assert_eq!(TracebackKind::parse(wrong), None, "{wrong}");
    }
}
