# -*- coding: utf-8 -*-
import binascii

def show(x):
    if isinstance(x, unicode):
        return "u" + x.encode("unicode_escape")
    return "b" + x.encode("hex")

SAMPLES = ["", "ab", "ab\n\\'c", "6162", "616", "zz", "\x00\xff\x80tail", "Hello, World", "YWI=", "YW I\n=", "YWI", "YQ==", "Y=Q==", "YQ=A", "a\\x41\\101\\q\\", "a\\x41\\101\\q\\u0041\\\\u0041\\n", "x" * 100, "\\N{EM DASH}|\\U0001f600", "\\x4"]
TEXTS = [u"", u"ab", u"a\xe9\u20ac", u"tab\t\\", u"\U0001f600", u"\\u0041"]
CODECS = ["hex", "HEX_codec", "base64", "rot13", "rot-13", "string_escape", "string-escape", "unicode_escape", "raw_unicode_escape", "utf-16", "utf-16-le", "utf_16_be", "utf-32", "utf-32-be", "utf-8-sig", "no-such", "utf-8", "latin-1"]

def test(x, method, codec):
    try:
        r = show(getattr(x, method)(codec))
    except LookupError as e:
        r = "LookupError " + str(e)
    except binascii.Error as e:
        r = "binascii.Error " + str(e)
    except UnicodeError:
        r = "UnicodeError"
    except (TypeError, ValueError) as e:
        r = e.__class__.__name__ + " " + str(e)
    print("%s %s %s %s" % (show(x)[:40], method, codec, r))

for codec in CODECS:
    for x in SAMPLES:
        if not (codec in ("utf-8", "latin-1", "rot13", "rot-13", "utf-8-sig", "unicode_escape", "raw_unicode_escape") or codec.startswith("utf")) or max(x + "a") < "\x7f":
            test(x, "encode", codec)
        if not codec.startswith("utf-32") and not codec.startswith("utf-16") and not codec.startswith("utf_"):
            test(x, "decode", codec)
    for t in TEXTS:
        if codec != "string_escape" and codec != "string-escape" and not (codec.startswith("rot")):
            test(t, "encode", codec)
for codec in ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"]:
    for t in TEXTS:
        print(show(t.encode(codec).decode(codec)) == show(t))
for x in SAMPLES:
    print(x.encode("zlib").decode("zlib") == x)
print("x\x9cKL\xe2\x8aQO\x06\x00\x06#\x01\xb4".decode("zlib") == "ab\n\\'c")
