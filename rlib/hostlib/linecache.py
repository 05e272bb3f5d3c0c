"""linecache: lines of files."""

_cache = {}


def getlines(filename, module_globals=None):
    if filename not in _cache:
        try:
            with open(filename) as f:
                _cache[filename] = f.read().splitlines(True)
        except (OSError, IOError):
            return []
    return _cache[filename]


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename)
    return lines[lineno - 1] if 0 < lineno <= len(lines) else ''


def clearcache():
    _cache.clear()


def checkcache(filename=None):
    clearcache()
