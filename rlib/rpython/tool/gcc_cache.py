"""What is kept from one translation to the next."""
import os


def try_atomic_write(path, data):
    """Writes a file, which others see as a whole or not at all."""
    path = str(path)
    own = '%s~%d' % (path, os.getpid())
    with open(own, 'wb') as f:
        f.write(data)
    try:
        os.rename(own, path)
    except OSError:
        os.unlink(own)
