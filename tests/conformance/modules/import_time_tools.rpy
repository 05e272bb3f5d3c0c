"""While a program is imported: programs that run, weak references that die, the collector."""
import gc
import os
import subprocess
import sys
import weakref


class Node(object):
    def __init__(self, name):
        self.name = name
        self.other = None


def check_references():
    found = []
    kept = Node("kept")
    lost = Node("lost")
    pair = Node("first")
    pair.other = Node("second")
    pair.other.other = pair
    refs = [weakref.ref(kept), weakref.ref(lost), weakref.ref(pair), weakref.ref(pair.other)]
    holder = {"kept": kept}
    found.append([r() is not None for r in refs])
    lost = pair = None
    gc.collect()
    found.append([r() is not None for r in refs])
    del kept
    gc.collect()
    found.append([r() is not None for r in refs])

    def later():
        for n in holder.values():
            yield n.name
    names = later()
    holder = None
    gc.collect()
    found.append([r() is not None for r in refs])
    return found, names is not None


FOUND, NAMES = check_references()
WORDS = subprocess.check_output(["echo", "one", "two  three"]).split()
WORDS = [w.decode("ascii") if not isinstance(w, str) else w for w in WORDS]
STATUS = subprocess.call(["sh", "-c", "exit 3"])
p = subprocess.Popen("tr a-z A-Z", shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
SHOUTED = p.communicate(b"quiet")[0].decode("ascii")
try:
    subprocess.check_output(["false"])
    FAILED = 0
except subprocess.CalledProcessError as e:
    FAILED = e.returncode
try:
    subprocess.check_output(["/no/such/program"])
    MISSING = "there"
except OSError as e:
    MISSING = os.strerror(e.errno)


def entry_point(argv):
    for row in FOUND:
        print(row)
    print(NAMES, WORDS, STATUS, p.returncode, SHOUTED, FAILED, MISSING)
    return 0


def target(driver, args):
    return entry_point
