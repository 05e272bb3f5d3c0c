"""Standard modules that programs use while they are imported: tables from texts, settings, checksums, modules and functions made by
calls, debuggers and line editors that are only named."""
import base64
import binascii
import csv
import linecache
import os
import pdb
import readline
import resource
import sys
import tempfile
import types

from rpython.rlib.objectmodel import we_are_translated

try:
    from ConfigParser import SafeConfigParser as Settings, NoOptionError
except ImportError:
    from configparser import ConfigParser as Settings, NoOptionError
try:
    from Queue import Queue, LifoQueue, Empty
except ImportError:
    from queue import Queue, LifoQueue, Empty
try:
    import new
    make_function = new.function
except ImportError:
    make_function = types.FunctionType
try:
    import exceptions
    KnownError = exceptions.KeyError
except ImportError:
    KnownError = KeyError
try:
    from commands import getoutput
except ImportError:
    from subprocess import getoutput


def text_of(data):
    return data if isinstance(data, str) else data.decode("latin-1")


def data_of(text):
    return text if isinstance("a", bytes) else text.encode("latin-1")


TABLE = '''name;code;note
push;1;"puts; and more"
"say ""hi""";2;
add;3;"two
lines"
'''
OPCODES = [(row["name"], int(row["code"]), row["note"]) for row in csv.DictReader(TABLE.splitlines(True), delimiter=";")]
PLAIN = list(csv.reader(["a,b,,c", '"x,y",z']))


class Lines(object):
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text


OUT = Lines()
csv.writer(OUT, lineterminator="\n").writerows([["a", 1, "b,c"], ['q"', None, 2.5]])

settings = Settings({"home": "/usr"})
handle, path = tempfile.mkstemp()
os.close(handle)
with open(path, "w") as f:
    f.write("# options\n[Build]\nlevel = 2\npath: %(home)s/lib\njit=yes\n[Names]\nfirst = one\n two\n")
FOUND = len(settings.read([path, "/no/such/file.ini"]))
SECOND = linecache.getline(path, 2)
os.remove(path)
LEVEL = settings.getint("Build", "level")
LIB = settings.get("Build", "PATH")
JIT = settings.getboolean("Build", "jit")
FIRST = settings.get("Names", "first")
SECTIONS = settings.sections()
try:
    settings.get("Build", "missing")
    MISSING = False
except NoOptionError:
    MISSING = settings.has_option("Names", "first") and not settings.has_section("Other")

BLOB = text_of(base64.b64decode(data_of("AAECA/8=")))
ENCODED = [text_of(base64.b64encode(data_of(t))) for t in ["", "a", "ab", "abc", "\xff\xfe"]]
HEXED = text_of(binascii.hexlify(data_of("\x00\x7fz"))) + text_of(binascii.unhexlify("4142"))
CRC = binascii.crc32(data_of("the quick brown fox"))
UNAME = getoutput("echo made of $((2 + 3)) words")


def template(x):
    return x + offset                                   # `offset` is of the namespace that the function gets


offset = 1
shifted = [make_function(template.__code__, {"offset": n}, "shifted_%d" % n) for n in (10, 20)]
NAMES = [f.__name__ for f in shifted]
LIMIT = len(resource.getrlimit(resource.RLIMIT_STACK))

pending = Queue()
stack = LifoQueue()
for item in [3, 1, 2]:
    pending.put(item)
    stack.put_nowait(item)
ORDER = []
while not pending.empty():
    ORDER.append(pending.get() * 10 + stack.get_nowait())
try:
    pending.get_nowait()
except Empty:
    ORDER.append(-1)


def complete(text, state):
    return None


if "--shell" in sys.argv:
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def check(n):
    if n < 0:
        if not we_are_translated():
            pdb.set_trace()
        raise KnownError("negative")
    return n


def entry_point(argv):
    for name, code, note in OPCODES:
        print("%s %d %s" % (name, code, note.replace("\n", "|")))
    for row in PLAIN:
        print("/".join(row))
    print(OUT.text)
    print("%d %d %s %s %s %s" % (FOUND, LEVEL, LIB, JIT, FIRST.replace("\n", "|"), " ".join(SECTIONS)))
    print("%s %s" % (MISSING, SECOND.strip()))
    print(" ".join([str(ord(c)) for c in BLOB]) + " " + " ".join(ENCODED))
    print(HEXED + " " + str(CRC))
    print(UNAME)
    print(str(shifted[0](5) + shifted[1](5)) + " " + " ".join(NAMES) + " %d" % LIMIT)
    print(" ".join([str(n) for n in ORDER]))
    try:
        check(argv.index("x") if "x" in argv else check(3) - 3)
        print("checked")
    except KeyError:
        print("never")
    return 0


def target(driver, args):
    return entry_point, None
