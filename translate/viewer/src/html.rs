//! Pages: texts compressed in elements that no browser shows, and the scripts that show them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use std::num::NonZero;

/// Data of a page: JSON, deflated, in base64. The page's `part(id)` unpacks it.
pub struct Part {
    id: String,
    data: String,
}

/// Half the time of the usual level, and pages are a sixth larger.
const LEVEL: u8 = 4;

impl Part {
    /// Packs a value.
    pub fn new(id: String, value: &impl Serialize) -> Part {
        let json = serde_json::to_vec(value).expect("texts and numbers");
        let bytes = miniz_oxide::deflate::compress_to_vec(&json, LEVEL);
        Part { id, data: STANDARD.encode(bytes) }
    }

    /// Packs many values, with all cores.
    pub fn all(values: &[(String, impl Serialize + Sync)]) -> Vec<Part> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let share = values.len().div_ceil(cores).max(1);
        let pack = |values: &[(String, _)]| -> Vec<Part> {
            values.iter().map(|(id, value)| Part::new(id.clone(), value)).collect()
        };
        std::thread::scope(|scope| {
            let work: Vec<_> =
                values.chunks(share).map(|share| scope.spawn(move || pack(share))).collect();
            work.into_iter().flat_map(|w| w.join().expect("a thread that packs")).collect()
        })
    }
}

/// Says what a page shows.
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
