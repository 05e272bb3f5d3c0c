//! The exceptions of the program.

use crate::state::repr::ReprId;
use annotator::ClassDefId;
use flowmodel::{Const, FuncId, ObjId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A prebuilt exception with arguments: object, class, kind, text, word.
pub(crate) type Made = (ObjId, ClassDefId, i64, Option<Const>, Option<Const>);

/// The exceptions of the program.
#[derive(Default)]
pub(crate) struct Exceptions {
    /// Prebuilt ones with arguments.
    pub made: Vec<Made>,
    /// The values of `exc_kind` that say what exceptions made by the program remember.
    pub kinds: FxHashSet<i64>,
    /// Functions that make the texts of keys.
    pub key_texts: FxHashMap<ReprId, Option<FuncId>>,
}
