//! Names that were perhaps mistyped.

/// The name among `known` that `wrong` may have been meant to be.
pub fn similar<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match wrong.len() {
        0..=2 => return None,
        3..=7 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .filter(|k| *k != wrong)
        .map(|k| (distance(wrong, k), k))
        .filter(|(n, _)| *n <= limit)
        .min()
        .map(|x| x.1)
}

/// Number of characters to insert, delete, replace or swap with the next one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let same = usize::from(a[i - 1] != b[j - 1]);
                    let mut n =
                        (rows[i - 1][j - 1] + same).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        n = n.min(rows[i - 2][j - 2] + 1);
                    }
                    n
                }
            };
        }
    }
    rows[a.len()][b.len()]
}
