"""Python 2's commands."""

from subprocess import getoutput, getstatusoutput
