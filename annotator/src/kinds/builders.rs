//! String builders.

use crate::ops::methods::*;
use crate::ops::rows::{BUILDER, BYTES_BUILDER};

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    typed(BUILDER, "append", "y>0", Reads, MEM, of_text("ll_builder_append", "ll_builder_append_char")).none(MUST_BE_STR),
    typed(BUILDER, "append_slice", "tii>0", Reads, MEM, helper("ll_str", "ll_builder_append_slice")).none(MUST_BE_STR),
    typed(BUILDER, "append_multiple_char", "hi>0", Reads, MEM, helper("ll_str", "ll_builder_append_multiple_char")),
    typed(BYTES_BUILDER, "append_charpsize", "?i>0", Reads, MEM, helper("ll_str", "ll_builder_append_charpsize")),
    typed(BUILDER, "build", ">t", Reads, MEM, helper("ll_str", "ll_builder_build")),
    typed(BUILDER, "getlength", ">n", Reads, MEM, Lowers::Field("used")),
];
