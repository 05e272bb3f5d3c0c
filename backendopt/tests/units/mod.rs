//! Tests of single modules. They are not in the modules: the package would be compiled once more for them.

mod inline;
mod manager;
