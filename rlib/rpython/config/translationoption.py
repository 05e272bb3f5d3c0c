"""The options of a translation, as far as targets ask for them. Only `exe_name` of the driver and the choices made on the
command line have an effect; the others can be read and set."""

import os

from rpython.config.config import OptionDescription, BoolOption, IntOption, ArbitraryOption, FloatOption, \
    ChoiceOption, StrOption, Config, ConfigError

DEFL_GC = 'incminimark'
OPT_LEVELS = ['0', '1', 'size', 'mem', '2', '3', 'jit']
DEFAULT_OPT_LEVEL = '2'
IS_64_BITS = True
# Where programs may keep what they computed at import time, for the next translation.
CACHE_DIR = os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'), 'tracewright', 'programs')


def _translation_options():
    return OptionDescription('translation', 'Translation options', [
        BoolOption('continuation', 'single-shot continuations', default=False),
        ChoiceOption('type_system', 'type system', ['lltype'], default='lltype'),
        ChoiceOption('backend', 'what code is generated for', ['c', 'obj'], default='c'),
        BoolOption('shared', 'a shared library', default=False),
        BoolOption('log', 'debug prints', default=True),
        ChoiceOption('gc', 'garbage collector',
                     ['boehm', 'ref', 'semispace', 'statistics', 'generation', 'hybrid', 'minimark',
                      'incminimark', 'none'], default='semispace'),
        ChoiceOption('gctransformer', 'how roots are found', ['boehm', 'ref', 'framework', 'none'],
                     default='framework'),
        ChoiceOption('gcrootfinder', 'how roots are found', ['n/a', 'shadowstack', 'asmgcc'], default='shadowstack'),
        BoolOption('gcremovetypeptr', 'no typeptr in objects', default=False),
        BoolOption('thread', 'threads', default=False),
        BoolOption('sandbox', 'a sandboxed program', default=False),
        BoolOption('rweakref', 'weak references', default=True),
        BoolOption('jit', 'a JIT', default=False),
        ChoiceOption('jit_backend', 'code generator of the JIT', ['auto', 'x86', 'x86-without-sse2', 'arm'],
                     default='auto'),
        ChoiceOption('jit_profiler', 'profiler support of the JIT', ['off', 'oprofile'], default='off'),
        ChoiceOption('jit_opencoder_model', 'limit of trace lengths', ['big', 'normal'], default='normal'),
        BoolOption('check_str_without_nul', 'strings given to C have no NUL', default=False),
        BoolOption('verbose', 'more output', default=False),
        StrOption('cc', 'C compiler'),
        BoolOption('profopt', 'profile-guided optimisation', default=False),
        StrOption('profoptargs', 'training program', default=None),
        BoolOption('instrument', 'instrumentation', default=False),
        BoolOption('countmallocs', 'count allocations', default=False),
        BoolOption('dont_write_c_files', 'no C files', default=False),
        ArbitraryOption('instrumentctl', 'instrumentation', default=None),
        StrOption('output', 'name of the executable'),
        StrOption('secondaryentrypoints', 'further entry points', default='main'),
        BoolOption('dump_static_data_info', 'tell of prebuilt data', default=False),
        BoolOption('no__thread', 'no thread-local variables', default=False),
        IntOption('make_jobs', 'jobs of make', default=1),
        BoolOption('list_comprehension_operations', 'size hints of list comprehensions', default=True),
        IntOption('withsmallfuncsets', 'small sets of functions as numbers', default=0),
        BoolOption('taggedpointers', 'tagged pointers', default=False),
        BoolOption('keepgoing', 'further errors', default=False),
        BoolOption('lldebug', 'debug build', default=False),
        BoolOption('lldebug0', 'debug build without optimisation', default=False),
        BoolOption('lto', 'optimisation at link time', default=False),
        BoolOption('split_gcc_command', 'two steps', default=False),
        BoolOption('reverse_debugger', 'reverse debugger', default=False),
        StrOption('icon', 'icon of the executable'),
        StrOption('libname', 'name of the library'),
        StrOption('manifest', 'manifest of the executable'),
        BoolOption('countfieldaccess', 'count reads and writes of fields', default=False),
        BoolOption('split_gc_address_space', 'protect freed memory', default=False),
        BoolOption('rpython_translate', 'is RPython translating?', default=False),
        ChoiceOption('fork_before', 'stage to fork before',
                     ['annotate', 'rtype', 'backendopt', 'database', 'source', 'pyjitpl'], default=None),
        OptionDescription('backendopt', 'Optimisations', [
            BoolOption('inline', 'inlining', default=True),
            FloatOption('inline_threshold', 'size of what is inlined', default=32.4),
            StrOption('inline_heuristic', 'what is inlined', default=None),
            BoolOption('print_statistics', 'statistics', default=False),
            BoolOption('merge_if_blocks', 'switches', default=True),
            BoolOption('mallocs', 'malloc removal', default=True),
            BoolOption('constfold', 'constant folding', default=True),
            StrOption('profile_based_inline', 'training program', default=None),
            FloatOption('profile_based_inline_threshold', 'size of what is inlined by a profile', default=32.4),
            StrOption('profile_based_inline_heuristic', 'what is inlined by a profile', default=None),
            BoolOption('clever_malloc_removal', 'more malloc removal', default=False),
            BoolOption('remove_asserts', 'no assertions', default=False),
            BoolOption('really_remove_asserts', 'no assertions at all', default=False),
            BoolOption('stack_optimization', 'no stack tests', default=True),
            BoolOption('storesink', 'store sinking', default=True),
            BoolOption('replace_we_are_jitted', 'we_are_jitted() is constant', default=False),
            BoolOption('none', 'no optimisation', default=False),
        ]),
        ChoiceOption('platform', 'target platform', ['host', 'arm'], default='host'),
    ])


translation_optiondescription = _translation_options()


def get_combined_translation_config(other_optdescr=None, existing_config=None, overrides=None, translating=False):
    """The options of the translation, and perhaps a program's own beside them."""
    children = []
    if other_optdescr is not None:
        children.append(other_optdescr)
    if existing_config is None:
        children.append(BoolOption('translating', 'is this a translation?', default=False))
        children.append(_translation_options())
    else:
        name = other_optdescr._name if other_optdescr is not None else ''
        kept = [c for c in existing_config._cfgimpl_descr._children if c._name != name]
        children.extend(kept)
    config = Config(OptionDescription('pypy', 'all options', children), **(overrides or {}))
    if existing_config is not None:
        for child in kept:
            config._cfgimpl_values[child._name] = existing_config._cfgimpl_values[child._name]
    if translating:
        config.translating = True
    return config


def set_opt_level(config, level):
    """The options that go with `-O LEVEL`."""
    if level not in OPT_LEVELS:
        raise ConfigError('no such optimization level: %r' % (level,))
    translation = config.translation
    translation.suggest(gc='boehm' if level in ('0', '1', 'size') else DEFL_GC)
    if level == '0':
        translation.backendopt.suggest(none=True)
    if level in ('size', 'mem', '3'):
        translation.backendopt.suggest(remove_asserts=True)
    if level == 'jit':
        translation.suggest(jit=True)


def _config_of_command(level):
    """What was said on the command line about the translation itself: the second argument of a target's `handle_config`."""
    config = Config(OptionDescription('translate', 'the translation', [
        StrOption('targetspec', 'the file'),
        ChoiceOption('opt', 'optimisations', OPT_LEVELS, default=DEFAULT_OPT_LEVEL),
        BoolOption('help', 'no translation', default=False),
        BoolOption('batch', 'no questions', default=True),
        BoolOption('profile', 'measure the translation', default=False),
        BoolOption('pdb', 'debugger', default=False),
        ArbitraryOption('goals', 'steps', defaultfactory=list),
        ArbitraryOption('skipped_goals', 'steps left out', defaultfactory=list),
    ]))
    config.opt = level
    return config


_GLOBAL_TRANSLATIONCONFIG = None


def get_translation_config():
    """The options of the running translation, None when untranslated."""
    return _GLOBAL_TRANSLATIONCONFIG
