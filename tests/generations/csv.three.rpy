# stdin: name,size,"note"\nbox,12,"a ""big"" one"\nbag,-7,\n\npen,x,"1,2"\n
import sys
from typing import List


def split_row(line: str) -> List[str]:
    cells: List[str] = []
    cell = ""
    quoted = False
    i = 0
    while i < len(line):
        c = line[i]
        if c == '"' and quoted and line[i + 1:i + 2] == '"':
            cell += c
            i += 1
        elif c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            cells.append(cell)
            cell = ""
        else:
            cell += c
        i += 1
    return cells + [cell]


def entry_point(argv):
    text = sys.stdin.buffer.read().decode("utf-8")
    head, *rows = [split_row(line) for line in text.split("\n") if line]
    print("columns:", ", ".join([name.upper() for name in head]))
    total = 0
    good = 0
    for row in rows:
        print(" | ".join(f"{cell:<6}" for cell in row).rstrip())
        try:
            total += int(row[1])
            good += 1
        except ValueError:
            print("  bad number:", row[1])
    mean, rest = divmod(total, good)
    print(f"total {total} mean {mean} rest {rest}")
    widths = [max([len(row[i]) for row in rows]) for i in range(len(head))]
    for name, width in zip(head, widths):
        print(f"{name} is {width} wide")
    return 0


def target(driver, args):
    return entry_point, None
