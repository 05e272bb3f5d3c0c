//! Tests of `flowmodel::command`.

use flowmodel::command::*;

#[test]
fn words_and_back() {
    for (text, expected) in [
        ("gcc", vec!["gcc"]),
        ("  ccache\tgcc -m64 ", vec!["ccache", "gcc", "-m64"]),
        ("'/a path/cc' -DX=\"a \\\"b\\\"\"", vec!["/a path/cc", "-DX=a \"b\""]),
        ("/a\\ path/cc ''", vec!["/a path/cc", ""]),
        ("'it'\\''s'", vec!["it's"]),
        ("", vec![]),
    ] {
        assert_eq!(words(text), expected);
        assert_eq!(words(&join(&words(text))), expected);
    }
    assert_eq!(join(&words("gcc -m64")), "gcc -m64");
}

#[test]
fn paths() {
    let here = std::env::current_dir().unwrap();
    let file = here.join("Cargo.toml").display().to_string();
    assert_eq!(
        words(&from_here("ccache ./Cargo.toml -I./src none/such")),
        ["ccache", &file, "-I./src", "none/such"]
    );
}
