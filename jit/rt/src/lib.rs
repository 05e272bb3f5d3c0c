//! jitrt
