"""signal: the numbers; nothing is ever delivered at import time."""

SIG_DFL = 0
SIG_IGN = 1
SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE = range(1, 9)
SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM = range(9, 16)
SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG = range(17, 24)
SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGPWR, SIGSYS = range(24, 32)
NSIG = 65
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = range(3)
_handlers = {}


def signal(signalnum, handler):
    old = _handlers.get(signalnum, SIG_DFL)
    _handlers[signalnum] = handler
    return old


def getsignal(signalnum):
    return _handlers.get(signalnum, SIG_DFL)


def alarm(seconds):
    return 0
