//! The callees of a call. A call that sees what another one sees and more links to the list of the other: a thousand calls of
//! one function to a thousand would have half a million entries otherwise.

use crate::model::*;
use flowmodel::HostRef;
use std::fmt;
use std::rc::Rc;

/// Callees in the order of their numbers. A copy costs nothing.
#[derive(Clone, Default)]
pub struct Targets(Option<Rc<Link>>);

/// A part of the list, and the part before it.
struct Link {
    before: Targets,
    /// Callees of this part; never empty.
    own: Vec<CallTarget>,
    /// Counts the callees, with those before.
    len: usize,
}

/// Says which list of callees it is: equal ids are equal lists, for as long as both exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TargetsId(*const ());

impl Targets {
    /// Counts the callees.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.len)
    }
    /// No callees: the call is of something built in.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
    /// Tells lists apart without a look at what they hold.
    pub fn id(&self) -> TargetsId {
        TargetsId(self.0.as_ref().map_or(std::ptr::null(), |link| Rc::as_ptr(link).cast()))
    }
    /// All callees, in order.
    pub fn iter(&self) -> impl Iterator<Item = &CallTarget> + Clone {
        let mut links = vec![];
        let mut at = self;
        while let Some(link) = &at.0 {
            links.push(link);
            at = &link.before;
        }
        links.into_iter().rev().flat_map(|link| &link.own)
    }
    /// Says whether the list is in one piece.
    pub fn is_flat(&self) -> bool {
        self.0.as_ref().is_none_or(|link| link.before.is_empty())
    }
    /// The list in one piece.
    pub fn flat(&self) -> Targets {
        self.iter().cloned().collect::<Vec<_>>().into()
    }
    /// The first callee.
    pub fn first(&self) -> Option<&CallTarget> {
        self.iter().next()
    }
    /// The callee, if there is just one.
    pub fn only(&self) -> Option<&CallTarget> {
        self.first().filter(|_| self.len() == 1)
    }
    /// Puts callees in, in the place of what stands for the same ones. They are in order.
    pub fn add(&mut self, new: Vec<CallTarget>) {
        let (Some(link), Some(first)) = (&mut self.0, new.first()) else {
            if self.is_empty() {
                *self = new.into();
            }
            return;
        };
        if link.own == new {
            return;
        }
        if link.own.last().is_none_or(|last| last.desc < first.desc) {
            let len = link.len + new.len();
            match Rc::get_mut(link) {
                Some(link) => {
                    link.own.extend(new);
                    link.len = len;
                }
                // Others see the list as it is: it goes on behind it.
                None => self.0 = Some(Rc::new(Link { before: self.clone(), own: new, len })),
            }
            return;
        }
        let mut both = Vec::with_capacity(self.len() + new.len());
        let mut new = new.into_iter().peekable();
        for old in self.iter() {
            while let Some(t) = new.next_if(|t| t.desc < old.desc) {
                both.push(t);
            }
            both.push(new.next_if(|t| t.desc == old.desc).unwrap_or_else(|| old.clone()));
        }
        both.extend(new);
        *self = both.into();
    }
}

impl From<Vec<CallTarget>> for Targets {
    fn from(own: Vec<CallTarget>) -> Targets {
        let len = own.len();
        Targets((len > 0).then(|| Rc::new(Link { before: Targets::default(), own, len })))
    }
}

impl PartialEq for Targets {
    fn eq(&self, other: &Targets) -> bool {
        self.id() == other.id() || (self.len() == other.len() && self.iter().eq(other.iter()))
    }
}

impl fmt::Debug for Targets {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Drop for Link {
    // One link after the other: a chain of many would overflow the stack.
    fn drop(&mut self) {
        let mut at = self.before.0.take();
        while let Some(mut link) = at.take().and_then(Rc::into_inner) {
            at = link.before.0.take();
        }
    }
}

/// Says where an argument of a graph comes from at a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArgSource {
    /// Operand of the call operation, by index in `op.args`.
    Operand(usize),
    /// Item `1` of the tuple in operand `0` (`f(*t)`).
    StarItem(usize, usize),
    /// The default value.
    Default(HostRef),
    /// A default value that is not constant: this attribute of the first argument, a closure.
    ClosureDefault(Rc<str>),
    /// The object that the method is bound to: a prebuilt one, the instance of the method, or the new instance.
    This,
    /// A tuple of values (`*args` of a function that is not given them one by one).
    Tuple(Vec<ArgSource>),
}

/// One possible callee at a call call.
#[derive(Clone, PartialEq, Debug)]
pub struct CallTarget {
    /// The callee as it stands in the PBC.
    pub desc: DescId,
    /// The function called (`__init__` for a class); `None` for a class without `__init__`.
    pub func: Option<DescId>,
    /// Its graph; `None` if there is none (memo functions, classes without `__init__`).
    pub graph: Option<AnnGraphId>,
    /// One source for each parameter of the graph.
    pub args: Rc<[ArgSource]>,
}
