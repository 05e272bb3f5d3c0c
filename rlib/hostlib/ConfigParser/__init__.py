"""Python 2's name of configparser."""

from configparser import *
