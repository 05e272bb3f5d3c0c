//! Tests of `flowmodel::similar`.

use flowmodel::similar::*;

#[test]
fn similar_names() {
    assert_eq!(similar("widht", ["height", "width", "w"]), Some("width"));
    assert_eq!(similar("uper", ["lower", "upper"]), Some("upper"));
    assert_eq!(similar("go", ["do", "no"]), None);
    assert_eq!(similar("push", ["pop", "append"]), None);
}
