"""Numbers of signals. Handlers are not there yet."""

SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE = 1, 2, 3, 4, 5, 6, 7, 8
SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM = 9, 10, 11, 12, 13, 14, 15
SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGWINCH = 17, 18, 19, 20, 28
NSIG = 65
SIG_DFL, SIG_IGN = 0, 1
signal_values = range(1, 65)


def pypysig_poll():
    """The number of a signal that has arrived, or -1."""
    return -1
