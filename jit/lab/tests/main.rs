//! All tests of the package, in one executable.

mod random;
mod untranslated;
