//! Protocols of objects: what can be asked of any one. Any operation may run code of the program, and that code may do anything: so the files
//! that say what happens call each other through these methods.

use super::*;

impl Host {
    /// Calls any callable.
    #[inline]
    pub fn call(&mut self, f: HostRef, args: &[HostRef], kw: &Kw) -> R {
        call::call(self, f, args, kw)
    }

    /// `getattr(r, name)`
    #[inline]
    pub fn getattr(&mut self, r: HostRef, name: &str) -> R {
        attrs::getattr(self, r, name)
    }

    /// `getattr(r, name)`, `None` if there is no such attribute.
    #[inline]
    pub fn getattr_opt(&mut self, r: HostRef, name: &str) -> R<Option<HostRef>> {
        attrs::getattr_opt(self, r, name)
    }

    /// `setattr(r, name, value)`
    #[inline]
    pub fn setattr(&mut self, r: HostRef, name: &str, value: HostRef) -> R<()> {
        attrs::setattr(self, r, name, value)
    }

    /// Truth value of an object.
    #[inline]
    pub fn is_true(&mut self, r: HostRef) -> R<bool> {
        ops::is_true(self, r)
    }

    /// `iter(r)`
    #[inline]
    pub fn iter(&mut self, r: HostRef) -> R {
        iter::of(self, r)
    }

    /// The next item of an iterator, `None` at its end.
    #[inline]
    pub fn iter_next(&mut self, it: HostRef) -> R<Option<HostRef>> {
        iter::next(self, it)
    }

    /// All items of an iterable.
    #[inline]
    pub fn iter_to_vec(&mut self, r: HostRef) -> R<Vec<HostRef>> {
        iter::to_vec(self, r)
    }

    /// `a == b` as a truth value.
    #[inline]
    pub fn eq(&mut self, a: HostRef, b: HostRef) -> R<bool> {
        order::eq(self, a, b)
    }

    /// `hash(r)`
    #[inline]
    pub fn hash(&mut self, r: HostRef) -> R<i64> {
        order::hash(self, r)
    }

    /// The result of a comparison.
    #[inline]
    pub fn compare(&mut self, op: CompareOp, a: HostRef, b: HostRef) -> R {
        order::compare(self, op, a, b)
    }

    /// `repr(r)` as text.
    #[inline]
    pub fn repr(&mut self, r: HostRef) -> R<String> {
        repr::repr(self, r)
    }

    /// `str(r)` as text.
    #[inline]
    pub fn str_of(&mut self, r: HostRef) -> R<String> {
        repr::str_of(self, r)
    }

    /// The module of that name, which is imported if it is not there yet.
    pub fn import(&mut self, name: &str) -> R {
        import::module(self, None, name, 0, &[], true)
    }
}
