# stdin: name,size,"note"\nbox,12,"a ""big"" one"\nbag,-7,\n\npen,x,"1,2"\n
import os
import sys


def split_row(line):
    cells = []
    cell = []
    quoted = False
    i = 0
    while i < len(line):
        c = line[i]
        if c == '"' and quoted and i + 1 < len(line) and line[i + 1] == '"':
            cell.append(c)
            i += 1
        elif c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            cells.append("".join(cell))
            cell = []
        else:
            cell.append(c)
        i += 1
    cells.append("".join(cell))
    return cells


def read_text():
    data = os.read(0, 2000)
    return data.decode("utf-8") if sys.version_info[0] >= 3 else data


def entry_point(argv):
    rows = []
    for line in read_text().split("\n"):
        if line:
            rows.append(split_row(line))
    head = rows.pop(0)
    print("columns: " + ", ".join([name.upper() for name in head]))
    total = count = 0
    widths = [0] * len(head)
    for row in rows:
        print(" | ".join([cell.ljust(6) for cell in row]).rstrip())
        for i in range(len(row)):
            widths[i] = max(widths[i], len(row[i]))
        try:
            total += int(row[1])
            count += 1
        except ValueError:
            print("  bad number: " + row[1])
    print("total %d mean %d rest %d" % (total, total // count, total % count))
    for name, width in zip(head, widths):
        print("%s is %d wide" % (name, width))
    return 0


def target(driver, args):
    return entry_point, None
