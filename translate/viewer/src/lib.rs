//! Pages for looking at translations and at traces: one file of HTML each, which needs no network.
//!
//! * [`Book`]: graphs at all stages, filled from dumps ([`Book::read`]) or while translating ([`Book::text`]);
//! * [`traces::page`]: what a program's JIT logged.
//!
//! The viewer reads texts (docs/TEXT-FORMAT.md), never the stages themselves. A page has the texts compressed; its
//! scripts, in the folder `page`, cut a graph into blocks, lay it out and draw it when it is opened.

mod book;
mod html;
mod names;
pub mod traces;

pub use book::{Book, Source};
