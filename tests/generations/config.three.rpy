# stdin: ; settings\n[net]\nport = 8080\nhost=local\n\n[log]\nlevel : 3\nnonsense\n[empty]\n
import sys
from typing import Dict, List, Tuple


class ConfigError(Exception):
    def __init__(self, message: str, *, line: str) -> None:
        super().__init__(f"{message}: {line}")
        self.message = f"{message}: {line}"


def parse_line(number: int, line: str) -> Tuple[str, str]:
    for sign in ("=", ":"):
        key, found, value = line.partition(sign)
        if found:
            return key.strip(), value.strip()
    raise ConfigError(f"line {number}", line=line)


def parse(text: str) -> Tuple[Dict[str, Dict[str, str]], List[str]]:
    sections: Dict[str, Dict[str, str]] = {}
    errors: List[str] = []
    name = "main"
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line[0] in ";#":
            continue
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
            sections.setdefault(name, {})
            continue
        try:
            key, value = parse_line(number, line)
            sections[name][key] = value
        except ConfigError as e:
            errors.append(e.message)
    return sections, errors


def entry_point(argv):
    sections, errors = parse(sys.stdin.buffer.read().decode())
    for name in sorted(sections):
        section = sections[name]
        print(f"[{name}] {len(section)}")
        for key, value in sorted(section.items()):
            print("   ", key, "->", repr(value))
    print(errors)
    for name in ("log", "none"):
        print(name, name in sections)
    return 0


def target(driver, args):
    return entry_point, None
