# bench 800000 short 15000 test 10
# Lines of comma-separated values: split, changed, joined again.
def main(n) {
    line = "one, two ,three,4,five;6, seven";
    total = 0;
    i = 0;
    while i < n {
        fields = split(replace(line, ";", ","), ",");
        out = list();
        j = 0;
        while j < len(fields) {
            field = strip(fields[j]);
            if starts(field, "t", 0) { field = upper(field); }
            append(out, field & i % 10);
            j = j + 1;
        }
        joined = join(out, "|");
        total = total + len(joined);
        i = i + 1;
    }
    print(joined);
    return total;
}
