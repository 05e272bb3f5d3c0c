"""linecache: lines of files."""

# By name: size, time of change, lines, full name; programs put what they made themselves here.
cache = {}


def getlines(filename, module_globals=None):
    if filename in cache:
        return cache[filename][2]
    return updatecache(filename, module_globals)


def updatecache(filename, module_globals=None):
    try:
        with open(filename) as f:
            text = f.read()
    except (OSError, IOError):
        return []
    lines = text.splitlines(True)
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    cache[filename] = (len(text), 0.0, lines, filename)
    return lines


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 0 < lineno <= len(lines) else ''


def clearcache():
    cache.clear()


def checkcache(filename=None):
    """Forgets files; what has no time of change was not read from a file."""
    for name in list(cache) if filename is None else [filename]:
        if name in cache and cache[name][1] is not None:
            del cache[name]
