# short 30 test 4
# A very short run.
def main(n) {
    s = "";
    i = 0;
    while i < n { s = s & chr(97 + i % 26); i = i + 1; }
    print("hello, " & upper(s[0:5]));
    return s;
}
