//! The report: text for terminals, and a page of HTML.

use crate::compare::findings::{Comparison, Listing, Way};
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use maud::{DOCTYPE, Markup, html};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::fmt::Write as _;

/// A row of the table of code: an instruction of the guest program, and what each way has for it.
struct Row {
    at: String,
    cells: Vec<Vec<String>>,
}

/// Puts the listings side by side, by the instructions of the guest program.
fn rows(listings: &[Option<&Listing>]) -> Vec<Row> {
    let n = listings.len();
    let mut rows: Vec<Row> = vec![];
    for (column, listing) in listings.iter().enumerate() {
        let Some(listing) = listing else { continue };
        let mut cells = vec![vec![]; n];
        let single = |at: &str, operations: &[String]| {
            let mut cells = vec![vec![]; n];
            cells[column] = operations.to_vec();
            Row { at: at.into(), cells }
        };
        let mut code = listing.instructions.clone();
        if rows.is_empty() {
            cells[column] = listing.head.clone();
            rows.push(Row { at: String::new(), cells });
            rows.extend(code.iter().map(|i| single(&i.at, &i.operations)));
            continue;
        }
        rows[0].cells[column] = listing.head.clone();
        // A loop may begin anywhere: here it begins where the first one does.
        if let Some(first) = rows.get(1)
            && let Some(at) = code.iter().position(|i| i.at == first.at)
        {
            code.rotate_left(at);
        }
        let old: Vec<&str> = rows[1..].iter().map(|r| r.at.as_str()).collect();
        let new: Vec<&str> = code.iter().map(|i| i.at.as_str()).collect();
        let steps = capture_diff_slices(Algorithm::Myers, &old, &new);
        let head = rows.remove(0);
        let mut rest = std::mem::take(&mut rows).into_iter();
        rows.push(head);
        for step in steps {
            let (tag, olds, news) = step.as_tag_tuple();
            if tag == DiffTag::Equal {
                for (mut row, i) in rest.by_ref().take(olds.len()).zip(news) {
                    row.cells[column] = code[i].operations.clone();
                    rows.push(row);
                }
            } else {
                rows.extend(rest.by_ref().take(olds.len()));
                rows.extend(news.map(|i| single(&code[i].at, &code[i].operations)));
            }
        }
    }
    rows.retain(|r| !r.at.is_empty() || r.cells.iter().any(|c| !c.is_empty()));
    rows
}

fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

fn seconds(s: f64) -> String {
    match s {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// The table of numbers: what is counted, and a value for each way.
fn numbers(c: &Comparison) -> Vec<(&'static str, Vec<String>)> {
    let each = |f: &dyn Fn(&Way) -> Option<String>| -> Vec<String> {
        let of = |w: &Way| if w.missing.is_some() { None } else { f(w) };
        c.ways.iter().map(|w| of(w).unwrap_or_else(|| "-".into())).collect()
    };
    let listing = |f: &dyn Fn(&Listing) -> Option<u64>| {
        each(&|w: &Way| w.listing.as_ref().and_then(f).map(number))
    };
    let total = |f: &dyn Fn((usize, usize)) -> usize| {
        each(&|w: &Way| w.totals.map(|t| number(f(t) as u64)))
    };
    let mut all = vec![
        ("rounds of the loop", listing(&|l| l.entered)),
        ("operations in a round", listing(&|l| Some(l.operations as u64))),
        ("guards or tests in a round", listing(&|l| Some(l.guards as u64))),
        ("operations in all", total(&|t| t.0)),
        ("guards or tests in all", total(&|t| t.1)),
    ];
    if c.times {
        let base = c.ways[0].seconds;
        let bytes = |n: u64| (n > 0).then(|| number(n));
        all.extend([
            ("code of the loop, bytes", listing(&|l| Some(l.bytes).filter(|n| *n > 0))),
            ("code made at run time, bytes", each(&|w| w.made_bytes.and_then(bytes))),
            ("code of the program, bytes", each(&|w| w.program_bytes.map(number))),
            ("time to make code", each(&|w| w.compile_seconds.map(seconds))),
            ("CPU time of a run", each(&|w| Some(seconds(w.seconds)))),
            ("times as fast", each(&|w| Some(format!("{:.2}", base / w.seconds.max(1e-6))))),
        ]);
    }
    all
}

/// Gives the ways that have a column of code.
fn columns(c: &Comparison) -> Vec<&Way> {
    c.ways.iter().filter(|w| w.listing.is_some()).collect()
}

fn notes(c: &Comparison) -> Vec<String> {
    let mut all = vec![];
    for w in &c.ways {
        if let Some(m) = &w.missing {
            all.push(format!("{}: no: {m}", w.name));
        } else if w.totals.is_some() && w.listing.is_none() {
            all.push(format!("{}: no code for a loop was made", w.name));
        }
        let notes = w.listing.iter().flat_map(|l| &l.notes);
        all.extend(notes.map(|n| format!("{}: {n}", w.name)));
    }
    all
}

fn output(c: &Comparison) -> String {
    let text = String::from_utf8_lossy(&c.output);
    let mut lines = text.lines();
    let first: String = lines.next().unwrap_or("").chars().take(60).collect();
    match lines.count() {
        _ if text.is_empty() => "All write nothing.".into(),
        0 => format!("All write the same: {first}"),
        n => format!("All write the same: {first} … ({} lines)", n + 1),
    }
}

fn title(c: &Comparison) -> String {
    format!("{} on {}", c.guest, c.target)
}

fn table(width: u16) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table
}

/// The text.
pub fn text(c: &Comparison, width: u16) -> String {
    let mut out = format!("{}\n{}\n", title(c), output(c));
    let mut counted = table(width);
    counted.load_style(presets::UTF8_BORDERS_ONLY);
    let mut head = vec![Cell::new("")];
    let right = |s: &str| Cell::new(s).set_alignment(CellAlignment::Right);
    head.extend(c.ways.iter().map(|w| right(w.name)));
    counted.set_header(head);
    for (what, values) in numbers(c) {
        let mut row = vec![Cell::new(what)];
        row.extend(values.iter().map(|v| right(v)));
        counted.add_row(row);
    }
    let _ = writeln!(out, "\n{counted}");
    let notes = notes(c);
    notes.iter().for_each(|n| {
        let _ = writeln!(out, "{n}");
    });
    let ways = columns(c);
    let listings: Vec<_> = ways.iter().map(|w| w.listing.as_ref()).collect();
    let rows = rows(&listings);
    if !rows.is_empty() {
        let mut code = table(width);
        let mut head = vec![Cell::new("guest program")];
        head.extend(ways.iter().map(|w| Cell::new(w.name)));
        code.set_header(head);
        for row in &rows {
            let mut cells = vec![Cell::new(&row.at)];
            cells.extend(row.cells.iter().map(|c| Cell::new(c.join("\n"))));
            code.add_row(cells);
        }
        let _ = writeln!(out, "\n{code}");
    }
    // Tables are filled up with blanks.
    out.lines().map(|l| format!("{}\n", l.trim_end())).collect()
}

const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:120em;padding:0 1em;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #ccc;padding:.25em .6em;vertical-align:top;text-align:left}\
th{background:#f2f2f2;position:sticky;top:0}.n td+td,.n th+th{text-align:right;font-variant-numeric:tabular-nums}\
pre{margin:0;font:12px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}.at{font-weight:600}\
.guard{color:#a33}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}th{background:#2b2b2b}th,td{border-color:#444}\
.guard{color:#f99}}";

/// The page.
pub fn html(c: &Comparison) -> String {
    let ways = columns(c);
    let listings: Vec<_> = ways.iter().map(|w| w.listing.as_ref()).collect();
    let code = rows(&listings);
    let lines = |lines: &[String]| -> Markup {
        html! {
            @for line in lines {
                @let guard = line.contains("guard_") || line.trim_start().starts_with("if ");
                @if guard { span.guard { (line) "\n" } } @else { (line) "\n" }
            }
        }
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title(c)) }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                h1 { (title(c)) }
                p { (output(c)) }
                table.n {
                    tr { th {} @for w in &c.ways { th { (w.name) } } }
                    @for (what, values) in numbers(c) {
                        tr { td { (what) } @for v in &values { td { (v) } } }
                    }
                }
                @let notes = notes(c);
                @if !notes.is_empty() { ul { @for n in &notes { li { (n) } } } }
                @if !code.is_empty() {
                    table {
                        tr { th { "guest program" } @for w in &ways { th { (w.name) } } }
                        @for row in &code {
                            tr {
                                td { pre.at { (row.at) } }
                                @for cell in &row.cells { td { pre { (lines(cell)) } } }
                            }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(code: &[(&str, &str)]) -> Listing {
        let mut l = Listing::default();
        for (at, op) in code {
            l.instruction(at, 0);
            l.operation(op.to_string());
        }
        l
    }

    #[test]
    fn side_by_side() {
        let a = listing(&[("1", "a"), ("2", "b"), ("4", "d")]);
        let b = listing(&[("2", "B"), ("3", "C"), ("4", "D"), ("1", "A")]);
        let rows = rows(&[Some(&a), Some(&b)]);
        let shown: Vec<String> = rows
            .iter()
            .map(|r| format!("{}:{}|{}", r.at, r.cells[0].join(""), r.cells[1].join("")))
            .collect();
        assert_eq!(shown, ["1:a|A", "2:b|B", "3:|C", "4:d|D"]);
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!(["7", "1,234", "12,345,678"], [7, 1234, 12345678].map(number));
        assert_eq!(["25 µs", "3.1 ms", "2.50 s"], [25e-6, 3.1e-3, 2.5].map(seconds));
    }
}
