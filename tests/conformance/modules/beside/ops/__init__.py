import os
LOADED = []
TABLE = {}
here = os.path.dirname(os.path.abspath(__file__))
for name in sorted(os.listdir(here)):
    base, ext = os.path.splitext(name)
    if ext != ".py" or base == "__init__":
        continue
    module = __import__("beside.ops." + base, None, None, ["*"])
    LOADED.append(base)
    for key, value in sorted(vars(module).items()):
        if key.startswith("op_"):
            TABLE[key[3:]] = value
