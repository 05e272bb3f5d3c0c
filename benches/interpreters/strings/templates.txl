# bench 500000 short 6000 test 20
# Fills in templates: `$name` is replaced by the value in a dictionary.
def letter(c) { return c >= "a" and c <= "z"; }

def fill(template, values) {
    out = buffer();
    at = 0;
    while at < len(template) {
        next = find(template, "$", at);
        if next < 0 {
            append(out, template[at:len(template)]);
            return str(out);
        }
        append(out, template[at:next]);
        end = next + 1;
        while end < len(template) and letter(template[end]) { end = end + 1; }
        append(out, values[template[next + 1:end]]);
        at = end;
    }
    return str(out);
}

def main(n) {
    values = dict();
    total = 0;
    i = 0;
    while i < n {
        values["name"] = "user" & i % 100;
        values["count"] = str(i % 7);
        values["thing"] = "message";
        text = fill("Dear $name, you have $count new $thing(s). Bye, $name!", values);
        total = total + len(text);
        i = i + 1;
    }
    print(text);
    return total;
}
