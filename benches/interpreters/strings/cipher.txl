# bench 200000 short 1500 test 6
# Shifts the letters of a text, one character after the other, into a buffer; and back.
def shift(text, by) {
    out = buffer();
    i = 0;
    while i < len(text) {
        c = text[i];
        if c >= "a" and c <= "z" {
            append(out, chr((ord(c) - 97 + by) % 26 + 97));
        } else {
            append(out, c);
        }
        i = i + 1;
    }
    return str(out);
}

def main(n) {
    secret = "attack at dawn, or whenever the coffee is ready";
    i = 0;
    while i < n {
        coded = shift(secret, i % 26);
        plain = shift(coded, 26 - i % 26);
        if plain != secret { return "broken"; }
        i = i + 1;
    }
    return coded & " / " & plain;
}
