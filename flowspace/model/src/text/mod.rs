//! The textual form of graphs and programs. It prints and parses: `print(parse(print(x))) == print(x)`.
//!
//! ```text
//! level rtyped
//! struct #Tuple2 gc { item0: Signed, item1: Signed }
//! graph @pair(%x0: Signed, %y1: Signed) -> Signed {
//! block0(%x0, %y1):
//!     %t2: *#Tuple2 = malloc #Tuple2
//!     setfield %t2, .item0, %x0
//!     %s3: Signed = int_add_ovf %x0, %y1
//!     catch -> block1(%t2, %s3), $OverflowError(%etype4, %evalue5) -> raise(%etype4, %evalue5)
//! block1(%t6: *#Tuple2, %s7: Signed):
//!     %r8: Signed = getfield %t6, .item0
//!     return %r8
//! }
//! ```
//! Terminators: `goto T`, `if %c then T else T`, `switch %v: 1 -> T, 2 -> T, default -> T`,
//! `catch -> T, $Class(%type, %value) -> T`, with `T` = `blockN(args)`, `return(v)` or `raise(t, v)`;
//! `return v` and `raise t, v` alone are short for a `goto`.
//! Variables are named by a hint and a number in order of appearance; blocks by depth-first preorder.

mod error;
mod hl;
mod lexer;
mod parse;
mod print;

pub use error::ParseError;
pub use hl::{HlNames, parse_hl_graph, print_hl_graph, print_hl_graph_with};
pub use lexer::sigil_name;
pub use parse::parse_program;
pub use print::{Names, Notes, print_graph, print_graph_with, print_program};
