# stdin: ; settings\n[net]\nport = 8080\nhost=local\n\n[log]\nlevel : 3\nnonsense\n[empty]\n
import os
import sys

PY3 = sys.version_info[0] >= 3


class ConfigError(Exception):
    def __init__(self, number, line):
        self.number = number
        self.line = line

    def text(self):
        return "line %d: %s" % (self.number, self.line)


def parse_line(number, line):
    at = max(line.find("="), line.find(":"))
    if at < 0:
        raise ConfigError(number, line)
    return line[:at].strip(), line[at + 1:].strip()


def parse(text, errors):
    sections = {}
    name = "main"
    number = 0
    for line in text.splitlines():
        number += 1
        line = line.strip()
        if line == "" or line[0] == ";" or line[0] == "#":
            continue
        if line[0] == "[" and line[-1] == "]":
            name = line[1:-1]
            if name not in sections:
                sections[name] = {}
            continue
        try:
            key, value = parse_line(number, line)
            sections[name][key] = value
        except ConfigError as e:
            errors.append(e.text())
    return sections


def entry_point(argv):
    text = os.read(0, 1000)
    if PY3:
        text = text.decode("utf-8")
    errors = []
    sections = parse(text, errors)
    for name in sorted(sections.keys()):
        section = sections[name]
        print("[%s] %d" % (name, len(section)))
        for key in sorted(section):
            print("    %s -> %r" % (key, section[key]))
    print(errors)
    for name in ["log", "none"]:
        print("%s %s" % (name, name in sections))
    return 0


def target(driver, args):
    return entry_point, None
