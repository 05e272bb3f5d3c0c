//! Names of encodings in calls of `encode` and `decode`.

use crate::model::state::CallArgs;
use crate::prelude::*;

/// The arguments of `encode` and `decode` with the encoding's usual name.
pub(crate) fn with_encoding(ann: &Facts, site: Site, args: &CallArgs) -> AResult<CallArgs> {
    with_encoding_at(ann, site, args, 0)
}

/// Annotates a text method with the encoding as another argument.
pub(crate) fn with_encoding_at(
    ann: &Facts,
    site: Site,
    args: &CallArgs,
    index: usize,
) -> AResult<CallArgs> {
    let mut args = args.clone();
    let named = args.keywords.iter_mut().find(|k| &*k.0 == "encoding").map(|k| &mut k.1);
    let Some(e) = args.positional.get_mut(index).map(|a| &mut a.0).or(named) else {
        return Ok(args);
    };
    let Some(name) = e.const_str().map(str::to_string) else {
        return Err(ann.error(site, "constant-needed", "the encoding must be a constant"));
    };
    let Some(usual) = encoding_name(&name) else {
        return Err(ann.error(
            site,
            "unsupported",
            format!("the encoding '{name}' is not supported at run time"),
        ));
    };
    *e = crate::definitions::constants::atom_annotation(&HlConst::Str(usual.as_bytes().into()));
    Ok(args)
}

/// The usual name of an encoding.
pub(crate) fn encoding_name(name: &str) -> Option<&'static str> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    Some(match plain.as_str() {
        "utf8" => "utf-8",
        "ascii" | "usascii" => "ascii",
        "latin1" | "iso88591" | "l1" => "latin-1",
        _ => return None,
    })
}
