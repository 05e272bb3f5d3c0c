//! Functions of C's `<math.h>` that Rust's library lacks, or computes in a way of its own: translated programs and
//! CPython have the C library's results, to the last bit.

macro_rules! of_c {
    ($($name:ident)*) => {
        mod c {
            unsafe extern "C" {
                $(pub safe fn $name(x: f64) -> f64;)*
            }
        }
        $(
            #[doc = concat!("`", stringify!($name), "` of the C library.")]
            pub fn $name(x: f64) -> f64 {
                c::$name(x)
            }
        )*
        /// The function of a name, if it is one of these.
        pub fn function(name: &str) -> Option<fn(f64) -> f64> {
            match name {
                $(stringify!($name) => Some($name),)*
                _ => None,
            }
        }
    };
}

of_c! { asinh acosh atanh expm1 log1p erf erfc exp2 }
