//! optimizeopt
