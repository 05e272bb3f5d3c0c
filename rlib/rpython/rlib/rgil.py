"""The lock of the interpreter: there is one thread, which always holds it."""


def allocate():
    pass


def acquire():
    pass


def release():
    pass


def yield_thread():
    pass


def am_I_holding_the_GIL():
    return True


def gil_fetch_fastgil():
    return 0


def invoke_after_thread_switch(callback):
    pass
