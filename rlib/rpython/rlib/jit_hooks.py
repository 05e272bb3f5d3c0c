"""What JIT hooks can ask for."""


def stats_set_debug(warmrunner, flag):
    pass


def stats_get_counter_value(warmrunner, no):
    return 0


def stats_get_times_value(warmrunner, no):
    return 0.0


def stats_memmgr_release_all(warmrunner):
    pass


def stats_get_loop_run_times(warmrunner):
    return []


def stats_asmmemmgr_allocated(warmrunner):
    return 0


def stats_asmmemmgr_used(warmrunner):
    return 0


def trace_next_iteration(jitdriver_name, *greenkey):
    """The next pass of the loop is to be traced: no effect."""


def trace_next_iteration_hash(jitdriver_name, hash):
    """The same, by hash: no effect."""


def dont_trace_here(jitdriver_name, *greenkey):
    """This loop is not to be traced into: no effect."""


def get_jitcell_at_key(jitdriver_name, *greenkey):
    return None
