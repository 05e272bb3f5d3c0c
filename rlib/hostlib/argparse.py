"""argparse: options and positional arguments, for the import-time interpreter of the translator."""

import os as _os
import sys as _sys

SUPPRESS = '==SUPPRESS=='
OPTIONAL = '?'
ZERO_OR_MORE = '*'
ONE_OR_MORE = '+'
REMAINDER = '...'


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument = argument
        self.message = message
        Exception.__init__(self, message)

    def __str__(self):
        if self.argument is None:
            return self.message
        name = '/'.join(self.argument.option_strings) or self.argument.metavar or self.argument.dest
        return 'argument %s: %s' % (name, self.message)


class ArgumentTypeError(Exception):
    pass


class Namespace(object):
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __contains__(self, key):
        return key in self.__dict__

    def __eq__(self, other):
        return isinstance(other, Namespace) and self.__dict__ == other.__dict__

    def __repr__(self):
        return 'Namespace(%s)' % ', '.join(['%s=%r' % pair for pair in self.__dict__.items()])


class HelpFormatter(object):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class FileType(object):
    def __init__(self, mode='r', *args, **kwargs):
        self._mode = mode

    def __call__(self, name):
        if name == '-':
            return _sys.stdin if 'r' in self._mode else _sys.stdout
        return open(name, self._mode)


class Action(object):
    """What an argument does: `action` is a name, or a class derived from this one."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None,
                 choices=None, required=False, help=None, metavar=None, action='store',
                 version=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
        self.action = action
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        action, dest = self.action, self.dest
        if action == 'store':
            setattr(namespace, dest, values)
        elif action in ('store_const', 'store_true', 'store_false'):
            setattr(namespace, dest, self.const)
        elif action in ('append', 'append_const', 'extend'):
            items = list(getattr(namespace, dest, None) or [])
            if action == 'extend':
                items.extend(values)
            else:
                items.append(self.const if action == 'append_const' else values)
            setattr(namespace, dest, items)
        elif action == 'count':
            setattr(namespace, dest, (getattr(namespace, dest, None) or 0) + 1)
        elif action == 'help':
            parser.print_help()
            parser.exit()
        elif action == 'version':
            _sys.stdout.write('%s\n' % self.version)
            parser.exit()

    def takes_values(self):
        return self.nargs != 0

    def arity(self):
        """Least and greatest number of values (-1: any)."""
        if self.nargs is None:
            return 1, 1
        if self.nargs == OPTIONAL:
            return 0, 1
        if self.nargs in (ZERO_OR_MORE, REMAINDER):
            return 0, -1
        if self.nargs == ONE_OR_MORE:
            return 1, -1
        return self.nargs, self.nargs


class _Group(object):
    def __init__(self, container, title=None, description=None, exclusive=False, required=False):
        self._container = container
        self.title = title
        self.required = required
        self._members = []
        if exclusive:
            container._exclusive.append(self)

    def add_argument(self, *args, **kwargs):
        action = self._container.add_argument(*args, **kwargs)
        self._members.append(action)
        return action

    def add_mutually_exclusive_group(self, required=False):
        return _Group(self._container, exclusive=True, required=required)


class _SubParsers(Action):
    def __init__(self, parser, dest, required):
        Action.__init__(self, [], dest, nargs=REMAINDER, required=required)
        self.parser = parser
        self.choices = {}

    def add_parser(self, name, aliases=(), help=None, **options):
        options.setdefault('prog', '%s %s' % (self.parser.prog, name))
        parser = self.parser.__class__(**options)
        for n in (name,) + tuple(aliases):
            self.choices[n] = parser
        return parser

    def __call__(self, parser, namespace, values, option_string=None):
        name = values[0]
        if name not in self.choices:
            raise ArgumentError(self, 'invalid choice: %r (choose from %s)' % (
                name, ', '.join([repr(c) for c in self.choices])))
        if self.dest != SUPPRESS:
            setattr(namespace, self.dest, name)
        self.choices[name].parse_args(values[1:], namespace)


class ArgumentParser(object):
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(),
                 formatter_class=HelpFormatter, prefix_chars='-', add_help=True,
                 argument_default=None, allow_abbrev=True, exit_on_error=True, **unused):
        self.prog = prog or _os.path.basename(_sys.argv[0] if _sys.argv else '')
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self._actions = []
        self._exclusive = []
        self._defaults = {}
        if add_help:
            self.add_argument('-h', '--help', action='help', default=SUPPRESS,
                              help='show this help message and exit')
        for parent in parents:
            self._actions.extend([a for a in parent._actions if a.action != 'help'])

    # --- declarations ---

    def add_argument(self, *names, **options):
        optional = bool(names) and names[0].startswith('-')
        kind = options.get('action', 'store')
        dest = options.pop('dest', None)
        if optional:
            if dest is None:
                long = [n for n in names if n.startswith('--')]
                dest = (long or names)[0].lstrip('-').replace('-', '_')
        else:
            dest = names[0] if names else dest
            options['required'] = True
        strings = list(names) if optional else []
        if isinstance(kind, str):
            if kind in ('store_true', 'store_false'):
                options['const'] = kind == 'store_true'
                options.setdefault('default', kind == 'store_false')
            if kind in ('store_true', 'store_false', 'store_const', 'append_const', 'count',
                        'help', 'version'):
                options['nargs'] = 0
            if kind == 'extend':
                options.setdefault('nargs', ONE_OR_MORE)
            action = Action(strings, dest, **options)
        else:
            options.pop('action')
            action = kind(strings, dest, **options)
            action.action = 'custom'
        self._actions.append(action)
        return action

    def add_argument_group(self, title=None, description=None, **unused):
        return _Group(self, title, description)

    def add_mutually_exclusive_group(self, required=False):
        return _Group(self, exclusive=True, required=required)

    def add_subparsers(self, dest=SUPPRESS, required=False, **unused):
        action = _SubParsers(self, dest, required)
        self._actions.append(action)
        return action

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    # --- parsing ---

    def parse_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error('unrecognized arguments: %s' % ' '.join(rest))
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        args = list(_sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.dest != SUPPRESS and action.default is not SUPPRESS and \
                    not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if getattr(namespace, dest, None) is None:
                setattr(namespace, dest, value)
        try:
            rest = self._parse(args, namespace)
        except ArgumentError as e:
            self.error(str(e))
        return namespace, rest

    def _option(self, text):
        """The action of an option's name, or of a prefix of one; None if it is unknown."""
        named = [(n, a) for a in self._actions for n in a.option_strings]
        for n, a in named:
            if n == text:
                return a
        if text.startswith('--'):
            found = [(n, a) for n, a in named if n.startswith(text)]
            if len(found) > 1:
                raise ArgumentError(None, 'ambiguous option: %s could match %s' % (
                    text, ', '.join([n for n, _ in found])))
            if found:
                return found[0][1]
        return None

    def _is_option(self, arg):
        if not arg.startswith('-') or arg == '-':
            return False
        if self._option(arg.partition('=')[0]) or self._option(arg[:2]):
            return True
        try:
            float(arg)
            return False
        except ValueError:
            return ' ' not in arg

    def _parse(self, args, namespace):
        positionals = [a for a in self._actions if not a.option_strings]
        seen = set()
        rest = []
        i = 0
        n = len(args)
        while i < n:
            if args[i] == '--' or not self._is_option(args[i]):
                # A run of arguments that are not options goes to as many positionals as it can.
                stop = i
                literal = False
                run = []
                while stop < n and (literal or args[stop] == '--' or not self._is_option(args[stop])):
                    if args[stop] == '--' and not literal:
                        literal = True
                    else:
                        run.append(args[stop])
                    stop += 1
                if positionals and positionals[0].nargs == REMAINDER:
                    run, stop = args[i:], n
                used = self._take_positionals(positionals, run, namespace, seen)
                rest.extend(run[used:])
                i = stop
                if used == len(run) and positionals and positionals[0].nargs == REMAINDER and i < n:
                    self._take_positionals(positionals, args[i:], namespace, seen)
                    i = n
                continue
            i = self._take_option(args, i, namespace, seen, rest)
        self._take_positionals(positionals, [], namespace, seen)
        self._check_required(seen)
        return rest

    def _take_option(self, args, i, namespace, seen, rest):
        arg = args[i]
        name, has_value, value = arg.partition('=')
        action = self._option(name)
        given = None
        if action is not None and has_value:
            given = value
        elif action is None and not arg.startswith('--'):
            name = arg[:2]
            action = self._option(name)
            if action is not None and action.takes_values():
                given = arg[2:]
            elif action is not None:
                # `-ab` for `-a -b`
                args[i + 1:i + 1] = ['-' + arg[2:]] if len(arg) > 2 else []
        if action is None:
            rest.append(arg)
            return i + 1
        self._note(action, seen)
        if given is not None:
            if not action.takes_values():
                raise ArgumentError(action, 'ignored explicit argument %r' % given)
            self._apply(action, [given], namespace, name)
            return i + 1
        low, high = action.arity()
        values = []
        i += 1
        while i < len(args) and (high < 0 or len(values) < high) and \
                (action.nargs == REMAINDER or (args[i] != '--' and not self._is_option(args[i]))):
            values.append(args[i])
            i += 1
        if len(values) < low:
            if action.nargs is None:
                raise ArgumentError(action, 'expected one argument')
            if action.nargs == ONE_OR_MORE:
                raise ArgumentError(action, 'expected at least one argument')
            raise ArgumentError(action, 'expected %d argument%s' % (low, '' if low == 1 else 's'))
        self._apply(action, values, namespace, name)
        return i

    def _note(self, action, seen):
        for group in self._exclusive:
            if action in group._members:
                for other in group._members:
                    if other is not action and other in seen:
                        raise ArgumentError(action, 'not allowed with argument %s' % '/'.join(
                            other.option_strings))
        seen.add(action)

    def _take_positionals(self, positionals, run, namespace, seen):
        """Gives the run to the first of the positionals that it satisfies; how much it used."""
        used = 0
        while positionals:
            action = positionals[0]
            low, high = action.arity()
            later = sum([a.arity()[0] for a in positionals[1:]])
            room = len(run) - used
            if isinstance(action, _SubParsers):
                if not room:
                    return used
                self._note(action, seen)
                positionals.pop(0)
                self._apply(action, run[used:], namespace, None)
                return len(run)
            if room < low:
                return used
            take = room - min(later, room - low) if high < 0 else min(high, max(low, room - later))
            positionals.pop(0)
            values = run[used:used + take]
            used += take
            if values or low == 0:
                seen.add(action)
                if values or action.nargs not in (OPTIONAL, ZERO_OR_MORE):
                    self._apply(action, values, namespace, None)
                elif action.nargs == ZERO_OR_MORE and action.default is None:
                    setattr(namespace, action.dest, [])
        return used

    def _apply(self, action, values, namespace, name):
        if isinstance(action, _SubParsers):
            action(self, namespace, values)
            return
        if action.nargs == 0:
            action(self, namespace, [], name)
            return
        values = [self._convert(action, v) for v in values]
        if action.nargs is None:
            values = values[0]
        elif action.nargs == OPTIONAL:
            values = values[0] if values else action.const
        action(self, namespace, values, name)

    def _convert(self, action, value):
        if action.type is not None:
            name = getattr(action.type, '__name__', repr(action.type))
            try:
                value = action.type(value)
            except ArgumentTypeError as e:
                raise ArgumentError(action, str(e))
            except (TypeError, ValueError):
                raise ArgumentError(action, 'invalid %s value: %r' % (name, value))
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, 'invalid choice: %r (choose from %s)' % (
                value, ', '.join([repr(c) for c in action.choices])))
        return value

    def _check_required(self, seen):
        missing = [a for a in self._actions if a.required and a not in seen]
        if missing:
            names = ['/'.join(a.option_strings) or a.metavar or a.dest for a in missing]
            self.error('the following arguments are required: %s' % ', '.join(names))
        for group in self._exclusive:
            if group.required and not [a for a in group._members if a in seen]:
                names = ['/'.join(a.option_strings) for a in group._members]
                self.error('one of the arguments %s is required' % ' '.join(names))

    # --- output ---

    def format_usage(self):
        return 'usage: %s\n' % (self.usage or self.prog + ' [options]')

    def format_help(self):
        lines = [self.format_usage()]
        if self.description:
            lines.append('%s\n' % self.description)
        for title, wanted in [('positional arguments:', False), ('options:', True)]:
            found = [a for a in self._actions if bool(a.option_strings) == wanted and
                     a.help is not SUPPRESS]
            if found:
                lines.append(title)
                for a in found:
                    lines.append('  %-20s  %s' % (', '.join(a.option_strings) or a.dest,
                                                  a.help or ''))
                lines.append('')
        return '\n'.join(lines)

    def print_help(self, file=None):
        (file or _sys.stdout).write(self.format_help())

    def print_usage(self, file=None):
        (file or _sys.stdout).write(self.format_usage())

    def exit(self, status=0, message=None):
        if message:
            _sys.stderr.write(message)
        _sys.exit(status)

    def error(self, message):
        self.print_usage(_sys.stderr)
        self.exit(2, '%s: error: %s\n' % (self.prog, message))
