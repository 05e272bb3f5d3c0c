//! Files that a C compiler or linker did not find, and the packages that have them.

/// A header, the library that is linked with it, and their package in Debian and in Fedora. A header that ends with `/` stands for
/// all of that folder.
const PACKAGES: [(&str, &str, &str, &str); 31] = [
    ("GL/", "GL", "libgl-dev", "mesa-libGL-devel"),
    ("SDL/", "SDL", "libsdl1.2-dev", "SDL-devel"),
    ("SDL2/", "SDL2", "libsdl2-dev", "SDL2-devel"),
    ("X11/", "X11", "libx11-dev", "libX11-devel"),
    ("bzlib.h", "bz2", "libbz2-dev", "bzip2-devel"),
    ("crypt.h", "crypt", "libcrypt-dev", "libxcrypt-devel"),
    ("curl/", "curl", "libcurl4-openssl-dev", "libcurl-devel"),
    ("curses.h", "curses", "libncurses-dev", "ncurses-devel"),
    ("event2/", "event", "libevent-dev", "libevent-devel"),
    ("expat.h", "expat", "libexpat1-dev", "expat-devel"),
    ("ffi.h", "ffi", "libffi-dev", "libffi-devel"),
    ("gc.h", "gc", "libgc-dev", "gc-devel"),
    ("gc/", "gc", "libgc-dev", "gc-devel"),
    ("gdbm.h", "gdbm", "libgdbm-dev", "gdbm-devel"),
    ("gmp.h", "gmp", "libgmp-dev", "gmp-devel"),
    ("libunwind.h", "unwind", "libunwind-dev", "libunwind-devel"),
    ("lzma.h", "lzma", "liblzma-dev", "xz-devel"),
    ("ncurses.h", "ncurses", "libncurses-dev", "ncurses-devel"),
    ("openssl/", "crypto", "libssl-dev", "openssl-devel"),
    ("openssl/ssl.h", "ssl", "libssl-dev", "openssl-devel"),
    ("panel.h", "panel", "libncurses-dev", "ncurses-devel"),
    ("pcre.h", "pcre", "libpcre3-dev", "pcre-devel"),
    ("pcre2.h", "pcre2-8", "libpcre2-dev", "pcre2-devel"),
    ("readline/", "readline", "libreadline-dev", "readline-devel"),
    ("sqlite3.h", "sqlite3", "libsqlite3-dev", "sqlite-devel"),
    ("tcl.h", "tcl", "tcl-dev", "tcl-devel"),
    ("term.h", "tinfo", "libncurses-dev", "ncurses-devel"),
    ("tk.h", "tk", "tk-dev", "tk-devel"),
    ("uv.h", "uv", "libuv1-dev", "libuv-devel"),
    ("yaml.h", "yaml", "libyaml-dev", "libyaml-devel"),
    ("zlib.h", "z", "zlib1g-dev", "zlib-devel"),
];

/// The header or library that gcc, clang or a linker says in its output that it did not find, with its package where that is known.
pub fn not_found(output: &str) -> Option<String> {
    output.lines().find_map(|line| {
        if let Some(name) = header(line) {
            return Some(said("the header", name, |p| {
                name == p.0 || p.0.ends_with('/') && name.starts_with(p.0)
            }));
        }
        library(line).map(|name| said("the C library", name, |p| p.1 == name))
    })
}

fn said(kind: &str, name: &str, is: impl Fn(&(&str, &str, &str, &str)) -> bool) -> String {
    let package = match PACKAGES.iter().find(|p| is(p)) {
        Some((_, _, debian, fedora)) => format!(" (package {debian} or {fedora})"),
        None => String::new(),
    };
    format!("{kind} {name} is not installed{package}")
}

/// `x.c:1:10: fatal error: NAME: No such file or directory` of gcc, `… error: 'NAME' file not found` of clang.
fn header(line: &str) -> Option<&str> {
    let told = line.split_once("error: ")?.1;
    told.strip_suffix(": No such file or directory")
        .or_else(|| told.strip_prefix('\'')?.strip_suffix("' file not found"))
}

/// `ld: cannot find -lNAME` with or without a reason behind it, or lld's `unable to find library -lNAME`.
fn library(line: &str) -> Option<&str> {
    const BEFORE: [&str; 2] = ["cannot find -l", "unable to find library -l"];
    let told = BEFORE.iter().find_map(|b| line.split_once(b))?.1;
    Some(told.split([':', ' ']).next().unwrap_or(told))
}

#[cfg(test)]
mod tests {
    use super::not_found;

    #[test]
    fn what_compilers_and_linkers_say() {
        let none: Option<&str> = None;
        for (output, expected) in [
            (
                "x.c:3:10: fatal error: pcre.h: No such file or directory\ncompilation terminated.",
                Some("the header pcre.h is not installed (package libpcre3-dev or pcre-devel)"),
            ),
            (
                "a.c: In function 'main':\nx.c:1:10: fatal error: 'SDL2/SDL.h' file not found",
                Some("the header SDL2/SDL.h is not installed (package libsdl2-dev or SDL2-devel)"),
            ),
            (
                "fatal error: my/own.h: No such file or directory",
                Some("the header my/own.h is not installed"),
            ),
            (
                "/usr/bin/ld: cannot find -lz: No such file or directory\ncollect2: error: ld returned 1 exit status",
                Some("the C library z is not installed (package zlib1g-dev or zlib-devel)"),
            ),
            (
                "ld.lld: error: unable to find library -lown",
                Some("the C library own is not installed"),
            ),
            ("x.c:1:1: error: unknown type name 'foo'", none),
        ] {
            assert_eq!(not_found(output).as_deref(), expected);
        }
    }
}
