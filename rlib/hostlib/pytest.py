"""pytest, where modules that also hold tests import it: what `py.test` has."""
from py.test import *  # noqa: F403
