"""A clock with high resolution."""
import time

UNIT_TSC, UNIT_NS, UNIT_QUERY_PERFORMANCE_COUNTER = 0, 1, 2


def read_timestamp():
    """Nanoseconds since some moment."""
    return int(time.time() * 1e9)


def get_timestamp_unit():
    return UNIT_NS


_is_64_bit = True
