"""A reader and writer of comma-separated values, with quotes, and a report made of them."""

DATA = '''name,dept,salary,"start date",note
"Smith, John",Sales,52000.50,1999-12-31,"said ""hi"""
Ann Lee,R&D,61000,2001-02-03,
Bob,Sales,48000.25,2003-07-15,"two
lines"
"O'Neil, Pat",R&D,70500,1998-01-01,'single'
Zoe,Ops,39999.99,2010-10-10,"trailing, comma,"
'''


class CsvError(Exception):
    def __init__(self, message, line):
        self.message = message
        self.line = line


class Reader(object):
    START, FIELD, QUOTED, AFTER = range(4)

    def __init__(self, text, separator=','):
        self.text = text
        self.separator = separator

    def rows(self):
        rows = []
        row = []
        field = []
        state = self.START
        line = 1
        for c in self.text:
            if c == '\n':
                line += 1
            if state == self.QUOTED:
                if c == '"':
                    state = self.AFTER
                else:
                    field.append(c)
            elif c == self.separator:
                row.append(''.join(field))
                field = []
                state = self.START
            elif c == '\n':
                row.append(''.join(field))
                field = []
                rows.append(row)
                row = []
                state = self.START
            elif c == '"' and state == self.START:
                state = self.QUOTED
            elif c == '"' and state == self.AFTER:
                field.append('"')
                state = self.QUOTED
            elif state == self.AFTER:
                raise CsvError('%r after a closing quote' % c, line)
            else:
                field.append(c)
                state = self.FIELD
        if state == self.QUOTED:
            raise CsvError('no closing quote', line)
        if row or field:
            row.append(''.join(field))
            rows.append(row)
        return rows


def quote(s, separator=','):
    if separator in s or '"' in s or '\n' in s:
        return '"' + s.replace('"', '""') + '"'
    return s


def write(rows, separator=','):
    return '\n'.join([separator.join([quote(f, separator) for f in row]) for row in rows]) + '\n'


class Employee(object):
    def __init__(self, header, row):
        self.name = row[header.index('name')]
        self.dept = row[header.index('dept')]
        self.salary = float(row[header.index('salary')])
        parts = row[header.index('start date')].split('-')
        self.year, self.month, self.day = int(parts[0]), int(parts[1]), int(parts[2])
        self.note = row[-1]

    def key(self):
        if ', ' in self.name:
            last, _, first = self.name.partition(', ')
            return '%s %s' % (first, last)
        return self.name


def report(people):
    print('{:<14}|{:^7}|{:>12}|{:^12}|{}'.format('Name', 'Dept', 'Salary', 'Since', 'Note'))
    print('-' * 14 + '+' + '-' * 7 + '+' + '-' * 12 + '+' + '-' * 12 + '+')
    for p in sorted(people, key=lambda p: p.key()):
        print('{:<14.14}|{:^7}|{:>12,.2f}|{:^12}|{!r}'.format(p.key(), p.dept, p.salary, '%04d/%02d/%02d' % (p.year, p.month, p.day), p.note))
    totals = {}
    for p in people:
        if p.dept not in totals:
            totals[p.dept] = []
        totals[p.dept].append(p.salary)
    for dept in sorted(totals):
        values = totals[dept]
        print('%-5s n=%d sum=%10.2f mean=%10.3f max=%g' % (dept, len(values), sum(values), sum(values) / len(values), max(values)))


def entry_point(argv):
    rows = Reader(DATA).rows()
    for row in rows:
        print('%d: %s' % (len(row), ' | '.join([repr(f) for f in row])))
    report([Employee(rows[0], row) for row in rows[1:]])
    text = write(rows)
    print(text == DATA, len(text))
    print(write(rows[:2], ';').rstrip())
    again = Reader(write(rows, ';'), ';').rows()
    print(again == rows)
    for bad in ['a,"b"c\n', 'x\n"open', '"a""', 'ok,"fine"\n', '', ',', '\n\n', 'a\n,b\n']:
        try:
            got = Reader(bad).rows()
            print('%r %s' % (bad, got))
        except CsvError as e:
            print('%r line %d: %s' % (bad, e.line, e.message))
    return 0


def target(driver, args):
    return entry_point, None
