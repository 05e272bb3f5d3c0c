//! A trace in text through the optimiser.

use jitmodel::decl::Declarations;
use jitmodel::text::{parse_trace, print_trace};
use jitmodel::{AddrRef, TokenId};
use optimizeopt::{OptEnv, Options, optimize_loop, optimize_simple};

/// A world without a program: nothing is known but what stands in the trace.
struct NoProgram<'a> {
    decls: &'a Declarations,
    tokens: u32,
}

impl OptEnv for NoProgram<'_> {
    fn new_token(&mut self) -> TokenId {
        self.tokens += 1;
        TokenId(self.tokens - 1)
    }
    fn address(&mut self, addr: AddrRef) -> i64 {
        self.decls.addresses[addr.0 as usize] as i64
    }
}

/// Optimises a loop. Its text begins with declarations (`struct`, `array` …); the trace starts at the line with its inputs.
/// `peeled`: the preamble and the body behind it, else one round as it is.
///
/// Errors: the text is wrong, or the trace contradicts itself.
pub fn optimise(text: &str, peeled: bool) -> Result<String, String> {
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|l| l.starts_with(['#', '[']));
    let start = start.ok_or("no trace: its inputs are a line that begins with `[`")?;
    let mut decls = Declarations::default();
    decls.parse(&lines[..start].join("\n")).map_err(|e| e.to_string())?;
    // Lines of the trace are counted from the file's first.
    let trace = "\n".repeat(start) + &lines[start..].join("\n");
    let trace = parse_trace(&trace, decls.env()).map_err(|e| e.to_string())?;
    let mut env = NoProgram { decls: &decls, tokens: 0 };
    let options = Options::default();
    let trace = match peeled {
        true => optimize_loop(&trace, &decls.descrs, &mut env, options).map(|r| r.trace),
        false => optimize_simple(&trace, &decls.descrs, &mut env, options).map(|r| r.trace),
    };
    trace.map(|t| print_trace(&t, decls.env())).map_err(|e| e.to_string())
}
