"""configparser: files with sections of options, for import time."""

_BOOLS = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
DEFAULTSECT = 'DEFAULT'
_NOTHING = object()


class Error(Exception):
    pass


class NoSectionError(Error):
    pass


class NoOptionError(Error):
    pass


class DuplicateSectionError(Error):
    pass


class MissingSectionHeaderError(Error):
    pass


class RawConfigParser(object):
    _interpolates = False

    def __init__(self, defaults=None, *args, **kwargs):
        self._sections = {}
        self._defaults = {}
        for key, value in (defaults or {}).items():
            self._defaults[self.optionxform(key)] = value

    def optionxform(self, name):
        return name.lower()

    def sections(self):
        return list(self._sections)

    def defaults(self):
        return self._defaults

    def add_section(self, section):
        if section in self._sections:
            raise DuplicateSectionError('Section %r already exists' % section)
        self._sections[section] = {}

    def has_section(self, section):
        return section in self._sections

    def read(self, filenames, encoding=None):
        done = []
        for name in [filenames] if isinstance(filenames, str) else filenames:
            try:
                with open(name) as f:
                    text = f.read()
            except (OSError, IOError):
                continue
            self.read_string(text, name)
            done.append(name)
        return done

    def read_file(self, f, source=None):
        self.read_string(''.join(list(f)), source)

    readfp = read_file

    def read_string(self, text, source=None):
        current = key = None
        for line in text.splitlines():
            stripped = line.strip()
            if not stripped or stripped[0] in '#;':
                continue
            if line[0] in ' \t' and key is not None:
                current[key] += '\n' + stripped
            elif stripped[0] == '[' and ']' in stripped:
                section = stripped[1:stripped.index(']')]
                current = self._defaults if section == DEFAULTSECT else self._sections.setdefault(section, {})
                key = None
            elif current is None:
                raise MissingSectionHeaderError('File contains no section headers: %r' % line)
            else:
                at = min([stripped.find(c) for c in '=:' if c in stripped] or [len(stripped)])
                key = self.optionxform(stripped[:at].strip())
                current[key] = stripped[at + 1:].strip()

    def _options(self, section):
        if section != DEFAULTSECT and section not in self._sections:
            raise NoSectionError('No section: %r' % section)
        result = dict(self._defaults)
        result.update(self._sections.get(section, {}))
        return result

    def options(self, section):
        return list(self._options(section))

    def has_option(self, section, option):
        return self.has_section(section) and self.optionxform(option) in self._options(section)

    def get(self, section, option, raw=False, vars=None, fallback=_NOTHING):
        if fallback is not _NOTHING and not self.has_option(section, option):
            return fallback
        options = self._options(section)
        options.update(vars or {})
        name = self.optionxform(option)
        if name not in options:
            raise NoOptionError('No option %r in section: %r' % (option, section))
        value = options[name]
        while self._interpolates and not raw and '%(' in value:
            value = value % options
        return value

    def getint(self, section, option, **kwargs):
        return int(self.get(section, option, **kwargs))

    def getfloat(self, section, option, **kwargs):
        return float(self.get(section, option, **kwargs))

    def getboolean(self, section, option, **kwargs):
        value = self.get(section, option, **kwargs)
        if isinstance(value, bool):
            return value
        if value.lower() not in _BOOLS:
            raise ValueError('Not a boolean: %s' % value)
        return _BOOLS[value.lower()]

    def items(self, section, raw=False):
        return [(name, self.get(section, name, raw)) for name in self._options(section)]

    def set(self, section, option, value=None):
        if section not in self._sections:
            raise NoSectionError('No section: %r' % section)
        self._sections[section][self.optionxform(option)] = value

    def remove_option(self, section, option):
        return self._sections[section].pop(self.optionxform(option), None) is not None

    def write(self, f):
        for section in self._sections:
            f.write('[%s]\n' % section)
            for name, value in self._sections[section].items():
                f.write('%s = %s\n' % (name, value))
            f.write('\n')


class ConfigParser(RawConfigParser):
    _interpolates = True


SafeConfigParser = ConfigParser
