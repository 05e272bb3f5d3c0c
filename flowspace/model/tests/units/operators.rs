//! Tests of `flowmodel::operators`.

use flowmodel::hl::HlOp;
use flowmodel::operators::*;

#[test]
fn rows_stand_where_their_numbers_are() {
    for row in all() {
        match row.kind {
            OperatorKind::Binary(op) => assert_eq!(op.row(), row),
            OperatorKind::Unary(op) => assert_eq!(op.row(), row),
            OperatorKind::Compare(op) => assert_eq!(op.row(), row),
            OperatorKind::Function => {}
        }
    }
}

#[test]
fn every_operation_by_name_has_its_row() {
    for op in HlOp::ALL {
        let name = op.name();
        assert_eq!(op.is_in_place(), name.starts_with("inplace_"), "{name}");
        assert_eq!(op.is_checked(), name.ends_with("_ovf"), "{name}");
        let plain = name.trim_start_matches("inplace_").trim_end_matches("_ovf");
        let plain = HlOp::from_name(plain).or(HlOp::from_name(&format!("{plain}_"))).unwrap();
        assert_eq!(op.plain(), plain, "{name}");
    }
}

#[test]
fn methods_are_named_as_their_operations() {
    for row in all().filter(|r| !r.method.is_empty()) {
        let name = row.plain.name().trim_end_matches('_');
        assert_eq!(row.method, format!("__{name}__"));
        if matches!(row.kind, OperatorKind::Binary(_)) {
            assert_eq!(row.reflected, format!("__r{name}__"));
            assert_eq!(row.in_place_method, format!("__i{name}__"));
        }
    }
}
