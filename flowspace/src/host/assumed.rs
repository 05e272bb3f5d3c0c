//! Reads from containers of import time that the flow space has done: what they give, and whether they still would.

use crate::host::for_flow::{AssumedRead, Question, ReadPlace};
use crate::host::object::Host;
use crate::host::{HostRef, items};
use flowmodel::diag::Span;
use flowmodel::operators::CompareOp;

/// Reads a container that is made at import time.
pub(crate) fn read_container(
    host: &mut Host,
    container: HostRef,
    question: Question,
) -> Option<HostRef> {
    match question {
        Question::Contains(key) => host.compare(CompareOp::In, key, container).ok(),
        Question::Item(key) => items::getitem(host, container, key).ok(),
        Question::Len => items::len(host, container).ok().map(|n| host.int(n as i64)),
    }
}

/// Says whether a read would give the same now. It does not, if a function that ran since then (one with
/// `@specialize.memo()`, say) has changed the container.
pub fn still_holds(host: &mut Host, read: &AssumedRead) -> bool {
    match read_container(host, read.container, read.question) {
        Some(now) => host.same(now, read.value) || host.to_const(now) == host.to_const(read.value),
        None => false,
    }
}

/// A place by its file's path.
pub fn place_of(host: &Host, span: Span) -> ReadPlace {
    let sources = host.sources.borrow();
    let path = sources.get(span.file).map_or("", |f| &*f.path);
    (path.into(), span.start, span.end)
}
