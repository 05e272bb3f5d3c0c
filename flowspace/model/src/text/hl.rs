//! Text of high-level graphs.

use super::lexer::{Tok, quote_bytes, quote_text};
use super::parse::{GraphParser, TextIn, Tokens};
use super::print::{Notes, Printer, TextOut};
use crate::graph::Graph;
use crate::hl::{Hl, HlConst, HlGraph, HostRef};
use crate::text::error::ParseError;

/// Names host objects in the text: `host(17)` without a label, else `@label`.
pub trait HlNames {
    /// Label of a host object.
    fn label(&self, h: HostRef) -> Option<String>;
    /// Host object of a label.
    fn resolve(&self, label: &str) -> Option<HostRef>;
}

/// Host objects by number.
impl HlNames for () {
    fn label(&self, _: HostRef) -> Option<String> {
        None
    }
    fn resolve(&self, _: &str) -> Option<HostRef> {
        None
    }
}

impl TextOut<Hl> for &dyn HlNames {
    fn ty(&self, _: ()) -> Option<String> {
        None
    }
    fn hide_result(&self, _: ()) -> bool {
        false
    }
    fn constant(&self, _: &HlGraph, c: &HlConst, _: Option<&crate::SpaceOperation<Hl>>) -> String {
        match c {
            HlConst::None => "None".into(),
            HlConst::Bool(true) => "True".into(),
            HlConst::Bool(false) => "False".into(),
            HlConst::Int(i) => i.to_string(),
            HlConst::Float(bits) => {
                let x = f64::from_bits(*bits);
                if x.is_finite() { format!("{x:?}f") } else { format!("f0x{bits:x}") }
            }
            HlConst::Str(s) => quote_bytes(s, '"'),
            HlConst::Bytes(s) => format!("b{}", quote_bytes(s, '"')),
            HlConst::Unicode(s) => format!("u{}", quote_text(s, '"')),
            HlConst::Host(h) => match self.label(*h) {
                Some(l) => super::lexer::sigil_name('@', &l),
                None => format!("host({})", h.0),
            },
        }
    }
}

/// One graph.
pub fn print_hl_graph(g: &HlGraph, names: &dyn HlNames) -> String {
    let name = super::lexer::sigil_name('@', &g.name);
    Printer::new(g, &names).print("graph", &name, "")
}

/// One graph with comments, under another name.
pub fn print_hl_graph_with(
    g: &HlGraph,
    name: &str,
    names: &dyn HlNames,
    notes: &dyn Notes<Hl>,
) -> String {
    let name = super::lexer::sigil_name('@', name);
    Printer::new(g, &names).with(Some(notes)).print("graph", &name, "")
}

impl TextIn<Hl> for &dyn HlNames {
    fn ty(&mut self, t: &mut Tokens) -> Result<(), ParseError> {
        Err(t.error("high-level variables have no types"))
    }
    fn typed(&self) -> bool {
        false
    }
    fn constant(
        &mut self,
        t: &mut Tokens,
        _: &HlGraph,
        _: Option<(crate::HlOp, &[crate::HlValue])>,
    ) -> Result<HlConst, ParseError> {
        let tok = t.next();
        Ok(match &tok {
            Tok::Quoted("", s) => HlConst::Str(s.chars().map(|c| c as u8).collect()),
            Tok::Quoted("b", s) => HlConst::Bytes(s.chars().map(|c| c as u8).collect()),
            Tok::Quoted("u", s) => HlConst::Unicode(s.as_str().into()),
            Tok::Name('@', l) => match self.resolve(l) {
                Some(h) => HlConst::Host(h),
                None => return Err(t.error(&format!("unknown host object @{l}"))),
            },
            Tok::Word(w) => match w.as_str() {
                "None" => HlConst::None,
                "True" => HlConst::Bool(true),
                "False" => HlConst::Bool(false),
                "host" => {
                    t.expect("(")?;
                    let Tok::Word(n) = t.next() else { return Err(t.error("number expected")) };
                    t.expect(")")?;
                    HlConst::Host(HostRef(n.parse().map_err(|_| t.error("bad host number"))?))
                }
                w => {
                    if let Some(h) = w.strip_prefix("f0x") {
                        let b = u64::from_str_radix(h, 16).map_err(|_| t.error("bad float"))?;
                        HlConst::Float(b)
                    } else if let Some(x) = w.strip_suffix('f') {
                        let x: f64 = x.parse().map_err(|_| t.error("bad float"))?;
                        HlConst::Float(x.to_bits())
                    } else {
                        HlConst::Int(w.parse().map_err(|_| t.error("constant expected"))?)
                    }
                }
            },
            _ => return Err(t.error("constant expected")),
        })
    }
    fn bool_const(&self, b: bool) -> HlConst {
        HlConst::Bool(b)
    }
}

/// Parses one graph.
pub fn parse_hl_graph(text: &str, names: &dyn HlNames) -> Result<HlGraph, ParseError> {
    let mut t = Tokens::new(text)?;
    t.expect("graph")?;
    let name = t.name('@')?;
    let mut g = Graph::new(&name, (), ((), ()));
    let mut names = names;
    GraphParser::new(&mut g, &mut names).parse(&mut t, &mut |_, _| Ok(()))?;
    Ok(g)
}
