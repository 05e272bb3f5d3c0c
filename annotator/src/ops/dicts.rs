//! Methods of dicts that are written in the language (`rlib/builtins/dicts.py`), and of defaultdict, OrderedDict and Counter.

use super::*;
use crate::{ArgSource, CallArgs, CallShape, DictKind};

impl Annotator {
    /// `None`: the method is not one of these.
    pub(super) fn other_dict_method(
        &mut self,
        name: &str,
        this: &SomeValue,
        d: DictDefId,
        args: &CallArgs,
    ) -> Option<AResult> {
        let n = args.positional.len();
        let counter = self.dict_def(d).kind == DictKind::Counter;
        let f = match name {
            "update" if counter => {
                return Some(self.counter_update("counter_update", this, args));
            }
            "subtract" if counter => {
                return Some(self.counter_update("counter_subtract", this, args));
            }
            "most_common" if counter => "most_common",
            "elements" if counter => "elements",
            "total" if counter => "total",
            "update" => return self.dict_update(this, d, args),
            "popitem" if n + args.keywords.len() == 1 => "popitem_from",
            "move_to_end" => "move_to_end_",
            _ => return None,
        };
        Some(self.call_library_method("dicts", f, this, args))
    }

    fn counter_update(&mut self, f: &str, this: &SomeValue, args: &CallArgs) -> AResult {
        let by_counts =
            matches!(args.positional.first(), Some((s, _)) if matches!(s.kind, Kind::Dict(_)));
        let f = if by_counts { format!("{f}_counts") } else { f.to_string() };
        self.call_library_method("dicts", &f, this, args)
    }

    /// `update()`: with a dict of the same kind, and keywords, natively.
    fn dict_update(&mut self, this: &SomeValue, d: DictDefId, args: &CallArgs) -> Option<AResult> {
        if args.positional.len() > 1 {
            return None;
        }
        let known = |s: &SomeValue| matches!(s.kind, Kind::Dict(_));
        match args.positional.first() {
            Some((s, _)) if !known(s) => {
                let f = if args.keywords.is_empty() {
                    "update_pairs"
                } else {
                    return Some(Err(self
                        .error("unsupported", "update() with pairs and keywords at once")
                        .note("call it twice")));
                };
                Some(self.call_library_method("dicts", f, this, args))
            }
            Some((s, _))
                if let Kind::Dict(e) = s.kind
                    && self.dict_def(e).kind != self.dict_def(d).kind
                    && args.keywords.is_empty() =>
            {
                Some(self.call_library_method("dicts", "update_dict", this, args))
            }
            _ if args.keywords.is_empty() => None,
            from => Some((|| {
                if let Some((s, _)) = from
                    && let Kind::Dict(e) = s.kind
                {
                    self.merge_dicts(d, e)?;
                }
                self.generalize_key(d, &SomeValue::STR)?;
                for (_, s, _) in &args.keywords {
                    self.generalize_value(d, s)?;
                }
                Ok(SomeValue::NONE)
            })()),
        }
    }

    /// The dict definition of this operation, of a kind.
    pub(crate) fn site_dict_of(&mut self, kind: DictKind) -> DictDefId {
        let d = self.site_dict();
        let d = self.find_dict(d);
        let def = &mut self.dicts[d];
        if def.key.is_impossible() && def.readers.is_empty() && def.kind == DictKind::Plain {
            def.kind = kind;
        }
        d
    }

    /// A call of a function of `dicts.py` that gives a dict.
    pub(crate) fn dict_from(
        &mut self,
        f: &str,
        positional: Vec<(SomeValue, ArgSource)>,
    ) -> AResult {
        let shape = CallShape { pos: positional.len(), ..CallShape::default() };
        self.call_library("dicts", f, CallArgs { positional, keywords: vec![], shape })
    }
}
