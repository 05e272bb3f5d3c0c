//! Low-level helpers: a part of the real ones in `rlib/ll` on low-level types.

use annotator::{Annotator, SomeValue};
use flowmodel::diag::SourceMap;
use flowmodel::{Field, Items, StructId, Type};
use flowspace::host::{Host, import, run_with_big_stack};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

fn load(module: &str) -> (Annotator, flowmodel::HostRef) {
    let mut host = Host::new(Rc::new(RefCell::new(SourceMap::default())));
    let rlib = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rlib");
    import::add_library_path(&mut host, &rlib);
    for used in ["__init__.py", "ll_size.rpy", "ll_list.rpy"] {
        let text = std::fs::read_to_string(rlib.join("ll").join(used)).expect("a helper module");
        import::add_embedded(&mut host, &format!("rpython_ll/{used}"), text.leak());
    }
    import::add_embedded_path(&mut host);
    let m = import::target(&mut host, &rlib.join("ll").join(module)).unwrap_or_else(|ds| {
        panic!("{module}: {}", ds[0].message);
    });
    (Annotator::new(host), m)
}

fn call(a: &mut Annotator, m: flowmodel::HostRef, f: &str, args: &[SomeValue]) -> SomeValue {
    let func = a.host.getattr_opt(m, f).ok().flatten().unwrap_or_else(|| panic!("no {f}"));
    match a.annotate_helper(func, args.to_vec()) {
        Ok(g) => a.result(g).clone(),
        Err(ds) => panic!("{f}: {ds:?}"),
    }
}

fn list_of(a: &mut Annotator, name: &str, t: Type) -> (StructId, StructId) {
    let array = a.types.add(&format!("Array_{name}"), true, None, vec![], Some(Items::Plain(t)));
    let fields = vec![Field::new("length", Type::Signed), Field::new("items", Type::Ptr(array))];
    let list = a.types.add(&format!("List_{name}"), true, None, fields, None);
    (list, array)
}

#[test]
fn list_helpers_are_specialised_by_low_level_types() {
    run_with_big_stack(|| {
        let (mut a, m) = load("ll_list.rpy");
        let (ints, int_array) = list_of(&mut a, "int", Type::Signed);
        let (floats, float_array) = list_of(&mut a, "float", Type::Float);
        let ptr = |s| SomeValue::ptr(Type::Ptr(s));
        call(&mut a, m, "ll_append", &[ptr(ints), SomeValue::INT]);
        call(&mut a, m, "ll_append", &[ptr(floats), SomeValue::FLOAT]);
        assert_eq!(call(&mut a, m, "ll_pop_last", &[ptr(ints)]), SomeValue::INT);
        assert_eq!(call(&mut a, m, "ll_pop_last", &[ptr(floats)]), SomeValue::FLOAT);
        let args = [ptr(int_array), SomeValue::INT, SomeValue::INT];
        assert_eq!(call(&mut a, m, "ll_getitem", &args), SomeValue::INT);
        let args = [ptr(float_array), SomeValue::INT, SomeValue::int_const(3)];
        assert_eq!(call(&mut a, m, "ll_getitem", &args), SomeValue::FLOAT);
        let n = a.graphs.len();
        // Found again: known values and ranges do not matter to helpers.
        let args = [ptr(float_array), SomeValue::NONNEG, SomeValue::int_const(4)];
        assert_eq!(call(&mut a, m, "ll_getitem", &args), SomeValue::FLOAT);
        assert_eq!(a.graphs.len(), n);
    });
}

#[test]
fn string_helpers_work_on_characters() {
    run_with_big_stack(|| {
        let (mut a, m) = load("ll_str.rpy");
        let fields = vec![Field::new("hash", Type::Signed)];
        let s = a.types.add("rpy_string", true, None, fields, Some(Items::Plain(Type::Char)));
        a.string_container = Some(s);
        let p = SomeValue::ptr(Type::Ptr(s));
        assert_eq!(
            call(&mut a, m, "ll_strhash", std::slice::from_ref(&p)).kind,
            SomeValue::INT.kind
        );
        assert_eq!(call(&mut a, m, "ll_stritem", &[p.clone(), SomeValue::INT]), SomeValue::CHAR);
        assert_eq!(call(&mut a, m, "ll_streq", &[p.clone(), p.clone()]).kind, SomeValue::BOOL.kind);
    });
}

#[test]
fn wrong_use_of_low_level_values_is_reported() {
    run_with_big_stack(|| {
        let (mut a, m) = load("ll_list.rpy");
        let raw = a.types.add("Empty", true, None, vec![], None);
        let func = a.host.getattr_opt(m, "ll_append").ok().flatten().expect("ll_append");
        let ds = a
            .annotate_helper(func, vec![SomeValue::ptr(Type::Ptr(raw)), SomeValue::INT])
            .expect_err("no such fields");
        assert_eq!(ds[0].code, "lltype");
        assert!(ds[0].message.contains("has no field 'length'"), "{}", ds[0].message);
    });
}
