//! String builders.

use crate::ops::methods::*;
use crate::ops::rows::{BUILDER, BYTES_BUILDER};

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    typed(BUILDER, "append", "t>0", Reads, MEM, Code(BuilderAppend)).none(MUST_BE_STR),
    typed(BUILDER, "append_slice", "tii>0", Reads, MEM, call("ll_str", "ll_builder_append_slice")).none(MUST_BE_STR),
    typed(BUILDER, "append_multiple_char", "hi>0", Reads, MEM, call("ll_str", "ll_builder_append_multiple_char")),
    typed(BYTES_BUILDER, "append_charpsize", "?i>0", Reads, MEM, call("ll_str", "ll_builder_append_charpsize")),
    typed(BUILDER, "build", ">t", Reads, MEM, call("ll_str", "ll_builder_build")),
    typed(BUILDER, "getlength", ">n", Reads, MEM, Code(BuilderLength)),
];
