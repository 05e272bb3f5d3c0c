# bench 8000000 short 100000 test 60 main
# Cuts words out of a text by their places, counts them in a dictionary, and makes a line for each.
def main(n) {
    text = "the quick brown fox jumps over the lazy dog and the cat sees the dog run over the hill ";
    counts = dict();
    start = 0;
    i = 0;
    letters = 0;
    while i < n {
        end = find(text, " ", start);
        word = text[start:end];
        if has(counts, word) { counts[word] = counts[word] + 1; } else { counts[word] = 1; }
        letters = letters + len(word);
        start = end + 1;
        if start >= len(text) { start = 0; }
        i = i + 1;
    }
    names = keys(counts);
    lines = list();
    i = 0;
    while i < len(names) {
        append(lines, names[i] & "=" & counts[names[i]]);
        i = i + 1;
    }
    print(join(lines, " "));
    return letters;
}
