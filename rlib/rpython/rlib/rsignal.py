"""Signals: their arrival is noted, and the program asks when it likes."""
import signal as _signal

from rpython.rlib import jit
from rpython.rlib.objectmodel import we_are_translated
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['signal.h', 'unistd.h', 'sys/time.h', 'string.h'], post_include_bits=['''
void tw_sig_default(int number);
void tw_sig_ignore(int number);
void tw_sig_note(int number);
long tw_sig_poll(void);
void tw_sig_push(int number);
int tw_sig_wakeup_fd(int fd, int with_number);
int tw_sig_write_error(void);
int tw_sig_interrupts(int number, int flag);
typedef struct { long value; long debugger_pending_call; char *debugger_script_path; } tw_sig_counter_t;
tw_sig_counter_t *tw_sig_counter_at(void);
'''], separate_module_sources=['''
#include <errno.h>
#include <string.h>

/* One bit for each signal that has arrived. Only atomic operations on it. */
static volatile unsigned long tw_sig_arrived;
static volatile int tw_sig_fd = -1, tw_sig_send_number, tw_sig_failed;
static tw_sig_counter_t tw_sig_counter;         /* -1: a signal has arrived */

tw_sig_counter_t *tw_sig_counter_at(void) { return &tw_sig_counter; }

static void tw_sig_set(int number, void (*handler)(int))
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    sigemptyset(&a.sa_mask);
    sigaction(number, &a, NULL);
}

void tw_sig_push(int number)
{
    if (number > 0 && number <= 64)
        __sync_fetch_and_or(&tw_sig_arrived, 1UL << (number - 1));
    tw_sig_counter.value = -1;
}

static void tw_sig_handler(int number)
{
    int saved = errno;
    tw_sig_push(number);
    if (tw_sig_fd >= 0) {
        char c = tw_sig_send_number ? (char)number : 0;
        if (write(tw_sig_fd, &c, 1) < 0)
            tw_sig_failed = errno;
    }
    errno = saved;
}

/* Whether the signal interrupts what waits. (C's siginterrupt is deprecated, and compilers say so.) */
int tw_sig_interrupts(int number, int flag)
{
    struct sigaction a;
    if (sigaction(number, NULL, &a) < 0)
        return -1;
    a.sa_flags = flag ? a.sa_flags & ~SA_RESTART : a.sa_flags | SA_RESTART;
    return sigaction(number, &a, NULL);
}

void tw_sig_default(int number) { tw_sig_set(number, SIG_DFL); }
void tw_sig_ignore(int number) { tw_sig_set(number, SIG_IGN); }
void tw_sig_note(int number) { tw_sig_set(number, tw_sig_handler); }

long tw_sig_poll(void)
{
    unsigned long arrived = tw_sig_arrived;
    if (!arrived)
        return -1;
    int i = __builtin_ctzl(arrived);
    __sync_fetch_and_and(&tw_sig_arrived, ~(1UL << i));
    return i + 1;
}

int tw_sig_write_error(void)
{
    return __sync_lock_test_and_set(&tw_sig_failed, 0);
}

int tw_sig_wakeup_fd(int fd, int with_number)
{
    int old = tw_sig_fd;
    tw_sig_send_number = with_number;
    tw_sig_fd = fd;
    return old;
}
'''])


def external(name, args, result, **kwds):
    """A C function of this module."""
    return rffi.llexternal(name, args, result, compilation_info=eci, **kwds)


NSIG = 65
SIG_DFL, SIG_IGN = 0, 1
SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK = 0, 1, 2
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2

# Linux's numbers
_NUMBERS = [('SIGHUP', 1), ('SIGINT', 2), ('SIGQUIT', 3), ('SIGILL', 4), ('SIGTRAP', 5), ('SIGABRT', 6), ('SIGIOT', 6),
            ('SIGBUS', 7), ('SIGFPE', 8), ('SIGKILL', 9), ('SIGUSR1', 10), ('SIGSEGV', 11), ('SIGUSR2', 12),
            ('SIGPIPE', 13), ('SIGALRM', 14), ('SIGTERM', 15), ('SIGCHLD', 17), ('SIGCLD', 17), ('SIGCONT', 18),
            ('SIGSTOP', 19), ('SIGTSTP', 20), ('SIGTTIN', 21), ('SIGTTOU', 22), ('SIGURG', 23), ('SIGXCPU', 24),
            ('SIGXFSZ', 25), ('SIGVTALRM', 26), ('SIGPROF', 27), ('SIGWINCH', 28), ('SIGIO', 29), ('SIGPOLL', 29),
            ('SIGPWR', 30), ('SIGSYS', 31)]
signal_names = [name for name, number in _NUMBERS]
signal_values = range(1, NSIG)
for _name, _number in _NUMBERS:
    globals()[_name] = _number

pypysig_ignore = external('tw_sig_ignore', [rffi.INT], lltype.Void)
pypysig_default = external('tw_sig_default', [rffi.INT], lltype.Void)
pypysig_setflag = external('tw_sig_note', [rffi.INT], lltype.Void)


def pypysig_reinstall(signum):
    """A handler stays where it is, with what `siginterrupt` has made of it."""


pypysig_pushback = external('tw_sig_push', [rffi.INT], lltype.Void)
# (Nobody asks for a debugger here.)
SIGNAL_COUNTER = rffi.CStruct('tw_sig_counter_t', ('value', rffi.LONG), ('debugger_pending_call', rffi.LONG),
                              ('debugger_script_path', rffi.CCHARP))
_counter_at = external('tw_sig_counter_at', [], lltype.Ptr(SIGNAL_COUNTER), random_effects_on_gcobjs=False)


@jit.elidable
def _counter():
    return _counter_at()


# The counter of import time, which no signal changes.
_own_counter = lltype.malloc(SIGNAL_COUNTER, flavor='raw', zero=True, immortal=True)


def pypysig_getaddr_occurred():
    """The counter that falls below 0 when a signal comes in (`c_value`)."""
    if we_are_translated():
        return _counter()
    return _own_counter


pypysig_getaddr_occurred_fullstruct = pypysig_getaddr_occurred
_write_error = external('tw_sig_write_error', [], rffi.INT)
_poll = external('tw_sig_poll', [], rffi.LONG)


def pypysig_get_wakeup_fd_write_errno():
    """errno of a byte that could not be written to the wakeup descriptor, once."""
    if we_are_translated() or lltype._native is not None:
        return _write_error()
    return rffi.cast(rffi.INT, 0)


def pypysig_poll():
    """The number of a signal that has come; -1: there is none. At import time none comes."""
    if we_are_translated() or lltype._native is not None:
        return _poll()
    return -1


pypysig_set_wakeup_fd = external('tw_sig_wakeup_fd', [rffi.INT, rffi.INT], rffi.INT)

timeval = rffi.CStruct('timeval', ('tv_sec', rffi.LONG), ('tv_usec', rffi.LONG))
itimerval = rffi.CStruct('itimerval', ('it_interval', timeval), ('it_value', timeval))
itimervalP = rffi.CArrayPtr(itimerval)
c_setitimer = external('setitimer', [rffi.INT, itimervalP, itimervalP], rffi.INT, save_err=rffi.RFFI_SAVE_ERRNO)
c_getitimer = external('getitimer', [rffi.INT, itimervalP], rffi.INT, save_err=rffi.RFFI_SAVE_ERRNO)
c_strsignal = external('strsignal', [rffi.INT], rffi.CCHARP)
c_alarm = external('alarm', [rffi.UINT], rffi.UINT)
c_pause = external('pause', [], rffi.INT)
c_siginterrupt = external('tw_sig_interrupts', [rffi.INT, rffi.INT], rffi.INT, save_err=rffi.RFFI_SAVE_ERRNO)
