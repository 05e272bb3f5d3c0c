# stdin: ; settings\n[net]\nport = 8080\nhost=local\n\n[log]\nlevel : 3\nnonsense\n[empty]\n
import os


class ConfigError(Exception):
    pass


def parse(text):
    sections, name = {}, "main"
    errors = []
    for number, line in enumerate(text.splitlines()):
        line = line.strip()
        if not line or line[0] in ";#":
            continue
        try:
            if line.startswith("[") and line.endswith("]"):
                name = line[1:-1]
                sections.setdefault(name, {})
                continue
            at = max(line.find("="), line.find(":"))
            if at < 0:
                raise ConfigError, "line %d: %s" % (number + 1, line)
            sections[name][line[:at].strip()] = line[at + 1:].strip()
        except ConfigError, e:
            errors.append(str(e))
    return sections, errors


def entry_point(argv):
    sections, errors = parse(os.read(0, 1000))
    names = sections.keys()
    names.sort()
    for name in names:
        section = sections[name]
        print "[%s]" % name, len(section)
        for key, value in sorted(section.iteritems()):
            print "   ", key, "->", `value`
    print errors
    for name in ["log", "none"]:
        print name, sections.has_key(name)
    return 0


def target(driver, args):
    return entry_point, None
