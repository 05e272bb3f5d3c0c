//! Iterators, and what containers give when they are iterated over.

use crate::prelude::*;
use flowspace::host::generation;

impl Annotator {
    pub(crate) fn op_iter(&mut self, site: Site, op: &Op, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Iterator { .. } => Ok(s.clone()),
            Kind::Set(_) => {
                self.warn(
                    site,
                    "set-order",
                    "a set is iterated over in the order of insertion; CPython has another order",
                    "where the order matters, iterate over sorted(…)",
                );
                let container = Rc::new(self.iterable(site, s)?);
                Ok(Kind::Iterator { container, variant: IterVariant::Items }.into())
            }
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Deque(_)
            | Kind::String { .. }
            | Kind::Char
            | Kind::Unicode { .. }
            | Kind::UniChar
            | Kind::Tuple(_)
            | Kind::ByteArray => {
                let container = Rc::new(self.iterable(site, s)?);
                Ok(Kind::Iterator { container, variant: IterVariant::Items }.into())
            }
            Kind::Instance { .. } => self.call_special(site, s, "__iter__", vec![]),
            _ => Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
    }

    /// The container that an iterator walks over: for a tuple, a list of its items.
    pub(crate) fn iterable(&mut self, site: Site, s: &SomeValue) -> AResult {
        let Kind::Tuple(items) = &s.kind else { return Ok(s.without_const()) };
        self.tuple_as_list(site, items).map_err(|e| {
            self.union_at(site, e, "the items of the tuple that is iterated over", &[])
        })
    }

    /// Item of a container that is iterated over.
    pub(crate) fn iter_item(
        &mut self,
        site: Site,
        container: &SomeValue,
        variant: IterVariant,
    ) -> AResult {
        let item = match &container.kind {
            Kind::List(l) | Kind::Deque(l) => self.read_list(site, *l),
            Kind::String { .. } | Kind::Char => SomeValue::CHAR,
            Kind::Unicode { .. } | Kind::UniChar => SomeValue::UNICHAR,
            Kind::ByteArray => SomeValue::NONNEG,
            Kind::Tuple(iterators) if variant == IterVariant::Zip => {
                let mut items = vec![];
                for it in iterators.clone().iter() {
                    items.push(self.iter_item(site, it, IterVariant::Items)?);
                }
                if items.iter().any(|i| i.is_impossible()) {
                    return Ok(SomeValue::IMPOSSIBLE);
                }
                return Ok(SomeValue::tuple(items));
            }
            Kind::Tuple(items) => {
                let items = items.clone();
                let mut u = SomeValue::IMPOSSIBLE;
                for i in items.iter() {
                    u = self.union(site, &u, &i.without_const())?;
                }
                u
            }
            Kind::Set(d) => self.read_dict(site, *d).0,
            Kind::Dict(d) => {
                let (k, v) = self.read_dict(site, *d);
                return Ok(match variant {
                    IterVariant::Items
                    | IterVariant::Keys
                    | IterVariant::Reversed
                    | IterVariant::Zip => k,
                    IterVariant::Values => v,
                    IterVariant::KeyValues => {
                        if k.is_impossible() || v.is_impossible() {
                            SomeValue::IMPOSSIBLE
                        } else {
                            SomeValue::tuple(vec![k, v])
                        }
                    }
                    IterVariant::Enumerate => {
                        if k.is_impossible() {
                            SomeValue::IMPOSSIBLE
                        } else {
                            SomeValue::tuple(vec![SomeValue::NONNEG, k])
                        }
                    }
                });
            }
            Kind::Iterator { container, variant: v } => {
                let (c, v) = (container.clone(), *v);
                self.iter_item(site, &c, v)?
            }
            Kind::Instance { .. } => {
                return self.call_special(site, container, "next", vec![]);
            }
            _ => {
                return Err(self.error(
                    site,
                    "not-iterable",
                    format!("{} cannot be iterated over", self.show(container)),
                ));
            }
        };
        Ok(match variant {
            IterVariant::Enumerate if !item.is_impossible() => {
                SomeValue::tuple(vec![SomeValue::NONNEG, item])
            }
            _ => item,
        })
    }

    pub(crate) fn op_next(&mut self, site: Site, op: &Op, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Iterator { container, variant } => {
                let (c, v) = (container.clone(), *variant);
                self.iter_item(site, &c, v)
            }
            Kind::Instance { class, .. } => {
                let c = self.classdefs[*class].host;
                let has = |name| hv::class_lookup(&self.host, c, name).is_some();
                let two = generation::program_python(&self.host) == flowspace::Python::Two;
                let name = match has("next") || two && !has("__next__") {
                    true => "next",
                    false => "__next__",
                };
                self.call_special(site, s, name, vec![])
            }
            _ => Err(self.bad_operands(site, op.op, std::slice::from_ref(s))),
        }
    }
}
