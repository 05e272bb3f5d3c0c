"""The first argument of `target(driver, args)`."""

from rpython.config import translationoption


def taskdef(deps, title, new_state=None, expected_states=[], idemp=False, earlycheck=None):
    """Decorator of a further step of a translation. Such steps are kept and not done: what the translator does is in its command line."""
    def decorate(taskfunc):
        taskfunc.task_deps, taskfunc.task_title = deps, title
        return taskfunc
    return decorate


class TranslationDriver(object):
    """Holds the name of the executable and the options of the translation (`config.translation.jit`)."""

    def __init__(self, setopts=None, default_goal=None, disable=[], exe_name=None, extmod_name=None,
                 config=None, overrides=None):
        if config is None:
            config = translationoption.get_combined_translation_config(translating=True)
        self.config = config
        if overrides is not None:
            config.override(overrides)
        if setopts is not None:
            config.set(**setopts)
        self.exe_name = exe_name
        self.extmod_name = extmod_name
        self.default_goal = default_goal
        self.extra_goals = []
        self.done = {}
        self.tasks = {}
        self._disabled = list(disable)

    def backend_select_goals(self, goals):
        """The names of goals with that of the back end."""
        return [goal + '_c' if goal in ('source', 'compile', 'database') else goal for goal in goals]

    def set_extra_goals(self, goals):
        self.extra_goals = goals

    def set_backend_extra_options(self, extra_options):
        self._backend_extra_options = extra_options


def _for_target(exe_name, level, gc, module=None):
    """The driver of a translation with options as on the command line; the target's module may add options of its own
    (`get_additional_config_options`) and see them before `target` is called (`handle_config`)."""
    config = translationoption.get_combined_translation_config(translating=True)
    more = getattr(module, 'get_additional_config_options', None)
    if more is not None:
        config = translationoption.get_combined_translation_config(more(), existing_config=config, translating=True)
    result = TranslationDriver(exe_name=exe_name, config=config)
    translation = config.translation
    translation.suggest(gc=gc)
    translation.suggest(jit=level == 'jit')
    translation.backendopt.suggest(none=level == '0')
    handle = getattr(module, 'handle_config', None)
    if handle is not None:
        handle(config, translationoption._config_of_command(level))
    return result
