//! Commands as users write them: `gcc -m64`, `ccache ./my-cc`, `'/a path/cc' -O1`.

/// The header that C sources of RPython programs include for their machine words and visibilities: its name, and its text.
/// Whoever compiles such sources writes it, and [`OTHER_HEADERS`], where the compiler looks.
pub const PRECOMMONDEFS: (&str, &str) =
    ("src/precommondefs.h", include_str!("../../../rlib/rpython/translator/c/src/precommondefs.h"));

/// Further headers of RPython that such sources name: what is used of them is the same.
pub const OTHER_HEADERS: [(&str, &str); 4] = [
    ("src/mem.h", INCLUDES_IT),
    ("src/support.h", INCLUDES_IT),
    ("src/g_prerequisite.h", INCLUDES_IT),
    ("src/exception.h", INCLUDES_IT),
];

const INCLUDES_IT: &str =
    "#include \"precommondefs.h\"\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// The words: separated by white space, which quotes and backslashes protect as in shells.
pub fn words(text: &str) -> Vec<String> {
    let mut all = vec![];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\\', None | Some('"')) => {
                word.get_or_insert_default().extend(chars.next());
            }
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => all.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    all.extend(word);
    all
}

/// A text whose [`words`] these are, also for shells.
pub fn join(words: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%".contains(c);
    let quoted = words.iter().map(|w| match !w.is_empty() && w.chars().all(plain) {
        true => w.clone(),
        false => format!("'{}'", w.replace('\'', r"'\''")),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// The command, to be run in another folder: words that are paths of files, like `./cc`, are made absolute.
pub fn from_here(text: &str) -> String {
    let fix = |w: String| match w.contains('/') && std::path::Path::new(&w).is_file() {
        true => std::path::absolute(&w).map_or(w, |p| p.display().to_string()),
        false => w,
    };
    join(&words(text).into_iter().map(fix).collect::<Vec<_>>())
}

/// The C compiler: what the user says, `$CC`, or `cc`.
pub fn c_compiler(said: Option<&str>) -> String {
    let variable = std::env::var("CC").ok();
    let mut named = [said, variable.as_deref()].into_iter().flatten();
    from_here(named.find(|c| !c.trim().is_empty()).unwrap_or("cc"))
}
