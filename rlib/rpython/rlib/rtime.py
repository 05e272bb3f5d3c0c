"""Time."""

import time as _time

time = _time.time
clock = getattr(_time, 'clock', getattr(_time, 'perf_counter', _time.time))
sleep = _time.sleep
