"""INI files with interpolation and CSV with quotes: parsing, errors with positions, grouping, writing back."""
from collections import OrderedDict


class ParseError(Exception):
    def __init__(self, line, text):
        self.line = line
        self.text = text


class Ini(object):
    def __init__(self, text):
        self.sections = OrderedDict()
        current = None
        for number, line in enumerate(text.splitlines(), 1):
            line = line.strip()
            if not line or line[0] in "#;":
                continue
            if line.startswith("["):
                if not line.endswith("]"):
                    raise ParseError(number, "missing ]")
                current = self.sections.setdefault(line[1:-1].strip(), OrderedDict())
                continue
            key, equals, value = line.partition("=")
            if not equals:
                raise ParseError(number, "no = in %r" % line)
            if current is None:
                raise ParseError(number, "no section yet")
            current[key.strip().lower()] = value.strip()

    def raw(self, section, key):
        for name in (section, "DEFAULT"):
            if name in self.sections and key in self.sections[name]:
                return self.sections[name][key]
        raise KeyError(section + "." + key)

    def get(self, section, key, default=None, depth=0):
        try:
            value = self.raw(section, key)
        except KeyError:
            if default is None:
                raise
            return default
        if depth > 5:
            raise ParseError(0, "interpolation too deep")
        while "${" in value:
            before, _, rest = value.partition("${")
            name, brace, after = rest.partition("}")
            if not brace:
                raise ParseError(0, "missing }")
            value = before + self.get(section, name, depth=depth + 1) + after
        return value

    def boolean(self, section, key):
        return {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}[self.get(section, key).lower()]

    def __str__(self):
        out = []
        for name, items in self.sections.items():
            out.append("[%s]" % name)
            out += ["%s = %s" % (k, v) for k, v in items.items()]
        return "\n".join(out)


def csv_rows(text, separator=","):
    row = []
    field = []
    quoted = False
    line = 1
    i = 0
    while i < len(text):
        c = text[i]
        i += 1
        if c == "\n":
            line += 1
        if quoted:
            if c != '"':
                field.append(c)
            elif text[i:i + 1] == '"':
                field.append('"')
                i += 1
            else:
                quoted = False
        elif c == '"':
            if field:
                raise ParseError(line, "quote inside a field")
            quoted = True
        elif c == separator or c == "\n":
            row.append("".join(field))
            field = []
            if c == "\n":
                yield row
                row = []
        else:
            field.append(c)
    if quoted:
        raise ParseError(line, "quote is not closed")
    if field or row:
        yield row + ["".join(field)]


def csv_line(row):
    return ",".join(['"%s"' % f.replace('"', '""') if any(c in f for c in ',"\n') else f for f in row])


CONFIG = """
; a sample
[DEFAULT]
root = /srv
name=demo
[paths]
data = ${root}/data/${name}
log = ${data}/log
Debug = Yes
[ other ]
name = special
data = ${root}:${name}
loop = x${loop}
open = ${root
debug = maybe
[paths]
extra = 1 = 2
"""
DATA = 'name,team,points,note\nann,red,12,"likes ""tea"""\nbob,blue,7,"two\nlines"\ncid,red,5,\ndan,blue,x,"a,b"\neve,green,30,"";'


def entry_point(argv):
    ini = Ini(CONFIG)
    print(ini)
    for section, key in [("paths", "data"), ("paths", "log"), ("other", "data"), ("other", "loop"), ("other", "open"),
                         ("paths", "extra"), ("paths", "nope"), ("nowhere", "root"), ("nowhere", "data")]:
        try:
            print(section, key, "->", ini.get(section, key))
        except ParseError as e:
            print(section, key, "error:", e.text)
        except KeyError as e:
            print(section, key, "missing", e)
    print(ini.get("paths", "nope", default="fallback"), ini.boolean("paths", "debug"))
    try:
        ini.boolean("other", "debug")
    except KeyError as e:
        print("not a boolean:", e)
    for bad in ["[x", "a=1", "[a]\nb=1\n\nnothing"]:
        try:
            Ini(bad)
        except ParseError as e:
            print("line %d: %s" % (e.line, e.text))
    rows = list(csv_rows(DATA))
    header = rows[0]
    for row in rows[1:]:
        print(len(row), {h: v for h, v in zip(header, row)})
    print("\n".join([csv_line(r) for r in rows]))
    again = "\n".join([csv_line(r) for r in rows])
    print(list(csv_rows(again)) == rows)
    teams = {}
    for name, team, points, note in rows[1:]:
        total, names = teams.get(team, (0, []))
        try:
            total += int(points)
        except ValueError:
            print("no number for", name)
        teams[team] = (total, names + [name])
    for team in sorted(teams, key=lambda t: (-teams[t][0], t)):
        print("%-6s %3d %s" % (team, teams[team][0], "/".join(teams[team][1])))
    for bad in ['a,"b', 'a\nb,c"d"', '"x"y,"z"']:
        try:
            print(list(csv_rows(bad)))
        except ParseError as e:
            print("line %d: %s" % (e.line, e.text))
    print(list(csv_rows("a;b,c;\n\n;", separator=";")))
    return 0


def target(driver, args):
    return entry_point
