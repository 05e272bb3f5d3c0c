# stdin: name,size,"note"\nbox,12,"a ""big"" one"\nbag,-7,\n\npen,x,"1,2"\n
import os


def split_row(line):
    cells, cell, quoted = [], "", False
    i = 0
    while i < len(line):
        c = line[i]
        i += 1
        if c == '"':
            if quoted and line[i:i + 1] == '"':
                cell += c
                i += 1
            else:
                quoted = not quoted
        elif c == "," and not quoted:
            cells.append(cell)
            cell = ""
        else:
            cell += c
    cells.append(cell)
    return cells


def entry_point(argv):
    rows = [split_row(line) for line in os.read(0, 2000).split("\n") if line]
    head = rows.pop(0)
    print "columns:", ", ".join([name.upper() for name in head])
    total, count = 0, 0
    for row in rows:
        print " | ".join([cell.ljust(6) for cell in row]).rstrip()
        try:
            total += int(row[1])
            count += 1
        except ValueError, e:
            print "  bad number:", row[1]
    print "total", total, "mean", total / count, "rest", total % count
    for name, width in zip(head, [max([len(row[i]) for row in rows]) for i in range(3)]):
        print name, "is", width, "wide"
    return 0


def target(driver, args):
    return entry_point, None
