"""Text of characters below 256 is converted when it is encoded as UTF-8 in programs of Python 3."""

def entry_point(argv):
    print(repr(A), repr(B), A[2], B[0])
    n = 239 + len(argv) - 1
    for s in ["na" + chr(n) + "ve", "na\xefve", "plain", "\u00e9"]:
        b = s.encode("utf-8")
        print(f"{len(b)} {repr(b)} {repr(s.encode())}")
    print(f"{chr(n).encode('latin-1')!r}")
    return 0

A = "na\xefve".encode("utf-8")
B = chr(200).encode("utf-8")

def target(driver, args):
    return entry_point, None
