//! Text programs in, the same with the hints that are known out. `BLESS=1` rewrites the expected files.

use codewriter::infer::add_hints;
use flowmodel::text::{parse_program, print_program};
use flowmodel::verify::verify_program;
use std::path::Path;

#[test]
fn files() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inferred");
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let mut p = parse_program(&std::fs::read_to_string(&path).unwrap()).unwrap();
        verify_program(&p).unwrap();
        add_hints(&mut p);
        let got = print_program(&p);
        verify_program(&p).unwrap_or_else(|e| panic!("{}: {e}\n{got}", path.display()));
        let expected = path.with_extension("out");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &got).unwrap();
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        assert!(got == want, "{}:\n{got}", path.display());
    }
}
