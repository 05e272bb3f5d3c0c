# exit: 6
"""A target with options of its own: what it declares, what handle_config sees, what its words set."""
from rpython.config.config import (
    OptionDescription, BoolOption, IntOption, StrOption, ChoiceOption, FloatOption, ArbitraryOption,
    Config, ConfigError, ConflictConfigError, to_optparse, make_dict, SUPPRESS_USAGE)

take_options = True
CALLS = []

machine = OptionDescription('machine', 'A counting machine', [
    BoolOption('wrap', 'counters wrap', default=False, requires=[('machine.limits.high', 9)]),
    BoolOption('trace', 'says what it does', default=True, cmdline='--trace -t'),
    IntOption('start', 'where it starts', default=4, cmdline='--start -s'),
    StrOption('title', 'what it calls itself', default='plain'),
    ChoiceOption('order', 'which way', ['up', 'down'], default='up', cmdline='--order',
                 suggests={'down': [('machine.limits.low', -3)]}),
    FloatOption('scale', 'a factor', default=1.5),
    ArbitraryOption('names', 'not of the command line', defaultfactory=list),
    OptionDescription('limits', 'Limits of the machine', [
        IntOption('low', 'least value', default=0),
        IntOption('high', 'greatest value', default=7, cmdline='--high'),
        BoolOption('hard', 'stops there', default=False, negation=False),
        StrOption('note', 'never set', default=None, cmdline=None),
    ]),
])


def get_additional_config_options():
    CALLS.append('options')
    return machine


def handle_config(config, translateconfig):
    CALLS.append('handle')
    config.machine.suggest(title='handled')
    config.machine.names.append('first')
    CALLS.append(translateconfig.goals == [] and 'no goals' or 'goals')
    translateconfig.batch = True
    CALLS.append('title ' + config.machine.title)


def set_by(config, words):
    """The words that are no options, or what is wrong with an option."""
    parser = to_optparse(config, useoptions=['machine.*'], parserkwargs={'usage': SUPPRESS_USAGE})
    options, rest = parser.parse_args(words)
    return rest


def tried(what):
    try:
        what()
    except ConflictConfigError:
        return 'conflict'
    except ConfigError:
        return 'refused'
    except AttributeError:
        return 'no such option'
    return 'done'


def alone():
    """Configurations that no target has."""
    config = Config(machine, scale=2.5)
    lines = []
    lines.append(str(config.scale) + ' ' + str(config.start) + ' ' + str(len(config.names)))
    lines.append(' '.join(config.getpaths()))
    lines.append(' '.join(config.getpaths(include_groups=True)))
    lines.append(tried(lambda: setattr(config, 'start', 'x')))
    lines.append(tried(lambda: setattr(config, 'start', 11)))
    lines.append(tried(lambda: setattr(config, 'start', 11)))
    lines.append(tried(lambda: setattr(config, 'start', 12)))
    lines.append(tried(lambda: setattr(config, 'order', 'left')))
    lines.append(tried(lambda: setattr(config, 'speed', 1)))
    lines.append(tried(lambda: setattr(config, 'limits', 1)))
    other = config.copy()
    other.limits.low = 5
    lines.append('%d %d %d' % (config.start, config.limits.low, other.limits.low))
    other.set(high=30)
    values = make_dict(other)
    for path in sorted(values):
        lines.append('  %s = %s' % (path, values[path]))
    return lines


class Machine(object):
    _immutable_ = True

    def __init__(self, config):
        self.wrap = config.wrap
        self.trace = config.trace
        self.start = config.start
        self.step = 1 if config.order == 'up' else -1
        self.low = config.limits.low
        self.high = config.limits.high

    def run(self, steps):
        value = self.start
        for _ in range(steps):
            if self.trace:
                print(value)
            value += self.step
            if value > self.high or value < self.low:
                if not self.wrap:
                    print('at the end')
                    return value
                value = self.low if value > self.high else self.high
        return value


def target(driver, args):
    config = driver.config
    before = make_dict(config)['machine.title']
    rest = set_by(config, ['--start=6', 'one', '--no-trace', '--order', 'down', '--machine-wrap',
                           '--machine-title', 'of words', '--machine-limits-hard', 'two'])
    assert config.translating
    machine = Machine(config.machine)
    lines = alone() + CALLS + ['rest ' + ' '.join(rest), before, config.machine.title,
                               '%s' % config.machine.names, '%s' % config.machine.limits.hard,
                               tried(lambda: setattr(config.machine.limits, 'high', 8))]

    def entry_point(argv):
        for line in lines:
            print(line)
        print(machine.run(12))
        if config.machine.wrap and config.machine.order == 'down':
            print(config.machine.limits.low, config.machine.limits.high, config.machine.scale)
        print(config.machine.title + '.')
        return config.machine.start
    return entry_point, None
