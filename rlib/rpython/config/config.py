"""Trees of options with values: what targets read and set as `driver.config.translation.jit`."""

import optparse
from optparse import SUPPRESS_HELP, SUPPRESS_USAGE

DEFAULT_OPTION_NAME = object()      # the word for the command line is the option's path


class ConfigError(Exception):
    pass


class ConflictConfigError(ConfigError):
    """An option was set to something else before."""


class NoMatchingOptionFound(AttributeError):
    pass


class Option(object):
    """One option: name, documentation, default value; `cmdline`: its words on a command line (None: none)."""

    cmdline_type = None

    def __init__(self, name, doc, default=None, requires=None, suggests=None, cmdline=DEFAULT_OPTION_NAME):
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

    def add_optparse_option(self, words, parser, config):
        """The words set the option in `config`, to the value that follows them."""
        parser.add_option(*words, help=self.doc, action='callback', type=self.cmdline_type,
                          callback=self._setter(config))

    def _setter(self, config):
        def set_it(option, word, value, parser):
            try:
                config.setoption(self._name, value, 'cmdline')
            except ConfigError as e:
                raise optparse.OptionValueError('option %s: %s' % (word, e))
        return set_it


def _getnegation(word):
    """What turns the switch of this name off; that of `withx` is `withoutx`, and the other way round."""
    if word.startswith('without'):
        return 'with' + word[7:]
    if word.startswith('with'):
        return 'without' + word[4:]
    return 'no-' + word


class BoolOption(Option):
    def __init__(self, name, doc, default=None, requires=None, suggests=None, validator=None,
                 cmdline=DEFAULT_OPTION_NAME, negation=True):
        Option.__init__(self, name, doc, default, requires, suggests, cmdline)
        self.negation = negation

    def validate(self, value):
        return isinstance(value, bool)

    def implied(self, value):
        return (self._requires, self._suggests) if value else ([], [])

    def add_optparse_option(self, words, parser, config):
        """The words turn the option on, and their negations off; letters have one only if there are no longer words."""
        self._add_switch(words, parser, config, True, self.doc)
        off = [word for word in words if word.startswith('--')] or words
        off = ['--' + _getnegation(word.lstrip('-')) for word in off]
        if self.negation:
            self._add_switch(off, parser, config, False, 'not: ' + self.doc)

    def _add_switch(self, words, parser, config, value, doc):
        set_it = self._setter(config)
        parser.add_option(*words, help=doc, action='callback',
                          callback=lambda option, word, nothing, p: set_it(option, word, value, p))


class ChoiceOption(Option):
    cmdline_type = 'string'

    def __init__(self, name, doc, values, default=None, requires=None, suggests=None,
                 cmdline=DEFAULT_OPTION_NAME):
        Option.__init__(self, name, doc, default, None, None, cmdline)
        self._requires = requires or {}
        self._suggests = suggests or {}
        self.values = values

    def validate(self, value):
        return value is None or value in self.values

    def implied(self, value):
        return self._requires.get(value, []), self._suggests.get(value, [])


class IntOption(Option):
    cmdline_type = 'int'

    def validate(self, value):
        return isinstance(value, int)


class FloatOption(Option):
    cmdline_type = 'float'

    def validate(self, value):
        return isinstance(value, (int, float))


class StrOption(Option):
    cmdline_type = 'string'

    def validate(self, value):
        return value is None or isinstance(value, str)


class ArbitraryOption(Option):
    def __init__(self, name, doc, default=None, defaultfactory=None):
        Option.__init__(self, name, doc, default, cmdline=None)
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

    def getpaths(self, include_groups=False):
        """Paths of all options below."""
        paths = []
        for child in self._children:
            if isinstance(child, OptionDescription):
                if include_groups:
                    paths.append(child._name)
                paths += [child._name + '.' + p for p in child.getpaths(include_groups)]
            else:
                paths.append(child._name)
        return paths


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
        return self._cfgimpl_descr.getpaths(include_groups)

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


def to_optparse(config, useoptions=None, parser=None, parserargs=None, parserkwargs=None, extra_useage=None):
    """A parser (or the given one, with more options) that sets options of `config`: those of the paths in `useoptions`,
    where `group.*` means all of a group. It is filled in place with the paths of such groups."""
    if parser is None:
        parser = optparse.OptionParser(*(parserargs or []), **(parserkwargs or {}))
    if useoptions is None:
        useoptions = config.getpaths()
    groups = {}
    seen = set()
    for path in useoptions:             # grows on the way
        home, name = config._cfgimpl_get_home_by_path(path[:-2] if path.endswith('.*') else path)
        if path.endswith('.*'):
            useoptions.extend([path[:-1] + below for below in getattr(home, name).getpaths()])
            continue
        option = getattr(home._cfgimpl_descr, name)
        if path in seen or option.cmdline is None:
            continue
        seen.add(path)
        if option.cmdline is DEFAULT_OPTION_NAME:
            words = ['--' + path.replace('.', '-')]
        else:
            words = option.cmdline.split()
        group = parser
        if '.' in path:
            doc = home._cfgimpl_descr.doc
            if doc not in groups:
                groups[doc] = parser.add_option_group(optparse.OptionGroup(parser, doc))
            group = groups[doc]
        option.add_optparse_option(words, group, home)
    return parser


def make_dict(config):
    """Values of all options by their paths."""
    return dict([(path, getattr(config, path)) for path in config.getpaths()])
