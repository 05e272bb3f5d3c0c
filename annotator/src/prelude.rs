//! Names that nearly every file about operations uses.

pub(crate) use crate::calls::{library, special};
pub(crate) use crate::hostview as hv;
pub(crate) use crate::model::answers::Answer;
pub(crate) use crate::model::errors::{AResult, AnnError};
pub(crate) use crate::model::knowledge::{Knowledge, Throws};
pub(crate) use crate::model::operands::constant_text;
pub(crate) use crate::model::site::Site;
pub(crate) use crate::model::state::Facts;
pub(crate) use crate::model::*;
pub(crate) use crate::ops::{HlOperation, var};
pub(crate) use flowmodel::{Hl, HlConst, HlOp, HostRef, SpaceOperation, VarId};
pub(crate) use std::rc::Rc;
