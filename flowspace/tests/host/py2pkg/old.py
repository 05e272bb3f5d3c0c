import string
from string import where
import os.path


def show():
    print string.where, where, os.path.join('a', 'b')
