//! The machine that code is made for.

use crate::symbols::internal;
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use genc::{Error, GencOptions};
use std::sync::Arc;

/// The architecture that code is made for.
pub(crate) fn arch(opts: &GencOptions) -> &str {
    opts.arch.as_deref().unwrap_or(std::env::consts::ARCH)
}

/// Gives the machine that code is made for.
pub(crate) fn isa(opts: &GencOptions) -> Result<Arc<dyn TargetIsa>, Error> {
    isa_with(opts, false)
}

/// Gives the machine for functions that go on with others, for which Cranelift wants frame
/// pointers.
pub(crate) fn isa_of_parts(opts: &GencOptions) -> Result<Arc<dyn TargetIsa>, Error> {
    isa_with(opts, true)
}

fn isa_with(opts: &GencOptions, frame_pointers: bool) -> Result<Arc<dyn TargetIsa>, Error> {
    let mut flags = settings::builder();
    let mut set = |name: &str, value: &str| flags.set(name, value).map_err(internal);
    set("opt_level", if opts.opt_level == 0 { "none" } else { "speed" })?;
    // The object is linked with the rest of the program: addresses are relative to the code, without the global offset table.
    set("is_pic", "false")?;
    set("preserve_frame_pointers", if frame_pointers { "true" } else { "false" })?;
    set("enable_probestack", "false")?;
    set("log2_min_function_alignment", "4")?;
    set("enable_verifier", if opts.verify { "true" } else { "false" })?;
    set("unwind_info", if opts.debug { "true" } else { "false" })?;
    let triple = format!("{}-unknown-linux-gnu", arch(opts));
    let builder = cranelift_codegen::isa::lookup_by_name(&triple).map_err(internal)?;
    builder.finish(settings::Flags::new(flags)).map_err(internal)
}
