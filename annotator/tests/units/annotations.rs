//! Tests of `annotator::model`.

use annotator::*;

#[test]
fn equal_annotations_have_one_number() {
    let mut all = Annotations::default();
    let constant = SomeValue { konst: Some(flowmodel::HlConst::Int(7)), ..SomeValue::INT };
    let values = [SomeValue::INT, SomeValue::NONNEG, constant, SomeValue::IMPOSSIBLE];
    let ids = values.clone().map(|s| all.add(s));
    assert_eq!(values.clone().map(|s| all.add(s)), ids);
    assert_eq!(ids.map(|id| all.get(id).clone()), values);
}
