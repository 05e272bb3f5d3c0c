//! Generating extensions: what the timeshifter does with each jitcode, compiled ahead of time.
//!
//! The method is that of "Automatic Generation of JIT Compilers for Dynamic Languages in .NET" (Cuni, Ancona, Rigo;
//! 2007). For each jitcode there is one more low-level graph in the program, which the back end compiles as any other.
//! Where the jitcode computes and decides with what is green ([`colours`]), the graph computes and decides: the
//! dispatch and the decoding of the interpreter are there as machine code. Where something is red the graph calls the
//! run time, which emits ([`graph`]). `jitmodel::extension` says what the two agree on.
//!
//! Positions and registers are those of the jitcode. So what guards hand over, the blackhole interpreter, and the interpreter of
//! jitcode (where a green value is not known after all) have nothing to do with extensions.

pub mod code;
pub mod colours;
mod graph;
mod instructions;

use code::Code;
use codewriter::Jit;
use codewriter::run_time::external;
use flowmodel::diag::Span;
use flowmodel::{Body, Const, FuncAttrs, FuncId, Function, Program, Type};
pub use graph::Tally;
use graph::{Context, Support};
use jitmodel::AddrRef;
use jitmodel::extension::{KNOWN, MEMORY, OBJECT, PURE, STEP, STEP_KNOWN, TEST};

/// Prefix of the names of extensions.
pub const PREFIX: &str = "extension_";

/// Adds the extensions of all jitcodes to the program. `jit` must be what the codewriter has made of it.
pub fn add(p: &mut Program, jit: &mut Jit) -> Tally {
    use Type::{Address, Signed};
    let mut function = |name: &str, n: usize| {
        let mut args = vec![Address];
        args.extend(std::iter::repeat_n(Signed, n));
        external(p, name, args, Signed, false)
    };
    let support = Support {
        step: function(STEP, 3),
        step_known: function(STEP_KNOWN, 3),
        known: function(KNOWN, 1),
        object: function(OBJECT, 1),
        pure: function(PURE, 2),
        memory: function(MEMORY, 4),
        test: function(TEST, 3),
    };
    let mut tally = Tally::default();
    let codes: Vec<Code<'_>> = {
        let all = jit.program.jitcodes.iter();
        all.map(|jitcode| Code::new(jitcode, &jit.program.descrs)).collect()
    };
    let all = colours::find(&jit.program, &codes);
    let context = Context { program: &jit.program, addresses: &jit.addresses, support };
    let mut graphs = vec![];
    for (code, colours) in codes.iter().zip(&all) {
        let name = format!("{PREFIX}{}", code.jitcode.name);
        graphs.push(graph::write(p, &context, code, colours, &name, &mut tally));
    }
    let ty = p.types.func(vec![Address, Address, Signed], Signed);
    let mut made = vec![];
    for g in graphs {
        made.push(g.map(|g| {
            let attrs = FuncAttrs { dont_inline: true, helper: true, ..FuncAttrs::default() };
            let (name, body) = (g.name.clone(), Body::Graph(g));
            p.funcs.push(Function { name, ty, body, attrs, span: Span::NONE })
        }));
    }
    let names = flowmodel::text::Names::new(p);
    for (jitcode, f) in jit.program.jitcodes.iter_mut().zip(made) {
        let Some(f) = f else {
            tally.without += 1;
            continue;
        };
        tally.graphs += 1;
        jitcode.extension = Some(AddrRef(jit.addresses.len() as u32));
        jit.addresses.push(Const::Func(f));
        jit.program.addresses.push(names.func(f).trim_start_matches('@').to_string());
        jit.roots.push(f);
    }
    tally
}

/// The program with the graphs of extensions only, for people.
pub fn only_extensions(p: &Program, jit: &Jit) -> Program {
    let mut out = p.clone();
    let made = jit.program.jitcodes.iter().filter_map(|jitcode| {
        match &jit.addresses[jitcode.extension?.0 as usize] {
            Const::Func(f) => Some(*f),
            _ => None,
        }
    });
    let made: Vec<FuncId> = made.collect();
    for (f, func) in &mut out.funcs {
        if !made.contains(&f) {
            func.body = Body::Declared;
        }
    }
    out
}
