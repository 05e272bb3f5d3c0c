"""Points at which a translation could be started again: there are none."""


def restartable_point(auto=None, extra_msg=None):
    """Goes on."""


def restart_process():
    """Nothing is kept between translations but objects of C files (`--no-cache`)."""
