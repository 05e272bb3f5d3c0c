//! Names that nearly every file about operations uses. It has names only; `ops/` and `calls/library.rs`, whose names
//! are here, use it like all others.

pub(crate) use crate::builtins;
pub(crate) use crate::calls::library;
pub(crate) use crate::hostview as hv;
pub(crate) use crate::model::errors::AResult;
pub(crate) use crate::model::errors::AnnError;
pub(crate) use crate::model::knowledge::{Knowledge, Throws};
pub(crate) use crate::model::operands::constant_text;
pub(crate) use crate::model::site::Site;
pub(crate) use crate::model::state::Annotator;
pub(crate) use crate::model::*;
pub(crate) use crate::ops::{HlOperation, special, var};
pub(crate) use flowmodel::{Hl, HlConst, HlOp, HostRef, SpaceOperation, VarId};
pub(crate) use std::rc::Rc;
