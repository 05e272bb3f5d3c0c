"""timeit: how long calls take."""

import time

default_timer = time.time


def timeit(stmt='pass', setup='pass', timer=default_timer, number=1000000):
    if isinstance(stmt, str):
        namespace = {}
        exec(setup, namespace)
        code = compile(stmt, '<timeit>', 'exec')

        def call():
            exec(code, namespace)
    else:
        call = stmt
    start = timer()
    for _ in range(number):
        call()
    return timer() - start


timeit._not_rpython_ = 'use time.time()'
