"""csv: readers and writers of tables, with delimiters and quotes."""

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    pass


class _Reader(object):
    def __init__(self, lines, delimiter=',', quotechar='"', doublequote=True, skipinitialspace=False,
                 escapechar=None, dialect=None, quoting=QUOTE_MINIMAL, **others):
        if dialect == 'excel-tab':
            delimiter = '\t'
        self.lines = iter(lines)
        self.delimiter = delimiter
        self.quote = None if quoting == QUOTE_NONE else quotechar
        self.escape = escapechar
        self.skip = skipinitialspace
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        fields, field, quoted = [], [], False
        line = self._line()
        i = 0
        start = True
        while True:
            if i == len(line):
                if not quoted:
                    break
                try:
                    line, i = self._line(), 0     # the field goes on
                except StopIteration:
                    break
                continue
            c = line[i]
            if quoted:
                if c == self.quote and line[i + 1:i + 2] == self.quote:
                    field.append(c)
                    i += 1
                elif c == self.quote:
                    quoted = False
                else:
                    field.append(c)
            elif c == self.delimiter:
                fields.append(''.join(field))
                field, start = [], True
                i += 1
                continue
            elif c in '\r\n':
                break
            elif c == self.quote and start:
                quoted = True
            elif c == self.escape and i + 1 < len(line):
                i += 1
                field.append(line[i])
            elif not (self.skip and start and c == ' '):
                field.append(c)
            start = start and self.skip and c == ' '
            i += 1
        if fields or field or line.strip('\r\n'):
            fields.append(''.join(field))
        return fields

    next = __next__

    def _line(self):
        self.line_num += 1
        return next(self.lines)


def reader(lines, *dialect, **options):
    if dialect:
        options['dialect'] = dialect[0]
    return _Reader(lines, **options)


class DictReader(object):
    def __init__(self, lines, fieldnames=None, restkey=None, restval=None, *dialect, **options):
        self.reader = reader(lines, *dialect, **options)
        self.fieldnames = fieldnames if fieldnames is not None else next(self.reader)
        self.restkey = restkey
        self.restval = restval

    def __iter__(self):
        return self

    def __next__(self):
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        result = dict(zip(self.fieldnames, row))
        if len(row) > len(self.fieldnames):
            result[self.restkey] = row[len(self.fieldnames):]
        for name in self.fieldnames[len(row):]:
            result[name] = self.restval
        return result

    next = __next__


class _Writer(object):
    def __init__(self, file, delimiter=',', quotechar='"', lineterminator='\r\n', quoting=QUOTE_MINIMAL, **others):
        self.file = file
        self.delimiter = delimiter
        self.quote = quotechar
        self.end = lineterminator
        self.quoting = quoting

    def _field(self, value):
        text = '' if value is None else str(value)
        special = [c for c in text if c in (self.delimiter, self.quote, '\r', '\n')]
        wanted = self.quoting == QUOTE_ALL or self.quoting == QUOTE_NONNUMERIC and isinstance(value, str)
        if special and self.quoting != QUOTE_NONE or wanted:
            return self.quote + text.replace(self.quote, self.quote * 2) + self.quote
        return text

    def writerow(self, row):
        self.file.write(self.delimiter.join([self._field(v) for v in row]) + self.end)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(file, *dialect, **options):
    return _Writer(file, **options)


for _function in (_Reader.__init__, reader, DictReader.__init__, writer):
    _function._not_rpython_ = 'csv is for import time only'
