# bench 8000000 short 150000 test 200
# Keys that are computed: a dictionary with a few hundred texts.
def main(n) {
    seen = dict();
    i = 0;
    while i < n {
        key = "k" & i * 7 % 500;
        if has(seen, key) { seen[key] = seen[key] + i; } else { seen[key] = i; }
        i = i + 1;
    }
    return len(seen) & " " & seen["k7"] & " " & seen["k499"];
}
