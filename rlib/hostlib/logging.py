"""logging: levels, loggers and handlers that write lines, for the import-time interpreter."""

import sys

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
_names = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG',
          NOTSET: 'NOTSET'}
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'


def getLevelName(level):
    if level in _names:
        return _names[level]
    for number, name in _names.items():
        if name == level:
            return number
    return 'Level %s' % level


def addLevelName(level, levelName):
    _names[level] = levelName


def _level(level):
    return getLevelName(level) if isinstance(level, str) else level


class LogRecord(object):
    def __init__(self, name, levelno, msg, args):
        self.name = name
        self.levelno = levelno
        self.levelname = getLevelName(levelno)
        self.msg = msg
        self.args = args[0] if len(args) == 1 and isinstance(args[0], dict) else args

    def getMessage(self):
        return str(self.msg) % self.args if self.args else str(self.msg)


class Formatter(object):
    def __init__(self, fmt=None, datefmt=None, style='%'):
        self._fmt = fmt or '%(message)s'

    def format(self, record):
        record.message = record.getMessage()
        return self._fmt % record.__dict__


class Handler(object):
    def __init__(self, level=NOTSET):
        self.level = _level(level)
        self.formatter = None

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        self.emit(record)

    def emit(self, record):
        pass

    def flush(self):
        pass

    def close(self):
        pass


class NullHandler(Handler):
    pass


class StreamHandler(Handler):
    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = stream

    def emit(self, record):
        (self.stream or sys.stderr).write(self.format(record) + '\n')


class FileHandler(StreamHandler):
    def __init__(self, filename, mode='a', encoding=None, delay=False):
        StreamHandler.__init__(self, open(filename, mode))


class Logger(object):
    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = level
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level >= self.getEffectiveLevel()

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        return bool(self.handlers)

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + '.' + suffix)

    def log(self, level, msg, *args, **kwargs):
        if not self.isEnabledFor(level):
            return
        record = LogRecord(self.name, level, msg, args)
        logger = self
        found = False
        while logger is not None:
            for handler in logger.handlers:
                found = True
                if level >= handler.level:
                    handler.handle(record)
            if not logger.propagate:
                break
            logger = logger.parent
        if not found and level >= WARNING:
            sys.stderr.write(record.getMessage() + '\n')

    def debug(self, msg, *args, **kwargs): self.log(DEBUG, msg, *args)
    def info(self, msg, *args, **kwargs): self.log(INFO, msg, *args)
    def warning(self, msg, *args, **kwargs): self.log(WARNING, msg, *args)
    def error(self, msg, *args, **kwargs): self.log(ERROR, msg, *args)
    def critical(self, msg, *args, **kwargs): self.log(CRITICAL, msg, *args)
    def exception(self, msg, *args, **kwargs): self.log(ERROR, msg, *args)
    warn = warning
    fatal = critical


root = Logger('root', WARNING)
_loggers = {}


def getLogger(name=None):
    if not name or name == 'root':
        return root
    if name not in _loggers:
        logger = _loggers[name] = Logger(name)
        parent = name
        while '.' in parent and logger.parent is None:
            parent = parent.rpartition('.')[0]
            logger.parent = _loggers.get(parent)
        logger.parent = logger.parent or root
    return _loggers[name]


def basicConfig(**options):
    if root.handlers and not options.get('force'):
        return
    if 'handlers' in options:
        handlers = list(options['handlers'])
    elif options.get('filename'):
        handlers = [FileHandler(options['filename'], options.get('filemode', 'a'))]
    else:
        handlers = [StreamHandler(options.get('stream'))]
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(Formatter(options.get('format', BASIC_FORMAT)))
    root.handlers[:] = handlers
    if options.get('level') is not None:
        root.setLevel(options['level'])


def debug(msg, *args, **kwargs): root.debug(msg, *args)
def info(msg, *args, **kwargs): root.info(msg, *args)
def warning(msg, *args, **kwargs): root.warning(msg, *args)
def error(msg, *args, **kwargs): root.error(msg, *args)
def critical(msg, *args, **kwargs): root.critical(msg, *args)
def exception(msg, *args, **kwargs): root.error(msg, *args)
def log(level, msg, *args, **kwargs): root.log(level, msg, *args)
def disable(level=CRITICAL): root.disabled = True
def shutdown(): pass


warn = warning
