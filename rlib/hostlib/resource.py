"""resource: limits of the process are neither told nor changed."""

RLIM_INFINITY = -1
RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_AS = 0, 1, 2, 3, 4, 7, 9
RUSAGE_SELF, RUSAGE_CHILDREN = 0, -1


def getrlimit(resource):
    return (RLIM_INFINITY, RLIM_INFINITY)


def setrlimit(resource, limits):
    pass


getrlimit._not_rpython_ = setrlimit._not_rpython_ = 'limits of the process are for import time only'
