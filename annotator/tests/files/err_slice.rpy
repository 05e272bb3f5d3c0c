# annotate: main(str, int)
def main(s, n):
    return s[::0]
