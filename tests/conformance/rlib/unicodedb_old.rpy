# Two versions of the character database in one program: what 3.2.0 knows, and what came later.
from rpython.rlib.unicodedata import unicodedb, unicodedb_3_2_0


class Database(object):
    def __init__(self, db):
        self.version = db.version
        self.category = db.category
        self.bidirectional = db.bidirectional
        self.decimal = db.decimal
        self.numeric = db.numeric
        self.decomposition = db.decomposition
        self.composition = db.composition
        self.name = db.name

    def digit_value(self, code):
        try:
            return self.decimal(code)
        except KeyError:
            return -1

    def name_of(self, code):
        try:
            return self.name(code)
        except KeyError:
            return "none"


OLD = Database(unicodedb_3_2_0)
NEW = Database(unicodedb)


def entry_point(argv):
    print(OLD.version, NEW.version > OLD.version)
    for db in [OLD, NEW]:
        counts = {}
        for code in range(0x3000 + len(argv) - 1):
            c = db.category(code)
            counts[c] = counts.get(c, 0) + 1
        print(counts["Ll"], counts["Nd"], counts["So"], counts["Cn"] if "Cn" in counts else 0)
        print(db.category(0x221), db.bidirectional(0x66b), db.digit_value(0xb2), db.digit_value(0x664), db.digit_value(0x7c3))
        print(db.decomposition(0xe9), db.decomposition(0x1d2c) == "", db.name_of(0x20ac), db.name_of(0x20b9), db.composition(0x65, 0x301))
    return 0


def target(driver, args):
    return entry_point, None
