//! Pages: texts compressed in elements that no browser shows, and the scripts that show them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

/// Data of a page: JSON, deflated, in base64. The page's `part(id)` unpacks it.
pub struct Part {
    id: String,
    data: String,
}

impl Part {
    /// Packs a value.
    pub fn new(id: String, value: &Value) -> Part {
        let bytes = miniz_oxide::deflate::compress_to_vec(value.to_string().as_bytes(), 6);
        Part { id, data: STANDARD.encode(bytes) }
    }
}

/// What a page shows.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Graphs of a program.
    Graphs,
    /// Traces of a run.
    Traces,
}

const STYLE: &str = include_str!("../page/style.css");
const DAGRE: &str = include_str!("../vendor/dagre.min.js");
const DIFF: &str = include_str!("../vendor/fast-myers-diff.js");
const BASE: &str = include_str!("../page/base.js");
const GRAPHS: [&str; 6] = [
    include_str!("../page/text.js"),
    include_str!("../page/compare.js"),
    include_str!("../page/layout.js"),
    include_str!("../page/pane.js"),
    include_str!("../page/views.js"),
    include_str!("../page/graphs.js"),
];
const TRACES: &str = include_str!("../page/traces.js");

fn script(text: &str) -> Markup {
    html! { script { (PreEscaped(text)) } }
}

/// The file.
pub fn page(title: &str, kind: Kind, parts: &[Part]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                main #page { p.wait { "One moment …" } }
                @for p in parts { script type="text/plain" id=(p.id) { (PreEscaped(&p.data)) } }
                (script(BASE))
                @match kind {
                    Kind::Graphs => {
                        // In an element of its own: the worker that lays out large graphs takes the library from there.
                        script #dagre { (PreEscaped(DAGRE)) }
                        (script(&format!("const myers = (() => {{ const exports = {{}};\n{DIFF}\nreturn exports; }})();")))
                        @for text in GRAPHS { (script(text)) }
                    }
                    Kind::Traces => (script(TRACES)),
                }
            }
        }
    };
    page.into_string()
}
