"""The environment of the process."""
import os


def r_getenv(name):
    """The variable, or None."""
    return os.environ.get(name)


def r_putenv(name, value):
    os.environ[name] = value


def r_unsetenv(name):
    if name in os.environ:
        del os.environ[name]


def r_envkeys():
    return os.environ.keys()


def r_envitems():
    return os.environ.items()
