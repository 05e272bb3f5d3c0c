//! Tests of `genc::names`.

use genc::names::*;

#[test]
fn names_are_unique_and_valid() {
    let mut n = Names::default();
    assert_eq!(n.unique("tw_f_", "List[int].append"), "tw_f_List_int__append");
    assert_eq!(n.unique("tw_f_", "List(int)_append"), "tw_f_List_int__append_2");
}

#[test]
fn strings_survive_c() {
    assert_eq!(c_string(b"a\"\\\n\x001?"), "\"a\\\"\\\\\\n\\0001\\?\"");
}
