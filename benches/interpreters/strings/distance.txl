# bench 80000 short 800 test 3
# Edit distance of two words, with a row of numbers in a list.
def distance(a, b) {
    row = list();
    j = 0;
    while j <= len(b) { append(row, j); j = j + 1; }
    i = 1;
    while i <= len(a) {
        corner = row[0];
        row[0] = i;
        c = a[i - 1];
        j = 1;
        while j <= len(b) {
            best = corner;
            if c != b[j - 1] {
                best = best + 1;
                if row[j] + 1 < best { best = row[j] + 1; }
                if row[j - 1] + 1 < best { best = row[j - 1] + 1; }
            }
            corner = row[j];
            row[j] = best;
            j = j + 1;
        }
        i = i + 1;
    }
    return row[len(b)];
}

def main(n) {
    sum = 0;
    i = 0;
    while i < n {
        sum = sum + distance("kitten" & i % 10, "sitting") + distance("saturday", "sunday" & i % 3);
        i = i + 1;
    }
    return sum;
}
