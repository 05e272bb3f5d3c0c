"""optparse: options as attributes, for the import-time interpreter of the translator."""

import sys


class OptParseError(Exception):
    pass


class OptionError(OptParseError):
    pass


class BadOptionError(OptParseError):
    pass


class OptionValueError(OptParseError):
    pass


SUPPRESS_HELP = 'SUPPRESSHELP'
SUPPRESS_USAGE = 'SUPPRESSUSAGE'
NO_DEFAULT = ('NO', 'DEFAULT')


class Values(object):
    def __init__(self, defaults=None):
        self.__dict__.update(defaults or {})

    def ensure_value(self, attr, value):
        if getattr(self, attr, None) is None:
            setattr(self, attr, value)
        return getattr(self, attr)

    def __repr__(self):
        return '<Values %r>' % self.__dict__


class Option(object):
    def __init__(self, *names, **attrs):
        self.names = names
        self.action = attrs.get('action', 'store')
        self.type = attrs.get('type')
        if isinstance(self.type, type):
            self.type = self.type.__name__
        self.choices = attrs.get('choices')
        self.default = attrs.get('default', NO_DEFAULT)
        self.const = attrs.get('const')
        self.callback = attrs.get('callback')
        self.callback_args = attrs.get('callback_args', ())
        self.help = attrs.get('help')
        self.metavar = attrs.get('metavar')
        self.nargs = attrs.get('nargs', 1)
        dest = attrs.get('dest')
        if dest is None:
            long = [n for n in names if n.startswith('--')]
            dest = long[0][2:] if long else names[0][1:]
        self.dest = dest.replace('-', '_')

    def takes_value(self):
        if self.action == 'callback':
            return self.type is not None
        return self.action in ('store', 'append')

    def convert(self, name, value):
        if self.choices is not None:
            if value not in self.choices:
                raise OptionValueError('option %s: invalid choice: %r (choose from %s)' % (
                    name, value, ', '.join([repr(c) for c in self.choices])))
            return value
        kinds = {'int': int, 'long': int, 'float': float}
        if self.type in kinds:
            try:
                if self.type != 'float':
                    return int(value, 0)
                return float(value)
            except ValueError:
                what = 'floating-point' if self.type == 'float' else 'integer'
                raise OptionValueError('option %s: invalid %s value: %r' % (name, what, value))
        return value


make_option = Option


class OptionGroup(object):
    def __init__(self, parser, title, description=None):
        self.parser = parser
        self.title = title
        self.description = description

    def add_option(self, *args, **kwargs):
        return self.parser.add_option(*args, **kwargs)


class OptionParser(object):
    def __init__(self, usage=None, option_list=None, version=None, description=None, prog=None,
                 add_help_option=True, **options):
        self.usage = usage
        self.version = version
        self.description = description
        self.prog = prog
        self.options = []
        self.defaults = {}
        self.values = None
        self.rargs = []
        self.largs = []
        self.interspersed = True
        if add_help_option:
            self.add_option('-h', '--help', action='help', help='show this help message and exit')
        for option in option_list or []:
            self.add_option(option)

    def add_option(self, *args, **kwargs):
        option = args[0] if isinstance(args[0], Option) else Option(*args, **kwargs)
        self.options.append(option)
        if option.action not in ('help', 'version', 'callback'):
            if option.default is not NO_DEFAULT:
                self.defaults[option.dest] = option.default
            else:
                self.defaults.setdefault(option.dest, None)
        return option

    def add_options(self, options):
        for option in options:
            self.add_option(option)

    def add_option_group(self, *args, **kwargs):
        return args[0] if isinstance(args[0], OptionGroup) else OptionGroup(self, *args, **kwargs)

    def set_defaults(self, **kwargs):
        self.defaults.update(kwargs)

    def set_usage(self, usage):
        self.usage = usage

    def disable_interspersed_args(self):
        self.interspersed = False

    def get_option(self, name):
        for option in self.options:
            if name in option.names:
                return option
        return None

    has_option = get_option

    def error(self, msg):
        sys.stderr.write('error: %s\n' % msg)
        self.exit(2)

    def exit(self, status=0, msg=None):
        if msg:
            sys.stderr.write(msg)
        sys.exit(status)

    def format_help(self):
        lines = []
        if self.usage:
            lines += ['Usage: ' + self.usage, '']
        lines.append('Options:')
        for option in self.options:
            if option.help is not SUPPRESS_HELP:
                lines.append('  %-20s  %s' % (', '.join(option.names), option.help or ''))
        return '\n'.join(lines) + '\n'

    def print_help(self, file=None):
        (file or sys.stdout).write(self.format_help())

    def _long(self, name):
        exact = [o for o in self.options if name in o.names]
        if exact:
            return exact[0], name
        found = [(o, n) for o in self.options for n in o.names if n.startswith(name)]
        if not found:
            raise BadOptionError('no such option: ' + name)
        if len(found) > 1:
            raise BadOptionError('ambiguous option: %s (%s?)' % (name, ', '.join(
                sorted([n for _, n in found]))))
        return found[0]

    def parse_args(self, args=None, values=None):
        self.rargs = list(sys.argv[1:] if args is None else args)
        self.largs = []
        self.values = values or Values(self.defaults)
        try:
            self._parse()
        except OptParseError as e:
            self.error(str(e))
        return self.values, self.largs + self.rargs

    def _parse(self):
        rargs = self.rargs
        while rargs:
            arg = rargs[0]
            if arg == '--':
                del rargs[0]
                return
            if arg.startswith('--'):
                del rargs[0]
                name, has_value, value = arg.partition('=')
                option, name = self._long(name)
                if has_value:
                    if not option.takes_value():
                        raise BadOptionError('%s option does not take a value' % name)
                    rargs.insert(0, value)
                self._process(option, name)
            elif arg.startswith('-') and len(arg) > 1:
                del rargs[0]
                letters = arg[1:]
                while letters:
                    name = '-' + letters[0]
                    letters = letters[1:]
                    option = self.get_option(name)
                    if option is None:
                        raise BadOptionError('no such option: ' + name)
                    if option.takes_value() and letters:
                        rargs.insert(0, letters)
                        letters = ''
                    self._process(option, name)
            elif self.interspersed:
                self.largs.append(arg)
                del rargs[0]
            else:
                return

    def _process(self, option, name):
        value = None
        if option.takes_value():
            if len(self.rargs) < option.nargs:
                raise BadOptionError('%s option requires %d argument%s' % (
                    name, option.nargs, '' if option.nargs == 1 else 's'))
            given = [option.convert(name, self.rargs.pop(0)) for _ in range(option.nargs)]
            value = given[0] if option.nargs == 1 else tuple(given)
        values, dest, action = self.values, option.dest, option.action
        if action == 'store':
            setattr(values, dest, value)
        elif action == 'store_true':
            setattr(values, dest, True)
        elif action == 'store_false':
            setattr(values, dest, False)
        elif action == 'store_const':
            setattr(values, dest, option.const)
        elif action == 'append':
            values.ensure_value(dest, []).append(value)
        elif action == 'append_const':
            values.ensure_value(dest, []).append(option.const)
        elif action == 'count':
            setattr(values, dest, values.ensure_value(dest, 0) + 1)
        elif action == 'callback':
            option.callback(option, name, value, self, *option.callback_args)
        elif action == 'help':
            self.print_help()
            self.exit()
        elif action == 'version':
            sys.stdout.write('%s\n' % self.version)
            self.exit()
