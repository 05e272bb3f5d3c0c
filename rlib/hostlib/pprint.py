"""pprint, for the import-time interpreter of the translator."""

import sys


def _lines(x, room, indent):
    """Text of x; broken into lines where it is too long."""
    text = repr(x)
    if len(text) <= room:
        return text
    pad = ' ' * (indent + 1)
    if type(x) in (list, tuple) and x:
        left, right = ('[', ']') if type(x) is list else ('(', ')')
        items = [_lines(item, room - 2, indent + 1) for item in x]
        comma = ',' if type(x) is tuple and len(x) == 1 else ''
        return left + (',\n' + pad).join(items) + comma + right
    if type(x) is dict and x:
        items = []
        for key in sorted(x):
            lead = repr(key) + ': '
            items.append(lead + _lines(x[key], room - len(lead) - 2, indent + 1 + len(lead)))
        return '{' + (',\n' + pad).join(items) + '}'
    return text


def pformat(object, indent=1, width=80, depth=None, **options):
    if type(object) is dict:
        object = dict(sorted(object.items()))
    return _lines(object, width - 1, 0)


def pprint(object, stream=None, *args, **kwargs):
    (stream or sys.stdout).write(pformat(object, *args, **kwargs) + '\n')


pp = pprint
saferepr = repr


class PrettyPrinter(object):
    def __init__(self, indent=1, width=80, depth=None, stream=None, **options):
        self.width = width
        self.stream = stream

    def pformat(self, object):
        return pformat(object, width=self.width)

    def pprint(self, object):
        pprint(object, self.stream, width=self.width)
