"""fnmatch, for the import-time interpreter of the translator."""

import re


def translate(pat):
    out = []
    i = 0
    n = len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == '*':
            out.append('.*')
        elif c == '?':
            out.append('.')
        elif c == '[':
            end = pat.find(']', i + 2 if pat[i:i + 1] == '!' else i + 1)
            if end < 0:
                out.append('\\[')
            else:
                inside = pat[i:end].replace('\\', '\\\\')
                i = end + 1
                if inside[0] == '!':
                    inside = '^' + inside[1:]
                elif inside[0] == '^':
                    inside = '\\' + inside
                out.append('[%s]' % inside)
        else:
            out.append(re.escape(c))
    return '(?s:%s)\\Z' % ''.join(out)


def fnmatchcase(name, pat):
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if fnmatchcase(name, pat)]
