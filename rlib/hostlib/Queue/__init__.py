"""Python 2's name of queue."""

from queue import *
