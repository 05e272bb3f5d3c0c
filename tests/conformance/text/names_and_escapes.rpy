# Identifiers that look alike are one (NFKC), and characters by their names.
ﬁ = 1
ﬁ += 1
ｆｕｌｌ = 3
µ = 5                                   # the micro sign is a mu


class A(object):
    def __init__(self):
        self.ºname = 4

    def ℌello(self, *, ªx=1):
        return self.oname + ax


def entry_point(argv):
    print(fi, full, μ, A().Hello(ax=7), A().Hello(ªx=1), getattr(A(), "oname"))
    text = u"\N{EM DASH}\N{greek small letter alpha}\N{HANGUL SYLLABLE GAG}\N{LINE FEED}\N{CJK UNIFIED IDEOGRAPH-4E00}"
    print(text)
    print("\N{LATIN SMALL LETTER E WITH ACUTE}", "a\N{DIGIT ONE}b", f"\N{DIGIT TWO}{fi}\N{DIGIT THREE}")
    print(r"\N{x}", len(r"\u12"))
    return 0


def target(driver, args):
    return entry_point, None
