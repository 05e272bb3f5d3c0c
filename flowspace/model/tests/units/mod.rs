//! Tests of single modules. They are not in the modules: the package would be compiled once more for them.

mod command;
mod eval;
mod floats;
mod llinterp;
mod operators;
mod places;
mod similar;
mod traceback;
mod values;
