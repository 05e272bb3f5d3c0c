"""Entries that tell another toolchain's annotator and typer what to do with a function.

Here a function with an entry is translated as it is written (which is what it does untranslated), with a copy for each
place where it is called, so that the types of different calls do not meet. The entry's own methods are not asked.
"""


class _Registry(type):
    def __init__(cls, name, bases, namespace):
        type.__init__(cls, name, bases, namespace)
        about = namespace.get('_about_', ())
        for function in about if isinstance(about, tuple) else (about,):
            if hasattr(function, '__code__') and not hasattr(function, '_annspecialcase_'):
                function._annspecialcase_ = 'specialize:call_location'


ExtRegistryEntry = _Registry('ExtRegistryEntry', (object,), {'__doc__': 'Base of the classes of entries.'})


def is_registered(instance):
    """Has the function an entry?"""
    return getattr(instance, '_annspecialcase_', None) == 'specialize:call_location'
