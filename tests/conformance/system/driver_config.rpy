# What targets do with their driver: options are read and suggested, a program has options of its own, constants depend on them.

from rpython.config.config import Config, OptionDescription, BoolOption, ChoiceOption, IntOption, StrOption, ConfigError
from rpython.config.config import ConflictConfigError, to_optparse
from rpython.config.translationoption import get_combined_translation_config, set_opt_level
from rpython.jit.codewriter.policy import JitPolicy


class Settings(object):
    def _freeze_(self):
        return True


settings = Settings()

OWN = OptionDescription("lang", "options of the language", [
    BoolOption("fast", "faster", default=False, requires=[("lang.level", 3)],
               suggests=[("lang.names.prefix", "fast_")]),
    IntOption("level", "how much", default=1),
    ChoiceOption("mode", "what", ["plain", "fancy"], default="plain", requires={"fancy": [("lang.level", 2)]}),
    OptionDescription("names", "names", [StrOption("prefix", "before names", default="")]),
])


def entry_point(argv):
    if settings.fast:
        print("fast", settings.level, settings.prefix)
    else:
        print("slow")
    for line in settings.lines:
        print(line)
    return 0


def negations():
    """What turns switches off: `--withX` and `--withoutX` are each other's."""
    names = ["--with-a", "--without-b", "--plain -p", "-q"]
    options = [BoolOption("o%d" % i, "a switch", default=None, cmdline=names[i]) for i in range(len(names))]
    config = Config(OptionDescription("switches", "switches", options + [
        BoolOption("kept", "only on", default=False, cmdline="--with-kept", negation=False)]))
    parser = to_optparse(config)
    parser.parse_args(["--without-a", "--with-b", "--no-plain", "--no-q", "--with-kept"])
    values = [config.o0, config.o1, config.o2, config.o3, config.kept]
    config = Config(OptionDescription("switches", "switches", options))
    to_optparse(config).parse_args(["--with-a", "--without-b", "-p", "-q"])
    return values + [config.o0, config.o1, config.o2, config.o3]


def attempts(config):
    lines = []
    try:
        config.lang.level = "high"
    except ConfigError as e:
        lines.append(str(e))
    try:
        config.lang.level = 4
    except ConflictConfigError as e:
        lines.append(str(e))
    try:
        config.lang.speed = 4
    except AttributeError:
        lines.append("no such option")
    return lines


def target(driver, args):
    translation = driver.config.translation
    translation.suggest(check_str_without_nul=True)
    translation.suggest(icon="none.ico")
    assert translation.check_str_without_nul is True
    assert translation.backend == "c" and translation.type_system == "lltype"
    assert not translation.continuation and not translation.thread
    assert isinstance(translation.jit, bool)
    assert not driver.config.translation.backendopt.remove_asserts
    assert negations() == [False] * 4 + [True] * 5
    driver.exe_name = "config-%(backend)s"
    if translation.jit:
        driver.exe_name += "-jit"
    config = get_combined_translation_config(OWN, existing_config=driver.config)
    config.lang.fast = True
    assert config.translation is translation and config.lang.level == 3
    config.set(**{"lang.mode": "plain"})
    settings.fast = config.lang.fast
    settings.level = config.lang.level
    settings.prefix = config.lang.names.prefix
    settings.lines = attempts(config) + config.lang.getpaths()
    fresh = get_combined_translation_config(translating=True)
    set_opt_level(fresh, "jit")
    settings.lines.append("jit" if fresh.translation.jit and fresh.translating else "no jit")
    assert Config(OWN).mode == "plain"
    return entry_point, None


def jitpolicy(driver):
    assert driver.config.translation.backend == "c"
    return JitPolicy()
