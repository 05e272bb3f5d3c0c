//! Tests of `flowspace::parser`.

use flowspace::parser::generation::{Python, marker};

#[test]
fn markers_at_the_head_of_a_file() {
    for (text, expected) in [
        ("#!/usr/bin/env python3\n", Some(Python::Three)),
        ("#!/usr/bin/python2.7\n", Some(Python::Two)),
        ("#!/usr/bin/env -S python3 -u\n", Some(Python::Three)),
        ("#!/usr/bin/env python\n", None),
        ("# /// script\n# requires-python = \">=3.11\"\n# ///\n", Some(Python::Three)),
        ("x = 1\n# requires-python: ==2.7\n", Some(Python::Two)),
        ("# requires-python = \"~=2.7\"\n", Some(Python::Two)),
        ("# requires-python = \"<3\"\n", Some(Python::Two)),
        ("# requires-python = \">=2.7\"\n", None),
        ("# requires-python = \">=2.7, !=3.0.*, <4\"\n", None),
        ("# requires-python = \">=3, <4\"\n", Some(Python::Three)),
        ("# requires python 3\n", None),
    ] {
        assert_eq!(marker(text), expected, "{text}");
    }
}
