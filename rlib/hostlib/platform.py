"""platform, for the import-time interpreter of the translator."""

import os as _os


def system(): return 'Linux'
def machine(): return 'x86_64'
def processor(): return machine()
def architecture(*args): return ('64bit', 'ELF')
def python_implementation(): return 'CPython'
def python_version(): return '3.11.0'
def python_version_tuple(): return ('3', '11', '0')
def release(): return ''
def version(): return ''
def node(): return 'localhost'
def platform(*args): return 'Linux-x86_64'


def uname():
    from collections import namedtuple
    result = namedtuple('uname_result', 'system node release version machine')
    return result(system(), node(), release(), version(), machine())
