"""Trees of options with values: what targets read and set as `driver.config.translation.jit`."""


class ConfigError(Exception):
    pass


class ConflictConfigError(ConfigError):
    """An option was set to something else before."""


class NoMatchingOptionFound(AttributeError):
    pass


class Option(object):
    """One option: name, documentation, default value. `cmdline` is there for programs that pass it."""

    def __init__(self, name, doc, default=None, requires=None, suggests=None, cmdline=None):
        self._name = name
        self.doc = doc
        self.default = default
        self._requires = requires or []
        self._suggests = suggests or []
        self.cmdline = cmdline

    def getdefault(self):
        return self.default

    def validate(self, value):
        return True

    def implied(self, value):
        """Pairs of path and value that go with the value: required ones, suggested ones."""
        return [], []


class BoolOption(Option):
    def __init__(self, name, doc, default=None, requires=None, suggests=None, validator=None,
                 cmdline=None, negation=True):
        Option.__init__(self, name, doc, default, requires, suggests, cmdline)

    def validate(self, value):
        return isinstance(value, bool)

    def implied(self, value):
        return (self._requires, self._suggests) if value else ([], [])


class ChoiceOption(Option):
    def __init__(self, name, doc, values, default=None, requires=None, suggests=None, cmdline=None):
        Option.__init__(self, name, doc, default, None, None, cmdline)
        self._requires = requires or {}
        self._suggests = suggests or {}
        self.values = values

    def validate(self, value):
        return value is None or value in self.values

    def implied(self, value):
        return self._requires.get(value, []), self._suggests.get(value, [])


class IntOption(Option):
    def validate(self, value):
        return isinstance(value, int)


class FloatOption(Option):
    def validate(self, value):
        return isinstance(value, (int, float))


class StrOption(Option):
    def validate(self, value):
        return value is None or isinstance(value, str)


class ArbitraryOption(Option):
    def __init__(self, name, doc, default=None, defaultfactory=None):
        Option.__init__(self, name, doc, default)
        self.defaultfactory = defaultfactory

    def getdefault(self):
        return self.defaultfactory() if self.defaultfactory is not None else self.default


class OptionDescription(object):
    """A group of options and groups."""
    cmdline = None

    def __init__(self, name, doc, children):
        self._name = name
        self.doc = doc
        self._children = children
        for child in children:
            setattr(self, child._name, child)


class Config(object):
    """Values for the options of a description. `owners` tells where each comes from: default, suggested or user."""

    def __init__(self, descr, parent=None, **overrides):
        fields = self.__dict__
        fields['_cfgimpl_descr'] = descr
        fields['_cfgimpl_parent'] = parent
        fields['_cfgimpl_values'] = values = {}
        fields['_cfgimpl_value_owners'] = owners = {}
        for child in descr._children:
            if isinstance(child, OptionDescription):
                values[child._name] = Config(child, parent=self)
            else:
                values[child._name] = child.getdefault()
                owners[child._name] = 'default'
        self.override(overrides)

    def __getattr__(self, name):
        if '.' in name:
            config, name = self._cfgimpl_get_home_by_path(name)
            return getattr(config, name)
        values = self.__dict__['_cfgimpl_values']
        if name not in values:
            raise AttributeError('there is no option %r in %r' % (name, self._cfgimpl_descr._name))
        return values[name]

    def __setattr__(self, name, value):
        if name.startswith('_cfgimpl_'):
            self.__dict__[name] = value
        else:
            self.setoption(name, value, 'user')

    def setoption(self, name, value, who):
        """Sets an option, and what goes with the value."""
        if name not in self._cfgimpl_values:
            raise AttributeError('there is no option %r in %r' % (name, self._cfgimpl_descr._name))
        child = getattr(self._cfgimpl_descr, name)
        if isinstance(child, OptionDescription) or not child.validate(value):
            raise ConfigError('invalid value %r for option %s' % (value, name))
        old, owner = self._cfgimpl_values[name], self._cfgimpl_value_owners[name]
        if old != value and owner not in ('default', 'suggested'):
            if who == 'suggested':
                return
            raise ConflictConfigError('cannot set %s to %r, it is already %r' % (name, value, old))
        self._cfgimpl_values[name] = value
        self._cfgimpl_value_owners[name] = who
        top = self._cfgimpl_get_toplevel()
        required, suggested = child.implied(value)
        for path, v in required:
            config, last = top._cfgimpl_get_home_by_path(path)
            config.setoption(last, v, 'required')
        for path, v in suggested:
            config, last = top._cfgimpl_get_home_by_path(path)
            config.suggestoption(last, v)

    def suggestoption(self, name, value):
        self.setoption(name, value, 'suggested')

    def suggest(self, **kwargs):
        """Sets options that nobody has set."""
        for name in kwargs:
            self.suggestoption(name, kwargs[name])

    def set(self, **kwargs):
        """Sets options by their path, or by the end of it if that is not ambiguous."""
        top = self._cfgimpl_get_toplevel()
        paths = top.getpaths()
        for key in kwargs:
            found = [p for p in paths if p == key or p.endswith('.' + key)]
            if len(found) != 1:
                text = 'no option %s' if not found else 'more than one option %s'
                raise NoMatchingOptionFound(text % key)
            config, name = top._cfgimpl_get_home_by_path(found[0])
            config.setoption(name, kwargs[key], 'user')

    def override(self, overrides):
        """New defaults, by path."""
        for path in overrides:
            config, name = self._cfgimpl_get_home_by_path(path)
            config.setoption(name, overrides[path], 'default')

    def copy(self, as_default=False, parent=None):
        result = Config(self._cfgimpl_descr, parent)
        for name in self._cfgimpl_values:
            value = self._cfgimpl_values[name]
            if isinstance(value, Config):
                result._cfgimpl_values[name] = value.copy(as_default, result)
            else:
                result._cfgimpl_values[name] = value
                owner = 'default' if as_default else self._cfgimpl_value_owners[name]
                result._cfgimpl_value_owners[name] = owner
        return result

    def getpaths(self, include_groups=False):
        """Paths of all options below."""
        paths = []
        for child in self._cfgimpl_descr._children:
            if isinstance(child, OptionDescription):
                if include_groups:
                    paths.append(child._name)
                below = self._cfgimpl_values[child._name].getpaths(include_groups)
                paths.extend([child._name + '.' + p for p in below])
            else:
                paths.append(child._name)
        return paths

    def _cfgimpl_get_home_by_path(self, path):
        names = path.split('.')
        config = self
        for name in names[:-1]:
            config = getattr(config, name)
        return config, names[-1]

    def _cfgimpl_get_toplevel(self):
        config = self
        while config._cfgimpl_parent is not None:
            config = config._cfgimpl_parent
        return config

    def __iter__(self):
        for name in self._cfgimpl_values:
            if not isinstance(self._cfgimpl_values[name], Config):
                yield name, self._cfgimpl_values[name]

    def _freeze_(self):
        return True
